"""Programs made by hand, for tests of the rule part that need no text."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from fractions import Fraction

from rulelang.grammar import model as m
from rulelang.grammar.source import Source, Span

NOWHERE = Span(Source("<hand>", " "), 0, 1)


def fact(name: str) -> m.FactHolds:
    return m.FactHolds(name)


def says(name: str, positive: bool = True) -> m.Conclude:
    return m.Conclude(name, (), positive)


def norm(mode: m.Mode, name: str) -> m.ConcludeNorm:
    return m.ConcludeNorm(mode, name, ())


def reference(name: str, prefix: bool = False) -> m.Reference:
    return m.Reference(name, prefix, span=NOWHERE)


def rule(
    name: str,
    condition: m.Formula | None = None,
    *outcomes: m.Head,
    operators: Iterable[m.Operator] = (),
    augments: str | None = None,
    meta: bool = False,
    since: datetime.date | None = None,
    authority: int | None = None,
    notwithstanding: Iterable[str] = (),
    subject_to: Iterable[str] = (),
    suspends: Iterable[str] = (),
    binders: Iterable[m.Binder] = (),
) -> m.Rule:
    return m.Rule(
        id=name,
        module="hand",
        meta=meta,
        gloss=None,
        sources=(),
        text=None,
        effective=None if since is None else (since, None),
        authority=None if authority is None else Fraction(authority),
        augments=augments,
        notwithstanding=tuple(map(reference, notwithstanding)),
        subject_to=tuple(map(reference, subject_to)),
        suspends=tuple(map(reference, suspends)),
        binders=tuple(binders),
        condition=condition,
        outcomes=outcomes,
        operators=tuple(operators),
        span=NOWHERE,
    )


def priority(higher: str, *lower: str) -> m.Priority:
    return m.Priority(reference(higher), tuple(map(reference, lower)), span=NOWHERE)


def includes(concept: str, member: m.FactHolds | m.OutcomeHolds) -> m.ConceptInclusion:
    return m.ConceptInclusion(concept, (), member, span=NOWHERE)


def case(name: str, *using: str) -> m.Case:
    return m.Case(
        name, "hand", None, tuple(map(reference, using)), None, False, {}, (), (), (), None, (), (), (), span=NOWHERE
    )


def sort(name: str, members: tuple[str, ...] | range | None) -> m.Sort:
    return m.Sort(name, members, {}, None, span=NOWHERE)


def outcome(name: str, *sorts: str, type: m.Type | None = None) -> m.Outcome:
    parameters = tuple(m.Parameter(f"x{number}", m.SortType(name)) for number, name in enumerate(sorts))
    return m.Outcome(name, parameters, m.BooleanType() if type is None else type, None, span=NOWHERE)


def program(
    *rules: m.Rule,
    priorities: Iterable[m.Priority] = (),
    prefer: tuple[str, ...] = (),
    concepts: Iterable[m.ConceptInclusion] = (),
    cases: Iterable[m.Case] = (),
    sorts: Iterable[m.Sort] = (),
    outcomes: Iterable[m.Outcome] = (),
    definitions: Mapping[str, m.Definition] | None = None,
) -> m.Program:
    return m.Program(
        modules={},
        sorts={s.name: s for s in sorts},
        facts={},
        outcomes={o.name: o for o in outcomes},
        actions={},
        definitions=definitions or {},
        tables={},
        concepts=tuple(concepts),
        always=(),
        rules={r.id: r for r in rules},
        priorities=tuple(priorities),
        prefer=prefer,  # type: ignore[arg-type]
        cases={c.name: c for c in cases},
        prefer_span=NOWHERE,
    )
