"""Decisions of whole cases, one by one and together; claims about rules; the example files."""

from __future__ import annotations

from pathlib import Path

import pytest
from derived import base_of, decision_of, derivation_of, unmet

from rulelang.engine.decision import Status
from rulelang.engine.derive import Derivation, Refused, derive, derive_many, expectations
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load

EXAMPLES = Path(__file__).parents[2].parent / "shared" / "design" / "examples"
CORPORA = Path(__file__).parents[2] / "corpora"


@pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the design's example files are not at hand")
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.rules")), ids=lambda path: path.stem)
def test_what_the_examples_expect_comes_out(path: Path) -> None:
    loaded = load(path, cache=False)
    assert loaded.program is not None, loaded.diagnostics
    base, diagnostics = prepare(loaded.program)
    assert base is not None, diagnostics
    for case in loaded.program.cases.values():
        assert [(case.name, one.stated.text, one.decision) for one in expectations(base, case) if not one.met] == []


LICENCE = """
MODULE m
FACT asked
FACT paid
FACT barred
OUTCOME licensed
ACTION issue
RULE licence IF asked THEN licensed AND MAY issue
  EXCEPTION unpaid IF NOT paid
  EXCEPTION waived TO unpaid IF barred
  CONFLICT bar IF barred THEN NOT licensed
  IRONCLAD never IF barred THEN MUST NOT issue
"""


def test_targets_are_those_of_decide_else_those_of_expect() -> None:
    _, asked = derivation_of(LICENCE + "CASE c GIVEN asked, paid, NOT barred ASK DECIDE MAY issue EXPECT licensed")
    assert [target.text for target in asked.targets] == ["MAY issue"]
    _, expected = derivation_of(LICENCE + "CASE c GIVEN asked, paid, NOT barred EXPECT licensed, MAY issue")
    assert [target.text for target in expected.targets] == ["licensed", "MAY issue"]
    assert [decision.status for decision in expected.decisions] == [Status.HOLDS, Status.HOLDS]


def test_claims_about_rules() -> None:
    cases = """
    CASE plain GIVEN asked, NOT paid, NOT barred
      EXPECT TRIGGERED licence, licence.unpaid SUSPENDS licence, NOT licensed, NOT licence.bar PREVAILS OVER licence
    CASE barred GIVEN asked, NOT paid, barred
      EXPECT TRIGGERED licence, TRIGGERED licence.never, NOT licence.unpaid SUSPENDS licence,
             licence.waived SUSPENDS licence.unpaid, licence.bar PREVAILS OVER licence, REJECTED licensed,
             licence.never PREVAILS OVER licence
    CASE silent GIVEN NOT asked, paid, NOT barred
      EXPECT NOT TRIGGERED licence, NOT licence.waived SUSPENDS licence.unpaid
    """
    assert unmet(LICENCE + cases) == []


def test_an_expected_conflict_and_what_it_leaves_open() -> None:
    text = """
    MODULE m
    FACT t
    OUTCOME p
    OUTCOME q
    RULE a IF t THEN p
    RULE b IF t THEN NOT p
    RULE d IF p THEN q
    CASE c GIVEN t EXPECT CONFLICT p, CONFLICT REJECTED p, UNKNOWN p, UNKNOWN q
    """
    assert unmet(text) == []


def test_a_what_if_is_decided_for_the_revised_case() -> None:
    text = LICENCE + "CASE c GIVEN asked, paid, NOT barred SUPPOSE NOT paid EXPECT NOT licensed"
    assert unmet(text) == []


BATCH = """
MODULE m
TYPE bag
FACT weight(bag) : INTEGER
FACT limit : INTEGER DEFAULT 20
OUTCOME heavy(bag)
OUTCOME total : INTEGER
RULE heavy FOR EACH b IN bag IF weight(b) > limit THEN heavy(b)
RULE total THEN total = SUM OF weight(b) FOR EACH b IN bag
CASE one
  GIVEN
  | bag | weight |
  | a   |  10    |
  | b   |  30    |
  ASK DECIDE total
CASE two
  GIVEN limit = 5
  GIVEN
  | bag | weight |
  | a   |  1     |
  | b   |  2     |
  ASK DECIDE total
CASE forgotten
  ASK DECIDE total
CASE three
  GIVEN
  | bag | weight |
  | x   |  4     |
  ASK DECIDE total
CASE part
  GIVEN
  | bag | weight |
  | a   |  10    |
  | b   |UNKNOWN |
  ASK DECIDE total
"""


def test_many_cases_are_decided_like_each_and_a_refused_one_stops_no_other() -> None:
    base = base_of(BATCH)
    cases = list(base.program.cases.values())
    together = derive_many(base, cases)
    assert isinstance(together[2], Refused)
    assert [d.code for d in together[2].diagnostics] == ["RL350"]
    for case, found in zip(cases, together, strict=True):
        if isinstance(found, Derivation):
            for one, alone in zip(found.decisions, derive(base, case).decisions, strict=True):
                # Of a case by itself it is asked which of the unknowns that may matter do.
                narrower = one.possible and set(alone.unknowns) <= set(one.unknowns)
                assert one == alone or (narrower and one.status is alone.status)
    values = [found.decisions[0].value for found in together if isinstance(found, Derivation)]
    assert values == [40, 3, 4, None]
    first, second = together[0], together[1]
    assert isinstance(first, Derivation)
    assert isinstance(second, Derivation)
    assert first.core is second.core


def test_irrelevant_opposing_rules_change_nothing() -> None:
    text = """
    MODULE m
    FACT bird
    FACT penguin
    FACT other
    OUTCOME flies
    OUTCOME sings
    RULE fly IF bird THEN flies
      CONFLICT not_penguins IF penguin THEN NOT flies
    """
    extra = """
    RULE song IF other THEN sings
      CONFLICT silence IF other AND NOT other THEN NOT sings
    """
    case = "CASE c GIVEN bird, penguin, NOT other EXPECT REJECTED flies"
    assert decision_of(text + case) == decision_of(text + extra + case)


def test_exact_money_from_a_basket_of_prices() -> None:
    text = """
    MODULE m
    FACT price : NUMBER IN usd
    DEFINE seven : NUMBER IN usd AS 7 * price
    CASE c GIVEN price = 2.15 usd EXPECT seven = 15.05 usd, seven != 15.0500001 usd
    """
    assert unmet(text) == []


def test_dates_in_rules() -> None:
    text = """
    MODULE m
    FACT signed : DATE
    FACT years : INTEGER
    DEFINE far : DATE AS signed + 1 YEAR + 36 MONTHS
    DEFINE stepwise : DATE AS far_first + 36 MONTHS
    DEFINE far_first : DATE AS signed + 1 YEAR
    CASE c GIVEN signed = 2020-02-29
      EXPECT far = 2024-02-29, stepwise = 2024-02-28, MONTHS FROM 2023-02-28 TO 2023-03-31 = 1
    """
    assert unmet(text) == []


def test_division_by_zero_leaves_only_what_depends_on_it_open() -> None:
    text = """
    MODULE m
    FACT a : INTEGER
    FACT b : INTEGER
    OUTCOME p
    OUTCOME q
    RULE p IF b = 0 OR a / b > 2 THEN p
    RULE q IF a / b > 2 THEN q
    CASE c GIVEN a = 1, b = 0 EXPECT p, UNKNOWN q
    """
    assert unmet(text) == []
    assert decision_of(text.replace("EXPECT p, UNKNOWN q", "ASK DECIDE q")).open_tests != ()


def test_a_claim_that_one_rule_prevails_over_another_is_about_one_and_the_same_outcome() -> None:
    text = """
    MODULE m
    TYPE item
    FACT secret(item)
    FACT compelled(item)
    ACTION disclose(item)
    RULE keep FOR EACH i IN item IF secret(i) THEN MUST NOT disclose(i)
    RULE court NOTWITHSTANDING keep FOR EACH i IN item IF compelled(i) THEN MAY disclose(i)
    CASE same
      GIVEN
      | item | secret | compelled |
      | a    |  YES   |   YES     |
      | b    |  NO    |   NO      |
      EXPECT court PREVAILS OVER keep, NOT keep PREVAILS OVER court
    CASE apart
      GIVEN
      | item | secret | compelled |
      | a    |  YES   |   NO      |
      | b    |  NO    |   YES     |
      EXPECT NOT court PREVAILS OVER keep, TRIGGERED court, TRIGGERED keep
    """
    assert unmet(text) == []


def test_what_is_outranked_does_not_prevail_though_another_rule_wins_for_it() -> None:
    text = """
    MODULE m
    FACT scheduled
    FACT storm
    FACT patient
    OUTCOME sails
    RULE timetable IF scheduled THEN sails
      CONFLICT weather IF storm THEN NOT sails PREVAILS
    RULE rescue NOTWITHSTANDING timetable.weather IF patient THEN sails
    CASE emergency
      GIVEN scheduled, storm, patient
      EXPECT sails, rescue PREVAILS OVER timetable.weather, NOT timetable PREVAILS OVER timetable.weather,
             NOT timetable.weather PREVAILS OVER timetable
    CASE calm
      GIVEN scheduled, storm, NOT patient
      EXPECT NOT sails, timetable.weather PREVAILS OVER timetable
    """
    assert unmet(text) == []
