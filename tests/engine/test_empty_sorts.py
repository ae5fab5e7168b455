"""A fact whose value is an entity, where the case lists none: there is no world, and that is said."""

from __future__ import annotations

import pytest

from rulelang.engine.derive import Derivation, Refused, derive, derive_many
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.ruleset import load_text

RULES = """TYPE team
FACT home : team
FACT cold
OUTCOME p
RULE r IF cold AND ANY t IN team HAS (home = t) THEN p
RULE s IF cold AND home = home THEN p
CASE open GIVEN | team | GIVEN cold ASK DECIDE p
CASE settled GIVEN | team | GIVEN NOT cold ASK DECIDE p
"""


def test_a_fact_that_can_have_no_value_leaves_no_world() -> None:
    rules = load_text(RULES)
    with pytest.raises(RuleLangError, match="no completion of the case gives `home` a value"):
        derive(rules.base, rules.cases["open"])
    assert derive(rules.base, rules.cases["settled"]).decisions[0].status.value == "FAILS"
    refused, settled = derive_many(rules.base, rules.cases.values())
    assert isinstance(refused, Refused)
    assert [one.code for one in refused.diagnostics] == ["RL370"]
    assert isinstance(settled, Derivation)
