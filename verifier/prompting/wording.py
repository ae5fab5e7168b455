"""Rules and facts as a prompt words them: as text of the language, or in the words of the glosses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeAlias

from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.grammar import model
from rulelang.grammar.literals import value_text
from rulelang.grammar.rule_text import binder_text, formula_text, head_text
from rulelang.grammar.words import formula_words, gloss, unit_of

Style: TypeAlias = Literal["text", "words"]


def rule_lines(program: model.Program, group: Group, style: Style) -> Iterator[str]:
    """A finished rule, part by part, each with the identifier to cite."""

    def said(condition: model.Formula) -> str:
        return formula_text(program, condition) if style == "text" else formula_words(program, condition)

    def then(heads: Iterable[model.Head]) -> str:
        return " AND ".join(
            head_text(program, head) if style == "text" else _head_words(program, head) for head in heads
        )

    written = program.rules.get(group.id)
    yield f"{group.id}" + (f": {group.gloss}" if group.gloss else "")
    if written is not None and written.text:
        yield f'  "{written.text}"'
    for binder in group.binders:
        yield f"  FOR EACH {binder_text(program, binder)}"
    if group.condition != model.Truth(True):
        yield f"  IF {said(group.condition)}"
    if group.outcomes:
        yield f"  THEN {then(group.outcomes)}"
    yield from _exceptions(group.exceptions, "  ", said, then)
    for rival in group.rivals:
        what = {"PREVAILS": "prevails over the rule", "YIELDS": "yields to the rule"}.get(rival.resolution)
        end = f" ({what or 'it is not said which of the two prevails'})"
        yield f"  BUT {rival.id}: IF {said(rival.condition)} THEN {then(rival.outcomes)}{end}"
        yield from _exceptions(rival.exceptions, "    ", said, then)
    for part in group.ironclad:
        condition = "" if part.condition is None else f"IF {said(part.condition)} "
        yield f"  WITHOUT EXCEPTION {part.id}: {condition}THEN {then(part.outcomes)}"
    if written is not None:
        yield from _standing(written)


def _exceptions(
    parts: Iterable[ExceptionPart],
    indent: str,
    said: Callable[[model.Formula], str],
    then: Callable[[Iterable[model.Head]], str],
) -> Iterator[str]:
    for part in parts:
        more = f" THEN {then(part.outcomes)}" if part.outcomes else ""
        yield f"{indent}EXCEPTION {part.id}: IF {said(part.condition)}{more}"
        yield from _exceptions(part.exceptions, indent + "  ", said, then)


def _standing(rule: model.Rule) -> Iterator[str]:
    """What a rule says about which rule goes first."""
    for word, references in (("NOTWITHSTANDING", rule.notwithstanding), ("SUBJECT TO", rule.subject_to)):
        if references:
            yield f"  {word} {', '.join(one.name for one in references)}"
    if rule.suspends:
        yield f"  SUSPENDS {', '.join(one.name for one in rule.suspends)}"
    if rule.effective is not None:
        since, until = rule.effective
        yield f"  in effect from {since}" + (f" to {until}" if until is not None else "")
    if rule.authority is not None:
        yield f"  AUTHORITY {value_text(rule.authority)}"


def _head_words(program: model.Program, head: model.Head) -> str:
    match head:
        case model.Conclude(name, args, positive):
            return gloss(program, name, args) if positive else f"not: {gloss(program, name, args)}"
        case model.ConcludeNorm(mode, name, args):
            return f"{mode} {gloss(program, name, args)}"
        case model.Assign(name, args, value):
            return f"{gloss(program, name, args)} is {formula_words(program, value)}"
        case model.Limit(name, args, op, value):
            word = "at most" if op == "<=" else "at least"
            return f"{gloss(program, name, args)} is {word} {formula_words(program, value)}"


def given_words(program: model.Program, given: model.Given) -> str:
    """A fact of a case in words.

    A sentence stands for itself; a name without a gloss is shown as the language writes it.
    """
    match given:
        case model.GivenFact(atom, bool(value)):
            words = gloss(program, atom.name, atom.args)
            return words if value else f"not: {words}"
        case model.GivenFact(atom, value):
            shown = value_text(value, unit_of(program.facts[atom.name].type))
            return f"{gloss(program, atom.name, atom.args)}: {shown}"
        case model.GivenDone(action, done):
            return f"{'done' if done else 'not done'}: {gloss(program, action.name, action.args)}"
        case model.Stipulation(atom, bool(literal)):
            words = gloss(program, atom.name, atom.args)
            return f"it is established: {words}" if literal else f"it is established that not: {words}"
        case model.Stipulation(atom, literal) if atom.name in program.actions:
            return f"{literal} {gloss(program, atom.name, atom.args)}"
        case model.Stipulation(atom, literal):
            shown = value_text(literal, unit_of(program.outcomes[atom.name].type))
            return f"{gloss(program, atom.name, atom.args)}: {shown}"
        case model.GivenUnknown(atom, done):
            words = gloss(program, atom.name, atom.args)
            return f"it is not known whether this was done: {words}" if done else f"it is not known: {words}"
