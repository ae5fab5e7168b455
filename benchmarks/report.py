"""How long `report` and `judge-eval` take, and how much memory, on as many answers as RGDT-Bench has.

    python benchmarks/report.py [--models 6] [--resamples 20000] [--keep FOLDER]

The rows are synthetic, by a seed: each model is a chance of being right, each case a difficulty; what fails, the rubric
and the scores of three evaluators follow from these.  They are rows that a check could have given: `report` refuses
others.  Each command runs in a process of its own; processor time and the greatest memory are the system's figures.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from rulelang.verifier.finding import Check
from rulelang.verifier.rubric import OPERATORS, WEIGHTS, Dimension, ErrorType
from rulelang.verifier.statistics.reading import schema

TRACKS = (("policy", 94, 1), ("contract", 108, 3), ("regulation", 132, 1), ("transaction", 118, 3))
"""Cases and settings of each (RGDT-Bench, table 6): 904 prompts, with 6 models and 16 samples 86,784 answers."""

TYPES = ("multi_issue_synthesis", "definitive_conclusion", "event_prediction", "priority_arbitration",
         "special_case_judgment", "what_if_revision", "action_prescription")  # fmt: skip
LAYERS = tuple(check.name.lower() for check in Check)


def made(models: int, samples: int, seed: int) -> Any:
    """The rows as a table."""
    chance = np.random.default_rng(seed)
    skill = np.linspace(0.5, -0.35, models)
    prompts = [
        (track, f"{track}.rules#case{case}", f"p{setting + 1}")
        for track, cases, settings in TRACKS
        for case in range(cases)
        for setting in range(settings)
    ]
    different = {case: (index, chance.normal(0, 0.25)) for index, (_, case, _) in enumerate(prompts)}
    rows = [
        _row(prompt, different[prompt[1]], f"vendor/model-{model}", sample, skill[model], chance)
        for model in range(models)
        for prompt in prompts
        for sample in range(samples)
    ]
    return pa.Table.from_pylist(
        [{**row, "line": line, "file": "answers.jsonl"} for line, row in enumerate(rows, 1)], schema=schema()
    )


def _row(
    prompt: tuple[str, str, str], case: tuple[int, float], model: str, sample: int, skill: float, chance: Any
) -> dict[str, object]:
    track, name, setting = prompt
    number, hard = case
    ability = skill - hard + chance.normal(0, 0.3) - 0.1 * (setting == "p3")
    correct, whole = bool(ability + 0.7 > chance.random()), bool(ability + 0.35 > chance.random())
    fails = [] if whole else sorted({LAYERS[place] for place in chance.integers(0, 4, chance.integers(1, 3))})
    fails += [] if correct else ["outcome"]
    complete = correct and not fails
    has = {one: complete or bool(ability + 0.6 > chance.random()) for one in Dimension}
    gold = 2 + number % 4
    found = gold if complete else int(chance.integers(0, gold + 1))
    right = int(chance.integers(0, found + 1)) if not complete else found
    findings = ["RL472"] * len(fails)
    facts = {
        "case": name, "track": track, "setting": setting, "model": model, "sample": sample, "policy": "full",
        "question_type": TYPES[number % 7], "depth": 1 + number % 4, "load": number % 4, "branching": number % 2,
        "same_source": bool(number % 2),
    }  # fmt: skip
    if chance.random() < 0.005:
        nothing: dict[str, object] = {one: [] for one in ("fails", "root", "findings", "kinds", "errors")}
        flags = dict.fromkeys(("evaluable", "complete", "complete_but_aggregation", "limited"), False)
        return facts | nothing | flags | {"correct": correct}
    return {
        **facts, "evaluable": True, "correct": correct, "complete": complete,
        "complete_but_aggregation": correct and set(fails) <= {"aggregation"}, "fails": fails, "root": fails[:1],
        "findings": findings, "kinds": [f"kind {layer}" for layer in fails], "slots": 1 + number % 7, "warrants": 1,
        "limited": False, "scope": found == gold,
        "rubric": sum(WEIGHTS[one] for one, got in has.items() if got),
        "graded": float(sum(WEIGHTS[one] * (1.0 if got else 0.5) for one, got in has.items())),
        **{f"dim_{one.name.lower()}": got for one, got in has.items()},
        **{f"graded_{one.name.lower()}": 1.0 if got else 0.5 for one, got in has.items()},
        "gold_rules": gold, "cited_rules": gold, "found_rules": found, "applied_right": right,
        "recall": found / gold, "precision": right / gold,
        "errors": [error.value for error in ErrorType if not complete and chance.random() < 0.4],
        **{f"events_{one.lower()}": gold for one in OPERATORS}, **{f"right_{one.lower()}": right for one in OPERATORS},
    }  # fmt: skip


def scores(table: Any, seed: int) -> str:
    """A file of scores: an evaluator that sees the warrant dimly, one that sees the decision, one that sees nothing."""
    chance = np.random.default_rng(seed)
    keys = [table.column(name).to_pylist() for name in ("case", "setting", "model", "sample")]
    complete, correct = (np.array(table.column(name).to_pylist(), float) for name in ("complete", "correct"))
    noise = chance.normal(0, 1, (3, table.num_rows))
    seen = (complete, correct, 0 * correct)
    columns = [1 / (1 + np.exp(1 - 2 * one - blur)) for one, blur in zip(seen, noise, strict=True)]
    lines = ["case,setting,model,sample,warrant,outcome,noise"]
    for key in zip(*keys, *columns, strict=True):
        lines.append(",".join(part if isinstance(part, str) else f"{part:.6g}" for part in key))
    return "\n".join(lines) + "\n"


def write(folder: Path, models: int, samples: int, seed: int) -> None:
    """The results in both formats and the scores."""
    table = made(models, samples, seed)
    parquet.write_table(table, folder / "results.parquet")
    with (folder / "results.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in table.to_pylist())
    (folder / "scores.csv").write_text(scores(table, seed), encoding="utf-8")
    sizes = [(folder / name).stat().st_size / 1e6 for name in ("results.parquet", "results.jsonl")]
    print(f"{table.num_rows:,} answers: {sizes[0]:.1f} MB of Parquet, {sizes[1]:.0f} MB of JSONL", flush=True)


def measured(*words: str) -> None:
    """Runs a command of rulelang and prints its processor time and its greatest memory."""
    process = subprocess.Popen([sys.executable, "-m", "rulelang", *words])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    shown = " ".join(Path(word).name if "/" in word else word for word in words)
    print(f"{used.ru_utime + used.ru_stime:7.1f} s {used.ru_maxrss / 1024:7.0f} MB   rulelang {shown}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    options.add_argument("--models", type=int, default=6)
    options.add_argument("--samples", type=int, default=16)
    options.add_argument("--resamples", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--keep", type=Path, help="leave results, scores and reports there")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        # In a process of its own: what a process once needed counts as need of those that it starts, too.
        work = multiprocessing.get_context("spawn").Process(
            target=write, args=(folder, chosen.models, chosen.samples, chosen.seed)
        )
        work.start()
        work.join()
        results, lines, csv = folder / "results.parquet", folder / "results.jsonl", folder / "scores.csv"
        resamples = str(chosen.resamples)
        measured("report", str(results), "--resamples", resamples, "--out", str(folder / "report.html"))
        measured("report", str(lines), "--resamples", resamples, "--out", str(folder / "report.html"))
        measured("report", str(results), "--resamples", resamples, "--out", str(folder / "report.zip"))
        measured("judge-eval", str(csv), str(results), "--out", str(folder / "judges.html"))


if __name__ == "__main__":
    main()
