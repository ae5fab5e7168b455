"""Which cases two versions admit at all: what one declares ALWAYS, and the other lets happen.

A case that breaks an ALWAYS declaration is refused, so a declaration that only one version has, and that the other's
do not imply, is a difference like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rulelang.engine.analysis.merge import Merged
from rulelang.engine.analysis.versions import reads, text_of
from rulelang.engine.analysis.versions import reason as reason_words
from rulelang.engine.core import And, Core, Formula
from rulelang.engine.solver import Limits, Proved, Refuted, Unknown, Witness, encode, possible, prove

Side: TypeAlias = Literal["old", "new"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A case that `by` alone refuses, for its declaration ALWAYS `always`; the reason where that is not settled."""

    by: Side
    always: str
    witness: Witness | str
    definitions: frozenset[str] = frozenset()
    """The keys of the definitions that it reads."""
    tables: frozenset[str] = frozenset()


def refusals(
    merged: Merged, old: Sequence[Formula], new: Sequence[Formula], premises: Sequence[Formula], limits: Limits
) -> list[Refusal]:
    """For each declaration that the other version does not imply the smallest case that shows it.

    Arguments:
        old, new: what each version declares ALWAYS, in its own core.
        premises: what is assumed of every case, in the merged core.
    """
    ours, theirs = list(map(merged.old.formula, old)), list(map(merged.new.formula, new))
    found: list[Refusal] = []
    sides: list[tuple[Side, list[Formula], list[Formula]]] = [("new", theirs, ours), ("old", ours, theirs)]
    for side, declared, kept in sides:
        core = replace(merged.core, always=tuple(kept))
        for formula in declared:
            if formula in kept:
                continue
            match prove(encode(core), formula, assuming=premises, limits=limits):
                case Refuted(witness):
                    found.append(Refusal(side, text_of(formula), witness, *reads(formula)))
                case Unknown(reason):
                    found.append(Refusal(side, text_of(formula), reason_words(reason)))
                case Proved():
                    pass
    return found


def no_case(core: Core, premises: Sequence[Formula], limits: Limits) -> bool:
    """Whether what is assumed and declared ALWAYS leaves no case at all."""
    if not premises and not core.always:
        return False
    return isinstance(possible(encode(core), And(tuple(premises)), limits=limits), Proved)
