"""Scope: what an expression can see while it is resolved, and the entities that a case speaks of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulelang.grammar.model import Definition, Fact, Outcome
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.kinds import Kind
from rulelang.grammar.resolving.symbols import Symbols
from rulelang.grammar.source import Span


@dataclass(slots=True)
class Mentions:
    """The entities of a case by sort, in order.

    While facts are given, a mention makes an entity exist (`listing`); what is asked and expected may only speak of
    entities that are there.  `anything`: there is no case to check against.
    """

    entities: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    listing: bool = False
    anything: bool = False

    def admit(self, sort: str, entity: str) -> bool:
        """Whether the entity may be spoken of; lists it where mentions do so."""
        if self.anything:
            return True
        if self.listing:
            self.entities.setdefault(sort, {}).setdefault(entity, None)
            return True
        return entity in self.entities.get(sort, ())

    def sorts_of(self, entity: str) -> list[str]:
        """The sorts of which the case has an entity of this name."""
        return [sort for sort, entities in self.entities.items() if entity in entities]


SentenceReader = Callable[[str, Span], "Fact | Outcome"]


@dataclass(slots=True)
class Scope:
    """What is visible at an expression.

    `mentions` is None in rules and declarations; in cases and claims it holds the entities, and bare numbers take
    the unit of what they stand beside.  `sentence` says what to do with a sentence that is no gloss.
    """

    symbols: Symbols
    findings: Findings
    module: str
    sentence: SentenceReader
    variables: dict[str, Kind] = field(default_factory=dict[str, Kind])
    used: set[str] = field(default_factory=set[str])
    mentions: Mentions | None = None
    reads: set[str] | None = None
    """Collects the names of definitions and concepts that are read, where cycles are looked for."""

    def saw(self, said: Definition | Outcome) -> None:
        if self.reads is not None:
            self.reads.add(said.name)
