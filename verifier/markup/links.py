"""The claims' ids and what refers to them: ids made unique, references found, ranges unfolded, circles opened."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from rulelang.verifier.markup.lists import ends_of

MOST = 200
"""So many rules or passages may stand between the ends of a range."""

Report: TypeAlias = Callable[[int, str, str, str], None]
"""Reports at a claim, by its index: code, message, hint."""

_NUMBERED = re.compile(r"([^\W\d]*)(\d{1,9})")


def unique(written: Sequence[str], report: Report) -> list[str]:
    """An id for each claim: as written; where none is, or an earlier claim has it, the next free `s1`, `s2`, …"""
    taken = {name for name in written if name}
    used: set[str] = set()
    made: list[str] = []
    fresh = 0
    for index, name in enumerate(written):
        if name and name not in used:
            used.add(name)
            made.append(name)
            continue
        fresh += 1
        while f"s{fresh}" in taken:
            fresh += 1
        made.append(f"s{fresh}")
        taken.add(f"s{fresh}")
        if name:
            report(index, "RL554", f"two claims have the id `{name}`", f"this one is called `s{fresh}` here")
    return made


def counted(at: int, given: str) -> str:
    """The id of a claim that was written without one, if it counts the claims: then the answer can mean it."""
    return given if given == f"s{at + 1}" else ""


class Index:
    """Finds the claims that a reference names.

    Args:
        written: the ids as the answer has them, which may repeat; of claims with one id, a reference means the last
            one before it, or else the first.
    """

    def __init__(self, written: Sequence[str]) -> None:
        self._exact: dict[str, list[int]] = {}
        self._small: dict[str, list[int]] = {}
        self._numbers: dict[str, list[tuple[int, int]]] = {}
        for at, name in enumerate(written):
            if not name:
                continue
            self._exact.setdefault(name, []).append(at)
            self._small.setdefault(name.lower(), []).append(at)
            found = _NUMBERED.fullmatch(name.lower())
            if found is not None:
                self._numbers.setdefault(found[1], []).append((int(found[2]), at))
        for numbers in self._numbers.values():
            numbers.sort()
        prefixes = [prefix for prefix in self._numbers if prefix] or list(self._numbers)
        self._sole = prefixes[0] if len(prefixes) == 1 else None

    def one(self, word: str, before: int) -> int | None:
        """The claim that one word names, seen from a claim."""
        places = self._exact.get(word) or self._small.get(word.lower())
        if places is None and word.isdecimal() and len(word) < 10:
            return None if self._sole is None else self._numbered(self._sole, int(word), before)
        return _nearest(places, before) if places else None

    def _numbered(self, prefix: str, number: int, before: int) -> int | None:
        """The claim of a number, however many zeros are written before it."""
        places = self._small.get(f"{prefix}{number}") or [at for _, at in self._between(prefix, number, number)]
        return _nearest(places, before) if places else None

    def all(self, word: str, before: int) -> list[int] | None:
        """The claims that a word names, which may be a range; None if there are none."""
        one = self.one(word, before)
        if one is not None:
            return [one]
        ends = ends_of(word)
        if ends is None:
            return None
        prefix = ends[0].lower()
        if not prefix and "" not in self._numbers and len(self._numbers) == 1:
            prefix = next(iter(self._numbers))
        low, high = (self._numbered(prefix, end, before) for end in ends[1:])
        if low is None or high is None:
            return None
        numbers = dict.fromkeys(number for number, _ in self._between(prefix, ends[1], ends[2]))
        return [at for number in numbers if (at := self._numbered(prefix, number, before)) is not None]

    def _between(self, prefix: str, low: int, high: int) -> list[tuple[int, int]]:
        numbers = self._numbers.get(prefix, [])
        return numbers[bisect_left(numbers, (low, -1)) : bisect_right(numbers, (high, len(numbers) + 2**60))]


def _nearest(places: Sequence[int], before: int) -> int:
    """The last of the places before one, or else the first."""
    last = bisect_left(places, before)
    return places[last - 1] if last else places[0]


def opened(links: Sequence[Sequence[int]], report: Report) -> list[list[int]]:
    """The links without those that close a circle: each of these leads to a claim that rests on this one.

    Args:
        links: for each claim, the claims that it rests on.
    """
    kept: list[list[int]] = [[] for _ in links]
    state = [0] * len(links)  # 0 not met, 1 on the path, 2 done
    for start in range(len(links)):
        if state[start]:
            continue
        path = [(start, iter(links[start]))]
        state[start] = 1
        while path:
            node, rest = path[-1]
            for below in rest:
                if state[below] == 1:
                    hint = "the link that closes the circle is left out"
                    report(node, "RL556", "the claims rest on themselves", hint)
                    continue
                kept[node].append(below)
                if state[below] == 0:
                    state[below] = 1
                    path.append((below, iter(links[below])))
                    break
            else:
                state[node] = 2
                path.pop()
    return kept


def unfold(words: Iterable[str]) -> list[str]:
    """Rules or passages with their ranges written out, each once.

    >>> unfold(["e1-e3", "e7"]), unfold(["E009-E011"])
    (['e1', 'e2', 'e3', 'e7'], ['E009', 'E010', 'E011'])
    """
    found: list[str] = []
    for word in words:
        ends = ends_of(word)
        if ends is None or ends[2] - ends[1] > MOST:
            found.append(word)
        else:
            first = word[len(ends[0]) :]
            digits = len(first) - len(first.lstrip("0123456789")) if first.startswith("0") else 1
            found += [f"{ends[0]}{number:0{digits}}" for number in range(ends[1], ends[2] + 1)]
    return list(dict.fromkeys(found))
