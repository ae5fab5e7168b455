"""How long the command line takes to start: `python benchmarks/startup.py [RUNS]` prints a Markdown table.

The commands are run in turn, so that a busy moment of the machine touches all of them; the figures are medians of the
CPU time of the child processes.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

SCRIPT = str(Path(sys.executable).parent / "rulelang")
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'python -c "import argparse, json"': [sys.executable, "-c", "import argparse, json"],
    "rulelang --version": [SCRIPT, "--version"],
    "rulelang --help": [SCRIPT, "--help"],
    "rulelang explain RL490": [SCRIPT, "explain", "RL490"],
    "rulelang derive --help": [SCRIPT, "derive", "--help"],
    "rulelang check --help": [SCRIPT, "check", "--help"],
}


def cpu_ms(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "NO_COLOR": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1e3


def main(runs: int) -> None:
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, command in COMMANDS.items():
            times[name].append(cpu_ms(command))
    base = statistics.median(times['python -c "import argparse, json"'])
    print("| command | CPU ms | to argparse, json |\n| --- | --- | --- |")
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"| `{name}` | {median:.1f} | {median / base:.2f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 31)
