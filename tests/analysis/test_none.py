"""Facts that may be NONE: whatever is said of every case is said of those that give such a fact as NONE too."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest
from rule_bases import HEAD, base_of, everything, planted, random_rules, ready

from rulelang.cli import main
from rulelang.engine.analysis.claim import read_property
from rulelang.engine.analysis.difference import Version, difference
from rulelang.engine.analysis.property import Fails, Holds, decide_property
from rulelang.engine.analysis.scope import core_in
from rulelang.engine.analysis.states import decided
from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.rules.without_value import may_be_none
from rulelang.engine.solver import Limits
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

WARNED = """FACT warned : DATE{} "the day of the warning, if any"
OUTCOME ok "ok"
RULE r1 IF warned = NONE THEN ok
RULE r2 IF warned != NONE THEN NOT ok
CASE k {}EXPECT ok
CASE k2 GIVEN warned = 2024-01-01 EXPECT NOT ok
"""
TEXTS = (WARNED.format(" DEFAULT NONE", ""), WARNED.format("", "GIVEN warned = NONE "))


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("claim", ["NOT ok", "warned != NONE"])
def test_nothing_is_proved_that_a_case_without_a_value_refutes(text: str, claim: str) -> None:
    base, selection, scope = ready(text)
    found = decide_property(base, selection, scope, read_property(base, selection, scope, claim), Limits())
    assert isinstance(found, Fails)
    again = base_of(text + found.witness.text)
    [decision] = derive(again, again.program.cases["witness"]).decisions
    assert decision.status is Status.FAILS


@pytest.mark.parametrize("text", TEXTS)
def test_the_rule_for_no_value_is_no_dead_rule(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.rules"
    path.write_text(text, encoding="utf-8")
    assert main(["lint", str(path), "--fix"]) == 0
    assert path.read_text(encoding="utf-8") == text
    assert "RL512" not in capsys.readouterr().out
    assert main(["test", str(path)]) == 0
    other = tmp_path / "y.rules"
    other.write_text(text.replace("THEN ok", "THEN NOT ok"), encoding="utf-8")
    assert main(["diff", str(path), str(other)]) == 1


@pytest.mark.parametrize("text", TEXTS)
def test_an_unknown_fact_may_have_no_value(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.rules"
    path.write_text(text + "CASE open GIVEN UNKNOWN warned ASK DECIDE ok\n", encoding="utf-8")
    main(["derive", f"{path}#open"])
    assert "ok  UNDETERMINED (unknown: warned)" in capsys.readouterr().out
    main(["derive", f"{path}#k2", "--decide", "ok", "--grounds"])
    assert "warned != NONE" in capsys.readouterr().out
    certificate = tmp_path / "c.json"
    main(["derive", f"{path}#k2", "--decide", "ok", "--certify"])
    certificate.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["verify-certificate", str(certificate), "--rules", str(path)]) == 0
    main(["ask-next", f"{path}#open"])
    assert "NONE: HOLDS" in capsys.readouterr().out
    main(["whatif", f"{path}#k2", "--decide", "ok", "--flip"])
    assert "warned: from 2024-01-01 to NONE" in capsys.readouterr().out


def test_what_the_program_says_may_be_none() -> None:
    base = base_of("""
        FACT a : DATE DEFAULT NONE
        FACT b : DATE
        FACT c : DATE
        FACT d : DATE
        FACT e : DATE
        FACT f : INTEGER
        DEFINE missing(x : DATE) AS x = NONE
        DEFINE last : DATE AS d IF f > 1 AS e
        OUTCOME p
        RULE r IF b = NONE OR missing(c) THEN p EXCEPTION x IF last != NONE AND f > 3
        CASE k GIVEN f = NONE
    """)
    assert may_be_none(base.program) == {"a", "b", "c", "d", "e"}


def test_what_a_case_gives_as_none_is_a_case_of_every_case() -> None:
    text = "FACT n : INTEGER\nOUTCOME p\nRULE low IF n < 3 THEN p\nRULE high IF n >= 3 THEN p\n"
    base, selection, scope = ready(text)
    asked = read_property(base, selection, scope, "p")
    proved = decide_property(base, selection, scope, asked, Limits())
    assert isinstance(proved, Holds)
    assert proved.without == ("n",)
    base, selection, scope = ready(text + "CASE k GIVEN n = NONE ASK DECIDE p\n")
    asked = read_property(base, selection, scope, "p")
    assert isinstance(decide_property(base, selection, scope, asked, Limits()), Fails)


# ------------------------------------------------------------------------------------------- against all cases


def text_of(rules: list[str]) -> str:
    head = HEAD.replace("FROM 0 TO 3", "FROM 0 TO 3 DEFAULT NONE")
    return head + "\n".join(rules).replace("n = 0", "n = NONE").replace("n >= 2", "n != NONE") + "\n"


def cases() -> list[dict[str, bool | Constant_]]:
    values = product((False, True), (False, True), (False, True), (0, 1, 2, 3, NONE))
    return [dict(zip("abcn", row, strict=True)) for row in values]


@pytest.mark.parametrize("seed", range(25))
def test_a_planted_change_is_found_or_harmless_in_every_case(seed: int) -> None:
    rules = random_rules(f"none/{seed}")
    old, new = text_of(rules), text_of(planted(rules, f"none/{seed}"))
    try:
        versions = [Version(*ready(text)[:2]) for text in (old, new)]
        found = difference(*versions, ready(new)[2])
    except RuleLangError:  # the change has made a circle
        pytest.skip("the changed base has errors")
    cores = [everything(*ready(text)) for text in (old, new)]
    differing = {
        name
        for facts in cases()
        for name in ("p", "q", "v", "m")
        if len({decided(core, core.contests[name], facts) for core in cores}) > 1
    }
    told = {region.about for region in found.regions}
    assert told <= differing
    assert differing <= told | {name for name, _ in found.undecided} | set(found.more)


@pytest.mark.parametrize("seed", range(15))
def test_fixes_leave_every_case_as_it_was(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    rules = random_rules(f"none/fix/{seed}")
    for number, one in enumerate([rule for rule in rules if rule.startswith("RULE")][:4]):
        condition, _, head = one.partition(" IF ")[2].partition(" THEN ")
        more = random.choice(("n > 2 AND n < 1", "n != NONE", "n = NONE AND n > 1", "n > 0 AND n > 1"))
        rules.append(f"RULE more{number} IF ({condition}) AND {more} THEN {head.partition(' EXCEPTION ')[0]}")
    text = text_of(rules)
    path = tmp_path / "x.rules"
    path.write_text(text, encoding="utf-8")
    assert main(["lint", str(path), "--fix"]) in (0, 1)
    cores = [everything(*ready(one)) for one in (text, path.read_text(encoding="utf-8"))]
    for facts in cases():
        for name in ("p", "q", "v", "m"):
            before, after = (
                decided(core, core.contests[name], {key: facts[key] for key in facts if key in core.facts})
                for core in cores
            )
            assert before == after, (facts, name)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(("claim", "premise"), [("p", False), ("IF n = NONE THEN p", True), ("NOT p OR n > 1", False)])
def test_what_is_proved_is_so_in_every_case(seed: int, claim: str, premise: bool) -> None:
    base, selection, scope = ready(text_of(random_rules(f"none/prove/{seed}")))
    asked = read_property(base, selection, scope, claim)
    found = decide_property(base, selection, scope, asked, Limits())
    core = core_in(base, selection, scope, (asked.formula,))
    every = [{key: facts[key] for key in core.facts} for facts in cases() if not premise or facts["n"] is NONE]
    holds = all(decide(core, facts).status is Status.HOLDS for facts in every)
    assert isinstance(found, Holds) is holds
