"""Which of the things said bear on a conclusion: what speaks of nothing on the way to it changes nothing of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rulelang.engine import core
from rulelang.engine.core_parts import is_formula
from rulelang.verifier import expand
from rulelang.verifier.claims import OtherUnit
from rulelang.verifier.condition import formula_of
from rulelang.verifier.entail import is_loose
from rulelang.verifier.expand import Name, name_of, names
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.parts import Part, every_exception
from rulelang.verifier.reading import Reading
from rulelang.verifier.said import Mood, Said


class Reads:
    """What is read to find out a contest or a definition: by its rules, their exceptions, limits, cases."""

    def __init__(self, matter: Matter) -> None:
        self._matter = matter
        self._parts: dict[str, list[Part]] = {}
        for part in matter.parts:
            self._parts.setdefault(part.rule.contest, []).append(part)
        self._found: dict[Name, tuple[frozenset[Name], Mapping[core.Formula, Name]]] = {}

    def way(self, goals: Iterable[Name], stops: Collection[core.Formula] = ()) -> frozenset[Name]:
        """Everything that is read on the way to some goals, these included; of conclusions at which it stops, nothing
        below them: to `("contest", "payable")` leads `("fact", "covered")`, say.
        """
        found: set[Name] = set(goals)
        todo = list(found)
        stopped: set[Name] = set()
        while todo:
            plain, concluded = self._directly(todo.pop())
            below = set(plain)
            for leaf, name in concluded.items():
                (stopped if leaf in stops else below).add(name)
            todo += below - found
            found |= below
        return frozenset(found | stopped)

    def _directly(self, name: Name) -> tuple[frozenset[Name], Mapping[core.Formula, Name]]:
        """What is read at once: names, and apart from them the conclusions that are asked for by themselves."""
        known = self._found.get(name)
        if known is None:
            plain: set[Name] = set()
            concluded: dict[core.Formula, Name] = {}
            for term in self._terms(name):
                for leaf in _leaves(term):
                    match leaf:
                        case core.Established() | core.Named():
                            concluded[leaf] = name_of(leaf)
                        case _:
                            plain |= names(leaf)
            known = self._found[name] = frozenset(plain), concluded
        return known

    def _terms(self, name: Name) -> list[core.Formula | core.Value]:
        kind, key = name
        program = self._matter.program
        if kind == "definition" and key in program.definitions:
            return [term for case in program.definitions[key].cases for term in case]
        if kind != "contest":
            return []
        limits = program.contests[key].limits if key in program.contests else ()
        made = [term for limit in limits for term in (limit.condition, limit.bound)]
        return [*made, *(term for part in self._parts.get(key, ()) for term in _terms(part))]


def _leaves(term: core.Formula | core.Value) -> Sequence[core.Formula | core.Value]:
    """The leaves of a formula; a value is taken whole."""
    return expand.leaves(term) if is_formula(term) else (term,)


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
