"""SUSPENDS: a rule as an exception to the bases of others."""

from __future__ import annotations

from read_text import codes, findings, rule_base

from rulelang.engine.rules.group import ExceptionPart
from rulelang.grammar import model as m

NAMES = """TYPE info
TYPE person
FACT t
FACT public(info)
FACT staff(person)
FACT shown(info, person)
OUTCOME p
ACTION disclose(i : info, q : person)
ACTION give_back(info)
"""


def exceptions(text: str, rule: str, *using: str) -> tuple[ExceptionPart, ...]:
    base = rule_base(text)
    selection, problems = base.select(tuple(m.Reference(u, span=base.program.rules[rule].span) for u in using))
    assert selection is not None, problems
    (unit,) = [unit for unit in base.units(selection) if unit.id == rule]
    return unit.exceptions


def var(name: str) -> m.Variable:
    return m.Variable(name)


def test_a_suspension_is_an_exception_under_the_suspending_rules_name() -> None:
    text = (
        NAMES
        + """RULE s2 FOR EACH i IN info, q IN person THEN MUST NOT disclose(i, q)
        RULE s5 SUSPENDS s2 FOR EACH i IN info IF public(i) THEN p EXCEPTION x IF t"""
    )
    (part,) = exceptions(text, "s2")
    assert (part.id, part.condition, part.outcomes, part.binders) == ("s5", m.FactHolds("public", (var("i"),)), (), ())
    assert [(e.id, e.condition) for e in part.exceptions] == [("s5.x", m.FactHolds("t"))]
    base = rule_base(text)
    selection, _ = base.select()
    assert selection is not None
    assert [unit.id for unit in base.units_for(selection, "p")] == ["s5"]


def test_variables_of_other_names_are_matched_by_their_sort() -> None:
    text = (
        NAMES
        + """RULE s2 FOR EACH i IN info, q IN person THEN MUST NOT disclose(i, q)
        RULE s5 SUSPENDS s2 FOR EACH d IN info IF public(d) AND ANY i IN person HAS (shown(d, i))"""
    )
    (part,) = exceptions(text, "s2")
    assert isinstance(part.condition, m.And)
    public, anyone = part.condition.parts
    assert public == m.FactHolds("public", (var("i"),))
    assert isinstance(anyone, m.Quantified)
    assert anyone.binder.variable != "i", "the bound variable would capture the entity of s2"
    assert anyone.body == m.FactHolds("shown", (var("i"), var(anyone.binder.variable)))


def test_a_sort_that_the_suspended_rule_lacks_runs_over_all_its_entities() -> None:
    text = (
        NAMES
        + """RULE s9 FOR EACH i IN info THEN MUST give_back(i)
        RULE s5 SUSPENDS s9 FOR EACH i IN info, q IN person IF shown(i, q)"""
    )
    (part,) = exceptions(text, "s9")
    assert part.binders == (m.Binder("q", m.SortRange("person")),)
    assert part.condition == m.FactHolds("shown", (var("i"), var("q")))


def test_a_relation_range_becomes_a_condition() -> None:
    text = (
        NAMES
        + """RULE s9 FOR EACH i IN info, q IN person THEN MUST NOT disclose(i, q)
        RULE s5 SUSPENDS s9 FOR EACH j IN info, r IN shown(j) IF staff(r)"""
    )
    (part,) = exceptions(text, "s9")
    assert part.binders == ()
    assert part.condition == m.And((m.FactHolds("shown", (var("i"), var("q"))), m.FactHolds("staff", (var("q"),))))


def test_several_variables_of_one_sort_that_fit_are_refused() -> None:
    (found,) = findings(
        NAMES
        + """OUTCOME owes(a : person, b : person)
        RULE s1 FOR EACH a IN person, b IN person IF t THEN owes(a, b)
        RULE s5 SUSPENDS s1 FOR EACH c IN person IF staff(c)"""
    )
    assert found.code == "RL325"
    assert "`person`" in found.message


def test_a_section_covers_the_rule_of_that_very_name_too() -> None:
    text = (
        NAMES
        + """RULE s2 IF t THEN p
        RULE s2.b IF t THEN p
        RULE s20 IF t THEN p
        RULE s5 SUSPENDS s2"""
    )
    assert [part.id for part in exceptions(text, "s2")] == ["s5"]
    assert [part.id for part in exceptions(text, "s2.b")] == ["s5"]
    assert exceptions(text, "s20") == ()


def test_rivals_ironclad_parts_and_then_parts_are_not_suspended() -> None:
    base = rule_base(
        NAMES
        + """RULE s2 IF t THEN p
          EXCEPTION x IF t THEN p
          CONFLICT y IF t THEN NOT p
          IRONCLAD z THEN p
        RULE s5 SUSPENDS s2"""
    )
    selection, _ = base.select()
    assert selection is not None
    suspended = {unit.id: [part.id for part in unit.exceptions] for unit in base.units_for(selection, "p")}
    assert suspended == {"s2": ["s2.x", "s5"], "s2.x": [], "s2.y": [], "s2.z": []}


def test_what_suspends_a_suspension_is_an_exception_to_it() -> None:
    text = (
        NAMES
        + """RULE s2 IF t THEN p
        RULE s5 SUSPENDS s2 FOR EACH i IN info IF public(i)
        RULE s6 SUSPENDS s5 FOR EACH i IN info IF NOT public(i)"""
    )
    (part,) = exceptions(text, "s2")
    assert [below.id for below in part.exceptions] == ["s6"]
    assert part.binders == (m.Binder("i", m.SortRange("info")),)
    assert part.exceptions[0].binders == ()
    assert part.exceptions[0].condition == m.Not(m.FactHolds("public", (var("i"),)))


def test_rules_that_suspend_each_other_are_refused() -> None:
    text = NAMES + "RULE s1 SUSPENDS s2 IF t THEN p\nRULE s2 SUSPENDS s3 IF t THEN p\nRULE s3 SUSPENDS s1 IF t THEN p"
    assert codes(text) == ["RL327"]


def test_a_variant_is_suspended_and_suspends_as_its_ancestors_do() -> None:
    text = (
        NAMES
        + """META RULE s2 IF t THEN p
        RULE s2.one AUGMENTS s2
        RULE s2.two AUGMENTS s2
        META RULE s5 SUSPENDS s2 IF t
        RULE s5.one AUGMENTS s5"""
    )
    assert [part.id for part in exceptions(text, "s2.one", "s2.one")] == ["s5.one"]
