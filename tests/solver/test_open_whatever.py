"""What has an undefined part is undefined whatever the unknown facts beside it are: they do not matter (D7.2, D8.1)."""

from __future__ import annotations

import pytest
from derived import base_of

from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.solver.ask_next import ask_next

YEARS = """TYPE year FROM 2020 TO 2023
FACT paid(year) : NUMBER
OUTCOME gain(year) : NUMBER
OUTCOME b
RULE gain FOR EACH y IN year THEN gain(y) = {value}
RULE b IF gain(2020) > 0 THEN b
CASE c ASK DECIDE b
"""


@pytest.mark.parametrize(
    "value",
    [
        "paid(y) - paid(y - 1)",
        "paid(y - 1) - paid(y)",
        "GREATEST(paid(y), paid(y - 1))",
        "-(paid(y) * paid(y - 1)) + 1",
        "SUM OF paid(z) - paid(z - 1) FOR EACH z IN year",
    ],
)
def test_open_test_matters_and_the_unknown_beside_the_undefined_part_does_not(value: str) -> None:
    base = base_of(YEARS.format(value=value))
    derivation = derive(base, base.program.cases["c"])
    [decision] = derivation.decisions
    assert decision.status is Status.UNDETERMINED
    assert decision.unknowns == ()
    assert decision.open_tests == ("gain(2020) > 0",)
    assert not decision.possible
    asked = ask_next(derivation.core, derivation.situation.known, 0)
    assert asked.questions == ()


def test_an_argument_that_may_be_the_undefined_one_is_open_by_it_in_each_case() -> None:
    text = YEARS.format(value="paid(y) - paid(y - 1)").replace("gain(2020) > 0", "gain(first) > 0")
    text = text.replace("FACT paid", "FACT first : year\nFACT paid").replace("CASE c", "CASE c GIVEN first = 2020")
    base = base_of(text)
    [decision] = derive(base, base.program.cases["c"]).decisions
    assert decision.status is Status.UNDETERMINED
    assert decision.unknowns == ()
    assert len(decision.open_tests) == 1
