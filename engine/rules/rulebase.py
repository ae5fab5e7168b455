"""Everything about a program's rules that does not depend on a case: what `ground` reads.

`prepare(program)` makes it once; a selection of variants (`RuleBase.select`) then says which units are in use, and
with them the precedence order.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, KeysView, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product

from rulelang.engine.core import Kind, Rank
from rulelang.engine.rules.augment import chain, grow
from rulelang.engine.rules.families import Families, Selection, families, refusal, select
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.engine.rules.knots import Knots, knots
from rulelang.engine.rules.order import Contender, Order, Place, Specific, build_order, explained
from rulelang.engine.rules.preferences import Names, Statement, in_force, member_in_use, stated
from rulelang.engine.rules.strata import circles, dependency_findings, dependency_graph
from rulelang.engine.rules.suspend import suspenders, suspension
from rulelang.engine.rules.units import Unit, defaults, inclusions, units_of
from rulelang.grammar.collector import collector_paused
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError, Severity, has_errors
from rulelang.grammar.model import Limit, Program, Reference

__all__ = ["RuleBase", "Unit", "prepare"]

DECLARED = frozenset({Kind.CONCEPT, Kind.DEFAULT})
"""The kinds of units that come from declarations, not from rules."""

COMBINATIONS = 256
"""The most combinations of variants that one knot of dependencies is judged for."""


class RuleBase:
    """The finished rules of a program, its families, and for each selection the units and their order.

    Made by `prepare`.  Everything is worked out when it is first asked for and then kept.
    """

    def __init__(
        self,
        program: Program,
        known: Families,
        groups: Mapping[str, Group],
        suspending: Mapping[str, tuple[str, ...]],
        statements: tuple[Statement, ...],
    ) -> None:
        self.program = program
        self.families = known
        self.groups = groups
        """The finished group of every rule, META RULEs and replaced bases included."""
        self._suspending = suspending
        self._statements = statements
        self._declared = (*inclusions(program), *defaults(program))
        self._declared_for: dict[str, list[Unit]] = {}
        for unit in self._declared:
            self._declared_for.setdefault(unit.rule, []).append(unit)
        self._units: dict[tuple[str, tuple[str, ...]], tuple[Unit, ...]] = {}
        self._index: dict[str, tuple[str, ...]] | None = None
        self._found: dict[tuple[Selection, str], tuple[Unit, ...]] = {}
        self._orders: dict[Selection, Order] = {}
        self._members: dict[Selection, dict[str, None]] = {}
        self.circular: tuple[frozenset[str], ...] = ()
        """The names of outcomes and actions that depend on each other, all sorts collapsed."""
        self._knots: dict[Selection, Knots] = {}
        self._unproved: list[Mapping[tuple[str, str], str]] = []

    def rearranged(self, program: Program) -> RuleBase:
        """The same rules where the program's declarations stand in another order."""
        place = {rule: number for number, rule in enumerate(program.rules)}
        by_root = {root: self.families.by_root[root] for root in program.rules if root in self.families.by_root}
        known = Families({root: family.rearranged(place) for root, family in by_root.items()}, self.families.root_of)
        suspending = {rule: tuple(sorted(by, key=place.__getitem__)) for rule, by in self._suspending.items()}
        groups = {rule: self.groups[rule] for rule in program.rules}
        made = RuleBase(program, known, groups, suspending, self._statements)
        made.circular = self.circular
        return made

    def select(self, using: tuple[Reference, ...] = ()) -> tuple[Selection | None, tuple[Diagnostic, ...]]:
        """The selection for `USING …` (empty: the only leaf of each family), or what is wrong with it."""
        return select(self.program, self.families, using)

    def group(self, rule: str) -> Group:
        """The finished rule."""
        return self.groups[rule]

    def in_use(self, selection: Selection) -> KeysView[str]:
        """The rules that a selection uses, in the order of the text; of families without a choice, none."""
        found = self._members.get(selection)
        if found is None:
            member = member_in_use(self.families, selection)
            chosen = {member(root) for root in self.families.by_root}
            found = self._members[selection] = {rule: None for rule in self.program.rules if rule in chosen}
        return found.keys()

    def units_for(self, selection: Selection, predicate: str) -> tuple[Unit, ...]:
        """The units that conclude or limit this outcome or action: rules in the order of the text, then
        inclusions, then a DEFAULT.

        Raises:
            RuleLangError: a family bears on it of which no member was chosen (RL312, names the leaves).
        """
        key = (selection, predicate)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = tuple(self._look_up(selection, predicate))
        return found

    def units(self, selection: Selection) -> Iterator[Unit]:
        """All units in use; families without a choice are left out."""
        in_use = self.in_use(selection)
        for rule in self.program.rules:
            if rule in in_use:
                yield from self._of(rule, self._suspended_by(rule, in_use))
        yield from self._declared

    def order(self, selection: Selection) -> Order:
        """The precedence order among the rules in use.

        Raises:
            RuleLangError: it goes in a circle (RL320), or it orders a pair that is declared UNRESOLVED (RL323).
        """
        found = self._orders.get(selection)
        if found is None:
            found = self._orders[selection] = self._build(selection)
        return found

    def knots(self, selection: Selection) -> Knots:
        """Which contests are settled together because their predicates depend on each other positively."""
        found = self._knots.get(selection)
        if found is None:
            found = self._knots[selection] = knots(self.program, self.units(selection), self.circular)
        return found

    def outranks(self, selection: Selection, left: Place, right: Place) -> bool:
        """Whether the one order puts left above right (rank-1 places; ranks are compared by the reader)."""
        return self.order(selection).outranks(left, right)

    def everything(self) -> Iterator[Unit]:
        """The units of all rules that can be in use, variants side by side."""
        for rule, written in self.program.rules.items():
            if not written.meta:
                yield from self._of(rule, self._reaching(rule))
        yield from self._declared

    def together(self, units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
        """The sets of these units that can be in use together: one member of each family."""
        declared = tuple(unit for unit in units if unit.kind in DECLARED)
        rules = tuple(dict.fromkeys(unit.rule for unit in units if unit.kind not in DECLARED))
        choices: dict[str, tuple[str, ...]] = {}
        for rule in rules:
            for bearing in (rule, *self._reaching(rule)):
                family = self.families.of(bearing)
                if len(family.selectable) > 1:
                    choices[family.root] = family.selectable
        for members in islice(product(*choices.values()), COMBINATIONS):
            chosen = dict(zip(choices, members, strict=True))

            def usable(rule: str, chosen: Mapping[str, str] = chosen) -> bool:
                return chosen.get(self.families.root_of[rule], rule) == rule

            kept = list(declared)
            for rule in filter(usable, rules):
                kept.extend(self._of(rule, tuple(by for by in self._reaching(rule) if usable(by))))
            yield tuple(kept)

    # ------------------------------------------------------------------------------------------------ parts

    def _look_up(self, selection: Selection, predicate: str) -> Iterator[Unit]:
        in_use = self.in_use(selection)
        open_families = dict(selection.open)
        for rule in self._by_predicate().get(predicate, ()):
            self._refuse_open(rule, open_families)
            if rule not in in_use:
                continue
            for suspending in self._reaching(rule):
                self._refuse_open(suspending, open_families)
            for unit in self._of(rule, self._suspended_by(rule, in_use)):
                if any(head.name == predicate for head in unit.heads):
                    yield unit
        yield from self._declared_for.get(predicate, ())

    def _refuse_open(self, rule: str, open_families: Mapping[str, tuple[str, ...]]) -> None:
        root = self.families.root_of[rule]
        leaves = open_families.get(root)
        if leaves is not None and rule in leaves:
            raise refusal(self.program, root, leaves)

    def _by_predicate(self) -> Mapping[str, tuple[str, ...]]:
        """For each outcome or action the rules that can be in use and conclude it."""
        if self._index is None:
            index: dict[str, dict[str, None]] = {}
            for rule, written in self.program.rules.items():
                if written.meta:
                    continue
                for unit in self._of(rule, ()):
                    for head in unit.heads:
                        index.setdefault(head.name, {})[rule] = None
            self._index = {name: tuple(rules) for name, rules in index.items()}
        return self._index

    def _reaching(self, rule: str) -> tuple[str, ...]:
        """The rules that suspend this one, or suspend one that does, and so on."""
        found: dict[str, None] = {}
        todo = list(self._suspending.get(rule, ()))
        while todo:
            by = todo.pop(0)
            if by not in found:
                found[by] = None
                todo.extend(self._suspending.get(by, ()))
        return tuple(found)

    def _suspended_by(self, rule: str, in_use: KeysView[str]) -> tuple[str, ...]:
        return tuple(by for by in self._reaching(rule) if by in in_use) if rule in self._suspending else ()

    def _of(self, rule: str, suspending: tuple[str, ...]) -> tuple[Unit, ...]:
        """The units of a rule where these rules suspend it or each other."""
        key = (rule, suspending)
        found = self._units.get(key)
        if found is None:
            group = self.groups[rule]
            found = units_of(group, self._suspensions(group, frozenset(suspending)))
            self._units[key] = found
        return found

    def _suspensions(self, target: Group, suspending: frozenset[str]) -> tuple[ExceptionPart, ...]:
        parts: list[ExceptionPart] = []
        for by in self._suspending.get(target.id, ()):
            if by in suspending:
                group = self.groups[by]
                exceptions = (*group.exceptions, *self._suspensions(group, suspending))
                parts.append(suspension(group, exceptions, target))
        return tuple(parts)

    def _build(self, selection: Selection) -> Order:
        member = member_in_use(self.families, selection)
        in_use = self.in_use(selection)
        with_rivals = tuple(g for rule, g in self.groups.items() if g.rivals and rule in in_use)
        steps = in_force(self._statements, self.families, member, with_rivals)
        order = build_order(steps, self.program.prefer, self._contenders(selection), self._specific(selection))
        problems = tuple(_ordered_although_unresolved(order, with_rivals))
        if problems:
            raise RuleLangError(problems)
        return order

    def _specific(self, selection: Selection) -> Specific:
        """What PREFER SPECIFIC asks, by proof."""
        if "SPECIFIC" not in self.program.prefer:
            return lambda left, right: False
        # Imported here: only this criterion needs the solver.
        from rulelang.engine.analysis.specific import Specificity

        placed = {
            unit.place(index): (unit, index)
            for unit in self.units(selection)
            if unit.rank is Rank.ORDINARY
            for index, head in enumerate(unit.heads)
            if not isinstance(head, Limit)
        }
        specificity = Specificity(self.program, placed)
        self._unproved.append(specificity.unproved)
        return specificity.above

    def unproved(self) -> Iterator[Diagnostic]:
        """The pairs that PREFER SPECIFIC leaves unordered because nothing was proved of them, of all orders so far."""
        said: set[tuple[str, str]] = set()
        for pairs in self._unproved:
            for pair, reason in pairs.items():
                if pair not in said:
                    said.add(pair)
                    yield _not_proved(self.program, pair, reason)

    def _contenders(self, selection: Selection) -> Iterator[Contender]:
        for unit in self.units(selection):
            if unit.rank is Rank.ORDINARY:
                since, authority = _dated(self.program, unit.rule)
                for index, head in enumerate(unit.heads):
                    if not isinstance(head, Limit):
                        yield Contender(unit.place(index), head, since, authority, span=unit.span)


@collector_paused()
def prepare(program: Program) -> tuple[RuleBase | None, tuple[Diagnostic, ...]]:
    """All findings about the rules, whatever the case, and the rule base if none of them is an error.

    Looked at: AUGMENTS chains and the operators' clauses, USING in the program's cases, preferences and their order
    for each selection that a case makes, suspensions, and cycles of dependencies.
    """
    known, problems = families(program)
    if problems:
        return None, problems
    groups, grown = _grow_all(program)
    if grown:
        return None, grown
    names = Names(program, groups.get)
    statements, unclear = stated(program, names)
    suspending, unsuspended = suspenders(program, known, names)
    base = RuleBase(program, known, groups, suspending, statements)
    findings = [*unclear, *unsuspended]
    if has_errors(findings):
        return None, tuple(findings)
    try:
        units = tuple(base.everything())
    except RuleLangError as error:
        return None, (*findings, *error.diagnostics)
    graph = dependency_graph(program, units)
    findings += dependency_findings(program, graph, units, base.together)
    base.circular = circles(graph)
    findings += _orders(base)
    findings += base.unproved()
    return (None if has_errors(findings) else base), tuple(findings)


def _grow_all(program: Program) -> tuple[dict[str, Group], tuple[Diagnostic, ...]]:
    groups: dict[str, Group] = {}
    problems: dict[tuple[object, ...], Diagnostic] = {}
    for rule in program.rules:
        try:
            groups[rule] = grow(program, rule)
        except RuleLangError as error:
            for problem in error.diagnostics:
                # A variant repeats what is wrong with the clauses that it inherits.
                problems.setdefault((problem.code, problem.message, problem.primary), problem)
    return groups, tuple(problems.values())


def _orders(base: RuleBase) -> Iterator[Diagnostic]:
    """What is wrong with USING in the program's cases, and with the order for each selection that they make."""
    usings: dict[tuple[str, ...], tuple[Reference, ...]] = {(): ()}
    for case in base.program.cases.values():
        usings.setdefault(tuple(reference.name for reference in case.using), case.using)
    said: set[str] = set()
    for using in usings.values():
        selection, problems = base.select(using)
        if selection is not None:
            try:
                base.order(selection)
            except RuleLangError as error:
                problems = error.diagnostics
        for problem in problems:
            if problem.message not in said:
                said.add(problem.message)
                yield problem


def _not_proved(program: Program, pair: tuple[str, str], reason: str) -> Diagnostic:
    first, second = pair
    return Diagnostic(
        "RL540",
        f"PREFER SPECIFIC leaves `{first}` and `{second}` unordered: neither is proved the more specific ({reason})",
        None if program.prefer_span is None else Label(program.prefer_span),
        hint=f"state which of them stands: PRIORITY {first} OVER {second}",
        severity=Severity.WARNING,
    )


def _dated(program: Program, rule: str) -> tuple[datetime.date | None, Fraction | None]:
    """When a rule took effect, and its authority: its own, else those of the nearest ancestor that states them."""
    since: datetime.date | None = None
    authority: Fraction | None = None
    for written in chain(program, rule):
        if written.effective is not None:
            since = written.effective[0]
        if written.authority is not None:
            authority = written.authority
    return since, authority


def _ordered_although_unresolved(order: Order, groups: Iterable[Group]) -> Iterator[Diagnostic]:
    for group in groups:
        for rival in group.rivals:
            if rival.resolution != "UNRESOLVED":
                continue
            for i, j in product(range(len(rival.outcomes)), range(len(group.outcomes))):
                theirs, ours = Place(rival.id, rival.id, i), Place(group.id, group.id, j)
                steps = order.reason(theirs, ours) or order.reason(ours, theirs)
                if steps:
                    yield Diagnostic(
                        "RL323",
                        f"`{rival.id}` is UNRESOLVED, but `{steps[0].higher}` stands above `{steps[-1].lower}`",
                        Label(rival.span, "declared UNRESOLVED"),
                        tuple(Label(step.span, explained(step)) for step in steps),
                        hint="write PREVAILS or YIELDS instead of UNRESOLVED, or take the preference back",
                    )
                    break
