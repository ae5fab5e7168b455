"""What a text names from which the formula behind it follows: `s1, s2 -> p`, `From 1 and 2: p`."""

from __future__ import annotations

import re
from itertools import islice

from rulelang.verifier.markup.named import Known, all_known
from rulelang.verifier.markup.quoting import mask

_MOST = 6
"""So many places are tried at which a formula may begin: that keeps time linear."""
_LEADS = re.compile(r"->|=>|→|⇒|⟹|⊢|∴")
_GIVEN = re.compile(
    r"[*_`]*(?:from|given|by|with|since|combining|per|under|using|applying|because[ \t]+of|together[ \t]+with)[ \t]+",
    re.IGNORECASE,
)
"""What stands before the claims and rules from which something follows: `From 1 and 2: p`."""


def drawn(piece: str, known: Known) -> tuple[str, str] | None:
    """What a piece names before what follows from it, and this: `s1, s2 -> p`, `From 1 and 2: p`."""
    hidden = mask(piece)
    lead = _LEADS.search(hidden)
    if lead is not None and all_known(_PLUS.sub(",", piece[: lead.start()]), known):
        return _PLUS.sub(",", piece[: lead.start()]).strip(), piece[lead.end() :].strip()
    begins = _GIVEN.match(hidden)
    if begins is None:
        return None
    for cut in islice(_THEN.finditer(hidden, begins.end()), _MOST):
        named = _PLUS.sub(",", piece[begins.end() : cut.start()])
        if all_known(_BRACKETS.sub(" ", named), known):
            return _BRACKETS.sub(" ", named).strip(), piece[cut.end() :].strip()
    return None


_PLUS = re.compile(r"[ \t]+[+&∧][ \t]+")
_THEN = re.compile(
    r"[*_`]*[:,][*_`]*[ \t]+(?:(?:it[ \t]+follows(?:[ \t]+that)?|we[ \t]+(?:get|have|conclude))[ \t:,]+)?"
)
_BRACKETS = re.compile(r"[()\[\]]")
