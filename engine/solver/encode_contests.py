"""Settling a contest outside cyclic blocks, as terms (docs/semantics.md, D3.5 to D3.8; theorems T2 and T3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import ContestKind, incompatible
from rulelang.engine.solver import encode_arithmetic as arithmetic
from rulelang.engine.solver.encoding import Encoding, Heads, RuleTerms, SettledContest
from rulelang.engine.solver.symbolic import UNDEFINED, Symbolic, chosen, conform, equal, first, guarded
from rulelang.engine.solver.terms import Bool
from rulelang.grammar.model import Mode

Clash: TypeAlias = Callable[[int, int], Bool]
"""Whether the heads of two rules of a contest are incompatible."""


def settle(encoding: Encoding, contest: c.Contest) -> SettledContest:
    """The contest whose rules' parts are encoded."""
    rules = {i: encoding.rule(encoding.core.rules[index]) for i, index in _by_key(encoding, contest)}
    match contest.kind:
        case ContestKind.BOOLEAN:
            return _boolean(encoding, contest, rules)
        case ContestKind.ACTION:
            return _action(encoding, contest, rules)
        case ContestKind.VALUE:
            return _value(encoding, contest, rules)


def _by_key(encoding: Encoding, contest: c.Contest) -> list[tuple[int, int]]:
    """Positions and indices of the rules, in an order that is the same wherever the rules stand."""
    return sorted(enumerate(contest.rules), key=lambda pair: encoding.core.rules[pair[1]].key)


def literal_of(encoding: Encoding, contest: c.Contest, position: int) -> bool | Mode:
    """The literal of a rule of a boolean outcome or an action."""
    literal = encoding.core.rules[contest.rules[position]].literal
    assert literal is not None
    return literal


def beaters(contest: c.Contest, clash: Clash, position: int, rules: Mapping[int, RuleTerms]) -> list[int]:
    """The rules that outrank this one and whose head may be incompatible with its head."""
    return [j for j in rules if position in contest.outranks[j] and clash(j, position) is not False]


def rivals_are_ordered(contest: c.Contest, clash: Clash, rules: Mapping[int, RuleTerms]) -> bool:
    """Whether every two rules that may be incompatible are ordered, so that there is never a conflict."""
    positions = list(rules)
    return all(
        j in contest.outranks[i] or i in contest.outranks[j] or clash(i, j) is False
        for n, i in enumerate(positions)
        for j in positions[:n]
    )


def heads_clash(encoding: Encoding, contest: c.Contest) -> Clash:
    """Incompatibility of literals, which is known."""
    literals = {i: literal_of(encoding, contest, i) for i in range(len(contest.rules))}
    return lambda i, j: incompatible(literals[i], literals[j], contest.kind)


# ---------------------------------------------------------------------------------------------- boolean outcomes


def _boolean(encoding: Encoding, contest: c.Contest, rules: dict[int, RuleTerms]) -> SettledContest:
    """h_d is true only if a rule for d applies that no applicable rival outranks; one of them is, if any can (T2)."""
    terms = encoding.terms
    clash = heads_clash(encoding, contest)
    unbeaten: dict[bool | Mode, list[Bool]] = {True: [], False: []}
    for i, rule in rules.items():
        over = [terms.negation(rules[j].applies) for j in beaters(contest, clash, i, rules)]
        unbeaten[literal_of(encoding, contest, i)].append(terms.conjunction((rule.applies, *over)))
    true, false = terms.disjunction(unbeaten[True]), terms.disjunction(unbeaten[False])
    conflict: Bool = False
    if not rivals_are_ordered(contest, clash, rules):
        conflict = terms.conjunction((true, false))
    heads: Heads = {True: true, False: false}
    if conflict is not False:
        choice = terms.truth(f"choice {contest.key}")
        heads = {
            True: terms.conjunction((true, terms.disjunction((terms.negation(false), choice)))),
            False: terms.conjunction((false, terms.disjunction((terms.negation(true), terms.negation(choice))))),
        }
    return SettledContest(contest, heads, UNDEFINED, UNDEFINED, conflict, rules, (heads[True],))


# ------------------------------------------------------------------------------------------------------- actions


def _action(encoding: Encoding, contest: c.Contest, rules: dict[int, RuleTerms]) -> SettledContest:
    """Where rivals are ordered, a rule stands iff it applies and nothing standing outranks it (T3); else in the order
    that the world chooses: a place for each rule, earlier for what outranks."""
    terms = encoding.terms
    clash = heads_clash(encoding, contest)
    quick: dict[int, Bool] = {}
    for i in range(len(contest.rules)):  # what outranks stands first
        struck = [terms.negation(quick[j]) for j in beaters(contest, clash, i, rules)]
        quick[i] = terms.conjunction((rules[i].applies, *struck))
    if rivals_are_ordered(contest, clash, rules):
        return SettledContest(contest, _heads(encoding, contest, quick), UNDEFINED, UNDEFINED, False, rules)
    conflict = terms.disjunction([
        terms.conjunction((quick[i], quick[j]))
        for i in rules for j in rules if i < j and clash(i, j) is True
    ])
    places = {i: terms.integer(f"place {contest.key}") for i in rules}
    stands = {i: terms.truth(f"stands {contest.key}") for i in rules}
    for i in rules:
        earlier: list[Bool] = []
        for j in rules:
            if j in contest.outranks[i]:
                terms.require(terms.compare("<", places[i], places[j]))
            elif i < j and i not in contest.outranks[j]:
                terms.require(terms.compare("!=", places[i], places[j]))
            if i != j and clash(i, j) is True and j not in contest.outranks[i]:
                before: Bool = i in contest.outranks[j] or terms.compare("<", places[j], places[i])
                earlier.append(terms.negation(terms.conjunction((stands[j], before))))
        terms.require(terms.equivalence(stands[i], terms.conjunction((rules[i].applies, *earlier))))
    heads = _heads(encoding, contest, stands)
    return SettledContest(contest, heads, UNDEFINED, UNDEFINED, conflict, rules, tuple(heads.values()))


def _heads(encoding: Encoding, contest: c.Contest, stands: Mapping[int, Bool]) -> Heads:
    heads: dict[bool | Mode, list[Bool]] = {}
    for i, stand in stands.items():
        heads.setdefault(literal_of(encoding, contest, i), []).append(stand)
    return {literal: encoding.terms.disjunction(parts) for literal, parts in sorted(heads.items())}


# ------------------------------------------------------------------------------------------------ valued outcomes


def _value(encoding: Encoding, contest: c.Contest, rules: dict[int, RuleTerms]) -> SettledContest:
    """Rules for equal values are one team: they never strike each other, and each may strike for all."""
    terms = encoding.terms
    given = {i: _given(encoding, contest, i) for i in rules}
    different: dict[tuple[int, int], Bool] = {}

    def clash(i: int, j: int) -> Bool:
        pair = (min(i, j), max(i, j))
        if pair not in different:
            different[pair] = terms.negation(equal(terms, given[pair[0]], given[pair[1]]))
        return different[pair]

    picked: dict[int, Bool] = {}
    options: tuple[tuple[Bool, Symbolic], ...] = ()
    some = terms.disjunction([rule.applies for rule in rules.values()])
    conflict: Bool = False
    if rivals_are_ordered(contest, clash, rules):
        in_order = [(rules[i].applies, given[i]) for i in range(len(contest.rules))]
        unlimited = first(terms, in_order, UNDEFINED)
    else:
        unbeaten = {
            i: terms.conjunction((
                rule.applies,
                *(
                    terms.negation(terms.conjunction((rules[j].applies, clash(j, i))))
                    for j in beaters(contest, clash, i, rules)
                ),
            ))
            for i, rule in rules.items()
        }
        conflict = terms.disjunction([
            terms.conjunction((unbeaten[i], unbeaten[j], clash(i, j)))
            for i in rules for j in rules
            if i < j and j not in contest.outranks[i] and i not in contest.outranks[j]
        ])
        picked = {i: terms.truth(f"picked {contest.key}") for i in rules}
        for i, pick in picked.items():
            terms.require(terms.implication(pick, unbeaten[i]))
        terms.require(terms.at_most_one(list(picked.values())))
        terms.require(terms.implication(some, terms.disjunction(picked.values())))
        unlimited = first(terms, [(pick, given[i]) for i, pick in picked.items()], UNDEFINED)
        options = tuple((unbeaten[i], given[i]) for i in rules)
    value = _limited(encoding, contest, unlimited) if contest.limits else unlimited
    absent = terms.negation(some)
    value = Symbolic(value.parts, terms.disjunction((value.undefined, absent)), value.none, absent)
    choices = tuple(terms.negation(pick) for pick in picked.values())
    return SettledContest(contest, {}, unlimited, value, conflict, rules, choices, options)


def _given(encoding: Encoding, contest: c.Contest, position: int) -> Symbolic:
    """What a rule gives; checked against the type at once where no limit can cut it."""
    expression = encoding.core.rules[contest.rules[position]].value
    assert expression is not None
    value = encoding.value(expression)
    if not contest.limits:
        value = conform(encoding.terms, encoding.symbols, value, contest.type, contest.domain)
    return Symbolic(value.parts, value.undefined, value.none)


def _limited(encoding: Encoding, contest: c.Contest, settled: Symbolic) -> Symbolic:
    """Lowered to the least cap that applies, raised to the greatest floor, then checked against the type (D3.8).

    NONE and no value stay as they are.
    """
    terms = encoding.terms
    caps, floors = (_bounds(encoding, contest, op) for op in ("<=", ">="))
    capped, floored = (terms.disjunction([guard for guard, _ in bounds]) for bounds in (caps, floors))
    cap = arithmetic.extreme_of(terms, "<", caps)
    floor = arithmetic.extreme_of(terms, ">", floors)
    apart, compared = arithmetic.compare(terms, ">", floor, cap)
    both = terms.conjunction((capped, floored))
    result = chosen(terms, capped, arithmetic.extreme(terms, "<", settled, cap), settled)
    result = chosen(terms, floored, arithmetic.extreme(terms, ">", result, floor), result)
    sound = terms.conjunction((
        terms.implication(capped, terms.negation(terms.disjunction((cap.undefined, cap.none)))),
        terms.implication(floored, terms.negation(terms.disjunction((floor.undefined, floor.none)))),
        terms.implication(both, terms.conjunction((compared, terms.negation(apart)))),
    ))
    result = chosen(terms, settled.none, settled, guarded(terms, result, sound))
    return conform(terms, encoding.symbols, result, contest.type, contest.domain)


def _bounds(encoding: Encoding, contest: c.Contest, op: str) -> Sequence[tuple[Bool, Symbolic]]:
    return [
        (encoding.rule(limit).applies, encoding.value(limit.bound))
        for limit in sorted(contest.limits, key=lambda limit: limit.key)
        if limit.op == op
    ]
