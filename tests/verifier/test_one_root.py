"""One fault has one root: what is a consequence of a judgment that is missing or false is told as one (N22)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

OFFICE = """MODULE t
FACT breach
FACT small
FACT court
FACT old
FACT hold
FACT released
FACT secret
FACT days : INTEGER
OUTCOME personal
ACTION notify
ACTION purge
RULE notif IF breach THEN MUST notify
  EXCEPTION small IF small AND NOT court
RULE pers IF days > 365 OR secret THEN personal
RULE purge IF old AND personal THEN MUST purge
  CONFLICT hold IF hold THEN MUST NOT purge PREVAILS
  EXCEPTION rel TO hold IF released
CASE required TRACK transaction  REQUIRES breach, NOT court  CLOSED  GIVEN breach, small
  ASK "?" DECIDE MUST notify  EXPECT NOT MUST notify
CASE open GIVEN old, NOT hold, days = 10  ASK "?" DECIDE MUST purge  EXPECT UNKNOWN MUST purge
CASE counted TRACK transaction  CLOSED  GIVEN old, days = 400  ASK "?" DECIDE MUST purge  EXPECT MUST purge
"""


def roots(
    case: str, claims: list[dict[str, Any]], says: str, policy: Policy | None = None
) -> tuple[list[int], list[int]]:
    """The checks that fail and the roots, which the quick judge finds too."""
    ready: Ready = made_ready(OFFICE, case)
    held = policy or ready.policy
    last = {"id": "z", "says": says, "from": [one["id"] for one in claims], "rules": ["notif", "purge"]}
    decision = {"says": says, "from": ["z"]}
    document = {"rulelang": "answer/1", "case": f"t.rules#{case}", "claims": [*claims, last], "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready, policy=held).row(answer) == verdict_of(ready, answer, policy=held)
    result = answered(ready, [*claims, last], decision, policy=held)
    return [check.value for check in result.fails], [check.value for check in result.root]


def test_a_required_judgment_that_is_missing_is_one_fault_where_the_answer_alone_is_judged() -> None:
    claims = [claim("s1", "breach", rules="notif"), claim("s2", "small", rules="notif.small")]
    assert roots("required", claims, "NOT MUST notify") == ([2, 4], [2])
    assert roots("required", [*claims, claim("s3", "NOT court", rules="notif.small")], "NOT MUST notify") == ([], [])


def test_a_decision_that_does_not_follow_from_right_judgments_is_a_fault_of_its_own() -> None:
    claims = [claim("s1", "breach", rules="notif"), claim("s3", "NOT court", rules="notif.small")]
    assert roots("required", claims, "NOT MUST notify") == ([4], [4])


OPEN = (
    claim("s1", "old", rules="purge"),
    claim("s2", "days = 10", rules="pers"),
    claim("s3", "UNKNOWN secret", rules="pers"),
    claim("s4", "UNKNOWN personal", "s2", "s3", rules="pers"),
)


@pytest.mark.parametrize("more", [[], [claim("r", "UNKNOWN released")]])
def test_a_false_premise_beside_the_required_judgments_is_one_fault(more: list[dict[str, Any]]) -> None:
    said = [*OPEN, claim("f", "hold"), *more]
    assert roots("open", said, "UNKNOWN MUST purge")[1] == [2]


def test_so_is_one_that_nothing_supports() -> None:
    said = [*OPEN, claim("f", "released"), claim("g", "hold")]
    assert roots("open", said, "UNKNOWN MUST purge")[1] == [2, 3]
    assert roots("open", [*OPEN, claim("f", "released")], "UNKNOWN MUST purge")[1] == [3]


def test_a_decision_against_a_false_premise_and_against_what_is_so_is_a_second_fault() -> None:
    assert roots("open", [*OPEN, claim("f", "hold")], "MUST purge")[1] == [2, 4]


def test_a_false_value_of_which_nothing_is_required_gives_way_to_that_of_the_case() -> None:
    claims = [claim("s1", "old", rules="purge"), claim("s2", "days = 4", rules="pers")]
    assert roots("counted", claims, "MUST purge") == ([2, 4], [2])


def test_a_judgment_that_is_mended_settles_other_conditions_too() -> None:
    """`n >= 6` is asked for, and the rule reads `n >= 5`."""
    text = (
        "MODULE t\nFACT n : INTEGER\nFACT hot\nACTION b\nRULE rb IF n >= 6 THEN MUST b\n"
        "  CONFLICT k IF hot OR n >= 5 THEN MUST NOT b PREVAILS\n"
        'CASE c CLOSED GIVEN n = 7  ASK "?" DECIDE MUST NOT b\n'
    )
    ready = made_ready(text, "c")
    says = {"id": "s1", "says": "MUST NOT b", "rules": ["rb.k"]}
    result = answered(ready, [says], {"says": "MUST NOT b", "from": ["s1"]}, policy="sufficient")
    assert [check.value for check in result.root] == [2]


PRICE = """MODULE t
FACT base : NUMBER IN eur
FACT known
OUTCOME fee : NUMBER IN eur
OUTCOME ok
RULE fee THEN fee = base * 2
RULE ok IF fee <= 160 eur AND known THEN ok
CASE c GIVEN base = 60 eur, known  ASK "?" DECIDE fee, ok
CASE a TRACK policy REQUIRES fee <= 160 eur GIVEN base = 60 eur, known  ASK "?" DECIDE fee, ok
"""

PRICED = (
    claim("s1", "base = 60 eur", rules="fee"),
    claim("s2", "fee = 120 eur", "s1", rules="fee"),
    claim("s3", "fee <= 160 eur", "s2", rules="ok"),
    claim("s4", "known", rules="ok"),
    claim("s5", "ok", "s3", "s4", rules="ok"),
)


@pytest.mark.parametrize("policy", ["full", "answer"])
@pytest.mark.parametrize(
    ("instead", "says", "wanted"),
    [
        ({}, ("fee = 120 eur", "ok"), []),
        ({2: claim("s3", "fee > 160 eur", "s2", rules="ok")}, ("fee = 120 eur", "ok"), [2]),
        ({2: claim("s3", "fee > 160 eur", "s2", rules="ok")}, ("fee = 120 eur", "NOT ok"), [2, 4]),
        ({}, ("fee = 170 eur", "ok"), [4]),
        ({2: claim("s3", "fee > 160 eur", "s2", rules="ok")}, ("fee = 170 eur", "ok"), [2, 4]),
    ],
)
def test_a_false_judgment_that_decides_a_target_otherwise_is_one_fault(
    instead: dict[int, dict[str, Any]], says: tuple[str, ...], wanted: list[int], policy: Policy
) -> None:
    """Mending the judgment mends the disagreement; a right claim that is contradicted is another fault."""
    claims = [instead.get(number, one) for number, one in enumerate(PRICED)]
    ready = made_ready(PRICE, "c" if policy == "full" else "a")
    document = {
        "rulelang": "answer/1", "case": "t.rules#c", "claims": claims,
        "decision": {"says": list(says), "from": ["s2", "s5"], "rules": ["ok"]},
    }  # fmt: skip
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    result = answered(ready, claims, document["decision"])
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    assert [check.value for check in result.root] == wanted
