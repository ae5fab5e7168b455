"""The gold dependency chain: from the facts by rule instances and conclusions to a decision, as a graph.

Nodes have stable identifiers; an edge leads from what is needed to what needs it.  Exceptions and rivals that had to
be ruled out, or that took effect, are in it; so are definitions, with their values.  Metrics as in RuleWeaver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import networkx as nx

from rulelang.grammar.model import Constant_

Kind: TypeAlias = Literal["fact", "rule", "exception", "limit", "conclusion", "definition", "decision"]
Standing: TypeAlias = Literal[
    "given", "supposed", "default", "closed", "unknown",
    "stands", "beaten", "excepted", "not triggered", "in force", "not in force",
    "established", "not established", "value", "no value", "conflict", "true", "false", "undefined", "open",
    "decided",
]  # fmt: skip
Role: TypeAlias = Literal["reads", "gives", "excepts", "limits", "ruled out", "beats", "rejects"]
"""How one node bears on another: it is read by it; a rule gives a conclusion; an exception in force excepts a rule;
a rival or an exception had to be ruled out; a rule beats another; the opposite conclusion rejects."""


@dataclass(frozen=True, slots=True)
class ChainNode:
    """One node.

    `key`: of the fact, contest, definition or ground rule; `text`: what it says, in the language; `rule` and
    `clause`: the identifiers to cite (rules, exceptions, limits); `value`: as text, where it has one;
    `because`: the parts of a condition that are false, where it is.
    """

    id: str
    kind: Kind
    standing: Standing
    key: str
    text: str
    rule: str | None = None
    clause: str | None = None
    value: str | None = None
    because: tuple[str, ...] = ()
    known: bool | Constant_ | None = None
    """The value itself, where there is one."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The graph (`graph.nodes[id]["node"]` is a ChainNode, `graph.edges[a, b]["role"]` a Role), with the
    identifier of the decision's node, which nothing needs."""

    graph: nx.DiGraph[str]
    decision: str

    def node(self, identifier: str) -> ChainNode:
        found: ChainNode = self.graph.nodes[identifier]["node"]
        return found

    def order(self) -> tuple[ChainNode, ...]:
        """All nodes, each after what it needs: the order in which to read the chain."""
        place = {identifier: number for number, identifier in enumerate(self.graph)}

        def latest_first(identifier: str) -> int:
            return -place[identifier]

        return tuple(map(self.node, nx.lexicographical_topological_sort(self.graph, key=latest_first)))

    def cited(self) -> tuple[str, ...]:
        """The identifiers of all clauses in the chain, sorted."""
        nodes = (self.node(identifier) for identifier in self.graph)
        return tuple(sorted({node.clause for node in nodes if node.clause is not None}))


@dataclass(frozen=True, slots=True)
class Metrics:
    """Of the graph of steps.

    `depth`: steps on the longest path; `load`: steps that need another step; `branching`: steps that several
    others need.  RuleWeaver: depth, dependency load, branching.
    """

    depth: int
    load: int
    branching: int


def metrics(*chains: Chain) -> Metrics:
    """The metrics of one chain, or of the chains of one question's targets taken together.

    A step is a conclusion that rules give or fail to give, or a definition.  What a case stipulates is no step, nor
    is `NOT p` where the opposite of p is established: the step is that one.
    """
    needs: dict[str, set[str]] = {}
    depth: dict[str, int] = {}
    for chain in chains:
        for identifier in nx.topological_sort(chain.graph):
            if is_step(chain, identifier):
                needs.setdefault(identifier, set()).update(_steps_below(chain, identifier))
                depth[identifier] = 1 + max((depth[below] for below in needs[identifier]), default=0)
    needed: dict[str, int] = {}
    for below in needs.values():
        for identifier in below:
            needed[identifier] = needed.get(identifier, 0) + 1
    return Metrics(
        depth=max(depth.values(), default=0),
        load=sum(1 for below in needs.values() if below),
        branching=sum(1 for count in needed.values() if count > 1),
    )


def is_step(chain: Chain, identifier: str) -> bool:
    """Whether a node is a step (see `metrics`)."""
    node = chain.node(identifier)
    if node.kind == "definition":
        return True
    if node.kind != "conclusion":
        return False
    above = [(other, chain.graph.edges[other, identifier]["role"]) for other in chain.graph.predecessors(identifier)]
    if any(role == "rejects" for _, role in above):
        return False
    return any(chain.node(other).clause != "GIVEN" for other, _ in above)


def _steps_below(chain: Chain, identifier: str) -> set[str]:
    """The steps that a step rests on without another step between."""
    found: set[str] = set()
    waiting = list(chain.graph.predecessors(identifier))
    seen = set(waiting)
    while waiting:
        other = waiting.pop()
        if is_step(chain, other):
            found.add(other)
            continue
        for below in chain.graph.predecessors(other):
            if below not in seen:
                seen.add(below)
                waiting.append(below)
    return found
