"""Replies on disk, by the content of what was asked, so that a run that was broken off goes on where it was."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError

FORMAT = "extraction/1"


@dataclass(frozen=True, slots=True)
class Kept:
    text: str
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder with one file for each reply that could be used; failures are never kept."""

    folder: Path

    def key(self, url: str, body: dict[str, Any]) -> str:
        """The name of a request: the same for the same endpoint, model, instructions, schema and text."""
        content = json.dumps([FORMAT, url, body], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()

    def find(self, key: str) -> Kept | None:
        """What was kept; a file that is damaged counts as none."""
        try:
            found = json.loads((self.folder / key[:2] / f"{key}.json").read_bytes())
            return Kept(str(found["text"]), int(found["tokens_in"]), int(found["tokens_out"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def begin(self) -> None:
        """Makes the folder, so that nothing is paid for that can't be kept.

        Raises:
            RuleLangError: it can't be made (RL491).
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unkept(self.folder, error) from None

    def keep(self, key: str, kept: Kept) -> None:
        """Writes whole or not at all.

        Raises:
            RuleLangError: it can't be written (RL491).
        """
        try:
            self._write(key, kept)
        except OSError as error:
            raise _unkept(self.folder, error) from None

    def _write(self, key: str, kept: Kept) -> None:
        place = self.folder / key[:2]
        place.mkdir(parents=True, exist_ok=True)
        part = place / f"{key}.{os.getpid()}.{threading.get_ident()}.part"
        made = {"text": kept.text, "tokens_in": kept.tokens_in, "tokens_out": kept.tokens_out}
        part.write_text(json.dumps(made), encoding="utf-8")
        part.replace(place / f"{key}.json")


def _unkept(folder: Path, error: OSError) -> RuleLangError:
    reason = (error.strerror or "it cannot be written").lower()
    hint = "name another folder with --cache"
    return RuleLangError([Diagnostic("RL491", f"cannot keep replies in `{folder}`: {reason}", None, hint=hint)])
