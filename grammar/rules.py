"""Rules: bases, outcomes and operator clauses, resolved; what AUGMENTS, ABSTRACT and NEGATE ask of the rule so far."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from fractions import Fraction

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.expressions import (
    OPPOSITE,
    action_atom,
    arguments,
    bind,
    fitting,
    formula,
    value,
)
from rulelang.grammar.findings import Findings, did_you_mean
from rulelang.grammar.model import Formula, Head, Operator, Reference, Truth
from rulelang.grammar.names import declared, find, sentence_said, unknown
from rulelang.grammar.scope import Scope, SentenceReader
from rulelang.grammar.sentences import normal
from rulelang.grammar.source import Span
from rulelang.grammar.symbols import Symbols, is_boolean
from rulelang.grammar.walk import occurrences, replaced, variables

INCOMPATIBLE: frozenset[frozenset[str]] = frozenset(
    (frozenset(("MUST", "NEED NOT")), frozenset(("MUST", "MUST NOT")), frozenset(("MUST NOT", "MAY")))
)
"""The norms that exclude each other (semantics.md, item 2)."""


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
    if rule.binders or inherited:
        _check_variables(scope, rule, outcomes, operators, augmented, bool(inherited))
    _check_shape(rule, id_, symbol.augments, findings, augmented)
    return _with_attributes(scope, rule, id_, module, bound, condition, outcomes, operators)


def heads(scope: Scope, outcomes: Sequence[tree.Outcome]) -> tuple[Head, ...]:
    """What stands after THEN; outcomes of one THEN must be compatible."""
    result: list[Head] = []
    for outcome in outcomes:
        head = _head(scope, outcome)
        if head is None:
            continue
        for earlier, written in zip(result, outcomes, strict=False):
            if _clash(earlier, head):
                scope.findings.error(
                    "RL224",
                    "these outcomes exclude each other",
                    outcome.span,
                    "one THEN concludes what can hold together",
                    (Label(written.span, "the other one"),),
                )
        result.append(head)
    return tuple(result)


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


def check_chain(rule: model.Rule, rules: dict[str, model.Rule], symbols: Symbols, findings: Findings) -> None:
    """Check ABSTRACT … TO and NEGATE against the rule as it is at that place, the rules that it augments included."""
    own = rule.operators
    if not any(isinstance(o, model.AbstractTo | model.Negate) for o in own):
        return
    links = [rules[link.id] for link in symbols.chain(rule.id) if link.id in rules]
    conditions: list[tuple[Formula, bool]] = []
    outcomes: list[Head] = []
    for link in reversed(links):
        if link.condition is not None:
            conditions.append((link.condition, True))
        outcomes.extend(link.outcomes)
        for operator in link.operators:
            match operator:
                case model.AbstractOr(condition=condition):
                    conditions.append((condition, True))
                case model.Additive(condition=more, outcomes=others):
                    if more is not None:
                        conditions.append((more, True))
                    outcomes.extend(others)
                case model.Negate(side=side):
                    if side != "THEN":
                        conditions = [(c, not positive) for c, positive in conditions]
                    if side != "IF":
                        if link is rule:
                            _check_negate(operator, outcomes, findings)
                        outcomes = [opposite(head) for head in outcomes]
                case model.AbstractTo():
                    if link is rule:
                        _check_abstract(operator, conditions, outcomes, findings)
                    atom, concept = operator.atom, operator.concept
                    conditions = [(replaced(c, atom, concept), positive) for c, positive in conditions]
                    outcomes = [_generalised(head, atom, concept) for head in outcomes]
                case _:
                    pass


def opposite(head: Head) -> Head:
    """The contrary outcome; a valued one has none and stays."""
    match head:
        case model.Conclude(name, args, positive):
            return model.Conclude(name, args, not positive)
        case model.ConcludeNorm(mode, name, args):
            return model.ConcludeNorm(OPPOSITE[mode], name, args)
        case model.Assign() | model.Limit():
            return head


# ------------------------------------------------------------------------------------------------------ heads


def _head(scope: Scope, outcome: tree.Outcome) -> Head | None:
    match outcome:
        case tree.Conclude(atom, positive):
            if isinstance(atom, tree.Sentence):
                said = sentence_said(scope, atom.value, atom.span, actions=False)
                if said is None:
                    proposition = scope.symbols.sentences.get(normal(atom.value))
                    return None if proposition is None else model.Conclude(proposition.name, (), positive)
                atom = tree.Term(said.name, span=atom.span)
            return _conclude(scope, atom, positive, outcome.span)
        case tree.ConcludeNorm(mode, action):
            found = action_atom(scope, action)
            return None if found is None else model.ConcludeNorm(mode, *found)
        case tree.Assign(target, written):
            return _assign(scope, target, written, outcome.span)
        case tree.Limit(target, op, written):
            outcome_ = _target(scope, target)
            if outcome_ is None:
                _value_alone(scope, written)
                return None
            args = arguments(scope, outcome_, target)
            bound = fitting(scope, written, outcome_.type, f"`{target.name}`")
            if is_boolean(outcome_.type):
                scope.findings.error(
                    "RL223", f"`{target.name}` is a condition and has no bounds", outcome.span, "conclude it or its NOT"
                )
                return None
            return None if args is None else model.Limit(outcome_.name, args, op, bound)


def _value_alone(scope: Scope, expr: tree.Expr) -> None:
    """Nothing is known of the target, so nothing is said of the value but what is wrong with it by itself."""
    value(scope, expr)


def _conclude(scope: Scope, atom: tree.Term, positive: bool, span: Span) -> Head | None:
    said = find(scope, atom.name)
    if said is None:
        unknown(scope, atom)
        return None
    if isinstance(said, model.Outcome):
        args = arguments(scope, said, atom)
        if not is_boolean(said.type):
            scope.findings.error(
                "RL223", f"`{atom.name}` has a value, and none is concluded", span, f"write `{atom.name} = …`"
            )
            return None
        return None if args is None else model.Conclude(said.name, args, positive)
    _not_concluded(scope, atom, span)
    return None


def _not_concluded(scope: Scope, atom: tree.Term, span: Span) -> None:
    said = find(scope, atom.name)
    if said is None:
        unknown(scope, atom)
        return
    if isinstance(said, model.Action):
        scope.findings.error(
            "RL220",
            f"`{atom.name}` is an action, and a rule concludes norms about it",
            span,
            f"write `MUST {atom.name}`, `MUST NOT {atom.name}`, `MAY {atom.name}` or `NEED NOT {atom.name}`",
        )
        return
    hint = (
        f"facts come from the case; declare `OUTCOME {atom.name}` for what rules conclude"
        if isinstance(said, model.Fact)
        else "only outcomes and norms are concluded"
    )
    label = () if not isinstance(said, model.Fact) else (Label(said.span, "declared as a fact here"),)
    scope.findings.error("RL221", f"{declared(said)}, and no rule can conclude it", span, hint, label)


def _target(scope: Scope, target: tree.Term) -> model.Outcome | None:
    said = find(scope, target.name)
    if isinstance(said, model.Outcome):
        return said
    _not_concluded(scope, target, target.span)
    return None


def _assign(scope: Scope, target: tree.Term, written: tree.Expr, span: Span) -> Head | None:
    outcome = _target(scope, target)
    if outcome is None:
        _value_alone(scope, written)
        return None
    args = arguments(scope, outcome, target)
    if is_boolean(outcome.type):
        if isinstance(written, tree.TruthLiteral):
            return None if args is None else model.Conclude(outcome.name, args, written.value)
        scope.findings.error(
            "RL223",
            f"`{target.name}` is a condition and has no value",
            span,
            f"conclude `{target.name}` or `NOT {target.name}`",
        )
        return None
    found = fitting(scope, written, outcome.type, f"`{target.name}`")
    return None if args is None else model.Assign(outcome.name, args, found)


def _clash(one: Head, other: Head) -> bool:
    match one, other:
        case model.Conclude(a, x, p), model.Conclude(b, y, q):
            return a == b and x == y and p is not q
        case model.ConcludeNorm(m, a, x), model.ConcludeNorm(n, b, y):
            return a == b and x == y and frozenset((m, n)) in INCOMPATIBLE
        case model.Assign(a, x, model.Constant(v)), model.Assign(b, y, model.Constant(w)):
            return a == b and x == y and v != w
        case _:
            return False


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


def _check_negate(operator: model.Negate, outcomes: Iterable[Head], findings: Findings) -> None:
    for head in outcomes:
        if isinstance(head, model.Assign | model.Limit):
            findings.error(
                "RL227",
                f"the value of `{head.name}` cannot be negated",
                operator.span,
                "write NEGATE IF, or a rule of its own for the other case",
            )


def _check_abstract(
    operator: model.AbstractTo, conditions: list[tuple[Formula, bool]], outcomes: list[Head], findings: Findings
) -> None:
    atom = operator.atom
    if not atom.name or not operator.concept.name:
        return
    positive = negative = 0
    for condition, sign in conditions:
        plus, minus = occurrences(condition, atom)
        positive += plus if sign else minus
        negative += minus if sign else plus
    concluded = denied = 0
    for head in outcomes:
        if isinstance(head, model.Conclude) and isinstance(atom, model.OutcomeHolds):
            if (head.name, head.args) == (atom.name, atom.args):
                concluded += head.positive
                denied += not head.positive
    if negative or denied:
        findings.error(
            "RL228",
            f"`{atom.name}` stands under NOT in this rule, so its concept would narrow the rule",
            operator.span,
            "ABSTRACT widens; write the condition that is meant with ADDITIVE or a rule of its own",
        )
    elif not positive and not concluded:
        findings.error(
            "RL229",
            f"`{atom.name}` stands nowhere in the rule at this point",
            operator.span,
            "name a proposition of its condition or its outcomes",
        )


def _generalised(head: Head, atom: Formula, concept: model.OutcomeHolds) -> Head:
    match head, atom:
        case model.Conclude(name, args, True), model.OutcomeHolds(old, old_args) if (name, args) == (old, old_args):
            return model.Conclude(concept.name, concept.args, True)
        case _:
            return head


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
