"""Passages of a prompt under labels of its own, kept in a file of settings so that answers can be read by them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

from rulelang.bundled import read_file
from rulelang.grammar import model
from rulelang.grammar.json_text import decode_json, json_text
from rulelang.verifier.answer import SETTINGS
from rulelang.verifier.markup.reading import About
from rulelang.verifier.prompting.pool import Pool
from rulelang.verifier.settings import Document, Setting, Settings, read_settings
from rulelang.writing import unwritable


def told_by(settings: Settings, about: About) -> tuple[About, Setting | None]:
    """The setting in which an answer was written; where nothing says which, the only one that its case has."""
    if about.setting is None:
        names = [name for case, name in settings.found if case == about.case and name in SETTINGS]
        about = replace(about, setting=names[0] if len(names) == 1 else None)
    found = settings.found.get((about.case or "", about.setting or "p1"))
    return about, None if found is None else found[0]


def under_labels(pool: Pool, case: model.Case, written: str, setting: str, seed: int, path: Path) -> Pool:
    """The pool with its passages under the labels E001, E002, … in the order in which they are shown.

    What the labels stand for is written to the file at `path`, in place of what it held of this case and setting.

    Args:
        written: how answers name the case.

    Raises:
        RuleLangError: the file is there and holds no settings (RL591), or cannot be written (RL491).
    """
    own = {passage.id for passage in case.evidence}
    labels = [(f"E{number:03}", name, text) for number, (name, text) in enumerate(pool.passages, 1)]
    made = Setting(
        case=written,
        setting=setting,
        passages={label: name for label, name, _ in labels if name in own},
        distractors={label: text for label, name, text in labels if name not in own},
        seed=seed,
    )
    kept: list[Setting] = []
    if os.path.exists(path):
        earlier = read_settings(json_text(decode_json(read_file(path), str(path))))
        kept = [one for key, (one, _) in earlier.found.items() if key != (written, setting)]
    document = Document(rulelang="settings/1", settings=[*kept, made])
    text = json.dumps(document.model_dump(exclude_defaults=True), ensure_ascii=False, indent=1) + "\n"
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise unwritable(path, error) from None
    return replace(pool, passages=tuple((label, text) for label, _, text in labels))
