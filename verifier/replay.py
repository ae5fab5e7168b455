"""What follows from an answer's own judgments by the rules in use (verification, N17 and N26).

The core program is rewritten with what the answer says in it (`rewriting`); the engine then decides the target as it
decides any other.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import replace

from rulelang.engine import core
from rulelang.engine.decision import Status
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.decide import Known, decide
from rulelang.verifier import expand
from rulelang.verifier.condition import conjunction, disjunction
from rulelang.verifier.expand import equation
from rulelang.verifier.inside import related
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.parts import Part
from rulelang.verifier.premises import Premises
from rulelang.verifier.rewriting import NOTHING, Rewrite, certain_of
from rulelang.verifier.rewriting_index import Concluded, index_of_parts
from rulelang.verifier.warrant import Verdict, verdict


def follows(
    program: core.Core,
    parts: Sequence[Part],
    given: Premises,
    target: core.Formula,
    rules: Container[str] | None = None,
) -> Verdict:
    """The decision on a target that follows from some premises.

    What they entail with nothing presumed is so; else exceptions and rivals of which nothing is said are presumed not
    to hold.  Where `rules` are given, only they are applied, and what none of them concludes is unknown.
    """
    rewrite = _put_in(program, parts, given, target, rules)
    open_value = value_asked(target)
    if open_value is not None:
        return _has_value(rewrite, parts, rules, rewrite.value(open_value))
    asked = _asked(rewrite, target)
    others = [_together(rewrite, other) for other in given.others]
    made = rewrite.program(parts, rules, [asked, *others])
    # What the other premises contradict clashes with them, and gives nothing.
    others = [other for other in others if certain_of(made, other) is not False]
    found = _concluded(made, asked, others)
    if rewrite.presumed:
        by_itself = _concluded(rewrite.bare(parts, [asked, *others], rules), asked, others)
        found = found if by_itself is Verdict.OPEN else by_itself
    equal = equation(asked)
    if found is Verdict.OPEN and equal is not None and not isinstance(equal[0], core.FactRead):
        # A value that no rule gives is not the one that is asked for, though `v = x` is then an open test.
        without = _concluded(made, core.NoneTest(equal[0]), others)
        return Verdict.FALSE if without is Verdict.TRUE else found
    return found


def clashes(
    program: core.Core,
    parts: Sequence[Part],
    given: Premises,
    target: core.Formula | core.Value,
    rules: Container[str] | None = None,
) -> bool:
    """Whether some premises give a conflict on a target or a value, which is open by them; `rules` as in `follows`."""
    rewrite = _put_in(program, parts, given, target, rules)
    asked: core.Formula | core.Value
    if isinstance(target, core.Formula):
        if value_asked(target) is not None:
            return False
        goal = asked = _asked(rewrite, target)
    else:
        asked = rewrite.value(target)
        goal = core.NoneTest(asked)
    made = rewrite.program(parts, rules, [goal])
    return decide(replace(made, targets=(asked,)), NOTHING).status is Status.CONFLICT


def _put_in(
    program: core.Core,
    parts: Sequence[Part],
    given: Premises,
    target: core.Formula | core.Value,
    rules: Container[str] | None,
) -> Rewrite:
    """The program with some premises in it; where `rules` are given, what none of them concludes is unknown."""
    rewrite = Rewrite(program, given, expand.contests(target))
    if rules is not None:
        rewrite.leave_open(Concluded(index_of_parts(parts), rules))
    return rewrite


def _asked(rewrite: Rewrite, target: core.Formula) -> core.Formula:
    """A target with the premises in it: one that is derived is left in place, one about facts is as they say."""
    return rewrite.formula(target, keep=not expand.is_about_facts(target))


def _together(rewrite: Rewrite, other: core.Formula) -> core.Formula:
    """A premise that is taken together with others: as a leaf a condition over instances is put in place; here it says
    besides, whether it is stated or denied, how its instances are."""
    keep = expand.is_about_facts(other)
    if isinstance(other, core.Not):
        return expand.negation(rewrite.formula(other.operand, keep))
    return rewrite.formula(other, keep)


def _has_value(rewrite: Rewrite, parts: Sequence[Part], rules: Container[str] | None, value: core.Value) -> Verdict:
    """FALSE where a value is the same in every completion, so that it is not open."""
    if isinstance(value, core.Constant):
        return Verdict.FALSE
    made = rewrite.program(parts, rules, [core.NoneTest(value)])
    decision = decide(replace(made, targets=(value,)), NOTHING)
    return Verdict.FALSE if decision.status is Status.VALUE else Verdict.OPEN


def entailed(program: core.Core, parts: Sequence[Part], given: Premises, target: core.Formula) -> bool | None:
    """Whether some premises entail a decision, or its contrary, by themselves.

    Unlike in `follows` nothing is presumed: an exception of which nothing is said may be in force.
    """
    return Entailment(program, parts, given, target, expand.contests(target)).given(NOTHING)


class Entailment:
    """`entailed` for premises to which facts are added, now these and now those: they are written down only once."""

    def __init__(
        self,
        program: core.Core,
        parts: Sequence[Part],
        given: Premises,
        target: core.Formula,
        asked: Collection[str],
    ) -> None:
        """`asked` are the contests that a case may decide itself here; any other that it stipulates is a leaf."""
        rewrite = Rewrite(program, given, asked)
        self._asked = _asked(rewrite, target)
        self._program = replace(rewrite.bare(parts, [self._asked]), targets=(self._asked,))

    def given(self, facts: Known) -> bool | None:
        """Whether the premises and these facts entail the target, or its contrary."""
        return self._asked.value if isinstance(self._asked, core.Truth) else certain(self._program, facts)


def _concluded(program: core.Core, target: core.Formula, others: list[core.Formula]) -> Verdict:
    if not others:
        return verdict(certain_of(program, target))
    pre = expand.negation(conjunction(others))
    yes = certain_of(program, disjunction([pre, target])) is True
    no = certain_of(program, disjunction([pre, expand.negation(target)])) is True
    if yes and no:
        possible = _possible(program, others)
        return _concluded(program, target, possible) if len(possible) < len(others) else Verdict.OPEN
    return Verdict.TRUE if yes else Verdict.FALSE if no else Verdict.OPEN


def _possible(program: core.Core, others: list[core.Formula]) -> list[core.Formula]:
    """The premises without those that cannot be so together: they clash, and give nothing, but what has nothing in
    common with them stands as it is stated."""
    groups = related(others)
    return [one for group in groups if certain_of(program, conjunction(group)) is not False for one in group]
