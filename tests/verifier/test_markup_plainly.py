# ruff: noqa: E501
"""What models plainly write besides the form: tables of findings, labels, links in words, sums, dates and units."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_styles import noticed, read


def claims(text: str) -> list[Any]:
    """What is claimed, with what it follows from, the rules and the passages."""
    return [(one.says, one.from_, one.rules, one.evidence) for one in read(text).answer.claims or ()]


TABLE = """| Step | {} | Rule(s) applied | Evidence | Depends on |
|---|---|---|---|---|
| s1 | `late` | notice | e1 | — |
| s2 | valid{} | notice | | s1 |

DECISION: valid | from: s2"""


@pytest.mark.parametrize("head", ["Finding", "Result", "Determination", "Legal finding", "Intermediate conclusion", "Conclusion reached", "Inference", "**Findings**", "Fact"])
def test_a_table_of_what_steps_come_to(head: str) -> None:
    assert claims(TABLE.format(head, "")) == [("late", [], ["notice"], ["e1"]), ("valid", ["s1"], ["notice"], [])]
    assert not noticed(read(TABLE.format(head, "")))


def test_a_column_of_verdicts_is_beside_the_one_of_findings() -> None:
    text = "| Step | Finding | Result | Rules |\n|---|---|---|---|\n| 1 | late | met | notice |\n| 2 | waived | not met | guarded |\n\nDECISION: valid"
    assert [one[0] for one in claims(text)] == ["late", "NOT (waived)"]


@pytest.mark.parametrize(
    "rows",
    ["| Element | Finding | Evidence |\n|---|---|---|\n| the notice | met | e1 |", "| Rule | Outcome |\n|---|---|\n| notice | valid |", "| Buyer's finding | Rule |\n|---|---|\n| late | notice |",
     "| Topic | Result | Source |\n|---|---|---|\n| the notice | it came too late | e1 |"],
)  # fmt: skip
def test_what_is_no_table_of_findings(rows: str) -> None:
    assert not claims(f"{rows}\n\nDECISION: valid")
