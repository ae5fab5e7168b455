# ruff: noqa: E501
"""Texts without what they decide, in whatever form."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.extraction.answers import wanted
from rulelang.verifier.markup.reading import About, read_markup
from rulelang.verifier.markup.undecided import undecided


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("She is late.\nDECISION: MUST pay | from: s1\nEnd.", "She is late.\n\nEnd."),
        ("She is late. DECISION: MUST pay", "She is late. "),
        ("She is late. Decision: MUST pay. It was so.", "She is late.  It was so."),
        ("She is late, so the answer is that one MUST pay.", "She is late, "),
        ("She is late. My decision is MUST pay", "She is late. "),
        ("She is late. **Final answer:** No. MUST NOT pay. It was so.", "She is late.  It was so."),
        ("She is late. DECISION:\nMUST pay\nEnd.", "She is late. \nEnd."),
        ("She is late.\n$\\boxed{MUST\\ pay}$ and", "She is late.\n and"),
        ("So \\boxed{\\text{MUST pay} = 1}.", "So ."),
        ("So \\boxed{MUST pay\nEnd.", "So \nEnd."),
        ("<think>Hm. DECISION: MUST pay.\n\nShe is late.</think>She is late.", "She is late."),
        ("MUST pay?</think>She is late.", "She is late."),
        ("She is late.<think>So MUST pay", "She is late."),
        ("<decision>MUST pay</decision>She is late.", "She is late."),
        ("<answer>MUST pay</answer>She is late.", "She is late."),
        ("<answer>She is late. So one has to see.</answer>", "<answer>She is late. So one has to see.</answer>"),
        ('{"reasons": "late", "decision": {"says": "MUST pay"}}', '{"reasons": "late", "decision": {}}'),
        ('{"reasons": "late", "final_decision": ["MUST pay"], "x": [}', '{"reasons": "late", , "x": [}'),
        ('{"answer": "She is late. So it goes."}', '{"She is late. So it goes."}'),
        ("| Point | Result |\n|---|---|\n| Decision | MUST pay |\nEnd.", "| Point | Result |\n|---|---|\n\nEnd."),
        ("## Final Decision\n\nMUST pay\n\nShe is late.", "\n\nShe is late."),
        ("DECISION: MUST pay\nShe is late.\nDECISION: NOT MUST pay", "\nShe is late.\n"),
        ("Answer: The bank has to pay. She is late.", " She is late."),
        ("The decision is void, and the agency's decision of 3 May too.",) * 2,
        ("She can answer: that is settled, whatever is decided.", "She can "),
        ("", ""),
    ],
)
def test_every_place_that_reads_as_a_decision_is_cut(text: str, left: str) -> None:
    assert undecided(text).text == left
    assert undecided(left).text == left or "<answer>" in left


@pytest.mark.parametrize(
    ("text", "empty", "only"),
    [
        ("", True, True),
        (" \n", True, True),
        ("DECISION: MUST pay", True, True),
        ("**Final decision:** MUST pay\nfee = 3 usd", False, True),
        ("<think>MUST pay?\nDECISION: MUST pay</think>\n\\boxed{MUST pay}.", False, True),
        ("<think>She is late.</think>\n\\boxed{MUST pay}.", False, True),
        ("<reasoning>She is late.</reasoning><answer>MUST pay</answer>", False, True),
        ("<reasoning>DECISION: MUST pay</reasoning><answer>MUST pay</answer>", True, True),
        ("<think>She is late.", True, True),
        ("Answer: she is late under the second rule and has to pay", True, False),
        ("Decision: she is late under the second rule and has to pay", True, False),
        ("She is late. DECISION: MUST pay", False, True),
    ],
)
def test_whether_anything_is_left(text: str, empty: bool, only: bool) -> None:
    left = undecided(text)
    assert (left.is_empty, left.only_decisions) == (empty, only)


def test_a_place_that_the_record_gives_is_cut_too() -> None:
    record = {"case": "a#b", "text": "Late, so she pays.", "decision": {"says": "MUST pay", "at": [6, 17]}}
    assert wanted(json_text(Source("x", json.dumps(record)))).blind == "Late, ."


REASON = "The goods came back after nine days (mail). The seal was broken (desk)."


@pytest.mark.parametrize(
    "decision",
    [
        "## Conclusion\nNo zebra is due.\n",
        "## Verdict\n\nNo zebra is due.\n\nThe zebra may be kept.\n",
        "### Answer\nNo zebra is due. Zebra stays.\n",
        "## Final Answer\n\n**No zebra is due.**\n",
        "**Verdict**\n\nNo zebra is due.\n",
        "**Conclusion:**\n- no zebra is due\n\n- the zebra may be kept\n",
        "Decision\n========\nNo zebra is due.\n",
        "<h2>Decision</h2><p>No zebra is due.</p>",
        "<h3>Holding</h3>\n<p>No zebra is due.</p>",
        "Decision:\n- no zebra is due\n- zebra may be kept\n  by the zebra\n",
        "Decision:\n\n1. no zebra is due\n2. zebra may be kept\n",
        "Decision:\n```\nzebra\n```",
        "Decision: two things:\n- no zebra is due\n- zebra may be kept\n",
        "DECISION (final): zebra",
        "DECISION 1: zebra\nDECISION 2: NOT zebra",
        "Decision for the customer: zebra",
        "Decision as to the refund — zebra",
        "\uff24\uff25\uff23\uff29\uff33\uff29\uff2f\uff2e\uff1aNOT MUST zebra",
        "Conclusion: no zebra is\ndue to anybody.",
        "(c) Ruling: no zebra",
        "Step 4: Holding: zebra",
        "> Outcome: zebra",
        "- **Result:** zebra",
        "TL;DR: zebra",
        "Bottom line: zebra",
        "Recommendation: zebra",
        "[Decision] zebra",
        "\u2705 Final decision \u2192 zebra",
        "Thus the answer to the question is zebra.",
        "I therefore conclude that no zebra is due.",
        "In conclusion, no zebra is due.",
        "It can be concluded that no zebra is due.",
        "So my final verdict is that no zebra is due.",
        "And so (result: zebra)",
        "<outcome>zebra</outcome>",
        "<answer>\nno zebra\n</answer>",
        "| Issue | Decision |\n|---|---|\n| price | zebra |\n| goods | NOT zebra |\n",
        "| Question | Answer |\n|:-:|:-:|\n| Is it due? | no zebra |\n",
        "| Ruling | zebra |",
        '{"result": "no zebra"}',
        '{"Final Decision": "no zebra. It stays a zebra."}',
        "{'outcome': {'says': 'zebra'}}",
    ],
)
def test_what_a_label_calls_a_decision_is_hidden_and_the_reasons_are_not(decision: str) -> None:
    for text in (f"{REASON}\n{decision}", f"{REASON}\n\n{decision}\n", f"{decision}\n\n## Reasons\n{REASON}\n"):
        left = wanted(json_text(Source("x", json.dumps({"case": "a#b", "text": text})))).left
        assert "zebra" not in left.text.lower()
        assert REASON in left.text
        assert left.hidden


@pytest.mark.parametrize(
    "text",
    [
        "The decision of the agency of 3 May is void. " + REASON,
        "The results of the test came on Monday. " + REASON,
        "| Condition | Result |\n|---|---|\n| late | yes |\n",
        "| Element | Verdict |\n|---|---|\n| late | met |\n",
        "So the shop is to answer for the goods. " + REASON,
        "Entscheidung: nein. " + REASON,
    ],
)
def test_reasons_are_left_as_they_are(text: str) -> None:
    assert undecided(text).text == text


def test_a_whole_answer_under_a_label_is_no_decision_but_for_its_first_sentence() -> None:
    for text in (f"Answer: No zebra is due. {REASON}", f"## Answer\nNo zebra is due.\n\n{REASON}"):
        found = wanted(json_text(Source("x", json.dumps({"case": "a#b", "text": text}))))
        assert (REASON in found.blind, "zebra" in found.blind) == (True, False)
        assert found.answer.decision is not None
        assert "zebra" in str(found.answer.decision.says)
        assert "seal" not in str(found.answer.decision.says)




PIECES = (
    *("DECISION", "Decision", "Final answer", "Answer", "Verdict", "Conclusion", "The answer", "So the decision"),
    *(":", " is ", " - ", " (final):", "**", "##", "# ", "> ", "- ", "1. ", "\n", "\n\n", "\n", " ", "| ", "."),
    *("MUST pay", "NOT MUST pay", "yes", "No.", "late", "fee = 3 usd", "She is late. ", "and ", "\\boxed{late}"),
    *("<think>", "</think>", "<reasoning>", "</reasoning>", "<answer>", "</answer>", "CLAIM s1: late", "| rules: r1"),
    *('"decision": ', '"answer": "', "'result': ", "\uff1a", "\U0001d403ecision: ", "\u200b"),
    *('"', "{", "}", ",", "```"),
)  # fmt: skip


@pytest.mark.parametrize("text", ["1. ##            DECISION", "DECISION\uff1a,", "DECISION: ,;"])
def test_odd_texts_are_read(text: str) -> None:
    assert read_markup(Source("text", text), About("a#b")).answer.text == text


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_nothing_of_the_decision_that_is_read_is_left_at_its_place(text: str) -> None:
    read = read_markup(Source("text", text), About("a#b")).answer.decision
    found = wanted(json_text(Source("x", json.dumps({"case": "a#b", "text": text}))))
    assert (found.answer.decision is None) == (read is None)
    if found.answer.decision is not None:
        assert found.answer.decision.at is not None
        start, end = found.answer.decision.at
        assert found.left.within(start, end) == [(start, end)]
    gone = sum(end - start for start, end in found.left.hidden)
    assert len(found.blind) <= len(text) - gone


def test_a_verdict_beside_a_claim_is_left_with_it() -> None:
    text = '{"checks": [{"claim": "the parcel is heavy", "result": "not met"}, {"condition": "it is fragile", "outcome": "met"}], "answer": "no"}'
    assert undecided(text).text == text.replace('"no"', '""')
    for decisive in ('{"decisions": [{"claim": "a discount", "result": "none"}]}', '{"answer": {"claim": "a discount", "result": "none"}}'):
        assert undecided(decisive).is_empty, decisive


STEPS = (
    "Step 1: the parcel is heavy. Result: the surcharge is due.\nStep 2: it is not fragile. Result: no wrapping.\n",
    "1. Result: the surcharge is due.\n2. Result: no wrapping.\n",
    "Conclusion on the weight: it is heavy.\nOutcome regarding the wrapping: none is needed.\n",
)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("last", ["Final answer: 12 usd.", "Overall conclusion: 12 usd are due.", "Result: 12 usd."])
def test_what_a_step_comes_to_is_no_decision(steps: str, last: str) -> None:
    assert undecided(steps + last).text == steps


def test_the_last_label_decides_also_in_a_step() -> None:
    assert undecided("1. It is heavy.\n2. Conclusion: 12 usd are due.").text.split() == ["1.", "It", "is", "heavy.", "2."]
    assert undecided("It is heavy.\nConclusion on the fee: 12 usd.").text.strip() == "It is heavy."
    assert undecided("Decision on the fee: 12 usd.\nDecision on the tax: none.").is_empty


@pytest.mark.parametrize("said", ["I conclude no fee is due.", "We therefore conclude the fee is waived.", "Ruling → no fee", "Result -> no fee", "TL;DR no fee.", "TLDR: no fee."])
def test_what_decides_without_a_colon_is_hidden(said: str) -> None:
    assert undecided(f"It is heavy. {said}").text.strip() == "It is heavy."


@pytest.mark.parametrize("said", ["I conclude from the mail that it came.", "We rule out the exception.", "The result of the test was good.", "I conclude with the evidence."])
def test_what_only_looks_so_is_left(said: str) -> None:
    text = f"It is heavy. {said}"
    assert undecided(text).text.startswith(text[:30])
