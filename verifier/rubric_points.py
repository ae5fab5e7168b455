"""The points of a rubric: what each dimension asks of an answer against one warrant, and whether the answer has it.

Verification, section "The rubric".  Dimensions overlap as little as their names allow: the correctness of facts is
rule grounding's or (of an exception or rival) interaction's, of conclusions the intermediate ones' and the final
answer's; being said at all is decomposition's; linking is the chain's alone.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from rulelang.engine import core
from rulelang.grammar.model import PrevailsClaim
from rulelang.verifier import expand
from rulelang.verifier import finding as f
from rulelang.verifier.claims import Foreign
from rulelang.verifier.condition import conjunction, formula_of
from rulelang.verifier.finding import Finding
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.parts import Excepting, Part
from rulelang.verifier.preference import says_which_controls
from rulelang.verifier.premises import premises_for
from rulelang.verifier.reading import Reading
from rulelang.verifier.replay import follows
from rulelang.verifier.rubric import Dimension, Kind, Mark, Point
from rulelang.verifier.said import Held, Mood, Said, Standing, is_same, prescribed
from rulelang.verifier.steps import applied, has_rules, is_rule_claim, takes_step
from rulelang.verifier.warrant import Edge, Slot, Verdict, Warrant


@dataclass(frozen=True)
class Marking:
    """One answer against one warrant, with the findings of the five checks against it.

    `arbitration`: the question asks which rule controls.
    """

    inquiry: Inquiry
    warrant: Warrant
    findings: Sequence[Finding]
    arbitration: bool = False
    applications: dict[tuple[str, str], bool] = field(default_factory=dict["tuple[str, str]", bool])

    @cached_property
    def interacting(self) -> frozenset[core.Formula]:
        """The judgments on which exceptions, rivals and ironclad parts hang."""
        leaves = {leaf for unit in self.warrant.interactions for leaf in unit.leaves}
        return frozenset(leaf for leaf in self.warrant.slots if leaf in leaves)

    @cached_property
    def mistaken(self) -> frozenset[core.Formula]:
        """The judgments that check 2 finds fault with."""
        return frozenset(one.about for one in self.findings if one.code in _SLOT_CODES and one.about is not None)

    @cached_property
    def asks_rules(self) -> bool:
        """Whether the warrant rests on any rule: a target that no rule could establish fails by itself."""
        return any(clause in self.inquiry.matter.known_rules for clause in self.warrant.clauses())

    def found(self, code: str) -> frozenset[core.Formula]:
        return frozenset(one.about for one in self.findings if one.code == code and one.about is not None)

    def applied(self, claim: Held, cite: str) -> bool:
        """Whether a citation is a right application; each is worked out once."""
        key = (claim.id, cite)
        if key not in self.applications:
            self.applications[key] = applied(self.inquiry, claim, cite)
        return self.applications[key]

    @cached_property
    def everybody(self) -> tuple[Held, ...]:
        """The claims about the world that is asked about, and the decision."""
        decision = self.inquiry.reading.decision
        return (*self.inquiry.reading.here, *((decision,) if decision is not None else ()))


_SLOT_CODES = frozenset({f.MISSING, f.COARSE, f.WRONG, f.CONTRADICTORY, f.MISQUOTED})


def marks(marking: Marking) -> tuple[Mark, ...]:
    """The marks of all nine dimensions, in RuleWeaver's order."""
    return tuple(Mark(dimension, tuple(_POINTS[dimension](marking))) for dimension in Dimension)


# ----------------------------------------------------------------------------------------------- the dimensions


def _question(marking: Marking) -> Iterator[Point]:
    """QU: every target is decided, one way; the decision names nothing undeclared."""
    reading = marking.inquiry.reading
    for target in reading.targets:
        yield Point(Kind.DECIDED, target, reading.final(target) is not None)
    for said in reading.decision.said if reading.decision is not None else ():
        if said.mood is Mood.UNREAD:
            yield Point(Kind.DECLARED, said.text, met=False, own=False)


def _decomposition(marking: Marking) -> Iterator[Point]:
    """ID: everything derived on the way is addressed, rightly or not."""
    for slot in _derived(marking):
        yield Point(Kind.ADDRESSED, slot.leaf, bool(marking.inquiry.reading.stating(slot.leaf)))


def _format(marking: Marking) -> Iterator[Point]:
    """CF: something is cited, by identifiers that the setting shows; every claim that concludes cites a rule itself,
    where there is one; so does the decision, of what no claim states."""
    everybody = [*marking.inquiry.reading.claims.values(), *marking.everybody[len(marking.inquiry.reading.here) :]]
    cited = dict.fromkeys(cite for claim in everybody for cite in claim.rules)
    if marking.asks_rules:
        yield Point(Kind.CITES, "", bool(cited))
    for cite in cited:
        yield Point(Kind.IDENTIFIER, cite, cite in marking.inquiry.matter.known_rules, own=False)
    for claim in marking.inquiry.reading.here:
        if marking.asks_rules and has_rules(marking.inquiry, claim):
            yield Point(Kind.CONCLUSION_CITES, claim.text, bool(claim.rules), own=False)
    reading = marking.inquiry.reading
    if marking.asks_rules and any(not reading.stating(target) for target in concluded_by_decision(marking.inquiry)):
        yield Point(Kind.CONCLUSION_CITES, marking.everybody[-1].text, bool(marking.everybody[-1].rules), own=False)


def concluded_by_decision(inquiry: Inquiry) -> Iterator[core.Formula]:
    """The targets on which the decision says something that rules conclude.  The decision is a claim without id: where
    no claim states a target, it concludes that one itself (section 3 of the settled definitions).  What it says of one
    target by saying another (`MUST NOT a` of `MUST a`, N8) is that other one's conclusion."""
    decision = inquiry.reading.decision
    if decision is None:
        return
    for target in inquiry.reading.targets:
        others = [one for one in inquiry.reading.targets if one != target]
        parts = tuple(
            said
            for said, _ in inquiry.reading.final_parts(target)
            if not any(
                prescribed(said) == other or (said.statement is not None and is_same(said.statement, other))
                for other in others
            )
        )
        if has_rules(inquiry, replace(decision, said=parts)):
            yield target


def _grounding(marking: Marking) -> Iterator[Point]:
    """RG: every citation is a right application, every plain fact is judged rightly and has its passages."""
    if marking.asks_rules:
        yield Point(Kind.CITES, "", any(claim.rules for claim in marking.everybody))
    for claim in marking.everybody:
        if is_rule_claim(claim) or all(said.standing is Standing.MALFORMED for said in claim.said):
            continue
        for cite in claim.rules:
            yield Point(Kind.APPLICATION, f"{cite}: {claim.text}", marking.applied(claim, cite), own=False)
    unsupported = marking.found(f.UNSUPPORTED)
    for leaf, slot in marking.warrant.slots.items():
        if slot.derived:
            continue
        if leaf not in marking.interacting:
            yield Point(Kind.JUDGED, leaf, leaf not in marking.mistaken)
        if leaf in marking.inquiry.matter.evidence and not marking.inquiry.matter.is_supposed(leaf):
            yield Point(Kind.SUPPORTED, leaf, leaf not in unsupported)


def _chain(marking: Marking) -> Iterator[Point]:
    """DC: every link of the chain is there, whatever the values; every judgment that is stated enters."""
    for edge in marking.warrant.edges:
        linked = _reaches(marking.inquiry, edge.premise, edge.conclusion)
        yield Point(Kind.LINKED, edge.conclusion, linked, premise=edge.premise)
    loose = {one.about for one in marking.findings if one.code == f.NOT_ENTERING and one.claim is not None}
    for leaf in marking.warrant.slots:
        if marking.inquiry.reading.stating(leaf):
            yield Point(Kind.ENTERS, leaf, leaf not in loose, own=False)


def _interaction(marking: Marking) -> Iterator[Point]:
    """EC: what exceptions, rivals and ironclad parts hang on is judged rightly; no claim about rules is false."""
    for leaf in marking.warrant.slots:
        if leaf in marking.interacting:
            yield Point(Kind.JUDGED, leaf, leaf not in marking.mistaken)
    for claim in marking.inquiry.reading.speaking:
        for said in claim.said:
            if said.mood is Mood.RULE:
                yield Point(Kind.RULE_CLAIM, said.text, said.standing is Standing.ENTAILED, own=False)
    if marking.arbitration:
        for part in live_rivals(marking.inquiry.matter.parts, marking.warrant):
            yield Point(Kind.ARBITRATED, part.clause, arbitrated(marking, part))


def _intermediate(marking: Marking) -> Iterator[Point]:
    """IC: everything derived on the way is judged rightly."""
    for slot in _derived(marking):
        yield Point(Kind.JUDGED, slot.leaf, slot.leaf not in marking.mistaken)


def _final(marking: Marking) -> Iterator[Point]:
    """FA: the decision is right, no claim states another, and all claims together give it."""
    reading = marking.inquiry.reading
    wrong = marking.found(f.WRONG_DECISION) | marking.found(f.NO_DECISION)
    disagreeing = marking.found(f.DISAGREE)
    for target in reading.targets:
        yield Point(Kind.RIGHT, target, target not in wrong)
        yield Point(Kind.AGREES, target, target not in disagreeing)
        yield Point(Kind.FOLLOWS, target, _follows(marking, target))
    if marking.inquiry.matter.actions:
        yield Point(Kind.NO_SURPLUS, "", not marking.found(f.SURPLUS))


def _external(marking: Marking) -> Iterator[Point]:
    """NE: no fact is brought in that the case doesn't give; every quote stands in a passage that its claim cites."""
    reading = marking.inquiry.reading
    for claim in reading.speaking:
        for said in claim.said:
            if not is_external(marking, said):
                continue
            yield Point(Kind.FACT, said.text, met=False, own=False)
        if claim.quote is not None and claim is not reading.besides:
            yield Point(Kind.QUOTE, claim.quote, stands(marking, claim, claim.quote), own=False)


_POINTS: Mapping[Dimension, Callable[[Marking], Iterator[Point]]] = {
    Dimension.QUESTION: _question,
    Dimension.DECOMPOSITION: _decomposition,
    Dimension.FORMAT: _format,
    Dimension.GROUNDING: _grounding,
    Dimension.CHAIN: _chain,
    Dimension.INTERACTION: _interaction,
    Dimension.INTERMEDIATE: _intermediate,
    Dimension.FINAL: _final,
    Dimension.EXTERNAL: _external,
}


# ------------------------------------------------------------------------------------------------ what they ask


def _derived(marking: Marking) -> Iterator[Slot]:
    return (slot for slot in marking.warrant.slots.values() if slot.derived)


def unlinked(inquiry: Inquiry, warrant: Warrant) -> Iterator[Edge]:
    """The links of a warrant's chain that an answer does not have."""
    for edge in warrant.edges:
        if not _reaches(inquiry, edge.premise, edge.conclusion):
            yield edge


def _reaches(inquiry: Inquiry, premise: core.Formula, conclusion: core.Formula) -> bool:
    """Whether some claim (or the decision) that states the conclusion states the premise too, or rests on it.

    A target is a premise of others, too.  Of one that no claim states the decision itself is the claim, and nothing
    can rest on that.
    """
    reading = inquiry.reading
    if premise in reading.targets and reading.final(premise) is not None and not reading.stating(premise):
        return True
    roots = [source for claim, _ in reading.stating(conclusion) for source in claim.sources]
    if conclusion in reading.targets:
        roots += reading.drawn
    wanted = {claim.id for claim, _ in reading.stating(premise)}
    if any(claim.id in wanted for claim, _ in reading.stating(conclusion)):
        return True
    return _rests_on(reading, roots, wanted)


def _rests_on(reading: Reading, claims: Iterable[str], wanted: Container[str]) -> bool:
    """Whether some claims rest on one of those that are wanted, or are one."""
    seen = set(todo := list(claims))
    while todo:
        if (name := todo.pop()) in wanted:
            return True
        new = [source for source in reading.every[name].sources if source not in seen]
        seen.update(new)
        todo += new
    return False


def _follows(marking: Marking, target: core.Formula) -> bool:
    """Whether all claims, entering or not, give the final decision."""
    inquiry = marking.inquiry
    reading, matter = inquiry.reading, inquiry.matter
    final = reading.final(target)
    if final is None:
        return False
    if all(claim.id in reading.entering for claim in reading.here) and target not in marking.found(f.DISAGREE):
        return target not in marking.found(f.NOT_DERIVED)
    said = [one for claim in reading.speaking for one in claim.said]
    given = premises_for(matter, reading, said, target)
    return follows(matter.program, matter.parts, given, target) is final


def is_external(marking: Marking, said: Said) -> bool:
    """A fact part that nothing in the case supports; `UNKNOWN p` brings nothing in."""
    if said.mood is Mood.UNREAD:
        return isinstance(said.assertion.content, Foreign) and not said.text.startswith("UNKNOWN ")
    return (
        said.mood is Mood.HOLDS
        and said.standing is Standing.UNSUPPORTED
        and said.statement is not None
        and marking.inquiry.is_fact(said.statement)
    )


def stands(marking: Marking, claim: Held, quote: str) -> bool:
    wanted = " ".join(quote.split())
    passages = marking.inquiry.matter.passages
    return any(wanted in " ".join(passages.get(cite, "").split()) for cite in claim.evidence)


# ------------------------------------------------------------------------------------------------- arbitration


def live_rivals(parts: Iterable[Part], warrant: Warrant) -> Iterator[Part]:
    """Of some rules those that stand against a conclusion of the warrant and apply in the case: its rivals and ironclad
    parts, and rules of their own."""
    instead: dict[core.Formula, core.Formula] = {
        leaf: core.Truth(slot.value is Verdict.TRUE)
        for leaf, slot in warrant.slots.items()
        if slot.value is not Verdict.OPEN
    }
    units: dict[str, list[core.Formula]] = {}
    for unit in warrant.interactions:
        units.setdefault(unit.clause, []).append(unit.of)
    for part in parts:
        if any(_is_against(part, of) for of in units.get(part.clause, ())) and _applies(part, instead) == core.TRUE:
            yield part


def _is_against(part: Part, conclusion: core.Formula) -> bool:
    """Whether a rule on which a conclusion hangs concludes something else: an ironclad part may be what gives it."""
    return not isinstance(conclusion, core.Established) or part.rule.literal not in conclusion.literals


def _applies(part: Part, instead: Mapping[core.Formula, core.Formula]) -> core.Formula:
    exceptions = [expand.negation(_in_force(one, instead)) for one in part.exceptions]
    return conjunction([formula_of(part.condition, instead), *exceptions])


def _in_force(exception: Excepting, instead: Mapping[core.Formula, core.Formula]) -> core.Formula:
    inner = [expand.negation(_in_force(one, instead)) for one in exception.exceptions]
    return conjunction([formula_of(exception.condition, instead), *inner])


def arbitrated(marking: Marking, rival: Part) -> bool:
    """Whether the answer says which of two rules controls: a conclusion that cites both (that they are in conflict is
    one, too), or a true claim that one prevails or, of rules that are level, that one does not."""
    inquiry = marking.inquiry
    cited = inquiry.matter.cited
    against = {
        part.clause
        for part in inquiry.matter.parts
        if part.rule.contest == rival.rule.contest
        and (part.rule.literal, part.rule.value) != (rival.rule.literal, rival.rule.value)
    }
    for claim in marking.everybody:
        for said in claim.said:
            content = said.assertion.content
            if (
                isinstance(content, PrevailsClaim)
                and said.standing is Standing.ENTAILED
                and says_which_controls(inquiry.matter, content, rival)
            ):
                return True
        if not takes_step(inquiry, claim):
            continue
        mine = any(cited.covers_conclusion(cite, rival.clause) for cite in claim.rules)
        theirs = any(cited.covers_conclusion(cite, clause) for cite in claim.rules for clause in sorted(against))
        if mine and theirs:
            return True
    return False
