"""Random rule pools of a realistic kind, and cases for them; the same pool for every engine.

A pool has facts (truth values, whole numbers from 0 to 99, small sorts) and outcomes in layers.  Each outcome has
one to three rules with two to four conditions on facts and on outcomes of lower layers, a fifth of them with an
opponent that is more special and stronger, a fifth with an exception; one in forty has an ironclad part; one outcome
in a hundred or so is a bare conjunction (a ban).  An outcome's rules are totally ordered, so every engine has to give
the same answers.  Conditions are chosen so that a rule's parts are likelier true than false.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeAlias

SIZES = {200: (60, 6), 1_000: (200, 7), 10_000: (1_000, 8)}
"""Rules -> facts and layers."""

Value: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Fact:
    """`members` of a sort; a number where `number`; else a truth value that is true with probability `share`."""

    name: str
    share: float
    number: bool
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """`op` "": a fact or an outcome is true; ">=" and "=": a fact against `operand`; negated unless `positive`."""

    name: str
    outcome: bool
    op: str
    operand: Value | None
    positive: bool


@dataclass(frozen=True, slots=True)
class PoolRule:
    """`body` and `exception` are conjunctions; `against`: concludes that the outcome is not."""

    name: str
    body: tuple[Literal, ...]
    exception: tuple[Literal, ...]
    against: bool
    ironclad: bool


@dataclass(frozen=True, slots=True)
class PoolOutcome:
    """An outcome with its rules, the strongest first."""

    name: str
    layer: int
    rules: tuple[PoolRule, ...]


@dataclass(frozen=True, slots=True)
class Layered:
    facts: tuple[Fact, ...]
    outcomes: tuple[PoolOutcome, ...]

    @property
    def top(self) -> tuple[str, ...]:
        """The outcomes of the highest layer."""
        highest = max(outcome.layer for outcome in self.outcomes)
        return tuple(outcome.name for outcome in self.outcomes if outcome.layer == highest)

    @property
    def size(self) -> int:
        return sum(len(outcome.rules) for outcome in self.outcomes)


class _Maker:
    """Makes a pool; keeps for each outcome how often it is true in a sample of cases, to choose likely conditions."""

    SAMPLE = 128

    def __init__(self, rules: int, seed: int) -> None:
        self.random = Random(f"{rules}/{seed}")
        facts, self.depth = SIZES[rules]
        self.rules = rules
        self.facts = tuple(self.fact(i) for i in range(facts))
        self.sample = [draw(self.facts, self.random) for _ in range(self.SAMPLE)]
        self.everywhere = (1 << self.SAMPLE) - 1
        self.true: dict[str, int] = {}
        self.layers: list[list[str]] = []
        self.number = 0

    def fact(self, i: int) -> Fact:
        kind = self.random.random()
        if kind < 0.6:
            return Fact(f"b{i}", round(self.random.uniform(0.2, 0.8), 3), False, ())
        if kind < 0.85:
            return Fact(f"n{i}", 0, True, ())
        return Fact(f"e{i}", 0, False, tuple(f"e{i}_{c}" for c in "abcde"[: self.random.randint(3, 5)]))

    def on_fact(self, likely: float = 0.75) -> Literal:
        fact = self.random.choice(self.facts)
        wanted = self.random.random() < likely
        if fact.number:
            bound = self.random.randrange(5, 100, 5)
            return Literal(fact.name, False, ">=", bound, (bound <= 50) is wanted)
        if fact.members:
            return Literal(fact.name, False, "=", self.random.choice(fact.members), not wanted)
        return Literal(fact.name, False, "", None, (fact.share >= 0.5) is wanted)

    def on_outcome(self, names: list[str], likely: float = 0.7) -> Literal:
        name = self.random.choice(names)
        often = self.true[name].bit_count() * 2 >= self.SAMPLE
        return Literal(name, True, "", None, often is (self.random.random() < likely))

    def body(self, layer: int, size: int, below: bool = True) -> tuple[Literal, ...]:
        found: dict[str, Literal] = {}
        while len(found) < size:
            if layer and below and not found:
                literal = self.on_outcome(self.layers[layer - 1])
            elif layer and self.random.random() < 0.45:
                literal = self.on_outcome(self.layers[self.random.randrange(layer)])
            else:
                literal = self.on_fact()
            found.setdefault(literal.name, literal)
        return tuple(found.values())

    def lanes(self, body: tuple[Literal, ...]) -> int:
        where = self.everywhere
        for literal in body:
            if literal.outcome:
                here = self.true[literal.name]
                where &= here if literal.positive else ~here
            else:
                where &= sum(1 << i for i, case in enumerate(self.sample) if test(literal, case[literal.name]))
        return where

    def rule(self, layer: int, body: tuple[Literal, ...], against: bool, ironclad: bool = False) -> PoolRule:
        self.number += 1
        exception: tuple[Literal, ...] = ()
        if not ironclad and self.random.random() < 0.2:
            exception = self.body(layer, self.random.randint(1, 2), below=False)
        return PoolRule(f"r{self.number}", body, exception, against, ironclad)

    def outcome(self, name: str, layer: int) -> PoolOutcome:
        pick = self.random
        rules: list[PoolRule] = []
        for _ in range(pick.choice((1, 2, 2, 3))):
            body = self.body(layer, pick.choice((2, 3, 3, 4)))
            rule = self.rule(layer, body, bool(rules) and pick.random() < 0.15)
            rules.append(rule)
            if pick.random() < 0.2:
                shared = tuple(pick.sample(body, pick.randint(1, 2)))
                more = [x for x in self.body(layer, 2) if all(x.name != y.name for y in shared)]
                opponent = self.rule(layer, (*shared, *more), not rule.against)
                rules.insert(0, opponent)
        if pick.random() < 0.05:
            rules.insert(0, self.rule(layer, self.body(layer, pick.choice((3, 4))), pick.random() < 0.5, True))
        decided = true = 0
        for rule in rules:
            where = self.lanes(rule.body) & ~decided
            if rule.exception:
                where &= ~self.lanes(rule.exception)
            decided |= where
            true |= 0 if rule.against else where
        self.true[name] = true
        return PoolOutcome(name, layer, tuple(rules))

    def make(self) -> Layered:
        outcomes: list[PoolOutcome] = []
        # 2.2 rules an outcome on average, with opponents and ironclad parts; the last layer takes up the rest.
        per_layer = round(self.rules / 2.45 / self.depth)
        for layer in range(self.depth):
            names: list[str] = []
            self.layers.append(names)
            while len(names) < per_layer or (layer == self.depth - 1 and self.number < self.rules):
                if self.number >= self.rules:
                    break
                name = f"p{len(outcomes)}"
                outcomes.append(self.outcome(name, layer))
                names.append(name)
        return Layered(self.facts, tuple(outcomes))


def test(literal: Literal, value: Value) -> bool:
    """Whether a literal on a fact is true of the fact's value."""
    if literal.op == ">=":
        assert isinstance(value, int)
        assert isinstance(literal.operand, int)
        return (value >= literal.operand) is literal.positive
    return (value == (True if literal.operand is None else literal.operand)) is literal.positive


def draw(facts: tuple[Fact, ...], random: Random) -> dict[str, Value]:
    """A case: a value for every fact."""
    case: dict[str, Value] = {}
    for fact in facts:
        if fact.number:
            case[fact.name] = random.randint(0, 99)
        elif fact.members:
            case[fact.name] = random.choice(fact.members)
        else:
            case[fact.name] = random.random() < fact.share
    return case


def pool(rules: int, seed: int = 1) -> Layered:
    """The pool of this size."""
    return _Maker(rules, seed).make()


def cases(made: Layered, number: int, seed: int = 1) -> tuple[list[dict[str, Value]], list[str]]:
    """Cases, and one outcome of the highest layer to ask for in each."""
    random = Random(seed)
    drawn = [draw(made.facts, random) for _ in range(number)]
    return drawn, [random.choice(made.top) for _ in drawn]


# ------------------------------------------------------------------------------------------------- as rule text


def rule_text(made: Layered) -> str:
    """The pool as a rule file."""
    lines = ["MODULE layered"]
    for fact in made.facts:
        kind = f" : ONE OF {', '.join(fact.members)}" if fact.members else ""
        lines.append(f"FACT {fact.name}{' : NUMBER FROM 0 TO 99' if fact.number else kind}")
    lines += [f"OUTCOME {outcome.name}" for outcome in made.outcomes]
    for outcome in made.outcomes:
        ordered: list[str] = []
        iron = [rule for rule in outcome.rules if rule.ironclad]
        for rule in outcome.rules:
            if rule.ironclad:
                continue
            lines.append(f"RULE {rule.name}")
            lines.append(f"  IF {_body(rule.body)} THEN {_head(outcome, rule)}")
            if rule.exception:
                lines.append(f"  EXCEPTION e IF {_body(rule.exception)}")
            for strict in iron:
                lines.append(f"  IRONCLAD {strict.name} IF {_body(strict.body)} THEN {_head(outcome, strict)}")
            iron = []
            ordered.append(rule.name)
        lines += [f"PRIORITY {upper} OVER {lower}" for upper, lower in pairwise(ordered)]
    return "\n".join(lines) + "\n"


def _head(outcome: PoolOutcome, rule: PoolRule) -> str:
    return f"NOT {outcome.name}" if rule.against else outcome.name


def _body(body: tuple[Literal, ...]) -> str:
    return " AND ".join(map(_literal, body))


def _literal(literal: Literal) -> str:
    if literal.op == ">=":
        return f"{literal.name} {'>=' if literal.positive else '<'} {literal.operand}"
    if literal.op == "=":
        return f"{literal.name} {'=' if literal.positive else '!='} {literal.operand}"
    return literal.name if literal.positive else f"NOT {literal.name}"
