"""Claims besides what the question asks for: what both judges find of them, and that true ones change no check."""

from __future__ import annotations

from functools import cache

import pytest
from worlds import made_ready

from rulelang.verifier.check import check
from rulelang.verifier.matter import Ready
from rulelang.verifier.mutation.inject import GOLD, HARMLESS, variations
from rulelang.verifier.said import Standing
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.judge import Judge
from tests.verifier.test_judge import difference, read

RULES = """MODULE t
TYPE box
FACT sealed(box)
FACT heavy(box)
FACT ordered
FACT count : INTEGER FROM 0 TO 9
CONCEPT guarded(box) INCLUDES sealed
OUTCOME fee : NUMBER IN eur
OUTCOME easy(box)
ACTION open
ACTION move(box)
DEFINE calm(b : box) AS guarded(b) OR NOT heavy(b)
RULE easy FOR EACH b IN box IF calm(b) THEN easy(b)
RULE open1 IF ordered THEN MUST open
  CONFLICT kept IF ANY b IN box HAS (guarded(b)) THEN MUST NOT open YIELDS
RULE move FOR EACH b IN box IF easy(b) AND NOT heavy(b) THEN MAY move(b)
RULE fee IF count >= 3 THEN fee = count * 2 eur
CASE may GIVEN sealed(x), NOT heavy(x), NOT sealed(y), heavy(y), ordered, count = 5  ASK "?" DECIDE MAY move(x)
CASE must GIVEN sealed(x), NOT heavy(x), NOT sealed(y), heavy(y), ordered, count = 5  ASK "?" DECIDE MUST open
CASE due GIVEN sealed(x), NOT heavy(x), NOT sealed(y), heavy(y), ordered, count = 5  ASK "?" DECIDE fee
"""
ASIDES = [
    *(f"{no}{what}({which})" for no in ("", "NOT ")
      for what in ("sealed", "guarded", "easy", "calm") for which in "xy"),
    *(f"{norm} {what}" for norm in ("MUST", "NOT MUST", "MAY", "MUST NOT", "NEED NOT", "NOT MAY", "NOT MUST NOT")
      for what in ("open", "move(x)", "move(y)")),
    *(f"{one} b IN box HAS ({what}(b))" for one in ("ANY", "EVERY")
      for what in ("guarded", "easy", "MAY move", "heavy")),
    "COUNT OF b IN box WHERE (guarded(b)) = 1", "COUNT OF b IN box WHERE (easy(b)) > 1",
    "ordered AND guarded(x)", "guarded(y) OR ordered", "UNKNOWN guarded(y)", "CONFLICT open",
    "fee = 10 eur", "fee > 9 eur", "fee < 9 eur", "count < 7", "2 * count = 10",
    "TRIGGERED open1", "TRIGGERED open1.kept", "open1 PREVAILS OVER open1.kept", "open1.kept PREVAILS OVER open1",
]  # fmt: skip


@cache
def case(name: str) -> Ready:
    return made_ready(RULES, name)


@pytest.mark.parametrize("name", ["may", "must", "due"])
def test_both_judges_find_the_same_of_asides_and_true_ones_change_no_check(name: str) -> None:
    ready = case(name)
    judge = Judge(ready, "full")
    golds = [one.answer("t.rules#" + name) for one in variations(ready, 3, {GOLD, HARMLESS[0].name}, 1, name)]
    true = 0
    for aside in ASIDES:
        for gold in golds:
            answer = read({**gold, "claims": [*gold["claims"], {"id": "aside", "says": aside}]})
            assert not difference(judge.row(answer), verdict_of(ready, answer, "linked", "full")), (name, aside)
            result = check(ready, answer)
            is_true = next(one for one in result.claims if one.id == "aside").standing is Standing.ENTAILED
            true += is_true
            assert result.complete or not is_true, (name, aside, result.findings)
    assert true > 20
