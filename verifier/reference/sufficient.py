"""The policy `sufficient`: the fact judgments of one minimal ground, and a rule for the decision (verification, N6).

Derived conditions are no judgments here, and the decision is the only conclusion.  Each minimal ground is an accepted
warrant, with each rule that establishes the decision on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from rulelang.engine import core
from rulelang.engine.evaluating.decide import Known
from rulelang.grammar.model import Constant_
from rulelang.verifier import condition as c
from rulelang.verifier import expand
from rulelang.verifier.expand import equation
from rulelang.verifier.inquiry import Matter, Question
from rulelang.verifier.parts import Part, every_exception
from rulelang.verifier.premises import Premises
from rulelang.verifier.reference.grounds import (
    Cone,
    conditions_of,
    cone_of,
    ground_within,
    judgments_of,
    minimal_grounds,
    stipulated_values,
)
from rulelang.verifier.replay import Entailment
from rulelang.verifier.warrant import (
    Choice,
    Conclusion,
    Graph,
    Judgment,
    Need,
    Node,
    Verdict,
    Warrant,
    join,
    verdict,
)
from rulelang.verifier.warrant_choices import many, warrants
from rulelang.verifier.world import World


@dataclass(frozen=True)
class Accepted:
    """The warrants that a policy accepts: as a graph, those that are listed, and whether there are more."""

    graph: Graph
    listed: tuple[Warrant, ...]
    limited: bool


def sufficient(matter: Matter, full: Sequence[Warrant], required: Warrant) -> Accepted:
    """The warrants of the policy `sufficient`.

    `full` are the warrants of the policy `full`, `required` what REQUIRES adds.  A target whose decision is open or
    in conflict has no ground in what is known: it asks for what `full` asks for.
    """
    world = World(matter.program, matter.known)
    numbers = count()
    limited = False
    targets: list[tuple[core.Formula, Node]] = []
    for question in matter.questions:
        options, more = _options(matter, question, full, world)
        limited = limited or more
        ground = options[0] if len(options) == 1 else Choice(next(numbers), tuple(options))
        targets.append((question.formula, join([ground, *_required(required, question.formula, full)])))
    graph = Graph(tuple(targets))
    return Accepted(graph, tuple(warrants(graph)), limited or many(graph))


def _options(matter: Matter, question: Question, full: Sequence[Warrant], world: World) -> tuple[list[Node], bool]:
    """The grounds of one decision, each with a conclusion that may stand on it."""
    target = question.formula
    cone = cone_of(matter, target)
    if question.gold is not Verdict.OPEN:
        gold = question.gold is Verdict.TRUE
        judgments = judgments_of(matter, cone, target, world)
        for warrant in full:
            for slot in warrant.slots.values():
                if target in slot.targets and matter.is_fact(slot.leaf) and slot.value is not Verdict.OPEN:
                    judgments.setdefault(slot.leaf, slot.value is Verdict.TRUE)
        found = minimal_grounds(matter, cone, target, gold, judgments)
        if found.sets:
            clauses = _Clauses(matter, cone, full)
            options: dict[tuple[object, ...], Node] = {}
            for ground in (*found.sets, *_within_full(matter, cone, question, full, found.sets, world)):
                slots = [
                    Judgment(leaf, verdict(world.truth(leaf)), target, clauses.of(leaf), derived=False)
                    for leaf in ground
                ]
                units = _units(ground, full)
                for needs in _needs(matter, cone, question, ground, full, judgments):
                    options.setdefault((ground, needs), join([*slots, *units, Conclusion(target, needs)]))
            return list(options.values()), found.limited
    return [_as_full(target, warrant) for warrant in full], False


def _within_full(
    matter: Matter,
    cone: Cone,
    question: Question,
    full: Sequence[Warrant],
    grounds: Sequence[Sequence[core.Formula]],
    world: World,
) -> Iterator[tuple[core.Formula, ...]]:
    """A ground in each full warrant that holds none of `grounds`: one of its conditions over instances mixes facts with
    what is derived, and it judges that condition instead of the facts in it."""
    target = question.formula
    for warrant in full:
        if any(warrant.slots.keys() >= set(ground) for ground in grounds):
            continue
        slots = [
            slot.leaf
            for slot in warrant.slots.values()
            if target in slot.targets and not slot.derived and slot.value is not Verdict.OPEN
        ]
        found = ground_within(matter, cone, target, question.gold is Verdict.TRUE, slots, world)
        if found is not None:
            yield found


def _units(ground: Sequence[core.Formula], full: Sequence[Warrant]) -> list[Node]:
    """The exceptions and rivals on which a judgment of a ground hangs."""
    units = [unit for warrant in full for unit in warrant.interactions]
    return [unit for unit in dict.fromkeys(units) if set(ground) & set(unit.leaves)]


class _Clauses:
    """The clauses that may be cited for a judgment: all that bear on the target and in which it stands."""

    def __init__(self, matter: Matter, cone: Cone, full: Sequence[Warrant]) -> None:
        bearing = {part.clause for part in cone.parts}
        bearing |= {exception.id for part in cone.parts for exception in every_exception(part)}
        bearing |= {clause for part in cone.parts for leaf in part.leaves() for clause in part.clauses_of(leaf.formula)}
        bearing |= {matter.program.definitions[key].name for key in cone.definitions}
        for limit in matter.limits:
            if limit.contest in cone.contests:
                bearing |= {limit.clause, *(exception.id for exception in every_exception(limit))}
        self.clauses = [clause for clause in matter.cited.clauses if clause.id in bearing]
        self.full = full

    def of(self, leaf: core.Formula) -> tuple[str, ...]:
        found = {clause: None for warrant in self.full if leaf in warrant.slots
                 for clause in warrant.slots[leaf].clauses}  # fmt: skip
        read = set(expand.reads(leaf))
        for clause in self.clauses:
            inner = {part for one in clause.leaves for part in (one, *expand.leaves(one), *expand.inner(one))}
            if leaf in inner or (equation(leaf) is not None and clause.reads & read):
                found[clause.id] = None
        return tuple(found)


def _needs(
    matter: Matter,
    cone: Cone,
    question: Question,
    ground: Sequence[core.Formula],
    full: Sequence[Warrant],
    judgments: dict[core.Formula, bool],
) -> Iterator[tuple[Need, ...]]:
    """The ways to cite for a decision on a ground.

    One that holds stands on a rule that establishes it, by this ground or by a full warrant that has all of the
    ground; else on each rule for it, and each that defeats these, of which the answer judges anything on the way.
    """
    target = question.formula
    if question.gold is not Verdict.TRUE:
        yield from dict.fromkeys(_beneath(matter, cone, _of_target(warrant, target)) for warrant in full)
        return
    found: dict[tuple[Need, ...], None] = {}
    if isinstance(target, core.Established):
        # On this ground alone: the rule's own judgments are among those of the ground.
        facts = _facts(matter, ground, judgments)
        stipulated = {leaf: judgments[leaf] for leaf in ground if expand.contests(leaf) and matter.is_fact(leaf)}
        premises = Premises(stipulated, (), stipulated_values(matter, stipulated), (), matter.declared)
        for part in cone.parts:
            establishes = part.rule.contest == target.contest and part.rule.literal in target.literals
            if establishes and _entails(matter, cone, premises, facts, part.applies()):
                found[(Need(part.clause, ()),)] = None
    for warrant in full:
        if all(leaf in warrant.slots for leaf in ground):
            found[tuple(Need(need.clause, ()) for need in _of_target(warrant, target))] = None
    if not found:
        for warrant in full:
            found[_beneath(matter, cone, _of_target(warrant, target))] = None
    yield from found


def _entails(
    matter: Matter, cone: Cone, premises: Premises, facts: Known, condition: core.Formula
) -> bool:
    """Whether a condition is so by some premises and facts, in whatever else is the case."""
    return Entailment(matter.program, cone.parts, premises, condition, ()).given(facts) is True


def _facts(
    matter: Matter, ground: Sequence[core.Formula], judgments: dict[core.Formula, bool]
) -> dict[str, bool | Constant_]:
    """The facts that the judgments of a ground are about."""
    keys: set[str] = set()
    for leaf in ground:
        keys |= {atom.fact for atom in expand.atoms(leaf) if isinstance(atom, core.FactTest | core.FactRead)}
    return {key: value for key, value in matter.known.items() if key in keys}


def _of_target(warrant: Warrant, target: core.Formula) -> tuple[Need, ...]:
    """What a full warrant needs for a target: for one of several parts, what it needs for each."""
    if target in warrant.needs:
        return tuple(warrant.needs[target].values())
    parts = [warrant.needs[leaf] for leaf in expand.leaves(target) if leaf in warrant.needs]
    return tuple({clause: need for part in parts for clause, need in part.items()}.values())


def _beneath(matter: Matter, cone: Cone, needs: Sequence[Need]) -> tuple[Need, ...]:
    """The needs with all judgments on the way to them, for conditions on the way are not stated here."""
    return tuple(Need(need.clause, _all_leaves(matter, cone, need)) for need in needs)


def _all_leaves(matter: Matter, cone: Cone, need: Need) -> tuple[core.Formula, ...]:
    found: dict[core.Formula, None] = dict.fromkeys(need.leaves)
    own = [part for part in cone.parts if part.clause == need.clause]
    below = [cone_of(matter, _condition(part)) for part in own]
    for part in (*own, *(part for one in below for part in one.parts)):
        for condition in conditions_of(part):
            for leaf in c.leaves_of(condition):
                found[leaf.formula] = None
                found.update(dict.fromkeys(expand.leaves(leaf.formula)))
    return tuple(found)


def _condition(part: Part) -> core.Formula:
    return core.And(tuple(c.formula_of(condition) for condition in conditions_of(part)))


def _required(required: Warrant, target: core.Formula, full: Sequence[Warrant]) -> list[Node]:
    """What REQUIRES adds; a derived judgment cites the rules that a full warrant needs for it."""
    nodes: list[Node] = []
    for leaf, slot in required.slots.items():
        if target not in slot.targets:
            continue
        nodes.append(Judgment(leaf, slot.value, target, tuple(slot.clauses), slot.derived))
        needs = full[0].needs.get(leaf) if full else None
        if needs is not None:
            nodes.append(Conclusion(leaf, tuple(needs.values())))
    return nodes


def _as_full(target: core.Formula, warrant: Warrant) -> Node:
    """What a full warrant asks for of a target, as it stands."""
    nodes: list[Node] = []
    for premise, slot in warrant.slots.items():
        if target not in slot.targets:
            continue
        parents = [of for of, below in warrant.premises.items() if premise in below] or [target]
        nodes += [Judgment(premise, slot.value, parent, tuple(slot.clauses), slot.derived) for parent in parents]
    bearing = {target, *(leaf for leaf, slot in warrant.slots.items() if target in slot.targets)}
    nodes += [Conclusion(of, tuple(needs.values())) for of, needs in warrant.needs.items() if of in bearing]
    nodes += [edge for edge in warrant.edges if edge.conclusion in bearing]
    nodes += [unit for unit in warrant.interactions if unit.of in bearing]
    return join(nodes)
