"""The one precedence order, built before any case is looked at; evaluator and solver read it, neither computes it.

It is a strict partial order on *places*: single outcomes of clauses, since each outcome competes by itself.
Explicit preferences order all outcomes of the units that they name, and are closed under transitivity.  Then each
pair of places that can contradict each other and is still unordered gets the first PREFER criterion that orders
it; the whole is closed again.  A cycle is an error that shows the source of each step.  STRICT thus orders two
heads, not two rules: `THEN MUST a AND MAY b` may stand above another rule in one and below it in the other.

How it is kept: without PREFER, each unit that a preference names is one node.  With PREFER it has a node for
entering and one for leaving, and its outcomes lie between them; outcomes of all other units that no criterion can
tell apart (same head, same date, same authority) share one node.
Docs: docs/semantics.md, items 1, 2, 12 and 14.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from rulelang.engine.rules.heads import can_contradict
from rulelang.engine.rules.preferences import Step
from rulelang.engine.rules.reach import Graph
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.model import ConcludeNorm, Head
from rulelang.grammar.source import Span

Criterion: TypeAlias = Literal["SPECIFIC", "LATER", "SUPERIOR", "STRICT"]


class Place(NamedTuple):
    """A place in the order: one outcome of one clause.

    `unit` is what priorities name: the rule (for its base and its exceptions' THEN parts) or a rival's identifier;
    `clause` and `number` are those of core.GroundRule.  Get it from `Unit.place`.
    """

    unit: str
    clause: str
    number: int


Specific: TypeAlias = Callable[[Place, Place], bool]
"""Whether one place is proved to be more specific than another."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A competing outcome with what PREFER looks at: its head, when its rule took effect, and its authority."""

    place: Place
    head: Head
    since: datetime.date | None
    authority: Fraction | None
    span: Span = field(compare=False, repr=False, kw_only=True)


class _Leaving(NamedTuple):
    """Where a unit that preferences name is left, below its outcomes; its entry is the unit's name itself."""

    unit: str


class _Class(NamedTuple):
    """All outcomes of units that no preference names, where no criterion can tell them apart."""

    head: Head
    since: datetime.date | None
    authority: Fraction | None


_Node: TypeAlias = "str | _Leaving | Place | _Class"


class Order:
    """See the module's docstring; made by `build_order`."""

    def __init__(self, graph: Graph[_Node, Step | None], nodes: Mapping[Place, _Node] | None) -> None:
        self._graph = graph
        self._nodes = nodes
        """The node of each competing outcome; None: outcomes are not told apart, and each unit is one node."""

    @property
    def empty(self) -> bool:
        """Whether nothing is ordered at all."""
        return not self._graph

    def outranks(self, left: Place, right: Place) -> bool:
        """Whether the order puts left above right (both of rank 1; ranks are compared by the reader)."""
        return self._graph.reaches(self._below(left), self._above(right))

    def reason(self, left: Place, right: Place) -> tuple[Step, ...]:
        """The steps, as few as possible, by which left stands above right (empty: it does not)."""
        if not self.outranks(left, right):
            return ()
        return _steps(self._graph, self._graph.way(self._below(left), self._above(right)))

    def _below(self, place: Place) -> _Node:
        """The node from which the way down from a place begins."""
        if self._nodes is None:
            return place.unit
        return self._nodes.get(place, _Leaving(place.unit))

    def _above(self, place: Place) -> _Node:
        """The node at which the way down to a place ends."""
        return place.unit if self._nodes is None else self._nodes.get(place, place.unit)


def build_order(
    steps: Iterable[Step],
    prefer: tuple[Criterion, ...],
    contenders: Iterable[Contender],
    specific: Specific = lambda left, right: False,
) -> Order:
    """The order from the explicit steps and PREFER's criteria.

    Arguments:
        steps: the explicit preferences in force (`preferences.in_force`).
        prefer: the criteria by weight.
        specific: whether one place is proved to be more specific than another.
        contenders: all outcomes of rank 1 in use, in the order of the text; only looked at if there are criteria.

    Raises:
        RuleLangError: the order has a cycle (RL320), shown with the source of each step.
    """
    explicit: Graph[_Node, Step | None] = Graph()
    for step in steps:
        explicit.add(step.higher, step.lower, step)
    _refuse_cycle(explicit)
    if not prefer:
        return Order(explicit, None)
    graph, nodes = _prefer(explicit, prefer, contenders, specific)
    _refuse_cycle(graph)
    return Order(graph, nodes)


# --------------------------------------------------------------------------------------------------- criteria


def _prefer(
    explicit: Graph[_Node, Step | None],
    prefer: tuple[Criterion, ...],
    contenders: Iterable[Contender],
    specific: Specific,
) -> tuple[Graph[_Node, Step | None], dict[Place, _Node]]:
    """The explicit steps with those of the criteria between outcomes that they leave unordered."""
    graph: Graph[_Node, Step | None] = Graph()
    for unit, targets in explicit.edges.items():
        if isinstance(unit, str):
            graph.add(unit, _Leaving(unit), None)
            for target, step in targets.items():
                graph.add(_Leaving(unit), target, step)
    nodes: dict[Place, _Node] = {}
    classes: dict[str, dict[_Node, Contender]] = {}
    for contender in contenders:
        unit = contender.place.unit
        node: _Node
        if unit in explicit:
            node = contender.place
            graph.add(unit, node, None)
            graph.add(node, _Leaving(unit), None)
        elif "SPECIFIC" in prefer:
            node = contender.place  # conditions tell all rules apart
        else:
            node = _Class(contender.head, contender.since, contender.authority)
        nodes[contender.place] = node
        if _bears(contender, prefer):
            classes.setdefault(contender.head.name, {}).setdefault(node, contender)
    for rivals in classes.values():
        listed = list(rivals.items())
        for position, (node, contender) in enumerate(listed):
            for other_node, other in listed[:position]:
                found = _preferred(explicit, prefer, contender, other, specific)
                if found is None:
                    continue
                above, step = found
                if above:
                    graph.add(node, other_node, step)
                else:
                    graph.add(other_node, node, step)
    return graph, nodes


def _bears(contender: Contender, prefer: tuple[Criterion, ...]) -> bool:
    """Whether some criterion can order this outcome at all."""
    return any(
        criterion == "SPECIFIC"
        or (criterion == "LATER" and contender.since is not None)
        or (criterion == "SUPERIOR" and contender.authority is not None)
        or (criterion == "STRICT" and isinstance(contender.head, ConcludeNorm))
        for criterion in prefer
    )


def _preferred(
    explicit: Graph[_Node, Step | None],
    prefer: tuple[Criterion, ...],
    left: Contender,
    right: Contender,
    specific: Specific,
) -> tuple[bool, Step] | None:
    """Whether left stands above right (or below it) by the first criterion that orders them, and why."""
    if not can_contradict(left.head, right.head):
        return None
    units = left.place.unit, right.place.unit
    if explicit.reaches(*units) or explicit.reaches(*reversed(units)):
        return None
    for criterion in prefer:
        for higher, lower in ((left, right), (right, left)):
            note = _superior(criterion, higher, lower, specific)
            if note is not None:
                step = Step(higher.place.clause, lower.place.clause, criterion, note, span=higher.span)
                return higher is left, step
    return None


def _superior(criterion: Criterion, left: Contender, right: Contender, specific: Specific) -> str | None:
    """Why the criterion puts left above right (None: it does not).  A pair that lacks the attribute is unordered."""
    match criterion:
        case "SPECIFIC" if specific(left.place, right.place):
            return "its condition implies the other's"
        case "LATER" if left.since is not None and right.since is not None and left.since > right.since:
            return f"{left.since.isoformat()} after {right.since.isoformat()}"
        case "SUPERIOR" if left.authority is not None and right.authority is not None:
            if left.authority > right.authority:
                return f"authority {left.authority} over {right.authority}"
        case "STRICT" if isinstance(left.head, ConcludeNorm) and isinstance(right.head, ConcludeNorm):
            if (left.head.mode, right.head.mode) in {("MUST NOT", "MAY"), ("MUST", "NEED NOT")}:
                return f"{left.head.mode} over {right.head.mode}"
        case _:
            pass
    return None


# ----------------------------------------------------------------------------------------------------- cycles


def _steps(graph: Graph[_Node, Step | None], way: list[_Node]) -> tuple[Step, ...]:
    return tuple(step for step in graph.labels(way) if step is not None)


def _refuse_cycle(graph: Graph[_Node, Step | None]) -> None:
    """Raises RL320 for a shortest cycle through the first node that lies on one."""
    cycle = graph.cycle()
    if cycle:
        raise RuleLangError((circular(_steps(graph, cycle)),))


def circular(steps: tuple[Step, ...]) -> Diagnostic:
    """What is said of preferences that go in a circle."""
    line = " over ".join(f"`{step.higher}`" for step in (*steps, steps[0]))
    labels = tuple(Label(step.span, explained(step)) for step in steps)
    return Diagnostic(
        "RL320",
        f"the precedence goes in a circle: {line}",
        labels[0],
        labels[1:],
        hint="take one of these steps back, or state the one order that is meant by PRIORITY",
    )


def explained(step: Step) -> str:
    """A step in words: "PRIORITY: `a` over `b`"."""
    note = "" if step.note is None else f" ({step.note})"
    return f"{step.source}: `{step.higher}` over `{step.lower}`{note}"
