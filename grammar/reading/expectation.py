"""What may come next, in words: from the terminals that the automaton would take to a phrase for a hint."""

from __future__ import annotations

from collections.abc import Collection

from rulelang.grammar.reading.machine import DECLARATIONS, END
from rulelang.grammar.reading.table import load_table

_CONDITION = frozenset({"NOT", "MUST", "MAY", "NEED", "DONE", "VIOLATED", "REJECTED"})
_VALUE = frozenset(
    {"NAME", "STRING", "NUMERAL", "CALENDAR_DATE", "CLOCK_TIME", "LPAR", "MINUS", "NONE", "YES", "NO", "ROUND"}
    | {"FLOOR", "CEIL", "ABS", "LEAST", "GREATEST", "YEAR", "MONTH", "DAY", "DATE", "YEARS", "MONTHS", "DAYS", "SUM"}
    | {"MIN", "MAX", "COUNT", "ANY", "EVERY"}
)
_SIGNS = frozenset({"OP", "EQUALS", "IN", "BETWEEN", "BEFORE"})
_OPERATORS = frozenset({"PLUS", "MINUS", "STAR", "SLASH"})
_TYPES = frozenset({"BOOLEAN", "INTEGER", "NUMBER", "DATE", "TIME", "DURATION", "TEXT", "ONE", "NAME"})
_DURATIONS = frozenset(
    {"SECONDS", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS", "YEARS"}
    | {"SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "YEAR"}
)
RULE_CLAUSES = frozenset(
    {"AUGMENTS", "SOURCE", "TEXT", "EFFECTIVE", "AUTHORITY", "NOTWITHSTANDING", "SUBJECT", "SUSPENDS", "FOR", "IF"}
    | {"THEN", "ABSTRACT", "ADDITIVE", "NEGATE", "EXCEPTION", "CONFLICT", "IRONCLAD"}
)
CASE_CLAUSES = frozenset(
    {"USING", "TRACK", "AS", "CLOSED", "GIVEN", "SUPPOSE", "REQUIRES", "EVIDENCE", "ASK", "EXPECT"}
)
"""The keywords that begin the parts of a rule, and those that begin the lines of a case."""

_GROUPS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (_CONDITION | {"NAME", "NUMERAL"}, _CONDITION | _VALUE, "a condition"),
    (frozenset({"NAME", "NUMERAL", "LPAR"}), _VALUE, "a value"),
    (frozenset({"BOOLEAN", "NUMBER"}), _TYPES, "a type such as `NUMBER` or `DATE`"),
    (_DURATIONS, _DURATIONS, "a unit"),
    (frozenset({"AND", "OR"}), frozenset({"AND", "OR"}), "`AND`, `OR`"),
    (frozenset({"OP", "EQUALS"}), _SIGNS, "a comparison such as `=` or `>`"),
    (_OPERATORS, _OPERATORS, "an operator such as `+`"),
    (frozenset({"EXCEPTION", "NEGATE"}), RULE_CLAUSES, "another part of the rule"),
    (frozenset({"GIVEN", "EXPECT"}), CASE_CLAUSES, "another line of the case"),
    (DECLARATIONS, DECLARATIONS, "a new declaration (`RULE`, `FACT`, …)"),
)
_WORDS = {
    "NAME": "a name",
    "STRING": "a text in quotes",
    "NUMERAL": "a number",
    "CALENDAR_DATE": "a date such as `2024-02-29`",
    "CLOCK_TIME": "a time such as `2024-05-15T15:00`",
    END: "the end of the text",
}
_MOST = 7


def phrase(expected: Collection[str]) -> str:
    """`a name, a text in quotes or IF`, for a hint; long lists are cut."""
    left = set(expected)
    said: list[str] = []
    for needed, covered, words in _GROUPS:
        if needed <= left:
            left -= covered
            said.append(words)
    symbols = load_table().symbols
    said += [words for kind, words in _WORDS.items() if kind in left and kind != END]
    said += [f"`{symbols[kind]}`" for kind in sorted(left - _WORDS.keys())]
    if END in left:
        said.append(_WORDS[END])
    if len(said) > _MOST:
        said = [*said[:_MOST], "others"]
    if not said:
        return "nothing more"
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"
