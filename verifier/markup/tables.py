"""Claims in a Markdown table: its head says what the columns hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from rulelang.verifier.markup.ornaments import CROSS, TICK
from rulelang.verifier.markup.quoting import mask

Columns: TypeAlias = tuple[str, ...]

_HEADS = (
    ("id", r"(?:claim |step |statement )?(?:id|#|no\.?|number|ref)|#|step"),
    ("says", r"claims?|says|formulas?|judge?ments?|statements?|conditions?|propositions?|conclusions?"),
    ("value", r"value|truth|truth value|true/false|true\??|holds\??"),
    ("rules", r"(?:applied |cited |governing )?rules?(?: applied| cited| used)?|citations?|clauses?"),
    ("evidence", r"(?:supporting |cited )?(?:evidence|passages?|exhibits?)(?: cited| used| ids?)?"),
    (
        "from",
        r"(?:(?:follows|derived|inferred) )?from(?: claims?)?|premises?|based on|depends on|dependenc(?:y|ies)"
        r"|(?:prior|earlier) (?:claims?|steps?)|claims used",
    ),
    ("support", r"support(?:ed by)?|sources?|basis|grounds?|references?|refs|cites?"),
    ("quote", r"quotes?"),
    ("world", r"world"),
)  # fmt: skip
"""What a column holds, by the words of its head."""

_TRUTHS = {
    "true": "true", "yes": "true", **dict.fromkeys(TICK, "true"),
    "false": "false", "no": "false", **dict.fromkeys(CROSS, "false"), "unknown": "unknown",
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
    """What the columns hold, if this row is a head that has a column for what is claimed.

    Other columns may stand beside those that are known (a reason for each claim): what they hold belongs to no field.

    >>> columns_of(["Claim ID", "**Statement**", "Rule(s)", "Reasoning"]), columns_of(["to_affiliate", "e1"])
    (('id', 'says', 'rules', ''), None)
    """
    words = [re.sub(r"\(e?s\)", "s", cell.strip(" *_`").lower()) for cell in row]
    named = [next((kind for kind, head in _HEADS if re.fullmatch(head, word)), "") for word in words]
    if "says" not in named or sum(map(bool, named)) < min(2, len(named)):
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
            case "value":
                truth = _TRUTHS.get(cell.strip(" *_`\ufe0f").lower())
                if truth is None:
                    fields.append(cell)
                else:
                    says = f"{says.strip(' *_`')} → {truth}"
            case _:
                fields.append(f"{kind}: {cell}")
    return name, " | ".join((says, *fields))
