"""Many extractions at once, in order, with bounded memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Lock
from typing import Any, TypeAlias, TypeVar

from rulelang.verifier.extraction.cache import Cache, Kept
from rulelang.verifier.extraction.client import Reply
from rulelang.verifier.extraction.request import BadReply, claims_in

REPLIES = 2
"""So many replies are asked for, as far as there are retries left, until one can be used."""

Job = TypeVar("Job")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The claims of one text; None with the reason where there are none: not evaluable, and no score."""

    claims: list[dict[str, Any]] | None
    reason: str | None = None
    cached: bool = False
    tokens_in: int = 0
    tokens_out: int = 0
    requests: int = 0
    uncounted: int = 0
    """So many replies did not say how many tokens they took."""


Ask: TypeAlias = Callable[[dict[str, Any], int], Reply]
"""Sends a request, again at most so often where it fails."""


def extract(ask: Ask, retries: int, cache: Cache, url: str, body: dict[str, Any], text: str) -> Outcome:
    """The claims of one text, from the cache or from the endpoint.

    Args:
        retries: so many requests more than one are made at most, whatever they fail of.
        text: the one in which places are sought.
    """
    key = cache.key(url, body)
    kept = cache.find(key)
    if kept is not None:
        try:
            return Outcome(claims_in(kept.text, text), cached=True)
        except BadReply:
            pass
    reason: str | None = None
    spent_in = spent_out = requests = uncounted = 0
    for _ in range(REPLIES):
        reply = ask(body, retries - requests)
        spent_in, spent_out = spent_in + reply.tokens_in, spent_out + reply.tokens_out
        requests += 1 + reply.retries
        uncounted += not reply.counted
        reason = reply.reason
        if reply.text is not None:
            try:
                claims = claims_in(reply.text, text)
            except BadReply as bad:
                reason = str(bad)
            else:
                cache.keep(key, Kept(reply.text, reply.tokens_in, reply.tokens_out))
                return Outcome(claims, None, False, spent_in, spent_out, requests, uncounted)
        if reply.final or requests > retries:
            break
    return Outcome(None, reason, False, spent_in, spent_out, requests, uncounted)


class Turns:
    """Lets equal jobs run one after another: the next finds in the cache what the one before it kept.

    Turns are taken in the order in which the jobs are to start; so the one that is waited for has started.
    """

    def __init__(self) -> None:
        self._last: dict[str, Event] = {}
        self._lock = Lock()

    def take(self, key: str) -> Turn:
        with self._lock:
            turn = Turn(self._last.get(key), Event())
            self._last[key] = turn.done
        return turn

    def end(self, key: str, turn: Turn) -> None:
        with self._lock:
            if self._last.get(key) is turn.done:
                del self._last[key]
        turn.done.set()


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a job among those that are equal to it."""

    before: Event | None
    done: Event

    def wait(self) -> None:
        if self.before is not None:
            self.before.wait()


def in_order(jobs: Iterable[Job], work: Callable[[Job], Result], concurrency: int) -> Iterator[tuple[Job, Result]]:
    """Each job with its result, in the order of the jobs; so many at a time, and few more waiting."""
    waiting: deque[tuple[Job, Future[Result]]] = deque()
    with ThreadPoolExecutor(concurrency) as pool:
        try:
            for job in jobs:
                waiting.append((job, pool.submit(work, job)))
                if len(waiting) > 2 * concurrency:
                    first, result = waiting.popleft()
                    yield first, result.result()
            while waiting:
                first, result = waiting.popleft()
                yield first, result.result()
        finally:
            for _, left in reversed(waiting):  # the last first: what waits for another is gone before it
                left.cancel()
