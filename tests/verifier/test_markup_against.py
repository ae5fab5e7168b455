# ruff: noqa: E501
"""Words beside a formula: those that agree with it, or speak of other things, are reasons; only the rest speak against it."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_decisions import ONE, TWO
from test_markup_decisions import decision as decided
from test_markup_styles import read
from test_markup_verdicts import said

CITING = """NOT late — guarded.rival excludes it (notice, e3)|notice,guarded.rival|e3
NOT late, since it is overridden by guarded.rival (e3)|guarded.rival|e3
NOT late (the claim is dropped; e3)||e3
NOT valid — refuted by e3||e3
valid — nothing overrides it (e3)||e3
late (not displaced by guarded.rival, e3)|guarded.rival|e3
valid (notice; nobody contests it)|notice|"""


@pytest.mark.parametrize("line", CITING.splitlines())
def test_what_is_named_beside_a_formula_is_cited_whatever_is_said_there(line: str) -> None:
    formula, rules, passages = line.split("|")
    [claim] = read(f"CLAIM s1: {formula}\nDECISION: valid").answer.claims or ()
    assert claim.says in ("NOT late", "NOT valid", "valid", "late"), claim.says
    assert set(claim.rules) == {one for one in rules.split(",") if one}
    assert set(claim.evidence) == {one for one in passages.split(",") if one}


def test_what_is_denied_there_is_not_cited() -> None:
    [claim] = read("CLAIM s1: NOT late — refuted by e3, guarded.rival does not apply\nDECISION: valid").answer.claims or ()
    assert (claim.says, claim.rules, claim.evidence) == ("NOT late", [], ["e3"])


AGREES = """UNKNOWN late — nobody asked
UNKNOWN late (no exhibit tells)
UNKNOWN late — no proof (e3)
UNKNOWN late (not mentioned)
UNKNOWN late (e3; not stated)
UNKNOWN late (neither proven nor excluded)
UNKNOWN late: both remain possible
UNKNOWN late, because nobody says so
UNKNOWN late — it depends on the post
UNKNOWN late (cannot be decided)
UNKNOWN late — too little information
UNKNOWN late (e3 is ambiguous)
NOT late — it was solely handled by Bob
NOT late (handed over by Bob)
NOT late — excluded
NOT late (beside the point, and irrelevant: paid at once)
NOT late (not recorded, hence taken as untold)
NOT late — not fulfilled on this record
NOT late (this requirement is not satisfied)
NOT late: inapplicable
NOT late — does not apply
NOT late (must be dismissed)
NOT late (only Bob)
late (this removes the obligation)
late (this defeats the rule)
late (e3; nothing overrides it)
late (it cancels the duty to wait)
late (sent on 3 May)
late — drawn from e3
late (which implies that no consent is needed)
late (ought to be affirmed)
late (no other requirement)
late (no adverse evidence)
late (none of the exceptions removes it)
late (nobody claims otherwise)
late (nothing to the contrary)
late: it has never been disputed
late (fired)
late (decisive)
late (expressly)
late (only the post office matters)
late (there is no dispute)"""


@pytest.mark.parametrize("line", AGREES.splitlines())
def test_what_agrees_or_speaks_of_other_things_is_a_reason(line: str) -> None:
    for lead in ("CLAIM s1: ", "- "):
        claims = read(f"{lead}{line}\n\nDECISION: valid").answer.claims or ()
        assert [line.startswith(str(claim.says)) and str(claim.says).split()[-1] for claim in claims] == ["late"], (lead, claims)


NORMS = """MUST NOT destroy — banned
MUST NOT destroy (not allowed)
MAY destroy (excused by the waiver)
MAY destroy — not prohibited by notice
MAY destroy (no duty)
MAY destroy (the ban is lifted)
MAY destroy (permitted)"""


@pytest.mark.parametrize("line", NORMS.splitlines())
def test_what_forbids_agrees_with_a_prohibition_and_what_lifts_with_a_permission(line: str) -> None:
    [said_so] = decided(f"CLAIM s1: late\nDECISION: {line}\n", TWO)
    assert (line.startswith(said_so), said_so.split()[-1]) == (True, "destroy")


SPEAKS_AGAINST = """late, which the carrier contests
late — no one has proven it
late (that has never been shown)
late (has to be dismissed)
late — can be ruled out
late (I don't believe so)
late: we cannot accept this
late — in no way
late (far from so)
late — quite the opposite
late (arguendo)
late — let us suppose
late (would be needed)
late: would have to be proven
late (only alleged)
late — merely presumed
late (supposedly)
late (neither shown nor excluded)
late — no proof
late (no lateness)
late (hmm, no)
late (mistaken)
late (e3; quashed)
late (notice; denied)
late — no lateness (e3)
late (denied by e3; notice)
late | finding: I doubt it
MUST pay (no duty)
MUST pay — the waiver lifts the duty
MUST pay (excused)
MAY destroy (forbidden by notice)
MAY destroy — banned
MAY destroy — the order forbids it
MAY destroy (no permission)
NOT late — no
NOT late (probably)
NOT late (not certain)
NOT late: not true
NOT late (incorrect)
NOT late; wait, late
UNKNOWN late — overridden by notice
UNKNOWN late: yes
UNKNOWN late, but it is so"""


@pytest.mark.parametrize("line", SPEAKS_AGAINST.splitlines())
def test_what_speaks_against_it_or_leaves_it_open_is_not_affirmed(line: str) -> None:
    formula = " ".join(word for word in line.replace(",", " ").replace(":", " ").replace(";", " ").split()[:2] if word[0].isupper() or word in ("late", "pay", "destroy"))
    assert said(line)[0] != formula, line


@pytest.mark.parametrize("beside", ["here", "anyway", "at all"])
def test_not_the_case_here_denies(beside: str) -> None:
    for line in (f"late (not the case {beside})", f"late | status: not so {beside}", f"late — not met {beside}"):
        assert said(line)[0] == "NOT (late)", line


@pytest.mark.parametrize("text", ["payable, by no means", "payable, far from it", "payable (I think not)", "payable — must be denied", "payable, for the sake of argument"])
def test_a_decision_with_words_against_it_decides_nothing(text: str) -> None:
    assert decided(f"CLAIM s1: late\nDECISION: {text}\n", ONE) == [text]


DECIDES: list[tuple[str, Any]] = [
    ("No, because it came late", ["NOT (payable)"]),
    ("No — it came late", ["NOT (payable)"]),
    ("No. It came late; nobody paid.", ["NOT (payable)"]),
    ("No (overridden by r2)", ["NOT (payable)"]),
    ("Yes, since r1 applies", ["payable"]),
    ("payable, NO!", ["NOT (payable)"]),
    ("payable (only the first part)", ["payable"]),
    ("UNKNOWN payable (nobody says)", ["UNKNOWN payable"]),
    ("UNKNOWN payable — it depends on the post", ["UNKNOWN payable"]),
    ("No, because it depends", ["No, because it depends"]),
    ("No, wait: yes", ["No, wait: yes"]),
    ("Yes — fee = 3", ["fee = 3"]),
    ("payable, only if r1 applies", ["payable, only if r1 applies"]),
    ("payable, not final", ["payable, not final"]),
    ("NOT payable, not final", ["NOT payable, not final"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), DECIDES)
def test_a_decision_with_a_reason(text: str, says: Any) -> None:
    assert decided(f"CLAIM s1: late\nDECISION: {text}\n", ONE) == says
