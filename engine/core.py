"""The core program: what is left of a rule base for one selection, one list of entities and some targets.

Everything is ground: no variables, no quantifiers, no operators.  It does not depend on the facts' values, so one
core serves all cases that have the same entities and stipulations.  `ground` makes it; the evaluator (`goal`,
`lanes`, `rails`) and the solver's encoding both read it, and neither is defined in terms of the other.

Definitions of all terms: docs/semantics.md (core program, contest, literal, rank, world).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Literal as Choice
from typing import TypeAlias

from rulelang.grammar.model import Constant_, Mode, Table, Type

# ------------------------------------------------------------------------------------------- ground formulas


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool


@dataclass(frozen=True, slots=True)
class FactTest:
    """The boolean fact of this key is true (`flights(r1, s1)`, `DONE cancel(r1)`)."""

    fact: str


@dataclass(frozen=True, slots=True)
class Established:
    """One of these literals of the contest is established.

    A test of an outcome has one literal (True: `p`; False: `REJECTED p`); MAY a has ("MAY", "MUST"), NEED NOT a
    has ("NEED NOT", "MUST NOT").
    """

    contest: str
    literals: tuple[bool | Mode, ...]


@dataclass(frozen=True, slots=True)
class Not:
    operand: Formula


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison: an open test where a side is undefined (equal tests are one test and have one truth value)."""

    op: Choice["=", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class NoneTest:
    """`v = NONE`.  Of an outcome: no rule stands for a value of it, or one stands for NONE.

    An open test where the operand is undefined for any other reason.
    """

    operand: Value


@dataclass(frozen=True, slots=True)
class Named:
    """A boolean DEFINE at these arguments: `Core.definitions[key]`."""

    definition: str


Formula: TypeAlias = Truth | FactTest | Established | Not | And | Or | Test | NoneTest | Named

TRUE = Truth(True)
FALSE = Truth(False)

# --------------------------------------------------------------------------------------------- ground values


@dataclass(frozen=True, slots=True)
class Constant:
    value: Constant_


@dataclass(frozen=True, slots=True)
class Undefined:
    """Undefined whatever the facts: the reason in words ("outside year 1990 to 2030")."""

    reason: str


@dataclass(frozen=True, slots=True)
class FactRead:
    fact: str


@dataclass(frozen=True, slots=True)
class OutcomeRead:
    contest: str


@dataclass(frozen=True, slots=True)
class NamedRead:
    """A valued DEFINE at these arguments: `Core.definitions[key]`."""

    definition: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """`column` counts from zero; no fitting row gives NONE."""

    table: str
    column: int
    args: tuple[Value, ...]
    label: str = field(default="", compare=False)
    """The column as rules write it: `bracket.rate`; the table's name where it has one column."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    op: Choice["+", "-", "*", "/"]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Minus:
    operand: Value


@dataclass(frozen=True, slots=True)
class Shift:
    base: Value
    by: Value


@dataclass(frozen=True, slots=True)
class Call:
    function: Choice["ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST", "YEAR", "MONTH", "DAY", "DATE"]
    args: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Elapsed:
    unit: Choice["YEARS", "MONTHS", "DAYS"]
    start: Value
    end: Value


@dataclass(frozen=True, slots=True)
class CountOf:
    """How many of these hold (COUNT OF x IN t WHERE (…) too)."""

    conditions: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """SUM, MIN or MAX of the values whose guard is true; the others are not read.  MIN and MAX of none: undefined."""

    fold: Choice["SUM", "MIN", "MAX"]
    items: tuple[tuple[Formula, Value], ...]


@dataclass(frozen=True, slots=True)
class Selected:
    """The value of the first case whose condition is true, undefined if none is.

    Made where a value's argument is not known before the facts are (`allowance(carried(b))`): a choice over the
    members of the sort.
    """

    cases: tuple[tuple[Formula, Value], ...]


Value: TypeAlias = (
    Constant | Undefined | FactRead | OutcomeRead | NamedRead | Lookup
    | Arithmetic | Minus | Shift | Call | Elapsed | CountOf | Fold | Selected
)

# ---------------------------------------------------------------------------------------------------- program


@dataclass(frozen=True, slots=True)
class GroundFact:
    """A fact instance.  `domain` holds the members where the type is a sort or the value is a case's entity.

    `nullable`: the program says that it may be NONE, so where it is unknown that is one more of its values.
    """

    key: str
    name: str
    args: tuple[Constant_, ...]
    type: Type
    domain: tuple[Constant_, ...] | None
    done: bool = False
    nullable: bool = False


class Rank(IntEnum):
    DEFAULT = 0
    ORDINARY = 1
    STRICT = 2


class Kind(StrEnum):
    """What a ground rule comes from."""

    BASE = "base"
    EXCEPTION = "exception"
    RIVAL = "rival"
    IRONCLAD = "ironclad"
    CONCEPT = "concept"
    STIPULATION = "stipulation"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class GroundException:
    """In force iff the condition is true and none of its own exceptions is in force."""

    id: str
    condition: Formula
    exceptions: tuple[GroundException, ...]


@dataclass(frozen=True, slots=True)
class GroundRule:
    """One outcome of one clause at one binding.

    `clause` is the canonical identifier of the unit that it comes from (a rule, or one of its clauses; "GIVEN" for
    a stipulation, "DEFAULT" for a default, the concept's name for an inclusion); `number` tells apart the outcomes
    of one clause; `key` is unique in the core, for instance `raise.limit[c=c1, n=2]`, with `#2` appended for the
    second outcome.  `literal` is the head for a boolean outcome or an action, `value` for a valued outcome (exactly
    one of the two is set).
    """

    key: str
    clause: str
    rule: str
    kind: Kind
    number: int
    binding: tuple[tuple[str, Constant_], ...]
    contest: str
    literal: bool | Mode | None
    value: Value | None
    condition: Formula
    exceptions: tuple[GroundException, ...]
    rank: Rank


@dataclass(frozen=True, slots=True)
class GroundLimit:
    """`THEN v <= e`: where it applies, the value of the contest is cut to `bound`."""

    key: str
    clause: str
    rule: str
    binding: tuple[tuple[str, Constant_], ...]
    op: Choice["<=", ">="]
    bound: Value
    condition: Formula
    exceptions: tuple[GroundException, ...]


class ContestKind(StrEnum):
    BOOLEAN = "boolean"
    ACTION = "action"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Contest:
    """An outcome instance or an action instance with the rules that compete in it.

    `rules` are indices into `Core.rules`, in a fixed order that extends "outranks" (what outranks stands first).
    `outranks[i]` holds the positions in `rules` of the rules that rule number i of this contest outranks (rank and
    precedence order together).
    """

    key: str
    kind: ContestKind
    name: str
    args: tuple[Constant_, ...]
    type: Type | None
    rules: tuple[int, ...]
    outranks: tuple[frozenset[int], ...]
    limits: tuple[GroundLimit, ...] = ()
    domain: tuple[Constant_, ...] | None = None
    """The members where the type is a sort: a value that is none of them is undefined."""


@dataclass(frozen=True, slots=True)
class GroundDefinition:
    """A DEFINE at some arguments: the first case whose condition is true gives it.

    `cases` hold formulas where `boolean`, else values; where no case fits, a boolean is false and a value undefined.
    """

    key: str
    name: str
    args: tuple[Constant_, ...]
    type: Type
    boolean: bool
    cases: tuple[tuple[Formula, Formula | Value], ...]
    domain: tuple[Constant_, ...] | None = None
    """The members where the type is a sort: a value that is none of them is undefined."""


@dataclass(frozen=True, slots=True)
class Block:
    """A strongly connected component of contests and definitions, evaluated bottom-up.

    `cyclic`: it contains a cycle.  `broken`: the cycle passes through a strict dependency (NOT, an exception, a
    comparison, an expression or an aggregate), so what it concludes is open; `cycle` shows it.
    """

    members: tuple[str, ...]
    cyclic: bool = False
    broken: bool = False
    cycle: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Core:
    """See the module's docstring.  Keys: `name` or `name(arg, arg)`; contests, facts and definitions share no key
    (a fact `DONE a` has the key "DONE a").  `blocks` hold every contest and definition once, bottom-up."""

    facts: Mapping[str, GroundFact]
    contests: Mapping[str, Contest]
    rules: tuple[GroundRule, ...]
    definitions: Mapping[str, GroundDefinition]
    blocks: tuple[Block, ...]
    always: tuple[Formula, ...]
    """The ALWAYS declarations that bear on facts of the core (directly or through each other)."""
    targets: tuple[Formula | Value, ...]
    tables: Mapping[str, Table] = field(default_factory=dict[str, "Table"])
    """The tables that `Lookup` reads, by name."""
    unlisted: tuple[str, ...] = ()
    """Sorts that ANY, EVERY or an aggregate ran over and that the case does not list; what these say is open."""
    listed: tuple[str, ...] = ()
    """Sorts whose entities the case lists and the core depends on, be it on how many there are alone."""


INCOMPATIBLE_MODES: frozenset[frozenset[Mode]] = frozenset(
    {frozenset({"MUST", "NEED NOT"}), frozenset({"MUST", "MUST NOT"}), frozenset({"MUST NOT", "MAY"})}
)


def incompatible(left: bool | Mode | Constant_, right: bool | Mode | Constant_, kind: ContestKind) -> bool:
    """Whether two literals of one contest exclude each other (semantics, part 1).

    >>> incompatible("MAY", "MUST NOT", ContestKind.ACTION), incompatible("MAY", "MUST", ContestKind.ACTION)
    (True, False)
    """
    if kind is ContestKind.ACTION:
        return frozenset({left, right}) in INCOMPATIBLE_MODES
    return left != right
