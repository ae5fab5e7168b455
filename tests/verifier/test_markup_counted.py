"""Claims that are written without ids can be named by those that they are given, where these count the claims."""

from __future__ import annotations

import pytest
from test_markup import read


def links(text: str) -> list[list[str]]:
    answer = read(text).answer
    assert answer.decision is not None
    return [*(claim.from_ for claim in answer.claims or ()), answer.decision.from_]


@pytest.mark.parametrize("named", ["s1, s2", "1, 2", "S1 and S2", "s1-s2"])
def test_an_id_that_is_given_may_be_named(named: str) -> None:
    text = f"CLAIM: a\nCLAIM: b\nCLAIM: p\n  from: {named}\nDECISION: p\n  from: s3\n"
    assert links(text) == [[], [], ["s1", "s2"], ["s3"]]


def test_so_may_one_between_others() -> None:
    assert links("CLAIM s1: a\nCLAIM: b\nCLAIM s3: p\n  from: s1, s2\nDECISION: p\n  from: s3\n")[2] == ["s1", "s2"]


def test_one_that_does_not_count_the_claims_may_not() -> None:
    marked = read("CLAIM s1: a\nCLAIM s4: b\nCLAIM: c\nCLAIM s5: p\n  from: s1, s2\nDECISION: p\n  from: s5\n")
    assert [one.id for one in marked.answer.claims or ()] == ["s1", "s4", "s2", "s5"]
    assert [one.code for one in marked.findings] == ["RL555"]
