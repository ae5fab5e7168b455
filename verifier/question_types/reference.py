"""What a question's type makes of it in a case: who controls, what changes, what is prescribed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from rulelang.engine import core
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.verifier import expand
from rulelang.verifier.inquiry import Question
from rulelang.verifier.parts import Part, every_exception
from rulelang.verifier.warrant import Interaction, Verdict, Warrant, verdict
from rulelang.verifier.world import World

if TYPE_CHECKING:
    from rulelang.verifier.matter import Ready

Mode: TypeAlias = Literal["MUST", "MUST NOT", "MAY"]
MODES: Mapping[Mode, tuple[str, ...]] = {"MUST": ("MUST",), "MUST NOT": ("MUST NOT",), "MAY": ("MAY", "MUST")}
"""The modes that a prescription sorts actions into, with the literals that establish each."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two rules that apply against each other; `winner` outranks `loser` (None: neither outranks the other)."""

    first: str
    second: str
    winner: str | None

    @property
    def loser(self) -> str | None:
        return None if self.winner is None else self.second if self.winner == self.first else self.first

    @property
    def words(self) -> str:
        if self.winner is None:
            return f"neither of `{self.first}` and `{self.second}` prevails"
        return f"`{self.winner}` prevails over `{self.loser}`"


@dataclass(frozen=True)
class Reference:
    """A case and one of its warrants, asked what the types of questions ask."""

    ready: Ready
    warrant: Warrant

    @cached_property
    def world(self) -> World:
        return World(self.ready.matter.program, self.ready.matter.known)

    @cached_property
    def given(self) -> World | None:
        """The case as given; None where nothing is supposed."""
        if not self.ready.case.suppose:
            return None
        try:
            return self.ready.given.world(self.ready.targets)[0]
        except RuleLangError:
            return None

    # ---------------------------------------------------------------------------------- who controls, who meets

    @cached_property
    def contests(self) -> tuple[str, ...]:
        """The contests that the warrant decides: those of its targets and of what is derived on the way."""
        found: dict[str, None] = {}
        for leaf in (*(question.formula for question in self.ready.matter.questions), *self.warrant.slots):
            for inner in expand.leaves(leaf):
                if isinstance(inner, core.Established):
                    found[inner.contest] = None
            for read in expand.reads(leaf):
                if isinstance(read, core.OutcomeRead):
                    found[read.contest] = None
        return tuple(key for key in found if key in self.ready.matter.program.contests)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """The rules that apply against each other in the case, with which of them prevails."""
        found: dict[Meeting, None] = {}
        for key in self.contests:
            contest = self.ready.matter.program.contests[key]
            live = [part for part in self._parts(key) if self.world.truth(part.applies()) is True]
            found.update(dict.fromkeys(self._met(contest, live)))
        return tuple(found)

    def _met(self, contest: core.Contest, live: Sequence[Part]) -> Iterator[Meeting]:
        """A rule that stands, with each that it strikes or that it is level with; what is struck strikes nobody."""
        place = {index: at for at, index in enumerate(contest.rules)}
        left = list(live)
        while left:
            top = next(one for one in left if not any(self._beats(contest, place, other, one) for other in left))
            left.remove(top)
            for other in [other for other in left if self._against(contest, top, other)]:
                if self._beats(contest, place, top, other):
                    left.remove(other)
                    yield Meeting(top.clause, other.clause, top.clause)
                else:
                    yield Meeting(top.clause, other.clause, None)

    def _beats(self, contest: core.Contest, place: Mapping[int, int], one: Part, other: Part) -> bool:
        return place[other.index] in contest.outranks[place[one.index]] and self._against(contest, one, other)

    def _parts(self, contest: str) -> list[Part]:
        order = {index: at for at, index in enumerate(self.ready.matter.program.contests[contest].rules)}
        mine = [part for part in self.ready.matter.parts if part.index in order]
        mine = [part for part in mine if part.rule.rank is not core.Rank.DEFAULT]
        return sorted(mine, key=lambda part: order[part.index])

    def _against(self, contest: core.Contest, one: Part, other: Part) -> bool:
        if one.rule.literal is not None and other.rule.literal is not None:
            return core.incompatible(one.rule.literal, other.rule.literal, contest.kind)
        if one.rule.value is None or other.rule.value is None:
            return False
        values = self.world.value(one.rule.value), self.world.value(other.rule.value)
        return values[0] != values[1]

    @cached_property
    def controlling(self) -> tuple[str, ...]:
        """The rules that stand where rules meet: they apply, and nothing that applies against them outranks them."""
        losers = {meeting.loser for meeting in self.meetings}
        winners = dict.fromkeys(meeting.winner for meeting in self.meetings if meeting.winner is not None)
        return tuple(name for name in winners if name not in losers and name in self.ready.matter.known_rules)

    # ------------------------------------------------------------------------------------------- special cases

    @cached_property
    def special(self) -> tuple[Interaction, ...]:
        """The exceptions of the warrant; where it has none, its rivals and ironclad parts; each with all bindings."""
        exceptions = {one.id for unit in self.ready.matter.units for one in every_exception(unit)}
        units = [unit for unit in map(self._whole, self.warrant.interacting) if unit.leaves]
        # What an exception gives instead is a rule of its own.
        units += [
            Interaction(need.clause, of, need.leaves)
            for of, needs in self.warrant.needs.items()
            for need in needs.values()
            if need.clause in exceptions and need.clause not in self.warrant.interacting
        ]
        return tuple([unit for unit in units if unit.clause in exceptions] or units)

    def _whole(self, clause: str) -> Interaction:
        """An exception, rival or ironclad part with the leaves of all its bindings."""
        units = [unit for unit in self.warrant.interactions if unit.clause == clause]
        leaves = dict.fromkeys(leaf for unit in units for leaf in unit.leaves)
        return Interaction(clause, units[-1].of, tuple(leaves))

    def applies(self, clause: str) -> Verdict:
        """Whether an exception, rival or ironclad part applies in the case."""
        found: set[bool | None] = set()
        for unit in self.ready.matter.units:
            if unit.clause == clause:
                found.add(self.world.truth(unit.applies()))
            found |= {self.world.truth(one.in_force()) for one in every_exception(unit) if one.id == clause}
        return Verdict.TRUE if True in found else Verdict.OPEN if None in found else Verdict.FALSE

    # ----------------------------------------------------------------------------------------------- revisions

    @cached_property
    def revised(self) -> tuple[tuple[core.Formula, Verdict, Verdict], ...]:
        """The conclusions of the supposed case with their value there and in the case as given, changed ones only."""
        return tuple(one for one in self._compared() if one[1] is not one[2])

    @cached_property
    def kept(self) -> tuple[core.Formula, ...]:
        """The conclusions that the supposition leaves as they were."""
        return tuple(leaf for leaf, now, before in self._compared() if now is before)

    def _compared(self) -> Iterator[tuple[core.Formula, Verdict, Verdict]]:
        if self.given is None:
            return
        derived = [leaf for leaf, slot in self.warrant.slots.items() if slot.derived]
        for leaf in (*derived, *(question.formula for question in self.ready.matter.questions)):
            try:
                before = verdict(self.given.truth(leaf))
            except (KeyError, RuleLangError):
                continue  # the case as given knows nothing of it
            yield leaf, verdict(self.world.truth(leaf)), before

    @cached_property
    def supposed(self) -> tuple[core.Formula, ...]:
        """The judgments of the warrant that the question itself supposes."""
        return tuple(leaf for leaf in self.warrant.slots if self.ready.matter.is_supposed(leaf))

    # ------------------------------------------------------------------------------------------- prescriptions

    def prescribed(self, questions: Sequence[Question]) -> Mapping[Mode, tuple[str, ...]]:
        """The actions asked about, sorted: what MUST, MUST NOT and MAY be done (what must be done, may be)."""
        asked = dict.fromkeys(
            leaf.contest
            for one in questions
            for leaf in expand.leaves(one.formula)
            if isinstance(leaf, core.Established) and is_norm(self.ready, leaf)
        )
        found: dict[Mode, tuple[str, ...]] = {}
        for mode, literals in MODES.items():
            holding = (key for key in asked if self.world.truth(core.Established(key, literals)) is True)  # type: ignore[arg-type]
            found[mode] = tuple(key for key in holding if mode != "MAY" or key not in found["MUST"])
        return found


def is_norm(ready: Ready, leaf: core.Formula) -> bool:
    """Whether a leaf is about an action."""
    if not isinstance(leaf, core.Established):
        return False
    contest = ready.matter.program.contests.get(leaf.contest)
    return contest is not None and contest.kind is core.ContestKind.ACTION
