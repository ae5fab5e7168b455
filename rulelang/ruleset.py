"""Rules that are ready for use: what `rulelang.load` gives, and what every verb works with."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from rulelang.arguments import check_text, folders
from rulelang.bundled import found
from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, has_errors
from rulelang.grammar.files import load as files
from rulelang.grammar.model import Case, Program
from rulelang.grammar.source import Source


@dataclass(frozen=True, eq=False, repr=False)
class Rules:
    """The rules of a file with the modules that it uses, and the cases in it.

    `name` is how the file was named, `findings` are warnings and hints about it, `base` is what the engine reads,
    `sources` are the texts from which it was made: the file, what it uses, its tables.

    >>> rules = load("corpora/refunds/refunds.rules")
    >>> rules
    <Rules corpora/refunds/refunds.rules: 1 rule, 1 case>
    >>> list(rules.cases)
    ['headphones']
    """

    name: str
    base: RuleBase
    findings: tuple[Diagnostic, ...] = ()
    sources: tuple[Source, ...] = ()

    @property
    def program(self) -> Program:
        """Everything that is declared, resolved."""
        return self.base.program

    @cached_property
    def cases(self) -> Mapping[str, Case]:
        """The cases of the file itself by name, in its order (those of modules that it uses are left out)."""
        return MappingProxyType({case.name: case for case in own_cases(self.program)})

    def __repr__(self) -> str:
        return f"<Rules {self.name}: {_count(len(self.program.rules), 'rule')}, {_count(len(self.cases), 'case')}>"


def load(path: str | os.PathLike[str], include: Sequence[str | os.PathLike[str]] = (), cache: bool = True) -> Rules:
    """Load a rule file, with the modules and tables that it uses.

    Args:
        path: the file; one that is not there is looked for among the bundled packs (`corpora/…`).
        include: further folders in which USE and FILE may look.
        cache: keep what was read for the next time (in the user's cache folder).

    Raises:
        RuleLangError: it can't be used; with everything that is wrong with it.
    """
    name = os.fspath(path)
    check_text(name, "path")
    return _ready(name, files.load(found(path), folders(include), cache))


def load_text(text: str, name: str = "<text>") -> Rules:
    """Load rules from a text; it can use no other module and no file.

    Raises:
        RuleLangError: as `load`.

    >>> load_text("FACT a OUTCOME b RULE IF a THEN b")
    <Rules <text>: 1 rule, 0 cases>
    """
    check_text(text, "text")
    check_text(name, "name")
    return _ready(name, files.load_text(text, name))


def check_rules(given: object) -> None:
    """Refuse what is no rules: a path is no file that was loaded.

    Raises:
        TypeError: it is nothing that `load` or `load_text` gives.
    """
    if not isinstance(given, Rules):
        raise TypeError(f"`rules` is what `rulelang.load` gives, not a {type(given).__name__}")


def _ready(name: str, loaded: files.Loaded) -> Rules:
    if loaded.program is None or has_errors(loaded.diagnostics):
        raise RuleLangError(loaded.diagnostics)
    base, told = prepare(loaded.program)
    if base is None or has_errors(told):
        raise RuleLangError(told)
    return Rules(name, base, (*loaded.diagnostics, *told), loaded.sources)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def own_cases(program: Program) -> list[Case]:
    """The cases of the root module: those of the modules that it uses are theirs to run."""
    root = next(iter(program.modules), "")
    return [case for case in program.cases.values() if case.module == root]


def case_of(program: Program, name: str) -> Case:
    """A case of the program by name.

    Raises:
        RuleLangError: there is none of that name (RL494).
    """
    case = program.cases.get(name)
    if case is None:
        near = difflib.get_close_matches(name, program.cases, n=1)
        some = ", ".join(f"`{known}`" for known in list(program.cases)[:5])
        hint = f"did you mean `{near[0]}`?" if near else f"its cases are {some}" if some else "it has no cases"
        raise RuleLangError([Diagnostic("RL494", f"the rules have no case `{name}`", None, hint=hint)])
    return case
