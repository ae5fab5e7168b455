"""What `rulelang diff` prints: a changelog of regions, as text, JSON or Markdown."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from rulelang.console import DONE, FINDINGS, UNDECIDED, USAGE, report
from rulelang.engine.analysis.changes import Change
from rulelang.engine.analysis.claim import read_property
from rulelang.engine.analysis.difference import Difference, Region, Version, difference
from rulelang.engine.analysis.scope import none_words, scope_of
from rulelang.engine.cores import selection_of
from rulelang.engine.records.json_write import json_line
from rulelang.engine.solver.answer import Limits
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Reference
from rulelang.grammar.source import Source, Span
from rulelang.opening import open_rules
from rulelang.options import Loading


@dataclass(frozen=True, slots=True)
class Compared:
    """How two versions are compared and told of."""

    using: tuple[str, ...]
    assume: str | None
    scope: int
    timeout: float | None
    output_format: str


def compare_versions(old: str, new: str, how: Loading, asked: Compared) -> int:
    """Compare, print, and return the exit status."""
    versions: list[Version] = []
    at = Span(Source("<using>", " ".join(asked.using)), 0, 0)
    for path in (old, new):
        base = open_rules(path, how, asked.output_format)
        versions.append(Version(base, selection_of(base, tuple(Reference(name, span=at) for name in asked.using))))
    before, after = versions
    scope = scope_of([after.base.program, before.base.program], asked.scope)
    assumed = None
    if asked.assume is not None:
        ours, theirs = (
            read_property(one.base, one.selection, scope, asked.assume).formula for one in (before, after)
        )
        assumed = ours, theirs
    try:
        found = difference(before, after, scope, assumed, Limits(timeout=asked.timeout))
    except RuleLangError as error:
        report(error.diagnostics, asked.output_format)
        return USAGE
    sys.stdout.write(_SHOWN[asked.output_format](found, old, new, asked.assume))
    if found.different:
        return FINDINGS
    return UNDECIDED if found.undecided else DONE


# ------------------------------------------------------------------------------------------------------- text


def _headline(found: Difference, old: str, new: str, assume: str | None) -> str:
    where = " (in both versions)" if found.apart else ""
    of_whom = found.scope + ("" if assume is None else f" in which {assume}{where}")
    if found.vacuous:
        return f"{old} and {new} were not compared: there is no case of what is assumed ({of_whom})"
    if found.different and not found.regions:
        return f"{old} and {new} differ in what they declare (of {of_whom})"
    if found.different:
        many = len(found.regions)
        return f"{old} and {new} differ in {many} {'region' if many == 1 else 'regions'} (of {of_whom})"
    if found.undecided:
        return f"{old} and {new}: no difference was found, but not all is settled (of {of_whom})"
    return f"{old} and {new} decide {of_whom} alike"


def change_text(change: Change) -> str:
    """A change in a few words."""
    said = "its place in the order has changed" if change.kind == "ordered" else change.kind
    return f"`{change.clause}` ({said})"


def _told(region: Region) -> list[str]:
    return [*region.witness.words, *region.witness.choices] or ["(any case)"]


def _text(found: Difference, old: str, new: str, assume: str | None) -> str:
    lines = [_headline(found, old, new, assume)]
    for region in found.regions:
        lines += ["", f"{region.about}: {region.before} -> {region.after}"]
        if region.gloss != region.about:
            lines.append(f"  {region.gloss}")
        if region.clauses:
            lines.append(f"  because of {', '.join(map(change_text, region.clauses))}")
        lines.append("  in the smallest such case:")
        lines += [f"    {one}" for one in _told(region)]
        lines += [f"  {line}" for line in region.witness.text.splitlines()]
    rest = list(_notes(found))
    if rest:
        lines += ["", *rest]
    return "\n".join(lines) + "\n"


def _notes(found: Difference) -> Iterator[str]:
    for side, kind, name in found.only:
        yield f"only in the {side} version: {kind} `{name}`"
    for kind, name, why in found.redeclared:
        yield f"{kind} `{name}`: {why}"
    if found.harmless:
        yield f"changed without effect on any decision found: {', '.join(map(change_text, found.harmless))}"
    if found.without and not found.regions and not found.vacuous:
        yield f"compared {none_words(found.without)}"
    for name in found.more:
        yield f"there may be more regions of `{name}`"
    for name, why in found.undecided:
        yield f"undecided: `{name}` ({why})"
    if found.hint is not None:
        yield f"  hint: {found.hint}"
    for formula in found.always:
        yield f"assumed of every case: ALWAYS {formula}"


# ------------------------------------------------------------------------------------------------------- data


def _json(found: Difference, old: str, new: str, assume: str | None) -> str:
    made: dict[str, Any] = {
        "old": old,
        "new": new,
        "equivalent": None if found.undecided and not found.different else not found.different,
        "scope": found.scope,
        "assume": assume,
        "assume_differs": found.apart,
        "regions": [
            {
                "about": region.about,
                "gloss": region.gloss,
                "before": region.before,
                "after": region.after,
                "clauses": [_change(change) for change in region.clauses],
                "witness": {
                    "case": region.witness.text,
                    "words": list(region.witness.words),
                    "choices": list(region.witness.choices),
                },
            }
            for region in found.regions
        ],
        "only": [{"version": side, "kind": kind, "name": name} for side, kind, name in found.only],
        "redeclared": [{kind: name, "why": why} for kind, name, why in found.redeclared],
        "without_effect": [_change(change) for change in found.harmless],
        "more": list(found.more),
        "undecided": [{"about": name, "why": why} for name, why in found.undecided],
        "always": list(found.always),
        "vacuous": found.vacuous,
        "not_none": list(found.without),
    }
    if found.hint is not None:
        made["hint"] = found.hint
    return json_line(made) + "\n"


def _change(change: Change) -> dict[str, Any]:
    made: dict[str, Any] = {"clause": change.clause, "change": change.kind}
    if change.span is not None:
        made["file"] = change.span.source.name
        made["line"] = change.span.source.place(change.span.start)[0]
    return made


def _markdown(found: Difference, old: str, new: str, assume: str | None) -> str:
    lines = [f"### Rules: {_prose(_headline(found, old, new, assume))}"]
    if found.regions:
        lines += ["", "| outcome | before | after | because of |", "| --- | --- | --- | --- |"]
        for region in found.regions:
            because = ", ".join(_prose(change_text(change)) for change in region.clauses) or "-"
            about = f"{_code(region.about)} {_prose(_words(region))}".rstrip()
            cells = about, _code(region.before), _code(region.after), because
            lines.append("| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in cells) + " |")
    for region in found.regions:
        about = escape(region.about, quote=False)
        lines += ["", f"<details><summary><code>{about}</code>: the smallest such case</summary>", ""]
        lines += [f"- {_prose(one)}" for one in _told(region)]
        fence = "`" * max(3, 1 + _longest_ticks(region.witness.text))
        lines += ["", f"{fence}rules", region.witness.text.rstrip(), fence, "", "</details>"]
    rest = list(_notes(found))
    if rest:
        lines += ["", *(f"- {_prose(one)}" for one in rest)]
    return "\n".join(lines) + "\n"


_CODE = re.compile(r"(`[^`]+`)")
_MARKS = re.compile(r"[\\`*_\[\]<>#|~&]")


def _prose(text: str) -> str:
    """Words of people in Markdown: nothing in them is markup, except that names stand between backticks."""
    parts = _CODE.split(text)
    return "".join(part if number % 2 else _MARKS.sub(r"\\\g<0>", part) for number, part in enumerate(parts))


def _code(text: str) -> str:
    """Text as a code span, whatever stands in it."""
    ticks = "`" * (1 + _longest_ticks(text))
    edge = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{edge}{text}{edge}{ticks}"


def _longest_ticks(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _words(region: Region) -> str:
    return "" if region.gloss == region.about else f"({region.gloss})"


_SHOWN = {"text": _text, "json": _json, "markdown": _markdown}
