"""What is known of one claim: the integers that are put together for every answer, and what few claims have besides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from rulelang.verifier.said import Held
from rulelang.verifier.scoring.states import Jointly
from rulelang.verifier.scoring.ways import Way

Given: TypeAlias = tuple[int, int, tuple[tuple[int, tuple[int, ...], int], ...]]
"""All that a claim states and cites, itself and by its `from`; what that adds to all that is stated; and for each
judgment that wants passages its bit, the accepted sets, all that is cited."""

Alone: TypeAlias = dict[int, Given]
"""What a claim that draws on none gives, by the citations of its users that count for it."""

Stating: TypeAlias = "tuple[int, int, int, tuple[tuple[int, int, tuple[int, ...]], ...], Content]"
"""What of a content is put together where it draws on others, in this order:

- a `full` integer: what it states, its citations, what it adds to all that is stated, what it says;
- of this integer the part that is a `here` integer;
- what it states, where the citations that count for it are looked for;
- for each fact judgment that it settles its bit, an accepted set of passages, and the other sets;
- the content.
"""

Parts: TypeAlias = "tuple[int, int, More | None, Alone | None, int, Stating]"
"""What of a content is put together for every answer; `Lanes` lays the integers out.  In this order:

- which citations of its users count for it (N12);
- what it adds to the counters;
- where it concludes, or brings in a premise that may be loose, what is to be known of that;
- where it does not, what it gives by itself, as far as that was asked;
- its citations, as they count for the claims on which it draws;
- what it states, apart from these: most claims draw on none, and what is not looked at costs no way to memory.

Plain tuples, for one with names takes three times as long to take apart.
"""

COUNTS: Final = 1
MORE: Final = 2
UP: Final = 4
STATING: Final = 5
"""Where `Parts` have what they add to the counters, what is to be known of a conclusion, the citations that count for
the claims below, and what they state."""

OWN: Final = 0
HERE: Final = 1
CONTENT: Final = 4
"""Where `Stating` has the `full` integer, the `here` integer in it, and the content."""


def given_by(stating: Stating, taken: int, below: int) -> Given:
    """What a claim gives with the citations of its users that count for it, and with what is reached below it."""
    own, here, stated, passages, _ = stating
    reached = own | taken | below
    gained = here | taken & stated
    wants: list[tuple[int, tuple[int, ...], int]] = []
    for bit, accepted, alternatives in passages:
        if reached & accepted == accepted:
            gained |= bit
        else:
            wants.append((bit, (accepted, *alternatives), reached))
    return reached, gained, tuple(wants)


@dataclass(slots=True)
class Content:
    """What a claim says, which bits stand for that, and its parts."""

    held: Held
    said: int
    parts: Parts = field(init=False)
    jointly: dict[tuple[Jointly, ...], Content] = field(default_factory=dict["tuple[Jointly, ...]", "Content"])


@dataclass(slots=True)
class More:
    """What few claims have."""

    said: int
    rules: int
    """The rules that it cites itself."""
    needs: int
    """The clauses that what it concludes needs by any warrant."""
    loose: tuple[tuple[int, bool], ...]
    """Premises that the case doesn't entail: the subjects that each is about, and whether it is contradicted."""
    roots: bool
    """It states a target by itself: it enters the decision, whatever draws on it."""
    concludes: int
    """The conclusions that it states, and above them those that it states rightly."""
    asks: bool
    """Whether it hangs on other claims what it concludes, or whether its step is valid."""
    steps: dict[tuple[int, int], bool] | None
    """Whether its step is valid, by the rules below it and what the others say; None: never."""
    way: Way
    """The way to what it concludes: no other rule that is cited bears on the step."""
    applies: int
    """Of its citations, by their places, those that it applies rightly where the step is valid."""
    right: int
    """What the counters get where the step is valid."""
    wrong_then: int
    wrong: int
    """The gold rules that it cites and does not apply, where the step is valid and where it is not."""
    grounds: tuple[int, ...]
    """Accepted sets of passages of what it states (policy `answer`)."""
    relevant: int
    """Of what stands below it the bits that matter: the rules that bear on its step, and all judgments."""
    bearing: int = 0
    """Of all that was said by any answer what bears on its step."""
    found: dict[tuple[int, ...], Drawn] = field(default_factory=dict["tuple[int, ...]", "Drawn"])
    """By what stands below it, what is cited on it and what others say."""


Drawn: TypeAlias = tuple[int, int, int]
"""The number of a conclusion (0: none), what the counters get, which gold rules are cited with it and not applied."""
