"""`rulelang fmt PATHS`: write rule files in the canonical layout."""

from __future__ import annotations

import difflib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import click

from rulelang.console import DONE, FINDINGS, USAGE, read_input, report
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.writing import replace_file


@dataclass(frozen=True, slots=True)
class Laid:
    """A file as it is and as it would be written."""

    name: str
    path: Path | None
    before: bytes
    after: bytes


@click.command("fmt", short_help="write rule files in the canonical layout")
@click.argument("paths", nargs=-1, required=True)
@click.option("--check", "mode", flag_value="check", help="Write nothing; say which files would change (status 1).")
@click.option("--diff", "mode", flag_value="diff", help="Write nothing; print what would change (status 1).")
def command(paths: tuple[str, ...], mode: str | None) -> int:
    """Write rule files in the canonical layout.

    PATHS are files, folders (all `.rules` files below them), or `-` for standard input, whose formatted text goes to
    standard output.  What a file says never changes, and every comment stays in its place; a file that cannot be read
    is left as it is (status 2), the others are written.

    Example: rulelang fmt --check policy/
    """
    laid: list[Laid] = []
    refused: list[Diagnostic] = []
    for name in _files(paths):
        try:
            laid.append(_lay_out(name))
        except RuleLangError as error:
            refused.extend(error.diagnostics)
    match mode:
        case "check":
            changed = _check(laid)
        case "diff":
            changed = _diff(laid)
        case _:
            changed = _write(laid)
    report(refused)
    if refused:
        return USAGE
    return FINDINGS if changed and mode is not None else DONE


def _files(paths: tuple[str, ...]) -> list[str]:
    """The files that are meant, each once, folders by what is below them."""
    names: dict[str, None] = {}
    for path in paths:
        if path != "-" and os.path.isdir(path):
            below = sorted(found for found in Path(path).rglob("*.rules") if found.is_file())
            if not below:
                raise RuleLangError([Diagnostic("RL491", f"no `.rules` file is below `{path}`", None)])
            names.update((str(found), None) for found in below)
        else:
            names[path] = None
    return list(names)


def _lay_out(name: str) -> Laid:
    """The text of a file and its canonical layout; raises RuleLangError where it cannot be read."""
    # The grammar is loaded here so that `--help` doesn't pay for it.
    from rulelang.grammar.printing.format import format_source
    from rulelang.grammar.reading.read import decode, read_source

    if name == "-":
        before = read_input(name)
        return Laid("<stdin>", None, before, format_source(decode(before, "<stdin>")).encode())
    path = Path(name)
    source = read_source(path, name)
    return Laid(name, path, path.read_bytes(), format_source(source).encode())


def _check(laid: list[Laid]) -> bool:
    changed = [file for file in laid if file.before != file.after]
    for file in changed:
        sys.stdout.write(f"would change {file.name}\n")
    sys.stdout.write(_summary(laid, len(changed), "would change"))
    return bool(changed)


def _diff(laid: list[Laid]) -> bool:
    changed = False
    for file in laid:
        if file.before != file.after:
            changed = True
            sys.stdout.writelines(_difference(file))
    return changed


def _difference(file: Laid) -> list[str]:
    """A unified diff; line ends and a byte order mark that go are shown as the lines that they change."""
    before = file.before.decode("utf-8-sig", errors="replace").splitlines(keepends=True)
    after = file.after.decode("utf-8").splitlines(keepends=True)
    lines = list(difflib.unified_diff(before, after, file.name, f"{file.name} (formatted)"))
    if not lines:
        return [f"{file.name}: the byte order mark goes\n"]
    return [line if line.endswith("\n") else line + "\n\\ no line end\n" for line in lines]


def _write(laid: list[Laid]) -> bool:
    changed = 0
    for file in laid:
        if file.path is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(file.after)
        elif file.before != file.after:
            replace_file(file.path.resolve(), file.after)
            sys.stdout.write(f"changed {file.name}\n")
            changed += 1
    if any(file.path is not None for file in laid):
        sys.stdout.write(_summary([file for file in laid if file.path is not None], changed, "changed"))
    return changed > 0


def _summary(laid: list[Laid], changed: int, verb: str) -> str:
    """`2 files changed, 1 unchanged`."""
    same = len(laid) - changed
    parts = [f"{changed} {_files_word(changed)} {verb}"] if changed else []
    if same or not parts:
        parts.append(f"{same} unchanged" if parts else f"{same} {_files_word(same)} unchanged")
    return ", ".join(parts) + "\n"


def _files_word(count: int) -> str:
    return "file" if count == 1 else "files"
