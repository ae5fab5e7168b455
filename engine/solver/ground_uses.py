"""What the rules do on a ground: which of them apply, or don't, in every world that has its judgments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import GroundException
from rulelang.engine.decision import Decision, Status
from rulelang.engine.explaining.chain import Chain, ChainNode
from rulelang.engine.solver.answer import Known, Limits
from rulelang.engine.solver.completions import completions
from rulelang.engine.solver.entailment import Entailment
from rulelang.engine.solver.judgments import Judgment, facts_of, parts_of, plain
from rulelang.engine.solver.replay import cone
from rulelang.engine.solver.terms import Bool, GaveUp

Part: TypeAlias = Literal["rule", "exception", "rival"]


@dataclass(frozen=True, slots=True)
class Use:
    """A rule or exception of the gold chain that comes out alike in every world of a ground.

    `part`: a rule for what is concluded, an exception, or a rival that had to be ruled out or was beaten.  `instance`:
    which one of the clause.  `applies`: of an exception, that it is in force.
    """

    clause: str
    instance: str
    part: Part
    applies: bool


def uses_of(asked: Entailment, chain: Chain, ground: Sequence[Judgment], limits: Limits) -> tuple[Use, ...]:
    """The rule uses, exceptions and rivals of a ground, in the order of the chain.

    For each, asserts the core program, assumes the ground and that it comes out otherwise; unsatisfiable iff the
    ground settles it.  What cannot be told within the limits is left out.
    """
    found: list[Use] = []
    for node, part, truth in _parts(asked, chain):
        applies = node.standing in ("stands", "beaten", "in force")
        other = asked.encoding.terms.negation(truth) if applies else truth
        try:
            if asked.excludes(ground, other, limits):
                assert node.clause is not None
                found.append(Use(node.clause, _instance(node), part, applies))
        except GaveUp:
            continue
    return tuple(dict.fromkeys(found))


def uses_tried(core: c.Core, known: Known, chain: Chain, ground: Sequence[Judgment], limits: Limits) -> tuple[Use, ...]:
    """As `uses_of`, by trying completions: for grounds that were found so."""
    rules = {f"rule:{rule.key}": rule for rule in core.rules}
    formulas: dict[str, c.Formula] = {}
    for identifier, rule in rules.items():
        if identifier in chain.graph:
            formulas[identifier] = c.And((rule.condition, c.Not(_forced(rule.exceptions))))
            for name, exception in _exceptions(rule.exceptions, f"exception:{rule.key}/"):
                if name in chain.graph:
                    formulas[name] = _forced((exception,))
    found: list[Use] = []
    for node in chain.order():
        if node.id not in formulas or node.standing == "open" or node.clause is None:
            continue
        applies = node.standing in ("stands", "beaten", "in force")
        asked = replace(core, targets=(formulas[node.id],))
        told = completions(asked, known, 0, Decision(Status.HOLDS if applies else Status.FAILS), ground)
        try:
            if told.entails(ground, limits):
                found.append(Use(node.clause, _instance(node), _role(chain, node), applies))
        except GaveUp:
            continue
    return tuple(dict.fromkeys(found))


def _forced(exceptions: tuple[GroundException, ...]) -> c.Formula:
    """That one of the exceptions is in force."""
    return c.Or(tuple(c.And((one.condition, c.Not(_forced(one.exceptions)))) for one in exceptions))


def _instance(node: ChainNode) -> str:
    return node.key if node.kind == "rule" else node.clause or node.key


def _parts(asked: Entailment, chain: Chain) -> Iterator[tuple[ChainNode, Part, Bool]]:
    """The rules and exceptions of a chain that are settled in it, each with when it applies."""
    rules = {
        f"rule:{asked.core.rules[number].key}": (contest, place, asked.core.rules[number])
        for contest in asked.core.contests.values()
        for place, number in enumerate(contest.rules)
    }
    truths: dict[str, Bool] = {}
    for identifier, (contest, place, rule) in rules.items():
        settled = asked.encoding.contests.get(contest.key)
        if identifier not in chain.graph or settled is None or place not in settled.rules:
            continue
        truths[identifier] = settled.rules[place].applies
        for name, exception in _exceptions(rule.exceptions, f"exception:{rule.key}/"):
            if name in chain.graph:
                truths[name] = asked.encoding.in_force((exception,))
    for node in chain.order():
        if node.id in truths and node.standing != "open" and node.clause is not None:
            yield node, _role(chain, node), truths[node.id]


def _exceptions(parts: tuple[GroundException, ...], path: str) -> Iterator[tuple[str, GroundException]]:
    """Exceptions with their identifiers in the chain."""
    seen: dict[str, int] = {}
    for part in parts:
        number = seen[part.id] = seen.get(part.id, 0) + 1
        name = f"{path}{part.id}{f'#{number}' if number > 1 else ''}"
        yield name, part
        yield from _exceptions(part.exceptions, f"{name}/")


def _role(chain: Chain, node: ChainNode) -> Part:
    if node.kind == "exception":
        return "exception"
    for upper in chain.graph.successors(node.id):
        against = chain.graph.edges[node.id, upper]["role"] == "ruled out"
        if against and chain.node(upper).standing in ("established", "value"):
            return "rival"
    return "rule"


def clauses_with(core: c.Core, index: int) -> dict[Judgment, tuple[str, ...]]:
    """The clauses and definitions in whose conditions or expressions each judgment about facts stands, sorted.

    Judgments are compared without their truth value; that a fact has some value stands where the fact is read.
    """
    small = cone(core, (core.targets[index],))
    members = {name for block in small.blocks for name in block.members}
    found: dict[Judgment, set[str]] = {}
    for name in members:
        for clause, node in _written(small, name):
            for part in parts_of(node):
                if isinstance(part, c.FactTest | c.Test | c.NoneTest):
                    found.setdefault(plain(Judgment(part, True)), set()).add(clause)
                    found.setdefault(plain(Judgment(part, False)), set()).add(clause)
                if isinstance(part, c.FactRead):
                    found.setdefault(Judgment(c.FactTest(part.fact), True), set()).add(clause)
    return {judgment: tuple(sorted(clauses)) for judgment, clauses in found.items()}


def stands_in(judgment: Judgment, known: dict[Judgment, tuple[str, ...]]) -> tuple[str, ...]:
    """The clauses in which a judgment stands, by `clauses_with`."""
    found = known.get(judgment, ())
    if found or judgment.stipulated:
        return found
    read = {clause for fact in facts_of(judgment.formula) for clause in known.get(Judgment(c.FactTest(fact), True), ())}
    return tuple(sorted(read))


def _written(small: c.Core, name: str) -> Iterator[tuple[str, c.Formula | c.Value]]:
    if name in small.definitions:
        definition = small.definitions[name]
        yield from ((definition.name, node) for case in definition.cases for node in case)
        return
    contest = small.contests[name]
    rules: list[c.GroundRule | c.GroundLimit] = [*(small.rules[number] for number in contest.rules), *contest.limits]
    for rule in rules:
        yield rule.clause, rule.condition
        expression = rule.bound if isinstance(rule, c.GroundLimit) else rule.value
        if expression is not None:
            yield rule.clause, expression
        for _, exception in _exceptions(rule.exceptions, ""):
            yield exception.id, exception.condition
