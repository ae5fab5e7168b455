"""Certificates held to the rules: what `rulelang.verify_certificate` gives, and what the verb of that name prints."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from rulelang import documents
from rulelang.bundled import found
from rulelang.certified import Certificate, hashes
from rulelang.derived import wanted_targets
from rulelang.engine.certificates.shape import CertificateShape
from rulelang.engine.records.case_json import case_json
from rulelang.engine.records.json_write import json_line
from rulelang.engine.records.shape import shaped
from rulelang.engine.solver.answer import Limits
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import JsonText
from rulelang.grammar.model import Case
from rulelang.opening import split_case
from rulelang.ruleset import Rules, case_of, load

AnyCertificate: TypeAlias = "Certificate | JsonText | documents.Json"
"""A certificate: one that was made, or the document as a mapping, as JSON text, or by its path."""

Verdict: TypeAlias = Literal["verified", "does not hold", "undecided"]


@dataclass(frozen=True, slots=True, repr=False)
class Verified:
    """What came of holding a certificate to the rules.  `str` gives what the verb prints.

    `findings`: what is wrong with it; `undecided`: what could not be settled within the limits; `certificate`: the
    document.
    """

    certificate: CertificateShape
    case: str
    findings: tuple[Diagnostic, ...]
    undecided: tuple[Diagnostic, ...]
    rules: Rules

    @property
    def verdict(self) -> Verdict:
        """`verified`, `does not hold` or `undecided`."""
        return "does not hold" if self.findings else "undecided" if self.undecided else "verified"

    @property
    def holds(self) -> bool:
        """Whether everything that it certifies is verified."""
        return self.verdict == "verified"

    @property
    def decisions(self) -> tuple[str, ...]:
        """What it certifies."""
        return tuple(part.asked for part in self.certificate.decisions)

    @property
    def not_certified(self) -> tuple[str, ...]:
        """What was asked besides, and is not proved in it."""
        return tuple(part.asked for part in self.certificate.not_certified)

    def document(self) -> dict[str, Any]:
        """The verdict as JSON values, as the verb prints it."""
        besides = {"not_certified": list(self.not_certified)} if self.not_certified else {}
        return {"case": self.case, "verdict": self.verdict, "asked": list(self.decisions), **besides}

    def __str__(self) -> str:
        lines = [f"{self.case}: the certificate {'' if self.findings else 'is '}{self.verdict}"]
        if self.holds:
            for part in self.certificate.decisions:
                came = part.value if part.value is not None else part.status
                steps = f"{len(part.steps)} step{'' if len(part.steps) == 1 else 's'}"
                by = ", by cases" if part.by_cases else ""
                lines.append(f"  {part.asked}: {came}; {steps}{by}; ground: {', '.join(part.ground) or 'nothing'}")
            lines += [f"  {part.asked}: not certified ({part.because})" for part in self.certificate.not_certified]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Verified {self.case}: {self.verdict}>"


def verify_certificate(
    certificate: AnyCertificate,
    rules: Rules | str | os.PathLike[str] | None = None,
    timeout: float | None = None,
    include: Sequence[str | os.PathLike[str]] = (),
    cache: bool = True,
) -> Verified:
    """Hold a certificate to rules, without looking for anything.

    Args:
        rules: what it has to be a certificate for: rules that were loaded, a file, or `file#case`.  None: the file
            that it names, looked for here, then beside it.
        timeout: seconds for one question; None: a fixed number of steps, the same on every machine.
        include, cache: as of `load`, where a file is loaded.

    Raises:
        RuleLangError: the certificate, the rules or the case can't be used.

    >>> import rulelang
    >>> derived = rulelang.derive(rulelang.load("corpora/refunds/refunds.rules"), "headphones")
    >>> verify_certificate(derived.certificate())
    <Verified headphones: verified>
    """
    if not isinstance(rules, Rules | str | os.PathLike | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"`rules` is rules or a path, not a {type(rules).__name__}")
    text = _text(certificate)
    read = shaped(CertificateShape, text, "RL570", "RL571")
    name = None
    if not isinstance(rules, Rules):
        file, name = _rules_named(read, text, rules)
        rules = load(file, include, cache)
    findings = _changed(read, text, rules)
    case, other = _case(read, text, rules, name)
    findings += other
    undecided: list[Diagnostic] = []
    if not other:
        from rulelang.engine.certificates.check import check
        from rulelang.engine.derive import derive

        derivation = derive(rules.base, case, wanted_targets(rules.base, case, read.decide or ()))
        checked = check(text, read, derivation, Limits(timeout=timeout))
        findings += checked.findings
        undecided = checked.undecided
    return Verified(read, case.name, tuple(findings), tuple(undecided), rules)


def _text(given: AnyCertificate) -> JsonText:
    if isinstance(given, JsonText):
        return given
    if isinstance(given, Certificate):
        return documents.document(str(given), "<certificate>")
    if isinstance(given, str) and not documents.is_json(given):
        given = Path(given)
    return documents.document(given, "<certificate>")


def _rules_named(
    read: CertificateShape, text: JsonText, rules: str | os.PathLike[str] | None
) -> tuple[str, str | None]:
    """The rule file, and the case if one is named."""
    if rules is not None:
        named = os.fspath(rules)
        return (named, None) if os.path.exists(named) else split_case(named)
    written = read.rules.file
    beside = os.path.join(os.path.dirname(text.source.name), os.path.basename(written))
    for place in (written, beside):
        if os.path.exists(found(place)):
            return place, None
    label = Label(text.span("/rules/file"))
    hint = "say where it is with --rules"
    raise RuleLangError([Diagnostic("RL491", f"there is no rule file `{written}`", label, hint=hint)])


def _changed(read: CertificateShape, text: JsonText, rules: Rules) -> list[Diagnostic]:
    """The files that are not those of the certificate."""
    there = {one["name"]: one["sha256"] for one in hashes(rules)}
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
