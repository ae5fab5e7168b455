"""Which names rules use, and which rules bear on a question: over names alone, entities left aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.engine.cores import selection_of
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.walk import Node, walk

Named = (
    model.FactHolds | model.OutcomeHolds | model.Rejected | model.NormHolds | model.Done | model.Violated
    | model.DefinitionHolds | model.FactValue | model.OutcomeValue | model.DefinitionValue | model.TableValue
)  # fmt: skip


def names_in(node: Node) -> Iterator[str]:
    """The names of what is said in a formula or value, in the order of the text or so; some more than once."""
    for at in walk(node):
        if isinstance(at, Named):
            yield at.name
        elif isinstance(at, model.Quantified | model.Count | model.Fold) and isinstance(
            at.binder.range, model.RelationRange
        ):
            yield at.binder.range.fact


def group_heads(group: Group) -> list[model.Head]:
    """Everything that a rule and its clauses conclude."""
    found = [*group.outcomes]
    for rival in group.rivals:
        found += rival.outcomes
    for ironclad in group.ironclad:
        found += ironclad.outcomes
    for exception in _exceptions(group):
        found += exception.outcomes
    return found


def group_names(group: Group) -> dict[str, None]:
    """Every name that a rule uses, conditions first."""
    conditions: list[model.Formula] = [group.condition]
    conditions += [exception.condition for exception in _exceptions(group)]
    conditions += [rival.condition for rival in group.rivals]
    conditions += [part.condition for part in group.ironclad if part.condition is not None]
    found = {name: None for condition in conditions for name in names_in(condition)}
    for binder in (*group.binders, *(binder for part in _exceptions(group) for binder in part.binders)):
        if isinstance(binder.range, model.RelationRange):
            found[binder.range.fact] = None
    for head in group_heads(group):
        found[head.name] = None
        nodes: list[Node] = [*head.args]
        if isinstance(head, model.Assign | model.Limit):
            nodes.append(head.value)
        found.update((name, None) for node in nodes for name in names_in(node))
    return found


def _exceptions(group: Group) -> Iterator[ExceptionPart]:
    todo = [*group.exceptions, *(part for rival in group.rivals for part in rival.exceptions)]
    while todo:
        part = todo.pop(0)
        yield part
        todo += part.exceptions


def definition_names(definition: model.Definition) -> dict[str, None]:
    found: dict[str, None] = {}
    for case in definition.cases:
        for node in (case.condition, case.value):
            if node is not None:
                found.update((name, None) for name in names_in(node))
    return found


def bearing(base: RuleBase, case: model.Case) -> tuple[dict[str, None], dict[str, None]]:
    """The rules in use that bear on what a case asks, in the order of the text, and all names that they use.

    Raises:
        RuleLangError: the case's USING cannot be followed.
    """
    program = base.program
    in_use = list(base.in_use(selection_of(base, case.using)))
    names = dict.fromkeys(name for ask in case.asks for target in ask.targets for name in names_in(target.asked))
    names.update((name, None) for stated in case.requires for name in claimed(stated.claim))
    concluding: dict[str, list[str]] = {}
    for rule in in_use:
        for head in group_heads(base.group(rule)):
            concluding.setdefault(head.name, []).append(rule)
    members: dict[str, list[str]] = {}
    for inclusion in program.concepts:
        members.setdefault(inclusion.concept, []).append(inclusion.member.name)
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        more: Iterable[str] = members.get(name, ())
        for rule in concluding.get(name, ()):
            if rule not in found:
                found.add(rule)
                more = [*more, *group_names(base.group(rule))]
        if name in program.definitions:
            more = [*more, *definition_names(program.definitions[name])]
        for one in more:
            if one not in names:
                names[one] = None
                todo.append(one)
    return {rule: None for rule in in_use if rule in found}, names


def claimed(claim: model.Claim) -> Iterator[str]:
    """The names that a claim is about; none of a claim about rules."""
    match claim:
        case model.UnknownClaim(operand) | model.ConflictClaim(operand):
            yield from names_in(operand)
        case model.TriggeredClaim() | model.SuspendsClaim() | model.PrevailsClaim():
            return
        case _:
            yield from names_in(claim)
