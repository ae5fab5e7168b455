"""What the targets reach: the ground facts, contests and definitions met so far, and those still to be worked out.

`ground` takes contests and definitions from here one by one, so nothing recurses along chains of rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Mapping, Sequence

from rulelang.engine.core import Constant, ContestKind, Formula, GroundFact, Value
from rulelang.engine.core_text import value_text
from rulelang.engine.grounding.keys import done_key, key
from rulelang.engine.grounding.nodes import Nodes
from rulelang.engine.rules.without_value import may_be_none
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.model import (
    Action,
    BooleanType,
    Constant_,
    Definition,
    Fact,
    Outcome,
    Program,
    Sort,
    SortType,
    Type,
)

LONGEST_KEY = 120
"""Characters of a definition's arguments in its key; longer ones are numbered."""


class Universe:
    """The members of all sorts in one case; `asked` are the sorts of which somebody wanted to know them."""

    def __init__(self, sorts: Mapping[str, Sort], entities: Mapping[str, tuple[str, ...]]) -> None:
        self._sorts = sorts
        self._entities = entities
        self._places: dict[str, dict[Constant_, int]] = {}
        self.asked: dict[str, None] = {}

    def members(self, sort: str) -> tuple[Constant_, ...]:
        """The members in their order.

        Raises:
            RuleLangError: the case has to list them and doesn't (RL350).
        """
        return tuple(self.places(sort))

    def places(self, sort: str) -> Mapping[Constant_, int]:
        """Member -> its place in the order; raises as `members` does."""
        self.asked[sort] = None
        return self._placed(sort)

    def _placed(self, sort: str) -> Mapping[Constant_, int]:
        known = self._places.get(sort)
        if known is None:
            declared = self._sorts[sort]
            members: Iterable[Constant_] | None = declared.members
            if members is None:
                members = self._entities.get(sort)
            if members is None:
                raise RuleLangError([not_listed(declared)])
            known = self._places[sort] = {member: place for place, member in enumerate(members)}
        return known

    def complete(self) -> Universe:
        """The same, with no entities in the sorts of which the case says nothing."""
        silent = {sort: () for sort in self._sorts if not self.is_listed(sort)}
        other = Universe(self._sorts, {**self._entities, **silent})
        other.asked = self.asked
        return other

    def is_listed(self, sort: str) -> bool:
        return self._sorts[sort].members is not None or sort in self._entities

    def sort_with(self, *members: Constant_) -> str | None:
        """The first sort that has all of these."""
        for sort in self._sorts:
            if self.is_listed(sort) and all(member in self._placed(sort) for member in members):
                return sort
        return None


def not_listed(sort: Sort) -> Diagnostic:
    """That a target reaches a sort for which the case lists nothing (docs/semantics.md, item 18)."""
    return Diagnostic(
        "RL350",
        f"what is asked depends on every `{sort.name}`, and the case lists none",
        Label(sort.span, "its entities are listed by the case"),
        hint=f"add rows `| {sort.name} |` after GIVEN, or the header row alone if there is none",
    )


class Cone:
    """See the module's docstring.  Keys of contests and definitions that are new wait in `contests` and
    `definitions` until `ground` has worked them out.  `looked_up`: see `Nodes`."""

    def __init__(self, program: Program, universe: Universe, looked_up: Container[str] = ()) -> None:
        self.program = program
        self.universe = universe
        self.nodes = Nodes(looked_up)
        self.facts: dict[str, GroundFact] = {}
        self.contests: dict[str, tuple[Outcome | Action, tuple[Constant_, ...]]] = {}
        self.definitions: dict[str, tuple[Definition, tuple[Value, ...]]] = {}
        self.waiting: deque[str] = deque()
        self.atoms: dict[tuple[object, ...], Formula] = {}
        """Tests of facts and contests met before, by name, literals and the identity of their arguments."""
        self.unlisted: list[str] = []
        """The sort of each quantifier or aggregate that ran over a sort which the case does not list."""
        self._long: dict[tuple[str, str], int] = {}

    def apart(self) -> Cone:
        """An empty cone for the same case that shares nodes with this one."""
        other = Cone(self.program, self.universe.complete())
        other.nodes = self.nodes
        other._long = self._long
        return other

    def open_range(self, sort: str) -> Value | None:
        """A value that nobody knows, another one each time, where the case does not list the sort."""
        if self.universe.is_listed(sort):
            return None
        self.unlisted.append(sort)
        return self.nodes.undefined(f"the case lists no {sort} ({len(self.unlisted)})")

    def domain(self, type_: Type) -> tuple[Constant_, ...] | None:
        """The members, where the type is a sort."""
        return self.universe.members(type_.name) if isinstance(type_, SortType) else None

    def fact(self, fact: Fact, args: tuple[Constant_, ...]) -> str:
        """The key of the fact at these arguments, which is now in the cone."""
        name = key(fact.name, args)
        if name not in self.facts:
            # A fact whose values no case has listed can only have its default.
            listed = not isinstance(fact.type, SortType) or self.universe.is_listed(fact.type.name)
            domain = self.domain(fact.type) if listed or fact.default is None else ()
            nullable = not isinstance(fact.type, BooleanType) and fact.name in may_be_none(self.program)
            self.facts[name] = GroundFact(name, fact.name, args, fact.type, domain, nullable=nullable)
        return name

    def done(self, action: Action, args: tuple[Constant_, ...]) -> str:
        name = done_key(action.name, args)
        if name not in self.facts:
            self.facts[name] = GroundFact(name, action.name, args, BooleanType(), None, done=True)
        return name

    def contest(self, said: Outcome | Action, args: tuple[Constant_, ...]) -> str:
        name = key(said.name, args)
        if name not in self.contests:
            self.contests[name] = (said, args)
            self.waiting.append(name)
        return name

    def definition(self, definition: Definition, args: Sequence[Value]) -> str:
        text = ", ".join(map(value_text, args))
        if len(text) > LONGEST_KEY and not all(isinstance(arg, Constant) for arg in args):
            text = f"#{self._long.setdefault((definition.name, text), len(self._long) + 1)}"
        name = f"{definition.name}({text})" if args else definition.name
        if name not in self.definitions:
            self.definitions[name] = (definition, tuple(args))
            self.waiting.append(name)
        return name


def contest_kind(said: Outcome | Action) -> ContestKind:
    """Boolean, action or value."""
    if isinstance(said, Action):
        return ContestKind.ACTION
    return ContestKind.BOOLEAN if isinstance(said.type, BooleanType) else ContestKind.VALUE
