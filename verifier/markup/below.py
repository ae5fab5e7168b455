"""Lines below a claim that tell of it whether it holds, or why: `- Not met.`, `Status: open`, `Reason: see r1`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rulelang.verifier.markup.against import corrects
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.leads import Leads
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.named import FILLING, named_in
from rulelang.verifier.markup.naming import is_reason, naming, under
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.subjects import overturns
from rulelang.verifier.markup.verdicts import verdict
from rulelang.verifier.markup.voices import is_hearsay


@dataclass(frozen=True, slots=True)
class Told:
    """What a line tells of the claim above it."""

    beside: str = ""
    """What then stands beside the formula, as it would in its line."""
    reason: str = ""
    """Why it holds, with what is cited for that."""
    is_prose: bool = False
    """Whether the line says something else besides."""


@dataclass(frozen=True, slots=True)
class Below:
    """What stands below the claims and decisions of a text."""

    saying: Saying
    leads: Leads
    lines: Sequence[Line]

    def after(self, line: Line) -> Iterator[Line]:
        """The lines below one."""
        at = bisect_right(self.lines, line.start, key=lambda one: one.start)
        return map(self.lines.__getitem__, range(at, len(self.lines)))

    def told(self, block: Block, line: Line) -> Told | None:
        """What a line tells of the claim, decision or item above it; None: nothing."""
        return self._under_word(block, line) or self._ruling(block, line)

    def _under_word(self, block: Block, line: Line) -> Told | None:
        """What a line says under a word: `Status: not met`, `Reason: this follows from r1`."""
        if line.kind not in ("other", "bullet", "answer", "told", "resulting"):
            return None
        text = self.leads.text
        found = _UNDER_WORD.match(text, line.start, line.end)
        if found is None or not FOLLOWS.fullmatch(text, block.end, line.start):
            return None
        adjoins = ADJOINS.fullmatch(text, block.end, line.start) is not None
        word, rest = found["word"], found["rest"].strip()
        if self.saying.spelling.means is not None and self.saying.says(word):
            return None
        is_claim = block.kind == "claim"
        if is_reason(word) and adjoins:
            return self._reason(rest, is_claim)
        if is_claim and adjoins and _CORRECTION.fullmatch(word):
            return Told(f"correction: {rest}")
        if not is_claim and adjoins and naming(word) != "verdict" and self._judges(line, word, rest):
            return Told(f"{word}: {rest}")  # `Confidence: 10%` below a decision
        if is_claim and self._judges(line, word, rest) and (adjoins or line.kind in ("other", "bullet")):
            return Told(under(word, rest) if naming(word) == "verdict" else f"{word}: {rest}")
        if is_claim and adjoins and self._contradicts(line, block, word, rest):
            return Told(f"correction: {rest}")
        return None

    def _reason(self, rest: str, is_claim: bool) -> Told | None:
        ruling = verdict(rest)[0]
        plainly = ruling in ("denied", "doubted") or (ruling == "against" and _OF_IT.match(rest) is not None)
        if is_claim and (plainly or corrects(rest)):
            return Told(rest)
        cites, left = named_in(rest, self.saying.names)
        if not cites or corrects(rest):
            return None
        return Told(reason=rest, is_prose=bool(FILLING.sub("", left)))

    def _judges(self, line: Line, word: str, rest: str) -> bool:
        """Whether a line says of the claim above whether it holds; one under a word for decisions may be the last."""
        if naming(word) != "verdict":
            short = " " not in word and len(rest.split()) <= _MOST_WORDS and "?" not in rest
            return short and verdict(f"{word}: {rest}")[0] == "doubted"
        ruling = verdict(rest)[0]
        if ruling in ("remark", "upheld") or (ruling == "against" and " " in rest):  # `✗` alone is a verdict
            return False
        return self._is_no_decision(line)

    def _contradicts(self, line: Line, block: Block, word: str, rest: str) -> bool:
        """Whether a line under the name of a verdict says the opposite of the claim above: `Finding: NOT p`."""
        if naming(word) != "verdict" or not self.saying.says(rest) or not self._is_no_decision(line):
            return False
        return overturns(rest, self.saying.formulas(block.content().says)[0])

    def _is_no_decision(self, line: Line) -> bool:
        """Whether a line is not one under a word for decisions, or is set in, or a claim or decision follows."""
        if line.kind not in ("answer", "told") or self._is_set_in(line):
            return True
        below = next((one for one in islice(self.after(line), 2) if one.kind != "blank"), None)
        return below is not None and below.kind in ("claim", "decision", "title", "unmarked", "field")

    def _is_set_in(self, line: Line) -> bool:
        """Whether a line is an item below another: it is set in, and begins as an item does."""
        text = self.leads.text
        return text[line.start] in "-*+•" and text[max(line.start - 2, 0) : line.start].strip(" \t") == ""

    def _ruling(self, block: Block, line: Line) -> Told | None:
        """What a line says of the claim right above it if that is not so, or open: `- Not met.`"""
        if block.kind != "claim" or line.kind not in ("bullet", "other"):
            return None
        text = self.leads.text
        if line.kind == "other" and (
            ADJOINS.fullmatch(text, block.end, line.start) is None
            or not (self.leads.indent(line) or _OF_THE_ABOVE.match(line.rest))
        ):
            return None
        if self.leads.is_head(line) or self._is_over(line):
            return None
        if line.rest.rstrip(" *_`").endswith(":") or not text[line.start : line.end].endswith(line.rest):
            return None  # the second is a member of an object of JSON
        said = line.rest.lstrip(_ARROWS)
        ruling = verdict(said)[0]
        rules = (
            ruling in ("denied", "open")
            or _CROSSED.fullmatch(said) is not None
            or (ruling == "doubted" and (_DOUBTS.fullmatch(said) or is_hearsay(said)))
        )
        return Told(said) if rules and not self.saying.says(fields_of(said).says) else None

    def _is_over(self, line: Line) -> bool:
        """Whether items stand below this one, set in deeper: it is the head of them."""
        below = next(self.after(line), None)
        return below is not None and below.kind != "blank" and self.leads.indent(below) > self.leads.indent(line)


_MOST_WORDS = 4
"""So many words doubt a claim under a name that is none of verdicts: `Confidence: 10%`."""
_UNDER_WORD = re.compile(
    r"[ \t>*_`•+–(-]*+(?P<word>[^\W\d][\w '’()-]{1,40}?)(?:\?[*_`]*+:?|[*_`]*+:)[*_`]*+[ \t]+(?P<rest>[^\r\n]+)"
)
"""`- **Status:** not met`."""
_CORRECTION = re.compile(r"(?:correction|corrected|erratum|edit|edited|update)", re.IGNORECASE)
_CROSSED = re.compile(r"[✗✘❌✖][\ufe0f.]*")
_OF_IT = re.compile(r"(?:this|that|it)(?!\w)", re.IGNORECASE)
_OF_THE_ABOVE = re.compile(
    r"[*_`(]*(?:[✗✘❌✖]|(?:→|⇒|=>|->|↳)[ \t]|(?:this|that|it)"
    r"(?:[ \t]+(?:claim|condition|exception|requirement|element))?[ \t]+"
    r"(?:is|was|does|did|has|fails?|cannot|can|never|no)(?!\w))",
    re.IGNORECASE,
)
"""A line that is not set in, and is about the one above all the same."""
_ARROWS = "→⇒=->•↳ \t"
ADJOINS = re.compile(r"[ \t>]{0,40}\r?\n[ \t>*_`-]{0,40}")
"""What stands between two lines where one is right below the other."""
FOLLOWS = re.compile(r"[\s>*_`•+-]{0,80}")
_DOUBTS = re.compile(
    r"[\W_]*(?:(?:status|verdict|result|finding|holds|met|established|proven|conclusion)[*_`]*[:?=–—-]+[*_`]*[ \t]*)?"
    r"(?:(?:not|never)[ \t]+\w+|un\w+|open|doubtful|disputed|pending|contested)\W*",
    re.IGNORECASE,
)
"""A line that doubts the claim above it; in a longer one something else may be doubted."""
