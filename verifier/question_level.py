"""The policy `answer`: only the question is judged, and what the case REQUIRES (verification, N7).

RGDT-Bench's policy and transaction tracks ask for no condition judgments: the stated grounds have to justify the
decision, by some accepted rule or, for a policy, by a supporting passage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulelang.verifier import finding as f
from rulelang.verifier import grounds, judgments
from rulelang.verifier.aggregation import disagreement, false_step
from rulelang.verifier.finding import Check, Finding
from rulelang.verifier.inquiry import Inquiry, Matter
from rulelang.verifier.mending import leads_astray, mended
from rulelang.verifier.outcome import TOO_MUCH, beyond, is_rejection
from rulelang.verifier.premises import premises_for
from rulelang.verifier.replay import follows
from rulelang.verifier.said import Held, Mood, Said, Standing
from rulelang.verifier.warrant import Verdict, Warrant


def against(inquiry: Inquiry, required: Warrant, accepted: Sequence[Warrant], track: str | None) -> Iterator[Finding]:
    """Checks 1 to 4 of the policy; `required` holds the judgments of REQUIRES alone, `accepted` all warrants."""
    yield from _rule_use(inquiry, accepted, track)
    yield from judgments.condition(inquiry, required)
    yield from _evidence(inquiry, required, accepted, track)
    yield from _aggregation(inquiry, required)


def _rule_use(inquiry: Inquiry, accepted: Sequence[Warrant], track: str | None) -> Iterator[Finding]:
    reading, cited = inquiry.reading, inquiry.matter.cited
    concluding = dict.fromkeys(
        need.clause
        for warrant in accepted
        for target in reading.targets
        for need in warrant.needs.get(target, {}).values()
        if need.clause in cited.rules
    )
    stating = [claim for target in reading.targets for claim, _ in reading.stating(target)]
    everybody = [*stating, *([reading.decision] if reading.decision is not None else [])]
    if any(
        cited.covers_conclusion(name, clause) for claim in everybody for name in claim.rules for clause in concluding
    ):
        return
    if not concluding:
        return
    if serves_for_a_rule(track) and (_supported(inquiry, accepted) or _is_shown(inquiry, accepted, stating)):
        return
    at = everybody[0] if everybody else None
    yield Finding(
        f.UNCITED,
        Check.RULE_USE,
        "uncited",
        "the decision",
        "neither the decision nor a claim that states it cites a rule that concludes it",
        reading.targets[0],
        at.id if at else None,
        at.pointer if at else None,
        "cite " + " or ".join(f"`{clause}`" for clause in concluding),
    )


def _supported(inquiry: Inquiry, accepted: Sequence[Warrant]) -> bool:
    """Whether an entering claim states a fact judgment with an accepted set of its passages."""
    slots = dict.fromkeys(leaf for warrant in accepted for leaf in warrant.slots)
    return any(
        inquiry.reading.judge(said, leaf) is not None
        and any(accepted_set <= inquiry.passages(claim) for accepted_set in inquiry.matter.evidence.get(leaf, ()))
        for claim, said in inquiry.reading.entering_said()
        for leaf in slots
    )


def _is_shown(inquiry: Inquiry, accepted: Sequence[Warrant], stating: Sequence[Held]) -> bool:
    """Whether the decision, or a claim that states it, cites an accepted set of passages itself."""
    decision = inquiry.reading.decision
    cites = [inquiry.passages(claim) for claim in stating]
    cites += [] if decision is None else [frozenset(decision.evidence)]
    return any(one <= passages for one in accepted_sets(inquiry.matter, accepted) for passages in cites)


def accepted_sets(matter: Matter, accepted: Sequence[Warrant]) -> tuple[frozenset[str], ...]:
    """The sets of passages that support the facts of some warrants."""
    leaves = dict.fromkeys(leaf for warrant in accepted for leaf in warrant.slots)
    return tuple(dict.fromkeys(one for leaf in leaves for one in matter.evidence.get(leaf, ())))


def serves_for_a_rule(track: str | None) -> bool:
    """Whether a supporting passage serves in place of a rule: on the policy track, where no passage is preassigned."""
    return track == "policy"


def asks_for_support(track: str | None, matter: Matter, accepted: Sequence[Warrant]) -> bool:
    """Whether a fact that enters the decision has to have its passage: on the transaction track, which asks for use of
    the evidence, where every accepted warrant has such a fact."""
    return track == "transaction" and _has_support(matter, accepted)


def _has_support(matter: Matter, accepted: Sequence[Warrant]) -> bool:
    """Whether every accepted warrant has a fact to support: where one has none, nothing is asked of an answer."""
    return all(
        any(
            leaf in matter.evidence and slot.value is not Verdict.OPEN and not matter.is_supposed(leaf)
            for leaf, slot in warrant.slots.items()
        )
        for warrant in accepted
    )


def _evidence(inquiry: Inquiry, required: Warrant, accepted: Sequence[Warrant], track: str | None) -> Iterator[Finding]:
    reading = inquiry.reading
    if asks_for_support(track, inquiry.matter, accepted) and not _supported(inquiry, accepted):
        yield Finding(
            f.UNSUPPORTED,
            Check.EVIDENCE,
            "unsupported",
            "the decision",
            "nothing that the decision draws on has its passage",
            instead="cite the passages that give the facts",
        )
    for name in reading.entering:
        claim = reading.every[name]
        facts = any(said.statement is not None and inquiry.is_fact(said.statement) for said in claim.said)
        if claim is reading.besides or not claim.evidence or not facts:
            continue
        if not any(inquiry.matter.cited.supports(cite, claim, reading) for cite in claim.evidence):
            yield Finding(
                f.UNSUPPORTED,
                Check.EVIDENCE,
                "unsupported",
                claim.text,
                f"the passages cited for `{claim.text}` say nothing about it",
                None,
                claim.id,
                f"{claim.pointer}/evidence",
                _right_passages(inquiry, claim),
            )
    yield from (one for one in grounds.evidence(inquiry, required) if one.code == f.NO_SUPPORT)


def _right_passages(inquiry: Inquiry, claim: Held) -> str | None:
    for leaf, sets in inquiry.matter.evidence.items():
        if any(inquiry.reading.judge(said, leaf) is not None for said in claim.said):
            return "cite " + " or ".join(grounds.passages_text(accepted) for accepted in sets)
    return None


def _aggregation(inquiry: Inquiry, required: Warrant) -> Iterator[Finding]:
    reading, matter = inquiry.reading, inquiry.matter
    place = inquiry.decision_place
    for target in reading.decided:
        disagreeing = disagreement(inquiry, target, required)
        if disagreeing is not None:
            yield disagreeing
            if disagreeing.root:
                continue
        final = reading.final(target)
        assert final is not None
        said = [one for _, one in reading.entering_said()]
        given = premises_for(matter, reading, said, target)
        derived = follows(matter.program, matter.parts, given, target)
        if derived is not final:
            subject = inquiry.question(target).text
            yield Finding(
                f.NOT_DERIVED,
                Check.AGGREGATION,
                "decision not what the judgments give",
                subject,
                f"the stated grounds give `{inquiry.judged(target, derived)}`, {inquiry.decided(target)}",
                target,
                claim=place[0],
                pointer=place[1],
                root=mended(matter, reading, said, required, target) is not final,
            )
    said = [one for _, one in reading.entering_said()]
    for claim, one in reading.entering_said():
        if is_false_step(inquiry, one):
            root = not is_led_astray(inquiry, said, one, required)
            yield false_step(claim, one, one.statement, "not so", root)


def with_causes(inquiry: Inquiry, outcome: Sequence[Finding]) -> Iterator[Finding]:
    """The findings of check 5; that a decision says too much follows from a false step that says just that (N22)."""
    entering = [said for _, said in inquiry.reading.entering_said()]
    for one in outcome:
        if one.kind == TOO_MUCH and one.root:
            part = beyond(inquiry, next(asked for asked in inquiry.matter.questions if asked.formula == one.about))
            if part is not None and is_repeated(inquiry, entering, part):
                yield replace(one, root=False)
                continue
        yield one


def is_repeated(inquiry: Inquiry, entering: Sequence[Said], part: Said) -> bool:
    """Whether a false part of a decision repeats a false step."""
    return any(one.statement == part.statement and is_false_step(inquiry, one) for one in entering)


def is_false_step(inquiry: Inquiry, said: Said) -> bool:
    """Whether an assertion that enters the decision is not so, and is a conclusion (about something derived besides the
    targets, or about a target more than is so) or about rules.  A wrong decision on a target is check 5's."""
    reading = inquiry.reading
    if said.mood is Mood.UNREAD or said.standing is Standing.ENTAILED:
        return False
    for question in inquiry.matter.questions:
        decided = reading.judge(said, question.formula)
        if decided is None:
            continue
        if decided is not question.gold or said.mood is not Mood.HOLDS or is_rejection(said, question.formula):
            return False
    return said.mood is Mood.RULE or (said.statement is not None and not inquiry.is_fact(said.statement))


def is_led_astray(inquiry: Inquiry, entering: Sequence[Said], step: Said, required: Warrant) -> bool:
    """Whether a false conclusion is what false or missing premises give, and would not follow if these were mended:
    then the fault is theirs (N22).  What other false conclusions give is no excuse."""
    said = [one for one in entering if one.mood is Mood.RULE or not is_false_step(inquiry, one)]
    return leads_astray(inquiry.matter, inquiry.reading, said, step, required)
