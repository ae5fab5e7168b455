"""What rests on itself is no warrant: in a positive cycle something from outside has to begin (D10.4)."""

from __future__ import annotations

import pytest

import rulelang
from rulelang.verifier import warrant, warrant_choices
from rulelang.verifier.matter import make_ready
from rulelang.verifier.warrant import Graph

PAIR = """
FACT f
FACT g
OUTCOME a
OUTCOME b
RULE a1 IF b THEN a
RULE b1 IF a THEN b
RULE b2 IF f THEN b
RULE a2 IF g THEN a
CASE one
  GIVEN f, {g}
  ASK DECIDE a
"""

CONTACTS = """
TYPE person
FACT knows(a : person, b : person)
FACT sick(person)
OUTCOME risk(person)
RULE base FOR EACH x IN person IF sick(x) THEN risk(x)
RULE step FOR EACH x IN person IF ANY y IN knows(x) HAS (risk(y)) THEN risk(x)
CASE one
  CLOSED
  GIVEN | person | knows |
        | ann    | ben   |
        | ben    | ann   |
  GIVEN sick(ann)
  ASK DECIDE risk(ben)
"""


def of(text: str) -> Graph:
    rules = rulelang.load_text(text)
    return make_ready(rules.base, rules.program.cases["one"]).graph


def clauses(graph: Graph) -> set[tuple[str, ...]]:
    return {
        tuple(sorted({clause for needs in one.needs.values() for clause in needs}))
        for one in warrant_choices.warrants(graph)
    }


def test_two_rules_that_only_support_each_other_are_no_warrant() -> None:
    assert clauses(of(PAIR.replace("{g}", "NOT g"))) == {("a1", "b2")}
    # With g there are two beginnings.
    assert clauses(of(PAIR.replace("{g}", "g"))) == {("a1", "b2"), ("a2",)}


def test_neither_does_anything_rest_on_itself_through_ANY() -> None:
    assert clauses(of(CONTACTS)) == {("base", "step")}


def test_that_two_things_are_not_established_may_be_because_neither_is() -> None:
    text = PAIR.replace("GIVEN f, {g}", "GIVEN NOT f, NOT g")
    assert clauses(of(text)) == {("a1", "a2", "b1", "b2")}


def test_the_cheapest_choice_does_not_rest_on_itself_either() -> None:
    graph = of(PAIR.replace("{g}", "NOT g"))
    # Every fact costs something, what is derived nothing: the circle would be cheapest.
    choices = warrant_choices.cheapest(graph, lambda judgment: 0 if judgment.derived else 1)
    assert set(warrant.warrant(graph, choices).clauses()) == {"a1", "b2"}


@pytest.mark.parametrize("complete", [False, True])
def test_an_answer_in_a_circle_is_not_complete(complete: bool) -> None:
    rules = rulelang.load_text(PAIR.replace("{g}", "NOT g"))
    circular = [{"id": "s0", "says": "b", "rules": ["b1"]}]
    founded = [{"id": "s9", "says": "f", "rules": ["b2"]}, {"id": "s0", "says": "b", "from": ["s9"], "rules": ["b2"]}]
    answer = {
        "rulelang": "answer/1",
        "case": "<text>#one",
        "claims": [*(founded if complete else circular), {"id": "s1", "says": "a", "from": ["s0"], "rules": ["a1"]}],
        "decision": {"says": "a", "from": ["s1"]},
    }
    checked = rulelang.check(rules, answer)
    assert checked.correct
    assert checked.complete is complete
