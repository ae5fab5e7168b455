"""The new version with some of its changes undone, and which changes a difference is due to: those without which it
would not be there.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rulelang.engine import core as c
from rulelang.engine.analysis.changes import OUTCOME, Change
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.grounding.blocks import blocks
from rulelang.engine.rules import knots

MOST_MINIMAL = 8
"""Changes up to which each is asked for by itself whether it is in a minimal set; of more, one such set is found."""


def responsible(candidates: Sequence[Change], gone: Callable[[frozenset[str]], bool]) -> tuple[Change, ...]:
    """The changes that are in a minimal set with which undone there is no difference; in their order.

    Where a difference takes two changes, undoing either will do, and both are named; so are two of which each makes
    it.  A change of which it is never of any matter whether it is undone is not.

    Arguments:
        candidates: all of them where even these do not suffice.
        gone: whether there is no difference where the changes of these clauses are undone.
    """
    known: dict[frozenset[str], bool] = {}

    def undone(some: Sequence[Change]) -> bool:
        names = frozenset(change.clause for change in some)
        if names not in known:
            known[names] = gone(names)
        return known[names]

    if not undone(candidates):
        return tuple(candidates)
    if len(candidates) > MOST_MINIMAL:
        return _minimal(candidates, undone)
    found: set[Change] = set()
    for one in candidates:
        if one not in found:
            found |= set(_minimal([one, *(other for other in candidates if other is not one)], undone))
    return tuple(change for change in candidates if change in found)


def _minimal(changes: Sequence[Change], undone: Callable[[Sequence[Change]], bool]) -> tuple[Change, ...]:
    """A minimal set of these, the first of them if it can be: large pieces are left out first, from the end."""
    kept, size = tuple(changes), len(changes)
    while size:
        end = len(kept)
        while end > 0:
            fewer = kept[: max(0, end - size)] + kept[end:]
            if fewer and fewer != kept and undone(fewer):
                kept = fewer
            end -= size
        size //= 2
    return kept


def reverted(old: c.Core, new: c.Core, undone: Container[str]) -> c.Core | None:
    """The new core with the changes of some clauses (or `DEFINE d`, `TABLE t`, `OUTCOME o`) undone.

    None where that is no program: the order of its rules goes in a circle, or there are circles of dependencies, of
    which this does not know how they are settled.
    """
    if any(block.cyclic or block.broken for core in (old, new) for block in core.blocks):
        return None
    parts = _Parts(old, new, undone)
    contests: dict[str, c.Contest] = {}
    for key in dict.fromkeys((*new.contests, *old.contests)):
        made = parts.contest(key)
        if made is None:
            return None
        contests[key] = made
    definitions = {**old.definitions, **{
        key: old.definitions.get(key, one) if f"DEFINE {one.name}" in undone else one
        for key, one in new.definitions.items()
    }}  # fmt: skip
    tables = {**old.tables, **{
        name: old.tables.get(name, table) if f"TABLE {name}" in undone else table for name, table in new.tables.items()
    }}  # fmt: skip
    ordered = blocks(contests, parts.rules, definitions, knots.NONE)
    if any(block.cyclic for block in ordered):
        return None
    facts = {**old.facts, **new.facts}
    return replace(
        new, facts=facts, contests=contests, rules=tuple(parts.rules), definitions=definitions, blocks=ordered,
        tables=tables, targets=(),
    )  # fmt: skip


@dataclass(slots=True)
class _Parts:
    old: c.Core
    new: c.Core
    undone: Container[str]
    rules: list[c.GroundRule]

    def __init__(self, old: c.Core, new: c.Core, undone: Container[str]) -> None:
        self.old, self.new, self.undone, self.rules = old, new, undone, []

    def contest(self, key: str) -> c.Contest | None:
        old, new = self.old.contests.get(key), self.new.contests.get(key)
        said = new or old
        assert said is not None
        ours, theirs = _by_key(self.old, old), _by_key(self.new, new)
        kept = [self._rule(rule, ours.get(name)) for name, rule in theirs.items() if not self._is_undone(rule)]
        kept += [
            self._rule(theirs.get(name), rule) for name, rule in ours.items() if new is None or self._is_undone(rule)
        ]
        before, after = _order(self.old, old), _order(self.new, new)

        def outranks(one: c.GroundRule, other: c.GroundRule) -> bool:
            if one.rank != other.rank:
                return one.rank > other.rank
            both = one.key in ours and other.key in ours
            here = one.key in theirs and other.key in theirs
            # Where their order has changed both have.
            as_before = both and (not here or (self._is_undone(one) and self._is_undone(other)))
            return (one.key, other.key) in (before if as_before else after)

        placed = _placed(kept, outranks)
        if placed is None:
            return None
        ordered, below = placed
        first = len(self.rules)
        self.rules.extend(ordered)
        typed = old if old is not None and f"{OUTCOME}{said.name}" in self.undone else said
        limits = [self._limit(one, old) for one in (new.limits if new else ()) if one.clause not in self.undone]
        limits += [
            self._limit(one, new) for one in (old.limits if old else ()) if new is None or one.clause in self.undone
        ]
        return replace(
            said, type=typed.type, domain=typed.domain, rules=tuple(range(first, len(self.rules))), outranks=below,
            limits=tuple(limits),
        )  # fmt: skip

    def _is_undone(self, rule: c.GroundRule) -> bool:
        return clause_name(rule) in self.undone

    def _rule(self, new: c.GroundRule | None, old: c.GroundRule | None) -> c.GroundRule:
        """The rule of one version with the exceptions of both."""
        one = old if new is None or (old is not None and self._is_undone(new)) else new
        assert one is not None
        theirs = () if new is None else new.exceptions
        return replace(one, exceptions=self._exceptions(theirs, () if old is None else old.exceptions))

    def _limit(self, one: c.GroundLimit, other: c.Contest | None) -> c.GroundLimit:
        same = next((limit for limit in (other.limits if other else ()) if limit.key == one.key), None)
        beside = () if same is None else same.exceptions
        mine, theirs = (one.exceptions, beside) if one.clause not in self.undone else (beside, one.exceptions)
        return replace(one, exceptions=self._exceptions(mine, theirs))

    def _exceptions(
        self, new: Sequence[c.GroundException], old: Sequence[c.GroundException]
    ) -> tuple[c.GroundException, ...]:
        made: list[c.GroundException] = []
        for name in dict.fromkeys(part.id for part in (*new, *old)):
            ours = [part for part in old if part.id == name]
            theirs = [part for part in new if part.id == name]
            mine, other = (ours, theirs) if name in self.undone else (theirs, ours)
            for number, part in enumerate(mine):
                beside = other[number].exceptions if number < len(other) else ()
                pair = (beside, part.exceptions) if name in self.undone else (part.exceptions, beside)
                made.append(replace(part, exceptions=self._exceptions(*pair)))
        return tuple(made)


def _by_key(core: c.Core, contest: c.Contest | None) -> dict[str, c.GroundRule]:
    return {} if contest is None else {core.rules[index].key: core.rules[index] for index in contest.rules}


def _order(core: c.Core, contest: c.Contest | None) -> set[tuple[str, str]]:
    """Which rule outranks which, by their keys."""
    if contest is None:
        return set()
    keys = [core.rules[index].key for index in contest.rules]
    return {(keys[i], keys[j]) for i, below in enumerate(contest.outranks) for j in below}


def _placed(
    rules: Iterable[c.GroundRule], outranks: Callable[[c.GroundRule, c.GroundRule], bool]
) -> tuple[list[c.GroundRule], tuple[frozenset[int], ...]] | None:
    """The rules with what outranks first, and what each outranks, closed; None where that goes in a circle."""
    left = list(rules)
    below: dict[str, set[str]] = {
        one.key: {other.key for other in left if other is not one and outranks(one, other)} for one in left
    }
    ordered: list[c.GroundRule] = []
    while left:
        top = next((one for one in left if not any(one.key in below[other.key] for other in left)), None)
        if top is None:
            return None
        ordered.append(top)
        left.remove(top)
    place: Mapping[str, int] = {rule.key: number for number, rule in enumerate(ordered)}
    for rule in reversed(ordered):
        for key in list(below[rule.key]):
            below[rule.key] |= below[key]
    return ordered, tuple(frozenset(place[key] for key in below[rule.key]) for rule in ordered)
