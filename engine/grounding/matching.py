"""The instances of a rule that bear on one contest: its head matched against the contest's arguments.

Plain variables and constants in a head are matched directly; a head with arithmetic (`payroll(n + 1)`) is worked
out for every binding once.  Variables that the head leaves open run over their ranges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from rulelang.engine import core
from rulelang.engine.grounding.cone import Cone
from rulelang.engine.grounding.ground_formulas import Environment, ground_value, range_guard
from rulelang.engine.rules.units import Unit
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE

MOST_INSTANCES = 1_000_000
"""Instances of one rule in one contest; a rule with more is refused rather than filling the memory."""

Binding: TypeAlias = tuple[tuple[str, Constant_], ...]


@dataclass(frozen=True, slots=True)
class Match:
    """One instance: the binders' values, and what must hold for it to exist (relation ranges, open arguments)."""

    binding: Binding
    environment: Environment
    guard: core.Formula


class Matcher:
    """Matches heads of rules for one cone; keeps what it worked out for heads with arithmetic."""

    def __init__(self, cone: Cone) -> None:
        self._cone = cone
        self._computed: dict[tuple[int, int], _Computed] = {}

    def matches(self, unit: Unit, index: int, args: tuple[Constant_, ...]) -> Iterator[Match]:
        """The instances of the unit of which head number `index` is for these arguments."""
        head = unit.heads[index]
        if not unit.binders and not head.args:
            yield Match((), {}, core.TRUE)
            return
        plain = _plain(unit, head.args, args)
        if plain is None:
            return
        if isinstance(plain, dict):
            yield from self._complete(unit, plain)
            return
        known = self._computed.get((id(unit), index))
        if known is None:
            known = self._computed[id(unit), index] = self._compute(unit, head.args)
        yield from known.exact.get(args, ())
        for match, values in known.open:
            guard = self._agreement(match.guard, values, args)
            if guard is not core.FALSE:
                yield Match(match.binding, match.environment, guard)

    def _complete(self, unit: Unit, fixed: dict[str, Constant_]) -> Iterator[Match]:
        """Every binding of the unit's binders in which these variables have these values."""
        count = prod(
            len(self._cone.universe.places(binder.range.sort))
            for binder in unit.binders
            if binder.variable not in fixed
        )
        if count > MOST_INSTANCES:
            raise RuleLangError([_too_many(unit, count)])
        for env, guard in self._enumerate(unit.binders, fixed, {}, core.TRUE):
            yield Match(_binding(unit, env), env, guard)

    def _enumerate(
        self,
        binders: Sequence[model.Binder],
        fixed: dict[str, Constant_],
        env: Environment,
        guard: core.Formula,
    ) -> Iterator[tuple[Environment, core.Formula]]:
        if not binders:
            yield env, guard
            return
        binder, rest = binders[0], binders[1:]
        sort = binder.range.sort
        places = self._cone.universe.places(sort)
        if binder.variable in fixed:
            members: Sequence[Constant_] = [fixed[binder.variable]] if fixed[binder.variable] in places else []
        else:
            members = tuple(places)
        for member in members:
            inner = {**env, binder.variable: (self._cone.nodes.constant(member), sort)}
            in_range = range_guard(self._cone, binder, inner)
            both = self._cone.nodes.conjunction((guard, in_range))
            if both is not core.FALSE:
                yield from self._enumerate(rest, fixed, inner, both)

    def _compute(self, unit: Unit, head: Sequence[model.Value]) -> _Computed:
        exact: dict[tuple[Constant_, ...], list[Match]] = {}
        open_: list[tuple[Match, tuple[core.Value, ...]]] = []
        for match in self._complete(unit, {}):
            values = tuple(ground_value(self._cone, arg, match.environment) for arg in head)
            constants = tuple(value.value for value in values if isinstance(value, core.Constant))
            if len(constants) == len(values):
                exact.setdefault(constants, []).append(match)
            elif not any(isinstance(value, core.Undefined) for value in values):
                open_.append((match, values))
        return _Computed(exact, tuple(open_))

    def _agreement(self, guard: core.Formula, values: Sequence[core.Value], args: Sequence[Constant_]) -> core.Formula:
        nodes = self._cone.nodes
        agree = (nodes.test("=", value, nodes.constant(arg)) for value, arg in zip(values, args, strict=True))
        return nodes.conjunction((guard, *agree))


@dataclass(frozen=True, slots=True)
class _Computed:
    exact: dict[tuple[Constant_, ...], list[Match]]
    open: tuple[tuple[Match, tuple[core.Value, ...]], ...]


def _plain(unit: Unit, head: Sequence[model.Value], args: tuple[Constant_, ...]) -> dict[str, Constant_] | bool | None:
    """The variables' values where all arguments are variables and constants; None where they don't fit.

    True where some argument has to be worked out.
    """
    fixed: dict[str, Constant_] = {}
    computed = False
    for term, arg in zip(head, args, strict=True):
        match term:
            case model.Constant(value):
                if value != arg:
                    return None
            case model.Variable(name):
                if fixed.setdefault(name, arg) != arg:
                    return None
            case _:
                computed = True
    return True if computed else fixed


def _binding(unit: Unit, env: Environment) -> Binding:
    pairs: list[tuple[str, Constant_]] = []
    for binder in unit.binders:
        value = env[binder.variable][0]
        pairs.append((binder.variable, value.value if isinstance(value, core.Constant) else NONE))
    return tuple(pairs)


def _too_many(unit: Unit, count: int) -> Diagnostic:
    return Diagnostic(
        "RL351",
        f"rule `{unit.rule}` would have {count:_} instances for one outcome of this case",
        Label(unit.span, "FOR EACH runs over too much together"),
        hint=f"name the variables in the outcome, or use ANY or COUNT in the condition ({MOST_INSTANCES:_} at most)",
    )
