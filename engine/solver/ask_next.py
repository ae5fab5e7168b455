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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from rulelang.engine.core import Core, GroundFact
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.cells import ConstantCell, ReadCell, TestCell, children
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.domains import OTHER_TEXT, domains, options
from rulelang.engine.evaluating.input import one_case
from rulelang.engine.evaluating.plan import plan_of, table_of
from rulelang.engine.evaluating.rails import run_rails
from rulelang.engine.evaluating.relevance import relevant
from rulelang.engine.exact.arithmetic import compare
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.matters import what_matters
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import BooleanType, Constant_, TextType
from rulelang.grammar.values import DAY, NONE, Duration

Value: TypeAlias = "bool | Constant_"
Answers: TypeAlias = tuple[Value, ...]

MOST_STATES = 4_000
"""So many different states of knowledge are solved exactly: the product over the facts of their answers plus one."""
MOST_QUESTIONS = 64
"""Of more facts only the first by name are looked at."""
MOST_INSTANCES = 9
"""So many values stand for all of a fact that is calculated with."""


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

    `exact`: the expected numbers are the least possible.
    """

    decision: Decision
    questions: tuple[Question, ...]
    exact: bool


def ask_next(core: Core, known: Known, index: int = 0) -> Advice:
    """What to ask next about `core.targets[index]`; raises as `decide` does."""
    decision = _decided(core, known, index)
    if not open_for_questions(decision):
        return Advice(decision, (), True)
    facts = decision.unknowns[:MOST_QUESTIONS]
    answers, told_apart = _answers(core, known, index, facts)
    search = _Search(core, index, {fact: values for fact, values in answers.items() if values})
    every = told_apart and len(search.answers) == len(facts) == len(decision.unknowns)
    if every and not decision.possible and _few(answers.values()):
        questions = [search.question(dict(known), fact) for fact in facts]
        ranked = sorted(questions, key=lambda q: (q.expected or 0, -q.deciding(), q.fact))
        return Advice(decision, tuple(ranked), True)
    looked = [search.glance(dict(known), fact) for fact in facts]
    return Advice(decision, tuple(sorted((q for q in looked if q.replies), key=_promise)), False)


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

    def __init__(self, core: Core, index: int, answers: dict[str, Answers]) -> None:
        self.core, self.index, self.answers = core, index, answers
        self.solved: dict[frozenset[tuple[str, Value]], Fraction] = {}
        self.decided: dict[frozenset[tuple[str, Value]], Decision | None] = {}

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
            try:
                self.decided[state] = _decided(self.core, known, self.index)
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


def _answers(core: Core, known: Known, index: int, facts: Sequence[str]) -> tuple[dict[str, Answers], bool]:
    """The values of each fact that are told apart, or a few of them; whether all are told apart."""
    plan = plan_of(core, (index,))
    sweep = one_case(table_of(core), plan, known)
    plan = run_rails(plan, sweep)
    rest = relevant(plan, sweep)
    told = domains(rest, sweep).values
    found: dict[str, Answers] = {}
    told_apart = True
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
            told_apart = False
            found[fact] = _instances(core, ground, rest.cells)
        else:
            found[fact] = _apart(core, fact, tuple(values), rest.cells)
    return found, told_apart


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
