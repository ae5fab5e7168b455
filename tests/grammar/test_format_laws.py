"""Laws of the formatter: the tree stays, every comment stays, and a second time nothing changes.

The method: print a drawn module, change its white space, put comments between words anywhere, and format it.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import modules

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.printing import format as formatter
from rulelang.grammar.printing.format import format_source
from rulelang.grammar.printing.printer import module_text
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.source import Source

_TOKEN = re.compile(
    r"""\|(?:"(?:\\.|[^"\\])*"|[^"\n])*\||"(?:\\.|[^"\\])*"|\d{4}-\d{2}-\d{2}(?:T[\d:]+)?|\d[\d_.]*%?
      |[^\W\d]\w*(?:\.\w+)*|!=|<=|>=|\s+|.""",
    re.VERBOSE | re.DOTALL,
)
"""What comments can stand between; a row of a table is one piece, and begins and ends with its line."""


def formatted(text: str) -> str:
    return format_source(Source("<text>", text))


def comments(text: str) -> Counter[str]:
    return Counter(comment.span.text.rstrip() for comment in parse(Source("<text>", text)).comments)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A module in a layout that nobody would write, with comments where nobody would put them."""
    tokens = _TOKEN.findall(module_text(draw(modules(most=4))))
    places = draw(st.sets(st.integers(0, len(tokens)), max_size=6))
    out: list[str] = []
    for number, token in enumerate([*tokens, ""]):
        if number in places:
            before = draw(st.sampled_from([" ", "\n", "\n\n  ", "\t", "\r\n"]))
            after = draw(st.sampled_from(["\n", "\n\n", "\n    ", "\r\n"]))
            # The numbers make the comments differ, so that none can stand in for another.
            out.append(f"{before}# note {number}{draw(st.sampled_from(['', ' |', ' IF', '  ']))}{after}")
        elif token.isspace() and "|" not in (tokens[number - 1][:1], "".join(tokens[number + 1 : number + 2])[:1]):
            token = draw(st.sampled_from([token, token, token, " ", "\n", "\n\n\n", "  "]))
        out.append(token)
    return "".join(out)


@given(texts())
def test_formatting_keeps_the_tree(text: str) -> None:
    assert parse(Source("<text>", formatted(text))).module == parse(Source("<text>", text)).module


@given(texts())
def test_formatting_keeps_every_comment(text: str) -> None:
    assert comments(formatted(text)) == comments(text)


@given(texts())
def test_formatting_twice_is_formatting_once(text: str) -> None:
    once = formatted(text)
    assert formatted(once) == once


@given(modules())
def test_formatted_text_ends_with_one_line_end(module: tree.Module) -> None:
    text = formatted(module_text(module))
    assert text == "" or (text.endswith("\n") and not text.endswith("\n\n") and "\r" not in text)


# ---------------------------------------------------------------------- comments in places (bug reports 63, 65, 67)


@pytest.mark.parametrize(
    "text",
    [
        # A comment after the last item of a list, with a clause below it that must not be swallowed.
        "CASE c\n  GIVEN a, b  # the last one\n  EXPECT p\n",
        "CONCEPT c INCLUDES a, b  # both\n\nFACT d\n",
        # Comments at the ends of the lines of one condition keep their words.
        "RULE r\n  IF   a  # first\n   AND b  # second\n  THEN p\n",
        # A comment between the header and the rows of a table, and after a row.
        "TABLE t(x : INTEGER) : NUMBER\n  | x | t |\n  |---|---|\n  # the small ones\n  | 1 | 2 |  # one\n",
        # Blank comment lines inside a block of comments.
        "# description:\n#   what it is\n#\n# authors: us\nFACT a\n",
        # A clause that is out of use stays at the end of its rule, what follows stays before the next rule.
        "RULE r\n  IF   a\n  THEN p\n  # EXCEPTION old IF b\n# the next rule\nRULE s IF b THEN p\n",
        # Comments at the very beginning and the very end.
        "# first\n\nMODULE m\n\n# last\n",
        "FACT   a    \"one\"      # the gloss\nACTION b(x) \"another\"  # of an action\n",
    ],
)
def test_well_laid_out_text_stays_as_it_is(text: str) -> None:
    assert formatted(text) == text


def test_comment_before_a_bracket_survives() -> None:
    text = "CASE c GIVEN weight( # of the bag\n b1) = 3 lb, x # and so\n, y\n EXPECT p"
    once = formatted(text)
    weight = "  GIVEN weight(b1)  # of the bag\n          = 3 lb,\n"
    assert once == f"CASE c\n{weight}        x,  # and so\n        y\n  EXPECT p\n"
    assert formatted(once) == once


@pytest.mark.parametrize(
    "text",
    [
        "TABLE a(a) : ONE OF a\n  | a | # at the header\n\n  |---|\n",
        "TABLE a(a)\n  | a |\n  # above the rule line\n|----|\n  | -0 |\n",
        "RULE r\n  ABSTRACT   OR a\n  ABSTRACT a OR # before the atom\n a\n",
        "MODULE # one\n a # two\n\n # three\n",
        " # indented\nMODULE m\n",
    ],
)
def test_comments_in_odd_places_stay_where_they_land(text: str) -> None:
    once = formatted(text)
    assert formatted(once) == once
    assert comments(once) == comments(text)


def test_file_without_declarations_keeps_its_comments() -> None:
    assert formatted("\n\n# nothing yet\n") == "# nothing yet\n"
    assert formatted("") == ""


def test_bom_and_crlf_are_not_written() -> None:
    assert formatted("FACT a\r\n\r\nFACT b\r\n") == "FACT a\n\nFACT b\n"


def test_text_that_cannot_be_parsed_is_refused() -> None:
    with pytest.raises(RuleLangError) as refused:
        formatted("RULE r IF AND THEN p")
    assert all(diagnostic.code.startswith("RL1") for diagnostic in refused.value.diagnostics)


def test_result_that_says_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatter, "_text", lambda lines: "FACT b\n")
    with pytest.raises(RuleLangError) as refused:
        formatted("FACT a\n")
    assert [diagnostic.code for diagnostic in refused.value.diagnostics] == ["RL150"]


def test_result_that_loses_a_comment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatter, "_text", lambda lines: "FACT a\n")
    with pytest.raises(RuleLangError) as refused:
        formatted("FACT a  # important\n")
    assert [diagnostic.code for diagnostic in refused.value.diagnostics] == ["RL151"]


def test_numbers_and_strings_stay_as_they_are_spelled() -> None:
    text = 'RULE r\n  SOURCE "a \\"b\\""\n  IF   x > 1000.50 usd\n  THEN p\n'
    assert formatted(text) == text


def test_deepest_nesting_that_can_be_read_is_formatted() -> None:
    text = f"RULE r IF {'a AND (b OR ' * 95}c # in the middle\n{')' * 95} # at the end\n THEN p"
    once = formatted(text)
    assert formatted(once) == once
    assert comments(once) == comments(text)


_EXAMPLES = Path(__file__).parents[2].parent / "shared" / "design" / "examples"


@pytest.mark.skipif(not _EXAMPLES.is_dir(), reason="the design examples are not beside this checkout")
@pytest.mark.parametrize("path", sorted(_EXAMPLES.glob("*.rules")), ids=lambda path: path.name)
def test_design_examples_are_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    once = formatted(text)
    assert formatted(once) == once
    assert comments(once) == comments(text)


@pytest.mark.parametrize(
    "text",
    [
        "TYPE year FROM 1_990 TO 2030\n",
        "FACT a : NUMBER FROM -1_000.50 TO 1_0 IN inch\n",
        'RULE r AUTHORITY 1_000 THEN "x"\n',
        "DEFINE d : DURATION IN DAYS AS 1_000 DAYS\n",
    ],
)
def test_numbers_without_a_node_of_their_own_stay_as_they_are_spelled(text: str) -> None:
    assert format_source(Source("x", text)) == text


def test_a_comment_at_the_end_of_the_rule_under_a_header_stays_there() -> None:
    text = (
        "TABLE t(s) : NUMBER\n"
        "  | s | t | # the header\n"
        "  |---|---| # the rule\n"
        "  # the first row\n"
        "  | a | 1 |\n"
        "CASE c\n"
        "  GIVEN\n"
        "  | p | # nobody\n"
        "  |---| # really\n"
    )
    once = formatted(text)
    ends = [tuple(part.strip() for part in line.split("#")) for line in once.splitlines() if "#" in line]
    assert ends == [
        ("| s | t |", "the header"),
        ("|---|---|", "the rule"),
        ("", "the first row"),
        ("| p |", "nobody"),
        ("|---|", "really"),
    ]
    assert formatted(once) == once
