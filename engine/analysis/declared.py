"""What can be seen without asking: what is never used or concluded, clauses without names, priorities of no use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.engine.analysis.finding import Drop, Finding, finding
from rulelang.engine.core import Kind
from rulelang.engine.rules.formulas import parts
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.engine.rules.heads import can_contradict
from rulelang.engine.rules.preferences import Name, Names, stated
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.source import Span

_KINDS: tuple[tuple[type[object], str], ...] = (
    (m.ExceptionClause, "exception"),
    (m.ConflictClause, "conflict"),
    (m.IroncladClause, "ironclad"),
)


def unused_facts(program: m.Program, groups: Iterable[Group]) -> Iterator[Finding]:
    """Facts that no rule, definition or ALWAYS reads."""
    used = _read(program, groups) | {inclusion.member.name for inclusion in program.concepts}
    for fact in program.facts.values():
        if not fact.sentence and fact.name not in used:
            hint = "leave it out, or write the rule that needs it"
            message, drop = f"no rule reads the fact `{fact.name}`", Drop("fact", fact.name, fact.span)
            yield finding("RL518", message, fact.span, hint=hint, drop=drop)


def unconcluded(program: m.Program, groups: Iterable[Group]) -> Iterator[Finding]:
    """Outcomes and actions that no rule concludes."""
    concluded = {inclusion.concept for inclusion in program.concepts}
    for group in groups:
        concluded.update(head.name for head in _heads(group) if not isinstance(head, m.Limit))
    for outcome in program.outcomes.values():
        if outcome.name not in concluded and outcome.default is None and not outcome.sentence:
            hint = "write a rule that concludes it, or declare it as a FACT"
            yield finding("RL517", f"no rule concludes `{outcome.name}`", outcome.span, hint=hint)
    for action in program.actions.values():
        if action.name not in concluded and action.default is None:
            hint = "write a rule that speaks of it; whether it was done (`DONE`) is known without one"
            yield finding("RL517", f"no rule says what must or may be done of `{action.name}`", action.span, hint=hint)


def unnamed(base: RuleBase) -> Iterator[Finding]:
    """EXCEPTION, CONFLICT and IRONCLAD clauses without a name: answers cite them, and a number changes."""
    for rule in base.program.rules.values():
        for operator in rule.operators:
            for kind, word in _KINDS:
                if isinstance(operator, kind) and operator.suffix.removeprefix(word).isdigit():
                    message = f"this {word.upper()} has no name, and answers cite it as `{rule.id}.{operator.suffix}`"
                    hint = f"give it one: `{word.upper()} name IF …`; a number changes when a clause is put before it"
                    yield finding("RL523", message, operator.span, hint=hint)


def generalised(program: m.Program, groups: Iterable[Group]) -> Iterator[Finding]:
    """Outcomes that ABSTRACT has made a concept, that rules still read and that nothing concludes any more."""
    listed = tuple(groups)
    concluded = {head.name for group in listed for head in _heads(group)}
    read = _read(program, listed)
    for group in listed:
        for clause in group.clauses:
            operator = clause.operator
            if (
                isinstance(operator, m.AbstractTo)
                and clause.origin == group.id
                and isinstance(operator.atom, m.OutcomeHolds)
                and operator.atom.name not in concluded
                and operator.atom.name in read
                and operator.concept.name in {head.name for head in group.outcomes}
            ):
                message = f"rules still read `{operator.atom.name}`, which nothing concludes any more"
                hint = f"let them read `{operator.concept.name}`, or keep a rule that concludes the old outcome"
                yield finding("RL508", message, operator.span, hint=hint)


def idle_priorities(base: RuleBase) -> Iterator[Finding]:
    """Priorities (NOTWITHSTANDING, SUBJECT TO) between rules that can never compete."""
    names = Names(base.program, base.groups.get)
    statements, _ = stated(base.program, names)
    places: dict[tuple[str, object], list[tuple[Name, Name]]] = {}
    spans: dict[tuple[str, object], Span] = {}
    for statement in statements:
        at = statement.span
        key: tuple[str, object] = statement.source, (at.source.name, at.start, at.end)
        places.setdefault(key, []).append((statement.higher, statement.lower))
        spans[key] = at
    for key, pairs in places.items():
        if not any(_compete(base, higher, lower) for higher, lower in pairs):
            (higher, lower), span = pairs[0], spans[key]
            message = f"`{higher.text}` and `{lower.text}` never conclude anything that contradicts the other"
            hint = f"{key[0]} decides nothing here: leave it out, or name the rules that compete"
            drop = Drop("priority", "", span) if key[0] == "PRIORITY" else None
            yield finding("RL524", message, span, hint=hint, drop=drop)


def _compete(base: RuleBase, higher: Name, lower: Name) -> bool:
    ours, theirs = _competing(base, higher), _competing(base, lower)
    return any(can_contradict(one, other) for one in ours for other in theirs)


def _competing(base: RuleBase, name: Name) -> list[m.Head]:
    """The heads of what a preference names; of a rule that variants grow from, theirs too."""
    found: list[m.Head] = []
    family = base.families.of(name.rule)
    for rule in family.members:
        if rule != name.rule and name.rule not in family.ancestors[rule]:
            continue
        group = base.groups[rule]
        if name.suffix is None:
            found += group.outcomes
            found += (head for part in _parts(group.exceptions) for head in part.outcomes)
        else:
            for rival in group.rivals:
                if rival.id == f"{rule}.{name.suffix}":
                    found += rival.outcomes
    return [head for head in found if not isinstance(head, m.Limit)]


def _parts(exceptions: Iterable[ExceptionPart]) -> Iterator[ExceptionPart]:
    for part in exceptions:
        yield part
        yield from _parts(part.exceptions)


def _heads(group: Group) -> Iterator[m.Head]:
    yield from group.outcomes
    for part in _parts(group.exceptions):
        yield from part.outcomes
    for rival in group.rivals:
        yield from rival.outcomes
        for part in _parts(rival.exceptions):
            yield from part.outcomes
    for one in group.ironclad:
        yield from one.outcomes


def _read(program: m.Program, groups: Iterable[Group]) -> set[str]:
    """Names of facts and outcomes that rules, definitions, defaults and ALWAYS read."""
    todo: list[object] = [always.condition for always in program.always]
    for definition in program.definitions.values():
        for case in definition.cases:
            todo += [case.condition, case.value]
    todo += (outcome.default for outcome in program.outcomes.values())
    used: set[str] = set()
    for group in groups:
        todo.append(group.condition)
        exceptions = list(_parts(group.exceptions))
        for rival in group.rivals:
            todo.append(rival.condition)
            exceptions += _parts(rival.exceptions)
        todo += (part.condition for part in exceptions)
        todo += (one.condition for one in group.ironclad)
        for head in _heads(group):
            todo += head.args
            if isinstance(head, m.Assign | m.Limit):
                todo.append(head.value)
        binders = [*group.binders, *(binder for part in exceptions for binder in part.binders)]
        used |= _ranges(binders, todo)
    while todo:
        node = todo.pop()
        if node is None:
            continue
        match node:
            case m.FactHolds(name) | m.FactValue(name) | m.OutcomeHolds(name) | m.Rejected(name) | m.OutcomeValue(name):
                used.add(name)
            case m.Quantified(_, binder) | m.Count(binder) | m.Fold(binder=binder):
                used |= _ranges([binder], todo)
            case _:
                pass
        todo.extend(parts(node))  # type: ignore[arg-type]
    return used


def _ranges(binders: Iterable[m.Binder], todo: list[object]) -> set[str]:
    found: set[str] = set()
    for binder in binders:
        if isinstance(binder.range, m.RelationRange):
            found.add(binder.range.fact)
            todo += binder.range.args
    return found


def head_span(rule: m.Rule) -> Span:
    """The place of a rule without its operators."""
    source, start, end = rule.span
    if rule.operators:
        end = min(operator.span.start for operator in rule.operators)
    text = source.text[start:end]
    return Span(source, start, start + len(text.rstrip()))


def rule_of(program: m.Program, name: str) -> str:
    """The rule to which a rule's or clause's identifier belongs; empty for what is none."""
    rules = program.rules
    while name and name not in rules:
        name = name.rpartition(".")[0]
    return name


def places(base: RuleBase) -> dict[str, Label]:
    """The place of each clause and rule."""
    found: dict[str, Label] = {}
    for rule, group in base.groups.items():
        found[rule] = Label(head_span(base.program.rules[rule]))
        for clause in group.clauses:
            found[clause.id] = Label(clause.operator.span)
    for inclusion in base.program.concepts:
        found[f"{Kind.CONCEPT.upper()} {inclusion.concept}"] = Label(inclusion.span)
    for outcome in base.program.outcomes.values():
        found[f"DEFAULT of {outcome.name}"] = Label(outcome.span)
    for action in base.program.actions.values():
        found[f"DEFAULT of {action.name}"] = Label(action.span)
    return found
