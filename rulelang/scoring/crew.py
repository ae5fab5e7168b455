"""Workers: processes that score pieces, each with the cases that it knows.

A case is made ready by one worker, and the answers to it go there: so the gold work is done once.  Only where that
worker has too much to do already, another one makes the case ready too.  Rows come back in the order of the input.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
import threading
import traceback
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple

from rulelang.grammar.collector import collector_eased
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.scoring.desk import Desk, Sheet, Terms
from rulelang.scoring.pieces import Block, Piece, Reader, unreadable
from rulelang.verifier.scoring.table import packed, schema, together, unpacked


@dataclass(frozen=True, slots=True)
class Scored:
    """A piece with a checksum of its bytes, and its rows."""

    piece: Piece
    checksum: int
    sheet: Sheet


def score_here(work: Iterable[Block], terms: Terms) -> Iterator[Scored]:
    """Scores pieces in this process."""
    desk = Desk(terms)
    with collector_eased():
        for block in work:
            piece, checksum = block.piece, block.checksum
            sheet = desk.score(piece, block.numbers, block.lines)
            del block  # its lines are not needed any more while the next are read
            yield Scored(piece, checksum, sheet)
            del sheet


# ------------------------------------------------------------------------------------------------- in a worker


class _Job(NamedTuple):
    """Some lines of a piece: their numbers in the file, and the lines or where they stand in it."""

    order: int
    piece: Piece
    numbers: Sequence[int]
    starts: Sequence[int]
    lengths: Sequence[int]
    lines: list[bytes] | None


def _work(connection: Connection, others: Sequence[Connection], terms: Terms) -> None:
    """What a worker process does, until its connection is closed or None comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the first process decides
    for other in others:  # copies of the first process's ends: without them, its death closes the connection
        other.close()
    jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()

    def receive() -> None:
        """Empties the connection at once, so that the first process never waits with a job while we wait with rows."""
        try:
            while (job := connection.recv()) is not None:
                jobs.put(job)
        except (EOFError, OSError):
            os._exit(1)  # the first process is gone: nobody wants the rows
        jobs.put(None)

    threading.Thread(target=receive, daemon=True).start()
    desk, reader = Desk(terms), Reader()
    with collector_eased():
        while (job := jobs.get()) is not None:
            piece, lines = job.piece, job.lines
            try:
                if lines is None:
                    assert piece.path is not None
                    lines = reader.lines(piece.path, job.starts, job.lengths)
                sheet = desk.score(piece, job.numbers, lines)
                connection.send((job.order, packed(sheet.rows), sheet.json_lines, sheet.problems, sheet.rules))
            except OSError as error:
                connection.send((job.order, unreadable(piece.file, error)))
            except Exception:
                connection.send((job.order, traceback.format_exc()))


# ------------------------------------------------------------------------------------------ in the first process


@dataclass(slots=True)
class _Worker:
    process: Any
    connection: Connection
    load: int = 0
    """How many lines it was given and has not sent back."""


@dataclass(slots=True)
class _Open:
    """A piece of which some workers have parts."""

    piece: Piece
    checksum: int
    picked: dict[int, Sequence[int]]
    """By worker."""
    sheets: dict[int, Sheet] = field(default_factory=dict[int, Sheet])


_MOST_OWNERS = 100_000
AHEAD = 4
"""How many pieces are on the way for each worker; and by how many one may be behind before others learn its cases
(with less, measured, both of two workers soon make every case ready, which takes half as long again)."""


class Crew:
    """Some worker processes, until the end of a `with`."""

    def __init__(self, count: int, terms: Terms, method: str | None = None) -> None:
        """`method`: how processes are started (`fork`, `spawn`); by default the fastest that is safe here."""
        self._owners: dict[bytes, list[int]] = {}
        self._workers: list[_Worker] = []
        self._slack = 0
        self._piece = terms.sizes.piece
        context: Any = multiprocessing.get_context(method or _method())
        inherited = context.get_start_method() == "fork"
        for _ in range(count):
            ours, theirs = context.Pipe()
            others = [worker.connection for worker in self._workers] + [ours] if inherited else []
            process = context.Process(target=_work, args=(theirs, others, terms), daemon=True)
            process.start()
            theirs.close()
            self._workers.append(_Worker(process, ours))

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.connection.close()

    @property
    def processes(self) -> list[int]:
        """The workers' process ids."""
        return [worker.process.pid for worker in self._workers]

    def score(self, work: Iterable[Block]) -> Iterator[Scored]:
        """Scores pieces; what comes out is in their order.

        Raises:
            RuleLangError: a worker is gone (RL606).
        """
        coming = iter(work)
        opened: dict[int, _Open] = {}
        more, given, wanted = True, 0, 0
        while True:
            while more and len(opened) < AHEAD * len(self._workers):
                if (block := next(coming, None)) is None:
                    more = False
                else:
                    opened[given] = self._give(given, block)
                    given += 1
                    del block  # nor is it kept by an `enumerate`: the next is not read beside it
            if not opened:
                return
            while wanted in opened and len(opened[wanted].sheets) == len(opened[wanted].picked):
                one = opened.pop(wanted)
                wanted += 1
                yield Scored(one.piece, one.checksum, _joined(one))
            if opened and wanted in opened and len(opened[wanted].sheets) < len(opened[wanted].picked):
                self._take(opened)

    def _give(self, order: int, block: Block) -> _Open:
        """Shares the lines of a piece out."""
        piece = block.piece
        shared: dict[int, list[int]] = {}
        if piece.too_long:
            worker = self._idlest()
            self._workers[worker].load += 1
            shared[worker] = [0]
            self._send(worker, _Job(order, piece, (), (), (), []))
        else:
            # The first pieces are small: counted by what they have, both workers would learn each other's cases.
            whole = len(block.lines) * max(1, self._piece // max(1, piece.length))
            self._slack = max(self._slack, AHEAD * whole)
            for case, indexes in _by_case(block).items():
                worker = self._worker_for(case)
                self._workers[worker].load += len(indexes)
                shared.setdefault(worker, []).extend(indexes)
            ends = list(
                accumulate(map(len, block.lines), lambda end, length: end + 1 + length, initial=block.start - 1)
            )
            for worker, indexes in shared.items():
                indexes.sort()
                self._send(worker, _job(order, block, indexes, ends))
        return _Open(piece, block.checksum, dict(shared))

    def _worker_for(self, case: bytes) -> int:
        """The worker that knows the case, unless it has too much to do; else the idlest one."""
        if len(self._owners) > _MOST_OWNERS:
            self._owners.clear()
        owners = self._owners.setdefault(case, [])
        idlest = self._idlest()
        if owners:
            best = min(owners, key=self._load)
            if self._load(best) <= self._load(idlest) + self._slack:
                return best
        if idlest not in owners:
            owners.append(idlest)
        return idlest

    def _idlest(self) -> int:
        return min(range(len(self._workers)), key=self._load)

    def _load(self, worker: int) -> int:
        return self._workers[worker].load

    def _send(self, worker: int, job: _Job) -> None:
        try:
            self._workers[worker].connection.send(job)
        except OSError:
            raise RuleLangError([self._gone(worker)]) from None

    def _take(self, opened: dict[int, _Open]) -> None:
        """Waits for rows, and puts them to their pieces."""
        by_connection = {worker.connection: number for number, worker in enumerate(self._workers)}
        for ready in wait(list(by_connection)):
            worker = by_connection[ready]  # type: ignore[index]
            try:
                number, *reply = self._workers[worker].connection.recv()
            except (EOFError, OSError):
                raise RuleLangError([self._gone(worker)]) from None
            if isinstance(reply[0], Diagnostic):
                raise RuleLangError([reply[0]])
            if isinstance(reply[0], str):
                raise RuntimeError(reply[0])
            one = opened[number]
            self._workers[worker].load -= len(one.picked[worker])
            one.sheets[worker] = Sheet(unpacked(reply[0]), *reply[1:])

    def _gone(self, worker: int) -> Diagnostic:
        process = self._workers[worker].process
        process.join(1)
        code = process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with status {code}"
        hint = "run the same command again: it goes on from there; with fewer --workers, if memory was short"
        return Diagnostic("RL606", f"a worker process ended {how}", None, hint=hint)


def _by_case(block: Block) -> dict[bytes, list[int]]:
    """The lines that are not blank by what looks like their case (only who scores them depends on it).

    A document that is blank is a bad one, and has a row.
    """
    found: dict[bytes, list[int]] = {}
    for index, line in enumerate(block.lines):
        begin = line.find(b'"', line.find(b'"case"') + 6) + 1
        if begin or (line and not line.isspace()) or block.piece.whole:
            found.setdefault(line[begin : line.find(b'"', begin)][:1000], []).append(index)
    return found


def _job(order: int, block: Block, indexes: Sequence[int], ends: Sequence[int]) -> _Job:
    """The job of scoring these lines; `ends[i]` is where the line before line i ends."""
    first = block.piece.first
    numbers = array("q", [first + index for index in indexes])
    if block.piece.path is None:
        return _Job(order, block.piece, numbers, (), (), [block.lines[index] for index in indexes])
    starts = array("q", [ends[index] + 1 for index in indexes])
    lengths = array("q", [ends[index + 1] - ends[index] - 1 for index in indexes])
    return _Job(order, block.piece, numbers, starts, lengths, None)


def _joined(one: _Open) -> Sheet:
    """The rows of a piece's parts, in the order of its lines."""
    sheets = [one.sheets[worker] for worker in one.picked]
    if len(sheets) == 1:
        return sheets[0]
    if not sheets:
        return Sheet(schema().empty_table(), (), (), ())
    places = [index for worker in one.picked for index in one.picked[worker]]
    order = sorted(range(len(places)), key=places.__getitem__)
    lines = [line for sheet in sheets for line in sheet.json_lines]
    return Sheet(
        together([sheet.rows for sheet in sheets], order),
        tuple(lines[index] for index in order) if lines else (),
        tuple(sorted((told for sheet in sheets for told in sheet.problems), key=lambda told: told.line)),
        tuple(dict.fromkeys(read for sheet in sheets for read in sheet.rules)),
    )


def _method() -> str:
    """Copies of a process that has no other threads are safe and start at once."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return "fork"
    return "spawn"
