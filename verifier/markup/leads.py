"""What headings and lead-in lines say of the lists below them: `Not met:`, `Open questions`, `If it had been:`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulelang.verifier.markup.lines import Line
from rulelang.verifier.markup.verdicts import LONGEST_VERDICT, verdict

Bearing: TypeAlias = Literal["denies", "asks", "supposes", "affirms", "none"]
"""`asks` is also what quotes a rule; `supposes` also what tells what others say, or denies but not plainly."""

_FILLING = re.compile(
    r"(?<!\w)(?:the|these|those|this|that|which|what|following|are|is|was|were|conditions?|requirements?|elements?"
    r"|facts?"
    r"|things?|claims?|points?|items?|criteria|criterion|premises?|statements?|ones?|parts?|all|of|both|we|i|find"
    r"|found"
    r"|conclude|here|below|list|and|so|therefore|thus)(?!\w)[ \t]*",
    re.IGNORECASE,
)
"""Words of a heading that say nothing of what stands below."""
_REASONS = re.compile(r"\b(?:because|since|reasons?|reasoning|why|due to|explanation)\b", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:not|no|none|never|nothing|neither|fail\w*|unmet|missing|lack\w*|reject\w*|absent|untrue|false|wrong\w*"
    r"|disprove[nd]"
    r"|refuted|unsatisfied|unfulfilled|unproven|excluded|irrelevant|against|contrary|without|cannot)\b|n['’]t\b",
    re.IGNORECASE,
)
_FINDS = re.compile(
    r"\b(?:(?:we|i) (?:now )?(?:find|found|conclude|hold|establish|know|infer|derive|get)|follows?|established"
    r"|therefore"
    r"|thus|hence|findings?|conclusions?|facts?|premises|steps?|summary|analysis|answer)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?$|\b(?:whether|questions?|issues?|unanswered|asked|prerequisites?|preconditions?|requirements?|require[sd]?"
    r"|needed"
    r"|necessary|needs?)\b|\bopen (?:points?|items?|matters?)\b"
    r"|\bto (?:check|verify|examine|decide|determine|prove|establish|show|test|ask|answer|consider|clarify|resolve"
    r"|be)\b"
    r"|\bcheck(?:ing)? (?:if|that|for|the)\b"
    r"|\b(?:rules?|law|contract|clauses?|sections?|terms?|statute|policy|exceptions?|provision)\b.*\b(?:asks?|says?"
    r"|demands?"
    r"|provides?|states?|reads?|calls? for|depends?|prescribes?|lists?|sets? out|looks? (?:at|for))\b"
    r"|\b(?:conditions?|elements?|criteria|text|wording) (?:of|for|under|in|to)\b"
    r"|\b(?:must|ha(?:ve|s) to|should|ought to) (?:be|hold|apply|have|show|prove|check|ask|decide|determine|verify)\b"
    r"|^(?:the )?(?:applicable |relevant |governing )?(?:rules?|law|exceptions?|task|goal|problem)(?: text)?$",
    re.IGNORECASE,
)
_WHO = (
    r"(?:customers?|buyers?|sellers?|shops?|claimants?|plaintiffs?|defendants?|applicants?|respondents?|tenants?"
    r"|landlords?"
    r"|employees?|employers?|part(?:y|ies)|sides?|opponents?|clients?|he|she|they|some|others|one|who)"
)
_SUPPOSES = re.compile(
    r"\b(?:if|suppos\w+|assum\w+|hypothe\w+|would|were to|unless|in case|in the event|provided that|otherwise"
    r"|counterfactual\w*"
    r"|imagin\w+|what-if|alleg\w+|pretend\w*|might|could|may be|possib\w+|perhaps|unclear|uncertain\w*|unknown"
    r"|undetermined"
    r"|unresolved|undecided|disputed|doubtful|claimed by|had"
    r"|(?:in|under|at) (?:dispute|doubt|question|issue|discussion|debate))\b"
    rf"|\b{_WHO} (?:claims?|says?|argues?|contends?|asserts?|believes?|thinks?|maintains?|submits?)\b"
    rf"|\b(?:according to|arguments? of|view of|position of) (?:the )?{_WHO}\b",
    re.IGNORECASE,
)
_AROUND = " \t*_`#:~>.-–—()[]"
_IN_BOLD = re.compile(r"(?:\*\*|__)[^*_]+(?:\*\*|__)[ \t:]*")
_HEADING = re.compile(r"[ \t>]*(#{1,6})[ \t]")


_LEADS = re.compile(r"[:?][ \t*_`]*$")
_ENDS = re.compile(r"[.!][ \t*_`]*$")


def bearing(text: str) -> Bearing:
    """What a heading or a lead-in line says of the list below it.

    >>> bearing("Not met:"), bearing("**Conditions that fail**"), bearing("Open questions"), bearing("The rule asks:")
    ('denies', 'denies', 'asks', 'asks')
    >>> bearing("If it had been:"), bearing("Not established"), bearing("We find:"), bearing("Reasoning")
    ('supposes', 'supposes', 'affirms', 'none')
    """
    plain = " ".join(text[-LONGEST_VERDICT:].strip(_AROUND).split())  # of a paragraph its end leads to the list
    ruling = verdict(_FILLING.sub("", plain).strip())[0]
    if ruling == "denied":
        return "denies"
    if ruling in ("affirmed", "upheld"):
        return "affirms"
    if _REASONS.search(plain):
        return "none"
    if ruling in ("against", "open") or (len(plain.split()) < 9 and _DENIES.search(plain)):
        return "supposes"
    if _SUPPOSES.search(plain):
        return "supposes"
    if _FINDS.search(plain):
        return "affirms"
    return "asks" if _ASKS.search(plain) else "none"


@dataclass(slots=True)
class Leads:
    """The headings and lead-in lines above the line that is read."""

    text: str
    _open: list[tuple[int, Line, Bearing]] = field(default_factory=list[tuple[int, Line, Bearing]])
    """Each with its depth: the level of a heading, 7 for a line of prose, more for an item of a list."""
    _blank: bool = False

    def over(self, line: Line) -> tuple[Line, Bearing] | None:
        """The lead that a line of a list stands under, if it bears on it.

        A denial reaches what stands directly below: under another heading in between nobody knows what it comes to.
        """
        self._leave(8 + self._indent(line))
        for at, (_, lead, says) in enumerate(reversed(self._open)):
            if says == "affirms":
                return None
            if says != "none":
                return lead, "supposes" if at and says == "denies" else says
        return None

    def read(self, line: Line) -> None:
        """Takes in a line that is no claim; it may lead to a list."""
        if line.kind in ("blank", "fence"):
            self._blank = True
            return
        blank, self._blank = self._blank, False
        if line.kind in ("decision", "answer", "told", "header", "table"):
            self._open.clear()
            return
        heading = _HEADING.match(self.text, line.start, line.end)
        if heading is not None:
            self._lead(len(heading[1]), line)
        elif line.kind == "bullet":
            self._leave(8 + self._indent(line))
            if _leads(line.rest):
                self._lead(8 + self._indent(line), line)
        elif _leads(line.rest):
            self._lead(7, line)
        elif (blank or not self._open) and not self._indent(line):
            self._leave(7)
            if not _ENDS.search(line.rest):
                self._lead(7, line)

    def _indent(self, line: Line) -> int:
        return line.start - self.text.rfind("\n", 0, line.start) - 1

    def _leave(self, depth: int) -> None:
        while self._open and self._open[-1][0] >= depth:
            self._open.pop()

    def _lead(self, depth: int, line: Line) -> None:
        self._leave(depth)
        self._open.append((depth, line, bearing(line.rest)))


def _leads(text: str) -> bool:
    """Whether a line looks as if a list followed."""
    return _LEADS.search(text) is not None or _IN_BOLD.fullmatch(text.strip()) is not None
