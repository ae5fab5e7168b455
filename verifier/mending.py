"""What would follow from an answer if the faults of the first three checks were mended (verification, N22)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.expand import equation, names
from rulelang.verifier.in_play import Index, InPlay
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.judgments import is_bad
from rulelang.verifier.premises import Premises, premises, premises_for, with_known
from rulelang.verifier.reading import Reading
from rulelang.verifier.replay import follows
from rulelang.verifier.said import Mood, Said, concerns
from rulelang.verifier.warrant import Verdict, Warrant


def mended(
    matter: Matter, reading: Reading, said: Sequence[Said], warrant: Warrant, target: core.Formula
) -> Verdict:
    """What follows for a target from some assertions, once these say nothing false and a warrant's judgments are made.

    Mended is what check 2 or 3 finds fault with: a required judgment that is missing or wrong has its reference value,
    and a false or invented premise beside the required ones gives way to what the case says of its facts.
    """
    right: list[Said] = []
    false: list[expand.Atom] = []
    for one in said:
        if not is_at_fault(matter, one, warrant):
            right.append(one)
        elif one.statement is not None:
            false += expand.atoms(one.statement)
    given = with_known(premises_for(matter, reading, right, target), matter.known, false)
    slots = {leaf: slot.value for leaf, slot in warrant.slots.items()}
    repaired = _repaired(given, slots, matter.derived, reading.in_play, target)
    return follows(matter.program, matter.parts, repaired, target)


def false_steps(
    matter: Matter, reading: Reading, said: Sequence[Said], warrant: Warrant, target: core.Formula, final: Verdict
) -> tuple[Said, ...]:
    """The false conclusions that alone give a wrong decision: which follows from what is said, and would also if every
    required judgment were mended, but not without these.

    No other check judges them where they are no judgments of the warrant (under `sufficient` nothing derived is), and
    yet a fault has a root (N22).  One to which false or missing premises lead is not among them: it goes with these.
    """
    steps = tuple(
        one
        for one in said
        if is_bad(one)
        and one.mood is not Mood.RULE
        and not is_at_fault(matter, one, warrant)
        and reading.judge(one, target) is None
    )
    rest = [one for one in said if all(one is not step for step in steps)]
    steps = tuple(one for one in steps if not leads_astray(matter, reading, rest, one, warrant))
    if not steps or mended(matter, reading, [*rest, *steps], warrant, target) is not final:
        return ()
    return steps if mended(matter, reading, rest, warrant, target) is not final else ()


def leads_astray(matter: Matter, reading: Reading, said: Sequence[Said], step: Said, warrant: Warrant) -> bool:
    """Whether a false conclusion is what some assertions give, and is not once these are mended: then the fault is
    theirs (N22)."""
    about = step.statement
    if step.mood is not Mood.HOLDS or about is None:
        return False
    given = premises(reading, said, matter.derived, about)
    if follows(matter.program, matter.parts, given, about) is not Verdict.TRUE:
        return False
    return mended(matter, reading, said, warrant, about) is not Verdict.TRUE


def is_at_fault(matter: Matter, said: Said, warrant: Warrant) -> bool:
    """Whether check 2 or 3 finds fault with an assertion that enters: it is false, or nothing supports it, and it is
    about a required judgment or about facts."""
    if not is_bad(said) or said.mood is Mood.RULE:
        return False
    facts = said.mood is Mood.HOLDS and said.statement is not None and matter.is_fact(said.statement)
    return facts or any(concerns(said, leaf) for leaf in warrant.slots)


def _repaired(
    given: Premises,
    slots: Mapping[core.Formula, Verdict],
    derived: Collection[core.Formula],
    in_play: InPlay,
    target: core.Formula,
) -> Premises:
    """The premises with every required judgment set to its reference value, and what that excludes set right; whoever
    states one states what it entails of other conditions, too (`n >= 6` of `n >= 5`)."""
    right = [leaf if value is Verdict.TRUE else expand.negation(leaf)
             for leaf, value in slots.items() if value is not Verdict.OPEN]  # fmt: skip

    stating = Index((names(one) for one in right), given.declared.includes.together)

    def excluded(leaf: core.Formula, so: bool) -> bool:
        near = (right[place] for place in stating.near(leaf)) if names(leaf) else right
        return any(given.declared.settles(one, leaf) is (not so) for one in near)

    fixed = {leaf: so is not excluded(leaf, so) for leaf, so in given.fixed.items()}
    opened = dict.fromkeys(given.opened)
    values = {read: at for read, at in given.values.items() if not excluded(core.Test("=", read, at), True)}
    for leaf, value in slots.items():
        opened.pop(leaf, None)
        fixed.pop(leaf, None)
        if value is not Verdict.OPEN:
            fixed[leaf] = value is Verdict.TRUE
        elif leaf not in derived:
            opened[leaf] = None
        equal = equation(leaf)
        if equal is not None and value is Verdict.TRUE:
            values[equal[0]] = equal[1]
    for one in right:
        for leaf in in_play.near(one):
            so = given.declared.settles(one, leaf) if leaf not in slots and leaf != target else None
            if so is not None:
                fixed[leaf] = so
                opened.pop(leaf, None)
    return Premises(fixed, tuple(opened), values, (), given.declared)
