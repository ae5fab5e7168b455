"""The five checks of an answer against one warrant (verification, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier import finding as f
from rulelang.verifier.finding import Check, Finding
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.reading import Held, Mood, Said, Standing, equation
from rulelang.verifier.replay import follows, premises, repaired
from rulelang.verifier.warrant import Slot, Verdict, Warrant

# --------------------------------------------------------------------------------------------- 2 condition


def condition(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    """Check 2: every required judgment is stated, with its reference value, and nothing false is said about it."""
    for slot in warrant.slots.values():
        found = _slot(inquiry, slot)
        if found is not None:
            yield found
    for claim, said in _loose_premises(inquiry, warrant):
        if said.standing is Standing.CONTRADICTED:
            yield Finding(
                f.FALSE_PREMISE,
                Check.CONDITION,
                "false premise",
                said.text,
                f"the decision draws on `{said.text}`, which is not so{_because(said)}",
                said.statement,
                claim.id,
                said.assertion.pointer,
                "leave it out, or state what the case says",
            )


def _slot(inquiry: Inquiry, slot: Slot) -> Finding | None:
    reading = inquiry.reading
    right = inquiry.judged(slot.leaf, slot.value)
    subject = inquiry.shown(slot.leaf)
    here = list(reading.about(slot.leaf))
    bad = [(claim, said) for claim, said in here if said.standing in (Standing.CONTRADICTED, Standing.UNSUPPORTED)]
    good = [claim for claim, value in reading.stating(slot.leaf, entailed=True) if value is slot.value]

    def made(code: str, kind: str, words: str, at: tuple[Held, Said] | None) -> Finding:
        claim, said = at if at is not None else (None, None)
        return Finding(
            code,
            Check.CONDITION,
            kind,
            subject,
            words,
            slot.leaf,
            claim.id if claim else None,
            said.assertion.pointer if said else None,
            f"`{right}`",
        )

    if bad:
        said = bad[0][1]
        if good:
            words = f"`{said.text}` contradicts what another claim rightly says{_because(said)}"
            return made(f.CONTRADICTORY, "contradictory", words, bad[0])
        return made(f.WRONG, "wrong", f"`{said.text}` is {_how(said)}{_because(said)}", bad[0])
    misquoting = next((at for at in here if _misquotes(inquiry, slot, *at)), None)
    if misquoting is not None:
        words = f"`{misquoting[1].text}` is not the condition of the rule that it cites"
        return made(f.MISQUOTED, "misquoted", words, misquoting)
    if good:
        return None
    if here:
        words = f"`{here[0][1].text}` does not say whether `{subject}`"
        return made(f.COARSE, "coarse", words, here[0])
    return made(f.MISSING, "missing", f"nothing is said of `{subject}`", None)


def _misquotes(inquiry: Inquiry, slot: Slot, claim: Held, said: Said) -> bool:
    """A comparison that cites the slot's rule but neither entails nor refutes the slot (N9)."""
    if not isinstance(slot.leaf, core.Test) or slot.leaf.op == "=" or said.statement is None:
        return False
    inner = expand.leaves(said.statement)
    if len(inner) != 1 or not isinstance(inner[0], core.Test) or equation(said.statement) is not None:
        return False
    if inquiry.reading.judge(said, slot.leaf) is not None:
        return False
    return any(inquiry.matter.cited.covers(cited, clause) for cited in claim.rules for clause in slot.clauses)


def _loose_premises(inquiry: Inquiry, warrant: Warrant) -> Iterator[tuple[Held, Said]]:
    """The entering fact claims that are about no slot and that the case doesn't entail (N10, N16)."""
    about = {id(said) for leaf in warrant.slots for _, said in inquiry.reading.about(leaf)}
    for claim, said in inquiry.reading.entering_said():
        if said.mood is Mood.UNREAD and said.standing is Standing.FOREIGN:
            yield claim, said
        elif (
            said.mood is Mood.HOLDS
            and said.statement is not None
            and said.standing is not Standing.ENTAILED
            and id(said) not in about
            and inquiry.is_fact(said.statement)
        ):
            yield claim, said


def _how(said: Said) -> str:
    if said.mood is Mood.UNSETTLED:
        return "settled by the case"
    return "not so" if said.standing is Standing.CONTRADICTED else "not settled by the case"


def _because(said: Said) -> str:
    return f": {said.reason}" if said.reason else ""


# ---------------------------------------------------------------------------------------------- 1 rule use


def rule_use(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    """Check 1: every required judgment and conclusion that is stated cites the rule that governs it (N11 to N13)."""
    for leaf, slot in warrant.slots.items():
        stating = inquiry.reading.stating(leaf)
        if stating:
            yield from _cites(inquiry, warrant, leaf, slot, slot.value, stating)
    for target in inquiry.reading.targets:
        stating = inquiry.reading.stating(target)
        if stating or target in inquiry.reading.decided:
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
    names: set[str] = set().union(*(inquiry.rules(claim) for claim in counting))
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
            if need.clause in cited.rules
            and (not need.leaves or any(reading.stating(inner) for inner in need.leaves))
        ]
        below = set(names).union(*(reading.claims[source].rules for claim in counting for source in claim.sources))
        if slot is None and decision is not None:
            below |= {cite for source in decision.sources for cite in reading.claims[source].rules}
        if not needs:
            return
        if not any(cited.covers_conclusion(name, need.clause) for name in names for need in needs):
            wanted = [need.clause for need in needs]
            yield _uncited(inquiry, leaf, subject, wanted, place, "and")
            return
        for need in needs:
            if not any(cited.covers_conclusion(name, need.clause) for name in below):
                yield _uncited(inquiry, leaf, subject, [need.clause], place, "and")
    elif slot is not None and slot.clauses:
        clauses = [clause for clause in slot.clauses if clause in cited.rules]
        if clauses and not any(cited.covers(name, clause) for name in names for clause in clauses):
            yield _uncited(inquiry, leaf, subject, clauses, place, "or")


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
        *place,
        f"cite {names}",
    )


# ---------------------------------------------------------------------------------------------- 3 evidence


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
        given = {
            passage
            for claim in stating
            for name in reading.closure([claim.id])
            for passage in inquiry.passages(reading.claims[name])
        }
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
                "cite " + " or ".join(_passages(accepted) for accepted in sets),
            )
    for claim, said in _loose_premises(inquiry, warrant):
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


def _passages(names: frozenset[str]) -> str:
    return " with ".join(f"`{name}`" for name in sorted(names))


# ------------------------------------------------------------------------------------------- 4 aggregation


def aggregation(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    """Check 4: the judgments enter the decision, and the decision is what they give (N17)."""
    yield from _not_entering(inquiry, warrant)
    for target in inquiry.reading.decided:
        yield from _combined(inquiry, warrant, target)
    for claim, said in inquiry.reading.entering_said():
        if said.mood is Mood.RULE and said.standing is not Standing.ENTAILED:
            yield Finding(
                f.WRONG_LOGIC,
                Check.AGGREGATION,
                "wrong decision logic",
                said.text,
                f"the decision draws on `{said.text}`, which is {_how(said)}{_because(said)}",
                None,
                claim.id,
                said.assertion.pointer,
                "leave it out, or say how the rules stand to each other",
            )


def _not_entering(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    reading = inquiry.reading
    decided = set(reading.decided)
    loose: list[tuple[core.Formula, list[Held]]] = []
    for leaf, slot in warrant.slots.items():
        if not decided & slot.targets.keys():
            continue
        stating = [claim for claim, _ in reading.stating(leaf)]
        if not any(claim.id in reading.entering for claim in stating):
            loose.append((leaf, stating))
    unused = {claim.id for _, stating in loose for claim in stating}
    for leaf, stating in loose:
        subject = inquiry.shown(leaf)
        if not stating:
            words = f"the decision is reached without `{subject}`"
            yield Finding(f.NOT_ENTERING, Check.AGGREGATION, "does not enter", subject, words, leaf, root=False)
            continue
        last = next((claim for claim in stating if not _used(inquiry, claim, unused)), None)
        yield Finding(
            f.NOT_ENTERING,
            Check.AGGREGATION,
            "does not enter",
            subject,
            f"`{subject}` is judged, but the decision does not draw on it",
            leaf,
            stating[0].id,
            stating[0].pointer,
            f"add `{stating[0].id}` to the `from` of what follows from it",
            root=True,
            follows=None if last is not None else "an unused branch",
        )


def _used(inquiry: Inquiry, claim: Held, unused: set[str]) -> bool:
    """Whether another unused claim draws on this one: of an unused branch only the last claim is told."""
    return any(user.id in unused and user.id != claim.id for user in inquiry.reading.users.get(claim.id, ()))


def _combined(inquiry: Inquiry, warrant: Warrant, target: core.Formula) -> Iterator[Finding]:
    reading, matter = inquiry.reading, inquiry.matter
    final = reading.final(target)
    assert final is not None
    subject = inquiry.question(target).text
    decision = reading.decision
    place = (decision.id, f"{decision.pointer}/says") if decision is not None else (None, None)
    against = next(((claim, value) for claim, value in reading.stating(target) if value is not final), None)
    if against is not None:
        claim = against[0]
        yield Finding(
            f.DISAGREE,
            Check.AGGREGATION,
            "decisions disagree",
            subject,
            f"the claim `{claim.id}` says `{claim.text}`, the decision says `{inquiry.judged(target, final)}`",
            target,
            *place,
            "say the same in both",
        )
        return
    said = [one for _, one in reading.entering_said()]
    given = premises(reading, said, matter.leaves, matter.derived, target)
    derived = follows(matter.core, matter.parts, given, target)
    if derived is final:
        return
    slots = {leaf: slot.value for leaf, slot in warrant.slots.items()}
    mended = follows(matter.core, matter.parts, repaired(given, slots, matter.derived), target)
    yield Finding(
        f.NOT_DERIVED,
        Check.AGGREGATION,
        "decision not what the judgments give",
        subject,
        f"from what is said it follows that `{inquiry.judged(target, derived)}`, "
        f"the decision says `{inquiry.judged(target, final)}`",
        target,
        *place,
        f"`{inquiry.judged(target, derived)}`" if mended is derived else None,
        root=mended is not final,
    )


# ----------------------------------------------------------------------------------------------- 5 outcome


def outcome(inquiry: Inquiry) -> Iterator[Finding]:
    """Check 5: for every target the decision states exactly the gold decision (N18 to N20)."""
    reading = inquiry.reading
    decision = reading.decision
    place = (decision.id, f"{decision.pointer}/says") if decision is not None else (None, None)
    for question in inquiry.matter.questions:
        final = reading.final(question.formula)
        right = f"`{inquiry.judged(question.formula, question.gold)}`"
        if question.clash:
            right = f"`CONFLICT {inquiry.shown(question.formula)}`"
        if final is None:
            parts = reading.final_parts(question.formula)
            words = (
                f"the decision says two things of `{question.text}`"
                if len(parts) > 1
                else f"the decision does not say whether `{question.text}`"
            )
            yield Finding(
                f.NO_DECISION, Check.OUTCOME, "no decision", question.text, words, question.formula, *place, right
            )
        elif final is not question.gold or _false_clash(inquiry, question.formula):
            yield Finding(
                f.WRONG_DECISION,
                Check.OUTCOME,
                "wrong",
                question.text,
                f"the decision says `{inquiry.judged(question.formula, final)}`",
                question.formula,
                *place,
                right,
                root=False,
            )
    if inquiry.matter.actions and decision is not None:
        yield from _surplus(inquiry, decision)


def _false_clash(inquiry: Inquiry, target: core.Formula) -> bool:
    return any(
        said.mood is Mood.CLASHES and said.standing is not Standing.ENTAILED
        for said, _ in inquiry.reading.final_parts(target)
    )


def _surplus(inquiry: Inquiry, decision: Held) -> Iterator[Finding]:
    targets = {question.formula for question in inquiry.matter.questions}
    for said in decision.said:
        match said.statement:
            case core.Established(_, ("MUST",) | ("MUST NOT",)) if (
                said.statement not in targets and said.standing is not Standing.ENTAILED
            ):
                yield Finding(
                    f.SURPLUS,
                    Check.OUTCOME,
                    "extra",
                    said.text,
                    f"the decision says `{said.text}`, which does not follow{_because(said)}",
                    said.statement,
                    decision.id,
                    said.assertion.pointer,
                    "leave it out",
                )
            case _:
                pass
