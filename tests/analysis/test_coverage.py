"""Coverage and suggested cases: on random rule bases every case is tried, and every suggestion is read back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rule_bases import HEAD, all_cases, base_of, random_rules

from rulelang.coverages import Measured
from rulelang.engine.analysis import suggest as suggesting
from rulelang.engine.analysis.coverage import Coverage, Covered
from rulelang.engine.analysis.covered import covered, covered_by
from rulelang.engine.analysis.regions import Region
from rulelang.engine.analysis.scope import all_said, scope_of, targets_for
from rulelang.engine.analysis.suggest import suggest
from rulelang.engine.analysis.trial import Suggestion
from rulelang.engine.derive import derive, expectations, undecided
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Ask, Atom, Case, GivenFact, Target
from rulelang.ruleset import load, own_cases


def measured(base: RuleBase, cases: list[Case]) -> tuple[Coverage, Covered]:
    coverage = Coverage(base, scope_of([base.program]))
    for case in cases:
        coverage.note(case, case.name)
    [found] = coverage.measured([next(iter(base.program.modules))])
    return coverage, found


def complete_cases(base: RuleBase) -> list[Case]:
    """All cases of `HEAD` in which every fact is known, asking for everything."""
    scope = scope_of([base.program])
    targets = tuple(
        Target(target, "")
        for name, args in all_said(base.program, scope)
        for target in targets_for(base.program, name, args)
    )
    whole = replace(scope.case(), asks=(Ask(None, None, targets),))
    return [
        replace(whole, name=f"case{number}", given=tuple(GivenFact(Atom(name), value) for name, value in facts.items()))
        for number, facts in enumerate(all_cases())
    ]


def check(seed: str) -> Counter[str]:
    """A random base: what is impossible never happens in any case; each suggestion covers what it says."""
    counts: Counter[str] = Counter()
    text = HEAD + "\n".join(random_rules(seed)) + "\n"
    base = base_of(text)
    coverage, none = measured(base, [])
    every = complete_cases(base)
    seen = {region for case in every for region in covered(base, case)}
    assert seen <= set(none.regions), (seed, seen - set(none.regions))
    assert not seen & none.impossible, (seed, seen & none.impossible)
    assert all(region.fate == "condition unknown" for region in none.unsettled), (seed, none.unsettled)
    suggested = suggest(coverage, none.missing, 1000)
    assert set(suggested.failed) <= none.unsettled, (seed, suggested.failed)
    longer = base_of(text + "\n".join(case.text for case in suggested.cases))
    for made in suggested.cases:
        case = longer.program.cases[made.name]
        assert all(expectation.met for expectation in expectations(longer, case)), (seed, made.text)
        assert set(made.regions) <= set(covered(longer, case)), (seed, made.text)
    _, after = measured(longer, own_cases(longer.program))
    assert set(after.missing) == set(suggested.failed), seed
    counts.update(
        suggested=len(suggested.cases), impossible=len(none.impossible), seen=len(seen)
    )
    return counts


def test_suggestions_cover_what_they_say_and_the_impossible_never_happens() -> None:
    counts: Counter[str] = Counter()
    for seed in range(3):
        counts += check(f"coverage {seed}")
    assert min(counts[name] for name in ("suggested", "impossible", "seen")) > 8, counts


@pytest.mark.long
def test_suggestions_on_many_bases() -> None:
    counts: Counter[str] = Counter()
    for seed in range(200):
        counts += check(f"coverage {1000 + seed}")
    print(counts)


PACKS = ["ruleweaver/operators", "ruleweaver/meta_rules", "rulearena/airline", "refunds/refunds"]


@pytest.mark.parametrize("pack", PACKS)
def test_the_bundled_rules_are_covered_when_the_suggestions_are_added(pack: str, tmp_path: Path) -> None:
    rules = load(f"corpora/{pack}.rules")
    coverage, before = measured(rules.base, own_cases(rules.program))
    assert before.missing
    suggested = suggest(coverage, before.missing, 1000)
    assert not suggested.failed
    file = Path(__file__).parents[2] / "corpora" / f"{pack}.rules"
    longer = tmp_path / file.name
    longer.write_text(
        file.read_text(encoding="utf-8") + "\n" + "\n".join(case.text for case in suggested.cases), encoding="utf-8"
    )
    again = load(longer)
    for case in own_cases(again.program):
        assert all(one.met for one in expectations(again.base, case)), case.name
    _, after = measured(again.base, own_cases(again.program))
    assert not after.missing
    assert set(after.regions) == set(before.regions)


def fates(rules: str, case: str) -> set[tuple[str, str, str | None]]:
    base = base_of(f"{HEAD}{rules}\nCASE x {case}")
    return {(one.clause, one.fate, one.by) for one in covered(base, base.program.cases["x"])}


def test_what_happened_is_told_of_each_rule() -> None:
    rules = "RULE r IF a THEN p EXCEPTION e IF b EXCEPTION f TO e IF c CONFLICT k IF n > 1 THEN NOT p"
    assert fates(rules, "GIVEN a, NOT b, NOT c, n = 1 EXPECT p") == {
        ("r", "fired", None), ("r.e", "condition false", None), ("r.k", "condition false", None),
    }  # fmt: skip
    assert fates(rules, "GIVEN a, b, NOT c, n = 1 EXPECT NOT p") == {
        ("r", "excepted", "r.e"), ("r.f", "condition false", None), ("r.k", "condition false", None),
    }  # fmt: skip
    assert fates(rules, "GIVEN a, b, c, n = 2 EXPECT NOT p") == {
        ("r.e", "excepted", "r.f"), ("r", "beaten", "r.k"), ("r.k", "fired", None),
    }  # fmt: skip
    assert fates(rules, "GIVEN a, n = 0 EXPECT UNKNOWN p") == {
        ("r.e", "condition unknown", None), ("r.k", "condition false", None),
    }  # fmt: skip


def test_what_nothing_orders_is_in_conflict_with_each_other() -> None:
    rules = "RULE r IF a THEN v = 1 RULE s IF b THEN v = n"
    assert fates(rules, "GIVEN a, b, n = 2 EXPECT CONFLICT v") == {
        ("r", "in conflict", "s"), ("s", "in conflict", "r"),
    }  # fmt: skip
    assert fates(rules, "GIVEN a, b, n = 1 EXPECT v = 1") == {("r", "fired", None), ("s", "fired", None)}


CIRCLE = "RULE r IF p THEN q RULE s IF q THEN p RULE t IF a THEN p RULE no IF b THEN NOT q"


def test_a_conflict_inside_a_circle_covers_both_sides() -> None:
    assert fates(CIRCLE, "GIVEN a, b EXPECT p, CONFLICT q") == {
        ("r", "in conflict", "no"), ("no", "in conflict", "r"), ("t", "fired", None),
        ("s", "condition unknown", None),
    }  # fmt: skip
    coverage, found = measured(base_of(f"{HEAD}{CIRCLE}\n"), [])
    assert Region("r", "in conflict", "no") in found.missing
    assert not suggest(coverage, found.missing, 1000).failed


def test_only_what_is_asked_for_was_run() -> None:
    rules = "RULE r IF a THEN p RULE s IF p THEN q RULE t IF a THEN MUST m"
    assert fates(rules, "GIVEN a EXPECT q") == {("r", "fired", None), ("s", "fired", None)}


def test_not_known_is_told_exactly() -> None:
    """`a OR NOT a` is always true, whatever the pass over three values says."""
    rules = "RULE r IF a OR NOT a THEN p RULE s IF p AND (b OR NOT b) THEN q"
    assert not {one for one in fates(rules, "EXPECT q") if one[1] == "condition unknown"}


def test_the_impossible_is_not_counted() -> None:
    base = base_of(f"{HEAD}ALWAYS NOT (a AND b)\nRULE r IF a THEN p EXCEPTION e IF b\n")
    _, found = measured(base, [])
    assert found.impossible == {Region("r", "excepted", "r.e"), Region("r.e", "condition unknown")}


PLAIN = """TYPE person "a person"
FACT period : DURATION IN MONTHS "the period"
FACT here(p : person) "{p} is here"
OUTCOME runs : DURATION "how long it runs"
OUTCOME who : person "who it is"
RULE found FOR EACH p IN person IF p = "Max \\"M\\" Müller" AND here(p) THEN who = p
RULE long IF period > 2 MONTHS THEN runs = period
"""


def test_suggestions_with_names_in_quotes_and_open_durations_are_read_back() -> None:
    base = base_of(PLAIN)
    coverage = Coverage(base, scope_of([base.program]))
    [before] = coverage.measured([next(iter(base.program.modules))])
    suggested = suggest(coverage, before.missing, 100)
    again = base_of(PLAIN + "\n".join(case.text for case in suggested.cases))
    cases = own_cases(again.program)
    assert len(cases) == len(suggested.cases) > 4
    for case in cases:
        assert all(one.met for one in expectations(again, case)), case.name
    _, after = measured(again, cases)
    assert not after.missing


def test_a_fact_without_an_entity_to_be_keeps_no_case_from_being_suggested() -> None:
    """Where no entity is listed, who the boss is can never be known: what else is sure is told all the same."""
    rules = """TYPE person "a person"
FACT boss : person "the boss"
FACT owns(person) "{person} owns"
OUTCOME p "p"
RULE boss_eva  IF boss = "eva" THEN p
RULE otto_owns IF owns("otto") THEN p
"""
    base = base_of(rules)
    coverage = Coverage(base, scope_of([base.program]))
    [before] = coverage.measured([next(iter(base.program.modules))])
    suggested = suggest(coverage, before.missing, 100)
    assert suggested.cases
    again = base_of(rules + "\n".join(case.text for case in suggested.cases))
    for case in own_cases(again.program):
        assert all(one.met for one in expectations(again, case)), case.name
    _, after = measured(again, own_cases(again.program))
    assert set(after.missing) == set(suggested.failed)


INEXACT = """FACT n : INTEGER FROM 0 TO 100000
FACT k : INTEGER FROM 0 TO 100000
TYPE team "a team"
FACT home : team
OUTCOME p
OUTCOME q
OUTCOME r
RULE even IF n * 2 = 3 + 2 * k THEN p
RULE more IF n + k >= 0 THEN q
RULE at_home IF home = home AND n + k > 4 THEN r
"""


def test_certain_is_as_decided_where_values_cannot_be_told_apart() -> None:
    base = base_of(INEXACT)
    case = Case("", "", None, (), None, False, {}, (), (), (), None, (), (), ())
    targets = [model.Target(model.OutcomeHolds(name, ()), name) for name in ("p", "q")]
    derivation = derive(base, case, targets)
    assert [str(one.status) for one in derivation.decisions] == ["FAILS", "HOLDS"]
    known = derivation.situation.known
    assert [certain(derivation.core, known, index) for index in range(2)] == [False, True]


def test_nothing_is_certain_of_a_case_that_cannot_be() -> None:
    """No team is there to be at home: whatever is asked is refused, and nothing is said to be so."""
    base = base_of(INEXACT)
    case = Case("", "", None, (), None, False, {"team": ()}, (), (), (), None, (), (), ())
    with pytest.raises(RuleLangError):
        derive(base, case, [model.Target(model.OutcomeHolds("r", ()), "r")])
    core, there = undecided(base, case, [model.Target(model.OutcomeHolds("r", ()), "r")])
    with pytest.raises(RuleLangError):
        certain(core, there.known, 0)


def test_a_fact_that_can_have_no_value_matters_only_where_it_bears_on_what_is_asked() -> None:
    """Who is at home bears on nothing while it is not cold: what is asked is open, as `derive` says, not refused."""
    rules = """TYPE team "a team"
FACT home : team
FACT n : NUMBER
FACT m : NUMBER
FACT cold
OUTCOME p
RULE more IF n > m * m THEN p
RULE at_home IF cold AND home = home THEN p
CASE x GIVEN | team | GIVEN NOT cold EXPECT UNKNOWN p
"""
    base = base_of(rules)
    core, there = undecided(base, base.program.cases["x"], [model.Target(model.OutcomeHolds("p", ()), "p")])
    assert certain(core, there.known, 0) is None
    assert Region("more", "condition unknown") in covered(base, base.program.cases["x"])


def test_of_some_regions_those_that_a_case_covers_are_told() -> None:
    base = base_of(HEAD + "\n".join(random_rules("among")) + "\n")
    whole_case = scope_of([base.program]).case()
    for facts in islice(all_cases(), 0, None, 5):
        # Half of the facts are left open.
        case = replace(whole_case, given=tuple(GivenFact(Atom(name), facts[name]) for name in ("a", "n")))
        derivation = derive(base, case, [Target(target, "") for target in targets_for(base.program, "p", ())])
        whole = covered_by(derivation)
        for some in (whole[::2], whole[1::2], whole):
            assert covered_by(derivation, set(some)) == some


DIVIDED = """FACT a : INTEGER FROM 0 TO 100
FACT b : INTEGER FROM 0 TO 100
FACT c
OUTCOME share : NUMBER
OUTCOME half : NUMBER
OUTCOME nothing : NUMBER
RULE share IF c THEN share = a / b
RULE half IF c THEN half = share / b
RULE most IF a > 3 THEN half <= 10 / b
RULE nothing IF c THEN nothing = a / 0
"""


def test_a_case_in_which_nothing_is_divided_by_zero_is_suggested_where_there_is_one() -> None:
    base = base_of(DIVIDED)
    coverage, none = measured(base, [])
    suggested = suggest(coverage, none.missing, 100)
    assert not suggested.failed
    fired = {case.regions[0].clause: case.text for case in suggested.cases if case.regions[0].fate == "fired"}
    assert "EXPECT share = 0\n" in fired["share"]
    assert "EXPECT half = 0\n" in fired["half"]
    assert "EXPECT UNKNOWN nothing\n" in fired["nothing"], "there is no other case"
    again = base_of(DIVIDED + "\n".join(case.text for case in suggested.cases))
    assert all(one.met for case in own_cases(again.program) for one in expectations(again, case))


def test_of_many_instances_one_that_can_be_is_found() -> None:
    """The first of them, about one person twice, are so in no case."""
    text = """TYPE person
TYPE year FROM 1990 TO 2009
FACT likes(person, person, year)
OUTCOME friends(person, person, year)
RULE friends FOR EACH p IN person, q IN person, y IN year IF p != q AND likes(p, q, y) THEN friends(p, q, y)
"""
    coverage, none = measured(base_of(text), [])
    suggested = suggest(coverage, none.missing, 100)
    assert not suggested.failed
    assert {region.fate for case in suggested.cases for region in case.regions} == {
        "fired", "condition false", "condition unknown",
    }  # fmt: skip


def test_no_region_is_told_as_not_found_that_a_later_case_covers(monkeypatch: pytest.MonkeyPatch) -> None:
    base = base_of("FACT a\nFACT b\nOUTCOME x\nRULE r IF a THEN x\n  EXCEPTION e IF b\n")
    coverage, none = measured(base, [])
    later = {region for case in suggest(coverage, none.missing, 1000).cases for region in case.regions[1:]}
    assert later
    asked = suggesting._suggested

    def only_others(coverage: Coverage, region: Region, *rest: Any) -> Suggestion | None:
        return None if region in later else asked(coverage, region, *rest)

    monkeypatch.setattr(suggesting, "_suggested", only_others)
    found = suggest(coverage, [*later, *none.missing], 1000)
    assert not found.failed
    assert later <= {region for case in found.cases for region in case.regions}


def test_what_a_suggested_case_shows_is_not_told_as_unsettled() -> None:
    base = base_of("FACT a\nOUTCOME x\nRULE r IF a THEN x\n")
    coverage, none = measured(base, [])
    limited = replace(none, unsettled=frozenset(none.missing))
    assert Measured("x", limited, None).unsettled == tuple(none.missing)
    some = suggest(coverage, none.missing, 1)
    shown = {region for case in some.cases for region in case.regions}
    assert set(Measured("x", limited, some).unsettled) == set(none.missing) - shown
