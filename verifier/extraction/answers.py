"""The answers whose claims are wanted: what is sent of each, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.json_text import JsonText, JsonValue
from rulelang.grammar.source import Source
from rulelang.verifier.answer import Answer, read_answer
from rulelang.verifier.extraction.run import Outcome
from rulelang.verifier.markup.reading import About, answer_json, read_markup

MOST_DECISIONS = 20
"""So many decisions before the last are looked for in a text."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An answer, and its text without its decisions (which the extracting model must not see)."""

    answer: Answer
    blind: str


def wanted(document: JsonText) -> Wanted:
    """The answer of a record: `answer/1`, of which `rulelang`, `claims` and `decision` may be missing.

    A record without a decision gets the one that its text writes in the form (`DECISION: …`), if any.

    Raises:
        RuleLangError: it is no answer, or has no text (RL566).
    """
    value = document.value
    if isinstance(value, dict):
        value = {
            "rulelang": "answer/1",
            "claims": None,
            "decision": None,
            **value,
        }
        document = JsonText(document.source, value | {"claims": None} | _unlinked(value))
    answer = read_answer(document)
    text = answer.text
    if not text:
        raise RuleLangError([Diagnostic("RL566", "the answer has no text", None, hint="add the answer as `text`")])
    about = About(answer.case)
    marked = read_markup(Source("text", text), about).answer.decision
    hidden = [one.at for one in (answer.decision, marked) if one is not None and one.at is not None]
    if answer.decision is None and marked is not None:
        answer = answer.model_copy(update={"decision": marked.model_copy(update={"from_": []})})
    blind = _without(text, hidden)
    # A text may decide several times; the earlier decisions are as good as the last.
    for _ in range(MOST_DECISIONS):
        marked = read_markup(Source("text", blind), about).answer.decision
        if marked is None or marked.at is None:
            break
        blind = _without(blind, [marked.at])
    return Wanted(answer, blind)


def _unlinked(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The decision without references to claims that are not there any more."""
    decision = value.get("decision")
    if not isinstance(decision, Mapping):
        return {}
    return {"decision": {name: one for name, one in decision.items() if name != "from"}}


def _without(text: str, places: list[tuple[int, int]]) -> str:
    for start, end in sorted(set(places), reverse=True):
        text = text[:start] + text[end:]
    return text


def finished(one: Wanted, outcome: Outcome) -> dict[str, Any]:
    """The answer file with the claims that were extracted, or with null where there are none."""
    made = answer_json(one.answer)
    made["claims"] = outcome.claims
    return made
