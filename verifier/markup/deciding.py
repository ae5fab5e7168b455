"""The decision of an answer, which may have been written in several places, or several times."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rulelang.grammar.diagnostic import Label, Severity
from rulelang.grammar.source import Span
from rulelang.verifier.markup.apart import reads, set_apart
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import Content
from rulelang.verifier.markup.formulas import Spelling, formulas
from rulelang.verifier.markup.hedges import leaves_open
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.named import Known
from rulelang.verifier.markup.remarks import Remarks
from rulelang.verifier.markup.subjects import Subject, conjuncts, subjects
from rulelang.verifier.markup.valued import answering
from rulelang.verifier.markup.verdicts import is_truth, verdict


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision that counts: its place, and what each line of it holds that stands."""

    block: Block
    contents: tuple[Content, ...]


@dataclass(slots=True)
class _Line:
    """A decision of the text, apart from the others; `parts` is None where it can't be read."""

    block: Block
    content: Content
    parts: list[tuple[str, frozenset[Subject]]] | None

    @property
    def about(self) -> frozenset[Subject]:
        return frozenset[Subject]().union(*(about for _, about in self.parts or ()))


def decided(blocks: Draft, labels: Labels, remarks: Remarks) -> Decided | None:
    """The decision that counts: of each thing that is decided, the last.

    Lines with nothing between them are one decision, unless they decide a thing twice.  What can't be read, whatever
    it is about, is replaced by all that comes later, and replaces all before.  What an earlier decision elsewhere in
    the text says counts only if it is asked, as far as that is known.  What only calls itself an answer counts if it
    can be read; one in a sentence if the case has it, or if there is no other.
    """
    made = _made(blocks, labels, remarks)
    lines = [_line(block, labels, blocks.saying.names) for block in made]
    if not lines:
        return None
    kept = [lines[0]]
    several = False
    for before, line in pairwise(lines):
        adjoins = not remarks.source.text[before.block.end : line.block.start].strip(" \t\r\n`~")
        left = _standing(kept, line, labels, adjoins) if _go_together(before, line, labels) else []
        several = several or not adjoins or left != kept
        for one in kept:
            if one not in left and _says_the_same(one, line):
                line.content.join(_citations(one.content))
        kept = [*left, line]
    last = kept[-1].block
    if several:
        earlier = [Label(Span(remarks.source, block.start, block.end), "an earlier one") for block in made[:-1]]
        message = f"the answer decides {len(made)} times"
        hint = "the last decision counts" if len(kept) == 1 else "of each thing that is decided the last counts"
        remarks.tell("RL552", made[-1].start, made[-1].end, message, hint, also=earlier)
    elif len(kept) > 1:
        last = replace(last, start=kept[0].block.start)
    return Decided(last, tuple(line.content for line in kept))


def _made(blocks: Draft, labels: Labels, remarks: Remarks) -> list[Block]:
    """The decisions of a text that count as such."""
    made = [block for block in blocks.found if block.kind != "claim" and block.content().holds()]
    for block in (one for one in made if one.disowned):
        message = "this decision stands below a line that says that it is not the one of the answer"
        remarks.tell("RL552", block.start, block.end, message, "it is left aside", severity=Severity.HINT)
    made = [block for block in made if not block.disowned]
    if not labels.supposes and not all(block.supposed for block in made):
        for block in (one for one in made if one.supposed):
            message = "this decision stands below a line that supposes something, or tells what others say"
            remarks.tell("RL552", block.start, block.end, message, "it is left aside", severity=Severity.HINT)
        made = [block for block in made if not block.supposed]
    elif not labels.supposes:
        made = [replace(block, unsaid=block.unsaid or block.within) for block in made]
    if labels.spelling.means is None and any(block.kind != "told" for block in made):
        made = [block for block in made if block.kind != "told"]

    def readable(block: Block) -> bool:
        content = _content(block, labels)
        said = content.says
        if content.hedged:
            return False
        apart = set_apart(said, labels.spelling, blocks.saying.names)
        if apart is None:
            return reads(said, labels.spelling)
        return not apart.doubted and all(reads(one, labels.spelling) for one in apart.says)

    counts = [block.kind == "decision" or readable(block) for block in made]
    sure = [block for block, does in zip(made, counts, strict=True) if does]
    for block, does in zip(made, counts, strict=True):
        said = block.content().says
        if sure and not does and said and not formulas(said, labels.spelling)[1]:
            message = "this answer is no decision: it can't be read as a formula of the case"
            remarks.tell("RL552", block.start, block.end, message, "it is left aside", severity=Severity.HINT)
    return sure or made[-1:]


def _content(block: Block, labels: Labels) -> Content:
    """What a decision holds; `yes`, `no` and `unknown` alone are said of the only question, if they answer it."""
    content = block.content()
    if block.unsaid:
        return content
    spelling = labels.spelling
    ruling, reason = verdict(content.says)
    if (valued := _valued(content.says, spelling)) is not None:
        content.says = valued
    elif spelling.means is None:
        content.hedged = is_truth(content.says)
    elif leaves_open(content.says):
        if labels.question is not None:
            content.says = f"UNKNOWN {labels.question}"
    elif ruling in ("affirmed", "denied") and not spelling.means(content.says) and not _states(reason, spelling):
        content.hedged = labels.question is None or not labels.is_formula
        if labels.question is not None and not content.hedged:
            content.says = labels.question if ruling == "affirmed" else f"NOT ({labels.question})"
            if reason:
                content.says += f" ({_BRACKET.sub(lambda found: found[1], reason).replace(';', ',')})"
    return content


def _valued(says: str, spelling: Spelling) -> str | None:
    """A decision that is a value alone, with what stands behind it, as one on the value that is asked for."""
    if spelling.asked is None:
        return None
    whole = answering(says, spelling) or _several(says, spelling) or _denied(says, spelling)
    cut = None if whole is not None else _BEHIND.search(says)
    first = None if cut is None else answering(says[: cut.start()], spelling)
    return whole if cut is None or first is None else f"{first}{_SET_OFF.sub(' — ', says[cut.start() :])}"


def _several(says: str, spelling: Spelling) -> str | None:
    """Values alone, `A, B and C` or `A or B`: each is one on what is asked for."""
    parts = _LISTED.split(says.strip(" \t,;"))
    values = [answering(part, spelling) for part in parts] if len(parts) <= _MOST else []
    if len(values) < 2 or None in values:
        return None
    return (" OR " if _OR.search(says) else "; ").join(map(str, values))


def _denied(says: str, spelling: Spelling) -> str | None:
    """`not B`, said of what is asked for."""
    behind = _NOT.match(says)
    value = None if behind is None else answering(says[behind.end() :], spelling)
    return None if value is None else f"NOT ({value})"


_MOST = 20
_NOT = re.compile(r"[ \t]*not[ \t]+", re.IGNORECASE)
_OR = re.compile(r"(?<!\w)or(?!\w)", re.IGNORECASE)
_LISTED = re.compile(r",(?!\d)[ \t]*(?:(?:and|or)[ \t]+)?|[ \t]+(?:and|or)[ \t]+|;[ \t]*", re.IGNORECASE)
_SET_OFF = re.compile(r"^(?:\)|:)[ \t]*")


_BEHIND = re.compile(
    r"(?<![ \t])[ \t]+(?=\(|[—–-][ \t]|(?:because|since|as|under|per|by|from)(?!\w))|,[ \t]|;|[.:)][ \t]", re.IGNORECASE
)
"""Where reasons begin behind a value."""


def _states(reason: str, spelling: Spelling) -> bool:
    """Whether what stands behind `yes` or `no` begins with a formula, of which that is said."""
    first = re.split(r"[ \t]*(?:[(,;:—–]|\.[ \t]|[ \t]-[ \t])", reason.strip(" \t*_`."), maxsplit=1)[0]
    return bool(first) and (reads(first, spelling) or _OF_A_FORMULA.search(first) is not None)


_BRACKET = re.compile(r"\((.*)\)")
_OF_A_FORMULA = re.compile(r"(?<!\w)(?:MUST|MAY|NEED|NOT|UNKNOWN|CONFLICT)(?!\w)|[=<>≤≥]")


def _line(block: Block, labels: Labels, known: Known) -> _Line:
    content, spelling = _content(block, labels), labels.spelling
    apart = set_apart(content.says, spelling, known)
    if content.hedged or (apart is not None and apart.doubted):
        return _Line(block, content, None)
    read, unread = formulas(content.says if apart is None else "; ".join(apart.says), spelling)
    if unread or not read:
        return _Line(block, content, None)
    return _Line(block, content, [(part, subjects(part) or frozenset()) for part in read])


def _go_together(one: _Line, other: _Line, labels: Labels) -> bool:
    """Whether two decisions can be told apart by what they are about: they can be read, and are decisions alike."""
    if one.parts is None or other.parts is None:
        return False
    return labels.spelling.means is not None or one.block.kind == other.block.kind


def _says_the_same(one: _Line, other: _Line) -> bool:
    """Whether two decisions say the same and nothing else: then what both cite counts."""
    if one.parts is None or other.parts is None:
        return False
    beside = (word for line in (one, other) for word in (*line.content.beside, *line.content.bare))
    said = [[" ".join(part.split()) for part, _ in line.parts or ()] for line in (one, other)]
    return said[0] == said[1] and all(verdict(word)[0] == "remark" for word in beside)


def _citations(content: Content) -> Content:
    return Content(
        rules=content.rules, evidence=content.evidence, sources=content.sources, quote=content.quote,
        bare=content.bare, named=content.named,
    )  # fmt: skip


def _standing(kept: Sequence[_Line], line: _Line, labels: Labels, adjoins: bool) -> list[_Line]:
    """What stands of earlier decisions where another line follows."""
    left: list[_Line] = []
    for one in kept:
        stands = _without(one, line.about, None if adjoins else labels.asked)
        if stands is not None:
            left.append(stands)
    return left


def _without(line: _Line, gone: frozenset[Subject], asked: frozenset[Subject] | None) -> _Line | None:
    """A decision without what it says of some things, and of all that are not asked; None: nothing is left."""

    def stands(about: frozenset[Subject]) -> bool:
        return gone.isdisjoint(about) and (asked is None or not asked.isdisjoint(about))

    parts = line.parts or []
    if all(stands(about) for _, about in parts):
        return line
    single = [(one, subjects(one) or frozenset()) for part, _ in parts for one in conjuncts(part)]
    left = [(one, about) for one, about in single if stands(about)]
    if not left:
        return None
    content = replace(line.content, says="; ".join(one for one, _ in left))
    return _Line(line.block, content, left)
