"""Answers whose claims were read before: the same bytes say the same, so they need not be read again.

An answer is taken apart into the bytes of its claims and of its decision.  Bytes that a judge meets for the first
time are read by `read_quickly`, with everything that it refuses; after that a look in a table tells what they are.
Where the answer says a claim (`at`) is left out of what is looked up, for it differs from answer to answer and no
check uses it.  What can't be told so is read as any other answer: `Seen.row` then gives None.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from sys import intern
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from rulelang.verifier.answer import SETTINGS
from rulelang.verifier.scoring.judge import MOST_KEPT, Judge
from rulelang.verifier.scoring.labelled import unlabelled
from rulelang.verifier.scoring.layout import MOST_CLAIMS
from rulelang.verifier.scoring.links import order_of
from rulelang.verifier.scoring.parts import UP, Parts
from rulelang.verifier.scoring.quick_answer import QuickClaim, is_told_once, read_quickly
from rulelang.verifier.scoring.row import Verdict
from rulelang.verifier.scoring.settling import Decided
from rulelang.verifier.settings import Shown

_Number: TypeAlias = Annotated[int, Meta(ge=1 - 2**63, le=2**63 - 1)]


class Envelope(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """As `answer.Answer`, claims and decision unread; nothing is said of the shape of `case`."""

    rulelang: Literal["answer/1"]
    case: str
    claims: Raw
    setting: str | UnsetType = UNSET
    model: str | UnsetType | None = UNSET
    sample: _Number | UnsetType | None = UNSET
    decision: Raw | UnsetType = UNSET
    text: str | UnsetType | None = UNSET


def envelope_of(line: bytes) -> Envelope | None:
    """The answer in the bytes of a JSON document; None: it has to be read as any other."""
    try:
        found = _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    if found.text:
        found.text = ""  # no check needs it, and many envelopes are held at once
    return found


_DECODER = msgspec.json.Decoder(Envelope)
_CLAIMS = msgspec.json.Decoder(list[Raw])
_DIGITS = b"0123456789"
_PLACES = frozenset({b": [, ]}", b":[,]}"})
"""What follows `"at"` in `"at": [3, 14]}`, without digits, as JSON is written: in any other writing it is left in."""

_SHORT = 30
"""Bytes that this takes if its numbers are no longer than `read_quickly` accepts."""


_Claim: TypeAlias = tuple[str, tuple[str, ...], Parts, int]
"""A claim's id, the claims on which it draws, its parts, and what its quote adds to the counters.  No key is told twice
in its bytes: that was looked at when they were read."""


_Decision: TypeAlias = tuple[Decided, tuple[str, ...], int]
"""A decision, the claims on which it draws, and how many strings its bytes hold."""


class Seen:
    """What one judge has read; `shown`: in a setting whose labels the answers cite."""

    def __init__(self, judge: Judge, shown: Shown | None = None) -> None:
        self._judge = judge
        self._shown = shown
        self._claims: dict[bytes, _Claim] = {}
        self._decisions: dict[bytes, _Decision] = {}
        self._times = judge.forgotten

    def row(self, answer: Envelope, line: bytes) -> Verdict | None:
        """The row of an answer, the same as `Judge.row` gives it; None: it has to be read as any other."""
        judge = self._judge
        if judge.is_slow:
            return None
        claims = bytes(answer.claims)
        texts = _taken_apart(claims)
        if texts is None or len(texts) > MOST_CLAIMS:
            return None
        if judge.is_full or len(self._claims) > MOST_KEPT:
            self.forget()
        elif judge.forgotten != self._times:
            self._clear()
        known = self._claims
        parts: list[Parts] = []
        places: dict[str, int] = {}
        users = [0] * len(texts)
        links: list[list[int] | tuple[()]] = [()] * len(texts)
        later: list[tuple[int, tuple[str, ...]]] = []
        """Claims that draw on one after them."""
        number = counts = 0
        try:
            for text in texts:
                claim = known.get(text)
                if claim is None:
                    claim = self._read(text)
                name, sources, part, quoted = claim
                parts.append(part)
                if quoted:
                    counts += quoted
                if sources:
                    try:
                        links[number] = below = list(map(places.__getitem__, sources))
                    except KeyError:
                        later.append((number, sources))
                    else:
                        up = part[UP]
                        for place in below:
                            users[place] |= up
                places[name] = number
                number += 1
            decided, sources, told = self._decision(answer.decision)
            drawn = [places[source] for source in sources]
        except (KeyError, _UnreadableError):
            return None
        start = line.find(b"[", line.find(b'"claims"'))
        if len(places) != number or not line.startswith(claims, start):
            return None
        if not is_told_once(line[:start] + line[start + len(claims) :], told + _around(answer)):
            return None
        if answer.setting is not UNSET and answer.setting not in SETTINGS:
            return None
        order = _later(later, parts, places, users, links) if later else range(number)
        if order is None:
            return None
        up = decided.up
        for place in drawn:
            users[place] |= up
        return judge.summed(parts, links, order, users, drawn, decided, counts)

    def forget(self) -> None:
        """Everything that was learned from answers, the judge's own knowledge too."""
        self._judge.forget()
        self._clear()

    def _clear(self) -> None:
        self._claims.clear()
        self._decisions.clear()
        self._times = self._judge.forgotten

    def _read(self, text: bytes) -> _Claim:
        """A claim that is met for the first time; `text` is cut off where it says `at`."""
        whole = text.lstrip(b"[, ")
        if not whole.endswith(b"}"):
            whole += b'"at":[0,0]}'
        try:
            sources = _CLAIM.decode(whole).from_
        except (msgspec.DecodeError, RecursionError):
            raise _UnreadableError from None
        stubs = [b'{"id":%s,"says":""},' % msgspec.json.encode(source) for source in dict.fromkeys(sources)]
        answer = read_quickly(_DOCUMENT % (b"".join(stubs) + whole, b"null"))
        if answer is None or answer.claims is None:
            raise _UnreadableError
        claim = answer.claims[-1]
        part, quoted = self._judge.part_of(claim if self._shown is None else unlabelled(claim, self._shown))
        found = (intern(claim.id), tuple(map(intern, claim.from_)), part, quoted)
        self._claims[text] = found
        return found

    def _decision(self, raw: Raw | UnsetType) -> _Decision:
        whole = b"" if raw is UNSET else bytes(raw)
        text = _without_place(whole)
        found = self._decisions.get(text)
        if found is None:
            found = self._decisions[text] = self._read_decision(text)
        decided, sources, strings = found
        return decided, sources, strings + (text is not whole)

    def _read_decision(self, text: bytes) -> _Decision:
        if not text:
            return self._judge.decided_of(None), (), 0
        whole = text if text.endswith((b"}", b"null")) else text + b'"at":[0,0]}'
        answer = read_quickly(_DOCUMENT_WITHOUT % whole)
        if answer is None:
            raise _UnreadableError
        decision = None if answer.decision is UNSET else answer.decision
        sources = () if decision is None else tuple(decision.from_)
        if decision is not None and self._shown is not None:
            decision = unlabelled(decision, self._shown)
        return self._judge.decided_of(decision), sources, 1 + _strings(text)


def _taken_apart(claims: bytes) -> list[bytes] | None:
    """The bytes of each claim, without where the answer says it; None: they are no list.

    Where all claims end with that, one cut through all of them does what takes three for each otherwise.
    """
    texts: list[bytes] = []
    places: list[bytes] = []
    text, *rest = claims.split(b'"at"')
    for one in rest:
        texts.append(text)
        place, _, text = one.partition(b"}")
        places.append(place)
    count = len(places)
    forms = (b": [, ]" * count, b":[,]" * count)
    if text == b"]" and max(map(len, places)) < _SHORT and b"".join(places).translate(None, _DIGITS) in forms:
        return texts
    try:
        return [_without_place(bytes(raw)) for raw in _CLAIMS.decode(claims)]
    except (msgspec.DecodeError, RecursionError):
        return None


def _without_place(text: bytes) -> bytes:
    """The bytes of a claim or of a decision, cut off where it says `at` if they end with that."""
    cut, _, rest = text.rpartition(b'"at"')
    return cut if rest.translate(None, _DIGITS) in _PLACES and len(rest) < _SHORT else text


def _later(
    later: Sequence[tuple[int, tuple[str, ...]]],
    parts: Sequence[Parts],
    places: Mapping[str, int],
    users: list[int],
    links: list[list[int] | tuple[()]],
) -> Sequence[int] | None:
    """Puts in the links to later claims: an order along the links; None: some claim is none, or they go in a circle."""
    for number, sources in later:
        if not places.keys() >= set(sources):
            return None
        links[number] = below = [places[source] for source in sources]
        for place in below:
            users[place] |= parts[number][UP]
    order = order_of(links)
    rank = {number: at for at, number in enumerate(order)}
    if any(rank[place] >= rank[number] for number, below in enumerate(links) for place in below):
        return None
    return order


class _UnreadableError(Exception):
    """Bytes that are no claim or decision, or none that can be told by themselves."""


_CLAIM = msgspec.json.Decoder(QuickClaim)
_DOCUMENT = b'{"rulelang":"answer/1","case":"x#x","claims":[%s],"decision":%s}'
_DOCUMENT_WITHOUT = b'{"rulelang":"answer/1","case":"x#x","claims":null,"decision":%s}'


def _around(answer: Envelope) -> int:
    """How many strings, keys and values, stand around claims and decision."""
    count = 5  # three keys, the format, the case
    if answer.setting is not UNSET:
        count += 2
    if answer.model is not UNSET:
        count += 1 if answer.model is None else 2
    if answer.sample is not UNSET:
        count += 1
    if answer.text is not UNSET:
        count += 1 if answer.text is None else 2
    return count


def _strings(text: bytes) -> int:
    """How many strings a part of a JSON text has: half of its quotation marks, without those that are escaped."""
    return re.sub(rb"\\.", b"", text, flags=re.DOTALL).count(b'"') // 2
