"""Prose in fields for rules and passages: what is cited is what is named, and what is denied is not."""

from __future__ import annotations

import pytest
from test_markup_styles import noticed, read

FIRST = "CLAIM s1: waived\nCLAIM s2: late\n"


def cited(fields: str) -> tuple[list[str], list[str], list[str]]:
    marked = read(f"{FIRST}CLAIM s3: written | {fields}\nDECISION: valid")
    claim = (marked.answer.claims or ())[2]
    assert not claim.from_, claim.from_
    return claim.rules, claim.evidence, noticed(marked)


@pytest.mark.parametrize(
    ("written", "rules", "told"),
    [
        ("pursuant to rule notice", ["notice"], []),
        ("the rule notice", ["notice"], []),
        ("under notice", ["notice"], []),
        ("according to notice", ["notice"], []),
        ("notice (applies)", ["notice"], []),
        ("notice §2", ["notice"], ["RL557"]),
        ("none (fact)", [], ["RL557"]),
        ("none", [], []),
        ("notice, not guarded", ["notice"], ["RL557"]),
        ("notice instead of guarded", ["notice"], ["RL557"]),
        ("notice rather than guarded, guarded.rival", ["notice", "guarded.rival"], ["RL557"]),
        ("Rule Guarded, clause rival", ["guarded.rival"], []),
        ("guarded (rival)", ["guarded.rival"], []),
        ("guarded and notice", ["guarded", "notice"], []),
        ("as laid down in r99", ["r99"], ["RL557"]),
        ("r99, invented", ["r99", "invented"], []),
    ],
)
def test_rules(written: str, rules: list[str], told: list[str]) -> None:
    assert cited(f"rules: {written}") == (rules, [], told)


@pytest.mark.parametrize(
    ("written", "passages", "told"),
    [
        ('"A is a subsidiary." [e1]', ["e1"], ["RL557"]),
        ("A is a subsidiary. (e1)", ["e1"], ["RL557"]),
        ("(Exhibit 2)", ["e2"], []),
        ("Exhibit 2", ["e2"], []),
        ("passage 2", ["e2"], []),
        ("#2", ["e2"], []),
        ("exhibits 1 and 3", ["e1", "e3"], []),
        ("1-3", ["e1", "e2", "e3"], []),
        ("Exhibit 9", [], ["RL557"]),
        ("e9", ["e9"], []),
        ("e1, e2 and e3", ["e1", "e2", "e3"], []),
    ],
)
def test_passages(written: str, passages: list[str], told: list[str]) -> None:
    assert cited(f"evidence: {written}") == ([], passages, told)


def test_a_reason_may_name_an_exhibit() -> None:
    marked = read(f"{FIRST}CLAIM s3: written, because Exhibit 2 says so\nDECISION: valid")
    claim = (marked.answer.claims or ())[2]
    assert (claim.from_, claim.evidence) == ([], ["e2"])
