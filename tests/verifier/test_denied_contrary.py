"""A claim that says the decision in the form that denies the contrary norm states it (verification, N17, N19)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

TEXT = """MODULE t
FACT g
FACT k
ACTION a
ACTION z
RULE m1 IF g THEN MUST NOT a
RULE m2 IF k THEN MUST z
CASE forbidden GIVEN g, k  ASK "?" DECIDE MUST NOT a
CASE obliged GIVEN g, k  ASK "?" DECIDE MUST z
CASE neither GIVEN NOT g, k  ASK "?" DECIDE MUST NOT a
CASE both GIVEN g, k  ASK "?" DECIDE ACTIONS z  ASK "?" DECIDE MUST NOT a
"""


@pytest.mark.parametrize("sources", [["s2"], []])
@pytest.mark.parametrize(
    ("case", "fact", "rule", "says"),
    [("forbidden", "g", "m1", "NOT MAY a"), ("obliged", "k", "m2", "NOT NEED NOT z")],
)
def test_a_claim_in_the_words_of_the_decision_states_it(
    case: str, fact: str, rule: str, says: str, sources: list[str]
) -> None:
    claims = [claim("s1", fact, rules=rule), claim("s2", says, "s1", rules=rule)]
    for decided in (says, says.replace("NOT MAY", "MUST NOT").replace("NOT NEED NOT", "MUST")):
        found = judged_alike(made_ready(TEXT, case), claims, {"says": decided, "from": sources})
        assert (found.fails, found.rubric and found.rubric.score) == ((), 100)


def test_it_is_another_decision_than_the_contrary() -> None:
    claims = [claim("s1", "g", rules="m1"), claim("s2", "NOT MAY a", "s1", rules="m1")]
    found = judged_alike(made_ready(TEXT, "forbidden"), claims, {"says": "MAY a", "from": ["s1"], "rules": ["m1"]})
    assert "decisions disagree" in [one.kind for one in found.findings]


def test_where_neither_norm_is_established_it_says_no_more_than_it_states() -> None:
    claims: list[dict[str, Any]] = [claim("s1", "NOT g", rules="m1"), claim("s2", "NOT MAY a", rules="m1")]
    decision = {"says": "NOT MUST NOT a", "from": ["s1"], "rules": ["m1"]}
    assert judged_alike(made_ready(TEXT, "neither"), claims, decision).fails == ()


def test_it_needs_a_rule_as_any_conclusion_does() -> None:
    claims = [claim("s1", "g", rules="m1"), claim("s2", "NOT MAY a", "s1")]
    found = judged_alike(made_ready(TEXT, "forbidden"), claims, {"says": "NOT MAY a", "from": ["s2"]})
    assert [(one.kind, one.claim) for one in found.findings] == [("uncited", "s2")]
