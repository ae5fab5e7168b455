"""Fact judgments: what a case settles about its facts, in the pieces in which rules ask for it.

A judgment is a boolean fact (`NOT to_affiliate`), a comparison of facts as a rule writes it (`weight(b1) > 50`), the
exact value of a fact that enters a calculation (`weight(b1) = 60`), or an outcome that the case states.  Together the
judgments of a case fix every decision that its facts fix: a comparison that is not settled though one of its facts is
known gives way to that fact's value.  Meaning: verification, N3, N5 and N6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, Value
from rulelang.engine.core_parts import children
from rulelang.engine.core_text import formula_text
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.replay import cone
from rulelang.grammar.model import BooleanType
from rulelang.grammar.values import NONE


@dataclass(frozen=True, slots=True)
class Judgment:
    """That a formula over facts is true, or false, in the case.

    `stipulated`: the case states an outcome; `formula` is then what it states, and `holds` is true.
    """

    formula: Formula
    holds: bool
    stipulated: bool = False

    @property
    def text(self) -> str:
        """As a rule would write it: `NOT fraud`, `weight(b1) <= 50`.

        >>> Judgment(c.Test(">", c.FactRead("n"), c.Constant(5)), False).text
        'n <= 5'
        """
        match self.formula:
            case c.Test(op, c.FactRead(), c.Constant()) if not self.holds:
                return formula_text(replace(self.formula, op=COMPLEMENT[op]))
            case c.Test() if not self.holds:
                return f"NOT ({formula_text(self.formula)})"
            case _ if not self.holds:
                return formula_text(c.Not(self.formula))
            case _:
                return formula_text(self.formula)

    @property
    def place(self) -> tuple[str, bool]:
        """The order in which judgments are named."""
        return formula_text(self.formula), self.holds


Operator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]

COMPLEMENT: dict[Operator, Operator] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
MIRRORED: dict[Operator, Operator] = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

GIVEN = "GIVEN "
"""The switch of a stipulation is a fact whose key begins so; no fact's key does."""


def judgments_of(core: Core, known: Known, index: int = 0) -> tuple[Judgment, ...]:
    """The judgments of the case that bear on a target of its core, in the order of their names."""
    small = cone(core, (core.targets[index],))
    members = {name for block in small.blocks for name in block.members}
    reading = Reading(known, core.definitions, core.tables, {}, {})
    found: set[Judgment] = set()
    for formula in conditions(small, members):
        found.update(_of_node(formula, reading))
    for rule in core.rules:
        if rule.contest in members and is_stipulation(rule):
            found.add(Judgment(stipulated_formula(rule), True, True))
    return tuple(sorted(found, key=lambda judgment: judgment.place))


def conditions(small: Core, members: Iterable[str]) -> Iterator[Formula | Value]:
    """All formulas and values of a cone: its targets, ALWAYS declarations, rules, limits and definitions."""
    yield from small.targets
    yield from small.always
    for name in sorted(members):
        if name in small.definitions:
            for case in small.definitions[name].cases:
                yield from case
            continue
        contest = small.contests[name]
        ruled: list[c.GroundRule | c.GroundLimit] = [small.rules[number] for number in contest.rules]
        for one in (*ruled, *contest.limits):
            yield one.condition
            yield from _exceptions(one.exceptions)
            expression = one.bound if isinstance(one, c.GroundLimit) else one.value
            if expression is not None:
                yield expression


def _exceptions(parts: tuple[c.GroundException, ...]) -> Iterator[Formula]:
    for part in parts:
        yield part.condition
        yield from _exceptions(part.exceptions)


def _of_node(node: Formula | Value, reading: Reading) -> Iterator[Judgment]:
    """The judgments in a formula or value."""
    todo = [node]
    while todo:
        part = todo.pop()
        match part:
            case c.FactTest(key):
                if key in reading.facts:
                    yield Judgment(part, reading.facts[key] is True)
            case c.FactRead(key):
                if key in reading.facts:
                    yield valued(key, reading)
            case c.Test() | c.NoneTest() if is_of_facts(part):
                holds = None if _reads_none(part, reading) else truth(part, reading)
                if holds is None:
                    todo.extend(children(part))
                else:
                    yield plain(Judgment(part, holds))
            case _:
                todo.extend(children(part))


def valued(key: str, reading: Reading) -> Judgment:
    """That a fact has the value which it has."""
    value = reading.facts[key]
    read = c.FactRead(key)
    if value is NONE:
        return Judgment(c.NoneTest(read), True)
    assert not isinstance(value, bool)
    return Judgment(c.Test("=", read, c.Constant(value)), True)


def is_of_facts(formula: Formula) -> bool:
    """Whether a comparison reads facts, and nothing else that depends on the case."""
    return bool(facts_of(formula)) and not any(
        isinstance(part, c.Established | c.Named | c.OutcomeRead | c.NamedRead) for part in parts_of(formula)
    )


def facts_of(formula: Formula | Value) -> tuple[str, ...]:
    """The keys of the facts that a formula reads itself, sorted."""
    return tuple(sorted({part.fact for part in parts_of(formula) if isinstance(part, c.FactTest | c.FactRead)}))


def parts_of(node: Formula | Value) -> Iterator[Formula | Value]:
    """A formula or value and all its parts."""
    todo = [node]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(children(part))


def _reads_none(formula: Formula, reading: Reading) -> bool:
    return any(isinstance(part, c.FactRead) and reading.facts.get(part.fact) is NONE for part in parts_of(formula))


def plain(judgment: Judgment) -> Judgment:
    """One form for what is the same: `5 < n`, `NOT n <= 5` and `n > 5`.

    Only where neither side can be undefined: open tests are the same where they are written the same.
    """
    match judgment.formula:
        case c.Test(op, c.Constant() as left, c.FactRead() as right):
            turned = Judgment(c.Test(MIRRORED[op], right, left), judgment.holds)
            return plain(turned)
        case c.Test(op, c.FactRead(), c.Constant()) if op in ("<=", ">=", "!="):
            same = replace(judgment.formula, op=COMPLEMENT[op])
            return Judgment(same, not judgment.holds)
        case _:
            return judgment


# ------------------------------------------------------------------------------------------------- stipulations


def is_stipulation(rule: c.GroundRule) -> bool:
    """Whether a ground rule is what the case states of an outcome."""
    return rule.kind is c.Kind.STIPULATION


def stipulated_formula(rule: c.GroundRule) -> Formula:
    """What a stipulation states."""
    if rule.value is not None:
        return c.Test("=", c.OutcomeRead(rule.contest), rule.value)
    assert rule.literal is not None
    return c.Established(rule.contest, (rule.literal,))


def switch(judgment: Judgment) -> c.FactTest:
    """The fact that says whether the case states this outcome."""
    return c.FactTest(GIVEN + formula_text(judgment.formula))


def with_switches(core: Core, known: Known) -> tuple[Core, Known]:
    """The core in which stipulations apply only where their switch is on, and what is known with all of them on."""
    stated = [rule for rule in core.rules if is_stipulation(rule)]
    if not stated:
        return core, known
    facts, on = dict(core.facts), dict(known)
    rules = list(core.rules)
    for number, rule in enumerate(core.rules):
        if is_stipulation(rule):
            test = switch(Judgment(stipulated_formula(rule), True, True))
            facts[test.fact] = c.GroundFact(test.fact, test.fact, (), BooleanType(), None)
            on[test.fact] = True
            rules[number] = replace(rule, condition=test)
    return replace(core, facts=facts, rules=tuple(rules)), on


def premise(judgment: Judgment) -> Formula:
    """The judgment as a formula of the core with switches."""
    if judgment.stipulated:
        return switch(judgment)
    return judgment.formula if judgment.holds else c.Not(judgment.formula)
