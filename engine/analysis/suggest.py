"""Cases that would cover regions which no case covers: small, readable, and tried before they are shown.

The solver gives the smallest world of an instance of the region; the evaluator says whether the case of that world
is in the region; then facts, entities and variants are left out as long as it stays there and comes out the same.
For "condition unknown" facts of such a case are said to be unknown.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulelang.engine.analysis.calm import LIMITS, smallest_world
from rulelang.engine.analysis.coverage import MOST_GROUNDS, Coverage, Where, few_values
from rulelang.engine.analysis.regions import Region
from rulelang.engine.analysis.sampled import shown
from rulelang.engine.analysis.standing import conjunction
from rulelang.engine.analysis.trial import Suggestion, Trial
from rulelang.engine.analysis.walk import Reads
from rulelang.engine.core import Established, Formula, NoneTest, Not, Or, OutcomeRead
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.solver import Known, Witness
from rulelang.engine.solver.encode_facts import default_value
from rulelang.engine.solver.flip import Become, flips
from rulelang.engine.solver.replay import cone
from rulelang.grammar.model import Case, Constant_
from rulelang.grammar.values import NONE

MOST_INSTANCES = 6
"""Instances of a region that are tried at once."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """Cases in the order of the regions that they were made for, and the regions for which none was found."""

    cases: tuple[Suggestion, ...]
    failed: tuple[Region, ...]


def suggest(coverage: Coverage, missing: Iterable[Region], most: int, taken: Collection[str] = ()) -> Suggested:
    """Cases for the first regions that are missing; one that an earlier suggestion covers gets none of its own.

    Args:
        most: so many cases are made.
        taken: names that no case may have, besides those of the program's cases.
    """
    names = {*coverage.base.program.cases, *taken}
    open_ = dict.fromkeys(missing)
    made: list[Suggestion] = []
    failed: list[Region] = []
    for region in list(open_):
        if len(made) >= most:
            break
        if region not in open_:
            continue
        found = None
        for instances in _instances(coverage, region):
            found = _suggested(coverage, region, instances, names, open_)
            if found is not None:
                break
        if found is None:
            failed.append(region)
            continue
        made.append(found)
        names.add(found.name)
        for one in found.regions:
            open_.pop(one, None)
    return Suggested(tuple(made), tuple(region for region in failed if region in open_))


def _instances(coverage: Coverage, region: Region) -> Iterator[Sequence[Where]]:
    """The instances that are tried: the first; then, of many, those that are so in a sampled world, far apart."""
    found = coverage.found.get(region, [])
    yield found[:MOST_INSTANCES]
    later = found[MOST_INSTANCES:]
    likely: list[Where] = []
    for space in coverage.spaces:
        here = [where for where in later if where.space is space]
        is_shown = shown(space.core, [where.instance.perhaps for where in here])
        likely += [where for where, seen in zip(here, is_shown, strict=True) if seen]
    step = max(1, len(likely) // MOST_INSTANCES)
    yield likely[::step][:MOST_INSTANCES]


def _suggested(
    coverage: Coverage,
    region: Region,
    instances: Sequence[Where],
    names: Collection[str],
    open_: Mapping[Region, None],
) -> Suggestion | None:
    if region.fate == "condition unknown":
        tries = [(where, where.instance.perhaps) for where in instances]
    else:
        tries = [
            (where, formula)
            for where in instances
            for formula in dict.fromkeys((where.instance.surely, where.instance.perhaps))
        ]
    without_value: tuple[Trial, Case] | None = None
    for where, formula in tries:
        found = _case_of(coverage, region, where, formula, names)
        if found is None:
            continue
        trial, case = found
        if not trial.without_value(case):
            return trial.finished(case, open_)
        # Where a division by zero leaves what comes out undefined a case in which it is not says more.
        read = OutcomeRead(where.instance.contest)
        some = conjunction(formula, Or((NoneTest(read), Not(NoneTest(read)))))
        better = _case_of(coverage, region, where, some, names)
        if better is not None and not better[0].without_value(better[1]):
            return better[0].finished(better[1], open_)
        without_value = without_value or found
    if without_value is not None:
        return without_value[0].finished(without_value[1], open_)
    if region.fate == "condition unknown":
        for where in instances:
            trial = Trial(coverage, region, where)
            for given in _bearing(where):
                exact = trial.exactly(given, _name(region, names))
                if exact is not None:
                    return trial.finished(exact, open_)
    return None


def _case_of(
    coverage: Coverage, region: Region, where: Where, formula: Formula, names: Collection[str]
) -> tuple[Trial, Case] | None:
    """A case in the region out of the smallest world of a formula, and what tries it."""
    contest = where.instance.contest if region.fate == "in conflict" else None
    world = smallest_world(where.space.core, formula, contest)
    if world is None:
        return None
    trial = Trial(coverage, region, where)
    for facts in _candidates(where, formula, world.facts):
        case = trial.first(Witness(facts), _name(region, names))
        if case is not None:
            return trial, case
    return None


def _bearing(where: Where) -> Iterator[dict[str, bool | Constant_ | None]]:
    """The least facts with which a condition bears on something, with those it then hangs on as unknown (None)."""
    instance = where.instance
    asked = cone(where.space.core, (instance.surely, instance.condition))
    if not few_values(asked):
        return
    for change in flips(asked, {}, Become(0, True), most=MOST_GROUNDS, limits=LIMITS).changes:
        known: dict[str, bool | Constant_ | None] = {move.fact: move.after for move in change.moves}
        facts = {key: value for key, value in known.items() if value is not None}
        yield known | dict.fromkeys(decide(asked, facts, 1).unknowns)


def _candidates(where: Where, formula: Formula, facts: Known) -> Iterator[Known]:
    """The facts of a world; with all that bears on the contest; or those that make the formula true in every world.

    Where other facts are not known, or something is in conflict, the region may be so in some worlds only.
    """
    yield facts
    yield _completed(where, facts)
    sure = flips(cone(where.space.core, (formula,)), {}, Become(0, True), most=1, limits=LIMITS)
    for change in sure.changes:
        found = {move.fact: move.after for move in change.moves}
        yield found
        yield _completed(where, found)


def _completed(where: Where, facts: Known) -> Known:
    """A value for every fact that bears on the contest."""
    core = where.space.core
    found = dict(facts)
    for key in sorted(Reads(core).facts(Established(where.instance.contest, (True,)))):
        if key not in found:
            value = default_value(core.facts[key])
            if value is not NONE:
                found[key] = value
    return found


def _name(region: Region, names: Collection[str]) -> str:
    """A name that says what is covered: `affiliate_excepted`, with a number where it is taken."""
    stem = "_".join(re.findall(r"\w+", f"{region.clause}_{region.fate}"))
    if region.by is not None:
        stem += "_" + "_".join(re.findall(r"\w+", region.by.removeprefix(f"{region.clause}.")))
    stem = stem.lower()
    if not stem[0].isalpha():
        stem = f"case_{stem}"
    number, name = 1, stem
    while name in names:
        number += 1
        name = f"{stem}_{number}"
    return name
