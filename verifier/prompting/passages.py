"""Passages of other cases among the case's own: hard negatives, of which it is proved that they settle nothing.

A passage bears on a question only through what it supports.  It is a distractor if everything that it supports is
about names on which the question does not depend, by rules in use, definitions, concepts and ALWAYS: whatever these
come to, decisions and warrants stay the same (the cone of influence, docs/semantics.md).  A passage that supports
nothing may say anything, and is none.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.verifier.prompting.names import bearing, claimed, names_in

Labelled = tuple[str, str]
"""A passage as it is shown: its identifier and its text."""


def own_passages(case: model.Case) -> list[Labelled]:
    """The case's passages that have a text."""
    return [(passage.id, passage.text) for passage in case.evidence if passage.text]


def distracting(base: RuleBase, case: model.Case, count: int, seed: int, others: Sequence[RuleBase]) -> list[Labelled]:
    """So many distractors for a case, if there are so many: those that share the most words with it first.

    Args:
        others: further programs, the passages of whose cases may be distractors too.

    Raises:
        RuleLangError: the case's USING cannot be followed.
    """
    own = own_passages(case)
    told = {text for _, text in own}
    found: dict[str, model.Passage] = {}
    names = _depended_on(base, case)
    for program in (base.program, *(other.program for other in others)):
        for passage in _apart(program, case, names if program is base.program else _said(base.program)):
            assert passage.text is not None
            if passage.text not in told:
                found.setdefault(passage.text, passage)
    questions = [ask.question for ask in case.asks if ask.question]
    words = _words(" ".join([*told, *questions]))
    candidates = list(found.values())
    random.Random(seed).shuffle(candidates)
    candidates.sort(key=lambda one: -len(words & _words(one.text or "")))
    return _labelled(candidates[:count], {passage.id for passage in case.evidence})


def mixed(own: Sequence[Labelled], distractors: Sequence[Labelled], seed: int) -> list[Labelled]:
    """All passages, in an order by chance."""
    shown = [*own, *distractors]
    if distractors:
        random.Random(seed).shuffle(shown)
    return shown


def _apart(program: model.Program, case: model.Case, names: set[str]) -> Iterator[model.Passage]:
    """The passages of a program's other cases that support something, and nothing about these names."""
    for other in program.cases.values():
        if other is case:
            continue
        for passage in other.evidence:
            about = {name for stated in passage.supports for name in claimed(stated.claim)}
            if passage.text and about and not about & names:
                yield passage


def _depended_on(base: RuleBase, case: model.Case) -> set[str]:
    """The names on which what a case asks depends, ALWAYS included."""
    _, found = bearing(base, case)
    names = set(found)
    tied = [set(names_in(always.condition)) for always in base.program.always]
    grown = True
    while grown:
        grown = False
        for some in tied:
            if some & names and not some <= names:
                names |= some
                grown = True
    return names


def _said(program: model.Program) -> set[str]:
    """Everything that a program can speak of."""
    return {*program.facts, *program.outcomes, *program.actions, *program.definitions, *program.tables}


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3}


def _labelled(passages: Sequence[model.Passage], taken: set[str]) -> list[Labelled]:
    """The passages under identifiers like the case's own: the next numbers, where these are numbered."""
    numbered = [re.fullmatch(r"(.*?)([0-9]+)", name) for name in sorted(taken)]
    prefixes = {match[1] for match in numbered if match is not None}
    found: list[Labelled] = []
    if len(prefixes) == 1 and all(numbered):
        [prefix] = prefixes
        first = max(int(match[2]) for match in numbered if match is not None) + 1
        return [(f"{prefix}{number}", passage.text or "") for number, passage in enumerate(passages, first)]
    for passage in passages:
        name, number = passage.id, 1
        while name in taken:
            number += 1
            name = f"{passage.id}_{number}"
        taken.add(name)
        found.append((name, passage.text or ""))
    return found
