"""The rounds of a rule and RuleWeaver's three attributes, derived from the clauses."""

from __future__ import annotations

import pytest
from read_text import program_of

from rulelang.engine.augment import grow
from rulelang.engine.history import Attributes, rounds

NAMES = """FACT a
FACT b
FACT c
CONCEPT wide INCLUDES a, deep
OUTCOME deep
OUTCOME p
OUTCOME q
ACTION act
"""


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("ABSTRACT OR b", ("ABSTRACT", "IF", "OR")),
        ("ABSTRACT a TO wide", ("ABSTRACT", "IF", "OR")),
        ("ABSTRACT deep TO wide", ("ABSTRACT", "THEN", "OR")),
        ("ADDITIVE AND b", ("ADDITIVE", "IF", "AND")),
        ("ADDITIVE THEN q", ("ADDITIVE", "THEN", "AND")),
        ("ADDITIVE AND b THEN q", ("ADDITIVE", "both", "AND")),
        ("NEGATE", ("NEGATE", "both", "NOT")),
        ("NEGATE IF", ("NEGATE", "IF", "NOT")),
        ("NEGATE THEN", ("NEGATE", "THEN", "NOT")),
        ("EXCEPTION x IF b", ("EXCEPTION", "IF", "NOT")),
        ("EXCEPTION x IF b THEN q", ("EXCEPTION", "both", "NOT")),
        ("CONFLICT x IF b THEN NOT p", ("CONFLICT", "both", "OR")),
        ("IRONCLAD x THEN q", ("IRONCLAD", "THEN", "AND")),
        ("IRONCLAD x IF b THEN q", ("IRONCLAD", "both", "AND")),
    ],
)
def test_each_clause_tells_its_record(clause: str, expected: tuple[str, str, str]) -> None:
    program = program_of(NAMES + f"META RULE root IF a THEN p AND deep\nRULE final AUGMENTS root {clause}")
    start, only = rounds(program, "final")
    assert (start.number, start.clause, start.attributes, start.origin) == (0, None, None, "root")
    assert only.attributes == Attributes(*expected)  # type: ignore[arg-type]


def test_abstract_on_both_sides_is_both() -> None:
    program = program_of(NAMES + "META RULE root IF deep THEN deep\nRULE final AUGMENTS root ABSTRACT deep TO wide")
    assert rounds(program, "final")[1].attributes == Attributes("ABSTRACT", "both", "OR")


def test_the_order_of_the_clauses_is_the_order_of_the_rounds() -> None:
    program = program_of(
        NAMES
        + """META RULE root IF a THEN p
        META RULE root.shared AUGMENTS root
          ABSTRACT OR b
          ADDITIVE AND c
          ADDITIVE THEN q
          ABSTRACT OR deep
        RULE root.final AUGMENTS root.shared
          EXCEPTION urgent IF b"""
    )
    found = rounds(program, "root.final")
    assert [r.number for r in found] == [0, 1, 2, 3, 4, 5]
    assert [r.clause for r in found[1:]] == [
        f"root.final.{s}" for s in ("abstract1", "additive1", "additive2", "abstract2", "urgent")
    ]
    assert [r.origin for r in found] == ["root"] + ["root.shared"] * 4 + ["root.final"]
    assert found[-1].group == grow(program, "root.final")
    assert [len(r.group.outcomes) for r in found] == [1, 1, 1, 2, 2, 2]
