"""Findings as SARIF 2.1.0, the format that code hosts and editors read.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/; columns count code points (`columnKind`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rulelang.engine.analysis.finding import CODES, Finding
from rulelang.grammar.diagnostic import Label, Severity
from rulelang.grammar.source import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}


def sarif(findings: Sequence[Finding], version: str, properties: dict[str, Any]) -> dict[str, Any]:
    """One run with these results; `properties` says what else there is to know of the run."""
    used = sorted({one.diagnostic.code for one in findings})
    rules = [_rule(code) for code in used]
    driver = {
        "name": "RuleLang",
        "semanticVersion": version,
        "rules": rules,
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(one, used.index(one.diagnostic.code)) for one in findings],
        "properties": properties,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    made: dict[str, Any] = {"id": code, "help": {"text": f"rulelang explain {code}"}}
    if code in CODES:
        made["shortDescription"] = {"text": CODES[code].title}
        made["defaultConfiguration"] = {"level": LEVELS[CODES[code].severity]}
    return made


def _result(one: Finding, number: int) -> dict[str, Any]:
    diagnostic = one.diagnostic
    text = diagnostic.message if diagnostic.hint is None else f"{diagnostic.message}; {diagnostic.hint}"
    made: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": number,
        "level": LEVELS[diagnostic.severity],
        "message": {"text": text},
    }
    if diagnostic.primary is not None:
        made["locations"] = [_location(diagnostic.primary)]
    if diagnostic.secondary:
        made["relatedLocations"] = [
            {"id": number, **_location(label)} for number, label in enumerate(diagnostic.secondary)
        ]
    if one.witness is not None:
        made["properties"] = {"case": one.witness.text, "words": list(one.witness.words)}
    return made


def _location(label: Label) -> dict[str, Any]:
    made: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(label.span.source.name)},
            "region": _region(label.span),
        }
    }
    if label.text:
        made["message"] = {"text": label.text}
    return made


def _uri(name: str) -> str:
    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _region(span: Span) -> dict[str, int]:
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(max(span.start, span.end))
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
