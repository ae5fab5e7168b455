"""Rules and their operators as documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from rulelang.grammar import tree
from rulelang.grammar.printing.layout import (
    EMPTY,
    HARD,
    Concat,
    Doc,
    Fill,
    Group,
    Nest,
    Row,
    Rows,
    Text,
    listed,
    separated,
    words,
)
from rulelang.grammar.printing.print_declarations import name_list, string
from rulelang.grammar.printing.print_expressions import (
    CANONICAL,
    Spelling,
    binder,
    condition,
    expression,
    outcomes,
)

_Labelled: TypeAlias = (
    tree.AbstractOr | tree.Additive | tree.ExceptionClause | tree.ConflictClause | tree.IroncladClause
)


def rule(declaration: tree.Rule, spell: Spelling = CANONICAL, compact: bool = True) -> Doc:
    """A rule: on one line if it is compact and fits, else one clause a line, indented by two."""
    attributes = list(declaration.attributes)
    head: list[Doc] = [Text("META RULE" if declaration.meta else "RULE")]
    if declaration.name is not None:
        head.append(Text(declaration.name.text))
    if declaration.gloss is not None:
        head.append(Text(spell.string(declaration.gloss)))
    first = head.copy()
    if attributes and isinstance(attributes[0], tree.Augments):
        first.append(attribute(attributes[0], spell))
        attributes = attributes[1:]
    attribute_lines = [attribute(line, spell) for line in attributes]
    for_each = [_for_each(declaration.binders, spell)] if declaration.binders else []
    lines = [*attribute_lines, *for_each]
    lines += _if_line(declaration.condition, declaration.outcomes, spell)
    if declaration.outcomes:
        lines.append(_then(declaration.outcomes, spell))
    if declaration.operators:
        lines.append(Rows(separated([operator(op, spell) for op in declaration.operators], HARD)))
    below = Concat((Nest(4, Fill(separated(first))), Nest(2, words(*(words(HARD, line) for line in lines)))))
    if not compact or declaration.operators:
        return below
    base = [
        *for_each,
        *_if(declaration.condition, spell),
        *([_then(declaration.outcomes, spell)] if declaration.outcomes else []),
    ]
    return Row((Concat(separated([*first, *attribute_lines, *base])),), below)


def attribute(line: tree.Attribute, spell: Spelling = CANONICAL) -> Doc:
    match line:
        case tree.Augments(name):
            return Text(f"AUGMENTS {name.text}")
        case tree.SourceLine(texts):
            return words("SOURCE ", Nest(2, Fill(separated([string(text, spell) for text in texts]))))
        case tree.TextLine(text):
            return words("TEXT ", string(text, spell))
        case tree.Effective(start, end):
            until = "" if end is None else f" TO {end.isoformat()}"
            return Text(f"EFFECTIVE {start.isoformat()}{until}")
        case tree.Authority(level):
            return Text(f"AUTHORITY {spell.numerals(line.span, [level])[0]}")
        case tree.Notwithstanding(rules):
            return words("NOTWITHSTANDING ", name_list(rules))
        case tree.SubjectTo(rules):
            return words("SUBJECT TO ", name_list(rules))
        case tree.Suspends(rules):
            return words("SUSPENDS ", name_list(rules))
        case _:
            assert_never(line)


def operator(clause: tree.Operator, spell: Spelling = CANONICAL) -> Row:
    """An operator clause as a row, so that the clauses of a rule are aligned."""
    match clause:
        case tree.AbstractOr(condition=alpha):
            return _clause("ABSTRACT", clause, [words("OR ", expression(alpha, spell))], spell)
        case tree.AbstractTo(atom, general):
            text = words("ABSTRACT ", expression(atom, spell), " TO ", expression(general, spell))
            return Row((text,), text)
        case tree.Additive(condition=gamma, outcomes=effects):
            narrows = [] if gamma is None else [words("AND ", expression(gamma, spell))]
            return _clause("ADDITIVE", clause, [*narrows, *_thens(effects, spell)], spell)
        case tree.Negate(side):
            text = Text(f"NEGATE {side}" if side else "NEGATE")
            return Row((text,), text)
        case tree.ExceptionClause(condition=epsilon, outcomes=effects):
            return _clause("EXCEPTION", clause, [*_if(epsilon, spell), *_thens(effects, spell)], spell)
        case tree.ConflictClause(condition=kappa, outcomes=effects, resolution=resolution):
            settled = [Text(resolution)] if resolution else []
            return _clause("CONFLICT", clause, [*_if(kappa, spell), *_thens(effects, spell), *settled], spell)
        case tree.IroncladClause(condition=chi, outcomes=effects):
            return _clause("IRONCLAD", clause, [*_if(chi, spell), *_thens(effects, spell)], spell)
        case _:
            assert_never(clause)


def _clause(word: str, clause: _Labelled, parts: Sequence[Doc], spell: Spelling) -> Row:
    label = EMPTY if clause.label is None else Text(clause.label.text)
    gloss = EMPTY if clause.gloss is None else string(clause.gloss, spell)
    to = Text(f"TO {clause.to.text}") if isinstance(clause, tree.ExceptionClause) and clause.to else EMPTY
    said = Concat(separated([part for part in (gloss, to) if part != EMPTY]))
    head = [Text(word), *(part for part in (label, said) if part != EMPTY)]
    body = [Group(part) for part in _broken_parts(clause, spell)]
    if not isinstance(clause, tree.AbstractOr | tree.Additive):
        broken = words(Fill(separated(head)), Nest(2, words(*(words(HARD, part) for part in body))))
    else:
        broken = words(Concat(separated([*head, body[0]])), Nest(2, words(*(words(HARD, part) for part in body[1:]))))
    return Row((Text(word), label, said, *parts), broken)


def _broken_parts(clause: _Labelled, spell: Spelling) -> list[Doc]:
    match clause:
        case tree.AbstractOr(condition=alpha):
            return [words("OR ", expression(alpha, spell))]
        case tree.Additive(condition=gamma, outcomes=effects):
            return [*([] if gamma is None else [words("AND ", expression(gamma, spell))]), *_thens(effects, spell)]
        case tree.ExceptionClause(condition=phi, outcomes=effects) | tree.IroncladClause(
            condition=phi, outcomes=effects
        ):
            return [*_if_line(phi, effects, spell), *_thens(effects, spell)]
        case tree.ConflictClause(condition=kappa, outcomes=effects, resolution=resolution):
            then = _then(effects, spell)
            return [*_if_line(kappa, effects, spell), words(then, f" {resolution}") if resolution else then]
        case _:
            assert_never(clause)


def _if_line(phi: tree.Expr | None, effects: Sequence[tree.Outcome], spell: Spelling) -> list[Doc]:
    """The condition on a line of its own: above a THEN its operands stand under the outcomes."""
    if phi is None or not effects:
        return _if(phi, spell)
    return [words("IF   ", condition(phi, spell))]


def _for_each(binders: Sequence[tree.Binder], spell: Spelling) -> Doc:
    return words("FOR EACH ", listed([binder(over, spell) for over in binders]))


def _if(phi: tree.Expr | None, spell: Spelling) -> list[Doc]:
    return [] if phi is None else [words("IF ", expression(phi, spell))]


def _then(effects: Sequence[tree.Outcome], spell: Spelling) -> Doc:
    return words("THEN ", outcomes(effects, spell))


def _thens(effects: Sequence[tree.Outcome], spell: Spelling) -> list[Doc]:
    return [_then(effects, spell)] if effects else []
