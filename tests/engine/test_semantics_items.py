"""The prose cases of docs/semantics.md, item by item, as rule files and what they come to."""

from __future__ import annotations

import pytest
from derived import decision_of, unmet

from rulelang.engine.decision import Status, Why

NORMS = """
MODULE m
FACT t
ACTION a
"""

ITEMS = {
    "2 (i): a rule that has itself been struck strikes nobody": NORMS
    + """
    RULE u IF t THEN MUST a
    RULE k IF t THEN NEED NOT a
    RULE n IF t THEN MUST NOT a
    PRIORITY k OVER u
    CASE c GIVEN t EXPECT NEED NOT a, MUST NOT a, NOT MUST a
    """,
    "2 (ii): a rule beaten by a beaten rule stands": NORMS
    + """
    RULE u IF t THEN MUST a
    RULE n IF t THEN MUST NOT a
    RULE m1 IF t THEN MAY a
    PRIORITY n OVER u
    PRIORITY m1 OVER n
    CASE c GIVEN t EXPECT MUST a, MAY a, NOT MUST NOT a
    """,
    "2 (iii): in an open clash of MUST and MUST NOT no world has both": NORMS
    + """
    OUTCOME both
    RULE u IF t THEN MUST a
    RULE n IF t THEN MUST NOT a
    RULE b IF MUST a AND MUST NOT a THEN both
    CASE c GIVEN t EXPECT CONFLICT MUST a, CONFLICT MUST NOT a, NOT both, NOT (MUST a AND MUST NOT a)
    """,
    "2: MUST implies MAY, MUST NOT implies NEED NOT, silence implies nothing": NORMS
    + """
    ACTION b
    ACTION quiet
    RULE u IF t THEN MUST a
    RULE n IF t THEN MUST NOT b
    CASE c GIVEN t EXPECT MAY a, NOT NEED NOT a, NEED NOT b, NOT MAY b, NOT MAY quiet, NOT MUST NOT quiet
    """,
    "2: a default closes a policy": """
    MODULE m
    FACT t
    ACTION a DEFAULT MUST NOT
    RULE u IF t THEN MAY a
    CASE c GIVEN t EXPECT MAY a, NOT MUST NOT a
    CASE d GIVEN NOT t EXPECT MUST NOT a
    """,
    "3: ironclad parts that clash leave the contest in conflict": """
    MODULE m
    FACT t
    OUTCOME p
    RULE r IF t THEN p
      IRONCLAD one IF t THEN p
    RULE s IF t THEN NOT p
      IRONCLAD two IF t THEN NOT p
    CASE c GIVEN t EXPECT CONFLICT p
    """,
    "3: a stipulation stands above the rules, an ironclad part beside it": NORMS
    + """
    RULE r IF t THEN NEED NOT a
      IRONCLAD never IF t THEN MUST NOT a
    CASE c GIVEN t, MAY a EXPECT CONFLICT MAY a
    """,
    "3: a stipulation beats ordinary rules": """
    MODULE m
    FACT t
    OUTCOME p
    RULE r IF t THEN NOT p
    CASE c GIVEN t, p EXPECT p
    """,
    "5: what follows on either side of a conflict holds (floating conclusion)": """
    MODULE m
    FACT t
    OUTCOME p
    OUTCOME q
    RULE a IF t THEN p
    RULE b IF t THEN NOT p
    RULE x IF p THEN q
    RULE y IF REJECTED p THEN q
    CASE c GIVEN t EXPECT q, CONFLICT p
    """,
    "5: a conflict spreads to what depends on it (propagated, not blocked)": """
    MODULE m
    FACT t
    OUTCOME p
    OUTCOME q
    RULE a IF t THEN p
    RULE b IF t THEN NOT p
    RULE x IF p THEN q
    RULE y IF t THEN NOT q
    CASE c GIVEN t EXPECT UNKNOWN q
    """,
    "5: contests in conflict are settled each by itself": """
    MODULE m
    FACT t
    OUTCOME p
    OUTCOME q
    OUTCOME s
    RULE r1 IF t THEN p AND q
    RULE r2 IF t THEN NOT p AND NOT q
    RULE r3 IF p AND NOT q THEN s
    CASE c GIVEN t EXPECT UNKNOWN s
    """,
    "6: rivals in a positive cycle are no error": """
    MODULE m
    FACT clever
    FACT harsh
    OUTCOME smart
    OUTCOME kind
    RULE s IF clever THEN smart
    RULE k IF smart THEN kind
    RULE b IF kind THEN smart
    RULE h IF harsh THEN NOT kind
    CASE gentle GIVEN clever, NOT harsh EXPECT smart, kind
    CASE rough GIVEN clever, harsh EXPECT smart, CONFLICT kind
    CASE dull GIVEN NOT clever, NOT harsh EXPECT NOT smart, NOT kind
    """,
    "6: a loop that would settle its own conflict does not": """
    MODULE m
    FACT t
    OUTCOME p
    OUTCOME q
    RULE r1 IF t THEN p
    RULE r2 IF t THEN NOT p
    RULE r3 IF q THEN p
    RULE r4 IF p THEN q
    PRIORITY r3 OVER r2
    CASE c GIVEN t EXPECT CONFLICT p, UNKNOWN q
    """,
    "7: a comparison without a value is an unknown truth value, the same one everywhere": """
    MODULE m
    FACT a : NUMBER
    FACT b : NUMBER
    FACT t
    OUTCOME p
    OUTCOME q
    OUTCOME same
    OUTCOME bonus : NUMBER
    RULE r IF b = 0 OR a / b > 2 THEN p
    RULE s IF NOT (bonus > 3) THEN q
    RULE u IF a / b > 2 THEN same
    RULE v IF NOT (a / b > 2) THEN same
    RULE w IF t THEN bonus = 5
    CASE c GIVEN a = 1, b = 0, NOT t EXPECT p, UNKNOWN q, same, UNKNOWN a / b > 2
    """,
    "7: an exception that is an open test leaves its rule open": """
    MODULE m
    FACT a : NUMBER
    FACT b : NUMBER
    FACT t
    OUTCOME p
    RULE r IF t THEN p
      EXCEPTION e IF a / b > 2
    CASE c GIVEN t, a = 1, b = 0 EXPECT UNKNOWN p
    CASE d GIVEN NOT t, a = 1, b = 0 EXPECT NOT p
    """,
    "7: an aggregate with an undefined part is undefined; what WHERE leaves out is not read": """
    MODULE m
    TYPE bag OF x, y
    FACT heavy(b : bag)
    OUTCOME fee(b : bag) : NUMBER
    OUTCOME total : NUMBER
    OUTCOME part : NUMBER
    RULE f FOR EACH b IN bag IF heavy(b) THEN fee(b) = 10
    RULE g THEN total = SUM OF fee(b) FOR EACH b IN bag
    RULE h THEN part = SUM OF fee(b) FOR EACH b IN bag WHERE (heavy(b))
    CASE c GIVEN heavy(x), NOT heavy(y) EXPECT UNKNOWN total > 5, part = 10
    """,
    "7: a rule whose value is undefined still competes": """
    MODULE m
    FACT t
    FACT b : NUMBER
    OUTCOME v : NUMBER
    RULE r IF t THEN v = 3
    RULE s IF t THEN v = 1 / b
    CASE c GIVEN t, b = 0 EXPECT CONFLICT v
    CASE d GIVEN t, b = 0.5 EXPECT CONFLICT v
    CASE e GIVEN t, b = 1 EXPECT CONFLICT v, v > 0
    """,
    "11: an exception's outcome needs the rule's condition; an excepted exception does nothing": """
    MODULE m
    FACT assign
    FACT to_affiliate
    FACT acquirer_rival
    ACTION consent
    ACTION notify
    ACTION explain
    RULE r IF assign THEN MUST consent
      EXCEPTION aff IF to_affiliate THEN MUST notify
      EXCEPTION rival TO aff IF acquirer_rival THEN MUST explain
    CASE no_assignment GIVEN NOT assign, to_affiliate, NOT acquirer_rival
      EXPECT NOT MUST notify, NOT MUST consent, NOT MUST explain
    CASE excepted GIVEN assign, to_affiliate, NOT acquirer_rival EXPECT NOT MUST consent, MUST notify
    CASE revived GIVEN assign, to_affiliate, acquirer_rival
      EXPECT MUST consent, NOT MUST notify, MUST explain
    """,
    "13: IRONCLAD without IF holds where the rule's own condition does, exceptions left aside": """
    MODULE m
    FACT bank_opens
    FACT small
    ACTION keep_records
    ACTION report
    RULE r IF bank_opens THEN MUST report
      EXCEPTION small IF small
      IRONCLAD THEN MUST keep_records
    CASE c GIVEN bank_opens, small EXPECT MUST keep_records, NOT MUST report
    CASE d GIVEN NOT bank_opens, small EXPECT NOT MUST keep_records
    """,
    "17: a default applies where every rule is excepted, never as the way out of a conflict": """
    MODULE m
    FACT t
    FACT x
    OUTCOME p DEFAULT YES
    RULE r IF t THEN NOT p
      EXCEPTION e IF x
    RULE s IF t AND x THEN p
    CASE excepted GIVEN t, x EXPECT p
    CASE plain GIVEN t, NOT x EXPECT REJECTED p
    CASE silent GIVEN NOT t, NOT x EXPECT p
    """,
    "17: a default does not settle a conflict or replace an undefined value": """
    MODULE m
    FACT t
    FACT b : NUMBER
    OUTCOME p DEFAULT YES
    OUTCOME v : NUMBER DEFAULT 1
    RULE r IF t THEN p
    RULE s IF t THEN NOT p
    RULE w IF t THEN v = 1 / b
    CASE c GIVEN t, b = 0 EXPECT CONFLICT p, UNKNOWN v = 1
    """,
    "18: over no entity EVERY is true, ANY false, sums 0, MIN undefined": """
    MODULE m
    TYPE bag
    FACT weight(b : bag) : NUMBER
    OUTCOME all_light
    OUTCOME some_heavy
    OUTCOME n : NUMBER
    OUTCOME s : NUMBER
    OUTCOME least : NUMBER
    RULE a IF EVERY b IN bag HAS (weight(b) < 5) THEN all_light
    RULE e IF ANY b IN bag HAS (weight(b) > 5) THEN some_heavy
    RULE c1 THEN n = COUNT OF b IN bag
    RULE c2 THEN s = SUM OF weight(b) FOR EACH b IN bag
    RULE c3 THEN least = MIN OF weight(b) FOR EACH b IN bag
    CASE c GIVEN
      | bag | weight |
      EXPECT all_light, NOT some_heavy, n = 0, s = 0, UNKNOWN least > 0
    """,
    "19: VIOLATED is open under a conflict unless it comes out the same": """
    MODULE m
    FACT t
    ACTION a
    RULE u IF t THEN MUST a
    RULE n IF t THEN MUST NOT a
    CASE c GIVEN t, DONE a EXPECT UNKNOWN VIOLATED a
    CASE d GIVEN NOT t, DONE a EXPECT NOT VIOLATED a
    """,
    "22: an unknown whole number between two whole numbers does not exist": """
    MODULE m
    FACT n : INTEGER FROM 0 TO 3
    FACT x : NUMBER FROM 0 TO 3
    OUTCOME p
    OUTCOME q
    RULE r IF n <= 1 OR n >= 2 THEN p
    RULE s IF x <= 1 OR x >= 2 THEN q
    CASE c EXPECT p, UNKNOWN q
    """,
    "22: bounds of facts are assumed, those of outcomes checked": """
    MODULE m
    FACT n : NUMBER FROM 0 TO 3
    OUTCOME p
    OUTCOME fee : NUMBER FROM 0 TO 100
    RULE r IF n < 4 THEN p
    RULE s THEN fee = 150
    CASE c EXPECT p, UNKNOWN fee > 5
    """,
    "23: completions that break an ALWAYS do not exist": """
    MODULE m
    FACT age : INTEGER FROM 0 TO 150
    FACT is_adult
    ALWAYS NOT (is_adult AND age < 18)
    OUTCOME p
    RULE r IF NOT is_adult OR age >= 18 THEN p
    CASE c EXPECT p
    """,
    "25: equal values never compete": """
    MODULE m
    FACT t
    OUTCOME v : NUMBER
    RULE r IF t THEN v = 0.5
    RULE s IF t THEN v = 1 / 2
    CASE c GIVEN t EXPECT v = 1/2
    """,
}


@pytest.mark.parametrize("text", ITEMS.values(), ids=ITEMS.keys())
def test_item(text: str) -> None:
    assert unmet(text) == []


REASONS = """
MODULE m
FACT t
FACT x
OUTCOME p
OUTCOME q
OUTCOME lonely
ACTION a
RULE r IF t THEN p
  EXCEPTION e IF x
RULE s IF t AND x THEN NOT q
RULE n IF t THEN NEED NOT a
RULE u IF t THEN MAY a
RULE w IF t THEN MUST a
PRIORITY n OVER w
"""


@pytest.mark.parametrize(
    ("given", "asked", "why"),
    [
        ("t, x", "q", Why.REJECTED),
        ("t, x", "p", Why.EXCEPTED),
        ("NOT t, x", "p", Why.CONDITION_FALSE),
        ("t, x", "lonely", Why.NO_RULE),
        ("t, x", "MUST a", Why.REJECTED),
        ("t, NOT x", "REJECTED p", Why.REJECTED),
        ("x", "lonely", Why.NO_RULE),
    ],
)
def test_20_why_something_fails(given: str, asked: str, why: Why) -> None:
    decision = decision_of(f"{REASONS}CASE c GIVEN {given} ASK DECIDE {asked}")
    assert (decision.status, decision.why) == (Status.FAILS, why)


def test_20_unknowns_that_matter() -> None:
    decision = decision_of(f"{REASONS}CASE c ASK DECIDE p")
    assert (decision.status, decision.unknowns) == (Status.UNDETERMINED, ("t", "x"))
    decision = decision_of(f"{REASONS}CASE c GIVEN NOT x ASK DECIDE p")
    assert decision.unknowns == ("t",)


def test_20_many_unknowns_are_settled_by_two_worlds() -> None:
    facts = "".join(f"FACT f{i}\n" for i in range(30))
    some = " OR ".join(f"f{i}" for i in range(30))
    text = f"MODULE m\n{facts}OUTCOME p\nRULE r IF {some} THEN p\nCASE c ASK DECIDE p"
    decision = decision_of(text)
    # All completions but one make it true: sampling finds no second, the solver does.
    assert (decision.status, decision.limit) == (Status.UNDETERMINED, None)
    assert len(decision.unknowns) == 30
    parity = " OR ".join(f"(f{i} AND NOT f{i + 1})" for i in range(29))
    known = ", ".join(f"NOT f{i}" for i in range(8, 30))
    decision = decision_of(f"MODULE m\n{facts}OUTCOME p\nRULE r IF {parity} THEN p\nCASE c GIVEN {known} ASK DECIDE p")
    assert decision.status is Status.UNDETERMINED
    assert decision.limit is None
    assert decision.unknowns == tuple(f"f{i}" for i in range(8))


def test_chains_ten_thousand_deep_are_decided() -> None:
    lines = ["MODULE m", "FACT f0", *(f"OUTCOME p{i}" for i in range(10_000))]
    lines.append("RULE r0 IF f0 THEN p0")
    lines += [f"RULE r{i} IF p{i - 1} THEN p{i}" for i in range(1, 10_000)]
    text = "\n".join(lines)
    assert decision_of(f"{text}\nCASE c GIVEN f0 ASK DECIDE p9999").status is Status.HOLDS
    assert decision_of(f"{text}\nCASE c ASK DECIDE p9999").unknowns == ("f0",)
