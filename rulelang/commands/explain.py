"""`rulelang explain CODE`: the page of a diagnostic code."""

from __future__ import annotations

import difflib
import sys

import click

from rulelang.bundled import code_pages
from rulelang.console import DONE
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError


@click.command("explain", short_help="print the page of a diagnostic code")
@click.argument("code")
def command(code: str) -> int:
    """Print what a diagnostic CODE means, why it is reported, and what to write instead.

    Example: rulelang explain RL103
    """
    known = code_pages()
    page = known.get(code.upper())
    if page is None:
        near = difflib.get_close_matches(code.upper(), known, n=1)
        hint = f"did you mean `{near[0]}`?" if near else "a message shows its code: `error[RL103]`"
        raise RuleLangError([Diagnostic("RL492", f"no diagnostic has the code `{code}`", None, hint=hint)])
    sys.stdout.write(page.read_text(encoding="utf-8"))
    return DONE
