"""Reads a rule file's text and derives what its cases ask: for tests of the engine."""

from __future__ import annotations

from rulelang.engine.core import Core
from rulelang.engine.cores import prepared
from rulelang.engine.decision import Decision
from rulelang.engine.derive import Derivation, claim_target, derive, expectations
from rulelang.engine.grounding.facts import state
from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.grammar.diagnostic import RuleLangError
from rulelang.grammar.files.load import load_text


def base_of(text: str) -> RuleBase:
    loaded = load_text(text)
    assert loaded.program is not None, loaded.diagnostics
    base, diagnostics = prepare(loaded.program)
    assert base is not None, diagnostics
    return base


def unmet(text: str) -> list[str]:
    """What the cases of a text expect and do not get."""
    base = base_of(text)
    return [
        f"{case.name}: {one.stated.text} ({one.decision})"
        for case in base.program.cases.values()
        for one in expectations(base, case)
        if not one.met
    ]


def derivation_of(text: str, case: str = "c") -> tuple[RuleBase, Derivation]:
    base = base_of(text)
    return base, derive(base, base.program.cases[case])


def decision_of(text: str, case: str = "c") -> Decision:
    """The decision on the case's first target."""
    return derivation_of(text, case)[1].decisions[0]


def core_of(text: str, case: str = "c") -> Core:
    """The core of what a case expects."""
    base = base_of(text)
    found = base.program.cases[case]
    targets = [claim_target(base, found, stated).asked for stated in found.expect]
    return prepared(base, found, state(found), targets).core


def refused(text: str, case: str = "c") -> list[str]:
    """The codes with which a case is refused."""
    base = base_of(text)
    try:
        derive(base, base.program.cases[case])
    except RuleLangError as error:
        return [diagnostic.code for diagnostic in error.diagnostics]
    return []
