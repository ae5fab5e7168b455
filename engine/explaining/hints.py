"""What is worth telling about a derivation besides its decisions: stipulations against the rules, rules out of effect.

Docs: docs/semantics.md, items 3 and 14.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulelang.engine.core import INCOMPATIBLE_MODES
from rulelang.engine.cores import prepared
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import Derivation
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.grounding.facts import situation
from rulelang.engine.grounding.ground import Asked
from rulelang.engine.grounding.keys import argument, key
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, Label, Severity
from rulelang.grammar.model import Stipulation
from rulelang.grammar.values import NONE


def hints(base: RuleBase, derivation: Derivation) -> tuple[Diagnostic, ...]:
    """Stipulations that contradict what the rules would derive without them (RL363), and rules in the chain that
    are not in effect on the case's day (RL364)."""
    return (*_contradicting(base, derivation), *_out_of_effect(base.program, derivation))


# ------------------------------------------------------------------------------------------------ stipulations


def _contradicting(base: RuleBase, derivation: Derivation) -> Iterator[Diagnostic]:
    for stipulation in derivation.situation.stated.stipulations:
        name = key(stipulation.atom.name, stipulation.atom.args)
        if name in derivation.core.contests:
            instead = _derived_instead(base, derivation, stipulation)
            if instead is not None:
                yield Diagnostic(
                    "RL363",
                    f"the case states something of `{name}` that its rules contradict: they give `{instead}`",
                    None if stipulation.span is None else Label(stipulation.span),
                    hint="a stipulation stands above every rule; a finding that may be contested is a rule without IF",
                    severity=Severity.HINT,
                )


def _derived_instead(base: RuleBase, derivation: Derivation, stipulation: Stipulation) -> str | None:
    """What the rules give against a stipulation, were it not stated."""
    stated = derivation.situation.stated
    others = tuple(other for other in stated.stipulations if other != stipulation)
    asked = _opposites(base.program, stipulation)
    without = replace(stated, stipulations=others)
    ready = prepared(base, derivation.case, without, tuple(question for question, _ in asked))
    known = situation(ready.background, derivation.case.closed, without).known
    for index, (_, words) in enumerate(asked):
        decision = decide(ready.core, known, index)
        if words is not None:
            if decision.status is Status.HOLDS:
                return words
        elif _is_other(decision, stipulation):
            assert decision.value is not None
            return f"{key(stipulation.atom.name, stipulation.atom.args)} = {argument(decision.value)}"
    return None


def _is_other(decision: Decision, stipulation: Stipulation) -> bool:
    known = decision.status is Status.VALUE and decision.value not in (None, NONE)
    return known and decision.value != stipulation.literal


def _opposites(program: model.Program, stipulation: Stipulation) -> list[tuple[Asked, str | None]]:
    """What contradicts a stipulation, with its text (None: any other value)."""
    name = stipulation.atom.name
    args = tuple(model.Constant(arg) for arg in stipulation.atom.args)
    atom = key(name, stipulation.atom.args)
    if name in program.actions:
        against: list[model.Mode] = [
            mode for mode in _MODES if frozenset({mode, stipulation.literal}) in INCOMPATIBLE_MODES
        ]
        return [(model.NormHolds(mode, name, args), f"{mode} {atom}") for mode in against]
    if isinstance(stipulation.literal, bool):
        if stipulation.literal:
            return [(model.Rejected(name, args), f"NOT {atom}")]
        return [(model.OutcomeHolds(name, args), atom)]
    return [(model.OutcomeValue(name, args), None)]


_MODES: tuple[model.Mode, ...] = ("MUST", "NEED NOT", "MUST NOT", "MAY")

# --------------------------------------------------------------------------------------------------- in effect


def _out_of_effect(program: model.Program, derivation: Derivation) -> Iterator[Diagnostic]:
    day = derivation.case.as_of
    dated = {name: rule.effective for name, rule in program.rules.items() if rule.effective is not None}
    if day is None or not dated:
        return
    from rulelang.engine.explaining.chain_build import build_chain  # networkx takes long to import

    told: set[str] = set()
    for index in range(len(derivation.targets)):
        for node in build_chain(derivation, index).order():
            effective = dated.get(node.rule or "")
            if effective is None or node.standing != "stands" or node.rule in told:
                continue
            assert node.rule is not None
            start, end = effective
            if day < start or (end is not None and day > end):
                told.add(node.rule)
                yield Diagnostic(
                    "RL364",
                    f"rule `{node.rule}` decides here, and is not in effect on {day.isoformat()}",
                    None if derivation.case.span is None else Label(derivation.case.span),
                    (Label(program.rules[node.rule].span, "the rule"),),
                    hint="EFFECTIVE only orders rules; a rule that begins or ends says so in its IF",
                    severity=Severity.HINT,
                )
