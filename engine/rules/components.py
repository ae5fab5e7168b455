"""Strongly connected components, for what is looked at in every run.

By Tarjan's algorithm without recursion (chains are as long as rule bases are).  networkx has them too; importing it
takes longer than a small check does, so it is left to where graphs are shown and measured.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def components(edges: Mapping[Node, Iterable[Node]]) -> Iterator[list[Node]]:
    """The strongly connected components, each after those that it reaches, in an order that `edges` fixes.

    Arguments:
        edges: for each node the nodes that it leads to; all of them are keys.
    """
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    on_stack: set[Node] = set()
    for root in edges:
        if root in index:
            continue
        path = [(root, iter(edges[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while path:
            name, successors = path[-1]
            for other in successors:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    path.append((other, iter(edges[other])))
                    break
                if other in on_stack:
                    low[name] = min(low[name], index[other])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                if low[name] == index[name]:
                    component = [stack.pop()]
                    while component[-1] != name:
                        component.append(stack.pop())
                    on_stack.difference_update(component)
                    yield component[::-1]
