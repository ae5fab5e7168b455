"""Claims in a Markdown table: its head says what the columns hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulelang.verifier.markup.naming import naming, unclear, under
from rulelang.verifier.markup.ornaments import CROSS, TICK
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.verdicts import LETTERS, verdict


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a table hold, and what they are called."""

    kinds: tuple[str, ...]
    """The field; `value` for verdicts, or how their name bears on these (`verdict`, `harmful`, `other`,
    `unknown`); or nothing."""
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The id in a row, its content as one line of the form, and cells that say nothing of the formula."""

    name: str
    text: str
    told: tuple[str, ...]


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
_RESULT = re.compile(
    r"(?:(?:intermediate|interim|legal|factual|derived|resulting|our|my|the|step|what) )*"
    r"(?:findings?|results?|determinations?|outcomes?|holdings?|rulings?|inferences?|deductions?|derivations?|facts?"
    r"|assertions?|judge?ments?|conclusions?|follows|(?:is |we )?(?:found|concluded|inferred|derived))"
    r"(?: (?:of (?:the )?step|reached|made|drawn))?"
)
"""What a step comes to is what is claimed, where no other column says that, and there are formulas under it."""
_CITING = frozenset(("rules", "evidence", "from", "support"))


def cells(row: str) -> list[str]:
    """The cells of a row, without the borders."""
    hidden = mask(row).rstrip()
    borders = [at for at, char in enumerate(hidden) if char == "|"]
    if hidden.endswith("|"):
        ends = borders[1:]
    else:
        ends = [*borders[1:], len(row)]
    return [row[start + 1 : end].strip() for start, end in zip(borders, ends, strict=False)]


def is_head_row(row: Sequence[str]) -> bool:
    """Whether a row may be the head of a table of claims, by its words.

    One that begins with rules tells what they conclude, unless it is called a claim.

    >>> is_head_row(["ID", "Claim"]), is_head_row(["Step", "Finding", "Rule"]), is_head_row(["Step", "Finding"])
    (True, True, False)
    >>> is_head_row(["Rule", "Outcome"]), is_head_row(["Rule", "Claim"])
    (False, True)
    """
    words = _words(row)
    named = _named(words)
    if "says" in named:
        return sum(map(bool, named)) >= min(2, len(named))
    return named[0] != "rules" and any(map(_RESULT.fullmatch, words)) and not _CITING.isdisjoint(named)


def columns_of(
    row: Sequence[str], below: Sequence[Sequence[str]] = (), says: Callable[[str], bool] = bool
) -> Columns | None:
    """What the columns hold, if this row is a head that has a column for what is claimed.

    Other columns may stand beside those that are known (a reason for each claim): what they hold belongs to no field.
    A column is one of verdicts by its name, or because all its cells are some and its name says nothing.

    Args:
        below: the rows below it.
        says: whether a formula can be read in a cell.

    >>> columns_of(["ID", "**Statement**", "Rule(s)", "Reason"]).kinds, columns_of(["to_affiliate", "e1"])
    (('id', 'says', 'rules', ''), None)
    >>> columns_of(["ID", "Claim", "Check", "Disputed"], [["s1", "p", "met", "no"], ["s2", "q", "✗", ""]]).kinds
    ('id', 'says', 'value', 'harmful')
    >>> columns_of(["Step", "Finding", "Rule"], [["1", "p", "r1"]]).kinds
    ('id', 'says', 'rules')
    """
    if not is_head_row(row):
        return None
    words = _words(row)
    named = _named(words)
    if "says" not in named:
        results = (at for at, word in enumerate(words) if not named[at] and _RESULT.fullmatch(word))
        claimed = next((at for at in results if _claims(_column(below, at), says)), None)
        if claimed is None:
            return None
        named[claimed] = "says"
    for at, kind in enumerate(named):
        if kind == "" or (kind == "says" and named.count("says") > 1):
            cells_below = _column(below, at)
            sure = bool(cells_below) and all(_truth(cell) is not None for cell in cells_below)
            bears = naming(words[at])
            if kind == "" and bears != "plain":
                named[at] = bears
            elif sure:
                named[at] = "value"
    if "id" not in named and words[0] in ("claim", "claims") and named.count("says") > 1:
        named[0] = "id"
    return Columns(tuple(named), tuple(cell.strip(" *_`") for cell in row))


def _words(row: Sequence[str]) -> list[str]:
    return [re.sub(r"\(e?s\)", "s", cell.strip(" *_`").lower()) for cell in row]


def _named(words: Sequence[str]) -> list[str]:
    """What the columns hold that are called by these words, or nothing."""
    return [next((kind for kind, head in _HEADS if re.fullmatch(head, word)), "") for word in words]


def _column(below: Sequence[Sequence[str]], at: int) -> list[str]:
    """The cells of a column that are not empty."""
    return [cell for one in below if not is_rule(one) for cell in one[at : at + 1] if cell.strip(" -–—")]


def _claims(column: Sequence[str], says: Callable[[str], bool]) -> bool:
    """Whether there are formulas in a column, and no verdicts alone."""
    return any(_truth(cell) is None and says(cell) for cell in column)


def claims_alone(row: Sequence[str]) -> Columns | None:
    """The columns of a head of which one alone is known, and is called after claims or formulas.

    >>> claims_alone(["Claim", "Note"]).kinds, claims_alone(["Condition", "Note"]), claims_alone(["Claim", "Formula"])
    (('says', ''), None, None)
    """
    words = [cell.strip(" *_`").lower() for cell in row]
    named = tuple("says" if re.fullmatch(r"claims?|formulas?|says", word) else "" for word in words)
    return Columns(named, tuple(row)) if named.count("says") == 1 else None


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
    ruling, reason = verdict(LETTERS.get(word.lower(), word))
    return None if reason else {"affirmed": "true", "denied": "false", "open": "unknown"}.get(ruling)


def is_rule(row: Sequence[str]) -> bool:
    """Whether it is the line below the head."""
    return all(cell and not cell.strip("-: ") for cell in row)


def row_parts(columns: Columns, row: Sequence[str]) -> Row:
    """What a row says.

    >>> columns = Columns(("says", "verdict", "harmful", "other"), ("", "Met?", "Disputed", "Derived"))
    >>> row_parts(columns, ["p", "✗", "no", "no"])
    Row(name='', text='p | Met: no', told=('Disputed: no', 'Derived: no'))
    """
    name = says = ""
    fields: list[str] = []
    told: list[str] = []
    for kind, head, cell in zip(columns.kinds, columns.names, row, strict=False):
        match kind:
            case "id":
                name = cell.strip(" *_`[]().")
            case "says":
                says = f"{says} {cell}".strip()
            case "":
                fields.append(cell)
            case "verdict" if verdict(_word(cell))[0] == "remark":  # `Status: derived`
                fields.append(cell)
            case "value" | "verdict":
                fields.append(under("value" if kind == "value" else head, _word(cell)) if cell else "")
            case "harmful" if _truth(cell) == "true":
                fields.append(under(head, "yes"))
            case "unknown" if verdict(_word(cell))[0] in ("denied", "open"):
                fields.append(unclear(head, _word(cell)))
            case "harmful" | "other" | "unknown":
                ruling = verdict(_word(cell))[0]
                keeps = ("remark", "doubted") if kind == "harmful" else ("remark", "doubted", "against")
                (fields if ruling in keeps else told).append(cell if ruling in keeps else f"{head}: {cell}")
            case _:
                fields.append(f"{kind}: {cell}")
    return Row(name, " | ".join((says, *fields)), tuple(told))


def _word(cell: str) -> str:
    """A verdict in a cell as a word: a check mark is one there."""
    word = cell.strip(" *_`\ufe0f")
    if word[:1] not in tuple(TICK + CROSS):
        return LETTERS.get(word.lower(), cell)
    return {"true": "yes", "false": "no"}.get(_truth(cell) or "", cell)
