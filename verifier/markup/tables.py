"""Claims in a Markdown table: its head says what the columns hold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from rulelang.verifier.markup.ornaments import CROSS, TICK
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.verdicts import verdict

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

_LETTERS = {"y": "yes", "t": "true", "n": "no", "f": "false"}


def cells(row: str) -> list[str]:
    """The cells of a row, without the borders."""
    hidden = mask(row).rstrip()
    borders = [at for at, char in enumerate(hidden) if char == "|"]
    if hidden.endswith("|"):
        ends = borders[1:]
    else:
        ends = [*borders[1:], len(row)]
    return [row[start + 1 : end].strip() for start, end in zip(borders, ends, strict=False)]


def columns_of(row: Sequence[str], below: Sequence[Sequence[str]] = ()) -> Columns | None:
    """What the columns hold, if this row is a head that has a column for what is claimed.

    Other columns may stand beside those that are known (a reason for each claim): what they hold belongs to no field.

    Args:
        below: the rows below it; a column of which each cell is a verdict is one of verdicts, whatever it is called.

    >>> columns_of(["Claim ID", "**Statement**", "Rule(s)", "Reasoning"]), columns_of(["to_affiliate", "e1"])
    (('id', 'says', 'rules', ''), None)
    >>> columns_of(["ID", "Claim", "Finding"], [["s1", "late", "met"], ["s2", "paid", "✗"]])
    ('id', 'says', 'value')
    """
    words = [re.sub(r"\(e?s\)", "s", cell.strip(" *_`").lower()) for cell in row]
    named = [next((kind for kind, head in _HEADS if re.fullmatch(head, word)), "") for word in words]
    if "says" not in named or sum(map(bool, named)) < min(2, len(named)):
        return None
    for at, kind in enumerate(named):
        if kind == "" or (kind == "says" and named.count("says") > 1):
            cells_below = [cell for one in below if not is_rule(one) for cell in one[at : at + 1] if cell.strip(" -–—")]
            if cells_below and all(_truth(cell) is not None for cell in cells_below):
                named[at] = "value"
    if "id" not in named and words[0] in ("claim", "claims") and named.count("says") > 1:
        named[0] = "id"
    return tuple(named)


def claims_alone(row: Sequence[str]) -> Columns | None:
    """The columns of a head of which one alone is known, and is called after claims or formulas.

    >>> claims_alone(["Claim", "Comment"]), claims_alone(["Condition", "Comment"]), claims_alone(["Claim", "Formula"])
    (('says', ''), None, None)
    """
    words = [cell.strip(" *_`").lower() for cell in row]
    named = tuple("says" if re.fullmatch(r"claims?|formulas?|says", word) else "" for word in words)
    return named if named.count("says") == 1 else None


def _truth(cell: str) -> str | None:
    """What a cell of a column of verdicts says: true, false or unknown; None: it is no plain verdict."""
    word = cell.strip(" *_`\ufe0f")
    if word and word in TICK:
        return "true"
    if word and word in CROSS:
        return "false"
    first = word[:1]
    if first and first in TICK + CROSS:  # `✗ No`
        one, other = _truth(first), _truth(word[1:])
        return one if one == other else None
    ruling, reason = verdict(_LETTERS.get(word.lower(), word))
    return None if reason else {"affirmed": "true", "denied": "false", "open": "unknown"}.get(ruling)


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
                fields.append(f"value: {_truth(cell) or cell}" if cell else "")
            case _:
                fields.append(f"{kind}: {cell}")
    return name, " | ".join((says, *fields))
