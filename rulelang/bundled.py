"""Files as they are named: below the current folder, or among the rule packs that come with RuleLang.

An installed package holds its packs, so `corpora/refunds/refunds.rules` can be named where there is no checkout.
"""

from __future__ import annotations

import os
from pathlib import Path

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError

PACKS = Path(__file__).parent / "corpora"


def found(written: str | os.PathLike[str]) -> Path:
    """The file or folder that a path names: itself where it exists, else the one of this name among the packs.

    Packs are named from `corpora` on, or by their own name.  A path that is nowhere is given back as it is, so that
    whoever opens it says so.

    >>> found("corpora/refunds/refunds.rules").name
    'refunds.rules'
    >>> found("nowhere.rules").as_posix()
    'nowhere.rules'
    """
    here = Path(written)
    if here.is_absolute() or ".." in here.parts or not here.parts or os.path.exists(here):
        return here
    below = here.parts[1:] if here.parts[0] == "corpora" else here.parts
    pack = PACKS.joinpath(*below)
    return pack if os.path.exists(pack) else here


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file, found as `found` finds it.

    Raises:
        RuleLangError: there is none of that name, or it can't be read (RL491).
    """
    try:
        return found(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "it cannot be read").lower()
        raise RuleLangError([Diagnostic("RL491", f"cannot read `{os.fspath(path)}`: {reason}", None)]) from None


def code_pages() -> dict[str, Path]:
    """The pages about diagnostics that come with the package, by code."""
    folder = Path(__file__).parent / "codes"
    return {path.stem: path for path in sorted(folder.glob("RL*.md"))}
