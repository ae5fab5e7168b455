"""A reference answer as models write it: items, tables, headings or JSON, with citations and links in many ways."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

Answer = dict[str, Any]

MARKS = {
    "bullet": "- {id}: ", "star": "* {id}: ", "numbered": "{no}. ", "bracket": "{no}) ", "claim": "CLAIM {id}: ",
    "dash": "Claim {id} - ", "bold": "**{id}:** ", "step": "Step {no}: ", "heading": "### {id}\n", "plain": "{id}: ",
    "letters": "- **{id}** — ",
}  # fmt: skip
EMPHASES = ("{}", "`{}`", "**{}**")
DECISIONS = ("DECISION: ", "**Decision:** ", "Final decision: ", "## Decision\n", "FINAL ANSWER: ")
AROUND = (
    ("", ""),
    ("Let me work through the case.\n\n", ""),
    ("## Analysis\n\n", "\n\nLet me know if you need more."),
    ("Here is the answer:\n\n```\n", "\n```\n"),
)


def as_text(answer: Answer, random: Random) -> str:
    """The answer as lines, in one style that chance chooses."""
    claims, decision = answer["claims"], answer["decision"]
    mark, emphasis = random.choice(list(MARKS)), random.choice(EMPHASES)
    counted = mark in ("numbered", "bracket", "step")
    named = {claim["id"]: str(number) if counted else claim["id"] for number, claim in enumerate(claims, 1)}
    cited = random.choice((_piped, _bracketed, _round, _prose, _below))
    lines = [
        MARKS[mark].format(id=claim["id"], no=number)
        + cited(emphasis.format(_said(claim)), claim, [named[one] for one in claim.get("from", ())], counted)
        for number, claim in enumerate(claims, 1)
    ]
    sources = [named[one] for one in decision.get("from", ())]
    tail = f" | from: {', '.join(sources)}" if sources else ""
    before, after = random.choice(AROUND)
    decided = random.choice(DECISIONS) + ", ".join(decided_parts(answer)) + tail
    text = "\n".join((*lines, "", decided))
    return before + text + after


def as_table(answer: Answer, random: Random) -> str:
    """The answer as a table with the decision below."""
    head = random.choice(("| id | claim | rules | evidence | from |", "| # | Claim | Rule(s) | Passages | Based on |"))
    rows = [
        f"| {claim['id']} | {_said(claim)} | {', '.join(claim.get('rules', ())) or '-'} "
        f"| {', '.join(claim.get('evidence', ())) or '-'} | {', '.join(claim.get('from', ())) or '-'} |"
        for claim in answer["claims"]
    ]
    tail = f" | from: {', '.join(answer['decision'].get('from', ()))}" if answer["decision"].get("from") else ""
    return "\n".join((head, "|---|---|---|---|---|", *rows, "", "DECISION: " + ", ".join(decided_parts(answer)) + tail))


def as_json(answer: Answer, random: Random) -> str:
    """The answer as an object of JSON, under keys that models choose."""
    claims, decision = answer["claims"], answer["decision"]
    says = random.choice(("says", "claim", "statement", "formula", "conclusion", "finding", "text"))
    rules = random.choice(("rules", "rule", "rule_ids", "rules_cited", "applied_rules"))
    evidence = random.choice(("evidence", "passages", "evidence_ids", "support"))
    sources = random.choice(("from", "depends_on", "premises", "based_on"))
    name = random.choice(("id", "step", "claim_id", "no"))
    named = {claim["id"]: number if name in ("step", "no") else claim["id"] for number, claim in enumerate(claims, 1)}
    steps = [
        {
            name: named[claim["id"]],
            says: _said(claim),
            rules: list(claim.get("rules", ())),
            evidence: list(claim.get("evidence", ())),
            sources: [named[one] for one in claim.get("from", ())],
        }
        for claim in claims
    ]
    ends = {"formula": decision["says"], sources: [named[one] for one in decision.get("from", ())]}
    listed = random.choice(("claims", "steps", "reasoning", "chain"))
    document = {listed: steps, random.choice(("decision", "final_decision", "answer")): ends}
    text = json.dumps(document, indent=random.choice((None, 2)))
    return random.choice(("{}", "Here is my answer.\n\n```json\n{}\n```")).replace("{}", text, 1)


LABELS = (
    "{no}. ", "Thought {no}: ", "Reasoning step {no}: ", "Step {no}: ", "**Observation {no}:** ", "Fact {no}: ",
    "Inference {no}: ", "Finding {no}: ", "- Finding {no}: ",
    "**Q{no}: What holds here?** A{no}: ", "Q{no}: Is this so?\nA{no}: ",
    "### Step {no}\nFinding: ",
)  # fmt: skip
BETWEEN = (
    "This is the first point.", "We now turn to the next one.", "Here the passages are clear.", "Next, the rest.",
)  # fmt: skip
LEADS = ("", "I would write:\n\n", "In the requested form:\n\n", "Written out:\n", "## Facts\n", "Findings:\n")
DECIDING = (
    "DECISION: ", "**Decision:** ", "Decision on the case: ", "Decision for the customer: ", "Conclusion: ",
    "## Decision\n", "Therefore, the decision is: ", "## Answer\n",
)  # fmt: skip


def as_mixture(answer: Answer, random: Random) -> str:
    """The answer with a style of its own for each claim, and prose between them."""
    numbers = {claim["id"]: str(number) for number, claim in enumerate(answer["claims"], 1)}
    lines: list[str] = []
    for number, claim in enumerate(answer["claims"], 1):
        cited = random.choice((_piped, _bracketed, _round, _prose))
        sources = [numbers[one] for one in claim.get("from", ())]
        said = cited(random.choice(EMPHASES).format(_said(claim)), claim, sources, True)
        lines.append(random.choice(LABELS).format(no=number) + said)
        lines += random.choice(((), (), ("",), ("", random.choice(BETWEEN), "")))
    links = ", ".join(numbers[one] for one in answer["decision"].get("from", ()))
    parts = decided_parts(answer)
    decided = (random.choice(DECIDING) if len(parts) == 1 else "DECISION: ") + "; ".join(parts)
    return random.choice(LEADS) + "\n".join((*lines, "", decided)) + (f" | from: {links}" if links else "")


def decided_parts(answer: Answer) -> list[str]:
    says = answer["decision"]["says"]
    return [says] if isinstance(says, str) else list(says)


def _said(claim: dict[str, Any]) -> str:
    return claim["says"] if isinstance(claim["says"], str) else " AND ".join(claim["says"])


def _piped(said: str, claim: dict[str, Any], sources: Sequence[str], counted: bool) -> str:
    fields = {"rules": claim.get("rules", ()), "evidence": claim.get("evidence", ()), "from": sources}
    return " | ".join((said, *(f"{name}: {', '.join(some)}" for name, some in fields.items() if some)))


def _bracketed(said: str, claim: dict[str, Any], sources: Sequence[str], counted: bool) -> str:
    cited = (*claim.get("rules", ()), *claim.get("evidence", ()))
    return said + (f" [{', '.join(cited)}]" if cited else "") + (f" (from {', '.join(sources)})" if sources else "")


def _round(said: str, claim: dict[str, Any], sources: Sequence[str], counted: bool) -> str:
    rules, evidence = claim.get("rules", ()), claim.get("evidence", ())
    parts = [f"rule{'s' if len(rules) > 1 else ''} {', '.join(rules)}"] if rules else []
    parts += [f"evidence {', '.join(evidence)}"] if evidence else []
    parts += [f"from {', '.join(sources)}"] if sources else []
    return said + (f" ({'; '.join(parts)})" if parts else "")


def _prose(said: str, claim: dict[str, Any], sources: Sequence[str], counted: bool) -> str:
    parts = [f"by {_joined(claim['rules'])}"] if claim.get("rules") else []
    parts += [f"see {_joined(claim['evidence'])}"] if claim.get("evidence") else []
    parts += [f"from {'step ' if counted else ''}{_joined(sources)}"] if sources else []
    return said + (f" — {', '.join(parts)}" if parts else "")


def _below(said: str, claim: dict[str, Any], sources: Sequence[str], counted: bool) -> str:
    fields = {"Rules": claim.get("rules", ()), "Evidence": claim.get("evidence", ()), "From": sources}
    return "\n".join((said, *(f"  - {name}: {', '.join(some)}" for name, some in fields.items() if some)))


def _joined(words: Sequence[str]) -> str:
    return ", ".join(words) if len(words) > 2 else " and ".join(words)
