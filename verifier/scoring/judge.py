"""The quick judge: what `check` finds of an answer, for a hundred thousand answers to a few hundred cases.

A judge belongs to a case and lives across its answers.  A claim is looked at once by itself, whichever answers make
it (`content`); what the claims of an answer add up to is a handful of integers (`settling.Sum`), put together along
the links in one pass; and what follows from a sum is worked out once.  No answer is recognised as a whole: an answer
that was never seen costs the same as one that was, if its claims were seen.  All tables are bounded, and forgetting
them changes no row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulelang.engine import core
from rulelang.verifier import outcome as outcomes
from rulelang.verifier.answer import Answer
from rulelang.verifier.citations import Links
from rulelang.verifier.finding import Finding
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.matter import Policy, Ready
from rulelang.verifier.question_level import accepted_sets
from rulelang.verifier.rubric_points import concluded_by_decision
from rulelang.verifier.said import Held, Mood
from rulelang.verifier.scoring.applying import applying
from rulelang.verifier.scoring.content import Contents, Key
from rulelang.verifier.scoring.exact import verdict_of
from rulelang.verifier.scoring.figures import Told
from rulelang.verifier.scoring.following import Following
from rulelang.verifier.scoring.lanes import OF_ENTERING, Counter, Lanes
from rulelang.verifier.scoring.layout import MOST_CLAIMS, Layout, is_limited
from rulelang.verifier.scoring.links import (
    entering_claims,
    linked,
    parting,
    said_without_last,
    supported_together,
    twice_said,
)
from rulelang.verifier.scoring.parts import (
    CONTENT,
    COUNTS,
    OWN,
    STATING,
    UP,
    Content,
    Drawn,
    More,
    Parts,
    given_by,
)
from rulelang.verifier.scoring.quick_answer import exactly
from rulelang.verifier.scoring.row import Verdict as Row
from rulelang.verifier.scoring.settling import Beyond, Decided, Settling, Sum
from rulelang.verifier.scoring.shape import AnswerLike, ClaimLike, DecisionLike
from rulelang.verifier.scoring.together import Together
from rulelang.verifier.scoring.voice import Voice

MOST_KEPT = 4_000
"""How many contents, and how many sums, a judge keeps; with one more it forgets all of them."""


class Judge:
    """Judges answers to one case; see the module's docstring.

    `ready`: the case; `policy`: its own if none is given; `exactly`: what turns an answer into `answer.Answer`, for
    the few that are held against the case by `check` itself (extraction failed, too many claims, too many warrants).
    """

    def __init__(self, ready: Ready, policy: Policy | None = None, links: Links = "linked") -> None:
        self.ready = ready
        self.policy: Policy = policy or ready.policy
        self.links: Links = links
        self.is_slow = is_limited(ready, self.policy)
        """There are too many warrants: every answer is held against them by `check`."""
        self.forgotten = 0
        """How often it forgot everything."""
        self._layout = Layout(ready, self.policy)
        self._lanes = Lanes(self._layout)
        self._voice = Voice(ready)
        self._contents = Contents(self._layout, self._lanes, self._voice, links)
        self._following = Following(self._layout, self._lanes, self._contents)
        self._together = Together(self._layout, self._lanes, self._contents)
        self._settling = Settling(self._layout, self._lanes, self._contents, self._following)
        self._known: dict[Key, Parts] = {}
        self._rows: dict[tuple[object, ...], Row] = {}
        self._same: dict[Row, Row] = {}
        """One object for equal rows."""
        self._conclusions: list[tuple[int, ...]] = []
        """What was concluded: four numbers each, as `Sum.concluded` has them."""
        self._numbers: dict[tuple[int, ...], int] = {}
        self._decisions: dict[tuple[object, ...] | None, Decided] = {}
        self._kept = 0

    def forget(self) -> None:
        """Everything that was learned from answers."""
        self._known.clear()
        self._rows.clear()
        self._same.clear()
        self._conclusions.clear()
        self._numbers.clear()
        self._decisions.clear()
        self._following.forget()
        self._together.forget()
        self._contents.forget()
        self._settling.forget()
        self._voice.forget()
        self._kept = 0
        self.forgotten += 1

    @property
    def kept(self) -> int:
        """How many things it has learned from answers and keeps."""
        return self._kept + self._following.kept + self._together.kept

    @property
    def is_full(self) -> bool:
        """Whether it keeps as much as it may, and will forget it."""
        return self.kept > MOST_KEPT

    def row(self, answer: AnswerLike) -> Row:
        """What the check finds, as the columns have it; the same object for answers of which the same is found."""
        claims = answer.claims
        if claims is None or self.is_slow or len(claims) > MOST_CLAIMS:
            return verdict_of(self.ready, _exactly(answer), self.links, self.policy)
        if self.kept > MOST_KEPT:
            self.forget()
        known = self._known
        parts: list[Parts] = []
        places: dict[str, int] = {}
        users = [0] * len(claims)
        links: list[list[int] | tuple[()]] = []
        counts = number = 0
        backward = True
        for claim in claims:
            says = claim.says
            evidence = tuple(claim.evidence)
            key = (says if type(says) is str else tuple(says), tuple(claim.rules), evidence, claim.world == "given")
            part = known.get(key)
            if part is None:
                part = self._content(key)
            parts.append(part)
            sources = claim.from_
            if sources and backward:
                try:
                    below = [places[source] for source in sources]
                except KeyError:
                    backward = False
                else:
                    up = part[UP]
                    for place in below:
                        users[place] |= up
                    links.append(below)
            else:
                links.append(())
            places[claim.id] = number
            number += 1
            if type(claim.quote) is str and not key[3]:
                counts += self._contents.quoted(claim.quote, evidence)
        order: Sequence[int] = range(number)
        if not backward:
            users, links, order = linked([claim.from_ for claim in claims], parts, places)
        decision = answer.decision
        drawn: list[int] = []
        if getattr(decision, "says", None) is None:
            decided = self._decision(None)
        else:
            decided = self._decision(decision)  # type: ignore[arg-type]
            drawn = [places[source] for source in decision.from_]  # type: ignore[attr-defined]
            up = decided.up
            for place in drawn:
                users[place] |= up
        return self.summed(parts, links, order, users, drawn, decided, counts)

    def part_of(self, claim: ClaimLike) -> tuple[Parts, int]:
        """A claim by itself, and what its quote adds to the counters."""
        says, evidence = claim.says, tuple(claim.evidence)
        key = (says if isinstance(says, str) else tuple(says), tuple(claim.rules), evidence, claim.world == "given")
        part = self._known.get(key) or self._content(key)
        quoted = isinstance(claim.quote, str) and not key[3]
        return part, self._contents.quoted(claim.quote, evidence) if quoted else 0  # type: ignore[arg-type]

    def decided_of(self, decision: DecisionLike | None) -> Decided:
        """A final decision by itself (None: there is none)."""
        return self._decision(decision)

    def summed(
        self,
        parts: list[Parts],
        links: Sequence[Sequence[int]],
        order: Sequence[int],
        users: list[int],
        drawn: Sequence[int],
        decided: Decided,
        counts: int,
    ) -> Row:
        """The row of claims that are read, along their links; `users` holds for each claim what its users cite.

        One function, for here the time goes: the third pass is over the claims that conclude alone.
        """
        contents, lanes = self._contents, self._lanes
        named, besides = bool(drawn) or decided.content is None, decided.besides
        if besides is not None:  # a claim, on what the decision draws on (N20)
            links, order = (*links, drawn), (*order, len(parts))
            drawn = (*drawn, len(parts))
            parts, users = [*parts, besides], [*users, decided.up]
        jointly: list[tuple[core.Formula, frozenset[int]]] = []
        if self._layout.together:
            parts, jointly = self._together.jointly(parts)
        everything = rooted = wrong = 0
        grounded = False
        wanting: list[tuple[int, tuple[int, ...], int]] = []
        special: list[tuple[int, More, int, int]] = []
        full = users
        for number in order:
            part = parts[number]
            takes, count, more, alone, up, stating = part
            counts += count
            taken = users[number] & takes
            sources = links[number]
            if not sources and alone is not None:
                given = alone.get(taken)
                if given is None:
                    self._kept += 1
                    given = alone[taken] = given_by(stating, taken, 0)
                full[number], gained, wants = given
                everything |= gained
                if wants:
                    wanting += wants
                continue
            below = 0
            for place in sources:
                below |= full[place]
            own, here, stated, passages, _ = stating
            if passages:
                full[number], gained, wants = given_by(stating, taken, below)
                everything |= gained
                wanting += wants
            else:
                full[number] = own | taken | below
                everything |= here | taken & stated
            if more is not None:
                special.append((number, more, taken | up, below))
                if more.roots:
                    rooted |= full[number]
        if wanting:
            everything |= supported_together(wanting)
        decided_below = decided_clauses = 0
        for place in drawn:
            decided_clauses |= parts[place][UP]
        if not named and self._layout.parted:
            drawn = (*drawn, *parting(parts, self._layout.parted))
        for place in drawn:
            decided_below |= full[place]
        entering = rooted | decided_below
        linking = decided_below if named else entering
        if jointly:
            entering &= ~self._together.not_jointly(jointly, parts, entering_claims(parts, links, drawn))
        here = everything >> lanes.here_at | decided.here
        counts += decided.counts

        subjects, clauses = lanes.subjects, lanes.clauses
        said = here >> lanes.above_at & ~contents.cited
        twice = twice_said(parts) if counts & _FIELD != said.bit_count() else 0
        separable = not said & contents.ways.of_anything
        within: set[int] = set()
        loose: tuple[tuple[int, bool], ...] = ()
        concluded: list[int] = []
        for number, more, counted, below in special:
            if more.asks:
                others = said ^ more.said if not twice else said & ~more.said | twice & more.said
                if separable:
                    others &= more.bearing
                key: tuple[int, ...] = (below & more.relevant, counted & clauses, others)
                if counted & more.needs != more.needs:
                    cited = 0
                    for place in links[number]:
                        cited |= parts[place][UP]
                    key = (*key, cited & clauses)
                drawing = more.found.get(key)
                if drawing is None:
                    drawing = self._conclusion(parts[number][STATING][CONTENT], more, key)
                conclusion, met, failed = drawing
                counts += met
                wrong |= failed
                if conclusion:
                    concluded.append(conclusion)
            if more.loose or more.grounds:
                within = within or entering_claims(parts, links, drawn)
                if number in within:
                    loose += more.loose
                    grounded = grounded or any(counted & accepted == accepted for accepted in more.grounds)
        applied = 0
        for last, content, places in decided.applying:
            others = said if besides is None else said_without_last(parts)
            step_key = (last.rules | linking) & last.way.ruling, others & last.bearing if separable else others
            valid = last.steps.get(step_key)  # type: ignore[union-attr]
            if valid is None:
                valid = self._following.step(content, last, step_key)
            if valid:
                applied |= places
        counts += Counter.APPLIED.one * applied.bit_count()
        entering_said = entering >> lanes.said_at & ~contents.cited
        derived = followed = self._following.number(entering_said)
        if said != entering_said:
            followed = self._following.number(said)
        unmended = 0
        if self._following.verdicts[derived] != decided.final or False in decided.right or here & decided.against:
            unmended = entering_said
        entering_counts = 0
        if counts >> OF_ENTERING:
            entering_counts = sum(parts[number][COUNTS] for number in within or entering_claims(parts, links, drawn))
            entering_counts = entering_counts >> OF_ENTERING << OF_ENTERING
            counts &= (1 << OF_ENTERING) - 1
            if self.policy == "answer" and Counter.FALSE_STEPS.of(entering_counts):
                unmended = entering_said
        total = (
            here & contents.kept, counts, everything & lanes.lower, entering & subjects, entering_counts, loose, wrong,
            decided.number, decided_clauses & clauses, linking & subjects, derived, followed, unmended,
            grounded, tuple(concluded),
        )  # fmt: skip
        row = self._rows.get(total)
        if row is None:
            row = self._settled(total, decided)
        return row

    # ------------------------------------------------------------------------------------- what is worked out once

    def _settled(self, total: tuple[Any, ...], decided: Decided) -> Row:
        """The row of a sum that is new: with what follows, and what is concluded, in place of their numbers."""
        self._kept += 1
        numbered = Sum._make(total)
        made = numbered._replace(
            derived=self._following.verdicts[total[_DERIVED]],
            followed=self._following.verdicts[total[_FOLLOWED]],
            concluded=tuple(part for each in numbered.concluded for part in self._conclusions[each - 1]),
        )
        row = self._settling.row(made, decided)
        row = self._rows[total] = self._same.setdefault(row, row)
        return row

    def _conclusion(self, content: Content, more: More, key: tuple[int, ...]) -> Drawn:
        """What a claim concludes with what stands below it, what is cited on it and there, and what others say."""
        self._kept += 1
        below, clauses, others, *sources = key
        number = met = wrong = 0
        if more.steps is not None:
            step_key = (more.rules | below) & more.way.ruling, others
            valid = more.steps.get(step_key)
            if valid is None:
                valid = self._following.step(content, more, step_key)
            met, wrong = (more.right, more.wrong_then) if valid else (0, more.wrong)
        if more.concludes:
            conclusion = (more.concludes, clauses, *(sources or (0,)), below & self._lanes.subjects)
            if conclusion not in self._numbers:
                self._conclusions.append(conclusion)
                self._numbers[conclusion] = len(self._conclusions)
            number = self._numbers[conclusion]
        found = more.found[key] = number, met, wrong
        return found

    def _content(self, key: Key) -> Parts:
        self._kept += 1
        found = self._known[key] = self._contents.content(key).parts
        return found

    def _decision(self, decision: DecisionLike | None) -> Decided:
        key = None
        if decision is not None:
            says = decision.says
            key = (says if isinstance(says, str) else tuple(says), tuple(decision.rules), tuple(decision.evidence))
        found = self._decisions.get(key)
        if found is None:
            self._kept += 1
            found = self._decisions[key] = self._decided(key)
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
        besides = inquiry.reading.besides
        found = list(outcomes.outcome(inquiry))
        wrong = {one.about for one in found if one.kind != "extra"}
        final = tuple(inquiry.reading.final(target) for target in layout.targets)
        concluding = sum(map(layout.bits, dict.fromkeys(concluded_by_decision(inquiry))))
        return Decided(
            len(self._decisions),
            content,
            None if besides is None else contents.of(besides, (), decision=False).parts,
            content.parts[STATING][OWN] >> self._lanes.here_at if content is not None else 0,
            content.parts[COUNTS] if content is not None else 0,
            content.parts[UP] if content is not None else 0,
            final,
            concluding,
            self._lanes.against(final),
            tuple(target not in wrong for target in layout.targets),
            tuple(inquiry.reading.lists(target) for target in layout.targets),
            applying(contents, inquiry, content) if content is not None else (),
            tuple(Told(one.code, one.kind, one.check, one.root) for one in found),
            tuple(self._beyond(inquiry, found)),
            any(one.kind == "extra" for one in found),
            sum(said.mood is Mood.UNREAD for said in held.said) if held is not None else 0,
            held is not None
            and any(one <= set(held.evidence) for one in accepted_sets(self.ready.matter, self.ready.listed)),
        )

    def _beyond(self, inquiry: Inquiry, found: Sequence[Finding]) -> Iterator[Beyond]:
        """The findings of check 5 on false parts that give their targets the right value."""
        for place, one in enumerate(found):
            if one.kind == outcomes.TOO_MUCH:
                number = next(n for n, asked in enumerate(self._layout.targets) if asked == one.about)
                part = outcomes.beyond(inquiry, self.ready.matter.questions[number])
                assert part is not None
                yield place, number, part


def _exactly(answer: AnswerLike) -> Answer:
    return answer if isinstance(answer, Answer) else exactly(answer)  # type: ignore[arg-type]


_FIELD = (1 << 20) - 1
_DERIVED, _FOLLOWED = Sum._fields.index("derived"), Sum._fields.index("followed")
