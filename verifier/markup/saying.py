"""What a text of an answer says: a formula of the case if one is at hand, with more beside it or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from rulelang.verifier.markup.apart import Apart, is_ruled, looks_like_id, reads, set_apart
from rulelang.verifier.markup.fields import Content, fields_of
from rulelang.verifier.markup.formulas import formulas
from rulelang.verifier.markup.labelling import explains, is_label
from rulelang.verifier.markup.named import Known
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.spelling import Spelling
from rulelang.verifier.markup.truths import truth_of
from rulelang.verifier.markup.valued import value_of
from rulelang.verifier.markup.verdicts import is_denial, ruled, verdict

_SURE = re.compile(r"`|(?:NOT|MUST|MAY|NEED|UNKNOWN)[ \t]")
"""What prose does not begin with."""


_DIGITS = 7
_MOST_KEPT = 1 << 15
"""Of so many texts it is kept what was set apart of them."""
_MOST_WORDS = 12
_NAME = re.compile(r"\w+(?:\.\w+)*")
_WORD = re.compile(r"[^\W\d][\w.]*\w|[^\W\d]")


@dataclass(slots=True)
class Saying:
    """Tells what texts say, by how formulas are spelled and what is known to be named."""

    spelling: Spelling
    known: Known = looks_like_id
    """Whether a word names a rule or a passage, or looks as if it named a claim."""
    claims: set[str] = field(default_factory=set[str])
    """The ids of the claims so far."""

    _apart: dict[str, Apart | None] = field(default_factory=dict[str, "Apart | None"])
    """What was set apart of texts, as long as the same words name something."""
    _asked: dict[str, tuple[Mapping[str, bool], Apart | None]] = field(
        default_factory=dict[str, "tuple[Mapping[str, bool], Apart | None]"]
    )
    """The same, with what was asked for that whether it names something, and the answers."""
    _ruled: dict[str, bool] = field(default_factory=dict[str, bool])

    def meet(self, name: str) -> bool:
        """Takes in the id of a claim; whether it is a word that named nothing before."""
        is_new = not self.names(name)
        if is_new:
            self._apart.clear()
            self._ruled.clear()
        self.claims.add(name)
        return is_new

    def apart(self, text: str) -> Apart | None:
        """A text's formulas without what stands around them, which nobody may change; see `set_apart`."""
        if text not in self._apart:
            if len(self._apart) == _MOST_KEPT:
                self._apart.clear()
            self._apart[text] = self.apart_by(text, self.names)
        return self._apart[text]

    def apart_by(self, text: str, known: Known) -> Apart | None:
        """The same, by what names something elsewhere; worked out anew where that matters."""
        kept = self._asked.get(text)
        if kept is None or any(known(word) is not answer for word, answer in kept[0].items()):
            if len(self._asked) == _MOST_KEPT:
                self._asked.clear()
            asked: dict[str, bool] = {}

            def ask(word: str) -> bool:
                if word not in asked:
                    asked[word] = known(word)
                return asked[word]

            kept = self._asked[text] = (asked, set_apart(text, self.spelling, ask))
        return kept[1]

    def is_ruled(self, text: str) -> bool:
        """Whether a verdict stands beside one of the formulas of a text."""
        if text not in self._ruled:
            if len(self._ruled) == _MOST_KEPT:
                self._ruled.clear()
            self._ruled[text] = is_ruled(text, self.spelling, self.names)
        return self._ruled[text]

    def names(self, word: str) -> bool:
        """Whether a word names a rule, a passage or one of the claims so far, or looks so."""
        return word in self.claims or self.known(word)

    def may_cite(self, word: str) -> bool:
        """Whether a word in a field may be an identifier: it names something, looks so, or is the number of a claim."""
        return self.names(word) or looks_like_id(word) or (word.isdecimal() and len(word) < _DIGITS)

    def formulas(self, text: str) -> tuple[list[str], list[str]]:
        """The formulas of a text without what stands around them, and the pieces of it that can't be read."""
        apart = self.apart(text)
        return formulas(text if apart is None else "; ".join(apart.says), self.spelling)

    def says(self, text: str) -> bool:
        """Whether a formula can be read in a text, of the case if one is at hand."""
        if reads(text, self.spelling):
            return True
        apart = self.apart(text)
        return apart is not None and not apart.doubted and all(reads(said, self.spelling) for said in apart.says)

    def decides(self, text: str) -> bool:
        """Whether a text holds a formula, the value that the case asks for, or a verdict on what it asks."""
        if self.says(text):
            return True
        return value_of(text, self.spelling) is not None or truth_of(text, self.spelling) is not None

    def states(self, text: str) -> bool:
        """Whether a text is a formula, with fields perhaps and nothing else."""
        said = fields_of(text)
        return reads(text, self.spelling) or (
            said != Content(said.says) and not said.strays and not said.beside and reads(said.says, self.spelling)
        )

    def said_in(self, text: str, denied: bool) -> list[str]:
        says = self.formulas(fields_of(text).says)[0]
        return (ruled(says, "denied", "") or says) if denied else says

    def labelled(self, item: str) -> str | None:
        """The formula in an item of a list of decisions that has a label: `Bob need not pay: NOT MUST pay`.

        All of the item where the label may say something else, so that it can't be read; None: it is no such item.
        """
        for colon in re.finditer(r":[*_`]*[ \t]+", mask(item)):
            label, part = item[: colon.start()], item[colon.end() :]
            known = self.spelling.means is not None or _SURE.match(part) is not None
            if not known or explains(label) or not self.says(fields_of(part).says):
                continue
            said = formulas(label, self.spelling)[0] if reads(label, self.spelling) else None
            same = said == formulas(fields_of(part).says, self.spelling)[0]
            return part if same or (said is None and is_label(label, part)) else item
        return None

    def does_more(self, text: str) -> bool:
        """Whether a field, a citation, a reason or a verdict stands beside the formula of an item."""
        said = fields_of(text)
        if said != Content(said.says) or self.is_ruled(said.says):
            return True
        apart = self.apart(said.says)
        return apart is not None and bool(apart.cites or apart.strays)

    def cites(self, text: str, below: bool = False) -> bool:
        """Whether a text says something plainly, and cites something for it, without more words than that takes.

        Args:
            below: whether what is cited follows on the next line.
        """
        said = fields_of(text)
        if said.beside or said.strays or said.hedged or self.is_prose(said.says) or not self.says(said.says):
            return False
        apart = self.apart(said.says)
        if apart is None:
            return below or bool(said.rules or said.evidence or said.sources or said.bare or said.named)
        cited = apart.cites or said.rules or said.evidence or said.sources or said.named
        return not apart.strays and (below or bool(cited))

    def is_prose(self, text: str) -> bool:
        """Whether there are more words in a text than stand around one formula with what it cites."""
        means = self.spelling.means
        words = (word for word in _WORD.findall(text) if not self.names(word))
        return means is not None and sum(not means(word.lower()) for word in words) > _MOST_WORDS

    def is_affirmed(self, text: str) -> bool:
        """Whether an item does more than name a formula: it may be a denial, too."""
        return self.does_more(text) or self.is_denial(text)

    def cites_nothing_but(self, head: str, text: str) -> bool:
        """Whether a formula stands with what a head names, and with nothing else that says that it is so."""
        said = fields_of(text)
        if said.evidence or said.sources or said.beside or said.reasons or said.quote:
            return False
        apart = self.apart(said.says)
        cited = [*said.rules, *said.bare, *said.named, *(apart.cites if apart is not None else ())]
        words = {word.lower() for one in cited for word in _NAME.findall(one)}
        return bool(words) and words <= {word.lower() for word in _NAME.findall(head)}

    def is_denial(self, text: str) -> bool:
        says, unread = self.formulas(fields_of(text).says)
        return bool(says) and not unread and all(map(is_denial, says))

    def has_verdict(self, content: Content) -> bool:
        ruled_on = any(verdict(word)[0] != "remark" for word in (*content.bare, *content.beside))
        return ruled_on or self.is_ruled(content.says)

    def is_plain(self, text: str) -> bool:
        """Whether a text says one thing that is no denial and has no verdict of its own: it is plain what denies it."""
        said = fields_of(text)
        if said.beside or self.is_ruled(said.says):
            return False
        says, unread = self.formulas(said.says)
        return not unread and len(says) == 1 and ruled(says, "denied", "") is not None
