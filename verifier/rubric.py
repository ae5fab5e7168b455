"""The rubric: nine dimensions of an answer against one warrant, 100 points, all or nothing and graded.

Source: RuleWeaver, section 3.4 and its table of dimensions; the predicates are those of docs/verification.md, "The
rubric".  A rubric belongs to an instance: its points are made from the case's own warrant (`rubric_points`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from rulelang.engine import core
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.scope import Scope
from rulelang.verifier.warrant import Warrant


class Dimension(StrEnum):
    """The nine dimensions, in RuleWeaver's order."""

    QUESTION = "QU"
    DECOMPOSITION = "ID"
    FORMAT = "CF"
    GROUNDING = "RG"
    CHAIN = "DC"
    INTERACTION = "EC"
    INTERMEDIATE = "IC"
    FINAL = "FA"
    EXTERNAL = "NE"

    @property
    def words(self) -> str:
        return _TITLES[self]

    @property
    def weight(self) -> int:
        return WEIGHTS[self]


WEIGHTS: Mapping[Dimension, int] = {
    Dimension.QUESTION: 10,
    Dimension.DECOMPOSITION: 10,
    Dimension.FORMAT: 8,
    Dimension.GROUNDING: 17,
    Dimension.CHAIN: 18,
    Dimension.INTERACTION: 12,
    Dimension.INTERMEDIATE: 10,
    Dimension.FINAL: 12,
    Dimension.EXTERNAL: 3,
}
"""The most that each dimension gives; together 100."""

_TITLES: Mapping[Dimension, str] = {
    Dimension.QUESTION: "question understanding",
    Dimension.DECOMPOSITION: "issue decomposition",
    Dimension.FORMAT: "citation format compliance",
    Dimension.GROUNDING: "rule-grounded reasoning",
    Dimension.CHAIN: "dependency chain alignment",
    Dimension.INTERACTION: "exception/conflict handling",
    Dimension.INTERMEDIATE: "intermediate conclusion quality",
    Dimension.FINAL: "final answer consistency",
    Dimension.EXTERNAL: "no external facts",
}


class Kind(StrEnum):
    """What a point asks for; its words are made from it and its subject (`rubric_words`)."""

    DECIDED = "decided"
    DECLARED = "declared"
    ADDRESSED = "addressed"
    CITES = "cites"
    IDENTIFIER = "identifier"
    CONCLUSION_CITES = "conclusion cites"
    APPLICATION = "application"
    JUDGED = "judged"
    SUPPORTED = "supported"
    LINKED = "linked"
    ENTERS = "enters"
    RULE_CLAIM = "rule claim"
    ARBITRATED = "arbitrated"
    RIGHT = "right"
    AGREES = "agrees"
    FOLLOWS = "follows"
    NO_SURPLUS = "no surplus"
    FACT = "fact"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that a dimension asks for, and whether the answer has it.

    `about` is the judgment, target or (of a citation or claim) its text; `premise` is set for a link of the chain.
    `own`: the point comes from the case's warrant, not from something that the answer happens to say.
    """

    kind: Kind
    about: core.Formula | str
    met: bool
    premise: core.Formula | None = None
    own: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """One dimension of one answer: its points, all of which have to be met."""

    dimension: Dimension
    points: tuple[Point, ...]

    @property
    def satisfied(self) -> bool:
        return all(point.met for point in self.points)

    @property
    def vacuous(self) -> bool:
        """The case asks nothing of this dimension (no exception, a chain of one step), and nothing failed (N31)."""
        return self.satisfied and self.dimension in _MAY_BE_VACUOUS and not any(point.own for point in self.points)

    @property
    def share(self) -> Fraction:
        """The share of its points that is met: the graded mark."""
        if not self.points:
            return Fraction(1)
        return Fraction(sum(point.met for point in self.points), len(self.points))


_MAY_BE_VACUOUS = frozenset({Dimension.DECOMPOSITION, Dimension.CHAIN, Dimension.INTERACTION, Dimension.INTERMEDIATE})


class ErrorType(StrEnum):
    """RuleWeaver's five error types; an answer may show several."""

    SELECTION = "rule selection"
    APPLICATION = "cited-rule application"
    INTERACTION = "rule interaction"
    INTEGRATION = "multi-step integration"
    SYNTHESIS = "final synthesis"


@dataclass(frozen=True, slots=True)
class Event:
    """One augmentation of a gold rule by an operator, and whether that rule is rightly applied."""

    operator: str
    rule: str
    clause: str
    right: bool


@dataclass(frozen=True, slots=True)
class Rubric:
    """An answer's marks against one warrant of a case, with its error types and RuleWeaver's semantic events."""

    matter: Matter = field(repr=False)
    warrant: Warrant = field(repr=False)
    marks: tuple[Mark, ...]
    errors: tuple[ErrorType, ...]
    events: tuple[Event, ...]

    @property
    def score(self) -> int:
        """S: the sum of the weights of the satisfied dimensions (RuleWeaver, section 3.4)."""
        return sum(mark.dimension.weight for mark in self.marks if mark.satisfied)

    @property
    def applicable(self) -> Fraction:
        """The score over the points that apply, in 100: vacuous dimensions are left out (N31)."""
        counting = [mark for mark in self.marks if not mark.vacuous]
        most = sum(mark.dimension.weight for mark in counting)
        return Fraction(100 * sum(mark.dimension.weight for mark in counting if mark.satisfied), most)

    @property
    def graded(self) -> Fraction:
        """The score with each dimension's share in place of all or nothing."""
        return sum((mark.dimension.weight * mark.share for mark in self.marks), Fraction(0))

    @property
    def lost(self) -> tuple[Dimension, ...]:
        return tuple(mark.dimension for mark in self.marks if not mark.satisfied)

    @property
    def semantic(self) -> Mapping[str, tuple[int, int]]:
        """For each operator how many events are right, and of how many (RuleWeaver's semantic score)."""
        found: dict[str, tuple[int, int]] = {}
        for event in self.events:
            right, of = found.get(event.operator, (0, 0))
            found[event.operator] = (right + event.right, of + 1)
        return {operator: found[operator] for operator in OPERATORS if operator in found}


OPERATORS = ("ABSTRACT", "ADDITIVE", "NEGATE", "EXCEPTION", "CONFLICT", "IRONCLAD")


def rubric_of(base: RuleBase, matter: Matter, warrant: Warrant, marks: Sequence[Mark], scope: Scope) -> Rubric:
    """The rubric of an answer with these marks and this scope."""
    return Rubric(matter, warrant, tuple(marks), errors_of(marks, scope), events_of(base, scope))


def errors_of(marks: Sequence[Mark], scope: Scope) -> tuple[ErrorType, ...]:
    """The error types of an answer (RuleWeaver, section 4: by recall, precision and the dimensions)."""
    lost = {mark.dimension for mark in marks if not mark.satisfied}
    shown = {
        ErrorType.SELECTION: scope.recall < 1,
        ErrorType.APPLICATION: scope.precision < 1,
        ErrorType.INTERACTION: Dimension.INTERACTION in lost,
        ErrorType.INTEGRATION: bool(lost & {Dimension.DECOMPOSITION, Dimension.CHAIN, Dimension.INTERMEDIATE}),
        ErrorType.SYNTHESIS: Dimension.FINAL in lost,
    }
    return tuple(error for error, present in shown.items() if present)


def events_of(base: RuleBase, scope: Scope) -> tuple[Event, ...]:
    """The augmentations of the gold rules; a rule that was augmented in several rounds has several (section 3.4)."""
    return tuple(
        Event(operator_of(clause.operator), rule, clause.id, rule in scope.right)
        for rule in scope.gold
        if rule in base.groups
        for clause in base.group(rule).clauses
    )


def operator_of(clause: model.Operator) -> str:
    """RuleWeaver's semantic type of an operator's clause."""
    match clause:
        case model.AbstractOr() | model.AbstractTo():
            return "ABSTRACT"
        case model.Additive():
            return "ADDITIVE"
        case model.Negate():
            return "NEGATE"
        case model.ExceptionClause():
            return "EXCEPTION"
        case model.ConflictClause():
            return "CONFLICT"
        case model.IroncladClause():
            return "IRONCLAD"
