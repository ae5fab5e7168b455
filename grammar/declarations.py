"""Declarations: the sorts, facts, outcomes, actions, concepts, definitions and tables of a program, by name.

`collect` names everything and reads the types; expressions (defaults, definitions, table cells) come later, when all
names are known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.grammar import kinds, model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.findings import Findings
from rulelang.grammar.model import SortType, Type
from rulelang.grammar.sentences import label_key, normal, quoted, sentence_name
from rulelang.grammar.source import Span
from rulelang.grammar.symbols import RuleSymbol, Said, Symbols, operator_kind

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def module_name(module: tree.Module) -> str:
    return module.name.text if module.name is not None else ""


def collect(modules: Sequence[tree.Module], symbols: Symbols, findings: Findings) -> None:
    """Fill the name spaces from the declarations of all modules."""
    for module in modules:
        _sorts(module, symbols, findings)
    for module in modules:
        _said(module, symbols, findings)
    for module in modules:
        _rules(module, symbols, findings)
    _suffixes(modules, symbols, findings)


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
    if not sorts_only:
        seen: set[str] = set()
        for parameter in parameters:
            if parameter.name.text in seen:
                findings.error(
                    "RL243",
                    f"`{owner}` has two parameters `{parameter.name.text}`",
                    parameter.span,
                    f"name them: `a : {parameter.name.text}, b : {parameter.name.text}`",
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


# ------------------------------------------------------------------------------------------------------ rules


def rule_ids(module: tree.Module) -> dict[int, str]:
    """The identifiers of the rules of a module, by their position among its declarations.

    Unnamed rules are numbered among themselves: `rule1`, prefixed by the module's name if it has one.
    """
    prefix = f"{module.name.text}." if module.name is not None else ""
    ids: dict[int, str] = {}
    unnamed = 0
    for position, declaration in enumerate(module.declarations):
        if isinstance(declaration, tree.Rule):
            if declaration.name is not None:
                ids[position] = declaration.name.text
            else:
                unnamed += 1
                ids[position] = f"{prefix}rule{unnamed}"
    return ids


def augmented(rule: tree.Rule) -> tree.Name | None:
    for attribute in rule.attributes:
        if isinstance(attribute, tree.Augments):
            return attribute.rule
    return None


def _rules(module: tree.Module, symbols: Symbols, findings: Findings) -> None:
    ids = rule_ids(module)
    for position, declaration in enumerate(module.declarations):
        if not isinstance(declaration, tree.Rule):
            continue
        id_ = ids[position]
        span = declaration.name.span if declaration.name is not None else declaration.span
        first = symbols.rules.get(id_)
        if first is not None:
            findings.error(
                "RL203",
                f"the rule `{id_}` is declared twice",
                span,
                "answers cite rules by these names; give one of them another name",
                (Label(first.span, "first declared here"),),
            )
            continue
        base = augmented(declaration)
        symbols.rules[id_] = RuleSymbol(id_, declaration.meta, base.text if base is not None else None, (), span)


def _suffixes(modules: Sequence[tree.Module], symbols: Symbols, findings: Findings) -> None:
    """Name the clauses: by label, else by kind and number along the whole chain of AUGMENTS."""
    trees: dict[str, tree.Rule] = {}
    for module in modules:
        ids = rule_ids(module)
        for position, declaration in enumerate(module.declarations):
            if isinstance(declaration, tree.Rule):
                trees.setdefault(ids[position], declaration)
    done: set[str] = set()
    for id_ in list(symbols.rules):
        pending = [link.id for link in symbols.chain(id_) if link.id not in done]
        for at in reversed(pending):
            done.add(at)
            _name_clauses(at, trees[at], symbols, findings)
    for id_, rule in symbols.rules.items():
        for link in symbols.chain(id_):
            for suffix, kind, span in link.suffixes:
                clause = f"{id_}.{suffix}"
                symbols.clauses.setdefault(clause, (id_, suffix, kind))
                other = symbols.rules.get(clause)
                if other is not None:
                    second, first = (span, other.span) if link is rule else (other.span, span)
                    findings.error(
                        "RL203",
                        f"`{clause}` is both a rule and a clause of `{id_}`",
                        second,
                        "answers cite both by this name; change one of them",
                        (Label(first, "the other one"),),
                    )


def _name_clauses(id_: str, rule: tree.Rule, symbols: Symbols, findings: Findings) -> None:
    symbol = symbols.rules[id_]
    if not rule.operators:
        return
    counts: dict[str, int] = {}
    taken: dict[str, Span] = {}
    for link in symbols.chain(id_):
        for suffix, kind, span in link.suffixes:
            taken[suffix] = span
            if suffix.startswith(kind) and suffix[len(kind) :].isdigit():
                counts[kind] = max(counts.get(kind, 0), int(suffix[len(kind) :]))
    suffixes: list[tuple[str, str, Span]] = []
    for operator in rule.operators:
        kind = operator_kind(operator)
        label: tree.Name | None = getattr(operator, "label", None)
        if label is None:
            counts[kind] = counts.get(kind, 0) + 1
            suffix, span = f"{kind}{counts[kind]}", operator.span
        else:
            suffix, span = label.text, label.span
        if suffix in taken:
            findings.error(
                "RL203",
                f"the clause `{id_}.{suffix}` is named twice",
                span,
                "answers cite clauses by these names; give one of them another name",
                (Label(taken[suffix], "first named here"),),
            )
        taken[suffix] = span
        suffixes.append((suffix, kind, span))
    symbols.rules[id_] = RuleSymbol(id_, symbol.meta, symbol.augments, tuple(suffixes), symbol.span)


# -------------------------------------------------------------------------------------------------- sentences


def concluded_sentences(rule: tree.Rule) -> list[tree.Sentence]:
    """The sentences that a rule concludes, in its base and its operators."""
    found: list[tree.Sentence] = []
    outcomes = list(rule.outcomes)
    for operator in rule.operators:
        match operator:
            case tree.AbstractTo(_, tree.Sentence() as concept):
                found.append(concept)
            case (
                tree.Additive(outcomes=more) | tree.ExceptionClause(outcomes=more) | tree.ConflictClause(outcomes=more)
                | tree.IroncladClause(outcomes=more)
            ):  # fmt: skip
                outcomes.extend(more)
            case _:
                pass
    for outcome in outcomes:
        if isinstance(outcome, tree.Conclude) and isinstance(outcome.atom, tree.Sentence):
            found.append(outcome.atom)
    return found


def action_sentences(rule: tree.Rule) -> list[tree.Sentence]:
    """The sentences in the place of an action after THEN."""
    outcomes = list(rule.outcomes)
    for operator in rule.operators:
        outcomes.extend(getattr(operator, "outcomes", ()))
    return [
        o.action for o in outcomes if isinstance(o, tree.ConcludeNorm) and isinstance(o.action, tree.Sentence)
    ]


def collect_sentences(modules: Sequence[tree.Module], symbols: Symbols) -> dict[str, set[str]]:
    """Make an outcome of every sentence that some rule concludes, and an action of every one that a norm is about.

    Gives for each such outcome the modules that conclude it.
    """
    concluded: dict[str, set[str]] = {}
    for module in modules:
        name = module_name(module)
        for declaration in module.declarations:
            if not isinstance(declaration, tree.Rule):
                continue
            for sentence in concluded_sentences(declaration):
                key = normal(sentence.value)
                if any(not isinstance(s, model.Action) for s in symbols.glosses.get(key, ())):
                    continue
                concluded.setdefault(key, set()).add(name)
                if key not in symbols.sentences:
                    symbols.sentences[key] = model.Outcome(
                        sentence_name(sentence.value), (), kinds.BOOLEAN, sentence_gloss(sentence.value),
                        sentence=True, span=sentence.span,
                    )  # fmt: skip
            for sentence in action_sentences(declaration):
                key = normal(sentence.value)
                if key not in symbols.action_sentences and not any(
                    isinstance(s, model.Action) for s in symbols.glosses.get(key, ())
                ):
                    symbols.action_sentences[key] = model.Action(
                        quoted(key), (), sentence_gloss(sentence.value), span=sentence.span
                    )
    return concluded


def sentence_gloss(sentence: str) -> str:
    return " ".join(sentence.split())
