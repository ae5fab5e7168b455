"""Rows made from the full check: what the quick judge has to equal, and what it falls back upon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulelang.engine.derive import derive
from rulelang.engine.explaining.chain import Chain, metrics
from rulelang.engine.explaining.chain_build import build_chain
from rulelang.engine.rules.augment import chain as augmented
from rulelang.grammar import model
from rulelang.verifier.answer import Answer
from rulelang.verifier.check import check
from rulelang.verifier.citations import Links
from rulelang.verifier.finding import Check
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.rubric import OPERATORS, Dimension
from rulelang.verifier.scoring.quick_answer import QuickAnswer, exactly
from rulelang.verifier.scoring.row import CaseFacts, Verdict


def facts_of(ready: Ready, policy: Policy | None = None) -> CaseFacts:
    """What a case gives to every answer to it; the policy is the case's own if none is given."""
    case = ready.case
    derivation = derive(ready.base, case, [target for ask in case.asks for target in ask.targets])
    chains = [build_chain(derivation, index) for index in range(len(derivation.targets))]
    measured = metrics(*chains)
    types = dict.fromkeys(ask.type for ask in case.asks if ask.type is not None)
    return CaseFacts(
        track=case.track,
        question_type="+".join(types) or None,
        policy=policy or ready.policy,
        depth=measured.depth,
        load=measured.load,
        branching=measured.branching,
        same_source=_same_source(ready.base.program, chains),
    )


def _same_source(program: model.Program, chains: Sequence[Chain]) -> bool | None:
    """Whether some SOURCE is common to all rules of the chains; a rule has those of the rules that it augments too."""
    rules = dict.fromkeys(
        node.rule for chain in chains for node in chain.order() if node.rule is not None and node.rule in program.rules
    )
    sources = [{source for one in augmented(program, rule) for source in one.sources} for rule in rules]
    if not sources or not all(sources):
        return None
    common = sources[0]
    for others in sources[1:]:
        common = common & others
    return bool(common)


def verdict_of(ready: Ready, answer: Answer, links: Links = "linked", policy: Policy | None = None) -> Verdict:
    """What the full check finds of an answer, as the columns have it."""
    result = check(ready, answer, links, policy)
    if not result.evaluable:
        return Verdict(correct=result.correct, warrants=result.warrants, limited=result.limited)
    assert result.rubric is not None
    assert result.scope is not None
    marks = {mark.dimension: mark for mark in result.rubric.marks}
    semantic = result.rubric.semantic
    scope = result.scope
    told = sorted((one.code, one.kind) for one in result.findings)
    named: dict[str, Any] = {
        **{f"dim_{dimension.name.lower()}": marks[dimension].satisfied for dimension in Dimension},
        **{f"graded_{dimension.name.lower()}": float(marks[dimension].share) for dimension in Dimension},
        **{f"events_{operator.lower()}": semantic.get(operator, (0, 0))[1] for operator in OPERATORS},
        **{f"right_{operator.lower()}": semantic.get(operator, (0, 0))[0] for operator in OPERATORS},
    }
    return Verdict(
        evaluable=True,
        correct=result.correct,
        complete=result.complete,
        complete_but_aggregation=result.complete_but_aggregation,
        fails=tuple(layer(one) for one in result.fails),
        root=tuple(layer(one) for one in result.root),
        findings=tuple(code for code, _ in told),
        kinds=tuple(kind for _, kind in told),
        slots=len(result.slots),
        warrants=result.warrants,
        limited=result.limited,
        scope=scope.matches,
        rubric=result.rubric.score,
        graded=float(result.rubric.graded),
        gold_rules=len(scope.gold),
        cited_rules=len(scope.cited),
        found_rules=len(set(scope.cited) & set(scope.gold)),
        applied_right=len(scope.right),
        recall=float(scope.recall),
        precision=float(scope.precision),
        errors=tuple(error.value for error in result.rubric.errors),
        **named,
    )


@dataclass(frozen=True, slots=True)
class Exactly:
    """A judge of the answers to one case that makes the full check of each."""

    ready: Ready
    policy: Policy | None = None
    links: Links = "linked"

    def row(self, answer: QuickAnswer) -> Verdict:
        return verdict_of(self.ready, exactly(answer), self.links, self.policy)


def layer(check: Check) -> str:
    """A check by the name that the columns use: `rule_use`."""
    return check.name.lower()
