"""Check 2, condition: are the required judgments stated, and rightly?  Verification, N9, N10 and section 4.3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.engine import core
from rulelang.verifier import expand
from rulelang.verifier import finding as f
from rulelang.verifier.claims import Clashes, Foreign, OtherUnit, Unsettled
from rulelang.verifier.contradiction import contradict
from rulelang.verifier.expand import equation
from rulelang.verifier.finding import Check, Finding
from rulelang.verifier.inquiry import Inquiry
from rulelang.verifier.linear import measured
from rulelang.verifier.reading import Reading
from rulelang.verifier.said import Held, Mood, Said, Standing, without_unit
from rulelang.verifier.warrant import Judgment, Slot, Warrant


def condition(inquiry: Inquiry, warrant: Warrant) -> Iterator[Finding]:
    """Check 2: every required judgment is stated, with its reference value, and nothing false is said about it."""
    for slot in warrant.slots.values():
        found = _slot(inquiry, slot)
        if found is not None:
            yield found
    for claim, said in loose_premises(inquiry, warrant):
        if said.standing is Standing.CONTRADICTED:
            yield Finding(
                f.FALSE_PREMISE,
                Check.CONDITION,
                "false premise",
                said.text,
                f"the decision draws on `{said.text}`, which is not so{because(said)}",
                said.statement,
                claim.id,
                said.assertion.pointer,
                "leave it out, or state what the case says",
            )


def passes(inquiry: Inquiry, judgment: Judgment) -> bool:
    """Whether a judgment of a warrant is stated rightly."""
    slot = Slot(judgment.leaf, judgment.value, judgment.derived, dict.fromkeys(judgment.clauses))
    return _slot(inquiry, slot) is None


def _slot(inquiry: Inquiry, slot: Slot) -> Finding | None:
    reading = inquiry.reading
    right = inquiry.judged(slot.leaf, slot.value)
    subject = inquiry.shown(slot.leaf)
    here = list(reading.about(slot.leaf))
    bad = [(claim, said) for claim, said in here if is_bad(said)]
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
            return made(f.CONTRADICTORY, "contradictory", _beside(reading, slot, good, *bad[0]), bad[0])
        return made(f.WRONG, "wrong", f"`{said.text}` is {how(said)}{because(said)}", bad[0])
    # What the decision cites it cites for what is asked.
    quoting = (at for at in here if at[0] is not reading.besides)
    misquoting = next((at for at in quoting if misquotes(inquiry, slot, *at)), None)
    if misquoting is not None:
        words = f"`{misquoting[1].text}` is not the condition of the rule that it cites"
        return made(f.MISQUOTED, "misquoted", words, misquoting)
    if good:
        return None
    if here:
        words = f"`{here[0][1].text}` does not say whether `{subject}`"
        return made(f.COARSE, "coarse", words, here[0])
    stating = reading.stating(slot.leaf)
    if stating:
        # What is false may state a judgment and be about something else: a count by which there is one.
        claim = stating[0][0]
        said = next((said for said in claim.said if is_bad(said)), claim.said[0])
        words = f"what is said of `{subject}` rests on `{said.text}`, which is {how(said)}{because(said)}"
        return made(f.WRONG, "wrong", words, (claim, said))
    return made(f.MISSING, "missing", f"nothing is said of {inquiry.explained(slot.leaf)}", None)


def _beside(reading: Reading, slot: Slot, good: Sequence[Held], wrong: Held, false: Said) -> str:
    """That something is said falsely of a judgment which some claim states rightly; of several such claims another one
    than the wrong one, and of what they say what it contradicts, if it does any of it."""
    claim = next((one for one in good if one.id != wrong.id), good[0])
    says = [
        one
        for one in claim.said
        if one.standing is Standing.ENTAILED and reading.judge(one, slot.leaf) is slot.value
    ]
    against = next((one for one in says if _contradicts(reading, false, one)), None)
    # What is right may be said by several claims together.
    right = against.text if against else says[0].text if says else claim.text
    who = "the same claim" if claim.id == wrong.id else f"`{claim.id}`" if claim.id else "the decision"
    if against is not None or reading.judge(false, slot.leaf) not in (None, slot.value):
        return f"`{false.text}` contradicts `{right}`, which {who} rightly says; it is {how(false)}{because(false)}"
    return f"`{false.text}` is {how(false)}{because(false)}, beside `{right}`, which {who} rightly says"


def _contradicts(reading: Reading, one: Said, other: Said) -> bool:
    """Whether two assertions cannot both be so, by what they say alone."""
    if one.statement is None or other.statement is None or one.mood is not Mood.HOLDS or other.mood is not Mood.HOLDS:
        return False
    return contradict(reading.declared, (without_unit(one), without_unit(other)))


def is_bad(said: Said) -> bool:
    """Whether an assertion is false, or nothing supports it."""
    return said.standing in (Standing.CONTRADICTED, Standing.UNSUPPORTED)


def misquotes(inquiry: Inquiry, slot: Slot, claim: Held, said: Said) -> bool:
    """A comparison of the slot's quantity that cites its rule but neither entails nor refutes the slot (N9).

    `x IN {a, b}` and `x BETWEEN a AND b` are comparisons, and what tells of one member or one end does not quote them.
    How far two dates lie apart is one quantity, in days or in months.
    What one claim says of one quantity is one range: of `v BETWEEN 30 AND 40` it is enough that one end settles it.
    Where it joins judgments, each rule that it cites may be cited for any of them: a condition of any is quoted.
    """
    if said.statement is None or (isinstance(slot.leaf, core.Test) and slot.leaf.op == "="):
        return False
    inner = expand.leaves(said.statement)
    quoted = inner[0] if len(inner) == 1 else expand.bare(said.statement)
    if equation(said.statement) is not None:
        return False
    if expand.listed(slot.leaf) is not None and isinstance(quoted, core.Test) and quoted.op in ("=", "!="):
        return False  # it tells of one member
    if expand.between(slot.leaf) is not None and any(
        inquiry.reading.judge(said, end) is not None for end in expand.conjuncts(slot.leaf)
    ):
        return False  # it tells of one end
    quantity = measured(slot.leaf)
    if quantity is None or measured(quoted) != quantity:
        return False
    cited = [
        cite
        for cite in claim.rules
        if any(inquiry.matter.cited.covers(cite, clause) for clause in slot.clauses)
        and not _concludes_another(inquiry, cite, claim, said)
    ]
    if not cited:
        return False
    ranged = [one for one in claim.said if one is said or _compares(one, quantity)]
    asked = (slot.leaf, *inquiry.matter.cited.conditions(claim.rules))
    return not any(inquiry.reading.judge(one, leaf) is not None for one in ranged for leaf in asked)


def _concludes_another(inquiry: Inquiry, cite: str, claim: Held, said: Said) -> bool:
    """Whether what is cited concludes something else that the claim says: then it is cited for that."""
    cited = inquiry.matter.cited
    contests = {
        leaf.contest
        for one in claim.said
        if one is not said
        for leaf in _leaves(one)
        if isinstance(leaf, core.Established)
    }
    return any(clause.contest in contests and cited.covers_conclusion(cite, clause.id) for clause in cited.clauses)


def _compares(said: Said, quantity: tuple[object, ...]) -> bool:
    """Whether it is about a quantity: `x BETWEEN a AND b` is about x, also where its ends are read."""
    if said.statement is None:
        return False
    return quantity in map(measured, (expand.bare(said.statement), *_leaves(said)))


def _leaves(said: Said) -> tuple[core.Formula, ...]:
    return () if said.statement is None else expand.leaves(said.statement)


def loose_premises(inquiry: Inquiry, warrant: Warrant) -> Iterator[tuple[Held, Said]]:
    """The entering fact claims that are about no slot and that the case doesn't entail (N10, N16); what the parts of a
    claim say together is at fault only where one of them is, which is told of that one (N8)."""
    about = {id(said) for leaf in warrant.slots for _, said in inquiry.reading.about(leaf)}
    for claim, said in inquiry.reading.entering_said():
        if is_foreign_premise(said) or (
            said.mood is Mood.HOLDS
            and said.statement is not None
            and said.standing is not Standing.ENTAILED
            and not said.together
            and id(said) not in about
            and inquiry.is_fact(said.statement)
        ):
            yield claim, said


def is_foreign_premise(said: Said) -> bool:
    """`UNKNOWN p` is no premise, of whatever it speaks."""
    match said.assertion.content:
        case Foreign(open=True) | Unsettled() | Clashes():
            return False
        case _:
            return said.standing is Standing.FOREIGN


def how(said: Said) -> str:
    if said.mood is Mood.UNSETTLED and not isinstance(said.assertion.content, OtherUnit):
        return "settled by the case"
    return "not so" if said.standing is Standing.CONTRADICTED else "not settled by the case"


def because(said: Said) -> str:
    return f": {said.reason}" if said.reason else ""
