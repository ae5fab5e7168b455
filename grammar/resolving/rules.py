"""Rules: bases and operator clauses, resolved, with their variables and attributes."""

from __future__ import annotations

import datetime
from fractions import Fraction

from rulelang.grammar import model, tree
from rulelang.grammar.model import Formula, Head, Operator, Reference, Truth
from rulelang.grammar.resolving.expressions import (
    bind,
    formula,
)
from rulelang.grammar.resolving.findings import Findings, did_you_mean
from rulelang.grammar.resolving.heads import heads
from rulelang.grammar.resolving.scope import Scope, SentenceReader
from rulelang.grammar.resolving.symbols import Symbols
from rulelang.grammar.source import Span
from rulelang.grammar.walk import variables


def resolve_rule(
    rule: tree.Rule,
    id_: str,
    module: str,
    inherited: tuple[tree.Binder, ...],
    symbols: Symbols,
    findings: Findings,
    sentence: SentenceReader,
    augmented: bool,
) -> model.Rule:
    """One rule as written.

    `inherited`: the FOR EACH of the rule that it goes back to; `augmented`: others start from it (so they may use
    its variables).
    """
    scope = Scope(symbols, findings, module, sentence)
    troubles = findings.troubles
    symbol = symbols.rules[id_]
    for binder in inherited:
        bind(scope, binder)
    bound = _binders(scope, rule.binders)
    condition = None if rule.condition is None else formula(scope, rule.condition)
    outcomes = heads(scope, rule.outcomes)
    suffixes = [suffix for suffix, _, _ in symbol.suffixes]
    operators = tuple(
        [_operator(scope, o, s, id_) for o, s in zip(rule.operators, suffixes, strict=True)]
        if len(suffixes) == len(rule.operators)
        else []
    )
    if (rule.binders or inherited) and findings.troubles == troubles:
        _check_variables(scope, rule, outcomes, operators, augmented, bool(inherited))
    _check_shape(rule, id_, symbol.augments, findings, augmented)
    return _with_attributes(scope, rule, id_, module, bound, condition, outcomes, operators)


def reference(
    name: tree.Name, symbols: Symbols, findings: Findings, sections: bool, clauses: bool, what: str = "the rule"
) -> Reference:
    """A rule or clause by name; `sections`: a dotted prefix stands for all rules below it."""
    text = name.text
    prefix = False
    if sections:
        below = f"{text}."
        prefix = any(id_.startswith(below) for id_ in symbols.rules)
    if not prefix and text not in symbols.rules and not (clauses and text in symbols.clauses):
        if text in symbols.clauses:
            findings.error(
                "RL231", f"`{text}` is a clause of a rule, and a rule is needed here", name.span, "name the rule"
            )
        else:
            findings.unknown(
                "RL231", what, text, name.span, lambda: [*symbols.rules, *(symbols.clauses if clauses else ())]
            )
    return Reference(text, prefix, span=name.span)


# -------------------------------------------------------------------------------------------------- operators


def _operator(scope: Scope, operator: tree.Operator, suffix: str, id_: str) -> Operator:
    span = operator.span
    match operator:
        case tree.AbstractOr(_, gloss, condition):
            return model.AbstractOr(suffix, _text(gloss), formula(scope, condition), span=span)
        case tree.AbstractTo(atom, concept):
            return _abstract_to(scope, atom, concept, suffix, span)
        case tree.Additive(_, gloss, condition, outcomes):
            more = None if condition is None else formula(scope, condition)
            return model.Additive(suffix, _text(gloss), more, heads(scope, outcomes), span=span)
        case tree.Negate(side):
            return model.Negate(suffix, side, span=span)
        case tree.ExceptionClause(_, gloss, to, condition, outcomes):
            above = None if to is None else _excepted(scope, to, suffix, id_)
            found = formula(scope, condition)
            return model.ExceptionClause(suffix, _text(gloss), above, found, heads(scope, outcomes), span=span)
        case tree.ConflictClause(_, gloss, condition, outcomes, resolution):
            found = formula(scope, condition)
            return model.ConflictClause(
                suffix, _text(gloss), found, heads(scope, outcomes), resolution or "PREVAILS", span=span
            )
        case tree.IroncladClause(_, gloss, condition, outcomes):
            more = None if condition is None else formula(scope, condition)
            return model.IroncladClause(suffix, _text(gloss), more, heads(scope, outcomes), span=span)


def _abstract_to(
    scope: Scope, atom: tree.Term | tree.Sentence, concept: tree.Term | tree.Sentence, suffix: str, span: Span
) -> Operator:
    old, new = formula(scope, atom), formula(scope, concept)
    if not isinstance(old, model.FactHolds | model.OutcomeHolds):
        if not isinstance(old, Truth):
            scope.findings.error(
                "RL229", "ABSTRACT … TO replaces a fact or an outcome", atom.span, "name a proposition of the rule"
            )
        old = model.OutcomeHolds("")
    if not isinstance(new, model.OutcomeHolds):
        if not isinstance(new, Truth):
            scope.findings.error(
                "RL229",
                "ABSTRACT … TO needs a concept to replace it by",
                concept.span,
                "declare it: `CONCEPT c INCLUDES …`",
            )
        new = model.OutcomeHolds("")
    return model.AbstractTo(suffix, old, new, span=span)


def _excepted(scope: Scope, to: tree.Name, suffix: str, id_: str) -> str:
    """The exception or rival above, in this rule or those that it augments, that a clause is an exception to."""
    symbols = scope.symbols
    above: dict[str, str] = {}
    for link in symbols.chain(id_):
        for clause, kind_, _ in link.suffixes:
            if link.id == id_ and clause == suffix:
                break
            above.setdefault(clause, kind_)
    name = to.text
    for link in symbols.chain(id_):
        name = name.removeprefix(f"{link.id}.")
    kind = above.get(name)
    if kind in ("exception", "conflict"):
        return name
    if kind is not None:
        scope.findings.error(
            "RL230",
            f"`{to.text}` is an {kind} clause, and nothing excepts it",
            to.span,
            "TO names an exception or a rival (CONFLICT) above",
        )
        return name
    near = did_you_mean(name, [n for n, k in above.items() if k in ("exception", "conflict")])
    scope.findings.error(
        "RL230",
        f"no exception or rival `{to.text}` stands above this clause",
        to.span,
        near or "TO names an exception or a rival (CONFLICT) of the same rule, above it",
    )
    return name


# ------------------------------------------------------------------------------------------------------ parts


def _binders(scope: Scope, binders: tuple[tree.Binder, ...]) -> tuple[model.Binder, ...]:
    bound: list[model.Binder] = []
    seen: set[str] = set()
    for binder in binders:
        name = binder.variable.text
        if name in seen:
            scope.findings.error(
                "RL238", f"FOR EACH binds `{name}` twice", binder.variable.span, "give each variable its own name"
            )
            continue
        seen.add(name)
        found = bind(scope, binder)
        if found is not None:
            bound.append(found[0])
    return tuple(bound)


def _check_variables(
    scope: Scope,
    rule: tree.Rule,
    outcomes: tuple[Head, ...],
    operators: tuple[Operator, ...],
    augmented: bool,
    augmenting: bool,
) -> None:
    if not augmented and not augmenting:
        for binder in rule.binders:
            if binder.variable.text not in scope.used:
                scope.findings.warning(
                    "RL236",
                    f"the variable `{binder.variable.text}` is never used",
                    binder.variable.span,
                    "use it, or leave it out of FOR EACH",
                )
    running = {b.variable.text for b in rule.binders}
    every = list(outcomes)
    for operator in operators:
        if not isinstance(operator, model.AbstractOr | model.AbstractTo | model.Negate):
            every.extend(operator.outcomes)
    for head in every:
        if isinstance(head, model.Assign):
            named: set[str] = set()
            for arg in head.args:
                named |= variables(arg)
            missing = sorted((variables(head.value) & running) - named)
            if missing:
                scope.findings.warning(
                    "RL239",
                    f"each `{missing[0]}` gives `{head.name}` a value of its own, and these compete",
                    rule.span,
                    f"if the sum is meant, write `{head.name} = SUM OF … FOR EACH {missing[0]} IN …`",
                )


def _check_shape(rule: tree.Rule, id_: str, base: str | None, findings: Findings, augmented: bool) -> None:
    if base is not None:
        if rule.condition is not None or rule.outcomes or rule.binders:
            findings.error(
                "RL233",
                f"`{id_}` starts from `{base}` and cannot have IF, THEN or FOR EACH of its own",
                rule.span,
                "change the base by clauses: ABSTRACT OR …, ADDITIVE AND … THEN …",
            )
        return
    concludes = rule.outcomes or any(getattr(o, "outcomes", ()) for o in rule.operators)
    suspends = any(isinstance(a, tree.Suspends) for a in rule.attributes)
    if not concludes and not suspends and not augmented:
        findings.error(
            "RL234", f"the rule `{id_}` concludes nothing", rule.span, "write THEN and what follows"
        )


def _with_attributes(
    scope: Scope,
    rule: tree.Rule,
    id_: str,
    module: str,
    bound: tuple[model.Binder, ...],
    condition: Formula | None,
    outcomes: tuple[Head, ...],
    operators: tuple[Operator, ...],
) -> model.Rule:
    sources: list[str] = []
    text: str | None = None
    effective: tuple[datetime.date, datetime.date | None] | None = None
    authority: Fraction | None = None
    augments: str | None = None
    over: list[Reference] = []
    under: list[Reference] = []
    suspends: list[Reference] = []
    seen: set[type] = set()
    symbols, findings = scope.symbols, scope.findings
    for attribute in rule.attributes:
        kind = type(attribute)
        if kind in seen and kind in (tree.Augments, tree.TextLine, tree.Effective, tree.Authority):
            findings.error("RL261", "this is said twice of the rule", attribute.span, "leave one of them out")
        seen.add(kind)
        match attribute:
            case tree.Augments(name):
                if name.text not in symbols.rules:
                    reference(name, symbols, findings, sections=False, clauses=False)
                augments = name.text
            case tree.SourceLine(texts):
                sources.extend(t.value for t in texts)
            case tree.TextLine(words):
                text = words.value
            case tree.Effective(start, end):
                if end is not None and end < start:
                    findings.error(
                        "RL260", "the rule ends before it begins", attribute.span, "write the earlier date first"
                    )
                effective = (start, end)
            case tree.Authority(level):
                authority = level
            case tree.Notwithstanding(names):
                over.extend(reference(n, symbols, findings, sections=True, clauses=True) for n in names)
            case tree.SubjectTo(names):
                under.extend(reference(n, symbols, findings, sections=True, clauses=True) for n in names)
            case tree.Suspends(names):
                suspends.extend(reference(n, symbols, findings, sections=True, clauses=False) for n in names)
    return model.Rule(
        id_, module, rule.meta, _text(rule.gloss), tuple(sources), text, effective, authority, augments,
        tuple(over), tuple(under), tuple(suspends), bound, condition, outcomes, operators, span=rule.span,
    )  # fmt: skip


def _text(text: tree.Text | None) -> str | None:
    return None if text is None else text.value


def root_binders(id_: str, symbols: Symbols, trees: dict[str, tree.Rule]) -> tuple[tree.Binder, ...]:
    """The FOR EACH of the rule that a rule goes back to by AUGMENTS; nothing for a rule that augments none."""
    links = list(symbols.chain(id_))
    return trees[links[-1].id].binders if len(links) > 1 else ()
