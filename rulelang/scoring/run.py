"""One run: answers from files to results, from the beginning or from where an earlier run stopped."""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec

from rulelang import __version__
from rulelang.claimed import unwritable
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.scoring.crew import Crew, Scored, score_here
from rulelang.scoring.desk import Desk, Problem, Sheet, Terms, opened, settings_digest
from rulelang.scoring.journal import Entry, Frame, Journal, open_journal
from rulelang.scoring.pieces import Block, Input, Piece, pieces
from rulelang.scoring.results import Results, checked_results, journal_path, open_results
from rulelang.scoring.tally import Tally
from rulelang.verifier.scoring.row import COLUMNS
from rulelang.verifier.scoring.table import FORMAT, packed, unpacked

SMALL = 1 << 16
"""Input of so few bytes is not worth a second process."""


class Watch(Protocol):
    """Is told how a run goes."""

    def begins(self, size: int | None, workers: int) -> None:
        """With how many bytes to read (None: not known) and in how many processes."""

    def goes_on(self, rows: int) -> None:
        """An earlier run made so many rows."""

    def seen(self, size: int) -> None:
        """So many bytes were read so far."""

    def scored(self, rows: int) -> None:
        """So many rows more."""

    def problem(self, problem: Problem) -> None:
        """A line that can't be used; only the first few are told."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be scored, and where the results go."""

    inputs: tuple[Input, ...]
    outs: tuple[Path, ...]
    terms: Terms
    workers: int
    anew: bool = False
    method: str | None = None
    """How processes are started; None: as is best here."""


@dataclass(slots=True)
class Outcome:
    """What a run came to: sums over all rows, how many were made now, in what time."""

    tally: Tally
    scored: int
    seconds: float
    workers: int


def run(request: Request, watch: Watch) -> Outcome:
    """Scores all answers and publishes the results.

    Raises:
        RuleLangError: the files can't be used or written, or something has changed since the run that was stopped
            (RL491, RL600 to RL606), the rules of all cases can't be used, or a setting makes another case of its case
            (RL592 to RL594).
        KeyboardInterrupt: it was interrupted.  Unless the answers come from standard input, what was scored is kept.
    """
    sizes = [one.size() for one in request.inputs]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    checked_results(request.outs, [one.path for one in request.inputs if not one.is_stream])
    Desk(request.terms).check()
    workers = 1 if total is not None and total < SMALL else request.workers
    with ExitStack() as stack:
        journal: Journal | None = None
        resumed = False
        if total is not None:
            journal, resumed = open_journal(journal_path(request.outs), _settings(request), request.anew)
            stack.enter_context(journal)
        crew = stack.enter_context(Crew(workers, request.terms, request.method)) if workers > 1 else None
        watch.begins(total, workers)
        going = _Run(request, watch, journal, resumed)
        try:
            going.open()
            work = pieces(request.inputs, request.terms.sizes, watch.seen)
            if resumed:
                going.replay(work)
            began, before = time.monotonic(), going.tally.rows
            for one in crew.score(work) if crew is not None else score_here(work, request.terms):
                going.take(one)
            going.publish()
        except BaseException:
            going.drop()
            raise
    return Outcome(going.tally, going.tally.rows - before, time.monotonic() - began, workers)


class _Run:
    """What is open during a run."""

    def __init__(self, request: Request, watch: Watch, journal: Journal | None, kept: bool) -> None:
        self._request, self._watch, self._journal = request, watch, journal
        self._results: list[Results] = []
        self._digests: dict[str, str] = {}
        self._labels = settings_digest(request.terms.settings)
        self._kept = kept  # what an earlier run made is never thrown away
        self.tally = Tally()

    def open(self) -> None:
        for path in self._request.outs:
            self._results.append(open_results(path))

    def replay(self, work: Iterator[Block]) -> None:
        """Takes over what an earlier run made, as far as it was made of the same bytes."""
        assert self._journal is not None
        for frame in self._journal.frames():
            piece, checksum = _next(work)
            if piece != frame.entry.piece or checksum != frame.entry.checksum:
                raise RuleLangError([_changed_input(frame.entry.piece)])
            if frame.entry.settings != self._labels:
                raise RuleLangError([_changed_settings(self._request.terms)])
            self._agree(frame.entry.rules)
            lines = _unfolded(frame.lines) if frame.lines else []
            self._add(unpacked(frame.rows), lines)
        for name, digest in self._digests.items():
            if opened(name, self._request.terms.loading)[1] != digest:
                raise RuleLangError([_changed_rules(name)])
        if self.tally.rows:
            self._watch.goes_on(self.tally.rows)

    def take(self, one: Scored) -> None:
        """Takes the rows of the next piece."""
        sheet: Sheet = one.sheet
        self._agree(sheet.rules)
        if self._journal is not None:
            lines = _folded(sheet.json_lines) if sheet.json_lines else b""
            entry = Entry(one.piece, one.checksum, list(sheet.rules), self._labels)
            try:
                self._journal.append(Frame(entry, packed(sheet.rows), lines))
            except OSError as error:
                raise RuleLangError([unwritable(self._journal.path, error)]) from None
            self._kept = True
        self._add(sheet.rows, sheet.json_lines)
        self._watch.scored(sheet.rows.num_rows)
        for problem in sheet.problems:
            self._watch.problem(problem)

    def _add(self, rows: Any, lines: Sequence[bytes]) -> None:
        self.tally.add(rows)
        for path, results in zip(self._request.outs, self._results, strict=True):
            try:
                results.write(rows, lines)
            except OSError as error:
                raise RuleLangError([unwritable(path, error)]) from None

    def _agree(self, rules: Sequence[tuple[str, str]]) -> None:
        """All rows are made from the same rules."""
        for name, digest in rules:
            if self._digests.setdefault(name, digest) != digest:
                raise RuleLangError([_changed_rules(name)])

    def publish(self) -> None:
        for path, results in zip(self._request.outs, self._results, strict=True):
            try:
                results.publish()
            except OSError as error:
                raise RuleLangError([unwritable(path, error)]) from None
        if self._journal is not None:
            self._journal.remove()

    def drop(self) -> None:
        for results in self._results:
            results.drop()
        if self._journal is not None and not self._kept:
            self._journal.remove()


def _next(work: Iterator[Block]) -> tuple[Piece | None, int]:
    block = next(work, None)
    return (None, 0) if block is None else (block.piece, block.checksum)


def _settings(request: Request) -> dict[str, Any]:
    """What the rows of a journal depend on, besides answers and rules; the words are those of the message."""
    terms = request.terms
    return {
        "version": f"{FORMAT} {__version__}",
        "list of columns": list(COLUMNS),
        "list of files": [one.name for one in request.inputs],
        "--out": [os.fspath(path) for path in request.outs],
        "--rules": terms.rules,
        "--include": [os.fspath(path) for path in terms.loading.include],
        "--citations": terms.citations,
        "--warrant": terms.policy,
        "--settings": None if terms.settings is None else terms.settings.document.source.name,
        "size of pieces": [terms.sizes.first, terms.sizes.piece, terms.sizes.line],
    }


def _folded(lines: Sequence[bytes]) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(lines), 1)


def _unfolded(data: bytes) -> list[bytes]:
    return msgspec.msgpack.decode(zlib.decompress(data), type=list[bytes])


def _changed_input(piece: Piece) -> Diagnostic:
    message = f"`{piece.file}` has changed since the run that was stopped, in line {piece.first} or after it"
    return Diagnostic("RL604", message, None, hint="run it with --restart: what was scored no longer fits")


def _changed_settings(terms: Terms) -> Diagnostic:
    name = "" if terms.settings is None else terms.settings.document.source.name
    message = f"`{name}` has changed since the run that was stopped"
    hint = "run it with --restart: rows made under other labels don't go together"
    return Diagnostic("RL604", message, None, hint=hint)


def _changed_rules(name: str) -> Diagnostic:
    message = f"`{name}`, or something that it uses, has changed since the run began"
    return Diagnostic(
        "RL604", message, None, hint="run it with --restart: rows made from other rules don't go together"
    )
