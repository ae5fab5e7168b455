"""Which of two rules prevails, where their conflict is not resolved: neither does (verification, N21)."""

from __future__ import annotations

from rulelang.engine import core
from rulelang.engine.analysis.cubes import applies
from rulelang.engine.decision import Status
from rulelang.grammar import model
from rulelang.verifier import expand
from rulelang.verifier.condition import formula_of, ground_condition
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.parts import Part
from rulelang.verifier.world import World


def prevails(world: World, formula: core.Formula, outcomes: frozenset[str]) -> bool | None:
    """Whether one rule prevails over another, by the formula for that (`rule_claims`); `outcomes` are what the first
    one concludes.

    It says that the rule's outcome is established, which is open where that is in conflict.  If it is settled which
    rules apply, no rule is then established for certain, and so none prevails.
    """
    truth = world.truth(formula)
    if truth is not None:
        return truth
    instead = {leaf: core.FALSE for leaf in expand.leaves(formula) if _is_unresolved(world, leaf, outcomes)}
    return world.truth(formula_of(ground_condition(formula), instead)) if instead else None


def _is_unresolved(world: World, leaf: core.Formula, outcomes: frozenset[str]) -> bool:
    """Whether a leaf says what is established of an outcome of which only that is open which rule stands."""
    asked = leaf if isinstance(leaf, core.Established) else None
    for one in (asked, *expand.reads(leaf)):
        if isinstance(one, core.Established | core.OutcomeRead):
            contest = world.program.contests.get(one.contest)
            if contest is not None and contest.name in outcomes and world.decision(one).status is Status.CONFLICT:
                rules = [world.program.rules[index] for index in contest.rules]
                return all(world.truth(applies(rule)) is not None for rule in rules)
    return False


def says_which_controls(matter: Matter, claim: model.PrevailsClaim, rival: Part) -> bool:
    """Whether a true claim about a rival says how it stands to another rule: which of them prevails or, of rules that
    are level, that one does not.  Of others this leaves open whether the other one does."""
    pair = (claim.winner, claim.loser)
    named = rival.clause if rival.clause in pair else matter.cited.rules.get(rival.clause)
    if named not in pair:
        return False
    if claim.positive:
        return True
    other_name = claim.loser if named == claim.winner else claim.winner
    contest = matter.program.contests[rival.rule.contest]
    place = {index: at for at, index in enumerate(contest.rules)}
    others = [part for part in matter.parts if part.rule.contest == contest.key and part.clause == other_name]
    return bool(others) and not any(
        place[low.index] in contest.outranks[place[high.index]]
        for other in others
        for high, low in ((other, rival), (rival, other))
    )
