"""Whether a rule base decides every case as an earlier version of it does, out of which some parts were left.

The proof is that of `diff`, in which a case may state besides whatever a case of the program does.  What it says
nothing of is looked at here: other entities than those of the scope, variants that only a case's USING chooses, and
whether anything else is gone or renamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from rulelang.engine.analysis.bounded import Bounded
from rulelang.engine.analysis.declared import rule_of
from rulelang.engine.analysis.difference import Version, difference
from rulelang.engine.analysis.finding import Drop
from rulelang.engine.analysis.scope import ENTITIES, mentioned, scope_of
from rulelang.engine.analysis.stated import stated_in
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.formulas import walk
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver.answer import Limits
from rulelang.grammar import model as m
from rulelang.grammar.model import Reference

MOST_STATED = 40
"""Ways in which the cases of a program state outcomes that are compared, each in a case or not."""
MOST_SELECTIONS = 16
"""Choices of variants that are compared, one by one."""
EVERY = "every case"


def unlike(old: RuleBase, new: RuleBase, drops: Sequence[Drop], limits: Limits | None = None) -> str | None:
    """Why the new version may not stand for the old one out of which `drops` were left; None where it is proved that
    every decision is the same.

    Raises:
        InternalError: the evaluator does not confirm a witness.
    """
    gone = _other_names(old.program, new.program, drops)
    if gone is not None:
        return gone
    deep = [one for one in drops if one.kind in ("rule", "clause", "part")]
    chosen = _selections(old)
    if chosen is None:
        return f"there are more than {MOST_SELECTIONS} ways to choose variants"
    scope = scope_of([new.program, old.program], _entities(old.program))
    stated = stated_in(old.program, scope) if deep else ()
    if len(stated) > MOST_STATED:
        return f"its cases state outcomes in more than {MOST_STATED} ways"
    for using in chosen:
        versions = [_version(base, using) for base in (old, new)]
        before, after = versions
        if before is None or after is None:
            return "with some variants nothing can be derived"
        found = difference(before, after, scope, limits=limits, stated=stated)
        if found.different:
            about = f" about `{found.regions[0].about}`" if found.regions else ""
            return f"it would change what is decided{about}"
        if found.undecided:
            return f"it was not settled within the limits that nothing changes about `{found.undecided[0][0]}`"
        if found.scope != EVERY:
            together = Bounded(old, scope).together
            if deep and (together or not all(_for_any_number(old, one) for one in deep)):
                entities = found.scope.removeprefix("every case with ")
                return f"it is proved for {entities} only, not for any number of them"
    return None


def _version(base: RuleBase, using: tuple[str, ...]) -> Version | None:
    selection = _selected(base, using)
    return None if selection is None else Version(base, selection)


def _selected(base: RuleBase, using: tuple[str, ...]) -> Selection | None:
    named = tuple(Reference(name, span=base.program.rules[name].span) for name in using if name in base.program.rules)
    selection, _ = base.select(named)
    return selection


def _selections(base: RuleBase) -> list[tuple[str, ...]] | None:
    """Every choice of members of families that a case can make; None where there are too many."""
    choices: list[tuple[str, ...]] = []
    for family in base.families.by_root.values():
        if not family.settled and family.selectable:
            choices.append(family.selectable)
    count = 1
    for one in choices:
        count *= len(one)
    return None if count > MOST_SELECTIONS else list(product(*choices))


# ------------------------------------------------------------------------------------------------------- names


def _other_names(old: m.Program, new: m.Program, drops: Sequence[Drop]) -> str | None:
    """Whether anything but what was left out is gone, or has come to be called otherwise."""
    dropped = {one.name for one in drops if one.kind in ("rule", "clause")}
    facts = {one.name for one in drops if one.kind == "fact"}
    rules = {one.name for one in drops if one.kind == "rule"}
    before = set(_cited(old)) - dropped - {name for name in _cited(old) if rule_of(old, name) in rules}
    after = set(_cited(new))
    if before != after:
        lost = sorted(before - after) or sorted(after - before)
        return f"`{lost[0]}` would have another name"
    kinds: tuple[tuple[Iterable[str], Iterable[str]], ...] = (
        (set(old.facts) - facts, new.facts), (old.outcomes, new.outcomes), (old.actions, new.actions),
        (old.definitions, new.definitions), (old.tables, new.tables), (old.cases, new.cases),
        (set(old.sorts) - facts, set(new.sorts) - facts),
    )  # fmt: skip
    for ours, theirs in kinds:
        odd = sorted(set(ours) ^ set(theirs))
        if odd:
            return f"`{odd[0]}` would be declared otherwise"
    return None


def _cited(program: m.Program) -> Iterator[str]:
    """The identifiers that answers can cite."""
    for rule in program.rules.values():
        yield rule.id
        for operator in rule.operators:
            yield f"{rule.id}.{operator.suffix}"


# ---------------------------------------------------------------------------------------------------- entities


def _entities(program: m.Program) -> int:
    """So many entities of each listed sort that every way in which a rule's variables can be equal is among them."""
    most = max((len(rule.binders) for rule in program.rules.values()), default=0)
    named: dict[str, set[str]] = {}
    for sort, entity in mentioned(program):
        named.setdefault(sort, set()).add(entity)
    return max(ENTITIES, most) + max((len(one) for one in named.values()), default=0)


def _for_any_number(base: RuleBase, drop: Drop) -> bool:
    """Whether what shows that a part may go looks at one instance of its rule alone.

    Then the proof for as many entities as a rule has variables is one for any number of them: the condition reads
    booleans and compares facts, so it is the same in every case that has these entities.
    """
    program = base.program
    listed = {sort.name for sort in program.sorts.values() if sort.members is None}
    names = [rule_of(program, name) for name in (drop.name, drop.beside) if name]
    if not drop.local or not all(_plain(base, name, listed) for name in names):
        return False
    if not drop.beside:
        return True
    # The instance that stands for another one is to be about the same entities.
    return all(_determined(program.rules[name]) for name in names)


def _determined(rule: m.Rule) -> bool:
    """Whether what is concluded tells which instance of the rule concludes it."""
    variables = {binder.variable for binder in rule.binders}
    return all({arg.name for arg in head.args if isinstance(arg, m.Variable)} >= variables for head in rule.outcomes)


def _plain(base: RuleBase, name: str, listed: set[str]) -> bool:
    group = base.groups[name]
    conditions: list[m.Formula] = [group.condition]
    conditions += (one.condition for one in group.rivals)
    conditions += (one.condition for one in group.ironclad if one.condition is not None)
    parts = [*group.exceptions, *(part for rival in group.rivals for part in rival.exceptions)]
    while parts:
        part = parts.pop()
        if part.binders:
            return False
        conditions.append(part.condition)
        parts += part.exceptions
    facts = base.program.facts
    return all(_plain_node(node, facts, listed) for condition in conditions for node in walk(condition))


def _plain_node(node: m.Formula | m.Value, facts: Mapping[str, m.Fact], listed: set[str]) -> bool:
    match node:
        case m.Quantified(_, binder):
            return isinstance(binder.range, m.SortRange) and binder.range.sort not in listed
        case (
            m.Truth() | m.FactHolds() | m.OutcomeHolds() | m.Rejected() | m.NormHolds() | m.Done() | m.Violated()
            | m.Not() | m.And() | m.Or() | m.Compare() | m.Before() | m.Constant() | m.Variable() | m.Minus()
        ):  # fmt: skip
            return True
        case m.FactValue(fact):
            # An entity that is the value of a fact is one more than those that the variables name.
            type_ = facts[fact].type
            return not (isinstance(type_, m.SortType) and type_.name in listed)
        case m.Arithmetic(op):
            return op != "/"
        case _:
            return False
