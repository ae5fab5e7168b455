"""What a finished rule contributes to the contests: its group taken apart into units.

A unit is one clause's rule: the base with its outcomes, the THEN part of an exception, a rival, an ironclad part,
the inclusion of a concept, or a DEFAULT.  Docs: docs/semantics.md, items 4, 11, 13, 17 and 21.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulelang.engine.core import Kind, Rank
from rulelang.engine.rules.formulas import conjunction
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.engine.rules.order import Place
from rulelang.grammar import model as m
from rulelang.grammar.source import Span


@dataclass(frozen=True, slots=True)
class Unit:
    """One clause's rule, not yet ground.  Each head is a rule of its own: (condition, exceptions, head, rank).

    `id` is the clause's canonical identifier ("DEFAULT" for a default, the concept's name for an inclusion),
    `rule` the rule to which it belongs (for a default or an inclusion the name of what is concluded).  Head
    number i has the number `first + i` in `GroundRule.number` and in the order (`place`).  Heads that are
    `model.Limit`s don't compete.  Exceptions with binders stand for one exception for each binding of these.
    """

    id: str
    rule: str
    kind: Kind
    rank: Rank
    binders: tuple[m.Binder, ...]
    condition: m.Formula
    heads: tuple[m.Head, ...]
    exceptions: tuple[ExceptionPart, ...] = ()
    first: int = 0
    ordered_as: str = ""
    """What priorities name: the rule, or the rival's own identifier."""
    span: Span = field(compare=False, repr=False, kw_only=True)

    def place(self, index: int) -> Place:
        """The place in the order of the head with this index."""
        return Place(self.ordered_as, self.id, self.first + index)


def units_of(group: Group, suspensions: tuple[ExceptionPart, ...] = ()) -> tuple[Unit, ...]:
    """The units of a finished rule, in the order of its clauses' kinds: base, exceptions, rivals, ironclad parts.

    Arguments:
        group: the finished rule.
        suspensions: the exceptions that other rules are to its base (`suspend.suspension`).
    """
    units: list[Unit] = []
    if group.outcomes:
        units.append(
            Unit(
                group.id,
                group.id,
                Kind.BASE,
                Rank.ORDINARY,
                group.binders,
                group.condition,
                group.outcomes,
                (*group.exceptions, *suspensions),
                ordered_as=group.id,
                span=group.span,
            )
        )
    units.extend(_consequences(group, group.exceptions, group.condition, group.id))
    for rival in group.rivals:
        units.append(
            Unit(
                rival.id,
                group.id,
                Kind.RIVAL,
                Rank.ORDINARY,
                group.binders,
                rival.condition,
                rival.outcomes,
                rival.exceptions,
                ordered_as=rival.id,
                span=rival.span,
            )
        )
        units.extend(_consequences(group, rival.exceptions, rival.condition, rival.id))
    for part in group.ironclad:
        units.append(
            Unit(
                part.id,
                group.id,
                Kind.IRONCLAD,
                Rank.STRICT,
                group.binders,
                group.condition if part.condition is None else part.condition,
                part.outcomes,
                ordered_as=part.id,
                span=part.span,
            )
        )
    return tuple(units)


def _consequences(
    group: Group, exceptions: tuple[ExceptionPart, ...], condition: m.Formula, ordered_as: str
) -> Iterator[Unit]:
    """The THEN parts of exceptions: ordinary rules under the condition of what is excepted and their own."""
    for part in exceptions:
        both = conjunction(condition, part.condition)
        if part.outcomes:
            yield Unit(
                part.id,
                group.id,
                Kind.EXCEPTION,
                Rank.ORDINARY,
                group.binders,
                both,
                part.outcomes,
                part.exceptions,
                ordered_as=ordered_as,
                span=part.span,
            )
        yield from _consequences(group, part.exceptions, both, ordered_as)


def inclusions(program: m.Program) -> tuple[Unit, ...]:
    """`CONCEPT c INCLUDES p, q`: the ironclad parts IF p THEN c and IF q THEN c."""
    counts: dict[str, int] = {}
    units: list[Unit] = []
    for inclusion in program.concepts:
        number = counts.get(inclusion.concept, 0)
        counts[inclusion.concept] = number + 1
        arguments = tuple(m.Variable(parameter.name) for parameter in inclusion.parameters)
        units.append(
            Unit(
                inclusion.concept,
                inclusion.concept,
                Kind.CONCEPT,
                Rank.STRICT,
                _binders(inclusion.parameters),
                inclusion.member,
                (m.Conclude(inclusion.concept, arguments, True),),
                first=number,
                span=inclusion.span,
            )
        )
    return tuple(units)


def defaults(program: m.Program) -> tuple[Unit, ...]:
    """The DEFAULTs of outcomes and actions: rules without condition below all others."""
    units: list[Unit] = []
    for outcome in program.outcomes.values():
        arguments = tuple(m.Variable(parameter.name) for parameter in outcome.parameters)
        match outcome.default:
            case None:
                continue
            case m.Truth(value=value):
                head: m.Head = m.Conclude(outcome.name, arguments, value)
            case value:
                head = m.Assign(outcome.name, arguments, value)
        units.append(_default(outcome.name, outcome.parameters, head, outcome.span))
    for action in program.actions.values():
        if action.default is not None:
            arguments = tuple(m.Variable(parameter.name) for parameter in action.parameters)
            head = m.ConcludeNorm(action.default, action.name, arguments)
            units.append(_default(action.name, action.parameters, head, action.span))
    return tuple(units)


def _default(name: str, parameters: tuple[m.Parameter, ...], head: m.Head, span: Span) -> Unit:
    return Unit("DEFAULT", name, Kind.DEFAULT, Rank.DEFAULT, _binders(parameters), m.Truth(True), (head,), span=span)


def _binders(parameters: tuple[m.Parameter, ...]) -> tuple[m.Binder, ...]:
    return tuple(
        m.Binder(parameter.name, m.SortRange(parameter.type.name))
        for parameter in parameters
        if isinstance(parameter.type, m.SortType)
    )
