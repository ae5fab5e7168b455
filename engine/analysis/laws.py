"""The laws of the augmentation operators, for every use of one (docs/semantics.md, items 10 and 26).

Proved locally: from types, bounds, CONCEPT and ALWAYS, outcomes free, so that no other module changes the answer.
"Triggers" means the condition, without exceptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rulelang.engine import core as c
from rulelang.engine.analysis.declared import head_span
from rulelang.engine.analysis.finding import Drop, Finding, finding
from rulelang.engine.analysis.free import Free, Impossible, Possible, Unsure
from rulelang.engine.grounding.cone import Cone, contest_kind
from rulelang.engine.grounding.ground_definition import ground_definition
from rulelang.engine.grounding.ground_formulas import Environment, bindings, ground_formula
from rulelang.engine.rules.augment import apply, base, chain
from rulelang.engine.rules.formulas import complement, conjunction
from rulelang.engine.rules.group import ExceptionPart, Group
from rulelang.grammar import model as m
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.source import Span

MOST_BINDINGS = 64
"""Instances of a rule that are looked at.  Of more, some that are far apart: they cannot show that nothing is so."""


@dataclass(frozen=True, slots=True)
class Instances:
    """Instances of a rule: the variables' values and the condition under which they are in range."""

    some: Sequence[tuple[Environment, c.Formula]]
    all: bool


@dataclass(slots=True)
class Laws:
    """Holds each clause of finished rules to its operator's law.

    `held` counts the uses of an operator whose law holds, `broken` names the others.
    """

    program: m.Program
    cone: Cone
    free: Free
    held: int = 0
    broken: set[str] = field(default_factory=set[str])
    unsure: list[str] = field(default_factory=list[str])
    """Clauses whose law could not be settled."""
    among: Callable[[str], str] = lambda _: ""
    """Of a rule: for what numbers of entities alone what is found of it is proved, in words; empty where for any."""
    _open: bool = False

    def of(self, group: Group) -> Iterator[Finding]:
        """What breaks a law among the clauses that the rule itself writes."""
        if not group.clauses:
            return
        instances = self.instances(group)
        members = chain(self.program, group.id)
        before = base(members[0], members[-1])
        among = self.among(group.id)
        for clause in group.clauses:
            after = apply(before, clause.operator, clause.origin)
            if clause.origin == group.id:
                self._open = False
                found = list(self._clause(before, after, group, clause.operator, clause.id, instances, among))
                if self._open:
                    self.unsure.append(clause.id)
                if found:
                    self.broken.add(clause.id)
                self.held += not found
                yield from found
            before = after

    def _clause(
        self,
        before: Group,
        after: Group,
        whole: Group,
        clause: m.Operator,
        name: str,
        instances: Instances,
        among: str,
    ) -> Iterator[Finding]:
        match clause:
            case m.AbstractOr() | m.AbstractTo() if after.condition != before.condition:
                yield from self._abstract(before, after, clause, name, instances, among)
            case m.Additive(condition=added) if added is not None:
                if self.never(conjunction(before.condition, complement(added)), instances):
                    message = (
                        f"`{name}` narrows nothing{among}: its condition is true wherever the rule triggers anyhow"
                    )
                    drop = None if clause.outcomes else Drop("clause", name, clause.span)
                    hint = "leave the condition out, or mend it"
                    yield finding("RL501", message, clause.span, hint=hint, drop=drop)
                yield from self._dead(after, clause.span, name, instances, among)
            case m.Negate(side=side) if side != "THEN":
                yield from self._dead(after, clause.span, name, instances, among)
            case m.ExceptionClause():
                yield from self._exception(whole, clause, name, instances, among)
            case m.ConflictClause(condition=condition):
                if self.never(conjunction(whole.condition, condition), instances):
                    message = f"`{name}` and its rule never apply in the same case{among}, so they are no rivals"
                    yield finding(
                        "RL506", message, clause.span, "its condition",
                        (Label(self._head(whole), "excludes the condition of this rule"),),
                        hint="a conflict needs a condition that can be true together with the rule's",
                    )  # fmt: skip
            case m.IroncladClause(condition=condition):
                if self.never(whole.condition if condition is None else condition, instances):
                    message = f"the condition of `{name}` is never true{among}"
                    drop = Drop("clause", name, clause.span)
                    hint = "mend the condition, or leave the part out"
                    yield finding("RL507", message, clause.span, hint=hint, drop=drop)
            case _:
                pass

    def _abstract(
        self,
        before: Group,
        after: Group,
        clause: m.AbstractOr | m.AbstractTo,
        name: str,
        instances: Instances,
        among: str,
    ) -> Iterator[Finding]:
        lost = self._case(conjunction(before.condition, complement(after.condition)), instances)
        if isinstance(lost, Possible):
            message = f"after `{name}` a case that triggered the rule no longer does"
            yield finding("RL503", message, clause.span, hint="let the concept include it", witness=lost.witness)
        elif self.never(conjunction(after.condition, complement(before.condition)), instances):
            message = f"`{name}` widens nothing{among}: what it adds triggers the rule anyhow"
            hint, drop = "leave it out, or name what else should trigger the rule", Drop("clause", name, clause.span)
            yield finding("RL500", message, clause.span, hint=hint, drop=drop)

    def _dead(self, after: Group, span: Span, name: str, instances: Instances, among: str) -> Iterator[Finding]:
        if self.never(after.condition, instances):
            message = f"after `{name}` the rule triggers in no case{among}"
            yield finding("RL502", message, span, hint="mend a part of its condition: no case makes all of it true")

    def _exception(
        self, whole: Group, clause: m.ExceptionClause, name: str, instances: Instances, among: str
    ) -> Iterator[Finding]:
        above = _conditions(whole, name)
        if above is None:
            return
        if self.never(conjunction(*above, clause.condition), instances):
            message = f"`{name}` is true in no case{among} in which what it excepts applies"
            yield finding(
                "RL504", message, clause.span, "its condition",
                (Label(self._head(whole), "excludes this rule's condition"),),
                hint="an exception needs a condition that can be true together with what it excepts",
                drop=Drop("clause", name, clause.span),
            )  # fmt: skip
        elif self.never(conjunction(*above, complement(clause.condition)), instances):
            message = f"`{name}` is true wherever what it excepts applies{among}, which thus never has an effect"
            yield finding("RL505", message, clause.span, hint="narrow the exception, or take the rule back")

    # -------------------------------------------------------------------------------------------------- asking

    def never(self, formula: m.Formula, instances: Instances) -> bool:
        """Whether the formula is false in every instance, whatever the outcomes; unsatisfiable iff so."""
        return isinstance(self._case(formula, instances, tell=False), Impossible)

    def _case(self, formula: m.Formula, instances: Instances, tell: bool = True) -> Possible | Impossible | Unsure:
        """The first instance in which it can be so."""
        unsure: Unsure | None = None
        result: Impossible | None = None
        for env, guard in instances.some:
            wanted = ground_formula(self.cone, formula, env)
            meet(self.cone, self.free.core)
            found = self.free.possible(guard, wanted, tell=tell)
            match found:
                case Possible():
                    return found
                case Unsure():
                    unsure = found
                case Impossible():
                    result = found
        if not instances.all:
            unsure = unsure or Unsure("it has too many instances")
        self._open = self._open or result is None or unsure is not None
        return unsure or result or Unsure("it has no instance in the scope")

    def _head(self, group: Group) -> Span:
        return head_span(self.program.rules[group.id])

    def instances(self, group: Group) -> Instances:
        """The instances of a rule that are looked at."""
        found: list[tuple[Environment, c.Formula]] = [({}, c.TRUE)]
        whole = True
        for binder in group.binders:
            grown: list[tuple[Environment, c.Formula]] = []
            for env, guard in found:
                for inner, within in bindings(self.cone, binder, env):
                    grown.append((inner, self.cone.nodes.conjunction((guard, within))))
            if len(grown) > MOST_BINDINGS:
                whole = False
                grown = [grown[i * len(grown) // MOST_BINDINGS] for i in range(MOST_BINDINGS)]
            found = grown
        return Instances(found, whole)


def meet(cone: Cone, known: c.Core) -> None:
    """Lets a core that grows know the contests and definitions that its cone has met."""
    contests, definitions = known.contests, known.definitions
    assert isinstance(contests, dict)
    assert isinstance(definitions, dict)
    while cone.waiting:
        name = cone.waiting.popleft()
        if name in cone.contests:
            said, args = cone.contests[name]
            type_ = said.type if isinstance(said, m.Outcome) else None
            domain = cone.domain(type_) if type_ is not None else None
            contests[name] = c.Contest(name, contest_kind(said), said.name, args, type_, (), (), (), domain)
        else:
            definitions[name] = ground_definition(cone, name)


def law_core(whole: c.Core, cone: Cone) -> c.Core:
    """A core for questions about conditions: it grows with what the cone meets; CONCEPT and ALWAYS are the whole's."""
    for key, fact in whole.facts.items():
        cone.facts.setdefault(key, fact)
    concepts = tuple(rule for rule in whole.rules if rule.kind is c.Kind.CONCEPT)
    return c.Core(
        cone.facts, dict(whole.contests), concepts, dict(whole.definitions), (), whole.always, (), whole.tables
    )


def _conditions(group: Group, name: str) -> tuple[m.Formula, ...] | None:
    """What must be true for an exception to have something to except: the rule's condition, those above it."""
    found = _inside(group.exceptions, name, (group.condition,))
    for rival in group.rivals:
        found = found or _inside(rival.exceptions, name, (rival.condition,))
    return found


def _inside(
    parts: tuple[ExceptionPart, ...], name: str, above: tuple[m.Formula, ...]
) -> tuple[m.Formula, ...] | None:
    for part in parts:
        if part.id == name:
            return above
        found = _inside(part.exceptions, name, (*above, part.condition))
        if found is not None:
            return found
    return None
