"""Laws of the verifier where PREFER decides between rules for and against norms, outcomes and values, with defaults,
breaches, and counts over entities of which some is not known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from random import Random

import pytest
import random_norms
from worlds import answer_of, answered, based, claim

from rulelang.engine.decision import Status
from rulelang.engine.derive import derive
from rulelang.verifier.check import check
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.matter import Policy
from rulelang.verifier.mutation.matrix import judge

POLICIES: tuple[Policy, ...] = ("full", "answer", "sufficient")


# 5: a default gives what a rule gives too; 91: a breach of what is forbidden by default
@pytest.mark.parametrize("seed", [5, 91, *range(200, 206)])
def test_an_answer_written_from_a_warrant_is_complete(seed: int) -> None:
    found = random_norms.drawn(Random(seed))
    assert found is not None
    for policy in POLICIES:
        grounds = found.ready.sufficient.listed[:4] if policy == "sufficient" else ()
        for warrant in (*found.ready.listed, *grounds):
            gold = gold_answer(found.ready, warrant, "x.rules#c")
            result = check(found.ready, answer_of(gold["claims"], gold["decision"]), policy=policy)
            assert result.complete, ([one.words for one in result.findings], found.text)
            assert result.rubric is not None
            assert warrant in grounds or result.rubric.score == 100, found.text


@pytest.mark.parametrize(("seed", "policy"), [(23, "full"), (45, "sufficient")])
def test_every_fault_is_found_in_its_layer(seed: int, policy: Policy) -> None:
    found = random_norms.drawn(Random(seed))
    assert found is not None
    for variation, one in judge(found.ready, "x.rules#c", seed, policy=policy):
        assert one.right, (one.label, one.root, variation.answer("x.rules#c"), found.text)


STANDINGS = {frozenset({True}): "ENTAILED", frozenset({False}): "CONTRADICTED"}


@pytest.mark.parametrize("seed", range(8))
def test_a_claim_stands_as_it_comes_out_in_every_completion(seed: int) -> None:
    chance = Random(seed)
    found = random_norms.drawn(chance)
    assert found is not None
    texts = list(dict.fromkeys(_claim(chance, 2) for _ in range(8)))
    seen: dict[str, set[bool | None]] = {text: set() for text in texts}
    for module in _completions(found.text):
        base, program = based(module + "".join(f'  ASK "?" DECIDE ({text})\n' for text in texts))
        for text, decision in zip(texts, derive(base, program.cases["c"]).decisions, strict=True):
            seen[text].add({Status.HOLDS: True, Status.FAILS: False}.get(decision.status))
    result = answered(found.ready, [claim(f"s{number}", text) for number, text in enumerate(texts)])
    for text, one in zip(texts, result.claims, strict=True):
        if seen[text]:
            assert one.standing.value == STANDINGS.get(frozenset(seen[text]), "UNSUPPORTED"), (text, found.text)


LEAVES = (
    "f0", "f1", "f2", "f3", "q", "p", "MUST a", "MUST NOT a", "MUST b", "MUST NOT b", "DONE a", "red(i)", "n >= 4",
    "n = 2", "v > 6 eur", "v = 8 eur", "w(i) > 3", "COUNT OF x IN bag WHERE (red(x)) >= 1",
    "EVERY x IN bag HAS (red(x))",
    "SUM OF w(x) FOR EACH x IN bag WHERE (red(x)) > 5", "ANY x IN bag HAS (w(x) > 4)", "VIOLATED a",
)  # fmt: skip


def _claim(chance: Random, depth: int) -> str:
    if depth == 0 or chance.random() < 0.4:
        return f"{chance.choice(['', '', 'NOT '])}{chance.choice(LEAVES)}"
    return chance.choice([" AND ", " OR "]).join(f"({_claim(chance, depth - 1)})" for _ in range(2))


def _completions(text: str) -> Iterator[str]:
    """The module with every fact given, in each way; none if there are more than 40, or no fact is left to be given."""
    lines = [line for line in text.splitlines() if not line.strip().startswith(("ASK", "EXPECT"))]
    rows = [number for number, line in enumerate(lines) if re.match(r"  \| [ij] ", line)]
    told = " ".join(line for line in lines if line.startswith(("  GIVEN ", "  SUPPOSE ")))
    left = [(name, ("NOT {}", "{}")) for name in ("f0", "f1", "f2", "f3") if name not in told]
    if "n = " not in told:
        left.append(("n", tuple(f"n = {number}" for number in range(10))))
    cells = [
        ((row, column), ("YES", "NO") if column == 2 else tuple(map(str, range(10))))
        for row in rows
        for column, cell in enumerate(lines[row].split("|"))
        if cell.strip() == "UNKNOWN"
    ]
    if prod(len(ways) for _, ways in (*left, *cells)) > 40:
        return
    for facts in product(*(ways for _, ways in left)):
        for values in product(*(ways for _, ways in cells)):
            made = list(lines)
            for ((row, column), _), value in zip(cells, values, strict=True):
                parts = made[row].split("|")
                made[row] = "|".join([*parts[:column], f" {value} ", *parts[column + 1 :]])
            more = [fact.format(name) for (name, _), fact in zip(left, facts, strict=True)]
            yield "\n".join([*made, *([f"  GIVEN {', '.join(more)}"] if more else [])]) + "\n"
