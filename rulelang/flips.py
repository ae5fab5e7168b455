"""What `rulelang whatif --flip` prints: the smallest changes of facts after which a case is decided otherwise."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulelang.decisions import asked_words, decision_json, decision_words, json_value, unit_of
from rulelang.engine.core import Core
from rulelang.engine.core_parts import is_formula
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import Derivation, claim_target, derive
from rulelang.engine.grounding.facts import Situation
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver.answer import InternalError, Limits
from rulelang.engine.solver.flip import Become, Change, Flips, Goal, Move, Otherwise, flips, reached
from rulelang.grammar import model
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, has_errors
from rulelang.grammar.model import Constant_
from rulelang.grammar.source import Source
from rulelang.grammar.words import gloss, value_text
from rulelang.grammar.words import unit_of as type_unit


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: an outcome (`to`; None: any other), which facts may change, and how many changes."""

    to: str | None = None
    only: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    most: int = 10
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one goal: the target's number, what was to be reached in words, and the changes with the decision on
    the target after each."""

    index: int
    goal: Goal
    words: str
    found: Flips
    after: tuple[Decision, ...]
    already: bool = False


@dataclass(frozen=True, slots=True)
class Flipped:
    """The answers about a case, target by target, and which facts of it were kept as they are, with why."""

    derivation: Derivation
    answers: tuple[Answer, ...]
    kept: tuple[tuple[str, str], ...]
    stated: tuple[str, ...]
    """Outcomes that the case states: they stay."""


# ------------------------------------------------------------------------------------------------------- asking


def flip_case(base: RuleBase, case: model.Case, targets: tuple[model.Target, ...] | None, wish: Wish) -> Flipped:
    """Looks for the changes, and derives each changed case anew.

    Raises:
        RuleLangError: the case cannot be derived, or the wish does not fit it (RL580, RL581).
        InternalError: a changed case is not decided as the search said.
    """
    derivation = derive(base, case, targets)
    wanted: Sequence[tuple[int, Goal, str]]
    if wish.to is None:
        wanted = [one for index in range(len(derivation.targets)) for one in _other(derivation, index)]
    else:
        derivation, wanted = _wished(base, derivation, wish.to)
    kept = _kept(base.program, derivation, wish)
    answers: list[Answer] = []
    known = derivation.situation.known
    for index, goal, words in wanted:
        if reached(derivation.decisions[goal.index], goal):
            answers.append(Answer(index, goal, words, Flips((), True), (), already=True))
            continue
        found = flips(derivation.core, known, goal, dict(kept), wish.most, Limits(timeout=wish.timeout))
        after = tuple(_again(base, derivation, goal, change).decisions[index] for change in found.changes)
        answers.append(Answer(index, goal, words, found, after))
    stated = tuple(_stated(base.program, one) for one in derivation.situation.stated.stipulations)
    return Flipped(derivation, tuple(answers), kept, stated)


def _other(derivation: Derivation, index: int) -> Iterator[tuple[int, Goal, str]]:
    """What else the decision could be: of what is settled the contrary, of what is open either."""
    decision = derivation.decisions[index]
    if not is_formula(derivation.core.targets[index]):
        value = decision.value if decision.status is Status.VALUE else None
        yield index, Otherwise(index, value), "another value" if value is not None else "a value"
        return
    if decision.status is not Status.HOLDS:
        yield index, Become(index, True), "HOLDS"
    if decision.status is not Status.FAILS:
        yield index, Become(index, False), "FAILS"


def _wished(base: RuleBase, derivation: Derivation, to: str) -> tuple[Derivation, list[tuple[int, Goal, str]]]:
    """The derivation with the wished outcome as further targets, and the goals."""
    formulas = [is_formula(target) for target in derivation.core.targets]
    if to in ("HOLDS", "FAILS"):
        found: list[tuple[int, Goal, str]] = [
            (index, Become(index, to == "HOLDS"), to) for index, formula in enumerate(formulas) if formula
        ]
        if found:
            return derivation, found
        raise _no_wish(f"`{to}` is said of conditions, and the case asks for values", "write the value: `--to 30`")
    targets = list(derivation.targets)
    goals: list[tuple[int, Goal, str]] = []
    for index, formula in enumerate(formulas):
        text = f"{derivation.targets[index].text} = {to}"
        claim = None if formula else _claim(base, derivation.case, text)
        if claim is not None:
            goals.append((index, Become(len(targets), True), text))
            targets.append(claim)
    if not goals:
        claim = _claim(base, derivation.case, to, strict=True)
        assert claim is not None
        targets = [claim]
        goals = [(0, Become(0, True), "HOLDS")]
    return derive(base, derivation.case, targets), goals


def _claim(base: RuleBase, case: model.Case, text: str, strict: bool = False) -> model.Target | None:
    """A text as a condition to be reached; None where it is none (`strict`: then an error)."""
    from rulelang.grammar.reading.parse import parse_claim
    from rulelang.grammar.resolving.claims import resolve_claim

    claim, problems = parse_claim(Source("--to", text))
    read = None
    if claim is not None and not has_errors(problems):
        read, problems = resolve_claim(base.program, case, claim, text)
    if read is None:
        if strict:
            raise RuleLangError(problems)
        return None
    match read:
        case model.Target() | model.UnknownClaim() | model.ConflictClaim():
            if not strict:
                return None
            message = f"`{text}` is no outcome that facts can bring about"
            raise _no_wish(message, "write a value of what is asked, HOLDS, FAILS, or a condition")
        case model.TriggeredClaim() | model.SuspendsClaim() | model.PrevailsClaim() as said:
            target = claim_target(base, case, model.Stated(replace(said, positive=True), text))
            if said.positive:
                return target
            assert not isinstance(target.asked, model.Constant)
            return model.Target(model.Not(target.asked), text)  # type: ignore[arg-type]
        case formula:
            return model.Target(formula, text)


def _no_wish(message: str, hint: str) -> RuleLangError:
    return RuleLangError([Diagnostic("RL580", message, None, hint=hint)])


def _kept(program: model.Program, derivation: Derivation, wish: Wish) -> tuple[tuple[str, str], ...]:
    """The facts that stay as they are, by key, with why."""
    facts = derivation.core.facts
    for option, names in (("--keep", wish.keep), ("--only", wish.only)):
        for name in names:
            _check_fact(program, derivation, option, name)
    kept: dict[str, str] = {}
    for key, fact in sorted(facts.items()):
        declared = None if fact.done else program.facts[fact.name]
        if declared is not None and declared.fixed and key in derivation.situation.known:
            kept[key] = "FIXED"
        elif _named(wish.keep, key, fact.name, fact.done):
            kept[key] = "--keep"
        elif wish.only and not _named(wish.only, key, fact.name, fact.done):
            kept[key] = "--only"
    return tuple(kept.items())


def _named(names: Iterable[str], key: str, name: str, done: bool) -> bool:
    plain = "".join(key.split())
    return any("".join(one.split()) == plain or one == (f"DONE {name}" if done else name) for one in names)


def _check_fact(program: model.Program, derivation: Derivation, option: str, name: str) -> None:
    known = [*program.facts, *(f"DONE {action}" for action in program.actions), *derivation.core.facts]
    plain = {"".join(one.split()) for one in known}
    if "".join(name.split()) in plain or name.partition("(")[0] in known:
        return
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean `{near[0]}`?" if near else "name a fact: `weight`, `weight(bag1)` or `DONE cancel`"
    raise RuleLangError([Diagnostic("RL581", f"`{option} {name}`: there is no such fact", None, hint=hint)])


def _again(base: RuleBase, derivation: Derivation, goal: Goal, change: Change) -> Derivation:
    """The changed case, derived from its facts like any other."""
    case = changed(derivation.case, derivation.core, change)
    try:
        again = derive(base, case, derivation.targets)
    except RuleLangError as error:
        raise InternalError("a change makes a case that cannot be", repr((change, error.diagnostics))) from error
    if not reached(again.decisions[goal.index], goal):
        raise InternalError("a change does not do what was said of it", repr((change, again.decisions)))
    return again


def changed(case: model.Case, core: Core, change: Change) -> model.Case:
    """The case with the facts of the change supposed, in place of what it says of them."""
    moved: list[model.Given] = []
    about: set[tuple[bool, model.Atom]] = set()
    for move in change.moves:
        fact = core.facts[move.fact]
        atom = model.Atom(fact.name, fact.args)
        about.add((fact.done, atom))
        if fact.done:
            moved.append(model.GivenDone(atom, move.after is True))
        else:
            moved.append(model.GivenFact(atom, move.after))
    kept = tuple(given for given in case.suppose if _atom(given) not in about)
    return replace(case, suppose=(*kept, *moved))


def _atom(given: model.Given) -> tuple[bool, model.Atom]:
    match given:
        case model.GivenDone(atom):
            return True, atom
        case model.GivenUnknown(atom, done):
            return done, atom
        case model.GivenFact(atom) | model.Stipulation(atom):
            return False, atom


def _stated(program: model.Program, given: model.Stipulation) -> str:
    from rulelang.engine.analysis.told import given_text

    return given_text(program, given)


# -------------------------------------------------------------------------------------------------------- words


def flipped_text(base: RuleBase, flipped: Flipped, wish: Wish) -> str:
    """The answers for people."""
    program, derivation = base.program, flipped.derivation
    case = derivation.case
    lines = [case.name + (f"  {case.gloss}" if case.gloss else "")]
    before: int | None = None
    for answer in flipped.answers:
        target = derivation.targets[answer.index]
        unit = unit_of(program, target.asked)
        if answer.index != before:
            lines.append(f"  {asked_words(target.text, derivation.decisions[answer.index], unit)}")
            before = answer.index
        lines += [f"    {line}" for line in _answer_lines(program, derivation, answer, unit, wish)]
    fixed = [key for key, why in flipped.kept if why == "FIXED"]
    if fixed:
        lines.append(f"  never changed, being FIXED: {', '.join(fixed)}")
    if flipped.stated:
        lines.append(f"  stays as the case states it: {', '.join(flipped.stated)}")
    return "\n".join(lines) + "\n"


def _answer_lines(
    program: model.Program, derivation: Derivation, answer: Answer, unit: str | None, wish: Wish
) -> Iterator[str]:
    target, found = derivation.targets[answer.index], answer.found
    if answer.already:
        yield f"for {answer.words}: it is so already"
        return
    if found.changes:
        yield f"for {answer.words}, any one of these:"
    for number, (change, after) in enumerate(zip(found.changes, answer.after, strict=True), 1):
        for place, move in enumerate(change.moves):
            mark = f"{number:>3}  " if place == 0 else "     and "
            yield mark + move_words(program, derivation.core, derivation.situation, move)
        if isinstance(answer.goal, Otherwise):
            yield f"       then {asked_words(target.text, after, unit)}"
        yield from _without(target.text, unit, answer, change)
    if found.complete:
        yield "any other change that does it includes one of these" if found.changes else _none(answer, wish)
    elif found.changes:
        yield f"there may be more: {found.reason}"
    else:
        yield f"for {answer.words}: undecided ({found.reason})"
    if found.tried is not None and (found.complete or found.changes):
        yield f"found by trying changes, for {found.tried}"


def _without(text: str, unit: str | None, answer: Answer, change: Change) -> Iterator[str]:
    """What is decided where one of several facts is left as it was: none of them can be."""
    if len(change.moves) < 2:
        return
    told = [_less(text, less, unit, answer) for less in change.without]
    if len(set(told)) == 1:
        yield f"       without any one of these: {told[0]}"
        return
    for move, words in zip(change.moves, told, strict=True):
        yield f"       without {move.fact}: {words}"


def _less(text: str, decision: Decision, unit: str | None, answer: Answer) -> str:
    if decision.limit is not None:
        return decision.limit
    if isinstance(answer.goal, Otherwise):
        return asked_words(text, decision, unit)
    return decision_words(decision)


def _none(answer: Answer, wish: Wish) -> str:
    which = "the facts that may change" if wish.only or wish.keep else "facts"
    return f"for {answer.words}: no change of {which} does it (proved)"


def move_words(program: model.Program, core: Core, there: Situation, move: Move) -> str:
    """One fact's change: `weight(b1): from 52 lb to 50 lb  (the weight of b1)`."""
    fact = core.facts[move.fact]
    unit = type_unit(fact.type)
    if move.before is None:
        said = f"{move.fact}: not known, then {_to(move, unit)}"
    else:
        origin = there.origin(move.fact)
        since = "" if origin in ("given", "supposed", None) else f" ({origin})"
        said = f"{move.fact}: from {_value(move.before, unit)}{since} to {_to(move, unit)}"
    if not move.nearest:
        said += " (not shown to be the nearest)"
    words = gloss(program, fact.name, fact.args)
    named = words in (move.fact, move.fact.strip('"'))
    return said if named else f"{said}  ({'DONE: ' if fact.done else ''}{words})"


def _to(move: Move, unit: str | None) -> str:
    after = _value(move.after, unit)
    if move.past is None:
        return after
    above = move.after > move.past  # type: ignore[operator]
    return f"{'above' if above else 'below'} {_value(move.past, unit)}, for instance {after}"


def _value(value: bool | Constant_, unit: str | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value_text(value, unit)


# --------------------------------------------------------------------------------------------------------- JSON


def flipped_json(base: RuleBase, flipped: Flipped, wish: Wish) -> dict[str, Any]:
    """The answers as data."""
    derivation = flipped.derivation
    asked: dict[str, Any] = {}
    for answer in flipped.answers:
        target = derivation.targets[answer.index]
        unit = unit_of(base.program, target.asked)
        made = asked.setdefault(
            target.text, {"decision": decision_json(derivation.decisions[answer.index], unit), "flips": []}
        )
        found = answer.found
        one: dict[str, Any] = {"to": answer.words, "already": answer.already}
        one["changes"] = [
            {
                "facts": [_move_json(base.program, derivation, move) for move in change.moves],
                "decision": decision_json(after, unit),
                "without": [
                    {"fact": move.fact, "decision": decision_json(less, None)}
                    for move, less in zip(change.moves, change.without, strict=True)
                ],
            }
            for change, after in zip(found.changes, answer.after, strict=True)
        ]
        one["complete"] = found.complete
        if found.reason is not None:
            one["reason"] = found.reason
        if found.tried is not None:
            one["tried"] = found.tried
        made["flips"].append(one)
    kept = [{"fact": key, "because": why} for key, why in flipped.kept]
    return {"case": derivation.case.name, "asked": asked, "kept": kept, "limit": wish.most}


def _move_json(program: model.Program, derivation: Derivation, move: Move) -> dict[str, Any]:
    fact = derivation.core.facts[move.fact]
    made: dict[str, Any] = {"fact": move.fact, "gloss": gloss(program, fact.name, fact.args)}
    if move.before is None:
        made["known"] = False
    else:
        made["from"] = _json(move.before)
        made["origin"] = derivation.situation.origin(move.fact)
    made["to"] = _json(move.after)
    if move.past is not None:
        made["past"] = _json(move.past)
    if not move.nearest:
        made["nearest"] = False
    unit = type_unit(fact.type)
    if unit is not None:
        made["unit"] = unit
    return made


def _json(value: bool | Constant_) -> Any:
    return value if isinstance(value, bool) else json_value(value)
