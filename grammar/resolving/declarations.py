"""Declarations: the sorts, facts, outcomes, actions, concepts, definitions and tables of a program, by name.

`collect` names everything and reads the types; expressions (defaults, definitions, table cells) come later, when all
names are known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.model import SortType, Type
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.sentences import label_key
from rulelang.grammar.resolving.symbols import Said, Symbols
from rulelang.grammar.source import Span

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def collect(modules: Sequence[tree.Module], symbols: Symbols, findings: Findings) -> None:
    """Fill the name spaces from the declarations of all modules."""
    for module in modules:
        _sorts(module, symbols, findings)
    for module in modules:
        _said(module, symbols, findings)


def collide(findings: Findings, what: str, name: str, span: Span, first: Span) -> None:
    findings.error(
        "RL201",
        f"{what} `{name}` is declared twice",
        span,
        "give one of them another name",
        (Label(first, "first declared here"),),
    )


# ------------------------------------------------------------------------------------------------------ sorts


def _sorts(module: tree.Module, symbols: Symbols, findings: Findings) -> None:
    for declaration in module.declarations:
        match declaration:
            case tree.TypeDeclaration():
                _type_declaration(declaration, symbols, findings)
            case (
                tree.FactDeclaration(type=tree.EnumType() as type_)
                | tree.OutcomeDeclaration(type=tree.EnumType() as type_)
                | tree.Define(type=tree.EnumType() as type_)
                | tree.Table(type=tree.EnumType() as type_)
            ):
                _enum(declaration.name, type_, symbols, findings)
            case _:
                pass


def _type_declaration(declaration: tree.TypeDeclaration, symbols: Symbols, findings: Findings) -> None:
    name = declaration.name.text
    members: tuple[str, ...] | range | None = None
    labels: dict[str, str] = {}
    if declaration.members is not None:
        members, labels = _members(name, declaration.members, findings)
    elif declaration.low is not None and declaration.high is not None:
        members = range(declaration.low, declaration.high + 1)
        if not members:
            findings.error(
                "RL207",
                f"the type `{name}` runs from {declaration.low} to {declaration.high}, which is nothing",
                declaration.span,
                "write the lower bound first",
            )
    gloss = declaration.gloss.value if declaration.gloss is not None else None
    _add_sort(model.Sort(name, members, labels, gloss, span=declaration.name.span), symbols, findings)


def _enum(name: tree.Name, type_: tree.EnumType, symbols: Symbols, findings: Findings) -> None:
    members, labels = _members(name.text, type_.members, findings)
    _add_sort(model.Sort(name.text, members, labels, None, span=name.span), symbols, findings)


def _add_sort(sort: model.Sort, symbols: Symbols, findings: Findings) -> None:
    first = symbols.sorts.get(sort.name)
    if first is not None:
        collide(findings, "the type", sort.name, sort.span, first.span)
        return
    symbols.add_sort(sort)


def _members(
    sort: str, members: tuple[tree.Member, ...], findings: Findings
) -> tuple[tuple[str, ...], dict[str, str]]:
    names: dict[str, Span] = {}
    labels: dict[str, str] = {}
    keys: dict[str, str] = {}
    for member in members:
        name = member.name.text
        if name in names:
            findings.error(
                "RL206",
                f"`{name}` is listed twice in `{sort}`",
                member.name.span,
                "leave one out",
                (Label(names[name], "first listed here"),),
            )
            continue
        names[name] = member.name.span
        texts = [label_key(name)]
        if member.label is not None:
            labels[name] = member.label.value
            texts.append(label_key(member.label.value))
        for text in texts:
            other = keys.setdefault(text, name)
            if other != name:
                findings.error(
                    "RL206",
                    f"`{other}` and `{name}` of `{sort}` are written alike",
                    member.span,
                    "a case may write names and labels in any case and spacing; make them differ",
                    (Label(names[other], f"`{other}`"),),
                )
    return tuple(names), labels


# ------------------------------------------------------------------------------------------------------- said


def read_type(type_: tree.TypeExpr | None, owner: str, symbols: Symbols, findings: Findings) -> Type:
    """A type as written; a ONE OF is the sort that is named after its declaration."""
    match type_:
        case None | tree.BooleanType():
            return kinds.BOOLEAN
        case tree.NumberType(integer, low, high, unit):
            if low is not None and high is not None and low > high:
                findings.error(
                    "RL207", "the bounds leave no number", type_.span, "write the lower bound first, then the upper"
                )
            return model.NumberType(integer, low, high, unit)
        case tree.DateType():
            return kinds.DATE
        case tree.TimeType():
            return kinds.TIME
        case tree.DurationType(unit):
            return model.DurationType(unit)
        case tree.TextType():
            return kinds.TEXT
        case tree.SortType(name):
            if name.text not in symbols.sorts:
                unknown_type(name, symbols, findings)
            return SortType(name.text)
        case tree.EnumType():
            return SortType(owner)


def unknown_type(name: tree.Name, symbols: Symbols, findings: Findings) -> None:
    findings.unknown(
        "RL205",
        "the type",
        name.text,
        name.span,
        lambda: list(symbols.sorts),
        f"declare it, `TYPE {name.text}`, or give the parameter a type: `{name.text} : …`",
    )


def read_parameters(
    parameters: tuple[tree.Parameter, ...], owner: str, sorts_only: bool, symbols: Symbols, findings: Findings
) -> tuple[model.Parameter, ...]:
    """Parameters: a bare sort is its own name.  What competes or is given has sorts for arguments only."""
    result: list[model.Parameter] = []
    for parameter in parameters:
        name = parameter.name
        if parameter.type is None:
            if name.text not in symbols.sorts:
                unknown_type(name, symbols, findings)
            type_: Type = SortType(name.text)
        else:
            type_ = read_type(parameter.type, owner, symbols, findings)
        if isinstance(type_, model.BooleanType) or (sorts_only and not isinstance(type_, SortType)):
            findings.error(
                "RL243",
                f"the argument `{name.text}` of `{owner}` cannot be {kinds.describe(type_, symbols.sorts)}",
                parameter.span,
                "arguments of facts, outcomes and actions run over a TYPE (`TYPE year FROM 1990 TO 2030`)"
                if sorts_only
                else "an argument is a value; write two definitions",
            )
        result.append(model.Parameter(name.text, type_))
    seen: set[str] = set()
    for parameter in parameters:
        # Without names of their own, two parameters of one sort are told apart by their places.
        if parameter.name.text in seen and not (sorts_only and parameter.type is None):
            type_text = parameter.name.text if parameter.type is None else parameter.type.span.text
            findings.error(
                "RL243",
                f"`{owner}` has two parameters `{parameter.name.text}`",
                parameter.span,
                f"name them: `a : {type_text}, b : {type_text}`",
            )
        seen.add(parameter.name.text)
    return tuple(result)


def _said(module: tree.Module, symbols: Symbols, findings: Findings) -> None:
    for declaration in module.declarations:
        said = _declared(declaration, symbols, findings)
        if said is None:
            continue
        first = symbols.said.get(said.name)
        if first is not None:
            collide(findings, "the name", said.name, said.span, first.span)
            continue
        symbols.add_said(said)
        if isinstance(said, model.Outcome) and said.concept:
            symbols.concept_names.add(said.name)


def _declared(declaration: tree.Declaration, symbols: Symbols, findings: Findings) -> Said | None:
    match declaration:
        case tree.FactDeclaration(name=name):
            parameters = read_parameters(declaration.parameters, name.text, True, symbols, findings)
            gloss = read_gloss(declaration.gloss, parameters, findings)
            type_ = read_type(declaration.type, name.text, symbols, findings)
            return model.Fact(name.text, parameters, type_, gloss, fixed=declaration.fixed, span=name.span)
        case tree.OutcomeDeclaration(name=name):
            parameters = read_parameters(declaration.parameters, name.text, True, symbols, findings)
            gloss = read_gloss(declaration.gloss, parameters, findings)
            type_ = read_type(declaration.type, name.text, symbols, findings)
            return model.Outcome(name.text, parameters, type_, gloss, span=name.span)
        case tree.ActionDeclaration(name=name):
            parameters = read_parameters(declaration.parameters, name.text, True, symbols, findings)
            gloss = read_gloss(declaration.gloss, parameters, findings)
            return model.Action(name.text, parameters, gloss, declaration.default, span=name.span)
        case tree.ConceptDeclaration(name=name):
            parameters = read_parameters(declaration.parameters, name.text, True, symbols, findings)
            gloss = read_gloss(declaration.gloss, parameters, findings)
            return model.Outcome(name.text, parameters, kinds.BOOLEAN, gloss, concept=True, span=name.span)
        case tree.Define(name=name):
            parameters = read_parameters(declaration.parameters, name.text, False, symbols, findings)
            gloss = read_gloss(declaration.gloss, parameters, findings)
            type_ = read_type(declaration.type, name.text, symbols, findings)
            return model.Definition(name.text, parameters, type_, gloss, (), span=name.span)
        case tree.Table(name=name):
            parameters = read_parameters(declaration.parameters, name.text, False, symbols, findings)
            gloss = read_gloss(declaration.gloss, parameters, findings)
            return model.Table(name.text, parameters, (), (), gloss, (), span=name.span)
        case _:
            return None


def read_gloss(
    gloss: tree.Text | None, parameters: tuple[model.Parameter, ...], findings: Findings
) -> str | None:
    """A gloss, its placeholders checked against the parameters."""
    if gloss is None:
        return None
    for placeholder in PLACEHOLDER.findall(gloss.value):
        if all(p.name != placeholder for p in parameters):
            names = ", ".join(f"{{{p.name}}}" for p in parameters) or "none"
            findings.warning(
                "RL247",
                f"the gloss speaks of `{{{placeholder}}}`, which is no parameter",
                gloss.span,
                f"its parameters are {names}",
            )
    return gloss.value
