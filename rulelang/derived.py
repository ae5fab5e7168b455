"""What follows for a case: what `rulelang.derive` gives, and what the verb of that name prints."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from rulelang import documents
from rulelang.arguments import check_text, check_whole
from rulelang.decisions import asked_words, decision_json, unit_of
from rulelang.engine import derive as engine
from rulelang.engine.decision import Decision, Status, Why
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.model import Case, Constant_
from rulelang.grammar.source import Source
from rulelang.ruleset import Rules, case_of, check_rules

if TYPE_CHECKING:
    from rulelang.certified import Certificate
    from rulelang.engine.explaining.chain import Chain
    from rulelang.engine.records.reading import Record
    from rulelang.grounds import Grounds

BATCH = 1_000
"""Cases that are read and decided together: enough to share work, few enough to begin printing soon."""

AnyCase: TypeAlias = "Case | Record | documents.Json"
"""A case: its name in the rules, a case that was read, or JSON (a mapping, its text, or a `Path` to it)."""


@dataclass(frozen=True, slots=True, repr=False)
class Decided:
    """The decision on one thing that was asked, `asked`, with its evidence.

    `decision` is the engine's own value, `unit` that of an amount.
    """

    asked: str
    decision: Decision
    unit: str | None
    rules: Rules
    derivation: engine.Derivation
    index: int

    @property
    def status(self) -> Status:
        """HOLDS, FAILS, VALUE, CONFLICT or UNDETERMINED (a string, too)."""
        return self.decision.status

    @property
    def value(self) -> Constant_ | None:
        """The value (exact), where the status is VALUE; NONE says that there is known to be none."""
        return self.decision.value

    @property
    def why(self) -> Why | None:
        """Why a condition of one contest FAILS."""
        return self.decision.why

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The unknown facts that matter, where the status is UNDETERMINED."""
        return self.decision.unknowns

    def explain(self) -> str:
        """Why, in the words of the glosses, line by line."""
        from rulelang.engine.explaining.explain import explain, explanation_text

        return explanation_text(explain(self.rules.program, self.derivation, self.index)).rstrip("\n")

    def chain(self) -> Chain:
        """The dependency chain: a graph from the facts to the decision (docs/chains.md)."""
        from rulelang.engine.explaining.chain_build import build_chain

        return build_chain(self.derivation, self.index)

    def grounds(self, limit: int = 20, timeout: float | None = None) -> Grounds:
        """What of the case the decision takes: its minimal grounds (docs/grounds.md), the smallest first.

        Args:
            limit: the most that are listed.
            timeout: seconds for the search; None: a fixed number of steps, the same on every machine.
        """
        from rulelang.grounds import Within, grounds_of

        check_whole(limit, "limit")
        return grounds_of(self.rules, self.derivation, self.index, Within(limit, timeout))

    def supported(self) -> tuple[str, ...]:
        """What rules say of it, where they don't settle it (CONFLICT, UNDETERMINED)."""
        if self.status not in (Status.UNDETERMINED, Status.CONFLICT):
            return ()
        from rulelang.engine.explaining.supported import supported

        return supported(self.derivation, self.index)

    def document(self) -> dict[str, Any]:
        """The decision as JSON values; numbers are exact (int, Fraction), absent fields say nothing."""
        made = decision_json(self.decision, self.unit)
        if literals := self.supported():
            made["supported"] = list(literals)
        return made

    def __str__(self) -> str:
        words = asked_words(self.asked, self.decision, self.unit)
        if self.decision.conflicts and (literals := self.supported()):
            words += f"  supported by rules: {', '.join(literals)}"
        return words

    def __repr__(self) -> str:
        return f"<Decided {self}>"


@dataclass(frozen=True, slots=True, repr=False)
class Derived:
    """What follows for one case: a decision for each thing that is asked, in its order; found by its number or by what
    was asked.

    `decide`: what was asked instead of what the case asks, as it was written.
    """

    rules: Rules
    derivation: engine.Derivation
    decisions: tuple[Decided, ...]
    decide: tuple[str, ...] = ()

    @property
    def case(self) -> str:
        """The name of the case."""
        return self.derivation.case.name

    @property
    def decision(self) -> Decided:
        """The decision, where one thing is asked.

        Raises:
            ValueError: several are.
        """
        if len(self.decisions) != 1:
            raise ValueError(f"{len(self.decisions)} things are asked: {', '.join(one.asked for one in self)}")
        return self.decisions[0]

    def __getitem__(self, asked: int | str) -> Decided:
        if isinstance(asked, int):
            return self.decisions[asked]
        for one in self.decisions:
            if one.asked == asked:
                return one
        raise KeyError(asked)

    def __iter__(self) -> Iterator[Decided]:
        return iter(self.decisions)

    def __len__(self) -> int:
        return len(self.decisions)

    def hints(self) -> tuple[Diagnostic, ...]:
        """What is worth telling beside the decisions: rules that were not in effect on the day, and the like."""
        from rulelang.engine.explaining.hints import hints

        return hints(self.rules.base, self.derivation)

    def certificate(self, timeout: float | None = None) -> Certificate:
        """The decisions with proofs that `verify_certificate` checks again (docs/grounds.md).  What cannot be certified
        is left out, and named in `left_out`.

        Args:
            timeout: seconds for each question; None: a fixed number of steps, the same on every machine.

        Raises:
            RuleLangError: nothing of it can be certified (RL578, RL579).
        """
        from rulelang.certified import certify
        from rulelang.engine.solver.answer import Limits

        made = certify(self.rules, self.derivation, self.decide, Limits(timeout=timeout))
        if not made.decisions:
            raise RuleLangError(made.left_out)
        return made

    def document(self) -> dict[str, Any]:
        """The decisions as JSON values, as the verb prints them."""
        return {"case": self.case, "decisions": {one.asked: one.document() for one in self}}

    def __str__(self) -> str:
        gloss = self.derivation.case.gloss
        return "\n".join([self.case + (f"  {gloss}" if gloss else ""), *(f"  {one}" for one in self)])

    def __repr__(self) -> str:
        return f"<Derived {self.case}: {'; '.join(map(str, self))}>"


@dataclass(frozen=True, slots=True, repr=False)
class Refused:
    """A case that could not be read or decided, and why."""

    case: str
    diagnostics: tuple[Diagnostic, ...]

    @property
    def error(self) -> RuleLangError:
        """What `derive` would have raised."""
        return RuleLangError(self.diagnostics)

    def __str__(self) -> str:
        return f"{self.case}\n  not decided\n{self.error}"

    def __repr__(self) -> str:
        return f"<Refused {self.case}: {'; '.join(f'{one.code} {one.message}' for one in self.diagnostics)}>"


def derive(rules: Rules, case: AnyCase, decide: str | Sequence[str] = ()) -> Derived:
    """What the rules decide in a case, with the chain of reasons.

    Args:
        case: the name of a case in the rules; or a case as JSON (docs/cases.md): a mapping, its text, or a `Path`.
        decide: what to decide, in the language (`MUST refund`, `total`), instead of what the case asks.

    Raises:
        RuleLangError: there is no such case (RL494), it asks nothing (RL493), can't be read or can't be decided.

    >>> import rulelang
    >>> rules = rulelang.load("corpora/refunds/refunds.rules")
    >>> derive(rules, "headphones")
    <Derived headphones: MUST refund  FAILS (excepted)>
    >>> facts = {"returned": True, "days_ago": 3, "opened": True}
    >>> derive(rules, {"rulelang": "case/1", "case": "lamp", "facts": facts}, "MUST refund").decision.unknowns
    ('faulty',)
    """
    check_rules(rules)
    asked = _list(decide)
    found = _case(rules, case)
    made = engine.derive(rules.base, found, wanted_targets(rules.base, found, asked))
    return _derived(rules, made, asked)


def derive_many(
    rules: Rules, cases: Iterable[AnyCase | Refused], decide: str | Sequence[str] = ()
) -> Iterator[Derived | Refused]:
    """As `derive` for each of many cases, in their order; much faster than one by one, and never more than a batch
    in memory.

    Yields:
        for a case that `derive` would raise for `Refused`, which says why; the others are decided all the same.
    """
    check_rules(rules)
    if isinstance(cases, str | bytes | Mapping):
        raise TypeError("cases are given one after the other, in a list say, not one alone")
    asked = _list(decide)
    batch: list[Case | Refused] = []
    for case in cases:
        batch.append(_read(rules, case))
        if len(batch) == BATCH:
            yield from _decided(rules, batch, asked)
            batch = []
    yield from _decided(rules, batch, asked)


def read_cases(
    rules: Rules, path: str | os.PathLike[str], map_path: str | os.PathLike[str] | None = None
) -> Iterator[Record]:
    """The cases of a JSON or JSONL file, or of the records in it by a map (docs/maps.md).

    Yields:
        in place of a case that can't be read, a record without one (`case` None) with its `diagnostics`.

    Raises:
        RuleLangError: the file as a whole, or the map, can't be used.
    """
    from rulelang.bundled import read_file
    from rulelang.engine.records import reading
    from rulelang.engine.records.record_map import read_map

    check_rules(rules)
    by = None if map_path is None else read_map(documents.document(_path(map_path), ""))
    yield from reading.read_cases(rules.program, read_file(path), os.fspath(path), by)


def _path(path: str | os.PathLike[str]) -> os.PathLike[str]:
    from pathlib import Path

    return Path(path)


def _list(decide: str | Sequence[str]) -> tuple[str, ...]:
    asked = (decide,) if isinstance(decide, str) else tuple(decide)
    for one in asked:
        check_text(one, "decide")
    return asked


def _case(rules: Rules, given: AnyCase) -> Case:
    if isinstance(given, Case):
        return given
    if isinstance(given, str) and not documents.is_json(given):
        return case_of(rules.program, given)
    if isinstance(given, str | bytes | os.PathLike | Mapping):
        from rulelang.engine.records.reading import read_case

        return read_case(rules.program, documents.document(given, "<case>"))
    from rulelang.engine.records.reading import Record

    if not isinstance(given, Record):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a case is a name, a mapping, JSON text or a path, not a {type(given).__name__}")
    if given.case is None:
        raise RuleLangError(given.diagnostics)
    return given.case


def _read(rules: Rules, given: AnyCase | Refused) -> Case | Refused:
    if isinstance(given, Refused):
        return given
    try:
        return _case(rules, given)
    except RuleLangError as error:
        return Refused(_name(given), error.diagnostics)


def _name(given: AnyCase) -> str:
    """What a case goes by that could not be read."""
    if isinstance(given, Mapping):
        name = given.get("case")
        return name if isinstance(name, str) else "<case>"
    if isinstance(given, str | bytes | os.PathLike):
        return os.fsdecode(given) if not isinstance(given, bytes) and not documents.is_json(str(given)) else "<case>"
    return given.name


def _derived(rules: Rules, made: engine.Derivation, decide: tuple[str, ...]) -> Derived:
    decided = tuple(
        Decided(target.text, decision, unit_of(rules.program, target.asked), rules, made, index)
        for index, (target, decision) in enumerate(zip(made.targets, made.decisions, strict=True))
    )
    return Derived(rules, made, decided, decide)


def _decided(rules: Rules, batch: Sequence[Case | Refused], decide: Sequence[str]) -> Iterator[Derived | Refused]:
    """The batch in its order, each case decided or refused; cases of which the same is asked are decided together."""
    done: dict[int, Derived | Refused] = {}
    asked: dict[tuple[model.Target, ...] | None, list[tuple[int, Case]]] = {}
    for place, case in enumerate(batch):
        if isinstance(case, Refused):
            done[place] = case
            continue
        try:
            asked.setdefault(wanted_targets(rules.base, case, decide), []).append((place, case))
        except RuleLangError as error:
            done[place] = Refused(case.name, error.diagnostics)
    for targets, members in asked.items():
        made = engine.derive_many(rules.base, [case for _, case in members], targets)
        for (place, case), one in zip(members, made, strict=True):
            if isinstance(one, engine.Derivation):
                done[place] = _derived(rules, one, tuple(decide))
            else:
                done[place] = Refused(case.name, one.diagnostics)
    for place in range(len(batch)):
        yield done[place]


# ------------------------------------------------------------------------------------------------ what is asked


def wanted_targets(base: RuleBase, case: Case, decide: Sequence[str]) -> tuple[model.Target, ...] | None:
    """What is asked of a case, in the language; None: what the case itself asks.

    Raises:
        RuleLangError: it asks nothing (RL493), or what is asked can't be read.
    """
    if not decide:
        if not asks(case):
            hint = "write ASK … DECIDE in the case, or say what to decide with --decide"
            label = None if case.span is None else Label(case.span)
            raise RuleLangError([Diagnostic("RL493", f"the case `{case.name}` asks nothing", label, hint=hint)])
        return None
    # Only here: a case's own questions were read with it, and a cached program needs no parser.
    from rulelang.grammar.reading.parse import parse_claim
    from rulelang.grammar.resolving.claims import resolve_claim

    targets: list[model.Target] = []
    for text in decide:
        claim, found = parse_claim(Source("--decide", text))
        if claim is None:
            raise RuleLangError(found)
        read, found = resolve_claim(base.program, case, claim, text)
        if read is None:
            raise RuleLangError(found)
        targets.append(
            read if isinstance(read, model.Target) else engine.claim_target(base, case, model.Stated(read, text))
        )
    return tuple(targets)


def asks(case: Case) -> bool:
    """Whether a case asks or expects anything."""
    return bool(case.expect) or any(ask.targets for ask in case.asks)
