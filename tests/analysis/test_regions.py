"""`diff`: every pair of decisions before and after that there is, told once and for the right reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import pytest
from rule_bases import (
    ENTITIES,
    HEAD,
    all_cases,
    entity_cases,
    entity_planted,
    entity_rules,
    everything,
    planted,
    random_rules,
    ready,
)
from test_difference import diff

from rulelang.engine.analysis.states import decided, kind_of
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Constant_

TABLE = """TYPE zone OF inner, outer
TYPE bag
FACT f(zone)
FACT w(bag) : INTEGER FROM 0 TO 9
TABLE rate(zone) : INTEGER
  | zone | rate |
  | inner | 2 |
  | outer | 4 |
OUTCOME p
OUTCOME fee : INTEGER
OUTCOME pay(bag) : INTEGER
"""


@pytest.mark.parametrize("rules", [
    "RULE r THEN fee = rate(inner)\n",
    "RULE r THEN fee = SUM OF rate(z) FOR EACH z IN zone\n",
    "RULE r THEN fee = 10\nRULE s THEN fee <= rate(inner)\n",
    "DEFINE d : INTEGER AS rate(inner) + 1\nRULE r THEN fee = d\n",
    "RULE r IF rate(inner) > 2 THEN p\n",
    "RULE r IF ANY z IN zone HAS (rate(z) = 3 AND f(z)) THEN p\n",
    "RULE r FOR EACH b IN bag IF w(b) > 1 THEN pay(b) = 3\n  EXCEPTION x IF rate(inner) = 3 AND w(b) > 7\n",
])  # fmt: skip
def test_what_a_changed_table_makes_is_due_to_the_table_though_it_is_read_at_a_known_key(rules: str) -> None:
    text = TABLE + rules
    found = diff(text, text.replace("| inner | 2 |", "| inner | 3 |"))
    assert found.regions
    assert {change.clause for region in found.regions for change in region.clauses} == {"TABLE rate"}
    assert found.harmless == ()


def test_a_table_that_names_what_is_concluded_is_seen_to_have_changed() -> None:
    text = "TYPE zone OF inner, outer\nFACT f(zone)\nTABLE to(zone) : zone\n  | zone | to |\n  | inner | inner |\n"
    text += "  | outer | outer |\nOUTCOME p\nRULE r IF f(to(inner)) THEN p\n"
    found = diff(text, text.replace("| inner | inner |", "| inner | outer |"))
    assert [(one.before, one.after) for one in found.regions] == [("p", "nothing"), ("nothing", "p")]
    assert {change.clause for region in found.regions for change in region.clauses} == {"TABLE to"}


# ------------------------------------------------------------------------------------------------- each pair is told


def pairs(text: str, other: str, about: str) -> list[tuple[str, str, str]]:
    found = diff(text, other)
    assert found.more == ()
    assert found.undecided == ()
    return [(one.about, one.before, one.after) for one in found.regions if one.about.partition("(")[0] == about]


def test_a_change_that_makes_the_opposite_elsewhere_tells_both() -> None:
    text = "TYPE staff OF ann, bob\nFACT senior(staff)\nOUTCOME bonus(staff)\n"
    text += "RULE r FOR EACH s IN staff IF s = ann AND senior(s) THEN bonus(s)\n"
    assert pairs(text, text.replace("s = ann", "s = bob"), "bonus") == [
        ("bonus(ann)", "bonus(ann)", "nothing"),
        ("bonus(bob)", "nothing", "bonus(bob)"),
    ]


def test_a_change_that_makes_the_opposite_for_another_listed_entity_tells_both() -> None:
    text = 'TYPE staff "a member"\nFACT senior(staff)\nACTION pay(staff)\n'
    text += 'RULE r FOR EACH s IN staff IF s = "ann" AND senior(s) THEN MUST pay(s)\n'
    assert pairs(text, text.replace('"ann"', '"bob"'), "pay") == [
        ("pay(ann)", "MUST pay(ann)", "nothing"),
        ("pay(bob)", "nothing", "MUST pay(bob)"),
    ]


def test_other_values_of_other_arguments_are_told() -> None:
    text = TABLE + "OUTCOME due(zone) : INTEGER\nRULE r FOR EACH z IN zone THEN due(z) = rate(z)\n"
    other = text.replace("| inner | 2 |", "| inner | 3 |").replace("| outer | 4 |", "| outer | 9 |")
    assert pairs(text, other, "due") == [("due(inner)", "2", "3"), ("due(outer)", "4", "9")]


def test_the_same_values_of_other_arguments_are_told_once() -> None:
    text = TABLE + "OUTCOME due(zone) : INTEGER\nRULE r FOR EACH z IN zone THEN due(z) = 2\n"
    assert pairs(text, text.replace("= 2", "= 3"), "due") == [("due(inner)", "2", "3")]


def test_what_was_in_conflict_comes_to_several_things() -> None:
    text = "FACT a\nFACT b\nFACT c\nFACT d1\nFACT d2\nFACT d3\nFACT d4\nOUTCOME q\nOUTCOME v : INTEGER\n"
    text += "RULE q IF d1 AND d2 AND d3 AND d4 THEN q\nRULE low IF a AND NOT q THEN v = 1\n"
    text += "RULE high IF a THEN v = 2\n"
    other = text.replace("a AND NOT q THEN", "a AND NOT q AND b THEN").replace("IF a THEN", "IF a AND c THEN")
    found = pairs(text, other, "v")
    assert {("v", "in conflict", said) for said in ("no value", "1", "2")} <= set(found)


def test_what_is_not_told_is_said_to_be_left_out() -> None:
    text = "FACT n : INTEGER FROM 0 TO 40\nFACT a\nFACT b\nOUTCOME v : INTEGER\n"
    text += "RULE r IF a THEN v = n\nRULE s IF b THEN v = 99\n"
    found = diff(text, text.replace("v = n", "v = n + 1"))
    assert len(found.regions) == 8
    assert found.more == ("v",)


BOTH = "; compared are those of both"


@pytest.mark.parametrize(("members", "why"), [
    ("staff OF ann, bob, carl", f"its members have changed: `carl` in the new version alone{BOTH}"),
    (
        "staff OF bob, dan",
        f"its members have changed: `ann` in the old version alone; `dan` in the new version alone{BOTH}",
    ),
    ("staff", "only in the new version the case lists its members, so that nothing is compared of them"),
])  # fmt: skip
def test_types_with_other_members_are_never_alike(members: str, why: str) -> None:
    text = "TYPE staff OF ann, bob\nFACT f(staff)\nOUTCOME h(staff)\nRULE r FOR EACH s IN staff IF f(s) THEN h(s)\n"
    found = diff(text, text.replace("staff OF ann, bob", members))
    assert found.redeclared == (("type", "staff", why),)
    assert found.different
    assert not diff(text, text.replace("ann, bob", "bob, ann")).different


def test_a_fact_of_a_type_with_other_members_is_never_alike() -> None:
    text = "FACT e : ONE OF x, y, z\nFACT a\nOUTCOME p\nRULE r IF e = x AND a THEN p\n"
    found = diff(text, text.replace("x, y, z", "x, y"))
    assert [(kind, name) for kind, name, _ in found.redeclared] == [("type", "e")]
    bounds = "FACT a\nOUTCOME g : ONE OF x, y, z\nRULE r IF a THEN g = x\n"
    assert not diff(bounds, bounds.replace("x, y, z", "x, y")).different


# ------------------------------------------------------------------------------------------------------ by brute force

NAMED = """TYPE zone OF in, out
FACT f(zone)
FACT a
FACT n : INTEGER FROM 0 TO 2
FACT e : ONE OF x, y, z
OUTCOME h(zone)
OUTCOME v(zone) : INTEGER
OUTCOME p
ACTION m(zone)
"""
_ATOMS = (
    "a", "NOT a", "n > 1", "n <= 0", "e = x", "e != y", "f(in)", "f(s)", "NOT f(s)", "s = in", "t(s) > 1", "t(out) = 2"
)  # fmt: skip
_HEADS = {
    "h": ("h(s)", "NOT h(s)"),
    "v": ("v(s) = t(s)", "v(s) = t(in)", "v(s) = 2", "v(s) = n", "v(s) = 1", "v(s) <= 1"),
    "p": ("p", "NOT p"),
    "m": ("MUST m(s)", "MUST NOT m(s)", "MAY m(s)"),
}
_BELOW = {
    "h": (),
    "v": ("h(s)", "NOT h(in)"),
    "p": ("h(s)", "REJECTED h(s)", "v(s) = 2"),
    "m": ("h(s)", "p", "v(out) > 1"),
}


def named_lines(random: Random) -> list[str]:
    """A table and rules over the declarations of `NAMED`; what stands lower in it is never read above."""
    lines = [named_table(random)]
    lines += [named_rule(random, f"r{number}", random.choice(tuple(_HEADS))) for number in range(random.randint(4, 7))]
    return lines


def named_table(random: Random) -> str:
    rows = "".join(f"  | {zone} | {random.randint(0, 3)} |\n" for zone in ("in", "out"))
    return f"TABLE t(s : zone) : INTEGER\n  | s | t |\n{rows}".rstrip()


def named_rule(random: Random, rule: str, about: str) -> str:
    atoms = (*_ATOMS, *_BELOW[about], *_BELOW[about])
    condition = random.choice((" AND ", " OR ")).join(random.sample(atoms, random.randint(1, 2)))
    text = f"RULE {rule} FOR EACH s IN zone IF {condition} THEN {random.choice(_HEADS[about])}"
    return text + (f" EXCEPTION x IF {random.choice(atoms)}" if random.random() < 0.3 else "")


def named_planted(lines: list[str], random: Random) -> list[str]:
    changed = list(lines)
    place = random.randrange(len(lines))
    if place == 0:
        changed[0] = named_table(random)
        return changed
    about = next(name for name in _HEADS if re.search(rf"THEN (MUST NOT |MUST |MAY |NOT )?{name}\b", lines[place]))
    changed[place] = named_rule(random, lines[place].split()[1], about)
    return changed


def named_cases() -> Iterator[dict[str, bool | Constant_]]:
    for in_, out, a in product((False, True), repeat=3):
        for n, e in product(range(3), "xyz"):
            yield {"f(in)": in_, "f(out)": out, "a": a, "n": n, "e": e}


def told_as_it_is(old: str, new: str, cases: Iterable[dict[str, bool | Constant_]]) -> None:
    """Each difference that some case shows is told, or said to be left out; what is told some case shows."""
    try:
        found = diff(old, new)
    except RuleLangError:  # the change has made a circle
        return
    cores = [everything(*ready(text)) for text in (old, new)]
    there: dict[str, set[tuple[str, str]]] = {}
    for facts in cases:
        for key in cores[0].contests:
            before, after = (_words(decided(core, core.contests[key], facts)) for core in cores)
            if before != after:
                there.setdefault(key, set()).add((before, after))
    told: set[tuple[str, tuple[str, str]]] = set()
    for region in found.regions:
        pair = _words(region.before), _words(region.after)
        assert pair in there.get(region.about, ())
        told.add((region.about.partition("(")[0], kind_of(region.about, pair)))
    left_out = {*found.more, *(name for name, _ in found.undecided)}
    for key, differing in there.items():
        name = key.partition("(")[0]
        untold = [pair for pair in sorted(differing) if (name, kind_of(key, pair)) not in told]
        assert not untold or name in left_out


def _words(said: str) -> str:
    """Why something is undefined makes no region of its own."""
    return re.sub(r"undefined \(.*\)", "undefined", said)


@pytest.mark.parametrize("seed", range(8))
def test_all_that_differs_is_told(seed: int) -> None:
    rules = random_rules(f"told/{seed}")
    old, new = (HEAD + "\n".join(one) + "\n" for one in (rules, planted(rules, f"told/{seed}")))
    told_as_it_is(old, new, all_cases())


@pytest.mark.parametrize("seed", range(6))
def test_all_that_differs_of_entities_is_told(seed: int) -> None:
    lines = entity_rules(f"told/{seed}")
    old, new = (ENTITIES + "\n".join(one) + "\n" for one in (lines, entity_planted(lines, f"told/{seed}")))
    told_as_it_is(old, new, entity_cases())


@pytest.mark.parametrize("seed", range(12))
def test_all_that_differs_of_named_members_is_told(seed: int) -> None:
    random = Random(f"named/{seed}")
    lines = named_lines(random)
    old, new = (NAMED + "\n".join(one) + "\n" for one in (lines, named_planted(lines, random)))
    told_as_it_is(old, new, named_cases())
