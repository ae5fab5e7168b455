"""Cases of the whole program that show what was found, each decided by the evaluator before it is shown.

What is found of rules by themselves may state outcomes that no case of the program comes to.  So a case is looked for
in this order: the one found locally, where it speaks of facts alone and the evaluator needs no more to see it; the
sampled worlds; the solver, first among the worlds in which nothing else is left to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.clash import Clash
from rulelang.engine.analysis.compare import claim_text
from rulelang.engine.analysis.happens import MOST_FACTS, Happens
from rulelang.engine.analysis.pairs import Meeting
from rulelang.engine.analysis.sampled import Cases, certainly, lanes_of, sample
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.analysis.standing import Standing, conjunction
from rulelang.engine.analysis.states import tests_of
from rulelang.engine.analysis.told import Told, told
from rulelang.engine.decision import Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.glance import glance
from rulelang.engine.evaluating.goal import run_goal
from rulelang.engine.evaluating.sight import at_sight
from rulelang.engine.grounding.keys import key
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver import InternalError, Limits, NotEncoded, Witness, encode
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.proof import confirmed
from rulelang.engine.solver.query import case_assumptions, formula_assumptions, smallest, verdict, witness
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.terms import Bool, GaveUp, Irrational
from rulelang.grammar import model
from rulelang.grammar.model import Constant_

FEW_FACTS = 8
"""Where so few facts bear on what is asked the smallest case is looked for; else a sampled one will do."""
TRIES = 16
"""Sampled cases that are tried of each."""
ENCODED = 700
"""What it costs to encode a contest, in steps of the solver."""
MOST_FREE = 4
"""Open comparisons of which all ways to take them are tried."""
Known: TypeAlias = dict[str, bool | Constant_]


@dataclass(slots=True)
class Witnessed:
    """Looks for cases in the whole program, on the budget of `happens`."""

    happens: Happens
    _standing: dict[str, Standing] = field(default_factory=dict[str, Standing])

    @property
    def core(self) -> c.Core:
        return self.happens.core

    # ------------------------------------------------------------------------------------------------ conflicts

    def conflicts(self, met: Sequence[Meeting]) -> list[Told | Literal["never"] | None]:
        """For each two rules a case in which both stand against each other; None where that was not settled.

        Its `choices` are empty if that is certain in the case.
        """
        formulas = [self._both(one) for one in met]
        local = [self._local(one, formula) for one, formula in zip(met, formulas, strict=True)]
        rest = [place for place, shown in enumerate(local) if shown is None]
        sampled = self._sampled([formulas[place] for place in rest], [met[place] for place in rest])
        found: list[Told | Literal["never"] | None] = [*local]
        for place, drawn in zip(rest, sampled, strict=True):
            found[place] = self._clash(met[place], formulas[place], drawn)
        return found

    def seen(self, met: Sequence[Meeting]) -> Iterator[tuple[Meeting, Told]]:
        """Of each outcome or action the first pair of which a sampled world shows that both stand against each other,
        with a case."""
        formulas = [self._both(one) for one in met]
        lanes = sample(self.core, formulas).lanes if formulas else ()
        told_of: set[str] = set()
        for one, formula, drawn, seen in zip(met, formulas, self._sampled(formulas, met), lanes, strict=True):
            name = self.core.contests[one.left.contest].name
            shown = self._clash(one, formula, drawn) if seen and name not in told_of else None
            if shown is not None and shown != "never":
                told_of.add(name)
                yield one, shown

    def _both(self, met: Meeting) -> c.Formula:
        contest = self.core.contests[met.left.contest]
        standing = self._standing.get(contest.key)
        if standing is None:
            standing = self._standing[contest.key] = Standing(self.core, contest)
        one, other = self._places(met)
        return conjunction(standing.stands(one), standing.stands(other), standing.differ(one, other))

    def _places(self, met: Meeting) -> tuple[int, int]:
        rules = [self.core.rules[index] for index in self.core.contests[met.left.contest].rules]
        left, right = (next(i for i, rule in enumerate(rules) if rule is one) for one in (met.left, met.right))
        return left, right

    def _local(self, met: Meeting, formula: c.Formula) -> Told | None:
        """The case that was found by itself, if its facts alone make it certain."""
        if met.witness is None:
            return None
        known = _facts(met.witness)
        reading = Reading(known, self.core.definitions, self.core.tables, {}, {})
        if truth(formula, reading) is not True:
            return None
        given = tuple(one for one in met.witness.case.given if not isinstance(one, model.Stipulation))
        # Outcomes that were stated have turned out not to matter.
        return replace(met.witness, choices=()) if len(given) == len(met.witness.case.given) else None

    def _clash(self, met: Meeting, formula: c.Formula, drawn: _Drawn) -> Told | Literal["never"] | None:
        contest = self.core.contests[met.left.contest]
        name = f"{clause_name(met.left)}` with `{clause_name(met.right)}"

        def ask() -> _Asked:
            clash = Clash(self.core, contest, *self._places(met))
            tests = [*clash.asked[:2], *tests_of(contest)]

            def certain(known: Known) -> bool:
                small = cone(self.core, tests)
                first, second, *rest = (decide(small, known, place).status for place in range(len(tests)))
                return first is second is Status.HOLDS and Status.CONFLICT in rest

            return _Asked(clash.encoding, clash.wanted, clash.calm, clash.confirmed, certain)

        return self._shown(ask, formula, drawn, name, contest)

    # ----------------------------------------------------------------------------------------------------- gaps

    def holding(self, asked: Sequence[Sequence[tuple[c.Formula, c.Contest]]]) -> list[tuple[c.Contest, Told] | None]:
        """Of each group of formulas, with what they are about, the first that is true in some case, with that case."""
        sampled = iter(self._sampled([formula for group in asked for formula, _ in group]))
        found: list[tuple[c.Contest, Told] | None] = []
        for group in asked:
            drawn = [next(sampled) for _ in group]
            order = sorted(range(len(group)), key=lambda place: not drawn[place].cases.lanes)
            found.append(next((shown for place in order if (shown := self._first(*group[place], drawn[place]))), None))
        return found

    def _first(self, formula: c.Formula, contest: c.Contest, drawn: _Drawn) -> tuple[c.Contest, Told] | None:
        def ask() -> _Asked:
            encoding = encode(cone(self.core, (formula,)))

            def calm() -> Bool:
                open_ = [test.when for test in encoding.tests.values()]
                open_ += [encoding.contests[key].conflict for key in sorted(encoding.contests)]
                return encoding.terms.negation(encoding.terms.disjunction(open_))

            return _Asked(
                encoding,
                lambda: encoding.truth(formula),
                calm,
                lambda found: confirmed(encoding, formula, True, (), found),
                lambda known: decide(encoding.core, known, 0).status is Status.HOLDS,
            )

        shown = self._shown(ask, formula, drawn, contest.key, contest)
        return None if shown is None or shown == "never" else (contest, shown)

    # -------------------------------------------------------------------------------------------------- sampled

    def _sampled(self, formulas: Sequence[c.Formula], met: Sequence[Meeting] = ()) -> list[_Drawn]:
        """For each formula some sampled cases in which it is certain; they are like those in which two rules met."""
        near = [{} if one.witness is None else _facts(one.witness) for one in met] or [{}] * len(formulas)
        whole = cone(self.core, formulas)
        return [
            _Drawn(whole, place, tuple(sorted(self.happens.reads.facts(formula))), cases)
            for place, (formula, cases) in enumerate(zip(formulas, certainly(self.core, formulas, near), strict=True))
        ]

    # ----------------------------------------------------------------------------------------------------- all

    def _shown(
        self, ask: Callable[[], _Asked], formula: c.Formula, drawn: _Drawn, name: str, contest: c.Contest
    ) -> Told | Literal["never"] | None:
        """A case: where few facts bear on it the smallest in which it is certain, else a sampled one; where it is
        certain in none that was found, one in which it can be so."""
        few = len(drawn.facts) <= FEW_FACTS
        known = None if few else drawn.certain()
        if known is not None:
            return self._told(Witness(known), formula, contest)
        limits = self.happens.budget.limits(f"`{name}`")
        if limits is None:
            return None
        asked = ask()
        try:
            found = _searched(asked, (asked.wanted(), asked.calm()), limits)
            if found is None and few:
                known = drawn.certain()
            if known is None and found is None:
                found = _searched(asked, (asked.wanted(),), limits)
        except (GaveUp, NotEncoded, Irrational):
            self.happens.unsure.append(f"`{name}`")
            return None
        finally:
            self.happens.budget.spend(asked.encoding.terms.spent() + ENCODED * len(asked.encoding.core.blocks))
        if known is not None:
            return self._told(Witness(known), formula, contest)
        return "never" if found is None else self._told(_mattering(asked, found), formula, contest)

    def _told(self, found: Witness, formula: c.Formula, contest: c.Contest) -> Told:
        scope = self.happens.scope
        # What bears on it says which entities are listed: where there are none nobody asks.
        names = self.happens.reads.names(formula) if scope.entities else ()
        claim = claim_text(contest)
        return told(self.happens.program, self.core, scope, found, "witness", (claim,), contests=names)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A formula, target number `place` of a core, the facts that bear on it, and sampled cases in which it is so."""

    core: c.Core
    place: int
    facts: tuple[str, ...]
    cases: Cases

    def certain(self) -> Known | None:
        """A sampled case in which it is certain, with few facts."""
        facts = [name for name in self.facts if name in self.cases.facts]
        lanes = list(islice(lanes_of(self.cases.lanes), TRIES))
        for look in (self._at_once, self._at_sight):
            for lane in lanes:
                known = look(self.cases.case(lane, facts))
                if known is not None:
                    return self._fewer(known)
        return None

    def _fewer(self, known: Mapping[str, bool | Constant_]) -> Known:
        """Without the facts that it does not need.  (In two values each is needed: they are those that are read.)"""
        kept = dict(known)
        for name in sorted(known):
            del kept[name]
            if glance(self.core, kept, self.place) != "holds":
                kept[name] = known[name]
        return {name: kept[name] for name in sorted(kept)}

    def _at_once(self, known: Mapping[str, bool | Constant_]) -> Mapping[str, bool | Constant_] | None:
        """The facts at which the evaluator looks to find that it is true in every world of the case: they are enough.
        None where two values and a glance do not tell."""
        looked = _Looked(known)
        goal = run_goal(self.core, looked, self.place)
        if goal is not None:
            return looked.seen if goal.decision.status is Status.HOLDS else None
        return known if glance(self.core, known, self.place) == "holds" else None

    def _at_sight(self, known: Mapping[str, bool | Constant_]) -> Known | None:
        """The same in three values, for what is certain beside conflicts: slower."""
        looked = _Looked(known)
        formula: c.Formula = self.core.targets[self.place]  # type: ignore[assignment]
        return looked.seen if at_sight(self.core, formula, looked).verdict == "holds" else None


class _Looked(Mapping[str, bool | Constant_]):
    """The facts of a case; `seen` are those at which somebody has looked."""

    def __init__(self, case: Mapping[str, bool | Constant_]) -> None:
        self._case = case
        self.seen: Known = {}

    def __getitem__(self, name: str) -> bool | Constant_:
        value = self.seen[name] = self._case[name]
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._case)

    def __len__(self) -> int:
        return len(self._case)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question about the whole program.

    `wanted` and `calm` are made when they are asked for, since something may not be encoded; `confirmed` gives a world
    back if the evaluator finds the same there, `certain` says whether it does in every world of a case.
    """

    encoding: Encoding
    wanted: Callable[[], Bool]
    calm: Callable[[], Bool]
    confirmed: Callable[[Witness], Witness]
    certain: Callable[[Known], bool]


def _searched(asked: _Asked, conditions: Sequence[Bool], limits: Limits) -> Witness | None:
    """The smallest world of these conditions (of more than `MOST_FACTS` facts: any); None where there is none."""
    encoding = asked.encoding
    assumptions = [*formula_assumptions(encoding, conditions, "claim"), *case_assumptions(encoding, {})]
    if any(one is False for one in conditions) or verdict(encoding, assumptions, limits) != "sat":
        return None
    few = len(encoding.facts.booleans) + len(encoding.facts.valued) <= MOST_FACTS
    return smallest(encoding, assumptions, {}, limits) if few else witness(encoding, {})


def _mattering(asked: _Asked, found: Witness) -> Witness:
    """The world without the choices that are of no matter."""
    shown = asked.confirmed(found)
    if not shown.tests and not shown.resolutions:
        return shown
    if asked.certain(dict(found.facts)):
        return Witness(found.facts)
    free: list[c.Test | c.NoneTest] = []
    for test in found.tests:
        more = [*free, test]
        if len(more) <= MOST_FREE and all(_still(asked, found, truths) for truths in _every(more)):
            free = more
    return replace(shown, tests={test: true for test, true in found.tests.items() if test not in free})


def _every(tests: Sequence[c.Test | c.NoneTest]) -> Iterator[dict[c.Test | c.NoneTest, bool]]:
    for truths in product((False, True), repeat=len(tests)):
        yield dict(zip(tests, truths, strict=True))


def _still(asked: _Asked, found: Witness, truths: Mapping[c.Test | c.NoneTest, bool]) -> bool:
    try:
        asked.confirmed(replace(found, tests={**found.tests, **truths}))
    except InternalError:
        return False
    return True


def _facts(shown: Told) -> Known:
    """The facts that a case gives."""
    known: Known = {}
    for given in shown.case.given:
        match given:
            case model.GivenFact(atom, value):
                known[key(atom.name, atom.args)] = value
            case model.GivenDone(action, done):
                known[f"DONE {key(action.name, action.args)}"] = done
            case _:
                pass
    return known
