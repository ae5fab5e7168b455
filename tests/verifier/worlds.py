"""Small rule bases for the tests: from a text to a case made ready, and answers to it."""

from __future__ import annotations

import json
from typing import Any

from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.grammar import model
from rulelang.grammar.files.load import load_text
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.matter import Ready, make_ready


def based(text: str) -> tuple[RuleBase, model.Program]:
    loaded = load_text(text)
    assert loaded.program is not None, loaded.diagnostics
    base, found = prepare(loaded.program)
    assert base is not None, found
    return base, loaded.program


def made_ready(text: str, case: str | None = None) -> Ready:
    """The only case of a module, or the one of this name, made ready."""
    base, program = based(text)
    name = case if case is not None else next(iter(program.cases))
    return make_ready(base, program.cases[name])


def answered(ready: Ready, claims: list[dict[str, Any]] | None, decision: Any = None, **options: Any) -> Result:
    """The result of an answer with these claims and this decision."""
    document = {"rulelang": "answer/1", "case": "t.rules#c", "claims": claims, "decision": decision}
    return check(ready, read_answer(json_text(Source("a.json", json.dumps(document)))), **options)


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
