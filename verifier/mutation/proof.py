"""Is a changed answer a fault?  Decided by proof, without the checks that are to be judged (verification, N30).

A change is a fault only if it touches every warrant that the answer satisfies.  For each accepted warrant this module
asks, on the draft's formulas and with the engine's truth values, what the warrant requires and the draft lacks.  It
reads no text and shares no code with the five checks beyond "what does this formula say of that one".  Where
the citations of other claims might count or not, nothing is said: the change is then neither a proved fault nor
proved harmless, and is not used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.besides import parts_asked
from rulelang.verifier.expand import equation
from rulelang.verifier.finding import Check
from rulelang.verifier.inquiry import Question
from rulelang.verifier.matter import Ready
from rulelang.verifier.mutation.about import contests_of, quantity_of, touch
from rulelang.verifier.mutation.draft import Draft, Line, Stated
from rulelang.verifier.mutation.statements import Statements
from rulelang.verifier.open_value import wavers
from rulelang.verifier.warrant import Slot, Verdict, Warrant, verdict
from rulelang.verifier.world import World


class Standing(StrEnum):
    """What is proved of a changed answer."""

    FAULTY = "faulty"
    HARMLESS = "harmless"
    OPEN = "open"


_GROUNDS = frozenset({Check.RULE_USE, Check.CONDITION, Check.EVIDENCE})


@dataclass(frozen=True)
class Proof:
    """A case and its world, for proving things of drafts."""

    statements: Statements

    @property
    def ready(self) -> Ready:
        return self.statements.ready

    @property
    def world(self) -> World:
        return self.statements.world

    def standing(self, draft: Draft) -> Standing:
        """Whether every accepted warrant is touched (FAULTY), or one surely holds (HARMLESS)."""
        listed = self.ready.listed
        if any(not self._lacks_some(draft, warrant, generous=False) for warrant in listed):
            return Standing.HARMLESS
        if not self.ready.limited and all(self._lacks_some(draft, warrant, generous=True) for warrant in listed):
            return Standing.FAULTY
        return Standing.OPEN

    def belonging(self, draft: Draft, warrant: Warrant, root: frozenset[Check]) -> frozenset[Check] | None:
        """The layers where the faults of an answer belong that has one of `root`, whichever warrant is the nearest.

        These are `root` and what the same change breaks besides: a conclusion of which the contrary is said may decide
        the target too.  None where it is not sure.  The nearest warrant has the fewest judgments missing or wrong
        (N23): of every warrant that is as near as this one the same layers are touched.
        """
        found = self._root(draft, warrant, generous=True)
        if not root <= found or (root != found and self._root(draft, warrant, generous=False) != found):
            return None
        distance = self._distance(draft, warrant)
        for other in self.ready.listed:
            if other is warrant or self._distance(draft, other) > distance:
                continue
            sure, may = (self._root(draft, other, generous) for generous in (True, False))
            if sure != found or may & _GROUNDS != found & _GROUNDS:
                return None
        return found

    def _root(self, draft: Draft, warrant: Warrant, generous: bool) -> frozenset[Check]:
        """The layers where something is wrong that is no consequence of anything else (N22), but for a decision that
        is wrong as the judgments are: whether it follows from them, the kind of change says."""
        found = set(self.lacks(draft, warrant, generous) & _GROUNDS)
        enters = entering(draft, [question.formula for question in self._questions], self)
        judged = [self.statements.stating(draft, leaf) for leaf in warrant.slots]
        unused = any(stating and not any(line.id in enters for line, _ in stating) for stating in judged)
        said = [one for line in draft.lines if line.id in enters and line.world == "asked" for one in line.says]
        finals = {question: self.final(draft, question.formula) for question in self._questions}
        at_odds = any(
            len(final) == 1
            and any(
                not self.is_misjudged(line, question.formula, warrant) for line in self.others(draft, question.formula)
            )
            for question, final in finals.items()
        )
        led = Check.CONDITION in found or any(self._is_invented(one, warrant) for one in said)
        against = not led and any(len(final) == 1 and final != {question.gold} for question, final in finals.items())
        if unused or at_odds or against or any(one.formula is None and one.true is False for one in said):
            found.add(Check.AGGREGATION)
        too_much = not led and self.says_too_much(draft)
        if any(len(final) != 1 for final in finals.values()) or self._is_surplus(draft) or too_much:
            found.add(Check.OUTCOME)
        return frozenset(found)

    def _distance(self, draft: Draft, warrant: Warrant) -> int:
        slots = warrant.slots.values()
        return sum(not self.judged(draft, slot, self.statements.stating(draft, slot.leaf)) for slot in slots)

    def lacks(self, draft: Draft, warrant: Warrant, generous: bool) -> frozenset[Check]:
        """The checks of which the draft lacks something that a warrant requires.

        `generous`: every citation that might count counts, so that what is lacking is lacking for sure; else only
        those count that surely do, so that where nothing is lacking the warrant holds for sure.
        """
        return frozenset(self._lacking(draft, warrant, generous))

    def _lacks_some(self, draft: Draft, warrant: Warrant, generous: bool) -> bool:
        """Whether it lacks anything; what is lacking is not looked for further than that."""
        return next(self._lacking(draft, warrant, generous), None) is not None

    def _lacking(self, draft: Draft, warrant: Warrant, generous: bool) -> Iterator[Check]:
        complete = True
        enters = entering(draft, [question.formula for question in self._questions], self)
        for slot in warrant.slots.values():
            stating = self.statements.stating(draft, slot.leaf)
            if not self.judged(draft, slot, stating):
                complete = False
                yield Check.CONDITION
            # Of claims that say this and that the grounds of those count that say what is right (section 4.3).
            counting = [(line, value) for line, value in stating if value is slot.value] or stating
            settling = [(line, value) for line, value in stating if value is not Verdict.OPEN]
            if counting and not self._cited(draft, warrant, slot.leaf, slot, counting, generous):
                yield Check.RULE_USE
            if settling and not self._supported(draft, slot, settling, generous):
                yield Check.EVIDENCE
            if not any(line.id in enters for line, _ in stating):
                yield Check.AGGREGATION
        for line in draft.lines:
            for said in line.says if line.id in enters and line.world == "asked" else ():
                yield from self._premise(said, warrant, generous)
        yield from self._decision(draft, warrant, generous)
        if complete and any(self.final(draft, one.formula) not in (set(), {one.gold}) for one in self._questions):
            # Right judgments give the gold decision, so that another one is against them.
            yield Check.AGGREGATION

    # -------------------------------------------------------------------------------------------- judgments

    def judged(self, draft: Draft, slot: Slot, stating: Sequence[tuple[Line, Verdict]]) -> bool:
        """Whether the judgment is stated, rightly, and nothing false is said about it."""
        right = any(value is slot.value for _, value in stating)
        if right and self._is_misquoted(draft, slot):
            return False
        return right and not self.statements.is_misstated(draft, slot.leaf)

    def _is_misquoted(self, draft: Draft, slot: Slot) -> bool:
        """Whether a comparison of its quantity cites its rule and settles neither it nor any condition cited (N9)."""
        quantity = quantity_of(slot.leaf)
        ends = () if expand.between(slot.leaf) is None else expand.conjuncts(slot.leaf)
        if quantity is None or not (ends or (isinstance(slot.leaf, core.Test) and slot.leaf.op != "=")):
            return False
        for line in draft.lines:
            compared = [
                said for said in line.says if said.formula is not None and quantity_of(said.formula) == quantity
            ]
            if line.world != "asked" or all(equation(said.formula) for said in compared if said.formula is not None):
                continue
            concluded = {one for said in line.says if said.formula is not None for one in contests_of(said.formula)}
            cites = [
                cite
                for cite in line.rules
                if any(self.covers(cite, clause) for clause in slot.clauses)
                and not any(
                    clause.contest in concluded and self.concludes(cite, clause.id)
                    for clause in self.ready.matter.cited.clauses
                )
            ]
            quoted = (slot.leaf, *ends, *self.ready.matter.cited.conditions(line.rules))
            if cites and not any(self.statements.gives(said, leaf) is not None for leaf in quoted for said in compared):
                return True
        return False

    def _premise(self, said: Stated, warrant: Warrant, generous: bool) -> Iterator[Check]:
        """What an entering statement that isn't so costs; beside the point only one about facts does for sure (N10),
        and it is invented where the case doesn't deny it either (N16)."""
        if said.formula is None:
            if not said.true:
                yield Check.EVIDENCE if said.true is None else Check.AGGREGATION
            return
        spared = generous and (said.unsettled or not self.statements.is_fact(said.formula))
        if not self.statements.is_so(said) and not spared:
            yield Check.EVIDENCE if self._is_invented(said, warrant) else Check.CONDITION

    def _is_invented(self, said: Stated, warrant: Warrant) -> bool:
        """Whether a premise about facts is about no judgment of a warrant, and the case settles it neither way."""
        if said.formula is None or said.unsettled or not self.statements.is_fact(said.formula):
            return False
        if self.world.truth(said.formula) is not None:
            return False
        return not any(self.statements.about(said, leaf) for leaf in warrant.slots)

    # ---------------------------------------------------------------------------------------------- citations

    def covers(self, cite: str, clause: str) -> bool:
        """A citation covers the unit that it names and the clauses beneath it."""
        return cite == clause or cite == self.ready.matter.cited.rules.get(clause)

    def concludes(self, cite: str, clause: str) -> bool:
        """On a conclusion a clause covers its rule too."""
        rules = self.ready.matter.cited.rules
        return self.covers(cite, clause) or (rules.get(clause) == clause and rules.get(cite) == clause)

    def strange(self, cite: str, says: Sequence[Stated]) -> bool:
        """Whether a cited rule surely has nothing to do with what is said."""
        once = self.statements.once
        return all(once(f"strange {cite}", (one,), partial(self._strange, cite, (one,))) for one in says)

    def _strange(self, cite: str, says: Sequence[Stated]) -> bool:
        for clause in self.ready.matter.cited.clauses:
            if not self.concludes(cite, clause.id):
                continue
            for said in says:
                if said.formula is None:
                    continue
                inner = {*expand.leaves(said.formula), *expand.inner(said.formula)}
                read = set(expand.reads(said.formula))
                if clause.contest is not None and clause.contest in contests_of(said.formula):
                    return False
                if clause.reads & read or any(touch(said.formula, leaf) or leaf in inner for leaf in clause.leaves):
                    return False
                if any(self.ready.matter.declared.settles(said.formula, leaf) is not None for leaf in clause.leaves):
                    return False
        return True

    def _counting(self, draft: Draft, line: Line, generous: bool) -> set[str]:
        own = set(line.rules)
        users = {cite for user in draft.users(line.id) for cite in user.rules}
        if own and all(self.strange(cite, line.says) for cite in line.rules):
            return own
        return own | users if generous or not own else own

    def _cited(
        self,
        draft: Draft,
        warrant: Warrant,
        leaf: core.Formula,
        slot: Slot | None,
        stating: Sequence[tuple[Line, Verdict]],
        generous: bool,
    ) -> bool:
        names = {cite for line, _ in stating for cite in self._counting(draft, line, generous)}
        known = self.ready.matter.cited.rules
        if leaf in warrant.needs:
            if slot is None and draft.decision is not None:
                names |= set(draft.decision.rules)
            needs = [
                need.clause
                for need in warrant.needs[leaf].values()
                if need.clause in known
                if not need.leaves or any(self.statements.stating(draft, one) for one in need.leaves)
            ]
            by_id = draft.by_id
            roots = [line for line, _ in stating]
            roots += [draft.decision] if slot is None and draft.decision is not None else []
            below = {cite for line in roots for source in line.sources for cite in by_id[source].rules}
            return not needs or (
                any(self.concludes(cite, clause) for cite in names for clause in needs)
                and all(any(self.concludes(cite, clause) for cite in names | below) for clause in needs)
            )
        clauses = () if slot is None else self.ready.matter.cited.for_fact(slot.leaf, slot.clauses)
        return not clauses or any(self.covers(cite, clause) for cite in names for clause in clauses)

    def _supported(self, draft: Draft, slot: Slot, stating: Sequence[tuple[Line, Verdict]], generous: bool) -> bool:
        sets = self.ready.matter.evidence.get(slot.leaf, ())
        if slot.derived or not sets or self.ready.matter.is_supposed(slot.leaf) or slot.value is Verdict.OPEN:
            return True
        given: set[str] = set()
        by_id = draft.by_id
        for line, _ in stating:
            given |= set(line.evidence)
            for source in line.sources:
                given |= set(by_id[source].evidence)
            if generous or not line.evidence:
                given |= {passage for user in draft.users(line.id) for passage in user.evidence}
        return any(accepted <= given for accepted in sets)

    # ----------------------------------------------------------------------------------------------- decision

    @property
    def _questions(self) -> tuple[Question, ...]:
        return self.ready.matter.questions

    def final(self, draft: Draft, target: core.Formula) -> set[Verdict]:
        """What the decision says of a target."""
        parts = () if draft.decision is None else draft.decision.says
        finals = {value for said in parts if (value := self.statements.gives(said, target)) is not None}
        formulas = [said.formula for said in parts if said.formula is not None]
        finals |= self._together(parts, target)
        if finals == {Verdict.FALSE} and wavers(formulas, target):
            return set()
        if not finals and draft.decision is not None and target in self.ready.matter.prescribed:
            return set() if any(is_hedge(one, target) for one in formulas) else {Verdict.FALSE}
        return finals

    def _together(self, parts: Sequence[Stated], target: core.Formula) -> set[Verdict]:
        """What the parts of a decision that do not give a target of several parts give of it together."""
        if not isinstance(target, core.And | core.Or):
            return set()
        rest = tuple(
            said.formula
            for said in parts
            if said.formula is not None and not said.unsettled and self.statements.gives(said, target) is None
        )
        settled = self.ready.matter.declared.settles(core.And(rest), target) if len(rest) > 1 else None
        return set() if settled is None else {verdict(settled)}

    def others(self, draft: Draft, target: core.Formula) -> list[Line]:
        """The claims that decide a target otherwise than the decision does."""
        final = self.final(draft, target)
        return [line for line, value in self.statements.stating(draft, target) if {value} != final]

    def is_divided(self, draft: Draft) -> bool:
        """Whether some claim decides a target otherwise than the decision does, whatever it is about (N17)."""
        return any(self.others(draft, question.formula) for question in self._questions)

    def is_misjudged(self, line: Line, target: core.Formula, warrant: Warrant) -> bool:
        """Whether what a claim says of a target is a judgment besides, and not so: then it is one fault (N22)."""
        saying = [said for said in line.says if self.statements.gives(said, target) is not None]
        return bool(saying) and all(
            said.formula is not None
            and not self.statements.is_so(said)
            and (
                self.statements.is_fact(said.formula)
                or any(self.statements.about(said, leaf) for leaf in warrant.slots)
            )
            for said in saying
        )

    def _decision(self, draft: Draft, warrant: Warrant, generous: bool) -> Iterator[Check]:
        for question in self._questions:
            finals = self.final(draft, question.formula)
            stating = self.statements.stating(draft, question.formula)
            if finals != {question.gold}:
                yield Check.OUTCOME
            if any({value} != finals for _, value in stating) or not finals:
                yield Check.AGGREGATION
            if not self._cited(draft, warrant, question.formula, None, stating, generous):
                yield Check.RULE_USE
        if self._is_surplus(draft) or self.says_too_much(draft):
            yield Check.OUTCOME

    def says_too_much(self, draft: Draft) -> bool:
        """Whether a part of the decision that is not so gives a target the right value, and none a wrong one (N18)."""
        for said in () if draft.decision is None else draft.decision.says:
            if said.formula is None or said.unsettled or self.statements.is_so(said):
                continue
            given = [(self.statements.gives(said, one.formula), one.gold) for one in self._questions]
            if any(value is gold for value, gold in given) and all(value in (None, gold) for value, gold in given):
                return True
        return False

    def _is_surplus(self, draft: Draft) -> bool:
        """Whether the decision says something besides that is not so."""
        return any(
            said.formula is not None
            and not self.statements.is_so(said)
            and all(self.statements.gives(said, question.formula) is None for question in self._questions)
            for said in (() if draft.decision is None else draft.decision.says)
        )


def is_hedge(statement: core.Formula, target: core.Formula) -> bool:
    """Whether a part of a decision that settles nothing of a target speaks of its action, not by a norm alone (N20)."""
    is_norm = isinstance(expand.bare(statement), core.Established)
    return isinstance(target, core.Established) and not is_norm and target.contest in contests_of(statement)


def entering(draft: Draft, targets: Sequence[core.Formula], proof: Proof) -> set[str]:
    """The claims on which the decision, or a claim that states a target, rests; without `from` the decision rests on
    those that state a part of a target, too."""
    by_id = draft.by_id
    todo = [*(draft.decision.sources if draft.decision is not None else ())]
    if draft.decision is not None and not todo:
        in_play = proof.ready.matter.in_play
        targets = (*targets, *(part for target in targets for part in parts_asked(target, in_play)))
    for line in draft.lines:
        if line.world == "asked" and any(
            proof.statements.gives(said, target) is not None for said in line.says for target in targets
        ):
            todo.append(line.id)
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo.extend(by_id[name].sources)
    return found
