"""Questions about rules by themselves: outcomes free, from types, bounds, CONCEPT and ALWAYS alone (item 26).

Cubes first; what they leave open goes to the solver, in a core of facts in which every outcome is one more fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.analysis.cubes import Cube, Cubes, Interval, Members, Reader, first_met, meet_all
from rulelang.engine.analysis.scope import Scope, written
from rulelang.engine.analysis.told import Told, case_text, choices_words, fact_words
from rulelang.engine.analysis.walk import nodes
from rulelang.engine.core_parts import rebuilt_definition, rebuilt_formula, rebuilt_value
from rulelang.engine.core_text import formula_text
from rulelang.engine.grounding.known import Reading, truth
from rulelang.engine.solver import Limits, Proved, Refuted, Unknown, Witness, encode, possible
from rulelang.grammar import model
from rulelang.grammar.model import Atom, BooleanType, Case, Constant_, Mode, Program
from rulelang.grammar.words import gloss, unit_of, value_text

Settled: TypeAlias = Literal["filter", "solver"]
MODES: tuple[Mode, ...] = ("MUST", "MUST NOT", "MAY", "NEED NOT")
LIMITS = Limits(steps=2_000_000)


def literals_of(contest: c.Contest) -> tuple[bool | Mode, ...]:
    """What can be established of an outcome that is so or not, or of an action."""
    return (True, False) if contest.kind is c.ContestKind.BOOLEAN else MODES


@dataclass(frozen=True, slots=True)
class Possible:
    """It can be so: as in this case, in which outcomes are stated too; `by` says what settled it."""

    witness: Told | None
    by: Settled


@dataclass(frozen=True, slots=True)
class Impossible:
    by: Settled
    always: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsure:
    reason: str


Found: TypeAlias = Possible | Impossible | Unsure


@dataclass(slots=True)
class Free:
    """Asks about conditions of a core's rules with all outcomes free."""

    program: Program
    core: c.Core
    scope: Scope
    reader: Reader = field(init=False)
    coupled: frozenset[str] = field(init=False)
    """Facts of which an ALWAYS or a CONCEPT speaks, and concepts: cubes cannot show that these can be so."""
    by_filter: int = 0
    by_solver: int = 0
    _cubes: dict[int, tuple[c.Formula, Cubes | None]] = field(default_factory=dict)  # by identity

    def __post_init__(self) -> None:
        self.reader = Reader(self.core)
        tied: set[str] = set()
        for formula in self.core.always:
            for node in nodes(formula):
                if isinstance(node, c.FactTest | c.FactRead):
                    tied.add(node.fact)
        for rule in self.core.rules:
            if rule.kind is c.Kind.CONCEPT:
                tied.add(rule.contest)
                for node in nodes(rule.condition):
                    if isinstance(node, c.FactTest):
                        tied.add(node.fact)
                    elif isinstance(node, c.Established):
                        tied.add(node.contest)
        self.coupled = frozenset(tied)

    def cubes(self, formula: c.Formula) -> Cubes | None:
        """The formula as cubes, worked out once for each object."""
        known = self._cubes.get(id(formula))
        if known is None:
            known = self._cubes[id(formula)] = formula, self.reader.cubes(formula)
        return known[1]

    def possible(self, *parts: c.Formula, solve: bool = True, tell: bool = True) -> Found:
        """Whether all of these can be true together.

        Unsatisfiable iff no values of facts and outcomes within types, bounds, CONCEPT and ALWAYS make them so.
        """
        listed = [self.cubes(part) for part in parts]
        met: Cubes | None = ({},)
        for cubes in listed:
            met = None if cubes is None or met is None else meet_all(met, cubes)
        if met is not None and not met and not (solve and any(map(self.may_be_open, parts))):
            self.by_filter += 1
            return Impossible("filter")
        if met is None:
            known = [cubes for cubes in listed if cubes is not None]
            one = first_met(known) if len(known) == len(listed) else None
            met = () if one is None else (one,)
        free = next((cube for cube in met if not self.tied(cube)), None)
        values = None if free is None else self.values(free)
        if free is not None and values is not None and (not tell or self._confirmed(parts, free, values)):
            self.by_filter += 1
            return Possible(self.told(values) if tell else None, "filter")
        if not solve:
            return Unsure("not asked")
        self.by_solver += 1
        return self._solved(parts, tell)

    def may_be_open(self, formula: c.Formula) -> bool:
        """Whether a fact is compared that may be NONE: then comparisons that exclude each other may both come true."""
        return any(
            isinstance(node, c.FactRead) and self.core.facts[node.fact].nullable for node in nodes(formula)
        )

    def tied(self, cube: Cube) -> bool:
        """Whether an ALWAYS or a CONCEPT couples some of its atoms with others."""
        return any(atom[1] in self.coupled for atom in cube)

    # ------------------------------------------------------------------------------------------------- witness

    def values(self, cube: Cube) -> dict[str, bool | Constant_]:
        """Values of facts and outcomes that lie in the cube."""
        found: dict[str, bool | Constant_] = {}
        for atom in sorted(cube):
            region = cube[atom]
            match region:
                case bool():
                    if atom[0] == "fact":
                        found[atom[1]] = region
                    elif region:
                        found[_said(atom[1], atom[2])] = True
                case Interval():
                    value = region.some()
                    if value is not None:
                        found[atom[1]] = value
                case Members():
                    if not region.others:
                        found[atom[1]] = min(region.values, key=str)
        return found

    def told(self, values: Mapping[str, bool | Constant_], choices: tuple[str, ...] = ()) -> Told:
        """These values as a case: facts given, outcomes stated."""
        given: list[model.Given] = []
        words: list[str] = []
        for key in sorted(values):
            value = values[key]
            fact = self.core.facts.get(key)
            if fact is not None:
                atom = Atom(fact.name, fact.args)
                given.append(
                    model.GivenDone(atom, value is True) if fact.done else model.GivenFact(atom, value)
                )
                words.append(fact_words(self.program, fact, value))
                continue
            mode, contest = _contest_of(self.core, key)
            if value is False:
                continue
            atom = Atom(contest.name, contest.args)
            said = gloss(self.program, contest.name, contest.args)
            if contest.kind is c.ContestKind.VALUE:
                given.append(model.Stipulation(atom, value))
                unit = None if contest.type is None else unit_of(contest.type)
                words.append(f"{said} is {value_text(value, unit)}")
            elif contest.kind is c.ContestKind.ACTION:
                given.append(model.Stipulation(atom, mode))
                words.append(f"{mode} {said}")
            else:
                given.append(model.Stipulation(atom, mode == "True"))
                words.append(f"it is established: {said}" if mode == "True" else f"it is rejected: {said}")
        args = {arg for one in given for arg in _atom_of(one).args}
        entities = {s: listed for s, listed in self.scope.entities.items() if not args.isdisjoint(listed)}
        case = Case("witness", "", None, (), None, False, entities, tuple(given), (), (), None, (), (), ())
        return Told(case, case_text(self.program, case, self.core), tuple(words), choices)

    def _confirmed(self, parts: Iterable[c.Formula], cube: Cube, values: Mapping[str, bool | Constant_]) -> bool:
        """Whether the evaluator finds all parts true in a cube's case."""
        literals: dict[str, dict[bool | Mode, bool]] = {}
        for atom, region in cube.items():
            if atom[0] == "said":
                every = literals_of(self.core.contests[atom[1]])
                known = literals.setdefault(atom[1], dict.fromkeys(every, False))
                if region is True:
                    known[every[[str(one) for one in every].index(atom[2])]] = True
        contests = {key: value for key, value in values.items() if key in self.core.contests}
        reading = Reading(values, self.core.definitions, self.core.tables, literals, contests)
        return all(truth(part, reading) is True for part in parts)

    # -------------------------------------------------------------------------------------------------- solver

    def _solved(self, parts: Iterable[c.Formula], tell: bool) -> Found:
        making = _Facts(self.core)
        wanted = [making.formula(part) for part in parts]
        assumed = [making.formula(c.Or((c.Not(rule.condition), c.Established(rule.contest, (True,)))))
                   for rule in self._concepts(making)]
        made = making.core()
        encoding = encode(made)
        # A fact may have any text of the program, not only those of what is asked.
        encoding.facts.texts = tuple(sorted({
            node.value for node in written(self.program)
            if isinstance(node, model.Constant) and isinstance(node.value, str)
        }))
        answer = possible(encoding, c.And(tuple(wanted)), assuming=(*assumed, *making.exclusive()), limits=LIMITS)
        match answer:
            case Proved(premises):
                return Impossible("solver", tuple(formula_text(made.always[number]) for number in premises.always))
            case Refuted(witness):
                return Possible(self._told_of(witness) if tell else None, "solver")
            case Unknown(reason):
                return Unsure(reason)

    def _told_of(self, witness: Witness) -> Told:
        return self.told(witness.facts, tuple(choices_words(witness)))

    def _concepts(self, making: _Facts) -> list[c.GroundRule]:
        """The inclusions that bear on the outcomes met so far, and on the concepts that these bring in."""
        taken: dict[str, c.GroundRule] = {}
        grown = True
        while grown:
            grown = False
            for rule in self.core.rules:
                if rule.kind is c.Kind.CONCEPT and rule.key not in taken and rule.contest in making.contests:
                    taken[rule.key] = rule
                    making.formula(rule.condition)
                    grown = True
        return list(taken.values())


def _said(contest: str, literal: str) -> str:
    """The key of the fact that stands for a literal of a contest."""
    return f"{literal}: {contest}"


def _contest_of(core: c.Core, key: str) -> tuple[str, c.Contest]:
    literal, mark, contest = key.partition(": ")
    if mark and literal in (*MODES, "True", "False") and contest in core.contests:
        return literal, core.contests[contest]
    return "", core.contests[key]


def _atom_of(given: model.Given) -> Atom:
    return given.action if isinstance(given, model.GivenDone) else given.atom


@dataclass(slots=True)
class _Facts:
    """Turns formulas of a core into formulas over facts alone."""

    source: c.Core
    facts: dict[str, c.GroundFact] = field(default_factory=dict[str, c.GroundFact])
    contests: dict[str, None] = field(default_factory=dict[str, None])
    definitions: dict[str, c.GroundDefinition] = field(default_factory=dict[str, c.GroundDefinition])
    _formulas: dict[int, tuple[c.Formula, c.Formula]] = field(default_factory=dict[int, tuple[c.Formula, c.Formula]])
    _values: dict[int, tuple[c.Value, c.Value]] = field(default_factory=dict[int, tuple[c.Value, c.Value]])

    def core(self) -> c.Core:
        """A core of these facts with the ALWAYS declarations that bear on them."""
        always: list[c.Formula] = []
        waiting = list(self.source.always)
        grown = True
        while grown:
            grown = False
            for formula in list(waiting):
                keys = {node.fact for node in nodes(formula) if isinstance(node, c.FactTest | c.FactRead)}
                named = any(isinstance(node, c.Named | c.NamedRead) for node in nodes(formula))
                if named or not keys or not keys.isdisjoint(self.facts):
                    waiting.remove(formula)
                    always.append(self.formula(formula))
                    grown = True
        blocks = tuple(c.Block((name,)) for name in self.definitions)
        return c.Core(
            dict(sorted(self.facts.items())), {}, (), self.definitions, blocks, tuple(always), (), self.source.tables
        )

    def exclusive(self) -> list[c.Formula]:
        """That no two incompatible literals of one contest are established."""
        found: list[c.Formula] = []
        for name in self.contests:
            contest = self.source.contests[name]
            if contest.kind is c.ContestKind.BOOLEAN:
                found.append(self._never(name, "True", "False"))
            elif contest.kind is c.ContestKind.ACTION:
                for pair in sorted(map(sorted, c.INCOMPATIBLE_MODES)):
                    found.append(self._never(name, *pair))
        return found

    def _never(self, contest: str, one: str, other: str) -> c.Formula:
        return c.Not(c.And((self._literal(contest, one), self._literal(contest, other))))

    def _literal(self, contest: str, literal: str) -> c.Formula:
        key = _said(contest, literal)
        self.contests[contest] = None
        self.facts.setdefault(key, c.GroundFact(key, key, (), BooleanType(), None))
        return c.FactTest(key)

    def formula(self, node: c.Formula) -> c.Formula:
        known = self._formulas.get(id(node))
        if known is None:
            known = self._formulas[id(node)] = node, self._formula(node)
        return known[1]

    def value(self, node: c.Value) -> c.Value:
        known = self._values.get(id(node))
        if known is None:
            known = self._values[id(node)] = node, self._value(node)
        return known[1]

    def _formula(self, node: c.Formula) -> c.Formula:
        match node:
            case c.FactTest(key):
                self.facts.setdefault(key, self.source.facts[key])
                return node
            case c.Established(contest, literals):
                parts = tuple(self._literal(contest, str(literal)) for literal in literals)
                return parts[0] if len(parts) == 1 else c.Or(parts)
            case c.Named(key):
                self._define(key)
                return node
            case _:
                return rebuilt_formula(node, self.formula, self.value)

    def _value(self, node: c.Value) -> c.Value:
        match node:
            case c.FactRead(key):
                self.facts.setdefault(key, self.source.facts[key])
                return node
            case c.OutcomeRead(contest):
                said = self.source.contests[contest]
                type_ = said.type or BooleanType()
                self.facts.setdefault(contest, c.GroundFact(contest, said.name, said.args, type_, said.domain))
                return c.FactRead(contest)
            case c.NamedRead(key):
                self._define(key)
                return node
            case _:
                return rebuilt_value(node, self.formula, self.value)

    def _define(self, key: str) -> None:
        if key not in self.definitions:
            self.definitions[key] = rebuilt_definition(self.source.definitions[key], self.formula, self.value)
