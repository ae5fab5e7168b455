# ruff: noqa: E501
"""A later line of prose that decides anew, or leaves in doubt what was decided."""

from __future__ import annotations

import pytest
from test_markup_plainly import valued
from test_markup_styles import read

ANEW = """Actually, the decision should be NOT valid
Edit: the decision is NOT valid.
Hmm, on reflection the correct decision is NOT valid
I made an error above. The correct decision: NOT valid
The notice was late, so I change my decision to NOT valid.
I therefore change my answer to: NOT valid
Update: DECISION NOT valid
My revised decision is NOT valid.
**Corrected decision:** NOT valid
Correction to decision 2: NOT valid
On second thought, the decision ought to be NOT valid.
I now decide: NOT valid
Hmm. That ignores the notice. My decision is therefore NOT valid.
(Edit: should be NOT valid)
Edit: NOT valid
Actually, no: NOT valid"""

KEPT = """The decision should not be NOT valid.
If it was late, the decision would be NOT valid.
If e3 is forged, I change my decision to NOT valid.
Some say the decision should be NOT valid.
The gym thinks the correct decision is NOT valid.
Suppose e3 is forged. Then the decision is NOT valid.
I considered whether the decision should be NOT valid, but it was waived.
There is no reason to change my decision to NOT valid.
I will not change my decision to NOT valid.
I stand by my decision: valid.
Update: I have also looked at e3.
Wait, I should look at e3 again. It is fine.
On reflection, valid is right.
Initially I thought the decision should be NOT valid."""

DOUBTED = """Actually, no.
This decision is wrong.
I retract my decision.
Wait, the notice was late, so the decision must be NOT valid.
Actually, I am not sure that this decision is right.
Hmm, on reflection the decision may be wrong."""


def says(text: str) -> tuple[str, list[str | None]]:
    found = read(text)
    assert found.answer.decision is not None
    return found.answer.decision.says, [one.code for one in found.findings]


@pytest.mark.parametrize("line", ANEW.splitlines())
@pytest.mark.parametrize("head", ["DECISION: valid", "Decision 2: valid", "**Final answer:** valid"])
def test_a_later_line_decides_anew(line: str, head: str) -> None:
    decided, codes = says(f"CLAIM s1: late\n{head}\n{line}")
    assert decided == "NOT valid"
    assert "RL552" in codes


@pytest.mark.parametrize("line", KEPT.splitlines())
def test_what_decides_nothing_anew_leaves_the_decision(line: str) -> None:
    assert says(f"CLAIM s1: late\nDECISION: valid\n{line}")[0] == "valid"


@pytest.mark.parametrize("line", DOUBTED.splitlines())
def test_a_decision_that_is_put_in_doubt_is_not_affirmed(line: str) -> None:
    decided, codes = says(f"CLAIM s1: late\nDECISION: valid\n{line}")
    assert decided.endswith(": valid")
    assert "RL551" in codes
    assert says(f"CLAIM s1: late\nDECISION: valid\n{line}\nDECISION: NOT valid")[0] == "NOT valid"


VALUES = """Updated: 120 usd
Edit: 120 usd
Actually, 120 usd.
Hold on, that leaves out the month. It is 120 usd.
Oops, I forgot the month. 120 usd.
Actually, the sum is 120 usd.
The correct amount is 120 usd.
Wait, it should be 120 usd.
Sorry, the decision is 120 usd."""


@pytest.mark.parametrize("line", VALUES.splitlines())
@pytest.mark.parametrize("first", ["fee = 5 usd", "5 usd"])
def test_a_later_value_stands_for_the_earlier(line: str, first: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\nDECISION: {first}\n{line}")[0] == "fee = 120 usd"


@pytest.mark.parametrize("line", ["Wait, the days late are 45.", "Note that 120 usd is too much.", "If it were longer, it would be 120 usd.", "The seller says: It is 120 usd."])
def test_another_value_does_not(line: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\nDECISION: fee = 5 usd\n{line}")[0] == "fee = 5 usd"


def test_what_only_closes_a_text_is_decided_anew_as_well_and_no_head_closes_it() -> None:
    decided, codes = says("CLAIM s1: late\n\nTherefore, valid.\nActually, the decision should be NOT valid.")
    assert (decided, codes.count("RL553")) == ("NOT valid", 1)
    for text in ("Denied by the gym:\n- late (e3)", "Suppose e3 is forged. Then all fails. Therefore, NOT valid."):
        assert read(text).answer.decision is None
