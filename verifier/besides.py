"""What a decision says besides what is asked, and the parts of what is asked (verification, N17 and N20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.aggregate import has_instances
from rulelang.verifier.in_play import InPlay
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.said import Mood, Said, Standing, concerns, prescribed

if TYPE_CHECKING:
    from rulelang.verifier.reading import Reading


def said_besides(reading: Reading) -> tuple[Said, ...]:
    """The parts of the decision that are about no target: these are claims (N20).

    A duty beside a set of actions, and the value of what is compared (`fee = 105 eur` where `fee > 100 eur` is asked
    for), are judgments too where they are so; where they are not, the decision is wrong, and check 5 has it.
    """
    return () if reading.decision is None else tuple(one for one in reading.decision.said if _is_besides(reading, one))


def _is_besides(reading: Reading, said: Said) -> bool:
    if said.mood is Mood.UNREAD:
        return False
    if said.mood is Mood.RULE:
        return True
    about = any(reading.judge(said, target) is not None or concerns(said, target) for target in reading.targets)
    if not about and not prescribes(reading, said):
        return True
    return said.standing is Standing.ENTAILED and (not about or _gives_what_is_compared(reading, said))


def prescribes(reading: Reading, said: Said) -> bool:
    """Whether it is a duty or a prohibition where a set of actions is asked for: then check 5 has it (N20)."""
    return bool(reading.actions) and prescribed(said) is not None


def _gives_what_is_compared(reading: Reading, said: Said) -> bool:
    """Whether it gives a value that no target asks for itself."""
    equal = None if said.statement is None else expand.equation(said.statement)
    if equal is None or said.mood is not Mood.HOLDS:
        return False
    given = [expand.equation(target) for target in reading.targets]
    asked = {*map(value_asked, reading.targets), *(one[0] for one in given if one is not None)}
    return equal[0] not in asked


def parts_asked(target: core.Formula, in_play: InPlay) -> Iterator[core.Formula]:
    """What a target is made of, where it is no single condition, and the target itself where claims may state it
    together."""
    if has_instances(target):
        yield target
    if isinstance(target, core.Not | core.And | core.Or):
        yield from _parts(target, in_play)


def _parts(formula: core.Formula, in_play: InPlay) -> Iterator[core.Formula]:
    match formula:
        case core.Not(operand):
            yield from _parts(operand, in_play)
        case core.And(parts) | core.Or(parts):
            for part in parts:
                if part in in_play:
                    yield part
                else:
                    yield from _parts(part, in_play)
        case _:
            if formula in in_play:
                yield formula
