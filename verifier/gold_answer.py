"""The answer that a warrant writes: every judgment stated, grounded and linked, and the gold decision.

Such an answer is complete by definition (a law that the tests hold to), so it is the model from which answers with
known faults are made.
"""

from __future__ import annotations

from typing import Any

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.inquiry import Question
from rulelang.verifier.matter import Ready
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.reading import equation
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
                below = (*_compared(warrant, one), *warrant.premises.get(one, {}))
                todo.extend((premise, False) for premise in reversed(below))
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
    read = set(expand.reads(leaf))
    found: list[core.Formula] = _inside(warrant, leaf)
    for slot in warrant.slots.values():
        if not slot.derived or slot.leaf == leaf:
            continue
        equal = equation(slot.leaf)
        if equal is not None and equal[0] in read:
            found.append(slot.leaf)
        elif value_asked(slot.leaf) in read:
            # The value is open and yet the comparison may be settled: by what the value rests on.
            found += [slot.leaf, *warrant.premises.get(slot.leaf, {})]
    return found


def _inside(warrant: Warrant, leaf: core.Formula) -> list[core.Formula]:
    """The derived judgments among the parts of a condition, and for parts that are none those on which they rest."""
    found: dict[core.Formula, None] = {}
    seen: set[core.Formula] = {leaf}
    todo = list(reversed(expand.leaves(leaf)))
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        slot = warrant.slots.get(one)
        if slot is not None and (slot.derived or one not in expand.leaves(leaf)):
            found[one] = None
        elif slot is None:
            todo.extend(reversed((*expand.leaves(one), *warrant.premises.get(one, {}))))
    return list(found)


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
    premises = dict.fromkeys((*_compared(warrant, leaf), *warrant.premises.get(leaf, {})))
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
    if leaf in warrant.needs:
        clauses = dict.fromkeys((*warrant.needs[leaf], *_helpers(ready, warrant, leaf)))
        return [clause for clause in clauses if clause in ready.matter.known_rules]
    if slot is None:
        return []
    return [clause for clause in slot.clauses if clause in ready.matter.known_rules][:1]


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
