"""A condition over instances enters the decision if the claims that do state it by themselves (N17, N22)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

RULES = """MODULE t
TYPE bag
FACT heavy(bag)
FACT red(bag)
OUTCOME ok
OUTCOME many
RULE ok IF EVERY b IN bag HAS (heavy(b)) THEN ok
RULE many IF EVERY b IN bag HAS (heavy(b) OR red(b)) THEN many
CASE every  GIVEN heavy(a), heavy(b), heavy(c)  ASK "?" DECIDE ok  EXPECT ok
CASE two  GIVEN heavy(a), heavy(b), red(b)  ASK "?" DECIDE many  EXPECT many
"""


def on(case: str, *sources: str) -> Result:
    """The result of three claims of which the conclusion draws on some, which the quick judge finds too."""
    ready = made_ready(RULES, case)
    target, rule = {"every": ("ok", "ok"), "two": ("many", "many")}[case]
    said = {"every": ("heavy(a)", "heavy(b)", "heavy(c)"), "two": ("heavy(a)", "heavy(b)", "red(b)")}[case]
    claims: list[dict[str, Any]] = [claim(f"s{n}", text, rules=rule) for n, text in zip("abc", said, strict=True)]
    claims.append(claim("z", target, *sources, rules=rule))
    decision = {"says": target, "from": ["z"]}
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return answered(ready, claims, decision)


@pytest.mark.parametrize("sources", [("sa",), ("sa", "sb"), ()])
def test_claims_about_instances_that_are_left_aside_do_not_enter(sources: tuple[str, ...]) -> None:
    result = on("every", *sources)
    assert [check.value for check in result.fails] == [4]
    assert [check.value for check in result.root] == [4]
    entering = next(one for one in result.findings if one.kind == "does not enter")
    assert entering.claim not in sources
    assert all(one.root or one.follows for one in result.findings)


def test_claims_about_instances_enter_together() -> None:
    assert on("every", "sa", "sb", "sc").complete


def test_instances_that_suffice_by_themselves_are_enough() -> None:
    assert on("two", "sa", "sc").complete
    assert on("two", "sa", "sb").complete
    assert [check.value for check in on("two", "sb", "sc").root] == [4]


def test_one_claim_about_all_instances_enters_alone() -> None:
    ready = made_ready(RULES, "every")
    claims = [claim("s1", ["heavy(a)", "heavy(b)", "heavy(c)"], rules="ok"), claim("s2", "heavy(a)", rules="ok")]
    assert answered(ready, claims, {"says": "ok", "from": ["s1"], "rules": ["ok"]}).complete
    assert not answered(ready, claims, {"says": "ok", "from": ["s2"], "rules": ["ok"]}).complete
