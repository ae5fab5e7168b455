"""Dependencies on cycles (docs/semantics.md, part 1 and item 6; a cycle over a case's sorts is a warning)."""

from __future__ import annotations

import pytest
from read_text import codes, findings, program_of, rule_base

from rulelang.engine.rules.reads import Reader
from rulelang.engine.rules.strata import Predicate, dependency_graph
from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.model import Assign, Not

NAMES = "FACT t\nFACT s\nOUTCOME p\nOUTCOME q\nOUTCOME r\nOUTCOME v : NUMBER\nOUTCOME w : NUMBER\nACTION a\n"

# ------------------------------------------------------------------------------------------- what may go round


def test_rivals_on_a_positive_cycle_are_no_error() -> None:
    assert (
        codes("""TYPE person
        OUTCOME smart(person)
        OUTCOME kind(person)
        FACT rough(person)
        RULE FOR EACH x IN person IF smart(x) THEN kind(x)
        RULE FOR EACH x IN person IF kind(x) THEN smart(x)
        RULE FOR EACH x IN person IF rough(x) THEN NOT kind(x)""")
        == []
    )


def test_the_trap_of_a_settled_conflict_is_no_error() -> None:
    assert (
        codes(
            NAMES
            + """
        RULE r1 IF t THEN p
        RULE r2 IF t THEN NOT p
        RULE r3 IF q THEN p
        PRIORITY r3 OVER r2
        RULE r4 IF p THEN q"""
        )
        == []
    )


@pytest.mark.parametrize(
    "condition",
    [
        "q",
        "REJECTED q",
        "NOT NOT q",
        "t AND (q OR s)",
        "NOT (t AND NOT q)",
        "MUST a",
        "EVERY x IN {kind} HAS (t AND q)".replace("{kind}", "kind"),
        "ANY x IN kind HAS (q)",
        "d",
    ],
)
def test_positive_dependencies_may_go_round(condition: str) -> None:
    text = (
        NAMES
        + f"TYPE kind OF k1, k2\nDEFINE d AS q OR s\nRULE r1 IF {condition} THEN p\nRULE r2 IF p THEN q AND MUST a"
    )
    assert codes(text) == []


@pytest.mark.parametrize(
    ("condition", "how"),
    [
        ("NOT q", "under NOT"),
        ("NOT (t AND q)", "under NOT"),
        ("NOT MUST a", "under NOT"),
        ("NOT VIOLATED a", "under NOT"),
        ("v > 2", "in a comparison"),
        ("v = NONE", "in a comparison"),
        ("COUNT OF {q, t} >= 1", "in an aggregate"),
        ("COUNT OF x IN kind WHERE (q) > 1", "in an aggregate"),
        ("d", "under NOT"),
        ("e > 3", "in an expression"),
    ],
)
def test_strict_dependencies_may_not(condition: str, how: str) -> None:
    text = (
        NAMES
        + f"""TYPE kind OF k1, k2
        DEFINE d AS NOT q
        DEFINE e : NUMBER AS v + 1
        RULE r1 IF {condition} THEN p
        RULE r2 IF p THEN q AND v = 3 AND MUST a"""
    )
    (found,) = findings(text)
    assert (found.code, found.severity) == ("RL300", Severity.ERROR)
    assert found.primary is not None
    labels = [label.text for label in (found.primary, *found.secondary)]
    assert len(labels) == 2
    assert any(text.startswith("`r1` concludes `p`") for text in labels)
    assert any(text.startswith("`r2` concludes") for text in labels)
    if condition != "e > 3":
        assert any(text.endswith(how) for text in labels)


def test_an_exception_is_strict_and_so_are_exceptions_to_it() -> None:
    (found,) = findings(NAMES + "RULE r1 IF t THEN p EXCEPTION x IF q\nRULE r2 IF p THEN q")
    assert found.code == "RL300"
    assert found.primary is not None
    assert any("in the exception `r1.x`" in label.text for label in (found.primary, *found.secondary))
    assert codes(NAMES + "RULE r1 IF t THEN p EXCEPTION x IF s EXCEPTION y TO x IF q\nRULE r2 IF p THEN q") == ["RL300"]


def test_the_then_part_of_an_exception_reads_its_condition_positively() -> None:
    assert codes(NAMES + "RULE r1 IF t THEN p EXCEPTION x IF q THEN r\nRULE r2 IF r THEN q") == []


def test_expressions_and_limits_are_strict() -> None:
    assert codes(NAMES + "RULE r1 IF t THEN v = w + 1\nRULE r2 IF t THEN w = v") == ["RL300"]
    assert codes(NAMES + "RULE r1 IF q THEN v <= 3\nRULE r2 IF t AND v > 1 THEN q") == ["RL300"]
    assert codes(NAMES + "RULE r1 IF t THEN v <= w\nRULE r2 IF t THEN w = v") == ["RL300"]


def test_suspensions_are_exceptions() -> None:
    assert codes(NAMES + "RULE r1 IF t THEN p\nRULE r2 SUSPENDS r1 IF q\nRULE r3 IF p THEN q") == ["RL300"]
    assert codes(NAMES + "RULE r1 IF t THEN p\nRULE r2 SUSPENDS r1 IF q\nRULE r3 IF s THEN q") == []


def test_a_rule_that_reads_itself_under_not_is_a_cycle_of_one() -> None:
    (found,) = findings(NAMES + "RULE r1 IF NOT p THEN p")
    assert (found.code, found.secondary) == ("RL300", ())
    assert "`p` on `p`" in found.message


def test_each_knot_is_reported_once() -> None:
    text = NAMES + "RULE r1 IF NOT p THEN p\nRULE r2 IF q THEN r\nRULE r3 IF NOT r THEN q\nRULE r4 IF NOT r THEN q"
    assert codes(text) == ["RL300", "RL300"]


# -------------------------------------------------------------------------------------------------- fixed sorts


YEARS = "TYPE year FROM 2000 TO 2030\nTYPE person\nFACT t\nFACT start(person) : NUMBER\n"


def test_fixed_sorts_are_expanded() -> None:
    assert (
        codes(
            YEARS
            + """OUTCOME sum(person, year) : NUMBER
        RULE r1 FOR EACH p IN person THEN sum(p, 2000) = start(p)
        RULE r2 FOR EACH p IN person, y IN year IF y > 2000 THEN sum(p, y) = sum(p, y - 1) + 1"""
        )
        == []
    )


def test_comparisons_of_members_decide_what_is_read() -> None:
    text = YEARS + "OUTCOME closed(year)\nRULE r1 FOR EACH y IN year IF %s THEN closed(y)"
    assert codes(text % "t AND NOT ANY z IN year HAS (z < y AND closed(z))") == []
    assert codes(text % "t AND NOT ANY z IN year HAS (z != y AND closed(z))") == ["RL300"]


def test_a_cycle_through_fixed_sorts_alone_is_an_error() -> None:
    (found,) = findings("""TYPE door OF front, back
        OUTCOME open(door)
        RULE r1 FOR EACH d IN door, e IN door IF d != e AND NOT open(e) THEN open(d)""")
    assert found.code == "RL300"
    assert "`open(front)` on `open(back)` on `open(front)`" in found.message


def test_sorts_too_large_to_expand_leave_a_warning() -> None:
    assert codes("""TYPE day FROM 1 TO 20000
        OUTCOME open(day)
        RULE r1 FOR EACH d IN day IF NOT open(d - 1) THEN open(d)""") == ["RL301"]


# ------------------------------------------------------------------------------------------------- case sorts


def test_a_cycle_over_the_sorts_of_a_case_is_a_warning_with_the_cycle() -> None:
    (found,) = findings("""TYPE person
        FACT child(c : person, p : person)
        OUTCOME dependent(c : person, p : person)
        RULE s152 "a dependent has no dependents"
          FOR EACH c IN person, p IN person
          IF child(c, p)
          THEN dependent(c, p)
          EXCEPTION b1 IF ANY t IN person HAS (dependent(p, t))""")
    assert (found.code, found.severity) == ("RL301", Severity.WARNING)
    assert "`dependent` on `dependent`" in found.message
    assert found.primary is not None
    assert "in the exception `s152.b1`" in found.primary.text


def test_an_error_goes_before_a_warning_in_the_same_knot() -> None:
    text = """TYPE person
        OUTCOME p(person)
        OUTCOME q
        RULE r1 FOR EACH x IN person IF NOT q THEN p(x)
        RULE r2 IF ANY x IN person HAS (p(x)) THEN q
        """
    assert codes(text) == ["RL301"]
    assert codes(text + "RULE r3 IF NOT q THEN q") == ["RL300"]


# --------------------------------------------------------------------------------------------------- variants


def test_variants_of_one_family_never_make_a_cycle_together() -> None:
    family = (
        NAMES
        + """META RULE root IF t THEN p
        RULE root.one AUGMENTS root ADDITIVE AND NOT q
        RULE root.two AUGMENTS root ADDITIVE THEN r
        """
    )
    assert codes(family + "RULE back IF r THEN q") == []
    assert codes(family + "RULE back IF p THEN q") == ["RL300"]


def test_the_graph_can_be_looked_at() -> None:
    base = rule_base(NAMES + "RULE r1 IF NOT q AND r THEN p")
    selection, _ = base.select()
    assert selection is not None
    graph = dependency_graph(base.program, base.units(selection))
    how = {read.name: dependency.how for read, dependency in graph[Predicate("p")].items()}
    assert how == {"q": "under NOT", "r": None}


def test_definitions_are_transparent_and_read_once() -> None:
    lines = ["DEFINE d0 AS q OR r"]
    lines += [f"DEFINE d{n} AS d{n - 1} AND (t OR d{n - 1}) AND NOT NOT d{n - 1}" for n in range(1, 25)]
    assert codes(NAMES + "\n".join(lines) + "\nRULE r1 IF d24 THEN p\nRULE r2 IF p THEN q") == []


def test_what_decides_that_a_later_case_is_not_read_is_strict() -> None:
    text = NAMES + "DEFINE d AS t IF q AS s OTHERWISE\nRULE r1 IF d THEN p\nRULE r2 IF p THEN q"
    assert codes(text) == ["RL300"]
    assert codes(NAMES + "DEFINE d AS t IF q\nRULE r1 IF d THEN p\nRULE r2 IF p THEN q") == []


def test_arguments_are_read_strictly_and_mean_every_member() -> None:
    text = """TYPE door OF front, back
        FACT t
        OUTCOME choice : door
        OUTCOME open(door)
        RULE r1 IF t AND open(choice) THEN choice = front
        """
    assert codes(text) == ["RL300"]
    program = program_of(text)
    (rule,) = program.rules.values()
    (head,) = rule.outcomes
    assert isinstance(head, Assign)
    assert rule.condition is not None
    reads = set(Reader(program, frozenset({"door"})).formula(Not(rule.condition), {}, True, None))
    assert {(read.name, read.args, read.how) for read in reads} == {
        ("choice", (), "in an argument"),
        ("open", ("front",), "under NOT"),
        ("open", ("back",), "under NOT"),
    }


def test_a_default_and_a_rule_of_the_same_name_are_two_things() -> None:
    text = """FACT t
        OUTCOME total : NUMBER DEFAULT other
        OUTCOME other : NUMBER
        RULE total IF t THEN total = 1
        RULE r1 IF t THEN other = total"""
    assert codes(text) == ["RL300"]
