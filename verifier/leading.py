"""Which rules conclude on what a claim says, and which lead to it (verification, N26 and section 4.4)."""

from __future__ import annotations

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.inquiry import Inquiry, Matter
from rulelang.verifier.parts import Limiting, Part, every_exception
from rulelang.verifier.said import Held


def concluding(inquiry: Inquiry, claim: Held) -> set[str]:
    """The rules that conclude on what a claim says (not one that does not apply though this is so), that compare what
    it compares, or ask for what it says as it is."""
    return inquiry.matter.concluding.on([said.subject for said in claim.said if said.subject is not None])


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
