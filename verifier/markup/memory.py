"""What was found out of short texts, kept: a line and its parts are asked about again and again while it is read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

LONGEST = 300
"""Of a longer text nothing is kept."""
_MOST = 1 << 12
"""So many texts are kept for each function: those of a few lines, whatever the length of the whole."""


def remembered(function: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
    """A function of a text that does not work out again what it worked out lately.

    What it gives is given to several, so it may not be anything that can be changed.

    >>> seen = []
    >>> long = remembered(lambda text: seen.append(text) or len(text))
    >>> long("late"), long("late"), seen
    (4, 4, ['late'])
    """
    kept = cast("Callable[Concatenate[str, P], T]", lru_cache(_MOST)(function))

    @wraps(function)
    def recalled(text: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
        known = kept if len(text) <= LONGEST else function
        return known(text, *args, **kwargs)

    return recalled
