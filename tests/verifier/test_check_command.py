"""`rulelang check`: the report, the statuses, unusable input; nothing that a file holds gives a traceback."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulelang.cli import main

CASES = Path(__file__).parent / "cases"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    for path in CASES.glob("*.rules"):
        shutil.copy(path, tmp_path)


def write(name: str, change: Any = None) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))["answer"]
    if change is not None:
        change(answer)
    Path("answer.json").write_text(json.dumps(answer, indent=1), encoding="utf-8")
    return answer


COMPLETE = """\
contract.rules#flat_seven: complete (warrant full: 3 judgments required)

  rule scope     ok  recall 1.00, precision 1.00
  question       ok  definitive_conclusion
  1 rule use     ok
  2 condition    ok
  3 evidence     ok
  4 aggregation  ok
  5 outcome      ok
  claims             4 entailed
"""

INCOMPLETE = """\
chain.rules#late_vermeer: wrong: condition (warrant full: 10 judgments required)

  rule scope     ok  recall 1.00, precision 0.80
  question       --  multi_issue_synthesis, not met (2 of 4): decides the issue `NOT MAY shred_papers`; \
grounds `NOT MAY shred_papers` on the judgments of that issue
  1 rule use     ok
  2 condition    --  missing
  3 evidence     ok
  4 aggregation  --  does not enter, as a consequence
  5 outcome      --  wrong, as a consequence
  claims             10 entailed, 1 contradicted; steps that do not follow: s12

condition[RL472] nothing is said of `court_order` (a court has ordered that the papers be kept)
  right: `court_order`
so aggregation: the decision is reached without `court_order`
so outcome: the decision says `MAY shred_papers`

the right decision: `MUST pay_damages`; `NOT MAY shred_papers`
"""


def overlook(answer: dict[str, Any]) -> None:
    answer["claims"] = [claim for claim in answer["claims"] if claim["id"] != "s11"]
    answer["claims"][-1] |= {"says": "MAY shred_papers", "from": ["s10"], "rules": ["papers"]}
    answer["decision"]["says"][1] = "MAY shred_papers"


def without_rubric(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("  rubric")) + "\n"


def test_a_complete_answer(capsys: pytest.CaptureFixture[str]) -> None:
    write("contract")
    assert main(["check", "answer.json"]) == 0
    assert without_rubric(capsys.readouterr().out) == COMPLETE


def test_an_answer_with_findings(capsys: pytest.CaptureFixture[str]) -> None:
    write("chain", overlook)
    assert main(["check", "answer.json"]) == 1
    assert without_rubric(capsys.readouterr().out) == INCOMPLETE


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    write("chain", overlook)
    assert main(["check", "answer.json", "--output-format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["rulelang"] == "check/1"
    assert (found["complete"], found["correct"], found["fails"], found["root"]) == (False, False, [2, 4, 5], [2])
    assert found["checks"]["rule use"] is True
    assert [finding["code"] for finding in found["findings"]] == ["RL472", "RL480", "RL484"]
    assert [finding["follows"] for finding in found["findings"]] == [None, *["missing court_order"] * 2]
    assert found["findings"][2]["line"] is not None
    assert found["scope"]["precision"] == "4/5"
    assert {claim["id"]: claim["status"] for claim in found["claims"]}["s12"] == "CONTRADICTED"
    assert len(found["warrant"]["judgments"]) == 10


def test_the_report_is_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    write("what_if", lambda answer: answer["claims"].pop(7))
    outputs = []
    for _ in range(2):
        main(["check", "answer.json", "--output-format", "json"])
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_the_policy_and_the_citations_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    write("policy", lambda answer: answer["claims"].pop(1) and answer["claims"][2]["from"].remove("s2"))
    assert main(["check", "answer.json"]) == 0
    assert main(["check", "answer.json", "--warrant", "full"]) == 1
    write("policy", lambda answer: [claim.pop("rules") for claim in answer["claims"][:3]])
    assert main(["check", "answer.json", "--warrant", "full"]) == 0
    assert main(["check", "answer.json", "--warrant", "full", "--citations", "own"]) == 1
    capsys.readouterr()


def test_several_answers_and_the_worst_status(capsys: pytest.CaptureFixture[str]) -> None:
    write("contract")
    shutil.copy("answer.json", "good.json")
    write("chain", overlook)
    assert main(["check", "good.json", "answer.json"]) == 1
    assert main(["check", "good.json", "none.json"]) == 2
    output = capsys.readouterr()
    assert output.out.count("complete (warrant") == 2
    assert "RL491" in output.err


def test_null_claims_are_not_evaluable(capsys: pytest.CaptureFixture[str]) -> None:
    def change(answer: dict[str, Any]) -> None:
        answer["claims"] = None

    write("contract", change)
    assert main(["check", "answer.json"]) == 2
    assert "not evaluable (no claims were extracted), the decision is right" in capsys.readouterr().out


def test_another_rule_file_and_the_bundled_ones(capsys: pytest.CaptureFixture[str]) -> None:
    def elsewhere(answer: dict[str, Any]) -> None:
        answer["case"] = "gone.rules#flat_seven"

    write("contract", elsewhere)
    assert main(["check", "answer.json"]) == 2
    assert main(["check", "answer.json", "--rules", "contract.rules"]) == 0
    bundled = ROOT / "corpora" / "ruleweaver" / "answers" / "affiliate_complete.json"
    assert main(["check", str(bundled)]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "RL450"),
        ("{", "RL450"),
        ('{"rulelang": "answer/1", "rulelang": "answer/1"}', "RL451"),
        ('{"sample": NaN}', "RL452"),
        ("[" * 100_000, "RL453"),
        ('{"sample": 1e99999}', "RL455"),
        ("[]", "RL460"),
        ('{"rulelang": "answer/1", "case": "contract.rules#flat_seven", "claims": [], "x": 1}', "RL461"),
        ('{"rulelang": "answer/1", "case": "none.rules#flat_seven", "claims": []}', "RL465"),
        ('{"rulelang": "answer/1", "case": "contract.rules#flat_eight", "claims": []}', "RL465"),
        ('{"rulelang": "answer/1", "case": "../../etc/passwd#x", "claims": []}', "RL469"),
        ('{"rulelang": "answer/1", "case": "/etc/passwd#x", "claims": []}', "RL469"),
        ('{"rulelang": "answer/1", "case": "contract.rules#flat_seven", "claims": [], "setting": "p9"}', "RL466"),
    ],
)
def test_unusable_input_is_named_and_placed(text: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("answer.json").write_text(text, encoding="utf-8")
    assert main(["check", "answer.json"]) == 2
    error = capsys.readouterr().err
    assert f"error[{code}]" in error
    assert "answer.json:1:" in error or text in ("", "[]") or code == "RL453"
    assert "Traceback" not in error


def test_unusable_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    for data in (b"\xff\xfe[\x00]\x00", b"\x00\x00\x00", b'{"case": "\xff"}'):
        Path("answer.json").write_bytes(data)
        assert main(["check", "answer.json"]) == 2
    assert "Traceback" not in capsys.readouterr().err


NASTY = [
    "(" * 5_000 + "a" + ")" * 5_000,
    "NOT " * 5_000 + "fixtures_removable",
    " AND ".join(["guests_allowed"] * 3_000),
    "\x00",
    '"' + "x" * 100_000 + '"',
    "guests_allowed # a remark",
    "CASE x",
    "guests_allowed\n\nguests_allowed",
    "1" * 5_000,
    "\N{RIGHT-TO-LEFT OVERRIDE}passes",
]


@pytest.mark.parametrize("says", NASTY, ids=range(len(NASTY)))
def test_whatever_a_claim_says_is_judged(says: str, capsys: pytest.CaptureFixture[str]) -> None:
    write("contract", lambda answer: answer["claims"].append({"id": "x", "says": says, "from": ["s1"]}))
    assert main(["check", "answer.json"]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("read answer.txt --case empty#one", "RL491"),
        ("read answer.txt --case {rules}#{case} --out answer.txt/a.json", "RL491"),
        ("read answer.txt --case {rules}#{case} --out {long}", "RL491"),
        ("prompt empty#one", "RL491"),
        ("prompt {rules}#{case} --labels {long}", "RL491"),
        ("mutate {rules}#{case} --out=", "RL490"),
        ("mutate {rules}#{case} --out {long}", "RL491"),
        ("score a.jsonl --out {long}.jsonl", "RL601"),
    ],
)
def test_places_that_there_are_not_are_told(arguments: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    named = write("contract")["case"].partition("#")
    Path("empty").mkdir()
    Path("answer.txt").write_text("DECISION: p\n", encoding="utf-8")
    Path("a.jsonl").write_text(json.dumps(write("contract")), encoding="utf-8")
    words = [word.format(rules=named[0], case=named[2], long="x" * 300) for word in arguments.split(" ")]
    assert main(words) == 2
    assert f"error[{code}]" in capsys.readouterr().err
