"""A rubric in words: the instance-specific rubric of a case, and the marks of one answer, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulelang.verifier.grounds import passages_text
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.rubric import Dimension, Kind, Mark, Point, Rubric
from rulelang.verifier.warrant import Verdict, Warrant

RULES: Mapping[Dimension, str] = {
    Dimension.QUESTION: "every part of the question is decided, one way, and the decision names nothing undeclared",
    Dimension.DECOMPOSITION: "every condition that is itself derived is addressed",
    Dimension.FORMAT: "rules are cited by identifiers that were shown, and every claim that concludes cites one",
    Dimension.GROUNDING: "every citation is a right application, and every plain fact is judged rightly and supported",
    Dimension.CHAIN: "every conclusion draws on those that it rests on, and every judgment enters the decision",
    Dimension.INTERACTION: "exceptions, rivals and ironclad parts are rightly judged, no claim about rules is false",
    Dimension.INTERMEDIATE: "every condition that is itself derived is judged rightly",
    Dimension.FINAL: "the decision is right, agrees with the claims and follows from them",
    Dimension.EXTERNAL: "no fact is brought in that the case does not give, and quotes stand in their passages",
}
"""What each dimension asks of any answer."""


def rubric_text(matter: Matter, warrant: Warrant, marks: Sequence[Mark]) -> str:
    """The rubric of a case for a person: each dimension with its weight, its rule and the points of this instance."""
    return "\n".join(_lines(matter, warrant, marks)) + "\n"


def _lines(matter: Matter, warrant: Warrant, marks: Sequence[Mark]) -> Iterator[str]:
    for mark in marks:
        dimension = mark.dimension
        yield f"{dimension.value}  {dimension.words}, {dimension.weight} points: {RULES[dimension]}"
        own = [point for point in mark.points if point.own]
        for point in own:
            yield f"      {point_words(matter, warrant, point)}"
        if not own and dimension not in (Dimension.EXTERNAL, Dimension.FORMAT):
            yield "      (this case asks nothing of it)"


def rubric_criteria(matter: Matter, warrant: Warrant, marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """The rubric of a case as plain values (`rubric/1`, `dimensions`)."""
    return [
        {
            "dimension": mark.dimension.value,
            "title": mark.dimension.words,
            "weight": mark.dimension.weight,
            "rule": RULES[mark.dimension],
            "points": [point_words(matter, warrant, point) for point in mark.points if point.own],
        }
        for mark in marks
    ]


def point_words(matter: Matter, warrant: Warrant, point: Point) -> str:
    """One point as what is asked for: "judges `NOT waived`"."""
    if isinstance(point.about, str):
        about = point.about
        right = about
    else:
        about = _shown(matter, point)
        right = _right(matter, warrant, point)
    match point.kind:
        case Kind.DECIDED:
            return f"decides `{about}`"
        case Kind.DECLARED:
            return f"the decision's `{about}` names something declared"
        case Kind.ADDRESSED:
            return f"says whether `{about}`"
        case Kind.CITES:
            return "cites rules"
        case Kind.IDENTIFIER:
            return f"`{about}` is an identifier that was shown"
        case Kind.CONCLUSION_CITES:
            return f"the conclusion `{about}` cites a rule"
        case Kind.APPLICATION:
            return f"rightly applies {about}"
        case Kind.JUDGED:
            return f"judges `{right}`"
        case Kind.SUPPORTED:
            sets = matter.evidence.get(point.about, ()) if not isinstance(point.about, str) else ()
            return f"supports `{right}` by " + " or ".join(passages_text(accepted) for accepted in sets)
        case Kind.LINKED:
            assert point.premise is not None
            return f"draws `{about}` from `{matter.judged(point.premise, Verdict.TRUE)}`"
        case Kind.ENTERS:
            return f"draws the decision from `{about}` too"
        case Kind.RULE_CLAIM:
            return f"`{about}` is so"
        case Kind.ARBITRATED:
            return f"says how `{about}` stands to the rule that it meets"
        case Kind.RIGHT:
            return f"decides `{right}`"
        case Kind.AGREES:
            return f"no claim decides `{about}` otherwise"
        case Kind.FOLLOWS:
            return f"the claims give the decision on `{about}`"
        case Kind.NO_SURPLUS:
            return "prescribes nothing beyond"
        case Kind.FACT:
            return f"`{about}` is given"
        case Kind.QUOTE:
            return f"the quote `{about}` stands in its passage"


def _shown(matter: Matter, point: Point) -> str:
    assert not isinstance(point.about, str)
    for question in matter.questions:
        if question.formula == point.about:
            return question.text
    return matter.judged(point.about, Verdict.TRUE)


def _right(matter: Matter, warrant: Warrant, point: Point) -> str:
    """The right judgment or decision on what a point is about."""
    assert not isinstance(point.about, str)
    for question in matter.questions:
        if question.formula == point.about:
            said = matter.judged(question.formula, Verdict.TRUE if question.clash else question.gold)
            return f"CONFLICT {said}" if question.clash else said
    slot = warrant.slots.get(point.about)
    return matter.judged(point.about, Verdict.TRUE if slot is None else slot.value)


# ------------------------------------------------------------------------------------------- one answer's marks


def rubric_line(rubric: Rubric) -> str:
    """One line for a report: `83 of 100 (graded 96.2): rule-grounded reasoning -17`."""
    if not rubric.lost:
        return f"{rubric.score} of 100"
    lost = ", ".join(f"{dimension.words} -{dimension.weight}" for dimension in rubric.lost)
    return f"{rubric.score} of 100 (graded {_number(rubric.graded)}): {lost}"


def rubric_object(rubric: Rubric) -> dict[str, Any]:
    """An answer's rubric as plain values, exact shares as text."""
    matter, warrant = rubric.matter, rubric.warrant
    return {
        "score": rubric.score,
        "graded": _ratio(rubric.graded),
        "applicable": _ratio(rubric.applicable),
        "dimensions": [
            {
                "dimension": mark.dimension.value,
                "title": mark.dimension.words,
                "weight": mark.dimension.weight,
                "satisfied": mark.satisfied,
                "vacuous": mark.vacuous,
                "share": _ratio(mark.share),
                "lost": [point_words(matter, warrant, point) for point in mark.points if not point.met],
            }
            for mark in rubric.marks
        ],
        "errors": [error.value for error in rubric.errors],
        "semantic": {operator: {"right": right, "of": of} for operator, (right, of) in rubric.semantic.items()},
    }


def _ratio(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"


def _number(share: Fraction) -> str:
    """A number with one digit after the point, exactly rounded; a whole one without."""
    tenths = (share * 10 + Fraction(1, 2)).__floor__()
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
