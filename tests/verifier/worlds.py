"""Small rule bases for the tests: from a text to a case made ready, and answers to it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.grammar import model
from rulelang.grammar.files.load import load_text
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import Answer, read_answer
from rulelang.verifier.check import Result, check
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Policy, Ready, make_ready
from rulelang.verifier.mutation.matrix import judge
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge
from rulelang.verifier.warrant import Warrant


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


def judged_alike(ready: Ready, claims: list[dict[str, Any]], decision: Any, policy: Policy = "full") -> Result:
    """The result of an answer, which the quick judge finds too."""
    answer = answer_of(claims, decision)
    assert Judge(ready, policy).row(answer) == verdict_of(ready, answer, policy=policy)
    return check(ready, answer, policy=policy)


def concluded_from(ready: Ready, says: Sequence[str], decision: str, rule: str) -> Result:
    """The result of an answer that says these things and concludes from them, all by one rule and by the passage e1."""
    evidence = "e1" if ready.matter.passages else ""
    claims = [claim(f"c{number}", one, rules=rule, evidence=evidence) for number, one in enumerate(says)]
    claims.append(claim("d", decision, *(one["id"] for one in claims), rules=rule))
    return judged_alike(ready, claims, {"says": decision, "from": ["d"]})


def judgments_of(ready: Ready, warrants: Iterable[Warrant]) -> list[list[str]]:
    """The judgments that each of some warrants asks for, as they are written."""
    return [[ready.matter.judged(leaf, slot.value) for leaf, slot in one.slots.items()] for one in warrants]


def check_what_is_written(ready: Ready, policy: Policy) -> None:
    """An answer written from any warrant is complete, and the injector is right about every change of it."""
    case = f"t.rules#{ready.case.name}"
    grounds = ready.sufficient.listed if policy == "sufficient" else ()
    for warrant in (*ready.listed, *grounds):
        gold = gold_answer(ready, warrant, case)
        result = answered(ready, gold["claims"], gold["decision"], policy=policy)
        assert result.rubric is not None
        assert (result.fails, 100 if warrant in grounds else result.rubric.score) == ((), 100), gold
    for _, one in judge(ready, case, policy=policy):
        assert one.right, one


def lost(ready: Ready, claims: list[dict[str, Any]], decision: Any) -> set[str]:
    """The dimensions of the rubric that a complete answer loses; the quick judge finds the same."""
    found = judged_alike(ready, claims, decision)
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
