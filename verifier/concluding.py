"""The rules that conclude on what a claim says, found by what they conclude and ask for: of most of them a claim says
nothing, and none of them need be asked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.citations import Cited
from rulelang.verifier.condition import formula_of
from rulelang.verifier.parts import Limiting, Part, every_exception
from rulelang.verifier.said import compared_in


class Concluding:
    """Of the rules of a case those that conclude on a statement, compare what it compares, or ask for it as it is."""

    def __init__(self, parts: Iterable[Part], limits: Iterable[Limiting], cited: Cited) -> None:
        self._cited = cited
        self._contests = _Rules()
        self._conditions = _Rules()
        """By ANDs and ORs in the conditions of a rule, and by what these are conditions on."""
        self._quantities = _Rules()
        self._compared = _Rules()
        """By the values in comparisons."""
        self._defined = _Rules()
        """By what definitions and other units that conclude on no contest read and ask for."""
        for part in parts:
            if (part.clause, part.rule.contest) not in cited.idle:
                self._contests.add([part.rule.contest], part.rule.rule)
            for one in (part.condition, *(exception.condition for exception in every_exception(part))):
                self._conditions.add(_joined(formula_of(one)), part.rule.rule)
        for limiting in limits:
            self._contests.add([limiting.contest], limiting.limit.rule)
        for clause in cited.clauses:
            rule = cited.rules.get(clause.id, clause.id)
            self._conditions.add(map(expand.bare, clause.leaves), rule)
            self._quantities.add(compared_in(clause.leaves), rule)
            comparisons = [leaf for leaf in clause.leaves if expand.is_comparison(leaf)]
            self._compared.add((read for leaf in comparisons for read in expand.reads(leaf)), rule)
            if clause.contest is None:
                self._defined.add((*clause.reads, *clause.leaves), rule)

    def on(self, statements: Sequence[core.Formula]) -> set[str]:
        """The rules for some statements."""
        found = self._contests.of(contest for one in statements for contest in expand.contests(one))
        reads = {read for one in statements for read in expand.reads(one)}
        leaves = {leaf for one in statements for leaf in expand.leaves(one)}
        whole = {expand.bare(one) for one in statements}
        asides = self._cited.asides
        if asides is not None:
            found.update(rule for one in statements for rule in asides.concluding(one))
        found |= self._conditions.of(
            one for one in whole if not isinstance(one, core.FactTest | core.Established | core.Named)
        )
        found |= self._quantities.of(compared_in(leaves))
        found |= self._compared.of(reads)
        return found | self._defined.of((*reads, *leaves, *(atom for one in statements for atom in _named(one))))


class _Rules:
    """Rules by something that is looked for in them."""

    def __init__(self) -> None:
        self._by: dict[Hashable, set[str]] = {}

    def add(self, keys: Iterable[Hashable], rule: str) -> None:
        for key in keys:
            self._by.setdefault(key, set()).add(rule)

    def of(self, keys: Iterable[Hashable]) -> set[str]:
        return {rule for key in keys for rule in self._by.get(key, ())}


def _joined(condition: core.Formula) -> Iterator[core.Formula]:
    """The ANDs and ORs of a condition: `VIOLATED a` is one."""
    match condition:
        case core.Not(operand):
            yield from _joined(operand)
        case core.And(parts) | core.Or(parts):
            yield condition
            for one in parts:
                yield from _joined(one)
        case _:
            pass


def _named(statement: core.Formula) -> Iterator[core.Formula]:
    """The boolean definitions of which a statement speaks, those in what it counts included."""
    return (atom for atom in expand.atoms(statement) if isinstance(atom, core.Named))
