"""Arguments of the public functions that a type checker would refuse: told before anything is done.

Deeper within they would fail at the first attribute that is not there, or pass for something else.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def check_text(given: object, name: str) -> None:
    """Refuse what is no text.

    Raises:
        TypeError: it is no `str`.
    """
    if not isinstance(given, str):
        raise TypeError(f"`{name}` is a str, not a {type(given).__name__}")


def check_whole(given: object, name: str) -> None:
    """Refuse what is no whole number.

    Raises:
        TypeError: it is no `int`.
    """
    if not isinstance(given, int):
        raise TypeError(f"`{name}` is an int, not a {type(given).__name__}")


def folders(given: Iterable[str | os.PathLike[str]], name: str = "include") -> tuple[Path, ...]:
    """The folders as paths.

    Raises:
        TypeError: it is one folder alone (a `str` would be as many folders as it has letters), or is none.
    """
    if isinstance(given, str | bytes | os.PathLike):
        raise TypeError(f"`{name}` has folders one after the other, in a list say, not one alone")
    return tuple(Path(folder) for folder in given)
