"""What a text does not plainly affirm is not affirmed, and what it affirms is, whatever it says besides."""

from __future__ import annotations

import pytest
from test_markup_styles import noticed, read

NOT_SO = """- late | as argued by the tenant
- late — the claimant says so
- late (according to the tenant)
- late, as the landlord contends (e3)
CLAIM s1: late — so says the tenant
CLAIM s1: late⏎Hence s1 does not hold, so this claim fails.
CLAIM s1: late (e3)⏎…so this claim fails.
CLAIM s1: late⏎Wait, let me redo s1.
CLAIM s1: late⏎Reason: this is wrong, see e1
CLAIM s1: late [guarded]? No.
CLAIM s1: late | rules: guarded (not satisfied)
CLAIM s1: late | rules: guarded: no
CLAIM s1: late | rules: guarded? No.
CLAIM s1: late | rules: guarded (hypothetical)
- late — see e3? No.
- late — see e3 = false
CLAIM s1: late — would be so if waived
CLAIM s1: late, which cannot be established
CLAIM s1: late | note: not established
CLAIM s1: late (per the tenant)
CLAIM s1: late | rules: guarded — only if the letter came late
CLAIM s1: late | rules: guarded (contradicted by e1)
CLAIM s1: late⏎   - The tenant says so.
CLAIM s1: late⏎   - Reason: this is not established
CLAIM s1: late⏎I withdraw this claim.
CLAIM s1: late⏎Let me correct that.
- late (e3)⏎Strike that.
- late (e3)⏎This claim is false.
1. **Late** – the landlord never agreed
- Late: the notice came on 3 May
- **late** — the notice was not sent in time (e3)"""
SO = """- late | as the email e3 states
- late — witness e2 says so
- late, according to the inspection report
- late (e3) - contrary to what the tenant says
CLAIM s1: late (e3), despite the tenant's denial
Finding 1: late
Condition 1: late (e3)
Element (a): late
Finding 2: late | rules: guarded
Premise 2 — late, by guarded
1. **Late** – it came on the last day (e3)
- **late**: the notice came on 3 May
CLAIM s1: **Late** because the notice was not sent in time
CLAIM s1: late follows from e3 (guarded)"""


def claimed(text: str) -> list[str]:
    return [str(claim.says) for claim in read(f"{text}\n\nDECISION: valid").answer.claims or ()]


@pytest.mark.parametrize("line", NOT_SO.splitlines())
def test_what_is_not_plainly_affirmed_is_not(line: str) -> None:
    text = line.replace("⏎", "\n")
    assert "late" not in claimed(text)
    found = read(f"{text}\n\nDECISION: valid")
    assert found.findings or "NOT (late)" in claimed(text)


@pytest.mark.parametrize("line", SO.splitlines())
def test_what_is_affirmed_is_so_whatever_stands_with_it(line: str) -> None:
    assert claimed(line) == ["late"]


def test_a_sentence_that_corrects_a_claim_says_what_it_says_instead() -> None:
    for words in ("I need to correct claim s1:", "Correction to s1:", "Actually, s1 should read"):
        first, second = claimed(f"CLAIM s1: late\n{words} NOT late")
        assert first != "late"
        assert second == "NOT late"


def test_a_citation_before_a_verdict_in_brackets_is_kept() -> None:
    (claim,) = read("CLAIM s1: late (e3) (met)\n\nDECISION: valid").answer.claims or ()
    assert (claim.says, claim.evidence) == ("late", ["e3"])


def test_a_decision_for_somebody_is_one() -> None:
    found = read("CLAIM s1: late\nDecision for the landlord: valid")
    assert found.answer.decision is not None
    assert found.answer.decision.says == "valid"
    assert noticed(found) == []
