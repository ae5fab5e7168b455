"""Evaluators' scores from a CSV file, put beside the answers that they are about."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.verifier.statistics.answers import Answers
from rulelang.verifier.statistics.estimate import Floats, Ints
from rulelang.verifier.statistics.judged import TEST, VALIDATION

KEYS = ("file", "line", "case", "setting", "model", "sample")
"""Columns that say which answer a line is about; any of them that tell the answers apart."""

SPLIT = "split"
PARTS = {"validation": VALIDATION, "test": TEST, "train": -1}
_HINT = (
    "the first line names the columns: some of file, line, case, setting, model, sample; perhaps split; "
    "and one for each evaluator"
)


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """Scores beside answers: a row for each evaluator, a column for each answer, NaN where there is no score."""

    evaluators: tuple[str, ...]
    scores: Floats
    part: Ints | None
    """VALIDATION, TEST or -1 for each answer, where the file says so."""
    lines: int
    left: int
    """Lines about answers that could not be used (their case, or they themselves): nothing is judged by them."""


def _error(code: str, message: str, hint: str) -> RuleLangError:
    return RuleLangError([Diagnostic(code, message, None, hint=hint)])


def read_scores(path: Path, answers: Answers) -> ScoreFile:
    """The scores in a CSV file.

    Raises:
        RuleLangError: the file cannot be read (RL491) or is no such CSV (RL615); a score is no number (RL616); a line
            is about no answer, about several, or about one that has its scores already (RL617).
    """
    header, lines = _table(path)
    keys = [name for name in header if name in KEYS]
    evaluators = tuple(name for name in header if name not in (*KEYS, SPLIT))
    place = {name: header.index(name) for name in header}
    known = _answers_by_key(path, answers, keys)
    aside = set(_keys(answers.aside, keys)) - known.keys()
    scores = np.full((len(evaluators), len(answers)), np.nan)
    part = np.full(len(answers), -1, dtype=np.int64) if SPLIT in place else None
    seen: dict[int, int] = {}
    unknown: list[int] = []
    left = 0
    for number, cells in lines:
        key = tuple(cells[place[name]].strip() for name in keys)
        row = known.get(key)
        if row is None and key in aside:
            left += 1
            continue
        if row is None:
            unknown.append(number)
            continue
        if row in seen:
            message = f"`{path}`, line {number} gives scores to the answer that line {seen[row]} is about"
            raise _error("RL617", message, f"tell them apart by more of {', '.join(KEYS)}")
        seen[row] = number
        for index, name in enumerate(evaluators):
            scores[index, row] = _number(path, number, name, cells[place[name]])
        if part is not None:
            part[row] = _part(path, number, cells[place[SPLIT]])
    if unknown:
        raise _unknown(path, unknown, keys)
    return ScoreFile(evaluators, scores, part, len(lines), left)


def _unknown(path: Path, unknown: list[int], keys: Sequence[str]) -> RuleLangError:
    several = f" ({len(unknown)} such lines in all)" if len(unknown) > 1 else ""
    message = f"`{path}`, line {unknown[0]} is about no answer in the results{several}"
    return _error("RL617", message, f"answers are looked up by {', '.join(keys)}, as the results have them")


def _table(path: Path) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The header and the lines with their numbers."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise _error("RL491", f"cannot read `{path}`: {reason}", _HINT) from None
    except UnicodeDecodeError as error:
        raise _error("RL615", f"`{path}` is no text in UTF-8: byte {error.start + 1} belongs to none", _HINT) from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        header = [name.strip() for name in next(reader, None) or ()]
        _check_header(path, header)
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                message = f"`{path}`, line {reader.line_num} has {len(cells)} cells, not {len(header)} as the header"
                raise _error("RL615", message, _HINT)
            lines.append((reader.line_num, cells))
    except csv.Error as error:
        message = f"`{path}`, line {reader.line_num} is no CSV: {str(error).lower()}"
        raise _error("RL615", message, _HINT) from None
    if not lines:
        raise _error("RL615", f"there are no scores in `{path}`", _HINT)
    return header, lines


def _check_header(path: Path, header: list[str]) -> None:
    twice = sorted({name for name in header if header.count(name) > 1})
    if twice:
        raise _error("RL615", f"`{path}` has the column `{twice[0]}` twice", _HINT)
    if "" in header:
        raise _error("RL615", f"column {header.index('') + 1} of `{path}` has no name", _HINT)
    if not any(name in KEYS for name in header):
        raise _error("RL615", f"no column of `{path}` says which answer a line is about", _HINT)
    if all(name in (*KEYS, SPLIT) for name in header):
        raise _error("RL615", f"no column of `{path}` holds the scores of an evaluator", _HINT)


def _answers_by_key(path: Path, answers: Answers, keys: Sequence[str]) -> dict[tuple[str, ...], int]:
    known: dict[tuple[str, ...], int] = {}
    for row, key in enumerate(_keys(answers.table, keys)):
        if key in known:
            named = ", ".join(f"{name} `{value}`" for name, value in zip(keys, key, strict=True))
            others = ", ".join(name for name in KEYS if name not in keys)
            raise _error("RL617", f"several answers have {named}: `{path}` does not tell them apart", f"add {others}")
        known[key] = row
    return known


def _keys(table: Any, keys: Sequence[str]) -> Iterator[tuple[str, ...]]:
    columns = [["" if value is None else str(value) for value in table.column(name).to_pylist()] for name in keys]
    return zip(*columns, strict=True)


def _number(path: Path, line: int, column: str, written: str) -> float:
    """A finite number; an empty cell is no score."""
    if not written.strip():
        return math.nan
    try:
        value = float(written)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        message = f"`{path}`, line {line}: `{written.strip()}` in the column `{column}` is no number"
        raise _error("RL616", message, "leave the cell empty where an evaluator gave no score")
    return value


def _part(path: Path, line: int, written: str) -> int:
    try:
        return PARTS[written.strip()]
    except KeyError:
        message = f"`{path}`, line {line}: `{written.strip()}` is no part of a split"
        raise _error("RL615", message, f"the parts are {', '.join(PARTS)}") from None
