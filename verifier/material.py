"""A case's material for holding answers against it: leaves and their words, passages, what may be cited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from rulelang.engine import core
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.rule_text import formula_text as formula_words
from rulelang.verifier import condition as c
from rulelang.verifier import expand
from rulelang.verifier.asides import Asides
from rulelang.verifier.citations import Cited, Clause
from rulelang.verifier.entail import Declared
from rulelang.verifier.included import Included
from rulelang.verifier.parts import Excepting, Limiting, Part, every_exception
from rulelang.verifier.questions import Asked, formula_said
from rulelang.verifier.world import Place

Definitions: TypeAlias = Mapping[str, Sequence[tuple[c.Condition, c.Condition | core.Value]]]


def part_leaves(parts: Sequence[Part | Limiting]) -> Iterator[c.Leaf]:
    """The leaves of the conditions of rules and limits and of their exceptions."""
    for part in parts:
        yield from c.leaves_of(part.condition)
        for exception in every_exception(part):
            yield from c.leaves_of(exception.condition)


def definition_leaves(definitions: Definitions) -> Iterator[c.Leaf]:
    """The leaves of the conditions of definitions, and of what boolean ones give."""
    for cases in definitions.values():
        for condition, body in cases:
            yield from c.leaves_of(condition)
            if isinstance(body, c.Condition):
                yield from c.leaves_of(body)


def leaves_in_play(
    parts: Sequence[Part],
    limits: Sequence[Limiting],
    definitions: Definitions,
    asked: Sequence[c.Condition],
    required: Sequence[core.Formula],
) -> tuple[core.Formula, ...]:
    """The leaves of all conditions: of rules, limits, exceptions and definitions, in the values that they give, those
    of which a question is put together (one that is asked for by itself is no condition), and those of REQUIRES."""
    found: dict[core.Formula, None] = {}
    joined = [leaf for one in asked if not isinstance(one, c.Leaf) for leaf in c.leaves_of(one)]
    written = (*part_leaves([*parts, *limits]), *definition_leaves(definitions), *joined)
    for leaf in (*(one.formula for one in written), *required):
        found[leaf] = None
        found.update(dict.fromkeys(expand.leaves(leaf)))
        if isinstance(leaf, core.Test):
            for side in (leaf.left, leaf.right):
                found.update(dict.fromkeys(expand.propositions(side)))
    values = [part.rule.value for part in parts if part.rule.value is not None]
    values += [one.limit.bound for one in limits]
    values += [body for cases in definitions.values() for _, body in cases if not isinstance(body, c.Condition)]
    for value in values:
        found.update(dict.fromkeys(expand.propositions(value)))
    return tuple(found)


def is_derived(leaf: core.Formula) -> bool:
    """Whether a leaf hangs on what rules or definitions conclude, a comparison of a derived value included."""
    return not expand.is_about_facts(leaf)


def wording(program: model.Program, leaves: Sequence[c.Leaf]) -> dict[core.Formula, str]:
    """The text, as written, of leaves that the core has expanded: quantified and aggregate conditions, look-ups."""
    found: dict[core.Formula, str] = {}
    for leaf in leaves:
        if leaf.written is not None and _is_expanded(leaf.formula):
            found[leaf.formula] = formula_words(program, leaf.written)
            found[expand.negation(leaf.formula)] = formula_words(program, _denied(leaf.written))
    return found


def _is_expanded(leaf: core.Formula) -> bool:
    match leaf:
        case core.FactTest() | core.Established():
            return False
        case core.Test(_, left, right):
            plain = (core.Constant, core.FactRead, core.OutcomeRead, core.NamedRead)
            return not (isinstance(left, plain) and isinstance(right, plain))
        case _:
            return True


_CONTRARY: Mapping[str, Literal["=", "<", "<=", ">", ">="]] = {
    "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<",
}  # fmt: skip


def _denied(formula: model.Formula) -> model.Formula:
    match formula:
        case model.Compare(op, left, right) if op in _CONTRARY:
            return model.Compare(_CONTRARY[op], left, right)
        case model.Not(operand):
            return operand
        case _:
            return model.Not(formula)


def members_of(program: model.Program, case: model.Case) -> dict[str, tuple[str, ...] | range]:
    """The members of each sort, or its entities in the case."""
    found: dict[str, tuple[str, ...] | range] = {}
    for name, sort in program.sorts.items():
        members = sort.members if sort.members is not None else case.entities.get(name)
        if members is not None:
            found[name] = members
    return found


def declared_in(program: model.Program, case: model.Case, there: core.Core) -> Declared:
    """What the declarations say of the names in a core."""
    includes: dict[str, list[core.Formula]] = {}
    for rule in there.rules:
        if rule.kind is core.Kind.CONCEPT and rule.literal is True:
            includes.setdefault(rule.contest, []).append(rule.condition)
    return Declared(
        there.facts,
        there.contests,
        there.definitions,
        members_of(program, case),
        Included({key: tuple(some) for key, some in includes.items()}),
    )


def cited_in(
    base: RuleBase,
    selection: Selection,
    parts: Sequence[Part],
    limits: Sequence[Limiting],
    there: core.Core,
    supports: Sequence[tuple[model.Passage, model.Stated]],
    ground: Mapping[Asked, core.Formula | core.Value],
    definitions: Definitions,
    place: Place,
    stipulated: frozenset[str],
    idle: frozenset[tuple[str, str]],
) -> Cited:
    """What identifiers mean in this case: clauses with their conditions and conclusions, passages with theirs."""
    clauses: list[Clause] = []
    for part in parts:
        inside = () if part.rule.value is None else expand.propositions(part.rule.value)
        by_clause: dict[str, list[core.Formula]] = {part.clause: list(inside)}
        for leaf in part.leaves():
            for clause in part.clauses_of(leaf.formula):
                by_clause.setdefault(clause, []).append(leaf.formula)
        always: dict[str, list[model.Formula]] = {}
        for so, written in c.always_of(part.condition):
            for clause in part.clauses_of(so):
                by_clause.setdefault(clause, [])
                always.setdefault(clause, []).append(written)
        for clause, leaves in by_clause.items():
            concludes = clause == part.clause
            clauses.append(
                Clause(
                    clause,
                    tuple(leaves),
                    part.rule.contest if concludes else None,
                    _reads(part) if concludes else frozenset(),
                    tuple(always.get(clause, ())),
                )
            )
        clauses += map(_excepting, every_exception(part))
    for one in limits:
        leaves_ = tuple(leaf.formula for leaf in c.leaves_of(one.condition))
        read = frozenset((core.OutcomeRead(one.contest), *expand.reads(one.limit.bound)))
        inside = (*leaves_, *expand.propositions(one.limit.bound))
        clauses.append(Clause(one.clause, inside, one.contest, read, _always(one.condition)))
        clauses += map(_excepting, every_exception(one))
    for key, cases in definitions.items():
        name = there.definitions[key].name
        inner = [leaf.formula for leaf in definition_leaves({key: cases})]
        inner += [one for _, body in cases if not isinstance(body, c.Condition) for one in expand.propositions(body)]
        of_cases = [read for _, body in there.definitions[key].cases for read in expand.reads(body)]
        read = frozenset((core.NamedRead(key), *of_cases))
        conditions = (one for of_it in cases for one in of_it if isinstance(one, c.Condition))
        fixed = tuple(written for one in conditions for written in _always(one))
        clauses.append(Clause(name, (*inner, core.Named(key)), None, read, fixed))
    support: dict[str, list[core.Formula]] = {}
    for passage, stated in supports:
        formula = formula_said(stated.claim)
        if formula is not None:
            for name in (passage.id, *passage.joint):
                support.setdefault(name, []).append(ground[formula])  # type: ignore[arg-type]
    rules = citable(base, selection)
    bearing = frozenset(rules.get(clause.id, clause.id) for clause in clauses)
    return Cited(
        rules,
        tuple(dict.fromkeys(clauses)),
        {name: tuple(literals) for name, literals in support.items()},
        Asides(base, selection, place, bearing, frozenset(there.contests)),
        stipulated,
        idle,
    )


def _excepting(exception: Excepting) -> Clause:
    leaves = tuple(leaf.formula for leaf in c.leaves_of(exception.condition))
    return Clause(exception.id, leaves, always=_always(exception.condition))


def _always(condition: c.Condition) -> tuple[model.Formula, ...]:
    return tuple(written for _, written in c.always_of(condition))


def _reads(part: Part) -> frozenset[core.Value]:
    """The values that a rule gives or calculates with."""
    if part.rule.value is None:
        return frozenset()
    return frozenset((core.OutcomeRead(part.rule.contest), *expand.reads(part.rule.value)))


def citable(base: RuleBase, selection: Selection) -> dict[str, str]:
    """The rules in use and their clauses, by identifier, each with the rule that it belongs to (N25).

    Definitions and concepts may be cited too: each is its own rule.
    """
    found: dict[str, str] = {}
    for rule in base.in_use(selection):
        found[rule] = rule
        for clause in base.group(rule).clauses:
            found[clause.id] = rule
    for name in base.program.definitions:
        found.setdefault(name, name)
    for inclusion in base.program.concepts:
        found.setdefault(inclusion.concept, inclusion.concept)
    return found
