"""Copies of a core in the worlds of a change that miss the goal: what ties them to the search (`flip_search`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulelang.engine.core import ContestKind, Formula, Value
from rulelang.engine.core_parts import is_formula
from rulelang.engine.solver.answer import Known
from rulelang.engine.solver.encode_facts import same_fact
from rulelang.engine.solver.encoding import Encoding
from rulelang.engine.solver.flip import Become, Goal
from rulelang.engine.solver.symbolic import Symbolic, as_decided, equal
from rulelang.engine.solver.terms import Bool, Terms


@dataclass(slots=True)
class Side:
    """One copy of the core in the search: that a formula comes out as it should, or an expression."""

    encoding: Encoding
    truth: Bool = True
    value: Symbolic | None = None


def side(encoding: Encoding, goal: Goal) -> Side:
    """The copy with what the goal asks for; raises NotEncoded."""
    target: Formula | Value = encoding.core.targets[goal.index]
    if isinstance(goal, Become):
        assert is_formula(target)
        said = encoding.truth(target)
        return Side(encoding, said if goal.truth else encoding.terms.negation(said))
    return Side(encoding, value=encoding.symbolic(target))  # type: ignore[arg-type]


def alike(terms: Terms, one: Symbolic, other: Symbolic) -> Bool:
    """They have the same value, or there is none."""
    here, there = as_decided(terms, one), as_decided(terms, other)
    return terms.conjunction((terms.negation(here.undefined), equal(terms, here, there)))


def tie_facts(
    copy: Encoding, proposal: Encoding, changed: Mapping[str, Bool], known: Known, seen: Encoding, after: Known
) -> None:
    """The copy's unknown facts: as in the proposal where they are changed, else as in the world that was seen.

    Those that are known are the proposal's own (`encode_beside`).
    """
    terms, main = copy.terms, proposal.facts
    for key, variable in sorted(copy.facts.booleans.items()):
        if key not in known:
            world = after[key] is True if key in after else seen.terms.is_true(seen.facts.truth(key))
            terms.require(terms.equivalence(variable, terms.choice(changed[key], main.truth(key), world)))
    for key, made in sorted(copy.facts.valued.items()):
        if key in known:
            continue
        alike = same_fact(terms, made, main.valued[key])
        value = after[key] if key in after else seen.facts.value_in_model(seen.facts.valued[key])
        terms.require(terms.choice(changed[key], alike, copy.facts.equals(made, value)))


def tie_choices(copy: Encoding, seen: Encoding) -> None:
    """What the copy has to choose is chosen as in the world that was seen, wherever the same is there to choose."""
    terms, read = copy.terms, seen.terms
    for test, made in copy.tests.items():
        opened = seen.tests.get(test)
        if opened is not None and read.is_true(opened.when):
            terms.require(made.truth if read.is_true(opened.truth) else terms.negation(made.truth))
    for key, settled in sorted(copy.contests.items()):
        before = seen.contests.get(key)
        if before is None:
            continue
        held = {head: read.is_true(truth) for head, truth in before.heads.items()}
        as_held = terms.conjunction([
            truth if held[head] else terms.negation(truth) for head, truth in settled.heads.items()
        ])
        if settled.between:
            same = [
                truth if read.is_true(other) else terms.negation(truth)
                for truth, other in zip(settled.between, before.between, strict=True)
            ]
            terms.require(terms.implication(terms.conjunction(same), as_held))
        elif settled.conflict is False or not read.is_true(before.conflict):
            continue
        elif settled.contest.kind is ContestKind.BOOLEAN:
            terms.require(terms.implication(settled.conflict, as_held))
        elif settled.contest.kind is ContestKind.ACTION:
            same = [
                rule.applies if read.is_true(before.rules[i].applies) else terms.negation(rule.applies)
                for i, rule in settled.rules.items()
            ]
            terms.require(terms.implication(terms.conjunction(same), as_held))
        else:
            for choice, other, (option, _) in zip(settled.choices, before.choices, settled.options, strict=True):
                if not read.is_true(other):
                    terms.require(terms.implication(
                        terms.conjunction((settled.conflict, option)), terms.negation(choice)
                    ))
