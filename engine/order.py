"""The one precedence order."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """A place in the order: one outcome of one clause (`clause` and `number` as in core.GroundRule)."""

    clause: str
    number: int
