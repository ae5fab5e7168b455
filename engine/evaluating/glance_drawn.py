"""One case in the completions chosen by chance: a bit each, nothing looked at that changes none of them.

Two completions that differ show that a target is open; and what is the same in all of them is worth a second look.
"""

from __future__ import annotations

from rulelang.engine.evaluating.glance_rows import Forces, Glanced, Glances, Known, is_true, rules_of
from rulelang.engine.evaluating.goal_rows import CONTEST, FACT, OPPOSED, REACHED
from rulelang.grammar.values import NONE


class Drawn:
    """In which completions each contest that was looked at comes to its outcome, and to the opposite."""

    __slots__ = ("against", "known", "made", "true")

    def __init__(self, made: Glances, known: Known) -> None:
        self.made, self.known = made, known
        self.true: dict[int, int] = {}
        self.against: dict[int, int] = {}

    def contest(self, node: int) -> int:
        """Goes through the rules from the strongest, as long as a completion is left."""
        rules = self.made.rules[node]
        if rules is None:
            rules = self.made.rules[node] = rules_of(self.made, node)
        true = against = 0
        rest = self.made.full
        get, masks = self.known.get, self.true
        for positive, body, exceptions in rules:
            where = rest
            # The same as `body`, written out: most of the time is spent here.
            for kind, reference, operand, sign, part, fits in body:
                if kind == FACT:
                    value = get(reference)
                    if value is not sign:
                        if value is not None:
                            break
                        where &= fits
                        if not where:
                            break
                elif kind == CONTEST:
                    mask = masks.get(reference)
                    if mask is None:
                        mask = self.contest(reference)
                    where &= mask if sign else ~mask
                    if not where:
                        break
                elif kind == REACHED:
                    value = get(reference)
                    if value is None:
                        where &= fits
                        if not where:
                            break
                    elif (value >= operand) is not sign:
                        break
                else:
                    where = self.body(((kind, reference, operand, sign, part, fits),), where)
                    if not where:
                        break
            else:
                if exceptions:
                    where &= ~self.forced(exceptions, where)
                if positive:
                    true |= where
                else:
                    against |= where
                rest &= ~where
                if not rest:
                    break
        masks[node], self.against[node] = true, against
        return true

    def body(self, body: Glanced, where: int) -> int:
        """Those of some completions in which a conjunction is true."""
        get = self.known.get
        for kind, reference, operand, sign, _, fits in body:
            if kind in (CONTEST, OPPOSED):
                if reference not in self.true:
                    self.contest(reference)
                mask = (self.true if kind == CONTEST else self.against)[reference]
                where &= mask if sign else ~mask
            else:
                value = get(reference)
                if value is None:
                    where &= fits
                elif value is NONE:
                    raise TypeError
                elif is_true(kind, value, operand) is not sign:
                    return 0
            if not where:
                return 0
        return where

    def forced(self, exceptions: Forces, where: int) -> int:
        """Those of some completions in which an exception is in force."""
        found = 0
        for body, above in exceptions:
            here = self.body(body, where & ~found)
            if here and above:
                here &= ~self.forced(above, here)
            found |= here
        return found
