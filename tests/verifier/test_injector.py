"""The fault injector: its answers, its labels, and what the verifier makes of them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from random_cases import drawn
from random_values import TARGETS
from random_values import drawn as with_values

from rulelang.case_names import Named, named_cases
from rulelang.commands.mutate import command as mutate
from rulelang.commands.rubric import command as rubric
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.options import Loading
from rulelang.scored import score
from rulelang.verifier.matter import Policy, Ready, make_ready
from rulelang.verifier.mutation.inject import FAULTS, GOLD, HARMLESS, TWO, variations
from rulelang.verifier.mutation.matrix import Judged, case_row, judge

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "cases"
MATRIX = ROOT / "docs" / "verifier-matrix.md"
SAMPLE = ("waived_assessment", "failure_unresolved", "affiliate_what_if")
"""The cases whose rows of the table are worked out anew here; the whole table takes minutes."""


@cache
def golden() -> tuple[Named, ...]:
    return tuple(named_cases(str(GOLDEN), Loading()))


@cache
def judged() -> tuple[Judged, ...]:
    return tuple(one for case in golden() for _, one in judge(case.ready, case.name))


def only(text: str) -> Ready:
    program = load_text(text).program
    assert program is not None
    base, found = prepare(program)
    assert base is not None, found
    return make_ready(base, *program.cases.values())


def test_there_are_kinds_enough_in_every_layer() -> None:
    assert len(FAULTS) >= 25
    assert len(HARMLESS) >= 10
    for layer in range(1, 6):
        assert sum(fault.root == (layer,) for fault in FAULTS) >= 3
    assert len({one.name for one in (*FAULTS, *HARMLESS)}) == len(FAULTS) + len(HARMLESS)


def test_nearly_every_kind_occurs_in_the_golden_cases() -> None:
    seen = {one.label.kind for one in judged()}
    assert {TWO, GOLD} <= seen
    missing = {one.name for one in (*FAULTS, *HARMLESS)} - seen
    assert missing <= {"unsupported_premise", "surplus_duty"}


@pytest.mark.parametrize("kind", [fault.name for fault in FAULTS] + [TWO])
def test_the_fault_is_found_in_its_layer(kind: str) -> None:
    for one in judged():
        if one.label.kind == kind and not one.label.harmless:
            assert one.right, one


@pytest.mark.parametrize("kind", [GOLD, *dict.fromkeys(change.name for change in HARMLESS)])
def test_the_complete_answer_is_accepted_and_scores_100(kind: str) -> None:
    for one in judged():
        if one.label.kind == kind and one.label.harmless:
            assert one.right, one


def test_a_complete_answer_is_a_correct_one() -> None:
    assert not any(5 in one.label.fails and not one.fails for one in judged())


def test_a_judgment_that_follows_from_another_is_no_loss() -> None:
    """Proved, not listed: of `size < 100` nothing is missing where `size < 50` is said."""
    ready = only(
        "MODULE m\nFACT size : INTEGER\nOUTCOME small\nRULE r IF size < 50 AND size < 100 THEN small\n"
        'CASE c\n  GIVEN size = 42\n  ASK "?" DECIDE small\n'
    )
    labels = {(v.label.kind, v.label.harmless) for v in variations(ready, kinds=["fact_left_out"], sites=9)}
    assert labels == {("fact_left_out", True), ("fact_left_out", False)}
    for _, one in judge(ready, "m.rules#c"):
        assert one.right, one


def test_what_is_said_to_follow_follows_from_what_is_said() -> None:
    """Without the loss the fine would be worked out from the days; the answer says only that there are more than 7."""
    rules = (
        "MODULE m\nFACT lost\nFACT days : INTEGER FROM 0 TO 99\nOUTCOME late\nOUTCOME fine : INTEGER\n"
        "RULE late IF days > 7 THEN late\nRULE due IF late THEN fine = {}\n"
        "RULE gone IF lost THEN fine = 55\nPRIORITY gone OVER due\n"
        'CASE c\n  GIVEN days = 8, lost\n  ASK "?" DECIDE fine\n'
    )
    kinds = {}
    for due in ("2 * days", "9"):
        found = list(judge(only(rules.format(due)), "m.rules#c"))
        kinds[due] = {one.label.kind for _, one in found if not one.label.harmless}
        for _, one in found:
            assert one.right, one
    assert "fact_flipped_through" in kinds["9"]
    assert "fact_flipped_through" not in kinds["2 * days"]


@pytest.mark.parametrize("policy", ["full", "answer", "sufficient"])
@pytest.mark.parametrize(
    ("asked", "decided"),
    [
        ("MAY enter", {"MUST enter"}),
        ("MUST NOT enter", {"MUST enter"}),
        ("MUST leave", {"MUST NOT leave"}),
        ("fee > 100 eur", {"fee = 102 eur", "fee = 108 eur"}),
        ("fee < 103 eur", {"fee = 108 eur"}),
        ("fee", set[str]()),
        ("MUST enter, MAY enter", set[str]()),
        ("ACTIONS enter, leave", {"MUST NOT enter", "MUST NOT leave"}),
    ],
)
def test_a_decision_that_is_too_strong_is_a_fault_of_the_outcome(asked: str, decided: set[str], policy: Policy) -> None:
    """A false norm or value that entails the right decision; not one that decides another target wrongly."""
    ready = only(
        "MODULE m\nFACT f\nFACT g\nFACT w : NUMBER IN eur\nACTION enter\nACTION leave\n"
        "OUTCOME fee : NUMBER IN eur WITHIN 1 eur\nRULE r1 IF f THEN MAY enter\n"
        "RULE r2 IF g THEN MUST leave AND MUST enter\nRULE rf THEN fee = w + 5 eur\n"
        f'CASE c\n  CLOSED\n  GIVEN f, w = 100 eur\n  ASK "?" DECIDE {asked}\n'
    )
    seen: set[str] = set()
    for variation, one in judge(ready, "m.rules#c", sites=9, policy=policy):
        assert one.right, one
        if one.label.kind == "too_strong":
            assert one.label.root == (5,)
            assert variation.draft.decision is not None
            seen |= {said.text for said in variation.draft.decision.says}
    assert decided <= seen
    assert bool(decided) is bool(seen)


def test_what_contradicts_a_comparison_may_decide_the_value_that_is_asked_for_too() -> None:
    ready = only(
        "MODULE t FACT n : INTEGER OUTCOME fee : NUMBER OUTCOME due RULE r THEN fee = 2 * n "
        'RULE s IF fee > 4 THEN due CASE c GIVEN n = 3 ASK "?" DECIDE fee, due'
    )
    found = [one for _, one in judge(ready, "t.rules#c") if one.label.kind == "contradicted" and one.label.root]
    assert {one.label.fails for one in found} == {(2,)}
    assert any(one.fails == (2, 4) for one in found)
    assert all(one.right for one in found)


def test_an_alternative_ground_makes_a_flaw_harmless_only_where_it_is_stated() -> None:
    ready = only(
        "MODULE m\nFACT rich\nFACT famous\nOUTCOME invited\nRULE r IF rich OR famous THEN invited\n"
        'CASE c\n  GIVEN rich, famous\n  ASK "?" DECIDE invited\n'
    )
    assert len(ready.listed) == 2
    for _, one in judge(ready, "m.rules#c"):
        assert one.right, one


def test_the_same_seed_gives_the_same_answers_and_another_seed_others() -> None:
    ready = golden()[0].ready

    def answers(seed: int) -> list[str]:
        return [json.dumps(one.answer("x.rules#c")) for one in variations(ready, seed)]

    assert answers(7) == answers(7)
    assert answers(7) != answers(8)


def test_kinds_can_be_left_out_without_changing_the_others() -> None:
    ready = golden()[0].ready
    kinds = ["fact_flipped", "look_alike"]
    some = list(variations(ready, kinds=kinds))
    assert some == [one for one in variations(ready) if one.label.kind in kinds]


def test_no_answer_tells_what_was_done_to_it() -> None:
    names = {"rulelang", "case", "sample", "claims", "decision"}
    for variation in variations(golden()[0].ready):
        answer = variation.answer("x.rules#c", 3)
        assert set(answer) <= names
        assert "_" not in variation.label.kind or variation.label.kind not in json.dumps(answer)


def test_answers_and_labels_go_line_by_line_to_two_files(tmp_path: Path) -> None:
    out = tmp_path / "answers.jsonl"
    done = CliRunner().invoke(mutate, [str(GOLDEN / "policy.rules"), "--out", str(out)], standalone_mode=False)
    assert done.exception is None
    answers = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    labels = [json.loads(line) for line in (tmp_path / "answers.labels").read_text("utf-8").splitlines()]
    assert [one["sample"] for one in answers] == [one["sample"] for one in labels] == list(range(len(answers)))
    assert {one["kind"] for one in labels} >= {GOLD, TWO, "fact_left_out", "order"}
    assert list(tmp_path.glob("*.jsonl")) == [out], "who scores `*.jsonl` scores the answers alone"


@pytest.mark.parametrize("options", [["--out", "a.labels"], ["--out", "a.jsonl", "--labels", "./a.jsonl"]])
def test_answers_and_labels_never_go_to_one_file(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(mutate, [str(GOLDEN / "policy.rules"), *options])
    assert done.exit_code == 2
    assert "answers and labels would both go to" in done.output
    assert not list(tmp_path.iterdir())


def test_labels_are_never_scored_as_answers(tmp_path: Path) -> None:
    labels = tmp_path / "labels.jsonl"
    options = ["--out", str(tmp_path / "a.jsonl"), "--labels", str(labels)]
    done = CliRunner().invoke(mutate, [str(GOLDEN / "policy.rules"), *options], standalone_mode=False)
    assert done.exception is None
    rows = list(score(str(labels)))
    assert rows
    assert {row["error"] for row in rows} == {"RL459"}
    assert not any(row["evaluable"] for row in rows)
    assert rows[0]["error_words"] == "this is a document `label/1`, no answer"


def test_the_rubric_of_a_case_names_its_own_points() -> None:
    done = CliRunner().invoke(rubric, [str(GOLDEN / "policy.rules")], standalone_mode=False)
    assert "supports `delay_excused` by `e2`" in done.output
    assert sum(int(points) for points in re.findall(r", (\d+) points: ", done.output)) == 100


def test_the_matrix_in_the_docs_is_what_the_command_prints() -> None:
    document = MATRIX.read_text(encoding="utf-8")
    for case in named_cases(str(ROOT / "corpora" / "ruleweaver" / "operators.rules"), Loading()):
        if case.ready.case.name in SAMPLE:
            name = f"corpora/ruleweaver/operators.rules#{case.ready.case.name}"
            assert case_row(name, [one for _, one in judge(case.ready, name)]) in document
    rows = [line.split(" | ") for line in document.splitlines() if line.startswith("| `") and "#" in line]
    assert len(rows) >= 50
    for _, faults, found, complete, accepted in rows:
        assert (faults, complete) == (found, accepted.removesuffix(" |"))


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.sampled_from(TARGETS))
@example(0, "NOT p AND v < 6")  # a conclusion of which the contrary is said decides the target too
@example(1, "ANY x IN item HAS (d(x))")
@example(6, "NOT p AND v < 6")
def test_labels_hold_where_values_and_targets_of_several_parts_are_in_play(seed: int, target: str) -> None:
    found = with_values(Random(seed), target=target)
    for variation, one in () if found is None else judge(found.ready, f"random.rules#{seed}"):
        assert one.right, (found.text if found else "", one, variation.answer("x#c"))


@pytest.mark.parametrize("policy", ["answer", "sufficient"])
def test_labels_hold_under_the_other_policies_too(policy: Policy) -> None:
    """Where only the answer is judged, and where any one minimal ground is enough."""
    cases = [(case.name, case.ready) for case in golden()]
    cases += [(f"random.rules#{seed}", found.ready) for seed in range(2) if (found := drawn(Random(seed))) is not None]
    roots: set[tuple[int, ...]] = set()
    for name, ready in cases:
        for variation, one in judge(ready, name, policy=policy):
            assert one.right, (name, one, variation.answer("x#c"))
            roots.add(one.label.root)
    assert {(), (1,), (2,), (3,), (4,), (5,)} <= roots


OFFICE = """MODULE m
TYPE doc
FACT old(d : doc)
FACT hold(d : doc)
FACT released(d : doc)
FACT strict
ACTION purge(d : doc)
RULE purge FOR EACH d IN doc IF old(d) THEN MUST purge(d)
  CONFLICT hold IF hold(d){more} THEN MUST NOT purge(d) PREVAILS
  EXCEPTION rel TO hold IF released(d)
CASE c CLOSED
  GIVEN
  | doc | old | hold | released |
  | x   | YES | YES  | NO       |
  | y   | YES | YES  | YES      |
  | z   | YES | NO   | NO       |
  GIVEN strict
  ASK "?" TYPE action_prescription DECIDE ACTIONS purge(x), purge(y), purge(z)
"""


@pytest.mark.parametrize("more", ["", " AND strict"])
def test_what_is_overlooked_for_one_thing_is_overlooked_for_no_other(more: str) -> None:
    ready = only(OFFICE.format(more=more))
    seen: set[str] = set()
    for variation, one in judge(ready, "m.rules#c", sites=3):
        assert one.right, (one, variation.answer("m.rules#c"))
        seen.add(one.label.kind)
    assert "decided_without" in seen


def test_an_exception_takes_effect_for_the_thing_for_which_it_does() -> None:
    found = {
        variation.label.kind: {str(said["says"]) for said in variation.answer("m.rules#c")["claims"]}
        for variation in variations(only(OFFICE.format(more="")), kinds=[GOLD, *LEFT_OUT])
    }
    dropped = {kind: found[GOLD] - found[kind] for kind in LEFT_OUT}
    assert dropped == {"exception_left_out": {"NOT released(x)"}, "effective_exception_left_out": {"released(y)"}}


LEFT_OUT = ("exception_left_out", "effective_exception_left_out")
