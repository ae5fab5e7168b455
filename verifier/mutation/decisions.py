"""Faults of aggregation and outcome: judgments that don't enter, decisions against them or missing (layers 4 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rulelang.engine import core
from rulelang.engine.explaining.rule_claims import claim_formula
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.values import exact
from rulelang.verifier import expand
from rulelang.verifier.claims import read_statement
from rulelang.verifier.expand import equation
from rulelang.verifier.inquiry import Question
from rulelang.verifier.linear import number
from rulelang.verifier.mutation.case import Bench
from rulelang.verifier.mutation.draft import Draft, Line, Stated, added, replaced, unlinked
from rulelang.verifier.mutation.judgments import OPPOSITE
from rulelang.verifier.mutation.kinds import Fault
from rulelang.verifier.warrant import Verdict


def _facts(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.slots if not slot.derived]


def _conclusions(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.derived()]


def _unlink(_: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """Nothing draws on the claim any more."""
    line = draft.line(leaf)
    return None if line is None or not draft.users(line.id) else unlinked(draft, line.id)


def _questions(bench: Bench) -> list[Question]:
    return list(bench.ready.matter.questions)


def _contrary(bench: Bench, question: Question) -> Stated | None:
    """A decision that is not the right one."""
    equal = equation(question.formula)
    if equal is not None and question.gold is Verdict.TRUE:
        value = equal[1].value
        tolerance = bench.ready.tolerances.get(equal[0])
        span = 0 if tolerance is None else number(tolerance.value) or 0
        if (
            isinstance(value, bool)
            or number(value) is None
            or isinstance(value, str)
            or not hasattr(value, "numerator")
        ):
            return None
        return bench.says(core.Test("=", equal[0], core.Constant(value + 2 * span + 1)))  # type: ignore[operator]
    wrong = OPPOSITE.get(question.gold) or bench.chance.choice((Verdict.TRUE, Verdict.FALSE))
    return bench.say(question.formula, wrong)


def _part(bench: Bench, draft: Draft, question: Question, said: Stated | None) -> Draft | None:
    """The decision with another part about one target."""
    if draft.decision is None or said is None:
        return None
    parts = tuple(
        said if one.formula is not None and bench.proof.statements.gives(one, question.formula) is not None else one
        for one in draft.decision.says
    )
    return replaced(draft, replace(draft.decision, says=parts))


def _turn_decision(bench: Bench, draft: Draft, question: Question) -> Draft | None:
    return _part(bench, draft, question, _contrary(bench, question))


def _turn_both(bench: Bench, draft: Draft, question: Question) -> Draft | None:
    """The decision and the claim that concludes it go against the reasons together."""
    said, line = _contrary(bench, question), draft.line(question.formula)
    made = _part(bench, draft, question, said)
    return None if made is None or said is None or line is None else replaced(made, replace(line, says=(said,)))


def _second_decision(bench: Bench, draft: Draft, question: Question) -> Draft | None:
    """Another claim decides otherwise."""
    said, line = _contrary(bench, question), draft.line(question.formula)
    if said is None or line is None:
        return None
    return added(draft, Line(draft.fresh(), (said,), rules=line.rules))


# ------------------------------------------------------------------------------------------------- rule claims


def _false_rule_claims(bench: Bench) -> list[tuple[str, core.Formula]]:
    """Claims about exceptions and rivals that are not so, with the target that is to draw on them."""
    return [
        (text, question.formula)
        for text in rule_claims(bench)
        if rule_claim(bench, text) is False
        for question in bench.ready.matter.questions[:1]
    ]


def rule_claims(bench: Bench) -> list[str]:
    """What can be said of the exceptions, rivals and ironclad parts of the warrant, true or false."""
    rules = bench.ready.matter.cited.rules
    kinds = {part.clause: part.rule.kind for part in bench.ready.matter.parts}
    found: list[str] = []
    for clause in bench.warrant.interacting:
        rule = rules.get(clause)
        if rule is None:
            continue
        if kinds.get(clause) in (core.Kind.RIVAL, core.Kind.IRONCLAD):
            found += [f"{clause} PREVAILS OVER {rule}", f"{rule} PREVAILS OVER {clause}"]
        else:
            found += [f"{clause} SUSPENDS {rule}", f"NOT {clause} SUSPENDS {rule}"]
    return found


def rule_claim(bench: Bench, text: str) -> bool | None:
    """Whether a claim about rules is so: the engine decides; None where it can't be read or is open."""
    read = read_statement(text, bench.ready.base.program, bench.ready.case)
    match [content for _, content in read]:
        case [model.SuspendsClaim() | model.PrevailsClaim() | model.TriggeredClaim() as claim]:
            formula = claim_formula(bench.ready.base, bench.ready.selection, claim)
        case _:
            return None
    if isinstance(formula, model.Truth):
        return formula.value is claim.positive
    try:
        world, _ = bench.ready.asked.world((formula,))
    except RuleLangError:
        return None
    truth = world.truth(world.program.targets[0])  # type: ignore[arg-type]
    return None if truth is None else truth is claim.positive


def _claim_rule(_: Bench, draft: Draft, site: tuple[str, core.Formula]) -> Draft | None:
    text, target = site
    line = draft.line(target)
    if line is None:
        return None
    return added(draft, Line(draft.fresh(), (Stated(text, None, true=False),)), (line.id,))


# ------------------------------------------------------------------------------------------------ no decision


def _prose(bench: Bench) -> list[Question]:
    """The targets of which a decision has to say something (of DECIDE ACTIONS, what is not said is said not to be)."""
    return [] if bench.ready.matter.actions else _questions(bench)


def _undecided(_: Bench, draft: Draft, __: object) -> Draft | None:
    return None if draft.decision is None else replace(draft, decision=None)


def _hedged(bench: Bench, draft: Draft, question: Question) -> Draft | None:
    """One way or the other."""
    yes, no = (bench.say(question.formula, value) for value in (Verdict.TRUE, Verdict.FALSE))
    if question.clash or question.gold is Verdict.OPEN:
        return None
    either = core.Or((question.formula, expand.negation(question.formula)))
    return _part(bench, draft, question, Stated(f"({yes.text}) OR ({no.text})", either, true=True))


def _both_ways(bench: Bench, draft: Draft, question: Question) -> Draft | None:
    """Both ways at once."""
    said = _contrary(bench, question)
    if draft.decision is None or said is None:
        return None
    return replaced(draft, replace(draft.decision, says=(*draft.decision.says, said)))


def _exceeding(bench: Bench) -> list[tuple[Question, core.Formula]]:
    """Norms and values that entail the right decision on a target, and a wrong one on none, and are not so."""
    return [
        (question, formula)
        for question in _questions(bench)
        for formula in _beside(bench, question.formula)
        for said in [bench.says(formula)]
        if question.gold is not Verdict.OPEN
        if bench.proof.statements.gives(said, question.formula) is question.gold
        if all(bench.proof.statements.gives(said, other.formula) in (None, other.gold) for other in _questions(bench))
        if not bench.proof.statements.is_so(said)
    ]


def _beside(bench: Bench, target: core.Formula) -> list[core.Formula]:
    """The strong norms on an action that is asked about; other values of what a comparison reads."""
    match target:
        case core.Established(contest, (str(), *_)):
            return [core.Established(contest, ("MUST",)), core.Established(contest, ("MUST NOT",))]
        case core.Test(op, (core.FactRead() | core.OutcomeRead() | core.NamedRead()) as read) if op != "=":
            value = bench.proof.world.value(read)
            if not isinstance(value, int | Fraction):
                return []
            tolerance = bench.ready.tolerances.get(read)
            off = 1 + 2 * (Fraction(0) if tolerance is None else tolerance.off(Fraction(value)))
            return [core.Test("=", read, core.Constant(exact(value + by))) for by in (-off, off)]
        case _:
            return []


def _exceed(bench: Bench, draft: Draft, site: tuple[Question, core.Formula]) -> Draft | None:
    question, formula = site
    return _part(bench, draft, question, bench.says(formula))


def _several(bench: Bench) -> list[Question]:
    return _prose(bench) if len(bench.ready.matter.questions) > 1 else []


def _part_missing(bench: Bench, draft: Draft, question: Question) -> Draft | None:
    if draft.decision is None:
        return None
    says = tuple(one for one in draft.decision.says if bench.proof.statements.gives(one, question.formula) is None)
    return replaced(draft, replace(draft.decision, says=says)) if says else None


def _unasked_actions(bench: Bench) -> Sequence[core.Formula]:
    """Norms on actions that are not asked about and that are not established."""
    if not bench.ready.matter.actions:
        return []
    asked = {leaf.contest for q in _questions(bench) if isinstance(leaf := q.formula, core.Established)}
    found: list[core.Formula] = []
    for key, contest in bench.ready.matter.program.contests.items():
        if contest.kind is core.ContestKind.ACTION and key not in asked:
            norm = core.Established(key, ("MUST",))
            if bench.proof.world.truth(norm) is False:
                found.append(norm)
    return found


def _surplus(bench: Bench, draft: Draft, norm: core.Formula) -> Draft | None:
    if draft.decision is None:
        return None
    return replaced(draft, replace(draft.decision, says=(*draft.decision.says, bench.says(norm))))


AGGREGATION: tuple[Fault, ...] = (
    Fault("fact_does_not_enter", "a judgment is made and not used", (4,), (4,), _facts, _unlink),
    Fault(
        "conclusion_does_not_enter",
        "an intermediate conclusion is drawn and not carried on",
        (4,),
        (4,),
        _conclusions,
        _unlink,
    ),
    Fault(
        "decision_against_claim",
        "the decision goes against the claim that concludes it",
        (4,),
        (4, 5),
        _questions,
        _turn_decision,
    ),
    Fault(
        "decision_against_reasons",
        "decision and conclusion go against the reasons",
        (4,),
        (4, 5),
        _questions,
        _turn_both,
    ),
    Fault("second_decision", "another claim decides otherwise", (4,), (4,), _questions, _second_decision),
    Fault(
        "false_rule_claim",
        "the conclusion draws on a false claim about rules",
        (4,),
        (4,),
        _false_rule_claims,
        _claim_rule,
    ),
)

OUTCOME: tuple[Fault, ...] = (
    Fault("no_decision", "there is no decision", (5,), (5,), lambda _: (None,), _undecided),
    Fault("hedged", "the decision says one or the other", (5,), (5,), _questions, _hedged),
    Fault("both_ways", "the decision says both", (5,), (5,), _questions, _both_ways),
    Fault("part_missing", "a part of the decision is missing", (5,), (5,), _several, _part_missing),
    Fault(
        "surplus_duty", "the decision prescribes something that does not follow", (5,), (5,), _unasked_actions, _surplus
    ),
    Fault("too_strong", "the decision says more than is so", (5,), (5,), _exceeding, _exceed),
)
