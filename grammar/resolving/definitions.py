"""Definitions, concepts, defaults and ALWAYS: the expressions of declarations that are no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.model import Constant, Formula, Truth, Value
from rulelang.grammar.resolving.comparison import fit
from rulelang.grammar.resolving.expressions import fitting, formula, value
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.kinds import BROKEN, Kind, value_problem
from rulelang.grammar.resolving.scope import Mentions, Scope, SentenceReader
from rulelang.grammar.resolving.symbols import Symbols, is_boolean
from rulelang.grammar.source import Span
from rulelang.grammar.values import PERCENT
from rulelang.grammar.walk import walk


def resolve_definition(
    define: tree.Define, module: str, symbols: Symbols, findings: Findings, sentence: SentenceReader
) -> tuple[model.Definition, set[str]] | None:
    """A definition with its cases, and the names of the definitions that it reads."""
    signature = symbols.said.get(define.name.text)
    if not isinstance(signature, model.Definition) or signature.span != define.name.span:
        return None
    variables: dict[str, Kind] = {p.name: p.type for p in signature.parameters}
    reads: set[str] = set()
    scope = Scope(symbols, findings, module, sentence, variables, reads=reads)
    cases: list[model.DefinitionCase] = []
    closed: Span | None = None
    for case in define.cases:
        if closed is not None:
            findings.error(
                "RL242",
                "this case is never reached",
                case.span,
                "cases are read from the top; one without IF takes all that is left",
                (Label(closed, "this case takes the rest"),),
            )
        condition = None if case.condition is None else formula(scope, case.condition)
        result: Value | Formula
        if is_boolean(signature.type):
            result = formula(scope, case.value)
        else:
            result = fitting(scope, case.value, signature.type, f"`{signature.name}`")
        if condition is None:
            closed = case.span
        cases.append(model.DefinitionCase(condition, result, span=case.span))
    reads.discard("")
    read = {name for name in reads if isinstance(symbols.said.get(name), model.Definition)}
    return replace(signature, cases=tuple(cases)), read


def check_cycles(reads: Mapping[str, set[str]], symbols: Symbols, findings: Findings, what: str, code: str) -> None:
    """Report each cycle among things that may not go back to themselves, with its way round."""
    state: dict[str, int] = {}
    for start in reads:
        if start in state:
            continue
        path: list[str] = []
        stack: list[tuple[str, list[str]]] = [(start, sorted(reads.get(start, ()), reverse=True))]
        state[start] = 1
        path.append(start)
        while stack:
            at, pending = stack[-1]
            if not pending:
                stack.pop()
                path.pop()
                state[at] = 2
                continue
            following = pending.pop()
            seen = state.get(following)
            if seen == 1:
                cycle = [*path[path.index(following) :], following]
                findings.error(
                    code,
                    f"{what} `{following}` goes back to itself: {' -> '.join(f'`{n}`' for n in cycle)}",
                    symbols.said[following].span,
                    "break the circle; what may be circular is written as rules for an OUTCOME",
                    tuple(Label(symbols.said[n].span, f"`{n}`") for n in cycle[1:-1]),
                )
            elif seen is None:
                state[following] = 1
                path.append(following)
                stack.append((following, sorted(reads.get(following, ()), reverse=True)))


def resolve_fact(
    declaration: tree.FactDeclaration, module: str, symbols: Symbols, findings: Findings, sentence: SentenceReader
) -> model.Fact | None:
    """A fact with its default and tolerance."""
    fact = symbols.said.get(declaration.name.text)
    if not isinstance(fact, model.Fact) or fact.span != declaration.name.span:
        return None
    if declaration.default is None and declaration.within is None:
        return fact
    scope = Scope(symbols, findings, module, sentence, mentions=Mentions(anything=True))
    default: Constant | Truth | None = None
    if declaration.default is not None:
        found = _default(scope, declaration.default, fact.type, fact.name)
        if isinstance(found, Constant | Truth):
            default = found
        elif found is not None:
            findings.error(
                "RL246",
                f"the default of the fact `{fact.name}` must be a known value",
                declaration.default.span,
                "what depends on other facts is an OUTCOME with a rule, or a DEFINE",
            )
    within = tolerance(scope, declaration.within, fact.type)
    return replace(fact, default=default, within=within)


def resolve_outcome(
    declaration: tree.OutcomeDeclaration, module: str, symbols: Symbols, findings: Findings, sentence: SentenceReader
) -> model.Outcome | None:
    """An outcome with its default and tolerance."""
    outcome = symbols.said.get(declaration.name.text)
    if not isinstance(outcome, model.Outcome) or outcome.span != declaration.name.span:
        return None
    if declaration.default is None and declaration.within is None:
        return outcome
    variables: dict[str, Kind] = {p.name: p.type for p in outcome.parameters}
    scope = Scope(symbols, findings, module, sentence, variables, mentions=Mentions(anything=True))
    default: Value | Truth | None = None
    if declaration.default is not None:
        default = _default(scope, declaration.default, outcome.type, outcome.name)
    within = tolerance(scope, declaration.within, outcome.type)
    return replace(outcome, default=default, within=within)


def _default(scope: Scope, expr: tree.Expr, type_: model.Type, name: str) -> Value | Truth | None:
    if is_boolean(type_):
        found = formula(scope, expr)
        if isinstance(found, Truth):
            return found
        scope.findings.error("RL246", f"the default of `{name}` must be YES or NO", expr.span)
        return None
    at = len(scope.findings.found)
    result, kind = value(scope, expr, type_)
    result = fit(scope, result, kind, type_, expr.span, f"`{name}`")
    if isinstance(result, Constant) and kind is not BROKEN and len(scope.findings.found) == at:
        problem = value_problem(result.value, type_, scope.symbols.sorts)
        if problem is not None:
            scope.findings.error(
                "RL246", f"the default `{expr.span.text}` {problem}", expr.span, f"give `{name}` a value of its type"
            )
    return result


def tolerance(scope: Scope, expr: tree.Expr | None, type_: Kind) -> Constant | None:
    """`WITHIN 0.5 usd`, or `WITHIN 1%` (of the value; its unit is then `%`)."""
    if expr is None:
        return None
    if isinstance(expr, tree.Number) and expr.percent:
        return Constant(value(scope, expr)[0].value, PERCENT)  # type: ignore[union-attr]
    if isinstance(type_, model.DateType | model.TimeType):
        type_ = model.DurationType("DAYS")
    found = fitting(scope, expr, type_, "the tolerance")
    if isinstance(found, Constant):
        return found
    scope.findings.error("RL246", "a tolerance is a known value", expr.span, "write a number, or a percentage")
    return None


def resolve_concept(
    declaration: tree.ConceptDeclaration, module: str, symbols: Symbols, findings: Findings, sentence: SentenceReader
) -> tuple[tuple[model.ConceptInclusion, ...], set[str]]:
    """What a concept includes, and the names of the concepts among it.

    Members have the concept's arguments: written, or where none are written the concept's own in their order.
    """
    concept = symbols.said.get(declaration.name.text)
    if not isinstance(concept, model.Outcome) or concept.span != declaration.name.span:
        return (), set()
    parameters = _distinct(concept.parameters)
    variables: dict[str, Kind] = {p.name: p.type for p in parameters}
    inclusions: list[model.ConceptInclusion] = []
    included: set[str] = set()
    for member in declaration.members:
        scope = Scope(symbols, findings, module, sentence, dict(variables))
        written = member
        if isinstance(member, tree.Term) and not member.args and parameters:
            args = tuple(tree.Term(p.name, span=member.span) for p in parameters)
            written = tree.Term(member.name, args, span=member.span)
        found = formula(scope, written)
        if isinstance(found, model.FactHolds | model.OutcomeHolds):
            if isinstance(found, model.OutcomeHolds) and found.name in symbols.concept_names:
                included.add(found.name)
            inclusions.append(model.ConceptInclusion(concept.name, parameters, found, span=member.span))
        elif not isinstance(found, Truth):
            findings.error(
                "RL218", "a concept includes facts, outcomes and concepts", member.span, "name a proposition"
            )
    return tuple(inclusions), included


def _distinct(parameters: tuple[model.Parameter, ...]) -> tuple[model.Parameter, ...]:
    """Parameters as variables: `related(person, person)` has `person` and `person2`."""
    seen: dict[str, int] = {}
    result: list[model.Parameter] = []
    for parameter in parameters:
        count = seen[parameter.name] = seen.get(parameter.name, 0) + 1
        name = parameter.name if count == 1 else f"{parameter.name}{count}"
        result.append(model.Parameter(name, parameter.type))
    return tuple(result)


def resolve_always(
    declaration: tree.Always, module: str, symbols: Symbols, findings: Findings, sentence: SentenceReader
) -> model.Always:
    """What no case may break; only facts can be spoken of, by themselves or through definitions."""
    scope = Scope(symbols, findings, module, sentence)
    return model.Always(formula(scope, declaration.condition), span=declaration.span)


def check_always(
    always: tuple[model.Always, ...], definitions: Mapping[str, model.Definition], findings: Findings
) -> None:
    for declaration in always:
        read = _concluded(declaration.condition, definitions)
        if read is not None:
            findings.error(
                "RL245",
                f"ALWAYS speaks of facts, and `{read}` is concluded by rules",
                declaration.span,
                "write a rule with IRONCLAD for what must follow",
            )


def _concluded(node: Formula | Value, definitions: Mapping[str, model.Definition]) -> str | None:
    pending: list[Formula | Value] = [node]
    seen: set[str] = set()
    while pending:
        for at in walk(pending.pop()):
            match at:
                case (
                    model.OutcomeHolds(name) | model.OutcomeValue(name) | model.Rejected(name) | model.Violated(name)
                    | model.NormHolds(_, name)
                ):  # fmt: skip
                    return name
                case model.DefinitionHolds(name) | model.DefinitionValue(name):
                    if name not in seen and name in definitions:
                        seen.add(name)
                        for case in definitions[name].cases:
                            pending.append(case.value)
                            if case.condition is not None:
                                pending.append(case.condition)
                case _:
                    pass
    return None


