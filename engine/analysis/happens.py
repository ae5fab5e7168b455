"""What happens in some case of the whole program: rules that fire, exceptions in force, rivals that meet, and gaps.

Sampled worlds show what is possible at once; what none of them shows is asked by itself, in the cone of the rule, as
long as the budget lasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rulelang.engine import core as c
from rulelang.engine.analysis.budget import Budget
from rulelang.engine.analysis.cubes import Cube, applies, inside
from rulelang.engine.analysis.free import Free, Impossible, Possible
from rulelang.engine.analysis.sampled import sample, shown
from rulelang.engine.analysis.scope import Scope
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.analysis.stated import outcomes_stated
from rulelang.engine.analysis.told import Told, told
from rulelang.engine.analysis.walk import Reads
from rulelang.engine.solver import Limits, NotEncoded, Witness, encode
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.proof import confirmed
from rulelang.engine.solver.query import case_assumptions, formula_assumptions, smallest, verdict, witness
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.terms import GaveUp, Irrational
from rulelang.grammar.model import Program

MOST_FACTS = 40
"""Facts of a case up to which the smallest one is looked for."""


@dataclass(slots=True)
class Happens:
    """Asks whether something can happen in a case of the program."""

    program: Program
    core: c.Core
    scope: Scope
    free: Free
    budget: Budget = field(default_factory=Budget)
    by_sample: int = 0
    reads: Reads = field(init=False)
    unsure: list[str] = field(default_factory=list[str])
    stated: frozenset[str] = field(init=False)
    """The outcomes that cases of the program state."""

    def __post_init__(self) -> None:
        self.reads = Reads(self.core)
        self.stated = outcomes_stated(self.program)

    def about(self, core: c.Core) -> Happens:
        """The same of a core with other tables, on the same budget."""
        return Happens(self.program, core, self.scope, Free(self.program, core, self.scope), self.budget)

    def clauses(self) -> Iterator[tuple[str, str, Impossible | None]]:
        """Each clause with what of it never happens: "fires" (a rule, its condition), "excepts" (an exception, within
        its rule), "meets" (a rival, its base); why, where its own condition alone is never true."""
        rules: dict[str, list[c.Formula]] = {}
        excepting: dict[str, list[c.Formula]] = {}
        rivals: dict[str, list[c.Formula]] = {}
        bases: dict[str, dict[str, c.Formula]] = {}
        for contest in self.core.contests.values():
            for index in contest.rules:
                rule = self.core.rules[index]
                name = clause_name(rule)
                rules.setdefault(name, []).append(rule.condition)
                if rule.kind is c.Kind.BASE:
                    bases.setdefault(rule.rule, {})[repr(rule.binding)] = rule.condition
                for exception, above in _exceptions(rule.exceptions, (rule.condition,)):
                    excepting.setdefault(exception.id, []).append(c.And((*above, exception.condition)))
            for limit in contest.limits:
                rules.setdefault(limit.clause, []).append(limit.condition)
        for rule in self.core.rules:
            base = bases.get(rule.rule, {}).get(repr(rule.binding)) if rule.kind is c.Kind.RIVAL else None
            if base is not None:
                rivals.setdefault(rule.clause, []).append(c.And((rule.condition, base)))
        questions = [
            (name, kind, _any(formulas))
            for kind, found in (("fires", rules), ("excepts", excepting), ("meets", rivals))
            for name, formulas in found.items()
        ]
        seen = shown(self.core, [formula for _, _, formula in questions])
        self.by_sample += sum(seen)
        for (name, kind, formula), is_so in zip(questions, seen, strict=True):
            if is_so:
                continue
            by_facts = not self.reads.names(formula)
            alone = self.free.possible(formula, solve=by_facts, tell=False)
            if by_facts and isinstance(alone, Possible):
                continue
            if not isinstance(alone, Impossible) and self._left_to_cases(formula):
                continue
            if isinstance(alone, Impossible):
                yield name, kind, alone
            elif self.never(formula, name):
                yield name, kind, None

    def _left_to_cases(self, formula: c.Formula) -> bool:
        """Whether a formula reads an outcome that a case of the program states, or of which no rule speaks, so that
        only a case can state it."""
        read = [self.core.contests[name] for name in self.reads.names(formula) if name in self.core.contests]
        return any(not contest.rules or contest.name in self.stated for contest in read)

    def never(self, formula: c.Formula, name: str) -> bool:
        """Whether the formula is false in every world; unsatisfiable iff so.  Unsettled: noted under the name."""
        found = self._ask(formula, name, small=False)
        return found == "never"

    def smallest(self, formula: c.Formula, name: str, claims: Sequence[str] = ()) -> Told | Literal["never"] | None:
        """The smallest case in which the formula can be true (of more than `MOST_FACTS` facts: any); "never" where
        there is none, None where it was not found."""
        found = self._ask(formula, name, small=True)
        if found is None or isinstance(found, str):
            return found
        return self._told(found, formula, claims)

    def _told(self, witness: Witness, formula: c.Formula, claims: Sequence[str]) -> Told:
        names = self.reads.names(formula)
        return told(self.program, self.core, self.scope, witness, "witness", claims, contests=names)

    def _ask(self, formula: c.Formula, name: str, small: bool) -> Witness | Literal["never"] | None:
        limits = self.budget.limits(f"`{name}`")
        if limits is None:
            return None
        encoding = encode(cone(self.core, (formula,)))
        try:
            found = self._asked(encoding, formula, small, limits)
        except (GaveUp, NotEncoded, Irrational):
            self.unsure.append(f"`{name}`")
            return None
        finally:
            self.budget.spend(encoding.terms.spent())
        return found if found == "never" else confirmed(encoding, formula, True, (), found)

    def _asked(
        self, encoding: Encoding, formula: c.Formula, small: bool, limits: Limits
    ) -> Witness | Literal["never"]:
        wanted = encoding.truth(formula)
        assumptions = [*formula_assumptions(encoding, [wanted], "claim"), *case_assumptions(encoding, {})]
        if verdict(encoding, assumptions, limits) == "unsat":
            return "never"
        facts = len(encoding.facts.booleans) + len(encoding.facts.valued)
        if small and facts <= MOST_FACTS:
            return smallest(encoding, assumptions, {}, limits)
        return witness(encoding, {})

    def subsumed(self) -> Iterator[tuple[c.GroundRule, c.GroundRule]]:
        """Rules that another one makes superfluous: it applies wherever they do, with the same head, outranks what
        they outrank, and is outranked by nothing that does not outrank them.  The first such pair of each clause.

        Clauses are compared: every instance of the one must be covered by an instance of the other.
        """
        whole = [rule for rule in self.core.rules if rule.kind is not c.Kind.STIPULATION]
        formulas = {id(rule): applies(rule) for rule in whole}
        sampled = sample(self.core, [formulas[id(rule)] for rule in whole])
        bits = {id(rule): where for rule, where in zip(whole, sampled.lanes, strict=True)}
        instances: dict[str, int] = {}
        for rule in whole:
            instances[clause_name(rule)] = instances.get(clause_name(rule), 0) + 1
        covered: dict[tuple[str, str], int] = {}
        examples: dict[tuple[str, str], tuple[c.GroundRule, c.GroundRule]] = {}
        for contest in self.core.contests.values():
            for i, j in self._same_heads(contest):
                small, large = self.core.rules[contest.rules[i]], self.core.rules[contest.rules[j]]
                if clause_name(small) == clause_name(large) or bits[id(small)] & ~bits[id(large)]:
                    continue
                if self._covers(formulas[id(small)], formulas[id(large)]):
                    pair = clause_name(small), clause_name(large)
                    covered[pair] = covered.get(pair, 0) + 1
                    examples.setdefault(pair, (small, large))
        gone: set[str] = set()
        for (small_name, large_name), count in covered.items():
            if count >= instances[small_name] and small_name not in gone and large_name not in gone:
                gone.add(small_name)
                yield examples[small_name, large_name]

    def _covers(self, small: c.Formula, large: c.Formula) -> bool:
        """Whether one condition is true wherever the other is, by themselves."""
        ours, theirs = self.free.cubes(small), self.free.cubes(large)
        if ours is not None and theirs is not None and len(ours) == len(theirs) == 1:
            one, other = ours[0], theirs[0]
            if inside(one, other) and not self.free.may_be_open(small) and not self.free.may_be_open(large):
                return True
            if not self.free.tied(one) and not self.free.tied(other) and not _said_in(one) and not _said_in(other):
                return False
        return isinstance(self.free.possible(small, c.Not(large), tell=False), Impossible)

    def _same_heads(self, contest: c.Contest) -> Iterator[tuple[int, int]]:
        heads: dict[object, list[int]] = {}
        for i, index in enumerate(contest.rules):
            rule = self.core.rules[index]
            if rule.kind in (c.Kind.STIPULATION, c.Kind.DEFAULT, c.Kind.CONCEPT):
                continue
            head = rule.literal if rule.value is None else repr(rule.value)
            heads.setdefault((rule.rank, head), []).append(i)
        above: list[set[int]] = [set() for _ in contest.rules]
        for k, below in enumerate(contest.outranks):
            for i in below:
                above[i].add(k)
        for group in heads.values():
            for i in reversed(group):
                for j in group:
                    if i != j and contest.outranks[i] - {j} <= contest.outranks[j] and above[j] - {i} <= above[i]:
                        yield i, j


def _said_in(cube: Cube) -> bool:
    """Whether tests of contests, which are not independent of each other, are in a cube."""
    return sum(atom[0] == "said" for atom in cube) > 1


def _exceptions(
    parts: Iterable[c.GroundException], above: tuple[c.Formula, ...]
) -> Iterator[tuple[c.GroundException, tuple[c.Formula, ...]]]:
    for part in parts:
        yield part, above
        yield from _exceptions(part.exceptions, (*above, part.condition))


def _any(formulas: Sequence[c.Formula]) -> c.Formula:
    return formulas[0] if len(formulas) == 1 else c.Or(tuple(formulas))
