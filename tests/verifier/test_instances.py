"""What is derived for the instances of a quantified condition: an answer written from a warrant is complete.

Such an instance need be no judgment of the warrant (N3); what it rests on has to enter the decision all the same, and
a fact beside it in the condition is the case's when a step is looked at (N26).
"""

from __future__ import annotations

import json

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import check
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import make_ready

RULES = """
TYPE person
FACT parent(p : person, c : person) "{p} is a parent of {c}"
FACT lives_with(p : person, q : person) "{p} lives with {q}"
FACT earns(p : person) : NUMBER IN usd "what {p} earns"
FACT asks(p : person) "{p} asks for the allowance"
OUTCOME descendant(p : person, c : person) "{c} descends from {p}"
OUTCOME in_need(p : person) "{p} is in need"
OUTCOME allowance(p : person) "{p} gets the allowance"

RULE line
  FOR EACH p IN person, c IN person
  IF parent(p, c) OR ANY m IN person HAS (parent(p, m) AND descendant(m, c))
  THEN descendant(p, c)

RULE need
  FOR EACH p IN person
  IF earns(p) < 900 usd AND ANY q IN person HAS (lives_with(q, p))
  THEN in_need(p)

RULE support
  FOR EACH p IN person
  IF asks(p) AND ANY q IN person HAS (lives_with(p, q) AND in_need(q)) AND NOT ANY q IN person HAS (descendant(p, q))
  THEN allowance(p)

CASE without_children
  CLOSED
  GIVEN
  | person | asks | earns   |
  | ann    | YES  | 800 usd |
  | bea    | NO   | 700 usd |
  | cleo   | NO   | 950 usd |
  GIVEN lives_with(ann, bea), lives_with(bea, ann), lives_with(ann, cleo)
  ASK "Does Ann get the allowance?" DECIDE allowance(ann)
  EXPECT allowance(ann)

CASE with_a_grandchild
  CLOSED
  GIVEN
  | person | asks | earns   |
  | ann    | YES  | 800 usd |
  | bea    | NO   | 700 usd |
  | cleo   | NO   | 950 usd |
  GIVEN lives_with(ann, bea), lives_with(bea, ann), parent(ann, bea), parent(bea, cleo)
  ASK "Does Ann get the allowance?" DECIDE allowance(ann)
  EXPECT NOT allowance(ann)
"""


@pytest.mark.parametrize("name", ["without_children", "with_a_grandchild"])
def test_an_answer_written_from_a_warrant_is_complete_and_scores_100(name: str) -> None:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    ready = make_ready(base, program.cases[name])
    for warrant in ready.listed:
        answer = gold_answer(ready, warrant, "t.rules#c")
        result = check(ready, read_answer(json_text(Source("a.json", json.dumps(answer)))), policy="full")
        assert result.complete, [finding.words for finding in result.findings]
        assert result.rubric is not None
        assert result.rubric.score == 100, result.rubric.marks
