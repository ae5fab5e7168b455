"""The links of the dependency chain that lead from one target to another (the rubric's dimension DC)."""

from __future__ import annotations

from typing import Any

import pytest
from worlds import claim, lost, made_ready

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
    ],
)
def test_every_one_has_to_be_there(sources: list[str], changed: dict[str, Any], dimensions: set[str]) -> None:
    """The decision is a claim that states every target, so what it draws on links them too."""
    assert lost_from(sources, **changed) == dimensions


def test_a_target_that_the_decision_itself_concludes_is_linked_with_what_it_concludes_besides() -> None:
    fee = claim("s6", "MUST charge_fee", "s2", "s4", rules="fee secure")
    assert lost_from(["s2", "s4", "s6"], "secure", fee=fee) == set()
