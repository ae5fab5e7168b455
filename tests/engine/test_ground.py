"""Grounding: only what bears on the targets, every instance that exists, and nothing that does not."""

from __future__ import annotations

import pytest
from derived import core_of, refused, unmet

from rulelang.engine.core import Kind, Rank
from rulelang.engine.core_text import formula_text, value_text

CONE = """
MODULE m
TYPE bag
FACT heavy(bag)
FACT red(bag)
FACT wet
OUTCOME extra(bag)
OUTCOME damp
RULE extra FOR EACH b IN bag IF heavy(b) THEN extra(b)
RULE damp IF wet THEN damp
CASE c
  GIVEN
  | bag | heavy |
  | b1  |  YES  |
  | b2  |  NO   |
  EXPECT extra(b1)
"""


def test_only_the_cone_of_the_target_is_ground() -> None:
    core = core_of(CONE)
    assert sorted(core.contests) == ["extra(b1)"]
    assert sorted(core.facts) == ["heavy(b1)"]
    assert [rule.key for rule in core.rules] == ["extra[b=b1]"]


def test_a_variable_that_the_head_lacks_runs_over_its_sort() -> None:
    text = CONE.replace("OUTCOME damp\n", "OUTCOME damp\nOUTCOME any_heavy\n").replace(
        "CASE c", "RULE some FOR EACH b IN bag IF heavy(b) THEN any_heavy\nCASE c"
    )
    core = core_of(text.replace("EXPECT extra(b1)", "EXPECT any_heavy"))
    assert [rule.key for rule in core.rules] == ["some[b=b1]", "some[b=b2]"]


STEPS = """
MODULE m
TYPE step FROM 1 TO 5
FACT start : INTEGER
OUTCOME level(step) : INTEGER
RULE first THEN level(1) = start
RULE next FOR EACH n IN step THEN level(n + 1) = level(n) + 1
CASE c
  GIVEN start = 10
  EXPECT level(3) = 12, level(1) = 10, UNKNOWN level(1 - 1)
"""


def test_heads_with_arithmetic_are_matched() -> None:
    assert unmet(STEPS) == []
    core = core_of(STEPS)
    assert [rule.key for rule in core.rules if rule.contest == "level(3)"] == ["next[n=2]"]


def test_an_argument_outside_its_sort_has_no_value_and_says_so() -> None:
    (target,) = core_of(STEPS.replace("EXPECT level(3) = 12, level(1) = 10, UNKNOWN", "EXPECT UNKNOWN")).targets
    assert value_text(target) == "<level(0): 0 is outside step 1 to 5>"  # type: ignore[arg-type]


def test_a_boolean_outside_its_sort_is_false() -> None:
    text = """
    MODULE m
    TYPE step FROM 1 TO 3
    FACT done(step)
    OUTCOME fresh(step)
    RULE fresh FOR EACH n IN step IF NOT done(n - 1) THEN fresh(n)
    CASE c
      GIVEN done(1), NOT done(2), NOT done(3)
      EXPECT fresh(1), NOT fresh(2), fresh(3)
    """
    assert unmet(text) == []


def test_an_argument_that_depends_on_facts_is_a_choice_over_its_sort() -> None:
    text = """
    MODULE m
    TYPE place OF us, eu
    FACT home : place
    FACT far(place)
    OUTCOME fee(place) : NUMBER IN usd
    RULE fee FOR EACH p IN place IF far(p) THEN fee(p) = 30 usd
    RULE near FOR EACH p IN place IF NOT far(p) THEN fee(p) = 10 usd
    DEFINE due : NUMBER IN usd AS fee(home)
    CASE c
      GIVEN home = eu, far(eu), NOT far(us)
      EXPECT due = 30 usd
    CASE open
      GIVEN far(eu), NOT far(us)
      EXPECT UNKNOWN due
    CASE both
      GIVEN far(eu), far(us)
      EXPECT due = 30 usd
    """
    assert unmet(text) == []


def test_definitions_at_one_argument_are_shared() -> None:
    text = """
    MODULE m
    TYPE bag
    FACT weight(bag) : NUMBER IN lb
    DEFINE gross(b : bag) : NUMBER IN lb AS weight(b) + 1 lb
    DEFINE ratio(x : NUMBER IN lb) : NUMBER AS x / 2 lb
    CASE c
      GIVEN
      | bag | weight |
      | b1  |   3    |
      EXPECT gross(b1) > 3 lb, gross(b1) < 5 lb, ratio(gross(b1)) = 2, ratio(4 lb) = 2
    """
    assert unmet(text) == []
    assert sorted(core_of(text).definitions) == ["gross(b1)", "ratio(4)", "ratio(gross(b1))"]


def test_quantifiers_and_aggregates_unfold() -> None:
    text = """
    MODULE m
    TYPE bag
    FACT weight(bag) : INTEGER
    FACT light(bag)
    FACT with(bag, bag)
    DEFINE earlier(a : bag, b : bag) AS a BEFORE b
    CASE c
      CLOSED
      GIVEN
      | bag | weight | light |
      | b1  |   3    |  YES  |
      | b2  |   3    |  NO   |
      | b3  |   7    |  NO   |
      GIVEN with(b1, b2), with(b1, b3)
      EXPECT SUM OF weight(b) FOR EACH b IN bag = 13, COUNT OF b IN bag WHERE (weight(b) = 3) = 2,
             MAX OF weight(b) FOR EACH b IN bag WHERE (light(b)) = 3,
             ANY b IN bag HAS (light(b)), NOT EVERY b IN bag HAS (light(b)),
             COUNT OF o IN with(b1) = 2, SUM OF weight(o) FOR EACH o IN with(b1) = 10,
             earlier(b1, b3), NOT earlier(b3, b1),
             COUNT OF {light(b1), light(b1)} = 2
    CASE none
      GIVEN
      | bag |
      EXPECT SUM OF weight(b) FOR EACH b IN bag = 0, EVERY b IN bag HAS (light(b)), NOT ANY b IN bag HAS (light(b)),
             UNKNOWN MAX OF weight(b) FOR EACH b IN bag
    """
    assert unmet(text) == []


def test_equal_formulas_are_one_object_and_constants_fold() -> None:
    core = core_of(CONE.replace("EXPECT extra(b1)", "EXPECT heavy(b1) AND 1 < 2, heavy(b1) OR 2 < 1"))
    assert core.targets[0] is core.targets[1]
    assert formula_text(core.targets[0]) == "heavy(b1)"  # type: ignore[arg-type]


def test_a_sort_that_the_case_forgets_is_refused_where_it_matters() -> None:
    text = """
    MODULE m
    TYPE bag
    FACT weight(bag) : INTEGER
    FACT flat
    DEFINE total : INTEGER
      AS 10 IF flat
      AS SUM OF weight(b) FOR EACH b IN bag OTHERWISE
    OUTCOME seen
    RULE seen FOR EACH b IN bag IF weight(b) > 1 THEN seen
    CASE c
      GIVEN NOT flat
      EXPECT total = 0
    CASE flat_rate
      GIVEN flat
      EXPECT total = 10
    CASE rules
      GIVEN flat
      EXPECT seen
    CASE listed
      GIVEN NOT flat
      GIVEN
      | bag | weight |
      EXPECT total = 0, NOT seen
    """
    assert refused(text, "c") == ["RL350"]
    assert refused(text, "flat_rate") == []
    assert refused(text, "rules") == ["RL350"]
    assert refused(text, "listed") == []


def test_the_program_never_depends_on_hashes() -> None:
    first, second = core_of(CONE), core_of(CONE)
    assert list(first.contests) == list(second.contests)
    assert first.rules == second.rules
    assert first.blocks == second.blocks


RANKS = """
MODULE m
FACT t
OUTCOME p
OUTCOME v : INTEGER DEFAULT 1
CONCEPT c1 INCLUDES p
RULE a IF t THEN p
  CONFLICT b IF t THEN NOT p
  IRONCLAD s IF t THEN p
  EXCEPTION e IF NOT t
RULE w IF t THEN v = 2
CASE c
  GIVEN t, NOT p
  EXPECT c1, v = 2
"""


def test_kinds_and_ranks() -> None:
    core = core_of(RANKS)
    kinds = {rule.key: (rule.kind, rule.rank) for rule in core.rules}
    assert kinds == {
        "c1": (Kind.CONCEPT, Rank.STRICT),
        "a": (Kind.BASE, Rank.ORDINARY),
        "a.b": (Kind.RIVAL, Rank.ORDINARY),
        "a.s": (Kind.IRONCLAD, Rank.STRICT),
        "GIVEN NOT p": (Kind.STIPULATION, Rank.STRICT),
        "w": (Kind.BASE, Rank.ORDINARY),
        "DEFAULT v": (Kind.DEFAULT, Rank.DEFAULT),
    }


def test_what_outranks_stands_first() -> None:
    core = core_of(RANKS)
    for contest in core.contests.values():
        for place, lower in enumerate(contest.outranks):
            assert all(place < other for other in lower)
    keys = [core.rules[number].key for number in core.contests["p"].rules]
    assert keys.index("a.b") < keys.index("a")


def test_a_positive_cycle_is_a_block_and_a_strict_one_that_closes_is_broken() -> None:
    text = """
    MODULE m
    TYPE node
    FACT edge(a : node, b : node)
    OUTCOME reach(a : node, b : node)
    OUTCOME odd(node)
    RULE reach FOR EACH a IN node, b IN node
      IF edge(a, b) OR ANY m IN node HAS (edge(a, m) AND reach(m, b)) THEN reach(a, b)
    RULE odd FOR EACH a IN node IF ANY b IN node HAS (edge(a, b) AND NOT odd(b)) THEN odd(a)
    CASE c
      CLOSED
      GIVEN edge(x, y), edge(y, x), edge(z, z)
      EXPECT reach(x, x), NOT reach(x, z), UNKNOWN odd(x)
    """
    assert unmet(text) == []
    core = core_of(text)
    shapes = {(block.cyclic, block.broken) for block in core.blocks}
    assert (True, False) in shapes
    broken = next(block for block in core.blocks if block.broken)
    assert set(broken.cycle) <= set(broken.members)


def test_always_enters_where_it_bears() -> None:
    text = """
    MODULE m
    FACT a
    FACT b
    FACT x
    FACT y
    OUTCOME p
    ALWAYS NOT a OR b
    ALWAYS NOT b OR a
    ALWAYS x OR y
    RULE p IF a THEN p
    CASE c
      EXPECT UNKNOWN p
    CASE follows
      GIVEN b
      EXPECT p
    """
    core = core_of(text)
    assert sorted(map(formula_text, core.always)) == ["NOT a OR b", "NOT b OR a"]
    assert sorted(core.facts) == ["a", "b"]
    assert unmet(text) == []


@pytest.mark.parametrize("length", [10, 10_000])
def test_long_chains_do_not_recurse(length: int) -> None:
    rules = "\n".join(f"RULE r{n} IF o{n + 1} THEN o{n}" for n in range(length))
    outcomes = "\n".join(f"OUTCOME o{n}" for n in range(length))
    text = f"MODULE m\nFACT o{length}\n{outcomes}\n{rules}\nCASE c GIVEN o{length} EXPECT o0"
    core = core_of(text)
    assert len(core.rules) == length
    assert core.blocks[0].members == (f"o{length - 1}",)
    assert unmet(text) == []


def test_too_many_instances_are_refused() -> None:
    text = """
    MODULE m
    TYPE slot FROM 1 TO 2_000
    FACT taken(slot)
    OUTCOME clash
    RULE clash FOR EACH a IN slot, b IN slot IF taken(a) AND taken(b) AND a != b THEN clash
    CASE c
      CLOSED
      GIVEN taken(1)
      EXPECT clash
    """
    assert refused(text) == ["RL351"]


def test_a_positive_cycle_of_predicates_that_does_not_close_on_the_entities_is_settled_all_the_same() -> None:
    text = """
    MODULE m
    TYPE node
    FACT marked(node)
    OUTCOME up(node)
    RULE start FOR EACH a IN node IF marked(a) THEN up(a)
    RULE step FOR EACH a IN node, b IN node IF a BEFORE b AND up(b) THEN up(a)
    CASE c
      CLOSED
      GIVEN
      | node | marked |
      | x    |  NO    |
      | y    |  NO    |
      | z    |  YES   |
      EXPECT up(x), up(z)
    CASE none
      CLOSED
      GIVEN
      | node | marked |
      | x    |  NO    |
      | y    |  NO    |
      EXPECT NOT up(x)
    """
    assert unmet(text) == []
    assert not any(block.broken for block in core_of(text).blocks)
