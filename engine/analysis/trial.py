"""One case for a region: tried by the evaluator, and made as small as it stays in the region and comes out the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from rulelang.engine.analysis.coverage import Coverage, Where
from rulelang.engine.analysis.covered import covered_by, covers
from rulelang.engine.analysis.expected import Expected, expected
from rulelang.engine.analysis.regions import Region
from rulelang.engine.analysis.scope import targets_for
from rulelang.engine.analysis.told import case_text, fact_words, told
from rulelang.engine.core import ContestKind, Core
from rulelang.engine.core_parts import is_formula
from rulelang.engine.decision import Status
from rulelang.engine.derive import Derivation, claim_target, derive_briefly, is_met, undecided
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver import Known, Witness
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Atom, Case, Constant_
from rulelang.grammar.source import Source, Span

_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A case that covers `regions` (the one it was made for first); `text` is its CASE block with comments."""

    name: str
    regions: tuple[Region, ...]
    case: Case
    text: str


@dataclass(frozen=True, slots=True)
class _CameOut:
    """What is certain of each target of a core with some facts; None: nothing is."""

    core: Core
    known: Known
    found: tuple[bool | Constant_ | Literal["undefined"] | None, ...]


@dataclass(slots=True)
class Trial:
    """One region with one instance of it: tries cases, and leaves out what they do not need."""

    coverage: Coverage
    region: Region
    where: Where
    derived: tuple[Case, Derivation | None] | None = None
    """The case that was derived last."""

    @property
    def base(self) -> RuleBase:
        return self.coverage.base

    def first(self, world: Witness, name: str) -> Case | None:
        """A case of the world that is in the region, as small as it gets; None where the evaluator finds none."""
        case = self._told(world, name)
        if self.region.fate == "condition unknown":
            unknown = self._with_unknowns(case)
            if unknown is None:
                return None
            case = unknown
        if not self._inside(case):
            return None
        return self._reduced(case)

    def exactly(self, facts: Mapping[str, bool | Constant_ | None], name: str) -> Case | None:
        """The case of exactly these facts (None: said to be unknown), if it is in the region."""
        known = {key: value for key, value in facts.items() if value is not None}
        case = self._told(Witness(known), name)
        unknown = [self.where.space.core.facts[key] for key, value in facts.items() if value is None]
        given = (*case.given, *(model.GivenUnknown(Atom(fact.name, fact.args), fact.done) for fact in unknown))
        case = replace(case, given=given)
        return self._reduced(case) if self._inside(case) else None

    def _told(self, world: Witness, name: str) -> Case:
        space = self.where.space
        contests = (self.where.instance.contest,)
        whole = told(self.base.program, space.core, self.coverage.scope, world, name, contests=contests)
        nowhere = Span(Source("<suggested>", " ".join(space.using)), 0, 0)
        using = tuple(model.Reference(one, span=nowhere) for one in space.using)
        return replace(whole.case, using=using, entities=dict(self.coverage.scope.entities))

    def _derived(self, case: Case) -> Derivation | None:
        if self.derived is None or self.derived[0] is not case:
            self.derived = case, self._derive(case)
        return self.derived[1]

    def _derive(self, case: Case) -> Derivation | None:
        contest = self.where.space.core.contests[self.where.instance.contest]
        targets = targets_for(self.base.program, contest.name, contest.args)
        try:
            return derive_briefly(self.base, case, [model.Target(target, "") for target in targets])
        except RuleLangError:
            return None

    def _inside(self, case: Case) -> bool:
        return self._comes_out(case) is not None

    def _opened(self, case: Case) -> tuple[Core, Known] | None:
        """The core and the facts of a case, if it is in the region."""
        contest = self.where.space.core.contests[self.where.instance.contest]
        targets = [model.Target(one, "") for one in targets_for(self.base.program, contest.name, contest.args)]
        try:
            core, there = undecided(self.base, case, targets)
            inside = covers(core, there.known, self.region, contest.key)
        except RuleLangError:
            return None
        return (core, there.known) if inside else None

    def _comes_out(self, case: Case) -> _CameOut | None:
        """What is certain of the contest in a case that is in the region; None where it is not, or is refused.

        Nothing is worked out of what stays open.
        """
        opened = self._opened(case)
        if opened is None:
            return None
        core, known = opened
        try:
            found = tuple(_comes_out(core, known, index) for index in range(len(core.targets)))
        except RuleLangError:
            return None
        # A sort that the case does not list does no harm where nothing depends on it.
        return None if core.unlisted and (None in found or "undefined" in found) else _CameOut(core, known, found)

    def without_value(self, case: Case) -> bool:
        """Whether what is concluded in a case of the region is undefined, or of a rule that fires not determined."""
        opened = self._opened(case)
        contest = self.where.space.core.contests[self.where.instance.contest]
        if opened is None or contest.kind is not ContestKind.VALUE or self.region.fate == "condition unknown":
            return False
        decision = decide(*opened, 0)
        return decision.undefined is not None or (
            decision.status is Status.UNDETERMINED and self.region.fate == "fired"
        )

    def _with_unknowns(self, case: Case) -> Case | None:
        """The case with few facts said to be unknown, so that the condition is not known."""
        facts = [given for given in case.given if isinstance(given, model.GivenFact | model.GivenDone)]

        def without(some: Collection[model.Given]) -> Case:
            given = tuple(_unknown(one) if one in some else one for one in case.given)
            return replace(case, given=given)

        for fact in facts:
            if self._inside(without((fact,))):
                return without((fact,))
        some: list[model.Given] = list(facts)
        if not self._inside(without(some)):
            return None
        for fact in facts:
            fewer = [one for one in some if one is not fact]
            if self._inside(without(fewer)):
                some = fewer
        return without(some)

    # --------------------------------------------------------------------------------------------- leaving out

    def _reduced(self, case: Case) -> Case:
        """Without the variants, entities and facts that the region and what comes out do not need."""
        smaller = self._smaller(case, lambda _: True)
        if self._derived(smaller) is not None:
            return smaller
        # Where entities are gone there may be no world left, which only a decision shows.
        return self._smaller(case, lambda other: self._derived(other) is not None)

    def _as_before(self, case: Case, before: _CameOut) -> _CameOut | None:
        """What comes out in a case that is in the region, if it is the same as in another one."""
        opened = self._opened(case)
        if opened is None:
            return None
        core, known = opened
        if core.unlisted and (None in before.found or "undefined" in before.found):
            return None
        fewer = core is before.core and known.items() <= before.known.items()
        try:
            for index, found in enumerate(before.found):
                # Of what was open with more facts nothing is certain with fewer (T5).
                if not (fewer and found is None) and _comes_out(core, known, index) != found:
                    return None
        except RuleLangError:
            return None
        return _CameOut(core, known, before.found)

    def _smaller(self, case: Case, fit: Callable[[Case], bool]) -> Case:
        before = self._comes_out(case)
        if before is None or not fit(case):
            return case

        def as_good(other: Case) -> bool:
            nonlocal before
            assert before is not None
            found = self._as_before(other, before)
            if found is None or not fit(other):
                return False
            before = found
            return True

        case = _fewer(case, case.using, lambda kept: replace(case, using=kept), as_good)
        for sort, listed in list(case.entities.items()):
            without = replace(case, entities={name: rows for name, rows in case.entities.items() if name != sort})
            if not _speaks_of(case, listed) and as_good(without):
                case = without
                continue
            for entity in reversed(listed):
                smaller = _without_entity(case, sort, entity)
                if as_good(smaller):
                    case = smaller
        whole = case
        # That something is not known is said, although it need not be.
        unknown = tuple(one for one in case.given if isinstance(one, model.GivenUnknown))
        facts = tuple(one for one in case.given if not isinstance(one, model.GivenUnknown))
        return _fewer(case, facts, lambda kept: replace(whole, given=(*kept, *unknown)), as_good)

    # ------------------------------------------------------------------------------------------------ the text

    def finished(self, case: Case, open_: Mapping[Region, None]) -> Suggestion | None:
        """The case with what it expects, tried once more by that; None where it does not come out."""
        derivation = self._derived(case)
        if derivation is None:
            return None
        contest = self.where.space.core.contests[self.where.instance.contest]
        expect = expected(self.base.program, contest, derivation.decisions, self._literal())
        stated = tuple(model.Stated(one.claim, one.text) for one in expect)
        case = replace(case, expect=stated)
        try:
            again = derive_briefly(self.base, case, [claim_target(self.base, case, one) for one in stated])
        except RuleLangError:
            return None
        met = [is_met(one.claim, had, again.situation) for one, had in zip(stated, again.decisions, strict=True)]
        seen = covered_by(again, {self.region, *open_})
        if not all(met) or self.region not in seen:
            return None
        regions = (self.region, *(one for one in seen if one in open_ and one != self.region))
        return Suggestion(case.name, regions, case, self._text(case, derivation, regions, expect))

    def _literal(self) -> bool | model.Mode | None:
        core = self.where.space.core
        contest = core.contests[self.where.instance.contest]
        for index in contest.rules:
            rule = core.rules[index]
            if rule.clause == self.region.clause or any(part.id == self.region.clause for part in rule.exceptions):
                return rule.literal
        return None

    def _text(
        self, case: Case, derivation: Derivation, regions: Iterable[Region], expect: Iterable[Expected]
    ) -> str:
        lines = [f"# covers `{region.clause}`: {region.words()}" for region in regions]
        lines += [f"#   {words}" for words in _words(self.base.program, case, derivation)]
        block = case_text(self.base.program, case, derivation.core, using=[one.name for one in case.using])
        lines += block.splitlines()
        lines.append(f"  EXPECT {', '.join(one.text for one in expect)}")
        return "\n".join(lines) + "\n"


def _comes_out(core: Core, known: Known, index: int) -> bool | Constant_ | Literal["undefined"] | None:
    """What is certain of a target: that it is so, or not, or its value, or that it has none."""
    if is_formula(core.targets[index]):
        return certain(core, known, index)
    decision = decide(core, known, index)
    if decision.undefined is not None:
        return "undefined"
    return decision.value if decision.status is Status.VALUE else None


def _fewer(
    case: Case, parts: tuple[_Part, ...], made: Callable[[tuple[_Part, ...]], Case], as_good: Callable[[Case], bool]
) -> Case:
    """The case without the parts that can be left out: large pieces first, from the end, then one by one."""
    kept, size = parts, len(parts)
    while size:
        end = len(kept)
        while end > 0:
            fewer = kept[: max(0, end - size)] + kept[end:]
            if fewer != kept and as_good(made(fewer)):
                kept, case = fewer, made(fewer)
            end -= size
        size //= 2
    return case


def _unknown(given: model.Given) -> model.Given:
    match given:
        case model.GivenFact(atom):
            return model.GivenUnknown(atom)
        case model.GivenDone(atom):
            return model.GivenUnknown(atom, True)
        case _:
            return given


def _speaks_of(case: Case, entities: Collection[str]) -> bool:
    return any(not set(entities).isdisjoint(_names(given)) for given in case.given)


def _names(given: model.Given) -> Iterator[str]:
    match given:
        case model.GivenDone(atom) | model.GivenUnknown(atom) | model.Stipulation(atom) | model.GivenFact(atom):
            yield from (arg for arg in atom.args if isinstance(arg, str))
    if isinstance(given, model.GivenFact) and isinstance(given.value, str):
        yield given.value


def _without_entity(case: Case, sort: str, entity: str) -> Case:
    entities = {
        name: tuple(one for one in rows if one != entity) if name == sort else rows
        for name, rows in case.entities.items()
    }
    given = tuple(one for one in case.given if entity not in _names(one))
    return replace(case, entities=entities, given=given)


def _words(program: model.Program, case: Case, derivation: Derivation) -> Iterator[str]:
    """What the case gives, in the words of the glosses where there are any."""
    from rulelang.grammar.words import gloss

    facts = {(fact.name, fact.args, fact.done): fact for fact in derivation.core.facts.values()}
    for given in case.given:
        match given:
            case model.GivenFact(atom, value):
                fact = facts.get((atom.name, atom.args, False))
                if fact is not None:
                    yield fact_words(program, fact, value)
            case model.GivenDone(atom, done):
                fact = facts.get((atom.name, atom.args, True))
                if fact is not None:
                    yield fact_words(program, fact, done)
            case model.GivenUnknown(atom):
                yield f"not known: {gloss(program, atom.name, atom.args)}"
            case _:
                pass
