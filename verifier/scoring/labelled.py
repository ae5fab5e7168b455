"""Answers of the quick reader whose citations are labels of a setting, with the case's own identifiers instead."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from rulelang.verifier.scoring.quick_answer import QuickAnswer, QuickClaim, QuickDecision
from rulelang.verifier.settings import Shown

_Citing = TypeVar("_Citing", QuickClaim, QuickDecision)


def unlabelled(one: _Citing, shown: Shown) -> _Citing:
    """A claim or a decision, as `verifier.settings.translated` has it."""
    rules, passages = list(map(shown.rule, one.rules)), list(map(shown.passage, one.evidence))
    return replace(one, rules=rules, evidence=passages)


def answer_unlabelled(answer: QuickAnswer, shown: Shown) -> QuickAnswer:
    """A whole answer, as `verifier.settings.translated` has it."""
    claims = None if answer.claims is None else [unlabelled(claim, shown) for claim in answer.claims]
    decision = answer.decision
    if isinstance(decision, QuickDecision):
        decision = unlabelled(decision, shown)
    return replace(answer, claims=claims, decision=decision)
