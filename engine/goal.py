"""The two-valued, goal-directed pass: one case, one target, nothing looked at that does not bear on it.

A contest is settled as soon as the rules left cannot change it: rules stand in an order that extends "outranks", so
the first that applies is unbeaten, and only the later ones that it does not outrank can still oppose it (theorem T2).
What is settled is remembered, and the chain of rules that fired is read off the memory.

Gives up where it meets something open: an unknown fact, an open test, a conflict, a cyclic block.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulelang.engine.arithmetic import FOLDS, Result, Undefinedness, compare
from rulelang.engine.cells import (
    NO_CASE,
    NO_VALUE,
    ApplyCell,
    ChoiceCell,
    Conjunction,
    ConstantCell,
    CountCell,
    FoldCell,
    LiteralCell,
    NodeCell,
    NoneCell,
    OrCell,
    ReadCell,
    TestCell,
    True_,
)
from rulelang.engine.conform import conform
from rulelang.engine.core import ContestKind, Core, incompatible
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.goal_rows import (
    ABOVE,
    CONTEST,
    EQUAL,
    FACT,
    MODE,
    NAMED,
    OPPOSED,
    REACHED,
    Body,
    Exceptions,
    GoalContest,
    GoalDefinition,
    GoalRow,
    GoalRule,
    goal_body,
    goal_row,
    reads_of,
)
from rulelang.engine.plan import table_of
from rulelang.engine.settle import resolutions
from rulelang.engine.table import ContestRow, DefinitionRow, Table, Target
from rulelang.engine.valued import cut
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

Known: TypeAlias = Mapping[str, Any]
Memo: TypeAlias = dict[int, Any]
"""Node -> what it came to: of a boolean outcome the index of the rule that stands plus one, negative if it is against
it, 0 if none does; of an action its literals; else the truth value or value.  Minus one minus the node -> the indices
of the rules that stand in a contest of another kind."""

STEP = 50
"""Contests of every so many levels are settled first, so that deep chains need no deep recursion."""


class Open(Exception):
    """Something open bears on the target."""


HOLDS = Decision(Status.HOLDS)
FAILS = Decision(Status.FAILS)
_FAILS = {why: Decision(Status.FAILS, why=why) for why in Why}


@dataclass(slots=True)
class GoalTable:
    """The rows of a table, made when they are first needed."""

    table: Table
    rows: list[GoalRow | None]
    booleans: list[tuple[GoalRule, ...] | None]
    """The rules of boolean outcomes, for the hot loop; None: another kind, or not made yet."""
    bodies: dict[Conjunction, Body]
    reads: dict[int, tuple[int, ...]]
    stones: dict[int, tuple[int, ...]]
    """Target -> nodes to settle first."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What the pass found: the decision, and the memory that the chain is read from."""

    decision: Decision
    goals: GoalTable
    target: Target
    memo: Memo

    def chain(self) -> tuple[int, ...]:
        """Indices of the core's rules that fired for the target, each after those that it rests on."""
        return _chain(self.goals, self.target, self.memo)


_KEEP = 64
_kept: OrderedDict[int, tuple[Core, GoalTable]] = OrderedDict()


def goal_table(core: Core) -> GoalTable:
    """The goal-directed pass's rows of a core, kept while the core is in use."""
    entry = _kept.get(id(core))
    if entry is not None and entry[0] is core:
        return entry[1]
    table = table_of(core)
    size = len(table.rows)
    goals = GoalTable(table, [None] * size, [None] * size, {}, {}, {})
    _kept[id(core)] = core, goals
    while len(_kept) > _KEEP:
        _kept.popitem(last=False)
    return goals


def run_goal(core: Core, known: Known, index: int = 0) -> Goal | None:
    """Decides the core's target for what is known; None where something open bears on it."""
    goals = goal_table(core)
    target = goals.table.targets[index]
    memo: Memo = {}
    try:
        for node in _stones(goals, index, target):
            _settle(goals, node, known, memo)
        if target.truth is None:
            content = _value(goals, target.value, known, memo)
            return _with_value(content, goals, target, memo)
        if _all(goals, _body(goals, target.truth), known, memo):
            return Goal(HOLDS, goals, target, memo)
        return Goal(_fails(goals, target, known, memo), goals, target, memo)
    except (Open, KeyError, TypeError):
        # An unknown fact is missing in `known`; NONE and durations do not compare with Python's operators.
        return None


def _with_value(content: Result, goals: GoalTable, target: Target, memo: Memo) -> Goal | None:
    if not isinstance(content, Undefinedness):
        return Goal(Decision(Status.VALUE, value=content), goals, target, memo)
    if content == NO_VALUE and isinstance(goals.table.cells[target.value], NodeCell):
        return Goal(Decision(Status.VALUE, value=NONE), goals, target, memo)
    return None


def _stones(goals: GoalTable, index: int, target: Target) -> tuple[int, ...]:
    stones = goals.stones.get(index)
    if stones is None:
        stones = goals.stones[index] = _make_stones(goals.table, target)
    return stones


def _make_stones(table: Table, target: Target) -> tuple[int, ...]:
    roots = (target.value,) if target.truth is None else tuple(code >> 1 for code in target.truth)
    todo = [node for root in roots for node in reads_of(table, (), root)]
    if max((table.levels[node] for node in todo), default=0) < STEP:
        return ()
    seen = set(todo)
    while todo:
        for node in table.below[todo.pop()]:
            if node not in seen:
                seen.add(node)
                todo.append(node)
    return tuple(node for node in sorted(seen) if table.levels[node] and table.levels[node] % STEP == 0)


# ----------------------------------------------------------------------------------------------------- hot loop


def _boolean(goals: GoalTable, node: int, rules: tuple[GoalRule, ...], known: Known, memo: Memo) -> int:
    """Settles a boolean outcome: the first rule that applies, if nothing that it does not outrank opposes it."""
    booleans = goals.booleans
    for name, body, exceptions, rest in rules:
        for kind, reference, operand, sign in body:
            if kind == FACT:
                if known[reference] is not sign:
                    break
            elif kind == CONTEST:
                found = memo.get(reference)
                if found is None:
                    below = booleans[reference]
                    if below is None:
                        found = _settle(goals, reference, known, memo)
                    else:
                        found = _boolean(goals, reference, below, known, memo)
                if (found > 0) is not sign:
                    break
            elif kind == REACHED:
                if (known[reference] >= operand) is not sign:
                    break
            elif kind == EQUAL:
                value = known[reference]
                if value is NONE:
                    raise Open
                if (value == operand) is not sign:
                    break
            elif not _literal(goals, kind, reference, operand, sign, known, memo):
                break
        else:
            if exceptions and _forced(goals, exceptions, known, memo):
                continue
            if rest:
                _unopposed(goals, node, rules, rest, known, memo)
            memo[node] = name
            return name
    memo[node] = 0
    return 0


def _unopposed(
    goals: GoalTable, node: int, rules: tuple[GoalRule, ...], rest: tuple[int, ...], known: Known, memo: Memo
) -> None:
    """Gives up if a rule of `rest` applies that no applicable rule of the other side outranks: a conflict."""
    above = goals.table.rows[node].above  # type: ignore[union-attr]
    for i in rest:
        if _applies(goals, rules[i], known, memo) and not any(
            _applies(goals, rules[j], known, memo) for j in above[i]
        ):
            raise Open


def _applies(goals: GoalTable, rule: GoalRule, known: Known, memo: Memo) -> bool:
    _, body, exceptions, _ = rule
    return _all(goals, body, known, memo) and not (exceptions and _forced(goals, exceptions, known, memo))


def _forced(goals: GoalTable, exceptions: Exceptions, known: Known, memo: Memo) -> bool:
    for body, over in exceptions:
        if _all(goals, body, known, memo) and not (over and _forced(goals, over, known, memo)):
            return True
    return False


def _all(goals: GoalTable, body: Body, known: Known, memo: Memo) -> bool:
    for kind, reference, operand, sign in body:
        if kind == FACT:
            if known[reference] is not sign:
                return False
        elif not _literal(goals, kind, reference, operand, sign, known, memo):
            return False
    return True


def _literal(
    goals: GoalTable, kind: int, reference: Any, operand: Any, sign: bool, known: Known, memo: Memo
) -> bool:
    if kind == FACT:
        return known[reference] is sign
    if kind == REACHED:
        return (known[reference] >= operand) is sign
    if kind == ABOVE:
        return (known[reference] > operand) is sign
    if kind == EQUAL:
        value = known[reference]
        if value is NONE:
            raise Open
        return (value == operand) is sign
    if kind in (CONTEST, OPPOSED, MODE, NAMED):
        found = memo.get(reference)
        if found is None:
            found = _settle(goals, reference, known, memo)
        if kind == CONTEST:
            return (found > 0) is sign
        if kind == OPPOSED:
            return (found < 0) is sign
        return bool(found if kind == NAMED else found & operand) is sign
    return _truth(goals, reference, known, memo) is sign


# -------------------------------------------------------------------------------------------------------- rows


def _settle(goals: GoalTable, node: int, known: Known, memo: Memo) -> Any:
    """Settles a contest or definition of any kind."""
    if node in memo:
        return memo[node]
    rules = goals.booleans[node]
    if rules is not None:
        return _boolean(goals, node, rules, known, memo)
    row = goals.rows[node]
    if row is None:
        table = goals.table
        if table.blocks[table.block_of[node]].cyclic:
            raise Open
        row = goals.rows[node] = goal_row(table, table.rows[node])
    match row:
        case GoalContest() if row.row.kind is ContestKind.BOOLEAN:
            goals.booleans[node] = row.rules
            return _boolean(goals, node, row.rules, known, memo)
        case GoalContest() if row.row.kind is ContestKind.ACTION:
            memo[node] = _action(goals, row, known, memo)
        case GoalContest():
            memo[node] = _outcome(goals, row, known, memo)
        case GoalDefinition():
            memo[node] = _definition(goals, row, known, memo)
    return memo[node]


def _action(goals: GoalTable, row: GoalContest, known: Known, memo: Memo) -> frozenset[Any]:
    applicable = frozenset(i for i, rule in enumerate(row.rules) if _applies(goals, rule, known, memo))
    results = resolutions(row.row, applicable)
    if len(results) > 1:
        raise Open
    literals = results[0] if results else frozenset()
    memo[-1 - row.row.node] = tuple(
        row.row.rules[i].index for i in sorted(applicable) if row.row.rules[i].literal in literals
    )
    return literals


def _outcome(goals: GoalTable, row: GoalContest, known: Known, memo: Memo) -> Result:
    """The value that stands, after its limits."""
    settled: Result = NO_VALUE
    for i, rule in enumerate(row.rules):
        if _applies(goals, rule, known, memo):
            settled = _given(goals, row, i, known, memo)
            for j in rule[3]:
                if _applies(goals, row.rules[j], known, memo) and not _same(
                    settled, _given(goals, row, j, known, memo)
                ):
                    _outranked(goals, row, j, settled, known, memo)
            memo[-1 - row.row.node] = (row.row.rules[i].index,)
            break
    if row.limits and settled != NO_VALUE:
        settled = conform(_limited(goals, row, settled, known, memo), row.row.type, row.row.domain)
    return settled


def _given(goals: GoalTable, row: GoalContest, i: int, known: Known, memo: Memo) -> Result:
    value = _value(goals, row.row.rules[i].value, known, memo)
    return value if row.limits else conform(value, row.row.type, row.row.domain)


def _same(left: Result, right: Result) -> bool:
    if isinstance(left, Undefinedness) or isinstance(right, Undefinedness):
        return isinstance(left, Undefinedness) and isinstance(right, Undefinedness)
    return left == right


def _outranked(goals: GoalTable, row: GoalContest, j: int, settled: Result, known: Known, memo: Memo) -> None:
    """Gives up unless an applicable rule for the settled value outranks rule j (which gives another)."""
    for i in row.row.above[j]:
        if _applies(goals, row.rules[i], known, memo) and _same(settled, _given(goals, row, i, known, memo)):
            return
    raise Open


def _limited(goals: GoalTable, row: GoalContest, value: Result, known: Known, memo: Memo) -> Result:
    bounds: dict[bool, list[Result]] = {True: [], False: []}
    for cap, bound, body, exceptions in row.limits:
        if _all(goals, body, known, memo) and not _forced(goals, exceptions, known, memo):
            bounds[cap].append(_value(goals, bound, known, memo))
    cap_ = FOLDS["MIN"](bounds[True]) if bounds[True] else None
    floor = FOLDS["MAX"](bounds[False]) if bounds[False] else None
    return cut(value, cap_, floor)


def _definition(goals: GoalTable, row: GoalDefinition, known: Known, memo: Memo) -> Any:
    for condition, truth in row.truths:
        if _all(goals, condition, known, memo):
            return _all(goals, truth, known, memo)
    if row.row.boolean:
        return False
    for condition, value in row.values:
        if _all(goals, condition, known, memo):
            return conform(_value(goals, value, known, memo), row.row.type, row.row.domain)
    return NO_CASE


# ------------------------------------------------------------------------------------------------------- cells


def _body(goals: GoalTable, body: Conjunction) -> Body:
    made = goals.bodies.get(body)
    if made is None:
        made = goals.bodies[body] = goal_body(goals.table, body)
    return made


def _truth(goals: GoalTable, number: int, known: Known, memo: Memo) -> bool:
    match goals.table.cells[number]:
        case True_():
            return True
        case OrCell(parts):
            return any(_all(goals, _body(goals, part), known, memo) for part in parts)
        case TestCell(test, left, right, _):
            result = compare(test.op, _value(goals, left, known, memo), _value(goals, right, known, memo))
            if isinstance(result, Undefinedness):
                raise Open
            return result
        case NoneCell(_, operand, outcome):
            value = _value(goals, operand, known, memo)
            if isinstance(value, Undefinedness):
                if outcome and value == NO_VALUE:
                    return True
                raise Open
            return value is NONE
        case cell:
            raise AssertionError(cell)


def _value(goals: GoalTable, number: int, known: Known, memo: Memo) -> Result:
    match goals.table.cells[number]:
        case ConstantCell(value):
            return value
        case ReadCell(fact):
            given: Constant_ = known[fact]
            return given
        case NodeCell(node):
            settled: Result = _settle(goals, node, known, memo)
            return settled
        case ApplyCell(function, args):
            return function([_value(goals, arg, known, memo) for arg in args])
        case CountCell(conditions):
            return sum(_all(goals, _body(goals, condition), known, memo) for condition in conditions)
        case FoldCell(fold, items):
            return FOLDS[fold](
                [_value(goals, v, known, memo) for g, v in items if _all(goals, _body(goals, g), known, memo)]
            )
        case ChoiceCell(cases):
            for guard, value in cases:
                if _all(goals, _body(goals, guard), known, memo):
                    return _value(goals, value, known, memo)
            return NO_CASE
        case cell:
            raise AssertionError(cell)


# ------------------------------------------------------------------------------------------------ why and chain


def _fails(goals: GoalTable, target: Target, known: Known, memo: Memo) -> Decision:
    assert target.truth is not None
    if len(target.truth) != 1 or target.truth[0] & 1:
        return FAILS
    cell = goals.table.cells[target.truth[0] >> 1]
    if not isinstance(cell, LiteralCell):
        return FAILS
    row = goals.rows[cell.node]
    assert isinstance(row, GoalContest)
    return _FAILS[_why(goals, row, cell.literals, known, memo)]


def _why(goals: GoalTable, row: GoalContest, literals: tuple[Any, ...], known: Known, memo: Memo) -> Why:
    settled = memo[row.row.node]
    if row.row.kind is ContestKind.ACTION:
        if any(all(incompatible(one, other, row.row.kind) for one in literals) for other in settled):
            return Why.REJECTED
    elif settled:
        return Why.REJECTED
    mine = [rule for rule, made in zip(row.rules, row.row.rules, strict=True) if made.literal in literals]
    if row.row.kind is ContestKind.ACTION and any(_applies(goals, rule, known, memo) for rule in mine):
        return Why.OVERRIDDEN
    if any(_all(goals, rule[1], known, memo) for rule in mine):
        return Why.EXCEPTED
    return Why.CONDITION_FALSE if mine else Why.NO_RULE


def _chain(goals: GoalTable, target: Target, memo: Memo) -> tuple[int, ...]:
    table = goals.table
    roots = (target.value,) if target.truth is None else tuple(code >> 1 for code in target.truth)
    todo = [(node, -1) for root in reversed(roots) for node in reversed(reads_of(table, (), root))]
    seen: set[int] = set()
    chain: list[int] = []
    while todo:
        node, rule = todo.pop()
        if rule >= 0:
            chain.append(rule)
            continue
        if node in seen or node not in memo:
            continue
        seen.add(node)
        row = table.rows[node]
        if isinstance(row, DefinitionRow):
            todo += ((below, -1) for below in reversed(table.below[node]))
            continue
        for rule in _fired(row, memo):
            todo.append((node, rule))
            todo += ((below, -1) for below in reversed(_reads(goals, row, rule)) if below not in seen)
    return tuple(chain)


def _fired(row: ContestRow, memo: Memo) -> tuple[int, ...]:
    if row.kind is ContestKind.BOOLEAN:
        name: int = memo[row.node]
        return (abs(name) - 1,) if name else ()
    fired: tuple[int, ...] = memo.get(-1 - row.node, ())
    return fired


def _reads(goals: GoalTable, row: ContestRow, index: int) -> tuple[int, ...]:
    reads = goals.reads.get(index)
    if reads is None:
        rule = next(rule for rule in row.rules if rule.index == index)
        reads = goals.reads[index] = reads_of(goals.table, rule.body, rule.value)
    return reads
