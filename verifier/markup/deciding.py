"""The decision of an answer, which may have been written in several places, or several times."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from rulelang.grammar.diagnostic import Label, Severity
from rulelang.grammar.source import Span
from rulelang.verifier.markup.apart import reads, set_apart
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import Content
from rulelang.verifier.markup.formulas import formulas
from rulelang.verifier.markup.hedges import leaves_open
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.named import Known
from rulelang.verifier.markup.norm_lists import listed_norms
from rulelang.verifier.markup.pieces import unlettered
from rulelang.verifier.markup.remarks import Remarks, shortened
from rulelang.verifier.markup.spelling import Spelling
from rulelang.verifier.markup.subjects import Subject, conjuncts, subjects
from rulelang.verifier.markup.truths import rules_alone, truth_of
from rulelang.verifier.markup.valued import value_of
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

    if not made and (closing := next(filter(readable, reversed(blocks.closings)), None)) is not None:
        message = f"`{shortened(remarks.source.text[closing.start : closing.end])}` is taken for the decision"
        hint = "nothing in the text is called one: write `DECISION: …`, on a line of its own"
        remarks.tell("RL553", closing.start, closing.end, message, hint, severity=Severity.HINT)
        blocks.prose = [line for line in blocks.prose if line.start != closing.start]
        return [closing]
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
    if labels.nothing and content.beside and (norms := _norms([content.says, *content.beside], spelling)):
        content.says, content.beside = "; ".join(norms), []
    elif labels.question is None and (parts := _parts(content.says, spelling)) is not None:
        content.says = parts
    elif (valued := value_of(content.says, spelling)) is not None:
        content.says = valued
    elif labels.nothing and _NOTHING.fullmatch(content.says) is not None:
        content.says = labels.nothing
    elif spelling.means is None:
        content.hedged = is_truth(content.says)
    elif leaves_open(content.says):
        if labels.question is not None:
            content.says = f"UNKNOWN {labels.question}"
    elif (truth := truth_of(content.says, spelling)) is not None:
        content.says = truth
    else:
        content.hedged = content.hedged or rules_alone(content.says, spelling)
    return content


def _norms(pieces: Sequence[str], spelling: Spelling) -> list[str]:
    """`MUST: pay | MUST NOT: leave`: the norms of pieces that say nothing else."""
    listed = [listed_norms(piece, spelling.actions) for piece in pieces]
    return [] if None in listed else [norm for norms in listed for norm in norms or ()]


def _parts(says: str, spelling: Spelling) -> str | None:
    """A decision on several things, of which one is a value or a verdict alone: `no; 120 usd`."""
    if spelling.means is None:
        return None
    parts = [part.strip() for part in re.split(r"[;\r\n]", says) if part.strip()]
    if len(parts) < 2:
        parts = [part.strip() for part in re.split(r",[ \t]+(?:and[ \t]+)?|[ \t]+and[ \t]+", says) if part.strip()]
    parts = unlettered(parts)
    read = [_part(part, spelling) for part in parts]
    return "; ".join(map(str, read)) if 1 < len(read) <= _MOST and None not in read else None


def _part(text: str, spelling: Spelling) -> str | None:
    if reads(text, spelling) and (spelling.means is None or all(map(spelling.means, formulas(text, spelling)[0]))):
        return text
    fits = [said for value in spelling.values if (said := value_of(text, _asking(spelling, value))) is not None]
    return fits[0] if len(fits) == 1 else truth_of(text, spelling)


@lru_cache(1 << 8)
def _asking(spelling: Spelling, value: str) -> Spelling:
    """As if one of the values that a case asks for were the only one."""
    return replace(spelling, asked=value)


_MOST = 20
_NOTHING = re.compile(
    r"[ \t*_`\"'({\[]*(?:none|nothing|no[ \t]+(?:actions?|duties|obligations?|norms?))"
    r"(?:[ \t]+(?:(?:is|are)[ \t]+)?(?:required|obligatory|needed|mandatory|appl(?:y|ies)"
    r"|(?:has|have)[ \t]+to[ \t]+be[ \t]+done))?"
    r"[ \t*_`\"')}\].]*",
    re.IGNORECASE,
)
"""How an answer says that no action is obligatory or forbidden."""


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
