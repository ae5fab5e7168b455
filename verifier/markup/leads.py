"""The headings and lead-in lines above the lines of an answer, and how far they reach."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulelang.verifier.markup.bearings import FILLING, Bearing, bearing, is_conditional
from rulelang.verifier.markup.leaning import leans
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.patterns import pattern
from rulelang.verifier.markup.voices import is_other_voice

_TO_LIST = re.compile(r"[:?,…][ \t*_`]*$")
_SUPPOSES = pattern(
    r"[*_`]*(?:(?:now|but|next|let us|let['’]s),? )*(?:suppose|assume|imagine|pretend)\b"
    r"(?! (?:(?:the|these|all|that all|good) )*(?:facts?|evidence|passages?|rules?|case|faith)\b)[^.:;]*\.[*_`]*"
)
"""`Assume it had been late.`"""
_ENDS = re.compile(r"[.!][ \t*_`]*$")
_IN_BOLD = re.compile(r"(?:\*\*|__)[^*_]+(?:\*\*|__)[ \t:]*")
_HEADING = re.compile(r"[ \t>]*(#{1,6})[ \t]")
_ONLY_LISTS = pattern(r"(?:as follows|namely|listed|one by one|in detail|\W)*")
_UNSAID: tuple[Bearing, ...] = ("supposes", "doubts", "unplain")
_PROSE = 7
"""The depth of a line of prose, below all headings."""
_LONGEST = 300
"""So far back it is looked what a line says that leads to one on what would then be."""
_MEMBER = _PROSE + 1
"""The depth of a member of an object of JSON, which bears on what stands inside of it, and on nothing else."""
_INSIDE = _MEMBER + 1
"""The depth of a line of prose inside of a member."""


@dataclass(slots=True)
class Leads:
    """The headings and lead-in lines above the line that is read."""

    text: str
    supposing: bool = False
    """Whether the case supposes something: then what would be so is claimed as anything else."""
    known: frozenset[str] | None = None
    """The beginnings of words of the case, of which a heading may be made; None where no case is at hand."""
    _open: list[tuple[int, Line, Bearing]] = field(default_factory=list[tuple[int, Line, Bearing]])
    """Each with its depth: the level of a heading, `_PROSE`, more for an item of a list."""
    _blank: bool = False
    _stated: bool = False
    """Whether a claim with a head came below the last of them."""
    _listed: bool = False
    """Whether an item of a list did."""
    _first: int = -1
    """Where the heading stands with which the text begins: it names the whole."""
    _begins: int = -1
    """Where the text begins behind what is blank, once that was asked."""
    _sought: tuple[int, int] = (0, 0)
    """For which place the beginning of its line was looked up last, and that."""

    def over(self, line: Line) -> tuple[Line, Bearing] | None:
        """The lead that a line of a list, a claim or a decision stands under, if it bears on it.

        The nearest counts.  A denial reaches what stands directly below: under another heading in between nobody knows
        what it comes to, and a question reaches no further than to the next line that leads to a list.
        """
        self._leave_members(line)
        self._leave(self._depth(line))
        if self._is_item(line):
            self._listed = True
        elif (self._blank and self._stated) or (self._listed and self._ends_list(line)):
            self._leave(self._prose())
        between = led = named = False
        for at, (depth, lead, says) in reversed(list(enumerate(self._open))):
            if says == "affirms" and lead.kind == "lead":
                continue  # `{"tenant": {"facts": […]}}`
            if says == "affirms" or (led and says in ("asks", "weighs")) or (self.supposing and says == "supposes"):
                return None
            if says == "unplain" and named:
                continue  # what is plain below it counts
            named = named or self.is_head(lead)
            if says != "none":
                for _, around, bears in self._open[:at]:  # what the tenant says is not met is what the tenant says
                    if around.kind == "lead" and bears in _UNSAID and not (self.supposing and bears == "supposes"):
                        return around, bears
                return lead, "doubts" if between and says in ("denies", "against") else says
            if _ONLY_LISTS.fullmatch(FILLING.sub("", lead.rest)) is None:
                between = True
                led = led or (depth >= _PROSE and _leads(lead.rest))
        return None

    def is_head(self, line: Line) -> bool:
        """Whether a line is a heading or leads to what stands below it, and no piece of prose."""
        return _leads(line.rest) or _HEADING.match(self.text, line.start, line.end) is not None or line.kind == "lead"

    def bearing(self, lead: Line) -> Bearing:
        """What a lead says of what stands below it; the name of a member may say so itself, a title of the whole and a
        line that is no head say nothing."""
        match lead.name:
            case "doubts" | "supposes" as known:
                return known
            case _:
                pass
        if lead.kind != "lead" and (leans(lead.rest.strip(" \t*_`#>")) or is_conditional(lead.rest)):
            before = self.text[max(lead.start - _LONGEST, 0) : lead.start].rstrip().rpartition("\n")[2]
            around = bearing(f"{before} {lead.rest}") if before else "none"
            if around == "supposes" or (around == "doubts" and is_other_voice(before.rstrip(" .:*_"))):
                return around
        is_title = lead.start == self._first
        says_nothing = is_title or lead.kind == "lead" or lead.name or not self.is_head(lead)
        return bearing(lead.rest, None if says_nothing else self.known)

    def are_apart(self) -> bool:
        """Whether a list or claims and a blank line stand between the last of them and the line that is read."""
        return self._blank and (self._stated or self._listed)

    def _ends_list(self, line: Line) -> bool:
        """Whether a claim that is no item stands behind a list of what is supposed, or of what others say."""
        is_claim = line.kind in ("claim", "unmarked", "title", "table")
        return is_claim and bool(self._open) and self._open[-1][2] in _UNSAID

    def read(self, line: Line) -> None:
        """Takes in a line that is no item; it may lead to a list."""
        self._leave_members(line)
        if line.kind == "lead":
            self._leave(_INSIDE)
            self._stated = self._listed = False
            self._open.append((_MEMBER, line, self.bearing(line)))
            return
        if line.kind in ("blank", "fence"):
            self._blank = True
            return
        if line.kind == "other" and line.name == "member":
            return  # `"contradicted_by": []` is said of the object that it stands in
        blank, self._blank = self._blank, False
        if line.kind in ("decision", "answer", "told", "header"):
            self._open = [one for one in self._open if one[1].kind == "lead"]
            return
        if line.kind in ("claim", "table"):
            self._stated = True
            return
        heading = _HEADING.match(self.text, line.start, line.end)
        if heading is not None:
            if self._begins < 0:
                self._begins = len(self.text) - len(self.text.lstrip(" \t\r\n"))
            if line.start <= self._begins:
                self._first = line.start
            self._lead(len(heading[1]), line)
        elif line.kind == "bullet":
            self._leave(self._depth(line))
            self._listed = True
            if not _ENDS.search(line.rest):
                self._lead(self._depth(line), line)
        elif _leads(line.rest):
            self._lead(self._prose(), line)
        elif (blank or not self._open) and not self.indent(line):
            self._leave(self._prose())
            if not _ENDS.search(line.rest):
                self._lead(self._prose(), line)

    def indent(self, line: Line) -> int:
        """How far a line is set in."""
        return line.start - self._line_start(line.start)

    def _line_start(self, place: int) -> int:
        """Where the line of a place begins; from the place that was looked up last on, for a line may be long."""
        sought, begins = self._sought
        if place < sought:
            sought = begins = 0
        begins = self.text.rfind("\n", sought, place) + 1 or begins
        self._sought = (place, begins)
        return begins

    def _depth(self, line: Line) -> int:
        """How deep an item stands; below a number at the same place, too."""
        is_numbered = self.text[line.start : line.start + 2].strip("(")[:1].isdigit()
        return _INSIDE + 1 + 2 * self.indent(line) + (0 if is_numbered else 1)

    def _prose(self) -> int:
        """The depth of a line of prose, here."""
        return _INSIDE if any(lead.kind == "lead" for _, lead, _ in self._open) else _PROSE

    def _leave_members(self, line: Line) -> None:
        """Members of objects bear on what stands inside of them alone."""
        at = next((at for at, (_, lead, _) in enumerate(self._open) if not _may_bear(lead, line)), None)
        if at is not None:
            del self._open[at:]

    def _is_item(self, line: Line) -> bool:
        begins = self.text[line.start : line.end].lstrip("> \t")[:1]
        if line.kind == "bullet":
            return True  # also `Finding 1: p`
        return begins != "" and begins in "-*+•|(0123456789" and line.kind != "decision"

    def _leave(self, depth: int) -> None:
        while self._open and self._open[-1][0] >= depth:
            self._open.pop()

    def _lead(self, depth: int, line: Line) -> None:
        self._leave(depth)
        self._stated = self._listed = False
        self._open.append((depth, line, self.bearing(line)))


def _may_bear(lead: Line, line: Line) -> bool:
    """Whether a line stands inside of the member of an object that a lead is the name of, if it is one."""
    return lead.kind != "lead" or lead.start <= line.start < lead.end


def _leads(text: str) -> bool:
    """Whether a line looks as if a list followed, or supposes something for what does."""
    if _TO_LIST.search(text) is not None or _IN_BOLD.fullmatch(text.strip()) is not None:
        return True
    return _SUPPOSES.fullmatch(text.strip()) is not None
