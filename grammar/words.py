"""Words: formulas and values of the model for people, in the words of the glosses.

RuleLang text is what `rule_text` writes; it needs the syntax tree, which is imported only where a gloss is missing,
for that takes longer than a small case.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from fractions import Fraction

from rulelang.grammar import model
from rulelang.grammar.literals import value_text as value_text
from rulelang.grammar.model import Constant, Constant_, Formula, Parameter, Program, Type, Value
from rulelang.grammar.resolving.kinds import YES
from rulelang.grammar.values import Duration, NoneValue


def unit_of(type_: Type) -> str | None:
    """The unit in which values of a type are written."""
    return type_.unit if isinstance(type_, model.NumberType) else None


# --------------------------------------------------------------------------------------------- glosses' words


def gloss(program: Program, name: str, args: Sequence[Constant_ | Value] = ()) -> str:
    """A fact, outcome, action, definition or table at its arguments, in the words of its gloss.

    "the weight of b1"; where there is no gloss, as RuleLang text.
    """
    said = (
        program.facts.get(name) or program.outcomes.get(name) or program.actions.get(name)
        or program.definitions.get(name) or program.tables.get(name)
    )  # fmt: skip
    if said is None or said.gloss is None:
        return _term_text(program, name, tuple(map(_as_value, args)))
    return glossed(program, said.gloss, said.parameters, args)


def glossed(
    program: Program, text: str, parameters: Sequence[Parameter], args: Sequence[Constant_ | Value]
) -> str:
    """A gloss with its placeholders filled; a label stands for its member."""
    filled: dict[str, list[str]] = {}
    for parameter, arg in zip(parameters, args, strict=False):
        filled.setdefault(parameter.name, []).append(_argument_words(program, parameter.type, _as_value(arg)))
    for name, words in filled.items():
        # `{animal}` of two arguments with that name: the first place has the first, the last word stays.
        for word in words:
            text = text.replace(f"{{{name}}}", word, 1 if word is not words[-1] else -1)
    return text


def formula_words(program: Program, node: Formula | Value) -> str:
    """A formula or value in the glosses' words: "the weight of b1 is above 50 lb"."""
    match node:
        case model.Truth(truth):
            return "always" if truth else "never"
        case (
            model.FactHolds(name, args) | model.OutcomeHolds(name, args) | model.DefinitionHolds(name, args)
            | model.FactValue(name, args) | model.OutcomeValue(name, args) | model.DefinitionValue(name, args)
        ):  # fmt: skip
            return gloss(program, name, args)
        case model.Rejected(name, args):
            return f"it is established that not: {gloss(program, name, args)}"
        case model.NormHolds(mode, name, args):
            return f"{mode} {gloss(program, name, args)}"
        case model.Done(name, args):
            return f"DONE: {gloss(program, name, args)}"
        case model.Violated(name, args):
            return f"VIOLATED: {gloss(program, name, args)}"
        case model.Compare("=", left, right) if right == YES:
            return formula_words(program, left)
        case model.Compare(op, left, right):
            return f"{formula_words(program, left)} {_COMPARED[op]} {_side_words(program, right, left)}"
        case model.IsNone(value):
            return f"{formula_words(program, value)} has no value"
        case model.Not(model.IsNone(value)):
            return f"{formula_words(program, value)} has a value"
        case model.Not(model.Compare(op, left, right)) if right != YES:
            return formula_words(program, model.Compare(_CONTRARY[op], left, right))
        case model.Not(operand):
            words = formula_words(program, operand)
            return f"not ({words})" if isinstance(operand, model.And | model.Or) else f"not: {words}"
        case model.And(parts):
            return " and ".join(_nested(program, p, model.Or) for p in parts)
        case model.Or(parts):
            return " or ".join(_nested(program, p, model.And) for p in parts)
        case model.Before(left, right):
            return f"{formula_words(program, left)} is listed before {formula_words(program, right)}"
        case model.Quantified(quantifier, binder, body):
            word = "some" if quantifier == "ANY" else "every"
            return f"for {word} {binder.variable} in {_range_words(program, binder)}: {formula_words(program, body)}"
        case Constant():
            return constant_words(program, node)
        case model.Variable(name):
            return name
        case model.TableValue(name, column, args):
            words = gloss(program, name, args)
            given = ", ".join(formula_words(program, a) for a in args)
            named = words if column == name else f"{words}, {column}"
            return f"{named} ({given})" if given else named
        case model.Count(binder, where):
            tail = "" if where is None else f" where {formula_words(program, where)}"
            return f"the number of {binder.variable} in {_range_words(program, binder)}{tail}"
        case model.Fold(fold, body, binder, where):
            tail = "" if where is None else f" where {formula_words(program, where)}"
            ranged = _range_words(program, binder)
            return f"the {_FOLDED[fold]} of {formula_words(program, body)} for each {binder.variable} in {ranged}{tail}"
        case model.CountOf(conditions):
            listed = "; ".join(formula_words(program, c) for c in conditions)
            return f"how many of these hold: {listed}"
        case model.Arithmetic(op, left, right):
            return f"{_operand_words(program, left)} {op} {_operand_words(program, right)}"
        case model.Minus(value):
            return f"-{_operand_words(program, value)}"
        case model.Shift(base, by):
            return f"{formula_words(program, base)} + {_operand_words(program, by)}"
        case model.Call(function, args):
            return f"{function}({', '.join(formula_words(program, a) for a in args)})"
        case model.Elapsed(unit, start, end):
            return f"{unit.lower()} from {_operand_words(program, start)} to {_operand_words(program, end)}"


def constant_words(program: Program, constant: Constant) -> str:
    """A known value in words; a member of a sort by its label, if it is clear of which sort it is."""
    if isinstance(constant.value, str):
        labels = {s.labels[constant.value] for s in program.sorts.values() if constant.value in s.labels}
        return labels.pop() if len(labels) == 1 else constant.value
    return value_text(constant.value, constant.unit)


_COMPARED = {"=": "is", "!=": "is not", "<": "is below", "<=": "is at most", ">": "is above", ">=": "is at least"}
_CONTRARY: dict[model.CompareOp, model.CompareOp] = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_FOLDED = {"SUM": "sum", "MIN": "least", "MAX": "greatest"}


def _nested(program: Program, part: Formula, other: type) -> str:
    words = formula_words(program, part)
    return f"({words})" if isinstance(part, other) else words


def _operand_words(program: Program, value: Value) -> str:
    words = formula_words(program, value)
    return f"({words})" if isinstance(value, model.Arithmetic | model.Shift) else words


def _side_words(program: Program, value: Value, beside: Value) -> str:
    """A member beside something of its sort goes by its label there."""
    if isinstance(value, Constant) and isinstance(value.value, str):
        type_ = declared_type(program, beside)
        if isinstance(type_, model.SortType) and type_.name in program.sorts:
            return program.sorts[type_.name].labels.get(value.value, value.value)
    return formula_words(program, value)


def _argument_words(program: Program, type_: Type, value: Value) -> str:
    if isinstance(value, Constant):
        if isinstance(type_, model.SortType) and isinstance(value.value, str) and type_.name in program.sorts:
            return program.sorts[type_.name].labels.get(value.value, value.value)
        if isinstance(value.value, str):
            return value.value
    return formula_words(program, value)


def _range_words(program: Program, binder: model.Binder) -> str:
    match binder.range:
        case model.SortRange(sort):
            return sort
        case model.RelationRange(fact, args):
            return _term_text(program, fact, args)


def _term_text(program: Program, name: str, args: tuple[Value, ...]) -> str:
    from rulelang.grammar.rule_text import term_text

    return term_text(program, name, args)


def declared_type(program: Program, value: Value) -> Type | None:
    """The type with which what is read was declared; None of constants and of what is computed."""
    match value:
        case model.FactValue(name):
            return program.facts[name].type
        case model.OutcomeValue(name):
            return program.outcomes[name].type
        case model.DefinitionValue(name):
            return program.definitions[name].type
        case model.TableValue(name, column):
            table = program.tables[name]
            return table.types[table.columns.index(column)]
        case _:
            return None


def _as_value(arg: Constant_ | Value) -> Value:
    return Constant(arg) if isinstance(arg, _KNOWN) else arg


_KNOWN = (int, Fraction, str, datetime.date, Duration, NoneValue)
