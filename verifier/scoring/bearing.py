"""Which of the things said bear on a conclusion: what speaks of nothing on the way to it changes nothing of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.claims import OtherUnit
from rulelang.verifier.condition import formula_of
from rulelang.verifier.entail import is_loose
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.parts import Part, every_exception
from rulelang.verifier.reading import Mood, Reading, Said

Name: TypeAlias = tuple[str, str]
"""A fact, contest or definition by its key."""


def names(term: core.Formula | core.Value) -> set[Name]:
    """Everything that a formula or value reads."""
    return {_name(atom) for atom in expand.atoms(term)}


def on_the_way(matter: Matter, goals: Iterable[core.Formula | core.Value]) -> frozenset[Name]:
    """Everything that is read on the way to some formulas: by rules and their exceptions, limits and definitions."""
    by_contest: dict[str, list[Part]] = {}
    for part in matter.parts:
        by_contest.setdefault(part.rule.contest, []).append(part)
    found: set[Name] = set()
    todo: list[core.Formula | core.Value] = list(goals)
    while todo:
        for name in names(todo.pop()):
            if name in found:
                continue
            found.add(name)
            kind, key = name
            if kind == "definition" and key in matter.program.definitions:
                todo += [term for case in matter.program.definitions[key].cases for term in case]
            elif kind == "contest":
                for part in by_contest.get(key, ()):
                    todo += _terms(part)
                if key in matter.program.contests:
                    for limit in matter.program.contests[key].limits:
                        todo += [limit.condition, limit.bound]
    return frozenset(found)


def _terms(part: Part) -> list[core.Formula | core.Value]:
    """What a rule reads, in its written and its ground form."""
    made: list[core.Formula | core.Value] = [formula_of(part.condition), part.rule.condition]
    made += [formula_of(exception.condition) for exception in every_exception(part)]
    if part.rule.value is not None:
        made.append(part.rule.value)
    exceptions = list(part.rule.exceptions)
    while exceptions:
        exception = exceptions.pop()
        made.append(exception.condition)
        exceptions += exception.exceptions
    return made


def speaks_of(said: Said, reading: Reading) -> frozenset[Name] | None:
    """What an assertion speaks of, as far as it is a premise; None: of anything (it is no literal)."""
    found: set[Name] = set()
    for leaf in reading.stated(said):
        found |= names(leaf)
    if said.value is not None:
        found |= names(said.value)
    holds = said.mood in (Mood.HOLDS, Mood.RULE) and not isinstance(said.assertion.content, OtherUnit)
    if holds and said.statement is not None:
        for piece in expand.conjuncts(said.statement):
            if is_loose(piece):
                return None
            found |= names(piece)
    return frozenset(found) if found else None


def bearing(spoken: Sequence[frozenset[Name] | None], way: frozenset[Name]) -> int:
    """The bits of those assertions that bear on what lies on the way."""
    found = 0
    for number, names_ in enumerate(spoken):
        if names_ is None or names_ & way:
            found |= 1 << number
    return found


def _name(atom: expand.Atom) -> Name:
    match atom:
        case core.FactTest(key) | core.FactRead(key):
            return "fact", key
        case core.Established(key) | core.OutcomeRead(key):
            return "contest", key
        case core.Named(key) | core.NamedRead(key):
            return "definition", key
