"""Every case that an analysis prints can be put into the file: it is read there, and `derive` accepts it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rule_bases import ENTITIES, HEAD, base_of, entity_planted, entity_rules, planted, random_rules

from rulelang.engine.analysis.claim import read_property
from rulelang.engine.analysis.difference import Version, difference
from rulelang.engine.analysis.lint import lint
from rulelang.engine.analysis.property import Fails, decide_property
from rulelang.engine.analysis.scope import all_said, scope_of
from rulelang.engine.cores import selection_of
from rulelang.engine.derive import derive
from rulelang.engine.rules.rulebase import RuleBase
from rulelang.engine.solver import Limits
from rulelang.grammar.diagnostic import RuleLangError

COUNTED = """TYPE person "a person"
TYPE desk "a desk"
FACT likes(p : person, q : person)
FACT open
OUTCOME in(person)
OUTCOME party
OUTCOME crowd
DEFINE many AS COUNT OF d IN desk > 1
RULE in FOR EACH p IN person IF ANY q IN person HAS (likes(p, q)) THEN in(p)
RULE party IF EVERY p IN person HAS (in(p)) THEN party
RULE dull IF open AND many THEN NOT party
RULE crowd IF COUNT OF p IN person > 1 OR party THEN crowd
"""
DOCS = Path(__file__).parents[2] / "docs" / "codes"


def modules() -> Iterator[str]:
    for page in sorted(DOCS.glob("RL5*.md")):
        yield from re.findall(r"```rules\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    yield COUNTED
    for seed in range(4):
        yield HEAD + "\n".join(random_rules(f"witness/{seed}")) + "\n"
        yield ENTITIES + "\n".join(entity_rules(f"witness/{seed}")) + "\n"


def accepted(text: str, case: str) -> None:
    """The module with the case added decides what the case asks."""
    base = base_of(f"{text}\n{case}")
    [name] = re.findall(r"^CASE (\S+)", case)
    derive(base, base.program.cases[name])


def prepared(text: str) -> RuleBase | None:
    try:
        return base_of(re.sub(r"^CASE witness\b", "CASE witnessed", text, flags=re.MULTILINE))
    except RuleLangError:
        return None


@pytest.mark.parametrize("size", [0, 1, 2])
def test_what_lint_and_prove_print_is_accepted(size: int) -> None:
    shown = 0
    for text in modules():
        base = prepared(text)
        if base is None:
            continue
        scope = scope_of([base.program], size)
        cases = [one.witness.text for one in lint(base, scope).findings if one.witness is not None]
        try:
            selection = selection_of(base, ())
        except RuleLangError:
            continue  # variants without a choice
        for name, args in all_said(base.program, scope)[:6]:
            atom = name + (f"({', '.join(map(str, args))})" if args else "")
            if name in base.program.actions:
                claims = [f"NOT MUST {atom}", f"MAY {atom}"]
            elif type(base.program.outcomes[name].type).__name__ == "BooleanType":
                claims = [atom, f"NOT {atom}"]
            else:
                claims = [f"{atom} = NONE", f"{atom} != NONE"]
            for claim in claims:
                asked = read_property(base, selection, scope, claim)
                found = decide_property(base, selection, scope, asked, Limits(steps=500_000))
                if isinstance(found, Fails):
                    cases.append(found.witness.text)
        for case in cases:
            accepted(text, case)
        shown += len(cases)
    assert shown > 40


@pytest.mark.parametrize("size", [0, 2])
@pytest.mark.parametrize("seed", range(6))
def test_what_diff_prints_is_accepted_in_both_versions(seed: int, size: int) -> None:
    lines = entity_rules(f"witness/{seed}")
    other = entity_planted(lines, f"{seed}")
    rules = random_rules(f"witness/{seed}")
    pairs = [
        (ENTITIES + "\n".join(lines) + "\n", ENTITIES + "\n".join(other) + "\n"),
        (HEAD + "\n".join(rules) + "\n", HEAD + "\n".join(planted(rules, f"{seed}")) + "\n"),
        (COUNTED, COUNTED.replace("many THEN NOT party", "COUNT OF d IN desk > 0 THEN NOT party")),
        (COUNTED, COUNTED.replace("COUNT OF p IN person > 1 OR party", "open")),
    ]
    for old, new in pairs:
        try:
            versions = [Version(base, selection_of(base, ())) for base in map(base_of, (old, new))]
        except RuleLangError:
            continue  # the change has made a circle
        scope = scope_of([one.base.program for one in versions], size)
        for region in difference(*versions, scope).regions:
            for text in (old, new):
                accepted(text, region.witness.text)
