"""Families of variants and the selection that a case makes (docs/semantics.md, item 15)."""

from __future__ import annotations

import pytest
from hand_made import NOWHERE, case, fact, program, reference, rule, says

from rulelang.engine.rules.families import Selection, families, select
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import RuleLangError

ROOT = rule("consent", fact("p"), says("u"), meta=True)
FULL = rule("consent.full", augments="consent")
SHORT = rule("consent.short", augments="consent")
LOOSE = rule("export", fact("q"), says("v"))


def using(program_: m.Program, *names: str) -> tuple[Selection | None, list[str]]:
    known, _ = families(program_)
    selection, problems = select(program_, known, tuple(map(reference, names)))
    return selection, [d.code for d in problems]


def test_a_family_is_all_that_grows_from_one_root() -> None:
    known, problems = families(program(ROOT, FULL, rule("consent.long", augments="consent.full"), LOOSE))
    assert problems == ()
    family = known.of("consent.long")
    assert family.root == "consent"
    assert family.members == ("consent", "consent.full", "consent.long")
    assert family.leaves == ("consent.long",)
    assert family.selectable == ("consent.full", "consent.long")
    assert family.ancestors["consent.long"] == ("consent.full", "consent")
    assert known.of("export").settled


def test_the_only_leaf_is_in_use_unless_using_names_another() -> None:
    whole = program(ROOT, FULL, rule("consent.long", augments="consent.full"))
    assert using(whole) == (Selection((("consent", "consent.long"),)), [])
    assert using(whole, "consent.full") == (Selection((("consent", "consent.full"),)), [])


def test_a_rule_that_only_a_meta_rule_augments_stays_a_leaf() -> None:
    known, _ = families(program(LOOSE, rule("export.idea", augments="export", meta=True)))
    assert known.of("export").leaves == ("export",)


def test_several_leaves_leave_the_family_open() -> None:
    whole = program(ROOT, FULL, SHORT, LOOSE)
    assert using(whole) == (Selection((), (("consent", ("consent.full", "consent.short")),)), [])
    assert using(whole, "consent.short") == (Selection((("consent", "consent.short"),)), [])


def test_what_reaches_an_open_family_is_refused_and_names_the_leaves() -> None:
    base, problems = prepare(program(ROOT, FULL, SHORT, LOOSE))
    assert base is not None
    assert problems == ()
    selection, _ = base.select()
    assert selection is not None
    assert [unit.id for unit in base.units_for(selection, "v")] == ["export"]
    with pytest.raises(RuleLangError, match="RL312") as refused:
        base.units_for(selection, "u")
    for leaf in ("consent.full", "consent.short"):
        assert f"`{leaf}`" in refused.value.diagnostics[0].message


def test_a_suspending_family_that_is_open_is_refused_as_well() -> None:
    variants = (rule("stop.a", augments="stop"), rule("stop.b", augments="stop", suspends=["export"]))
    base, _ = prepare(program(LOOSE, rule("stop", fact("p"), says("w"), meta=True), *variants))
    assert base is not None
    selection, _ = base.select()
    assert selection is not None
    with pytest.raises(RuleLangError, match="RL312"):
        base.units_for(selection, "v")
    chosen, _ = base.select((reference("stop.b"),))
    assert chosen is not None
    (unit,) = base.units_for(chosen, "v")
    assert [part.id for part in unit.exceptions] == ["stop.b"]


def test_using_a_meta_rule_is_an_error_that_names_its_variants() -> None:
    whole = program(ROOT, FULL, SHORT)
    known, _ = families(whole)
    selection, (problem,) = select(whole, known, (reference("consent"),))
    assert selection is None
    assert problem.code == "RL409"
    assert problem.hint == "use one of its variants: `consent.full`, `consent.short`"


def test_using_two_of_one_family_is_an_error() -> None:
    whole = program(ROOT, FULL, SHORT)
    assert using(whole, "consent.full", "consent.short") == (None, ["RL410"])
    assert using(whole, "consent.full", "consent.full")[1] == []
    assert using(whole, "nobody") == (None, ["RL231"])


def test_using_switches_no_rule_off() -> None:
    base, _ = prepare(program(ROOT, FULL, SHORT, LOOSE))
    assert base is not None
    selection, _ = base.select((reference("consent.full"),))
    assert selection is not None
    assert base.in_use(selection) == {"consent.full", "export"}
    assert [unit.id for unit in base.units(selection)] == ["consent.full", "export"]


def test_a_meta_rule_never_fires() -> None:
    base, _ = prepare(program(ROOT))
    assert base is not None
    selection, _ = base.select()
    assert selection is not None
    assert base.units_for(selection, "u") == ()
    assert base.in_use(selection) == frozenset()


def test_using_in_the_cases_of_a_program_is_checked_beforehand() -> None:
    base, problems = prepare(program(ROOT, FULL, SHORT, cases=[case("one", "consent")]))
    assert base is None
    assert [d.code for d in problems] == ["RL409"]


def test_a_chain_that_comes_back_to_itself_is_an_error() -> None:
    _, problems = families(program(rule("a", augments="b"), rule("b", augments="a")))
    assert [d.code for d in problems] == ["RL232"]
    assert prepare(program(rule("a", augments="b"), rule("b", augments="a"))) == (None, problems)


def test_units_of_a_rule_stand_in_the_order_of_the_text() -> None:
    clauses = [
        m.IroncladClause("ever", None, None, (says("u"),), span=NOWHERE),
        m.ExceptionClause("but", None, None, fact("q"), (says("u", False),), span=NOWHERE),
        m.ConflictClause("rival", None, fact("r"), (says("u", False),), "YIELDS", span=NOWHERE),
    ]
    base, _ = prepare(program(rule("b", fact("p"), says("u"), operators=clauses), rule("a", fact("q"), says("u"))))
    assert base is not None
    selection, _ = base.select()
    assert selection is not None
    assert [unit.id for unit in base.units_for(selection, "u")] == ["b", "b.but", "b.rival", "b.ever", "a"]
