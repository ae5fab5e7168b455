"""Coverage: which regions of the rules some cases reached, which they could reach, and which nothing can.

A region that no case covered is *impossible* only where the solver has proved it, over a scope of made-up entities that
is stated; it is then not counted.  Where a limit is reached it stays counted, and is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.calm import LIMITS, any_world, certain_somewhere
from rulelang.engine.analysis.circles import resting, way_out
from rulelang.engine.analysis.covered import covered
from rulelang.engine.analysis.declared import places
from rulelang.engine.analysis.lint import selections
from rulelang.engine.analysis.regions import FATES, Instance, Region, regions
from rulelang.engine.analysis.sampled import shown
from rulelang.engine.analysis.scope import Scope, all_said, core_in, reached, targets_for, words_for
from rulelang.engine.analysis.walk import Reads
from rulelang.engine.cores import selection_of
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver import NotEncoded, encode
from rulelang.engine.solver.flip import Become, flips
from rulelang.engine.solver.query import case_assumptions, formula_assumptions, verdict
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.terms import GaveUp
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError

MOST_ASKED = 400
"""Regions that can be so in some world, of which it is also asked whether they can be so for sure."""
MOST_GROUNDS = 30
"""Ways in which an exception's rule can come to apply that are looked at where its condition is to be unknown."""

Possible: TypeAlias = Literal["possible", "impossible", "unsettled"]


@dataclass(frozen=True, slots=True)
class Space:
    """The whole program for one selection of variants; `using` names them."""

    selection: Selection
    using: tuple[str, ...]
    core: c.Core


@dataclass(frozen=True, slots=True)
class Where:
    """An instance of a region, in a space."""

    space: Space
    instance: Instance


@dataclass(frozen=True, slots=True)
class Covered:
    """The coverage of the rules of one module.

    `regions` are all that are counted or impossible, in the order of the text; `by` names for each covered one the
    first case that covers it; `unsettled` could not be told within the limits (and are counted).  `scope` says for
    whom "impossible" speaks.
    """

    module: str
    regions: tuple[Region, ...]
    by: Mapping[Region, str]
    impossible: frozenset[Region]
    unsettled: frozenset[Region]
    scope: str
    not_analysed: tuple[str, ...] = ()
    hint: str | None = None
    """What can be done about what could not be told because rules go in a circle."""

    @property
    def counted(self) -> tuple[Region, ...]:
        """The regions that can be covered, as far as is known."""
        return tuple(region for region in self.regions if region not in self.impossible)

    @property
    def missing(self) -> tuple[Region, ...]:
        """Those that no case covers."""
        return tuple(region for region in self.counted if region not in self.by)


@dataclass(slots=True)
class Coverage:
    """Collects what cases of a rule base cover, and compares it with what could be."""

    base: RuleBase
    scope: Scope
    by: dict[Region, str] = field(default_factory=dict[Region, str])
    usings: dict[tuple[str, ...], tuple[model.Reference, ...]] = field(
        default_factory=dict[tuple[str, ...], tuple[model.Reference, ...]]
    )
    spaces: list[Space] = field(default_factory=list[Space])
    not_analysed: list[str] = field(default_factory=list[str])
    found: dict[Region, list[Where]] = field(default_factory=dict[Region, list[Where]])

    def note(self, case: model.Case, name: str) -> None:
        """Counts a case; one that cannot be derived covers nothing."""
        self.usings.setdefault(tuple(one.name for one in case.using), case.using)
        try:
            seen = covered(self.base, case)
        except RuleLangError:
            return
        for region in seen:
            self.by.setdefault(region, name)

    def share(self, other: Coverage, module: str) -> None:
        """Counts what the cases of other rules covered of a module that both have."""
        owners = self._owners()
        for region, name in other.by.items():
            if owners.get(region.clause) == module:
                self.by.setdefault(region, name)

    def measured(self, modules: Iterable[str]) -> Iterator[Covered]:
        """The coverage of the rules of each of these modules."""
        self._explore()
        owners = self._owners()
        order = self._order()
        for module in modules:
            own = [region for region in {**self.found, **self.by} if owners.get(region.clause) == module]
            own.sort(key=lambda region: (order.get(region.clause, (0, 0)), region.clause, FATES.index(region.fate),
                                         order.get(region.by or "", (0, 0)), region.by or ""))  # fmt: skip
            told = self.possible([region for region in own if region not in self.by])
            sorts = {sort: None for space in self.spaces for sort in reached(space.core, self.scope)}
            unsettled = frozenset(region for region, is_so in told.items() if is_so == "unsettled")
            yield Covered(
                module,
                tuple(own),
                {region: self.by[region] for region in own if region in self.by},
                frozenset(region for region, is_so in told.items() if is_so == "impossible"),
                unsettled,
                words_for([sort for sort in self.scope.entities if sort in sorts], self.scope),
                tuple(self.not_analysed),
                self._way_out(unsettled),
            )

    def _way_out(self, unsettled: Iterable[Region]) -> str | None:
        """What can be done where one of these rests on a circle of rules."""
        for where in (where for region in unsettled for where in self.found[region]):
            core = where.space.core
            if core.contests[where.instance.contest].name in resting(core):
                return way_out(core)
        return None

    # ------------------------------------------------------------------------------------------ what could be

    def _explore(self) -> None:
        """All regions of the program, for each selection that leaves nothing open or that a case makes."""
        if self.spaces or self.not_analysed:
            return
        chosen: dict[Selection, tuple[str, ...]] = dict(selections(self.base))
        for using in self.usings.values():
            chosen.setdefault(selection_of(self.base, using), tuple(one.name for one in using))
        said = all_said(self.base.program, self.scope)
        for selection, names in chosen.items():
            targets = [
                target
                for name, args in said
                for target in targets_for(self.base.program, name, args)[:1]
                if self._grounded(selection, target)
            ]
            try:
                core = core_in(self.base, selection, self.scope, targets)
            except RuleLangError as error:
                self.not_analysed += [one.message for one in error.diagnostics]
                continue
            space = Space(selection, names, core)
            self.spaces.append(space)
            for region, instances in regions(core).items():
                self.found.setdefault(region, []).extend(Where(space, instance) for instance in instances)

    def _grounded(self, selection: Selection, target: model.Formula | model.Value) -> bool:
        """Whether a target reaches no family of which this selection leaves open what is in use."""
        if not selection.open:
            return True
        try:
            core_in(self.base, selection, self.scope, (target,))
        except RuleLangError:
            return False
        return True

    def _owners(self) -> dict[str, str]:
        """The module of each clause."""
        found: dict[str, str] = {}
        for rule, group in self.base.groups.items():
            module = self.base.program.rules[rule].module
            found[rule] = module
            for clause in group.clauses:
                found[clause.id] = module
        return found

    def _order(self) -> dict[str, tuple[int, int]]:
        sources: dict[str, int] = {}
        found: dict[str, tuple[int, int]] = {}
        for name, label in places(self.base).items():
            number = sources.setdefault(label.span.source.name, len(sources))
            found[name] = number, label.span.start
        return found

    def possible(self, asked: Iterable[Region]) -> dict[Region, Possible]:
        """Whether each region can be, in the scope: sampled worlds show that it can, the solver proves that not."""
        left = [region for region in asked if region in self.found]
        found: dict[Region, Possible] = {}
        for space in self.spaces:
            here = [region for region in left if region not in found]
            formulas = {region: self._perhaps(region, space) for region in here}
            for region, seen in zip(here, shown(space.core, list(formulas.values())), strict=True):
                if seen:
                    found[region] = "possible"
        for region in left:
            if region not in found:
                found[region] = self._by_solver(region)
        sure: dict[Region, Possible] = {}
        for region in left:
            # Not known is what can be true and can be false.
            if region.fate == "condition unknown" and found[region] == "possible":
                false = Region(region.clause, "condition false")
                if false not in self.by:
                    sure[region] = found[false] if false in found else self._by_solver(false)
        for region in left[:MOST_ASKED]:
            if found[region] != "possible":
                continue
            if region.fate != "condition unknown":
                sure[region] = self._for_sure(region)
            elif sure.get(region, "possible") == "possible":
                sure[region] = self._not_known(region)
        return {**found, **sure}

    def _for_sure(self, region: Region) -> Possible:
        """Whether a case makes the region certain: a world that leaves nothing to choose shows it; else the solver
        looks for facts with which it is so in every world."""
        unsettled = False
        for where in self.found[region]:
            core, instance = where.space.core, where.instance
            contest = instance.contest if region.fate == "in conflict" else None
            if certain_somewhere(core, instance.surely, contest) == "yes":
                return "possible"
            sure = flips(cone(core, (instance.surely,)), {}, Become(0, True), most=1, limits=LIMITS)
            if sure.changes:
                return "possible"
            unsettled |= not sure.complete
        return "unsettled" if unsettled else "impossible"

    def _not_known(self, region: Region) -> Possible:
        """Whether a case leaves it open whether an exception's condition is true where it bears on something.

        A world in which it is true, one fact of it left unknown, mostly shows it.  Else: if any case does, one with the
        least facts for its bearing does, since learning more decides more, never less (T5); these are enumerated where
        all facts are of few values.
        """
        unsettled = False
        for where in self.found[region]:
            instance = where.instance
            if instance.surely == c.TRUE:
                return "possible"
            asked = cone(where.space.core, (instance.surely, instance.condition))
            if _one_unknown(asked, instance):
                return "possible"
            if not few_values(asked):
                unsettled = True
                continue
            bearing = flips(asked, {}, Become(0, True), most=MOST_GROUNDS, limits=LIMITS)
            for change in bearing.changes:
                if certain(asked, {move.fact: move.after for move in change.moves}, 1) is None:
                    return "possible"
            unsettled |= not bearing.complete
        return "unsettled" if unsettled else "impossible"

    def _perhaps(self, region: Region, space: Space) -> c.Formula:
        parts = tuple(where.instance.perhaps for where in self.found[region] if where.space is space)
        return c.FALSE if not parts else parts[0] if len(parts) == 1 else c.Or(parts)

    def _by_solver(self, region: Region) -> Possible:
        """Asserts the core, assumes that an instance of the region may be; unsatisfiable iff it is impossible."""
        unsettled = False
        for space in self.spaces:
            formula = self._perhaps(region, space)
            if formula == c.FALSE:
                continue
            encoding = encode(cone(space.core, (formula,)))
            try:
                wanted = formula_assumptions(encoding, [encoding.truth(formula)], "claim")
                if verdict(encoding, [*wanted, *case_assumptions(encoding, {})], LIMITS) == "sat":
                    return "possible"
            except (GaveUp, NotEncoded):
                unsettled = True
        return "unsettled" if unsettled else "impossible"


def _one_unknown(asked: c.Core, instance: Instance) -> bool:
    """Whether some world of an instance, with one fact of it unknown, leaves its condition open."""
    world = any_world(asked, instance.perhaps)
    if world is None:
        return False
    for fact in world.facts:
        known = {key: value for key, value in world.facts.items() if key != fact}
        if certain(asked, known, 1) is None and certain(asked, known, 0) is True:
            return True
    return False


def few_values(asked: c.Core) -> bool:
    """Whether all facts that bear on the targets are truth values, members or texts."""
    reads = Reads(asked)
    facts = {fact for target in asked.targets for fact in reads.facts(target)}  # type: ignore[arg-type]
    return all(
        isinstance(asked.facts[fact].type, model.BooleanType | model.TextType) or asked.facts[fact].domain is not None
        for fact in facts
    )
