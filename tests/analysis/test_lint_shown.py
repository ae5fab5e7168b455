"""Every case that `lint` shows does what is claimed when it is given to the evaluator, and no conflict is missed."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from rule_bases import base_of, everything, ready

from rulelang.engine.analysis.finding import Finding
from rulelang.engine.analysis.lint import lint
from rulelang.engine.analysis.scope import scope_of
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.core import ContestKind, Core
from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.values import NONE

MEETS = ("RL510", "RL511", "RL521")
GAPS = ("RL516", "RL520")


def linted(text: str) -> list[Finding]:
    base = base_of(text)
    return list(lint(base, scope_of([base.program])).findings)


def codes(text: str) -> list[str]:
    return [one.diagnostic.code for one in linted(text)]


WHATEVER = "FACT s\nFACT x : NUMBER FROM 1 TO 10\nFACT y : NUMBER\nOUTCOME v : NUMBER\nOUTCOME w : NUMBER\nACTION act\n"


def test_a_value_that_an_outcome_never_has_is_no_conflict() -> None:
    assert "RL510" not in codes(WHATEVER + "RULE w THEN w = 3\nRULE a THEN v = 3\nRULE b IF s THEN v = w\n")
    assert "RL510" in codes(WHATEVER + "RULE w THEN w = 4\nRULE a THEN v = 3\nRULE b IF s THEN v = w\n")


def test_ironclad_parts_that_give_the_same_value_do_not_clash() -> None:
    text = WHATEVER + (
        "RULE w THEN w = x\n"
        "RULE a IF x > 0 THEN v = x\n  IRONCLAD i IF s THEN v = w\n"
        "RULE b THEN v = x * 1\n  IRONCLAD j IF x > 5 THEN v = {}\n"
    )
    assert "RL511" not in codes(text.format("x"))
    assert "RL511" in codes(text.format("x + 1"))


def test_undefined_values_are_one_value_and_no_other() -> None:
    """With y = 0 one head is undefined; where both are, they are the same."""
    one = WHATEVER + "RULE a IF y = 0 THEN v = x / y\nRULE b IF s THEN v = 3\n"
    assert "RL510" in codes(one)
    assert "RL510" not in codes(WHATEVER + "RULE a IF y = 0 THEN v = x / y\nRULE b IF y = 0 THEN v = 3 / y\n")


def test_a_rule_that_is_struck_itself_strikes_none() -> None:
    text = (
        "FACT a\nFACT b\nFACT c\nOUTCOME p\n"
        "RULE top IF a THEN p\nRULE k IF a THEN NOT p\nRULE i IF a THEN p\nRULE j IF b THEN NOT p\n"
        "PRIORITY top OVER k\nPRIORITY k OVER i\n"
    )
    found = [one.diagnostic.message for one in linted(text) if one.diagnostic.code == "RL510"]
    assert any("`i` and `j`" in message for message in found)


def test_a_boundary_that_is_calculated_is_a_gap() -> None:
    head = "FACT d : INTEGER\nFACT e : INTEGER\nOUTCOME late\n"
    [found] = linted(head + "RULE l1 IF e > d + 1 THEN late\nRULE l2 IF e < d + 1 THEN NOT late\n")
    assert found.diagnostic.code == "RL516"
    assert found.witness is not None
    assert found.witness.words == ("d is 0", "e is 1")
    assert not codes(head + "RULE l1 IF e > d + 1 THEN late\nRULE l2 IF e <= d + 1 THEN NOT late\n")


def test_conflict_where_a_value_is_missing_is_a_hint_with_what_is_open() -> None:
    text = WHATEVER + "OUTCOME r : NUMBER\nRULE r THEN r = x / y\nRULE r1 IF r < 1 THEN MUST act\n{}THEN MUST NOT act\n"
    [found] = [one for one in linted(text.format("RULE r2 IF r > 5 ")) if one.diagnostic.code == "RL510"]
    assert found.diagnostic.severity is Severity.HINT
    assert found.witness is not None
    assert "y is 0" in found.witness.words
    assert set(found.witness.choices) == {f"`r {test}` is open, and taken to be true" for test in ("< 1", "> 5")}
    assert "RL510" not in codes(text.format("RULE r2 IF NOT r < 1 "))


# ---------------------------------------------------------------------------------------------- random programs

HEAD = """FACT a
FACT b
FACT n : INTEGER FROM 0 TO 3
OUTCOME p
OUTCOME q
OUTCOME u : INTEGER FROM 0 TO 4
OUTCOME v : NUMBER
ACTION m
"""
LOW = ("a", "b", "NOT a", "n > 1", "n <= 2", "n = 0", "n < n + 1")
HEADS = {
    "u": ("u = 1", "u = 2", "u = n", "u = n + 2", "u = 4 / n"),
    "p": ("p", "NOT p"),
    "v": ("v = u", "v = n", "v = 2", "v = u + 1", "v = u / n"),
    "q": ("q", "NOT q"),
    "m": ("MUST m", "MUST NOT m", "MAY m", "NEED NOT m"),
}
HIGH = {
    "u": (), "p": ("u = 2", "u < 2", "u > n"), "v": ("p", "u <= 2"), "q": ("v > 2", "v <= 2", "p", "v = u"),
    "m": ("q", "NOT q", "v = 2", "v < 2", "u = v"),
}  # fmt: skip


def program(seed: str) -> str:
    """Rules about outcomes with values, some read by others in conditions and in heads."""
    random = Random(seed)
    rules: list[str] = []
    about: dict[str, list[str]] = {}
    for number in range(random.randint(5, 9)):
        name = random.choice(tuple(HEADS))
        atoms = [random.choice((*LOW, *HIGH[name], *HIGH[name])) for _ in range(random.randint(1, 2))]
        condition = random.choice((" AND ", " OR ")).join(atoms)
        text = f"RULE r{number} IF {condition} THEN {random.choice(HEADS[name])}"
        if random.random() < 0.25:
            text += f" EXCEPTION x IF {random.choice(LOW)}"
        if random.random() < 0.15:
            text += f" IRONCLAD y IF {random.choice(LOW)} THEN {random.choice(HEADS[name])}"
        rules.append(text)
        about.setdefault(name, []).append(f"r{number}")
    for names in about.values():
        for position, name in enumerate(names[1:], 1):
            if random.random() < 0.4:
                rules.append(f"PRIORITY {name} OVER {random.choice(names[:position])}")
    return HEAD + "\n".join(rules) + "\n"


def asked(core: Core, contest: str) -> list[m.Formula | m.Value]:
    match core.contests[contest].kind:
        case ContestKind.BOOLEAN:
            return [m.OutcomeHolds(contest, ()), m.Rejected(contest, ())]
        case ContestKind.ACTION:
            return [m.NormHolds(mode, contest, ()) for mode in ("MUST", "MUST NOT", "MAY", "NEED NOT")]
        case ContestKind.VALUE:
            return [m.OutcomeValue(contest, ())]


def decisions(text: str, core: Core, contest: str, case: m.Case) -> list[Any]:
    base = base_of(text)
    return list(derive(base, case, [m.Target(one, "") for one in asked(core, contest)]).decisions)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_shown_is_so(seed: int) -> None:
    text = program(f"shown/{seed}")
    core = everything(*ready(text))
    of = {clause_name(rule): rule.contest for rule in core.rules}
    for one in linted(text):
        code, names = one.diagnostic.code, one.diagnostic.message.split("`")[1::2]
        if one.witness is None or code not in (*MEETS, *GAPS):
            continue
        case = base_of(text + one.witness.text).program.cases["witness"]
        about = names[0] if code == "RL516" else of[names[1] if code == "RL520" else names[0]]
        found = decisions(text, core, about, case)
        if one.witness.choices:
            assert any(d.status in (Status.UNDETERMINED, Status.CONFLICT) for d in found), one
        elif code in MEETS:
            assert any(d.status is Status.CONFLICT for d in found), (one.diagnostic.message, found)
        else:
            assert all(d.status is Status.FAILS or d.undefined is not None or d.value is not None for d in found), one


@pytest.mark.parametrize("seed", range(60))
def test_no_conflict_is_missing(seed: int) -> None:
    text = program(f"shown/{seed}")
    core = everything(*ready(text))
    of = {clause_name(rule): rule.contest for rule in core.rules}
    told = {of[one.diagnostic.message.split("`")[1]] for one in linted(text) if one.diagnostic.code in MEETS}
    base = base_of(text)
    for a, b, n in product((False, True), (False, True), range(4)):
        given = tuple(m.GivenFact(m.Atom(name, ()), value) for name, value in (("a", a), ("b", b), ("n", n)))
        case = m.Case("k", "", None, (), None, False, {}, given, (), (), None, (), (), ())
        for contest in core.contests:
            targets = [m.Target(one, "") for one in asked(core, contest)]
            found = derive(base, case, targets).decisions
            if any(one.status is Status.CONFLICT for one in found):
                assert contest in told, (contest, a, b, n)


BOUNDARY = """FACT a
FACT b
FACT n : INTEGER FROM 0 TO 120
OUTCOME gold
OUTCOME v : INTEGER
RULE g IF b AND n > {gold} THEN gold
RULE low IF n < 20 AND gold THEN v = 1
RULE high IF n > 20 AND gold THEN v = 2
"""


def boundaries(text: str) -> list[Finding]:
    return [one for one in linted(text) if one.diagnostic.code == "RL520"]


def test_boundary_is_shown_by_a_case_that_the_program_decides_so() -> None:
    text = BOUNDARY.format(gold=10)
    [found] = boundaries(text)
    assert found.witness is not None
    base = base_of(text + found.witness.text)
    [decision] = derive(base, base.program.cases["witness"]).decisions
    assert decision.value is NONE
    assert not any(isinstance(given, m.Stipulation) for given in base.program.cases["witness"].given)


def test_boundary_at_which_no_case_has_the_rules_other_conditions_is_none() -> None:
    assert boundaries(BOUNDARY.format(gold=30)) == []


def test_boundary_that_an_always_rules_out_is_none() -> None:
    assert boundaries(BOUNDARY.format(gold=10) + "ALWAYS n != 20 OR NOT b\n") == []


def test_boundary_is_found_for_another_instance_where_the_first_cannot_be_there() -> None:
    text = "TYPE way OF out, back\nFACT n(way) : INTEGER FROM 0 TO 9\nOUTCOME v(way) : INTEGER\nALWAYS n(out) != 5\n"
    text += "RULE low FOR EACH x IN way IF n(x) < 5 THEN v(x) = 1\n"
    text += "RULE high FOR EACH x IN way IF n(x) > 5 THEN v(x) = 2\n"
    [found] = boundaries(text)
    assert "`n(back) = 5`" in found.diagnostic.message
