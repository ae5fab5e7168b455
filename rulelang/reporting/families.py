"""The file that says which family a model belongs to: a TOML table or a JSON object of names."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.toml_faults import toml_fault
from rulelang.verifier.statistics.families import Families, families_of

_HINT = 'write a line `"model" = "family"` for each model (TOML), or one JSON object of model and family names'


def read_families(path: Path, models: Sequence[str]) -> Families:
    """The families of the models of some answers.

    Args:
        path: `.json`, or else TOML; it may name models that have no answers.
        models: those that have.

    Raises:
        RuleLangError: the file cannot be read (RL491), is no such table, or does not name a model (RL619).
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise RuleLangError([Diagnostic("RL491", f"cannot read `{path}`: {reason}", None, hint=_HINT)]) from None
    except UnicodeDecodeError as error:
        raise _refused(f"`{path}` is no text in UTF-8: byte {error.start + 1} belongs to none") from None
    family = _table(path, text)
    missing = [model for model in models if model not in family]
    if missing:
        others = f" ({len(missing)} such models in all)" if len(missing) > 1 else ""
        named = json.dumps(missing[0], ensure_ascii=False)
        separator = ":" if path.suffix.lower() == ".json" else " ="
        hint = f"add `{named}{separator} …`; a model that is alone can be its own family"
        raise _refused(f"`{path}` does not say which family the model `{missing[0]}` belongs to{others}", hint)
    return families_of(models, family)


def _refused(message: str, hint: str = _HINT) -> RuleLangError:
    return RuleLangError([Diagnostic("RL619", message, None, hint=hint)])


def _table(path: Path, text: str) -> dict[str, str]:
    """The names in the file."""
    try:
        found: object = _json(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
        raise _refused(f"`{path}` is no {kind}: {toml_fault(error)}") from None
    if not isinstance(found, dict):
        raise _refused(f"`{path}` holds no table of models and families")
    for model, family in cast("dict[str, object]", found).items():
        if not isinstance(family, str) or not family.strip():
            named = json.dumps(model, ensure_ascii=False)
            raise _refused(f"what `{path}` says of {named} is no name of a family")
    return cast("dict[str, str]", found)


def _json(text: str) -> object:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, value in pairs:
            if name in found:
                raise ValueError(f"the model {json.dumps(name, ensure_ascii=False)} is there twice")
            found[name] = value
        return found

    return cast(object, json.loads(text, object_pairs_hook=once))
