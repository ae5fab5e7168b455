"""JSON cases: they mean what a CASE block means, they survive printing, and each fault is found where it stands."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.engine.records.case_json import case_json
from rulelang.engine.records.json_write import json_line
from rulelang.engine.records.reading import Record, read_cases
from rulelang.grammar.diagnostic import has_errors
from rulelang.grammar.model import Case, Program
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.resolving.resolve import resolve
from rulelang.grammar.source import Source

SHARED = Path(__file__).parents[2].parent / "shared"

DECLARED = """
MODULE parcels "Parcels"
TYPE bag "a bag"
TYPE colour OF red "Deep red", blue "Blue"
TYPE year FROM 2000 TO 2010
FACT price : NUMBER IN usd "the price"
FACT rate : NUMBER "the rate"
FACT pieces : INTEGER "the number of pieces"
FACT sent_on : DATE "the day of sending"
FACT left_at : TIME "the time of leaving"
FACT term : DURATION IN MONTHS "the term"
FACT note : TEXT "the note"
FACT hue : colour "the colour"
FACT heaviest : bag "the heaviest bag"
FACT insured "the parcel is insured"
FACT weight(bag) : NUMBER IN lb "the weight of {bag}"
FACT fragile(bag) "{bag} is fragile"
FACT inside(a : bag, b : bag) "{a} is inside {b}"
FACT paid(bag, year) : NUMBER IN usd "what was paid for {bag} in {year}"
OUTCOME total : NUMBER IN usd "the total"
OUTCOME refused "the parcel is refused"
ACTION send(bag) "send {bag}"
ACTION stop "stop"
RULE sum THEN total = price
RULE refusal IF "The sender is a minor" THEN refused
"""


def program(text: str) -> Program:
    parsed = parse(Source("t.rules", text))
    assert not has_errors(parsed.diagnostics), parsed.diagnostics
    resolved, found = resolve([parsed.module])
    assert resolved is not None, found
    return resolved


PARCELS = program(DECLARED)


def read(*documents: Any, rules: Program = PARCELS) -> list[Record]:
    lines = "\n".join(d if isinstance(d, str) else json.dumps(d) for d in documents)
    return list(read_cases(rules, lines.encode(), "c.jsonl"))


def the_case(rules: Program = PARCELS, **parts: Any) -> Case:
    (record,) = read({"rulelang": "case/1", "case": "c", **parts}, rules=rules)
    assert record.case is not None, record.diagnostics
    return record.case


def written(lines: str) -> Case:
    """The case that a CASE block with these lines is."""
    return program(f"{DECLARED}\nCASE c\n{lines}").cases["c"]


def settled(case: Case) -> Case:
    """The case with what is given in one order: that order means nothing."""
    return replace(
        case,
        given=tuple(sorted(case.given, key=repr)),
        suppose=tuple(sorted(case.suppose, key=repr)),
        expect=tuple(replace(stated, text="") for stated in case.expect),
    )


# -------------------------------------------------------------------------------- one meaning for text and JSON


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ({"facts": {"price": 28.50}}, "GIVEN price = 28.5 usd"),
        ({"facts": {"price": "30 usd", "rate": "5%"}}, "GIVEN price = 30 usd, rate = 5%"),
        ({"facts": {"price": -3, "pieces": 4}}, "GIVEN price = -3 usd, pieces = 4"),
        ({"facts": {"price": None}}, "GIVEN price = NONE"),
        ({"facts": {"sent_on": "2024-02-29"}}, "GIVEN sent_on = 2024-02-29"),
        ({"facts": {"left_at": "2024-05-14T08:37:00"}}, "GIVEN left_at = 2024-05-14T08:37"),
        ({"facts": {"term": "2 YEARS"}}, "GIVEN term = 2 YEARS"),
        ({"facts": {"note": "2024-02-29"}}, 'GIVEN note = "2024-02-29"'),
        ({"facts": {"hue": "deep  RED"}}, "GIVEN hue = red"),
        ({"facts": {"insured": True}}, "GIVEN insured"),
        ({"facts": {"insured": "No"}}, "GIVEN NOT insured"),
        ({"facts": {"The sender is a minor.": "yes"}}, 'GIVEN "the sender is a minor"'),
        ({"facts": {'"The sender is a minor"': False}}, 'GIVEN NOT "the sender is a minor"'),
        ({"facts": {"the parcel is insured": True}}, "GIVEN insured"),
        ({"facts": {"weight(b1)": 3}}, "GIVEN weight(b1) = 3 lb"),
        ({"facts": {"weight": [["b1", 3], ["b 2", 4]]}}, 'GIVEN weight(b1) = 3 lb, weight("b 2") = 4 lb'),
        ({"facts": {"fragile": [["b1"], ["b2", False]]}}, "GIVEN fragile(b1), NOT fragile(b2)"),
        ({"facts": {"fragile": ["b1", "b2"]}}, "GIVEN fragile(b1), fragile(b2)"),
        ({"facts": {"paid": [["b1", 2004, 5]]}}, "GIVEN paid(b1, 2004) = 5 usd"),
        ({"facts": {"inside": [["b1", "b2"]]}}, "GIVEN inside(b1, b2)"),
        (
            {"facts": {"heaviest": "b1"}, "entities": {"bag": ["b2", "b1"]}},
            "GIVEN\n| bag |\n| b2 |\n| b1 |\nGIVEN heaviest = b1",
        ),
        ({"entities": {"bag": []}}, "GIVEN\n| bag |"),
        (
            {"entities": {"bag": [{"id": "b1", "weight": 3.5, "fragile": True}, {"id": 2, "weight": None}]}},
            "GIVEN\n| bag | weight | fragile |\n| b1 | 3.5 | YES |\nGIVEN\n| bag | weight |\n| 2 | NONE |",
        ),
        (
            {"entities": {"bag": [{"id": "b1", "inside": ["b2", {"id": "b3", "weight": 1}]}, "b2"]}},
            'GIVEN\n| bag |\n| b1 |\n| b3 |\n| b2 |\nGIVEN inside(b1, b2), inside(b1, b3), weight(b3) = 1 lb',
        ),
        ({"facts": {"total": 9}}, "GIVEN total = 9 usd"),
        ({"facts": {"refused": False}}, "GIVEN NOT refused"),
        ({"facts": {"MUST send(b1)": True}}, "GIVEN MUST send(b1)"),
        ({"done": ["send(b1)", "NOT stop"]}, "GIVEN DONE send(b1), NOT DONE stop"),
        ({"unknown": ["price", "DONE stop"], "closed": True}, "CLOSED GIVEN UNKNOWN price, UNKNOWN DONE stop"),
        ({"suppose": {"insured": True}}, "SUPPOSE insured"),
        ({"suppose": ["NOT insured", "price = 3"]}, "SUPPOSE NOT insured, price = 3 usd"),
        ({"as_of": "2024-01-31", "track": "policy"}, "AS OF 2024-01-31 TRACK policy"),
        ({"using": ["sum"]}, "USING sum"),
        ({"requires": ["insured"]}, "REQUIRES insured"),
        (
            {"evidence": [{"id": "e1", "text": "It is.", "supports": ["insured"], "with": ["e2"]}, {"id": "e2"}]},
            'EVIDENCE e1 "It is." SUPPORTS insured WITH e2 EVIDENCE e2',
        ),
        (
            {"ask": [{"text": "How much?", "type": "definitive_conclusion", "decide": "total", "within": "1 usd"}]},
            'ASK "How much?" TYPE definitive_conclusion DECIDE total WITHIN 1 usd',
        ),
        ({"ask": [{"decide": ["total", "MUST stop"]}]}, "ASK DECIDE total, MUST stop"),
        ({"ask": [{"actions": ["stop"]}]}, "ASK DECIDE ACTIONS stop"),
        ({"ask": [{"decide": "total", "expect": 5}]}, "ASK DECIDE total EXPECT total = 5 usd"),
        ({"expect": ["MUST stop", "UNKNOWN insured"]}, "EXPECT MUST stop, UNKNOWN insured"),
        ({"expect": {"total": 5.25, "refused": False}}, "EXPECT total = 5.25 usd, NOT refused"),
        ({"expect": {"MUST stop": True, "refused": "UNKNOWN"}}, "EXPECT MUST stop, UNKNOWN refused"),
        ({"expect": {"ROUND(total, 10)": 10}}, "EXPECT ROUND(total, 10) = 10 usd"),
        ({"expect": {"hue": "Deep red", "total": None}}, "EXPECT hue = red, total = NONE"),
        ({"gloss": "A parcel", "module": "parcels"}, ""),
    ],
)
def test_json_means_what_the_case_block_means(parts: dict[str, Any], lines: str) -> None:
    gloss = parts.get("gloss")
    assert settled(the_case(**parts)) == settled(replace(written(lines), gloss=gloss))


def test_text_of_claims_is_kept_for_messages() -> None:
    case = the_case(expect={"total": 5, "refused": False}, ask=[{"decide": "MUST  stop"}])
    assert [stated.text for stated in case.expect] == ["total = 5", "NOT refused"]
    assert [target.text for target in case.asks[0].targets] == ["MUST stop"]


# ------------------------------------------------------------------------------------------------- round trips

IDS = ("b1", "B 2", 'b"3', "MUST", "2")
_numbers = st.one_of(st.integers(-10**20, 10**20), st.fractions(max_denominator=1000))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A case about parcels, drawn as JSON and read."""
    ids = draw(st.lists(st.sampled_from(IDS), unique=True, max_size=4))
    facts: dict[str, Any] = {}
    values: dict[str, st.SearchStrategy[Any]] = {
        "price": st.one_of(st.none(), _numbers),
        "rate": _numbers,
        "pieces": st.integers(0, 10**6),
        "sent_on": st.dates().map(str),
        "left_at": st.datetimes().map(lambda t: t.replace(second=0, microsecond=0).isoformat()),
        "term": st.integers(0, 500).map(lambda n: f"{n} MONTHS"),
        "note": st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20),
        "hue": st.sampled_from(["red", "Blue"]),
        "insured": st.booleans(),
        "The sender is a minor": st.booleans(),
        "total": _numbers,
        "refused": st.booleans(),
        "MUST stop": st.just(True),
    }
    for name, strategy in values.items():
        if draw(st.booleans()):
            facts[name] = draw(strategy)
    if ids:
        some = st.sampled_from(ids)
        pairs = st.lists(st.tuples(some, some), unique=True, max_size=4)
        facts["inside"] = [[*pair, *draw(st.sampled_from([[], [True], [False]]))] for pair in draw(pairs)]
        paid = draw(st.lists(st.tuples(some, st.integers(2000, 2010)), unique=True, max_size=3))
        facts["paid"] = [[*pair, draw(_numbers)] for pair in paid]
    bags = [{"id": id_, **({"weight": draw(_numbers)} if draw(st.booleans()) else {})} for id_ in ids]
    quoted = [json.dumps(id_, ensure_ascii=False) for id_ in ids]
    document = {
        "rulelang": "case/1",
        "case": "c",
        "closed": draw(st.booleans()),
        "facts": facts,
        "entities": {"bag": bags},
        "unknown": [f"fragile({id_})" for id_ in quoted if draw(st.booleans())],
        "done": [f"send({id_})" for id_ in quoted if draw(st.booleans())] + draw(st.sampled_from([[], ["NOT stop"]])),
        "suppose": draw(st.sampled_from([{}, {"insured": False, "price": 3}])),
        "evidence": [{"id": "e1", "text": "Yes.", "supports": ["insured"]}],
        "ask": draw(st.sampled_from([[], [{"decide": "total", "within": "0.5 usd"}], [{"actions": ["stop"]}]])),
        "expect": draw(st.sampled_from([{}, {"total": 3, "refused": True}, ["MUST stop"]])),
    }
    (record,) = read(json_line(document))
    assert record.case is not None, record.diagnostics
    return record.case


@given(cases())
def test_case_printed_as_json_reads_back_the_same(case: Case) -> None:
    (again,) = read(json_line(case_json(PARCELS, case)))
    assert again.case is not None, again.diagnostics
    assert settled(again.case) == settled(case)
    assert json_line(case_json(PARCELS, again.case)) == json_line(case_json(PARCELS, case))


# ------------------------------------------------------------------------------------------------------ faults


@pytest.mark.parametrize(
    ("parts", "code", "pointer", "text"),
    [
        ({"facts": []}, "RL430", "/facts", "[]"),
        ({"closed": "yes"}, "RL430", "/closed", '"yes"'),
        ({"expect": 3}, "RL430", "/expect", "3"),
        ({"rulelang": "case/9"}, "RL430", "/rulelang", '"case/9"'),
        ({"ask": [{"decide": ["total", "refused"], "expect": 1}]}, "RL430", "/ask/0/expect", "1"),
        ({"fact": {}}, "RL431", "/fact", '"fact"'),
        ({"evidence": [{"id": "e", "txt": ""}]}, "RL431", "/evidence/0/txt", '"txt"'),
        ({"facts": {"prise": 3}}, "RL432", "/facts/prise", '"prise"'),
        ({"entities": {"bag": [{"id": "b", "wight": 3}]}}, "RL432", "/entities/bag/0/wight", '"wight"'),
        ({"facts": {"price": True}}, "RL433", "/facts/price", "true"),
        ({"facts": {"insured": 1}}, "RL433", "/facts/insured", "1"),
        ({"facts": {"insured": None}}, "RL433", "/facts/insured", "null"),
        ({"facts": {"insured": "maybe"}}, "RL433", "/facts/insured", '"maybe"'),
        ({"facts": {"price": [3]}}, "RL433", "/facts/price", "[3]"),
        ({"facts": {"price": {"usd": 3}}}, "RL433", "/facts/price", '{"usd": 3}'),
        ({"facts": {"note": 3}}, "RL433", "/facts/note", "3"),
        ({"facts": {"sent_on": "2023-02-29"}}, "RL433", "/facts/sent_on", '"2023-02-29"'),
        ({"facts": {"paid": [["b1", 2004]]}}, "RL434", "/facts/paid/0", '["b1", 2004]'),
        ({"facts": {"inside": ["b1"]}}, "RL434", "/facts/inside/0", '"b1"'),
        ({"entities": {"bag": [{"id": "b", "paid": 3}]}}, "RL434", "/entities/bag/0/paid", "3"),
        ({"entities": {"bags": []}}, "RL435", "/entities/bags", '"bags"'),
        ({"entities": {"colour": ["red"]}}, "RL435", "/entities/colour", '"colour"'),
        ({"entities": {"bag": [{"weight": 3}]}}, "RL436", "/entities/bag/0", '{"weight": 3}'),
        ({"entities": {"bag": ["a", "a"]}}, "RL436", "/entities/bag/1", '"a"'),
        ({"entities": {"bag": [None]}}, "RL436", "/entities/bag/0", "null"),
        ({"module": "tax"}, "RL437", "/module", '"tax"'),
    ],
)
def test_fault_has_its_code_and_place(parts: dict[str, Any], code: str, pointer: str, text: str) -> None:
    (record,) = read({"rulelang": "case/1", "case": "c", **parts})
    assert record.case is None
    (found,) = record.diagnostics
    assert found.primary is not None
    assert (found.code, found.pointer, found.primary.span.text) == (code, pointer, text)


@pytest.mark.parametrize(
    "parts",
    [
        {"facts": {"price": "3 lb"}},
        {"facts": {"price": "three usd usd"}},
        {"facts": {"hue": "green"}},
        {"facts": {"weight(b1": 3}},
        {"facts": {"weight()": 3}},
        {"facts": {"The sender is a giraffe": True}},
        {"facts": {"MUST send(b1)": False}},
        {"expect": ["MUST fly"]},
        {"expect": ["(((("]},
        {"expect": {"total +": 3}},
        {"expect": {"weight(b9)": 3}},
        {"ask": [{"decide": "total", "within": "soon"}]},
        {"unknown": ["total"]},
        {"done": ["price"]},
        {"using": ["sums"]},
        {"as_of": "yesterday"},
        {"evidence": [{"id": "e"}, {"id": "e"}]},
        {"facts": {"": 1}},
        {"suppose": {"price": "x"}},
    ],
)
def test_what_is_wrong_with_the_words_is_reported_in_the_json(parts: dict[str, Any]) -> None:
    (record,) = read({"rulelang": "case/1", "case": "c", **parts})
    assert record.case is None
    assert record.diagnostics
    for found in record.diagnostics:
        assert found.primary is not None
        source = found.primary.span.source
        assert (source.name, source.text[:11]) == ("c.jsonl", '{"rulelang"')


def test_place_in_a_string_is_the_place_in_the_file() -> None:
    text = '{"rulelang": "case/1", "case": "c",\n "expect": ["MUST stop", "MUST fly"]}'
    (record,) = read_cases(PARCELS, text.encode(), "c.json")
    (found,) = record.diagnostics
    assert found.primary is not None
    assert found.primary.span.source.place(found.primary.span.start) == (2, 32)


def test_one_bad_record_costs_itself_alone() -> None:
    good = {"rulelang": "case/1", "case": "good"}
    records = read(good, '{"rulelang": "case/1", "case": "twice", "case": "twice"}', "[1", {"case": "x"}, 5, good)
    assert [(r.case is not None, [d.code for d in r.diagnostics]) for r in records] == [
        (True, []),
        (False, ["RL451"]),
        (False, ["RL450"]),
        (False, ["RL430"]),
        (False, ["RL430"]),
        (True, []),
    ]
    labels = [record.diagnostics[0].primary for record in records if record.case is None]
    assert [label and label.span.source.place(0)[0] for label in labels] == [2, 3, 4, 5]


def test_a_file_may_hold_one_case_an_array_or_one_a_line() -> None:
    one = json.dumps({"rulelang": "case/1", "case": "a"}, indent=2)
    assert [r.name for r in read_cases(PARCELS, one.encode(), "a.json")] == ["a"]
    assert [r.name for r in read_cases(PARCELS, f"[{one}, {one}]".encode(), "a.json")] == ["a", "a"]
    line = json.dumps({"rulelang": "case/1", "case": "a"})
    assert [r.name for r in read_cases(PARCELS, f"\n{line}\n\n{line}\n".encode(), "a.jsonl")] == ["a", "a"]


def test_shared_examples_are_read() -> None:
    examples = SHARED / "design" / "examples"
    if not examples.exists():
        pytest.skip("the shared examples are not at hand")
    lines = (examples / "case-shape.jsonl").read_text(encoding="utf-8").splitlines()
    files = {"rulearena.airline": "airline", "tau.airline": "tau_airline", "nda.jea": "nda"}
    for line in lines:
        module = json.loads(line)["module"]
        text = (examples / f"{files.get(module, module)}.rules").read_text(encoding="utf-8")
        (record,) = read(line, rules=program(text))
        assert record.case is not None, (module, record.diagnostics)
