"""Text to tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rulelang.grammar import tree
from rulelang.grammar.collector import collector_paused
from rulelang.grammar.diagnostic import Diagnostic
from rulelang.grammar.reading import machine
from rulelang.grammar.reading.depth import too_deep
from rulelang.grammar.reading.syntax_errors import explain
from rulelang.grammar.source import Source, Span


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

    Never raises on what a user wrote: problems are diagnostics (codes RL1xx), several in one run, and the module
    then holds the declarations that could be read.
    """
    with collector_paused():
        reading = machine.read(source, "start", explain)
    module: tree.Module = reading.value
    problems = reading.problems
    refused = {id(d): problem for d in module.declarations if (problem := too_deep(d)) is not None}
    if refused:
        kept = tuple(d for d in module.declarations if id(d) not in refused)
        module = tree.Module(module.name, module.gloss, kept, span=module.span)
        problems = tuple(sorted((*problems, *refused.values()), key=_place))
    comments = tuple(_comment(source, start, end) for start, end in reading.comments)
    return Parsed(module, comments, problems)


def parse_claim(source: Source) -> tuple[tree.Claim | None, tuple[Diagnostic, ...]]:
    """Read one claim: what may stand after EXPECT or DECIDE or in an answer's `says`, or a value such as `total`."""
    with collector_paused():
        reading = machine.read(source, "claim", explain)
    problem = too_deep(reading.value) if reading.value is not None else None
    if problem is not None:
        return None, (problem,)
    return reading.value, reading.problems


@lru_cache(4096)
def claim_in(text: str) -> tree.Claim | None:
    """The claim that a text is; None: it is none (`parse_claim` says why, which takes far longer)."""
    with collector_paused():
        claim: tree.Claim | None = machine.value_of(Source("says", text), "claim")
    return None if claim is None or too_deep(claim) is not None else claim


def _place(diagnostic: Diagnostic) -> int:
    return diagnostic.primary.span.start if diagnostic.primary is not None else 0


def _comment(source: Source, start: int, end: int) -> Comment:
    before = start
    while before and source.text[before - 1].isspace() and source.text[before - 1] not in "\r\n":
        before -= 1
    own_line = before == 0 or source.text[before - 1] in "\r\n"
    return Comment(Span(source, start, end), own_line)
