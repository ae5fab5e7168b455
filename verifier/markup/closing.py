"""Lines that may decide where nothing in a text is called a decision: `Therefore, MUST pay.`, `Yes.`, `#### 550`."""

from __future__ import annotations

import re

from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.leaning import is_supposed, sentences
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.verdicts import is_truth
from rulelang.verifier.markup.voices import disowns, is_other_voice


def note_closing(draft: Draft, line: Line) -> None:
    """Notes a line of prose that says what the case asks, behind a word that concludes or at an end of the text.

    Not below what supposes, doubts, denies or reports something, and not right below a question, which it may answer.
    """
    written = draft.leads.text[line.start : line.end]
    if draft.asks is None or len(written) > _LONGEST or _WORD.search(written) is None:
        return
    if _LEADS.search(written) is not None and not is_truth(written.strip(" \t>#*_`:")):
        return  # `Denied by the gym:` leads to a list
    if is_supposed(written) or any(is_other_voice(one.text) for one in sentences(written)):
        return
    said = next((said for said in _concluded(written) if _decides(draft, said)), None)
    if said is None and line.kind in ("other", "bullet") and _is_at_end(draft, line) and _decides(draft, line.rest):
        said = None if _below_question(draft, line) else line.rest
    above = draft.leads.over(line)
    if said is None or draft.question or (
        above is not None and (above[1] not in ("affirms", "unplain") or disowns(above[0].rest))
    ):
        return
    draft.closings.append(Block("told", "", line.start, line.end, [[said]]))


def _concluded(written: str) -> list[str]:
    """What stands behind words that conclude, at the beginning of a line or of its last sentence."""
    found = [_CONCLUDES.match(written)]
    last = [cut.end() for cut in _SENTENCE.finditer(mask(written))][-1:]
    found += [_CONCLUDES.match(written, start) for start in last]
    return [written[one.end() :] for one in found if one is not None]


def _decides(draft: Draft, said: str) -> bool:
    """Whether a text is nothing but what the case asks, `yes` or `no` on it, or the value that it asks for."""
    says = fields_of(said).says
    if _NO_VERDICT.match(says) is not None or not draft.saying.decides(says):
        return False
    read, _ = draft.saying.formulas(says)
    return not draft.saying.says(says) or (draft.asks is not None and any(map(draft.asks, read)))


def _is_at_end(draft: Draft, line: Line) -> bool:
    """Whether nothing stands before a line, or nothing behind it."""
    text = draft.leads.text
    return _NOTHING.match(text, line.end) is not None or not (draft.found or draft.items or len(draft.prose) > 1)


def _below_question(draft: Draft, line: Line) -> bool:
    start = max(line.start - _LONGEST, 0)
    return _QUESTION.search(draft.leads.text, start, line.start) is not None


_LONGEST = 400
_LEADS = re.compile(r":[*_`\s]*$")
_QUESTION = re.compile(r"\?[*_`\"”)]*\s*+[*_`>#\-]*+[ \t]*$")
_WORD = re.compile(r"\w")
_NOTHING = re.compile(r"[\s*_`~.]*+\Z")
_SENTENCE = re.compile(r"[.!?…][*_)\"”’]*[ \t]+(?=[^\sa-z])")
_CONCLUDES = re.compile(
    r"[\s>*_`#(\[$-]*+(?:"
    r"(?:(?:and|so|therefore|thus|hence|accordingly|consequently|finally|overall|ultimately|as[ \t]a[ \t]result"
    r"|in[ \t](?:conclusion|sum|summary|short|total|the[ \t]end|brief)|to[ \t](?:conclude|sum[ \t]up|summari[sz]e)"
    r"|(?:short|quick|direct)[ \t]answer|bottom[ \t]line|tl;?dr|answer|conclusions?|holding|ruling|outcome|result"
    r"|final(?:[ \t](?:answer|result|value|conclusion))?|disposition|determination|recommendation)"
    r"(?!\w)[*_`]*[ \t]*[,:.—–-]*[*_`]*[ \t]+|(?:∴|⇒|⟹|=>|→|->|####)[ \t*_`]*){1,3}+"
    r"(?:(?:(?:the|our|my)[ \t](?:final[ \t]|correct[ \t])?answer[ \t](?:is|must[ \t]be)"
    r"|(?:we|i)[ \t](?:therefore[ \t]|thus[ \t])?(?:get|have|find|conclude|obtain|hold|arrive[ \t]at)"
    r"|it[ \t](?:therefore[ \t]|thus[ \t])?follows|this[ \t](?:means|gives|yields|makes))"
    r"(?:[ \t]that)?(?!\w)[ \t:]*)?+"
    r"|(?:the|our|my)[ \t](?:final[ \t]|correct[ \t])?answer[ \t](?:is|must[ \t]be)(?:[ \t]that)?[ \t:]+)",
    re.IGNORECASE,
)
_NO_VERDICT = re.compile(
    r"\W*(?:yes|no|true|false)[*_`]*(?:[ \t]+\w|,?[ \t]+(?:wait|and|or|but)(?!\w)|\?)", re.IGNORECASE
)
"""`No open balance`, `Yes and no`, `No, wait`: no verdict on what is asked."""
