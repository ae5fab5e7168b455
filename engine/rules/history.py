"""The history of a rule: the rounds from its root to its final form, with RuleWeaver's three attributes.

An augmentation record of RuleWeaver has a semantic type, a position (IF, THEN or both) and a combination (AND, OR,
NOT).  All three are derived from the clause, never written a second time: a chain of clauses is the record.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from rulelang.engine.rules.augment import apply, base, chain
from rulelang.engine.rules.formulas import mentions
from rulelang.engine.rules.group import Group
from rulelang.engine.rules.rule_text import rule_text
from rulelang.grammar import model as m

SemanticType: TypeAlias = Literal["ABSTRACT", "ADDITIVE", "NEGATE", "EXCEPTION", "CONFLICT", "IRONCLAD"]
Position: TypeAlias = Literal["IF", "THEN", "both"]
Combination: TypeAlias = Literal["AND", "OR", "NOT"]


@dataclass(frozen=True, slots=True)
class Attributes:
    """RuleWeaver's augmentation record of one clause."""

    type: SemanticType
    position: Position
    combination: Combination


@dataclass(frozen=True, slots=True)
class Round:
    """One clause with its attributes and the rule as it stands after it, also as text.

    Round 0 is the base as its root states it: no clause and no attributes.  `clause` is the identifier that the
    clause has in the finished rule, `origin` the rule in which it is written.
    """

    number: int
    clause: str | None
    origin: str
    attributes: Attributes | None
    group: Group
    text: str


def rounds(program: m.Program, rule: str) -> tuple[Round, ...]:
    """The rounds of a rule from its root's base to its final form.

    Raises:
        RuleLangError: a clause cannot be applied (as `augment.grow` says).
    """
    members = chain(program, rule)
    group = replace(base(members[0], members[-1]), gloss=next((r.gloss for r in reversed(members) if r.gloss), None))
    found = [Round(0, None, members[0].id, None, group, rule_text(program, group))]
    for member in members:
        for operator in member.operators:
            told = attributes(group, operator)
            group = apply(group, operator, member.id)
            clause = group.clauses[-1].id
            found.append(Round(len(found), clause, member.id, told, group, rule_text(program, group)))
    return tuple(found)


def attributes(before: Group, operator: m.Operator) -> Attributes:
    """The record of one clause, applied to the rule as it stood before.

    The combination says how the clause's content joins what was there: ABSTRACT widens (OR), ADDITIVE adds (AND),
    NEGATE turns round (NOT), an exception takes its cases away (NOT), a rival is a second rule beside the base (OR),
    an ironclad part holds besides whatever else does (AND).
    """
    match operator:
        case m.AbstractOr():
            return Attributes("ABSTRACT", "IF", "OR")
        case m.AbstractTo(atom=atom):
            inside = mentions(before.condition, atom)
            then = any(isinstance(head, m.Conclude) and head.name == atom.name for head in before.outcomes)
            return Attributes("ABSTRACT", _position(inside, then), "OR")
        case m.Additive(condition=condition, outcomes=outcomes):
            return Attributes("ADDITIVE", _position(condition is not None, bool(outcomes)), "AND")
        case m.Negate(side=side):
            return Attributes("NEGATE", _position(side != "THEN", side != "IF"), "NOT")
        case m.ExceptionClause(outcomes=outcomes):
            return Attributes("EXCEPTION", _position(True, bool(outcomes)), "NOT")
        case m.ConflictClause():
            return Attributes("CONFLICT", "both", "OR")
        case m.IroncladClause(condition=condition):
            return Attributes("IRONCLAD", _position(condition is not None, True), "AND")
        case _:
            assert_never(operator)


def _position(inside: bool, then: bool) -> Position:
    if inside and then:
        return "both"
    return "IF" if inside else "THEN"
