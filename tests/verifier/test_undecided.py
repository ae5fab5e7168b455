"""Texts without what they decide, in whatever form."""

from __future__ import annotations

import json

import pytest

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.extraction.answers import wanted
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
        ("<think>She is late.</think>\n\\boxed{MUST pay}.", True, True),
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
