"""Runs `lint` over rule files, fixes them if that is wanted, and prints what it finds: as text, JSON or SARIF."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulelang.bundled import code_pages
from rulelang.bundled import found as bundled
from rulelang.case_names import rule_files
from rulelang.console import DONE, FINDINGS, colored
from rulelang.engine.analysis.budget import Budget
from rulelang.engine.analysis.finding import Finding
from rulelang.engine.analysis.lint import Report, lint
from rulelang.engine.analysis.scope import none_words, scope_of
from rulelang.engine.analysis.suppressed import without_suppressed
from rulelang.engine.records.json_write import json_line
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.rules.without_value import never_given_as_none
from rulelang.fixing import Fixed, differences, fix, fixes_data, fixes_text, texts_of
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, Severity
from rulelang.grammar.source import Source
from rulelang.lint_programs import Program, each_once, in_text
from rulelang.lint_settings import Settings, settings_for
from rulelang.opening import open_with_findings
from rulelang.options import Loading
from rulelang.writing import replace_file

STEPS = 7
LONG = 200
"""Rules from which on a bar is shown."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which findings are wanted, over how many entities, and how they are printed."""

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    scope: int
    timeout: float | None
    output_format: str
    fixes: Fixes | None = None


@dataclass(frozen=True, slots=True)
class Fixes:
    """How fixes are made: written, or only shown; what the files `cited` name is kept."""

    write: bool
    cited: tuple[str, ...] = ()
    """Files."""


@dataclass(slots=True)
class _Found:
    findings: list[Finding] = field(default_factory=list[Finding])
    fixed: list[Fixed] = field(default_factory=list[Fixed])
    reports: list[tuple[str, Report]] = field(default_factory=list[tuple[str, Report]])
    not_none: dict[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    """Of each file the facts of which the findings speak where they are not NONE."""
    suppressed: int = 0


def lint_files(paths: Sequence[str], how: Loading, wanted: Wanted) -> int:
    """Lint each rule file, print, and return the exit status; fix it before, if that is wanted.

    Args:
        paths: rule files, and folders for all rule files below them.
    """
    found = _Found()
    paths = tuple(dict.fromkeys(name for path in paths for name in _below(path)))
    if wanted.fixes is not None:
        found.fixed = _fixed(paths, how, wanted, wanted.fixes)
        if not wanted.fixes.write:
            sys.stdout.write(differences(found.fixed))
            sys.stderr.write(fixes_text(found.fixed))
            return FINDINGS if any(one.done for one in found.fixed) else DONE
    programs: list[Program] = []
    settings: list[Settings] = []
    for path in paths:
        settings.append(settings_for(path, wanted.select, wanted.ignore))
        base, known = open_with_findings(path, how)
        report = _linted(path, base, wanted)
        programs.append(Program((*map(Finding, known), *report.findings), sources_of(base)))
        found.reports.append((path, report))
        found.not_none[path] = never_given_as_none(base.program)
    merged = each_once(programs)
    made_in = {id(one.finding): one.programs for one in merged.told}
    kept, found.suppressed = without_suppressed([one.finding for one in merged.told], merged.sources, code_pages())
    for one in sorted(kept, key=in_text):
        label = one.diagnostic.primary
        about = made_in.get(id(one)) or merged.having["" if label is None else label.span.source.name]
        # Modules of one run may have settings of their own: as severe as one of them wants it.
        wished = [finding for number in about for finding in settings[number].applied([one])]
        found.findings += sorted(wished, key=lambda finding: list(Severity).index(finding.diagnostic.severity))[:1]
    sys.stdout.write(_SHOWN[wanted.output_format](found))
    return FINDINGS if any(one.diagnostic.severity is not Severity.HINT for one in found.findings) else DONE


def _below(path: str) -> list[str]:
    """A rule file, or those below a folder.

    Raises:
        RuleLangError: none is there (RL491).
    """
    if path == "-" or not os.path.isdir(bundled(path)):
        return [path]
    names = [name for name, _ in rule_files(path)]
    if not names:
        raise RuleLangError([Diagnostic("RL491", f"no `.rules` file is below `{path}`", None)])
    return names


def _fixed(paths: Sequence[str], how: Loading, wanted: Wanted, fixes: Fixes) -> list[Fixed]:
    """Every file fixed, and written if that is wanted.  Nothing is written before all are proved."""
    made: list[Fixed] = []
    cited = texts_of(fixes.cited)
    for path in paths:
        settings = settings_for(path, wanted.select, wanted.ignore)

        def linted(base: RuleBase, known: Sequence[Diagnostic], settings: Settings = settings) -> list[Finding]:
            report = lint(base, scope_of([base.program], wanted.scope), budget=Budget(timeout=wanted.timeout))
            kept, _ = without_suppressed([*map(Finding, known), *report.findings], sources_of(base), code_pages())
            return settings.applied(kept)

        made.append(fix(path, how, linted, cited, [other for other in paths if other != path]))
    if fixes.write:
        for one in made:
            if one.done:
                replace_file(one.path.resolve(), one.content)
    return made


def sources_of(base: RuleBase) -> tuple[Source, ...]:
    """The texts of a program, each once."""
    program = base.program
    spans = [
        *(one.span for one in program.modules.values()), *(one.span for one in program.rules.values()),
        *(one.span for one in program.facts.values()), *(one.span for one in program.outcomes.values()),
        *(one.span for one in program.actions.values()), *(one.span for one in program.priorities),
    ]  # fmt: skip
    return tuple({span.source.name: span.source for span in spans}.values())


@dataclass(slots=True)
class _Bar:
    """A line on a terminal that says what is being looked at and how much is done; wiped out at the end."""

    path: str
    done: int = 0

    def step(self, name: str) -> None:
        filled = "#" * (3 * self.done)
        sys.stderr.write(f"\r\033[K{self.path} [{filled:.<{3 * STEPS}}] {name}")
        sys.stderr.flush()
        self.done += 1

    def wipe(self) -> None:
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def _linted(path: str, base: RuleBase, wanted: Wanted) -> Report:
    """The report, with a bar on a terminal where it may take long."""
    among, budget = scope_of([base.program], wanted.scope), Budget(timeout=wanted.timeout)
    if len(base.program.rules) < LONG or not sys.stderr.isatty():
        return lint(base, among, budget=budget)
    bar = _Bar(path)
    try:
        return lint(base, among, bar.step, budget)
    finally:
        bar.wipe()


# ------------------------------------------------------------------------------------------------------- shown


def _text(found: _Found) -> str:
    from rulelang.grammar.render import render_text

    blocks: list[str] = [fixes_text(found.fixed)] if found.fixed else []
    for one in found.findings:
        shown = render_text([one.diagnostic], color=colored(sys.stdout))
        if one.witness is not None:
            words = [*one.witness.words, *one.witness.choices] or ["any case"]
            shown += "  in this case:\n" + "".join(f"    {word}\n" for word in words)
        blocks.append(shown)
    counts = [
        f"{number} {severity.value}{'' if number == 1 else 's'}"
        for severity in Severity
        if (number := sum(one.diagnostic.severity is severity for one in found.findings))
    ]
    suppressed = f"; {found.suppressed} suppressed" if found.suppressed else ""
    for path, report in found.reports:
        held = f"{report.held} of {report.held + report.broken} uses of operators keep their law"
        variants = "".join(f", with {', '.join(leaves)}" for leaves in report.selections if leaves)
        without = none_words(found.not_none[path])
        of_whom = f"{report.scope}, {without}" if without else report.scope
        blocks.append(f"{path}: {held}; asked of {of_whom}{variants}\n")
    blocks.append(f"{', '.join(counts) or 'nothing found'}{suppressed}\n")
    return "\n".join(blocks)


def _object(one: Finding) -> dict[str, Any]:
    import json

    from rulelang.grammar.render import render_json

    [made] = json.loads(render_json([one.diagnostic]))
    if one.witness is not None:
        made["witness"] = {
            "case": one.witness.text,
            "words": list(one.witness.words),
            "choices": list(one.witness.choices),
        }
    return made  # type: ignore[no-any-return]


def _files(found: _Found) -> list[dict[str, Any]]:
    return [
        {"file": path, **_summary(report), "not_none": list(found.not_none[path])} for path, report in found.reports
    ]


def _summary(report: Report) -> dict[str, Any]:
    return {
        "scope": report.scope,
        "variants": [list(leaves) for leaves in report.selections if leaves],
        "laws": {"held": report.held, "broken": report.broken},
        "pairs": {
            "all": report.pairs.pairs,
            "compatible_or_ordered": report.pairs.ordered,
            "literals": report.pairs.literals,
            "cubes": report.pairs.cubes,
            "solver": report.pairs.solver,
        },
        "solver_questions": report.asked,
    }


def _json(found: _Found) -> str:
    made = {
        "findings": [_object(one) for one in found.findings],
        "files": _files(found),
        "suppressed": found.suppressed,
        **({"fixes": fixes_data(found.fixed)} if found.fixed else {}),
    }
    return json_line(made) + "\n"


def _sarif(found: _Found) -> str:
    import json

    from rulelang import __version__
    from rulelang.sarif import sarif

    properties = {"files": _files(found)}
    return json.dumps(sarif(found.findings, __version__, properties), ensure_ascii=False, indent=2) + "\n"


_SHOWN = {"text": _text, "json": _json, "sarif": _sarif}
