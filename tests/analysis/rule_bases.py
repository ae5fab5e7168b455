"""Rule bases read from text for the tests of the analyses, random ones among them, and all their cases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random

from rulelang.engine.analysis.scope import Scope, all_said, core_in, scope_of, targets_for
from rulelang.engine.core import Core
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.files.load import load_text
from rulelang.grammar.model import Constant_

HEAD = """FACT a
FACT b
FACT c
FACT n : INTEGER FROM 0 TO 3
OUTCOME p
OUTCOME q
OUTCOME v : INTEGER
ACTION m
"""
LOW = ("a", "b", "c", "NOT a", "NOT b", "n > 1", "n >= 2", "n = 0", "n < 3")
HEADS = {
    "p": ("p", "NOT p"),
    "q": ("q", "NOT q"),
    "v": ("v = 1", "v = 2", "v = n"),
    "m": ("MUST m", "MUST NOT m", "MAY m", "NEED NOT m"),
}
HIGH = {"p": (), "q": ("p", "NOT p", "REJECTED p"), "v": ("p", "q"), "m": ("p", "q", "v = 1", "v > 1")}


def base_of(text: str) -> RuleBase:
    """The prepared rules of a module without errors."""
    loaded = load_text(text)
    if loaded.program is None:
        raise RuleLangError(loaded.diagnostics)
    base, found = prepare(loaded.program)
    if base is None:
        raise RuleLangError(found)
    return base


def ready(text: str, size: int = 2) -> tuple[RuleBase, Selection, Scope]:
    """A base, its only selection and the scope."""
    base = base_of(text)
    selection, problems = base.select()
    assert selection is not None, problems
    return base, selection, scope_of([base.program], size)


def random_rules(seed: str) -> list[str]:
    """Rules and priorities, one to a line, over the facts and outcomes of `HEAD`."""
    random = Random(seed)
    rules: list[str] = []
    about: dict[str, list[str]] = {}
    for number in range(random.randint(4, 8)):
        name = random.choice(tuple(HEADS))
        rules.append(random_rule(random, f"r{number}", name))
        about.setdefault(name, []).append(f"r{number}")
    for names in about.values():
        for position, name in enumerate(names[1:], 1):
            if random.random() < 0.5:
                rules.append(f"PRIORITY {name} OVER {random.choice(names[:position])}")
    return rules


def random_rule(random: Random, rule: str, name: str) -> str:
    condition = random_condition(random, name)
    text = f"RULE {rule} IF {condition} THEN {random.choice(HEADS[name])}"
    if random.random() < 0.35:
        text += f" EXCEPTION x IF {random_condition(random, name)}"
        if random.random() < 0.3:
            text += f" EXCEPTION y TO x IF {random_condition(random, name)}"
    return text


def random_condition(random: Random, name: str) -> str:
    atoms = [random.choice((*LOW, *HIGH[name], *HIGH[name])) for _ in range(random.randint(1, 3))]
    return random.choice((" AND ", " OR ")).join(atoms)


def planted(rules: list[str], seed: str) -> list[str]:
    """The rules with one change somewhere."""
    random = Random(seed)
    changed = list(rules)
    places = [i for i, rule in enumerate(changed) if rule.startswith("RULE")]
    place = random.choice(places)
    name = changed[place].split()[1]
    kind = random.random()
    about = next(key for key, heads in HEADS.items() for head in heads if f"THEN {head}" in changed[place])
    if kind < 0.2 and len(places) > 2:
        changed = [rule for i, rule in enumerate(changed) if i != place and name not in rule.split()]
    elif kind < 0.4 and "PRIORITY" in "".join(changed):
        changed.remove(next(rule for rule in changed if rule.startswith("PRIORITY")))
    else:
        changed[place] = random_rule(random, name, about)
    return changed


def everything(base: RuleBase, selection: Selection, scope: Scope) -> Core:
    """The core of all that can be concluded."""
    program = base.program
    said = all_said(program, scope)
    return core_in(base, selection, scope, [t for name, args in said for t in targets_for(program, name, args)[:1]])


def all_cases() -> Iterator[dict[str, bool | Constant_]]:
    """Every case over the facts of `HEAD`."""
    for a, b, c, n in product((False, True), (False, True), (False, True), range(4)):
        yield {"a": a, "b": b, "c": c, "n": n}


# -------------------------------------------------------------------------------------- with entities and a table

ENTITIES = """TYPE bag
TYPE way OF out, back
FACT f(bag)
FACT g(way)
FACT n : INTEGER FROM 0 TO 3
OUTCOME h(bag)
OUTCOME w : INTEGER
OUTCOME p
ACTION m(way)
"""
SAID = ("h", "w", "p", "m")
_BAG = ("f(b)", "NOT f(b)", "ANY c IN bag HAS (f(c) AND NOT c = b)", "EVERY c IN bag HAS (f(c) OR c = b)")
_WAY = ("g(x)", "NOT g(x)", "g(out)")
_ANY = ("n > 1", "n = 0", "t(n) = 2", "t(n) >= 1", "COUNT OF c IN bag WHERE (f(c)) > 1", "g(out)", "NOT g(back)")
_HIGH = (
    "ANY c IN bag HAS (h(c))", "EVERY c IN bag HAS (h(c))", "ANY c IN bag HAS (REJECTED h(c))", "w > 1", "MUST m(out)"
)  # fmt: skip


def entity_rules(seed: str) -> list[str]:
    """Rules, priorities and a table over the declarations of `ENTITIES`, one to a line but for the table."""
    random = Random(seed)
    lines = [entity_table(random)]
    about: dict[str, list[str]] = {}
    for number in range(random.randint(4, 7)):
        name = random.choice(SAID)
        lines.append(entity_rule(random, f"r{number}", name))
        about.setdefault(name, []).append(f"r{number}")
    for names in about.values():
        for position, name in enumerate(names[1:], 1):
            if random.random() < 0.4:
                lines.append(f"PRIORITY {name} OVER {random.choice(names[:position])}")
    return lines


def entity_table(random: Random) -> str:
    values = [random.randint(0, 3) for _ in range(3)]
    rows = [f"  | {key} | {value} |" for key, value in zip(("UP TO 0", "1, 2", "OVER 2 TO 3"), values, strict=True)]
    return "\n".join(["TABLE t(n : INTEGER) : INTEGER", "  | n | t |", *rows])


def entity_rule(random: Random, rule: str, name: str) -> str:
    each, atoms, heads = {
        "h": ("FOR EACH b IN bag ", (*_BAG, *_ANY), ("h(b)", "NOT h(b)")),
        "m": ("FOR EACH x IN way ", (*_WAY, *_ANY), ("MUST m(x)", "MUST NOT m(x)", "MAY m(x)")),
        "w": ("", _ANY, ("w = t(n)", "w = 2", "w = COUNT OF c IN bag WHERE (h(c))", "w = n + 1")),
        "p": ("", (*_ANY, *_HIGH, *_HIGH), ("p", "NOT p")),
    }[name]
    condition = random.choice((" AND ", " OR ")).join(random.sample(atoms, random.randint(1, 2)))
    text = f"RULE {rule} {each}IF {condition} THEN {random.choice(heads)}"
    return text + (f" EXCEPTION e IF {random.choice(atoms)}" if random.random() < 0.3 else "")


def entity_planted(lines: list[str], seed: str) -> list[str]:
    """The lines with one change somewhere: another rule, another table, or a priority less."""
    random = Random(seed)
    changed = list(lines)
    kind = random.random()
    if kind < 0.3:
        changed[0] = entity_table(random)
    elif kind < 0.45 and any(line.startswith("PRIORITY") for line in lines):
        changed.remove(next(line for line in changed if line.startswith("PRIORITY")))
    else:
        place = random.choice([i for i, line in enumerate(changed) if line.startswith("RULE")])
        name = next(one for one in SAID if re.search(rf"THEN (MUST NOT |MUST |MAY |NOT )?{one}\b", changed[place]))
        changed[place] = entity_rule(random, changed[place].split()[1], name)
    return changed


def entity_cases() -> Iterator[dict[str, bool | Constant_]]:
    """Every case over the facts of `ENTITIES` with two bags."""
    keys = ("f(bag1)", "f(bag2)", "g(out)", "g(back)")
    for values in product((False, True), repeat=4):
        for n in range(4):
            yield {**dict(zip(keys, values, strict=True)), "n": n}
