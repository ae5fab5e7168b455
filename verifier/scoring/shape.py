"""What a judge needs of an answer, whichever reader read it; what is left out may be any value but a string."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class ClaimLike(Protocol):
    """A claim of `answer.Claim`'s shape, by whichever reader; what is left out may be any value but a string."""

    @property
    def id(self) -> str: ...
    @property
    def says(self) -> str | list[str]: ...
    @property
    def from_(self) -> Sequence[str]: ...
    @property
    def rules(self) -> Sequence[str]: ...
    @property
    def evidence(self) -> Sequence[str]: ...
    @property
    def quote(self) -> object: ...
    @property
    def world(self) -> object: ...


class DecisionLike(Protocol):
    """A decision of `answer.Decision`'s shape."""

    @property
    def says(self) -> str | list[str]: ...
    @property
    def from_(self) -> Sequence[str]: ...
    @property
    def rules(self) -> Sequence[str]: ...
    @property
    def evidence(self) -> Sequence[str]: ...


class AnswerLike(Protocol):
    """An answer of `answer.Answer`'s shape, its links known to be in order (`read_answer`, `read_quickly`)."""

    @property
    def claims(self) -> Sequence[ClaimLike] | None: ...
    @property
    def decision(self) -> object: ...
