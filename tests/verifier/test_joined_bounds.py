"""Of a claim that joins judgments every citation may be for any of them: what is a condition of one is quoted (N9)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.mutation.matrix import judge
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

TEXT = """MODULE t
FACT member
FACT age : INTEGER
OUTCOME ticket
OUTCOME lunch
RULE a IF member AND age < 26 THEN ticket
RULE b IF age < 12 THEN NOT ticket
RULE elsewhere IF age >= 18 THEN lunch
PRIORITY b OVER a
CASE c
  EVIDENCE e1 "A member." SUPPORTS member
  EVIDENCE e2 "Twenty." SUPPORTS age = 20
  GIVEN member, age = 20
  ASK "?" DECIDE ticket
"""

READY = made_ready(TEXT)


def on(*claims: dict[str, Any]) -> Result:
    """The result of an answer with these claims of facts, which the quick judge finds too."""
    made = [*claims, claim("z", "ticket", *(one["id"] for one in claims), rules="a")]
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": made, "decision": {"says": "ticket"}}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(READY).row(answer) == verdict_of(READY, answer)
    return answered(READY, made, document["decision"])


YOUNG = claim("young", "age < 26", rules="a", evidence="e2")
MEMBER = claim("member", "member", rules="a", evidence="e1")


@pytest.mark.parametrize(
    ("says", "rules", "kinds"),
    [
        ("age >= 12", "b", []),
        ("age >= 12", "a b", []),
        ("age >= 18", "a b", []),
        ("age >= 12", "a", ["uncited", "misquoted"]),
        ("age >= 5", "a b", ["misquoted", "misquoted"]),
    ],
)
def test_a_condition_of_any_rule_that_a_claim_cites_is_quoted(says: str, rules: str, kinds: list[str]) -> None:
    found = on(MEMBER, YOUNG, claim("s", says, rules=rules, evidence="e2"))
    assert [one.kind for one in found.findings if one.root] == kinds


@pytest.mark.parametrize("joined", [["member", "age >= 12"], ["age >= 5", "age >= 12", "member"]])
def test_joined_judgments_with_both_rules_are_no_misquotation(joined: list[str]) -> None:
    result = on(YOUNG, claim("s", joined, rules="a b", evidence="e1 e2"))
    assert result.rubric is not None
    assert (result.fails, result.rubric.score) == ((), 100)


def test_a_bound_of_a_rule_beside_the_question_is_quoted_with_it() -> None:
    result = on(MEMBER, YOUNG, claim("old", "age >= 12", rules="b", evidence="e2"),
                claim("s", ["age >= 18", "member"], rules="a elsewhere"))  # fmt: skip
    assert result.fails == ()


@pytest.mark.parametrize("seed", [3, 4])
def test_the_injector_joins_judgments_of_two_rules(seed: int) -> None:
    assert all(one.right for _, one in judge(READY, "t.rules#c", seed, sites=3))
