"""Rules: outcomes, clauses, references, chains of AUGMENTS."""

from resolving import codes, program

from rulelang.grammar.model import Assign, Binder, Conclude, Limit, RelationRange, SortRange, Variable

BASE = "FACT f\nFACT g\nFACT h\nOUTCOME p\nOUTCOME q\nOUTCOME v : NUMBER\nACTION a\n"


def test_clauses_are_numbered_along_the_chain() -> None:
    found = program(
        BASE + "META RULE r IF f THEN MUST a\n  ABSTRACT OR g\n  EXCEPTION IF g\n  EXCEPTION late IF h\n"
        "RULE r.two AUGMENTS r\n  EXCEPTION IF h\n  ADDITIVE THEN p\n  ABSTRACT OR h\n"
    )
    assert [o.suffix for o in found.rules["r"].operators] == ["abstract1", "exception1", "late"]
    assert [o.suffix for o in found.rules["r.two"].operators] == ["exception2", "additive1", "abstract2"]


def test_names_of_clauses_collide_along_the_chain() -> None:
    text = BASE + "META RULE r IF f THEN MUST a\n  EXCEPTION late IF h\nRULE s AUGMENTS r\n  EXCEPTION late IF g\n"
    assert codes(text) == ["RL203"]
    assert codes(BASE + "RULE r IF f THEN MUST a\n  EXCEPTION IF h\n  EXCEPTION exception1 IF g\n") == ["RL203"]
    assert codes(BASE + "RULE r IF f THEN MUST a\n  EXCEPTION late IF h\nRULE r.late IF g THEN p\n") == ["RL203"]


def test_an_exception_may_except_an_inherited_one() -> None:
    text = BASE + "META RULE r IF f THEN MUST a\n  EXCEPTION late IF h\nRULE s AUGMENTS r\n  EXCEPTION x TO late IF g\n"
    assert codes(text) == []
    text = BASE + "RULE r IF f THEN MUST a\n  IRONCLAD late IF h THEN p\n  EXCEPTION x TO late IF g\n"
    assert codes(text) == ["RL230"]


def test_sections_stand_for_all_rules_below_them() -> None:
    found = program(
        BASE + "RULE s2.a IF f THEN p\nRULE s2.b IF g THEN p\nRULE s3 IF f THEN q\n"
        "RULE n NOTWITHSTANDING s2 SUBJECT TO s3 IF h THEN NOT p\nRULE s5 SUSPENDS s2, s3 IF h\n"
    )
    [over], [under] = found.rules["n"].notwithstanding, found.rules["n"].subject_to
    assert (over.name, over.prefix) == ("s2", True)
    assert (under.name, under.prefix) == ("s3", False)
    assert [r.prefix for r in found.rules["s5"].suspends] == [True, False]


def test_priority_names_rules_and_clauses() -> None:
    text = BASE + "RULE r IF f THEN MUST a\n  CONFLICT k IF g THEN MUST NOT a\nRULE s IF h THEN MUST a\n"
    assert codes(text + "PRIORITY s OVER r.k") == []
    assert codes(text + "PRIORITY s OVER r.x, t") == ["RL231", "RL231"]


def test_variables_of_the_base_are_seen_by_what_augments_it() -> None:
    text = (
        "TYPE t\nFACT f(t)\nFACT g(t)\nOUTCOME p(t)\nMETA RULE r FOR EACH x IN t IF f(x) THEN p(x)\n"
        "RULE s AUGMENTS r\n  EXCEPTION e IF g(x)\n"
    )
    found = program(text)
    assert found.rules["s"].binders == ()
    assert found.rules["r"].binders == (Binder("x", SortRange("t")),)
    assert codes(text.replace("g(x)", "g(y)")) == ["RL211"]


def test_relation_ranges() -> None:
    found = program(
        "TYPE trip\nTYPE leg\nFACT legs(trip, leg)\nOUTCOME p(leg)\n"
        "RULE r FOR EACH t IN trip, l IN legs(t) THEN p(l)\n"
    )
    assert found.rules["r"].binders[1] == Binder("l", RelationRange("legs", (Variable("t"),), "leg"))


def test_heads() -> None:
    found = program(BASE + "RULE r IF f THEN NOT p AND v = 3 AND v <= 5")
    outcomes = found.rules["r"].outcomes
    assert outcomes[0] == Conclude("p", (), False)
    assert isinstance(outcomes[1], Assign)
    assert isinstance(outcomes[2], Limit)


def test_outcomes_of_one_then_exclude_each_other() -> None:
    for one, other in (("p", "NOT p"), ("MUST a", "NEED NOT a"), ("MUST a", "MUST NOT a"), ("v = 3", "v = 4")):
        assert codes(BASE + f"RULE r IF f THEN {one} AND {other}") == ["RL224"]
    for one, other in (("MUST a", "MAY a"), ("NEED NOT a", "MUST NOT a"), ("MAY a", "NEED NOT a"), ("v = 3", "v = 3")):
        assert codes(BASE + f"RULE r IF f THEN {one} AND {other}") == []


CONCEPT = BASE + "CONCEPT c INCLUDES f, g\nCONCEPT d INCLUDES c\nOUTCOME wrong\nCONCEPT e INCLUDES p\n"


def test_abstract_looks_at_the_rule_so_far() -> None:
    chain = CONCEPT + "META RULE r IF f THEN MUST a\nMETA RULE s AUGMENTS r\n  ABSTRACT f TO c\nRULE t AUGMENTS s\n"
    assert codes(chain + "  ABSTRACT c TO d") == []
    assert codes(chain + "  ABSTRACT f TO d") == ["RL229"]
    assert codes(chain + "  NEGATE IF\n  ABSTRACT c TO d") == ["RL228"]
    assert codes(chain + "  NEGATE IF\n  NEGATE IF\n  ABSTRACT c TO d") == []
    assert codes(CONCEPT + "RULE r IF NOT f THEN MUST a\n  ABSTRACT f TO c") == ["RL228"]
    assert codes(CONCEPT + "RULE r IF COUNT OF {f, g} > 1 THEN MUST a\n  ABSTRACT f TO c") == ["RL228"]
    assert codes(CONCEPT + "RULE r IF h THEN p\n  ABSTRACT p TO e") == []
    assert codes(CONCEPT + "RULE r IF h THEN NOT p\n  ABSTRACT p TO e") == ["RL228"]


def test_negate_needs_outcomes_without_values() -> None:
    assert codes(BASE + "RULE r IF f THEN v = 3\n  NEGATE") == ["RL227"]
    assert codes(BASE + "RULE r IF f THEN v = 3\n  NEGATE IF") == []
    assert codes(BASE + "RULE r IF f THEN p\n  NEGATE\n  ADDITIVE THEN v = 3") == []


def test_a_value_that_depends_on_the_entity_while_the_outcome_does_not() -> None:
    text = "TYPE t\nFACT w(t) : NUMBER\nOUTCOME v : NUMBER\nOUTCOME u(t) : NUMBER\n"
    assert codes(text + "RULE r FOR EACH x IN t THEN v = w(x)") == ["RL239"]
    assert codes(text + "RULE r FOR EACH x IN t THEN u(x) = w(x)") == []
    assert codes(text + "RULE r THEN v = SUM OF w(x) FOR EACH x IN t") == []


def test_concept_members_have_the_arguments_of_the_concept() -> None:
    found = program("TYPE t\nFACT f(t, t)\nFACT g(t, t)\nCONCEPT c(t, t) INCLUDES f, g\n")
    [first, second] = found.concepts
    assert [p.name for p in first.parameters] == ["t", "t2"]
    assert first.member.args == (Variable("t"), Variable("t2"))
    assert second.member.name == "g"


def test_prefer_is_stated_alike_by_all() -> None:
    assert program("PREFER LATER, STRICT\nPREFER LATER, STRICT").prefer == ("LATER", "STRICT")
    assert codes("PREFER LATER\nPREFER STRICT") == ["RL235"]


def test_definitions_are_not_recursive() -> None:
    assert codes("DEFINE x : NUMBER AS y\nDEFINE y : NUMBER AS z + 1\nDEFINE z : NUMBER AS x") == ["RL240"]
    assert codes("DEFINE x : NUMBER AS x + 1") == ["RL240"]
