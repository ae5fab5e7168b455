"""`rulelang diff`: in which cases do two versions of a rule base decide something differently?

Docs: docs/analysis.md, "diff".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rulelang.engine.analysis.admitted import Refusal, no_case, refusals
from rulelang.engine.analysis.changes import Change, changes, other_tables, through_tables
from rulelang.engine.analysis.circles import resting, way_out
from rulelang.engine.analysis.compare import Comparison
from rulelang.engine.analysis.members import other_members
from rulelang.engine.analysis.merge import NEW, OLD, merge
from rulelang.engine.analysis.scope import Scope, all_said, core_in, never_none, reached, targets_for, words_for
from rulelang.engine.analysis.signatures import Numbers, Signatures
from rulelang.engine.analysis.told import Told, told
from rulelang.engine.analysis.versions import chosen, declared
from rulelang.engine.core import Core, Formula
from rulelang.engine.grounding.ground import Asked
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver.answer import Limits
from rulelang.engine.solver.judgments import with_switches
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.source import Span
from rulelang.grammar.words import gloss

Side: TypeAlias = Literal["old", "new"]


@dataclass(frozen=True, slots=True)
class Version:
    """One of the two rule bases, with the variants that are in use."""

    base: RuleBase
    selection: Selection


@dataclass(frozen=True, slots=True)
class Region:
    """Cases that the versions decide differently in one way.

    `about` is the outcome or action (`gloss` in words), `before` and `after` what is concluded of it; `clauses` the
    changes that speak in the witness, the smallest such case.  Or `about` is an ALWAYS declaration for which one
    version alone refuses the case ("decided", "refused").
    """

    about: str
    gloss: str
    before: str
    after: str
    clauses: tuple[Change, ...]
    witness: Told


@dataclass(frozen=True, slots=True)
class Difference:
    """What `diff` found.

    `only` are outcomes, actions and facts that one version alone declares, `redeclared` facts with another type or
    default, outcomes in another unit and types with other members (kind, name, why); `harmless` the changes of clauses
    that no region needs; `more` the outcomes of which there may be further regions; `undecided` those that could not
    be settled, with the reason.
    """

    scope: str
    regions: tuple[Region, ...]
    only: tuple[tuple[Side, str, str], ...]
    redeclared: tuple[tuple[str, str, str], ...]
    harmless: tuple[Change, ...]
    more: tuple[str, ...]
    undecided: tuple[tuple[str, str], ...]
    always: tuple[str, ...]
    vacuous: bool = False
    """No case at all is as assumed, so that nothing was compared."""
    without: tuple[str, ...] = ()
    """The facts of which it speaks only where they are not NONE."""
    apart: bool = False
    """What is assumed may be true in one version alone: compared are the cases in which it is true in both."""
    hint: str | None = None
    """What can be done about the undecided ones, where there is something."""

    @property
    def different(self) -> bool:
        declared = any(kind in ("outcome", "action") for _, kind, _ in self.only)
        return bool(self.regions) or bool(self.redeclared) or declared


def difference(
    old: Version,
    new: Version,
    scope: Scope,
    assumed: tuple[model.Formula, model.Formula] | None = None,
    limits: Limits | None = None,
    stated: Sequence[model.Stipulation] = (),
) -> Difference:
    """All outcomes and actions of both versions compared, over the same facts and entities.

    Arguments:
        assumed: what is assumed of every case, resolved in the old and in the new version.
        stated: what a case may state of outcomes, each of them or not.

    Raises:
        RuleLangError: a version uses a family of which no member is chosen (RL312), or the versions speak of a fact
            in types that have no value in common (RL531).
        InternalError: the evaluator does not confirm a witness.
    """
    shared = _shared(old.base.program, new.base.program)
    ours = None if assumed is None else assumed[0]
    theirs = None if assumed is None else assumed[1]
    # What is found in them is not all that is compared: it is told where it was found.
    tables = other_tables(old.base.program, new.base.program)
    old_core, old_premise = _grounded(old, scope, ours, stated, tables)
    new_core, new_premise = _grounded(new, scope, theirs, stated, tables)
    numbers = Numbers()
    before, after = Signatures(old_core, numbers).run(), Signatures(new_core, numbers).run()
    merged = merge(before, after)
    if merged.incomparable:
        raise RuleLangError(_incomparable(key, why, new.base.program, new_core) for key, why in merged.incomparable)
    premises = tuple(
        names.formula(premise)
        for names, premise in ((merged.old, old_premise), (merged.new, new_premise))
        if premise is not None
    )
    changed = changes(old.base, new.base, before, after)
    within = limits or Limits()
    programs = old.base.program, new.base.program
    comparison = Comparison(old_core, new_core, merged, premises, changed, programs[1], scope, within, programs[0])
    regions: list[Region] = []
    more: list[str] = []
    undecided: list[tuple[str, str]] = []
    for number, refused in enumerate(refusals(merged, old_core.always, new_core.always, premises, within), 1):
        if isinstance(refused.witness, str):
            undecided.append((f"ALWAYS {refused.always}", refused.witness))
        else:
            shown = told(new.base.program, merged.core, scope, refused.witness, f"refused{number}", contests=())
            regions.append(_refused(refused, replace(shown, choices=chosen(refused.witness)), changed, merged.core))
    for name in shared:
        found = comparison.about(name)
        regions += [
            Region(
                one.contest, gloss(new.base.program, name, one.args), one.before, one.after, one.clauses, one.witness
            )
            for one in found.regions
        ]
        if found.more:
            more.append(name)
        if found.undecided is not None:
            undecided.append((name, found.undecided))
    vacuous = not regions and no_case(merged.core, premises, within)
    # Whoever reads a table that has changed says what it said: it is the table that changed.
    spoken = {change.clause for region in regions for change in region.clauses}
    spoken |= through_tables(changed, before, after)
    sorts = tuple(dict.fromkeys((*reached(old_core, scope), *reached(new_core, scope))))
    return Difference(
        words_for(sorts, scope),
        tuple(regions),
        tuple(_only(old.base.program, new.base.program)),
        tuple(_redeclared(old.base.program, new.base.program)),
        () if vacuous else tuple(change for change in changed if change.clause not in spoken),
        tuple(more),
        tuple(undecided),
        declared(merged.core.always),
        vacuous,
        never_none(merged.core),
        bool(premises) and premises[0] != premises[-1],
        _way_out((new_core, old_core), undecided),
    )


def _refused(refusal: Refusal, shown: Told, changed: Sequence[Change], core: Core) -> Region:
    """Cases that one version alone refuses, with the changes of what the declaration reads."""
    read = {f"TABLE {name}" for name in refusal.tables}
    read |= {f"DEFINE {core.definitions[key].name}" for side in (OLD, NEW, "") for name in refusal.definitions
             if (key := side + name) in core.definitions}  # fmt: skip
    about = f"ALWAYS {refusal.always}"
    before, after = ("decided", "refused") if refusal.by == "new" else ("refused", "decided")
    return Region(about, about, before, after, tuple(one for one in changed if one.clause in read), shown)


def _grounded(
    version: Version,
    scope: Scope,
    assumed: model.Formula | None,
    stated: Sequence[model.Stipulation],
    tables: frozenset[str],
) -> tuple[Core, Formula | None]:
    """The core of everything that can be concluded, and what is assumed of every case.

    Whether a case states one of what is `stated` is one more fact.
    """
    program = version.base.program
    targets: list[Asked] = [
        target for name, args in all_said(program, scope) for target in targets_for(program, name, args)[:1]
    ]
    # Asked for as well, so that what is declared of facts that no rule reads is there to be compared.
    targets += [always.condition for always in program.always]
    if assumed is not None:
        targets.append(assumed)
    core, _ = with_switches(core_in(version.base, version.selection, scope, targets, stated, tables), {})
    return core, None if assumed is None else core.targets[-1]  # type: ignore[return-value]


def _way_out(cores: Iterable[Core], undecided: Iterable[tuple[str, str]]) -> str | None:
    """What can be done about those that rest on a circle of rules."""
    names = {name for name, _ in undecided}
    return next((way_out(core) for core in cores if not names.isdisjoint(resting(core))), None)


def _shared(old: model.Program, new: model.Program) -> tuple[str, ...]:
    """Outcomes and actions that both declare, in the order of the new version.

    Raises:
        RuleLangError: one is declared in two ways that cannot be compared (RL531).
    """
    names: list[str] = []
    for name, outcome in new.outcomes.items():
        known = old.outcomes.get(name)
        if known is None:
            continue
        both = isinstance(known.type, model.BooleanType), isinstance(outcome.type, model.BooleanType)
        if both[0] != both[1] or [p.type for p in known.parameters] != [p.type for p in outcome.parameters]:
            raise RuleLangError([_declared_otherwise(name, outcome.span)])
        names.append(name)
    for name, action in new.actions.items():
        if name in old.actions:
            if [p.type for p in old.actions[name].parameters] != [p.type for p in action.parameters]:
                raise RuleLangError([_declared_otherwise(name, action.span)])
            names.append(name)
    return tuple(names)


def _declared_otherwise(name: str, span: Span) -> Diagnostic:
    message = f"`{name}` is of another type in the old version, or has other arguments, so nothing can be compared"
    return Diagnostic("RL531", message, Label(span), hint="give one of the two another name")


def _incomparable(key: str, why: str, program: model.Program, core: Core) -> Diagnostic:
    name = core.facts[key].name
    if name in program.facts:
        return _declared_otherwise(name, program.facts[name].span)
    return Diagnostic("RL531", f"`{key}` cannot be compared: {why}", None, hint="give one of the two another name")


def _only(old: model.Program, new: model.Program) -> Sequence[tuple[Side, str, str]]:
    found: list[tuple[Side, str, str]] = []
    for kind in ("outcome", "action", "fact"):
        ours: Mapping[str, object] = getattr(old, f"{kind}s")
        theirs: Mapping[str, object] = getattr(new, f"{kind}s")
        found.extend(("old", kind, name) for name in ours if name not in theirs)
        found.extend(("new", kind, name) for name in theirs if name not in ours)
    return found


def _redeclared(old: model.Program, new: model.Program) -> Sequence[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for name, fact in new.facts.items():
        known = old.facts.get(name)
        if known is None:
            continue
        if known.default != fact.default:
            found.append(("fact", name, "its DEFAULT has changed: cases that do not mention it may come out otherwise"))
        if known.type != fact.type:
            found.append(("fact", name, "its type or bounds have changed; compared are the values that both allow"))
    for name, outcome in new.outcomes.items():
        units = [
            one.type.unit or "none"
            for one in (old.outcomes.get(name, outcome), outcome)
            if isinstance(one.type, model.NumberType)
        ]
        if len(set(units)) > 1:
            why = f"its unit has changed from {units[0]} to {units[1]}; compared are the numbers alone"
            found.append(("outcome", name, why))
    found.extend(("type", name, why) for name, why in other_members(old, new))
    return found
