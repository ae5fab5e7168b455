"""Random conditions and values over entities, with aggregates and exact numbers, and the same for clingo.

Both are written side by side, and neither from the other: clingo grounds its own program over the entities, adds up its
own sums (in hundredths), and settles contests by the definitions of docs/semantics.md, part 1.  So what is compared is
the whole way from the text: FOR EACH, ranges, ANY and EVERY, COUNT, SUM, MIN and MAX, missing values, division by zero,
bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

SCALE = 100
MEMBERS = {"bag": ("x", "y"), "node": ("a", "b", "c")}
BOOLEANS = {"f": ("bag",), "g": ("bag", "node"), "t": (), "link": ("node", "node")}
NUMBERS = {"w": ("bag",), "n": (), "size": ("node",)}

MODES = ("MUST", "MUST NOT", "MAY", "NEED NOT")
HOLD_WITH = {
    "MUST": ("must",), "MUST NOT": ("mustnot",), "MAY": ("may", "must"), "NEED NOT": ("neednot", "mustnot")
}  # fmt: skip
"""The literals with which a norm is true in a condition."""
CLASHES = ("clash(must,neednot).", "clash(must,mustnot).", "clash(mustnot,may).", "clash(X,Y) :- clash(Y,X).")

Scope = dict[str, str]
"""Variables in sight and their sorts; in the answer-set program they are written in capitals."""


@dataclass(frozen=True)
class Part:
    """A formula or value: how it is written, and the predicate that is true of its variables (and its value)."""

    text: str
    predicate: str
    free: tuple[str, ...]

    def atom(self, *more: str) -> str:
        args = [*(name.upper() for name in self.free), *more]
        return f"{self.predicate}({','.join(args)})" if args else self.predicate


class Expressions:
    """Writes conditions and values: gives the text, and adds the program's lines to `lines`."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.said: dict[str, tuple[tuple[str, ...], str]] = {}
        """Outcomes and actions that may be read: their sorts, and boolean, value or action."""
        self.count = 0
        self.bounds: set[int] = set()
        for sort, members in MEMBERS.items():
            self.lines += (f"{sort}({one})." for one in members)
        self.lines += CLASHES

    def pick(self, options: Sequence[str]) -> str:
        return self.random.choice(options)

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def guard(self, free: Sequence[str], scope: Scope) -> str:
        return ", ".join(f"{scope[name]}({name.upper()})" for name in free) or "true"

    def part(self, text: str, free: Sequence[str], stem: str) -> Part:
        return Part(text, self.fresh(stem), tuple(sorted(set(free))))

    def term(self, name: str, sorts: Sequence[str], scope: Scope) -> tuple[str, str, tuple[str, ...]]:
        """An application with variables or members as arguments: as text, as a term, and its variables."""
        args: list[str] = []
        for sort in sorts:
            known = [one for one, of in scope.items() if of == sort]
            # The entities of bags are the case's: the rules name none of them.
            args.append(self.pick(known) if known and (sort == "bag" or self.chance(0.8)) else self.pick(MEMBERS[sort]))
        free = tuple(one for one in args if one in scope)
        if not args:
            return name, name, ()
        terms = [one.upper() if one in scope else one for one in args]
        return f"{name}({', '.join(args)})", f"{name}({','.join(terms)})", free

    def readable(self, sorts: Sequence[str], scope: Scope) -> bool:
        return all(sort != "bag" or "bag" in scope.values() for sort in sorts)

    # --------------------------------------------------------------------------------------------------- formulas

    def formula(self, scope: Scope, depth: int) -> Part:
        kind = self.random.random()
        if depth and kind < 0.28:
            return self.joint(scope, depth)
        if depth and kind < 0.36:
            inner = self.formula(scope, depth - 1)
            made = self.part(f"NOT ({inner.text})", inner.free, "not")
            self.lines.append(f"{made.atom()} :- {self.guard(made.free, scope)}, not {inner.atom()}.")
            return made
        if depth and kind < 0.54:
            return self.quantified(scope, depth)
        if kind < 0.75:
            return self.test(scope, max(depth, 1) - 1 if kind < 0.6 else 0)
        return self.said_atom(scope)

    def joint(self, scope: Scope, depth: int) -> Part:
        parts = [self.formula(scope, depth - 1) for _ in range(2)]
        word = self.pick(("AND", "OR"))
        made = self.part(f"({f' {word} '.join(p.text for p in parts)})", [v for p in parts for v in p.free], "joint")
        guard = self.guard(made.free, scope)
        if word == "AND":
            self.lines.append(f"{made.atom()} :- {guard}, {', '.join(p.atom() for p in parts)}.")
        else:
            self.lines += (f"{made.atom()} :- {guard}, {p.atom()}." for p in parts)
        return made

    def range(self, scope: Scope) -> tuple[str, str, str, str, tuple[str, ...]]:
        """A new variable: its name, sort, range as text and as a condition, and the variables of the range."""
        name = self.fresh("v")
        bags = [one for one, of in scope.items() if of == "bag"]
        if bags and self.chance(0.3):
            of = self.pick(bags)
            return name, "node", f"g({of})", f"node({name.upper()}), fact(g({of.upper()},{name.upper()}))", (of,)
        sort = self.pick(tuple(MEMBERS))
        return name, sort, sort, f"{sort}({name.upper()})", ()

    def quantified(self, scope: Scope, depth: int) -> Part:
        name, sort, text, condition, used = self.range(scope)
        body = self.formula({**scope, name: sort}, depth - 1)
        word = self.pick(("ANY", "EVERY"))
        free = [one for one in (*body.free, *used) if one != name]
        made = self.part(f"{word} {name} IN {text} HAS ({body.text})", free, "some")
        guard = self.guard(made.free, scope)
        if word == "ANY":
            self.lines.append(f"{made.atom()} :- {guard}, {condition}, {body.atom()}.")
        else:
            broken = Part("", self.fresh("broken"), made.free)
            self.lines.append(f"{broken.atom()} :- {guard}, {condition}, not {body.atom()}.")
            self.lines.append(f"{made.atom()} :- {guard}, not {broken.atom()}.")
        return made

    def said_atom(self, scope: Scope) -> Part:
        names = [name for name, (sorts, kind) in self.said.items() if kind != "value" and self.readable(sorts, scope)]
        if names and self.chance(0.6):
            name = self.pick(names)
            sorts, kind = self.said[name]
            text, term, free = self.term(name, sorts, scope)
            word = self.pick(MODES) if kind == "action" else self.pick(("", "", "REJECTED"))
            literals = HOLD_WITH[word] if kind == "action" else ("no",) if word else ("yes",)
            made = self.part(f"{word} {text}".strip(), free, "said")
            guard = self.guard(made.free, scope)
            self.lines += (f"{made.atom()} :- {guard}, h_{name}({term},{one})." for one in literals)
            return made
        name = self.pick([one for one, sorts in BOOLEANS.items() if self.readable(sorts, scope)])
        text, term, free = self.term(name, BOOLEANS[name], scope)
        made = self.part(text, free, "fact")
        self.lines.append(f"{made.atom()} :- {self.guard(made.free, scope)}, fact({term}).")
        return made

    def bound(self) -> int:
        """A number with which nothing else is compared: where a value is missing, equal tests are one open test."""
        while True:
            made = self.random.randint(0, 8) * SCALE + self.random.randint(1, SCALE - 1)
            if made not in self.bounds:
                self.bounds.add(made)
                return made

    def test(self, scope: Scope, depth: int) -> Part:
        op = self.pick(("<", "<=", ">", ">=", "=", "!="))
        if self.chance(0.15) and self.readable(("bag",), scope):
            return self.ratio(scope, op)
        value = self.value(scope, depth)
        sure = value.predicate.startswith("sure")
        bound = self.random.randint(0, 4) * SCALE + self.random.choice((0, 0, 50)) if sure else self.bound()
        made = self.part(f"{value.text} {op} {decimal(bound)}", value.free, "test")
        self.lines.append(f"{made.atom()} :- {self.guard(made.free, scope)}, {value.atom('R')}, R {op} {bound}.")
        return self.open(made, value, scope)

    def ratio(self, scope: Scope, op: str) -> Part:
        text, term, free = self.term("w", ("bag",), scope)
        bound = self.bound()
        made = self.part(f"{text} / n {op} {decimal(bound)}", free, "ratio")
        value = Part("", self.fresh("quotient"), made.free)
        guard = self.guard(made.free, scope)
        self.lines.append(f"{value.atom('R', 'S')} :- {guard}, val({term},R), val(n,S), S > 0.")
        self.lines.append(f"{made.atom()} :- {guard}, {value.atom('R', 'S')}, R*{SCALE} {op} S*{bound}.")
        return self.open(made, value, scope, "R,S")

    def open(self, made: Part, value: Part, scope: Scope, holes: str = "R") -> Part:
        guard = self.guard(made.free, scope)
        there, free = Part("", self.fresh("there"), made.free), Part("", self.fresh("open"), made.free)
        self.lines.append(f"{there.atom()} :- {guard}, {value.atom(*holes.split(','))}.")
        self.lines.append(f"{{ {free.atom()} }} :- {guard}, not {there.atom()}.")
        self.lines.append(f"{made.atom()} :- {guard}, {free.atom()}.")
        return made

    # ----------------------------------------------------------------------------------------------------- values

    def value(self, scope: Scope, depth: int) -> Part:
        kind = self.random.random()
        if depth and kind < 0.2:
            parts = [self.value(scope, depth - 1) for _ in range(2)]
            op = self.pick(("+", "-"))
            made = self.part(f"({parts[0].text} {op} {parts[1].text})", [v for p in parts for v in p.free], "value")
            self.lines.append(
                f"{made.atom(f'R{op}S')} :- {self.guard(made.free, scope)}, {parts[0].atom('R')}, {parts[1].atom('S')}."
            )
            return made
        if depth and kind < 0.28:
            inner = self.value(scope, depth - 1)
            made = self.part(f"ABS({inner.text} - 3)", inner.free, "value")
            self.lines.append(f"{made.atom(f'|R-{3 * SCALE}|')} :- {self.guard(made.free, scope)}, {inner.atom('R')}.")
            return made
        if depth and kind < 0.7:
            return self.aggregate(scope, depth)
        names = [name for name, (sorts, of) in self.said.items() if of == "value" and self.readable(sorts, scope)]
        if names and kind < 0.85:
            name = self.pick(names)
            text, term, free = self.term(name, self.said[name][0], scope)
            made = self.part(text, free, "value")
            self.lines.append(f"{made.atom('R')} :- {self.guard(made.free, scope)}, h_{name}({term},num(R)).")
            return made
        name = self.pick([one for one, sorts in NUMBERS.items() if self.readable(sorts, scope)])
        text, term, free = self.term(name, NUMBERS[name], scope)
        factor = self.random.choice((1, 1, 2, Fraction(1, 2)))
        made = self.part(f"{text} * {decimal(int(factor * SCALE))}" if factor != 1 else text, free, "sure")
        product_ = f"R*{factor.numerator}/{factor.denominator}"
        self.lines.append(f"{made.atom(product_)} :- {self.guard(made.free, scope)}, val({term},R).")
        return made

    def aggregate(self, scope: Scope, depth: int) -> Part:
        name, sort, text, condition, used = self.range(scope)
        inner = {**scope, name: sort}
        where = self.formula(inner, depth - 1)
        fold = self.pick(("COUNT", "COUNT", "SUM", "SUM", "MIN", "MAX"))
        if fold == "COUNT":
            free = [one for one in (*where.free, *used) if one != name]
            made = self.part(f"(COUNT OF {name} IN {text} WHERE ({where.text}))", free, "sure")
            guard = self.guard(made.free, scope)
            body = f"#count {{ {name.upper()} : {condition}, {where.atom()} }}"
            self.lines.append(f"{made.atom(f'{SCALE}*R')} :- {guard}, R = {body}.")
            return made
        # What is summed is no sum itself: of each, clingo writes down every total that may come about.
        item = self.value(inner, 0)
        free = [one for one in (*where.free, *item.free, *used) if one != name]
        made = self.part(f"({fold} OF {item.text} FOR EACH {name} IN {text} WHERE ({where.text}))", free, "value")
        there = Part("", self.fresh("item"), item.free)
        missing, some = Part("", self.fresh("missing"), made.free), Part("", self.fresh("some"), made.free)
        guard, here = self.guard(made.free, scope), f"{condition}, {where.atom()}"
        self.lines.append(f"{there.atom()} :- {self.guard(item.free, inner)}, {item.atom('R')}.")
        self.lines.append(f"{missing.atom()} :- {guard}, {here}, not {there.atom()}.")
        self.lines.append(f"{some.atom()} :- {guard}, {here}.")
        if fold == "SUM":
            self.lines.append(f"{some.atom()} :- {guard}.")
        body = f"#{fold.lower()} {{ S,{name.upper()} : {here}, {item.atom('S')} }}"
        self.lines.append(f"{made.atom('R')} :- {guard}, {some.atom()}, not {missing.atom()}, R = {body}.")
        return made


def decimal(scaled: int) -> str:
    """A number of hundredths as it is written."""
    whole, rest = divmod(scaled, SCALE)
    return f"{whole}.{rest:02}" if rest else str(whole)
