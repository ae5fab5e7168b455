"""Of the rules that bear on what is asked any that has a fact in its condition may be cited for it (N13 and N30)."""

from __future__ import annotations

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.verifier.check import check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

TEXT = """MODULE t
FACT f0
FACT f1
FACT f2
FACT f3
OUTCOME o0
OUTCOME o2
OUTCOME other
RULE r0a IF f0 AND f2 THEN o0
  EXCEPTION ex IF f3
RULE r0b IF f1 AND f2 THEN o0
RULE r2a IF o0 THEN o2
RULE beside IF f2 THEN other
CASE c
  GIVEN NOT f0, f1, f2, NOT f3
  ASK "?" DECIDE o2
"""


@pytest.mark.parametrize(
    ("cites", "kinds"), [("r0a", []), ("r0b", []), ("beside", ["uncited"]), ("ex", ["uncited"]), ("r2a", ["uncited"])]
)
def test_a_rule_that_has_the_fact_may_be_cited_whichever_establishes_the_conclusion(
    cites: str, kinds: list[str]
) -> None:
    ready = made_ready(TEXT)
    claims = [
        claim("f1", "f1", rules="r0b"),
        claim("f2", "f2", rules=cites),
        claim("o0", "o0", "f1", "f2", rules="r0b"),
        claim("z", "o2", "o0", rules="r2a"),
    ]
    answer = answer_of(claims, {"says": "o2", "from": ["z"]})
    assert [one.kind for one in check(ready, answer, links="own").findings] == kinds
    assert Judge(ready, links="own").row(answer) == verdict_of(ready, answer, links="own")
