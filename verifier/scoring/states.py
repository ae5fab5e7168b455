"""What one claim states of each judgment, target and condition of a case, as bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rulelang.engine import core
from rulelang.verifier.claims import DECISION
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.judgments import is_bad, misquotes
from rulelang.verifier.said import Held, Said, Standing
from rulelang.verifier.scoring.lanes import Lanes
from rulelang.verifier.scoring.layout import Layout, Subject
from rulelang.verifier.scoring.spoken import Speaks
from rulelang.verifier.warrant import Slot, Verdict

Jointly: TypeAlias = tuple[core.Formula, Verdict, bool]
"""A condition that a claim states together with others, its value, and whether all of them are entailed."""


class States:
    """What a claim about the world asked about states of each subject."""

    def __init__(
        self,
        layout: Layout,
        lanes: Lanes,
        inquiry: Inquiry,
        held: Held,
        heard: Sequence[tuple[Said, Speaks]],
        jointly: tuple[Jointly, ...],
    ) -> None:
        self.stated = self.right = 0
        entailed = bad = about = misquoted = 0
        values = dict.fromkeys(Verdict, 0)
        targets = set(layout.targets)
        besides = held.id == DECISION  # what a decision says besides what is asked states no target, and quotes nothing
        self.roots = self.targets = False
        passages: list[tuple[int, int, tuple[int, ...]]] = []
        leaves = dict.fromkeys(leaf for _, speaks in heard for leaf in speaks)
        leaves.update(dict.fromkeys(leaf for leaf, _, _ in jointly))
        if besides:
            leaves = {leaf: None for leaf in leaves if leaf not in targets}
        for leaf in sorted(leaves, key=lambda leaf: layout.of_leaf[leaf][0]) if len(leaves) > 1 else leaves:
            states = [(said, *speaks[leaf]) for said, speaks in heard if leaf in speaks]
            found = [(value, said.standing is Standing.ENTAILED) for said, value, _ in states if value is not None]
            self.roots = self.roots or (bool(found) and leaf in targets)
            found += [(value, true) for of, value, true in jointly if of == leaf]
            self.targets = self.targets or (bool(found) and leaf in targets)
            bits = layout.bits(leaf)
            speaking = [said for said, _, concerned in states if concerned]
            if speaking:
                about |= bits
            if any(map(is_bad, speaking)):
                bad |= bits
            for number in layout.of_leaf[leaf]:
                subject = layout.subjects[number]
                if not besides and any(misquotes(inquiry, _slot(subject), held, said) for said in speaking):
                    misquoted |= 1 << number
                if any(value is subject.value for value, _ in found):
                    self.right |= 1 << number
                if any(value is subject.value and true for value, true in found):
                    entailed |= 1 << number
            for value, _ in found:
                values[value] |= bits
            if found:
                self.stated |= bits
            if any(value is not Verdict.OPEN for value, _ in found):
                sets = inquiry.matter.evidence.get(leaf, ())
                if sets:
                    first, *others = (lanes.passages(accepted) for accepted in sets)
                    passages.append((bits, first, tuple(others)))
        self.passages = tuple(passages)
        self.here = lanes.here(self.right, entailed, bad, about, misquoted, *values.values())
        self.concludes = self.stated & lanes.conclusions | (self.right & lanes.conclusions) << layout.count


def _slot(subject: Subject) -> Slot:
    return Slot(subject.leaf, subject.value or Verdict.OPEN, False, dict.fromkeys(subject.clauses))
