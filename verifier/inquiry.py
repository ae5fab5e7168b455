"""One answer against one case: what the checks look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.citations import Cited, Links
from rulelang.verifier.entail import Declared
from rulelang.verifier.parts import Part
from rulelang.verifier.reading import Held, Reading
from rulelang.verifier.warrant import Verdict
from rulelang.verifier.words import gloss_of, judged, shown


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the formula that the decision is held against, as the case writes it, and the gold decision."""

    formula: core.Formula
    text: str
    gold: Verdict
    clash: bool = False
    """The gold decision is CONFLICT."""


@dataclass(frozen=True)
class Matter:
    """What the checks need of a case: worked out once, used for every answer.

    `evidence` gives for each leaf the accepted sets of passages, `values` its verdict in the case; `supposed` is
    what the question supposes; `derived` are the leaves that rules conclude.
    """

    program: core.Core
    parts: tuple[Part, ...]
    questions: tuple[Question, ...]
    leaves: tuple[core.Formula, ...]
    derived: frozenset[core.Formula]
    evidence: Mapping[core.Formula, tuple[frozenset[str], ...]]
    values: Mapping[core.Formula, Verdict]
    supposed: frozenset[core.Formula | core.Value]
    actions: bool
    declared: Declared
    cited: Cited
    known_rules: frozenset[str]
    """Everything that answers may cite: the rules in use and their clauses, definitions, concepts."""
    passages: Mapping[str, str]
    glosses: dict[str, str]

    def is_supposed(self, leaf: core.Formula) -> bool:
        """Whether the question itself supposes what a leaf is about."""
        return leaf in self.supposed or any(read in self.supposed for read in expand.reads(leaf))


@dataclass(frozen=True)
class Inquiry:
    """An answer's reading beside the matter."""

    matter: Matter
    reading: Reading
    links: Links = "linked"

    def question(self, target: core.Formula) -> Question:
        return next(question for question in self.matter.questions if question.formula == target)

    def rules(self, claim: Held) -> frozenset[str]:
        return self.matter.cited.counted(claim, "rules", self.reading, self.links)

    def passages(self, claim: Held) -> frozenset[str]:
        return self.matter.cited.counted(claim, "evidence", self.reading, self.links)

    def shown(self, formula: core.Formula) -> str:
        return shown(formula, self.matter.declared)

    def explained(self, leaf: core.Formula) -> str:
        """A leaf in backticks, with its gloss: `waived` (the insurer waived the deadline)."""
        words = gloss_of(leaf, self.matter.glosses)
        return f"`{self.shown(leaf)}` ({words})" if words else f"`{self.shown(leaf)}`"

    def judged(self, formula: core.Formula, value: Verdict) -> str:
        return judged(formula, value, self.matter.declared)

    def is_fact(self, statement: core.Formula) -> bool:
        """Whether a statement is about facts alone: nothing in it is derived."""
        body = expand.expanded(statement, self.matter.declared.definitions)
        return not any(isinstance(leaf, core.Established) for leaf in expand.leaves(body)) and not any(
            isinstance(read, core.OutcomeRead) for read in expand.reads(body)
        )

    @property
    def decision_place(self) -> tuple[str | None, str | None]:
        """The decision's id and pointer, for a finding about it."""
        decision = self.reading.decision
        return (None, None) if decision is None else (decision.id, f"{decision.pointer}/says")
