"""A duty and a prohibition of the same exclude each other: who says one denies the other (verification, N8 and N9)."""

from __future__ import annotations

import pytest
from worlds import answer_of, claim, made_ready

from rulelang.verifier.check import check
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

TEXT = """MODULE t
FACT k
FACT j
OUTCOME top
ACTION pay
RULE po IF k THEN MUST pay
RULE pp IF j THEN MUST NOT pay
RULE q IF {norm} pay THEN top
CASE derived
  GIVEN {facts}
  ASK "Is it so?" DECIDE top
CASE stipulated
  GIVEN NOT k, NOT j, {norm} pay
  ASK "Is it so?" DECIDE top
"""


@pytest.mark.parametrize("case", ["derived", "stipulated"])
@pytest.mark.parametrize(("norm", "facts", "says"), [
    ("MUST", "k, NOT j", "MUST NOT pay"), ("MUST NOT", "NOT k, j", "MUST pay"), ("MUST", "k, NOT j", "NOT MAY pay"),
])  # fmt: skip
def test_the_opposite_norm_is_one_wrong_judgment(case: str, norm: str, facts: str, says: str) -> None:
    ready = made_ready(TEXT.format(norm=norm, facts=facts), case)
    premises = facts.split(", ") if case == "derived" else []
    claims = [claim(f"f{at}", one, rules="po" if "k" in one else "pp") for at, one in enumerate(premises)]
    below = [one["id"] for one in claims]
    claims += [claim("n", says, *below, rules="po pp"), claim("z", "NOT top", "n", rules="q")]
    answer = answer_of(claims, {"says": "NOT top", "from": ["z"]})
    found = check(ready, answer)
    assert [(one.kind, str(one.subject)) for one in found.findings if one.root] == [("wrong", f"{norm} pay")]
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
