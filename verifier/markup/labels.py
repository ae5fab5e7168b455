"""Identifiers and units that an answer's words are matched with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulelang.verifier.markup.emphasis import unstressed
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

    def plain_rule(self, written: str) -> str:
        """What cites rules without emphasis by underscores, unless a rule is called so."""
        return written if written.lower() in self.rules else unstressed(written)

    def plain_passage(self, written: str) -> str:
        return written if written.lower() in self.passages else unstressed(written)

    def passage(self, written: str) -> str:
        return self.passages.get(written.lower(), written)
