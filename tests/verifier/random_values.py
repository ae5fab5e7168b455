"""Random rule files with values: entities, quantified and aggregate conditions, rivals and limits, definitions.

Each has one case that asks one thing.  Everything is text, as `random_cases` has it for propositions.
"""

from __future__ import annotations

from random import Random

from random_cases import Drawn, drawn_of

TARGETS = ("p", "v", "v >= 4", "t", "ANY x IN item HAS (d(x))", "NOT p AND v < 6", "w(i1)")


def drawn(chance: Random, most: int = 6, target: str | None = None) -> Drawn | None:
    """A random case with a right answer and not too many warrants; None where none was found.

    It asks for `target`, or for anything."""
    return drawn_of(lambda: module(chance, target), most)


def module(chance: Random, target: str | None = None) -> str:
    """The text of a random module."""
    return "\n".join([*_HEAD, *_definitions(chance), *_rules(chance), *_case(chance, target)]) + "\n"


_HEAD = (
    "MODULE drawn", "TYPE item OF i1, i2",
    "FACT a", "FACT b", "FACT e", "FACT m : INTEGER", "FACT h(item)", "FACT k(item)", "FACT n(item) : INTEGER",
    "OUTCOME d(item)", "OUTCOME w(item) : INTEGER", "OUTCOME g", "OUTCOME v : INTEGER", "OUTCOME p",
)  # fmt: skip


def _definitions(chance: Random) -> list[str]:
    total = chance.choice([
        "COUNT OF x IN item WHERE (d(x))",
        "SUM OF n(x) FOR EACH x IN item WHERE (h(x))",
        "SUM OF w(x) FOR EACH x IN item WHERE (d(x) AND k(x))",
        "COUNT OF {a, g, NOT b} + m",
        "MAX OF n(x) FOR EACH x IN item",
    ])  # fmt: skip
    given = chance.choice([f"{total}", f"m IF {_plain(chance)} AS {total} OTHERWISE"])
    return [f"DEFINE t : INTEGER AS {given}", f"DEFINE s(x : item) AS {_each(chance)} OR h(x) AND a"]


def _plain(chance: Random, inner: tuple[str, ...] = ()) -> str:
    """A leaf that speaks of no item by a variable."""
    leaf = chance.choice(["a", "b", "e", f"m >= {chance.randint(2, 6)}", "a", "h(i1)", *inner])
    return f"NOT {leaf}" if chance.random() < 0.3 and " " not in leaf else leaf


def _each(chance: Random, inner: tuple[str, ...] = ()) -> str:
    leaf = chance.choice(["h(x)", "k(x)", f"n(x) > {chance.randint(1, 5)}", "h(x)", *inner])
    return f"NOT {leaf}" if chance.random() < 0.3 and " " not in leaf else leaf


def _over_items(chance: Random, inner: tuple[str, ...] = ("d(x)", "s(x)")) -> str:
    """A quantified or aggregate condition."""
    one, two = _each(chance, inner), _each(chance, inner)
    body = chance.choice([one, f"{one} AND {two}", f"{one} OR {two}", f"{one} AND {_plain(chance)}"])
    return chance.choice([
        f"ANY x IN item HAS ({body})", f"EVERY x IN item HAS ({body})", f"NOT ANY x IN item HAS ({body})",
        f"COUNT OF x IN item WHERE ({body}) >= {chance.randint(1, 2)}",
        f"SUM OF n(x) FOR EACH x IN item WHERE ({body}) < {chance.randint(2, 9)}",
    ])  # fmt: skip


def _condition(chance: Random, inner: tuple[str, ...]) -> str:
    """A condition of one to three parts, some over all items."""
    parts = dict.fromkeys(
        _over_items(chance) if chance.random() < 0.4 else _plain(chance, inner) for _ in range(chance.randint(1, 3))
    )
    word = chance.choice([" AND ", " AND ", " OR "])
    return word.join(parts)


def _rules(chance: Random) -> list[str]:
    lines = [f"RULE rd FOR EACH x IN item IF {_each(chance)} AND {_plain(chance)} THEN d(x)"]
    if chance.random() < 0.6:
        lines.append(f"  EXCEPTION x1 IF {chance.choice([_each(chance), _plain(chance)])}")
    lines.append("RULE rw FOR EACH x IN item THEN w(x) = n(x) + 1")
    if chance.random() < 0.6:
        lines.append(f"RULE rw2 NOTWITHSTANDING rw FOR EACH x IN item IF {_each(chance, ('d(x)',))} THEN w(x) = 2")
    lines.append(f"RULE rg IF {_condition(chance, ())} THEN g")
    given = chance.choice(["t", "m + 1", "SUM OF n(x) FOR EACH x IN item WHERE (d(x))", "w(i1) + m"])
    lines.append(f"RULE rv THEN v = {given}" if chance.random() < 0.6 else f"RULE rv IF {_plain(chance)} THEN v = 3")
    for number in range(chance.choice([0, 1, 1, 2])):
        value = chance.choice(["5", "m", "4 + m", "w(i2)"])
        order = f"NOTWITHSTANDING {', '.join(['rv', *(f'rv{below}' for below in range(number))])}"
        lines.append(f"RULE rv{number} {order} IF {_condition(chance, ('g',))} THEN v = {value}")
    if chance.random() < 0.5:
        bound = chance.choice(["6", "m + 2", "GREATEST(m, 4)"])
        lines.append(f"RULE cap IF {_condition(chance, ('g',))} THEN v {chance.choice(['<=', '>='])} {bound}")
        if chance.random() < 0.4:
            lines.append(f"  EXCEPTION x2 IF {_plain(chance)}")
    lines.append(f"RULE rp IF {_condition(chance, ('g', 'v >= 4', 't > 2'))} THEN p")
    if chance.random() < 0.5:
        lines.append(f"  EXCEPTION x3 IF {_condition(chance, ('g',))}")
    return lines


def _case(chance: Random, target: str | None) -> list[str]:
    def flag() -> str:
        return chance.choice(["YES", "NO"])

    rows = [f"  | i{number} | {flag()} | {flag()} | {chance.randint(0, 6)} |" for number in (1, 2)]
    plain = [name if chance.random() < 0.5 else f"NOT {name}" for name in ("a", "b", "e") if chance.random() < 0.9]
    given = ", ".join([*plain, f"m = {chance.randint(0, 7)}"])
    asked = chance.choice(TARGETS)
    return [
        "CASE c", "  GIVEN", "  | item | h | k | n |", "  |------|---|---|---|", *rows,
        f"  GIVEN {given}", f'  EVIDENCE e1 "It says so." SUPPORTS {given}',
        f'  ASK "?" TYPE definitive_conclusion DECIDE {target or asked}',
    ]  # fmt: skip
