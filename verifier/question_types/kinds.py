"""The seven question types: the symbolic query of each, and the form of the answer that it expects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A question type.

    `query` says what is asked of rules and case, `form` what an answer to it looks like, `shape` what a case has to
    have for a question of this type.
    """

    name: str
    query: str
    form: str
    shape: str


SYNTHESIS = Kind(
    "multi_issue_synthesis",
    "each target by itself, on its own warrant, in one case",
    "a decision for each issue, each with grounds of its own",
    "two targets or more",
)
DEFINITIVE = Kind(
    "definitive_conclusion",
    "the target: does it hold, fail or stay open; or the one value that it has",
    "yes, no or unknown, or one value, and no hedge",
    "a target",
)
PREDICTION = Kind(
    "event_prediction",
    "what the rules conclude from the facts of the case, step by step, up to the target",
    "the consequence, with a chain of rule applications that leads to it",
    "a target that rules conclude",
)
ARBITRATION = Kind(
    "priority_arbitration",
    "the contest on the target: which rules apply against each other, and which of them stands",
    "the decision, the rule that controls, and how it stands to each rule that it meets",
    "rules that apply against each other",
)
SPECIAL_CASE = Kind(
    "special_case_judgment",
    "the exceptions to the rules for the target: which of them is in force, and which is not",
    "the decision, and of each exception whether it applies",
    "a rule with an exception, a rival or an ironclad part",
)
WHAT_IF = Kind(
    "what_if_revision",
    "the chain of the supposed case against the chain of the case as given: what changes, what stays",
    "the supposition, and each conclusion as it then is",
    "SUPPOSE",
)
PRESCRIPTION = Kind(
    "action_prescription",
    "for each action whether it MUST be done, MUST NOT be done, or MAY be done",
    "the set of duties, the set of prohibitions, and nothing permitted that is forbidden",
    "DECIDE ACTIONS, or norms as targets",
)

KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (SYNTHESIS, DEFINITIVE, PREDICTION, ARBITRATION, SPECIAL_CASE, WHAT_IF, PRESCRIPTION)
}
"""The types by name, in RuleWeaver's order (its table 11)."""
