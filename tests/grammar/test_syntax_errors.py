"""What is said of texts that cannot be read: an example for each situation, and one message for one cause."""

from __future__ import annotations

import pytest

from rulelang.grammar.diagnostic import Diagnostic
from rulelang.grammar.reading.parse import parse, parse_claim
from rulelang.grammar.reading.table import load_table
from rulelang.grammar.source import Source

EXAMPLES = [
    # text, code, the underlined text, a part of the hint
    ('FACT a "the price\nFACT b "x"\nFACT c "y"\n', "RL102", '"the price', 'write `"`'),
    ('FACT a "x"\nFACT b "the last\n', "RL102", '"the last', 'write `"`'),
    ('RULE r "gloss\n  SOURCE "law"\n  IF a THEN b', "RL102", '"gloss', 'write `"`'),
    ("FACT a\n<<<<<<< HEAD\nFACT b\n=======\nFACT c\n>>>>>>> branch\n", "RL124", "<<<<<<< HEAD", "keep one"),
    ("RULE r IF a\n<<<<<<< x\n  AND b\n||||||| y\n=======\n>>>>>>> z\n  THEN c\n", "RL124", "<<<<<<< x", "keep one"),
    ("FACT a\n=======\nFACT b\n", "RL124", "=======", "keep one"),
    ("FACT a\r\n=======\r\nFACT b\r\n", "RL124", "=======", "keep one"),
    ("RULE r IF a == b THEN c", "RL108", "==", "write `=`"),
    ("RULE r IF a && b THEN c", "RL108", "&&", "write AND"),
    ("RULE r IF a || b THEN c", "RL108", "||", "write OR"),
    ("RULE r IF !a THEN c", "RL108", "!", "write NOT"),
    ("RULE r IF a >> b THEN c", "RL108", ">>", "write `>`"),
    ("RULE r IF 7 MOD 2 = 1 THEN c", "RL112", "MOD", "FLOOR"),
    ("FACT ａ", "RL101", "ａ", "write `a`"),
    ("FACT Ⅷ", "RL101", "Ⅷ", "write `viii`"),
    ("RULE r THEN v = MAX(1, 2)", "RL100", "(", "GREATEST(x, y)"),
    ('CASE c ASK "?" DECIDE v WITHIN 5 eur, p', "RL100", ",", "after the last"),
    ("PREFER LATER, LATER", "RL114", "PREFER LATER, LATER", "keep one"),
    ("RULE r IF a <> b THEN c", "RL108", "<>", "write `!=`"),
    ("RULE r IF a => b", "RL108", "=>", "THEN"),
    ("RULE r IF a -> b", "RL108", "->", "THEN"),
    ("RULE r IF fee ≤ 3 THEN c", "RL108", "≤", "write `<=`"),
    ("RULE r IF fee × 3 > 1 THEN c", "RL108", "×", "write `*`"),
    ("RULE r IF a − 1 > 1 THEN c", "RL108", "−", "hyphen"),
    ("-- a comment\nFACT a", "RL108", "--", "`#`"),
    ("FACT a “the price”", "RL101", "“", "plain quote"),
    ("RULE r IF name = 'x' THEN b", "RL101", "'", "double quotes"),
    ("RULE r IF a; b THEN c", "RL101", ";", "nothing is needed"),
    ("RULE r THEN fee = $ 30", "RL101", "$", "30 usd"),
    ("RULE r IF a\u200b THEN b", "RL101", "\u200b", "delete"),
    ("RULE r IF a. THEN b", "RL101", ".", "leave it out"),
    ("RULE r IF a ☃ THEN b", "RL101", "☃", "leave it out"),
    ("FACT x(a，b)", "RL101", "，", "write `,`"),
    ("RULE r IF a THEN b ELSE c", "RL112", "ELSE", "second rule"),
    ("RULE r UNLESS a THEN b", "RL112", "UNLESS", "EXCEPTION IF"),
    ("CASE c WHAT IF a", "RL112", "WHAT", "SUPPOSE"),
    ("RULE r IF a THEN SHALL b", "RL112", "SHALL", "MUST"),
    ("FACT a : STRING", "RL112", "STRING", "TEXT"),
    ("RULE r if a THEN b", "RL105", "if", "in capitals: `IF`"),
    ("Rule r IF a THEN b", "RL105", "Rule", "in capitals: `RULE`"),
    ("rule r IF a THEN b", "RL105", "rule", "in capitals: `RULE`"),
    ("FACTS a", "RL105", "FACTS", "did you mean `FACT`?"),
    ("RULES r IF a THEN b", "RL105", "RULES", "did you mean `RULE`?"),
    ("RULE r IF a THEM b", "RL105", "THEM", "did you mean `THEN`?"),
    ("RULE r IF a THEN not b", "RL105", "not", "in capitals: `NOT`"),
    ("RULE if fraud THEN b", "RL105", "if", "in capitals: `IF`"),
    ("RULE r IF a and b THEN c", "RL105", "and", "in capitals: `AND`"),
    ("FACT x : NUMBR", "RL105", "NUMBR", "did you mean `NUMBER`?"),
    ("RULE r IF a THEN fee = 30usd", "RL110", "30usd", "`30 usd`"),
    ("RULE r IF s > 1.5.2 THEN b", "RL110", "1.5.2", "one point"),
    ("RULE r THEN fee = 5.", "RL110", "5", "one point"),
    ("RULE r THEN fee = " + "9" * 1001, "RL110", "9" * 1001, "shorter"),
    ("FACT Fraud", "RL106", "Fraud", "`fraud`"),
    ("FACT FRAUD", "RL106", "FRAUD", "`fraud`"),
    ("FACT Žádost", "RL106", "Žádost", "`žádost`"),
    ("RULE r THEN fee = 30 USD", "RL106", "USD", "`usd`"),
    ('FACT TEXT "t"', "RL106", "TEXT", "`text` would be a name"),
    ("RULE r IF INx THEN b", "RL106", "INx", "a space separates `IN`"),
    ("TABLE t(a)\n | a | t \n | 1 | 2 |\nFACT x", "RL115", "| a | t \n | 1 | 2 |", "close each row"),
    ("TABLE t(a)\n | a | t |\n | 1 | 2 \nFACT x", "RL115", "| 1 | 2", "end the row"),
    ("TABLE t(a)\n | a | t |\n | 1 |   |\n | 2 | 3 |", "RL115", "|\n |", "write what stands there"),
    ("TABLE t(a)\n | a | t | u |\n | 1 |   | 2 |", "RL115", "|   |", "write what stands there"),
    ("TABLE t(a)\n | a | t |\n | 1 |   |\nFACT x", "RL115", "|   |", "write what stands there"),
    ("TABLE t(a)\n | a | t |\n |---|---\n | 1 | 2 |", "RL115", "--", "end it with `|`"),
    ("RULE r IF (a OR b THEN c", "RL103", "(", "write `)`"),
    ("RULE r THEN v = LEAST(1, 2", "RL103", "(", "write `)`"),
    ("RULE r IF x IN {1, 2) THEN b", "RL103", "{", "write `}`"),
    ("FACT a(b\nFACT c", "RL103", "(", "write `)`"),
    ("RULE r IF a) THEN b", "RL104", ")", "leave it out"),
    ("RULE r IF 1 < x < 3 THEN b", "RL116", "<", "BETWEEN"),
    ("RULE r IF a THEN b OR c", "RL113", "OR", "AND, or write two rules"),
    ("RULE r IF a THEN b, c", "RL113", ",", "AND"),
    ("RULE r IF a THEN (b AND c)", "RL113", "(", "without brackets"),
    ("RULE r IF a THEN fee < 3", "RL113", "fee < 3", "a cap"),
    ("RULE r THEN fee BETWEEN 1 AND 2", "RL113", "BETWEEN", "a floor and a cap"),
    ("RULE r IF COUNT OF b IN bag WHERE heavy(b) > 1 THEN c", "RL118", "heavy", "WHERE ( … )"),
    ("RULE r IF ANY b IN bag HAS heavy(b) THEN c", "RL118", "heavy", "HAS ( … )"),
    ("FACT price the price of it", "RL117", "the price of it", "in quotes"),
    ('RULE r THEN b SOURCE "x"', "RL119", "SOURCE", "in this order"),
    ("RULE r IF a IF b THEN c", "RL119", "IF", "in this order"),
    ("GIVEN a", "RL119", "GIVEN", "CASE name"),
    ("CASE c GIVEN a IF b", "RL119", "IF", "not of a CASE"),
    ("MODULE a\nMODULE b", "RL119", "MODULE", "once, at the top"),
    ("RULE r IF UNKNOWN a THEN b", "RL119", "UNKNOWN", "speaks of a case"),
    ('FACT a "x" DEFAULT 3', "RL119", "DEFAULT", "before the text"),
    ("OUTCOME a FIXED", "RL119", "FIXED", "only a fact"),
    ("RULE r IF a AND\nRULE s IF b THEN c", "RL123", "AND", "after `AND` should come a condition"),
    ("RULE r IF a THEN b EXCEPTION THEN c", "RL123", "EXCEPTION", "`IF`"),
    ("RULE r THEN IF a", "RL123", "THEN", "a name"),
    ("RULE r IF a AND", "RL107", "AND", "after `AND` should come a condition"),
    ("FACT", "RL107", "FACT", "a name"),
    ("TYPE x OF", "RL107", "OF", "a name"),
    ("RULE r IF a b THEN c", "RL100", "b", "`AND`, `OR`"),
    ("FACT x(a b)", "RL100", "b", "`,` or `)`"),
    ("PREFER NEWER", "RL100", "NEWER", "`LATER`"),
    ("a b c", "RL100", "a", "a new declaration"),
    ("RULE r IF foo::bar THEN b", "RL100", ":", "`AND`"),
    ("RULE r IF d = 2024-13-01 THEN b", "RL109", "2024-13-01", "year-month-day"),
    ("RULE r IF d = 2023-02-29 THEN b", "RL109", "2023-02-29", "year-month-day"),
    ("RULE r IF d = 2024-2-1 THEN b", "RL109", "2024-2-1", "`2024-02-01`"),
    ("RULE r IF d = 2024-02-01T25:00 THEN b", "RL109", "2024-02-01T25:00", "hours"),
    ('FACT a "tab\\t"', "RL111", "\\t", "backslash"),
    ("FACT a DEFAULT 1 DEFAULT 2", "RL114", "DEFAULT 2", "keep one"),
    ("TYPE y FROM 1.5 TO 3", "RL122", "TYPE y FROM 1.5 TO 3", "whole numbers"),
]


def problems(text: str) -> tuple[Diagnostic, ...]:
    return parse(Source("<test>", text)).diagnostics


@pytest.mark.parametrize(("text", "code", "underlined", "hint"), EXAMPLES, ids=[e[0][:40] for e in EXAMPLES])
def test_one_cause_gives_one_message(text: str, code: str, underlined: str, hint: str) -> None:
    (problem,) = problems(text)
    assert problem.primary is not None
    assert (problem.code, problem.primary.span.text) == (code, underlined)
    assert problem.hint is not None
    assert hint in problem.hint


@pytest.mark.parametrize("text", [e[0] for e in EXAMPLES])
def test_the_voice(text: str) -> None:
    """Lower case, no full stop, and no word of the machinery."""
    for problem in problems(text):
        assert not problem.message.endswith(".")
        assert problem.message[0] == "`" or not problem.message[0].isupper() or problem.message.startswith("RuleLang")
        said = f"{problem.message} {problem.hint} {' '.join(label.text for label in problem.secondary)}"
        assert not [name for name, sign in load_table().symbols.items() if name != sign and name in said.split()]
        assert not [w for w in ("lark", "Python", "NUMERAL", "NAME", "CALENDAR_DATE", "$END") if w in said]


def test_several_errors_in_one_run() -> None:
    text = 'FACT a == b\nOUTCOME ok\nRULE r if a THEN ok\nFACT c "open\nRULE s IF (a THEN ok\nFACT d )'
    assert [d.code for d in problems(text)] == ["RL108", "RL105", "RL102", "RL103", "RL104"]


def test_reading_goes_on_behind_a_type_in_a_question() -> None:
    text = 'CASE c ASK "q" TYPE kind DECIDE )\n  EXPECT a\nTYPE t OF'
    assert [d.code for d in problems(text)] == ["RL104", "RL107"]


def test_after_fifty_problems_the_rest_is_left() -> None:
    found = problems("RULE r IF )\n" * 1000)
    assert [d.code for d in found] == ["RL104"] * 50 + ["RL121"]


def test_an_unclosed_bracket_shows_where_its_end_is_missing() -> None:
    (problem,) = problems("RULE r IF (a OR b\nTHEN c")
    assert [label.span.text for label in problem.secondary] == ["THEN"]


def test_texts_may_have_several_lines() -> None:
    assert problems('RULE r TEXT "if the party\n  IF it wishes\n  may assign" IF a THEN b') == ()


def test_claims_are_explained_too() -> None:
    read, (problem,) = parse_claim(Source("says", "MUST cancel(r1"))
    assert read is None
    assert (problem.code, problem.hint) == ("RL103", "write `)`")
    read, (problem,) = parse_claim(Source("says", ""))
    assert (read, problem.code) == (None, "RL107")
