"""Places: where the modules and tables of a program may lie, and where a dotted name leads.

Nothing outside the root module's folder and the include roots is ever read: absolute paths, `..` and links that
lead out are refused (architecture.md; the rule files of a stranger must be safe to load).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

SUFFIX = ".rules"


@dataclass(frozen=True, slots=True)
class Refused:
    """A path that may not be read, with the reason in words."""

    reason: str
    hint: str


@dataclass(frozen=True, slots=True)
class Places:
    """The folders below which modules and tables are found, in the order in which they are searched."""

    folders: tuple[Path, ...]

    def module(self, name: str) -> Path | Refused | None:
        """The file of the module `a.b.c`: `a/b/c.rules` below the first folder that has it; None: nowhere."""
        parts = name.split(".")
        relative = Path(*parts[:-1], parts[-1] + SUFFIX)
        for folder in self.folders:
            path = folder / relative
            if os.path.exists(path):
                return path if self.inside(path) else Refused(
                    f"the module `{name}` is a link that leads out of its folder",
                    "copy the file, or name its folder as an include root",
                )
        return None

    def table(self, module: Path, written: str) -> Path | Refused:
        """The file of `FILE "x.csv"` in a module, looked for beside the module."""
        pure = PurePosixPath(written)
        if not written or "\0" in written:
            return Refused("the path is empty or has a NUL in it", "write the name of a CSV file")
        if pure.is_absolute() or "\\" in written or ":" in written:
            return Refused(f"`{written}` is not a relative path", "write it from the module's folder, with `/`")
        if ".." in pure.parts:
            return Refused(f"`{written}` leads out of the module's folder", "put the file beside the module or below")
        path = module.parent / Path(*pure.parts)
        if not self.inside(path):
            return Refused(
                f"`{written}` leads out of the folder of the rules",
                "put the file there, or name its folder as an include root",
            )
        return path

    def inside(self, path: Path) -> bool:
        """Whether a path, its links followed, lies below one of the folders, theirs followed too.

        Raises:
            ValueError: no file can be called so (a NUL, half a character).
        """
        real = Path(os.path.realpath(path))
        return any(real.is_relative_to(os.path.realpath(folder)) for folder in self.folders)


def places_of(root: Path, name: str | None, include: Sequence[Path]) -> Places:
    """The folders for a root module: the one from which its own dotted name leads to it, else its own; then the
    include roots."""
    folder = root.parent
    if name is not None:
        parts = name.split(".")
        if root.name == parts[-1] + SUFFIX and len(root.parts) > len(parts):
            above = root.parts[-len(parts) : -1]
            if list(above) == parts[:-1]:
                folder = root.parents[len(parts) - 1]
    return Places((folder, *(i.absolute() for i in include)))
