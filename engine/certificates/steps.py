"""The steps of a gold chain: what each concludes, from which premises, by which rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rulelang.engine import core as c
from rulelang.engine.certificates.local import LITERALS, Concluded, Defined, KnownFact, Said, Valued, local, target_of
from rulelang.engine.core import Core
from rulelang.engine.core_text import established_text
from rulelang.engine.decision import Decision, Status
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.explaining.chain import Chain, ChainNode
from rulelang.engine.grounding.keys import argument
from rulelang.grammar.model import Constant_, Mode
from rulelang.grammar.values import NONE


@dataclass(frozen=True, slots=True)
class Step:
    """A conclusion with its premises and the clauses by which it follows from them."""

    concludes: Said
    premises: tuple[Said, ...]
    clauses: tuple[str, ...]


def steps_of(core: Core, chain: Chain) -> tuple[Step, ...]:
    """The steps of a chain that conclude something definite, each after what it rests on.

    What is open in the chain is no step and no premise.
    """
    found: list[Step] = []
    for node in chain.order():
        said = _said(core, chain, node)
        if said is not None and not isinstance(said, KnownFact):
            premises, clauses = rests_on(core, chain, node.id, _members(core, node.key))
            found.append(Step(said, premises, clauses))
    return tuple(found)


def last_step(core: Core, chain: Chain, inside: Iterable[str]) -> tuple[tuple[Said, ...], tuple[str, ...]]:
    """What the decision itself rests on; of the contests inside, what they rest on in their turn."""
    return rests_on(core, chain, chain.decision, frozenset(inside))


def rests_on(
    core: Core, chain: Chain, identifier: str, inside: frozenset[str]
) -> tuple[tuple[Said, ...], tuple[str, ...]]:
    """The nearest definite premises of a node, and the clauses between."""
    premises: dict[Said, None] = {}
    clauses: dict[str, None] = {}
    waiting = list(chain.graph.predecessors(identifier))[::-1]
    seen = set(waiting)
    while waiting:
        node = chain.node(waiting.pop())
        if node.kind in ("rule", "exception", "limit"):
            if node.clause is not None:
                clauses[node.clause] = None
        elif node.kind == "fact" or node.key not in inside:
            said = _said(core, chain, node)
            if said is not None:
                premises[said] = None
            continue
        for lower in reversed(list(chain.graph.predecessors(node.id))):
            if lower not in seen:
                seen.add(lower)
                waiting.append(lower)
    return tuple(sorted(premises, key=identifier_of)), tuple(sorted(clauses))


def block_of(core: Core, name: str) -> c.Block:
    """The block that a contest or definition is in."""
    return next(block for block in core.blocks if name in block.members)


def _members(core: Core, name: str) -> frozenset[str]:
    return frozenset(block_of(core, name).members)


def _said(core: Core, chain: Chain, node: ChainNode) -> Said | None:
    """What a node says; None where it is open, or concludes nothing."""
    match node.kind, node.standing:
        case "fact", standing if standing != "unknown":
            assert node.known is not None
            return KnownFact(node.key, node.known)
        case "conclusion", ("established" | "not established") as standing:
            return _concluded(core, node, standing == "established")
        case "conclusion", "value":
            assert node.known is not None
            assert not isinstance(node.known, bool)
            return Valued(node.key, node.known)
        case "conclusion", "no value":
            gives = any(chain.graph.edges[low, node.id]["role"] == "gives" for low in chain.graph.predecessors(node.id))
            return Valued(node.key, _undefined(node) if gives else NONE)
        case "definition", "true" | "false":
            return Defined(node.key, node.standing == "true")
        case "definition", "value":
            assert node.known is not None
            return Defined(node.key, node.known)
        case "definition", "undefined":
            return Defined(node.key, _undefined(node))
        case _:
            return None


def _undefined(node: ChainNode) -> Undefinedness:
    return Undefinedness((node.value or "").removeprefix("undefined: "))


def _concluded(core: Core, node: ChainNode, holds: bool) -> Concluded:
    for literals in tests_of(core.contests[node.key], holds):
        said = Concluded(node.key, literals, holds)
        if identifier_of(said) == node.id:
            return said
    raise AssertionError(node.id)


def tests_of(contest: c.Contest, holds: bool) -> list[tuple[bool | Mode, ...]]:
    """What can be said to be established of a contest, or not to be."""
    single: list[tuple[bool | Mode, ...]] = [(literal,) for literal in LITERALS[contest.kind]]
    if holds or contest.kind is not c.ContestKind.ACTION:
        return single
    return [("MUST",), ("MUST NOT",), ("MAY", "MUST"), ("NEED NOT", "MUST NOT")]


def identifier_of(said: Said) -> str:
    """The chain's identifier of what is said."""
    match said:
        case KnownFact(key):
            return f"fact:{key}"
        case Concluded(contest, literals, holds):
            text = established_text(contest, literals)
            return f"conclusion:{text if holds else f'NOT {text}'}"
        case Valued(contest):
            return f"value:{contest}"
        case Defined(definition):
            return f"definition:{definition}"


def text_of(said: Said) -> str:
    """What is said, in one line."""
    match said:
        case KnownFact(key, value) | Valued(key, value) | Defined(key, value):
            return _equation(key, value)
        case Concluded():
            return identifier_of(said).removeprefix("conclusion:")


def _equation(key: str, value: bool | Constant_ | Undefinedness) -> str:
    match value:
        case bool():
            return key if value else f"NOT {key}"
        case Undefinedness():
            return f"{key} has no value"
        case _:
            return f"{key} = {argument(value)}"


def follows(core: Core, step: Step) -> str | None:
    """What follows in place of a step's conclusion from its premises alone by the rules of its block; None: just that.

    By the evaluator; what it leaves open is left to the solver.
    """
    target = target_of(step.concludes)
    made, known = local(core, block_of(core, name_of(step.concludes)), step.premises, target, step.clauses)
    return difference(step.concludes, decide(made, known, 0))


def last_follows(
    core: Core, index: int, decision: Decision, premises: Sequence[Said], clauses: Collection[str] = ()
) -> str | None:
    """What follows in place of a decision from its premises alone, and for a conflict by these clauses."""
    block = block_of(core, decision.conflicts[0]) if decision.status is Status.CONFLICT else None
    made, known = local(core, block, premises, core.targets[index], clauses)
    found = decide(made, known, 0)
    same = found.status is decision.status and found.value == decision.value
    if decision.status is Status.UNDETERMINED:
        same = found.undefined is not None
    return None if same else found.limit or found.status.value


def name_of(said: Said) -> str:
    """The contest or definition that something is said of."""
    match said:
        case Concluded(contest) | Valued(contest):
            return contest
        case Defined(name) | KnownFact(name):
            return name


def difference(said: Said, decision: Decision) -> str | None:
    """How a decision differs from what is said; None: it doesn't."""
    match said:
        case Concluded(_, _, holds) | Defined(_, bool() as holds) | KnownFact(_, bool() as holds):
            wanted = Decision(Status.HOLDS if holds else Status.FAILS)
            same = decision.status is wanted.status
        case Valued(_, Undefinedness()) | Defined(_, Undefinedness()):
            same = decision.undefined is not None
        case Valued(_, value) | Defined(_, value) | KnownFact(_, value):
            same = decision.status is Status.VALUE and decision.value == value
    return None if same else decision.limit or decision.status.value
