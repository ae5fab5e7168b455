"""Reference warrants: which judgments a decision rests on, as a graph of ANDs and ORs.

The policy here is `full` (verification, N2 to N5 and section 4.2): within a condition as written AND asks for all of
its parts and OR for one that holds; exceptions, rivals and ironclad parts are asked for through their own
conditions; what is derived is a judgment and is explained in its turn.  A graph stands for all accepted warrants:
one for each way to choose at its ORs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, islice
from typing import TypeAlias

from rulelang.engine import core
from rulelang.verifier.warrant_links import shown_links

CHOICES = 256
"""How many warrants of one graph are listed; beyond it the cheapest child of each OR is taken."""


class Verdict(StrEnum):
    """What is so, or what is said, of a condition."""

    TRUE = "true"
    FALSE = "false"
    OPEN = "unresolved"


def verdict(truth: bool | None) -> Verdict:
    """
    >>> verdict(None)
    <Verdict.OPEN: 'unresolved'>
    """
    return Verdict.OPEN if truth is None else Verdict.TRUE if truth else Verdict.FALSE


# -------------------------------------------------------------------------------------------------- the graph


@dataclass(frozen=True, slots=True)
class Judgment:
    """The condition `leaf` has to be judged, for the conclusion `parent`; it stands in `clauses`.

    `derived`: it is concluded itself, so what it cites is the rule for it (a `Conclusion` says which).
    """

    leaf: core.Formula
    value: Verdict
    parent: core.Formula
    clauses: tuple[str, ...]
    derived: bool


@dataclass(frozen=True, slots=True)
class Need:
    """A clause that a conclusion needs, with the leaves of its condition."""

    clause: str
    leaves: tuple[core.Formula, ...]


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The conclusion `of` rests on these clauses."""

    of: core.Formula
    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """One conclusion is a premise of another: a link of the dependency chain."""

    premise: core.Formula
    conclusion: core.Formula


@dataclass(frozen=True, slots=True)
class Interaction:
    """An exception, rival or ironclad part that bears on `of`, with the leaves of its condition."""

    clause: str
    of: core.Formula
    leaves: tuple[core.Formula, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """AND: all of these."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """OR: one of these, the same one wherever the choice (`number`) occurs."""

    number: int
    options: tuple[Node, ...]


@dataclass(slots=True)
class Shared:
    """What explains one conclusion, which `holds` or does not: one node, wherever that conclusion is needed."""

    of: core.Formula
    node: Node | None = None
    holds: bool = False


Node: TypeAlias = Judgment | Conclusion | Edge | Interaction | Join | Choice | Shared


@dataclass(frozen=True, slots=True)
class Graph:
    """All accepted warrants of a case: for each target (by its formula) what it rests on."""

    targets: tuple[tuple[core.Formula, Node], ...]


# ----------------------------------------------------------------------------------------------- one warrant


@dataclass(slots=True)
class Slot:
    """A required judgment of a warrant.

    `clauses` are those of which any may be cited for a fact judgment; `targets` are those that need it.
    """

    leaf: core.Formula
    value: Verdict
    derived: bool
    clauses: dict[str, None] = field(default_factory=dict[str, "None"])
    targets: dict[core.Formula, None] = field(default_factory=dict["core.Formula", "None"])


@dataclass(slots=True)
class Warrant:
    """One accepted warrant.

    `needs` holds the conclusions (derived slots and targets) with the clauses on which they rest, `premises` the
    judgments on which each of them rests directly.  Of `interactions` there is one for each binding of an exception,
    rival or ironclad part.
    """

    slots: dict[core.Formula, Slot] = field(default_factory=dict["core.Formula", "Slot"])
    needs: dict[core.Formula, dict[str, Need]] = field(default_factory=dict["core.Formula", "dict[str, Need]"])
    edges: dict[Edge, None] = field(default_factory=dict["Edge", "None"])
    interactions: dict[Interaction, None] = field(default_factory=dict["Interaction", "None"])
    premises: dict[core.Formula, dict[core.Formula, None]] = field(
        default_factory=dict["core.Formula", "dict[core.Formula, None]"]
    )
    choices: Mapping[int, int] = field(default_factory=dict[int, int])

    @property
    def interacting(self) -> tuple[str, ...]:
        """The clauses of the exceptions, rivals and ironclad parts, each once."""
        return tuple(dict.fromkeys(unit.clause for unit in self.interactions))

    def clauses(self) -> tuple[str, ...]:
        """All clauses of the warrant: those that conclusions need and those in which its judgments stand."""
        found: dict[str, None] = {}
        for needs in self.needs.values():
            found.update(dict.fromkeys(needs))
        for slot in self.slots.values():
            found.update(slot.clauses)
        return tuple(found)


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


def warrant(graph: Graph, choices: Mapping[int, int]) -> Warrant:
    """The warrant of some choices; a choice that is not in the mapping is the first option."""
    made = Warrant(choices=choices)
    targets = {target for target, _ in graph.targets}
    for target, node in graph.targets:
        for item in _reached(node, choices):
            _add(made, item, target)
    for target in targets:
        made.slots.pop(target, None)
    links = shown_links(((edge.premise, edge.conclusion) for edge in made.edges), made.slots.keys() | targets)
    made.edges = {Edge(premise, conclusion): None for premise, conclusion in links}
    return made


def _add(made: Warrant, item: Node, target: core.Formula) -> None:
    match item:
        case Judgment(leaf, value, parent, clauses, derived):
            made.premises.setdefault(parent, {})[leaf] = None
            slot = made.slots.setdefault(leaf, Slot(leaf, value, derived))
            slot.targets[target] = None
            slot.derived = slot.derived or derived
            slot.clauses.update(dict.fromkeys(clauses))
            if slot.derived:
                slot.clauses.clear()
        case Conclusion(of, needs):
            known = made.needs.setdefault(of, {})
            for need in needs:
                known.setdefault(need.clause, need)
        case Edge():
            made.edges[item] = None
        case Interaction():
            made.interactions[item] = None
        case _:
            pass


def _reached(node: Node, choices: Mapping[int, int]) -> Iterator[Node]:
    """The items of a graph under some choices; what is shared is walked once."""
    seen: set[int] = set()
    todo: list[Node] = [node]
    while todo:
        item = todo.pop()
        match item:
            case Join(parts):
                todo.extend(reversed(parts))
            case Choice(number, options):
                todo.append(options[choices.get(number, 0)])
            case Shared(_, inner):
                if id(item) not in seen and inner is not None:
                    seen.add(id(item))
                    todo.append(inner)
            case _:
                yield item


def _choices(graph: Graph, order: Mapping[int, Sequence[int]] | None = None) -> Iterator[dict[int, int]]:
    """All ways to choose, the first options first (or in the `order` of a choice); only choices that are reached count.

    A way by which a conclusion would rest on itself is none (D10.4): of `a IF b` and `b IF a` neither supports the
    other alone.
    """
    ordered: Mapping[int, Sequence[int]] = {} if order is None else order

    def go(fixed: dict[int, int], may_circle: bool) -> Iterator[dict[int, int]]:
        if may_circle and _rests_on_itself(graph, fixed):
            return
        undecided = _first_open(graph, fixed)
        if undecided is None:
            yield fixed
            return
        for option in ordered.get(undecided.number, range(len(undecided.options))):
            yield from go({**fixed, undecided.number: option}, may_circle)

    found = islice(go({}, _any_circle(graph)), CHOICES)
    first = next(found, None)
    # What holds by cases alone may have no way that is founded step by step.
    yield from islice(go({}, False), CHOICES) if first is None else chain((first,), found)


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


def _first_open(graph: Graph, fixed: Mapping[int, int]) -> Choice | None:
    seen: set[int] = set()
    todo: list[Node] = [node for _, node in reversed(graph.targets)]
    while todo:
        item = todo.pop()
        match item:
            case Join(parts):
                todo.extend(reversed(parts))
            case Choice(number, options):
                if number not in fixed:
                    return item
                todo.append(options[fixed[number]])
            case Shared(_, inner):
                if id(item) not in seen and inner is not None:
                    seen.add(id(item))
                    todo.append(inner)
            case _:
                pass
    return None


def cheapest(graph: Graph, cost: Callable[[Judgment], int]) -> dict[int, int]:
    """The best choice at each OR: the child whose judgments cost least together, and by which nothing rests on itself.

    Exact unless two ORs share judgments (a judgment counts once in a warrant, here once in each child), or the
    cheapest children go in a circle.
    """
    ranked: dict[int, list[int]] = {}
    known: dict[int, int] = {}

    def of(node: Node) -> int:
        match node:
            case Judgment():
                return cost(node)
            case Join(parts):
                return sum(of(part) for part in parts)
            case Choice(number, options):
                costs = [of(option) for option in options]
                ranked[number] = sorted(range(len(costs)), key=costs.__getitem__)
                return min(costs)
            case Shared(_, inner):
                if id(node) not in known:
                    known[id(node)] = 0
                    known[id(node)] = 0 if inner is None else of(inner)
                return known[id(node)]
            case _:
                return 0

    for _, node in graph.targets:
        of(node)
    return next(_choices(graph, ranked), {number: order[0] for number, order in ranked.items()})


def many(graph: Graph) -> bool:
    """Whether a graph has more warrants than are listed."""
    return sum(1 for _ in _choices(graph)) >= CHOICES


def join(parts: Sequence[Node]) -> Node:
    """AND of some nodes."""
    return parts[0] if len(parts) == 1 else Join(tuple(parts))
