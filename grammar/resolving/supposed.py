"""What is supposed of a case from outside of it: claims as after SUPPOSE, resolved with the case's entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import RuleLangError, has_errors
from rulelang.grammar.reading.recursion import room_for_recursion
from rulelang.grammar.resolving.claims import known_sentences
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.given import GivenReader
from rulelang.grammar.resolving.scope import Mentions, Scope
from rulelang.grammar.resolving.symbols import symbols_of


def supposing(program: model.Program, case: model.Case, claims: Sequence[tree.Claim]) -> model.Case:
    """The case with these claims supposed too, in place of what it supposes of the same things.

    Raises:
        RuleLangError: a claim is none that a case can give.
    """
    findings = Findings()
    symbols = symbols_of(program)
    mentions = Mentions({sort: dict.fromkeys(entities) for sort, entities in case.entities.items()}, listing=True)
    scope = Scope(symbols, findings, case.module, known_sentences(symbols, findings), mentions=mentions)
    reader = GivenReader(scope)
    with room_for_recursion():
        for claim in claims:
            reader.read(claim)
        reader.finish()
    found = findings.finished()
    if has_errors(found):
        raise RuleLangError(found)
    about = {_atom(given) for given in reader.result}
    kept = tuple(given for given in case.suppose if _atom(given) not in about)
    entities = {sort: tuple(listed) for sort, listed in mentions.entities.items()}
    return replace(case, suppose=(*kept, *reader.result), entities=entities)


def _atom(given: model.Given) -> tuple[bool, model.Atom]:
    """What is spoken of; a deed is something else than the duty to do it."""
    match given:
        case model.GivenDone(atom):
            return True, atom
        case model.GivenUnknown(atom, done):
            return done, atom
        case model.GivenFact(atom) | model.Stipulation(atom):
            return False, atom
