"""What rules support where nothing is settled: the literals that are possible, also against each other.

A data set that reasons through contradictions asks for this rather than for the decision (docs/semantics.md, D10.4).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from rulelang.engine.core import Established, Formula, Not, OutcomeRead, Value
from rulelang.engine.core_text import established_text
from rulelang.engine.derive import Derivation
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.explaining.account import account
from rulelang.engine.grounding.keys import argument
from rulelang.grammar.model import Mode

_ORDER = (True, False, "MUST", "MUST NOT", "MAY", "NEED NOT")
_Place: TypeAlias = tuple[int, int | Fraction, str]
"""Where a literal is told, whatever the order of the rules: by its kind, then its number, then its text."""


def supported(derivation: Derivation, index: int) -> tuple[str, ...]:
    """The literals of the contest that target number `index` tests or reads which rules support.

    For it before against it, norms as MUST, MUST NOT, MAY and NEED NOT, values in their order.
    A rule that is struck, or that cannot apply, supports nothing, nor one for a literal that no world establishes.
    Empty where the target is no test of one contest.
    """
    core = derivation.core
    key = _contest(core.targets[index])
    if key is None:
        return ()
    told = account(core, derivation.situation.known, index)
    contest = core.contests[key]
    stands = told.standing(contest)
    known = told.reading.literals.get(key, {})
    found: dict[_Place, str] = {}
    for place, index_ in enumerate(contest.rules):
        rule = core.rules[index_]
        if rule.literal is not None:
            if told.applies(rule) is False or known.get(rule.literal) is False:
                continue
            if told.applies(rule) is True or _possible(derivation, key, rule.literal):
                found[_ORDER.index(rule.literal), 0, ""] = established_text(key, (rule.literal,))
        elif stands[place] or told.applies(rule) is None:
            given = told.gives(rule)
            if given is not None and not isinstance(given, Undefinedness):
                number = given if isinstance(given, int | Fraction) else 0
                found[len(_ORDER), number, argument(given)] = f"{key} = {argument(given)}"
    return tuple(found[place] for place in sorted(found))


def _possible(derivation: Derivation, key: str, literal: bool | Mode) -> bool:
    """Whether some world has a literal, of which the pass over three values does not say."""
    asked = replace(derivation.core, targets=(Established(key, (literal,)),))
    return certain(asked, derivation.situation.known, 0) is not False


def _contest(target: Formula | Value) -> str | None:
    match target:
        case Established(contest) | Not(Established(contest)) | OutcomeRead(contest):
            return contest
        case _:
            return None
