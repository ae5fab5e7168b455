"""Checks a certificate against rules and case: nothing is looked for, each thing that it says is held to the rules.

Steps are held to the evaluator, each with its premises in place of everything below; the ground is asked of a fresh
encoding once, and each witness is evaluated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulelang.engine.certificates.local import (
    Concluded,
    Defined,
    KnownFact,
    Said,
    Valued,
    clauses_of,
    local,
    target_of,
)
from rulelang.engine.certificates.shape import CertificateShape, DecisionShape, SaidShape, StepShape
from rulelang.engine.certificates.steps import (
    Step,
    block_of,
    follows,
    identifier_of,
    last_follows,
    name_of,
    tests_of,
    text_of,
)
from rulelang.engine.certificates.witness import shows
from rulelang.engine.core import ContestKind
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import Derivation
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.exact.undefined import Undefinedness
from rulelang.engine.grounding.keys import argument
from rulelang.engine.solver.answer import Limits
from rulelang.engine.solver.completions import Completions, question
from rulelang.engine.solver.entailment import Entailment
from rulelang.engine.solver.grounds import can_be_weakened
from rulelang.engine.solver.judgments import Judgment, judgments_of, with_switches
from rulelang.engine.solver.substituted import substituted
from rulelang.engine.solver.terms import GaveUp, Irrational
from rulelang.grammar.diagnostic import Diagnostic, Label
from rulelang.grammar.json_text import JsonText, pointer
from rulelang.grammar.model import Constant_
from rulelang.grammar.values import NONE


@dataclass(slots=True)
class Checked:
    """What is wrong with a certificate, and what could not be settled (`undecided`: RL578, nothing else)."""

    document: JsonText
    findings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    undecided: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def find(self, code: str, message: str, hint: str, *place: str | int) -> None:
        """Notes a fault at a place of the document."""
        where = pointer(*place)
        label = Label(self.document.span(where))
        (self.undecided if code == "RL578" else self.findings).append(
            Diagnostic(code, message, label, hint=hint, pointer=where)
        )


ANEW = "derive it anew with --certify"


def check(
    document: JsonText, certificate: CertificateShape, derivation: Derivation, limits: Limits | None = None
) -> Checked:
    """Holds every decision of a certificate to a derivation of the same case by the rules at hand.

    What the certificate says that it leaves out is not looked at.
    """
    found = Checked(document)
    asked = [target.text for target in derivation.targets]
    left_out = [one.asked for one in certificate.not_certified]
    certified = [(index, text) for index, text in enumerate(asked) if text not in left_out]
    if [part.asked for part in certificate.decisions] != [text for _, text in certified] or set(left_out) - set(asked):
        wanted = ", ".join(f"`{text}`" for text in asked)
        found.find("RL577", f"the certificate does not decide what is asked: {wanted}", ANEW, "decisions")
        return found
    for place, ((index, _), part) in enumerate(zip(certified, certificate.decisions, strict=True)):
        _Checking(found, derivation, index, place, part, Limits() if limits is None else limits).run()
    return found


@dataclass(slots=True)
class _Checking:
    found: Checked
    derivation: Derivation
    index: int
    place: int
    """Where the decision stands in the certificate."""
    part: DecisionShape
    limits: Limits
    concluded: dict[str, Said] = field(default_factory=dict[str, Said])

    def run(self) -> None:
        decision = self.derivation.decisions[self.index]
        if decision.limit is not None:
            self._find("RL578", f"the decision itself is not known: {decision.limit}", "give more --timeout")
            return
        if not self._decision(decision):
            return
        for number, step in enumerate(self.part.steps):
            self._step(number, step)
        self._last(decision)
        self._ground(decision)

    def _find(self, code: str, message: str, hint: str, *place: str | int) -> None:
        self.found.find(code, message, hint, "decisions", self.place, *place)

    # ------------------------------------------------------------------------------------------------- decision

    def _decision(self, decision: Decision) -> bool:
        text = self.part.asked
        shown = decision.status.value
        if self.part.status != shown or (decision.status is Status.UNDETERMINED and decision.undefined is None):
            self._find("RL577", f"by these rules `{text}` is not {self.part.status} but {shown}", ANEW, "status")
            return False
        if decision.status is Status.VALUE:
            value = argument(NONE if decision.value is None else decision.value)
            if self.part.value != value:
                self._find("RL577", f"by these rules `{text}` is not `{self.part.value}` but `{value}`", ANEW, "value")
                return False
        elif self.part.value is not None:
            self._find("RL577", f"`{text}` is {shown}, which has no value", ANEW, "value")
            return False
        return True

    # ---------------------------------------------------------------------------------------------------- steps

    def _step(self, number: int, said: StepShape) -> None:
        place = ("steps", number)
        step = self._read(said, place)
        if step is None:
            return
        text = said.concludes.says
        core = self.derivation.core
        if self._foreign(said.rules, clauses_of(core, block_of(core, name_of(step.concludes))), text, place):
            return
        if (instead := follows(core, step)) is not None:
            message = f"`{text}` does not follow from its premises by its rules: {_words(instead)}"
            self._find("RL574", message, ANEW, *place)
        elif text_of(step.concludes) != text:
            self._find("RL574", f"what follows is `{text_of(step.concludes)}`, not `{text}`", ANEW, *place, "concludes")
        else:
            self.concluded[identifier_of(step.concludes)] = step.concludes

    def _foreign(
        self, rules: Sequence[str], about: frozenset[str], text: str, place: tuple[str | int, ...] = ()
    ) -> bool:
        """Whether a rule is cited, for what `text` says, that is not about it; finds it."""
        foreign = sorted(set(rules) - about)
        if foreign:
            at = rules.index(foreign[0])
            self._find("RL574", f"`{foreign[0]}` is no rule about `{text}`", ANEW, *place, "rules", at)
        return bool(foreign)

    def _read(self, said: StepShape, place: tuple[str | int, ...]) -> Step | None:
        premises = self._premises(said.premises, (*place, "premises"))
        if premises is None:
            return None
        concludes = self._conclusion(said, premises)
        if concludes is None:
            message = f"`{said.concludes.id}` is nothing that rules conclude in this case"
            self._find("RL574", message, ANEW, *place, "concludes")
            return None
        return Step(concludes, premises, tuple(said.rules))

    def _premises(self, said: Sequence[SaidShape], place: tuple[str | int, ...]) -> tuple[Said, ...] | None:
        """The premises, each a fact of the case or a conclusion that was checked."""
        found: list[Said] = []
        for number, one in enumerate(said):
            known = self._known(one.id)
            if known is None or text_of(known) != one.says:
                fact = one.id.startswith("fact:")
                where = "known in this case" if fact else "concluded by an earlier step"
                self._find("RL574", f"the premise `{one.says}` is not {where}", ANEW, *place, number)
                return None
            found.append(known)
        return tuple(found)

    def _known(self, identifier: str) -> Said | None:
        kind, _, key = identifier.partition(":")
        if kind == "fact":
            known = self.derivation.situation.known
            return KnownFact(key, known[key]) if key in known and key in self.derivation.core.facts else None
        return self.concluded.get(identifier)

    def _conclusion(self, step: StepShape, premises: tuple[Said, ...]) -> Said | None:
        """What a step concludes; of a value what it comes to, by evaluating it."""
        core = self.derivation.core
        said = step.concludes
        kind, _, key = said.id.partition(":")
        match kind:
            case "conclusion":
                for contest in core.contests.values():
                    if contest.key in key:
                        for holds in (True, False):
                            for literals in tests_of(contest, holds):
                                read = Concluded(contest.key, literals, holds)
                                if identifier_of(read) == said.id:
                                    return read
                return None
            case "definition" if key in core.definitions:
                if core.definitions[key].boolean:
                    return Defined(key, not said.says.startswith("NOT "))
                value = self._value(Defined(key, NONE), premises, step.rules)
                return Defined(key, value)
            case "value" if key in core.contests and core.contests[key].kind is ContestKind.VALUE:
                return Valued(key, self._value(Valued(key, NONE), premises, step.rules))
            case _:
                return None

    def _value(
        self, said: Valued | Defined, premises: tuple[Said, ...], rules: Sequence[str]
    ) -> Constant_ | Undefinedness:
        core = self.derivation.core
        block = block_of(core, name_of(said))
        made, known = local(core, block, premises, target_of(said), rules)
        decision = decide(made, known, 0)
        if decision.status is Status.VALUE and decision.value is not None:
            return decision.value
        return Undefinedness(decision.undefined or "open")

    def _last(self, decision: Decision) -> None:
        premises = self._premises(self.part.premises, ("premises",))
        if premises is None:
            return
        core, by_rules = self.derivation.core, decision.status is Status.CONFLICT and not self.part.by_cases
        about = clauses_of(core, block_of(core, decision.conflicts[0])) if by_rules else frozenset[str]()
        if self._foreign(self.part.rules, about, self.part.asked) or self.part.by_cases:
            return
        instead = last_follows(core, self.index, decision, premises, self.part.rules)
        if instead is not None:
            message = f"`{self.part.asked}` does not follow from its premises: {_words(instead)}"
            self._find("RL574", message, ANEW, "premises")

    # --------------------------------------------------------------------------------------------------- ground

    def _ground(self, decision: Decision) -> None:
        core, known = substituted(self.derivation.core), self.derivation.situation.known
        judgments = {judgment.text: judgment for judgment in judgments_of(core, known, self.index)}
        ground: list[Judgment] = []
        for number, text in enumerate(self.part.ground):
            if text not in judgments or judgments[text] in ground:
                why = "is there twice" if text in judgments else "is no judgment about the facts of this case"
                self._find("RL575", f"`{text}` {why}", ANEW, "ground", number)
                return
            ground.append(judgments[text])
        asked, unencoded = question(core, known, self.index, decision, tuple(judgments.values()))
        try:
            world = asked.counterexample(ground, self.limits)
        except (GaveUp, Irrational) as reason:
            words = reason.reason if isinstance(reason, GaveUp) else "only numbers that are no fractions were found"
            why = f"whether the ground suffices is not known: {words}"
            hint = "give more --timeout"
            if unencoded is not None:
                why, hint = f"not analysed: {unencoded}; {words}", "the rest was checked"
            self._find("RL578", why, hint, "ground")
        else:
            if world is not None:
                came = self.part.status if self.part.value is None else f"`{self.part.value}`"
                message = f"the ground does not entail that `{self.part.asked}` is {came}"
                self._find("RL575", message, ANEW, "ground")
                return
            self._weakest(asked, tuple(judgments.values()), ground)
        self._minimal(decision, ground)

    def _weakest(
        self, asked: Entailment | Completions, judgments: Sequence[Judgment], ground: Sequence[Judgment]
    ) -> None:
        """Finds a ground of which a judgment says more than is needed."""
        try:
            if can_be_weakened(asked, judgments, ground, self.limits):
                message = "weaker judgments, which the ground implies by arithmetic, suffice"
                self._find("RL575", message, ANEW, "ground")
        except GaveUp as reason:
            message = f"whether weaker judgments than the ground's suffice is not known: {reason.reason}"
            self._find("RL578", message, "give more --timeout", "ground")

    def _minimal(self, decision: Decision, ground: Sequence[Judgment]) -> None:
        core, _ = with_switches(substituted(self.derivation.core), self.derivation.situation.known)
        shown: set[str] = set()
        for number, witness in enumerate(self.part.witnesses):
            rest = [judgment for judgment in ground if judgment.text != witness.without]
            if len(rest) == len(ground):
                message = f"`{witness.without}` is no judgment of the ground"
                self._find("RL576", message, ANEW, "witnesses", number, "without")
                continue
            shown.add(witness.without)
            wrong = shows(core, self.index, decision, rest, witness)
            if wrong is not None:
                message = f"the world without `{witness.without}` does not show that it is needed: {wrong}"
                self._find("RL576", message, ANEW, "witnesses", number)
        for number, judgment in enumerate(ground):
            if judgment.text not in shown:
                message = f"nothing shows that the ground needs `{judgment.text}`"
                self._find("RL576", message, ANEW, "ground", number)


def _words(instead: str) -> str:
    match instead:
        case "UNDETERMINED":
            return "they leave it open"
        case "HOLDS":
            return "the opposite does"
        case "FAILS":
            return "its negation does"
        case "VALUE":
            return "another value does"
        case _:
            return instead
