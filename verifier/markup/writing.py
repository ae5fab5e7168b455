"""Writes an answer in the form of docs/answer-format.md."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.verifier.answer import Answer, Claim, Decision, statements
from rulelang.verifier.markup.quoting import quoted


def markup_text(answer: Answer) -> str:
    """The answer in the form that models are asked to write; `read_markup` reads it back.

    What the form has no place for is lost: line breaks within a formula or a quotation become spaces, `at` and `text`
    belong to another text, and null claims can't be told from none where there is a decision.

    >>> from rulelang.verifier.answer import Answer
    >>> claim = {"id": "s1", "says": "to_affiliate", "rules": ["consent.group"], "evidence": ["e1"]}
    >>> decision = {"says": "NOT MUST obtain_consent", "from": ["s1"]}
    >>> made = {"rulelang": "answer/1", "case": "a.rules#b", "claims": [claim], "decision": decision}
    >>> print(markup_text(Answer.model_validate(made)))
    CASE: a.rules#b
    <BLANKLINE>
    CLAIM s1: to_affiliate | rules: consent.group | evidence: e1
    DECISION: NOT MUST obtain_consent | from: s1
    <BLANKLINE>
    """
    lines = [f"CASE: {answer.case}"]
    if answer.setting != "p1":
        lines.append(f"SETTING: {answer.setting}")
    if answer.model is not None:
        lines.append(f"MODEL: {answer.model}")
    if answer.sample is not None:
        lines.append(f"SAMPLE: {answer.sample}")
    lines.append("")
    lines += [_line(f"CLAIM {claim.id}:", claim) for claim in answer.claims or ()]
    if answer.decision is not None:
        lines.append(_line("DECISION:", answer.decision))
    return "\n".join(lines) + "\n"


def _line(head: str, claim: Claim | Decision) -> str:
    says = "; ".join(" ".join(text.split()) for text in statements(claim.says))
    fields = [_ids("rules", claim.rules), _ids("evidence", claim.evidence), _ids("from", claim.from_)]
    if claim.quote is not None:
        fields.append("quote: " + quoted(" ".join(claim.quote.split())))
    if isinstance(claim, Claim) and claim.world == "given":
        fields.append("world: given")
    return " | ".join((f"{head} {says}", *(one for one in fields if one)))


def _ids(name: str, ids: Sequence[str]) -> str:
    return f"{name}: {', '.join(ids)}" if ids else ""
