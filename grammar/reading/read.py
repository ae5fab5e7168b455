"""Bytes to source: the one place where rule files and tables are opened and decoded."""

from __future__ import annotations

import stat
from pathlib import Path

from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.source import Source, Span

MOST_BYTES = 64 * 1024 * 1024
"""The largest file that is read; a module of 10,000 rules has four megabytes."""

_BOM = b"\xef\xbb\xbf"
_OTHER_ENCODINGS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def read_source(path: Path, name: str | None = None) -> Source:
    """The text of a file; messages speak of it by `name`, else by its path as given.

    Raises:
        RuleLangError: there is no such file (RL130), it is a folder or no ordinary file (RL131), it may not be read
            (RL132), it is not UTF-8 (RL133), holds NUL (RL134) or is too large (RL135).
    """
    shown = str(path) if name is None else name
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise _refused("RL131", f"`{shown}` is a folder", _inside(path))
        if not stat.S_ISREG(mode):
            raise _refused("RL131", f"`{shown}` is not an ordinary file", "write the text into a file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise _refused("RL130", f"there is no file `{shown}`", _near(path)) from None
    except PermissionError:
        raise _refused("RL132", f"`{shown}` may not be read", "ask for the permission to read it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no path has such a form"
        raise _refused("RL132", f"`{shown}` cannot be read: {reason.lower()}", "check the path") from None
    return decode(data, shown)


def _inside(path: Path) -> str:
    """Which rule files lie in a folder, as a hint."""
    try:
        names = sorted(found.name for found in path.glob("*.rules"))
    except OSError:
        names = []
    few = ", ".join(f"`{path / name}`" for name in names[:3])
    return f"name a file in it: {few}{', …' if len(names) > 3 else ''}" if names else "name a file in it"


def decode(data: bytes, name: str) -> Source:
    """Text from its bytes: UTF-8, with a byte order mark or without; line ends stay as they are.

    Raises:
        RuleLangError: as `read_source` for what is in the file.
    """
    if len(data) > MOST_BYTES:
        limit = MOST_BYTES // (1024 * 1024)
        raise _refused("RL135", f"`{name}` has more than {limit} megabytes", "divide it into modules and USE them")
    body = data.removeprefix(_BOM)
    try:
        source = Source(name, body.decode("utf-8"))
    except UnicodeDecodeError as error:
        offset = len(body[: error.start].decode("utf-8"))
        source = Source(name, body.decode("utf-8", "replace"))
        other = _OTHER_ENCODINGS.get(data[:2], "another encoding")
        raise _refused(
            "RL133",
            f"`{name}` is not UTF-8: byte {body[error.start]:#04x} at {_place(source, offset)}",
            f"the file seems to be in {other}: save it as UTF-8",
            Span(source, offset, min(offset + 1, len(source.text))),
        ) from None
    nul = source.text.find("\0")
    if nul >= 0:
        hint = "this does not look like a text: check which file it is" if nul == 0 else "delete the character"
        message = f"`{name}` holds a NUL character at {_place(source, nul)}"
        raise _refused("RL134", message, hint, Span(source, nul, nul + 1))
    return source


def _place(source: Source, offset: int) -> str:
    line, column = source.place(offset)
    return f"line {line}, column {column}"


def _refused(code: str, message: str, hint: str | None, span: Span | None = None) -> RuleLangError:
    return RuleLangError([Diagnostic(code, message, None if span is None else Label(span), hint=hint)])


def _near(path: Path) -> str:
    """A file beside it that has nearly its name, or what to check."""
    from difflib import get_close_matches

    try:
        beside = sorted(p.name for p in path.parent.iterdir() if p.is_file())
    except (OSError, ValueError):
        return "check the path: its folder is not there either"
    near = get_close_matches(path.name, beside, n=1)
    return f"did you mean `{path.parent / near[0]}`?" if near else "check the path"
