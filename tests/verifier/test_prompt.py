"""Prompts: everything that is needed to answer, nothing that gives the answer away, the same for the same seed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulelang.cli import main
from rulelang.engine.derive import derive
from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.grammar.files.load import load, load_text
from rulelang.grammar.model import Atom, FactHolds, GivenFact, Not
from rulelang.grammar.source import Source
from rulelang.verifier.markup.reading import About, read_markup
from rulelang.verifier.prompting.names import bearing
from rulelang.verifier.prompting.passages import distracting, own_passages
from rulelang.verifier.prompting.pool import Pool, Probe, make_pool
from rulelang.verifier.prompting.prompt import FORM, prompt_text

CORPORA = Path(__file__).parents[2] / "corpora"
RULES = """
FACT solvent "the customer can pay"
FACT minor "the customer is a minor"
FACT age : INTEGER FROM 0 TO 150 "the age of the customer"
FACT wet "it rains"
OUTCOME rich "the customer is rich"
ACTION grant "grant the loan"
ACTION umbrella "take an umbrella"
DEFINE old "the customer is old" AS age > 80
RULE credit "Solvent customers" IF rich AND NOT old THEN MUST grant EXCEPTION young IF minor
RULE money IF solvent THEN rich
RULE rain IF wet THEN MUST umbrella
META RULE pay IF solvent THEN MAY umbrella
RULE pay.a AUGMENTS pay EXCEPTION x IF wet
RULE pay.b AUGMENTS pay EXCEPTION y IF minor
CASE secretly_young "The minor gets nothing" USING credit, money, rain
  EVIDENCE p1 "The account holds a million." SUPPORTS solvent
  EVIDENCE p2 "She turned twelve in May." SUPPORTS minor
  GIVEN solvent, minor, age = 12
  REQUIRES rich
  ASK "Has the bank to lend?" TYPE special_case_judgment DECIDE MUST grant
  EXPECT NOT MUST grant
"""


def base_of(text: str) -> RuleBase:
    program = load_text(text).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    return base


def prompt(base: RuleBase, probe: Probe = "p1", size: int = 9, seed: int = 7, style: str = "text") -> tuple[Pool, str]:
    case = next(iter(base.program.cases.values()))
    pool = make_pool(base, case, probe, size, seed, ())
    return pool, prompt_text(base, case, pool, "words" if style == "words" else "text")


@pytest.mark.parametrize("style", ["text", "words"])
@pytest.mark.parametrize("probe", ["p1", "p2", "p3"])
def test_nothing_gives_the_answer_away(probe: Probe, style: str) -> None:
    """Whatever the case says about the right answer, the prompt is the same, letter for letter."""
    told = prompt(base_of(RULES), probe, style=style)[1]
    changed = (
        RULES.replace('secretly_young "The minor gets nothing"', "c")
        .replace("  EXPECT NOT MUST grant\n", "")
        .replace("  REQUIRES rich\n", "")
        .replace(" TYPE special_case_judgment", "")
        .replace("SUPPORTS minor", "SUPPORTS NOT minor")
    )
    assert prompt(base_of(changed), probe, style=style)[1] == told
    for word in ("secretly", "gets nothing", "EXPECT", "SUPPORTS", "special_case", "REQUIRES"):
        assert word not in told


def test_the_prompt_has_what_is_needed() -> None:
    told = prompt(base_of(RULES))[1]
    for needed in (
        "p2: She turned twelve in May.", "the age of the customer: 12", "Has the bank to lend?", "MUST grant",
        "credit.young", "money", "old [definition]", "DEFINE old", "minor [fact]: the customer is a minor",
        FORM.rstrip(),
    ):  # fmt: skip
        assert needed in told
    assert "the customer can pay\n- " not in told.partition("## Rules")[0], "a passage tells it"


def test_the_pool_has_all_rules_that_bear_and_no_other_law() -> None:
    base = base_of(RULES)
    needed, _ = bearing(base, base.program.cases["secretly_young"])
    assert list(needed) == ["credit", "money"]
    for seed in range(5):
        ids = [one.group.id for one in prompt(base, seed=seed)[0].rules]
        assert set(ids) >= {"credit", "money", "rain"}
        assert len({"pay.a", "pay.b"} & set(ids)) == 1
        assert "pay" not in ids
    assert [one.group.id for one in prompt(base, size=0)[0].rules] in (["credit", "money"], ["money", "credit"])


def test_hard_distractors_come_first_and_an_excerpt_keeps_its_order() -> None:
    base = base_of(RULES)
    hard = {one.group.id for one in prompt(base, "p2", 3)[0].rules}
    assert hard & {"pay.a", "pay.b"}, "it shares `solvent`"
    near = [one.group.id for one in prompt(base, "p3", 3)[0].rules]
    assert near == ["credit", "money", "rain"]


def test_the_seed_decides() -> None:
    base = base_of(RULES)
    assert prompt(base, seed=3)[1] == prompt(base, seed=3)[1]
    assert len({prompt(base, seed=seed)[1] for seed in range(8)}) > 1


@pytest.mark.parametrize("path", sorted(CORPORA.rglob("*.rules")), ids=lambda path: path.name)
def test_every_bundled_case_has_a_prompt(path: Path) -> None:
    program = load(path, cache=False).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    for case in list(program.cases.values())[:12]:
        if case.asks:
            pool = make_pool(base, case, "p2", 12, 7, ())
            for style in ("text", "words"):
                told = prompt_text(base, case, pool, style)  # type: ignore[arg-type]
                assert not re.search(r"\bEXPECT\b|\bSUPPORTS\b", told)
                assert all(question in told for ask in case.asks if (question := ask.question))


OTHERS = """
FACT soaked "the customer is soaked"
ALWAYS NOT (soaked AND minor)
CASE rainy
  EVIDENCE p1 "It rained on the million for hours." SUPPORTS wet
  EVIDENCE p2 "He turned forty." SUPPORTS NOT minor, NOT wet
  EVIDENCE p3 "She came in dripping." SUPPORTS soaked
  EVIDENCE p4 "A leaflet about loans."
  GIVEN wet, soaked, NOT minor
  ASK DECIDE MUST umbrella
CASE dry
  EVIDENCE p1 "Not a cloud." SUPPORTS NOT wet
  GIVEN NOT wet
  ASK DECIDE MUST umbrella
"""


def test_passages_that_settle_nothing_are_among_the_hard_ones() -> None:
    base = base_of(RULES + OTHERS)
    case = base.program.cases["secretly_young"]
    assert distracting(base, case, 9, 7, ()) == [
        ("p3", "It rained on the million for hours."),
        ("p4", "Not a cloud."),
    ], "what speaks of what matters, by an ALWAYS too, or of nothing, is none; the likest comes first"
    assert dict(make_pool(base, case, "p1", 0, 7, ()).passages) == dict(own_passages(case))
    hard = make_pool(base, case, "p2", 0, 7, ())
    assert len(hard.passages) == 4
    assert set(hard.passages) > set(own_passages(case))
    told = prompt_text(base, case, hard, "text")
    assert "p3: It rained on the million for hours." in told
    assert "He turned forty" not in told
    assert len({make_pool(base, case, "p2", 0, seed, ()).passages for seed in range(9)}) > 1
    foreign = base_of("FACT late CASE c EVIDENCE e1 \"It was late.\" SUPPORTS late GIVEN late ASK DECIDE late")
    assert "It was late." in dict(make_pool(base, case, "p1", 0, 7, (foreign,), 5).passages).values()


@pytest.mark.parametrize("path", sorted(CORPORA.rglob("*.rules")), ids=lambda path: path.name)
def test_nothing_that_a_distractor_tells_changes_a_decision(path: Path) -> None:
    program = load(path, cache=False).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    supports = {one.text: one.supports for case in program.cases.values() for one in case.evidence}
    for case in list(program.cases.values())[:20]:
        if not case.asks or not case.evidence:
            continue
        decisions = derive(base, case).decisions
        for _, text in distracting(base, case, 5, 7, ()):
            for stated in supports[text]:
                match stated.claim:
                    case FactHolds(name, ()) | Not(FactHolds(name, ())):
                        rest = tuple(one for one in case.given if getattr(one, "atom", None) != Atom(name, ()))
                        for value in (True, False):
                            told = replace(case, given=(*rest, GivenFact(Atom(name, ()), value)))
                            assert derive(base, told).decisions == decisions, (case.name, text)
                    case _:
                        pass


def test_the_form_is_what_is_read() -> None:
    marked = read_markup(Source("a", FORM), About("a#b"))
    assert [claim.id for claim in marked.answer.claims or ()] == ["s1", "s2"]
    assert marked.answer.decision is not None
    assert marked.answer.decision.from_ == ["s2"]


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "loan.rules"
    path.write_text(RULES, encoding="utf-8")
    assert main(["prompt", f"{path}#secretly_young", "--pool", "200", "--probe", "P2", "--output-format", "json"]) == 0
    shown = capsys.readouterr()
    assert '"setting": "p2"' in shown.out
    assert '"passages": ["p1", "p2"]' in shown.out
    assert "RL560" in shown.err
    assert main(["prompt", f"{path}#secretly_young", "--passages", "3"]) == 0
    assert "there are 2 passages to show, not 3" in capsys.readouterr().err
