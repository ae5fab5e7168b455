"""Best-of-N: what an evaluator gains by choosing among N answers (RGDT-Bench, tables 4 and 20)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.statistics.bootstrap import draws, ratio
from rulelang.verifier.statistics.estimate import Bools, Estimate, Floats, Ints, estimate
from rulelang.verifier.statistics.judged import TEST, Scored, task_mean, task_mean_samples

TARGETS = ("warrant completeness", "answer accuracy")
VIEWS = ("all groups", "opportunity groups")


@dataclass(frozen=True, slots=True)
class Selected:
    """One N in one view for one target: groups, random and oracle choice, and each evaluator's."""

    target: str
    view: str
    size: int
    groups: int
    random: Estimate
    oracle: Estimate
    evaluators: tuple[Estimate, ...]


def rank_chances(answers: int, size: int) -> Floats:
    """P(the answer of rank r is selected) = C(n - r, N - 1) / C(n, N), r = 1 … n: the chance that it is drawn into a
    random N of the n answers and all better ones are not (RGDT-Bench, appendix on best-of-N).

    Each chance is the one before it times (n - r - N + 1) / (n - r): the binomials themselves outgrow floats.

    >>> rank_chances(4, 2).tolist()
    [0.5, 0.3333333333333333, 0.16666666666666666, 0.0]
    """
    ranks = np.arange(1, answers)
    factors = np.maximum(answers - ranks - size + 1, 0) / (answers - ranks)
    return np.asarray(np.cumprod(np.concatenate([[size / answers], factors])), dtype=np.float64)


def oracle_chance(answers: int, good: Ints, size: int) -> Floats:
    """1 - C(n - c, N) / C(n, N): the chance that a random N of n answers has one of the c good ones (ibid.).

    >>> oracle_chance(4, np.array([0, 1, 4]), 2).tolist()
    [0.0, 0.5, 1.0]
    """
    drawn = np.arange(size)
    none_good = np.prod(np.maximum(answers - good[:, None] - drawn, 0) / (answers - drawn), axis=1)
    return np.asarray(1 - none_good, dtype=np.float64)


def selections(
    scored: Scored, sizes: tuple[int, ...], resamples: int = 2_000, seed: int = 7
) -> tuple[tuple[Selected, ...], str]:
    """Best-of-N on the test part, exactly, with random choice and the oracle.

    A group is what one model answered to one case in one setting.  Its answers are ranked by score, ties by their
    sample number and then their order in the file; the expected target of the best of N is the sum over ranks of
    P(rank is selected) x target.  Views: all groups, and those with a choice to make (some but not all answers good).
    Groups with fewer than N answers are left out for that N.  Figures are means over the groups of a cell, then over
    probes, then tasks (equation 4); intervals draw cases within each task.

    Returns:
        The figures, and a note on sizes for which there is no group ("" where there is none).
    """
    test = scored.where((scored.part == TEST) & np.isfinite(scored.scores).all(axis=0))
    groups = _groups(test)
    drawn = {
        track: list(draws(len(np.unique(test.case[test.track == track])), resamples, (seed, track)))
        for track in range(len(test.tracks))
    }
    found: list[Selected] = []
    most = max((len(one) for one in groups), default=0)
    for good, target in ((test.label, TARGETS[0]), (test.correct, TARGETS[1])):
        for view in VIEWS:
            for size in sizes:
                if size <= most:
                    found.append(_selected(test, groups, good, target, view, size, drawn))
    left = [str(size) for size in sizes if size > most]
    note = f"no group has {' or '.join(left)} scored answers" if left else ""
    return tuple(found), note


def _groups(test: Scored) -> list[Ints]:
    """The answers of each group, in the order of sample number and file."""
    if not len(test.label):
        return []
    sample = np.nan_to_num(test.sample, nan=-1)
    order = np.lexsort((np.arange(len(sample)), sample, test.setting, test.case, test.model))
    keys = np.stack([test.model, test.case, test.setting])[:, order]
    starts = np.flatnonzero((keys[:, 1:] != keys[:, :-1]).any(axis=0)) + 1
    return [np.asarray(one, dtype=np.int64) for one in np.split(order, starts)]


def _selected(
    test: Scored, groups: list[Ints], good: Bools, target: str, view: str, size: int, drawn: dict[int, list[Floats]]
) -> Selected:
    """All groups of one length at once."""
    by_length: dict[int, list[Ints]] = {}
    for one in groups:
        count = int(good[one].sum())
        if len(one) >= size and (view == VIEWS[0] or 0 < count < len(one)):
            by_length.setdefault(len(one), []).append(one)
    evaluators = len(test.evaluators)
    rows: list[Floats] = []
    first: list[Ints] = []
    for length in sorted(by_length):
        members = np.stack(by_length[length])
        values = good[members].astype(np.float64)
        chances = rank_chances(length, size)
        columns = [values.mean(axis=1), oracle_chance(length, values.sum(axis=1).astype(np.int64), size)]
        for evaluator in range(evaluators):
            ranks = np.argsort(-test.scores[evaluator][members], axis=1, kind="stable")
            columns.append(np.take_along_axis(values, ranks, axis=1) @ chances)
        rows.append(np.stack(columns, axis=1))
        first.append(members[:, 0])
    if not rows:
        nothing = Estimate(None, 0, reason=f"no {'group' if view == VIEWS[0] else 'group with a choice'} of {size}")
        return Selected(target, view, size, 0, nothing, nothing, (nothing,) * evaluators)
    values, member = np.concatenate(rows), np.concatenate(first)
    figures = _averaged(test, values, member, drawn)
    return Selected(target, view, size, len(member), figures[0], figures[1], tuple(figures[2:]))


def _averaged(test: Scored, values: Floats, member: Ints, drawn: dict[int, list[Floats]]) -> list[Estimate]:
    """The task mean of each column over groups, with intervals."""
    track, setting, case = test.track[member], test.setting[member], test.case[member]
    settings = max(1, len(test.settings))
    cells = tuple((int(one) // settings, int(one) % settings) for one in np.unique(track * settings + setting))
    samples: list[Floats] = []
    by_cell: list[list[Estimate]] = []
    for cell in cells:
        own = (track == cell[0]) & (setting == cell[1])
        by_cell.append([estimate(float(one), int(own.sum()), "no groups") for one in values[own].mean(axis=0)])
        # The cases of the whole task take part in the draws, so that its probes share them.
        cases = np.unique(test.case[test.track == cell[0]])
        counted = np.concatenate([values[own], np.ones((int(own.sum()), 1))], axis=1)
        by_case = np.zeros((len(cases), counted.shape[1]))
        np.add.at(by_case, np.searchsorted(cases, case[own]), counted)
        sums = np.concatenate([weights @ by_case for weights in drawn[cell[0]]])
        samples.append(ratio(sums[:, :-1], sums[:, -1:]).T)
    columns = [[figures[column] for figures in by_cell] for column in range(values.shape[1])]
    return [
        task_mean(cells, own).within(task_mean_samples(cells, own, np.stack([one[column] for one in samples])))
        for column, own in enumerate(columns)
    ]
