"""Check 5, outcome: is the decision the right one?  Verification, N18 to N20."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier import finding as f
from rulelang.verifier.besides import prescribes
from rulelang.verifier.finding import Check, Finding
from rulelang.verifier.inquiry import Inquiry, Question
from rulelang.verifier.judgments import because, how, is_bad
from rulelang.verifier.premises import premises
from rulelang.verifier.reading import Reading
from rulelang.verifier.replay import follows
from rulelang.verifier.said import Held, Mood, Said, Standing, concerns, prescribed
from rulelang.verifier.warrant import Verdict

WRONG = "wrong"
"""The kind of a finding on a decision that is not the gold one."""

TOO_MUCH = "says too much"
"""The kind of a finding on what a decision says besides the gold decision, and what is not so."""


def outcome(inquiry: Inquiry) -> Iterator[Finding]:
    """Check 5: for every target the decision states exactly the gold decision (N18 to N20)."""
    reading = inquiry.reading
    decision = reading.decision
    place = inquiry.decision_place
    for question in inquiry.matter.questions:
        final = reading.final(question.formula)
        right = _right(inquiry, question)
        if final is None:
            parts = reading.final_parts(question.formula)
            words = (
                f"the decision says two things of `{question.text}`"
                if parts
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
            yield _wrong(inquiry, question, right, root=False)
        elif final is Verdict.OPEN and question.clash is not _says_clash(inquiry, question.formula):
            # The judgments give that it is not settled, and are no help for saying how: nothing else is to be mended.
            yield _wrong(inquiry, question, right, root=True)
        elif (false := beyond(inquiry, question)) is not None:
            entering = [said for _, said in reading.entering_said()]
            yield Finding(
                f.WRONG_DECISION,
                Check.OUTCOME,
                TOO_MUCH,
                question.text,
                f"the decision says `{false.text}`, which is {how(false)}{because(false)}",
                question.formula,
                claim=place[0],
                pointer=false.assertion.pointer,
                instead=right,
                root=not carried(inquiry, entering, question, false),
            )
    if inquiry.matter.actions and decision is not None:
        yield from _surplus(inquiry, decision)


def is_open_otherwise(check: Check, kind: str, root: bool) -> bool:
    """Whether a finding is that a decision is open in another way than the gold one."""
    return check is Check.OUTCOME and kind == WRONG and root


def changes_what_follows(check: Check, code: str) -> bool:
    """Whether a finding of the checks before is on what the decision follows from: a judgment, a premise, a step.  A
    decision that is open in another way than the gold one then follows from that (N22); a citation leads to none."""
    return check in (Check.CONDITION, Check.AGGREGATION) or code == f.NO_SUPPORT


def _right(inquiry: Inquiry, question: Question) -> str:
    """The gold decision in words."""
    if question.clash:
        return f"`CONFLICT {inquiry.shown(question.formula)}`"
    return f"`{inquiry.judged(question.formula, question.gold)}`"


def _wrong(inquiry: Inquiry, question: Question, right: str, root: bool) -> Finding:
    claim, pointer = inquiry.decision_place
    return Finding(
        f.WRONG_DECISION,
        Check.OUTCOME,
        WRONG,
        question.text,
        inquiry.decided(question.formula),
        question.formula,
        claim=claim,
        pointer=pointer,
        instead=right,
        root=root,
    )


def _says_clash(inquiry: Inquiry, target: core.Formula) -> bool:
    """Whether the decision says of a target that it is in conflict: `UNKNOWN p` says less (N18, N19)."""
    return any(said.mood is Mood.CLASHES for said, _ in inquiry.reading.final_parts(target))


def beyond(inquiry: Inquiry, question: Question) -> Said | None:
    """The part of a decision that is not so, although what the decision says of the target is: it says more than the
    gold decision (`MUST a` where `MAY a` is asked for, `fee > 110` for `fee > 100` where it is 105; N18).

    What gives another target a wrong decision is that one's fault, and a surplus duty has a finding of its own.
    """
    reading, target = inquiry.reading, question.formula
    others = [one for one in inquiry.matter.questions if one.formula != target]
    about = {id(said) for said, _ in reading.final_parts(target)}
    for said in () if reading.decision is None else reading.decision.said:
        if said.mood is Mood.RULE or not is_bad(said) or is_rejection(said, target) or _is_surplus(inquiry, said):
            continue
        if id(said) not in about and not concerns(said, target):
            continue
        if all(reading.judge(said, other.formula) in (None, other.gold) for other in others):
            return said
    return None


def is_rejection(said: Said, target: core.Formula) -> bool:
    """Whether it is `REJECTED p` of a target p: as a decision it says no more than that p fails (N19)."""
    match said.statement, target:
        case core.Established(rejected, (False,)), core.Established(asked, (True,)):
            return said.mood is Mood.HOLDS and rejected == asked
        case _:
            return False


def carried(inquiry: Inquiry, said: Iterable[Said], question: Question, part: Said) -> bool:
    """Whether a part of the decision is what some assertions give, without what they say of the target alone: then
    the fault is theirs (N22)."""
    reading, matter, target = inquiry.reading, inquiry.matter, question.formula
    if part.mood is not Mood.HOLDS or part.statement is None:
        return False
    used = [one for one in said if reading.judge(one, target) is None or _is_judgment(reading, one, target)]
    given = premises(reading, used, matter.derived, None)
    return follows(matter.program, matter.parts, given, part.statement) is Verdict.TRUE


def _is_judgment(reading: Reading, said: Said, target: core.Formula) -> bool:
    """Whether an assertion that states a target is a judgment besides: of a value that the target compares, or of some
    condition (N5)."""
    if said.statement is not None and expand.equation(said.statement) is not None:
        return expand.equation(target) is None
    return any(leaf != target for leaf in reading.stated(said))


def _is_surplus(inquiry: Inquiry, said: Said) -> bool:
    """Whether it is a duty or a prohibition where a set of actions is asked for, and not one of these (N20)."""
    return prescribes(inquiry.reading, said) and prescribed(said) not in inquiry.reading.targets


def _surplus(inquiry: Inquiry, decision: Held) -> Iterator[Finding]:
    """The duties and prohibitions of a decision that are neither asked for nor so; what is so is none, in any form.

    Where what the set asks of the same action is decided wrongly, it follows from that (N22).
    """
    for said in decision.said:
        if not _is_surplus(inquiry, said) or said.standing is Standing.ENTAILED:
            continue
        question = _decided_wrongly(inquiry, said)
        yield Finding(
            f.SURPLUS,
            Check.OUTCOME,
            "extra",
            said.text,
            f"the decision says `{said.text}`, which does not follow{because(said)}",
            said.statement,
            decision.id,
            said.assertion.pointer,
            "leave it out" if question is None else _right(inquiry, question),
            root=question is None,
        )


def _decided_wrongly(inquiry: Inquiry, said: Said) -> Question | None:
    """The question about the action of a duty or a prohibition, where the decision on it is not the right one."""
    norm = prescribed(said)
    for question in inquiry.matter.questions:
        target = question.formula
        if target not in inquiry.reading.actions or not isinstance(target, core.Established):
            continue
        same = isinstance(norm, core.Established) and norm.contest == target.contest
        if same and inquiry.reading.final(target) is not question.gold:
            return question
    return None
