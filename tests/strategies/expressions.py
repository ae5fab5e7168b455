"""Expressions, claims and outcomes."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulelang.grammar import tree
from strategies.words import (
    NOWHERE,
    dates,
    dotted_names,
    durations,
    names,
    nones,
    numbers,
    sentences,
    times,
    truths,
)

modes = st.sampled_from(["MUST", "MUST NOT", "MAY", "NEED NOT"])
plain_terms: SearchStrategy[tree.Term] = st.builds(lambda name: tree.Term(name, span=NOWHERE), dotted_names)

_FUNCTIONS = st.sampled_from(
    ["ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST", "YEAR", "MONTH", "DAY", "DATE"]
)


def _some(parts: SearchStrategy[tree.Expr], least: int = 1) -> SearchStrategy[tuple[tree.Expr, ...]]:
    return st.lists(parts, min_size=least, max_size=3).map(tuple)


def _compound(inner: SearchStrategy[tree.Expr]) -> SearchStrategy[tree.Expr]:
    """Each node that has parts, with parts drawn from `inner`."""
    terms = st.builds(lambda name, args: tree.Term(name, args, span=NOWHERE), dotted_names, _some(inner))
    atoms = st.one_of(terms, plain_terms, sentences)
    norms = st.builds(lambda mode, action: tree.Norm(mode, action, span=NOWHERE), modes, atoms)
    binders = st.builds(
        lambda variable, over: tree.Binder(variable, over, span=NOWHERE), names, st.one_of(plain_terms, terms)
    )
    maybe = st.one_of(st.none(), inner)
    return st.one_of(
        terms,
        norms,
        st.builds(lambda operand: tree.Not(operand, span=NOWHERE), inner),
        st.builds(lambda parts: tree.And(parts, span=NOWHERE), _some(inner, 2)),
        st.builds(lambda parts: tree.Or(parts, span=NOWHERE), _some(inner, 2)),
        st.builds(
            lambda mark, operand: tree.Mark(mark, operand, span=NOWHERE), st.sampled_from(["DONE", "VIOLATED"]), atoms
        ),
        st.builds(lambda operand: tree.Mark("REJECTED", operand, span=NOWHERE), st.one_of(atoms, norms)),
        st.builds(
            lambda op, left, right: tree.Compare(op, left, right, span=NOWHERE),
            st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner, inner,
        ),
        st.builds(lambda x, low, high: tree.Between(x, low, high, span=NOWHERE), inner, inner, inner),
        st.builds(lambda x, members: tree.OneOf(x, members, span=NOWHERE), inner, _some(inner)),
        st.builds(lambda x, y: tree.Before(x, y, span=NOWHERE), inner, inner),
        st.builds(
            lambda op, left, right: tree.Arithmetic(op, left, right, span=NOWHERE),
            st.sampled_from(["+", "-", "*", "/"]), inner, inner,
        ),
        st.builds(lambda operand: tree.Minus(operand, span=NOWHERE), inner),
        st.builds(lambda function, args: tree.Call(function, args, span=NOWHERE), _FUNCTIONS, _some(inner)),
        st.builds(
            lambda unit, start, end: tree.Elapsed(unit, start, end, span=NOWHERE),
            st.sampled_from(["YEARS", "MONTHS", "DAYS"]), inner, inner,
        ),
        st.builds(
            lambda quantifier, over, body: tree.Quantified(quantifier, over, body, span=NOWHERE),
            st.sampled_from(["ANY", "EVERY"]), binders, inner,
        ),
        st.builds(lambda over, where: tree.Count(over, where, span=NOWHERE), binders, maybe),
        st.builds(lambda parts: tree.CountOf(parts, span=NOWHERE), _some(inner)),
        st.builds(
            lambda fold, body, over, where: tree.Fold(fold, body, over, where, span=NOWHERE),
            st.sampled_from(["SUM", "MIN", "MAX"]), inner, binders, maybe,
        ),
    )


expressions: SearchStrategy[tree.Expr] = st.recursive(
    st.one_of(plain_terms, numbers, sentences, truths, nones, durations, dates, times), _compound, max_leaves=10
)
terms: SearchStrategy[tree.Term] = st.one_of(
    plain_terms,
    st.builds(lambda name, args: tree.Term(name, args, span=NOWHERE), dotted_names, _some(expressions)),
)
atoms: SearchStrategy[tree.Term | tree.Sentence] = st.one_of(terms, sentences)
binders: SearchStrategy[tree.Binder] = st.builds(
    lambda variable, over: tree.Binder(variable, over, span=NOWHERE), names, terms
)

_STATEMENTS: SearchStrategy[tree.Claim] = st.one_of(
    st.builds(lambda operand: tree.Unknown(operand, span=NOWHERE), expressions),
    st.builds(lambda operand: tree.Conflict(operand, span=NOWHERE), expressions),
    st.builds(lambda rule: tree.Triggered(rule, span=NOWHERE), names),
    st.builds(lambda clause, rule: tree.SuspendsClaim(clause, rule, span=NOWHERE), names, names),
    st.builds(lambda winner, loser: tree.PrevailsClaim(winner, loser, span=NOWHERE), names, names),
)
claims: SearchStrategy[tree.Claim] = st.one_of(expressions, _STATEMENTS)
claim_tuples: SearchStrategy[tuple[tree.Claim, ...]] = st.lists(claims, min_size=1, max_size=4).map(tuple)

outcomes: SearchStrategy[tree.Outcome] = st.one_of(
    st.builds(lambda atom, positive: tree.Conclude(atom, positive, span=NOWHERE), atoms, st.booleans()),
    st.builds(lambda mode, action: tree.ConcludeNorm(mode, action, span=NOWHERE), modes, atoms),
    st.builds(lambda target, value: tree.Assign(target, value, span=NOWHERE), terms, expressions),
    st.builds(
        lambda target, op, value: tree.Limit(target, op, value, span=NOWHERE),
        terms, st.sampled_from(["<=", ">="]), expressions,
    ),
)
outcome_tuples: SearchStrategy[tuple[tree.Outcome, ...]] = st.lists(outcomes, min_size=1, max_size=3).map(tuple)
