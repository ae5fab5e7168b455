"""The document `warrant/1`: the accepted reference warrants of a case.

The models below are its only description; `warrant_schema` is made from them.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Value: TypeAlias = Literal["true", "false", "unresolved"]
Of: TypeAlias = Literal["all", "any"]
Role: TypeAlias = Literal["condition", "exception", "rival", "ironclad", "limit", "required"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Asked(_Record):
    """One thing that the case asks."""

    question: str | None = Field(description="The question in words.")
    type: str | None = Field(description="The question's type.")
    target: str = Field(description="What is to be decided.")
    decision: str = Field(description="The right decision, as an answer says it.")


class QuestionType(_Record):
    """What the type of a question makes of it."""

    question: str | None = Field(description="The question in words.")
    type: str = Field(description="Its type.")
    query: str = Field(description="What is asked of rules and case.")
    form: str = Field(description="What an answer to it looks like.")
    fits: bool = Field(description="Whether the case has what the type is about.")
    points: list[str] = Field(description="What the answer is asked to do here (it decides …, it names …).")


class Rules(_Record):
    """Which rules have to be cited for a judgment or conclusion."""

    of: Of = Field(description="Whether all of these have to be cited, or one of them.")
    ids: list[str] = Field(description="Rules and clauses, by the identifiers that answers cite.")


class Judgment(_Record):
    """One required judgment: a slot of the warrant."""

    says: str = Field(description="The judgment, as an answer states it.")
    about: str = Field(description="The condition that is judged.")
    value: Value = Field(description="Whether the condition is so in the case.")
    words: str | None = Field(description="What it is about, in the words of the gloss.")
    derived: bool = Field(description="Whether rules conclude it (its conclusion says which); else it is a fact.")
    supposed: bool = Field(description="Whether the question itself supposes it.")
    roles: list[Role] = Field(
        description="What it is asked for: a rule's own condition, an exception, a rival rule, an ironclad part, a "
        "limit, or the case's REQUIRES."
    )
    units: list[str] = Field(description="The exceptions, rivals, ironclad parts and limits that hang on it.")
    rules: Rules | None = Field(description="What it cites; null where nothing governs it.")
    evidence: list[list[str]] = Field(
        description="The accepted sets of passages: the passages of one set are needed together, the sets are "
        "alternatives. Empty: none is needed."
    )
    decides: list[str] = Field(description="The targets that need it.")


class Conclusion(_Record):
    """A derived condition, value or target, and what it rests on."""

    says: str = Field(description="The conclusion, as an answer states it.")
    about: str = Field(description="What is concluded on.")
    rules: Rules | None = Field(description="What it cites.")
    rests_on: list[str] = Field(description="The judgments from which it follows directly.")
    logic: list[Rule] = Field(description="How these combine: the rules that compete, the strongest first.")


class Except(_Record):
    """An exception: it suspends what stands above it where its condition is true and no exception to it is in force."""

    clause: str
    condition: str
    value: Value
    unless: list[Except]


class Rule(_Record):
    """One rule in the logic of a conclusion."""

    clause: str = Field(description="Its identifier.")
    instance: str | None = Field(description="Which instance of it: a rule FOR EACH, or a definition with arguments.")
    part: Literal["base", "exception", "rival", "ironclad", "concept", "stipulation", "default", "definition", "limit"]
    concludes: str = Field(description="What it gives where it stands.")
    condition: str = Field(description="Its condition as it is written: AND joins, OR separates alternatives.")
    value: Value = Field(description="Whether the condition is true in the case.")
    unless: list[Except] = Field(description="The exceptions to it.")
    prevails_over: list[str] = Field(description="The rules of this conclusion that it outranks.")


class OneWarrant(_Record):
    """One accepted warrant."""

    number: int = Field(description="Counted from 1, in the order of the source.")
    judgments: list[Judgment]
    conclusions: list[Conclusion]


class Grounds(_Record):
    """What the policy `answer` asks for besides the judgments of REQUIRES."""

    rules: Rules = Field(description="Of these one is cited by the decision or by a claim that states it.")
    or_passage: bool = Field(description="A supporting passage serves instead of a rule (track `policy`).")
    fact: bool = Field(description="A fact that enters the decision has its passage (track `transaction`).")


class Document(_Record):
    """The accepted reference warrants of a case under one policy."""

    rulelang: Literal["warrant/1"] = Field(description="The format of this document.")
    case: str = Field(description="The case: the path of its rule file, `#`, its name.")
    policy: Literal["full", "answer", "sufficient"] = Field(description="Which judgments are required.")
    track: str | None = Field(description="The case's TRACK.")
    asked: list[Asked]
    types: list[QuestionType] = Field(description="The types of the questions; by the first full warrant.")
    grounds: Grounds | None = Field(description="Of the policy `answer` only.")
    accepted: int = Field(description="How many warrants are listed below.")
    limited: bool = Field(description="There are, or may be, more accepted warrants than are listed.")
    warrants: list[OneWarrant]


def warrant_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the document."""
    schema = Document.model_json_schema(mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "RuleLang warrant"}
