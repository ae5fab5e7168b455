"""Whatever a file holds, reading it ends with a tree and diagnostics: nothing is raised, nothing hangs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_parse import EVERYTHING

from rulelang.grammar import tree
from rulelang.grammar.files.load import load_text
from rulelang.grammar.reading.depth import DEEPEST, DEEPEST_EXCEPTIONS
from rulelang.grammar.reading.parse import parse, parse_claim
from rulelang.grammar.render import render_json, render_text
from rulelang.grammar.source import Source

MANY = 10_000
DEEP = {
    "brackets": "(" * MANY + "a" + ")" * MANY,
    "brackets that stay open": "(" * MANY,
    "NOT": "NOT " * MANY + "a",
    "minus": "x > " + "-" + " -" * MANY + "1",
    "quantifiers": "ANY x IN t HAS (" * MANY + "a" + ")" * MANY,
    "counts": "COUNT OF {" * MANY + "a" + "}" * MANY,
    "sums": "x > " + "SUM OF " * MANY + "1" + " FOR EACH x IN t" * MANY,
    "calls": "x > " + "ABS(" * MANY + "1" + ")" * MANY,
    "arguments": "f(" * MANY + "1" + ")" * MANY,
    "NOT in brackets": "(NOT " * MANY + "a" + ")" * MANY,
    "plus": "x > " + " + ".join(["1"] * MANY),
    "product": "x > " + " * ".join(["1"] * MANY),
}


def test_rules_and_exceptions_stand_in_each_other_only_so_deep() -> None:
    def exceptions(count: int) -> str:
        inner = (f"EXCEPTION e{i} TO e{i - 1} IF a\n" for i in range(1, count))
        return f'FACT a\nRULE r IF a THEN "x"\nEXCEPTION e0 IF a\n{"".join(inner)}'

    def augmented(count: int) -> str:
        below = (f"RULE r{i} AUGMENTS r{i - 1} ADDITIVE AND a\n" for i in range(1, count))
        return f'FACT a\nRULE r0 IF a THEN "x"\n{"".join(below)}'

    for text, deepest in ((exceptions, DEEPEST_EXCEPTIONS), (augmented, DEEPEST)):
        assert load_text(text(deepest)).program is not None
        assert [d.code for d in load_text(text(deepest + 50)).diagnostics] == ["RL120"]


def codes(text: str) -> list[str]:
    return [d.code for d in parse(Source("<test>", text)).diagnostics]


@pytest.mark.parametrize("condition", DEEP.values(), ids=DEEP)
def test_nesting_is_limited(condition: str) -> None:
    parsed = parse(Source("<test>", f"FACT a\nRULE r IF {condition} THEN b\nFACT c"))
    assert [d.code for d in parsed.diagnostics] == ["RL120"]
    assert [d.span.text for d in parsed.module.declarations] == ["FACT a", "FACT c"]
    assert render_text(parsed.diagnostics)
    read, (problem,) = parse_claim(Source("<test>", condition))
    assert (read, problem.code) == (None, "RL120")


@pytest.mark.parametrize("word", ["AND", "OR"])
def test_long_chains_are_no_nesting(word: str) -> None:
    (rule,) = parse(Source("<test>", f"RULE r IF {f' {word} '.join(['a'] * MANY)} THEN b")).module.declarations
    assert isinstance(rule, tree.Rule)
    assert isinstance(rule.condition, tree.And | tree.Or)
    assert len(rule.condition.parts) == MANY


def test_what_is_just_within_the_limit_is_resolved_too() -> None:
    for condition in ("NOT " * (DEEPEST - 5) + "a", "x > " + " + ".join(["1"] * (DEEPEST - 5))):
        loaded = load_text(f"FACT a\nFACT x : NUMBER\nOUTCOME b\nRULE r IF {condition} THEN b")
        assert loaded.diagnostics == ()
        assert loaded.program is not None


@pytest.mark.parametrize(
    "text",
    [
        "\0" * MANY,
        'FACT a "' + "x" * 10_000_000,
        '"' * 100_001,
        "|" * 100_000,
        "FACT a | " + "-" * 100_000,
        "FACT a " + "\\" * 100_000,
        "RULE r THEN v = " + "9" * 1_000_000,
        "RULE r THEN v = 1" + "_1" * 100_000,
        "“" * 100_000,
        "a " * 1_000_000,
        "FACT " + "a." * 100_000,
        "FACT a(" * 100_000,
        "RULE r IF )\r" * 100_000,
    ],
    ids=lambda text: repr(text[:16]),
)
def test_strange_files_are_refused(text: str) -> None:
    parsed = parse(Source("<test>", text))
    assert parsed.diagnostics
    assert len(render_text(parsed.diagnostics)) < 100_000


@pytest.mark.parametrize(
    "text",
    [
        " " * 10_000_000,
        "#" + "x" * 10_000_000,
        "RULE r IF " + " AND ".join(["abcdefgh"] * 200_000) + " THEN b",
        'RULE r IF "' + "x" * 10_000_000 + '" THEN b',
        "FACT " + "a" * 1_000_000,
        "CASE c GIVEN " + ", ".join(["a"] * 100_000),
        "RULE r IF " + "(" * 500 + "a" + ")" * 500 + " THEN b",
    ],
    ids=lambda text: repr(text[:16]),
)
def test_large_files_are_read(text: str) -> None:
    assert codes(text) == []


WORDS = sorted({*EVERYTHING.split(), "(", ")", "{", "}", '"', "|", "—", "If", "==", "#", "\0", "\u202e", "é"})


@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))
def test_any_words_end_in_a_tree_and_diagnostics(text: str) -> None:
    parsed = parse(Source("<drawn>", text))
    assert isinstance(parsed.module, tree.Module)
    assert render_text(parsed.diagnostics) or not parsed.diagnostics
    assert render_json(parsed.diagnostics)
    parse_claim(Source("<drawn>", text))


@given(st.text(max_size=80))
def test_any_characters_end_in_a_tree_and_diagnostics(text: str) -> None:
    parsed = parse(Source("<drawn>", text))
    assert render_text(parsed.diagnostics) or not parsed.diagnostics


@given(st.integers(0, len(EVERYTHING)), st.integers(0, 12), st.sampled_from(["", "(", '"', "|", "\n", " x ", "THEN "]))
def test_a_damaged_module_ends_in_diagnostics_that_can_be_shown(at: int, length: int, put: str) -> None:
    parsed = parse(Source("<drawn>", EVERYTHING[:at] + put + EVERYTHING[at + length :]))
    render_text(parsed.diagnostics)
    for problem in parsed.diagnostics:
        assert problem.primary is not None
        assert 0 <= problem.primary.span.start <= problem.primary.span.end <= len(problem.primary.span.source.text)
