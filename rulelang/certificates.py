"""Certificates on the command line: `derive --certify` makes one, `verify-certificate` holds one to the rules."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rulelang.bundled import found
from rulelang.console import DONE, FINDINGS, UNDECIDED, read_input, report
from rulelang.derived import Derived, wanted_targets
from rulelang.engine.certificates.shape import CertificateShape
from rulelang.engine.records.case_json import case_json
from rulelang.engine.records.json_write import json_line
from rulelang.engine.records.shape import shaped
from rulelang.engine.solver.answer import Limits
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError, Severity
from rulelang.grammar.files import load as files
from rulelang.grammar.json_text import JsonText
from rulelang.grammar.model import Case
from rulelang.grammar.source import Source
from rulelang.opening import split_case
from rulelang.options import Loading
from rulelang.ruleset import Rules, case_of, load


def certificate(derived: Derived, path: str, how: Loading, decide: Sequence[str], limits: Limits) -> dict[str, Any]:
    """The certificate of a derived case, for `json_line`.

    Raises:
        RuleLangError: a decision has no certificate (RL579: nothing settles it; RL578: it could not be proved within
            the limits).
    """
    from rulelang.engine.certificates.produce import NotCertified, certify

    parts: list[dict[str, Any]] = []
    problems: list[Diagnostic] = []
    for index, one in enumerate(derived):
        made = certify(derived.derivation, index, limits)
        if isinstance(made, NotCertified):
            code = "RL578" if made.undecided else "RL579"
            hint = "give more --timeout" if made.undecided else "ask for something that the case settles, with --decide"
            message = f"`{one.asked}` cannot be certified: {made.reason}"
            problems.append(Diagnostic(code, message, None, hint=hint))
        else:
            parts.append(made.document)
    if problems:
        raise RuleLangError(problems)
    return {
        "rulelang": "certificate/1",
        "rules": {"file": Path(path).as_posix(), "sources": hashes(path, how)},
        "case": case_json(derived.rules.program, derived.derivation.case),
        **({"decide": list(decide)} if decide else {}),
        "decisions": parts,
    }


def hashes(path: str, how: Loading) -> list[dict[str, str]]:
    """The files of a program with the hashes of their texts, the rule file first, then by name."""
    place = found(path)
    loaded = files.load(place, [Path(folder) for folder in how.include], how.cache)
    folder = os.path.dirname(os.path.abspath(place))
    named = {_relative(source, folder): source for source in loaded.sources}
    root = os.path.basename(place)
    order = sorted(named, key=lambda name: (name != root, name))
    return [{"name": name, "sha256": _hash(named[name].text)} for name in order]


def _relative(source: Source, folder: str) -> str:
    return Path(os.path.relpath(os.path.abspath(source.name), folder)).as_posix()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# ------------------------------------------------------------------------------------------------------ checking


@dataclass(frozen=True, slots=True)
class Wanted:
    """What `verify-certificate` is asked: which rules instead of those that the certificate names, how long."""

    rules: str | None
    timeout: float | None
    output_format: str


def verify_certificate(path: str, how: Loading, wanted: Wanted) -> int:
    """Holds a certificate to rules, says what is wrong with it, and returns the exit status.

    Raises:
        RuleLangError: the certificate, the rules or the case cannot be used.
    """
    from rulelang.grammar.json_text import decode_json, json_text

    name = "<stdin>" if path == "-" else path
    text = json_text(decode_json(read_input(path), name))
    read = shaped(CertificateShape, text, "RL570", "RL571")
    file, case_name = _rules_named(path, read, text, wanted)
    rules = load(file, how.include, how.cache)
    report([one for one in rules.findings if one.severity is Severity.WARNING], wanted.output_format)
    findings = [*_changed(read, text, file, how)]
    case, other = _case(read, text, rules, case_name)
    findings += other
    undecided: list[Diagnostic] = []
    if not other:
        held, undecided = _held(read, text, rules, case, wanted)
        findings += held
    status = FINDINGS if findings else UNDECIDED if undecided else DONE
    report([*findings, *undecided], wanted.output_format)
    _say(read, case, status, wanted)
    return status


def _rules_named(path: str, read: CertificateShape, text: JsonText, wanted: Wanted) -> tuple[str, str | None]:
    """The rule file, and the case if one is named."""
    if wanted.rules is not None:
        return (wanted.rules, None) if os.path.exists(wanted.rules) else split_case(wanted.rules)
    written = read.rules.file
    beside = os.path.join(os.path.dirname(path), os.path.basename(written))
    for place in (written, beside):
        if os.path.exists(found(place)):
            return place, None
    label = Label(text.span("/rules/file"))
    hint = "say where it is with --rules"
    raise RuleLangError([Diagnostic("RL491", f"there is no rule file `{written}`", label, hint=hint)])


def _changed(read: CertificateShape, text: JsonText, file: str, how: Loading) -> list[Diagnostic]:
    """The files that are not those of the certificate."""
    there = {one["name"]: one["sha256"] for one in hashes(file, how)}
    said = {one.name: one.sha256 for one in read.rules.sources}
    if wanted_root := next(iter(said), None):
        # The rule file itself may have been given another name.
        root = next(iter(there))
        if wanted_root not in there and root not in said:
            there = {wanted_root if name == root else name: hash_ for name, hash_ in there.items()}
    problems: list[Diagnostic] = []
    for number, source in enumerate(read.rules.sources):
        if there.get(source.name) != source.sha256:
            where = f"/rules/sources/{number}"
            how_so = "was changed since" if source.name in there else "is not used any more"
            problems.append(_rules_finding(text, where, f"`{source.name}` {how_so} the certificate was made"))
    for name in sorted(there.keys() - said.keys()):
        problems.append(_rules_finding(text, "/rules/sources", f"`{name}` was not used when the certificate was made"))
    return problems


def _rules_finding(text: JsonText, where: str, message: str) -> Diagnostic:
    hint = "derive it anew with --certify, or name the rules that it was made for with --rules"
    return Diagnostic("RL572", message, Label(text.span(where)), hint=hint, pointer=where)


def _case(read: CertificateShape, text: JsonText, rules: Rules, name: str | None) -> tuple[Case, list[Diagnostic]]:
    """The case of the certificate; a finding where it is not that of the rules.

    Raises:
        RuleLangError: it is no case of these rules.
    """
    from rulelang.engine.records.reading import read_case

    case = read_case(rules.program, _Part(text, "/case"))
    wanted = case_of(rules.program, name) if name is not None else rules.program.cases.get(case.name)
    if wanted is None:
        return case, []
    if wanted.name != case.name:
        message = f"this is a certificate for the case `{case.name}`, not for `{wanted.name}`"
    elif json_line(case_json(rules.program, wanted)) != json_line(case_json(rules.program, case)):
        message = f"the case `{case.name}` of the rules says something else"
    else:
        return case, []
    hint = "derive it anew with --certify"
    return case, [Diagnostic("RL573", message, Label(text.span("/case")), hint=hint, pointer="/case")]


@dataclass(frozen=True, slots=True)
class _Part:
    """A document within a document."""

    whole: JsonText
    at: str

    @property
    def value(self) -> Any:
        value: Any = self.whole.value
        return value[self.at.removeprefix("/")]

    def span(self, pointer: str) -> Any:
        return self.whole.span(self.at + pointer)

    def key_span(self, pointer: str) -> Any:
        return self.whole.key_span(self.at + pointer)


def _held(
    read: CertificateShape, text: JsonText, rules: Rules, case: Case, wanted: Wanted
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    from rulelang.engine.certificates.check import check
    from rulelang.engine.derive import derive

    derivation = derive(rules.base, case, wanted_targets(rules.base, case, read.decide or ()))
    checked = check(text, read, derivation, Limits(timeout=wanted.timeout))
    return checked.findings, checked.undecided


def _say(read: CertificateShape, case: Case, status: int, wanted: Wanted) -> None:
    verdict = {DONE: "verified", FINDINGS: "does not hold", UNDECIDED: "undecided"}[status]
    if wanted.output_format == "json":
        made = {"case": case.name, "verdict": verdict, "asked": [part.asked for part in read.decisions]}
        sys.stdout.write(json_line(made) + "\n")
        return
    sys.stdout.write(f"{case.name}: the certificate {'is ' if status != FINDINGS else ''}{verdict}\n")
    if status != DONE:
        return
    for part in read.decisions:
        came = part.value if part.value is not None else part.status
        steps = f"{len(part.steps)} step{'' if len(part.steps) == 1 else 's'}"
        by = ", by cases" if part.by_cases else ""
        ground = ", ".join(part.ground) or "nothing"
        sys.stdout.write(f"  {part.asked}: {came}; {steps}{by}; ground: {ground}\n")


WIDTH = 100


def json_lines(value: Any, indent: str = "") -> str:
    """As `json_line`, but what does not fit on a line is broken up, so that a fault can be pointed at."""
    line = json_line(value)
    inner = indent + "  "
    if len(indent) + len(line) <= WIDTH:
        return line
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        members, brackets = [f"{json_line(key)}: {json_lines(item, inner)}" for key, item in pairs], "{}"
    elif isinstance(value, list):
        items: list[Any] = [*value]
        members, brackets = [json_lines(item, inner) for item in items], "[]"
    else:
        return line
    return brackets[0] + "\n" + ",\n".join(inner + member for member in members) + "\n" + indent + brackets[1]


def write(made: dict[str, Any], out: Path | None) -> None:
    """Prints a certificate, or writes it into a file.

    Raises:
        RuleLangError: the file cannot be written (RL491).
    """
    text = json_lines(made) + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            reason = (error.strerror or "it cannot be written").lower()
            raise RuleLangError([Diagnostic("RL491", f"cannot write `{out}`: {reason}", None)]) from None
