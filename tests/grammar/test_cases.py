"""Cases: what is given, asked and expected."""

import datetime
from fractions import Fraction

import pytest
from resolving import codes, program

from rulelang.grammar.files.load import load_text
from rulelang.grammar.model import (
    QUESTION_TYPES,
    Atom,
    Before,
    Case,
    Compare,
    ConflictClaim,
    Constant,
    GivenDone,
    GivenFact,
    GivenUnknown,
    NormHolds,
    Not,
    OutcomeHolds,
    OutcomeValue,
    PrevailsClaim,
    Stipulation,
    SuspendsClaim,
    Target,
    TriggeredClaim,
    UnknownClaim,
)
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.resolving.resolve import resolve_claim
from rulelang.grammar.source import Source
from rulelang.grammar.values import NONE

RULES = """
TYPE bag
TYPE person
TYPE cabin OF basic "Basic Economy", main "Main Cabin"
TYPE year FROM 2000 TO 2030
FACT weight(bag) : NUMBER FROM 0 TO 500 IN lb
FACT fragile(bag)
FACT owner(bag) : person
FACT packed(bag, person)
FACT seen(bag) : DATE DEFAULT NONE
FACT income(person, year) : NUMBER IN usd
FACT flown : cabin
FACT late
FACT count : INTEGER
ACTION check(bag) "check {bag}"
ACTION hold "hold the flight"
OUTCOME heavy(bag)
OUTCOME total : NUMBER IN usd WITHIN 1%
OUTCOME note
DEFINE big(b : bag) AS weight(b) > 50 lb
META RULE limit FOR EACH b IN bag IF weight(b) > 50 lb THEN heavy(b)
RULE limit.a AUGMENTS limit
  EXCEPTION soft IF fragile(b)
RULE limit.b AUGMENTS limit
  CONFLICT k IF late THEN NOT heavy(b)
"""


def case(text: str) -> Case:
    return program(f"{RULES}\nCASE c\n{text}").cases["c"]


def wrong(text: str) -> list[str]:
    return codes(f"{RULES}\nCASE c\n{text}")


def test_given_in_all_its_forms() -> None:
    found = case(
        "USING limit.a AS OF 2024-05-01 CLOSED TRACK policy\n"
        "GIVEN weight(b1) = 60, NOT fragile(b1), flown = \"main cabin\", count = 3, DONE check(b1), NOT DONE hold,\n"
        "  note, NOT heavy(b1), total = 30, MAY hold, UNKNOWN late, UNKNOWN DONE check(b2), seen(b1) = NONE,\n"
        "  income(ann, 2020) = 1_000 usd"
    )
    assert found.given == (
        GivenFact(Atom("weight", ("b1",)), 60), GivenFact(Atom("fragile", ("b1",)), False),
        GivenFact(Atom("flown"), "main"), GivenFact(Atom("count"), 3), GivenDone(Atom("check", ("b1",)), True),
        GivenDone(Atom("hold"), False), Stipulation(Atom("note"), True), Stipulation(Atom("heavy", ("b1",)), False),
        Stipulation(Atom("total"), 30), Stipulation(Atom("hold"), "MAY"), GivenUnknown(Atom("late")),
        GivenUnknown(Atom("check", ("b2",)), done=True), GivenFact(Atom("seen", ("b1",)), NONE),
        GivenFact(Atom("income", ("ann", 2020)), 1000),
    )  # fmt: skip
    assert (found.closed, found.as_of, found.track) == (True, datetime.date(2024, 5, 1), "policy")
    assert [r.name for r in found.using] == ["limit.a"]


def test_rows_list_entities_before_those_that_are_mentioned() -> None:
    found = case(
        "GIVEN fragile(b9)\nGIVEN\n| bag | weight | fragile | owner | packed   | seen       |\n"
        "| b2  | 60     | YES     | ann   | bob, ann | 2024-01-01 |\n| \"b 1\" | UNKNOWN | NO | bob | NO | NONE |\n"
    )
    assert found.entities == {"bag": ("b2", "b 1", "b9"), "person": ("ann", "bob")}
    assert GivenFact(Atom("packed", ("b2", "bob")), True) in found.given
    assert GivenUnknown(Atom("weight", ("b 1",))) in found.given
    assert [g for g in found.given if isinstance(g, GivenFact) and g.value is False] == [
        GivenFact(Atom("fragile", ("b 1",)), False), GivenFact(Atom("packed", ("b 1", "ann")), False),
        GivenFact(Atom("packed", ("b 1", "bob")), False),
    ]  # fmt: skip


def test_a_header_alone_lists_nobody() -> None:
    assert case("GIVEN\n| bag | weight |\n").entities == {"bag": ()}
    assert case("GIVEN late").entities == {}


def test_what_is_asked_and_expected() -> None:
    found = case(
        "GIVEN weight(b1) = 60 lb\n"
        'ASK "How much?" TYPE definitive_conclusion DECIDE total WITHIN 0.5 usd\n'
        "ASK DECIDE ACTIONS hold\nREQUIRES heavy(b1)\n"
        "EXPECT heavy(b1), NOT note, total = 30, UNKNOWN note, CONFLICT heavy(b1), TRIGGERED limit.a,\n"
        "  NOT TRIGGERED limit.b.k, limit.a.soft SUSPENDS limit.a, limit.b.k PREVAILS OVER limit.b"
    )
    [first, second] = found.asks
    assert (first.type, first.within, first.targets[0].asked) == (
        "definitive_conclusion", Constant(Fraction(1, 2), "usd"), OutcomeValue("total")
    )  # fmt: skip
    assert [t.asked for t in second.targets] == [NormHolds("MUST", "hold"), NormHolds("MUST NOT", "hold")]
    b1 = OutcomeHolds("heavy", (Constant("b1"),))
    assert [s.claim for s in found.expect] == [
        b1, Not(OutcomeHolds("note")), Compare("=", OutcomeValue("total"), Constant(30, "usd")),
        UnknownClaim(OutcomeHolds("note")), ConflictClaim(b1), TriggeredClaim("limit.a"),
        TriggeredClaim("limit.b.k", False), SuspendsClaim("limit.a.soft", "limit.a"),
        PrevailsClaim("limit.b.k", "limit.b"),
    ]  # fmt: skip
    assert found.expect[1].text == "NOT note"
    assert program(RULES).outcomes["total"].within == Constant(Fraction(1, 100), "%")


def test_evidence() -> None:
    found = case('EVIDENCE e1 "one" SUPPORTS late, NOT note WITH e2\nEVIDENCE e2 "two"\nGIVEN late')
    assert [(p.id, len(p.supports), p.joint) for p in found.evidence] == [("e1", 2, ("e2",)), ("e2", 0, ())]


def test_suppose_is_kept_apart() -> None:
    found = case("GIVEN late\nSUPPOSE NOT late")
    assert found.given == (GivenFact(Atom("late"), True),)
    assert found.suppose == (GivenFact(Atom("late"), False),)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("GIVEN late, NOT late", "RL401"), ("GIVEN late, UNKNOWN late", "RL401"),
        ("GIVEN count = 1, count = 2", "RL401"),
        ("GIVEN note, NOT note", "RL401"), ("GIVEN weight(b) = 501", "RL402"), ("GIVEN count = 1.5", "RL402"),
        ("GIVEN late = 3", "RL402"), ("GIVEN weight(b) = 3 usd", "RL212"), ("GIVEN flown = upper", "RL211"),
        ("GIVEN big(b)", "RL403"), ("GIVEN count > 3", "RL403"), ("GIVEN NOT MUST hold", "RL403"),
        ("GIVEN late AND note", "RL403"), ("GIVEN count = count", "RL404"), ("GIVEN fragile(owner(b))", "RL211"),
        ("GIVEN weight(b1) = 1 EXPECT heavy(b2)", "RL405"), ("EXPECT heavy(b2)", "RL405"),
        ("GIVEN income(ann, 1999) = 3", "RL211"), ("GIVEN UNKNOWN note", "RL412"), ("GIVEN hold", "RL220"),
        ("GIVEN\n| bga | weight |\n| b | 1 |", "RL205"), ("GIVEN\n| bag | late |\n| b | YES |", "RL406"),
        ("GIVEN\n| bag | weight |\n| b |", "RL407"), ("GIVEN\n| bag | fragile |\n| b | 3 |", "RL408"),
        ("GIVEN\n| bag | weight |\n| b | ANY |", "RL408"), ("GIVEN\n| bag | weight |\n| b | 1 |\n| b | 1 |", "RL416"),
        ("USING limit", "RL409"), ("USING limit.a, limit.b", "RL410"), ("USING limit.a.soft", "RL410"),
        ("USING limt.a", "RL231"), ("EXPECT TRIGGERED limit", "RL409"), ("EXPECT total", "RL218"),
        ("ASK DECIDE UNKNOWN note", "RL415"), ("EVIDENCE e1 \"x\" SUPPORTS late WITH e3", "RL411"),
        ("GIVEN \"it rains\"", "RL413"), ("EXPECT lte", "RL200"),
        ("ASK TYPE special_case_analysis DECIDE note", "RL418"), ("ASK TYPE kind DECIDE note", "RL418"),
    ],
)  # fmt: skip
def test_one_error_for_one_cause(text: str, code: str) -> None:
    assert wrong(text) == [code]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("ASK TYPE special_case_analysis DECIDE note", "did you mean `special_case_judgment`?"),
        ("ASK TYPE kind DECIDE note", f"there are {', '.join(f'`{one}`' for one in QUESTION_TYPES)}"),
        ("TRACK polcy", "did you mean `policy`?"),
        ("TRACK transactions", "did you mean `transaction`?"),
    ],
)
def test_a_word_that_is_none_says_what_was_meant(text: str, hint: str) -> None:
    [found] = load_text(RULES + f"\nCASE one {text}").diagnostics
    assert found.hint == hint
    assert found.primary is not None
    assert found.primary.span.text == text.split()[2 if text.startswith("ASK") else 1]


def test_a_case_may_have_a_track_of_its_own() -> None:
    assert case("TRACK chess").track == "chess"
    assert case("TRACK policy").track == "policy"


def test_a_label_in_any_case_and_spacing() -> None:
    assert case('GIVEN flown = "BASIC  economy"').given == (GivenFact(Atom("flown"), "basic"),)


def test_meta_rules_name_their_variants() -> None:
    loaded = load_text(f"{RULES}\nCASE c USING limit")
    [found] = loaded.diagnostics
    assert found.hint == "its variants are `limit.a`, `limit.b`"


def claim(text: str, of: Case | None) -> tuple[object, list[str]]:
    read, faults = parse_claim(Source("claim", text))
    assert read is not None, faults
    resolved, found = resolve_claim(program(RULES), of, read, text)
    return resolved, [d.code for d in found]


def test_claims_of_answers() -> None:
    given = case("GIVEN weight(b1) = 60")
    assert claim("heavy(b1)", given)[0] == OutcomeHolds("heavy", (Constant("b1"),))
    assert claim('heavy("b1")', given)[0] == OutcomeHolds("heavy", (Constant("b1"),))
    assert claim("heavy(b2)", given) == (None, ["RL405"])
    assert claim("heavy(b2)", None)[0] == OutcomeHolds("heavy", (Constant("b2"),))
    assert claim("total", given)[0] == Target(OutcomeValue("total"), "total")
    assert claim("total = 30", given)[0] == Compare("=", OutcomeValue("total"), Constant(30, "usd"))
    assert claim("total = 30 lb", given) == (None, ["RL212"])
    two = case("GIVEN weight(b1) = 60, weight(b2) = 3")
    assert claim("b1 BEFORE b2", two)[0] == Before(Constant("b1"), Constant("b2"))
    assert claim("b1 BEFORE b3", two) == (None, ["RL405"])
    assert claim('"nothing of the kind"', given) == (None, ["RL413"])
    assert claim("TRIGGERED limit.a.soft", given)[0] == TriggeredClaim("limit.a.soft")
