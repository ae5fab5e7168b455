"""Maps: every way to find a value, and every way in which a record can fail to hold it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulelang.engine.records.json_write import json_line
from rulelang.engine.records.record_map import MappedCase, map_cases, read_map
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source

SHARED = Path(__file__).parents[2].parent / "shared"


def mapped(record: Any, **parts: Any) -> list[MappedCase]:
    made = read_map(json_text(Source("m.json", json.dumps({"rulelang": "map/1", "case": "/id", **parts}))))
    text = record if isinstance(record, str) else json.dumps(record)
    return list(map_cases(made, json_text(Source("r.json", text))))


def the_case(record: Any, **parts: Any) -> Any:
    (case,) = mapped(record, **parts)
    return json.loads(json_line(case.value))


def fault(record: Any, **parts: Any) -> Diagnostic:
    with pytest.raises(RuleLangError) as caught:
        mapped(record, **parts)
    (found,) = caught.value.diagnostics
    return found


def test_pointer_constant_text_and_translation() -> None:
    record = {"id": "r", "n": 28.50, "way": 1, "who": {"name": "A"}}
    case = the_case(
        record,
        facts={
            "weight": "/n",
            "fixed": {"const": [1, None]},
            "line": {"text": "{/who/name} of {/way} {{x}}"},
            "going": {"at": "/way", "values": {"0": "departing", "1": "arriving"}},
            "other": {"at": "/n", "values": {"1": "a"}, "else": "b"},
        },
    )
    assert case["facts"] == {
        "weight": 28.5,
        "fixed": [1, None],
        "line": "A of 1 {x}",
        "going": "arriving",
        "other": "b",
    }


def test_numbers_stay_exact() -> None:
    record = '{"id": "r", "x": 0.1, "y": 12345678901234567890.123456789, "z": 1e2}'
    (case,) = mapped(record, facts={"x": "/x", "y": "/y", "z": "/z"})
    assert json_line(case.value["facts"]) == '{"x": 0.1, "y": 12345678901234567890.123456789, "z": 100}'


def test_what_may_be_absent() -> None:
    case = the_case(
        {"id": "r", "b": 2, "n": None, "kind": "x"},
        facts={
            "optional": {"at": "/a", "optional": True},
            "default": {"at": "/a", "default": 7},
            "second": {"at": ["/a", "/b"]},
            "none": "/n",
            "absent": {"at": "/n", "null": "absent"},
            "unknown": {"at": "/n", "null": "unknown"},
            "shown": {"at": "/b", "when": {"/kind": ["x", "y"]}},
            "hidden": {"at": "/b", "when": {"/kind": "y"}},
        },
    )
    assert case["facts"] == {"default": 7, "second": 2, "none": None, "shown": 2}
    assert case["unknown"] == ["unknown"]


def test_numbers_written_as_text_and_noise() -> None:
    case = the_case(
        {"id": 4, "price": "$1,200.50", "sum": 24173.559999999998, "down": -2.675, "n": 3},
        case={"at": "/id", "as": "text"},
        facts={
            "price": {"at": "/price", "as": "number"},
            "sum": {"at": "/sum", "round": 0.01},
            "down": {"at": "/down", "round": 0.01},
            "n": {"at": "/n", "as": "text"},
        },
    )
    assert case["case"] == "4"
    assert case["facts"] == {"price": 1200.5, "sum": 24173.56, "down": -2.68, "n": "3"}


def test_lists_are_cut_and_filtered_and_keep_their_order() -> None:
    record = {
        "id": "r",
        "bags": [{"n": n, "size": [2 * n - 1, 2 * n]} for n in (1, 2, 3, 4)],
    }
    case = the_case(
        record,
        entities={
            "bag": {"each": "/bags", "from": 1, "to": -1, "id": {"text": "b{/n}"}, "facts": {"height": "/size/1"}},
            "none": {"each": "/nothing", "optional": True},
            "item": {"each": "/bags", "unless": {"/n": [1, 4]}, "where": {"/n": [1, 2, 4]}, "id": "@"},
        },
    )
    assert case["entities"] == {
        "bag": [{"id": "b2", "height": 4}, {"id": "b3", "height": 6}],
        "none": [],
        "item": [{"id": "2"}],
    }


def test_objects_are_lists_with_keys_and_scalars_are_their_own_ids() -> None:
    record = {"id": "r", "people": {"ann": {"age": 3}, "bob": {"age": 4}}, "names": ["x", "y"]}
    case = the_case(
        record,
        entities={"person": {"each": "/people", "id": "@", "facts": {"age": "/age"}}, "thing": {"each": "/names"}},
    )
    assert case["entities"] == {
        "person": [{"id": "ann", "age": 3}, {"id": "bob", "age": 4}],
        "thing": [{"id": "x"}, {"id": "y"}],
    }


def test_records_within_records_and_rows() -> None:
    record = {
        "id": "r",
        "trips": [{"n": "t1", "legs": [{"n": "l1", "km": 5}, {"n": "l2", "km": 6}]}],
        "wed": [["a", "b", "2017-02-03"]],
        "pay": [{"who": "a", "years": {"2016": 5, "2017": 6}}],
    }
    case = the_case(
        record,
        entities={
            "trip": {
                "each": "/trips",
                "id": "/n",
                "facts": {"legs": {"each": "/legs", "id": "/n", "facts": {"km": "/km", "trip": "^/n"}}},
            }
        },
        facts={
            "wed": {"each": "/wed", "row": ["/0", "/1", "/2"]},
            "income": {"each": "/pay/0/years", "row": ["^/pay/0/who", "@", ""]},
        },
    )
    assert case["entities"]["trip"] == [
        {"id": "t1", "legs": [{"id": "l1", "km": 5, "trip": "t1"}, {"id": "l2", "km": 6, "trip": "t1"}]}
    ]
    assert case["facts"] == {"wed": [["a", "b", "2017-02-03"]], "income": [["a", "2016", 5], ["a", "2017", 6]]}


def test_members_of_an_object_are_facts() -> None:
    record = {"id": "r", "payer": {"name": "J", "age": 5, "status": "one", "debt": None}}
    case = the_case(
        record,
        members={"at": "/payer", "except": ["name"], "null": "absent"},
        facts={"status": {"at": "/payer/status", "values": {"one": "single"}}},
    )
    assert case["facts"] == {"age": 5, "status": "single"}


def test_claims_questions_and_passages() -> None:
    record = {
        "id": "r",
        "q": "May she?",
        "log": [{"do": "cancel", "on": "72T"}, {"do": "look", "on": "9"}],
        "notes": [{"n": 1, "says": "Paid."}, {"n": 2, "says": "Ill."}],
        "gold": ["MUST x"],
    }
    case = the_case(
        record,
        done=[{"each": "/log", "where": {"/do": "cancel"}, "text": 'cancel("{/on}")'}, "start"],
        evidence=[{"each": "/notes", "id": {"text": "e{/n}"}, "text": "/says", "supports": ["paid"]}],
        ask=[{"text": "/q", "type": "definitive_conclusion", "decide": ["MAY x", "total"]}],
        expect=[{"at": "/gold"}, "NOT y"],
    )
    assert case["done"] == ['cancel("72T")', "start"]
    assert case["evidence"] == [
        {"id": "e1", "text": "Paid.", "supports": ["paid"]},
        {"id": "e2", "text": "Ill.", "supports": ["paid"]},
    ]
    assert case["ask"] == [{"text": "May she?", "type": "definitive_conclusion", "decide": ["MAY x", "total"]}]
    assert case["expect"] == ["MUST x", "NOT y"]


def test_several_cases_of_a_record() -> None:
    record = {"id": "u", "trips": [{"n": 1, "kind": "a"}, {"n": 2, "kind": "b"}, {"n": 3, "kind": "a"}]}
    cases = mapped(record, each="/trips", where={"/kind": "a"}, case={"text": "{^/id}/{/n}"}, facts={"n": "/n"})
    assert [(case.value["case"], case.value["facts"]) for case in cases] == [("u/1", {"n": 1}), ("u/3", {"n": 3})]


def test_places_are_those_of_the_record() -> None:
    (case,) = mapped(
        '{"id": "r", "bags": [{"n": 1}, {"n": 2,\n "kg": 30}]}',
        entities={"bag": {"each": "/bags", "from": 1, "id": "/n", "facts": {"weight": "/kg"}}},
    )
    span = case.span("/entities/bag/0/weight")
    assert (span.text, span.source.place(span.start)) == ("30", (2, 8))
    assert case.origin("/entities/bag/0/weight") == "/bags/1/kg"


@pytest.mark.parametrize(
    ("record", "parts", "code", "pointer"),
    [
        ({"id": "r"}, {"facts": {"a": "/x"}}, "RL442", ""),
        ({"id": "r", "a": {"b": 1}}, {"facts": {"a": "/a/c"}}, "RL442", "/a"),
        ({"id": "r"}, {"facts": {"a": "^/x"}}, "RL442", ""),
        ({"id": "r", "a": 2}, {"facts": {"a": {"at": "/a", "values": {"1": "x"}}}}, "RL443", "/a"),
        ({"id": "r", "a": True}, {"facts": {"a": {"at": "/a", "values": {"1": "x"}}}}, "RL443", "/a"),
        ({"id": "r", "a": 2}, {"entities": {"s": {"each": "/a"}}}, "RL444", "/a"),
        ({"id": "r", "a": "many"}, {"facts": {"a": {"at": "/a", "as": "number"}}}, "RL445", "/a"),
        ({"id": "r", "a": True}, {"facts": {"a": {"at": "/a", "round": 1}}}, "RL445", "/a"),
        ({"id": None}, {}, "RL446", "/id"),
        ({"id": True}, {}, "RL446", "/id"),
        ({"id": ""}, {}, "RL446", "/id"),
        ({"id": "r"}, {"facts": {"a": "x"}}, "RL440", "/facts/a"),
        ({"id": "r"}, {"facts": {"a": {"optional": True}}}, "RL440", "/facts/a"),
        ({"id": "r"}, {"facts": {"a": {"at": "/a", "const": 1}}}, "RL440", "/facts/a"),
        ({"id": "r"}, {"fact": {}}, "RL441", "/fact"),
        ({"id": "r"}, {"entities": {"s": {"each": "/a", "filter": 1}}}, "RL441", "/entities/s/filter"),
        ({"id": "r"}, {"closed": "yes"}, "RL440", "/closed"),
        ({"id": "r"}, {"expect": 3}, "RL440", "/expect"),
    ],
)
def test_fault_has_its_code_and_pointer(record: Any, parts: Any, code: str, pointer: str) -> None:
    found = fault(record, **parts)
    assert (found.code, found.pointer) == (code, pointer)


def test_one_map_serves_a_whole_data_set() -> None:
    records = SHARED / "data" / "rulearena" / "airline-dev.jsonl"
    if not records.exists():
        pytest.skip("the shared data are not at hand")
    for line in records.read_text(encoding="utf-8").splitlines():
        case = the_case(
            line,
            facts={"going": {"at": "/info/direction", "values": {"0": "departing", "1": "arriving"}}},
            entities={"bag": {"each": "/info/bag_list", "from": 1, "id": "/id", "facts": {"weight": "/weight"}}},
        )
        assert case["entities"]["bag"][0]["id"] == "2"
