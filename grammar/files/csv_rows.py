"""CSV: the rows of `TABLE … FILE "x.csv"`, with cells that say what Markdown cells say."""

from __future__ import annotations

import csv
import datetime
import io
import re
from fractions import Fraction
from typing import TypeAlias

from rulelang.grammar import tree
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.sentences import NAME
from rulelang.grammar.source import Source, Span

Bound: TypeAlias = tree.Number | tree.Minus | tree.DateLiteral
Item: TypeAlias = (
    tree.Term | tree.Number | tree.Minus | tree.Sentence | tree.DateLiteral | tree.TimeLiteral | tree.NoneLiteral
    | tree.TruthLiteral
)  # fmt: skip

NUMBER = re.compile(r"(-?)\s*(\d[\d_]*(?:\.\d+)?)(%?)(?:\s+((?!\d)[^\W\dA-Z][^\WA-Z]*))?\Z")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?\Z")
RANGE = re.compile(
    r"(?:(?P<low>OVER|FROM)\s+(?P<a>.+?))?(?:\s*(?P<high>UP\s+TO|TO|UNDER)\s+(?P<b>.+?))?\Z", re.DOTALL
)
WORDS = {"YES": True, "NO": False}


def csv_rows(source: Source, findings: Findings) -> tuple[tree.Row, ...]:
    """The rows of a CSV file, the header first; lines that are empty are left out.

    A cell is a value, a list of them separated by commas (the cell then stands in quotes), ANY, OTHER, NONE, YES, NO
    or a range in words.  What is none of these is text.
    """
    text = source.text
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[tree.Row] = []
    line = 1
    try:
        for record in reader:
            span = _lines(source, line, reader.line_num)
            line = reader.line_num + 1
            if not any(field.strip() for field in record):
                continue
            header = not rows
            rows.append(tree.Row(tuple(_cell(field.strip(), span, header) for field in record), span=span))
    except csv.Error as error:
        findings.error(
            "RL176", f"the table cannot be read as CSV: {str(error).lower()}", _lines(source, line, line),
            "separate cells by commas; a cell with commas or quotes in it stands in double quotes",
        )  # fmt: skip
        return ()
    return tuple(rows)


def _lines(source: Source, first: int, last: int) -> Span:
    starts = source.line_starts
    start = starts[min(first, len(starts)) - 1]
    end = starts[last] if last < len(starts) else len(source.text)
    while end > start and source.text[end - 1] in "\r\n":
        end -= 1
    return Span(source, start, end)


def _cell(text: str, span: Span, header: bool) -> tree.Cell:
    if text == "ANY":
        return tree.CellAny(span=span)
    if text == "OTHER":
        return tree.CellOther(span=span)
    if text == "UNKNOWN":
        return tree.CellUnknown(span=span)
    ranged = _range(text, span)
    if ranged is not None:
        return ranged
    whole = _item(text, span)
    if header or "," not in text:
        return tree.CellValues((whole,), span=span)
    return tree.CellValues(tuple(_item(part.strip(), span) for part in text.split(",")), span=span)


def _range(text: str, span: Span) -> tree.CellRange | None:
    if text.split(maxsplit=1)[:1] not in (["OVER"], ["FROM"], ["UP"], ["UNDER"]):
        return None
    match = RANGE.match(text)
    if match is None:
        return None
    low = _bound(match["a"], span)
    high = _bound(match["b"], span)
    if (match["a"] is not None and low is None) or (match["b"] is not None and high is None):
        return None
    return tree.CellRange(low, match["low"] == "OVER", high, match["high"] == "UNDER", span=span)


def _bound(text: str | None, span: Span) -> Bound | None:
    if text is None:
        return None
    found = _item(text.strip(), span)
    return found if isinstance(found, tree.Number | tree.Minus | tree.DateLiteral) else None


def _item(text: str, span: Span) -> Item:
    if text == "NONE":
        return tree.NoneLiteral(span=span)
    if text in WORDS:
        return tree.TruthLiteral(WORDS[text], span=span)
    if DATE.match(text):
        try:
            return tree.DateLiteral(datetime.date.fromisoformat(text), span=span)
        except ValueError:
            return tree.Sentence(text, span=span)
    if TIME.match(text):
        try:
            return tree.TimeLiteral(datetime.datetime.fromisoformat(text), span=span)
        except ValueError:
            return tree.Sentence(text, span=span)
    number = NUMBER.match(text)
    if number is not None:
        sign, digits, percent, unit = number.groups()
        value = Fraction(digits.replace("_", ""))
        if percent:
            value /= 100
        literal = tree.Number(value, unit, bool(percent), span=span)
        return tree.Minus(literal, span=span) if sign else literal
    if NAME.match(text):
        return tree.Term(text, span=span)
    return tree.Sentence(text, span=span)
