"""The syntax tree: what a rule file says, before names and types are looked at.

Nodes are values.  Every node carries its span, which does not count in comparisons; sequences are tuples; a sum
type stands right under its members.  Names are kept as written; `parse` makes a tree, `print` writes it back.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from rulelang.grammar.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    """A dotted name in a place where it declares or refers by itself: `consent.full`."""

    text: str
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Text:
    """A string with its quotes and escapes resolved: `"the {bag}"`."""

    value: str
    span: Span = field(compare=False, repr=False, kw_only=True)


# ------------------------------------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True)
class Number:
    """`460`, `1_000.50`, `5%`, `30 usd`: an exact value, the unit as written, `percent` for how it is printed."""

    value: Fraction
    unit: str | None = None
    percent: bool = False
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DurationLiteral:
    """`2 MONTHS`."""

    amount: Fraction
    unit: Literal["SECONDS", "MINUTES", "HOURS", "DAYS", "WEEKS", "MONTHS", "YEARS"]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DateLiteral:
    """`2024-02-29`."""

    value: datetime.date
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class TimeLiteral:
    """`2024-05-15T15:00`."""

    value: datetime.datetime
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class NoneLiteral:
    """`NONE`: known to have no value."""

    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class TruthLiteral:
    """`YES` or `NO`."""

    value: bool
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A string in an expression: a proposition, a TEXT or an entity, by its position."""

    value: str
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Term:
    """A name, with arguments or without: `fraud`, `weight(b)`, `salary(c, n - 1)`, `gold`."""

    name: str
    args: tuple[Expr, ...] = ()
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Not:
    """`NOT p`."""

    operand: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class And:
    """`p AND q AND r`; at least two parts."""

    parts: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Or:
    """`p OR q OR r`; at least two parts."""

    parts: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Norm:
    """`MUST a`, `MUST NOT a`, `MAY a`, `NEED NOT a` in a condition or claim."""

    mode: Literal["MUST", "MUST NOT", "MAY", "NEED NOT"]
    action: Term | Sentence
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Mark:
    """`DONE a`, `VIOLATED a`, `REJECTED p`, `REJECTED MUST a`."""

    mark: Literal["DONE", "VIOLATED", "REJECTED"]
    operand: Term | Sentence | Norm
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Compare:
    """`a < b`; `=` and `!=` too."""

    op: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Between:
    """`x BETWEEN low AND high`, both ends included."""

    operand: Expr
    low: Expr
    high: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class OneOf:
    """`x IN {a, b}`."""

    operand: Expr
    members: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Before:
    """`x BEFORE y`: listed earlier."""

    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`a + b`, `a - b`, `a * b`, `a / b`."""

    op: Literal["+", "-", "*", "/"]
    left: Expr
    right: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Minus:
    """`-x`."""

    operand: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Call:
    """`ROUND(x, 0.01)`, `LEAST(a, b)`, `YEAR(d)`, `DATE(y, m, d)`."""

    function: Literal["ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST", "YEAR", "MONTH", "DAY", "DATE"]
    args: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Elapsed:
    """`YEARS FROM a TO b`: completed years (or months, days) from one date to another."""

    unit: Literal["YEARS", "MONTHS", "DAYS"]
    start: Expr
    end: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Binder:
    """`b IN bag`, `s IN flights(r)`: a variable and the sort or relation that it ranges over."""

    variable: Name
    range: Term
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Quantified:
    """`ANY x IN t HAS (p)`, `EVERY x IN t HAS (p)`."""

    quantifier: Literal["ANY", "EVERY"]
    binder: Binder
    body: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Count:
    """`COUNT OF x IN t WHERE (p)`; the WHERE may be absent."""

    binder: Binder
    where: Expr | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CountOf:
    """`COUNT OF {p, q}`: how many of these conditions hold."""

    conditions: tuple[Expr, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Fold:
    """`SUM OF e FOR EACH x IN t WHERE (p)`; also MIN and MAX."""

    fold: Literal["SUM", "MIN", "MAX"]
    body: Expr
    binder: Binder
    where: Expr | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Unknown:
    """`UNKNOWN p`: only in GIVEN, EXPECT, DECIDE and claims, at the top of a claim."""

    operand: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Conflict:
    """`CONFLICT p`: only in EXPECT and claims, at the top of a claim."""

    operand: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Triggered:
    """`TRIGGERED r`: the condition of rule or clause r holds (claims only)."""

    rule: Name
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class SuspendsClaim:
    """`x SUSPENDS r` (claims only)."""

    clause: Name
    rule: Name
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class PrevailsClaim:
    """`r PREVAILS OVER k` (claims only)."""

    winner: Name
    loser: Name
    span: Span = field(compare=False, repr=False, kw_only=True)


Expr: TypeAlias = (
    Number | DurationLiteral | DateLiteral | TimeLiteral | NoneLiteral | TruthLiteral | Sentence | Term
    | Not | And | Or | Norm | Mark | Compare | Between | OneOf | Before
    | Arithmetic | Minus | Call | Elapsed | Quantified | Count | CountOf | Fold
)
"""Anything that stands in a condition or a value; which of the two it is, `resolve` says."""

Claim: TypeAlias = Expr | Unknown | Conflict | Triggered | SuspendsClaim | PrevailsClaim
"""What GIVEN, EXPECT, DECIDE and an answer's `says` hold."""


# --------------------------------------------------------------------------------------------------- outcomes


@dataclass(frozen=True, slots=True)
class Conclude:
    """`p` or `NOT p` after THEN."""

    atom: Term | Sentence
    positive: bool
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ConcludeNorm:
    """`MUST a`, `MUST NOT a`, `MAY a`, `NEED NOT a` after THEN."""

    mode: Literal["MUST", "MUST NOT", "MAY", "NEED NOT"]
    action: Term | Sentence
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Assign:
    """`v = e` after THEN."""

    target: Term
    value: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Limit:
    """`v <= e` or `v >= e` after THEN: a cap or a floor on whatever value v comes to have."""

    target: Term
    op: Literal["<=", ">="]
    value: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


Outcome: TypeAlias = Conclude | ConcludeNorm | Assign | Limit


# ------------------------------------------------------------------------------------------------------ types


@dataclass(frozen=True, slots=True)
class BooleanType:
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class NumberType:
    """`NUMBER FROM 0 TO 100 IN usd`, `INTEGER`."""

    integer: bool
    low: Fraction | None = None
    high: Fraction | None = None
    unit: str | None = None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DateType:
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class TimeType:
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DurationType:
    """`DURATION`, `DURATION IN MONTHS`, `DURATION IN DAYS`."""

    unit: Literal["MONTHS", "DAYS"] | None = None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class TextType:
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class SortType:
    """A declared TYPE by its name."""

    name: Name
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a sort, with the label under which people and records write it."""

    name: Name
    label: Text | None = None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class EnumType:
    """`ONE OF a, b "B", c`."""

    members: tuple[Member, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


TypeExpr: TypeAlias = (
    BooleanType | NumberType | DateType | TimeType | DurationType | TextType | SortType | EnumType
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """`a : animal`, or only a sort (`animal`), which then is its own name."""

    name: Name
    type: TypeExpr | None = None
    span: Span = field(compare=False, repr=False, kw_only=True)


# ----------------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class Module:
    """`MODULE cuad.assignment "gloss"` and the declarations below it; the name is absent in a headless file."""

    name: Name | None
    gloss: Text | None
    declarations: tuple[Declaration, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Use:
    name: Name
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class TypeDeclaration:
    """`TYPE bag "a bag"`, `TYPE way OF departing, arriving`, `TYPE year FROM 1990 TO 2030`."""

    name: Name
    gloss: Text | None
    members: tuple[Member, ...] | None = None
    low: int | None = None
    high: int | None = None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class FactDeclaration:
    """`FACT weight(bag) : NUMBER IN lb DEFAULT 0 lb FIXED WITHIN 0.5 lb "the weight of {bag}"`."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: TypeExpr | None
    default: Expr | None
    within: Expr | None
    fixed: bool
    gloss: Text | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class OutcomeDeclaration:
    """`OUTCOME total : NUMBER IN usd WITHIN 0.5 usd DEFAULT 0 usd "the total"`."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: TypeExpr | None
    default: Expr | None
    within: Expr | None
    gloss: Text | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ActionDeclaration:
    """`ACTION cancel(reservation) DEFAULT MUST NOT "cancel {reservation}"`."""

    name: Name
    parameters: tuple[Parameter, ...]
    default: Literal["MUST", "MUST NOT", "MAY", "NEED NOT"] | None
    gloss: Text | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ConceptDeclaration:
    """`CONCEPT legal_wrong "…" INCLUDES ip_infringement, secret_theft`."""

    name: Name
    parameters: tuple[Parameter, ...]
    gloss: Text | None
    members: tuple[Term | Sentence, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Always:
    """`ALWAYS φ`: what no case may break."""

    condition: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class DefineCase:
    """`AS e IF c`, `AS e OTHERWISE`, or `AS e`."""

    value: Expr
    condition: Expr | None
    otherwise: bool
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Define:
    name: Name
    parameters: tuple[Parameter, ...]
    type: TypeExpr | None
    gloss: Text | None
    cases: tuple[DefineCase, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


# ----------------------------------------------------------------------------------------------------- tables


CellBound: TypeAlias = Number | DurationLiteral | Minus | DateLiteral | TimeLiteral
CellValue: TypeAlias = Term | CellBound | Sentence | NoneLiteral | TruthLiteral


@dataclass(frozen=True, slots=True)
class CellValues:
    """One value or a list of them: `us, canada`, `40`, `30 usd`, `3 DAYS`, `"Antalya"`, `2024-01-01`, `NONE`, `YES`."""

    values: tuple[CellValue, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CellAny:
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CellOther:
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CellUnknown:
    """`UNKNOWN` in a case's row."""

    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class CellRange:
    """`UP TO 50`, `OVER 50 TO 53`, `OVER 70`, `FROM 7 UNDER 10`, `FROM 18 TO 65`, `UNDER 7`, `FROM 10`.

    `low_open` says OVER (else FROM); `high_open` says UNDER (else TO).
    """

    low: CellBound | None
    low_open: bool
    high: CellBound | None
    high_open: bool
    span: Span = field(compare=False, repr=False, kw_only=True)


Cell: TypeAlias = CellValues | CellAny | CellOther | CellUnknown | CellRange


@dataclass(frozen=True, slots=True)
class Row:
    cells: tuple[Cell, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its rows (the first is the header), or the path of the CSV file that holds them."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: TypeExpr | None
    gloss: Text | None
    rows: tuple[Row, ...]
    file: Text | None
    span: Span = field(compare=False, repr=False, kw_only=True)


# ------------------------------------------------------------------------------------------------------ rules


@dataclass(frozen=True, slots=True)
class AbstractOr:
    """`ABSTRACT label OR α`."""

    label: Name | None
    gloss: Text | None
    condition: Expr
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class AbstractTo:
    """`ABSTRACT atom TO concept`."""

    atom: Term | Sentence
    concept: Term | Sentence
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Additive:
    """`ADDITIVE label AND γ THEN ω`; either part may be absent, not both."""

    label: Name | None
    gloss: Text | None
    condition: Expr | None
    outcomes: tuple[Outcome, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Negate:
    """`NEGATE`, `NEGATE IF`, `NEGATE THEN`."""

    side: Literal["IF", "THEN"] | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ExceptionClause:
    """`EXCEPTION label TO other IF ε THEN ω`."""

    label: Name | None
    gloss: Text | None
    to: Name | None
    condition: Expr
    outcomes: tuple[Outcome, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ConflictClause:
    """`CONFLICT label IF κ THEN ρ PREVAILS`; `resolution` is None where nothing is written (PREVAILS)."""

    label: Name | None
    gloss: Text | None
    condition: Expr
    outcomes: tuple[Outcome, ...]
    resolution: Literal["PREVAILS", "YIELDS", "UNRESOLVED"] | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class IroncladClause:
    """`IRONCLAD label IF χ THEN σ`."""

    label: Name | None
    gloss: Text | None
    condition: Expr | None
    outcomes: tuple[Outcome, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


Operator: TypeAlias = AbstractOr | AbstractTo | Additive | Negate | ExceptionClause | ConflictClause | IroncladClause


@dataclass(frozen=True, slots=True)
class Augments:
    rule: Name
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class SourceLine:
    """`SOURCE "CUAD" "table 8"`."""

    texts: tuple[Text, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class TextLine:
    """`TEXT "the wording of the law"`."""

    text: Text
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Effective:
    start: datetime.date
    end: datetime.date | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Authority:
    level: Fraction
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Notwithstanding:
    rules: tuple[Name, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class SubjectTo:
    rules: tuple[Name, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Suspends:
    rules: tuple[Name, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


Attribute: TypeAlias = (
    Augments | SourceLine | TextLine | Effective | Authority | Notwithstanding | SubjectTo | Suspends
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as written: base (`IF φ THEN ψ`, either part may be absent) and operators from top to bottom."""

    meta: bool
    name: Name | None
    gloss: Text | None
    attributes: tuple[Attribute, ...]
    binders: tuple[Binder, ...]
    condition: Expr | None
    outcomes: tuple[Outcome, ...]
    operators: tuple[Operator, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Priority:
    """`PRIORITY a OVER b, c`."""

    higher: Name
    lower: tuple[Name, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Prefer:
    criteria: tuple[Literal["SPECIFIC", "LATER", "SUPERIOR", "STRICT"], ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


# ------------------------------------------------------------------------------------------------------ cases


@dataclass(frozen=True, slots=True)
class Using:
    rules: tuple[Name, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class AsOf:
    date: datetime.date
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Closed:
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Given:
    claims: tuple[Claim, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class GivenRows:
    """The entities of a sort, one a row; the first row is the header and its first column the sort."""

    rows: tuple[Row, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Suppose:
    """`SUPPOSE NOT p`: what-if (the decision is asked for the case so revised)."""

    claims: tuple[Claim, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Evidence:
    """`EVIDENCE e1 "the passage" SUPPORTS p, NOT q WITH e2`."""

    name: Name
    text: Text | None
    supports: tuple[Claim, ...]
    joint: tuple[Name, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Track:
    """`TRACK policy`."""

    name: Name
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Requires:
    """`REQUIRES p, q`: judgments that every accepted warrant must hold."""

    claims: tuple[Claim, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Ask:
    """`ASK "question" TYPE special_case_judgment DECIDE t1, t2` or `… DECIDE ACTIONS a, b`.

    `within` is the tolerance of `DECIDE total WITHIN 0.5 usd`.
    """

    question: Text | None
    type: Name | None
    targets: tuple[Claim, ...]
    actions: bool
    within: Expr | None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Expect:
    claims: tuple[Claim, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


CaseLine: TypeAlias = (
    Using | AsOf | Closed | Given | GivenRows | Suppose | Evidence | Track | Requires | Ask | Expect
)


@dataclass(frozen=True, slots=True)
class Case:
    name: Name
    gloss: Text | None
    lines: tuple[CaseLine, ...]
    span: Span = field(compare=False, repr=False, kw_only=True)


Declaration: TypeAlias = (
    Use | TypeDeclaration | FactDeclaration | OutcomeDeclaration | ActionDeclaration | ConceptDeclaration
    | Always | Define | Table | Rule | Priority | Prefer | Case
)
