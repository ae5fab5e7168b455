"""What `rulelang test --coverage` prints: what happened to each rule in the cases, and cases for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rulelang.console import DONE, FINDINGS
from rulelang.engine.analysis.coverage import Coverage, Covered
from rulelang.engine.analysis.regions import FATES, Region
from rulelang.engine.analysis.scope import ENTITIES, scope_of
from rulelang.engine.analysis.suggest import Suggested, suggest
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar.model import Case


@dataclass(frozen=True, slots=True)
class Measure:
    """What is asked for: how many cases to suggest for each file, the least coverage in percent, the scope."""

    suggest: int = 0
    fail_under: Fraction | None = None
    scope: int = ENTITIES


@dataclass(frozen=True, slots=True)
class Measured:
    """The coverage of one module, the file or name it goes by, and what is suggested for it."""

    name: str
    covered: Covered
    suggested: Suggested | None

    @property
    def unsettled(self) -> tuple[Region, ...]:
        """The regions of which it is not known whether they can be: the limits were reached, and no case shows it."""
        shown = {region for case in (self.suggested.cases if self.suggested else ()) for region in case.regions}
        some = self.covered.unsettled - shown
        return tuple(region for region in self.covered.regions if region in some)


@dataclass(slots=True)
class Covering:
    """Collects the cases of a run, file by file."""

    measure: Measure
    files: list[tuple[str, Coverage]] = field(default_factory=list[tuple[str, Coverage]])

    def note(self, path: str, base: RuleBase, cases: Iterable[tuple[Case, str]]) -> None:
        """A file that was opened, and the cases of it that were run, each with its name."""
        coverage = Coverage(base, scope_of([base.program], self.measure.scope))
        for case, name in cases:
            coverage.note(case, name)
        self.files.append((path, coverage))

    def measured(self) -> Iterator[Measured]:
        """The coverage of each file's own rules, and of modules that are used and are no file of the run.

        What a file's cases cover of a module that is a file of the run counts there.
        """
        roots = {_root(coverage): coverage for _, coverage in self.files if _root(coverage)}
        for _, coverage in self.files:
            for module in coverage.base.program.modules:
                home = roots.get(module)
                if home is not None and home is not coverage:
                    home.share(coverage, module)
        told: set[str] = set()
        taken: set[str] = set()
        for path, coverage in self.files:
            for module in coverage.base.program.modules:
                own = module == _root(coverage)
                if not own and (module in roots or module in told):
                    continue
                told.add(module)
                for covered in coverage.measured([module]):
                    suggested = None
                    if self.measure.suggest and own:
                        suggested = suggest(coverage, covered.missing, self.measure.suggest, taken)
                    yield Measured(path if own else f"module {module}", covered, suggested)


def _root(coverage: Coverage) -> str:
    return next(iter(coverage.base.program.modules), "")


def percent(measured: Sequence[Measured]) -> Fraction:
    """The share of the regions that can be covered which are, in percent; of none all."""
    counted = sum(len(one.covered.counted) for one in measured)
    missing = sum(len(one.covered.missing) for one in measured)
    return Fraction(100 * (counted - missing), counted) if counted else Fraction(100)


def coverage_status(measure: Measure, measured: Sequence[Measured]) -> int:
    """1 where the coverage is below what is asked for."""
    below = measure.fail_under is not None and percent(measured) < measure.fail_under
    return FINDINGS if below else DONE


# -------------------------------------------------------------------------------------------------------- text


def coverage_text(measure: Measure, measured: Sequence[Measured], verbose: bool) -> str:
    """The coverage for people; `verbose` names the case that covers each region first, and what is impossible."""
    lines: list[str] = []
    for one in measured:
        lines += ["", *_file_lines(one, verbose)]
    if len(measured) > 1:
        lines += ["", f"coverage: {_share(measured)}"]
    if measure.fail_under is not None and percent(measured) < measure.fail_under:
        lines += ["", f"coverage of {_percent(percent(measured))} is below {_percent(measure.fail_under)}"]
    for one in measured:
        if one.suggested is not None and (one.suggested.cases or one.suggested.failed):
            lines += ["", f"# suggested for {one.name}"]
            lines += [f"# no case was found for `{r.clause}`: {r.words()}" for r in one.suggested.failed]
            for case in one.suggested.cases:
                lines += ["", *case.text.splitlines()]
    return "\n".join(lines) + "\n"


def _file_lines(one: Measured, verbose: bool) -> Iterator[str]:
    covered = one.covered
    yield f"{one.name}  coverage: {_share([one])}"
    fates = [
        f"{fate} {sum(region in covered.by for region in some)} of {len(some)}"
        for fate in FATES
        if (some := [region for region in covered.counted if region.fate == fate])
    ]
    if fates:
        yield f"  {', '.join(fates)}"
    clauses = dict.fromkeys(region.clause for region in covered.counted)
    for clause in clauses:
        some = [region for region in covered.counted if region.clause == clause]
        missing = [region for region in some if region not in covered.by]
        if missing or verbose:
            said = f"  not yet: {', '.join(region.words() for region in missing)}" if missing else ""
            yield f"  {clause}  {len(some) - len(missing)} of {len(some)}{said}"
        if verbose:
            for region in some:
                if region in covered.by:
                    yield f"    {region.words()}  in {covered.by[region]}"
    if covered.impossible:
        yield f"  not counted, as proved impossible for {covered.scope}: {len(covered.impossible)}"
        if verbose:
            for region in covered.regions:
                if region in covered.impossible:
                    yield f"    {region.clause}: {region.words()}"
    if one.unsettled:
        open_ = [f"{region.clause}: {region.words()}" for region in one.unsettled]
        yield f"  counted, though it was not settled whether they can be: {'; '.join(open_)}"
        if covered.hint is not None:
            yield f"    hint: {covered.hint}"
    for why in covered.not_analysed:
        yield f"  not analysed: {why}"


def _share(measured: Sequence[Measured]) -> str:
    counted = sum(len(one.covered.counted) for one in measured)
    missing = sum(len(one.covered.missing) for one in measured)
    return f"{counted - missing} of {counted} ({_percent(percent(measured))})"


def _percent(share: Fraction) -> str:
    """Rounded down to a tenth: what is not whole is never told as whole."""
    tenths = share.numerator * 10 // share.denominator
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10} %"


# --------------------------------------------------------------------------------------------------------- JSON


def coverage_json(measure: Measure, measured: Sequence[Measured]) -> dict[str, Any]:
    """The coverage as data."""
    counted = sum(len(one.covered.counted) for one in measured)
    missing = sum(len(one.covered.missing) for one in measured)
    share = percent(measured)
    made: dict[str, Any] = {
        "covered": counted - missing,
        "counted": counted,
        "percent": Fraction(share.numerator * 10 // share.denominator, 10),
        "files": [_file_json(one) for one in measured],
    }
    if measure.fail_under is not None:
        made["fail_under"] = measure.fail_under
        made["enough"] = share >= measure.fail_under
    return made


def _file_json(one: Measured) -> dict[str, Any]:
    covered = one.covered
    regions: list[dict[str, Any]] = []
    unsettled = set(one.unsettled)
    for region in covered.regions:
        state = "covered" if region in covered.by else "impossible" if region in covered.impossible else "missing"
        made: dict[str, Any] = {"clause": region.clause, "fate": region.fate}
        if region.by is not None:
            made["by"] = region.by
        made["state"] = state
        if region in covered.by:
            made["case"] = covered.by[region]
        if region in unsettled:
            made["unsettled"] = True
        regions.append(made)
    found: dict[str, Any] = {
        "file": one.name,
        "covered": len(covered.counted) - len(covered.missing),
        "counted": len(covered.counted),
        "impossible": len(covered.impossible),
        "scope": covered.scope,
        "regions": regions,
    }
    if covered.not_analysed:
        found["not_analysed"] = list(covered.not_analysed)
    if covered.hint is not None:
        found["hint"] = covered.hint
    if one.suggested is not None:
        found["suggested"] = [
            {"case": case.name, "covers": [_covers(region) for region in case.regions], "text": case.text}
            for case in one.suggested.cases
        ]
        found["not_found"] = [_covers(region) for region in one.suggested.failed]
    return found


def _covers(region: Region) -> dict[str, Any]:
    return {"clause": region.clause, "fate": region.fate, **({} if region.by is None else {"by": region.by})}
