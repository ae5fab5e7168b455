"""Where something is in conflict or open in two versions: that they leave the same to choose, and choose the same."""

from __future__ import annotations

from rulelang.engine.analysis.merge import NEW, OLD
from rulelang.engine.analysis.paired import Pair, both
from rulelang.engine.analysis.states import differ
from rulelang.engine.analysis.walk import formulas_of, tests_in
from rulelang.engine.core import ContestKind, Core, Formula
from rulelang.engine.solver.matters import covered
from rulelang.engine.solver.terms import Bool


def aligned(pair: Pair) -> Bool:
    """That where both versions leave the same to choose, the same is chosen."""
    encoding = pair.encoding
    terms = encoding.terms
    parts: list[Bool] = []
    for key in both(pair):
        same = terms.negation(differ(encoding, OLD + key, NEW + key))
        conflicts = terms.conjunction((encoding.contests[OLD + key].conflict, encoding.contests[NEW + key].conflict))
        parts.append(terms.implication(terms.conjunction((conflicts, _same_options(pair, key))), same))
    old, new = pair.cores
    back = {pair.merged.old.formula(test): test for test in _tests(old)}
    forth = {pair.merged.new.formula(test): test for test in _tests(new)}
    theirs = {forth[test]: made for test, made in encoding.tests.items() if test in forth}
    for test, made in encoding.tests.items():
        other = theirs.get(back[test]) if test in back else None
        if other is not None and other is not made:
            open_ = terms.conjunction((made.when, other.when))
            parts.append(terms.implication(open_, terms.equivalence(made.truth, other.truth)))
    return terms.conjunction(parts)


def unlike(pair: Pair, key: str) -> Bool:
    """That a contest is in conflict in one version alone, leaves other things to choose, or comes out otherwise."""
    encoding = pair.encoding
    terms = encoding.terms
    old, new = encoding.contests[OLD + key], encoding.contests[NEW + key]
    apart = terms.negation(terms.equivalence(old.conflict, new.conflict))
    conflicts = terms.conjunction((old.conflict, new.conflict))
    others = terms.conjunction((conflicts, terms.negation(_same_options(pair, key))))
    return terms.disjunction((apart, others, differ(encoding, OLD + key, NEW + key)))


def _same_options(pair: Pair, key: str) -> Bool:
    """Of a contest in conflict in both versions: that it may come to the same.  False where that is not seen."""
    encoding = pair.encoding
    terms = encoding.terms
    old, new = encoding.contests[OLD + key], encoding.contests[NEW + key]
    if encoding.blocks[OLD + key].cyclic or encoding.blocks[NEW + key].cyclic:
        return False
    if new.contest.kind is ContestKind.BOOLEAN:
        return True
    if new.contest.kind is ContestKind.VALUE:
        if new.contest.limits or old.contest.limits:
            return False
        return terms.conjunction((covered(terms, old, new), covered(terms, new, old)))
    return _same_rules(pair, key)


def _same_rules(pair: Pair, key: str) -> Bool:
    """Of an action: rules for the same literals in the same order apply in both versions."""
    encoding = pair.encoding
    terms = encoding.terms
    old_core, new_core = pair.cores
    old, new = old_core.contests[key], new_core.contests[key]
    ours = [old_core.rules[index].literal for index in old.rules]
    theirs = [new_core.rules[index].literal for index in new.rules]
    if ours != theirs or old.outranks != new.outranks:
        return False
    left, right = encoding.contests[OLD + key].rules, encoding.contests[NEW + key].rules
    return terms.conjunction([terms.equivalence(left[i].applies, right[i].applies) for i in range(len(ours))])


def _tests(core: Core) -> list[Formula]:
    """Every comparison of a core program."""
    return [test for formula in formulas_of(core) for test in tests_in(formula)]
