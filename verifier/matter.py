"""A case made ready for holding answers against it: gold decisions, warrants, passages, citable names.

Everything here is worked out once per case and does not depend on any answer (verification, section 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from rulelang.engine import core
from rulelang.engine.cores import selection_of
from rulelang.engine.decision import Decision
from rulelang.engine.derive import derive
from rulelang.engine.grounding.keys import key
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.verifier import condition as c
from rulelang.verifier.explain import Explainer
from rulelang.verifier.inquiry import Matter, Question
from rulelang.verifier.material import (
    citable,
    cited_in,
    declared_in,
    definition_leaves,
    leaves_in_play,
    members_of,
    part_leaves,
    wording,
)
from rulelang.verifier.parts import (
    Part,
    definitions_of,
    limits_of,
    parts_of,
    with_definitions,
    with_limits,
    written_targets,
)
from rulelang.verifier.questions import Asked, formula_said, is_formula, questions_of, refusal, supposed, targets_asked
from rulelang.verifier.reference.sufficient import Accepted, sufficient
from rulelang.verifier.rivals import idle
from rulelang.verifier.support import accepted_sets
from rulelang.verifier.tolerance import Tolerance, tolerances
from rulelang.verifier.warrant import Graph, Join, Node, Slot, Warrant, verdict
from rulelang.verifier.warrant_choices import many, warrants
from rulelang.verifier.words import glosses
from rulelang.verifier.world import Place, World

Policy: TypeAlias = Literal["full", "answer", "sufficient"]
"""Which judgments a warrant requires (N1): all on which the decision rests, only the answer, or any one ground."""


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

    @cached_property
    def sufficient(self) -> Accepted:
        """What the policy `sufficient` accepts (N6), worked out when it is first asked for."""
        return sufficient(self.matter, self.listed, self.required)


def make_ready(base: RuleBase, case: model.Case) -> Ready:
    """Works out gold decisions and warrants.

    Raises:
        RuleLangError: the case asks nothing (RL467), its gold decision is not determinate (RL468), or it can't be
            decided at all (the engine's codes).
    """
    asks = [(ask, target) for ask in case.asks for target in ask.targets]
    if not asks:
        raise RuleLangError(
            [refusal(case, "RL467", f"the case `{case.name}` asks nothing", "add `ASK … DECIDE …` to it")]
        )
    derive(base, case, [target for _, target in asks])  # refuses what can't be decided at all
    place = Place(base, case)
    selection = selection_of(base, case.using)
    program = base.program
    chosen = targets_asked(place, asks)
    supports = [(passage, stated) for passage in case.evidence for stated in passage.supports]
    wanted: list[Asked] = [asked for asked, _, _ in chosen]
    required = [leaf for stated in case.requires if (claim := formula_said(stated.claim)) is not None
                for leaf in c.written_leaves(claim)]  # fmt: skip
    wanted += required
    wanted += [claim for _, stated in supports if (claim := formula_said(stated.claim)) is not None]
    wanted += [formula for given in case.suppose if (formula := supposed(given)) is not None]
    targets = tuple(dict.fromkeys(wanted))
    members = members_of(program, case)
    every: tuple[Asked, ...] = targets
    while True:  # a condition that is asked for by itself may bring in rules, with conditions of their own
        world, situation = place.world(every)
        more = tuple(dict.fromkeys((*every, *written_targets(base, selection, world.program, members))))
        if more == every:
            break
        every = more
    ground: dict[Asked, core.Formula | core.Value] = dict(zip(every, world.program.targets, strict=True))
    grounded = {
        asked: c.leaf_of(asked, one)
        for asked, one in ground.items()
        if is_formula(asked) and isinstance(one, core.Formula)
    }
    world.ask(ground[one] for one in every)
    parts = parts_of(base, selection, world.program, grounded)
    limits = limits_of(base, selection, world.program, grounded)
    declared = declared_in(program, case, world.program)
    questions, conditions, decisions = questions_of(world, chosen, ground, case)
    world.ask(one for part in parts for one in (part.applies(), c.formula_of(part.condition)))
    world.ask(one for limit in limits for one in (limit.applies(), c.formula_of(limit.condition)))
    world.ask(_values(world.program))
    world.ask(_giving(world, parts))
    definitions = definitions_of(base, world.program, grounded, members)
    explainer = Explainer(world, parts, limits, definitions)
    required_leaves = tuple(dict.fromkeys(one for leaf in required if (one := grounded[leaf]) != core.TRUE))
    graph = _graph(explainer, questions, conditions, required_leaves)
    listed = tuple(warrants(graph))
    leaves = leaves_in_play(parts, limits, definitions, conditions, required_leaves)
    stipulated = frozenset(key(one.atom.name, one.atom.args) for one in situation.stated.stipulations)
    slots = [slot for one in listed for slot in one.slots]
    evidence = accepted_sets(declared, world, supports, ground, slots, stipulated)
    matter = Matter(
        with_definitions(with_limits(world.program, limits), definitions),
        parts,
        limits,
        questions,
        leaves,
        evidence,
        {leaf: verdict(world.truth(leaf)) for leaf in evidence},
        world.known,
        frozenset(ground[formula] for given in case.suppose if (formula := supposed(given)) is not None),
        any(ask.actions for ask in case.asks),
        declared,
        cited_in(
            base, selection, parts, limits, world.program, supports, ground, definitions, place, stipulated,
            idle(world, parts),
        ),
        frozenset(citable(base, selection)),
        {passage.id: passage.text or "" for passage in case.evidence},
        glosses(program, world.program),
        wording(
            program,
            [
                *part_leaves([*parts, *limits]),
                *definition_leaves(definitions),
                *(c.Leaf(grounded[leaf], leaf) for leaf in required),
            ],
        ),
        stipulated,
    )
    return Ready(
        base,
        case,
        selection,
        matter,
        graph,
        listed,
        many(graph),
        _required(explainer, questions, required_leaves),
        "answer" if case.track in ("policy", "transaction") else "full",
        place,
        Place(base, replace(case, suppose=())) if case.suppose else place,
        every,
        decisions,
        tolerances(program, world.program, case.asks, ground),
    )


def _graph(
    explainer: Explainer,
    questions: Sequence[Question],
    conditions: Sequence[c.Condition],
    required: Sequence[core.Formula],
) -> Graph:
    graph = explainer.graph([(q.formula, asked) for q, asked in zip(questions, conditions, strict=True)])
    if not required:
        return graph
    made: list[tuple[core.Formula, Node]] = []
    for target, node in graph.targets:
        made.append((target, Join((node, *(explainer.required(leaf, target) for leaf in required)))))
    return Graph(tuple(made))


def _required(explainer: Explainer, questions: Sequence[Question], required: Sequence[core.Formula]) -> Warrant:
    """The judgments of REQUIRES alone, as every target needs them."""
    judgments = [explainer.required_slot(leaf, question.formula) for question in questions for leaf in required]
    made = Warrant()
    for judgment in judgments:
        slot = made.slots.setdefault(judgment.leaf, Slot(judgment.leaf, judgment.value, judgment.derived))
        slot.targets[judgment.parent] = None
        slot.clauses.update(dict.fromkeys(judgment.clauses))
    return made


def _giving(world: World, parts: Sequence[Part]) -> Iterator[core.Value]:
    """What the rules come to that may give something its value, where this is known."""
    for part in parts:
        known = part.rule.value is not None and world.value(core.OutcomeRead(part.rule.contest)) is not None
        if known and part.rule.value is not None and world.truth(part.applies()) is not False:
            yield part.rule.value


def _values(there: core.Core) -> Iterator[core.Value]:
    """The derived values of a core, all of which a warrant may ask for."""
    for name, contest in there.contests.items():
        if contest.kind is core.ContestKind.VALUE:
            yield core.OutcomeRead(name)
    for name, definition in there.definitions.items():
        if not definition.boolean:
            yield core.NamedRead(name)
