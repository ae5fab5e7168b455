"""What may be spent on questions: used up, the rest is named and nothing is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rule_bases import HEAD, base_of, random_rules

from rulelang.cli import main
from rulelang.engine.analysis.budget import Budget
from rulelang.engine.analysis.lint import lint
from rulelang.engine.analysis.scope import scope_of

DEEP = """
RULE p1 IF a AND n > 1 THEN p
RULE q1 IF p AND n < 1 THEN q
RULE q2 IF REJECTED p THEN NOT q
"""


def test_what_is_left_unasked_is_named_with_the_limit() -> None:
    base = base_of(HEAD + DEEP)
    whole = lint(base, scope_of([base.program]))
    assert [one for one in whole.findings if one.diagnostic.code == "RL529"] == []
    assert "q1" in {one.diagnostic.message.split("`")[1] for one in whole.findings if one.diagnostic.code == "RL512"}
    none = lint(base, scope_of([base.program]), budget=Budget(steps=0))
    [left] = [one for one in none.findings if one.diagnostic.code == "RL529"]
    assert "the 0 steps of the solver for one rule base are used up" in left.diagnostic.message
    assert "`q1`" in left.diagnostic.message
    assert "q1" not in {one.diagnostic.message.split("`")[1] for one in none.findings if one.diagnostic.code == "RL512"}


def test_steps_spent_are_the_same_in_every_run() -> None:
    for seed in range(4):
        base = base_of(HEAD + "\n".join(random_rules(f"budget/{seed}")) + "\n")
        spent = []
        for _ in range(2):
            budget = Budget()
            lint(base, scope_of([base.program]), budget=budget)
            spent.append(budget.spent)
        assert spent[0] == spent[1]


def test_a_limit_of_time_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.rules"
    path.write_text(HEAD + DEEP, encoding="utf-8")
    main(["lint", str(path), "--select", "RL529", "--timeout", "0.000001"])
    assert "seconds of --timeout are used up" in capsys.readouterr().out
