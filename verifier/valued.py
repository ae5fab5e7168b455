"""What some parts of a statement give the values of, put in its other parts: `b = 800` in `a >= b + 150` is `a >= 950`.

A claim says what all of its parts entail together (verification, N8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulelang.engine import core
from rulelang.engine.core_parts import rebuilt_formula, rebuilt_value
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.grounding.known import Reading, worth
from rulelang.verifier import expand
from rulelang.verifier.inside import looks_up
from rulelang.verifier.linear import Bound, comparison

if TYPE_CHECKING:
    from rulelang.verifier.entail import Declared


def put_in(declared: Declared, statement: core.Formula) -> core.Formula:
    """The statement, with what follows from its parts where the values that others give are put in."""
    pieces = list(dict.fromkeys(expand.conjuncts(statement)))
    found = pieces
    given: dict[expand.Atom, core.Constant | bool] = {}
    while len(pieces) > 1:
        more = {
            one[0]: one[1]
            for piece in found
            if (one := _given(declared, piece)) is not None and one[0] not in given
        }
        if not more:
            break
        given |= more
        found = list(dict.fromkeys(piece if _given(declared, piece) else _with(piece, given) for piece in found))
    together = list(dict.fromkeys((*pieces, *(piece for piece in found if piece != core.TRUE))))
    return statement if together == pieces else core.And(tuple(together))


def _given(declared: Declared, piece: core.Formula) -> tuple[expand.Atom, core.Constant | bool] | None:
    """What a part gives the value, or the truth, of."""
    bare = expand.bare(piece)
    if isinstance(bare, core.FactTest):
        return bare, bare == piece
    equal = expand.equation(piece)
    if equal is not None and isinstance(equal[0], expand.Read):
        return equal[0], equal[1]
    match comparison(piece) if isinstance(piece, core.Test) else None:
        case Bound(((read, _),), "=", at, 0) if isinstance(read, expand.Read):
            value = declared.constant_of(read, at, (piece,))
            return None if value is None else (read, value)
        case _:
            return None


def _with(piece: core.Formula, given: Mapping[expand.Atom, core.Constant | bool]) -> core.Formula:
    """A formula with values put in, and calculated where everything is known."""

    def formula(one: core.Formula) -> core.Formula:
        known = given.get(one) if isinstance(one, core.FactTest) else None
        return core.Truth(known) if isinstance(known, bool) else rebuilt_formula(one, formula, value)

    def value(one: core.Value) -> core.Value:
        known = given.get(one) if isinstance(one, expand.Read) else None
        if isinstance(known, core.Constant):
            return known
        made = rebuilt_value(one, formula, value)
        if made == one or looks_up(made) or any(True for _ in expand.atoms(made)):
            return made
        at = worth(made, _NOTHING)
        return made if at is None or isinstance(at, Undefinedness) else core.Constant(at)

    return formula(piece)


_NOTHING = Reading({}, {}, {}, {}, {})
