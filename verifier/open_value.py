"""The question for a value that is open in the case: a formula that stands for "it has a known value".

Decisions are held against formulas.  Where a value is asked for and the case EXPECTs that it is not known, or in
conflict, there is no `v = x` to hold them against; this formula has no truth value, and whoever gives the variable a
value says that it is false.  Verification, N19.
"""

from __future__ import annotations

from rulelang.engine import core

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
