"""With many unknowns worlds are tried by chance: `derive` then asks which of what may matter does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from derived import base_of
from reference.decisions import reference
from reference.programs import ACTIONS, GENERAL, Shape, program
from reference.worlds import TooMany

from rulelang.engine.core import Test as Comparison
from rulelang.engine.decision import Status
from rulelang.engine.derive import derive, derive_many
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.solver import loosened, matters
from rulelang.engine.solver.answer import NotEncoded
from rulelang.grammar.diagnostic import RuleLangError


def module(size: int, unread: int) -> str:
    """p holds if two neighbours of many facts do; others stand in a part that implies such a pair, and are moot."""
    names = [f"a{number:02}" for number in range(size)]
    others = [f"z{number}" for number in range(unread)]
    condition = " OR ".join(f"({one} AND {other})" for one, other in zip(names[::2], names[1::2], strict=True))
    moot = " OR ".join(f"({names[0]} AND {names[1]} AND {other})" for other in others)
    facts = [f"FACT {name}" for name in (*names, *others)]
    return "\n".join([*facts, "OUTCOME p", f"RULE p IF {condition} OR {moot} THEN p", "CASE c ASK DECIDE p", ""])


def test_what_matters_is_named_not_what_may() -> None:
    base = base_of(module(18, 4))
    derivation = derive(base, base.program.cases["c"])
    [decision] = derivation.decisions
    assert decision.status is Status.UNDETERMINED
    assert decision.unknowns == tuple(f"a{number:02}" for number in range(18))
    assert not decision.possible
    assert decision.limit is None
    # By itself, and for many cases at once, the evaluator names all that may.
    loose = decide(derivation.core, derivation.situation.known)
    assert loose.possible
    assert set(decision.unknowns) < set(loose.unknowns)
    [many] = derive_many(base, [base.program.cases["c"]])
    assert many.decisions[0].status is decision.status  # type: ignore[union-attr]


def test_of_too_many_it_is_said_that_they_may() -> None:
    base = base_of(module(50, 3))
    [decision] = derive(base, base.program.cases["c"]).decisions
    assert decision.status is Status.UNDETERMINED
    assert decision.possible
    assert len(decision.unknowns) == 53


TAX = """
FACT born : DATE "the birthday"
FACT due : DATE "the day the return was due"
FACT abroad "abroad"
FACT waived "waived"
FACT single "single"
OUTCOME tax : NUMBER IN eur
ACTION surcharge DEFAULT NEED NOT
ALWAYS born < due
DEFINE senior AS YEARS FROM born TO due >= 65
RULE tax IF NOT abroad AND single THEN tax = 2_400 eur
  EXCEPTION senior IF senior THEN tax = {senior} eur
RULE less IF NOT abroad AND NOT single THEN tax = 1_200 eur
RULE none IF abroad THEN tax = 0 eur
RULE surcharge IF tax > 0 eur THEN MUST surcharge
  EXCEPTION waived IF waived
  CONFLICT small IF tax < 50 eur THEN NEED NOT surcharge
CASE c GIVEN due = 2016-01-31 ASK DECIDE MUST surcharge
"""


def test_dates_that_are_calculated_with_and_do_not_matter_are_not_named() -> None:
    """Half a tax is more than nothing, so that it does not matter how old somebody is; for 40 eur it does."""
    for senior, named in ((1_200, ("abroad", "waived")), (40, ("abroad", "born", "single", "waived"))):
        base = base_of(TAX.replace("{senior}", str(senior)))
        [decision] = derive(base, base.program.cases["c"]).decisions
        assert (decision.unknowns, decision.open_tests, decision.conflicts) == (named, (), ())
        assert not decision.possible


AWARD = """
FACT born : DATE "the birthday"
FACT start : DATE "the start"
FACT n : INTEGER FROM 1 TO 6 "the mark"
FACT again "it was a second try"
ACTION award
RULE award IF n <= 3 OR again AND n > 3 AND n < 4 THEN MUST award
RULE no IF YEARS FROM born TO start < 18 THEN MUST NOT award
CASE c GIVEN born = 1996-02-29 ASK DECIDE MUST award
"""


def test_that_an_action_may_be_in_conflict_leaves_no_doubt_about_the_rest() -> None:
    base = base_of(AWARD)
    [decision] = derive(base, base.program.cases["c"]).decisions
    assert (decision.unknowns, decision.conflicts) == (("n", "start"), ("award",))
    assert not decision.possible


@pytest.mark.parametrize("shape", [replace(GENERAL, broken=0), replace(ACTIONS, numbers=2)], ids=["general", "actions"])
def test_what_never_differs_though_comparisons_come_out_anyhow_does_not_matter(
    shape: Shape, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every comparison of facts is put aside here, and what is then found not to matter is held to all worlds."""
    monkeypatch.setattr(loosened._Put, "_hard", lambda _, part: isinstance(part, Comparison))
    told = 0
    for seed in range(40):
        made = program(seed, shape)
        for index, asked in enumerate(made.core.targets[:2]):
            try:
                expected = reference(made.core, made.known, asked)
                twins = matters._twins(made.core, made.known, index)
            except (TooMany, NotEncoded, RuleLangError):
                continue
            asks = matters._Asked(made.core, made.known, index, twins, matters.LIMITS)
            for fact in sorted(twins.facts):
                if asks._never_differ("fact", [fact]):
                    told += 1
                    assert expected is None or fact not in expected.matters, (seed, index, fact)
    assert told > 20
