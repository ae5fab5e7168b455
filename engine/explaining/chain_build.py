"""Builds the dependency chain of a decision from the account of its case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import networkx as nx

from rulelang.engine.core import (
    FALSE,
    And,
    Contest,
    Core,
    Formula,
    GroundException,
    GroundLimit,
    GroundRule,
    Named,
    NamedRead,
    Value,
)
from rulelang.engine.core_text import established_text, formula_text, value_text
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import Derivation
from rulelang.engine.exact.undefined import Result, Undefinedness
from rulelang.engine.explaining.account import Account, account, differ
from rulelang.engine.explaining.chain import Chain, ChainNode, Role, Standing
from rulelang.engine.explaining.rounds import Round, Rounds
from rulelang.engine.grounding.facts import Situation
from rulelang.engine.grounding.keys import argument
from rulelang.engine.grounding.known import truth, worth
from rulelang.engine.grounding.support import (
    DefinitionLeaf,
    FactLeaf,
    Leaf,
    LiteralLeaf,
    ValueLeaf,
    definition_leaves,
    formula_leaves,
    leaves_of,
    value_leaves,
)
from rulelang.grammar.model import Constant_, Mode


def build_chain(derivation: Derivation, index: int = 0) -> Chain:
    """The chain of the decision on target number `index`.

    Where facts are unknown or in conflict, what is open is in it as open, with the unknowns that it rests on.
    """
    told = account(derivation.core, derivation.situation.known, index)
    builder = _Builder(derivation.core, derivation.situation, told)
    target = derivation.targets[index]
    decision = builder.decision(target.text, derivation.decisions[index], derivation.core.targets[index])
    while builder.waiting:
        builder.waiting.pop()()
    return Chain(builder.graph, decision)


def value_words(value: Result | bool | None) -> str | None:
    """A value as text: "yes" and "no" for booleans, the reason for what is undefined."""
    match value:
        case None:
            return None
        case bool():
            return "yes" if value else "no"
        case Undefinedness(reason):
            return f"undefined: {reason}"
        case _:
            return argument(value)


def _known(result: Result | None) -> Constant_ | None:
    return None if isinstance(result, Undefinedness) else result


@dataclass(slots=True)
class _Builder:
    """The graph so far, and the nodes whose supports are still to be added (last in, first out: the order in which
    nodes are added never depends on hashes)."""

    core: Core
    there: Situation
    told: Account
    graph: nx.DiGraph[str] = field(default_factory=lambda: nx.DiGraph())
    waiting: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])
    rounds: Rounds = field(init=False)

    def __post_init__(self) -> None:
        self.rounds = Rounds(self.told)

    def add(self, node: ChainNode, expand: Callable[[], None] | None = None) -> str:
        if node.id not in self.graph:
            self.graph.add_node(node.id, node=node)
            if expand is not None and node.key not in self.told.broken:
                self.waiting.append(expand)
        return node.id

    def link(self, lower: str, upper: str, role: Role) -> None:
        self.graph.add_edge(lower, upper, role=role)

    # ------------------------------------------------------------------------------------------- decision

    def decision(self, text: str, decision: Decision, target: Formula | Value) -> str:
        value = value_words(decision.value) if decision.status is Status.VALUE else None
        shown = decision.status.value if value is None else value
        node = ChainNode(f"decision:{text}", "decision", "decided", text, text, value=shown)

        def expand() -> None:
            reading = self.told.reading
            self.reads(leaves_of(target, reading), node.id)

        return self.add(node, expand)

    def reads(self, leaves: Iterable[Leaf], upper: str, at: Round | None = None) -> None:
        """Links what a node rests on.  `at`: the node is in a cyclic block and reached in this round; what the block
        concludes later, or not at all, is no support."""
        for leaf in leaves:
            match leaf:
                case FactLeaf(fact):
                    self.link(self.fact(fact), upper, "reads")
                case ValueLeaf(contest):
                    if not self.rounds.too_late(contest, None, at):
                        self.link(self.value(contest), upper, "reads")
                case DefinitionLeaf(definition):
                    if not self.rounds.too_late(definition, None, at):
                        self.link(self.definition(definition), upper, "reads")
                case LiteralLeaf(contest, literals, holds):
                    for literal in self.tested(contest, literals, holds):
                        if not self.rounds.too_late(contest, literal[0] if holds else None, at):
                            self.link(self.conclusion(contest, literal, holds), upper, "reads")

    def tested(
        self, contest: str, literals: tuple[bool | Mode, ...], holds: bool | None
    ) -> list[tuple[bool | Mode, ...]]:
        """A true test rests on the literals that are established, a false or open one on all."""
        if not holds:
            return [literals]
        known = self.told.reading.literals.get(contest, {})
        return [(literal,) for literal in literals if known.get(literal)]

    # ---------------------------------------------------------------------------------------------- leaves

    def fact(self, key: str) -> str:
        origin = self.there.origin(key)
        known = self.there.known.get(key)
        text = key
        if isinstance(known, bool):
            text = key if known else f"NOT {key}"
        elif known is not None:
            text = f"{key} = {argument(known)}"
        node = ChainNode(f"fact:{key}", "fact", origin or "unknown", key, text, value=value_words(known), known=known)
        return self.add(node)

    def definition(self, key: str) -> str:
        definition = self.core.definitions[key]
        reading = self.told.reading
        if definition.boolean:
            holds = truth(Named(key), reading)
            standing: Standing = "open" if holds is None else "true" if holds else "false"
            text = f"NOT {key}" if holds is False else key
            node = ChainNode(
                f"definition:{key}", "definition", standing, key, text, value=value_words(holds), known=holds
            )
        else:
            result = worth(NamedRead(key), reading)
            standing = "open" if result is None else "undefined" if isinstance(result, Undefinedness) else "value"
            text = f"{key} = {value_words(result)}" if standing == "value" else key
            node = ChainNode(
                f"definition:{key}", "definition", standing, key, text, value=value_words(result), known=_known(result)
            )
        at = self.rounds.of(key, None)
        return self.add(node, lambda: self.reads(definition_leaves(definition, reading), node.id, at))

    # ------------------------------------------------------------------------------------------ conclusions

    def conclusion(self, contest: str, literals: tuple[bool | Mode, ...], holds: bool | None) -> str:
        text = established_text(contest, literals)
        if contest in self.told.conflicts and holds is None:
            standing: Standing = "conflict"
        else:
            standing = "open" if holds is None else "established" if holds else "not established"
        if holds is False:
            text = f"NOT {text}"
        node = ChainNode(f"conclusion:{text}", "conclusion", standing, contest, text)

        def expand() -> None:
            if holds:
                self.established(self.core.contests[contest], literals[0], node.id)
            elif holds is None:
                self.open_contest(self.core.contests[contest], node.id)
            else:
                self.not_established(self.core.contests[contest], literals, node.id)

        return self.add(node, expand)

    def established(self, contest: Contest, literal: bool | Mode, upper: str) -> None:
        stands = self.told.standing(contest)
        rules = [(place, self.core.rules[number]) for place, number in enumerate(contest.rules)]
        mine = [place for place, rule in rules if rule.literal == literal and self.told.applies(rule)]
        if contest.key in self.told.block_of:
            supports = [place for place in mine if self.rounds.in_time(rules[place][1])]
        else:
            supports = [place for place in mine if stands[place]]
        for place in supports:
            self.link(self.rule(contest, place, "stands"), upper, "gives")
        self.ruled_out(contest, literal, supports, stands, upper)

    def ruled_out(
        self, contest: Contest, given: object, supports: list[int], stands: tuple[bool, ...], upper: str
    ) -> None:
        """The rivals that could have stood against what is established."""
        outranked = {lower for place in supports for lower in contest.outranks[place]}
        excepting = {part.id for place in supports for part in self.core.rules[contest.rules[place]].exceptions}
        for place, number in enumerate(contest.rules):
            rule = self.core.rules[number]
            other = self.told.gives(rule)
            if rule.condition is FALSE or stands[place]:
                continue
            if other is not None and not differ(other, given, contest.kind):
                continue
            standing = self.standing(rule)
            if standing in ("not triggered", "excepted") and place in outranked:
                continue
            if standing == "not triggered" and rule.clause in excepting:
                continue  # The exception whose THEN part this is was ruled out already.
            identifier = self.rule(contest, place, standing)
            self.link(identifier, upper, "ruled out")
            if standing == "beaten":
                for support in supports:
                    if place in contest.outranks[support]:
                        self.link(self.rule(contest, support, "stands"), identifier, "beats")

    def not_established(self, contest: Contest, literals: tuple[bool | Mode, ...], upper: str) -> None:
        known = self.told.reading.literals.get(contest.key, {})
        against: list[bool | Mode] = [
            literal
            for literal, holds in known.items()
            if holds and all(differ(literal, mine, contest.kind) for mine in literals)
        ]
        for literal in against:
            self.link(self.conclusion(contest.key, (literal,), True), upper, "rejects")
        stands = self.told.standing(contest)
        for place, number in enumerate(contest.rules):
            rule = self.core.rules[number]
            if rule.literal in literals and not stands[place]:
                standing = self.standing(rule)
                if against and standing in ("not triggered", "beaten"):
                    continue
                self.link(self.rule(contest, place, standing), upper, "ruled out")

    def open_contest(self, contest: Contest, upper: str) -> None:
        """What is open, or in conflict, rests on every rule that applies or may apply."""
        for place, number in enumerate(contest.rules):
            applies = self.told.applies(self.core.rules[number])
            if applies is not False:
                self.link(self.rule(contest, place, "stands" if applies else "open"), upper, "gives")

    def value(self, key: str) -> str:
        contest = self.core.contests[key]
        result = self.told.reading.values.get(key)
        text = key
        if result is None:
            standing: Standing = "conflict" if key in self.told.conflicts else "open"
        elif isinstance(result, Undefinedness):
            standing = "no value"
        else:
            standing = "value"
            text = f"{key} = {argument(result)}"
        node = ChainNode(
            f"value:{key}", "conclusion", standing, key, text, value=value_words(result), known=_known(result)
        )

        def expand() -> None:
            if result is None:
                self.open_contest(contest, node.id)
                return
            stands = self.told.standing(contest)
            supports = [place for place in range(len(stands)) if stands[place]]
            for place in supports:
                self.link(self.rule(contest, place, "stands"), node.id, "gives")
            if supports:
                given = self.told.gives(self.core.rules[contest.rules[supports[0]]])
                self.ruled_out(contest, given, supports, stands, node.id)
            else:
                for place, number in enumerate(contest.rules):
                    standing_there = self.standing(self.core.rules[number])
                    self.link(self.rule(contest, place, standing_there), node.id, "ruled out")
            for limit in contest.limits:
                self.limit(limit, node.id)

        return self.add(node, expand)

    # ------------------------------------------------------------------------------------------------ rules

    def standing(self, rule: GroundRule) -> Standing:
        """What became of a rule that does not stand."""
        condition = self.told.condition(rule)
        if condition is False:
            return "not triggered"
        if any(self.told.in_force(exception) for exception in rule.exceptions):
            return "excepted"
        return "beaten" if self.told.applies(rule) else "open"

    def failing(self, condition: Formula) -> tuple[str, ...]:
        """The parts of a condition that are false, if it is."""
        if truth(condition, self.told.reading) is not False:
            return ()
        parts = condition.parts if isinstance(condition, And) else (condition,)
        return tuple(formula_text(part) for part in parts if truth(part, self.told.reading) is False)

    def rule(self, contest: Contest, place: int, standing: Standing) -> str:
        rule = self.core.rules[contest.rules[place]]
        value: str | None = None
        if rule.value is not None:
            if standing != "not triggered":
                value = value_words(worth(rule.value, self.told.reading))
            text = f"{contest.key} = {value or value_text(rule.value)}"
        elif isinstance(rule.literal, bool):
            text = contest.key if rule.literal else f"NOT {contest.key}"
        else:
            text = f"{rule.literal} {contest.key}"
        because = self.failing(rule.condition) if standing == "not triggered" else ()
        node = ChainNode(f"rule:{rule.key}", "rule", standing, rule.key, text, rule.rule, rule.clause, value, because)

        def expand() -> None:
            at = self.rounds.of(contest.key, rule.literal)
            reading = self.rounds.reading(at) if self.rounds.in_time(rule) else self.told.reading
            self.reads(formula_leaves(rule.condition, reading), node.id, at)
            if standing == "not triggered":
                return
            if rule.value is not None:
                self.reads(value_leaves(rule.value, reading), node.id, at)
            self.exceptions(rule.exceptions, node.id, f"{rule.key}/", standing == "excepted", at)

        return self.add(node, expand)

    def exceptions(
        self,
        exceptions: tuple[GroundException, ...],
        upper: str,
        path: str,
        only_in_force: bool,
        at: Round | None = None,
    ) -> None:
        seen: dict[str, int] = {}
        for exception in exceptions:
            number = seen[exception.id] = seen.get(exception.id, 0) + 1
            in_force = self.told.in_force(exception)
            if only_in_force and not in_force:
                continue
            mark = f"#{number}" if number > 1 else ""
            identifier = self.exception(exception, in_force, f"{path}{exception.id}{mark}", at)
            self.link(identifier, upper, "ruled out" if in_force is False else "excepts")

    def exception(self, exception: GroundException, in_force: bool | None, path: str, at: Round | None) -> str:
        standing: Standing = "open" if in_force is None else "in force" if in_force else "not in force"
        text = formula_text(exception.condition)
        owner = path.split("/", 1)[0]
        because = self.failing(exception.condition) if in_force is False else ()
        node = ChainNode(f"exception:{path}", "exception", standing, owner, text, None, exception.id, None, because)

        def expand() -> None:
            self.reads(formula_leaves(exception.condition, self.told.reading), node.id, at)
            if truth(exception.condition, self.told.reading) is not False:
                self.exceptions(exception.exceptions, node.id, f"{path}/", in_force is False, at)

        return self.add(node, expand)

    def limit(self, limit: GroundLimit, upper: str) -> None:
        """A cap or floor that applies, or may."""
        reading = self.told.reading
        if truth(limit.condition, reading) is False:
            return
        excepted = any(self.told.in_force(exception) for exception in limit.exceptions)
        text = f"{upper.removeprefix('value:')} {limit.op} {value_text(limit.bound)}"
        bound = value_words(worth(limit.bound, reading))
        standing: Standing = "excepted" if excepted else "stands"
        node = ChainNode(f"limit:{limit.key}", "limit", standing, limit.key, text, limit.rule, limit.clause, bound)

        def expand() -> None:
            at = self.rounds.of(upper.removeprefix("value:"), None)
            self.reads(formula_leaves(limit.condition, reading), node.id, at)
            self.reads(value_leaves(limit.bound, reading), node.id, at)
            self.exceptions(limit.exceptions, node.id, f"{limit.key}/", excepted, at)

        self.link(self.add(node, expand), upper, "limits")
