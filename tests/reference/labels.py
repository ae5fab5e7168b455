"""Puzzles with contradictory rules and preferences, judged as such puzzles are: proved, disproved or unknown.

Written from the description of BoardgameQA (Kazemi and others, 2023), knowing nothing of the engine: a theory is facts,
rules and preferences; a rule may be used where each literal of its body is proved, and where usable rules contradict
each other, that side stands which has a usable rule to which no usable rule of the other side is preferred.

Of rules that meet without a preference the description says nothing, as no puzzle has any.  There are two readings:
`blocked` (neither side is proved, and that is all) and `propagated` (what is proved whichever side is taken is proved).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

Atom = tuple[str, tuple[str, ...]]
"""A predicate and what it is said of; capital letters are variables in rules."""


@dataclass(frozen=True)
class Literal:
    atom: Atom
    positive: bool = True


@dataclass(frozen=True)
class Rule:
    """For all values of the variables in the head, if there are values of the others for which the body is proved."""

    name: str
    body: tuple[Literal, ...]
    head: Literal


@dataclass(frozen=True)
class Theory:
    """`layers` lists the predicates so that rules lead from earlier to later ones."""

    entities: tuple[str, ...]
    layers: tuple[tuple[str, int], ...]
    facts: tuple[Literal, ...]
    rules: tuple[Rule, ...]
    preferences: tuple[tuple[str, str], ...]
    above: frozenset[tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        pairs = set(self.preferences)
        while more := {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs:
            pairs |= more
        object.__setattr__(self, "above", frozenset(pairs))

    def atoms(self) -> tuple[Atom, ...]:
        return tuple(
            (name, args) for name, arity in self.layers for args in product(self.entities, repeat=arity)
        )


def grounded(theory: Theory) -> Iterator[tuple[Rule, tuple[Literal, ...], Literal]]:
    """Each rule with each choice of values for its variables."""
    for rule in theory.rules:
        names = sorted({one for said in (*rule.body, rule.head) for one in said.atom[1] if one.isupper()})
        for values in product(theory.entities, repeat=len(names)):
            where = dict(zip(names, values, strict=True))
            body = tuple(_placed(one, where) for one in rule.body)
            yield rule, body, _placed(rule.head, where)


def _placed(literal: Literal, where: dict[str, str]) -> Literal:
    name, args = literal.atom
    return Literal((name, tuple(where.get(one, one) for one in args)), literal.positive)


def blocked(theory: Theory) -> tuple[dict[Atom, str], frozenset[Atom]]:
    """The label of every atom, and the atoms on which usable rules meet and nothing says which of them stands."""
    label: dict[Atom, str] = {one.atom: "proved" if one.positive else "disproved" for one in theory.facts}
    disputed: set[Atom] = set()
    for atom, usable in _rounds(theory, label):
        sides = _standing(theory, usable)
        if len(sides) == 2:
            disputed.add(atom)
        label[atom] = _label(sides) if len(sides) == 1 else "unknown"
    return label, frozenset(disputed)


def propagated(theory: Theory) -> dict[Atom, str]:
    """The label that is the same whichever side is taken in every dispute; unknown where it is not the same."""
    todo: list[tuple[tuple[Atom, bool], ...]] = [()]
    seen: list[dict[Atom, str]] = []
    while todo:
        taken = dict(todo.pop())
        label: dict[Atom, str] = {one.atom: "proved" if one.positive else "disproved" for one in theory.facts}
        for atom, usable in _rounds(theory, label):
            sides = _standing(theory, usable)
            if len(sides) == 2:
                if atom not in taken:
                    todo += [(*taken.items(), (atom, True)), (*taken.items(), (atom, False))]
                    break
                sides = {taken[atom]}
            label[atom] = _label(sides)
        else:
            seen.append(label)
    return {
        atom: seen[0][atom] if all(one[atom] == seen[0][atom] for one in seen) else "unknown" for atom in seen[0]
    }


def _rounds(theory: Theory, label: dict[Atom, str]) -> Iterator[tuple[Atom, list[tuple[str, bool]]]]:
    """Each atom that is no fact, from below, with the rules for and against it that may be used by what is labelled."""
    given = set(label)
    rules: dict[Atom, list[tuple[Rule, tuple[Literal, ...], bool]]] = {}
    for rule, body, head in grounded(theory):
        rules.setdefault(head.atom, []).append((rule, body, head.positive))
    for atom in theory.atoms():
        if atom not in given:
            yield atom, [
                (rule.name, positive)
                for rule, body, positive in rules.get(atom, ())
                if all(label[one.atom] == ("proved" if one.positive else "disproved") for one in body)
            ]


def _standing(theory: Theory, usable: Sequence[tuple[str, bool]]) -> set[bool]:
    """The sides with a usable rule that no usable rule of the other side is preferred to."""
    return {
        side
        for name, side in usable
        if not any((other, name) in theory.above for other, against in usable if against is not side)
    }


def _label(sides: set[bool]) -> str:
    if not sides:
        return "unknown"
    return "proved" if True in sides else "disproved"
