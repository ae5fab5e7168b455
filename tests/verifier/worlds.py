"""Small rule bases for the tests: from a text to a case made ready, and answers to it."""

from __future__ import annotations

import json
from typing import Any

from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.grammar import model
from rulelang.grammar.files.load import load_text
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import Answer, read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.matter import Ready, make_ready
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge


def based(text: str) -> tuple[RuleBase, model.Program]:
    loaded = load_text(text)
    assert loaded.program is not None, f"{text}\n{loaded.diagnostics}"
    base, found = prepare(loaded.program)
    assert base is not None, f"{text}\n{found}"
    return base, loaded.program


def made_ready(text: str, case: str | None = None) -> Ready:
    """The only case of a module, or the one of this name, made ready."""
    base, program = based(text)
    name = case if case is not None else next(iter(program.cases))
    return make_ready(base, program.cases[name])


def answered(ready: Ready, claims: list[dict[str, Any]] | None, decision: Any = None, **options: Any) -> Result:
    """The result of an answer with these claims and this decision."""
    return check(ready, answer_of(claims, decision), **options)


def answer_of(claims: list[dict[str, Any]] | None, decision: Any = None) -> Answer:
    """An answer with these claims and this decision."""
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    return read_answer(json_text(Source("a.json", json.dumps(document))))


def lost(ready: Ready, claims: list[dict[str, Any]], decision: Any) -> set[str]:
    """The dimensions of the rubric that a complete answer loses; the quick judge finds the same."""
    answer = answer_of(claims, decision)
    assert Judge(ready).row(answer) == verdict_of(ready, answer)
    found = check(ready, answer)
    assert found.complete
    assert found.rubric is not None
    return {mark.dimension.name for mark in found.rubric.marks if not mark.satisfied}


def claim(
    name: str, says: str | list[str], *sources: str, rules: str = "", evidence: str = "", **more: Any
) -> dict[str, Any]:
    """One claim; rules and passages are given as words."""
    return {
        "id": name,
        "says": says,
        "from": list(sources),
        "rules": rules.split(),
        "evidence": evidence.split(),
        **more,
    }
