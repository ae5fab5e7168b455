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
from rulelang.verifier.markup.undecided import Undecided, is_body, undecided


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
    decision = answer.decision
    if decision is not None:
        # What the record says is its decision is cut out whatever it looks like.
        return Wanted(answer, undecided(answer.text, [] if decision.at is None else [decision.at]))
    decision = read_markup(Source("text", answer.text), About(answer.case)).answer.decision
    left = undecided(answer.text, [] if decision is None or decision.at is None else [decision.at])
    if decision is not None and decision.at is not None and is_body(_piece(answer.text, decision.at), answer.text):
        # A whole answer under the name of one (`Answer: …`): it decides so far as it is taken for a decision.
        narrow = undecided(answer.text)
        within = narrow.within(*decision.at)
        if within:
            left = narrow
        if within not in ([], [decision.at]):
            parts = [_piece(answer.text, one) for one in within]
            decision = decision.model_copy(update={"says": parts[0] if len(parts) == 1 else parts, "at": within[0]})
    made = None if decision is None else decision.model_copy(update={"from_": []})
    return Wanted(answer.model_copy(update={"decision": made}), left)


def _piece(text: str, place: tuple[int, int]) -> str:
    return text[place[0] : place[1]]


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
