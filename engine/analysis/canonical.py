"""A rule base in an order of its own, so that nothing found about it depends on where things stand in the text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias, TypeVar

from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar.model import Rule

_NUMBER = re.compile(r"(\d+)")
_UNNAMED = re.compile(r"(?:.*\.)?rule\d+")
_Key: TypeAlias = tuple[tuple[str | int, ...], str]
_Declared = TypeVar("_Declared")


def canonical(base: RuleBase) -> RuleBase:
    """The same rule base: what has a name in the order of names (`r9` before `r10`), the rest by what it says."""
    program = base.program
    return base.rearranged(
        replace(
            program,
            facts=_by_name(program.facts),
            outcomes=_by_name(program.outcomes),
            actions=_by_name(program.actions),
            definitions=_by_name(program.definitions),
            tables=_by_name(program.tables),
            concepts=tuple(sorted(program.concepts, key=lambda one: (natural(one.concept), repr(one.member)))),
            always=tuple(sorted(program.always, key=lambda one: repr(one.condition))),
            rules=dict(sorted(program.rules.items(), key=lambda item: _rule(item[1]))),
        )
    )


def natural(name: str) -> tuple[str | int, ...]:
    """A key to sort names by, with their numbers as numbers.

    >>> sorted(["r10", "r9", "r9.x"], key=natural)
    ['r9', 'r9.x', 'r10']
    """
    return tuple(int(part) if number % 2 else part for number, part in enumerate(_NUMBER.split(name)))


def _by_name(declared: Mapping[str, _Declared]) -> dict[str, _Declared]:
    return {name: declared[name] for name in sorted(declared, key=natural)}


def _rule(rule: Rule) -> _Key:
    """Rules without names are called by their place in the text, so what they say is looked at instead."""
    if _UNNAMED.fullmatch(rule.id):
        return natural(f"{rule.module}.rule"), repr((rule.binders, rule.condition, rule.outcomes, rule.operators))
    return natural(rule.id), ""
