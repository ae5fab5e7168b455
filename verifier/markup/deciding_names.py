"""Names under which a decision stands in objects and elements, and which of several comes last."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from rulelang.verifier.markup.fields import is_field_name
from rulelang.verifier.markup.json_nodes import Node
from rulelang.verifier.markup.json_verdicts import rules_on

_LAST = (
    r"(?:revised|corrected|updated|amended|rectified|reconsidered|changed|modified|adjusted|replaced|replacement"
    r"|new(?:est)?"
    r"|latest|later|correct|right|actual|definitive)"
)
_NAME = re.compile(
    rf"(?:(?:my|our|the) )?(?P<last>(?:{_LAST} )*)(?P<final>final )?(?P<again>(?:{_LAST} )*)"
    r"(?:(?P<sure>decisions?)|answer|verdict|conclusion)",
    re.IGNORECASE,
)
_REVISION = re.compile(
    r"(?:(?:my|our|the) )?(?:revisions?|corrections?|updates?|amendments?|revised|corrected|updated|amended"
    r"|reconsideration"
    r"|errat(?:um|a))",
    re.IGNORECASE,
)


def decides(key: str) -> Literal["decision", "answer", ""]:
    """What a decision under a name of plain words is: one for sure, under a word that prose uses too, or none.

    >>> decides("final decision"), decides("revised answer"), decides("verdict"), decides("initial decision")
    ('decision', 'answer', 'answer', '')
    """
    found = _NAME.fullmatch(key)
    if found is None:
        return ""
    return "decision" if found["sure"] else "answer"


def in_order(keys: Iterable[str]) -> list[str]:
    """Names of decisions as they count: what is revised or final stands for what is not.

    >>> in_order(["revised decision", "final decision", "decision"])
    ['decision', 'final decision', 'revised decision']
    """
    return sorted(keys, key=_rank)


def _rank(key: str) -> int:
    found = _NAME.fullmatch(key)
    if found is None:
        return 0
    return 2 if found["last"] or found["again"] else 1 if found["final"] else 0


def revises(key: str) -> bool:
    """Whether what stands under a name stands for what was decided beside it.

    >>> revises("revision"), revises("corrected"), revises("decision")
    (True, True, False)
    """
    return _REVISION.fullmatch(key) is not None


def parts_by_keys(node: Node) -> list[Node]:
    """The members of a decision whose keys are formulas, on which they rule, or names that have a value.

    `{"MUST pay": true, "fee": "120 usd"}`; a name alone is not known to be one.
    """
    members = list(node.members.values())
    plainly = any(map(_OPERATOR.search, (one.key for one in members)))
    return members if plainly and all(rules_on(one.value) or _has_value(one) for one in members) else []


def _has_value(node: Node) -> bool:
    is_name = _IDENTIFIER.fullmatch(node.key) is not None and not is_field_name(node.key)
    return is_name and isinstance(node.value, str | int | float)


_IDENTIFIER = re.compile(r"[^\W\d]\w*(?:\.\w+)*")
_OPERATOR = re.compile(r"(?<!\w)(?:MUST|MAY|NEED|NOT)(?!\w)|[=<>]")
"""What stands in formulas, and in no name of a member."""
