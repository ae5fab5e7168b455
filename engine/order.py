"""The one precedence order, built before any case is looked at; evaluator and solver read it, neither computes it.

It is a strict partial order on *places*: single outcomes of clauses, since each outcome competes by itself.
Explicit preferences order all outcomes of the units that they name, and are closed under transitivity.  Then each
pair of places that can contradict each other and is still unordered gets the first PREFER criterion that orders
it; the whole is closed again.  A cycle is an error that shows the source of each step.  STRICT thus orders two
heads, not two rules: `THEN MUST a AND MAY b` may stand above another rule in one and below it in the other.

How it is kept: a unit that a preference names has a node for entering and one for leaving, and its outcomes lie
between them; outcomes of all other units that no criterion can tell apart (same head, same dates, same authority)
share one node.  So without PREFER the graph is as small as the preferences are few.
Docs: docs/semantics.md, items 1, 2, 12 and 14.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

import networkx as nx

from rulelang.engine.heads import can_contradict
from rulelang.engine.preferences import Step
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


@dataclass(frozen=True, slots=True)
class Contender:
    """A competing outcome with what PREFER looks at: its head, when its rule took effect, and its authority."""

    place: Place
    head: Head
    since: datetime.date | None
    authority: Fraction | None
    span: Span = field(compare=False, repr=False, kw_only=True)


class _Node(NamedTuple):
    """`kind`: "in" and "out" of a unit that preferences name, or "at", an outcome (`of`: its place or its class)."""

    kind: Literal["in", "out", "at"]
    of: object


class Order:
    """See the module's docstring; made by `build_order`."""

    def __init__(
        self,
        graph: nx.DiGraph[_Node],
        nodes: Mapping[Place, _Node],
        numbers: Mapping[_Node, int],
        above: list[int],
    ) -> None:
        self._graph = graph
        self._nodes = nodes
        self._numbers = numbers
        self._above = above

    @property
    def empty(self) -> bool:
        """Whether nothing is ordered at all."""
        return not self._numbers

    def outranks(self, left: Place, right: Place) -> bool:
        """Whether the order puts left above right (both of rank 1; ranks are compared by the reader)."""
        numbers = self._numbers
        start = numbers.get(self._nodes.get(left) or _Node("out", left.unit))
        end = numbers.get(self._nodes.get(right) or _Node("in", right.unit))
        if start is None or end is None or start == end:
            return False
        return bool(self._above[start] >> end & 1)

    def reason(self, left: Place, right: Place) -> tuple[Step, ...]:
        """The steps, as few as possible, by which left stands above right (empty: it does not)."""
        if not self.outranks(left, right):
            return ()
        start = self._nodes.get(left) or _Node("out", left.unit)
        end = self._nodes.get(right) or _Node("in", right.unit)
        return _steps(self._graph, nx.bidirectional_shortest_path(self._graph, start, end))


def build_order(steps: Iterable[Step], prefer: tuple[Criterion, ...], contenders: Iterable[Contender]) -> Order:
    """The order from the explicit steps and PREFER's criteria.

    Arguments:
        steps: the explicit preferences in force (`preferences.in_force`).
        prefer: the criteria by weight; SPECIFIC orders nothing here (it is refused before).
        contenders: all outcomes of rank 1 in use, in the order of the text; only looked at if there are criteria.

    Raises:
        RuleLangError: the order has a cycle (RL320), shown with the source of each step.
    """
    graph: nx.DiGraph[_Node] = nx.DiGraph()
    for step in steps:
        graph.add_edge(_Node("in", step.higher), _Node("out", step.higher), step=None)
        graph.add_edge(_Node("in", step.lower), _Node("out", step.lower), step=None)
        edge = (_Node("out", step.higher), _Node("in", step.lower))
        if edge not in graph.edges:
            graph.add_edge(*edge, step=step)
    _refuse_cycle(graph)
    nodes: dict[Place, _Node] = {}
    if prefer:
        _prefer(graph, nodes, prefer, contenders)
        _refuse_cycle(graph)
    numbers, above = _closure(graph)
    return Order(graph, nodes, numbers, above)


# --------------------------------------------------------------------------------------------------- criteria


def _prefer(
    graph: nx.DiGraph[_Node],
    nodes: dict[Place, _Node],
    prefer: tuple[Criterion, ...],
    contenders: Iterable[Contender],
) -> None:
    """Adds the steps of the criteria between outcomes that the explicit preferences leave unordered."""
    numbers, above = _closure(graph)
    classes: dict[str, dict[_Node, Contender]] = {}
    for contender in contenders:
        unit = contender.place.unit
        enter, leave = _Node("in", unit), _Node("out", unit)
        if enter in numbers:
            node = _Node("at", contender.place)
            graph.add_edge(enter, node, step=None)
            graph.add_edge(node, leave, step=None)
        else:
            node = _Node("at", (contender.head, contender.since, contender.authority))
        nodes[contender.place] = node
        classes.setdefault(contender.head.name, {}).setdefault(node, contender)

    def ordered(left: Contender, right: Contender) -> bool:
        start, end = numbers.get(_Node("out", left.place.unit)), numbers.get(_Node("in", right.place.unit))
        return start is not None and end is not None and bool(above[start] >> end & 1)

    for rivals in classes.values():
        listed = [(node, contender) for node, contender in rivals.items() if _bears(contender, prefer)]
        for position, (node, contender) in enumerate(listed):
            for other_node, other in listed[:position]:
                if (
                    not can_contradict(contender.head, other.head)
                    or ordered(contender, other)
                    or ordered(other, contender)
                ):
                    continue
                for criterion in prefer:
                    if (note := _above(criterion, contender, other)) is not None:
                        _add(graph, (node, contender), (other_node, other), criterion, note)
                        break
                    if (note := _above(criterion, other, contender)) is not None:
                        _add(graph, (other_node, other), (node, contender), criterion, note)
                        break


def _add(
    graph: nx.DiGraph[_Node],
    higher: tuple[_Node, Contender],
    lower: tuple[_Node, Contender],
    criterion: Criterion,
    note: str,
) -> None:
    step = Step(higher[1].place.clause, lower[1].place.clause, criterion, note, span=higher[1].span)
    graph.add_edge(higher[0], lower[0], step=step)


def _bears(contender: Contender, prefer: tuple[Criterion, ...]) -> bool:
    """Whether some criterion can order this outcome at all."""
    return any(
        (criterion == "LATER" and contender.since is not None)
        or (criterion == "SUPERIOR" and contender.authority is not None)
        or (criterion == "STRICT" and isinstance(contender.head, ConcludeNorm))
        for criterion in prefer
    )


def _above(criterion: Criterion, left: Contender, right: Contender) -> str | None:
    """Why the criterion puts left above right (None: it does not).  A pair that lacks the attribute is unordered."""
    match criterion:
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


# ---------------------------------------------------------------------------------------------------- closure


def _closure(graph: nx.DiGraph[_Node]) -> tuple[dict[_Node, int], list[int]]:
    """A number for each node, and for each number the set of all that lies below it, as bits."""
    order = list(nx.topological_sort(graph))
    numbers = {node: number for number, node in enumerate(order)}
    above = [0] * len(order)
    for node in reversed(order):
        bits = 0
        for below in graph.successors(node):
            number = numbers[below]
            bits |= above[number] | 1 << number
        above[numbers[node]] = bits
    return numbers, above


def _steps(graph: nx.DiGraph[_Node], path: list[_Node]) -> tuple[Step, ...]:
    found: list[Step] = []
    for left, right in pairwise(path):
        step: Step | None = graph.edges[left, right]["step"]
        if step is not None:
            found.append(step)
    return tuple(found)


def _refuse_cycle(graph: nx.DiGraph[_Node]) -> None:
    """Raises RL320 for the shortest cycle through the first node that lies on one."""
    if nx.is_directed_acyclic_graph(graph):
        return
    for component in nx.strongly_connected_components(graph):
        start = next(node for node in graph if node in component)
        inside = graph.subgraph(component)
        around = [
            nx.bidirectional_shortest_path(inside, after, start)
            for after in graph.successors(start)
            if after in component
        ]
        if not around:
            continue
        steps = _steps(graph, [start, *min(around, key=len)])
        raise RuleLangError((circular(steps),))


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
