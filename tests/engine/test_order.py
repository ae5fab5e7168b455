"""The one precedence order (docs/semantics.md, items 1, 2, 12, 14 and 15)."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from hand_made import NOWHERE, fact, priority, program, rule, says
from hypothesis import given
from hypothesis import strategies as st
from read_text import Precedence, codes, findings

from rulelang.engine.rules.order import Contender, Place, build_order
from rulelang.engine.rules.preferences import Step
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.diagnostic import RuleLangError

NAMES = "FACT t\nOUTCOME p\nOUTCOME q\nACTION a\nACTION b\n"

# ----------------------------------------------------------------------------------------------- one order only


def test_explicit_and_preferred_steps_that_make_a_circle_are_an_error() -> None:
    (found,) = findings(
        NAMES
        + """PREFER SUPERIOR
        RULE r1 AUTHORITY 1 IF t THEN p
        RULE r2 AUTHORITY 2 IF t THEN NOT p
        RULE r3 AUTHORITY 1 IF t THEN p
        RULE r4 AUTHORITY 2 IF t THEN NOT p
        PRIORITY r1 OVER r2
        PRIORITY r3 OVER r4"""
    )
    assert found.code == "RL320"
    assert found.primary is not None
    labels = [label.text for label in (found.primary, *found.secondary)]
    assert len(labels) == 4
    assert sum(text.startswith("PRIORITY") for text in labels) == 2
    assert sum(text.startswith("SUPERIOR") and "authority 2 over 1" in text for text in labels) == 2


def test_priorities_that_go_in_a_circle_are_an_error_that_shows_each_step() -> None:
    (found,) = findings(
        NAMES
        + """RULE r1 IF t THEN p
        RULE r2 IF t THEN NOT p
        RULE r3 NOTWITHSTANDING r1 IF t THEN p
        PRIORITY r1 OVER r2
        PRIORITY r2 OVER r3"""
    )
    assert found.code == "RL320"
    assert found.primary is not None
    said = {label.text: label.span.text.split()[0] for label in (found.primary, *found.secondary)}
    assert said == {
        "PRIORITY: `r1` over `r2`": "PRIORITY",
        "PRIORITY: `r2` over `r3`": "PRIORITY",
        "NOTWITHSTANDING: `r3` over `r1`": "r1",
    }


def test_a_rule_over_itself_is_a_circle() -> None:
    assert codes(NAMES + "RULE r1 IF t THEN p\nPRIORITY r1 OVER r1") == ["RL320"]


def test_the_order_is_transitive_and_gives_its_reasons() -> None:
    order = Precedence(
        NAMES
        + """RULE r1 IF t THEN p
        RULE r2 SUBJECT TO r1 IF t THEN q
        RULE r3 IF t THEN NOT p
        PRIORITY r2 OVER r3"""
    )
    assert order.above("r1", "r3")
    assert not order.above("r3", "r1")
    assert order.why("r1", "r3") == ["SUBJECT TO: r1 over r2", "PRIORITY: r2 over r3"]
    assert order.why("r3", "r1") == []


steps = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=9)


@given(steps)
def test_explicit_steps_are_closed_or_refused(pairs: list[tuple[str, str]]) -> None:
    graph: nx.DiGraph[str] = nx.DiGraph(pairs)
    said = [Step(higher, lower, "PRIORITY", span=NOWHERE) for higher, lower in pairs]
    if not nx.is_directed_acyclic_graph(graph):
        with pytest.raises(RuleLangError, match="RL320"):
            build_order(said, (), ())
        return
    order = build_order(said, (), ())
    places = {name: Place(name, name, 0) for name in graph}
    for left in graph:
        for right in graph:
            expected = left != right and nx.has_path(graph, left, right)
            assert order.outranks(places[left], places[right]) == expected
            reason = order.reason(places[left], places[right])
            assert bool(reason) == expected
            if expected:
                assert (reason[0].higher, reason[-1].lower) == (left, right)
                assert all(a.lower == b.higher for a, b in pairwise(reason))


@given(
    steps, st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans(), st.sampled_from((None, 1, 2, 3))), max_size=8)
)
def test_preferred_steps_are_the_plain_definition(
    pairs: list[tuple[str, str]], heads: list[tuple[str, bool, int | None]]
) -> None:
    said = [Step(higher, lower, "PRIORITY", span=NOWHERE) for higher, lower in pairs]
    explicit: nx.DiGraph[str] = nx.DiGraph(pairs)
    contenders = [
        Contender(Place(unit, unit, number), says("p", positive), None, authority, span=NOWHERE)  # type: ignore[arg-type]
        for number, (unit, positive, authority) in enumerate(heads)
    ]

    def ordered(left: str, right: str) -> bool:
        return left in explicit and right in explicit and nx.has_path(explicit, left, right) and left != right

    plain: nx.DiGraph[Place] = nx.DiGraph()
    plain.add_nodes_from(contender.place for contender in contenders)
    for left in contenders:
        for right in contenders:
            above = ordered(left.place.unit, right.place.unit)
            if not above and not ordered(right.place.unit, left.place.unit) and left.head != right.head:
                above = left.authority is not None and right.authority is not None and left.authority > right.authority
            if above:
                plain.add_edge(left.place, right.place)
    bare = {unit for pair in pairs for unit in pair}
    for higher, lower in pairs:
        plain.add_edge(Place(higher, "out", 0), Place(lower, "in", 0))
    for unit in bare:
        plain.add_edge(Place(unit, "in", 0), Place(unit, "out", 0))
        for contender in contenders:
            if contender.place.unit == unit:
                plain.add_edge(Place(unit, "in", 0), contender.place)
                plain.add_edge(contender.place, Place(unit, "out", 0))
    if not nx.is_directed_acyclic_graph(plain):
        with pytest.raises(RuleLangError, match="RL320"):
            build_order(said, ("SUPERIOR",), contenders)
        return
    order = build_order(said, ("SUPERIOR",), contenders)
    for left in contenders:
        for right in contenders:
            expected = left is not right and nx.has_path(plain, left.place, right.place)
            assert order.outranks(left.place, right.place) == expected


def test_ten_thousand_priorities_in_a_row_are_closed() -> None:
    said = [Step(f"r{n}", f"r{n + 1}", "PRIORITY", span=NOWHERE) for n in range(10_000)]
    order = build_order(said, (), ())
    assert order.outranks(Place("r0", "r0", 0), Place("r10000", "r10000", 0))
    assert not order.outranks(Place("r10000", "r10000", 0), Place("r0", "r0", 0))


# ------------------------------------------------------------------------------------------- what is ordered


CONSENT = (
    NAMES
    + """RULE consent IF t THEN p
      EXCEPTION but IF q THEN NOT p
      CONFLICT fraud IF t THEN NOT p %s
      IRONCLAD ever IF q THEN MUST a
    RULE export IF t THEN NOT p
    """
)


def test_a_rules_name_means_its_base_and_the_then_parts_of_its_exceptions_but_no_rival() -> None:
    order = Precedence(CONSENT % "UNRESOLVED" + "PRIORITY consent OVER export")
    assert order.above("consent", "export")
    assert order.above("consent.but", "export")
    assert not order.above("consent.fraud", "export")
    order = Precedence(CONSENT % "UNRESOLVED" + "PRIORITY consent.fraud OVER export")
    assert order.above("consent.fraud", "export")
    assert not order.above("consent", "export")


def test_prevails_and_yields_order_a_rival_and_its_own_base_only() -> None:
    order = Precedence(CONSENT % "PREVAILS")
    assert order.above("consent.fraud", "consent")
    assert not order.above("consent.fraud", "export")
    assert order.why("consent.fraud", "consent") == ["PREVAILS: consent.fraud over consent"]
    assert Precedence(CONSENT % "YIELDS").above("consent", "consent.fraud")


def test_unresolved_forbids_an_order_by_priority_by_closure_and_by_prefer() -> None:
    unresolved = CONSENT % "UNRESOLVED"
    assert codes(unresolved + "PRIORITY consent OVER consent.fraud") == ["RL323"]
    assert codes(unresolved + "PRIORITY consent.fraud OVER export PRIORITY export OVER consent") == ["RL323"]
    clash = "RULE r1 IF t THEN MAY a CONFLICT x IF q THEN MUST NOT a UNRESOLVED\n"
    assert codes(NAMES + clash) == []
    assert codes(NAMES + "PREFER STRICT\n" + clash) == ["RL323"]


def test_ironclad_parts_and_exceptions_are_not_ordered_by_name() -> None:
    assert codes(CONSENT % "YIELDS" + "PRIORITY consent.ever OVER export") == ["RL321"]
    assert codes(CONSENT % "YIELDS" + "PRIORITY export OVER consent.ever") == ["RL321"]
    assert codes(CONSENT % "YIELDS" + "PRIORITY consent.but OVER export") == ["RL322"]


def test_notwithstanding_takes_a_section() -> None:
    order = Precedence(
        NAMES
        + """RULE s2 IF t THEN p
        RULE s2.b IF t THEN p
        RULE s20 IF t THEN p
        RULE s3 NOTWITHSTANDING s2 IF t THEN NOT p"""
    )
    assert order.above("s3", "s2")
    assert order.above("s3", "s2.b")
    assert not order.above("s3", "s20")


# ---------------------------------------------------------------------------------------------------- PREFER


def test_prefer_lists_its_criteria_by_weight() -> None:
    text = (
        NAMES
        + """PREFER %s
        RULE old AUTHORITY 2 EFFECTIVE 2001-01-01 IF t THEN p
        RULE new AUTHORITY 1 EFFECTIVE 2002-01-01 IF t THEN NOT p
        RULE undated IF t THEN NOT p
        RULE same AUTHORITY 1 EFFECTIVE 2001-01-01 IF t THEN p"""
    )
    order = Precedence(text % "LATER, SUPERIOR")
    assert order.above("new", "old")
    assert order.why("new", "old") == ["LATER: new over old"]
    assert not order.above("undated", "old")
    assert not order.above("old", "undated")
    assert not order.above("old", "same"), "their heads can't be incompatible"
    assert Precedence(text % "SUPERIOR, LATER").above("old", "new")


def test_prefer_speaks_where_priority_does_not() -> None:
    order = Precedence(
        NAMES
        + """PREFER LATER
        RULE old EFFECTIVE 2001-01-01 IF t THEN p
        RULE new EFFECTIVE 2002-01-01 IF t THEN NOT p
        PRIORITY old OVER new"""
    )
    assert order.above("old", "new")
    assert not order.above("new", "old")


def test_strict_orders_two_heads_not_two_rules() -> None:
    order = Precedence(
        NAMES
        + """PREFER STRICT
        RULE r1 IF t THEN MUST NOT a AND MAY b
        RULE r2 IF t THEN MAY a AND MUST NOT b
        RULE r3 IF t THEN MUST a"""
    )
    assert order.above("r1", "r2", 0, 0)
    assert order.above("r2", "r1", 1, 1)
    assert not order.above("r1", "r2", 1, 1)
    assert not order.above("r3", "r1")
    assert not order.above("r1", "r3"), "a duty and a prohibition are not ordered"


def test_strict_puts_duty_over_need_not() -> None:
    order = Precedence(NAMES + "PREFER STRICT\nRULE r1 IF t THEN NEED NOT a\nRULE r2 IF t THEN MUST a")
    assert order.above("r2", "r1")
    assert order.why("r2", "r1") == ["STRICT: r2 over r1"]


def test_specific_is_what_is_proved() -> None:
    text = NAMES + "FACT extra\nPREFER LATER, SPECIFIC\nRULE r1 IF t THEN p\nRULE r2 IF t AND extra THEN NOT p"
    order = Precedence(text)
    assert order.above("r2", "r1")
    assert order.why("r2", "r1") == ["SPECIFIC: r2 over r1"]


def test_arguments_that_differ_never_compete() -> None:
    order = Precedence(
        """TYPE door OF front, back
        FACT t
        OUTCOME open(door)
        PREFER LATER
        RULE old EFFECTIVE 2001-01-01 IF t THEN open(front)
        RULE new EFFECTIVE 2002-01-01 IF t THEN NOT open(back)
        RULE each EFFECTIVE 2003-01-01 FOR EACH d IN door IF t THEN NOT open(d)"""
    )
    assert not order.above("new", "old")
    assert order.above("each", "old")


# --------------------------------------------------------------------------------------------------- variants


FAMILY = (
    NAMES
    + """META RULE root IF t THEN p
    RULE root.one AUGMENTS root
    RULE root.two AUGMENTS root
    RULE other IF t THEN NOT p
    CASE c USING %s GIVEN t EXPECT p
    """
)


def test_the_selected_variant_inherits_what_is_said_of_its_ancestors() -> None:
    order = Precedence(FAMILY % "root.one" + "PRIORITY root OVER other")
    assert order.above("root.one", "other")
    (step,) = order.base.order(order.selection).reason(order.place("root.one"), order.place("other"))
    assert step.note == "said of `root`"


def test_a_variant_that_is_ordered_itself_against_the_same_rule_inherits_nothing() -> None:
    text = "PRIORITY root OVER other PRIORITY other OVER root.one"
    order = Precedence(FAMILY % "root.one" + text)
    assert order.above("other", "root.one")
    assert not order.above("root.one", "other")
    assert Precedence(FAMILY % "root.two" + text).above("root.two", "other")


def test_what_is_said_of_unselected_members_is_void() -> None:
    order = Precedence(FAMILY % "root.one" + "PRIORITY root.two OVER other PRIORITY root.one OVER root.two")
    assert not order.above("root.one", "other")


def test_inherited_rivals_keep_their_place_under_their_new_name() -> None:
    text = (
        NAMES
        + """RULE root IF t THEN p CONFLICT x IF q THEN NOT p
        RULE root.one AUGMENTS root
        RULE other IF t THEN p
        PRIORITY root.x OVER other
        """
    )
    order = Precedence(text)
    assert order.above("root.one.x", "other")
    assert order.above("root.one.x", "root.one")


def test_the_order_is_judged_for_each_selection_that_a_case_makes() -> None:
    circle = "PRIORITY root.two OVER other PRIORITY other OVER root.two"
    assert codes(FAMILY % "root.one" + circle) == []
    assert codes(FAMILY % "root.two" + circle) == ["RL320"]


def test_the_order_of_rules_and_priorities_does_not_matter() -> None:
    rules = [rule("a", fact("t"), says("p")), rule("b", fact("t"), says("p", False)), rule("c", fact("t"), says("p"))]
    said = [priority("a", "b"), priority("b", "c")]
    for ruled, stated in ((rules, said), (rules[::-1], said[::-1])):
        base, problems = prepare(program(*ruled, priorities=stated))
        assert base is not None
        assert problems == ()
        selection, _ = base.select()
        assert selection is not None
        assert base.outranks(selection, Place("a", "a", 0), Place("c", "c", 0))
