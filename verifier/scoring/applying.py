"""The citations of a decision that it applies: to what it says in words, and to the actions that it does not list."""

from __future__ import annotations

from typing import NamedTuple

from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.said import Standing
from rulelang.verifier.scoring.content import Contents
from rulelang.verifier.scoring.parts import MORE, Content, More
from rulelang.verifier.steps import has_to_do, is_rule_claim
from rulelang.verifier.unlisted import unlisted


class Applying(NamedTuple):
    """A conclusion of a decision, and which of its citations it applies where the step to it is valid, by their
    places."""

    more: More
    content: Content
    places: int


def applying(contents: Contents, inquiry: Inquiry, decision: Content) -> tuple[Applying, ...]:
    """The conclusions of a decision that may apply citations."""
    held = decision.held
    if is_rule_claim(held) or all(said.standing is Standing.MALFORMED for said in held.said):
        return ()
    left = sum(1 << place for place, cite in enumerate(held.rules) if not has_to_do(inquiry, held, cite))
    silent = [contents.of(one, (), decision=True) for one in unlisted(inquiry, held)] if left else []
    found: list[Applying] = []
    for content in (decision, *silent):
        more = content.parts[MORE]
        if more is not None and more.steps is not None:
            found.append(Applying(more, content, more.applies if content is decision else more.applies & left))
    return tuple(found)
