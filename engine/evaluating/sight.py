"""Whether a formula is certain at sight: looked at in three values, in the core program as it is.

For programs of which one thing is asked, as where the steps of an answer are replayed: most of these can be told at
once, and making a table of the program takes far longer than looking.  What is told is what `certain` tells; where
nothing is told, `certain` has to be asked.

What stays open after a look in three values is open in fact if no fact was met twice: then the parts of each formula
can be true and false independently of each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.exact import arithmetic
from rulelang.grammar.model import Constant_, Mode
from rulelang.grammar.values import NONE

Known: TypeAlias = Mapping[str, Constant_]
NOTHING: Known = {}

DEEPEST = 100
"""Contests and definitions that rest on longer chains than this are left to others."""


class _Standing(NamedTuple):
    """What can be seen of a contest."""

    certain: bool | None
    """The literal of a boolean contest that is established in every world."""
    possible: frozenset[bool | Mode | None]
    """The literals of rules that may apply (None: a value)."""


Verdict: TypeAlias = Literal["holds", "fails", "open", "unsure"]
"""In every world, in no world, in some; or it can't be seen."""


class Seen(NamedTuple):
    """What was seen, and the facts that were met on the way."""

    verdict: Verdict
    facts: frozenset[str]


def at_sight(program: c.Core, formula: c.Formula, known: Known = NOTHING) -> Seen:
    """What a formula comes to, these facts being known.

    >>> from rulelang.grammar.model import BooleanType
    >>> fact = c.FactTest("a")
    >>> program = c.Core({"a": c.GroundFact("a", "a", (), BooleanType(), None)}, {}, (), {}, (), (), ())
    >>> [at_sight(program, one).verdict for one in (fact, c.And((fact, c.FALSE)), c.Or((fact, c.Not(fact))))]
    ['open', 'fails', 'unsure']
    """
    if program.always or program.unlisted:
        return Seen("unsure", frozenset())
    sight = _Sight(program, known)
    truth = sight.formula(formula)
    if truth is not None:
        return Seen("holds" if truth else "fails", frozenset(sight.facts))
    return Seen("unsure" if sight.is_unsure else "open", frozenset(sight.facts))


class Sighted:
    """A whole program looked at once, from below, however long the chains in it: for one of which much is asked."""

    def __init__(self, program: c.Core, known: Known) -> None:
        self._sight: _Sight | None = None
        if not program.always and not program.unlisted:
            self._sight = _Sight(program, known)
            for block in program.blocks:
                for member in block.members:
                    self._sight.look_at(member)

    def truth(self, formula: c.Formula) -> bool | None:
        """True or False where the formula is certain, and that can be seen."""
        return None if self._sight is None else self._sight.formula(formula)


class _Sight:
    """One look at a program."""

    def __init__(self, program: c.Core, known: Known) -> None:
        self._core, self._known = program, known
        self.facts: set[str] = set()
        self.is_unsure = False
        """Whether something was met twice, or something that can't be seen."""
        self._contests: dict[str, _Standing | None] = {}
        self._definitions: dict[str, bool | None] = {}
        for block in program.blocks:
            if block.cyclic:  # rests on itself
                self._contests.update(dict.fromkeys(block.members))
                self._definitions.update(dict.fromkeys(block.members))
        self._depth = 0

    def look_at(self, key: str) -> None:
        """Looks at a contest or definition, to know it when it is met again."""
        if key in self._core.contests:
            self._contest(key)
        elif key in self._core.definitions and self._core.definitions[key].boolean:
            self._definition(key)

    def formula(self, formula: c.Formula) -> bool | None:
        match formula:
            case c.Truth(value):
                return value
            case c.Not(operand):
                return _negated(self.formula(operand))
            case c.And(parts):
                return self._all(parts)
            case c.Or(parts):
                return self._any(parts)
            case c.FactTest(fact):
                if isinstance(given := self._known.get(fact), bool):
                    return given
                self.is_unsure = self.is_unsure or fact in self.facts or self._core.facts[fact].nullable
                self.facts.add(fact)
                return None
            case c.Established(contest, literals):
                standing = self._contest(contest)
                if standing is None or (standing.certain is None and not standing.possible.isdisjoint(literals)):
                    return None
                return standing.certain in literals
            case c.Named(definition):
                return self._definition(definition)
            case c.NoneTest(c.OutcomeRead(contest)):
                standing = self._contest(contest)
                return True if standing is not None and not standing.possible else self._unseen()
            case c.Test(op, left, right):
                sides = self._value(left), self._value(right)
                found = None if None in sides else arithmetic.compare(op, *sides)  # type: ignore[arg-type]
                return found if isinstance(found, bool) else self._unseen()
            case _:
                return self._unseen()

    def _value(self, value: c.Value) -> Constant_ | None:
        """A value that is written down or given, other than NONE."""
        match value:
            case c.Constant(known):
                found: Constant_ | None = known
            case c.FactRead(fact):
                found = self._known.get(fact)
            case _:
                found = None
        return None if found is NONE else found

    def _unseen(self) -> bool | None:
        self.is_unsure = True
        return None

    def _all(self, parts: Sequence[c.Formula]) -> bool | None:
        found: bool | None = True
        for part in parts:
            truth = self.formula(part)
            if truth is False:
                return False
            if truth is None:
                found = None
        return found

    def _any(self, parts: Sequence[c.Formula]) -> bool | None:
        found: bool | None = False
        for part in parts:
            truth = self.formula(part)
            if truth:
                return True
            if truth is None:
                found = None
        return found

    def _contest(self, key: str) -> _Standing | None:
        if key in self._contests:
            standing = self._contests[key]
            if standing is None or (standing.certain is None and standing.possible):
                self.is_unsure = True
            return standing
        self._depth += 1
        standing = self._standing(self._core.contests[key]) if self._depth < DEEPEST else None
        self.is_unsure = self.is_unsure or standing is None
        self._contests[key] = standing
        self._depth -= 1
        return standing

    def _standing(self, contest: c.Contest) -> _Standing:
        rules = [self._core.rules[index] for index in contest.rules]
        applies = [self._applies(rule) for rule in rules]
        left = [place for place, truth in enumerate(applies) if truth is not False]
        literals: set[bool | Mode | None] = {rules[place].literal for place in left}
        possible = frozenset(literals)
        certain: bool | None = None
        if contest.kind is c.ContestKind.BOOLEAN:
            sure = [place for place in left if applies[place]]
            certain = next((wins for wins in (True, False) if _wins(wins, rules, contest, sure, left)), None)
        if certain is None and (len(possible) > 1 or (contest.kind is not c.ContestKind.BOOLEAN and possible)):
            self._unseen()
        return _Standing(certain, possible)

    def _applies(self, rule: c.GroundRule) -> bool | None:
        condition = self.formula(rule.condition)
        return False if condition is False else _both(condition, _negated(self._in_force(rule.exceptions)))

    def _in_force(self, exceptions: Sequence[c.GroundException]) -> bool | None:
        """Whether some exception is in force."""
        found: bool | None = False
        for exception in exceptions:
            condition = self.formula(exception.condition)
            if condition is not False:
                condition = _both(condition, _negated(self._in_force(exception.exceptions)))
            if condition:
                return True
            if condition is None:
                found = None
        return found

    def _definition(self, key: str) -> bool | None:
        if key in self._definitions:
            truth = self._definitions[key]
            self.is_unsure = self.is_unsure or truth is None
            return truth
        self._depth += 1
        truth = self._truth(self._core.definitions[key]) if self._depth < DEEPEST else self._unseen()
        self._definitions[key] = truth
        self._depth -= 1
        return truth

    def _truth(self, definition: c.GroundDefinition) -> bool | None:
        for condition, result in definition.cases:
            fits = self.formula(condition)
            if fits is None:
                return self._unseen()
            if fits:
                return self.formula(result)  # type: ignore[arg-type]  # a boolean definition: its cases are formulas
        return False


def _wins(
    literal: bool, rules: Sequence[c.GroundRule], contest: c.Contest, sure: Sequence[int], left: Sequence[int]
) -> bool:
    """Whether some rule for the literal surely applies and nothing that may apply beats it, while all that may oppose
    it is beaten by rules that surely apply.  `sure` and `left`: the places of those, and of all that may apply."""
    outranks = contest.outranks
    own = [place for place in sure if rules[place].literal is literal]
    others = [place for place in left if rules[place].literal is not literal]
    stands = any(all(place not in outranks[other] for other in others) for place in own)
    return stands and all(any(other in outranks[place] for place in own) for other in others)


def _negated(truth: bool | None) -> bool | None:
    return None if truth is None else not truth


def _both(left: bool | None, right: bool | None) -> bool | None:
    return False if left is False or right is False else None if left is None or right is None else True
