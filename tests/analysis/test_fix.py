"""`lint --fix`: whatever it takes out, every case is decided as before; what is named, cited or unproved stays."""

from __future__ import annotations

import json
import stat
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from rule_bases import (
    ENTITIES,
    HEAD,
    all_cases,
    base_of,
    entity_rules,
    everything,
    random_condition,
    random_rules,
    ready,
)

from rulelang.cli import main
from rulelang.engine.analysis.states import decided
from rulelang.engine.derive import derive
from rulelang.grammar.printing.format import format_source
from rulelang.grammar.source import Source


def fixed(tmp_path: Path, text: str, *options: str) -> str:
    path = tmp_path / "x.rules"
    path.write_text(text, encoding="utf-8")
    assert main(["lint", str(path), "--fix", *options]) in (0, 1)
    return path.read_text(encoding="utf-8")


def burdened(seed: int) -> str:
    """A random module with rules that are of no use among the others, and comments everywhere."""
    random = Random(f"fix/{seed}")
    rules = random_rules(f"fix/{seed}")
    for number, rule in enumerate([one for one in rules if one.startswith("RULE")][:3]):
        condition, _, head = rule.partition(" IF ")[2].partition(" THEN ")
        head = head.partition(" EXCEPTION ")[0]
        about = next(name for name in ("p", "q", "v", "m") if name in head.split())
        more = random_condition(random, about)
        rules.append(
            random.choice((
                f"RULE again{number} IF ({condition}) AND ({more}) THEN {head}",
                f"RULE never{number} IF ({condition}) AND n > 2 AND n < 1 THEN {head}",
                f"RULE twice{number} IF n >= 1 AND n > 1 AND ({more}) THEN {head}",
                f"RULE excepted{number} IF n > 1 THEN {head} EXCEPTION e IF n = 0",
            ))
        )  # fmt: skip
    random.shuffle(rules)
    lines = [line for i, rule in enumerate(rules) for line in (f"# about {i}", f"{rule}  # after {i}", "")]
    return HEAD + "FACT idle\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(10))
def test_every_case_is_decided_as_before_and_a_second_time_changes_nothing(seed: int, tmp_path: Path) -> None:
    text = burdened(seed)
    less = fixed(tmp_path, text)
    assert "FACT idle" not in less
    assert len(less.splitlines()) < len(text.splitlines())
    assert fixed(tmp_path, less) == less
    cores = [everything(*ready(one)) for one in (text, less)]
    for facts in all_cases():
        for name in ("p", "q", "v", "m"):
            before, after = (decided(core, core.contests[name], facts) for core in cores)
            assert before == after, (facts, name, less)
    # Lines are left out or shortened, none is written anew, and none changes its place.
    left = iter(text.splitlines())
    for line in less.splitlines():
        assert any(line.split()[:2] == old.split()[:2] and line[-10:] == old[-10:] for old in left), line


def crowded(seed: int) -> str:
    """A random module over entities and a table, in which some rules are of no use, for two entities at least."""
    random = Random(f"crowd/{seed}")
    lines = entity_rules(f"crowd/{seed}")
    for number, rule in enumerate([one for one in lines if one.startswith("RULE")][:3]):
        start, _, rest = rule.partition(" IF ")
        condition, _, head = rest.partition(" THEN ")
        each = start.partition(" ")[2].partition(" ")[2]
        more = random.choice(("n > 1", "g(out)", "COUNT OF c IN bag > 2", "ANY c IN bag HAS (f(c))", "n > 2 AND n < 2"))
        lines.append(f"RULE again{number} {each} IF ({condition}) AND {more} THEN {head}")
    return ENTITIES + "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", [2, 9])
def test_for_any_number_of_entities_cases_are_decided_as_before(seed: int, tmp_path: Path) -> None:
    text = crowded(seed)
    less = fixed(tmp_path, text)
    assert less != text
    for size in (1, 3):
        cores = [everything(*ready(one, size)) for one in (text, less)]
        keys = [f"f(bag{number + 1})" for number in range(size)] + ["g(out)", "g(back)"]
        for values in product((False, True), repeat=len(keys)):
            for n in (0, 2):
                facts = {**dict(zip(keys, values, strict=True)), "n": n}
                for key, contest in cores[0].contests.items():
                    before = decided(cores[0], contest, facts)
                    assert decided(cores[1], cores[1].contests[key], facts) == before, (size, facts, key, text, less)


def test_formatted_stays_formatted(tmp_path: Path) -> None:
    for seed in range(2):
        text = format_source(Source("x", burdened(seed)))
        less = fixed(tmp_path, text)
        assert less != text
        assert format_source(Source("x", less)) == less


LIBRARY = """\
# Who may borrow.
FACT member "the reader is a member"
FACT age : INTEGER FROM 0 TO 120 "the reader's age"
FACT idle "nobody reads this"
OUTCOME lend "a book is lent"

# The main rule.
RULE lend IF member AND age >= 12 AND age >= 6 THEN lend  # twelve

# Says less.
RULE adults
  IF   member
   AND age >= 18
  THEN lend

# Two rules.
RULE never IF age > 3 AND age < 2 THEN lend  # not at all
RULE no_lend IF NOT member THEN NOT lend
PRIORITY no_lend OVER never, lend, adults
"""


def test_comments_go_with_what_they_are_about_alone(tmp_path: Path) -> None:
    assert fixed(tmp_path, LIBRARY) == """\
# Who may borrow.
FACT member "the reader is a member"
FACT age : INTEGER FROM 0 TO 120 "the reader's age"
OUTCOME lend "a book is lent"

# The main rule.
RULE lend IF member AND age >= 12 THEN lend  # twelve

# Two rules.
RULE no_lend IF NOT member THEN NOT lend
PRIORITY no_lend OVER lend
"""


def test_difference_is_shown_and_nothing_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.rules"
    path.write_text(LIBRARY, encoding="utf-8")
    assert main(["lint", str(path), "--fix", "--diff"]) == 1
    shown = capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == LIBRARY
    assert "-RULE never IF" in shown
    assert "+RULE lend IF member AND age >= 12 THEN lend  # twelve" in shown


@pytest.mark.parametrize(
    "named",
    [
        "CASE c GIVEN member, idle, age = 20 EXPECT TRIGGERED adults\n",
        "RULE other SUSPENDS adults IF age > 100\n",
        "RULE other NOTWITHSTANDING adults IF age > 100 THEN NOT lend\n",
    ],
)
def test_what_is_named_stays(named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "RULE adults" in fixed(tmp_path, LIBRARY + named)
    capsys.readouterr()


def test_what_answers_cite_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"rules": ["adults"], "facts": {"idle": False}}) + "\n", encoding="utf-8")
    less = fixed(tmp_path, LIBRARY, "--cited-by", str(answers))
    assert "RULE adults" in less
    assert "FACT idle" in less
    assert "RULE never" not in less
    assert "`adults` is cited" in capsys.readouterr().out


def test_a_rule_without_a_name_stays_where_others_would_be_renamed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HEAD + "RULE IF a AND n > 2 AND n < 1 THEN p\nRULE IF b AND c THEN p\nRULE IF c AND b AND a THEN p\n"
    less = fixed(tmp_path, text)
    assert less.count("RULE") == 2
    assert "n < 1" in less
    assert "would have another name" in capsys.readouterr().out


BAGS = """\
TYPE bag
FACT weight(bag) : INTEGER FROM 0 TO 99 "the weight of {bag}"
FACT marked(bag) "{bag} is marked"
OUTCOME heavy(bag) "{bag} is heavy"
OUTCOME many "there are many bags"
RULE heavy FOR EACH b IN bag IF weight(b) > 20 THEN heavy(b)
RULE marked FOR EACH b IN bag IF weight(b) > 30 AND marked(b) THEN heavy(b)
RULE many IF COUNT OF b IN bag > 5 THEN many
RULE always IF COUNT OF b IN bag WHERE (marked(b)) > 8 THEN many
"""


def test_of_listed_entities_only_what_holds_for_any_number_goes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    less = fixed(tmp_path, BAGS)
    assert "RULE marked" not in less
    assert "RULE many" in less
    assert "RULE always" in less
    assert "not for any number of them" in capsys.readouterr().out


def test_instances_of_another_entity_are_no_substitute(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With two bags the second rule covers the first; with one bag it has no instance."""
    text = BAGS.partition("RULE heavy")[0] + (
        "RULE heavy FOR EACH b IN bag IF marked(b) THEN heavy(b)\n"
        "RULE pair FOR EACH b IN bag, c IN bag IF marked(b) AND NOT b = c THEN heavy(b)\n"
    )
    assert "RULE heavy" in fixed(tmp_path, text)
    capsys.readouterr()


def test_what_a_fact_may_need_where_it_is_none_stays(tmp_path: Path) -> None:
    text = LIBRARY.replace("FROM 0 TO 120", "FROM 0 TO 120 DEFAULT NONE")
    less = fixed(tmp_path, text)
    assert "RULE adults" in less
    assert "FACT idle" not in less


def test_a_module_that_another_one_uses_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    used, user = tmp_path / "lib.rules", tmp_path / "desk.rules"
    used.write_text("MODULE lib\n" + LIBRARY, encoding="utf-8")
    user.write_text("MODULE desk\nUSE lib\nOUTCOME x\nRULE x IF idle THEN x\n", encoding="utf-8")
    main(["lint", "--fix", str(used), str(user)])
    assert used.read_text(encoding="utf-8") == "MODULE lib\n" + LIBRARY
    assert "uses it" in capsys.readouterr().out


def test_a_file_keeps_its_line_ends_its_mark_and_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(b"\xef\xbb\xbf" + LIBRARY.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    main(["lint", "--fix", str(path)])
    after = path.read_bytes()
    assert after.startswith(b"\xef\xbb\xbf")
    assert after.count(b"\n") == after.count(b"\r\n") > 5
    assert b"RULE never" not in after
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["x.rules"]


NAMED = """TYPE person "a person"
FACT  here(person) "{person} is here"
META RULE of FOR EACH p IN person IF here(p) THEN "Somebody is here."
OUTCOME share(person) : NUMBER "the share of {person}"
OUTCOME first(person) "{person} is first"
DEFINE heir(x : person) "{x} inherits" AS x = "Max M"
RULE half FOR EACH p IN person IF p = "ann lee" THEN share(p) = 1/2
RULE rest FOR EACH p IN person IF heir(p) THEN share(p) = 1/4
RULE some AUGMENTS of
  EXCEPTION not_bob IF p = "bob"
RULE first FOR EACH q IN person IF ANY r IN person HAS (r = "zoe" AND q != r) THEN first(q)
"""


def test_an_entity_beside_a_variable_is_named(tmp_path: Path) -> None:
    """No case of made-up entities alone would let these rules fire."""
    assert fixed(tmp_path, NAMED) == NAMED


STATED = """FACT a
FACT b
OUTCOME p
OUTCOME o
OUTCOME q
RULE p1 IF a THEN p
RULE x IF p AND NOT a THEN o
RULE y IF a AND p THEN q
RULE z IF a AND p AND b THEN q
CASE k GIVEN p, NOT a EXPECT o
"""


def test_what_matters_where_a_case_states_an_outcome_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    less = fixed(tmp_path, STATED)
    assert less == STATED.replace("RULE z IF a AND p AND b THEN q\n", "").replace("FACT b\n", "")
    assert "RL512" not in capsys.readouterr().out
    assert main(["test", str(tmp_path / "x.rules")]) == 0
    # Without the case nothing speaks against it.
    assert "RULE x" not in fixed(tmp_path, STATED.replace("GIVEN p, NOT a EXPECT o", "GIVEN NOT a EXPECT NOT o"))


def test_a_part_that_a_stated_outcome_needs_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "TYPE bag\nFACT a(bag)\nOUTCOME p(bag)\nOUTCOME o(bag)\n"
        "RULE p1 FOR EACH b IN bag IF a(b) THEN p(b)\nRULE o1 FOR EACH b IN bag IF p(b) THEN o(b)\n"
        "RULE o2 FOR EACH b IN bag IF a(b) THEN o(b)\n"
        "CASE k GIVEN | bag |\n | x |\n GIVEN NOT p(x), a(x) EXPECT o(x)\n"
    )
    assert "RULE o2" in fixed(tmp_path, text)
    assert main(["test", str(tmp_path / "x.rules")]) == 0


def test_what_changes_a_case_of_the_file_is_refused_whatever_was_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulelang.fixing.unlike", lambda *_: None)
    monkeypatch.setattr("rulelang.engine.analysis.happens.outcomes_stated", lambda _: frozenset())
    assert fixed(tmp_path, STATED) == STATED
    assert "it would change what is decided in `CASE k`" in capsys.readouterr().out


@pytest.mark.parametrize("seed", range(7))
def test_whatever_cases_state_is_decided_as_before(seed: int, tmp_path: Path) -> None:
    random = Random(f"stated/{seed}")
    some = random.sample(["p", "NOT p", "q", "NOT q", "v = 1", "MUST m", "MAY m"], 3)
    cases = "".join(
        f"CASE c{number} GIVEN {', '.join((one, 'a', 'NOT b', f'n = {number}'))} ASK DECIDE p, q, v, MUST m, MAY m\n"
        for number, one in enumerate(some)
    )
    text = burdened(seed) + cases
    less = fixed(tmp_path, text)
    bases = [base_of(one) for one in (text, less)]
    several = [two for two in combinations(some, 2) if two[0].split()[-1] != two[1].split()[-1]]
    for stated in (*((one,) for one in some), *several[:1], ()):
        for facts in list(all_cases())[seed % 7 :: 7]:
            given = [f"n = {facts['n']}", *(key if facts[key] else f"NOT {key}" for key in "abc"), *stated]
            case = f"CASE tried GIVEN {', '.join(given)} ASK DECIDE p, q, v, MUST m, MAY m, MUST NOT m\n"
            tried = base_of(HEAD + "FACT idle\n" + case).program.cases["tried"]
            came = [[(one.status, one.value) for one in derive(base, tried).decisions] for base in bases]
            assert came[0] == came[1], case
