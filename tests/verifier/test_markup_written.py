"""What is written from a reference answer, in whatever style, reads as that answer again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from written_styles import as_json, as_mixture, as_table, as_text

import rulelang
from rulelang.grammar.source import Source
from rulelang.verifier.gold_answer import gold_answer
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.reading import About, answer_json, read_markup
from rulelang.verifier.matter import make_ready

CORPORA = Path(__file__).parents[2] / "corpora"
FILES = ("ruleweaver/operators.rules", "ruleweaver/meta_rules.rules", "agent/airline.rules", "refunds/refunds.rules")
EACH = 12


@cache
def references(file: str) -> tuple[tuple[dict[str, Any], Labels], ...]:
    base = rulelang.load(CORPORA / file).base
    made = [(case, make_ready(base, case)) for case in base.program.cases.values()]
    return tuple((gold_answer(one, one.listed[0], f"t.rules#{case.name}"), labels_of(base, case)) for case, one in made)


def essence(answer: dict[str, Any]) -> tuple[list[Any], Any]:
    """What an answer says, cites and links, whatever its claims are called."""
    places = {claim["id"]: at for at, claim in enumerate(answer["claims"])}

    def one(claim: dict[str, Any]) -> tuple[Any, ...]:
        says = claim["says"] if isinstance(claim["says"], str) else " AND ".join(claim["says"])
        links = sorted(places.get(source, -1) for source in claim.get("from", ()))
        return says, links, sorted(claim.get("rules", ())), sorted(claim.get("evidence", ()))

    decision = answer["decision"]
    says = [decision["says"]] if isinstance(decision["says"], str) else list(decision["says"])
    return [one(claim) for claim in answer["claims"]], (says, sorted(places[at] for at in decision.get("from", ())))


@pytest.mark.parametrize("seed", range(EACH))
@pytest.mark.parametrize("write", [as_text, as_table, as_json, as_mixture])
@pytest.mark.parametrize("file", FILES)
def test_every_style_reads_as_the_answer_that_is_written(file: str, write: Any, seed: int) -> None:
    random = Random(f"{file} {write.__name__} {seed}")
    for reference, labels in references(file):
        text = write(reference, random)
        read = read_markup(Source("answer.txt", text), About(reference["case"]), labels)
        assert essence(answer_json(read.answer)) == essence(reference), text
