"""What became of every contest and definition that bears on a target: the material of chains and explanations.

The evaluator's three-valued pass over the case, read once.  Where all facts are known and nothing is in conflict
this is the one world; else what is open is open here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulelang.engine.core import Contest, ContestKind, Core, GroundException, GroundRule, incompatible
from rulelang.engine.evaluating.cells import NO_VALUE, FactCell, ReadCell
from rulelang.engine.evaluating.columns import ANYTHING, Column
from rulelang.engine.evaluating.plan import Stage, plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails
from rulelang.engine.evaluating.settle import Literals, rails
from rulelang.engine.evaluating.sweep import Sweep, alternating, applicable, new_sweep
from rulelang.engine.evaluating.table import ContestRow, DefinitionRow
from rulelang.engine.exact.undefined import Result
from rulelang.engine.grounding.known import Reading, truth, worth
from rulelang.grammar.model import Constant_, Mode


@dataclass(frozen=True, slots=True)
class Account:
    """`reading` tells truth and worth of any formula and value of the core.

    `levels`: for literals that a cyclic block establishes, in which round they are (a rule that gives a literal needs
    literals of earlier rounds only).  `block_of`: contest or definition in a cyclic block -> the block's first member.
    `order`: where a strict cycle is one that the case does not close, the turn in which each member was settled.
    `conflicts`: contests in conflict in every world.  `broken`: contests and definitions whose rules go in a circle;
    nothing below them was looked at.
    """

    core: Core
    reading: Reading
    levels: Mapping[tuple[str, bool | Mode], int]
    block_of: Mapping[str, str]
    order: Mapping[str, int]
    conflicts: frozenset[str]
    broken: frozenset[str]

    def level(self, key: str, literal: bool | Mode | None) -> int | None:
        """The round in which a member of a cyclic block is settled, or this literal of it established."""
        turn = self.order.get(key)
        return turn if turn is not None or literal is None else self.levels.get((key, literal))

    def before(self, block: str, level: int) -> Reading:
        """The reading in which a cyclic block has established nothing but the literals of earlier rounds."""
        literals = dict(self.reading.literals)
        for key, first in self.block_of.items():
            if first == block and self.order.get(key, level) < level:
                continue
            if first == block and key in literals:
                literals[key] = {
                    literal: self.levels.get((key, literal), level) < level
                    for literal, holds in literals[key].items()
                    if holds
                }
        reading = self.reading
        return Reading(reading.facts, reading.definitions, reading.tables, literals, reading.values)

    def condition(self, rule: GroundRule) -> bool | None:
        """Whether a rule's condition is true, its exceptions left aside."""
        return truth(rule.condition, self.reading)

    def in_force(self, exception: GroundException) -> bool | None:
        """Whether an exception is in force: its condition is true and none of its own exceptions is in force."""
        holds = truth(exception.condition, self.reading)
        if holds is False:
            return False
        above = [self.in_force(inner) for inner in exception.exceptions]
        if True in above:
            return False
        return None if holds is None or None in above else True

    def applies(self, rule: GroundRule) -> bool | None:
        """Whether the condition is true and no exception is in force."""
        holds = self.condition(rule)
        if holds is False:
            return False
        excepted = [self.in_force(exception) for exception in rule.exceptions]
        if True in excepted:
            return False
        return None if holds is None or None in excepted else True

    def gives(self, rule: GroundRule) -> bool | Mode | Result | None:
        """The literal that a rule is for, or the value that it gives (None: open)."""
        return worth(rule.value, self.reading) if rule.value is not None else rule.literal

    def standing(self, contest: Contest) -> tuple[bool, ...]:
        """Which of a contest's rules stand: they apply, and no standing rule that is incompatible outranks them."""
        rules = [self.core.rules[number] for number in contest.rules]
        given = [self.gives(rule) for rule in rules]
        stands: list[bool] = []
        for place, rule in enumerate(rules):
            struck = any(
                stands[above] and place in contest.outranks[above] and differ(given[above], given[place], contest.kind)
                for above in range(place)
            )
            stands.append(not struck and self.applies(rule) is True)
        return tuple(stands)


def differ(left: object, right: object, kind: ContestKind) -> bool:
    """Whether two literals of a contest exclude each other; an open value excludes nothing for sure."""
    if left is None or right is None:
        return False
    return incompatible(left, right, kind)  # type: ignore[arg-type]


def account(core: Core, known: Mapping[str, bool | Constant_], index: int) -> Account:
    """What bears on target number `index` of the core, for what is known of the facts."""
    table = table_of(core)
    plan = plan_of(core, (index,))
    sweep = new_sweep(table, 1)
    for number, cell in enumerate(table.cells):
        match cell:
            case FactCell(fact) if fact in known:
                holds = int(known[fact] is True)
                sweep.truths[2 * number], sweep.truths[2 * number + 1] = holds, 1 - holds
            case ReadCell(fact):
                sweep.columns[number] = {known[fact]: 1} if fact in known else {ANYTHING: 1}
            case _:
                pass
    narrow = run_rails(plan, sweep)
    literals: dict[str, dict[bool | Mode, bool]] = {}
    values: dict[str, Result] = {}
    block_of: dict[str, str] = {}
    conflicts: set[str] = set()
    broken: set[str] = set()
    reading = Reading(known, core.definitions, core.tables, literals, values)
    levels: dict[tuple[str, bool | Mode], int] = {}
    loops = {row.node: stage for stage in plan.stages if stage.cyclic for row in stage.rows}
    order: dict[str, int] = {}
    for turn, stage in enumerate(narrow.stages):
        settled = alternating(stage, sweep) if stage.cyclic and stage.cycle is None else None
        for row in stage.rows:
            loop = loops.get(row.node)
            if loop is not None:
                block_of[row.key] = loop.rows[0].key
            if stage.cycle is not None:
                broken.add(row.key)
            elif loop is not None and loop.cycle is not None:
                order[row.key] = turn
            if isinstance(row, DefinitionRow):
                continue
            if settled is not None:
                literals[row.key] = _known_literals(row, settled.sure[row.node], settled.possible[row.node])
                if _surely_clashes(row, sweep):
                    conflicts.add(row.key)
                continue
            if stage.cycle is not None:
                continue
            if core.contests[row.key].kind is ContestKind.VALUE:
                _note_value(row, sweep, values, conflicts)
                continue
            sure, possible = applicable(row, sweep)
            settled_here = rails(row, sure, possible)
            literals[row.key] = _known_literals(row, *settled_here)
            if sure == possible and _clashes(row, settled_here[1]):
                conflicts.add(row.key)
    for stage in plan.stages:
        if stage.cyclic and stage.cycle is None:
            _note_levels(core, stage, reading, levels)
    return Account(core, reading, levels, block_of, order, frozenset(conflicts), frozenset(broken))


_ALL: dict[ContestKind, tuple[bool | Mode, ...]] = {
    ContestKind.BOOLEAN: (True, False),
    ContestKind.ACTION: ("MUST", "MUST NOT", "MAY", "NEED NOT"),
    ContestKind.VALUE: (),
}


def _known_literals(row: ContestRow, sure: Literals, possible: Literals) -> dict[bool | Mode, bool]:
    found: dict[bool | Mode, bool] = {}
    for literal in _ALL[row.kind]:
        if sure.get(literal, 0):
            found[literal] = True
        elif not possible.get(literal, 0):
            found[literal] = False
    return found


def _clashes(row: ContestRow, possible: Literals) -> bool:
    heads = [literal for literal, where in possible.items() if where]
    return any(incompatible(one, other, row.kind) for one in heads for other in heads)


def _surely_clashes(row: ContestRow, sweep: Sweep) -> bool:
    """Whether a contest of a cyclic block is in conflict whatever else is so: two of its rules that exclude each other
    surely apply, and nothing that possibly applies strikes either.  (What only hangs on a conflict is not.)"""
    sure, possible = applicable(row, sweep)
    unbeaten = [
        rule.literal
        for place, rule in enumerate(row.rules)
        if sure[place] and rule.literal is not None and not any(possible[above] for above in row.above[place])
    ]
    return any(incompatible(one, other, row.kind) for one in unbeaten for other in unbeaten)


def _note_value(row: ContestRow, sweep: Sweep, values: dict[str, Result], conflicts: set[str]) -> None:
    number = sweep.table.reads[row.node]
    column: Column = sweep.columns[number] if number >= 0 else {}
    contents = [content for content, where in column.items() if where]
    if len(contents) == 1 and contents[0] is not ANYTHING:
        values[row.key] = contents[0]
    elif not contents and not row.rules:
        values[row.key] = NO_VALUE
    elif len(contents) > 1 and ANYTHING not in contents:
        sure, possible = applicable(row, sweep)
        known = all(len(sweep.columns[rule.value]) == 1 for rule, here in zip(row.rules, possible, strict=True) if here)
        if sure == possible and known:
            conflicts.add(row.key)


def _note_levels(core: Core, stage: Stage, reading: Reading, levels: dict[tuple[str, bool | Mode], int]) -> None:
    """In which round each literal of a positive block is established, from nothing upwards."""
    final = {row.key: reading.literals[row.key] for row in stage.rows if isinstance(row, ContestRow)}
    so_far: dict[str, Mapping[bool | Mode, bool]] = {**reading.literals, **{key: {} for key in final}}
    waiting = [
        core.rules[number]
        for key in final
        for number in core.contests[key].rules
        if final[key].get(_literal(core.rules[number]))
    ]
    level = 0
    while waiting:
        rising = Reading(reading.facts, reading.definitions, reading.tables, so_far, reading.values)
        ready = [rule for rule in waiting if truth(rule.condition, rising) is True]
        if not ready:
            return
        for rule in ready:
            literal = _literal(rule)
            levels.setdefault((rule.contest, literal), level)
            so_far[rule.contest] = {**so_far[rule.contest], literal: True}
        waiting = [rule for rule in waiting if (rule.contest, _literal(rule)) not in levels]
        level += 1


def _literal(rule: GroundRule) -> bool | Mode:
    """The head of a rule for a boolean outcome or an action."""
    assert rule.literal is not None
    return rule.literal
