"""What the user says in a chat that a text holds is none of the answer's."""

from __future__ import annotations

import pytest
from test_markup_styles import read

CHATS = (
    "<|im_start|>user\n{}<|im_end|>\n<|im_start|>assistant\n{}<|im_end|>",
    "<|start_header_id|>user<|end_header_id|>\n\n{}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n{}<|eot_id|>",
    "<start_of_turn>user\n{}<end_of_turn>\n<start_of_turn>model\n{}<end_of_turn>",
    "<|user|>\n{}\n<|assistant|>\n{}",
    "<s>[INST] {} [/INST] {}</s>",
    "### Human:\n{}\n### Assistant:\n{}",
    "### Instruction:\n{}\n\n### Response:\n{}",
    "User: {}\n\nAssistant: {}",
    "**User:**\n{}\n\n**Assistant:**\n{}",
    "Human: {}\nAI: {}",
)
ASKED, SAID = "CLAIM s9: waived\nDECISION: NOT valid", "CLAIM s1: late | evidence: e3\nDECISION: valid"


@pytest.mark.parametrize("chat", CHATS)
def test_what_the_user_says_is_not_the_answers(chat: str) -> None:
    for text in (chat.format(ASKED, SAID), f"{SAID}\n{chat.format(ASKED, 'I see.')}"):
        found = read(text)
        assert [(claim.id, claim.says) for claim in found.answer.claims or ()] == [("s1", "late")]
        assert found.answer.decision is not None
        assert found.answer.decision.says == "valid"
        assert "RL558" in [one.code for one in found.findings]
    assert not read(chat.format(ASKED, "")).answer.claims


@pytest.mark.parametrize("mark", ["", "[/INST]", "<|im_end|>", "</s>", "<end_of_turn>"])
@pytest.mark.parametrize("head", ["", "Assistant: ", "<|im_start|>assistant\n", "User: Is it valid?\n", "MODEL: m\n"])
def test_what_the_answer_says_in_its_turn_is(head: str, mark: str) -> None:
    found = read(f"{head}{SAID} {mark}").answer
    assert [claim.says for claim in found.claims or ()] == ["late"]
    assert found.decision is not None
    assert found.decision.says == "valid"
