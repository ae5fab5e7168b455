"""`rulelang derive`: decides cases of a rule file, of JSON, or of records by a map, with the chain of reasons."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from rulelang.console import DONE, USAGE, report
from rulelang.decisions import asked_words, decision_json, unit_of
from rulelang.engine.derive import Derivation, claim_target, derive_many
from rulelang.engine.json_write import json_line
from rulelang.engine.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.claims import resolve_claim
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.parse import parse_claim
from rulelang.grammar.source import Source
from rulelang.opening import case_of, open_records, open_rules, own_cases, split_case
from rulelang.options import Loading, loading, output_format, records

BATCH = 1_000
"""Cases that are read and decided together: enough to share work, few enough to begin printing soon."""


@click.command("derive", short_help="decide cases, with the chain of reasons")
@click.argument("rules", metavar="RULES[#CASE]")
@records
@click.option("--decide", multiple=True, metavar="CLAIM", help="What to decide instead of what the case asks.")
@click.option("--explain", is_flag=True, help="Say why, in words.")
@click.option("--chain", type=click.Choice(["text", "json", "dot", "mermaid"]), help="Print the chain of reasons.")
@loading
@output_format("text", "json", "jsonl")
def command(
    rules: str,
    cases_file: str | None,
    map_file: str | None,
    decide: tuple[str, ...],
    explain: bool,
    chain: str | None,
    include: tuple[Path, ...],
    no_cache: bool,
    output_format: str,
) -> int:
    """Decide what cases ask (or what --decide names) by the rules in RULES (- is standard input).

    Without #CASE and --cases, all cases of the rule file are decided. One bad record costs that record alone; the
    exit status is then 2.

    \b
    Example: rulelang derive assignment.rules#acme --explain
             rulelang derive airline.rules --cases cases.jsonl --decide total --output-format jsonl
    """
    path, name = (rules, None) if Path(rules).exists() else split_case(rules)
    base = open_rules(path, Loading(include, not no_cache), output_format)
    printer = _Printer(base, explain, chain, output_format)
    status = DONE
    for batch in _batches(_cases(base, name, cases_file, map_file)):
        for outcome in _decided(base, batch, decide):
            if isinstance(outcome, Derivation):
                printer.show(outcome)
            else:
                case, found = outcome
                printer.refuse(case, found)
                status = USAGE
    printer.close()
    return status


Unread = tuple[str, tuple[Diagnostic, ...]]
"""A case that could not be read or decided, and why."""


def _cases(
    base: RuleBase, name: str | None, cases_file: str | None, map_file: str | None
) -> Iterator[model.Case | Unread]:
    program = base.program
    if cases_file is None:
        yield from own_cases(program) if name is None else [case_of(program, name)]
        return
    for record in open_records(program, cases_file, map_file):
        if name is None or record.name == name:
            yield record.case if record.case is not None else (record.name, record.diagnostics)


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
            asked.setdefault(_targets(base, case, decide), []).append((place, case))
        except RuleLangError as error:
            done[place] = (case.name, error.diagnostics)
    for targets, members in asked.items():
        made = derive_many(base, [case for _, case in members], targets)
        for (place, _), one in zip(members, made, strict=True):
            done[place] = one if isinstance(one, Derivation) else (one.case.name, one.diagnostics)
    for place in range(len(batch)):
        yield done[place]


def _targets(base: RuleBase, case: model.Case, decide: Sequence[str]) -> tuple[model.Target, ...] | None:
    """What the command line asks of this case; None: what the case itself asks."""
    if not decide:
        if not case.expect and not any(ask.targets for ask in case.asks):
            hint = "write ASK … DECIDE in the case, or say what to decide with --decide"
            label = None if case.span is None else Label(case.span)
            raise RuleLangError([Diagnostic("RL493", f"the case `{case.name}` asks nothing", label, hint=hint)])
        return None
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

    def __init__(self, base: RuleBase, explain: bool, chain: str | None, output_format: str) -> None:
        self.base = base
        self.explain = explain
        self.chain = chain
        self.format = output_format
        self.whole: list[Any] = []

    def show(self, derivation: Derivation) -> None:
        if self.format == "text":
            self._text(derivation)
        else:
            self._put(self._json(derivation))

    def refuse(self, case: str, found: tuple[Diagnostic, ...]) -> None:
        if self.format == "text":
            sys.stdout.write(f"{case}\n  not decided\n")
            sys.stdout.flush()
        else:
            self._put({"case": case, "error": [{"code": one.code, "message": one.message} for one in found]})
        report(found, self.format)

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
        case = derivation.case
        sys.stdout.write(case.name + (f"  {case.gloss}" if case.gloss else "") + "\n")
        for number, (target, decision) in enumerate(zip(derivation.targets, derivation.decisions, strict=True)):
            sys.stdout.write(f"  {asked_words(target.text, decision, self._unit(target))}\n")
            if self.explain:
                sys.stdout.write(_indented(explanation(derivation, number)))
            if self.chain is not None:
                sys.stdout.write(_chain(derivation, number, self.chain))

    def _json(self, derivation: Derivation) -> dict[str, Any]:
        decisions: dict[str, Any] = {}
        for number, (target, decision) in enumerate(zip(derivation.targets, derivation.decisions, strict=True)):
            made = decision_json(decision, self._unit(target))
            if self.explain:
                made["explanation"] = explanation(derivation, number)
            if self.chain is not None:
                made["chain"] = _chain_json(derivation, number)
            decisions[target.text] = made
        return {"case": derivation.case.name, "decisions": decisions}


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())


def explanation(derivation: Derivation, index: int) -> str:
    from rulelang.engine.explain import explain

    return explain(derivation, index)


def _chain(derivation: Derivation, index: int, form: str) -> str:
    from rulelang.engine.chain_build import build_chain
    from rulelang.engine.chain_render import chain_dot, chain_mermaid, chain_text

    chain = build_chain(derivation, index)
    match form:
        case "dot":
            return chain_dot(chain)
        case "mermaid":
            return chain_mermaid(chain)
        case "json":
            return json_line(_chain_json(derivation, index)) + "\n"
        case _:
            return _indented(chain_text(chain))


def _chain_json(derivation: Derivation, index: int) -> dict[str, object]:
    from rulelang.engine.chain_build import build_chain
    from rulelang.engine.chain_render import chain_document

    return chain_document(build_chain(derivation, index))
