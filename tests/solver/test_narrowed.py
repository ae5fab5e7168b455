"""With many unknowns worlds are tried by chance: `derive` then asks which of what may matter does."""

from __future__ import annotations

from derived import base_of

from rulelang.engine.decision import Status
from rulelang.engine.derive import derive, derive_many
from rulelang.engine.evaluating.decide import decide


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
