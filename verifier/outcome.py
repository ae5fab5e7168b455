"""Check 5, outcome: is the decision the right one?  Verification, N18 to N20."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine import core
from rulelang.verifier import finding as f
from rulelang.verifier.finding import Check, Finding
from rulelang.verifier.inquiry import Inquiry, Question
from rulelang.verifier.judgments import because
from rulelang.verifier.reading import Held, Mood, Standing
from rulelang.verifier.warrant import Verdict


def outcome(inquiry: Inquiry) -> Iterator[Finding]:
    """Check 5: for every target the decision states exactly the gold decision (N18 to N20)."""
    reading = inquiry.reading
    decision = reading.decision
    place = inquiry.decision_place
    for question in inquiry.matter.questions:
        final = reading.final(question.formula)
        right = f"`{inquiry.judged(question.formula, question.gold)}`"
        if question.clash:
            right = f"`CONFLICT {inquiry.shown(question.formula)}`"
        if final is None:
            parts = reading.final_parts(question.formula)
            words = (
                f"the decision says two things of `{question.text}`"
                if len(parts) > 1
                else f"the decision does not say whether `{question.text}`"
            )
            yield Finding(
                f.NO_DECISION,
                Check.OUTCOME,
                "no decision",
                question.text,
                words,
                question.formula,
                claim=place[0],
                pointer=place[1],
                instead=right,
            )
        elif final is not question.gold:
            yield _wrong(inquiry, question, inquiry.decided(question.formula, final), right, root=False)
        elif final is Verdict.OPEN and question.clash is not _says_clash(inquiry, question.formula):
            # The judgments give that it is not settled, and are no help for saying how: nothing else is to be mended.
            yield _wrong(inquiry, question, inquiry.said_of(question.formula), right, root=True)
    if inquiry.matter.actions and decision is not None:
        yield from _surplus(inquiry, decision)


def _wrong(inquiry: Inquiry, question: Question, said: str, right: str, root: bool) -> Finding:
    claim, pointer = inquiry.decision_place
    return Finding(
        f.WRONG_DECISION,
        Check.OUTCOME,
        "wrong",
        question.text,
        f"the decision says `{said}`",
        question.formula,
        claim=claim,
        pointer=pointer,
        instead=right,
        root=root,
    )


def _says_clash(inquiry: Inquiry, target: core.Formula) -> bool:
    """Whether the decision says of a target that it is in conflict: `UNKNOWN p` says less (N18, N19)."""
    return any(said.mood is Mood.CLASHES for said, _ in inquiry.reading.final_parts(target))


def _surplus(inquiry: Inquiry, decision: Held) -> Iterator[Finding]:
    targets = {question.formula for question in inquiry.matter.questions}
    for said in decision.said:
        match said.statement:
            case core.Established(_, ("MUST",) | ("MUST NOT",)) if (
                said.statement not in targets and said.standing is not Standing.ENTAILED
            ):
                yield Finding(
                    f.SURPLUS,
                    Check.OUTCOME,
                    "extra",
                    said.text,
                    f"the decision says `{said.text}`, which does not follow{because(said)}",
                    said.statement,
                    decision.id,
                    said.assertion.pointer,
                    "leave it out",
                )
            case _:
                pass
