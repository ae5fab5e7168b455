"""The resolved program: every name bound, every expression typed, strings read by their position.

`resolve` makes it from syntax trees, the engine gives it its meaning.  Formulas and values carry no spans (equal
ones are shared, and a cached program loads fast); rules, clauses, declarations and cases do.

Things are named by full dotted names.  Three name spaces, told apart by position: sorts; what is said (facts,
outcomes, actions, concepts, definitions, tables); rules and clauses.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from rulelang.grammar.source import Span
from rulelang.grammar.values import Duration, NoneValue

Mode: TypeAlias = Literal["MUST", "MUST NOT", "MAY", "NEED NOT"]

Constant_: TypeAlias = int | Fraction | str | datetime.date | datetime.datetime | Duration | NoneValue
"""A known value.  Numbers are exact: int where whole, else Fraction (see `values.exact`); members, entities and
texts are str (integer sorts: int).  Never bool, never float."""

# ------------------------------------------------------------------------------------------------------ types


@dataclass(frozen=True, slots=True)
class BooleanType:
    pass


@dataclass(frozen=True, slots=True)
class NumberType:
    integer: bool = False
    low: Fraction | None = None
    high: Fraction | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class DateType:
    pass


@dataclass(frozen=True, slots=True)
class TimeType:
    pass


@dataclass(frozen=True, slots=True)
class DurationType:
    unit: Literal["MONTHS", "DAYS"] | None = None
    """MONTHS or DAYS (days, hours and minutes compare with each other); None: not known, not comparable."""


@dataclass(frozen=True, slots=True)
class TextType:
    pass


@dataclass(frozen=True, slots=True)
class SortType:
    name: str


Type: TypeAlias = BooleanType | NumberType | DateType | TimeType | DurationType | TextType | SortType


@dataclass(frozen=True, slots=True)
class Sort:
    """A finite sort.  `members` is None where the case lists the entities; integer sorts have int members.

    A `ONE OF` of a declaration is a sort too, named after it (`reason` of FACT reason … ONE OF).
    """

    name: str
    members: tuple[str, ...] | range | None
    labels: Mapping[str, str]
    """Member -> label, where one is written."""
    gloss: str | None
    span: Span = field(compare=False, repr=False, kw_only=True)


# ------------------------------------------------------------------------------------- formulas and values


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool


@dataclass(frozen=True, slots=True)
class FactHolds:
    """A boolean fact, `flights(r, s)`."""

    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class OutcomeHolds:
    """A boolean outcome or concept: `p` is established."""

    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """`NOT p` is established."""

    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class NormHolds:
    """A norm in a condition (MAY is true under MUST, NEED NOT under MUST NOT).

    `REJECTED MUST a` is resolved to its opposite norm.
    """

    mode: Mode
    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """The fact that action a was done."""

    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Violated:
    """(MUST a AND NOT DONE a) OR (MUST NOT a AND DONE a)."""

    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class DefinitionHolds:
    """A boolean DEFINE at these arguments."""

    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    operand: Formula


@dataclass(frozen=True, slots=True)
class And:
    """All of these.  `x BETWEEN low AND high` is resolved to the comparisons with its ends; `between` says that it was
    written so: it is one comparison, and its parts are no conditions of their own."""

    parts: tuple[Formula, ...]
    between: bool = False


@dataclass(frozen=True, slots=True)
class Or:
    """One of these.  `x IN {a, b}` is resolved to the comparisons with its members; `listed` says that it was written
    so: it is one comparison, and its parts are no conditions of their own."""

    parts: tuple[Formula, ...]
    listed: bool = False


CompareOp: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Compare:
    """Both sides have one type and one unit.  BETWEEN is resolved to an And of these that says
    so (`between`), IN {…} to an Or (`listed`).

    Equality with NONE is `IsNone`.
    """

    op: CompareOp
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class IsNone:
    operand: Value


@dataclass(frozen=True, slots=True)
class Before:
    """The left entity is listed before the right one."""

    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class SortRange:
    sort: str


@dataclass(frozen=True, slots=True)
class RelationRange:
    """The last argument of a boolean fact runs: `s IN flights(r)`; `sort` is that argument's sort."""

    fact: str
    args: tuple[Value, ...]
    sort: str


@dataclass(frozen=True, slots=True)
class Binder:
    variable: str
    range: SortRange | RelationRange


@dataclass(frozen=True, slots=True)
class Quantified:
    quantifier: Literal["ANY", "EVERY"]
    binder: Binder
    body: Formula


Formula: TypeAlias = (
    Truth | FactHolds | OutcomeHolds | Rejected | NormHolds | Done | Violated | DefinitionHolds
    | Not | And | Or | Compare | IsNone | Before | Quantified
)


@dataclass(frozen=True, slots=True)
class Constant:
    """A known value with the unit in which it was written or read (None: pure number, or no number)."""

    value: Constant_
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable bound by FOR EACH, a quantifier or an aggregate, or a parameter of a definition."""

    name: str


@dataclass(frozen=True, slots=True)
class FactValue:
    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class OutcomeValue:
    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class DefinitionValue:
    name: str
    args: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class TableValue:
    """A table look-up; `column` is the value column's name (the table's own name where there is only one)."""

    name: str
    column: str
    args: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """On numbers and durations, and `date - date`; date plus or minus durations is `Shift`."""

    op: Literal["+", "-", "*", "/"]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Minus:
    operand: Value


@dataclass(frozen=True, slots=True)
class Shift:
    """A date or time plus a duration (a chain of + and - is summed into one duration first)."""

    base: Value
    by: Value


@dataclass(frozen=True, slots=True)
class Call:
    """ROUND, FLOOR, CEIL (one argument: to whole numbers; two: to a multiple of the second), ABS, LEAST, GREATEST,
    YEAR, MONTH, DAY, DATE.  `ROUND(x, 0.001)` rounds half away from zero."""

    function: Literal["ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST", "YEAR", "MONTH", "DAY", "DATE"]
    args: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Elapsed:
    """Completed years, months or days from one date to another."""

    unit: Literal["YEARS", "MONTHS", "DAYS"]
    start: Value
    end: Value


@dataclass(frozen=True, slots=True)
class Count:
    binder: Binder
    where: Formula | None


@dataclass(frozen=True, slots=True)
class CountOf:
    conditions: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    fold: Literal["SUM", "MIN", "MAX"]
    body: Value
    binder: Binder
    where: Formula | None


Value: TypeAlias = (
    Constant | Variable | FactValue | OutcomeValue | DefinitionValue | TableValue
    | Arithmetic | Minus | Shift | Call | Elapsed | Count | CountOf | Fold
)

# ------------------------------------------------------------------------------------------------ declarations


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Fact:
    """A declared fact, or a sentence that no rule concludes (`sentence`; its name is the sentence in quotes)."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type
    gloss: str | None
    default: Constant | Truth | None = None
    within: Constant | None = None
    fixed: bool = False
    sentence: bool = False
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A declared outcome or concept, or a sentence that some rule concludes."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type
    gloss: str | None
    default: Value | Truth | None = None
    within: Constant | None = None
    concept: bool = False
    sentence: bool = False
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    parameters: tuple[Parameter, ...]
    gloss: str | None
    default: Mode | None = None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DefinitionCase:
    """`condition` None: no IF (always, or OTHERWISE as the last case)."""

    condition: Formula | None
    value: Value | Formula
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Definition:
    """Cases are read from the top.  A boolean definition's values are formulas."""

    name: str
    parameters: tuple[Parameter, ...]
    type: Type
    gloss: str | None
    cases: tuple[DefinitionCase, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class KeySet:
    """Matches one of these values (a list in a cell; one value is a list of one)."""

    values: frozenset[Constant_]


@dataclass(frozen=True, slots=True)
class KeyRange:
    """Matches values between the bounds; None is open to that side."""

    low: Constant_ | None
    low_open: bool
    high: Constant_ | None
    high_open: bool


@dataclass(frozen=True, slots=True)
class KeyAny:
    pass


@dataclass(frozen=True, slots=True)
class KeyOther:
    """What no other row fits, the other keys of the row being as they are."""


Key: TypeAlias = KeySet | KeyRange | KeyAny | KeyOther


@dataclass(frozen=True, slots=True)
class TableRow:
    keys: tuple[Key, ...]
    values: tuple[Constant_ | bool, ...]
    """One for each column."""
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Table:
    """A look-up table in long form (crossed tables are unfolded); at most one row fits a key; none: NONE."""

    name: str
    parameters: tuple[Parameter, ...]
    columns: tuple[str, ...]
    types: tuple[Type, ...]
    """The type of each column."""
    gloss: str | None
    rows: tuple[TableRow, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


# ------------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class Conclude:
    name: str
    args: tuple[Value, ...]
    positive: bool


@dataclass(frozen=True, slots=True)
class ConcludeNorm:
    mode: Mode
    name: str
    args: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Assign:
    name: str
    args: tuple[Value, ...]
    value: Value


@dataclass(frozen=True, slots=True)
class Limit:
    """A cap or floor: where the rule applies, the value that v comes to have is cut to it."""

    name: str
    args: tuple[Value, ...]
    op: Literal["<=", ">="]
    value: Value


Head: TypeAlias = Conclude | ConcludeNorm | Assign | Limit


@dataclass(frozen=True, slots=True)
class AbstractOr:
    suffix: str
    gloss: str | None
    condition: Formula
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class AbstractTo:
    """`atom` is a FactHolds or OutcomeHolds of the condition, or on the THEN side an outcome of the rule."""

    suffix: str
    atom: FactHolds | OutcomeHolds
    concept: OutcomeHolds
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Additive:
    suffix: str
    gloss: str | None
    condition: Formula | None
    outcomes: tuple[Head, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Negate:
    suffix: str
    side: Literal["IF", "THEN"] | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ExceptionClause:
    """`to`: the suffix of the exception or rival that it excepts; None: the base."""

    suffix: str
    gloss: str | None
    to: str | None
    condition: Formula
    outcomes: tuple[Head, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ConflictClause:
    suffix: str
    gloss: str | None
    condition: Formula
    outcomes: tuple[Head, ...]
    resolution: Literal["PREVAILS", "YIELDS", "UNRESOLVED"]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class IroncladClause:
    suffix: str
    gloss: str | None
    condition: Formula | None
    outcomes: tuple[Head, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


Operator: TypeAlias = AbstractOr | AbstractTo | Additive | Negate | ExceptionClause | ConflictClause | IroncladClause


@dataclass(frozen=True, slots=True)
class Reference:
    """A rule or clause named somewhere, with the place.  `prefix`: the name is a dotted prefix (a section)."""

    name: str
    prefix: bool = False
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as written, resolved; `engine.augment` turns it into its finished group.

    The identifier of an operator's clause is `<rule id>.<suffix>`; the suffix is the clause's label or its kind
    numbered among the unnamed ones of its kind along the whole AUGMENTS chain (`exception1`).
    """

    id: str
    module: str
    meta: bool
    gloss: str | None
    sources: tuple[str, ...]
    text: str | None
    effective: tuple[datetime.date, datetime.date | None] | None
    authority: Fraction | None
    augments: str | None
    notwithstanding: tuple[Reference, ...]
    subject_to: tuple[Reference, ...]
    suspends: tuple[Reference, ...]
    binders: tuple[Binder, ...]
    condition: Formula | None
    outcomes: tuple[Head, ...]
    operators: tuple[Operator, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Priority:
    higher: Reference
    lower: tuple[Reference, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Always:
    condition: Formula
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ConceptInclusion:
    """An ironclad part IF member THEN concept, for each member of a CONCEPT; the parameters are its variables."""

    concept: str
    parameters: tuple[Parameter, ...]
    member: FactHolds | OutcomeHolds
    span: Span = field(compare=False, repr=False, kw_only=True)


# ------------------------------------------------------------------------------------------------------- cases


@dataclass(frozen=True, slots=True)
class Atom:
    """A ground atom: a name with constant arguments."""

    name: str
    args: tuple[Constant_, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenFact:
    atom: Atom
    value: Constant_ | bool
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class GivenDone:
    action: Atom
    done: bool
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Stipulation:
    """An outcome or norm that the case states: `GIVEN p`, `GIVEN NOT p`, `GIVEN v = 3`, `GIVEN MUST a`."""

    atom: Atom
    literal: bool | Mode | Constant_
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class GivenUnknown:
    """`GIVEN UNKNOWN p` (`done`: of DONE p)."""

    atom: Atom
    done: bool = False
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


Given: TypeAlias = GivenFact | GivenDone | Stipulation | GivenUnknown


@dataclass(frozen=True, slots=True)
class UnknownClaim:
    operand: Formula | Value


@dataclass(frozen=True, slots=True)
class ConflictClaim:
    operand: Formula | Value


@dataclass(frozen=True, slots=True)
class TriggeredClaim:
    rule: str
    positive: bool = True


@dataclass(frozen=True, slots=True)
class SuspendsClaim:
    clause: str
    rule: str
    positive: bool = True


@dataclass(frozen=True, slots=True)
class PrevailsClaim:
    winner: str
    loser: str
    positive: bool = True


Claim: TypeAlias = Formula | UnknownClaim | ConflictClaim | TriggeredClaim | SuspendsClaim | PrevailsClaim


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim of a case with its place and its text as written."""

    claim: Claim
    text: str
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Target:
    """What is asked: a formula (is it so?) or a value (what is it?), with its text as written."""

    asked: Formula | Value
    text: str
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Passage:
    """EVIDENCE: a passage, the judgments that it supports, and the passages needed together with it."""

    id: str
    text: str | None
    supports: tuple[Stated, ...]
    joint: tuple[str, ...]
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


QUESTION_TYPES = (
    "multi_issue_synthesis",
    "definitive_conclusion",
    "event_prediction",
    "priority_arbitration",
    "special_case_judgment",
    "what_if_revision",
    "action_prescription",
)
"""What `ASK … TYPE` may say, in the order of RuleWeaver's table 11."""

TRACKS = ("policy", "contract", "regulation", "transaction")
"""RGDT-Bench's tracks.  A case may name one of its own; `policy` and `transaction` ask for less of an answer."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question; `type` is one of QUESTION_TYPES."""

    question: str | None
    type: str | None
    targets: tuple[Target, ...]
    actions: bool = False
    within: Constant | None = None
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Case:
    """A case, from a CASE block or from JSON; both mean the same.

    `entities` lists, for each sort that the case speaks of, its entities in order (those of its rows, then those
    that are only mentioned); a sort that is absent was not listed at all.
    """

    name: str
    module: str
    gloss: str | None
    using: tuple[Reference, ...]
    as_of: datetime.date | None
    closed: bool
    entities: Mapping[str, tuple[str, ...]]
    given: tuple[Given, ...]
    suppose: tuple[Given, ...]
    evidence: tuple[Passage, ...]
    track: str | None
    requires: tuple[Stated, ...]
    asks: tuple[Ask, ...]
    expect: tuple[Stated, ...]
    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ModuleInfo:
    name: str
    gloss: str | None
    uses: tuple[str, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Program:
    """All modules of a root module, resolved.  Mappings keep the order of declaration."""

    modules: Mapping[str, ModuleInfo]
    sorts: Mapping[str, Sort]
    facts: Mapping[str, Fact]
    outcomes: Mapping[str, Outcome]
    actions: Mapping[str, Action]
    definitions: Mapping[str, Definition]
    tables: Mapping[str, Table]
    concepts: tuple[ConceptInclusion, ...]
    always: tuple[Always, ...]
    rules: Mapping[str, Rule]
    priorities: tuple[Priority, ...]
    prefer: tuple[Literal["SPECIFIC", "LATER", "SUPERIOR", "STRICT"], ...]
    cases: Mapping[str, Case]
    """By name; names are unique in a program."""
    prefer_span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)
    """Where PREFER stands (the first place, where several modules state the same)."""
