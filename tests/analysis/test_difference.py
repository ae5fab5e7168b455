"""`diff`: nothing where nothing differs, every difference that there is, and each witness decided so."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from rule_bases import (
    ENTITIES,
    HEAD,
    all_cases,
    base_of,
    entity_cases,
    entity_planted,
    entity_rules,
    everything,
    planted,
    random_rules,
    ready,
)

from rulelang.cli import main
from rulelang.engine.analysis.claim import read_property
from rulelang.engine.analysis.difference import Difference, Version, difference
from rulelang.engine.analysis.scope import scope_of
from rulelang.engine.analysis.states import decided
from rulelang.engine.derive import derive
from rulelang.engine.solver import Limits
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.printing.format import format_source
from rulelang.grammar.source import Source

SEEDS = range(40)


def diff(old: str, new: str, assume: str | None = None, limits: Limits | None = None) -> Difference:
    versions = [Version(*ready(text)[:2]) for text in (old, new)]
    scope = scope_of([one.base.program for one in reversed(versions)])
    assumed = None
    if assume is not None:
        ours, theirs = (read_property(one.base, one.selection, scope, assume).formula for one in versions)
        assumed = ours, theirs
    return difference(versions[0], versions[1], scope, assumed, limits)


def text_of(rules: list[str]) -> str:
    return HEAD + "\n".join(rules) + "\n"


@pytest.mark.parametrize("seed", SEEDS)
def test_base_is_as_itself_formatted_and_shuffled(seed: int) -> None:
    rules = random_rules(f"same/{seed}")
    text = text_of(rules)
    shuffled = list(rules)
    Random(seed).shuffle(shuffled)
    for other in (text, format_source(Source("x", text)), text_of(shuffled)):
        found = diff(text, other)
        assert not found.different
        assert found.undecided == ()
        assert found.harmless == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_planted_change_is_found_or_harmless_as_every_case_shows(seed: int) -> None:
    rules = random_rules(f"plant/{seed}")
    old, new = text_of(rules), text_of(planted(rules, f"{seed}"))
    try:
        found = diff(old, new)
    except RuleLangError:  # the change has made a circle
        pytest.skip("the changed base has errors")
    cores = [everything(*ready(text)) for text in (old, new)]
    differing: set[str] = set()
    for facts in all_cases():
        for name in ("p", "q", "v", "m"):
            before, after = (decided(core, core.contests[name], facts) for core in cores)
            if before != after:
                differing.add(name)
    told = {region.about for region in found.regions}
    unsettled = {name for name, _ in found.undecided}
    assert told <= differing
    assert differing - told <= unsettled
    assert not unsettled


@pytest.mark.parametrize("seed", range(8))
def test_base_with_entities_and_a_table_is_as_itself_formatted_and_shuffled(seed: int) -> None:
    lines = entity_rules(f"same/{seed}")
    text = ENTITIES + "\n".join(lines) + "\n"
    shuffled = list(lines)
    Random(seed).shuffle(shuffled)
    for other in (format_source(Source("x", text)), ENTITIES + "\n".join(shuffled) + "\n"):
        found = diff(text, other)
        assert not found.different
        assert found.undecided == ()
        assert found.harmless == ()


@pytest.mark.parametrize("seed", range(14))
def test_planted_change_of_rules_over_entities_or_of_a_table_is_found_or_harmless(seed: int) -> None:
    lines = entity_rules(f"plant/{seed}")
    old, new = (ENTITIES + "\n".join(one) + "\n" for one in (lines, entity_planted(lines, f"{seed}")))
    found = diff(old, new)
    cores = [everything(*ready(text)) for text in (old, new)]
    differing: set[str] = set()
    for facts in entity_cases():
        for key, contest in cores[0].contests.items():
            before, after = decided(cores[0], contest, facts), decided(cores[1], cores[1].contests[key], facts)
            if before != after:
                differing.add(contest.name)
    told = {region.about.partition("(")[0] for region in found.regions}
    unsettled = {name for name, _ in found.undecided}
    assert told <= differing
    assert differing - told <= unsettled
    for region in found.regions:
        for text, said in ((old, region.before), (new, region.after)):
            base = base_of(text + region.witness.text)
            derivation = derive(base, base.program.cases[region.witness.case.name])
            contest = derivation.core.contests[region.about]
            assert decided(derivation.core, contest, derivation.situation.known) == said


@pytest.mark.parametrize("seed", range(12))
def test_witness_comes_out_in_each_version_as_it_is_told(seed: int) -> None:
    rules = random_rules(f"plant/{seed}")
    old, new = text_of(rules), text_of(planted(rules, f"{seed}"))
    for region in diff(old, new).regions:
        for text, said in ((old, region.before), (new, region.after)):
            base = base_of(text + region.witness.text)
            case = base.program.cases[region.witness.case.name]
            derivation = derive(base, case)
            contest = derivation.core.contests[region.about]
            assert decided(derivation.core, contest, derivation.situation.known) == said


def test_region_names_the_change_that_speaks() -> None:
    old = HEAD + "RULE r IF n > 1 THEN p\nRULE s IF a THEN q\n"
    new = HEAD + "RULE r IF n >= 1 THEN p\nRULE s IF a AND (b OR NOT b) THEN q\n"
    found = diff(old, new)
    [region] = found.regions
    assert (region.about, region.before, region.after) == ("p", "nothing", "p")
    assert [(one.clause, one.kind) for one in region.clauses] == [("r", "changed")]
    assert region.witness.words == ("n is 1",)
    assert [one.clause for one in found.harmless] == ["s"]


TWO = """FACT a
FACT b
FACT n : INTEGER FROM 0 TO 100
FACT x : NUMBER FROM 0 TO 10
OUTCOME o
OUTCOME v : NUMBER
ACTION act
RULE r1 IF n {} 18 THEN o
  EXCEPTION e1 IF a
  EXCEPTION e2 TO e1 IF b
RULE r2 IF x {} 5 THEN v = x * 2
RULE r3 IF x {} 5 THEN v = 10
RULE r4 IF o AND v > 12 THEN MUST act
RULE r5 IF NOT o THEN MAY act
RULE r6 IF n < 3 THEN MUST NOT act
"""


def test_only_changes_that_a_difference_is_due_to_are_named_for_it() -> None:
    """With x = 5 both say v = 10, so moving that boundary changes nothing, whichever rule speaks."""
    found = diff(TWO.format(">=", ">", "<="), TWO.format(">", ">=", "<"))
    told = [(one.about, one.before, one.after, [change.clause for change in one.clauses]) for one in found.regions]
    assert told == [
        ("o", "o", "nothing", ["r1"]),
        ("act", "nothing", "MAY act", ["r1"]),
        ("act", "MUST act", "MAY act", ["r1"]),
    ]
    assert [one.clause for one in found.harmless] == ["r2", "r3"]


def test_two_changes_that_both_do_it_and_two_that_it_takes_are_both_named() -> None:
    old = HEAD + "RULE r IF a THEN p\nRULE s IF a THEN p\n"
    [region] = diff(old, HEAD + "RULE r IF a AND b THEN p\nRULE s IF a AND c THEN p\n").regions
    assert [one.clause for one in region.clauses] == ["r", "s"]
    old = HEAD + "RULE r IF n > 2 THEN p\nRULE s IF b THEN q\n"
    found = diff(old, HEAD + "RULE r IF n > 1 THEN p\nRULE s IF b OR p THEN q\n")
    assert [(one.about, [change.clause for change in one.clauses]) for one in found.regions][:2] == [
        ("p", ["r"]), ("q", ["r", "s"]),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(30))
def test_what_a_difference_is_due_to_is_so_in_the_text(seed: int) -> None:
    """Whole rules are put back, where all that has changed of them is named: without the difference; and each named one
    matters to whether it is there."""
    rules = random_rules(f"due/{seed}")
    other = planted(planted(rules, f"due/{seed}/1"), f"due/{seed}/2")
    found = diff(text_of(rules), text_of(other))
    changed = {change.clause for region in found.regions for change in region.clauses}
    changed |= {change.clause for change in found.harmless}
    old = {rule.split()[1]: rule for rule in rules if rule.startswith("RULE")}
    for region in found.regions:
        due = {change.clause for change in region.clauses}
        named = tuple(sorted({clause.partition(".")[0] for clause in due}))
        if any(change.kind != "changed" for change in region.clauses) or any(
            clause.partition(".")[0] in named for clause in changed - due
        ):
            continue
        gone: dict[frozenset[str], bool] = {}
        for size in range(len(named) + 1):
            for undone in combinations(named, size):
                text = text_of([
                    old[rule.split()[1]] if rule.startswith("RULE") and rule.split()[1] in undone else rule
                    for rule in other
                ])
                base = base_of(text + region.witness.text)
                derivation = derive(base, base.program.cases[region.witness.case.name])
                contest = derivation.core.contests[region.about]
                said = decided(derivation.core, contest, derivation.situation.known)
                gone[frozenset(undone)] = said == region.before
        assert gone[frozenset(named)], (region.about, due)
        for one in named:
            assert any(gone[some] != gone[some - {one}] for some in gone if one in some), (region.about, due)


def test_priority_that_changes_is_told_as_a_place_in_the_order() -> None:
    rules = HEAD + "RULE r IF a THEN p\nRULE s IF b THEN NOT p\n"
    found = diff(rules + "PRIORITY r OVER s\n", rules + "PRIORITY s OVER r\n")
    [region] = found.regions
    assert (region.before, region.after) == ("p", "NOT p")
    assert {(one.clause, one.kind) for one in region.clauses} == {("r", "ordered"), ("s", "ordered")}


def test_assumption_restricts_the_question() -> None:
    old, new = HEAD + "RULE r IF n > 1 THEN p\n", HEAD + "RULE r IF n >= 1 THEN p\n"
    assert diff(old, new).different
    assert not diff(old, new, "n != 1").different


@pytest.mark.parametrize("assume", ["o AND a", "a"])
def test_it_is_said_that_what_is_assumed_is_so_in_both_versions_where_they_differ_on_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], assume: str
) -> None:
    head = "FACT a\nFACT n : INTEGER\nOUTCOME o\nOUTCOME q\nRULE s IF o THEN q\n"
    for name, rule in (("old", "IF n >= 18 AND a THEN o"), ("new", "IF n > 18 AND a THEN o")):
        (tmp_path / f"{name}.rules").write_text(head + f"RULE r {rule}\n", encoding="utf-8")
    status = main(["diff", str(tmp_path / "old.rules"), str(tmp_path / "new.rules"), "--assume", assume])
    shown = capsys.readouterr().out
    if assume == "a":
        assert status == 1
        assert "in both versions" not in shown
    else:
        assert status == 0
        assert "every case in which o AND a (in both versions) alike" in shown


def test_conflict_that_comes_out_the_same_is_no_difference() -> None:
    old = HEAD + "RULE r IF a THEN p\nRULE s IF b THEN NOT p\nRULE t IF p THEN q\nRULE u IF REJECTED p THEN q\n"
    new = HEAD + "RULE r IF NOT NOT a THEN p\nRULE s IF b THEN NOT p\nRULE t IF p OR REJECTED p THEN q\n"
    found = diff(old, new)
    assert not found.different
    assert found.undecided == ()


def test_declarations_of_one_version_alone_are_reported() -> None:
    found = diff(HEAD + "OUTCOME old_one\n", HEAD + "FACT d\nOUTCOME new_one\n")
    assert set(found.only) == {("old", "outcome", "old_one"), ("new", "outcome", "new_one"), ("new", "fact", "d")}
    assert found.different


def test_types_that_have_nothing_in_common_are_refused() -> None:
    rule = "RULE r IF a THEN p\n"
    with pytest.raises(RuleLangError) as refused:
        diff(HEAD + rule, HEAD.replace("FACT a\n", "FACT a : DATE\n") + "RULE r IF a > 2020-01-01 THEN p\n")
    assert [one.code for one in refused.value.diagnostics] == ["RL531"]


def test_a_limit_leaves_undecided_and_never_equivalent() -> None:
    old = HEAD + "RULE r IF n > 1 AND a THEN p\n"
    found = diff(old, HEAD + "RULE r IF n >= 2 AND a THEN p\n", limits=Limits(steps=1))
    assert [name for name, _ in found.undecided] == ["p"]
    assert not diff(old, HEAD + "RULE r IF n >= 2 AND a THEN p\n").different


def test_entities_differences_are_told_once_for_an_outcome() -> None:
    text = "TYPE bag\nFACT w(bag) : INTEGER FROM 0 TO 9\nOUTCOME h(bag)\n"
    text += "RULE r FOR EACH b IN bag IF w(b) > 5 THEN h(b)\n"
    found = diff(text, text.replace("> 5", ">= 5"))
    [region] = found.regions
    assert region.about == "h(bag1)"
    assert found.scope == "every case with 2 entities of `bag`"


def test_differences_of_conflicts_are_told_once_for_an_outcome() -> None:
    text = "TYPE bag\nFACT a(bag)\nFACT b(bag)\nOUTCOME h(bag)\n"
    text += "RULE r FOR EACH x IN bag IF a(x) THEN h(x)\nRULE s FOR EACH x IN bag IF b(x) THEN NOT h(x)\n"
    found = diff(text, text.replace("IF a(x) THEN", "IF a(x) AND NOT b(x) THEN"))
    [region] = found.regions
    assert (region.about, region.before, region.after) == ("h(bag1)", "in conflict", "NOT h(bag1)")
    assert found.undecided == ()


def test_what_one_version_alone_declares_always_is_a_difference() -> None:
    rules = "RULE r IF a THEN p\n"
    old, new = HEAD + rules, HEAD + "ALWAYS n < 2\n" + rules
    [region] = diff(old, new).regions
    assert (region.about, region.before, region.after) == ("ALWAYS n < 2", "decided", "refused")
    asked = region.witness.text + "  ASK DECIDE p\n"
    for text, refused in ((old, False), (new, True)):
        base = base_of(text + asked)
        [case] = base.program.cases.values()
        if refused:
            with pytest.raises(RuleLangError):
                derive(base, case)
        else:
            derive(base, case)
    [back] = diff(new, old).regions
    assert (back.before, back.after) == ("refused", "decided")


def test_an_always_that_the_other_version_implies_is_none() -> None:
    rules = "RULE r IF a THEN p\n"
    strict = HEAD + "ALWAYS n < 2\nALWAYS n < 3\n" + rules
    assert not diff(HEAD + "ALWAYS n < 2\n" + rules, strict).different
    assert not diff(HEAD + rules, strict, "n < 2").different


def test_another_unit_of_an_outcome_is_a_difference() -> None:
    old = "OUTCOME fee : NUMBER IN usd\nRULE fee THEN fee = 10 usd\n"
    found = diff(old, old.replace("usd", "eur"))
    assert found.different
    assert [(kind, name) for kind, name, _ in found.redeclared] == [("outcome", "fee")]


def test_it_is_said_where_no_case_is_as_assumed() -> None:
    old, new = HEAD + "RULE r IF a THEN p\n", HEAD + "RULE r IF NOT a THEN p\n"
    assert diff(old, new, "a AND NOT a").vacuous
    assert not diff(old, old, "a").vacuous
    # What is in the way may be both together.
    assert diff(HEAD + "ALWAYS n < 2\n", HEAD + "ALWAYS n < 2\n", "n > 2").vacuous


KEPT_APART = """FACT a
FACT b
FACT k : NUMBER FROM 0 TO 9
OUTCOME p
OUTCOME fee : NUMBER
OUTCOME q
DEFINE big AS k > 7
ALWAYS NOT (big AND b)
RULE x IF a THEN p
RULE y IF b THEN NOT p
RULE f IF k > 2 THEN fee = 10 / (k - 5)
RULE q IF p AND k > 3 THEN q
"""


@pytest.mark.parametrize("assume", [["--assume", "p OR fee > 3"], ["--assume", "fee > 1 AND p"], []])
def test_nothing_shows_how_the_versions_are_kept_apart(
    assume: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.rules").write_text(KEPT_APART)
    changed = KEPT_APART.replace("k > 3", "k > 2").replace("(k - 5)", "(k - 6)").replace("k > 7", "k >= 7")
    (tmp_path / "new.rules").write_text(changed)
    assert main(["diff", str(tmp_path / "old.rules"), str(tmp_path / "new.rules"), *assume]) == 1
    out = capsys.readouterr().out
    for name in ("fee", "p", "q", "big"):
        assert f"old {name}" not in out
        assert f"new {name}" not in out
    assert "because of `DEFINE big` (changed)" in out
    assert "ALWAYS NOT (big AND b) (in the old version)" in out
    if assume:
        assert "in the new version `fee > " in out


def test_bounds_of_an_outcome_are_named_where_a_value_is_outside() -> None:
    rules = "RULE f IF b THEN v = n\nRULE g IF v > 1 THEN p\nRULE h IF a THEN q\n"
    bounded = HEAD.replace("OUTCOME v : INTEGER", "OUTCOME v : INTEGER FROM 0 TO 2")
    found = diff(HEAD + rules, bounded + rules.replace("IF a", "IF c"))
    because = {region.about: [change.clause for change in region.clauses] for region in found.regions}
    assert because == {"p": ["OUTCOME v"], "v": ["OUTCOME v"], "q": ["h"]}
    assert found.harmless == ()


def test_changes_are_not_said_to_be_harmless_where_nothing_was_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.rules").write_text(HEAD + "RULE r IF a THEN p\n")
    (tmp_path / "new.rules").write_text(HEAD + "RULE r IF b THEN p\n")
    main(["diff", str(tmp_path / "old.rules"), str(tmp_path / "new.rules"), "--assume", "a AND NOT a"])
    out = capsys.readouterr().out
    assert "were not compared" in out
    assert "without effect" not in out


TABLE = """FACT m : INTEGER FROM 0 TO 3
OUTCOME q : INTEGER
TABLE t(m : INTEGER) : INTEGER
 | m | t |
 | 0 | 5 |
 | 1 | 6 |
 | 2 | 7 |
 | OTHER | 9 |
RULE q THEN q = t(m)
"""


def test_each_pair_of_values_is_a_region_though_the_same_rule_gives_them() -> None:
    found = diff(TABLE, TABLE.replace("| 5 |", "| 15 |").replace("| 7 |", "| 17 |"))
    assert [(one.before, one.after) for one in found.regions] == [("5", "15"), ("7", "17")]
    assert all([change.clause for change in one.clauses] == ["TABLE t"] for one in found.regions)
    assert found.more == ()
    assert found.harmless == (), "the rule that reads the table says what it said"
    found = diff(TABLE, TABLE.replace("= t(m)", "= t(m) + 1"))
    assert [(one.before, one.after) for one in found.regions] == [("5", "6"), ("6", "7"), ("7", "8"), ("9", "10")]
    assert found.more == ()


def test_it_is_said_that_more_pairs_of_values_were_left_out() -> None:
    text = "FACT m : INTEGER FROM 0 TO 8\nOUTCOME q : INTEGER\nRULE q THEN q = m\n"
    found = diff(text, text.replace("q = m", "q = m + 1"))
    assert len(found.regions) == 8
    assert found.more == ("q",)
    found = diff(text.replace("TO 8", "TO 7"), text.replace("TO 8", "TO 7").replace("q = m", "q = m + 1"))
    assert len(found.regions) == 8
    assert found.more == ()


def test_rule_that_changes_besides_the_table_it_reads_is_still_named() -> None:
    found = diff(TABLE, TABLE.replace("| 5 |", "| 15 |").replace("THEN q = t(m)", "IF m >= 0 THEN q = t(m)"))
    assert [change.clause for change in found.harmless] == ["q"]
