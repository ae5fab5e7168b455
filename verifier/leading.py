"""Which rules conclude on what a claim says, and which lead to it (verification, N26 and section 4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.condition import formula_of
from rulelang.verifier.inquiry import Inquiry, Matter
from rulelang.verifier.parts import Limiting, Part, every_exception
from rulelang.verifier.said import Held, compared_in


def concluding(inquiry: Inquiry, claim: Held) -> set[str]:
    """The rules that conclude on what a claim says (not one that does not apply though this is so), that compare what
    it compares, or ask for what it says as it is."""
    statements = [said.subject for said in claim.said if said.subject is not None]
    contests = frozenset(contest for one in statements for contest in expand.contests(one))
    idle = inquiry.matter.cited.idle
    found = {
        part.rule.rule
        for part in inquiry.matter.parts
        if part.rule.contest in contests and (part.clause, part.rule.contest) not in idle
    }
    found |= {one.limit.rule for one in inquiry.matter.limits if one.contest in contests}
    reads = {read for one in statements for read in expand.reads(one)}
    named = {leaf for one in statements for leaf in (*expand.leaves(one), *_defined(one))}
    asides = inquiry.matter.cited.asides
    found |= set() if asides is None else {rule for one in statements for rule in asides.concluding(one)}
    whole = {expand.bare(one) for one in statements}
    whole = {one for one in whole if not isinstance(one, core.FactTest | core.Established | core.Named)}
    for part in inquiry.matter.parts if whole else ():
        conditions = (part.condition, *(one.condition for one in every_exception(part)))
        if any(not whole.isdisjoint(_joined(formula_of(one))) for one in conditions):
            found.add(part.rule.rule)
    compared = compared_in(leaf for one in statements for leaf in expand.leaves(one))
    if reads or named or whole:
        for clause in inquiry.matter.cited.clauses:
            if whole & set(map(expand.bare, clause.leaves)) or compared & compared_in(clause.leaves):
                found.add(inquiry.matter.cited.rules.get(clause.id, clause.id))
            if clause.contest is None and (clause.reads & reads or named & set(clause.leaves)):
                found.add(inquiry.matter.cited.rules.get(clause.id, clause.id))
            if any(expand.is_comparison(leaf) and reads & set(expand.reads(leaf)) for leaf in clause.leaves):
                found.add(inquiry.matter.cited.rules.get(clause.id, clause.id))
    return found


def _joined(condition: core.Formula) -> Iterator[core.Formula]:
    """The ANDs and ORs of a condition: `VIOLATED a` is one."""
    match condition:
        case core.Not(operand):
            yield from _joined(operand)
        case core.And(parts) | core.Or(parts):
            yield condition
            for one in parts:
                yield from _joined(one)
        case _:
            pass


def _defined(statement: core.Formula) -> Iterator[core.Formula]:
    """The boolean definitions of which a statement speaks, those in what it counts included."""
    return (atom for atom in expand.atoms(statement) if isinstance(atom, core.Named))


def leading_to(inquiry: Inquiry, claim: Held) -> set[str]:
    """The rules and definitions that speak, directly or through a derived condition, to what a claim says (none leads
    to what the case stipulates, N5, nor one that does not apply to what is so without it); rules that suspend these are
    exceptions to them."""
    matter = inquiry.matter
    found: set[str] = set()
    seen: set[tuple[str, str]] = set()
    todo: list[core.Formula | core.Value] = [
        term for said in claim.said for term in (said.statement, said.value) if term is not None
    ]
    while todo:
        for atom in expand.atoms(todo.pop()):
            match atom:
                case core.Established(key) | core.OutcomeRead(key) if (
                    "contest",
                    key,
                ) not in seen and key not in matter.stipulated:
                    seen.add(("contest", key))
                    for part in matter.parts:
                        if part.rule.contest == key and (part.clause, key) not in matter.cited.idle:
                            found |= {part.rule.rule, *_excepting(matter, part)}
                            todo += [part.applies(), *([] if part.rule.value is None else [part.rule.value])]
                    for one in matter.limits:
                        if one.contest == key:
                            found |= {one.limit.rule, *_excepting(matter, one)}
                            todo += [one.applies(), one.limit.bound]
                case core.Named(key) | core.NamedRead(key) if (
                    "definition",
                    key,
                ) not in seen and key in matter.program.definitions:
                    seen.add(("definition", key))
                    found.add(matter.program.definitions[key].name)
                    todo += [term for case in matter.program.definitions[key].cases for term in case]
                case _:
                    pass
    asides = matter.cited.asides
    for said in claim.said:
        if asides is not None and said.subject is not None:
            found |= {matter.cited.rules.get(one, one) for one in asides.leading_to(said.subject)}
    return found | concluding(inquiry, claim)


def _excepting(matter: Matter, part: Part | Limiting) -> set[str]:
    """The rules to which the exceptions of a part belong: its own, and those that suspend it."""
    return {matter.cited.rules.get(one.id, one.id) for one in every_exception(part)}
