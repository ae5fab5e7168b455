"""Days as models write them: `June 3, 2024`, `3rd of June 2024`.  Of `03/06/2024` nobody knows which day it is."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})(?![\w-]|[.,]\d)"
_WRITTEN = tuple(
    re.compile(rf"(?<![\w.]){day}", re.IGNORECASE)
    for day in (
        rf"{_MONTH}[ \t]+{_DAY}(?:[ \t]*,[ \t]*|[ \t]+){_YEAR}",
        rf"{_DAY}[ \t]+(?:of[ \t]+)?{_MONTH}(?:[ \t]*,[ \t]*|[ \t]+){_YEAR}",
    )
)


def plain_days(piece: str) -> str:
    """A text without strings, its days as the language writes them.

    >>> plain_days("on = June 3, 2024"), plain_days("3rd of Sept. 2024 < d"), plain_days("June 31, 2024")
    ('on = 2024-06-03', '2024-09-03 < d', 'June 31, 2024')
    """

    def day(found: re.Match[str]) -> str:
        month = _MONTHS.index(found["month"][:3].lower()) + 1
        try:
            return date(int(found["year"]), month, int(found["day"])).isoformat()
        except ValueError:
            return found[0]

    for written in _WRITTEN:
        piece = written.sub(day, piece)
    return piece
