"""The solver: what follows in every case, proved, or refuted by a case that is replayed.

A core program becomes formulas of z3 (`encode`), one encoding for all cases of the core; what is known of the facts
is assumed, never asserted.  Every answer is a value with its evidence: `Proved`, `Refuted` or `Unknown`.  A witness is
evaluated by the evaluator before anyone sees it, and a proof's premises are minimal and prove the claim alone; where
the two disagree, `InternalError` says so with all that is needed to see it again.

    encoding = encode(core)                      # a core program, with or without a case
    prove(encoding, formula, given=known)        # a formula (or the number of a target) in every world
    possible(encoding, formula, given=known)     # in some world

Modules: `terms` (the one that imports z3), `encode*` (core -> terms), `query` (asks, with limits), `replay` (holds
witnesses to the evaluator), `proof`, `exact` (exact decisions), `ask_next`; `judgments`, `entailment` and `grounds`
(`rulelang.engine.solver.grounds.minimal_grounds`: all minimal grounds of a decision).  Meaning: docs/semantics.md; how
it is encoded: docs/solver.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulelang.engine.solver.answer import (
        Answer,
        InternalError,
        Known,
        Limits,
        NotEncoded,
        Premises,
        Proved,
        Refuted,
        Unknown,
        Witness,
    )
    from rulelang.engine.solver.encoding import Encoding, encode
    from rulelang.engine.solver.proof import possible, prove

_HOMES = {
    **dict.fromkeys(
        (
            "Answer", "InternalError", "Known", "Limits", "NotEncoded", "Premises", "Proved", "Refuted", "Unknown",
            "Witness",
        ),
        "answer",
    ),
    **dict.fromkeys(("Encoding", "encode"), "encoding"),
    **dict.fromkeys(("possible", "prove"), "proof"),
}

__all__ = [
    "Answer",
    "Encoding",
    "InternalError",
    "Known",
    "Limits",
    "NotEncoded",
    "Premises",
    "Proved",
    "Refuted",
    "Unknown",
    "Witness",
    "encode",
    "possible",
    "prove",
]


def __getattr__(name: str) -> Any:
    """Imports what is asked for, so that reading an answer's type does not load z3."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{home}"), name)
