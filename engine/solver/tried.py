"""Which values of a fact stand for all of them, read off the formulas of a core program.

For searches that try values by the evaluator, where something cannot be encoded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulelang.engine import core as c
from rulelang.engine.core import Core, Formula, GroundFact, Value
from rulelang.engine.core_parts import children
from rulelang.engine.evaluating.domains import options
from rulelang.engine.solver.judgments import conditions, parts_of
from rulelang.engine.solver.replay import cone
from rulelang.grammar.model import BooleanType, Constant_, DurationType, TextType
from rulelang.grammar.values import NONE


@dataclass(slots=True)
class Uses:
    """What a fact is compared with, and whether it is used in other ways too."""

    compared: list[Constant_] = field(default_factory=list[Constant_])
    freely: bool = False


def uses_of_facts(core: Core, asked: Iterable[Formula | Value]) -> Mapping[str, Uses]:
    """The facts that bear on what is asked, sorted, with how they are used; `asked` itself is read too."""
    roots = tuple(asked)
    small = cone(core, roots)
    members = {name for block in small.blocks for name in block.members}
    found: dict[str, Uses] = {}
    for node in conditions(small, members):
        if isinstance(node, c.FactRead):
            found.setdefault(node.fact, Uses()).freely = True
        for part in parts_of(node):
            _note(part, found)
    return dict(sorted(found.items()))


def _note(part: Formula | Value, found: dict[str, Uses]) -> None:
    match part:
        case c.FactTest(fact) | c.NoneTest(c.FactRead(fact)):
            found.setdefault(fact, Uses())
        case c.Test(_, c.FactRead(fact), c.Constant(value)) | c.Test(_, c.Constant(value), c.FactRead(fact)):
            if value is not NONE:
                found.setdefault(fact, Uses()).compared.append(value)
        case _:
            for child in children(part):
                if isinstance(child, c.FactRead) and not isinstance(part, c.NoneTest):
                    found.setdefault(child.fact, Uses()).freely = True


def texts_of(core: Core) -> tuple[str, ...]:
    """The texts that a program writes."""
    members = {name for block in core.blocks for name in block.members}
    written: dict[str, None] = {}
    for node in conditions(core, members):
        for part in parts_of(node):
            if isinstance(part, c.Constant) and isinstance(part.value, str):
                written[part.value] = None
    return tuple(written)


def values_to_try(
    fact: GroundFact, uses: Uses, texts: Iterable[str], more: Iterable[Constant_] = ()
) -> tuple[bool | Constant_, ...] | None:
    """One value of each kind that the program tells apart; None where that cannot be said.  `more`: values that are
    told apart besides."""
    if isinstance(fact.type, BooleanType):
        return (False, True)
    if isinstance(fact.type, DurationType) and fact.type.unit is None:
        return None
    compared = [*uses.compared, *(value for value in more if value is not NONE)]
    if isinstance(fact.type, TextType):
        return options(fact, compared, uses.freely, tuple(texts))
    return options(fact, compared, uses.freely, ())
