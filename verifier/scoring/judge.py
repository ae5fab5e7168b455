"""The quick judge: what `check` finds of an answer, for a hundred thousand answers to a few hundred cases.

A judge belongs to a case and lives across its answers.  A claim is looked at once by itself, whichever answers make
it (`content`); what the claims of an answer add up to is a handful of integers (`settling.Sum`), put together along
the links in one pass; and what follows from a sum is worked out once.  No answer is recognised as a whole: an answer
that was never seen costs the same as one that was, if its claims were seen.  All tables are bounded, and forgetting
them changes no row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rulelang.verifier import outcome as outcomes
from rulelang.verifier.answer import Answer
from rulelang.verifier.citations import Links
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.reading import Held, Mood, Said
from rulelang.verifier.replay import follows, premises, repaired
from rulelang.verifier.scoring.content import Content, Contents, Jointly, together_of
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.lanes import OF_ENTERING, Lanes
from rulelang.verifier.scoring.layout import MOST_CLAIMS, Laid, Layout, instances, is_limited
from rulelang.verifier.scoring.quick_answer import exactly
from rulelang.verifier.scoring.row import Verdict as Row
from rulelang.verifier.scoring.settling import Decided, Settling, Sum, Told
from rulelang.verifier.scoring.voice import Voice
from rulelang.verifier.steps import step
from rulelang.verifier.warrant import Verdict

MOST_KEPT = 4_000
"""How many contents, and how many sums, a judge keeps; with one more it forgets all of them."""


class ClaimLike(Protocol):
    """A claim of `answer.Claim`'s shape, by whichever reader; what is left out may be any value but a string."""

    id: str
    says: str | list[str]
    from_: Sequence[str]
    rules: Sequence[str]
    evidence: Sequence[str]
    quote: object
    world: object


class DecisionLike(Protocol):
    """A decision of `answer.Decision`'s shape."""

    says: str | list[str]
    from_: Sequence[str]
    rules: Sequence[str]
    evidence: Sequence[str]


class AnswerLike(Protocol):
    """An answer of `answer.Answer`'s shape, its links known to be in order (`read_answer`, `read_quickly`)."""

    claims: Sequence[ClaimLike] | None
    decision: object


class Judge:
    """Judges answers to one case; see the module's docstring.

    `ready`: the case; `policy`: its own if none is given; `exactly`: what turns an answer into `answer.Answer`, for
    the few that are held against the case by `check` itself (extraction failed, too many claims, too many warrants).
    """

    def __init__(self, ready: Ready, policy: Policy | None = None, links: Links = "linked") -> None:
        self.ready = ready
        self.policy: Policy = policy or ready.policy
        self.links: Links = links
        self._slow = is_limited(ready, self.policy)
        self._layout = Layout(ready, self.policy)
        self._lanes = Lanes(self._layout)
        self._voice = Voice(ready)
        self._contents = Contents(self._layout, self._lanes, self._voice, links)
        self._settling = Settling(self._layout, self._lanes, self._contents, self._mended)
        self._known: dict[tuple[object, ...], Content] = {}
        self._rows: dict[Sum, Row] = {}
        self._decisions: dict[tuple[object, ...] | None, tuple[int, Decided]] = {}
        self._followed: dict[int, tuple[Verdict, ...]] = {}
        self._together: dict[tuple[object, ...], tuple[frozenset[int], Verdict, bool] | None] = {}
        self._steps = 0

    def forget(self) -> None:
        """Everything that was learned from answers."""
        self._known.clear()
        self._rows.clear()
        self._decisions.clear()
        self._followed.clear()
        self._together.clear()
        self._contents.forget()
        self._voice.forget()
        self._steps = 0

    @property
    def kept(self) -> int:
        """How much it keeps: contents, sums and steps."""
        return len(self._known) + len(self._rows) + len(self._followed) + len(self._together) + self._steps

    def row(self, answer: AnswerLike) -> Row:
        """What the check finds, as the columns have it; the same object for answers of which the same is found."""
        claims = answer.claims
        if claims is None or self._slow or len(claims) > MOST_CLAIMS:
            return verdict_of(self.ready, _exactly(answer), self.links, self.policy)
        if self.kept > MOST_KEPT:
            self.forget()
        known = self._known
        contents: list[Content] = []
        places: dict[str, int] = {}
        counts = 0
        for claim in claims:
            says = claim.says
            evidence = tuple(claim.evidence)
            key = (says if type(says) is str else tuple(says), tuple(claim.rules), evidence, claim.world == "given")
            content = known.get(key)
            if content is None:
                content = known[key] = self._contents.content(key)
            places[claim.id] = len(contents)
            contents.append(content)
            quote = claim.quote
            if type(quote) is str and not key[3]:
                counts += self._contents.quoted(quote, evidence)
        return self._linked(answer, claims, contents, places, counts)

    def _linked(
        self,
        answer: AnswerLike,
        claims: Sequence[ClaimLike],
        contents: list[Content],
        places: dict[str, int],
        counts: int,
    ) -> Row:
        """The second pass: along the links."""
        lanes = self._lanes
        users = [0] * len(contents)
        links: list[list[int] | tuple[()]] = []
        order: Sequence[int] = range(len(contents))
        for number, claim in enumerate(claims):
            sources = claim.from_
            if sources:
                below = [places[source] for source in sources]
                up = contents[number].up
                for place in below:
                    users[place] |= up
                    if place >= number:
                        order = ()
                links.append(below)
            else:
                links.append(())
        decision = answer.decision
        drawn: list[int] = []
        if getattr(decision, "says", None) is None:
            decided_number, decided = self._decision(None)
        else:
            decided_number, decided = self._decision(decision)  # type: ignore[arg-type]
            drawn = [places[source] for source in decision.from_]  # type: ignore[attr-defined]
            assert decided.content is not None
            up = decided.content.up
            for place in drawn:
                users[place] |= up
        if not order and contents:
            order = _order(links)
        if self._layout.together:
            contents = self._jointly(contents)

        here = covering = supported = everything = entering = 0
        wanting: list[tuple[int, tuple[int, ...], int]] = []
        special: list[tuple[int, Content, int, int]] = []
        full = users
        claim_bits = lanes.claim
        for number in order:
            content = contents[number]
            counted = content.up | users[number] & content.takes
            below = 0
            for place in links[number]:
                below |= full[place]
            reached = content.own | counted | below | claim_bits[number]
            full[number] = reached
            here |= content.here
            counts += content.counts
            covering |= counted & content.stated
            everything |= reached
            for bit, sets in content.passages:
                for accepted in sets:
                    if reached & accepted == accepted:
                        supported |= bit
                        break
                else:
                    wanting.append((bit, sets, reached))
            if content.more is not None:
                special.append((number, content, counted, below))
                if content.more.roots:
                    entering |= reached
        decided_below = 0
        for place in drawn:
            decided_below |= full[place]
        entering |= decided_below
        if wanting:
            supported |= _supported(wanting)
        return self._summed(
            contents, links, drawn, decided_number, decided, decided_below,
            here, counts, covering, supported, everything, entering, special,
        )  # fmt: skip

    def _summed(
        self, contents: list[Content], links: Sequence[Sequence[int]], drawn: Sequence[int], decided_number: int,
        decided: Decided, decided_below: int, here: int, counts: int, covering: int, supported: int, everything: int,
        entering: int, special: Sequence[tuple[int, Content, int, int]],
    ) -> Row:  # fmt: skip
        """The third pass, over the claims that conclude."""
        lanes = self._lanes
        subjects, clause_lane = lanes.subjects, lanes.clauses
        said = everything >> lanes.said_at
        twice = 0
        if counts & _FIELD != said.bit_count():
            seen = 0
            for content in contents:
                twice |= seen & content.said
                seen |= content.said
        wrong = 0
        grounded = False
        loose: tuple[tuple[int, bool], ...] = ()
        concluded: list[tuple[int, int, int, int]] = []
        for number, content, counted, below in special:
            more = content.more
            assert more is not None
            if more.steps is not None:
                others = said & ~content.said | twice & content.said
                key = ((content.own | below) & lanes.below, others)
                valid = more.steps.get(key)
                if valid is None:
                    valid = more.steps[key] = self._step(content, *key)
                if valid:
                    counts += more.right
                    wrong |= more.wrong_then
                else:
                    wrong |= more.wrong
            if more.concludes:
                sources = 0
                for place in links[number]:
                    sources |= contents[place].up
                concluded.append((more.concludes, counted & clause_lane, sources & clause_lane, below & subjects))
            if (more.loose or more.grounds) and entering & lanes.claim[number]:
                loose += more.loose
                grounded = grounded or any(counted & accepted == accepted for accepted in more.grounds)
        decided_clauses = 0
        content_ = decided.content
        if content_ is not None:
            for place in drawn:
                decided_clauses |= contents[place].up
            here |= content_.here
            counts += content_.counts
            more = content_.more
            if more is not None and more.steps is not None:
                key = ((content_.own | decided_below) & lanes.below, said)
                valid = more.steps.get(key)
                if valid is None:
                    valid = more.steps[key] = self._step(content_, *key)
                if valid:
                    counts += more.right
        entering_said = entering >> lanes.said_at
        derived = self._followed.get(entering_said) or self._follow(entering_said)
        followed = self._followed.get(said) or self._follow(said)
        unmended = 0
        if derived != decided.final:
            unmended = entering_said
        entering_counts = 0
        if counts >> OF_ENTERING:
            for number, content in enumerate(contents):
                if entering & lanes.claim[number]:
                    entering_counts += content.counts
            entering_counts = entering_counts >> OF_ENTERING << OF_ENTERING
            counts &= (1 << OF_ENTERING) - 1
        total = Sum(
            here,
            counts,
            covering,
            supported,
            entering & subjects,
            entering_counts,
            loose,
            wrong,
            decided_number,
            decided_clauses & clause_lane,
            decided_below & subjects,
            derived,
            followed,
            unmended,
            grounded,
            tuple(concluded),
        )
        found = self._rows.get(total)
        if found is None:
            found = self._rows[total] = self._settling.row(total, decided)
        return found

    # ------------------------------------------------------------------------------------- what is worked out once

    def _decision(self, decision: DecisionLike | None) -> tuple[int, Decided]:
        key = None
        if decision is not None:
            says = decision.says
            key = (
                says if isinstance(says, str) else tuple(says), tuple(decision.rules), tuple(decision.evidence)
            )  # fmt: skip
        found = self._decisions.get(key)
        if found is None:
            found = self._decisions[key] = (len(self._decisions), self._decided(key))
        return found

    def _decided(self, key: tuple[object, ...] | None) -> Decided:
        contents, layout = self._contents, self._layout
        held: Held | None = None
        content: Content | None = None
        if key is not None:
            says, rules, evidence = key
            held = contents.held((says, rules, evidence, False))  # type: ignore[arg-type]
            held = Held("", "/decision", (), held.rules, held.evidence, "asked", held.said)
            content = contents.of(held, (), decision=True)
        inquiry = contents.inquiry([], held)
        found = list(outcomes.outcome(inquiry))
        wrong = {one.about for one in found if one.kind != "extra"}
        return Decided(
            content,
            tuple(inquiry.reading.final(target) for target in layout.targets),
            tuple(target not in wrong for target in layout.targets),
            tuple(Told(one.code, one.kind, one.check, one.root) for one in found),
            any(one.kind == "extra" for one in found),
            sum(said.mood is Mood.UNREAD for said in held.said) if held is not None else 0,
        )

    def _follow(self, said: int) -> tuple[Verdict, ...]:
        """For each target what follows from what is said."""
        matter, layout = self.ready.matter, self._layout
        reading = self._contents.inquiry([]).reading
        some = self._those(said)
        made = tuple(
            follows(matter.program, matter.parts, premises(reading, some, matter.derived, target), target)
            for target in layout.targets
        )
        self._followed[said] = made
        return made

    def _mended(self, said: int, target: int, laid: Laid) -> Verdict:
        """What would follow for a target if every judgment of a warrant were set right."""
        matter = self.ready.matter
        asked = self._layout.targets[target]
        reading = self._contents.inquiry([]).reading
        given = premises(reading, self._those(said), matter.derived, asked)
        values = {leaf: slot.value for leaf, slot in laid.warrant.slots.items()}
        return follows(matter.program, matter.parts, repaired(given, values, matter.derived), asked)

    def _those(self, said: int) -> list[Said]:
        return [one for number, one in enumerate(self._contents.saids) if said >> number & 1]

    def _step(self, content: Content, below: int, others: int) -> bool:
        """Whether a conclusion's step is valid, with the rules cited on it and below it and what the others say."""
        self._steps += 1
        one = content.held
        claim = Held("c", "", ("below",), one.rules, one.evidence, "asked", one.said)
        rules = Held("below", "", (), tuple(self._lanes.lifted_of(below)), (), "asked", ())
        rest = Held("others", "", (), (), (), "asked", tuple(self._those(others)))
        return step(self._contents.inquiry([claim, rules, rest]), claim, ["others"])

    def _jointly(self, contents: list[Content]) -> list[Content]:
        """The contents, with what several claims state together of a condition that none states alone (N8)."""
        layout, lanes = self._layout, self._lanes
        here = 0
        for content in contents:
            here |= content.here
        _, _, _, _, _, *values = lanes.of_here(here)
        unstated = layout.together & ~(values[0] | values[1] | values[2])
        if not unstated:
            return contents
        adding: dict[int, tuple[Jointly, ...]] = {}
        key = tuple(id(content) for content in contents)
        for leaf in layout.of_leaf:
            if not layout.bits(leaf) & unstated or not instances(leaf):
                continue
            identity = (leaf, key)
            if identity not in self._together:
                asked = [content for content in contents if content.held.world == "asked"]
                self._together[identity] = together_of(self._contents, leaf, asked)
            found = self._together[identity]
            if found is None:
                continue
            places, value, true = found
            numbers = [number for number, content in enumerate(contents) if content.held.world == "asked"]
            for place in places:
                adding[numbers[place]] = (*adding.get(numbers[place], ()), (leaf, value, true))
        made = list(contents)
        for number, stated in adding.items():
            content = contents[number]
            if stated not in content.jointly:
                content.jointly[stated] = self._contents.of(content.held, stated, decision=False)
            made[number] = content.jointly[stated]
        return made


def _exactly(answer: AnswerLike) -> Answer:
    return answer if isinstance(answer, Answer) else exactly(answer)  # type: ignore[arg-type]


_FIELD = (1 << 20) - 1


def _supported(wanting: Sequence[tuple[int, tuple[int, ...], int]]) -> int:
    """The fact judgments that have their passages on several claims together."""
    given: dict[int, tuple[tuple[int, ...], int]] = {}
    for bit, sets, reached in wanting:
        given[bit] = (sets, reached | (given[bit][1] if bit in given else 0))
    found = 0
    for bit, (sets, reached) in given.items():
        if any(reached & accepted == accepted for accepted in sets):
            found |= bit
    return found


def _order(links: Sequence[Sequence[int]]) -> list[int]:
    """The claims, each after those that it draws on."""
    order: list[int] = []
    done = [False] * len(links)
    for start in range(len(links)):
        todo = [(start, False)]
        while todo:
            number, leaving = todo.pop()
            if leaving:
                order.append(number)
            elif not done[number]:
                done[number] = True
                todo.append((number, True))
                todo.extend((below, False) for below in links[number] if not done[below])
    return order
