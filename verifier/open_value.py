"""The question for a value that is open in the case: a formula that stands for "it has a known value".

Decisions are held against formulas.  Where a value is asked for and the case EXPECTs that it is not known, or in
conflict, there is no `v = x` to hold them against; this formula has no truth value, and whoever gives the variable a
value says that it is false.  Verification, N19.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.engine import core
from rulelang.verifier import expand

_ANY = core.Undefined("it is asked for, and not known")


def open_question(value: core.Value) -> core.Formula:
    """The formula of a question for a value that is open.

    >>> value_asked(open_question(core.OutcomeRead("fee")))
    OutcomeRead(contest='fee')
    """
    return core.Test("=", value, _ANY)


def value_asked(formula: core.Formula) -> core.Value | None:
    """The value that a formula made by `open_question` asks for; None of any other formula."""
    match formula:
        case core.Test("=", value, core.Undefined() as other) if other == _ANY:
            return value
        case _:
            return None


def wavers(statements: Iterable[core.Formula], target: core.Formula) -> bool:
    """Whether statements give the value that a target asks for two values: `v = 3` and `v = 4`, `v = 3 OR v = 4`.

    >>> fee = core.OutcomeRead("fee")
    >>> three, four, five = (core.Test("=", fee, core.Constant(value)) for value in (3, 4, 5))
    >>> wavers([three, four], five), wavers([core.Or((three, four))], five), wavers([three, three], five)
    (True, True, False)
    """
    given: set[core.Constant] = set()
    for part in (part for statement in statements for part in _alternatives(statement)):
        equal = expand.equation(part)
        if equal is not None and equal[0] == _variable(target):
            given.add(equal[1])
    return len(given) > 1


def _alternatives(statement: core.Formula) -> Iterable[core.Formula]:
    match statement:
        case core.And(parts) | core.Or(parts):
            return (inner for part in parts for inner in _alternatives(part))
        case _:
            return (statement,)


def _variable(target: core.Formula) -> core.Value | None:
    """The value that a target asks for, or compares with one value."""
    equal = expand.equation(target)
    if equal is not None:
        return equal[0]
    return target.operand if isinstance(target, core.NoneTest) else value_asked(target)
