"""Certificates of random derivations verify, and none survives tampering."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference.circles import circular as with_circles
from reference.programs import ACTIONS, GENERAL, PLAIN, Shape, program

from rulelang.cli import main
from rulelang.engine.certificates.check import Checked, check
from rulelang.engine.certificates.constants import constant_json, constant_of
from rulelang.engine.certificates.produce import Certified, certify
from rulelang.engine.certificates.shape import CertificateShape
from rulelang.engine.decision import Status
from rulelang.engine.derive import Derivation
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.grounding.facts import Situation, Stated
from rulelang.engine.records.json_write import json_line
from rulelang.engine.records.shape import shaped
from rulelang.engine.rules.families import Selection
from rulelang.engine.solver.answer import Limits
from rulelang.engine.solver.completions import circles_bear_on
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.grammar.values import NONE, Duration

SHAPES = (GENERAL, PLAIN, ACTIONS)
CASE = model.Case("c", "m", None, (), None, False, {}, (), (), (), None, (), (), ())
HEAD = {
    "rulelang": "certificate/1",
    "rules": {"file": "x", "sources": [{"name": "x", "sha256": "0" * 64}]},
    "case": {},
}


def derivation(seed: int, shape: Shape, pick: int) -> Derivation | None:
    """One target of a random program, decided; None where its ALWAYS leave no world."""
    made = program(seed, shape)
    core = replace(made.core, targets=(made.core.targets[pick % len(made.core.targets)],))
    there = Situation(made.known, Stated(made.known, frozenset(), (), frozenset(), {}), False, frozenset())
    try:
        decision = decide(core, made.known, 0)
    except RuleLangError:
        return None
    return Derivation(CASE, (model.Target(model.Truth(True), "t"),), (decision,), core, there, Selection())


def held(document: dict[str, Any], one: Derivation) -> Checked:
    text = json_text(Source("c.json", json_line({**HEAD, "decisions": [document]})))
    return check(text, shaped(CertificateShape, text, "RL570", "RL571"), one)


def codes(document: dict[str, Any], one: Derivation) -> set[str]:
    return {finding.code for finding in held(document, one).findings}


def certified(one: Derivation | None) -> dict[str, Any] | None:
    if one is None:
        return None
    made = certify(one, 0)
    if isinstance(made, Certified):
        return made.document
    decision = one.decisions[0]
    assert made.undecided or (decision.status is Status.UNDETERMINED and decision.undefined is None)
    return None


cases = st.tuples(st.integers(0, 100_000), st.sampled_from(SHAPES), st.integers(0, 100))


@settings(max_examples=30)
@given(cases)
def test_the_certificate_of_a_derivation_verifies(case: tuple[int, Shape, int]) -> None:
    one = derivation(*case)
    document = certified(one)
    if document is not None:
        assert one is not None
        found = held(document, one)
        assert (found.findings, found.undecided) == ([], [])


def other_status(document: dict[str, Any]) -> None:
    document["status"] = "FAILS" if document["status"] != "FAILS" else "HOLDS"


def opposite_conclusion(document: dict[str, Any]) -> bool:
    for step in document["steps"]:
        said = step["concludes"]["says"]
        if step["concludes"]["id"].startswith("conclusion:"):
            other = said.removeprefix("NOT ") if said.startswith("NOT ") else f"NOT {said}"
            step["concludes"] = {"id": f"conclusion:{other}", "says": other}
            return True
    return False


def other_fact(document: dict[str, Any]) -> bool:
    for step in document["steps"]:
        for premise in step["premises"]:
            if premise["id"].startswith("fact:"):
                premise["says"] += " indeed"
                return True
    return False


def foreign_rule(document: dict[str, Any]) -> bool:
    for step in document["steps"]:
        step["rules"].append("nowhere")
        return True
    return False


def foreign_rule_of_the_decision(document: dict[str, Any]) -> bool:
    document["rules"] = [*document.get("rules", ()), "nowhere"]
    return True


def no_rules(document: dict[str, Any]) -> bool:
    """Without any rule only what no rule could establish would follow."""
    for step in document["steps"]:
        if step["rules"] and not step["concludes"]["says"].startswith("NOT "):
            step["rules"] = []
            return step["concludes"]["id"].startswith("conclusion:")
    return False


def dropped_step(document: dict[str, Any]) -> bool:
    """A step that something else rests on."""
    used = {said["id"] for step in document["steps"] for said in step["premises"]}
    used |= {said["id"] for said in document["premises"]}
    for step in document["steps"]:
        if step["concludes"]["id"] in used:
            document["steps"].remove(step)
            return True
    return False


def circular(document: dict[str, Any]) -> bool:
    """A step that rests on itself."""
    for step in document["steps"]:
        step["premises"].append(step["concludes"])
        return True
    return False


def smaller_ground(document: dict[str, Any]) -> bool:
    if not document["ground"]:
        return False
    dropped = document["ground"].pop()
    document["witnesses"] = [one for one in document["witnesses"] if one["without"] != dropped]
    return True


def foreign_judgment(document: dict[str, Any]) -> bool:
    document["ground"].append("nothing at all")
    return True


def no_witness(document: dict[str, Any]) -> bool:
    return bool(document["witnesses"] and document["witnesses"].pop())


def wrong_value(document: dict[str, Any]) -> bool:
    for witness in document["witnesses"]:
        for key in witness["facts"]:
            witness["facts"][key] = "elsewhere"
            return True
    return False


def unknown_fact(document: dict[str, Any]) -> bool:
    for witness in document["witnesses"]:
        witness["facts"]["nowhere"] = True
        return True
    return False


def renamed(document: dict[str, Any]) -> bool:
    document["asked"] = "something else"
    return True


TAMPERING: dict[Callable[[dict[str, Any]], object], str] = {
    other_status: "RL577",
    opposite_conclusion: "RL574",
    other_fact: "RL574",
    foreign_rule: "RL574",
    foreign_rule_of_the_decision: "RL574",
    no_rules: "RL574",
    dropped_step: "RL574",
    circular: "RL574",
    smaller_ground: "RL575",
    foreign_judgment: "RL575",
    no_witness: "RL576",
    wrong_value: "RL576",
    unknown_fact: "RL576",
    renamed: "RL577",
}


@pytest.mark.parametrize("tamper", TAMPERING, ids=lambda tamper: tamper.__name__)
@settings(max_examples=8)
@given(case=cases)
def test_tampering_is_refused(tamper: Callable[[dict[str, Any]], object], case: tuple[int, Shape, int]) -> None:
    one = derivation(*case)
    document = certified(one)
    if document is None:
        return
    assert one is not None
    changed = json.loads(json.dumps(document, default=str))
    if tamper(changed) is not False:
        assert TAMPERING[tamper] in codes(changed, one)


@settings(max_examples=15)
@given(cases)
def test_a_superfluous_judgment_is_refused(case: tuple[int, Shape, int]) -> None:
    """With the world of any other judgment: either it does not lack only this one, or the decision comes out."""
    one = derivation(*case)
    document = certified(one)
    if document is None:
        return
    assert one is not None
    from rulelang.engine.solver.judgments import judgments_of

    for judgment in judgments_of(one.core, one.situation.known, 0):
        if judgment.text not in document["ground"]:
            changed = json.loads(json.dumps(document, default=str))
            changed["ground"].append(judgment.text)
            assert "RL576" in codes(changed, one)
            for witness in document["witnesses"]:
                twice = [*changed["witnesses"], {**witness, "without": judgment.text}]
                assert "RL576" in codes({**changed, "witnesses": twice}, one)


@settings(max_examples=20)
@given(cases, st.integers(0, 100_000))
def test_a_certificate_for_one_case_is_refused_for_another(case: tuple[int, Shape, int], other: int) -> None:
    """Unless what it says is so there, too: then the decision is the same, and so are all facts that it names."""
    one = derivation(*case)
    document = certified(one)
    if document is None:
        return
    assert one is not None
    known = {**program(other, case[1]).known}
    there = Situation(
        {key: known.get(key, value) for key, value in one.situation.known.items() if key in one.core.facts},
        one.situation.stated, False, frozenset(),
    )
    try:
        decision = decide(one.core, there.known, 0)
    except RuleLangError:
        return
    moved = replace(one, situation=there, decisions=(decision,))
    if not held(document, moved).findings:
        assert decision.status is one.decisions[0].status
        assert decision.value == one.decisions[0].value
        named = {said["id"].removeprefix("fact:") for step in document["steps"] for said in step["premises"]
                 if said["id"].startswith("fact:")}
        assert all(there.known[key] == one.situation.known[key] for key in named)


def test_a_limit_leaves_it_undecided() -> None:
    for seed in range(40):
        one = derivation(seed, PLAIN, 0)
        document = certified(one)
        if document is not None and document["ground"]:
            assert one is not None
            text = json_text(Source("c.json", json_line({**HEAD, "decisions": [document]})))
            read = shaped(CertificateShape, text, "RL570", "RL571")
            found = check(text, read, one, Limits(steps=1))
            assert found.findings == []
            if found.undecided:
                assert {finding.code for finding in found.undecided} == {"RL578"}
                return
    pytest.fail("no limit was ever reached")


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        (True, model.BooleanType()),
        (12, model.NumberType()),
        (Fraction(1, 3), model.NumberType()),
        (Fraction(57, 2), model.NumberType()),
        (Duration(months=3), model.DurationType("MONTHS")),
        (Duration(seconds=86_400 * 2 + 5), model.DurationType("DAYS")),
        (Duration(months=1, seconds=60), model.DurationType(None)),
        (NONE, model.NumberType()),
        ('a "text"', model.TextType()),
        (2020, model.SortType("year")),
        ("red", model.SortType("colour")),
    ],
)
def test_values_are_read_back(value: Any, type_: model.Type) -> None:
    text = json_text(Source("v.json", json_line([constant_json(value)])))
    [said] = text.value  # type: ignore[misc]
    assert constant_of(said, type_, None) == value


@pytest.mark.parametrize("said", ["1/0", "x", True, [], {}, "2024-02-30", "3 WEEKS"])
@pytest.mark.parametrize(
    "type_", [model.NumberType(), model.DateType(), model.TimeType(), model.DurationType("DAYS"), model.BooleanType()]
)
def test_values_of_no_type_are_refused(said: Any, type_: model.Type) -> None:
    if not (said is True and isinstance(type_, model.BooleanType)):
        assert constant_of(said, type_, None) is None


# ------------------------------------------------------------------------------------------------- command line

RULES = """MODULE club
FACT paid
FACT banned
OUTCOME enters
RULE door IF paid THEN enters
  EXCEPTION ban IF banned
CASE ann GIVEN paid, NOT banned ASK DECIDE enters
CASE bob GIVEN paid ASK DECIDE enters
"""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("club.rules").write_text(RULES, encoding="utf-8")
    assert main(["derive", "club.rules#ann", "--certify", "--out", "ann.json"]) == 0
    return tmp_path


def test_a_certificate_is_checked_from_the_rule_files_alone(club: Path) -> None:
    assert main(["verify-certificate", "ann.json"]) == 0
    assert main(["verify-certificate", "ann.json", "--rules", "club.rules#ann"]) == 0
    assert main(["verify-certificate", "ann.json", "--rules", "club.rules#bob"]) == 1


def test_a_certificate_is_found_beside_its_rules(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (club / "elsewhere").mkdir()
    monkeypatch.chdir(club / "elsewhere")
    assert main(["verify-certificate", "../ann.json"]) == 0
    (club / "moved.json").write_bytes((club / "ann.json").read_bytes().replace(b"club.rules", b"gone.rules"))
    assert main(["verify-certificate", "../moved.json"]) == 2


def test_rules_under_another_name_are_the_same_rules(club: Path) -> None:
    (club / "copy.rules").write_text(RULES, encoding="utf-8")
    assert main(["verify-certificate", "ann.json", "--rules", "copy.rules"]) == 0


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("IF paid", "IF paid AND NOT banned", "RL572"),
        ("GIVEN paid, NOT banned", "GIVEN paid, banned", "RL573"),
        ("EXCEPTION ban IF banned", "EXCEPTION ban IF paid", "RL577"),
    ],
)
def test_changed_rules_are_said(
    club: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, code: str
) -> None:
    (club / "club.rules").write_text(RULES.replace(old, new), encoding="utf-8")
    assert main(["verify-certificate", "ann.json"]) == 1
    said = capsys.readouterr().err
    assert "RL572" in said
    assert code in said


@pytest.mark.parametrize("text", ["", "[]", "{", '{"rulelang": "certificate/2"}', '{"a": 1, "a": 2}', "\x00", "NaN"])
def test_what_is_no_certificate_is_unusable(club: Path, text: str) -> None:
    (club / "bad.json").write_text(text, encoding="utf-8")
    assert main(["verify-certificate", "bad.json"]) == 2


def test_a_case_that_is_none_is_unusable(club: Path) -> None:
    text = (club / "ann.json").read_text(encoding="utf-8").replace('"paid": true', '"played": true')
    (club / "bad.json").write_text(text, encoding="utf-8")
    assert main(["verify-certificate", "bad.json"]) == 2


def test_a_case_that_is_in_no_rule_file_is_certified(club: Path) -> None:
    record = {"rulelang": "case/1", "case": "carl", "facts": {"paid": False}}
    (club / "carl.json").write_text(json.dumps(record), encoding="utf-8")
    asked = ["derive", "club.rules", "--cases", "carl.json", "--decide", "enters", "--certify", "--out", "c.json"]
    assert main(asked) == 0
    assert main(["verify-certificate", "c.json"]) == 0


def test_what_nothing_settles_is_not_certified(club: Path) -> None:
    assert main(["derive", "club.rules#bob", "--certify"]) == 1
    assert main(["derive", "club.rules", "--certify"]) == 2
    assert main(["derive", "club.rules#ann", "--out", "x.json"]) == 2
    assert main(["derive", "club.rules#ann", "--certify", "--explain"]) == 2


# ------------------------------------------------------------------------------------------------ of single cases


def certified_file(rules: str, folder: Path) -> dict[str, Any]:
    """The certificate of the one case of some rules, which must verify."""
    rule_file, written = folder / "m.rules", folder / "c.json"
    rule_file.write_text(rules, encoding="utf-8")
    assert main(["derive", str(rule_file), "--certify", "--out", str(written)]) == 0
    assert main(["verify-certificate", str(written)]) == 0
    document: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    return document


@pytest.mark.parametrize(
    ("stated", "asked", "ground"),
    [
        ("p, NOT a", "p", ["p"]),
        ("NOT p, a", "p", ["REJECTED p"]),
        ("MUST pay, NOT a", "MUST pay", ["MUST pay"]),
        ("MAY pay, p, NOT a", "p AND MAY pay", ["MAY pay", "p"]),
        ("n = 1, NOT a", "n > 0", ["n = 1"]),
        ("p, MUST pay, n = 1, NOT a", "q", ["MUST pay", "n = 1", "p"]),
    ],
)
def test_what_the_case_states_of_outcomes_is_certified(
    tmp_path: Path, stated: str, asked: str, ground: list[str]
) -> None:
    """The step of a stipulation follows from the case, where no rule gives the same."""
    rules = (
        "MODULE m\nFACT a\nOUTCOME p\nOUTCOME q\nOUTCOME n : INTEGER\nACTION pay\n"
        "RULE r1 IF a THEN p\nRULE r2 IF a THEN MUST pay\nRULE r3 IF a THEN n = 2\n"
        "RULE r4 IF p AND n > 0 AND MUST pay THEN q\n"
    )
    document = certified_file(f"{rules}CASE c GIVEN {stated} ASK DECIDE {asked}\n", tmp_path)
    [decision] = document["decisions"]
    assert decision["ground"] == ground
    assert "GIVEN" in {clause for step in decision["steps"] for clause in step["rules"]}


@pytest.mark.parametrize("year", [2020, 2021])
def test_numbers_of_sorts_are_read_back(tmp_path: Path, year: int) -> None:
    rules = "MODULE m\nTYPE year FROM 2020 TO 2023\nFACT y : year\nOUTCOME p\nRULE r1 IF y = 2021 THEN p\n"
    document = certified_file(f"{rules}CASE c GIVEN y = {year} ASK DECIDE p\n", tmp_path)
    [witness] = document["decisions"][0]["witnesses"]
    assert witness["facts"] == {"y": 2020 if year == 2021 else 2021}
    for wrong in (2024, "2022", True):
        witness["facts"]["y"] = wrong
        (tmp_path / "wrong.json").write_text(json.dumps(document), encoding="utf-8")
        assert main(["verify-certificate", str(tmp_path / "wrong.json")]) == 1


@pytest.mark.parametrize("name", ["alpha", "beta", "another"])
def test_values_and_texts_are_certified_together(tmp_path: Path, name: str) -> None:
    """A step by itself has the texts of all rules, and not the outcomes that they are about."""
    rules = (
        "MODULE m\nFACT a\nFACT name : TEXT\nOUTCOME p : INTEGER\nOUTCOME w : TEXT\nOUTCOME tx\n"
        'RULE p IF a THEN p = 1\nRULE w IF a THEN w = "gamma"\n'
        'RULE tx IF name = "alpha" OR name != "beta" THEN tx\n'
    )
    document = certified_file(f'{rules}CASE c GIVEN a, name = "{name}" ASK DECIDE p, tx, w\n', tmp_path)
    assert [part["ground"] for part in document["decisions"][::2]] == [["a"], ["a"]]
    assert document["decisions"][1]["status"] == ("FAILS" if name == "beta" else "HOLDS")


@pytest.mark.parametrize("text", ["gamma", "delta"])
def test_a_text_that_no_rule_writes_is_a_world_of_its_own(tmp_path: Path, text: str) -> None:
    """`s = "delta"` was false of every world, so that it entailed whatever was asked."""
    rules = 'MODULE m\nFACT a\nFACT s : TEXT\nOUTCOME w : TEXT\nRULE r IF a THEN w = "gamma"\n'
    document = certified_file(f'{rules}CASE c GIVEN a, s = "{text}" ASK DECIDE w = s\n', tmp_path)
    [decision] = document["decisions"]
    assert decision["status"] == ("HOLDS" if text == "gamma" else "FAILS")
    assert decision["ground"] == ["a", f"s = {text}"]


@pytest.mark.parametrize("rule", ["nowhere", "other", "GIVEN x"])
def test_a_rule_that_is_not_about_a_conflict_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rule: str
) -> None:
    rules = (
        "MODULE m\nFACT a\nFACT b\nOUTCOME p\nOUTCOME q\n"
        "RULE r1 IF a THEN p\nRULE r2 IF b THEN NOT p\nRULE other IF a THEN q\n"
    )
    document = certified_file(f"{rules}CASE c GIVEN a, b ASK DECIDE p, q\n", tmp_path)
    assert document["decisions"][0]["rules"] == ["r1", "r2"]
    document["decisions"][0]["rules"].append(rule)
    (tmp_path / "wrong.json").write_text(json.dumps(document), encoding="utf-8")
    assert main(["verify-certificate", str(tmp_path / "wrong.json")]) == 1
    said = capsys.readouterr().err
    assert f"error[RL574]: `{rule}` is no rule about `p`" in said
    assert "/decisions/0/rules/2" in said


# --------------------------------------------------------------------------------------------------- in circles


def in_circles(seeds: range) -> Iterator[Derivation]:
    """Decided targets on which rules that go in a circle through NOT, exceptions or values bear."""
    for seed in seeds:
        made = with_circles(seed, known=0.85)
        for target in made.core.targets:
            core = replace(made.core, targets=(target,))
            there = Situation(made.known, Stated(made.known, frozenset(), (), frozenset(), {}), False, frozenset())
            if not circles_bear_on(core, 0):
                continue
            try:
                decision = decide(core, made.known, 0)
            except RuleLangError:
                continue
            yield Derivation(CASE, (model.Target(model.Truth(True), "t"),), (decision,), core, there, Selection())


def test_certificates_where_rules_go_in_a_circle_verify() -> None:
    seen: Counter[str] = Counter()
    for one in in_circles(range(9)):
        document = certified(one)
        if document is None:
            continue
        found = held(document, one)
        assert (found.findings, found.undecided) == ([], [])
        seen[one.decisions[0].status.value] += 1
        if document["ground"]:
            less = {**document, "ground": document["ground"][1:]}
            assert codes(less, one) & {"RL575", "RL576"}
            worlds = [{**witness, "facts": dict(one.situation.known)} for witness in document["witnesses"]]
            assert "RL576" in codes({**document, "witnesses": worlds}, one)
            seen["with a ground"] += 1
    assert min(seen["HOLDS"], seen["FAILS"], seen["with a ground"]) > 3, seen


OPEN = """
TYPE claim "a claim"
FACT amount(claim) : NUMBER FROM 0 TO 1_000 IN eur "the amount"
FACT reported(claim) : DATE DEFAULT NONE "when it was reported"
FACT happened(claim) : DATE "when it happened"
OUTCOME covered(claim)
OUTCOME pays(claim) : NUMBER IN eur DEFAULT 0 eur
ACTION pay
DEFINE total : NUMBER IN eur AS SUM OF pays(c) FOR EACH c IN claim
RULE covered FOR EACH c IN claim IF reported(c) != NONE THEN covered(c)
RULE late SUSPENDS covered FOR EACH c IN claim IF reported(c) > happened(c) + 2 WEEKS
RULE pays FOR EACH c IN claim IF covered(c) THEN pays(c) = amount(c) - 100 eur
RULE pay IF total > 0 eur THEN MUST pay
CASE k
  GIVEN
  | claim | amount  | reported | happened   |
  |-------|---------|----------|------------|
  | a     | UNKNOWN | UNKNOWN  | 2024-02-01 |
  ASK DECIDE MUST pay
"""


def test_what_is_open_is_told_as_derive_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "open.rules"
    file.write_text(OPEN, encoding="utf-8")
    assert main(["derive", f"{file}#k"]) == 0
    told = capsys.readouterr().out
    assert "UNDETERMINED" in told
    assert main(["derive", f"{file}#k", "--certify", "--out", str(tmp_path / "c.json")]) == 1
    assert capsys.readouterr().out == told
