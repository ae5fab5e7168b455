"""The two readers of the answer file accept and refuse the same documents, and read the same from them."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.json_text import decode_json, json_text
from rulelang.verifier import answer as exact
from rulelang.verifier.scoring import quick_answer as quick

BUNDLED = sorted((Path(__file__).parents[2] / "corpora").rglob("answers/*.json"))


def read_exactly(data: bytes) -> exact.Answer | None:
    try:
        return exact.read_answer(json_text(decode_json(data, "answer.json")))
    except RuleLangError:
        return None


def agree(data: bytes) -> None:
    """Both refuse, or both accept and read the same; the quick one may leave odd numbers and a BOM to the other."""
    found, wanted = quick.read_quickly(data), read_exactly(data)
    if found is None:
        odd = data.startswith(b"\xef\xbb\xbf") or re.search(rb"\d[.eE]|\d{18}", data)
        assert wanted is None or odd
        return
    assert wanted is not None
    assert quick.exactly(found) == wanted
    assert quick.quickly(wanted) == found


# ------------------------------------------------------------------------------------------------ the two schemas


@pytest.mark.parametrize(
    ("model", "struct"),
    [
        (exact.Claim, quick.QuickClaim),
        (exact.Decision, quick.QuickDecision),
        (exact.Answer, quick.QuickAnswer),
    ],
)
def test_fields_are_the_same(model: type[BaseModel], struct: type[msgspec.Struct]) -> None:
    theirs = {field.encode_name: field.required for field in msgspec.structs.fields(struct)}
    ours = {field.alias or name: field.is_required() for name, field in model.model_fields.items()}
    assert theirs == ours


def test_settings_are_words() -> None:
    assert get_type_hints(quick.QuickAnswer)["setting"] == str | msgspec.UnsetType
    assert all(setting.isalnum() for setting in exact.SETTINGS)


# ------------------------------------------------------------------------------------------------- random documents

WORDS = st.sampled_from(["", "s1", "s2", "s3", "a AND b", "\u00e9", "\u2028", "x\ty", 'the "x"', "\\", "\\\\\"",
                         "p1", "p2", "#", "f#c", "a:b", "null", "\x7f", "\U0001f600"])  # fmt: skip
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 2), st.sampled_from([1.0, 1.5, 10**18, 10**30, 2**63, -(2**63)]), WORDS
)
KEYS = [
    "id",
    "says",
    "from",
    "rules",
    "evidence",
    "quote",
    "at",
    "world",
    "case",
    "model",
    "sample",
    "text",
    "from_",
    "x",
]


class Twice(list[tuple[str, Any]]):
    """An object as pairs, so that a key can stand in it twice."""


def lists(items: Any) -> Any:
    return st.lists(items, max_size=3)


def sometimes(value: Any) -> Any:
    """Mostly as it should be, now and then anything."""
    return st.one_of(value, value, value, value, value, value, ODD, lists(ODD))


def objects(required: dict[str, Any], optional: dict[str, Any]) -> Any:
    def pairs(draw: st.DrawFn) -> Twice:
        made = [(key, draw(sometimes(value))) for key, value in required.items()]
        made += [(key, draw(sometimes(value))) for key, value in optional.items() if draw(st.booleans())]
        luck = draw(st.integers(0, 19))
        if luck == 0:
            made.append((draw(st.sampled_from(KEYS)), draw(ODD)))
        elif luck == 1 and made:
            made.append(draw(st.sampled_from(made)))
        elif luck == 2 and made:
            made.remove(draw(st.sampled_from(made)))
        return Twice(draw(st.permutations(made)))

    return st.composite(pairs)()


IDS = st.sampled_from(["s1", "s2", "s3", "s4", "s5"])
SAID = {
    "from": st.one_of(lists(IDS), st.just([])),
    "rules": lists(WORDS),
    "evidence": lists(WORDS),
    "quote": st.one_of(st.none(), WORDS),
    "at": st.one_of(st.none(), st.lists(st.integers(0, 9), min_size=2, max_size=2)),
}
SAYS = st.one_of(WORDS, lists(WORDS))
CLAIM = objects({"id": IDS, "says": SAYS}, {**SAID, "world": st.sampled_from(["asked", "given"])})
ANSWER = objects(
    {"rulelang": st.just("answer/1"), "case": st.just("f.rules#c"), "claims": st.one_of(st.none(), lists(CLAIM))},
    {
        "setting": st.sampled_from(["p1", "p2", "p3"]),
        "model": st.one_of(st.none(), WORDS),
        "sample": st.one_of(st.none(), st.integers(-3, 3)),
        "decision": st.one_of(st.none(), objects({"says": SAYS}, SAID)),
        "text": st.one_of(st.none(), WORDS),
    },
)


def written(value: Any, chance: random.Random) -> str:
    """A value as JSON, each key and string written in one of the ways in which it may be."""
    blank = chance.choice(["", "", " ", "\t", "  "])
    match value:
        case Twice():
            inner = ",".join(f"{blank}{written(k, chance)}{blank}:{blank}{written(v, chance)}" for k, v in value)
            return "{" + inner + blank + "}"
        case list():
            return "[" + f",{blank}".join(written(one, chance) for one in value) + "]"
        case str() if chance.random() < 0.1:
            return '"' + "".join(f"\\u{unit:04x}" for unit in utf16(value)) + '"'
        case _:
            return json.dumps(value, ensure_ascii=chance.random() < 0.5)


def utf16(text: str) -> list[int]:
    data = text.encode("utf-16-le")
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]


@given(ANSWER, st.randoms(use_true_random=False))
def test_readers_agree_on_random_answers(answer: Any, chance: random.Random) -> None:
    agree(written(answer, chance).encode())


@given(ANSWER, st.randoms(use_true_random=False), st.integers(0, 400), st.binary(max_size=3), st.integers(0, 3))
def test_readers_agree_on_damaged_answers(
    answer: Any, chance: random.Random, place: int, put: bytes, taken: int
) -> None:
    data = written(answer, chance).encode()
    place %= len(data)
    agree(data[:place] + put + data[place + taken :])


PLAIN = '{"rulelang":"answer/1","case":"f#c","claims":[]%s}'


@pytest.mark.parametrize(
    ("more", "accepted"),
    [
        ("", True),
        (',"model":"a","model":"b"', False),
        (',"model":"a", "model" : "a"', False),
        (',"mod\\u0065l":"a","model":"b"', False),
        (',"sample":NaN', False),
        (',"sample":Infinity', False),
        (',"sample":true', False),
        (',"sample":1.0', True),
        (',"sample":1.5', False),
        (f',"sample":{2**63 - 1}', True),
        (f',"sample":{2**63}', False),
        (f',"sample":{-(2**63)}', True),
        (',"sample":' + "9" * 30, False),
        (',"sample":' + "9" * 1001, False),
        (',"text":"\\ud800"', False),
        (',"text":"\\ud83d\\ude00"', True),
        (',"text":"\\udc00\\ud800"', False),
        (',"text":"a\tb"', False),
        (',"text":"a\\"\\\\\\\\\\"b"', True),
        (',"text":"\\\\"', True),
        (',"text":"\\\\\\"","text":"\\\\"', False),
        (',"unknown":1', False),
        (',"from_":[]', False),
        (',"setting":"p4"', False),
        (',"decision":{"says":"a","from":["s1"]}', False),
        (',"decision":{"says":"a","says":"a"}', False),
        (',"decision":{"says":"a","at":[0,1]}', True),
        (',"decision":{"says":"a","at":[0,-1]}', False),
        (',"decision":{"says":"a","at":[0]}', False),
        (',"decision":{"says":"a","quote":null,"at":null,"rules":[]}', True),
    ],
)
def test_corners(more: str, accepted: bool) -> None:
    data = (PLAIN % more).encode()
    assert (read_exactly(data) is not None) == accepted
    agree(data)
    agree(data + b"\r")
    agree(b"\xef\xbb\xbf" + data)
    agree(data[:-2] + b"\xff" + data[-2:])


def test_null_claims_and_links() -> None:
    claim = '{"id":"%s","says":"a","from":[%s]}'
    for claims in (
        "null",
        f"[{claim % ('s1', '')},{claim % ('s1', '')}]",
        f"[{claim % ('s1', chr(34) + 's2' + chr(34))},{claim % ('s2', '')}]",
        f"[{claim % ('s1', chr(34) + 's2' + chr(34))},{claim % ('s2', chr(34) + 's1' + chr(34))}]",
        f"[{claim % ('s1', chr(34) + 's1' + chr(34))}]",
        f"[{claim % ('', '')}]",
    ):
        agree((PLAIN % "").replace("[]", claims).encode())
        agree((PLAIN % ',"decision":{"says":"x","from":["s1","s9"]}').replace("[]", claims).encode())


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_the_quick_reader_reads_the_bundled_answers(path: Path) -> None:
    data = path.read_bytes()
    assert quick.read_quickly(data) is not None
    agree(data)
