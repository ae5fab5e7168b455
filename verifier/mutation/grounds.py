"""Faults of rule use and of evidence: judgments rightly made on the wrong grounds (layers 1 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulelang.engine import core
from rulelang.verifier.mutation.case import Bench
from rulelang.verifier.mutation.draft import Draft, Line, Stated, added, replaced
from rulelang.verifier.mutation.kinds import Fault
from rulelang.verifier.warrant import Slot, Verdict

INVENTED_RULE = "R999"
INVENTED_PASSAGE = "e999"
INVENTED_FACT = '"the moon was full that night"'


def _targets(bench: Bench) -> list[core.Formula]:
    return [question.formula for question in bench.ready.matter.questions]


def _cited_facts(bench: Bench) -> list[core.Formula]:
    return [slot.leaf for slot in bench.slots if not slot.derived and slot.clauses]


def _conclusions(bench: Bench) -> list[core.Formula]:
    """The intermediate conclusions that a rule establishes or defeats."""
    return [slot.leaf for slot in bench.derived() if slot.leaf in bench.warrant.needs]


def _stranger(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line = draft.line(leaf)
    names = [] if line is None else bench.strangers(line.says)
    return None if line is None or not names else _citing(draft, line, (bench.chance.choice(names),))


def _sibling(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line, slot = draft.line(leaf), bench.warrant.slots[leaf]
    clauses = {clause for one in bench.ready.listed if leaf in one.slots for clause in one.slots[leaf].clauses}
    names = [] if line is None else bench.siblings(line, clauses or set(slot.clauses))
    return None if line is None or not names else _citing(draft, line, (bench.chance.choice(names),))


def _unused(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line, names = draft.line(leaf), bench.not_in_use()
    return None if line is None or not names else _citing(draft, line, (bench.chance.choice(names),))


def _invented(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line = draft.line(leaf)
    if line is None or INVENTED_RULE in bench.ready.matter.known_rules:
        return None
    return _citing(draft, line, (INVENTED_RULE,))


def _uncited(_: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line = draft.line(leaf)
    return None if line is None or not line.rules else _citing(draft, line, ())


def _nothing_cited(_: Bench, draft: Draft, __: object) -> Draft | None:
    if not any(line.rules for line in draft.lines):
        return None
    bare = Draft(tuple(replace(line, rules=()) for line in draft.lines), draft.decision)
    return bare if draft.decision is None else replaced(bare, replace(draft.decision, rules=()))


def _needs(bench: Bench) -> list[tuple[core.Formula, str]]:
    known = bench.ready.matter.cited.rules
    return [
        (of, clause)
        for of, needs in bench.warrant.needs.items()
        if len([clause for clause in needs if clause in known]) > 1
        for clause in needs
        if clause in known
    ]


def _half_cited(bench: Bench, draft: Draft, site: tuple[core.Formula, str]) -> Draft | None:
    """One of the rules that a conclusion needs together is cited neither on it nor on what it rests on."""
    of, clause = site
    line = draft.line(of)
    if line is None:
        return None
    kept = tuple(cite for cite in line.rules if not bench.proof.concludes(cite, clause))
    if not kept or kept == line.rules:
        return None
    made = _citing(draft, line, kept)
    for name in line.sources:
        source = next(one for one in draft.lines if one.id == name)
        rest = tuple(cite for cite in source.rules if not bench.proof.concludes(cite, clause))
        made = _citing(made, source, rest)
    return made


def _citing(draft: Draft, line: Line, rules: tuple[str, ...]) -> Draft:
    return replaced(draft, replace(line, rules=rules))


# --------------------------------------------------------------------------------------------------- evidence


def _supported(bench: Bench) -> list[core.Formula]:
    """The fact judgments that need passages, and have them."""
    return [
        slot.leaf
        for slot in bench.facts()
        if slot.leaf in bench.ready.matter.evidence and not bench.ready.matter.is_supposed(slot.leaf)
    ]


def _joint(bench: Bench) -> list[core.Formula]:
    return [leaf for leaf in _supported(bench) if any(len(one) > 1 for one in bench.ready.matter.evidence[leaf])]


def _with_passages(bench: Bench, draft: Draft, leaf: core.Formula, passages: tuple[str, ...]) -> Draft | None:
    line = draft.line(leaf)
    sets = bench.ready.matter.evidence[leaf]
    if line is None or any(accepted <= set(passages) for accepted in sets):
        return None
    return replaced(draft, replace(line, evidence=passages))


def _no_passage(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    return _with_passages(bench, draft, leaf, ())


def _unknown_passage(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    return _with_passages(bench, draft, leaf, (INVENTED_PASSAGE,))


def _other_passage(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """The passage of another judgment."""
    own = {passage for accepted in bench.ready.matter.evidence[leaf] for passage in accepted}
    others = sorted(set(bench.ready.matter.cited.support) - own)
    return _with_passages(bench, draft, leaf, (bench.chance.choice(others),)) if others else None


def _look_alike(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    """A passage that looks the part and supports nothing."""
    others = [name for name in bench.ready.matter.passages if name not in bench.ready.matter.cited.support]
    return _with_passages(bench, draft, leaf, (bench.chance.choice(others),)) if others else None


def _half_supported(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    line = draft.line(leaf)
    if line is None or len(line.evidence) < 2:
        return None
    lost = bench.chance.choice(line.evidence)
    return _with_passages(bench, draft, leaf, tuple(name for name in line.evidence if name != lost))


def _rule_as_evidence(bench: Bench, draft: Draft, leaf: core.Formula) -> Draft | None:
    slot: Slot = bench.warrant.slots[leaf]
    names = [name for name in slot.clauses if name not in bench.ready.matter.passages]
    return _with_passages(bench, draft, leaf, (names[0],)) if names else None


def _invented_premise(bench: Bench, draft: Draft, target: core.Formula) -> Draft | None:
    """A fact that nobody gave, on which the conclusion draws."""
    line = draft.line(target)
    if line is None:
        return None
    said = Stated(INVENTED_FACT, None)
    return added(draft, Line(draft.fresh(), (said,)), (line.id,))


def _unknown_facts(bench: Bench) -> Sequence[tuple[core.Formula, core.Formula]]:
    """Facts of which the case says nothing and which no warrant asks about, with each target."""
    asked = {leaf for one in bench.ready.listed for leaf in one.slots}
    loose = [
        leaf
        for leaf in bench.ready.matter.leaves
        if isinstance(leaf, core.FactTest) and leaf not in asked and bench.proof.world.truth(leaf) is None
    ]
    return [(leaf, target) for leaf in loose for target in _targets(bench)]


def _unsupported_premise(bench: Bench, draft: Draft, site: tuple[core.Formula, core.Formula]) -> Draft | None:
    """A fact that the case leaves open, on which the conclusion draws, and which would not change it."""
    leaf, target = site
    line = draft.line(target)
    if line is None or not _indifferent(bench, leaf, Verdict.TRUE):
        return None
    return added(draft, Line(draft.fresh(), (bench.say(leaf, Verdict.TRUE),)), (line.id,))


def _indifferent(bench: Bench, leaf: core.Formula, value: Verdict) -> bool:
    """Whether all decisions stay the same if a judgment is taken so, whatever else is not judged."""
    assert isinstance(leaf, core.FactTest)
    return bench.decides_as_here(bench.gold, {leaf.fact: value is Verdict.TRUE})


RULE_USE: tuple[Fault, ...] = (
    Fault(
        "wrong_rule_on_fact",
        "a judgment cites a rule that has nothing to do with it",
        (1,),
        (1,),
        _cited_facts,
        _stranger,
    ),
    Fault(
        "wrong_rule_on_conclusion", "an intermediate conclusion cites another rule", (1,), (1,), _conclusions, _stranger
    ),
    Fault("wrong_rule_on_decision", "the conclusion cites another rule", (1,), (1,), _targets, _stranger),
    Fault("sibling_clause", "a judgment cites another clause of its rule", (1,), (1,), _cited_facts, _sibling),
    Fault("rule_not_in_use", "a META RULE, a replaced base or another variant is cited", (1,), (1,), _targets, _unused),
    Fault("rule_not_in_use_on_fact", "a judgment cites a rule that is not in use", (1,), (1,), _cited_facts, _unused),
    Fault("invented_rule", "the conclusion cites a rule that there is not", (1,), (1,), _targets, _invented),
    Fault("invented_rule_on_fact", "a judgment cites a rule that there is not", (1,), (1,), _cited_facts, _invented),
    Fault("no_rule_on_conclusion", "an intermediate conclusion cites no rule", (1,), (1,), _conclusions, _uncited),
    Fault("no_rule_on_decision", "the conclusion cites no rule", (1,), (1,), _targets, _uncited),
    Fault("no_rule_anywhere", "no rule is cited at all", (1,), (1,), lambda _: (None,), _nothing_cited),
    Fault(
        "half_of_the_rules",
        "one of the rules that a conclusion needs is cited nowhere",
        (1,),
        (1,),
        _needs,
        _half_cited,
    ),
)

EVIDENCE: tuple[Fault, ...] = (
    Fault("no_passage", "a judgment cites no passage", (3,), (3,), _supported, _no_passage),
    Fault("other_passage", "a judgment cites the passage of another", (3,), (3,), _supported, _other_passage),
    Fault("look_alike", "a judgment cites a passage that supports nothing", (3,), (3,), _supported, _look_alike),
    Fault("unknown_passage", "a judgment cites a passage that there is not", (3,), (3,), _supported, _unknown_passage),
    Fault("half_of_the_passages", "one of two passages that are needed together", (3,), (3,), _joint, _half_supported),
    Fault("rule_as_evidence", "a rule is given as evidence", (3,), (3,), _supported, _rule_as_evidence),
    Fault(
        "invented_premise", "the conclusion draws on a fact that nobody gave", (3,), (3,), _targets, _invented_premise
    ),
    Fault(
        "unsupported_premise",
        "the conclusion draws on a fact that the case leaves open",
        (3,),
        (3,),
        _unknown_facts,
        _unsupported_premise,
    ),
)
