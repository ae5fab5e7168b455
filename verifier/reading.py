"""An answer as it is held against a case: what each claim says, how it stands, what it states of a condition.

Verification, section 4.1.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias, TypeVar

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier.aggregate import has_instances, instances
from rulelang.verifier.besides import parts_asked, said_besides
from rulelang.verifier.by_instances import Opened, stated_by
from rulelang.verifier.claims import OtherUnit
from rulelang.verifier.entail import Declared
from rulelang.verifier.expand import names
from rulelang.verifier.in_play import Index, InPlay
from rulelang.verifier.open_value import value_asked, wavers
from rulelang.verifier.said import (
    Held,
    Mood,
    Said,
    Standing,
    concerns,
    gives_another_unit,
    is_open,
    is_same,
    judge_open,
    leaves_open,
    prescribed,
    takes_in_conflict,
    told_of,
    touched_by,
    touches,
    without_unit,
)
from rulelang.verifier.tolerance import Tolerance
from rulelang.verifier.warrant import Verdict, verdict

Stated: TypeAlias = dict[int, tuple[Said, dict[core.Formula, Verdict]]]
"""What each assertion states of the leaves in play, by its identity: it is kept, so that no other one has the same."""

_Whose = TypeVar("_Whose")


@dataclass
class Reading:
    """The claims of an answer, asked what they state.

    `tolerances` gives, for a value that is read, how far a claim `v = x` may be off (N28).
    """

    declared: Declared
    claims: Mapping[str, Held]
    decision: Held | None
    tolerances: Mapping[core.Value, Tolerance]
    targets: tuple[core.Formula, ...]
    actions: frozenset[core.Formula]
    """The targets that are asked for as a set: one for each action of DECIDE ACTIONS (N20)."""
    in_play: InPlay
    """All leaves of the conditions in play."""
    holding: frozenset[core.Formula]
    """The targets that hold in the case."""
    _stated: Stated = field(default_factory=dict[int, "tuple[Said, dict[core.Formula, Verdict]]"])
    _stating: dict[core.Formula, tuple[tuple[Held, Verdict, bool], ...]] = field(
        default_factory=dict["core.Formula", "tuple[tuple[Held, Verdict, bool], ...]"]
    )

    @cached_property
    def here(self) -> tuple[Held, ...]:
        """The claims about the world that is asked about."""
        return tuple(claim for claim in self.claims.values() if claim.world == "asked")

    @cached_property
    def besides(self) -> Held | None:
        """What the decision says besides what is asked: a claim with its citations, on what it draws on (N20)."""
        said = said_besides(self)
        return replace(self.decision, said=said) if said and self.decision else None

    @cached_property
    def speaking(self) -> tuple[Held, ...]:
        """The claims about the world that is asked about, and what the decision says besides."""
        return self.here if self.besides is None else (*self.here, self.besides)

    @cached_property
    def every(self) -> Mapping[str, Held]:
        """All claims by id, what the decision says besides under the decision's."""
        return self.claims if self.besides is None else {**self.claims, self.besides.id: self.besides}

    @cached_property
    def users(self) -> Mapping[str, tuple[Held, ...]]:
        """The claims that draw directly on each claim."""
        found: dict[str, list[Held]] = {}
        for claim in self.claims.values():
            for source in claim.sources:
                found.setdefault(source, []).append(claim)
        return {source: tuple(users) for source, users in found.items()}

    # --------------------------------------------------------------------------------------- what is stated

    def judge(self, said: Said, leaf: core.Formula) -> Verdict | None:
        """What one assertion states of a condition, by itself (N8)."""
        return self.stated(said).get(leaf) if leaf in self.in_play else self._judge(said, leaf)

    def _judge(self, said: Said, leaf: core.Formula) -> Verdict | None:
        if said.standing is Standing.FOREIGN or said.mood is Mood.UNREAD:
            return None
        if isinstance(said.assertion.content, OtherUnit):
            value = Verdict.OPEN if is_open(said) and leaf not in self.targets else Verdict.FALSE
            return value if self._contradicts(said, leaf) else None
        asked = value_asked(leaf)
        if asked is not None:
            return judge_open(said, asked)
        if is_open(said):
            return Verdict.OPEN if self._speaks_of(said, leaf) or takes_in_conflict(said, leaf) else None
        if said.statement is None:
            return None
        settled = self.declared.settles(said.statement, leaf)
        if settled is not None:
            return verdict(settled)
        return Verdict.TRUE if self._says_the_decision(said, leaf) else None

    def _says_the_decision(self, said: Said, target: core.Formula) -> bool:
        """Whether a claim gives a target of a norm in the form in which the decision may deny its contrary: `NOT MAY a`
        where MUST NOT a is asked for (N17, N19).  Where that is so and MUST NOT a is not, for nothing is said of a by
        the rules, it says no more than it states."""
        return self._denies_the_contrary(said, target) and (
            target in self.holding or said.standing is not Standing.ENTAILED
        )

    def _denies_the_contrary(self, said: Said, target: core.Formula) -> bool:
        """Whether it is `NOT MAY a` where MUST NOT a is asked for, `NOT NEED NOT a` where MUST a is: MAY a says that
        MUST NOT a fails (N19).  Where MAY a is asked beside a set of actions it is the answer to that."""
        if target not in self.targets or prescribed(said) != target or said.statement is None:
            return False
        others = self.targets if target in self.actions else ()
        return all(self.declared.settles(said.statement, asked) is None for asked in others)

    def _contradicts(self, said: Said, leaf: core.Formula) -> bool:
        """Whether what is said in another unit contradicts a condition (N28): one that it would state, either way, in
        the right unit.  It is no premise.  Of a target it decides only what its value is: what it would say of a bound
        is not known, for units are not converted."""
        if leaf in self.targets:
            return gives_another_unit(said, leaf)
        if is_open(said):
            return self._speaks_of(said, leaf)
        return self.declared.settles(without_unit(said), leaf) is not None

    def stated(self, said: Said) -> Mapping[core.Formula, Verdict]:
        """What one assertion states of the leaves in play, worked out once."""
        kept = self._stated.get(id(said))
        if kept is None:
            near = self.in_play.near(said.statement, said.value)
            found = {leaf: value for leaf in near if (value := self._judge(said, leaf)) is not None}
            kept = self._stated[id(said)] = said, found
        return kept[1]

    def _speaks_of(self, said: Said, leaf: core.Formula) -> bool:
        if said.value is not None:
            return expand.compares(leaf, said.value) and leaf not in said.besides
        if said.statement is None:
            return False
        stated = without_unit(said)
        return is_same(stated, leaf) or self.declared.is_same_question(stated, leaf)

    def stating(self, leaf: core.Formula, entailed: bool = False) -> tuple[tuple[Held, Verdict], ...]:
        """The claims that state a condition, with what they state of it; of those that the case entails only."""
        if leaf not in self._stating:
            self._stating[leaf] = tuple(self._state(leaf))
        return tuple((claim, value) for claim, value, true in self._stating[leaf] if true or not entailed)

    def _state(self, leaf: core.Formula) -> Iterator[tuple[Held, Verdict, bool]]:
        saying = self._saying.get(leaf, ()) if leaf in self.in_play else self._near(leaf)
        claims = self.speaking
        if leaf in self.targets:  # a decision is no claim that it states itself
            saying, claims = [one for one in saying if one[0] is not self.besides], self.here
        found = False
        for claim, said in saying:
            value = self.judge(said, leaf)
            if value is not None:
                found = True
                yield claim, value, said.standing is Standing.ENTAILED
        if not found:
            yield from self._state_together(leaf, claims)

    def _near(self, leaf: core.Formula) -> Sequence[tuple[Held, Said]]:
        """The assertions that may state a condition that is not in play."""
        every, index = self._every
        return [every[place] for place in index.near(leaf)] if names(leaf) else every

    @cached_property
    def _every(self) -> tuple[Sequence[tuple[Held, Said]], Index]:
        """All assertions, and where they stand by what they read."""
        every = [(claim, said) for claim in self.speaking for said in claim.said]
        terms = ([one for one in (said.statement, said.value) if one is not None] for _, said in every)
        read = ([name for term in those for name in names(term)] for those in terms)
        return every, Index(read, self.declared.includes.together)

    @cached_property
    def _saying(self) -> Mapping[core.Formula, Sequence[tuple[Held, Said]]]:
        """For each leaf in play that is stated by some assertions alone these, in their order."""
        found: dict[core.Formula, list[tuple[Held, Said]]] = {}
        for claim in self.speaking:
            for said in claim.said:
                for leaf in self.stated(said):
                    found.setdefault(leaf, []).append((claim, said))
        return found

    def _state_together(self, leaf: core.Formula, claims: Iterable[Held]) -> Iterator[tuple[Held, Verdict, bool]]:
        """The claims about the instances of a quantified or aggregate condition count as one (N8)."""
        if not has_instances(leaf):
            return
        about = self._of_instances(leaf, [(claim, said) for claim in claims for said in claim.said])
        value = self._together(leaf, [said for _, said in about])
        if value is not None:
            true = all(said.standing is Standing.ENTAILED for _, said in about)
            for claim, _ in about:
                yield claim, value, true

    def _of_instances(self, leaf: core.Formula, said: Sequence[tuple[_Whose, Said]]) -> list[tuple[_Whose, Said]]:
        """The assertions about the instances of a condition."""
        inner, values = instances(leaf)
        return [
            (whose, one)
            for whose, one in said
            if (one.mood is Mood.HOLDS and one.statement is not None) or is_open(one)
            if any(self.judge(one, instance) for instance in inner)
            or not values.isdisjoint(told_of(one))
        ]

    def _together(self, leaf: core.Formula, about: Sequence[Said]) -> Verdict | None:
        opened = [one for one in about if is_open(one)]
        if len(about) < 2 and not opened:
            return None
        stated = stated_by(
            self.declared,
            leaf,
            [without_unit(one) for one in about if one.mood is Mood.HOLDS],
            Opened(
                lambda instance: any(self.judge(one, instance) is Verdict.OPEN for one in opened),
                frozenset(one.value for one in opened if one.value is not None),
            )
            if opened
            else None,
        )
        other_unit = any(isinstance(one.assertion.content, OtherUnit) for one in about)
        return Verdict.FALSE if other_unit and stated is not None else stated

    def stated_together(
        self, leaf: core.Formula, said: Sequence[Said], alone: Container[core.Formula]
    ) -> Verdict | None:
        """What assertions about the instances of a condition state of it together; `alone` is what each states."""
        inner, values = instances(leaf)
        touched = any(one in alone for one in inner) or (
            bool(values) and any(not values.isdisjoint(told_of(one)) for one in said)
        )
        if not touched:
            return None
        return self._together(leaf, [one for _, one in self._of_instances(leaf, [(None, one) for one in said])])

    def about(self, leaf: core.Formula) -> Iterator[tuple[Held, Said]]:
        """The assertions with this leaf, or comparing a quantity that it compares, or on the same norm variable."""
        near = {place for key in touched_by(leaf) for place in self._touching.get(key, ())}
        for place in sorted(near):
            claim, said = self._spoken[place]
            if concerns(said, leaf):
                yield claim, said

    @cached_property
    def _spoken(self) -> Sequence[tuple[Held, Said]]:
        """What the claims about the world that is asked about say of it, the rules apart."""
        return [(claim, said) for claim in self.speaking for said in claim.said if said.mood is not Mood.RULE]

    @cached_property
    def _touching(self) -> Mapping[object, Sequence[int]]:
        """The places, in what is spoken, of that which touches on a leaf or quantity."""
        found: dict[object, list[int]] = {}
        for place, (_, said) in enumerate(self._spoken):
            for key in touches(said):
                found.setdefault(key, []).append(place)
        return found

    # ----------------------------------------------------------------------------------------- the decision

    def final(self, target: core.Formula) -> Verdict | None:
        """The one value that the decision gives a target; None if it gives none, or two, wrong or not (N18, N20)."""
        parts = self.final_parts(target)
        found = {value for _, value in parts}
        if found == {Verdict.FALSE} and wavers((said.statement for said, _ in parts if said.statement), target):
            return None
        if not found and target in self.actions and self.decision is not None:
            open_ = any(leaves_open(said, target) and not self._is_other(said) for said in self.decision.said)
            return None if open_ else Verdict.FALSE
        return found.pop() if len(found) == 1 else None

    def lists(self, target: core.Formula) -> bool:
        """Whether the decision itself says how a target is; it decides an action of a set also by not listing it, and
        then says nothing that would have to be grounded (N11, N20)."""
        return self.final(target) is not None and bool(self.final_parts(target))

    def _is_other(self, said: Said) -> bool:
        """Whether it is, by itself, the decision on some norm that is asked for: of the other norm for the same action
        it says nothing (`UNKNOWN MUST NOT a`, where MUST a is asked for too)."""
        alone = said.statement is not None and isinstance(expand.bare(said.statement), core.Established)
        return alone and any(self.judge(said, asked) is not None for asked in self.targets)

    def final_parts(self, target: core.Formula) -> list[tuple[Said, Verdict]]:
        """The parts of the decision that speak to a target."""
        if self.decision is None:
            return []
        judged = [(said, self._decides(said, target)) for said in self.decision.said]
        found = [(said, value) for said, value in judged if value is not None]
        return found or self._final_together(target, self.decision.said)

    def _decides(self, said: Said, target: core.Formula) -> Verdict | None:
        """What a part of the decision says of a target: what it states, or `NOT MAY a` of MUST NOT a (N19)."""
        value = self.judge(said, target)
        return Verdict.TRUE if value is None and self._denies_the_contrary(said, target) else value

    def _final_together(self, target: core.Formula, parts: Sequence[Said]) -> list[tuple[Said, Verdict]]:
        """The parts that say together what a target of several parts (`p AND q`) comes to."""
        spoken = [
            (said, said.statement)
            for said in parts
            if said.mood is Mood.HOLDS
            and said.standing is not Standing.FOREIGN
            and said.statement is not None
            and set(expand.leaves(said.statement)) & set(expand.leaves(target))
        ]
        if len(spoken) < 2:
            return []
        settled = self.declared.settles(core.And(tuple(statement for _, statement in spoken)), target)
        return [] if settled is None else [(said, verdict(settled)) for said, _ in spoken]

    @cached_property
    def decided(self) -> tuple[core.Formula, ...]:
        return tuple(target for target in self.targets if self.final(target) is not None)

    # --------------------------------------------------------------------------------------------- the links

    def closure(self, ids: Iterable[str]) -> dict[str, None]:
        """The claims that some claims rest on, themselves included, in the order in which they are met."""
        found: dict[str, None] = {}
        todo = list(reversed(list(ids)))
        while todo:
            name = todo.pop()
            if name not in found:
                found[name] = None
                todo.extend(reversed(self.every[name].sources))
        return found

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The claims on which the decision draws directly: without `from` those that state it, or its parts (N17)."""
        if self.decision is None:
            return ()
        sources = self.decision.sources or (*self._deciding, *self._deciding_parts)
        return sources if self.besides is None else (*sources, self.besides.id)

    @cached_property
    def _deciding_parts(self) -> tuple[str, ...]:
        """The claims that do not state a target by themselves, but a part of it, or it together."""
        parts = [part for target in self.targets for part in parts_asked(target, self.in_play)]
        stating = [claim for part in parts for claim, _ in self.stating(part) if claim is not self.besides]
        return tuple(dict.fromkeys(claim.id for claim in stating if claim.id not in self._deciding))

    @cached_property
    def _deciding(self) -> tuple[str, ...]:
        """The claims that state a target."""
        return tuple(
            claim.id
            for claim in self.here
            if any(self.judge(said, target) is not None for target in self.targets for said in claim.said)
        )

    @cached_property
    def entering(self) -> dict[str, None]:
        """The claims that enter the decision: what it draws on, and the claims that state a target (N17)."""
        return self.closure((*self.drawn, *self._deciding))

    def enters(self, leaf: core.Formula) -> bool:
        """Whether a condition is stated by what enters the decision: by one claim, or by such claims together."""
        entering = [claim for claim, _ in self.stating(leaf) if claim.id in self.entering]
        if any(self.judge(said, leaf) is not None for claim in entering for said in claim.said):
            return True
        return bool(entering) and any(self._state_together(leaf, entering))

    def entering_said(self) -> Iterator[tuple[Held, Said]]:
        """The assertions of the entering claims about the world that is asked about."""
        for name in self.entering:
            claim = self.every[name]
            if claim.world == "asked":
                for said in claim.said:
                    yield claim, said
