"""A case's accepted warrants as a document: judgments with what they cite, conclusions with their logic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulelang.engine import core
from rulelang.verifier import condition as c
from rulelang.verifier.answer import Answer
from rulelang.verifier.check import read
from rulelang.verifier.expand import equation
from rulelang.verifier.inquiry import Matter, Question
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.parts import Excepting, Part, every_exception
from rulelang.verifier.question_level import asks_for_support, serves_for_a_rule
from rulelang.verifier.question_types.kinds import KINDS
from rulelang.verifier.question_types.points import asked, fits
from rulelang.verifier.question_types.reference import Reference
from rulelang.verifier.reference import document as d
from rulelang.verifier.reference.heads import Heads
from rulelang.verifier.warrant import Slot, Verdict, Warrant, verdict
from rulelang.verifier.words import gloss_of
from rulelang.verifier.world import World


def warrants_of(ready: Ready, case: str, policy: Policy | None = None) -> d.Document:
    """The accepted warrants of a case under a policy (the case's own if none is given).

    Args:
        case: how answers name the case.
    """
    policy = policy or ready.policy
    match policy:
        case "full":
            listed, limited = ready.listed, ready.limited
        case "answer":
            listed, limited = (ready.required,), False
        case "sufficient":
            listed, limited = ready.sufficient.listed, ready.sufficient.limited
    account = _Account(ready)
    return d.Document(
        rulelang="warrant/1",
        case=case,
        policy=policy,
        track=ready.case.track,
        asked=list(account.asked()),
        types=list(account.types()),
        grounds=account.grounds() if policy == "answer" else None,
        accepted=len(listed),
        limited=limited,
        warrants=[account.warrant(number, one) for number, one in enumerate(listed, 1)],
    )


@dataclass(frozen=True)
class _Account:
    ready: Ready

    @property
    def matter(self) -> Matter:
        return self.ready.matter

    @cached_property
    def world(self) -> World:
        """What is so; all conditions that a conclusion may show are asked about together."""
        world, units = World(self.matter.program, self.matter.known), self.matter.units
        exceptions = (one for unit in units for one in every_exception(unit))
        world.ask(c.formula_of(one.condition) for one in (*units, *exceptions))
        world.ask(condition for one in self.matter.program.definitions.values() for condition, _ in one.cases)
        return world

    @cached_property
    def heads(self) -> Heads:
        return Heads(self.ready)

    @cached_property
    def by_index(self) -> Mapping[int, Part]:
        return {part.index: part for part in self.matter.parts}

    @cached_property
    def kinds(self) -> Mapping[str, d.Role]:
        """For each unit that interacts with a rule what it is: an exception, a rival, an ironclad part or a limit."""
        found: dict[str, d.Role] = {}
        found.update((limit.clause, "limit") for limit in self.matter.limits)
        for part in self.matter.parts:
            found[part.clause] = "ironclad" if part.rule.kind is core.Kind.IRONCLAD else "rival"
        for unit in self.matter.units:
            found.update((exception.id, "exception") for exception in every_exception(unit))
        return found

    # ------------------------------------------------------------------------------------------ what is asked

    def asked(self) -> Iterator[d.Asked]:
        for question in self.matter.questions:
            ask = question.ask
            yield d.Asked(
                question=None if ask is None else ask.question,
                type=None if ask is None else ask.type,
                target=question.text,
                decision=self.decision(question),
            )

    def types(self) -> Iterator[d.QuestionType]:
        """What each question's type asks for: the points of the answer that says nothing."""
        empty = Answer(rulelang="answer/1", case=f"x#{self.ready.case.name}", claims=[])
        reference = Reference(self.ready, self.ready.listed[0])
        for held in asked(read(self.ready, empty), reference, ()):
            kind = KINDS[held.type]
            yield d.QuestionType(
                question=held.ask.question,
                type=kind.name,
                query=kind.query,
                form=kind.form,
                fits=fits(reference, held.ask),
                points=[point.words for point in held.points],
            )

    def decision(self, question: Question) -> str:
        if question.clash:
            return f"CONFLICT {self.matter.judged(question.formula, Verdict.TRUE)}"
        return self.matter.judged(question.formula, question.gold)

    def grounds(self) -> d.Grounds:
        """What the policy `answer` asks of any accepted warrant (N7)."""
        targets = [question.formula for question in self.matter.questions]
        clauses = dict.fromkeys(
            clause for one in self.ready.listed for target in targets for clause in one.needs.get(target, {})
        )
        track = self.ready.case.track
        return d.Grounds(
            rules=d.Rules(of="any", ids=[clause for clause in clauses if clause in self.matter.known_rules]),
            or_passage=serves_for_a_rule(track),
            fact=asks_for_support(track, self.matter, self.ready.listed),
        )

    # ------------------------------------------------------------------------------------------- one warrant

    def warrant(self, number: int, warrant: Warrant) -> d.OneWarrant:
        targets = [question.formula for question in self.matter.questions]
        concluded = [leaf for leaf in warrant.needs if leaf not in targets] + [
            target for target in targets if target in warrant.needs or target in warrant.premises
        ]
        return d.OneWarrant(
            number=number,
            judgments=[self.judgment(warrant, slot) for slot in warrant.slots.values()],
            conclusions=[self.conclusion(warrant, leaf) for leaf in concluded],
        )

    def judgment(self, warrant: Warrant, slot: Slot) -> d.Judgment:
        matter = self.matter
        supposed = matter.is_supposed(slot.leaf)
        units = list(dict.fromkeys(unit.clause for unit in warrant.interactions if slot.leaf in unit.leaves))
        needed = not (slot.derived or supposed or slot.value is Verdict.OPEN)
        return d.Judgment(
            says=matter.judged(slot.leaf, slot.value),
            about=self.text(slot.leaf),
            value=slot.value.value,
            words=gloss_of(slot.leaf, matter.glosses),
            derived=slot.derived,
            supposed=supposed,
            roles=list(self.roles(slot, units)),
            units=units,
            rules=self.conclusion_rules(warrant, slot.leaf) if slot.derived else self._rules("any", slot.clauses),
            evidence=[sorted(one) for one in matter.evidence.get(slot.leaf, ())] if needed else [],
            decides=[question.text for question in matter.questions if question.formula in slot.targets],
        )

    def roles(self, slot: Slot, units: Sequence[str]) -> Iterator[d.Role]:
        found: dict[d.Role, None] = dict.fromkeys(self.kinds[unit] for unit in units)
        if not found or any(clause not in units for clause in slot.clauses):
            yield "condition"
        if slot.leaf in self.ready.required.slots:
            yield "required"
        yield from found

    def _rules(self, of: d.Of, clauses: Sequence[str] | Mapping[str, object]) -> d.Rules | None:
        ids = [clause for clause in clauses if clause in self.matter.known_rules]
        return d.Rules(of="all" if len(ids) == 1 else of, ids=ids) if ids else None

    def conclusion_rules(self, warrant: Warrant, leaf: core.Formula) -> d.Rules | None:
        return self._rules("all", warrant.needs.get(leaf, {}))

    def conclusion(self, warrant: Warrant, leaf: core.Formula) -> d.Conclusion:
        question = next((one for one in self.matter.questions if one.formula == leaf), None)
        slot = warrant.slots.get(leaf)
        value = verdict(self.world.truth(leaf)) if slot is None else slot.value
        return d.Conclusion(
            says=self.matter.judged(leaf, value) if question is None else self.decision(question),
            about=self.text(leaf) if question is None else question.text,
            rules=self.conclusion_rules(warrant, leaf),
            rests_on=[
                self.matter.judged(premise, warrant.slots[premise].value)
                for premise in warrant.premises.get(leaf, {})
                if premise in warrant.slots
            ],
            logic=list(self.logic(warrant, leaf)),
        )

    # --------------------------------------------------------------------------------------- decision logic

    def logic(self, warrant: Warrant, leaf: core.Formula) -> Iterator[d.Rule]:
        """The rules, of those that the warrant looks at, that compete over a conclusion."""
        concerned = {*warrant.needs.get(leaf, {}), *warrant.interacting}
        for premise in warrant.premises.get(leaf, {}):  # a rule that helps by striking a rival
            if premise in warrant.slots:
                concerned.update(warrant.slots[premise].clauses)
        match leaf:
            case core.Established(contest, _):
                yield from self._competing(contest, concerned)
            case core.Named(key):
                yield from self._defined(key)
            case _:
                for value in _values(leaf):
                    match value:
                        case core.OutcomeRead(contest):
                            yield from self._competing(contest, concerned)
                        case core.NamedRead(key):
                            yield from self._defined(key)
                        case _:
                            pass

    def _competing(self, key: str, concerned: set[str]) -> Iterator[d.Rule]:
        contest = self.matter.program.contests.get(key)
        if contest is None:
            return
        parts = [(at, self.by_index[index]) for at, index in enumerate(contest.rules)]
        shown = [(at, part) for at, part in parts if part.clause in concerned]
        for at, part in shown:
            below = [other.clause for number, other in shown if number in contest.outranks[at]]
            yield d.Rule(
                clause=part.clause,
                instance=part.key if part.rule.binding else None,
                part=part.rule.kind.value,
                concludes=self._head(contest, part),
                condition=self.condition(part.condition),
                value=self.value(c.formula_of(part.condition)),
                unless=[self._exception(one) for one in part.exceptions],
                prevails_over=list(dict.fromkeys(below)),
            )
        for one in self.matter.limits:
            if one.contest == key and one.clause in concerned:
                yield d.Rule(
                    clause=one.clause,
                    instance=one.limit.key if one.limit.binding else None,
                    part="limit",
                    concludes=f"{key} {one.limit.op} {self.heads.bound(one)}",
                    condition=self.condition(one.condition),
                    value=self.value(c.formula_of(one.condition)),
                    unless=[self._exception(exception) for exception in one.exceptions],
                    prevails_over=[],
                )

    def _defined(self, key: str) -> Iterator[d.Rule]:
        definition = self.matter.program.definitions[key]
        for number, (condition, body) in enumerate(definition.cases):
            said = (
                self.text(body)
                if isinstance(body, core.Formula)
                else f"{key} = {self.heads.defined(key, number, body)}"
            )
            yield d.Rule(
                clause=definition.name,
                instance=key if definition.args else None,
                part="definition",
                concludes=said,
                condition=self.text(condition),
                value=self.value(condition),
                unless=[],
                prevails_over=[],
            )

    def _head(self, contest: core.Contest, part: Part) -> str:
        if part.rule.value is not None:
            return f"{contest.key} = {self.heads.given(contest, part)}"
        if isinstance(part.rule.literal, str):
            return f"{part.rule.literal} {contest.key}"
        return contest.key if part.rule.literal else f"NOT {contest.key}"

    def _exception(self, exception: Excepting) -> d.Except:
        return d.Except(
            clause=exception.id,
            condition=self.condition(exception.condition),
            value=self.value(c.formula_of(exception.condition)),
            unless=[self._exception(one) for one in exception.exceptions],
        )

    # ------------------------------------------------------------------------------------------------- words

    def value(self, formula: core.Formula) -> d.Value:
        return verdict(self.world.truth(formula)).value

    def text(self, formula: core.Formula) -> str:
        return "always" if formula == core.TRUE else self.matter.judged(formula, Verdict.TRUE)

    def condition(self, condition: c.Condition) -> str:
        """A condition as it is written."""
        match condition:
            case c.Leaf(formula):
                return self.text(formula)
            case c.Negated(c.Leaf(formula)):
                return self.matter.judged(formula, Verdict.FALSE)
            case c.Negated(operand):
                return f"NOT ({self.condition(operand)})"
            case c.AllOf(parts):
                return " AND ".join(self._nested(part) for part in parts)
            case c.OneOf(parts):
                return " OR ".join(self._nested(part) for part in parts)

    def _nested(self, condition: c.Condition) -> str:
        text = self.condition(condition)
        return f"({text})" if isinstance(condition, c.AllOf | c.OneOf) else text


def _values(leaf: core.Formula) -> list[core.Value]:
    """The value that `v = x` or `v = NONE` is about."""
    equal = equation(leaf)
    if equal is not None:
        return [equal[0]]
    asked = value_asked(leaf)
    if asked is not None:
        return [asked]
    return [leaf.operand] if isinstance(leaf, core.NoneTest) else []
