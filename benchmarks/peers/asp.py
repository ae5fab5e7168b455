"""clingo, multi-shot: grounded once; what a case's facts make true of each comparison is assumed, case by case."""

from __future__ import annotations

from collections.abc import Mapping

import clingo
from layered import Layered, Literal, Value, test


class Clingo:
    name = "clingo (multi-shot, assumptions)"

    def __init__(self, made: Layered) -> None:
        self.tests: dict[tuple[str, str, Value | None], int] = {}
        lines: list[str] = []
        for outcome in made.outcomes:
            above: list[str] = []
            for rule in outcome.rules:
                body = [self.literal(x) for x in rule.body]
                if rule.exception:
                    lines.append(f"x{rule.name} :- {', '.join(self.literal(x) for x in rule.exception)}.")
                    body.append(f"not x{rule.name}")
                lines.append(f"{rule.name} :- {', '.join(body)}.")
                if rule.against:
                    above.append(rule.name)
                else:
                    lines.append(f"{outcome.name} :- {', '.join([rule.name, *(f'not {a}' for a in above)])}.")
            lines.append(f"#show {outcome.name}/0.")
            if all(rule.against for rule in outcome.rules):
                lines.append(f"#defined {outcome.name}/0.")
        lines += [f"{{t{number}}}." for number in self.tests.values()]
        self.control = clingo.Control(["--warn=none"])
        self.control.add("base", [], "\n".join(lines))
        self.control.ground([("base", [])])
        atoms = self.control.symbolic_atoms
        self.assumed = [
            (Literal(name, False, op, operand, True), found.literal)
            for (name, op, operand), number in self.tests.items()
            if (found := atoms[clingo.Function(f"t{number}")]) is not None
        ]
        self.outcomes = {
            outcome.name: found.literal
            for outcome in made.outcomes
            if (found := atoms[clingo.Function(outcome.name)]) is not None
        }

    def literal(self, literal: Literal) -> str:
        if literal.outcome:
            atom = literal.name
        else:
            key = (literal.name, literal.op, literal.operand)
            atom = f"t{self.tests.setdefault(key, len(self.tests))}"
        return atom if literal.positive else f"not {atom}"

    def all(self, case: Mapping[str, Value]) -> frozenset[str]:
        with self.control.solve(assumptions=self._assumptions(case), yield_=True) as handle:
            model = handle.model()
            return frozenset(symbol.name for symbol in model.symbols(shown=True))

    def one(self, case: Mapping[str, Value], goal: str) -> bool:
        with self.control.solve(assumptions=self._assumptions(case), yield_=True) as handle:
            literal = self.outcomes.get(goal)
            return literal is not None and bool(handle.model().is_true(literal))

    def _assumptions(self, case: Mapping[str, Value]) -> list[int]:
        return [number if test(literal, case[literal.name]) else -number for literal, number in self.assumed]
