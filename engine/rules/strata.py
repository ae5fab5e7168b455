"""Dependencies among predicates: no cycle may pass through NOT, an exception, a comparison, an expression or an
aggregate.

Cycles are judged on predicates, with fixed sorts expanded and the sorts of a case not, so that an error never
depends on a case.  The whole program is looked at with all sorts collapsed first; fixed sorts are expanded only
where that shows a cycle, and only as far as LIMIT instances of one clause.
A cycle all of whose predicates are free of a case's sorts closes in every case: an error (RL300).  Any other is a
warning (RL301): whether it closes depends on the entities, and what a closed one concludes is open.
Docs: docs/semantics.md, part 1 (strata) and item 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from rulelang.engine.rules.components import components
from rulelang.engine.rules.group import ExceptionPart
from rulelang.engine.rules.reads import Known, Read, Reader
from rulelang.engine.rules.units import Unit
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import Diagnostic, Label, Severity

LIMIT = 10_000
"""The most instances of one clause that are looked at; beyond it the longest sort is collapsed as well."""


class Predicate(NamedTuple):
    """A predicate, told apart by the members of fixed sorts (None: an entity of a case, not looked at)."""

    name: str
    args: tuple[Known | None, ...] = ()

    @property
    def text(self) -> str:
        if not self.args or all(argument is None for argument in self.args):
            return self.name
        return f"{self.name}({', '.join('…' if a is None else str(a) for a in self.args)})"


@dataclass(frozen=True, slots=True)
class Dependency:
    """`unit` concludes something and reads something else; `how` None: only positively."""

    unit: Unit
    how: str | None


Graph: TypeAlias = dict[Predicate, dict[Predicate, Dependency]]
"""What each predicate depends on; a dependency that is strict anywhere is shown as strict."""


def dependency_graph(program: m.Program, units: Iterable[Unit], expanded: frozenset[str] = frozenset()) -> Graph:
    """The graph of what is concluded and what that reads.

    Arguments:
        program: gives definitions and sorts.
        units: the rules' units.
        expanded: the fixed sorts whose members are told apart.
    """
    reader = Reader(program, expanded)
    graph: Graph = {}
    for unit in units:
        for head, read in dict.fromkeys(_dependencies(reader, unit)):
            target = Predicate(read.name, read.args)
            found = graph.setdefault(head, {}).get(target)
            graph.setdefault(target, {})
            if found is None or (read.how is not None and found.how is None):
                graph[head][target] = Dependency(unit, read.how)
    return graph


def circles(graph: Graph) -> tuple[frozenset[str], ...]:
    """The names that depend on each other, themselves included; each set in the order of the graph."""
    return tuple(
        frozenset(predicate.name for predicate in component)
        for component in components(graph)
        if len(component) > 1 or component[0] in graph[component[0]]
    )


def dependency_findings(
    program: m.Program,
    graph: Graph,
    units: Sequence[Unit],
    alternatives: Callable[[Sequence[Unit]], Iterable[Sequence[Unit]]],
) -> tuple[Diagnostic, ...]:
    """The cycles through strict dependencies, one finding for each knot of predicates.

    Arguments:
        program: the program.
        graph: the dependencies of these units with all sorts collapsed.
        units: the units of all rules that can be in use, variants side by side.
        alternatives: splits such units into the sets that can be in use together.
    """
    findings: dict[tuple[str, ...], Diagnostic] = {}
    for knot in _strict_knots(graph):
        names = {predicate.name for predicate in knot}
        bearing = [unit for unit in units if any(head.name in names for head in unit.heads)]
        for together in alternatives(bearing):
            found = _judge(program, together, names)
            if found is not None:
                findings.setdefault(*found)
    return tuple(findings.values())


# ------------------------------------------------------------------------------------------------------- parts


def _dependencies(reader: Reader, unit: Unit) -> Iterator[tuple[Predicate, Read]]:
    for scope in _scopes(reader, unit):
        if reader.known(unit.condition, scope) is False:
            continue
        condition: tuple[Read, ...] | None = None
        for head in unit.heads:
            concluded = [Predicate(head.name, args) for args in reader.instances(head.name, head.args, scope)]
            if not concluded:
                continue
            if condition is None:
                condition = tuple(dict.fromkeys(_condition(reader, unit, scope)))
            own = tuple(reader.arguments(head.args, scope))
            if isinstance(head, m.Limit):
                own += tuple(Read(read.name, read.args, read.how or "in a limit") for read in condition)
            else:
                own += condition
            if isinstance(head, m.Assign | m.Limit):
                own += tuple(reader.value(head.value, scope, "in an expression"))
            for predicate in concluded:
                for read in own:
                    yield predicate, read


def _condition(reader: Reader, unit: Unit, scope: dict[str, Known | None]) -> Iterator[Read]:
    for binder in unit.binders:
        if isinstance(binder.range, m.RelationRange):
            yield from reader.arguments(binder.range.args, scope)
    yield from reader.formula(unit.condition, scope, True, None)
    for part in unit.exceptions:
        yield from _exception(reader, part, scope)


def _exception(reader: Reader, part: ExceptionPart, scope: dict[str, Known | None]) -> Iterator[Read]:
    how = f"in the exception `{part.id}`"
    for members in product(*(reader.members(binder.range.sort) for binder in part.binders)):
        inner = dict(scope)
        inner.update(zip((binder.variable for binder in part.binders), members, strict=True))
        yield from reader.formula(part.condition, inner, True, how)
        for below in part.exceptions:
            yield from _exception(reader, below, inner)


def _scopes(reader: Reader, unit: Unit) -> Iterator[dict[str, Known | None]]:
    names = [binder.variable for binder in unit.binders]
    for members in product(*(reader.members(binder.range.sort) for binder in unit.binders)):
        yield dict(zip(names, members, strict=True))


def restricted(graph: Graph, kept: set[Predicate]) -> Graph:
    """The graph on some of its predicates, in its order."""
    return {
        predicate: {target: dependency for target, dependency in targets.items() if target in kept}
        for predicate, targets in graph.items()
        if predicate in kept
    }


def _strict_knots(graph: Graph) -> Iterator[set[Predicate]]:
    """The strongly connected components that hold a strict dependency inside, in the order of the text."""
    position = {predicate: number for number, predicate in enumerate(graph)}
    found: list[set[Predicate]] = []
    for component in map(set, components(graph)):
        if any(True for _ in strict_edges(graph, component)):
            found.append(component)
    yield from sorted(found, key=lambda component: min(position[predicate] for predicate in component))


def strict_edges(graph: Graph, component: set[Predicate]) -> Iterator[tuple[Predicate, Predicate]]:
    """The strict dependencies inside a component."""
    for predicate in component:
        for target, dependency in graph[predicate].items():
            if target in component and dependency.how is not None:
                yield predicate, target


def _judge(program: m.Program, units: Sequence[Unit], names: set[str]) -> tuple[tuple[str, ...], Diagnostic] | None:
    """The finding for one set of units, by the predicates of its cycle; an error goes before a warning."""
    expanded = expandable(program, units)
    graph = dependency_graph(program, units, expanded)
    graph = restricted(graph, {predicate for predicate in graph if predicate.name in names})
    reader = Reader(program, expanded)
    closed = {
        predicate
        for predicate in graph
        if all(sort is None or sort in expanded for sort in reader.sorts(predicate.name))
    }
    for view, severity in ((restricted(graph, closed), Severity.ERROR), (graph, Severity.WARNING)):
        cycle = _shortest(view)
        if cycle is not None:
            return tuple(predicate.name for predicate in cycle), _finding(view, cycle, severity)
    return None


def expandable(program: m.Program, units: Sequence[Unit]) -> frozenset[str]:
    """The fixed sorts that can be told apart without any clause having more than LIMIT instances."""
    expanded = {name for name, sort in program.sorts.items() if sort.members is not None}
    for unit in units:
        sorts = [binder.range.sort for binder in unit.binders]
        while True:
            sizes = {sort: len(program.sorts[sort].members or ()) for sort in sorts if sort in expanded}
            count = 1
            for sort in sorts:
                count *= sizes.get(sort, 1)
            if count <= LIMIT:
                break
            expanded.remove(max(sizes, key=lambda sort: (sizes[sort], sort)))
    return frozenset(expanded)


def _shortest(graph: Graph) -> list[Predicate] | None:
    """A shortest cycle through a strict dependency, from what that concludes."""
    position = {predicate: number for number, predicate in enumerate(graph)}
    best: list[Predicate] | None = None
    for knot in _strict_knots(graph):
        import networkx as nx  # only a fault pays for its import

        inside: nx.DiGraph[Predicate] = nx.DiGraph()
        inside.add_edges_from((one, other) for one, others in restricted(graph, knot).items() for other in others)
        edges = sorted(strict_edges(graph, knot), key=lambda edge: (position[edge[0]], position[edge[1]]))
        for concluded, read in edges[:LIMIT]:
            if best is not None and len(best) == 1:
                return best
            back = nx.bidirectional_shortest_path(inside, read, concluded)
            if best is None or len(back) < len(best):
                best = [concluded, *back[:-1]]
        if best is not None:
            return best
    return None


def _finding(graph: Graph, cycle: list[Predicate], severity: Severity) -> Diagnostic:
    labels: list[Label] = []
    for concluded, read in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        dependency = graph[concluded][read]
        how = "" if dependency.how is None else f" {dependency.how}"
        labels.append(
            Label(
                dependency.unit.span,
                f"`{dependency.unit.id}` concludes `{concluded.text}` and reads `{read.text}`{how}",
            )
        )
    around = " on ".join(f"`{predicate.text}`" for predicate in (*cycle, cycle[0]))
    if severity is Severity.ERROR:
        message = f"a conclusion rests on its own absence or value: {around}"
        hint = "only conditions without NOT, exceptions, comparisons and aggregates may go in a circle"
        return Diagnostic("RL300", message, labels[0], tuple(labels[1:]), hint)
    message = f"a conclusion may rest on its own absence or value: {around}"
    hint = "a case whose entities close this circle leaves what it concludes undetermined"
    return Diagnostic("RL301", message, labels[0], tuple(labels[1:]), hint, severity)
