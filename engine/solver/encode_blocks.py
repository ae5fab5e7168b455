"""Blocks as terms: one contest or definition; a positive cycle as the alternating fixed point.

Meaning: docs/semantics.md, D10.  A least set of literals is said in one of two ways, both exact: unrolled, once for
each literal that may be added (small blocks), or by levels: a literal holds iff a rule for it applies, and where it
holds one applies whose grounds have lower levels (large ones).  A broken cycle is not encoded, and named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeAlias

from rulelang.engine import core as c
from rulelang.engine.core import ContestKind, incompatible
from rulelang.engine.solver.answer import NotEncoded
from rulelang.engine.solver.encode_contests import settle
from rulelang.engine.solver.encoding import Encoding, Heads, SettledContest, View
from rulelang.engine.solver.symbolic import UNDEFINED
from rulelang.engine.solver.terms import Bool, Number, Terms
from rulelang.grammar.model import Mode

Literal: TypeAlias = "tuple[str, bool | Mode]"
"""A contest's literal; of a boolean definition True."""
Place: TypeAlias = "tuple[str, int]"
"""A rule of a contest of the block, by its position there."""
Holding: TypeAlias = "Mapping[Literal, Bool]"

UNROLLED = 12
"""Up to so many literals a least set is unrolled."""


def encode_block(encoding: Encoding, block: c.Block) -> None:
    """Encodes a block; what it reads below is encoded."""
    contests = [encoding.core.contests[name] for name in block.members if name in encoding.core.contests]
    definitions = [encoding.core.definitions[name] for name in block.members if name in encoding.core.definitions]
    valued = any(contest.kind is ContestKind.VALUE for contest in contests)
    if block.broken or (block.cyclic and (valued or not all(d.boolean for d in definitions))):
        # Whether a case closes such a cycle depends on its facts, and only then is what it concludes open.
        circle = block.cycle or block.members
        raise NotEncoded(f"rules go in a circle: {' -> '.join((*circle, circle[0]))}")
    if block.cyclic:
        _Cycle(encoding, sorted(contests, key=_key), sorted(definitions, key=_key)).encode()
    else:
        for contest in contests:
            encoding.contests[contest.key] = settle(encoding, contest)
        for definition in definitions:
            if definition.boolean:
                encoding.truths[definition.key] = encoding.definition_truth(definition)
            else:
                encoding.values[definition.key] = encoding.definition_value(definition)


def _key(node: c.Contest | c.GroundDefinition) -> str:
    return node.key


def _keep_compatible(terms: Terms, heads: Heads, kind: ContestKind) -> None:
    for one, other in combinations(heads, 2):
        if incompatible(one, other, kind):
            terms.require(terms.negation(terms.conjunction((heads[one], heads[other]))))


# ---------------------------------------------------------------------------------------------- positive cycles


@dataclass(slots=True)
class _Holding:
    """The block's tests as given; with levels, only grounds of a lower level count."""

    terms: Terms
    members: frozenset[str]
    holding: Holding
    levels: Mapping[Literal, Number] | None = None
    below: Number | None = None

    def established(self, contest: str, literals: tuple[bool | Mode, ...]) -> Bool | None:
        if contest not in self.members:
            return None
        return self.terms.disjunction([self._holds((contest, literal)) for literal in literals])

    def named(self, definition: str) -> Bool | None:
        return self._holds((definition, True)) if definition in self.members else None

    def _holds(self, literal: Literal) -> Bool:
        holds = self.holding.get(literal, False)
        if self.levels is None or self.below is None or holds is False:
            return holds
        lower = self.terms.compare("<", self.levels[literal], self.below)
        return self.terms.conjunction((holds, lower))


Step: TypeAlias = Callable[[View], "dict[Literal, Bool]"]
"""The heads of what applies where exactly some literals hold."""


@dataclass(slots=True)
class _Cycle:
    """A positive block: S and Q of the alternating fixed point, and a choice between them for each contest."""

    encoding: Encoding
    contests: Sequence[c.Contest]
    definitions: Sequence[c.GroundDefinition]
    members: frozenset[str] = frozenset()
    literals: tuple[Literal, ...] = ()
    heads: dict[Place, Literal] = field(default_factory=dict)
    rivals: dict[Place, list[Place]] = field(default_factory=dict)
    above: dict[Place, list[Place]] = field(default_factory=dict)

    def encode(self) -> None:
        self._prepare()
        terms = self.encoding.terms
        strikers: dict[Place, Bool] = {}
        # Each round but the last finds a new rule that strikes a rival; the last one finds that there is none.
        rounds = 1 + sum(1 for place in self.heads if any(place in over for over in self.above.values()))
        possible: dict[Literal, Bool] = {}
        sure: dict[Literal, Bool] = {}
        for _ in range(rounds):
            possible = self._least(lambda view: self._possible(view, strikers))  # noqa: B023
            seen = _Holding(terms, self.members, possible)
            unstruck = self._unstruck(seen, strikers)
            sure = self._least(lambda view: self._sure(view, unstruck))  # noqa: B023
            strikers = self._strikers(_Holding(terms, self.members, sure), unstruck)
        chosen = self._choose(sure, possible)
        settled = self._defined(chosen)
        view = _Holding(terms, self.members, settled)
        for contest in self.contests:
            rules = {
                i: self.encoding.rule(self.encoding.core.rules[index], view)
                for i, index in enumerate(contest.rules)
            }
            found: Heads = {literal: chosen[key, literal] for key, literal in chosen if key == contest.key}
            self.encoding.contests[contest.key] = SettledContest(
                contest, found, UNDEFINED, UNDEFINED, self._in_conflict(contest, possible), rules,
                tuple(found[literal] for literal in sorted(found, key=str)),
                between=tuple(
                    truth
                    for literal in self.literals if literal[0] == contest.key
                    for truth in (sure[literal], possible[literal])
                ),
            )
        for definition in self.definitions:
            self.encoding.truths[definition.key] = settled[definition.key, True]

    def _prepare(self) -> None:
        core = self.encoding.core
        self.members = frozenset(
            [contest.key for contest in self.contests] + [definition.key for definition in self.definitions]
        )
        found: dict[Literal, None] = {}
        for contest in self.contests:
            heads: dict[int, bool | Mode | None] = {
                i: core.rules[index].literal for i, index in enumerate(contest.rules)
            }
            for i, literal in heads.items():
                assert literal is not None
                place = contest.key, i
                self.heads[place] = contest.key, literal
                found[contest.key, literal] = None
                clashing = [j for j, other in heads.items() if other is not None
                            and incompatible(literal, other, contest.kind)]
                self.rivals[place] = [(contest.key, j) for j in clashing]
                self.above[place] = [(contest.key, j) for j in clashing if i in contest.outranks[j]]
        for definition in self.definitions:
            found[definition.key, True] = None
        self.literals = tuple(found)

    # least sets

    def _least(self, step: Step) -> dict[Literal, Bool]:
        """The least set of literals that contains the heads of what applies where exactly it holds."""
        terms = self.encoding.terms
        if len(self.literals) > UNROLLED:
            return self._by_levels(step)
        holding: dict[Literal, Bool] = {}
        for _ in self.literals:
            before, holding = holding, step(_Holding(terms, self.members, holding))
            if all(terms.same(holding[literal], before.get(literal, False)) for literal in self.literals):
                break
        return holding

    def _by_levels(self, step: Step) -> dict[Literal, Bool]:
        terms = self.encoding.terms
        holds: dict[Literal, Any] = {literal: terms.truth(f"holds {literal[0]}") for literal in self.literals}
        levels = {literal: terms.integer(f"level {literal[0]}") for literal in self.literals}
        applies = step(_Holding(terms, self.members, holds))
        for literal, held in holds.items():
            founded = step(_Holding(terms, self.members, holds, levels, levels[literal]))
            terms.require(terms.implication(applies.get(literal, False), held))
            terms.require(terms.implication(held, founded.get(literal, False)))
        return holds

    # one step of each set

    def _possible(self, view: View, strikers: Mapping[Place, Bool]) -> dict[Literal, Bool]:
        return self._heads_of(self._unstruck(view, strikers), view)

    def _unstruck(self, view: View, strikers: Mapping[Place, Bool]) -> dict[Place, Bool]:
        """P: what applies and no striker with an incompatible head outranks."""
        terms = self.encoding.terms
        return {
            place: terms.conjunction((
                self._applies(place, view),
                *(terms.negation(strikers.get(other, False)) for other in self.above[place]),
            ))
            for place in self.heads
        }

    def _sure(self, view: View, unstruck: Mapping[Place, Bool]) -> dict[Literal, Bool]:
        terms = self.encoding.terms
        found = {
            place: terms.conjunction((
                self._applies(place, view), *(terms.negation(unstruck[other]) for other in self.rivals[place])
            ))
            for place in self.heads
        }
        return self._heads_of(found, view)

    def _strikers(self, view: View, unstruck: Mapping[Place, Bool]) -> dict[Place, Bool]:
        """K: what surely applies, and of an action's rules only what outranks every possible rival."""
        terms = self.encoding.terms
        kinds = {contest.key: contest for contest in self.contests}
        found: dict[Place, Bool] = {}
        for place in self.heads:
            contest = kinds[place[0]]
            free: list[Bool] = []
            if contest.kind is ContestKind.ACTION:
                free = [
                    terms.negation(unstruck[other])
                    for other in self.rivals[place]
                    if other[1] not in contest.outranks[place[1]]
                ]
            found[place] = terms.conjunction((self._applies(place, view), *free))
        return found

    def _applies(self, place: Place, view: View) -> Bool:
        index = self.encoding.core.contests[place[0]].rules[place[1]]
        return self.encoding.rule(self.encoding.core.rules[index], view).applies

    def _heads_of(self, rules: Mapping[Place, Bool], view: View) -> dict[Literal, Bool]:
        """The literals that these rules give, and the definitions that are true."""
        found: dict[Literal, list[Bool]] = {literal: [] for literal in self.literals}
        for place, condition in rules.items():
            found[self.heads[place]].append(condition)
        for definition in self.definitions:
            found[definition.key, True] = [self.encoding.definition_truth(definition, view)]
        return {literal: self.encoding.terms.disjunction(parts) for literal, parts in found.items()}

    # what a world chooses

    def _choose(self, sure: Holding, possible: Holding) -> dict[Literal, Bool]:
        """Compatible literals of each contest between S and Q."""
        terms = self.encoding.terms
        chosen: dict[Literal, Bool] = {}
        for contest in self.contests:
            literals = [literal for literal in self.literals if literal[0] == contest.key]
            if not any(
                incompatible(one[1], other[1], contest.kind) for one, other in combinations(literals, 2)
            ) and not self._contested():
                chosen.update({literal: sure[literal] for literal in literals})
                continue
            heads: Heads = {}
            for literal in literals:
                held = heads[literal[1]] = chosen[literal] = terms.truth(f"chosen {contest.key}")
                terms.require(terms.implication(sure[literal], held))
                terms.require(terms.implication(held, possible[literal]))
            _keep_compatible(terms, heads, contest.kind)
        return chosen

    def _contested(self) -> bool:
        """Whether rivals meet anywhere in the block; if not, S and Q are the same."""
        return any(self.rivals.values())

    def _defined(self, chosen: Holding) -> dict[Literal, Bool]:
        """The block's definitions where the contests have come to this: again the least."""
        terms = self.encoding.terms
        if not self.definitions:
            return dict(chosen)
        keys = [definition.key for definition in self.definitions]
        if len(keys) > UNROLLED:
            return self._by_levels(
                lambda view: {
                    **chosen, **{(d.key, True): self.encoding.definition_truth(d, view) for d in self.definitions}
                }
            )
        holding: dict[Literal, Bool] = dict(chosen)
        for _ in keys:
            view = _Holding(terms, self.members, holding)
            holding = {
                **chosen, **{(d.key, True): self.encoding.definition_truth(d, view) for d in self.definitions}
            }
        return holding

    def _in_conflict(self, contest: c.Contest, possible: Holding) -> Bool:
        """Q has two incompatible literals of the contest."""
        terms = self.encoding.terms
        literals = [literal for literal in self.literals if literal[0] == contest.key]
        return terms.disjunction([
            terms.conjunction((possible[one], possible[other]))
            for one, other in combinations(literals, 2)
            if incompatible(one[1], other[1], contest.kind)
        ])
