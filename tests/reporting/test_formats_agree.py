"""The same report as HTML, Markdown and CSV: the same tables with the same figures, and each opens as what it is."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest
from made_rows import failed, row, table
from pyarrow import parquet
from test_reports import named

from rulelang.cli import main

NUMBER = re.compile(r"[+−]?[0-9][0-9\u202f]*(?:\.[0-9]+)?")
NAMES = (
    "plain", "a|b\\|c", "line\nend", "cut\rhere", "", "=1+1", "-2", '"quoted", and more', "<i>&amp;</i>", " | --- | ",
)  # fmt: skip


class Tables(HTMLParser):
    """Each table of a page: its rows of cells, headings that span rows repeated; notes' numbers left out."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.rows: list[list[str]] = []
        self.spans: dict[int, tuple[str, int]] = {}
        self.span = 1
        self.text: str | None = None
        self.aside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "article":
            self.rows, self.spans = [], {}
            self.tables[dict(attrs)["id"] or ""] = self.rows
        elif tag == "tr":
            self.rows.append([])
            self.fill()
        elif tag in ("th", "td"):
            self.text, self.span = "", int(dict(attrs).get("rowspan") or 1)
        elif tag == "sup":
            self.aside += 1

    def fill(self) -> None:
        row = self.rows[-1]
        while len(row) in self.spans:
            text, left = self.spans.pop(len(row))
            if left > 1:
                self.spans[len(row)] = (text, left - 1)
            row.append(text)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("th", "td"):
            assert self.text is not None
            place = len(self.rows[-1])
            self.rows[-1].append(self.text)
            if self.span > 1:
                self.spans[place] = (self.text, self.span - 1)
            self.text = None
            self.fill()
        elif tag == "sup":
            self.aside -= 1

    def handle_data(self, data: str) -> None:
        if self.text is not None and not self.aside:
            self.text += data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("formats")
    named(path, *NAMES)
    outs = [part for suffix in ("html", "md", "csv", "zip") for part in ("--out", str(path / f"r.{suffix}"))]
    assert main(["report", str(path / "named.parquet"), "--resamples", "20", *outs]) == 0
    return path


def page_tables(folder: Path) -> dict[str, list[list[str]]]:
    page = Tables()
    page.feed((folder / "r.html").read_text(encoding="utf-8"))
    return page.tables


def markdown_tables(folder: Path) -> list[list[list[str]]]:
    """The cells as a reader of Markdown takes them: cut at bars that no backslash precedes."""
    found: list[list[list[str]]] = []
    before = ""
    for line in (folder / "r.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            if not before.startswith("|"):
                found.append([])
            cells = re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1]
            found[-1].append([re.sub(r"\\([\\|*_`$~(])", r"\1", cell.strip().replace("**", "")) for cell in cells])
        before = line
    return [[rows[0], *rows[2:]] for rows in found]


def test_markdown_has_the_cells_of_the_page(folder: Path) -> None:
    page, text = list(page_tables(folder).values()), markdown_tables(folder)
    assert len(page) == len(text) > 10
    for shown, written in zip(page, text, strict=True):
        assert [len(row) for row in shown] == [len(row) for row in written]
        for left, right in zip(shown, written, strict=True):
            for one, other in zip(left, right, strict=True):
                told = re.sub(r" \[[0-9]\](?=$| )", "", other).replace("&lt;", "<").replace("&amp;", "&")
                assert " ".join(one.split()) == " ".join(told.split())


def test_csv_has_the_figures_of_the_page(folder: Path) -> None:
    page = page_tables(folder)
    with zipfile.ZipFile(folder / "r.zip") as archive:
        assert archive.testzip() is None
        tables = {name[:-4]: archive.read(name).decode("utf-8") for name in archive.namelist()}
    assert tables.keys() == page.keys()
    for name, text in tables.items():
        head, *lines = csv.reader(io.StringIO(text, newline=""), strict=True)
        shown_head, *shown = page[name]
        assert {len(line) for line in lines} <= {len(head)}
        assert len(lines) == len(shown)
        places = [head.index(title) for title in shown_head]
        for line, cells in zip(lines, shown, strict=True):
            for place, told in zip(places, cells, strict=True):
                first = NUMBER.match(told.strip())
                if first is None or not re.fullmatch(r"-?[0-9.]+(e-?[0-9]+)?", line[place]):
                    continue
                digits = len(first[0].partition(".")[2])
                plain = float(first[0].replace("−", "-").replace("\u202f", ""))
                assert plain == pytest.approx(float(line[place]), abs=0.5001 * 10**-digits), (name, told)


def test_one_long_table_has_each_figure_once(folder: Path) -> None:
    with (folder / "r.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, strict=True))
    assert list(lines[0]) == ["table", "row", "column", "value", "low", "high", "note"]
    keys = [(line["table"], line["row"], line["column"]) for line in lines]
    assert len(set(keys)) == len(keys)
    with zipfile.ZipFile(folder / "r.zip") as archive:
        wide = list(csv.DictReader(io.StringIO(archive.read("main-results.csv").decode("utf-8"), newline="")))
    # A name that begins with a sign gets its apostrophe only where something that is no number follows.
    long = {
        line["row"].removeprefix("'"): line["value"]
        for line in lines
        if (line["table"], line["column"]) == ("main-results", "rubric")
    }
    assert long == {f"{line['model']} / {line['setting']}".removeprefix("'"): line["rubric"] for line in wide}


def test_names_come_back_from_csv_as_they_are_shown(folder: Path) -> None:
    """As everywhere, but for the apostrophe before what a spreadsheet would take for a formula."""
    shown = {"=1+1": "'=1+1", "line\nend": "line␊end", "cut\rhere": "cut␍here", "": '""'}
    with zipfile.ZipFile(folder / "r.zip") as archive:
        models = [
            line["model"] for line in csv.DictReader(io.StringIO(archive.read("layers.csv").decode(), newline=""))
        ]
    assert sorted(models) == sorted(shown.get(name, name) for name in NAMES)


def test_each_line_of_csv_is_one_line(folder: Path) -> None:
    text = (folder / "r.csv").read_bytes().decode("utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", text)
    assert len(list(csv.reader(text.splitlines()))) == text.count("\n")


def test_a_kind_of_finding_with_two_codes_has_two_keys(tmp_path: Path) -> None:
    wrong = failed("condition", findings=["RL474", "RL484"], kinds=["wrong", "wrong"])
    parquet.write_table(table([row("c1", **wrong), row("c2")]), tmp_path / "r.parquet")
    assert main(["report", str(tmp_path / "r.parquet"), "--resamples", "5", "--out", str(tmp_path / "r.csv")]) == 0
    with (tmp_path / "r.csv").open(encoding="utf-8", newline="") as file:
        keys = [tuple(line[:3]) for line in csv.reader(file, strict=True)]
    assert ("findings", "wrong / RL474", "answers") in keys
    assert ("findings", "wrong / RL484", "answers") in keys
    assert len(set(keys)) == len(keys)
