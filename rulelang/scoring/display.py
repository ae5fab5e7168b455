"""How a run is shown while it goes: a bar on a terminal, and the first lines that can't be used."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

from rulelang.scoring.desk import TOLD, Problem


class Display:
    """Tells of a run on standard error; with a bar only where that is a terminal.  Open while the run goes."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None
        self._told = 0
        self._rows = 0
        self._began = 0.0

    def __enter__(self) -> Display:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def begins(self, size: int | None, workers: int) -> None:
        self._began = time.monotonic()
        if not sys.stderr.isatty():
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

        columns = [SpinnerColumn(), TextColumn("{task.fields[rows]:,} answers"), BarColumn()]
        more = [TextColumn("{task.fields[rate]:,.0f}/s"), TimeRemainingColumn(compact=True)]
        self._bar = Progress(*columns, *more, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("score", total=size, rows=0, rate=0.0)
        self._bar.start()

    def goes_on(self, rows: int) -> None:
        self._tell(f"goes on where it was stopped: {rows:,} {'row is' if rows == 1 else 'rows are'} there already\n")
        self._began = time.monotonic()

    def seen(self, size: int) -> None:
        if self._bar is not None:
            self._bar.update(self._task, completed=size)

    def scored(self, rows: int) -> None:
        self._rows += rows
        if self._bar is not None:
            rate = self._rows / max(1e-9, time.monotonic() - self._began)
            self._bar.update(self._task, rows=self._rows, rate=rate)

    def problem(self, problem: Problem) -> None:
        if self._told < TOLD:
            between = "\n" if self._told else ""
            self._told += 1
            self._tell(between + (problem.text if problem.text.endswith("\n") else problem.text + "\n"))

    def _tell(self, text: str) -> None:
        if self._bar is not None:
            self._bar.console.print(text, end="", markup=False, highlight=False, soft_wrap=True)
        else:
            sys.stderr.write(text)
