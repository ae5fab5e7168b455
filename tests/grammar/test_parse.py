"""The grammar reads the whole language, and what it reads is the tree that the text says."""

from __future__ import annotations

import dataclasses
import datetime
import gc
import json
import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput

from rulelang.grammar import tree
from rulelang.grammar.collector import collector_eased
from rulelang.grammar.diagnostic import Diagnostic
from rulelang.grammar.reading import machine, table
from rulelang.grammar.reading.parse import Parsed, parse, parse_claim
from rulelang.grammar.reading.syntax_errors import explain
from rulelang.grammar.source import Source, Span

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT.parent / "shared" / "design" / "examples").glob("*.rules"))
HERE = Span(Source("<test>", ""), 0, 0)

EVERYTHING = """\
# A comment first.
MODULE all.of.it "Everything that the language has"
USE other.module
TYPE bag "a bag"
TYPE way "a way" OF out "outward", home
TYPE year FROM -10 TO 2030
FACT plain
FACT weight(b : bag, year) : NUMBER FROM 0 TO 1_000.50 IN lb DEFAULT 0 lb FIXED WITHIN 5% "the weight of {b}"
FACT truth : BOOLEAN
FACT size : INTEGER FROM -1 TO 9
FACT day : DATE DEFAULT NONE
FACT moment : TIME DEFAULT 2024-05-15T15:00
FACT spell : DURATION IN MONTHS
FACT long : DURATION
FACT says : TEXT DEFAULT "nothing"
FACT going : way
FACT reason : ONE OF weather, illness "why"
OUTCOME total : NUMBER IN usd WITHIN 0.5 usd DEFAULT 0 usd "the total"
OUTCOME ok
ACTION cancel(bag) DEFAULT MUST NOT "cancel {bag}"
CONCEPT wrong(bag) "a wrong" INCLUDES plain, "a quoted sentence"
ALWAYS NOT (plain AND truth) OR size >= -1
DEFINE share(b : bag) : NUMBER "a share"
  AS 1 / 2 IF plain
  AS 0 OTHERWISE
DEFINE twice AS 2 * 3 - 4
TABLE fee(way, kg : NUMBER) : NUMBER IN usd "the fee"
  | way        | kg               | fee        |
  |------------|:----------------:|------------|
  | out, home  | UP TO 5          | 10 usd     |
  | ANY        | OVER 5 TO 7      | -1         |
  | OTHER      | OVER 7 UNDER 8   | "text"     |
  | out        | FROM 8 UNDER 9   | NONE       |
  | out        | FROM 9 TO 10     | 2024-01-01 |
  | out        | FROM 10          | YES        |
  | out        | UNDER 2024-01-01 | NO         |
  | out        | OVER 70          | 2024-01-01T10:30:05 |
TABLE rate(way) FILE "rates.csv"
META RULE base "the base"
  SOURCE "law" "section 1" TEXT "its wording" EFFECTIVE 2020-01-01 TO 2021-01-01 AUTHORITY 3
  NOTWITHSTANDING s63.c.2, other SUBJECT TO third SUSPENDS fourth
  FOR EACH b IN bag, y IN flights(b)
  IF   plain AND NOT truth OR REJECTED ok OR REJECTED MUST cancel(b) OR MUST cancel(b) OR NEED NOT cancel(b)
  THEN ok AND NOT "a sentence" AND MUST cancel(b) AND MUST NOT cancel(b) AND MAY cancel(b) AND NEED NOT cancel(b)
   AND total = 3 usd AND total <= 4 usd AND total >= 2 usd
RULE base.full AUGMENTS base
  ABSTRACT wider "wider" OR plain
  ABSTRACT plain TO wrong
  ADDITIVE narrower AND truth THEN ok
  ADDITIVE THEN ok
  NEGATE
  NEGATE IF
  NEGATE THEN
  EXCEPTION first "an exception" IF plain
  EXCEPTION second TO first IF truth THEN ok
  CONFLICT rival IF plain THEN NOT ok PREVAILS
  CONFLICT IF plain THEN NOT ok
  CONFLICT IF plain THEN NOT ok YIELDS
  CONFLICT IF plain THEN NOT ok UNRESOLVED
  IRONCLAD law IF plain THEN ok
  IRONCLAD THEN ok
RULE IF ANY b IN bag HAS (weight(b, 3) > 1) AND EVERY b IN bag HAS (plain)
  AND COUNT OF b IN bag WHERE (plain) > 2 AND COUNT OF b IN bag > 2 AND COUNT OF {plain, truth} = 1
  AND SUM OF weight(b, 3) FOR EACH b IN bag WHERE (plain) > MIN OF 1 FOR EACH b IN bag
  AND MAX OF 1 FOR EACH b IN bag != 1 AND size BETWEEN 1 AND 3 AND size IN {1, 2} AND going BEFORE home
  AND DONE cancel(a) AND VIOLATED cancel(a) AND day < DATE(2024, 1, 31) + 2 MONTHS - 1 YEAR
  AND YEARS FROM day TO day >= 2 AND ROUND(-size / 2, 0.01) = LEAST(1, 2) AND says = "text" AND YEAR(day) = 1
  AND moment - moment <= 24 HOURS AND spell = 1 MONTH
  THEN ok
PRIORITY base OVER base.full, other
PREFER SUPERIOR, SPECIFIC, LATER, STRICT
CASE one "a case"
  USING base.full, other
  TRACK policy
  AS OF 2024-02-29
  CLOSED
  GIVEN plain, NOT truth, UNKNOWN size, weight(b1, 3) = 30 lb
  GIVEN
  | bag | weight  |
  | b1  | UNKNOWN |
  GIVEN | way |
  SUPPOSE NOT plain
  REQUIRES plain
  EVIDENCE e1 "a passage" SUPPORTS plain, NOT truth WITH e2, e3
  EVIDENCE e2
  ASK "What is due?" TYPE definitive_conclusion DECIDE total, MUST cancel(b1) WITHIN 0.5 usd
  ASK DECIDE ACTIONS cancel(b1), "do it"
  EXPECT UNKNOWN MUST cancel(b1), CONFLICT ok, NOT UNKNOWN ok, TRIGGERED base.full, NOT TRIGGERED base,
         base.full.first SUSPENDS base, base.full.rival PREVAILS OVER base.full
"""


def module(text: str) -> tree.Module:
    parsed = parse(Source("<test>", text))
    assert parsed.diagnostics == ()
    return parsed.module


def only(text: str) -> tree.Declaration:
    (declaration,) = module(text).declarations
    return declaration


def claim(text: str) -> tree.Claim:
    read, diagnostics = parse_claim(Source("<test>", text))
    assert diagnostics == ()
    assert read is not None
    return read


def nodes(node: object) -> Iterator[object]:
    """The node and all below it."""
    if isinstance(node, tuple) and not isinstance(node, Span):
        for item in node:
            yield from nodes(item)
    elif dataclasses.is_dataclass(node) and hasattr(node, "span"):
        yield node
        for field in dataclasses.fields(node):
            if field.name != "span":
                yield from nodes(getattr(node, field.name))


def term(name: str, *args: tree.Expr) -> tree.Term:
    return tree.Term(name, args, span=HERE)


# ------------------------------------------------------------------------------------------------- the grammar


def test_grammar_has_no_conflict_in_strict_mode() -> None:
    Lark(table.grammar_text(), parser="lalr", strict=True, start=list(table.STARTS))


def test_table_file_is_made_from_the_grammar() -> None:
    stored = (ROOT / "grammar" / "reading" / "rulelang.table.json").read_text(encoding="utf-8")
    stale = "run `python -m rulelang.grammar.reading.table`"
    assert stored == table.to_json(table.grammar_text()), stale
    assert table.load_table() == table.make_table(table.grammar_text())


@pytest.mark.parametrize("seed", ["1", "2"])
def test_table_is_the_same_for_any_hash_seed(seed: str) -> None:
    code = "from rulelang.grammar.reading.table import *; import sys; sys.stdout.write(to_json(grammar_text()))"
    made = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
    )
    assert made.stdout.decode() == (ROOT / "grammar" / "reading" / "rulelang.table.json").read_text(encoding="utf-8")


def test_table_is_made_anew_where_the_file_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = table.grammar_text() + "\n// changed\n"
    monkeypatch.setattr(table, "grammar_text", lambda: changed)
    assert table.load_table.__wrapped__() == table.make_table(changed)


@pytest.fixture(scope="module")
def lark() -> Lark:
    return Lark(table.grammar_text(), parser="lalr", start=list(table.STARTS))


def accepts(lark: Lark, text: str) -> bool:
    try:
        lark.parse(text, start="start")
    except UnexpectedInput:
        return False
    return True


def test_lark_itself_reads_what_the_loop_reads(lark: Lark) -> None:
    assert accepts(lark, EVERYTHING)


# fmt: off
_PIECES = st.sampled_from([
    "RULE", "r", "IF", "a", "AND", "NOT", "b", "OR", "(", ")", "{", "}", "=", "<", "+", "-", ",", "|", "3", "THEN",
    "c", "EXCEPTION", "MUST", "IN", "FACT", ":", "NUMBER", "CASE", "GIVEN", "EXPECT", "ANY", "x", "HAS", "TABLE",
    '"text"', "2024-01-01", "ABSTRACT", "TO", "ONE", "OF", "DEFAULT",
])
# fmt: on


@given(st.lists(_PIECES, max_size=14).map(" ".join))
def test_lark_and_the_loop_accept_the_same_texts(lark: Lark, text: str) -> None:
    """Both run one table; what only the tree refuses (its functions raise) is left aside."""
    halts: list[machine.Halt] = []

    def recorded(halt: machine.Halt) -> tuple[Diagnostic, int | None]:
        halts.append(halt)
        return explain(halt)

    problems = machine.read(Source("<drawn>", text), "start", recorded).problems
    assume(len(problems) == len(halts))
    assert accepts(lark, text) == (not halts)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_of_the_design_are_read(path: Path) -> None:
    parsed = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert parsed.diagnostics == ()
    assert parsed.module.name is not None


@pytest.mark.skipif(EXAMPLES != [], reason="the design's examples are here")
def test_examples_of_the_design_are_absent() -> None:
    pytest.skip("the design's examples are not beside the repository")


def test_everything_is_read_and_every_node_occurs() -> None:
    kinds = {type(node) for node in nodes(module(EVERYTHING))}
    in_tree = {c for c in vars(tree).values() if dataclasses.is_dataclass(c) and c.__module__ == tree.__name__}
    assert in_tree - kinds == set()


# --------------------------------------------------------------------------------------------------- the nodes


def test_and_or_are_flat_and_brackets_are_kept() -> None:
    a, b, c = term("a"), term("b"), term("c")
    assert claim("a OR b AND c OR a") == tree.Or((a, tree.And((b, c), span=HERE), a), span=HERE)
    assert claim("(a AND b) AND c") == tree.And((tree.And((a, b), span=HERE), c), span=HERE)


def test_arithmetic_is_left_to_right() -> None:
    read = claim("a - b + c")
    inner = tree.Arithmetic("-", term("a"), term("b"), span=HERE)
    assert read == tree.Arithmetic("+", inner, term("c"), span=HERE)
    assert read.span.text == "a - b + c"


def test_numbers_are_exact() -> None:
    written = {"5%": Fraction(1, 20), "1_000.50": Fraction(2001, 2), "28.5": Fraction(57, 2), "0.1": Fraction(1, 10)}
    for text, value in written.items():
        assert claim(text) == tree.Number(value, None, text.endswith("%"), span=HERE)
    assert claim("30 usd") == tree.Number(Fraction(30), "usd", span=HERE)


def test_a_date_is_no_subtraction() -> None:
    assert claim("2024-02-29") == tree.DateLiteral(datetime.date(2024, 2, 29), span=HERE)
    assert isinstance(claim("2024 - 2 - 29"), tree.Arithmetic)
    assert claim("2024-05-15T15:00") == tree.TimeLiteral(datetime.datetime(2024, 5, 15, 15), span=HERE)


def test_one_of_takes_the_last_text_as_gloss_unless_others_have_labels() -> None:
    bare = only('FACT r : ONE OF a, b "why"')
    assert isinstance(bare, tree.FactDeclaration)
    assert bare.gloss is not None
    assert bare.gloss.value == "why"
    labelled = only('FACT r : ONE OF a "A", b "B"')
    assert isinstance(labelled, tree.FactDeclaration)
    assert labelled.gloss is None
    both = only('FACT r : ONE OF a, b "B" "why"')
    assert isinstance(both, tree.FactDeclaration)
    assert isinstance(both.type, tree.EnumType)
    assert both.gloss is not None
    assert both.type.members[-1].label is not None
    before_default = only('FACT r : ONE OF a, b "B" DEFAULT a')
    assert isinstance(before_default, tree.FactDeclaration)
    assert before_default.gloss is None


def test_claims_about_rules() -> None:
    base, first = tree.Name("base", span=HERE), tree.Name("base.first", span=HERE)
    assert claim("NOT TRIGGERED base") == tree.Not(tree.Triggered(base, span=HERE), span=HERE)  # type: ignore[arg-type]
    assert claim("base.first SUSPENDS base") == tree.SuspendsClaim(first, base, span=HERE)
    assert claim("base PREVAILS OVER base.first") == tree.PrevailsClaim(base, first, span=HERE)
    assert claim("NOT UNKNOWN a") == tree.Not(tree.Unknown(term("a"), span=HERE), span=HERE)  # type: ignore[arg-type]


def test_a_claim_may_be_a_value() -> None:
    assert claim("total") == term("total")
    assert isinstance(claim("2 * total + 1 usd"), tree.Arithmetic)


def test_a_header_row_alone_lists_nothing() -> None:
    case = only("CASE c GIVEN | bag |")
    assert isinstance(case, tree.Case)
    assert case.lines == (
        tree.GivenRows((tree.Row((tree.CellValues((term("bag"),), span=HERE),), span=HERE),), span=HERE),
    )


def test_singular_units_of_time_mean_the_same() -> None:
    assert claim("d + 1 YEAR") == claim("d + 1 YEARS")


def test_escapes_in_texts() -> None:
    assert claim(r'"a \"quoted\" word and a \\"') == tree.Sentence('a "quoted" word and a \\', span=HERE)


def test_empty_and_blank_files_are_empty_modules() -> None:
    for text in ("", "\n\n", "# only a comment", "   \t\r\n"):
        assert module(text) == tree.Module(None, None, (), span=HERE)


# -------------------------------------------------------------------------------------------------- the words


@pytest.mark.parametrize(
    "name",
    ["fraud", "in5", "if_not", "s63.c.2", "s63.2", "_x", "日本", "žádost", "हिन्दी", "عربي", "straße2", "not_a.b"],
)
def test_names(name: str) -> None:
    assert claim(name) == term(name)


@pytest.mark.parametrize("name", ["Fraud", "fraudIN", "INx", "5a", "a.", "a..b", ".a", "Žádost", "a-b-", "²a", "a×b"])
def test_no_names(name: str) -> None:
    read, diagnostics = parse_claim(Source("<test>", name))
    assert read is None
    assert len(diagnostics) == 1


def test_two_spellings_of_a_name_are_one_name() -> None:
    decomposed = unicodedata.normalize("NFD", "café")
    assert decomposed != "café"
    assert claim(decomposed) == claim("café") == term("café")


def test_keywords_end_where_the_word_ends() -> None:
    assert parse(Source("<test>", "RULE r IF x INx THEN b")).diagnostics
    assert parse(Source("<test>", "RULE r IF a ANDNOT b THEN c")).diagnostics
    assert parse_claim(Source("<test>", "NOT5"))[0] is None


def test_a_qualified_keyword_is_not_read_as_the_keyword() -> None:
    for text in ("foo::exempt", "if::then::exempt", "a.IF"):
        assert parse_claim(Source("<test>", text))[0] is None


def test_layout_is_free() -> None:
    one_line = module('RULE r "gloss" IF a AND b THEN c EXCEPTION e IF d')
    spread = module('RULE\nr\n\n"gloss"\tIF\n a\nAND b THEN\r\nc EXCEPTION\n# why\ne IF d')
    assert one_line == spread


def test_rule_lines_of_tables_are_ignored() -> None:
    plain = only("TABLE t(a : INTEGER)\n| a | t |\n| 1 | 2 |")
    ruled = only("TABLE t(a : INTEGER)\n| a | t |\n|---|:-:|\n| 1 | 2 |\n|--|--|")
    assert plain == ruled


# ---------------------------------------------------------------------------------------------- where it stands


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_do_not_drift_with_line_ends(end: str) -> None:
    source = Source("<test>", end.join(["MODULE m", "# a comment", "FACT a", "", "FACT b"]))
    last = parse(source).module.declarations[-1]
    assert source.place(last.span.start) == (5, 1)
    broken = Source("<test>", end.join(["FACT a", "FACT b", ") c"]))
    (problem,) = parse(broken).diagnostics
    assert problem.primary is not None
    assert broken.place(problem.primary.span.start) == (3, 1)


def test_a_node_ends_before_the_comments_that_follow_it() -> None:
    source = Source("<test>", "FACT a\nFACT b \n# one\n# two\n\nFACT c # three\n")
    a, b, c = parse(source).module.declarations
    assert [d.span.text for d in (a, b, c)] == ["FACT a", "FACT b", "FACT c"]


def test_spans_begin_and_end_with_a_word() -> None:
    for node in nodes(module(EVERYTHING)):
        if not isinstance(node, tree.Module):
            text = node.span.text  # type: ignore[attr-defined]
            assert text == text.strip() != "", node


def test_comments_are_kept_with_their_places() -> None:
    source = Source("<test>", '# first\nFACT a "# no comment" # behind\r  # own\rFACT b\n#')
    comments = parse(source).comments
    assert [(c.text, c.own_line) for c in comments] == [
        ("# first", True), ("# behind", False), ("# own", True), ("#", True)
    ]  # fmt: skip


def test_the_collector_is_as_it_was_on_every_path() -> None:
    for text in ("FACT a", "FACT )", "RULE r IF d = 2024-13-01 THEN b"):
        for enabled in (True, False):
            (gc.enable if enabled else gc.disable)()
            try:
                parse(Source("<test>", text))
                assert gc.isenabled() is enabled
            finally:
                gc.enable()


def test_the_collector_has_its_thresholds_again_on_every_path() -> None:
    before = gc.get_threshold()
    with collector_eased(), collector_eased():
        assert gc.get_threshold() != before
    assert gc.get_threshold() == before
    with pytest.raises(KeyError), collector_eased():
        raise KeyError
    assert gc.get_threshold() == before


def test_parsing_needs_no_lark() -> None:
    code = "import sys; from rulelang.grammar.reading.parse import parse; from rulelang.grammar.source import Source; "
    code += "parse(Source('x', 'FACT a')); import json; print(json.dumps('lark' in sys.modules))"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert json.loads(made.stdout) is False


def test_what_can_be_read_is_in_the_tree_of_a_broken_file() -> None:
    parsed: Parsed = parse(Source("<test>", 'MODULE m\nFACT a\nRULE r IF ) THEN b\nFACT b\nOUTCOME Bad\nFACT c "c"'))
    assert [d.code for d in parsed.diagnostics] == ["RL104", "RL106"]
    assert parsed.module.name == tree.Name("m", span=HERE)
    assert [d.span.text for d in parsed.module.declarations] == ["FACT a", "FACT b", 'FACT c "c"']


def test_no_operand_is_dropped() -> None:
    """A reader of several operands once kept only the first two."""
    read = claim("a AND b AND c AND d")
    assert isinstance(read, tree.And)
    assert [part.span.text for part in read.parts] == ["a", "b", "c", "d"]
    least = claim("LEAST(1, 2, 3, 4)")
    assert isinstance(least, tree.Call)
    assert len(least.args) == 4


def test_the_end_of_the_text_has_a_place() -> None:
    source = Source("<test>", "RULE r\n  IF a AND\n")
    (problem,) = parse(source).diagnostics
    assert problem.primary is not None
    assert source.place(problem.primary.span.start) == (2, 8)


def test_a_name_may_look_like_a_keyword_with_a_digit() -> None:
    (rule,) = module("RULE r IF in5 AND or_else AND if1 THEN then2").declarations
    assert isinstance(rule, tree.Rule)
    assert isinstance(rule.condition, tree.And)
    assert [part.span.text for part in rule.condition.parts] == ["in5", "or_else", "if1"]
