"""Lineage: ABSTRACT … TO and NEGATE against the rule as it is at that place, along its chain of AUGMENTS."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.grammar import model
from rulelang.grammar.model import Formula, Head
from rulelang.grammar.reading.depth import DEEPEST, DEEPEST_EXCEPTIONS
from rulelang.grammar.resolving.comparison import OPPOSITE
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.symbols import Symbols
from rulelang.grammar.walk import occurrences, replaced


def check_chain(rule: model.Rule, rules: Mapping[str, model.Rule], symbols: Symbols, findings: Findings) -> None:
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


def check_nesting(rules: Mapping[str, model.Rule], symbols: Symbols, findings: Findings) -> None:
    """Rules that augment rules, and exceptions to exceptions, stand in each other no deeper than anything else."""
    for rule in rules.values():
        links = [rules[link.id] for link in symbols.chain(rule.id) if link.id in rules]
        if len(links) == DEEPEST + 1:
            findings.error(
                "RL120",
                f"`{rule.id}` stands below more than {DEEPEST} rules, each of which augments the one above",
                rule.span,
                "let rules augment one root, and say the rest in rules of their own",
            )
        if len(links) > DEEPEST or not any(isinstance(o, model.ExceptionClause) and o.to for o in rule.operators):
            continue
        depths: dict[str, int] = {}
        for operator in (operator for link in reversed(links) for operator in link.operators):
            if isinstance(operator, model.ExceptionClause):
                depths[operator.suffix] = depth = depths.get(operator.to or "", 0) + 1
                if depth == DEEPEST_EXCEPTIONS + 1 and operator in rule.operators:
                    findings.error(
                        "RL120",
                        f"exceptions to exceptions, more than {DEEPEST_EXCEPTIONS} levels deep",
                        operator.span,
                        "write what holds there as a rule of its own",
                    )


def opposite(head: Head) -> Head:
    """The contrary outcome; a valued one has none and stays."""
    match head:
        case model.Conclude(name, args, positive):
            return model.Conclude(name, args, not positive)
        case model.ConcludeNorm(mode, name, args):
            return model.ConcludeNorm(OPPOSITE[mode], name, args)
        case model.Assign() | model.Limit():
            return head


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
        if isinstance(head, model.Conclude) and model.OutcomeHolds(head.name, head.args) == atom:
            concluded += head.positive
            denied += not head.positive
    if negative or denied:
        wide = operator.concept.name
        findings.error(
            "RL228",
            f"`{atom.name}` stands under NOT in this rule, so its concept would narrow the rule",
            operator.span,
            f"to narrow the rule write `ADDITIVE AND NOT {wide}`; where NEGATE put the NOT there, put ABSTRACT above it"
            if negative
            else f"ABSTRACT only widens; a rule that concludes `NOT {wide}` is a rule of its own",
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
