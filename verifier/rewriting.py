"""A core program with an answer's judgments in place of what they are about (verification, N17 and N26).

Leaves that are judged get their truth value, values that are stated their value, facts of which nothing is said stay
unknown, and exceptions, rivals, ironclad parts and limits that hang on something of which nothing is said are presumed
not to hold.  Where only some rules are applied, a limit of another one is as a rival of another one: it is not there.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from rulelang.engine import core
from rulelang.engine.analysis.cubes import applies
from rulelang.engine.core_parts import is_formula, rebuilt_value
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.decide import Known, decide
from rulelang.engine.evaluating.sight import Seen, at_sight
from rulelang.engine.exact import arithmetic
from rulelang.grammar.model import BooleanType, Constant_, Type
from rulelang.grammar.values import NONE
from rulelang.verifier import expand
from rulelang.verifier.condition import conjunction, disjunction, formula_of
from rulelang.verifier.parts import Excepting, Part
from rulelang.verifier.premises import Premises
from rulelang.verifier.rewriting_index import index_of, index_of_parts

OPEN = "?"
"""What the keys of facts begin with that stand for leaves left open."""

STIPULATED = "!"
"""What the keys of facts begin with that stand for what a case stipulates."""

NOTHING: Known = {}


def certain_of(program: core.Core, formula: core.Formula) -> bool | None:
    """Whether a formula, or its contrary, is so in every world, nothing being known."""
    return _truth(at_sight(program, formula), program, formula)


def _truth(seen: Seen, program: core.Core, formula: core.Formula) -> bool | None:
    """Whether a formula is certain, after a look at it."""
    if seen.verdict == "unsure":
        return certain(replace(program, targets=(formula,)), NOTHING)
    return {"holds": True, "fails": False}.get(seen.verdict)


class Rewrite:
    """A core program with premises put in place of leaves and values."""

    def __init__(self, program: core.Core, given: Premises, asked: Collection[str]) -> None:
        """
        Args:
            asked: the contests that are asked for: what the case stipulates of these decides them, and of any other is
                a leaf of which nothing is known but what is said (N5).
        """
        self.core = program
        self._index = index_of(program)
        self.stipulated = self._index.stipulated.difference(asked)
        self.instead = _Instead(given.fixed)
        for leaf in given.fixed if given.narrow is None else given.narrow:
            if leaf in given.fixed:
                self._fix_only(leaf, given.fixed[leaf])
        self.values = given.values
        self.declared = given.declared
        self.spoken: set[str] = set()
        """The facts of which it is said that some condition on them is unknown."""
        self.presumed = False
        """Whether something is presumed not to hold."""
        self._stand_ins: dict[str, core.GroundFact] = {}
        self._concluded: Container[str] | None = None
        """The contests on which rules conclude that are applied; None: all are."""
        self._open(given.opened)

    def _fix_only(self, leaf: core.Formula, value: bool) -> None:
        """What a condition over one instance says is said of this one, as which it stands in definitions."""
        match leaf:
            case core.And((only,)) | core.Or((only,)):
                bare, so = expand.bare(only), value is not isinstance(only, core.Not)
                if bare not in self.instead:
                    self.instead.put(bare, core.Truth(so))
                self._fix_only(bare, so)
            case _:
                pass

    def _open(self, leaves: Sequence[core.Formula]) -> None:
        """Leaves open what is said to be unknown.

        A comparison or a condition over instances is left to its facts, so that what holds of several of these (`n > 5`
        and `n > 4`, `a` and `ANY x IN item HAS (h(x) AND a)`) holds of them together; but where the other premises
        settle it nevertheless, it is open for itself.
        """
        for number, leaf in enumerate(leaves):
            if isinstance(leaf, core.FactTest):
                self.instead.put(leaf, core.FactTest(self._stand_in(number)))
        for number, leaf in enumerate(leaves):
            if isinstance(leaf, core.FactTest):
                continue
            left = self.formula(leaf, keep=True)
            if certain_of(replace(self.core, facts=self._facts()), left) is None:
                atoms = expand.atoms(left)
                self.spoken |= {one.fact for one in atoms if isinstance(one, core.FactTest | core.FactRead)}
            else:
                self.instead.put(leaf, core.FactTest(self._stand_in(number)))

    # ----------------------------------------------------------------------------------- formulas and values

    def formula(self, formula: core.Formula, keep: bool = False) -> core.Formula:
        """The formula with the premises in it; with `keep` the formula itself is left in place (a target)."""
        found = None if keep else self.instead.get(formula)
        if found is not None:
            return found
        match formula:
            case core.Not(operand):
                return expand.negation(self.formula(operand))
            case core.And(parts):
                return conjunction([self.formula(part) for part in parts])
            case core.Or(parts):
                return disjunction([self.formula(part) for part in parts])
            case core.Test(op, left, right):
                return _settled(core.Test(op, self.value(left), self.value(right)))
            case core.NoneTest(operand):
                value = self.value(operand)
                return core.Truth(value.value is NONE) if isinstance(value, core.Constant) else core.NoneTest(value)
            case core.Established(contest, literals) if contest in self.stipulated:
                return core.FactTest(self._stand_in(f"{contest}:{'/'.join(map(str, literals))}", mark=STIPULATED))
            case core.Established(contest, literals) if self._is_unconcluded(contest):
                return core.FactTest(self._stand_in(f"{contest}:{'/'.join(map(str, literals))}"))
            case core.Named(definition) if definition not in self.core.definitions:
                return core.FactTest(self._stand_in_for(self.declared.definitions[definition], definition))
            case _:
                return formula

    def value(self, value: core.Value) -> core.Value:
        if value in self.values:
            return self.values[value]
        match value:
            case core.OutcomeRead(contest) if contest in self.stipulated:
                one = self.declared.contests[contest]
                return core.FactRead(self._stand_in(contest, one.type, one.domain, STIPULATED))
            case core.OutcomeRead(contest) if contest not in self.core.contests:
                return core.FactRead(self._stand_in_for(self.declared.contests[contest], contest))
            case core.NamedRead(definition) if definition not in self.core.definitions:
                return core.FactRead(self._stand_in_for(self.declared.definitions[definition], definition))
            case _:
                return rebuilt_value(value, self.formula, self.value)

    # ------------------------------------------------------------------------------------------- the program

    def leave_open(self, concluded: Container[str]) -> None:
        """What is not among these contests is unknown, not "not established"."""
        self._concluded = concluded

    def _is_unconcluded(self, contest: str) -> bool:
        if contest in self.core.contests:
            return self._concluded is not None and contest not in self._concluded
        return contest in self.declared.contests

    def program(self, parts: Sequence[Part], rules: Container[str] | None, goals: Sequence[core.Formula]) -> core.Core:
        """The program rewritten, as far as it bears on some formulas that are rewritten already."""
        by_contest = index_of_parts(parts).by_contest
        drafts, program = self._rewritten(by_contest, rules, goals)
        made = list(program.rules)
        for block in program.blocks:
            for member in block.members:
                for part in by_contest.get(member, ()):
                    if part.rule.kind in _SECONDARY or part.exceptions:
                        made[part.index] = self._presuming(drafts[part.index], replace(program, rules=tuple(made)))
                contest = program.contests.get(member)
                if contest is not None:
                    self._presume_rivals(contest, made, program)
                if contest is not None and contest.limits:
                    below = replace(program, rules=tuple(made))
                    limits = tuple(
                        replace(limit, condition=self._presumed(limit.condition, below)) for limit in contest.limits
                    )
                    program = replace(program, contests={**program.contests, member: replace(contest, limits=limits)})
        return replace(program, rules=tuple(made))

    def bare(
        self, parts: Sequence[Part], goals: Sequence[core.Formula], rules: Container[str] | None = None
    ) -> core.Core:
        """The program rewritten, with nothing presumed."""
        return self._rewritten(index_of_parts(parts).by_contest, rules, goals)[1]

    def _rewritten(
        self, by_contest: Mapping[str, Sequence[Part]], rules: Container[str] | None, goals: Sequence[core.Formula]
    ) -> tuple[dict[int, core.GroundRule], core.Core]:
        drafts, definitions, limits = self._cone(by_contest, rules, goals)
        made = list(self.core.rules)
        for index, draft in drafts.items():
            made[index] = draft
        return drafts, replace(
            self.core,
            definitions=definitions,
            contests={
                key: replace(self.core.contests[key], limits=limits[key]) for key in self._index.contests(limits)
            },
            blocks=self._index.blocks({*definitions, *limits}),
            always=(),
            facts=self._facts(),
            rules=tuple(made),
        )

    def _cone(
        self, by_contest: Mapping[str, Sequence[Part]], rules: Container[str] | None, goals: Sequence[core.Formula]
    ) -> tuple[dict[int, core.GroundRule], dict[str, core.GroundDefinition], dict[str, tuple[core.GroundLimit, ...]]]:
        """The rules, definitions and limits that bear on some formulas, with the premises in them."""
        drafts: dict[int, core.GroundRule] = {}
        definitions: dict[str, core.GroundDefinition] = {}
        limits: dict[str, tuple[core.GroundLimit, ...]] = {}
        todo: list[core.Formula | core.Value] = list(goals)
        while todo:
            for atom in expand.atoms(todo.pop()):
                match atom:
                    case core.Named(key) | core.NamedRead(key) if key not in definitions:
                        one = self.core.definitions[key]
                        cases = tuple((self.formula(guard), self._body(value)) for guard, value in one.cases)
                        definitions[key] = replace(one, cases=cases)
                        todo.extend(term for case in cases for term in case)
                    case core.Established(key) | core.OutcomeRead(key) if (
                        key in self.core.contests and key not in limits
                    ):
                        limits[key] = tuple(
                            self._limit(limit)
                            for limit in self.core.contests[key].limits
                            if rules is None or limit.rule in rules
                        )
                        todo.extend(term for limit in limits[key] for term in (limit.condition, limit.bound))
                        for part in by_contest.get(key, ()):
                            off = rules is not None and part.rule.rule not in rules and part.rule.kind in _WRITTEN
                            drafts[part.index] = self._draft(part, off)
                            todo.extend(_terms(drafts[part.index]))
                    case _:
                        pass
        return drafts, definitions, limits

    def _facts(self) -> Mapping[str, core.GroundFact]:
        facts = self._index.facts(self.declared.facts)
        return {**facts, **self._stand_ins} if self._stand_ins else facts

    def _stand_in(
        self, name: object, type_: Type | None = None, domain: tuple[Constant_, ...] | None = None, mark: str = OPEN
    ) -> str:
        """The key of a fact that stands for something left open, or of which nothing is known but what claims say."""
        key = f"{mark}{name}"
        if key not in self._stand_ins:
            self._stand_ins[key] = core.GroundFact(key, key, (), type_ or BooleanType(), domain)
        return key

    def _stand_in_for(self, one: core.Contest | core.GroundDefinition, name: str) -> str:
        return self._stand_in(name, one.type, one.domain)

    def _body(self, value: core.Formula | core.Value) -> core.Formula | core.Value:
        return self.formula(value) if is_formula(value) else self.value(cast("core.Value", value))

    def _draft(self, part: Part, off: bool) -> core.GroundRule:
        """The rule with the premises in it."""
        return replace(
            part.rule,
            condition=core.FALSE if off else self.formula(formula_of(part.condition, self.instead)),
            exceptions=tuple(self._exception(exception) for exception in part.exceptions),
            value=None if part.rule.value is None else self.value(part.rule.value),
        )

    def _exception(self, exception: Excepting) -> core.GroundException:
        condition = self.formula(formula_of(exception.condition, self.instead))
        return core.GroundException(
            exception.id, condition, tuple(self._exception(inner) for inner in exception.exceptions)
        )

    def _presuming(self, draft: core.GroundRule, below: core.Core) -> core.GroundRule:
        """The rule with its exceptions, and itself if it is a rival, presumed not to hold where nothing is said."""
        condition = self._presumed(draft.condition, below) if draft.kind in _SECONDARY else draft.condition
        exceptions = tuple(self._presumed_exception(one, below) for one in draft.exceptions)
        return replace(draft, condition=condition, exceptions=exceptions)

    def _presume_rivals(self, contest: core.Contest, made: list[core.GroundRule], program: core.Core) -> None:
        """Presumes that rules of their own do not hold either, where nothing is said of them and one for what is
        incompatible applies by what is said: to that one they are rivals."""
        rules = [index for index in contest.rules if made[index].rank is not core.Rank.DEFAULT]
        waiting = [index for index in rules if not isinstance(made[index].condition, core.Truth)]
        if not waiting or len(rules) < 2:
            return
        below = replace(program, rules=tuple(made))
        applying = [index for index in rules if certain_of(below, applies(made[index])) is True]
        for index in waiting:
            if any(_are_rivals(made[index], made[other], contest.kind) for other in applying if other != index):
                made[index] = replace(made[index], condition=self._presumed(made[index].condition, below))

    def _presumed_exception(self, exception: core.GroundException, below: core.Core) -> core.GroundException:
        inner = tuple(self._presumed_exception(one, below) for one in exception.exceptions)
        return core.GroundException(exception.id, self._presumed(exception.condition, below), inner)

    def _limit(self, limit: core.GroundLimit) -> core.GroundLimit:
        return replace(limit, condition=self.formula(limit.condition), bound=self.value(limit.bound))

    def _presumed(self, condition: core.Formula, below: core.Core) -> core.Formula:
        """The condition of an exception, rival or limit: false where it hangs on something of which nothing is said."""
        if isinstance(condition, core.Truth):
            return condition
        seen = at_sight(below, condition)
        if seen.verdict == "open" and not any(key.startswith(OPEN) or key in self.spoken for key in seen.facts):
            self.presumed = True
            return core.FALSE
        truth = _truth(seen, below, condition)
        if truth is not None:
            return core.Truth(truth)
        decision = decide(replace(below, targets=(condition,)), NOTHING)
        said = (
            decision.conflicts
            or decision.open_tests
            or any(key.startswith(OPEN) or key in self.spoken for key in decision.unknowns)
        )
        self.presumed = self.presumed or not said
        return condition if said else core.FALSE


def _are_rivals(left: core.GroundRule, right: core.GroundRule, kind: core.ContestKind) -> bool:
    """Whether two rules of one contest conclude what excludes each other; two that give values may."""
    if left.literal is None or right.literal is None:
        return True
    return core.incompatible(left.literal, right.literal, kind)


class _Instead(Mapping[core.Formula, core.Formula]):
    """What stands in place of leaves: what they are by the premises, which are not copied, and what is put besides."""

    def __init__(self, fixed: Mapping[core.Formula, bool]) -> None:
        self._fixed = fixed
        self._put: dict[core.Formula, core.Formula] = {}

    def put(self, leaf: core.Formula, formula: core.Formula) -> None:
        self._put[leaf] = formula

    def __getitem__(self, leaf: core.Formula) -> core.Formula:
        found = self._put.get(leaf)
        return found if found is not None else core.Truth(self._fixed[leaf])

    def __contains__(self, leaf: object) -> bool:
        return leaf in self._put or leaf in self._fixed

    def __iter__(self) -> Iterator[core.Formula]:
        return iter({**self._fixed, **self._put})

    def __len__(self) -> int:
        return len({**self._fixed, **self._put})


_SECONDARY = frozenset({core.Kind.EXCEPTION, core.Kind.RIVAL, core.Kind.IRONCLAD})
_WRITTEN = frozenset({core.Kind.BASE, core.Kind.EXCEPTION, core.Kind.RIVAL, core.Kind.IRONCLAD})


def _terms(rule: core.GroundRule) -> Iterator[core.Formula | core.Value]:
    """The conditions and the value of a rule."""
    yield rule.condition
    if rule.value is not None:
        yield rule.value
    todo = list(rule.exceptions)
    while todo:
        exception = todo.pop()
        yield exception.condition
        todo.extend(exception.exceptions)


def _settled(test: core.Test) -> core.Formula:
    """A comparison of known values, decided; any other as it is."""
    if not isinstance(test.left, core.Constant) or not isinstance(test.right, core.Constant):
        return test
    found = arithmetic.compare(test.op, test.left.value, test.right.value)
    return core.Truth(found) if isinstance(found, bool) else test
