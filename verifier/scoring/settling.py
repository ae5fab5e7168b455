"""From what an answer's claims add up to, to what the check finds: the checks and the rubric as operations on bits.

The definitions are those of `check`, `grounds`, `judgments`, `aggregation`, `question_level`, `rubric_points` and
`scope`; `tests/verifier/test_judge.py` holds the two to each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rulelang.verifier import finding as f
from rulelang.verifier.finding import Check
from rulelang.verifier.outcome import changes_what_follows, is_open_otherwise
from rulelang.verifier.question_level import asks_for_support, serves_for_a_rule
from rulelang.verifier.said import Said
from rulelang.verifier.scoring.applying import Applying
from rulelang.verifier.scoring.content import Contents
from rulelang.verifier.scoring.figures import Marks, Scope, Told, findings, points
from rulelang.verifier.scoring.figures import scope as scope_of
from rulelang.verifier.scoring.following import Following
from rulelang.verifier.scoring.lanes import Counter, Lanes
from rulelang.verifier.scoring.layout import Concluded, Laid, Layout, is_limited
from rulelang.verifier.scoring.parts import Content, Parts
from rulelang.verifier.scoring.row import Verdict as Row
from rulelang.verifier.warrant import Verdict

Beyond: TypeAlias = tuple[int, int, Said]
"""A false part of a decision (`outcome.beyond`): the place of its finding in `outcome`, its target, and itself."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a final decision says by itself."""

    number: int
    content: Content | None
    """None: it decides nothing."""
    besides: Parts | None
    """What it says besides what is asked: a claim (N20)."""
    here: int
    counts: int
    up: int
    final: tuple[Verdict | None, ...]
    concluding: int
    """The targets on which it says something that rules conclude."""
    against: int
    """What claims state of the targets that give another decision, as it stands in `here` integers."""
    right: tuple[bool, ...]
    """For each target whether check 5 has nothing against it."""
    listed: tuple[bool, ...]
    """For each target whether it says in words how it is (an action of a set it may leave out)."""
    applying: tuple[Applying, ...]
    outcome: tuple[Told, ...]
    beyond: tuple[Beyond, ...]
    surplus: bool
    unread: int
    grounded: bool
    """It cites itself passages for what an accepted warrant asks for."""


class Sum(NamedTuple):
    """What the claims of an answer add up to: all on which its row hangs, and nothing else."""

    here: int
    """What the claims about the world asked about state, with flags; above all the identifiers cited."""
    counts: int
    gained: int
    """The fact judgments whose clause is cited, by any claim that states them and by those that state them rightly, as
    they stand in `full` integers; among the subjects, those that have the passages that they need."""
    entering: int
    """The subjects that entering claims state."""
    entering_counts: int
    loose: tuple[tuple[int, bool], ...]
    wrong: int
    """The gold rules that conclusions cite and do not apply."""
    decided: int
    """The number of the decision."""
    decided_clauses: int
    """What the claims cite on which the decision draws directly."""
    decided_below: int
    """The subjects that are stated below the decision (`Reading.drawn`)."""
    derived: tuple[Verdict, ...]
    """For each target what follows from the entering claims."""
    followed: tuple[Verdict, ...]
    """For each target what follows from all claims."""
    unmended: int
    """What the entering claims say, where the decision is not what follows from it, is wrong, says too much, or claims
    state another, or some of it is a false step (policy `answer`); else 0."""
    grounded: bool
    """Some entering claim has passages for what it states (policy `answer`)."""
    concluded: tuple[int, ...]
    """Four numbers for each claim that concludes: what, the clauses that count for it, those of the claims on which
    it draws directly, the subjects stated below it."""


class Settling:
    """The rows of one case's answers from their sums."""

    def __init__(self, layout: Layout, lanes: Lanes, contents: Contents, following: Following) -> None:
        self.layout, self.lanes, self.contents, self.following = layout, lanes, contents, following
        self.limited = is_limited(layout.ready, layout.policy) and layout.policy != "answer"
        track = layout.ready.case.track
        self.passages_serve = serves_for_a_rule(track)
        self.supporting = asks_for_support(track, layout.ready.matter, layout.ready.listed)
        self.scopes: dict[tuple[int, int, Laid], Scope] = {}
        """By the bits of what is cited and of the gold rules that are not rightly applied."""

    def row(self, total: Sum, decided: Decided) -> Row:
        """The row of a sum."""
        found = _Found(self, total, decided)
        layout = self.layout
        held = [(laid, found.against(laid)) for laid in found.least(layout.full)]
        nearest, lacking = min(held, key=lambda one: len(one[1]))
        if not lacking:
            complete = [one for one, told in held if not told]
            nearest = min(complete, key=lambda one: one.links - found.linked(one))
        marks = found.marks(nearest)
        tried: list[list[Told]]
        match layout.policy:
            case "full":
                slots, told = nearest.slots, lacking
                tried = [one for _, one in held]
            case "answer":
                slots, told = layout.held[0].slots, found.of_question(layout.held[0])
                tried = [told]
            case "sufficient":
                some = [(laid, found.against(laid)) for laid in found.least(layout.held)]
                laid, told = min(some, key=lambda one: len(one[1]))
                slots, tried = laid.slots, [one for _, one in some]
        told_of, marked, scope = findings(tuple(told)), points(marks), found.scope(nearest)
        # In the order of the row's columns: to give so many by name takes as long as to find them.
        return Row._make((
            True, None, None, not decided.outcome, not told,
            any(all(one.check is Check.AGGREGATION for one in some) for some in tried),
            *told_of, slots.bit_count(), 1 if layout.policy == "answer" else len(layout.held), self.limited,
            scope.is_reference, marked.rubric, marked.graded, *marked.satisfied, *marked.shares,
            len(nearest.rules), scope.cited, scope.found, scope.right, scope.recall, scope.precision,
            (*scope.errors, *marked.errors), *scope.events, *scope.right_events,
        ))  # fmt: skip

    def forget(self) -> None:
        """Everything that hangs on which bits stand for what is cited."""
        self.scopes.clear()


class _Found:
    """One sum held against warrants."""

    def __init__(self, settling: Settling, total: Sum, decided: Decided) -> None:
        self.settling, self.total, self.decided = settling, total, decided
        self.lanes, self.layout = settling.lanes, settling.layout
        layout = self.layout
        fours = iter(total.concluded)
        self.concluded = tuple(zip(fours, fours, fours, fours, strict=True))
        self.right, self.good, self.bad, self.about, self.misquoted, true, false, open_ = self.lanes.of_here(total.here)
        self.values = {Verdict.TRUE: true, Verdict.FALSE: false, Verdict.OPEN: open_}
        self.settled = true | false
        self.stated = self.settled | open_
        self.fine = self.good & ~(self.bad | self.misquoted)
        subjects = self.lanes.subjects
        covering = total.gained | self.lanes.covered_of(total.here)
        any_cited = covering >> self.lanes.facts_at & subjects
        right_cited = covering >> self.lanes.right_at & subjects
        self.cited = right_cited & self.right | any_cited & ~self.right
        self.outcome = list(decided.outcome)
        for place, target, part in decided.beyond:
            root = not settling.following.carried(total.unmended, target, part)
            self.outcome[place] = self.outcome[place]._replace(root=root)
        self.disagreeing = tuple(self._is_disagreed(*one) for one in zip(layout.asked, decided.final, strict=True))
        targets = zip(layout.asked, decided.final, strict=True)
        self.lone = sum(bits for bits, final in targets if final is not None and not bits & self.stated)

    def _is_disagreed(self, bits: int, final: Verdict | None) -> bool:
        """Whether some claim states another decision on a target than the final one."""
        return final is not None and any(bits & lane for value, lane in self.values.items() if value is not final)

    def least(self, laid: Iterable[Laid]) -> list[Laid]:
        """The warrants with the fewest judgments missing or wrong, among which is the nearest (N23)."""
        lacking = [((one.slots & ~self.fine).bit_count(), one) for one in laid]
        least = min(lack for lack, _ in lacking)
        return [one for lack, one in lacking if lack == least]

    # ------------------------------------------------------------------------------------------- the five checks

    def against(self, laid: Laid) -> list[Told]:
        """What an answer lacks of a warrant, outcome included."""
        return self._with_outcome([
            *self._rule_use(laid),
            *self._condition(laid),
            *self._evidence(laid),
            *self._aggregation(laid),
        ])

    def _with_outcome(self, found: list[Told]) -> list[Told]:
        """The findings of all checks (as `check` has them together)."""
        if self.outcome and any(changes_what_follows(one.check, one.code) for one in found):
            return [*found, *(one._replace(root=one.root and not is_open_otherwise(one.check, one.kind, one.root))
                              for one in self.outcome)]  # fmt: skip
        return [*found, *self.outcome]

    def _rule_use(self, laid: Laid) -> Iterable[Told]:
        uncited = Told(f.UNCITED, "uncited", Check.RULE_USE)
        found = (laid.cited & self.stated & ~self.cited).bit_count()
        for one in laid.concluded:
            if not one.needs:
                continue
            times = sum(bool(self.stated & one.bit) or self.decided.listed[of] for of in one.targets)
            if not one.targets:
                times = 1 if self.stated & one.bit else 0
            if times:
                found += times * self._ungrounded(one)
        return [uncited] * found

    def _ungrounded(self, one: Concluded) -> int:
        """How many of the clauses that a conclusion needs are cited neither on it nor directly below it."""
        needs = [need for need in one.needs if not need.leaves or need.leaves & self.stated]
        if not needs:
            return 0
        bit, above = one.bit, one.bit << self.layout.count
        stating = [each for each in self.concluded if each[0] & bit]
        counting = [each for each in stating if each[0] & above] or stating
        names = below = 0
        for _, clauses, sources, _ in counting:
            names |= clauses
            below |= sources
        if one.targets and self.decided.content is not None:
            names |= self.decided.up
            below |= self.total.decided_clauses
        below |= names
        names, below = (some >> self.lanes.clauses_at for some in (names, below))
        if not any(names & need.bit for need in needs):
            return 1
        return sum(not below & need.bit for need in needs)

    def _condition(self, laid: Laid) -> Iterable[Told]:
        slots = laid.slots & ~self.fine
        bad, good = slots & self.bad, self.good
        misquoted = slots & self.misquoted & ~self.bad
        left = slots & ~(self.bad | self.misquoted)
        coarse = left & self.about
        wrong = bad & ~good | left & ~coarse & self.stated
        for bits, code, kind in (
            (bad & good, f.CONTRADICTORY, "contradictory"),
            (wrong, f.WRONG, "wrong"),
            (misquoted, f.MISQUOTED, "misquoted"),
            (coarse, f.COARSE, "coarse"),
            (left & ~coarse & ~wrong, f.MISSING, "missing"),
        ):
            yield from [Told(code, kind, Check.CONDITION)] * bits.bit_count()
        for about, contradicted in self.total.loose:
            if contradicted and not about & laid.slots:
                yield Told(f.FALSE_PREMISE, "false premise", Check.CONDITION)

    def _unsupported(self, laid: Laid) -> int:
        return laid.passages & self.settled & ~self.total.gained

    def _evidence(self, laid: Laid) -> Iterable[Told]:
        yield from [Told(f.UNSUPPORTED, "unsupported", Check.EVIDENCE)] * self._unsupported(laid).bit_count()
        yield from self._invented(laid)

    def _invented(self, laid: Laid) -> Iterable[Told]:
        for about, contradicted in self.total.loose:
            if not contradicted and not about & laid.slots:
                yield Told(f.NO_SUPPORT, "premise without support", Check.EVIDENCE)

    def _not_entering(self, laid: Laid) -> int:
        needed = 0
        for bits, final in zip(laid.of_target, self.decided.final, strict=True):
            if final is not None:
                needed |= bits
        return needed & ~self.total.entering

    def _aggregation(self, laid: Laid) -> Iterable[Told]:
        loose = self._not_entering(laid)
        for root, bits in ((True, loose & self.stated), (False, loose & ~self.stated)):
            yield from [Told(f.NOT_ENTERING, "does not enter", Check.AGGREGATION, root)] * bits.bit_count()
        for number, final in enumerate(self.decided.final):
            if final is None:
                continue
            apart = self.disagreeing[number] and self._is_apart(number, final, laid)
            if self.disagreeing[number]:
                yield Told(f.DISAGREE, "decisions disagree", Check.AGGREGATION, apart)
            if apart:
                continue
            if self.total.derived[number] is final:
                if self._takes_false_steps(number, final, laid):
                    yield Told(f.WRONG_LOGIC, "false step", Check.AGGREGATION)
            else:
                root = self.settling.following.mended(self.total.unmended, number, laid) is not final
                yield Told(f.NOT_DERIVED, "decision not what the judgments give", Check.AGGREGATION, root)
        wrong = Counter.WRONG_LOGIC.of(self.total.entering_counts)
        yield from [Told(f.WRONG_LOGIC, "wrong decision logic", Check.AGGREGATION)] * wrong

    def _takes_false_steps(self, number: int, final: Verdict, laid: Laid) -> bool:
        """Whether a decision is wrong because of false conclusions alone."""
        wrong = final is not self.layout.ready.matter.questions[number].gold
        return wrong and self.settling.following.takes_false_steps(self.total.unmended, number, final, laid)

    def _is_apart(self, number: int, final: Verdict, laid: Laid) -> bool:
        """Whether other decisions on a target are a fault of their own."""
        return not self.settling.following.is_at_fault_there(self.total.unmended, number, final, laid)

    def of_question(self, required: Laid) -> list[Told]:
        """The checks of the policy `answer` (`question_level`)."""
        layout, total = self.layout, self.total
        decision = self.decided.up >> self.lanes.clauses_at
        cites = total.here & self.lanes.cited_conclusion or decision & layout.concluding
        found: list[Told] = []
        grounded = total.grounded or self.decided.grounded
        if not cites and layout.concluding and not (self.settling.passages_serve and grounded):
            found.append(Told(f.UNCITED, "uncited", Check.RULE_USE))
        found += self._condition(required)
        unsupported = Counter.BESIDE_THE_POINT.of(total.entering_counts)
        if self.settling.supporting and not total.grounded:
            unsupported += 1
        found += [Told(f.UNSUPPORTED, "unsupported", Check.EVIDENCE)] * unsupported
        found += self._invented(required)
        for number, final in enumerate(self.decided.final):
            if final is None:
                continue
            apart = self.disagreeing[number] and self._is_apart(number, final, required)
            if self.disagreeing[number]:
                found.append(Told(f.DISAGREE, "decisions disagree", Check.AGGREGATION, apart))
            if not apart and total.derived[number] is not final:
                root = self.settling.following.mended(total.unmended, number, required) is not final
                found.append(Told(f.NOT_DERIVED, "decision not what the judgments give", Check.AGGREGATION, root))
        steps = Counter.FALSE_STEPS.of(total.entering_counts)
        if steps:
            root = self.settling.following.missteps(total.unmended, required)
            found += [Told(f.WRONG_LOGIC, "false step", Check.AGGREGATION, root)] * steps
        rules = Counter.FALSE_RULES.of(total.entering_counts)
        found += [Told(f.WRONG_LOGIC, "false step", Check.AGGREGATION)] * rules
        return self._with_outcome(found)

    # ------------------------------------------------------------------------------------------------ the rubric

    def marks(self, laid: Laid) -> Marks:
        """For each dimension how many of its points are met, and of how many."""
        total, decided, counts = self.total, self.decided, self.total.counts
        fine, final = self.fine, decided.final
        derived = laid.derived.bit_count()
        cites = total.here >> self.lanes.above_at & self.settling.contents.cited
        plain = laid.facts & ~laid.interacting
        loose = self._not_entering(laid)
        stated = laid.slots & self.stated
        asks = laid.asks_rules
        linked = self.linked(laid)
        rivals = laid.rivals
        right = sum(decided.right) + sum(not one for one in self.disagreeing)
        right += sum(
            one is not None and follows is one for one, follows in zip(final, total.followed, strict=True)
        )
        surplus = self.layout.ready.matter.actions
        itself = bool(decided.concluding & ~self.stated)
        citing = itself and decided.content is not None and bool(decided.content.held.rules)
        return (
            (sum(one is not None for one in final), len(final) + decided.unread),
            ((laid.derived & self.stated).bit_count(), derived),
            (
                (cites & self.settling.contents.known).bit_count()
                + (bool(cites) + Counter.CONCLUSIONS_CITING.of(counts) + citing if asks else 0),
                cites.bit_count() + (1 + Counter.CONCLUSIONS.of(counts) + itself if asks else 0),
            ),
            (
                (bool(total.here & self.lanes.citing) if asks else 0)
                + Counter.APPLIED.of(counts)
                + (plain & fine).bit_count()
                + (laid.supported & ~self._unsupported(laid)).bit_count(),
                (1 if asks else 0)
                + Counter.APPLICATIONS.of(counts)
                + plain.bit_count()
                + laid.supported.bit_count(),
            ),
            (linked + (stated & ~loose).bit_count(), laid.links + stated.bit_count()),
            (
                (laid.interacting & fine).bit_count()
                + Counter.RULE_CLAIMS_TRUE.of(counts)
                + (rivals & self.lanes.arbitrated_of(total.here)).bit_count(),
                laid.interacting.bit_count() + Counter.RULE_CLAIMS.of(counts) + rivals.bit_count(),
            ),
            ((laid.derived & fine).bit_count(), derived),
            (right + (surplus and not decided.surplus), 3 * len(final) + surplus),
            (Counter.QUOTED.of(counts), Counter.QUOTES.of(counts) + Counter.EXTERNAL.of(counts)),
        )

    def linked(self, laid: Laid) -> int:
        """How many links of a warrant's chain are there."""
        return sum(self._linked(one) for one in laid.concluded if one.premises)

    def _linked(self, one: Concluded) -> int:
        """How many links of the chain that lead to a conclusion are there."""
        below = self.lone
        for stated, _, _, subjects in self.concluded:
            if stated & one.bit:
                below |= subjects | stated
        if one.targets:
            below |= self.total.decided_below
        return (below & one.premises).bit_count()

    def scope(self, laid: Laid) -> Scope:
        """The rules cited, held against a warrant's."""
        cites = self.total.here >> self.lanes.above_at & self.settling.contents.cited
        wrong = self.lanes.wrong_of(self.total.here | self.total.wrong)
        known = self.settling.scopes
        found = known.get((cites, wrong, laid))
        if found is None:
            lifted = self.layout.ready.matter.cited.rules
            cited = frozenset(
                lifted.get(name, name) for name, bit in self.settling.contents.cites.items() if cites & bit
            )
            right = frozenset(
                rule for rule in cited & laid.rules if not wrong >> self.lanes.gold_rules[rule] & 1
            )
            found = known[cites, wrong, laid] = scope_of(laid, cited, right)
        return found
