"""OpenFisca-Core (rules as code): a variable for each outcome, a numpy formula over all cases at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from layered import Layered, Literal, PoolOutcome, Value
from openfisca_core import entities, periods, taxbenefitsystems, variables
from openfisca_core.simulations import SimulationBuilder

_MONTH = "2026-01"


class OpenFisca:
    name = "OpenFisca-Core"

    def __init__(self, made: Layered) -> None:
        self.made = made
        person = entities.Entity("person", "persons", "", "")
        self.system = taxbenefitsystems.TaxBenefitSystem([person])
        self.codes = {fact.name: {m: i for i, m in enumerate(fact.members)} for fact in made.facts if fact.members}

        def add(name: str, kind: type, **more: object) -> None:
            content = {"value_type": kind, "entity": person, "definition_period": periods.DateUnit.MONTH, "label": ""}
            self.system.add_variable(type(name, (variables.Variable,), {**content, **more}))

        for fact in made.facts:
            add(fact.name, int if fact.number or fact.members else bool)
        for outcome in made.outcomes:
            names: dict[str, object] = {}
            exec(f"def formula(p, t):\n return {self.expression(outcome)}", names)  # OpenFisca wants functions
            add(outcome.name, bool, formula=names["formula"])

    def expression(self, outcome: PoolOutcome) -> str:
        made = "p.empty_array().astype(bool)"
        for rule in reversed(outcome.rules):
            parts = [self.literal(x) for x in rule.body]
            if rule.exception:
                parts.append(f"~({'&'.join(map(self.literal, rule.exception))})")
            applies = "&".join(parts)
            made = f"(~({applies})&({made}))" if rule.against else f"(({applies})|({made}))"
        return made

    def literal(self, literal: Literal) -> str:
        read = f"p('{literal.name}',t)"
        if literal.op == ">=":
            return f"({read}{'>=' if literal.positive else '<'}{literal.operand})"
        if literal.op == "=":
            code = self.codes[literal.name][str(literal.operand)]
            return f"({read}{'==' if literal.positive else '!='}{code})"
        return read if literal.positive else f"~{read}"

    def batch(self, cases: Sequence[Mapping[str, Value]]) -> list[np.ndarray]:
        """For each outcome whether it holds, by case."""
        simulation = SimulationBuilder().build_default_simulation(self.system, count=len(cases))
        for fact in self.made.facts:
            column: list[object] = [case[fact.name] for case in cases]
            if fact.members:
                code = self.codes[fact.name]
                column = [code[str(value)] for value in column]
            simulation.set_input(fact.name, _MONTH, np.array(column))
        return [simulation.calculate(outcome.name, _MONTH) for outcome in self.made.outcomes]
