"""What an answer's own judgments give to what follows from them (verification, N17 and N26)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rulelang.engine import core
from rulelang.grammar.model import Constant_
from rulelang.verifier import expand
from rulelang.verifier.reading import Reading
from rulelang.verifier.said import Said
from rulelang.verifier.telling import Premises as Premises
from rulelang.verifier.telling import Telling

if TYPE_CHECKING:
    from rulelang.verifier.inquiry import Matter


def premises(
    reading: Reading,
    said: Iterable[Said],
    derived: Collection[core.Formula],
    target: core.Formula | None,
) -> Premises:
    """What assertions give for a target, without what they say of the target itself, and without what is said in
    another unit (`Telling`)."""
    every = tuple(said)
    return Telling(reading, every, derived, target).of(range(len(every)))


def premises_for(matter: Matter, reading: Reading, said: Iterable[Said], target: core.Formula) -> Premises:
    """What assertions give for a target of a case.

    No rule answers a question about facts alone: it is answered by what is said of it, and where nothing is said by the
    case, as a stipulated outcome is.
    """
    if not expand.is_about_facts(target):
        return premises(reading, said, matter.derived, target)
    return with_known(premises(reading, said, matter.derived, None), matter.known, expand.atoms(target))


def with_known(
    given: Premises, known: Mapping[str, bool | Constant_], atoms: Iterable[core.Formula | core.Value]
) -> Premises:
    """The premises with what the case says of those of the atoms that are facts, where nothing else is said of them."""
    fixed, values = dict(given.fixed), dict(given.values)
    for atom in atoms:
        match atom:
            case core.FactTest(key) if isinstance(so := known.get(key), bool) and atom not in given.opened:
                fixed.setdefault(atom, so)
            case core.FactRead(key) if (value := known.get(key)) is not None and not isinstance(value, bool):
                values.setdefault(atom, core.Constant(value))
            case _:
                pass
    return replace(given, fixed=fixed, values=values)
