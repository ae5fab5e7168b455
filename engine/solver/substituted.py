"""A core program with its definitions put in the place of what reads them (docs/semantics.md, D1.1).

A comparison of facts is then the same judgment whether a rule writes it out or by way of a DEFINE.
"""

from __future__ import annotations

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, Value
from rulelang.engine.core_parts import children, rebuilt_core, rebuilt_formula, rebuilt_value
from rulelang.grammar.model import NumberType
from rulelang.grammar.reading.depth import DEEPEST


def substituted(core: Core) -> Core:
    """The core in which no rule, limit, ALWAYS or target reads a definition whose value can be put in its place.

    That is where nothing is checked when the definition gets its value: one whose bounds or wholeness may make it
    undefined is still read, and so is one that goes in a circle.
    """
    put = _Put({})
    for block in core.blocks:
        for name in () if block.cyclic else block.members:
            definition = core.definitions.get(name)
            if definition is not None and _is_plain(definition, core):
                put.learn(definition)
    return rebuilt_core(core, put.formula, put.value) if put.bodies else core


class _Put:
    """Puts definitions in the place of what reads them: `bodies` holds what each stands for, and how deep that is.

    One that would be deeper than what can be written down is still read.
    """

    def __init__(self, bodies: dict[str, tuple[Formula | Value, int]]) -> None:
        self.bodies = bodies

    def learn(self, definition: c.GroundDefinition) -> None:
        """Takes a definition in; those that it reads come before it."""
        [(_, body)] = definition.cases
        deep = self._depth(body)
        if deep <= DEEPEST:
            put = self.formula if definition.boolean else self.value
            self.bodies[definition.key] = put(body), deep  # type: ignore[arg-type]

    def _depth(self, body: Formula | Value) -> int:
        """How deep a body is when all is put in its place."""
        deepest, waiting = 0, [(body, 0)]
        while waiting:
            node, depth = waiting.pop()
            if isinstance(node, c.Named | c.NamedRead):
                depth += self.bodies[node.definition][1] if node.definition in self.bodies else 0
            deepest = max(deepest, depth)
            waiting.extend((child, depth + 1) for child in children(node))
        return deepest

    def formula(self, node: Formula) -> Formula:
        if not isinstance(node, c.Named) or node.definition not in self.bodies:
            return rebuilt_formula(node, self.formula, self.value)
        return self.bodies[node.definition][0]  # type: ignore[return-value]

    def value(self, node: Value) -> Value:
        if not isinstance(node, c.NamedRead) or node.definition not in self.bodies:
            return rebuilt_value(node, self.formula, self.value)
        return self.bodies[node.definition][0]  # type: ignore[return-value]


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
