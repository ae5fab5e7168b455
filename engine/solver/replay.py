"""A witness is evaluated by the evaluator before anyone sees it.

The solver's model gives facts and choices; the evaluator's own pass for worlds, with one lane and a chooser that reads
the witness, says what comes of them.  Where it does not confirm what the solver found, or has a choice to make that
the solver did not see, one of the two is wrong: that is an `InternalError`, never an answer.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulelang.engine.core import Core, Formula, Value
from rulelang.engine.core_parts import is_formula
from rulelang.engine.core_text import formula_text
from rulelang.engine.evaluating.cells import FactCell, NoneCell, ReadCell, TestCell
from rulelang.engine.evaluating.choosers import Choice, Options
from rulelang.engine.evaluating.columns import Column
from rulelang.engine.evaluating.lanes import in_conflict, run_lanes
from rulelang.engine.evaluating.plan import Plan, make_plan, plan_of, table_of
from rulelang.engine.evaluating.sweep import Sweep, new_sweep
from rulelang.engine.evaluating.table import Table, compile_core
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.solver.answer import InternalError, Resolution, Witness
from rulelang.engine.solver.encode_facts import default_value
from rulelang.engine.solver.encoding import below, reads
from rulelang.grammar.model import Constant_

Content: TypeAlias = "bool | Constant_ | Undefinedness"


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the evaluator makes of a witness: of each of the things asked the truth value or value; whether all ALWAYS
    declarations hold; which contests are in conflict; of which contests the evaluator had something to choose."""

    contents: tuple[Content, ...]
    always: bool
    conflicts: tuple[str, ...]
    chosen: frozenset[str]

    def told(self, witness: Witness) -> Witness:
        """The witness with no more choices than the evaluator has in its world, and which contests are in conflict."""
        kept = {key: came for key, came in witness.resolutions.items() if key in {*self.conflicts, *self.chosen}}
        return replace(witness, resolutions=kept, conflicts=tuple(key for key in self.conflicts if key in kept))


class _Unforeseen(Exception):
    """The evaluator has a choice to make that the witness does not know of."""


@dataclass(slots=True)
class _Recorded:
    """A chooser for one lane that does what the witness says.

    Tests and contests that the encoding never read cannot bear on what is asked: any choice will do.
    """

    witness: Witness
    table: Table
    seen: Container[str]
    chosen: set[str] = field(default_factory=set[str])

    def choose(self, sweep: Sweep, kind: Choice, name: int | str, options: Options) -> list[list[int]]:
        return [[where if i == self._pick(kind, name, contents) else 0 for i in range(len(contents))]
                for where, contents in options]

    def _pick(self, kind: Choice, name: int | str, contents: Sequence[object]) -> int:
        found: list[int] = []
        match kind:
            case "test":
                assert isinstance(name, int)
                cell = self.table.cells[name]
                assert isinstance(cell, TestCell | NoneCell)
                truth = self.witness.tests.get(cell.test, False)
                found = [i for i, content in enumerate(contents) if content is truth]
            case "contest":
                known = self.witness.resolutions
                assert isinstance(name, str)
                if name not in known and name not in self.seen:
                    return 0
                if name in known:
                    self.chosen.add(name)
                    wanted = known[str(name)]
                    if isinstance(contents[0], tuple) and isinstance(wanted, tuple):
                        # In a cyclic block only what is not established anyhow is chosen.
                        open_ = {literal for content in contents for literal in content}  # type: ignore[attr-defined]
                        wanted = tuple(literal for literal in wanted if literal in open_)
                    found = [i for i, content in enumerate(contents) if _resolution(content) == wanted]
            case _:
                pass
        if not found:
            raise _Unforeseen(f"{kind} {name}")
        return found[0]


def _resolution(content: object) -> Resolution:
    match content:
        case bool():
            return (content,)
        case frozenset() | tuple():
            return tuple(sorted(content))
        case Undefinedness():
            return None
        case _:
            return content  # type: ignore[return-value]


def replay(
    core: Core, asked: Sequence[Formula | Value], witness: Witness, seen: Container[str] = frozenset()
) -> Replayed:
    """Evaluates what is asked in the world that the witness describes.

    `seen`: the contests that the solver read, of which the witness must know every conflict.

    Raises:
        InternalError: the evaluator finds something open or in conflict that the witness says nothing of.
    """
    table = compile_core(cone(core, asked))
    return _run(core, asked, table, make_plan(table, table.targets), witness, seen)


def replay_target(core: Core, index: int, witness: Witness, seen: Container[str]) -> Replayed:
    """The same for one of the core's targets, with the rows that the evaluator has made for it anyhow."""
    return _run(core, (core.targets[index],), table_of(core), plan_of(core, (index,)), witness, seen)


def _run(
    core: Core, asked: Sequence[Formula | Value], table: Table, plan: Plan, witness: Witness, seen: Container[str]
) -> Replayed:
    sweep = new_sweep(table, 1)
    for number in plan.cells():
        cell = table.cells[number]
        if isinstance(cell, FactCell):
            true = 1 if _fact(core, cell.fact, witness) is True else 0
            sweep.truths[2 * number], sweep.truths[2 * number + 1] = true, 1 - true
        elif isinstance(cell, ReadCell):
            value = _fact(core, cell.fact, witness)
            assert not isinstance(value, bool)
            sweep.columns[number] = {value: 1}
    recorded = _Recorded(witness, table, seen)
    try:
        conflicts = run_lanes(plan, sweep, recorded, range(len(table.cells)), range(len(table.rows)))
    except _Unforeseen as choice:
        raise disagreement(core, asked, witness, f"the evaluator has to choose: {choice}") from None
    contested = tuple(sorted(table.rows[node].key for node in conflicts if in_conflict(conflicts, node, sweep)))
    always = all(sweep.truths[code] for part in plan.always for code in part)
    return Replayed(_contents(plan, sweep), always, contested, frozenset(recorded.chosen))


def _fact(core: Core, key: str, witness: Witness) -> bool | Constant_:
    return witness.facts[key] if key in witness.facts else default_value(core.facts[key])


def _contents(plan: Plan, sweep: Sweep) -> tuple[Content, ...]:
    contents: list[Content] = []
    for target in plan.targets:
        if target.truth is not None:
            contents.append(all(sweep.truths[code] for code in target.truth))
        else:
            column: Column = sweep.columns[target.value]
            [content] = column
            contents.append(content)  # type: ignore[arg-type]
    return tuple(contents)


def cone(core: Core, asked: Sequence[Formula | Value]) -> Core:
    """The part of a core program that bears on what is asked, which becomes its targets."""
    needed: set[int] = set()
    blocks = {name: number for number, block in enumerate(core.blocks) for name in block.members}
    todo = [name for node in (*asked, *core.always) for name in reads(node)]
    while todo:
        number = blocks[todo.pop()]
        if number not in needed:
            needed.add(number)
            todo += below(core.blocks[number], core)
    kept = tuple(block for number, block in enumerate(core.blocks) if number in needed)
    return replace(core, blocks=kept, targets=tuple(asked))


def disagreement(core: Core, asked: Sequence[Formula | Value], witness: Witness, said: str) -> InternalError:
    """An error with all that is needed to see it again: the part of the core that bears on what was asked."""
    small = cone(core, asked)
    members = {name for block in small.blocks for name in block.members}
    rules = [rule for rule in core.rules if rule.contest in members]
    lines = [
        f"asked: {[formula_text(node) if is_formula(node) else repr(node) for node in asked]}",
        f"said: {said}",
        f"facts: {dict(witness.facts)!r}",
        f"tests: {[(formula_text(test), truth) for test, truth in witness.tests.items()]!r}",
        f"resolutions: {dict(witness.resolutions)!r}",
        f"blocks: {small.blocks!r}",
        *(f"contest: {core.contests[name]!r}" for name in sorted(members) if name in core.contests),
        *(f"rule: {rule!r}" for rule in rules),
        *(f"definition: {core.definitions[name]!r}" for name in sorted(members) if name in core.definitions),
        *(f"always: {formula!r}" for formula in core.always),
    ]
    return InternalError("the solver and the evaluator disagree", "\n".join(lines) + "\n")
