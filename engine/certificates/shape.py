"""The document `certificate/1`: a decided case with its proof, in the shape in which it is kept and sent.

The models are the only description of the shape; `rulelang schema certificate` is made from them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rulelang.engine.records.shape import Shape

Text = Annotated[str, Field(min_length=1)]


class SourceShape(Shape):
    """A file of rules, as it was."""

    name: Text = Field(description="Its path, from the folder of the root module.")
    sha256: str = Field(pattern="^[0-9a-f]{64}$", description="The hash of its text, UTF-8 without a mark.")


class RulesShape(Shape):
    """Which rules the certificate speaks of."""

    file: Text = Field(description="The rule file, as it was named; looked for here, then beside the certificate.")
    sources: list[SourceShape] = Field(min_length=1, description="Every file that was read, the rule file first.")


class SaidShape(Shape):
    """Something that is known or concluded."""

    id: Text = Field(description="Its identifier in the chain: `fact:dual_use`, `conclusion:MUST pay`, `value:fee`.")
    says: Text = Field(description="What is said of it, in one line.")


class StepShape(Shape):
    """A conclusion that follows from its premises alone, by the rules about it."""

    concludes: SaidShape
    rules: list[str] = Field(description="The clauses by which it follows.")
    premises: list[SaidShape] = Field(description="Facts of the case and conclusions of steps before this one.")


class WitnessShape(Shape):
    """A world that has all judgments of the ground but one, and in which the decision is another one."""

    without: Text = Field(description="The judgment that it lacks.")
    facts: dict[str, Any] = Field(description="What the facts are in it; one that is absent has its first value.")
    tests: dict[str, bool] = Field(default={}, description="Comparisons without a value: whether they are true in it.")
    resolutions: dict[str, Any] = Field(default={}, description="What conflicts come to in it.")


class DecisionShape(Shape):
    """One decision with its proof."""

    asked: Text
    status: Literal["HOLDS", "FAILS", "CONFLICT", "VALUE", "UNDETERMINED"] = Field(
        description="UNDETERMINED: an expression that has no value in any world."
    )
    value: str | None = Field(default=None, description="The value, where the status is VALUE.")
    steps: list[StepShape] = Field(description="The chain, each step after those that it rests on.")
    by_cases: bool = Field(
        default=False,
        description="The decision comes out the same though a part of its chain is open: it follows from the ground.",
    )
    premises: list[SaidShape] = Field(description="What the decision itself rests on; nothing where it is by cases.")
    rules: list[str] = Field(default=[], description="The clauses by which a conflict follows from the premises.")
    ground: list[str] = Field(
        description="Judgments about facts that entail the decision whatever the other facts are; none can be left out."
    )
    witnesses: list[WitnessShape] = Field(description="For each judgment of the ground what shows that it is needed.")


class LeftOutShape(Shape):
    """What was asked too, and has no proof here."""

    asked: Text
    because: Text = Field(description="Why it could not be certified.")


class CertificateShape(Shape):
    """A decided case with its proof."""

    rulelang: Literal["certificate/1"] = Field(description="The format of this document.")
    rules: RulesShape
    case: dict[str, Any] = Field(description="The case, as a `case/1` document.")
    decide: list[Text] | None = Field(default=None, description="What was asked instead of what the case asks.")
    decisions: list[DecisionShape] = Field(min_length=1)
    not_certified: list[LeftOutShape] = Field(default=[], description="What was asked besides, without a proof.")
