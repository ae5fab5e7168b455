"""An answer held against a case: five checks against one and the same warrant, the nearest one reported.

Verification, section 4.3, N22 and N23.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from rulelang.engine import core
from rulelang.grammar.json_text import pointer
from rulelang.verifier import aggregation, grounds, judgments, question_level
from rulelang.verifier import finding as f
from rulelang.verifier import outcome as outcomes
from rulelang.verifier.causes import with_causes
from rulelang.verifier.citations import Links
from rulelang.verifier.claims import DECISION, assertions
from rulelang.verifier.finding import Check, Finding
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.judgments import is_bad
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.question_types.points import Asked, asked
from rulelang.verifier.question_types.reference import Reference
from rulelang.verifier.reading import Reading
from rulelang.verifier.rubric import Rubric, rubric_of
from rulelang.verifier.rubric_points import Marking, marks, unlinked
from rulelang.verifier.said import Held, Standing, why
from rulelang.verifier.scope import Scope, scope
from rulelang.verifier.status import held
from rulelang.verifier.steps import valid
from rulelang.verifier.warrant import Judgment, Verdict, Warrant
from rulelang.verifier.warrant import warrant as make_warrant
from rulelang.verifier.warrant_choices import cheapest

if TYPE_CHECKING:
    from rulelang.verifier.answer import Answer


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """One claim: how it stands, why, and whether its step is valid (None: it is no conclusion)."""

    id: str
    pointer: str
    text: str
    standing: Standing
    reason: str
    step: bool | None


@dataclass(frozen=True, slots=True)
class SlotResult:
    """A judgment of the nearest warrant, in words, with where it is stated."""

    text: str
    value: Verdict
    derived: bool
    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What a check finds.

    `findings` fail checks; `notes` fail none.  `fails` are the checks that fail, `root` those that would still fail
    if the faults of the checks before them were mended (N22).  `evaluable` False: extraction failed, and only the
    decision counts.  `scope` and `rubric` are against the nearest warrant of the policy `full`, whatever the policy.
    """

    case: str
    policy: Policy
    evaluable: bool
    correct: bool
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    fails: tuple[Check, ...]
    root: tuple[Check, ...]
    claims: tuple[ClaimResult, ...]
    slots: tuple[SlotResult, ...]
    gold: tuple[tuple[str, str], ...]
    """For each target its text and the right decision."""
    scope: Scope | None
    rubric: Rubric | None
    warrant: int
    warrants: int
    limited: bool
    complete_but_aggregation: bool = False
    """Checks 1, 2, 3 and 5 hold against one and the same warrant, which need not be the nearest (CWG')."""
    asked: tuple[Asked, ...] = ()
    """What the questions' types ask of the answer, beside the five checks; against the nearest full warrant."""

    @property
    def complete(self) -> bool:
        """All five checks hold against one and the same warrant."""
        return self.evaluable and not self.fails


def check(ready: Ready, answer: Answer, links: Links = "linked", policy: Policy | None = None) -> Result:
    """Holds an answer against a case, by the case's own policy if none is given."""
    policy = policy or ready.policy
    inquiry = read(ready, answer, links)
    outcome = tuple(outcomes.outcome(inquiry))
    gold = tuple(
        (question.text, f"CONFLICT {inquiry.shown(question.formula)}" if question.clash else
         inquiry.judged(question.formula, question.gold))
        for question in inquiry.matter.questions
    )  # fmt: skip
    if answer.claims is None:
        return Result(
            answer.case,
            policy,
            False,
            not outcome,
            outcome,
            (),
            (),
            (),
            (),
            (),
            gold,
            None,
            None,
            0,
            len(ready.listed),
            False,
        )
    tried = _tried(inquiry, _candidates(ready, inquiry), outcome)
    index, nearest, found = _nearest(inquiry, tried)
    asks = {ask.type for ask in ready.case.asks}
    marking = Marking(inquiry, nearest, found, "priority_arbitration" in asks)
    rules = scope(inquiry, nearest, marking.applied)
    rubric = rubric_of(ready.base, ready.matter, nearest, marks(marking), rules)
    asked_for = asked(inquiry, Reference(ready, nearest), found)
    if policy == "answer":
        of_question = question_level.against(inquiry, ready.required, ready.listed, ready.case.track)
        tried = [(0, ready.required, _with_outcome(of_question, question_level.with_causes(inquiry, outcome)))]
        [(index, nearest, found)] = tried
    elif policy == "sufficient":
        tried = _tried(inquiry, ready.sufficient.listed, outcome)
        index, nearest, found = min(tried, key=_distance)
    findings = with_causes(found, ready.matter)
    return Result(
        answer.case,
        policy,
        True,
        not outcome,
        findings,
        (*_notes(inquiry), *_place_notes(answer)),
        tuple(sorted({finding.check for finding in findings})),
        tuple(sorted({finding.check for finding in findings if finding.root})),
        tuple(_claims(inquiry)),
        tuple(_slots(inquiry, nearest)),
        gold,
        rules,
        rubric,
        index,
        *_accepted(ready, policy),
        any(all(finding.check is Check.AGGREGATION for finding in found) for _, _, found in tried),
        asked_for,
    )


def _accepted(ready: Ready, policy: Policy) -> tuple[int, bool]:
    """How many warrants a policy accepts, and whether there are more than are listed."""
    match policy:
        case "full":
            return len(ready.listed), ready.limited
        case "answer":
            return 1, False
        case "sufficient":
            return len(ready.sufficient.listed), ready.sufficient.limited


Tried: TypeAlias = tuple[int, Warrant, tuple[Finding, ...]]
"""A warrant with its number and what an answer lacks of it."""


def _tried(inquiry: Inquiry, warrants: Iterable[Warrant], outcome: tuple[Finding, ...]) -> list[Tried]:
    return [
        (index, warrant, _with_outcome(_against(inquiry, warrant), outcome)) for index, warrant in enumerate(warrants)
    ]


def _with_outcome(found: Iterable[Finding], outcome: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings of all checks: what is open in another way than it should be is no root where it may follow."""
    before = tuple(found)
    follows = any(outcomes.changes_what_follows(one.check, one.code) for one in before)
    return *before, *(
        replace(one, root=False) if follows and outcomes.is_open_otherwise(one.check, one.kind, one.root) else one
        for one in outcome
    )


def _candidates(ready: Ready, inquiry: Inquiry) -> Iterator[Warrant]:
    """The warrants to compare: all, or of very many the first ones and the one with the best choice at each OR."""
    yield from ready.listed
    if ready.limited:
        found: dict[core.Formula, int] = {}

        def cost(judgment: Judgment) -> int:
            if judgment.leaf not in found:
                found[judgment.leaf] = 0 if judgments.passes(inquiry, judgment) else 1
            return found[judgment.leaf]

        yield make_warrant(ready.graph, cheapest(ready.graph, cost))


def read(ready: Ready, answer: Answer, links: Links = "linked") -> Inquiry:
    """The answer read against the case."""
    found = assertions(answer, ready.base.program, ready.case)
    read_claims, judge = held(answer, found, ready)
    claims = {claim.id: claim for claim in read_claims if claim.id != DECISION}
    decision = next((claim for claim in read_claims if claim.id == DECISION), None)
    reading = Reading(
        judge.declared,
        claims,
        decision,
        judge.tolerances,
        tuple(question.formula for question in ready.matter.questions),
        ready.matter.prescribed,
        ready.matter.in_play,
        ready.matter.holding,
    )
    return Inquiry(ready.matter, reading, links)


def _against(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    yield from grounds.rule_use(inquiry, warrant)
    yield from judgments.condition(inquiry, warrant)
    yield from grounds.evidence(inquiry, warrant)
    yield from aggregation.aggregation(inquiry, warrant)


def _nearest(inquiry: Inquiry, tried: Sequence[Tried]) -> Tried:
    """The warrant to which an answer comes nearest (N23), of several the first; an answer that is complete against
    several is held against the one of which it has the most links, for it may be written from a later one."""
    nearest = min(tried, key=_distance)
    if nearest[2]:
        return nearest
    complete = [one for one in tried if not one[2]]
    return min(complete, key=lambda one: sum(1 for _ in unlinked(inquiry, one[1])))


def _distance(held_against: Tried) -> tuple[bool, int, int]:
    """A complete warrant first; then the fewest slots missing or wrong, the fewest findings (N23)."""
    _, _, findings = held_against
    slots = {finding.about for finding in findings if finding.code in _SLOT_CODES}
    return bool(findings), len(slots), len(findings)


_SLOT_CODES = frozenset({f.MISSING, f.COARSE, f.WRONG, f.CONTRADICTORY, f.MISQUOTED})


def _claims(inquiry: Inquiry) -> Iterator[ClaimResult]:
    for claim in inquiry.reading.claims.values():
        yield ClaimResult(claim.id, claim.pointer, claim.text, claim.standing, why(claim), valid(inquiry, claim))


def _slots(inquiry: Inquiry, warrant: Warrant) -> Iterator[SlotResult]:
    for leaf, slot in warrant.slots.items():
        stating = dict.fromkeys(claim.id for claim, _ in inquiry.reading.stating(leaf))
        yield SlotResult(inquiry.judged(leaf, slot.value), slot.value, slot.derived, tuple(stating))


# ------------------------------------------------------------------------------------------------------ notes


def _notes(inquiry: Inquiry) -> Iterator[Finding]:
    """What is worth telling and fails no check by itself."""
    reading = inquiry.reading
    everybody = [*reading.claims.values(), *([reading.decision] if reading.decision is not None else [])]
    for claim in everybody:
        yield from _said_notes(claim)
        yield from _citation_notes(inquiry, claim)
        yield from _quote_notes(inquiry, claim)
    yield from _rejection_notes(inquiry)


def _rejection_notes(inquiry: Inquiry) -> Iterator[Finding]:
    """A decision `REJECTED p` where p fails and nothing rejects it (N19)."""
    decision = inquiry.reading.decision
    targets = inquiry.reading.targets
    for said in () if decision is None else decision.said:
        if is_bad(said) and any(outcomes.is_rejection(said, target) for target in targets):
            words = f"`{said.text}` is taken in its weak form: no rule establishes it"
            assert decision is not None
            yield _note(f.WEAK, "weak form", said.text, words, decision, said.assertion.pointer, None)


def _said_notes(claim: Held) -> Iterator[Finding]:
    for said in claim.said:
        place = said.assertion.pointer
        if said.standing is Standing.MALFORMED:
            words = f"`{said.text}` can't be read: {said.reason}"
            yield _note(f.MALFORMED, "malformed", said.text, words, claim, place, "write a formula of the language")
        elif said.standing is Standing.FOREIGN:
            words = f"`{said.text}` names nothing that is declared: {said.reason}"
            yield _note(f.FOREIGN, "foreign", said.text, words, claim, place, None)
        elif said.weak:
            words = f"`{said.text}` is taken in its weak form: no rule establishes it"
            yield _note(f.WEAK, "weak form", said.text, words, claim, place, None)


def _citation_notes(inquiry: Inquiry, claim: Held) -> Iterator[Finding]:
    for index, cite in enumerate(claim.rules):
        if cite not in inquiry.matter.known_rules:
            words = f"`{cite}` is no rule in use, nor a clause of one"
            yield _note(f.UNKNOWN_RULE, "unknown rule", cite, words, claim, f"{claim.pointer}/rules/{index}", None)
    for index, cite in enumerate(claim.evidence):
        if cite not in inquiry.matter.passages:
            words = f"`{cite}` is no passage of the case"
            if cite in inquiry.matter.known_rules:
                words = f"`{cite}` is a rule, and rules are no evidence"
            place = f"{claim.pointer}/evidence/{index}"
            yield _note(f.UNKNOWN_PASSAGE, "unknown passage", cite, words, claim, place, None)


def _quote_notes(inquiry: Inquiry, claim: Held) -> Iterator[Finding]:
    if claim.quote is None:
        return
    wanted = " ".join(claim.quote.split())
    texts = [" ".join(inquiry.matter.passages.get(cite, "").split()) for cite in claim.evidence]
    if not any(wanted in text for text in texts):
        words = "the quote stands in none of the passages that the claim cites"
        yield _note(f.MISQUOTE, "quote", claim.quote, words, claim, f"{claim.pointer}/quote", None)


def _place_notes(answer: Answer) -> Iterator[Finding]:
    """`at` has to name a stretch of the answer's own `text`."""
    said = [(claim.id, pointer("claims", index), claim.at) for index, claim in enumerate(answer.claims or ())]
    if answer.decision is not None:
        said.append((DECISION, pointer("decision"), answer.decision.at))
    for name, where, at in said:
        if at is None:
            continue
        if answer.text is None:
            words, instead = "the answer has no `text` in which this could stand", "give the `text`, or leave `at` out"
        elif at[0] > at[1]:
            words, instead = f"the stretch from {at[0]} to {at[1]} ends before it begins", None
        elif at[1] > len(answer.text):
            words = f"the stretch from {at[0]} to {at[1]} goes beyond the text of {len(answer.text)} code points"
            instead = "count code points of `text`, from 0"
        else:
            continue
        subject = f"{at[0]}-{at[1]}"
        yield Finding(f.MISPLACED, Check.CONDITION, "at", subject, words, None, name, f"{where}/at", instead)


def _note(code: str, kind: str, subject: str, words: str, claim: Held, pointer: str, instead: str | None) -> Finding:
    return Finding(code, Check.CONDITION, kind, subject, words, None, claim.id, pointer, instead)
