"""Words of the findings of `lint` that depend on rules: what they conclude, what to write instead."""

from __future__ import annotations

from rulelang.engine import core as c
from rulelang.grammar.model import Constant_
from rulelang.grammar.words import unit_of, value_text


def mend(what: str, among: str) -> str:
    """A hint; where a proof is for some numbers of entities, that others can be looked at."""
    return f"mend {what}; or it takes more entities: --scope N looks at N of each" if among else f"mend {what}"


def way_out(left: c.GroundRule, right: c.GroundRule) -> str:
    """What to write where two rules meet: what an exception concludes has its rule's place in the order."""
    above, below = (one.clause if one.kind is c.Kind.RIVAL else one.rule for one in (left, right))
    if above == below:
        return "let their conditions exclude each other, or let a CONFLICT conclude one of the two: it ranks by itself"
    return f"say so: PRIORITY {above} OVER {below}, an EXCEPTION, or a CONFLICT that is UNRESOLVED on purpose"


def head_text(core: c.Core, rule: c.GroundRule) -> str:
    """What a rule concludes: `NOT granted`, `fee = 20 usd`."""
    contest = core.contests[rule.contest]
    if isinstance(rule.literal, bool):
        return contest.key if rule.literal else f"NOT {contest.key}"
    if rule.literal is not None:
        return f"{rule.literal} {contest.key}"
    if isinstance(rule.value, c.Constant):
        known: Constant_ = rule.value.value
        unit = None if contest.type is None else unit_of(contest.type)
        return f"{contest.key} = {value_text(known, unit)}"
    return f"{contest.key} = …"
