"""Random rule files about entities, and the same again as answer-set programs (see `entities`).

Contests are settled in the program by the definitions of docs/semantics.md, part 1: an outcome takes one of its
unbeaten values, an action an order of its rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import clingo

from reference.entities import (
    BOOLEANS,
    HOLD_WITH,
    MEMBERS,
    MODES,
    NUMBERS,
    SCALE,
    Expressions,
    Part,
    Scope,
    decimal,
)

TERMS = {"MUST": "must", "MUST NOT": "mustnot", "MAY": "may", "NEED NOT": "neednot"}


@dataclass(frozen=True)
class Written:
    """The rule file with a case `c` that asks `asked`, and the program with an atom `asked(i)` for each."""

    text: str
    program: str
    asked: tuple[str, ...]


class Writer:
    """Writes both.  Outcomes stand in layers, each rule reads what stands below."""

    def __init__(self, seed: int) -> None:
        self.say = Expressions(seed)
        self.rules: list[str] = []

    def outcome(self, name: str) -> None:
        sorts = tuple(self.say.pick(tuple(MEMBERS)) for _ in range(self.say.random.choice((0, 1, 1, 2))))
        kind = self.say.pick(("boolean", "boolean", "value", "action"))
        if kind == "action":
            sorts = sorts[:1]
        written = f"({', '.join(f'p{i} : {sort}' for i, sort in enumerate(sorts))})" if sorts else ""
        bounded = kind == "value" and self.say.chance(0.3)
        word = "ACTION" if kind == "action" else "OUTCOME"
        typed = "" if kind != "value" else " : NUMBER FROM 0 TO 6" if bounded else " : NUMBER"
        self.rules.append(f"{word} {name}{written}{typed}")
        labels = [f"{name}_r{number}" for number in range(self.say.random.randint(1, 4))]
        for label in labels:
            self.rule(label, name, sorts, kind, bounded)
        pairs = {(a, b) for i, a in enumerate(labels) for b in labels[i + 1 :] if self.say.chance(0.35)}
        self.rules += (f"PRIORITY {a} OVER {b}" for a, b in sorted(pairs))
        while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
            pairs |= more
        self.say.lines += (f"over({a},{b})." for a, b in sorted(pairs))
        self.settled(name, kind)
        self.say.said[name] = sorts, kind

    def rule(self, label: str, name: str, sorts: tuple[str, ...], kind: str, bounded: bool) -> None:
        scope: Scope = {}
        args: list[str] = []
        for sort in sorts:
            if sort == "node" and kind != "action" and self.say.chance(0.25):
                args.append(self.say.pick(MEMBERS[sort]))
                continue
            scope[self.say.fresh("v")] = sort
            args.append(list(scope)[-1])
        ranges = dict(scope)
        guards = [f"{sort}({one.upper()})" for one, sort in scope.items()]
        if kind != "action" and self.say.chance(0.35):
            one, sort, text, condition, _ = self.say.range(scope)
            scope[one], ranges[one] = sort, text
            guards.append(condition)
        guard = ", ".join(guards) or "true"
        contest = f"{name}({','.join(a.upper() if a in scope else a for a in args)})" if args else name
        head = f"{name}({', '.join(args)})" if args else name
        instance = f"i({','.join(one.upper() for one in scope)})" if scope else "i"
        condition = self.say.formula(scope, self.say.random.choice((1, 1, 2)))
        applies, forced = self.say.fresh("applies"), self.say.fresh("forced")
        values = ",".join(one.upper() for one in scope) or "i"
        written = [f"RULE {label}"]
        if ranges:
            written.append(f"FOR EACH {', '.join(f'{one} IN {of}' for one, of in ranges.items())}")
        written.append(f"IF {condition.text}")
        literal = self.head(head, kind, scope, written, applies, values, bounded)
        if self.say.chance(0.35):
            exception = self.say.formula(scope, 1)
            written.append(f"EXCEPTION e IF {exception.text}")
            over = ""
            if self.say.chance(0.5):
                inner = self.say.formula(scope, 1)
                written.append(f"EXCEPTION x TO e IF {inner.text}")
                over = f", not {inner.atom()}"
            self.say.lines.append(f"{forced}({values}) :- {guard}, {exception.atom()}{over}.")
        self.say.lines.append(f"{applies}({values}) :- {guard}, {condition.atom()}, not {forced}({values}).")
        for given, when in literal:
            self.say.lines.append(f"ap_{name}({label},{instance},{contest},{given}) :- {applies}({values}){when}.")
        self.rules.append(" ".join(written))

    def head(
        self, head: str, kind: str, scope: Scope, written: list[str], applies: str, values: str, bounded: bool
    ) -> list[tuple[str, str]]:
        """Writes what is concluded; the literals that this gives, each with when it does."""
        if kind == "boolean":
            positive = self.say.chance(0.6)
            written.append(f"THEN {'' if positive else 'NOT '}{head}")
            return [("yes" if positive else "no", "")]
        if kind == "action":
            mode = self.say.pick(MODES)
            written.append(f"THEN {mode} {head}")
            return [(TERMS[mode], "")]
        value = self.say.value(scope, 2)
        written.append(f"THEN {head} = {value.text}")
        fits = Part("", self.say.fresh("fits"), value.free)
        bounds = f", R >= 0, R <= {6 * SCALE}" if bounded else ""
        self.say.lines.append(f"{fits.atom('R')} :- {self.say.guard(value.free, scope)}, {value.atom('R')}{bounds}.")
        there = Part("", self.say.fresh("there"), value.free)
        self.say.lines.append(f"{there.atom()} :- {self.say.guard(value.free, scope)}, {fits.atom('R')}.")
        return [("num(R)", f", {fits.atom('R')}"), ("missing", f", not {there.atom()}")]

    def settled(self, name: str, kind: str) -> None:
        """The resolutions of each contest of an outcome (T2) or action (by orders of its rules)."""
        ap = f"ap_{name}"
        if kind == "action":
            self.say.lines += (
                f"1 {{ b_{name}(K,R,S); b_{name}(K,S,R) }} 1 :- {ap}(R,_,K,_), {ap}(S,_,K,_), R < S.",
                f":- b_{name}(K,R,S), over(S,R).",
                f":- b_{name}(K,R,S), b_{name}(K,S,T), b_{name}(K,T,R).",
                f"struck_{name}(K,R) :- {ap}(R,_,K,L), stand_{name}(K,S), {ap}(S,_,K,M), b_{name}(K,S,R), clash(L,M).",
                f"stand_{name}(K,R) :- {ap}(R,_,K,_), not struck_{name}(K,R).",
                f"h_{name}(K,L) :- stand_{name}(K,R), {ap}(R,_,K,L).",
            )
            return
        self.say.lines += (
            f"beaten_{name}(R,I,K) :- {ap}(R,I,K,L), over(S,R), {ap}(S,_,K,M), L != M.",
            f"unbeaten_{name}(K,L) :- {ap}(R,I,K,L), not beaten_{name}(R,I,K).",
            f"1 {{ h_{name}(K,L) : unbeaten_{name}(K,L) }} 1 :- unbeaten_{name}(K,_).",
        )

    def reach(self) -> None:
        """A positive circle over entities."""
        self.rules += (
            "OUTCOME reach(p : node, q : node)",
            "RULE reach_1 FOR EACH v IN node, u IN node IF link(v, u) THEN reach(v, u)",
            "RULE reach_2 FOR EACH v IN node, u IN node, k IN node IF link(v, u) AND reach(u, k) THEN reach(v, k)",
        )
        self.say.lines += (
            "h_reach(reach(V,U),yes) :- fact(link(V,U)).",
            "h_reach(reach(V,K),yes) :- fact(link(V,U)), h_reach(reach(U,K),yes).",
        )
        self.say.said["reach"] = ("node", "node"), "boolean"

    # ------------------------------------------------------------------------------------------------------- case

    def given(self, unknown: int) -> list[str]:
        """Every fact known but for some."""
        atoms = [("boolean", *one) for one in _instances(BOOLEANS)] + [("number", *one) for one in _instances(NUMBERS)]
        open_ = set(self.say.random.sample(range(len(atoms)), unknown))
        found: list[str] = []
        for number, (kind, text, term) in enumerate(atoms):
            size = text.startswith("size")
            if kind == "boolean":
                value = self.say.chance(0.5)
                if number in open_:
                    self.say.lines.append(f"{{ fact({term}) }}.")
                    continue
                found.append(text if value else f"NOT {text}")
                if value:
                    self.say.lines.append(f"fact({term}).")
            elif number in open_ and not size:
                self.say.lines.append(f"1 {{ {'; '.join(f'val({term},{one * SCALE})' for one in range(4))} }} 1.")
            else:
                scaled = self.say.random.randint(0, 16) * 25 if size else self.say.random.randint(0, 3) * SCALE
                found.append(f"{text} = {decimal(scaled)}")
                self.say.lines.append(f"val({term},{scaled}).")
        return found

    def write(self) -> Written:
        self.say.lines.append("true.")
        if self.say.chance(0.3):
            self.reach()
        for number in range(self.say.random.randint(2, 4)):
            self.outcome(f"o{number}")
        given = self.given(self.say.random.choice((0, 1, 2, 3, 4)))
        asked: list[str] = []
        for name, (sorts, kind) in self.say.said.items():
            for args in product(*(MEMBERS[sort] for sort in sorts)):
                text, term = _applied(name, args)
                for claim, when in self.claims(name, kind, text, term):
                    self.say.lines.append(f"asked({len(asked)}) :- {when}.")
                    asked.append(claim)
        rows = "\n".join(f"  | {one} |" for one in MEMBERS["bag"])
        text = "\n".join([
            "TYPE bag", f"TYPE node OF {', '.join(MEMBERS['node'])}",
            *(f"FACT {name}{_parameters(sorts)}" for name, sorts in BOOLEANS.items()),
            "FACT w(p0 : bag) : INTEGER FROM 0 TO 3", "FACT n : INTEGER FROM 0 TO 3",
            "FACT size(p0 : node) : NUMBER FROM 0 TO 4",
            *self.rules,
            f"CASE c\n  GIVEN\n  | bag |\n{rows}\n  GIVEN {', '.join(given)}\n  ASK DECIDE {', '.join(asked)}", "",
        ])  # fmt: skip
        return Written(text, "\n".join(self.say.lines), tuple(asked))

    def claims(self, name: str, kind: str, text: str, term: str) -> list[tuple[str, str]]:
        if kind == "boolean":
            return [(text, f"h_{name}({term},yes)"), (f"REJECTED {text}", f"h_{name}({term},no)")]
        if kind == "action":
            mode = self.say.pick(MODES)
            # What is asked is true with one of two literals.
            wanted = self.say.fresh("wanted")
            self.say.lines += (f"{wanted} :- h_{name}({term},{one})." for one in HOLD_WITH[mode])
            return [(f"{mode} {text}", wanted)]
        bound = self.say.bound()
        there, free = self.say.fresh("there"), self.say.fresh("open")
        self.say.lines += (
            f"{there} :- h_{name}({term},num(R)).",
            f"{{ {free} }} :- not {there}.",
            f"{free}w :- {free}.",
            f"{free}w :- h_{name}({term},num(R)), R > {bound}.",
        )
        return [(f"{text} > {decimal(bound)}", f"{free}w")]


def _instances(said: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [
        _applied(name, args) for name, sorts in said.items() for args in product(*(MEMBERS[sort] for sort in sorts))
    ]


def _applied(name: str, args: Sequence[str]) -> tuple[str, str]:
    return (f"{name}({', '.join(args)})", f"{name}({','.join(args)})") if args else (name, name)


def _parameters(sorts: Sequence[str]) -> str:
    return f"({', '.join(f'p{i} : {sort}' for i, sort in enumerate(sorts))})" if sorts else ""


def in_all_and_some(program: str, count: int) -> list[tuple[bool, bool]]:
    """For each `asked(i)` whether it is in every answer set, and whether in none."""
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program + "\n#show asked/1.")
    control.ground([("base", [])])
    seen: dict[str, set[int]] = {}
    for mode in ("brave", "cautious"):
        control.configuration.solve.enum_mode = mode  # type: ignore[union-attr]
        control.configuration.solve.models = 0  # type: ignore[union-attr]
        found: set[int] | None = None
        with control.solve(yield_=True) as handle:
            for model in handle:
                found = {symbol.arguments[0].number for symbol in model.symbols(shown=True)}
        assert found is not None, "no answer set"
        seen[mode] = found
    return [(i in seen["cautious"], i not in seen["brave"]) for i in range(count)]
