"""The garbage collector, paused while large trees are built."""

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
