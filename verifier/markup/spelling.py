"""How models spell formulas: what they write for what a program calls otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulelang.verifier.markup.numbers import CURRENCIES


@dataclass(frozen=True, slots=True, eq=False)
class Spelling:
    """What models write for what the program calls otherwise.  Only itself is equal to it."""

    currencies: Mapping[str, str] = field(default_factory=lambda: dict(CURRENCIES))
    """The unit for each sign of money."""
    truths: frozenset[str] = frozenset(("true", "false"))
    """Words that stand for YES and NO: those of these two that are no names of the program."""
    underlined: frozenset[str] = frozenset()
    """Names of the program that begin and end with `_`, which elsewhere is emphasis."""
    means: Callable[[str], bool] | None = None
    """Whether a formula of the language is one of the case; None where no case is at hand."""
    units: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the program calls the unit for which models have another word (`dollars`), in small letters."""
    asked: str | None = None
    """The value that the case asks for, if it asks for one value."""
    values: tuple[str, ...] = ()
    """All the values that it asks for."""
    actions: frozenset[str] = frozenset()
    """The actions of the program, in small letters; none where no case is at hand."""
    sets: bool = False
    """Whether the case asks for sets of actions alone, so that norms on lines of their own decide."""
    deeds: re.Pattern[str] | None = None
    """Where words stand for one of them: what it is called in the program."""
    called: Mapping[str, str] = field(default_factory=dict[str, str])
    """The actions by these words, in small letters."""
    question: str | None = None
    """The formula that the case asks, if that is one thing, so that `yes` and `no` answer it."""
    members: Mapping[str, str] = field(default_factory=dict[str, str])
    """The values of the program that are words, by these words and by their labels, in small letters."""
    labelled: re.Pattern[str] | None = None
    """Where a label of several words stands for a value: what stands before it, and the label."""
    words: frozenset[str] | None = None
    """The beginnings of the words of the case, its names and what they mean; None where no case is at hand."""


USUAL = Spelling()
