"""What a kind of change to an answer is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rulelang.verifier.mutation.case import Bench
from rulelang.verifier.mutation.draft import Draft


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of fault: `root` is the layer where it belongs, `fails` are the checks that it fails for sure.

    `may` are checks that it fails only where the judgment is decisive.  `sites` says where in an answer the fault can
    be put and `put` puts it there (None: not here after all).
    """

    name: str
    words: str
    root: tuple[int, ...]
    fails: tuple[int, ...]
    sites: Callable[[Bench], Sequence[Any]]
    put: Callable[[Bench, Draft, Any], Draft | None]
    may: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Harmless:
    """A kind of change that leaves an answer complete: every check holds, and the rubric gives 100."""

    name: str
    words: str
    make: Callable[[Bench], Sequence[Draft]]
