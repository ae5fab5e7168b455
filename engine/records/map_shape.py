"""The map `map/1`: how the records of a data set become cases: data, no code.

A map names for each part of a case where in the record it is found, by JSON pointer (RFC 6901).  See docs/maps.md.
The models are the only description of the shape (`rulelang schema map`); `record_map` applies a map.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag, model_validator

from rulelang.engine.records.shape import OneOrMore, Shape, SingleIsList, list_or_object

Pointer = Annotated[
    str,
    Field(
        pattern=r"^\^*(@|(/([^~]|~[01])*)?)$",
        description="`/a/0`: in the record or item at hand; `^/a`: in what encloses it; `@`: the item's key, or its "
        "position counted from 1; the empty string: the whole.",
    ),
]

Tests = Annotated[
    dict[str, Any],
    Field(description="Pointers with the value, or the list of values, of which each must have one."),
]


class TakeShape(Shape):
    """One value: from a pointer, a constant, or a text with pointers in braces; then translated."""

    at: Annotated[list[Pointer] | None, SingleIsList] = Field(
        default=None, description="Where the value is (of several pointers: the first at which there is something)."
    )
    const: Any = Field(default=None, description="The value itself.")
    text: str | None = Field(default=None, description="A text with pointers in braces: `cancel({/id})`.")
    values: dict[str, Any] | None = Field(
        default=None, description="What each value becomes; keys are strings, or JSON's text of other values."
    )
    else_: Any = Field(default=None, alias="else", description="What values become that `values` does not list.")
    default: Any = Field(default=None, description="The value where there is nothing at the pointer.")
    optional: bool = Field(default=False, description="Where there is nothing at the pointer, it is left out.")
    null: Literal["none", "absent", "unknown"] = Field(
        default="none", description="What null means: NONE, nothing said, or unknown."
    )
    as_: Literal["number", "text"] | None = Field(
        default=None, alias="as", description="Reads a text as a number, or writes a number as text."
    )
    round: Any = Field(default=None, description="Rounds a number to a multiple of this (floating-point noise).")
    when: Tests = Field(default={}, description="Where these tests fail, it is left out.")

    @model_validator(mode="after")
    def _one_origin(self) -> TakeShape:
        if len({"at", "const", "text"} & self.model_fields_set) != 1:
            raise ValueError("a value comes from exactly one of `at`, `const` and `text`")
        return self


def _branch(value: Any) -> str:
    """Which shape is meant, told by what it holds."""
    if isinstance(value, str):
        return "<pointer>"
    if not isinstance(value, dict):
        return "<take>"
    return "<rows>" if "row" in value else "<records>" if "each" in value else "<take>"


def _take_branch(value: Any) -> str:
    return "<pointer>" if isinstance(value, str) else "<take>"


Take: TypeAlias = Annotated[
    Annotated[Pointer, Tag("<pointer>")] | Annotated[TakeShape, Tag("<take>")], Discriminator(_take_branch)
]


class _Each(Shape):
    """A list of the record, or an object whose members are taken one by one."""

    each: Pointer = Field(description="The list or object whose items are taken.")
    from_: int | None = Field(default=None, alias="from", description="The first item taken, counted from 0.")
    to: int | None = Field(default=None, description="The item before which to stop.")
    optional: bool = Field(default=False, description="Where there is nothing at `each`, the list is empty.")
    where: Tests = Field(default={}, description="Only items that pass these tests.")
    unless: Tests = Field(default={}, description="No items that pass one of these tests.")


class MembersShape(Shape):
    """All members of an object, each a fact of its key's name unless `facts` says otherwise."""

    at: Pointer = Field(description="The object.")
    except_: list[str] = Field(default=[], alias="except", description="The members that are no facts.")
    null: Literal["none", "absent", "unknown"] = Field(default="none", description="What null means.")


class RowsShape(_Each):
    """The rows of a relation: for each item its arguments, with the value last if it has one."""

    row: list[Take] = Field(description="The arguments, then the value if the fact has one.")


class RecordsShape(_Each):
    """Entities: for each item its id and facts."""

    id: Take = Field(default="", description="The entity's id (the item itself if nothing is said).")
    facts: dict[str, Fact] = Field(default={}, description="The entity's facts; a list in it fills a relation.")
    members: MembersShape | None = Field(default=None, description="An object all of whose members are its facts.")


Fact: TypeAlias = Annotated[
    Annotated[Pointer, Tag("<pointer>")]
    | Annotated[TakeShape, Tag("<take>")]
    | Annotated[RowsShape, Tag("<rows>")]
    | Annotated[RecordsShape, Tag("<records>")],
    Discriminator(_branch),
]


class ClaimsShape(_Each):
    """Claims: for each item one, as a text with pointers in braces."""

    text: str = Field(description="The claim, with pointers in braces.")


def _claim_branch(value: Any) -> str:
    if isinstance(value, str):
        return "<claim>"
    return "<claims>" if isinstance(value, dict) and "each" in value else "<take>"


Claims: TypeAlias = list[
    Annotated[
        Annotated[str, Tag("<claim>")]
        | Annotated[TakeShape, Tag("<take>")]
        | Annotated[ClaimsShape, Tag("<claims>")],
        Discriminator(_claim_branch),
    ]
]
"""Claims as they stand (a string), or taken from the record."""


class PassagesShape(_Each):
    """EVIDENCE: for each item a passage."""

    id: Take = Field(description="The passage's id.")
    text: Take | None = Field(default=None, description="The passage.")
    supports: Claims = Field(default=[], description="What it supports.")
    with_: Take | None = Field(default=None, alias="with", description="The list of passages needed together with it.")


class QuestionShape(Shape):
    """ASK: the question and what decides it."""

    text: Take | None = Field(default=None, description="Where the question is.")
    type: str | None = Field(default=None, description="The question type.")
    decide: OneOrMore = Field(description="What is asked, as claims.")
    within: str | None = Field(default=None, description="How far a value may be off.")


class MapShape(Shape):
    """A map from records to cases."""

    rulelang: Literal["map/1"] = Field(description="The format of this document.")
    module: str | None = Field(default=None, description="The module whose rules decide the cases.")
    each: Pointer | None = Field(default=None, description="Several cases in a record: the list of them.")
    where: Tests = Field(default={}, description="Only records (or items) that pass these tests.")
    unless: Tests = Field(default={}, description="No records (or items) that pass one of these tests.")
    case: Take = Field(description="The name of the case.")
    gloss: Take | None = Field(default=None, description="The case in a few words.")
    using: list[str] = Field(default=[], description="The variants of rules that the cases use.")
    as_of: Take | None = Field(default=None, description="The day on which EFFECTIVE is read.")
    closed: bool = Field(default=False, description="Boolean facts that are not listed are false.")
    facts: dict[str, Fact] = Field(default={}, description="Facts by name.")
    members: MembersShape | None = Field(default=None, description="An object all of whose members are facts.")
    entities: dict[str, RecordsShape] = Field(default={}, description="Entities by sort.")
    unknown: Claims = Field(default=[], description="What is not known.")
    done: Claims = Field(default=[], description="The actions that were done.")
    evidence: list[PassagesShape] = Field(default=[], description="The passages.")
    track: str | None = Field(default=None, description="The track of the benchmark.")
    ask: list[QuestionShape] = Field(default=[], description="The questions.")
    expect: Annotated[
        Annotated[dict[str, Take], Tag("<object>")] | Annotated[Claims, Tag("<list>")], Discriminator(list_or_object)
    ] = Field(default={}, description="What must come out: values by expression, or claims.")


RowsShape.model_rebuild()
RecordsShape.model_rebuild()
