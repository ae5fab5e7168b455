"""The six augmentation operators as pure functions on groups, and the growth of a rule along its AUGMENTS chain.

ABSTRACT, ADDITIVE and NEGATE rewrite the base alone, wherever they stand; exceptions, rivals and ironclad parts
keep their own conditions and outcomes.  Docs: docs/semantics.md, items 4, 10, 11, 13 and 21.  The operators are
those of RuleWeaver (its augmentation record has these six semantic types).

`grammar.resolve` finds most of what is wrong with a clause; the operators refuse the same under the same codes, so
that they are safe on groups that were not read from a text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulelang.engine.rules.formulas import complement, conjunction, disjunction, mentions, parts
from rulelang.engine.rules.group import Clause, ExceptionPart, Group, Ironclad, Rival
from rulelang.engine.rules.heads import can_contradict, contradiction
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.source import Span

OPPOSITE: dict[m.Mode, m.Mode] = {
    "MUST": "NEED NOT",
    "NEED NOT": "MUST",
    "MUST NOT": "MAY",
    "MAY": "MUST NOT",
}
"""NEGATE on norms."""

# ------------------------------------------------------------------------------------------- the six operators


def abstract_or(group: Group, clause: m.AbstractOr) -> Group:
    """φ becomes φ OR α."""
    return replace(group, condition=disjunction(group.condition, clause.condition))


def abstract_to(group: Group, clause: m.AbstractTo) -> Group:
    """Every positive occurrence of the atom becomes the concept, in the condition and among the outcomes.

    Raises:
        RuleLangError: the atom does not occur (RL229), or it occurs under NOT, in a comparison, an aggregate or an
            argument, where a wider concept would not widen the rule (RL228).
    """
    condition = _generalise(group.condition, clause, positive=True)
    outcomes: list[m.Head] = []
    for head in group.outcomes:
        if not _concludes(head, clause.atom):
            outcomes.append(head)
        elif isinstance(head, m.Conclude) and head.positive:
            outcomes.append(m.Conclude(clause.concept.name, clause.concept.args, True))
        else:
            raise _refused("RL228", _under_not(clause.atom, "THEN"), clause.span, _not_hint(clause, "THEN"))
    if condition == group.condition and tuple(outcomes) == group.outcomes:
        message = f"`{clause.atom.name}` does not occur in the rule, so it cannot become `{clause.concept.name}`"
        raise _refused("RL229", message, clause.span, "name an atom of the rule's IF or THEN as it stands here")
    return _sound(replace(group, condition=condition, outcomes=tuple(outcomes)), clause.span)


def additive(group: Group, clause: m.Additive) -> Group:
    """φ becomes φ AND γ, and ω is added to the outcomes; either part may be absent.

    Raises:
        RuleLangError: an added outcome contradicts an earlier one (RL302).
    """
    condition = group.condition if clause.condition is None else conjunction(group.condition, clause.condition)
    added = tuple(head for head in clause.outcomes if head not in group.outcomes)
    return _sound(replace(group, condition=condition, outcomes=group.outcomes + added), clause.span)


def negate(group: Group, clause: m.Negate) -> Group:
    """The condition, each outcome by itself, or both become their opposite.

    Raises:
        RuleLangError: a valued outcome or a limit has no opposite (RL227); the opposites of two outcomes
            contradict each other (RL302).
    """
    condition = group.condition if clause.side == "THEN" else complement(group.condition)
    if clause.side == "IF":
        return replace(group, condition=condition)
    outcomes = tuple(opposite(head, clause.span) for head in group.outcomes)
    return _sound(replace(group, condition=condition, outcomes=outcomes), clause.span)


def except_(group: Group, clause: m.ExceptionClause) -> Group:
    """Adds an exception to the base or, with TO, to an exception or a rival above it.

    Raises:
        RuleLangError: TO names nothing that can be excepted (RL230); its outcomes contradict each other (RL302).
    """
    part = ExceptionPart(_identifier(group, clause), clause.gloss, clause.condition, clause.outcomes, span=clause.span)
    _consistent(part.outcomes, clause.span)
    if clause.to is None:
        return replace(group, exceptions=(*group.exceptions, part))
    target = f"{group.id}.{clause.to}"
    exceptions, found = _attach(group.exceptions, target, part)
    if found:
        return replace(group, exceptions=exceptions)
    rivals: list[Rival] = []
    for rival in group.rivals:
        if rival.id == target:
            rivals.append(replace(rival, exceptions=(*rival.exceptions, part)))
            found = True
        else:
            inner, inside = _attach(rival.exceptions, target, part)
            rivals.append(replace(rival, exceptions=inner))
            found = found or inside
    if found:
        return replace(group, rivals=tuple(rivals))
    raise _refused("RL230", _no_target(group, clause.to), clause.span, _TO_HINT)


def conflict(group: Group, clause: m.ConflictClause) -> Group:
    """Adds a rival of which at least one outcome is incompatible with an outcome of the base.

    Raises:
        RuleLangError: none of its outcomes is (RL303); they contradict each other (RL302).
    """
    rival = Rival(
        _identifier(group, clause),
        clause.gloss,
        clause.condition,
        clause.outcomes,
        clause.resolution,
        span=clause.span,
    )
    _consistent(rival.outcomes, clause.span)
    if not _rivals(rival, group):
        raise _no_rival(rival, "no outcome of the conflict contradicts an outcome of the rule")
    return replace(group, rivals=(*group.rivals, rival))


def ironclad(group: Group, clause: m.IroncladClause) -> Group:
    """Adds a part that nothing defeats; without IF its condition is the finished condition of the rule.

    Raises:
        RuleLangError: its outcomes contradict each other (RL302).
    """
    _consistent(clause.outcomes, clause.span)
    part = Ironclad(_identifier(group, clause), clause.gloss, clause.condition, clause.outcomes, span=clause.span)
    return replace(group, ironclad=(*group.ironclad, part))


def opposite(head: m.Head, span: Span) -> m.Head:
    """The opposite of one outcome: `p` and `NOT p`, MUST and NEED NOT, MUST NOT and MAY.

    Raises:
        RuleLangError: the outcome has a value or limits one (RL227).
    """
    match head:
        case m.Conclude(positive=positive):
            return replace(head, positive=not positive)
        case m.ConcludeNorm(mode=mode):
            return replace(head, mode=OPPOSITE[mode])
        case m.Assign() | m.Limit():
            message = f"the outcome `{head.name}` has a value, and a value has no opposite"
            raise _refused("RL227", message, span, "write NEGATE IF to turn the condition alone")
        case _:
            assert_never(head)


# ------------------------------------------------------------------------------------------------------ growth


def chain(program: m.Program, rule: str) -> tuple[m.Rule, ...]:
    """The rules from the root of the AUGMENTS chain to `rule`.

    Raises:
        RuleLangError: the chain comes back to itself (RL232).
    """
    found = [program.rules[rule]]
    seen = {rule}
    while (parent := found[-1].augments) is not None:
        if parent in seen:
            raise _refused(
                "RL232",
                f"`{rule}` augments itself: " + " augments ".join(f"`{r.id}`" for r in (*found, program.rules[parent])),
                program.rules[rule].span,
                "let one rule of the chain stand by itself",
            )
        seen.add(parent)
        found.append(program.rules[parent])
    return tuple(reversed(found))


def base(root: m.Rule, member: m.Rule) -> Group:
    """The group of a root's base alone, under the identifier of the member that grows from it."""
    condition = m.Truth(True) if root.condition is None else root.condition
    group = Group(member.id, root.id, None, root.binders, condition, root.outcomes, span=member.span)
    return _sound(group, root.span)


def apply(group: Group, operator: m.Operator, origin: str) -> Group:
    """The group with one more clause applied and recorded."""
    match operator:
        case m.AbstractOr():
            grown = abstract_or(group, operator)
        case m.AbstractTo():
            grown = abstract_to(group, operator)
        case m.Additive():
            grown = additive(group, operator)
        case m.Negate():
            grown = negate(group, operator)
        case m.ExceptionClause():
            grown = except_(group, operator)
        case m.ConflictClause():
            grown = conflict(group, operator)
        case m.IroncladClause():
            grown = ironclad(group, operator)
        case _:
            assert_never(operator)
    return replace(grown, clauses=(*group.clauses, Clause(_identifier(group, operator), origin, operator)))


def grow(program: m.Program, rule: str) -> Group:
    """The finished group of a rule: its root's base with the clauses of the whole chain, under its own identifier.

    Raises:
        RuleLangError: what is wrong with the clauses, all of it; inherited clauses are complained of too.
    """
    members = chain(program, rule)
    problems: list[Diagnostic] = []
    group = base(members[0], members[-1])
    for member in members:
        if member.gloss is not None:
            group = replace(group, gloss=member.gloss)
        for operator in member.operators:
            if isinstance(operator, m.AbstractTo):
                problems.extend(_concept_missing(program, operator))
            try:
                group = apply(group, operator, member.id)
            except RuleLangError as error:
                problems.extend(error.diagnostics)
    for rival in group.rivals:
        if not problems and not _rivals(rival, group):
            problems.extend(
                _no_rival(rival, "no outcome of the conflict contradicts an outcome of the finished rule").diagnostics
            )
    if problems:
        raise RuleLangError(problems)
    return group


def included(program: m.Program, concept: m.OutcomeHolds, member: m.FactHolds | m.OutcomeHolds) -> bool:
    """Whether the concept includes the member, directly or through other concepts (semantics, item 21)."""
    if concept.args != member.args:
        return False
    seen: set[str] = set()
    names = [concept.name]
    while names:
        name = names.pop()
        if name in seen:
            continue
        seen.add(name)
        for inclusion in program.concepts:
            if inclusion.concept == name:
                if type(inclusion.member) is type(member) and inclusion.member.name == member.name:
                    return True
                names.append(inclusion.member.name)
    return False


# ------------------------------------------------------------------------------------------------------- parts


def _identifier(group: Group, clause: m.Operator) -> str:
    return f"{group.id}.{clause.suffix}"


def _refused(code: str, message: str, span: Span, hint: str) -> RuleLangError:
    return RuleLangError((Diagnostic(code, message, Label(span), hint=hint),))


def _sound(group: Group, span: Span) -> Group:
    _consistent(group.outcomes, span)
    return group


def _consistent(outcomes: tuple[m.Head, ...], span: Span) -> None:
    found = contradiction(outcomes)
    if found is not None:
        message = f"two outcomes of one THEN contradict each other: {said(found[0])} and {said(found[1])}"
        raise _refused("RL302", message, span, "keep one of them, or put the other into a CONFLICT")


def said(head: m.Head) -> str:
    """An outcome in short, in backticks: for messages."""
    args = "" if not head.args else "(…)"
    match head:
        case m.Conclude(positive=positive):
            return f"`{head.name}{args}`" if positive else f"`NOT {head.name}{args}`"
        case m.ConcludeNorm(mode=mode):
            return f"`{mode} {head.name}{args}`"
        case m.Assign(value=m.Constant(value=value)):
            return f"`{head.name}{args} = {value}`"
        case m.Assign():
            return f"`{head.name}{args} = …`"
        case m.Limit(op=op):
            return f"`{head.name}{args} {op} …`"


def _concludes(head: m.Head, atom: m.FactHolds | m.OutcomeHolds) -> bool:
    return (
        isinstance(atom, m.OutcomeHolds)
        and isinstance(head, m.Conclude)
        and head.name == atom.name
        and head.args == atom.args
    )


_ABSTRACT_HINT = "a wider concept there is not always a wider rule: write a rule of its own with the concept"


def _not_hint(clause: m.AbstractTo, where: str) -> str:
    wide = clause.concept.name
    if where == "THEN":
        return f"ABSTRACT only widens; a rule that concludes `NOT {wide}` is a rule of its own"
    return f"to narrow the rule write `ADDITIVE AND NOT {wide}`; where NEGATE put the NOT there, put ABSTRACT above it"


def _under_not(atom: m.FactHolds | m.OutcomeHolds, where: str) -> str:
    return f"`{atom.name}` stands under NOT in {where}, where it cannot become a concept"


def _generalise(formula: m.Formula, clause: m.AbstractTo, *, positive: bool) -> m.Formula:
    if formula == clause.atom:
        if positive:
            return clause.concept
        raise _refused("RL228", _under_not(clause.atom, "IF"), clause.span, _not_hint(clause, "IF"))
    match formula:
        case m.Not(operand=operand):
            return m.Not(_generalise(operand, clause, positive=not positive))
        case m.And(parts=inside):
            return replace(formula, parts=tuple(_generalise(part, clause, positive=positive) for part in inside))
        case m.Or(parts=inside):
            return replace(formula, parts=tuple(_generalise(part, clause, positive=positive) for part in inside))
        case m.Quantified(body=body):
            return replace(formula, body=_generalise(body, clause, positive=positive))
        case _:
            if any(mentions(part, clause.atom) for part in parts(formula)):
                message = f"`{clause.atom.name}` stands in a comparison, an aggregate or an argument"
                raise _refused("RL228", message, clause.span, _ABSTRACT_HINT)
            return formula


def _attach(
    exceptions: tuple[ExceptionPart, ...], target: str, part: ExceptionPart
) -> tuple[tuple[ExceptionPart, ...], bool]:
    """The trees with the part hung below the exception named, and whether it was there."""
    for position, exception in enumerate(exceptions):
        if exception.id == target:
            grown = replace(exception, exceptions=(*exception.exceptions, part))
        else:
            inner, found = _attach(exception.exceptions, target, part)
            if not found:
                continue
            grown = replace(exception, exceptions=inner)
        return (*exceptions[:position], grown, *exceptions[position + 1 :]), True
    return exceptions, False


_TO_HINT = "TO takes an exception or a conflict above it in the same rule"


def _no_target(group: Group, suffix: str) -> str:
    for clause in group.clauses:
        if clause.operator.suffix == suffix:
            if isinstance(clause.operator, m.IroncladClause):
                return f"`{suffix}` is ironclad, and nothing excepts an ironclad part"
            return f"`{suffix}` is neither an exception nor a conflict, so it cannot be excepted by itself"
    return f"there is no exception or conflict `{suffix}` above this one in the rule"


def _rivals(rival: Rival, group: Group) -> bool:
    return any(can_contradict(theirs, ours) for theirs in rival.outcomes for ours in group.outcomes)


def _no_rival(rival: Rival, message: str) -> RuleLangError:
    hint = "let it conclude the opposite of one of the rule's outcomes, or make it a rule of its own"
    return _refused("RL303", message, rival.span, hint)


def _concept_missing(program: m.Program, clause: m.AbstractTo) -> tuple[Diagnostic, ...]:
    if included(program, clause.concept, clause.atom):
        return ()
    message = f"`{clause.concept.name}` does not include `{clause.atom.name}`, so the rule would not be widened"
    hint = f"declare it: CONCEPT {clause.concept.name} INCLUDES {clause.atom.name}"
    return (Diagnostic("RL307", message, Label(clause.span), hint=hint),)
