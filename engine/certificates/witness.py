"""Reads the worlds that a certificate describes, and holds them to the evaluator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from rulelang.engine import core as c
from rulelang.engine.certificates.constants import constant_of
from rulelang.engine.certificates.shape import WitnessShape
from rulelang.engine.core import ContestKind, Core
from rulelang.engine.core_text import formula_text
from rulelang.engine.decision import Decision
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver.answer import InternalError, Resolution, Witness
from rulelang.engine.solver.completions import circles_bear_on, comes_out_there
from rulelang.engine.solver.encode_facts import default_value
from rulelang.engine.solver.entailment import comes_out, without_value
from rulelang.engine.solver.judgments import Judgment, conditions, parts_of, premise
from rulelang.engine.solver.replay import cone, replay
from rulelang.engine.solver.tried import uses_of_facts
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE


class Unusable(Exception):
    """What a certificate says of a world cannot be; the words say what."""


def shows(core: Core, index: int, decision: Decision, ground: Sequence[Judgment], said: WitnessShape) -> str | None:
    """Why the world does not show that the decision needs more than these judgments; None: it shows it.

    `core`: with switches for what the case states.  `ground`: the judgments that the world must have.
    """
    try:
        world = read_world(core, index, ground, said)
        if circles_bear_on(core, index):
            return _shows_as_a_case(core, index, decision, ground, world)
        if (came := comes_out(core, index, decision, world)) is not False:
            return "it breaks an ALWAYS declaration" if came is None else "the decision comes out there too"
        asked = (core.targets[index], *map(premise, ground))
        seen = replay(core, asked, world)
    except Unusable as reason:
        return str(reason)
    except InternalError:
        return "what it chooses in a conflict is not among the ways in which that can come out"
    for judgment, holds in zip(ground, seen.contents[1:], strict=True):
        if holds is not True:
            return f"`{judgment.text}` does not hold there"
    return None


def _shows_as_a_case(
    core: Core, index: int, decision: Decision, ground: Sequence[Judgment], world: Witness
) -> str | None:
    """The same where rules go in a circle: what they conclude depends on what the case closes, so the world is decided
    as a case that has these facts."""
    read = uses_of_facts(core, (core.targets[index],))
    facts = {**{key: default_value(core.facts[key]) for key in read}, **world.facts}
    came = comes_out_there(core, index, decision, facts)
    if came is not False:
        return "it breaks an ALWAYS declaration" if came is None else "the decision comes out there too"
    reading = Reading(facts, {}, core.tables, {}, {})
    for judgment in ground:
        if truth(premise(judgment), reading) is not True:
            return f"`{judgment.text}` does not hold there"
    return None


def read_world(core: Core, index: int, ground: Sequence[Judgment], said: WitnessShape) -> Witness:
    """The world that a certificate describes.

    Raises:
        Unusable: it names what is not there, or values that are none of their type.
    """
    facts: dict[str, bool | Constant_] = {}
    without = {key for judgment in ground for key in without_value(judgment)}
    for key, written in said.facts.items():
        fact = core.facts.get(key)
        if fact is None:
            raise Unusable(f"there is no fact `{key}`")
        value = constant_of(written, fact.type, fact.domain)
        if value is None or (value is NONE and key not in without and not fact.nullable):
            raise Unusable(f"this is no value of `{key}`")
        facts[key] = value
    tests = {test: said.tests[text] for test, text in _tests(core, index) if text in said.tests}
    resolutions = {key: _resolution(core, key, written) for key, written in said.resolutions.items()}
    return Witness(facts, tests, resolutions)


def _tests(core: Core, index: int) -> Iterator[tuple[c.Test | c.NoneTest, str]]:
    small = cone(core, (core.targets[index],))
    members = {name for block in small.blocks for name in block.members}
    for node in conditions(small, members):
        for part in parts_of(node):
            if isinstance(part, c.Test | c.NoneTest):
                yield part, formula_text(part)


def _resolution(core: Core, key: str, written: object) -> Resolution:
    contest = core.contests.get(key)
    if contest is None:
        raise Unusable(f"there is no outcome `{key}`")
    if isinstance(written, Mapping) and contest.kind is ContestKind.VALUE:
        came = cast("Mapping[str, Any]", written)
        if came.get("undefined") is True:
            return None
        read = constant_of(came.get("value"), contest.type, None)
        if read is not None and not isinstance(read, bool):
            return read
    if isinstance(written, list) and contest.kind is not ContestKind.VALUE:
        chosen: list[Any] = [*written]
        return tuple(chosen)
    raise Unusable(f"this is no way in which `{key}` can come out")
