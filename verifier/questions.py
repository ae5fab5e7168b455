"""What a case asks, with the right answers: the formulas that decisions are held against (verification, N18 to N20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypeGuard

from rulelang.engine import core
from rulelang.engine.core_text import formula_text, value_text
from rulelang.engine.decision import Decision, Status
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.values import NONE
from rulelang.verifier import condition as c
from rulelang.verifier.inquiry import Question
from rulelang.verifier.open_value import open_question
from rulelang.verifier.warrant import Verdict, verdict
from rulelang.verifier.world import Place, World

Asked: TypeAlias = model.Formula | model.Value


def refusal(case: model.Case, code: str, message: str, hint: str) -> Diagnostic:
    """Why no answer can be held against a case."""
    return Diagnostic(code, message, None if case.span is None else Label(case.span), hint=hint)


def is_formula(asked: Asked) -> TypeGuard[model.Formula]:
    """Whether a formula is asked (is it so?), not a value (what is it?)."""
    return isinstance(asked, model.Formula)


def formula_said(claim: model.Claim) -> model.Formula | None:
    """The formula that a claim of a case is about; None where it is about a value or about rules."""
    match claim:
        case model.UnknownClaim(operand) | model.ConflictClaim(operand):
            return operand if is_formula(operand) else None
        case model.TriggeredClaim() | model.SuspendsClaim() | model.PrevailsClaim():
            return None
        case _:
            return claim


def supposed(given: model.Given) -> model.Formula | model.Value | None:
    """What SUPPOSE speaks of."""

    def constants(atom: model.Atom) -> tuple[model.Value, ...]:
        return tuple(model.Constant(arg) for arg in atom.args)

    match given:
        case model.GivenFact(atom, bool()):
            return model.FactHolds(atom.name, constants(atom))
        case model.GivenFact(atom, _):
            return model.FactValue(atom.name, constants(atom))
        case model.GivenDone(atom, _) | model.GivenUnknown(atom, True):
            return model.Done(atom.name, constants(atom))
        case _:
            return None


Chosen: TypeAlias = tuple[Asked, str, model.Ask]
"""What is asked, its text, and the ASK in which it stands."""

_Norm: TypeAlias = Literal["MUST", "MUST NOT"]


def targets_asked(place: Place, asks: Sequence[tuple[model.Ask, model.Target]]) -> list[Chosen]:
    """What is asked, with its text; of DECIDE ACTIONS for each action the norms that `_norms_asked` has."""
    made: list[Chosen] = []
    actions: dict[tuple[str, tuple[model.Value, ...]], model.Ask] = {}
    for ask, target in asks:
        if ask.actions and isinstance(target.asked, model.NormHolds):
            actions[target.asked.name, target.asked.args] = ask
        else:
            made.append((target.asked, target.text, ask))
    forbidden = [model.NormHolds("MUST NOT", name, args) for name, args in actions]
    if forbidden:
        world, _ = place.world(forbidden)
        for norm, ground, ask in zip(forbidden, world.program.targets, actions.values(), strict=True):
            if isinstance(ground, core.Established):
                modes = _norms_asked(world, ground.contest)
                made += [(model.NormHolds(mode, norm.name, norm.args), "", ask) for mode in modes]
    return made


def _norms_asked(world: World, action: str) -> tuple[_Norm, ...]:
    """What DECIDE ACTIONS asks of an action: MUST NOT where it is forbidden, MUST where it is obliged; of any other
    both, for whoever does not list it says both that it is not obliged and that it is not forbidden (N20).

    Of what no rule in use could forbid only MUST is asked.  Where duty and prohibition are in conflict with each
    other, this is one contest, and `MUST a` asks for both its sides.
    """
    duty, ban = (world.decision(core.Established(action, (mode,))).status for mode in ("MUST", "MUST NOT"))
    if ban is Status.HOLDS:
        return ("MUST NOT",)
    may_forbid = any(
        rule.literal == "MUST NOT" and rule.kind is not core.Kind.STIPULATION
        for index in world.program.contests[action].rules
        for rule in (world.program.rules[index],)
    )
    if duty is Status.HOLDS or not may_forbid or duty is ban is Status.CONFLICT:
        return ("MUST",)
    return ("MUST", "MUST NOT")


def questions_of(
    world: World, chosen: Sequence[Chosen], ground: Mapping[Asked, core.Formula | core.Value], case: model.Case
) -> tuple[tuple[Question, ...], tuple[c.Condition, ...], tuple[Decision, ...]]:
    """For each target the formula that decisions are held against, with its gold verdict."""
    questions: list[Question] = []
    conditions: list[c.Condition] = []
    decisions: list[Decision] = []
    for asked, text, ask in chosen:
        target = ground[asked]
        decision = world.decision(target)
        decisions.append(decision)
        if is_formula(asked):
            if _is_open(decision):
                _expected_open(case, asked, text or formula_text(target), decision)  # type: ignore[arg-type]
            condition = _as_asked(target)  # type: ignore[arg-type]
            positive, condition = _positive(target, condition)  # type: ignore[arg-type]
            shown = text or formula_text(positive)
            gold = verdict(world.truth(positive))
            questions.append(Question(positive, shown, gold, decision.status is Status.CONFLICT, ask))
            conditions.append(condition)
        else:
            shown = text or value_text(target)  # type: ignore[arg-type]
            if decision.status is not Status.VALUE:
                _expected_open(case, asked, shown, decision)
                asks = open_question(target)  # type: ignore[arg-type]
                questions.append(Question(asks, shown, Verdict.OPEN, decision.status is Status.CONFLICT, ask))
                conditions.append(c.Leaf(asks))
                continue
            value = decision.value
            assert value is not None
            equal = (
                core.NoneTest(target) if value is NONE else core.Test("=", target, core.Constant(value))  # type: ignore[arg-type]
            )
            questions.append(Question(equal, shown, Verdict.TRUE, ask=ask))
            conditions.append(c.Leaf(equal))
    return tuple(questions), tuple(conditions), tuple(decisions)


def _as_asked(target: core.Formula) -> c.Condition:
    return c.ground_condition(target)


def _positive(target: core.Formula, condition: c.Condition) -> tuple[core.Formula, c.Condition]:
    """NOT p asks for p: the same question."""
    if isinstance(target, core.Not) and isinstance(condition, c.Negated):
        return _positive(target.operand, condition.operand)
    return target, condition


def _is_open(decision: Decision) -> bool:
    return decision.status in (Status.UNDETERMINED, Status.CONFLICT)


def _expected_open(case: model.Case, asked: Asked, text: str, decision: Decision) -> None:
    """A gold decision that is open or in conflict is evaluable where the case EXPECTs it (N19)."""
    expected = {
        _stripped(stated.claim.operand)
        for stated in case.expect
        if isinstance(stated.claim, model.UnknownClaim | model.ConflictClaim)
    }
    if decision.limit is not None or _stripped(asked) not in expected:
        claim = "CONFLICT" if decision.status is Status.CONFLICT else "UNKNOWN"
        whole = f"({text})" if isinstance(asked, model.And | model.Or) else text
        hint = f"{_settling(decision)}, or write `EXPECT {claim} {whole}` if that is the answer"
        raise RuleLangError([_open(case, text, hint)])


def _settling(decision: Decision) -> str:
    """What would make a decision determinate."""
    return "let one of the rules prevail" if decision.status is Status.CONFLICT else "give the facts that are missing"


def _stripped(asked: Asked) -> Asked:
    return _stripped(asked.operand) if isinstance(asked, model.Not) else asked


def _open(case: model.Case, text: str, hint: str) -> Diagnostic:
    return refusal(case, "RL468", f"the gold decision of `{case.name}` on `{text}` is not determinate", hint)
