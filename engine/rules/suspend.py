"""SUSPENDS: a rule that is an exception to the bases of other rules.

The suspending rule's condition is the exception's condition, its exceptions are exceptions to that, and its own
outcomes stay ordinary.  What `SUSPENDS r` says of an ancestor holds for the selected member; a dotted prefix covers
all rules below it.  Ironclad parts and rivals are not suspended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from rulelang.engine.rules.augment import chain
from rulelang.engine.rules.families import Families
from rulelang.engine.rules.formulas import (
    Substitution,
    conjunction,
    substitute,
    substitute_binder,
    variables_of,
)
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.engine.rules.preferences import Names
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.reading.depth import DEEPEST_EXCEPTIONS
from rulelang.grammar.source import Span


def suspenders(
    program: m.Program, known: Families, names: Names
) -> tuple[Mapping[str, tuple[str, ...]], tuple[Diagnostic, ...]]:
    """For each rule, the rules that suspend it where they are in use, in the order of the text.

    The findings: SUSPENDS names something that cannot be suspended (RL231), rules suspend each other in a circle
    (RL327), or one another in too long a line (RL120).
    """
    found: dict[str, dict[str, None]] = {}
    problems: dict[tuple[str, Span], Diagnostic] = {}
    for rule in program.rules.values():
        if rule.augments is None and not rule.suspends:
            continue
        for written in _line(program, rule):
            for reference in written.suspends:
                targets, problem = _targets(program, names, reference)
                if problem is not None:
                    problems.setdefault((problem.message, reference.span), problem)
                for target in targets:
                    family = known.of(target)
                    if family.root == known.root_of[rule.id]:
                        continue
                    for member in family.members:
                        if member == target or target in family.ancestors[member]:
                            found.setdefault(member, {})[rule.id] = None
    circle = _circle(found)
    if circle:
        message = "rules suspend each other in a circle: " + ", ".join(f"`{rule}`" for rule in circle)
        labels = tuple(Label(program.rules[rule].span) for rule in circle)
        hint = "let one of them say its exception itself"
        problems[message, labels[0].span] = Diagnostic("RL327", message, labels[0], labels[1:], hint)
        return {}, tuple(problems.values())
    for last in _too_deep(found):
        message = f"`{last}` ends a line of more than {DEEPEST_EXCEPTIONS} rules, each of which suspends the one before"
        hint = "let it suspend a rule further down the line, or write what holds there as a rule of its own"
        label = Label(program.rules[last].span)
        problems[message, label.span] = Diagnostic("RL120", message, label, hint=hint)
        found = {}
    return {rule: tuple(by) for rule, by in found.items()}, tuple(problems.values())


def _line(program: m.Program, rule: m.Rule) -> tuple[m.Rule, ...]:
    try:
        return chain(program, rule.id)
    except RuleLangError:
        return (rule,)


def _targets(program: m.Program, names: Names, reference: m.Reference) -> tuple[tuple[str, ...], Diagnostic | None]:
    if not reference.prefix:
        if reference.name in program.rules:
            return (reference.name,), None
        clause = names.clause(reference.name)
        if clause is not None:
            message = f"`{reference.name}` is a clause of `{clause[0]}`, and SUSPENDS takes rules"
            hint = f"write SUSPENDS {clause[0]}, or an EXCEPTION TO it in its own rule"
            return (), Diagnostic("RL231", message, Label(reference.span), hint=hint)
    rules = names.below(reference.name)
    if rules:
        return rules, None
    message = f"there is no rule `{reference.name}` to suspend"
    return (), Diagnostic("RL231", message, Label(reference.span), hint="name a rule or a section of rules")


def _circle(found: Mapping[str, Mapping[str, None]]) -> tuple[str, ...]:
    """Rules that suspend each other in a circle, or nothing."""
    finished: set[str] = set()
    for start in found:
        path: list[str] = []
        stack: list[tuple[str, int]] = [(start, 0)]
        while stack:
            rule, depth = stack.pop()
            del path[depth:]
            if rule in path:
                return tuple(path[path.index(rule) :])
            if rule in finished:
                continue
            path.append(rule)
            stack.extend((by, depth + 1) for by in reversed(tuple(found.get(rule, ()))))
        finished.update(_reached(found, start))
    return ()


def _too_deep(found: Mapping[str, Mapping[str, None]]) -> tuple[str, ...]:
    """The rules that stand at the end of a line in which each suspends the one before, where it gets too long."""
    waiting = Counter(by for those in found.values() for by in those)
    depths = dict.fromkeys(found, 0)
    ready = [rule for rule in found if not waiting[rule]]
    while ready:
        rule = ready.pop()
        for by in found.get(rule, ()):
            depths[by] = max(depths.get(by, 0), depths[rule] + 1)
            waiting[by] -= 1
            if not waiting[by]:
                ready.append(by)
    return tuple(rule for rule, depth in depths.items() if depth == DEEPEST_EXCEPTIONS + 1)


def _reached(found: Mapping[str, Mapping[str, None]], start: str) -> set[str]:
    seen = {start}
    todo = [start]
    while todo:
        for by in found.get(todo.pop(), ()):
            if by not in seen:
                seen.add(by)
                todo.append(by)
    return seen


def suspension(by: Group, exceptions: tuple[ExceptionPart, ...], target: Group) -> ExceptionPart:
    """The exception that a suspending rule is to the base of another.

    A binder of the suspending rule is the target's binder of the same variable and range; else the only one of
    that sort on either side; a binder for whose sort the target has none left runs over all its entities (ANY).

    Arguments:
        by: the suspending rule.
        exceptions: the exceptions to its base, those that suspend it included.
        target: the suspended rule.

    Raises:
        RuleLangError: it is not clear which binders are meant (RL325).
    """
    matched, unmatched = _match(by, target)
    taken = {binder.variable for binder in target.binders} | variables_of(tuple(matched.values()))
    mapping: dict[str, m.Value] = dict(matched)
    guards: list[m.Formula] = []
    binders: list[m.Binder] = []
    theirs = {binder.variable: binder for binder in target.binders}
    for binder in by.binders:
        if binder in unmatched:
            fresh = binder.variable
            while fresh in taken:
                fresh += "'"
            taken.add(fresh)
            binders.append(m.Binder(fresh, substitute_binder(binder, mapping).range))
            mapping[binder.variable] = m.Variable(fresh)
            continue
        image = matched[binder.variable]
        ranged = substitute_binder(binder, mapping)
        if isinstance(ranged.range, m.RelationRange) and theirs[image.name].range != ranged.range:
            guards.append(m.FactHolds(ranged.range.fact, (*ranged.range.args, image)))
    return ExceptionPart(
        by.id,
        by.gloss,
        conjunction(*guards, substitute(by.condition, mapping)),
        (),
        tuple(_moved(part, mapping) for part in exceptions),
        tuple(binders),
        span=by.span,
    )


def _match(by: Group, target: Group) -> tuple[dict[str, m.Variable], tuple[m.Binder, ...]]:
    """The target's variable for each binder that has one, and the binders that have none."""
    matched = {binder.variable: m.Variable(binder.variable) for binder in by.binders if binder in target.binders}
    left = [binder for binder in by.binders if binder.variable not in matched]
    free = [binder for binder in target.binders if m.Variable(binder.variable) not in matched.values()]
    unmatched: list[m.Binder] = []
    for binder in left:
        sort = binder.range.sort
        same = [other for other in left if other.range.sort == sort]
        there = [other for other in free if other.range.sort == sort]
        if not there:
            unmatched.append(binder)
        elif len(same) == len(there) == 1:
            matched[binder.variable] = m.Variable(there[0].variable)
        else:
            message = f"it is not clear which `{sort}` of `{target.id}` is meant by `{binder.variable}` of `{by.id}`"
            raise RuleLangError(
                (
                    Diagnostic(
                        "RL325",
                        message,
                        Label(by.span, "the suspending rule"),
                        (Label(target.span, "the suspended rule"),),
                        hint="give the variables of both rules the same names",
                    ),
                )
            )
    return matched, tuple(unmatched)


def _moved(part: ExceptionPart, by: Substitution) -> ExceptionPart:
    """An exception below a suspension, its variables replaced; its outcomes stay with the suspending rule."""
    mapping = dict(by)
    binders: list[m.Binder] = []
    for binder in part.binders:
        fresh = binder.variable
        while fresh in variables_of(tuple(mapping.values())):
            fresh += "'"
        binders.append(m.Binder(fresh, substitute_binder(binder, mapping).range))
        mapping[binder.variable] = m.Variable(fresh)
    return replace(
        part,
        condition=substitute(part.condition, mapping),
        outcomes=(),
        exceptions=tuple(_moved(inner, mapping) for inner in part.exceptions),
        binders=tuple(binders),
    )
