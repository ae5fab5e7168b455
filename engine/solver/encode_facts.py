"""Facts as variables: their domains, and what is known of them as assumptions.

Nothing that a case says is asserted: a known fact is one assumption, and so is that an unknown one is in its domain.
So one encoding serves all cases of a core, and what a proof rests on can be read off the assumptions it used.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulelang.engine.core import (
    Constant,
    Core,
    FactRead,
    Formula,
    GroundException,
    GroundFact,
    NamedRead,
    OutcomeRead,
    Test,
    Value,
)
from rulelang.engine.core_parts import children
from rulelang.engine.evaluating.domains import OTHER_TEXT
from rulelang.engine.solver.answer import Known, NotEncoded
from rulelang.engine.solver.encode_dates import LAST_DAY
from rulelang.engine.solver.symbolic import Kind, Part, Payload, Symbolic, Symbols, as_numbers, from_numbers, within
from rulelang.engine.solver.terms import Bool, Terms
from rulelang.grammar.model import (
    BooleanType,
    Constant_,
    DateType,
    DurationType,
    NumberType,
    SortType,
    TextType,
    TimeType,
)
from rulelang.grammar.values import DAY, NONE

LAST_SECOND = LAST_DAY * DAY - 1


@dataclass(slots=True)
class ValuedFact:
    """A fact with a value: its numbers, and the truth values that assume what is known of it.

    `unknown` assumes that it is in its domain (NONE is in that of a fact that may be NONE), `none` that it is NONE; no
    case makes it so where that is None.
    """

    fact: GroundFact
    kind: Kind
    payload: Payload
    symbolic: Symbolic
    unknown: Any
    none: Any | None
    values: dict[Constant_, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Facts:
    """The facts of an encoding, made when they are first read.

    `nones` are facts that a case may give as NONE besides those that the program lets be so; for all others that
    possibility costs nothing.
    """

    terms: Terms
    symbols: Symbols
    core: Core
    nones: frozenset[str]
    booleans: dict[str, Any] = field(default_factory=dict)
    valued: dict[str, ValuedFact] = field(default_factory=dict)
    texts: tuple[str, ...] | None = None
    stated: frozenset[str] = frozenset()
    """Texts that a query may give, which the program need not write."""

    def truth(self, key: str) -> Bool:
        """A boolean fact."""
        made = self.booleans.get(key)
        if made is None:
            made = self.booleans[key] = self.terms.truth(key)
        return made

    def value(self, key: str) -> Symbolic:
        """A fact with a value; raises NotEncoded where its values cannot be told."""
        made = self.valued.get(key)
        if made is None:
            made = self.valued[key] = self._make(self.core.facts[key])
        return made.symbolic

    def _make(self, fact: GroundFact) -> ValuedFact:
        terms = self.terms
        kind, payload, domain = self._variable(fact)
        unknown = terms.truth(f"unknown {fact.key}")
        none = terms.truth(f"none {fact.key}") if fact.nullable or fact.key in self.nones else None
        there: Bool = True if none is None else terms.negation(none)
        within_: Bool = terms.implication(there, domain) if fact.nullable else terms.conjunction((there, domain))
        terms.require(terms.implication(unknown, within_))
        part: Part = there, payload
        return ValuedFact(fact, kind, payload, Symbolic({kind: part}, none=False if none is None else none), unknown,
                          none)

    def _variable(self, fact: GroundFact) -> tuple[Kind, Payload, Bool]:
        """The kind, the numbers and the domain of a fact."""
        terms, name = self.terms, fact.key
        match fact.type:
            case NumberType() as type_:
                number = terms.integer(name) if type_.integer else terms.rational(name)
                return "number", (number,), within(terms, number, type_)
            case DateType():
                return self._range(name, "day", 1, LAST_DAY)
            case TimeType():
                return self._range(name, "second", 0, LAST_SECOND)
            case DurationType(unit) if unit is not None:
                number = terms.integer(name)
                zero = terms.number(0)
                return "duration", (number, zero) if unit == "MONTHS" else (zero, number), True
            case TextType():
                return self._members(name, (*self.all_texts(), OTHER_TEXT))
            case SortType() if fact.domain is not None:
                return self._members(name, fact.domain)
            case _:
                raise NotEncoded(f"the possible values of {name} are not known")

    def _range(self, name: str, kind: Kind, low: int, high: int) -> tuple[Kind, Payload, Bool]:
        terms = self.terms
        number = terms.integer(name)
        inside = (terms.compare(">=", number, terms.number(low)), terms.compare("<=", number, terms.number(high)))
        return kind, (number,), terms.conjunction(inside)

    def _members(self, name: str, members: Iterable[Constant_]) -> tuple[Kind, Payload, Bool]:
        terms = self.terms
        number = terms.integer(name)
        kinds: set[Kind] = set()
        options: list[Bool] = []
        for member in members:
            kind, [value] = as_numbers(self.symbols, member)
            kinds.add(kind)
            options.append(terms.compare("=", number, terms.number(value)))
        if len(kinds) > 1:
            raise NotEncoded(f"the members of {name} are of several kinds")
        found: list[Kind] = [*kinds, "text"]
        return found[0], (number,), terms.disjunction(options)

    def all_texts(self) -> tuple[str, ...]:
        """The texts of the program: an unknown text is one of them or one other (D12.2)."""
        if self.texts is None:
            self.texts = tuple(sorted(texts_of(self.core) | self.stated))
        return self.texts

    # --------------------------------------------------------------------------------------------- what is known

    def assumptions(self, known: Known) -> list[tuple[Any, str | None]]:
        """What is known and unknown of all facts read so far: the assumption, and the fact's key where it is known."""
        terms = self.terms
        found: list[tuple[Any, str | None]] = []
        for key in sorted(self.booleans):
            if key in known:
                variable = self.booleans[key]
                found.append((variable if known[key] is True else terms.negation(variable), key))
        for key in sorted(self.valued):
            made = self.valued[key]
            if key in known:
                found.append((self._is(made, known[key]), key))
            else:
                found.append((made.unknown, None))
        return found

    def _is(self, made: ValuedFact, value: bool | Constant_) -> Any:
        if value is NONE:
            if made.none is None:
                raise NotEncoded(f"that {made.fact.key} has no value")
            return made.none
        assert not isinstance(value, bool)
        known = made.values.get(value)
        if known is None:
            known = made.values[value] = self.terms.truth(f"{made.fact.key} is {value}")
            self.terms.require(self.terms.implication(known, self.equals(made, value)))
        return known

    def equals(self, made: ValuedFact, value: Constant_) -> Bool:
        """That a fact has this value."""
        terms = self.terms
        if value is NONE:
            return False if made.none is None else made.none
        kind, numbers = as_numbers(self.symbols, value)
        if made.kind != kind:
            return False
        pairs = zip(made.payload, numbers, strict=True)
        there: Bool = True if made.none is None else terms.negation(made.none)
        return terms.conjunction([there, *(terms.compare("=", number, terms.number(n)) for number, n in pairs)])

    # ------------------------------------------------------------------------------------------------- in a model

    def in_model(self, known: Known) -> dict[str, bool | Constant_]:
        """The value of every fact read so far; known facts as they are known."""
        found: dict[str, bool | Constant_] = {}
        for key, variable in self.booleans.items():
            found[key] = known[key] if key in known else self.terms.is_true(variable)
        for key, made in self.valued.items():
            found[key] = known[key] if key in known else self.value_in_model(made)
        return {key: found[key] for key in sorted(found)}

    def value_in_model(self, made: ValuedFact) -> Constant_:
        if made.none is not None and self.terms.is_true(made.none):
            return NONE
        numbers = [self.terms.value(number) for number in made.payload]
        value = from_numbers(self.symbols, made.kind, numbers)
        assert value is not None
        return value


def same_fact(terms: Terms, one: ValuedFact, other: ValuedFact) -> Bool:
    """That a fact has the same value in two copies, or none in both."""
    numbers = zip(one.payload, other.payload, strict=True)
    same = terms.conjunction([terms.compare("=", a, b) for a, b in numbers])
    if one.none is None or other.none is None:
        return same
    both = terms.conjunction((one.none, other.none))
    return terms.disjunction((both, terms.conjunction((terms.equivalence(one.none, other.none), same))))


def texts_of(core: Core) -> set[str]:
    """All texts that a core program writes; members and entities are left out where they surely are no texts."""
    found: set[str] = set()
    seen: set[int] = set()
    todo: list[Formula | Value] = [*core.always, *core.targets]
    for definition in core.definitions.values():
        for condition, result in definition.cases:
            todo.append(condition)
            todo += _texts((result,), definition.domain is not None)
    exceptions: list[GroundException] = []
    for rule in core.rules:
        todo.append(rule.condition)
        exceptions += rule.exceptions
        if rule.value is not None:
            # A step by itself has all rules of its program, and only the contests that it needs.
            contest = core.contests.get(rule.contest)
            todo += _texts((rule.value,), contest is not None and contest.domain is not None)
    for contest in core.contests.values():
        for limit in contest.limits:
            todo += (limit.condition, limit.bound)
            exceptions += limit.exceptions
    while exceptions:
        exception = exceptions.pop()
        todo.append(exception.condition)
        exceptions += exception.exceptions
    while todo:
        node = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Constant):
            if isinstance(node.value, str):
                found.add(node.value)
        elif isinstance(node, Test):
            sides = node.left, node.right
            todo += _texts(sides, any(_has_members(core, side) for side in sides))
        else:
            todo.extend(children(node))
    return found


def _texts(values: Iterable[Formula | Value], members: bool) -> list[Formula | Value]:
    """Those of the values in which texts may be written; a constant among members is one of them."""
    return [value for value in values if not (members and isinstance(value, Constant))]


def _has_members(core: Core, value: Value) -> bool:
    """Whether something is read that has members or entities for values."""
    match value:
        case FactRead(key):
            return key in core.facts and core.facts[key].domain is not None
        case OutcomeRead(key):
            return key in core.contests and core.contests[key].domain is not None
        case NamedRead(key):
            return key in core.definitions and core.definitions[key].domain is not None
        case _:
            return False


def default_value(fact: GroundFact) -> bool | Constant_:
    """The first value of a fact's domain: false, zero or what is nearest to it, the first member."""
    match fact.type:
        case BooleanType():
            return False
        case NumberType(_, low, high):
            if low is not None and low > 0:
                return -(-low.numerator // low.denominator) if high is None or low.denominator == 1 else _whole(low)
            if high is not None and high < 0:
                return high.numerator // high.denominator if low is None or high.denominator == 1 else _whole(high)
            return 0
        case DateType():
            return datetime.date(2000, 1, 1)
        case TimeType():
            return datetime.datetime(2000, 1, 1)
        case TextType():
            return OTHER_TEXT
        case _:
            return NONE if not fact.domain else fact.domain[0]


def _whole(bound: Any) -> Constant_:
    return bound.numerator if bound.denominator == 1 else bound  # type: ignore[no-any-return]


def complete(core: Core, facts: Mapping[str, bool | Constant_]) -> dict[str, bool | Constant_]:
    """A value for every fact of the core; those that nothing read get the first of their domain."""
    return {key: facts[key] if key in facts else default_value(fact) for key, fact in sorted(core.facts.items())}
