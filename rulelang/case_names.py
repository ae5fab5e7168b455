"""Cases as they are named on the command line: a case, all cases of a rule file, or all of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulelang.bundled import found
from rulelang.console import report
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.opening import open_rules, split_case
from rulelang.options import Loading
from rulelang.ruleset import case_of, own_cases

if TYPE_CHECKING:
    from rulelang.verifier.matter import Ready


@dataclass(frozen=True, slots=True)
class Named:
    """A case made ready for answers, under the name by which answers call it (`file.rules#case`)."""

    name: str
    ready: Ready


def rule_files(written: str) -> list[tuple[str, Path]]:
    """The rule files that a path names, each as answers call it: one file, or all below a folder.

    Below the current folder, or among the bundled corpora.

    Raises:
        RuleLangError: there is nothing there (RL491).
    """
    place = found(written)
    if os.path.isfile(place):
        return [(written, place)]
    if os.path.isdir(place):
        below = sorted(place.rglob("*.rules"))
        return [(f"{written.rstrip('/')}/{path.relative_to(place).as_posix()}", path) for path in below]
    raise RuleLangError([Diagnostic("RL491", f"cannot read `{written}`: there is no such file or folder", None)])


def rule_file(written: str) -> Path:
    """The rule file that a path names where it is to be one.

    Raises:
        RuleLangError: there is nothing there, or it is a folder (RL491).
    """
    if os.path.isdir(found(written)):
        hint = "name a rule file in it"
        raise RuleLangError([Diagnostic("RL491", f"cannot read `{written}`: it is a folder", None, hint=hint)])
    return rule_files(written)[0][1]


def named_cases(written: str, how: Loading, output_format: str = "text") -> Iterator[Named]:
    """The cases that an argument names, ready for answers.

    Of a whole file or folder, cases that have no right answer are left out and told on standard error.

    Raises:
        RuleLangError: the rules can't be used, there is no such case, or the one case that is named has no right
            answer (RL467, RL468).
    """
    from rulelang.verifier.matter import make_ready

    path, wanted = split_case(written)
    for name, file in rule_files(path):
        base = open_rules(str(file), how, output_format, ())
        cases = [case_of(base.program, wanted)] if wanted is not None else own_cases(base.program)
        for case in cases:
            try:
                ready = make_ready(base, case)
            except RuleLangError as error:
                if wanted is not None:
                    raise
                report(error.diagnostics, output_format)
                continue
            yield Named(f"{name}#{case.name}", ready)
