"""What happened to each rule and clause in a case: the regions that it covers.

Everything that what the case asks and expects rests on was run; what became of each rule in it is told by the
evaluator's account of the case.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.regions import COUNTED, Instance, Region, of_contest
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.derive import Derivation, claim_target, derive_many
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.plan import plan_of
from rulelang.engine.explaining.account import Account, account, differ
from rulelang.engine.grounding.known import truth
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError

_Asked: TypeAlias = tuple[list[tuple[Region, Instance]], c.Core]


def covered(base: RuleBase, case: model.Case) -> tuple[Region, ...]:
    """The regions that a case covers, in the order of its targets and their rules; raises as `derive` does."""
    asked = [target for ask in case.asks for target in ask.targets]
    asked += [claim_target(base, case, stated) for stated in case.expect]
    targets = tuple({target.asked: target for target in asked}.values())
    # Many at once: nobody asks here what an open decision hangs on.
    [found] = derive_many(base, [case], targets)
    if not isinstance(found, Derivation):
        raise RuleLangError(found.diagnostics)
    return covered_by(found)


def covered_by(derivation: Derivation, among: Collection[Region] | None = None) -> tuple[Region, ...]:
    """The same for a case that is derived, by the targets of the derivation; of some regions, if only these are asked
    for."""
    core, known = derivation.core, derivation.situation.known
    found: dict[Region, None] = {}
    open_: list[c.Contest] = []
    looked: set[str] = set()
    with_outcome = {rule.clause for rule in core.rules if rule.kind in COUNTED}
    for index in range(len(derivation.targets)):
        told = account(core, known, index)
        for stage in plan_of(core, (index,)).stages:
            for row in stage.rows:
                contest = core.contests.get(row.key)
                if contest is None or row.key in looked or row.key in told.broken:
                    continue
                looked.add(row.key)
                fates = _Fates(told, contest, with_outcome)
                if fates.open:
                    open_.append(contest)
                else:
                    found.update(dict.fromkeys(fates.told()))
    found.update(dict.fromkeys(_exactly(core, known, open_, with_outcome, among)))
    return tuple(region for region in found if among is None or region in among)


def covers(core: c.Core, known: Mapping[str, bool | model.Constant_], region: Region, contest: str) -> bool:
    """Whether a case covers one region by the rules of one contest, which the first target of its core asks for."""
    if contest not in core.contests:
        return False
    with_outcome = {rule.clause for rule in core.rules if rule.kind in COUNTED}
    told = account(core, known, 0)
    if contest in told.broken:
        return False
    fates = _Fates(told, core.contests[contest], with_outcome)
    if not fates.open:
        return region in fates.told()
    return region in _exactly(core, known, [core.contests[contest]], with_outcome, (region,))


def _exactly(
    core: c.Core,
    known: Mapping[str, bool | model.Constant_],
    contests: Sequence[c.Contest],
    with_outcome: set[str],
    among: Collection[Region] | None = None,
) -> Iterator[Region]:
    """The regions of contests of which the pass over three values leaves something open: each asked by itself."""
    if not contests:
        return
    asked, questions = _questions(core, contests, with_outcome, None if among is None else frozenset(among))
    for place, (region, _) in enumerate(asked):
        try:
            if certain(questions, known, 2 * place) is not True:
                continue
            if region.fate != "condition unknown" or certain(questions, known, 2 * place + 1) is None:
                yield region
        except RuleLangError:
            continue  # No completion gives what it reads a value (RL370): nothing is sure of it.


_KEEP = 16
_kept: OrderedDict[tuple[int, tuple[str, ...], frozenset[Region] | None], tuple[c.Core, _Asked]] = OrderedDict()


def _questions(
    core: c.Core, contests: Sequence[c.Contest], with_outcome: set[str], among: frozenset[Region] | None
) -> _Asked:
    """The regions of contests with a core that asks about them, made once for the cases that have the core.

    A core is compared by identity, and kept alive so that its number stays its own.
    """
    key = id(core), tuple(contest.key for contest in contests), among
    known = _kept.get(key)
    if known is not None and known[0] is core:
        _kept.move_to_end(key)
        return known[1]
    asked = [
        pair
        for contest in contests
        for pair in of_contest(core, contest, with_outcome)
        if among is None or pair[0] in among
    ]
    formulas = [formula for _, instance in asked for formula in (instance.surely, instance.condition)]
    made = asked, replace(core, targets=tuple(formulas))
    _kept[key] = core, made
    if len(_kept) > _KEEP:
        _kept.popitem(last=False)
    return made


class _Fates:
    """What became of the rules of one contest."""

    def __init__(self, told: Account, contest: c.Contest, with_outcome: set[str]) -> None:
        self.account, self.contest, self.with_outcome = told, contest, with_outcome
        self.rules = [told.core.rules[index] for index in contest.rules]
        self.applies = [told.applies(rule) for rule in self.rules]
        self.gives = [told.gives(rule) for rule in self.rules]
        self.quick = told.standing(contest)
        self.stands = [self._stands(place) for place in range(len(self.rules))]

    @property
    def open(self) -> bool:
        """Whether the pass left something open."""
        ruled: list[c.GroundRule | c.GroundLimit] = [*self.rules, *self.contest.limits]
        parts = [part for rule in ruled for part in rule.exceptions]
        conditions = [truth(rule.condition, self.account.reading) for rule in ruled]
        conditions += [self.account.in_force(part) for part in parts]
        while parts:
            part = parts.pop()
            conditions.append(truth(part.condition, self.account.reading))
            parts += part.exceptions
        return None in conditions or None in self.applies

    def told(self) -> Iterator[Region]:
        for place, rule in enumerate(self.rules):
            if rule.kind in COUNTED:
                yield from self._condition(rule.clause, rule.condition)
                if self.account.condition(rule) is True:
                    yield from self._exceptions(rule.clause, rule.exceptions)
                yield from self._contest(place, rule)
        for limit in self.contest.limits:
            holds = truth(limit.condition, self.account.reading)
            yield from self._condition(limit.clause, limit.condition)
            if holds is True:
                yield from self._exceptions(limit.clause, limit.exceptions)
                if all(self.account.in_force(part) is False for part in limit.exceptions):
                    yield Region(limit.clause, "fired")

    def _condition(self, clause: str, condition: c.Formula) -> Iterator[Region]:
        if condition != c.TRUE and truth(condition, self.account.reading) is False:
            yield Region(clause, "condition false")

    def _exceptions(self, clause: str, exceptions: tuple[c.GroundException, ...]) -> Iterator[Region]:
        for part in exceptions:
            if self.account.in_force(part) is True:
                yield Region(clause, "excepted", part.id)
            if part.id not in self.with_outcome:
                yield from self._condition(part.id, part.condition)
                if truth(part.condition, self.account.reading) is True:
                    yield from self._exceptions(part.id, part.exceptions)

    def _contest(self, place: int, rule: c.GroundRule) -> Iterator[Region]:
        if self.applies[place] is not True:
            return
        if self.stands[place]:
            yield Region(rule.clause, "fired")
            return
        for other, rival in enumerate(self.rules):
            if not differ(self.gives[place], self.gives[other], self.contest.kind):
                continue
            if place in self.contest.outranks[other]:
                if self.stands[other]:
                    yield Region(rule.clause, "beaten", clause_name(rival))
            elif (
                self.contest.key in self.account.conflicts
                and self.quick[place] and self.quick[other]
                and rival.kind is not c.Kind.STIPULATION
                and other not in self.contest.outranks[place]
            ):  # fmt: skip
                yield Region(rule.clause, "in conflict", clause_name(rival))

    def _stands(self, place: int) -> bool:
        """Whether a rule stands in every world."""
        if self.applies[place] is not True:
            return False
        rule = self.rules[place]
        if rule.literal is not None:
            known = self.account.reading.literals.get(self.contest.key, {})
            return known.get(rule.literal) is True
        if None in self.applies or self.contest.key in self.account.conflicts or not self.quick[place]:
            return False
        standing = [given for given, stands in zip(self.gives, self.quick, strict=True) if stands]
        return None not in standing and not any(differ(standing[0], other, self.contest.kind) for other in standing)
