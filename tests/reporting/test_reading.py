"""What results and scores may look like, and what is said of files that can't be used."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from made_rows import answers, row, table
from pyarrow import parquet

from rulelang.grammar.diagnostic import RuleLangError
from rulelang.verifier.scoring.row import COLUMNS
from rulelang.verifier.statistics.reading import read_results, schema
from rulelang.verifier.statistics.score_file import read_scores

ROWS = [row(f"c{index}", errors=["final synthesis"][: index % 2], sample=None) for index in range(4)]


def written(path: Path, made: Any) -> Path:
    parquet.write_table(made, path)
    return path


def as_lines(path: Path, made: Any) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in made.to_pylist()), encoding="utf-8")
    return path


def refused(read: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(RuleLangError) as caught:
        read()
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.hint
    return diagnostic.code, diagnostic.message


def test_columns_are_those_of_a_row() -> None:
    assert tuple(schema().names) == COLUMNS


def test_parquet_and_jsonl_are_read_alike(tmp_path: Path) -> None:
    made = table(ROWS)
    first = read_results([written(tmp_path / "r.parquet", made)])
    assert first.equals(made)
    assert read_results([as_lines(tmp_path / "r.jsonl", made)]).equals(made)


def test_names_in_a_dictionary_and_further_columns_are_no_matter(tmp_path: Path) -> None:
    made = table(ROWS).append_column("more", pa.array([1] * len(ROWS)))
    place = made.schema.get_field_index("model")
    made = made.set_column(place, "model", made.column("model").dictionary_encode())
    assert read_results([written(tmp_path / "r.parquet", made)]).equals(table(ROWS))


def test_numbers_beyond_what_a_float_holds_are_read() -> None:
    made = answers([ROWS[0] | {"depth": 2**62}])
    assert made.numbers("depth").tolist() == [float(2**62)]


def test_several_files_are_read_one_after_the_other(tmp_path: Path) -> None:
    paths = [written(tmp_path / f"{index}.parquet", table([one])) for index, one in enumerate(ROWS)]
    assert read_results(paths).column("case").to_pylist() == ["c0", "c1", "c2", "c3"]


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("r.csv", b"a,b\n1,2\n", "RL610", "is neither Parquet nor JSONL"),
        ("r.jsonl", b"{}\n{", "RL611", "lacks the columns `file`"),
        ("r.parquet", b"PAR1 and then nothing", "RL610", "is a damaged Parquet file"),
        ("r.jsonl", b'{"case": 1}\n', "RL611", "lacks the columns `file`, `line`, `track`"),
        ("r.jsonl", b"", "RL612", "there are no answers"),
        ("r.jsonl", b"\n\n", "RL612", "there are no answers"),
    ],
)
def test_what_is_no_file_of_results(tmp_path: Path, name: str, content: bytes, code: str, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    found, message = refused(lambda: read_results([path]))
    assert found == code
    assert words in message


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert refused(lambda: read_results([tmp_path / "nowhere"]))[0] == "RL491"
    assert refused(lambda: read_results([tmp_path]))[0] == "RL491"


def test_a_line_that_is_no_json_is_named(tmp_path: Path) -> None:
    path = as_lines(tmp_path / "r.jsonl", table(ROWS))
    path.write_bytes(path.read_bytes() + b"{ not json\n")
    code, message = refused(lambda: read_results([path]))
    assert (code, message.endswith("line 5 is no JSON object")) == ("RL610", True)


def test_another_type_in_a_column(tmp_path: Path) -> None:
    made = table(ROWS)
    place = made.schema.get_field_index("rubric")
    wrong = written(tmp_path / "r.parquet", made.set_column(place, "rubric", pa.array(["5"] * len(ROWS))))
    assert refused(lambda: read_results([wrong])) == (
        "RL611",
        f"the column `rubric` of `{wrong}` holds string, not whole numbers",
    )


ORDINARY = {"recall": 0.5, "findings": ["RL472"], "kinds": ["missing"], "events_negate": 2, "right_negate": 1}


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"rubric": 140}, "`rubric` is 140, not from 0 to 100"),
        ({"recall": 2.0}, "`recall` is 2.0, not from 0 to 1"),
        ({"precision": -0.5}, "`precision` is -0.5, not from 0 to 1"),
        ({"graded_final": float("inf")}, "`graded_final` is "),
        ({"graded": float("nan")}, "`graded` is NaN, not "),
        ({"slots": -1}, "`slots` is -1, and cannot be below 0"),
        ({"line": 0}, "`line` is 0, and cannot be below 1"),
        ({"right_negate": 3}, "`right_negate` is 3, and cannot be more than `events_negate`"),
        ({"gold_rules": 1, "found_rules": 2}, "`found_rules` is 2, and cannot be more than `gold_rules`"),
        ({"correct": None}, "`correct` is null"),
        ({"rubric": None}, "`rubric` is null, though the answer is evaluable"),
        ({"fails": ["conditions"]}, "`fails` has the entry `conditions`; they are rule_use, condition, evidence"),
        ({"errors": ["other"]}, "`errors` has the entry `other`; they are rule selection, "),
        ({"kinds": []}, "`kinds` has 0 entries, and `findings` has another number"),
        ({"correct": False}, "`complete` is true, and `correct` is false"),
        ({"evaluable": False}, "`complete` is true, and `evaluable` is false"),
    ],
)
@pytest.mark.parametrize("suffix", ["parquet", "jsonl"])
def test_values_that_no_check_gives(tmp_path: Path, cells: dict[str, Any], words: str, suffix: str) -> None:
    """The third of four rows; in JSONL behind a blank line."""
    made = [{**row(f"c{index}", **ORDINARY), "line": index + 1} for index in range(4)]
    made[2] |= cells
    path = tmp_path / f"r.{suffix}"
    if suffix == "parquet":
        place = "row 3"
        written(path, pa.Table.from_pylist(made, schema=schema()))
    else:
        place = "line 4"
        path.write_text("\n" + "".join(json.dumps(one) + "\n" for one in made), encoding="utf-8")
    code, message = refused(lambda: read_results([path]))
    assert code == "RL611"
    assert f"`{path}`, {place}: " in message
    assert words in message


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"rubric": "x"}, '`rubric` is "x", not a whole number or null'),
        ({"rubric": 1.5}, "`rubric` is 1.5, not a whole number"),
        ({"rubric": 2**70}, "`rubric` is 1180591620717411303424, not a whole number"),
        ({"correct": 1}, "`correct` is 1, not true or false"),
        ({"model": 7}, "`model` is 7, not a text or null"),
        ({"fails": "condition"}, '`fails` is "condition", not a list of texts'),
        ({"fails": [None]}, "`fails` is [null], not a list of texts"),
        ({"recall": [1]}, "`recall` is [1], not a number or null"),
        ({"error_words": {"a": "b" * 99}}, '`error_words` is {"a": "bbb'),
    ],
)
def test_types_that_a_line_cannot_have(tmp_path: Path, cells: dict[str, Any], words: str) -> None:
    made = [row("c0"), row("c1") | cells]
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in made), encoding="utf-8")
    code, message = refused(lambda: read_results([path]))
    assert code == "RL611"
    assert f"`{path}`, line 2: {words}" in message


def test_a_later_line_that_lacks_a_column(tmp_path: Path) -> None:
    made = [row("c0"), {name: cell for name, cell in row("c1").items() if name not in ("recall", "model")}]
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in made), encoding="utf-8")
    assert refused(lambda: read_results([path])) == ("RL611", f"`{path}`, line 2, lacks the columns `model`, `recall`")


@pytest.mark.parametrize("value", [1.5, float("nan"), 1e300])
def test_whole_numbers_as_floats_must_be_whole(tmp_path: Path, value: float) -> None:
    """pandas writes columns of whole numbers with nulls as floats."""
    made = table(ROWS)
    place = made.schema.get_field_index("rubric")
    floats = pa.array([100.0, None, 50.0, value])
    path = written(tmp_path / "r.parquet", made.set_column(place, "rubric", floats))
    code, message = refused(lambda: read_results([path]))
    assert (code, f"`{path}`, row 4: `rubric` is " in message) == ("RL611", True)
    right = [row(f"c{index}", rubric=cell) for index, cell in enumerate((100, 50, 0, 7))]
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(one | {"rubric": float(one["rubric"])}) + "\n" for one in right))
    assert read_results([path]).column("rubric").to_pylist() == [100, 50, 0, 7]


def test_pages_of_many_lines_keep_their_order(tmp_path: Path) -> None:
    made = table([row(f"c{index}") for index in range(8_200)])
    path = as_lines(tmp_path / "r.jsonl", made)
    assert read_results([path]).equals(made)


def test_the_same_answer_twice_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "r.parquet", table([row("c1"), row("c2"), row("c1"), row("c2")]))
    code, message = refused(lambda: read_results([path]))
    assert code == "RL613"
    assert (
        "case `c1`, setting `p1`, model `m`, sample `0`: `a.jsonl`, line 1 and `a.jsonl`, line 3 (2 such in all)"
        in message
    )


def test_answers_without_a_number_are_the_same_answer_and_lines_without_a_case_are_none(tmp_path: Path) -> None:
    unreadable = {"case": None, "policy": None, "error": "RL450", "evaluable": False}
    path = written(tmp_path / "a.parquet", table([row(**unreadable), row(**unreadable), row()]))
    assert read_results([path]).num_rows == 3
    path = written(tmp_path / "b.parquet", table([row(sample=None), row(sample=None)]))
    assert refused(lambda: read_results([path]))[0] == "RL613"


def scores(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "scores.csv"
    path.write_text(text, encoding="utf-8")
    return path


ANSWERS = answers([row("c1", sample=0), row("c1", sample=1), row("c2", model=None)])


def test_scores_are_put_beside_their_answers(tmp_path: Path) -> None:
    text = "case,sample,split,one,two\nc1,1,test,0.5,\nc2,0,validation,-1e3,7\n"
    found = read_scores(scores(tmp_path, text), ANSWERS)
    assert found.evaluators == ("one", "two")
    assert np.array_equal(found.scores, [[np.nan, 0.5, -1000], [np.nan, np.nan, 7]], equal_nan=True)
    assert found.part is not None
    assert found.part.tolist() == [-1, 1, 0]


def test_scores_of_an_answer_that_cannot_be_used_are_left_out(tmp_path: Path) -> None:
    made = answers([row("c1"), row("c2", policy=None, evaluable=False, error="RL465")])
    found = read_scores(scores(tmp_path, "case,one\nc2,1\nc1,2\n"), made)
    assert (found.scores.tolist(), found.left) == ([[2.0]], 1)
    code, message = refused(lambda: read_scores(scores(tmp_path, "case,one\nc3,1\nc2,2\n"), made))
    assert (code, "line 2" in message, "such lines" in message) == ("RL617", True, False)


def test_an_answer_without_a_model_is_found_by_an_empty_cell(tmp_path: Path) -> None:
    found = read_scores(scores(tmp_path, "case,model,sample,one\nc2,,0,1\n"), ANSWERS)
    assert found.scores[0, 2] == 1


def test_file_and_line_are_a_key_and_a_byte_order_mark_none(tmp_path: Path) -> None:
    found = read_scores(scores(tmp_path, "\ufefffile,line,one\na.jsonl,2,4\n\n"), ANSWERS)
    assert found.scores[0, 1] == 4


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "RL615", "no column"),
        ("case,one\n", "RL615", "there are no scores"),
        ("name,one\nc1,2\n", "RL615", "says which answer"),
        ("case,sample\nc1,2\n", "RL615", "holds the scores of an evaluator"),
        ("case,sample,one,one\nc1,0,2,3\n", "RL615", "has the column `one` twice"),
        ("case,sample,,one\nc1,0,2,3\n", "RL615", "column 3 of"),
        ("case,sample,one\nc1,0\n", "RL615", "line 2 has 2 cells, not 3"),
        ('case,sample,one\n"c1"x,0,1\n', "RL615", "line 2 is no CSV"),
        ("case,sample,split,one\nc1,0,dev,1\n", "RL615", "`dev` is no part of a split"),
        ("case,sample,one\nc1,0,high\n", "RL616", "line 2: `high` in the column `one` is no number"),
        ("case,sample,one\nc1,0,nan\n", "RL616", "`nan`"),
        ("case,sample,one\nc1,0,inf\n", "RL616", "`inf`"),
        ("case,one\nc1,1\n", "RL617", "several answers have case `c1`"),
        (
            "case,sample,one\nc1,0,1\nc1,7,1\nc9,0,1\n",
            "RL617",
            "line 3 is about no answer in the results (2 such lines",
        ),
        ("case,sample,one\nc1,0,1\nc1,0,2\n", "RL617", "line 3 gives scores to the answer that line 2 is about"),
    ],
)
def test_scores_that_cannot_be_used(tmp_path: Path, text: str, code: str, words: str) -> None:
    found, message = refused(lambda: read_scores(scores(tmp_path, text), ANSWERS))
    assert found == code
    assert words in message


def test_scores_in_no_text_and_in_no_file(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_bytes(b"case,one\n\xff\xfe,1\n")
    assert refused(lambda: read_scores(path, ANSWERS))[0] == "RL615"
    assert refused(lambda: read_scores(tmp_path / "nowhere.csv", ANSWERS))[0] == "RL491"
