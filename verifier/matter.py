"""A case made ready for holding answers against it: gold decisions, warrants, passages, citable names.

Everything here is worked out once per case and does not depend on any answer (verification, section 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeGuard

from rulelang.engine import core
from rulelang.engine.core_text import formula_text, value_text
from rulelang.engine.cores import prepared, selection_of
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import derive
from rulelang.engine.grounding.facts import Situation, situation, state
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.values import NONE
from rulelang.grammar.words import formula_text as formula_words
from rulelang.verifier import condition as c
from rulelang.verifier import expand
from rulelang.verifier.citations import Cited, Clause
from rulelang.verifier.entail import Declared
from rulelang.verifier.explain import Explainer
from rulelang.verifier.inquiry import Matter, Question
from rulelang.verifier.parts import Part, definitions_of, every_exception, parts_of, written_targets
from rulelang.verifier.tolerance import Tolerance, tolerances
from rulelang.verifier.warrant import Graph, Join, Node, Slot, Verdict, Warrant, many, verdict, warrants
from rulelang.verifier.words import glosses
from rulelang.verifier.world import World

Asked: TypeAlias = model.Formula | model.Value

Policy: TypeAlias = Literal["full", "answer"]
"""Which judgments a warrant requires (N1): all on which the decision rests, or the answer to the question."""


@dataclass(frozen=True)
class Place:
    """The world of a case (as asked, or as given): core and facts, for any targets."""

    base: RuleBase
    case: model.Case

    def world(self, targets: Sequence[Asked]) -> tuple[World, Situation]:
        """The world in which these targets can be asked about; the core's targets are theirs, in their order."""
        stated = state(self.case)
        ready = prepared(self.base, self.case, stated, tuple(targets))
        there = situation(ready.background, self.case.closed, stated)
        return World(ready.core, there.known), there


@dataclass(frozen=True)
class Ready:
    """A case that answers can be held against.

    `listed` are its warrants in the order of the source, `limited` says that there are more; `required` holds only
    what REQUIRES asks for; `policy` is the case's own.
    """

    base: RuleBase
    case: model.Case
    selection: Selection
    matter: Matter
    graph: Graph
    listed: tuple[Warrant, ...]
    limited: bool
    required: Warrant
    policy: Policy
    asked: Place
    given: Place
    targets: tuple[Asked, ...]
    """What has to be in the core of any answer."""
    decisions: tuple[Decision, ...]
    tolerances: Mapping[core.Value, Tolerance]
    """Of what the core reads; an answer may speak of more."""


def make_ready(base: RuleBase, case: model.Case) -> Ready:
    """Works out gold decisions and warrants.

    Raises:
        RuleLangError: the case asks nothing (RL467), its gold decision is not determinate (RL468), or it can't be
            decided at all (the engine's codes).
    """
    asks = [(ask, target) for ask in case.asks for target in ask.targets]
    if not asks:
        raise RuleLangError(
            [_about(case, "RL467", f"the case `{case.name}` asks nothing", "add `ASK … DECIDE …` to it")]
        )
    derive(base, case, [target for _, target in asks])  # refuses what can't be decided at all
    place = Place(base, case)
    selection = selection_of(base, case.using)
    program = base.program
    chosen = _chosen(place, asks)
    supports = [(passage, stated) for passage in case.evidence for stated in passage.supports]
    wanted: list[Asked] = [asked for asked, _, _ in chosen]
    wanted += [claim for stated in case.requires if (claim := _formula(stated.claim)) is not None]
    wanted += [claim for _, stated in supports if (claim := _formula(stated.claim)) is not None]
    wanted += [formula for given in case.suppose if (formula := _supposed(given)) is not None]
    targets = tuple(dict.fromkeys(wanted))
    first, _ = place.world(targets)
    members = _members(program, case)
    written = written_targets(base, selection, first.program, members)
    every = tuple(dict.fromkeys((*targets, *written)))
    world, _ = place.world(every)
    ground: dict[Asked, core.Formula | core.Value] = dict(zip(every, world.program.targets, strict=True))
    grounded = {asked: formula for asked, formula in ground.items() if _is_formula(asked)}
    world.ask(ground[one] for one in every)
    parts = parts_of(base, selection, world.program, grounded)  # type: ignore[arg-type]
    declared = _declared(program, case, world.program)
    questions, conditions, decisions = _questions(world, chosen, ground, case)
    world.ask(one for part in parts for one in (part.applies(), c.formula_of(part.condition)))
    world.ask(_values(world.program))
    definitions = definitions_of(base, world.program, grounded, members)  # type: ignore[arg-type]
    explainer = Explainer(world, parts, definitions)
    graph = _graph(explainer, world, questions, conditions, ground, case)
    listed = tuple(warrants(graph))
    leaves = _leaves(parts, definitions)
    evidence = _evidence(declared, supports, ground, [slot for one in listed for slot in one.slots])
    matter = Matter(
        world.program,
        parts,
        questions,
        leaves,
        frozenset(leaf for leaf in leaves if isinstance(leaf, core.Established | core.Named)),
        evidence,
        {leaf: verdict(world.truth(leaf)) for leaf in evidence},
        world.known,
        frozenset(ground[formula] for given in case.suppose if (formula := _supposed(given)) is not None),
        any(ask.actions for ask in case.asks),
        declared,
        _cited(base, selection, parts, world.program, supports, ground, definitions),
        frozenset(_citable(base, selection)),
        {passage.id: passage.text or "" for passage in case.evidence},
        glosses(program, world.program),
        _wording(program, [*_part_leaves(parts), *_definition_leaves(definitions)]),
    )
    return Ready(
        base,
        case,
        selection,
        matter,
        graph,
        listed,
        many(graph),
        _required(explainer, questions, ground, case),
        "answer" if case.track in ("policy", "transaction") else "full",
        place,
        Place(base, replace(case, suppose=())) if case.suppose else place,
        every,
        decisions,
        tolerances(program, world.program, case.asks, ground),
    )


def _about(case: model.Case, code: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code, message, None if case.span is None else Label(case.span), hint=hint)


def _is_formula(asked: Asked) -> TypeGuard[model.Formula]:
    return isinstance(asked, model.Formula)


def _formula(claim: model.Claim) -> model.Formula | None:
    match claim:
        case model.UnknownClaim(operand) | model.ConflictClaim(operand):
            return operand if _is_formula(operand) else None
        case model.TriggeredClaim() | model.SuspendsClaim() | model.PrevailsClaim():
            return None
        case _:
            return claim


def _supposed(given: model.Given) -> model.Formula | model.Value | None:
    """What SUPPOSE speaks of."""

    def constants(atom: model.Atom) -> tuple[model.Value, ...]:
        return tuple(model.Constant(arg) for arg in atom.args)

    match given:
        case model.GivenFact(atom, bool()):
            return model.FactHolds(atom.name, constants(atom))
        case model.GivenFact(atom, _):
            return model.FactValue(atom.name, constants(atom))
        case model.GivenDone(atom, _) | model.GivenUnknown(atom, True):
            return model.Done(atom.name, constants(atom))
        case _:
            return None


# ------------------------------------------------------------------------------------------------- the targets

_Chosen: TypeAlias = tuple[Asked, str, model.Ask]


def _chosen(place: Place, asks: Sequence[tuple[model.Ask, model.Target]]) -> list[_Chosen]:
    """What is asked, with its text; of DECIDE ACTIONS for each action MUST NOT where it is forbidden, else MUST."""
    made: list[_Chosen] = []
    actions: dict[tuple[str, tuple[model.Value, ...]], model.Ask] = {}
    for ask, target in asks:
        if ask.actions and isinstance(target.asked, model.NormHolds):
            actions[target.asked.name, target.asked.args] = ask
        else:
            made.append((target.asked, target.text, ask))
    forbidden = [model.NormHolds("MUST NOT", name, args) for name, args in actions]
    if forbidden:
        world, _ = place.world(forbidden)
        for norm, ground, ask in zip(forbidden, world.program.targets, actions.values(), strict=True):
            holds = world.truth(ground) is True  # type: ignore[arg-type]
            mode: Literal["MUST NOT", "MUST"] = "MUST NOT" if holds else "MUST"
            made.append((model.NormHolds(mode, norm.name, norm.args), "", ask))
    return made


def _questions(
    world: World, chosen: Sequence[_Chosen], ground: Mapping[Asked, core.Formula | core.Value], case: model.Case
) -> tuple[tuple[Question, ...], tuple[c.Condition, ...], tuple[Decision, ...]]:
    """For each target the formula that decisions are held against, with its gold verdict."""
    questions: list[Question] = []
    conditions: list[c.Condition] = []
    decisions: list[Decision] = []
    for asked, text, _ in chosen:
        target = ground[asked]
        decision = world.decision(target)
        decisions.append(decision)
        _determinate(case, asked, text, decision)
        if _is_formula(asked):
            condition = _as_asked(target)  # type: ignore[arg-type]
            positive, condition = _positive(target, condition)  # type: ignore[arg-type]
            shown = text or formula_text(positive)
            gold = verdict(world.truth(positive))
            questions.append(Question(positive, shown, gold, decision.status is Status.CONFLICT))
            conditions.append(condition)
        else:
            shown = text or value_text(target)  # type: ignore[arg-type]
            value = decision.value
            if decision.status is not Status.VALUE or value is None:
                raise RuleLangError([_open(case, shown)])
            equal = (
                core.NoneTest(target) if value is NONE else core.Test("=", target, core.Constant(value))  # type: ignore[arg-type]
            )
            questions.append(Question(equal, shown, Verdict.TRUE))
            conditions.append(c.Leaf(equal))
    return tuple(questions), tuple(conditions), tuple(decisions)


def _as_asked(target: core.Formula) -> c.Condition:
    return c.ground_condition(target)


def _positive(target: core.Formula, condition: c.Condition) -> tuple[core.Formula, c.Condition]:
    """NOT p asks for p: the same question."""
    if isinstance(target, core.Not) and isinstance(condition, c.Negated):
        return _positive(target.operand, condition.operand)
    return target, condition


def _determinate(case: model.Case, asked: Asked, text: str, decision: Decision) -> None:
    """A gold decision that is open or in conflict is evaluable where the case EXPECTs it (N19)."""
    if decision.status not in (Status.UNDETERMINED, Status.CONFLICT):
        return
    expected = {
        _stripped(stated.claim.operand)
        for stated in case.expect
        if isinstance(stated.claim, model.UnknownClaim | model.ConflictClaim)
    }
    if decision.limit is not None or _stripped(asked) not in expected:
        raise RuleLangError([_open(case, text)])


def _stripped(asked: Asked) -> Asked:
    return _stripped(asked.operand) if isinstance(asked, model.Not) else asked


def _open(case: model.Case, text: str) -> Diagnostic:
    return _about(
        case,
        "RL468",
        f"the gold decision of `{case.name}` on `{text}` is not determinate",
        f"give the facts that are missing, or write `EXPECT UNKNOWN {text}` if that is the answer",
    )


# ----------------------------------------------------------------------------------------------- the warrants


def _graph(
    explainer: Explainer,
    world: World,
    questions: Sequence[Question],
    conditions: Sequence[c.Condition],
    ground: Mapping[Asked, core.Formula | core.Value],
    case: model.Case,
) -> Graph:
    graph = explainer.graph([(q.formula, asked) for q, asked in zip(questions, conditions, strict=True)])
    required = _required_leaves(ground, case)
    if not required:
        return graph
    made: list[tuple[core.Formula, Node]] = []
    for target, node in graph.targets:
        made.append((target, Join((node, *(explainer.required(leaf, target) for leaf in required)))))
    return Graph(tuple(made))


def _required_leaves(ground: Mapping[Asked, core.Formula | core.Value], case: model.Case) -> tuple[core.Formula, ...]:
    formulas = [formula for stated in case.requires if (formula := _formula(stated.claim)) is not None]
    return tuple(dict.fromkeys(leaf for one in formulas for leaf in expand.leaves(ground[one])))  # type: ignore[arg-type]


def _required(
    explainer: Explainer,
    questions: Sequence[Question],
    ground: Mapping[Asked, core.Formula | core.Value],
    case: model.Case,
) -> Warrant:
    """The judgments of REQUIRES alone, as every target needs them."""
    judgments = [explainer.required_slot(leaf, question.formula) for question in questions
                 for leaf in _required_leaves(ground, case)]  # fmt: skip
    made = Warrant()
    for judgment in judgments:
        slot = made.slots.setdefault(judgment.leaf, Slot(judgment.leaf, judgment.value, judgment.derived))
        slot.targets[judgment.parent] = None
        slot.clauses.update(dict.fromkeys(judgment.clauses))
    return made


def _values(there: core.Core) -> Iterator[core.Value]:
    """The derived values of a core, all of which a warrant may ask for."""
    for key, contest in there.contests.items():
        if contest.kind is core.ContestKind.VALUE:
            yield core.OutcomeRead(key)
    for key, definition in there.definitions.items():
        if not definition.boolean:
            yield core.NamedRead(key)


Definitions: TypeAlias = Mapping[str, Sequence[tuple[c.Condition, c.Condition | core.Value]]]


def _part_leaves(parts: Sequence[Part]) -> Iterator[c.Leaf]:
    for part in parts:
        yield from part.leaves()
        for exception in every_exception(part):
            yield from c.leaves_of(exception.condition)


def _definition_leaves(definitions: Definitions) -> Iterator[c.Leaf]:
    for cases in definitions.values():
        for condition, body in cases:
            yield from c.leaves_of(condition)
            if isinstance(body, c.Condition):
                yield from c.leaves_of(body)


def _leaves(parts: Sequence[Part], definitions: Definitions) -> tuple[core.Formula, ...]:
    """The leaves of all conditions: of rules, exceptions and definitions, and in the values that they give."""
    found: dict[core.Formula, None] = {}
    for leaf in (*_part_leaves(parts), *_definition_leaves(definitions)):
        found[leaf.formula] = None
        found.update(dict.fromkeys(expand.leaves(leaf.formula)))
        if isinstance(leaf.formula, core.Test):
            for side in (leaf.formula.left, leaf.formula.right):
                found.update(dict.fromkeys(expand.propositions(side)))
    values = [part.rule.value for part in parts if part.rule.value is not None]
    values += [body for cases in definitions.values() for _, body in cases if not isinstance(body, c.Condition)]
    for value in values:
        found.update(dict.fromkeys(expand.propositions(value)))
    return tuple(found)


def _wording(program: model.Program, leaves: Sequence[c.Leaf]) -> dict[core.Formula, str]:
    """The text, as written, of leaves that the core has expanded: quantified and aggregate conditions, look-ups."""
    found: dict[core.Formula, str] = {}
    for leaf in leaves:
        if leaf.written is not None and _is_expanded(leaf.formula):
            found[leaf.formula] = formula_words(program, leaf.written)
            found[expand.negation(leaf.formula)] = formula_words(program, _denied(leaf.written))
    return found


def _is_expanded(leaf: core.Formula) -> bool:
    match leaf:
        case core.FactTest() | core.Established():
            return False
        case core.Test(_, left, right):
            plain = (core.Constant, core.FactRead, core.OutcomeRead, core.NamedRead)
            return not (isinstance(left, plain) and isinstance(right, plain))
        case _:
            return True


_CONTRARY: Mapping[str, Literal["=", "<", "<=", ">", ">="]] = {
    "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<",
}  # fmt: skip


def _denied(formula: model.Formula) -> model.Formula:
    match formula:
        case model.Compare(op, left, right) if op in _CONTRARY:
            return model.Compare(_CONTRARY[op], left, right)
        case model.Not(operand):
            return operand
        case _:
            return model.Not(formula)


# ------------------------------------------------------------------------------------- declarations, citations


def _members(program: model.Program, case: model.Case) -> dict[str, tuple[str, ...] | range]:
    """The members of each sort, or its entities in the case."""
    found: dict[str, tuple[str, ...] | range] = {}
    for name, sort in program.sorts.items():
        members = sort.members if sort.members is not None else case.entities.get(name)
        if members is not None:
            found[name] = members
    return found


def _declared(program: model.Program, case: model.Case, there: core.Core) -> Declared:
    includes: dict[str, list[core.Formula]] = {}
    for rule in there.rules:
        if rule.kind is core.Kind.CONCEPT and rule.literal is True:
            includes.setdefault(rule.contest, []).append(rule.condition)
    return Declared(
        there.facts,
        there.contests,
        there.definitions,
        _members(program, case),
        {key: tuple(some) for key, some in includes.items()},
    )


def _evidence(
    declared: Declared,
    supports: Sequence[tuple[model.Passage, model.Stated]],
    ground: Mapping[Asked, core.Formula | core.Value],
    leaves: Sequence[core.Formula],
) -> dict[core.Formula, tuple[frozenset[str], ...]]:
    """The accepted sets of passages for each leaf: passages belong to the condition, not to its value (N14, N15)."""
    found: dict[core.Formula, tuple[frozenset[str], ...]] = {}
    for leaf in dict.fromkeys(leaves):
        sets: dict[frozenset[str], None] = {}
        for passage, stated in supports:
            formula = _formula(stated.claim)
            if formula is not None and declared.settles(ground[formula], leaf) is not None:  # type: ignore[arg-type]
                sets[frozenset((passage.id, *passage.joint))] = None
        if sets:
            found[leaf] = tuple(sets)
    return found


def _cited(
    base: RuleBase,
    selection: Selection,
    parts: Sequence[Part],
    there: core.Core,
    supports: Sequence[tuple[model.Passage, model.Stated]],
    ground: Mapping[Asked, core.Formula | core.Value],
    definitions: Definitions,
) -> Cited:
    clauses: list[Clause] = []
    for part in parts:
        inside = () if part.rule.value is None else expand.propositions(part.rule.value)
        by_clause: dict[str, list[core.Formula]] = {part.clause: list(inside)}
        for leaf in part.leaves():
            for clause in part.clauses_of(leaf.formula):
                by_clause.setdefault(clause, []).append(leaf.formula)
        for clause, leaves in by_clause.items():
            concludes = clause == part.clause
            clauses.append(
                Clause(
                    clause,
                    tuple(leaves),
                    part.rule.contest if concludes else None,
                    _reads(part) if concludes else frozenset(),
                )
            )
        for exception in every_exception(part):
            clauses.append(Clause(exception.id, tuple(leaf.formula for leaf in c.leaves_of(exception.condition))))
    for contest in there.contests.values():
        for limit in contest.limits:
            leaves_ = tuple(leaf.formula for leaf in c.leaves_of(c.ground_condition(limit.condition)))
            read = frozenset((core.OutcomeRead(contest.key), *expand.reads(limit.bound)))
            clauses.append(Clause(limit.clause, leaves_, contest.key, read))
    for key, cases in definitions.items():
        name = there.definitions[key].name
        inner = [leaf.formula for leaf in _definition_leaves({key: cases})]
        inner += [one for _, body in cases if not isinstance(body, c.Condition) for one in expand.propositions(body)]
        of_cases = [read for _, body in there.definitions[key].cases for read in expand.reads(body)]
        clauses.append(Clause(name, (*inner, core.Named(key)), None, frozenset((core.NamedRead(key), *of_cases))))
    support: dict[str, list[core.Formula]] = {}
    for passage, stated in supports:
        formula = _formula(stated.claim)
        if formula is not None:
            for name in (passage.id, *passage.joint):
                support.setdefault(name, []).append(ground[formula])  # type: ignore[arg-type]
    return Cited(
        _citable(base, selection),
        tuple(dict.fromkeys(clauses)),
        {name: tuple(literals) for name, literals in support.items()},
    )


def _reads(part: Part) -> frozenset[core.Value]:
    """The values that a rule gives or calculates with."""
    if part.rule.value is None:
        return frozenset()
    return frozenset((core.OutcomeRead(part.rule.contest), *expand.reads(part.rule.value)))


def _citable(base: RuleBase, selection: Selection) -> dict[str, str]:
    """The rules in use and their clauses, by identifier, each with the rule that it belongs to (N25).

    Definitions and concepts may be cited too: each is its own rule.
    """
    found: dict[str, str] = {}
    for rule in base.in_use(selection):
        found[rule] = rule
        for clause in base.group(rule).clauses:
            found[clause.id] = rule
    for name in base.program.definitions:
        found.setdefault(name, name)
    for inclusion in base.program.concepts:
        found.setdefault(inclusion.concept, inclusion.concept)
    return found
