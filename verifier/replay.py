"""What follows from an answer's own judgments by the rules in use (verification, N17 and N26).

The core program is rewritten: leaves that are judged get their truth value, values that are stated their value, facts
of which nothing is said stay unknown, and exceptions, rivals, ironclad parts and limits that hang on something of
which nothing is said are presumed not to hold.  The engine then decides the target as it decides any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulelang.engine import core
from rulelang.engine.core_parts import rebuilt_value
from rulelang.engine.decision import Status
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.decide import Known, decide
from rulelang.engine.evaluating.sight import Seen, at_sight
from rulelang.engine.exact import arithmetic
from rulelang.grammar.model import BooleanType
from rulelang.grammar.values import NONE
from rulelang.verifier import expand
from rulelang.verifier.claims import OtherUnit
from rulelang.verifier.condition import conjunction, disjunction, formula_of
from rulelang.verifier.entail import Declared, is_loose
from rulelang.verifier.expand import equation
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.parts import Excepting, Part
from rulelang.verifier.reading import Mood, Reading, Said
from rulelang.verifier.warrant import Verdict, verdict

OPEN = "?"
"""What the keys of facts begin with that stand for leaves left open."""


@dataclass(frozen=True)
class Premises:
    """What some assertions give: leaves that are true or false, leaves left open, values, and what is no literal."""

    fixed: Mapping[core.Formula, bool]
    opened: tuple[core.Formula, ...]
    values: Mapping[core.Value, core.Constant]
    others: tuple[core.Formula, ...]
    declared: Declared
    """Types of everything that is spoken of, what bears on no target included."""


def premises(
    reading: Reading,
    said: Iterable[Said],
    derived: Collection[core.Formula],
    target: core.Formula | None,
) -> Premises:
    """What assertions give for a target, without what they say of the target itself.

    `derived` are the leaves that rules conclude: a derived one that is unknown or clashes is left to its rules, a fact
    is left open.  Where two values are given for one variable it has neither.
    """
    used = [
        one
        for one in said
        if (one.mood is not Mood.RULE or one.statement is not None)
        and (target is None or reading.judge(one, target) is None)
    ]
    fixed: dict[core.Formula, bool] = {}
    opened: list[core.Formula] = []
    stated: dict[core.Formula, set[Verdict]] = {}
    for one in sorted(used, key=lambda one: one.value is not None):
        for leaf, value in reading.stated(one).items():
            # Of a value that is unknown a comparison may be settled all the same.
            if one.value is None or leaf not in stated:
                stated.setdefault(leaf, set()).add(value)
    for leaf in reading.leaves:
        found = stated.get(leaf)
        if leaf == target:
            continue
        if not found:
            together = reading.stated_together(leaf, used, stated)
            if together is None:
                continue
            found = {together}
        value = found.pop() if len(found) == 1 else Verdict.OPEN
        if value is not Verdict.OPEN:
            fixed[leaf] = value is Verdict.TRUE
        elif leaf not in derived:
            opened.append(leaf)
    values: dict[core.Value, core.Constant | None] = {}
    others: list[core.Formula] = []
    facts: dict[core.Formula, bool | None] = {}
    held = [
        one.statement
        for one in used
        if one.mood in (Mood.HOLDS, Mood.RULE)
        and one.statement is not None
        and not isinstance(one.assertion.content, OtherUnit)
    ]
    for statement in (piece for whole in held for piece in expand.conjuncts(whole)):
        equal = equation(statement)
        match statement:
            case core.FactTest() as fact:
                facts[fact] = True if facts.get(fact, True) else None
            case core.Not(core.FactTest() as fact):
                facts[fact] = None if facts.get(fact) or facts.get(fact, False) is None else False
            case _:
                pass
        if equal is not None:
            values[equal[0]] = equal[1] if values.get(equal[0], equal[1]) == equal[1] else None
        elif _counts(statement) or (is_loose(statement) and not set(expand.leaves(statement)) & set(opened)):
            others.append(statement)
    inside = dict.fromkeys(known for one in used for known in one.inside)
    for known in inside:
        equal = equation(known)
        if equal is not None:
            values.setdefault(*equal)
        else:
            facts.setdefault(expand.bare(known), not isinstance(known, core.Not))
    for one_fact, so in facts.items():  # a fact that stands in no condition in play is as it is said to be
        if so is not None and one_fact not in opened:
            fixed.setdefault(one_fact, so)
    one_value = {read: value for read, value in values.items() if value is not None}
    return Premises(fixed, tuple(opened), one_value, tuple(others), reading.declared)


def repaired(given: Premises, slots: Mapping[core.Formula, Verdict], derived: Collection[core.Formula]) -> Premises:
    """The premises with every required judgment set to its reference value, and what that excludes set right."""
    right = [leaf if value is Verdict.TRUE else expand.negation(leaf)
             for leaf, value in slots.items() if value is not Verdict.OPEN]  # fmt: skip

    def excluded(leaf: core.Formula, so: bool) -> bool:
        return any(given.declared.settles(one, leaf) is (not so) for one in right)

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
    return Premises(fixed, tuple(opened), values, (), given.declared)


def _counts(literal: core.Formula) -> bool:
    """Whether it is a comparison that counts or adds up conditions on facts."""
    bare = expand.bare(literal)
    instances = any(isinstance(atom, core.FactTest) for atom in expand.atoms(bare))
    return isinstance(bare, core.Test | core.NoneTest) and instances and _is_about_facts(bare)


def _is_about_facts(formula: core.Formula) -> bool:
    return all(isinstance(atom, core.FactTest | core.FactRead) for atom in expand.atoms(formula))


_NOTHING: Known = {}


def follows(
    program: core.Core,
    parts: Sequence[Part],
    given: Premises,
    target: core.Formula,
    rules: Collection[str] | None = None,
) -> Verdict:
    """The decision on a target that follows from some premises.

    What they entail with nothing presumed is so; else exceptions and rivals of which nothing is said are presumed not
    to hold.  Where `rules` are given, only they are applied, and what none of them concludes is unknown.
    """
    rewrite = _Rewrite(program, given)
    if rules is not None:
        rewrite.leave_open({part.rule.contest for part in parts if part.rule.rule in rules})
    open_value = value_asked(target)
    if open_value is not None:
        return _has_value(rewrite, parts, rules, rewrite.value(open_value))
    asked = rewrite.formula(target, keep=True)
    others = [_together(rewrite, other) for other in given.others]
    made = rewrite.program(parts, rules, [asked, *others])
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


def _together(rewrite: _Rewrite, other: core.Formula) -> core.Formula:
    """A premise that is taken together with others: as a leaf a condition over instances is put in place; here it says
    besides, whether it is stated or denied, how its instances are."""
    keep = _is_about_facts(other)
    if isinstance(other, core.Not):
        return expand.negation(rewrite.formula(other.operand, keep))
    return rewrite.formula(other, keep)


def _has_value(rewrite: _Rewrite, parts: Sequence[Part], rules: Collection[str] | None, value: core.Value) -> Verdict:
    """FALSE where a value is the same in every completion, so that it is not open."""
    if isinstance(value, core.Constant):
        return Verdict.FALSE
    made = rewrite.program(parts, rules, [core.NoneTest(value)])
    decision = decide(replace(made, targets=(value,)), _NOTHING)
    return Verdict.FALSE if decision.status is Status.VALUE else Verdict.OPEN


def entailed(program: core.Core, parts: Sequence[Part], given: Premises, target: core.Formula) -> bool | None:
    """Whether some premises entail a decision, or its contrary, by themselves.

    Unlike in `follows` nothing is presumed: an exception of which nothing is said may be in force.
    """
    return Entailment(program, parts, given, target).given(_NOTHING)


class Entailment:
    """`entailed` for premises to which facts are added, now these and now those: they are written down only once."""

    def __init__(self, program: core.Core, parts: Sequence[Part], given: Premises, target: core.Formula) -> None:
        rewrite = _Rewrite(program, given)
        self._asked = rewrite.formula(target, keep=True)
        self._program = replace(rewrite.bare(parts, [self._asked]), targets=(self._asked,))

    def given(self, facts: Known) -> bool | None:
        """Whether the premises and these facts entail the target, or its contrary."""
        return self._asked.value if isinstance(self._asked, core.Truth) else certain(self._program, facts)


def _concluded(program: core.Core, target: core.Formula, others: list[core.Formula]) -> Verdict:
    if not others:
        return verdict(_certain(program, target))
    pre = expand.negation(conjunction(others))
    yes = _certain(program, disjunction([pre, target])) is True
    no = _certain(program, disjunction([pre, expand.negation(target)])) is True
    return Verdict.TRUE if yes and not no else Verdict.FALSE if no and not yes else Verdict.OPEN


def _certain(program: core.Core, formula: core.Formula) -> bool | None:
    return _truth(at_sight(program, formula), program, formula)


def _truth(seen: Seen, program: core.Core, formula: core.Formula) -> bool | None:
    """Whether a formula is certain, after a look at it."""
    if seen.verdict == "unsure":
        return certain(replace(program, targets=(formula,)), _NOTHING)
    return {"holds": True, "fails": False}.get(seen.verdict)


class _Rewrite:
    """A core program with premises put in place of leaves and values."""

    def __init__(self, program: core.Core, given: Premises) -> None:
        self.core = program
        self.instead: dict[core.Formula, core.Formula] = {
            leaf: core.Truth(value) for leaf, value in given.fixed.items()
        }
        self.values = given.values
        self.declared = given.declared
        self.spoken: set[str] = set()
        """The facts of which it is said that some condition on them is unknown."""
        self.presumed = False
        """Whether something is presumed not to hold."""
        self.unconcluded = {key: one for key, one in given.declared.contests.items() if key not in program.contests}
        self._open(given.opened)

    def _open(self, leaves: Sequence[core.Formula]) -> None:
        """Leaves open what is said to be unknown.

        A comparison or a condition over instances is left to its facts, so that what holds of several of these (`n > 5`
        and `n > 4`, `a` and `ANY x IN item HAS (h(x) AND a)`) holds of them together; but where the other premises
        settle it nevertheless, it is open for itself.
        """
        for number, leaf in enumerate(leaves):
            if isinstance(leaf, core.FactTest):
                self.instead[leaf] = core.FactTest(f"{OPEN}{number}")
        for number, leaf in enumerate(leaves):
            if isinstance(leaf, core.FactTest):
                continue
            left = self.formula(leaf, keep=True)
            if _certain(replace(self.core, facts=self._facts()), left) is None:
                atoms = expand.atoms(left)
                self.spoken |= {one.fact for one in atoms if isinstance(one, core.FactTest | core.FactRead)}
            else:
                self.instead[leaf] = core.FactTest(f"{OPEN}{number}")

    # ----------------------------------------------------------------------------------- formulas and values

    def formula(self, formula: core.Formula, keep: bool = False) -> core.Formula:
        """The formula with the premises in it; with `keep` the formula itself is left in place (a target)."""
        if not keep and formula in self.instead:
            return self.instead[formula]
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
            case core.Established(contest, literals) if contest in self.unconcluded:
                return core.FactTest(f"{OPEN}{contest}:{'/'.join(map(str, literals))}")
            case core.Named(definition) if definition not in self.core.definitions:
                return core.FactTest(f"{OPEN}{definition}")
            case _:
                return formula

    def value(self, value: core.Value) -> core.Value:
        if value in self.values:
            return self.values[value]
        match value:
            case core.OutcomeRead(contest) if contest not in self.core.contests:
                return core.FactRead(f"{OPEN}{contest}")
            case core.NamedRead(definition) if definition not in self.core.definitions:
                return core.FactRead(f"{OPEN}{definition}")
            case _:
                return rebuilt_value(value, self.formula, self.value)

    # ------------------------------------------------------------------------------------------- the program

    def leave_open(self, concluded: Collection[str]) -> None:
        """What is not among these contests is unknown, not "not established"."""
        self.unconcluded.update((key, one) for key, one in self.core.contests.items() if key not in concluded)

    def program(self, parts: Sequence[Part], rules: Collection[str] | None, goals: Sequence[core.Formula]) -> core.Core:
        """The program rewritten, as far as it bears on some formulas that are rewritten already."""
        by_contest = _by_contest(parts)
        drafts, program = self._rewritten(by_contest, rules, goals)
        made = list(program.rules)
        for block in program.blocks:
            for member in block.members:
                for part in by_contest.get(member, ()):
                    made[part.index] = self._presuming(drafts[part.index], replace(program, rules=tuple(made)))
                contest = program.contests.get(member)
                if contest is not None and contest.limits:
                    below = replace(program, rules=tuple(made))
                    limits = tuple(
                        replace(limit, condition=self._presumed(limit.condition, below)) for limit in contest.limits
                    )
                    program = replace(program, contests={**program.contests, member: replace(contest, limits=limits)})
        return replace(program, rules=tuple(made))

    def bare(
        self, parts: Sequence[Part], goals: Sequence[core.Formula], rules: Collection[str] | None = None
    ) -> core.Core:
        """The program rewritten, with nothing presumed."""
        return self._rewritten(_by_contest(parts), rules, goals)[1]

    def _rewritten(
        self, by_contest: Mapping[str, Sequence[Part]], rules: Collection[str] | None, goals: Sequence[core.Formula]
    ) -> tuple[dict[int, core.GroundRule], core.Core]:
        drafts, definitions, limits = self._cone(by_contest, rules, goals)
        made = list(self.core.rules)
        for index, draft in drafts.items():
            made[index] = draft
        return drafts, replace(
            self.core,
            definitions=definitions,
            contests={
                key: replace(one, limits=limits[key]) for key, one in self.core.contests.items() if key in limits
            },
            blocks=tuple(
                replace(block, members=members)
                for block in self.core.blocks
                if (members := tuple(one for one in block.members if one in definitions or one in limits))
            ),
            always=(),
            facts=self._facts(),
            rules=tuple(made),
        )

    def _cone(
        self, by_contest: Mapping[str, Sequence[Part]], rules: Collection[str] | None, goals: Sequence[core.Formula]
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
                        limits[key] = tuple(self._limit(limit) for limit in self.core.contests[key].limits)
                        todo.extend(term for limit in limits[key] for term in (limit.condition, limit.bound))
                        for part in by_contest.get(key, ()):
                            off = rules is not None and part.rule.rule not in rules and part.rule.kind in _WRITTEN
                            drafts[part.index] = self._draft(part, off)
                            todo.extend(_terms(drafts[part.index]))
                    case _:
                        pass
        return drafts, definitions, limits

    def _facts(self) -> Mapping[str, core.GroundFact]:
        facts = {**self.declared.facts, **self.core.facts}
        keys = [formula.fact for formula in self.instead.values() if isinstance(formula, core.FactTest)]
        for key, contest in self.unconcluded.items():
            if contest.kind is not core.ContestKind.VALUE:
                literals = [(True,), (False,), ("MUST",), ("MUST NOT",), ("MAY", "MUST"), ("NEED NOT", "MUST NOT")]
                keys += [f"{OPEN}{key}:{'/'.join(map(str, some))}" for some in literals]
        for key in keys:
            facts[key] = core.GroundFact(key, key, (), BooleanType(), None)
        # What a claim speaks of need not bear on the question: nothing is known of it but what claims say.
        for key, contest in self.declared.contests.items():
            if contest.type is not None and key not in self.core.contests:
                facts[OPEN + key] = core.GroundFact(OPEN + key, OPEN + key, (), contest.type, contest.domain)
        for key, one in self.declared.definitions.items():
            if key not in self.core.definitions:
                facts[OPEN + key] = core.GroundFact(OPEN + key, OPEN + key, (), one.type, one.domain)
        return facts

    def _body(self, value: core.Formula | core.Value) -> core.Formula | core.Value:
        match value:
            case (
                core.Truth() | core.FactTest() | core.Established() | core.Not() | core.And() | core.Or()
                | core.Test() | core.NoneTest() | core.Named()
            ):  # fmt: skip
                return self.formula(value)
            case _:
                return self.value(value)

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

        def presumed(exception: core.GroundException) -> core.GroundException:
            inner = tuple(presumed(one) for one in exception.exceptions)
            return core.GroundException(exception.id, self._presumed(exception.condition, below), inner)

        condition = self._presumed(draft.condition, below) if draft.kind in _SECONDARY else draft.condition
        return replace(draft, condition=condition, exceptions=tuple(presumed(one) for one in draft.exceptions))

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
        decision = decide(replace(below, targets=(condition,)), _NOTHING)
        said = (
            decision.conflicts
            or decision.open_tests
            or any(key.startswith(OPEN) or key in self.spoken for key in decision.unknowns)
        )
        self.presumed = self.presumed or not said
        return condition if said else core.FALSE


def _by_contest(parts: Sequence[Part]) -> dict[str, list[Part]]:
    found: dict[str, list[Part]] = {}
    for part in parts:
        found.setdefault(part.rule.contest, []).append(part)
    return found


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
