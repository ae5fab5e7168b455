"""The second reader of the answer file, for streams: msgspec's structs instead of pydantic's models.

`verifier/answer.py` is the description of the file.  The structs below say the same, and the tests hold them to it
field by field and on random documents.  `read_quickly` accepts nothing that `read_answer` refuses; what it does not
accept is read by `read_answer`, which knows why, so that both together are exactly the one reader.

A field that a document leaves out is `UNSET`, or the empty tuple where it is a list (a list that is there and empty is
a `list`): that tells how many keys were read, and so whether a key was given twice (`is_told_once`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rulelang.verifier.answer import SETTINGS, Answer, circle

_Name: TypeAlias = Annotated[str, Meta(min_length=1)]
_Place: TypeAlias = Annotated[int, Meta(ge=0)]


class QuickClaim(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """As `answer.Claim`."""

    id: _Name
    says: str | list[str]
    from_: Sequence[str] = msgspec.field(default=(), name="from")
    rules: Sequence[str] = ()
    evidence: Sequence[str] = ()
    quote: str | UnsetType | None = UNSET
    at: tuple[_Place, _Place] | UnsetType | None = UNSET
    world: Literal["asked", "given"] | UnsetType = UNSET


class QuickDecision(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """As `answer.Decision`."""

    says: str | list[str]
    from_: Sequence[str] = msgspec.field(default=(), name="from")
    rules: Sequence[str] = ()
    evidence: Sequence[str] = ()
    quote: str | UnsetType | None = UNSET
    at: tuple[_Place, _Place] | UnsetType | None = UNSET


class QuickAnswer(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """As `answer.Answer`."""

    rulelang: Literal["answer/1"]
    case: Annotated[str, Meta(pattern=r"^[^#]+#[^#]+$")]
    claims: list[QuickClaim] | None
    setting: str | UnsetType = UNSET
    model: str | UnsetType | None = UNSET
    sample: int | UnsetType | None = UNSET
    decision: QuickDecision | UnsetType | None = UNSET
    text: str | UnsetType | None = UNSET


def read_quickly(line: bytes) -> QuickAnswer | None:
    """The answer in the bytes of a JSON document; None: refused, or not known to be in order (`read_answer` says)."""
    try:
        answer = _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    if answer.setting is not UNSET and answer.setting not in SETTINGS:
        return None
    strings = _strings(answer)
    if strings is None or not is_told_once(line, strings):
        return None
    if type(answer.sample) is int and not -_SAFE < answer.sample < _SAFE:
        return None
    return answer


def exactly(answer: QuickAnswer) -> Answer:
    """The same answer as `read_answer` would give it."""
    return Answer.model_validate(msgspec.json.decode(msgspec.json.encode(answer)))


def quickly(answer: Answer) -> QuickAnswer:
    """The same answer as `read_quickly` would give it."""
    return msgspec.convert(answer.model_dump(by_alias=True, exclude_unset=True), QuickAnswer)


_DECODER = msgspec.json.Decoder(QuickAnswer)
_SAFE = 2**63
"""Numbers this large are left to the exact reader, which says how long a number may be."""


def _strings(answer: QuickAnswer) -> int | None:
    """How many JSON strings, keys and values, the document of an answer has if it gives no key twice.

    None: an id is given twice, or a `from` names no claim or may go round in a circle.
    """
    count = 5  # three keys, the format, the case
    if answer.setting is not UNSET:
        count += 2
    if answer.model is not UNSET:
        count += 1 if answer.model is None else 2
    if answer.sample is not UNSET:
        count += 1
    if answer.text is not UNSET:
        count += 1 if answer.text is None else 2
    known: set[str] = set()
    backwards = True
    for claim in answer.claims or ():
        says = claim.says
        count += 4 if type(says) is str else 3 + len(says)
        listed = claim.from_
        if type(listed) is not tuple:
            count += 1 + len(listed)
            if not known.issuperset(listed):
                backwards = False
        listed = claim.rules
        if type(listed) is not tuple:
            count += 1 + len(listed)
        listed = claim.evidence
        if type(listed) is not tuple:
            count += 1 + len(listed)
        if claim.quote is not UNSET:
            count += 1 if claim.quote is None else 2
        if claim.at is not UNSET:
            count += 1
            if claim.at is not None and max(claim.at) >= _SAFE:
                return None
        if claim.world is not UNSET:
            count += 2
        if claim.id in known:
            return None
        known.add(claim.id)
    if not backwards and not _is_well_founded(answer.claims or [], known):
        return None
    if answer.decision is not UNSET:
        count += 1
        if answer.decision is not None:
            within = _strings_of_decision(answer.decision)
            linked = answer.claims is None or known.issuperset(answer.decision.from_)
            return None if within is None or not linked else count + within
    return count


def _strings_of_decision(decision: QuickDecision) -> int | None:
    count = 2 if type(decision.says) is str else 1 + len(decision.says)
    for listed in (decision.from_, decision.rules, decision.evidence):
        if type(listed) is not tuple:
            count += 1 + len(listed)
    if decision.quote is not UNSET:
        count += 1 if decision.quote is None else 2
    if decision.at is not UNSET:
        count += 1
        if decision.at is not None and max(decision.at) >= _SAFE:
            return None
    return count


def _is_well_founded(claims: Sequence[QuickClaim], known: set[str]) -> bool:
    """Whether every `from` names a claim and none goes round in a circle."""
    placed: set[str] = set()
    waiting = claims
    for _ in range(_PASSES):
        later: list[QuickClaim] = []
        for claim in waiting:
            if placed.issuperset(claim.from_):
                placed.add(claim.id)
            else:
                later.append(claim)
        if not later:
            return True
        waiting = later
    return all(known.issuperset(claim.from_) for claim in claims) and not circle(
        {claim.id: list(claim.from_) for claim in claims}
    )


_PASSES = 12
"""How often claims are gone through in their order, before their links are followed one by one."""


def is_told_once(line: bytes, strings: int) -> bool:
    """Whether a JSON text has no more strings than these: a reader that keeps the last of two equal keys gives no
    sign of it, but there is a key more in the text than in what was read.

    Each string has two quotation marks of its own; one that stands escaped within a string is not counted.
    """
    marks = line.count(b'"')
    if marks == 2 * strings:  # there are at least as many: so none is escaped, and no string is told twice
        return True
    escaped = [rest[:1] for rest in line.split(b"\\")[1:]]
    if b"" in escaped:  # a backslash that is escaped itself
        escaped = [rest[:1] for rest in line.replace(b"\\\\", b"").split(b"\\")[1:]]
    return marks - escaped.count(b'"') == 2 * strings
