"""Reference warrants: which judgments a decision rests on, as a graph of ANDs and ORs.

The policy here is `full` (verification, N2 to N5 and section 4.2): within a condition as written AND asks for all of
its parts and OR for one that holds; exceptions, rivals and ironclad parts are asked for through their own
conditions; what is derived is a judgment and is explained in its turn.  A graph stands for all accepted warrants:
one for each way to choose at its ORs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from rulelang.engine import core
from rulelang.verifier.warrant_links import shown_links


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


def join(parts: Sequence[Node]) -> Node:
    """AND of some nodes."""
    return parts[0] if len(parts) == 1 else Join(tuple(parts))
