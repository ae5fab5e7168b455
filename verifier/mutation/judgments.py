"""Faults of condition: judgments that are left out, wrong, coarse, misquoted or contradictory (layer 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from rulelang.engine import core
from rulelang.grammar.values import exact
from rulelang.verifier import expand
from rulelang.verifier.condition import leaves_of
from rulelang.verifier.expand import equation
from rulelang.verifier.linear import number
from rulelang.verifier.mutation.case import Bench, Role
from rulelang.verifier.mutation.draft import Draft, Line, Stated, added, dropped, replaced, skipped
from rulelang.verifier.mutation.kinds import Fault
from rulelang.verifier.warrant import Verdict

OPPOSITE = {Verdict.TRUE: Verdict.FALSE, Verdict.FALSE: Verdict.TRUE}
INTERACTIONS = (Role.EXCEPTION, Role.RIVAL, Role.IRONCLAD)
# ------------------------------------------------------------------------------------------------------ left out


def _plain(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.facts(Role.PLAIN)]


def _ruled_out(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.facts(Role.EXCEPTION) if not bench.takes_effect(slot.leaf)]


def _in_effect(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.facts(Role.EXCEPTION) if bench.takes_effect(slot.leaf)]


def _rivals(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.facts(Role.RIVAL)]


def _ironclad(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.facts(Role.IRONCLAD)]


def _derived(bench: Bench) -> list[core.Formula]:
    """The intermediate conclusions that are no values."""
    return [slot.leaf for slot in bench.derived() if slot.value is not Verdict.OPEN and equation(slot.leaf) is None]


def _values(bench: Bench) -> list[core.Formula]:
    """The judgments `v = x` of a quantity."""
    return [
        slot.leaf
        for slot in bench.slots
        if slot.value is Verdict.TRUE and (equal := equation(slot.leaf)) and number(equal[1].value) is not None
    ]


def _open(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.slots if slot.value is Verdict.OPEN and not slot.derived]


def _drop(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line = draft.line(leaf)
    if line is None:
        return None
    # What is left out with premises of its own (a condition over instances of which some are derived) is skipped.
    return skipped(draft, line) if bench.warrant.slots[leaf].derived or line.sources else dropped(draft, line.id)


def _overlookable(bench: Bench) -> list[tuple[str, tuple[core.Formula, ...]]]:
    """Exceptions, rivals and ironclad parts that take effect, each with its judgments at one binding, which stand in no
    other clause.

    A rule of its own that stands against the target is none of them: nobody presumes that it doesn't hold (N17).
    """
    found: dict[tuple[str, tuple[core.Formula, ...]], None] = {}
    rules = {part.clause for part in bench.ready.matter.parts if part.rule.kind is core.Kind.BASE}
    for unit in bench.warrant.interactions:
        if unit.clause in rules:
            continue
        for condition in bench.conditions(unit.clause):
            leaves = tuple(leaf.formula for leaf in leaves_of(condition))
            slots = [bench.warrant.slots[leaf] for leaf in leaves if leaf in bench.warrant.slots]
            own = all(not slot.derived and tuple(slot.clauses) == (unit.clause,) for slot in slots)
            bearing = bool(slots) and set(leaves) <= set(unit.leaves)
            if bearing and own and bench.is_so(condition) and not bench.is_certain(condition):
                found[unit.clause, leaves] = None
    return list(found)


def _overlook(bench: Bench, draft: Draft, site: tuple[str, tuple[core.Formula, ...]]) -> Draft | None:
    """Its judgments are left out, and everything is decided as if it were not there: where it hangs on these."""
    (clause, leaves), made = site, draft
    for leaf in leaves:
        line = made.line(leaf)
        made = made if line is None else dropped(made, line.id)
    return bench.revised(made, {}, bench.without(clause, leaves))


# --------------------------------------------------------------------------------------------------------- wrong


def _flippable(bench: Bench, *roles: Role) -> list[core.Formula]:
    return [slot.leaf for slot in bench.facts(*roles) if equation(slot.leaf) is None]


def _flip(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line, value = draft.line(leaf), bench.warrant.slots[leaf].value
    return None if line is None else _saying(draft, line, bench.say(leaf, OPPOSITE[value]))


def _switchable(bench: Bench, *roles: Role) -> list[core.Formula]:
    """The judgments that are facts by themselves: another world is one where the fact is otherwise."""
    return [leaf for leaf in _flippable(bench, *roles) if isinstance(leaf, core.FactTest)]


def _switch(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """A fact is taken otherwise, and all that follows from it follows."""
    assert isinstance(leaf, core.FactTest)
    return bench.revised(draft, {leaf.fact: bench.warrant.slots[leaf].value is not Verdict.TRUE})


def _supposed(bench: Bench) -> list[None]:
    return [None] if bench.ready.case.suppose else []


def _as_given(bench: Bench, draft: Draft, _: None) -> Draft | None:
    """The what-if question is answered for the case as it was."""
    given, _situation = bench.ready.given.world(bench.ready.targets)
    supposed = {
        key for leaf in bench.warrant.slots if bench.ready.matter.is_supposed(leaf) for key in bench.facts_of(leaf)
    }
    changes = {key: given.known[key] for key in sorted(supposed) if key in given.known}
    return bench.revised(draft, changes) if changes else None


def _settle(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line = draft.line(leaf)
    value = bench.chance.choice((Verdict.TRUE, Verdict.FALSE))
    return None if line is None else _saying(draft, line, bench.say(leaf, value))


def _doubtable(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.facts() if equation(slot.leaf) is None]


def _doubt(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line = draft.line(leaf)
    if line is None:
        return None
    return replaced(draft, replace(line, says=(bench.say(leaf, Verdict.OPEN),), evidence=()))


def _miscalculate(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """Another value than the right one, beyond every tolerance."""
    line, equal = draft.line(leaf), equation(leaf)
    value = None if equal is None else number(equal[1].value)
    if line is None or equal is None or value is None or not isinstance(equal[1].value, int | Fraction):
        return None
    tolerance = bench.ready.tolerances.get(equal[0])
    span = Fraction(0) if tolerance is None else number(tolerance.value) or Fraction(0)
    wrong = exact(value + 2 * span + 1)
    return _saying(draft, line, bench.says(core.Test("=", equal[0], core.Constant(wrong))))


def _members(bench: Bench) -> list[core.Formula]:
    """The judgments that a thing is one of several kinds."""
    return [
        slot.leaf
        for slot in bench.slots
        if slot.value is Verdict.TRUE and not slot.derived
        and (equal := equation(slot.leaf)) and bench.ready.matter.declared.domain_of(equal[0])
    ]  # fmt: skip


def _misidentify(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """It is said to be another one of the kinds."""
    line, equal = draft.line(leaf), equation(leaf)
    if line is None or equal is None:
        return None
    others = [one for one in bench.ready.matter.declared.domain_of(equal[0]) or () if one != equal[1].value]
    if not others:
        return None
    return _saying(draft, line, bench.says(core.Test("=", equal[0], core.Constant(bench.chance.choice(others)))))


# ------------------------------------------------------------------------------------------- coarse, misquoted


def pairs_of(bench: Bench) -> list[tuple[core.Formula, core.Formula]]:
    """Two fact judgments, themselves without premises, on which one conclusion draws."""
    found: list[tuple[core.Formula, core.Formula]] = []
    facts = {slot.leaf for slot in bench.facts() if (line := bench.gold.line(slot.leaf)) and not line.sources}
    for premises in bench.warrant.premises.values():
        together = [leaf for leaf in premises if leaf in facts]
        found += [(left, right) for left in together for right in together if left != right]
    return list(dict.fromkeys(found))


def _blur(bench: Bench, draft: Draft, site: tuple[core.Formula, core.Formula]) -> Draft | None:
    """`p OR q` in place of the two judgments."""
    left, right = (draft.line(leaf) for leaf in site)
    if left is None or right is None or left.says[0].formula is None or right.says[0].formula is None:
        return None
    formula = core.Or((left.says[0].formula, right.says[0].formula))
    text = " OR ".join(f"({line.says[0].text})" for line in (left, right))
    rules = tuple(dict.fromkeys((*left.rules, *right.rules)))
    evidence = tuple(dict.fromkeys((*left.evidence, *right.evidence)))
    coarse = replace(left, says=(Stated(text, formula),), rules=rules, evidence=evidence, about=None)
    made = replaced(draft, coarse)
    for user in made.users(right.id):
        made = replaced(made, replace(user, sources=tuple(dict.fromkeys((*user.sources, left.id)))))
    return dropped(made, right.id)


def _bounds(bench: Bench) -> list[core.Formula]:
    """The comparisons of a known quantity with a constant."""
    return [slot.leaf for slot in bench.facts() if bound_of(bench, slot.leaf) is not None]


def bound_of(bench: Bench, leaf: core.Formula) -> tuple[core.Value, str, Fraction, Fraction] | None:
    """Quantity, sign, constant, and the value in the case; of BETWEEN the end that fails, or its lower one."""
    match leaf:
        case core.And((low, high)) if expand.between(leaf) is not None:
            return bound_of(bench, high if bench.proof.world.truth(high) is False else low)
        case core.Test(("<" | "<=" | ">" | ">=") as op, left, core.Constant(limit)) if not isinstance(
            left, core.Constant
        ):
            known = bench.proof.world.value(left)
            at, value = number(limit), number(known)
            plain = isinstance(limit, int | Fraction) and isinstance(known, int | Fraction)
            plain = plain and bench.can_be_written(leaf)
            return (left, op, at, value) if plain and at is not None and value is not None else None
        case _:
            return None


def _misquote(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """Another threshold than the rule's: the comparison is true and says nothing of the rule's condition."""
    line, bound = draft.line(leaf), bound_of(bench, leaf)
    if line is None or bound is None:
        return None
    quantity, op, limit, value = bound
    below = value <= limit if op in ("<", "<=") else value < limit
    other = limit + abs(limit) + 10 if below else limit - abs(limit) - 10
    sign: Literal["<", ">"] = "<" if below else ">"
    return _saying(draft, line, bench.says(core.Test(sign, quantity, core.Constant(exact(other)))))


def _overshoot(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """A stronger bound than the case allows, from which the right judgment would follow."""
    line, bound = draft.line(leaf), bound_of(bench, leaf)
    if line is None or bound is None:
        return None
    quantity, op, _, value = bound
    if isinstance(leaf, core.And) and bench.warrant.slots[leaf].value is Verdict.TRUE:
        return None  # of two bounds both are needed
    true = bench.warrant.slots[leaf].value is Verdict.TRUE
    sign: Literal["<", ">"] = "<" if true == (op in ("<", "<=")) else ">"
    return _saying(draft, line, bench.says(core.Test(sign, quantity, core.Constant(exact(value)))))


# ------------------------------------------------------------------------------------ contradictions, premises


def _contradictable(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.facts()]


def _contradict(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """Another claim says the opposite of a judgment."""
    line, value = draft.line(leaf), bench.warrant.slots[leaf].value
    if line is None:
        return None
    return added(draft, Line(draft.fresh(), (bench.say(leaf, OPPOSITE[value]),), rules=line.rules))


def _also_doubted(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """Another claim says that a judgment is open."""
    line = draft.line(leaf)
    if line is None:
        return None
    return added(draft, Line(draft.fresh(), (bench.say(leaf, Verdict.OPEN),), rules=line.rules))


def _beside(bench: Bench) -> Sequence[tuple[core.FactTest, core.Formula]]:
    """Facts of the case that no warrant asks about and that change nothing, with each target."""
    asked = {key for one in bench.ready.listed for leaf in one.slots for key in bench.facts_of(leaf)}
    loose = [
        leaf
        for leaf in bench.ready.matter.leaves
        if isinstance(leaf, core.FactTest) and leaf.fact not in asked and bench.proof.world.truth(leaf) is not None
    ]
    return [(leaf, question.formula) for leaf in loose for question in bench.ready.matter.questions]


def _false_premise(bench: Bench, draft: Draft, site: tuple[core.FactTest, core.Formula]) -> Draft | None:
    """The conclusion draws on something that is not so and that no warrant asks about."""
    leaf, target = site
    line = draft.line(target)
    wrong = bench.proof.world.truth(leaf) is not True
    if line is None or not bench.decides_as_here(draft, {leaf.fact: wrong}):
        return None
    said = bench.say(leaf, Verdict.TRUE if wrong else Verdict.FALSE)
    return added(draft, Line(draft.fresh(), (said,)), (line.id,))


def _saying(draft: Draft, line: Line, said: Stated) -> Draft:
    return replaced(draft, replace(line, says=(said,)))


CONDITION: tuple[Fault, ...] = (
    Fault("fact_left_out", "a plain judgment is left out", (2,), (2, 4), _plain, _drop),
    Fault("exception_left_out", "an exception that is ruled out is left out", (2,), (2, 4), _ruled_out, _drop),
    Fault(
        "effective_exception_left_out", "an exception that takes effect is left out", (2,), (2, 4), _in_effect, _drop
    ),
    Fault("rival_left_out", "a rival is left out", (2,), (2, 4), _rivals, _drop),
    Fault("ironclad_left_out", "an ironclad part is left out", (2,), (2, 4), _ironclad, _drop),
    Fault(
        "decided_without",
        "an exception, rival or ironclad part is overlooked, and it is decided so",
        (2,),
        (2, 4, 5),
        _overlookable,
        _overlook,
    ),
    Fault("conclusion_left_out", "an intermediate conclusion is skipped", (2,), (2, 4), _derived, _drop),
    Fault("value_left_out", "a value or an operand is left out", (2,), (2, 4), _values, _drop),
    Fault("open_left_out", "what the case leaves open is left out", (2,), (2, 4), _open, _drop),
    Fault(
        "fact_flipped",
        "a plain judgment is reversed, the decision kept",
        (2,),
        (2,),
        lambda b: _flippable(b, Role.PLAIN),
        _flip,
        (4,),
    ),
    Fault(
        "interaction_flipped",
        "an exception's or rival's judgment is reversed, the decision kept",
        (2,),
        (2,),
        lambda b: _flippable(b, *INTERACTIONS),
        _flip,
        (4,),
    ),
    Fault(
        "fact_flipped_through",
        "a plain judgment is reversed, and all follows",
        (2,),
        (2, 5),
        lambda b: _switchable(b, Role.PLAIN),
        _switch,
        (4,),
    ),
    Fault(
        "polarity_reversed",
        "an exception or rival is read the other way round, and all follows",
        (2,),
        (2, 5),
        lambda b: _switchable(b, *INTERACTIONS),
        _switch,
        (4,),
    ),
    Fault(
        "conclusion_flipped",
        "an intermediate conclusion is reversed, the decision kept",
        (2,),
        (2,),
        _derived,
        _flip,
        (4,),
    ),
    Fault("open_settled", "what the case leaves open is said to be settled", (2,), (2,), _open, _settle, (4,)),
    Fault("settled_doubted", "what the case settles is said to be open", (2,), (2,), _doubtable, _doubt, (4,)),
    Fault(
        "answered_as_given",
        "a what-if question is answered for the case as it was",
        (2,),
        (2, 5),
        _supposed,
        _as_given,
        (4,),
    ),
    Fault("value_wrong", "a value is miscalculated", (2,), (2,), _values, _miscalculate, (4,)),
    Fault("kind_wrong", "a thing is said to be of another kind", (2,), (2,), _members, _misidentify, (4,)),
    Fault("coarse", "a disjunction stands for two judgments", (2,), (2, 4), pairs_of, _blur),
    Fault("threshold_misquoted", "another threshold than the rule's", (2,), (2,), _bounds, _misquote, (4,)),
    Fault("bound_overshot", "a false stronger bound", (2,), (2,), _bounds, _overshoot, (4,)),
    Fault("contradicted", "another claim says the opposite", (2,), (2,), _contradictable, _contradict),
    Fault("also_doubted", "another claim says that it is open", (2,), (2,), _contradictable, _also_doubted),
    Fault(
        "false_premise",
        "the conclusion draws on something beside the point that is not so",
        (2,),
        (2,),
        _beside,
        _false_premise,
        (4,),  # by what the case leaves open it decides as before, but exceptions to it are presumed not to hold
    ),
)
