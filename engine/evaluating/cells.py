"""The cells of a rule table: shared truth values and values, and the codes that name them in conjunctions.

See `table` for what they are part of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.exact.arithmetic import Result, Undefinedness
from rulelang.grammar.model import Constant_, Mode

Code: TypeAlias = int
Conjunction: TypeAlias = tuple[Code, ...]
Operation: TypeAlias = Callable[[Sequence[Result]], Result]

YES: Code = 0
"""Cell 0 is true."""
NO: Code = 1

NO_VALUE = Undefinedness("no rule gives it a value")
NO_CASE = Undefinedness("no case of the definition fits")

# ------------------------------------------------------------------------------------------------ truth cells


@dataclass(frozen=True, slots=True)
class True_:
    pass


@dataclass(frozen=True, slots=True)
class FactCell:
    fact: str


@dataclass(frozen=True, slots=True)
class TestCell:
    """`threshold`: the fact and the constant, where a fact is compared with a constant."""

    test: c.Test
    left: int
    right: int
    threshold: tuple[str, Constant_] | None


@dataclass(frozen=True, slots=True)
class NoneCell:
    """`outcome`: an outcome without a value counts as NONE."""

    test: c.NoneTest
    operand: int
    outcome: bool


@dataclass(frozen=True, slots=True)
class LiteralCell:
    node: int
    literals: tuple[bool | Mode, ...]


@dataclass(frozen=True, slots=True)
class NamedCell:
    node: int


@dataclass(frozen=True, slots=True)
class OrCell:
    parts: tuple[Conjunction, ...]


# ------------------------------------------------------------------------------------------------ value cells


@dataclass(frozen=True, slots=True)
class ConstantCell:
    value: Result


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A valued fact."""

    fact: str


@dataclass(frozen=True, slots=True)
class NodeCell:
    """The value of an outcome or of a valued definition."""

    node: int


@dataclass(frozen=True, slots=True)
class ApplyCell:
    function: Operation
    args: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CountCell:
    conditions: tuple[Conjunction, ...]


@dataclass(frozen=True, slots=True)
class FoldCell:
    fold: str
    items: tuple[tuple[Conjunction, int], ...]


@dataclass(frozen=True, slots=True)
class ChoiceCell:
    cases: tuple[tuple[Conjunction, int], ...]


Cell: TypeAlias = (
    True_ | FactCell | TestCell | NoneCell | LiteralCell | NamedCell | OrCell
    | ConstantCell | ReadCell | NodeCell | ApplyCell | CountCell | FoldCell | ChoiceCell
)


def reach(cells: Sequence[Cell], roots: Sequence[int]) -> set[int]:
    """These cells and all that they are made of."""
    seen = set(roots)
    todo = list(seen)
    while todo:
        for child in children(cells[todo.pop()]):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return seen


def children(cell: Cell) -> tuple[int, ...]:
    """The cells that a cell is made of; not those behind a node."""
    match cell:
        case TestCell(_, left, right, _):
            return (left, right)
        case NoneCell(_, operand, _):
            return (operand,)
        case OrCell(parts) | CountCell(parts):
            return tuple(code >> 1 for part in parts for code in part)
        case ApplyCell(_, args):
            return args
        case FoldCell(_, items) | ChoiceCell(items):
            return tuple(x for guard, value in items for x in (*(code >> 1 for code in guard), value))
        case _:
            return ()
