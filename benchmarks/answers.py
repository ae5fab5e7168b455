"""Many answers with known verdicts: rule bases by chance, cases over them, the fault injector's answers to these.

`write` makes a folder of rule files, a file of answers and a file of labels.  Each answer is one that the injector
wrote, or (`distinct`) such an answer with some of its claims made twice, so that no two answers to a case have the
same claims with the same links: repeating a claim changes no check.  The same seed gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from rulelang.case_names import named_cases
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.files.load import load_text
from rulelang.options import Loading
from rulelang.verifier.matter import Ready, make_ready
from rulelang.verifier.mutation.inject import FAULTS, GOLD, HARMLESS, TWO, Variation, variations

BUNDLED = ("corpora/ruleweaver", "corpora/agent")
KINDS = 24
"""How many kinds of faults and harmless variants each case gets, of some fifty."""

MODELS = ("m-large", "m-medium", "m-small")
WORDS = (
    "the", "applicant", "holds", "a", "valid", "permit", "unless", "income", "exceeds", "threshold", "and",
    "exemption", "applies", "under", "this", "section", "so", "decision", "follows", "from", "rule", "as",
    "passage", "says", "of", "fact", "in", "case",
)  # fmt: skip


Label: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The layers where the faults belong, the checks that fail, those that may fail besides."""


@dataclass(frozen=True)
class Pooled:
    """A case's name, and the answers to choose from, as JSON values with their labels."""

    name: str
    answers: tuple[tuple[dict[str, Any], Label], ...]


def module(chance: Random, name: str) -> tuple[list[str], list[str], list[str]]:
    """The lines of rules in three layers, the facts, the numbers: some eight judgments to a decision."""
    facts = [f"{name}_fact_{number}" for number in range(13)]
    numbers = [f"{name}_amount_{number}" for number in range(2)]
    lines = [f"MODULE {name}", *(f"FACT {one}" for one in facts), *(f"FACT {one} : INTEGER" for one in numbers)]
    lines += [f"OUTCOME {name}_{layer}" for layer in ("entitled", "qualified", "granted", "elsewhere")]
    leaf = chance.sample([*facts, *(f"{one} >= {chance.randint(3, 7)}" for one in numbers)], 15)
    lines += [
        f"RULE entitle IF {leaf[0]} AND {leaf[1]} THEN {name}_entitled",
        f"  EXCEPTION expired IF {leaf[2]}",
        f"    EXCEPTION renewed TO expired IF {leaf[3]}" if chance.random() < 0.5 else "",
        f"RULE qualify IF {name}_entitled AND {leaf[4]} THEN {name}_qualified",
        f"  ADDITIVE also AND {leaf[5]}" if chance.random() < 0.6 else "",
        f"  CONFLICT barred IF {leaf[6]} THEN NOT {name}_qualified PREVAILS" if chance.random() < 0.6 else "",
        f"RULE grant IF {name}_qualified AND {leaf[7]} AND {leaf[12]} AND NOT {leaf[13]} THEN {name}_granted",
        f"  EXCEPTION frozen IF {leaf[8]}",
        f"RULE grant_otherwise IF {leaf[9]} AND {leaf[10]} THEN {name}_granted" if chance.random() < 0.3 else "",
        f"RULE elsewhere IF {leaf[11]} THEN {name}_elsewhere",
    ]
    return [line.replace("    EXC", "  EXC") for line in lines if line], facts, numbers


def case(chance: Random, name: str, module_name: str, facts: list[str], numbers: list[str]) -> list[str]:
    """The lines of one case."""
    given = [one if chance.random() < 0.55 else f"NOT {one}" for one in facts if chance.random() < 0.95]
    given += [f"{one} = {chance.randint(1, 9)}" for one in numbers]
    lines = [f'CASE {name} "A case by chance"']
    for number, literal in enumerate(given):
        words = " ".join(chance.choices(WORDS, k=8))
        lines.append(f'  EVIDENCE e{number} "{words}." SUPPORTS {literal}')
    lines += ['  EVIDENCE other "Of something else."', f"  GIVEN {', '.join(given)}"]
    lines.append(f'  ASK "Is it granted?" TYPE definitive_conclusion DECIDE {module_name}_granted')
    return lines


def written_cases(folder: Path, cases: int, each: int, chance: Random) -> Iterator[tuple[str, Ready]]:
    """Rule files by chance with so many usable cases each, until there are enough."""
    made = 0
    number = 0
    while made < cases:
        name = f"base{number}"
        number += 1
        head, facts, numbers = module(chance, name)
        usable: list[tuple[str, list[str]]] = []
        tries = 0
        while len(usable) < min(each, cases - made) and tries < 10 * each:
            tries += 1
            lines = case(chance, f"case{len(usable)}", name, facts, numbers)
            if _is_usable("\n".join([*head, *lines]) + "\n"):
                usable.append((f"case{len(usable)}", lines))
        text = "\n".join([*head, *(line for _, lines in usable for line in lines)]) + "\n"
        path = folder / f"{name}.rules"
        path.write_text(text, encoding="utf-8")
        program = load_text(text).program
        assert program is not None
        base, found = prepare(program)
        assert base is not None, found
        for case_name, _ in usable:
            yield f"{path}#{case_name}", make_ready(base, program.cases[case_name])
            made += 1


def _is_usable(text: str) -> bool:
    """Whether there is a right answer that rests on enough, and not very many ways to it."""
    loaded = load_text(text)
    assert loaded.program is not None, f"{text}\n{loaded.diagnostics}"
    base, found = prepare(loaded.program)
    assert base is not None, found
    try:
        ready = make_ready(base, next(iter(loaded.program.cases.values())))
    except RuleLangError:
        return False
    return len(ready.listed) <= 4 and 8 <= len(ready.listed[0].slots) <= 12


def pooled(name: str, ready: Ready, seed: int, sites: int) -> Pooled:
    """The answers of a case to choose from."""
    kinds = {GOLD, TWO, *Random(f"{seed}/{name}").sample([one.name for one in (*FAULTS, *HARMLESS)], KINDS)}
    found = [_pair(one, name) for one in variations(ready, seed, kinds, sites, name)]
    return Pooled(name, tuple(found))


def _pair(one: Variation, name: str) -> tuple[dict[str, Any], Label]:
    return one.answer(name), (one.label.root, one.label.fails, one.label.may)


def write(folder: Path, answers: int, cases: int, seed: int, distinct: bool, size: int = 3000, sites: int = 1) -> Path:
    """Writes `answers.jsonl` and `labels.jsonl` (root, fails, may fail: one line for each answer); gives the first."""
    chance = Random(seed)
    named = [(one.name, one.ready) for path in BUNDLED for one in named_cases(path, Loading())]
    named = named[: cases // 10]
    named += written_cases(folder, cases - len(named), 10, chance)
    pools = [pooled(name, ready, seed, sites) for name, ready in named]
    seen: list[set[object]] = [set() for _ in pools]
    path = folder / "answers.jsonl"
    with path.open("w", encoding="utf-8") as out, (folder / "labels.jsonl").open("w", encoding="utf-8") as beside:
        for number in range(answers):
            made: dict[str, Any] | None = None
            while made is None:  # a case of which there are no further answers is left out
                place = chance.randrange(len(pools))
                made, label = chance.choice(pools[place].answers)
                if distinct:
                    made = _another(made, chance, seen[place])
            out.write(json.dumps(_dressed(made, number, size, chance), ensure_ascii=False) + "\n")
            beside.write(json.dumps(label) + "\n")
    return path


def _another(value: dict[str, Any], chance: Random, seen: set[object]) -> dict[str, Any] | None:
    """The answer with some claims made twice, so that there is none like it; as few as will do, but not very many."""
    claims = value["claims"]
    for tries in range(60):
        more = [dict(one) for one in chance.choices(claims, k=1 + tries // 20)] if tries and claims else []
        for number, claim in enumerate(more):
            claim["id"] = f"again{number}"
        made = {**value, "claims": [*claims, *more]}
        shape = _shape(made)
        if shape not in seen:
            seen.add(shape)
            return made
    return None


def _shape(value: dict[str, Any]) -> object:
    """What an answer is, apart from ids and from the order of its claims."""
    contents: dict[str, object] = {}

    def content(claim: dict[str, Any]) -> object:
        below = tuple(sorted((contents[source] for source in claim.get("from", ())), key=repr))
        return tuple(json.dumps(claim.get(key)) for key in ("says", "rules", "evidence", "world", "quote")), below

    waiting = list(value["claims"])
    while waiting:
        claim = next(one for one in waiting if all(source in contents for source in one.get("from", ())))
        waiting.remove(claim)
        contents[claim["id"]] = hash(repr(content(claim)))
    decision = value["decision"]
    return tuple(sorted(contents.values(), key=repr)), None if decision is None else repr(content(decision))


def _dressed(value: dict[str, Any], number: int, size: int, chance: Random) -> dict[str, Any]:
    """The answer as a model gives it: with its text, and where the text says each claim."""
    claims: list[dict[str, Any]] = []
    at = 0
    for claim in value["claims"]:
        length = chance.randint(30, 90)
        claims.append({**claim, "at": [at, at + length]})
        at += length
    made = {**value, "model": MODELS[number % len(MODELS)], "sample": number, "claims": claims}
    left = size - len(json.dumps(made))
    lines: list[str] = []
    while left > 0:
        line = " ".join(chance.choices(WORDS, k=12))
        lines.append(line)
        left -= len(line) + 2
    return {**made, "text": "\n".join(lines)}
