"""The parser's table: made from `rulelang.lark` by lark, kept beside it as `rulelang.table.json`.

Making the table costs lark a quarter of a second and importing lark costs another twentieth; a check of a small
file would spend most of its time there.  So the table is made once, by `python -m rulelang.grammar.reading.table`,
and read back as data.  The file holds the digest of the grammar that it was made from: where the two differ (somebody
edits the grammar) the table is made anew in memory, and a test says that the file is stale.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

STARTS = ("start", "claim")
"""What can be read: a whole file, and one claim by itself."""

Part: TypeAlias = int | None
"""A child that a rule's function gets: its place among the symbols, or None for an absent `[ ]`."""


@dataclass(frozen=True, slots=True)
class Reduction:
    """One alternative of a rule: `size` symbols become one `origin`, made by the function named `call`.

    `call` is None where the one child is passed on as it is; for a repetition it is `"*"`.  `parts` says which
    children the function gets; those in `spliced` are lists whose items stand for themselves.
    """

    origin: str
    size: int
    call: str | None
    parts: tuple[Part, ...]
    spliced: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A pushdown automaton: for each state and next terminal the action, for each state and rule the next state.

    An action is the state to go to after shifting, or the complement (`~`) of the index of a reduction.
    """

    patterns: tuple[tuple[str, str], ...]
    keywords: frozenset[str]
    symbols: Mapping[str, str]
    ignored: frozenset[str]
    reductions: tuple[Reduction, ...]
    actions: tuple[Mapping[str, int], ...]
    gotos: tuple[Mapping[str, int], ...]
    entered_by: tuple[str, ...]
    starts: Mapping[str, tuple[int, int]]


def grammar_text() -> str:
    return resources.files("rulelang.grammar.reading").joinpath("rulelang.lark").read_text(encoding="utf-8")


@cache
def load_table() -> Table:
    """The table of the grammar, from the file beside it or, if that is stale or missing, made anew by lark."""
    grammar = grammar_text()
    stored: Any
    try:
        stored = json.loads(resources.files("rulelang.grammar.reading").joinpath("rulelang.table.json").read_bytes())
    except (OSError, ValueError):
        stored = {}
    if stored.get("grammar") != _digest(grammar):
        return make_table(grammar)
    return _from_json(stored["table"])


def make_table(grammar: str) -> Table:
    """The table that lark computes for a grammar; its states are numbered as they are met from the starts."""
    from lark import Lark

    lark = Lark(grammar, parser="lalr", start=list(STARTS), maybe_placeholders=True)
    inside: Any = lark.parser
    table: Any = inside.parser.parser.parse_table
    order: dict[Any, int] = {}
    entered: list[str] = []
    waiting = [(table.start_states[start], start) for start in STARTS]
    while waiting:
        state, symbol = waiting.pop(0)
        if state not in order:
            order[state] = len(order)
            entered.append(symbol)
            row = table.states[state]
            waiting.extend((row[name][1], name) for name in sorted(row) if isinstance(row[name][1], int))
    reductions: dict[Reduction, int] = {}
    actions: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    for state in order:
        shifts: dict[str, int] = {}
        steps: dict[str, int] = {}
        for name, (_, target) in sorted(table.states[state].items()):
            if not isinstance(target, int):
                shifts[name] = ~reductions.setdefault(_reduction(target), len(reductions))
            elif name == "$END":
                pass  # the end of the text is accepted in the end state, not shifted
            elif name.isupper():
                shifts[name] = order[target]
            else:
                steps[name] = order[target]
        actions.append(shifts)
        gotos.append(steps)
    literal = [t for t in sorted(lark.terminals, key=lambda t: t.name) if t.pattern.type == "str"]
    words = [t for t in literal if t.pattern.value.isupper()]
    return Table(
        patterns=tuple((t.name, t.pattern.to_regexp()) for t in _in_order(lark) if t not in words),
        keywords=frozenset(t.name for t in words),
        symbols={t.name: t.pattern.value for t in literal},
        ignored=frozenset(lark.ignore_tokens),
        reductions=tuple(reductions),
        actions=tuple(actions),
        gotos=tuple(gotos),
        entered_by=tuple(entered),
        starts={s: (order[table.start_states[s]], order[table.end_states[s]]) for s in STARTS},
    )


def _in_order(lark: Lark) -> list[TerminalDef]:
    """The terminals in the order in which lark's own lexer would try them."""
    return sorted(lark.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name))


def _reduction(rule: Rule) -> Reduction:
    origin, size = str(rule.origin.name), len(rule.expansion)
    gaps = list(rule.options.empty_indices) or [False] * size
    symbols = iter(enumerate(rule.expansion))
    parts: list[Part] = []
    for absent in gaps:
        if absent:
            parts.append(None)
            continue
        index, symbol = next(symbols)
        if rule.options.keep_all_tokens or not (symbol.is_term and getattr(symbol, "filter_out", False)):
            parts.append(index)
    spliced = tuple(i for i in parts if i is not None and rule.expansion[i].name.startswith("_"))
    if origin.startswith("_"):
        return Reduction(origin, size, "*", tuple(parts), spliced)
    passes = rule.options.expand1 and not rule.alias and len(parts) == 1 and not spliced
    call = None if passes else str(rule.alias or origin)
    return Reduction(origin, size, call, tuple(parts), spliced)


# ------------------------------------------------------------------------------------------------- as a file


def _digest(grammar: str) -> str:
    return hashlib.sha256(grammar.encode()).hexdigest()


def to_json(grammar: str) -> str:
    """The text of `rulelang.table.json` for a grammar; rows that occur often are written once."""
    table = make_table(grammar)
    rows: dict[str, int] = {}
    index = [rows.setdefault(json.dumps(row), len(rows)) for row in table.actions]
    reductions = [[r.origin, r.size, r.call, r.parts, r.spliced] for r in table.reductions]
    lines = {
        "patterns": table.patterns,
        "keywords": sorted(table.keywords),
        "symbols": table.symbols,
        "ignored": sorted(table.ignored),
        "reductions": reductions,
        "rows": [json.loads(row) for row in rows],
        "actions": index,
        "gotos": table.gotos,
        "entered_by": table.entered_by,
        "starts": table.starts,
    }
    body = ",\n".join(f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in lines.items())
    return f'{{"grammar": "{_digest(grammar)}", "table": {{\n{body}\n}}}}\n'


def _from_json(stored: Any) -> Table:
    return Table(
        patterns=tuple((name, pattern) for name, pattern in stored["patterns"]),
        keywords=frozenset(stored["keywords"]),
        symbols=stored["symbols"],
        ignored=frozenset(stored["ignored"]),
        reductions=tuple(
            Reduction(origin, size, call, tuple(parts), tuple(spliced))
            for origin, size, call, parts, spliced in stored["reductions"]
        ),
        actions=tuple(stored["rows"][i] for i in stored["actions"]),
        gotos=tuple(stored["gotos"]),
        entered_by=tuple(stored["entered_by"]),
        starts={name: (first, last) for name, (first, last) in stored["starts"].items()},
    )


if __name__ == "__main__":
    from pathlib import Path

    target = Path(__file__).with_name("rulelang.table.json")
    target.write_text(to_json(grammar_text()), encoding="utf-8", newline="\n")
    print(f"wrote {target.name}")
