"""What the counters get of one claim."""

from __future__ import annotations

from rulelang.verifier.claims import DECISION
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.question_level import is_false_step
from rulelang.verifier.rubric_points import Marking, is_external
from rulelang.verifier.said import Held, Mood, Standing
from rulelang.verifier.scoring.lanes import Counter
from rulelang.verifier.steps import has_rules


def counted(marking: Marking, held: Held) -> int:
    """What is counted of every claim about the world that is asked about."""
    found = 0
    if held.id != DECISION and has_rules(marking.inquiry, held):
        found += Counter.CONCLUSIONS.one
        if held.rules:
            found += Counter.CONCLUSIONS_CITING.one
    for said in held.said:
        if said.mood is Mood.RULE:
            found += Counter.RULE_CLAIMS.one
            if said.standing is Standing.ENTAILED:
                found += Counter.RULE_CLAIMS_TRUE.one
        if is_external(marking, said):
            found += Counter.EXTERNAL.one
    return found


def counted_entering(inquiry: Inquiry, held: Held, here: bool) -> int:
    """What is counted of the claims that enter the decision; `here`: it speaks of the world that is asked about."""
    found = 0
    for said in held.said if here else ():
        if said.mood is Mood.RULE and said.standing is not Standing.ENTAILED:
            found += Counter.WRONG_LOGIC.one
        if is_false_step(inquiry, said):
            found += Counter.FALSE_RULES.one if said.mood is Mood.RULE else Counter.FALSE_STEPS.one
    facts = any(said.statement is not None and inquiry.is_fact(said.statement) for said in held.said)
    cites = held.evidence if held.id != DECISION else ()
    supports = inquiry.matter.cited.supports
    if cites and facts and not any(supports(one, held, inquiry.reading) for one in cites):
        found += Counter.BESIDE_THE_POINT.one
    return found


def shared(counts: int) -> int:
    """One object for equal counters, whatever the case; there are few that differ."""
    if len(_SHARED) > 10_000:
        _SHARED.clear()
    return _SHARED.setdefault(counts, counts)


_SHARED: dict[int, int] = {}
