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
from rulelang.verifier.markup.undecided import Undecided, undecided


@dataclass(frozen=True, slots=True)
class Wanted:
    """An answer, and its text without its decisions (which the extracting model must not see)."""

    answer: Answer
    left: Undecided

    @property
    def blind(self) -> str:
        return self.left.text

    def unasked(self) -> Outcome | None:
        """What comes of an answer of which nothing can be sent; None: something can.

        A text that is empty, or holds decisions and nothing else, states nothing, which needs no model to find.  If
        prose was taken out with a decision, its reasons may have been among that: it was not extracted.
        """
        if not self.left.is_empty:
            return None
        if self.left.only_decisions:
            return Outcome([])
        return Outcome(None, "nothing is left of the text without its decision")


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
    if answer.text is None:
        raise RuleLangError([Diagnostic("RL566", "the answer has no text", None, hint="add the answer as `text`")])
    # What the record says is its decision is cut out whatever it looks like.
    at = None if answer.decision is None else answer.decision.at
    text = answer.text if at is None else answer.text[: at[0]] + answer.text[at[1] :]
    if answer.decision is None:
        marked = read_markup(Source("text", answer.text), About(answer.case)).answer.decision
        if marked is not None:
            answer = answer.model_copy(update={"decision": marked.model_copy(update={"from_": []})})
    return Wanted(answer, undecided(text))


def _unlinked(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The decision without references to claims that are not there any more."""
    decision = value.get("decision")
    if not isinstance(decision, Mapping):
        return {}
    return {"decision": {name: one for name, one in decision.items() if name != "from"}}


def finished(one: Wanted, outcome: Outcome) -> dict[str, Any]:
    """The answer file with the claims that were extracted, or with null where there are none."""
    made = answer_json(one.answer)
    made["claims"] = outcome.claims
    return made
