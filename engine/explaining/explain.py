"""Why, and why not, in the words of the glosses: which rule fired, which were excepted or beaten and by what, which
condition failed and with which values; what an open decision waits for; both sides of a conflict.

An explanation is the dependency chain read aloud from the decision down.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.engine.core import Core
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.derive import Derivation
from rulelang.engine.explaining.chain import Chain, ChainNode
from rulelang.engine.explaining.chain_build import build_chain
from rulelang.grammar.model import BooleanType, Program, SortType, Type
from rulelang.grammar.render import visible
from rulelang.grammar.values import NONE
from rulelang.grammar.words import gloss, unit_of, value_text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation; `depth` is how far it is indented, `node` the chain's node that it is about."""

    depth: int
    text: str
    node: str | None = None


def explain(program: Program, derivation: Derivation, index: int = 0, chain: Chain | None = None) -> tuple[Line, ...]:
    """The explanation of the decision on target number `index`; `chain` is its chain, if it was built already."""
    told = chain or build_chain(derivation, index)
    words = _Words(program, derivation.core, told)
    decision = derivation.decisions[index]
    lines = [Line(0, f"{derivation.targets[index].text}: {words.verdict(decision)}", told.decision)]
    lines.extend(Line(1, text) for text in words.waits_for(decision))
    lines.extend(_below(words, told))
    return tuple(lines)


def explanation_text(lines: tuple[Line, ...]) -> str:
    """The lines, two spaces of indent for each level."""
    return "\n".join([*(f"{'  ' * line.depth}{visible(line.text)}" for line in lines), ""])


def _below(words: _Words, chain: Chain) -> list[Line]:
    lines: list[Line] = []
    shown: set[str] = set()
    graph = chain.graph
    waiting = [(lower, chain.decision, 1) for lower in reversed([*graph.predecessors(chain.decision)])]
    while waiting:
        identifier, upper, depth = waiting.pop()
        node = chain.node(identifier)
        lower = [*graph.predecessors(identifier)]
        again = identifier in shown and bool(lower)
        text = words.line(node, str(graph.edges[identifier, upper]["role"]))
        lines.append(Line(depth, f"{text} (see above)" if again else text, identifier))
        if identifier not in shown:
            shown.add(identifier)
            waiting.extend((below, identifier, depth + 1) for below in reversed(lower))
    return lines


_WHY = {
    Why.REJECTED: "the opposite is established",
    Why.OVERRIDDEN: "a rule for it applies, but another one prevails",
    Why.EXCEPTED: "the condition of a rule for it is met, but an exception is in force",
    Why.CONDITION_FALSE: "the condition of no rule for it is met",
    Why.NO_RULE: "no rule is for it",
}

_ORIGIN = {
    "given": "given",
    "supposed": "supposed",
    "default": "by default",
    "closed": "not listed, and the case is closed",
    "unknown": "not known",
}

_RULE = {
    "stands": "applies",
    "beaten": "applies, but is beaten",
    "excepted": "is excepted",
    "not triggered": "does not apply",
    "open": "may apply",
}


_UNDEFINED = "undefined: "


def _false(parts: tuple[str, ...]) -> str:
    words = [f"`{part}`" for part in parts]
    return f"{words[0]} is false" if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]} are false"


@dataclass(frozen=True, slots=True)
class _Words:
    program: Program
    core: Core
    chain: Chain

    def verdict(self, decision: Decision) -> str:
        match decision.status:
            case Status.HOLDS:
                return "holds"
            case Status.FAILS:
                return "fails" if decision.why is None else f"fails: {_WHY[decision.why]}"
            case Status.CONFLICT:
                return "in conflict: rules for both sides apply, and nothing decides between them"
            case Status.UNDETERMINED:
                return "undetermined"
            case Status.VALUE:
                if decision.undefined is not None:
                    return f"no value: {decision.undefined}"
                assert decision.value is not None
                return value_text(decision.value, self.unit())

    def unit(self) -> str | None:
        """The unit of what is asked, where it is one outcome, fact or definition."""
        lower = [*self.chain.graph.predecessors(self.chain.decision)]
        target = self.chain.node(self.chain.decision).key
        if len(lower) == 1 and self.chain.node(lower[0]).key == target:
            return unit_of(self.said(self.chain.node(lower[0]))[1])
        return None

    def waits_for(self, decision: Decision) -> list[str]:
        """What an open decision depends on."""
        lead = "it may depend on" if decision.possible else "it depends on"
        found = [f"{lead}: {self.fact_words(fact)}, which is not known" for fact in decision.unknowns]
        found += [f"{lead} whether `{test}`, which cannot be said" for test in decision.open_tests]
        found += [
            f"{lead} the conflict about `{contest}`"
            for contest in decision.conflicts
            if decision.status is not Status.CONFLICT
        ]
        found += [f"its rules go in a circle: {cycle}" for cycle in decision.cycles]
        if decision.limit is not None:
            found.append(f"not settled: {decision.limit}")
        return found

    # ---------------------------------------------------------------------------------------------- nodes

    def line(self, node: ChainNode, role: str) -> str:
        match node.kind:
            case "fact":
                return f"{self.fact_line(node)} ({_ORIGIN[node.standing]})"
            case "definition":
                return self.stated(node)
            case "conclusion":
                text = self.stated(node)
                return f"the opposite is established: {text}" if role == "rejects" else text
            case "rule" | "limit":
                return self.rule_line(node, role)
            case "exception":
                state = {"in force": "is in force", "not in force": "is not in force", "open": "may be in force"}
                reason = f": {_false(node.because)}" if node.because else f": `{node.text}`"
                return f"exception `{node.clause}` {state[node.standing]}{reason}"
            case "decision":
                return node.text

    def rule_line(self, node: ChainNode, role: str) -> str:
        if node.clause == "GIVEN":
            return "the case states it"
        if node.clause == "DEFAULT":
            name = "the default"
        else:
            name = f"rule `{node.key}`" if node.kind == "rule" else f"limit `{node.key}`"
        said = f" ({gloss_of})" if (gloss_of := self.rule_gloss(node)) else ""
        words = "prevails" if role == "beats" else _RULE[node.standing]
        tail = f": {_false(node.because)}" if node.because else f" and gives `{node.text}`"
        if node.value is not None and node.value.startswith(_UNDEFINED):
            tail = f" but gives no value ({node.value.removeprefix(_UNDEFINED)})"
        if role in ("ruled out", "beats") and not node.because:
            tail = f" (for `{node.text}`)"
        return f"{name}{said} {words}{tail}"

    def rule_gloss(self, node: ChainNode) -> str | None:
        rule = self.program.rules.get(node.rule or "")
        return rule.gloss if rule is not None and node.rule == node.clause else None

    def fact_words(self, key: str) -> str:
        fact = self.core.facts.get(key)
        if fact is None:
            return key
        words = gloss(self.program, fact.name, fact.args)
        return f"it was done: {words}" if fact.done else words

    def fact_line(self, node: ChainNode) -> str:
        words = self.fact_words(node.key)
        fact = self.core.facts[node.key]
        if node.value is None:
            return words
        if isinstance(fact.type, BooleanType):
            return f"{words}: {node.value}"
        return f"{words}: {self.with_unit(node, fact.type)}"

    def stated(self, node: ChainNode) -> str:
        """A conclusion or a definition with what became of it."""
        words, type_ = self.said(node)
        prefix = ""
        text = node.text.removeprefix("NOT ") if node.standing in ("not established", "false") else node.text
        for mode in ("MUST NOT", "NEED NOT", "MUST", "MAY"):
            if text.startswith(f"{mode} "):
                prefix = f"{mode.lower()} "
                break
        if text.startswith("REJECTED "):
            prefix = "it is false that "
        said = f"{prefix}{words}"
        match node.standing:
            case "established":
                return said
            case "not established":
                return f"not established: {said}"
            case "true":
                return f"{said}: yes"
            case "false":
                return f"{said}: no"
            case "value":
                return f"{said}: {self.with_unit(node, type_)}"
            case "no value" | "undefined":
                return f"{said}: no value ({(node.value or '').removeprefix(_UNDEFINED)})"
            case "conflict":
                return f"in conflict: {said}"
            case _:
                return f"open: {said}"

    def said(self, node: ChainNode) -> tuple[str, Type]:
        """The gloss of a contest, definition or fact, and its type."""
        contest = self.core.contests.get(node.key)
        if contest is not None:
            return gloss(self.program, contest.name, contest.args), contest.type or BooleanType()
        definition = self.core.definitions.get(node.key)
        if definition is not None:
            return gloss(self.program, definition.name, definition.args), definition.type
        fact = self.core.facts[node.key]
        return gloss(self.program, fact.name, fact.args), fact.type

    def with_unit(self, node: ChainNode, type_: Type) -> str:
        if node.known is None or isinstance(node.known, bool):
            return str(node.value)
        if isinstance(type_, SortType) and isinstance(node.known, str):
            return self.program.sorts[type_.name].labels.get(node.known, node.known)
        return value_text(node.known, unit_of(type_) if node.known is not NONE else None)
