"""Random core programs, seeded: small, and crowded where evaluators go wrong.

Exceptions to exceptions, three and more applicable rules a contest, partial priorities, clashes of rank 2, defaults,
actions, negation, positive cycles with rivals, open tests, numbers, values, limits, definitions, unknown facts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from rulelang.engine.core import (
    TRUE,
    And,
    Arithmetic,
    Block,
    Constant,
    Contest,
    ContestKind,
    Core,
    CountOf,
    Established,
    FactRead,
    FactTest,
    Fold,
    Formula,
    GroundDefinition,
    GroundException,
    GroundFact,
    GroundLimit,
    GroundRule,
    Kind,
    Named,
    NamedRead,
    NoneTest,
    Not,
    Or,
    OutcomeRead,
    Rank,
    Test,
    Undefined,
    Value,
)
from rulelang.engine.core_parts import (
    is_formula,
    rebuilt_definition,
    rebuilt_exceptions,
    rebuilt_formula,
    rebuilt_value,
)
from rulelang.grammar.model import BooleanType, NumberType, SortType, Type
from rulelang.grammar.values import NONE

NUMBER = NumberType(True, Fraction(0), Fraction(3))
COLOUR = SortType("colour")
COLOURS = ("amber", "blue", "coral")
MODES = ("MUST", "MUST NOT", "MAY", "NEED NOT")
TESTS: dict[ContestKind, list[tuple[Any, ...]]] = {
    ContestKind.BOOLEAN: [(True,), (False,)],
    ContestKind.ACTION: [("MUST",), ("MUST NOT",), ("MAY", "MUST"), ("NEED NOT", "MUST NOT")],
}


@dataclass(frozen=True)
class Shape:
    """What a generator makes: how many facts and contests, whether all of Core or only what clingo is given too."""

    booleans: int = 3
    numbers: int = 1
    contests: int = 4
    rules: int = 3
    actions: float = 0.25
    values: float = 0.25
    cycles: float = 0.3
    ordered: float = 0.5
    strict: float = 0.15
    known: float = 0.55
    everything: bool = True
    always: float = 0.15
    broken: float = 0.1


GENERAL = Shape()
PLAIN = Shape(everything=False, always=0, broken=0)
ACTIONS = Shape(booleans=4, numbers=0, contests=2, rules=4, actions=1, values=0, cycles=0.05, ordered=0.6, known=0.7,
                everything=False, always=0, broken=0)


@dataclass(frozen=True)
class Program:
    core: Core
    known: dict[str, Any]


class _Maker:
    def __init__(self, random: Random, shape: Shape) -> None:
        self.random, self.shape = random, shape
        self.facts: dict[str, GroundFact] = {}
        self.contests: dict[str, Contest] = {}
        self.definitions: dict[str, GroundDefinition] = {}
        self.rules: list[GroundRule] = []
        self.blocks: list[Block] = []
        self.kinds: dict[str, ContestKind] = {}
        self.limits: dict[str, tuple[GroundLimit, ...]] = {}
        """Of contests that formulas may read."""

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    # formulas

    def atom(self, inside: tuple[str, ...] = ()) -> Formula:
        pick = self.random
        if inside and self.chance(0.6):
            key = pick.choice(inside)
            if key in self.kinds:
                return Established(key, pick.choice(TESTS[self.kinds[key]]))
            return Named(key)
        kind = pick.random()
        done = list(self.kinds)
        if done and kind < 0.45:
            key = pick.choice(done)
            if self.kinds[key] is ContestKind.VALUE:
                return self.value_test(key)
            return Established(key, pick.choice(TESTS[self.kinds[key]]))
        numbers = [k for k, f in self.facts.items() if f.type == NUMBER]
        if numbers and kind < 0.6:
            op = pick.choice(("=", "!=", "<", "<=", ">", ">="))
            return Test(op, FactRead(pick.choice(numbers)), Constant(pick.randint(0, 3)))  # type: ignore[arg-type]
        colours = [k for k, f in self.facts.items() if f.type == COLOUR]
        if colours and kind < 0.65:
            return Test(pick.choice(("=", "!=")), FactRead(colours[0]), Constant(pick.choice(COLOURS)))
        if kind < 0.7:
            return Test(">", Undefined(f"reason {pick.randint(1, 2)}"), Constant(1))
        if self.shape.everything and kind < 0.8:
            return self.rich_atom(numbers)
        booleans = [k for k, f in self.facts.items() if f.type == BooleanType()]
        return FactTest(pick.choice(booleans))

    def rich_atom(self, numbers: list[str]) -> Formula:
        pick = self.random
        booleans = [d.key for d in self.definitions.values() if d.boolean]
        if booleans and self.chance(0.4):
            return Named(pick.choice(booleans))
        op = pick.choice(("=", "<", ">="))
        return Test(op, self.value(numbers), self.value(numbers))  # type: ignore[arg-type]

    def value_test(self, key: str) -> Formula:
        pick = self.random
        if self.chance(0.15):
            return NoneTest(OutcomeRead(key))
        op = pick.choice(("=", "!=", "<", ">"))
        return Test(op, OutcomeRead(key), Constant(pick.randint(1, 3)))  # type: ignore[arg-type]

    def value(self, numbers: list[str], depth: int = 2) -> Value:
        pick = self.random
        outcomes = [k for k, kind in self.kinds.items() if kind is ContestKind.VALUE]
        valued = [d.key for d in self.definitions.values() if not d.boolean]
        kind = pick.random()
        if depth and self.shape.everything and kind < 0.45:
            if self.chance(0.3):
                return CountOf(tuple(self.formula(1) for _ in range(pick.randint(0, 3))))
            if self.chance(0.4):
                items = tuple((self.formula(1), self.value(numbers, 0)) for _ in range(pick.randint(0, 3)))
                return Fold(pick.choice(("SUM", "MIN", "MAX")), items)
            op = pick.choice(("+", "-", "*", "/"))
            return Arithmetic(op, self.value(numbers, depth - 1), self.value(numbers, depth - 1))  # type: ignore[arg-type]
        if numbers and kind < 0.6:
            return FactRead(pick.choice(numbers))
        if outcomes and kind < 0.7 and self.shape.everything:
            return OutcomeRead(pick.choice(outcomes))
        if valued and kind < 0.78 and self.shape.everything:
            return NamedRead(pick.choice(valued))
        if kind < 0.84:
            return Undefined("reason 1")
        return Constant(pick.randint(1, 3))

    def formula(self, depth: int = 2, inside: tuple[str, ...] = ()) -> Formula:
        pick = self.random
        kind = pick.random()
        if depth and kind < 0.35:
            part = And if kind < 0.22 else Or
            return part(tuple(self.formula(depth - 1, inside) for _ in range(pick.choice((2, 2, 3)))))
        if kind < 0.5:
            return Not(self.formula(max(depth - 1, 0)))
        return self.atom(inside)

    # rules

    def exceptions(self, depth: int = 2) -> tuple[GroundException, ...]:
        made = []
        while depth and self.chance(0.3) and len(made) < 2:
            made.append(GroundException(f"e{self.random.randint(1, 999)}", self.formula(1), self.exceptions(depth - 1)))
        return tuple(made)

    def contest(self, key: str, kind: ContestKind, inside: tuple[str, ...] = ()) -> None:
        pick, shape = self.random, self.shape
        size = pick.randint(0 if self.chance(0.1) else 1, shape.rules)
        first = len(self.rules)
        numbers = [k for k, f in self.facts.items() if f.type == NUMBER]
        ranks = [self.rank() for _ in range(size)]
        ranks.sort(reverse=True)
        for i, rank in enumerate(ranks):
            literal: Any = None
            value: Value | None = None
            if kind is ContestKind.BOOLEAN:
                literal = self.chance(0.5)
            elif kind is ContestKind.ACTION:
                literal = pick.choice(MODES)
            else:
                value = self.value(numbers)
            always = rank is Rank.DEFAULT or (rank is Rank.STRICT and self.chance(0.3))
            condition = TRUE if always or self.chance(0.2) else self.formula(2, inside)
            self.rules.append(GroundRule(
                f"{key}.r{i}", f"{key}.r{i}", f"{key}.r{i}", Kind.BASE, 0, (), key, literal, value, condition,
                () if rank is Rank.DEFAULT else self.exceptions(), rank,
            ))
        limits: tuple[GroundLimit, ...] = ()
        if kind is ContestKind.VALUE and shape.everything and self.chance(0.4):
            limits = tuple(
                GroundLimit(f"{key}.l{i}", "l", "l", (), pick.choice(("<=", ">=")), self.value(numbers, 1),
                            self.formula(1), self.exceptions(1))
                for i in range(pick.randint(1, 2))
            )
        type_: Type | None = NumberType(False, Fraction(0), Fraction(5)) if kind is ContestKind.VALUE else None
        self.contests[key] = Contest(
            key, kind, key, (), type_, tuple(range(first, first + size)), self.order(ranks), limits
        )

    def rank(self) -> Rank:
        kind = self.random.random()
        if kind < self.shape.strict:
            return Rank.STRICT
        return Rank.DEFAULT if kind > 0.92 else Rank.ORDINARY

    def order(self, ranks: list[Rank]) -> tuple[frozenset[int], ...]:
        """A partial order of the ordinary rules, closed; what outranks stands first."""
        size = len(ranks)
        over = [
            {j for j in range(size) if ranks[i] > ranks[j]
             or (ranks[i] == ranks[j] == Rank.ORDINARY and i < j and self.chance(self.shape.ordered))}
            for i in range(size)
        ]
        for i in reversed(range(size)):
            for j in sorted(over[i]):
                over[i] |= over[j]
        return tuple(map(frozenset, over))

    def make(self) -> Program:
        pick, shape = self.random, self.shape
        for i in range(shape.booleans):
            self.facts[f"b{i}"] = GroundFact(f"b{i}", f"b{i}", (), BooleanType(), None)
        for i in range(shape.numbers):
            self.facts[f"n{i}"] = GroundFact(f"n{i}", f"n{i}", (), NUMBER, None)
        if shape.numbers and self.chance(0.3):
            self.facts["c"] = GroundFact("c", "c", (), COLOUR, COLOURS)
        left = pick.randint(1, shape.contests)
        number = 0
        while left > 0:
            if shape.everything and self.chance(0.25):
                self.definition(f"d{number}")
            cyclic = left >= 2 and self.chance(shape.cycles)
            size = pick.randint(2, min(3, left)) if cyclic else 1
            keys = tuple(f"p{number + i}" for i in range(size))
            number += size
            left -= size
            kinds = [self.kind(cyclic) for _ in keys]
            self.block(keys, kinds, cyclic)
        always = tuple(
            Or((FactTest("b0"), self.fact_formula())) for _ in range(1) if self.chance(shape.always)
        )
        known = {key: self.known(fact) for key, fact in self.facts.items() if self.chance(shape.known)}
        core = Core(self.facts, self.contests, tuple(self.rules), self.definitions, tuple(self.blocks), always,
                    self.targets())
        return Program(core, known)

    def fact_formula(self) -> Formula:
        kinds, self.kinds = self.kinds, {}
        definitions, self.definitions = self.definitions, {}
        made = self.formula(1)
        self.kinds, self.definitions = kinds, definitions
        return made

    def known(self, fact: GroundFact) -> Any:
        if fact.type == BooleanType():
            return self.chance(0.6)
        return self.random.choice(COLOURS) if fact.domain else self.random.randint(0, 3)

    def kind(self, cyclic: bool) -> ContestKind:
        kind = self.random.random()
        if kind < self.shape.actions:
            return ContestKind.ACTION
        if not cyclic and kind < self.shape.actions + self.shape.values:
            return ContestKind.VALUE
        return ContestKind.BOOLEAN

    def block(self, keys: tuple[str, ...], kinds: list[ContestKind], cyclic: bool) -> None:
        broken = self.chance(self.shape.broken)
        members = keys
        if not cyclic:
            self.contest(keys[0], kinds[0])
            self.kinds[keys[0]] = kinds[0]
        else:
            inside = dict(zip(keys, kinds, strict=True))
            outer, self.kinds = self.kinds, {**self.kinds, **inside}
            extra: tuple[str, ...] = ()
            if self.shape.everything and self.chance(0.3):
                extra = (f"d{keys[0]}",)
            for key, kind in inside.items():
                self.kinds = _Shield(outer, inside)  # type: ignore[assignment]
                self.contest(key, kind, (*keys, *extra))
            if extra:
                self.kinds = _Shield(outer, inside)  # type: ignore[assignment]
                positive = Or(tuple(Established(key, self.random.choice(TESTS[kind])) for key, kind in inside.items()))
                self.definitions[extra[0]] = GroundDefinition(
                    extra[0], extra[0], (), BooleanType(), True, ((self.formula(1), positive), (TRUE, self.formula(1)))
                )
                members = (*keys, *extra)
            self.kinds = {**outer, **inside}
        self.blocks.append(Block(members, cyclic or broken, broken, (*members, members[0]) if broken else ()))

    def definition(self, key: str) -> None:
        numbers = [k for k, f in self.facts.items() if f.type == NUMBER]
        boolean = self.chance(0.5)
        cases = tuple(
            (TRUE if self.chance(0.3) else self.formula(1), self.formula(1) if boolean else self.value(numbers))
            for _ in range(self.random.randint(1, 2))
        )
        type_: Type = BooleanType() if boolean else NumberType()
        self.definitions[key] = GroundDefinition(key, key, (), type_, boolean, cases)
        self.blocks.append(Block((key,)))

    def targets(self) -> tuple[Formula | Value, ...]:
        made: list[Formula | Value] = []
        for key, kind in self.kinds.items():
            if kind is ContestKind.VALUE:
                made += [OutcomeRead(key), self.value_test(key)]
            else:
                tests = [Established(key, literals) for literals in TESTS[kind]]
                made += tests
                made.append(Not(tests[0]))
        made += [self.formula(2), And((self.formula(1), self.formula(1)))]
        return tuple(made)


class _Shield(dict[str, ContestKind]):
    """In a cyclic block only positive conditions may read the block: other formulas see the contests below it."""

    def __init__(self, below: dict[str, ContestKind], inside: dict[str, ContestKind]) -> None:
        super().__init__(below)
        self.inside = inside

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self.inside

    def __getitem__(self, key: str) -> ContestKind:
        return self.inside[key] if key in self.inside else super().__getitem__(key)


def program(seed: int, shape: Shape = GENERAL) -> Program:
    """The random program of this number."""
    return _Maker(Random(seed), shape).make()


def with_none(made: Program, seed: int) -> Program:
    """The same program where numbers and members may be NONE, and what read the first boolean fact asks that of one."""
    random = Random(f"none {seed}")
    core = made.core
    valued = [key for key, fact in core.facts.items() if fact.type != BooleanType()]
    facts = {key: replace(fact, nullable=key in valued) for key, fact in core.facts.items()}

    def formula(node: Formula) -> Formula:
        if node == FactTest("b0"):
            return NoneTest(FactRead(random.choice(valued)))
        return rebuilt_formula(node, formula, value)

    def value(node: Value) -> Value:
        return rebuilt_value(node, formula, value)

    rules = tuple(
        replace(rule, condition=formula(rule.condition), exceptions=rebuilt_exceptions(rule.exceptions, formula))
        for rule in core.rules
    )
    contests = {
        key: replace(contest, limits=tuple(replace(one, condition=formula(one.condition)) for one in contest.limits))
        for key, contest in core.contests.items()
    }
    definitions = {key: rebuilt_definition(one, formula, value) for key, one in core.definitions.items()}
    always = tuple(map(formula, core.always))
    targets = tuple(formula(one) if is_formula(one) else one for one in core.targets)  # type: ignore[arg-type,misc]
    known = {key: NONE if key in valued and random.random() < 0.4 else given for key, given in made.known.items()}
    changed = replace(
        core, facts=facts, rules=rules, contests=contests, definitions=definitions, always=always, targets=targets
    )
    return Program(changed, known)


def shuffled(made: Core) -> Core:
    """The same program with its rules in another order (what outranks still stands first)."""
    contests = {}
    for key, contest in made.contests.items():
        places = list(range(len(contest.rules)))
        order: list[int] = []
        while places:
            free = [i for i in places if not any(i in contest.outranks[j] for j in places)]
            order.append(free[-1])
            places.remove(free[-1])
        at = {old: new for new, old in enumerate(order)}
        outranks = tuple(frozenset(at[j] for j in contest.outranks[i]) for i in order)
        contests[key] = replace(contest, rules=tuple(contest.rules[i] for i in order), outranks=outranks)
    return replace(made, contests=dict(sorted(contests.items(), reverse=True)))
