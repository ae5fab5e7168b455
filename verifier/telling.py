"""What many assertions give, all of them or all but a few: what hangs on these few is worked out anew, nothing else."""

from __future__ import annotations

from collections.abc import Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.claims import OtherUnit
from rulelang.verifier.entail import Declared, is_loose
from rulelang.verifier.expand import equation
from rulelang.verifier.in_play import is_narrow
from rulelang.verifier.said import Mood, Said
from rulelang.verifier.warrant import Verdict

if TYPE_CHECKING:
    from rulelang.verifier.reading import Reading

_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True)
class Premises:
    """What some assertions give: leaves that are true or false, leaves left open, values, and what is no literal."""

    fixed: Mapping[core.Formula, bool]
    opened: tuple[core.Formula, ...]
    values: Mapping[core.Value, core.Constant]
    others: tuple[core.Formula, ...]
    declared: Declared
    """Types of everything that is spoken of, what bears on no target included."""
    narrow: Sequence[core.Formula] | None = None
    """What may be fixed and is a condition over one instance, in its order; None: anything that is fixed."""


@dataclass(frozen=True, slots=True)
class _Loose:
    """What is said and is no literal, by its place; one that counts is a premise whatever is left open."""

    place: int
    statement: core.Formula
    counts: bool
    leaves: frozenset[core.Formula]


class Telling:
    """Some assertions in their order, of which some, by their places, are taken for premises.

    What they say of `target` itself is left out, and what is said in another unit: that contradicts, and says nothing
    in its place.  `derived` are the leaves that rules conclude: a derived one that is unknown or clashes is left to its
    rules, a fact is left open.  Where two values are given for one variable it has neither.
    """

    def __init__(
        self,
        reading: Reading,
        said: Sequence[Said],
        derived: Collection[core.Formula],
        target: core.Formula | None,
    ) -> None:
        self._reading, self._derived, self._target = reading, derived, target
        self._used: dict[int, Said] = {}
        self._stating: dict[core.Formula, list[tuple[int, bool, Verdict]]] = {}
        """For each leaf in play the places of what states it, whether that is of a value, and what it states."""
        self._facts: dict[core.Formula, list[tuple[int, bool]]] = {}
        self._values: dict[core.Value, list[tuple[int, core.Constant]]] = {}
        self._inside_facts: dict[core.Formula, list[tuple[int, bool]]] = {}
        self._inside_values: dict[core.Value, list[tuple[int, core.Constant]]] = {}
        """What is said by the way: it counts where nothing else is said."""
        self._loose: list[_Loose] = []
        for place, one in enumerate(said):
            if (
                (one.mood is not Mood.RULE or one.statement is not None)
                and not isinstance(one.assertion.content, OtherUnit)
                and (target is None or reading.judge(one, target) is None)
            ):
                self._used[place] = one
                self._take(place, one)

    def _take(self, place: int, one: Said) -> None:
        for leaf, verdict in self._reading.stated(one).items():
            self._stating.setdefault(leaf, []).append((place, one.value is not None, verdict))
        if one.mood in (Mood.HOLDS, Mood.RULE) and one.statement is not None:
            for statement in expand.conjuncts(one.statement):
                self._take_statement(place, statement)
        for known in one.inside:
            equal = equation(known)
            if equal is not None:
                self._inside_values.setdefault(equal[0], []).append((place, equal[1]))
            else:
                said = place, not isinstance(known, core.Not)
                self._inside_facts.setdefault(expand.bare(known), []).append(said)

    def _take_statement(self, place: int, statement: core.Formula) -> None:
        match statement:
            case core.FactTest() as fact:
                self._facts.setdefault(fact, []).append((place, True))
            case core.Not(core.FactTest() as fact):
                self._facts.setdefault(fact, []).append((place, False))
            case _:
                pass
        equal = equation(statement)
        if equal is not None:
            self._values.setdefault(equal[0], []).append((place, equal[1]))
            return
        counts = _counts(statement)
        if counts or is_loose(statement):
            self._loose.append(_Loose(place, statement, counts, frozenset(expand.leaves(statement))))

    def of(self, places: Collection[int]) -> Premises:
        """What those give that stand at some places."""
        leaves = self._reading.in_play
        stated = [leaf for leaf in self._stating if leaf not in leaves.over_instances]
        verdicts = {leaf: self._verdict(leaf, places) for leaf in leaves.ordered([*stated, *leaves.over_instances])}
        opened = tuple(leaf for leaf, verdict in verdicts.items() if self._is_left_open(leaf, verdict))
        fixed = {leaf: verdict is Verdict.TRUE for leaf, verdict in verdicts.items() if _settles(verdict)}
        is_open = frozenset(opened)
        for fact in (*self._facts, *self._inside_facts):
            so = self._fact(fact, places)
            if so is not None and fact not in is_open:
                fixed.setdefault(fact, so)
        values = ((read, self._value(read, places)) for read in (*self._values, *self._inside_values))
        return Premises(
            fixed,
            opened,
            {read: value for read, value in values if value is not None},
            self._others(places, opened),
            self._reading.declared,
            self._narrow,
        )

    def changed(self, given: Premises, places: Container[int], changes: Iterable[int]) -> Premises:
        """What those give that stand at some places, `given` being what others give, which differ from them by
        `changes`."""
        some = [self._used[place] for place in changes if place in self._used]
        leaves, spoken, reads = self._touched(some)
        fixed, values, open_ = dict(given.fixed), dict(given.values), dict.fromkeys(given.opened)
        for leaf in leaves:
            open_.pop(leaf, None)
        verdicts = {leaf: self._verdict(leaf, places) for leaf in leaves}
        open_.update((leaf, None) for leaf, verdict in verdicts.items() if self._is_left_open(leaf, verdict))
        opened = given.opened if open_.keys() == set(given.opened) else self._reading.in_play.ordered(open_)
        for leaf in {**leaves, **spoken}:
            verdict = verdicts.get(leaf)
            if leaf not in leaves and leaf in self._reading.in_play:
                verdict = self._verdict(leaf, places)
            so = verdict is Verdict.TRUE if _settles(verdict) else None if leaf in open_ else self._fact(leaf, places)
            if so is None:
                fixed.pop(leaf, None)
            else:
                fixed[leaf] = so
        for read in reads:
            value = self._value(read, places)
            if value is None:
                values.pop(read, None)
            else:
                values[read] = value
        return Premises(fixed, opened, values, self._others(places, opened), given.declared, given.narrow)

    def _touched(
        self, some: Sequence[Said]
    ) -> tuple[dict[core.Formula, None], dict[core.Formula, None], dict[core.Value, None]]:
        """The leaves in play, the facts and the values of which some assertions say something."""
        leaves = dict.fromkeys(leaf for one in some for leaf in self._reading.stated(one))
        if some:
            leaves.update(dict.fromkeys(self._reading.in_play.over_instances))
        spoken: dict[core.Formula, None] = {}
        reads: dict[core.Value, None] = {}
        for one in some:
            pieces = expand.conjuncts(one.statement) if one.statement is not None else ()
            for piece in (*pieces, *one.inside):
                equal = equation(piece)
                if equal is None:
                    spoken[expand.bare(piece)] = None
                else:
                    reads[equal[0]] = None
        return leaves, spoken, reads

    def _verdict(self, leaf: core.Formula, places: Container[int]) -> Verdict | None:
        """What is stated of a leaf in play; OPEN where several say different things of it."""
        if leaf == self._target:
            return None
        of_values: list[Verdict] = []
        found: set[Verdict] = set()
        for place, of_value, verdict in self._stating.get(leaf, ()):
            if place in places:
                if of_value:
                    of_values.append(verdict)
                else:
                    found.add(verdict)
        # Of a value that is unknown a comparison may be settled all the same.
        found = found or set(of_values[:1])
        if found:
            return found.pop() if len(found) == 1 else Verdict.OPEN
        if leaf not in self._reading.in_play.over_instances:
            return None
        used = [one for place, one in self._used.items() if place in places]
        return self._reading.stated_together(leaf, used, _Stated(self._stating, places))

    def _is_left_open(self, leaf: core.Formula, verdict: Verdict | None) -> bool:
        return verdict is Verdict.OPEN and leaf not in self._derived

    def _fact(self, fact: core.Formula, places: Container[int]) -> bool | None:
        """A fact as it is said to be, if it stands in no condition in play."""
        return _said_of(fact, self._facts, self._inside_facts, places)

    def _value(self, read: core.Value, places: Container[int]) -> core.Constant | None:
        return _said_of(read, self._values, self._inside_values, places)

    def _others(self, places: Container[int], opened: Collection[core.Formula]) -> tuple[core.Formula, ...]:
        return tuple(
            one.statement
            for one in self._loose
            if one.place in places and (one.counts or not opened or one.leaves.isdisjoint(opened))
        )

    @cached_property
    def _narrow(self) -> tuple[core.Formula, ...]:
        spoken = (fact for fact in self._inside_facts if is_narrow(fact))
        return *self._reading.in_play.narrow, *spoken


class _Stated(Container[core.Formula]):
    """The leaves that some assertions state."""

    def __init__(self, stating: Mapping[core.Formula, Sequence[tuple[int, bool, Verdict]]], places: Container[int]):
        self._stating, self._places = stating, places

    def __contains__(self, leaf: object) -> bool:
        return any(place in self._places for place, _, _ in self._stating.get(leaf, ()))  # type: ignore[call-overload]


def _settles(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict is not Verdict.OPEN


_What = TypeVar("_What", bool, core.Constant)


def _said_of(
    key: _Key,
    said: Mapping[_Key, Sequence[tuple[int, _What]]],
    by_the_way: Mapping[_Key, Sequence[tuple[int, _What]]],
    places: Container[int],
) -> _What | None:
    """What is said of something: None where nothing is, or different things are."""
    found = [what for place, what in said.get(key, ()) if place in places]
    if found:
        return found[-1] if all(one == found[0] for one in found) else None
    return next((what for place, what in by_the_way.get(key, ()) if place in places), None)


def _counts(literal: core.Formula) -> bool:
    """Whether it is a comparison that counts or adds up conditions on facts."""
    bare = expand.bare(literal)
    if not isinstance(bare, core.Test | core.NoneTest):
        return False
    return expand.is_about_facts(bare) and any(isinstance(atom, core.FactTest) for atom in expand.atoms(bare))


@dataclass(frozen=True, slots=True)
class Others(Container[int]):
    """The places of those that say enough, but for some that are gone and some that came in their stead."""

    every: frozenset[int]
    gone: frozenset[int]
    come: frozenset[int]

    def __contains__(self, place: object) -> bool:
        return place in self.come or (place in self.every and place not in self.gone)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted((self.every - self.gone) | self.come))
