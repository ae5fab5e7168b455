"""What the statements of a draft say of judgments, and whether they are so: by formulas and the engine's truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, TypeVar

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.aggregate import instances
from rulelang.verifier.by_instances import Opened, stated_by
from rulelang.verifier.expand import equation
from rulelang.verifier.in_play import Index
from rulelang.verifier.matter import Ready
from rulelang.verifier.mutation.about import touch
from rulelang.verifier.mutation.draft import Draft, Line, Stated
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.status import weakened
from rulelang.verifier.tolerance import near
from rulelang.verifier.warrant import Verdict, verdict
from rulelang.verifier.world import World

_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Statements:
    """A case and its world, for asking what is said of it."""

    ready: Ready
    world: World
    memo: dict[tuple[str | int, ...], Any] = field(default_factory=dict[tuple[str | int, ...], Any], repr=False)
    """What was found out once; by identity, for formulas are long, and the same drafts share the same ones."""
    kept: list[object] = field(default_factory=list[object], repr=False)

    def once(self, what: str | int, parts: tuple[object, ...], find: Callable[[], _Found]) -> _Found:
        """What is found of some things, which is worked out the first time that it is asked for."""
        key = (what, *(id(part) for part in parts))
        if key not in self.memo:
            self.memo[key] = find()
            self.kept.extend(parts)
        found: _Found = self.memo[key]
        return found

    def gives(self, said: Stated, leaf: core.Formula) -> Verdict | None:
        """What a statement says of a judgment, by itself."""
        return self.once("gives", (said, leaf), lambda: self._gives(said, leaf))

    def _gives(self, said: Stated, leaf: core.Formula) -> Verdict | None:
        if said.formula is None:
            return None
        asked = value_asked(leaf)
        if said.unsettled:
            value = value_asked(said.formula)
            if value is not None and expand.compares(leaf, value):
                return Verdict.OPEN
            return Verdict.OPEN if leaf in (said.formula, expand.negation(said.formula)) else None
        if asked is not None:
            equal = equation(said.formula)
            given = equal is not None and equal[0] == asked
            return Verdict.FALSE if given or said.formula == core.NoneTest(asked) else None
        if self._close(said.formula, leaf):
            return Verdict.TRUE
        settled = self.ready.matter.declared.settles(said.formula, leaf)
        return None if settled is None else verdict(settled)

    def is_fact(self, formula: core.Formula) -> bool:
        """Whether a statement is about what the case gives alone, so that no rule concludes anything in it."""
        return self.ready.matter.is_fact(formula)

    def is_so(self, said: Stated) -> bool:
        """Whether what is said is so in the case."""
        return self.once("is so", (said,), lambda: self._is_so(said))

    def _is_so(self, said: Stated) -> bool:
        if said.formula is None:
            return bool(said.true)
        if said.unsettled:
            return self.world.truth(said.formula) is None
        equal = equation(said.formula)
        if equal is not None and equal[0] in self.ready.tolerances and said.formula not in self.ready.matter.in_play:
            value = self.world.value(equal[0])
            return value is not None and near(equal[1].value, value, self.ready.tolerances[equal[0]])
        return self.world.truth(said.formula) is True or self.world.truth(weakened(said.formula)) is True

    def _close(self, statement: core.Formula, leaf: core.Formula) -> bool:
        left, right = equation(statement), equation(leaf)
        if left is None or right is None or left[0] != right[0] or left[0] not in self.ready.tolerances:
            return False
        return near(left[1].value, right[1].value, self.ready.tolerances[left[0]])

    @cached_property
    def _leaves(self) -> Mapping[core.Formula, int]:
        """Everything that is asked of an answer: judgments, targets, what stands in the clauses that are needed."""
        found: dict[core.Formula, None] = {question.formula: None for question in self.ready.matter.questions}
        for warrant in self.ready.listed:
            found.update(dict.fromkeys(warrant.slots))
            for needs in warrant.needs.values():
                found.update(dict.fromkeys(leaf for need in needs.values() for leaf in need.leaves))
        return {leaf: number for number, leaf in enumerate(found)}

    @cached_property
    def _reading(self) -> Index:
        """Where they stand by what they read: of what has nothing in common with it a statement says nothing."""
        return Index((expand.names(leaf) for leaf in self._leaves), self.ready.matter.declared.includes.together)

    @cached_property
    def _in_order(self) -> Sequence[core.Formula]:
        return tuple(self._leaves)

    def _table(self, said: Stated) -> Mapping[int, Verdict]:
        """What a statement says of each of them."""
        near = () if said.formula is None else self._reading.near(said.formula)
        pairs = ((number, self._gives(said, self._in_order[number])) for number in near)
        return {number: value for number, value in pairs if value is not None}

    def _stated(self, draft: Draft) -> Mapping[int, list[tuple[Line, Verdict]]]:
        """For each of them the claims that state it."""
        found: dict[int, list[tuple[Line, Verdict]]] = {}
        for line in draft.lines:
            for said in line.says if line.world == "asked" else ():
                for number, value in self.once("table", (said,), partial(self._table, said)).items():
                    found.setdefault(number, []).append((line, value))
        return found

    def stating(self, draft: Draft, leaf: core.Formula) -> list[tuple[Line, Verdict]]:
        """The claims that state a judgment, alone or together, with what they state of it."""
        number = self.once("number", (leaf,), lambda: self._leaves[leaf])
        found = self.once("stated", (draft,), lambda: self._stated(draft)).get(number, [])
        if found or isinstance(leaf, core.FactTest | core.Established):
            return found
        return self.once("together", (draft, leaf), lambda: self._together(draft, leaf))

    def _together(self, draft: Draft, leaf: core.Formula) -> list[tuple[Line, Verdict]]:
        """The claims about the instances of a condition that say together what it comes to (N8)."""
        inner, values = instances(leaf)
        about = [
            (line, said, said.formula)
            for line in draft.lines
            for said in (line.says if line.world == "asked" else ())
            if said.formula is not None
            if any(self.gives(said, one) is not None for one in inner)
            or not values.isdisjoint(expand.reads(said.formula))
        ]
        opened = [(said, value_asked(formula)) for _, said, formula in about if said.unsettled]
        if len(about) < 2 and not opened:
            return []
        stated = stated_by(
            self.ready.matter.declared,
            leaf,
            [formula for _, said, formula in about if not said.unsettled],
            Opened(
                lambda instance: any(self.gives(said, instance) is Verdict.OPEN for said, _ in opened),
                frozenset(value for _, value in opened if value is not None),
            )
            if opened
            else None,
        )
        return [] if stated is None else [(line, stated) for line, _, _ in about]

    def untrue(self, draft: Draft) -> list[Stated]:
        """What the draft says about the case and is not so."""
        return self.once("untrue", (draft,), lambda: self._untrue(draft))

    def _untrue(self, draft: Draft) -> list[Stated]:
        return [
            said
            for line in draft.lines
            for said in (line.says if line.world == "asked" else ())
            if said.formula is not None and not self.is_so(said)
        ]

    def is_misstated(self, draft: Draft, leaf: core.Formula) -> bool:
        """Whether something that is not so is said about a judgment."""
        misstated = self.once("misstated", (draft,), lambda: self._misstated(draft))
        return self.once("number", (leaf,), lambda: self._leaves[leaf]) in misstated

    def _misstated(self, draft: Draft) -> frozenset[int]:
        return frozenset(
            number
            for said in self.untrue(draft)
            for number in (() if said.formula is None else self._reading.near(said.formula))
            if self.about(said, self._in_order[number])
        )

    def about(self, said: Stated, leaf: core.Formula) -> bool:
        """Whether something is said about a judgment, right or wrong, settling it or not."""
        formula = said.formula
        assert formula is not None
        return self.gives(said, leaf) is not None or self.once("touch", (formula, leaf), lambda: touch(formula, leaf))
