"""Cases as documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulelang.grammar import tree
from rulelang.grammar.printing.layout import (
    EMPTY,
    HARD,
    Concat,
    Doc,
    Fill,
    Group,
    Nest,
    Row,
    Rows,
    Text,
    listed,
    separated,
    words,
)
from rulelang.grammar.printing.print_declarations import name_list, string
from rulelang.grammar.printing.print_expressions import CANONICAL, SUM, Spelling, at_least, expression
from rulelang.grammar.printing.print_tables import rows


def case(declaration: tree.Case, spell: Spelling = CANONICAL, compact: bool = True) -> Doc:
    """A case: on one line if it is compact and fits, else one line of the case a line."""
    head = words(
        f"CASE {declaration.name.text}",
        EMPTY if declaration.gloss is None else words(" ", string(declaration.gloss, spell)),
    )
    lines: list[Doc] = []
    passages: list[tree.Evidence] = []
    for line in (*declaration.lines, None):
        if isinstance(line, tree.Evidence):
            passages.append(line)
            continue
        if passages:
            lines.append(Rows(separated([_evidence(passage, spell) for passage in passages], HARD)))
            passages = []
        if line is not None:
            lines.append(case_line(line, spell))
    below = words(head, Nest(2, words(*(words(HARD, line) for line in lines))))
    if not compact:
        return below
    return Row((Concat(separated([head, *lines])),), below)


def case_line(line: tree.CaseLine, spell: Spelling = CANONICAL) -> Doc:
    match line:
        case tree.Using(names):
            return words("USING ", name_list(names))
        case tree.AsOf(date):
            return Text(f"AS OF {date.isoformat()}")
        case tree.Closed():
            return Text("CLOSED")
        case tree.Given(claims):
            return words("GIVEN ", _claims(claims, spell))
        case tree.GivenRows(lines):
            return words("GIVEN", rows(lines, spell))
        case tree.Suppose(claims):
            return words("SUPPOSE ", _claims(claims, spell))
        case tree.Evidence():
            return _evidence(line, spell)
        case tree.Track(name):
            return Text(f"TRACK {name.text}")
        case tree.Requires(claims):
            return words("REQUIRES ", _claims(claims, spell))
        case tree.Ask():
            return _ask(line, spell)
        case tree.Expect(claims):
            return words("EXPECT ", _claims(claims, spell))
        case _:
            assert_never(line)


def _claims(claims: Sequence[tree.Claim], spell: Spelling) -> Doc:
    return listed([expression(claim, spell) for claim in claims])


def _evidence(passage: tree.Evidence, spell: Spelling) -> Row:
    text = EMPTY if passage.text is None else string(passage.text, spell)
    backing: list[Doc] = []
    if passage.supports:
        backing.append(words("SUPPORTS ", _claims(passage.supports, spell)))
    if passage.joint:
        backing.append(words("WITH ", name_list(passage.joint)))
    head = words(f"EVIDENCE {passage.name.text}", EMPTY if text == EMPTY else words(" ", text))
    broken = words(head, Nest(9, words(*(words(HARD, Group(part)) for part in backing))))
    return Row((Text("EVIDENCE"), Text(passage.name.text), text, Concat(separated(backing))), broken)


def _ask(line: tree.Ask, spell: Spelling) -> Doc:
    parts: list[Doc] = [Text("ASK")]
    if line.question is not None:
        parts.append(string(line.question, spell))
    if line.type is not None:
        parts.append(Text(f"TYPE {line.type.text}"))
    parts.append(words("DECIDE ACTIONS " if line.actions else "DECIDE ", _claims(line.targets, spell)))
    if line.within is not None:
        parts.append(words("WITHIN ", at_least(line.within, SUM, spell)))
    return Nest(4, Fill(separated([words(parts[0], " ", parts[1]), *parts[2:]])))
