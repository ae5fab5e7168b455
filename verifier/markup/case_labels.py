"""The labels of a case: what its prompt shows under names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from rulelang.engine.cores import selection_of
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.verifier.claims import Foreign, Malformed, read_statement
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.plain_heads import stems
from rulelang.verifier.markup.spelling import Spelling
from rulelang.verifier.markup.subjects import Subject, has_norm, subjects
from rulelang.verifier.material import citable
from rulelang.verifier.settings import Setting
from rulelang.verifier.units import units_of

_MONEY = {
    "$": ("usd", "dollar", "dollars"),
    "€": ("eur", "euro", "euros"),
    "£": ("gbp", "pound", "pounds"),
    "¥": ("jpy", "yen"),
}


def labels_of(base: RuleBase, case: model.Case) -> Labels:
    """The labels of a case: its citable rules and clauses, its passages, and what the program calls money.

    Raises:
        RuleLangError: the case's USING cannot be followed.
    """
    known = (*citable(base, selection_of(base, case.using)), *base.program.rules)
    units = units_of(base.program)
    currencies = {sign: next((name for name in names if name in units), names[0]) for sign, names in _MONEY.items()}
    truths = frozenset(("true", "false")) - set(_names(base.program))
    underlined = frozenset(name for name in _names(base.program) if name.startswith("_") or name.endswith("_"))

    @lru_cache(1 << 14)
    def means(text: str) -> bool:
        read = read_statement(text, base.program, case)
        return not any(isinstance(content, Foreign | Malformed) for _, content in read)

    question = _question(case)
    is_formula = question is not None and not isinstance(question.asked, model.Value)
    values, formula = _asked_values(case), _only_formula(case)
    asked = values[0] if len(values) == 1 else None
    members = _values(base.program)
    words = stems(_texts(base.program, case))
    labelled = _labelled(members)
    actions = frozenset(name.lower() for name in base.program.actions)
    called = _called(base.program)
    sets = bool(case.asks) and all(ask.actions for ask in case.asks)
    spelling = Spelling(
        currencies, truths, underlined, means, _unit_words(units), asked, values, actions, sets, _any_of(called),
        called, formula, members, labelled, words,
    )  # fmt: skip
    passages = _small(passage.id for passage in case.evidence)
    text = None if question is None else question.text
    supposes, nothing = bool(case.suppose), _nothing(case)
    return Labels(_small(known), passages, spelling, _asked(case), _asks(case), text, is_formula, nothing, supposes)


_OTHER_DOLLARS = frozenset(("aud", "cad", "hkd", "nzd", "sgd", "twd"))


def _unit_words(units: frozenset[str]) -> dict[str, str]:
    """For what the program has no unit by that name, the one that it means: `dollars` for `usd`."""
    words: dict[str, str] = {}
    for sign, names in _MONEY.items():
        own = [name for name in names if name in units]
        if len(own) == 1 and not (sign == "$" and units & _OTHER_DOLLARS):
            words |= {name: own[0] for name in names if name not in units}
    return words if "percent" in units else words | {"percent": "%"}


def labels_shown(own: Labels, setting: Setting) -> Labels:
    """The labels that a prompt showed in a setting, in place of the case's `own`; clauses follow their rule."""
    passages = _small((*setting.passages, *setting.distractors))
    if setting.rules is None:
        return replace(own, passages=passages)
    names = own.rules.values()
    clauses = [f"{label}{name[len(rule) :]}" for label, rule in setting.rules.items() if rule is not None
               for name in names if name.startswith(f"{rule}.")]  # fmt: skip
    return replace(own, rules=_small((*setting.rules, *clauses)), passages=passages)


def _question(case: model.Case) -> model.Target | None:
    targets = _targets(case)
    return targets[0] if len(targets) == 1 else None


def _asked_values(case: model.Case) -> tuple[str, ...]:
    """The values that a case asks for, other things beside."""
    return tuple(target.text for target in _targets(case) if isinstance(target.asked, model.Value))


def _only_formula(case: model.Case) -> str | None:
    """The formula that a case asks, if it asks one, other things beside."""
    asked = [target.text for target in _targets(case) if not isinstance(target.asked, model.Value)]
    return asked[0] if len(asked) == 1 else None


def _targets(case: model.Case) -> list[model.Target]:
    return [target for ask in case.asks if not ask.actions for target in ask.targets]


def _nothing(case: model.Case) -> str:
    """That none of the actions is obligatory or forbidden, if the case asks for a set of them alone."""
    if not all(ask.actions for ask in case.asks):
        return ""
    return "; ".join(f"NOT {target.text}" for ask in case.asks for target in ask.targets)


def _asked(case: model.Case) -> frozenset[Subject] | None:
    if not case.asks or any(ask.actions for ask in case.asks):
        return None
    asked: set[Subject] = set()
    for target in (target for ask in case.asks for target in ask.targets):
        about = subjects(target.text)
        if about is None:
            return None
        asked |= about
    return frozenset(asked)


def _asks(case: model.Case) -> Callable[[str], bool] | None:
    asked: set[Subject] = set()
    for target in (target for ask in case.asks for target in ask.targets):
        about = subjects(target.text)
        if about is None:
            return None
        asked |= about
    acts = any(ask.actions for ask in case.asks)
    if not case.asks:
        return None

    def asks(text: str) -> bool:
        about = subjects(text)
        return about is None or not asked.isdisjoint(about) or (acts and has_norm(text))

    return asks


def _small(names: Iterable[str]) -> dict[str, str]:
    """Names by their small letters; of several that differ only there, none."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for name in dict.fromkeys(names):
        if found.setdefault(name.lower(), name) != name:
            twice.add(name.lower())
    return {small: name for small, name in found.items() if small not in twice}


def _names(program: model.Program) -> Iterable[str]:
    """Whatever formulas may name but entities."""
    yield from (*program.facts, *program.outcomes, *program.actions, *program.definitions)
    yield from (*program.tables, *program.rules)
    yield from _members(program)


def _texts(program: model.Program, case: model.Case) -> Iterable[str]:
    """What the program and the case call things, and what they say of them."""
    yield from (*_names(program), *program.sorts)
    declared = (program.sorts, program.facts, program.outcomes, program.actions, program.definitions, program.tables)
    yield from (one.gloss or "" for group in declared for one in group.values())
    for rule in program.rules.values():
        yield from (rule.gloss or "", rule.text or "")
        for clause in rule.operators:
            yield clause.suffix
            if not isinstance(clause, model.AbstractTo | model.Negate):
                yield clause.gloss or ""
    yield from (case.gloss or "", *(passage.text or "" for passage in case.evidence))
    yield from (ask.question or "" for ask in case.asks)
    yield from (entity for entities in case.entities.values() for entity in entities)


def _values(program: model.Program) -> dict[str, str]:
    """The values that are words, by these and by their labels; what stands for several stands for none."""
    found: dict[str, str | None] = {}
    for sort in program.sorts.values():
        for member in sort.members or ():
            if isinstance(member, str):
                for word in dict.fromkeys((member, sort.labels.get(member, member))):
                    small = " ".join(word.lower().split())
                    found[small] = member if found.setdefault(small, member) == member else None
    return {word: member for word, member in found.items() if member is not None}


def _labelled(values: dict[str, str]) -> re.Pattern[str] | None:
    """Where labels that are no names stand for values, as models write them without quotes: `flown = Main Cabin`."""
    labels = sorted((label for label in values if not label.isidentifier()), key=len, reverse=True)
    if not labels:
        return None
    words = "|".join(r"[ \t]+".join(map(re.escape, label.split())) for label in labels)
    return re.compile(rf"((?:!?==?|≠|<>|(?<!\w)(?:is|equals)(?!\w)|[{{,])[ \t]*)({words})(?!\w)", re.IGNORECASE)


def _called(program: model.Program) -> dict[str, str]:
    """The actions by their glosses, in small letters; what stands for several, or is a name itself, stands for none."""
    names = {name.lower() for name in _names(program)}
    found: dict[str, str | None] = {}
    for name, action in program.actions.items():
        words = " ".join((action.gloss or "").lower().split())
        if " " in words and words not in names:
            found[words] = name if found.setdefault(words, name) == name else None
    return {words: name for words, name in found.items() if name is not None}


def _any_of(words: Iterable[str]) -> re.Pattern[str] | None:
    found = sorted(words, key=len, reverse=True)
    if not found:
        return None
    any_of = "|".join(r"[ \t]+".join(map(re.escape, one.split())) for one in found)
    return re.compile(rf"(?<!\w)(?:{any_of})(?!\w)", re.IGNORECASE)


def _members(program: model.Program) -> Iterable[str]:
    """The words that are values."""
    for sort in program.sorts.values():
        if sort.members is not None:
            yield from (str(member) for member in sort.members if isinstance(member, str))
