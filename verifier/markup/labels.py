"""Identifiers and units that an answer's words are matched with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulelang.verifier.markup.formulas import Spelling


@dataclass(frozen=True, slots=True)
class Labels:
    """Known identifiers, by their small letters; empty where no case is at hand."""

    rules: Mapping[str, str] = field(default_factory=dict[str, str])
    passages: Mapping[str, str] = field(default_factory=dict[str, str])
    spelling: Spelling = field(default_factory=Spelling)

    def rule(self, written: str) -> str:
        """The identifier of a rule that was cited, however its letters were written."""
        return self.rules.get(written.lower(), written)

    def passage(self, written: str) -> str:
        return self.passages.get(written.lower(), written)
