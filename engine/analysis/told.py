"""A witness told: as a case that parses, and in the words of the glosses."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from rulelang.engine.analysis.scope import Scope
from rulelang.engine.analysis.spoken import sorts_spoken_of
from rulelang.engine.core import Core, GroundFact
from rulelang.engine.core_text import formula_text
from rulelang.engine.grounding.keys import argument, key
from rulelang.engine.solver.answer import Resolution, Witness
from rulelang.engine.solver.judgments import GIVEN
from rulelang.grammar import model
from rulelang.grammar.model import Atom, BooleanType, Case, Constant_, Program
from rulelang.grammar.values import NONE
from rulelang.grammar.words import formula_words, gloss, unit_of, value_text


@dataclass(frozen=True, slots=True)
class Told:
    """One case of a witness: `case` for the evaluator, `text` as a CASE block, `words` one line for each fact.

    `choices` say what the witness's world chooses besides the facts (a conflict settled, an open test taken): the
    case then leaves the claim open, and this is how it can come out.
    """

    case: Case
    text: str
    words: tuple[str, ...]
    choices: tuple[str, ...] = ()


def told(
    program: Program,
    core: Core,
    scope: Scope,
    witness: Witness,
    name: str,
    asked: Sequence[str] = (),
    using: Sequence[str] = (),
    contests: Container[str] | None = None,
    also: Sequence[Program] = (),
) -> Told:
    """The witness as a case of this name that asks for `asked` (texts of claims).

    Arguments:
        contests: those that bear on what is asked (None: all of the core); what they speak of is listed.
        also: other programs in which the case is to be accepted too.
    """
    # Whether a case states an outcome is a fact of the core alone.
    facts = {k: value for k, value in witness.facts.items() if k in core.facts and not k.startswith(GIVEN)}
    given = tuple(_given(core.facts[k], value) for k, value in facts.items())
    entities = _listed(program, core, scope, facts, asked, contests, also) if scope.entities else {}
    case = Case(name, "", None, (), None, False, entities, given, (), (), None, (), (), ())
    text = case_text(program, case, core, asked, using)
    words = tuple(fact_words(program, core.facts[k], value) for k, value in facts.items())
    return Told(case, text, words, tuple(choices_words(witness)))


def _listed(
    program: Program,
    core: Core,
    scope: Scope,
    facts: Iterable[str],
    asked: Sequence[str],
    contests: Container[str] | None,
    also: Sequence[Program],
) -> dict[str, tuple[str, ...]]:
    """The entities of the sorts of which the facts, and what bears on what is asked, speak."""
    bearing = [contest for name, contest in core.contests.items() if contests is None or name in contests]
    there = [core.facts[k] for k in (facts if contests is not None else core.facts)]
    args = {arg for contest in bearing for arg in contest.args} | {arg for fact in there for arg in fact.args}
    args.update(arg for definition in core.definitions.values() if contests is None for arg in definition.args)
    types = [*(contest.type for contest in bearing), *(fact.type for fact in there)]
    sorts = {type_.name for type_ in types if isinstance(type_, model.SortType)}
    # What is asked has to be accepted: it may range over sorts of which no fact and no outcome above is one.
    claimed = {contest.name for contest in core.contests.values() if any(contest.key in one for one in asked)}
    for one in (program, *also):
        sorts |= sorts_spoken_of(one, claimed | {contest.name for contest in bearing})
    sorts.update(core.listed if contests is None else ())
    return {sort: listed for sort, listed in scope.entities.items() if sort in sorts or not args.isdisjoint(listed)}


def choices_words(witness: Witness) -> Iterable[str]:
    """What a world chooses besides the facts."""
    for test, truth in witness.tests.items():
        yield f"`{formula_text(test)}` is open, and taken to be {'true' if truth else 'false'}"
    for contest, resolution in witness.resolutions.items():
        yield choice_words(contest, resolution, contest in witness.conflicts)


def choice_words(contest: str, resolution: Resolution, in_conflict: bool) -> str:
    """What a world chose of a contest: one in conflict, or one that hangs on such a conflict in a circle."""
    how = "is in conflict" if in_conflict else "hangs on what is in conflict"
    return f"`{contest}` {how}, and comes out as {resolution_words(contest, resolution)}"


def resolution_words(contest: str, resolution: Resolution) -> str:
    """A resolution of a contest as RuleLang text."""
    if resolution is None:
        return "a value that is not known"
    if isinstance(resolution, tuple):
        said = [
            (contest if literal else f"NOT {contest}") if isinstance(literal, bool) else f"{literal} {contest}"
            for literal in resolution
        ]
        return " and ".join(f"`{one}`" for one in said) or "nothing"
    return f"`{value_text(resolution)}`"


def fact_words(program: Program, fact: GroundFact, value: bool | Constant_) -> str:
    """A fact with its value: "the weight of bag1 is 51 lb", "not: the review is complete"."""
    if fact.done:
        said = f"DONE: {gloss(program, fact.name, fact.args)}"
        return said if value is True else f"not: {said}"
    args = tuple(model.Constant(arg) for arg in fact.args)
    if isinstance(value, bool):
        said = gloss(program, fact.name, fact.args)
        return said if value else f"not: {said}"
    declared = program.facts.get(fact.name)
    unit = None if declared is None else unit_of(declared.type)
    if value is NONE:
        return formula_words(program, model.IsNone(model.FactValue(fact.name, args)))
    return formula_words(program, model.Compare("=", model.FactValue(fact.name, args), model.Constant(value, unit)))


def _given(fact: GroundFact, value: bool | Constant_) -> model.Given:
    atom = Atom(fact.name, fact.args)
    if fact.done:
        return model.GivenDone(atom, value is True)
    return model.GivenFact(atom, value)


def case_text(
    program: Program, case: Case, core: Core, asked: Sequence[str] = (), using: Sequence[str] = ()
) -> str:
    """The case as a CASE block."""
    lines = [f"CASE {case.name}"]
    if using:
        lines.append(f"  USING {', '.join(using)}")
    for sort, entities in case.entities.items():
        lines.append(f"  GIVEN | {sort} |")
        lines += [f"        | {argument(entity)} |" for entity in entities]
    said = [given_text(program, given) for given in case.given]
    lines += _wrapped(said)
    for text in asked:
        lines.append(f"  ASK DECIDE {text}")
    return "\n".join(lines) + "\n"


def _wrapped(said: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for position, one in enumerate(said):
        comma = "," if position + 1 < len(said) else ""
        if lines and len(lines[-1]) + len(one) < 96:
            lines[-1] += f" {one}{comma}"
        else:
            lines.append(("  GIVEN " if not lines else "        ") + one + comma)
    return lines


def given_text(program: Program, given: model.Given) -> str:
    """What a case gives, as it is written after GIVEN."""
    match given:
        case model.GivenFact(atom, bool() as truth):
            return key(atom.name, atom.args) if truth else f"NOT {key(atom.name, atom.args)}"
        case model.GivenFact(atom, value):
            type_ = program.facts[atom.name].type if atom.name in program.facts else BooleanType()
            return f"{key(atom.name, atom.args)} = {_written(value, type_)}"
        case model.GivenDone(action, done):
            return f"DONE {key(action.name, action.args)}" if done else f"NOT DONE {key(action.name, action.args)}"
        case model.Stipulation(atom, bool() as truth):
            return key(atom.name, atom.args) if truth else f"NOT {key(atom.name, atom.args)}"
        case model.Stipulation(atom, literal) if atom.name in program.actions:
            return f"{literal} {key(atom.name, atom.args)}"
        case model.Stipulation(atom, value):
            return f"{key(atom.name, atom.args)} = {_written(value, program.outcomes[atom.name].type)}"
        case model.GivenUnknown(atom, done):
            return f"UNKNOWN {'DONE ' if done else ''}{key(atom.name, atom.args)}"


def _written(value: Constant_, type_: model.Type) -> str:
    if isinstance(value, str) and isinstance(type_, model.TextType):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, str):
        return argument(value)
    return value_text(value, unit_of(type_))


