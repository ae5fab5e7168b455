"""What is claimed of rules, as a formula: `TRIGGERED r`, `x SUSPENDS r`, `r PREVAILS OVER k`.

"Triggers" means the condition, without exceptions (docs/semantics.md, item 10).  A rule with FOR EACH is triggered if
some instance is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulelang.engine.core import ContestKind, Rank, incompatible
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.formulas import (
    complement,
    conjunction,
    disjunction,
    substitute,
    substitute_binder,
    substitute_value,
)
from rulelang.engine.rules.group import ExceptionPart
from rulelang.engine.rules.order import Place
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.rules.units import Unit
from rulelang.grammar import model as m


def claim_formula(
    base: RuleBase, selection: Selection, claim: m.TriggeredClaim | m.SuspendsClaim | m.PrevailsClaim
) -> m.Formula:
    """The formula that is true iff the claim (taken as positive) is; a rule that is not in use does nothing."""
    match claim:
        case m.TriggeredClaim(rule):
            return triggered(base, selection, rule)
        case m.SuspendsClaim(clause, rule):
            return disjunction(*_suspending(_units(base, selection, rule), clause, rule))
        case m.PrevailsClaim(winner, loser):
            winners, losers = _units(base, selection, winner), _units(base, selection, loser)
            return disjunction(
                *(
                    part
                    for w in winners
                    if w.id == winner
                    for k in losers
                    if k.id == loser
                    for part in _beating(base, selection, w, k)
                )
            )


def triggered(base: RuleBase, selection: Selection, rule: str) -> m.Formula:
    """That the condition of a rule, or of one of its clauses, is true for some entities."""
    if rule in base.groups:
        if rule not in base.in_use(selection):
            return m.Truth(False)
        group = base.group(rule)
        return _some(group.binders, group.condition)
    found = [_some(unit.binders, unit.condition) for unit in _units(base, selection, rule) if unit.id == rule]
    if found:
        return disjunction(*found)
    return disjunction(
        *(
            _some(unit.binders, conjunction(unit.condition, *conditions))
            for unit in _units(base, selection, rule)
            for part, conditions in _parts(unit.exceptions, ())
            if part.id == rule
        )
    )


def own_condition(base: RuleBase, selection: Selection, rule: str) -> m.Formula:
    """The condition of a rule or clause alone: of an exception what stands in its clause, without the condition of the
    rule or of the exceptions above it.  `triggered` entails it."""
    if rule in base.groups:
        return triggered(base, selection, rule)
    units = _units(base, selection, rule)
    if any(unit.id == rule for unit in units):
        return triggered(base, selection, rule)
    return disjunction(
        *(
            _some(unit.binders, _some(part.binders, part.condition))
            for unit in units
            for part, _ in _parts(unit.exceptions, ())
            if part.id == rule
        )
    )


def _units(base: RuleBase, selection: Selection, name: str) -> list[Unit]:
    """The units of the rule that this is, or that this is a clause of."""
    return [
        unit
        for unit in base.units(selection)
        if name in (unit.id, unit.rule) or any(part.id == name for part, _ in _parts(unit.exceptions, ()))
    ]


def _parts(
    exceptions: Iterable[ExceptionPart], above: tuple[m.Formula, ...]
) -> Iterator[tuple[ExceptionPart, tuple[m.Formula, ...]]]:
    """Every exception of a tree, with its condition and those of the exceptions above it."""
    for part in exceptions:
        conditions = (*above, _some(part.binders, part.condition))
        yield part, conditions
        yield from _parts(part.exceptions, conditions)


def _suspending(units: Iterable[Unit], clause: str, rule: str) -> Iterator[m.Formula]:
    for unit in units:
        if unit.id == rule:
            for part in unit.exceptions:
                if part.id == clause:
                    yield _some(unit.binders, conjunction(unit.condition, _in_force(part)))
        for part, conditions in _parts(unit.exceptions, ()):
            if part.id == rule:
                for inner in part.exceptions:
                    if inner.id == clause:
                        yield _some(unit.binders, conjunction(unit.condition, *conditions, _in_force(inner)))


def _in_force(part: ExceptionPart) -> m.Formula:
    return _some(part.binders, conjunction(part.condition, *(complement(_in_force(sub)) for sub in part.exceptions)))


def _applies(unit: Unit) -> m.Formula:
    return conjunction(unit.condition, *(complement(_in_force(part)) for part in unit.exceptions))


def _beating(base: RuleBase, selection: Selection, winner: Unit, loser: Unit) -> Iterator[m.Formula]:
    """That both apply to one thing, their outcomes exclude each other, and the winner's is established.

    A rule that the other one outranks does not beat it, though its outcome be established: a third one does then.
    """
    if winner.rule != loser.rule:
        loser = _renamed(loser)
    binders = winner.binders + tuple(binder for binder in loser.binders if binder not in winner.binders)
    for index, head in enumerate(winner.heads):
        for number, other in enumerate(loser.heads):
            if head.name == other.name and not _outranks(
                base, selection, loser.place(number), winner.place(index), (loser.rank, winner.rank)
            ):
                stands = _stands_against(head, other)
                if stands is not None:
                    same = (
                        m.Compare("=", left, right)
                        for left, right in zip(head.args, other.args, strict=True)
                        if left != right
                    )
                    yield _some(binders, conjunction(_applies(winner), _applies(loser), *same, stands))


def _outranks(base: RuleBase, selection: Selection, upper: Place, lower: Place, ranks: tuple[Rank, Rank]) -> bool:
    if ranks[0] is not ranks[1]:
        return ranks[0] > ranks[1]
    return ranks[0] is Rank.ORDINARY and base.outranks(selection, upper, lower)


def _stands_against(head: m.Head, other: m.Head) -> m.Formula | None:
    match head, other:
        case m.Conclude(name, args, positive), m.Conclude(_, _, opposite) if positive != opposite:
            return m.OutcomeHolds(name, args) if positive else m.Rejected(name, args)
        case m.ConcludeNorm(mode, name, args), m.ConcludeNorm(against) if incompatible(
            mode, against, ContestKind.ACTION
        ):
            return m.NormHolds(mode, name, args)
        case m.Assign(name, args, value), m.Assign(_, _, against):
            return conjunction(m.Compare("=", m.OutcomeValue(name, args), value), m.Compare("!=", value, against))
        case _:
            return None


def _renamed(unit: Unit) -> Unit:
    """The unit with variables of its own, so that it can stand beside another rule's."""
    by: dict[str, m.Value] = {}
    binders: list[m.Binder] = []
    for binder in unit.binders:
        moved = substitute_binder(binder, by)
        binders.append(m.Binder(binder.variable + "'", moved.range))
        by[binder.variable] = m.Variable(binder.variable + "'")
    return Unit(
        unit.id, unit.rule, unit.kind, unit.rank, tuple(binders), substitute(unit.condition, by),
        tuple(_renamed_head(head, by) for head in unit.heads),
        tuple(_renamed_part(part, by) for part in unit.exceptions), unit.first, unit.ordered_as, span=unit.span,
    )  # fmt: skip


def _renamed_head(head: m.Head, by: dict[str, m.Value]) -> m.Head:
    args = tuple(substitute_value(arg, by) for arg in head.args)
    match head:
        case m.Conclude(name, _, positive):
            return m.Conclude(name, args, positive)
        case m.ConcludeNorm(mode, name):
            return m.ConcludeNorm(mode, name, args)
        case m.Assign(name, _, value):
            return m.Assign(name, args, substitute_value(value, by))
        case m.Limit(name, _, op, value):
            return m.Limit(name, args, op, substitute_value(value, by))


def _renamed_part(part: ExceptionPart, by: dict[str, m.Value]) -> ExceptionPart:
    inner = {variable: value for variable, value in by.items() if all(b.variable != variable for b in part.binders)}
    return ExceptionPart(
        part.id, part.gloss, substitute(part.condition, inner), part.outcomes,
        tuple(_renamed_part(sub, inner) for sub in part.exceptions),
        tuple(substitute_binder(binder, by) for binder in part.binders), span=part.span,
    )  # fmt: skip


def _some(binders: Sequence[m.Binder], formula: m.Formula) -> m.Formula:
    """The formula for some values of these variables."""
    for binder in reversed(binders):
        formula = m.Quantified("ANY", binder, formula)
    return formula
