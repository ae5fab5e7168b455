"""Where a text comes from, and the places in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, eq=False)
class Source:
    """A text that was read, with the name under which messages speak of it.

    `text` is the decoded text without a byte order mark; offsets count its code points.  `first_line` is the number
    of its first line, where it is a piece of a longer file (a record of a JSONL file).
    """

    name: str
    text: str = field(repr=False)
    first_line: int = 1

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of each line's first character; a line ends at LF, CRLF or a lone CR."""
        return (0, *(end.end() for end in _LINE_END.finditer(self.text)))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from one, the column in code points."""
        line = bisect_right(self.line_starts, offset)
        return line + self.first_line - 1, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, by the number that `place` gives, without its line end."""
        number -= self.first_line - 1
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


class Span(NamedTuple):
    """A stretch of a source: code points from `start` up to but not including `end`."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]
