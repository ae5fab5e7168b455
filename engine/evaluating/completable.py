"""Whether a case has any completion that keeps every ALWAYS declaration, whatever is asked of it.

A declaration that the known facts break is found where the facts are bound (RL362).  Here it is asked if those that
are still open can be kept together; a target that is settled early would never notice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang.engine.core import And, Core
from rulelang.engine.decision import Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.grounding.always import Conjunct
from rulelang.engine.grounding.blocks import blocks
from rulelang.engine.grounding.facts import Constraints, Situation, said
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.rules.knots import NONE
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.model import Case, Constant_

MOST_KEPT = 4096
"""Answers kept for one list of entities."""


class Completions:
    """The questions asked for one list of entities, with their answers: many cases know the same of what matters."""

    def __init__(self, constraints: Constraints) -> None:
        self._constraints = constraints
        self._answers: dict[tuple[object, ...], bool] = {}

    def check(self, case: Case, there: Situation) -> None:
        """Refuse a case without a completion.

        Raises:
            RuleLangError: RL370, with declarations that cannot be kept together and the facts that are known of them.
        """
        every = self._constraints
        reading = Reading(there.known, every.definitions, every.core.tables, {}, {})
        open_ = [conjunct for conjunct in every.conjuncts if truth(conjunct.formula, reading) is not True]
        for group in _apart(open_, there.known):
            if not self.possible(group, there.known):
                raise RuleLangError([self._broken(group, case, there)])

    def possible(self, group: Sequence[Conjunct], known: Mapping[str, bool | Constant_]) -> bool:
        """Whether a completion keeps these (or the search for one was given up)."""
        facts = {fact: None for conjunct in group for fact in conjunct.facts}
        here = {fact: known[fact] for fact in facts if fact in known}
        identity = (*map(id, group), *sorted(here.items(), key=lambda item: item[0]))
        found = self._answers.get(identity)
        if found is None:
            every = self._constraints
            named = {name: every.definitions[name] for conjunct in group for name in conjunct.definitions}
            core = Core(
                {fact: every.core.facts[fact] for fact in facts}, {}, (), named, blocks({}, (), named, NONE), (),
                (And(tuple(conjunct.formula for conjunct in group)),), every.core.tables,
            )  # fmt: skip
            found = decide(core, here).status is not Status.FAILS
            if len(self._answers) < MOST_KEPT:
                self._answers[identity] = found
        return found

    def _broken(self, group: Sequence[Conjunct], case: Case, there: Situation) -> Diagnostic:
        kept = list(group)
        for conjunct in group:
            fewer = [other for other in kept if other is not conjunct]
            if fewer and not self.possible(fewer, there.known):
                kept = fewer
        facts = dict.fromkeys(fact for conjunct in kept for fact in conjunct.facts if fact in there.known)
        places = [there.stated.spans[fact] for fact in facts if fact in there.stated.spans]
        place = places[0] if places else case.span
        named = ", ".join(said(fact, there) for fact in facts)
        declarations = {id(conjunct.declaration): conjunct.declaration for conjunct in kept}
        return Diagnostic(
            "RL370",
            "no completion of the case keeps what is declared `ALWAYS`",
            None if place is None else Label(place, f"known: {named}" if named else ""),
            tuple(Label(always.span, "to be kept together") for always in declarations.values()),
            hint="change what the case gives, or the declaration",
        )


def _apart(conjuncts: Sequence[Conjunct], known: Mapping[str, bool | Constant_]) -> list[list[Conjunct]]:
    """The conjuncts in groups that share no unknown fact."""
    groups: list[tuple[set[str], list[Conjunct]]] = []
    for conjunct in conjuncts:
        unknown = {fact for fact in conjunct.facts if fact not in known}
        merged = [conjunct]
        rest: list[tuple[set[str], list[Conjunct]]] = []
        for facts, members in groups:
            if facts & unknown:
                unknown |= facts
                merged = members + merged
            else:
                rest.append((facts, members))
        groups = [*rest, (unknown, merged)]
    return [members for _, members in groups]
