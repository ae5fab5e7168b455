"""The definitions of docs/semantics.md, part 1, word by word: worlds are enumerated, contests settled by trying all
ways.  Slow and plain; only the exact operations on values are the engine's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from reference.closing import parts
from rulelang.engine import core
from rulelang.engine.core import ContestKind, Core
from rulelang.engine.exact import arithmetic
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.grounding.conform import conform
from rulelang.grammar.model import BooleanType, NumberType
from rulelang.grammar.values import NONE

UNDEFINED = "?"
"""The literal of all undefined values."""


class _Missing(Exception):
    """A world has to choose: which choice, and between what."""

    def __init__(self, key: Any, options: tuple[Any, ...]) -> None:
        self.key, self.options = key, options


@dataclass(frozen=True)
class World:
    facts: Mapping[str, Any]
    choices: Mapping[Any, Any]
    options: Mapping[Any, tuple[Any, ...]]
    established: Mapping[str, frozenset[Any]]
    values: Mapping[str, Any]
    conflicts: frozenset[str]
    applicable: Mapping[str, tuple[int, ...]]
    true_condition: frozenset[int]


class _Run:
    """One attempt at a world: facts and the choices made so far."""

    def __init__(self, program: Core, facts: Mapping[str, Any], choices: Mapping[Any, Any],
                 options: Mapping[Any, tuple[Any, ...]]) -> None:
        self.core, self.facts, self.choices, self.options = program, facts, choices, options
        self.literals: dict[str, frozenset[Any]] = {}
        self.values: dict[str, Any] = {}
        self.named: dict[str, bool] = {}
        self.conflicts: set[str] = set()
        self.applicable: dict[str, tuple[int, ...]] = {}

    def choose(self, key: Any, options: tuple[Any, ...]) -> Any:
        if len(options) == 1:
            return options[0]
        if key not in self.choices:
            raise _Missing(key, options)
        return self.choices[key]

    # formulas and values

    def truth(self, f: core.Formula) -> bool:
        match f:
            case core.Truth(value):
                return value
            case core.FactTest(key):
                return bool(self.facts[key])
            case core.Established(contest, literals):
                return bool(self.literals[contest] & set(literals))
            case core.Not(operand):
                return not self.truth(operand)
            case core.And(parts):
                return all(self.truth(part) for part in parts)
            case core.Or(parts):
                return any(self.truth(part) for part in parts)
            case core.Named(key):
                return self.named[key]
            case core.Test(op, left, right):
                outcome = arithmetic.compare(op, self.value(left), self.value(right))
                if isinstance(outcome, Undefinedness):
                    return bool(self.choose(f, (False, True)))
                return outcome
            case core.NoneTest(core.OutcomeRead(contest)):
                if not self.literals[contest]:
                    return True
                return self.is_none(f, self.value(f.operand))
            case core.NoneTest(operand):
                return self.is_none(f, self.value(operand))
        raise AssertionError(f)

    def is_none(self, f: core.Formula, value: Any) -> bool:
        if isinstance(value, Undefinedness):
            return bool(self.choose(f, (False, True)))
        return value is NONE

    def value(self, v: core.Value) -> Any:
        match v:
            case core.Constant(known):
                return known
            case core.Undefined(reason):
                return Undefinedness(reason)
            case core.FactRead(key):
                return self.facts[key]
            case core.OutcomeRead(key) | core.NamedRead(key):
                return self.values[key]
            case core.Arithmetic(op, left, right):
                return arithmetic.OPERATIONS[op](self.value(left), self.value(right))
            case core.Minus(operand):
                return arithmetic.negate(self.value(operand))
            case core.CountOf(conditions):
                return sum(self.truth(c) for c in conditions)
            case core.Fold(fold, items):
                return arithmetic.FOLDS[fold]([self.value(item) for guard, item in items if self.truth(guard)])
            case core.Selected(cases):
                for guard, item in cases:
                    if self.truth(guard):
                        return self.value(item)
                return Undefinedness("nothing selected")
        raise AssertionError(v)

    # rules

    def in_force(self, e: core.GroundException) -> bool:
        return self.truth(e.condition) and not any(self.in_force(x) for x in e.exceptions)

    def applies(self, rule: core.GroundRule | core.GroundLimit) -> bool:
        return self.truth(rule.condition) and not any(self.in_force(e) for e in rule.exceptions)

    def head(self, contest: core.Contest, rule: core.GroundRule) -> Any:
        if rule.value is None:
            return rule.literal
        value = self.value(rule.value)
        if not contest.limits:
            value = conform(value, contest.type, contest.domain)
        return UNDEFINED if isinstance(value, Undefinedness) else value

    def run(self) -> None:
        for block in self.core.blocks:
            if block.broken:
                # What only rules that cannot apply read of the block does not matter, whatever stands here.
                for key in block.members:
                    self.literals[key], self.named[key] = frozenset(), False
                    self.values[key] = Undefinedness("not settled yet")
                for part in parts(self.core, block, self.truth):
                    self.leave_open(part) if part.broken else self.settle(part)
            else:
                self.settle(block)

    def settle(self, block: core.Block) -> None:
        if block.cyclic:
            self.cyclic(block)
            return
        for key in block.members:
            if key in self.core.contests:
                self.contest(self.core.contests[key])
            else:
                self.definition(self.core.definitions[key])

    def definition(self, d: core.GroundDefinition) -> None:
        found = next((value for condition, value in d.cases if self.truth(condition)), None)
        if d.boolean:
            self.named[d.key] = found is not None and self.truth(found)  # type: ignore[arg-type]
        elif found is None:
            self.values[d.key] = Undefinedness("no case")
        else:
            self.values[d.key] = conform(self.value(found), d.type, d.domain)  # type: ignore[arg-type]

    def contest(self, contest: core.Contest) -> None:
        heads = {}
        for place, index in enumerate(contest.rules):
            rule = self.core.rules[index]
            if self.applies(rule):
                heads[place] = self.head(contest, rule)
        self.applicable[contest.key] = tuple(contest.rules[place] for place in heads)
        results = settle(contest, heads)
        if len(results) > 1:
            self.conflicts.add(contest.key)
        self.establish(contest, self.choose(contest.key, results))

    def establish(self, contest: core.Contest, literals: frozenset[Any]) -> None:
        self.literals[contest.key] = literals
        if contest.kind is ContestKind.VALUE:
            self.values[contest.key] = self.outcome(contest, literals)

    def outcome(self, contest: core.Contest, literals: frozenset[Any]) -> Any:
        if not literals:
            return Undefinedness("no rule")
        [value] = literals
        if value == UNDEFINED:
            return Undefinedness("undefined")
        caps, floors = [], []
        for limit in contest.limits:
            if self.applies(limit):
                (caps if limit.op == "<=" else floors).append(self.value(limit.bound))
        if value is NONE or not (caps or floors):
            return conform(value, contest.type, contest.domain)
        for bound in (*caps, *floors):
            if isinstance(bound, Undefinedness) or bound is NONE:
                return Undefinedness("undefined limit")
        if caps and floors and min(caps) < max(floors):
            return Undefinedness("limits contradict")
        if caps:
            value = min(value, *caps)
        if floors:
            value = max(value, *floors)
        return conform(value, contest.type, contest.domain)

    def leave_open(self, block: core.Block) -> None:
        for key in block.members:
            contest = self.core.contests.get(key)
            if contest is None:
                if self.core.definitions[key].boolean:
                    self.named[key] = self.choose(("cycle", key), (False, True))
                else:
                    self.values[key] = Undefinedness("circle")
            elif contest.kind is ContestKind.VALUE:
                self.literals[key], self.values[key] = frozenset({UNDEFINED}), Undefinedness("circle")
            else:
                heads = {self.core.rules[i].literal for i in contest.rules}
                self.literals[key] = self.choose(("cycle", key), compatible_between(frozenset(), heads, contest.kind))

    # cyclic blocks

    def cyclic(self, block: core.Block) -> None:
        contests = [self.core.contests[k] for k in block.members if k in self.core.contests]
        definitions = [self.core.definitions[k] for k in block.members if k in self.core.definitions]

        def place(found: set[tuple[str, Any]]) -> None:
            for c in contests:
                self.literals[c.key] = frozenset(literal for key, literal in found if key == c.key)
            for d in definitions:
                self.named[d.key] = False
            while True:
                before = dict(self.named)
                for d in definitions:
                    self.definition(d)
                if before == self.named:
                    return

        def app(found: set[tuple[str, Any]]) -> set[tuple[core.Contest, int]]:
            place(found)
            return {(c, i) for c in contests for i in range(len(c.rules)) if self.applies(self.rule(c, i))}

        striking: set[tuple[str, int]] = set()
        while True:
            possible: set[tuple[str, Any]] = set()
            while True:
                p = {
                    (c, i) for c, i in app(possible)
                    if not any(k == c.key and i in c.outranks[j] and self.clash(c, i, j) for k, j in striking)
                }
                heads = {(c.key, self.rule(c, i).literal) for c, i in p}
                if heads <= possible:
                    break
                possible |= heads
            sure: set[tuple[str, Any]] = set()
            while True:
                a = app(sure)
                new = {
                    (c.key, self.rule(c, i).literal) for c, i in a
                    if not any(d.key == c.key and self.clash(c, i, j) for d, j in p)
                }
                if new <= sure:
                    break
                sure |= new
            k = {
                (c.key, i) for c, i in a
                if c.kind is not ContestKind.ACTION
                or all(j in c.outranks[i] for d, j in p if d.key == c.key and self.clash(c, i, j))
            }
            if k == striking:
                break
            striking = k
        chosen: set[tuple[str, Any]] = set()
        for c in contests:
            least = frozenset(literal for key, literal in sure if key == c.key)
            most = {literal for key, literal in possible if key == c.key}
            if any(core.incompatible(x, y, c.kind) for x, y in combinations(sorted(most), 2)):
                self.conflicts.add(c.key)
            options = compatible_between(least, most, c.kind)
            chosen |= {(c.key, literal) for literal in self.choose(c.key, options)}
        there = app(chosen)
        for c in contests:
            self.applicable[c.key] = tuple(c.rules[i] for d, i in sorted(there, key=lambda one: one[1]) if d is c)

    def rule(self, contest: core.Contest, i: int) -> core.GroundRule:
        return self.core.rules[contest.rules[i]]

    def clash(self, contest: core.Contest, i: int, j: int) -> bool:
        left, right = self.rule(contest, i).literal, self.rule(contest, j).literal
        assert left is not None
        assert right is not None
        return core.incompatible(left, right, contest.kind)


def compatible_between(least: frozenset[Any], most: set[Any], kind: ContestKind) -> tuple[frozenset[Any], ...]:
    """The sets between the two without incompatible members."""
    more = sorted(most - least)
    found = []
    for size in range(len(more) + 1):
        for part in combinations(more, size):
            whole = least | set(part)
            if not any(core.incompatible(x, y, kind) for x, y in combinations(sorted(whole), 2)):
                found.append(frozenset(whole))
    return tuple(found)


def settle(contest: core.Contest, heads: Mapping[int, Any]) -> tuple[frozenset[Any], ...]:
    """Every result of: take an applicable rule that no remaining one outranks, strike what is incompatible, go on."""
    results: set[frozenset[Any]] = set()
    seen: set[tuple[frozenset[int], frozenset[int]]] = set()

    def go(rest: frozenset[int], taken: frozenset[int]) -> None:
        if (rest, taken) in seen:
            return
        seen.add((rest, taken))
        if not rest:
            results.add(frozenset(heads[i] for i in taken))
        for i in rest:
            if not any(i in contest.outranks[j] for j in rest):
                go(frozenset(j for j in rest - {i} if not clash(contest, heads[i], heads[j])), taken | {i})

    go(frozenset(heads), frozenset())
    return tuple(sorted(results, key=lambda literals: sorted(map(str, literals))))


def clash(contest: core.Contest, left: Any, right: Any) -> bool:
    if contest.kind is ContestKind.ACTION:
        return core.incompatible(left, right, contest.kind)
    return bool(left != right)


# ------------------------------------------------------------------------------------------------------ worlds


def values_of(fact: core.GroundFact) -> list[Any]:
    """All values of a small domain, NONE among them where the fact may be that."""
    return [*_values_of(fact), NONE] if fact.nullable else _values_of(fact)


def _values_of(fact: core.GroundFact) -> list[Any]:
    match fact.type:
        case BooleanType():
            return [False, True]
        case NumberType(True, low, high) if low is not None and high is not None:
            return list(range(int(low), int(high) + 1))
        case _:
            assert fact.domain is not None
            return list(fact.domain)


class TooMany(Exception):
    """More worlds than a test has patience for."""


def worlds(
    program: Core, known: Mapping[str, Any], asked: core.Formula | core.Value, most: int = 150
) -> Iterator[tuple[World, Any]]:
    """Every world with what it makes of the target (UNDEFINED for an expression without a value)."""
    left = most
    unknown = [key for key in sorted(program.facts) if key not in known]
    for values in product(*(values_of(program.facts[key]) for key in unknown)):
        facts = {**known, **dict(zip(unknown, values, strict=True))}
        todo: list[tuple[dict[Any, Any], dict[Any, tuple[Any, ...]]]] = [({}, {})]
        while todo:
            choices, options = todo.pop()
            run = _Run(program, facts, choices, options)
            try:
                run.run()
                if not all(run.truth(always) for always in program.always):
                    continue
                if isinstance(asked, core.Truth | core.FactTest | core.Established | core.Not | core.And | core.Or
                              | core.Test | core.NoneTest | core.Named):
                    result: Any = run.truth(asked)
                else:
                    result = run.value(asked)
                    if isinstance(result, Undefinedness):
                        result = NONE if isinstance(asked, core.OutcomeRead) and not run.literals[asked.contest] \
                            else UNDEFINED
            except _Missing as missing:
                todo += [
                    ({**choices, missing.key: option}, {**options, missing.key: missing.options})
                    for option in missing.options
                ]
                continue
            left -= 1
            if left < 0:
                raise TooMany
            conditions = frozenset(
                i for i, rule in enumerate(program.rules) if _settled_truth(run, rule.condition)
            )
            yield World(facts, choices, options, run.literals, run.values, frozenset(run.conflicts), run.applicable,
                        conditions), result


def _settled_truth(run: _Run, formula: core.Formula) -> bool:
    try:
        return run.truth(formula)
    except (_Missing, KeyError):
        return False
