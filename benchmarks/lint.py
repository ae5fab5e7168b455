"""Linting rule bases: `python benchmarks/lint.py [--sizes 200,1000,10000]`.

The pools of `layered`: as they are (every outcome's rules are ordered), and without their priorities, so that about
0.4 pairs a rule can conflict; and a dense one, where all rules are about five outcomes.  For each the CPU seconds of
`lint`, the findings, and how many pairs of rules each step settles: heads and order, literals and intervals as bits,
cubes of two rules, the solver.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from layered import pool, rule_text

from rulelang.engine.analysis.lint import lint
from rulelang.engine.analysis.scope import scope_of
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text


def dense(rules: int, seed: int = 1) -> str:
    """Rules about five outcomes whose conditions mostly exclude each other: one interval each of a shared number."""
    random = Random(seed)
    lines = ["MODULE dense", "FACT n : INTEGER FROM 0 TO 1000000", *(f"FACT b{i}" for i in range(20))]
    lines += [f"OUTCOME p{i}" for i in range(5)]
    for number in range(rules):
        low = number * 100
        head = f"p{number % 5}" if random.random() < 0.5 else f"NOT p{number % 5}"
        high = low + (99 if random.random() < 0.999 else 600)
        lines.append(f"RULE r{number} IF n BETWEEN {low} AND {high} AND b{random.randrange(20)} THEN {head}")
    return "\n".join(lines) + "\n"


def measure(name: str, text: str) -> None:
    """Lint one text and print a row."""
    start = time.process_time()
    loaded = load_text(text)
    assert loaded.program is not None, loaded.diagnostics
    base, found = prepare(loaded.program)
    assert base is not None, found
    ready = time.process_time()
    report = lint(base, scope_of([base.program]))
    spent = time.process_time() - ready
    codes = Counter(one.diagnostic.code for one in report.findings)
    pairs = report.pairs
    print(
        f"| {name} | {len(base.program.rules):,} | {ready - start:.2f} | {spent:.2f} | "
        f"{pairs.pairs:,} | {pairs.ordered:,} | "
        f"{pairs.literals:,} | {pairs.cubes:,} | {pairs.solver:,} | {report.asked} | "
        f"{', '.join(f'{code} {count}' for code, count in sorted(codes.items()))} |",
        flush=True,
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="200,1000,10000")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    heads = ["pool", "rules", "load (s)", "lint (s)", "pairs", "heads and order", "literals", "cubes", "solver",
             "all questions", "findings"]  # fmt: skip
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for size in sizes:
        text = rule_text(pool(size))
        measure("ordered", text)
        measure("unordered", "\n".join(line for line in text.splitlines() if not line.startswith("PRIORITY")) + "\n")
        measure("dense", dense(size))


if __name__ == "__main__":
    main()
