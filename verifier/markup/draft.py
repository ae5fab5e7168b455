"""What was found of a text while it is read, line by line, and what its next lines may go on with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from rulelang.verifier.markup.bearings import Bearing
from rulelang.verifier.markup.below import Below
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.concluding import Asks
from rulelang.verifier.markup.fields import Content, add, fields_of
from rulelang.verifier.markup.leads import Leads
from rulelang.verifier.markup.line import Kind, Line
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.tables import (
    Columns,
)


@dataclass(slots=True)
class Draft:
    """What was found of a text so far: blocks in order, the header lines before the first of them, and what is open."""

    saying: Saying
    leads: Leads
    below: Below
    asks: Asks | None = None
    """Whether the case asks something; None where no case is at hand."""
    found: list[Block] = field(default_factory=list[Block])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    lost: list[Line] = field(default_factory=list[Line])
    """Heads of claims below which nothing is said, fields that belong to no claim, rows of other tables."""
    prose: list[Line] = field(default_factory=list[Line])
    """Lines that are none of all this."""
    closings: list[Block] = field(default_factory=list[Block])
    """Those of them that decide where nothing is called a decision."""
    objects: list[Line] = field(default_factory=list[Line])
    """Objects of JSON with text that may hold claims."""
    items: list[tuple[int, Line, Block]] = field(default_factory=list[tuple[int, Line, Block]])
    """Items of lists that may be claims, each with the number of blocks before it, and as the claim that it then is."""
    unsaid: list[tuple[Line, list[Line]]] = field(default_factory=list[tuple[Line, list[Line]]])
    """Lines that ask, suppose or deny, with the items below them, of which nobody says that they are so."""
    restated: list[Line] = field(default_factory=list[Line])
    """Items that are no claims beside those with a head: a formula alone, or what one of these says as well."""
    decisions: list[Block] = field(default_factory=list[Block])
    """The decisions among the blocks."""
    latest: dict[str, Block] = field(default_factory=dict[str, Block])
    """The last claim of each id, in small letters."""
    title: Line | None = None
    """The head of a claim whose fields have not come yet."""
    title_below: Line | None = None
    """The line above that head which bears on it."""
    open: Block | None = None
    item: Block | None = None
    """The item of a list above this line, to which the fields below it belong."""
    empty: bool = False
    """Whether the open block has said nothing so far, so that what it says comes below."""
    columns: Columns | None = None
    decides: bool | None = None
    """Whether a line that is no row of a table is a decision, once that was asked."""
    sought: dict[int, tuple[int, int, bool]] = field(default_factory=dict[int, tuple[int, int, bool]])
    """For a column from which line to which claims were looked for in it, and whether the last of these is one."""
    reasoned: Line | None = None
    """A line for which the items below give the reasons."""
    resting: Block | None = None
    """The claim or decision that it makes."""
    waiting: tuple[tuple[Line, Bearing], Line, Block] | None = None
    """The item above that is no claim unless fields follow, with what bears on it."""
    concluded: Line | None = None
    """The line below which a conclusion on the way to the decision was drawn last."""
    gone: Block | None = None
    """The claim that the line above takes back."""
    correcting: str = ""
    """The line above by which a claim here stands for the one of its id before."""
    unplainly: str = ""
    """The question right above, if it is not plainly answered by what is so."""
    unplain_next: str = ""
    replying: bool = False
    """Whether this line answers one."""
    question: bool = False
    """Whether the line above asks what this one may answer."""
    last_part: Line | None = None
    """The last item of a list of what is decided."""
    norm_columns: dict[int, str] = field(default_factory=dict[int, str])
    """The columns of this table under which it stands whether an action is under a norm."""
    norm: str = ""
    """The norm under which the actions in this list stand."""
    norms: Block | None = None
    """The last decision that lists norms."""
    formula: tuple[int, int] | None = None
    """Below the head of the block of this number the place of the first formula."""

    def end_decision(self) -> None:
        """What follows is no part of the decision above it."""
        if not self.empty and self.open is not None and self.open.kind != "claim":
            self.open = None

    def is_asked(self, line: Line) -> bool:
        says = self.saying.formulas(fields_of(line.rest).says)[0]
        return self.asks is None or any(map(self.asks, says))

    def so_far(self) -> list[Block]:
        """The last claims and decisions so far, items of lists with them, by their places."""
        latest = (*self.found[-_MOST_BACK:], *(item for _, _, item in self.items[-_MOST_BACK:]))
        return sorted(latest, key=lambda one: one.start)

    def decided(self) -> Block | None:
        """The last decision so far that is not supposed."""
        return next((one for one in reversed(self.decisions[-_MOST_BACK:]) if not one.supposed), None)

    def is_formula(self, text: str) -> bool:
        """Whether a text is plainly one formula, of the case if one is at hand."""
        said = fields_of(text).says
        if self.saying.spelling.means is None and _PLAINLY.match(said) is None and said == text:
            return False
        return self.saying.says(said)

    def last(self, name: str) -> Block | None:
        """The last claim so far that has an id."""
        return self.latest.get(name.lower()) if name else None

    def take_away(self, block: Block | None, words: str) -> None:
        if block is not None:
            block.unsaid, block.taken_back = words.strip(" \t*_`->().:"), True

    def above(self) -> Block | None:
        """The claim, decision or item of a list to which the lines below it belong."""
        return self.item or (None if self.empty else self.open)

    def lead(self, line: Line) -> Line | None:
        lead = self.leads.over(line)
        return None if lead is None else lead[0]

    def lose_title(self) -> None:
        """A head of a claim came to nothing; that of a step may be one of prose."""
        if self.title is not None and not _is_step(self.title):
            self.lost.append(self.title)
        self.title = None

    def begin(self, line: Line, name: str, rest: str) -> None:
        content = Content()
        add(content, rest)
        kind: Kind = line.kind if line.kind in ("decision", "answer", "told") else "claim"
        titled = self.title is not None and name == self.title.name
        start = self.title.start if self.title is not None and titled else line.start
        self.title = None
        self.open = Block(kind, name.rstrip("_") or name, start, line.end, [[rest]])
        if titled and kind == "claim":
            self.open.below = self.title_below
            self.leads.read(replace(line, kind="claim"))
        self.empty = not content.says
        self.found.append(self.open)
        if self.reasoned is not None and self.reasoned.start == line.start:
            self.resting, self.open.reasoned = self.open, True
        if self.saying.meet(self.open.name):
            self.sought.clear()
        if kind == "claim":
            self.latest[self.open.name.lower()] = self.open
        else:
            self.decisions.append(self.open)


_MOST_BACK = 8
"""So far back it is looked what a line says anew."""
_PLAINLY = re.compile(r"[*_`]*(?:NOT|MUST|MAY|NEED|UNKNOWN|CONFLICT)(?!\w)|[^ \t]*(?:\w_\w|[ \t]*[=<>≤≥])")
"""What no prose begins with."""


def _is_step(title: Line) -> bool:
    """Whether a head may be one of prose, and is a claim's only where a formula follows."""
    return "step" in title.rest.lower()
