"""One answer against one case: what the checks look at."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rulelang.engine import core
from rulelang.engine.core_text import value_text
from rulelang.grammar import model
from rulelang.grammar.model import Constant_
from rulelang.verifier import expand
from rulelang.verifier.citations import Cited, Links
from rulelang.verifier.concluding import Concluding
from rulelang.verifier.entail import Declared
from rulelang.verifier.expand import negation
from rulelang.verifier.in_play import InPlay
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.parts import Limiting, Part
from rulelang.verifier.reading import Reading
from rulelang.verifier.rule_sets import RuleSet, carried
from rulelang.verifier.said import Held
from rulelang.verifier.telling import Premises, Telling
from rulelang.verifier.voices import Chorus, Voices, chorus
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
    ask: model.Ask | None = None
    """The ASK in which it is asked."""


@dataclass(frozen=True)
class Matter:
    """What the checks need of a case: worked out once, used for every answer.

    `evidence` gives for each leaf the accepted sets of passages, `values` its verdict in the case; `known` are
    the facts; `supposed` is
    what the question supposes.
    """

    program: core.Core
    parts: tuple[Part, ...]
    limits: tuple[Limiting, ...]
    questions: tuple[Question, ...]
    leaves: tuple[core.Formula, ...]
    evidence: Mapping[core.Formula, tuple[frozenset[str], ...]]
    values: Mapping[core.Formula, Verdict]
    known: Mapping[str, bool | Constant_]
    supposed: frozenset[core.Formula | core.Value]
    actions: bool
    declared: Declared
    cited: Cited
    known_rules: frozenset[str]
    """Everything that answers may cite: the rules in use and their clauses, definitions, concepts."""
    passages: Mapping[str, str]
    glosses: dict[str, str]
    wording: Mapping[core.Formula, str]
    """The text of leaves, and of their negations, as their authors wrote them."""
    stipulated: frozenset[str]
    """The contests of which the case itself says how they come out, bearing on anything or not: leaves (N5)."""

    @cached_property
    def prescribed(self) -> frozenset[core.Formula]:
        """What is asked for as a set: the questions of DECIDE ACTIONS."""
        return frozenset(
            one.formula
            for one in self.questions
            if one.ask is not None and one.ask.actions and isinstance(one.formula, core.Established)
        )

    @cached_property
    def holding(self) -> frozenset[core.Formula]:
        """What is asked for and holds."""
        return frozenset(one.formula for one in self.questions if one.gold is Verdict.TRUE)

    def is_fact(self, term: core.Formula | core.Value) -> bool:
        """Whether a formula or value is about what the case gives alone: facts and what it stipulates."""
        return expand.is_about_facts(term, self.stipulated)

    @cached_property
    def derived(self) -> frozenset[core.Formula]:
        """The leaves that rules or definitions conclude."""
        return frozenset(leaf for leaf in self.leaves if not self.is_fact(leaf))

    @cached_property
    def in_play(self) -> InPlay:
        """The leaves, found by what they read."""
        return InPlay(self.leaves, self.declared.includes)

    @cached_property
    def concluding(self) -> Concluding:
        """The rules that conclude on what is said."""
        return Concluding(self.parts, self.limits, self.cited)

    @property
    def units(self) -> tuple[Part | Limiting, ...]:
        """Everything with a condition: the rules' parts and the limits."""
        return (*self.parts, *self.limits)

    def judged(self, formula: core.Formula, value: Verdict) -> str:
        """A judgment in words: the condition, its negation, or that it is unknown."""
        asked = value_asked(formula)
        if asked is not None:
            name = value_text(asked)
            return {Verdict.OPEN: f"UNKNOWN {name}", Verdict.TRUE: name, Verdict.FALSE: f"{name} = NONE"}[value]
        match value:
            case Verdict.TRUE:
                said = formula
            case Verdict.FALSE:
                said = negation(formula)
            case Verdict.OPEN:
                text = self.wording.get(formula)
                return f"UNKNOWN ({text})" if text else judged(formula, value, self.declared)
        return self.wording.get(said) or shown(said, self.declared)

    @cached_property
    def supported(self) -> tuple[tuple[core.Formula, tuple[frozenset[str], ...]], ...]:
        """The leaves that passages support, with the accepted sets of these."""
        return tuple((leaf, sets) for leaf, sets in self.evidence.items() if sets)

    def is_supposed(self, leaf: core.Formula) -> bool:
        """Whether the question itself supposes what a leaf is about."""
        return leaf in self.supposed or any(read in self.supposed for read in expand.reads(leaf))


@dataclass(frozen=True)
class Inquiry:
    """An answer's reading beside the matter."""

    matter: Matter
    reading: Reading
    links: Links = "linked"
    derived: dict[core.Formula, Verdict] = field(default_factory=dict["core.Formula", "Verdict"], repr=False)
    """The decision on each target that follows from what enters, kept: it is the same for every warrant."""
    voices: Voices = field(default_factory=Voices, repr=False)
    yielded: dict[Hashable, bool] = field(default_factory=dict["Hashable", bool], repr=False)
    """Which steps follow, by what they are made of."""

    @cached_property
    def chorus(self) -> Chorus:
        """What the claims say about the world that is asked about."""
        return chorus(self.voices, self.reading.speaking)

    @cached_property
    def told(self) -> tuple[Telling, Premises]:
        """What the claims say about that world, and what they all give together."""
        telling = Telling(self.reading, [said for _, said in self.chorus.said], self.matter.derived, None)
        return telling, telling.of(self.chorus.enough)

    def rules_on(self, claim: Held) -> set[str]:
        """The rules that a claim cites itself, clauses lifted."""
        lifted = self.matter.cited.rules
        return {lifted[cite] for cite in claim.rules if cite in lifted}

    @cached_property
    def rules_below(self) -> Mapping[str, RuleSet]:
        """For each claim the rules cited on it and on everything on which it rests, clauses lifted."""
        claims, places = self.reading.claims, self.matter.cited.places
        return carried(
            {name: RuleSet.of(self.rules_on(claim), places) for name, claim in claims.items()},
            {name: claim.sources for name, claim in claims.items()},
        )

    def question(self, target: core.Formula) -> Question:
        return next(question for question in self.matter.questions if question.formula == target)

    def rules(self, claim: Held) -> frozenset[str]:
        return self.matter.cited.counted(claim, "rules", self.reading, self.links)

    def passages(self, claim: Held) -> frozenset[str]:
        return self.matter.cited.counted(claim, "evidence", self.reading, self.links)

    def shown(self, formula: core.Formula) -> str:
        return self.judged(formula, Verdict.TRUE)

    def explained(self, leaf: core.Formula) -> str:
        """A leaf in backticks, with its gloss: `waived` (the insurer waived the deadline)."""
        words = gloss_of(leaf, self.matter.glosses)
        return f"`{self.shown(leaf)}` ({words})" if words else f"`{self.shown(leaf)}`"

    def judged(self, formula: core.Formula, value: Verdict) -> str:
        return self.matter.judged(formula, value)

    def is_fact(self, statement: core.Formula) -> bool:
        """Whether a statement is about facts alone: nothing in it is derived."""
        return self.matter.is_fact(statement)

    def decided(self, target: core.Formula) -> str:
        """What the decision says of a target, in its own words; of a set of actions it may say nothing of one (N20)."""
        texts = dict.fromkeys(part.text for part, _ in self.reading.final_parts(target))
        if not texts:
            return f"the decision does not list `{self.shown(target)}`"
        return f"the decision says `{' AND '.join(texts)}`"

    @property
    def decision_place(self) -> tuple[str | None, str | None]:
        """The decision's id and pointer, for a finding about it."""
        decision = self.reading.decision
        return (None, None) if decision is None else (decision.id, f"{decision.pointer}/says")
