"""Diagnostics as people and programs see them: carets stand below what they mean."""

from __future__ import annotations

import json

import pytest

from rulelang.grammar.diagnostic import Diagnostic, Label, Severity
from rulelang.grammar.reading.read import decode
from rulelang.grammar.render import WIDEST, render_json, render_text
from rulelang.grammar.source import Source, Span


def shown(text: str, start: int, end: int, *others: Label, name: str = "f.rules") -> list[str]:
    """The lines below the place."""
    span = Span(Source(name, text), start, end)
    lines = render_text([Diagnostic("RL100", "wrong", Label(span), others)]).splitlines()
    assert lines[0] == "error[RL100]: wrong"
    return lines[1:]


def test_a_place_in_a_line() -> None:
    assert shown("FACT a\nFACT b )\n", 14, 15) == [
        " --> f.rules:2:8",
        "  |",
        "2 | FACT b )",
        "  |        ^",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = end.join(["FACT a", "FACT b", "FACT )", ""])
    at = text.index(")")
    assert shown(text, at, at + 1) == [" --> f.rules:3:6", "  |", "3 | FACT )", "  |      ^"]


def test_tabs_are_four_spaces() -> None:
    assert shown("\tIF\ta )", 6, 7)[2:] == ["1 |     IF    a )", "  |             ^"]


def test_wide_characters_take_two_columns() -> None:
    assert shown("FACT 名前 ) x", 8, 9) == [" --> f.rules:1:9", "  |", "1 | FACT 名前 ) x", "  |           ^"]
    assert shown("FACT 名前", 5, 7)[-1] == "  |      ^^^^"


def test_combining_characters_take_none() -> None:
    text = "FACT e\u0301te\u0301 )"
    assert shown(text, 11, 12)[-1] == "  |          ^"


def test_a_byte_order_mark_is_no_column() -> None:
    source = decode(b"\xef\xbb\xbfFACT )", "f.rules")
    (line,) = render_text([Diagnostic("RL100", "wrong", Label(Span(source, 5, 6)))]).splitlines()[1:2]
    assert line == " --> f.rules:1:6"


def test_the_end_of_the_file() -> None:
    assert shown("FACT a\n", 7, 7) == [" --> f.rules:2:1", "  |", "2 |", "  | ^"]
    assert shown("FACT a", 6, 6) == [" --> f.rules:1:7", "  |", "1 | FACT a", "  |       ^"]
    assert shown("", 0, 0) == [" --> f.rules:1:1", "  |", "1 |", "  | ^"]


def test_several_lines() -> None:
    assert shown("| a\n  | b\n  | c\n  | d |\n", 0, 23)[2:] == [
        "1 | | a",
        "  | ^^^",
        "...",
        "4 |   | d |",
        "  |   ^^^^^",
    ]


def test_up_to_the_end_of_a_line_is_that_line() -> None:
    assert shown("FACT a\nFACT b\n", 0, 7)[2:] == ["1 | FACT a", "  | ^^^^^^"]


def test_labels_stand_below_their_lines_in_order() -> None:
    source = Source("f.rules", "IF (a\nTHEN b\n\n\nFACT c\n")
    labels = (Label(Span(source, 6, 10), "missing before this"), Label(Span(source, 15, 19), "and here"))
    found = Diagnostic("RL103", "open", Label(Span(source, 3, 4), "opened"), labels, "close it")
    assert render_text([found]).splitlines() == [
        "error[RL103]: open",
        " --> f.rules:1:4",
        "  |",
        "1 | IF (a",
        "  |    ^ opened",
        "2 | THEN b",
        "  | ---- missing before this",
        "...",
        "5 | FACT c",
        "  | ---- and here",
        "  = hint: close it",
    ]


def test_a_label_in_another_file_has_its_own_place() -> None:
    other = Source("other.rules", "FACT a\n")
    lines = shown("FACT a\n", 5, 6, Label(Span(other, 5, 6), "first here"))
    assert lines[-4:] == [" --> other.rules:1:6", "  |", "1 | FACT a", "  |      - first here"]


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    text = "a AND " * 5000 + ") " + "a AND " * 5000
    at = text.index(")")
    line, carets = shown(text, at, at + 1)[2:]
    assert len(line) <= WIDEST + 8
    assert line.startswith("1 | …")
    assert line.endswith("…")
    assert line[carets.index("^")] == ")"


def test_characters_that_would_act_on_the_terminal_are_shown_as_symbols() -> None:
    lines = "\n".join(shown("FACT \x1b[31m \u202e )", 12, 13, name="a\x1b.rules"))
    assert "\x1b" not in lines
    assert "\u202e" not in lines
    assert "␛" in lines


def test_without_a_place_there_are_no_lines() -> None:
    found = Diagnostic("RL130", "there is no file `x`", None, hint="check the path", pointer="/claims/0")
    assert render_text([found]) == ("error[RL130]: there is no file `x`\n  = at: /claims/0\n  = hint: check the path\n")


def test_two_diagnostics_have_a_blank_line_between_them() -> None:
    found = Diagnostic("RL130", "wrong", None, severity=Severity.WARNING)
    assert render_text([found, found]) == "warning[RL130]: wrong\n\nwarning[RL130]: wrong\n"
    assert render_text([]) == ""


def test_colour_adds_only_colour() -> None:
    source = Source("f.rules", "FACT )")
    found = [Diagnostic("RL100", "wrong", Label(Span(source, 5, 6), "here"), hint="mend it")]
    plain, painted = render_text(found), render_text(found, color=True)
    assert "\033[1;31m" in painted
    for code in ("\033[1;31m", "\033[1;34m", "\033[0m"):
        painted = painted.replace(code, "")
    assert painted == plain


def test_json_has_places_in_code_points() -> None:
    source = Source("f.rules", "FACT 名前\r\n\tFACT )")
    labels = (Label(Span(source, 5, 7), "a name"),)
    found = Diagnostic("RL104", "stray", Label(Span(source, 15, 16)), labels, "leave it out")
    assert json.loads(render_json([found])) == [
        {
            "code": "RL104", "severity": "error", "message": "stray", "file": "f.rules",
            "line": 2, "column": 7, "end_line": 2, "end_column": 8, "hint": "leave it out",
            "labels": [
                {"file": "f.rules", "line": 1, "column": 6, "end_line": 1, "end_column": 8, "text": "a name"}
            ],
            "pointer": None,
        }
    ]  # fmt: skip
    assert json.loads(render_json([])) == []
    (placeless,) = json.loads(render_json([Diagnostic("RL130", "gone", None)]))
    assert placeless["file"] is placeless["line"] is None
