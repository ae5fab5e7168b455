"""What resolution finds: diagnostics gathered in one run, so that one cause gives one message."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from rulelang.grammar.diagnostic import Diagnostic, Label, Severity
from rulelang.grammar.source import Span

NEAR = 20
"""For how many unknown names near ones are looked up; more than that are no slips of the pen."""


@dataclass(slots=True)
class Findings:
    """Diagnostics in the order in which they are found; `finished` puts them in the order of the text."""

    found: list[Diagnostic] = field(default_factory=list[Diagnostic])
    unknown_names: dict[tuple[str, str], tuple[int, int]] = field(
        default_factory=dict[tuple[str, str], tuple[int, int]]
    )
    """Code and name -> where it was reported, and how often it was met."""
    troubles: int = 0
    """How many errors were met so far, names that were reported before among them."""

    def error(
        self, code: str, message: str, span: Span | None, hint: str | None = None, secondary: tuple[Label, ...] = ()
    ) -> None:
        self.troubles += 1
        self._add(code, message, span, hint, secondary, Severity.ERROR)

    def warning(
        self, code: str, message: str, span: Span | None, hint: str | None = None, secondary: tuple[Label, ...] = ()
    ) -> None:
        self._add(code, message, span, hint, secondary, Severity.WARNING)

    def hint(
        self, code: str, message: str, span: Span | None, hint: str | None = None, secondary: tuple[Label, ...] = ()
    ) -> None:
        self._add(code, message, span, hint, secondary, Severity.HINT)

    def unknown(
        self,
        code: str,
        kind: str,
        name: str,
        span: Span | None,
        candidates: Callable[[], Iterable[str]],
        otherwise: str | None = None,
    ) -> None:
        """A name that is not declared: reported at its first use, with the number of uses."""
        key = (code, name)
        seen = self.unknown_names.get(key)
        if seen is not None:
            self.troubles += 1
            self.unknown_names[key] = (seen[0], seen[1] + 1)
            return
        hint = otherwise
        if len(self.unknown_names) < NEAR:
            hint = did_you_mean(name, candidates()) or otherwise
        self.unknown_names[key] = (len(self.found), 1)
        self.error(code, f"{kind} `{name}` is not declared", span, hint)

    def finished(self) -> tuple[Diagnostic, ...]:
        """All findings, by source in order of appearance, then by place."""
        for (_, _), (index, count) in self.unknown_names.items():
            if count > 1:
                first = self.found[index]
                self.found[index] = replace(first, message=f"{first.message} ({count} uses)")
        sources: dict[int, int] = {}
        for diagnostic in self.found:
            if diagnostic.primary is not None:
                sources.setdefault(id(diagnostic.primary.span.source), len(sources))

        def place(diagnostic: Diagnostic) -> tuple[int, int]:
            if diagnostic.primary is None:
                return -1, 0
            return sources[id(diagnostic.primary.span.source)], diagnostic.primary.span.start

        return tuple(sorted(self.found, key=place))

    def _add(
        self,
        code: str,
        message: str,
        span: Span | None,
        hint: str | None,
        secondary: tuple[Label, ...],
        severity: Severity,
    ) -> None:
        primary = Label(span) if span is not None else None
        self.found.append(Diagnostic(code, message, primary, secondary, hint, severity))


def counted(number: int, thing: str) -> str:
    """`1 cell`, `3 cells`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def did_you_mean(name: str, candidates: Iterable[str], cutoff: float = 0.7) -> str | None:
    """`did you mean `weight`?` for the nearest of the candidates, None where none is as near as `cutoff` (of 1)."""
    near = difflib.get_close_matches(name, list(dict.fromkeys(candidates)), n=1, cutoff=cutoff)
    return f"did you mean `{near[0]}`?" if near else None
