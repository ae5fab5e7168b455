"""Settling contests by need, for one case: the hot loop of the goal-directed pass (see `goal`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulelang.engine.core import ContestKind
from rulelang.engine.evaluating.cells import (
    NO_CASE,
    NO_VALUE,
    ApplyCell,
    ChoiceCell,
    Conjunction,
    ConstantCell,
    CountCell,
    FoldCell,
    NodeCell,
    NoneCell,
    OrCell,
    ReadCell,
    TestCell,
    True_,
)
from rulelang.engine.evaluating.goal_rows import (
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
)
from rulelang.engine.evaluating.settle import Resolution, resolutions
from rulelang.engine.evaluating.table import ContestRow, Table
from rulelang.engine.evaluating.valued import cut, taken
from rulelang.engine.exact.arithmetic import FOLDS, Result, Undefinedness, compare
from rulelang.engine.grounding.conform import conform
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

Known: TypeAlias = Mapping[str, Any]
Memo: TypeAlias = dict[int, Any]
"""Node -> what it came to: of a boolean outcome the index of the rule that stands plus one, negative if it is against
it, 0 if none does; of an action its literals; else the truth value or value.  Minus one minus the node -> the indices
of the rules that stand in a contest of another kind."""


class Open(Exception):
    """Something open bears on the target."""


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
                    below: int = reference
                    lower = booleans[below]
                    found = (
                        settle(goals, below, known, memo)
                        if lower is None
                        else _boolean(goals, below, lower, known, memo)
                    )
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
    row = goals.table.rows[node]
    assert isinstance(row, ContestRow)
    for i in rest:
        if applies(goals, rules[i], known, memo) and not any(
            applies(goals, rules[j], known, memo) for j in row.above[i]
        ):
            raise Open


def applies(goals: GoalTable, rule: GoalRule, known: Known, memo: Memo) -> bool:
    """Whether a rule applies."""
    _, body, exceptions, _ = rule
    return all_true(goals, body, known, memo) and not (exceptions and _forced(goals, exceptions, known, memo))


def _forced(goals: GoalTable, exceptions: Exceptions, known: Known, memo: Memo) -> bool:
    for body, over in exceptions:
        if all_true(goals, body, known, memo) and not (over and _forced(goals, over, known, memo)):
            return True
    return False


def all_true(goals: GoalTable, body: Body, known: Known, memo: Memo) -> bool:
    """Whether all literals are true."""
    for kind, reference, operand, sign in body:
        if kind == FACT:
            if known[reference] is not sign:
                return False
        elif kind == CONTEST:
            found = memo.get(reference)
            if found is None:
                found = settle(goals, reference, known, memo)
            if (found > 0) is not sign:
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
            found = settle(goals, reference, known, memo)
        if kind == CONTEST:
            return (found > 0) is sign
        if kind == OPPOSED:
            return (found < 0) is sign
        return bool(found if kind == NAMED else found & operand) is sign
    return truth_of(goals, reference, known, memo) is sign


# -------------------------------------------------------------------------------------------------------- rows


def settle(goals: GoalTable, node: int, known: Known, memo: Memo) -> Any:
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


def _action(goals: GoalTable, row: GoalContest, known: Known, memo: Memo) -> Resolution:
    applicable = frozenset(i for i, rule in enumerate(row.rules) if applies(goals, rule, known, memo))
    results = resolutions(row.row, applicable)
    if len(results) != 1:
        raise Open
    literals = results[0]
    memo[-1 - row.row.node] = tuple(
        row.row.rules[i].index for i in sorted(applicable) if row.row.rules[i].literal in literals
    )
    return literals


def _outcome(goals: GoalTable, row: GoalContest, known: Known, memo: Memo) -> Result:
    """The value that stands, after its limits."""
    settled: Result = NO_VALUE
    for i, rule in enumerate(row.rules):
        if applies(goals, rule, known, memo):
            settled = _given(goals, row, i, known, memo)
            for j in rule[3]:
                if applies(goals, row.rules[j], known, memo) and not _same(
                    settled, _given(goals, row, j, known, memo)
                ):
                    _outranked(goals, row, j, settled, known, memo)
            memo[-1 - row.row.node] = (row.row.rules[i].index,)
            break
    if row.limits and settled != NO_VALUE:
        settled = conform(_limited(goals, row, settled, known, memo), row.row.type, row.row.domain)
    return settled


def _given(goals: GoalTable, row: GoalContest, i: int, known: Known, memo: Memo) -> Result:
    value = taken(value_of(goals, row.row.rules[i].value, known, memo))
    return value if row.limits else conform(value, row.row.type, row.row.domain)


def _same(left: Result, right: Result) -> bool:
    if isinstance(left, Undefinedness) or isinstance(right, Undefinedness):
        return isinstance(left, Undefinedness) and isinstance(right, Undefinedness)
    return left == right


def _outranked(goals: GoalTable, row: GoalContest, j: int, settled: Result, known: Known, memo: Memo) -> None:
    """Gives up unless an applicable rule for the settled value outranks rule j (which gives another)."""
    for i in row.row.above[j]:
        if applies(goals, row.rules[i], known, memo) and _same(settled, _given(goals, row, i, known, memo)):
            return
    raise Open


def _limited(goals: GoalTable, row: GoalContest, value: Result, known: Known, memo: Memo) -> Result:
    bounds: dict[bool, list[Result]] = {True: [], False: []}
    for cap, bound, body, exceptions in row.limits:
        if all_true(goals, body, known, memo) and not _forced(goals, exceptions, known, memo):
            bounds[cap].append(taken(value_of(goals, bound, known, memo)))
    cap_ = FOLDS["MIN"](bounds[True]) if bounds[True] else None
    floor = FOLDS["MAX"](bounds[False]) if bounds[False] else None
    return cut(value, cap_, floor)


def _definition(goals: GoalTable, row: GoalDefinition, known: Known, memo: Memo) -> Any:
    for condition, truth in row.truths:
        if all_true(goals, condition, known, memo):
            return all_true(goals, truth, known, memo)
    if row.row.boolean:
        return False
    for condition, value in row.values:
        if all_true(goals, condition, known, memo):
            return conform(taken(value_of(goals, value, known, memo)), row.row.type, row.row.domain)
    return NO_CASE


# ------------------------------------------------------------------------------------------------------- cells


def body_of(goals: GoalTable, body: Conjunction) -> Body:
    """The literals of a conjunction, made once."""
    made = goals.bodies.get(body)
    if made is None:
        made = goals.bodies[body] = goal_body(goals.table, body)
    return made


def truth_of(goals: GoalTable, number: int, known: Known, memo: Memo) -> bool:
    """Whether a cell of another kind is true."""
    match goals.table.cells[number]:
        case True_():
            return True
        case OrCell(parts):
            return any(all_true(goals, body_of(goals, part), known, memo) for part in parts)
        case TestCell(test, left, right, _):
            result = compare(test.op, value_of(goals, left, known, memo), value_of(goals, right, known, memo))
            if isinstance(result, Undefinedness):
                raise Open
            return result
        case NoneCell(_, operand, outcome):
            value = value_of(goals, operand, known, memo)
            if isinstance(value, Undefinedness):
                if outcome and value == NO_VALUE:
                    return True
                raise Open
            return value is NONE
        case cell:
            raise AssertionError(cell)


def value_of(goals: GoalTable, number: int, known: Known, memo: Memo) -> Result:
    """What a value's cell comes to."""
    match goals.table.cells[number]:
        case ConstantCell(value):
            return value
        case ReadCell(fact):
            given: Constant_ = known[fact]
            return given
        case NodeCell(node):
            settled: Result = settle(goals, node, known, memo)
            return settled
        case ApplyCell(function, args):
            return function([value_of(goals, arg, known, memo) for arg in args])
        case CountCell(conditions):
            return sum(all_true(goals, body_of(goals, condition), known, memo) for condition in conditions)
        case FoldCell(fold, items):
            return FOLDS[fold](
                [value_of(goals, v, known, memo) for g, v in items if all_true(goals, body_of(goals, g), known, memo)]
            )
        case ChoiceCell(cases):
            for guard, value in cases:
                if all_true(goals, body_of(goals, guard), known, memo):
                    return value_of(goals, value, known, memo)
            return NO_CASE
        case cell:
            raise AssertionError(cell)
