"""Laws of the printer: it inverts the parser, and what it prints is its own fixed point."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import NOWHERE, claims, expressions, modules

from rulelang.grammar import tree
from rulelang.grammar.literals import decimal
from rulelang.grammar.printing.printer import declaration_text, expression_text, module_text
from rulelang.grammar.reading.parse import claim_in, parse, parse_claim
from rulelang.grammar.source import Source


def parsed(text: str) -> tree.Module:
    result = parse(Source("<printed>", text))
    assert result.diagnostics == (), text
    return result.module


@given(modules())
def test_parse_of_print_is_the_tree(module: tree.Module) -> None:
    assert parsed(module_text(module)) == module


@given(modules())
def test_print_of_parse_of_print_is_the_print(module: tree.Module) -> None:
    text = module_text(module)
    assert module_text(parsed(text)) == text


@given(claims)
def test_parse_claim_of_print_is_the_claim(claim: tree.Claim) -> None:
    text = expression_text(claim)
    read, diagnostics = parse_claim(Source("<printed>", text))
    assert diagnostics == (), text
    assert read == claim


@given(claims, st.integers(0, 60), st.sampled_from(["", "(", ")", " AND", "?", "5", "\n", "'", '"', "(" * 300]))
def test_what_is_a_claim_is_told_alike_with_reasons_and_without(claim: tree.Claim, at: int, put_in: str) -> None:
    text = expression_text(claim)
    text = text[:at] + put_in + text[at:]
    read, diagnostics = parse_claim(Source("<printed>", text))
    assert claim_in(text) == (None if diagnostics else read)


@given(expressions)
def test_expression_is_printed_on_one_line(expression: tree.Expr) -> None:
    assert "\n" not in expression_text(expression)


@given(modules(most=3))
def test_declarations_printed_alone_are_the_declarations(module: tree.Module) -> None:
    for declaration in module.declarations:
        assert parsed(declaration_text(declaration) + "\n").declarations == (declaration,)


@given(st.fractions(max_denominator=1000))
def test_decimal_is_exact(value: Fraction) -> None:
    parts = [Fraction(part.replace("_", "")) for part in decimal(value).split(" / ")]
    assert value == (parts[0] if len(parts) == 1 else parts[0] / parts[1])


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("((a AND b)) OR c", "a AND b OR c"),
        ("a AND (b OR c)", "a AND (b OR c)"),
        ("a AND (b AND c)", "a AND (b AND c)"),
        ("NOT (NOT a)", "NOT NOT a"),
        ("NOT x = 3", "NOT (x = 3)"),
        ("a - (b - c) - d", "a - (b - c) - d"),
        ("(a * b) + c / d", "a * b + c / d"),
        ("(a + b) * c", "(a + b) * c"),
        ("-(a + b)", "-(a + b)"),
        ("- -a", "-(-a)"),
        ("-0.30 usd", "-0.3 usd"),
        ("1000000.50 usd", "1_000_000.5 usd"),
        ("5%", "5%"),
        ("9.12%", "9.12%"),
        ("x BETWEEN 1 AND 2 AND y", "x BETWEEN 1 AND 2 AND y"),
        ("2024-02-29 + 2 MONTHS", "2024-02-29 + 2 MONTHS"),
        ("(SUM OF w(x) FOR EACH x IN t) / 3", "(SUM OF w(x) FOR EACH x IN t) / 3"),
        ("3 + SUM OF w(x) FOR EACH x IN t WHERE (p(x))", "3 + SUM OF w(x) FOR EACH x IN t WHERE (p(x))"),
        ("YEARS FROM (born) TO (now + 1 DAYS)", "YEARS FROM born TO (now + 1 DAYS)"),
        ('"it says \\"no\\""', '"it says \\"no\\""'),
        ("UNKNOWN (a OR b)", "UNKNOWN (a OR b)"),
        ("REJECTED MUST pay", "REJECTED MUST pay"),
        ("NOT TRIGGERED consent.full", "NOT TRIGGERED consent.full"),
    ],
)
def test_printed_with_the_parentheses_that_it_needs(text: str, printed: str) -> None:
    claim, diagnostics = parse_claim(Source("<claim>", text))
    assert diagnostics == ()
    assert claim is not None
    assert expression_text(claim) == printed


def test_long_chains_are_printed_without_recursion() -> None:
    total: tree.Expr = tree.Term("a", span=NOWHERE)
    for _ in range(20_000):
        total = tree.Arithmetic("+", total, tree.Term("b", span=NOWHERE), span=NOWHERE)
    assert expression_text(total).count("+") == 20_000


def test_third_is_printed_as_a_quotient() -> None:
    assert expression_text(tree.Number(Fraction(1, 3), span=NOWHERE)) == "1 / 3"


def test_deep_nesting_is_printed_without_recursion() -> None:
    deep: tree.Expr = tree.Term("a", span=NOWHERE)
    for _ in range(5_000):
        deep = tree.Not(tree.Or((deep, tree.Term("b", span=NOWHERE)), span=NOWHERE), span=NOWHERE)
    assert expression_text(deep).count("NOT (") == 5_000
