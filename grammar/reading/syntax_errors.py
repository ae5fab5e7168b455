"""What to say of a text that cannot be read: a list of situations, the first that fits explains the halt.

Each situation is a function of the halt; its docstring shows a text that it explains, and
tests/grammar/test_syntax_errors.py holds an example for each.  The last one always fits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import TypeAlias

from rulelang.grammar.diagnostic import Diagnostic, Label
from rulelang.grammar.reading import depth
from rulelang.grammar.reading.expectation import CASE_CLAUSES, RULE_CLAUSES, phrase
from rulelang.grammar.reading.machine import DECLARATIONS, END, UNKNOWN, Halt, Word, words
from rulelang.grammar.reading.misspelling import foreign_sign, foreign_word, nearest_keyword
from rulelang.grammar.reading.table import load_table
from rulelang.grammar.source import Span

Explanation: TypeAlias = tuple[Diagnostic, int | None]
"""The diagnostic, and where to look for the next declaration if not at the word itself."""

_END_OF_LINE = re.compile(r"[\r\n]")
_CLAIM_WORDS = frozenset({"UNKNOWN", "TRIGGERED", "CONFLICT", "PREVAILS"})
_SIGNS = frozenset({"OP", "EQUALS", "IN", "BETWEEN", "BEFORE"})
_CONNECTIVES = frozenset(
    {"IF", "THEN", "AND", "OR", "NOT", "MUST", "MAY", "NEED", "FOR", "EACH", "OF", "TO", "IN", "ASK"}
)
"""Keywords that nobody means as a name."""
_CLOSERS = {"LPAR": ")", "LBRACE": "}"}


def explain(halt: Halt) -> Explanation:
    """The one message for a halt, and where to go on if not at the halting word."""
    for situation in _SITUATIONS:
        explanation = situation(halt)
        if explanation is not None:
            return explanation
    raise AssertionError("the last situation always fits")


def _say(
    code: str, message: str, span: Span, hint: str | None, *others: Label, after: int | None = None
) -> Explanation:
    return Diagnostic(code, message, Label(span), others, hint), after


def _here(halt: Halt) -> Span:
    return Span(halt.source, halt.word.start, halt.word.end)


def _span(halt: Halt, word: Word) -> Span:
    return Span(halt.source, word.start, word.end)


def _line_end(text: str, start: int) -> int:
    end = _END_OF_LINE.search(text, start)
    return len(text) if end is None else end.start()


def _read(halt: Halt) -> list[Word]:
    """The words of the declaration so far, without comments."""
    begin = next((s for symbol, s in zip(halt.symbols, halt.starts, strict=True) if symbol in DECLARATIONS), 0)
    return [w for w in words(halt.source.text, begin, halt.word.start) if w.kind not in ("COMMENT", "RULE_LINE")]


def _innermost(halt: Halt, symbols: frozenset[str]) -> str | None:
    """The last of these symbols that is still waiting for its end."""
    return next((symbol for symbol in reversed(halt.symbols) if symbol in symbols), None)


# ------------------------------------------------------------------------------------------------- situations


def _too_deep(halt: Halt) -> Explanation | None:
    """`((((…` ten thousand times."""
    return (depth.diagnostic(_here(halt)), None) if halt.too_deep else None


def _open_quote(halt: Halt) -> Explanation | None:
    """`FACT a "the price` and no quote at its end: the text would go on up to the next one."""
    text = halt.source.text
    opened: Word | None = halt.word if halt.word.text == '"' else None
    before = _read(halt)
    for word in before:
        if word.kind == "STRING" and _swallows_a_line(word, is_last=word is before[-1]):
            opened = word
            break
    if opened is None:
        return None
    line_end = _line_end(text, opened.start)
    span = Span(halt.source, opened.start, line_end)
    return _say("RL102", "a text that is never closed", span, 'write `"` where the text ends', after=line_end)


def _swallows_a_line(string: Word, *, is_last: bool) -> bool:
    """Whether a text over several lines holds what looks like a line of rules."""
    lines = string.text.replace("\r", "\n").split("\n")[1:]
    firsts = [line.split(None, 1)[0] for line in lines if line.strip()]
    starts = DECLARATIONS | RULE_CLAUSES | CASE_CLAUSES if is_last else DECLARATIONS
    return any(first.strip('"') in starts for first in firsts)


_MARKER = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?=[ \r]|$)", re.MULTILINE)


def _unfinished_merge(halt: Halt) -> Explanation | None:
    """`<<<<<<< HEAD` … `=======` … `>>>>>>> branch`: both sides are left out."""
    text = halt.source.text
    begin = max(text.rfind("\n", 0, halt.word.start), text.rfind("\r", 0, halt.word.start)) + 1
    marker = _MARKER.match(text, begin)
    if marker is None:
        return None
    span = Span(halt.source, begin, _line_end(text, begin))
    end = next((found.start() for found in _MARKER.finditer(text, marker.end()) if found[0][0] == ">"), None)
    hint = "keep one of the two sides, or what both should say, and take the lines with `<`, `=` and `>` out"
    if end is None or marker[0][0] != "<":
        return _say("RL124", "a mark of a merge that was left unfinished", span, hint, after=_line_end(text, begin))
    last = Span(halt.source, end, _line_end(text, end))
    message = "two versions of these lines: a merge was left unfinished"
    return _say("RL124", message, span, hint, Label(last, "up to here"), after=_line_end(text, end))


def _foreign_sign(halt: Halt) -> Explanation | None:
    """`IF a == b`, `IF a && b`, `IF fee ≤ 3`, `FACT a “the price”`."""
    found = foreign_sign(halt.source.text, halt.word.start)
    if found is None:
        return None
    sign, code, message, hint = found
    start = halt.word.start - sign.before
    return _say(code, message, Span(halt.source, start, start + len(sign.text)), hint)


def _foreign_word(halt: Halt) -> Explanation | None:
    """`IF a THEN b ELSE c`, `RULE r UNLESS a THEN b`, `WHAT IF a`."""
    if halt.word.kind not in (UNKNOWN, "NAME"):
        return None
    hint = foreign_word(halt.word.text)
    if hint is None:
        return None
    return _say("RL112", f"RuleLang has no `{halt.word.text}`", _here(halt), hint)


def _spelling(halt: Halt) -> Explanation | None:
    """`RULE r if a THEN b`, `Rule r`, `FACTS a`, `RULE r IF a THEM b`, `THEN not b`."""
    word = halt.word
    if word.kind == UNKNOWN or (word.kind == "NAME" and "NAME" not in halt.expected):
        keyword = nearest_keyword(word.text, halt.expected)
        if keyword is not None:
            return _misspelt(halt, word, keyword)
    read = _read(halt)
    if read and read[-1].kind == "NAME" and read[-1].text.upper() in _CONNECTIVES:
        return _misspelt(halt, read[-1], read[-1].text.upper())
    return None


def _misspelt(halt: Halt, word: Word, keyword: str) -> Explanation:
    if word.text.upper() == keyword:
        hint = f"keywords are written in capitals: `{keyword}`"
    else:
        hint = f"did you mean `{keyword}`?"
    return _say("RL105", f"`{word.text}` is no keyword", _span(halt, word), hint)


def _number_and_unit(halt: Halt) -> Explanation | None:
    """`THEN fee = 30usd`, `IF score > 1.5.2`, `THEN fee = 5.`."""
    word = halt.word
    if word.kind != UNKNOWN or not word.text[0].isdigit():
        return None
    digits = next((i for i, letter in enumerate(word.text) if not (letter.isdigit() or letter in "._")), None)
    if digits is not None and word.text[digits - 1] not in "._":
        hint = f"put a space between a number and its unit: `{word.text[:digits]} {word.text[digits:].lower()}`"
    else:
        hint = "a number is written `1_000.50`: digits, `_` between them, one point, digits"
    return _say("RL110", f"`{word.text}` is no number", _here(halt), hint)


def _capitals(halt: Halt) -> Explanation | None:
    """`FACT Fraud`, `THEN fee = 30 USD`, `FACT TEXT "the text"`, `IF INx`."""
    word = halt.word
    if "NAME" not in halt.expected:
        return None
    if word.kind in load_table().keywords:
        if word.kind in DECLARATIONS or halt.expected != frozenset({"NAME"}):
            return None
        hint = f"keywords are in capitals and names are not: `{word.text.lower()}` would be a name"
        return _say("RL106", f"`{word.text}` is a keyword and cannot be a name", _here(halt), hint)
    if word.kind != UNKNOWN or not any(letter.isupper() or letter.istitle() for letter in word.text):
        return None
    hint = f"names are written in lower case: `{word.text.lower()}`"
    small = [i for i, letter in enumerate(word.text) if not letter.isupper()]
    if small and word.text[: small[0]] in load_table().keywords:
        hint += f"; a space separates `{word.text[: small[0]]}` from a name"
    return _say("RL106", f"capitals in the name `{word.text}`", _here(halt), hint)


def _unknown_character(halt: Halt) -> Explanation | None:
    """`IF a ; b`, `IF a × b`, `IF a. THEN b`, a zero-width space."""
    word, text = halt.word, halt.source.text
    if word.kind != UNKNOWN:
        return None
    at = next((i for i, c in enumerate(word.text) if not (c.isalnum() or c in "._")), None)
    if at is None and text[word.end : word.end + 1] == ".":
        at = len(word.text)
    if at is None:
        return None
    character = text[word.start + at]
    span = Span(halt.source, word.start + at, word.start + at + 1)
    if character.isprintable() and not character.isspace():
        name = f"`{character}`"
        hint = "leave it out, or put it in quotes where it is part of a text"
    else:
        name = f"an invisible character (U+{ord(character):04X})"
        hint = "delete it"
    return _say("RL101", f"{name} has no meaning here", span, hint)


def _open_row(halt: Halt) -> Explanation | None:
    """`| a | b` and no `|` at the end of the line, `| a |   |` with nothing in a cell."""
    word = halt.word
    empty = _empty_cell(halt)
    if empty is not None:
        hint = "write what stands there: `ANY`, `NONE`, `UNKNOWN`, a value"
        return _say("RL115", "an empty cell", empty, hint)
    if word.kind == "MINUS" and halt.symbols[-2:] == ("VBAR", "MINUS"):
        span = Span(halt.source, halt.starts[-1], word.end)
        return _say("RL115", "a line of dashes that is not closed", span, "end it with `|`: `|---|---|`")
    if "VBAR" not in halt.symbols or "VBAR" not in halt.expected:
        return None
    if word.kind not in DECLARATIONS | CASE_CLAUSES and word.kind != END:
        return None
    text = halt.source.text
    bars = [start for start in reversed(halt.starts) if text[start] == "|"]
    row = bars[0]
    for bar in bars:
        if _line_end(text, bar) < halt.before:
            break
        row = bar
    span = Span(halt.source, row, halt.before)
    return _say("RL115", "a row that is not closed", span, "end the row with `|`")


def _empty_cell(halt: Halt) -> Span | None:
    """`|   |`: two bars with nothing between them, the second of which was taken for the begin of a new row."""
    if halt.symbols[-1:] != ("VBAR",):
        return None
    bar = halt.starts[-1]
    if halt.word.kind == "VBAR":
        return Span(halt.source, bar, halt.word.end)
    before = halt.source.text[max(0, bar - 200) : bar].rstrip(" \t")
    return Span(halt.source, max(0, bar - 200) + len(before) - 1, bar + 1) if before.endswith("|") else None


def _open_bracket(halt: Halt) -> Explanation | None:
    """`IF (a OR b THEN c`, `LEAST(1, 2` at the end of the file."""
    word = halt.word
    opener = _innermost(halt, frozenset(_CLOSERS))
    if opener is None:
        return None
    wrong_closer = word.kind in ("RPAR", "RBRACE")
    if not (wrong_closer or word.kind == END or word.kind in DECLARATIONS | RULE_CLAUSES | CASE_CLAUSES):
        return None
    if wrong_closer and halt.expected.isdisjoint({"RPAR", "RBRACE"}):
        return None
    at = max(s for symbol, s in zip(halt.symbols, halt.starts, strict=True) if symbol == opener)
    sign, closer = halt.source.text[at], _CLOSERS[opener]
    there = Label(_here(halt), f"`{closer}` is missing before this")
    span = Span(halt.source, at, at + 1)
    return _say("RL103", f"a `{sign}` that is never closed", span, f"write `{closer}`", there)


def _stray_closer(halt: Halt) -> Explanation | None:
    """`IF a) THEN b`."""
    word = halt.word
    if word.kind not in ("RPAR", "RBRACE") or _innermost(halt, frozenset(_CLOSERS)) is not None:
        return None
    opener = "(" if word.kind == "RPAR" else "{"
    hint = f"leave it out, or write the `{opener}`"
    return _say("RL104", f"a `{word.text}` without its `{opener}`", _here(halt), hint)


def _chain(halt: Halt) -> Explanation | None:
    """`IF 1 < x < 3`."""
    if halt.word.kind not in _SIGNS or not any(s in _SIGNS for s in halt.symbols[-4:]):
        return None
    hint = "write `x BETWEEN 1 AND 3` (both ends included) or `1 < x AND x < 3`"
    return _say("RL116", f"a second comparison, `{halt.word.text}`, in one", _here(halt), hint)


def _after_then(halt: Halt) -> Explanation | None:
    """`THEN a OR b`, `THEN a, b`, `THEN (a AND b)`, `THEN fee BETWEEN 1 AND 2`."""
    clauses = RULE_CLAUSES | CASE_CLAUSES | DECLARATIONS
    if _innermost(halt, clauses) != "THEN" or "LPAR" in halt.symbols:
        return None
    hints = {
        "OR": "each outcome must be said for certain: join outcomes with AND, or write two rules",
        "COMMA": "join outcomes with AND",
        "LPAR": "outcomes stand without brackets, joined with AND",
        "IN": "give the one value: `THEN fee = 30 usd`",
        "BETWEEN": "write a floor and a cap: `THEN fee >= 1 usd AND fee <= 2 usd`",
        "UNKNOWN": "a rule says what holds, not what is unknown",
    }
    hint = hints.get(halt.word.kind)
    if hint is None:
        return None
    return _say("RL113", f"`{halt.word.text}` cannot stand after THEN", _here(halt), hint)


def _after_within(halt: Halt) -> Explanation | None:
    """`ASK "?" DECIDE v WITHIN 5 eur, p`."""
    kinds = [word.kind for word in _read(halt)]
    if halt.word.text != "," or "WITHIN" not in kinds:
        return None
    rest = kinds[len(kinds) - kinds[::-1].index("WITHIN") :]
    if "DECIDE" not in kinds or not CASE_CLAUSES.isdisjoint(rest):
        return None
    hint = "one WITHIN is said of all targets: write it after the last one, or ask for the others by a further `ASK`"
    return _say("RL100", "no target can follow WITHIN", _here(halt), hint)


def _missing_brackets(halt: Halt) -> Explanation | None:
    """`COUNT OF b IN bag WHERE heavy(b)`, `ANY b IN bag HAS heavy(b)`."""
    if halt.expected != frozenset({"LPAR"}) or not halt.symbols or halt.symbols[-1] not in ("WHERE", "HAS"):
        return None
    word = halt.symbols[-1]
    return _say("RL118", f"`{word}` without brackets", _here(halt), f"write `{word} ( … )`")


def _missing_quotes(halt: Halt) -> Explanation | None:
    """`FACT price the price of the ticket`."""
    word = halt.word
    if word.kind != "NAME" or "STRING" not in halt.expected or "NAME" in halt.expected:
        return None
    text = halt.source.text
    following = next(w for w in words(text, word.end) if w.kind != "COMMENT")
    if following.kind not in ("NAME", UNKNOWN):
        return None
    span = Span(halt.source, word.start, _line_end(text, word.start))
    hint = 'a text stands in quotes: `"…"`'
    return _say("RL117", "words without quotes", span, hint)


def _out_of_place(halt: Halt) -> Explanation | None:
    """`RULE r THEN b SOURCE "x"`, `GIVEN a` outside a case, a second MODULE, `IF UNKNOWN a THEN b`."""
    word = halt.word
    hint = _place_of(halt)
    if hint is None:
        return None
    return _say("RL119", f"`{word.text}` is out of place", _here(halt), hint)


def _place_of(halt: Halt) -> str | None:
    kind = halt.word.kind
    declaration = _innermost(halt, DECLARATIONS)
    complete = not halt.expected.isdisjoint(DECLARATIONS)
    if kind == "MODULE":
        return "MODULE stands once, at the top of the file"
    if kind in _CLAIM_WORDS and not complete and "NAME" in halt.expected and "NUMERAL" in halt.expected:
        return f"`{kind}` speaks of a case: it can stand after GIVEN, EXPECT, DECIDE, SUPPORTS and in answers"
    if not complete:
        return None
    if kind in CASE_CLAUSES and declaration != "CASE":
        return f"`{kind}` is part of a CASE: write `CASE name` above it"
    if kind in RULE_CLAUSES and declaration not in ("RULE", "META"):
        return f"`{kind}` is part of a RULE" if declaration != "CASE" else f"`{kind}` is part of a RULE, not of a CASE"
    if kind in RULE_CLAUSES:
        return (
            "the parts of a rule come in this order: SOURCE and the like, FOR EACH, IF, THEN, then ABSTRACT, ADDITIVE, "
            "NEGATE, EXCEPTION, CONFLICT, IRONCLAD"
        )
    if kind in ("DEFAULT", "WITHIN", "FIXED"):
        return f"`{kind}` stands after the type and before the text in quotes"
    return None


def _call_of_a_fold(halt: Halt) -> Explanation | None:
    """`THEN fee = MAX(a, b)`."""
    if halt.word.text != "(" or halt.expected != frozenset({"OF"}):
        return None
    fold = _read(halt)[-1]
    over = f"`{fold.text} OF … FOR EACH x IN sort` goes over entities"
    several = {"MAX": "`GREATEST(x, y)`", "MIN": "`LEAST(x, y)`", "SUM": "`x + y`", "COUNT": "`COUNT OF {p, q}`"}
    return _say("RL100", "`(` cannot stand here", _here(halt), f"write {several[fold.text]}; {over}")


def _plain_letters(halt: Halt) -> Explanation | None:
    """`FACT ａ` and `FACT ⅷ`: signs that look like letters, or letters of a width of their own."""
    if halt.word.kind != UNKNOWN or "NAME" not in halt.expected:
        return None
    plain = unicodedata.normalize("NFKC", halt.word.text).lower()
    written = unicodedata.normalize("NFC", halt.word.text).lower()
    if plain == written or [word.kind for word in words(plain) if word.kind != END] != ["NAME"]:
        return None
    return _say("RL101", f"`{halt.word.text}` is not in plain letters", _here(halt), f"write `{plain}`")


def _incomplete(halt: Halt) -> Explanation | None:
    """`RULE r IF a AND` and then the next rule, or the end of the file."""
    word = halt.word
    ends_here = word.kind == END or word.kind in DECLARATIONS
    if not ends_here and word.kind not in RULE_CLAUSES | CASE_CLAUSES:
        return None
    wanted = phrase(halt.expected)
    read = _read(halt)
    last = read[-1] if read else None
    span = Span(halt.source, halt.before, halt.before) if last is None else _span(halt, last)
    after = f"after `{last.text}`" if last is not None and len(last.text) < 40 else "here"
    if word.kind == END:
        return _say("RL107", "the text ends too early", span, f"{after} should come {wanted}")
    there = Label(_here(halt), f"`{word.text}` begins something new")
    return _say("RL123", f"something is missing before `{word.text}`", span, f"{after} should come {wanted}", there)


def _anything_else(halt: Halt) -> Explanation | None:
    """`RULE r IF a b THEN c`."""
    word = halt.word
    shown = word.text if len(word.text) <= 40 and word.text.isprintable() else word.text[:40].split("\n")[0] + "…"
    return _say("RL100", f"`{shown}` cannot stand here", _here(halt), f"here may stand {phrase(halt.expected)}")


_SITUATIONS: tuple[Callable[[Halt], Explanation | None], ...] = (
    _too_deep, _unfinished_merge, _open_quote, _open_row, _foreign_sign, _foreign_word, _spelling, _number_and_unit,
    _plain_letters, _capitals, _unknown_character, _open_bracket, _stray_closer, _chain, _call_of_a_fold, _after_then,
    _after_within, _missing_brackets, _missing_quotes, _out_of_place, _incomplete, _anything_else,
)  # fmt: skip
