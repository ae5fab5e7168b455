"""Records a terminal session for the README: `python docs/recording.py` writes docs/session.svg.

The commands are run, not pasted: what the picture shows is what they print today.  The same input gives the same
bytes, and `tests/docs/test_recording.py` holds the committed picture to them.  Needs `rich` (the extra `score`).
"""

from __future__ import annotations

import io
import os
import shlex
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from rulelang.cli import main

COMMANDS = (
    "rulelang derive corpora/refunds/refunds.rules",
    "rulelang check corpora/refunds/incomplete.json",
)
COLUMNS = 98
PICTURE = Path(__file__).parent / "session.svg"

THEME = TerminalTheme(
    (24, 26, 31),
    (214, 218, 226),
    [(24, 26, 31), (240, 113, 120), (149, 201, 120), (229, 192, 123), (97, 175, 239), (198, 120, 221), (86, 182, 194),
     (214, 218, 226)],
    [(92, 99, 112), (240, 113, 120), (149, 201, 120), (229, 192, 123), (97, 175, 239), (198, 120, 221), (86, 182, 194),
     (255, 255, 255)],
)  # fmt: skip

FORMAT = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Without a font from the network: a picture that loads nothing."""


def recorded() -> str:
    """The session as an SVG."""
    shown = "\n".join(f"\x1b[1m$ {command}\x1b[0m\n{_printed(command)}" for command in COMMANDS)
    console = Console(record=True, file=io.StringIO(), width=COLUMNS, force_terminal=True, color_system="standard")
    console.print(Text.from_ansi(shown))
    return console.export_svg(title="rulelang", theme=THEME, code_format=FORMAT, unique_id="session")


def _printed(command: str) -> str:
    """What a command prints on a terminal with colours."""
    words = shlex.split(command)[1:]
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with mock.patch.dict(os.environ, {"FORCE_COLOR": "1", "NO_COLOR": ""}), redirect_stdout(stream):
        with redirect_stderr(stream):
            main(words)
        buffer = stream.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode("utf-8")


if __name__ == "__main__":
    PICTURE.write_text(recorded(), encoding="utf-8")
