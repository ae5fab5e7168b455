"""What `rulelang prove` prints: a verdict about every case, as text and as JSON."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from rulelang.console import DONE, FINDINGS, UNDECIDED
from rulelang.engine.analysis.claim import read_property
from rulelang.engine.analysis.property import Fails, Holds, Undecided, Verdict, decide_property
from rulelang.engine.analysis.scope import none_words, scope_of
from rulelang.engine.cores import selection_of
from rulelang.engine.records.json_write import json_line
from rulelang.engine.solver.answer import Limits
from rulelang.grammar.model import Reference
from rulelang.grammar.source import Source, Span
from rulelang.opening import open_rules
from rulelang.options import Loading


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be proved, for which variants, over how many entities of each sort, within which time."""

    claim: str
    using: tuple[str, ...]
    scope: int
    timeout: float | None
    output_format: str


def prove_claim(rules: str, how: Loading, asked: Asked) -> int:
    """Prove or refute, print the answer, and return the exit status."""
    base = open_rules(rules, how, asked.output_format)
    scope = scope_of([base.program], asked.scope)
    nowhere = Span(Source("<claim>", " ".join(asked.using)), 0, 0)
    selection = selection_of(base, tuple(Reference(name, span=nowhere) for name in asked.using))
    wanted = read_property(base, selection, scope, asked.claim)
    verdict = decide_property(base, selection, scope, wanted, Limits(timeout=asked.timeout), asked.using)
    if asked.output_format == "json":
        sys.stdout.write(json_line({"claim": asked.claim, **verdict_json(verdict)}) + "\n")
    else:
        sys.stdout.write(verdict_text(verdict))
    match verdict:
        case Holds():
            return DONE
        case Fails():
            return FINDINGS
        case Undecided():
            return UNDECIDED


def verdict_text(verdict: Verdict) -> str:
    """The answer for people."""
    match verdict:
        case Holds(scope, clauses, always, vacuous, contradictory, unsettled, without):
            lines = [f"PROVED for {scope}"]
            if without:
                lines.append(f"  {none_words(without)}")
            if contradictory:
                lines.append("  because no case at all keeps what is declared ALWAYS")
            elif vacuous:
                lines.append("  because no case satisfies the IF")
            if clauses is None:
                lines.append(f"  needs: not worked out ({unsettled})")
            elif not contradictory:
                lines.append(f"  needs: {_listed(clauses, 'no rule')}")
            lines += [f"  needs ALWAYS {formula}" for formula in always]
            return "\n".join(lines) + "\n"
        case Fails(scope, witness, always):
            lines = [f"REFUTED for {scope}: it is false in this one, the smallest", ""]
            lines += [f"  {one}" for one in (*witness.words, *witness.choices)] or ["  (any case)"]
            lines += ["", *witness.text.splitlines()]
            if always:
                lines += ["", f"every case was assumed to keep ALWAYS {'; '.join(always)}"]
            return "\n".join(lines) + "\n"
        case Undecided(scope, reason, hint):
            return f"UNDECIDED for {scope}: {reason}\n" + (f"  hint: {hint}\n" if hint else "")


def _listed(names: tuple[str, ...], none: str) -> str:
    return ", ".join(f"`{name}`" for name in names) or none


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """The answer as data."""
    match verdict:
        case Holds(scope, clauses, always, vacuous, contradictory, unsettled, without):
            made: dict[str, Any] = {"verdict": "proved", "scope": scope}
            made["needs"] = None if clauses is None else list(clauses)
            made["always"] = list(always)
            made["vacuous"] = vacuous
            made["contradictory"] = contradictory
            made["not_none"] = list(without)
            if unsettled is not None:
                made["not_worked_out"] = unsettled
            return made
        case Fails(scope, witness, always):
            return {
                "verdict": "refuted",
                "scope": scope,
                "witness": {"case": witness.text, "words": list(witness.words), "choices": list(witness.choices)},
                "always": list(always),
            }
        case Undecided(scope, reason, hint):
            made = {"verdict": "undecided", "scope": scope, "reason": reason}
            return made if hint is None else {**made, "hint": hint}
