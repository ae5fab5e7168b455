"""Where the rule files may lie that answers name: an answer comes from outside, and opens no file of the machine."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rulelang.bundled import PACKS, found


@dataclass(frozen=True, slots=True)
class Roots:
    """The current folder, the bundled packs, and these folders."""

    folders: tuple[Path, ...] = ()

    def and_of(self, answers: Iterable[str | os.PathLike[str]]) -> Roots:
        """These, and the folders in which files of answers lie (`-` lies in none)."""
        more = [found(name).parent for name in answers if os.fspath(name) != "-"]
        return Roots(tuple(dict.fromkeys((*self.folders, *more))))

    def hold(self, place: Path) -> bool:
        """Whether a file lies in one of them: the file itself, or the place that its path names, without `..`.

        So links that somebody made in such a folder are followed, and no path leads out of it.
        """
        named = None if ".." in place.parts else Path(os.path.abspath(place))
        real = Path(os.path.realpath(place))
        for root in (Path(), PACKS, *self.folders):
            if named is not None and named.is_relative_to(os.path.abspath(root)):
                return True
            if real.is_relative_to(os.path.realpath(root)):
                return True
        return False
