"""What came out of a contest as claims that a case can EXPECT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulelang.engine.analysis.told import given_text
from rulelang.engine.core import Contest, ContestKind
from rulelang.engine.decision import Decision, Status
from rulelang.engine.grounding.keys import key
from rulelang.grammar import model


@dataclass(frozen=True, slots=True)
class Expected:
    """A claim and its text."""

    claim: model.Claim
    text: str


def expected(
    program: model.Program, contest: Contest, decisions: Sequence[Decision], literal: bool | model.Mode | None
) -> tuple[Expected, ...]:
    """The claims that say what came out.

    Args:
        decisions: those on `targets_for` of the contest.
        literal: what the rule of interest is for; it is spoken of where nothing is established.
    """
    args = tuple(model.Constant(arg) for arg in contest.args)
    atom = key(contest.name, contest.args)
    match contest.kind:
        case ContestKind.BOOLEAN:
            asked: list[tuple[model.Formula, str, Decision]] = [
                (model.OutcomeHolds(contest.name, args), atom, decisions[0]),
                (model.Rejected(contest.name, args), f"REJECTED {atom}", decisions[1]),
            ]
            return tuple(_of_literals(asked, 1 if literal is False else 0))
        case ContestKind.ACTION:
            modes: tuple[model.Mode, ...] = ("MUST", "MUST NOT", "MAY", "NEED NOT")
            norms: list[tuple[model.Formula, str, Decision]] = [
                (model.NormHolds(mode, contest.name, args), f"{mode} {atom}", decision)
                for mode, decision in zip(modes, decisions, strict=True)
            ]
            held = [decision.status is Status.HOLDS for decision in decisions]
            # What follows from a stronger norm need not be said.
            norms = [norm for place, norm in enumerate(norms) if not (place >= 2 and held[place] and held[place - 2])]
            wanted = next((place for place, norm in enumerate(norms) if norm[1] == f"{literal} {atom}"), 0)
            return tuple(_of_literals(norms, wanted))
        case ContestKind.VALUE:
            return (_of_value(program, contest, decisions[0], args),)


def _of_literals(asked: Sequence[tuple[model.Formula, str, Decision]], wanted: int) -> Iterator[Expected]:
    """What is established; where nothing is, what became of the one that is wanted."""
    held = [(formula, text) for formula, text, decision in asked if decision.status is Status.HOLDS]
    if held:
        for formula, text in held:
            yield Expected(formula, text)
        return
    formula, text, decision = asked[wanted]
    match decision.status:
        case Status.CONFLICT:
            yield Expected(model.ConflictClaim(formula), f"CONFLICT {text}")
        case Status.FAILS:
            yield Expected(model.Not(formula), f"NOT {text}")
        case _:
            yield Expected(model.UnknownClaim(formula), f"UNKNOWN {text}")


def _of_value(
    program: model.Program, contest: Contest, decision: Decision, args: tuple[model.Value, ...]
) -> Expected:
    read = model.OutcomeValue(contest.name, args)
    atom = key(contest.name, contest.args)
    if decision.status is Status.CONFLICT:
        return Expected(model.ConflictClaim(read), f"CONFLICT {atom}")
    if decision.status is not Status.VALUE or decision.value is None:
        return Expected(model.UnknownClaim(read), f"UNKNOWN {atom}")
    from rulelang.grammar.values import NONE

    text = given_text(program, model.Stipulation(model.Atom(contest.name, contest.args), decision.value))
    if decision.value is NONE:
        return Expected(model.IsNone(read), f"{atom} = NONE")
    type_ = program.outcomes[contest.name].type
    if type_ == model.DurationType():
        # Months or days, which of them is not declared: no claim compares it with a duration.
        return Expected(model.Not(model.IsNone(read)), f"NOT {atom} = NONE")
    unit = type_.unit if isinstance(type_, model.NumberType) else None
    return Expected(model.Compare("=", read, model.Constant(decision.value, unit)), text)
