"""What an answer says, claim by claim: each `says` read, resolved against program and case, and taken apart.

The conjuncts of a claim are separate assertions (verification, N8).  What can't be read is MALFORMED, what names
nothing declared is FOREIGN; both are kept, for they are the model's word and are judged (N24).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Diagnostic, has_errors
from rulelang.grammar.json_text import pointer
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.resolving.resolve import resolve_claim
from rulelang.grammar.source import Source
from rulelang.verifier.units import COMMON, units_of

if TYPE_CHECKING:
    from rulelang.verifier.answer import Answer, Claim, Decision

DECISION = ""
"""The id under which the decision stands among the claims."""

FOREIGN_CODES = frozenset({"RL200", "RL205", "RL231", "RL405", "RL413"})
"""The codes of resolution that say that a name, rule, entity or sentence is not declared."""

OTHER_UNIT = "RL212"
"""The code of resolution that says that two units do not go together."""


@dataclass(frozen=True, slots=True)
class Holds:
    """`p`, `NOT p`, `v = 30 usd`, …"""

    formula: model.Formula


@dataclass(frozen=True, slots=True)
class Unsettled:
    """`UNKNOWN p`."""

    operand: model.Formula | model.Value


@dataclass(frozen=True, slots=True)
class Clashes:
    """`CONFLICT p`."""

    operand: model.Formula | model.Value


RuleClaim: TypeAlias = model.TriggeredClaim | model.SuspendsClaim | model.PrevailsClaim


@dataclass(frozen=True, slots=True)
class Malformed:
    """What can't be read, with what is wrong with it."""

    faults: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Foreign:
    """What names nothing that the program declares; `open`: it is only said to be unknown, or in conflict."""

    faults: tuple[Diagnostic, ...]
    open: bool = False


@dataclass(frozen=True, slots=True)
class OtherUnit:
    """A comparison in another unit than the variable's, which contradicts (N28); `formula` is it without units."""

    formula: model.Formula


Content: TypeAlias = Holds | OtherUnit | Unsettled | Clashes | RuleClaim | Malformed | Foreign


@dataclass(frozen=True, slots=True)
class Assertion:
    """One conjunct of what a claim says, with its place in the answer."""

    claim: str
    pointer: str
    text: str
    content: Content


def assertions(answer: Answer, program: model.Program, case: model.Case) -> tuple[Assertion, ...]:
    """All assertions of an answer's claims and of its decision, in order."""
    found: list[Assertion] = []
    for index, claim in enumerate(answer.claims or ()):
        found.extend(_of(claim.id, claim, pointer("claims", index), program, case))
    if answer.decision is not None:
        found.extend(_of(DECISION, answer.decision, pointer("decision"), program, case))
    return tuple(found)


def _of(
    name: str, claim: Claim | Decision, where: str, program: model.Program, case: model.Case
) -> Iterator[Assertion]:
    if isinstance(claim.says, str):
        texts: Sequence[tuple[str, str]] = [(f"{where}/says", claim.says)]
    else:
        texts = [(f"{where}/says/{index}", text) for index, text in enumerate(claim.says)]
    for place, text in texts:
        for shown, content in read_statement(text, program, case):
            yield Assertion(name, place, shown, content)


def read_statement(text: str, program: model.Program, case: model.Case) -> list[tuple[str, Content]]:
    """The conjuncts of one text, each with its own words."""
    source = Source("says", text)
    parsed, faults = parse_claim(source)
    if parsed is None or has_errors(faults):
        return [(text, Malformed(tuple(faults)))]
    return [
        (piece.span.text if whole > 1 else text, _resolved(piece, source, program, case))
        for pieces in [_tree_conjuncts(parsed)]
        for whole in [len(pieces)]
        for piece in pieces
    ]


def _tree_conjuncts(claim: tree.Claim) -> list[tree.Claim]:
    if isinstance(claim, tree.And):
        return [piece for part in claim.parts for piece in _tree_conjuncts(part)]
    return [claim]


def _resolved(claim: tree.Claim, source: Source, program: model.Program, case: model.Case) -> Content:
    resolved, faults = resolve_claim(program, case, claim, source.text)
    if resolved is None and any(fault.code == OTHER_UNIT for fault in faults):
        compared = _comparison(claim)
        strange = None if compared is None else _unknown_unit(compared, program)
        if strange is not None:
            return Malformed((_unknown(strange, faults, program),))
        again = None
        if compared is not None:
            again, _ = resolve_claim(program, case, _bare(compared), source.text)
        if isinstance(again, model.Compare | model.And):
            return OtherUnit(again)
    if resolved is None:
        foreign = any(fault.code in FOREIGN_CODES for fault in faults)
        is_open = isinstance(claim, tree.Unknown | tree.Conflict)
        return Foreign(tuple(faults), is_open) if foreign else Malformed(tuple(faults))
    match resolved:
        case model.Target():
            return Malformed(())
        case model.UnknownClaim(operand):
            return Unsettled(operand)
        case model.ConflictClaim(operand):
            return Clashes(operand)
        case model.TriggeredClaim() | model.SuspendsClaim() | model.PrevailsClaim():
            return resolved
        case _:
            return Holds(resolved)


_CONTRARY: Mapping[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
    "=": "!=", "!=": "=", "<": ">=", ">=": "<", "<=": ">", ">": "<="
}  # fmt: skip


def _comparison(claim: tree.Claim) -> tree.Compare | tree.Between | None:
    """The comparison that a claim is, also where it denies one (`NOT w <= 10 lb` is `w > 10 lb`)."""
    match claim:
        case tree.Compare() | tree.Between():
            return claim
        case tree.Not(tree.Not(operand)):
            return _comparison(operand)
        case tree.Not(tree.Compare() as compared):
            return replace(compared, op=_CONTRARY[compared.op])
        case _:
            return None


def _sides(claim: tree.Compare | tree.Between) -> tuple[tree.Expr, ...]:
    match claim:
        case tree.Compare(_, left, right):
            return (left, right)
        case tree.Between(operand, low, high):
            return (operand, low, high)


def _bare(claim: tree.Compare | tree.Between) -> tree.Compare | tree.Between:
    """The comparison without the units of its numbers."""
    match claim:
        case tree.Compare(_, left, right):
            return replace(claim, left=_without_unit(left), right=_without_unit(right))
        case tree.Between(operand, low, high):
            return replace(
                claim, operand=_without_unit(operand), low=_without_unit(low), high=_without_unit(high)
            )


def _unknown_unit(claim: tree.Compare | tree.Between, program: model.Program) -> str | None:
    """A unit that neither the program has nor anybody knows: it is not another one, but none."""
    for side in _sides(claim):
        unit = side.unit if isinstance(side, tree.Number) else None
        if unit is not None and unit.lower() not in COMMON and unit not in units_of(program):
            return unit
    return None


def _unknown(unit: str, faults: Sequence[Diagnostic], program: model.Program) -> Diagnostic:
    clash = next(fault for fault in faults if fault.code == OTHER_UNIT)
    close = difflib.get_close_matches(unit, sorted(units_of(program)), n=1)
    return replace(clash, message=f"`{unit}` is no unit", hint=f"did you mean `{close[0]}`?" if close else None)


def _without_unit(expr: tree.Expr) -> tree.Expr:
    return replace(expr, unit=None) if isinstance(expr, tree.Number) else expr


def asked(found: Sequence[Assertion]) -> tuple[model.Formula | model.Value, ...]:
    """The formulas and values that assertions speak of, each once: to be ground."""
    wanted: dict[model.Formula | model.Value, None] = {}
    for assertion in found:
        match assertion.content:
            case Holds(formula) | OtherUnit(formula):
                wanted[formula] = None
            case Unsettled(operand) | Clashes(operand):
                wanted[operand] = None
            case _:
                pass
    return tuple(wanted)
