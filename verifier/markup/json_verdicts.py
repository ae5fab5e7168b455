"""Members of an object of JSON that say whether what it claims holds: `"holds": false`, `"negated": true`."""

from __future__ import annotations

import re
from typing import Any

from rulelang.verifier.markup.json_nodes import Node
from rulelang.verifier.markup.naming import naming, unclear
from rulelang.verifier.markup.opposing import is_nothing, opposes
from rulelang.verifier.markup.verdicts import contradicts, verdict

_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
_IS = re.compile(r"(?:(?:is|was|it)[ \t]+)+")
_NEGATED = frozenset(("negated", "negation", "negative", "denied", "not"))
_REPLACED = re.compile(
    r"(?:superseded|replaced|overridden|retracted|withdrawn|corrected|revised|contradicted|refuted|denied)"
    r"[ \t](?:by|in)"
)
_OPERATORS = frozenset(("operator", "op", "sign"))
_DENIALS = frozenset(("not", "-", "−", "¬", "!", "~", "neg", "negative"))
_NAMES_DECISION = frozenset(("decision", "answer", "verdict", "conclusion"))


def rules_on(value: Any) -> bool:
    """Whether a value is a verdict by itself, whatever it is called.

    >>> rules_on(False), rules_on("not met"), rules_on("MUST pay"), rules_on(None)
    (True, True, False, False)
    """
    return (isinstance(value, int) and value in (0, 1)) or (isinstance(value, str) and verdict(value)[0] != "remark")


def ruling(key: str, node: Node) -> str | None:
    """What a member says of the formula beside it, as it stands behind a `|` of the form; None: nothing.

    Under a name for verdicts any word is one (`verdicts` says which are understood), and so is that there is none.
    Under another name a truth value says whether the name is true of the formula: `"applies": false`.
    """
    name = _IS.sub("", key.removesuffix("?"), count=1) or key
    value = node.value
    if _REPLACED.fullmatch(name) is not None or opposes(f"{name}: e1"):
        return _opposed(name, value)
    if naming(key) in ("other", "unknown") and _is_truth(value):
        if naming(key) == "other" or _TRUTHS.get(str(value).lower()) is not False:
            return None  # `"is_fact": false`
        return unclear(key, "no")
    if isinstance(value, dict):
        inner = (ruling(one, member) for one, member in node.members.items() if _is_name(name))
        return next((text for text in inner if text is not None), None)
    if isinstance(value, int) and value in (0, 1):
        value = bool(value)
    if name in _NEGATED:
        truth = _TRUTHS.get(str(value).lower())
        # `no` beside what is itself a denial is not plain: the formula may have the negation in it
        return None if truth is False else "value: no" if truth else f"value: not {value}"
    if _is_name(name):
        match value:
            case None if name in _NAMES_DECISION:
                return None
            case None:
                return f"{name}: undecided"
            case bool():
                return f"{name}: {'true' if value else 'false'}"
            case str() if verdict(f"{name}: {value}")[0] != "remark" or contradicts(value):
                return f"{name}: {value}"
            case _:
                return None
    if name in _OPERATORS and str(value).strip().lower() in _DENIALS:
        return "value: no"
    if isinstance(value, int | float) and not isinstance(value, bool) and verdict(f"{name}: {value}")[0] == "doubted":
        return f"{name}: {value}"  # `"probability": 0.1`
    truth = _TRUTHS.get(str(value).lower())
    called = verdict(name)[0]
    if truth and called in ("against", "doubted"):
        return name  # `"retracted": true`
    if isinstance(value, str) and truth is None and verdict(f"{name}: {value}")[0] == "doubted":
        return f"{name}: {value}"  # `"type": "hypothesis"`, `"probability": "0%"`
    if truth is None or called not in ("affirmed", "denied", "open"):
        return None
    if truth:
        return name
    return f"not {name}" if called == "affirmed" else None


def _opposed(name: str, value: Any) -> str | None:
    """What a member says that names what is against the formula: `"contradicted_by": ["e4"]`; None: nothing."""
    listed: list[Any] = value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]
    named = [one for one in listed if one not in (None, "", False) and not is_nothing(str(one))]
    if not named:
        return None
    said = f"{name}: {', '.join(map(str, named))}" if all(isinstance(one, str) for one in named) else ""
    return said if verdict(said)[0] != "remark" else "superseded"


def _is_truth(value: Any) -> bool:
    return (isinstance(value, int) and value in (0, 1)) or str(value).lower() in _TRUTHS


def _is_name(name: str) -> bool:
    """Whether a field of this name holds a verdict."""
    return verdict(f"{name}: no")[0] == "denied"
