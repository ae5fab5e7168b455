"""Which outcomes include others (CONCEPT), and what follows of that for a few of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from rulelang.engine import core
from rulelang.verifier.expand import Name, names
from rulelang.verifier.variables import Contest, Variable, variables_of

Rules: TypeAlias = list[tuple[core.Formula, core.Formula]]
"""What is included and in what."""


@dataclass(frozen=True)
class Included:
    """For each contest of a concept the formulas that imply it; what leads to one is worked out once."""

    members: Mapping[str, tuple[core.Formula, ...]] = field(default_factory=dict[str, "tuple[core.Formula, ...]"])
    _leading: dict[str, _Leading] = field(default_factory=dict[str, "_Leading"], init=False, repr=False, compare=False)

    def __bool__(self) -> bool:
        return bool(self.members)

    def rules(self, variables: Collection[Variable]) -> Rules:
        """The inclusions among some variables, those that lead through other concepts as one.

        For these variables the same follows of them as of all (by resolution on what is left out, which no inclusion
        denies): of `c INCLUDES b` and `b INCLUDES a` it is `a` in `c` where `b` is not among them.
        """
        found: Rules = []
        for head in variables:
            if not isinstance(head, Contest) or head.key not in self.members:
                continue
            between: list[_Leading] = []
            for member in sorted(self.leading(head.key).about(variables), key=self._distance):
                if any(member in nearer.formulas for nearer in between):
                    continue
                found.append((member, core.Established(head.key, (True,))))
                concept = _concept(member)
                if concept is not None:
                    between.append(self.leading(concept))
        return found

    def leading(self, key: str) -> _Leading:
        """What implies a contest, by itself or by way of other concepts."""
        if key not in self._leading:
            found: dict[core.Formula, None] = {}
            todo = [key]
            while todo:
                for member in self.members.get(todo.pop(), ()):
                    if member not in found:
                        found[member] = None
                        concept = _concept(member)
                        if concept is not None:
                            todo.append(concept)
            self._leading[key] = _Leading(found)
        return self._leading[key]

    def _distance(self, member: core.Formula) -> int:
        """Less than that of what leads to it."""
        concept = _concept(member)
        return 0 if concept is None else -len(self.leading(concept).formulas)

    @cached_property
    def together(self) -> Mapping[Name, Collection[Name]]:
        """For each name of a concept or member all names that inclusions connect it with."""
        groups: dict[Name, list[Name]] = {}
        for key, members in self.members.items():
            for name in (("contest", key), *(name for member in members for name in names(member))):
                own = groups.setdefault(("contest", key), [("contest", key)])
                other = groups.setdefault(name, [name])
                if own is not other:
                    small, large = sorted((own, other), key=len)
                    large += small
                    for one in small:
                        groups[one] = large
        return groups


class _Leading:
    """Formulas that imply something, found by what they are about."""

    def __init__(self, formulas: Iterable[core.Formula]) -> None:
        self.formulas = frozenset(formulas)
        self._about: dict[Variable | None, list[core.Formula]] = {}
        for formula in formulas:
            for variable in variables_of(formula) or (None,):
                self._about.setdefault(variable, []).append(formula)

    def about(self, variables: Iterable[Variable]) -> Iterable[core.Formula]:
        """Those about some of the variables, or about none at all."""
        return dict.fromkeys(one for variable in (*variables, None) for one in self._about.get(variable, ()))


def _concept(member: core.Formula) -> str | None:
    """The contest that implies a formula by being established, if it is one that says so."""
    match member:
        case core.Established(contest, literals) if True in literals:
            return contest
        case _:
            return None
