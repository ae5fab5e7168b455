"""Files of answers that are read once each."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TypeAlias

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.scoring.pieces import Input

Place: TypeAlias = "tuple[int, int] | None"
"""Which file it is, however it was named; None: standard input."""


@dataclass(slots=True)
class Once:
    """The files that were named so far: the answers of one that is named again would count twice."""

    _named: dict[Place, str] = field(default_factory=dict[Place, str])

    def add(self, one: Input) -> None:
        """A file more.

        Raises:
            RuleLangError: it was named before, by this path, another one or a link (RL621).
        """
        place: Place = None
        if not one.is_stream:
            try:
                found = os.stat(one.path)
            except (OSError, ValueError):
                return  # told where it is read
            place = (found.st_dev, found.st_ino)
        if place not in self._named:
            self._named[place] = one.name
        else:
            before = self._named[place]
            same = "is named twice" if before == one.name else f"is the same file as `{before}`"
            raise RuleLangError([Diagnostic("RL621", f"`{one.name}` {same}", None, hint="name each file once")])
