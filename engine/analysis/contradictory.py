"""ALWAYS declarations that contradict each other: then no case keeps them all, and nothing can be said of any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulelang.engine.analysis.finding import Finding, finding
from rulelang.engine.analysis.scope import Scope, core_in, reached, words_for
from rulelang.engine.core import Truth
from rulelang.engine.rules.families import Selection
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver import Limits, Proved, Unknown, encode, prove
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.model import Always
from rulelang.grammar.rule_text import formula_text


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Declarations that no case of the scope keeps together, and of which none can be left out."""

    declarations: tuple[Always, ...]
    scope: str
    sorts: tuple[str, ...]
    """The listed sorts that they speak of."""


def contradiction(
    base: RuleBase, selection: Selection, scope: Scope, limits: Limits
) -> Contradiction | Unknown | None:
    """Whether the ALWAYS declarations contradict each other, whatever else is asked.

    What a claim reads may have nothing to do with them; a case has to keep them all the same.  Assumes all of them,
    unsatisfiable iff no case with these entities keeps them all.
    """
    declared = base.program.always
    if not declared:
        return None
    core = core_in(base, selection, scope, [one.condition for one in declared])
    kept = replace(core, always=(), targets=())
    answer = prove(encode(kept), Truth(False), assuming=core.targets, limits=limits)  # type: ignore[arg-type]
    if isinstance(answer, Proved):
        sorts = reached(core, scope)
        needed = tuple(declared[number] for number in answer.core.assumed)
        return Contradiction(needed, words_for(sorts, scope), sorts)
    return answer if isinstance(answer, Unknown) else None


def contradictory(base: RuleBase, selection: Selection, scope: Scope) -> Iterator[Finding]:
    """The finding (RL535) at the first of the declarations; that it was not settled (RL529)."""
    found = contradiction(base, selection, scope, Limits())
    if found is None:
        return
    if isinstance(found, Unknown):
        message = f"whether any case keeps all ALWAYS declarations was not settled: {found.reason}"
        yield finding("RL529", message, base.program.always[0].span)
        return
    first, *others = found.declarations
    among = "" if not found.sorts else f" of {found.scope.removeprefix('every case ')}"
    text = formula_text(base.program, first.condition)
    if others:
        named = ", ".join(f"ALWAYS {formula_text(base.program, one.condition)}" for one in others)
        message = f"no case{among} keeps ALWAYS {text} together with {named}"
    else:
        message = f"no case{among} keeps ALWAYS {text}"
    labels = tuple(Label(one.span, "to be kept together with it") for one in others)
    hint = "mend one of them: until then every case is refused, and nothing else can be found"
    yield finding("RL535", message, first.span, "", labels, hint)
