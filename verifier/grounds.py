"""Checks 1 and 3, rule use and evidence: are the stated judgments grounded?  Verification, N11 to N16."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.engine import core
from rulelang.verifier import finding as f
from rulelang.verifier.finding import Check, Finding
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.judgments import loose_premises
from rulelang.verifier.said import Held, Standing
from rulelang.verifier.warrant import Slot, Verdict, Warrant


def rule_use(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    """Check 1: every required judgment and conclusion that is stated cites the rule that governs it (N11 to N13)."""
    for leaf, slot in warrant.slots.items():
        stating = inquiry.reading.stating(leaf)
        if stating:
            yield from _cites(inquiry, warrant, leaf, slot, slot.value, stating)
    for target in inquiry.reading.targets:
        stating = inquiry.reading.stating(target)
        if stating or inquiry.reading.lists(target):
            yield from _cites(inquiry, warrant, target, None, inquiry.question(target).gold, stating)


def _cites(
    inquiry: Inquiry,
    warrant: Warrant,
    leaf: core.Formula,
    slot: Slot | None,
    right: Verdict,
    stating: Sequence[tuple[Held, Verdict]],
) -> Iterator[Finding]:
    reading, cited = inquiry.reading, inquiry.matter.cited
    counting = [claim for claim, value in stating if value is right] or [claim for claim, _ in stating]
    names = {name for claim in counting for name in inquiry.rules(claim)}
    decision = reading.decision
    if slot is None and decision is not None:
        names |= set(decision.rules)
    subject = inquiry.shown(leaf)
    at = counting[0] if counting else decision
    place = (at.id if at else None, f"{at.pointer}/rules" if at and at.rules else at.pointer if at else None)
    if leaf in warrant.needs:
        needs = [
            need
            for need in warrant.needs[leaf].values()
            if need.clause in cited.rules and (not need.leaves or any(reading.stating(inner) for inner in need.leaves))
        ]
        below = set(names).union(*(reading.claims[source].rules for claim in counting for source in claim.sources))
        if slot is None and decision is not None:
            below |= {cite for source in decision.sources for cite in reading.claims[source].rules}
        if not needs:
            return
        wanted = [need.clause for need in needs]
        if len(cited.uncovered(names, wanted)) == len(wanted):
            yield _uncited(inquiry, leaf, subject, wanted, place, "and")
            return
        for clause in cited.uncovered(below, [need.clause for need in needs]):
            yield _uncited(inquiry, leaf, subject, [clause], place, "and")
    elif slot is not None and slot.clauses:
        clauses = cited.for_fact(leaf, slot.clauses)
        if clauses and not any(cited.covers(name, clause) for name in names for clause in clauses):
            wanted = [clause for clause in slot.clauses if clause in cited.rules]
            yield _uncited(inquiry, leaf, subject, wanted, place, "or")


def _uncited(
    inquiry: Inquiry,
    leaf: core.Formula,
    subject: str,
    wanted: Sequence[str],
    place: tuple[str | None, str | None],
    word: str,
) -> Finding:
    names = f" {word} ".join(f"`{name}`" for name in wanted)
    return Finding(
        f.UNCITED,
        Check.RULE_USE,
        "uncited",
        subject,
        f"what is said of `{subject}` does not cite the rule that governs it",
        leaf,
        claim=place[0],
        pointer=place[1],
        instead=f"cite {names}",
    )


def evidence(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    """Check 3: every fact judgment that is stated has the passages it needs; no premise is invented (N14, N16)."""
    reading = inquiry.reading
    for leaf, slot in warrant.slots.items():
        sets = inquiry.matter.evidence.get(leaf, ())
        if slot.derived or inquiry.matter.is_supposed(leaf) or not sets:
            continue
        stating = [claim for claim, value in reading.stating(leaf) if value is not Verdict.OPEN]
        if not stating:
            continue
        below = reading.closure(claim.id for claim in stating)
        given = {passage for name in below for passage in inquiry.passages(reading.every[name])}
        if not any(accepted <= given for accepted in sets):
            subject = inquiry.shown(leaf)
            yield Finding(
                f.UNSUPPORTED,
                Check.EVIDENCE,
                "unsupported",
                subject,
                f"the passages given for `{subject}` do not settle it"
                if given
                else f"no passage is given for `{subject}`",
                leaf,
                stating[0].id,
                f"{stating[0].pointer}/evidence" if stating[0].evidence else stating[0].pointer,
                "cite " + " or ".join(passages_text(accepted) for accepted in sets),
            )
    for claim, said in loose_premises(inquiry, warrant):
        if said.standing in (Standing.UNSUPPORTED, Standing.FOREIGN):
            yield Finding(
                f.NO_SUPPORT,
                Check.EVIDENCE,
                "premise without support",
                said.text,
                f"the decision draws on `{said.text}`, which nothing in the case supports",
                said.statement,
                claim.id,
                said.assertion.pointer,
                "leave it out",
            )


def passages_text(names: frozenset[str]) -> str:
    """One accepted set of passages: `e1` with `e2`."""
    return " with ".join(f"`{name}`" for name in sorted(names))
