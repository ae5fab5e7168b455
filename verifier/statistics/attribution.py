"""To which layers correct but incomplete answers owe their incompleteness (RGDT-Bench, equation 3, table 13)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rulelang.verifier.finding import Check
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.estimate import Bools, Estimate, Floats, Ints, share
from rulelang.verifier.statistics.families import Families
from rulelang.verifier.statistics.instances import means_by

LAYERS: tuple[str, ...] = tuple(check.name.lower() for check in Check)
NONE_INCOMPLETE = "no correct answer has an incomplete warrant"


@dataclass(frozen=True, slots=True)
class LayerShares:
    """One layer, over answers whose decision is right and whose warrant is not complete."""

    layer: str
    involvement: Estimate
    """The share that fails this layer."""
    single: Estimate
    """The share that fails this layer and no other."""
    shared: Estimate
    """What answers that fail several layers give to this one."""
    primary: Estimate
    """Equation 3: single plus shared; adds up to 1 over the layers."""
    by_task: Estimate
    """The same, averaged within each task first, then over tasks equally (table 13b)."""
    root: Estimate
    """The share whose fault lies in this layer itself: the check would fail if those before it were mended."""


@dataclass(frozen=True, slots=True)
class Attribution:
    answers: int
    layers: tuple[LayerShares, ...]
    several: Estimate
    """The share that fails two layers or more."""
    models: tuple[tuple[Estimate, ...], ...]
    """Equation 3 by model."""
    families: tuple[tuple[Estimate, ...], ...] = ()
    """Equation 3 by family: the answers of its models together, each equally (RGDT-Bench, figure 4b)."""


@dataclass(frozen=True, slots=True)
class LayerRates:
    """How often each check fails, over all evaluable answers of a model, and how often the rule scope differs."""

    model: int
    answers: int
    complete: Estimate
    fails: tuple[Estimate, ...]
    roots: tuple[Estimate, ...]
    scope: Estimate


def attribution(answers: Answers, families: Families | None = None) -> Attribution:
    """Primary attribution: phi_d = F_d / sum over d' of F_d', averaged over correct-but-incomplete answers.

    F_d is 1 where the answer fails layer d against its nearest warrant.  Each such answer counts once, shared equally
    among the layers that it fails (RGDT-Bench, equation 3 and figure 4b); involvement counts each failed layer once;
    "single" is the part of answers with one failed layer, "shared" that of the others.  An answer can have the right
    decision and yet fail the outcome check against its nearest warrant only where warrants differ in what they imply.
    """
    among = answers.flags("evaluable") & answers.flags("correct") & ~answers.flags("complete")
    fails = layers_of(answers, "fails")
    among &= fails.any(axis=1)
    failed = fails[among].astype(np.float64)
    roots = layers_of(answers, "root")[among]
    number = failed.sum(axis=1, keepdims=True)
    phi: Floats = np.divide(failed, number, out=np.zeros_like(failed), where=number > 0)
    alone = number[:, 0] == 1
    model, track = answers.model.codes[among], answers.track.codes[among]
    layers = tuple(
        LayerShares(
            layer,
            _average(failed[:, index]),
            _average(np.where(alone, phi[:, index], 0.0)),
            _average(np.where(alone, 0.0, phi[:, index])),
            _average(phi[:, index]),
            _task_mean(phi[:, index], track, len(answers.track)),
            _average(roots[:, index].astype(np.float64)),
        )
        for index, layer in enumerate(LAYERS)
    )

    def by_layer(own: Bools) -> tuple[Estimate, ...]:
        return tuple(_average(phi[own, index]) for index in range(len(LAYERS)))

    models = tuple(by_layer(model == one) for one in range(len(answers.model)))
    members = () if families is None else families.members()
    return Attribution(
        int(among.sum()),
        layers,
        _average((number[:, 0] > 1).astype(np.float64)),
        models,
        tuple(by_layer(np.isin(model, own)) for own in members),
    )


def layers_of(answers: Answers, column: str) -> Bools:
    """For each answer and layer whether the list in a column names it."""
    listed = answers.listed(column)
    found = np.zeros((len(answers), len(LAYERS)), dtype=np.bool_)
    for code, name in enumerate(listed.names):
        if name in LAYERS:
            found[listed.rows[listed.codes == code], LAYERS.index(name)] = True
    return found


def _average(values: Floats) -> Estimate:
    if not len(values):
        return Estimate(None, 0, reason=NONE_INCOMPLETE)
    return Estimate(float(values.mean()), len(values))


def _task_mean(values: Floats, track: Ints, tracks: int) -> Estimate:
    means, counts = means_by(values, track, tracks)
    present = means[counts > 0]
    return _average(present)


def layer_rates(answers: Answers) -> tuple[LayerRates, ...]:
    """The share of evaluable answers that fail each check, by model, whether or not the decision is right.

    Rule scope is a diagnostic of its own (RGDT-Bench, table 5): the share whose applied rules are not the reference's,
    over the answers that cite any.
    """
    evaluable = answers.flags("evaluable")
    fails, roots = layers_of(answers, "fails"), layers_of(answers, "root")
    complete, scope = answers.flags("complete"), answers.numbers("scope")
    found: list[LayerRates] = []
    for model in range(len(answers.model)):
        own = evaluable & (answers.model.codes == model)
        of, reason = int(own.sum()), "no evaluable answers"
        known = own & np.isfinite(scope)
        found.append(
            LayerRates(
                model,
                of,
                share(int((own & complete).sum()), of, reason),
                tuple(share(int(fails[own, index].sum()), of, reason) for index in range(len(LAYERS))),
                tuple(share(int(roots[own, index].sum()), of, reason) for index in range(len(LAYERS))),
                share(int((scope[known] == 0).sum()), int(known.sum()), "no answer cites a rule"),
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class KindCount:
    """One kind of finding: how often it was found, in how many answers, and the share of the evaluable ones."""

    code: str
    kind: str
    findings: int
    answers: int
    rate: Estimate


def finding_kinds(answers: Answers) -> tuple[KindCount, ...]:
    """What was found, by code and kind, in how many evaluable answers; the commonest first."""
    codes, kinds = answers.listed("findings"), answers.listed("kinds")
    of = int(answers.flags("evaluable").sum())
    if len(codes.rows) != len(kinds.rows) or not len(codes.rows):
        return ()
    both = codes.codes * len(kinds.names) + kinds.codes
    found: list[KindCount] = []
    for one in np.unique(both):
        there = codes.rows[both == one]
        code, kind = codes.names[int(one) // len(kinds.names)], kinds.names[int(one) % len(kinds.names)]
        number = len(np.unique(there))
        found.append(KindCount(code, kind, len(there), number, share(number, of, "no evaluable answers")))
    return tuple(sorted(found, key=lambda one: (-one.answers, one.code, one.kind)))
