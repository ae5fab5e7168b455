"""Which conflicts are said to be by saying that one norm is in conflict (verification, N8 and N19)."""

from __future__ import annotations

from random import Random

import pytest
from worlds import based, claim, judged_alike, made_ready

from rulelang.engine.decision import Status
from rulelang.engine.derive import derive

RULES = """MODULE t
FACT a
FACT b
ACTION go
OUTCOME p
RULE r1 IF a THEN {one}
RULE r2 IF b THEN {other}
CASE c GIVEN a, b  ASK "?" DECIDE {asked}  EXPECT CONFLICT {asked}
"""


@pytest.mark.parametrize(
    ("one", "other", "asked", "said", "kinds"),
    [
        ("MAY go", "MUST NOT go", "MAY go", "MAY go", []),
        ("MAY go", "MUST NOT go", "MAY go", "MUST NOT go", []),
        ("MAY go", "MUST NOT go", "NOT MAY go", "MUST NOT go", []),
        ("MUST go", "NEED NOT go", "NEED NOT go", "MUST go", []),
        ("MUST go", "MUST NOT go", "NEED NOT go", "MUST go", []),
        ("p", "NOT p", "p", "REJECTED p", []),
        ("MAY go", "MUST NOT go", "MUST NOT go", "MAY go", ["no decision"]),
        ("MUST go", "NEED NOT go", "MUST go", "NEED NOT go", ["no decision"]),
        ("MUST go", "MUST NOT go", "MAY go", "MUST go", ["no decision"]),
    ],
)
def test_a_conflict_over_the_strong_norm_is_one_over_the_weak_one(
    one: str, other: str, asked: str, said: str, kinds: list[str]
) -> None:
    ready = made_ready(RULES.format(one=one, other=other, asked=asked))
    claims = [claim("s1", "a", rules="r1"), claim("s2", "b", rules="r2")]
    claims.append(claim("d", f"CONFLICT {said}", "s1", "s2", rules="r1 r2"))
    found = judged_alike(ready, claims, {"says": f"CONFLICT {said}", "from": ["d"]})
    assert [told.kind for told in found.findings] == kinds


def test_it_is_so_in_every_case() -> None:
    """By the engine: whatever the rules, and whatever is known."""
    chance = Random(3)
    modes = ["MUST", "MUST NOT", "MAY", "NEED NOT"]
    for _ in range(60):
        rules = [f"RULE r{number} IF f{number} THEN {chance.choice(modes)} go" for number in range(4)]
        given = [fact for number in range(4) for fact in [f"f{number}"] if chance.random() < 0.7]
        facts = "".join(f"FACT f{number}\n" for number in range(4))
        asked = ", ".join(f"{mode} go" for mode in modes)
        case = f'CASE c GIVEN {", ".join(given) or "NOT f0"} ASK "?" DECIDE {asked}'
        base, program = based("\n".join(["MODULE t", f"{facts}ACTION go", *rules, case]))
        targets = [one for ask in program.cases["c"].asks for one in ask.targets]
        found = derive(base, program.cases["c"], targets).decisions
        must, must_not, may, need_not = (one.status is Status.CONFLICT for one in found)
        assert may or not must_not
        assert need_not or not must
