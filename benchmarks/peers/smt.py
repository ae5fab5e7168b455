"""z3 alone, its best variant on these pools: pure truth values (thresholds in order), assumptions, finite domains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any

import z3
from layered import Layered, Literal, Value, test


class Z3:
    name = "z3 alone (finite domains, assumptions)"

    def __init__(self, made: Layered) -> None:
        self.tests: dict[tuple[str, str, Value | None], Any] = {}
        self.outcomes = {outcome.name: z3.Bool(outcome.name) for outcome in made.outcomes}
        self.solver = z3.SolverFor("QF_FD")
        for outcome in made.outcomes:
            holds: Any = z3.BoolVal(False)
            for rule in reversed(outcome.rules):
                body = [self.literal(x) for x in rule.body]
                if rule.exception:
                    body.append(z3.Not(z3.And([self.literal(x) for x in rule.exception])))
                applies = z3.And(body)
                holds = z3.And(z3.Not(applies), holds) if rule.against else z3.Or(applies, holds)
            self.solver.add(self.outcomes[outcome.name] == holds)
        for formula in in_order(made, self.tests):
            self.solver.add(formula)
        self.literals = [(Literal(*key, True), made_, z3.Not(made_)) for key, made_ in self._assumed()]

    def _assumed(self) -> list[tuple[tuple[str, bool, str, Value | None], Any]]:
        return [((name, False, op, operand), truth) for (name, op, operand), truth in self.tests.items()]

    def literal(self, literal: Literal) -> Any:
        if literal.outcome:
            atom = self.outcomes[literal.name]
        else:
            key = (literal.name, literal.op, literal.operand)
            atom = self.tests.setdefault(key, z3.Bool(f"t{len(self.tests)}"))
        return atom if literal.positive else z3.Not(atom)

    def open(self, case: Mapping[str, Value], goal: str) -> str:
        """Whether an outcome holds or fails whatever the unknown facts are."""
        assumed = [
            true if test(literal, case[literal.name]) else false
            for literal, true, false in self.literals if literal.name in case
        ]
        holds = self.outcomes[goal]
        if self.solver.check(*assumed, holds) == z3.unsat:
            return "FAILS"
        return "HOLDS" if self.solver.check(*assumed, z3.Not(holds)) == z3.unsat else "UNDETERMINED"


def in_order(made: Layered, tests: Mapping[tuple[str, str, Value | None], Any]) -> list[Any]:
    """What ties a fact's tests together: thresholds in their order, at most one member, and one if all are tested."""
    members = {fact.name: fact.members for fact in made.facts}
    found: list[Any] = []
    for name, operands in grouped(tests).items():
        if members[name]:
            found += [z3.Not(z3.And(a, b)) for a, b in combinations(operands.values(), 2)]
            if set(operands) == set(members[name]):
                found.append(z3.Or(list(operands.values())))
        else:
            ordered = [operands[key] for key in sorted(operands)]
            found += [z3.Implies(upper, lower) for lower, upper in pairwise(ordered)]
    return found


def grouped(tests: Mapping[tuple[str, str, Value | None], Any]) -> dict[str, dict[Any, Any]]:
    """The tests of each fact that is compared, by what it is compared with."""
    groups: dict[str, dict[Any, Any]] = defaultdict(dict)
    for (name, op, operand), atom in tests.items():
        if op:
            groups[name][operand] = atom
    return groups
