"""The columns of a row that hang on little: on the findings, on the rubric's points, on the rules cited.

Many answers, to whichever cases, have the same of these, so that each is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rulelang.verifier.finding import Check, roots
from rulelang.verifier.rubric import OPERATORS, Dimension, ErrorType
from rulelang.verifier.scoring.exact import layer
from rulelang.verifier.scoring.layout import Laid

MOST = 20_000
"""How many findings and points of answers are kept."""


class Told(NamedTuple):
    """A finding, as far as a row tells it."""

    code: str
    kind: str
    check: Check
    root: bool = True


class Findings(NamedTuple):
    """What the columns tell of an answer's findings."""

    fails: tuple[str, ...]
    root: tuple[str, ...]
    codes: tuple[str, ...]
    kinds: tuple[str, ...]


@lru_cache(MOST)
def findings(told: tuple[Told, ...]) -> Findings:
    """The columns of some findings."""
    names = sorted((one.code, one.kind) for one in told)
    return Findings(
        tuple(layer(one) for one in sorted({one.check for one in told})),
        tuple(layer(one) for one in sorted(roots((one.check, one.root) for one in told))),
        tuple(code for code, _ in names),
        tuple(kind for _, kind in names),
    )


Marks: TypeAlias = tuple[tuple[int, int], ...]
"""For each dimension of the rubric how many of its points are met, and of how many."""


class Points(NamedTuple):
    """What the columns tell of the rubric."""

    rubric: int
    graded: float
    satisfied: tuple[bool, ...]
    shares: tuple[float, ...]
    errors: tuple[str, ...]
    """The error types that hang on the dimensions (`rubric.errors_of`)."""


@lru_cache(MOST)
def points(marks: Marks) -> Points:
    """The columns of the rubric's points."""
    satisfied = tuple(met == of for met, of in marks)
    lost = {dimension for dimension, is_met in zip(Dimension, satisfied, strict=True) if not is_met}
    errors = {
        ErrorType.INTERACTION: Dimension.INTERACTION in lost,
        ErrorType.INTEGRATION: bool(lost & {Dimension.DECOMPOSITION, Dimension.CHAIN, Dimension.INTERMEDIATE}),
        ErrorType.SYNTHESIS: Dimension.FINAL in lost,
    }
    return Points(
        sum(dimension.weight for dimension in Dimension if dimension not in lost),
        _graded(marks),
        satisfied,
        tuple(met / of if of else 1.0 for met, of in marks),
        tuple(error.value for error, is_made in errors.items() if is_made),
    )


def _graded(marks: Marks) -> float:
    """The exact sum of weights times shares, rounded once."""
    above, below = 0, 1
    for dimension, (met, of) in zip(Dimension, marks, strict=True):
        if not of:
            met = of = 1
        above, below = above * of + dimension.weight * met * below, below * of
    return above / below


class Scope(NamedTuple):
    """What the columns tell of the rules cited, held against a warrant's."""

    is_reference: bool | None
    cited: int
    found: int
    right: int
    recall: float
    precision: float
    errors: tuple[str, ...]
    """The error types that hang on these (`rubric.errors_of`)."""
    events: tuple[int, ...]
    """For each operator how often it augments a rule of the warrant."""
    right_events: tuple[int, ...]
    """In how many of these the rule is rightly applied."""


def scope(laid: Laid, cited: frozenset[str], right: frozenset[str]) -> Scope:
    """The columns of the rules cited; `right`: those of the warrant's that are rightly applied, wherever cited."""
    found = len(cited & laid.rules)
    return Scope(
        cited == laid.rules if cited else None,
        len(cited),
        found,
        len(right),
        found / len(laid.rules) if laid.rules else 1.0,
        len(right) / len(cited) if cited else 0.0,
        tuple(_errors(laid, cited, right)),
        _counted(number for number, _ in laid.events),
        _counted(number for number, rule in laid.events if rule in right),
    )


def _errors(laid: Laid, cited: frozenset[str], right: frozenset[str]) -> Iterator[str]:
    if laid.rules - cited:
        yield ErrorType.SELECTION.value
    if not cited or right != cited:
        yield ErrorType.APPLICATION.value


def _counted(numbers: Iterator[int]) -> tuple[int, ...]:
    found = [0] * len(OPERATORS)
    for number in numbers:
        found[number] += 1
    return tuple(found)
