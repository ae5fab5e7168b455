"""Deriving beside other engines: `python benchmarks/derive.py [--sizes 200,1000,10000] [--rounds 5]`.

On the same pools (`layered`), with the same answers (checked), in one run; CPU time of this process per case, median
of rounds that take turns.  `one case`: one outcome with the chain of rules that it rests on (the others give no chain).
`batch`: all outcomes of 1,000 cases given as dictionaries.  Slow engines run on fewer cases.  Ours goes the whole way:
rule text, load, prepare, ground, decide.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from layered import Layered, Value, cases, pool, rule_text

from rulelang.engine.core import Core, Established
from rulelang.engine.decision import Status
from rulelang.engine.evaluating.batch import settle_batch
from rulelang.engine.evaluating.goal import run_goal
from rulelang.engine.grounding.ground import ground
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.model import OutcomeHolds

BATCH = 1_000
GOALS = {
    ("one", "zen-engine"): 50, ("one", "clingo (multi-shot, assumptions)"): 150,
    ("batch", "zen-engine"): 50, ("batch", "clingo (multi-shot, assumptions)"): 250, ("batch", "OpenFisca-Core"): 4,
}  # fmt: skip
"""How many times faster ours is to be at 10,000 rules."""


@dataclass(frozen=True, slots=True)
class Ours:
    """The pool as a core, and each outcome's target."""

    core: Core
    targets: Mapping[str, int]

    def all(self, drawn: Sequence[Mapping[str, Value]]) -> dict[str, int]:
        """For each outcome the cases in which it holds, as bits."""
        verdicts = settle_batch(self.core, drawn, tuple(self.targets.values()))
        assert verdicts is not None
        return dict(zip(self.targets, verdicts.holds, strict=True))

    def one(self, case: Mapping[str, Value], goal: str) -> tuple[bool, tuple[int, ...]]:
        """Whether an outcome holds, and its chain."""
        found = run_goal(self.core, case, self.targets[goal])
        assert found is not None
        return found.decision.status is Status.HOLDS, found.chain()


def ours(made: Layered) -> tuple[Ours, dict[str, float]]:
    """The pool, by way of its rule text, with the seconds of each step."""
    spent: dict[str, float] = {}

    def timed(step: str, what: Callable[[], Any]) -> Any:
        start = time.process_time()
        result = what()
        spent[step] = time.process_time() - start
        return result

    text = rule_text(made)
    loaded = timed("load", lambda: load_text(text, "layered.rules"))
    assert loaded.program is not None, loaded.diagnostics[:3]
    base, problems = timed("prepare", lambda: prepare(loaded.program))
    assert base is not None, problems[:3]
    selection, _ = base.select()
    asked = [OutcomeHolds(outcome.name) for outcome in made.outcomes]
    core = timed("ground", lambda: ground(base, selection, {}, (), asked))
    targets: dict[str, int] = {}
    for number, target in enumerate(core.targets):
        assert isinstance(target, Established)
        targets[target.contest] = number
    return Ours(core, targets), spent


@dataclass(frozen=True, slots=True)
class Contender:
    """An engine in one of the two tasks: `run` does it for some cases, `answers` says what came out in which case."""

    name: str
    cases: int
    run: Callable[[int], Any]
    answers: Callable[[Any], list[Any]]


def measured(contenders: Sequence[Contender], rounds: int) -> dict[str, tuple[float, list[Any]]]:
    """CPU microseconds per case (median), and the answers of the first round."""
    times: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    answers: dict[str, list[Any]] = {}
    for _ in range(rounds):
        for contender in contenders:
            start = time.process_time()
            result = contender.run(contender.cases)
            times[contender.name].append((time.process_time() - start) / contender.cases * 1e6)
            if contender.name not in answers:
                answers[contender.name] = contender.answers(result)
    return {name: (statistics.median(found), answers[name]) for name, found in times.items()}


def contest(size: int, rounds: int) -> list[tuple[str, str, int, float]]:
    """Task, engine, rules and microseconds per case; raises where two engines disagree."""
    from peers.asp import Clingo
    from peers.gorules import Zen
    from peers.openfisca import OpenFisca

    made = pool(size)
    drawn, goals = cases(made, BATCH)
    mine, spent = ours(made)
    print(f"\n{made.size:,} rules, {len(made.outcomes):,} outcomes, {len(made.facts):,} facts; "
          + ", ".join(f"{step} {seconds:.2f} s" for step, seconds in spent.items()))
    clingo, zen, fisca = Clingo(made), Zen(made), OpenFisca(made)
    few = 30 if size > 1_000 else 200
    names = [outcome.name for outcome in made.outcomes]

    def sets(result: list[frozenset[str]]) -> list[Any]:
        return list(result)

    def by_case(columns: Mapping[str, int]) -> list[Any]:
        return [frozenset(n for n, bits in columns.items() if bits >> i & 1) for i in range(few)]

    def fisca_sets(columns: list[Any]) -> list[Any]:
        return [frozenset(n for n, column in zip(names, columns, strict=True) if column[i]) for i in range(few)]

    tasks = {
        "one": [
            Contender("rulelang", BATCH, lambda n: [mine.one(drawn[i], goals[i]) for i in range(n)],
                      lambda found: [holds for holds, _ in found]),
            Contender(zen.name, few, lambda n: [zen.one(drawn[i], goals[i]) for i in range(n)], list),
            Contender(clingo.name, few, lambda n: [clingo.one(drawn[i], goals[i]) for i in range(n)], list),
        ],
        "batch": [
            Contender("rulelang", BATCH, lambda n: mine.all(drawn[:n]), by_case),
            Contender(zen.name, few, lambda n: [zen.all(case) for case in drawn[:n]], sets),
            Contender(clingo.name, few, lambda n: [clingo.all(case) for case in drawn[:n]], sets),
            Contender(fisca.name, BATCH, lambda n: fisca.batch(drawn[:n]), fisca_sets),
        ],
    }  # fmt: skip
    rows: list[tuple[str, str, int, float]] = []
    for task, contenders in tasks.items():
        found = measured(contenders, rounds)
        right = found["rulelang"][1]
        for name, (micros, answers) in found.items():
            compared = min(len(right), len(answers))
            if answers[:compared] != right[:compared]:
                raise SystemExit(f"{name} and rulelang give different answers ({task}, {size} rules)")
            rows.append((task, name, size, micros))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="200,1000,10000")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    sizes = [int(size) for size in chosen.sizes.split(",")]
    engines = ", ".join(f"{name} {version(name)}" for name in ("clingo", "zen-engine", "openfisca-core"))
    print(f"Python {platform.python_version()}, {platform.machine()}; {engines}")
    rows = [row for size in sizes for row in contest(size, chosen.rounds)]
    time_of = {(task, name, size): micros for task, name, size, micros in rows}
    for task, title in (("one", "one case, one outcome with its chain"), ("batch", "all outcomes of 1,000 cases")):
        print(f"\n{title}: CPU microseconds per case (times rulelang's)")
        for name in dict.fromkeys(n for t, n, _, _ in rows if t == task):
            cells = []
            for size in sizes:
                ratio = time_of[task, name, size] / time_of[task, "rulelang", size]
                times = "" if name == "rulelang" else f" ({ratio:,.1f}x)"
                cells.append(f"{time_of[task, name, size]:12,.1f}{times}")
            goal = GOALS.get((task, name))
            print(f"  {name:34}" + "  ".join(f"{cell:22}" for cell in cells) + (f" goal {goal}x" if goal else ""))


if __name__ == "__main__":
    main()
