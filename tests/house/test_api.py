"""The public functions: one way for each thing that is given, the same results as the command line, plain errors."""

from __future__ import annotations

import contextlib
import json
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.cli import main
from rulelang.derived import Derived, Refused
from rulelang.ruleset import Rules

ANSWER = "corpora/refunds/incomplete.json"
PARCELS = """
FACT weight : NUMBER IN kg
OUTCOME fee : NUMBER IN usd
RULE light IF weight <= 28.5 kg THEN fee = 4.10 usd
RULE heavy IF weight > 28.5 kg THEN fee = weight / 1 kg * 0.5 usd
"""


@pytest.fixture(scope="module")
def refunds() -> Rules:
    return rulelang.load("corpora/refunds/refunds.rules")


def circle() -> dict[str, object]:
    found: dict[str, object] = {}
    found["returned"] = [found]
    return found


def parcels() -> Rules:
    return rulelang.load_text(PARCELS, "parcels.rules")


def test_an_answer_is_the_same_however_it_is_given(refunds: Rules) -> None:
    from rulelang.bundled import found
    from rulelang.grammar.json_text import decode_json, json_text
    from rulelang.verifier.answer import read_answer

    data = found(ANSWER).read_bytes()
    text = json_text(decode_json(data, ANSWER))
    given = [ANSWER, Path(ANSWER), data, data.decode(), json.loads(data), text, read_answer(text)]
    results = [rulelang.check(refunds, one).result for one in given]  # type: ignore[arg-type]
    assert {str(one.findings) for one in results} == {str(results[0].findings)}
    assert not results[0].complete


def test_check_prints_what_the_verb_prints(refunds: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    checked = rulelang.check(refunds, ANSWER)
    assert main(["check", ANSWER]) == 1
    assert capsys.readouterr().out == f"{checked}\n"
    assert main(["check", ANSWER, "--output-format", "json"]) == 1
    assert json.loads(capsys.readouterr().out) == checked.to_json()
    assert repr(checked).startswith("<Checked corpora/refunds/refunds.rules#headphones: right decision, incomplete")


def test_derive_prints_what_the_verb_prints(refunds: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    derived = rulelang.derive(refunds, "headphones")
    assert main(["derive", "corpora/refunds/refunds.rules"]) == 0
    assert capsys.readouterr().out == f"{derived}\n"
    assert main(["derive", "corpora/refunds/refunds.rules", "--output-format", "jsonl"]) == 0
    assert json.loads(capsys.readouterr().out) == derived.document()


def test_numbers_stay_exact() -> None:
    rules = parcels()
    for weight in (28.5, Fraction(57, 2), Decimal("28.5"), "28.5 kg"):
        case = {"rulelang": "case/1", "case": "c", "facts": {"weight": weight}}
        decided = rulelang.derive(rules, case, "fee").decision
        assert (decided.value, decided.unit) == (Fraction(41, 10), "usd")
    above = {"rulelang": "case/1", "case": "c", "facts": {"weight": 28.500000000000004}}
    assert rulelang.derive(rules, above, "fee").decision.value == Fraction(28500000000000004, 10**15) / 2


def test_a_case_is_the_same_however_it_is_given(tmp_path: Path) -> None:
    rules = parcels()
    document = {"rulelang": "case/1", "case": "c", "facts": {"weight": 30}, "ask": [{"text": "?", "decide": "fee"}]}
    path = tmp_path / "c.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    (record,) = rulelang.read_cases(rules, path)
    given = [document, json.dumps(document), json.dumps(document).encode(), path, record, record.case]
    assert {rulelang.derive(rules, one).decision.value for one in given} == {15}  # type: ignore[arg-type]
    many = list(rulelang.derive_many(rules, given))  # type: ignore[arg-type]
    assert [one.decision.value for one in many if isinstance(one, Derived)] == [15] * len(given)


def test_many_cases_keep_their_order_over_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.derived.BATCH", 3)
    rules = parcels()
    cases = [{"rulelang": "case/1", "case": f"c{n}", "facts": {"weight": 20 + n}} for n in range(20)]
    cases[7]["facts"] = {"wieght": 1}
    made = list(rulelang.derive_many(rules, iter(cases), "fee"))
    assert [one.case for one in made] == [f"c{n}" for n in range(20)]
    assert [place for place, one in enumerate(made) if isinstance(one, Refused)] == [7]
    assert str(made[7]).startswith("c7\n  not decided\nerror[RL432]")
    singly = [rulelang.derive(rules, case, "fee").decision.value for case in cases if case["case"] != "c7"]
    assert singly == [one.decision.value for one in made if isinstance(one, Derived)]


def test_a_decision_is_found_by_what_was_asked(refunds: Rules) -> None:
    derived = rulelang.derive(refunds, "headphones", ["MUST refund", "opened"])
    assert [one.status for one in derived] == ["FAILS", "HOLDS"]
    assert derived["opened"].status == "HOLDS"
    with pytest.raises(KeyError):
        derived["closed"]
    with pytest.raises(ValueError, match="2 things are asked: MUST refund, opened"):
        _ = derived.decision


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda rules: rulelang.load("nowhere.rules"), "RL130"),
        (lambda rules: rulelang.load_text("RULE r IF"), "RL107"),
        (lambda rules: rulelang.load_text("ACTION a RULE r THEN MUST a RULE s THEN MUST b"), "RL200"),
        (lambda rules: rulelang.derive(rules, "headphone"), "RL494"),
        (lambda rules: rulelang.derive(rules, {"rulelang": "case/1", "case": "c"}), "RL493"),
        (lambda rules: rulelang.derive(rules, {"rulelang": "case/1"}), "RL430"),
        (lambda rules: rulelang.derive(rules, {"rulelang": "case/1", "facts": {"days_ago": float("nan")}}), "RL452"),
        (lambda rules: rulelang.derive(rules, "headphones", "MUST"), "RL107"),
        (lambda rules: rulelang.derive(rules, {"rulelang": "case/1", "facts": circle()}), "RL453"),
        (lambda rules: rulelang.derive(rules, {"rulelang": "case/1", "facts": {"days_ago": 10**5000}}), "RL455"),
        (lambda rules: rulelang.derive(rules, {"facts": {"days_ago": Fraction(1, 10**5000)}}), "RL455"),
        (lambda rules: rulelang.derive(rules, Path("nowhere.json")), "RL491"),
        (lambda rules: rulelang.check(rules, "nowhere.json"), "RL491"),
        (lambda rules: rulelang.check(rules, "a\0b.json"), "RL491"),
        (lambda rules: rulelang.check(rules, "{"), "RL450"),
        (lambda rules: rulelang.check(rules, b"\xff{}"), "RL454"),
        (lambda rules: rulelang.check(rules, '{"case": "\ud800"}'), "RL454"),
        (lambda rules: rulelang.check(rules, {}), "RL460"),
        (lambda rules: rulelang.check(rules, {"rulelang": "answer/1", "case": "x#y", "claims": []}), "RL465"),
        (lambda rules: list(rulelang.read_cases(rules, "nowhere.jsonl")), "RL491"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_code(make: object, code: str, refunds: Rules) -> None:
    assert callable(make)
    with pytest.raises(rulelang.RuleLangError) as caught:
        make(refunds)
    assert code in {one.code for one in caught.value.diagnostics}
    assert str(caught.value).startswith("error[RL")


def test_what_a_type_checker_would_refuse(refunds: Rules) -> None:
    answer = {"rulelang": "answer/1", "case": "refunds.rules#headphones", "claims": []}
    with pytest.raises(ValueError, match="citations is 'link'; there are 'linked', 'own'"):
        rulelang.check(refunds, answer, citations="link")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="warrant is 'ful'"):
        rulelang.check(refunds, answer, warrant="ful")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="warrant is 'ful'"):
        list(rulelang.score([answer], refunds, warrant="ful"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not one alone"):
        list(rulelang.derive_many(refunds, "headphones"))
    with pytest.raises(TypeError, match="not a int"):
        rulelang.derive(refunds, 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"`rules` is what `rulelang\.load` gives, not a str"):
        next(rulelang.score([answer], rules="refunds.rules"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="folders one after the other"):
        rulelang.load("corpora/refunds/refunds.rules", include="corpora")


WRONG: tuple[Any, ...] = (None, 5, 1.5, [], [5], [None], (), {}, {"a": 1}, b"x", {5}, "nowhere", object())


@pytest.mark.parametrize(
    ("call", "names"),
    [
        (lambda rules, given: rulelang.load(**given), ("path", "include")),
        (lambda rules, given: rulelang.load_text(**{"text": "FACT a", **given}), ("text", "name")),
        (lambda rules, given: rulelang.derive(**{"rules": rules, "case": "headphones", **given}),
            ("rules", "case", "decide")),
        (lambda rules, given: list(rulelang.derive_many(**{"rules": rules, "cases": ["headphones"], **given})),
            ("rules", "cases", "decide")),
        (lambda rules, given: list(rulelang.read_cases(**{"rules": rules, "path": "nowhere.jsonl", **given})),
            ("rules", "path", "map_path")),
        (lambda rules, given: rulelang.check(**{"rules": rules, "answer": ANSWER, **given}),
            ("rules", "answer", "citations", "warrant", "settings")),
        (lambda rules, given: list(rulelang.score(**{"answers": ANSWER, "rules": rules, **given})),
            ("answers", "rules", "citations", "warrant", "settings", "include")),
        (lambda rules, given: rulelang.verify_certificate(
            **{"certificate": rulelang.derive(rules, "headphones").certificate(), "rules": rules, **given}),
            ("certificate", "rules", "timeout", "include")),
        (lambda rules, given: rulelang.derive(rules, "headphones").decision.grounds(**given), ("limit", "timeout")),
        (lambda rules, given: rulelang.derive(rules, "headphones").certificate(**given), ("timeout",)),
    ],
)  # fmt: skip
def test_no_argument_fails_from_within(call: Callable[..., object], names: tuple[str, ...], refunds: Rules) -> None:
    pytest.importorskip("pyarrow")
    for name in names:
        for wrong in WRONG:
            with contextlib.suppress(rulelang.RuleLangError, TypeError, ValueError):  # anything else is a fault
                call(refunds, {name: wrong})


def test_a_file_of_answers_is_scored_once(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from rulelang.bundled import found

    first, link = tmp_path / "a.json", tmp_path / "b.json"
    first.write_bytes(found(ANSWER).read_bytes())
    link.symlink_to(first)
    for twice in ([first, first], [str(first), link], [first, f"{tmp_path}/./a.json"]):
        rows = rulelang.score(twice)
        assert next(rows)["error"] is None
        with pytest.raises(rulelang.RuleLangError) as caught:
            next(rows)
        assert [one.code for one in caught.value.diagnostics] == ["RL621"]
        assert main(["score", *map(str, twice), "--out", str(tmp_path / "rows.jsonl")]) == 2


def test_what_json_cannot_say_is_a_type_error(refunds: Rules) -> None:
    with pytest.raises(TypeError, match="a set at `/facts/returned` is nothing that JSON can say"):
        rulelang.derive(refunds, {"rulelang": "case/1", "facts": {"returned": {1}}})
    with pytest.raises(TypeError, match="a key at `/facts` is a int, not a str"):
        rulelang.derive(refunds, {"rulelang": "case/1", "facts": {1: True}})


def test_an_error_comes_back_whole_from_another_process() -> None:
    with pytest.raises(rulelang.RuleLangError) as caught:
        rulelang.load_text("RULE r IF a THEN b")
    again = pickle.loads(pickle.dumps(caught.value))
    assert [one.code for one in again.diagnostics] == ["RL200", "RL200"]
    assert str(again) == str(caught.value)


def test_rules_are_freed_with_what_was_worked_out_for_them() -> None:
    import gc
    import weakref

    rules = rulelang.load("corpora/refunds/refunds.rules")
    rulelang.check(rules, ANSWER)
    gone = weakref.ref(rules)
    del rules
    gc.collect()
    assert gone() is None


def test_rows_are_those_of_the_verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    from rulelang.bundled import PACKS
    from rulelang.grammar.json_text import decode_json, json_text
    from rulelang.verifier.answer import read_answer

    monkeypatch.chdir(tmp_path)
    whole = [path.read_text("utf-8") for path in sorted((PACKS / "ruleweaver" / "answers").glob("*.json"))]
    lines = [*(json.dumps(json.loads(text)) for text in whole), '{"claims": []}', json.dumps({"case": "x#y"})]
    (tmp_path / "answers.jsonl").write_text("\n".join(lines), encoding="utf-8")
    main(["score", "answers.jsonl", "--out", "rows.jsonl", "--workers", "1"])
    by_verb = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()]
    assert len(by_verb) == len(lines)
    assert list(rulelang.score("answers.jsonl")) == by_verb
    monkeypatch.setattr("rulelang.scored.BATCH", 2)
    texts = [json_text(decode_json(line.encode(), "a.json")) for line in lines]
    for given in (lines, list(map(json.loads, lines)), [line.encode() for line in lines], texts):
        rows = list(rulelang.score(given))  # type: ignore[arg-type]
        assert rows == [{**row, "file": "<answers>"} for row in by_verb]
    read = list(rulelang.score(read_answer(text) for text in texts[: len(whole)]))
    assert [row["complete"] for row in read] == [row["complete"] for row in by_verb[: len(whole)]]


@pytest.mark.parametrize("text", ["[]", "null", "true", '"x"', " "])
def test_json_text_that_is_no_object_costs_one_row(text: str, refunds: Rules) -> None:
    pytest.importorskip("pyarrow")
    from rulelang.bundled import found

    answer = json.loads(found(ANSWER).read_bytes())
    first, second = rulelang.score([text, answer])
    assert first["error"] == "RL460"
    assert second["complete"] is not None
    with pytest.raises(rulelang.RuleLangError) as refused:
        rulelang.check(refunds, text)
    assert refused.value.diagnostics[0].code != "RL491"


def test_rules_hold_the_cases_whatever_the_answers_call_them(refunds: Rules) -> None:
    pytest.importorskip("pyarrow")
    from rulelang.bundled import found

    answer = json.loads(found(ANSWER).read_bytes()) | {"case": "elsewhere.rules#headphones"}
    (row,) = rulelang.score(answer, refunds)
    assert (row["evaluable"], row["correct"], row["complete"]) == (True, True, False)
    (row,) = rulelang.score(answer)
    assert (row["evaluable"], row["error"]) == (False, "RL465")
    assert [row["error"] for row in rulelang.score([b"", answer, ANSWER], refunds)] == ["RL460", None, None]
