"""The ways to conclusions, and where what is said stops them.

What follows for a conclusion hangs on what is said of everything below it; but where a conclusion between them is
itself said to be so or not to be so, what lies below that one changes nothing.  So answers that differ there alone
are looked at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.claims import OtherUnit
from rulelang.verifier.expand import Name, name_of, names
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.reading import Reading
from rulelang.verifier.said import Mood, Said
from rulelang.verifier.scoring.bearing import Reads
from rulelang.verifier.scoring.lanes import Lanes
from rulelang.verifier.warrant import Verdict


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """The way to some goals."""

    goals: frozenset[Name]
    own: frozenset[core.Formula]
    """The conclusions of which nothing counts that is said of them themselves."""
    names: frozenset[Name]
    """Everything on it."""
    ruling: int
    """The rules that conclude something on it."""
    shorter: dict[frozenset[core.Formula], tuple[frozenset[Name], int]] = field(
        default_factory=dict["frozenset[core.Formula]", "tuple[frozenset[Name], int]"]
    )
    """By the conclusions at which it stops what is left of both."""


NOWHERE = Way(frozenset(), frozenset(), frozenset(), 0)
"""The way to nothing."""


@dataclass(frozen=True, slots=True)
class _Plain:
    """An assertion that says of one contest or definition how it ends, and nothing else."""

    about: Name
    true: frozenset[core.Formula]
    false: frozenset[core.Formula]
    """The conclusions that it says to be so, and those that it says not to be so."""


class Ways:
    """What was said in answers to one case, by what it speaks of."""

    def __init__(self, matter: Matter, lanes: Lanes) -> None:
        self._reads = Reads(matter)
        self._rules: dict[Name, int] = {}
        concluding = [(part.rule.contest, part.rule.rule) for part in matter.parts]
        concluding += [(one.contest, one.limit.rule) for one in matter.limits]
        for contest, rule in concluding:
            if rule in lanes.layout.lifted:
                about = "contest", contest
                self._rules[about] = self._rules.get(about, 0) | lanes.lifted([rule])
        self._ways: dict[tuple[frozenset[Name], frozenset[core.Formula]], Way] = {}
        self._speaking: dict[Name, int] = {}
        """The bits of the assertions that speak of something."""
        self._plain: dict[int, _Plain] = {}
        self._plainly = 0
        self.of_anything = 0
        """The bits of those that speak of anything."""
        self._literal: dict[int, Collection[core.Formula]] = {}
        """What assertions state that are a literal, or leave open whether one is so, and nothing else."""

    def forget(self) -> None:
        """What was said."""
        self._ways.clear()
        self._speaking.clear()
        self._plain.clear()
        self._literal.clear()
        self._plainly = self.of_anything = 0

    def to(self, goals: Iterable[core.Formula | core.Value], own: Iterable[core.Formula]) -> Way:
        """The way to some formulas and values; nothing counts that is said of those of `own` themselves."""
        asked = frozenset(name for goal in goals for name in names(goal)), frozenset(own)
        found = self._ways.get(asked)
        if found is None:
            read = self._reads.way(asked[0])
            found = self._ways[asked] = Way(*asked, read, self._ruling(read))
        return found

    def _ruling(self, read: Iterable[Name]) -> int:
        found = 0
        for name in read:
            found |= self._rules.get(name, 0)
        return found

    def add(self, bit: int, said: Said, spoken: frozenset[Name] | None, reading: Reading) -> None:
        """Takes note of an assertion; `spoken`: of what it speaks, None if of anything."""
        if spoken is None:
            self.of_anything |= bit
            return
        for name in spoken:
            self._speaking[name] = self._speaking.get(name, 0) | bit
        plain = self._plainly_said(said, spoken, reading)
        if plain is not None:
            self._plain[bit] = plain
            self._plainly |= bit
        leaves = reading.stated(said).keys()
        if _is_literal(said) and said.statement is not None and expand.bare(said.statement) in leaves:
            self._literal[bit] = leaves

    def _plainly_said(self, said: Said, spoken: frozenset[Name], reading: Reading) -> _Plain | None:
        if said.mood is not Mood.HOLDS or said.statement is None or not _is_literal(said):
            return None
        leaf = expand.bare(said.statement)
        if not isinstance(leaf, core.Established | core.Named) or spoken != frozenset({name_of(leaf)}):
            return None
        about = name_of(leaf)
        if any(about not in names(target) and reading.judge(said, target) is not None for target in reading.targets):
            return None
        stated = reading.stated(said)
        if any(not isinstance(one, core.Established | core.Named) or so is Verdict.OPEN for one, so in stated.items()):
            return None
        true = frozenset(one for one, so in stated.items() if so is Verdict.TRUE)
        return _Plain(about, true, frozenset(stated) - true)

    def bearing(self, way: Way) -> int:
        """Of all that was said what bears on what lies on a way."""
        return self.of_anything | self._spoken_of(way.names)

    def _spoken_of(self, read: Iterable[Name]) -> int:
        found = 0
        for name in read:
            found |= self._speaking.get(name, 0)
        return found

    def shorten(self, way: Way, said: int, rules: int) -> tuple[int, int]:
        """Of what is said, and of rules on the way, what changes anything of what follows for its goals."""
        if said & self.of_anything:
            return said, rules
        settled: dict[Name, tuple[frozenset[core.Formula], frozenset[core.Formula]]] = {}
        plain = said & self._plainly
        while plain:
            bit = plain & -plain
            plain ^= bit
            one = self._plain[bit]
            if one.true | one.false <= way.own:
                said ^= bit
            elif one.about in way.names and one.about not in way.goals:
                true, false = settled.get(one.about, (frozenset(), frozenset()))
                settled[one.about] = true | one.true, false | one.false
        stops: frozenset[core.Formula] = frozenset()
        for name, (true, false) in settled.items():
            if not said & self._speaking[name] & ~self._plainly:
                stops |= true ^ false
        left = way.shorter.get(stops)
        if left is None:
            read = self._reads.way(way.goals, stops)
            left = way.shorter[stops] = read, self._ruling(read)
        read, ruling = left
        return said & self._spoken_of(read), rules & ruling

    def besides(self, said: int, settled: Collection[core.Formula]) -> int:
        """Of what is said what is not only about some conditions."""
        left = said
        while said:
            bit = said & -said
            said ^= bit
            leaves = self._literal.get(bit)
            if leaves is not None and all(leaf in settled for leaf in leaves):
                left ^= bit
        return left


def _is_literal(said: Said) -> bool:
    """Whether an assertion says of one proposition or norm that it is so, is not so, or is unknown."""
    return (
        said.mood in (Mood.HOLDS, Mood.UNSETTLED)
        and said.statement is not None
        and isinstance(expand.bare(said.statement), core.FactTest | core.Established | core.Named)
        and said.value is None
        and not said.inside
        and not isinstance(said.assertion.content, OtherUnit)
    )
