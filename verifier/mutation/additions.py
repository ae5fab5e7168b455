"""Harmless changes: more is said than needed, and the decision is put otherwise; all of it has to be accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulelang.engine import core
from rulelang.verifier.mutation.case import Bench
from rulelang.verifier.mutation.decisions import rule_claim, rule_claims
from rulelang.verifier.mutation.draft import Draft, Line, Stated, added, dropped, replaced
from rulelang.verifier.mutation.kinds import Harmless
from rulelang.verifier.warrant import Verdict

# ------------------------------------------------------------------------------------------------- more is said


def _targets(bench: Bench) -> list[Line]:
    lines = [bench.gold.line(question.formula) for question in bench.ready.matter.questions]
    return [line for line in lines if line is not None]


def _true_asides(bench: Bench) -> Iterator[Stated]:
    """What is so in the case and what no warrant asks about."""
    asked = {leaf for one in bench.ready.listed for leaf in one.slots}
    targets = {question.formula for question in bench.ready.matter.questions}
    for leaf in bench.ready.matter.leaves:
        truth = bench.proof.world.truth(leaf) if isinstance(leaf, core.FactTest) else None
        if truth is not None and leaf not in asked and leaf not in targets:
            yield bench.say(leaf, Verdict.TRUE if truth else Verdict.FALSE)


def _aside(bench: Bench) -> Sequence[Draft]:
    return [added(bench.gold, Line(bench.gold.fresh(), (said,))) for said in _true_asides(bench)]


def _idle_premise(bench: Bench) -> Sequence[Draft]:
    """A true fact beside the point, on which the conclusion draws too."""
    return [
        added(bench.gold, Line(bench.gold.fresh(), (said,)), (line.id,))
        for said in _true_asides(bench)
        for line in _targets(bench)[:1]
    ]


def _repeated(bench: Bench) -> Sequence[Draft]:
    """A fact said again; what holds anything derived concludes, and would have to cite its rule again."""
    return [
        added(bench.gold, Line(bench.gold.fresh(), line.says))
        for line in bench.gold.lines
        if line.about in bench.warrant.slots
        and not bench.warrant.slots[line.about].derived
        and bench.proof.statements.is_fact(line.about)
    ]


def _restated(bench: Bench) -> Sequence[Draft]:
    """An intermediate conclusion is said again on the way."""
    made: list[Draft] = []
    for slot in bench.derived():
        line = bench.gold.line(slot.leaf)
        if line is None or not line.rules:
            continue
        again = Line(bench.gold.fresh(), line.says, (line.id,), line.rules)
        draft = bench.gold
        for user in bench.gold.users(line.id):
            sources = tuple(again.id if source == line.id else source for source in user.sources)
            draft = replaced(draft, replace(user, sources=sources))
        made.append(replace(draft, lines=(*draft.lines, again)))
    return made


def _true_rule_claims(bench: Bench) -> Sequence[Draft]:
    made: list[Draft] = []
    for text in rule_claims(bench):
        if rule_claim(bench, text):
            line = Line(bench.gold.fresh(), (Stated(text, None, true=True),))
            made.append(added(bench.gold, line, [one.id for one in _targets(bench)[:1]]))
    return made


def _as_it_was(bench: Bench) -> Sequence[Draft]:
    """A what-if answer that also says what the case was like before."""
    given, _ = bench.ready.given.world(bench.ready.targets)
    made: list[Draft] = []
    for slot in bench.warrant.slots.values() if bench.ready.case.suppose else ():
        truth = given.truth(slot.leaf) if not slot.derived else None
        if truth is not None:
            said = bench.say(slot.leaf, Verdict.TRUE if truth else Verdict.FALSE)
            made.append(added(bench.gold, Line(bench.gold.fresh(), (said,), world="given")))
    return made


# ---------------------------------------------------------------------------------------------------- the decision


def _without_from(bench: Bench) -> Sequence[Draft]:
    assert bench.gold.decision is not None
    return [replaced(bench.gold, replace(bench.gold.decision, sources=()))]


def _one_formula(bench: Bench) -> Sequence[Draft]:
    """The parts of the decision as one formula."""
    decision = bench.gold.decision
    if decision is None or len(decision.says) < 2 or any(said.unsettled for said in decision.says):
        return []
    formulas = tuple(said.formula for said in decision.says if said.formula is not None)
    text = " AND ".join(f"({said.text})" for said in decision.says)
    return [replaced(bench.gold, replace(decision, says=(Stated(text, core.And(formulas)),)))]


def _turned_parts(bench: Bench) -> Sequence[Draft]:
    """The parts of the decision in another order."""
    decision = bench.gold.decision
    if decision is None or len(decision.says) < 2:
        return []
    return [replaced(bench.gold, replace(decision, says=tuple(reversed(decision.says))))]


def _without_claim(bench: Bench) -> Sequence[Draft]:
    """No claim states the decision: it draws on the reasons itself and cites the rules."""
    decision = bench.gold.decision
    if decision is None or len(_targets(bench)) != 1:
        return []
    (line,) = _targets(bench)
    made = replaced(bench.gold, replace(decision, sources=line.sources, rules=line.rules))
    return [dropped(made, line.id)]


def _claimed_twice(bench: Bench) -> Sequence[Draft]:
    return [
        added(bench.gold, Line(bench.gold.fresh(), line.says, (line.id,), line.rules))
        for line in _targets(bench)
        if line.rules
    ]


_OTHER_FORM: dict[tuple[object, ...], tuple[object, ...]] = {
    ("MUST",): ("NEED NOT", "MUST NOT"),
    ("MUST NOT",): ("MAY", "MUST"),
    ("MAY", "MUST"): ("MUST NOT",),
    ("NEED NOT", "MUST NOT"): ("MUST",),
}


def _other_norm(bench: Bench) -> Sequence[Draft]:
    """`NEED NOT` for `NOT MUST`, `MUST NOT` for `NOT MAY`, in the claim and in the decision."""
    made: list[Draft] = []
    for question in bench.ready.matter.questions:
        leaf, line, decision = question.formula, bench.gold.line(question.formula), bench.gold.decision
        if not isinstance(leaf, core.Established) or question.gold is not Verdict.FALSE:
            continue
        form = _OTHER_FORM.get(tuple(leaf.literals))
        if form is None or line is None or decision is None:
            continue
        established = bench.proof.world.truth(core.Established(leaf.contest, form)) is True  # type: ignore[arg-type]
        if established and not _concluded(bench, line, leaf.contest, form):
            continue
        said = bench.says(core.Established(leaf.contest, form))  # type: ignore[arg-type]
        parts = tuple(said if part == line.says[0] else part for part in decision.says)
        made.append(replaced(replaced(bench.gold, replace(line, says=(said,))), replace(decision, says=parts)))
    return made


def _concluded(bench: Bench, line: Line, contest: str, form: tuple[object, ...]) -> bool:
    """Whether a rule that the claim cites concludes that norm: what is established cites who establishes it."""
    return any(
        part.rule.contest == contest
        and part.rule.literal in form
        and any(bench.proof.concludes(cite, part.clause) for cite in line.rules)
        for part in bench.ready.matter.parts
    )


def _unlisted(bench: Bench) -> Sequence[Draft]:
    """Of the actions asked about only those are listed that are obliged or forbidden."""
    decision = bench.gold.decision
    if decision is None or not bench.ready.matter.actions:
        return []
    gold = {question.formula: question.gold for question in bench.ready.matter.questions}
    says = tuple(
        said
        for said in decision.says
        if not (isinstance(said.formula, core.Not) and gold.get(said.formula.operand) is Verdict.FALSE)
    )
    return [replaced(bench.gold, replace(decision, says=says))] if says and says != decision.says else []


ADDITIONS: tuple[Harmless, ...] = (
    Harmless("aside", "a true claim beside the point", _aside),
    Harmless("idle_premise", "a true claim beside the point that enters", _idle_premise),
    Harmless("repeated", "a judgment repeated", _repeated),
    Harmless("restated", "an intermediate conclusion restated on the way", _restated),
    Harmless("rule_claim", "a true claim about rules", _true_rule_claims),
    Harmless("as_it_was", "a claim about the case as it was", _as_it_was),
    Harmless("decision_without_from", "a decision that names no reasons", _without_from),
    Harmless("decision_as_formula", "the decision as one formula", _one_formula),
    Harmless("decision_turned", "the parts of the decision in another order", _turned_parts),
    Harmless("decision_without_claim", "a decision without a claim of its own", _without_claim),
    Harmless("decision_twice", "the decision claimed twice", _claimed_twice),
    Harmless("other_norm", "`NEED NOT` for `NOT MUST`, `MUST NOT` for `NOT MAY`", _other_norm),
    Harmless("actions_unlisted", "only what must and must not be done is listed", _unlisted),
)
