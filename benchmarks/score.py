"""Scoring answers: `python benchmarks/score.py [--answers 87000] [--cases 450] [--distinct]`.

Writes answers of about 3 KB and ten claims with known verdicts (`answers.py`), then in one run, taking turns: reading
alone with pydantic and with msgspec, the whole check with claims that were seen before (`warm`) and with cases and
claims that are new (`cold`, gold work included), `rulelang score` from file to Parquet in one and in two processes,
its peak memory on a quarter of the file and on all of it, and where the time goes.  The verdicts are compared with
the labels; a difference ends the run.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from answers import write

from rulelang.grammar.collector import collector_eased, collector_paused
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.roots import Roots
from rulelang.scoring.desk import Desk, Sheet, Terms
from rulelang.scoring.pieces import Block, Input, Sizes, pieces
from rulelang.verifier.answer import Answer
from rulelang.verifier.finding import Check
from rulelang.verifier.matter import make_ready
from rulelang.verifier.scoring.exact import facts_of
from rulelang.verifier.scoring.judge import Judge
from rulelang.verifier.scoring.quick_answer import QuickAnswer, read_quickly
from rulelang.verifier.scoring.seen import Seen, envelope_of
from rulelang.verifier.scoring.table import packed

ROUNDS = 3


def timed(work: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def reading(path: Path, read: Callable[[bytes], object]) -> Callable[[], object]:
    def all_lines() -> None:
        with path.open("rb", buffering=1 << 20) as file:
            for line in file:
                read(line)

    return all_lines


def scoring(path: Path, desk: Desk) -> Callable[[], object]:
    """The whole way from bytes to packed tables of rows, in this process."""

    def all_pieces() -> None:
        with collector_eased():
            for block in _pieces(path):
                packed(_scored(desk, block).rows)

    return all_pieces


def _pieces(path: Path) -> Iterator[Block]:
    return pieces([Input(str(path))], Sizes())


def _scored(desk: Desk, block: Block) -> Sheet:
    numbers = range(block.piece.first, block.piece.first + len(block.lines))
    return desk.score(block.piece, numbers, block.lines)


class OnePass(Judge):
    """A judge that only reads claims and links: the first pass."""

    def summed(self, *_: Any) -> Any:
        return None


def compare(path: Path, desk: Desk) -> int:
    """How many answers there are; each has to be judged as its label says."""
    total = 0
    with path.with_name("labels.jsonl").open(encoding="utf-8") as labels:
        for block in _pieces(path):
            rows = _scored(desk, block).rows
            told = zip(rows.column("root").to_pylist(), rows.column("fails").to_pylist(), strict=True)
            for (root, fails), line in zip(told, islice(labels, rows.num_rows), strict=True):
                wanted_root, wanted, may = (set(_names(some)) for some in json.loads(line))
                assert set(root) == wanted_root, (root, line)
                assert wanted <= set(fails) <= wanted | may, (fails, line)
                total += 1
    return total


def _names(checks: Sequence[int]) -> list[str]:
    return [Check(one).name.lower() for one in checks]


def command(path: Path, workers: int) -> tuple[float, float]:
    """Seconds from start to end of `rulelang score`, and the peak memory of its processes together, in MB."""
    out = path.with_name("results.parquet")
    out.unlink(missing_ok=True)
    arguments = [sys.executable, "-m", "rulelang", "score", str(path), "--warrant", "full", "--out", str(out)]
    start = time.perf_counter()
    quiet = subprocess.DEVNULL
    with subprocess.Popen([*arguments, "--workers", str(workers), "--restart"], stdout=quiet, stderr=quiet) as process:
        peak = 0.0
        while process.poll() is None:
            peak = max(peak, sum(_resident(pid) for pid in _family(process.pid)))
            time.sleep(0.05)
    spent = time.perf_counter() - start
    assert process.returncode in (0, 1), process.returncode
    return spent, peak


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return [pid]
    return [pid, *(one for child in children for one in _family(int(child)))]


def _resident(pid: int) -> float:
    """Resident memory of a process that it doesn't share, in MB."""
    try:
        fields = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    except OSError:
        return 0.0
    return (int(fields[1]) - int(fields[2])) * resource.getpagesize() / 1e6


def quarter(path: Path, answers: int) -> Path:
    part = path.with_name("quarter.jsonl")
    with path.open("rb") as file, part.open("wb") as out:
        out.writelines(islice(file, answers // 4))
    return part


def parts(path: Path, desk: Desk) -> dict[str, float]:
    """CPU seconds of each part of the way, everything known: each is the difference of two passes."""
    lines: list[bytes] = []
    for block in _pieces(path):  # as the desk does: within a piece case by case
        told = [(answer.case, line) for line in block.lines if (answer := envelope_of(line)) is not None]
        lines += [line for _, line in sorted(told, key=lambda one: one[0])]
    known = {str(case): made for case, made in desk.cases.items() if not isinstance(made, RuleLangError)}
    seen = {case: made.seen for case, made in known.items()}
    judges = {case: made.judge for case, made in known.items()}
    first = {case: Seen(OnePass(judge.ready, judge.policy, judge.links)) for case, judge in judges.items()}

    def through(some: dict[str, Seen]) -> Callable[[], object]:
        def work() -> None:
            for line in lines:
                answer = envelope_of(line)
                assert answer is not None
                some[answer.case].row(answer, line)

        return work

    timed(through(first))
    reading_alone = least(lambda: [envelope_of(line) for line in lines])
    interning = least(through(first))
    checking = least(through(seen))
    everything = least(scoring(path, desk))
    return {
        "reading, claims left as bytes (msgspec)": reading_alone,
        "claims and links looked up, keys told twice": interning - reading_alone,
        "checks and rubric": checking - interning,
        "lines, places, tables, packing, what is read in full": everything - checking,
        "all": everything,
    }


def least(work: Callable[[], object]) -> float:
    with collector_paused():
        return min(timed(work) for _ in range(ROUNDS))


def QuickDecoder() -> Callable[[bytes], QuickAnswer]:
    import msgspec

    return msgspec.json.Decoder(QuickAnswer).decode


def gold(desk: Desk) -> float:
    """CPU seconds for making all cases ready once more."""
    judges = [made.judge for made in desk.cases.values() if not isinstance(made, RuleLangError)]

    def work() -> None:
        for judge in judges:
            ready = make_ready(judge.ready.base, judge.ready.case)
            Judge(ready, judge.policy)
            facts_of(ready, judge.policy)

    return timed(work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=87_000)
    parser.add_argument("--cases", type=int, default=450)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--distinct", action="store_true", help="no two answers to a case have the same structure")
    parser.add_argument("--no-command", action="store_true", help="leave `rulelang score` out")
    parser.add_argument("--keep", type=Path, help="a folder for the files, used again if it holds them")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "answers.jsonl"
        if not path.exists():
            write(folder, chosen.answers, chosen.cases, chosen.seed, chosen.distinct)
        measure(path, chosen.answers, chosen.no_command)


def measure(path: Path, answers: int, no_command: bool) -> None:
    size = path.stat().st_size
    print(f"{answers:,} answers of {size // answers:,} bytes; {os.cpu_count()} processors", flush=True)
    terms = Terms(policy="full", roots=Roots().and_of([path]))
    desk = Desk(terms)
    cold = timed(scoring(path, desk))
    assert compare(path, desk) == answers
    print("all verdicts are those of the labels", flush=True)
    ways = {
        "pydantic, reading": reading(path, Answer.model_validate_json),
        "msgspec, reading": reading(path, QuickDecoder()),
        "msgspec, reading with duplicate keys and links": reading(path, read_quickly),
        "whole check, warm": scoring(path, desk),
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for name, work in ways.items():
            best[name] = min(best[name], timed(work))
    best["whole check, cold (gold work included)"] = cold
    pydantic = best["pydantic, reading"]
    print("\n| | CPU s | answers/s | of pydantic's rate |\n| --- | --- | --- | --- |")
    for name, spent in best.items():
        print(f"| {name} | {spent:.2f} | {answers / spent:,.0f} | {pydantic / spent:.2f} |", flush=True)
    print(f"\ngold work of {len(desk.cases)} cases again: {gold(desk):.2f} s")
    print("\n| part, warm | CPU s | µs an answer |\n| --- | --- | --- |")
    for name, spent in parts(path, desk).items():
        print(f"| {name} | {spent:.2f} | {spent / answers * 1e6:.1f} |", flush=True)
    if no_command:
        return
    few = command(path, 1)
    many = command(path, 2)
    small = command(quarter(path, answers), 1)
    print("\n| `rulelang score` | s | answers/s | peak MB |\n| --- | --- | --- | --- |")
    for name, count, (spent, peak) in (
        ("1 process, a quarter", answers // 4, small),
        ("1 process", answers, few),
        ("2 processes", answers, many),
    ):
        print(f"| {name} | {spent:.1f} | {count / spent:,.0f} | {peak:.0f} |", flush=True)
    print(f"\nthe second process: {few[0] / many[0]:.2f} times the rate")


if __name__ == "__main__":
    main()
