"""What a reply of an endpoint holds (a chat completion), whatever shape it has: nothing here raises."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast


@dataclass(frozen=True, slots=True)
class Completion:
    """The text of a reply, or the reason why there is none; and the tokens that it says it took.

    A number of tokens is None where the reply gives none that can be read.
    """

    text: str | None
    reason: str | None
    tokens_in: int | None = None
    tokens_out: int | None = None
    final: bool = False
    """Asking again is no use."""


def completion(data: bytes) -> Completion:
    """Reads the body of a reply.

    >>> completion(b'{"choices": [{"message": {"content": "a"}}], "usage": {"prompt_tokens": 1}}')
    Completion(text='a', reason=None, tokens_in=1, tokens_out=None, final=False)
    >>> completion(b"<html>").reason
    "the endpoint's reply is not of the protocol"
    """
    body: Mapping[str, Any] = {}
    with suppress(ValueError, RecursionError):
        body = _fields(json.loads(data))
    usage = _fields(body.get("usage"))
    spent = _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens"))
    choices = body.get("choices")
    first = _fields(next(iter(_parts(choices)), None))
    message = _fields(first.get("message"))
    if not message:
        told = "the endpoint replied with an error" if body.get("error") else UNKNOWN
        return Completion(None, told, *spent)
    content, finish = message.get("content"), first.get("finish_reason")
    if message.get("refusal") or finish == "content_filter" or _refuses(content):
        return Completion(None, "the model refused", *spent, final=True)
    if finish == "length":
        return Completion(None, "the reply was cut off", *spent, final=True)
    text = _text(content)
    if text is None:
        return Completion(None, "the reply's content is no text", *spent)
    if not text.strip():
        called = message.get("tool_calls") or message.get("function_call")
        return Completion(None, "the model called a tool" if called else "the reply is empty", *spent)
    return Completion(text, None, *spent)


UNKNOWN = "the endpoint's reply is not of the protocol"
_MOST_DIGITS = 15


def _fields(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else {}


def _count(value: Any) -> int | None:
    """A number of tokens, as a number or as its digits; None: it is none."""
    if isinstance(value, str):
        digits = value.strip()
        plain = digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
        return int(digits) if plain else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 10**_MOST_DIGITS:
        return None
    return int(value) if value == int(value) else None


def _parts(content: Any) -> Sequence[Any]:
    return cast("Sequence[Any]", content) if isinstance(content, list) else []


def _text(content: Any) -> str | None:
    """The text of a message: a string, or the texts of its parts, joined; None: it is neither."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts: list[str] = []
    for part in _parts(content):
        said = part if isinstance(part, str) else _fields(part).get("text")
        kind = _fields(part).get("type", "text")
        if kind in _THOUGHT:
            continue
        if kind not in _SAID or not isinstance(said, str):
            return None
        texts.append(said)
    return "".join(texts)


_SAID = ("text", "output_text")
_THOUGHT = ("thinking", "reasoning", "redacted_thinking")


def _refuses(content: Any) -> bool:
    return any(_fields(part).get("type") == "refusal" for part in _parts(content))
