"""A claim or a decision, as the lines of an answer make it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.verifier.markup.fields import Content, add, fields_of
from rulelang.verifier.markup.line import Kind, Line

_NOT_SO = "no"
"""What a list of what is not so says of its items."""


@dataclass(slots=True)
class Block:
    """A claim (`name`: its id as written) or a decision, with its place from the first to the last of its lines."""

    kind: Kind
    name: str
    start: int
    end: int
    texts: list[list[str]]
    """Its lines without head and bullet; those that were broken in two, as pieces of one."""
    reasons: list[str] = field(default_factory=list[str])
    """What lines below give as reasons."""
    parts: list[str] = field(default_factory=list[str])
    """What a list below the head says, item by item."""
    places: list[Line] = field(default_factory=list[Line])
    """The lines of these."""
    denied: bool = False
    """Whether it stands in a list of what is not so."""
    told: tuple[str, ...] = ()
    """What stands with it, and says nothing of it."""
    supposed: bool = False
    """Whether it stands below a line that supposes something, or tells what others say."""
    within: str = ""
    """The words right above a decision, or before it in its line, by which it is one of others or for another case."""
    disowned: bool = False
    """Whether it is a decision below a line that plainly says that it is none of the answer's (`A wrong answer:`)."""
    rests_on: list[Block] = field(default_factory=list["Block"])
    """The items of the list that gives the reasons for it."""
    replies: bool = False
    """Whether it answers a question of the text, and is the decision only if nothing else is called so."""
    reasoned: bool = False
    """Whether the list below it gives its reasons."""
    over: str = ""
    """The words above a decision by which what is concluded on the way to it would be denied."""
    below: Line | None = None
    """The line above a claim that bears on it."""
    unsaid: str = ""
    """Words by which a claim is not said to be so: those of the line above it, or of one that takes it back."""
    taken_back: bool = False
    """Whether the latter do."""

    def content(self) -> Content:
        content = Content()
        for pieces in self.texts:
            add(content, " ".join(pieces))
        for part in self.parts:
            content.join(fields_of(part))
        if self.denied:
            content.beside.append(_NOT_SO)
        content.strays += self.told
        content.reasons += self.reasons
        if self.unsaid:
            content.says, content.hedged = f"{self.unsaid}: {content.says}", True
        return content
