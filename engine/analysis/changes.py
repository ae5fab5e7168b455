"""Which clauses, definitions and tables differ between two versions, by what they say, not by how they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.signatures import Signatures, clause_name
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.source import Span

OUTCOME = "OUTCOME "
"""So begins the change of a declaration."""
Kind: TypeAlias = Literal["added", "removed", "changed", "ordered"]


@dataclass(frozen=True, slots=True)
class Change:
    """A clause (or DEFINE, TABLE, DEFAULT, CONCEPT, or the bounds of an OUTCOME) that differs; `ordered`: its place in
    the order alone."""

    clause: str
    kind: Kind
    span: Span | None = field(default=None, compare=False, repr=False)


def changes(old: RuleBase, new: RuleBase, before: Signatures, after: Signatures) -> tuple[Change, ...]:
    """All changes, in the order of the new text, removed clauses last."""
    spans = {**_spans(old), **_spans(new)}
    found: dict[str, Change] = {}

    def note(name: str, kind: Kind) -> None:
        found.setdefault(name, Change(name, kind, spans.get(name)))

    for name, number in after.clauses.items():
        if name not in before.clauses:
            note(name, "added")
        elif before.clauses[name] != number:
            note(name, "changed")
    for name in before.clauses:
        if name not in after.clauses:
            note(name, "removed")
    _defined(before, after, note)
    for key, contest in after.core.contests.items():
        known = before.core.contests.get(key)
        if known is not None and (known.type, known.domain) != (contest.type, contest.domain):
            note(f"{OUTCOME}{contest.name}", "changed")
    ordered = _orders(before.core)
    for pair, above in _orders(after.core).items():
        if pair in ordered and ordered[pair] != above:
            for name in sorted(pair):
                note(name, "ordered")
    place = {name: number for number, name in enumerate(spans)}
    return tuple(sorted(found.values(), key=lambda one: (one.kind == "removed", place.get(one.clause, -1), one.clause)))


def other_tables(old: model.Program, new: model.Program) -> frozenset[str]:
    """The tables of both that are not the same in both."""
    return frozenset(name for name, table in new.tables.items() if name in old.tables and old.tables[name] != table)


def through_tables(found: Iterable[Change], before: Signatures, after: Signatures) -> frozenset[str]:
    """Of what has changed the clauses and definitions that say the same but for the rows of tables they read."""
    old, new = before.beside_tables(), after.beside_tables()
    keys: dict[str, list[str]] = {}
    for key, definition in after.core.definitions.items():
        keys.setdefault(f"DEFINE {definition.name}", []).append(f"DEFINE {key}")
    return frozenset(
        one.clause
        for one in found
        if one.kind == "changed" and (one.clause in new or one.clause in keys)
        and all(old.get(key) == new[key] for key in keys.get(one.clause, [one.clause]))
    )


def _defined(before: Signatures, after: Signatures, note: object) -> None:
    assert callable(note)
    for name, definition in after.core.definitions.items():
        if name in before.own and before.own[name] != after.own[name]:
            note(f"DEFINE {definition.name}", "changed")
    for name in after.core.tables:
        if name in before.core.tables and before.table(name) != after.table(name):
            note(f"TABLE {name}", "changed")


def _orders(core: c.Core) -> Mapping[frozenset[str], frozenset[tuple[str, str]]]:
    """For each two clauses that meet in a contest, which outranks which."""
    found: dict[frozenset[str], set[tuple[str, str]]] = {}
    for contest in core.contests.values():
        names = [clause_name(core.rules[index]) for index in contest.rules]
        if len(set(names)) < 2:
            continue
        for i, name in enumerate(names):
            for j, other in enumerate(names):
                if name != other:
                    pair = found.setdefault(frozenset((name, other)), set())
                    if j in contest.outranks[i]:
                        pair.add((name, other))
    return {pair: frozenset(above) for pair, above in found.items()}


def _spans(base: RuleBase) -> dict[str, Span]:
    """The place of each clause, in the order of the text."""
    spans: dict[str, Span] = {}
    for rule, group in base.groups.items():
        spans[rule] = group.span
        for clause in group.clauses:
            spans[clause.id] = clause.operator.span
    for name, definition in base.program.definitions.items():
        spans[f"DEFINE {name}"] = definition.span
    for name, table in base.program.tables.items():
        spans[f"TABLE {name}"] = table.span
    for outcome in base.program.outcomes.values():
        spans[f"DEFAULT of {outcome.name}"] = outcome.span
        spans[f"{OUTCOME}{outcome.name}"] = outcome.span
    for action in base.program.actions.values():
        spans[f"DEFAULT of {action.name}"] = action.span
    for inclusion in base.program.concepts:
        spans[f"CONCEPT {inclusion.concept}"] = inclusion.span
    return spans


def activity(core: c.Core, clause: str, names: frozenset[str]) -> c.Formula:
    """That a clause speaks: the condition of one of its instances in these contests is true (of an exception: within
    a rule whose condition is)."""
    found: list[c.Formula] = []

    def inside(parts: tuple[c.GroundException, ...], above: tuple[c.Formula, ...]) -> Iterator[c.Formula]:
        for part in parts:
            here = (*above, part.condition)
            if part.id == clause:
                yield c.And(here)
            yield from inside(part.exceptions, here)

    for contest in sorted(names):
        if contest not in core.contests:
            continue
        for index in core.contests[contest].rules:
            rule = core.rules[index]
            if clause_name(rule) == clause:
                found.append(rule.condition)
            found += inside(rule.exceptions, (rule.condition,))
        for limit in core.contests[contest].limits:
            if limit.clause == clause:
                found.append(limit.condition)
            found += inside(limit.exceptions, (limit.condition,))
    return c.Or(tuple(found)) if found else c.FALSE
