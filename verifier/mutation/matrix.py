"""The verifier judged: what it finds in answers with known faults and in harmless ones, as a confusion matrix.

Every fault has to be found and put into its layer, and no harmless variant may be faulted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import read_answer
from rulelang.verifier.check import check
from rulelang.verifier.finding import Check
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.mutation.inject import FAULTS, GOLD, HARMLESS, TWO, Label, Variation
from rulelang.verifier.mutation.policies import variations_under


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer of the injector: its case, its label, and what the verifier finds under the same policy."""

    case: str
    label: Label
    root: tuple[int, ...]
    fails: tuple[int, ...]
    score: int

    @property
    def right(self) -> bool:
        """Whether the verifier says what the label says.

        Of a change that was meant as a fault and is harmless no full score is asked: it may cite beside the point.
        """
        if self.label.harmless:
            return not self.fails and (self.score == 100 or self.label.kind in _FAULT_NAMES)
        wanted, found = set(self.label.fails), set(self.fails)
        return self.root == self.label.root and wanted <= found <= wanted | set(self.label.may)


_FAULT_NAMES = frozenset(fault.name for fault in FAULTS)


def judge(
    ready: Ready, case: str, seed: int = 7, sites: int = 1, policy: Policy = "full"
) -> Iterator[tuple[Variation, Judged]]:
    """Every answer that the injector makes of a case, with what the verifier finds in it; `case` names it in answers.

    The answers are written and read as any other.
    """
    for variation in variations_under(policy, ready, seed, None, sites, ready.case.name):
        text = json.dumps(variation.answer(case))
        result = check(ready, read_answer(json_text(Source("answer.json", text))), policy=policy)
        root, fails = (tuple(one.value for one in some) for some in (result.root, result.fails))
        score = 0 if result.rubric is None else result.rubric.score
        if policy != "full":
            score = 100  # the rubric asks for a full warrant, whatever the policy
        yield variation, Judged(case, variation.label, root, fails, score)


def matrix_text(judged: Sequence[Judged]) -> str:
    """The tables, as Markdown: layers, kinds of faults, kinds of harmless variants, cases."""
    return "\n".join((*_summary(judged), "", *_layers(judged), "", *_kinds(judged), "", *_cases(judged))) + "\n"


def _summary(judged: Sequence[Judged]) -> Iterator[str]:
    faults = [one for one in judged if not one.label.harmless]
    harmless = [one for one in judged if one.label.harmless]
    cases = dict.fromkeys(one.case for one in judged)
    found, right = _count(faults, lambda one: bool(one.fails)), _count(faults, lambda one: one.right)
    yield (
        f"{len(judged)} answers to {len(cases)} cases: of {len(faults)} with known faults {found} are found, {right} "
        f"put into their layer; of {len(harmless)} complete ones {_count(harmless, lambda one: bool(one.fails))} "
        "are faulted."
    )


def _layers(judged: Sequence[Judged]) -> Iterator[str]:
    """Injected layer by found root layer."""
    injected = sorted({one.label.root for one in judged}, key=lambda root: (len(root), root))
    found = sorted({one.root for one in judged} | {one.label.root for one in judged}, key=lambda r: (len(r), r))
    yield "## Layers: injected (rows), found (columns)"
    yield ""
    yield _row(["", *(_layer(root) for root in found)])
    yield _row(["---", *("---:" for _ in found)])
    for row in injected:
        counts = [sum(one.label.root == row and one.root == column for one in judged) for column in found]
        yield _row([_layer(row), *(str(count) if count else "·" for count in counts)])


def _layer(root: tuple[int, ...]) -> str:
    if not root:
        return "none"
    return " + ".join(str(number) for number in root) + (f" {Check(root[0]).title}" if len(root) == 1 else "")


def _kinds(judged: Sequence[Judged]) -> Iterator[str]:
    yield "## Kinds of faults"
    yield ""
    yield _row(["fault", "layer", "what is wrong", "answers", "found", "in their layer", "harmless by proof"])
    yield _row(["---", "---", "---", "---:", "---:", "---:", "---:"])
    for fault in FAULTS:
        mine = [one for one in judged if one.label.kind == fault.name]
        yield _fault_row(mine, fault.name, _layer(fault.root), fault.words)
    yield _fault_row([one for one in judged if one.label.kind == TWO], TWO, "two", "two faults in two layers")
    yield ""
    yield "## Kinds of complete answers"
    yield ""
    yield _row(["variant", "what is different", "answers", "faulted", "below 100"])
    yield _row(["---", "---", "---:", "---:", "---:"])
    named = [(GOLD, "nothing: the answer that the warrant writes"), *((one.name, one.words) for one in HARMLESS)]
    for name, words in named:
        mine = [one for one in judged if one.label.kind == name]
        faulted, below = _count(mine, lambda one: bool(one.fails)), _count(mine, lambda one: one.score < 100)
        yield _row([f"`{name}`", words, str(len(mine)), faulted, below])


def _fault_row(mine: Sequence[Judged], name: str, layer: str, words: str) -> str:
    faulty = [one for one in mine if not one.label.harmless]
    found, right = _count(faulty, lambda one: bool(one.fails)), _count(faulty, lambda one: one.right)
    harmless = [one for one in mine if one.label.harmless]
    accepted = str(len(harmless))
    if any(one.fails for one in harmless):
        accepted += f", {_count(harmless, lambda one: bool(one.fails))} faulted"
    return _row([f"`{name}`", layer, words, str(len(faulty)), found, right, accepted])


def _cases(judged: Sequence[Judged]) -> Iterator[str]:
    yield "## Cases"
    yield ""
    yield _row(["case", "answers with faults", "in their layer", "complete answers", "accepted"])
    yield _row(["---", "---:", "---:", "---:", "---:"])
    for case in dict.fromkeys(one.case for one in judged):
        yield case_row(case, [one for one in judged if one.case == case])


def case_row(case: str, judged: Sequence[Judged]) -> str:
    """One case's row of the table of cases."""
    faults = [one for one in judged if not one.label.harmless]
    complete = [one for one in judged if one.label.harmless]
    found, accepted = _count(faults, lambda one: one.right), _count(complete, lambda one: one.right)
    return _row([f"`{case}`", str(len(faults)), found, str(len(complete)), accepted])


def _count(judged: Iterable[Judged], holds: Callable[[Judged], bool]) -> str:
    return str(sum(holds(one) for one in judged))


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
