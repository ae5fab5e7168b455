"""`rulelang lint`: proofs about a rule base, as findings.

Docs: docs/analysis.md, "lint".  Filters come first, the solver last: see `pairs`, `free` and `happens`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rulelang.engine import core as c
from rulelang.engine.analysis.bounded import Bounded
from rulelang.engine.analysis.budget import Budget
from rulelang.engine.analysis.canonical import canonical
from rulelang.engine.analysis.circles import CircleNames
from rulelang.engine.analysis.contradictory import contradictory
from rulelang.engine.analysis.cubes import applies
from rulelang.engine.analysis.declared import (
    generalised,
    idle_priorities,
    places,
    rule_of,
    unconcluded,
    unnamed,
    unused_facts,
)
from rulelang.engine.analysis.finding import Drop, Finding, finding, some
from rulelang.engine.analysis.free import Free, Impossible
from rulelang.engine.analysis.happens import Happens
from rulelang.engine.analysis.holes import holes
from rulelang.engine.analysis.laws import Laws, law_core
from rulelang.engine.analysis.pairs import Counts, Meeting, Pairs
from rulelang.engine.analysis.redundant import redundant
from rulelang.engine.analysis.scope import Scope, all_said, core_in, reached, targets_for, words_for
from rulelang.engine.analysis.signatures import clause_name
from rulelang.engine.analysis.thresholds import missed
from rulelang.engine.analysis.told import Told
from rulelang.engine.analysis.witnessed import Witnessed
from rulelang.engine.analysis.wording import head_text, mend, way_out
from rulelang.engine.grounding.cone import Cone, Universe
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar.diagnostic import Label, RuleLangError, Severity
from rulelang.grammar.model import Reference
from rulelang.grammar.words import gloss, unit_of, value_text

_LEAVE_OUT = "leave it out, or mend the rules that it relies on"
Progress = Callable[[str], None]
"""Told the name of each step as it begins."""


@dataclass(slots=True)
class Report:
    """What `lint` found.

    `scope` says for whom; `selections` for which variants of families (each a tuple of the leaves in use); `held` and
    `broken` count the uses of operators by their law; `pairs` says what settled the pairs of rules.
    """

    scope: str
    findings: list[Finding] = field(default_factory=list[Finding])
    selections: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    held: int = 0
    broken: int = 0
    pairs: Counts = field(default_factory=Counts)
    asked: int = 0
    """Questions to the solver."""


def lint(
    base: RuleBase, scope: Scope, progress: Progress = lambda _: None, budget: Budget | None = None
) -> Report:
    """All findings about a rule base, in the order of the text; which they are does not depend on that order.

    Arguments:
        progress: told the name of each step as it begins.
        budget: what may be spent on questions about the whole program; what is left unasked is a finding (RL529).

    Raises:
        InternalError: the evaluator does not confirm a witness.
    """
    report = Report("every case")
    budget = budget or Budget()
    base = canonical(base)
    groups = tuple(base.groups.values())
    found: list[Finding] = []
    progress("declarations")
    found += unused_facts(base.program, groups)
    found += unconcluded(base.program, groups)
    found += unnamed(base)
    found += generalised(base.program, groups)
    found += idle_priorities(base)
    first, _ = base.select()
    against = [] if first is None else list(contradictory(base, first, scope))
    found += against
    if any(one.diagnostic.code == "RL535" for one in against):
        # Of no case at all anything is so; it is no fault of the rules that they never apply.
        report.findings = _once(found)
        return report
    sorts: dict[str, None] = {}
    flagged: frozenset[str] | None = None
    bounded = Bounded(base, scope)
    for selection, leaves in selections(base):
        try:
            core = _everything(base, selection, scope)
        except RuleLangError as error:
            found += [_not_grounded(base, one.message) for one in error.diagnostics]
            continue
        report.selections.append(leaves)
        sorts.update(dict.fromkeys(reached(core, scope)))
        run = _Run(base, core, scope, report, progress, budget, bounded)
        if flagged is None:
            broken: set[str] = set()
            found += run.laws(broken)
            flagged = frozenset(broken)
        found += run.program(flagged)
    report.scope = words_for(tuple(sorts), scope)
    report.findings = _once(found)
    return report


def selections(base: RuleBase) -> Iterator[tuple[Selection, tuple[str, ...]]]:
    """The selection that needs no USING; of families with several leaves, one after the other is in use."""
    first, problems = base.select()
    if first is None:
        raise RuleLangError(problems)
    if not first.open:
        yield first, ()
        return
    for number in range(max(len(leaves) for _, leaves in first.open)):
        chosen = tuple(leaves[min(number, len(leaves) - 1)] for _, leaves in first.open)
        using = tuple(Reference(name, span=base.program.rules[name].span) for name in chosen)
        selection, problems = base.select(using)
        if selection is None:
            raise RuleLangError(problems)
        yield selection, chosen


def _everything(base: RuleBase, selection: Selection, scope: Scope) -> c.Core:
    said = all_said(base.program, scope)
    targets = [target for name, args in said for target in targets_for(base.program, name, args)[:1]]
    return core_in(base, selection, scope, targets)


def _not_grounded(base: RuleBase, why: str) -> Finding:
    span = next(iter(base.program.rules.values())).span
    return finding("RL529", f"not analysed: {why}", span, hint="try another --scope")


def _once(found: list[Finding]) -> list[Finding]:
    """Each finding once, in the order of the text."""
    unique: dict[tuple[str, int, str, str], Finding] = {}
    for one in found:
        primary = one.diagnostic.primary
        name, start = ("", 0) if primary is None else (primary.span.source.name, primary.span.start)
        unique.setdefault((name, start, one.diagnostic.code, one.diagnostic.message), one)
    return [unique[key] for key in sorted(unique)]


@dataclass(slots=True)
class _Run:
    """One selection."""

    base: RuleBase
    core: c.Core
    scope: Scope
    report: Report
    progress: Progress
    budget: Budget
    bounded: Bounded
    free: Free = field(init=False)
    where: dict[str, Label] = field(init=False)

    def __post_init__(self) -> None:
        self.free = Free(self.base.program, self.core, self.scope)
        self.where = places(self.base)

    def laws(self, broken: set[str]) -> Iterator[Finding]:
        """The laws of the operators, whatever is selected; clauses that break one are added to `broken`."""
        self.progress("operator laws")
        cone = Cone(self.base.program, Universe(self.base.program.sorts, self.scope.entities))
        laws = Laws(self.base.program, cone, Free(self.base.program, law_core(self.core, cone), self.scope))
        laws.among = lambda rule: self.bounded.words([rule], local=True)
        for group in self.base.groups.values():
            yield from laws.of(group)
        yield from redundant(self.base, laws)
        self.report.held, self.report.broken = laws.held, len(laws.broken)
        broken |= laws.broken
        self.report.asked += laws.free.by_solver
        yield from self._unsettled(laws.unsure, "the law of its operator was not settled within the limits")

    def program(self, flagged: frozenset[str]) -> list[Finding]:
        """Everything about the rules in use; `flagged` are clauses that break the law of their operator."""
        happens = Happens(self.base.program, self.core, self.scope, self.free, self.budget)
        found: list[Finding] = []
        self.progress("rules that fire")
        dead: set[str] = set()
        found += self._happening(happens, dead, flagged)
        self.progress("pairs of rules")
        pairs = Pairs(self.core, self.free, self.report.pairs)
        found += self._meetings(pairs, happens)
        self.progress("boundaries")
        found += self._boundaries(pairs, happens)
        found += holes(happens, self.where)
        self.progress("superfluous rules")
        found += self._subsumed(happens, dead)
        self.progress("gaps")
        found += self._gaps(happens)
        in_circles = CircleNames(self.core)
        if (left_out := in_circles.left_out(self.where)) is not None:
            found.append(left_out)
        unsure = [name for name in (*happens.unsure, *pairs.unsure) if not in_circles.about(name)]
        found += self._unsettled(unsure, "not settled within the limits")
        found += self._unsettled(self.budget.unasked, f"not analysed, since {self.budget.words()}")
        self.report.asked += self.budget.asked + self.free.by_solver
        self.budget.next()
        return found

    def _unsettled(self, names: list[str], why: str) -> Iterator[Finding]:
        if names:
            first = names[0].strip("`")
            label = self.where.get(first.partition("`")[0]) or next(iter(self.where.values()))
            yield finding("RL529", f"{why}: {some(names)}", label.span)

    def _label(self, name: str, text: str = "") -> Label:
        return Label((self.where.get(name) or next(iter(self.where.values()))).span, text)

    def _drop(self, name: str, local: bool, beside: str = "") -> Drop | None:
        rule = self.base.program.rules.get(name)
        if rule is not None:
            return Drop("rule", name, rule.span, local, beside=beside)
        return Drop("clause", name, self.where[name].span, local, beside=beside) if name in self.where else None

    # ---------------------------------------------------------------------------------------------- never happens

    def _happening(self, happens: Happens, dead: set[str], flagged: frozenset[str]) -> Iterator[Finding]:
        for name, kind, alone in happens.clauses():
            if name not in self.where or name.startswith(("DEFAULT", "CONCEPT")):
                continue
            span = self.where[name].span
            drop = self._drop(name, alone is not None)
            among = self._among([name], local=alone is not None)
            because = _because(alone)
            if among:
                because = "no such case makes its condition true"
            match kind:
                case "fires":
                    dead.add(name)
                    if name in flagged:
                        continue
                    message = f"`{name}` never applies{among}: {because}"
                    yield finding("RL512", message, span, hint=mend("its condition, or leave it out", among), drop=drop)
                case "excepts" if name not in dead | flagged:
                    message = f"`{name}` never matters{among}: in no case of the program does it meet what it excepts"
                    yield finding("RL513", message, span, hint=_LEAVE_OUT, drop=drop)
                case "meets" if name not in dead | flagged:
                    message = f"`{name}` never matters{among}: in no case of the program does it meet its rule"
                    yield finding("RL514", message, span, hint=_LEAVE_OUT, drop=drop)
                case _:
                    pass
        for outcome, contests in self._by_name().items():
            rules = [self.core.rules[index] for contest in contests for index in contest.rules]
            names = {clause_name(rule) for rule in rules}
            if names and names <= dead:
                program = self.base.program
                said = program.outcomes.get(outcome) or program.actions[outcome]
                among = self._among(sorted(names), local=False)
                message = f"nothing can establish `{outcome}`{among}: none of its rules ever applies"
                yield finding("RL517", message, said.span, hint=mend("the conditions of its rules", among))

    def _among(self, names: Sequence[str], local: bool) -> str:
        """For what numbers of entities alone something is proved of these rules and clauses, if not for any."""
        rules = dict.fromkeys(rule_of(self.base.program, name) for name in names)
        return self.bounded.words([rule for rule in rules if rule], local)

    def _by_name(self) -> dict[str, list[c.Contest]]:
        found: dict[str, list[c.Contest]] = {}
        for contest in self.core.contests.values():
            found.setdefault(contest.name, []).append(contest)
        return found

    # ------------------------------------------------------------------------------------------------------ pairs

    def _meetings(self, pairs: Pairs, happens: Happens) -> Iterator[Finding]:
        met = [one for one in pairs.meetings() if not self._unresolved(one)]
        # What two rules ask of outcomes, and what these come to, may be so in no case of the program.
        witnessed = Witnessed(happens)
        told: set[str] = set()
        for one, witness in zip(met, witnessed.conflicts(met), strict=True):
            elsewhere = pairs.elsewhere(one) if witness == "never" else iter(())
            while witness == "never" and (other := next(elsewhere, None)) is not None:
                one, [witness] = other, witnessed.conflicts([other])
            if witness is not None and witness != "never":
                told.add(self.core.contests[one.left.contest].name)
                yield self._meeting(one, (clause_name(one.left), clause_name(one.right)), witness)
        parted = [one for one in pairs.parted(told) if not self._unresolved(one)]
        for one, witness in witnessed.seen(parted):
            yield self._meeting(one, (clause_name(one.left), clause_name(one.right)), witness)
        for name, count in pairs.more.items():
            said = self.base.program.outcomes.get(name) or self.base.program.actions[name]
            message = f"{count} more pairs of rules about `{name}` were not looked at one by one"
            hint = "order the rules that compete, or take apart what they conclude"
            yield finding("RL529", message, said.span, hint=hint)

    def _meeting(self, met: Meeting, names: tuple[str, str], witness: Told | None) -> Finding:
        first, second = names
        heads = tuple(head_text(self.core, rule) for rule in (met.left, met.right))
        shown = self._label(first, f"concludes `{heads[0]}`"), self._label(second, f"concludes `{heads[1]}`")
        # Named by their names, shown (and suppressed) where the first of them stands.
        primary, *others = sorted(shown, key=lambda label: (label.span.source.name, label.span.start))
        labels = tuple(others)
        # Where it hangs on what else is open the decision is open as well, and what leaves that open is the matter.
        severity = Severity.HINT if witness is not None and witness.choices else None
        if met.left.rank is c.Rank.STRICT:
            message = f"the ironclad `{first}` and `{second}` can clash"
            hint = "nothing stands above an ironclad part: narrow the condition of one of them"
            return finding("RL511", message, primary.span, primary.text, labels, hint, witness)
        if met.boundary is not None:
            about, value = met.boundary
            here = self._value(about, value)
            message = f"`{first}` and `{second}` both cover `{about} = {here}`, and nothing says which of them stands"
            hint = "let one of the two bounds exclude the boundary (`<` for `<=`, `OVER` for `FROM`)"
            return finding("RL521", message, primary.span, primary.text, labels, hint, witness, severity)
        message = f"`{first}` and `{second}` can both apply, and nothing says which of them stands"
        hint = way_out(met.left, met.right)
        return finding("RL510", message, primary.span, primary.text, labels, hint, witness, severity)

    def _unresolved(self, met: Meeting) -> bool:
        """Whether the author has said that the two are not to be ordered."""
        for rule, other in ((met.left, met.right), (met.right, met.left)):
            if rule.kind is c.Kind.RIVAL and other.rule == rule.rule:
                group = self.base.groups[rule.rule]
                return any(one.id == rule.clause and one.resolution == "UNRESOLVED" for one in group.rivals)
        return False

    def _value(self, key: str, value: object) -> str:
        fact = self.core.facts.get(key)
        contest = self.core.contests.get(key)
        type_ = fact.type if fact is not None else None if contest is None else contest.type
        assert not isinstance(value, bool)
        return value_text(value, None if type_ is None else unit_of(type_))  # type: ignore[arg-type]

    def _boundaries(self, pairs: Pairs, happens: Happens) -> Iterator[Finding]:
        for gap, witness in missed(pairs, self.free, happens):
            first, second = clause_name(gap.left), clause_name(gap.right)
            shown = self._value(gap.about, gap.value)
            message = f"no rule covers `{gap.about} = {shown}`: `{first}` stops before it, `{second}` begins after it"
            hint = "let one of the two bounds include the boundary (`<=` for `<`)"
            labels = (self._label(second, "begins after it"),)
            yield finding("RL520", message, self._label(first).span, "stops before it", labels, hint, witness)

    # -------------------------------------------------------------------------------------------- the whole program

    def _subsumed(self, happens: Happens, dead: set[str]) -> Iterator[Finding]:
        for small, large in happens.subsumed():
            first, second = clause_name(small), clause_name(large)
            if first in dead or second in dead:
                continue
            among = self._among([first, second], local=True)
            message = f"`{first}` is superfluous{among}: `{second}` applies wherever it does and concludes the same"
            labels = (self._label(second, "applies wherever it does"),)
            hint = "leave it out, or say what else it concludes"
            drop = self._drop(first, True, second)
            yield finding("RL515", message, self._label(first).span, "", labels, hint, drop=drop)

    def _gaps(self, happens: Happens) -> Iterator[Finding]:
        """Of each outcome and action one, shown by a case of the whole program."""
        silent: dict[str, list[tuple[c.Formula, c.Contest]]] = {}
        for name, contests in self._by_name().items():
            for contest in contests:
                rules = [self.core.rules[index] for index in contest.rules]
                if rules and _meant_to_be_complete(contest, rules):
                    nothing = c.And(tuple(c.Not(applies(rule)) for rule in rules))
                    silent.setdefault(name, []).append((nothing, contest))
        program = self.base.program
        for name, shown in zip(silent, Witnessed(happens).holding(list(silent.values())), strict=True):
            if shown is None:
                continue
            contest, witness = shown
            valued = contest.kind is c.ContestKind.VALUE
            said = program.outcomes.get(name) or program.actions[name]
            message = f"there are cases in which no rule speaks of `{contest.key}`"
            severity = Severity.WARNING if valued else Severity.HINT
            hint = "write the missing rule, or declare a DEFAULT"
            label = gloss(program, name, contest.args)
            yield finding("RL516", message, said.span, label, (), hint, witness, severity)


def _because(alone: Impossible | None) -> str:
    """Why a rule never applies; `alone`: its condition is never true by itself."""
    if alone is None:
        return "no case of the program makes its condition true"
    return f"its condition contradicts {some([f'`ALWAYS {one}`' for one in alone.always]) or 'itself'}"


def _meant_to_be_complete(contest: c.Contest, rules: list[c.GroundRule]) -> bool:
    """A value is wanted in every case; of the others, those of which rules say both yes and no."""
    if any(rule.rank is c.Rank.DEFAULT for rule in rules):
        return False
    if any(rule.condition == c.TRUE and not rule.exceptions for rule in rules):
        return False
    if contest.kind is c.ContestKind.VALUE:
        return True
    literals = {rule.literal for rule in rules if rule.literal is not None and rule.kind is c.Kind.BASE}
    return any(c.incompatible(one, other, contest.kind) for one in literals for other in literals)
