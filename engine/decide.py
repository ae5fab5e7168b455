"""The decision on a target of a core program for what is known of the facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rulelang.engine.core import Core
from rulelang.engine.decision import Decision
from rulelang.grammar.model import Constant_

Known: TypeAlias = Mapping[str, bool | Constant_]
"""What is known of the facts: fact key -> truth value or value.  An absent key is an unknown fact."""


def decide(core: Core, known: Known, index: int = 0) -> Decision:
    """The decision on `core.targets[index]` in one case."""
    raise NotImplementedError


def decide_many(core: Core, knowns: Sequence[Known], index: int = 0) -> list[Decision]:
    """The decisions on `core.targets[index]` in many cases, in their order."""
    raise NotImplementedError
