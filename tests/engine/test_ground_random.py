"""Random rule files with sorts, relations, arithmetic in arguments, quantifiers and aggregates: deciding by way of
the core program comes to what reading the rules directly does."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from derived import base_of
from direct import Direct

from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.grounding.facts import state

DECLARED = """
MODULE m
TYPE node OF a, b, c
TYPE step FROM 1 TO 3
TYPE bag
FACT f(node)
FACT g(n : node, x : bag)
FACT t
FACT size(bag) : INTEGER
FACT at(bag) : node
FACT chosen : bag
FACT load(step) : INTEGER
"""
MEMBERS: dict[str, tuple[Any, ...]] = {"node": ("a", "b", "c"), "step": (1, 2, 3), "bag": ("x", "y")}
FACTS: dict[str, tuple[tuple[str, ...], str]] = {
    "f": (("node",), "boolean"),
    "g": (("node", "bag"), "boolean"),
    "t": ((), "boolean"),
    "size": (("bag",), "integer"),
    "at": (("bag",), "node"),
    "chosen": ((), "bag"),
    "load": (("step",), "integer"),
}


class Writer:
    """Writes a random module: outcomes in layers, each reading only what stands before it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.said = dict(FACTS)
        self.fresh = 0

    def pick(self, options: Any) -> Any:
        return self.random.choice(list(options))

    def variable(self) -> str:
        self.fresh += 1
        return f"v{self.fresh}"

    def argument(self, sort: str, scope: dict[str, str], depth: int) -> str:
        names = [name for name, of in scope.items() if of == sort]
        if sort == "step" and names and self.random.random() < 0.4:
            return f"{self.pick(names)} {self.pick('+-')} 1"
        if sort == "node" and depth > 0 and self.random.random() < 0.25:
            return f"at({self.argument('bag', scope, 0)})"
        if names and self.random.random() < 0.8:
            return str(self.pick(names))
        return "chosen" if sort == "bag" else str(self.pick(MEMBERS[sort]))

    def atom(self, type_: str, scope: dict[str, str], depth: int) -> str | None:
        names = [name for name, (_, of) in self.said.items() if of == type_]
        if not names:
            return None
        name = self.pick(names)
        sorts = self.said[name][0]
        if not sorts:
            return str(name)
        return f"{name}({', '.join(self.argument(sort, scope, depth) for sort in sorts)})"

    def range(self, scope: dict[str, str]) -> tuple[str, str]:
        if self.random.random() < 0.3:
            return "bag", f"g({self.argument('node', scope, 0)})"
        sort = self.pick(MEMBERS)
        return sort, sort

    def number(self, scope: dict[str, str], depth: int) -> str:
        choice = self.random.random()
        if depth > 0 and choice < 0.2:
            return f"({self.number(scope, depth - 1)} {self.pick('+-*')} {self.number(scope, depth - 1)})"
        if depth > 0 and choice < 0.45:
            sort, written = self.range(scope)
            name = self.variable()
            inner = {**scope, name: sort}
            where = f" WHERE ({self.formula(inner, depth - 1)})" if self.random.random() < 0.5 else ""
            if self.random.random() < 0.5:
                return f"(COUNT OF {name} IN {written}{where})"
            fold = self.pick(("SUM", "MAX", "MIN"))
            return f"({fold} OF {self.number(inner, depth - 1)} FOR EACH {name} IN {written}{where})"
        if choice < 0.8:
            return str(self.atom("integer", scope, depth))
        return str(self.random.randrange(4))

    def formula(self, scope: dict[str, str], depth: int) -> str:
        choice = self.random.random()
        if depth > 0 and choice < 0.3:
            joint = f" {self.pick(('AND', 'OR'))} "
            return f"({joint.join(self.formula(scope, depth - 1) for _ in range(2))})"
        if depth > 0 and choice < 0.4:
            return f"NOT ({self.formula(scope, depth - 1)})"
        if depth > 0 and choice < 0.6:
            sort, written = self.range(scope)
            name = self.variable()
            body = self.formula({**scope, name: sort}, depth - 1)
            return f"{self.pick(('ANY', 'EVERY'))} {name} IN {written} HAS ({body})"
        if choice < 0.75:
            left, right = self.number(scope, depth - 1), self.number(scope, depth - 1)
            return f"{left} {self.pick(('<', '<=', '=', '!=', '>', '>='))} {right}"
        bags = [name for name, of in scope.items() if of == "bag"]
        if choice < 0.8 and bags:
            return f"{self.pick(bags)} BEFORE {self.pick(bags)}"
        if choice < 0.85:
            return f"at({self.argument('bag', scope, 0)}) = {self.argument('node', scope, 0)}"
        return str(self.atom("boolean", scope, depth))

    def module(self) -> str:
        parts = [DECLARED]
        for number in range(4):
            sorts = tuple(self.pick(MEMBERS) for _ in range(self.random.randrange(3)))
            type_ = self.pick(("boolean", "integer"))
            name = f"o{number}"
            written = f"({', '.join(f'p{i} : {sort}' for i, sort in enumerate(sorts))})" if sorts else ""
            typed = " : INTEGER" if type_ == "integer" else ""
            if self.random.random() < 0.25:
                scope = {f"p{i}": sort for i, sort in enumerate(sorts)}
                body = self.number(scope, 2) if type_ == "integer" else self.formula(scope, 2)
                parts.append(f"DEFINE {name}{written}{typed} AS {body}")
            else:
                parts.append(f"OUTCOME {name}{written}{typed}")
                parts.extend(self.rule(name, f"{name}_{i}", sorts, type_) for i in range(2))
            self.said[name] = (sorts, type_)
        return "\n".join(parts)

    def rule(self, name: str, label: str, sorts: tuple[str, ...], type_: str) -> str:
        scope: dict[str, str] = {}
        args: list[str] = []
        for sort in sorts:
            if sort != "bag" and self.random.random() < 0.25:
                args.append(str(self.pick(MEMBERS[sort])))
                continue
            variable = self.variable()
            scope[variable] = sort
            args.append(f"{variable} + 1" if sort == "step" and self.random.random() < 0.4 else variable)
        ranges = dict(scope)
        if self.random.random() < 0.4:
            sort, written = self.range(scope)
            variable = self.variable()
            scope[variable], ranges[variable] = sort, written
        binders = ", ".join(f"{variable} IN {written}" for variable, written in ranges.items())
        head = f"{name}({', '.join(args)})" if args else name
        conclusion = f"{head} = {self.number(scope, 1)}" if type_ == "integer" else head
        lines = [
            f"RULE {label}",
            f"  FOR EACH {binders}" if binders else "",
            f"  IF {self.formula(scope, 2)}",
            f"  THEN {conclusion}",
        ]
        if self.random.random() < 0.5:
            lines.append(f"  EXCEPTION e IF {self.formula(scope, 1)}")
            if self.random.random() < 0.5:
                lines.append(f"  EXCEPTION x TO e IF {self.formula(scope, 1)}")
        return "\n".join(line for line in lines if line)

    def case(self) -> str:
        given = []
        for name, (sorts, type_) in FACTS.items():
            for args in product(*(MEMBERS[sort] for sort in sorts)):
                atom = f"{name}({', '.join(map(str, args))})" if args else name
                if type_ == "boolean":
                    given.append(atom if self.random.random() < 0.5 else f"NOT {atom}")
                elif type_ == "integer":
                    given.append(f"{atom} = {self.random.randrange(4)}")
                else:
                    given.append(f"{atom} = {self.pick(MEMBERS[type_])}")
        asked = []
        for name, (sorts, _) in self.said.items():
            if name not in FACTS:
                for args in product(*(MEMBERS[sort] for sort in sorts)):
                    asked.append(f"{name}({', '.join(map(str, args))})" if args else name)
        rows = "\n".join(f"  | {bag} |" for bag in MEMBERS["bag"])
        return f"CASE c\n  GIVEN\n  | bag |\n{rows}\n  GIVEN {', '.join(given)}\n  ASK DECIDE {', '.join(asked)}"


@pytest.mark.parametrize("seed", range(80))
def test_the_core_program_decides_what_the_rules_say(seed: int) -> None:
    writer = Writer(seed)
    text = f"{writer.module()}\n{writer.case()}"
    base = base_of(text)
    case = base.program.cases["c"]
    derivation = derive(base, case)
    direct = Direct(base.program, list(base.units(derivation.selection)), state(case).facts, case.entities)
    for target, decision in zip(derivation.targets, derivation.decisions, strict=True):
        asked: Any = target.asked
        if decision.status in (Status.HOLDS, Status.FAILS):
            expected = direct.truth(asked, {})
            # What is open here can be settled there, by looking at both truth values.
            assert expected in (None, decision.status is Status.HOLDS), f"{target.text}\n{text}"
        elif decision.status is Status.VALUE and decision.undefined is None and isinstance(decision.value, int):
            expected = direct.value(asked, {})
            assert expected in (None, decision.value), f"{target.text}\n{text}"
        else:
            made = direct.truth(asked, {}) if "Holds" in type(asked).__name__ else direct.value(asked, {})
            assert made is None, f"{target.text}: {decision}\n{text}"
