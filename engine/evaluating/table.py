"""One rule table for the evaluator's loops: a core program compiled once into flat rows.

Every formula is a conjunction of codes.  A code is twice the number of a cell, plus one for its negation; a cell is
a truth value (a fact, a comparison, a test of a contest, a boolean definition, a disjunction) or a value (a read, an
operation, an aggregate, a choice).  Cells are shared by all that read them and numbered so that parts stand before
what they are part of.  Nodes are the contests and definitions, numbered bottom-up.

The loops (`goal`, `lanes`, `rails`) read the table and nothing else of the core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.evaluating.cells import (
    NO,
    ApplyCell,
    Cell,
    ChoiceCell,
    Code,
    Conjunction,
    ConstantCell,
    CountCell,
    FactCell,
    FoldCell,
    LiteralCell,
    NamedCell,
    NodeCell,
    NoneCell,
    Operation,
    OrCell,
    ReadCell,
    TestCell,
    True_,
    reach,
)
from rulelang.engine.exact.arithmetic import OPERATIONS, Undefinedness, call, elapsed, lookup, negate, shift
from rulelang.grammar.model import Constant_, Mode, Type

# ------------------------------------------------------------------------------------------------------- rows


@dataclass(frozen=True, slots=True)
class ExceptionRow:
    id: str
    body: Conjunction
    exceptions: tuple[ExceptionRow, ...]


@dataclass(frozen=True, slots=True)
class RuleRow:
    """`index` into `Core.rules`; `literal` of a boolean outcome or action, else the cell of the head's `value`."""

    index: int
    literal: bool | Mode | None
    value: int
    body: Conjunction
    exceptions: tuple[ExceptionRow, ...]


@dataclass(frozen=True, slots=True)
class LimitRow:
    cap: bool
    bound: int
    body: Conjunction
    exceptions: tuple[ExceptionRow, ...]


@dataclass(frozen=True, slots=True)
class ContestRow:
    """`above[i]`: positions of the rules that outrank rule i and may be incompatible with it.

    `linear`: an outcome whose rules for different literals are all ordered, so that the first applicable rule wins.
    `rest[i]`: positions after i that may be incompatible with rule i and are not outranked by it.
    """

    node: int
    key: str
    kind: c.ContestKind
    type: Type | None
    domain: tuple[Constant_, ...] | None
    rules: tuple[RuleRow, ...]
    above: tuple[tuple[int, ...], ...]
    outranks: tuple[frozenset[int], ...]
    rest: tuple[tuple[int, ...], ...]
    linear: bool
    limits: tuple[LimitRow, ...]


@dataclass(frozen=True, slots=True)
class DefinitionRow:
    """`cases`: condition and, for a boolean, the condition of its value; else the value's cell."""

    node: int
    key: str
    type: Type
    domain: tuple[Constant_, ...] | None
    truths: tuple[tuple[Conjunction, Conjunction], ...]
    values: tuple[tuple[Conjunction, int], ...]
    boolean: bool


Row: TypeAlias = ContestRow | DefinitionRow


@dataclass(frozen=True, slots=True)
class Target:
    """A formula (`truth`) or a value (`value`)."""

    truth: Conjunction | None
    value: int


@dataclass(frozen=True, slots=True)
class Table:
    """See the module's docstring.

    `tests[node]` are the cells that test a contest or name a boolean definition, `reads[node]` the cell of its
    value (-1: nobody reads it).  `below[node]` are the nodes that a node reads.
    """

    cells: tuple[Cell, ...]
    rows: tuple[Row, ...]
    nodes: Mapping[str, int]
    tests: tuple[tuple[tuple[int, tuple[bool | Mode, ...]], ...], ...]
    reads: tuple[int, ...]
    blocks: tuple[c.Block, ...]
    block_of: tuple[int, ...]
    below: tuple[tuple[int, ...], ...]
    levels: tuple[int, ...]
    """The longest chain of nodes below each node (nodes of one block share it)."""
    targets: tuple[Target, ...]
    always: tuple[Conjunction, ...]
    facts: Mapping[str, c.GroundFact]


# --------------------------------------------------------------------------------------------------- compiling


class _Compiler:
    """Numbers cells and nodes while it reads a core, block by block from below."""

    def __init__(self, core: c.Core) -> None:
        self.core = core
        self.cells: list[Cell] = [True_()]
        self.known: dict[object, int] = {}
        self.formulas: dict[c.Formula, Conjunction] = {}
        members = [key for block in core.blocks for key in block.members]
        self.nodes = {key: number for number, key in enumerate(members)}
        self.tests: list[dict[int, tuple[bool | Mode, ...]]] = [{} for _ in members]
        self.reads = [-1] * len(members)

    def cell(self, cell: Cell) -> int:
        number = self.known.get(cell)
        if number is None:
            number = self.known[cell] = len(self.cells)
            self.cells.append(cell)
        return number

    # formulas: in negation normal form, so that a negation stands only on a cell

    def formula(self, formula: c.Formula) -> Conjunction:
        made = self.formulas.get(formula)
        if made is None:
            made = self.formulas[formula] = self.signed(formula, True)
        return made

    def signed(self, formula: c.Formula, positive: bool) -> Conjunction:
        match formula:
            case c.Truth(value):
                return () if value is positive else (NO,)
            case c.Not(operand):
                return self.signed(operand, not positive)
            case c.And(parts):
                return self.all_of(parts, True) if positive else self.any_of(parts, False)
            case c.Or(parts):
                return self.any_of(parts, True) if positive else self.all_of(parts, False)
            case _:
                return (2 * self.atom(formula) + (not positive),)

    def all_of(self, parts: Sequence[c.Formula], positive: bool) -> Conjunction:
        codes: dict[Code, None] = {}
        for part in parts:
            codes.update(dict.fromkeys(self.signed(part, positive)))
        return (NO,) if NO in codes else tuple(sorted(codes, key=self.cost))

    def any_of(self, parts: Sequence[c.Formula], positive: bool) -> Conjunction:
        made = dict.fromkeys(self.signed(part, positive) for part in parts)
        if () in made:
            return ()
        made.pop((NO,), None)
        if not made:
            return (NO,)
        if len(made) == 1:
            return next(iter(made))
        return (2 * self.cell(OrCell(tuple(made))),)

    def cost(self, code: Code) -> int:
        """Facts are read first, then what must be derived."""
        match self.cells[code >> 1]:
            case True_() | FactCell():
                return 0
            case TestCell(threshold=threshold):
                return 1 if threshold is not None else 3
            case LiteralCell() | NamedCell():
                return 2
            case _:
                return 4

    def atom(self, formula: c.Formula) -> int:
        match formula:
            case c.FactTest(fact):
                return self.cell(FactCell(fact))
            case c.Established(contest, literals):
                node = self.nodes[contest]
                number = self.cell(LiteralCell(node, literals))
                self.tests[node][number] = literals
                return number
            case c.Named(definition):
                node = self.nodes[definition]
                number = self.cell(NamedCell(node))
                self.tests[node][number] = (True,)
                return number
            case c.NoneTest(operand):
                outcome = isinstance(operand, c.OutcomeRead | c.Selected)
                return self.cell(NoneCell(formula, self.value(operand), outcome))
            case c.Test(_, left, right):
                threshold = None
                if isinstance(left, c.FactRead) and isinstance(right, c.Constant):
                    threshold = (left.fact, right.value)
                return self.cell(TestCell(formula, self.value(left), self.value(right), threshold))
            case _:
                raise AssertionError(formula)

    def value(self, value: c.Value) -> int:
        number = self.known.get(value)
        if number is None:
            number = self.known[value] = self.cell(self.value_cell(value))
        return number

    def value_cell(self, value: c.Value) -> Cell:
        match value:
            case c.Constant(known):
                return ConstantCell(known)
            case c.Undefined(reason):
                return ConstantCell(Undefinedness(reason))
            case c.FactRead(fact):
                return ReadCell(fact)
            case c.OutcomeRead(key) | c.NamedRead(key):
                node = self.nodes[key]
                self.reads[node] = self.cell(NodeCell(node))
                return NodeCell(node)
            case c.Lookup(table, column, args):
                found = self.core.tables[table]
                return self.apply(lambda values: lookup(found, column, values), args)
            case c.Arithmetic(op, left, right):
                operation = OPERATIONS[op]
                return self.apply(lambda values: operation(values[0], values[1]), (left, right))
            case c.Minus(operand):
                return self.apply(lambda values: negate(values[0]), (operand,))
            case c.Shift(base, by):
                return self.apply(lambda values: shift(values[0], values[1]), (base, by))
            case c.Call(function, args):
                return self.apply(lambda values: call(function, values), args)
            case c.Elapsed(unit, start, end):
                return self.apply(lambda values: elapsed(unit, values[0], values[1]), (start, end))
            case c.CountOf(conditions):
                return CountCell(tuple(self.formula(condition) for condition in conditions))
            case c.Fold(fold, items):
                return FoldCell(fold, tuple((self.formula(guard), self.value(item)) for guard, item in items))
            case c.Selected(cases):
                return ChoiceCell(tuple((self.formula(guard), self.value(item)) for guard, item in cases))

    def apply(self, function: Operation, args: Sequence[c.Value]) -> Cell:
        return ApplyCell(function, tuple(self.value(arg) for arg in args))

    # rows

    def exceptions(self, exceptions: Sequence[c.GroundException]) -> tuple[ExceptionRow, ...]:
        return tuple(
            ExceptionRow(e.id, self.formula(e.condition), self.exceptions(e.exceptions)) for e in exceptions
        )

    def row(self, key: str) -> Row:
        contest = self.core.contests.get(key)
        return self.definition(self.core.definitions[key]) if contest is None else self.contest(contest)

    def contest(self, contest: c.Contest) -> ContestRow:
        rules: list[RuleRow] = []
        for index in contest.rules:
            rule = self.core.rules[index]
            value = -1 if rule.value is None else self.value(rule.value)
            rules.append(RuleRow(index, rule.literal, value, self.formula(rule.condition),
                                 self.exceptions(rule.exceptions)))
        rivals = _rivals(rules, contest.kind, self.cells)
        outranks = contest.outranks
        limits = tuple(
            LimitRow(limit.op == "<=", self.value(limit.bound), self.formula(limit.condition),
                     self.exceptions(limit.exceptions))
            for limit in contest.limits
        )
        rest = tuple(tuple(j for j in rivals[i] if j > i and j not in outranks[i]) for i in range(len(rules)))
        return ContestRow(
            self.nodes[contest.key], contest.key, contest.kind, contest.type, contest.domain, tuple(rules),
            tuple(tuple(j for j in rivals[i] if i in outranks[j]) for i in range(len(rules))),
            outranks, rest, contest.kind is not c.ContestKind.ACTION and not any(rest), limits,
        )

    def definition(self, made: c.GroundDefinition) -> DefinitionRow:
        truths: list[tuple[Conjunction, Conjunction]] = []
        values: list[tuple[Conjunction, int]] = []
        for condition, result in made.cases:
            if made.boolean:
                truths.append((self.formula(condition), self.formula(result)))  # type: ignore[arg-type]
            else:
                values.append((self.formula(condition), self.value(result)))  # type: ignore[arg-type]
        return DefinitionRow(self.nodes[made.key], made.key, made.type, made.domain, tuple(truths), tuple(values),
                             made.boolean)

    def target(self, asked: c.Formula | c.Value) -> Target:
        match asked:
            case (
                c.Truth() | c.FactTest() | c.Established() | c.Not() | c.And() | c.Or() | c.Test() | c.NoneTest()
                | c.Named()
            ):
                return Target(self.formula(asked), -1)
            case _:
                return Target(None, self.value(asked))


def _rivals(rules: Sequence[RuleRow], kind: c.ContestKind, cells: Sequence[Cell]) -> list[list[int]]:
    """For each rule the places of those that it may be incompatible with.

    Rules with one head have the same rivals, and a contest has many rules where entities are many, but few heads.
    """
    teams: dict[tuple[bool | Mode | None, int], list[int]] = {}
    for i, rule in enumerate(rules):
        teams.setdefault((rule.literal, rule.value), []).append(i)
    if len(teams) == 1:
        return [[]] * len(rules)
    found: list[list[int]] = [[]] * len(rules)
    for mine in teams.values():
        first = rules[mine[0]]
        against = [i for other in teams.values() if _may_clash(first, rules[other[0]], kind, cells) for i in other]
        against.sort()
        for i in mine:
            found[i] = against
    return found


def _may_clash(rule: RuleRow, other: RuleRow, kind: c.ContestKind, cells: Sequence[Cell]) -> bool:
    if rule.literal is not None and other.literal is not None:
        return c.incompatible(rule.literal, other.literal, kind)
    left, right = cells[rule.value], cells[other.value]
    if rule.value == other.value:
        return False
    return not (isinstance(left, ConstantCell) and isinstance(right, ConstantCell) and left == right)


# --------------------------------------------------------------------------------------------- from below to top


def compile_core(core: c.Core) -> Table:
    """The table of a core program."""
    made = _Compiler(core)
    rows = tuple(made.row(key) for key in made.nodes)
    targets = tuple(made.target(asked) for asked in core.targets)
    always = tuple(made.formula(formula) for formula in core.always)
    cells = tuple(made.cells)
    block_of = tuple(number for number, block in enumerate(core.blocks) for _ in block.members)
    below = tuple(_nodes_below(cells, row_roots(row)) for row in rows)
    levels = [0] * len(core.blocks)
    for node, reads in enumerate(below):
        block = block_of[node]
        deepest = max((levels[block_of[n]] + 1 for n in reads if block_of[n] != block), default=0)
        levels[block] = max(levels[block], deepest)
    return Table(
        cells, rows, made.nodes, tuple(tuple(tests.items()) for tests in made.tests), tuple(made.reads),
        core.blocks, block_of, below, tuple(levels[block] for block in block_of), targets, always, core.facts,
    )


def _nodes_below(cells: Sequence[Cell], roots: Sequence[int]) -> tuple[int, ...]:
    found: set[int] = set()
    for number in reach(cells, roots):
        match cells[number]:
            case LiteralCell(node, _) | NamedCell(node) | NodeCell(node):
                found.add(node)
            case _:
                pass
    return tuple(sorted(found))


def row_roots(row: Row) -> list[int]:
    """The cells that a contest or definition reads directly."""
    roots: list[int] = []
    match row:
        case ContestRow():
            for rule in row.rules:
                roots += (code >> 1 for code in rule.body)
                roots += exception_roots(rule.exceptions)
                if rule.literal is None:
                    roots.append(rule.value)
            for limit in row.limits:
                roots += (code >> 1 for code in limit.body)
                roots += exception_roots(limit.exceptions)
                roots.append(limit.bound)
        case DefinitionRow():
            for condition, truth in row.truths:
                roots += (code >> 1 for code in (*condition, *truth))
            for condition, value in row.values:
                roots += (code >> 1 for code in condition)
                roots.append(value)
    return roots


def exception_roots(exceptions: Sequence[ExceptionRow]) -> list[int]:
    """The cells that exceptions, and the exceptions to them, read."""
    roots: list[int] = []
    for exception in exceptions:
        roots += (code >> 1 for code in exception.body)
        roots += exception_roots(exception.exceptions)
    return roots
