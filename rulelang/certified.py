"""Certificates of decided cases: what `Derived.certificate` gives, and what `rulelang derive --certify` writes."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rulelang.bundled import found
from rulelang.engine.derive import Derivation
from rulelang.engine.records.case_json import case_json
from rulelang.engine.records.json_write import json_line
from rulelang.engine.solver.answer import Limits
from rulelang.grammar.diagnostic import Diagnostic
from rulelang.grammar.source import Source
from rulelang.ruleset import Rules
from rulelang.writing import unwritable

WIDTH = 100


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """Decisions of a case with their proofs (docs/grounds.md).  `str` is the JSON text.

    `left_out` says what was asked and could not be certified, and why (RL578: not within the limits; RL579: nothing
    settles it).
    """

    content: dict[str, Any]
    left_out: tuple[Diagnostic, ...] = ()

    @property
    def case(self) -> str:
        """The name of the case."""
        return str(self.content["case"]["case"])

    @property
    def decisions(self) -> tuple[str, ...]:
        """What is decided with proof."""
        return tuple(part["asked"] for part in self.content["decisions"])

    def document(self) -> dict[str, Any]:
        """The certificate as JSON values; numbers are exact."""
        return self.content

    def write(self, path: str | os.PathLike[str] | None) -> None:
        """Writes it into a file (None: to standard output).

        Raises:
            RuleLangError: the file cannot be written (RL491).
        """
        text = f"{self}\n"
        if path is None:
            sys.stdout.write(text)
            return
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise unwritable(path, error) from None

    def __str__(self) -> str:
        return json_lines(self.content)

    def __repr__(self) -> str:
        besides = f"; not {len(self.left_out)} more" if self.left_out else ""
        return f"<Certificate {self.case}: {', '.join(self.decisions)}{besides}>"


def certify(rules: Rules, derivation: Derivation, decide: Sequence[str], limits: Limits) -> Certificate:
    """The certificate of a derived case; with what cannot be certified left out.

    Args:
        decide: what was asked instead of what the case asks, as it was written.
    """
    from rulelang.engine.certificates import produce

    parts: list[dict[str, Any]] = []
    left_out: list[Diagnostic] = []
    not_certified: list[dict[str, str]] = []
    for index, target in enumerate(derivation.targets):
        made = produce.certify(derivation, index, limits)
        if isinstance(made, produce.Certified):
            parts.append(made.document)
            continue
        code, hint = _why(made)
        message = f"`{target.text}` cannot be certified: {made.reason}"
        left_out.append(Diagnostic(code, message, None, hint=hint))
        not_certified.append({"asked": target.text, "because": made.reason})
    content = {
        "rulelang": "certificate/1",
        "rules": {"file": Path(rules.name).as_posix(), "sources": hashes(rules)},
        "case": case_json(rules.program, derivation.case),
        **({"decide": list(decide)} if decide else {}),
        "decisions": parts,
        **({"not_certified": not_certified} if not_certified else {}),
    }
    return Certificate(content, tuple(left_out))


def _why(made: Any) -> tuple[str, str]:
    """The code and the hint for what cannot be certified."""
    if not made.undecided:
        return "RL579", "ask for something that the case settles, with --decide"
    if made.reason.startswith("not analysed"):
        return "RL578", "give the facts that it names, or ask for something that they do not bear on, with --decide"
    return "RL578", "give more --timeout"


def hashes(rules: Rules) -> list[dict[str, str]]:
    """The files of a program with the hashes of their texts, the rule file first, then by name."""
    place = found(rules.name)
    folder = os.path.dirname(os.path.abspath(place))
    named = {_relative(source, folder): source for source in rules.sources}
    root = os.path.basename(place)
    order = sorted(named, key=lambda name: (name != root, name))
    return [{"name": name, "sha256": _hash(named[name].text)} for name in order]


def _relative(source: Source, folder: str) -> str:
    return Path(os.path.relpath(os.path.abspath(source.name), folder)).as_posix()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def json_lines(value: Any, indent: str = "") -> str:
    """As `json_line`, but what does not fit on a line is broken up, so that a fault can be pointed at."""
    line = json_line(value)
    inner = indent + "  "
    if len(indent) + len(line) <= WIDTH:
        return line
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        members, brackets = [f"{json_line(key)}: {json_lines(item, inner)}" for key, item in pairs], "{}"
    elif isinstance(value, list):
        items: list[Any] = [*value]
        members, brackets = [json_lines(item, inner) for item in items], "[]"
    else:
        return line
    return brackets[0] + "\n" + ",\n".join(inner + member for member in members) + "\n" + indent + brackets[1]
