"""RuleLang: a declarative rule engine with symbolic verification of a model's answers.

The names in `__all__` are the public interface (docs/api.md).  Each is imported when it is first used: `import
rulelang` itself loads nothing, for it also runs before every `import rulelang.<layer>`.

>>> import rulelang
>>> rules = rulelang.load("corpora/refunds/refunds.rules")
>>> rulelang.derive(rules, "headphones")
<Derived headphones: MUST refund  FAILS (excepted)>
>>> rulelang.check(rules, "corpora/refunds/complete.json").complete
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.checked import check as check
    from rulelang.derived import derive as derive
    from rulelang.derived import derive_many as derive_many
    from rulelang.derived import read_cases as read_cases
    from rulelang.grammar.diagnostic import RuleLangError as RuleLangError
    from rulelang.ruleset import load as load
    from rulelang.ruleset import load_text as load_text
    from rulelang.scored import score as score
    from rulelang.verified import verify_certificate as verify_certificate

__version__ = "0.1.0"

_HOME = {
    "RuleLangError": "rulelang.grammar.diagnostic",
    "check": "rulelang.checked",
    "derive": "rulelang.derived",
    "derive_many": "rulelang.derived",
    "load": "rulelang.ruleset",
    "load_text": "rulelang.ruleset",
    "read_cases": "rulelang.derived",
    "score": "rulelang.scored",
    "verify_certificate": "rulelang.verified",
}
"""Public name -> the module that defines it."""

__all__ = [
    "RuleLangError",
    "__version__",
    "check",
    "derive",
    "derive_many",
    "load",
    "load_text",
    "read_cases",
    "score",
    "verify_certificate",
]


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'rulelang' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
