"""What `rulelang mutate` does: writes answers and their labels, or judges the verifier by them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from rulelang.case_names import named_cases
from rulelang.console import DONE, FINDINGS
from rulelang.options import Loading
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.mutation.inject import FAULTS, GOLD, HARMLESS, TWO, Label, Variation
from rulelang.verifier.mutation.matrix import Judged, judge, matrix_text
from rulelang.verifier.mutation.policies import variations_under
from rulelang.writing import unwritable


@dataclass(frozen=True, slots=True)
class Made:
    """What is to be made: the kinds by name (None: all), the seed, how many of each kind."""

    kinds: frozenset[str] | None
    seed: int
    each: int
    policy: Policy = "full"


def list_kinds() -> int:
    """All kinds, one a line: name, layer, words."""
    for fault in FAULTS:
        sys.stdout.write(f"{fault.name:<30} {fault.root[0]}  {fault.words}\n")
    sys.stdout.write(f"{TWO:<30} -  two faults, in two layers\n")
    for change in HARMLESS:
        sys.stdout.write(f"{change.name:<30}    {change.words}\n")
    return DONE


def chosen(faults: str, harmless: str) -> frozenset[str] | None:
    """The kinds that two options name; None for all.

    Raises:
        click.UsageError: there is no such kind.
    """
    if faults == harmless == "all":
        return None
    some = [*_chosen(faults, [*(fault.name for fault in FAULTS), TWO], "--faults")]
    some += _chosen(harmless, [change.name for change in HARMLESS], "--harmless")
    return frozenset((GOLD, *some))


def _chosen(written: str, known: Sequence[str], option: str) -> Iterator[str]:
    if written == "all":
        yield from known
    elif written != "none":
        for name in written.split(","):
            if name.strip() not in known:
                raise click.UsageError(f"`{option}` knows no kind `{name.strip()}`: --kinds lists them")
            yield name.strip()


def write(cases: Sequence[str], how: Loading, made: Made, out: Path | None, labels: Path | None) -> int:
    """Writes answers, one a line, and in another file, line by line, what was done to each.

    Labels lie beside the answers, and `*.jsonl` names the answers alone: nobody scores labels by such a pattern.

    Raises:
        click.UsageError: both would be one file, or `--out` is empty.
    """
    if out is not None and not out.name:
        raise click.UsageError("`--out` names no file")
    if labels is None and out is not None:
        labels = out.with_suffix(".labels")
    if labels is not None and out is not None and os.path.realpath(labels) == os.path.realpath(out):
        raise click.UsageError(f"answers and labels would both go to `{out}`: give another `--out` or `--labels`")
    with ExitStack() as stack:
        answers: IO[str] = sys.stdout if out is None else stack.enter_context(_opened(out))
        beside = None if labels is None else stack.enter_context(_opened(labels))
        sample = 0
        for case in (one for written in cases for one in named_cases(written, how)):
            for variation in _variations(case.ready, made):
                answers.write(json.dumps(variation.answer(case.name, sample), ensure_ascii=False) + "\n")
                if beside is not None:
                    record = label_object(variation.label, case.name, sample, made.policy)
                    beside.write(json.dumps(record, ensure_ascii=False) + "\n")
                sample += 1
    return DONE


def _opened(path: Path) -> IO[str]:
    try:
        return path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise unwritable(path, error) from None


def _variations(ready: Ready, made: Made) -> Iterator[Variation]:
    return variations_under(made.policy, ready, made.seed, made.kinds, made.each, ready.case.name)


def label_object(label: Label, case: str, sample: int, policy: Policy = "full") -> dict[str, Any]:
    """A label as plain values (`label/1`): what `rulelang check --warrant POLICY` has to find in answer `sample`."""
    return {
        "rulelang": "label/1",
        "case": case,
        "sample": sample,
        "policy": policy,
        "kind": label.kind,
        "harmless": label.harmless,
        "root": list(label.root),
        "fails": list(label.fails),
        "may_fail": list(label.may),
        "warrant": label.warrant,
        "words": label.words,
    }


def print_matrix(cases: Sequence[str], how: Loading, seed: int, each: int, policy: Policy = "full") -> int:
    """The confusion matrix of all cases; 1 where some answer is not judged as it should be."""
    judged: list[Judged] = []
    for case in (one for written in cases for one in named_cases(written, how)):
        judged += [one for _, one in judge(case.ready, case.name, seed, each, policy)]
    sys.stdout.write(matrix_text(judged))
    return DONE if all(one.right for one in judged) else FINDINGS
