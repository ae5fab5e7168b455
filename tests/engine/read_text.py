"""Programs read from the text of one module, and the rule bases made of them."""

from __future__ import annotations

from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.order import Place
from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.grammar.diagnostic import Diagnostic, has_errors
from rulelang.grammar.model import Program
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.resolving.resolve import resolve
from rulelang.grammar.source import Source


def program_of(text: str) -> Program:
    """The resolved program of a module that has no errors."""
    parsed = parse(Source("test.rules", text))
    assert not has_errors(parsed.diagnostics), parsed.diagnostics
    program, problems = resolve([parsed.module])
    assert program is not None, problems
    return program


def findings(text: str) -> tuple[Diagnostic, ...]:
    """What `prepare` finds in a module."""
    return prepare(program_of(text))[1]


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in findings(text)]


def rule_base(text: str) -> RuleBase:
    base, problems = prepare(program_of(text))
    assert base is not None, problems
    return base


class Precedence:
    """The order of a module's rules, for one choice of variants, by short names: `consent`, `consent.fraud`."""

    def __init__(self, text: str) -> None:
        self.base = rule_base(text)
        case = self.base.program.cases
        chosen, problems = self.base.select(next(iter(case.values())).using if case else ())
        assert chosen is not None, problems
        self.selection: Selection = chosen

    def place(self, name: str, head: int = 0) -> Place:
        (unit,) = [unit for unit in self.base.units(self.selection) if unit.id == name]
        return unit.place(head)

    def above(self, left: str, right: str, left_head: int = 0, right_head: int = 0) -> bool:
        return self.base.outranks(self.selection, self.place(left, left_head), self.place(right, right_head))

    def why(self, left: str, right: str) -> list[str]:
        steps = self.base.order(self.selection).reason(self.place(left), self.place(right))
        return [f"{step.source}: {step.higher} over {step.lower}" for step in steps]
