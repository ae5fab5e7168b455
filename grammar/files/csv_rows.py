"""CSV: the rows of `TABLE … FILE "x.csv"`, with cells that say what Markdown cells say."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from rulelang.grammar import tree
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.sentences import NAME
from rulelang.grammar.source import Source, Span

BARE = re.compile(r"[^,\r\n]*")
QUOTED = re.compile(r'[ \t]*"((?:[^"]|"")*)"[ \t]*')
SEPARATOR = re.compile(r",|\r\n|\r|\n|\Z")
NUMBER = re.compile(r"(-?)\s*(\d[\d_]*(?:\.\d+)?)(%?)(?:\s+((?!\d)[^\W\dA-Z][^\WA-Z]*))?\Z")
DURATION = re.compile(r"(-?)\s*(\d[\d_]*(?:\.\d+)?)\s+([A-Z]+?)S?\Z")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
TIME = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?\Z")
RANGE = re.compile(
    r"(?:(?P<low>OVER|FROM)\s+(?P<a>.+?))?(?:\s*(?P<high>UP\s+TO|TO|UNDER)\s+(?P<b>.+?))?\Z", re.DOTALL
)
WORDS = {"YES": True, "NO": False}
UNITS: dict[str, Literal["SECONDS", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS", "YEARS"]] = {
    "SECOND": "SECONDS", "MINUTE": "MINUTES", "HOUR": "HOURS", "DAY": "DAYS", "WEEK": "WEEKS", "MONTH": "MONTHS",
    "YEAR": "YEARS",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Field:
    """One cell as it is written: its text without quotes, and where it stands."""

    text: str
    quoted: bool
    span: Span

    def part(self, start: int, end: int) -> Span:
        """The place of a part of the text; the whole cell where doubled quotes hide it."""
        at = self.span.text.find(self.text)
        if at < 0:
            return self.span
        return Span(self.span.source, self.span.start + at + start, self.span.start + at + end)


class _Malformed(Exception):
    """The file is no CSV from here on."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.span = span


def csv_rows(source: Source, findings: Findings) -> tuple[tree.Row, ...]:
    """The rows of a CSV file, the header first; lines that are empty are left out.

    A cell is a value, a list of them separated by commas (the cell then stands in quotes), ANY, OTHER, NONE, YES, NO
    or a range in words.  What is none of these is text.  A file with an error gives no rows, so that nothing that is
    missing because of it is reported too.
    """
    rows: list[tree.Row] = []
    broken = False
    try:
        for record in _records(source):
            if not any(field.text or field.quoted for field in record):
                continue
            header = not rows
            if header and len(record) == 1 and (other := re.search("[;\t]", record[0].text)):
                written = "tabs" if other[0] == "\t" else f"`{other[0]}`"
                raise _Malformed(f"the header has {written} and no comma", record[0].span)
            for field in record:
                if not field.text and not field.quoted:
                    broken = True
                    findings.error(
                        "RL115", "an empty cell", field.span, "write what stands there: `ANY`, `NONE` or a value"
                    )
            span = Span(source, record[0].span.start, record[-1].span.end)
            rows.append(tree.Row(tuple(_cell(field, header) for field in record), span=span))
    except _Malformed as error:
        findings.error(
            "RL176", f"the table cannot be read as CSV: {error}", error.span,
            "separate cells by commas; a cell with commas or quotes in it stands in double quotes",
        )  # fmt: skip
        return ()
    return () if broken else tuple(rows)


def _records(source: Source) -> Iterator[list[_Field]]:
    text = source.text
    at = 0
    while at < len(text):
        record: list[_Field] = []
        while True:
            field = _field(source, at)
            separator = SEPARATOR.match(text, field.span.end)
            if separator is None:
                raise _Malformed("a comma is missing after the quotes", Span(source, at, field.span.end + 1))
            at = separator.end()
            record.append(field if field.quoted else _trimmed(source, field))
            if separator[0] != ",":
                break
        yield record


def _field(source: Source, at: int) -> _Field:
    match = QUOTED.match(source.text, at)
    if match is not None:
        return _Field(match[1].replace('""', '"').strip(), True, Span(source, match.start(), match.end()))
    match = BARE.match(source.text, at)
    assert match is not None
    if match[0].lstrip().startswith('"'):
        raise _Malformed("a quote that is never closed", Span(source, match.start(), match.end()))
    return _Field(match[0], False, Span(source, match.start(), match.end()))


def _trimmed(source: Source, field: _Field) -> _Field:
    """A cell without the blanks around it; an empty one is shown with the commas on both sides."""
    text = field.text.strip()
    if not text:
        before = source.text.endswith(",", 0, field.span.start)
        after = source.text.startswith(",", field.span.end)
        return _Field("", False, Span(source, field.span.start - before, field.span.end + after))
    start = field.span.start + len(field.text) - len(field.text.lstrip())
    return _Field(text, False, Span(source, start, start + len(text)))


def _cell(field: _Field, header: bool) -> tree.Cell:
    text, span = field.text, field.span
    match text:
        case "ANY":
            return tree.CellAny(span=span)
        case "OTHER":
            return tree.CellOther(span=span)
        case "UNKNOWN":
            return tree.CellUnknown(span=span)
        case _:
            pass
    ranged = _range(text, span)
    if ranged is not None:
        return ranged
    if header or "," not in text:
        return tree.CellValues((_item(text, span),), span=span)
    parts = [(match[0].strip(), match.start()) for match in re.finditer(r"[^,\s][^,]*|(?<=,)(?=,|\Z)", text)]
    return tree.CellValues(
        tuple(_item(part, field.part(start, start + len(part))) for part, start in parts), span=span
    )


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


def _bound(text: str | None, span: Span) -> tree.CellBound | None:
    if text is None:
        return None
    match _item(text.strip(), span):
        case tree.Term() | tree.Sentence() | tree.NoneLiteral() | tree.TruthLiteral():
            return None
        case found:
            return found


def _item(text: str, span: Span) -> tree.CellValue:
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
    measured = _measure(text, span)
    if measured is not None:
        return measured
    if NAME.match(text):
        return tree.Term(text, span=span)
    return tree.Sentence(text, span=span)


def _measure(text: str, span: Span) -> tree.Number | tree.DurationLiteral | tree.Minus | None:
    """A number or a duration, perhaps with a minus sign."""
    literal: tree.Number | tree.DurationLiteral
    match = DURATION.match(text)
    if match is not None and match[3] in UNITS:
        sign, digits, unit = match.groups()
        literal = tree.DurationLiteral(Fraction(digits.replace("_", "")), UNITS[unit], span=span)
    else:
        match = NUMBER.match(text)
        if match is None:
            return None
        sign, digits, percent, unit = match.groups()
        amount = Fraction(digits.replace("_", ""))
        literal = tree.Number(amount / 100 if percent else amount, unit, bool(percent), span=span)
    return tree.Minus(literal, span=span) if sign else literal
