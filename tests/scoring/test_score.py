"""`rulelang score`: rows in the input's order whatever the workers, bad lines, runs that are stopped at any moment."""

from __future__ import annotations

import gc
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from rulelang import verbs
from rulelang.cli import main
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.scoring import pieces as pieces_of
from rulelang.scoring.crew import Crew, score_here
from rulelang.scoring.desk import Desk, Problem, Terms
from rulelang.scoring.journal import open_journal
from rulelang.scoring.pieces import Block, Input, Piece, Sizes, pieces
from rulelang.scoring.results import journal_path, open_results
from rulelang.scoring.run import Outcome, Request, run
from rulelang.verifier.matter import make_ready
from rulelang.verifier.scoring.judge import Judge
from rulelang.verifier.scoring.row import COLUMNS

RULES = """
FACT returned "the goods were sent back"
FACT opened "the seal was broken"
FACT faulty "the goods are faulty"
ACTION refund "refund the price"
RULE refund
  SOURCE "terms of sale"
  IF returned THEN MUST refund
  EXCEPTION seal IF opened
  EXCEPTION fault TO seal IF faulty
CASE sealed GIVEN returned, NOT opened, NOT faulty ASK "?" DECIDE MUST refund
CASE broken GIVEN returned, opened, NOT faulty ASK "?" DECIDE MUST refund
CASE asked_nothing GIVEN returned
"""

CASES: dict[str, list[dict[str, Any]]] = {
    "sealed": [
        {"says": ["returned", "NOT opened"], "rules": ["refund", "refund.seal"]},
        {"says": "returned", "rules": ["refund"]},
        {"says": "returned", "rules": ["nothing"]},
    ],
    "broken": [
        {"says": ["returned", "opened", "NOT faulty"], "rules": ["refund", "refund.seal", "refund.fault"]},
        {"says": ["returned", "faulty"], "rules": ["refund", "refund.fault"]},
    ],
}


def an_answer(number: int, chance: random.Random) -> dict[str, Any]:
    name = chance.choice(list(CASES))
    claim = {"id": "s1", **chance.choice(CASES[name])}
    says = chance.choice(["MUST refund", "NOT MUST refund"])
    made = {
        "rulelang": "answer/1",
        "case": f"terms.rules#{name}",
        "model": chance.choice(["a", "b", "\u00e9\u2028"]),
        "sample": number,
        "claims": chance.choice([[claim], [claim], [claim], [], None]),
        "decision": {"says": says, "from": [], "rules": ["refund"]},
        "text": 'the goods\r\n "came back" \\ ' * chance.randrange(4),
    }
    if made["claims"]:
        made["decision"] = {"says": says, "from": ["s1"], "rules": ["refund"]}
    return made


BAD = [
    b"{",
    b"[]",
    b'{"rulelang":"answer/1","case":"terms.rules#sealed","case":"terms.rules#broken","claims":[]}',
    b'{"rulelang":"answer/1","case":"terms.rules#seeled","claims":[]}',
    b'{"rulelang":"answer/1","case":"nowhere.rules#x","claims":[]}',
    b'{"rulelang":"answer/1","case":"terms.rules#asked_nothing","claims":[]}',
    b'{"rulelang":"answer/1","case":"terms.rules#sealed","claims":[],"sample":99999999999999999999}',
    b'{"rulelang":"answer/1","case":"terms.rules#sealed","claims":[],"text":"\xff"}',
]
BAD_CODES = ["RL450", "RL460", "RL451", "RL465", "RL465", "RL467", "RL460", "RL454"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("rulelang.scoring.run.SMALL", 0)
    (tmp_path / "terms.rules").write_text(RULES, encoding="utf-8")
    return tmp_path


def write_answers(path: Path, count: int, bad: Sequence[bytes] = (), seed: int = 1) -> list[bytes]:
    chance = random.Random(seed)
    lines = [json.dumps(an_answer(n, chance), ensure_ascii=chance.random() < 0.5).encode() for n in range(count)]
    for number, line in enumerate(bad):
        lines.insert((number * 7) % (len(lines) + 1), line)
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return lines


class Still:
    """Watches and keeps what it is told; stops the run after so many pieces."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.problems: list[Problem] = []
        self.went_on = 0
        self.pieces = 0
        self.stop_after = stop_after

    def begins(self, size: int | None, workers: int) -> None: ...

    def goes_on(self, rows: int) -> None:
        self.went_on = rows

    def seen(self, size: int) -> None: ...

    def scored(self, rows: int) -> None:
        self.pieces += 1
        if self.pieces == self.stop_after:
            raise KeyboardInterrupt

    def problem(self, problem: Problem) -> None:
        self.problems.append(problem)


def scored(
    *inputs: str,
    outs: Sequence[str] = ("r.parquet", "r.jsonl"),
    workers: int = 1,
    sizes: Sizes = Sizes(),  # noqa: B008
    watch: Still | None = None,
    anew: bool = False,
    method: str | None = None,
) -> Outcome:
    terms = Terms(sizes=sizes, json_lines=any(out.endswith(".jsonl") for out in outs))
    files = tuple(Input(name) for name in inputs)
    return run(Request(files, tuple(map(Path, outs)), terms, workers, anew, method), watch or Still())


def rows(path: str = "r.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").split("\n") if line]


def both() -> tuple[bytes, bytes]:
    return Path("r.parquet").read_bytes(), Path("r.jsonl").read_bytes()


# ----------------------------------------------------------------------------------------------------------- rows


def test_rows_stand_in_the_order_of_the_input_in_both_formats(here: Path) -> None:
    write_answers(here / "a.jsonl", 40)
    write_answers(here / "b.jsonl", 5, seed=2)
    outcome = scored("b.jsonl", "a.jsonl")
    found = rows()
    assert outcome.tally.answers == len(found) == 45
    assert [row["file"] for row in found] == ["b.jsonl"] * 5 + ["a.jsonl"] * 40
    assert [row["line"] for row in found] == [*range(1, 6), *range(1, 41)]
    assert [row["sample"] for row in found] == [*range(5), *range(40)]
    assert list(found[0]) == list(COLUMNS)
    table = pyarrow.parquet.read_table("r.parquet")
    assert table.column_names == list(COLUMNS)
    assert table.to_pylist() == found
    assert not journal_path([Path("r.parquet")]).exists()
    assert sorted(path.name for path in here.iterdir() if path.name.startswith("r.")) == ["r.jsonl", "r.parquet"]


def test_rows_say_what_check_says(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = write_answers(here / "a.jsonl", 12)
    scored("a.jsonl")
    for line, row in zip(lines, rows(), strict=True):
        (here / "one.json").write_bytes(line)
        main(["check", "one.json", "--output-format", "json"])
        told = json.loads(capsys.readouterr().out)
        assert (row["correct"], row["complete"]) == (told["correct"], told["complete"])
        assert row["evaluable"] == told["evaluable"]
        assert row["findings"] == sorted(finding["code"] for finding in told["findings"] if told["evaluable"])
        assert row["rubric"] == (told["rubric"]["score"] if told["evaluable"] else None)


def test_failed_extraction_is_no_error(here: Path) -> None:
    answer = {**an_answer(0, random.Random(1)), "case": "terms.rules#sealed", "claims": None}
    answer["decision"] = {"says": "MUST refund"}
    (here / "a.jsonl").write_text(json.dumps(answer), encoding="utf-8")
    scored("a.jsonl")
    (row,) = rows()
    assert (row["evaluable"], row["error"], row["correct"], row["complete"]) == (False, None, True, False)
    assert row["rubric"] is None
    assert row["policy"] == "full"


def test_one_bad_line_costs_that_line(here: Path) -> None:
    lines = write_answers(here / "a.jsonl", 30, BAD)
    watch = Still()
    outcome = scored("a.jsonl", watch=watch)
    found = {lines[row["line"] - 1]: row for row in rows()}
    assert len(found) == 38
    assert [found[line]["error"] for line in BAD] == BAD_CODES
    assert outcome.tally.refused.total() == len(BAD)
    assert sum(row["error"] is None for row in found.values()) == 30
    for line in BAD:
        assert found[line]["error_words"]
        assert (found[line]["evaluable"], found[line]["correct"], found[line]["rubric"]) == (False, False, None)
    assert found[BAD[3]]["case"] == "terms.rules#seeled"
    assert [problem.line for problem in watch.problems] == sorted(
        row["line"] for row in found.values() if row["error"] is not None
    )[: len(watch.problems)]
    first = watch.problems[0]
    assert f"a.jsonl:{first.line}:" in first.text


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n\n", []),
        (b"%s", [1]),
        (b"%s\n", [1]),
        (b"\xef\xbb\xbf%s\n%s\n", [1, 2]),
        (b"\r\n%s\r\n\r\n%s\r\n", [2, 4]),
        (b" \t\n  %s  \n%s", [2, 3]),
    ],
)
def test_ends_of_lines(here: Path, data: bytes, lines: list[int]) -> None:
    answer = json.dumps(an_answer(0, random.Random(1))).encode()
    (here / "a.jsonl").write_bytes(data.replace(b"%s", answer))
    scored("a.jsonl")
    assert [(row["line"], row["error"]) for row in rows()] == [(line, None) for line in lines]


def test_line_that_is_too_long_costs_itself(here: Path) -> None:
    answer = json.dumps(an_answer(0, random.Random(1))).encode()
    (here / "a.jsonl").write_bytes(
        b"\n".join([answer, b"x" * 5000, answer, answer[:-1] + b" " * 700 + b"}", answer, b"y" * 900])
    )
    wanted = [(1, None), (2, "RL602"), (3, None), (4, "RL602"), (5, None), (6, "RL602")]
    seen = set()
    for piece in (64, 500, 2000, 1 << 20):
        for workers in (1, 2):
            scored("a.jsonl", sizes=Sizes(piece, len(answer) + 100), workers=workers)
            assert [(row["line"], row["error"]) for row in rows()] == wanted
            seen.add(both())
    assert len(seen) == 1


def test_gzip_and_single_documents(here: Path) -> None:
    write_answers(here / "a.jsonl", 20)
    scored("a.jsonl", outs=["r.jsonl"])
    plain = rows()
    (here / "a.jsonl.gz").write_bytes(gzip.compress((here / "a.jsonl").read_bytes()))
    for workers in (1, 2):
        scored("a.jsonl.gz", outs=["r.jsonl"], workers=workers, sizes=Sizes(1000))
        assert rows() == [{**row, "file": "a.jsonl.gz"} for row in plain]
    (here / "one.json").write_text(json.dumps(an_answer(7, random.Random(7)), indent=2), encoding="utf-8")
    scored("one.json", outs=["r.jsonl"])
    assert [(row["file"], row["line"], row["sample"], row["error"]) for row in rows()] == [("one.json", 1, 7, None)]
    (here / "cut.jsonl.gz").write_bytes((here / "a.jsonl.gz").read_bytes()[:-20])
    with pytest.raises(RuleLangError, match="RL491"):
        scored("cut.jsonl.gz", outs=["r.jsonl"])


# -------------------------------------------------------------------------------------------------------- the same


def test_bytes_do_not_depend_on_workers_pieces_or_how_processes_start(here: Path) -> None:
    write_answers(here / "a.jsonl", 300, BAD)
    seen = set()
    for workers, piece, method in [
        (1, 1 << 20, None),
        (1, 700, None),
        (2, 5000, "fork"),
        (3, 900, "fork"),
        (2, 90_000, "spawn"),
    ]:
        outcome = scored("a.jsonl", workers=workers, sizes=Sizes(piece), method=method)
        assert outcome.tally.rows == 308
        seen.add(both())
    assert len(seen) == 1


def test_bytes_do_not_depend_on_the_hash_seed(here: Path) -> None:
    write_answers(here / "a.jsonl", 60, BAD)
    seen = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "rulelang", "score", "a.jsonl", "--out", "r.parquet", "--out", "r.jsonl"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        seen.add((*both(), done.stdout))
    assert len(seen) == 1


def test_row_groups_do_not_follow_pieces(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.scoring.results.GROUP", 16)
    write_answers(here / "a.jsonl", 100)
    seen = set()
    for piece in (300, 4000, 1 << 20):
        scored("a.jsonl", sizes=Sizes(piece))
        seen.add(both())
    assert len(seen) == 1
    assert pyarrow.parquet.ParquetFile("r.parquet").metadata.num_row_groups == 7


# ----------------------------------------------------------------------------------------------- runs that are stopped


@pytest.mark.parametrize("workers", [1, 2])
def test_stopped_run_goes_on_where_it_was(here: Path, workers: int) -> None:
    write_answers(here / "a.jsonl", 200, BAD)
    small = Sizes(4000)
    scored("a.jsonl", sizes=small)
    wanted = both()
    for path in ("r.parquet", "r.jsonl"):
        Path(path).unlink()
    for stop in (1, 2, 3):
        watch = Still(stop)
        with pytest.raises(KeyboardInterrupt):
            scored("a.jsonl", sizes=small, workers=workers, watch=watch)
        assert sorted(path.name for path in here.glob("r.*")) == ["r.parquet.partial"]
    watch = Still()
    outcome = scored("a.jsonl", sizes=small, workers=workers, watch=watch)
    assert watch.went_on > 0
    assert outcome.scored == 208 - watch.went_on
    assert outcome.tally.rows == 208
    assert both() == wanted
    assert sorted(path.name for path in here.glob("r.*")) == ["r.jsonl", "r.parquet"]


def test_journal_that_was_cut_or_damaged_anywhere_gives_the_same_results(here: Path) -> None:
    write_answers(here / "a.jsonl", 60)
    small = Sizes(4000)
    scored("a.jsonl", sizes=small)
    wanted = both()
    with pytest.raises(KeyboardInterrupt):
        scored("a.jsonl", sizes=small, watch=Still(4))
    journal = Path("r.parquet.partial")
    whole = journal.read_bytes()
    chance = random.Random(5)
    for _ in range(12):
        cut = chance.randrange(len(whole))
        if chance.random() < 0.5:
            journal.write_bytes(whole[:cut])
        else:
            begins = whole.index(b"\n", 30) + 1
            cut = chance.randrange(begins, len(whole))
            journal.write_bytes(whole[:cut] + bytes([whole[cut] ^ 0x55]) + whole[cut + 1 :])
        scored("a.jsonl", sizes=small)
        assert both() == wanted
        assert not journal.exists()


@pytest.fixture
def stopped(here: Path) -> Sizes:
    """A run that was stopped after its second piece."""
    write_answers(here / "a.jsonl", 60)
    with pytest.raises(KeyboardInterrupt):
        scored("a.jsonl", sizes=Sizes(4000), watch=Still(2))
    return Sizes(4000)


def test_changed_answers_are_refused(here: Path, stopped: Sizes) -> None:
    data = (here / "a.jsonl").read_bytes()
    (here / "a.jsonl").write_bytes(data.replace(b'"sample": 3', b'"sample": 4', 1))
    with pytest.raises(RuleLangError, match=r"RL604.*`a.jsonl` has changed since .*, in line 1 or after it"):
        scored("a.jsonl", sizes=stopped)
    assert Path("r.parquet.partial").exists()
    (here / "a.jsonl").write_bytes(data)
    assert scored("a.jsonl", sizes=stopped).scored < 60


def test_run_that_fails_or_is_stopped_before_it_goes_on_throws_nothing_away(
    here: Path, stopped: Sizes, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Path("r.parquet.partial").read_bytes()

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    for name in ("pieces", "open_results"):
        with monkeypatch.context() as patched:
            patched.setattr(f"rulelang.scoring.run.{name}", stop)
            with pytest.raises(KeyboardInterrupt):
                scored("a.jsonl", sizes=stopped)
        assert Path("r.parquet.partial").read_bytes() == journal


def test_more_answers_after_those_that_were_scored_are_welcome(here: Path, stopped: Sizes) -> None:
    data = (here / "a.jsonl").read_bytes()
    (here / "a.jsonl").write_bytes(data + data)
    assert scored("a.jsonl", sizes=stopped).tally.rows == 120
    went_on = both()
    scored("a.jsonl", sizes=stopped)
    assert both() == went_on


def test_changed_rules_are_refused_and_restart_begins_anew(here: Path, stopped: Sizes) -> None:
    (here / "terms.rules").write_text(RULES + "\n-- another word\n", encoding="utf-8")
    with pytest.raises(RuleLangError, match=r"RL604.*`terms.rules`"):
        scored("a.jsonl", sizes=stopped)
    watch = Still()
    assert scored("a.jsonl", sizes=stopped, watch=watch, anew=True).scored == 60
    assert watch.went_on == 0


def test_other_settings_are_refused(here: Path, stopped: Sizes) -> None:
    write_answers(here / "b.jsonl", 3)
    with pytest.raises(RuleLangError, match=r"RL603.*list of files"):
        scored("a.jsonl", "b.jsonl", sizes=stopped)
    with pytest.raises(RuleLangError, match=r"RL603.*--out"):
        scored("a.jsonl", outs=["r.parquet"], sizes=stopped)
    with pytest.raises(RuleLangError, match=r"RL603.*size of pieces"):
        scored("a.jsonl", sizes=Sizes(5000))
    assert main(["score", "a.jsonl", "--out", "r.parquet", "--out", "r.jsonl", "--citations", "own"]) == 2


def test_two_runs_cannot_write_the_same_results(here: Path) -> None:
    write_answers(here / "a.jsonl", 3)
    journal, _ = open_journal(Path("r.parquet.partial"), {}, anew=False)
    with journal, pytest.raises(RuleLangError, match="RL605"):
        scored("a.jsonl")


def test_two_runs_of_one_result_that_keep_no_journal_cannot_write_it_either(here: Path) -> None:
    write_answers(here / "a.jsonl", 3)
    (here / "r.jsonl").write_text("of an earlier run")
    first = open_results(Path("r.jsonl"))
    first.write(None, [b"{}"])
    with pytest.raises(RuleLangError, match="RL605"):
        scored("a.jsonl", outs=["other.jsonl", "r.jsonl"])
    first.publish()
    assert (here / "r.jsonl").read_bytes() == b"{}\n"
    scored("a.jsonl", outs=["r.jsonl"])
    assert len(rows()) == 3


def test_answers_are_not_replaced_by_what_a_run_keeps_meanwhile(here: Path) -> None:
    for name in ("r.jsonl.tmp", "s.parquet.tmp", "r.jsonl.partial"):
        lines = write_answers(here / name, 3)
        with pytest.raises(RuleLangError, match="RL600"):
            scored(name, outs=["r.jsonl", "s.parquet"])
        assert (here / name).read_bytes().split() == b"\n".join(lines).split()


def test_full_disk_is_told_and_costs_nothing(here: Path) -> None:
    resource = pytest.importorskip("resource")
    write_answers(here / "a.jsonl", 60)
    scored("a.jsonl", sizes=Sizes(3000))
    expected, largest = both(), max(map(len, both()))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for most in [0, 3, 40, 700, *range(5000, largest, 9000)]:
        for path in here.glob("r.*"):
            path.unlink()
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
        try:
            with pytest.raises(RuleLangError, match="RL601"):
                scored("a.jsonl", sizes=Sizes(3000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert not [path.name for path in here.glob("r.*") if not path.name.endswith(".partial")]
        scored("a.jsonl", sizes=Sizes(3000))
        assert both() == expected


SLOWLY = """
import signal, sys, time
import rulelang.scoring.desk as desk
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever runs the tests may have it ignored
at_once = desk.Desk.score
def slowly(*arguments):  # each piece takes longer than it takes to see that one is done
    time.sleep(0.05)
    return at_once(*arguments)
desk.Desk.score = slowly
from rulelang.scoring.pieces import Sizes
import rulelang.scoring.verb as verb
verb.Sizes = lambda: Sizes(6000)
import rulelang.scoring.run as run
run.SMALL = 0
from rulelang.cli import main
sys.exit(main(sys.argv[1:]))
"""


def slow_run(workers: int) -> subprocess.Popen[bytes]:
    """A run in another process, slow enough to be stopped in its midst."""
    arguments = ["score", "a.jsonl", "--out", "r.parquet", "--out", "r.jsonl", "--workers", str(workers)]
    return subprocess.Popen(
        [sys.executable, "-c", SLOWLY, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def wait_for_rows(process: subprocess.Popen[bytes], more: int) -> None:
    """Waits until the journal has grown by so many bytes, or the run has ended."""
    journal = Path("r.parquet.partial")
    size = journal.stat().st_size if journal.exists() else 0
    while process.poll() is None and (not journal.exists() or journal.stat().st_size < size + more):
        time.sleep(0.005)


@pytest.mark.parametrize(("kind", "workers"), [(signal.SIGKILL, 2), (signal.SIGINT, 1)])
def test_killed_run_loses_nothing_and_does_nothing_twice(here: Path, kind: signal.Signals, workers: int) -> None:
    write_answers(here / "a.jsonl", 400, BAD)
    scored("a.jsonl", sizes=Sizes(6000))
    wanted = both()
    for path in ("r.parquet", "r.jsonl"):
        Path(path).unlink()
    chance = random.Random(int(kind) + workers)
    for _ in range(2):
        process = slow_run(workers)
        wait_for_rows(process, 2500 + chance.randrange(20_000))
        time.sleep(chance.random() * 0.02)
        process.send_signal(kind)
        _, told = process.communicate(timeout=60)
        assert process.returncode in (-kind, 130), told
        if kind is signal.SIGINT:
            assert b"interrupted; the same command goes on from here" in told
        assert not Path("r.parquet").exists()
    watch = Still()
    outcome = scored("a.jsonl", sizes=Sizes(6000), workers=workers, watch=watch)
    assert watch.went_on > 0
    assert outcome.scored + watch.went_on == 408
    assert both() == wanted


def test_worker_that_is_killed_is_told_and_the_run_goes_on_later(here: Path) -> None:
    write_answers(here / "a.jsonl", 200)
    terms = Terms(sizes=Sizes(4000))
    with Crew(2, terms) as crew:
        work = crew.score(pieces([Input("a.jsonl")], terms.sizes))
        next(work)
        os.kill(crew.processes[0], signal.SIGKILL)
        with pytest.raises(RuleLangError, match=r"RL606.*by signal 9"):
            for _ in work:
                pass


# ------------------------------------------------------------------------------------------------------ the command


def test_command_tells_the_first_bad_lines_and_counts_the_rest(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_answers(here / "a.jsonl", 10, [b"{"] * 9)
    assert main(["score", "a.jsonl", "--out", "r.jsonl"]) == 1
    told = capsys.readouterr()
    assert told.err.count("error[RL450]") == 5
    assert "9 of 19 lines could not be used: RL450 (9)" in told.err
    assert "answers             10\n" in told.out


def test_exit_statuses(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_answers(here / "a.jsonl", 4)
    (here / "empty.jsonl").write_bytes(b"")
    (here / "bad.jsonl").write_bytes(b"{\n")
    (here / "copy").mkdir()
    (here / "linked.jsonl").symlink_to("a.jsonl")
    (here / "hard.jsonl").hardlink_to(here / "a.jsonl")
    assert main(["score", "a.jsonl", "--out", "r.jsonl", "--output-format", "json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["answers"], summary["refused"], summary["scored_now"]) == (4, {}, 4)
    assert main(["score", "empty.jsonl", "--out", "r.jsonl"]) == 2
    assert "RL608" in capsys.readouterr().err
    assert rows() == []
    assert main(["score", "bad.jsonl", "--out", "r.jsonl"]) == 2
    for arguments, code in [
        (["nowhere.jsonl", "--out", "r.jsonl"], "RL491"),
        (["a.jsonl", "--out", "r.csv"], "RL600"),
        (["a.jsonl", "--out", "r.jsonl", "--out", "./r.jsonl"], "RL600"),
        (["a.jsonl", "--out", "a.jsonl"], "RL600"),
        (["a.jsonl", "--out", "nowhere/r.jsonl"], "RL601"),
        (["a.jsonl", "--out", "r.jsonl", "--out", "nowhere/r.parquet"], "RL601"),
        (["a.jsonl"], "RL490"),
        (["-", "-", "--out", "r.jsonl"], "RL621"),
        (["a.jsonl", "a.jsonl", "--out", "r.jsonl"], "RL621"),
        (["a.jsonl", "./linked.jsonl", "--out", "r.jsonl"], "RL621"),
        (["a.jsonl", "copy/../a.jsonl", "--out", "r.jsonl"], "RL621"),
        (["a.jsonl", "hard.jsonl", "--out", "r.jsonl"], "RL621"),
        (["a.jsonl", "--rules", "nowhere.rules", "--out", "r.jsonl"], "RL130"),
        (["a.jsonl", "--rules", "bad.jsonl", "--out", "r.jsonl"], "RL100"),
    ]:
        capsys.readouterr()
        assert main(["score", *arguments]) == 2
        assert code in capsys.readouterr().err
        assert not list(here.glob("*.partial"))
        assert not list(here.glob("*.tmp"))


def test_standard_input_and_rules(here: Path) -> None:
    write_answers(here / "a.jsonl", 30)
    (here / "elsewhere").mkdir()
    (here / "terms.rules").rename(here / "elsewhere" / "terms.rules")
    done = subprocess.run(
        [sys.executable, "-m", "rulelang", "score", "-", "--out", "r.jsonl", "--rules", "elsewhere/terms.rules"],
        input=(here / "a.jsonl").read_bytes(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [(row["file"], row["error"]) for row in rows()] == [("<stdin>", None)] * 30
    assert not list(here.glob("*.partial"))


def test_fault_of_our_own_costs_one_answer(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_answers(here / "a.jsonl", 5)
    real = Judge.row

    def broken(self: Judge, answer: Any) -> Any:
        if answer.sample == 2:
            raise ZeroDivisionError("oh")
        return real(self, answer)

    monkeypatch.setattr(Judge, "row", broken)
    monkeypatch.setattr("rulelang.scoring.desk.Seen.row", lambda *_: None, raising=False)
    assert main(["score", "a.jsonl", "--out", "r.jsonl"]) == 3
    assert [row["error"] for row in rows()] == [None, None, "RL499", None, None]


@pytest.mark.parametrize("workers", [1, 2])
def test_fault_of_our_own_with_a_case_costs_the_answers_to_it(
    here: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    write_answers(here / "a.jsonl", 20)

    def broken(base: Any, case: Any) -> Any:
        if case.name == "broken":
            raise KeyError("oh")
        return make_ready(base, case)

    monkeypatch.setattr("rulelang.scoring.desk.make_ready", broken)
    scored("a.jsonl", workers=workers, method="fork")
    errors = {row["case"].partition("#")[2]: (row["error"], row["error_words"]) for row in rows()}
    assert errors == {"sealed": (None, None), "broken": ("RL499", "internal error: KeyError: 'oh'")}
    assert len(rows()) == 20


@pytest.mark.parametrize("workers", [1, 2])
def test_document_that_is_blank_is_a_bad_one(here: Path, workers: int) -> None:
    (here / "empty.json").write_bytes(b"")
    (here / "blank.json").write_bytes(b"\xef\xbb\xbf \r\n\n")
    (here / "packed.json.gz").write_bytes(gzip.compress(b""))
    write_answers(here / "a.jsonl", 2)
    scored("empty.json", "a.jsonl", "blank.json", "packed.json.gz", workers=workers)
    found = [(row["file"], row["error"]) for row in rows()]
    answers = [("a.jsonl", None)] * 2
    assert found == [("empty.json", "RL450"), *answers, ("blank.json", "RL450"), ("packed.json.gz", "RL450")]


def test_verb_is_listed() -> None:
    assert "score" in verbs.VERBS


# ----------------------------------------------------------------------------------------------------------- pieces


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_pieces_hold_every_line_once(here: Path, size: int) -> None:
    chance = random.Random(size)
    for _ in range(20):
        data = b"".join(chance.choice([b"a", b"bc", b"\n", b"\r\n", b"x" * 50]) for _ in range(chance.randrange(60)))
        (here / "a.jsonl").write_bytes(data)
        found: list[tuple[int, bytes]] = []
        for block in pieces([Input("a.jsonl")], Sizes(size, 10_000)):
            piece = block.piece
            assert block.checksum == zlib.crc32(data[piece.start : piece.start + piece.length])
            assert len(block.numbers) == len(block.lines)
            found += [(piece.first + at, line) for at, line in enumerate(block.lines) if line]
        assert found == [(at, line) for at, line in enumerate(data.split(b"\n"), 1) if line]


def test_pieces_of_one_run_are_those_of_another(here: Path) -> None:
    write_answers(here / "a.jsonl", 50)

    def cut() -> list[Piece]:
        return [block.piece for block in pieces([Input("a.jsonl")], Sizes(3000))]

    assert cut() == cut()
    assert len(cut()) > 3
    assert len(list(score_here(pieces([Input("a.jsonl")], Sizes(3000)), Terms()))) == len(cut())


def test_judges_that_forget_make_the_same_rows(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_answers(here / "a.jsonl", 200)

    def made() -> tuple[list[object], int]:
        desk = Desk(Terms())
        tables = [
            desk.score(block.piece, block.numbers, block.lines).rows
            for block in pieces([Input("a.jsonl")], Sizes(20_000))
        ]
        forgotten = sum(one.judge.forgotten for one in desk.cases.values() if not isinstance(one, RuleLangError))
        return [row for table in tables for row in table.to_pylist()], forgotten

    rows_, forgotten = made()
    assert not forgotten
    monkeypatch.setattr("rulelang.scoring.desk.MOST_LEARNED", 30)
    again, forgotten = made()
    assert again == rows_
    assert forgotten > 2


@pytest.mark.parametrize("workers", [1, 2])
def test_no_piece_is_kept_while_the_next_is_read(here: Path, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    line = json.dumps({"rulelang": "answer/1", "case": "terms.rules#sealed", "claims": []})
    (here / "answers.jsonl").write_text(f"{line}\n" * 40, encoding="utf-8")
    alive: list[int] = []
    plain = pieces_of._read  # pyright: ignore[reportPrivateUsage]

    def read(file: Any, size: int) -> bytes:
        alive.append(sum(isinstance(one, Block) for one in gc.get_objects()))
        return plain(file, size)

    monkeypatch.setattr(pieces_of, "_read", read)
    terms = Terms(sizes=Sizes(piece=3 * len(line)))
    work = pieces([Input("answers.jsonl")], terms.sizes)
    if workers == 1:
        made = sum(one.sheet.rows.num_rows for one in score_here(work, terms))
    else:
        with Crew(workers, terms) as crew:
            made = sum(one.sheet.rows.num_rows for one in crew.score(work))
    assert made == 40
    assert len(alive) > 10
    assert set(alive) == {0}


def test_answers_name_no_file_outside(here: Path, tmp_path_factory: pytest.TempPathFactory, capsys: Any) -> None:
    """A case elsewhere costs its line; `--include`, `--rules` and a place beside the answers are the ways out."""
    other = tmp_path_factory.mktemp("other")
    (other / "terms.rules").write_text(RULES, encoding="utf-8")
    (here / "linked").symlink_to(other, target_is_directory=True)
    out = here / "rows.jsonl"

    def codes(answers: Path, *more: str) -> list[str | None]:
        main(["score", str(answers), "--out", str(out), "--restart", "--workers", "1", *more])
        return [json.loads(line)["error"] for line in out.read_text(encoding="utf-8").splitlines()]

    outside = [f"{other}/terms.rules#sealed", f"../{other.name}/terms.rules#sealed", "linked/../terms.rules#sealed"]
    named = [*outside, "linked/terms.rules#sealed", f"{here}/terms.rules#sealed", "x/../terms.rules#sealed"]
    lines = [json.dumps({"rulelang": "answer/1", "case": case, "claims": []}) for case in named]
    (here / "answers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (here / "x").mkdir()
    assert codes(here / "answers.jsonl") == ["RL469", "RL469", "RL469", "RL469", None, None]
    assert "--include" in capsys.readouterr().err
    assert codes(here / "answers.jsonl", "--include", str(other)) == [None, None, "RL469", None, None, None]
    assert codes(here / "answers.jsonl", "--include", "linked") == [None, None, "RL469", None, None, None]
    assert codes(here / "answers.jsonl", "--rules", "terms.rules") == [None] * 6
    (other / "answers.jsonl").write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")
    assert codes(other / "answers.jsonl") == [None, None]

    import rulelang

    several = [str(here / "answers.jsonl"), str(other / "answers.jsonl")]
    assert [row["error"] for row in rulelang.score(several)] == [
        "RL469", "RL469", "RL469", "RL469", None, None, None, None,
    ]  # fmt: skip
    assert [row["error"] for row in rulelang.score(json.loads(lines[0]))] == ["RL469"]
    assert [row["error"] for row in rulelang.score(json.loads(lines[0]), include=[other])] == [None]


def test_answers_lead_out_by_no_link(here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A link to a file elsewhere is a place elsewhere, as for USE; one to a file of the folder is not."""
    other = tmp_path_factory.mktemp("other")
    (other / "terms.rules").write_text(RULES, encoding="utf-8")
    (here / "out.rules").symlink_to(other / "terms.rules")
    (here / "in.rules").symlink_to("terms.rules")
    (here / "round.rules").symlink_to("round.rules")
    (here / "device.rules").symlink_to("/dev/null")
    cases = ["out.rules#sealed", "in.rules#sealed", "round.rules#sealed", "device.rules#sealed"]
    lines = [json.dumps({"rulelang": "answer/1", "case": case, "claims": []}) for case in cases]
    (here / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    main(["score", "a.jsonl", "--out", "r.jsonl", "--workers", "1"])
    assert [row["error"] for row in rows()] == ["RL469", None, "RL465", "RL469"]


def test_whatever_a_case_is_called_costs_its_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "folder.rules").mkdir()
    files = ["a\0b", "\0", "x" * 5000, "x/" * 3000, "a\nb.rules", "folder.rules", "-", "~", "é" * 200, ".", "x:y"]
    documents = [{"rulelang": "answer/1", "case": f"{name}#one", "claims": [], "text": "So."} for name in files]
    documents.append({"rulelang": "answer/1", "case": "terms.rules#\0", "claims": [], "text": "So."})
    (here / "a.jsonl").write_text("\n".join(map(json.dumps, documents)), encoding="utf-8")
    assert main(["score", "a.jsonl", "--out", "r.jsonl", "--out", "r.parquet", "--workers", "1"]) == 2
    assert {row["error"] for row in rows()} == {"RL465"}
    for number, document in enumerate(documents):
        (here / f"{number}.json").write_text(json.dumps(document), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", *(f"{number}.json" for number in range(len(documents)))]) == 2
    assert capsys.readouterr().err.count("error[RL465]") == len(documents)
    assert main(["extract", "a.jsonl", "--endpoint", "http://127.0.0.1:9/v1", "--model", "m", "--dry-run"]) == 1
    assert capsys.readouterr().err.count("error[RL566]") == len(documents)


def test_rules_of_all_cases_that_cannot_be_used_are_told_once(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_answers(here / "a.jsonl", 4)
    for number, line in enumerate((here / "a.jsonl").read_bytes().splitlines()):
        (here / f"{number}.json").write_bytes(line)
    capsys.readouterr()
    assert main(["score", "a.jsonl", "--rules", "nowhere.rules", "--out", "r.jsonl"]) == 2
    told = capsys.readouterr()
    assert (told.err.count("error["), told.err.count("RL607"), told.out) == (1, 0, "")
    assert not (here / "r.jsonl").exists()
    assert main(["check", "0.json", "1.json", "--rules", "nowhere.rules"]) == 2
    assert capsys.readouterr().err.count("error[") == 1


def test_gzip_files_that_are_damaged_are_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_answers(here / "a.jsonl", 10)
    packed = gzip.compress((here / "a.jsonl").read_bytes())
    damaged = [packed[:30] + b"X" * 20 + packed[50:], packed[:-8] + b"X" * 8, packed[:60], b'{"', b"PK" + packed[2:]]
    for data in damaged:
        (here / "a.jsonl.gz").write_bytes(data)
        assert main(["score", "a.jsonl.gz", "--out", "r.jsonl"]) == 2
        told = capsys.readouterr().err
        assert "error[RL491]: cannot read `a.jsonl.gz`: " in told
        assert "b'" not in told
        assert "0x" not in told


def test_pieces_grow_with_what_is_done(here: Path) -> None:
    write_answers(here / "a.jsonl", 400)
    data = (here / "a.jsonl").read_bytes()
    sizes = Sizes(piece=len(data) // 8, first=len(data) // 50)
    cut = [block.piece for block in pieces([Input("a.jsonl")], sizes)]
    assert [(one.start, one.length) for one in cut] == [
        (one.start, one.length) for one in (block.piece for block in pieces([Input("a.jsonl")], sizes))
    ]
    assert sum(one.length for one in cut) == len(data)
    assert cut[0].length < 2 * sizes.first
    for one in cut[:-1]:
        # A line more or less than is wanted at its place.
        assert abs(one.length - sizes.at(one.start)) < 2 * max(map(len, data.splitlines())) + sizes.first
    assert max(one.length for one in cut) > 4 * cut[0].length
    assert len(cut) > 9
    assert Sizes().at(0) == 1 << 20
    assert [Sizes().at(start << 20) for start in (1, 4, 16, 64, 1000)] == [size << 20 for size in (1, 4, 16, 32, 32)]


def test_a_small_file_goes_on_from_where_it_was(here: Path) -> None:
    write_answers(here / "a.jsonl", 200)
    size = (here / "a.jsonl").stat().st_size
    sizes = Sizes(first=size // 10)
    scored("a.jsonl", sizes=sizes)
    whole = (here / "r.jsonl").read_bytes()
    (here / "r.jsonl").unlink()
    with pytest.raises(KeyboardInterrupt):
        scored("a.jsonl", sizes=sizes, watch=Still(2))
    assert 0 < scored("a.jsonl", sizes=sizes).scored < 200
    assert (here / "r.jsonl").read_bytes() == whole
