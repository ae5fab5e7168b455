"""A finished rule: its base with everything that the operators have put on it.

`engine.augment` makes groups from rules as written; `engine.rulebase` takes them apart into the units that compete.
All parts of a group share its binders (FOR EACH), and each clause has its canonical identifier: that is what
answers cite.  Docs: docs/semantics.md, items 10 to 13, 16 and 21.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulelang.grammar.model import Binder, Formula, Head, Operator
from rulelang.grammar.source import Span

Resolution: TypeAlias = Literal["PREVAILS", "YIELDS", "UNRESOLVED"]


@dataclass(frozen=True, slots=True)
class ExceptionPart:
    """`EXCEPTION affiliate IF to_affiliate THEN MUST notify`, with the exceptions to it below it.

    A suspension (`SUSPENDS r`) is one too, with the suspending rule's identifier.  It then may have binders of its
    own: it is in force if it is in force for some entity of each (one exception for each binding; the
    exceptions to it share these variables).
    """

    id: str
    gloss: str | None
    condition: Formula
    outcomes: tuple[Head, ...] = ()
    exceptions: tuple[ExceptionPart, ...] = ()
    binders: tuple[Binder, ...] = ()
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Rival:
    """`CONFLICT fraud IF fraud THEN MUST NOT transfer PREVAILS`."""

    id: str
    gloss: str | None
    condition: Formula
    outcomes: tuple[Head, ...]
    resolution: Resolution
    exceptions: tuple[ExceptionPart, ...] = ()
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Ironclad:
    """`IRONCLAD review IF NOT review_complete THEN MUST NOT transfer`.

    `condition` None: the rule's own finished condition, its exceptions left aside.
    """

    id: str
    gloss: str | None
    condition: Formula | None
    outcomes: tuple[Head, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Clause:
    """An operator's clause as written, under the identifier that it has in this group.

    `origin` is the rule in which it stands (an ancestor, where AUGMENTS brought it).
    """

    id: str
    origin: str
    operator: Operator


@dataclass(frozen=True, slots=True)
class Group:
    """See the module's docstring.  `condition` is Truth(True) where nothing is written.

    `root` is the rule from which the AUGMENTS chain starts, `clauses` the chain's clauses in order (= the rounds),
    `span` the place of the rule `id`.
    """

    id: str
    root: str
    gloss: str | None
    binders: tuple[Binder, ...]
    condition: Formula
    outcomes: tuple[Head, ...]
    exceptions: tuple[ExceptionPart, ...] = ()
    rivals: tuple[Rival, ...] = ()
    ironclad: tuple[Ironclad, ...] = ()
    clauses: tuple[Clause, ...] = ()
    span: Span = field(compare=False, repr=False, kw_only=True)
