"""What a decision says by not listing an action of the set that is asked for (verification, N20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulelang.grammar import model
from rulelang.verifier.claims import DECISION, Assertion, Holds
from rulelang.verifier.expand import negation
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.said import Held, Mood, Said, Standing
from rulelang.verifier.warrant import Verdict

_NO_WORDS = Holds(model.And(()))


def unlisted(inquiry: Inquiry, claim: Held) -> Iterator[Held]:
    """What a decision rightly says by not listing an action: for each norm that is asked for a conclusion of its own,
    that there is none, with the decision's grounds and citations.  It has to be grounded nowhere, and a rule that is
    cited for it is applied all the same."""
    reading = inquiry.reading
    if claim.id != DECISION:
        return
    for question in inquiry.matter.questions:
        target = question.formula
        is_neither = target in reading.actions and question.gold is Verdict.FALSE
        if is_neither and reading.final(target) is Verdict.FALSE and not reading.lists(target):
            words = Assertion(DECISION, claim.pointer, inquiry.judged(target, Verdict.FALSE), _NO_WORDS)
            yield replace(claim, said=(Said(words, Mood.HOLDS, negation(target), Standing.ENTAILED),))
