"""Which contests are settled together because their predicates are: the cyclic blocks of positive cycles.

Blocks are judged on predicates, with fixed sorts expanded and the sorts of a case not, so that what a block
concludes does not depend on which entities a case happens to list.  Where a cycle of predicates passes through a
strict dependency, only what a case really closes is a block (docs/semantics.md, strata and item 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulelang.engine.rules.components import components
from rulelang.engine.rules.reads import Reader
from rulelang.engine.rules.strata import Predicate, dependency_graph, expandable, restricted, strict_edges
from rulelang.engine.rules.units import Unit
from rulelang.grammar import model as m


@dataclass(frozen=True, slots=True)
class Knots:
    """The knots that predicates of positive cycles belong to; `expanded` are the fixed sorts told apart in them."""

    number: dict[Predicate, int]
    expanded: frozenset[str]
    sorts: dict[str, tuple[str | None, ...]]
    """The sorts of each predicate's arguments (None: no sort)."""

    def of(self, name: str, args: Sequence[object]) -> int | None:
        """The knot of a contest, None where its predicate is on no positive cycle."""
        sorts = self.sorts.get(name)
        if sorts is None:
            return None
        known = tuple(
            arg if sort in self.expanded and isinstance(arg, int | str) else None
            for sort, arg in zip(sorts, args, strict=True)
        )
        return self.number.get(Predicate(name, known))


NONE = Knots({}, frozenset(), {})


def knots(program: m.Program, units: Iterable[Unit], circles: Iterable[frozenset[str]]) -> Knots:
    """The knots of the units in use.

    Arguments:
        program: gives sorts and definitions.
        units: the units in use.
        circles: the names that depend on each other when all sorts are collapsed; nothing else can be in a knot.
    """
    names = frozenset(name for circle in circles for name in circle)
    if not names:
        return NONE
    bearing = [unit for unit in units if any(head.name in names for head in unit.heads)]
    expanded = expandable(program, bearing)
    graph = dependency_graph(program, bearing, expanded)
    graph = restricted(graph, {predicate for predicate in graph if predicate.name in names})
    number: dict[Predicate, int] = {}
    for count, component in enumerate(components(graph)):
        cyclic = len(component) > 1 or component[0] in graph[component[0]]
        if cyclic and not any(True for _ in strict_edges(graph, set(component))):
            number.update(dict.fromkeys(component, count))
    reader = Reader(program, expanded)
    return Knots(number, expanded, {name: reader.sorts(name) for name in sorted({p.name for p in number})})
