"""Text to tree."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rulelang.grammar import machine, tree
from rulelang.grammar.diagnostic import Diagnostic
from rulelang.grammar.source import Source, Span
from rulelang.grammar.syntax_errors import explain


@dataclass(frozen=True, slots=True)
class Comment:
    """`# …` up to the end of its line; `own_line` says that nothing stands before it there."""

    span: Span
    own_line: bool

    @property
    def text(self) -> str:
        return self.span.text


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a source says: its tree (of what could be read), its comments, and what could not be read."""

    module: tree.Module
    comments: tuple[Comment, ...]
    diagnostics: tuple[Diagnostic, ...]


def parse(source: Source) -> Parsed:
    """Read a rule file; docs/language.md says what may stand in it.

    Never raises on what a user wrote: problems are diagnostics (RL100 to RL129), several in one run, and the module
    then holds the declarations that could be read.
    """
    with _collector_paused():
        reading = machine.read(source, "start", explain)
    comments = tuple(_comment(source, start, end) for start, end in reading.comments)
    return Parsed(reading.value, comments, reading.problems)


def parse_claim(source: Source) -> tuple[tree.Claim | None, tuple[Diagnostic, ...]]:
    """Read one claim: what may stand after EXPECT or DECIDE or in an answer's `says`, or a value such as `total`."""
    with _collector_paused():
        reading = machine.read(source, "claim", explain)
    return reading.value, reading.problems


def _comment(source: Source, start: int, end: int) -> Comment:
    line = max(source.text.rfind("\n", 0, start), source.text.rfind("\r", 0, start)) + 1
    return Comment(Span(source, start, end), not source.text[line:start].strip())


@contextmanager
def _collector_paused() -> Iterator[None]:
    """A tree has no cycles and all of it stays: looking for garbage while it grows doubles the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
