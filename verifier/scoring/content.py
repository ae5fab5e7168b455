"""What a claim is by itself, whichever other claims stand beside it: looked at once, then a few integers.

A claim's content is what it says, what it cites and of which world it speaks.  Everything that the checks and the
rubric ask of one claim alone is asked here, of the same functions that they use; `judge` puts contents together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.citations import Links
from rulelang.verifier.claims import DECISION, OtherUnit
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.judgments import is_bad, is_foreign_premise
from rulelang.verifier.leading import concluding, leading_to
from rulelang.verifier.question_level import accepted_sets, serves_for_a_rule
from rulelang.verifier.reading import Reading, Stated
from rulelang.verifier.rubric_points import Marking, arbitrated, stands
from rulelang.verifier.said import Held, Mood, Said, Standing
from rulelang.verifier.scoring.bearing import speaks_of
from rulelang.verifier.scoring.counted import counted, counted_entering, shared
from rulelang.verifier.scoring.lanes import Counter, Lanes
from rulelang.verifier.scoring.layout import Layout
from rulelang.verifier.scoring.parts import Content, More
from rulelang.verifier.scoring.spoken import Spoken
from rulelang.verifier.scoring.states import Jointly, States
from rulelang.verifier.scoring.voice import Voice
from rulelang.verifier.scoring.ways import NOWHERE, Way, Ways
from rulelang.verifier.status import weakened
from rulelang.verifier.steps import has_own_rules, is_rule_claim, leaves_open, takes_step
from rulelang.verifier.warrant import Warrant

Key = tuple["str | tuple[str, ...]", tuple[str, ...], tuple[str, ...], bool]
"""What a claim says, the rules and passages that it cites, whether it speaks of the case as given."""


class Contents:
    """The contents of one case's claims."""

    def __init__(self, layout: Layout, lanes: Lanes, voice: Voice, links: Links) -> None:
        self.layout, self.lanes, self.voice = layout, lanes, voice
        self.links: Links = links
        self.ready = layout.ready
        self.saids: list[Said | None] = []
        """What has been said, at the place of its bit; what is cited has a bit here too, and nothing is said by it."""
        self.bearing = self._looked_at = 0
        """Of all that was said what bears on some target."""
        self._concluding: list[More] = []
        self._said_at: dict[object, int] = {}
        self.cites: dict[str, int] = {}
        """All identifiers that were cited as rules, each with its bit."""
        self.cited = 0
        """The bits of these."""
        self.kept = lanes.above(1) - 1
        """All lanes of `here` integers, and above them what is cited, not what is said."""
        self.known = 0
        """The bits of those that may be cited."""
        self._ups: dict[tuple[str, ...], int] = {}
        """What some citations cover."""
        self._led: dict[tuple[core.Formula | core.Value | None, ...], tuple[frozenset[str], frozenset[str]]] = {}
        """The rules that lead to what is said, and those of them that conclude it."""
        self._numbers: dict[int, int] = {}
        self._quotes: dict[tuple[str, tuple[str, ...]], bool] = {}
        self.ways = Ways(self.ready.matter, lanes)
        self._stated: Stated = {}
        """What each assertion states."""
        self._spoken = Spoken(layout, self.inquiry([]).reading)

    def forget(self) -> None:
        self.saids.clear()
        self._said_at.clear()
        self.cites.clear()
        self._concluding.clear()
        self.cited = self.known = self.bearing = self._looked_at = 0
        self.kept = self.lanes.above(1) - 1
        self._quotes.clear()
        self._ups.clear()
        self._led.clear()
        self._numbers.clear()
        self._stated.clear()
        self.ways.forget()
        self._spoken.forget()

    def inquiry(self, claims: Iterable[Held], decision: Held | None = None) -> Inquiry:
        """Some claims as the checks look at them."""
        matter = self.ready.matter
        reading = Reading(
            self.voice.declared,
            {claim.id: claim for claim in claims},
            decision,
            self.voice.tolerances,
            self.layout.targets,
            matter.prescribed,
            matter.in_play,
            matter.holding,
            self._stated,
        )
        return Inquiry(matter, reading, self.links)

    def way(self, goals: Iterable[core.Formula], own: Iterable[core.Formula]) -> Way:
        """The way to some formulas, in their strict and in their weak form; nothing counts that is said of those of
        `own` themselves."""
        asked = tuple(goals)
        return self.ways.to((*asked, *map(weakened, asked)), map(expand.bare, own))

    def held(self, key: Key) -> Held:
        says, rules, evidence, given = key
        said = self.voice.said(says, given)
        return Held("c", "", (), rules, evidence, "given" if given else "asked", said)

    def quoted(self, quote: str, evidence: tuple[str, ...]) -> int:
        """What a quote adds to the counters."""
        found = self._quotes.get((quote, evidence))
        if found is None:
            claim = Held("c", "", (), (), evidence, "asked", (), quote)
            found = self._quotes[quote, evidence] = stands(self._marking(self.inquiry([claim])), claim, quote)
        return Counter.QUOTES.one + (Counter.QUOTED.one if found else 0)

    def _marking(self, inquiry: Inquiry) -> Marking:
        return Marking(inquiry, Warrant(), (), self.layout.arbitration)

    def content(self, key: Key, jointly: tuple[Jointly, ...] = (), decision: bool = False) -> Content:
        """The content of a claim; of the decision where it is one, which has no part in what claims state."""
        return self.of(self.held(key), jointly, decision)

    def of(self, held: Held, jointly: tuple[Jointly, ...], decision: bool) -> Content:
        inquiry = self.inquiry([held])
        here = held.world == "asked" and not decision
        lanes, cited = self.lanes, self.ready.matter.cited
        heard = [(said, self._spoken.of(said)) for said in held.said]
        states = States(self.layout, lanes, inquiry, held, heard, jointly) if here else None
        up = self._up(held.rules) | lanes.passages(held.evidence)
        said = self._said(held.said) if here else 0
        found = states.here if states else 0
        found |= lanes.above(self._cites(held.rules) | said)
        takes = 0
        if self.links == "linked" and not decision:
            reading = inquiry.reading
            if not held.rules or any(cited.governs(one, held, reading) for one in dict.fromkeys(held.rules)):
                takes |= lanes.taken_rules
            if not held.evidence or any(cited.supports(one, held, reading) for one in dict.fromkeys(held.evidence)):
                takes |= lanes.taken_passages
        below = lanes.lifted(cited.rules[one] for one in held.rules if one in cited.rules)
        own = below | up | (states.stated if states else 0)
        if is_besides(held, decision):
            counts, flags, more = 0, 0, self._more_besides(inquiry, held, states)
        else:
            counts, flags, more = self._applications(inquiry, held, decision, states)
        if here or decision:
            found |= flags
            if self.layout.arbitration and not is_besides(held, decision):
                found |= lanes.arbitrated(self._arbitrated(inquiry, held, decision))
        if here:
            counts += Counter.SAID.one * said.bit_count()
            counts += counted(self._marking(inquiry), held)
        counts += counted_entering(inquiry, held, here)
        stated = lanes.looked_for(states.stated, states.right) if states else 0
        found |= lanes.covered_here(up & stated)
        made = Content(held, said)
        passages = states.passages if states else ()
        full = lanes.full(own, found)
        made.parts = (
            self._one(takes), shared(counts), more, {} if more is None else None, up,
            (full, lanes.without_lower(full), self._one(stated), passages, made),
        )  # fmt: skip
        if more is not None:
            more.said, more.rules = said, below
            more.needs = lanes.needed(more.concludes)
        self._look(more)
        return made

    def _one(self, number: int) -> int:
        """One object for equal numbers: so what is looked at for every answer lies close together."""
        return self._numbers.setdefault(number, number)

    def _look(self, more: More | None) -> None:
        """Sees which of the things newly said bear on what is concluded."""
        if more is not None and more.steps is not None:
            more.bearing = self.ways.bearing(more.way)
            self._concluding.append(more)
        if self._looked_at < len(self.saids):
            for each in self._concluding:
                each.bearing = self.ways.bearing(each.way)
            self.bearing = self.ways.bearing(self.way(self.layout.targets, ()))
            self._looked_at = len(self.saids)

    def _more_besides(self, inquiry: Inquiry, held: Held, states: States | None) -> More | None:
        """What is to be known of what a decision says besides what is asked (N20): as of a claim, but for its
        citations, which are the decision's."""
        assert states is not None
        loose = self._loose(inquiry, held)
        grounds = self._grounds(inquiry, held, states) if self.layout.policy == "answer" else ()
        if not (loose or states.concludes or grounds):
            return None
        return More(
            0, 0, 0, loose, False, states.concludes, bool(states.concludes), None, NOWHERE, 0, 0, 0, 0, grounds,
            self.lanes.subjects,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ its citations

    def _up(self, rules: tuple[str, ...]) -> int:
        """Which fact judgments and which clauses of conclusions some citations cover."""
        found = self._ups.get(rules)
        if found is None:
            found = 0
            for rule in rules:
                found |= self._covered_by(rule)
            self._ups[rules] = found
        return found

    def _covered_by(self, rule: str) -> int:
        cited = self.ready.matter.cited
        subjects = clauses = 0
        for number, subject in enumerate(self.layout.subjects):
            if any(cited.covers(rule, clause) for clause in cited.for_fact(subject.leaf, subject.clauses)):
                subjects |= 1 << number
        for clause, number in self.layout.clauses.items():
            if cited.covers_conclusion(rule, clause):
                clauses |= 1 << number
        return self.lanes.covering(subjects, clauses)

    def _cites(self, rules: Sequence[str]) -> int:
        found = 0
        for rule in rules:
            if rule not in self.cites:
                self.cites[rule] = 1 << len(self.saids)
                self.saids.append(None)
                self.cited |= self.cites[rule]
                self.kept |= self.lanes.above(self.cites[rule])
                if rule in self.ready.matter.known_rules:
                    self.known |= self.cites[rule]
            found |= self.cites[rule]
        return found

    def _said(self, said: Sequence[Said]) -> int:
        """The bits of what can be a premise."""
        found = 0
        for one in said:
            if one.mood is Mood.UNREAD or (one.mood is Mood.RULE and one.statement is None):
                continue
            other = isinstance(one.assertion.content, OtherUnit)
            identity = (one.mood, one.statement, one.value, one.standing, other, one.together)
            if identity not in self._said_at:
                self._said_at[identity] = 1 << len(self.saids)
                self.saids.append(one)
                reading = self.inquiry([]).reading
                self.ways.add(self._said_at[identity], one, speaks_of(one, reading), reading)
            found |= self._said_at[identity]
        return found

    def _applications(
        self, inquiry: Inquiry, held: Held, decision: bool, states: States | None
    ) -> tuple[int, int, More | None]:
        """What the counters and the lanes get for its citations, and what hangs on other claims."""
        layout, lanes, cited = self.layout, self.lanes, inquiry.matter.cited
        flags = lanes.citing if held.rules else 0
        counts = right = wrong_then = wrong = applies = 0
        steps: dict[tuple[int, int], bool] | None = None
        way = NOWHERE
        judged = held.world == "asked" and (decision or held.standing is not Standing.MALFORMED)
        marked = not is_rule_claim(held) and not all(one.standing is Standing.MALFORMED for one in held.said)
        if held.world == "asked" and held.rules:
            governed = {one: cited.speaks_to(one, held, inquiry.reading) for one in held.rules}
            concludes = takes_step(inquiry, held) and not is_rule_claim(held)
            if not concludes:
                entailed = held.standing is Standing.ENTAILED
                leading = self._leading(inquiry, held)[0] if leaves_open(inquiry, held) else frozenset[str]()
                valid = [
                    entailed and (is_rule_claim(held) or governed[one] or cited.rules.get(one, one) in leading)
                    for one in held.rules
                ]
            else:
                leading, concludes_it = self._leading(inquiry, held)
                valid = [governed[one] or cited.rules.get(one, one) in leading for one in held.rules]
                own = inquiry.rules_on(held)
                if held.standing is Standing.ENTAILED and has_own_rules(inquiry, held, own, concludes_it):
                    steps = {}
                    goals = [one.subject for one in held.said if one.subject is not None]
                    way = self.way(goals, goals if len(held.said) == 1 else ())
            lifted = [cited.rules.get(one, one) for one in held.rules]
            failed = lanes.gold(one for one, is_valid in zip(lifted, valid, strict=True) if not is_valid)
            every = lanes.gold(lifted)
            if marked:
                counts += Counter.APPLICATIONS.one * len(held.rules)
                met = Counter.APPLIED.one * sum(valid)
                applies = sum(1 << place for place, is_valid in enumerate(valid) if is_valid)
            else:
                met = 0
            if not concludes:
                counts += met
                if judged and not decision:
                    flags |= lanes.wrong(failed)
            else:
                right = met
                if judged and not decision:
                    wrong_then, wrong = lanes.wrong(failed), lanes.wrong(every)
                if steps is None:
                    flags |= wrong
                    wrong_then = wrong
        loose = self._loose(inquiry, held) if held.world == "asked" and not decision else ()
        concludes_ = states.concludes if states else 0
        roots = states is not None and states.roots
        grounds = self._grounds(inquiry, held, states) if states and layout.policy == "answer" else ()
        if states is not None and states.targets and any(
            cited.covers_conclusion(rule, clause)
            for rule in held.rules
            for clause, number in layout.clauses.items()
            if layout.concluding >> number & 1
        ):
            flags |= lanes.cited_conclusion
        if not (loose or roots or concludes_ or steps is not None or grounds):
            return counts, flags, None
        asks = bool(concludes_) or steps is not None
        relevant = way.ruling | lanes.subjects
        more = More(
            0, 0, 0, loose, roots, concludes_, asks, steps, way, applies, right, wrong_then, wrong, grounds, relevant
        )
        return counts, flags, more

    def _leading(self, inquiry: Inquiry, held: Held) -> tuple[frozenset[str], frozenset[str]]:
        """The rules that lead to what a claim says, and those of them that conclude it."""
        said = tuple(term for one in held.said for term in (one.statement, one.value))
        found = self._led.get(said)
        if found is None:
            found = frozenset(leading_to(inquiry, held)), frozenset(concluding(inquiry, held))
            self._led[said] = found
        return found

    def _grounds(self, inquiry: Inquiry, held: Held, states: States) -> tuple[int, ...]:
        found: dict[int, None] = {}
        for leaf in self.layout.required:
            if any(inquiry.reading.judge(one, leaf) is not None for one in held.said):
                for accepted in inquiry.matter.evidence.get(leaf, ()):
                    found[self.lanes.passages(accepted)] = None
        if states.targets and serves_for_a_rule(self.ready.case.track):
            for one in accepted_sets(self.ready.matter, self.ready.listed):
                found[self.lanes.passages(one)] = None
        return tuple(found)

    # ------------------------------------------------------------------------------------- the rest of the claim

    def _loose(self, inquiry: Inquiry, held: Held) -> tuple[tuple[int, bool], ...]:
        found: list[tuple[int, bool]] = []
        for said in held.said:
            if is_foreign_premise(said):
                found.append((0, False))
            elif (
                said.mood is Mood.HOLDS
                and said.statement is not None
                and is_bad(said)
                and not said.together
                and inquiry.is_fact(said.statement)
            ):
                bits = 0
                for leaf, (_, about) in self._spoken.of(said).items():
                    bits |= self.layout.bits(leaf) if about else 0
                found.append((bits, said.standing is Standing.CONTRADICTED))
        return tuple(found)

    def _arbitrated(self, inquiry: Inquiry, held: Held, decision: bool) -> int:
        marking = self._marking(self.inquiry([], held) if decision else inquiry)
        found = 0
        for part in inquiry.matter.parts:
            if part.key in self.layout.rivals and arbitrated(marking, part):
                found |= 1 << self.layout.rivals[part.key]
        return found


def is_besides(held: Held, decision: bool) -> bool:
    """Whether a claim is what a decision says besides what is asked (N20)."""
    return held.id == DECISION and not decision
