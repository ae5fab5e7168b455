"""What a check finds: code, layer, the judgment that it is about, claim and place, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from rulelang.engine import core


class Check(IntEnum):
    """The five checks of a warrant (RGDT-Bench, section 3.3), in the order in which one fault is charged."""

    RULE_USE = 1
    CONDITION = 2
    EVIDENCE = 3
    AGGREGATION = 4
    OUTCOME = 5

    @property
    def title(self) -> str:
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of one check.

    `about` is the judgment or target; `claim` the claim at which it is found (None: the answer as a whole, "" the
    decision) and `pointer` its place; `instead` is what would have been right.  `root`: the finding stands by itself;
    else `follows` names the kind and subject of the finding that it follows from (verification, N22).
    """

    code: str
    check: Check
    kind: str
    subject: str
    words: str
    about: core.Formula | None = None
    claim: str | None = None
    pointer: str | None = None
    instead: str | None = None
    root: bool = True
    follows: str | None = None

    @property
    def name(self) -> str:
        return f"{self.kind} {self.subject}"


def roots(found: Iterable[tuple[Check, bool]]) -> frozenset[Check]:
    """The checks where the faults of an answer belong (N22), from those that fail and whether what is found stands by
    itself; where all of it follows from something that no check asks for, the first that fails (a fault has a root).

    >>> sorted(roots([(Check.CONDITION, True), (Check.OUTCOME, False)])), sorted(roots([(Check.OUTCOME, False)]))
    ([<Check.CONDITION: 2>], [<Check.OUTCOME: 5>])
    """
    told = tuple(found)
    standing = frozenset(check for check, root in told if root)
    return standing if standing or not told else frozenset((min(check for check, _ in told),))


UNCITED = "RL470"
UNKNOWN_RULE = "RL471"
MISSING = "RL472"
COARSE = "RL473"
WRONG = "RL474"
CONTRADICTORY = "RL475"
MISQUOTED = "RL476"
FALSE_PREMISE = "RL477"
UNSUPPORTED = "RL478"
NO_SUPPORT = "RL479"
NOT_ENTERING = "RL480"
DISAGREE = "RL481"
NOT_DERIVED = "RL482"
WRONG_LOGIC = "RL483"
WRONG_DECISION = "RL484"
NO_DECISION = "RL485"
SURPLUS = "RL486"
MALFORMED = "RL487"
FOREIGN = "RL488"
UNKNOWN_PASSAGE = "RL489"
MISQUOTE = "RL457"
WEAK = "RL458"
MISPLACED = "RL590"
