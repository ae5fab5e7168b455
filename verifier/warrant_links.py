"""The links of a warrant's dependency chain that an answer can show (the rubric's dimension DC)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from rulelang.engine import core
from rulelang.engine.rules.components import components


def shown_links(
    links: Iterable[tuple[core.Formula, core.Formula]], stated: Collection[core.Formula]
) -> tuple[tuple[core.Formula, core.Formula], ...]:
    """The links, premise and conclusion, between judgments (and targets) that are `stated`.

    What is derived for an instance of a quantified condition need be no judgment (N3): what it rests on is linked with
    what rests on it.  Claims don't go in a circle, so of conclusions that rest on each other no link among
    themselves is asked for.

    >>> a, b, c = (core.Established(name, (True,)) for name in "abc")
    >>> [(p.contest, q.contest) for p, q in shown_links([(a, b), (b, c), (c, c)], {a, c})]
    [('a', 'c')]
    """
    above: dict[core.Formula, dict[core.Formula, None]] = {}
    for premise, conclusion in links:
        above.setdefault(premise, {})[conclusion] = None
    found: dict[core.Formula, dict[core.Formula, None]] = {
        premise: _reached(above, premise, stated) for premise in above if premise in stated
    }
    everything = {one: found.get(one, {}) for ends in found.items() for one in (ends[0], *ends[1])}
    circle: dict[core.Formula, int] = {}
    for number, members in enumerate(components(everything)):
        circle.update(dict.fromkeys(members, number))
    return tuple(
        (premise, conclusion)
        for premise, conclusions in found.items()
        for conclusion in conclusions
        if circle[premise] != circle[conclusion]
    )


def _reached(
    above: Mapping[core.Formula, Mapping[core.Formula, None]], premise: core.Formula, stated: Collection[core.Formula]
) -> dict[core.Formula, None]:
    """The first stated conclusions on every way up from a premise."""
    found: dict[core.Formula, None] = {}
    seen: set[core.Formula] = set()
    todo: list[core.Formula] = list(reversed(tuple(above[premise])))
    while todo:
        one = todo.pop()
        if one in stated:
            found[one] = None
        elif one not in seen:
            seen.add(one)
            todo.extend(reversed(tuple(above.get(one, {}))))
    return found
