"""Cases that both versions decide as they decide a given one, though something in them is in conflict or open.

Where nothing but the contest itself is in conflict it shows in the contest how both decide.  Else it rests on some of
the facts, which are found by leaving out others while three values, or all worlds, still give the same decision; and
of those on what the rules ask about them, not on the very values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulelang.engine.analysis.merge import NEW, OLD, Renaming
from rulelang.engine.analysis.paired import Pair
from rulelang.engine.analysis.states import in_state, same_value, state_in_model, tests_of
from rulelang.engine.core import Contest, ContestKind, Core, NoneTest, Test
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.entail import decide_by_passes
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.judgments import judgments_of
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.terms import Bool
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Constant_

Decided = tuple[Decision, ...]
"""What is decided of all that can be asked of a contest."""


def decided_likewise(pair: Pair, below: Bool, facts: Known, decisions: tuple[Decided, Decided]) -> Bool:
    """After "sat": a condition that the case of the model meets, and all cases that meet it are decided alike.

    Arguments:
        below: that something besides the contest itself is left to choose.
        facts: the case, with all its facts.
        decisions: what the old and the new version decide of the contest in it.
    """
    terms = pair.encoding.terms
    if not terms.is_true(below):
        shown = [_shown(pair.encoding, side + pair.key, decided)
                 for side, decided in zip((OLD, NEW), decisions, strict=True)]  # fmt: skip
        parts = [one for one in shown if one is not None]
        if len(parts) == len(shown):
            return terms.conjunction((terms.negation(below), *parts))
    return _rests_on(pair, facts, decisions)


def _shown(encoding: Encoding, key: str, decided: Decided) -> Bool | None:
    """Where nothing else is left to choose: that a contest comes out, or is in conflict, as in the model.  None where
    that does not show how it is decided."""
    terms, settled = encoding.terms, encoding.contests[key]
    contest = settled.contest
    if encoding.blocks[key].cyclic:
        return None
    if not terms.is_true(settled.conflict):
        if contest.kind is ContestKind.VALUE:
            state = same_value(encoding, key, decided[0])
        else:
            state = in_state(encoding, key, state_in_model(encoding, key))
        return terms.conjunction((terms.negation(settled.conflict), state))
    match contest.kind:
        case ContestKind.BOOLEAN:
            return settled.conflict
        case ContestKind.ACTION:
            applies = [rule.applies for rule in settled.rules.values()]
            same = [one if terms.is_true(one) else terms.negation(one) for one in applies]
            return terms.conjunction((settled.conflict, *same))
        case ContestKind.VALUE:
            # Limits may cut different values to one, and what is undefined differs from nothing.
            defined = terms.conjunction([
                terms.implication(there, terms.negation(value.undefined)) for there, value in settled.options
            ])
            if contest.limits or not terms.is_true(defined):
                return None
            return terms.conjunction((settled.conflict, defined))


def _rests_on(pair: Pair, facts: Known, decisions: tuple[Decided, Decided]) -> Bool:
    """That what the rules ask of some facts is as in the case; those facts suffice for both decisions."""
    terms, read = pair.encoding.terms, pair.encoding.facts
    sides = [
        (replace(cone(core, tests := tests_of(core.contests[pair.key])), targets=tests), names, decided)
        for core, names, decided in zip(pair.cores, (pair.merged.old, pair.merged.new), decisions, strict=True)
    ]

    def enough(known: Known) -> bool:
        return all(_still(core, core.contests[pair.key], known, decided) for core, _, decided in sides)

    kept = _fewest({key: facts[key] for key in sorted({*read.booleans, *read.valued}) if key in facts}, enough)
    parts = [part for core, names, _ in sides for part in _asked(pair.encoding, core, names, kept)]
    return terms.conjunction(parts)


def _asked(encoding: Encoding, core: Core, names: Renaming, known: Known) -> list[Bool]:
    """What a version's rules ask of these facts, answered as in the case."""
    terms = encoding.terms
    parts: list[Bool] = []
    for judgment in judgments_of(core, {key: value for key, value in known.items() if key in core.facts}):
        # What a case states of an outcome is a fact of its own here.
        if judgment.stipulated:
            continue
        formula = names.formula(judgment.formula)
        truth = encoding.truth(formula)
        parts.append(truth if judgment.holds else terms.negation(truth))
        if isinstance(formula, Test | NoneTest) and formula in encoding.tests:
            parts.append(terms.negation(encoding.tests[formula].when))
    return parts


def _still(core: Core, contest: Contest, known: Known, decisions: Sequence[Decision]) -> bool:
    """Whether what is known suffices for these decisions."""
    some = {key: value for key, value in known.items() if key in core.facts}
    return all(_same(core, contest, some, index, decision) for index, decision in enumerate(decisions))


def _same(core: Core, contest: Contest, known: Known, index: int, decision: Decision) -> bool:
    if decision.status is Status.CONFLICT and (contest.kind is ContestKind.ACTION or contest.limits):
        # It may be in conflict whatever else is so, and yet come to one thing.
        return False
    try:
        found = decide_by_passes(core, known, index)
    except RuleLangError:
        return False
    if found.limit is not None or (found.status, found.value) != (decision.status, decision.value):
        return False
    if found.status is not Status.UNDETERMINED or found.undefined is not None:
        return found.undefined == decision.undefined
    # Open as before if no unknown fact bears on it; what ALWAYS forbids could stand between two cases.
    return not (found.unknowns or found.possible or found.cycles or core.always or decision.undefined)


def _fewest(
    facts: Mapping[str, bool | Constant_], enough: Callable[[Known], bool]
) -> dict[str, bool | Constant_]:
    """A minimal part of these facts that is enough, or all of them; large pieces are left out first."""
    kept = list(facts)
    size = len(kept)
    while size:
        end = len(kept)
        while end > 0:
            fewer = kept[: max(0, end - size)] + kept[end:]
            if enough({key: facts[key] for key in fewer}):
                kept = fewer
            end -= size
        size //= 2
    return {key: facts[key] for key in kept}
