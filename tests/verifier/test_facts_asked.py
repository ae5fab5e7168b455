"""A question about facts alone has no rules that answer it: what is said of the facts does (N5, N17)."""

from __future__ import annotations

import pytest
from worlds import check_what_is_written, claim, judged_alike, made_ready

from rulelang.verifier.matter import Policy

HEAD = """MODULE t
FACT p
FACT q
FACT n : INTEGER
OUTCOME o
RULE r IF q AND p THEN o
CASE c
EVIDENCE e1 "It rains." SUPPORTS p
EVIDENCE e2 "It is dark." SUPPORTS q
"""

CASES = (
    'GIVEN p, q, n = 3 ASK "?" DECIDE p',
    'GIVEN NOT p, q, n = 3 ASK "?" DECIDE p',
    'GIVEN p, q, n = 3 ASK "?" DECIDE o, p',
    'GIVEN p, q, n = 3 ASK "?" DECIDE n',
    'GIVEN p, q, n = 3 ASK "?" DECIDE n >= 3',
    'GIVEN p, q, n = 3 ASK "?" DECIDE p, n, n > 4 OR p',
    'GIVEN NOT p, q, n = 5 ASK "?" DECIDE n > 4 AND NOT p',
    'GIVEN q, p, n = 3 ASK "?" DECIDE COUNT OF {p, q} > 1',
    'GIVEN q ASK "?" DECIDE p EXPECT UNKNOWN p',
    'GIVEN p, q, n = 3 SUPPOSE NOT p ASK "?" TYPE what_if_revision DECIDE o, p',
)


@pytest.mark.parametrize("policy", ["full", "answer", "sufficient"])
@pytest.mark.parametrize("case", CASES)
def test_answers_written_from_a_warrant_are_complete(case: str, policy: Policy) -> None:
    check_what_is_written(made_ready(HEAD + case), policy)


@pytest.mark.parametrize(
    ("says", "decision", "fails", "root"),
    [
        (["p"], "p", "", ""),
        ([], "p", "", ""),
        (["NOT p"], "NOT p", "25", "2"),  # the false premise is what leads to the decision
        (["p"], "NOT p", "45", "4"),
        (["NOT p"], "p", "24", "2"),
        (["p"], "UNKNOWN p", "45", "4"),
    ],
)
def test_decision_is_what_is_said_of_the_fact(says: list[str], decision: str, fails: str, root: str) -> None:
    claims = [claim(f"s{number}", one, evidence="e1") for number, one in enumerate(says)]
    sources = [one["id"] for one in claims]
    found = judged_alike(made_ready(HEAD + CASES[0]), claims, {"says": decision, "from": sources})
    assert ("".join(map(str, found.fails)), "".join(map(str, found.root))) == (fails, root)


def test_of_a_fact_that_nobody_knows_it_is_said_that_it_is_open() -> None:
    ready = made_ready(HEAD + CASES[8])
    assert judged_alike(ready, [claim("s1", "UNKNOWN p")], {"says": "UNKNOWN p", "from": ["s1"]}).complete
    invented = judged_alike(ready, [claim("s1", "p")], {"says": "p", "from": ["s1"]})
    assert [str(one) for one in invented.root] == ["3"]
