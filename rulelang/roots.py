"""Where the rule files may lie that answers name: an answer comes from outside, and opens no file of the machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulelang.bundled import PACKS, found
from rulelang.grammar.files.places import Places


@dataclass(frozen=True, slots=True)
class Roots:
    """The current folder, the bundled packs, and these folders."""

    folders: tuple[Path, ...] = ()

    def and_of(self, answers: Iterable[str | os.PathLike[str]]) -> Roots:
        """These, and the folders in which files of answers lie (`-` lies in none)."""
        more = [found(name).parent for name in answers if os.fspath(name) != "-"]
        return Roots(tuple(dict.fromkeys((*self.folders, *more))))

    def hold(self, place: Path) -> bool:
        """Whether a file lies in one of them, links followed: by the same rule as what USE and FILE name.

        Raises:
            ValueError: no file can be called so.
        """
        return Places((Path(), PACKS, *self.folders)).inside(place)
