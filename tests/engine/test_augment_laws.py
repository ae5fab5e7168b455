"""The laws of the six operators (docs/semantics.md, items 4, 10, 11, 13 and 21), on random propositional groups.

Meaning is given here a second time, as simply as can be: a world says which facts are true, a condition is true or
false in it, and a finished rule establishes literals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from hand_made import NOWHERE, fact, includes, norm, program, rule, says
from hypothesis import assume, given
from hypothesis import strategies as st

from rulelang.engine.core import Kind, Rank
from rulelang.engine.rules import augment
from rulelang.engine.rules.formulas import mentions
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.engine.rules.heads import can_contradict
from rulelang.engine.rules.rulebase import prepare
from rulelang.engine.rules.units import Unit, units_of
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import RuleLangError

FACTS = ("p", "q", "r", "s")
World = dict[str, bool]
WORLDS = [dict(zip(FACTS, values, strict=True)) for values in product((False, True), repeat=len(FACTS))]

formulas = st.recursive(
    st.sampled_from(FACTS).map(fact),
    lambda inner: st.one_of(
        inner.map(m.Not),
        st.tuples(inner, inner).map(m.And),
        st.tuples(inner, inner).map(m.Or),
    ),
    max_leaves=5,
)
heads = st.one_of(
    st.tuples(st.sampled_from("uvw"), st.booleans()).map(lambda h: says(*h)),
    st.tuples(st.sampled_from(("MUST", "MUST NOT", "MAY", "NEED NOT")), st.sampled_from("ab")).map(lambda h: norm(*h)),
)
outcomes = st.lists(heads, min_size=1, max_size=3).map(tuple).filter(lambda h: augment.contradiction(h) is None)
sides = st.sampled_from((None, "IF", "THEN"))

abstracts = formulas.map(lambda f: m.AbstractOr("wider", None, f, span=NOWHERE))
additives = st.builds(
    lambda f, o: m.Additive("more", None, f, o, span=NOWHERE), st.none() | formulas, st.just(()) | outcomes
)
negates = sides.map(lambda side: m.Negate("turned", side, span=NOWHERE))
exceptions = st.builds(
    lambda f, o: m.ExceptionClause("but", None, None, f, o, span=NOWHERE), formulas, st.just(()) | outcomes
)
ironclads = st.builds(lambda f, o: m.IroncladClause("ever", None, f, o, span=NOWHERE), st.none() | formulas, outcomes)
conflicts = st.builds(
    lambda f, o, r: m.ConflictClause("rival", None, f, o, r, span=NOWHERE),
    formulas,
    outcomes,
    st.sampled_from(("PREVAILS", "YIELDS", "UNRESOLVED")),
)


@st.composite
def groups(draw: st.DrawFn) -> Group:
    """A base with some clauses put on it."""
    group = augment.base(rule("a", draw(formulas), *draw(outcomes)), rule("a"))
    for number, clause in enumerate(
        draw(st.lists(st.one_of(abstracts, additives, negates, exceptions, ironclads, conflicts), max_size=4))
    ):
        try:
            group = augment.apply(group, replace(clause, suffix=f"c{number}"), "a")
        except RuleLangError:
            continue
    return group


def attempt(step: Callable[[], Group]) -> tuple[Group | None, list[str]]:
    """What an operator gives, or the codes of why it does not."""
    try:
        return step(), []
    except RuleLangError as refused:
        return None, [diagnostic.code for diagnostic in refused.diagnostics]


# ------------------------------------------------------------------------------------------- meaning, in short


def true(formula: m.Formula, world: World) -> bool:
    match formula:
        case m.Truth(value=value):
            return value
        case m.FactHolds(name=name) | m.OutcomeHolds(name=name):
            return world[name]
        case m.Not(operand=operand):
            return not true(operand, world)
        case m.And(parts=parts):
            return all(true(part, world) for part in parts)
        case m.Or(parts=parts):
            return any(true(part, world) for part in parts)
    raise AssertionError(formula)


def in_force(exception: ExceptionPart, world: World) -> bool:
    return true(exception.condition, world) and not any(in_force(e, world) for e in exception.exceptions)


def applies(unit: Unit, world: World) -> bool:
    return true(unit.condition, world) and not any(in_force(e, world) for e in unit.exceptions)


def base_applies(group: Group, world: World) -> bool:
    return true(group.condition, world) and not any(in_force(e, world) for e in group.exceptions)


def concluded(group: Group, world: World) -> set[tuple[str, m.Head]]:
    return {(unit.id, head) for unit in units_of(group) if applies(unit, world) for head in unit.heads}


def others(group: Group) -> tuple[object, ...]:
    """What ABSTRACT, ADDITIVE and NEGATE leave alone."""
    return group.exceptions, group.rivals, group.ironclad


# ---------------------------------------------------------------------------------------------------- ABSTRACT


@given(groups(), abstracts)
def test_abstract_or_widens_the_trigger_by_exactly_its_condition(group: Group, clause: m.AbstractOr) -> None:
    wider = augment.abstract_or(group, clause)
    for world in WORLDS:
        assert true(wider.condition, world) == (true(group.condition, world) or true(clause.condition, world))
    assert (wider.outcomes, others(wider)) == (group.outcomes, others(group))


@given(groups(), st.sampled_from(FACTS))
def test_abstract_to_keeps_every_trigger(group: Group, name: str) -> None:
    clause = m.AbstractTo("general", fact(name), m.OutcomeHolds("c"), span=NOWHERE)
    wider, codes = attempt(lambda: augment.abstract_to(group, clause))
    if wider is None:
        assert codes == (["RL228"] if mentions(group.condition, fact(name)) else ["RL229"])
        return
    assert not mentions(wider.condition, fact(name))
    for world in WORLDS:
        for concept in (True, False):
            if world[name] and not concept:
                continue  # the concept includes the atom
            if true(group.condition, world):
                assert true(wider.condition, {**world, "c": concept})
    assert others(wider) == others(group)


def test_abstract_to_takes_every_occurrence_and_none_under_not() -> None:
    clause = m.AbstractTo("general", fact("p"), m.OutcomeHolds("c"), span=NOWHERE)
    twice = augment.base(rule("a", m.Or((fact("p"), m.And((fact("p"), fact("q"))))), says("u")), rule("a"))
    c = m.OutcomeHolds("c")
    assert augment.abstract_to(twice, clause).condition == m.Or((c, m.And((c, fact("q")))))
    even = augment.base(rule("a", m.Not(m.Or((m.Not(fact("p")), fact("q")))), says("u")), rule("a"))
    assert augment.abstract_to(even, clause).condition == m.Not(m.Or((m.Not(c), fact("q"))))
    mixed = augment.base(rule("a", m.And((fact("p"), m.Not(fact("p")))), says("u")), rule("a"))
    with pytest.raises(RuleLangError, match="RL228"):
        augment.abstract_to(mixed, clause)


def test_abstract_to_on_the_then_side_concludes_the_concept_only() -> None:
    u, c = m.OutcomeHolds("u"), m.OutcomeHolds("c")
    group = augment.base(rule("a", fact("p"), says("u"), says("v")), rule("a"))
    clause = m.AbstractTo("general", u, c, span=NOWHERE)
    assert augment.abstract_to(group, clause).outcomes == (says("c"), says("v"))
    denied = augment.base(rule("a", fact("p"), says("u", False)), rule("a"))
    with pytest.raises(RuleLangError, match="RL228"):
        augment.abstract_to(denied, clause)


def test_abstract_to_asks_for_a_concept_that_includes_the_atom() -> None:
    clause = m.AbstractTo("general", fact("p"), m.OutcomeHolds("c"), span=NOWHERE)
    lone = program(rule("a", fact("p"), says("u"), operators=[clause]))
    with pytest.raises(RuleLangError, match="RL307"):
        augment.grow(lone, "a")
    chained = replace(lone, concepts=(includes("c", m.OutcomeHolds("d")), includes("d", fact("p"))))
    assert augment.grow(chained, "a").condition == m.OutcomeHolds("c")


# ---------------------------------------------------------------------------------------------------- ADDITIVE


@given(groups(), additives)
def test_additive_triggers_in_no_new_case_and_keeps_outcomes(group: Group, clause: m.Additive) -> None:
    more, codes = attempt(lambda: augment.additive(group, clause))
    if more is None:
        assert codes == ["RL302"]
        return
    for world in WORLDS:
        added = clause.condition is None or true(clause.condition, world)
        assert true(more.condition, world) == (true(group.condition, world) and added)
    assert more.outcomes[: len(group.outcomes)] == group.outcomes
    assert set(more.outcomes) == {*group.outcomes, *clause.outcomes}
    assert augment.contradiction(more.outcomes) is None
    assert others(more) == others(group)


# ------------------------------------------------------------------------------------------------------ NEGATE


@given(groups(), sides)
def test_negate_triggers_in_exactly_the_complement(group: Group, side: str | None) -> None:
    turned, codes = attempt(lambda: augment.negate(group, m.Negate("turned", side, span=NOWHERE)))  # type: ignore[arg-type]
    if turned is None:
        assert codes == ["RL302"]
        return
    for world in WORLDS:
        assert true(turned.condition, world) is (true(group.condition, world) is (side == "THEN"))
    if side == "IF":
        assert turned.outcomes == group.outcomes
    assert others(turned) == others(group)


@given(groups(), sides)
def test_negate_twice_is_identity(group: Group, side: str | None) -> None:
    clause = m.Negate("turned", side, span=NOWHERE)  # type: ignore[arg-type]
    try:
        once = augment.negate(group, clause)
    except RuleLangError:
        return
    twice = augment.negate(once, clause)
    assert (twice.outcomes, others(twice)) == (group.outcomes, others(group))
    assert all(true(twice.condition, world) == true(group.condition, world) for world in WORLDS)
    if not isinstance(group.condition, m.Not):
        assert twice == group


def test_negate_on_norms_and_values() -> None:
    pairs = {"MUST": "NEED NOT", "NEED NOT": "MUST", "MUST NOT": "MAY", "MAY": "MUST NOT"}
    for mode, other in pairs.items():
        assert augment.opposite(norm(mode, "a"), NOWHERE) == norm(other, "a")  # type: ignore[arg-type]
    value = m.Assign("v", (), m.Constant(3))
    for head in (value, m.Limit("v", (), "<=", m.Constant(3))):
        with pytest.raises(RuleLangError, match="RL227"):
            augment.opposite(head, NOWHERE)
    group = augment.base(rule("a", fact("p"), value), rule("a"))
    assert augment.negate(group, m.Negate("turned", "IF", span=NOWHERE)).condition == m.Not(fact("p"))


def test_negate_refuses_outcomes_whose_opposites_contradict_each_other() -> None:
    group = augment.base(rule("a", fact("p"), norm("MAY", "a"), norm("NEED NOT", "a")), rule("a"))
    with pytest.raises(RuleLangError, match="RL302"):
        augment.negate(group, m.Negate("turned", None, span=NOWHERE))


# --------------------------------------------------------------------------------------------------- EXCEPTION


@given(groups(), exceptions)
def test_exception_is_inert_where_it_fails(group: Group, clause: m.ExceptionClause) -> None:
    less = augment.except_(group, clause)
    for world in WORLDS:
        if not true(clause.condition, world):
            assert concluded(less, world) == concluded(group, world)
        else:
            assert not base_applies(less, world)


@given(groups(), exceptions)
def test_exception_speaks_only_where_the_rule_would(group: Group, clause: m.ExceptionClause) -> None:
    less = augment.except_(group, clause)
    for world in WORLDS:
        speaks = {head for unit, head in concluded(less, world) if unit == "a.but"}
        both = true(group.condition, world) and true(clause.condition, world)
        assert speaks == (set(clause.outcomes) if both else set())


@given(groups(), exceptions, exceptions)
def test_exception_that_is_excepted_has_no_effect(
    group: Group, clause: m.ExceptionClause, above: m.ExceptionClause
) -> None:
    less = augment.apply(group, clause, "a")
    more = augment.except_(less, replace(above, suffix="unless", to="but"))
    for world in WORLDS:
        if true(above.condition, world):
            assert base_applies(more, world) == base_applies(group, world)
            assert not any(unit == "a.but" for unit, _ in concluded(more, world))
            spoken = {head for unit, head in concluded(more, world) if unit == "a.unless"}
            reached = true(group.condition, world) and true(clause.condition, world)
            assert spoken == (set(above.outcomes) if reached else set())
        else:
            assert concluded(more, world) == concluded(less, world)


@given(groups(), exceptions, st.one_of(abstracts, negates, additives))
def test_exception_and_changes_of_the_base_may_change_places(
    group: Group, clause: m.ExceptionClause, change: m.Operator
) -> None:
    try:
        first = augment.apply(augment.apply(group, clause, "a"), change, "a")
    except RuleLangError:
        assume(False)
    second = augment.apply(augment.apply(group, change, "a"), clause, "a")
    assert replace(first, clauses=()) == replace(second, clauses=())


def test_exception_to_takes_exceptions_and_rivals_above_it_only() -> None:
    group = augment.base(rule("a", fact("p"), says("u")), rule("a"))
    for operator in (
        m.ConflictClause("rival", None, fact("q"), (says("u", False),), "PREVAILS", span=NOWHERE),
        m.IroncladClause("ever", None, None, (says("v"),), span=NOWHERE),
        m.AbstractOr("wider", None, fact("r"), span=NOWHERE),
    ):
        group = augment.apply(group, operator, "a")
    to = m.ExceptionClause("but", None, "rival", fact("s"), (), span=NOWHERE)
    assert [e.id for e in augment.except_(group, to).rivals[0].exceptions] == ["a.but"]
    for target, word in (("ever", "ironclad"), ("wider", "neither"), ("later", "no exception or conflict")):
        with pytest.raises(RuleLangError, match="RL230") as refused:
            augment.except_(group, replace(to, to=target))
        assert word in refused.value.diagnostics[0].message


# ---------------------------------------------------------------------------------------------------- CONFLICT


@given(groups(), conflicts)
def test_conflict_contradicts_the_base(group: Group, clause: m.ConflictClause) -> None:
    rivals = any(can_contradict(theirs, ours) for theirs in clause.outcomes for ours in group.outcomes)
    grown, codes = attempt(lambda: augment.conflict(group, clause))
    assert codes == ([] if rivals else ["RL303"])
    if grown is None:
        return
    (unit,) = [unit for unit in units_of(grown) if unit.id == "a.rival"]
    assert (unit.kind, unit.rank, unit.condition, unit.heads) == (
        Kind.RIVAL,
        Rank.ORDINARY,
        clause.condition,
        clause.outcomes,
    )
    for world in WORLDS:
        assert {c for c in concluded(grown, world) if c[0] != "a.rival"} == concluded(group, world)


@pytest.mark.parametrize(
    ("resolution", "order"), [("PREVAILS", (True, False)), ("YIELDS", (False, True)), ("UNRESOLVED", (False, False))]
)
def test_conflict_is_resolved_as_it_says(resolution: str, order: tuple[bool, bool]) -> None:
    clause = m.ConflictClause("rival", None, fact("q"), (says("u", False),), resolution, span=NOWHERE)  # type: ignore[arg-type]
    base, problems = prepare(program(rule("a", fact("p"), says("u"), operators=[clause])))
    assert base is not None
    assert problems == ()
    selection, _ = base.select()
    assert selection is not None
    units = {unit.id: unit for unit in base.units_for(selection, "u")}
    rival, own = units["a.rival"].place(0), units["a"].place(0)
    assert (base.outranks(selection, rival, own), base.outranks(selection, own, rival)) == order


def test_conflict_is_judged_again_on_the_finished_rule() -> None:
    clauses = [
        m.ConflictClause("rival", None, fact("q"), (says("u", False),), "PREVAILS", span=NOWHERE),
        m.Negate("turned", "THEN", span=NOWHERE),
    ]
    with pytest.raises(RuleLangError, match="RL303") as refused:
        augment.grow(program(rule("a", fact("p"), says("u"), operators=clauses)), "a")
    assert "finished" in refused.value.diagnostics[0].message


# ---------------------------------------------------------------------------------------------------- IRONCLAD


@given(groups(), ironclads, st.lists(st.one_of(exceptions, conflicts, abstracts), max_size=3))
def test_ironclad_is_never_excepted_and_stands_above_all(
    group: Group, clause: m.IroncladClause, later: list[m.Operator]
) -> None:
    grown = augment.apply(group, clause, "a")
    for number, operator in enumerate(later):
        try:
            grown = augment.apply(grown, replace(operator, suffix=f"later{number}"), "a")
        except RuleLangError:
            continue
    (unit,) = [unit for unit in units_of(grown) if unit.id == "a.ever"]
    assert (unit.kind, unit.rank, unit.exceptions) == (Kind.IRONCLAD, Rank.STRICT, ())
    for world in WORLDS:
        finished = true(grown.condition, world) if clause.condition is None else true(clause.condition, world)
        assert applies(unit, world) == finished
        if finished:
            beaten = {
                other.id
                for other in units_of(grown)
                if applies(other, world) and other.rank >= unit.rank and other.kind is not Kind.IRONCLAD
            }
            assert beaten == set()


def test_ironclad_without_if_takes_the_finished_condition_and_leaves_exceptions_aside() -> None:
    clauses = [
        m.IroncladClause("ever", None, None, (norm("MUST", "a"),), span=NOWHERE),
        m.AbstractOr("wider", None, fact("q"), span=NOWHERE),
        m.ExceptionClause("but", None, None, fact("r"), (), span=NOWHERE),
    ]
    group = augment.grow(program(rule("a", fact("p"), says("u"), operators=clauses)), "a")
    (unit,) = [unit for unit in units_of(group) if unit.kind is Kind.IRONCLAD]
    assert (unit.condition, unit.exceptions) == (m.Or((fact("p"), fact("q"))), ())


# ------------------------------------------------------------------------------------------------------ growth


def test_two_outcomes_of_one_then_that_contradict_each_other_are_refused() -> None:
    for pair in (
        (says("u"), says("u", False)),
        (norm("MUST", "a"), norm("MUST NOT", "a")),
        (m.Assign("v", (), m.Constant(3)), m.Assign("v", (), m.Constant(4))),
    ):
        with pytest.raises(RuleLangError, match="RL302"):
            augment.grow(program(rule("a", None, *pair)), "a")
    for pair in (
        (norm("MUST", "a"), norm("MAY", "a")),
        (norm("NEED NOT", "a"), norm("MUST NOT", "a")),
        (m.Assign("v", (m.Constant(1),), m.Constant(3)), m.Assign("v", (m.Constant(2),), m.Constant(4))),
    ):
        assert augment.grow(program(rule("a", None, *pair)), "a").outcomes == pair


def test_growth_gives_inherited_clauses_the_name_of_the_variant() -> None:
    but = m.ExceptionClause("but", None, None, fact("q"), (), span=NOWHERE)
    unless = m.ExceptionClause("unless", None, "but", fact("r"), (), span=NOWHERE)
    grown = augment.grow(
        program(
            rule("a", fact("p"), says("u"), meta=True),
            rule("b", augments="a", meta=True, operators=[but]),
            rule("c", augments="b", operators=[unless]),
        ),
        "c",
    )
    assert (grown.id, grown.root) == ("c", "a")
    assert [(clause.id, clause.origin) for clause in grown.clauses] == [("c.but", "b"), ("c.unless", "c")]
    assert grown.exceptions[0].id == "c.but"
    assert grown.exceptions[0].exceptions[0].id == "c.unless"


def test_growth_reports_all_that_is_wrong() -> None:
    clauses = [
        m.Additive("more", None, None, (says("u", False),), span=NOWHERE),
        m.ExceptionClause("but", None, "nothing", fact("q"), (), span=NOWHERE),
    ]
    with pytest.raises(RuleLangError) as refused:
        augment.grow(program(rule("a", fact("p"), says("u"), operators=clauses)), "a")
    assert [d.code for d in refused.value.diagnostics] == ["RL302", "RL230"]
