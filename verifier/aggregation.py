"""Check 4, aggregation: do the judgments enter the decision, and is it what they give?  Verification, N17."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.engine import core
from rulelang.verifier import finding as f
from rulelang.verifier.finding import Check, Finding
from rulelang.verifier.inquiry import Inquiry, Matter
from rulelang.verifier.judgments import because, how
from rulelang.verifier.mending import false_steps, is_at_fault, mended
from rulelang.verifier.premises import premises_for
from rulelang.verifier.reading import Reading
from rulelang.verifier.replay import clashes, follows
from rulelang.verifier.said import Held, Mood, Said, Standing
from rulelang.verifier.warrant import Verdict, Warrant


def aggregation(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    """Check 4: the judgments enter the decision, and the decision is what they give (N17)."""
    yield from _not_entering(inquiry, warrant)
    for target in inquiry.reading.decided:
        yield from _combined(inquiry, warrant, target)
    for claim, said in inquiry.reading.entering_said():
        if said.mood is Mood.RULE and said.standing is not Standing.ENTAILED:
            yield Finding(
                f.WRONG_LOGIC,
                Check.AGGREGATION,
                "wrong decision logic",
                said.text,
                f"the decision draws on `{said.text}`, which is {how(said)}{because(said)}",
                None,
                claim.id,
                said.assertion.pointer,
                "leave it out, or say how the rules stand to each other",
            )


def _not_entering(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    reading = inquiry.reading
    decided = set(reading.decided)
    loose: list[tuple[core.Formula, list[Held]]] = []
    for leaf, slot in warrant.slots.items():
        if not decided & slot.targets.keys():
            continue
        stating = [claim for claim, _ in reading.stating(leaf)]
        if not reading.enters(leaf):
            loose.append((leaf, [claim for claim in stating if claim.id not in reading.entering]))
    unused = {claim.id for _, stating in loose for claim in stating}
    for leaf, stating in loose:
        subject = inquiry.shown(leaf)
        if not stating:
            words = f"the decision is reached without `{subject}`"
            yield Finding(f.NOT_ENTERING, Check.AGGREGATION, "does not enter", subject, words, leaf, root=False)
            continue
        last = next((claim for claim in stating if not _used(inquiry, claim, unused)), None)
        yield Finding(
            f.NOT_ENTERING,
            Check.AGGREGATION,
            "does not enter",
            subject,
            f"`{subject}` is judged, but the decision does not draw on it",
            leaf,
            stating[0].id,
            stating[0].pointer,
            f"add `{stating[0].id}` to the `from` of what follows from it",
            root=True,
            follows=None if last is not None else "an unused branch",
        )


def _used(inquiry: Inquiry, claim: Held, unused: set[str]) -> bool:
    """Whether another unused claim draws on this one: of an unused branch only the last claim is told."""
    return any(user.id in unused and user.id != claim.id for user in inquiry.reading.users.get(claim.id, ()))


def _combined(inquiry: Inquiry, warrant: Warrant, target: core.Formula) -> Iterator[Finding]:
    reading, matter = inquiry.reading, inquiry.matter
    final = reading.final(target)
    assert final is not None
    subject = inquiry.question(target).text
    place = inquiry.decision_place
    disagreeing = disagreement(inquiry, target, warrant)
    if disagreeing is not None:
        yield disagreeing
        if disagreeing.root:
            return
    said = [one for _, one in reading.entering_said()]
    given = premises_for(matter, reading, said, target)
    derived = inquiry.derived.get(target)
    if derived is None:
        derived = inquiry.derived[target] = follows(matter.program, matter.parts, given, target)
    if derived is final:
        if final is not inquiry.question(target).gold:
            steps = false_steps(matter, reading, said, warrant, target, final)
            for step in steps[:1]:
                claim = next(claim for claim, one in reading.entering_said() if one is step)
                yield false_step(claim, step, target, how(step))
        return
    better = mended(matter, reading, said, warrant, target)
    follow = inquiry.judged(target, derived)
    if derived is Verdict.OPEN and clashes(matter.program, matter.parts, given, target):
        follow = f"CONFLICT {inquiry.shown(target)}"
    yield Finding(
        f.NOT_DERIVED,
        Check.AGGREGATION,
        "decision not what the judgments give",
        subject,
        f"from what is said it follows that `{follow}`, {inquiry.decided(target)}",
        target,
        claim=place[0],
        pointer=place[1],
        instead=f"`{follow}`" if better is derived else None,
        root=better is not final,
    )


def false_step(claim: Held, step: Said, about: core.Formula | None, is_: str, root: bool = True) -> Finding:
    """What is found of a false conclusion on which a decision draws; `is_` says in words how it stands."""
    return Finding(
        f.WRONG_LOGIC,
        Check.AGGREGATION,
        "false step",
        step.text,
        f"the decision draws on `{step.text}`, which is {is_}{because(step)}",
        about,
        claim.id,
        step.assertion.pointer,
        root=root,
    )


def disagreement(inquiry: Inquiry, target: core.Formula, warrant: Warrant) -> Finding | None:
    """A claim that gives a target another decision than the final one; no root where it is at fault by itself."""
    reading = inquiry.reading
    final, _decision = reading.final(target), reading.decision
    if final is None:
        return None
    claim = next((claim for claim, value in reading.stating(target) if value is not final), None)
    if claim is None:
        return None
    place = inquiry.decision_place
    return Finding(
        f.DISAGREE,
        Check.AGGREGATION,
        "decisions disagree",
        inquiry.question(target).text,
        f"the claim `{claim.id}` says `{claim.text}`, {inquiry.decided(target)}",
        target,
        claim=place[0],
        pointer=place[1],
        instead="say the same in both",
        root=not is_at_fault_there(
            inquiry.matter, reading, (said for _, said in reading.entering_said()), warrant, target, final
        ),
    )


def is_at_fault_there(
    matter: Matter,
    reading: Reading,
    entering: Iterable[Said],
    warrant: Warrant,
    target: core.Formula,
    final: Verdict,
) -> bool:
    """Whether a target is given another decision than the final one by nothing but assertions that check 2 or 3 finds
    fault with: `fee > 160 eur` for the judgment `fee <= 160 eur`, where the decision is `fee = 120 eur`.  Then it is
    one fault, and mended with the judgment (N22)."""
    against = [said for said in entering if reading.judge(said, target) not in (None, final)]
    return bool(against) and all(is_at_fault(matter, said, warrant) for said in against)
