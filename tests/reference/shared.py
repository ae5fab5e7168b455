"""Programs in the shape of the shared reference (beside the project, not part of it), to compare with it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reference.programs import MODES, Program
from rulelang.engine import core
from rulelang.engine.core import ContestKind, Established


@dataclass(frozen=True)
class Converted:
    """`tests`: a test of the shared reference -> the number of the target that asks the same."""

    program: dict[str, Any]
    tests: dict[tuple[int, Any], int]


def _literals(kind: Any) -> list[Any]:
    return list(MODES) if kind == "a" else list(range(kind))


def _incompatible(kind: Any, left: Any, right: Any) -> bool:
    if kind == "a":
        return core.incompatible(left, right, ContestKind.ACTION)
    return bool(left != right)


def _reading(kind: Any, literal: Any) -> tuple[Any, ...]:
    if kind != "a":
        return (literal,)
    return {"MAY": ("MAY", "MUST"), "NEED NOT": ("NEED NOT", "MUST NOT")}.get(literal, (literal,))


def _tests(program: dict[str, Any]) -> list[tuple[int, Any]]:
    return [(c, literal) for c, kind in enumerate(program["kinds"]) for literal in _literals(kind)]


def shared_decide(text: str) -> Callable[[dict[str, Any]], tuple[dict[Any, Any], int]]:
    """Its `decide`: the file needs helpers that are not part of it."""
    body = text[text.index("def outranks") :]
    names: dict[str, Any] = {
        "random": random, "itertools": itertools, "lits": _literals, "inc": _incompatible, "reading": _reading,
        "tests": _tests,
    }  # fmt: skip
    exec(compile(body, "shared", "exec"), names)
    decide: Callable[[dict[str, Any]], tuple[dict[Any, Any], int]] = names["decide"]
    return decide


def shared_program(made: Program) -> Converted | None:
    """A program without values; None where it has more worlds than that reference has patience for."""
    facts = list(made.core.facts)
    keys = list(made.core.contests)
    undefined: list[core.Formula] = []

    def formula(f: core.Formula) -> tuple[Any, ...]:
        match f:
            case core.Truth(value):
                return ("or" if value else "and", ("f", 0), ("not", ("f", 0)))
            case core.FactTest(key):
                return ("f", facts.index(key))
            case core.Established(key, literals):
                kind = made.core.contests[key].kind
                if kind is ContestKind.BOOLEAN:
                    return ("lit", keys.index(key), int(bool(literals[0])))
                return ("lit", keys.index(key), literals[0])
            case core.Not(operand):
                return ("not", formula(operand))
            case core.And(parts):
                return _nested("and", [formula(part) for part in parts])
            case core.Or(parts):
                return _nested("or", [formula(part) for part in parts])
            case core.Test():
                if f not in undefined:
                    undefined.append(f)
                return ("u", undefined.index(f))
        raise AssertionError(f)

    def exceptions(found: tuple[core.GroundException, ...]) -> list[Any]:
        return [(formula(e.condition), exceptions(e.exceptions)) for e in found]

    rules = [
        {
            "c": keys.index(rule.contest),
            "l": int(rule.literal) if isinstance(rule.literal, bool) else rule.literal,
            "cond": formula(rule.condition),
            "exc": exceptions(rule.exceptions),
            "rank": int(rule.rank),
        }
        for rule in made.core.rules
    ]
    order = {
        (contest.rules[i], contest.rules[j])
        for contest in made.core.contests.values()
        for i, below in enumerate(contest.outranks)
        for j in below
    }
    ordered = {(a, b) for a, b in order if rules[a]["rank"] == rules[b]["rank"] == 1}
    program = {
        "facts": [made.known.get(key) for key in facts],
        "kinds": ["a" if c.kind is ContestKind.ACTION else 2 for c in made.core.contests.values()],
        "blocks": [[keys.index(key) for key in block.members] for block in made.core.blocks],
        "rules": rules,
        "gt": ordered,
        "undef": len(undefined),
    }
    if len(undefined) + sum(value is None for value in program["facts"]) > 5:
        return None
    tests = {
        (keys.index(t.contest), int(bool(t.literals[0])) if isinstance(t.literals[0], bool) else t.literals[0]): i
        for i, t in enumerate(made.core.targets)
        if isinstance(t, Established)
    }
    return Converted(program, tests)


def _nested(op: str, parts: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    made = parts[0]
    for part in parts[1:]:
        made = (op, made, part)
    return made
