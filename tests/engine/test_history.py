"""The rounds of a rule and RuleWeaver's three attributes, derived from the clauses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from read_text import program_of

from rulelang.engine.rules.augment import grow
from rulelang.engine.rules.group import Group
from rulelang.engine.rules.history import Attributes, rounds
from rulelang.grammar.diagnostic import has_errors
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.source import Source

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


def test_each_round_shows_the_rule_as_it_stands() -> None:
    program = program_of(
        NAMES
        + """META RULE root "A rule" IF a THEN p
        RULE final "The \\"final\\" rule" AUGMENTS root
          NEGATE IF
          EXCEPTION x IF b THEN q
          EXCEPTION y TO x IF c
          CONFLICT z IF b THEN NOT p YIELDS
          IRONCLAD THEN MUST act"""
    )
    texts = [r.text for r in rounds(program, "final")]
    assert texts[0] == 'RULE final "The \\"final\\" rule"\n  IF a\n  THEN p'
    assert texts[1] == texts[0].replace("IF a", "IF NOT a")
    assert texts[-1] == texts[1] + (
        "\n  EXCEPTION x IF b THEN q"
        "\n  EXCEPTION y TO x IF c"
        "\n  CONFLICT z IF b THEN NOT p YIELDS"
        "\n  IRONCLAD ironclad1 THEN MUST act"
    )


EXAMPLES = sorted((Path(__file__).parents[2] / "corpora").rglob("*.rules"))


def renamed(group: Group, name: str) -> Group:
    """The group as a rule of another name that was written at once."""

    def moved(part):  # type: ignore[no-untyped-def]
        part = replace(part, id=name + part.id.removeprefix(group.id))
        return replace(part, exceptions=tuple(map(moved, part.exceptions))) if hasattr(part, "exceptions") else part

    return replace(
        group,
        id=name,
        root=name,
        clauses=(),
        exceptions=tuple(map(moved, group.exceptions)),
        rivals=tuple(map(moved, group.rivals)),
        ironclad=tuple(map(moved, group.ironclad)),
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_finished_rule_reads_back_as_the_same_rule(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if "\nUSE " in text or " FILE " in text:
        pytest.skip("not a single module")
    if has_errors(parse(Source(path.name, text)).diagnostics):
        pytest.skip("the module does not read; the corpora's own tests say so")
    program = program_of(text)
    finals = {rule: rounds(program, rule)[-1] for rule in program.rules}
    again = text
    for number, final in enumerate(finals.values()):
        again += "\n" + final.text.replace(f"RULE {final.group.id}", f"RULE again{number}", 1)
    copy = program_of(again)
    for number, (rule, final) in enumerate(finals.items()):
        if final.group.outcomes or final.group.rivals or final.group.ironclad or program.rules[rule].suspends:
            read = replace(grow(copy, f"again{number}"), clauses=())
            assert read == renamed(final.group, f"again{number}")
