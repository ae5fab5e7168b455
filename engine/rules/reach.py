"""What lies below what in a directed graph without cycles, worked out for a component when it is first asked about.

The set below a node is an integer whose bits are the nodes of its component, so that ten thousand steps in a row
cost a few megabytes, and components that nobody asks about cost nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)
Label = TypeVar("Label")


class Graph(Generic[Node, Label]):
    """A directed graph with a label on each edge; nodes and edges keep the order in which they came."""

    def __init__(self) -> None:
        self._below: dict[Node, dict[Node, Label]] = {}
        self._component: dict[Node, Node] = {}
        self._closed: dict[Node, tuple[dict[Node, int], list[int]]] = {}
        self._inside: dict[Node, list[Node]] = {}

    def add(self, above: Node, below: Node, label: Label) -> None:
        """Adds an edge; where it is there already, its first label stays."""
        self._below.setdefault(above, {}).setdefault(below, label)
        self._below.setdefault(below, {})

    def __contains__(self, node: object) -> bool:
        return node in self._below

    def __bool__(self) -> bool:
        return bool(self._below)

    @property
    def edges(self) -> Mapping[Node, Mapping[Node, Label]]:
        return self._below

    def reaches(self, above: Node, below: Node) -> bool:
        """Whether there is a way down from one node to another (not from a node to itself).

        The graph must have no cycle, and is not added to any more.
        """
        if above not in self._below or below not in self._below:
            return False
        if not self._component:
            self._part()
        root = self._component[above]
        if root != self._component[below]:
            return False
        closed = self._closed.get(root)
        if closed is None:
            closed = self._closed[root] = self._close(self._inside[root])
        numbers, sets = closed
        return bool(sets[numbers[above]] >> numbers[below] & 1)

    def way(self, above: Node, below: Node) -> list[Node]:
        """A shortest way from one node to another, both included, of at least one edge (empty: there is none)."""
        came: dict[Node, Node] = {}
        level: list[Node] = [above]
        while level:
            following: list[Node] = []
            for node in level:
                for target in self._below.get(node, ()):
                    if target == below:
                        path = [below, node]
                        while path[-1] != above:
                            path.append(came[path[-1]])
                        return path[::-1]
                    if target not in came and target != above:
                        came[target] = node
                        following.append(target)
            level = following
        return []

    def labels(self, way: Iterable[Node]) -> list[Label]:
        """The labels along a way."""
        nodes = list(way)
        return [self._below[nodes[i]][nodes[i + 1]] for i in range(len(nodes) - 1)]

    def cycle(self) -> list[Node]:
        """A shortest cycle through the first node that lies on one, from that node back to it (empty: none)."""
        left = self._unsorted()
        for node in self._below:
            if node in left:
                way = self.way(node, node)
                if way:
                    return way
        return []

    # ------------------------------------------------------------------------------------------------ parts

    def _unsorted(self) -> set[Node]:
        """The nodes that a topological sort leaves over: those on cycles and below them."""
        _, left = _sorted(self._below, self._below)
        return left

    def _part(self) -> None:
        """Finds the connected components (union-find)."""
        parent: dict[Node, Node] = {node: node for node in self._below}

        def find(node: Node) -> Node:
            while parent[node] != node:
                parent[node] = parent[parent[node]]
                node = parent[node]
            return node

        for above, targets in self._below.items():
            root = find(above)
            for below in targets:
                parent[find(below)] = root
        for node in self._below:
            root = find(node)
            self._component[node] = root
            self._inside.setdefault(root, []).append(node)

    def _close(self, nodes: list[Node]) -> tuple[dict[Node, int], list[int]]:
        order, _ = _sorted(nodes, self._below)
        numbers = {node: number for number, node in enumerate(order)}
        sets = [0] * len(order)
        for node in reversed(order):
            bits = 0
            for below in self._below[node]:
                number = numbers[below]
                bits |= sets[number] | 1 << number
            sets[numbers[node]] = bits
        return numbers, sets


def _sorted(nodes: Iterable[Node], below: Mapping[Node, Iterable[Node]]) -> tuple[list[Node], set[Node]]:
    """The nodes from the top down, and those that cannot be sorted."""
    waiting = dict.fromkeys(nodes, 0)
    for node in waiting:
        for target in below[node]:
            waiting[target] += 1
    order = [node for node, count in waiting.items() if not count]
    for node in order:
        for target in below[node]:
            waiting[target] -= 1
            if not waiting[target]:
                order.append(target)
    return order, {node for node, count in waiting.items() if count}
