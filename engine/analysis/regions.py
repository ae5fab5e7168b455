"""What can happen to each rule and clause: the regions that the cases of a rule base may cover.

A rule fires, is excepted (by which exception), is beaten (by which rule or rival), meets one that nothing orders (a
conflict), its condition is false, or it is not known whether it is.  An exception without an outcome of its own is in
force (the region of the rule that it excepts), is itself excepted, or its condition is false or not known.

For each region and instance of its clause there are two formulas.  A case covers the region if `surely` is true in
every world of it (for "condition unknown": and `condition` is not the same in all); `perhaps` is true wherever the
region may be: if it never is, the region is impossible.
Meaning: docs/semantics.md, D3.4 to D3.6 and the quick test (T3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.analysis.standing import Standing, conjunction, negation

Fate: TypeAlias = Literal["fired", "excepted", "beaten", "in conflict", "condition false", "condition unknown"]
FATES: tuple[Fate, ...] = ("fired", "excepted", "beaten", "in conflict", "condition false", "condition unknown")
COUNTED = (c.Kind.BASE, c.Kind.EXCEPTION, c.Kind.RIVAL, c.Kind.IRONCLAD)
"""Rules that are written; defaults, stipulations and members of concepts can still beat them."""


@dataclass(frozen=True, slots=True)
class Region:
    """One thing that can happen to a clause; `by`: the exception, or the other rule's clause."""

    clause: str
    fate: Fate
    by: str | None = None

    def words(self) -> str:
        """`excepted by affiliate`, `condition false`."""
        if self.by is None:
            return self.fate
        return f"{self.fate} {'with' if self.fate == 'in conflict' else 'by'} {self.by}"


@dataclass(frozen=True, slots=True)
class Instance:
    """A region of one ground rule in a contest.  `condition`: what is not known, where the fate is that."""

    contest: str
    surely: c.Formula
    perhaps: c.Formula
    condition: c.Formula


def regions(core: c.Core) -> dict[Region, list[Instance]]:
    """The regions of all clauses of a core program, each with its instances, in the order of the core."""
    found: dict[Region, list[Instance]] = {}
    with_outcome = {rule.clause for rule in core.rules if rule.kind in COUNTED}
    for contest in core.contests.values():
        for region, instance in of_contest(core, contest, with_outcome):
            found.setdefault(region, []).append(instance)
    return found


def of_contest(core: c.Core, contest: c.Contest, with_outcome: set[str]) -> Iterator[tuple[Region, Instance]]:
    """The regions of one contest; `with_outcome`: the clauses that are rules, exceptions with THEN among them."""
    settling = Settling(core, contest)
    rules = [core.rules[index] for index in contest.rules]
    for place, rule in enumerate(rules):
        if rule.kind not in COUNTED:
            continue
        yield from _of_conditions(contest.key, rule.clause, c.TRUE, rule.condition)
        yield from _of_exceptions(contest.key, rule.clause, rule.condition, rule.exceptions, with_outcome)
        stands = settling.quick[place]
        yield Region(rule.clause, "fired"), Instance(contest.key, settling.stands(place), stands, rule.condition)
        for other, rival in enumerate(rules):
            differ = settling.differ(place, other)
            if other == place or differ == c.FALSE or rival.kind is c.Kind.STIPULATION:
                continue
            both = conjunction(settling.applies[place], settling.applies[other], differ)
            if place in contest.outranks[other]:
                surely = conjunction(both, settling.stands(other))
                yield Region(rule.clause, "beaten", clause_name(rival)), Instance(
                    contest.key, surely, both, rule.condition
                )
            elif other not in contest.outranks[place]:
                surely = conjunction(both, stands, settling.quick[other])
                yield Region(rule.clause, "in conflict", clause_name(rival)), Instance(
                    contest.key, surely, both, rule.condition
                )
    for limit in contest.limits:
        yield from _of_conditions(contest.key, limit.clause, c.TRUE, limit.condition)
        yield from _of_exceptions(contest.key, limit.clause, limit.condition, limit.exceptions, with_outcome)
        cuts = conjunction(limit.condition, *(negation(in_force(part)) for part in limit.exceptions))
        yield Region(limit.clause, "fired"), Instance(contest.key, cuts, cuts, limit.condition)


def _of_conditions(
    contest: str, clause: str, above: c.Formula, condition: c.Formula
) -> Iterator[tuple[Region, Instance]]:
    """That a condition is false, or not known; `above`: what makes it bear on anything."""
    if condition == c.TRUE:
        return  # Nothing is written: there is no such region.
    false = conjunction(above, negation(condition))
    yield Region(clause, "condition false"), Instance(contest, false, false, condition)
    if not isinstance(condition, c.Truth):
        true = conjunction(above, condition)
        yield Region(clause, "condition unknown"), Instance(contest, above, true, condition)


def _of_exceptions(
    contest: str, clause: str, above: c.Formula, exceptions: tuple[c.GroundException, ...], with_outcome: set[str]
) -> Iterator[tuple[Region, Instance]]:
    for part in exceptions:
        excepted = conjunction(above, in_force(part))
        yield Region(clause, "excepted", part.id), Instance(contest, excepted, excepted, above)
        if part.id not in with_outcome:
            yield from _of_conditions(contest, part.id, above, part.condition)
            yield from _of_exceptions(
                contest, part.id, conjunction(above, part.condition), part.exceptions, with_outcome
            )


# ------------------------------------------------------------------------------------------------------ settling


class Settling:
    """The quick test of a contest as formulas: which rules stand, and that those that do go together."""

    def __init__(self, core: c.Core, contest: c.Contest) -> None:
        self.contest = contest
        self._standing = standing = Standing(core, contest)
        places = range(len(contest.rules))
        self.applies = [standing.applies(place) for place in places]
        self.quick = [standing.stands(place) for place in places]  # what outranks stands first
        self.differ = standing.differ
        clashes = [
            negation(conjunction(self.quick[one], self.quick[other], self.differ(one, other)))
            for one in places
            for other in range(one)
            if one not in contest.outranks[other] and self.differ(one, other) != c.FALSE
        ]
        self.settled = conjunction(*clashes)

    def stands(self, place: int) -> c.Formula:
        """What is true in every world iff the rule stands in every world."""
        literal = self._standing.rule(place).literal
        if literal is None:
            return conjunction(self.quick[place], self.settled)
        return conjunction(self.applies[place], c.Established(self.contest.key, (literal,)))


def in_force(part: c.GroundException) -> c.Formula:
    """That an exception is in force."""
    return conjunction(part.condition, *(negation(in_force(inner)) for inner in part.exceptions))
