"""What `rulelang verify-certificate` does: holds a certificate to rules, and prints what came of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from rulelang.console import DONE, FINDINGS, UNDECIDED, read_input, report
from rulelang.engine.records.json_write import json_line
from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.json_text import decode_json, json_text
from rulelang.options import Loading
from rulelang.verified import verify_certificate


@dataclass(frozen=True, slots=True)
class Wanted:
    """What `verify-certificate` is asked: which rules instead of those that the certificate names, how long."""

    rules: str | None
    timeout: float | None
    output_format: str


def check_certificate(path: str, how: Loading, wanted: Wanted) -> int:
    """Holds a certificate to rules, says what is wrong with it, and returns the exit status.

    Raises:
        RuleLangError: the certificate, the rules or the case cannot be used.
    """
    text = json_text(decode_json(read_input(path), "<stdin>" if path == "-" else path))
    verified = verify_certificate(text, wanted.rules, wanted.timeout, how.include, how.cache)
    warnings = [one for one in verified.rules.findings if one.severity is Severity.WARNING]
    report([*warnings, *verified.findings, *verified.undecided], wanted.output_format)
    said = json_line(verified.document()) if wanted.output_format == "json" else str(verified)
    sys.stdout.write(f"{said}\n")
    return {"verified": DONE, "does not hold": FINDINGS, "undecided": UNDECIDED}[verified.verdict]
