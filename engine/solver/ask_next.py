"""Which unknown fact to establish next, so that a target is decided after the fewest questions.

A question asks for one unknown fact.  Its answers (true and false; every member of a sort; of numbers and dates one
of each region that comparisons part them into) are each as likely as the others, save those that no completion of the
case has.  Asking ends when the target is decided, or when no unknown fact matters to it any more
(a conflict or an open test then keeps it open).

Small cases are solved exactly: the least expected number of questions over all ways of asking.  Larger ones by
looking one question ahead: first the fact whose answers most often decide, then the one that leaves the fewest facts
that matter, then the first by name.  So too where a fact is calculated with, every value of which may come to
something else: a few of them, on either side of what it is compared with, then stand for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import Core
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.domains import scale
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.ask_answers import Answers, Value, answers_of, each
from rulelang.engine.solver.exact import narrowed
from rulelang.engine.solver.tipping import Kind, turns
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.values import NONE

_Led: TypeAlias = "tuple[Value, tuple[Value, ...], Decision]"
"""A value that is tried, the answers that it stands for, and what is then decided."""

MOST_STATES = 4_000
"""So many different states of knowledge are solved exactly: the product over the facts of their answers plus one."""
MOST_QUESTIONS = 64
"""Of more facts only the first by name are looked at."""
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
    answers, further = answers_of(core, known, index, facts)
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
            if not search.in_doubt():
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
    if decision.possible and decision.limit is None:
        return narrowed(core, known, index, decision)
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
        self, core: Core, index: int, answers: dict[str, Answers], further: dict[str, tuple[Value, ...]],
        until: float | None
    ) -> None:
        self.core, self.index, self.answers, self.until = core, index, answers, until
        self.kept = replace(core, targets=(c.And(core.always),)) if core.always else None
        self.left = MOST_DECISIONS
        self.further = further
        self.solved: dict[frozenset[tuple[str, Value]], Fraction] = {}
        self.decided: dict[frozenset[tuple[str, Value]], Decision | None] = {}

    def tell_apart(self, known: dict[str, Value], fact: str) -> None:
        """Where values of a fact that is calculated with decide otherwise than others: those between which that begins,
        instead of just some."""
        along = scale(self.core.facts[fact])
        if along is None or fact not in self.answers:
            return
        shown, further = (
            [n for value in values if not isinstance(value, bool) and (n := along.number(value)) is not None]
            for values in (self.answers[fact], self.further.get(fact, ()))
        )

        def decided(number: Fraction) -> Kind | None:
            decision = self.decision({**known, fact: along.value(number)})
            return None if decision is None else ((decision.status, decision.unknowns), decision.value)

        found = turns(shown, further, decided)
        if found:
            without = [value for value in self.answers[fact] if value is NONE]
            self.answers[fact] = each([*map(along.value, found), *without])

    def question(self, known: dict[str, Value], fact: str) -> Question:
        """Asking for this fact first, then for the best each time."""
        led = self.led_to(known, fact)
        rest = [(len(alike), self.expected({**known, fact: value}, decision)) for value, alike, decision in led]
        count = sum(many for many, _ in rest)
        questions = sum((many * more for many, more in rest), Fraction(0))
        return Question(fact, _replies(led), 1 + questions / count if count else Fraction(1))

    def glance(self, known: dict[str, Value], fact: str) -> Question:
        """Looking one question ahead."""
        return Question(fact, _replies(self.led_to(known, fact)) if fact in self.answers else (), None)

    def led_to(self, known: dict[str, Value], fact: str) -> list[_Led]:
        """What the answers that a completion of the case has lead to."""
        found: list[_Led] = []
        for value, alike in self.answers[fact].items():
            decision = self.decision({**known, fact: value})
            if decision is not None:
                found.append((value, alike, decision))
        return found

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

    def in_doubt(self) -> bool:
        """Whether in some state of knowledge it is not known what matters, and so whether there is more to ask."""
        return any(decision is not None and decision.possible for decision in self.decided.values())

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


def _replies(led: Iterable[_Led]) -> tuple[Reply, ...]:
    return tuple(Reply(answer, decision) for _, alike, decision in led for answer in alike)
