"""Steps and applications: does what is cited yield what is said?  Diagnostics of claims; no check uses them.

Verification, N26 and section 4.4.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from rulelang.engine import core
from rulelang.grammar.values import exact
from rulelang.verifier import expand
from rulelang.verifier.by_default import is_default
from rulelang.verifier.claims import DECISION, Holds
from rulelang.verifier.expand import equation
from rulelang.verifier.in_play import is_narrow
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.leading import concluding, leading_to
from rulelang.verifier.linear import number
from rulelang.verifier.premises import Premises, premises, with_known
from rulelang.verifier.replay import clashes, follows
from rulelang.verifier.rule_sets import RuleSet
from rulelang.verifier.said import Held, Mood, Said, Standing
from rulelang.verifier.status import weakened
from rulelang.verifier.telling import Others
from rulelang.verifier.unlisted import unlisted
from rulelang.verifier.voices import Change
from rulelang.verifier.warrant import Verdict


def is_conclusion(inquiry: Inquiry, claim: Held) -> bool:
    """Whether a claim says something that rules conclude."""
    return any(_is_drawn(inquiry, said) for said in claim.said)


def _is_drawn(inquiry: Inquiry, said: Said) -> bool:
    """Whether an assertion says that something is so that is no fact."""
    return said.mood is Mood.HOLDS and said.statement is not None and not inquiry.is_fact(said.statement)


def takes_step(inquiry: Inquiry, claim: Held) -> bool:
    """Whether a claim draws on rules for what it says: concludes it, or says that they come to contrary things
    (`CONFLICT p`).  That something is unknown would follow from nothing at all."""
    return any(_is_drawn(inquiry, said) or _is_clash(inquiry, said) for said in claim.said)


def _is_clash(inquiry: Inquiry, said: Said) -> bool:
    """Whether an assertion says that rules are in conflict."""
    return said.mood is Mood.CLASHES and said.subject is not None and not inquiry.is_fact(said.subject)


def has_rules(inquiry: Inquiry, claim: Held) -> bool:
    """Whether a claim says something that rules conclude and that some rule in use, or definition, could establish, in
    the form in which it is so: of what none could (`NOT MUST a`, where a rule permits a) there is none to cite, nor is
    there of what is so by default."""
    matter = inquiry.matter
    drawn = [
        (said.statement, said.weak)
        for said in claim.said
        if _is_drawn(inquiry, said) and not is_default(inquiry.matter, said)
    ]
    forms = [weakened(one) if weak else one for one, weak in drawn if one is not None]
    for atom in (atom for form in forms for atom in expand.atoms(form)):
        match atom:
            case core.Established(key) | core.OutcomeRead(key):
                literals = atom.literals if isinstance(atom, core.Established) else None
                concluding = [
                    part.clause
                    for part in matter.parts
                    if part.rule.contest == key and (literals is None or part.rule.literal in literals)
                ]
                concluding += [limit.clause for limit in matter.limits if limit.contest == key]
                # What bears on no question is not among the parts; nothing is known of it here.
                if key not in matter.program.contests or not matter.known_rules.isdisjoint(concluding):
                    return True
            case core.Named() | core.NamedRead():
                return True
            case _:
                pass
    return False


def is_rule_claim(claim: Held) -> bool:
    return bool(claim.said) and all(said.mood is Mood.RULE for said in claim.said)


def valid(inquiry: Inquiry, claim: Held) -> bool | None:
    """Whether a conclusion follows from its `from`, by the rules cited on it and below it; None for other claims."""
    if claim.world != "asked" or not takes_step(inquiry, claim):
        return None
    return step(inquiry, claim, claim.sources)


def applied(inquiry: Inquiry, claim: Held, cited: str) -> bool:
    """Whether one citation on a claim is a right application; the premises may stand anywhere in the answer.

    One on the decision that has nothing to do with what this says may be rightly applied to an action that it does not
    list (N20)."""
    if is_rule_claim(claim):
        return claim.standing is Standing.ENTAILED
    if not has_to_do(inquiry, claim, cited):
        return any(applied(inquiry, one, cited) for one in unlisted(inquiry, claim) if has_to_do(inquiry, one, cited))
    if not takes_step(inquiry, claim):
        return claim.standing is Standing.ENTAILED
    return _step(inquiry, claim, _Besides(inquiry, claim.id))


def has_to_do(inquiry: Inquiry, claim: Held, cited: str) -> bool:
    """Whether what is cited speaks to what a claim says, or leads to what it concludes; that a conclusion is unknown
    is concluded where a rule is cited that could establish it."""
    if inquiry.matter.cited.speaks_to(cited, claim, inquiry.reading):
        return True
    rule = inquiry.matter.cited.rules.get(cited, cited)
    if not takes_step(inquiry, claim) and not leaves_open(inquiry, claim):
        return False
    return rule in leading_to(inquiry, claim)


def leaves_open(inquiry: Inquiry, claim: Held) -> bool:
    """Whether a claim says that conclusions are unknown, and cites a rule itself that could establish them."""
    open_ = [said.subject for said in claim.said if said.mood is Mood.UNSETTLED]
    return any(one is not None and not inquiry.is_fact(one) for one in open_) and has_own_rules(
        inquiry, claim, inquiry.rules_on(claim), concluding(inquiry, claim)
    )


def step(inquiry: Inquiry, claim: Held, sources: Iterable[str]) -> bool:
    """Whether what a claim says is so, and the rules cited on it and below it yield it from some claims alone."""
    claims = inquiry.reading.claims
    said = (
        one
        for name in sources
        if claims[name].world == "asked"
        for one in claims[name].said
        if one.standing is not Standing.FOREIGN
    )
    return _step(inquiry, claim, _These(inquiry, tuple(said)))


@dataclass(frozen=True)
class _These:
    """Some assertions from which a step is taken."""

    inquiry: Inquiry
    said: Sequence[Said]

    @cached_property
    def _enough(self) -> Sequence[Said]:
        return self.inquiry.voices.enough(self.said)

    def key(self) -> Hashable:
        """What is the same for what gives the same."""
        return tuple(map(self.inquiry.voices.number, self._enough))

    def premises(self) -> Premises:
        return premises(self.inquiry.reading, self._enough, self.inquiry.matter.derived, None)


@dataclass(frozen=True)
class _Besides:
    """What all claims but one say, for a step of this one: what they all give is worked out once, and changed."""

    inquiry: Inquiry
    claim: str

    @property
    def said(self) -> Sequence[Said]:
        return tuple(self.inquiry.chorus.without(self.claim))

    @cached_property
    def _change(self) -> Change:
        return self.inquiry.chorus.change(self.claim)

    def key(self) -> Hashable:
        """What is the same for what gives the same."""
        return self._change

    def premises(self) -> Premises:
        change, every = self._change, self.inquiry.chorus.enough
        told, given = self.inquiry.told
        return told.changed(given, Others(every, change.gone, change.come), change.gone | change.come)


def _step(inquiry: Inquiry, claim: Held, told: _These | _Besides) -> bool:
    """The same from what is said; worked out once for claims that say the same, from the same, by the same rules."""
    if claim.standing is not Standing.ENTAILED:
        return False
    own = inquiry.rules_on(claim)
    if not has_own_rules(inquiry, claim, own, concluding(inquiry, claim)):
        return False
    carried = without_rules(inquiry, claim, own)
    if carried and not is_carried_on(inquiry, carried, told.said):
        return False
    sources = claim.sources if claim.id != DECISION else inquiry.reading.drawn
    below = (inquiry.rules_below[name] for name in sources if name != DECISION)
    rules = RuleSet.of(own, inquiry.matter.cited.places).union(below)
    voices = inquiry.voices
    key = (
        tuple(map(voices.number, claim.said)),
        tuple(map(voices.number, compared_besides(inquiry, claim))),
        tuple(map(voices.number, carried)),
        claim.evidence,
        rules.bits,
        told.key(),
    )
    found = inquiry.yielded.get(key)
    if found is None:
        found = inquiry.yielded[key] = _are_yielded(inquiry, claim, told.premises, rules, carried)
    return found


def has_own_rules(inquiry: Inquiry, claim: Held, own: Collection[str], concluded_by: Collection[str]) -> bool:
    """Whether the rules that a claim cites itself conclude on what it says; of several parts, for each of them that is
    beside the question one that applies."""
    if not any(rule in concluded_by for rule in own):
        return False
    asides = inquiry.matter.cited.asides
    return asides is None or not _is_joint(claim) or all(
        not asides.concluding(said.subject).isdisjoint(own)
        for said in claim.said
        if said.mood in (Mood.HOLDS, Mood.CLASHES) and said.subject is not None and asides.is_beside(said.subject)
    )


def without_rules(inquiry: Inquiry, claim: Held, own: Collection[str]) -> tuple[Said, ...]:
    """The conclusions that a claim joins with others and on which none of the rules that it cites itself concludes,
    though some rule does.  A decision may cite the rules of some of its parts alone."""
    drawn = [one for one in claim.said if not _is_given(inquiry, one) and not one.together]
    if claim.id == DECISION or len(drawn) < 2:
        return ()
    by = [(one, concluding(inquiry, replace(claim, said=(one,)))) for one in drawn]
    return tuple(one for one, rules in by if rules and rules.isdisjoint(own))


def is_carried_on(inquiry: Inquiry, parts: Collection[Said], said: Sequence[Said]) -> bool:
    """Whether some parts of a claim are drawn elsewhere, so that it may carry them on."""
    return all(any(_says(inquiry, one, part) for one in said) for part in parts)


def _says(inquiry: Inquiry, said: Said, part: Said) -> bool:
    if said.mood is not part.mood or said.statement is None or part.statement is None:
        return False
    if said.statement == part.statement:
        return True
    return said.mood is Mood.HOLDS and inquiry.reading.declared.settles(said.statement, part.statement) is True


def is_yielded(
    inquiry: Inquiry, claim: Held, said: Iterable[Said], rules: Container[str], carried: Collection[Said]
) -> bool:
    """Whether some rules yield what a claim says from what is said, but for what is carried on; each part of it that is
    so beside the question, by one that applies, they do (`has_own_rules` has it)."""
    return _are_yielded(
        inquiry, claim, lambda: premises(inquiry.reading, said, inquiry.matter.derived, None), rules, carried
    )


def _are_yielded(
    inquiry: Inquiry, claim: Held, told: Callable[[], Premises], rules: Container[str], carried: Collection[Said]
) -> bool:
    """The same by what is told, which is asked for only where something is to be drawn from it."""
    asides = inquiry.matter.cited.asides
    drawn = [
        one
        for one in claim.said
        if not _is_given(inquiry, one) and one not in carried
        if asides is None or one.subject is None or not asides.is_beside(one.subject)
    ]
    if not drawn:
        return True
    given = _with_passages(inquiry, claim, told())
    given = _with_operands(inquiry, claim, given if _is_joint(claim) else _without(given, claim.said))
    mixed = set(map(id, compared_besides(inquiry, claim)))
    return all(_yields(inquiry, given, _put_in(inquiry, one) if id(one) in mixed else one, rules) for one in drawn)


def compared_besides(inquiry: Inquiry, claim: Held) -> tuple[Said, ...]:
    """What a claim says of conclusions on the path together with some beside the question (`sv < z`) that a rule
    which it cites itself concludes: these are so, whatever its premises are."""
    cited = inquiry.matter.cited
    if cited.asides is None:
        return ()
    own = inquiry.rules_on(claim)
    return tuple(
        said
        for said in claim.said
        if said.statement is not None and isinstance(said.assertion.content, Holds)
        if cited.asides.is_mixed(said.statement) and not cited.asides.concluding(said.statement).isdisjoint(own)
    )


def _put_in(inquiry: Inquiry, said: Said) -> Said:
    """What a claim says, with what is so beside the question in its place (`12 eur < z`)."""
    asides, content = inquiry.matter.cited.asides, said.assertion.content
    if asides is None or said.statement is None or not isinstance(content, Holds):
        return said
    return replace(said, statement=asides.with_values(said.statement, content.formula))


def _is_joint(claim: Held) -> bool:
    """Whether a claim joins several conclusions: then each may be carried on from where it is drawn."""
    return len(claim.said) > 1


def _is_given(inquiry: Inquiry, said: Said) -> bool:
    return not _is_drawn(inquiry, said) and not _is_clash(inquiry, said)


def _yields(inquiry: Inquiry, given: Premises, said: Said, rules: Container[str]) -> bool:
    matter = inquiry.matter
    if said.mood is Mood.CLASHES:
        open_ = said.statement if said.value is None else said.value
        return open_ is not None and clashes(matter.program, matter.parts, given, open_, rules)
    assert said.statement is not None
    wanted = [said.statement, weakened(said.statement)]
    equal = equation(said.statement)
    if equal is not None and equal[0] in inquiry.reading.tolerances:
        about = number(equal[1].value)
        if about is not None:
            span = inquiry.reading.tolerances[equal[0]].off(about)
            wanted.append(_between(equal[0], about - span, about + span))
    return any(
        follows(matter.program, matter.parts, given, one, rules) is Verdict.TRUE for one in dict.fromkeys(wanted)
    )


def _between(read: core.Value, low: Fraction, high: Fraction) -> core.Formula:
    return core.And(
        (core.Test(">=", read, core.Constant(exact(low))), core.Test("<=", read, core.Constant(exact(high))))
    )


def _with_passages(inquiry: Inquiry, claim: Held, given: Premises) -> Premises:
    """The passages that a claim cites itself settle the judgments that they support."""
    cited = set(claim.evidence)
    fixed = dict(given.fixed)
    more: list[core.Formula] = []
    for leaf, sets in inquiry.matter.supported:
        if any(accepted <= cited for accepted in sets) and leaf not in fixed:
            value = inquiry.matter.values.get(leaf)
            if value is not None and value is not Verdict.OPEN:
                fixed[leaf] = value is Verdict.TRUE
                more.append(leaf)
    narrow = given.narrow if given.narrow is None else (*given.narrow, *filter(is_narrow, more))
    return replace(given, fixed=fixed, narrow=narrow) if more else given


def _with_operands(inquiry: Inquiry, claim: Held, given: Premises) -> Premises:
    """The facts that a claim's own comparisons read, and those beside something derived in its own conditions
    (instances of a quantified condition are no judgments of their own, N3), are the case's."""
    atoms: list[core.Formula | core.Value] = []
    for said in claim.said:
        if said.statement is not None:
            atoms += expand.reads(said.statement)
            for leaf in expand.leaves(said.statement):
                atoms += (leaf, *expand.inner(leaf))
    return with_known(given, inquiry.matter.known, atoms)


def _without(given: Premises, said: Iterable[Said]) -> Premises:
    """The premises without what the claim says itself; the parts of a condition are premises for the whole."""
    fixed, values = dict(given.fixed), dict(given.values)
    for one in said:
        if one.statement is not None:
            fixed.pop(expand.bare(one.statement), None)
            equal = equation(one.statement)
            if equal is not None:
                values.pop(equal[0], None)
        if one.value is not None:
            values.pop(one.value, None)
    return replace(given, fixed=fixed, values=values)
