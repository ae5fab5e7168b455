"""What a list names to say that it is not meant: `s2, not s1`, `s3 rather than s4`."""

from __future__ import annotations

import re

_DENIED = re.compile(
    r"(?<![\w.])(?:but[ \t]+)?(?:not|instead[ \t]+of|rather[ \t]+than|except(?:[ \t]+for)?|excluding|other[ \t]+than"
    r"|unlike|without|nor|never|ignoring|minus|excepting|no[ \t]+longer)[ \t]+[^,;]*",
    re.IGNORECASE,
)


def without_denied(value: str, strays: list[str]) -> str:
    """A list without what it denies, which goes to `strays`.

    >>> without_denied("s2, not s1", []), without_denied("s2 rather than s1; s3", [])
    ('s2,  ', 's2  ; s3')
    """

    def denied(found: re.Match[str]) -> str:
        strays.append(found[0].strip())
        return " "

    return _DENIED.sub(denied, value)
