"""The verbs `report` and `judge-eval`: what they write, the same bytes each time, and what they refuse."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import warnings
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made_rows import failed, not_extracted, row, table
from pyarrow import parquet

from rulelang.cli import main
from rulelang.reporting.cells import compared, decimal, figure, percent, with_best
from rulelang.reporting.document import Cell, Column, Table
from rulelang.reporting.drawing import series, shortened
from rulelang.reporting.html import spanned_rows
from rulelang.verifier.statistics.estimate import Estimate


def rows(models: int = 2, cases: int = 8, samples: int = 3) -> list[dict[str, Any]]:
    """Answers of models of different skill to cases of two tracks in two settings, by a fixed chance."""
    chance = np.random.default_rng(11)
    made = []
    for index in range(models * cases * samples * 2):
        model, case, sample, setting = np.unravel_index(index, (models, cases, samples, 2))
        cells: dict[str, Any] = {
            "rubric": int(chance.integers(20, 100)) // (model + 1),
            "question_type": "what_if_revision",
        }
        if chance.random() < 0.3 + 0.3 * model:
            cells |= failed("condition", "aggregation", correct=bool(chance.random() < 0.6))
            cells |= {"findings": ["RL472"], "kinds": ["missing"], "errors": ["rule selection"], "recall": 0.5}
        if index == 5:
            cells |= not_extracted()
        made.append(
            row(
                f"c{case}",
                f"model {model} <b>&|*",
                f"p{setting + 1}",
                int(sample),
                **{
                    "track": ("policy", "contract")[case % 2],
                    "depth": 1 + int(case) % 3,
                    "same_source": bool(case % 2),
                    "events_exception": 1,
                    "right_exception": int(chance.integers(0, 2)),
                    **cells,
                },
            )
        )
    return made


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("results") / "results.parquet"
    parquet.write_table(table(rows()), path)
    return path


@pytest.fixture(scope="module")
def scores(results: Path) -> Path:
    chance = np.random.default_rng(3)
    path = results.with_name("scores.csv")
    lines = ["case,setting,model,sample,random,constant"]
    for one in table(rows()).to_pylist():
        key = [str(one[name]) for name in ("case", "setting", "model", "sample")]
        lines.append(",".join([*key, f"{chance.random():.3f}", "0.5"]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class Page(HTMLParser):
    """What a page loads, its ids, where its links go, and whether each element is closed."""

    VOID = frozenset({"meta", "link", "img", "br", "hr", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.loads: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "xlink:href") and (value or "").startswith("#"):
                self.targets.append((value or "")[1:])
            elif name in ("src", "href", "data", "xlink:href", "action"):
                self.loads.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def written(results: Path, scores: Path) -> dict[str, Path]:
    """Both reports in all formats, with few resamples."""
    paths = {suffix: results.with_name(f"report.{suffix}") for suffix in ("html", "md", "csv", "zip")}
    outs = [part for path in paths.values() for part in ("--out", str(path))]
    assert main(["report", str(results), "--resamples", "50", *outs]) == 0
    judges = results.with_name("judges.html")
    assert main(["judge-eval", str(scores), str(results), "--resamples", "20", "--out", str(judges)]) == 0
    return {**paths, "judges": judges}


@pytest.mark.parametrize("name", ["html", "judges"])
def test_page_is_whole_and_loads_nothing(written: dict[str, Path], name: str) -> None:
    text = written[name].read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.loads == []
    assert len(page.ids) == len(set(page.ids))
    assert set(page.targets) <= set(page.ids)
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    assert "&lt;b&gt;" in text or name == "judges"
    assert "<b>&" not in text
    assert len(re.findall(r"<svg[^>]*role=\"img\"[^>]*aria-labelledby", text)) == text.count("<svg")
    assert text.count("<desc") == text.count("<svg")
    assert text.count("<svg") >= 2
    assert "#010203" not in text
    assert "prefers-color-scheme: dark" in text


def test_no_figure_is_nan(written: dict[str, Path]) -> None:
    for name in ("html", "md", "csv", "judges"):
        text = re.sub(r"<[^>]*>", " ", written[name].read_text(encoding="utf-8"))
        assert not re.search(r"\bnan\b", text, re.IGNORECASE), name


def test_every_table_has_a_definition_and_a_source(written: dict[str, Path]) -> None:
    text = written["html"].read_text(encoding="utf-8")
    for article in text.split("<article ")[1:]:
        assert '<div class="definition">' in article
        assert '<p class="source">' in article


def test_markdown_has_the_tables_and_escapes_names(written: dict[str, Path]) -> None:
    text = written["md"].read_text(encoding="utf-8")
    for title in (
        "Answer accuracy and warrant completeness",
        "Main results",
        "Error types",
        "What goes with the score",
    ):
        assert f"### {title}" in text
    assert "model 0 &lt;b>&\\|\\*" in text
    for line in text.splitlines():
        if line.startswith("| model 0"):
            assert len(re.findall(r"(?<!\\)\|", line)) >= 3


def test_csv_tables_are_exact_and_named(written: dict[str, Path]) -> None:
    with zipfile.ZipFile(written["zip"]) as archive:
        names = archive.namelist()
        tables = {name: list(csv.DictReader(io.StringIO(archive.read(name).decode()))) for name in names}
    assert "generators.csv" in names
    first = tables["generators.csv"][0]
    assert first["model"] == "model 0 <b>&|*"
    assert float(first["Final % low"]) <= float(first["Final %"]) <= float(first["Final % high"])
    long = list(csv.DictReader(written["csv"].open(encoding="utf-8")))
    (same,) = [one for one in long if one["table"] == "generators" and one["column"] == "Final %" and "0" in one["row"]]
    assert (same["value"], same["low"], same["high"]) == (first["Final %"], first["Final % low"], first["Final % high"])


def test_same_results_same_bytes_whatever_the_hash_seed(results: Path, tmp_path: Path) -> None:
    found = []
    for seed in ("1", "2"):
        out = [tmp_path / f"{seed}.html", tmp_path / f"{seed}.zip"]
        command = [sys.executable, "-m", "rulelang", "report", str(results), "--resamples", "20"]
        arguments = [part for path in out for part in ("--out", str(path))]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([*command, *arguments], check=True, env=environment)
        found.append([path.read_bytes() for path in out])
    assert found[0] == found[1]


def test_without_out_markdown_is_printed(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(results), "--resamples", "10", "--settings", "p2"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# Answers held against their rules\n")
    assert "- settings: p2\n" in shown
    assert "What the setting changes" not in shown


@pytest.mark.parametrize(
    "made",
    [
        [row()],
        [row(**not_extracted(correct=False))],
        [row(**failed("outcome", correct=False)), row("c2", model="n", track=None, setting=None, depth=None)],
        [row(f"c{index}", rubric=50) for index in range(3)],
    ],
    ids=["one answer", "nothing evaluable", "no correct answer", "constant"],
)
def test_little_to_report_is_reported(made: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    parquet.write_table(table(made), path)
    out = tmp_path / "report.html"
    assert main(["report", str(path), "--resamples", "10", "--out", str(out)]) == 0
    assert not re.search(r">\s*nan\b", out.read_text(encoding="utf-8"))
    csv_file = tmp_path / "scores.csv"
    csv_file.write_text(
        "case,model,setting,j\n" + "".join(f"{o['case']},{o['model'] or ''},{o['setting'] or ''},1\n" for o in made)
    )
    assert main(["judge-eval", str(csv_file), str(path), "--resamples", "10", "--out", str(tmp_path / "j.html")]) == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["report", "RESULTS", "--settings", "p1,p9"], "RL618"),
        (["report", "RESULTS", "RESULTS"], "RL613"),
        (["report", "RESULTS", "--out", "x.pdf"], "RL490"),
        (["report", "RESULTS", "--resamples", "10", "--out", "no/such/folder/x.md"], "RL491"),
        (["report"], "RL490"),
        (["report", "nowhere.parquet"], "RL491"),
        (["judge-eval", "nowhere.csv", "RESULTS"], "RL491"),
        (["judge-eval", "scores.csv", "RESULTS", "--best-of", "0,x"], "RL490"),
        (["judge-eval", "scores.csv", "RESULTS", "--threshold", "nan"], "RL490"),
    ],
)
def test_what_is_refused(results: Path, arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(results) if one == "RESULTS" else one for one in arguments]) == 2
    assert f"[{code}]" in capsys.readouterr().err


def test_results_of_unusable_lines_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.parquet"
    parquet.write_table(table([row(policy=None, error="RL465", evaluable=False)]), path)
    assert main(["report", str(path)]) == 2
    assert "RL612" in capsys.readouterr().err


def test_what_is_not_installed_is_named(
    results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from importlib.util import find_spec

    monkeypatch.setattr(
        "rulelang.reporting.extras.find_spec", lambda name: None if name == "jinja2" else find_spec(name)
    )
    assert main(["report", str(results)]) == 2
    shown = capsys.readouterr().err
    assert "RL614" in shown
    assert "pip install 'rulelang[report]'" in shown


def test_cells() -> None:
    assert figure(Estimate(None, reason="no answers")) == Cell("NA", reason="no answers")
    assert percent(Estimate(0.25, 4, 0.1, 0.5)).text == "25.0"
    assert percent(Estimate(0.25, 4, 0.1, 0.5)).interval == "[10.0, 50.0]"
    assert decimal(-0.02) == "0.0"
    before, after = Cell("2.0", 2.0), Cell("1.0", 1.0)
    assert (compared(after, before).change, compared(after, before).better) == ("▼ 1.0", False)
    assert compared(after, before, higher_is_better=False).better is True
    assert (compared(before, Cell("2.0", 2.01)).change, compared(before, None).change) == ("=", "")
    assert [line[0].best for line in with_best([[before], [after], [before]], 0)] == [True, False, True]
    assert [line[0].best for line in with_best([[before], [before]], 0)] == [False, False]


def test_equal_headings_span_rows() -> None:
    lines = tuple(tuple(map(Cell, line)) for line in ("aax", "aby", "bbz"))
    made = Table("t", "T", (Column("1"), Column("2"), Column("3")), lines, "", keys=2)
    spans = [[(entry.cell.text, entry.span) for entry in line.entries] for line in spanned_rows(made)]
    assert spans == [[("a", 2), ("a", 1), ("x", 1)], [("b", 1), ("y", 1)], [("b", 1), ("b", 1), ("z", 1)]]


def test_a_case_in_both_parts_of_a_split_is_told(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["case,setting,model,sample,split,judge"]
    for number, one in enumerate(table(rows()).to_pylist()):
        key = [str(one[name]) for name in ("case", "setting", "model", "sample")]
        part = "validation" if one["case"] == "c1" or (one["case"] == "c2" and one["sample"]) else "test"
        lines.append(",".join([*key, part, str(number % 7)]))
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["judge-eval", str(path), str(results), "--resamples", "5"]) == 0
    assert "> Cases with answers both in the validation part and in the test part: 1." in capsys.readouterr().out


# ---------------------------------------------------------------------------------------------- families of models


def test_report_by_families(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    models = [f"model {index} <b>&|*" for index in range(2)]
    toml, as_json = tmp_path / "f.toml", tmp_path / "f.json"
    toml.write_text("".join(f'"{name}" = "Fam|ily"\n' for name in [*models, "another"]), encoding="utf-8")
    as_json.write_text(json.dumps(dict.fromkeys(models, "Fam|ily")), encoding="utf-8")
    shown = []
    for path in (toml, as_json):
        assert main(["report", str(results), "--resamples", "20", "--families", str(path)]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert "- models: 2, in 1 families\n" in shown[0]
    assert re.search(r"^\| Fam\\\|ily \| mean \| 96 \| 8 \|", shown[0], re.MULTILINE)
    assert re.search(r"^\| all \| mean of families \| 96 \|", shown[0], re.MULTILINE)
    assert re.search(r"^\| Fam\\\|ily \| together \|", shown[0], re.MULTILINE)
    assert "### By track and setting, families equally\n" in shown[0]
    page = tmp_path / "a.html"
    assert main(["report", str(results), "--resamples", "20", "--families", str(toml), "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    plot = text[text.index('aria-labelledby="warrants-plot-title') :]
    assert ">Fam|ily<" in plot[: plot.index("</svg>")]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("f.toml", "a = 1", 'what `f.toml` says of "a" is no name of a family'),
        ("f.toml", "a = ''", "is no name of a family"),
        ("f.toml", "[models]\na = 'b'", 'what `f.toml` says of "models" is no name'),
        ("f.toml", "a", "`f.toml` is no TOML: expected"),
        ("f.toml", "a = 'b'\na = 'c'", "`f.toml` is no TOML: cannot overwrite a value"),
        ("f.toml", "a = 'b\x01'", "`f.toml` is no TOML: found invalid character `\\x01` (at line 1"),
        ("f.json", "[]", "`f.json` holds no table of models and families"),
        ("f.json", '{"a": "b", "a": "c"}', '`f.json` is no JSON: the model "a" is there twice'),
        ("f.json", "{}", "does not say which family the model `model 0 <b>&|*` belongs to (2 such models in all)"),
        ("f.json", "[" * 100_000, "`f.json` is no JSON: it is nested too deeply"),
        ("f.toml", None, "cannot read `f.toml`"),
    ],
)
def test_families_that_cannot_be_used(
    results: Path, tmp_path: Path, name: str, text: str | None, words: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if text is not None:
        Path(name).write_text(text, encoding="utf-8")
    assert main(["report", str(results), "--families", name]) == 2
    shown = capsys.readouterr().err
    assert words in shown
    assert ("RL619" if text is not None else "RL491") in shown
    assert "hint: " in shown


RULES = """FACT a
FACT waived
OUTCOME b
RULE r IF a THEN b
  EXCEPTION w IF waived
CASE c
  GIVEN a, NOT waived
  ASK "Does b follow?" DECIDE b
  EXPECT b
"""


def test_from_a_rule_file_to_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `score` writes is what `report` reads: the injector's answers, of which some are right."""
    rules, made, results = tmp_path / "r.rules", tmp_path / "a.jsonl", tmp_path / "r.parquet"
    rules.write_text(RULES, encoding="utf-8")
    assert main(["mutate", f"{rules}#c", "--out", str(made)]) == 0
    assert main(["score", str(made), "--out", str(results), "--workers", "1"]) in (0, 1)
    capsys.readouterr()
    assert main(["report", str(results), "--resamples", "20"]) == 0
    shown = capsys.readouterr().out
    assert f"- answers: {len(made.read_text(encoding='utf-8').splitlines())}\n" in shown
    assert re.search(r"^\| \(none\) \| \d+ \| 1 \| \d\.\d \|", shown, re.MULTILINE)


# ---------------------------------------------------------------------------------------------- names from elsewhere


HOSTILE = (
    "$\\foo{$ costs",
    "_hidden",
    "a\nb\x00\x1b[31m\u202e",
    "=HYPERLINK(1)",
    "[x](javascript:y)",
    "&amp;`$x$",
    "模型",
)


def named(folder: Path, *names: str) -> None:
    made = rows(len(names), 2, 1)
    for one in made:
        one["model"] = names[int(re.match(r"model (\d+)", one["model"])[1])]  # type: ignore[index]
    parquet.write_table(table(made), folder / "named.parquet")


def test_names_from_elsewhere_are_shown_and_do_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    named(tmp_path, *HOSTILE)
    assert (
        main(["report", "named.parquet", "--resamples", "5", "--out", "a.html", "--out", "a.md", "--out", "a.csv"]) == 0
    )
    assert capsys.readouterr().err == ""
    page, text = (tmp_path / "a.html").read_text(encoding="utf-8"), (tmp_path / "a.md").read_text(encoding="utf-8")
    for written in (page, text):
        assert "a␊b␀␛[31m" in written
        assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", written)
    plots = re.findall(r"<svg.*?</svg>", page.replace("\u200b", ""), flags=re.DOTALL)
    shown = [plot for plot in plots if "settings-title" in plot or "warrants-plot-title" in plot]
    assert len(shown) == 2
    for name in ("$\\foo{$ costs", "_hidden", "模型"):
        assert all(f">{name}<" in plot for plot in shown), name
    assert "\\$\\\\foo{\\$ costs" in text
    assert "[x](" not in text
    assert "&amp;amp;\\`\\$x\\$" in text
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        named_rows = {line[1] for line in csv.reader(file)}
    assert {"'=HYPERLINK(1)", "a␊b␀␛[31m\ufffd"} <= named_rows


def test_many_models_are_told_apart_and_leave_room_for_the_plot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    named(tmp_path, *(f"vendor/a-long-name-of-model-{number}-instruct-2026" for number in range(40)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert main(["report", "named.parquet", "--resamples", "5", "--out", "a.html"]) == 0
    assert len({series(index) for index in range(100)}) == 100
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "Of 40 models the 12 with the highest totals are drawn; the table has all." in page
    assert all(f">vendor/a-lon…{number}…nstruct-2026<" in page for number in range(40))


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["short", "_x"], ["short", "\u200b_x"]),
        (["a" * 40, "b" * 40], ["a" * 12 + "…" + "a" * 14, "b" * 12 + "…" + "b" * 14]),
        ([f"{'m' * 20}{one}{'n' * 20}" for one in "12"], [f"{'m' * 12}…{one}…{'n' * 12}" for one in "12"]),
        (["m" * 40, "m" * 41], ["m" * 12 + "…" + "m" * 14 + " #1", "m" * 12 + "…m…" + "m" * 12]),
    ],
)  # fmt: skip
def test_names_in_plots_stay_different(names: list[str], shown: list[str]) -> None:
    assert shortened(names) == shown


def test_a_warning_where_intervals_say_little(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(results), "--resamples", "5"]) == 0
    told = "> Intervals draw cases within each track, and say little where there are fewer than 10: contract has 4"
    assert f"{told}, policy has 4.\n" in capsys.readouterr().out


# ---------------------------------------------------------------------------------------------- few cases


def test_few_cases_leave_no_validation_part_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    made = [row(case, sample=sample, **(failed("evidence") if sample else {})) for case in "ab" for sample in (0, 1)]
    parquet.write_table(table(made), "r.parquet")
    Path("s.csv").write_text("case,sample,my_judge\na,0,1\na,1,0\nb,0,1\nb,1,0\n", encoding="utf-8")
    assert main(["judge-eval", "s.csv", "r.parquet", "--resamples", "5"]) == 0
    shown = capsys.readouterr().out
    assert "> 20% of so few cases is none, so the validation part is empty: nothing is calibrated, and no thr" in shown
    assert "| my_judge |" in shown
    assert main(["judge-eval", "s.csv", "r.parquet", "--resamples", "5", "--validation", "0.5"]) == 0
    assert "is empty" not in capsys.readouterr().out
    assert main(["judge-eval", "s.csv", "r.parquet", "--resamples", "5", "--validation", "0"]) == 0
    assert "is empty" not in capsys.readouterr().out
    assert main(["report", "r.parquet", "--resamples", "5"]) == 0
    assert "where there are fewer than 10: here 2.\n" in capsys.readouterr().out
    assert main(["judge-eval", "r.parquet", "s.csv"]) == 2
    assert "hint: scores come first: `rulelang judge-eval SCORES.csv RESULTS…`" in capsys.readouterr().err
