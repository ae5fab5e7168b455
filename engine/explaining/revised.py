"""What a supposition changes in a chain of reasons: steps that are gone, new, otherwise than before, or still there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulelang.engine.explaining.chain import Chain, ChainNode

Fate: TypeAlias = Literal["new", "otherwise", "still"]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A node that is in both chains and came out differently."""

    before: ChainNode
    after: ChainNode


@dataclass(frozen=True, slots=True)
class Revision:
    """The chain before and after; each tuple in the reading order of its chain."""

    before: Chain
    after: Chain
    gone: tuple[ChainNode, ...]
    new: tuple[ChainNode, ...]
    otherwise: tuple[Otherwise, ...]
    still: tuple[ChainNode, ...]

    def fate(self, identifier: str) -> Fate:
        """What became of a node of the chain after."""
        if identifier not in self.before.graph:
            return "new"
        return "otherwise" if _told(self.before.node(identifier)) != _told(self.after.node(identifier)) else "still"


def revise(before: Chain, after: Chain) -> Revision:
    """Compares two chains of one decision by the identifiers of their nodes."""
    gone = tuple(node for node in before.order() if node.id not in after.graph)
    new: list[ChainNode] = []
    otherwise: list[Otherwise] = []
    still: list[ChainNode] = []
    for node in after.order():
        if node.id not in before.graph:
            new.append(node)
            continue
        was = before.node(node.id)
        if _told(was) == _told(node):
            still.append(node)
        else:
            otherwise.append(Otherwise(was, node))
    return Revision(before, after, gone, tuple(new), tuple(otherwise), tuple(still))


def _told(node: ChainNode) -> tuple[str, str, str | None]:
    """What tells whether a node came out the same: not why a false condition is false."""
    return node.standing, node.text, node.value
