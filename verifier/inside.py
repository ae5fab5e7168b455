"""What a statement says about a condition that is made of others: over instances, or comparing what is calculated.

`got <= sent + 3 DAYS` follows from the two dates, `n + k > 7` from n and k, `SUM OF weight(b) FOR EACH b IN bag > 60`
from what each weighs, `n * n > 8` from `n = 4`: by ranges of numbers, and by exact arithmetic on all values that are
left.  Verification, N8 and N14.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from typing import TYPE_CHECKING

from rulelang.engine import core
from rulelang.engine.core_parts import children
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar.model import Constant_, Table
from rulelang.verifier import aggregate, expand
from rulelang.verifier.linear import CONTRARY, Bound, Quantity, comparison
from rulelang.verifier.months import bound_range, followed
from rulelang.verifier.ranges import Range, hull
from rulelang.verifier.variables import LIMIT, combinations, is_true

if TYPE_CHECKING:
    from rulelang.verifier.entail import Declared

FEW = 2_000
"""In how many ways at most values are tried that a statement leaves open."""

_OPEN = core.FactTest("\0open")


@lru_cache(maxsize=8_192)
def is_composed(formula: core.Formula) -> bool:
    """Whether some comparison in a formula is of more than one thing that is read with a constant."""
    return any(isinstance(leaf, core.Test) and not _is_simple(leaf) for leaf in expand.leaves(formula))


def _is_simple(test: core.Test) -> bool:
    match comparison(test):
        case Bound(((value, _),), per=0):
            return isinstance(value, expand.Read)
        case Bound():
            return False
        case _:
            return True


def are_related(statement: core.Formula, question: core.Formula) -> bool:
    """Whether two formulas speak of something in common."""
    return not set(expand.atoms(statement)).isdisjoint(expand.atoms(question))


def related(statements: Sequence[core.Formula]) -> list[list[core.Formula]]:
    """The statements in groups that have nothing in common with each other, each in order."""
    return _grouped(statements, expand.atoms)


def _grouped(
    statements: Sequence[core.Formula], about: Callable[[core.Formula], Iterable[object]]
) -> list[list[core.Formula]]:
    """The statements in groups that are about nothing in common, each in order."""
    groups: list[tuple[set[object], list[core.Formula]]] = []
    for statement in statements:
        own, group = set(about(statement)), [statement]
        for other in [one for one in groups if not one[0].isdisjoint(own)]:
            groups.remove(other)
            own |= other[0]
            group = [*other[1], *group]
        groups.append((own, group))
    return [group for _, group in groups]


def settled(declared: Declared, statement: core.Formula, question: core.Formula) -> bool | None:
    """What a question comes to by what a statement says of its parts."""
    found = _by_parts(declared, statement, question)
    return _by_values(declared, statement, question) if found is None else found


# ------------------------------------------------------------------------------------------------------- by ranges


def _by_parts(declared: Declared, statement: core.Formula, question: core.Formula) -> bool | None:
    """What the question comes to by what the statement says of each of its instances and terms."""
    pieces = tuple(dict.fromkeys(expand.conjuncts(statement)))
    groups = _grouped(pieces, declared.variables_in)
    if not all(_is_possible(declared, group) for group in groups):
        return None
    whole = bool(declared.includes)

    def known(leaf: core.Formula) -> bool | None:
        about = declared.variables_in(leaf).keys()
        near = [piece for group in groups for piece in group
                if whole or any(about & declared.variables_in(one).keys() for one in group)]  # fmt: skip
        if not near or (len(near) == len(pieces) and leaf == question):
            return None
        # Of the same question fewer parts are asked, of another one a smaller question: so this comes to an end.
        settles = declared.settles_as_it_is if leaf == question else declared.settles_plainly
        return settles(near[0] if len(near) == 1 else core.And(tuple(near)), leaf)

    def ranges(quantity: Quantity) -> Range:
        numbers = declared.reach(quantity)
        found = Range(numbers.low, numbers.high)
        for piece in pieces:
            found = found.meet(_allowed(piece, quantity))
        return found.stepped(numbers.step)

    numbers = aggregate.Ranges(ranges, lambda quantity: declared.reach(quantity).step, declared.is_whole)
    return aggregate.settled(question, known, numbers)


def _allowed(piece: core.Formula, quantity: Quantity) -> Range:
    """The range that a statement leaves a quantity: from the least to the greatest, of alternatives."""
    match piece:
        case core.And(parts):
            return reduce(Range.meet, (_allowed(part, quantity) for part in parts), Range())
        case core.Or(parts) if parts:
            return reduce(hull, (_allowed(part, quantity) for part in parts))
        case core.Not(core.And(parts)):
            return _allowed(core.Or(tuple(map(expand.negation, parts))), quantity)
        case core.Not(core.Or(parts)):
            return _allowed(core.And(tuple(map(expand.negation, parts))), quantity)
        case core.Not(core.Not(operand)):
            return _allowed(operand, quantity)
        case _:
            pass
    bare = expand.bare(piece)
    match comparison(bare) if isinstance(bare, core.Test) else None:
        case Bound(same, op) as bound:
            said = bound if bare == piece else replace(bound, op=CONTRARY[op])
            return bound_range(said) if same == quantity else followed(said, quantity)
        case _:
            return Range()


def _is_possible(declared: Declared, pieces: Sequence[core.Formula]) -> bool:
    """Whether pieces surely don't contradict each other."""
    together = core.And(tuple(pieces))
    variables = declared.variables_in(together)
    domains = {variable: declared.domain(variable, constants) for variable, constants in variables.items()}
    return combinations(domains.values()) <= LIMIT and any(
        is_true(together, dict(zip(domains, states, strict=True))) for states in product(*domains.values())
    )


# ------------------------------------------------------------------------------------------------------- by values


def _by_values(declared: Declared, statement: core.Formula, question: core.Formula) -> bool | None:
    """What the question comes to for all values of what it reads that the statement allows, if these are few."""
    pinned = dict(_pinned(expand.conjuncts(statement)))
    left = [read for read in dict.fromkeys((*expand.atoms(statement), *expand.atoms(question))) if read not in pinned]
    choices = [_choices(declared, read) for read in left]
    if any(some is None for some in choices) or math.prod(len(some or ()) for some in choices) > FEW:
        return None
    if looks_up(statement) or looks_up(question):
        return None
    seen: set[bool] = set()
    for values in product(*(some or () for some in choices)):
        reading = _reading(declared, {**pinned, **dict(zip(left, values, strict=True))}, {})
        said = truth(statement, reading)
        if said is False:
            continue
        found = truth(question, reading)
        if said is None or found is None:
            return None
        seen.add(found)
        if len(seen) > 1:
            return None
    return seen.pop() if seen else None


def looks_up(term: core.Formula | core.Value) -> bool:
    """Whether a table is read: what is in it is no logic, arithmetic or declaration (N8)."""
    return isinstance(term, core.Lookup) or any(map(looks_up, children(term)))


def by_pinned(
    declared: Declared, statements: Sequence[core.Formula], question: core.Formula, tables: Mapping[str, Table]
) -> bool | None:
    """What a question comes to by the values and truths that statements give, tables looked up."""
    pinned = dict(_pinned([piece for one in statements for piece in expand.conjuncts(one)]))
    return truth(question, _reading(declared, pinned, tables))


def _pinned(pieces: Sequence[core.Formula]) -> Iterator[tuple[expand.Atom, bool | Constant_]]:
    """The values and truths that statements give outright."""
    for piece in pieces:
        equal = expand.equation(piece)
        match expand.bare(piece):
            case core.FactTest() as fact:
                yield fact, fact == piece
            case _ if equal is not None and isinstance(equal[0], expand.Read):
                yield equal[0], equal[1].value
            case _:
                pass


def _choices(declared: Declared, atom: expand.Atom) -> Sequence[bool | Constant_] | None:
    """All values of something that is read; None where they are not known, or not few."""
    match atom:
        case core.FactTest():
            return (True, False)
        case core.FactRead() | core.OutcomeRead() | core.NamedRead():
            numbers = declared.reach(((atom, Fraction(1)),)).numbers()
            if numbers is not None:
                return numbers if len(numbers) <= FEW else None
            return declared.domain_of(atom)
        case _:
            return None


class _Unknown(dict[str, core.GroundDefinition]):
    """Definitions of which nothing is known, but of those that are put in."""

    def __init__(self, declared: Mapping[str, core.GroundDefinition]) -> None:
        super().__init__()
        self._declared = declared

    def __missing__(self, key: str) -> core.GroundDefinition:
        return replace(self._declared[key], cases=((_OPEN, core.TRUE),))


def _reading(
    declared: Declared, given: Mapping[expand.Atom, bool | Constant_], tables: Mapping[str, Table]
) -> Reading:
    """What is given, for exact evaluation."""
    facts: dict[str, bool | Constant_] = {}
    values: dict[str, Constant_] = {}
    definitions = _Unknown(declared.definitions)
    for atom, value in given.items():
        match atom:
            case core.FactTest(key) | core.FactRead(key):
                facts[key] = value
            case core.OutcomeRead(key):
                values[key] = value
            case core.NamedRead(key):
                definitions[key] = replace(definitions[key], cases=((core.TRUE, core.Constant(value)),))
            case _:
                pass
    return Reading(facts, definitions, tables, {}, values)
