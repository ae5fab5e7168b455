"""Reading what models write: `python benchmarks/reading.py [--lines 800,3200]`.

Answers of so many claims in several styles, each claim with another formula, citations and a link: lines of the form,
numbered items, a table, an object of JSON, prose with quotes, and others.  CPU milliseconds a claim (or a line) for
reading with a case at hand, from text to answer; four times the text should take four times as long.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.reading import About, read_markup

RULES = """FACT late
FACT waived
FACT days : INTEGER
OUTCOME valid
RULE notice IF late AND NOT waived THEN valid
RULE guarded IF days > 3 THEN valid
CASE c CLOSED
  EVIDENCE e1 "It came late." SUPPORTS late
  GIVEN late, days = 5
  ASK "Is it valid?" DECIDE valid
"""


def form(count: int) -> str:
    lines = [f"CLAIM s{at}: days > {at} | rules: notice | evidence: e1 | from: s{at - 1}" for at in range(1, count)]
    return "\n".join(["CLAIM s0: late", *lines, f"DECISION: valid | from: s{count - 1}"])


def items(count: int) -> str:
    lines = [f"{at}. **days > {at}** (notice, e1), from {at - 1}" for at in range(2, count + 1)]
    return "\n".join(["## Findings", "", "1. late (e1)", *lines, "", "**Decision:** valid"])


def table(count: int) -> str:
    rows = [f"| s{at} | days > {at} | notice | e1 | s{at - 1} |" for at in range(1, count)]
    head = ["| Step | Claim | Rules | Evidence | From |", "|---|---|---|---|---|", "| s0 | late | | e1 | — |"]
    return "\n".join([*head, *rows, "", "DECISION: valid"])


def objects(count: int) -> str:
    claims = [{"id": f"s{at}", "claim": f"days > {at}", "rules": ["notice"], "evidence": ["e1"]} for at in range(count)]
    return json.dumps({"claims": claims, "decision": "valid"}, indent=1)


def prose(count: int) -> str:
    said = "Now it is plain that the notice was late, which matters since the rule asks for it ({at}). “It came late.”"
    return "\n".join([*(said.format(at=at) for at in range(count)), "DECISION: valid"])


def of_lines(line: str) -> Callable[[int], str]:
    """So many lines of one form, and a decision."""
    return lambda count: "".join([*(line.format(at=at) for at in range(count)), "\nDECISION: valid"])


STYLES: Mapping[str, Callable[[int], str]] = {
    "lines of the form": form, "numbered items": items, "rows of a table": table, "objects of JSON": objects,
    "lines of prose": prose, "headings": of_lines("## What is so in part {at}\n"),
    "questions with answers": of_lines("Q{at}: days > {at}? Yes.\n"),
    "suppositions": of_lines("If it had been {at} days late:\n"),
    "elements of XML": of_lines('<claim id="s{at}">days > {at}</claim>\n'), "one heading": of_lines("# So\n"),
    "one item": of_lines("- late (e1)\n"), "blank lines": of_lines("\n"),
}  # fmt: skip


def labels() -> Labels:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    return labels_of(base, program.cases["c"])


def spent(text: str) -> float:
    """CPU seconds for reading a text, with nothing known of it."""
    known = labels()
    start = time.process_time()
    marked = read_markup(Source("answer.txt", text), About("t.rules#c"), known)
    assert marked.answer.decision is not None
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", default="800,3200", help="how many, separated by commas")
    counts = [int(count) for count in parser.parse_args().lines.split(",")]
    print("| | " + " | ".join(f"{count:,}" for count in counts) + " |\n| --- |" + " --- |" * len(counts))
    for name, written in STYLES.items():
        times = [spent(written(count)) / count * 1e3 for count in counts]
        print(f"| {name} | " + " | ".join(f"{one:.2f}" for one in times) + " |", flush=True)


if __name__ == "__main__":
    main()
