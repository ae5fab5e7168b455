"""How far two dates lie apart is one quantity in any unit: another one misquotes the rule (verification, N9)."""

from __future__ import annotations

import pytest
from worlds import claim, judged_alike, made_ready

TEXT = """MODULE t
FACT d1 : DATE
FACT d2 : DATE
OUTCOME late
RULE {rule} IF {bound} THEN late
CASE c GIVEN d1 = 2024-01-01, d2 = 2024-06-01  ASK "?" DECIDE late
"""
BOUND = {"days": "d2 > d1 + 30 DAYS", "months": "d2 > d1 + 2 MONTHS"}
READY = {rule: made_ready(TEXT.format(rule=rule, bound=bound)) for rule, bound in BOUND.items()}

WEAKER = [
    ("days", "d2 > d1 + 29 DAYS"),
    ("days", "MONTHS FROM d1 TO d2 >= 0"),
    ("days", "d2 >= d1 + 1 MONTHS - 5 DAYS"),
    ("days", "d2 - 1 MONTHS > d1 - 20 DAYS"),
    ("months", "d2 > d1 + 59 DAYS"),
    ("months", "MONTHS FROM d1 TO d2 >= 1"),
    ("months", "d2 > d1 + 1 MONTHS"),
    ("months", "YEARS FROM d1 TO d2 = 0"),
]


@pytest.mark.parametrize(("rule", "says"), WEAKER)
def test_another_deadline_misquotes_the_rule(rule: str, says: str) -> None:
    for first in ([claim("s1", BOUND[rule], rules=rule)], []):
        claims = [*first, claim("x", says, rules=rule), claim("z", "late", *(one["id"] for one in first), rules=rule)]
        found = judged_alike(READY[rule], claims, {"says": "late", "from": ["z"]})
        assert [(one.kind, one.claim) for one in found.findings if one.root] == [("misquoted", "x")], says


@pytest.mark.parametrize(
    ("rule", "says"),
    [("days", "d2 >= d1 + 3 MONTHS"), ("months", "d2 > d1 + 62 DAYS"), ("days", "d2 > 2024-01-31"),
     ("months", "d2 > d1")],
)
def test_what_states_the_condition_or_does_not_cite_the_rule_misquotes_nothing(rule: str, says: str) -> None:
    rules = "" if says == "d2 > d1" else rule
    claims = [claim("s1", BOUND[rule], rules=rule), claim("x", says, rules=rules), claim("z", "late", "s1", rules=rule)]
    assert judged_alike(READY[rule], claims, {"says": "late", "from": ["z"]}).fails == ()
