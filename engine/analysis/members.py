"""Types that have other members in two versions, so that the cases of one are not all cases of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulelang.grammar import model

_NAMED = 6
"""Members that are named."""


def other_members(old: model.Program, new: model.Program) -> Iterator[tuple[str, str]]:
    """The sorts of both that cases or conclusions speak of, and whose members are not the same, each with how so.

    A sort that is but the type of an outcome bounds it: that is a change of the outcome.
    """
    spoken = {*_spoken(old), *_spoken(new)}
    for name, sort in new.sorts.items():
        known = old.sorts.get(name)
        if known is None or name not in spoken:
            continue
        if (known.members is None) != (sort.members is None):
            listed = "old" if known.members is None else "new"
            yield name, f"only in the {listed} version the case lists its members, so that nothing is compared of them"
        elif known.members is not None and sort.members is not None:
            parts = [
                f"{_named(some)} in the {side} version alone"
                for side, some in (
                    ("old", _without(known.members, sort.members)), ("new", _without(sort.members, known.members))
                )
                if some
            ]
            if parts:
                yield name, f"its members have changed: {'; '.join(parts)}; compared are those of both"


def _spoken(program: model.Program) -> Iterator[str]:
    """The sorts of which a case gives a fact, or something is concluded."""
    declared: list[model.Fact | model.Outcome | model.Action] = [
        *program.facts.values(), *program.outcomes.values(), *program.actions.values()
    ]
    types = [fact.type for fact in program.facts.values()]
    types += [parameter.type for said in declared for parameter in said.parameters]
    yield from (one.name for one in types if isinstance(one, model.SortType))


def _without(members: Iterable[str | int], others: Iterable[str | int]) -> list[str | int]:
    known = others if isinstance(others, range) else frozenset(others)
    return [one for one in members if one not in known]


def _named(members: Sequence[str | int]) -> str:
    listed = ", ".join(f"`{one}`" for one in members[:_NAMED])
    return listed if len(members) <= _NAMED else f"{listed}, … ({len(members)})"
