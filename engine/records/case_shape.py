"""The JSON case `case/1`: the same thing as a CASE block, in the shape in which programs write it.

The models are the only description of the shape; the JSON Schema (`rulelang schema case`) is made from them and
`records` reads with them.  What a value means depends on the rules and is looked at by `records`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from rulelang.engine.records.shape import OneOrMore, Shape, list_or_object

Name = Annotated[str, Field(min_length=1)]

Facts = Annotated[
    dict[str, Any],
    Field(
        description="By name, by name with arguments (`weight(b1)`) or by sentence: a value; for a name that takes "
        "arguments also a list of rows, each an array of the arguments, with the value last if it has one. null is "
        "NONE; what is absent has its default or else is unknown."
    ),
]


FactsOrClaims = Annotated[
    Annotated[dict[str, Any], Tag("<object>")] | Annotated[list[str], Tag("<list>")], Discriminator(list_or_object)
]


class EvidenceShape(Shape):
    """A passage and what it supports."""

    id: Name = Field(description="Names the passage within the case.")
    text: str | None = Field(default=None, description="The passage itself.")
    supports: list[str] = Field(default=[], description="The judgments that it supports, as claims.")
    with_: list[str] = Field(
        default=[],
        alias="with",
        description="The passages needed together with it; one that is only named has no text.",
    )
    document: str | None = Field(default=None, description="The document that it is taken from (not read).")
    span: list[int] | None = Field(default=None, description="Where it stands there (not read).")


class AskShape(Shape):
    """A question and what decides it."""

    text: str | None = Field(default=None, description="The question in words.")
    type: str | None = Field(default=None, description="One of the seven question types.")
    decide: OneOrMore = Field(default=[], description="What is asked: formulas or values.")
    actions: list[str] = Field(default=[], description="The actions among which the right ones are to be named.")
    within: str | None = Field(default=None, description="How far a value may be off, for instance `0.5 usd`.")
    expect: Any = Field(default=None, description="The expected decision, where one thing is asked.")


class CaseShape(Shape):
    """A case: what is given, what is asked, what is expected."""

    rulelang: Literal["case/1"] = Field(description="The format of this document.")
    case: Name = Field(description="The name of the case.")
    module: str | None = Field(default=None, description="The module whose rules decide it.")
    gloss: str | None = Field(default=None, description="The case in a few words.")
    using: list[str] = Field(default=[], description="The variants of rules that the case uses.")
    as_of: str | None = Field(default=None, description="The day on which EFFECTIVE is read.")
    closed: bool = Field(default=False, description="Boolean facts that are not listed are false.")
    facts: Facts = Field(default={})
    entities: dict[str, list[Any]] = Field(
        default={},
        description="By sort, the entities in order: an id, or a record of `id` and the facts of the entity; a list in "
        "a record fills a relation, and records in such a list are entities themselves.",
    )
    unknown: list[str] = Field(default=[], description="What is not known, default or closed case notwithstanding.")
    done: list[str] = Field(default=[], description="The actions that were done (`NOT a`: was not done).")
    suppose: FactsOrClaims = Field(default={}, description="What is supposed for the question (what-if).")
    evidence: list[EvidenceShape] = Field(default=[], description="The passages.")
    track: str | None = Field(default=None, description="The track of the benchmark.")
    requires: list[str] = Field(default=[], description="The judgments that every accepted warrant must hold.")
    ask: list[AskShape] = Field(default=[], description="The questions.")
    expect: FactsOrClaims = Field(default={}, description="What must come out: values by expression, or claims.")
