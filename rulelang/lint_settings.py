"""Which findings of `lint` a project wants: `[tool.rulelang.lint]` of pyproject.toml, `[lint]` of rulelang.toml.

    [tool.rulelang.lint]
    select = ["RL5"]                      # codes or beginnings of codes; all, if it is not there
    ignore = ["RL523"]
    severity = { RL518 = "warning" }
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from rulelang.engine.analysis.finding import CODES, Finding
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, Severity
from rulelang.toml_faults import toml_fault

FILES = (("rulelang.toml", ("lint",)), ("pyproject.toml", ("tool", "rulelang", "lint")))
_EARLIER = re.compile(r"RL[1-4][0-9]{0,2}|RL54[0-9]?")
"""What is found while rules are read and prepared is among what `lint` reports."""
KEYS = ("select", "ignore", "severity")


@dataclass(frozen=True, slots=True)
class Settings:
    """Codes or beginnings of codes (`select` empty: all), and severities other than the codes' own."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict[str, Severity])

    def wanted(self, code: str) -> bool:
        return (not self.select or code.startswith(self.select)) and not (self.ignore and code.startswith(self.ignore))

    def applied(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that are wanted, with the severity that they are to have."""
        return [
            replace(one, diagnostic=replace(one.diagnostic, severity=self.severity[one.diagnostic.code]))
            if one.diagnostic.code in self.severity
            else one
            for one in findings
            if self.wanted(one.diagnostic.code)
        ]


def settings_for(path: str, select: Iterable[str], ignore: Iterable[str]) -> Settings:
    """The settings of the nearest file above a rule file; what the command line says comes instead or in addition.

    Raises:
        RuleLangError: a file cannot be read, or says something that is no setting (RL532).
    """
    found = Settings()
    start = Path.cwd() if path == "-" else Path(path).resolve().parent
    for folder in (start, *start.parents):
        read = [_read(folder / name, keys) for name, keys in FILES if (folder / name).is_file()]
        chosen = next((one for one in read if one is not None), None)
        if chosen is not None:
            found = chosen
            break
    chosen_codes = _codes("--select", tuple(select)) or found.select
    return Settings(chosen_codes, found.ignore + _codes("--ignore", tuple(ignore)), found.severity)


def _read(path: Path, keys: tuple[str, ...]) -> Settings | None:
    """The settings of one file; None if it has none."""
    try:
        found: object = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _refused(f"`{path.name}` cannot be read: {(error.strerror or 'it is no file').lower()}") from None
    except (ValueError, RecursionError) as error:
        raise _refused(f"`{path.name}` is no TOML: {toml_fault(error)}") from None
    for key in keys:
        found = _table(found).get(key)
        if found is None:
            return None
    if not isinstance(found, dict):
        raise _refused(f"`{'.'.join(keys)}` in `{path.name}` is no table")
    said = _table(cast(object, found))
    unknown = [key for key in said if key not in KEYS]
    if unknown:
        raise _refused(f"`{unknown[0]}` in `{path.name}` is no setting of lint")
    severity = _table(said.get("severity", {}))
    if not all(value in list(Severity) for value in severity.values()):
        raise _refused(f"`severity` in `{path.name}` gives codes `error`, `warning` or `hint`")
    _codes(path.name, tuple(severity))
    return Settings(
        _codes(path.name, _listed(path, "select", said)),
        _codes(path.name, _listed(path, "ignore", said)),
        {code: Severity(str(value)) for code, value in severity.items()},
    )


def _table(found: object) -> dict[str, object]:
    return cast(dict[str, object], found) if isinstance(found, dict) else {}


def _listed(path: Path, key: str, said: Mapping[str, object]) -> tuple[str, ...]:
    value = cast(list[object], said.get(key, []))
    if not isinstance(said.get(key, []), list) or not all(isinstance(one, str) for one in value):
        raise _refused(f"`{key}` in `{path.name}` is a list of codes")
    return tuple(map(str, value))


def _codes(where: str, codes: tuple[str, ...]) -> tuple[str, ...]:
    for one in codes:
        if not _EARLIER.fullmatch(one) and not (one and any(code.startswith(one) for code in CODES)):
            raise _refused(f"`{one}` ({where}) is no code of lint, nor the beginning of one")
    return codes


def _refused(message: str) -> RuleLangError:
    hint = 'write `select = ["RL5"]`, `ignore = ["RL523"]`, `severity = { RL518 = "warning" }`'
    return RuleLangError([Diagnostic("RL532", message, None, hint=hint)])
