"""Runs the parser's table over a text: words, then lark's LALR(1) automaton, each node made as it is reduced.

lark's own loop makes an object of eight fields for each word and looks each rule up by hashing it: with the same
functions it reads 3,650 rules a second where this one reads 9,000 (`benchmarks/parse_speed.py`, 10,000 rules).  This
loop reads the same table (`table.py`) with plain strings and integers, knows for each node where its first word begins
and its last word ends, and, where a text can't be read, skips to the next declaration and goes on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, TypeAlias

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import Diagnostic, Label, Severity
from rulelang.grammar.reading import make_declarations
from rulelang.grammar.reading.make_words import Unreadable
from rulelang.grammar.reading.table import Reduction, Table, load_table
from rulelang.grammar.reading.transform import makers
from rulelang.grammar.source import Source, Span

END = "$END"
UNKNOWN = "?"
"""The terminal of a word that the grammar does not know."""

MOST_OPEN = 2_000
"""The most words that may be waiting for their end: far more than any nesting that is read (`depth.py`)."""

MOST_PROBLEMS = 50
"""After so many problems the rest of a text is left unread."""

DECLARATIONS = frozenset(
    {"USE", "TYPE", "FACT", "OUTCOME", "ACTION", "CONCEPT", "ALWAYS", "DEFINE", "TABLE", "META", "RULE"}
    | {"PRIORITY", "PREFER", "CASE"}
)
"""The keywords at which reading starts anew after a problem."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text: its terminal (`?` where the grammar knows no such word) and its place."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Halt:
    """Where reading stopped: the word that cannot stand here, and what was open when it came.

    `symbols` are what has been read and waits for its end, from the outside in, `starts` where each began;
    `expected` are the terminals that could have come; `before` is the end of the last word that was read.
    """

    source: Source
    word: Word
    symbols: tuple[str, ...]
    starts: tuple[int, ...]
    expected: frozenset[str]
    before: int
    too_deep: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    value: Any
    comments: tuple[tuple[int, int], ...]
    problems: tuple[Diagnostic, ...]


Explain: TypeAlias = Callable[[Halt], tuple[Diagnostic, int | None]]
"""Says what is wrong, and from where to look for the next declaration if not from the word itself."""


# A step of the automaton as the loop wants it: (how, size, origin, function, picked parts).
_PASS, _NODE, _PICK, _FIRST, _MORE, _SPLICE, _INNER = range(7)
_Step: TypeAlias = tuple[int, int, str, Any, Any]


@cache
def _steps() -> tuple[_Step, ...]:
    made = makers()
    return tuple(_step(reduction, made) for reduction in load_table().reductions)


def _step(r: Reduction, made: Mapping[str, Callable[..., Any]]) -> _Step:
    kept = tuple(part for part in r.parts if part is not None)
    if r.call == "*":
        if r.spliced:
            return (_MORE, r.size, r.origin, None, tuple(part for part in kept if part not in r.spliced))
        return (_FIRST, r.size, r.origin, None, kept)
    if r.call is None:
        how = _PASS if r.size == 1 else _INNER
        return (how, r.size, r.origin, None, kept[0])
    function = made[r.call]
    if r.spliced:
        return (_SPLICE, r.size, r.origin, function, tuple((part, part in r.spliced) for part in r.parts))
    if r.parts == tuple(range(r.size)):
        return (_NODE, r.size, r.origin, function, None)
    return (_PICK, r.size, r.origin, function, _picker([r.size if p is None else p for p in r.parts]))


def _picker(places: Sequence[int]) -> Callable[[list[Any]], tuple[Any, ...]]:
    """Takes these places of a list; the place after its last symbol holds None, for what is absent."""
    if len(places) > 1:
        return itemgetter(*places)
    if places:
        only = places[0]
        return lambda values: (values[only],)
    return lambda values: ()


@cache
def _scanner() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """One pattern for all words: white space before it, then one group for each terminal."""
    patterns = [(name, _without_groups(pattern)) for name, pattern in load_table().patterns if name != "BLANK"]
    groups = [("KEYWORD", r"[A-Z]+(?!\w)"), *patterns, (END, r"\Z"), (UNKNOWN, r"\w+(?:\.\w+)*|[^\w\s]")]
    frequent = {"NAME": 0, "KEYWORD": 1, "STRING": 2, "LPAR": 3, "RPAR": 3, "COMMA": 4}
    groups.sort(key=lambda group: frequent.get(group[0], 9))
    source = r"\s*+(?:" + "|".join(f"({pattern})" for _, pattern in groups) + ")"
    return re.compile(source), ("", *(name for name, _ in groups))


def _without_groups(pattern: str) -> str:
    return re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)", lambda m: "(?:" if m[0] == "(" else m[0], pattern, flags=re.S)


@dataclass(slots=True)
class _Stacks:
    """What has been read and waits for its end: states of the automaton, what was made, where each begins."""

    states: list[int]
    values: list[Any]
    starts: list[int]


@dataclass(frozen=True, slots=True)
class _Stop:
    """Why `_advance` came back: the word at hand, the end of the word before it, and what refused it."""

    word: Word
    before: int
    refusal: Unreadable | None


def read(source: Source, goal: str, explain: Explain) -> Reading:
    """Read a source: `start` (a file) or `claim` (one claim).

    After a problem the value holds the declarations that could be read (None for a claim).
    """
    table = load_table()
    first, last = table.starts[goal]
    stacks = _Stacks([first], [None], [0])
    comments: list[tuple[int, int]] = []
    problems: list[Diagnostic] = []
    position: int | None = 0
    while position is not None:
        stop = _advance(source, position, stacks, comments)
        word = stop.word
        if stop.refusal is not None:
            problems.append(stop.refusal.diagnostic)
            after = word.start
        elif word.kind == END and stacks.states[-1] == last:
            return Reading(stacks.values[-1], tuple(sorted(set(comments))), tuple(problems))
        else:
            problem, elsewhere = explain(_halt(table, source, stacks, stop))
            problems.append(problem)
            after = word.start if elsewhere is None else elsewhere
        if goal != "start":
            return Reading(None, tuple(comments), tuple(problems))
        position = _next_declaration(source.text, after)
        if position is not None and len(problems) == MOST_PROBLEMS:
            problems.append(_gave_up(Span(source, position, position)))
            position = None
        _close(table, stacks)
    value = _module_of(table, source, stacks)
    return Reading(value, tuple(sorted(set(comments))), tuple(problems))


def value_of(source: Source, goal: str) -> Any:
    """What `read` makes of a source; None where there is a problem, which nobody says."""
    first, last = load_table().starts[goal]
    stacks = _Stacks([first], [None], [0])
    stop = _advance(source, 0, stacks, [])
    is_whole = stop.refusal is None and stop.word.kind == END and stacks.states[-1] == last
    return stacks.values[-1] if is_whole else None


def _advance(source: Source, position: int, stacks: _Stacks, comments: list[tuple[int, int]]) -> _Stop:
    """Read words from `position` on until the end or until one cannot be read; the loop that all time goes to."""
    table = load_table()
    pattern, kinds = _scanner()
    steps = _steps()
    actions, gotos, keywords, ignored = table.actions, table.gotos, table.keywords, table.ignored
    states, values, starts = stacks.states, stacks.values, stacks.starts
    plain: Any = tuple
    new_span: Callable[..., Span] = plain.__new__  # a Span, without its own constructor's detour
    state = states[-1]
    start = end = before = position
    kind = written = ""
    try:
        for match in pattern.finditer(source.text, position):
            index = match.lastindex or 0
            kind = kinds[index]
            written = match[index]
            if kind == "NAME":
                if not written.isascii():
                    kind, written = _name(written)
            elif kind == "KEYWORD":
                kind = written if written in keywords else UNKNOWN
            elif kind in ignored:
                if kind == "COMMENT":
                    comments.append(match.span(index))
                continue
            start, end = match.span(index)
            while True:
                action = actions[state].get(kind)
                if action is None:
                    return _Stop(Word(kind, written, start, end), before, None)
                if action >= 0:
                    state = action
                    states.append(state)
                    values.append(written)
                    starts.append(start)
                    break
                how, size, origin, function, parts = steps[~action]
                if how == _PASS:
                    states.pop()
                    state = gotos[states[-1]][origin]
                    states.append(state)
                    continue
                if size:
                    children = values[-size:]
                    del values[-size:], states[-size:]
                    if size > 1:
                        del starts[1 - size :]
                else:
                    children = []
                    starts.append(before)
                if how == _NODE:
                    value = function(new_span(Span, (source, starts[-1], before)), *children)
                elif how == _PICK:
                    children.append(None)
                    value = function(new_span(Span, (source, starts[-1], before)), *parts(children))
                elif how == _MORE:
                    value = children[0]
                    for part in parts:
                        value.append(children[part])
                elif how == _FIRST:
                    value = [children[part] for part in parts]
                elif how == _SPLICE:
                    arguments: list[Any] = []
                    for part, spliced in parts:
                        if part is None:
                            arguments.append(None)
                        elif spliced:
                            arguments.extend(children[part])
                        else:
                            arguments.append(children[part])
                    value = function(new_span(Span, (source, starts[-1], before)), *arguments)
                else:
                    value = children[parts]
                state = gotos[states[-1]][origin]
                states.append(state)
                values.append(value)
            if len(states) > MOST_OPEN:
                break
            before = end
    except Unreadable as refusal:
        return _Stop(Word(kind, written, start, end), before, refusal)
    return _Stop(Word(kind, written, start, end), before, None)


def _module_of(table: Table, source: Source, stacks: _Stacks) -> tree.Module:
    """The module of what is complete."""
    parts: dict[str, Any] = {table.entered_by[s]: v for s, v in zip(stacks.states, stacks.values, strict=True)}
    declarations = tuple(parts.get("__declarations_star_0", ()))
    return make_declarations.start(Span(source, 0, 0), parts.get("module"), declarations)


def _gave_up(span: Span) -> Diagnostic:
    message = f"after {MOST_PROBLEMS} problems the rest was not read"
    return Diagnostic("RL121", message, Label(span), hint="mend these first", severity=Severity.HINT)


def _halt(table: Table, source: Source, stacks: _Stacks, stop: _Stop) -> Halt:
    symbols = tuple(table.entered_by[state] for state in stacks.states[1:])
    too_deep = len(stacks.states) > MOST_OPEN
    expected: frozenset[str] = frozenset() if too_deep else _expected(table, stacks.states)
    return Halt(source, stop.word, symbols, tuple(stacks.starts[1:]), expected, stop.before, too_deep)


def _close(table: Table, stacks: _Stacks) -> None:
    """Forget the declaration that was being read, and keep those that are complete."""
    complete = 1
    while complete < len(stacks.states) and table.entered_by[stacks.states[complete]] in _COMPLETE:
        complete += 1
    del stacks.states[complete:], stacks.values[complete:], stacks.starts[complete:]


_COMPLETE = frozenset({"module", "__declarations_star_0"})


def _name(written: str) -> tuple[str, str]:
    """A name with letters beyond ASCII in its one spelling (NFC), or an unknown word."""
    name = unicodedata.normalize("NFC", written)
    categories = [unicodedata.category(letter) for letter in name]
    known = all(c[0] in "LMN" or letter in "_." for c, letter in zip(categories, name, strict=True))
    if not known or "Lu" in categories or "Lt" in categories or (categories[0][0] != "L" and name[0] != "_"):
        return UNKNOWN, written
    return "NAME", name


def _expected(table: Table, states: Sequence[int]) -> frozenset[str]:
    """The terminals that can really come next: those that some reductions lead to shifting."""
    return frozenset(kind for kind in table.actions[states[-1]] if _leads_on(table, list(states), kind))


def _leads_on(table: Table, states: list[int], kind: str) -> bool:
    while True:
        action = table.actions[states[-1]].get(kind)
        if action is None:
            return kind == END and states[-1] in (last for _, last in table.starts.values())
        if action >= 0:
            return True
        reduction = table.reductions[~action]
        if reduction.size:
            del states[-reduction.size :]
        states.append(table.gotos[states[-1]][reduction.origin])


def _next_declaration(text: str, position: int) -> int | None:
    """Where the next declaration begins; the TYPE of a question (`ASK "…" TYPE x`) is none."""
    last = second_last = ""
    for word in words(text, position):
        if word.kind in DECLARATIONS and not (word.kind == "TYPE" and "ASK" in (last, second_last)):
            return word.start
        last, second_last = word.kind, last if word.kind == "STRING" else ""
    return None


def words(text: str, start: int = 0, stop: int | None = None) -> Iterator[Word]:
    """The words of a stretch of text, comments among them."""
    pattern, kinds = _scanner()
    keywords = load_table().keywords
    for match in pattern.finditer(text, start):
        index = match.lastindex or 0
        kind, written = kinds[index], match[index]
        if stop is not None and match.start(index) >= stop:
            return
        if kind == "KEYWORD":
            kind = written if written in keywords else UNKNOWN
        yield Word(kind, written, *match.span(index))
        if kind == END:
            return
