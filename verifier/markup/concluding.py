"""Conclusions on the way to a decision: what stands under a word for decisions, and is not what the case asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.saying import Saying

Asks: TypeAlias = Callable[[str], bool]
"""Whether a formula is on something that the case asks."""


@dataclass(frozen=True, slots=True)
class Concluded:
    """The blocks of a text with its conclusions as claims, and what these only say again."""

    blocks: list[Block]
    restated: list[Line]


def concluded(blocks: Sequence[Block], saying: Saying, asks: Asks) -> Concluded:
    """The blocks in their order; what one concludes on the way to the decision of the answer is a claim.

    That is what stands under a word that prose uses too (`Conclusion: p`, `## Answer`), or with a citation in a list
    below a decision, if it can be read, the case does not ask it, and something else in the text decides.  Where
    nothing else does it is the decision, which then is one on something else.
    """
    reading = _Reading(saying, asks)
    if not any(map(reading.decides, blocks)):
        return Concluded(list(blocks), [])
    surely = any(not one.replies and reading.decides(one) for one in blocks)
    said = {
        one for block in blocks if block.kind == "claim" and not block.unsaid
        for one in saying.formulas(block.content().says)[0]
    }  # fmt: skip
    found: list[Block] = []
    restated: list[Line] = []
    for block in blocks:
        if block.kind == "claim" or block.supposed or block.disowned:
            found.append(block)
        elif not block.parts:
            is_step = reading.is_step(block) or (block.replies and surely and reading.is_read(block))
            found.append(reading.claim(block) if is_step else block)
        else:
            _take_parts(reading, block, said, found, restated)
    return Concluded(found, restated)


def _take_parts(reading: _Reading, block: Block, said: set[str], found: list[Block], restated: list[Line]) -> None:
    """Puts the parts of a decision that are none among the claims, in front of what is left of it."""
    steps = reading.steps(block)
    left = [at for at in range(len(block.parts)) if at not in steps]
    for at in sorted(steps):
        line = block.places[at]
        if said.issuperset(reading.saying.said_in(block.parts[at], denied=False)) or (
            said and not reading.saying.does_more(block.parts[at])
        ):
            restated.append(line)
        else:
            step = Block("claim", line.name, line.start, line.end, [[block.parts[at]]], unsaid=reading.unsaid(block))
            found.append(step)
            if block.reasoned:
                block.rests_on.append(step)
    rest = replace(block, parts=[block.parts[at] for at in left], places=[block.places[at] for at in left])
    if rest.parts or rest.content().says:
        found.append(reading.claim(rest) if not rest.parts and reading.is_step(rest) else rest)


@dataclass(frozen=True, slots=True)
class _Reading:
    saying: Saying
    asks: Asks

    def decides(self, block: Block) -> bool:
        """Whether a block is a decision by its name, or because it says what is asked."""
        if block.kind == "claim" or block.supposed or block.disowned:
            return False
        content = block.content()
        if not content.holds():
            return False
        if block.kind == "decision":
            return not block.parts or self._is_asked(content.says) or not self.saying.says(content.says)
        return self._is_asked(content.says) or (block.kind == "answer" and not self.saying.says(content.says))

    def _is_asked(self, text: str) -> bool:
        return self.saying.says(text) and any(map(self.asks, self.saying.formulas(text)[0]))

    def _is_unasked(self, text: str) -> bool:
        """Whether a text is read, and nothing in it is asked."""
        if not self.saying.says(text):
            return False
        read, unread = self.saying.formulas(text)
        return bool(read) and not unread and not any(map(self.asks, read))

    def is_read(self, block: Block) -> bool:
        content = block.content()
        return not content.hedged and self.saying.says(content.says)

    def is_step(self, block: Block) -> bool:
        """Whether a decision in one piece is a conclusion on the way to it; one that is taken back was one, too."""
        content = replace(block, unsaid="").content()
        return block.kind in ("answer", "told") and not content.hedged and self._is_unasked(content.says)

    def steps(self, block: Block) -> set[int]:
        """Which parts of a decision in a list are conclusions on the way to it; none where one can't be read."""
        says = [fields_of(part).says for part in block.parts]
        if not all(self.saying.says(one) for one in says):
            return set()
        steps = {at for at, one in enumerate(says) if self._is_unasked(one)}
        if block.kind in ("answer", "told"):
            return steps
        head = self._is_asked(fields_of(" ".join(block.texts[0])).says)
        return {at for at in steps if head and self.saying.does_more(block.parts[at])}

    def claim(self, block: Block) -> Block:
        return replace(block, kind="claim", unsaid=self.unsaid(block))

    def unsaid(self, block: Block) -> str:
        """The words above a conclusion that deny it, if some do."""
        return block.unsaid or block.over
