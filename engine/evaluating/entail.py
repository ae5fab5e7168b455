"""The decision on a target in a case that leaves something open: what is so in every world.

In this order, each step exact in what it settles: the three-valued pass; all worlds, up to a limit; some worlds by
chance, which can only show that two of them differ; the solver for what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from rulelang.engine.core import ContestKind, Core
from rulelang.engine.core_text import formula_text
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.cells import NO_VALUE, LiteralCell, NodeCell, NoneCell, TestCell
from rulelang.engine.evaluating.choosers import TooManyWorlds
from rulelang.engine.evaluating.columns import ANYTHING, Column, surely
from rulelang.engine.evaluating.domains import Domains, domains
from rulelang.engine.evaluating.hanging import hangs_on, may_clash
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.lacking import may_lack, may_lack_besides_none
from rulelang.engine.evaluating.lanes import Inexact
from rulelang.engine.evaluating.plan import Plan, plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails, verdict
from rulelang.engine.evaluating.relevance import Relevant, relevant
from rulelang.engine.evaluating.settle import surely_in_conflict
from rulelang.engine.evaluating.sweep import Sweep, applicable
from rulelang.engine.evaluating.table import ContestRow, Table, Target
from rulelang.engine.evaluating.why import why_fails, why_fails_openly
from rulelang.engine.evaluating.worlds import (
    MORE_SAMPLES,
    SAMPLES,
    Worlds,
    enumerate_worlds,
    matters,
    outcomes,
    sample_worlds,
)
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

Known: TypeAlias = Mapping[str, bool | Constant_]
"""What is known of the facts: fact key -> truth value or value.  An absent key is an unknown fact."""

TOO_MANY = "more than 16 unknowns bear on it"
NOT_TOLD_APART = "not all values of an unknown fact can be tried"


def decide_open(core: Core, known: Known, index: int = 0) -> Decision:
    """The decision on `core.targets[index]`, whatever is open; the solver is asked only where nothing else settles it.

    Raises RuleLangError (RL370) where no completion of the case keeps the ALWAYS declarations.
    """
    decision = decide_by_passes(core, known, index)
    if decision.limit is None:
        return decision
    # Imported here, so that a case that does not need the solver does not wait for it.
    from rulelang.engine.solver.exact import decide_exactly

    return decide_exactly(core, known, index, decision)


def decide_by_passes(core: Core, known: Known, index: int = 0) -> Decision:
    """The same without the solver; a `limit` says where it gave up."""
    plan = plan_of(core, (index,))
    sweep = one_case(table_of(core), plan, known)
    plan = run_rails(plan, sweep)
    if any(sweep.truths[code ^ 1] for part in plan.always for code in part):
        raise _broken()
    [target] = plan.targets
    settled = _settled(target, plan, sweep)
    if settled is not None:
        return settled
    rest = relevant(plan, sweep)
    domain = domains(rest, sweep)
    try:
        worlds = enumerate_worlds(plan, sweep, rest, domain)
    except TooManyWorlds:
        return _sampled(core, plan, sweep, rest, domain, TOO_MANY)
    except Inexact:
        return _sampled(core, plan, sweep, rest, domain, NOT_TOLD_APART)
    return _over_worlds(core, plan, sweep, rest, domain, worlds)


def _broken() -> RuleLangError:
    message = "no completion of the case keeps what is declared `ALWAYS`"
    return RuleLangError([Diagnostic("RL370", message, None, hint="change what the case gives, or the declaration")])


# ------------------------------------------------------------------------------------------------- three values


def tested(target: Target, table: Table) -> tuple[ContestRow, LiteralCell, bool] | None:
    """The contest, the cell and the sign where a target is a test of one contest or its negation."""
    if target.truth is None or len(target.truth) != 1:
        return None
    [code] = target.truth
    cell = table.cells[code >> 1]
    if not isinstance(cell, LiteralCell):
        return None
    row = table.rows[cell.node]
    assert isinstance(row, ContestRow)
    return row, cell, not code & 1


def read_contest(target: Target, table: Table) -> ContestRow | None:
    """The contest that a target tests or reads."""
    test = tested(target, table)
    if test is not None:
        return test[0]
    if target.truth is None:
        cell = table.cells[target.value]
        if isinstance(cell, NodeCell):
            row = table.rows[cell.node]
            return row if isinstance(row, ContestRow) else None
    return None


def fails(target: Target, plan: Plan, sweep: Sweep, real: int) -> Decision:
    """FAILS with its reason."""
    test = tested(target, sweep.table)
    if test is None or not test[2]:
        return Decision(Status.FAILS)
    row, cell, _ = test
    left_open = any(stage.cycle is not None and row.node in {one.node for one in stage.rows} for stage in plan.stages)
    why = why_fails_openly if left_open else why_fails
    return Decision(Status.FAILS, why=why(row, cell.literals, sweep, real))


def has_value(content: Constant_ | Undefinedness) -> Decision:
    """The decision on an expression that comes to the same in every world."""
    if not isinstance(content, Undefinedness):
        return Decision(Status.VALUE, value=content)
    return Decision(Status.UNDETERMINED, undefined=content.reason)


def told_apart(target: Target, table: Table, column: Column) -> Column:
    """What an expression comes to, as far as a decision tells it apart: of an outcome itself, that no rule gives it a
    value is the same as NONE (D8.3)."""
    if NO_VALUE not in column or not isinstance(table.cells[target.value], NodeCell):
        return column
    told = dict(column)
    told[NONE] = told.get(NONE, 0) | told.pop(NO_VALUE)
    return told


def _settled(target: Target, plan: Plan, sweep: Sweep) -> Decision | None:
    """What the three-valued pass alone decides."""
    if target.truth is None:
        column = told_apart(target, sweep.table, sweep.columns[target.value])
        [content, *others] = column
        return None if others or content is ANYTHING else has_value(content)
    holds, false = verdict(target, sweep)
    if holds:
        return Decision(Status.HOLDS)
    if false:
        return fails(target, plan, sweep, sweep.full)
    test = tested(target, sweep.table)
    if test is not None and test[0].kind is ContestKind.BOOLEAN and not sweep.table.blocks[
        sweep.table.block_of[test[0].node]
    ].cyclic and surely_in_conflict(test[0], *applicable(test[0], sweep)):
        return Decision(Status.CONFLICT, conflicts=(test[0].key,))
    return None


# ------------------------------------------------------------------------------------------------------ worlds


def _over_worlds(
    core: Core, plan: Plan, rails_: Sweep, rest: Relevant, domain: Domains, worlds: Worlds
) -> Decision:
    [target] = plan.targets
    sweep = worlds.sweep
    if not worlds.real:
        raise _broken()
    truth = None if target.truth is None else surely(target.truth, sweep.truths, sweep.full)
    column: Column = {} if target.truth is not None else told_apart(target, sweep.table, sweep.columns[target.value])
    same = _same(target, plan, worlds, truth, column)
    if same is not None:
        return same
    contest = read_contest(target, sweep.table)
    everywhere = contest is not None and worlds.in_conflict(contest.node) == worlds.real
    if not worlds.exact or any(v is ANYTHING and m & worlds.real for v, m in column.items()):
        return _sampled(core, plan, rails_, rest, domain, NOT_TOLD_APART)
    if contest is not None and everywhere:
        return Decision(Status.CONFLICT, conflicts=(contest.key,))
    parts = outcomes(worlds, truth, column)
    found = [digit for digit in worlds.digits if matters(worlds, digit, parts)]
    cells = sweep.table.cells
    tests = (cells[digit.name] for digit in found if isinstance(digit.name, int))
    return Decision(
        Status.UNDETERMINED,
        unknowns=tuple(sorted(str(d.name) for d in found if d.kind == "fact")),
        open_tests=tuple(sorted(formula_text(t.test) for t in tests if isinstance(t, TestCell | NoneCell))),
        conflicts=_conflicts(plan, rails_, worlds, [str(d.name) for d in found if d.kind == "contest"]),
        cycles=_cycles(plan, rest, [str(d.name) for d in found if d.kind == "cycle"]),
    )


def _conflicts(plan: Plan, rails_: Sweep, worlds: Worlds, chosen: Sequence[str]) -> tuple[str, ...]:
    """The conflicts that matter where it matters what is chosen of these contests."""
    if not chosen:
        return ()
    hanging = hangs_on(plan, rails_, lambda row: bool(worlds.in_conflict(row.node)))
    return tuple(sorted({conflict for key in chosen for conflict in hanging.get(key, (key,))}))


def _same(target: Target, plan: Plan, worlds: Worlds, truth: int | None, column: Column) -> Decision | None:
    """The decision where the target comes to the same in every real lane."""
    if truth is not None:
        if not worlds.real & ~truth:
            return Decision(Status.HOLDS)
        return None if worlds.real & truth else fails(target, plan, worlds.sweep, worlds.real)
    contents = [content for content, where in column.items() if where & worlds.real]
    defined = [content for content in contents if not isinstance(content, Undefinedness)]
    if ANYTHING in contents or len(defined) > 1 or (defined and len(contents) > 1):
        return None
    return has_value(contents[0])  # type: ignore[arg-type]


def _cycles(plan: Plan, rest: Relevant, found: Sequence[str]) -> tuple[str, ...]:
    """The broken cycles that matter; one of values always may."""
    words = set(found)
    for stage in plan.stages:
        if stage.cycle is not None and any(row.node in rest.nodes and _valued(row) for row in stage.rows):
            words.add(" -> ".join(stage.cycle))
    return tuple(sorted(words))


def _closed(plan: Plan, rest: Relevant) -> list[str]:
    """All broken cycles of which something is relevant."""
    stages = (stage for stage in plan.stages if stage.cycle is not None)
    return [" -> ".join(stage.cycle or ()) for stage in stages if any(row.node in rest.nodes for row in stage.rows)]


def _valued(row: object) -> bool:
    return not isinstance(row, ContestRow) or row.kind is ContestKind.VALUE


def _sampled(core: Core, plan: Plan, rails_: Sweep, rest: Relevant, domain: Domains, limit: str) -> Decision:
    """UNDETERMINED, for sure where two sampled worlds differ and the target's contest is not in conflict in one."""
    candidates = _candidates(core, plan, rails_, rest)
    [target] = plan.targets
    for lanes in (SAMPLES, MORE_SAMPLES):
        try:
            worlds = sample_worlds(plan, rails_, rest, domain, lanes)
        except Inexact:
            break
        sweep = worlds.sweep
        truth = None if target.truth is None else surely(target.truth, sweep.truths, sweep.full)
        column = {} if target.truth is not None else told_apart(target, sweep.table, sweep.columns[target.value])
        known: Column = {v: where for v, where in column.items() if v is not ANYTHING}
        if sum(1 for part in outcomes(worlds, truth, known) if part) < 2:
            continue
        contest = read_contest(target, sweep.table)
        if contest is None or worlds.real & ~worlds.in_conflict(contest.node):
            # What differs has a reason: where there is one candidate alone it is that.
            return replace(candidates, possible=_how_many(candidates) > 1)
        break
    return replace(candidates, limit=limit)


def _how_many(found: Decision) -> int:
    return len(found.unknowns) + len(found.open_tests) + len(found.conflicts) + len(found.cycles)


def _candidates(core: Core, plan: Plan, rails_: Sweep, rest: Relevant) -> Decision:
    """UNDETERMINED with all that may matter: what the three-valued pass left open."""
    table = rails_.table
    tests: set[str] = set()
    for number in rest.cells:
        cell = table.cells[number]
        if isinstance(cell, TestCell | NoneCell) and may_be_open(core, cell, rails_):
            tests.add(formula_text(cell.test))
    conflicts: set[str] = set()
    broken = {row.node for stage in plan.stages if stage.cycle is not None for row in stage.rows}
    for node in rest.nodes - broken:
        row = table.rows[node]
        if isinstance(row, ContestRow) and may_clash(row, rails_):
            conflicts.add(row.key)
    return Decision(
        Status.UNDETERMINED, unknowns=rest.facts, open_tests=tuple(sorted(tests)),
        conflicts=tuple(sorted(conflicts)), cycles=_cycles(plan, rest, _closed(plan, rest)), possible=True,
    )


def may_be_open(core: Core, cell: TestCell | NoneCell, rails_: Sweep) -> bool:
    """Whether a test may have an undefined side; of a test for NONE that no rule gives a value is none (D8.3)."""
    if isinstance(cell, NoneCell):
        column = rails_.columns[cell.operand]
        lacking = any(isinstance(v, Undefinedness) and not (cell.outcome and v == NO_VALUE) for v in column)
        return lacking or (ANYTHING in column and may_lack_besides_none(core, cell.test.operand))
    columns = [rails_.columns[side] for side in (cell.left, cell.right)]
    if any(isinstance(value, Undefinedness) for column in columns for value in column):
        return True
    sides = zip((cell.test.left, cell.test.right), columns, strict=True)
    return may_lack(core, [value for value, column in sides if ANYTHING in column])
