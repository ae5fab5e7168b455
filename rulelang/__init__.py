"""RuleLang: a declarative rule engine with symbolic verification of a model's answers.

The names in `__all__` are the public interface.  Each is imported when it is first used: `import rulelang`
itself loads nothing, for it also runs before every `import rulelang.<layer>`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulelang.grammar.diagnostic import RuleLangError as RuleLangError

__version__ = "0.1.0"

_HOME = {
    "RuleLangError": "rulelang.grammar.diagnostic",
}
"""Public name -> the module that defines it."""

__all__ = ["RuleLangError", "__version__"]


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'rulelang' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
