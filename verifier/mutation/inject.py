"""The fault injector: from a case's warrants complete answers, answers with known faults, and harmless variants.

Every answer comes with a label that says what was done to it.  A change is labelled a fault or harmless by proof
(`mutation.proof`), never because of its kind alone: a judgment that is dropped but still follows from another claim is
a harmless change (verification, N30).  The same case and seed give the same answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rulelang.verifier.finding import Check
from rulelang.verifier.matter import Ready
from rulelang.verifier.mutation.additions import ADDITIONS
from rulelang.verifier.mutation.case import Bench, benches
from rulelang.verifier.mutation.decisions import AGGREGATION, OUTCOME
from rulelang.verifier.mutation.draft import Draft, answer_object
from rulelang.verifier.mutation.grounds import EVIDENCE, RULE_USE
from rulelang.verifier.mutation.judgments import CONDITION
from rulelang.verifier.mutation.kinds import Fault, Harmless
from rulelang.verifier.mutation.proof import Standing
from rulelang.verifier.mutation.wordings import WORDINGS

FAULTS: tuple[Fault, ...] = (*RULE_USE, *CONDITION, *EVIDENCE, *AGGREGATION, *OUTCOME)
"""All kinds of faults, by layer."""

HARMLESS: tuple[Harmless, ...] = (*WORDINGS, *ADDITIONS)
"""All kinds of harmless variants."""

GOLD, TWO = "gold", "two_faults"

WARRANTS = 4
"""How many of a case's accepted warrants are written out and changed, at most."""

TRIES = 12
"""How many sites are tried for one fault before its kind is left out."""

LOCAL = frozenset(
    {
        "wrong_rule_on_fact", "invented_rule_on_fact", "wrong_rule_on_conclusion", "fact_left_out",
        "exception_left_out", "rival_left_out", "open_left_out", "settled_doubted", "contradicted", "no_passage",
        "other_passage", "unknown_passage", "fact_does_not_enter",
    }
)  # fmt: skip
"""The faults of one judgment, which can be put into one answer together."""


@dataclass(frozen=True, slots=True)
class Label:
    """What was done to an answer: `kind`, the layers where its faults belong, the checks that it fails.

    Neither `root` nor `fails` holds anything where the answer is harmless or complete.  `may` are checks that it may
    fail besides; `words` tell the change.
    """

    kind: str
    harmless: bool
    root: tuple[int, ...]
    fails: tuple[int, ...]
    may: tuple[int, ...]
    warrant: int
    words: str


@dataclass(frozen=True, slots=True)
class Variation:
    """An answer and its label; the label is never part of the answer."""

    draft: Draft
    label: Label

    def answer(self, case: str, sample: int | None = None) -> dict[str, Any]:
        """The answer file, as plain JSON values; `case` is how it names its case."""
        return answer_object(self.draft, case, sample)


def variations(
    ready: Ready, seed: int = 7, kinds: Iterable[str] | None = None, sites: int = 1, key: str = ""
) -> Iterator[Variation]:
    """The complete answers of a case, and everything that can be made of them.

    Args:
        seed: where there is a choice, chance by this seed makes it; `key` (the case's name) goes into it.
        kinds: the kinds wanted, by name; all by default.
        sites: how many answers of each kind are made from each warrant, at most.
    """
    wanted = None if kinds is None else set(kinds)
    for number, bench in enumerate(benches(ready, f"{seed}/{key}")):
        if number == WARRANTS:
            return
        if wanted is None or GOLD in wanted:
            yield Variation(bench.gold, Label(GOLD, True, (), (), (), number, "the answer that the warrant writes"))
        for fault in FAULTS:
            if wanted is None or fault.name in wanted:
                yield from _faulty(_bench(bench, fault.name, seed, key, number), fault, number, sites)
        if wanted is None or TWO in wanted:
            yield from _twice(_bench(bench, TWO, seed, key, number), number, sites)
        for change in HARMLESS:
            if wanted is None or change.name in wanted:
                yield from _accepted(_bench(bench, change.name, seed, key, number), change, number, sites)


def _bench(bench: Bench, kind: str, seed: int, key: str, number: int) -> Bench:
    """The bench with a chance of its own for each kind, so that kinds can be left out without changing others."""
    return Bench(bench.ready, bench.warrant, bench.gold, bench.proof, Random(f"{seed}/{key}/{number}/{kind}"))


def _shuffled(bench: Bench, items: Sequence[Any]) -> list[Any]:
    found = list(items)
    bench.chance.shuffle(found)
    return found


def _faulty(bench: Bench, fault: Fault, number: int, sites: int) -> Iterator[Variation]:
    """Answers with one fault; where the change is proved harmless, one answer that has to be accepted."""
    made = 0
    harmless = False
    for site in _shuffled(bench, fault.sites(bench))[: TRIES * sites]:
        draft = fault.put(bench, bench.gold, site)
        if draft is None:
            continue
        match bench.proof.standing(draft):
            case Standing.FAULTY if root := _root(bench, draft, fault.root):
                yield Variation(draft, _label(bench, draft, fault.name, root, (fault,), number))
                made += 1
            case Standing.HARMLESS if not harmless:
                harmless = True
                words = f"{fault.words} (harmless here: another claim or warrant stands)"
                yield Variation(draft, Label(fault.name, True, (), (), (), number, words))
            case _:
                pass
        if made == sites:
            return


def _root(bench: Bench, draft: Draft, root: tuple[int, ...]) -> tuple[int, ...]:
    """The layers where the faults are sure to belong, these among them; none where it is not sure."""
    found = bench.proof.belonging(draft, bench.warrant, frozenset(Check(layer) for layer in root))
    return tuple(sorted(check.value for check in found or ()))


def _label(
    bench: Bench, draft: Draft, kind: str, root: tuple[int, ...], faults: Sequence[Fault], number: int
) -> Label:
    """The label of an answer with some faults that belong in these layers; what a judgment is wrong for may not give
    the decision, and may decide a target otherwise."""
    fails = {*root, *(check for fault in faults for check in fault.fails)}
    may = {check for fault in faults for check in fault.may}
    if any(Check.CONDITION.value in root and Check.CONDITION.value not in fault.root for fault in faults):
        may.add(Check.AGGREGATION.value)
    if bench.proof.is_divided(draft):
        may.add(Check.AGGREGATION.value)
    words = "; ".join(fault.words for fault in faults)
    return Label(kind, False, root, tuple(sorted(fails)), tuple(sorted(may - fails)), number, words)


def _twice(bench: Bench, number: int, sites: int) -> Iterator[Variation]:
    """Answers with two faults at two judgments that every accepted warrant asks for."""
    local = [fault for fault in FAULTS if fault.name in LOCAL]
    pairs = _shuffled(bench, [(one, other) for one in local for other in local if one.root < other.root])
    made = 0
    layers: set[tuple[int, ...]] = set()
    for one, other in pairs:
        root = (*one.root, *other.root)
        if root in layers:
            continue
        draft = _both(bench, one, other)
        if draft is not None:
            yield Variation(draft, _label(bench, draft, TWO, root, (one, other), number))
            layers.add(root)
            made += 1
        if made == 4 * sites:
            return


def _both(bench: Bench, one: Fault, other: Fault) -> Draft | None:
    here = [site for site in one.sites(bench) if site in bench.common]
    there = [site for site in other.sites(bench) if site in bench.common]
    for first in _shuffled(bench, here)[:TRIES]:
        half = one.put(bench, bench.gold, first)
        if half is None or bench.proof.standing(half) is not Standing.FAULTY:
            continue
        for second in _shuffled(bench, [site for site in there if site != first])[:TRIES]:
            alone = other.put(bench, bench.gold, second)
            whole = other.put(bench, half, second)
            if whole is None or alone is None or bench.proof.standing(alone) is not Standing.FAULTY:
                continue
            root = (*one.root, *other.root)
            if bench.proof.standing(whole) is Standing.FAULTY and _root(bench, whole, root) == root:
                return whole
    return None


def _accepted(bench: Bench, change: Harmless, number: int, sites: int) -> Iterator[Variation]:
    """Harmless variants of one kind, each proved to be complete."""
    made = 0
    for draft in _shuffled(bench, change.make(bench))[: TRIES * sites]:
        if bench.proof.standing(draft) is Standing.HARMLESS:
            yield Variation(draft, Label(change.name, True, (), (), (), number, change.words))
            made += 1
        if made == sites:
            return
