"""The answer that a warrant writes: every judgment stated, grounded and linked, and the gold decision.

Such an answer is complete by definition (a law that the tests hold to), so it is the model from which answers with
known faults are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.expand import equation
from rulelang.verifier.inquiry import Question
from rulelang.verifier.material import is_derived
from rulelang.verifier.matter import Ready
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.premises import Premises
from rulelang.verifier.reference.grounds import cone_of
from rulelang.verifier.replay import follows
from rulelang.verifier.rubric_points import live_rivals
from rulelang.verifier.warrant import Slot, Verdict, Warrant


def gold_answer(ready: Ready, warrant: Warrant, case: str) -> dict[str, Any]:
    """The answer file of one warrant, as plain JSON values; `case` is how it names its case."""
    names: dict[core.Formula, str] = {}
    claims: list[dict[str, Any]] = []
    targets = {question.formula for question in ready.matter.questions}

    def place(leaf: core.Formula) -> None:
        """Writes the claim for a judgment after those for its premises."""
        todo: list[tuple[core.Formula, bool]] = [(leaf, False)]
        opened: set[core.Formula] = set()
        while todo:
            one, ready_ = todo.pop()
            if one in names:
                continue
            if not ready_ and one not in opened:
                opened.add(one)
                todo.append((one, True))
                below = dict.fromkeys((*_below(ready, warrant, one), *warrant.premises.get(one, {})))
                todo.extend((premise, False) for premise in reversed(tuple(below)))
                continue
            if not ready_:
                continue
            if one in warrant.slots or one in targets:
                names[one] = f"s{len(names) + 1}"
                claims.append(_claim(ready, warrant, one, names))

    for question in ready.matter.questions:
        place(question.formula)
    for leaf in warrant.slots:
        place(leaf)
    return {
        "rulelang": "answer/1",
        "case": case,
        "claims": claims,
        "decision": {
            "says": [_decision(ready, question) for question in ready.matter.questions],
            "from": [names[question.formula] for question in ready.matter.questions],
        },
    }


def _compared(warrant: Warrant, leaf: core.Formula) -> list[core.Formula]:
    """The judgments inside a condition: the values that it compares, the norms that it counts.

    What is derived for an instance of a quantified condition need be no judgment itself; then what it rests on is.
    """
    found: list[core.Formula] = list(_inside(warrant, leaf)[0])
    for value in _values(warrant, leaf):
        # The value may be open and yet the comparison settled: by what the value rests on.
        found += [value] if value_asked(value) is None else _beneath_open(warrant, value)
    return found


def _values(warrant: Warrant, leaf: core.Formula) -> list[core.Formula]:
    """The judgments that say what the derived values are that a condition compares, or that they are open."""
    read = set(expand.reads(leaf))
    found: list[core.Formula] = []
    for slot in warrant.slots.values() if read else ():
        equal = equation(slot.leaf)
        about = value_asked(slot.leaf) if equal is None else equal[0]
        if slot.derived and slot.leaf != leaf and about in read:
            found.append(slot.leaf)
    return found


def _beneath_open(warrant: Warrant, leaf: core.Formula) -> list[core.Formula]:
    """A judgment that something derived is open, and what it rests on, through others that are open."""
    found: dict[core.Formula, None] = {leaf: None}
    todo = [leaf]
    while todo:
        for premise in warrant.premises.get(todo.pop(), {}):
            if premise not in found:
                found[premise] = None
                if _is_open(warrant, premise):
                    todo.append(premise)
    return list(found)


def _is_open(warrant: Warrant, leaf: core.Formula) -> bool:
    """Whether a judgment says that something derived is open."""
    slot = warrant.slots.get(leaf)
    return slot is not None and slot.derived and slot.value is Verdict.OPEN


def _settled_all_the_same(ready: Ready, warrant: Warrant, leaf: core.Formula) -> Iterator[core.Formula]:
    """Where a decision is settled although a condition on the way is open: what the open one rests on.

    `v = 4` may follow whether `g` holds or not, by what `g` has to do with other conditions.
    """
    slot = warrant.slots.get(leaf)
    value = slot.value if slot is not None else next(
        (question.gold for question in ready.matter.questions if question.formula == leaf), Verdict.OPEN
    )  # fmt: skip
    if value is not Verdict.OPEN:
        for premise in warrant.premises.get(leaf, {}):
            if _is_open(warrant, premise):
                yield from _beneath_open(warrant, premise)


def _below(ready: Ready, warrant: Warrant, leaf: core.Formula) -> tuple[core.Formula, ...]:
    """What a judgment rests on besides the premises that the warrant has for it."""
    return (
        *_compared(warrant, leaf),
        *_beneath(ready, warrant, leaf),
        *_settled_all_the_same(ready, warrant, leaf),
    )


def _inside(warrant: Warrant, leaf: core.Formula) -> tuple[Mapping[core.Formula, None], Mapping[core.Formula, None]]:
    """The derived judgments among the parts of a condition, and for parts that are none those on which they rest; and
    the parts that are none."""
    found: dict[core.Formula, None] = {}
    passed: dict[core.Formula, None] = {}
    seen: set[core.Formula] = {leaf}
    own = expand.inner(leaf)
    todo = list(reversed(own))
    while todo:
        one = todo.pop()
        slot = warrant.slots.get(one)
        if slot is not None and (slot.derived or one not in own):
            found[one] = None
        elif slot is None and one not in seen:
            seen.add(one)
            passed[one] = None
            todo.extend(reversed(expand.inner(one)))
            found.update((premise, None) for premise in warrant.premises.get(one, {}) if premise in warrant.slots)
            todo.extend(premise for premise in reversed(warrant.premises.get(one, {})) if premise not in warrant.slots)
    return found, passed


def _decision(ready: Ready, question: Question) -> str:
    if question.clash:
        return f"CONFLICT {ready.matter.judged(question.formula, Verdict.TRUE)}"
    return ready.matter.judged(question.formula, question.gold)


def _claim(ready: Ready, warrant: Warrant, leaf: core.Formula, names: dict[core.Formula, str]) -> dict[str, Any]:
    slot = warrant.slots.get(leaf)
    if slot is None:
        question = next(one for one in ready.matter.questions if one.formula == leaf)
        says = _decision(ready, question)
    else:
        says = ready.matter.judged(leaf, slot.value)
    made: dict[str, Any] = {"id": names[leaf], "says": says}
    premises = dict.fromkeys((*_below(ready, warrant, leaf), *warrant.premises.get(leaf, {})))
    sources = [names[premise] for premise in premises if premise in names and premise != leaf]
    if sources:
        made["from"] = sources
    rules = _rules(ready, warrant, leaf, slot)
    if rules:
        made["rules"] = rules
    evidence = _passages(ready, leaf, slot)
    if evidence:
        made["evidence"] = evidence
    return made


def _rules(ready: Ready, warrant: Warrant, leaf: core.Formula, slot: Slot | None) -> list[str]:
    known = ready.matter.known_rules
    if leaf in warrant.needs:
        concluding = (*warrant.needs[leaf], *_helpers(ready, warrant, leaf), *_unstated(ready, warrant, leaf))
        concluding += tuple(_other_sides(ready, warrant, leaf, concluding))
    elif slot is None:
        concluding = tuple(_on_values(warrant, leaf))
    else:
        concluding = tuple([clause for clause in slot.clauses if clause in known][:1] or _on_values(warrant, leaf))
    inside = [clause for one in _inside(warrant, leaf)[1] for clause in warrant.needs.get(one, ())]
    if _is_mixed(ready, warrant, leaf):
        inside += _on_the_way(ready, leaf)
    return [clause for clause in dict.fromkeys((*concluding, *inside)) if clause in known]


def _other_sides(ready: Ready, warrant: Warrant, leaf: core.Formula, own: Sequence[str]) -> Iterator[str]:
    """The rules that apply against a conclusion, where it is asked which rule controls: it cites both sides."""
    if all(ask.type != "priority_arbitration" for ask in ready.case.asks):
        return
    against = {unit.clause for unit in warrant.interactions if unit.of == leaf}
    for part in live_rivals(ready.matter.parts, warrant):
        if part.clause in against and not any(ready.matter.cited.covers_conclusion(one, part.clause) for one in own):
            yield part.clause


def _on_values(warrant: Warrant, target: core.Formula) -> Iterator[str]:
    """The clauses that conclude what a target compares or counts that no rule concludes as it is.

    What a value that is open rests on cites its own."""
    for one in (*_inside(warrant, target)[0], *_values(warrant, target)):
        yield from warrant.needs.get(one, ())
    read = set(expand.reads(target))
    for one, needs in warrant.needs.items():  # a value that is asked for as well is no slot
        equal = equation(one)
        if one != target and equal is not None and equal[0] in read:
            yield from needs


def _unstated(ready: Ready, warrant: Warrant, target: core.Formula) -> Iterator[str]:
    """The clauses on the way to a decision of which nothing else says anything: where derived conditions are no
    judgments of the warrant (N6), the decision alone can cite them."""
    if not _is_ground(ready, warrant):
        return
    holding = [full for full in ready.listed if warrant.slots.keys() <= full.slots.keys()]
    some = [
        clause
        for full in holding[:1] or ready.listed
        for of, needs in full.needs.items()
        if of not in full.slots or target in full.slots[of].targets
        for clause in needs
    ]
    yield from some
    if not _settle(ready, warrant, target, some):  # it rests on rules that are applied in other completions of the case
        yield from _on_the_way(ready, target)


def _on_the_way(ready: Ready, leaf: core.Formula) -> list[str]:
    """The clauses of everything that is applied on the way to a condition."""
    cone = cone_of(ready.matter, leaf)
    found = [part.clause for part in cone.parts]
    found += [limit.clause for limit in ready.matter.limits if limit.contest in cone.contests]
    return found + [ready.matter.program.definitions[key].name for key in sorted(cone.definitions)]


def _is_ground(ready: Ready, warrant: Warrant) -> bool:
    """Whether a warrant is one of the policy `sufficient`: nothing derived is a judgment of it."""
    derived = any(slot.derived for slot in warrant.slots.values())
    return not derived and all(warrant is not full for full in ready.listed)


def _is_mixed(ready: Ready, warrant: Warrant, leaf: core.Formula) -> bool:
    """Whether it is a judgment of a ground (N6) in which something is derived that is no judgment itself."""
    slot = warrant.slots.get(leaf)
    return slot is not None and is_derived(leaf) and _is_ground(ready, warrant)


def _beneath(ready: Ready, warrant: Warrant, leaf: core.Formula) -> list[core.Formula]:
    """The facts of a ground on which such a judgment hangs."""
    if not _is_mixed(ready, warrant, leaf):
        return []
    cone = cone_of(ready.matter, leaf)
    read: set[core.Formula | core.Value] = set()
    for part in cone.parts:
        for term in (part.applies(), part.rule.value):
            read |= set() if term is None else set(expand.atoms(term))
    for limit in ready.matter.limits:
        if limit.contest in cone.contests:
            read |= {*expand.atoms(limit.applies()), *expand.atoms(limit.limit.bound)}
    for key in cone.definitions:
        read |= {atom for case in ready.matter.program.definitions[key].cases for term in case
                 for atom in expand.atoms(term)}  # fmt: skip
    return [one for one in warrant.slots if not is_derived(one) and read & set(expand.atoms(one))]


def _settle(ready: Ready, warrant: Warrant, target: core.Formula, clauses: Sequence[str]) -> bool:
    """Whether the judgments of a warrant give its decision by the rules of some clauses and those that they cite."""
    matter = ready.matter
    question = next((one for one in matter.questions if one.formula == target), None)
    if question is None or question.gold is Verdict.OPEN:
        return True
    own = [
        clause
        for slot in warrant.slots.values()
        for clause in [one for one in slot.clauses if one in matter.known_rules][:1]
    ]
    rules = {
        matter.cited.rules[clause]
        for clause in (*warrant.needs.get(target, ()), *clauses, *own)
        if clause in matter.cited.rules
    }
    fixed = {leaf: slot.value is Verdict.TRUE for leaf, slot in warrant.slots.items() if slot.value is not Verdict.OPEN}
    equal = [found for leaf, so in fixed.items() if so and (found := equation(leaf)) is not None]
    given = Premises(fixed, (), dict(equal), (), matter.declared)
    return follows(matter.program, matter.parts, given, target, rules) is question.gold


def _helpers(ready: Ready, warrant: Warrant, leaf: core.Formula) -> list[str]:
    """The clauses that conclude the same and beat a rival which the rule of this warrant would not beat."""
    if not isinstance(leaf, core.Established):
        return []
    judged = {
        clause for premise in warrant.premises.get(leaf, {}) if premise in warrant.slots
        for clause in warrant.slots[premise].clauses
    }  # fmt: skip
    same = (part for part in ready.matter.parts if part.rule.contest == leaf.contest)
    return [part.clause for part in same if part.rule.literal in leaf.literals and part.clause in judged]


def _passages(ready: Ready, leaf: core.Formula, slot: Slot | None) -> list[str]:
    if slot is None or slot.derived or slot.value is Verdict.OPEN or ready.matter.is_supposed(leaf):
        return []
    return sorted(next(iter(ready.matter.evidence.get(leaf, ())), ()))
