"""The links between an answer's claims, each claim being its place among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rulelang.verifier.scoring.parts import CONTENT, MORE, OWN, STATING, UP, Parts

Links: TypeAlias = "list[list[int] | tuple[()]]"
"""For each claim the claims on which it draws directly."""


def linked(
    sources: Sequence[Sequence[str]], parts: Sequence[Parts], places: Mapping[str, int]
) -> tuple[list[int], list[list[int] | tuple[()]], list[int]]:
    """The links where some claim draws on a later one: what users cite, the links, and an order along them.

    Raises:
        KeyError: a claim draws on one that there is not.
    """
    users = [0] * len(parts)
    links: list[list[int] | tuple[()]] = []
    for some, part in zip(sources, parts, strict=True):
        below = [places[source] for source in some]
        for place in below:
            users[place] |= part[UP]
        links.append(below)
    return users, links, order_of(links)


def twice_said(parts: Sequence[Parts]) -> int:
    """What is said by more than one claim."""
    seen = found = 0
    for part in parts:
        said = part[STATING][CONTENT].said
        found |= seen & said
        seen |= said
    return found


def said_without_last(parts: Sequence[Parts]) -> int:
    """What is said by all claims but the last one: what a decision says besides is no premise for it."""
    found = 0
    for part in parts[:-1]:
        found |= part[STATING][CONTENT].said
    return found


def parting(parts: Sequence[Parts], parted: int) -> list[int]:
    """The claims that state some subjects: parts of what is asked."""
    return [number for number, part in enumerate(parts) if part[STATING][OWN] & parted]


def entering_claims(parts: Sequence[Parts], links: Sequence[Sequence[int]], drawn: Sequence[int]) -> set[int]:
    """The claims that enter the decision: those on which it draws, those that state a target, and what they rest on."""
    found: set[int] = set()
    todo = [*drawn, *(number for number, part in enumerate(parts) if (more := part[MORE]) is not None and more.roots)]
    while todo:
        number = todo.pop()
        if number not in found:
            found.add(number)
            todo.extend(links[number])
    return found


def supported_together(wanting: Sequence[tuple[int, tuple[int, ...], int]]) -> int:
    """The fact judgments that have their passages on several claims together."""
    given: dict[int, tuple[tuple[int, ...], int]] = {}
    for bit, sets, reached in wanting:
        given[bit] = (sets, reached | (given[bit][1] if bit in given else 0))
    found = 0
    for bit, (sets, reached) in given.items():
        if any(reached & accepted == accepted for accepted in sets):
            found |= bit
    return found


def order_of(links: Sequence[Sequence[int]]) -> list[int]:
    """The claims, each after those that it draws on."""
    order: list[int] = []
    done = [False] * len(links)
    for start in range(len(links)):
        todo = [(start, False)]
        while todo:
            number, leaving = todo.pop()
            if leaving:
                order.append(number)
            elif not done[number]:
                done[number] = True
                todo.append((number, True))
                todo.extend((below, False) for below in links[number] if not done[below])
    return order
