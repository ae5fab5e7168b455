"""What is rightly applied: rules that suspend others, and rules that compare several values (N29, section 4.4)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from worlds import answered, claim, made_ready

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result
from rulelang.verifier.matter import Ready
from rulelang.verifier.rubric import Dimension
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

SUSPENDED = """MODULE t
FACT a
FACT w
FACT k
FACT other
OUTCOME p
OUTCOME fee : NUMBER IN eur
RULE r IF a THEN p
  EXCEPTION inner IF k
RULE wv SUSPENDS r IF w
  EXCEPTION late IF other
RULE base THEN fee = 20 eur
RULE cap IF a THEN fee <= 10 eur
RULE nocap SUSPENDS cap IF w
CASE off CLOSED  GIVEN a  ASK "?" DECIDE p
CASE on CLOSED  GIVEN a, w  ASK "?" DECIDE p
CASE uncapped CLOSED  GIVEN a, w  ASK "?" DECIDE fee
"""

COMPARING = """MODULE t
FACT a : NUMBER IN eur
FACT b : NUMBER IN eur
FACT n : INTEGER
FACT sent : DATE
FACT got : DATE
OUTCOME ok
RULE ok IF a >= b + 100 eur AND n > 3 AND got <= sent + 3 DAYS THEN ok
RULE far IF n > 90 THEN ok
CASE c GIVEN a = 1000 eur, b = 800 eur, n = 5, sent = 2024-02-28, got = 2024-03-02  ASK "?" DECIDE ok
"""


def on(ready: Ready, case: str, claims: list[dict[str, Any]], decision: dict[str, Any]) -> Result:
    """The result, which the quick judge finds too."""
    document = {"rulelang": "answer/1", "case": f"t.rules#{case}", "claims": claims, "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    return answered(ready, claims, decision)


def score(result: Result) -> int:
    assert result.rubric is not None
    return result.rubric.score


def precision(result: Result) -> float:
    assert result.scope is not None
    return float(result.scope.precision)


@pytest.mark.parametrize("cited", [("r",), ("r", "r.inner"), ("r", "wv"), ("r", "wv.late")])
@pytest.mark.parametrize(("case", "says", "decision"), [("off", "NOT w", "p"), ("on", "w", "NOT p")])
def test_a_rule_that_suspends_another_takes_part_in_what_leads_there(
    case: str, says: str, decision: str, cited: tuple[str, ...]
) -> None:
    claims = [
        claim("s1", "a", rules="r"),
        claim("s2", says, rules="wv"),
        claim("s3", "NOT k", rules="r.inner"),
        *([claim("s5", "NOT other", rules="wv.late")] if case == "on" else []),
    ]
    last = {"id": "s4", "says": decision, "from": [one["id"] for one in claims], "rules": list(cited)}
    result = on(made_ready(SUSPENDED, case), case, [*claims, last], {"says": decision, "from": ["s4"]})
    assert result.complete
    assert (score(result), precision(result)) == (100, 1)


def test_so_does_one_that_suspends_a_limit() -> None:
    claims = [
        claim("s1", "a", rules="cap"),
        claim("s2", "w", rules="nocap"),
        {"id": "s3", "says": "fee = 20 eur", "from": ["s1", "s2"], "rules": ["base", "cap", "nocap"]},
    ]
    result = on(made_ready(SUSPENDED, "uncapped"), "uncapped", claims, {"says": "fee = 20 eur", "from": ["s3"]})
    assert result.complete
    assert (score(result), precision(result)) == (100, 1)


def comparing(*claims: dict[str, Any]) -> Result:
    needed = [
        claim("n1", "a >= b + 100 eur", rules="ok"),
        claim("n2", "n > 3", rules="ok"),
        claim("n3", "got <= sent + 3 DAYS", rules="ok"),
    ]
    every = [*claims, *needed]
    last = claim("z", "ok", *(one["id"] for one in every), rules="ok")
    return on(made_ready(COMPARING), "c", [*every, last], {"says": "ok", "from": ["z"]})


@pytest.mark.parametrize(
    "says",
    [
        "a = 1000 eur",
        ["a = 1000 eur", "b = 800 eur"],
        "a > 950 eur",
        "b < 850 eur",
        ["got = 2024-03-02", "sent = 2024-02-28"],
        "sent <= 2024-02-29",
    ],
)
def test_a_rule_is_rightly_applied_to_one_of_the_values_that_it_compares(says: Any) -> None:
    result = comparing(claim("v", says, rules="ok"))
    assert result.complete
    assert (score(result), precision(result)) == (100, 1)


@pytest.mark.parametrize(
    ("says", "cited"),
    [
        ("a = 1000 eur", "far"),  # that rule compares nothing with it
        ("a >= b + 50 eur", "ok"),  # another bound than the rule's
        ("n > 2", "ok"),
        ("a >= n * 100 eur", "ok"),  # the rule does not compare these two
    ],
)
def test_it_is_not_to_what_it_does_not_compare_so(says: str, cited: str) -> None:
    result = comparing(claim("v", says, rules=cited))
    assert result.rubric is not None
    assert Dimension.GROUNDING in [mark.dimension for mark in result.rubric.marks if not mark.satisfied]
    assert precision(result) < 1


LISTED = """MODULE t
TYPE bid
FACT big(bid)
FACT late
OUTCOME many
RULE m IF COUNT OF x IN bid >= 2 AND ANY x IN bid HAS (big(x)) THEN many
  EXCEPTION k IF late AND COUNT OF x IN bid >= 2
RULE other IF late THEN many
CASE c GIVEN big(x1), NOT big(x2), NOT late  ASK "?" DECIDE many
"""


def listed(says: str, rule: str) -> Result:
    """An answer that says so of how many are listed, which is no judgment, for it hangs on no fact."""
    claims = [
        claim("s1", says, rules=rule),
        claim("s2", "big(x1)", rules="m"),
        claim("s3", "NOT late", rules="m.k"),
        claim("s4", "many", "s1", "s2", "s3", rules="m"),
    ]
    return on(made_ready(LISTED), "c", claims, {"says": "many", "from": ["s4"]})


@pytest.mark.parametrize(
    ("says", "rule", "right"),
    [
        ("COUNT OF x IN bid >= 2", "m", True),
        ("COUNT OF y IN bid >= 2", "m", True),
        ("NOT COUNT OF x IN bid < 2", "m", True),
        ("NOT COUNT OF x IN bid < 2", "m.k", True),
        ("COUNT OF x IN bid = 2", "m", True),
        ("COUNT OF x IN bid = 2", "m.k", True),
        ("COUNT OF x IN bid >= 1", "m", False),
        ("COUNT OF x IN bid >= 2", "other", False),
    ],
)
def test_a_rule_is_rightly_applied_to_its_condition_that_counts_what_is_listed(
    says: str, rule: str, right: bool
) -> None:
    result = listed(says, rule)
    assert result.fails == ()
    assert (precision(result) == 1, score(result) == 100) == (right, right)


COUNTING = """MODULE t
TYPE item OF i1, i2, i3
FACT h(item)
FACT a
OUTCOME p
OUTCOME q
DEFINE s(x : item) AS h(x) OR a
RULE r IF COUNT OF x IN item WHERE (h(x) AND s(x)) < 2 THEN p
CASE c GIVEN NOT h(i1), NOT h(i2), h(i3), NOT a  ASK "?" DECIDE p
"""


def counted(says: str) -> Result:
    """An answer that says so of what the rule counts, with the facts of each instance."""
    claims = [
        claim("s1", ["NOT h(i1)", "NOT h(i2)", "h(i3)", "NOT a"], rules="s"),
        claim("s2", says, "s1", rules="r s"),
        claim("s3", "p", "s2", rules="r"),
    ]
    return on(made_ready(COUNTING), "c", claims, {"says": "p", "from": ["s3"]})


def test_a_stronger_bound_of_a_count_applies_the_rule_that_counts() -> None:
    result = counted("COUNT OF x IN item WHERE (h(x) AND s(x)) <= 1")
    assert (result.fails, score(result)) == ((), 100)
    result = counted("COUNT OF x IN item WHERE (h(x) AND s(x)) = 1")
    assert (result.fails, score(result)) == ((), 100)


def test_a_bound_of_a_count_that_settles_nothing_misquotes_the_rule_though_its_instances_are_stated() -> None:
    result = counted("COUNT OF x IN item WHERE (h(x) AND s(x)) < 9")
    assert ([one.kind for one in result.findings], result.root) == (["misquoted"], (2,))


def test_a_false_bound_of_a_count_is_about_the_condition() -> None:
    result = counted("COUNT OF x IN item WHERE (h(x) AND s(x)) = 0")
    assert (next(one.kind for one in result.findings), result.root) == ("contradictory", (2,))


VIOLATING = """MODULE t
FACT a
FACT b
ACTION pay
OUTCOME viol
RULE r IF a THEN MUST pay
  CONFLICT k IF b THEN MUST NOT pay
RULE rv IF VIOLATED pay THEN viol
CASE c GIVEN a, NOT b, NOT DONE pay  ASK "?" DECIDE viol
"""


@pytest.mark.parametrize(
    ("step", "points"),
    [
        (claim("s5", "VIOLATED pay", "s3", "s4", rules="rv"), 100),
        (claim("s5", "VIOLATED pay", "s3", "s4", rules="r"), 100),
        (claim("s5", "VIOLATED pay", "s3", "s4", rules="r.k rv"), 100),
    ],
)
def test_a_condition_of_several_parts_may_be_a_step_of_its_own(step: dict[str, Any], points: int) -> None:
    """`VIOLATED pay` is that one must and has not, or must not and has: the rule that asks for it is cited for it."""
    claims = [
        claim("s1", "a", rules="r"),
        claim("s2", "NOT b", rules="r.k"),
        claim("s3", "MUST pay", "s1", "s2", rules="r"),
        claim("s4", "NOT DONE pay", rules="rv"),
        step,
        claim("s6", "viol", "s5", rules="rv"),
    ]
    assert score(on(made_ready(VIOLATING), "c", claims, {"says": "viol", "from": ["s6"]})) == points


OPEN = """FACT a
FACT b
FACT m
FACT z
OUTCOME p
OUTCOME other
RULE go IF a THEN p
  EXCEPTION ex IF b
RULE waiver SUSPENDS go IF m
RULE beside IF z THEN other
CASE u  GIVEN NOT b, NOT m, z  ASK "?" DECIDE p EXPECT UNKNOWN p
CASE k  GIVEN a, NOT b, NOT m, z  ASK "?" DECIDE p
"""


@pytest.mark.parametrize("case", ["u", "k"])
@pytest.mark.parametrize(
    ("rules", "is_right"),
    [
        ("go", True),
        ("go waiver", True),
        ("go go.ex waiver", True),
        ("waiver", False),
        ("go beside", False),
    ],
)
def test_a_rule_that_suspends_is_applied_to_what_is_left_open_as_to_what_is_so(
    case: str, rules: str, is_right: bool
) -> None:
    ready = made_ready(OPEN, case)
    unknown = "UNKNOWN " if case == "u" else ""
    claims = [
        claim("s1", f"{unknown}a", rules="go"),
        claim("s2", "NOT b", rules="go.ex"),
        claim("s3", "NOT m", rules="waiver"),
        claim("s4", f"{unknown}p", "s1", "s2", "s3", rules=rules),
    ]
    result = on(ready, case, claims, {"says": f"{unknown}p", "from": ["s4"]})
    assert result.rubric is not None
    lost = {mark.dimension.name for mark in result.rubric.marks if not mark.satisfied}
    assert ("GROUNDING" not in lost) is is_right
