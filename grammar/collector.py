"""The garbage collector, paused while large trees are built, eased where much of what is built stays."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Generator[None, None, None]:
    """Pauses the collector: trees hold no cycles and all of them stay, so looking for garbage is time lost.

    It is on again afterwards on every path, if it was on before.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


_EASED = (50_000, 100, 100)


@contextmanager
def collector_eased() -> Generator[None, None, None]:
    """Lets the collector look for garbage among what is new, often enough for a processor to have it at hand still, and
    seldom among what has stayed: to go through that again and again takes longer than the work.

    The thresholds are what they were before on every path.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_EASED)
    try:
        yield
    finally:
        gc.set_threshold(*before)
