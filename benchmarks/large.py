"""How long each command takes on programs of one shape and growing size: `python benchmarks/large.py [OPTIONS]`.

Prints a Markdown table for each shape: CPU seconds of the whole process for each command at each size.  A cell `>60`
was stopped there.  What grows faster than its program is plain to see: ten times the rules should cost about ten times.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

SIZES = (100, 200, 400, 1_000)


def _case(given: Iterable[str], asked: str, using: str = "") -> str:
    return f"CASE c\n{using}  GIVEN {', '.join(given)}\n  ASK DECIDE {asked}\n"


def chain(n: int) -> str:
    """Rules each of which needs the one before it."""
    declared = "".join(f"OUTCOME p{i}\n" for i in range(n))
    rules = "".join(f"RULE r{i} IF p{i - 1} THEN p{i}\n" for i in range(1, n))
    return f"FACT a\n{declared}RULE r0 IF a THEN p0\n{rules}{_case(['a'], f'p{n - 1}')}"


def defined(n: int) -> str:
    """Definitions each of which needs the one before it, and a fact."""
    facts = "".join(f"FACT f{i}\n" for i in range(n))
    steps = "".join(f"DEFINE d{i} AS d{i - 1} AND f{i}\n" for i in range(1, n))
    rule = f"RULE r IF d{n - 1} THEN p\n"
    return f"{facts}OUTCOME p\nDEFINE d0 AS f0\n{steps}{rule}{_case((f'f{i}' for i in range(n)), 'p')}"


def numbers(n: int) -> str:
    """Values each of which is one more than the one before it."""
    declared = "".join(f"OUTCOME v{i} : NUMBER\n" for i in range(n))
    rules = "".join(f"RULE r{i} THEN v{i} = v{i - 1} + 1\n" for i in range(1, n))
    return f"FACT a : NUMBER\n{declared}RULE r0 THEN v0 = a\n{rules}{_case(['a = 1'], f'v{n - 1}')}"


def norms(n: int) -> str:
    """Duties each of which needs the one before it."""
    declared = "".join(f"ACTION a{i}\n" for i in range(n))
    rules = "".join(f"RULE r{i} IF MUST a{i - 1} THEN MUST a{i}\n" for i in range(1, n))
    return f"FACT a\n{declared}RULE r0 IF a THEN MUST a0\n{rules}{_case(['a'], f'MUST a{n - 1}')}"


def wide_and(n: int) -> str:
    """One rule that needs every fact."""
    return _wide(n, " AND ", "a{}")


def wide_or(n: int) -> str:
    """One rule that needs one of the facts, none of which is true."""
    return _wide(n, " OR ", "NOT a{}")


def _wide(n: int, joined: str, given: str) -> str:
    declared = "".join(f"FACT a{i}\n" for i in range(n))
    rule = f"RULE r IF {joined.join(f'a{i}' for i in range(n))} THEN p\n"
    return f"{declared}OUTCOME p\n{rule}{_case((given.format(i) for i in range(n)), 'p')}"


def rules(n: int) -> str:
    """Rules for one outcome, none of which applies."""
    declared = "".join(f"FACT a{i}\n" for i in range(n))
    made = "".join(f"RULE r{i} IF a{i} THEN p\n" for i in range(n))
    return f"{declared}OUTCOME p\n{made}{_case((f'NOT a{i}' for i in range(n)), 'p')}"


def variants(n: int) -> str:
    """A rule that was augmented again and again, with a condition each time."""
    facts = "".join(f"FACT f{i}\n" for i in range(n))
    made = "".join(f"RULE r{i} AUGMENTS r{i - 1}\n  ADDITIVE AND f{i}\n" for i in range(1, n))
    given = (f"f{i}" for i in range(n))
    return f"{facts}OUTCOME p\nRULE r0 IF f0 THEN p\n{made}{_case(given, 'p', f'  USING r{n - 1}' + chr(10))}"


SHAPES: dict[str, Callable[[int], str]] = {
    "chain": chain,
    "defined": defined,
    "numbers": numbers,
    "norms": norms,
    "and": wide_and,
    "or": wide_or,
    "rules": rules,
    "variants": variants,
}

COMMANDS: dict[str, tuple[str, ...]] = {
    "derive": ("derive", "c.rules#c"),
    "warrant": ("warrant", "c.rules#c"),
    "rubric": ("rubric", "c.rules#c"),
    "gold": ("mutate", "c.rules#c", "--faults", "none", "--harmless", "none", "--out", "gold.jsonl"),
    "check": ("check", "gold.json"),
    "wrong": ("check", "wrong.json"),
    "read": ("read", "gold.txt", "--case", "c.rules#c"),
    "prompt": ("prompt", "c.rules#c"),
    "score": ("score", "many.jsonl", "--out", "rows.jsonl", "--workers", "1", "--restart"),
    "lint": ("lint", "c.rules"),
    "mutate": ("mutate", "c.rules#c", "--out", "all.jsonl"),
}
"""`check` is of the gold answer, `wrong` of one with a claim left out, one turned round, and so the decision; `score`
is of fifty answers with one or the other fault each."""


def _opposite(says: str | list[str]) -> str | list[str]:
    first = says if isinstance(says, str) else says[0]
    other = first.removeprefix("NOT ") if first.startswith("NOT ") else f"NOT ({first})"
    return other if isinstance(says, str) else [other, *says[1:]]


def _without(answer: dict[str, object], place: int) -> dict[str, object]:
    """The answer without one claim and the links to it."""
    claims = answer["claims"]
    assert isinstance(claims, list)
    gone = claims[place]["id"]
    kept = [{**one, "from": [x for x in one.get("from", ()) if x != gone]} for one in claims if one["id"] != gone]
    return {**answer, "claims": kept}


def _turned(answer: dict[str, object], place: int) -> dict[str, object]:
    """The answer with one claim turned round."""
    claims = answer["claims"]
    assert isinstance(claims, list)
    turned = {**claims[place], "says": _opposite(claims[place]["says"])}
    return {**answer, "claims": [turned if number == place else one for number, one in enumerate(claims)]}


def answers(folder: Path) -> None:
    """Writes what is checked, scored and read, out of the gold answer."""
    gold = json.loads((folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()[0])
    (folder / "gold.json").write_text(json.dumps(gold), encoding="utf-8")
    claims = gold["claims"]
    wrong = _turned(_without(gold, len(claims) // 3), len(claims) // 2)
    wrong["decision"] = {**gold["decision"], "says": _opposite(gold["decision"]["says"])}
    (folder / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    many = []
    for i in range(50):
        place = i * len(claims) // 50
        many.append({**(_without, _turned)[i % 2](gold, place), "sample": i})
    (folder / "many.jsonl").write_text("".join(json.dumps(one) + "\n" for one in many), encoding="utf-8")
    lines = [_line(f"CLAIM {one['id']}", one) for one in claims]
    (folder / "gold.txt").write_text("\n".join([*lines, _line("DECISION", gold["decision"])]) + "\n", encoding="utf-8")


def _line(head: str, one: dict[str, object]) -> str:
    says = one["says"]
    line = f"{head}: {says if isinstance(says, str) else '; '.join(map(str, says if isinstance(says, list) else ()))}"
    for field in ("rules", "evidence", "from"):
        names = one.get(field)
        if isinstance(names, list) and names:
            line += f" | {field}: {', '.join(names)}"
    return line


def cpu(command: tuple[str, ...], folder: Path, limit: int, keep: Path | None) -> str:
    """CPU seconds of a command, with its exit status where that says that it could not be used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "NO_COLOR": "1", "RULELANG_CACHE": str(folder / "cache")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rulelang", *command],
            cwd=folder,
            env=env,
            capture_output=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f">{limit}"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if keep is not None:
        keep.write_bytes(done.stdout + done.stderr + b"%d\n" % done.returncode)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return f"{seconds:.2f}" + (f" (!{done.returncode})" if done.returncode > 1 else "")


def measured(shape: str, size: int, commands: Iterable[str], limit: int, keep: Path | None) -> dict[str, str]:
    """The CPU time of each command at one size; what a command prints goes below `keep`."""
    times: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "cache").mkdir(mode=0o700)
        (folder / "c.rules").write_text(SHAPES[shape](size), encoding="utf-8")
        kept = None
        if keep is not None:
            kept = keep / shape / str(size)
            kept.mkdir(parents=True, exist_ok=True)
        cpu(COMMANDS["derive"], folder, limit, None)  # fills the cache
        made = cpu(COMMANDS["gold"], folder, 4 * limit, None)
        if (folder / "gold.jsonl").exists() and (folder / "gold.jsonl").stat().st_size:
            answers(folder)
        for command in commands:
            file = None if kept is None else kept / command
            times[command] = made if command == "gold" else cpu(COMMANDS[command], folder, limit, file)
        if kept is not None:
            for product in ("gold.jsonl", "rows.jsonl", "all.jsonl", "all.labels"):
                if (folder / product).exists():
                    (kept / product).write_bytes((folder / product).read_bytes())
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shapes", nargs="*", default=list(SHAPES), choices=list(SHAPES))
    parser.add_argument("--sizes", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--commands", nargs="*", default=list(COMMANDS), choices=list(COMMANDS))
    parser.add_argument("--limit", type=int, default=60, help="seconds after which a command is stopped")
    parser.add_argument("--keep", type=Path, help="a folder for all that was printed, to compare two versions")
    given = parser.parse_args()
    for shape in given.shapes:
        print(f"| {shape} | {' | '.join(given.commands)} |\n|{' --- |' * (len(given.commands) + 1)}")
        for size in given.sizes:
            times = measured(shape, size, given.commands, given.limit, given.keep)
            print(f"| {size} | {' | '.join(times[one] for one in given.commands)} |", flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
