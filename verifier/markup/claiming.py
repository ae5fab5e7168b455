"""Claims of the blocks of an answer, whose references are to each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulelang.grammar.source import Source
from rulelang.verifier.markup.against import leaves_undecided, speaks_against
from rulelang.verifier.markup.apart import Apart, looks_like_id
from rulelang.verifier.markup.behind import (
    denies_by_citation,
    is_conditional,
    is_untrue,
    opposes_claim,
    rules_behind,
    without_idle,
)
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.citing import (
    by_number,
    cites,
    listed,
    named,
    plainly_listed,
    with_clauses,
    without_quotations,
)
from rulelang.verifier.markup.deciding import Decided
from rulelang.verifier.markup.emphasis import unstressed, unstressed_words
from rulelang.verifier.markup.fields import Content
from rulelang.verifier.markup.formulas import formulas
from rulelang.verifier.markup.hedges import hedges
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.links import Index, counted, opened, unfold, unique
from rulelang.verifier.markup.lists import items, undenied
from rulelang.verifier.markup.named import all_known, named_in
from rulelang.verifier.markup.naming import is_reason
from rulelang.verifier.markup.numbers import odd_number
from rulelang.verifier.markup.opposing import is_opposed_by
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.remarks import Remarks, shortened
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.speakers import is_speaker
from rulelang.verifier.markup.valued import names_nothing
from rulelang.verifier.markup.verdicts import Verdict, is_denial, is_open, verdict
from rulelang.verifier.markup.voices import is_hearsay

_EXHIBIT = re.compile(r"(?:passages?|exhibits?|evidence)[ \t]+#?\d", re.IGNORECASE)
_EMPTY = re.compile(r"none|nothing|nil|null|n/?a|\d+(?:[.,]\d+)?[ \t]*%?", re.IGNORECASE)
"""What stands in a column or a field of which nobody knows what it is for, and says nothing of the formula."""
_DOUBT = re.compile(
    r"probably|possibly|perhaps|maybe|allegedly|supposedly|presumably|arguably|purportedly|reportedly|ostensibly"
    r"|hypothetically|tentatively|uncertain|doubtful|disputed|unproven|\?+",
    re.IGNORECASE,
)
"""What is no identifier, though it stands among some: it is said of the claim."""
_VALUED = re.compile(r"[=<>][ \t]*[^=<>]*\d")
_NO_LIST = re.compile(r"(?<![-=<])[<>=](?![-=>])|[<>]=|\d[ \t]*/[ \t]*\d|[&+].*(?:->|=>|→|⇒)")
"""`1 < 2`, `2/2 conditions met`, `s1 & s2 => s3`."""
_ONE_WORD = re.compile(r"[^\W\d_]+")
_COMPARISON = re.compile(r"(?<![-=<>!])(?:[=<>]=?|!=)(?![=<>])")
_WITH_UNIT = re.compile(r"(?<![\w.])(\d[\d.]*)[ \t]+[^\W\d]\w*+(?=[ \t)]*$)")
_NOT_ONE = re.compile(
    r"(?<!\w)(?:not|nor|instead[ \t]+of|rather[ \t]+than|except|unlike|without)[ \t]+"
    r"(?:(?:by|under|per|from|the|rules?|claims?|steps?|passages?)[ \t]+)*\w*\d\w*(?:\.\w+)*",
    re.IGNORECASE,
)
"""What a reason does not rest on: `e4, not e5`."""
_RULES: tuple[Verdict, ...] = ("affirmed", "denied", "open")
"""Verdicts of which two that differ leave nothing said."""
_PASSAGE = re.compile(r"[EePp]\d+(?:[-–—]\w*\d+)?")
"""What passages are called, whatever the case calls its own."""


def _hint(piece: str) -> str:
    """What helps with a formula that can't be read."""
    number = odd_number(piece)
    if number is not None:
        return f"it is kept as it is written; `{number}` is no number: `1,000.50` is how numbers are written"
    if len(_COMPARISON.findall(mask(piece))) > 1 and ";" not in piece:
        return "it is kept as it is written; a formula has one comparison: write `a = b; b = c`"
    return "it is kept as it is written; write a formula (`p`, `NOT p`, `UNKNOWN p`, `n = 3`), and reasons in a field"


def _gives_reason(piece: str) -> bool:
    """Whether a piece beside a formula says why that holds: `reason: e1 shows it`."""
    word, colon, _ = piece.partition(":")
    return bool(colon) and is_reason(word) and verdict(piece)[0] == "remark"


def _is_shown(block: Block) -> bool:
    """Whether a claim stands below what supposes, tells of others or gives an example."""
    return bool(block.unsaid) and not block.taken_back


class Claiming:
    """Makes claims of blocks, whose references are to each other."""

    def __init__(self, source: Source, labels: Labels, says: Saying, found: Remarks, blocks: Sequence[Block]) -> None:
        self._source = source
        self._labels = labels
        self._says = says
        self._findings = found
        self._blocks = blocks
        self._numbers = {id(block): number for number, block in enumerate(blocks)}
        self._said: set[str] = set()
        written = [block.name for block in blocks]
        self._ids = unique(written, self._at_claim)
        said = {block.name.lower() for block in blocks if not _is_shown(block)}
        named = ["" if _is_shown(one) and one.name.lower() in said else one.name for one in blocks]
        self._index = Index([name or counted(at, self._ids[at]) for at, name in enumerate(named)])

    def _at_claim(self, index: int, code: str, message: str, hint: str) -> None:
        self._tell(self._blocks[index], code, message, hint)

    def _tell(self, block: Block, code: str, message: str, hint: str | None = None) -> None:
        self._findings.tell(code, block.start, block.end, message, hint)

    def claims(self) -> list[dict[str, Any]]:
        contents = [block.content() for block in self._blocks]
        for at, (block, content) in enumerate(zip(self._blocks, contents, strict=True)):
            if block.unsaid:
                content.strays += content.beside
            else:
                self._set_apart(content, at)
            self._place_bare(content, at)
            self._deny(content)
        if any(content.glosses for content in contents):
            self._said = {one for content in contents for one in formulas(content.says, self._labels.spelling)[0]}
        both = list(enumerate(zip(self._blocks, contents, strict=True)))
        links = opened([self._sources(block, content, at) for at, (block, content) in both], self._at_claim)
        return [
            {"id": self._ids[at], **self._common(block, content, links[at])}
            | ({"world": "given"} if content.given else {})
            for at, (block, content) in both
        ]

    def decision(self, made: Decided) -> dict[str, Any]:
        whole = Content()
        at = self._claims_before(made.block)
        for content in made.contents:
            if not made.block.unsaid:
                self._set_apart(content, at)
            self._place_bare(content, at)
            self._take_back(content)
            whole.join(content)
        return self._common(made.block, whole, self._sources(made.block, whole, at))

    def _claims_before(self, decision: Block) -> int:
        """How many claims stand before a decision, which names the last of each id before it."""
        return sum(block.start < decision.start for block in self._blocks)

    def _deny(self, content: Content) -> None:
        """What a field says besides its citations may be that it is untrue: `evidence: e3 (this is not true)`."""
        taken = [one for one in content.strays if is_untrue(one)]
        if taken and content.says:
            content.strays = [stray for stray in content.strays if stray not in taken]
            content.hedge(taken)

    def _leave_over(self, content: Content, strays: Sequence[str]) -> None:
        """What fields say besides what they cite: a verdict leaves nothing said (`rules: r1 — not met`)."""
        denied = all(map(is_denial, formulas(content.says, self._labels.spelling)[0]))
        taken = [one for one in strays if rules_behind(one, denied, self._labels.has)] if content.says else []
        content.strays += [one for one in strays if one not in taken]
        if taken:
            content.hedge(taken)

    def _take_back(self, content: Content) -> None:
        """A decision beside which something hedges says neither (N18)."""
        says = formulas(content.says, self._labels.spelling)[0]
        is_unknown = bool(says) and all(map(is_open, says))
        taken = [one for one in content.strays if hedges(one) and not (is_unknown and leaves_undecided(one))]
        if taken:
            content.strays = [stray for stray in content.strays if stray not in taken]
            content.hedge(taken)

    def _common(self, block: Block, content: Content, sources: Sequence[int]) -> dict[str, Any]:
        cited = self._cited(content)
        says, unread = formulas(content.says, self._labels.spelling)
        if content.hedged:
            says = unread = [content.says]
        elif not says:
            says = unread = [self._source.text[block.start : block.end]]
        if block.unsaid:
            does = "takes this claim back" if block.taken_back else "does not say that this claim is so"
            message = f"`{shortened(block.unsaid)}` {does}"
            self._tell(block, "RL551", message, "it is kept with these words, and states nothing")
            unread = []
        for piece in unread:
            self._tell(block, "RL551", f"`{shortened(piece)}` can't be read as a formula", _hint(piece))
        for piece in says if self._labels.spelling.means is not None else ():
            if piece not in unread and not block.unsaid and (fault := self._unfit(piece)) is not None:
                self._tell(block, "RL551", *fault)
        for stray in content.strays:
            message = f"`{shortened(stray)}` is neither a formula nor a field"
            self._tell(block, "RL557", message, "it is left out of the claim")
        made: dict[str, Any] = {"says": says[0] if len(says) == 1 else says}
        made["from"] = [self._ids[at] for at in sources]
        rules, passages = cited
        made["rules"] = list(dict.fromkeys(self._labels.rule(name) for name in rules))
        made["evidence"] = list(dict.fromkeys(self._labels.passage(name) for name in passages))
        made["quote"] = content.quote
        made["at"] = (block.start, block.end)
        return made

    def _unfit(self, piece: str) -> tuple[str, str] | None:
        """What is wrong with a formula that says a value of nothing, or one with a unit of what has none."""
        if names_nothing(piece):
            what = self._labels.spelling.asked or "NAME"
            return f"`{shortened(piece)}` does not say what has this value", f"write `{what} = …`"
        means = self._labels.spelling.means
        plain = _WITH_UNIT.sub(r"\1", piece)
        if plain != piece and means is not None and not means(piece) and means(plain):
            return f"`{shortened(piece)}` is in a unit that does not fit", f"where there is no unit, write `{plain}`"
        return None

    def _cited(self, content: Content) -> tuple[list[str], list[str]]:
        """The rules and the passages that are cited."""
        known = self._labels
        strays: list[str] = []
        rules = unfold(known.plain_rules(named(content.rules, known.rules, known.has, strays)))
        words = unfold(known.plain_passages(named(content.evidence, known.passages, known.has, strays)))
        self._leave_over(content, strays)
        opposing = " ".join(one for one in strays if content.hedged and opposes_claim(one))
        against = set(named_in(opposing, self._labels.has)[0])
        rules, words = [one for one in rules if one not in against], [one for one in words if one not in against]
        passages: list[str] = []
        for word in words:
            number = by_number(word, known.passages) if word.isdecimal() else word
            if number is None and known.passages and word not in known.passages:
                content.strays.append(word)
            else:
                passages.append(number or word)
        return rules, passages

    def _set_apart(self, content: Content, at: int) -> None:
        """`p (from s1)`, `p, because …`: the formula alone is said; what stood with it is cited, or a stray."""
        cited = [one for one in content.beside if all_known(one, lambda word: self._is_known(word, at))]
        content.named += cited  # `CLAIM s1: p | e1`
        content.beside = [one for one in content.beside if one not in cited]
        reasons = [one for one in content.beside if _gives_reason(one)]
        for reason in (*content.reasons, *(reason.partition(":")[2] for reason in reasons)):
            content.named += named_in(_NOT_ONE.sub(" ", reason), lambda word: self._is_known(word, at))[0]
        apart = self._says.apart_by(content.says, lambda word: self._is_known(word, at))
        if apart is not None and apart.doubted:
            content.hedged = True
            content.strays += content.beside
        elif apart is not None:
            content.says = "; ".join(apart.says)
            content.named += apart.cites
            self._weigh(content, at)
            content.strays += apart.strays
        else:
            self._weigh(content, at)

    def _weigh(self, content: Content, at: int) -> None:
        """What stands behind `|` or in brackets and is a verdict is said with the formula."""
        beside = [word for word in (*content.bare, *content.beside) if self._bears(word, at)]
        if not beside or not content.says:
            content.strays += content.beside
            return
        content.bare = [word for word in content.bare if word not in beside]
        content.strays += [word for word in content.beside if word not in beside]
        apart = Apart([content.says])
        if any(verdict(word)[0] not in ("affirmed", "remark") for word in beside):
            apart.says, unread = formulas(content.says, self._labels.spelling)
            apart.doubted = bool(unread)
        says, rulings = apart.says, set[Verdict]()
        for word in beside:
            ruling = verdict(word)[0]
            if ruling in _RULES and ruling in rulings:
                once = Apart(says)  # it says so again
                once.weigh(word, lambda word: self._is_known(word, at))
                apart.join(replace(once, says=[]))
            else:
                apart.weigh(word, lambda word: self._is_known(word, at))
            rulings.add(ruling)
        torn = bool(content.evidence) and any(map(denies_by_citation, beside))
        if apart.doubted or torn or len(rulings.intersection(_RULES)) > 1:
            content.hedge(beside)
            return
        content.says = "; ".join(apart.says)
        content.named += apart.cites
        content.strays += apart.strays

    def _bears(self, word: str, at: int) -> bool:
        """Whether what no field names says something of the formula beside it, and cites nothing."""
        if _EMPTY.fullmatch(word) is not None or verdict(word)[0] == "remark":
            return False
        return not all_known(word, lambda one: self._is_known(one, at))

    def _is_known(self, word: str, at: int) -> bool:
        """Whether a word names a claim, or what can be cited; without a case whether it looks so."""
        if self._index.all(unstressed(word), at) is not None:
            return True
        if not self._labels.rules and not self._labels.passages:
            return looks_like_id(word)
        return self._is_citable(word)

    def _place_bare(self, content: Content, at: int) -> None:
        """`[s1, r12; e3]`: what no field names is a claim, a passage or a rule, by what it is called."""
        strays: list[str] = []
        has = self._labels.has
        rules = [without_idle(with_clauses(value, has), has, content.strays) for value in content.rules]
        content.rules = [item for value in rules for item in listed(value, strays)]
        content.evidence = [item for value in content.evidence for item in listed(value, strays)]
        opposed = [] if content.evidence or content.rules else [one for one in strays if is_opposed_by(one)]
        if opposed and content.says:
            content.hedge(opposed)
        self._leave_over(content, [one for one in strays if one not in opposed])
        content.named += [gloss for gloss in content.glosses if all_known(gloss, lambda word: self._is_known(word, at))]
        content.glosses = [gloss for gloss in content.glosses if gloss not in content.named]
        for group in content.named:
            is_rate = _VALUED.search(content.says) and _ONE_WORD.fullmatch(group) and not self._is_known(group, at)
            takes_back = is_rate or is_hearsay(f"per {group}") or speaks_against(group)
            takes_back = takes_back or (group in content.voiced and self._speaks(group, at))
            if content.says and takes_back:  # `n = 5 usd (per day)`, `(per the tenant)`, `(see e1, which denies it)`
                content.hedge([group])
                continue
            if _EXHIBIT.match(group):
                content.evidence += items(group, content.strays)
                continue
            words = unstressed_words(self._listed(group, content.strays, at))
            content.strays += [word for word in words if not self._is_known(word, at)]
            content.bare.append(", ".join(word for word in words if self._is_known(word, at)))
        for group in (without_quotations(one, content.strays) for one in content.bare):
            known_here = self._labels.rules and not cites(group, lambda word: self._is_known(word, at))
            if known_here or _NO_LIST.search(group) is not None:
                content.strays.append(group)
                continue
            for written in self._listed(undenied(group, content.strays), content.strays, at):
                if re.search(r"\w", written) is not None:
                    self._place(content, written, at)
        self._doubt(content)
        passages, content.evidence = content.evidence, []
        for word in passages:  # `evidence: s1, e2`: what is no passage and is the id of a claim is what it follows from
            [plain] = self._labels.plain_passages([word])
            (content.sources if self._is_claim(plain, at) else content.evidence).append(word)
        sources, content.sources = unstressed_words(content.sources), []
        for word in sources:  # `from s1; e6`: what is no claim and can be cited is cited
            if self._index.all(unstressed(word), at) is None and self._is_citable(word):
                self._place(content, word, at)
            else:
                content.sources.append(word)

    def _listed(self, group: str, strays: list[str], at: int) -> list[str]:
        """The items of a bracket; with a case at hand those that are identifiers, or look so."""
        if not self._labels.rules:
            return items(group, strays)
        return plainly_listed(group, lambda word: self._is_known(unstressed(word), at), strays)

    def _speaks(self, group: str, at: int) -> bool:
        """Whether what stands behind `per` or `source` is nothing that can be cited, but who says so: `per gym`."""
        words = unstressed_words(items(group, []))
        return not any(self._is_known(word, at) for word in words) and is_speaker(group)

    def _doubt(self, content: Content) -> None:
        """Words among what is cited by which the claim is doubted: `evidence: e2, probably`."""
        doubts = [
            word for words in (content.rules, content.evidence, content.sources) for word in words
            if (_DOUBT.fullmatch(word) is not None and not self._labels.has(word))
            or (word.endswith("?") and self._labels.has(word.rstrip("?")))
        ]  # fmt: skip
        doubts += [stray for stray in content.strays if is_conditional(stray)]
        if not doubts or not content.says:
            return
        for words in (content.rules, content.evidence, content.sources, content.strays):
            words[:] = [word for word in words if word not in doubts]
        content.hedge(doubts)

    def _is_claim(self, word: str, at: int) -> bool:
        """Whether a word among passages is the id of a claim, and can't be a passage."""
        if re.fullmatch(r"\d+(?:[-–—]\d+)?", word) or word.lower() in self._labels.passages:
            return False
        if self._index.all(word, at) is None:
            return False
        return bool(self._labels.passages) or _PASSAGE.fullmatch(word) is None

    def _place(self, content: Content, written: str, at: int) -> None:
        [word] = self._labels.plain_passages([written])
        if self._index.all(word, at) is not None:
            content.sources.append(word)
        elif word.lower() in self._labels.passages or (_PASSAGE.fullmatch(word) and not self._are_rules(word)):
            content.evidence.append(word)
        elif hedges(word) and not self._labels.has(word):
            content.strays.append(word)
        else:
            content.rules.append(written)

    def _are_rules(self, word: str) -> bool:
        return all(one.lower() in self._labels.rules for one in unfold([word]))

    def _is_citable(self, word: str) -> bool:
        """Whether a word names a rule or a passage; without a case whether it looks so, and like no claim."""
        if not self._labels.rules and not self._labels.passages:
            return _PASSAGE.fullmatch(word) is not None or ("." in word and looks_like_id(word))
        return all(map(self._labels.has, unfold([word])))

    def _sources(self, block: Block, content: Content, at: int) -> list[int]:
        content.strays += [gloss for gloss in content.glosses if not self._is_said(gloss)]
        found: dict[int, None] = {}
        for word in dict.fromkeys(unstressed_words(content.sources)):
            places = self._index.all(unstressed(word), at)
            if places is None:
                self._tell(block, "RL555", f"`from` names the claim `{word}`, which there is not", "it is left out")
            else:
                found.update(dict.fromkeys(places))
        above = [self._numbers[id(one)] for one in block.rests_on if id(one) in self._numbers]
        found.update(dict.fromkeys(sorted(above)))
        for word in (word for text in content.denied for word in unstressed_words(items(text, []))):
            for place in self._index.all(unstressed(word), at) or ():
                found.pop(place, None)
        return list(found)

    def _is_said(self, text: str) -> bool:
        """Whether a text says what one of the claims does, and nothing else."""
        says, unread = formulas(text, self._labels.spelling)
        return not unread and self._said.issuperset(says)
