"""From a decided case to the graph of its warrants (verification, N2 to N5 and section 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from rulelang.engine import core
from rulelang.engine.core_parts import rebuilt_value
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE
from rulelang.verifier import condition as c
from rulelang.verifier import expand
from rulelang.verifier.linear import comparison
from rulelang.verifier.open_value import open_question, value_asked
from rulelang.verifier.parts import Excepting, Limiting, Part
from rulelang.verifier.rivals import Rivals
from rulelang.verifier.warrant import (
    Choice,
    Conclusion,
    Edge,
    Graph,
    Interaction,
    Join,
    Judgment,
    Need,
    Node,
    Shared,
    join,
    verdict,
)
from rulelang.verifier.world import World

Clauses = Callable[[core.Formula], tuple[str, ...]]
"""The clauses in which a leaf stands."""


@dataclass
class Explainer:
    """Explains targets and derived conditions; each conclusion once."""

    world: World
    parts: Sequence[Part]
    limits: Sequence[Limiting]
    definitions: Mapping[str, Sequence[tuple[c.Condition, c.Condition | core.Value]]]
    """The cases of each ground definition, as written."""
    memo: dict[core.Formula, Shared] = field(default_factory=dict["core.Formula", "Shared"])
    valueless: dict[tuple[core.Formula, expand.Read], Shared] = field(
        default_factory=dict["tuple[core.Formula, expand.Read]", "Shared"]
    )
    waiting: list[tuple[Shared, Callable[[], Node]]] = field(default_factory=list["tuple[Shared, Callable[[], Node]]"])
    """What is needed and not explained yet: explained by turns, so that a chain may be as long as it likes."""
    numbers: Callable[[], int] = field(default_factory=lambda: count().__next__)

    def __post_init__(self) -> None:
        self.by_contest: dict[str, list[Part]] = {}
        for part in self.parts:
            self.by_contest.setdefault(part.rule.contest, []).append(part)
        for parts in self.by_contest.values():
            parts.sort(key=lambda part: (part.place, part.index))

    def graph(self, targets: Sequence[tuple[core.Formula, c.Condition]]) -> Graph:
        """The warrants of some targets: each a formula with its condition as asked."""
        made: list[tuple[core.Formula, Node]] = []
        for target, asked in targets:
            made.append((target, self._target(target, asked)))
        self._explain_waiting()
        return Graph(tuple(made))

    def _explain_waiting(self) -> None:
        while self.waiting:
            shared, explanation = self.waiting.pop()
            shared.node = explanation()

    def _target(self, target: core.Formula, asked: c.Condition) -> Node:
        if isinstance(asked, c.Leaf):
            return self._asked(asked.formula, target)
        return self._condition(asked, lambda _: (), target)

    def _asked(self, leaf: core.Formula, target: core.Formula) -> Node:
        """What a target of one leaf rests on; the target itself is no slot."""
        match leaf:
            case core.Test("=", (core.OutcomeRead() | core.NamedRead()) as read, core.Constant(value)):
                if self.world.value(read) == value:
                    return self._given_value(leaf, read, value)
            case core.NoneTest((core.OutcomeRead() | core.NamedRead()) as read):
                return join([self._value(read, target), *self._without_value(read, target)])
            case _:
                pass
        asked = value_asked(leaf)
        if isinstance(asked, core.OutcomeRead | core.NamedRead) and not self._is_stipulated(asked):
            return self._without_known_value(leaf, asked)
        if self._is_derived(leaf):
            return self._explained(leaf)
        return Join(tuple(self._within(leaf, target)))

    def _without_value(self, read: core.OutcomeRead | core.NamedRead, target: core.Formula) -> list[Node]:
        needs = (
            [_need(part) for part in self.by_contest.get(read.contest, [])]
            if isinstance(read, core.OutcomeRead)
            else []
        )
        return [Conclusion(target, tuple(needs))] if needs else []

    def required(self, leaf: core.Formula, target: core.Formula) -> Node:
        """A judgment that the case's REQUIRES adds (N1), with what it rests on in its turn."""
        clauses = self.required_slot(leaf, target).clauses
        node = self._leaf(leaf, lambda _: clauses, target)
        self._explain_waiting()
        return node

    def required_slot(self, leaf: core.Formula, target: core.Formula) -> Judgment:
        """The judgment alone, with the clauses in which it stands."""
        clauses = tuple(
            dict.fromkeys(
                clause
                for part in self.parts
                if any(inner.formula == leaf for inner in part.leaves())
                for clause in part.clauses_of(leaf)
            )
        )
        return Judgment(leaf, verdict(self.world.truth(leaf)), target, clauses, self._is_derived(leaf))

    # ------------------------------------------------------------------------------------------ conditions

    def _condition(self, condition: c.Condition, clauses: Clauses, parent: core.Formula) -> Node:
        match condition:
            case c.Leaf(formula):
                return Join(()) if isinstance(formula, core.Truth) else self._leaf(formula, clauses, parent)
            case c.Negated(operand):
                return self._condition(operand, clauses, parent)
            case c.AllOf(parts):
                return join([self._condition(part, clauses, parent) for part in parts])
            case c.OneOf(parts):
                true = [part for part in parts if self.world.truth(c.formula_of(part)) is True]
                nodes = [self._condition(part, clauses, parent) for part in true or parts]
                return self._choice(nodes) if true else join(nodes)

    def _choice(self, options: Sequence[Node]) -> Node:
        return options[0] if len(options) == 1 else Choice(self.numbers(), tuple(options))

    def _leaf(self, leaf: core.Formula, clauses: Clauses, parent: core.Formula) -> Node:
        if isinstance(leaf, core.Test) and isinstance(comparison(leaf), bool) and self.world.truth(leaf) is not None:
            return Join(())  # `x <= x`: nothing to judge
        derived = self._is_derived(leaf)
        judgment = Judgment(leaf, verdict(self.world.truth(leaf)), parent, clauses(leaf), derived)
        if derived:
            return Join((judgment, Edge(leaf, parent), self._explained(leaf)))
        return join([judgment, *self._within(leaf, parent)])

    def _is_derived(self, leaf: core.Formula) -> bool:
        """A norm or outcome that the rules conclude, or a definition; a stipulated outcome is not derived (N5)."""
        match leaf:
            case core.Established(contest, _):
                return not self._stipulated(contest)
            case core.Named():
                return True
            case _:
                return False

    def _within(self, leaf: core.Formula, parent: core.Formula) -> list[Node]:
        """What is derived inside a leaf that is not: values compared, instances of a quantified condition."""
        nodes: list[Node] = []
        for one in expand.inner(leaf):
            if self._is_derived(one):
                nodes += [Edge(one, parent), self._explained(one)]
        return [*nodes, *(self._value(read, parent) for read in expand.reads(leaf))]

    def _stipulated(self, contest: str) -> bool:
        return any(part.rule.kind is core.Kind.STIPULATION for part in self.by_contest.get(contest, ()))

    # ----------------------------------------------------------------------------------------- conclusions

    def _explained(self, leaf: core.Formula) -> Node:
        """What establishes or defeats something derived."""
        match leaf:
            case core.Established():
                return self._shared(leaf, lambda: self._literal(leaf), self.world.truth(leaf) is True)
            case core.Named(name):
                return self._shared(leaf, lambda: self._defined(leaf, name), self.world.truth(leaf) is True)
            case _:
                return Join(())

    def _shared(self, of: core.Formula, explanation: Callable[[], Node], holds: bool = False) -> Shared:
        """What explains one conclusion, the same wherever it is needed; worked out when its turn comes."""
        shared = self.memo.get(of)
        if shared is None:
            shared = self.memo[of] = Shared(of, holds=holds)
            self.waiting.append((shared, explanation))
        return shared

    def _literal(self, leaf: core.Established) -> Node:
        if self._stipulated(leaf.contest):
            return Join(())
        rivals_of = Rivals(self.world, self.by_contest.get(leaf.contest, []))
        makers = [part for part in rivals_of.parts if part.rule.literal in leaf.literals]
        holds = self.world.truth(leaf) is True
        if holds:
            options = [
                self._established(leaf, maker, makers, rivals_of)
                for maker in makers
                if rivals_of.applies(maker) is True
            ]
            if options:
                return self._choice(options)
        return self._defeated(leaf, makers, rivals_of, by_cases=holds)

    def _established(self, leaf: core.Established, maker: Part, makers: list[Part], rivals: Rivals) -> Node:
        """One rule that establishes it, the rivals that apply or that it would not beat, and what beats these."""
        nodes = [Conclusion(leaf, (_need(maker),)), self._rule(maker, leaf)]
        if maker.rule.kind is core.Kind.IRONCLAD:
            nodes.append(_interaction(maker, leaf))
        for rival in rivals.of(maker):
            applies, beaten = rivals.applies(rival) is not False, rivals.outranks(maker, rival)
            if not applies and beaten:
                continue
            nodes.append(self._second(rival, leaf))
            if applies and not beaten:
                helpers = [part for part in makers if rivals.outranks(part, rival)]
                sure = [part for part in helpers if rivals.applies(part) is True]
                chosen = sure[:1] or [part for part in helpers if rivals.applies(part) is not False]
                nodes += [self._rule(part, leaf) for part in chosen]
        return join(nodes)

    def _defeated(self, leaf: core.Established, makers: list[Part], rivals: Rivals, by_cases: bool) -> Node:
        """All rules that could establish it, and the rivals that may apply while one of these does."""
        if by_cases:
            makers = [maker for maker in makers if rivals.applies(maker) is not False]
        nodes: list[Node] = [self._rule(maker, leaf) for maker in makers]
        needs = [_need(maker) for maker in makers]
        if any(rivals.applies(maker) is not False for maker in makers):
            for rival in dict.fromkeys(rival.index for maker in makers for rival in rivals.of(maker)):
                part = self.parts[rival]
                if rivals.applies(part) is not False:
                    nodes.append(self._second(part, leaf))
                    needs.append(_need(part))
        return Join((Conclusion(leaf, tuple(needs)), *nodes))

    def _rule(self, part: Part, of: core.Formula) -> Node:
        """The rule's condition, and every exception to it."""
        exceptions = [self._exception(exception, of) for exception in part.exceptions]
        return join([self._condition(part.condition, part.clauses_of, of), *exceptions])

    def _second(self, part: Part, of: core.Formula) -> Node:
        """A rival or ironclad part: its condition and, unless this fails, the exceptions to it."""
        nodes: list[Node] = [_interaction(part, of), self._condition(part.condition, part.clauses_of, of)]
        if self.world.truth(c.formula_of(part.condition)) is not False:
            nodes += [self._exception(exception, of) for exception in part.exceptions]
        return join(nodes)

    def _exception(self, exception: Excepting, of: core.Formula) -> Node:
        leaves = tuple(leaf.formula for leaf in c.leaves_of(exception.condition))
        nodes: list[Node] = [
            Interaction(exception.id, of, leaves),
            self._condition(exception.condition, lambda _: (exception.id,), of),
        ]
        if self.world.truth(c.formula_of(exception.condition)) is not False:
            nodes += [self._exception(inner, of) for inner in exception.exceptions]
        return join(nodes)

    # ---------------------------------------------------------------------------------------------- values

    def _value(self, read: expand.Read, parent: core.Formula) -> Node:
        """A derived value that is compared or calculated with, the rule that gives it, and its operands (N5)."""
        if isinstance(read, core.FactRead) or self._is_stipulated(read):
            return Join(())
        value = self.world.value(read)
        if value is None:
            unknown = open_question(read)
            judgment = Judgment(unknown, verdict(None), parent, (), derived=True)
            return Join((judgment, Edge(unknown, parent), self._without_known_value(unknown, read)))
        if value is NONE:
            return self._no_value(read, parent)
        equal = core.Test("=", read, core.Constant(value))
        judgment = Judgment(equal, verdict(True), parent, (), derived=True)
        return Join((judgment, Edge(equal, parent), self._given_value(equal, read, value)))

    def _no_value(self, read: core.OutcomeRead | core.NamedRead, parent: core.Formula) -> Shared:
        """Why something has no value: the rules for it or its definition.  It is no judgment, so what these read
        stands for the conclusion that needs it."""
        shared = self.valueless.get((parent, read))
        if shared is None:
            shared = self.valueless[parent, read] = Shared(core.NoneTest(read))
            match read:
                case core.NamedRead(name):
                    self.waiting.append((shared, lambda: self._defined(parent, name)))
                case core.OutcomeRead(contest):
                    self.waiting.append((shared, lambda: self._by_cases(contest, parent)))
        return shared

    def _is_stipulated(self, read: expand.Read) -> bool:
        return isinstance(read, core.OutcomeRead) and self._stipulated(read.contest)

    def _without_known_value(self, unknown: core.Formula, read: core.OutcomeRead | core.NamedRead) -> Node:
        """Why a value is open: the rules for it or its definition, with what these read."""
        match read:
            case core.NamedRead(name):
                return self._shared(unknown, lambda: self._defined(unknown, name))
            case core.OutcomeRead(contest):
                return self._shared(unknown, lambda: self._ungiven(unknown, contest))

    def _ungiven(self, unknown: core.Formula, contest: str) -> Node:
        rules = [self._by_cases(contest, unknown), *self._without_value(core.OutcomeRead(contest), unknown)]
        return join([*rules, *self._limits(contest, unknown, None)])

    def _by_cases(self, contest: str, parent: core.Formula) -> Node:
        """A value that is open: the rules for it, and the operands of those that may apply."""
        nodes: list[Node] = []
        for maker in self.by_contest.get(contest, []):
            nodes.append(self._rule(maker, parent))
            if maker.rule.value is not None and self.world.truth(maker.applies()) is not False:
                nodes.append(self._operands(maker.rule.value, maker.clause, parent))
        return join(nodes)

    def _given_value(self, equal: core.Formula, read: core.OutcomeRead | core.NamedRead, value: Constant_) -> Node:
        match read:
            case core.NamedRead(name):
                return self._shared(equal, lambda: self._defined(equal, name))
            case core.OutcomeRead():
                return self._shared(equal, lambda: self._givers(equal, read, value))

    def _defined(self, of: core.Formula, name: str) -> Node:
        """A definition: the conditions of its cases down to the one that fits, and what that one reads."""
        definition = self.world.program.definitions[name]
        clause = definition.name
        nodes: list[Node] = [Conclusion(of, (Need(clause, ()),))]
        for condition, body in self.definitions[name]:
            nodes.append(self._condition(condition, lambda _: (clause,), of))
            fits = self.world.truth(c.formula_of(condition))
            if fits is False:
                continue
            if isinstance(body, c.Condition):
                nodes.append(self._condition(body, lambda _: (clause,), of))
            else:
                nodes.append(self._operands(body, clause, of))
            if fits is True:
                break
        return join(nodes)

    def _givers(self, equal: core.Formula, read: core.OutcomeRead, value: Constant_) -> Node:
        if self._stipulated(read.contest):
            return Join(())
        rivals = Rivals(self.world, self.by_contest.get(read.contest, []))
        live = [part for part in rivals.parts if rivals.applies(part) is not False]
        sure = [part for part in live if rivals.applies(part) is True]
        limits = self._limits(read.contest, equal, value)
        unbeaten = [part for part in sure if not any(self._beats(rivals, other, part) for other in live)]
        makers = [part for part in unbeaten if self._gives(part, value)] or unbeaten
        if not makers:  # by cases: whichever of them applies
            needs = Conclusion(equal, tuple(map(_need, live)))
            return join([needs, self._by_cases(read.contest, equal), *limits]) if live else join(limits)
        options: list[Node] = []
        for maker in makers:
            stands = value if maker.rule.value is None else self.world.value(maker.rule.value)
            nodes: list[Node] = [Conclusion(equal, (_need(maker),)), self._rule(maker, equal)]
            nodes += [] if maker.rule.value is None else [self._operands(maker.rule.value, maker.clause, equal)]
            nodes += [
                self._second(part, equal)
                for part in rivals.parts
                if part is not maker
                and part.rule.rank is not core.Rank.DEFAULT
                and not (self._gives(part, stands) and isinstance(part.rule.value, core.Constant))
                and (part in live or not rivals.outranks(maker, part))
            ]
            # One that gives the same value does so by what it reads.
            nodes += [
                self._operands(part.rule.value, part.clause, equal)
                for part in live
                if part is not maker and part.rule.value is not None and self._gives(part, stands)
            ]
            options.append(join([*nodes, *limits]))
        return self._choice(options)

    def _beats(self, rivals: Rivals, other: Part, part: Part) -> bool:
        """Whether a rule that may apply outranks another one and gives another value."""
        stands = None if part.rule.value is None else self.world.value(part.rule.value)
        return rivals.outranks(other, part) and not self._gives(other, stands)

    def _gives(self, part: Part, value: Constant_ | None) -> bool:
        """Whether a rule gives this value, before any limit."""
        return part.rule.value is not None and value is not None and self.world.value(part.rule.value) == value

    def _limits(self, contest: str, of: core.Formula, value: Constant_ | None) -> list[Node]:
        """The caps and floors: no rule beats one, so each is asked for like a rival, by its own condition (N4); where
        it may apply also what its bound reads."""
        nodes: list[Node] = []
        for limiting in self.limits:
            if limiting.contest != contest:
                continue
            clause, bound = limiting.clause, limiting.limit.bound
            leaves = tuple(leaf.formula for leaf in c.leaves_of(limiting.condition))
            nodes.append(Interaction(clause, of, leaves))
            nodes.append(self._condition(limiting.condition, lambda _, clause=clause: (clause,), of))  # type: ignore[misc]
            if self.world.truth(c.formula_of(limiting.condition)) is False:
                continue
            nodes += [self._exception(exception, of) for exception in limiting.exceptions]
            if self.world.truth(limiting.applies()) is False:
                continue
            nodes.append(self._operands(bound, clause, of))
            if value is None or self.world.value(bound) == value:
                nodes.append(Conclusion(of, (Need(clause, leaves),)))
        return nodes

    def _operands(self, value: core.Value, clause: str, equal: core.Formula) -> Node:
        """The variables of the expression that gives a value, each a judgment."""
        nodes: list[Node] = []
        for read in expand.reads(self._taken(value)):
            known = self.world.value(read)
            if not isinstance(read, core.FactRead) and not self._is_stipulated(read):
                nodes.append(self._value(read, equal))
            elif known is None:
                nodes.append(Judgment(open_question(read), verdict(None), equal, (clause,), derived=False))
            elif known is not NONE:
                leaf = core.Test("=", read, core.Constant(known))
                nodes.append(Judgment(leaf, verdict(True), equal, (clause,), derived=False))
        nodes += [self._leaf(leaf, lambda _: (clause,), equal) for leaf in expand.propositions(value)]
        return join(nodes)

    def _taken(self, value: core.Value) -> core.Value:
        """The value without the items of aggregates that are left out, and without the choices not made."""
        match value:
            case core.Fold(fold, items):
                kept = [(core.TRUE, self._taken(v)) for guard, v in items if self.world.truth(guard) is not False]
                return core.Fold(fold, tuple(kept))
            case core.Selected(items):
                for guard, item in items:
                    if self.world.truth(guard) is True:
                        return self._taken(item)
                return value
            case core.CountOf():
                return core.Constant(0)
            case _:
                return rebuilt_value(value, lambda condition: condition, self._taken)


def _need(part: Part) -> Need:
    return Need(part.clause, tuple(leaf.formula for leaf in part.leaves()))


def _interaction(part: Part, of: core.Formula) -> Interaction:
    return Interaction(part.clause, of, tuple(leaf.formula for leaf in part.leaves()))
