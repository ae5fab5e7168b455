"""What is reported to a user: one type for errors, warnings and hints of every phase.

Finding is apart from showing: functions return diagnostics, renderers (`rulelang.grammar.render`) show them.
Codes never change their meaning: RL1xx reading, RL2xx names and types, RL3xx rules against each other,
RL4xx cases, answers and other input.  Each code has a page `docs/codes/<code>.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rulelang.grammar.source import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what is to be said of it."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `message` is one phrase in lower case without a full stop, names in backticks; `primary` is where it is
    (None only where there is no text, for instance a missing file); `hint` says what to do.
    """

    code: str
    message: str
    primary: Label | None
    secondary: tuple[Label, ...] = ()
    hint: str | None = None
    severity: Severity = Severity.ERROR
    pointer: str | None = None
    """A JSON pointer to the place, where the input is JSON."""


class RuleLangError(Exception):
    """Carries diagnostics out of a function that has no value to give; as text, what a person is shown."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        from rulelang.grammar.render import render_text

        return render_text(self.diagnostics).rstrip("\n")


class InternalError(Exception):
    """Two independent computations disagree, or a law of the program is broken: never the user's fault."""


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(d.severity is Severity.ERROR for d in diagnostics)
