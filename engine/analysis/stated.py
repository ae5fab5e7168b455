"""What the cases of a program state of outcomes, which no rule has to conclude then."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine.analysis.scope import Scope, arguments_in
from rulelang.grammar.model import Atom, Constant_, Program, SortType, Stipulation


def stated_in(program: Program, scope: Scope) -> tuple[Stipulation, ...]:
    """Everything that a case states, of any entities of the scope: what a case says of one another may of others."""
    found: dict[Stipulation, None] = {}
    for stipulation in _stipulations(program):
        name, literal = stipulation.atom.name, stipulation.literal
        said = program.outcomes.get(name) or program.actions[name]
        type_ = program.outcomes[name].type if name in program.outcomes else None
        literals: tuple[Constant_ | bool, ...] = (literal,)
        if isinstance(type_, SortType) and type_.name in scope.entities:
            literals = scope.entities[type_.name]
        for args in arguments_in(program, scope, said.parameters):
            found |= dict.fromkeys(Stipulation(Atom(name, args), one) for one in literals)
    return tuple(found)


def outcomes_stated(program: Program) -> frozenset[str]:
    """The outcomes and actions of which a case states something."""
    return frozenset(stipulation.atom.name for stipulation in _stipulations(program))


def _stipulations(program: Program) -> Iterator[Stipulation]:
    for case in program.cases.values():
        for given in (*case.given, *case.suppose):
            if isinstance(given, Stipulation):
                yield given
