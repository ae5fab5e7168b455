"""A finished rule as RuleLang text: one rule that says by itself what the whole chain of clauses made of it."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.grammar import model as m
from rulelang.grammar.rule_text import formula_text, head_text


def rule_text(program: m.Program, group: Group) -> str:
    """The rule as it stands, as text that reads back as the same rule.

    Unnamed clauses are shown under the names by which they are cited (`exception1`).
    """
    return "\n".join(_lines(program, group))


def _lines(program: m.Program, group: Group) -> Iterator[str]:
    yield f"RULE {group.id}" + _gloss(group.gloss)
    if group.binders:
        yield "  FOR EACH " + ", ".join(_binder(program, binder) for binder in group.binders)
    if group.condition != m.Truth(True):
        yield f"  IF {formula_text(program, group.condition)}"
    if group.outcomes:
        yield f"  THEN {_heads(program, group.outcomes)}"
    yield from _exceptions(program, group, group.exceptions, None)
    for rival in group.rivals:
        what = f"  CONFLICT {_suffix(group, rival.id)}{_gloss(rival.gloss)} IF {formula_text(program, rival.condition)}"
        yield f"{what} THEN {_heads(program, rival.outcomes)} {rival.resolution}"
        yield from _exceptions(program, group, rival.exceptions, rival.id)
    for part in group.ironclad:
        condition = "" if part.condition is None else f" IF {formula_text(program, part.condition)}"
        name = f"{_suffix(group, part.id)}{_gloss(part.gloss)}"
        yield f"  IRONCLAD {name}{condition} THEN {_heads(program, part.outcomes)}"


def _exceptions(
    program: m.Program, group: Group, exceptions: tuple[ExceptionPart, ...], to: str | None
) -> Iterator[str]:
    for part in exceptions:
        target = "" if to is None else f" TO {_suffix(group, to)}"
        then = f" THEN {_heads(program, part.outcomes)}" if part.outcomes else ""
        name = f"{_suffix(group, part.id)}{_gloss(part.gloss)}"
        yield f"  EXCEPTION {name}{target} IF {formula_text(program, part.condition)}{then}"
        yield from _exceptions(program, group, part.exceptions, part.id)


def _heads(program: m.Program, heads: tuple[m.Head, ...]) -> str:
    return " AND ".join(head_text(program, head) for head in heads)


def _binder(program: m.Program, binder: m.Binder) -> str:
    match binder.range:
        case m.SortRange(sort=sort):
            return f"{binder.variable} IN {sort}"
        case m.RelationRange(fact=fact, args=args):
            return f"{binder.variable} IN {formula_text(program, m.FactHolds(fact, args))}"


def _suffix(group: Group, clause: str) -> str:
    return clause.removeprefix(f"{group.id}.")


def _gloss(gloss: str | None) -> str:
    if gloss is None:
        return ""
    escaped = gloss.replace("\\", "\\\\").replace('"', '\\"')
    return f' "{escaped}"'
