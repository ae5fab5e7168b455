"""Norms on several actions at once: `MUST pay, sign; MUST NOT leave`, `pay: MUST`, `Required: pay and sign`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, field

NORMS: Mapping[str, str] = {
    "must": "MUST", "obligatory": "MUST", "obligated": "MUST", "obligation": "MUST", "obliged": "MUST",
    "required": "MUST", "mandatory": "MUST", "compulsory": "MUST", "duty": "MUST", "has to": "MUST", "have to": "MUST",
    "obligations": "MUST", "duties": "MUST",
    "must not": "MUST NOT", "forbidden": "MUST NOT", "prohibited": "MUST NOT", "prohibition": "MUST NOT",
    "prohibitions": "MUST NOT", "not permitted": "MUST NOT", "not allowed": "MUST NOT",
    "may": "MAY", "permitted": "MAY", "permission": "MAY", "permissions": "MAY", "permissible": "MAY", "allowed": "MAY",
    "need not": "NOT MUST", "not must": "NOT MUST", "not required": "NOT MUST", "not obligatory": "NOT MUST",
    "not obliged": "NOT MUST", "not mandatory": "NOT MUST",
}  # fmt: skip
"""Words for norms.  `may not` is none of these: it forbids, or leaves free."""
_NORM = "|".join(re.escape(word).replace(r"\ ", "[ \t_]+") for word in sorted(NORMS, key=len, reverse=True))
_TOKEN = re.compile(
    rf"(?P<norm>(?:{_NORM})(?!\w)(?:[ \t]+(?:actions?|acts?|steps?)(?!\w))?)"
    r"|(?P<nothing>(?:none|nothing(?:[ \t]+else)?|no[ \t]+others?|n/a|-|–|—|∅"
    r"|no(?:[ \t]+other)?[ \t]+(?:actions?|acts?|prohibitions?|permissions?|obligations?|duties|norms?))(?!\w))"
    r"|(?P<links>(?:is|are|be|to|do|done|=|:|→|->|=>|\(|–|—|-)(?!\w))"
    r"|(?P<name>[^\W\d]\w*(?:\.\w+)*(?:\([^()]*\))?)"
    r"|(?P<parts>[,;.){}\[\]*_`\"'+&/•])|(?P<space>[ \t\r\n]+)",
    re.IGNORECASE,
)
_JOINS = frozenset(("and", "as", "well", "also", "but", "the", "while", "both", "following", "only"))
_LONGEST = 1000


@dataclass(slots=True)
class _Said:
    """What was said so far, and what waits for its norm or its actions."""

    norms: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    waiting: list[str] = field(default_factory=list[str])
    norm: str = ""
    actions: int = 0
    """How many stand behind the norm."""


def listed_norms(text: str, actions: Set[str]) -> list[str] | None:
    """The norms of a text that holds nothing but words for norms and the actions on which they are; None: it does not.

    A norm may stand before its actions or behind them, the same way in all of the text.

    >>> known = frozenset(("pay", "sign", "leave"))
    >>> listed_norms("MUST: pay, sign; MUST NOT: leave", known), listed_norms("pay and sign are required", known)
    (['MUST pay', 'MUST sign', 'MUST NOT leave'], ['MUST pay', 'MUST sign'])
    >>> listed_norms("{pay: MUST, leave: forbidden}", known), listed_norms("MAY: none", known)
    (['MUST pay', 'MUST NOT leave'], [])
    >>> listed_norms("pay, sign", known), listed_norms("MUST pay if late", known), listed_norms("MAY NOT pay", known)
    (None, None, None)
    """
    if len(text) > _LONGEST:
        return None
    said = _Said()
    at, before, linked = 0, None, False
    for token in _TOKEN.finditer(text):
        if token.start() != at:
            return None
        at = token.end()
        if token["norm"]:
            norm = NORMS[_plain(token["norm"])]
            if before is None:
                before = not said.waiting
            if before:
                if said.norm == "NOT MUST" and said.actions > 1:
                    return None
                said.norm, said.actions = norm, 0
            elif not said.waiting or (norm == "NOT MUST" and len(said.waiting) > 1 and not linked):
                return None
            else:
                said.norms += [(norm, name) for name in said.waiting]
                said.waiting = []
            linked = False
        elif token["name"] and token["name"].lower() not in _JOINS:
            name = token["name"]
            if name.partition("(")[0].lower() not in actions:
                return None
            if before:
                said.norms.append((said.norm, name))
                said.actions += 1
            else:
                said.waiting.append(name)
        linked = linked or bool(token["links"])
    if at != len(text) or before is None or said.waiting or (said.norm == "NOT MUST" and said.actions > 1):
        return None
    return [f"{norm} {name}" for norm, name in said.norms]


def norm_of(text: str) -> str | None:
    """The norm that a line says for the actions below it, if it says nothing else.

    >>> norm_of("**Required actions:**"), norm_of("MUST NOT:"), norm_of("Required documents:"), norm_of("Must")
    ('MUST', 'MUST NOT', None, 'MUST')
    """
    found = _HEAD.fullmatch(text)
    return None if found is None else NORMS[_plain(found["norm"])]


_HEAD = re.compile(
    rf"[\s#*_`]*(?P<norm>(?:{_NORM})(?:[ \t]+(?:actions?|acts?|steps?))?)(?:[ \t]+(?:is|are|be|be done))?[*_`:\s]*",
    re.IGNORECASE,
)


def _plain(norm: str) -> str:
    words = norm.lower().replace("_", " ").split()
    return " ".join(words[:-1] if words[-1] in ("action", "actions", "act", "acts", "step", "steps") else words)
