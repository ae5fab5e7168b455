"""Claims in a Markdown table: its head says what the columns hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from rulelang.verifier.markup.memory import remembered
from rulelang.verifier.markup.naming import naming, unclear, under
from rulelang.verifier.markup.opposing import is_nothing, opposes
from rulelang.verifier.markup.ornaments import CROSS, TICK
from rulelang.verifier.markup.quoting import mask
from rulelang.verifier.markup.verdicts import LETTERS, is_truth, verdict
from rulelang.verifier.markup.voices import is_other_voice
from rulelang.verifier.markup.whose import said_by


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a table hold, and what they are called."""

    kinds: tuple[str, ...]
    """The field; `value` for verdicts, or how their name bears on these (`verdict`, `harmful`, `other`,
    `unknown`); `decision` or `answer` for what is decided `on` another column; or nothing."""
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The id in a row, its content as one line of the form, and cells that say nothing of the formula."""

    name: str
    text: str
    told: tuple[str, ...]
    kind: Literal["claim", "decision", "answer"] = "claim"
    """An `answer` is a decision where nothing else in the text is one, and else a claim."""


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
_RULED_ON = re.compile(
    r"(?:(?:key|legal|factual|sub|open|relevant|required|contract|rule) )*(?:issues?|(?:sub-?)?questions?|elements?"
    r"|requirements?|criteri(?:on|a)|items?|points?|facts?|tests?|matters?|exceptions?|what(?: is)? asked|asked|checks?"
    r"|prongs?|factors?|prerequisites?|predicates?|atoms?)(?: (?:presented|asked|to decide))?"
)
"""What is ruled on in another column, where there are formulas under it."""
_DECISION = re.compile(r"(?:(?:final|our|my|the) )*(?:decisions?|rulings?|dispositions?|holdings?)(?: reached)?")
_ANSWER = re.compile(r"(?:(?:final|our|my|the|short) )*(?:answers?|verdicts?|final answer)")
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
    if any(_decides(word) for word in words) or (any(map(_RULED_ON.fullmatch, words)) and any(map(_judges, words))):
        return True
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
    named = _swapped(_named(words), below, says)
    if "says" not in named:
        found = _deciding(words, below, says) or _said_in(words, named, below, says)
        if not found:
            return None
        for at, kind in found.items():
            named[at] = kind
    for at, kind in enumerate(named):
        if kind == "" or (kind == "says" and named.count("says") > 1):
            cells_below = _column(below, at)
            sure = bool(cells_below) and all(truth(cell) is not None for cell in cells_below)
            bears = naming(words[at])
            if kind == "" and bears != "plain":
                named[at] = bears
            elif sure:
                named[at] = "value"
    if "id" not in named and words[0] in ("claim", "claims") and named.count("says") > 1:
        named[0] = "id"
    return Columns(tuple(named), tuple(cell.strip(" *_`") for cell in row))


def _swapped(named: list[str], below: Sequence[Sequence[str]], says: Callable[[str], bool]) -> list[str]:
    """Where verdicts stand under what is called a claim, and formulas under premises, these are what is ruled on."""
    at = next((at for at, kind in enumerate(named) if kind == "says"), None)
    ruled = [] if at is None else _column(below, at)
    if not ruled or _claims(ruled, says) or any(truth(cell) is None for cell in ruled):
        return named
    on = next((one for one, kind in enumerate(named) if kind == "from" and _claims(_column(below, one), says)), None)
    if on is None:
        return named
    return ["value" if one == at else "says" if one == on else kind for one, kind in enumerate(named)]


def _decides(word: str) -> Literal["decision", "answer", ""]:
    """What a column of this name holds, if that is what is decided."""
    return "decision" if _DECISION.fullmatch(word) else "answer" if _ANSWER.fullmatch(word) else ""


def _judges(word: str) -> bool:
    """Whether a column of this name says whether something is so."""
    return bool(word) and (naming(word) == "verdict" or _RESULT.fullmatch(word) is not None)


def _deciding(
    words: Sequence[str], below: Sequence[Sequence[str]], says: Callable[[str], bool]
) -> dict[int, str] | None:
    """The columns of what is decided and on what, if either has formulas; a name for a step decides nothing."""
    decides = next((at for at, word in enumerate(words) if _decides(word)), None)
    if decides is None:
        return None
    on = next((at for at, word in enumerate(words) if _RULED_ON.fullmatch(word)), None)
    if on is None and (any(map(_NUMBERS.fullmatch, words)) or (len(words) > 1 and words[0] == "rules")):
        return None
    here = [at for at in (decides, on) if at is not None and _claims(_column(below, at), says)]
    if not here:
        return None
    return {decides: _decides(words[decides])} | ({} if on is None else {on: "on"})


def _said_in(
    words: Sequence[str], named: Sequence[str], below: Sequence[Sequence[str]], says: Callable[[str], bool]
) -> dict[int, str] | None:
    """The column of what a step comes to, or of what is ruled on beside a column that does, if it has formulas."""
    cited = named[0] != "rules" and not _CITING.isdisjoint(named)
    judged = any(map(_judges, words))
    for pattern, may_be in ((_RESULT, cited), (_RULED_ON, judged)):
        for at, word in enumerate(words):
            if may_be and not named[at] and pattern.fullmatch(word) and _claims(_column(below, at), says):
                return {at: "says"}
    return None


_NUMBERS = re.compile(r"steps?(?: (?:no\.?|number))?|#|no\.?|id")


def _words(row: Sequence[str]) -> list[str]:
    return [re.sub(r"\(e?s\)", "s", cell.strip(" *_`").lower()) for cell in row]


def _named(words: Sequence[str]) -> list[str]:
    """What the columns hold that are called by these words, or nothing."""
    named = [*map(_kind_of, words)]
    if "says" not in named:  # `| ID | Tenant's claim | Evidence |`
        return ["says" if not kind and _is_of_others(word) else kind for kind, word in zip(named, words, strict=True)]
    return named


@remembered
def _kind_of(word: str) -> str:
    return next((kind for kind, head in _HEADS if re.fullmatch(head, word)), "")


@remembered
def _is_of_others(word: str) -> bool:
    """Whether a column holds what somebody else says: `Tenant's claim`."""
    return is_other_voice(word) or is_other_voice(f"{word}s")


def _column(below: Sequence[Sequence[str]], at: int) -> list[str]:
    """The cells of a column that are not empty."""
    return [cell for one in below if not is_rule(one) for cell in one[at : at + 1] if cell.strip(" -–—")]


def _claims(column: Sequence[str], says: Callable[[str], bool]) -> bool:
    """Whether there are formulas in a column, and no verdicts alone."""
    return any(truth(cell) is None and says(cell) for cell in column)


def claims_alone(row: Sequence[str]) -> Columns | None:
    """The columns of a head of which one alone is known, and is called after claims or formulas.

    >>> claims_alone(["Claim", "Note"]).kinds, claims_alone(["Condition", "Note"]), claims_alone(["Claim", "Formula"])
    (('says', ''), None, None)
    """
    words = [cell.strip(" *_`").lower() for cell in row]
    named = tuple("says" if re.fullmatch(r"claims?|formulas?|says", word) else "" for word in words)
    return Columns(named, tuple(row)) if named.count("says") == 1 else None


def truth(cell: str) -> str | None:
    """What a cell of a column of verdicts says: true, false or unknown; None: it is no plain verdict."""
    word = cell.strip(" *_`\ufe0f")
    if word and word in TICK:
        return "true"
    if word and word in CROSS:
        return "false"
    first = word[:1]
    if first and first in TICK + CROSS:  # `✗ No`
        one, other = truth(first), truth(word[1:])
        return one if one == other else None
    ruling, reason = verdict(LETTERS.get(word.lower(), word))
    return None if reason else {"affirmed": "true", "denied": "false", "open": "unknown"}.get(ruling)


def is_rule(row: Sequence[str]) -> bool:
    """Whether it is the line below the head."""
    return all(cell and not cell.strip("-: ") for cell in row)


def row_parts(columns: Columns, row: Sequence[str], says_so: Callable[[str], bool] | None = bool) -> Row:
    """What a row says.

    Args:
        says_so: whether a formula can be read in a cell; None: no case is at hand, and no column decides.

    >>> columns = Columns(("says", "verdict", "harmful", "other"), ("", "Met?", "Disputed", "Derived"))
    >>> row_parts(columns, ["p", "✗", "no", "no"])
    Row(name='', text='p | Met: no', told=('Disputed: no', 'Derived: no'), kind='claim')
    """
    decision = None if says_so is None else _decision(columns, row, says_so)
    if decision is not None:
        return decision
    name = says = ""
    fields: list[str] = []
    told: list[str] = []
    for kind, head, cell in zip(columns.kinds, columns.names, row, strict=False):
        match kind:
            case "id":
                name = cell.strip(" *_`[]().")
            case "says":
                says = f"{says} {cell}".strip()
                if _is_of_others(head):
                    fields.append(f"claimed by {head}")
            case _ if (who := said_by(head, cell) if kind in _WHOSE else None) is not None:
                fields.append(who)
            case _ if kind in _WHOSE and _is_opposing(head):
                names = cell.strip(" -–—") and not is_nothing(cell)
                fields.append(f"{head}: {cell}" if names else "")
            case "":
                fields.append(cell)
            case "verdict" if verdict(_word(cell))[0] == "remark":  # `Status: derived`
                fields.append(cell)
            case "value" | "verdict":
                fields.append(under("value" if kind == "value" else head, _word(cell)) if cell else "")
            case "harmful" if truth(cell) == "true":
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


@remembered
def _is_opposing(head: str) -> bool:
    """Whether a column of this name holds what is against the claim: `Contradicted by`, `Counter-evidence`."""
    is_by = re.search(r"[ \t](?:by|with)$", head.strip(" *_`:")) is not None
    return opposes(f"{head}: e1") or (is_by and verdict(f"{head}: e1")[0] in ("denied", "against", "doubted"))


_WHOSE = ("", "support", "other", "unknown", "verdict", "harmful")
"""Columns in which it may be told who says what is claimed."""


def _decision(columns: Columns, row: Sequence[str], says: Callable[[str], bool]) -> Row | None:
    """The decision in a row of a table of decisions: a formula, or a verdict on one that stands beside it.

    >>> columns = Columns(("on", "decision"), ("Issue", "Decision"))
    >>> row_parts(columns, ["p", "no"]).text, row_parts(columns, ["Is it so?", "NOT p"]).text
    ('p | value: no', 'NOT p')
    """
    kind: Literal["decision", "answer"] = "decision" if "decision" in columns.kinds else "answer"
    if kind not in columns.kinds:
        return None
    cell = dict(zip(columns.kinds, row, strict=False))
    decided, on = cell.get(kind, ""), cell.get("on", "")
    ruling = verdict(_word(decided))[0]
    rules = is_truth(_word(decided)) or (ruling in ("affirmed", "denied", "open") and not says(decided))
    said = f"{on} | value: {_word(decided)}" if rules else decided
    others = [
        (one, head, text) for one, head, text in zip(columns.kinds, columns.names, row, strict=False)
        if one not in (kind, "on", "id") and text.strip(" -–—")
    ]  # fmt: skip
    fields = [f"{one}: {text}" for one, _, text in others if one in _CITING or one in ("quote", "world")]
    beside = [who for _, head, text in others if (who := said_by(head, text)) is not None]
    told = [f"{head}: {text}" for one, head, text in others if one not in _CITING and said_by(head, text) is None]
    return Row("", " | ".join((said, *fields, *beside)), tuple(told), kind)


def _word(cell: str) -> str:
    """A verdict in a cell as a word: a check mark is one there."""
    word = cell.strip(" *_`\ufe0f")
    if word[:1] not in tuple(TICK + CROSS):
        return LETTERS.get(word.lower(), cell)
    return {"true": "yes", "false": "no"}.get(truth(cell) or "", cell)
