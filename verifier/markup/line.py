"""One line of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "claim",
    "stated",
    "step",
    "said",
    "unmarked",
    "resulting",
    "title",
    "fielded",
    "decision",
    "answer",
    "ruled",
    "concluded",
    "noted",
    "told",
    "field",
    "header",
    "table",
    "fence",
    "blank",
    "bullet",
    "object",
    "lead",
    "struck",
    "cut",
    "deep",
    "other",
]
"""`title` is the head of a claim without a colon (`### Claim s1`); it counts where fields follow. `answer` is a
decision under a word that prose uses too; it counts only where it can be read. `fielded` is a line without a head
that has fields. `object` is one of JSON that holds text; `lead` the name of what follows in it;
`struck` is what is struck out where a line or field begins; `cut` the end of an object that ends in the middle;
`deep` one that holds others too deep to be read;
`stated` a claim in one, under a name that may be one of
prose, which counts if one of these can be read; `step` one that counts by itself, if it can be read;
`said` one that stands by itself, or behind a head.
`unmarked` is a claim without a colon or an id (`CLAIM s1 p`, `Claim: p`), which counts where it can be read;
`resulting` what a step comes to (`Result: p`), which does so below the head of one.
`ruled` is a decision on some topic (`Decision on the bag: p`), `concluded` what a step comes to (`Interim conclusion:
p`), `noted` an item under a word (`Thought 1: p`): they count with a case alone, and else are the line `whole`.
`told` is a decision in a sentence (`Therefore, the decision is: p.`), or under a word for what any
step comes to; it counts only where it can be read."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its place without the space around it, and what stands behind its head.

    `name` is a claim's id as written (empty: it has none), or a header's name.
    """

    kind: Kind
    start: int
    end: int
    rest: str
    name: str = ""
    led: str = ""
    """The words of its line that lead to a claim or decision of the form: `If it had been late: DECISION: p`."""
    whole: str = ""
    """The line with the word under which `rest` stands, where it may count as another one; of what is struck out,
    whether its line says something besides."""
