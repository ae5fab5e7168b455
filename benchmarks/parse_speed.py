"""Rules read per second, cold: `python benchmarks/parse_speed.py [RULES]`, one JSON line.

The text is generated (`pool.py`, seed 0), read once in a fresh process with nothing cached but the parser's table,
and timed as CPU time; reading the table is in `table_seconds`, apart.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import pool

from rulelang.grammar.reading.parse import parse
from rulelang.grammar.source import Source


def main() -> None:
    rules = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    text = pool.module(rules)
    start = time.process_time()
    parse(Source("empty.rules", ""))
    ready = time.process_time()
    parsed = parse(Source("pool.rules", text))
    done = time.process_time()
    report = {
        "rules": rules,
        "lines": text.count("\n"),
        "megabytes": round(len(text) / 1e6, 2),
        "diagnostics": len(parsed.diagnostics),
        "table_seconds": round(ready - start, 3),
        "seconds": round(done - ready, 3),
        "rules_per_second": round(rules / (done - ready)),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
