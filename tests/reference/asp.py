"""The definitions of docs/semantics.md, part 1, as an answer-set program: its answer sets are the worlds.

A choice for each unknown fact, each open test and each contest in conflict; an outcome takes one of its unbeaten
values, an action a total order of its rules; a cyclic block is unrolled into as many rounds as it has rules.  For
programs of the shapes PLAIN and ACTIONS: facts and outcomes are compared with constants only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import clingo

from reference.worlds import values_of
from rulelang.engine import core
from rulelang.engine.core import ContestKind, Core
from rulelang.engine.exact.arithmetic import compare
from rulelang.grammar.model import BooleanType
from rulelang.grammar.values import NONE

Literal = Callable[[str, Any], str]
"""How a literal of a contest is written where a formula reads it."""


def atom(value: Any) -> str:
    """A key, a literal or a value as a term."""
    if value is NONE:
        return "none"
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else f'"{value}"'


def established(key: str, literal: Any) -> str:
    return f"h({atom(key)},{atom(literal)})"


class Encoding:
    """Collects the program; formulas are named x(n)."""

    def __init__(self, program: Core, known: Mapping[str, Any]) -> None:
        self.core = program
        self.lines: list[str] = []
        self.names = 0
        self.tests: dict[core.Formula, int] = {}
        for key, fact in sorted(program.facts.items()):
            if isinstance(fact.type, BooleanType):
                if key not in known:
                    self.add(f"{{f({atom(key)})}}.")
                elif known[key]:
                    self.add(f"f({atom(key)}).")
            else:
                values = [known[key]] if key in known else values_of(fact)
                self.add(f"1 {{ {'; '.join(f'v({atom(key)},{atom(v)})' for v in values)} }} 1.")
        for block in program.blocks:
            contests = [program.contests[key] for key in block.members]
            if block.cyclic:
                self.block(contests)
            else:
                self.contest(contests[0])

    def add(self, line: str) -> None:
        self.lines.append(line)

    def name(self) -> str:
        self.names += 1
        return f"x({self.names})"

    # formulas

    def formula(self, f: core.Formula, literal: Literal = established) -> str:
        head = self.name()
        match f:
            case core.Truth(value):
                if value:
                    self.add(f"{head}.")
            case core.FactTest(key):
                self.add(f"{head} :- f({atom(key)}).")
            case core.Established(key, literals):
                for one in literals:
                    self.add(f"{head} :- {literal(key, one)}.")
            case core.Not(operand):
                self.add(f"{head} :- not {self.formula(operand, literal)}.")
            case core.And(parts):
                self.add(f"{head} :- {', '.join(self.formula(part, literal) for part in parts)}.")
            case core.Or(parts):
                for part in parts:
                    self.add(f"{head} :- {self.formula(part, literal)}.")
            case core.Test() | core.NoneTest():
                self.test(f, head)
            case _:
                raise AssertionError(f)
        return head

    def test(self, f: core.Test | core.NoneTest, head: str) -> None:
        number = self.tests.setdefault(f, len(self.tests))
        self.add(f"{head} :- t({number}).")
        if any(line.startswith(f"{{u({number})}}") for line in self.lines):
            return
        self.add(f"{{u({number})}} :- o({number}).")
        self.add(f"t({number}) :- o({number}), u({number}).")
        match f:
            case core.NoneTest(core.OutcomeRead(key)):
                self.add(f"t({number}) :- not some({atom(key)}).")
                self.add(f"t({number}) :- h({atom(key)},none).")
                self.add(f'o({number}) :- h({atom(key)},"?").')
            case core.NoneTest(core.FactRead(key)):
                self.add(f"t({number}) :- v({atom(key)},none).")
            case core.Test(op, core.FactRead(key), core.Constant(constant)):
                for value in values_of(self.core.facts[key]):
                    if compare(op, value, constant) is True:
                        self.add(f"t({number}) :- v({atom(key)},{atom(value)}).")
                self.add(f"o({number}) :- v({atom(key)},none).")
            case core.Test(op, core.OutcomeRead(key), core.Constant(constant)):
                for value in range(10):
                    if compare(op, value, constant) is True:
                        self.add(f"t({number}) :- h({atom(key)},{value}).")
                self.add(f"o({number}) :- not some({atom(key)}).")
                self.add(f"o({number}) :- h({atom(key)},none).")
                self.add(f'o({number}) :- h({atom(key)},"?").')
            case core.Test(_, core.Undefined(), _):
                self.add(f"o({number}).")
            case _:
                raise AssertionError(f)

    def forced(self, exceptions: Sequence[core.GroundException], literal: Literal) -> str:
        head = self.name()
        for e in exceptions:
            self.add(f"{head} :- {self.formula(e.condition, literal)}, not {self.forced(e.exceptions, literal)}.")
        return head

    def applies(self, rule: core.GroundRule, literal: Literal = established) -> str:
        head = self.name()
        condition, forced = self.formula(rule.condition, literal), self.forced(rule.exceptions, literal)
        self.add(f"{head} :- {condition}, not {forced}.")
        return head

    # contests

    def contest(self, contest: core.Contest) -> None:
        key = atom(contest.key)
        for place, index in enumerate(contest.rules):
            self.add(f"a({index}) :- {self.applies(self.core.rules[index])}.")
            self.gives(contest, place, index)
        self.add(f"some({key}) :- h({key},_).")
        if contest.kind is ContestKind.ACTION:
            self.action(contest)
            return
        for place, index in enumerate(contest.rules):
            for other, above in enumerate(contest.rules):
                if place in contest.outranks[other]:
                    self.add(f"beaten({index},X) :- a({index}), g({index},X), a({above}), g({above},Y), X != Y.")
            self.add(f"unbeaten({key},X) :- a({index}), g({index},X), not beaten({index},X).")
        self.add(f"1 {{ h({key},X) : unbeaten({key},X) }} 1 :- unbeaten({key},_).")

    def gives(self, contest: core.Contest, place: int, index: int) -> None:
        rule = self.core.rules[index]
        match rule.value:
            case None:
                self.add(f"g({index},{atom(rule.literal)}).")
            case core.Constant(value):
                self.add(f"g({index},{atom(value)}).")
            case core.Undefined():
                self.add(f'g({index},"?").')
            case core.FactRead(key):
                self.add(f"g({index},X) :- v({atom(key)},X).")
            case _:
                raise AssertionError(rule.value)

    def action(self, contest: core.Contest) -> None:
        rules = contest.rules
        for i, left in enumerate(rules):
            for j in range(i):
                right = rules[j]
                if i in contest.outranks[j]:
                    self.add(f"bf({right},{left}).")
                elif j in contest.outranks[i]:
                    self.add(f"bf({left},{right}).")
                else:
                    self.add(f"1 {{ bf({left},{right}); bf({right},{left}) }} 1.")
        for left in rules:
            for middle in rules:
                for right in rules:
                    if len({left, middle, right}) == 3:
                        self.add(f":- bf({left},{middle}), bf({middle},{right}), bf({right},{left}).")
        for i, index in enumerate(rules):
            for j, other in enumerate(rules):
                if self.clash(contest, i, j):
                    self.add(f"struck({index}) :- stand({other}), bf({other},{index}).")
            self.add(f"stand({index}) :- a({index}), not struck({index}).")
            self.add(f"h({atom(contest.key)},{atom(self.core.rules[index].literal)}) :- stand({index}).")

    def clash(self, contest: core.Contest, i: int, j: int) -> bool:
        left, right = (self.core.rules[contest.rules[n]].literal for n in (i, j))
        assert left is not None
        assert right is not None
        return core.incompatible(left, right, contest.kind)

    # cyclic blocks

    def block(self, contests: Sequence[core.Contest]) -> None:
        inside = {contest.key for contest in contests}
        rounds = sum(len(contest.rules) for contest in contests) + 2

        def at(relation: str, number: int) -> Literal:
            def written(key: str, literal: Any) -> str:
                if key in inside:
                    return f"{relation}({atom(key)},{atom(literal)},{number})"
                return established(key, literal)

            return written

        for number in range(1, rounds + 1):
            for contest in contests:
                for i, index in enumerate(contest.rules):
                    self.round(contest, i, index, number, at)
        for contest in contests:
            heads = sorted({self.core.rules[i].literal for i in contest.rules}, key=str)
            key = atom(contest.key)
            for literal in heads:
                self.add(f"h({key},{atom(literal)}) :- z({key},{atom(literal)},{rounds}).")
                self.add(f"{{ h({key},{atom(literal)}) }} :- q({key},{atom(literal)},{rounds}).")
                for other in heads:
                    assert literal is not None
                    assert other is not None
                    if core.incompatible(literal, other, contest.kind):
                        self.add(f":- h({key},{atom(literal)}), h({key},{atom(other)}).")

    def round(self, contest: core.Contest, i: int, index: int, number: int, at: Callable[[str, int], Literal]) -> None:
        rule = self.core.rules[index]
        head = f"{atom(contest.key)},{atom(rule.literal)},{number}"
        rivals = [(j, other) for j, other in enumerate(contest.rules) if self.clash(contest, i, j)]
        above = "".join(f", not k({other},{number - 1})" for j, other in rivals if i in contest.outranks[j])
        self.add(f"sp({index},{number}) :- {self.applies(rule, at('q', number))}{above}.")
        self.add(f"q({head}) :- sp({index},{number}).")
        self.add(f"at({index},{number}) :- {self.applies(rule, at('z', number))}.")
        none = "".join(f", not sp({other},{number})" for _, other in rivals)
        self.add(f"z({head}) :- at({index},{number}){none}.")
        if contest.kind is ContestKind.ACTION:
            none = "".join(f", not sp({other},{number})" for j, other in rivals if j not in contest.outranks[i])
        else:
            none = ""
        self.add(f"k({index},{number}) :- at({index},{number}){none}.")


def decide_asp(program: Core, known: Mapping[str, Any], asked: Sequence[core.Formula]) -> list[tuple[bool, bool]]:
    """For each formula whether it is true in every world, and whether in none."""
    encoding = Encoding(program, known)
    for number, formula in enumerate(asked):
        encoding.add(f"asked({number}) :- {encoding.formula(formula)}.")
    encoding.add("#show asked/1.")
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join(encoding.lines))
    control.ground([("base", [])])
    seen: dict[str, set[int]] = {}
    for mode in ("brave", "cautious"):
        control.configuration.solve.enum_mode = mode  # type: ignore[union-attr]
        control.configuration.solve.models = 0  # type: ignore[union-attr]
        seen[mode] = set()
        with control.solve(yield_=True) as handle:
            for model in handle:
                seen[mode] = {symbol.arguments[0].number for symbol in model.symbols(shown=True)}
    return [(n in seen["cautious"], n not in seen["brave"]) for n in range(len(asked))]


