"""A core program as terms: formulas, values, and what they read, encoded once and shared by all queries.

Contests and definitions are encoded when something first reads them, bottom-up and block by block, in an order that
does not depend on the order of rules; so the terms hold the cone of what is asked and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias, cast

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, Value
from rulelang.engine.core_parts import children
from rulelang.engine.solver import encode_arithmetic as arithmetic
from rulelang.engine.solver import encode_dates as dates
from rulelang.engine.solver.answer import NotEncoded
from rulelang.engine.solver.encode_dates import Calendar
from rulelang.engine.solver.encode_facts import Facts
from rulelang.engine.solver.encode_lookup import lookup
from rulelang.engine.solver.symbolic import (
    UNDEFINED,
    Symbolic,
    Symbols,
    conform,
    constant,
    first,
)
from rulelang.engine.solver.terms import Bool, Terms
from rulelang.grammar.model import Mode

Heads: TypeAlias = "dict[bool | Mode, Bool]"


class View(Protocol):
    """How formulas read the members of a cyclic block while it is being settled."""

    def established(self, contest: str, literals: tuple[bool | Mode, ...]) -> Bool | None:
        """None: the contest is none of the block's."""
        ...

    def named(self, definition: str) -> Bool | None: ...


@dataclass(frozen=True, slots=True)
class RuleTerms:
    """A ground rule's condition alone, and that it applies."""

    condition: Bool
    applies: Bool


@dataclass(slots=True)
class SettledContest:
    """A contest in each world: its established literals, or its value before and after limits; whether it is in
    conflict.  `rules`: by position in the contest."""

    contest: c.Contest
    heads: Heads
    unlimited: Symbolic
    value: Symbolic
    conflict: Bool
    rules: dict[int, RuleTerms]
    choices: tuple[Bool, ...] = ()
    """What the world chooses where the contest is in conflict, in an order that is the same wherever rules stand."""
    options: tuple[tuple[Bool, Symbolic], ...] = ()
    """Of a valued outcome: the values that it may come to, each with the condition under which it may."""
    between: tuple[Bool, ...] = ()
    """In a cyclic block: for each literal whether it is sure and whether it is possible."""


@dataclass(slots=True)
class OpenTest:
    """A comparison that is open where `when` is true; `truth` then is its truth value."""

    test: c.Test | c.NoneTest
    when: Bool
    truth: Any


@dataclass(slots=True)
class Encoding:
    """See the module's docstring; made by `encode`."""

    core: Core
    terms: Terms
    symbols: Symbols
    calendar: Calendar
    facts: Facts
    contests: dict[str, SettledContest] = field(default_factory=dict)
    truths: dict[str, Bool] = field(default_factory=dict)
    """Boolean definitions."""
    values: dict[str, Symbolic] = field(default_factory=dict)
    """Valued definitions."""
    tests: dict[c.Test | c.NoneTest, OpenTest] = field(default_factory=dict)
    always: tuple[Any, ...] = ()
    """A truth value for each ALWAYS declaration, to be assumed."""
    blocks: dict[str, c.Block] = field(default_factory=dict)
    _formulas: dict[int, tuple[Formula, Bool]] = field(default_factory=dict)
    _expressions: dict[int, tuple[Value, Symbolic]] = field(default_factory=dict)

    # ---------------------------------------------------------------------------------------------- what is read

    def truth(self, formula: Formula) -> Bool:
        """A formula, with all that it reads.

        Raises:
            NotEncoded: something that it reads cannot be said exactly.
        """
        self.reach(formula)
        return self.formula(formula)

    def symbolic(self, value: Value) -> Symbolic:
        """An expression, with all that it reads; raises as `truth` does."""
        self.reach(value)
        return self.value(value)

    def reach(self, node: Formula | Value) -> None:
        """Encodes what a formula or value reads, blocks below first."""
        from rulelang.engine.solver.encode_blocks import encode_block

        path: list[tuple[c.Block | None, Iterator[str]]] = [(None, iter(sorted(reads(node))))]
        entered: set[tuple[str, ...]] = set()
        while path:
            block, names = path[-1]
            for name in names:
                reached = self.blocks[name]
                if reached.members in entered or self.encoded(name):
                    continue
                entered.add(reached.members)
                path.append((reached, iter(below(reached, self.core))))
                break
            else:
                path.pop()
                if block is not None:
                    encode_block(self, block)

    def encoded(self, name: str) -> bool:
        return name in self.contests or name in self.truths or name in self.values

    # -------------------------------------------------------------------------------------------------- formulas

    def formula(self, formula: Formula, view: View | None = None) -> Bool:
        """A formula whose contests and definitions are encoded (or are those of the view)."""
        if view is not None:
            return self._formula(formula, view)
        known = self._formulas.get(id(formula))
        if known is None:
            known = self._formulas[id(formula)] = formula, self._formula(formula, None)
        return known[1]

    def _formula(self, formula: Formula, view: View | None) -> Bool:
        terms = self.terms
        match formula:
            case c.Truth(value):
                return value
            case c.FactTest(fact):
                return self.facts.truth(fact)
            case c.Established(contest, literals):
                seen = None if view is None else view.established(contest, literals)
                return self.established(contest, literals) if seen is None else seen
            case c.Named(definition):
                seen = None if view is None else view.named(definition)
                return self.truths[definition] if seen is None else seen
            case c.Not(operand):
                return terms.negation(self.formula(operand, view))
            case c.And(parts):
                return terms.conjunction([self.formula(part, view) for part in parts])
            case c.Or(parts):
                return terms.disjunction([self.formula(part, view) for part in parts])
            case c.Test(op, left, right):
                true, defined = arithmetic.compare(terms, op, self.value(left), self.value(right))
                return self._open(formula, true, terms.negation(defined))
            case c.NoneTest(operand):
                read = self.value(operand)
                none = terms.disjunction((read.none, read.absent))
                return self._open(formula, none, terms.conjunction((read.undefined, terms.negation(read.absent))))

    def established(self, contest: str, literals: tuple[bool | Mode, ...]) -> Bool:
        """One of these literals is established."""
        heads = self.contests[contest].heads
        return self.terms.disjunction([heads[literal] for literal in literals if literal in heads])

    def _open(self, test: c.Test | c.NoneTest, true: Bool, when: Bool) -> Bool:
        """A test: where it is open, an unknown truth value, the same for equal tests."""
        if when is False:
            return true
        known = self.tests.get(test)
        if known is None:
            known = self.tests[test] = OpenTest(test, when, self.terms.truth("open"))
        return self.terms.choice(when, known.truth, true)

    def in_force(self, exceptions: tuple[c.GroundException, ...], view: View | None = None) -> Bool:
        """One of the exceptions is in force: its condition is true and none of its own exceptions is in force."""
        terms = self.terms
        return terms.disjunction([
            terms.conjunction((
                self.formula(e.condition, view), terms.negation(self.in_force(e.exceptions, view))
            ))
            for e in exceptions
        ])

    def rule(self, rule: c.GroundRule | c.GroundLimit, view: View | None = None) -> RuleTerms:
        """A rule (or limit) whose parts are encoded."""
        condition = self.formula(rule.condition, view)
        if condition is False or not rule.exceptions:
            return RuleTerms(condition, condition)
        excepted = self.in_force(rule.exceptions, view)
        return RuleTerms(condition, self.terms.conjunction((condition, self.terms.negation(excepted))))

    # ---------------------------------------------------------------------------------------------------- values

    def value(self, value: Value) -> Symbolic:
        """An expression whose contests and definitions are encoded."""
        known = self._expressions.get(id(value))
        if known is None:
            known = self._expressions[id(value)] = value, self._value(value)
        return known[1]

    def _value(self, value: Value) -> Symbolic:
        terms = self.terms
        match value:
            case c.Constant(known):
                return constant(terms, self.symbols, known)
            case c.Undefined():
                return UNDEFINED
            case c.FactRead(fact):
                return self.facts.value(fact)
            case c.OutcomeRead(contest):
                return self.contests[contest].value
            case c.NamedRead(definition):
                return self.values[definition]
            case c.Arithmetic(op, left, right):
                return _OPERATIONS[op](terms, self.value(left), self.value(right))
            case c.Minus(operand):
                return arithmetic.negate(terms, self.value(operand))
            case c.Shift(base, by):
                return dates.shift(self.calendar, self.value(base), self.value(by))
            case c.Elapsed(unit, start, end):
                return dates.elapsed(self.calendar, unit, self.value(start), self.value(end))
            case c.Call(function, args):
                return self._call(function, [self.value(arg) for arg in args])
            case c.CountOf(conditions):
                one, zero = terms.number(1), terms.number(0)
                counted = [terms.chosen(self.formula(condition), one, zero) for condition in conditions]
                return Symbolic({"number": (True, (terms.add(*counted),))})
            case c.Fold(fold, items):
                read = [(self.formula(guard), self.value(item)) for guard, item in items]
                if fold == "SUM":
                    return arithmetic.total(terms, read)
                return arithmetic.extreme_of(terms, "<" if fold == "MIN" else ">", read)
            case c.Selected(cases):
                read = [(self.formula(guard), self.value(item)) for guard, item in cases]
                return first(terms, read, UNDEFINED)
            case c.Lookup(table, column, args):
                read_args = [self.value(arg) for arg in args]
                return lookup(terms, self.symbols, self.core.tables[table], column, read_args)

    def _call(self, function: str, args: list[Symbolic]) -> Symbolic:
        terms = self.terms
        match function, args:
            case ("ROUND" | "FLOOR" | "CEIL"), [number]:
                return arithmetic.rounded(terms, function, number, None)
            case ("ROUND" | "FLOOR" | "CEIL"), [number, step]:
                return arithmetic.rounded(terms, function, number, step)
            case "ABS", [operand]:
                return arithmetic.absolute(terms, operand)
            case "LEAST", _:
                return arithmetic.extreme_of(terms, "<", [(True, arg) for arg in args])
            case "GREATEST", _:
                return arithmetic.extreme_of(terms, ">", [(True, arg) for arg in args])
            case ("YEAR" | "MONTH" | "DAY"), [operand]:
                return dates.part_of_date(self.calendar, function, operand)
            case "DATE", [year, month, day]:
                return dates.date_of(self.calendar, year, month, day)
            case _:
                raise NotEncoded(f"{function} of {len(args)} values")

    # ----------------------------------------------------------------------------------------------- definitions

    def definition_truth(self, definition: c.GroundDefinition, view: View | None = None) -> Bool:
        """A boolean definition: the first case whose condition is true says it; false where none is."""
        terms = self.terms
        result: Bool = False
        for condition, formula in reversed(definition.cases):
            here = self.formula(condition, view)
            result = terms.choice(here, self.formula(cast(Formula, formula), view), result)
        return result

    def definition_value(self, definition: c.GroundDefinition) -> Symbolic:
        """A valued definition: undefined where no case fits, or where the value is not of the type."""
        cases = [(self.formula(condition), self.value(cast(Value, value))) for condition, value in definition.cases]
        found = first(self.terms, cases, UNDEFINED)
        fitting = conform(self.terms, self.symbols, found, definition.type, definition.domain)
        return replace(fitting, absent=False)


_OPERATIONS: dict[str, Callable[[Terms, Symbolic, Symbolic], Symbolic]] = {
    "+": arithmetic.add,
    "-": arithmetic.subtract,
    "*": arithmetic.multiply,
    "/": arithmetic.divide,
}


def encode(core: Core, nones: frozenset[str] = frozenset(), stated: frozenset[str] = frozenset()) -> Encoding:
    """An encoding of a core program, empty until something is asked of it.

    The facts are free in their domains: what a case knows of them is given to each query.  A core that is grounded
    without a case is analysed in the same way.  `nones`: the facts that a query may give as NONE; `stated`: texts that
    are in the domains of facts though the core does not write them.
    """
    return encode_with(Terms(), Symbols(), core, nones, stated)


def encode_with(
    terms: Terms, symbols: Symbols, core: Core, nones: frozenset[str], stated: frozenset[str] = frozenset()
) -> Encoding:
    """The same with terms that another encoding uses too, so that worlds of both can be compared."""
    facts = Facts(terms, symbols, core, nones, stated=stated)
    return _prepared(Encoding(core, terms, symbols, Calendar(terms), facts))


def encode_beside(other: Encoding, same: Collection[str]) -> Encoding:
    """The same core once more, beside another encoding: these facts are the other's own, as are days taken apart.

    What is calculated from them is then one term for both, not two that the solver has to find equal.
    """
    made = Facts(
        other.terms, other.symbols, other.core, other.facts.nones,
        {key: variable for key, variable in other.facts.booleans.items() if key in same},
        {key: fact for key, fact in other.facts.valued.items() if key in same},
    )
    return _prepared(Encoding(other.core, other.terms, other.symbols, other.calendar, made))


def _prepared(made: Encoding) -> Encoding:
    """With its blocks told apart, and what is declared ALWAYS ready to be assumed."""
    core, terms = made.core, made.terms
    for block in core.blocks:
        for name in block.members:
            made.blocks[name] = block
    assumed = []
    for formula in core.always:
        kept = terms.truth("always")
        terms.require(terms.implication(kept, made.truth(formula)))
        assumed.append(kept)
    made.always = tuple(assumed)
    return made


# ----------------------------------------------------------------------------------------------------- what is read


def reads(node: Formula | Value) -> set[str]:
    """The contests and definitions that a formula or value reads directly."""
    found: set[str] = set()
    todo = [node]
    while todo:
        part = todo.pop()
        match part:
            case c.Established(name) | c.Named(name) | c.OutcomeRead(name) | c.NamedRead(name):
                found.add(name)
            case _:
                todo.extend(children(part))
    return found


def below(block: c.Block, core: Core) -> list[str]:
    """What a block's contests and definitions read outside of it, sorted."""
    found: set[str] = set()
    for name in block.members:
        if name in core.contests:
            contest = core.contests[name]
            ruled: list[c.GroundRule | c.GroundLimit] = [core.rules[i] for i in contest.rules]
            for rule in [*ruled, *contest.limits]:
                found |= reads(rule.condition)
                for exception in _all_exceptions(rule.exceptions):
                    found |= reads(exception.condition)
                expression = rule.bound if isinstance(rule, c.GroundLimit) else rule.value
                if expression is not None:
                    found |= reads(expression)
        else:
            for condition, value in core.definitions[name].cases:
                found |= reads(condition) | reads(value)
    return sorted(found - set(block.members))


def _all_exceptions(exceptions: tuple[c.GroundException, ...]) -> Iterator[c.GroundException]:
    for exception in exceptions:
        yield exception
        yield from _all_exceptions(exception.exceptions)
