"""Names that are the topic of the prose behind them, and no claims."""

from __future__ import annotations

import re

from rulelang.verifier.markup.named import Known, named_in
from rulelang.verifier.markup.verdicts import verdict

_IN_BOLD = re.compile(r"[ \t]*(?:\*\*|__)(?P<name>[^*_`]+)[.:]?(?:\*\*|__)")
_DENIES = re.compile(
    r"(?<!\w)(?:not|never|no|none|nothing|nobody|neither|nor|cannot|without|lack\w*|fail\w*|refus\w+|declin\w+|den(?:y|ies"
    r"|ied)|absent|missing|false|wrong)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)
_GIVES_REASON = re.compile(
    r"\W*(?:because|since|as|given|due|under|per|by|based|from|see|cf|following|follows|rests|according|pursuant|for|so"
    r"|thus|hence|therefore|where|with)(?!\w)",
    re.IGNORECASE,
)


def is_topic(piece: str, says: list[str], tail: str, known: Known) -> bool:
    """Whether a name is the topic of the prose behind it, which may say that it is not so: `**Consent** – she refused`.

    It is one in bold, where the prose denies anything; one with a capital letter that the case writes small also where
    the prose cites nothing.
    """
    bold = _IN_BOLD.match(piece)
    name = piece.lstrip(" \t*_`")[:1]
    if len(says) != 1 or not re.fullmatch(r"[\w.]+", says[0]) or len(re.findall(r"[^\W\d_]{2,}", tail)) < 3:
        return False
    capital = name.isupper() and says[0][:1].islower()
    if (not capital and bold is None) or _GIVES_REASON.match(tail):
        return False
    if verdict(tail)[0] != "remark":
        return False
    return _DENIES.search(tail) is not None or (capital and not named_in(tail, known)[0])
