"""Random rule files in which PREFER decides between rules for and against norms, outcomes and values: with exceptions,
NOTWITHSTANDING, defaults, breaches, counts over entities of which some is not known, suppositions, and golds that are
open or in conflict."""

from __future__ import annotations

from random import Random

from random_actions import expecting
from random_cases import Drawn

TARGETS = ("MUST a", "MAY a", "MUST NOT b", "NEED NOT b", "p", "NOT p", "v", "v > 6 eur", "VIOLATED a")
JOINED = ("p AND MUST a", "q OR NOT MAY b", "NOT (p AND v > 6 eur)", "NOT q AND v < 9 eur")
RIVALS = {"MUST a": ("NEED NOT a", "MUST NOT a"), "MAY b": ("MUST NOT b",), "p": ("NOT p",), "v": ("v",)}


def drawn(chance: Random, most: int = 8) -> Drawn | None:
    """A random case with not too many warrants, which EXPECTs what is open in it; None where none was found."""
    return expecting(lambda: module(chance), most)


def module(chance: Random) -> str:
    """The text of a random module."""
    prefer = chance.sample(["LATER", "SUPERIOR", "SPECIFIC", "STRICT"], chance.randint(1, 3))
    lines = ["MODULE drawn", f"PREFER {', '.join(prefer)}", "TYPE bag"]
    lines += [f"FACT f{number}" for number in range(4)]
    lines += ["FACT red(bag)", "FACT w(bag) : INTEGER FROM 0 TO 9", "FACT n : INTEGER FROM 0 TO 9"]
    lines += ["OUTCOME q", f"OUTCOME p{chance.choice(['', '', ' DEFAULT YES'])}", "OUTCOME v : NUMBER IN eur"]
    lines += [f"ACTION a{chance.choice(['', '', ' DEFAULT MUST NOT'])}"]
    lines += [f"ACTION b{chance.choice(['', ' DEFAULT MAY'])}"]
    lines += [f"RULE rq IF {_condition(chance)} THEN q", *_exceptions(chance, "q")]
    for number, (head, rivals) in enumerate(RIVALS.items()):
        lines += _rule(chance, f"r{number}", head, head == "v" or chance.random() < 0.5)
        for other in range(chance.choice([1, 1, 2])):
            lines += _rule(chance, f"k{number}{other}", chance.choice(rivals), over=f"r{number}")
    return "\n".join([*lines, *_case(chance)]) + "\n"


def _rule(chance: Random, name: str, head: str, plain: bool = False, over: str = "") -> list[str]:
    """A rule, perhaps with what PREFER looks at, perhaps above another one whatever PREFER says."""
    above = f" NOTWITHSTANDING {over}" if over and chance.random() < 0.2 else ""
    lines = [f"RULE {name}{above}"]
    if chance.random() < 0.8:
        lines.append(f"  AUTHORITY {chance.randint(1, 2)}")
    if chance.random() < 0.8:
        lines.append(f"  EFFECTIVE 20{chance.randint(10, 12)}-01-01")
    more = {"v": ("q",), "p": ("q", "v > 5 eur"), "NOT p": ("q", "MAY b"), "MAY b": ("q", "MUST a", "NOT MAY a")}
    lines.append(f"  IF {_condition(chance, () if plain else more.get(head, ('q',)))}")
    given = chance.choice(["n / 1 * 2 eur", "5 eur", "8 eur", "COUNT OF x IN bag WHERE (red(x)) * 4 eur"])
    lines.append(f"  THEN {head}{f' = {given}' if head == 'v' else ''}")
    return [*lines, *_exceptions(chance, name)]


def _exceptions(chance: Random, name: str) -> list[str]:
    lines: list[str] = []
    if chance.random() < 0.35:
        lines.append(f"  EXCEPTION x{name} IF {_condition(chance)}")
        if chance.random() < 0.3:
            lines.append(f"  EXCEPTION y{name} TO x{name} IF {_condition(chance)}")
    return lines


def _condition(chance: Random, more: tuple[str, ...] = ()) -> str:
    def leaf() -> str:
        one = chance.choice([
            *(f"f{number}" for number in range(4)), *(f"f{number}" for number in range(4)), *more, *more,
            f"n >= {chance.randint(2, 7)}", f"COUNT OF x IN bag WHERE (red(x)) >= {chance.randint(1, 2)}",
            f"SUM OF w(x) FOR EACH x IN bag WHERE (red(x)) > {chance.randint(1, 8)}", "ANY x IN bag HAS (w(x) > 4)",
        ])  # fmt: skip
        return f"NOT {one}" if " " not in one and chance.random() < 0.3 else one

    parts = dict.fromkeys(leaf() for _ in range(chance.choice([1, 1, 2, 2, 3])))
    return chance.choice([" AND ", " AND ", " OR "]).join(parts)


def _case(chance: Random) -> list[str]:
    def cell(value: str) -> str:
        return value if chance.random() < 0.85 else "UNKNOWN"

    rows = [
        f"  | {name} | {cell(chance.choice(['YES', 'NO']))} | {cell(str(chance.randint(0, 9)))} |"
        for name in ("i", "j")[: chance.choice([1, 2, 2])]
    ]
    given = [f"{'NOT ' * (chance.random() > 0.6)}f{number}" for number in range(4) if chance.random() < 0.9]
    given += [f"n = {chance.randint(0, 9)}"] if chance.random() < 0.9 else []
    given += [chance.choice(["DONE a", "NOT DONE a"])]
    track = chance.choice(["", "", " TRACK policy", " TRACK transaction"])
    lines = [f"CASE c{track}", "  GIVEN", "  | bag | red | w |", "  |-----|-----|---|", *rows]
    lines += [f"  GIVEN {', '.join(given)}"]
    lines += [
        f'  EVIDENCE s{number} "It says so {number}." SUPPORTS {one}'
        for number, one in enumerate(given)
        if chance.random() < 0.6
    ]
    if chance.random() < 0.3:
        lines.append(f"  SUPPOSE {chance.choice(['', 'NOT '])}f{chance.randrange(4)}")
    kind = chance.random()
    if kind < 0.3:
        lines.append(f'  ASK "?" DECIDE ACTIONS {chance.choice(["a", "b", "a, b"])}')
    if kind > 0.2:
        asked = [chance.choice(JOINED)] if chance.random() < 0.2 else chance.sample(TARGETS, chance.choice([1, 1, 2]))
        lines.append(f'  ASK "?" DECIDE {", ".join(asked)}')
    return lines
