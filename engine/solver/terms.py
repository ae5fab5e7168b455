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

MEMORY = 2_048
"""Megabytes that z3 may take: a query that would need more is not answered."""


class GaveUp(Exception):
    """The solver stopped without an answer; `reason` says why in words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Irrational(Exception):
    """A model gives a number that is no fraction."""


class Terms:
    """Makes the terms of one encoding, holds what is asserted, and asks.

    z3 is called below its convenience layer, which spends most of the time on sorts that are known here.  Equal terms
    are one object of z3, told by its address; what is remembered by address is kept alive.
    """

    def __init__(self, beside: Terms | None = None) -> None:
        # A context takes longer to make than a small query; `beside` shares that of other terms.
        self.context: Any = z3.Context() if beside is None else beside.context
        self._ref: Any = self.context.ref()
        self.solver: Any = z3.SimpleSolver(ctx=self.context)
        self.solver.set("random_seed", 0)
        # Without quantifiers nothing has to be known to be relevant: dates are found several times faster.
        self.solver.set("relevancy", 0)
        self.solver.set("max_memory", MEMORY)
        self._fresh = 0
        self._model: Any = None
        self._negations: dict[int, tuple[Any, Any]] = {}
        self._literals: dict[int, tuple[Any, Any]] = {}
        self._atoms: dict[int, Any] = {}
        self._limits: tuple[int, float | None] | None = None
        self._constants: dict[int | Fraction, Number] = {}
        self._values: dict[int, tuple[Any, Fraction]] = {}
        self._whole: dict[int, tuple[Any, bool]] = {}

    # ------------------------------------------------------------------------------------------------- truth

    def truth(self, name: str) -> Any:
        """A fresh truth value; the name is for people, and a number makes it unique."""
        self._fresh += 1
        made = z3.Bool(f"{name}!{self._fresh}", self.context)
        self._atoms[made.ast.value] = made
        return made

    def negation(self, operand: Bool) -> Bool:
        if isinstance(operand, bool):
            return not operand
        known = self._negations.get(operand.ast.value)
        if known is None:
            made = z3.BoolRef(z3.Z3_mk_not(self._ref, operand.ast), self.context)
            known = self._negations[operand.ast.value] = operand, made
            self._negations[made.ast.value] = made, operand
        return known[1]

    def conjunction(self, parts: Iterable[Bool]) -> Bool:
        kept: list[Any] = []
        for part in parts:
            if part is False:
                return False
            if part is not True:
                kept.append(part)
        if not kept:
            return True
        return kept[0] if len(kept) == 1 else self._joined(z3.Z3_mk_and, kept)

    def disjunction(self, parts: Iterable[Bool]) -> Bool:
        kept: list[Any] = []
        for part in parts:
            if part is True:
                return True
            if part is not False:
                kept.append(part)
        if not kept:
            return False
        return kept[0] if len(kept) == 1 else self._joined(z3.Z3_mk_or, kept)

    def _joined(self, make: Any, parts: Sequence[Any]) -> Any:
        array = (z3.Ast * len(parts))(*[part.ast for part in parts])
        return z3.BoolRef(make(self._ref, len(parts), array), self.context)

    def implication(self, premise: Bool, conclusion: Bool) -> Bool:
        return self.disjunction((self.negation(premise), conclusion))

    def equivalence(self, left: Bool, right: Bool) -> Bool:
        if isinstance(left, bool):
            return right if left else self.negation(right)
        if isinstance(right, bool):
            return left if right else self.negation(left)
        return z3.BoolRef(z3.Z3_mk_eq(self._ref, left.ast, right.ast), self.context)

    def at_most_one(self, parts: Sequence[Bool]) -> Bool:
        return self.at_most(parts, 1)

    def at_most(self, parts: Sequence[Bool], most: int) -> Bool:
        """No more than so many of these are true."""
        terms = [self.term(part) for part in parts]
        return z3.AtMost(*terms, most) if len(terms) > most else True

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
        return z3.BoolRef(z3.Z3_mk_ite(self._ref, condition.ast, left.ast, right.ast), self.context)

    # ----------------------------------------------------------------------------------------------- numbers

    def integer(self, name: str) -> Number:
        self._fresh += 1
        return z3.Int(f"{name}!{self._fresh}", self.context)

    def rational(self, name: str) -> Number:
        self._fresh += 1
        return z3.Real(f"{name}!{self._fresh}", self.context)

    def number(self, value: int | Fraction) -> Number:
        """An exact constant, an Int where it is whole."""
        made = self._constants.get(value)
        if made is None:
            if value.denominator == 1:
                made = z3.IntVal(value.numerator, self.context)
            else:
                made = z3.RealVal(f"{value.numerator}/{value.denominator}", self.context)
            self._constants[value] = made
            self._values[made.ast.value] = made, Fraction(value)
        return made

    def known(self, value: Number) -> Fraction | None:
        """The number of a constant."""
        found = self._values.get(value.ast.value)
        return None if found is None else found[1]

    def is_int(self, value: Number) -> bool:
        """Whether the term is of sort Int."""
        found = self._whole.get(value.ast.value)
        if found is None:
            found = self._whole[value.ast.value] = value, value.is_int()
        return found[1]

    def real(self, value: Number) -> Number:
        if not self.is_int(value):
            return value
        known = self.known(value)
        if known is None:
            return z3.ArithRef(z3.Z3_mk_int2real(self._ref, value.ast), self.context)
        made = z3.RealVal(known.numerator, self.context)
        self._values[made.ast.value] = made, known
        return made

    def _alike(self, left: Number, right: Number) -> tuple[Number, Number]:
        if self.is_int(left) == self.is_int(right):
            return left, right
        return self.real(left), self.real(right)

    def _made(self, ast: Any) -> Number:
        return z3.ArithRef(ast, self.context)

    def _combined(self, make: Any, parts: Sequence[Number]) -> Number:
        array = (z3.Ast * len(parts))(*[part.ast for part in parts])
        return self._made(make(self._ref, len(parts), array))

    def add(self, *parts: Number) -> Number:
        constant = Fraction(0)
        rest: list[Number] = []
        for part in parts:
            known = self.known(part)
            if known is None:
                rest.append(part)
            else:
                constant += known
        if constant or not rest:
            rest.append(self.number(_exact(constant)))
        if len(rest) == 1:
            return rest[0]
        if not all(map(self.is_int, rest)):
            rest = list(map(self.real, rest))
        return self._combined(z3.Z3_mk_add, rest)

    def subtract(self, left: Number, right: Number) -> Number:
        known = self.known(right)
        if known is not None:
            return self.add(left, self.number(_exact(-known)))
        return self._combined(z3.Z3_mk_sub, self._alike(left, right))

    def negative(self, operand: Number) -> Number:
        known = self.known(operand)
        if known is not None:
            return self.number(_exact(-known))
        return self._made(z3.Z3_mk_unary_minus(self._ref, operand.ast))

    def multiply(self, left: Number, right: Number) -> Number:
        one, other = self.known(left), self.known(right)
        if one is not None and other is not None:
            return self.number(_exact(one * other))
        if one == 0 or other == 0:
            return self.number(0)
        if one == 1:
            return right
        if other == 1:
            return left
        return self._combined(z3.Z3_mk_mul, self._alike(left, right))

    def divide(self, left: Number, right: Number) -> Number:
        """The exact quotient; who asks has guarded against zero."""
        one, other = self.known(left), self.known(right)
        if other is not None and other != 0:
            if one is not None:
                return self.number(_exact(one / other))
            return self.multiply(self.number(_exact(1 / other)), left)
        # Named, so that both live until the quotient is made: z3 frees what nothing refers to.
        dividend, divisor = self.real(left), self.real(right)
        return self._made(z3.Z3_mk_div(self._ref, dividend.ast, divisor.ast))

    def floor(self, operand: Number) -> Number:
        known = self.known(operand)
        if known is not None:
            return self.number(known.numerator // known.denominator)
        return operand if self.is_int(operand) else z3.ToInt(operand)

    def floor_divide(self, left: Number, right: int) -> Number:
        """The whole quotient of an Int by a positive constant, rounded down."""
        known = self.known(left)
        if known is not None:
            return self.number(int(known) // right)
        return self._made(z3.Z3_mk_div(self._ref, left.ast, self.number(right).ast))

    def modulo(self, left: Number, right: int) -> Number:
        """The remainder of an Int by a positive constant, from zero up."""
        known = self.known(left)
        if known is not None:
            return self.number(int(known) % right)
        return self._made(z3.Z3_mk_mod(self._ref, left.ast, self.number(right).ast))

    def whole(self, operand: Number) -> Bool:
        known = self.known(operand)
        if known is not None:
            return known.denominator == 1
        return True if self.is_int(operand) else z3.IsInt(operand)

    def chosen(self, condition: Bool, left: Number, right: Number) -> Number:
        if isinstance(condition, bool):
            return left if condition else right
        left, right = self._alike(left, right)
        if left.ast.value == right.ast.value:
            return left
        return self._made(z3.Z3_mk_ite(self._ref, condition.ast, left.ast, right.ast))

    def compare(self, op: str, left: Number, right: Number) -> Bool:
        one, other = self.known(left), self.known(right)
        if one is not None and other is not None:
            return _compared(op, one, other)
        left, right = self._alike(left, right)
        if left.ast.value == right.ast.value:
            return op in ("=", "<=", ">=")
        if op == "!=":
            return self.negation(self.compare("=", left, right))
        return z3.BoolRef(_COMPARISONS[op](self._ref, left.ast, right.ast), self.context)

    # ------------------------------------------------------------------------------------------------ asking

    def require(self, formula: Bool) -> None:
        """Asserts it for good."""
        if formula is not True:
            self._assert(self.term(formula))

    def _assert(self, term: Any) -> None:
        try:
            self.solver.add(term)
        except z3.Z3Exception:
            raise GaveUp(_BEYOND) from None

    def spent(self) -> int:
        """The steps taken so far, those of building the terms among them."""
        found = [value for key, value in self.solver.statistics() if key == "rlimit count"]
        return int(found[0]) if found else 0

    def check(self, assumptions: Sequence[Any], steps: int, timeout: float | None) -> Verdict:
        """Whether the assumptions (truth values or their negations) go together with all that is required.

        Raises:
            GaveUp: a limit was reached.
        """
        self._model = None
        if self._limits != (steps, timeout):
            self.solver.set("rlimit", steps)
            self.solver.set("timeout", 4_294_967_295 if timeout is None else max(1, int(timeout * 1000)))
            self._limits = steps, timeout
        try:
            result = self.solver.check(*assumptions)
            if result == z3.unsat:
                return "unsat"
            if result == z3.sat:
                self._model = self.solver.model()
                return "sat"
        except z3.Z3Exception as error:
            raise GaveUp(_said(str(error), timeout)) from None
        raise GaveUp(_said(self.solver.reason_unknown(), timeout))

    def core(self) -> tuple[Any, ...]:
        """After "unsat": assumptions that suffice for it, in no particular order."""
        return tuple(self.solver.unsat_core())

    def is_true(self, formula: Bool) -> bool:
        """After "sat": a truth value in the model; raises GaveUp where it cannot be computed."""
        if isinstance(formula, bool):
            return formula
        return bool(z3.is_true(self._evaluated(formula)))

    def _evaluated(self, term: Any) -> Any:
        try:
            return self._model.eval(term, model_completion=True)
        except z3.Z3Exception:
            raise GaveUp(_BEYOND) from None

    def value(self, number: Number) -> int | Fraction:
        """After "sat": a number in the model; raises Irrational where it is no fraction."""
        found = self.known(number)
        if found is not None:
            return _exact(found)
        value = self._evaluated(number)
        if z3.is_int_value(value):
            return int(value.as_long())
        if z3.is_rational_value(value):
            return _exact(Fraction(value.numerator_as_long(), value.denominator_as_long()))
        raise Irrational

    def same(self, left: Bool, right: Bool) -> bool:
        """Whether two truth values are one and the same term."""
        if isinstance(left, bool) or isinstance(right, bool):
            return left is right
        return bool(left.ast.value == right.ast.value)

    def literal(self, formula: Bool) -> Any:
        """A truth value (or a negation of one) that is equivalent to the formula, fit to be assumed."""
        if not isinstance(formula, bool):
            if formula.ast.value in self._atoms:
                return formula
            inner = self._negations.get(formula.ast.value)
            if inner is not None and inner[1].ast.value in self._atoms:
                return formula
        term = self.term(formula)
        known = self._literals.get(term.ast.value)
        if known is None:
            known = self._literals[term.ast.value] = term, self.truth("formula")
            self._assert(self.equivalence(known[1], term))
        return known[1]

    def identity(self, term: Any) -> int:
        """A number that only this term of the context has."""
        return int(term.ast.value)


_BEYOND = "the arithmetic is beyond what can be settled"
_COMPARISONS: dict[str, Any] = {
    "=": z3.Z3_mk_eq, "<": z3.Z3_mk_lt, "<=": z3.Z3_mk_le, ">": z3.Z3_mk_gt, ">=": z3.Z3_mk_ge,
}


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
    if "memory" in reason:
        return f"it would have taken more than {MEMORY} MB of memory"
    if "resource" in reason or "rlimit" in reason:
        return "the limit on steps was reached"
    if "timeout" in reason or "canceled" in reason:
        return "the limit on steps was reached" if timeout is None else f"it took longer than {timeout:g} s"
    return _BEYOND
