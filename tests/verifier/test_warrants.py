"""Which judgments a decision rests on: the sentences N2 to N5 of the definitions, one by one."""

from __future__ import annotations

import pytest
from worlds import answered, claim, made_ready

from rulelang.engine.core_text import formula_text
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import QUESTION_TYPES
from rulelang.verifier.matter import Ready
from rulelang.verifier.question_types.kinds import KINDS
from rulelang.verifier.warrant import Warrant

HEAD = """MODULE t
TYPE bag
FACT heavy(bag)
FACT weight(bag) : NUMBER IN lb
FACT a
FACT b
FACT c
FACT d
FACT price : NUMBER IN usd
FACT rate : NUMBER IN usd
OUTCOME p
OUTCOME q
OUTCOME total : NUMBER IN usd
ACTION go
"""


def ready(rules: str, case: str) -> Ready:
    return made_ready(f"{HEAD}{rules}\nCASE k\n{case}\n")


def judgments(ready: Ready, warrant: Warrant) -> set[str]:
    return {ready.matter.judged(leaf, slot.value) for leaf, slot in warrant.slots.items()}


def all_judgments(ready: Ready) -> list[set[str]]:
    return [judgments(ready, warrant) for warrant in ready.listed]


def one(rules: str, case: str) -> set[str]:
    made = ready(rules, case)
    (warrant,) = made.listed
    return judgments(made, warrant)


def test_and_asks_for_all_of_its_parts_whatever_their_values() -> None:
    assert one("RULE r IF a AND b AND c THEN p", 'GIVEN a, NOT b  ASK "?" DECIDE p') == {"a", "NOT b", "UNKNOWN c"}


def test_or_asks_for_one_part_that_holds() -> None:
    made = ready("RULE r IF (a OR b OR c) AND d THEN p", 'GIVEN a, NOT b, c, d  ASK "?" DECIDE p')
    assert all_judgments(made) == [{"a", "d"}, {"c", "d"}]


def test_or_asks_for_all_where_none_holds() -> None:
    assert one("RULE r IF a OR b THEN p", 'GIVEN NOT a, NOT b  ASK "?" DECIDE p') == {"NOT a", "NOT b"}


def test_not_asks_for_what_stands_under_it() -> None:
    made = ready("RULE r IF NOT (a OR b) THEN p", 'GIVEN a, b  ASK "?" DECIDE p')
    assert all_judgments(made) == [{"a"}, {"b"}]


def test_each_rule_that_establishes_it_is_an_alternative() -> None:
    made = ready("RULE r IF a THEN p\nRULE s IF b THEN p\nRULE t IF c THEN p", 'GIVEN a, b, NOT c  ASK "?" DECIDE p')
    assert all_judgments(made) == [{"a"}, {"b"}]


def test_a_decision_that_fails_asks_for_every_rule_that_could_establish_it() -> None:
    assert one("RULE r IF a THEN p\nRULE s IF b THEN p", 'GIVEN NOT a, NOT b  ASK "?" DECIDE p') == {"NOT a", "NOT b"}


def test_an_exception_is_asked_for_even_where_the_condition_fails() -> None:
    assert one("RULE r IF a THEN p\n  EXCEPTION x IF b", 'GIVEN NOT a, b  ASK "?" DECIDE p') == {"NOT a", "b"}


def test_an_exception_to_an_exception_that_fails_is_not_asked_for() -> None:
    rules = "RULE r IF a THEN p\n  EXCEPTION x IF b\n  EXCEPTION y TO x IF c"
    assert one(rules, 'GIVEN a, NOT b, c  ASK "?" DECIDE p') == {"a", "NOT b"}
    assert one(rules, 'GIVEN a, b, c  ASK "?" DECIDE p') == {"a", "b", "c"}


def test_a_rival_is_asked_for_if_it_applies_or_would_not_be_beaten() -> None:
    wins = "RULE r IF a THEN p\n  CONFLICT x IF b THEN NOT p PREVAILS"
    yields = "RULE r IF a THEN p\n  CONFLICT x IF b THEN NOT p YIELDS"
    assert one(wins, 'GIVEN a, NOT b  ASK "?" DECIDE p') == {"a", "NOT b"}
    assert one(yields, 'GIVEN a, NOT b  ASK "?" DECIDE p') == {"a"}
    assert one(yields, 'GIVEN a, b  ASK "?" DECIDE p') == {"a", "b"}


def test_a_rival_of_what_fails_anyway_is_not_asked_for() -> None:
    rules = "RULE r IF a THEN p\n  CONFLICT x IF b THEN NOT p PREVAILS"
    assert one(rules, 'GIVEN NOT a, b  ASK "?" DECIDE p') == {"NOT a"}


def test_an_ironclad_part_is_a_rival() -> None:
    rules = "RULE r IF a THEN MAY go\n  IRONCLAD x IF b THEN MUST NOT go"
    assert one(rules, 'GIVEN a, NOT b  ASK "?" DECIDE MAY go') == {"a", "NOT b"}


def test_what_beats_the_rival_is_asked_for_too() -> None:
    rules = "RULE r IF a THEN p\nRULE s IF b THEN NOT p\nRULE t IF c THEN p\nPRIORITY s OVER r\nPRIORITY t OVER s"
    made = ready(rules, 'GIVEN a, b, c  ASK "?" DECIDE p')
    assert all_judgments(made) == [{"a", "b", "c"}, {"c", "b"}]


def test_what_concludes_nothing_about_the_target_bears_on_nothing() -> None:
    rules = "RULE r IF a THEN p\n  CONFLICT x IF b THEN NOT p AND q PREVAILS\n  EXCEPTION y TO x IF c"
    assert one(rules, 'GIVEN b, NOT c  ASK "?" DECIDE q') == {"b", "NOT c"}


def test_a_derived_condition_is_a_judgment_and_so_is_what_establishes_it() -> None:
    made = ready("RULE r IF a THEN q\nRULE s IF q AND b THEN p", 'GIVEN a, b  ASK "?" DECIDE p')
    (warrant,) = made.listed
    assert judgments(made, warrant) == {"q", "a", "b"}
    assert {slot.derived for leaf, slot in warrant.slots.items() if made.matter.judged(leaf, slot.value) == "q"} == {
        True
    }
    assert len(warrant.edges) == 1


def test_a_choice_is_the_same_for_all_occurrences() -> None:
    rules = "RULE r IF a OR b THEN q\nRULE s IF q AND c THEN p\n  EXCEPTION x IF NOT q"
    made = ready(rules, 'GIVEN a, b, c  ASK "?" DECIDE p')
    assert all_judgments(made) == [{"q", "a", "c"}, {"q", "b", "c"}]


def test_a_stipulated_outcome_is_a_leaf() -> None:
    assert one("RULE r IF a THEN q\nRULE s IF q THEN p", 'GIVEN q  ASK "?" DECIDE p') == {"q"}


def test_a_value_that_is_compared_is_a_judgment_with_its_operands() -> None:
    rules = "RULE r IF a THEN total = price + rate\nRULE s IF total > 10 usd THEN p"
    case = 'GIVEN a, price = 8 usd, rate = 5 usd  ASK "?" DECIDE p'
    assert one(rules, case) == {"total > 10 usd", "total = 13 usd", "a", "price = 8 usd", "rate = 5 usd"}


def test_a_value_that_is_asked_for_has_its_rule_and_operands() -> None:
    rules = "RULE r IF a THEN total = price * 2"
    assert one(rules, 'GIVEN a, price = 8 usd  ASK "?" DECIDE total') == {"a", "price = 8 usd"}


def test_a_definition_is_a_judgment_that_cites_itself() -> None:
    rules = "DEFINE due : NUMBER IN usd AS price + rate IF a AS 0 usd OTHERWISE\nRULE r IF due > 1 usd THEN p"
    made = ready(rules, 'GIVEN a, price = 1 usd, rate = 2 usd  ASK "?" DECIDE p')
    (warrant,) = made.listed
    assert judgments(made, warrant) == {"due > 1 usd", "due = 3 usd", "a", "price = 1 usd", "rate = 2 usd"}
    assert "due" in warrant.clauses()


def test_a_quantified_condition_is_one_judgment() -> None:
    case = """GIVEN
  | bag | heavy | weight |
  | b1  | YES   | 60     |
  | b2  | NO    | 20     |
  ASK "?" DECIDE p"""
    assert one("RULE r IF EVERY x IN bag HAS (weight(x) > 10 lb) THEN p", case) == {
        "EVERY x IN bag HAS (weight(x) > 10 lb)"
    }
    assert one("RULE r IF ANY x IN bag HAS (heavy(x)) THEN p", case) == {"ANY x IN bag HAS (heavy(x))"}


def test_a_part_that_can_never_hold_may_name_what_further_rules_conclude() -> None:
    rules = """
RULE r IF a OR (1 = 2 AND fee > 3) THEN MUST go
RULE s IF b AND cost = 3 THEN fee = 5
RULE t IF c THEN cost = 3
OUTCOME fee : INTEGER
OUTCOME cost : INTEGER
"""
    assert one(rules, 'GIVEN a, b, c ASK "?" DECIDE MUST go') == {"a"}


def test_each_instance_of_a_rule_for_each_entity_has_its_own_judgments() -> None:
    case = 'GIVEN\n  | bag | heavy |\n  | b1  | NO |\n  | b2  | NO |\n  ASK "?" DECIDE p'
    assert one("RULE r FOR EACH x IN bag IF heavy(x) THEN p", case) == {"NOT heavy(b1)", "NOT heavy(b2)"}


def test_requires_adds_judgments() -> None:
    assert one("RULE r IF a THEN p", 'REQUIRES b  GIVEN a, b  ASK "?" DECIDE p') == {"a", "b"}


def test_clauses_of_an_augmented_rule_are_told_apart() -> None:
    rules = "RULE r IF a THEN p\n  ADDITIVE more AND b\n  ABSTRACT wider OR c"
    made = ready(rules, 'GIVEN a, b, NOT c  ASK "?" DECIDE p')
    found = {made.matter.judged(leaf, slot.value): tuple(slot.clauses) for leaf, slot in made.listed[0].slots.items()}
    assert found == {"a": ("r",), "b": ("r.more",)}


def test_a_conflict_that_is_expected_has_a_gold_answer() -> None:
    rules = "RULE r IF a THEN p\nRULE s IF b THEN NOT p"
    made = ready(rules, 'GIVEN a, b  ASK "?" DECIDE p  EXPECT CONFLICT p')
    assert made.matter.questions[0].clash
    assert all_judgments(made) == [{"a", "b"}]


@pytest.mark.parametrize(
    ("case", "code"),
    [("GIVEN a", "RL467"), ('GIVEN UNKNOWN a  ASK "?" DECIDE p', "RL468")],
    ids=["asks nothing", "not determinate"],
)
def test_a_case_without_a_right_answer_is_refused(case: str, code: str) -> None:
    with pytest.raises(RuleLangError) as caught:
        ready("RULE r IF a THEN p", case)
    assert [one.code for one in caught.value.diagnostics] == [code]


def test_an_open_decision_that_is_expected_has_a_gold_answer() -> None:
    assert one("RULE r IF a THEN p", 'GIVEN UNKNOWN a  ASK "?" DECIDE p  EXPECT UNKNOWN p') == {"UNKNOWN a"}


def test_of_very_many_warrants_the_nearest_is_found_by_the_best_choice_at_each_or() -> None:
    names = [f"{side}{number}" for number in range(9) for side in ("l", "r")]
    facts = "\n".join(f"FACT {name}" for name in names)
    condition = " AND ".join(f"(l{number} OR r{number})" for number in range(9))
    module = f"MODULE t\n{facts}\nOUTCOME p\nRULE rule IF {condition} THEN p\nCASE k\n  GIVEN {', '.join(names)}\n"
    made = made_ready(module + '  ASK "?" DECIDE p')
    assert made.limited
    facts_ = [claim(f"s{number}", f"r{number}", rules="rule") for number in range(9)]
    claims = [*facts_, claim("s9", "p", *(f"s{number}" for number in range(9)), rules="rule")]
    result = answered(made, claims, {"says": "p", "from": ["s9"]})
    assert result.complete
    assert result.limited


def test_a_minimal_ground_is_the_same_whether_its_facts_are_given_or_written_down() -> None:
    made = ready(
        "RULE r IF (a AND price >= 30 usd) OR (b AND price + rate > 40 usd) OR COUNT OF {a, b, c} >= 2 THEN p",
        'GIVEN a, b, c, price = 35, rate = 10  ASK "?" DECIDE p',
    )
    found = [judgments(made, warrant) for warrant in made.sufficient.listed]
    assert found[0] == {"a", "price >= 30 usd"}
    assert {"b", "price + rate > 40 usd"} in found
    assert all(len(ground) <= 2 for ground in found)


def test_an_exception_bears_by_each_binding_on_what_that_one_concludes() -> None:
    ready = made_ready("""MODULE t
TYPE bag OF b1, b2
FACT h(bag)
FACT late(bag)
OUTCOME d(bag)
OUTCOME p
RULE rd FOR EACH b IN bag IF h(b) THEN d(b)
  EXCEPTION x IF late(b)
RULE r IF d(b1) AND d(b2) THEN p
CASE c GIVEN h(b1), h(b2), NOT late(b1), NOT late(b2)  ASK "?" DECIDE p
""")
    [warrant] = ready.listed
    found = [(one.clause, formula_text(one.of), [formula_text(leaf) for leaf in one.leaves])
             for one in warrant.interactions]  # fmt: skip
    assert found == [("rd.x", "d(b1)", ["late(b1)"]), ("rd.x", "d(b2)", ["late(b2)"])]
    assert warrant.interacting == ("rd.x",)


def test_each_type_that_a_question_may_have_asks_something() -> None:
    assert tuple(KINDS) == QUESTION_TYPES
