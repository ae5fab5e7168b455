"""The rubric of a case by itself: the points that its warrant asks for, before any answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulelang.verifier.answer import Answer
from rulelang.verifier.check import read
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.rubric import Mark
from rulelang.verifier.rubric_points import Marking, marks
from rulelang.verifier.warrant import Warrant


@dataclass(frozen=True, slots=True)
class CaseRubric:
    """A warrant with the points of each dimension that it asks for; `accepted`: how many are accepted."""

    warrant: Warrant
    marks: tuple[Mark, ...]
    accepted: int


def rubric_of_case(ready: Ready, policy: Policy = "full") -> CaseRubric:
    """The points that the first warrant accepted under a policy asks for: those of the empty answer.

    Answers are scored by those of `full`.  The others show what is left of them where less is required: under `answer`
    what the case REQUIRES, and a rule on which the decision may rest (N7).
    """
    empty = Answer(rulelang="answer/1", case=f"x#{ready.case.name}", claims=[])
    arbitration = any(ask.type == "priority_arbitration" for ask in ready.case.asks)
    listed = _accepted(ready, policy)
    warrant = listed[0]
    return CaseRubric(warrant, marks(Marking(read(ready, empty), warrant, (), arbitration)), len(listed))


def _accepted(ready: Ready, policy: Policy) -> tuple[Warrant, ...]:
    match policy:
        case "full":
            return ready.listed
        case "answer":
            targets = [question.formula for question in ready.matter.questions]
            first = ready.listed[0]
            needs = {target: first.needs[target] for target in targets if target in first.needs}
            return (replace(ready.required, needs=needs),)
        case "sufficient":
            return ready.sufficient.listed
