"""Everything about a program's rules that does not depend on a case: what `ground` reads.

`prepare(program)` makes it.  A *unit* is what one clause contributes to the contests: the base with its outcomes,
the THEN part of an exception, a rival, an ironclad part, the inclusion of a concept, or a DEFAULT.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulelang.engine.core import Kind, Rank
from rulelang.engine.families import Selection
from rulelang.engine.group import ExceptionPart, Group
from rulelang.engine.order import Place
from rulelang.grammar.diagnostic import Diagnostic
from rulelang.grammar.model import Binder, Formula, Head, Program, Reference
from rulelang.grammar.source import Span


@dataclass(frozen=True, slots=True)
class Unit:
    """One clause's rule, not yet ground.  Each head is a rule of its own: (condition, exceptions, head, rank).

    `id` is the clause's canonical identifier ("DEFAULT" for a default, the concept's name for an inclusion), `rule`
    the rule to which it belongs (for a default or an inclusion the name of what is concluded).  Head number i has
    the number `first + i` in `GroundRule.number` and in the order (`place`).  Heads that are `model.Limit`s don't
    compete.  Exceptions with binders stand for one exception for each binding of these.
    """

    id: str
    rule: str
    kind: Kind
    rank: Rank
    binders: tuple[Binder, ...]
    condition: Formula
    heads: tuple[Head, ...]
    exceptions: tuple[ExceptionPart, ...] = ()
    first: int = 0
    ordered_as: str = ""
    """What priorities name: the rule, or the rival's own identifier."""
    span: Span = field(compare=False, repr=False, kw_only=True)

    def place(self, index: int) -> Place:
        """The place in the order of the head with this index."""
        return Place(self.ordered_as, self.id, self.first + index)


class RuleBase:
    """See the module's docstring.

    units_for raises RuleLangError where a family is reached of which no member was chosen.
    """

    program: Program

    def select(self, using: tuple[Reference, ...]) -> tuple[Selection | None, tuple[Diagnostic, ...]]:
        """The selection for `USING …` (empty: the only leaf of each family)."""
        raise NotImplementedError

    def group(self, rule: str) -> Group:
        """The finished rule."""
        raise NotImplementedError

    def units_for(self, selection: Selection, predicate: str) -> tuple[Unit, ...]:
        """The units that conclude or limit this outcome or action, in the order of the program's text."""
        raise NotImplementedError

    def outranks(self, selection: Selection, left: Place, right: Place) -> bool:
        """Whether the one order puts left above right (rank-1 places; ranks are compared by the reader)."""
        raise NotImplementedError


def prepare(program: Program) -> tuple[RuleBase | None, tuple[Diagnostic, ...]]:
    """All findings about the rules, and the rule base if none of them is an error."""
    raise NotImplementedError
