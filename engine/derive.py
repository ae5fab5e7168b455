"""From a rule base and a case to decisions, and whether what a case expects comes out.

Meaning: docs/semantics.md, "Decision" and item 20.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulelang.engine.core import Core, Established, Not
from rulelang.engine.cores import Prepared, constraints_of, prepared, selection_of
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.certain import certain, may_conflict
from rulelang.engine.evaluating.decide import Known, decide, decide_many
from rulelang.engine.exact.tolerance import tolerant
from rulelang.engine.explaining.rule_claims import claim_formula
from rulelang.engine.grounding.cone import not_listed
from rulelang.engine.grounding.facts import Situation, check_always, situation, state
from rulelang.engine.grounding.ground import Asked
from rulelang.engine.grounding.keys import key
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.model import Case, Target


@dataclass(frozen=True, slots=True)
class Derivation:
    """The decisions on some targets of a case, in their order, with the core and the facts that they rest on.

    Target number i of `targets` is target number i of the core.
    """

    case: Case
    targets: tuple[Target, ...]
    decisions: tuple[Decision, ...]
    core: Core
    situation: Situation
    selection: Selection


@dataclass(frozen=True, slots=True)
class Refused:
    """A case of which nothing can be said, and why."""

    case: Case
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a case expects, and whether it came out; `decision` is the one on what the claim is about."""

    stated: model.Stated
    met: bool
    decision: Decision


def derive(base: RuleBase, case: Case, targets: Sequence[Target] | None = None) -> Derivation:
    """The decisions on the targets: by default those of the case's DECIDE, else what it EXPECTs.

    Raises:
        RuleLangError: the case breaks an ALWAYS (RL362, RL370), USING cannot be followed, or a target reaches a sort
            that is not listed (RL350) or a family of which no member is chosen (RL312).
    """
    asked = default_targets(base, case) if targets is None else tuple(targets)
    ready, there = _prepare(base, case, asked)
    decisions = tuple(_decided(ready.core, there.known, index) for index in range(len(asked)))
    _refuse_unlisted(base, ready.core, decisions)
    return Derivation(case, asked, decisions, ready.core, there, ready.selection)


def _decided(core: Core, known: Known, index: int) -> Decision:
    """The decision, with what matters rather than what may where the evaluator only tried some worlds."""
    decision = decide(core, known, index)
    if not decision.possible or decision.limit is not None:
        return decision
    from rulelang.engine.solver.exact import narrowed

    return narrowed(core, known, index, decision)


def derive_many(
    base: RuleBase, cases: Iterable[Case], targets: Sequence[Target] | None = None
) -> list[Derivation | Refused]:
    """As `derive` for each of many cases, in their order; those that share a core are evaluated together.

    Of a decision that rests on worlds by chance all that may matter is named (`possible`), where `derive` asks on.
    A case that `derive` would raise for is Refused, and the others are decided all the same.
    """
    results: list[Derivation | Refused] = []
    together: dict[int, list[tuple[int, Prepared, Situation, tuple[Target, ...]]]] = {}
    for case in cases:
        try:
            asked = default_targets(base, case) if targets is None else tuple(targets)
            ready, there = _prepare(base, case, asked)
        except RuleLangError as error:
            results.append(Refused(case, error.diagnostics))
            continue
        together.setdefault(id(ready), []).append((len(results), ready, there, asked))
        results.append(Refused(case, ()))
    for group in together.values():
        core = group[0][1].core
        knowns = [there.known for _, _, there, _ in group]
        try:
            columns = [decide_many(core, knowns, index) for index in range(len(core.targets))]
        except RuleLangError:
            # One of the cases has no world; which one shows when each is decided by itself.
            columns = []
        for place, (number, ready, there, asked) in enumerate(group):
            case, decisions = results[number].case, tuple(column[place] for column in columns)
            try:
                if not columns:
                    decisions = tuple(decide(core, there.known, index) for index in range(len(core.targets)))
                _refuse_unlisted(base, core, decisions)
            except RuleLangError as error:
                results[number] = Refused(case, error.diagnostics)
            else:
                results[number] = Derivation(case, asked, decisions, core, there, ready.selection)
    return results


def derive_briefly(base: RuleBase, case: Case, targets: Sequence[Target]) -> Derivation:
    """As `derive`, without what an open decision hangs on and why a claim fails."""
    ready, there = _prepare(base, case, tuple(targets))
    decisions = tuple(_briefly(ready.core, there.known, index) for index in range(len(targets)))
    _refuse_unlisted(base, ready.core, decisions)
    return Derivation(case, tuple(targets), decisions, ready.core, there, ready.selection)


def _briefly(core: Core, known: Known, index: int) -> Decision:
    asked = core.targets[index]
    if not isinstance(asked, Established | Not) or may_conflict(core, index):
        return decide(core, known, index)
    found = certain(core, known, index)
    return Decision(Status.UNDETERMINED if found is None else Status.HOLDS if found else Status.FAILS)


def undecided(base: RuleBase, case: Case, targets: Sequence[Target]) -> tuple[Core, Situation]:
    """The core and what is known in a case, for those who ask only some of what `derive` works out; raises as that
    does, except where it has decided first."""
    ready, there = _prepare(base, case, tuple(targets))
    return ready.core, there


def _refuse_unlisted(base: RuleBase, core: Core, decisions: Iterable[Decision]) -> None:
    """A forgotten list is harmless only where the decisions come out whatever it would hold."""
    if core.unlisted and any(_is_open(decision) for decision in decisions):
        raise RuleLangError([not_listed(base.program.sorts[sort]) for sort in core.unlisted])


def _is_open(decision: Decision) -> bool:
    return decision.status is Status.UNDETERMINED or decision.undefined is not None


def _prepare(base: RuleBase, case: Case, targets: tuple[Target, ...]) -> tuple[Prepared, Situation]:
    stated = state(case)
    if base.program.always:
        constraints, completions = constraints_of(base, case)
        completions.check(case, check_always(base.program, case, stated, constraints))
    ready = prepared(base, case, stated, tuple(target.asked for target in targets))
    return ready, situation(ready.background, case.closed, stated)


# ------------------------------------------------------------------------------------------------ expectations


def expectations(base: RuleBase, case: Case) -> tuple[Expectation, ...]:
    """Whether what the case EXPECTs comes out.

    A formula has to hold (`NOT p`: its complement).  `UNKNOWN p` is right of a fact that is not given, and of
    whatever is UNDETERMINED or in CONFLICT; `CONFLICT p` of what is in CONFLICT.  Raises as `derive` does.
    """
    if not case.expect:
        return ()
    derivation = derive(base, case, tuple(claim_target(base, case, stated) for stated in case.expect))
    return tuple(
        Expectation(stated, is_met(stated.claim, decision, derivation.situation), decision)
        for stated, decision in zip(case.expect, derivation.decisions, strict=True)
    )


def claim_target(base: RuleBase, case: Case, stated: model.Stated) -> Target:
    """What has to be decided to judge a claim of the case."""
    match stated.claim:
        case model.UnknownClaim(operand) | model.ConflictClaim(operand):
            asked: Asked = operand
        case model.TriggeredClaim() | model.SuspendsClaim() | model.PrevailsClaim() as claim:
            asked = claim_formula(base, selection_of(base, case.using), claim)
        case formula:
            asked = tolerant(base.program, formula)
    return Target(asked, stated.text, span=stated.span)


def is_met(claim: model.Claim, decision: Decision, there: Situation) -> bool:
    """Whether a claim is right, given the decision on what it is about (`claim_target`)."""
    match claim:
        case model.ConflictClaim():
            return decision.status is Status.CONFLICT
        case model.UnknownClaim(operand):
            open_ = decision.status in (Status.UNDETERMINED, Status.CONFLICT)
            return open_ or _is_unknown_fact(operand, there)
        case (
            model.TriggeredClaim(positive=positive)
            | model.SuspendsClaim(positive=positive)
            | model.PrevailsClaim(positive=positive)
        ):
            return decision.status is (Status.HOLDS if positive else Status.FAILS)
        case _:
            return decision.status is Status.HOLDS


def _is_unknown_fact(operand: Asked, there: Situation) -> bool:
    """A fact that is not given is unknown, even where an ALWAYS settles it."""
    match operand:
        case model.FactHolds(name, args) | model.FactValue(name, args):
            known = tuple(arg.value for arg in args if isinstance(arg, model.Constant))
            return len(known) == len(args) and key(name, known) not in there.known
        case _:
            return False


def default_targets(base: RuleBase, case: Case) -> tuple[Target, ...]:
    """What a case asks, or else what its expectations are about."""
    asked = tuple(target for ask in case.asks for target in ask.targets)
    return asked or tuple(claim_target(base, case, stated) for stated in case.expect)
