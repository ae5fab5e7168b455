# ruff: noqa: E501
"""What models plainly write besides the form: tables of findings, labels, links in words, sums, dates and units."""

from __future__ import annotations

from typing import Any

import pytest
from test_markup_styles import noticed, read

from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load_text
from rulelang.grammar.source import Source
from rulelang.verifier.markup.case_labels import labels_of
from rulelang.verifier.markup.reading import About, read_markup


def claims(text: str) -> list[Any]:
    """What is claimed, with what it follows from, the rules and the passages."""
    return [(one.says, one.from_, one.rules, one.evidence) for one in read(text).answer.claims or ()]


TABLE = """| Step | {} | Rule(s) applied | Evidence | Depends on |
|---|---|---|---|---|
| s1 | `late` | notice | e1 | — |
| s2 | valid{} | notice | | s1 |

DECISION: valid | from: s2"""


@pytest.mark.parametrize("head", ["Finding", "Result", "Determination", "Legal finding", "Intermediate conclusion", "Conclusion reached", "Inference", "**Findings**", "Fact"])
def test_a_table_of_what_steps_come_to(head: str) -> None:
    assert claims(TABLE.format(head, "")) == [("late", [], ["notice"], ["e1"]), ("valid", ["s1"], ["notice"], [])]
    assert not noticed(read(TABLE.format(head, "")))


def test_a_column_of_verdicts_is_beside_the_one_of_findings() -> None:
    text = "| Step | Finding | Result | Rules |\n|---|---|---|---|\n| 1 | late | met | notice |\n| 2 | waived | not met | guarded |\n\nDECISION: valid"
    assert [one[0] for one in claims(text)] == ["late", "NOT (waived)"]


@pytest.mark.parametrize(
    "rows",
    ["| Element | Finding | Evidence |\n|---|---|---|\n| the notice | met | e1 |", "| Rule | Outcome |\n|---|---|\n| notice | valid |", "| Buyer's finding | Rule |\n|---|---|\n| late | notice |",
     "| Topic | Result | Source |\n|---|---|---|\n| the notice | it came too late | e1 |"],
)  # fmt: skip
def test_what_is_no_table_of_findings(rows: str) -> None:
    assert not claims(f"{rows}\n\nDECISION: valid")


@pytest.mark.parametrize(
    "text",
    [
        "### Step 1\nClaim: late\nRules: notice\nEvidence: e1\n\n### Step 2\nClaim: valid\nRules: notice\nFrom: Step 1",
        "### Step 1\nFinding: late\nRules: notice\nEvidence: e1\n\n### Step 2\nResult: valid\nRules: notice\nFrom: Step 1",
        "1. **Claim:** late\n   **Rules:** notice\n   **Evidence:** e1\n2. **Claim:** valid\n   **Rules:** notice\n   **From:** 1",
        "1. Claim: late | rules: notice | evidence: e1\n2. Claim: valid | rules: notice | from: 1",
    ],
)
def test_claims_under_a_word_alone(text: str) -> None:
    marked = read(f"{text}\n\nDECISION: valid | from: 2")
    assert claims(f"{text}\n\nDECISION: valid") == [("late", [], ["notice"], ["e1"]), ("valid", ["1"], ["notice"], [])]
    assert marked.answer.decision is not None
    assert marked.answer.decision.from_ == ["2"]
    assert not noticed(marked)


def test_claims_under_a_word_alone_without_ids() -> None:
    assert claims("Claim: late | rules: notice\nStatement: waived | evidence: e2\nDECISION: valid") == [("late", [], ["notice"], []), ("waived", [], [], ["e2"])]


@pytest.mark.parametrize("prose", ["Claim: the notice was late, he says", "Result: late", "The buyer's claim: late", "Finding: late"])
def test_what_is_no_claim_under_such_a_word(prose: str) -> None:
    assert claims(f"{prose}\n\nCLAIM s1: waived\nDECISION: valid") == [("waived", [], [], [])]


@pytest.mark.parametrize("word", ["Reason", "**Justification**", "- Rationale", "Because", "- **Reasoning**", "| reason"])
def test_what_a_reason_below_a_claim_names(word: str) -> None:
    text = f"CLAIM s1: late\nCLAIM s2: valid\n{word}: s1 holds (e1, not e2); guarded does not apply, see rule notice.\nDECISION: valid"
    assert claims(text)[1] == ("valid", ["s1"], ["notice"], ["e1"])


def test_a_reason_below_a_decision() -> None:
    decision = read("CLAIM s1: late\nDECISION: valid\nRationale: s1, and rule notice").answer.decision
    assert decision is not None
    assert (decision.says, decision.from_, decision.rules) == ("valid", ["s1"], ["notice"])


def test_a_reason_that_is_apart_belongs_to_no_claim() -> None:
    assert claims("CLAIM s1: late\n\nReasoning: rule notice governs.\nDECISION: valid") == [("late", [], [], [])]


@pytest.mark.parametrize("line", ["Verdict: false", "Status: not met", "- **Holds:** no", "Finding: not met", "\n- Met?: no"])
def test_a_verdict_below_a_claim(line: str) -> None:
    for head in ("CLAIM s1: late\n", "### Step 1\nClaim: late\n", "1. **Claim:** late\n   "):
        assert claims(f"{head}{line}\nCLAIM s7: waived\nDECISION: valid")[0][0] == "NOT (late)"
    open_one = read("CLAIM s1: late\nStatus: pending\nDECISION: valid")
    assert noticed(open_one) == ["RL551"]


def test_the_answer_below_the_last_claim_is_no_verdict_on_it() -> None:
    marked = read("CLAIM s1: late\nAnswer: NOT valid")
    assert marked.answer.decision is not None
    assert [one.says for one in marked.answer.claims or ()] == ["late"]


LINKED = "1. late (e1)\n2. waived (e2)\n4. valid{}\n\nDECISION: valid"


@pytest.mark.parametrize(
    "tail",
    [" — from 1 and 2 under notice.", " — follows from 1 and 2 (notice)", ", from steps 1 and 2, under notice", " (from 1, and 2 by rule notice)", " — combining 1 & 2 under notice",
     " | from: 1, 2 under notice", " | from: 1 (late), 2 (waived), by rule notice", " | rules: notice | from: 1 and 2"],
)  # fmt: skip
def test_links_in_words(tail: str) -> None:
    text = LINKED.format(tail)
    assert claims(text)[-1] == ("valid", ["1", "2"], ["notice"], [])
    assert not noticed(read(text))


def test_a_link_to_what_is_no_claim_leaves_the_others() -> None:
    assert claims(LINKED.format(" — from 1, 2 and 3 under notice"))[-1] == ("valid", ["1", "2"], ["notice"], [])


def test_a_day_is_no_link() -> None:
    assert claims(LINKED.format(" — from 2 June on, he knew of rule notice"))[-1] == ("valid", [], ["notice"], [])


def test_links_that_are_denied_and_glosses() -> None:
    text = "CLAIM s1: late\nCLAIM s2: NOT waived\nCLAIM s3: written\nCLAIM s4: valid | from: {}\nDECISION: valid"
    for links, sources in (("s1 through s3 except s2", ["s1", "s3"]), ("s1-s3, not s1", ["s2", "s3"]), ("s1 (late), s2 (NOT waived)", ["s1", "s2"])):
        assert claims(text.format(links))[-1] == ("valid", sources, [], [])
    assert not noticed(read(text.format("s1 (late), s2 (NOT waived)")))
    assert claims(text.format("s1 (notice), s2 (guarded.rival)"))[-1] == ("valid", ["s1", "s2"], ["notice", "guarded.rival"], [])
    other = read(text.format("s1 (late), s2 (waived)")).findings
    assert [one.message for one in other] == ["`waived` is neither a formula nor a field"]


@pytest.mark.parametrize(
    ("text", "says"),
    [("late — e1; so rule notice applies", "late"), ("late — e1; unless rule notice applies", None), ("late — e1; but rule notice fails", None), ("late — e1; e2 says the opposite", None)],
)
def test_reasons_that_go_on_behind_a_semicolon(text: str, says: str | None) -> None:
    [claim] = read(f"CLAIM s1: {text}\nDECISION: valid").answer.claims or ()
    assert (claim.says if says else claim.says == "late") == (says or False)
    assert not says or (claim.rules, claim.evidence) == (["notice"], ["e1"])


@pytest.mark.parametrize(
    "cited",
    ["| rules: $guarded.rival$ | evidence: $e2$ | from: $s1$", r"| rules: \(guarded.rival\) | evidence: $\text{e2}$ | from: $s_1$", r"| rules: \text{guarded.rival} | evidence: $\mathrm{e2}$ | from: $s_{1}$",
     "($guarded.rival$, $e2$, from $s1$)"],
)  # fmt: skip
def test_math_mode_around_identifiers(cited: str) -> None:
    text = f"CLAIM s1: late\nCLAIM s2: NOT rival_owned {cited}\nDECISION: valid"
    assert claims(text)[1] == ("NOT rival_owned", ["s1"], ["guarded.rival"], ["e2"])
    assert not noticed(read(text))


@pytest.mark.parametrize(
    ("written", "says"),
    [(r"$\boxed{\text{fee} = 120\ \text{usd}}$", "fee = 120 usd"), (r"\[ \text{fee} = 120\,\mathrm{usd} \]", "fee = 120 usd"), (r"$\text{rival\_owned} \land late$", "rival_owned  AND late"),
     (r"$fee$ = \$120", "fee = 120 usd"), (r"$$\text{late}$$", "late"), (r"\(late\)", "(late)"), (r"$\neg\left(late \lor waived\right)$", None), ("fee = $120 + $5", "fee = 120 usd + 5 usd")],
)  # fmt: skip
def test_math_mode_around_formulas(written: str, says: str | None) -> None:
    marked = read(f"CLAIM s1: {written}\nDECISION: {written}")
    assert not noticed(marked)
    assert marked.answer.decision is not None
    if says is not None:
        assert [one.says for one in (*(marked.answer.claims or ()), marked.answer.decision)] == [says.strip(), says.strip()] or says == "(late)"


VALUES = """TYPE way OF express "fast", ground "slow"
FACT days_late : INTEGER FROM 0 TO 1000
FACT returned : DATE
OUTCOME fee : NUMBER IN usd
OUTCOME method : way
RULE r1 IF days_late > 30 THEN fee = 120 usd AND method = express
RULE r2 IF returned > 2024-06-03 THEN fee = 5 usd
CASE sum GIVEN days_late = 45, returned = 2024-06-03 ASK "?" DECIDE fee
CASE way GIVEN days_late = 45, returned = 2024-06-03 ASK "?" DECIDE method
CASE two GIVEN days_late = 45, returned = 2024-06-03 ASK "?" DECIDE fee, method
"""


def valued(text: str, case: str = "sum") -> tuple[Any, list[str]]:
    """What is decided about the values above, and what was noticed."""
    program = load_text(VALUES).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    marked = read_markup(Source("answer.txt", text), About("t.rules#c"), labels_of(base, program.cases[case]))
    return None if marked.answer.decision is None else marked.answer.decision.says, noticed(marked)


@pytest.mark.parametrize(
    "text",
    ["DECISION: 120 usd", "Final answer: $120", "DECISION: fee: $120", "Answer: **120 dollars**", "Therefore, the answer is 120 usd.", "DECISION: The fee is $120", "DECISION: fee = 120 US dollars",
     "DECISION: = 120 usd", "DECISION: 120 usd (r1)", "DECISION: $120, by r1"],
)  # fmt: skip
def test_a_value_that_is_asked_for(text: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\n{text}") == ("fee = 120 usd", [])


@pytest.mark.parametrize(
    ("text", "says"),
    [("not 120 usd", "NOT (fee = 120 usd)"), ("120 usd or 130 usd", "fee = 120 usd OR fee = 130 usd"), ("$1,200 and $34.50", ["fee = 1200 usd", "fee = 34.50 usd"]), ("$5, $6,", ["fee = 5 usd", "fee = 6 usd"]),
     ("$.50", "fee = 0.50 usd"), (".5 usd", "fee = 0.5 usd"), ("-.5 usd", "fee = -0.5 usd"), ("+120 usd", "fee = 120 usd"), ("fee = +$120", "fee = 120 usd"), ("fee = $-1,200", "fee = -1200 usd"), ("fee = USD120", "fee = 120 usd"),
     (".5 <= fee", "0.5 <= fee")],
)  # fmt: skip
def test_values_keep_their_sign_and_point_and_number(text: str, says: str | list[str]) -> None:
    assert valued(f"CLAIM s1: days_late = 45\nDECISION: {text}") == (says, [])


@pytest.mark.parametrize(
    "text",
    ["Answer: EXPRESS", "Answer: (Express)", "Answer: [express].", "Answer: option express", 'The answer is "Express".', r"Final answer: $\boxed{\text{Express}}$", "Answer: Fast", "DECISION: method: FAST", "Answer: the answer express",
     "Answer: `express`"],
)  # fmt: skip
def test_a_word_or_its_label_in_whatever_dress(text: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\n{text}", "way") == ("method = express", [])


@pytest.mark.parametrize(("text", "told"), [("Answer: express) the fast one", ["RL557"]), ("Answer: express. The fast one.", ["RL557"]), ("Answer: express) is wrong", []), ("Answer: express: no", []), ("Answer: express or not", ["RL551"])])
def test_what_stands_behind_a_word_is_told_or_denies_it(text: str, told: list[str]) -> None:
    denied = not told
    says, noticed_ = valued(f"CLAIM s1: days_late = 45\n{text}", "way")
    assert noticed_ == told
    assert (says == "NOT (method = express)") == denied
    assert (says == "method = express") == (told == ["RL557"])


@pytest.mark.parametrize("text", ["DECISION: express", "Answer: express", "DECISION: method: express", "DECISION: method is express"])
def test_a_word_that_is_asked_for(text: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\n{text}", "way") == ("method = express", [])


@pytest.mark.parametrize("text", ["120 usd, probably", "about 120 usd", "$120-$130", "120–130 usd", "120-130 usd", "12·5 usd", "120 usd per day", "days_late = 45 days"])
def test_what_decides_no_value_is_told(text: str) -> None:
    says, told = valued(f"CLAIM s1: days_late = 45\nDECISION: {text}")
    assert (says == "fee = 120 usd", told) == (False, ["RL551"])


def test_a_value_alone_where_two_are_asked_for_is_told() -> None:
    assert valued("CLAIM s1: days_late = 45\nDECISION: 120 usd", "two") == ("120 usd", ["RL551"])
    assert valued("CLAIM s1: days_late = 45\nDECISION: days_late", "sum")[0] == "days_late"


@pytest.mark.parametrize("day", ["June 3, 2024", "3 June 2024", "3rd of June, 2024", "Jun. 3rd 2024", "2024\u201106\u201103", "2024\u201006\u201003"])
def test_days_in_words(day: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\nDECISION: returned = {day}") == ("returned = 2024-06-03", [])


@pytest.mark.parametrize("day", ["03/06/2024", "June 31, 2024", "June 2024"])
def test_what_is_no_day(day: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\nDECISION: returned = {day}")[0] != "returned = 2024-06-03"


def test_messages_say_how_to_mend() -> None:
    first, second = read("CLAIM s1: fee > 2 usd < 3 usd\nCLAIM s2: it is late\nDECISION: valid").findings
    assert "one comparison" in (first.hint or "")
    assert "`UNKNOWN p`" in (second.hint or "")
    [prose] = read("One thing.\nAnother thing.\n\nCLAIM s1: late\nDECISION: valid").findings
    assert prose.message.startswith("2 lines are")
    assert [one.span.start for one in prose.secondary] == [11]


@pytest.mark.parametrize("line", ["Confidence: 10%", "Note: withdrawn", "Finding: NOT late", "**Result:** NOT late", "Verdict: NOT late", "Result: withdrawn"])
def test_what_takes_back_on_the_line_below(line: str) -> None:
    marked = read(f"CLAIM s1: late\n{line}\nCLAIM s2: waived\nDECISION: valid")
    assert next(one.says for one in marked.answer.claims or ()) != "late"
    assert "RL551" in noticed(marked)


@pytest.mark.parametrize("line", ["Confidence: high", "Note: see the notice", "Finding: late", "Question: is it waived?"])
def test_what_takes_nothing_back_on_the_line_below(line: str) -> None:
    assert claims(f"CLAIM s1: late\n{line}\nCLAIM s2: waived\nDECISION: valid")[0][0] == "late"


@pytest.mark.parametrize(
    ("written", "says"),
    [("method = Fast Track", "method = express"), ("method is fast  track", "method = express"), ('method: "Fast Track"', "method = express"), ("NOT method = slow boat AND days_late = 45", "NOT method = ground AND days_late = 45"),
     ("method != Slow Boat", "method != ground"), ("method in {Fast Track, ground}", "method IN {express, ground}"), ("method == “Fast Track”", 'method = "Fast Track"'), ("days_late = 45 AND method = Fast Track (r1)", "days_late = 45 AND method = express")],
)  # fmt: skip
def test_labels_of_several_words(written: str, says: str) -> None:
    program = load_text(VALUES.replace('"fast"', '"Fast Track"').replace('"slow"', '"Slow Boat"')).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    marked = read_markup(Source("answer.txt", f"CLAIM s1: {written}\nDECISION: fee = 5 usd"), About("t.rules#c"), labels_of(base, program.cases["way"]))
    assert ([one.says for one in marked.answer.claims or ()], noticed(marked)) == ([says], [])


@pytest.mark.parametrize("written", [r"fee = 120~\text{usd}", r"fee = \text{USD}~120", r"$fee = 120\;\mathrm{usd}$", r"$\mathit{fee}\;=\;120\:\text{usd}$"])
def test_spaces_of_latex(written: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\nDECISION: {written}") == ("fee = 120 usd", [])


@pytest.mark.parametrize(
    "third",
    ["1, 2 => valid (notice)", "valid ⇐ 1, 2 (notice)", "1 + 2 ⟹ valid (notice)", "From (1) and (2): valid (notice)", "Given 1 and 2, valid (notice)", "valid <- 1, 2 (notice)", "valid ∵ 1, 2 (notice)", "Combining 1 & 2: it follows that valid (notice)"],
)  # fmt: skip
def test_arrows_and_what_leads_to_a_formula(third: str) -> None:
    text = f"1. late (e1)\n2. NOT waived (guarded)\n3. {third}\n\nDecision: 3 => valid"
    assert claims(text)[2] == ("valid", ["1", "2"], ["notice"], [])
    decision = read(text).answer.decision
    assert decision is not None
    assert (decision.says, decision.from_) == ("valid", ["3"])


@pytest.mark.parametrize("third", ["From what the tenant says: valid", "From 9: valid", "From 1: probably valid", "With 1, it would be: valid", "Not from 1: valid", "1 → valid, if written", "days <- 5", "valid — no ∵ 1", "valid: unproven ← 1"])
def test_what_leads_to_nothing_affirms_nothing(third: str) -> None:
    assert "valid" not in [one[0] for one in claims(f"1. late (e1)\n2. NOT waived (guarded)\n3. {third}\n\nDecision: NOT valid")]


@pytest.mark.parametrize(
    "text",
    ["DECISION: 5 usd\nCorrection: 120 usd", "DECISION: 5 usd\n\nOops, I forgot to count. So the final answer is 120 usd.", "DECISION: 5 usd\nWait, that is wrong. The answer is 120 usd.", "If it were early, it would be less. The answer is 120 usd.",
     r"The final answer is $\boxed{120\ \text{usd}}$.", r"Final answer: $\boxed{\$120}$"],
)  # fmt: skip
def test_the_last_sentence_decides(text: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\n{text}")[0] == "fee = 120 usd"


@pytest.mark.parametrize("text", ["Suppose it came late. Then the answer is 120 usd.", "I am not sure. The answer is 120 usd?", 'He says: "It came late. The answer is 120 usd."', "It is late. The answer is not 120 usd."])
def test_a_last_sentence_that_supposes_asks_or_quotes_decides_nothing(text: str) -> None:
    assert valued(f"CLAIM s1: days_late = 45\n{text}\nDECISION: 5 usd")[0] == "fee = 5 usd"


def test_a_claim_of_the_same_id_below_a_sigh_stands_for_the_earlier() -> None:
    found = read("CLAIM s1: fee = 30 usd\nWait, the passage says more.\nCLAIM s1: fee = 460 usd\nDECISION: valid | from: s1").answer
    assert [one.says for one in found.claims or ()][1] == "fee = 460 usd"
    assert next(one.says for one in found.claims or ()) not in ("fee = 30 usd", ["fee = 30 usd"])


BOUNDS = (
    ("at least 120 usd", "fee >= 120 usd"), ("120 usd or less", "fee <= 120 usd"), ("no more than $120", "fee <= 120 usd"),
    ("less than 120 usd", "fee < 120 usd"), ("over $120", "fee > 120 usd"), ("$200 - $80 = $120", "fee = 200 usd - 80 usd AND fee = 120 usd"),
    ("fee is between 100 usd and 120 usd", "fee BETWEEN 100 usd AND 120 usd"), ("fee isn't 120 usd", "NOT fee = 120 usd"),
    ("fee = 120 usd, not 130 usd", ["fee = 120 usd", "NOT fee = 130 usd"]), ("100 usd < fee <= 120 usd", "100 usd < fee AND fee <= 120 usd"),
    ("fee = 2 * 60 usd = 120 usd", "fee = 2 * 60 usd AND fee = 120 usd"), ("the fee exceeds 120 usd", "fee > 120 usd"),
)  # fmt: skip


@pytest.mark.parametrize(("text", "says"), BOUNDS)
def test_comparisons_in_words_and_chains(text: str, says: str | list[str]) -> None:
    assert valued(f"CLAIM s1: days_late = 45\nDECISION: {text}") == (says, [])


@pytest.mark.parametrize("text", ["fee = 120 usd per day", "fee = 100 usd + 20 usd - the discount", "fee = 120 usd (per head)", "fee = 100–120 usd"])
def test_a_value_loses_no_part(text: str) -> None:
    says, told = valued(f"CLAIM s1: days_late = 45\nDECISION: {text}")
    assert told == ["RL551"]
    assert says != "fee = 120 usd"
