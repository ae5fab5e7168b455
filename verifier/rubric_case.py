"""The rubric of a case by itself: the points that its warrant asks for, before any answer."""

from __future__ import annotations

from rulelang.verifier.answer import Answer
from rulelang.verifier.check import read
from rulelang.verifier.matter import Ready
from rulelang.verifier.rubric import Mark
from rulelang.verifier.rubric_points import Marking, marks
from rulelang.verifier.warrant import Warrant


def rubric_of_case(ready: Ready) -> tuple[Warrant, tuple[Mark, ...]]:
    """The first accepted warrant, and the points of each dimension that it asks for (those of the empty answer)."""
    empty = Answer(rulelang="answer/1", case=f"x#{ready.case.name}", claims=[])
    arbitration = any(ask.type == "priority_arbitration" for ask in ready.case.asks)
    warrant = ready.listed[0]
    return warrant, marks(Marking(read(ready, empty), warrant, (), arbitration))
