"""GoRules' zen-engine: one expression node, an expression for each outcome in layered order; it computes all."""

from __future__ import annotations

import json
from collections.abc import Mapping

import zen
from layered import Layered, Literal, PoolOutcome, Value


class Zen:
    name = "zen-engine"

    def __init__(self, made: Layered) -> None:
        expressions = [
            {"id": outcome.name, "key": outcome.name, "value": _expression(outcome)} for outcome in made.outcomes
        ]
        place = {"x": 0, "y": 0}
        graph = {
            "contentType": "application/vnd.gorules.decision",
            "nodes": [
                {"id": "i", "type": "inputNode", "name": "in", "position": place},
                {"id": "x", "type": "expressionNode", "name": "ex", "position": place,
                 "content": {"expressions": expressions, "passThrough": False}},
                {"id": "o", "type": "outputNode", "name": "out", "position": place},
            ],
            "edges": [
                {"id": "e1", "sourceId": "i", "targetId": "x", "type": "edge"},
                {"id": "e2", "sourceId": "x", "targetId": "o", "type": "edge"},
            ],
        }  # fmt: skip
        content = zen.ZenDecisionContent(json.dumps(graph))
        self.decision = zen.ZenEngine().create_decision(content)

    def all(self, case: Mapping[str, Value]) -> frozenset[str]:
        result = self.decision.evaluate(case)["result"]
        return frozenset(name for name, holds in result.items() if holds)

    def one(self, case: Mapping[str, Value], goal: str) -> bool:
        return bool(self.decision.evaluate(case)["result"][goal])


def _expression(outcome: PoolOutcome) -> str:
    made = "false"
    for rule in reversed(outcome.rules):
        parts = [f"({_literal(x)})" for x in rule.body]
        if rule.exception:
            parts.append(f"not ({' and '.join(f'({_literal(x)})' for x in rule.exception)})")
        applies = " and ".join(parts)
        made = f"(not ({applies}) and ({made}))" if rule.against else f"(({applies}) or ({made}))"
    return made


def _literal(literal: Literal) -> str:
    if literal.outcome:
        return f"$.{literal.name}" if literal.positive else f"not $.{literal.name}"
    if literal.op == ">=":
        return f"{literal.name} {'>=' if literal.positive else '<'} {literal.operand}"
    if literal.op == "=":
        return f"{literal.name} {'==' if literal.positive else '!='} '{literal.operand}'"
    return literal.name if literal.positive else f"not {literal.name}"
