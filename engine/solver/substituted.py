"""A core program with its definitions put in the place of what reads them (docs/semantics.md, D1.1).

A comparison of facts is then the same judgment whether a rule writes it out or by way of a DEFINE.
"""

from __future__ import annotations

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, Value
from rulelang.engine.core_parts import rebuilt_core, rebuilt_formula, rebuilt_value
from rulelang.grammar.model import NumberType


def substituted(core: Core) -> Core:
    """The core in which no rule, limit, ALWAYS or target reads a definition whose value can be put in its place.

    That is where nothing is checked when the definition gets its value: one whose bounds or wholeness may make it
    undefined is still read, and so is one that goes in a circle.
    """
    circles = {name for block in core.blocks if block.cyclic for name in block.members}
    bodies = {key: one for key, one in core.definitions.items() if key not in circles and _is_plain(one, core)}
    if not bodies:
        return core
    put = _Put(bodies)
    return rebuilt_core(core, put.formula, put.value)


class _Put:
    """Puts definitions in place, each worked out once."""

    def __init__(self, bodies: dict[str, c.GroundDefinition]) -> None:
        self.bodies = bodies
        self.formulas: dict[str, Formula] = {}
        self.values: dict[str, Value] = {}

    def formula(self, node: Formula) -> Formula:
        if not isinstance(node, c.Named) or node.definition not in self.bodies:
            return rebuilt_formula(node, self.formula, self.value)
        key = node.definition
        if key not in self.formulas:
            [(_, body)] = self.bodies[key].cases
            self.formulas[key] = self.formula(body)  # type: ignore[arg-type]
        return self.formulas[key]

    def value(self, node: Value) -> Value:
        if not isinstance(node, c.NamedRead) or node.definition not in self.bodies:
            return rebuilt_value(node, self.formula, self.value)
        key = node.definition
        if key not in self.values:
            [(_, body)] = self.bodies[key].cases
            self.values[key] = self.value(body)  # type: ignore[arg-type]
        return self.values[key]


def _is_plain(definition: c.GroundDefinition, core: Core) -> bool:
    """Whether a definition has one case, which always fits, and a value of its type in any world."""
    if len(definition.cases) != 1 or definition.cases[0][0] != c.TRUE or definition.domain is not None:
        return False
    if definition.boolean or not isinstance(definition.type, NumberType):
        return True
    unbounded = definition.type.low is None and definition.type.high is None
    body = definition.cases[0][1]
    return unbounded and (not definition.type.integer or _is_whole(body, core))  # type: ignore[arg-type]


def _is_whole(value: Value, core: Core) -> bool:
    """Whether a value is a whole number wherever it is a number."""
    match value:
        case c.Constant(number):
            return isinstance(number, int)
        case c.FactRead(key):
            type_ = core.facts[key].type
            return isinstance(type_, NumberType) and type_.integer
        case c.Elapsed() | c.CountOf() | c.Call("YEAR" | "MONTH" | "DAY") | c.Call("FLOOR" | "CEIL" | "ROUND", (_,)):
            return True
        case c.Minus(operand) | c.Call("ABS", (operand,)):
            return _is_whole(operand, core)
        case c.Arithmetic("+" | "-" | "*", left, right):
            return _is_whole(left, core) and _is_whole(right, core)
        case _:
            return False
