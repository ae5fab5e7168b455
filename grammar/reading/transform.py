"""From what was read to the tree: one function for each alternative of `rulelang.lark`, called as it is reduced.

A function gets the span of all that it stands for and then the parts, None for an absent one.  They stand in
`make_words`, `make_expressions`, `make_declarations` and `make_rules`, under the names that the grammar gives to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulelang.grammar.reading import make_declarations, make_expressions, make_rules, make_words


def makers() -> Mapping[str, Callable[..., Any]]:
    """The functions by the names that the grammar gives to them."""
    modules = (make_words, make_expressions, make_declarations, make_rules)
    return {
        name: made
        for module in modules
        for name, made in vars(module).items()
        if getattr(made, "__module__", None) == module.__name__ and not isinstance(made, type)
    }
