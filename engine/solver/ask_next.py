"""Which unknown fact to establish next, so that a target is decided after the fewest questions.

A question asks for one unknown fact.  Its answers are the values that are told apart (true and false; members; for
numbers and dates one of each region that comparisons part them into), each as likely as the others, save those that
no completion of the case has.  Asking ends when the target is decided, or when no unknown fact matters to it any more
(a conflict or an open test then keeps it open).

Small cases are solved exactly: the least expected number of questions over all ways of asking.  Larger ones by
looking one question ahead: first the fact whose answers most often decide, then the one that leaves the fewest facts
that matter, then the first by name.  So too where a fact is calculated with, every value of which may come to
something else: a few of them, on either side of what it is compared with, then stand for all.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import Core, GroundFact
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.cells import ConstantCell, ReadCell, TestCell, children, reach
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.domains import OTHER_TEXT, Scale, domains, options, regions, scale
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.plan import plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails
from rulelang.engine.evaluating.relevance import relevant
from rulelang.engine.exact.arithmetic import compare
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.matters import what_matters
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import BooleanType, Constant_, DateType, NumberType, TextType, TimeType
from rulelang.grammar.values import DAY, NONE, Duration

Value: TypeAlias = "bool | Constant_"
Answers: TypeAlias = tuple[Value, ...]
_Kind: TypeAlias = "tuple[tuple[Status, tuple[str, ...]], Constant_ | None] | None"
"""How a case is decided, and its value; None where there is no such case."""

MOST_STATES = 4_000
"""So many different states of knowledge are solved exactly: the product over the facts of their answers plus one."""
MOST_QUESTIONS = 64
"""Of more facts only the first by name are looked at."""
MOST_INSTANCES = 9
"""So many values stand for all of a fact that is calculated with."""
MOST_TRIED = 24
"""Values of such a fact that are tried to see where it begins to decide otherwise."""
MOST_DECISIONS = 500
"""Cases that are decided for the least expected number of questions, before only one question ahead is looked."""
MOST_GLANCES = 500
"""Cases that are decided for that."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a question and what is then decided."""

    value: Value
    decision: Decision


@dataclass(frozen=True, slots=True)
class Question:
    """A fact to ask for.

    `expected`: how many questions it takes on average, this one included, if it is asked first and then the best is
    asked each time; None where that is not known.
    """

    fact: str
    replies: tuple[Reply, ...]
    expected: Fraction | None

    def deciding(self) -> Fraction:
        """The share of the answers after which nothing is left to ask."""
        return Fraction(sum(not open_for_questions(reply.decision) for reply in self.replies), len(self.replies))


@dataclass(frozen=True, slots=True)
class Advice:
    """The decision as it stands, and what could be asked, the best first; nothing where nothing is to be asked.

    `exact`: the expected numbers are the least possible.  `limit`: why not all was looked at, if it was not.
    """

    decision: Decision
    questions: tuple[Question, ...]
    exact: bool
    limit: str | None = None


def ask_next(core: Core, known: Known, index: int = 0, timeout: float | None = None) -> Advice:
    """What to ask next about `core.targets[index]`; raises as `decide` does.

    Arguments:
        timeout: seconds after which no further question is looked at; None: a number of decided cases alone.
    """
    decision = _decided(core, known, index)
    if not open_for_questions(decision):
        return Advice(decision, (), True)
    facts = decision.unknowns[:MOST_QUESTIONS]
    answers, further = _answers(core, known, index, facts)
    until = None if timeout is None else monotonic() + timeout
    search = _Search(core, index, {fact: values for fact, values in answers.items() if values}, further, until)
    every = not further and len(search.answers) == len(facts) == len(decision.unknowns)
    limit: str | None = None
    if every and not decision.possible and _few(answers.values()):
        try:
            questions = [search.question(dict(known), fact) for fact in facts]
        except _Enough as reason:
            limit = str(reason)
        else:
            ranked = sorted(questions, key=lambda q: (q.expected or 0, -q.deciding(), q.fact))
            return Advice(decision, tuple(ranked), True)
    search.left = MOST_GLANCES
    looked: list[Question] = []
    try:
        for fact in facts:
            if fact in further:
                search.tell_apart(dict(known), fact)
            looked.append(search.glance(dict(known), fact))
    except _Enough as reason:
        limit = f"{reason}; {len(looked)} of {len(decision.unknowns)} facts were looked at"
    return Advice(decision, tuple(sorted((q for q in looked if q.replies), key=_promise)), False, limit)


class _Enough(Exception):
    """A limit was reached; in words."""


def open_for_questions(decision: Decision) -> bool:
    """Whether an unknown fact may still change the decision."""
    return decision.status is Status.UNDETERMINED and bool(decision.unknowns)


def _decided(core: Core, known: Known, index: int) -> Decision:
    decision = decide(core, known, index)
    if decision.status is Status.UNDETERMINED and decision.possible:
        return what_matters(core, known, index, decision)
    return decision


def _few(answers: Iterable[Answers]) -> bool:
    states = 1
    for values in answers:
        states *= len(values) + 1
    return states <= MOST_STATES


def _promise(question: Question) -> tuple[Fraction, Fraction, str]:
    left = sum(len(reply.decision.unknowns) for reply in question.replies)
    return -question.deciding(), Fraction(left, len(question.replies)), question.fact


class _Search:
    """The states of knowledge that answers lead to, each solved once."""

    def __init__(
        self, core: Core, index: int, answers: dict[str, Answers], further: dict[str, Answers], until: float | None
    ) -> None:
        self.core, self.index, self.answers, self.until = core, index, answers, until
        self.kept = replace(core, targets=(c.And(core.always),)) if core.always else None
        self.left = MOST_DECISIONS
        self.further = further
        self.solved: dict[frozenset[tuple[str, Value]], Fraction] = {}
        self.decided: dict[frozenset[tuple[str, Value]], Decision | None] = {}

    def tell_apart(self, known: dict[str, Value], fact: str) -> None:
        """Where values of a fact that is calculated with decide otherwise than others: of those that lie beside each
        other and decide alike the one next to the others; where these begin is found by halving."""
        along = scale(self.core.facts[fact])
        if along is None or fact not in self.answers:
            return
        tried = (*self.answers[fact], *self.further.get(fact, ()))
        numbers = {n for value in tried if not isinstance(value, bool) and (n := along.number(value)) is not None}
        runs: list[tuple[_Kind, list[Fraction]]] = []
        for number in sorted(numbers):
            kind = self._kind(known, fact, along.value(number))
            if runs and runs[-1][0] == kind:
                runs[-1][1].append(number)
                continue
            if runs and runs[-1][0] is not None and kind is not None and runs[-1][0][0] != kind[0]:
                low, high = self._boundary(known, fact, along, runs[-1], number)
                runs[-1][1].append(low)
                runs.append((kind, [high]))
            else:
                runs.append((kind, [number]))
        if len({kind[0] for kind, _ in runs if kind is not None}) < 2:
            return
        values = [run[-1] if place == 0 else run[0] for place, (kind, run) in enumerate(runs) if kind is not None]
        step = -(-len(values) // MOST_INSTANCES) or 1
        without = tuple(value for value in self.answers[fact] if value is NONE)
        self.answers[fact] = (*(along.value(number) for number in values[::step]), *without)

    def _kind(self, known: dict[str, Value], fact: str, value: Value) -> _Kind:
        decision = self.decision({**known, fact: value})
        return None if decision is None else ((decision.status, decision.unknowns), decision.value)

    def _boundary(
        self, known: dict[str, Value], fact: str, along: Scale, run: tuple[_Kind, list[Fraction]], high: Fraction
    ) -> tuple[Fraction, Fraction]:
        """Two numbers close to each other (whole ones, if they were further apart) of which the second decides
        otherwise than the run."""
        kind, low = run[0], run[1][-1]
        fine = Fraction(1) if high - low > 1 else (high - low) / 64
        while high - low > fine:
            middle = (low + high) / 2
            if fine == 1:
                middle = Fraction(math.floor(middle)) if math.floor(middle) > low else middle
            found = self._kind(known, fact, along.value(middle))
            if found is not None and kind is not None and found[0] == kind[0]:
                low = middle
            else:
                high = middle
        return low, high

    def question(self, known: dict[str, Value], fact: str) -> Question:
        """Asking for this fact first, then for the best each time."""
        replies = self.replies(known, fact)
        rest = [self.expected({**known, fact: reply.value}, reply.decision) for reply in replies]
        return Question(fact, replies, 1 + sum(rest, Fraction(0)) / len(rest) if rest else Fraction(1))

    def glance(self, known: dict[str, Value], fact: str) -> Question:
        """Looking one question ahead."""
        return Question(fact, self.replies(known, fact) if fact in self.answers else (), None)

    def replies(self, known: dict[str, Value], fact: str) -> tuple[Reply, ...]:
        """The answers that a completion of the case has."""
        found: list[Reply] = []
        for value in self.answers[fact]:
            decision = self.decision({**known, fact: value})
            if decision is not None:
                found.append(Reply(value, decision))
        return tuple(found)

    def decision(self, known: dict[str, Value]) -> Decision | None:
        """None: no completion of the case is so."""
        state = self._state(known)
        if state not in self.decided:
            if self.left == 0:
                raise _Enough("as many cases were decided as the limit allows")
            if self.until is not None and monotonic() > self.until:
                raise _Enough("the time was over")
            self.left -= 1
            try:
                can_be = self.kept is None or certain(self.kept, known, 0) is not False
                self.decided[state] = _decided(self.core, known, self.index) if can_be else None
            except RuleLangError:
                self.decided[state] = None
        return self.decided[state]

    def expected(self, known: dict[str, Value], decision: Decision) -> Fraction:
        """The least expected number of questions from here."""
        facts = [fact for fact in decision.unknowns if fact in self.answers]
        if not open_for_questions(decision) or not facts:
            return Fraction(0)
        state = self._state(known)
        if state not in self.solved:
            self.solved[state] = min(self.question(known, fact).expected or Fraction(0) for fact in facts)
        return self.solved[state]

    def _state(self, known: dict[str, Value]) -> frozenset[tuple[str, Value]]:
        return frozenset((fact, known[fact]) for fact in self.answers if fact in known)


# ------------------------------------------------------------------------------------------------------- answers


def _answers(
    core: Core, known: Known, index: int, facts: Sequence[str]
) -> tuple[dict[str, Answers], dict[str, Answers]]:
    """The values of each fact that are told apart, or a few of them; further ones of the latter."""
    plan = plan_of(core, (index,))
    sweep = one_case(table_of(core), plan, known)
    plan = run_rails(plan, sweep)
    rest = relevant(plan, sweep)
    told = domains(rest, sweep).values
    found: dict[str, Answers] = {}
    further: dict[str, Answers] = {}
    for fact in facts:
        ground = core.facts[fact]
        values = told.get(fact)
        if isinstance(ground.type, BooleanType):
            values = (True, False)
        elif ground.domain is not None:
            values = (*ground.domain, NONE) if ground.nullable else ground.domain
        elif isinstance(ground.type, TextType) and values is not None:
            values = (*(value for value in values if value != OTHER_TEXT), OTHER_TEXT)
        if values is None:
            found[fact] = _instances(core, ground, rest.cells)
            further[fact] = _further(core, known, ground, rest.cells)
        else:
            found[fact] = _apart(core, fact, tuple(values), rest.cells)
    return found, further


_USUAL: tuple[Constant_, ...] = (
    1, datetime.date(2000, 1, 1), datetime.datetime(2000, 1, 1), Duration(months=1), Duration(seconds=DAY)
)


def _instances(core: Core, fact: GroundFact, cells: Iterable[int]) -> Answers:
    """A few values of a fact, on either side of the constants with which it is compared."""
    table = table_of(core).cells
    compared: dict[Constant_, None] = {}
    for number in sorted(cells):
        cell = table[number]
        if not isinstance(cell, TestCell):
            continue
        sides = table[cell.left], table[cell.right]
        if any(isinstance(side, ReadCell) and side.fact == fact.key for side in sides):
            constants = [side.value for side in sides if isinstance(side, ConstantCell)]
            compared.update((value, None) for value in constants if not isinstance(value, Undefinedness))
    values = [value for value in options(fact, tuple(compared) or _USUAL, False, ()) or () if value is not NONE]
    step = -(-len(values) // MOST_INSTANCES) or 1
    return (*values[::step], *((NONE,) if fact.nullable else ()))


def _further(core: Core, known: Known, fact: GroundFact, cells: Iterable[int]) -> Answers:
    """Values with which it is tried where a fact begins to decide otherwise: the numbers that rules write and those
    that the case has, what is on either side of them, some further away, and the bounds."""
    table = table_of(core).cells
    along = scale(fact)
    if along is None:
        return ()
    written = [cell.value for n in reach(table, sorted(cells)) if isinstance(cell := table[n], ConstantCell)]
    given = [value for value in known.values() if not isinstance(value, bool)]
    values = [value for value in (*written, *given) if not isinstance(value, Undefinedness)]
    near = [n for n in map(along.number, values) if n is not None] or [n for n in map(along.number, _USUAL) if n]
    found = dict.fromkeys(near)
    for step in _FURTHER.get(type(fact.type), _AWAY):
        found.update({min(near) - step: None, max(near) + step: None})
    if isinstance(fact.type, NumberType):
        found.update((end, None) for end in (along.low, along.high) if end is not None)
    numbers = regions([n for n in found if (along.low is None or n >= along.low)
                       and (along.high is None or n <= along.high)], along)  # fmt: skip
    if not isinstance(fact.type, NumberType):
        numbers = numbers[1:-1]
    every = -(-len(numbers) // MOST_TRIED) or 1
    kept = sorted({*numbers[::every], *numbers[-1:]})
    return tuple(along.value(number) for number in kept)


_AWAY = (Fraction(10), Fraction(1_000), Fraction(1_000_000))
_DAYS = (Fraction(31), Fraction(366), Fraction(3_653), Fraction(18_263))
_FURTHER: dict[type, tuple[Fraction, ...]] = {DateType: _DAYS, TimeType: tuple(DAY * days for days in _DAYS)}
"""How far around the numbers near it a fact is looked for."""


def _apart(core: Core, fact: str, values: Answers, cells: Iterable[int]) -> Answers:
    """One of the values that every comparison of the fact with a constant treats alike; all, where it is read in
    another way."""
    table = table_of(core).cells
    tests: list[tuple[TestCell, bool, Constant_]] = []
    for number in sorted(cells):
        cell = table[number]
        reads = [i for i in children(cell) if isinstance(part := table[i], ReadCell) and part.fact == fact]
        if not reads:
            continue
        if not isinstance(cell, TestCell) or len(reads) > 1:
            return values
        other = table[cell.right if cell.left in reads else cell.left]
        if not isinstance(other, ConstantCell) or isinstance(other.value, Undefinedness):
            return values
        tests.append((cell, cell.left in reads, other.value))
    kept: dict[tuple[object, ...], Value] = {}
    for value in values:
        if isinstance(value, bool):
            return values
        seen = tuple(
            compare(cell.test.op, value, other) if first else compare(cell.test.op, other, value)
            for cell, first, other in tests
        )
        kept.setdefault(seen, value)
    return tuple(kept.values())
