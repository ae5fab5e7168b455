"""Tables without borders: CSV, and cells between `|`."""

from __future__ import annotations

import pytest
from test_markup_styles import noticed, read

CSV = '''id,claim,rules,evidence,from
s1,late,,e1,
s2,NOT waived,guarded,e2,s1
s3,MUST ask_consent,guarded,,"s1, s2"'''
SAID = [
    ("s1", "late", [], ["e1"], []),
    ("s2", "NOT waived", ["guarded"], ["e2"], ["s1"]),
    ("s3", "MUST ask_consent", ["guarded"], [], ["s1", "s2"]),
]


def between(sign: str) -> str:
    return CSV.replace('"s1, s2"', "s1 s2").replace(",", sign).replace("s1 s2", "s1, s2")


@pytest.mark.parametrize(
    "table",
    [
        CSV,
        f"```csv\n{CSV}\n```",
        between(";"),
        between("\t"),
        between(" | ").replace("\ns1", "\n--|--|--|--|--\ns1"),
        CSV.replace("id,claim", "claim_id,formula"),
    ],
)
def test_rows(table: str) -> None:
    found = read(f"My claims:\n\n{table}\n\nDECISION: MUST ask_consent")
    said = [(one.id, one.says, one.rules, one.evidence, one.from_) for one in found.answer.claims or ()]
    assert said == SAID
    assert found.answer.decision is not None
    assert noticed(found) == []


def test_prose_with_commas_is_no_table() -> None:
    found = read("Claims, rules, evidence.\nSo, it is, late.\nCLAIM s1: late\nDECISION: valid")
    assert [one.says for one in found.answer.claims or ()] == ["late"]


def test_an_object_over_several_lines_is_no_row() -> None:
    found = read('{"claims": [{"id": "s1",\n"formula": "late"}, {"why":\n"a, b"}],\n"decision": "valid"}')
    assert [one.says for one in found.answer.claims or ()][:1] == ["late"]
