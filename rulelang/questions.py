"""What `rulelang ask-next` prints: for each thing that a case asks, the fact to establish next."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rulelang.console import DONE, USAGE, report
from rulelang.decisions import asked_words, decision_json, json_value, unit_of
from rulelang.derivations import Wanted, wanted_cases
from rulelang.derived import Refused, wanted_targets
from rulelang.engine.derive import Derivation, derive
from rulelang.engine.records.json_write import json_line
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver.ask_answers import Value
from rulelang.engine.solver.ask_next import Advice, Question, ask_next, open_for_questions
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.render import render_json
from rulelang.grammar.values import NONE
from rulelang.grammar.words import gloss, value_text
from rulelang.opening import open_rules, split_case
from rulelang.options import Loading

OTHERS = 3
"""So many further questions are named in the text."""
MEMBERS = 8
"""So many members that lead to the same are named in the text."""


def ask_about_cases(rules: str, how: Loading, wanted: Wanted) -> int:
    """Print what to ask next about the cases that `rules` names; returns the exit status.

    Raises:
        RuleLangError: the rules, the case, the map or the file of cases as a whole cannot be used.
    """
    path, name = split_case(rules)
    base = open_rules(path, how, wanted.output_format)
    status = DONE
    documents: list[dict[str, Any]] = []
    for case in wanted_cases(base, name, wanted):
        try:
            if isinstance(case, Refused):
                raise case.error
            derivation = derive(base, case, wanted_targets(base, case, wanted.decide))
            advices = [
                ask_next(derivation.core, derivation.situation.known, index, wanted.timeout)
                for index in range(len(derivation.targets))
            ]
        except RuleLangError as error:
            status = USAGE
            named = case.case if isinstance(case, Refused) else case.name
            documents.append(_refused(named, error.diagnostics, wanted.output_format))
            continue
        if wanted.output_format == "text":
            sys.stdout.write(_text(base, derivation, advices))
        documents.append(_document(base, derivation, advices))
    if wanted.output_format == "json":
        sys.stdout.write(json_line(documents) + "\n")
    return status


def _refused(case: str, found: Sequence[Diagnostic], output_format: str) -> dict[str, Any]:
    if output_format == "text":
        sys.stdout.write(f"{case}\n  not decided\n")
        sys.stdout.flush()
        report(tuple(found))
    return {"case": case, "error": json.loads(render_json(tuple(found)))}


# ---------------------------------------------------------------------------------------------------------- text


def _text(base: RuleBase, derivation: Derivation, advices: Sequence[Advice]) -> str:
    case = derivation.case
    lines = [case.name + (f"  {case.gloss}" if case.gloss else "")]
    for target, advice in zip(derivation.targets, advices, strict=True):
        unit = unit_of(base.program, target.asked)
        if advice.questions:
            lines.append(f"  {target.text}  {advice.decision.status.value}")
            lines += _questions(base.program, derivation, advice, unit)
        else:
            lines.append(f"  {asked_words(target.text, advice.decision, unit)}")
            if advice.limit is not None:
                lines.append(f"    {advice.limit}")
            elif advice.decision.status.value == "UNDETERMINED":
                lines.append("    no fact that could be asked for would decide it")
    return "\n".join(lines) + "\n"


def _questions(program: model.Program, derivation: Derivation, advice: Advice, unit: str | None) -> list[str]:
    best, *others = advice.questions
    lines = [f"    ask for {_named(program, derivation, best.fact)}"]
    lines += _answers(program, derivation, best, unit)
    if best.expected is not None:
        lines.append(f"    questions expected: {_number(best.expected)}")
    else:
        lines.append("    by looking one question ahead" + ("" if advice.limit is None else f" ({advice.limit})"))
    if others:
        more = [_other(question) for question in others[:OTHERS]]
        if len(others) > OTHERS:
            more.append(f"{len(others) - OTHERS} more")
        doubt = " (these may matter)" if advice.decision.possible else ""
        lines.append(f"    then in question: {', '.join(more)}{doubt}")
    return lines


def _answers(program: model.Program, derivation: Derivation, asked: Question, unit: str | None) -> list[str]:
    """What each answer leads to; members of a sort that lead to the same stand on one line."""
    told: dict[str, list[str]] = {}
    members = derivation.core.facts[asked.fact].domain is not None
    lines: list[str] = []
    for reply in asked.replies:
        then = "open" if open_for_questions(reply.decision) else _short(reply.decision, unit)
        value = _value(program, derivation, asked, reply.value)
        if members:
            told.setdefault(then, []).append(value)
        else:
            lines.append(f"      {value}: {then}")
    for then, values in told.items():
        more = [f"{len(values) - MEMBERS} others"] if len(values) > MEMBERS + 1 else []
        named = [*values[:MEMBERS], *more] if more else values
        lines.append(f"      {', '.join(named)}: {then}")
    return lines


def _other(question: Question) -> str:
    return question.fact if question.expected is None else f"{question.fact} ({_number(question.expected)})"


def _named(program: model.Program, derivation: Derivation, key: str) -> str:
    fact = derivation.core.facts[key]
    words = key if fact.done else gloss(program, fact.name, fact.args)
    return key if words == key else f"{key}: {words}"


def _value(program: model.Program, derivation: Derivation, asked: Question, value: Value) -> str:
    """The value; "for instance" where it stands for others too."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    fact = derivation.core.facts[asked.fact]
    type_ = program.facts[fact.name].type
    one_of_many = value is not NONE and fact.domain is None
    return "for instance " * one_of_many + value_text(
        value, type_.unit if isinstance(type_, model.NumberType) else None
    )


def _short(decision: Any, unit: str | None) -> str:
    return asked_words("", decision, unit).strip(" =")


def _number(number: Fraction) -> str:
    """A short decimal: two places, rounded half up."""
    hundredths = (200 * number.numerator + number.denominator) // (2 * number.denominator)
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02}".rstrip("0").rstrip(".")


# ---------------------------------------------------------------------------------------------------------- JSON


def _document(base: RuleBase, derivation: Derivation, advices: Sequence[Advice]) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    for target, advice in zip(derivation.targets, advices, strict=True):
        unit = unit_of(base.program, target.asked)
        asked[target.text] = {
            "decision": decision_json(advice.decision, unit),
            "exact": advice.exact,
            **({} if advice.limit is None else {"limit": advice.limit}),
            "questions": [_question_json(question, unit) for question in advice.questions],
        }
    return {"case": derivation.case.name, "asked": asked}


def _question_json(question: Question, unit: str | None) -> dict[str, Any]:
    expected = question.expected
    return {
        "fact": question.fact,
        "expected": None if expected is None else _number(expected),
        "answers": [
            {
                "value": reply.value if isinstance(reply.value, bool) else json_value(reply.value),
                "decision": decision_json(reply.decision, unit),
            }
            for reply in question.replies
        ],
    }
