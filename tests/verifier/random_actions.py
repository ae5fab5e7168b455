"""Random rule files about several actions and a value within a tolerance, with golds that are open or in conflict,
suppositions, tracks, and questions of several kinds side by side."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from random_cases import Drawn
from worlds import based

from rulelang.grammar.diagnostic import RuleLangError
from rulelang.verifier.matter import make_ready

TARGETS = ("v", "q", "p", "MUST a", "MAY b", "MUST NOT d", "v > 12 eur", "NOT p")
AGAINST = {"MUST": ("MUST NOT", "NEED NOT"), "MUST NOT": ("MUST", "MAY"), "MAY": ("MUST NOT",)}


def drawn(chance: Random, most: int = 12) -> Drawn | None:
    """A random case with not too many warrants, which EXPECTs what is open in it; None where none was found."""
    return expecting(lambda: module(chance), most)


def expecting(module: Callable[[], str], most: int) -> Drawn | None:
    """The same of modules that this makes, one after the other."""
    for _ in range(40):
        text = module()
        for _ in range(6):
            base, program = based(text)
            try:
                ready = make_ready(base, program.cases["c"])
            except RuleLangError as error:
                expected = re.search(r"write `(EXPECT .*?)`", error.diagnostics[0].hint or "")
                if expected is None:
                    break
                text += f"  {expected[1]}\n"
                continue
            if len(ready.listed) <= most and not ready.limited:
                return Drawn(text, ready)
            break
    return None


def module(chance: Random) -> str:
    """The text of a random module."""
    facts = [f"f{number}" for number in range(chance.randint(3, 6))]
    lines = ["MODULE drawn", *(f"FACT {name}" for name in facts), "FACT n : INTEGER", "FACT x : NUMBER IN eur"]
    lines += [f"OUTCOME v : NUMBER IN eur WITHIN {chance.choice(['1 eur', '1%', '2 eur'])}", "OUTCOME q", "OUTCOME p"]
    lines += ["ACTION a", "ACTION b", "ACTION d"]
    lines += [*_rules(chance, facts), *_case(chance, facts)]
    return "\n".join(lines) + "\n"


def _condition(chance: Random, facts: list[str], more: tuple[str, ...] = ()) -> str:
    def leaf() -> str:
        bound = chance.choice((">=", "<"))
        one = chance.choice([*facts, *facts, f"n {bound} {chance.randint(2, 6)}", *more])
        return f"NOT {one}" if " " not in one and chance.random() < 0.35 else one

    parts = dict.fromkeys(leaf() for _ in range(chance.randint(1, 3)))
    return chance.choice([" AND ", " AND ", " OR "]).join(parts)


def _exceptions(chance: Random, facts: list[str], number: int) -> list[str]:
    lines: list[str] = []
    if chance.random() < 0.45:
        lines.append(f"  EXCEPTION e{number} IF {_condition(chance, facts)}")
        if chance.random() < 0.3:
            lines.append(f"  EXCEPTION ee{number} TO e{number} IF {_condition(chance, facts)}")
    return lines


def _rules(chance: Random, facts: list[str]) -> list[str]:
    def when(*more: str) -> str:
        return _condition(chance, facts, more)

    lines = [f"RULE rq IF {when()} THEN q", *_exceptions(chance, facts, 1)]
    lines += [f"RULE rp IF {when('q', 'v > 10 eur', 'q')} THEN p", *_exceptions(chance, facts, 2)]
    lines.append(chance.choice(["RULE rv THEN v = x * 2", f"RULE rv IF {when('q')} THEN v = x + 5 eur"]))
    if chance.random() < 0.4:
        lines.append(f"RULE rv2 NOTWITHSTANDING rv IF {when('q')} THEN v = {chance.randint(5, 40)} eur")
    if chance.random() < 0.3:
        lines.append(f"RULE cap IF {when('q')} THEN v <= {chance.randint(5, 30)} eur")
    reads = {"a": ("q", "p"), "b": ("q", "MUST a", "NOT MUST a", "p"), "d": ("MUST NOT b", "MUST b", "q")}
    for number, (action, more) in enumerate(reads.items(), 3):
        norm = chance.choice(["MUST", "MUST", "MUST NOT", "MAY"])
        lines.append(f"RULE r{action} IF {when(*more)} THEN {norm} {action}")
        kind = chance.random()
        if kind < 0.25:
            ends = chance.choice(["PREVAILS", "PREVAILS", "UNRESOLVED"])
            lines.append(f"  CONFLICT k{number} IF {when()} THEN {chance.choice(AGAINST[norm])} {action} {ends}")
        elif kind < 0.4 and norm != "MUST NOT":
            lines.append(f"  IRONCLAD k{number} IF {when()} THEN MUST NOT {action}")
        else:
            lines += _exceptions(chance, facts, number)
    return lines


def _case(chance: Random, facts: list[str]) -> list[str]:
    given = [name if chance.random() < 0.5 else f"NOT {name}" for name in facts if chance.random() < 0.9]
    given.append(f"n = {chance.randint(0, 8)}")
    if chance.random() < 0.9:
        given.append(f"x = {chance.randint(1, 30)} eur")
    track = chance.choice(["", "", " TRACK policy", " TRACK transaction", " TRACK contract"])
    lines = [f"CASE c{track}{chance.choice(['', ' CLOSED'])}", f"  GIVEN {', '.join(given)}"]
    lines += [
        f'  EVIDENCE s{number} "It says so {number}." SUPPORTS {one}'
        for number, one in enumerate(given)
        if chance.random() < 0.7
    ]
    if chance.random() < 0.3:
        lines.append(f"  SUPPOSE {chance.choice(['', 'NOT '])}{chance.choice(facts)}")
    actions = ", ".join(chance.sample(["a", "b", "d"], chance.randint(1, 3)))
    kind = chance.random()
    if kind < 0.6:
        lines.append(f'  ASK "?" TYPE action_prescription DECIDE ACTIONS {actions}')
    if kind > 0.45:
        lines.append(f'  ASK "?" DECIDE {", ".join(chance.sample(TARGETS, chance.randint(1, 3)))}')
    return lines
