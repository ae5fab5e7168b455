"""Which rules an answer applies: recall, precision, and how many of its citations are right (verification, N29)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.said import Held, Standing
from rulelang.verifier.warrant import Warrant


@dataclass(frozen=True, slots=True)
class Scope:
    """`cited` are the rules cited anywhere (clauses lifted to their rules), `gold` those of the nearest warrant.

    `right` are the cited gold rules of which every citation is a right application.  `recall` is |C n G| / |G|,
    `precision` |A| / |C| (0 where nothing is cited), `accuracy` the share of all citations that are right
    applications (None where nothing is cited).  Source: RuleWeaver, section 3.4.
    """

    cited: tuple[str, ...]
    gold: tuple[str, ...]
    right: tuple[str, ...]
    accuracy: Fraction | None

    @property
    def recall(self) -> Fraction:
        return Fraction(len(set(self.cited) & set(self.gold)), len(self.gold)) if self.gold else Fraction(1)

    @property
    def precision(self) -> Fraction:
        return Fraction(len(self.right), len(self.cited)) if self.cited else Fraction(0)

    @property
    def matches(self) -> bool | None:
        """Whether the rules applied are the reference set; None where no rule is identified."""
        return set(self.cited) == set(self.gold) if self.cited else None


def scope(inquiry: Inquiry, warrant: Warrant, applies: Callable[[Held, str], bool]) -> Scope:
    """The scope of an answer against one warrant; `applies` says whether a claim's citation is a right application."""
    rules = inquiry.matter.cited.rules
    reading = inquiry.reading
    everybody = [*reading.claims.values(), *([reading.decision] if reading.decision is not None else [])]
    cited = dict.fromkeys(rules.get(cite, cite) for claim in everybody for cite in claim.rules)
    gold = dict.fromkeys(rules[clause] for clause in warrant.clauses() if clause in rules)
    judged: list[tuple[str, bool]] = [
        (rules.get(cite, cite), applies(claim, cite))
        for claim in reading.here
        if claim.standing is not Standing.MALFORMED
        for cite in claim.rules
    ]
    wrong = {rule for rule, right in judged if not right}
    right = tuple(rule for rule in cited if rule in gold and rule not in wrong)
    accuracy = Fraction(sum(right for _, right in judged), len(judged)) if judged else None
    return Scope(tuple(cited), tuple(gold), right, accuracy)
