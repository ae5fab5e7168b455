"""The injector under other policies: what the labels are where only the answer is judged, or one ground is enough.

Under `sufficient` answers are written from minimal grounds and changed as those of full warrants are.  Under `answer`
the same answers as under `full` are labelled anew, by what N7 asks for; where it is not proved which checks an answer
fails, it is not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rulelang.engine import core
from rulelang.grammar.model import Constant_
from rulelang.verifier import expand
from rulelang.verifier.finding import Check, roots
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.mutation.draft import Draft, Line, Stated
from rulelang.verifier.mutation.inject import Label, Variation, variations
from rulelang.verifier.mutation.proof import Proof, entering
from rulelang.verifier.mutation.statements import Statements
from rulelang.verifier.warrant import Verdict, Warrant
from rulelang.verifier.world import World


def variations_under(
    policy: Policy, ready: Ready, seed: int = 7, kinds: Iterable[str] | None = None, sites: int = 1, key: str = ""
) -> Iterator[Variation]:
    """The answers that the injector makes of a case, with the labels that hold under a policy."""
    match policy:
        case "full":
            yield from variations(ready, seed, kinds, sites, key)
        case "sufficient":
            accepted = ready.sufficient
            grounds = replace(ready, listed=accepted.listed, limited=accepted.limited)
            yield from variations(grounds, seed, kinds, sites, key)
        case "answer":
            proof = AnswerProof(ready, Proof(Statements(ready, World(ready.matter.program, ready.matter.known))))
            for variation in variations(ready, seed, kinds, sites, key):
                label = proof.label(variation)
                if label is not None:
                    yield Variation(variation.draft, label)


@dataclass(frozen=True)
class AnswerProof:
    """Proves which of the checks of the policy `answer` a draft fails (verification, N7)."""

    ready: Ready
    proof: Proof

    def label(self, variation: Variation) -> Label | None:
        """The label of an answer under the policy; None where nothing is proved."""
        fails = self._fails(variation.draft)
        if fails is None:
            return None
        if self._is_misjudged(variation.draft):
            return None
        led = self._led_astray(variation.draft) if Check.AGGREGATION in fails and fails & _PREMISES else False
        if led is None:
            return None
        own = set(fails)
        if led:
            own.discard(Check.AGGREGATION)
        if not self._undecided(variation):
            own.discard(Check.OUTCOME)
        root = tuple(sorted(check.value for check in roots((check, check in own) for check in fails)))
        found = tuple(sorted(check.value for check in fails))
        return replace(variation.label, harmless=not found, root=root, fails=found, may=())

    def _is_misjudged(self, draft: Draft) -> bool:
        """Whether a claim that decides otherwise than the decision is at fault as a judgment: where check 4 fails for
        nothing else, that is no root, and what else it fails for is not looked into."""
        return any(
            self.proof.is_misjudged(line, question.formula, self.ready.required)
            for question in self.ready.matter.questions
            for line in self.proof.others(draft, question.formula)
        )

    def _undecided(self, variation: Variation) -> bool:
        """Whether a target is not decided, or too much is said or prescribed: a fault of the outcome itself."""
        draft, questions = variation.draft, self.ready.matter.questions
        undecided = any(len(self.proof.final(draft, one.formula)) != 1 for one in questions)
        return undecided or self._surplus(draft) or self.proof.says_too_much(draft)

    def _fails(self, draft: Draft) -> frozenset[Check] | None:
        lines = self._entering(draft)
        found: set[Check] = set()
        for check, lacks in (
            (Check.RULE_USE, self._rule_use(draft, lines)),
            (Check.CONDITION, self._condition(draft, lines)),
            (Check.EVIDENCE, self._evidence(draft, lines)),
            (Check.AGGREGATION, self._aggregation(draft, lines)),
            (Check.OUTCOME, self._outcome(draft)),
        ):
            if lacks is None:
                return None
            if lacks:
                found.add(check)
        return frozenset(found)

    def _entering(self, draft: Draft) -> list[Line]:
        enters = entering(draft, [one.formula for one in self.ready.matter.questions], self.proof)
        return [line for line in draft.lines if line.id in enters and line.world == "asked"]

    # ------------------------------------------------------------------------------------------- the checks
    # Each says whether the draft surely fails it (True), surely passes it (False), or neither is proved (None).

    def _rule_use(self, draft: Draft, lines: list[Line]) -> bool | None:
        targets = [one.formula for one in self.ready.matter.questions]
        concluding = {
            need.clause
            for warrant in self.ready.listed
            for target in targets
            for need in warrant.needs.get(target, {}).values()
            if need.clause in self.ready.matter.cited.rules
        }
        stating = [line for target in targets for line, _ in self.proof.statements.stating(draft, target)]
        cites = [cite for line in (*stating, *_decision(draft)) for cite in line.rules]
        if not concluding or any(self.proof.concludes(cite, clause) for cite in cites for clause in concluding):
            return False
        if self.ready.case.track != "policy":
            return True
        leaves = [leaf for warrant in self.ready.listed for leaf in warrant.slots]
        sets = [one for leaf in leaves for one in self.ready.matter.evidence.get(leaf, ())]
        if any(one <= set(line.evidence) for line in (*stating, *_decision(draft)) for one in sets):
            return False
        supported = self._supported(draft, lines)
        return None if supported is None else not supported

    def _condition(self, draft: Draft, lines: list[Line]) -> bool | None:
        for slot in self.ready.required.slots.values():
            if not self.proof.judged(draft, slot, self.proof.statements.stating(draft, slot.leaf)):
                return True
        return any(
            self._states_fact(said) and not said.unsettled and self._is_false(said)
            for line in lines
            for said in line.says
        )

    def _evidence(self, draft: Draft, lines: list[Line]) -> bool | None:
        unsupported = [said for line in lines for said in line.says if self._is_invented(said)]
        with_facts = [line for line in lines if line.evidence and any(map(self._states_fact, line.says))]
        beside = [line for line in with_facts if self._beside(line)]
        if unsupported or beside:
            return True
        if self.ready.case.track == "transaction" and all(map(self._has_support, self.ready.listed)):
            supported = self._supported(draft, lines)
            return None if supported is None else not supported
        return False

    def _has_support(self, warrant: Warrant) -> bool:
        """Whether a warrant has a fact that a passage is to support."""
        matter = self.ready.matter
        facts = (leaf for leaf, slot in warrant.slots.items() if slot.value is not Verdict.OPEN)
        return any(leaf in matter.evidence and not matter.is_supposed(leaf) for leaf in facts)

    def _aggregation(self, draft: Draft, lines: list[Line]) -> bool | None:
        decided = [one for one in self.ready.matter.questions if len(self.proof.final(draft, one.formula)) == 1]
        for question in decided:
            final = self.proof.final(draft, question.formula)
            if any({value} != final for _, value in self.proof.statements.stating(draft, question.formula)):
                return True
        if any(said.formula is None and said.true is False for line in lines for said in line.says):
            return True
        if self._false_steps(lines):
            return True
        targets = [one.formula for one in self.ready.matter.questions]
        if not decided:
            return False
        statements = self.proof.statements
        untrue = any(said.formula is None or not statements.is_so(said) for line in lines for said in line.says
                     if not any(statements.gives(said, target) is not None for target in targets))  # fmt: skip
        whole = any(self._holds(draft, warrant, lines) for warrant in self.ready.listed)
        if untrue or not whole:
            return None
        return any(self.proof.final(draft, one.formula) != {one.gold} for one in decided)

    def _false_steps(self, lines: list[Line]) -> list[Stated]:
        """The conclusions that are not so: about something derived, or about a target more than is so."""
        found: list[Stated] = []
        for said in (said for line in lines for said in line.says):
            if said.formula is None or self.proof.statements.is_fact(said.formula) or self.proof.statements.is_so(said):
                continue
            stated = [(self.proof.statements.gives(said, one.formula), one.gold) for one in self.ready.matter.questions]
            decides = [value is gold for value, gold in stated if value is not None]
            if all(decides) and not (decides and said.unsettled):
                found.append(said)
        return found

    def _led_astray(self, draft: Draft) -> bool | None:
        """Whether all false conclusions are surely what the facts that are said give, and check 4 fails for nothing
        else; None where that is not sure.  That something is open is not given by facts that settle it."""
        lines = self._entering(draft)
        steps = self._false_steps(lines)
        if not steps:
            return False
        said = [one for line in lines for one in line.says]
        if any(one.formula is None for one in said):
            return None
        settled = [one for one in said if self._states_fact(one) and not one.unsettled]
        facts = [one.formula for one in settled if one.formula is not None]
        if not all(map(expand.is_about_facts, facts)):
            return None  # what the case stipulates stands in the program
        literals = [literal for fact in facts for literal in expand.conjuncts(fact)]
        world = World(self.ready.matter.program, _known(literals))
        given = [(step.unsettled, world.truth(step.formula)) for step in steps if step.formula is not None]
        right = [one.formula for one in said if one.formula is not None and one not in steps]
        stands = [self.proof.statements.is_fact(one) or world.truth(one) is True for one in right]
        if not all(stands) or not all(truth is not None for _, truth in given):
            return None
        return all(truth and not unsettled for unsettled, truth in given)

    def _outcome(self, draft: Draft) -> bool:
        questions = self.ready.matter.questions
        wrong = any(self.proof.final(draft, one.formula) != {one.gold} for one in questions)
        return wrong or self._surplus(draft) or self.proof.says_too_much(draft)

    # ------------------------------------------------------------------------------------------------- means

    def _states_fact(self, said: Stated) -> bool:
        return said.formula is not None and self.proof.statements.is_fact(said.formula)

    def _surplus(self, draft: Draft) -> bool:
        if not self.ready.matter.actions:
            return False
        targets = {question.formula for question in self.ready.matter.questions}
        said = [one for line in _decision(draft) for one in line.says]
        return any(
            isinstance(one.formula, core.Established)
            and one.formula.literals in (("MUST",), ("MUST NOT",))
            and one.formula not in targets
            and not self.proof.statements.is_so(one)
            for one in said
        )

    def _holds(self, draft: Draft, warrant: Warrant, lines: list[Line]) -> bool:
        """Whether the entering claims judge all that a full warrant asks for, rightly: then they give the decision."""
        names = {line.id for line in lines}
        return all(
            any(
                line.id in names and value is slot.value
                for line, value in self.proof.statements.stating(draft, slot.leaf)
            )
            for slot in warrant.slots.values()
        )

    def _supported(self, draft: Draft, lines: list[Line]) -> bool | None:
        """Whether some entering claim has an accepted set of passages for what it judges."""
        may = False
        for line in lines:
            users = {passage for user in draft.users(line.id) for passage in user.evidence}
            for leaf in self._leaves:
                if not any(self.proof.statements.gives(said, leaf) is not None for said in line.says):
                    continue
                for accepted in self.ready.matter.evidence.get(leaf, ()):
                    if accepted <= set(line.evidence):
                        return True
                    may = may or accepted <= {*line.evidence, *users}
        return None if may else False

    @cached_property
    def _leaves(self) -> tuple[core.Formula, ...]:
        return tuple(dict.fromkeys(leaf for warrant in self.ready.listed for leaf in warrant.slots))

    def _beside(self, line: Line) -> bool:
        """Whether the passages that a claim cites all say nothing about it."""
        return not any(
            leaf in expand.leaves(piece)
            or self.proof.statements.gives(said, leaf) is not None
            or any(self.ready.matter.declared.settles(literal, one) is not None
                   for one in (piece, *expand.leaves(piece), *expand.inner(piece)))
            or not set(expand.reads(piece)).isdisjoint(expand.reads(literal))
            for passage in line.evidence
            for literal in self.ready.matter.cited.support.get(passage, ())
            for leaf in expand.leaves(literal)
            for said in line.says
            if said.formula is not None
            for piece in expand.conjuncts(said.formula)
        )  # fmt: skip

    def _is_false(self, said: Stated) -> bool:
        untrue = said.formula is not None and self.proof.world.truth(said.formula) is False
        return untrue and not self.proof.statements.is_so(said)

    def _is_invented(self, said: Stated) -> bool:
        if said.formula is None:
            return said.true is None
        open_ = not said.unsettled and self._states_fact(said) and self.proof.world.truth(said.formula) is None
        about = any(self.proof.statements.about(said, leaf) for leaf in self.ready.required.slots)
        return open_ and not about


_PREMISES = frozenset({Check.CONDITION, Check.EVIDENCE})
"""The checks that find fault with premises."""


def _known(literals: Iterable[core.Formula]) -> dict[str, bool | Constant_]:
    """The facts that some literals give."""
    found: dict[str, bool | Constant_] = {}
    for literal in literals:
        equal = expand.equation(literal)
        match expand.bare(literal):
            case core.FactTest(key) as fact:
                found[key] = fact == literal
            case _ if equal is not None and isinstance(equal[0], core.FactRead):
                found[equal[0].fact] = equal[1].value
            case _:
                pass
    return found


def _decision(draft: Draft) -> tuple[Line, ...]:
    return () if draft.decision is None else (draft.decision,)
