"""The minimal grounds of a decision, and what a full answer has to judge: what `Decided.grounds` gives, and what
`rulelang derive --grounds` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulelang.engine.derive import Derivation
from rulelang.engine.solver import grounds as engine
from rulelang.engine.solver.answer import Limits, NotEncoded
from rulelang.engine.solver.entailment import entailment
from rulelang.engine.solver.ground_uses import Use, clauses_with, stands_in, uses_of, uses_tried
from rulelang.engine.solver.grounds import Ground
from rulelang.engine.solver.judgments import Judgment
from rulelang.engine.solver.substituted import substituted
from rulelang.grammar import model
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.render import visible
from rulelang.ruleset import Rules
from rulelang.verifier.entail import Declared
from rulelang.verifier.material import declared_in
from rulelang.verifier.warrant import Verdict
from rulelang.verifier.words import judged

if TYPE_CHECKING:
    from rulelang.verifier.reference.document import Document


@dataclass(frozen=True, slots=True)
class Within:
    """How many grounds are listed, and how long may be looked for them."""

    limit: int
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A judgment of a ground in words, with the clauses in whose conditions it stands, and where it comes from."""

    says: str
    clauses: tuple[str, ...]
    origin: str | None


@dataclass(frozen=True, slots=True, repr=False)
class Grounds:
    """All that is told of what a decision takes.  `str` gives what the verb prints.

    `found`: the engine's own value.  `named`: each ground's judgments in words; `uses`: what the rules do on it.
    `full`: the warrants of the policy `full`, or why there are none.
    """

    found: engine.Grounds
    named: tuple[tuple[Named, ...], ...]
    uses: tuple[tuple[Use, ...], ...]
    full: Document | str

    @property
    def minimal(self) -> tuple[tuple[str, ...], ...]:
        """Each minimal ground as its judgments, the smallest first."""
        return tuple(tuple(one.says for one in ground) for ground in self.named)

    @property
    def complete(self) -> bool:
        """Whether there are no others."""
        return self.found.complete

    @property
    def reason(self) -> str | None:
        """Why not all are here, or why there is none."""
        return self.found.reason

    @property
    def undecided(self) -> bool:
        """Whether a limit was reached before anything was known (a list that ends early is none)."""
        return not self.found.complete and not self.found.grounds

    def document(self) -> dict[str, Any]:
        """The same as JSON values, as the verb prints them."""
        return grounds_json(self)

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self.minimal)

    def __len__(self) -> int:
        return len(self.named)

    def __str__(self) -> str:
        return grounds_text(self).rstrip("\n")

    def __repr__(self) -> str:
        told = " | ".join(", ".join(ground) or "nothing" for ground in self.minimal)
        return f"<Grounds: {told or f'none; {self.reason}'}{'' if self.complete else ' | …' if told else ''}>"


def grounds_of(rules: Rules, derivation: Derivation, index: int, within: Within) -> Grounds:
    """The minimal grounds of a decision with the rules that they use, and the judgments of a full answer."""
    core, known = derivation.core, derivation.situation.known
    limits = Limits(timeout=within.timeout)
    decision = derivation.decisions[index]
    found = engine.minimal_grounds(core, known, index, decision=decision, limit=within.limit, limits=limits)
    declared = declared_in(rules.program, derivation.case, core)
    where = clauses_with(substituted(core), index)
    named = tuple(
        tuple(Named(_says(one, declared), stands_in(one, where), _origin(derivation, one)) for one in ground)
        for ground in found.grounds
    )
    return Grounds(found, named, _uses(derivation, index, found.grounds, limits), _full(rules, derivation, index))


def _says(judgment: Judgment, declared: Declared) -> str:
    return judged(judgment.formula, Verdict.TRUE if judgment.holds else Verdict.FALSE, declared)


def _origin(derivation: Derivation, judgment: Judgment) -> str | None:
    """Where a fact's value comes from, where the case does not simply give it."""
    from rulelang.engine.solver.judgments import facts_of

    if judgment.stipulated:
        return "stated by the case"
    origins = {derivation.situation.origin(fact) for fact in facts_of(judgment.formula)}
    words = {"default": "by default", "closed": "not listed, and the case is closed", "supposed": "supposed"}
    told = [words[origin] for origin in sorted(filter(None, origins)) if origin in words]
    return "; ".join(told) or None


def _uses(
    derivation: Derivation, index: int, grounds: Sequence[Ground], limits: Limits
) -> tuple[tuple[Use, ...], ...]:
    if not grounds:
        return ()
    from rulelang.engine.explaining.chain_build import build_chain

    core, known, chain = derivation.core, derivation.situation.known, build_chain(derivation, index)
    try:
        asked = entailment(core, known, index, derivation.decisions[index])
    except NotEncoded:
        return tuple(uses_tried(core, known, chain, ground, limits) for ground in grounds)
    return tuple(uses_of(asked, chain, ground, limits) for ground in grounds)


def _full(rules: Rules, derivation: Derivation, index: int) -> Document | str:
    """What a full answer about this one decision has to judge (verification, N2 to N5)."""
    from rulelang.verifier.matter import make_ready
    from rulelang.verifier.reference.account import warrants_of

    target = derivation.targets[index]
    ask = model.Ask(None, None, (target,), actions=False, within=None)
    # A decision that is open has conditions to judge as well: here it is the expected one.
    expected = model.Stated(model.UnknownClaim(target.asked), target.text)
    case = replace(derivation.case, asks=(ask,), requires=(), expect=(expected,))
    try:
        ready = make_ready(rules.base, case)
    except RuleLangError as error:
        return error.diagnostics[0].message
    return warrants_of(ready, case.name, "full")


# --------------------------------------------------------------------------------------------------------- text


def grounds_text(shown: Grounds) -> str:
    """The grounds and the full set for people, indented as `derive` prints what belongs to a decision."""
    return "".join(f"    {visible(line)}\n" for line in _lines(shown))


def _lines(shown: Grounds) -> Iterator[str]:
    found = shown.found
    if not found.grounds:
        yield f"grounds: none; {found.reason}"
    else:
        count = len(found.grounds)
        more = "" if found.complete else f"; not all: {found.reason}"
        yield f"{count} minimal ground{'' if count == 1 else 's'}{more}"
        if found.tried is not None:
            yield f"found by trying completions, for {found.tried}"
        width = max((len(one.says) for ground in shown.named for one in ground), default=0)
        for number, (ground, uses) in enumerate(zip(shown.named, shown.uses, strict=True), 1):
            yield from _ground(number, ground, uses, width)
    yield from _full_lines(shown.full)


def _ground(number: int, ground: Sequence[Named], uses: Sequence[Use], width: int) -> Iterator[str]:
    mark = f"{number:>2}  "
    if not ground:
        yield f"{mark}(nothing: it comes out so whatever the facts are)"
        mark = "    "
    for one in ground:
        told = [", ".join(one.clauses)] if one.clauses else []
        told += [f"({one.origin})"] if one.origin else []
        yield f"{mark}{one.says:<{width}}  {' '.join(told)}".rstrip()
        mark = "    "
    for part, words in (("rule", "rules"), ("exception", "exceptions"), ("rival", "rivals")):
        of_part = [_use(use) for use in uses if use.part == part]
        if of_part:
            yield f"    {words}: {'; '.join(of_part)}"


def _use(use: Use) -> str:
    name = use.instance if use.part != "exception" else use.clause
    if use.part == "exception":
        return f"{name} is in force" if use.applies else f"{name} is not in force"
    return f"{name} applies" if use.applies else f"{name} does not apply"


def _full_lines(full: Document | str) -> Iterator[str]:
    if isinstance(full, str):
        yield f"in full: {full}"
        return
    count = len(full.warrants)
    several = "" if count == 1 else f", {count} warrants{' or more' if full.limited else ''}"
    yield f"in full a complete answer judges{several}"
    for warrant in full.warrants:
        mark = f"{warrant.number:>2}  " if count > 1 else "    "
        if not warrant.judgments:
            yield f"{mark}(nothing)"
        width = max((len(judgment.says) for judgment in warrant.judgments), default=0)
        for judgment in warrant.judgments:
            told = [" or ".join(judgment.rules.ids)] if judgment.rules is not None else []
            notes = [str(role) for role in judgment.roles if role != "condition"] + ["derived"] * judgment.derived
            told += [f"({', '.join(notes)})"] if notes else []
            yield f"{mark}{judgment.says:<{width}}  {' '.join(told)}".rstrip()
            mark = "    "
        rests = [f"{one.says} by {' and '.join(one.rules.ids)}" for one in warrant.conclusions if one.rules is not None]
        if rests:
            yield f"    concluding {'; '.join(rests)}"


# --------------------------------------------------------------------------------------------------------- JSON


def grounds_json(shown: Grounds) -> dict[str, Any]:
    """The same as data."""
    found = shown.found
    made: dict[str, Any] = {"complete": found.complete}
    if found.reason is not None:
        made["reason"] = found.reason
    if found.tried is not None:
        made["tried"] = found.tried
    made["minimal"] = [
        {
            "judgments": [_judgment_json(one) for one in ground],
            **{
                f"{part}s": [
                    {"clause": use.clause, "instance": use.instance, "applies": use.applies}
                    for use in uses
                    if use.part == part
                ]
                for part in ("rule", "exception", "rival")
            },
        }
        for ground, uses in zip(shown.named, shown.uses, strict=True)
    ]
    if isinstance(shown.full, str):
        made["full"] = None
        made["not_in_full"] = shown.full
    else:
        made["full"] = [warrant.model_dump(mode="json") for warrant in shown.full.warrants]
    return made


def _judgment_json(one: Named) -> dict[str, Any]:
    made: dict[str, Any] = {"says": one.says, "stands_in": list(one.clauses)}
    if one.origin is not None:
        made["origin"] = one.origin
    return made
