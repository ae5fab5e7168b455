"""What `rulelang test` does: runs cases against what they EXPECT, and says what came out instead."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulelang.bundled import found
from rulelang.console import DONE, FINDINGS, USAGE, report
from rulelang.decisions import asked_words, decision_json, decision_words, unit_of
from rulelang.engine.derive import Expectation, derive, expectations
from rulelang.engine.records.json_write import json_line
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, Severity
from rulelang.grammar.render import render_json
from rulelang.opening import open_records, open_rules, split_case
from rulelang.options import Loading
from rulelang.ruleset import case_of, own_cases

if TYPE_CHECKING:
    from rulelang.coverages import Covering, Measure

@dataclass(frozen=True, slots=True)
class Choice:
    """Which cases are run: those whose name fits the words; those of a file instead of the rule file's own."""

    keyword: str | None = None
    cases_file: str | None = None
    map_file: str | None = None


@dataclass(frozen=True, slots=True)
class Ran:
    """A case that was run: what came of each expectation, or why it could not be run."""

    file: str
    name: str
    expectations: tuple[Expectation, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    instead: tuple[str | None, ...] = ()
    """For each expectation that was not met: what came out instead, in words."""
    case: model.Case | None = None

    @property
    def passed(self) -> bool:
        return not self.problems and all(expectation.met for expectation in self.expectations)


def run_cases(
    paths: Iterable[str],
    how: Loading,
    choice: Choice,
    output_format: str,
    verbose: bool,
    measure: Measure | None = None,
) -> int:
    """Run the cases of the files and folders, print how it went, and return the exit status.

    Args:
        measure: what is asked about coverage, if anything is.

    Raises:
        RuleLangError: there is nothing to run (RL495), or a case that is named is not there (RL494).
    """
    ran: list[Ran] = []
    unusable = False
    covering = None
    if measure is not None:
        # Imported here: a plain run needs no solver.
        from rulelang.coverages import Covering

        covering = Covering(measure)
    for argument in paths:
        for path, only in _files(argument):
            try:
                base = open_rules(path, how, output_format, tuple(Severity) if verbose else (Severity.WARNING,))
            except RuleLangError as error:
                report(error.diagnostics, output_format)
                unusable = True
                continue
            found = list(_run_file(base, path, only, choice))
            if found and output_format == "text":
                _progress(path, found, verbose)
            ran += found
            if covering is not None:
                covering.note(path, base, [(one.case, one.name) for one in found if one.case is not None])
    enough = DONE
    if covering is not None:
        enough = _with_coverage(covering, ran, output_format, verbose)
    elif output_format == "json":
        sys.stdout.write(json_line([_as_json(one) for one in ran]) + "\n")
    else:
        _summary(ran)
    if not ran and not unusable and covering is None:
        fits = f" and its name fits `{choice.keyword}`" if choice.keyword else ""
        hint = f"a case is run if it says what to EXPECT{fits}"
        raise RuleLangError([Diagnostic("RL495", "there is nothing to run", None, hint=hint)])
    if unusable or any(one.problems for one in ran):
        return USAGE
    return max(enough, DONE if all(one.passed for one in ran) else FINDINGS)


def _with_coverage(covering: Covering, ran: Sequence[Ran], output_format: str, verbose: bool) -> int:
    """Prints the run and what its cases cover; the status of the coverage."""
    from rulelang.coverages import coverage_json, coverage_status, coverage_text

    measured = list(covering.measured())
    if output_format == "json":
        cases = [_as_json(one) for one in ran]
        sys.stdout.write(json_line({"cases": cases, "coverage": coverage_json(covering.measure, measured)}) + "\n")
    else:
        _summary(ran)
        sys.stdout.write(coverage_text(covering.measure, measured, verbose))
    return coverage_status(covering.measure, measured)


def _files(argument: str) -> Iterator[tuple[str, str | None]]:
    """The rule files that an argument names, and the case in it that is meant."""
    path, only = (argument, None) if os.path.exists(argument) else split_case(argument)
    place = found(path)
    if os.path.isdir(place):
        for file in sorted(place.rglob("*.rules")):
            yield str(file), only
    else:
        yield path, only


def _run_file(base: RuleBase, path: str, only: str | None, choice: Choice) -> Iterator[Ran]:
    file, keyword = choice.cases_file, choice.keyword
    if file is None:
        for case in own_cases(base.program) if only is None else [case_of(base.program, only)]:
            if case.expect and _wanted(case.name, only, keyword):
                yield _run(base, path, case)
        return
    for record in open_records(base.program, file, choice.map_file):
        if record.case is None:
            yield Ran(file, record.name, problems=record.diagnostics)
        elif record.case.expect and _wanted(record.name, only, keyword):
            yield _run(base, file, record.case)


def _wanted(name: str, only: str | None, keyword: str | None) -> bool:
    if only is not None:
        return name == only
    wanted = True
    for word in (keyword or "").split():
        if word == "not":
            wanted = False
        elif (word in name) is wanted:
            wanted = True
        else:
            return False
    return True


def _run(base: RuleBase, path: str, case: model.Case) -> Ran:
    try:
        found = expectations(base, case)
    except RuleLangError as error:
        return Ran(path, case.name, problems=error.diagnostics, case=case)
    instead = tuple(None if one.met else _came_out(base, case, one) for one in found)
    return Ran(path, case.name, found, instead=instead, case=case)


def _came_out(base: RuleBase, case: model.Case, expectation: Expectation) -> str:
    """What came out instead of what was expected: for `v = 3` the value that v has, for `NOT p` what p is."""
    match expectation.stated.claim:
        case model.Compare(_, left, model.Constant()) | model.IsNone(left):
            text = expectation.stated.text.partition("=")[0].rstrip(" !<>") or expectation.stated.text
            (decision,) = derive(base, case, [model.Target(left, text)]).decisions
            return asked_words(text, decision, unit_of(base.program, left))
        case model.Not(operand) if expectation.stated.text.startswith("NOT "):
            # That `NOT p` fails is hard to read: p is told.
            text = expectation.stated.text.removeprefix("NOT ").lstrip()
            (decision,) = derive(base, case, [model.Target(operand, text)]).decisions
            return asked_words(text, decision, None)
        case _:
            return decision_words(expectation.decision)


def _progress(path: str, ran: list[Ran], verbose: bool) -> None:
    if verbose:
        for one in ran:
            sys.stdout.write(f"{path}#{one.name} {_mark(one, long=True)}\n")
    else:
        sys.stdout.write(f"{path} {''.join(_mark(one, long=False) for one in ran)}\n")


def _mark(one: Ran, long: bool) -> str:
    word = "ERROR" if one.problems else "passed" if one.passed else "FAILED"
    return word if long else "." if one.passed else word[0]


def _summary(ran: Iterable[Ran]) -> None:
    every = list(ran)
    for one in every:
        if one.problems:
            sys.stdout.write(f"\nERROR {one.file}#{one.name}\n")
            sys.stdout.flush()
            report(one.problems)
        elif not one.passed:
            sys.stdout.write(f"\nFAILED {one.file}#{one.name}\n")
            for expectation, instead in zip(one.expectations, one.instead, strict=True):
                if not expectation.met:
                    sys.stdout.write(f"  expected  {' '.join(expectation.stated.text.split())}{_place(expectation)}\n")
                    sys.stdout.write(f"  came out  {instead}\n")
    counts = {
        "failed": sum(1 for one in every if not one.passed and not one.problems),
        "in error": sum(1 for one in every if one.problems),
        "passed": sum(1 for one in every if one.passed),
    }
    if every:
        sys.stdout.write("\n" + ", ".join(f"{number} {word}" for word, number in counts.items() if number) + "\n")


def _place(expectation: Expectation) -> str:
    span = expectation.stated.span
    return "" if span is None else f"  (line {span.source.place(span.start)[0]})"


def _as_json(one: Ran) -> dict[str, Any]:
    made: dict[str, Any] = {"file": one.file, "case": one.name, "passed": one.passed}
    if one.problems:
        made["problems"] = json.loads(render_json(one.problems))
    else:
        made["expect"] = [
            {
                "says": expectation.stated.text,
                "met": expectation.met,
                "decision": decision_json(expectation.decision, None),
                **({} if expectation.met else {"instead": instead}),
            }
            for expectation, instead in zip(one.expectations, one.instead, strict=True)
        ]
    return made
