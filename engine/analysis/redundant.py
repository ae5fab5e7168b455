"""Parts of conditions that the rest of the condition implies, so that they change nothing (RL533).

Proved locally, as the laws of operators are; a part that speaks of something of its own is not asked about.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine.analysis.declared import head_span
from rulelang.engine.analysis.finding import Drop, Finding, finding
from rulelang.engine.analysis.laws import Instances, Laws
from rulelang.engine.rules.formulas import complement, conjunction, walk
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model as m
from rulelang.grammar.source import Span
from rulelang.grammar.words import formula_words


def redundant(base: RuleBase, laws: Laws) -> Iterator[Finding]:
    """The parts, from the last of each condition, one at a time: without all of them it says the same."""
    program = base.program
    tied = _tied(program)
    for group in base.groups.values():
        rule = program.rules[group.id]
        found: list[tuple[str, Span, Span, m.Formula]] = []
        if rule.condition is not None:
            found.append((rule.id, head_span(rule), rule.span, rule.condition))
        for operator in rule.operators:
            if not isinstance(operator, m.ExceptionClause | m.ConflictClause | m.IroncladClause):
                continue
            if operator.condition is not None:
                found.append((f"{rule.id}.{operator.suffix}", operator.span, operator.span, operator.condition))
        instances: Instances | None = None
        for name, shown, whole, condition in found:
            if not isinstance(condition, m.And) or not _worth_asking(condition.parts, tied):
                continue
            instances = laws.instances(group) if instances is None else instances
            among = laws.among(group.id)
            for number in _implied(condition.parts, tied, laws, instances):
                text = formula_words(program, condition.parts[number])
                message = f"in the condition of `{name}` this changes nothing{among}, the rest implies it: {text}"
                drop = Drop("part", name, whole, part=number)
                yield finding("RL533", message, shown, hint="leave it out, or mend the other parts", drop=drop)


def _implied(parts: tuple[m.Formula, ...], tied: frozenset[str], laws: Laws, instances: Instances) -> Iterator[int]:
    left = list(range(len(parts)))
    for number in reversed(range(len(parts))):
        rest = [parts[one] for one in left if one != number]
        if not rest or not _could_follow(parts[number], rest, tied):
            continue
        if laws.never(conjunction(*rest, complement(parts[number])), instances):
            if laws.never(conjunction(*parts), instances):
                return  # it contradicts itself, which implies everything: RL512
            left.remove(number)
            yield number


def _worth_asking(parts: tuple[m.Formula, ...], tied: frozenset[str]) -> bool:
    return any(
        _could_follow(part, [other for place, other in enumerate(parts) if place != number], tied)
        for number, part in enumerate(parts)
    )


def _could_follow(part: m.Formula, rest: list[m.Formula], tied: frozenset[str]) -> bool:
    """Whether the rest could imply a part: both speak of the same, or something ties them, or bounds alone do."""
    ours = _names(part)
    if isinstance(part, m.Compare) and any(isinstance(side, m.FactValue) for side in (part.left, part.right)):
        return True
    theirs = {name for one in rest for name in _names(one)}
    return not ours.isdisjoint(theirs) or (not ours.isdisjoint(tied) and not theirs.isdisjoint(tied)) or not ours


def _names(formula: m.Formula) -> set[str]:
    """What is spoken of; a definition stands for whatever it reads."""
    return {
        "DEFINE" if isinstance(node, m.DefinitionHolds | m.DefinitionValue) else node.name
        for node in walk(formula)
        if isinstance(
            node,
            m.FactHolds | m.FactValue | m.OutcomeHolds | m.OutcomeValue | m.Rejected | m.NormHolds | m.Done | m.Violated
            | m.DefinitionHolds | m.DefinitionValue,
        )
    }  # fmt: skip


def _tied(program: m.Program) -> frozenset[str]:
    """Names of which an ALWAYS or a CONCEPT speaks."""
    found = {name for always in program.always for name in _names(always.condition)}
    for inclusion in program.concepts:
        found |= {inclusion.concept, inclusion.member.name}
    return frozenset(found | {"DEFINE"})
