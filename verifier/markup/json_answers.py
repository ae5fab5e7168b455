"""An answer that is JSON already: passed through, with what is known from elsewhere filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError, Severity
from rulelang.grammar.json_text import JsonText, JsonValue, json_text
from rulelang.grammar.source import Source, Span
from rulelang.verifier.answer import read_answer
from rulelang.verifier.json_fence import unfenced
from rulelang.verifier.markup.reading import About, Marked


def read_json_answer(source: Source, about: About) -> Marked | None:
    """The answer of a text that is one JSON object (in a code fence, perhaps) with `claims`.

    None: it is not JSON, or no answer file and does not call itself one (`rulelang`): then it is a text as any other.

    Args:
        about: counts before what the object says itself.

    Raises:
        RuleLangError: it calls itself an answer file, but is none (RL460 to RL466), or nothing says which case is
            answered (RL559).
    """
    document = _object(source)
    if document is None or not isinstance(document.value, Mapping) or "claims" not in document.value:
        return None
    if "decision" not in document.value and document.source.text.strip() != source.text.strip("`~ \r\n"):
        return None  # it may stand beside the object
    made: dict[str, JsonValue] = {"rulelang": "answer/1", **document.value}
    made |= {name: value for name, value in _known(about).items() if value is not None}
    if "case" not in made:
        hint = "name it with --case FILE#CASE, or in a field `case`"
        raise RuleLangError([Diagnostic("RL559", f"nothing says which case `{source.name}` answers", None, hint=hint)])
    if "rulelang" not in document.value:
        made.setdefault("text", source.text)
    try:
        answer = read_answer(JsonText(document.source, made))
    except RuleLangError:
        if "rulelang" in document.value:
            raise
        return None
    place = Label(Span(document.source, 0, 1))
    hint = "it is checked and passed through"
    told = Diagnostic("RL620", "the answer is JSON already", place, hint=hint, severity=Severity.HINT)
    return Marked(answer, (told,))


def _object(source: Source) -> JsonText | None:
    inside, start = unfenced(source.text)
    source = Source(source.name, inside, source.first_line + source.text.count("\n", 0, start))
    if not source.text.lstrip().startswith("{"):
        return None
    try:
        return json_text(source)
    except RuleLangError:
        return None


def _known(about: About) -> dict[str, Any]:
    return {"case": about.case, "setting": about.setting, "model": about.model, "sample": about.sample}
