"""An OpenAI-compatible endpoint, through the `openai` client (the extra `llm`), which retries with back-off itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.verifier.extraction.completion import UNKNOWN, completion


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how to ask: at most `retries` more requests for an answer after the first, each of which may take
    `timeout` seconds in all."""

    url: str
    key: str = "none"
    retries: int = 5
    timeout: float = 120.0


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the text, or why there is none; the tokens are paid for in either case.

    `retries` is how many requests it took after the first.
    """

    text: str | None
    reason: str | None
    tokens_in: int = 0
    tokens_out: int = 0
    retries: int = 0
    final: bool = False
    """Asking again is no use: a refusal, a request that the endpoint does not accept, or all retries are spent."""
    counted: bool = True
    """Whether the reply said how many tokens it took; what it did not say counts as none."""


class Client:
    """Asks an endpoint; may be used by several threads."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Raises RuleLangError where the client is not installed (RL565)."""
        try:
            openai: Any = import_module("openai")
        except ImportError:
            hint = "`pip install 'rulelang[llm]'` installs it"
            raise RuleLangError(
                [Diagnostic("RL565", "the client for models is not installed", None, hint=hint)]
            ) from None
        self._openai = openai
        self._unwelcome: Diagnostic | None = None
        self._client: Any = openai.AsyncOpenAI(
            base_url=endpoint.url,
            api_key=endpoint.key,
            max_retries=0,
            timeout=endpoint.timeout,
            http_client=_bounded(openai.DefaultAsyncHttpxClient, endpoint.timeout),
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def ask(self, body: dict[str, Any], retries: int) -> Reply:
        """The reply to a request; what goes wrong is a reply without text.

        Args:
            retries: so often is asked again after 408, 409, 429, 5xx, timeouts and broken connections.

        Raises:
            RuleLangError: the endpoint does not accept the key (RL568), now or at an earlier request.
        """
        openai, taken = self._openai, 0
        if self._unwelcome is not None:
            raise RuleLangError([self._unwelcome])
        try:
            client = self._client.with_options(max_retries=retries)
            raw = self._done(client.chat.completions.with_raw_response.create(**body))
            taken = int(raw.retries_taken)
            read = completion(raw.content)
        except openai.APITimeoutError as error:
            return Reply(None, "the endpoint did not reply in time", retries=_taken(error), final=True)
        except openai.APIConnectionError as error:
            garbled = type(error.__cause__).__name__ == "DecodingError"  # its library has been under several names
            reason = UNKNOWN if garbled else "the endpoint could not be reached"
            return Reply(None, reason, retries=_taken(error), final=True)
        except openai.APIStatusError as error:
            if error.status_code in (401, 403):
                self._unwelcome = _unwelcome(error.status_code)
                raise RuleLangError([self._unwelcome]) from None
            reason = f"the endpoint replied with status {error.status_code}"
            return Reply(None, reason, retries=_taken(error), final=True)
        except (openai.OpenAIError, ValueError, TypeError, AttributeError):
            return Reply(None, UNKNOWN, retries=taken)
        spent_in, spent_out = read.tokens_in, read.tokens_out
        counted = spent_in is not None and spent_out is not None
        return Reply(read.text, read.reason, spent_in or 0, spent_out or 0, taken, read.final, counted)

    def _done(self, request: Coroutine[Any, Any, Any]) -> Any:
        """What comes of a request, which is made on the client's own thread, for only there it can be broken off."""
        return asyncio.run_coroutine_threadsafe(request, self._loop).result()

    def close(self) -> None:
        self._done(self._client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _bounded(kind: Any, seconds: float) -> Any:
    """A client by which a request takes at most so long, its reply included: the library's own limits are for each
    read, and a reply that comes byte by byte would never end."""
    library: Any = import_module(kind.__base__.__module__.partition(".")[0])  # it has been under several names

    class Bounded(kind):  # type: ignore[misc]
        async def send(self, request: Any, **how: Any) -> Any:
            try:
                send: Any = kind.send
                return await asyncio.wait_for(send(self, request, **how), seconds)
            except TimeoutError:
                raise library.ReadTimeout("the request took too long", request=request) from None

    return Bounded(timeout=seconds)


def _taken(error: Any) -> int:
    """How many retries there were before a failure: the client numbers its requests in a header."""
    return int(error.request.headers.get("x-stainless-retry-count", 0))


def _unwelcome(status: int) -> Diagnostic:
    hint = "set OPENAI_API_KEY, or the variable that `--key` names; what was extracted so far is kept"
    what = "does not accept the key" if status == 401 else "does not allow this with the key"
    return Diagnostic("RL568", f"the endpoint {what} (status {status})", None, hint=hint)
