"""Whether some statements cannot all be so, by logic, arithmetic and the declarations (verification, N8).

`n < m`, `m < 10` and `n >= 10` contradict each other, and so do `w(a) + w(b) = 50`, `w(c) = 10` and a sum over 60.
Alternatives are tried one after another, as in a semantic tableau (Smullyan 1968); in each of them what is left are
literals, of which the comparisons are linear inequalities.  What is counted, added up or calculated is said by
inequalities and alternatives too.  "Yes" is proved; "no" is only that it was not, within a limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, assert_never

from rulelang.engine import core
from rulelang.grammar.values import exact
from rulelang.verifier.expand import Read, atoms, negation
from rulelang.verifier.inequalities import Effort, Inequality, are_impossible, inequality
from rulelang.verifier.linear import CONTRARY, Bound, Quantity, Symbols, as_value, comparison
from rulelang.verifier.months import bound_range
from rulelang.verifier.reach import Reach
from rulelang.verifier.relations import relations_of
from rulelang.verifier.variables import Contest, State

if TYPE_CHECKING:
    from rulelang.verifier.entail import Declared

MOST = 100
"""How many alternatives are tried at most."""

MOST_ADDED = 3_000
"""How many terms of inequalities are added up at most in one search: that is what it costs."""

_Choice: TypeAlias = tuple[core.Formula, ...]
"""Formulas one of which is so."""


def contradict(declared: Declared, statements: Iterable[core.Formula]) -> bool:
    """Whether statements surely cannot all be so."""
    return _Search(declared).is_closed(_Branch().grown(), list(statements))


def is_left_free(declared: Declared, statement: core.Formula, question: core.Formula) -> bool:
    """Whether a question turns on a number without ends of which a statement does not speak: it can be so then, and not
    so, and there is nothing to search."""
    match comparison(question) if isinstance(question, core.Test) else None:
        case Bound(quantity, op, per=0):
            said = set(atoms(statement))
            inside = [atom for value, _ in quantity for atom in set(atoms(value))]
            for value, _ in quantity:
                if isinstance(value, Read) and value not in said and inside.count(value) == 1:
                    numbers = declared.reach(((value, Fraction(1)),))
                    # In steps it goes beyond any number, and may never be equal to it.
                    if numbers.low is None and numbers.high is None and (numbers.step is None or op not in ("=", "!=")):
                        return True
            return False
        case _:
            return False


@dataclass(slots=True)
class _Branch:
    """What is taken to be so: truths, what symbols and norms can still be, inequalities, and what is to be chosen."""

    truths: dict[core.Formula, bool] = field(default_factory=dict[core.Formula, bool])
    norms: dict[str, tuple[State, ...]] = field(default_factory=dict[str, tuple[State, ...]])
    symbols: dict[core.Value, tuple[str | None, frozenset[str]]] = field(
        default_factory=dict["core.Value", "tuple[str | None, frozenset[str]]"]
    )
    """For each symbol what it is, if that is known, and what it is not."""
    inequalities: tuple[Inequality, ...] = ()
    choices: tuple[_Choice, ...] = ()
    read: frozenset[int] = frozenset()
    """The numbers of which it is said what they are."""

    def grown(self) -> _Branch:
        """One that starts from it."""
        return replace(self, truths=dict(self.truths), norms=dict(self.norms), symbols=dict(self.symbols))


class _Search:
    """One search; a number has the same place in all its branches."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.left = MOST
        self.effort = Effort(MOST_ADDED)
        self.places: dict[core.Value, int] = {}
        self.reaches: list[Reach] = []
        self.whole: dict[int, None] = {}

    def is_closed(self, branch: _Branch, statements: list[core.Formula]) -> bool:
        """Whether statements cannot be so in a branch, to which they are added."""
        self.left -= 1
        before = branch.inequalities
        if self.left < 0 or not self._take(branch, statements):
            return self.left >= 0
        if branch.inequalities != before and are_impossible(branch.inequalities, self.whole, self.effort):
            return True
        if self.effort.left < 0:
            self.left = -1
            return False
        choices: list[_Choice] = []
        for choice in branch.choices:
            open_ = tuple(one for one in choice if self._known(branch, one) is not False)
            if not open_:
                return True
            if not any(self._known(branch, one) for one in open_):
                choices.append(open_)
        if not choices:
            return False
        chosen = min(choices, key=len)
        branch.choices = tuple(one for one in choices if one is not chosen)
        return all(self.is_closed(branch.grown(), [one]) for one in chosen)

    def _take(self, branch: _Branch, statements: list[core.Formula]) -> bool:
        """Adds statements to a branch: False where one of them is plainly not so in it."""
        todo = statements[::-1]
        while todo:
            match todo.pop():
                case core.Truth(value):
                    if not value:
                        return False
                case core.And(parts):
                    todo += reversed(parts)
                case core.Or(parts):
                    branch.choices = (*branch.choices, parts)
                case core.Not(core.And(parts)):
                    branch.choices = (*branch.choices, tuple(map(negation, parts)))
                case core.Not(core.Or(parts)):
                    todo += [negation(part) for part in reversed(parts)]
                case core.Not(core.Not(operand)):
                    todo.append(operand)
                case core.Not(core.Truth(value)):
                    if value:
                        return False
                case core.Not(operand):
                    if not self._literal(branch, operand, False, todo):
                        return False
                case literal:
                    if not self._literal(branch, literal, True, todo):
                        return False
        return True

    def _literal(self, branch: _Branch, leaf: core.Formula, so: bool, todo: list[core.Formula]) -> bool:
        match leaf:
            case core.FactTest() | core.NoneTest() | core.Named():
                return branch.truths.setdefault(leaf, so) is so
            case core.Established(contest):
                left = branch.norms.get(contest) or self.declared.domain(Contest(contest), ())
                branch.norms[contest] = tuple(state for state in left if _is_established(leaf, state) is so)
                return bool(branch.norms[contest])
            case core.Test():
                match comparison(leaf):
                    case bool() as always:
                        return always is so
                    case Symbols() as symbols:
                        return self._symbol(branch, symbols, so)
                    case Bound() as bound:
                        return self._bound(branch, bound, so, todo)
            case core.Truth() | core.Not() | core.And() | core.Or():
                raise AssertionError(leaf)
            case _:
                assert_never(leaf)

    def _symbol(self, branch: _Branch, symbols: Symbols, so: bool) -> bool:
        equal = (symbols.op == "=") is so
        left, right = symbols.left, symbols.right
        if isinstance(left, core.Constant):
            left, right = right, left
        if not isinstance(right, core.Constant):
            first, second = sorted((left, right), key=repr)
            return branch.truths.setdefault(core.Test("=", first, second), equal) is equal
        at, (known, never) = str(right.value), branch.symbols.get(left, (None, frozenset[str]()))
        if not equal:
            never |= {at}
        elif known not in (None, at):
            return False
        else:
            known = at
        branch.symbols[left] = known, never
        members = self.declared.domain_of(left)
        if members is not None and (never.issuperset(members) or (known is not None and known not in members)):
            return False
        return known not in never

    def _bound(self, branch: _Branch, bound: Bound, so: bool, todo: list[core.Formula]) -> bool:
        """Adds a comparison of numbers."""
        op = bound.op if so else CONTRARY[bound.op]
        if op == "!=":
            if not bound.per:
                value, limit = as_value(bound.quantity), core.Constant(exact(bound.limit))
                branch.choices = (*branch.choices, (core.Test("<", value, limit), core.Test(">", value, limit)))
            return True
        allowed = bound_range(replace(bound, op=op))
        if allowed.high is not None and not self._limit(branch, bound.quantity, 1, allowed.high, allowed.open_high):
            return False
        if allowed.low is not None and not self._limit(branch, bound.quantity, -1, -allowed.low, allowed.open_low):
            return False
        for value, _ in bound.quantity:
            place = self.places[value]
            if place in branch.read:
                continue
            branch.read |= {place}
            numbers = self.reaches[place]
            for factor, end in ((1, numbers.high), (-1, None if numbers.low is None else -numbers.low)):
                if end is not None and not self._limit(branch, ((value, Fraction(1)),), factor, end, False):
                    return False
            todo += relations_of(value, self.declared.reach)
        return True

    def _limit(self, branch: _Branch, quantity: Quantity, sign: int, limit: Fraction, strict: bool) -> bool:
        factors: dict[int, Fraction] = {}
        for value, factor in quantity:
            place = self._place(value)
            factors[place] = factor * sign * (self.reaches[place].step or 1)
        made = inequality(factors, limit, strict, self.whole)
        if isinstance(made, bool):
            return made
        branch.inequalities = (*branch.inequalities, made)
        return True

    def _place(self, value: core.Value) -> int:
        """The number of a number; one that goes in steps is counted in these."""
        place = self.places.get(value)
        if place is None:
            place = self.places[value] = len(self.places)
            self.reaches.append(self.declared.reach(((value, Fraction(1)),)))
            if self.reaches[place].step:
                self.whole[place] = None
        return place

    def _known(self, branch: _Branch, formula: core.Formula) -> bool | None:
        """Whether a formula is so by the truths, symbols and norms of a branch; None where that is open."""
        match formula:
            case core.Truth(value):
                return value
            case core.Not(operand):
                so = self._known(branch, operand)
                return None if so is None else not so
            case core.And(parts):
                found = [self._known(branch, part) for part in parts]
                return False if False in found else None if None in found else True
            case core.Or(parts):
                found = [self._known(branch, part) for part in parts]
                return True if True in found else None if None in found else False
            case core.Established(contest) if contest in branch.norms:
                held = {_is_established(formula, state) for state in branch.norms[contest]}
                return held.pop() if len(held) == 1 else None
            case _:
                return branch.truths.get(formula)


def _is_established(norm: core.Established, state: State) -> bool:
    if isinstance(state, frozenset):
        return any(literal in state for literal in norm.literals)
    return state in norm.literals
