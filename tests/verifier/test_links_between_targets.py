"""The links of the dependency chain that lead from one target to another (the rubric's dimension DC)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import answer_of, claim, lost, made_ready

from rulelang.verifier.check import check

ESTATE = """MODULE t
FACT tenant
FACT assessed
OUTCOME lease_continues
ACTION transfer
ACTION secure_site
ACTION charge_fee
RULE lease IF tenant THEN lease_continues
RULE nofed IF NOT assessed THEN MUST NOT transfer
RULE secure IF lease_continues AND MUST NOT transfer THEN MUST secure_site
RULE fee IF MUST secure_site THEN MUST charge_fee
CASE c GIVEN tenant, NOT assessed  ASK "?" DECIDE ACTIONS transfer, secure_site, charge_fee
"""

CLAIMS = {
    "tenant": claim("s1", "tenant", rules="lease"),
    "lease": claim("s2", "lease_continues", "s1", rules="lease"),
    "assessed": claim("s3", "NOT assessed", rules="nofed"),
    "transfer": claim("s4", "MUST NOT transfer", "s3", rules="nofed"),
    "secure": claim("s5", "MUST secure_site", "s2", "s4", rules="secure"),
    "fee": claim("s6", "MUST charge_fee", "s5", rules="fee"),
}


def lost_from(sources: list[str], *dropped: str, **changed: dict[str, Any]) -> set[str]:
    """The dimensions that an answer loses."""
    decision = {"says": ["MUST NOT transfer", "MUST secure_site", "MUST charge_fee"], "from": sources}
    if dropped:
        decision["rules"] = ["secure"]
    claims = [one for name, one in (CLAIMS | changed).items() if name not in dropped]
    return lost(made_ready(ESTATE), claims, decision)


@pytest.mark.parametrize(
    ("sources", "changed", "dimensions"),
    [
        (["s4", "s5", "s6"], {}, set[str]()),
        (["s6"], {"fee": claim("s6", "MUST charge_fee", "s2", "s4", rules="fee")}, {"CHAIN"}),
        (["s4", "s6"], {"secure": claim("s5", "MUST secure_site", "s2", rules="secure")}, set[str]()),
        (["s5", "s6"], {"secure": claim("s5", "MUST secure_site", "s2", rules="secure")}, {"CHAIN"}),
        ([], {}, set[str]()),
        ([], {"fee": claim("s6", "MUST charge_fee", "s2", "s4", rules="fee")}, set[str]()),
        ([], {"secure": claim("s5", "MUST secure_site", "s2", rules="secure")}, set[str]()),
    ],
)
def test_every_one_has_to_be_there(sources: list[str], changed: dict[str, Any], dimensions: set[str]) -> None:
    """The decision is a claim that states every target, so what it draws on links them too."""
    assert lost_from(sources, **changed) == dimensions


def test_a_target_that_the_decision_itself_concludes_is_linked_with_what_it_concludes_besides() -> None:
    fee = claim("s6", "MUST charge_fee", "s2", "s4", rules="fee secure")
    assert lost_from(["s2", "s4", "s6"], "secure", fee=fee) == set()


SCHOOL = """MODULE t
FACT sick
FACT exam
OUTCOME excused
OUTCOME points : INTEGER
ACTION retake
ACTION report
RULE exc IF sick THEN excused
RULE pts IF excused THEN points = 13
RULE ret IF exam AND points > 5 THEN MUST retake
RULE rep IF MUST retake THEN MUST report
CASE c GIVEN sick, exam
  ASK "?" TYPE multi_issue_synthesis DECIDE excused, points, MUST retake, MUST report
  EXPECT excused, points = 13, MUST retake, MUST report
CASE bound GIVEN sick, exam  ASK "?" DECIDE points > 10, MUST retake
"""
LESSONS = [
    claim("s1", "sick", rules="exc"),
    claim("s2", "excused", "s1", rules="exc"),
    claim("s3", "points = 13", "s2", rules="pts"),
    claim("s4", "exam", rules="ret"),
    claim("s5", "MUST retake", "s3", "s4", rules="ret"),
    claim("s6", "MUST report", "s4", rules="rep"),
]


@pytest.mark.parametrize("sources", [["s2", "s3", "s5", "s6"], []])
def test_a_decision_without_reasons_draws_on_the_claims_that_state_it(sources: list[str]) -> None:
    """N17: whether it names them or not, it says the same; one that did not lost the chain, and the type's demands."""
    decision = {"says": ["excused", "points = 13", "MUST retake", "MUST report"], "from": sources}
    assert lost(made_ready(SCHOOL, "c"), LESSONS, decision) == set()
    found = check(made_ready(SCHOOL, "c"), answer_of(LESSONS, decision))
    assert [point.met for one in found.asked for point in one.points].count(False) == 0


@pytest.mark.parametrize("sources", [["s2"], ["s2", "s3", "s5"]])
def test_only_what_it_draws_on_is_linked(sources: list[str]) -> None:
    decision = {"says": ["excused", "points = 13", "MUST retake", "MUST report"], "from": sources}
    expected = set[str]() if "s5" in sources else {"CHAIN"}
    assert lost(made_ready(SCHOOL, "c"), LESSONS, decision) == expected


@pytest.mark.parametrize("sources", [["s3", "s5"], []])
def test_a_target_that_a_premise_states_is_linked_by_the_decision(sources: list[str]) -> None:
    """`points = 13` states `points > 10`, which no claim draws from it."""
    decision = {"says": ["points > 10", "MUST retake"], "from": sources, "rules": ["pts", "ret"]}
    assert lost(made_ready(SCHOOL, "bound"), LESSONS[:5], decision) == set()
