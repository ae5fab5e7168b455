"""RuleLang: a declarative rule engine with symbolic verification of a model's answers.

The names in `__all__` are the public interface.  Each is imported when it is first used: `import rulelang`
itself loads nothing, for it also runs before every `import rulelang.<layer>`.

>>> import rulelang
>>> program = rulelang.load_text("OUTCOME dear RULE IF 3 > 2 THEN dear CASE c ASK DECIDE dear").program
>>> base, diagnostics = rulelang.prepare(program)
>>> rulelang.derive(base, program.cases["c"]).decisions[0].status
<Status.HOLDS: 'HOLDS'>
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.engine.derive import derive as derive
    from rulelang.engine.records.reading import read_cases as read_cases
    from rulelang.engine.rules.rulebase import prepare as prepare
    from rulelang.grammar.diagnostic import RuleLangError as RuleLangError
    from rulelang.grammar.files.load import load as load
    from rulelang.grammar.files.load import load_text as load_text
    from rulelang.verifier.answer import read_answer as read_answer
    from rulelang.verifier.check import check as check

__version__ = "0.1.0"

_HOME = {
    "RuleLangError": "rulelang.grammar.diagnostic",
    "check": "rulelang.verifier.check",
    "derive": "rulelang.engine.derive",
    "load": "rulelang.grammar.files.load",
    "load_text": "rulelang.grammar.files.load",
    "prepare": "rulelang.engine.rules.rulebase",
    "read_answer": "rulelang.verifier.answer",
    "read_cases": "rulelang.engine.records.reading",
}
"""Public name -> the module that defines it."""

__all__ = [
    "RuleLangError",
    "__version__",
    "check",
    "derive",
    "load",
    "load_text",
    "prepare",
    "read_answer",
    "read_cases",
]


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'rulelang' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
