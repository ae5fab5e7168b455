"""What `rulelang derive` does: decides cases one batch after the other and prints each as it is decided."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulelang.console import DONE, USAGE, report
from rulelang.decisions import asked_words, decision_json, unit_of
from rulelang.engine.decision import Status
from rulelang.engine.derive import Derivation, claim_target, derive_many
from rulelang.engine.explaining.hints import hints
from rulelang.engine.records.json_write import json_line
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.render import render_json, visible
from rulelang.grammar.source import Source
from rulelang.opening import open_records, open_rules, split_case
from rulelang.options import Loading
from rulelang.ruleset import case_of, own_cases

BATCH = 1_000
"""Cases that are read and decided together: enough to share work, few enough to begin printing soon."""

Unread = tuple[str, tuple[Diagnostic, ...]]
"""A case that could not be read or decided, and why."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for: which cases, what to decide, how to print it."""

    cases_file: str | None = None
    map_file: str | None = None
    decide: tuple[str, ...] = ()
    explain: bool = False
    chain: str | None = None
    output_format: str = "text"


def derive_cases(rules: str, how: Loading, wanted: Wanted) -> int:
    """Decide and print the cases that `rules` (a file, with `#CASE` or without) names; returns the exit status.

    Raises:
        RuleLangError: the rules, the case, the map or the file of cases as a whole cannot be used.
    """
    path, name = (rules, None) if os.path.exists(rules) else split_case(rules)
    base = open_rules(path, how, wanted.output_format)
    printer = _Printer(base, wanted)
    status = DONE
    for batch in _batches(wanted_cases(base, name, wanted)):
        for outcome in _decided(base, batch, wanted.decide):
            if isinstance(outcome, Derivation):
                printer.show(outcome)
            else:
                printer.refuse(*outcome)
                status = USAGE
    printer.close()
    return status


def wanted_cases(base: RuleBase, name: str | None, wanted: Wanted) -> Iterator[model.Case | Unread]:
    """The cases that the command line names; in place of one that cannot be read, why."""
    program = base.program
    if wanted.cases_file is None:
        yield from _asking(program, wanted) if name is None else [case_of(program, name)]
        return
    for record in open_records(program, wanted.cases_file, wanted.map_file):
        if name is None or record.name == name:
            yield record.case if record.case is not None else (record.name, record.diagnostics)


def _asking(program: model.Program, wanted: Wanted) -> list[model.Case]:
    """The cases of the file of which something is asked.

    Raises:
        RuleLangError: there are none (RL493).
    """
    asking = [case for case in own_cases(program) if wanted.decide or _asks(case)]
    if not asking:
        hint = "write ASK … DECIDE in a case, or name cases with --cases"
        raise RuleLangError([Diagnostic("RL493", "no case of the rules asks anything", None, hint=hint)])
    return asking


def _asks(case: model.Case) -> bool:
    return bool(case.expect) or any(ask.targets for ask in case.asks)


def _batches(cases: Iterable[model.Case | Unread]) -> Iterator[list[model.Case | Unread]]:
    batch: list[model.Case | Unread] = []
    for case in cases:
        batch.append(case)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _decided(
    base: RuleBase, batch: Sequence[model.Case | Unread], decide: Sequence[str]
) -> Iterator[Derivation | Unread]:
    """The batch in its order, each case decided or refused; cases of which the same is asked are decided together."""
    done: dict[int, Derivation | Unread] = {}
    asked: dict[tuple[model.Target, ...] | None, list[tuple[int, model.Case]]] = {}
    for place, case in enumerate(batch):
        if not isinstance(case, model.Case):
            done[place] = case
            continue
        try:
            asked.setdefault(wanted_targets(base, case, decide), []).append((place, case))
        except RuleLangError as error:
            done[place] = (case.name, error.diagnostics)
    for targets, members in asked.items():
        made = derive_many(base, [case for _, case in members], targets)
        for (place, _), one in zip(members, made, strict=True):
            done[place] = one if isinstance(one, Derivation) else (one.case.name, one.diagnostics)
    for place in range(len(batch)):
        yield done[place]


def wanted_targets(base: RuleBase, case: model.Case, decide: Sequence[str]) -> tuple[model.Target, ...] | None:
    """What the command line asks of this case; None: what the case itself asks."""
    if not decide:
        if not _asks(case):
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
        targets.append(read if isinstance(read, model.Target) else claim_target(base, case, model.Stated(read, text)))
    return tuple(targets)


class _Printer:
    """Prints each case as it is decided, in the format that was asked for."""

    def __init__(self, base: RuleBase, wanted: Wanted) -> None:
        self.base = base
        self.wanted = wanted
        self.format = wanted.output_format
        self.whole: list[Any] = []

    def show(self, derivation: Derivation) -> None:
        if self.format == "text":
            self._text(derivation)
        else:
            self._put(self._json(derivation))
        report(hints(self.base, derivation), self.format)

    def refuse(self, case: str, found: tuple[Diagnostic, ...]) -> None:
        if self.format == "text":
            sys.stdout.write(f"{visible(case)}\n  not decided\n")
            sys.stdout.flush()
            report(found)
        else:
            self._put({"case": case, "error": json.loads(render_json(found))})

    def close(self) -> None:
        if self.format == "json":
            sys.stdout.write(json_line(self.whole) + "\n")

    def _put(self, document: Any) -> None:
        if self.format == "json":
            self.whole.append(document)
        else:
            sys.stdout.write(json_line(document) + "\n")

    def _unit(self, target: model.Target) -> str | None:
        return unit_of(self.base.program, target.asked)

    def _text(self, derivation: Derivation) -> None:
        if self.wanted.chain in ("dot", "mermaid", "json"):
            # Nothing else, so that it can be piped to what draws it.
            for number in range(len(derivation.targets)):
                sys.stdout.write(_chain(derivation, number, self.wanted.chain))
            return
        case = derivation.case
        sys.stdout.write(visible(case.name + (f"  {case.gloss}" if case.gloss else "")) + "\n")
        for number, (target, decision) in enumerate(zip(derivation.targets, derivation.decisions, strict=True)):
            if self.wanted.explain:
                sys.stdout.write(_indented(self._explanation(derivation, number), "  "))
            else:
                words = asked_words(target.text, decision, self._unit(target))
                if decision.conflicts and (literals := _supported(derivation, number)):
                    words += f"  supported by rules: {', '.join(literals)}"
                sys.stdout.write(f"  {visible(words)}\n")
            if self.wanted.chain is not None:
                sys.stdout.write(_chain(derivation, number, self.wanted.chain))

    def _explanation(self, derivation: Derivation, index: int) -> str:
        from rulelang.engine.explaining.explain import explain, explanation_text

        return explanation_text(explain(self.base.program, derivation, index))

    def _json(self, derivation: Derivation) -> dict[str, Any]:
        decisions: dict[str, Any] = {}
        for number, (target, decision) in enumerate(zip(derivation.targets, derivation.decisions, strict=True)):
            made = decision_json(decision, self._unit(target))
            open_ = decision.status in (Status.UNDETERMINED, Status.CONFLICT)
            if open_ and (literals := _supported(derivation, number)):
                made["supported"] = list(literals)
            if self.wanted.explain:
                made["explanation"] = self._explanation(derivation, number)
            if self.wanted.chain is not None:
                made["chain"] = _chain_json(derivation, number)
            decisions[target.text] = made
        return {"case": derivation.case.name, "decisions": decisions}


def _indented(text: str, by: str) -> str:
    return "".join(f"{by}{line}\n" if line else "\n" for line in text.splitlines())


def _supported(derivation: Derivation, index: int) -> tuple[str, ...]:
    from rulelang.engine.explaining.supported import supported

    return supported(derivation, index)


def _chain(derivation: Derivation, index: int, form: str) -> str:
    from rulelang.engine.explaining.chain_build import build_chain
    from rulelang.engine.explaining.chain_render import chain_dot, chain_mermaid, chain_text

    chain = build_chain(derivation, index)
    match form:
        case "dot":
            return chain_dot(chain)
        case "mermaid":
            return chain_mermaid(chain)
        case "json":
            return json_line(_chain_json(derivation, index)) + "\n"
        case _:
            return _indented(chain_text(chain), "    ")


def _chain_json(derivation: Derivation, index: int) -> dict[str, object]:
    from rulelang.engine.explaining.chain_build import build_chain
    from rulelang.engine.explaining.chain_render import chain_document

    return chain_document(build_chain(derivation, index), derivation.case.name)
