"""What `warrant` prints of rules, limits and definitions has its units, as the rules have."""

from __future__ import annotations

from worlds import made_ready

from rulelang.verifier.reference.account import warrants_of

RULES = """MODULE t
TYPE bag OF a
FACT n : NUMBER IN kg
FACT price : NUMBER IN eur
FACT weight(bag) : NUMBER IN kg
OUTCOME fee : NUMBER IN eur
OUTCOME each(bag) : NUMBER IN eur
OUTCOME total : NUMBER IN eur
DEFINE base : NUMBER IN eur AS 3 eur IF price > 10 eur AS price * 2 OTHERWISE
RULE fee THEN fee = n / 1 kg * 2 eur + base
RULE cap THEN fee <= 25 eur
RULE cap2 THEN fee <= GREATEST(price * 3, 7 eur)
RULE each FOR EACH b IN bag THEN each(b) = weight(b) / 1 kg * 3 eur
RULE total THEN total = fee + LEAST(each(a), 4 eur)
CASE c
  GIVEN
  | bag | weight |
  |-----|--------|
  | a   | 2      |
  GIVEN n = 10 kg, price = 20 eur
  ASK "?" DECIDE total
"""


def test_what_rules_limits_and_definitions_give_has_its_units() -> None:
    [warrant] = warrants_of(made_ready(RULES), "t.rules#c").warrants
    assert {rule.concludes for one in warrant.conclusions for rule in one.logic} == {
        "base = 3 eur",
        "base = price * 2",
        "fee = n / 1 kg * 2 eur + base",
        "fee <= 25 eur",
        "fee <= GREATEST(price * 3, 7 eur)",
        "each(a) = weight(a) / 1 kg * 3 eur",
        "total = fee + LEAST(each(a), 4 eur)",
    }
