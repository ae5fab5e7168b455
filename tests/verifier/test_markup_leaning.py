# ruff: noqa: E501
"""Heads and words of a line that set what follows into another world, or into another's mouth."""

from __future__ import annotations

import pytest
from test_markup_beside import below
from test_markup_styles import read

from rulelang.verifier.markup.bearings import bearing

OTHERS = """Suppose e3 is forged. Then:
Let us assume he was late. In that case:
What if e3 were forged? We would get:
What if it had been late? Then the result changes:
Imagine there were no e3. The waiver then falls away. So:
The gym's argument runs as follows. First,
The gym objects. It says:
The gym sees it differently. In its view:
The gym disputes:
The gym rejects the following:
Facts the gym denies:
What the gym contests:
Denied by the gym:
Rejected by the gym:
Not accepted by the gym:
The gym does not accept:
As the gym sees it:
The way the gym tells it:
In the gym's eyes:
Under the gym's reading:
According to the gym:
For comparison, without the waiver:
Without e3:
But for e3:
In a world without e3:
In a parallel world:
Had there been no e3:
If it had not been late:
Leaving e3 aside:
Rule valid does not apply if:
The rule applies unless one of these holds:
It is not valid when:"""

OURS = """Given the evidence:
Applying the rule, since it was late:
Without further ado:
Without any exception in the way:
Under r4:
According to e3:
According to the record:
As the record has it:
As we see it:
The notice was late. But it was waived:
The gym's argument fails. In truth:
The gym says otherwise. However, the facts show:
The gym disagrees. So we look at the evidence:
What if it had been late? That does not matter. The facts:
The record is clear. It says:
Not disputed by the gym:
Admitted by the gym:
The gym cannot deny:
Refused by nobody:
As the gym would have to concede, it was late. So:"""


@pytest.mark.parametrize("lead", OTHERS.splitlines())
def test_of_what_others_say_or_another_world_holds_nothing_is_affirmed(lead: str) -> None:
    assert below(lead, "late", "waived (e3)", "NOT valid (notice)") == ([], 1)
    for form in ("CLAIM s1: late | evidence: e3", "| id | claim | evidence |\n|---|---|---|\n| s1 | late | e3 |"):
        found = read(f"{lead}\n{form}\n\nDECISION: valid")
        assert [claim.says for claim in found.answer.claims or ()] not in (["late"], ["NOT (late)"])
        assert "RL551" in [one.code for one in found.findings] or not found.answer.claims


@pytest.mark.parametrize("lead", OURS.splitlines())
def test_a_head_in_which_the_answer_speaks_for_itself_affirms(lead: str) -> None:
    assert below(lead, "waived (e3)", "written (e1)")[0] == ["waived", "written"]
    found = read(f"{lead}\nCLAIM s1: late | evidence: e3\nDECISION: valid").answer
    assert [claim.says for claim in found.claims or ()] == ["late"]
    assert found.decision is not None
    assert found.decision.says == "valid"


LED = """According to the gym,
Had there been no e3,
Assuming e3 is forged,
Without e3:
But for e3,
As the gym sees it,
Under the gym's reading,
In a world without e3,
On the gym's account,
Suppose e3 is forged. Then,"""


@pytest.mark.parametrize("led", LED.splitlines())
def test_the_words_before_a_claim_or_decision_in_its_line_count(led: str) -> None:
    found = read(f"{led} CLAIM s1: late\nCLAIM s2: waived\nDECISION: valid").answer
    assert [claim.says for claim in found.claims or ()] == [f"{led.rstrip(':')}: late", "waived"]
    found = read(f"CLAIM s1: late\n{led} DECISION: valid").answer
    assert found.decision is not None
    assert found.decision.says != "valid"
    found = read(f"DECISION: NOT valid\n\n{led} DECISION: valid").answer
    assert found.decision is not None
    assert found.decision.says == "NOT valid"


@pytest.mark.parametrize("led", ["According to e3,", "According to the record:", "Without further ado:", "Under r4:", "As r2 says,", "Since no exception applies,"])
def test_words_that_leave_it_to_the_answer_do_not(led: str) -> None:
    found = read(f"{led} CLAIM s1: late\nCLAIM s2: waived\n{led} DECISION: valid").answer
    assert [claim.says for claim in found.claims or ()] == ["late", "waived"]
    assert found.decision is not None
    assert found.decision.says == "valid"


@pytest.mark.parametrize("lead", ["Suppose e3 is forged. Then:", "What if e3 were forged? Then the result changes:", "The gym objects. It says:", "Draft:"])
def test_a_decision_right_below_them_is_none_that_can_be_read(lead: str) -> None:
    for gap in ("\n", "\n\n"):
        found = read(f"CLAIM s1: late\n\n{lead}{gap}DECISION: valid")
        assert found.answer.decision is not None
        assert found.answer.decision.says.endswith(": valid")
        assert "RL551" in [one.code for one in found.findings]
        found = read(f"DECISION: NOT valid\n\n{lead}{gap}DECISION: valid")
        assert found.answer.decision is not None
        assert found.answer.decision.says == "NOT valid"


@pytest.mark.parametrize(
    "head",
    [
        "The opposite result if it had been sold:", "For completeness, the decision if it had been late:", "The result without the notice:",
        "The conclusion changes if he was told late:", "Note that if it had been sold:", "With no notice:",
    ],
)  # fmt: skip
def test_what_the_case_would_come_to_is_supposed(head: str) -> None:
    assert bearing(head) == "supposes"


@pytest.mark.parametrize("head", ["The answer in this case:", "Conclusion without doubt:", "With no further ado:", "Analysis of the case:"])
def test_what_it_comes_to_is_not(head: str) -> None:
    assert bearing(head) != "supposes"
