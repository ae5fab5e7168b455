"""The report of scored answers: which tables and plots it has, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.model import QUESTION_TYPES
from rulelang.reporting import rubric_plots, rubric_tables, warrant_plots, warrant_tables
from rulelang.reporting.cells import decimal
from rulelang.reporting.document import Document, Part, Section
from rulelang.reporting.families import read_families
from rulelang.verifier.statistics.answers import Answers, answers_of
from rulelang.verifier.statistics.attribution import attribution, finding_kinds, layer_rates
from rulelang.verifier.statistics.complexity import complexity
from rulelang.verifier.statistics.dimensions import by_dimension
from rulelang.verifier.statistics.error_types import error_rates
from rulelang.verifier.statistics.estimate import Bools, Estimate
from rulelang.verifier.statistics.families import Families
from rulelang.verifier.statistics.intervals import rubric_intervals
from rulelang.verifier.statistics.probes import probe_changes
from rulelang.verifier.statistics.reading import read_results
from rulelang.verifier.statistics.scores import by_question_type, by_setting, by_source
from rulelang.verifier.statistics.semantics import semantic_rates
from rulelang.verifier.statistics.warrants import WarrantFigures, warrant_figures

FEW_CASES = 10


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be computed: which settings, in the order in which they are compared (none: all), how the bootstrap
    draws, and the file that says which family a model belongs to (none: there are no families)."""

    settings: tuple[str, ...]
    resamples: int
    seed: int
    families: Path | None = None


def usable_answers(paths: Sequence[Path], settings: Sequence[str]) -> Answers:
    """The answers in results files that can be counted.

    Raises:
        RuleLangError: as `read_results`; a setting is none of the results' (RL618); no answer is usable (RL612).
    """
    table = read_results(paths)
    answers = answers_of(table, settings)
    known = answers_of(table).setting.names if settings else ()
    for name in settings:
        if name not in known:
            listed = ", ".join(f"`{one}`" for one in known)
            message = f"no answer was given in the setting `{name}`"
            raise RuleLangError([Diagnostic("RL618", message, None, hint=f"the settings are {listed}")])
    if not len(answers):
        message = f"none of the {table.num_rows} answers has a case that can be used"
        hint = "the columns `error` and `error_words` of the results say why"
        raise RuleLangError([Diagnostic("RL612", message, None, hint=hint)])
    return answers


def scored_report(paths: Sequence[Path], wanted: Wanted) -> Document:
    """The tables and plots of both papers, computed on the answers in results files.

    Raises:
        RuleLangError: as `usable_answers`, `read_families`.
    """
    answers = usable_answers(paths, wanted.settings)
    families = None if wanted.families is None else read_families(wanted.families, answers.model.names)
    warrants = warrant_figures(answers, wanted.resamples, wanted.seed, families)
    sections = (
        _warrants(answers, warrants, wanted, families),
        _layers(answers, families),
        _rubric(answers),
        _questions(answers),
        _intervals(answers, wanted),
        _counts(answers, warrants),
    )
    return Document(
        "Answers held against their rules",
        "What models conclude from rules, and whether they conclude it for the right reasons. Every figure is "
        "computed from checks that are symbolic and repeatable; no language model judges.",
        _facts(paths, answers, families),
        tuple(one for one in sections if one.parts),
        _headline(warrants, answers),
        _warnings(answers),
    )


def _facts(paths: Sequence[Path], answers: Answers, families: Families | None) -> tuple[tuple[str, str], ...]:
    policies = sorted({str(one) for one in answers.table.column("policy").unique().to_pylist()})
    return (
        ("results", ", ".join(path.name for path in paths)),
        ("answers", f"{len(answers):,}" + (f" and {answers.unusable:,} unusable lines" if answers.unusable else "")),
        ("models", str(len(answers.model)) + (f", in {len(families.names)} families" if families is not None else "")),
        ("cases", f"{len(answers.case):,}"),
        ("settings", ", ".join(answers.setting.names)),
        ("tracks", ", ".join(answers.track.names)),
        ("warrant policy", ", ".join(policies)),
    )


def _headline(found: WarrantFigures, answers: Answers) -> tuple[tuple[str, str, str], ...]:
    one = found.models[0] if len(found.models) == 1 else found.mean

    def told(figure: Estimate) -> str:
        return "NA" if figure.value is None else f"{decimal(100 * figure.value)} %"

    scores = answers.numbers("rubric")
    scores = scores[np.isfinite(scores)]
    rubric = decimal(float(scores.mean())) if len(scores) else "NA"
    equally = "cells and families" if found.families else "cells"
    slots = "" if one.slots.value is None else f"{decimal(one.slots.value)} judgments required on average"
    return (
        ("right decisions", told(one.figures[0]), f"of all answers, {equally} equally"),
        ("complete warrants", told(one.figures[1]), slots or "no answer was evaluable"),
        ("warrant gap", told(one.figures[2]), "of the right answers lack a complete warrant"),
        ("rubric total", rubric, "of 100, over all evaluable answers"),
    )


def _warnings(answers: Answers) -> tuple[str, ...]:
    found: list[str] = []
    limited = int(answers.flags("limited").sum())
    if limited:
        found.append(
            f"For {limited:,} answers there are more accepted warrants than were compared: their completeness is a "
            "lower bound."
        )
    cases = [len(np.unique(answers.case.codes[answers.track.codes == track])) for track in range(len(answers.track))]
    if min(cases) < FEW_CASES:
        named = ", ".join(f"{name} has {count}" for name, count in zip(answers.track.names, cases, strict=True))
        here = named if len(cases) > 1 else f"here {cases[0]}"
        found.append(
            f"Intervals draw cases within each track, and say little where there are fewer than {FEW_CASES}: {here}."
        )
    return tuple(found)


def _warrants(answers: Answers, found: WarrantFigures, wanted: Wanted, families: Families | None) -> Section:
    parts: list[Part] = [
        warrant_tables.generator_table(answers, found, wanted.resamples, families),
        warrant_plots.warrant_plot(answers, found, families),
    ]
    if found.family_cells:
        parts.append(warrant_tables.family_cell_table(answers, found, wanted.resamples))
    if len(found.cells) > len(answers.model):
        parts.append(warrant_tables.cell_table(answers, found))
    if len(answers.setting) > 1:
        changes = probe_changes(answers, wanted.resamples, wanted.seed)
        parts.append(warrant_tables.probe_table(answers, changes, wanted.resamples))
    return Section(
        "warrants",
        "Right, and for the right reasons?",
        "Whether the decision is right, whether the stated grounds carry it, and how often only the first is so.",
        tuple(parts),
    )


def _layers(answers: Answers, families: Families | None) -> Section:
    found = attribution(answers, families)
    parts: list[Part] = []
    if found.answers:
        parts.append(warrant_plots.attribution_plot(answers, found, families))
    parts.append(warrant_tables.attribution_table(found))
    if len(answers.model) > 1:
        parts.append(warrant_tables.attribution_by_model(answers, found, families))
    parts.append(warrant_tables.layer_table(answers, layer_rates(answers)))
    kinds = finding_kinds(answers)
    if kinds:
        parts.append(warrant_tables.kind_table(kinds))
    return Section(
        "reasons",
        "Where reasons break",
        "Rule use, condition, evidence, aggregation, outcome: which of the five checks fail, and which faults are at "
        "the root.",
        tuple(parts),
    )


def _rubric(answers: Answers) -> Section:
    scores = by_setting(answers)
    dimensions = by_dimension(answers)
    parts: list[Part] = [rubric_tables.main_results(answers, scores)]
    if len(answers.setting) > 1:
        parts.append(rubric_plots.setting_plot(answers, scores))
    sources = by_source(answers)
    if sources:
        parts.append(rubric_tables.source_results(answers, sources))
    parts += [
        rubric_tables.dimension_means(dimensions),
        rubric_plots.dimension_heat_map(answers, dimensions),
        rubric_tables.dimensions_by_model(answers, dimensions),
        rubric_tables.error_table(error_rates(answers)),
    ]
    return Section(
        "rubric",
        "Scores by the rubric",
        "RuleWeaver’s scores of the reasoning: rules found and rightly applied, nine dimensions, error types.",
        tuple(parts),
    )


def _questions(answers: Answers) -> Section:
    parts: list[Part] = []
    types = by_question_type(answers, QUESTION_TYPES)
    if types.types:
        parts += [rubric_plots.type_plot(answers, types), rubric_tables.type_table(answers, types)]
    rates = semantic_rates(answers)
    if any(rates.events):
        parts.append(rubric_tables.semantic_table(answers, rates))
    found = complexity(answers)
    if any(one.levels for one in found.measures):
        parts.append(rubric_plots.complexity_plot(found.measures))
    parts += [rubric_tables.correlation_table(found), rubric_tables.level_table(found.measures)]
    return Section(
        "questions",
        "Which questions are hard",
        "By what is asked, by the operators of the rules that answer it, and by the shape of the gold chain.",
        tuple(parts),
    )


def _intervals(answers: Answers, wanted: Wanted) -> Section:
    same = answers.numbers("same_source")
    groups: list[tuple[str, str, Bools | None]] = [("all", "all questions", None)]
    if (same == 1).any() and (same == 0).any():
        groups += [("same", "same-source questions", same == 1), ("cross", "cross-source questions", same == 0)]
    parts: list[Part] = []
    for name, words, among in groups:
        found = rubric_intervals(answers, among, wanted.resamples, wanted.seed)
        parts.append(rubric_tables.interval_table(answers, name, words, found, wanted.resamples))
        if found.differences:
            parts.append(rubric_tables.difference_table(answers, name, words, found, wanted.resamples))
    return Section(
        "intervals",
        "How sure the ranking is",
        "Bootstrap intervals of the rubric totals, and paired differences to the leader.",
        tuple(parts),
    )


def _counts(answers: Answers, found: WarrantFigures) -> Section:
    return Section("counts", "What could be judged", "", (warrant_tables.evaluability_table(answers, found),))
