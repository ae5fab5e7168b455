"""Terms of z3: the one module that imports it.

A truth value is a Python bool where it is known, else a z3 term, so that what is constant never reaches the solver.
Numbers are exact: constants are made of integers and fractions written out.  Every `Terms` has a context of its own,
with fixed seeds, so that equal inputs take equal steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import z3

Bool: TypeAlias = "bool | z3.BoolRef"
Number: TypeAlias = "z3.ArithRef"
"""A term of sort Int or Real."""

Verdict: TypeAlias = Literal["sat", "unsat"]


class GaveUp(Exception):
    """The solver stopped without an answer; `reason` says why in words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Irrational(Exception):
    """A model gives a number that is no fraction."""


class Terms:
    """Makes the terms of one encoding, holds what is asserted, and asks."""

    def __init__(self) -> None:
        self.context: Any = z3.Context()
        self.solver: Any = z3.SimpleSolver(ctx=self.context)
        self.solver.set("random_seed", 0)
        self._fresh = 0
        self._model: Any = None
        self._literals: dict[int, tuple[Any, Any]] = {}

    # ------------------------------------------------------------------------------------------------- truth

    def truth(self, name: str) -> Any:
        """A fresh truth value; the name is for people, and a number makes it unique."""
        self._fresh += 1
        return z3.Bool(f"{name}!{self._fresh}", self.context)

    def negation(self, operand: Bool) -> Bool:
        if isinstance(operand, bool):
            return not operand
        if z3.is_not(operand):
            return operand.arg(0)
        return z3.Not(operand)

    def conjunction(self, parts: Iterable[Bool]) -> Bool:
        kept: list[Any] = []
        for part in parts:
            if part is False:
                return False
            if part is not True:
                kept.append(part)
        if not kept:
            return True
        return kept[0] if len(kept) == 1 else z3.And(kept)

    def disjunction(self, parts: Iterable[Bool]) -> Bool:
        kept: list[Any] = []
        for part in parts:
            if part is True:
                return True
            if part is not False:
                kept.append(part)
        if not kept:
            return False
        return kept[0] if len(kept) == 1 else z3.Or(kept)

    def implication(self, premise: Bool, conclusion: Bool) -> Bool:
        return self.disjunction((self.negation(premise), conclusion))

    def equivalence(self, left: Bool, right: Bool) -> Bool:
        if isinstance(left, bool):
            return right if left else self.negation(right)
        if isinstance(right, bool):
            return left if right else self.negation(left)
        return left == right

    def at_most_one(self, parts: Sequence[Bool]) -> Bool:
        terms = [self.term(part) for part in parts]
        return z3.AtMost(*terms, 1) if len(terms) > 1 else True

    def term(self, value: Bool) -> Any:
        """As a term even where it is known."""
        return z3.BoolVal(value, self.context) if isinstance(value, bool) else value

    def choice(self, condition: Bool, left: Bool, right: Bool) -> Bool:
        if isinstance(condition, bool):
            return left if condition else right
        if isinstance(left, bool) or isinstance(right, bool):
            return self.disjunction(
                (self.conjunction((condition, left)), self.conjunction((self.negation(condition), right)))
            )
        return z3.If(condition, left, right)

    # ----------------------------------------------------------------------------------------------- numbers

    def integer(self, name: str) -> Number:
        self._fresh += 1
        return z3.Int(f"{name}!{self._fresh}", self.context)

    def rational(self, name: str) -> Number:
        self._fresh += 1
        return z3.Real(f"{name}!{self._fresh}", self.context)

    def number(self, value: int | Fraction) -> Number:
        """An exact constant, an Int where it is whole."""
        if type(value) is int:
            return z3.IntVal(value, self.context)
        return z3.RealVal(f"{value.numerator}/{value.denominator}", self.context)

    def known(self, value: Number) -> Fraction | None:
        """The number of a constant."""
        if z3.is_int_value(value):
            return Fraction(value.as_long())
        if z3.is_rational_value(value):
            return Fraction(value.numerator_as_long(), value.denominator_as_long())
        return None

    def _alike(self, left: Number, right: Number) -> tuple[Number, Number]:
        if left.is_int() == right.is_int():
            return left, right
        return self.real(left), self.real(right)

    def real(self, value: Number) -> Number:
        if value.is_real():
            return value
        known = self.known(value)
        return z3.ToReal(value) if known is None else z3.RealVal(known.numerator, self.context)

    def add(self, *parts: Number) -> Number:
        real = any(part.is_real() for part in parts)
        total: Number | None = None
        for part in parts:
            if self.known(part) == 0:
                continue
            term = self.real(part) if real else part
            total = term if total is None else total + term
        return self.number(0) if total is None else total

    def subtract(self, left: Number, right: Number) -> Number:
        if self.known(right) == 0:
            return left
        left, right = self._alike(left, right)
        return left - right

    def negative(self, operand: Number) -> Number:
        known = self.known(operand)
        return -operand if known is None else self.number(_exact(-known))

    def multiply(self, left: Number, right: Number) -> Number:
        one, other = self.known(left), self.known(right)
        if one is not None and other is not None:
            return self.number(_exact(one * other))
        left, right = self._alike(left, right)
        return left * right

    def divide(self, left: Number, right: Number) -> Number:
        """The exact quotient; who asks has guarded against zero."""
        one, other = self.known(left), self.known(right)
        if other is not None and other != 0:
            if one is not None:
                return self.number(_exact(one / other))
            return self.real(left) * self.real(self.number(_exact(1 / other)))
        return self.real(left) / self.real(right)

    def floor(self, operand: Number) -> Number:
        return operand if operand.is_int() else z3.ToInt(operand)

    def floor_divide(self, left: Number, right: int) -> Number:
        """The whole quotient of an Int by a positive constant, rounded down."""
        known = self.known(left)
        if known is not None:
            return self.number(int(known) // right)
        return left / z3.IntVal(right, self.context)

    def modulo(self, left: Number, right: int) -> Number:
        """The remainder of an Int by a positive constant, from zero up."""
        known = self.known(left)
        if known is not None:
            return self.number(int(known) % right)
        return left % z3.IntVal(right, self.context)

    def whole(self, operand: Number) -> Bool:
        if operand.is_int():
            return True
        known = self.known(operand)
        return z3.IsInt(operand) if known is None else known.denominator == 1

    def chosen(self, condition: Bool, left: Number, right: Number) -> Number:
        if isinstance(condition, bool):
            return left if condition else right
        left, right = self._alike(left, right)
        return left if left.eq(right) else z3.If(condition, left, right)

    def compare(self, op: str, left: Number, right: Number) -> Bool:
        one, other = self.known(left), self.known(right)
        if one is not None and other is not None:
            return _compared(op, one, other)
        left, right = self._alike(left, right)
        if left.eq(right):
            return op in ("=", "<=", ">=")
        match op:
            case "=":
                return left == right
            case "!=":
                return z3.Not(left == right)
            case "<":
                return left < right
            case "<=":
                return left <= right
            case ">":
                return left > right
            case _:
                return left >= right

    # ------------------------------------------------------------------------------------------------ asking

    def require(self, formula: Bool) -> None:
        """Asserts it for good."""
        if formula is not True:
            self.solver.add(self.term(formula))

    def check(self, assumptions: Sequence[Any], steps: int, timeout: float | None) -> Verdict:
        """Whether the assumptions (truth values or their negations) go together with all that is required.

        Raises:
            GaveUp: a limit was reached.
        """
        self._model = None
        self.solver.set("rlimit", steps)
        self.solver.set("timeout", 4_294_967_295 if timeout is None else max(1, int(timeout * 1000)))
        result = self.solver.check(*assumptions)
        if result == z3.unsat:
            return "unsat"
        if result == z3.sat:
            self._model = self.solver.model()
            return "sat"
        raise GaveUp(_said(self.solver.reason_unknown(), timeout))

    def core(self) -> tuple[Any, ...]:
        """After "unsat": assumptions that suffice for it, in no particular order."""
        return tuple(self.solver.unsat_core())

    def is_true(self, formula: Bool) -> bool:
        """After "sat": a truth value in the model."""
        if isinstance(formula, bool):
            return formula
        return bool(z3.is_true(self._model.eval(formula, model_completion=True)))

    def value(self, number: Number) -> int | Fraction:
        """After "sat": a number in the model; raises Irrational where it is no fraction."""
        found = self.known(number)
        if found is None:
            found = self.known(self._model.eval(number, model_completion=True))
        if found is None:
            raise Irrational
        return _exact(found)

    def same(self, left: Bool, right: Bool) -> bool:
        """Whether two truth values are one and the same term."""
        if isinstance(left, bool) or isinstance(right, bool):
            return left is right
        return bool(left.eq(right))

    def literal(self, formula: Bool) -> Any:
        """A truth value (or a negation of one) that is equivalent to the formula, fit to be assumed."""
        if not isinstance(formula, bool):
            atom = formula.arg(0) if z3.is_not(formula) else formula
            if z3.is_const(atom):
                return formula
        term = self.term(formula)
        known = self._literals.get(term.get_id())
        if known is None:
            known = term, self.truth("formula")
            self._literals[term.get_id()] = known
            self.solver.add(known[1] == term)
        return known[1]

    def identity(self, term: Any) -> int:
        """A number that only this term of the context has."""
        return int(term.get_id())


def _exact(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _compared(op: str, left: Fraction, right: Fraction) -> bool:
    match op:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case _:
            return left >= right


def _said(reason: str, timeout: float | None) -> str:
    """z3's reason in words; its own name for it is not for people."""
    if "resource" in reason or "rlimit" in reason:
        return "the limit on steps was reached"
    if "timeout" in reason or "canceled" in reason:
        return "the limit on steps was reached" if timeout is None else f"it took longer than {timeout:g} s"
    return "the arithmetic is beyond what can be settled"
