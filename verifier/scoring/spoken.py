"""What each assertion says of the judgments, targets and conditions of a case: looked at once for each assertion."""

from __future__ import annotations

from typing import TypeAlias

from rulelang.engine import core
from rulelang.verifier.in_play import InPlay
from rulelang.verifier.reading import Reading
from rulelang.verifier.said import Mood, Said, concerns
from rulelang.verifier.scoring.layout import Layout
from rulelang.verifier.warrant import Verdict

Speaks: TypeAlias = dict[core.Formula, tuple[Verdict | None, bool]]
"""By leaf, in the order of the subjects: what is stated of it, and whether the assertion is about it (N9)."""


class Spoken:
    """What the assertions of one case say of its subjects; it keeps them, so that each stays the same object."""

    def __init__(self, layout: Layout, reading: Reading) -> None:
        self._reading = reading
        self._subjects = InPlay(layout.of_leaf, layout.ready.matter.declared.includes)
        self._found: dict[int, tuple[Said, Speaks]] = {}

    def forget(self) -> None:
        self._found.clear()

    def of(self, said: Said) -> Speaks:
        found = self._found.get(id(said))
        if found is None:
            found = self._found[id(said)] = said, self._look(said)
        return found[1]

    def _look(self, said: Said) -> Speaks:
        found: Speaks = {}
        for leaf in self._subjects.near(said.statement, said.value):
            value = self._reading.judge(said, leaf)
            about = said.mood is not Mood.RULE and concerns(said, leaf)
            if value is not None or about:
                found[leaf] = value, about
        return found
