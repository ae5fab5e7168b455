"""The ways to choose at the ORs of a graph of warrants: all, the best one, and none that goes in a circle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TypeAlias

from rulelang.engine import core
from rulelang.verifier.warrant import (
    Choice,
    Conclusion,
    Graph,
    Join,
    Judgment,
    Node,
    Shared,
    Verdict,
    Warrant,
    warrant,
)

CHOICES = 256
"""How many warrants of one graph are listed; beyond it the cheapest child of each OR is taken."""


def warrants(graph: Graph) -> Iterator[Warrant]:
    """All accepted warrants, in the order of the source, each once."""
    seen: set[tuple[object, ...]] = set()
    for choices in _choices(graph):
        made = warrant(graph, choices)
        shape = (
            tuple((leaf, slot.value) for leaf, slot in made.slots.items()),
            tuple((of, tuple(needs)) for of, needs in made.needs.items()),
        )
        if shape not in seen:
            seen.add(shape)
            yield made


def _choices(graph: Graph, order: Mapping[int, Sequence[int]] | None = None) -> Iterator[dict[int, int]]:
    """All ways to choose, the first options first (or in the `order` of a choice); only choices that are reached count.

    A way by which a conclusion would rest on itself is none (D10.4): of `a IF b` and `b IF a` neither supports the
    other alone.
    """
    ordered: Mapping[int, Sequence[int]] = {} if order is None else order
    found = islice(_ways(graph, ordered, _any_circle(graph)), CHOICES)
    first = next(found, None)
    # What holds by cases alone may have no way that is founded step by step.
    yield from islice(_ways(graph, ordered, False), CHOICES) if first is None else chain((first,), found)


def _ways(graph: Graph, ordered: Mapping[int, Sequence[int]], may_circle: bool) -> Iterator[dict[int, int]]:
    """The ways to choose, depth first; with `may_circle` without those by which a conclusion rests on itself."""
    walk = _Walk(graph)
    levels: list[tuple[int, Iterator[int], _Mark]] = []
    while True:
        if not may_circle or not _rests_on_itself(graph, walk.fixed):
            undecided = walk.next_open()
            if undecided is None:
                yield dict(walk.fixed)
            else:
                options = iter(ordered.get(undecided.number, range(len(undecided.options))))
                levels.append((undecided.number, options, walk.mark(undecided)))
        while levels:
            number, options, mark = levels[-1]
            walk.back_to(mark)
            option = next(options, None)
            if option is not None:
                walk.fixed[number] = option
                break
            levels.pop()
            walk.fixed.pop(number, None)
        else:
            return


_Todo: TypeAlias = "tuple[Node, _Todo] | None"
_Mark: TypeAlias = tuple[_Todo, int]


class _Walk:
    """A walk over a graph from choice to choice, which can go back to an earlier one and on from there."""

    def __init__(self, graph: Graph) -> None:
        self.fixed: dict[int, int] = {}
        self._seen: dict[int, None] = {}
        self._todo: _Todo = None
        for _, node in reversed(graph.targets):
            self._todo = (node, self._todo)

    def mark(self, choice: Choice) -> _Mark:
        """The place where a choice is met."""
        return (choice, self._todo), len(self._seen)

    def back_to(self, mark: _Mark) -> None:
        self._todo, length = mark
        while len(self._seen) > length:
            self._seen.popitem()

    def next_open(self) -> Choice | None:
        """The next choice that is not fixed, in the order of the source."""
        while self._todo is not None:
            item, self._todo = self._todo
            match item:
                case Join(parts):
                    for part in reversed(parts):
                        self._todo = (part, self._todo)
                case Choice(number, options):
                    if number not in self.fixed:
                        return item
                    self._todo = (options[self.fixed[number]], self._todo)
                case Shared(_, inner):
                    if id(item) not in self._seen and inner is not None:
                        self._seen[id(item)] = None
                        self._todo = (inner, self._todo)
                case _:
                    pass
        return None


def _any_circle(graph: Graph) -> bool:
    """Whether what explains a conclusion leads back to it by some choices."""
    done: set[int] = set()
    inside: set[int] = set()
    todo: list[tuple[Node, bool]] = [(node, False) for _, node in graph.targets]
    while todo:
        item, left = todo.pop()
        match item:
            case Join(parts) | Choice(_, parts):
                todo.extend((part, False) for part in parts)
            case Shared() if left:
                inside.discard(id(item))
                done.add(id(item))
            case Shared(_, inner) if id(item) in inside:
                return True
            case Shared(_, inner) if id(item) not in done and inner is not None:
                inside.add(id(item))
                todo += [(item, True), (inner, False)]
            case _:
                pass
    return False


def _rests_on_itself(graph: Graph, fixed: Mapping[int, int]) -> bool:
    """Whether, by the choices made so far, rules that establish things support each other in a circle.

    Only what is judged true supports: that nothing establishes two things may well be because neither does.  What a
    rival reads is judged too, and supports nothing.
    """
    needed: dict[core.Formula, set[core.Formula]] = {}
    judged: list[Judgment] = []
    holds: dict[core.Formula, bool] = {}
    seen: set[int] = set()
    todo: list[Node] = [node for _, node in graph.targets]
    while todo:
        item = todo.pop()
        match item:
            case Join(parts):
                todo.extend(parts)
            case Choice(number, options):
                if number in fixed:
                    todo.append(options[fixed[number]])
            case Shared(of, inner):
                if id(item) not in seen and inner is not None:
                    seen.add(id(item))
                    holds[of] = item.holds
                    todo.append(inner)
            case Conclusion(of, needs):
                needed.setdefault(of, set()).update(leaf for need in needs for leaf in need.leaves)
            case Judgment(value=Verdict.TRUE):
                judged.append(item)
            case _:
                pass
    on: dict[core.Formula, list[core.Formula]] = {of: [] for of, true in holds.items() if true}
    for one in judged:
        if one.parent in on and (isinstance(one.parent, core.Named) or one.leaf in needed.get(one.parent, ())):
            on[one.parent].append(one.leaf)
    waiting = set(on)

    def founded(formula: core.Formula) -> bool:
        match formula:
            case core.And(parts):
                return all(map(founded, parts))
            case core.Or(parts):
                return any(map(founded, parts))
            case core.Established() | core.Named():
                return holds.get(formula, True) and formula not in waiting
            case _:
                return True

    while waiting:
        now = {of for of in waiting if all(map(founded, on[of]))}
        if not now:
            return True
        waiting -= now
    return False


def cheapest(graph: Graph, cost: Callable[[Judgment], int]) -> dict[int, int]:
    """The best choice at each OR: the child whose judgments cost least together, and by which nothing rests on itself.

    Exact unless two ORs share judgments (a judgment counts once in a warrant, here once in each child), or the
    cheapest children go in a circle.
    """
    ranked: dict[int, list[int]] = {}
    known: dict[int, int] = {}

    costs: list[int] = []
    todo: list[tuple[Node, bool]] = [(node, False) for _, node in reversed(graph.targets)]
    while todo:
        node, is_below_done = todo.pop()
        match node:
            case Judgment():
                costs.append(cost(node))
            case (Join(parts) | Choice(_, parts)) if not is_below_done:
                todo.append((node, True))
                todo.extend((part, False) for part in reversed(parts))
            case Join(parts):
                costs[len(costs) - len(parts) :] = [sum(costs[len(costs) - len(parts) :])]
            case Choice(number, options):
                each = costs[len(costs) - len(options) :]
                ranked[number] = sorted(range(len(each)), key=each.__getitem__)
                costs[len(costs) - len(options) :] = [min(each)]
            case Shared() if is_below_done:
                known[id(node)] = costs[-1]
            case Shared(_, inner) if id(node) not in known and inner is not None:
                known[id(node)] = 0
                todo += [(node, True), (inner, False)]
            case Shared():
                costs.append(known.get(id(node), 0))
            case _:
                costs.append(0)
    return next(_choices(graph, ranked), {number: order[0] for number, order in ranked.items()})


def many(graph: Graph) -> bool:
    """Whether a graph has more warrants than are listed."""
    return sum(1 for _ in _choices(graph)) >= CHOICES
