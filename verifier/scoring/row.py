"""The row that each scored answer gives: the one description of the columns of the results, Parquet and JSONL alike.

A row has three parts.  `Place` is what the line itself says, `CaseFacts` is the same for all answers to one case, and
`Verdict` is what the check found.  A column is a field of one of them; `COLUMNS` gives their order.  What does not
apply is None (null), never NaN.  Scores are floats here, for statistics; verdicts are taken from exact values before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, get_type_hints

Cell: TypeAlias = "str | int | float | bool | Sequence[str] | None"


class Place(NamedTuple):
    """Which answer it is.  A line that can't be read has no `case` and no `setting`."""

    file: str
    """The file as it was named on the command line."""
    line: int
    """Its line there, from 1."""
    case: str | None
    """`path#name`, as the answer has it."""
    setting: str | None
    """The presentation (probe, pool) whose labels the answer uses."""
    model: str | None
    sample: int | None


class CaseFacts(NamedTuple):
    """What a case gives to every answer to it; all None where the case can't be used."""

    track: str | None
    """The case's TRACK: the paper's task."""
    question_type: str | None
    """The type of the case's question; several by `+`, in the order of the file."""
    policy: str | None
    """Which judgments the warrant requires: `full`, `answer` or `sufficient`."""
    depth: int | None
    """Steps on the longest path of the gold chain (RuleWeaver's metrics, also the next two)."""
    load: int | None
    """Steps of the gold chain that need another step."""
    branching: int | None
    """Steps of the gold chain that several others need."""
    same_source: bool | None
    """Whether all rules of the gold chain come from one source corpus; None where it is not known."""


class Verdict(NamedTuple):
    """What a check finds of one answer.

    Where the line or its case can't be used there is an `error` and only the defaults beside it; where extraction
    failed (`claims: null`) there is none, `evaluable` is False and `correct` counts.
    """

    evaluable: bool = False
    error: str | None = None
    """The code of the first diagnostic, where the line or its case can't be used."""
    error_words: str | None = None
    correct: bool = False
    """Check 5 holds."""
    complete: bool = False
    """All five checks hold against one and the same warrant."""
    complete_but_aggregation: bool = False
    """Checks 1, 2, 3 and 5 hold against one and the same warrant (CWG')."""
    fails: tuple[str, ...] = ()
    """The checks that fail, by name: rule_use, condition, evidence, aggregation, outcome."""
    root: tuple[str, ...] = ()
    """Those that would fail if the faults of the checks before them were mended."""
    findings: tuple[str, ...] = ()
    """The codes of the findings, sorted, with repeats."""
    kinds: tuple[str, ...] = ()
    """The kinds of the findings, parallel to `findings`."""
    slots: int | None = None
    """How many judgments the nearest warrant requires."""
    warrants: int | None = None
    """How many accepted warrants were looked at."""
    limited: bool = False
    """There are more warrants than were looked at."""
    scope: bool | None = None
    """Whether the rules applied are the reference's; None where no rule is cited."""
    rubric: int | None = None
    """0 to 100, all or nothing for each dimension."""
    graded: float | None = None
    """0 to 100, with each dimension's share."""
    dim_question: bool | None = None
    dim_decomposition: bool | None = None
    dim_format: bool | None = None
    dim_grounding: bool | None = None
    dim_chain: bool | None = None
    dim_interaction: bool | None = None
    dim_intermediate: bool | None = None
    dim_final: bool | None = None
    dim_external: bool | None = None
    graded_question: float | None = None
    """The share of the dimension's points that is met, 0 to 1; so the next eight."""
    graded_decomposition: float | None = None
    graded_format: float | None = None
    graded_grounding: float | None = None
    graded_chain: float | None = None
    graded_interaction: float | None = None
    graded_intermediate: float | None = None
    graded_final: float | None = None
    graded_external: float | None = None
    gold_rules: int | None = None
    """|G|: the rules of the nearest warrant."""
    cited_rules: int | None = None
    """|C|: the rules cited anywhere."""
    found_rules: int | None = None
    """|C n G|."""
    applied_right: int | None = None
    """|A|: the cited gold rules of which every citation is a right application."""
    recall: float | None = None
    precision: float | None = None
    errors: tuple[str, ...] = ()
    """RuleWeaver's error types, by the values of `ErrorType`."""
    events_abstract: int | None = None
    """How often an operator augments a gold rule, and (`right_…`) in how many of these the rule is in A."""
    events_additive: int | None = None
    events_negate: int | None = None
    events_exception: int | None = None
    events_conflict: int | None = None
    events_ironclad: int | None = None
    right_abstract: int | None = None
    right_additive: int | None = None
    right_negate: int | None = None
    right_exception: int | None = None
    right_conflict: int | None = None
    right_ironclad: int | None = None


class Row(NamedTuple):
    """One answer's row."""

    place: Place
    facts: CaseFacts
    verdict: Verdict


RowParts: TypeAlias = tuple[Sequence["str | int | None"], CaseFacts, Verdict]
"""The parts of a row, where there are many of them: the place's fields in their order.  Every `Row` is one."""

NO_CASE = CaseFacts(None, None, None, None, None, None, None)
"""The facts of a case that can't be used."""

COLUMNS: tuple[str, ...] = (
    "file",
    "line",
    "case",
    "track",
    "question_type",
    "setting",
    "model",
    "sample",
    "evaluable",
    "error",
    "error_words",
    "policy",
    *Verdict._fields[Verdict._fields.index("correct") :],
    "depth",
    "load",
    "branching",
    "same_source",
)
"""The columns in their order: every field of `Place`, `CaseFacts` and `Verdict` once."""

PARTS: tuple[type[Place] | type[CaseFacts] | type[Verdict], ...] = (Place, CaseFacts, Verdict)


def column_types() -> dict[str, object]:
    """The Python type of each column, in the columns' order.

    >>> column_types()["rubric"]
    int | None
    """
    found: dict[str, object] = {}
    for part in PARTS:
        found.update(get_type_hints(part))
    return {column: found[column] for column in COLUMNS}


def record(row: Row) -> dict[str, Cell]:
    """A row as one flat record, in the columns' order.

    >>> row = Row(Place("a.jsonl", 3, None, None, None, None), NO_CASE, Verdict(error="RL450", error_words="no JSON"))
    >>> [(name, value) for name, value in record(row).items() if value][:3]
    [('file', 'a.jsonl'), ('line', 3), ('error', 'RL450')]
    """
    cells: Mapping[str, Cell] = {**row.place._asdict(), **row.facts._asdict(), **row.verdict._asdict()}
    return {column: cells[column] for column in COLUMNS}
