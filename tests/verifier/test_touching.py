"""What an assertion is about is found by what it has in common with a leaf: no assertion about one is overlooked, and
few others are asked."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

import rulelang
from rulelang.engine import core
from rulelang.verifier import reading
from rulelang.verifier.claims import Assertion
from rulelang.verifier.said import Mood, Said, Standing, concerns, touched_by, touches

P, Q = core.FactTest("p"), core.FactTest("q")
V, W = core.FactRead("v"), core.OutcomeRead("w")
ONE, TWO = core.Constant(1), core.Constant(2)
COUNTED = core.CountOf((P, Q))
NORMS = [core.Established("MAY a", literals) for literals in (("MUST",), ("MUST NOT",), ("MAY", "MUST"))]
FORMULAS: list[core.Formula] = [
    P,
    core.Truth(True),
    *NORMS,
    core.Established("x", (True,)),
    core.Established("x", (False,)),
    core.Named("d"),
    core.NoneTest(W),
    core.Test("=", V, ONE),
    core.Test(">", V, TWO),
    core.Test("<", V, W),
    core.Test("=", W, core.Constant("red")),
    core.Test(">=", COUNTED, ONE),
    core.Test(">=", COUNTED, TWO),
]
FORMULAS += [core.Not(one) for one in FORMULAS]
FORMULAS += [kind((one, other)) for kind in (core.And, core.Or) for one, other in itertools.pairwise(FORMULAS[1:15])]
FORMULAS += [core.And((P,)), core.Or((P, Q))]


def said(statement: core.Formula | None, value: core.Value | None = None, together: bool = False) -> Said:
    assertion = Assertion("c1", "/claims/0", "", "")  # type: ignore[arg-type]
    return Said(assertion, Mood.HOLDS, statement, Standing.ENTAILED, value=value, together=together)


def test_what_is_about_a_leaf_touches_on_it() -> None:
    spoken = [said(one, together=together) for one in FORMULAS for together in (False, True)]
    spoken += [said(None, value=read) for read in (V, W)]
    about = [(one, leaf) for one in spoken for leaf in FORMULAS if concerns(one, leaf)]
    assert len(about) > len(FORMULAS)
    assert [(one, leaf) for one, leaf in about if touches(one).isdisjoint(touched_by(leaf))] == []


def asked(folder: Path, length: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often a complete answer on a rule with so many facts is asked whether it is about something."""
    names = [f"a{number}" for number in range(length)]
    text = "".join(f"FACT {name}\n" for name in names) + f"OUTCOME p\nRULE r IF {' AND '.join(names)} THEN p\n"
    path = folder / f"{length}.rules"
    path.write_text(f"{text}CASE c\n  GIVEN {', '.join(names)}\n  ASK DECIDE p\n", encoding="utf-8")
    claims: list[dict[str, Any]] = [{"id": f"s{name}", "says": name, "rules": ["r"]} for name in names]
    decision = {"says": "p", "from": [claim["id"] for claim in claims], "rules": ["r"]}
    answer = {"rulelang": "answer/1", "case": f"{path.name}#c", "claims": claims, "decision": decision}
    times = itertools.count()

    def counting(one: Said, leaf: core.Formula) -> bool:
        next(times)
        return concerns(one, leaf)

    monkeypatch.setattr(reading, "concerns", counting)
    assert rulelang.check(rulelang.load(path), answer).complete
    return next(times)


def test_only_what_touches_on_a_leaf_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (asked(tmp_path, length, monkeypatch) for length in (10, 40))
    assert many <= 4 * few
