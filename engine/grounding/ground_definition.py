"""A DEFINE at some arguments: its cases with the parameters replaced."""

from __future__ import annotations

from typing import cast

from rulelang.engine import core
from rulelang.engine.core import GroundDefinition
from rulelang.engine.core_text import value_text
from rulelang.engine.grounding.cone import Cone
from rulelang.engine.grounding.ground_formulas import ground_formula, ground_value
from rulelang.grammar import model
from rulelang.grammar.model import SortType


def ground_definition(cone: Cone, name: str) -> GroundDefinition:
    """The definition in the cone under this key.

    An argument that is known only when the facts are stands in `args` as text.
    """
    definition, args = cone.definitions[name]
    env: dict[str, tuple[core.Value, str | None]] = {}
    for parameter, arg in zip(definition.parameters, args, strict=True):
        env[parameter.name] = (arg, parameter.type.name if isinstance(parameter.type, SortType) else None)
    boolean = isinstance(definition.type, model.BooleanType)
    cases: list[tuple[core.Formula, core.Formula | core.Value]] = []
    for case in definition.cases:
        condition = core.TRUE if case.condition is None else ground_formula(cone, case.condition, env)
        if condition is core.FALSE:
            continue
        if boolean:
            cases.append((condition, ground_formula(cone, cast(model.Formula, case.value), env)))
        else:
            cases.append((condition, ground_value(cone, cast(model.Value, case.value), env)))
        if condition is core.TRUE:
            break
    shown = tuple(arg.value if isinstance(arg, core.Constant) else value_text(arg) for arg in args)
    domain = cone.domain(definition.type)
    return GroundDefinition(name, definition.name, shown, definition.type, boolean, tuple(cases), domain)
