"""Claims in a Markdown table: its head says what the columns hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rulelang.verifier.markup.quoting import mask

Columns: TypeAlias = tuple[str, ...]

_HEADS = {
    "id": "id", "#": "id", "no": "id", "no.": "id", "step": "id",
    "claim": "says", "claims": "says", "says": "says", "formula": "says", "judgment": "says", "statement": "says",
    "rule": "rules", "rules": "rules", "evidence": "evidence", "passage": "evidence", "passages": "evidence",
    "from": "from", "premises": "from", "quote": "quote", "world": "world",
}  # fmt: skip


def cells(row: str) -> list[str]:
    """The cells of a row, without the borders."""
    hidden = mask(row).rstrip()
    borders = [at for at, char in enumerate(hidden) if char == "|"]
    if hidden.endswith("|"):
        ends = borders[1:]
    else:
        ends = [*borders[1:], len(row)]
    return [row[start + 1 : end].strip() for start, end in zip(borders, ends, strict=False)]


def columns_of(row: Sequence[str]) -> Columns | None:
    """What the columns hold, if this row is a head that has a column for what is claimed."""
    words = [cell.strip(" *_`").lower() for cell in row]
    if not all(word in _HEADS for word in words if word):
        return None
    named = [_HEADS.get(word, "") for word in words]
    if "says" not in named:
        return None
    if "id" not in named and words[0] in ("claim", "claims") and named.count("says") > 1:
        named[0] = "id"
    return tuple(named)


def is_rule(row: Sequence[str]) -> bool:
    """Whether it is the line below the head."""
    return all(cell and not cell.strip("-: ") for cell in row)


def row_parts(columns: Columns, row: Sequence[str]) -> tuple[str, str]:
    """The id in a row and its content as one line of the form."""
    name = says = ""
    fields: list[str] = []
    for kind, cell in zip(columns, row, strict=False):
        match kind:
            case "id":
                name = cell.strip(" *_`[]().")
            case "says":
                says = f"{says} {cell}".strip()
            case "":
                fields.append(cell)
            case _:
                fields.append(f"{kind}: {cell}")
    return name, " | ".join((says, *fields))
