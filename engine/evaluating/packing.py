"""Many cases as lanes: from one mapping of facts per case to masks, by columns.

A fact's values become a string of codes, one byte a case; each comparison with a constant is one translation of that
string into digits, read as a binary number.  Reading the mappings is most of the cost of a batch.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from rulelang.engine.evaluating.cells import FactCell, NodeCell, ReadCell, TestCell, children
from rulelang.engine.evaluating.goal_rows import plain_comparison
from rulelang.engine.evaluating.plan import Plan, target_roots
from rulelang.engine.evaluating.sweep import Sweep, new_sweep
from rulelang.engine.evaluating.table import Table, row_roots
from rulelang.engine.exact.arithmetic import compare
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

Known = Mapping[str, bool | Constant_]

_TRUE = bytes(49 if code == 1 else 48 for code in range(256))
_SEEN = bytes(48 if code == 255 else 49 for code in range(256))
_UNKNOWN = 255


@dataclass(frozen=True, slots=True)
class Cuts:
    """A fact that is only compared with constants: the constants ascending, and for each test's cell the translation
    from codes (below the first, the first, between it and the second, ...) to digits."""

    constants: tuple[Any, ...]
    ordered: bool
    tests: tuple[tuple[int, bytes], ...]

    def code(self, value: Any) -> int:
        """The code of a value; unknown and NONE have one of their own, which makes every test open."""
        if value is None or value is NONE:
            return _UNKNOWN
        if not self.ordered:
            return 2 * self.constants.index(value) + 1 if value in self.constants else 0
        place = bisect_left(self.constants, value)
        return 2 * place + (place < len(self.constants) and self.constants[place] == value)


@dataclass(frozen=True, slots=True)
class Packing:
    """How the facts of a plan are read; `computed` are the cells left to compute."""

    names: tuple[str, ...]
    booleans: tuple[tuple[int, int], ...]
    """Place of the name, cell."""
    cuts: tuple[tuple[int, Cuts], ...]
    getter: Callable[[Known], Any]
    computed: frozenset[int]


def make_packing(table: Table, plan: Plan) -> Packing | None:
    """The packing of a plan; None where values are used in other ways than compared with constants."""
    cells = plan.cells()
    roots = {root for target in plan.targets for root in target_roots(target)}
    roots.update(root for stage in plan.stages for row in stage.rows for root in row_roots(row))
    booleans: dict[str, int] = {}
    tests: dict[str, list[tuple[int, TestCell]]] = {}
    given: set[int] = set()
    for number in cells:
        cell = table.cells[number]
        match cell:
            case FactCell(fact):
                booleans[fact] = number
                given.add(number)
            case TestCell(_, left, right, (fact, constant)) if plain_comparison(table, fact, constant):
                tests.setdefault(fact, []).append((number, cell))
                given.update((number, left, right))
            case _:
                pass
    for number in cells:
        cell = table.cells[number]
        if number in given:
            continue
        if isinstance(cell, ReadCell | NodeCell) or any(child in given and isinstance(table.cells[child], ReadCell)
                                                        for child in children(cell)):
            return None
    if any(isinstance(table.cells[root], ReadCell | NodeCell) for root in roots):
        return None
    names = (*booleans, *tests)
    cuts: list[tuple[int, Cuts]] = []
    for place, found in enumerate(tests.values(), len(booleans)):
        made = _cuts(found)
        if made is None:
            return None
        cuts.append((place, made))
    getter: Callable[[Known], Any] = itemgetter(*names) if len(names) > 1 else lambda known: [known[n] for n in names]
    return Packing(names, tuple(enumerate(booleans.values())), tuple(cuts), getter, frozenset(cells) - given)


def _cuts(found: Sequence[tuple[int, TestCell]]) -> Cuts | None:
    constants: list[Any] = []
    for _, cell in found:
        assert cell.threshold is not None
        if cell.threshold[1] not in constants:
            constants.append(cell.threshold[1])
    ordered = not isinstance(constants[0], str)
    if ordered:
        constants.sort()
    if len(constants) > 120:
        return None
    return Cuts(tuple(constants), ordered, tuple((number, _digits(cell, constants, ordered)) for number, cell in found))


def _digits(cell: TestCell, constants: Sequence[Any], ordered: bool) -> bytes:
    assert cell.threshold is not None
    constant = cell.threshold[1]
    digits = bytearray(b"0" * 256)
    place = constants.index(constant)
    for code in range(2 * len(constants) + 1):
        if code == 2 * place + 1:
            outcome = compare(cell.test.op, constant, constant)
            holds = not isinstance(outcome, Undefinedness) and outcome
        elif ordered:
            holds = cell.test.op == "!=" or cell.test.op in (("<", "<=") if code < 2 * place + 1 else (">", ">="))
        else:
            holds = cell.test.op == "!="
        digits[code] = 49 if holds else 48
    return bytes(digits)


def _columns(packing: Packing, knowns: Sequence[Known]) -> list[Any]:
    """The facts' values over the cases, the last case first.

    Raises:
        KeyError: a case does not know one of the facts.
    """
    first = list(knowns[0]) if knowns else []
    if len(first) > len(packing.names) * 2 or any(list(known) != first for known in knowns):
        return list(zip(*map(packing.getter, reversed(knowns)), strict=True))
    # Cases that list the same facts in one order are read straight through, which saves a look-up for each value.
    column_of = dict(zip(first, zip(*(known.values() for known in reversed(knowns)), strict=True), strict=True))
    return [column_of[name] for name in packing.names]


def pack(table: Table, packing: Packing, knowns: Sequence[Known]) -> tuple[Sweep, bool]:
    """The sweep with the facts' cells filled in, and whether every fact is known in every case."""
    lanes = len(knowns)
    sweep = new_sweep(table, lanes)
    truths, full = sweep.truths, sweep.full
    # The first character of a binary number is its top bit, so the last case comes first.
    try:
        columns: list[Any] = _columns(packing, knowns)
        complete = True
    except KeyError:
        columns = [tuple(known.get(name) for known in reversed(knowns)) for name in packing.names]
        complete = False
    if not packing.names or not lanes:
        return sweep, complete
    for place, number in packing.booleans:
        column = columns[place]
        codes = bytes(column) if complete else bytes([_UNKNOWN if v is None else v for v in column])
        true = int(codes.translate(_TRUE), 2)
        seen = full if complete else int(codes.translate(_SEEN), 2)
        truths[2 * number], truths[2 * number + 1] = true, seen & ~true
    for place, cuts in packing.cuts:
        column = columns[place]
        code_of = {value: cuts.code(value) for value in set(column)}
        codes = bytes(map(code_of.__getitem__, column))
        seen = int(codes.translate(_SEEN), 2)
        complete = complete and seen == full
        for number, digits in cuts.tests:
            true = int(codes.translate(digits), 2)
            truths[2 * number], truths[2 * number + 1] = true, seen & ~true
    return sweep, complete
