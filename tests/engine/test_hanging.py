"""What hangs on a conflict in a circle names the conflict, never itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from derived import derivation_of

from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import Derivation
from rulelang.engine.solver.exact import decide_exactly

CIRCLE = """
TYPE person
FACT friend(person, person)
FACT vip(person)
FACT banned(person)
OUTCOME ok(person)
OUTCOME two
RULE known FOR EACH x IN person IF vip(x) THEN ok(x)
RULE shown FOR EACH x IN person IF ANY y IN person HAS (ok(y) AND friend(y, x)) THEN ok(x)
RULE no FOR EACH x IN person IF banned(x) THEN NOT ok(x)
RULE two IF COUNT OF x IN person WHERE (ok(x)) >= 2 THEN two
CASE c CLOSED
  GIVEN
    | person | vip | banned | friend |
    | ann    | YES | NO     | ben    |
    | ben    | NO  | YES    | carl   |
    | carl   | NO  | NO     | dan    |
    | dan    | NO  | NO     | ben    |
  ASK DECIDE ok(ben), ok(carl), ok(dan), two
"""


def by_passes(made: Derivation) -> list[Decision]:
    return list(made.decisions)


def by_solver(made: Derivation) -> list[Decision]:
    return [
        decide_exactly(made.core, made.situation.known, index, replace(decision, limit="asked again"))
        for index, decision in enumerate(made.decisions)
    ]


@pytest.mark.parametrize("decided", [by_passes, by_solver])
def test_what_hangs_on_a_conflict_names_it(decided: object) -> None:
    ben, carl, dan, two = decided(derivation_of(CIRCLE)[1])  # type: ignore[operator]
    assert ben.status is Status.CONFLICT
    for open_ in (carl, dan, two):
        assert open_.status is Status.UNDETERMINED
        assert open_.conflicts == ("ok(ben)",)


def test_two_conflicts_are_both_named_and_what_one_alone_bears_on_names_that_one() -> None:
    text = CIRCLE.replace("| carl   | NO  | NO ", "| carl   | NO  | YES")
    ben, carl, dan, _ = derivation_of(text)[1].decisions
    assert (ben.status, carl.status) == (Status.CONFLICT, Status.CONFLICT)
    assert dan.conflicts == ("ok(carl)",)
