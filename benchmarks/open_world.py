"""Deciding with unknown facts beside z3 and clingo: `python benchmarks/open_world.py [--sizes 1000,10000]`.

On the pools of `layered`, a fifth of the facts unknown, one outcome of the highest layer asked of each case: does it
hold, or fail, whatever the unknown facts are?  Ours goes the whole way from rule text and then decides case by case
(`engine.certain`): 64 completions, three-valued pass, a search among completions, the solver for what is left.  z3
alone and clingo get the same pool with everything prepared once (completion or grounding, thresholds in order) and one
set of assumptions for each case, two questions at most.  Same answers (checked), one run, engines in turn, CPU time of
this process, median of rounds.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from derive import ours
from layered import Layered, Value, cases, pool, test
from peers.asp import Clingo
from peers.smt import Z3, grouped

from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.glance import glance

UNKNOWN = 0.2
WORDS = {True: "HOLDS", False: "FAILS", None: "UNDETERMINED"}
GOALS = {(1_000, Z3.name): 15, (1_000, Clingo.name): 6, (10_000, Z3.name): 15, (10_000, Clingo.name): 15}
"""How many times faster ours is to be."""


@dataclass(frozen=True, slots=True)
class Contender:
    name: str
    cases: int
    decide: Callable[[Mapping[str, Value], str], str]


class OpenClingo(Clingo):
    """The same program with what ties a fact's tests together; two questions, each under the case's assumptions."""

    def __init__(self, made: Layered) -> None:
        super().__init__(made)
        members = {fact.name: fact.members for fact in made.facts}
        lines: list[str] = []
        for name, operands in grouped(self.tests).items():
            if members[name]:
                lines += [f":- t{a}, t{b}." for a, b in combinations(operands.values(), 2)]
                if set(operands) == set(members[name]):
                    lines.append(f":- {', '.join(f'not t{number}' for number in operands.values())}.")
            else:
                ordered = [operands[key] for key in sorted(operands)]
                lines += [f":- t{upper}, not t{lower}." for lower, upper in pairwise(ordered)]
        self.control.add("order", [], "\n".join(lines))
        self.control.ground([("order", [])])

    def open(self, case: Mapping[str, Value], goal: str) -> str:
        literal = self.outcomes.get(goal)
        if literal is None:
            return "FAILS"
        assumed = [
            number if test(tested, case[tested.name]) else -number
            for tested, number in self.assumed if tested.name in case
        ]
        if not self.control.solve(assumptions=[*assumed, literal]).satisfiable:
            return "FAILS"
        return "UNDETERMINED" if self.control.solve(assumptions=[*assumed, -literal]).satisfiable else "HOLDS"


def hidden(drawn: Sequence[Mapping[str, Value]], seed: int = 1) -> list[dict[str, Value]]:
    """The cases without a fifth of their facts."""
    random = Random(seed)
    return [{name: value for name, value in case.items() if random.random() >= UNKNOWN} for case in drawn]


def contest(size: int, number: int, rounds: int) -> list[tuple[str, int, float]]:
    """Engine, rules and microseconds per case; raises where two engines disagree."""
    made = pool(size)
    drawn, goals = cases(made, number)
    known = hidden(drawn)
    mine, spent = ours(made)
    few = min(number, 30 if size > 1_000 else 150)
    clingo, z3 = OpenClingo(made), Z3(made)
    contenders = [
        Contender("rulelang", number, lambda case, goal: WORDS[certain(mine.core, case, mine.targets[goal])]),
        Contender(Clingo.name, few, clingo.open),
        Contender(Z3.name, few, z3.open),
    ]
    print(f"\n{made.size:,} rules, {len(made.facts):,} facts, {UNKNOWN:.0%} unknown; "
          + ", ".join(f"{step} {seconds:.2f} s" for step, seconds in spent.items()))
    times: dict[str, list[float]] = {one.name: [] for one in contenders}
    answers: dict[str, list[str]] = {}
    for _ in range(rounds):
        for one in contenders:
            start = time.process_time()
            found = [one.decide(known[i], goals[i]) for i in range(one.cases)]
            times[one.name].append((time.process_time() - start) / one.cases * 1e6)
            answers.setdefault(one.name, found)
    for name, found in answers.items():
        if found != answers["rulelang"][: len(found)]:
            raise SystemExit(f"{name} disagrees")
    seen = [glance(mine.core, case, mine.targets[goal]) for case, goal in zip(known, goals, strict=True)]
    print(f"answers: {dict(Counter(answers['rulelang']))}; left to the solver: {seen.count('many')} of {number}")
    return [(name, size, statistics.median(found)) for name, found in times.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,10000")
    parser.add_argument("--cases", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    print(f"Python {platform.python_version()}, z3-solver {version('z3-solver')}, clingo {version('clingo')}")
    rows: list[tuple[str, int, float]] = []
    for size in map(int, args.sizes.split(",")):
        rows += contest(size, args.cases, args.rounds)
    print("\n| engine | rules | µs per case | cases per second | ours is faster by | goal |")
    print("| --- | --- | --- | --- | --- | --- |")
    mine = {size: micros for name, size, micros in rows if name == "rulelang"}
    for name, size, micros in rows:
        goal = GOALS.get((size, name))
        ratio = "" if name == "rulelang" else f"{micros / mine[size]:.1f}x"
        print(f"| {name} | {size:,} | {micros:,.0f} | {1e6 / micros:,.0f} | {ratio} | {f'{goal}x' if goal else ''} |")


if __name__ == "__main__":
    main()
