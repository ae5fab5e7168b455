"""Strict JSON: what is refused, with which code, and where."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.json_text import DEPTH, JsonText, decode_json, json_text, pointer
from rulelang.grammar.source import Source


def read(text: str) -> JsonText:
    return json_text(Source("a.json", text))


REFUSED = [
    ("", "RL450", (1, 1)),
    ("   ", "RL450", (1, 4)),
    ('{"a": 1,\n "b": }', "RL450", (2, 7)),
    ('{"a": 1,}', "RL450", (1, 9)),
    ("[1, 2", "RL450", (1, 6)),
    ("[1 2]", "RL450", (1, 4)),
    ('{"a" 1}', "RL450", (1, 6)),
    ("{a: 1}", "RL450", (1, 2)),
    ("{'a': 1}", "RL450", (1, 2)),
    ("[1] []", "RL450", (1, 5)),
    ('"abc', "RL450", (1, 1)),
    ('"a\tb"', "RL450", (1, 3)),
    ('"a\\qb"', "RL450", (1, 3)),
    ("[True]", "RL450", (1, 2)),
    ("[01]", "RL450", (1, 3)),
    ("[.5]", "RL450", (1, 2)),
    ('{"a": 1,\n  "a": 2}', "RL451", (2, 3)),
    ('{"x": [{"a": 1, "\\u0061": 2}]}', "RL451", (1, 17)),
    ("[NaN]", "RL452", (1, 2)),
    ("[-Infinity]", "RL452", (1, 2)),
    ("[" * (DEPTH + 1) + "]" * (DEPTH + 1), "RL453", (1, DEPTH + 1)),
    ("[" * 100_000, "RL453", (1, DEPTH + 1)),
    ('["\\ud800"]', "RL454", (1, 2)),
    ("[1e5000]", "RL455", (1, 2)),
    ("[" + "1" * 5000 + "]", "RL455", (1, 2)),
]


@pytest.mark.parametrize(
    ("text", "code", "place"), REFUSED, ids=[f"{code}-{i}" for i, (_, code, _) in enumerate(REFUSED)]
)
def test_what_is_not_strict_json_is_refused_at_its_place(text: str, code: str, place: tuple[int, int]) -> None:
    with pytest.raises(RuleLangError) as caught:
        read(text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert diagnostic.primary is not None
    assert diagnostic.primary.span.source.place(diagnostic.primary.span.start) == place
    assert diagnostic.hint


def test_a_key_given_twice_names_both_places() -> None:
    with pytest.raises(RuleLangError) as caught:
        read('{"a": 1, "a": 2}')
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.secondary[0].span.start == 1


def test_numbers_are_exact() -> None:
    assert read("[0.1, 1.50, 1e2, 12345678901234567890, 28.5]").value == [
        Fraction(1, 10), Fraction(3, 2), 100, 12345678901234567890, Fraction(57, 2),
    ]  # fmt: skip


def test_a_surrogate_pair_is_one_character() -> None:
    assert read('["\\ud83d\\ude00"]').value == ["\N{GRINNING FACE}"]


def test_nesting_up_to_the_limit_is_read() -> None:
    assert read("[" * DEPTH + "]" * DEPTH).span("").start == 0


def test_invalid_bytes_are_placed() -> None:
    with pytest.raises(RuleLangError) as caught:
        decode_json(b'{"a":\n "\xff"}', "a.json")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "RL454"
    assert diagnostic.primary is not None
    assert diagnostic.primary.span.source.place(diagnostic.primary.span.start) == (2, 3)


def test_a_byte_order_mark_is_dropped() -> None:
    assert json_text(decode_json(b"\xef\xbb\xbf[1]", "a.json")).value == [1]
    with pytest.raises(RuleLangError):
        decode_json("[1]".encode("utf-16"), "a.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


def _pointers(value: object, here: str = "") -> list[tuple[str, object]]:
    found = [(here, value)]
    if isinstance(value, dict):
        for key, item in value.items():
            found += _pointers(item, here + pointer(key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += _pointers(item, here + pointer(index))
    return found


@given(JSON, st.sampled_from([None, 1]), st.booleans())
def test_every_pointer_leads_to_its_value(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = read(text)
    assert document.value == value
    for where, item in _pointers(value):
        assert json.loads(document.span(where).text) == item


@given(st.text(alphabet="[]{},:\"\\ \n01eE+-.truefalsnNaI'", max_size=12))
def test_accepts_exactly_what_the_standard_reader_accepts_strictly(text: str) -> None:
    def strict(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    def refuse(name: str) -> object:
        raise AssertionError(name)

    try:
        json.loads(text, object_pairs_hook=strict, parse_constant=refuse, parse_float=str)
        expected = True
    except (ValueError, AssertionError):
        expected = False
    try:
        read(text)
        found = True
    except RuleLangError as error:
        found = any(d.code == "RL455" for d in error.diagnostics) and expected
    assert found == expected
