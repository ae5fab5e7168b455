"""Room for recursion: trees are at most `depth.DEEPEST` levels deep, and each level takes a few Python frames."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

FRAMES = 4_000
"""Enough for the deepest tree: twenty frames a level."""


@contextmanager
def room_for_recursion() -> Generator[None, None, None]:
    """Raises Python's recursion limit where it is below what the deepest tree needs; restored on every path.

    Frames of Python functions take no space on the C stack (since Python 3.11), so this is safe.
    """
    before = sys.getrecursionlimit()
    if before >= FRAMES:
        yield
        return
    sys.setrecursionlimit(FRAMES)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
