"""Random rule files with one case, as text: chains, exceptions to exceptions, rivals, ironclad parts, passages, and
outcomes that the case stipulates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from worlds import based

from rulelang.grammar.diagnostic import RuleLangError
from rulelang.verifier.matter import Ready, make_ready


@dataclass(frozen=True)
class Drawn:
    """A rule file and its case, made ready."""

    text: str
    ready: Ready


def drawn(chance: Random, most: int = 12) -> Drawn | None:
    """A random case with a right answer and not too many warrants; None where none was found."""
    return drawn_of(lambda: module(chance), most)


def drawn_of(module: Callable[[], str], most: int) -> Drawn | None:
    """The same of modules that this makes, one after the other."""
    for _ in range(20):
        text = module()
        base, program = based(text)
        try:
            ready = make_ready(base, program.cases["c"])
        except RuleLangError as error:
            if [one.code for one in error.diagnostics] != ["RL468"]:
                raise
            continue
        if len(ready.listed) <= most and not ready.limited and ready.listed[0].slots:
            return Drawn(text, ready)
    return None


def module(chance: Random) -> str:
    """The text of a random module."""
    facts = [f"f{number}" for number in range(chance.randint(4, 7))]
    numbers = [f"n{number}" for number in range(chance.randint(0, 2))]
    outcomes = [f"o{number}" for number in range(chance.randint(1, 4))]
    lines = ["MODULE drawn", *(f"FACT {name}" for name in facts), *(f"FACT {name} : INTEGER" for name in numbers)]
    lines += [f"OUTCOME {name}" for name in outcomes]
    leaves = [*facts, *(f"{name} {chance.choice(['<', '>='])} {chance.randint(2, 8)}" for name in numbers)]
    rules = 0
    for number, outcome in enumerate(outcomes):
        below = [chance.choice(outcomes[:number])] * 2 if number else []
        for _ in range(chance.choice([1, 1, 1, 2])):
            lines += _rule(chance, f"r{rules}", outcome, leaves, below)
            rules += 1
    lines.append("RULE elsewhere IF spare THEN other")
    lines[1:1] = ["FACT spare", "OUTCOME other"]
    return "\n".join([*lines, *_case(chance, facts, numbers, outcomes)]) + "\n"


def _rule(chance: Random, name: str, outcome: str, leaves: list[str], below: list[str]) -> list[str]:
    lines = [f"RULE {name} IF {_condition(chance, [*leaves, *below])} THEN {outcome}"]
    if chance.random() < 0.5:
        lines.append(f"  EXCEPTION x IF {_condition(chance, leaves, 1)}")
        if chance.random() < 0.5:
            lines.append(f"  EXCEPTION y TO x IF {_condition(chance, leaves, 0)}")
            if chance.random() < 0.3:
                lines.append(f"  EXCEPTION w TO y IF {_condition(chance, leaves, 0)}")
    if chance.random() < 0.35:
        resolution = chance.choice(["PREVAILS", "PREVAILS", "YIELDS", "UNRESOLVED"])
        lines.append(f"  CONFLICT k IF {_condition(chance, leaves, 1)} THEN NOT {outcome} {resolution}")
    if chance.random() < 0.15:
        lines.append(f"  IRONCLAD z IF {_condition(chance, leaves, 1)} THEN {chance.choice(['', 'NOT '])}{outcome}")
    return lines


def _condition(chance: Random, leaves: list[str], depth: int = 2) -> str:
    if depth == 0 or chance.random() < 0.35:
        leaf = chance.choice(leaves)
        return f"NOT {leaf}" if chance.random() < 0.3 else leaf
    parts = dict.fromkeys(_condition(chance, leaves, depth - 1) for _ in range(chance.choice([2, 2, 3])))
    word = chance.choice([" AND ", " AND ", " OR "])
    return word.join(part if " AND " not in part and " OR " not in part else f"({part})" for part in parts)


def _case(chance: Random, facts: list[str], numbers: list[str], outcomes: list[str]) -> list[str]:
    *below, target = outcomes
    given = [f if chance.random() < 0.5 else f"NOT {f}" for f in facts if chance.random() < 0.9]
    given += [f"{name} = {chance.randint(0, 9)}" for name in numbers]
    given += [chance.choice([name, f"NOT {name}"]) for name in below if chance.random() < 0.25]
    lines = ["CASE c"]
    passages = 0
    for literal in given:
        ways = chance.choice([0, 1, 1, 1, 2, 3])  # none, one, two alternatives, two together
        if ways in (1, 2):
            for _ in range(ways):
                lines.append(f'  EVIDENCE e{passages} "It says so in {passages}." SUPPORTS {literal}')
                passages += 1
        elif ways == 3:
            lines.append(f'  EVIDENCE e{passages} "It says so." SUPPORTS {literal} WITH e{passages + 1}')
            lines.append(f'  EVIDENCE e{passages + 1} "It means so."')
            passages += 2
    lines.append(f'  EVIDENCE e{passages} "Something else."')
    lines.append(f"  GIVEN {', '.join([*given, chance.choice(['spare', 'NOT spare'])])}")
    lines.append(f'  ASK "?" TYPE definitive_conclusion DECIDE {target}')
    return lines
