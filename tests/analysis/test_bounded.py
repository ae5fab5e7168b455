"""What is proved of a few entities is said of these alone; what is said of all holds whatever their number."""

from __future__ import annotations

from random import Random

import pytest
from rule_bases import base_of

from rulelang.cli import main
from rulelang.engine.analysis.lint import lint
from rulelang.engine.analysis.scope import scope_of

NEVER = ("RL500", "RL501", "RL502", "RL504", "RL505", "RL506", "RL507", "RL512", "RL513", "RL514", "RL515", "RL517",
         "RL533")  # fmt: skip
HEAD = """\
TYPE borrower
FACT late(borrower)
FACT vip(borrower)
FACT debt(borrower) : INTEGER FROM 0 TO 9
FACT closed
FACT guarantor(borrower) : borrower
OUTCOME risky(borrower)
OUTCOME frozen
OUTCOME many
DEFINE owed : NUMBER AS SUM OF debt(b) FOR EACH b IN borrower
DEFINE deep(b : borrower) : BOOLEAN AS debt(b) > 5
"""
ONE = (
    "late(b)", "NOT late(b)", "vip(b)", "NOT vip(b)", "debt(b) > 4", "debt(b) < 2", "deep(b)", "closed", "NOT closed",
    "risky(b)", "frozen", "many", "owed > 18", "owed < 30", "guarantor(b) = b", "NOT guarantor(b) = b",
    "COUNT OF c IN borrower > 2", "COUNT OF c IN borrower WHERE (late(c)) < 3", "ANY c IN borrower HAS (late(c))",
    "EVERY c IN borrower HAS (vip(c))", "COUNT OF c IN borrower WHERE (vip(c)) > 2",
)  # fmt: skip
PLAIN = (*ONE[:10], "closed")
ALL = tuple(one for one in ONE if "(b)" not in one)
TOGETHER = (
    "ALWAYS COUNT OF c IN borrower WHERE (late(c)) < 2", "ALWAYS EVERY c IN borrower HAS (vip(c) OR debt(c) < 7)",
    "ALWAYS ANY c IN borrower HAS (late(c))", "ALWAYS COUNT OF c IN borrower > 2",
)  # fmt: skip


def rules_about(seed: int) -> str:
    random = Random(f"bounded/{seed}")
    lines = [HEAD.rstrip()]
    if random.random() < 0.3:
        lines.append(random.choice(TOGETHER))

    def condition(parts: tuple[str, ...]) -> str:
        return " AND ".join(random.sample(parts, random.randint(1, 3)))

    reading = {"risky": ("risky(b)", "frozen", "many"), "many": ("many",)}
    for number, name in enumerate(("many", "risky", "risky")):
        parts = ALL if name == "many" else ONE if seed % 3 == 0 else PLAIN
        some = tuple(one for one in parts if one not in reading[name])
        each = "" if name == "many" else "FOR EACH b IN borrower "
        head = "many" if name == "many" else "risky(b)"
        lines.append(f"RULE r{number} {each}IF {condition(some)} THEN {head}")
        lines.append(f"  EXCEPTION e IF {condition(some)}")
        if random.random() < 0.5:
            lines.append(f"  ADDITIVE AND {random.choice(some)}")
    lines.append(f"RULE f FOR EACH b IN borrower IF {condition(ONE[:-1])} THEN frozen".replace("AND frozen", ""))
    return "\n".join(lines) + "\n"


def nevers(text: str, size: int) -> dict[tuple[str, str], str]:
    """What never happens by code and the name that the message begins with."""
    base = base_of(text)
    return {
        (one.diagnostic.code, one.diagnostic.message.split("`")[1]): one.diagnostic.message
        for one in lint(base, scope_of([base.program], size)).findings
        if one.diagnostic.code in NEVER
    }


@pytest.mark.parametrize("seed", range(12))
def test_what_is_not_said_of_a_number_of_entities_is_so_for_others(seed: int) -> None:
    text = rules_about(seed)
    found = nevers(text, 2)
    others = [set(nevers(text, size)) for size in (1, 3)]
    for (code, name), message in found.items():
        if "2 entities" in message or code in ("RL515", "RL533"):
            continue
        for other in others:
            # A part that matters nowhere is told of once: as one of its rule, its law, or its own.
            assert any(name == about for _, about in other), (text, code, message)


COUNTS = """\
TYPE borrower
FACT late(borrower)
OUTCOME many
OUTCOME risky
RULE many IF COUNT OF b IN borrower > 3 THEN many
RULE risky IF (COUNT OF b IN borrower WHERE (late(b))) > 3 THEN risky
"""


def test_never_is_said_of_the_entities_that_were_looked_at() -> None:
    found = nevers(COUNTS, 2)
    assert found["RL512", "risky"].startswith("`risky` never applies with 2 entities of `borrower`: no such case")
    assert "with 2 entities of `borrower`" in found["RL512", "many"]
    assert "with 2 entities of `borrower`" in found["RL517", "many"]
    assert "with 3 entities of `borrower`" in nevers(COUNTS, 3)["RL512", "risky"]
    assert nevers(COUNTS, 4) == {}


def test_never_is_said_of_all_where_one_instance_shows_it() -> None:
    text = HEAD + "RULE r FOR EACH b IN borrower IF late(b) AND debt(b) > 4 AND deep(b) AND NOT late(b) THEN risky(b)\n"
    assert nevers(text, 2)["RL512", "r"] .startswith("`r` never applies: ")


def test_a_declaration_about_how_many_there_are_bounds_what_is_said_of_one() -> None:
    text = HEAD + "RULE r FOR EACH b IN borrower IF late(b) AND NOT late(b) THEN risky(b)\n"
    always = "ALWAYS COUNT OF c IN borrower < 3\n"
    assert "2 entities" in nevers(text + always, 2)["RL512", "r"]
    each = "ALWAYS EVERY c IN borrower HAS (vip(c) OR debt(c) < 7)\n"
    assert "2 entities" not in nevers(text + each, 2)["RL512", "r"]


@pytest.mark.parametrize("verb", ["prove", "diff"])
def test_how_many_there_are_is_a_scope_too(
    verb: str, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """No fact of a borrower is read, and yet the answer is one for two of them."""
    folder = tmp_path_factory.mktemp("scope")
    for number in (3, 4):
        text = f"MODULE m\nTYPE borrower\nOUTCOME many\nRULE many IF COUNT OF b IN borrower > {number} THEN many\n"
        (folder / f"m{number}.rules").write_text(text)
    files = [str(folder / f"m{number}.rules") for number in (3, 4)]
    main(["prove", files[0], "NOT many"] if verb == "prove" else ["diff", *files])
    assert "every case with 2 entities of `borrower`" in capsys.readouterr().out
    main(["prove", files[0], "NOT many", "--scope", "4"] if verb == "prove" else ["diff", *files, "--scope", "4"])
    assert ("REFUTED" if verb == "prove" else "differ in 1 region") in capsys.readouterr().out
