"""What is told at a glance is what the slow way finds, for everything that a glance can tell."""

from __future__ import annotations

from collections import Counter

import pytest
from reference.programs import PLAIN, Shape, program

from rulelang.engine.core_parts import is_formula
from rulelang.engine.decision import Status
from rulelang.engine.evaluating import glance as glances
from rulelang.engine.evaluating import glance_rows, glance_search
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.entail import decide_open
from rulelang.engine.solver.residue import decide_residue

ORDERED = Shape(booleans=6, numbers=2, contests=6, rules=3, actions=0, values=0, cycles=0, ordered=1, strict=0.1,
                known=0.3, everything=False, always=0, broken=0)  # fmt: skip
WORDS = {"holds": Status.HOLDS, "fails": Status.FAILS}


def told(shape: Shape, seeds: range) -> Counter[str]:
    """How often each verdict was given; each is the slow way's."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        made = program(seed, shape)
        for index, target in enumerate(made.core.targets):
            if not is_formula(target):
                continue
            status = decide_open(made.core, made.known, index).status
            verdict = glances.glance(made.core, made.known, index)
            counts[verdict] += 1
            if verdict in ("holds", "fails", "open"):
                assert WORDS.get(verdict, Status.UNDETERMINED) is status, (seed, index, verdict, status)
                assert decide_residue(made.core, made.known, index) == verdict, (seed, index)
            expected = {Status.HOLDS: True, Status.FAILS: False}.get(status)
            assert certain(made.core, made.known, index) is expected, (seed, index)
    return counts


def test_a_glance_tells_what_the_worlds_do() -> None:
    counts = told(ORDERED, range(150))
    assert min(counts["holds"], counts["fails"], counts["open"]) > 50, counts
    told(PLAIN, range(60))


def test_cases_parted_by_facts_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glance_search, "MOST", 2)
    monkeypatch.setattr(glance_rows, "LANES", 1)
    counts = told(ORDERED, range(150, 250))
    assert counts["holds"] > 20
    monkeypatch.setattr(glance_search, "SPLITS", 1)
    assert told(ORDERED, range(250, 350))["many"] > 0
