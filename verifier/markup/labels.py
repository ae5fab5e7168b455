"""Identifiers and units that an answer's words are matched with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulelang.verifier.markup.apart import looks_like_id
from rulelang.verifier.markup.emphasis import unstressed_words
from rulelang.verifier.markup.spelling import Spelling
from rulelang.verifier.markup.subjects import Subject


@dataclass(frozen=True, slots=True)
class Labels:
    """Known identifiers, by their small letters; empty where no case is at hand."""

    rules: Mapping[str, str] = field(default_factory=dict[str, str])
    passages: Mapping[str, str] = field(default_factory=dict[str, str])
    spelling: Spelling = field(default_factory=Spelling)
    asked: frozenset[Subject] | None = None
    """What the case asks about; None where that is not known, or is a set of actions, of which any may be surplus."""
    asks: Callable[[str], bool] | None = None
    """Whether a formula is on something that the case asks, actions of a set that it asks for too; None: not known."""
    question: str | None = None
    """What the case asks, if that is one thing: a formula or a value."""
    is_formula: bool = False
    """Whether the question is a formula, so that `yes` and `no` answer it."""
    nothing: str = ""
    """What an answer says by `none` where the case asks for a set of actions alone."""
    supposes: bool = False
    """Whether the case supposes something, and asks what would then be so."""

    def rule(self, written: str) -> str:
        """The identifier of a rule that was cited, however its letters were written."""
        return self.rules.get(written.lower(), written)

    def has(self, written: str) -> bool:
        """Whether this names a rule or a passage."""
        return written.lower() in self.rules or written.lower() in self.passages

    def may_name(self, written: str) -> bool:
        """Whether this names a rule or a passage, or looks as if it named a claim."""
        return self.has(written) or written.isdecimal() or looks_like_id(written)

    def plain_rules(self, written: Sequence[str]) -> list[str]:
        """What cites rules without emphasis by underscores, unless a rule is called so."""
        return unstressed_words(written, self.rules)

    def plain_passages(self, written: Sequence[str]) -> list[str]:
        return unstressed_words(written, self.passages)

    def passage(self, written: str) -> str:
        return self.passages.get(written.lower(), written)
