"""Fields that end with their name: what they hold stands on the next line, or in a list below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulelang.verifier.markup.fields import ends_with_field
from rulelang.verifier.markup.line import Kind, Line
from rulelang.verifier.markup.named import Known, all_known

_HEADS: frozenset[Kind] = frozenset(
    ("claim", "decision", "answer", "told", "fielded", "field", "unmarked", "title", "bullet", "noted", "concluded",
     "ruled")
)  # fmt: skip
_MOST = 200
"""So many items of a list are looked at."""


def joined(found: Sequence[Line], names: Known) -> list[Line]:
    """The lines, each that ends with the name of a field together with the identifiers below it.

    `CLAIM s1: p | rules:`, `r1 | from: s0` is one claim; so are `Rules:`, `- r1`, `- r2` one field.  Where something
    else stands below, the field is empty, as it is written.
    """
    kept: list[Line] = []
    at = 0
    while at < len(found):
        line = found[at]
        at += 1
        if line.kind in _HEADS and ends_with_field(line.rest):
            line, at = _with_items(line, found, at, names)
        kept.append(line)
    return kept


def _with_items(line: Line, found: Sequence[Line], at: int, names: Known) -> tuple[Line, int]:
    """The line with the identifiers that stand below it, from a place on, and the place behind them."""
    held: list[str] = []
    rest = ""
    end = line.end
    in_list = at < len(found) and found[at].kind == "bullet"
    for below in found[at : at + _MOST]:
        item = below.rest.split("|")[0]
        if below.kind not in ("bullet", "other", "fielded") or not all_known(_called(below, item), names):
            break
        if held and not (in_list and below.kind != "other"):
            break
        held.append(_called(below, item))
        rest, end = below.rest[len(item) :], below.end
        at += 1
        if rest:
            break
    if not held:
        return line, at
    return replace(line, rest=f"{line.rest} {', '.join(held)} {rest}".rstrip(), end=end), at


def _called(line: Line, item: str) -> str:
    """An item as it is written, with the number that a line with fields has for a name."""
    return line.name if line.kind == "fielded" and not item.strip() else item.strip(" \t.,;")
