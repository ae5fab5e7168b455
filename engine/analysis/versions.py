"""Words about a core program that holds two versions of a rule base: nothing in them shows how they are kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.merge import NEW, OLD
from rulelang.engine.analysis.told import choice_words
from rulelang.engine.core_parts import rebuilt_formula, rebuilt_value
from rulelang.engine.core_text import formula_text
from rulelang.engine.solver.answer import Witness

Side: TypeAlias = Literal["old", "new"]
_PREFIXES: tuple[tuple[str, Side], ...] = ((OLD, "old"), (NEW, "new"))
_KEPT_APART = re.compile(rf"`({OLD}|{NEW})([^`]*)`")


@dataclass(slots=True)
class _Plain:
    """Takes the prefixes of a formula away, and notes the version that they stood for."""

    side: Side | None = None
    tables: set[str] = field(default_factory=set[str])
    definitions: set[str] = field(default_factory=set[str])

    def name(self, key: str) -> str:
        for prefix, side in _PREFIXES:
            if key.startswith(prefix):
                self.side = side
                return key.removeprefix(prefix)
        return key

    def formula(self, node: c.Formula) -> c.Formula:
        match node:
            case c.Established(contest, literals):
                return c.Established(self.name(contest), literals)
            case c.Named(definition):
                return c.Named(self.define(definition))
            case _:
                return rebuilt_formula(node, self.formula, self.value)

    def value(self, node: c.Value) -> c.Value:
        match node:
            case c.OutcomeRead(contest):
                return c.OutcomeRead(self.name(contest))
            case c.NamedRead(definition):
                return c.NamedRead(self.define(definition))
            case c.Lookup(table, column, args):
                plain = self.name(table)
                self.tables.add(plain)
                return c.Lookup(plain, column, tuple(map(self.value, args)))
            case _:
                return rebuilt_value(node, self.formula, self.value)

    def define(self, key: str) -> str:
        plain = self.name(key)
        self.definitions.add(plain)
        return plain


def text_of(formula: c.Formula) -> str:
    """A formula as it is written, whichever version it is of."""
    return formula_text(_Plain().formula(formula))


def reads(formula: c.Formula) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of the definitions, and the names of the tables, that a formula itself reads."""
    plain = _Plain()
    plain.formula(formula)
    return frozenset(plain.definitions), frozenset(plain.tables)


def declared(always: Iterable[c.Formula]) -> tuple[str, ...]:
    """What both versions, or one of them, declare ALWAYS, each once."""
    said: dict[str, set[Side | None]] = {}
    for formula in always:
        plain = _Plain()
        text = formula_text(plain.formula(formula))
        said.setdefault(text, set()).add(plain.side)
    return tuple(text if len(sides) > 1 or None in sides else f"{text} (in the {_one(sides)} version)"
                 for text, sides in said.items())  # fmt: skip


def _one(sides: set[Side | None]) -> str:
    [side] = sides
    return str(side)


def chosen(witness: Witness) -> tuple[str, ...]:
    """What a world of both versions chooses besides the facts, and in which of them."""
    said: dict[str, set[Side | None]] = {}
    for test, truth in witness.tests.items():
        plain = _Plain()
        text = formula_text(plain.formula(test))
        taken = f"`{text}` is open, and taken to be {'true' if truth else 'false'}"
        said.setdefault(taken, set()).add(plain.side)
    for contest, resolution in witness.resolutions.items():
        plain = _Plain()
        name = plain.name(contest)
        settled = choice_words(name, resolution, contest in witness.conflicts)
        said.setdefault(settled, set()).add(plain.side)
    return tuple(
        text if len(sides) > 1 or None in sides else f"in the {_one(sides)} version {text}"
        for text, sides in said.items()
    )


def reason(words: str) -> str:
    """Why something was not settled, where that names a part of one version."""
    return _KEPT_APART.sub(lambda found: f"`{found[2]}` of the {found[1].strip()} version", words)
