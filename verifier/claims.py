"""What an answer says, claim by claim: each `says` read, resolved against program and case, and taken apart.

The conjuncts of a claim are separate assertions (verification, N8).  What can't be read is MALFORMED, what names
nothing declared is FOREIGN; both are kept, for they are the model's word and are judged (N24).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Diagnostic, has_errors
from rulelang.grammar.json_text import pointer
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.resolving.resolve import resolve_claim
from rulelang.grammar.source import Source
from rulelang.verifier.other_units import conjuncts, unknown_unit, without_units
from rulelang.verifier.units import units_of

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
    """What compares something in another unit than its own, which contradicts, whatever joins or denies the comparison
    (N28); `formula` is it without units; `open`: it is said to be unknown, or in conflict."""

    formula: model.Formula
    open: bool = False


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
        for pieces in [_tree_conjuncts(parsed, source, program, case)]
        for whole in [len(pieces)]
        for piece in pieces
    ]


def _tree_conjuncts(
    claim: tree.Claim, source: Source, program: model.Program, case: model.Case
) -> list[tree.Claim]:
    """The conjuncts of a claim; one that compares in another unit is taken apart also where it denies what it joins."""
    if isinstance(claim, tree.And):
        return [piece for part in claim.parts for piece in _tree_conjuncts(part, source, program, case)]
    if isinstance(claim, tree.Not) and isinstance(_resolved(claim, source, program, case), OtherUnit):
        return conjuncts(claim)
    return [claim]


def _resolved(claim: tree.Claim, source: Source, program: model.Program, case: model.Case) -> Content:
    resolved, faults = resolve_claim(program, case, claim, source.text)
    if resolved is None and any(fault.code == OTHER_UNIT for fault in faults):
        strange = unknown_unit(claim, program)
        if strange is not None:
            return Malformed((_unknown(strange, faults, program),))
        again, _ = resolve_claim(program, case, without_units(claim), source.text)
        match again:
            case model.UnknownClaim(operand) | model.ConflictClaim(operand) if isinstance(operand, model.Formula):
                return OtherUnit(operand, open=True)
            case _ if isinstance(again, model.Formula):
                return OtherUnit(again)
            case _:
                pass
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


def _unknown(unit: str, faults: Sequence[Diagnostic], program: model.Program) -> Diagnostic:
    clash = next(fault for fault in faults if fault.code == OTHER_UNIT)
    close = difflib.get_close_matches(unit, sorted(units_of(program)), n=1)
    return replace(clash, message=f"`{unit}` is no unit", hint=f"did you mean `{close[0]}`?" if close else None)


def asked(found: Sequence[Assertion]) -> tuple[model.Formula | model.Value, ...]:
    """The formulas and values that assertions speak of, each once: to be ground."""
    wanted: dict[model.Formula | model.Value, None] = {}
    for assertion in found:
        match assertion.content:
            case Holds(formula) | OtherUnit(formula=formula):
                wanted[formula] = None
            case Unsettled(operand) | Clashes(operand):
                wanted[operand] = None
            case _:
                pass
    return tuple(wanted)
