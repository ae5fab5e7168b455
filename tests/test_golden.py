"""Golden tests are documents: Markdown in `tests/golden/`, with files, commands and what they print.

A fenced block whose info string is `rules` is written to `example.rules`; with a second word (`rules tax.rules`,
`json answer.json`, `csv fees.csv`, `text notes.txt`) to the file of that name.  The block `rules page:RL103` is the
example on that code's page, so that the two never differ.  A block `bytes old.rules` is written as the bytes that
its escapes name (`\\xe9`, `\\0`, `\\n`); its own line ends are left out.

A `console` block holds commands after `$ ` and, below each, exactly what it prints (standard output and error as they
come); a line of it that begins with `$ ` is written with a backslash before it, and an exit status that is not 0 as a
last line `[exit 1]`.  Commands run in order, in one empty folder per document, inside this process: `rulelang …` (with
`< FILE` as its input) and `cat FILE`.

`pytest --bless tests/test_golden.py` writes what is printed now; read the difference before committing it.
"""

from __future__ import annotations

import difflib
import io
import os
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulelang.cli import main

GOLDEN = Path(__file__).parent / "golden"
PAGES = Path(__file__).parents[1] / "docs" / "codes"
_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Ran:
    """What a command printed and its exit status."""

    output: str
    status: int

    def written(self) -> str:
        end = "" if not self.output or self.output.endswith("\n") else "\n[no line end]\n"
        output = re.sub(r"^(?=\$ )", r"\\", self.output, flags=re.MULTILINE)
        return output + end + (f"[exit {self.status}]\n" if self.status else "")


def run(command: str) -> Ran:
    """Run one command line of a console block."""
    words = shlex.split(command)
    given = b""
    if "<" in words:
        at = words.index("<")
        given = Path(words[at + 1]).read_bytes()
        words = words[:at]
    if words[0] == "cat":
        return Ran("".join(Path(name).read_text(encoding="utf-8") for name in words[1:]), 0)
    assert words[0] == "rulelang", f"golden documents run `rulelang` and `cat`, not `{words[0]}`"
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"), stream, stream
    try:
        status = main(words[1:])
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return Ran(buffer.getvalue().decode("utf-8"), status)


def replayed(document: str) -> str:
    """The document with the output that its commands print now."""
    out: list[str] = []
    end = 0
    for block in _FENCE.finditer(document):
        out.append(document[end : block.start("body")])
        end = block.end("body")
        words = block["info"].split()
        if words and words[0] == "console":
            out.append(_console(block["body"]))
            continue
        body = block["body"]
        name = words[1] if len(words) > 1 else "example.rules" if words == ["rules"] else None
        if name is not None and name.startswith("page:"):
            body, name = example_of(name.removeprefix("page:")), "example.rules"
        out.append(body)
        if name is not None:
            path = Path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            if words[0] == "bytes":
                path.write_bytes(body.replace("\n", "").encode("ascii").decode("unicode_escape").encode("latin-1"))
            else:
                path.write_text(body, encoding="utf-8")
    out.append(document[end:])
    return "".join(out)


def example_of(code: str) -> str:
    """The module under "Example" on the page of a code."""
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    block = _FENCE.search(page.partition("\n## Example\n")[2])
    assert block is not None
    return block["body"]


def _console(body: str) -> str:
    commands = [line for line in body.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{run(command[2:]).written()}" for command in commands)


@pytest.mark.parametrize("path", sorted(GOLDEN.rglob("*.md")), ids=lambda path: path.relative_to(GOLDEN).as_posix())
def test_document_says_what_is_printed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    document = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("RULELANG_") or name in ("FORCE_COLOR", "COLUMNS")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    now = replayed(document)
    if request.config.getoption("--bless"):
        if now != document:
            path.write_text(now, encoding="utf-8")
        return
    difference = difflib.unified_diff(document.splitlines(), now.splitlines(), "expected", "printed", lineterm="")
    assert now == document, "\n".join(["the output has changed (--bless writes it anew):", *difference])
