"""Grounds and certificates from Python: what is certified, what is left out and named, what does not hold."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.grammar.values import NONE
from rulelang.ruleset import Rules

TEXT = """
MODULE club
FACT member "is a member"
FACT banned "is banned"
FACT age : INTEGER FROM 0 TO 120 "the age"
OUTCOME enter "may enter"
OUTCOME fee : NUMBER IN eur "the fee"
RULE door IF member AND age >= 18 THEN enter
  EXCEPTION out IF banned
RULE fee IF enter THEN fee = 5 eur

CASE ann
  GIVEN member, NOT banned, age = 30
  ASK DECIDE enter, fee

CASE ben
  GIVEN member, age = 30
  ASK DECIDE enter, member
"""


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    (tmp_path / "club.rules").write_text(TEXT, encoding="utf-8")
    return rulelang.load(tmp_path / "club.rules")


def test_a_decision_is_found_by_its_number_and_by_what_was_asked(rules: Rules) -> None:
    derived = rulelang.derive(rules, "ann")
    assert derived[0] is derived["enter"] is derived[-2]
    assert [one.asked for one in derived] == ["enter", "fee"]
    with pytest.raises(IndexError):
        derived[2]
    with pytest.raises(KeyError):
        derived["exit"]


def test_grounds(rules: Rules) -> None:
    grounds = rulelang.derive(rules, "ann")["enter"].grounds()
    [ground] = grounds.minimal
    assert sorted(ground) == ["NOT banned", "age >= 18", "member"]
    assert (grounds.complete, grounds.reason, len(grounds)) == (True, None, 1)
    assert grounds.document()["complete"] is True
    assert "1 minimal ground" in str(grounds)
    none = rulelang.derive(rules, "ben")["enter"].grounds()
    assert (len(none), none.complete) == (0, True)
    assert repr(none).startswith("<Grounds: none; nothing that is known settles it")


def test_a_certificate_is_made_written_and_verified(rules: Rules, tmp_path: Path) -> None:
    certificate = rulelang.derive(rules, "ann").certificate()
    assert (certificate.case, certificate.decisions, certificate.left_out) == ("ann", ("enter", "fee"), ())
    path = tmp_path / "ann.json"
    certificate.write(path)
    for given in (certificate, path, str(path), path.read_text(encoding="utf-8"), certificate.document()):
        assert rulelang.verify_certificate(given).holds
        assert rulelang.verify_certificate(given, rules).verdict == "verified"
    wrong = rulelang.verify_certificate(certificate, f"{rules.name}#ben")
    assert (wrong.verdict, [one.code for one in wrong.findings]) == ("does not hold", ["RL573"])


def test_what_cannot_be_certified_is_left_out_and_named(rules: Rules) -> None:
    certificate = rulelang.derive(rules, "ben").certificate()
    assert certificate.decisions == ("member",)
    assert [one.code for one in certificate.left_out] == ["RL579"]
    verified = rulelang.verify_certificate(certificate)
    assert (verified.holds, verified.decisions, verified.not_certified) == (True, ("member",), ("enter",))
    assert verified.document()["not_certified"] == ["enter"]
    with pytest.raises(rulelang.RuleLangError) as nothing:
        rulelang.derive(rules, "ben", "enter").certificate()
    assert [one.code for one in nothing.value.diagnostics] == ["RL579"]


@pytest.mark.parametrize("left_out", [[], ["member"], ["enter", "exit"]])
def test_what_is_left_out_must_be_what_was_asked(rules: Rules, left_out: list[str]) -> None:
    document: dict[str, Any] = json.loads(str(rulelang.derive(rules, "ben").certificate()))
    document["not_certified"] = [{"asked": text, "because": "so"} for text in left_out]
    found = rulelang.verify_certificate(document, rules)
    assert [one.code for one in found.findings] == ["RL577"]


def test_what_was_asked_besides_is_part_of_it(rules: Rules) -> None:
    certificate = rulelang.derive(rules, "ben", ["age >= 18", "fee = NONE"]).certificate()
    assert certificate.decisions == ("age >= 18",)
    assert certificate.document()["decide"] == ["age >= 18", "fee = NONE"]
    assert rulelang.verify_certificate(certificate).holds
    young = {"rulelang": "case/1", "module": "club", "case": "kid", "facts": {"member": True, "age": 9}}
    derived = rulelang.derive(rules, young, ("fee", "enter"))
    assert derived[0].value is NONE
    assert rulelang.verify_certificate(derived.certificate(), rules).holds


def test_changed_rules_are_told(rules: Rules, tmp_path: Path) -> None:
    certificate = rulelang.derive(rules, "ann").certificate()
    (tmp_path / "club.rules").write_text(TEXT.replace("= 5 eur", "= 6 eur"), encoding="utf-8")
    found = rulelang.verify_certificate(certificate)
    assert {one.code for one in found.findings} >= {"RL572", "RL577"}
    assert not found.holds


def test_nothing_is_loaded_before_it_is_used() -> None:
    script = "import rulelang, sys; print([name for name in sys.modules if name.startswith('rulelang.')])"
    made = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "[]"
