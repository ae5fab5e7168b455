"""What a case says of the facts: given, by default, closed, or unknown; and whether the case can be so.

Meaning: docs/semantics.md, items 19, 22 and 23; docs/language.md, "Cases".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulelang.engine.core import Core, GroundDefinition
from rulelang.engine.core_text import formula_text
from rulelang.engine.grounding.always import Conjunct, conjuncts
from rulelang.engine.grounding.cone import Cone, Universe
from rulelang.engine.grounding.ground_definition import ground_definition
from rulelang.engine.grounding.keys import done_key, key
from rulelang.engine.grounding.known import Reading, truth
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.model import (
    BooleanType,
    Case,
    Constant,
    Constant_,
    GivenDone,
    GivenFact,
    GivenUnknown,
    Program,
    Stipulation,
    Truth,
)
from rulelang.grammar.source import Span

Origin: TypeAlias = Literal["given", "supposed", "default", "closed"]


@dataclass(frozen=True, slots=True)
class Stated:
    """What a case states, its suppositions put in place of what they revise.

    `facts` also holds done actions (`DONE a`); `unknown` are the facts said to be unknown; `supposed` the keys of
    facts that SUPPOSE gives.
    """

    facts: Mapping[str, bool | Constant_]
    unknown: frozenset[str]
    stipulations: tuple[Stipulation, ...]
    supposed: frozenset[str]
    spans: Mapping[str, Span]


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of the facts of a core in a case; `stated` says what of it the case wrote."""

    known: Mapping[str, bool | Constant_]
    stated: Stated
    closed: bool
    defaults: frozenset[str]
    """Facts of the core that have a default."""

    def origin(self, fact: str) -> Origin | None:
        """Where the fact's value comes from; None: it is unknown."""
        if fact not in self.known:
            return None
        if fact in self.stated.facts:
            return "supposed" if fact in self.stated.supposed else "given"
        return "default" if fact in self.defaults else "closed"


def state(case: Case) -> Stated:
    """What the case states (resolution has seen to it that it says one thing of each atom, within its type)."""
    supposed = frozenset(map(_key, case.suppose))
    facts: dict[str, bool | Constant_] = {}
    unknown: set[str] = set()
    stipulations: list[Stipulation] = []
    spans: dict[str, Span] = {}
    for claims, revised in ((case.given, supposed), (case.suppose, frozenset[str]())):
        for given in claims:
            if isinstance(given, GivenFact):
                # Nearly all claims are, and there can be thousands.
                name = key(given.atom.name, given.atom.args) if given.atom.args else given.atom.name
                if name not in revised:
                    facts[name] = given.value
                    if given.span is not None:
                        spans[name] = given.span
                continue
            name = _key(given)
            if name in revised:
                continue
            if given.span is not None:
                spans[name] = given.span
            match given:
                case GivenDone(done=done):
                    facts[name] = done
                case GivenUnknown():
                    unknown.add(name)
                case Stipulation():
                    stipulations.append(given)
    return Stated(facts, frozenset(unknown), tuple(stipulations), supposed, spans)


def _key(given: GivenFact | GivenDone | GivenUnknown | Stipulation) -> str:
    match given:
        case GivenDone(action):
            return done_key(action.name, action.args)
        case GivenUnknown(atom, True):
            return done_key(atom.name, atom.args)
        case GivenFact(atom) | GivenUnknown(atom) | Stipulation(atom):
            return key(atom.name, atom.args)


# ----------------------------------------------------------------------------------------------------- binding


@dataclass(frozen=True, slots=True)
class Background:
    """What is known of a core's facts where a case says nothing of them."""

    open: Mapping[str, bool | Constant_]
    closed: Mapping[str, bool | Constant_]
    defaults: frozenset[str]


def background(program: Program, core: Core) -> Background:
    """Defaults, and for a CLOSED case that all other booleans are false."""
    known: dict[str, bool | Constant_] = {}
    for fact in core.facts.values():
        default = None if fact.done else program.facts[fact.name].default
        match default:
            case Constant(value) | Truth(value):
                known[fact.key] = value
            case None:
                pass
    false = {name: False for name, fact in core.facts.items() if isinstance(fact.type, BooleanType)}
    return Background(known, {**false, **known}, frozenset(known))


def bind(program: Program, core: Core, case: Case) -> Situation:
    """What is known of the core's facts in the case; raises as `check_always` does."""
    stated = state(case)
    if program.always:
        check_always(program, case, stated)
    return situation(background(program, core), case.closed, stated)


def situation(behind: Background, closed: bool, stated: Stated) -> Situation:
    """The facts as stated, over what is known where nothing is."""
    known = dict(behind.closed if closed else behind.open)
    known.update(stated.facts)
    for name in stated.unknown:
        known.pop(name, None)
    return Situation(known, stated, closed, behind.defaults)


# ------------------------------------------------------------------------------------------------------ always


@dataclass(frozen=True, slots=True)
class Constraints:
    """All ALWAYS declarations, ground over a case's entities."""

    conjuncts: tuple[Conjunct, ...]
    definitions: Mapping[str, GroundDefinition]
    core: Core


def constraints(program: Program, entities: Mapping[str, tuple[str, ...]]) -> Constraints:
    """Every ALWAYS declaration over these entities, whatever is asked."""
    cone = Cone(program, Universe(program.sorts, entities).complete())
    parts = conjuncts(cone, program.always)
    definitions = {name: ground_definition(cone, name) for name in cone.definitions}
    alone = Core(cone.facts, {}, (), definitions, (), (), (), program.tables)
    return Constraints(parts, definitions, alone)


def check_always(
    program: Program, case: Case, stated: Stated, known_constraints: Constraints | None = None
) -> Situation:
    """Refuse a case whose known facts break what no case may break; what is known of the facts of the declarations.

    Raises:
        RuleLangError: RL362, with the facts named.
    """
    every = known_constraints or constraints(program, case.entities)
    there = situation(background(program, every.core), case.closed, stated)
    reading = Reading(there.known, every.definitions, program.tables, {}, {})
    problems = [
        _broken(conjunct, there, case) for conjunct in every.conjuncts if truth(conjunct.formula, reading) is False
    ]
    if problems:
        raise RuleLangError(problems)
    return there


def _broken(conjunct: Conjunct, there: Situation, case: Case) -> Diagnostic:
    named = ", ".join(said(fact, there) for fact in conjunct.facts if fact in there.known)
    spans = [there.stated.spans[fact] for fact in conjunct.facts if fact in there.stated.spans]
    place = spans[0] if spans else case.span
    return Diagnostic(
        "RL362",
        f"the case breaks what always holds: `{formula_text(conjunct.formula)}`",
        None if place is None else Label(place, f"known: {named}" if named else ""),
        (Label(conjunct.declaration.span, "no case may break this"),),
        hint="correct the facts, or the ALWAYS if such a case can be",
    )


def said(fact: str, there: Situation) -> str:
    """What is known of a fact, and where from if the case does not give it."""
    value = there.known[fact]
    said = (fact if value else f"NOT {fact}") if isinstance(value, bool) else f"{fact} = {value}"
    origin = there.origin(fact)
    return said if origin in ("given", "supposed") else f"{said} ({origin})"
