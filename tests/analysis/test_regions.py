"""`diff`: every pair of decisions before and after that there is, told once and for the right reason."""

from __future__ import annotations

import pytest
from test_difference import diff

TABLE = """TYPE zone OF inner, outer
TYPE bag
FACT f(zone)
FACT w(bag) : INTEGER FROM 0 TO 9
TABLE rate(zone) : INTEGER
  | zone | rate |
  | inner | 2 |
  | outer | 4 |
OUTCOME p
OUTCOME fee : INTEGER
OUTCOME pay(bag) : INTEGER
"""


@pytest.mark.parametrize("rules", [
    "RULE r THEN fee = rate(inner)\n",
    "RULE r THEN fee = SUM OF rate(z) FOR EACH z IN zone\n",
    "RULE r THEN fee = 10\nRULE s THEN fee <= rate(inner)\n",
    "DEFINE d : INTEGER AS rate(inner) + 1\nRULE r THEN fee = d\n",
    "RULE r IF rate(inner) > 2 THEN p\n",
    "RULE r IF ANY z IN zone HAS (rate(z) = 3 AND f(z)) THEN p\n",
    "RULE r FOR EACH b IN bag IF w(b) > 1 THEN pay(b) = 3\n  EXCEPTION x IF rate(inner) = 3 AND w(b) > 7\n",
])  # fmt: skip
def test_what_a_changed_table_makes_is_due_to_the_table_though_it_is_read_at_a_known_key(rules: str) -> None:
    text = TABLE + rules
    found = diff(text, text.replace("| inner | 2 |", "| inner | 3 |"))
    assert found.regions
    assert {change.clause for region in found.regions for change in region.clauses} == {"TABLE rate"}
    assert found.harmless == ()


def test_a_table_that_names_what_is_concluded_is_seen_to_have_changed() -> None:
    text = "TYPE zone OF inner, outer\nFACT f(zone)\nTABLE to(zone) : zone\n  | zone | to |\n  | inner | inner |\n"
    text += "  | outer | outer |\nOUTCOME p\nRULE r IF f(to(inner)) THEN p\n"
    found = diff(text, text.replace("| inner | inner |", "| inner | outer |"))
    assert [(one.before, one.after) for one in found.regions] == [("p", "nothing"), ("nothing", "p")]
    assert {change.clause for region in found.regions for change in region.clauses} == {"TABLE to"}
