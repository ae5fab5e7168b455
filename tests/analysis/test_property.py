"""`prove`: what is proved needs what it names, what is refuted is false in the case shown."""

from __future__ import annotations

import pytest

from rulelang.engine.analysis.claim import read_property
from rulelang.engine.analysis.property import Fails, Holds, Undecided, decide_property
from rulelang.engine.analysis.scope import Scope, scope_of
from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.engine.solver import Limits
from rulelang.grammar.diagnostic import RuleLangError, has_errors
from rulelang.grammar.files.load import load_text

RULES = """MODULE m
TYPE bag
FACT weight(bag) : NUMBER FROM 0 TO 100
FACT member
FACT strike
FACT status : ONE OF none, gold
ALWAYS NOT member OR status = gold
OUTCOME heavy(bag)
OUTCOME p
OUTCOME fee : NUMBER
ACTION weigh(bag)
RULE overweight FOR EACH b IN bag IF weight(b) > 50 THEN heavy(b) AND MUST weigh(b)
RULE basic THEN fee = 30
RULE free NOTWITHSTANDING basic IF member THEN fee = 0
  EXCEPTION strike IF strike
RULE yes IF member THEN p
RULE no IF strike THEN NOT p
"""


def base_of(text: str) -> RuleBase:
    loaded = load_text(text)
    assert loaded.program is not None, loaded.diagnostics
    base, found = prepare(loaded.program)
    assert base is not None, found
    return base


def ready(text: str = RULES, size: int = 2) -> tuple[RuleBase, Selection, Scope]:
    base = base_of(text)
    selection, problems = base.select()
    assert selection is not None, problems
    return base, selection, scope_of([base.program], size)


def verdict(claim: str, limits: Limits | None = None, size: int = 2) -> Holds | Fails | Undecided:
    base, selection, scope = ready(size=size)
    asked = read_property(base, selection, scope, claim)
    return decide_property(base, selection, scope, asked, limits or Limits())


@pytest.mark.parametrize(
    ("claim", "needs"),
    [
        ("IF member AND NOT strike THEN fee = 0", ("free",)),
        ("IF NOT member THEN fee = 30", ("basic",)),
        ("fee <= 30", ("basic",)),
        ("FOR EACH b IN bag IF weight(b) > 60 THEN MUST weigh(b)", ("overweight",)),
        ("FOR EACH b IN bag IF heavy(b) THEN MUST weigh(b)", ()),  # without the rule no bag is heavy
        ("IF member AND NOT strike THEN p", ("yes",)),
        ("IF member AND strike THEN p OR REJECTED p", ("yes",)),
        ("IF member THEN status = gold", ()),
        ("IF NOT member AND NOT strike THEN NOT p", ()),
        ("TRIGGERED basic", ()),
    ],
)
def test_proof_needs_the_clauses_that_it_names(claim: str, needs: tuple[str, ...]) -> None:
    found = verdict(claim)
    assert isinstance(found, Holds)
    assert set(found.clauses or ()) <= {"free", "basic", "overweight", "yes", "no", "free.strike"}
    if claim != "fee <= 30":
        assert found.clauses == needs
    else:
        assert found.clauses


@pytest.mark.parametrize(
    "claim",
    ["fee = 0", "IF member THEN fee = 0", "IF member THEN p", "EVERY b IN bag HAS (weight(b) < 7)", "heavy(bag2)"],
)
def test_refutation_is_a_case_that_parses_and_in_which_the_claim_is_not_so(claim: str) -> None:
    found = verdict(claim)
    assert isinstance(found, Fails)
    base = base_of(RULES + found.witness.text)
    [decision] = derive(base, base.program.cases["witness"]).decisions
    expected = {Status.UNDETERMINED, Status.CONFLICT} if found.witness.choices else {Status.FAILS}
    assert decision.status in expected


def test_refutation_where_only_one_way_out_of_a_conflict_is_against_it_says_so() -> None:
    found = verdict("IF member AND strike THEN p")
    assert isinstance(found, Fails)
    assert found.witness.choices == ("`p` is in conflict, and comes out as `NOT p`",)


def test_what_no_case_can_be_is_told_apart_from_what_is_proved() -> None:
    found = verdict("IF member AND status = none THEN fee = 7")
    assert isinstance(found, Holds)
    assert found.vacuous
    assert found.always == ("NOT member OR status = gold",)


def test_bounds_of_facts_are_assumed_those_of_outcomes_never() -> None:
    assert isinstance(verdict("weight(bag1) <= 100"), Holds)
    bounded = RULES.replace("OUTCOME fee : NUMBER", "OUTCOME fee : NUMBER FROM 0 TO 10")
    base, selection, scope = ready(bounded)
    asked = read_property(base, selection, scope, "fee <= 10")
    found = decide_property(base, selection, scope, asked, Limits())
    assert isinstance(found, Fails)  # 30 is outside, so the comparison is open


def test_scope_is_in_every_answer_that_depends_on_it() -> None:
    assert verdict("heavy(bag1)", size=1).scope == "every case with 1 entity of `bag`"
    assert verdict("fee = 0").scope == "every case"


def test_a_limit_gives_no_answer_instead_of_a_guess() -> None:
    found = verdict("IF member AND strike THEN fee = 30", Limits(steps=1))
    assert isinstance(found, Undecided)
    assert "limit" in found.reason


@pytest.mark.parametrize(
    "claim", ["IF member", "IF a THEN b THEN c", "UNKNOWN p", "fee", "EVERY b IF p THEN p", "FOR EACH b IF p THEN p"]
)
def test_what_is_no_property_is_refused_with_a_place(claim: str) -> None:
    base, selection, scope = ready()
    with pytest.raises(RuleLangError) as refused:
        read_property(base, selection, scope, claim)
    assert has_errors(refused.value.diagnostics)
    assert all(one.primary is not None for one in refused.value.diagnostics)
    assert all(one.primary.span.source.text == claim for one in refused.value.diagnostics if one.primary)


def test_a_witness_without_any_months_can_be_read_again() -> None:
    text = """
    FACT wait : DURATION IN MONTHS "the wait"
    OUTCOME due : DATE
    RULE due THEN due = 2024-01-31 + wait
    """
    base, selection, scope = ready(text)
    found = decide_property(base, selection, scope, read_property(base, selection, scope, "due > 2024-01-31"), Limits())
    assert isinstance(found, Fails)
    assert "wait = 0" in found.witness.text
    again = load_text(text + found.witness.text)
    assert again.program is not None
    assert [case.given for case in again.program.cases.values()] == [found.witness.case.given]


CONTRADICTORY = """FACT a
FACT n : INTEGER FROM 5 TO 5
ALWAYS a
ALWAYS n > 3
ALWAYS NOT a
OUTCOME o
RULE r IF a THEN o
RULE s IF n = 5 THEN NOT o
"""


@pytest.mark.parametrize("claim", ["n = 6", "n = 6 AND a", "o", "NOT o"])
def test_declarations_that_contradict_each_other_leave_no_case_whatever_is_asked(claim: str) -> None:
    base, selection, scope = ready(CONTRADICTORY)
    found = decide_property(base, selection, scope, read_property(base, selection, scope, claim), Limits())
    assert isinstance(found, Holds)
    assert found.contradictory
    assert found.always == ("a", "NOT a")


def test_declarations_that_have_nothing_to_do_with_a_claim_can_be_kept_by_its_witness() -> None:
    text = CONTRADICTORY.replace("ALWAYS NOT a\n", "")
    base, selection, scope = ready(text)
    found = decide_property(base, selection, scope, read_property(base, selection, scope, "n = 6"), Limits())
    assert isinstance(found, Fails)
    again = base_of(text + found.witness.text)
    assert derive(again, again.program.cases["witness"]).decisions[0].status is Status.FAILS


@pytest.mark.parametrize(("days", "holds"), [(27, True), (28, True), (29, False)])
def test_a_month_is_compared_with_days_over_the_whole_calendar(days: int, holds: bool) -> None:
    rules = "FACT due : DATE\nFACT filed : DATE\nOUTCOME late\nALWAYS due <= 9999-01-01\n"
    base, selection, scope = ready(rules + "RULE late IF filed > due + 1 MONTHS THEN late\n")
    asked = read_property(base, selection, scope, f"IF filed <= due + {days} DAYS THEN NOT late")
    assert isinstance(decide_property(base, selection, scope, asked, Limits()), Holds if holds else Fails)
