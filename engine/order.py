"""The one precedence order."""

from __future__ import annotations

from typing import NamedTuple


class Place(NamedTuple):
    """A place in the order: one outcome of one clause.

    `unit` is what priorities name: the rule (for its base and its exceptions' THEN parts) or a rival's identifier;
    `clause` and `number` are those of core.GroundRule.  Get it from `Unit.place`.
    """

    unit: str
    clause: str
    number: int
