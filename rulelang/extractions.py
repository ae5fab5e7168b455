"""What `rulelang extract` does: reads answers, asks for their claims, writes them and what it took."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from rulelang.checked import rules_of
from rulelang.claimed import claimed, discard, publish
from rulelang.console import DONE, FINDINGS, read_input, report
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, Severity
from rulelang.grammar.json_text import decode_json, json_text
from rulelang.grammar.source import Source
from rulelang.opening import open_rules
from rulelang.options import Loading
from rulelang.roots import Roots
from rulelang.ruleset import case_of
from rulelang.verifier.extraction.answers import Wanted, finished, wanted
from rulelang.verifier.extraction.cache import Cache
from rulelang.verifier.extraction.client import Client, Endpoint
from rulelang.verifier.extraction.request import Vocabulary, request_body, vocabulary_of
from rulelang.verifier.extraction.run import Outcome, Turn, Turns, extract, in_order
from rulelang.writing import unwritable


@dataclass(frozen=True, slots=True)
class Asked:
    """How to ask: which model, how much at once, what a million tokens cost."""

    endpoint: Endpoint
    model: str
    concurrency: int
    most_tokens: int
    price_in: float | None
    price_out: float | None


@dataclass(slots=True)
class Sums:
    done: int = 0
    cached: int = 0
    refused_lines: int = 0
    hidden: int = 0
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    uncounted: int = 0
    failures: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, outcome: Outcome) -> None:
        self.requests += outcome.requests
        self.tokens_in += outcome.tokens_in
        self.tokens_out += outcome.tokens_out
        self.uncounted += outcome.uncounted
        if outcome.claims is None:
            reason = outcome.reason or "no reason"
            self.failures[reason] = self.failures.get(reason, 0) + 1
        else:
            self.done += 1
            self.cached += outcome.cached


class Answers:
    """The answers in files, line by line; lines that can't be used are reported and counted."""

    def __init__(self, paths: Sequence[str], how: Loading, sums: Sums) -> None:
        self._paths = paths
        self._how = how
        self._roots = Roots(how.include).and_of(paths)
        self._sums = sums
        self._known: dict[str, Vocabulary] = {}

    def __iter__(self) -> Iterator[tuple[Wanted, Vocabulary]]:
        for path in self._paths:
            source = decode_json(read_input(path), "<stdin>" if path == "-" else path)
            for number, line in enumerate(source.text.split("\n"), 1):
                if not line.strip():
                    continue
                try:
                    one = wanted(json_text(Source(source.name, line, number)))
                    yield one, self._vocabulary(one.answer.case)
                except RuleLangError as error:
                    self._sums.refused_lines += 1
                    message = f"line {number} of `{source.name}` is left out"
                    told = Diagnostic("RL566", message, None, hint=_briefly(error))
                    report([told])

    def _vocabulary(self, name: str) -> Vocabulary:
        if name not in self._known:
            file, _, case = name.partition("#")
            base = open_rules(str(rules_of(file, None, self._roots)), self._how, "text", ())
            self._known[name] = vocabulary_of(base, case_of(base.program, case))
        return self._known[name]


def _briefly(error: RuleLangError) -> str:
    return "; ".join(f"{one.code}: {one.message}" for one in error.diagnostics)


@dataclass(frozen=True, slots=True)
class _Job:
    """An answer with the request for its claims, and the turn of that among equal ones."""

    wanted: Wanted
    body: dict[str, Any]
    key: str
    turn: Turn


def run(paths: Sequence[str], how: Loading, asked: Asked, out: Path, cache: Cache) -> int:
    """Writes the answers with their claims to `out`, and beside it, line by line, what became of each.

    Both files are there when all answers are done, never before: what an earlier run wrote stays until then.

    Raises:
        RuleLangError: the client is not installed (RL565), the endpoint does not accept the key (RL568), or a
            file can't be read or written (RL491), or another run writes it (RL605).
    """
    sums = Sums()
    client = Client(asked.endpoint)

    turns = Turns()

    def jobs() -> Iterator[_Job]:
        for one, vocabulary in Answers(paths, how, sums):
            body = request_body(asked.model, vocabulary, one.blind, asked.most_tokens)
            key = cache.key(asked.endpoint.url, body)
            yield _Job(one, body, key, turns.take(key))

    def work(job: _Job) -> Outcome:
        try:
            unasked = job.wanted.unasked()
            if unasked is not None:
                return unasked
            job.turn.wait()
            where = asked.endpoint
            return extract(client.ask, where.retries, cache, where.url, job.body, job.wanted.answer.text or "")
        finally:
            turns.end(job.key, job.turn)

    try:
        with ExitStack() as stack:
            answers = stack.enter_context(_written_whole(out))
            log = stack.enter_context(_written_whole(out.with_suffix(".log")))
            cache.begin()
            for job, outcome in in_order(jobs(), work, asked.concurrency):
                one = job.wanted
                sums.add(outcome)
                sums.hidden += len(one.left.hidden)
                answers.write(json.dumps(finished(one, outcome), ensure_ascii=False) + "\n")
                log.write(json.dumps(_log(one, outcome), ensure_ascii=False) + "\n")
    finally:
        client.close()
    _report(sums, asked)
    return FINDINGS if sums.failures or sums.refused_lines else DONE


@contextmanager
def _written_whole(path: Path) -> Generator[TextIO]:
    """A file that takes its place when it is complete; one run at a time writes it."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.open("ab").close()
    except OSError as error:
        raise unwritable(path, error) from None
    file = claimed(part)
    text = TextIOWrapper(file, encoding="utf-8", newline="\n", write_through=True)
    try:
        file.truncate()
        yield text
        publish(file, part, path)
    except BaseException:
        discard(file, part)
        raise


def dry_run(paths: Sequence[str], how: Loading, asked: Asked, cache: Cache) -> int:
    """Says what a run would ask for, and sends nothing."""
    sums = Sums()
    kept = equal = 0
    seen: set[str] = set()
    for one, vocabulary in Answers(paths, how, sums):
        if one.unasked() is not None:
            continue
        body = request_body(asked.model, vocabulary, one.blind, asked.most_tokens)
        key = cache.key(asked.endpoint.url, body)
        if cache.find(key) is not None:
            kept += 1
            continue
        if key in seen:
            equal += 1
            continue
        seen.add(key)
        sums.requests += 1
        # A token is about four characters; a reply is about as long as what it takes apart.
        sums.tokens_in += sum(len(message["content"]) for message in body["messages"]) // 4
        sums.tokens_out += len(one.blind) // 3
    same = f"{equal} answers asked for as others are, " if equal else ""
    words = f"{sums.requests} requests, {kept} answers in the cache, {same}about {sums.tokens_in} tokens in"
    sys.stdout.write(f"{words} and {sums.tokens_out} out{_cost(sums, asked)}\n")
    return FINDINGS if sums.refused_lines else DONE


def _log(one: Wanted, outcome: Outcome) -> dict[str, object]:
    return {
        "rulelang": "extraction/1",
        "case": one.answer.case,
        "model": one.answer.model,
        "sample": one.answer.sample,
        "hidden": len(one.left.hidden),
        "claims": None if outcome.claims is None else len(outcome.claims),
        "reason": outcome.reason,
        "cached": outcome.cached,
        "requests": outcome.requests,
        "tokens_in": outcome.tokens_in,
        "tokens_out": outcome.tokens_out,
        "uncounted": outcome.uncounted,
    }


def _report(sums: Sums, asked: Asked) -> None:
    for reason, count in sorted(sums.failures.items()):
        message = f"{count} {'answer has' if count == 1 else 'answers have'} no claims: {reason}"
        hint = "they are not evaluable; another run asks for them again, and for no others"
        report([Diagnostic("RL567", message, None, hint=hint, severity=Severity.WARNING)])
    replies = "reply" if sums.uncounted == 1 else "replies"
    more = f" and those of {sums.uncounted} {replies} that did not say" if sums.uncounted else ""
    tokens = f"{sums.tokens_in} tokens in and {sums.tokens_out} out{more}"
    spent = f"{sums.requests} requests, {tokens}{_cost(sums, asked)}"
    hidden = f"decisions hidden at {sums.hidden} places"
    sys.stderr.write(f"{sums.done} answers with claims ({sums.cached} from the cache), {hidden}; {spent}\n")


def _cost(sums: Sums, asked: Asked) -> str:
    if asked.price_in is None and asked.price_out is None:
        return ""
    cost = (sums.tokens_in * (asked.price_in or 0) + sums.tokens_out * (asked.price_out or 0)) / 1_000_000
    return f", costing {cost:.4f}"
