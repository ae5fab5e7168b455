"""Random cores for what the solver must say of values: dates, times, durations, rounding, tables, entities' facts.

Each has facts of several types and targets that are expressions and comparisons of them; nothing is left to rules.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from rulelang.engine import core as c
from rulelang.grammar.model import (
    Constant_,
    DateType,
    DurationType,
    KeyOther,
    KeyRange,
    KeySet,
    NumberType,
    Parameter,
    SortType,
    Table,
    TableRow,
    TextType,
    TimeType,
    Type,
)
from rulelang.grammar.source import Source, Span
from rulelang.grammar.values import DAY, NONE, Duration

NOWHERE = Span(Source("<made>", " "), 0, 1)
MEMBERS = ("ash", "birch", "cedar")
TYPES: dict[str, Type] = {
    "whole": NumberType(True, Fraction(-9), Fraction(9)),
    "ratio": NumberType(False, Fraction(-5), Fraction(5)),
    "day": DateType(),
    "other_day": DateType(),
    "moment": TimeType(),
    "months": DurationType("MONTHS"),
    "days": DurationType("DAYS"),
    "tree": SortType("tree"),
    "word": TextType(),
}


def table() -> Table:
    """Keys of each kind, a hole, and rows with OTHER."""
    rows = (
        ((KeySet(frozenset({"ash"})), KeyRange(0, False, 3, True)), 1),
        ((KeySet(frozenset({"ash"})), KeyRange(3, False, None, False)), Fraction(5, 2)),
        ((KeySet(frozenset({"birch", "cedar"})), KeyRange(None, False, 0, True)), NONE),
        ((KeyOther(), KeyRange(0, False, 9, False)), 7),
        ((KeySet(frozenset({"cedar"})), KeyOther()), 8),
    )
    parameters = (Parameter("tree", SortType("tree")), Parameter("whole", NumberType()))
    made = tuple(TableRow(keys, (value,), span=NOWHERE) for keys, value in rows)
    return Table("rate", parameters, ("value",), (NumberType(),), None, made, span=NOWHERE)


@dataclass(frozen=True)
class Made:
    core: c.Core
    known: dict[str, Constant_]
    complete: dict[str, Constant_]
    """A value for every fact."""


class _Maker:
    def __init__(self, random: Random) -> None:
        self.random = random

    def pick(self, *makers: Callable[[], c.Value]) -> c.Value:
        return self.random.choice(makers)()

    def fact_value(self, name: str) -> Constant_:
        pick = self.random
        match name:
            case "whole":
                return pick.randint(-9, 9)
            case "ratio":
                made = Fraction(pick.randint(-20, 20), pick.choice((1, 2, 3, 4)))
                made = max(Fraction(-5), min(Fraction(5), made))
                return made.numerator if made.denominator == 1 else made
            case "day" | "other_day":
                return self.date()
            case "moment":
                day = self.date()
                return datetime.datetime(day.year, day.month, day.day, pick.randint(0, 23), pick.choice((0, 30)))
            case "months":
                return Duration(months=pick.randint(-30, 30))
            case "days":
                return Duration(seconds=pick.randint(-400, 400) * DAY + pick.choice((0, 0, 3600)))
            case "tree":
                return pick.choice(MEMBERS)
            case _:
                return pick.choice(("red", "blue", "(another text)"))

    def date(self) -> datetime.date:
        """A day, more often than not one at which calendars go wrong."""
        pick = self.random
        year = pick.choice((1, 4, 1899, 1900, 2000, 2023, 2024, 2025, 9999))
        month, day = pick.choice(((1, 1), (1, 29), (1, 30), (1, 31), (2, 28), (3, 1), (12, 31), (8, 31), (6, 15)))
        if (month, day) == (2, 28) and (year % 4 == 0 and (year % 100 or year % 400 == 0)):
            day = pick.choice((28, 29))
        return datetime.date(year, month, day)

    def number(self, depth: int) -> c.Value:
        pick = self.random
        if depth == 0:
            return self.pick(
                lambda: c.FactRead("whole"), lambda: c.FactRead("ratio"),
                lambda: c.Constant(pick.choice((-3, 0, 1, 2, Fraction(1, 2), Fraction(-7, 3)))),
            )
        below = depth - 1
        return self.pick(
            lambda: c.Arithmetic(pick.choice(("+", "-")), self.number(below), self.number(below)),
            lambda: c.Arithmetic(pick.choice(("*", "/")), self.number(below), c.Constant(pick.choice((-2, 0, 3)))),
            lambda: c.Call(pick.choice(("ROUND", "FLOOR", "CEIL")), (self.number(below),)),
            lambda: c.Call(
                pick.choice(("ROUND", "FLOOR", "CEIL")),
                (self.number(below), c.Constant(pick.choice((0, 2, Fraction(1, 4), -3)))),
            ),
            lambda: c.Call("ABS", (self.number(below),)),
            lambda: c.Call(pick.choice(("LEAST", "GREATEST")), (self.number(below), self.number(below))),
            lambda: c.Call(pick.choice(("YEAR", "MONTH", "DAY")), (self.day(below),)),
            lambda: c.Elapsed(pick.choice(("YEARS", "MONTHS", "DAYS")), self.instant(below), self.instant(below)),
            lambda: c.Lookup("rate", 0, (c.FactRead("tree"), self.number(0))),
            lambda: c.CountOf(tuple(self.formula(below) for _ in range(2))),
            lambda: c.Fold(
                pick.choice(("SUM", "MIN", "MAX")),
                tuple((self.formula(below), self.number(below)) for _ in range(pick.randint(0, 3))),
            ),
            lambda: c.Selected(((self.formula(below), self.number(below)), (c.TRUE, self.number(below)))),
            lambda: c.Minus(self.number(below)),
        )

    def day(self, depth: int) -> c.Value:
        pick = self.random
        if depth == 0 or pick.random() < 0.4:
            return self.pick(lambda: c.FactRead("day"), lambda: c.FactRead("other_day"),
                             lambda: c.Constant(self.date()))
        return self.pick(
            lambda: c.Shift(self.day(depth - 1), self.duration(depth - 1)),
            lambda: c.Call("DATE", (c.Constant(pick.choice((0, 2023, 2024))), self.number(0), self.number(0))),
        )

    def instant(self, depth: int) -> c.Value:
        return self.pick(lambda: self.day(depth), lambda: self.day(depth), lambda: self.moment(depth))

    def moment(self, depth: int) -> c.Value:
        if depth == 0 or self.random.random() < 0.6:
            return c.FactRead("moment")
        return c.Shift(self.moment(depth - 1), self.duration(depth - 1))

    def duration(self, depth: int) -> c.Value:
        pick = self.random
        if depth == 0 or pick.random() < 0.4:
            return self.pick(
                lambda: c.FactRead("months"), lambda: c.FactRead("days"),
                lambda: c.Constant(pick.choice((
                    Duration(1), Duration(12), Duration(-13), Duration(0, DAY), Duration(2, -40 * DAY), Duration(0, 90)
                ))),
            )
        return self.pick(
            lambda: c.Arithmetic(pick.choice(("+", "-")), self.duration(depth - 1), self.duration(depth - 1)),
            lambda: c.Arithmetic(pick.choice(("*", "/")), self.duration(depth - 1), c.Constant(pick.choice((2, 3)))),
            lambda: c.Arithmetic("-", self.day(depth - 1), self.day(depth - 1)),
            lambda: c.Call("ABS", (self.duration(depth - 1),)),
            lambda: c.Minus(self.duration(depth - 1)),
        )

    def formula(self, depth: int) -> c.Formula:
        pick = self.random
        op: Any = pick.choice(("=", "!=", "<", "<=", ">", ">="))
        kind = pick.randint(0, 7)
        match kind:
            case 0 | 1:
                return c.Test(op, self.number(depth), self.number(0))
            case 2:
                return c.Test(op, self.day(depth), self.day(0))
            case 3:
                return c.Test(op, self.duration(depth), self.duration(0))
            case 4:
                return c.Test(pick.choice(("=", "!=")), c.FactRead("tree"), c.Constant(pick.choice(MEMBERS)))
            case 5:
                return c.Test(pick.choice(("=", "!=")), c.FactRead("word"), c.Constant(pick.choice(("red", "blue"))))
            case 6:
                return c.NoneTest(self.number(depth))
            case _:
                return c.Test(op, self.moment(depth), self.moment(0))


def expressions(seed: int, known: float) -> Made:
    """The core of this number; each fact is known with this probability."""
    random = Random(seed)
    maker = _Maker(random)
    facts = {
        name: c.GroundFact(name, name, (), type_, MEMBERS if name == "tree" else None)
        for name, type_ in TYPES.items()
    }
    targets: list[c.Formula | c.Value] = [
        maker.number(2), maker.number(3), maker.day(2), maker.duration(2), maker.formula(2), maker.formula(1),
    ]
    complete = {name: maker.fact_value(name) for name in facts}
    given = {name: value for name, value in complete.items() if random.random() < known}
    core = c.Core(facts, {}, (), {}, (), (), tuple(targets), {"rate": table()})
    return Made(core, given, complete)
