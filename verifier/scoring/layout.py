"""A case's judgments as bits: every set that the checks compare is one integer, and a check a few operations on it.

A *subject* is a judgment that some warrant requires, a target, or a condition on which a need or a link hangs.  Each
subject has one bit; an integer holds several *lanes* side by side, one bit for each subject (or rule, passage,
clause) in each.  The bits are laid out once for a case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulelang.engine import core
from rulelang.verifier.aggregate import has_instances
from rulelang.verifier.besides import parts_asked
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.rubric import OPERATORS, operator_of
from rulelang.verifier.rubric_points import live_rivals
from rulelang.verifier.warrant import Slot, Verdict, Warrant

MOST_CLAIMS = 128
"""Answers with more claims are held against the case one by one, without bits."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A judgment, target or condition; `value` and `clauses` are None where it is required by no warrant."""

    leaf: core.Formula
    value: Verdict | None = None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Needed:
    """A clause that a conclusion needs: its bit, and the subjects of which the answer has to state one (0: none)."""

    bit: int
    leaves: int


@dataclass(frozen=True, slots=True)
class Concluded:
    """A conclusion of a warrant: its subject's bit, as which targets it is asked for, what it needs and rests on."""

    bit: int
    targets: tuple[int, ...]
    needs: tuple[Needed, ...]
    premises: int


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """One warrant as bits over the subjects."""

    slots: int
    facts: int
    derived: int
    interacting: int
    cited: int
    """Fact judgments that have to cite a clause."""
    passages: int
    """Fact judgments that need passages."""
    supported: int
    """Those of which the rubric asks whether they have them."""
    of_target: tuple[int, ...]
    concluded: tuple[Concluded, ...]
    links: int
    """How many links its chain has."""
    rules: frozenset[str]
    rivals: int
    """The rivals that apply, of which the question asks that they be judged."""
    asks_rules: bool
    events: tuple[tuple[int, str], ...]
    """For each augmentation of a gold rule its operator's number and the rule."""
    warrant: Warrant


class Layout:
    """The subjects, rules, passages and clauses of a case, each with its bit, and its warrants laid out."""

    def __init__(self, ready: Ready, policy: Policy) -> None:
        matter = ready.matter
        self.ready = ready
        self.policy: Policy = policy
        self.targets = tuple(question.formula for question in matter.questions)
        self.gold = tuple(question.gold for question in matter.questions)
        held = _accepted(ready, policy)
        self.subjects = _subjects(matter, (*ready.listed, *held))
        self.number = {subject: number for number, subject in enumerate(self.subjects)}
        self.of_leaf: dict[core.Formula, list[int]] = {}
        for number, subject in enumerate(self.subjects):
            self.of_leaf.setdefault(subject.leaf, []).append(number)
        self.count = len(self.subjects)
        self.clauses = _numbered(
            need.clause
            for warrant in (*ready.listed, *held)
            for needs in warrant.needs.values()
            for need in needs.values()
            if need.clause in matter.cited.rules
        )
        """The clauses that conclusions need."""
        self.passages = _numbered(
            passage for sets in matter.evidence.values() for accepted in sets for passage in sorted(accepted)
        )
        self.lifted = _numbered(matter.cited.rules.values())
        """The rules to which citations are lifted."""
        self.concluding = 0
        for warrant in ready.listed:
            for target in self.targets:
                for clause in warrant.needs.get(target, {}):
                    if clause in self.clauses:
                        self.concluding |= 1 << self.clauses[clause]
        asks = {ask.type for ask in ready.case.asks}
        self.arbitration = "priority_arbitration" in asks
        self.rivals: dict[str, int] = {}
        self.full = tuple(self._laid(warrant) for warrant in ready.listed)
        self.held = self.full if policy == "full" else tuple(self._laid(warrant) for warrant in held)
        self.asked = tuple(self.bits(target) for target in self.targets)
        """The bits of each target."""
        self.together = self._bits(leaf for leaf in self.of_leaf if has_instances(leaf))
        """The conditions that several claims may state together."""
        self.parted = self._bits(
            part for target in self.targets for part in parts_asked(target, matter.in_play)
        )
        """What a decision without `from` draws on where no claim states the target: its parts."""
        self.required = dict.fromkeys(leaf for warrant in ready.listed for leaf in warrant.slots)

    def bits(self, leaf: core.Formula) -> int:
        """The bits of all subjects with a leaf."""
        return sum(1 << number for number in self.of_leaf.get(leaf, ()))

    def _bits(self, leaves: Iterable[core.Formula]) -> int:
        found = 0
        for leaf in leaves:
            found |= self.bits(leaf)
        return found

    def _plain(self, leaf: core.Formula) -> int:
        """One bit of a leaf: that of any of its subjects."""
        return 1 << self.of_leaf[leaf][0]

    def _laid(self, warrant: Warrant) -> Laid:
        matter = self.ready.matter
        at = {leaf: 1 << self.number[_subject(slot)] for leaf, slot in warrant.slots.items()}
        leaves = {leaf for unit in warrant.interactions for leaf in unit.leaves}

        def those(kept: Iterable[core.Formula]) -> int:
            return sum(at[leaf] for leaf in kept)

        facts = [leaf for leaf, slot in warrant.slots.items() if not slot.derived]
        citing = [
            leaf
            for leaf, slot in warrant.slots.items()
            if leaf not in warrant.needs and any(clause in matter.cited.rules for clause in slot.clauses)
        ]
        unsupposed = [leaf for leaf in facts if not matter.is_supposed(leaf)]
        gold = dict.fromkeys(matter.cited.rules[one] for one in warrant.clauses() if one in matter.cited.rules)
        premises: dict[core.Formula, int] = {}
        links = 0
        for edge in warrant.edges:
            links += 1
            premises[edge.conclusion] = premises.get(edge.conclusion, 0) | self._plain(edge.premise)
        return Laid(
            those(warrant.slots),
            those(facts),
            those(leaf for leaf, slot in warrant.slots.items() if slot.derived),
            those(leaf for leaf in warrant.slots if leaf in leaves),
            those(citing),
            those(leaf for leaf in unsupposed if matter.evidence.get(leaf)),
            those(leaf for leaf in unsupposed if leaf in matter.evidence),
            tuple(
                those(leaf for leaf, slot in warrant.slots.items() if target in slot.targets) for target in self.targets
            ),
            tuple(self._concluded(warrant, premises)),
            links,
            frozenset(gold),
            self._live(warrant),
            any(clause in matter.known_rules for clause in warrant.clauses()),
            tuple(
                (OPERATORS.index(operator_of(clause.operator)), rule)
                for rule in gold
                if rule in self.ready.base.groups
                for clause in self.ready.base.group(rule).clauses
            ),
            warrant,
        )

    def _concluded(self, warrant: Warrant, premises: dict[core.Formula, int]) -> Iterable[Concluded]:
        for leaf in dict.fromkeys((*warrant.needs, *premises)):
            of = tuple(number for number, target in enumerate(self.targets) if target == leaf)
            needs: Sequence[Needed] = ()
            if leaf in warrant.slots or of:
                needs = [
                    Needed(1 << self.clauses[need.clause], self._bits(need.leaves))
                    for need in warrant.needs.get(leaf, {}).values()
                    if need.clause in self.clauses
                ]
            slot = warrant.slots.get(leaf)
            subject = _subject(slot) if slot is not None else self._target(of[0]) if of else None
            bit = self._plain(leaf) if subject is None else 1 << self.number[subject]
            yield Concluded(bit, of, tuple(needs), premises.get(leaf, 0))

    def _target(self, of: int) -> Subject:
        return Subject(self.targets[of], self.gold[of])

    def _live(self, warrant: Warrant) -> int:
        if not self.arbitration:
            return 0
        found = 0
        for part in live_rivals(self.ready.matter.parts, warrant):
            found |= 1 << self.rivals.setdefault(part.key, len(self.rivals))
        return found


def _accepted(ready: Ready, policy: Policy) -> tuple[Warrant, ...]:
    """The warrants that a policy accepts."""
    match policy:
        case "full":
            return ready.listed
        case "answer":
            return (ready.required,)
        case "sufficient":
            return ready.sufficient.listed


def is_limited(ready: Ready, policy: Policy) -> bool:
    """Whether there are more warrants than are listed, among which the nearest has to be searched."""
    return ready.limited or (policy == "sufficient" and ready.sufficient.limited)


def _subject(slot: Slot) -> Subject:
    return Subject(slot.leaf, slot.value, tuple(slot.clauses))


def _subjects(matter: Matter, warrants: Sequence[Warrant]) -> tuple[Subject, ...]:
    found: dict[Subject, None] = {}
    for warrant in warrants:
        for slot in warrant.slots.values():
            found[_subject(slot)] = None
    for question in matter.questions:
        found[Subject(question.formula, question.gold)] = None
    parts = [part for question in matter.questions for part in parts_asked(question.formula, matter.in_play)]
    known = {subject.leaf for subject in found}
    for warrant in warrants:
        inner = [leaf for needs in warrant.needs.values() for need in needs.values() for leaf in need.leaves]
        for edge in warrant.edges:
            inner += [edge.premise, edge.conclusion]
        for leaf in (*warrant.needs, *inner, *parts):
            if leaf not in known:
                known.add(leaf)
                found[Subject(leaf)] = None
    return tuple(found)


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}

