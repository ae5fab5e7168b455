"""An answer before it is written: claims with what they say as formulas, so that it can be changed and reasoned about.

The injector changes drafts, never texts: a draft knows which judgment each claim states, so a change is one of
meaning.  `answer_object` writes it as the answer file; nothing in that file tells what was changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from rulelang.engine import core
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Ready
from rulelang.verifier.open_value import value_asked
from rulelang.verifier.warrant import Verdict, Warrant


@dataclass(frozen=True, slots=True)
class Stated:
    """One thing that a claim says.

    `formula` is what is said to hold (with `unsettled` that it is unknown or in conflict); None where the text names
    nothing declared or is a claim about rules, of which `true` says whether it is so.
    """

    text: str
    formula: core.Formula | None
    unsettled: bool = False
    true: bool | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A claim (or the decision, whose id is empty); `about` is the judgment that it was written for, if one."""

    id: str
    says: tuple[Stated, ...]
    sources: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    about: core.Formula | None = None
    world: Literal["asked", "given"] = "asked"
    quote: str | None = None


@dataclass(frozen=True)
class Draft:
    """An answer: its claims and its decision (None: it decides nothing)."""

    lines: tuple[Line, ...]
    decision: Line | None

    def line(self, about: core.Formula) -> Line | None:
        """The claim that was written for a judgment."""
        return next((line for line in self.lines if line.about == about), None)

    def users(self, name: str) -> tuple[Line, ...]:
        """The claims that draw directly on one, and the decision if it does."""
        return self._users.get(name, ())

    @cached_property
    def _users(self) -> Mapping[str, tuple[Line, ...]]:
        found: dict[str, tuple[Line, ...]] = {}
        for line in (*self.lines, *([self.decision] if self.decision is not None else ())):
            for name in dict.fromkeys(line.sources):
                found[name] = (*found.get(name, ()), line)
        return found

    @cached_property
    def by_id(self) -> Mapping[str, Line]:
        """The claims by their ids."""
        return {line.id: line for line in self.lines}

    def fresh(self) -> str:
        """An id that no claim has."""
        taken = {line.id for line in self.lines}
        return next(name for number in range(1, len(taken) + 2) if (name := f"s{number}") not in taken)


def gold_draft(ready: Ready, warrant: Warrant) -> Draft:
    """The answer that a warrant writes (`gold_answer`), as a draft."""
    written = gold_answer(ready, warrant, "x#x")
    matter = ready.matter
    known: dict[str, tuple[core.Formula, Stated]] = {}
    for leaf, slot in warrant.slots.items():
        known.setdefault(matter.judged(leaf, slot.value), (leaf, stated(ready, leaf, slot.value)))
    for question in matter.questions:
        text = matter.judged(question.formula, question.gold)
        said = stated(ready, question.formula, question.gold)
        if question.clash:
            text = f"CONFLICT {matter.judged(question.formula, Verdict.TRUE)}"
            said = Stated(text, question.formula, unsettled=True)
        known[text] = (question.formula, said)
    lines: list[Line] = []
    for claim in written["claims"]:
        about, said = known[claim["says"]]
        lines.append(_line(claim, (said,), about))
    decision = written["decision"]
    return Draft(tuple(lines), _line(decision, tuple(known[text][1] for text in decision["says"]), None))


def _line(claim: Mapping[str, Any], says: tuple[Stated, ...], about: core.Formula | None) -> Line:
    sources, rules, evidence = (tuple(claim.get(name, ())) for name in ("from", "rules", "evidence"))
    return Line(claim.get("id", ""), says, sources, rules, evidence, about)


def stated(ready: Ready, leaf: core.Formula, value: Verdict) -> Stated:
    """What states a judgment."""
    text = ready.matter.judged(leaf, value)
    asked = value_asked(leaf)
    if asked is not None and value is not Verdict.OPEN:  # of a value that is open: that there is none
        return Stated(ready.matter.judged(leaf, Verdict.FALSE), core.NoneTest(asked))
    match value:
        case Verdict.TRUE:
            return Stated(text, leaf)
        case Verdict.FALSE:
            return Stated(text, core.Not(leaf))
        case Verdict.OPEN:
            return Stated(text, leaf, unsettled=True)


def answer_object(draft: Draft, case: str, sample: int | None = None) -> dict[str, Any]:
    """The answer file of a draft, as plain JSON values."""
    made: dict[str, Any] = {"rulelang": "answer/1", "case": case}
    if sample is not None:
        made["sample"] = sample
    made["claims"] = [{"id": line.id, **_fields(line)} for line in draft.lines]
    made["decision"] = None if draft.decision is None else _fields(draft.decision)
    return made


def _fields(line: Line) -> dict[str, Any]:
    texts = [said.text for said in line.says]
    made: dict[str, Any] = {"says": texts[0] if len(texts) == 1 else texts}
    for name, values in (("from", line.sources), ("rules", line.rules), ("evidence", line.evidence)):
        if values:
            made[name] = list(values)
    if line.quote is not None:
        made["quote"] = line.quote
    if line.world != "asked":
        made["world"] = line.world
    return made


# ---------------------------------------------------------------------------------------------------- changes


def replaced(draft: Draft, line: Line) -> Draft:
    """The draft with another claim of that id (or another decision) in place of the old one."""
    if line.id == "":
        return replace(draft, decision=line)
    return replace(draft, lines=tuple(line if one.id == line.id else one for one in draft.lines))


def all_replaced(draft: Draft, lines: Mapping[str, Line]) -> Draft:
    """The draft with other claims in place of those of their ids."""
    return replace(draft, lines=tuple(lines.get(one.id, one) for one in draft.lines)) if lines else draft


def dropped(draft: Draft, name: str) -> Draft:
    """The draft without a claim: what drew on it does so no more."""
    return _rewired(replace(draft, lines=tuple(one for one in draft.lines if one.id != name)), name, ())


def skipped(draft: Draft, line: Line) -> Draft:
    """The draft without a conclusion: what drew on it draws on its premises and cites its rules instead."""
    without = replace(draft, lines=tuple(one for one in draft.lines if one.id != line.id))

    def inherit(user: Line) -> Line:
        if line.id not in user.sources or user.id == "":
            return user
        return replace(user, rules=tuple(dict.fromkeys((*line.rules, *user.rules))))

    return _rewired(replace(without, lines=tuple(inherit(one) for one in without.lines)), line.id, line.sources)


def unlinked(draft: Draft, name: str) -> Draft:
    """The draft in which nothing draws on a claim."""
    return _rewired(draft, name, ())


def added(draft: Draft, line: Line, into: Iterable[str] = ()) -> Draft:
    """The draft with a claim more, on which some claims draw."""
    wanted = set(into)
    lines = tuple(replace(one, sources=(*one.sources, line.id)) if one.id in wanted else one for one in draft.lines)
    return replace(draft, lines=(*lines, line))


def _rewired(draft: Draft, name: str, instead: tuple[str, ...]) -> Draft:
    """The draft in which what drew on one claim draws on others instead."""

    def changed(line: Line) -> Line:
        if name not in line.sources:
            return line
        sources: dict[str, None] = {}
        for source in line.sources:
            sources.update(dict.fromkeys(instead if source == name else (source,)))
        return replace(line, sources=tuple(sources))

    decision = None if draft.decision is None else changed(draft.decision)
    return Draft(tuple(changed(line) for line in draft.lines), decision)


def renamed(draft: Draft, names: Mapping[str, str]) -> Draft:
    """The draft with other ids."""

    def changed(line: Line) -> Line:
        sources = tuple(names.get(source, source) for source in line.sources)
        return replace(line, id=names.get(line.id, line.id), sources=sources)

    decision = None if draft.decision is None else changed(draft.decision)
    return Draft(tuple(changed(line) for line in draft.lines), decision)
