"""`rulelang prove`: a property of every case, proved with the clauses it needs, or refuted by the smallest case.

Docs: docs/analysis.md, "prove".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rulelang.engine.analysis.circles import way_out
from rulelang.engine.analysis.claim import Property
from rulelang.engine.analysis.contradictory import Contradiction, contradiction
from rulelang.engine.analysis.scope import Scope, core_in, never_none, reached, scope_words, words_for
from rulelang.engine.analysis.switches import PREFIX, switched
from rulelang.engine.analysis.told import Told, told
from rulelang.engine.core import Core, Formula
from rulelang.engine.core_text import formula_text
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver import InternalError, Limits, Proved, Refuted, Unknown, encode, possible, prove
from rulelang.grammar import rule_text

MOST_CLAUSES = 2_000
"""Ground rules beyond which it is not worked out which clauses a proof needs."""


@dataclass(frozen=True, slots=True)
class Holds:
    """True in every case of the scope.

    `clauses` (None: not worked out, and `unsettled` says why) and `always` are what the proof needs: without any one
    of them the rest no longer proves it, and with them it holds whatever the other clauses say.  `vacuous`: no case
    satisfies the premise; `contradictory`: no case keeps the ALWAYS declarations at all; `without`: the facts of which
    it speaks only where they are not NONE.
    """

    scope: str
    clauses: tuple[str, ...] | None
    always: tuple[str, ...]
    vacuous: bool = False
    contradictory: bool = False
    unsettled: str | None = None
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fails:
    """False in this case of the scope, the smallest there is."""

    scope: str
    witness: Told
    always: tuple[str, ...]
    """The ALWAYS declarations that every case was assumed to keep."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither was found; `hint`: what can be done about it, where there is something."""

    scope: str
    reason: str
    hint: str | None = None


Verdict: TypeAlias = Holds | Fails | Undecided


def decide_property(
    base: RuleBase,
    selection: Selection,
    scope: Scope,
    asked: Property,
    limits: Limits,
    using: Sequence[str] = (),
) -> Verdict:
    """Whether the property holds in every case of the scope.

    Asserts the core program, assumes the ALWAYS declarations and the negation of the claim; unsatisfiable iff the
    property holds in every world of every case with these entities.

    Raises:
        RuleLangError: the claim reaches a family of which no member is chosen (RL312).
        InternalError: the evaluator does not confirm a witness, or a proof does not stand alone.
    """
    targets = (asked.formula,) if asked.premise is None else (asked.formula, asked.premise)
    core = core_in(base, selection, scope, targets)
    for_whom = scope_words(core, scope)
    # What the claim does not read has to be kept too; it has no fact in common with the claim, so any case that keeps
    # it can be one in which the claim is false.
    against = contradiction(base, selection, scope, limits)
    if isinstance(against, Contradiction):
        sorts = tuple(sort for sort in scope.entities if sort in {*reached(core, scope), *against.sorts})
        declared = tuple(rule_text.formula_text(base.program, one.condition) for one in against.declarations)
        return Holds(words_for(sorts, scope), (), declared, vacuous=True, contradictory=True)
    if isinstance(against, Unknown):
        return Undecided(for_whom, f"whether any case keeps what is declared ALWAYS was not settled: {against.reason}")
    encoding = encode(core)
    answer = prove(encoding, 0, limits=limits)
    if isinstance(answer, Unknown):
        return Undecided(for_whom, answer.reason, way_out(core))
    if isinstance(answer, Refuted):
        claim = rule_text.formula_text(base.program, asked.conclusion)
        shown = told(base.program, core, scope, answer.witness, "witness", (claim,), using)
        return Fails(for_whom, shown, tuple(map(formula_text, core.always)))
    vacuous = False
    if asked.premise is not None and not answer.core.contradictory:
        vacuous = isinstance(possible(encoding, 1, limits=limits), Proved)
    if answer.core.contradictory:
        return Holds(for_whom, (), _always(core, answer.core.always), vacuous=True, contradictory=True)
    if len(core.rules) > MOST_CLAUSES:
        many = f"which of {len(core.rules)} rules it needs was not worked out"
        always = _always(core, answer.core.always)
        return Holds(for_whom, None, always, vacuous, unsettled=many, without=never_none(core))
    return _needed(core, for_whom, vacuous, limits)


def _needed(core: Core, for_whom: str, vacuous: bool, limits: Limits) -> Verdict:
    """The clauses that the proof needs, each found necessary, and the proof from them alone repeated."""
    behind = switched(core)
    encoding = encode(behind.core)
    answer = prove(encoding, 0, given=behind.on, limits=limits)
    if isinstance(answer, Unknown):
        always = tuple(map(formula_text, core.always))
        return Holds(for_whom, None, always, vacuous, unsettled=answer.reason, without=never_none(core))
    if isinstance(answer, Refuted):
        raise InternalError("a proof does not hold when its clauses are told apart", repr(answer.witness))
    kept = dict.fromkeys(answer.core.facts, True)
    again = prove(encode(behind.core), 0, given=kept, limits=limits)
    if isinstance(again, Refuted):
        raise InternalError("a proof's clauses do not prove the claim alone", repr((kept, again.witness)))
    clauses = tuple(name.removeprefix(PREFIX) for name in answer.core.facts)
    return Holds(for_whom, clauses, _always(core, answer.core.always), vacuous, without=never_none(core))


def _always(core: Core, numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple(formula_text(_formula(core, number)) for number in numbers)


def _formula(core: Core, number: int) -> Formula:
    return core.always[number]
