"""What a question about every case leaves out because rules go in a circle through NOT, an exception or a value.

Whether a case closes such a circle depends on its facts, so it is not encoded (docs/solver.md); what does not rest on
one is asked as ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulelang.engine.analysis.finding import Finding, finding, some
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.core import Block, Core
from rulelang.engine.grounding.blocks import edges_of, strictly_read
from rulelang.grammar.diagnostic import Label


@dataclass(slots=True)
class CircleNames:
    """What `lint` leaves out of a core because of such circles."""

    core: Core
    outcomes: tuple[str, ...] = field(init=False)
    _names: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.outcomes = resting(self.core)
        self._names = set(self.outcomes)
        for key, contest in self.core.contests.items():
            if contest.name in self.outcomes:
                self._names |= {key, *(clause_name(self.core.rules[index]) for index in contest.rules)}

    def about(self, name: str) -> bool:
        """Whether a name (or one of two: "`a` with `b`") is an outcome that rests on a circle, or a clause for it."""
        return not self._names.isdisjoint(name.split("`"))

    def left_out(self, where: Mapping[str, Label]) -> Finding | None:
        """What rests on a circle, and what can be done; `where` are the places of clauses."""
        hint = way_out(self.core)
        if hint is None:
            return None
        label = next((where[rule] for rule in breakable(self.core) if rule in where), next(iter(where.values())))
        message = "rules go in a circle through NOT, an exception or a value, so what rests on it was not analysed"
        return finding("RL529", f"{message} but for sampled cases: {some(self.outcomes)}", label.span, hint=hint)


def resting(core: Core) -> tuple[str, ...]:
    """The outcomes and actions of which some instance rests on such a circle, in the order of the core."""
    reached = {name for block in _broken(core) for name in block.members}
    for block in core.blocks:
        if any(not reached.isdisjoint(edges_of(core, name)) for name in block.members):
            reached.update(block.members)
    return tuple(dict.fromkeys(contest.name for key, contest in core.contests.items() if key in reached))


def breakable(core: Core) -> tuple[str, ...]:
    """The rules of such circles that rest on the circle otherwise than by a positive test, in the order of the core."""
    inside = {name: block for block in _broken(core) for name in block.members}
    found: dict[str, None] = {}
    for rule in core.rules:
        block = inside.get(rule.contest)
        if block is not None and not strictly_read(rule).isdisjoint(block.members):
            found[rule.rule] = None
    return tuple(found)


def way_out(core: Core) -> str | None:
    """What can be done about it; None where there is no such circle."""
    if not _broken(core):
        return None
    rules = breakable(core)
    named = f" in {_either(rules)}" if rules else ""
    return (
        f"break the circle{named}, so that it is not closed through NOT, an exception or a value; of one case "
        "`derive`, `whatif`, `derive --grounds` and `derive --certify` tell what follows all the same"
    )


def _broken(core: Core) -> list[Block]:
    return [block for block in core.blocks if block.broken]


def _either(rules: tuple[str, ...]) -> str:
    """
    >>> _either(("a", "b", "c"))
    '`a`, `b` or `c`'
    """
    quoted = [f"`{rule}`" for rule in rules]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
