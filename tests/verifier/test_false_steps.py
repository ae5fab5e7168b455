"""The policy `answer`: no conclusion that enters is false; what only a false premise gives is no second root (N7)."""

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
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge

TEXT = """MODULE t
FACT a
FACT b
FACT c
OUTCOME p
OUTCOME q
OUTCOME s
OUTCOME fee : NUMBER IN eur
ACTION x
RULE rp IF a THEN p
RULE other IF q AND s THEN p
RULE rq IF b THEN q
RULE rs IF q AND c THEN s
RULE rf IF a THEN fee = 105 eur
RULE rx IF a THEN MAY x
CASE plain TRACK policy GIVEN a, NOT b, c ASK "?" DECIDE p
CASE bound TRACK policy GIVEN a, NOT b, c ASK "?" DECIDE fee > 100 eur
CASE norm TRACK policy GIVEN a, NOT b, c ASK "?" DECIDE MAY x
CASE asked TRACK policy REQUIRES b GIVEN a, NOT b, c ASK "?" DECIDE p
"""

READY: dict[str, Ready] = {name: made_ready(TEXT, name) for name in ("plain", "bound", "norm", "asked")}


def on(case: str, says: str, *claims: dict[str, Any]) -> Result:
    """The result of an answer of these claims, all of which enter; the quick judge finds the same."""
    decision = {"says": says, "from": [one["id"] for one in claims]}
    document = {"rulelang": "answer/1", "case": f"t.rules#{case}", "claims": list(claims), "decision": decision}
    answer = read_answer(json_text(Source("a.json", json.dumps(document))))
    assert Judge(READY[case]).row(answer) == verdict_of(READY[case], answer)
    return answered(READY[case], list(claims), decision)


def found(result: Result) -> list[tuple[str, bool]]:
    return [(one.kind, one.root) for one in result.findings]


A, P = claim("a", "a", rules="rp"), claim("p", "p", "a", rules="rp")


def test_a_conclusion_from_a_false_premise_is_no_second_root() -> None:
    result = on("plain", "p", A, P, claim("b", "b"), claim("q", "q", "b", rules="rq"))
    assert (found(result), result.root) == ([("false premise", True), ("false step", False)], (2,))
    chain = (claim("c", "c"), claim("s", "s", "q", "c", rules="rs"))
    result = on("plain", "p", A, P, claim("b", "b"), claim("q", "q", "b", rules="rq"), *chain)
    assert result.root == (2,)
    assert found(result)[1:] == [("false step", False)] * 2


def test_a_conclusion_that_no_premise_gives_is_a_root() -> None:
    result = on("plain", "p", A, P, claim("b", "NOT b"), claim("q", "q", "b", rules="rq"))
    assert found(result) == [("false step", True)]
    again = (claim("q", "q", rules="rq"), claim("q2", "q", "q", rules="rq"))  # the one does not excuse the other
    assert found(on("plain", "p", A, P, *again)) == [("false step", True)] * 2


def test_of_a_required_judgment_that_is_wrong_a_conclusion_is_no_second_root() -> None:
    result = on("asked", "p", A, P, claim("b", "b", rules="rq"), claim("q", "q", "b", rules="rq"))
    assert (found(result), result.root) == ([("wrong", True), ("false step", False)], (2,))


@pytest.mark.parametrize(
    ("case", "right", "strong", "rule"),
    [("bound", "fee > 100 eur", "fee > 110 eur", "rf"), ("norm", "MAY x", "MUST x", "rx")],
)
def test_a_false_stronger_claim_about_a_target_is_a_false_conclusion(
    case: str, right: str, strong: str, rule: str
) -> None:
    above, below = claim("t", right, "a", rules=rule), claim("u", strong, "a", rules=rule)
    assert found(on(case, right, A, above)) == []
    assert found(on(case, right, A, above, below)) == [("false step", True)]
    assert found(on(case, right, A, below)) == [("false step", True)]
    result = on(case, strong, A, below)  # the decision says what the step says: one fault
    assert (found(result), result.root) == ([("false step", True), ("says too much", False)], (4,))
    assert on(case, strong, A, above).root == (5,)


def test_a_true_stronger_claim_is_none() -> None:
    assert found(on("bound", "fee > 100 eur", A, claim("t", "fee = 105 eur", "a", rules="rf"))) == []


def test_a_passage_on_what_a_condition_over_instances_reads_beside_them_bears_on_it() -> None:
    ready = made_ready("""MODULE t
TYPE item OF i1, i2
FACT k(item)
FACT m : INTEGER
FACT n : INTEGER
OUTCOME p
RULE r IF ANY x IN item HAS (k(x) AND m >= 3) AND m > n THEN p
CASE c TRACK policy
  GIVEN k(i1), NOT k(i2), m = 6, n = 2
  EVIDENCE e1 "six" SUPPORTS m = 6
  EVIDENCE e2 "other" SUPPORTS n = 2
  ASK "?" DECIDE p
""")
    for says, cites, kinds in (
        ("ANY x IN item HAS (k(x) AND m >= 3)", "e1", []),
        ("ANY x IN item HAS (k(x) AND m >= 3)", "e2", ["unsupported"]),
        ("m > n", "e1", []),
    ):
        both = claim("m", ["m > n", "ANY x IN item HAS (k(x) AND m >= 3)"], rules="r")
        claims = [claim("i", says, evidence=cites), both, claim("p", "p", "i", "m", rules="r")]
        result = answered(ready, claims, {"says": "p", "from": ["p"]})
        assert [one.kind for one in result.findings] == kinds, says
