"""What texts say in a case: each text is read, ground and judged once, however many answers say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulelang.engine import core
from rulelang.grammar import model
from rulelang.verifier import claims as k
from rulelang.verifier import expand
from rulelang.verifier.claims import Assertion, read_statement
from rulelang.verifier.entail import Declared
from rulelang.verifier.matter import Ready
from rulelang.verifier.said import Said
from rulelang.verifier.status import Asked, Judge, rule_formulas
from rulelang.verifier.tolerance import Tolerance


class Voice:
    """See the module's docstring.

    `declared` and `tolerances` are of everything that was spoken of so far; what an answer says hangs on the
    declarations of what it speaks of alone, so that it is the same whatever was said before.
    """

    def __init__(self, ready: Ready) -> None:
        self._ready = ready
        self._alone = replace(ready, targets=())
        self._said: dict[tuple[str | tuple[str, ...], bool], tuple[Said, ...]] = {}
        own = ready.matter.declared
        program = ready.matter.program
        self._facts = {**own.facts, **program.facts}
        self._contests = {**own.contests, **program.contests}
        self._definitions = {**own.definitions, **program.definitions}
        self.declared = Declared(
            self._facts, self._contests, self._definitions, own.sorts, own.includes,
            own.memo, own.variables, own.plainly,
        )  # fmt: skip
        self.tolerances: dict[core.Value, Tolerance] = dict(ready.tolerances)
        self._worlds: dict[bool, Judge] = {}
        self._ground: dict[bool, dict[Asked, core.Formula | core.Value]] = {}

    def said(self, says: str | tuple[str, ...], given: bool = False) -> tuple[Said, ...]:
        """The assertions of what a claim says, a text or a list that is the conjunction of its texts, in the world
        asked about, or (`given`) in the case as it was."""
        found = self._said.get((says, given))
        if found is None:
            found = self._said[says, given] = self._read((says,) if isinstance(says, str) else says, given)
        return found

    def __len__(self) -> int:
        return len(self._said)

    def forget(self) -> None:
        """Everything that was said; the declarations stay, there are no more of them than the rules have."""
        self._said.clear()

    def _read(self, texts: tuple[str, ...], given: bool) -> tuple[Said, ...]:
        ready = self._ready
        read = (piece for text in texts for piece in read_statement(text, ready.base.program, ready.case))
        found = [Assertion("", "", shown, content) for shown, content in read]
        wanted = [*k.asked(found), *rule_formulas(found, ready)]
        if (known := self._known(given, wanted)) is not None:
            return known.every(found)
        judge = Judge(self._alone, ready.given if given else ready.asked, wanted)
        judge.tolerances = {**judge.tolerances, **ready.tolerances}
        self._facts.update(judge.declared.facts)
        self._contests.update(judge.declared.contests)
        self._definitions.update(judge.declared.definitions)
        for read_value, tolerance in judge.tolerances.items():
            self.tolerances.setdefault(read_value, tolerance)
        return judge.every(found)

    def _known(self, given: bool, wanted: Sequence[Asked]) -> Judge | None:
        """The case's own world, if all that is wanted is a condition of its rules, or the contrary of one."""
        judge = self._worlds.get(given)
        if judge is None:
            judge = self._worlds[given] = Judge(self._ready, self._ready.given if given else self._ready.asked, ())
            self._ground[given] = dict(judge.ground)
            judge.ground = self._ground[given]
        ground = self._ground[given]
        for one in wanted:
            if one not in ground:
                if not isinstance(one, model.Not) or one.operand not in ground:
                    return None
                ground[one] = expand.negation(ground[one.operand])  # type: ignore[arg-type]
        return judge
