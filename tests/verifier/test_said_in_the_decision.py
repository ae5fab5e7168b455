"""What a decision says besides what is asked is a claim (N20): it states judgments, enters, and is judged as one."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, judged_alike, made_ready

RULES = """MODULE t
FACT f1
FACT f2
FACT spare
FACT n : INTEGER
OUTCOME o1
OUTCOME o2
OUTCOME o3
OUTCOME fee : NUMBER IN eur
OUTCOME dear
ACTION pay
ACTION tell
RULE r1 IF f1 THEN o1
RULE r2 IF f2 THEN o2
RULE r3 IF o1 AND o2 THEN o3
RULE fee THEN fee = n * 2 eur
RULE dear IF fee > 100 eur THEN dear
RULE pay IF o1 THEN MUST pay
RULE tell IF MUST pay THEN MUST tell
CASE chain GIVEN f1, f2 EVIDENCE e1 "One." SUPPORTS f1 EVIDENCE e2 "Two." SUPPORTS f2 ASK "?" DECIDE o3
CASE open GIVEN f1 ASK "?" DECIDE o3 EXPECT UNKNOWN o3
CASE bound GIVEN n = 60 ASK "?" DECIDE fee > 100 eur
CASE norms GIVEN f1 ASK "?" DECIDE ACTIONS tell
CASE both GIVEN f1, f2 ASK "?" DECIDE o1 AND o2
CASE either GIVEN f1, NOT f2 ASK "?" DECIDE o1 OR o2
CASE neither GIVEN f1, NOT f2 ASK "?" DECIDE NOT (o1 AND o2)
CASE values GIVEN f1, n = 60 ASK "?" DECIDE o1 AND fee > 100 eur
"""
F1, F2 = claim("f1", "f1", rules="r1", evidence="e1"), claim("f2", "f2", rules="r2", evidence="e2")
ALL = "r1 r2 r3"


def decided(says: list[str], *sources: str, rules: str = "", evidence: str = "") -> dict[str, Any]:
    return {"says": says, "from": list(sources), "rules": rules.split(), "evidence": evidence.split()}


def of(case: str, claims: list[dict[str, Any]], decision: dict[str, Any]) -> Any:
    ready = made_ready(RULES, case)
    for policy in ("answer", "sufficient"):
        judged_alike(ready, claims, decision, policy)
    return judged_alike(ready, claims, decision)


COMPLETE: dict[str, tuple[str, list[dict[str, Any]], dict[str, Any]]] = {
    "conclusions": ("chain", [F1, F2], decided(["o1", "o2", "o3"], "f1", "f2", rules=ALL)),
    "one formula": ("chain", [F1, F2], decided(["o1 AND o2 AND o3"], "f1", "f2", rules=ALL)),
    "everything": ("chain", [], decided(["f1", "f2", "o1", "o2", "o3"], rules=ALL, evidence="e1 e2")),
    "one of two": (
        "chain",
        [F1, F2, claim("o1", "o1", "f1", rules="r1")],
        decided(["o2", "o3"], "o1", "f2", rules="r2 r3"),
    ),
    "said again": (
        "chain",
        [F1, F2, claim("o1", "o1", "f1", rules="r1"), claim("o2", "o2", "f2", rules="r2"),
         claim("o3", "o3", "o1", "o2", rules="r3")],
        decided(["o1", "f2", "o3"], "o3"),
    ),
    "what is open": (
        "open",
        [claim("f1", "f1", rules="r1"), claim("f2", "UNKNOWN f2", rules="r2"), claim("o1", "o1", "f1", rules="r1")],
        decided(["UNKNOWN o2", "UNKNOWN o3"], "o1", "f2", rules="r2 r3"),
    ),
    "the value compared": ("bound", [claim("n", "n = 60", rules="fee")], decided(["fee = 120 eur"], "n", rules="fee")),
    "a duty beside the set": (
        "norms",
        [claim("f1", "f1", rules="r1"), claim("o1", "o1", "f1", rules="r1")],
        decided(["MUST pay", "MUST tell"], "o1", rules="pay tell"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", COMPLETE)
def test_what_is_so_in_a_decision_is_stated(kind: str) -> None:
    case, claims, decision = COMPLETE[kind]
    result = of(case, claims, decision)
    assert [(one.kind, one.words) for one in result.findings] == []
    assert result.rubric.score == 100


def test_what_a_decision_says_needs_its_passages_and_rules() -> None:
    result = of("chain", [], decided(["f1", "f2", "o1", "o2", "o3"], rules="r1 r3", evidence="e1"))
    assert {(one.check.value, one.subject) for one in result.findings} == {(1, "f2"), (1, "o2"), (3, "f2")}


@pytest.mark.parametrize(
    ("says", "root"),
    [("spare", 3), ("NOT f1", 2), ("r1 PREVAILS OVER r2", 4), ("NOT o1", 2), ("UNKNOWN o2", 2), ("o1 OR spare", 0)],
)
def test_what_is_not_so_in_a_decision_is_found_in_its_layer(says: str, root: int) -> None:
    claims = [F1, F2, claim("o1", "o1", "f1", rules="r1"), claim("o2", "o2", "f2", rules="r2")]
    result = of("chain", claims, decided([says, "o3"], "o1", "o2", rules="r3"))
    assert [check.value for check in result.root] == ([root] if root else [])


def test_a_judgment_that_neither_claims_nor_decision_make_is_missing() -> None:
    result = of("chain", [F1, F2], decided(["o1", "o3"], "f1", "f2", rules=ALL))
    assert [(one.kind, one.subject) for one in result.findings if one.root] == [("missing", "o2")]


O1, O2 = claim("o1", "o1", "f1", rules="r1"), claim("o2", "o2", "f2", rules="r2")
NOT_F2, NOT_O2 = claim("f2", "NOT f2", rules="r2"), claim("o2", "NOT o2", "f2", rules="r2")
FEE = [claim("n", "n = 60", rules="fee"), claim("fee", "fee = 120 eur", "n", rules="fee")]
IN_PARTS: dict[str, tuple[list[dict[str, Any]], list[str]]] = {
    "both": ([F1, F2, O1, O2], ["o1 AND o2"]),
    "either": ([F1, NOT_F2, O1, NOT_O2], ["o1 OR o2"]),
    "neither": ([F1, NOT_F2, O1, NOT_O2], ["NOT (o1 AND o2)"]),
    "values": ([F1, O1, *FEE], ["o1", "fee > 100 eur"]),
}


@pytest.mark.parametrize("case", IN_PARTS)
def test_a_decision_without_from_rests_on_the_claims_that_state_its_parts(case: str) -> None:
    claims, says = IN_PARTS[case]
    result = of(case, claims, decided(says))
    assert [(one.kind, one.words) for one in result.findings] == []
    assert result.rubric.score == 100


def test_a_decision_with_from_rests_on_that_alone() -> None:
    result = of("both", [F1, F2, O1, O2], decided(["o1 AND o2"], "o1"))
    assert [check.value for check in result.root] == [4]
