"""RGDT-Bench's tables about generators, from its figures."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.reporting.cells import compared, count, figure, percent, with_best, words
from rulelang.reporting.document import Cell, Column, Table
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.attribution import LAYERS, Attribution, KindCount, LayerRates
from rulelang.verifier.statistics.families import Families
from rulelang.verifier.statistics.probes import ProbeChange
from rulelang.verifier.statistics.warrants import ModelFigures, WarrantFigures

PAPER = "RGDT-Bench"
_DEFINITION = (
    "Final: the share of answers with the right decision. Warrant: the share whose stated grounds pass all five "
    "checks against one and the same reference warrant. Both are over all answers, those that are not evaluable "
    "included. CWG, the correct-answer warrant gap: among evaluable answers with the right decision, the share whose "
    "warrant is incomplete (a share, no difference of rates). CWG′: the same without the aggregation check."
)
_FORMULA = "CWG = P(W = 0 | ŷ = y, C = 1);  W = ⋁ over warrants of ⋀ over the five checks"
_FIGURES = (
    Column("Final %", "answer accuracy"),
    Column("Warrant %", "warrant completeness"),
    Column("CWG %", "correct-answer warrant gap"),
    Column("CWG′ %", "gap without the aggregation check"),
)
_SLOTS = Column("slots", "mean number of judgments that the nearest warrant requires")


def layer_name(layer: str) -> str:
    return layer.replace("_", " ")


def generator_table(answers: Answers, found: WarrantFigures, resamples: int, families: Families | None = None) -> Table:
    rows = [_generator(answers.model.names[one.model], one) for one in found.models]
    for column in (4, 5):
        rows = with_best(rows, column)
    for column in (6, 7):
        rows = with_best(rows, column, highest=False)
    last = "the last row averages the models, each equally"
    if families is not None:
        rows = _by_family(rows, found, families)
        last = (
            "a family's mean is that of its models, each equally, and the last row averages the families, each equally"
        )
    elif len(rows) > 1:
        rows.append(_generator("mean", found.mean))
    kinship = () if families is None else (Column("family", numeric=False),)
    return Table(
        "generators",
        "Answer accuracy and warrant completeness",
        (
            *kinship,
            Column("model", numeric=False),
            Column("answers"),
            Column("cells", "task × probe cells with answers"),
            _SLOTS,
            *_FIGURES,
        ),
        tuple(tuple(row) for row in rows),
        f"{_DEFINITION} A model's figure is the mean of its task × probe cells (track × setting), each equally; "
        f"{last}. Intervals (95 %): {resamples:,} resamples of cases within each track.",
        _FORMULA,
        f"{PAPER}, equations 1 and 2, table 1" + (" and figure 4a" if families is not None else ""),
        keys=1 + len(kinship),
    )


def _by_family(rows: Sequence[list[Cell]], found: WarrantFigures, families: Families) -> list[list[Cell]]:
    """The models' rows family by family, each family followed by its mean, and the mean of all at the end."""
    told: list[list[Cell]] = []
    for index, members in enumerate(families.members()):
        name = words(families.names[index])
        told += [[name, *rows[model]] for model in members]
        told.append([name, *_generator("mean", found.families[index])])
    return [*told, [words("all"), *_generator("mean of families", found.mean)]]


def _generator(name: str, one: ModelFigures) -> list[Cell]:
    return [
        words(name),
        count(one.answers),
        count(one.cells),
        figure(one.slots),
        *(percent(figure_) for figure_ in one.figures),
    ]


def family_cell_table(answers: Answers, found: WarrantFigures, resamples: int) -> Table:
    """Each cell averaged over models within a family, then over families."""
    rows = [
        (
            words(answers.track.names[one.track]),
            words(answers.setting.names[one.setting]),
            count(one.families),
            *(percent(figure_) for figure_ in one.figures),
        )
        for one in found.family_cells
    ]
    return Table(
        "family-cells",
        "By track and setting, families equally",
        (
            Column("track", numeric=False),
            Column("setting", numeric=False),
            Column("families", "families with answers there"),
            *_FIGURES,
        ),
        tuple(rows),
        "The figures of each task × probe cell, averaged over the models of a family first and then over the "
        f"families, each equally. Intervals (95 %): {resamples:,} resamples of cases within each track.",
        source=f"{PAPER}, figure 4a",
        keys=2,
    )


def cell_table(answers: Answers, found: WarrantFigures) -> Table:
    """Each cell, with the change against the setting before it."""
    rows: list[tuple[Cell, ...]] = []
    before: tuple[int, int] | None = None
    last: list[Cell] | None = None
    for one in sorted(found.cells, key=lambda cell: (cell.track, cell.model, cell.setting)):
        cells = [percent(figure_) for figure_ in one.figures]
        earlier = last if before == (one.track, one.model) else None
        changed = [
            compared(cell, earlier[place] if earlier else None, higher_is_better=place < 2)
            for place, cell in enumerate(cells)
        ]
        before, last = (one.track, one.model), cells
        rows.append(
            (
                words(answers.track.names[one.track]),
                words(answers.model.names[one.model]),
                words(answers.setting.names[one.setting]),
                count(one.answers),
                figure(one.slots),
                *changed,
            )
        )
    return Table(
        "cells",
        "By track and setting",
        (
            Column("track", numeric=False),
            Column("model", numeric=False),
            Column("setting", numeric=False),
            Column("answers"),
            _SLOTS,
            *_FIGURES,
        ),
        tuple(rows),
        "The cells of which the figures above are the means. Arrows: against the same model in the setting before; a "
        "smaller gap is better.",
        source=f"{PAPER}, table 1 (per cell), figure 4",
        keys=3,
    )


def probe_table(answers: Answers, found: Sequence[ProbeChange], resamples: int) -> Table:
    first = answers.setting.names[0] if answers.setting.names else ""
    rows: list[tuple[Cell, ...]] = []
    for change in found:
        title = f"{answers.setting.names[change.setting]} − {first}"
        for one in change.changes:
            rows.append(
                (
                    words(title),
                    words(answers.track.names[one.track]),
                    words(answers.model.names[one.model]),
                    count(one.difference.count),
                    percent(one.difference, signed=True),
                )
            )
        rows.append(
            (words(title), words("mean"), words("all"), count(change.mean.count), percent(change.mean, signed=True))
        )
    return Table(
        "probes",
        "What the setting changes",
        (
            Column("change", numeric=False),
            Column("track", numeric=False),
            Column("model", numeric=False),
            Column("n", "cases put both ways; in the mean: estimates"),
            Column("completeness, pp [95 %]"),
        ),
        tuple(rows),
        f"Warrant completeness under a later setting minus that under the first ({first}), over the cases that were "
        "put both ways, in percentage points. A case's completeness is the share of its samples with a complete "
        f"warrant. The mean gives each estimate equal weight. Intervals: {resamples:,} resamples of cases within "
        "each track.",
        "Δ = mean over cases of (share complete under Pₖ − share complete under P₁)",
        f"{PAPER}, table 14",
        keys=3,
    )


def attribution_table(found: Attribution) -> Table:
    rows = [
        (
            words(layer_name(one.layer)),
            percent(one.involvement, bar=True),
            percent(one.single),
            percent(one.shared),
            percent(one.primary, bar=True),
            percent(one.by_task),
            percent(one.root, bar=True),
        )
        for one in found.layers
    ]
    return Table(
        "attribution",
        "Which layers correct answers fail",
        (
            Column("layer", numeric=False),
            Column("involvement %", "the share of answers that fail the layer"),
            Column("single %", "fail this layer only"),
            Column("shared %", "this layer's part of answers that fail several"),
            Column("attribution %", "single + shared: equation 3"),
            Column("by task %", "the same, tracks equally"),
            Column("root %", "the fault lies in this layer itself"),
        ),
        tuple(rows),
        f"Over the {found.answers:,} evaluable answers with the right decision and an incomplete warrant. Each of "
        "them is shared equally among the layers that it fails (attribution); involvement counts each failed layer "
        "once. Root is this project's own column: one fault makes later checks fail too, and is charged to the "
        "first (sums to more than 100 where an answer has several faults).",
        "φ_d = mean over answers of F_d / Σ_d′ F_d′",
        f"{PAPER}, equation 3, table 13, figure 4b; root: docs/verification.md, N22",
        notes=(f"{percent(found.several).text} % of these answers fail two layers or more.",) if found.answers else (),
    )


def attribution_by_model(answers: Answers, found: Attribution, families: Families | None = None) -> Table:
    by_model: list[list[Cell]] = [
        [words(name), *(percent(one) for one in found.models[model])] for model, name in enumerate(answers.model.names)
    ]
    rows: list[list[Cell]] = by_model
    definition = "Equation 3 over each model's correct answers with an incomplete warrant; a row adds up to 100."
    kinship: tuple[Column, ...] = ()
    if families is not None:
        kinship = (Column("family", numeric=False),)
        definition += " A family's row is over the answers of its models together, each answer equally."
        rows = []
        for index, members in enumerate(families.members()):
            name = words(families.names[index])
            rows += [[name, *by_model[model]] for model in members]
            rows.append([name, words("together"), *(percent(one) for one in found.families[index])])
    return Table(
        "attribution-by-model",
        "Attribution by model (%)",
        (*kinship, Column("model", numeric=False), *(Column(layer_name(layer)) for layer in LAYERS)),
        tuple(tuple(row) for row in rows),
        definition,
        source=f"{PAPER}, equation 3, figure 4b",
        keys=1 + len(kinship),
    )


def layer_table(answers: Answers, rates: Sequence[LayerRates]) -> Table:
    rows = [
        (
            words(answers.model.names[one.model]),
            count(one.answers),
            *(percent(rate, bar=True) for rate in one.fails),
            percent(one.scope, bar=True),
        )
        for one in rates
    ]
    return Table(
        "layers",
        "How often each check fails (%)",
        (
            Column("model", numeric=False),
            Column("answers", "evaluable answers"),
            *(Column(layer_name(layer)) for layer in LAYERS),
            Column("rule scope", "applied rules are not the reference's; a diagnostic of its own"),
        ),
        tuple(rows),
        "Over all evaluable answers, right or wrong. Rule scope is no part of completeness; it is over the answers "
        "that cite any rule.",
        source=f"{PAPER}, table 5",
    )


KINDS_SHOWN = 25


def kind_table(found: Sequence[KindCount]) -> Table:
    rows = [
        (words(one.kind), words(one.code), count(one.findings), count(one.answers), percent(one.rate, bar=True))
        for one in found[:KINDS_SHOWN]
    ]
    left = len(found) - KINDS_SHOWN
    return Table(
        "findings",
        "What is found",
        (
            Column("finding", numeric=False),
            Column("code", "rulelang explain CODE tells more", numeric=False),
            Column("findings"),
            Column("answers"),
            Column("% of answers", "of the evaluable ones"),
        ),
        tuple(rows),
        "Findings of the five checks, consequences included, by kind and code.",
        source="docs/verification.md; rulelang explain CODE",
        keys=2,
        notes=(f"{left} rarer kinds are left out.",) if left > 0 else (),
    )


def evaluability_table(answers: Answers, found: WarrantFigures) -> Table:
    """How many answers could be judged at all."""
    rows = [
        (
            words(answers.model.names[one.model]),
            count(one.answers),
            count(one.answers - round((one.evaluable.value or 0) * one.answers)),
            percent(one.evaluable),
        )
        for one in found.models
    ]
    left = f"{answers.unusable:,} lines could not be used (no readable answer or no usable case) and are in no table."
    return Table(
        "evaluability",
        "Evaluability",
        (
            Column("model", numeric=False),
            Column("answers"),
            Column("not evaluable"),
            Column("evaluable %"),
        ),
        tuple(rows),
        "An answer is not evaluable where no claims could be extracted from it; a missing claim is a failed check, "
        "never this. Such answers count as incomplete and keep their decision in Final; they are left out of CWG, "
        "attribution and the rubric.",
        "C = 1 where claims can be extracted and parsed",
        f"{PAPER}, section 3.3",
        notes=(left,) if answers.unusable else (),
    )
