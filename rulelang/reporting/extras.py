"""What reports need besides RuleLang itself: the extra `report`."""

from __future__ import annotations

from importlib.util import find_spec

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError

NEEDED = ("msgspec", "numpy", "pyarrow", "scipy", "sklearn", "matplotlib", "jinja2")


def require_extra() -> None:
    """Say at once, and in one message, what is not installed.

    Raises:
        RuleLangError: a library of the extra is missing (RL614).
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        named = ", ".join(f"`{name}`" for name in missing)
        raise RuleLangError(
            [
                Diagnostic(
                    "RL614",
                    f"reports need {named}, which {'is' if len(missing) == 1 else 'are'} not installed",
                    None,
                    hint="`pip install 'rulelang[report]'` installs what they need",
                )
            ]
        )
