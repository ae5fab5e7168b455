"""The command line's door: `rulelang VERB …`.

`--help` and `--version` are answered here with nothing imported; a verb costs click and what the verb itself
needs (`rulelang.commands.<verb>`).  Exit status: 0 done or complete, 1 findings, 2 unusable input or usage,
3 an error of RuleLang's own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status (nothing but an interpreter's own exit is raised)."""
    args = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = _run(args)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader has gone (`| head`): what a program ended by SIGPIPE returns, and no noise at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return 130


def _run(args: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A terminal that can't show a character gets its escape, not a failure.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    if args in (["--help"], ["-h"]):
        from rulelang.verbs import HELP

        sys.stdout.write(HELP)
        return 0
    if args == ["--version"]:
        from rulelang import __version__

        sys.stdout.write(f"rulelang {__version__}\n")
        return 0
    from rulelang.group import run

    return run(args)
