"""What is said of the instances of a condition, some of them open, and what that comes to for the whole (N8).

Three-valued: with `UNKNOWN red(a)` and `NOT red(b)` it is open whether any of the two is red, with `red(b)` it is so
whatever a is.  Of an instance of which nothing is said nothing follows, unless the others settle the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rulelang.engine import core
from rulelang.engine.core_parts import children
from rulelang.verifier import expand
from rulelang.verifier.entail import Declared
from rulelang.verifier.inside import are_related
from rulelang.verifier.warrant import Verdict, verdict


@dataclass(frozen=True, slots=True)
class Opened:
    """What is said to be unresolved: whether a condition is, by one statement alone, and which values are unknown."""

    condition: Callable[[core.Formula], bool]
    values: frozenset[core.Value]


def stated_by(
    declared: Declared,
    leaf: core.Formula,
    held: Sequence[core.Formula],
    opened: Opened | None,
) -> Verdict | None:
    """What statements state of a condition over instances together; None if they leave it unsaid.

    Args:
        held: what they say to hold.
        opened: what they say is unresolved; None if nothing is.
    """
    said = core.And(tuple(held))
    settled = declared.settles(said, leaf) if held else None
    if settled is not None or opened is None:
        return None if settled is None else verdict(settled)
    pinned = {equal[0] for piece in expand.conjuncts(said) if (equal := expand.equation(piece)) is not None}

    def of(formula: core.Formula) -> Verdict | None:
        match formula:
            case core.Truth(so):
                return verdict(so)
            case core.Not(operand):
                return _denied(of(operand))
            case core.And(parts):
                return _all(map(of, parts))
            case core.Or(parts):
                return _denied(_all(_denied(of(part)) for part in parts))
            case _:
                near = tuple(one for one in held if declared.includes or are_related(one, formula))
                settled = declared.settles(core.And(near), formula) if near else None
                if settled is not None:
                    return verdict(settled)
                return Verdict.OPEN if opened.condition(formula) or hangs_on_open(formula) else None

    def hangs_on_open(formula: core.Formula) -> bool:
        """Whether everything that is compared is given or said to be open, and something is open, on which it hangs: of
        one instance there are never two."""
        found = [one for part in children(formula) for one in compared(part)]
        return None not in found and Verdict.OPEN in found and not _is_settled(declared, formula)

    def compared(term: core.Formula | core.Value) -> Iterable[Verdict | None]:
        match term:
            case core.CountOf(conditions):
                yield from map(of, conditions)
            case core.Fold(_, items) | core.Selected(items):
                for guard, item in items:
                    so = of(guard)
                    yield so
                    if so is not Verdict.FALSE:
                        yield from compared(item)
            case core.FactRead() | core.OutcomeRead() | core.NamedRead():
                yield Verdict.TRUE if term in pinned else Verdict.OPEN if term in opened.values else None
            case _:
                for part in children(term):
                    yield from compared(part)

    return of(leaf)


def _denied(said: Verdict | None) -> Verdict | None:
    match said:
        case Verdict.TRUE:
            return Verdict.FALSE
        case Verdict.FALSE:
            return Verdict.TRUE
        case _:
            return said


def _all(parts: Iterable[Verdict | None]) -> Verdict | None:
    found = list(parts)
    if Verdict.FALSE in found:
        return Verdict.FALSE
    if None in found:
        return None
    return Verdict.OPEN if Verdict.OPEN in found else Verdict.TRUE


def _is_settled(declared: Declared, condition: core.Formula) -> bool:
    """Whether a count comes out the same whatever is counted."""
    counted = [atom for atom in expand.atoms(condition) if isinstance(atom, core.FactTest | core.Established)]
    either = tuple(core.Or((atom, core.Not(atom))) for atom in counted)
    return bool(either) and declared.settles(core.And(either), condition) is not None
