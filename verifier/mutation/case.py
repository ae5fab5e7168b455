"""A case and one of its warrants, laid out for changing the answer that the warrant writes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from random import Random

from rulelang.engine import core
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE
from rulelang.verifier import expand
from rulelang.verifier.claims import Foreign, Malformed, read_statement
from rulelang.verifier.condition import Condition, conjunction, disjunction, formula_of, leaves_of
from rulelang.verifier.expand import equation
from rulelang.verifier.matter import Ready
from rulelang.verifier.mutation.draft import Draft, Line, Stated, all_replaced, gold_draft, replaced, stated
from rulelang.verifier.mutation.proof import Proof
from rulelang.verifier.mutation.statements import Statements
from rulelang.verifier.parts import Excepting, every_exception
from rulelang.verifier.warrant import Slot, Verdict, Warrant, verdict
from rulelang.verifier.words import shown
from rulelang.verifier.world import World


class Role(StrEnum):
    """What a fact judgment is there for."""

    PLAIN = "plain"
    EXCEPTION = "exception"
    RIVAL = "rival"
    IRONCLAD = "ironclad"


@dataclass(frozen=True)
class Given:
    """What some judgments give: the facts that they settle, and the contrary of all else that they say."""

    world: World
    contrary: core.Formula

    def truth(self, formula: core.Formula) -> bool | None:
        """Whether something is so wherever these judgments are."""
        so = self.world.truth(disjunction([self.contrary, formula])) is True
        not_so = self.world.truth(disjunction([self.contrary, expand.negation(formula)])) is True
        return None if so is not_so else so


@dataclass(frozen=True)
class Bench:
    """One warrant of a case on the bench: its answer as a draft, the means to prove things of it, chance by a seed."""

    ready: Ready
    warrant: Warrant
    gold: Draft
    proof: Proof
    chance: Random

    def say(self, leaf: core.Formula, value: Verdict) -> Stated:
        return stated(self.ready, leaf, value)

    def says(self, formula: core.Formula) -> Stated:
        """What states any formula."""
        return Stated(self.ready.matter.judged(formula, Verdict.TRUE), formula)

    def can_be_written(self, formula: core.Formula) -> bool:
        """Whether the plain text of a formula can be read: not all that quantifiers expand to has words of its own."""
        text = shown(formula, self.ready.matter.declared)
        read = read_statement(text, self.ready.base.program, self.ready.case)
        return not any(isinstance(content, Malformed | Foreign) for _, content in read)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The judgments that every accepted warrant asks for come first: a change to one of these touches all."""
        slots = self.warrant.slots.values()
        common = [slot for slot in slots if slot.leaf in self.common]
        return (*common, *(slot for slot in slots if slot.leaf not in self.common))

    @cached_property
    def common(self) -> frozenset[core.Formula]:
        return frozenset(leaf for leaf in self.warrant.slots if all(leaf in one.slots for one in self.ready.listed))

    def facts(self, *roles: Role) -> list[Slot]:
        """The fact judgments that are settled, of some roles (none: of any)."""
        return [
            slot
            for slot in self.slots
            if not slot.derived and slot.value is not Verdict.OPEN and (not roles or self.roles[slot.leaf] in roles)
        ]

    def derived(self) -> list[Slot]:
        return [slot for slot in self.slots if slot.derived]

    @cached_property
    def roles(self) -> Mapping[core.Formula, Role]:
        """For each fact judgment whether it is an exception's, a rival's, an ironclad part's or a rule's own."""
        kinds = {part.clause: part.rule.kind for part in self.ready.matter.parts}
        found: dict[core.Formula, Role] = dict.fromkeys(self.warrant.slots, Role.PLAIN)
        for unit in self.warrant.interactions:
            for leaf in unit.leaves:
                if leaf in found:
                    match kinds.get(unit.clause):
                        case core.Kind.RIVAL:
                            found[leaf] = Role.RIVAL
                        case core.Kind.IRONCLAD:
                            found[leaf] = Role.IRONCLAD
                        case _:
                            found[leaf] = Role.EXCEPTION
        return found

    def conditions(self, clause: str) -> list[Condition]:
        """The conditions of an exception, rival, ironclad part or limit, one for each binding."""
        units = self.ready.matter.units
        found = [unit.condition for unit in units if unit.clause == clause]
        return found + [one.condition for unit in units for one in every_exception(unit) if one.id == clause]

    def is_so(self, condition: Condition) -> bool:
        """Whether a condition is true in the case."""
        return self.proof.world.truth(formula_of(condition)) is True

    def is_certain(self, condition: Condition) -> bool:
        """Whether a condition is true whatever the facts are: nobody can presume that it doesn't hold."""
        return World(self.ready.matter.program, {}).truth(formula_of(condition)) is True

    def takes_effect(self, leaf: core.Formula) -> bool:
        """Whether a judgment belongs to an exception, rival or ironclad part whose condition is true where it stands
        in it."""
        return any(
            reads(condition, (leaf,)) and self.is_so(condition)
            for unit in self.warrant.interactions
            if leaf in unit.leaves
            for condition in self.conditions(unit.clause)
        )

    # ------------------------------------------------------------------------------------------------ citations

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules that may be cited, clauses left out."""
        cited = self.ready.matter.cited.rules
        return tuple(rule for rule in self.ready.base.program.rules if cited.get(rule) == rule)

    def strangers(self, says: Iterable[Stated]) -> list[str]:
        """The rules in use none of whose clauses has anything to do with what is said (N30)."""
        said = tuple(says)
        return [rule for rule in self.rules if self.proof.strange(rule, said)]

    def siblings(self, line: Line, clauses: Collection[str]) -> list[str]:
        """The clauses beside some clauses, of the same rules, that have nothing to do with what is said."""
        cited = self.ready.matter.cited.rules
        rules = {cited[clause] for clause in clauses if clause in cited}
        return [
            name
            for name, rule in cited.items()
            if rule in rules and name != rule and name not in clauses and self.proof.strange(name, line.says)
        ]

    def not_in_use(self) -> list[str]:
        """Rules that the program has and this case doesn't use: META RULEs, replaced bases, other variants."""
        known = self.ready.matter.known_rules
        return [rule for rule in self.ready.base.program.rules if rule not in known]

    # ------------------------------------------------------------------------------------------ other worlds

    def facts_of(self, leaf: core.Formula) -> set[str]:
        """The keys of the facts that a judgment is about."""
        found = {one.fact for one in expand.leaves(leaf) if isinstance(one, core.FactTest)}
        return found | {read.fact for read in expand.reads(leaf) if isinstance(read, core.FactRead)}

    def revised(
        self, draft: Draft, changes: Mapping[str, bool | Constant_], program: core.Core | None = None
    ) -> Draft | None:
        """The answer of somebody who takes some facts otherwise and reasons on rightly.

        What comes out follows from the draft alone: it is so by whatever the case gives and the draft does not say
        (of `days > 7` not how many days).  None where something is open by that, or the decision stays the same.
        """
        there = program or self.ready.matter.program
        world = World(there, {**self.ready.matter.known, **changes})
        facts: dict[str, Line] = {}
        drawn: dict[str, Line] = {}
        try:
            for line in draft.lines:
                slot = None if line.about is None else self.warrant.slots.get(line.about)
                if line.about is None or draft.decision is None:
                    return None
                if slot is not None and not slot.derived and self.facts_of(line.about) & changes.keys():
                    said = self._fact_in(world, line.about, slot)
                    if said is None:
                        return None
                    facts[line.id] = replace(line, says=(said,))
            made = all_replaced(draft, facts)
            given = self.given_by(made, there)
            for line in made.lines:
                slot = None if line.about is None else self.warrant.slots.get(line.about)
                if line.about is not None and (slot is None or slot.derived):
                    said = self._concluded_in(world, given, line.about)
                    if said is None:
                        return None
                    drawn[line.id] = replace(line, says=(said,))
            made = all_replaced(made, drawn)
            parts = [self._concluded_in(world, given, question.formula) for question in self.ready.matter.questions]
        except RuleLangError:
            return None
        says = tuple(part for part in parts if part is not None)
        if draft.decision is None or len(says) < len(parts) or says == draft.decision.says:
            return None
        return replaced(made, replace(draft.decision, says=says))

    def given_by(self, draft: Draft, program: core.Core) -> Given:
        """What the judgments of a draft about facts say of the case, and nothing else."""
        known: dict[str, bool | Constant_] = {}
        others: list[core.Formula] = []
        for line in draft.lines:
            slot = None if line.about is None else self.warrant.slots.get(line.about)
            for said in line.says if slot is not None and not slot.derived else ():
                if said.formula is None or said.unsettled:
                    continue
                match said.formula:
                    case core.FactTest(key):
                        known[key] = True
                    case core.Not(core.FactTest(key)):
                        known[key] = False
                    case formula if (equal := equation(formula)) and isinstance(equal[0], core.FactRead):
                        known[equal[0].fact] = equal[1].value
                    case formula:
                        others.append(formula)
        return Given(World(program, known), expand.negation(conjunction(others)))

    def _fact_in(self, world: World, leaf: core.Formula, slot: Slot) -> Stated | None:
        """What is to be said of a fact in another world; None where it is open there and not here."""
        truth = world.truth(leaf)
        return None if truth is None and slot.value is not Verdict.OPEN else self.say(leaf, verdict(truth))

    def _concluded_in(self, world: World, given: Given, leaf: core.Formula) -> Stated | None:
        """What is to be said of a conclusion where just this is given; None where it is open by that and not here."""
        slot = self.warrant.slots.get(leaf)
        equal = equation(leaf)
        if equal is not None:
            value = world.value(equal[0])
            if value is None:
                return None
            none = value is NONE
            said = core.NoneTest(equal[0]) if none else core.Test("=", equal[0], core.Constant(value))
            return self.says(said) if given.truth(said) is True else None
        truth = given.truth(leaf)
        if truth is None and (slot is None or slot.value is not Verdict.OPEN):
            return None
        return self.say(leaf, verdict(truth))

    def decides_as_here(self, draft: Draft, changes: Mapping[str, bool | Constant_]) -> bool:
        """Whether every decision is the gold one by what a draft says of the facts, and these besides."""
        given = self.given_by(draft, self.ready.matter.program)
        there = replace(given, world=World(given.world.program, {**given.world.known, **changes}))
        try:
            return all(
                verdict(there.truth(question.formula)) is question.gold for question in self.ready.matter.questions
            )
        except RuleLangError:
            return False

    def without(self, clause: str, leaves: Collection[core.Formula]) -> core.Core:
        """The program as somebody reads it who overlooks an exception, rival or ironclad part where it hangs on some
        judgments: for one thing and not for another."""
        program = self.ready.matter.program
        rules = list(program.rules)
        for part in self.ready.matter.parts:
            overlooked = part.clause == clause and reads(part.condition, leaves)
            rules[part.index] = replace(
                part.rule,
                condition=core.FALSE if overlooked else part.rule.condition,
                exceptions=tuple(_left(part.rule.exceptions, part.exceptions, clause, leaves)),
            )
        return replace(program, rules=tuple(rules))


def reads(condition: Condition, leaves: Collection[core.Formula]) -> bool:
    """Whether some of these judgments stand in a condition."""
    return any(leaf.formula in leaves for leaf in leaves_of(condition))


def _left(
    ground: Iterable[core.GroundException],
    wrote: Iterable[Excepting],
    clause: str,
    leaves: Collection[core.Formula],
) -> Iterator[core.GroundException]:
    """The exceptions, in their ground form and as they were written, that are not overlooked."""
    for exception, as_written in zip(ground, wrote, strict=True):
        if exception.id != clause or not reads(as_written.condition, leaves):
            inner = _left(exception.exceptions, as_written.exceptions, clause, leaves)
            yield replace(exception, exceptions=tuple(inner))


def benches(ready: Ready, seed: str) -> Iterator[Bench]:
    """One bench for each accepted warrant, in their order."""
    proof = Proof(Statements(ready, World(ready.matter.program, ready.matter.known)))
    for number, warrant in enumerate(ready.listed):
        yield Bench(ready, warrant, gold_draft(ready, warrant), proof, Random(f"{seed}/{number}"))
