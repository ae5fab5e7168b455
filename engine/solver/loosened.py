"""A core in which comparisons that are hard to calculate with may come out anyhow: each is an unknown fact of its own.

Every world of the core is one of this one too, so what no two worlds show here no two of the core show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, GroundFact, Value
from rulelang.engine.core_parts import rebuilt_core, rebuilt_formula, rebuilt_value
from rulelang.engine.core_text import formula_text
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.judgments import facts_of, is_of_facts, parts_of
from rulelang.grammar.model import BooleanType

PREFIX = "WHETHER "
"""The key of such a fact begins so; no other's does."""


@dataclass(frozen=True, slots=True)
class Loosened:
    """The core, and for each fact that stands for a comparison what it reads."""

    core: Core
    reads: dict[str, frozenset[str]]


def loosened(core: Core, known: Known) -> Loosened | None:
    """The core with facts in the place of comparisons of facts, some of them unknown, that go by the calendar or
    multiply what is not known; None where there are none."""
    put = _Put(known)
    made = rebuilt_core(core, put.formula, put.value)
    if not put.reads:
        return None
    facts = {**core.facts, **{key: GroundFact(key, key, (), BooleanType(), None) for key in put.reads}}
    return Loosened(replace(made, facts=facts), put.reads)


class _Put:
    """Puts facts in the place of comparisons."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.reads: dict[str, frozenset[str]] = {}

    def formula(self, node: Formula) -> Formula:
        if isinstance(node, c.Test) and self._is_hard(node):
            key = PREFIX + formula_text(node)
            self.reads[key] = frozenset(facts_of(node))
            return c.FactTest(key)
        return rebuilt_formula(node, self.formula, self.value)

    def value(self, node: Value) -> Value:
        return rebuilt_value(node, self.formula, self.value)

    def _is_hard(self, test: c.Test) -> bool:
        if not is_of_facts(test) or self.known.keys() >= set(facts_of(test)):
            return False
        return any(self._hard(part) for part in parts_of(test))

    def _hard(self, part: Formula | Value) -> bool:
        match part:
            case c.Elapsed() | c.Shift() | c.Call("YEAR" | "MONTH" | "DAY" | "DATE"):
                return True
            case c.Arithmetic("*", left, right):
                return self._open(left) and self._open(right)
            case c.Arithmetic("/", _, right):
                return self._open(right)
            case _:
                return False

    def _open(self, value: Value) -> bool:
        return not self.known.keys() >= set(facts_of(value))
