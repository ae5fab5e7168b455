"""ALWAYS: what no case may break.

A declaration is made ground over the case's entities and taken apart at its ANDs; a conjunct enters a core where
it bears on the core's facts, directly or through other conjuncts.  Meaning: docs/semantics.md, item 23.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.engine import core
from rulelang.engine.core import Formula, GroundDefinition, Value
from rulelang.engine.core_parts import children
from rulelang.engine.grounding.cone import Cone
from rulelang.engine.grounding.ground_definition import ground_definition
from rulelang.engine.grounding.ground_formulas import ground_formula
from rulelang.grammar.model import Always


@dataclass(frozen=True, slots=True)
class Conjunct:
    """A part of a declaration that must hold by itself, with the keys of all facts that it reads."""

    declaration: Always
    formula: Formula
    facts: tuple[str, ...]
    definitions: tuple[str, ...]


def conjuncts(cone: Cone, declarations: Sequence[Always]) -> tuple[Conjunct, ...]:
    """All parts of the declarations; what they mention enters the cone, which should be one of its own.

    Sorts of which the case says nothing have no entities here.
    """
    found: list[tuple[Always, Formula]] = []
    for declaration in declarations:
        formula = ground_formula(cone, declaration.condition, {})
        parts = formula.parts if isinstance(formula, core.And) else (formula,)
        found.extend((declaration, part) for part in parts if part is not core.TRUE)
    definitions: dict[str, GroundDefinition] = {}
    while cone.waiting:
        name = cone.waiting.popleft()
        definitions[name] = ground_definition(cone, name)
    return tuple(_conjunct(declaration, formula, definitions) for declaration, formula in found)


def bearing(cone: Cone, declarations: Sequence[Always]) -> tuple[Formula, ...]:
    """The conjuncts that bear on facts of the cone; their facts and definitions enter it."""
    if not declarations:
        return ()
    apart = cone.apart()
    waiting = list(conjuncts(apart, declarations))
    taken: list[Conjunct] = []
    grown = True
    while grown:
        grown = False
        apart_still: list[Conjunct] = []
        for conjunct in waiting:
            if conjunct.facts and not any(fact in cone.facts for fact in conjunct.facts):
                apart_still.append(conjunct)
                continue
            taken.append(conjunct)
            grown = True
            for fact in conjunct.facts:
                cone.facts.setdefault(fact, apart.facts[fact])
            for definition in conjunct.definitions:
                cone.definition(*apart.definitions[definition])
        waiting = apart_still
    return tuple(conjunct.formula for conjunct in taken)


def _conjunct(declaration: Always, formula: Formula, definitions: dict[str, GroundDefinition]) -> Conjunct:
    facts: dict[str, None] = {}
    named: dict[str, None] = {}
    pending: list[Formula | Value] = [formula]
    while pending:
        node = pending.pop()
        match node:
            case core.FactTest(key) | core.FactRead(key):
                facts[key] = None
            case core.Named(key) | core.NamedRead(key):
                if key not in named:
                    named[key] = None
                    pending.extend(part for case in definitions[key].cases for part in case)
            case _:
                pending.extend(children(node))
    return Conjunct(declaration, formula, tuple(facts), tuple(named))
