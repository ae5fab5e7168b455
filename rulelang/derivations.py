"""What `rulelang derive` does: decides cases one batch after the other and prints each as it is decided."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulelang.console import DONE, FINDINGS, UNDECIDED, USAGE, report
from rulelang.derived import Decided, Derived, Refused, asks, derive, derive_many
from rulelang.engine.records.json_write import json_line
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, Severity
from rulelang.grammar.render import render_json, visible
from rulelang.opening import open_records, open_ruleset, split_case
from rulelang.options import Loading
from rulelang.ruleset import Rules, case_of, own_cases

if TYPE_CHECKING:
    from pathlib import Path

    from rulelang.grounds import Grounds, Within


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for: which cases, what to decide, how to print it."""

    cases_file: str | None = None
    map_file: str | None = None
    decide: tuple[str, ...] = ()
    explain: bool = False
    chain: str | None = None
    output_format: str = "text"
    grounds: Within | None = None
    certify: bool = False
    out: Path | None = None
    timeout: float | None = None


def derive_cases(rules: str, how: Loading, wanted: Wanted) -> int:
    """Decide and print the cases that `rules` (a file, with `#CASE` or without) names; returns the exit status.

    Raises:
        RuleLangError: the rules, the case, the map or the file of cases as a whole cannot be used.
    """
    path, name = (rules, None) if os.path.exists(rules) else split_case(rules)
    opened = open_ruleset(path, how)
    report([one for one in opened.findings if one.severity is Severity.WARNING], wanted.output_format)
    if wanted.certify:
        return _certify(opened, path, name, wanted)
    printer = _Printer(wanted)
    status = DONE
    for outcome in _outcomes(opened, name, wanted):
        if isinstance(outcome, Derived):
            printer.show(outcome)
        else:
            printer.refuse(outcome)
            status = USAGE
    printer.close()
    return UNDECIDED if status == DONE and printer.undecided else status


def _outcomes(rules: Rules, name: str | None, wanted: Wanted) -> Iterator[Derived | Refused]:
    """Records many at once; cases of the rules one by one, so that what an open decision hangs on is told exactly."""
    cases = wanted_cases(rules.base, name, wanted)
    if wanted.cases_file is not None:
        yield from derive_many(rules, cases, wanted.decide)
        return
    for case in cases:
        if isinstance(case, Refused):
            yield case
            continue
        try:
            yield derive(rules, case, wanted.decide)
        except RuleLangError as error:
            yield Refused(case.name, error.diagnostics)


def _certify(rules: Rules, path: str, name: str | None, wanted: Wanted) -> int:
    """Certifies the one case that is named; prints its decisions where the certificate goes into a file.

    What cannot be certified is left out of the certificate, and named.

    Raises:
        RuleLangError: it is not one case (RL490), or it cannot be decided.
    """
    from rulelang.certified import certify
    from rulelang.engine.solver.answer import Limits

    cases = list(wanted_cases(rules.base, name, wanted))
    if len(cases) != 1 or path == "-":
        message = "a certificate is for one case of a rule file" + ("" if path == "-" else f", here are {len(cases)}")
        raise RuleLangError([Diagnostic("RL490", message, None, hint="name it: RULES#CASE")])
    if isinstance(cases[0], Refused):
        raise RuleLangError(cases[0].diagnostics)
    derived = derive(rules, cases[0], wanted.decide)
    if wanted.out is not None:
        printer = _Printer(wanted)
        printer.show(derived)
        printer.close()
    made = certify(rules, derived.derivation, wanted.decide, Limits(timeout=wanted.timeout))
    if made.decisions:
        made.write(wanted.out)
    report(made.left_out, wanted.output_format)
    if not made.left_out:
        return DONE
    return FINDINGS if any(one.code == "RL579" for one in made.left_out) else UNDECIDED


def wanted_cases(base: RuleBase, name: str | None, wanted: Wanted) -> Iterator[model.Case | Refused]:
    """The cases that the command line names; in place of one that cannot be read, why."""
    program = base.program
    if wanted.cases_file is None:
        yield from _asking(program, wanted) if name is None else [case_of(program, name)]
        return
    for record in open_records(program, wanted.cases_file, wanted.map_file):
        if name is None or record.name == name:
            yield record.case if record.case is not None else Refused(record.name, record.diagnostics)


def _asking(program: model.Program, wanted: Wanted) -> list[model.Case]:
    """The cases of the file of which something is asked.

    Raises:
        RuleLangError: there are none (RL493).
    """
    asking = [case for case in own_cases(program) if wanted.decide or asks(case)]
    if not asking:
        hint = "write ASK … DECIDE in a case, or name cases with --cases"
        raise RuleLangError([Diagnostic("RL493", "no case of the rules asks anything", None, hint=hint)])
    return asking


class _Printer:
    """Prints each case as it is decided, in the format that was asked for."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.format = wanted.output_format
        self.whole: list[Any] = []
        self.undecided = False

    def show(self, derived: Derived) -> None:
        if self.format == "text":
            self._text(derived)
        else:
            self._put(self._json(derived))
        report(derived.hints(), self.format)

    def refuse(self, refused: Refused) -> None:
        if self.format == "text":
            sys.stdout.write(f"{visible(refused.case)}\n  not decided\n")
            sys.stdout.flush()
            report(refused.diagnostics)
        else:
            self._put({"case": refused.case, "error": json.loads(render_json(refused.diagnostics))})

    def close(self) -> None:
        if self.format == "json":
            sys.stdout.write(json_line(self.whole) + "\n")

    def _put(self, document: Any) -> None:
        if self.format == "json":
            self.whole.append(document)
        else:
            sys.stdout.write(json_line(document) + "\n")

    def _text(self, derived: Derived) -> None:
        if self.wanted.chain in ("dot", "mermaid", "json"):
            # Nothing else, so that it can be piped to what draws it.
            for decided in derived:
                sys.stdout.write(_chain(decided, self.wanted.chain))
            return
        case = derived.derivation.case
        sys.stdout.write(visible(case.name + (f"  {case.gloss}" if case.gloss else "")) + "\n")
        for decided in derived:
            if self.wanted.explain:
                sys.stdout.write(_indented(decided.explain(), "  "))
            else:
                sys.stdout.write(f"  {visible(str(decided))}\n")
            if self.wanted.chain is not None:
                sys.stdout.write(_chain(decided, self.wanted.chain))
            if self.wanted.grounds is not None:
                from rulelang.grounds import grounds_text

                sys.stdout.write(grounds_text(self._grounds(decided, self.wanted.grounds)))

    def _grounds(self, decided: Decided, within: Within) -> Grounds:
        shown = decided.grounds(within.limit, within.timeout)
        self.undecided = self.undecided or shown.undecided
        return shown

    def _json(self, derived: Derived) -> dict[str, Any]:
        made = derived.document()
        for decided in derived:
            if self.wanted.explain:
                made["decisions"][decided.asked]["explanation"] = decided.explain() + "\n"
            if self.wanted.chain is not None:
                made["decisions"][decided.asked]["chain"] = _chain_json(decided)
            if self.wanted.grounds is not None:
                from rulelang.grounds import grounds_json

                made["decisions"][decided.asked]["grounds"] = grounds_json(self._grounds(decided, self.wanted.grounds))
        return made


def _indented(text: str, by: str) -> str:
    return "".join(f"{by}{line}\n" if line else "\n" for line in text.splitlines())


def _chain(decided: Decided, form: str) -> str:
    from rulelang.engine.explaining.chain_render import chain_dot, chain_mermaid, chain_text

    match form:
        case "dot":
            return chain_dot(decided.chain())
        case "mermaid":
            return chain_mermaid(decided.chain())
        case "json":
            return json_line(_chain_json(decided)) + "\n"
        case _:
            return _indented(chain_text(decided.chain()), "    ")


def _chain_json(decided: Decided) -> dict[str, object]:
    from rulelang.engine.explaining.chain_render import chain_document

    return chain_document(decided.chain(), decided.derivation.case.name)
