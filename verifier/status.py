"""How each assertion stands to the rules and the case: entailed, contradicted or neither, and why.

The engine decides; nothing is guessed from the text.  Verification, section 4.1 and N19, N21, N28.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import TYPE_CHECKING, TypeAlias

from rulelang.engine import core
from rulelang.engine.core_text import value_text
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.explaining.rule_claims import claim_formula, own_condition
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.verifier import claims as k
from rulelang.verifier import expand
from rulelang.verifier.claims import Assertion
from rulelang.verifier.condition import leaf_of
from rulelang.verifier.contradiction import contradict
from rulelang.verifier.entail import is_loose, split
from rulelang.verifier.inside import are_related, related
from rulelang.verifier.preference import prevails
from rulelang.verifier.said import Held, Mood, Said, Standing
from rulelang.verifier.tolerance import as_it_is, tolerances
from rulelang.verifier.words import shown, unit_of, with_unit

if TYPE_CHECKING:
    from rulelang.verifier.answer import Answer
    from rulelang.verifier.matter import Ready
    from rulelang.verifier.world import Place

Asked: TypeAlias = model.Formula | model.Value


class Judge:
    """One world in which assertions are judged: core, facts, and the ground form of everything that is said."""

    def __init__(self, ready: Ready, place: Place, wanted: Sequence[Asked]) -> None:
        self.ready = ready
        self.refused: dict[Asked, RuleLangError] = {}
        asked = tuple(dict.fromkeys((*ready.targets, *wanted)))
        try:
            self.world, self.situation = place.world(asked)
        except RuleLangError:
            asked = self._groundable(place, wanted)
            self.world, self.situation = place.world(asked)
        self.ground: Mapping[Asked, core.Formula | core.Value] = dict(
            zip(asked, self.world.program.targets, strict=True)
        )
        self.world.ask(self.ground[one] for one in wanted if one in self.ground)
        program = self.world.program
        self.declared = ready.matter.declared.joined(program.facts, program.contests, program.definitions)
        self.tolerances = tolerances(ready.base.program, program, ready.case.asks, self.ground)

    def _groundable(self, place: Place, wanted: Sequence[Asked]) -> tuple[Asked, ...]:
        """What is left when whatever can't be asked in this case is put aside."""
        kept: list[Asked] = list(self.ready.targets)
        for one in wanted:
            try:
                place.world((*self.ready.targets, one))
            except RuleLangError as error:
                self.refused[one] = error
            else:
                kept.append(one)
        return tuple(dict.fromkeys(kept))

    def said(self, assertion: Assertion) -> Said:
        """The assertion with its standing."""
        match assertion.content:
            case k.Malformed(faults):
                return Said(assertion, Mood.UNREAD, None, Standing.MALFORMED, _fault(faults))
            case k.Foreign(faults=faults):
                return Said(assertion, Mood.UNREAD, None, Standing.FOREIGN, _fault(faults))
            case k.Holds(formula):
                if formula in self.refused:
                    return self._refused(assertion, formula)
                return self._holds(assertion, self._formula(formula))
            case k.OtherUnit(formula, open_):
                if formula in self.refused:
                    return self._refused(assertion, formula)
                return self._other_unit(assertion, self._formula(formula), Mood.UNSETTLED if open_ else Mood.HOLDS)
            case k.Unsettled(operand):
                return self._open(assertion, operand, Mood.UNSETTLED)
            case k.Clashes(operand):
                return self._open(assertion, operand, Mood.CLASHES)
            case model.TriggeredClaim() | model.SuspendsClaim() | model.PrevailsClaim() as claim:
                return self._rule(assertion, claim)

    def every(self, assertions: Sequence[Assertion]) -> tuple[Said, ...]:
        """The assertions of one claim with their standing, in plain terms: equivalent texts say the same.

        What says several things at once is taken apart (`NOT (a OR b)`), what says one in disguise is that one
        (`(a OR b) AND (a OR NOT b)`), and what is always true is about nothing.
        """
        found: list[Said] = []
        for assertion in assertions:
            said = self.said(assertion)
            statement = _plainly(said)
            found += [said] if statement is None else self._plain(said, statement)
        said_plainly = [(id(one), statement) for one in found if (statement := _plainly(one)) is not None]
        loose = {number: statement for number, statement in said_plainly if is_loose(statement)}
        if len(loose) > 1:
            first = next(one for one in found if id(one) in loose)
            together = self._plain(first, core.And(tuple(loose.values())))
            if not any(one.statement is None or is_loose(one.statement) for one in together):
                found = [one for one in found if id(one) not in loose] + together
        found = self._as_a_whole(self._joint(found))
        return tuple(found + self._whole(found))

    def _joint(self, found: list[Said]) -> list[Said]:
        """The same, where several assertions say together what none of them says: `n >= 5`, `n <= 5` is `n = 5`."""
        if len(found) < 2:
            return found
        statements = [statement for one in found if (statement := _plainly(one)) is not None]
        for group, plainly in tuple(self.declared.joint(statements, self.ready.matter.leaves)):
            these = [one for one in found if _plainly(one) in group]
            self.world.ask(plainly)
            made = [self._holds(these[0].assertion, one) for one in plainly]
            at = found.index(these[0])
            before = [one for one in found[:at] if one not in these]
            found = [*before, *made, *(one for one in found[at:] if one not in these)]
        return found

    def _as_a_whole(self, found: list[Said]) -> list[Said]:
        """The same, with why they are false together, where none of them is by itself: `q` and `NOT q`, or `NOT o` and
        `n >= m`, from which `o` follows in this case."""
        said = [(one, statement) for one in found if (statement := _plainly(one)) is not None]
        open_ = next((one for one in found if one.standing is Standing.UNSUPPORTED), None)
        if open_ is None or len(said) < 2 or any(one.standing is Standing.CONTRADICTED for one in found):
            return found
        statements = [weakened(statement) if one.weak else statement for one, statement in said]
        if self.world.truth(core.And(tuple(statements))) is not False:
            return found
        itself = contradict(self.declared, statements)
        reason = "it contradicts itself" if itself else "in this case it cannot all be so"
        return [replace(one, jointly=reason) if one is open_ else one for one in found]

    def _plain(self, said: Said, statement: core.Formula) -> list[Said]:
        if expand.bare(statement) in self.ready.matter.in_play:  # nothing is plainer
            return [said] if statement == said.statement else [replace(said, statement=statement)]
        parts = self.declared.plain(statement, self.ready.matter.leaves)
        if parts == (said.statement,):
            return [said]
        if not parts:
            return [replace(said, statement=core.TRUE, idle=statement)]
        self.world.ask(parts)
        made = [self._holds(said.assertion, part) for part in parts]
        is_one = len(tuple(split(statement, self.ready.matter.leaves))) == 1
        return _one_assertion(said, made) if is_one else made

    def _whole(self, said: Sequence[Said]) -> list[Said]:
        """What several assertions of one claim say together of a target or of a condition, those that do not decide it
        by themselves: a claim states what all its parts together entail (N8)."""
        parts = [one for one in said if _plainly(one) is not None]
        statements = [statement for one in parts if (statement := _plainly(one)) is not None]
        if len(statements) < 2:
            return []
        targets = [question.formula for question in self.ready.matter.questions]
        decided = (one for target in targets if (one := self._together(statements, target)) is not None)
        whole = list(islice(decided, 1))
        groups = related(statements)
        for leaf in self.ready.matter.leaves:
            if leaf in targets:
                continue
            near = [one for group in groups if any(are_related(one, leaf) for one in group) for one in group]
            if len(near) > 1:
                together = self._together(near, leaf)
                whole += [] if together is None else [together]
        self.world.ask(whole)
        return [replace(self._holds(parts[0].assertion, one), together=True) for one in whole]

    def _together(self, statements: Sequence[core.Formula], asked: core.Formula) -> core.Formula | None:
        """What several statements say of something together, as a literal of it."""
        by_itself = [self.declared.settles(one, asked) for one in statements]
        # One of them may decide it besides, and otherwise than the rest do together.
        rest = tuple(one for one, alone in zip(statements, by_itself, strict=True) if alone is None)
        settled = self.declared.settles(core.And(rest), asked) if len(rest) > 1 else None
        if settled is None or settled in by_itself:
            return None
        return asked if settled else expand.negation(asked)

    def _formula(self, asked: Asked) -> core.Formula:
        return _as_written(asked, self.ground[asked])  # type: ignore[arg-type]

    def _refused(self, assertion: Assertion, asked: Asked) -> Said:
        return Said(assertion, Mood.UNREAD, None, Standing.FOREIGN, _fault(self.refused[asked].diagnostics))

    # ---------------------------------------------------------------------------------- what is said to hold

    def _holds(self, assertion: Assertion, formula: core.Formula) -> Said:
        if self.tolerances:
            formula = as_it_is(formula, self.tolerances, self.world.value, self.ready.matter.in_play)
        truth = self.world.truth(formula)
        weak = False
        if truth is not True:
            weaker = weakened(formula)
            weak = weaker != formula and self.world.truth(weaker) is True
        standing = (
            Standing.ENTAILED if truth or weak else Standing.UNSUPPORTED if truth is None else Standing.CONTRADICTED
        )
        reason = "" if standing is Standing.ENTAILED else self._reason(formula, truth)
        return Said(assertion, Mood.HOLDS, formula, standing, reason, weak=weak)

    def _other_unit(self, assertion: Assertion, formula: core.Formula, mood: Mood) -> Said:
        """What compares in another unit is never so, nor unknown; it is about what it would say in the right one."""
        parts = self.declared.plain(formula, self.ready.matter.leaves)
        formula = parts[0] if len(parts) == 1 else formula
        units = [unit for read in expand.reads(formula) if (unit := unit_of(read, self.declared))]
        reason = f"it is in {units[0]}" if units else "it has no unit"
        return Said(assertion, mood, core.And((formula, core.FALSE)), Standing.CONTRADICTED, reason)

    def _open(self, assertion: Assertion, operand: Asked, mood: Mood) -> Said:
        if operand in self.refused:
            return self._refused(assertion, operand)
        ground = self.ground[operand]
        decision = self.world.decision(ground)
        if mood is Mood.CLASHES:
            right = decision.status is Status.CONFLICT
        else:
            right = decision.status in (Status.UNDETERMINED, Status.CONFLICT) or self._is_not_given(ground)
        reason = "" if right else self._settled(ground, decision)
        standing = Standing.ENTAILED if right else Standing.CONTRADICTED
        if isinstance(ground, core.Formula):
            inside = self._known_in(ground) if right else ()
            return Said(assertion, mood, _bare(ground), standing, reason, inside=inside)
        besides = self._settled_besides(ground) if right else ()
        return Said(assertion, mood, None, standing, reason, value=ground, besides=besides)

    def _settled_besides(self, value: core.Value) -> tuple[core.Formula, ...]:
        """The comparisons of a value that is open which are settled all the same."""
        matter = self.ready.matter
        compared = dict.fromkeys((*matter.leaves, *(question.formula for question in matter.questions)))
        return tuple(
            leaf
            for leaf in compared
            if expand.compares(leaf, value) and self.world.truth(leaf) is not None
        )

    def _known_in(self, condition: core.Formula) -> tuple[core.Formula, ...]:
        """What the case gives of the facts in a condition over instances or a comparison that is open."""
        found: dict[core.Formula, None] = {}
        for atom in () if isinstance(_bare(condition), core.FactTest) else expand.atoms(condition):
            if not isinstance(atom, core.FactTest | core.FactRead):
                continue
            known = self.world.known.get(atom.fact)
            if isinstance(atom, core.FactTest) and isinstance(known, bool):
                found[atom if known else core.Not(atom)] = None
            elif isinstance(atom, core.FactRead) and known is not None and not isinstance(known, bool):
                found[core.Test("=", atom, core.Constant(known))] = None
        return tuple(found)

    def _is_not_given(self, ground: core.Formula | core.Value) -> bool:
        match ground:
            case core.FactTest(key) | core.FactRead(key):
                return key not in self.world.known
            case _:
                return False

    def _rule(self, assertion: Assertion, claim: k.RuleClaim) -> Said:
        formula = claim_formula(self.ready.base, self.ready.selection, claim)
        if formula in self.refused:
            return self._refused(assertion, formula)
        ground = self._formula(formula)
        truth = self.world.truth(ground)
        if isinstance(claim, model.PrevailsClaim):
            units = self.ready.base.units(self.ready.selection)
            concluded = frozenset(head.name for unit in units if unit.id == claim.winner for head in unit.heads)
            truth = prevails(self.world, ground, concluded)
        if truth is not None and not claim.positive:
            truth = not truth
        standing = Standing.UNSUPPORTED if truth is None else Standing.ENTAILED if truth else Standing.CONTRADICTED
        reason = "" if truth else self._open_words(self.world.decision(ground)) if truth is None else ""
        return Said(assertion, Mood.RULE, self._own(claim, ground), standing, reason)

    def _own(self, claim: k.RuleClaim, ground: core.Formula) -> core.Formula | None:
        """What `TRIGGERED r` states: the rule's or the clause's own condition where that is one leaf (N21).

        That an exception is not triggered may be due to the conditions above it.
        """
        if not isinstance(claim, model.TriggeredClaim):
            return None
        if not claim.positive:
            return expand.negation(ground) if len(expand.leaves(ground)) == 1 else None
        own = own_condition(self.ready.base, self.ready.selection, claim.rule)
        alone = ground if own in self.refused else self._formula(own)
        return alone if len(expand.leaves(alone)) == 1 else None

    # ----------------------------------------------------------------------------------------------- reasons

    def _reason(self, formula: core.Formula, truth: bool | None) -> str:
        """Why it is not so, or what stands open: the values that it reads, or what the engine says."""
        values = [
            f"`{value_text(read)}` is {with_unit(value, unit_of(read, self.declared))}"
            for read in expand.reads(formula)
            if (value := self.world.value(read)) is not None
        ]
        if values:
            return f"in the case {', '.join(values)}"
        bare = _bare(formula)
        if truth is False and isinstance(bare, core.FactTest) and bare.fact in self.world.known:
            said = shown(bare if self.world.known[bare.fact] else expand.negation(bare), self.declared)
            return f"{_ORIGIN[self.situation.origin(bare.fact)]} `{said}`"
        decision = self.world.decision(bare)
        if truth is None:
            return self._open_words(decision, shown(bare, self.declared))
        return self._settled(bare, decision)

    def _settled(self, ground: core.Formula | core.Value, decision: Decision) -> str:
        match decision.status:
            case Status.VALUE if decision.value is not None:
                text = with_unit(decision.value, unit_of(ground, self.declared))  # type: ignore[arg-type]
                return f"it is {text}"
            case Status.HOLDS:
                return f"it follows that `{shown(ground, self.declared)}`"  # type: ignore[arg-type]
            case Status.FAILS:
                text = shown(expand.negation(ground), self.declared)  # type: ignore[arg-type]
                return _WHY[decision.why] if decision.why else f"it follows that `{text}`"
            case Status.CONFLICT:
                return "the rules for and against it are in conflict"
            case _:
                return self._open_words(decision)

    def _open_words(self, decision: Decision, itself: str = "") -> str:
        if decision.limit is not None:
            return decision.limit
        open_ = [*decision.unknowns, *decision.open_tests]
        if open_ == [itself]:
            return "the case does not say"
        if open_:
            return "it hangs on " + ", ".join(f"`{one}`" for one in open_) + ", not known in this case"
        if decision.conflicts:
            return "it hangs on a conflict over " + ", ".join(f"`{one}`" for one in decision.conflicts)
        return "nothing in the case settles it"


_ORIGIN = {
    "given": "the case says",
    "supposed": "the question supposes",
    "default": "by default",
    "closed": "the case is closed, so",
    None: "it follows that",
}

_WHY = {
    Why.REJECTED: "a rule establishes the opposite",
    Why.OVERRIDDEN: "the rule for it is overridden",
    Why.EXCEPTED: "an exception to the rule for it is in force",
    Why.CONDITION_FALSE: "the condition of the rule for it is false",
    Why.NO_RULE: "no rule concludes it",
}


def held(answer: Answer, found: Sequence[Assertion], ready: Ready) -> tuple[tuple[Held, ...], Judge]:
    """All claims of an answer, and its decision, with the standing of what they say, and the world asked about."""
    wanted = [*k.asked(found), *rule_formulas(found, ready)]
    worlds = {claim.id: claim.world for claim in answer.claims or ()}
    here = Judge(ready, ready.asked, wanted)
    there = Judge(ready, ready.given, wanted) if "given" in worlds.values() else here
    said: dict[str, list[Said]] = {}
    for name, assertions in groupby(found, key=lambda one: one.claim):
        judge = there if worlds.get(name) == "given" else here
        said.setdefault(name, []).extend(judge.every(tuple(assertions)))
    made = [
        Held(
            claim.id,
            f"/claims/{index}",
            tuple(claim.from_),
            tuple(claim.rules),
            tuple(claim.evidence),
            claim.world,
            tuple(said.get(claim.id, ())),
            claim.quote,
        )
        for index, claim in enumerate(answer.claims or ())
    ]
    decision = answer.decision
    if decision is not None:
        known = {claim.id for claim in answer.claims or ()}
        sources = tuple(name for name in decision.from_ if name in known)
        made.append(
            Held(
                k.DECISION,
                "/decision",
                sources,
                tuple(decision.rules),
                tuple(decision.evidence),
                "asked",
                tuple(said.get(k.DECISION, ())),
                decision.quote,
            )
        )
    return tuple(made), here


def rule_formulas(found: Sequence[Assertion], ready: Ready) -> list[model.Formula]:
    """What is asked of the engine for the claims about rules among some assertions."""
    wanted: list[model.Formula] = []
    for assertion in found:
        match assertion.content:
            case model.TriggeredClaim(rule) as claim:
                wanted.append(claim_formula(ready.base, ready.selection, claim))
                wanted.append(own_condition(ready.base, ready.selection, rule))
            case model.SuspendsClaim() | model.PrevailsClaim() as claim:
                wanted.append(claim_formula(ready.base, ready.selection, claim))
            case _:
                pass
    return wanted


def _plainly(said: Said) -> core.Formula | None:
    """What an assertion says to hold, in so many words."""
    return said.statement if said.mood is Mood.HOLDS and isinstance(said.assertion.content, k.Holds) else None


def _one_assertion(said: Said, made: list[Said]) -> list[Said]:
    """The parts into which what is no conjunction is taken for the conditions in play (`n > m` into `n >= m` and
    `n != m`): it is one assertion all the same, and where it is false, though neither of them is by itself, what is
    open of it is."""
    if said.standing is not Standing.CONTRADICTED or any(one.standing is Standing.CONTRADICTED for one in made):
        return made
    return [
        replace(one, standing=said.standing, reason=said.reason) if one.standing is Standing.UNSUPPORTED else one
        for one in made
    ]


def weakened(formula: core.Formula) -> core.Formula:
    """`NOT MUST a` for `NEED NOT a`, `NOT MUST NOT a` for `MAY a`: the weak form of a norm (N19)."""
    match formula:
        case core.Established(contest, ("NEED NOT", "MUST NOT")):
            return core.Not(core.Established(contest, ("MUST",)))
        case core.Established(contest, ("MAY", "MUST")):
            return core.Not(core.Established(contest, ("MUST NOT",)))
        case core.Not(operand):
            return core.Not(weakened(operand))
        case core.And(parts):
            return core.And(tuple(weakened(part) for part in parts))
        case core.Or(parts):
            return core.Or(tuple(weakened(part) for part in parts))
        case _:
            return formula


def _as_written(asked: model.Formula, ground: core.Formula) -> core.Formula:
    """The ground form of a formula; a quantified one says something of its own, of one instance too (N3)."""
    match asked:
        case model.Not(operand):
            return expand.negation(_as_written(operand, expand.negation(ground)))
        case _:
            return leaf_of(asked, ground)


def _bare(ground: core.Formula | core.Value) -> core.Formula:
    return _bare(ground.operand) if isinstance(ground, core.Not) else ground  # type: ignore[return-value]


def _fault(faults: Sequence[Diagnostic]) -> str:
    first = next(iter(faults), None)
    if first is None:
        return "it is a value, not a statement"
    return f"{first.message} ({first.hint})" if first.hint else first.message
