"""What is noticed while an answer is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulelang.grammar.diagnostic import Diagnostic, Label, Severity
from rulelang.grammar.source import Source, Span


@dataclass(slots=True)
class Remarks:
    """The findings on a text so far."""

    source: Source
    found: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def tell(
        self,
        code: str,
        start: int,
        end: int,
        message: str,
        hint: str | None = None,
        severity: Severity = Severity.WARNING,
        also: Sequence[Label] = (),
    ) -> None:
        label = Label(Span(self.source, start, end))
        self.found.append(Diagnostic(code, message, label, tuple(also), hint, severity))

    def in_order(self) -> tuple[Diagnostic, ...]:
        return tuple(sorted(self.found, key=lambda one: one.primary.span.start if one.primary else 0))


_LONGEST_SHOWN = 60


def shortened(text: str) -> str:
    """A piece of an answer as a message shows it.

    >>> shortened("a" * 61) == "a" * 60 + "…", shortened("p")
    (True, 'p')
    """
    return text if len(text) < _LONGEST_SHOWN else text[:_LONGEST_SHOWN].rstrip() + "…"
