"""Rows of tables as claims and decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulelang.verifier.markup.draft import Draft
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.heads import begin_claim, begin_decision
from rulelang.verifier.markup.line import Line
from rulelang.verifier.markup.normed import norm_in, take_norm_row
from rulelang.verifier.markup.tables import (
    Columns,
    Row,
    cells,
    claims_alone,
    columns_of,
    is_head_row,
    is_rule,
    row_parts,
)


def take_row(draft: Draft, found: Sequence[Line], at: int) -> None:
    line = found[at]
    row = cells(line.rest)
    head = columns_of(row, _rows_below(found, at), draft.saying.says) if len(row) > 1 and is_head_row(row) else None
    if draft.columns is None and take_norm_row(draft, line, row):
        pass
    elif head is not None:
        draft.columns = head
    elif draft.columns is None and draft.saying.spelling.actions and _heads_norms(draft, row, _below(found, at)):
        pass
    elif (lone := claims_alone(row)) is not None and _are_claims(draft, lone, found, at):
        draft.columns = lone
    elif is_rule(row):
        pass
    elif draft.columns is not None:
        says_so = None if draft.saying.spelling.means is None else draft.saying.says
        said = row_parts(draft.columns, row, says_so)
        kind = "decision" if re.fullmatch(r"(?:final )?decision", said.name.lower()) else said.kind
        if kind == "answer" and _has_decision(draft, found):
            kind = "claim"
        if said.kind != "claim" and not draft.saying.says(fields_of(said.text).says):
            draft.lost.append(line)
            return
        _begin_row(draft, replace(line, kind=kind) if kind != "claim" else line, said, kind != "claim")
    elif len(row) > 1 and _DECISION.fullmatch(row[0]) and draft.saying.decides(fields_of(row[1]).says):
        begin_decision(draft, replace(line, kind="decision"), "", " | ".join(row[1:]))
    elif re.fullmatch(r"[*_`]*(?:claim[ \t]+)?[scw]\d{1,6}[*_`]*", row[0], re.IGNORECASE):
        begin_claim(draft, line, row[0].strip("*_` ").split()[-1], " | ".join(row[1:]))
    else:
        draft.lost.append(line)


def _heads_norms(draft: Draft, row: Sequence[str], below: Iterable[tuple[int, Sequence[str]]]) -> bool:
    """Whether all rows below one are norms: what is above them are their names; up to the first that is none."""
    norms = (norm_in(draft, one) for _, one in below if not is_rule(one))
    return not is_rule(row) and next(norms, None) is not None and None not in norms


def _begin_row(draft: Draft, line: Line, said: Row, decides: bool) -> None:
    (begin_decision if decides else begin_claim)(draft, line, "" if decides else said.name, said.text)
    draft.found[-1].told = said.told


def _has_decision(draft: Draft, found: Sequence[Line]) -> bool:
    """Whether a line of the text, which is no row, is a decision."""
    if draft.decides is None:
        draft.decides = any(one.kind in ("decision", "answer", "told") for one in found)
    return draft.decides


def _are_claims(draft: Draft, columns: Columns, found: Sequence[Line], at: int) -> bool:
    """Whether something in a column that is called so is a claim: there are tables of prose, too."""
    column = columns.kinds.index("says")
    first, last, are = draft.sought.get(column, (0, 0, False))
    if first <= at < last:
        return are  # up to a row below this one it is known
    last, are = at, False
    for last, row in _below(found, at):  # noqa: B007 (where the loop ended is kept)
        if len(row) > column and not is_rule(row) and draft.saying.says(row[column]):
            are = True
            break
    draft.sought[column] = (at, last, are)
    return are


_DECISION = re.compile(r"[*_` ]*(?:(?:final|our|my|the)[ \t]+)*(?:decision|ruling)[*_`: ]*", re.IGNORECASE)
"""The name of a row of a table that holds the decision."""


def _rows_below(found: Sequence[Line], at: int) -> list[list[str]]:
    """The rows of a table below its head, up to the next head."""
    return [row for _, row in _below(found, at)]


def _below(found: Sequence[Line], at: int) -> Iterator[tuple[int, list[str]]]:
    """The same, with the number of each line."""
    for below in range(at + 1, len(found)):
        row = cells(found[below].rest) if found[below].kind == "table" else []
        if found[below].kind != "table" or is_head_row(row):
            return
        yield below, row
