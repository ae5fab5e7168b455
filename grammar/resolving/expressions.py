"""Expressions: a tree that stands in a condition or a value becomes a formula or a typed value of the model.

Strings are read by their position: alone a proposition, as an operand TEXT (or a member, beside one), as an argument
the entity with that name (language.md; semantics.md, item 9).
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, assert_never

from rulelang.grammar import model, tree
from rulelang.grammar.model import Constant, Formula, NumberType, SortType, Truth, Value
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.comparison import OPPOSITE, UNTRUE, compare, fit, listed_before, same_truth
from rulelang.grammar.resolving.findings import counted
from rulelang.grammar.resolving.kinds import ABSENT, ANY_UNIT, BROKEN, Kind, describe, numeric
from rulelang.grammar.resolving.names import (
    atom_formula,
    atom_value,
    declared,
    entity,
    find,
    not_a_member,
    sentence_said,
    unknown,
)
from rulelang.grammar.resolving.operations import (
    WRONG,
    Typed,
    add,
    call,
    multiply,
    negate,
)
from rulelang.grammar.resolving.positions import are_conditions, is_condition, is_value, undecided
from rulelang.grammar.resolving.quoted import sentence_formula, sentence_value, shared
from rulelang.grammar.resolving.scope import Scope
from rulelang.grammar.resolving.sentences import normal
from rulelang.grammar.resolving.symbols import Column, Said, is_boolean
from rulelang.grammar.source import Span
from rulelang.grammar.values import NONE, exact


def formula(scope: Scope, expr: tree.Expr) -> Formula:
    """An expression in the place of a condition."""
    match expr:
        case tree.Term():
            return _term_formula(scope, expr)
        case tree.And(parts):
            return model.And(tuple([formula(scope, p) for p in parts]))
        case tree.Or(parts):
            return model.Or(tuple([formula(scope, p) for p in parts]))
        case tree.Not(operand):
            return model.Not(formula(scope, operand))
        case tree.Compare():
            return _comparison(scope, expr)
        case tree.Sentence(text):
            return sentence_formula(scope, text, expr.span)
        case tree.Norm(mode, action):
            atom = action_atom(scope, action)
            return UNTRUE if atom is None else model.NormHolds(mode, *atom)
        case tree.Mark():
            return _mark(scope, expr)
        case tree.Between(operand, low, high):
            return _between(scope, operand, low, high, expr.span)
        case tree.OneOf(operand, members):
            return _one_of(scope, operand, members)
        case tree.Before(left, right):
            return listed_before(scope, *_sides(scope, left, right), expr.span)
        case tree.Quantified(quantifier, range_, body):
            bound = bind(scope, range_)
            with_body = formula(scope, body)
            unbind(scope, range_, bound, unused=True)
            return UNTRUE if bound is None else model.Quantified(quantifier, bound.binder, with_body)
        case tree.TruthLiteral(truth):
            return Truth(truth)
        case _:
            _, kind = value(scope, expr)
            if kind is not BROKEN:
                scope.findings.error(
                    "RL218",
                    f"a condition is needed here, not {describe(kind, scope.symbols.sorts)}",
                    expr.span,
                    "compare it with something",
                )
            return UNTRUE


def value(scope: Scope, expr: tree.Expr, expected: Kind | None = None) -> Typed:
    """An expression in the place of a value, with its type.

    `expected` tells bare names and strings what they may stand for; whether the type fits, the caller checks.
    """
    match expr:
        case tree.Number(number, unit, percent):
            if unit is None and not percent and (number == 0 or scope.mentions is not None):
                unit = ANY_UNIT
            constant = Constant(exact(number), None if unit == ANY_UNIT else unit)
            return shared(scope, constant), NumberType(integer=number.denominator == 1, unit=unit)
        case tree.Term():
            return _term_value(scope, expr, expected)
        case tree.Arithmetic(op, left, right):
            a, b = value(scope, left, expected), value(scope, right, expected)
            if op == "+" or op == "-":
                return add(scope, op, _present(scope, a, left), _present(scope, b, right), expr.span)
            return multiply(scope, op, _present(scope, a, left), _present(scope, b, right), expr.span)
        case tree.Minus(operand):
            return negate(scope, _present(scope, value(scope, operand, expected), operand), expr.span)
        case tree.Sentence(text):
            return sentence_value(scope, text, expected, expr.span)
        case tree.DateLiteral(date):
            return Constant(date), kinds.DATE
        case tree.TimeLiteral(time):
            return Constant(time), kinds.TIME
        case tree.DurationLiteral(amount, unit):
            duration = kinds.duration_of(amount, unit)
            if duration is None:
                scope.findings.error(
                    "RL214", f"`{expr.span.text}` is not a whole duration", expr.span, "write whole months, or days"
                )
                return WRONG
            months = unit in ("MONTHS", "YEARS")
            return Constant(duration), kinds.MONTHS if months else kinds.DAYS
        case tree.NoneLiteral():
            return Constant(NONE), ABSENT
        case tree.Call(function, args):
            first = value(scope, args[0], expected) if args else WRONG
            typed = [_present(scope, first, args[0]), *_present_all(scope, args[1:], first[1])] if args else []
            return call(scope, function, typed, expr.span)
        case tree.Elapsed(unit, start, end):
            a, b = value(scope, start), value(scope, end)
            for (_, kind), part in ((a, start), (b, end)):
                if kind not in (kinds.DATE, kinds.TIME, BROKEN):
                    scope.findings.error(
                        "RL214", f"{unit} FROM … TO … needs dates, not {describe(kind, scope.symbols.sorts)}", part.span
                    )
                    return WRONG
            return model.Elapsed(unit, a[0], b[0]), kinds.INTEGER
        case tree.Count(range_, where):
            bound = bind(scope, range_)
            condition = None if where is None else formula(scope, where)
            unbind(scope, range_, bound, unused=False)
            return WRONG if bound is None else (model.Count(bound.binder, condition), kinds.INTEGER)
        case tree.CountOf(conditions):
            return model.CountOf(tuple([formula(scope, c) for c in conditions])), kinds.INTEGER
        case tree.Fold():
            return _fold(scope, expr)
        case tree.TruthLiteral():
            scope.findings.error("RL218", "YES and NO are conditions, not values", expr.span)
            return WRONG
        case (
            tree.And() | tree.Or() | tree.Not() | tree.Norm() | tree.Mark() | tree.Compare() | tree.Between()
            | tree.OneOf() | tree.Before() | tree.Quantified()
        ):  # fmt: skip
            scope.findings.error(
                "RL218",
                "a value is needed here, not a condition",
                expr.span,
                "to count conditions write `COUNT OF {…}`",
            )
            return WRONG
        case _:
            assert_never(expr)


def either(scope: Scope, expr: tree.Expr) -> Formula | Value | None:
    """An expression where a condition or a value may stand (what is asked); None where it is broken."""
    if is_value(scope, expr):
        found, kind = value(scope, expr)
        return None if kind is BROKEN else found
    at = len(scope.findings.found)
    uses = dict(scope.findings.unknown_names)
    condition = formula(scope, expr)
    return None if len(scope.findings.found) > at or uses != scope.findings.unknown_names else condition


def fitting(scope: Scope, expr: tree.Expr, wanted: Kind, what: str) -> Value:
    """A value that must be of a type (what a variable is set to, an argument); reported where it is not."""
    found, kind = value(scope, expr, wanted)
    return fit(scope, found, kind, wanted, expr.span, what)


def arguments(scope: Scope, said: Said | Column, term: tree.Term) -> tuple[Value, ...] | None:
    """The arguments of a name against its parameters; None (reported) where their number is wrong."""
    parameters = said.parameters
    if not term.args and not parameters:
        return ()
    if len(term.args) != len(parameters):
        wanted = ", ".join(p.name for p in parameters)
        form = f"`{term.name}({wanted})`" if parameters else f"`{term.name}`"
        count = len(parameters)
        scope.findings.error(
            "RL210",
            f"{declared(said)} with {count or 'no'} argument{'' if count == 1 else 's'}, not {len(term.args)}",
            term.span,
            f"write it as {form}",
        )
        return None
    return tuple([_argument(scope, p, a) for p, a in zip(parameters, term.args, strict=True)])


def action_atom(scope: Scope, action: tree.Term | tree.Sentence) -> tuple[str, tuple[Value, ...]] | None:
    """The action that a norm or DONE is about."""
    if isinstance(action, tree.Sentence):
        said = sentence_said(scope, action.value, action.span, actions=True)
        if said is None:
            said = scope.symbols.action_sentences.get(normal(action.value))
        if said is None:
            scope.findings.error(
                "RL200",
                f"no action is glossed `{action.value}`",
                action.span,
                "declare it: `ACTION name \"…\"`, or let a rule conclude a norm about it",
            )
            return None
        if said.parameters:
            arguments(scope, said, tree.Term(said.name, span=action.span))
            return None
        return said.name, ()
    said_or_column = find(scope, action.name)
    if said_or_column is None:
        unknown(scope, action)
        return None
    if not isinstance(said_or_column, model.Action):
        scope.findings.error(
            "RL220",
            f"{declared(said_or_column)}, not an action",
            action.span,
            "norms, DONE and VIOLATED are about an ACTION",
        )
        return None
    args = arguments(scope, said_or_column, action)
    return None if args is None else (said_or_column.name, args)


class Bound(NamedTuple):
    """A variable in sight: its binder, what the name meant before, and how many errors there were then."""

    binder: model.Binder
    before: Kind | None
    troubles: int


def bind(scope: Scope, binder: tree.Binder) -> Bound | None:
    """Make the variable of a binder visible."""
    found = _range(scope, binder.range)
    name = binder.variable.text
    before = scope.variables.get(name)
    if before is not None:
        scope.findings.warning(
            "RL237", f"the variable `{name}` hides another `{name}`", binder.variable.span, "choose another name"
        )
    kind: Kind = BROKEN
    if found is not None:
        kind = SortType(found.sort)
    scope.variables[name] = kind
    scope.used.discard(name)
    return None if found is None else Bound(model.Binder(name, found), before, scope.findings.troubles)


def unbind(scope: Scope, binder: tree.Binder, bound: Bound | None, unused: bool) -> None:
    """Take the variable out of sight again; `unused`: say so where nothing read it and nothing else is wrong."""
    name = binder.variable.text
    if unused and name not in scope.used and bound is not None and bound.troubles == scope.findings.troubles:
        scope.findings.warning(
            "RL236", f"the variable `{name}` is never used", binder.variable.span, "use it, or leave the binder out"
        )
    before = bound.before if bound is not None else None
    if before is None:
        scope.variables.pop(name, None)
    else:
        scope.variables[name] = before
        scope.used.add(name)


# ------------------------------------------------------------------------------------------------------ parts


def _term_formula(scope: Scope, term: tree.Term) -> Formula:
    name = term.name
    if name in scope.variables and not term.args:
        scope.used.add(name)
        kind = scope.variables[name]
        if kind is not BROKEN:
            scope.findings.error(
                "RL218",
                f"`{name}` is {describe(kind, scope.symbols.sorts)}, not a condition",
                term.span,
                "compare it with something",
            )
        return UNTRUE
    said = find(scope, name)
    if said is None:
        unknown(scope, term)
        for arg in term.args:
            _mark_used(scope, arg)
        return UNTRUE
    args = arguments(scope, said, term)
    if args is None:
        return UNTRUE
    return atom_formula(scope, said, args, term.span) or UNTRUE


def _mark_used(scope: Scope, arg: tree.Expr) -> None:
    """A variable in the arguments of an unknown name is used all the same."""
    if isinstance(arg, tree.Term):
        scope.used.add(arg.name)
        for inner in arg.args:
            _mark_used(scope, inner)


def _term_value(scope: Scope, term: tree.Term, expected: Kind | None) -> Typed:
    name = term.name
    if not term.args:
        variable = scope.variables.get(name)
        if variable is not None:
            scope.used.add(name)
            return model.Variable(name), variable
    said = find(scope, name)
    symbols = scope.symbols
    if not term.args and isinstance(expected, SortType) and expected.name in symbols.sorts:
        sort = symbols.sorts[expected.name]
        if said is None or sort.members is not None or said.parameters:
            member = entity(scope, expected.name, name, term.span, in_quotes=False)
            if member is not None:
                return member
            if said is None and name not in symbols.member_sorts:
                not_a_member(scope, expected.name, name, term.span)
                return WRONG
    if said is None:
        having = symbols.member_sorts.get(name)
        if having is not None and not term.args:
            if len(having) == 1 or expected is None:
                return Constant(name), SortType(having[0])
            return Constant(name), BROKEN
        sorts = [] if scope.mentions is None or term.args else scope.mentions.sorts_of(name)
        if len(sorts) == 1:
            return Constant(name), SortType(sorts[0])
        unknown(scope, term)
        for arg in term.args:
            _mark_used(scope, arg)
        return WRONG
    args = arguments(scope, said, term)
    if args is None:
        return WRONG
    return atom_value(scope, said, args, term.span)


def _argument(scope: Scope, parameter: model.Parameter, expr: tree.Expr) -> Value:
    wanted = parameter.type
    if isinstance(wanted, SortType) and isinstance(expr, tree.Term) and not expr.args:
        kind = scope.variables.get(expr.name)
        if isinstance(kind, SortType) and kind.name == wanted.name:
            scope.used.add(expr.name)
            return model.Variable(expr.name)
    found, kind = value(scope, expr, wanted)
    if kind is ABSENT:
        scope.findings.error("RL219", "NONE cannot be an argument", expr.span, "only `= NONE` and `!= NONE` ask for it")
        return found
    found = fit(scope, found, kind, wanted, expr.span, f"the argument `{parameter.name}`")
    if isinstance(wanted, SortType) and isinstance(found, Constant) and kind is not BROKEN:
        members = scope.symbols.sorts[wanted.name].members if wanted.name in scope.symbols.sorts else None
        if isinstance(members, range) and isinstance(found.value, int | Fraction):
            if found.value not in members:
                not_a_member(scope, wanted.name, expr.span.text, expr.span)
            return Constant(found.value)
    return found


def _mark(scope: Scope, mark: tree.Mark) -> Formula:
    operand = mark.operand
    if mark.mark != "REJECTED":
        if isinstance(operand, tree.Norm):
            scope.findings.error("RL220", f"{mark.mark} is about an action, not a norm", mark.span)
            return UNTRUE
        atom = action_atom(scope, operand)
        if atom is None:
            return UNTRUE
        return model.Done(*atom) if mark.mark == "DONE" else model.Violated(*atom)
    if isinstance(operand, tree.Norm):
        atom = action_atom(scope, operand.action)
        return UNTRUE if atom is None else model.NormHolds(OPPOSITE[operand.mode], *atom)
    if isinstance(operand, tree.Term):
        said = find(scope, operand.name)
        if said is not None and not isinstance(said, model.Action | model.Table):
            kind = said.kind if isinstance(said, Column) else said.type
            if not is_boolean(kind):
                scope.findings.error(
                    "RL226",
                    f"`{operand.name}` is a value and cannot be REJECTED",
                    mark.span,
                    "REJECTED p asks whether NOT p is established",
                )
                return UNTRUE
    inner = formula(scope, operand)
    match inner:
        case model.OutcomeHolds(name, args):
            return model.Rejected(name, args)
        case model.FactHolds() | model.DefinitionHolds() | model.Compare():
            scope.findings.hint(
                "RL225", "REJECTED of what no rule concludes is the same as NOT", mark.span, "write NOT"
            )
            return model.Not(inner)
        case _:
            return UNTRUE


def _sides(scope: Scope, left: tree.Expr, right: tree.Expr) -> tuple[Typed, Typed]:
    if undecided(scope, left) and not undecided(scope, right):
        b = value(scope, right)
        return value(scope, left, b[1]), b
    a = value(scope, left)
    return a, value(scope, right, a[1])


def _comparison(scope: Scope, expr: tree.Compare) -> Formula:
    left, right, op = expr.left, expr.right, expr.op
    if are_conditions(scope, left, right):
        return same_truth(scope, op, formula(scope, left), formula(scope, right), expr.span)
    for side, other in ((left, right), (right, left)):
        if isinstance(side, tree.NoneLiteral) and is_condition(scope, other):
            scope.findings.error(
                "RL219", "a condition is never NONE", expr.span, "ask `p` or `NOT p`; UNKNOWN p says that it is open"
            )
            return UNTRUE
    a, b = _sides(scope, left, right)
    return compare(scope, op, a, b, expr.span)


def _between(scope: Scope, operand: tree.Expr, low: tree.Expr, high: tree.Expr, span: Span) -> Formula:
    a, b = _sides(scope, operand, low)
    c = value(scope, high, a[1])
    return model.And((compare(scope, ">=", a, b, span), compare(scope, "<=", a, c, span)), between=True)


def _one_of(scope: Scope, operand: tree.Expr, members: tuple[tree.Expr, ...]) -> Formula:
    if is_condition(scope, operand):
        formula(scope, operand)
        scope.findings.error("RL218", "IN {…} needs a value on its left, not a condition", operand.span)
        return UNTRUE
    a = value(scope, operand)
    tests = tuple([compare(scope, "=", a, value(scope, m, a[1]), m.span) for m in members])
    return tests[0] if len(tests) == 1 else model.Or(tests, listed=True)


def _present(scope: Scope, typed: Typed, expr: tree.Expr) -> Typed:
    if typed[1] is ABSENT:
        scope.findings.error(
            "RL219", "NONE cannot be calculated with", expr.span, "only `= NONE` and `!= NONE` ask for it"
        )
        return WRONG
    return typed


def _present_all(scope: Scope, exprs: tuple[tree.Expr, ...], expected: Kind) -> list[Typed]:
    return [_present(scope, value(scope, e, expected), e) for e in exprs]


def _range(scope: Scope, term: tree.Term) -> model.SortRange | model.RelationRange | None:
    symbols = scope.symbols
    if term.name in symbols.sorts and not term.args:
        return model.SortRange(term.name)
    said = symbols.said.get(term.name)
    if isinstance(said, model.Fact) and is_boolean(said.type) and said.parameters:
        last = said.parameters[-1].type
        if len(term.args) != len(said.parameters) - 1 or not isinstance(last, SortType):
            names = ", ".join(p.name for p in said.parameters[:-1])
            scope.findings.error(
                "RL210",
                f"the range `{term.name}` takes {counted(len(said.parameters) - 1, 'argument')}, not {len(term.args)}",
                term.span,
                f"the last argument runs: `{term.name}({names})`" if names else f"write `{term.name}`",
            )
            return None
        args = tuple([_argument(scope, p, a) for p, a in zip(said.parameters[:-1], term.args, strict=True)])
        return model.RelationRange(said.name, args, last.name)
    if said is None:
        for arg in term.args:
            _mark_used(scope, arg)

        def candidates() -> list[str]:
            return [*symbols.sorts, *(n for n, s in symbols.said.items() if isinstance(s, model.Fact))]

        scope.findings.unknown(
            "RL205", "the type", term.name, term.span, candidates, f"declare it: `TYPE {term.name}`"
        )
        return None
    scope.findings.error(
        "RL244",
        f"`{term.name}` is no range",
        term.span,
        "a variable runs over a TYPE, or over the last argument of a boolean FACT",
    )
    return None


def _fold(scope: Scope, expr: tree.Fold) -> Typed:
    bound = bind(scope, expr.binder)
    body, kind = _present(scope, value(scope, expr.body), expr.body)
    condition = None if expr.where is None else formula(scope, expr.where)
    unbind(scope, expr.binder, bound, unused=expr.fold == "SUM")
    if bound is None or kind is BROKEN:
        return WRONG
    number = numeric(kind, scope.symbols.sorts)
    if number is not None:
        kind = NumberType(integer=number.integer, unit=number.unit)
    elif not (kind in (kinds.MONTHS, kinds.DAYS) or (expr.fold != "SUM" and kind in (kinds.DATE, kinds.TIME))):
        scope.findings.error(
            "RL214", f"{expr.fold} cannot be taken of {describe(kind, scope.symbols.sorts)}", expr.body.span
        )
        return WRONG
    return model.Fold(expr.fold, body, bound.binder, condition), kind


