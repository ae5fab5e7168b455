# ruff: noqa: E501
"""Answers in the styles of different models, with a case at hand: the same claims, whatever is written around them."""

from __future__ import annotations

from typing import Any

import pytest

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.diagnostic import Severity
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.reading import About, Marked, read_markup

RULES = """MODULE assignment
FACT to_affiliate
FACT rival_owned
FACT fee : NUMBER IN usd
FACT late
FACT written
FACT waived
OUTCOME valid
ACTION ask_consent
RULE guarded IF NOT late OR waived THEN MUST ask_consent
  EXCEPTION affiliate IF to_affiliate
  EXCEPTION rival TO affiliate IF rival_owned
RULE notice IF written AND fee >= 100 usd THEN valid
CASE c USING guarded, notice
  EVIDENCE e1 "A is a subsidiary." SUPPORTS to_affiliate
  EVIDENCE e2 "No rival." SUPPORTS NOT rival_owned
  EVIDENCE e3 "By mail." SUPPORTS written
  GIVEN to_affiliate, NOT rival_owned, late, waived, written, fee = 460 usd
  ASK "?" DECIDE MUST ask_consent, valid
"""


def labels() -> Labels:
    program = load_text(RULES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    return labels_of(base, program.cases["c"])


LABELS = labels()
WHOLE = [
    ("to_affiliate", [], ["guarded.affiliate"], ["e1"]),
    ("NOT rival_owned", [], ["guarded.rival"], ["e2"]),
    ("NOT MUST ask_consent", [0, 1], ["guarded"], []),
]
"""What each of the answers below claims: says, from (by number of the claim), rules, evidence."""


def read(text: str) -> Marked:
    return read_markup(Source("answer.txt", text), About("t.rules#c"), LABELS)


def claimed(marked: Marked) -> list[Any]:
    number = {claim.id: at for at, claim in enumerate(marked.answer.claims or ())}
    return [
        (claim.says, [number[one] for one in claim.from_], claim.rules, claim.evidence)
        for claim in marked.answer.claims or ()
    ]


def noticed(marked: Marked) -> list[str]:
    return [one.code for one in marked.findings if one.severity is not Severity.HINT]


STYLES = {
    "round brackets": """
CLAIM s1: to_affiliate (rule guarded.affiliate; evidence e1)
CLAIM s2: NOT rival_owned (per rule guarded.rival, see e2)
CLAIM s3: NOT MUST ask_consent (from s1, s2) [guarded]
DECISION: NOT MUST ask_consent (from s3)""",
    "arrows": """
s1: to_affiliate [guarded.affiliate, e1]
s2: NOT rival_owned | rules → guarded.rival | evidence = e2
s3: NOT MUST ask_consent <- s1, s2 (guarded)
DECISION: NOT MUST ask_consent <- s3""",
    "premises first": """
s1: to_affiliate (guarded.affiliate, e1)
s2: NOT rival_owned (guarded.rival, e2)
s3: s1, s2 -> NOT MUST ask_consent | rule guarded
DECISION: s3 ⇒ NOT MUST ask_consent""",
    "emphasis over commas": """
*CLAIM s1*: _to_affiliate_ | rules: _guarded.affiliate_ | evidence: *e1*
*CLAIM s2*: *NOT rival_owned* | rules: __guarded.rival__ | evidence: _e2_
*CLAIM s3*: _NOT MUST ask_consent_ | from: _s1, s2_ | rules: _guarded_
*DECISION*: _NOT MUST ask_consent_ | from: _s3_""",
    "reasons": """
CLAIM s1: to_affiliate, because A is a subsidiary (e1) | rules: guarded.affiliate
CLAIM s2: NOT rival_owned — no rival is in sight | rules: guarded.rival | evidence: e2
CLAIM s3: NOT MUST ask_consent since s1 and s2 hold | rules: guarded
**Final decision:** NOT MUST ask_consent. The exception applies, as s3 says.""",
    "a sentence": """
CLAIM s1: to_affiliate | rules: guarded.affiliate | evidence: e1
CLAIM s2: NOT rival_owned | rules: guarded.rival | evidence: e2
CLAIM s3: Therefore, NOT MUST ask_consent | rules: guarded | from: s1 & s2
Therefore, the decision is: NOT MUST ask_consent (s3).""",
    "a table with reasons": """
| Claim ID | Statement | Rule(s) | Supporting evidence | Depends on |
|:--|:--|:--|:--|:--|
| s1 | `to_affiliate` | guarded.affiliate | e1 | – |
| s2 | `NOT rival_owned` | guarded.rival | e2 | none |
| s3 | **NOT MUST ask_consent** | guarded | | s1–s2 |
| Decision | NOT MUST ask_consent | | | s3 |""",
    "a table of values": """
| # | Claim | Holds? | Rules | Evidence | From |
|---|---|---|---|---|---|
| 1 | to_affiliate | Yes | guarded.affiliate | e1 | |
| 2 | NOT rival_owned | True | guarded.rival | e2 | |
| 3 | NOT MUST ask_consent | ✓ | guarded | | 1, 2 |

**Conclusion:** NOT MUST ask_consent | from: 3""",
    "numbers": """
1. to_affiliate [guarded.affiliate, e1]
2. NOT rival_owned [guarded.rival, e2]
3. NOT MUST ask_consent [1, 2, guarded]

Final Answer: NOT MUST ask_consent [3]""",
    "steps": """
Step 1: to_affiliate (guarded.affiliate, e1)
Step 2: NOT rival_owned (guarded.rival, e2)
Step 3: NOT MUST ask_consent (guarded; Steps 1, 2)
Decision: NOT MUST ask_consent (Step 3)""",
    "letters": """
(a) to_affiliate | rules: guarded.affiliate | evidence: e1
(b) NOT rival_owned | rules: guarded.rival | evidence: e2
(c) NOT MUST ask_consent | rules: guarded | from: (a), (b)
So, the final decision is **NOT MUST ask_consent** (c).""",
    "other ids": """
J1: to_affiliate | rules: guarded.affiliate | evidence: e1
J2: NOT rival_owned | rules: guarded.rival | evidence: e2
J3: NOT MUST ask_consent | rules: guarded | from: J1, J2
Decision: NOT MUST ask_consent | from: J3""",
    "fields below": """
**s1.** to_affiliate
- rules: guarded.affiliate
- evidence: e1

**s2.** NOT rival_owned
- Conclusion: the exception to the exception is out of the way
- rules: guarded.rival
- source: e2

**s3.** NOT MUST ask_consent
- rules: guarded
- derived from: s1/s2

**DECISION:** NOT MUST ask_consent
- from: s3""",
    "conclusions below headings": """
### Step 1
**Conclusion:** to_affiliate
**Rules:** guarded.affiliate
**Evidence:** e1
### Step 2
Conclusion: NOT rival_owned
Rules: guarded.rival
Evidence: e2
### Step 3
Conclusion: NOT MUST ask_consent
Based on: Step 1, Step 2
Rules: guarded

## Final Decision
NOT MUST ask_consent""",
    "yaml": """
- id: s1
  says: to_affiliate
  rules: [guarded.affiliate]
  evidence: [e1]
- id: s2
  says: NOT rival_owned
  rules: [guarded.rival]
  evidence: [e2]
- id: s3
  says: NOT MUST ask_consent
  rules: [guarded]
  from: [s1, s2]
decision:
  says: NOT MUST ask_consent
  from: [s3]""",
    "html": """
<p><b>CLAIM s1:</b> to_affiliate | rules: guarded.affiliate | evidence: e1</p>
<b>CLAIM s2:</b> NOT rival_owned | rules: guarded.rival | evidence: e2<br/>
<b>CLAIM s3:</b> NOT MUST ask_consent | rules: guarded | from: s1,&nbsp;s2<br>
<b>DECISION:</b> NOT MUST ask_consent""",
    "one line": "CLAIM s1: to_affiliate | rules: guarded.affiliate | evidence: e1 CLAIM s2: NOT rival_owned | rules: guarded.rival | evidence: e2 "
    "CLAIM s3: NOT MUST ask_consent | rules: guarded | from: s1, s2 DECISION: NOT MUST ask_consent | from: s3",
    "thoughts between": """<think>CLAIM s1: late</think>
CLAIM s1: to_affiliate | rules: guarded.affiliate | evidence: e1
<think>CLAIM s9: is it late?</think>CLAIM s2: NOT rival_owned | rules: guarded.rival | evidence: e2
CLAIM s3: NOT MUST ask_consent | rules: guarded | from: s1-s2
DECISION: NOT MUST ask_consent""",
    "channels": """<|channel|>analysis<|message|>CLAIM s1: late DECISION: MUST ask_consent<|end|><|start|>assistant<|channel|>final<|message|>CLAIM s1: to_affiliate | rules: guarded.affiliate | evidence: e1
CLAIM s2: NOT rival_owned | rules: guarded.rival | evidence: e2
CLAIM s3: NOT MUST ask_consent | rules: guarded | from: s1, …, s2
DECISION: NOT MUST ask_consent<|return|>""",
    "a chat template": """[THINK]CLAIM s1: late[/THINK]<|im_start|>assistant
<answer>CLAIM s1: to_affiliate | rules: guarded.affiliate | evidence: e1
CLAIM s2: NOT rival_owned | rules: guarded.rival | evidence: e2
CLAIM s3: NOT MUST ask_consent | rules: guarded | from: all of s1-s2
The final answer is \\boxed{NOT MUST ask\\_consent}.</answer><|im_end|>""",
}


@pytest.mark.parametrize("style", STYLES)
def test_styles(style: str) -> None:
    marked = read(STYLES[style])
    assert claimed(marked) == WHOLE
    assert marked.answer.decision is not None
    assert marked.answer.decision.says == "NOT MUST ask_consent"
    left_out = {"reasons": ["RL557"] * 3}
    assert noticed(marked) == left_out.get(style, [])


@pytest.mark.parametrize(
    ("written", "sources"),
    [("s1-s12", 12), ("s1–s12", 12), ("s1 through s12", 12), ("[s1..s12]", 12), ("s1, …, s12", 12), ("s1, s2, ..., s12", 12),
     ("all of s1-s12", 12), ("s1-s4, s6 and s8—s9", 7), ("s1+s2", 2), ("s1/s2/s3", 3), ("{s1, s2}", 2)],
)  # fmt: skip
def test_ranges(written: str, sources: int) -> None:
    facts = "".join(f"CLAIM s{number}: late\n" for number in range(1, 13))
    for link in (f"| from: {written}", f"(from {written})"):
        marked = read(f"{facts}CLAIM s13: valid {link}\nDECISION: valid")
        assert len((marked.answer.claims or [])[12].from_) == sources
        assert not noticed(marked)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("to_affiliate: A is a subsidiary of B.", "to_affiliate"),
        ("fee >= 100 usd (460 > 100)", "fee >= 100 usd"),
        ("fee = $460 (given in e3)", "fee = 460 usd"),
        ("(NOT late OR waived) (rules: guarded)", "(NOT late OR waived)"),
        ("late is true", "late"),
        ("late: NO", "NOT (late)"),
        ("MUST ask_consent = no", "NOT (MUST ask_consent)"),
        ("waived → unknown", "UNKNOWN waived"),
        ("late (evidence: e1); written (evidence: e3)", ["late", "written"]),
        ("late, and written", ["late", "written"]),
        ("fee &lt;= 100 usd &amp;&amp; late", "fee    <= 100 usd          AND  late"),
        ("fee <- 5 usd", "fee <- 5 usd"),
        ("fee > -5 usd - 3 usd", "fee > -5 usd - 3 usd"),
    ],
)
def test_what_is_said(written: str, said: Any) -> None:
    [claim] = read(f"CLAIM s1: {written}\nDECISION: valid").answer.claims or ()
    assert claim.says == said


@pytest.mark.parametrize(
    "hedged",
    ["probably NOT MUST ask_consent", "valid, but it depends on the fee", "valid (unless the fee was not paid)", "valid, if the fee was paid",
     "valid or NOT valid, depending on the fee", "valid — otherwise NOT valid", "No, consent need not be asked."],
)  # fmt: skip
def test_a_hedge_is_not_made_a_decision(hedged: str) -> None:
    marked = read(f"CLAIM s1: late\nDECISION: {hedged}")
    assert marked.answer.decision is not None
    assert marked.answer.decision.says == hedged
    assert noticed(marked) == ["RL551"]


def test_sentences_about_decisions_are_no_decisions() -> None:
    text = "CLAIM s1: late\nDECISION: valid | from: s1\nThe decision is final.\nThe conclusion is clear.\nSo the answer is that it is valid."
    marked = read(text)
    assert marked.answer.decision is not None
    assert (marked.answer.decision.says, marked.answer.decision.from_) == ("valid", ["s1"])
    assert {(one.code, one.severity) for one in marked.findings} == {("RL557", Severity.HINT)}
    blind = read_markup(Source("answer.txt", text), About("t.rules#c")).answer.decision
    assert blind is not None
    assert blind.says == "valid"


def test_what_is_not_understood_is_told() -> None:
    marked = read(
        "Here you are.\nCLAIM s1: late\nIt was.\n\n| Rule | Applies |\n|---|---|\n| guarded | yes |\nDECISION: valid"
    )
    told = [(one.message, one.severity) for one in marked.findings]
    assert told == [
        ("2 lines are neither a claim nor a field, and left aside", Severity.HINT),
        ("this row of a table is no claim", Severity.WARNING),
        ("this row of a table is no claim", Severity.WARNING),
    ]
    cut_off = read("CLAIM s1: late\nDECISION:")
    assert cut_off.answer.decision is None
    assert noticed(cut_off) == ["RL553"]


def test_items_of_lists_are_claims_only_where_nothing_else_is() -> None:
    assert [
        one.says for one in read("- late\n- It was a Monday.\n- written\n\nDECISION: valid").answer.claims or ()
    ] == ["late", "written"]
    assert [
        one.says for one in read("In short:\n- late\n\nCLAIM s1: written\nDECISION: valid").answer.claims or ()
    ] == ["written"]


@pytest.mark.parametrize(
    ("head", "cell", "cited"),
    [
        ("Evidence", "from 1, 3", (["1", "3"], [], [])),
        ("Evidence", "e1; from 1", (["1"], [], ["e1"])),
        ("Evidence", "e1 (from 1)", (["1"], [], ["e1"])),
        ("Evidence", "e1 from 1, 3", (["1", "3"], [], ["e1"])),
        ("Evidence", "claims 1, 3", (["1", "3"], [], [])),
        ("Evidence", "e1, claim 1", (["1"], [], ["e1"])),
        ("Evidence", "*derived from* 1", (["1"], [], [])),
        ("Evidence", "← 1, 3", (["1", "3"], [], [])),
        ("Evidence", "see e1", ([], [], ["e1"])),
        ("Supporting passages", "e1", ([], [], ["e1"])),
        ("Rule(s)", "from 1", (["1"], [], [])),
        ("Rule(s)", "guarded, from 1", (["1"], ["guarded"], [])),
        ("Rule(s)", "guarded from 1", (["1"], ["guarded"], [])),
        ("Basis", "from 1, guarded.rival, e1", (["1"], ["guarded.rival"], ["e1"])),
        ("Supported by", "1, e1", (["1"], [], ["e1"])),
        ("Derived from claims", "1, 3", (["1", "3"], [], [])),
        ("Prior claims", "claims 1 and 3", (["1", "3"], [], [])),
    ],
)
@pytest.mark.parametrize("order", [0, 1])
def test_a_cell_that_says_from_what_a_claim_follows(head: str, cell: str, cited: tuple[list[str], ...], order: int) -> None:
    rows = [("ID", "Claim", head), ("--", "--", "--"), ("1", "late", ""), ("2", "NOT waived", cell), ("3", "written", "")]
    turned = [row if order == 0 else row[::-1] for row in rows]
    text = "\n".join("| " + " | ".join(row) + " |" for row in turned) + "\n\nDECISION: valid\n"
    for known in (LABELS, None):
        marked = read_markup(Source("answer.txt", text), About("t.rules#c"), known)
        claim = (marked.answer.claims or [])[1]
        assert (claim.from_, claim.rules, claim.evidence) == cited
        assert not marked.findings


def test_the_id_of_a_claim_among_passages_is_what_it_follows_from() -> None:
    text = "CLAIM s1: late\nCLAIM s2: NOT waived | evidence: s1, e1\nDECISION: valid"
    for known in (LABELS, None):
        claim = (read_markup(Source("answer.txt", text), About("t.rules#c"), known).answer.claims or [])[1]
        assert (claim.from_, claim.evidence) == (["s1"], ["e1"])
    named = "CLAIM e1: late\nCLAIM s2: NOT waived | evidence: e1\nDECISION: valid"
    for known in (LABELS, None):
        claim = (read_markup(Source("answer.txt", named), About("t.rules#c"), known).answer.claims or [])[1]
        assert (claim.from_, claim.evidence) == ([], ["e1"])


@pytest.mark.parametrize(
    "text",
    [
        "CLAIM s1: late\n### Decision\nvalid | from: s1\n",
        "CLAIM s1: late\n### Decision\nvalid (from s1)\n",
        "CLAIM s1: late\n### Decision\n- valid (from s1)\n",
        "CLAIM s1:\n  late\n**Decision:**\nvalid (from: s1)\n",
    ],
)
def test_a_decision_below_its_head_has_fields(text: str) -> None:
    for known in (LABELS, None):
        marked = read_markup(Source("answer.txt", text), About("t.rules#c"), known)
        assert [one.says for one in marked.answer.claims or ()] == ["late"]
        assert marked.answer.decision is not None
        assert (marked.answer.decision.says, marked.answer.decision.from_) == ("valid", ["s1"])
        assert not marked.findings


def test_a_claim_below_its_head_has_fields() -> None:
    marked = read_markup(Source("a.txt", "CLAIM s7:\n  late | rules: guarded\nDECISION: valid"), About("t.rules#c"))
    assert [(one.id, one.says, one.rules) for one in marked.answer.claims or ()] == [("s7", "late", ["guarded"])]


def test_what_is_glued_to_a_name_is_its_argument() -> None:
    marked = read_markup(Source("a.txt", "CLAIM s1: late\nDecision:\nMAY go(k5) (from s1)\n"), About("t.rules#c"))
    assert marked.answer.decision is not None
    assert (marked.answer.decision.says, marked.answer.decision.from_) == ("MAY go(k5)", ["s1"])


@pytest.mark.parametrize("field", ["[per rule guarded; from s1]", "| applied rules: guarded | from s1", "(per rule guarded, from s1)"])
def test_rules_under_other_words_without_a_case(field: str) -> None:
    marked = read_markup(Source("a.txt", f"CLAIM s1: late\nCLAIM s2: written {field}\nDECISION: valid"), About("t.rules#c"))
    claim = (marked.answer.claims or [])[1]
    assert (claim.says, claim.rules, claim.from_) == ("written", ["guarded"], ["s1"])
    assert not marked.findings


def test_emphasis_right_behind_a_head_is_that_of_what_is_said() -> None:
    for text in ("CLAIM s1:_NOT late_\nDECISION:_valid_", "[s1] _NOT late_\nDECISION: _valid_", "[s1]: _NOT late_\n__DECISION:__ valid", "__CLAIM s1:__ NOT late\n_DECISION:_ valid", "**CLAIM s1:**NOT late\n**DECISION:**valid"):
        answer = read_markup(Source("a.txt", text), About("t.rules#c")).answer
        assert [one.says for one in answer.claims or ()] == ["NOT late"]
        assert answer.decision is not None
        assert answer.decision.says == "valid"


def test_lines_of_the_form_with_borders_around_them() -> None:
    text = "| CLAIM s1: late [per rule guarded]\n| CLAIM s2: NOT waived | rules: guarded | from: s1 |\n| DECISION: valid | from: s2 |\n"
    for known in (LABELS, None):
        marked = read_markup(Source("a.txt", text), About("t.rules#c"), known)
        assert [(one.id, one.says, one.from_) for one in marked.answer.claims or ()] == [
            ("s1", "late", []),
            ("s2", "NOT waived", ["s1"]),
        ]
        assert marked.answer.decision is not None
        assert (marked.answer.decision.says, marked.answer.decision.from_) == ("valid", ["s2"])
        assert not marked.findings


def test_a_head_with_its_formula_and_fields_below() -> None:
    text = "### Claim s1\nlate [per rule guarded]\n### Claim s2\n_NOT waived_ (per rule guarded, from s1)\n### Claim s3\nIt is plain.\nDECISION: valid\n"
    for known in (LABELS, None):
        marked = read_markup(Source("a.txt", text), About("t.rules#c"), known)
        assert [(one.id, one.says, one.rules, one.from_) for one in marked.answer.claims or ()] == [
            ("s1", "late", ["guarded"], []),
            ("s2", "NOT waived", ["guarded"], ["s1"]),
        ]
        assert "RL557" in [finding.code for finding in marked.findings]


def test_letters_before_claims_and_brackets_around_what_is_open() -> None:
    text = "(i) CLAIM s1: late | rules: guarded\n(ii) CLAIM s2: (UNKNOWN waived) | from: s1\nDECISION: valid"
    marked = read_markup(Source("a.txt", text), About("t.rules#c"), LABELS)
    assert [(one.id, one.says, one.from_) for one in marked.answer.claims or ()] == [
        ("s1", "late", []),
        ("s2", "UNKNOWN waived", ["s1"]),
    ]
    assert not marked.findings
