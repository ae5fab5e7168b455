"""An assertion as it is held against a case: how it stands, and what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rulelang.engine import core
from rulelang.grammar.model import Mode
from rulelang.verifier import expand
from rulelang.verifier.claims import Assertion, OtherUnit
from rulelang.verifier.linear import quantity_of
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.variables import mentions
from rulelang.verifier.warrant import Verdict


class Standing(StrEnum):
    """How an assertion stands to the rules and the case."""

    ENTAILED = "ENTAILED"
    CONTRADICTED = "CONTRADICTED"
    UNSUPPORTED = "UNSUPPORTED"
    FOREIGN = "FOREIGN"
    MALFORMED = "MALFORMED"


class Mood(StrEnum):
    """What kind of thing an assertion is."""

    HOLDS = "holds"
    UNSETTLED = "unsettled"
    CLASHES = "clashes"
    RULE = "rule"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Said:
    """An assertion with its ground statement and its standing.

    `statement` is what is said to hold (of `UNKNOWN p` and `CONFLICT p` the p; of `TRIGGERED r` its condition where
    that is one leaf); `value` is set instead where a value is said to be unknown.  `reason` says why it stands so,
    `weak` that only the weak form of a norm holds (`NOT MUST a` for `NEED NOT a`).  `together`: the parts of a claim
    say it of a condition together; it is about that condition alone, what else is wrong with it is the parts'.
    `besides` are the comparisons of a value that is rightly said to be unknown which are settled all the same: of these
    it says nothing.  `inside` are the literals and values that are known in a condition which is rightly said to be
    unknown: by them it hangs together with other conditions.  `idle` is what is said where that is always so: the
    statement is then about nothing, and what the words speak of is seen here alone.  `jointly` says of the first open
    part of a claim that is false as a whole, though none of its parts is, why: the claim is CONTRADICTED, its parts are
    judged each by itself, as if each had a claim of its own (N8).
    """

    assertion: Assertion
    mood: Mood
    statement: core.Formula | None
    standing: Standing
    reason: str = ""
    value: core.Value | None = None
    weak: bool = False
    besides: tuple[core.Formula, ...] = ()
    inside: tuple[core.Formula, ...] = ()
    together: bool = False
    idle: core.Formula | None = None
    jointly: str = ""

    @property
    def subject(self) -> core.Formula | None:
        """What it speaks of, as a formula: of a value that is said to be open, whether there is one."""
        return self.statement if self.value is None else core.NoneTest(self.value)

    @property
    def text(self) -> str:
        return self.assertion.text


@dataclass(frozen=True, slots=True)
class Held:
    """A claim (or the decision, whose id is empty) with what it says."""

    id: str
    pointer: str
    sources: tuple[str, ...]
    rules: tuple[str, ...]
    evidence: tuple[str, ...]
    world: Literal["asked", "given"]
    said: tuple[Said, ...]
    quote: str | None = None

    @property
    def text(self) -> str:
        return " AND ".join(dict.fromkeys(said.text for said in self.said))

    @property
    def standing(self) -> Standing:
        """The worst of its assertions, and of what they come to together."""
        found = {said.standing for said in self.said}
        if any(said.jointly for said in self.said):
            found.add(Standing.CONTRADICTED)
        for standing in (Standing.MALFORMED, Standing.FOREIGN, Standing.CONTRADICTED, Standing.UNSUPPORTED):
            if standing in found:
                return standing
        return Standing.ENTAILED


def why(claim: Held) -> str:
    """Why a claim stands as it does."""
    reasons = (said.reason for said in claim.said if said.standing is claim.standing)
    return next(reasons, next((said.jointly for said in claim.said if said.jointly), ""))


def is_same(statement: core.Formula, leaf: core.Formula) -> bool:
    """Whether one is the other or its contrary; a condition over one instance is what it says of this one."""
    match statement, leaf:
        case core.Not(operand), _:
            return is_same(operand, leaf)
        case _, core.Not(operand):
            return is_same(statement, operand)
        case _, core.And((only,)) | core.Or((only,)):
            return statement == leaf or is_same(statement, only)
        case _:
            return statement == leaf


def prescribed(said: Said) -> core.Formula | None:
    """The duty or prohibition that is said to be: `MUST NOT a` where that is said, or that `MAY a` is not so (N19)."""
    if said.mood is not Mood.HOLDS:
        return None
    match said.statement:
        case core.Established(_, ("MUST",) | ("MUST NOT",)) as norm:
            return norm
        case core.Not(core.Established(contest, ("MAY", "MUST"))):
            return core.Established(contest, ("MUST NOT",))
        case core.Not(core.Established(contest, ("NEED NOT", "MUST NOT"))):
            return core.Established(contest, ("MUST",))
        case _:
            return None


def is_opposite(norm: core.Formula | None, leaf: core.Formula) -> bool:
    """Whether one is a duty and the other the prohibition of the same: they exclude each other, so that whoever says
    one denies the other (N8)."""
    match norm, leaf:
        case core.Established(one, literals), core.Established(other, others):
            return one == other and {literals, others} == {("MUST",), ("MUST NOT",)}
        case _:
            return False


def takes_in_conflict(said: Said, leaf: core.Formula) -> bool:
    """Whether a conflict that is said to be is one over a leaf too: what stands against `MUST NOT a` is for `MAY a`, so
    that `CONFLICT MUST NOT a` says that `MAY a` is in conflict.  Not the other way round: over `MAY a` a duty may stand
    against `NEED NOT a`."""
    match said.statement, expand.bare(leaf):
        case core.Established(one, literals), core.Established(other, others):
            return said.mood is Mood.CLASHES and one == other and others == _AGAINST.get(literals)
        case _:
            return False


_AGAINST: Mapping[tuple[bool | Mode, ...], tuple[bool | Mode, ...]] = {
    ("MUST",): ("NEED NOT", "MUST NOT"),
    ("MUST NOT",): ("MAY", "MUST"),
    (True,): (False,),
    (False,): (True,),
}


def leaves_open(said: Said, target: core.Formula) -> bool:
    """Whether a part of the decision speaks of the action of a target and settles nothing of it: a hedge.

    A norm on its own lists the action; of the other norm it says nothing, and that one is not in the set (N20): by
    `MAY a` and by `NEED NOT a` the action is neither obliged nor forbidden.
    """
    spoken = said.statement if said.idle is None else said.idle
    if not isinstance(target, core.Established) or spoken is None:
        return False
    norm = expand.bare(spoken)
    if said.mood is Mood.HOLDS and isinstance(norm, core.Established) and said.idle is None:
        return norm.contest == target.contest and _side(norm) == _side(target)
    return ("contest", target.contest) in expand.names(spoken)


def gives_another_unit(said: Said, target: core.Formula) -> bool:
    """Whether an assertion gives in another unit the value that a target asks for, or denies one: then it decides for
    another one, for another unit contradicts whatever denies it (N28)."""
    asked = value_asked(target)
    equal = expand.equation(target)
    wanted = asked if equal is None else equal[0]
    match expand.bare(without_unit(said)):
        case core.Test("!=", left, right):
            given = expand.equation(core.Test("=", left, right))
        case compared:
            given = expand.equation(compared)
    return given is not None and given[0] == wanted


def is_open(said: Said) -> bool:
    """Whether something is said to be unresolved."""
    return said.mood in (Mood.UNSETTLED, Mood.CLASHES)


def told_of(said: Said) -> tuple[core.Value, ...]:
    """The values of which an assertion tells: those that it reads, or the one that it says is unknown."""
    if said.value is not None:
        return (said.value,)
    return () if said.statement is None else expand.reads(said.statement)


def judge_open(said: Said, asked: core.Value) -> Verdict | None:
    """What an assertion says where a value is asked for that is open: that it is, or some value instead."""
    if is_open(said):
        return Verdict.OPEN if said.value == asked else None
    if said.statement is None:
        return None
    equal = expand.equation(said.statement)
    given = equal is not None and equal[0] == asked
    return Verdict.FALSE if given or said.statement == core.NoneTest(asked) else None


def without_unit(said: Said) -> core.Formula:
    """What is said to hold, of a comparison in another unit what it would say in the right one."""
    assert said.statement is not None
    match said.statement:
        case core.And((compared, core.Truth(False))) if isinstance(said.assertion.content, OtherUnit):
            return compared
        case statement:
            return statement


def concerns(said: Said, leaf: core.Formula) -> bool:
    """Whether an assertion is about a leaf, whatever it says of it (N9)."""
    if said.value is not None:
        return said.value in expand.reads(leaf)
    if said.statement is None:
        return False
    if said.together:
        return expand.bare(said.statement) == leaf
    inner = expand.leaves(said.statement)
    if leaf in inner or said.statement == leaf:
        return True
    if isinstance(leaf, core.Test | core.And | core.Or):
        quantities = set(expand.reads(leaf))
        if any(isinstance(one, core.Test) and quantities & set(expand.reads(one)) for one in inner):
            return True
        if not compared_in(inner).isdisjoint(compared_in(expand.leaves(leaf))):
            return True
        # Two quantified conditions may share the range that they run over, and yet neither is about the other.
        return bool(inner) and set(inner) <= {*expand.leaves(leaf), *expand.inner(leaf)}
    if isinstance(leaf, core.Established):
        if is_opposite(prescribed(said), leaf):
            return True
        return any(
            isinstance(one, core.Established) and one.contest == leaf.contest and _side(one) == _side(leaf)
            for one in inner
        )
    return bool(mentions(leaf) & mentions(said.statement)) if not isinstance(leaf, core.FactTest) else False


def touches(said: Said) -> frozenset[object]:
    """The leaves and quantities by which an assertion may be about a leaf: `concerns` never holds where none of them is
    among what the leaf is `touched_by`.  So those about a leaf are found without asking each of them."""
    if said.statement is None:
        return frozenset(() if said.value is None else (said.value,))
    inner = expand.leaves(said.statement)
    found: set[object] = {said.statement, expand.bare(said.statement), *mentions(said.statement), *compared_in(inner)}
    found.update(read for one in inner for read in expand.reads(one))
    found.update(one.contest if isinstance(one, core.Established) else one for one in inner)
    return frozenset(found if said.value is None else {*found, said.value})


def touched_by(leaf: core.Formula) -> frozenset[object]:
    """What an assertion that is about a leaf has in common with it."""
    inner = (*expand.leaves(leaf), *expand.inner(leaf))
    found: set[object] = {leaf, *mentions(leaf), *compared_in(inner), *expand.reads(leaf)}
    found.update(one.contest if isinstance(one, core.Established) else one for one in inner)
    return frozenset(found)


def compared_in(leaves: Iterable[core.Formula]) -> set[tuple[object, ...]]:
    """The quantities that some comparisons compare: a count reads no value, and yet two bounds of it are about one."""
    return {quantity for leaf in leaves if (quantity := quantity_of(leaf)) is not None}


def _side(leaf: core.Established) -> str:
    """The norm variable: duty (MUST, NEED NOT) or permission (MUST NOT, MAY); an outcome has one variable."""
    first = leaf.literals[0]
    return "duty" if first in ("MUST", "NEED NOT") else "permission" if isinstance(first, str) else "outcome"
