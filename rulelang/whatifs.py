"""What `rulelang whatif` does: decisions before and after a supposition, with the chain; or changes that flip."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulelang.console import DONE, FINDINGS, UNDECIDED, USAGE, report
from rulelang.decisions import asked_words, decision_json, unit_of
from rulelang.derivations import Wanted, wanted_cases
from rulelang.derived import Refused, wanted_targets
from rulelang.engine.decision import Status
from rulelang.engine.derive import Derivation, derive
from rulelang.engine.explaining.chain import Chain, ChainNode
from rulelang.engine.explaining.revised import Revision, revise
from rulelang.engine.records.json_write import json_line
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.flips import Flipped, Wish, flip_case, flipped_json, flipped_text
from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError, has_errors
from rulelang.grammar.render import render_json
from rulelang.grammar.source import Source
from rulelang.opening import open_rules, split_case
from rulelang.options import Loading


@dataclass(frozen=True, slots=True)
class Supposition:
    """What the command line supposes, and the changes it looks for (None: none, the supposition is what counts)."""

    claims: tuple[str, ...] = ()
    wish: Wish | None = None


@dataclass(frozen=True, slots=True)
class Supposed:
    """A case without and with what is supposed, and what was supposed in words."""

    before: Derivation
    after: Derivation
    said: tuple[str, ...]


def what_if(rules: str, how: Loading, wanted: Wanted, supposition: Supposition) -> int:
    """Print what would be; returns the exit status: 0, or with a wish 1 (no flip is possible, proved) or 4.

    Raises:
        RuleLangError: the rules, the case, or the file of cases as a whole cannot be used.
    """
    path, name = split_case(rules)
    base = open_rules(path, how, wanted.output_format)
    statuses = [DONE]
    documents: list[dict[str, Any]] = []
    cases = list(wanted_cases(base, name, wanted))
    if supposition.wish is None and not supposition.claims and len(cases) > 1:
        cases = [case for case in cases if isinstance(case, Refused) or case.suppose]
        if not cases:
            raise nothing_supposed("no case of the rules supposes anything", None)
    for case in cases:
        try:
            if isinstance(case, Refused):
                raise case.error
            document, text, status = _one(base, case, wanted, supposition)
        except RuleLangError as error:
            statuses.append(USAGE)
            named = case.case if isinstance(case, Refused) else case.name
            documents.append(_refused(named, error.diagnostics, wanted.output_format))
            continue
        statuses.append(status)
        documents.append(document)
        if wanted.output_format == "text":
            sys.stdout.write(text)
    if wanted.output_format == "json":
        sys.stdout.write(json_line(documents) + "\n")
    return next(status for status in (USAGE, UNDECIDED, FINDINGS, DONE) if status in statuses)


def _one(
    base: RuleBase, case: model.Case, wanted: Wanted, supposition: Supposition
) -> tuple[dict[str, Any], str, int]:
    revised = with_claims(base.program, case, supposition.claims)
    targets = wanted_targets(base, revised, wanted.decide)
    wish = supposition.wish
    if wish is not None:
        flipped = flip_case(base, revised, targets, wish)
        return flipped_json(base, flipped, wish), flipped_text(base, flipped, wish), flip_status(flipped)
    supposed = suppose(base, case, revised, targets)
    limited = any(decision.limit for one in (supposed.before, supposed.after) for decision in one.decisions)
    return _supposed_json(base, supposed), _supposed_text(base, supposed), UNDECIDED if limited else DONE


def flip_status(flipped: Flipped) -> int:
    """4 if for something nothing was found within the limits, 1 if something certainly cannot be flipped, else 0."""
    statuses: dict[int, int] = {}
    for answer in flipped.answers:
        if answer.already or answer.found.changes:
            statuses[answer.index] = DONE
        elif statuses.get(answer.index) != DONE:
            worst = FINDINGS if answer.found.complete else UNDECIDED
            statuses[answer.index] = max(statuses.get(answer.index, DONE), worst)
    return max(statuses.values(), default=DONE)


def _refused(case: str, found: Sequence[Diagnostic], output_format: str) -> dict[str, Any]:
    if output_format == "text":
        sys.stdout.write(f"{case}\n  not decided\n")
        sys.stdout.flush()
        report(tuple(found))
    return {"case": case, "error": json.loads(render_json(tuple(found)))}


# ---------------------------------------------------------------------------------------------------- supposing


def with_claims(program: model.Program, case: model.Case, claims: Sequence[str]) -> model.Case:
    """The case with what the command line supposes.

    Raises:
        RuleLangError: a claim cannot be read, or is none that a case can give.
    """
    if not claims:
        return case
    from rulelang.grammar.reading.parse import parse_claim
    from rulelang.grammar.resolving.supposed import supposing

    read: list[tree.Claim] = []
    for text in claims:
        claim, found = parse_claim(Source("--suppose", text))
        if claim is None or has_errors(found):
            raise RuleLangError(found)
        read.append(claim)
    return supposing(program, case, read)


def suppose(
    base: RuleBase, case: model.Case, revised: model.Case, targets: tuple[model.Target, ...] | None
) -> Supposed:
    """The case before and after.  What the command line supposes is compared with the case as it stands, what a case
    itself supposes with the case without that.

    Raises:
        RuleLangError: nothing is supposed (RL582), or the case cannot be derived.
    """
    if revised is case:
        if not case.suppose:
            raise nothing_supposed(f"the case `{case.name}` supposes nothing", case)
        case = replace(case, suppose=())
    before = set(case.suppose)
    said = tuple(_given_words(base.program, given) for given in revised.suppose if given not in before)
    after = derive(base, revised, targets)
    return Supposed(derive(base, case, after.targets), after, said)


def nothing_supposed(message: str, case: model.Case | None) -> RuleLangError:
    label = None if case is None or case.span is None else Label(case.span)
    hint = 'write --suppose "NOT p", SUPPOSE in the case, or --flip to look for what would change the decision'
    return RuleLangError([Diagnostic("RL582", message, label, hint=hint)])


def _given_words(program: model.Program, given: model.Given) -> str:
    from rulelang.engine.analysis.told import given_text

    return given_text(program, given)


# -------------------------------------------------------------------------------------------------------- words


def _supposed_text(base: RuleBase, supposed: Supposed) -> str:
    case = supposed.after.case
    lines = [case.name + (f"  {case.gloss}" if case.gloss else "")]
    lines.append(f"  supposing {', '.join(supposed.said)}")
    for index, target in enumerate(supposed.after.targets):
        unit = unit_of(base.program, target.asked)
        before, after = supposed.before.decisions[index], supposed.after.decisions[index]
        lines.append(f"  before  {asked_words(target.text, before, unit)}")
        lines.append(f"  after   {asked_words(target.text, after, unit)}")
        revision = _revision(supposed, index)
        lines += [f"    {line}" for line in _chain_lines(revision)]
    return "\n".join(lines) + "\n"


def _revision(supposed: Supposed, index: int) -> Revision:
    from rulelang.engine.explaining.chain_build import build_chain

    return revise(build_chain(supposed.before, index), build_chain(supposed.after, index))


_MARKS = {"new": "+", "otherwise": "~", "still": " "}


def _chain_lines(revision: Revision) -> Iterator[str]:
    """The chain after, with a mark for what is new (+) or came out otherwise (~), then what is gone (-)."""
    from rulelang.engine.explaining.chain_render import chain_lines, label

    if not (revision.gone or revision.new or revision.otherwise):
        yield "the same steps as before"
        return
    for identifier, line in chain_lines(revision.after):
        yield f"{_MARKS[revision.fate(identifier)]} {line}"
    for node in revision.gone:
        yield f"- {label(node)}"


# --------------------------------------------------------------------------------------------------------- JSON


def _supposed_json(base: RuleBase, supposed: Supposed) -> dict[str, Any]:
    from rulelang.engine.explaining.chain_render import chain_document

    asked: dict[str, Any] = {}
    for index, target in enumerate(supposed.after.targets):
        unit = unit_of(base.program, target.asked)
        revision = _revision(supposed, index)
        asked[target.text] = {
            "before": decision_json(supposed.before.decisions[index], unit),
            "after": decision_json(supposed.after.decisions[index], unit),
            "flipped": _differs(supposed, index),
            "gone": [_node(node) for node in revision.gone],
            "new": [_node(node) for node in revision.new],
            "otherwise": [
                {**_node(one.after), "before": _standing(one.before)} for one in revision.otherwise
            ],
            "still": [node.id for node in revision.still],
            "chain": chain_document(_after(revision), supposed.after.case.name),
        }
    return {"case": supposed.after.case.name, "suppose": list(supposed.said), "asked": asked}


def _after(revision: Revision) -> Chain:
    return revision.after


def _differs(supposed: Supposed, index: int) -> bool:
    before, after = supposed.before.decisions[index], supposed.after.decisions[index]
    if before.status is not after.status:
        return True
    return before.status is Status.VALUE and before.value != after.value


def _node(node: ChainNode) -> dict[str, Any]:
    return {"id": node.id, "kind": node.kind, "text": node.text, **_standing(node)}


def _standing(node: ChainNode) -> dict[str, Any]:
    return {"standing": node.standing, **({} if node.value is None else {"value": node.value})}
