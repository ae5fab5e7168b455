"""What a question of each type asks of an answer, point by point, and whether the answer has it.

The points are beside the five checks, as rule scope is: RGDT-Bench's checks know no types of questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.verifier import expand
from rulelang.verifier import finding as f
from rulelang.verifier.besides import parts_asked
from rulelang.verifier.claims import DECISION
from rulelang.verifier.finding import Finding
from rulelang.verifier.inquiry import Inquiry, Question
from rulelang.verifier.question_types import kinds as k
from rulelang.verifier.question_types.reference import MODES, Meeting, Mode, Reference, is_norm
from rulelang.verifier.said import Held, Mood, Standing, prescribed
from rulelang.verifier.steps import is_conclusion, step, takes_step, valid
from rulelang.verifier.warrant import Interaction, Verdict


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that a question's type asks for, in words that complete "the answer …", and whether it is there."""

    words: str
    met: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of some type, held against an answer."""

    type: str
    ask: model.Ask
    points: tuple[Point, ...]

    @property
    def met(self) -> bool:
        return all(point.met for point in self.points)


@dataclass(frozen=True)
class _Held:
    """An answer held against one warrant, with the questions of one ASK."""

    inquiry: Inquiry
    reference: Reference
    findings: Sequence[Finding]
    questions: tuple[Question, ...]

    @property
    def everybody(self) -> tuple[Held, ...]:
        decision = self.inquiry.reading.decision
        return (*self.inquiry.reading.here, *((decision,) if decision is not None else ()))

    def right(self, leaf: core.Formula) -> bool:
        """Whether a judgment is stated, rightly, and by nothing contradicted."""
        return not any(one.about == leaf and one.code in _SLOT for one in self.findings)

    def decided(self, question: Question) -> bool:
        """Whether the decision is the right one."""
        return self.inquiry.reading.final(question.formula) is question.gold and not any(
            one.about == question.formula and one.code in (f.WRONG_DECISION, f.NO_DECISION) for one in self.findings
        )

    def shown(self, question: Question) -> str:
        said = self.inquiry.judged(question.formula, Verdict.TRUE if question.clash else question.gold)
        return f"CONFLICT {said}" if question.clash else said


_SLOT = frozenset({f.MISSING, f.COARSE, f.WRONG, f.CONTRADICTORY, f.MISQUOTED})


def asked(inquiry: Inquiry, reference: Reference, findings: Sequence[Finding]) -> tuple[Asked, ...]:
    """The points of each ASK that has a type, in the order of the case."""
    found: list[Asked] = []
    for ask in reference.ready.case.asks:
        questions = tuple(one for one in inquiry.matter.questions if one.ask == ask)
        points = _POINTS.get(ask.type or "")
        if ask.type is not None and points is not None and questions:
            held = _Held(inquiry, reference, findings, questions)
            found.append(Asked(ask.type, ask, tuple(points(held))))
    return tuple(found)


def fits(reference: Reference, ask: model.Ask) -> bool:
    """Whether a case has what the type of a question is about (`Kind.shape`)."""
    questions = [one for one in reference.ready.matter.questions if one.ask == ask]
    match ask.type:
        case k.SYNTHESIS.name:
            return len(questions) > 1
        case k.PREDICTION.name:
            return all(not reference.ready.matter.is_fact(one.formula) for one in questions)
        case k.ARBITRATION.name:
            return bool(reference.meetings)
        case k.SPECIAL_CASE.name:
            return bool(reference.special or reference.warrant.slots)
        case k.WHAT_IF.name:
            return bool(reference.ready.case.suppose)
        case k.PRESCRIPTION.name:
            return all(is_norm(reference.ready, leaf) for one in questions for leaf in expand.leaves(one.formula))
        case _:
            return bool(questions)



# --------------------------------------------------------------------------------------------------- each type


def _synthesis(held: _Held) -> Iterator[Point]:
    """Every issue is decided, and each stands on judgments of its own."""
    reading = held.inquiry.reading
    for question in held.questions:
        target = question.formula
        yield Point(f"decides the issue `{held.shown(question)}`", held.decided(question))
        roots = [*(claim.id for claim, _ in reading.stating(target)), *reading.drawn]
        below = reading.closure(roots)
        slots = [leaf for leaf, slot in held.reference.warrant.slots.items() if target in slot.targets]
        if slots:
            grounded = all(
                held.right(leaf) and any(claim.id in below for claim, _ in reading.stating(leaf)) for leaf in slots
            )
            yield Point(f"grounds `{held.shown(question)}` on the judgments of that issue", grounded)


def _definitive(held: _Held) -> Iterator[Point]:
    """One explicit answer, and no hedge beside it."""
    reading = held.inquiry.reading
    for question in held.questions:
        said = () if reading.decision is None else reading.decision.said
        parts = (question.formula, *parts_asked(question.formula, reading.in_play))
        hedging = any(
            one.statement is not None
            and all(reading.judge(one, part) is None for part in parts)
            and set(expand.leaves(question.formula)) & set(expand.leaves(one.statement))
            for one in said
        )
        explicit = reading.final(question.formula) is not None and not hedging
        yield Point(f"gives one explicit answer on `{question.text}`", explicit)
        yield Point(f"concludes `{held.shown(question)}`", held.decided(question))


def _prediction(held: _Held) -> Iterator[Point]:
    """What happens is the right consequence, and each step on the way to it follows by the rules that it cites."""
    reading = held.inquiry.reading
    for question in held.questions:
        yield Point(f"predicts `{held.shown(question)}`", held.decided(question))
        if question.gold is Verdict.OPEN:
            continue
        stating = [claim for claim, _ in reading.stating(question.formula) if valid(held.inquiry, claim)]
        last = reading.decision
        follows = bool(stating)
        if not follows and last is not None and is_conclusion(held.inquiry, last):
            follows = step(held.inquiry, last, last.sources)
        yield Point(f"projects `{held.shown(question)}` by the rules that it cites", follows)
    for leaf, slot in held.reference.warrant.slots.items():
        if slot.derived and slot.value is not Verdict.OPEN:
            steps = any(valid(held.inquiry, claim) is not False for claim, _ in reading.stating(leaf))
            yield Point(f"takes the step to `{held.inquiry.judged(leaf, slot.value)}`", steps and held.right(leaf))


def _arbitration(held: _Held) -> Iterator[Point]:
    """The rule that controls is named, and of each pair of rules that meet which of them prevails."""
    for meeting in held.reference.meetings:
        if _is_citable(held, meeting):
            yield Point(f"says that {meeting.words}", _settles(held, meeting))
    for name in held.reference.controlling:
        cited = held.inquiry.matter.cited
        concluding = [claim for claim in held.everybody if claim.id == DECISION or is_conclusion(held.inquiry, claim)]
        named = any(cited.covers_conclusion(cite, name) for claim in concluding for cite in claim.rules)
        named = named or any(_prevailing(claim, name) for claim in held.everybody)
        yield Point(f"names `{name}` as the rule that controls", named)
    false = [
        said.text
        for claim in held.everybody
        for said in claim.said
        if said.mood is Mood.RULE and said.standing is not Standing.ENTAILED
    ]
    yield Point("has no rule prevail that does not", not false)
    for question in held.questions:
        yield Point(f"concludes `{held.shown(question)}`", held.decided(question))


def _is_citable(held: _Held, meeting: Meeting) -> bool:
    known = held.inquiry.matter.known_rules
    return meeting.first in known and meeting.second in known


def _settles(held: _Held, meeting: Meeting) -> bool:
    """Whether an answer says how two rules stand: by a true claim, or by a right conclusion that cites both."""
    cited = held.inquiry.matter.cited
    for claim in held.everybody:
        if _says_how(claim, meeting):
            return True
        if takes_step(held.inquiry, claim) and claim.standing is Standing.ENTAILED:
            names = (meeting.first, meeting.second)
            if all(any(cited.covers_conclusion(cite, name) for cite in claim.rules) for name in names):
                return True
    return False


def _says_how(claim: Held, meeting: Meeting) -> bool:
    """Whether a true claim says which of two rules prevails, or of two that are level that one does not."""
    return any(
        {one.winner, one.loser} == {meeting.first, meeting.second} and (one.positive or meeting.winner is None)
        for one in _true_preferences(claim)
    )


def _prevailing(claim: Held, name: str) -> bool:
    return any(one.winner == name and one.positive for one in _true_preferences(claim))


def _true_preferences(claim: Held) -> Iterator[model.PrevailsClaim]:
    for said in claim.said:
        if isinstance(said.assertion.content, model.PrevailsClaim) and said.standing is Standing.ENTAILED:
            yield said.assertion.content


def _special(held: _Held) -> Iterator[Point]:
    """Of each exception it is said whether it applies, and the exception is named where that is said."""
    for unit in held.reference.special:
        applies = held.reference.applies(unit.clause)
        words = {Verdict.TRUE: "applies", Verdict.FALSE: "does not apply", Verdict.OPEN: "is open"}[applies]
        yield Point(f"judges that `{unit.clause}` {words}", _judges(held, unit))
        if unit.clause in held.inquiry.matter.known_rules:
            yield Point(f"names `{unit.clause}`", any(_names(claim, unit.clause) for claim in held.everybody))
    if not held.reference.special:
        for leaf, slot in held.reference.warrant.slots.items():
            if not slot.derived:
                yield Point(f"judges that `{held.inquiry.judged(leaf, slot.value)}`", held.right(leaf))
    for question in held.questions:
        yield Point(f"concludes `{held.shown(question)}`", held.decided(question))


def _judges(held: _Held, unit: Interaction) -> bool:
    slots = held.reference.warrant.slots
    return all(held.right(leaf) for leaf in unit.leaves if leaf in slots)


def _names(claim: Held, clause: str) -> bool:
    if clause in claim.rules:
        return True
    for said in claim.said:
        match said.assertion.content:
            case model.SuspendsClaim(exception) if exception == clause:
                return True
            case model.TriggeredClaim(name) if name == clause:
                return True
            case _:
                pass
    return False


def _what_if(held: _Held) -> Iterator[Point]:
    """The supposition is taken up, and every conclusion that it changes is stated as it then is."""
    inquiry, reference = held.inquiry, held.reference
    for leaf in reference.supposed:
        value = reference.warrant.slots[leaf].value
        yield Point(f"takes up that `{inquiry.judged(leaf, value)}`", held.right(leaf))
    targets = {question.formula: question for question in inquiry.matter.questions}
    for leaf, now, before in reference.revised:
        words = f"revises `{inquiry.judged(leaf, before)}` to `{inquiry.judged(leaf, now)}`"
        question = targets.get(leaf)
        yield Point(words, held.decided(question) if question is not None else held.right(leaf))
    for leaf in reference.kept:
        question = targets.get(leaf)
        if question is not None:
            yield Point(f"leaves `{held.shown(question)}` as it was", held.decided(question))


def _prescription(held: _Held) -> Iterator[Point]:
    """The decision prescribes exactly the duties and the prohibitions, and permits nothing that is forbidden."""
    if not any(question.ask is not None and question.ask.actions for question in held.questions):
        for question in held.questions:
            yield Point(f"prescribes `{held.shown(question)}`", held.decided(question))
        return
    wanted = held.reference.prescribed(held.questions)
    given = prescribed_by(held.inquiry)
    asked_about = {leaf.contest for one in held.questions for leaf in expand.leaves(one.formula)
                   if isinstance(leaf, core.Established)}  # fmt: skip
    extra = {one.about for one in held.findings if one.code == f.SURPLUS}
    duties: tuple[Mode, Mode] = ("MUST", "MUST NOT")
    for mode in duties:
        said = {key for key in given[mode] if key in asked_about or core.Established(key, (mode,)) in extra}
        listed = ", ".join(f"`{key}`" for key in wanted[mode]) or "nothing"
        yield Point(f"prescribes as {mode}: {listed}", said == set(wanted[mode]))
    permitted = ", ".join(f"`{key}`" for key in wanted["MAY"])
    words = f"permits nothing that is forbidden{f' (MAY: {permitted})' if permitted else ''}"
    yield Point(words, not set(wanted["MUST NOT"]) & set(given["MAY"]))


def prescribed_by(inquiry: Inquiry) -> Mapping[Mode, tuple[str, ...]]:
    """The actions that an answer's decision sorts into duties, prohibitions and permissions.

    `NOT MAY a` prohibits a where that is asked for or where it is not so; else it says what is so, and prescribes
    nothing.
    """
    targets = inquiry.reading.targets
    said = () if inquiry.reading.decision is None else inquiry.reading.decision.said
    found: dict[Mode, tuple[str, ...]] = {}
    for mode, literals in MODES.items():
        norms = (norm if norm in targets or one.standing is not Standing.ENTAILED else one.statement
                 for one in said if one.mood is Mood.HOLDS
                 for norm in (prescribed(one) or one.statement,))  # fmt: skip
        found[mode] = tuple(norm.contest for norm in norms
                            if isinstance(norm, core.Established) and norm.literals == literals)  # fmt: skip
    return found


_POINTS: Mapping[str, Callable[[_Held], Iterator[Point]]] = {
    k.SYNTHESIS.name: _synthesis,
    k.DEFINITIVE.name: _definitive,
    k.PREDICTION.name: _prediction,
    k.ARBITRATION.name: _arbitration,
    k.SPECIAL_CASE.name: _special,
    k.WHAT_IF.name: _what_if,
    k.PRESCRIPTION.name: _prescription,
}
