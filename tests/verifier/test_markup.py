# ruff: noqa: E501
"""Reading what models write: the form comes back as it was written, whatever a model does around it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.grammar.diagnostic import RuleLangError, Severity
from rulelang.grammar.json_text import json_text
from rulelang.grammar.source import Source
from rulelang.verifier.answer import Answer, read_answer, statements
from rulelang.verifier.markup.formulas import formulas
from rulelang.verifier.markup.labels import Labels
from rulelang.verifier.markup.reading import About, Marked, answer_json, read_markup
from rulelang.verifier.markup.spelling import Spelling
from rulelang.verifier.markup.writing import markup_text

CASE = About(case="a.rules#c")


def read(text: str, labels: Labels | None = None) -> Marked:
    marked = read_markup(Source("answer.txt", text), CASE, labels)
    # Whatever a model wrote, the answer file is one that can be judged, and each place is in the text.
    written = json.dumps(answer_json(marked.answer), ensure_ascii=False)
    assert read_answer(json_text(Source("answer.json", written))) == marked.answer
    for claim in [*(marked.answer.claims or ()), *([marked.answer.decision] if marked.answer.decision else [])]:
        assert claim.at is not None
        assert 0 <= claim.at[0] < claim.at[1] <= len(text)
    return marked


def claims(text: str, labels: Labels | None = None) -> list[tuple[str, Any]]:
    return [(claim.id, claim.says) for claim in read(text, labels).answer.claims or ()]


def decision(text: str) -> Any:
    found = read(text).answer.decision
    return None if found is None else found.says


def codes(text: str) -> list[str]:
    return [finding.code for finding in read(text).findings]


def noticed(text: str, labels: Labels | None = None) -> list[str]:
    """The codes of findings that are no hints."""
    return [finding.code for finding in read(text, labels).findings if finding.severity is not Severity.HINT]


def same(one: Answer, other: Answer) -> None:
    """Equal, but for where it stands and whether one formula is a list of one."""

    def plain(answer: Answer) -> dict[str, Any]:
        made = answer.model_dump()
        made["text"] = None
        for claim in [*(made["claims"] or ()), *([made["decision"]] if made["decision"] else [])]:
            claim["at"] = None
            claim["says"] = [text.replace("1_245", "1245") for text in statements(claim["says"])]
        return made

    assert plain(one) == plain(other)


# ------------------------------------------------------------------------------------------- there and back again

_NAMES = st.sampled_from(["dual_use", "consent.full", "lic.gov", "x1", "fee", "größe", "a.b.1", "rule1"])
_FORMULAS = st.sampled_from(
    [
        "dual_use",
        "NOT gov_agreement",
        "MUST pay_penalty",
        "NEED NOT charge_fee",
        "NOT MAY destroy(records, site)",
        "fee = 1_245 usd",
        "score > 28.5 OR NOT listed",
        'NOT "the licence, as filed; is | good (rules: none)"',
        '"he said \\"no\\" [twice]"',
        "UNKNOWN MUST pay",
        "CONFLICT breach",
        "TRIGGERED consent.full",
        "lic.gov PREVAILS OVER lic",
        "flown IN {1, 2, 3}",
        "due = 2024-02-29",
        "left BETWEEN 3 DAYS AND 5 DAYS",
        "rate = 5%",
        "ANY b IN bag HAS (weight(b) > 50 lb)",
    ]
)
_SAYS = _FORMULAS | st.lists(_FORMULAS, min_size=1, max_size=3)
_QUOTES = st.none() | st.sampled_from(
    ["none was signed", 'a "signed" one | e2', "rules: r1; [no]", "back\\slash", "“curly”"]
)


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    ids = draw(
        st.lists(st.sampled_from([f"s{n}" for n in range(1, 30)] + ["w1", "claim.a", "A"]), unique=True, max_size=6)
    )
    made: list[dict[str, Any]] = []
    for at, name in enumerate(ids):
        claim = _grounds(draw, ids[:at]) | {"id": name}
        if draw(st.integers(0, 5)) == 0:
            claim["world"] = "given"
        made.append(claim)
    return Answer.model_validate(
        {
            "rulelang": "answer/1",
            "case": "a.rules#c",
            "setting": draw(st.sampled_from(["p1", "p2", "p3"])),
            "model": draw(st.none() | st.just("some-model 1.5")),
            "sample": draw(st.none() | st.integers(0, 99)),
            "claims": made,
            "decision": _grounds(draw, ids) if draw(st.booleans()) or not made else None,
        }
    )


def _grounds(draw: st.DrawFn, ids: list[str]) -> dict[str, Any]:
    return {
        "says": draw(_SAYS),
        "from": draw(st.lists(st.sampled_from(ids), unique=True, max_size=3)) if ids else [],
        "rules": draw(st.lists(_NAMES, unique=True, max_size=2)),
        "evidence": draw(st.lists(st.sampled_from(["e1", "e2", "E007"]), unique=True, max_size=2)),
        "quote": draw(_QUOTES),
    }


@given(answers())
def test_what_is_written_in_the_form_is_read_back(answer: Answer) -> None:
    marked = read_markup(Source("answer.txt", markup_text(answer)))
    same(marked.answer, answer)
    assert [finding.code for finding in marked.findings] == ([] if answer.decision else ["RL553"])


_PROSE = [
    "",
    "Sure! Here is my answer.",
    "Claims:",
    "## Reasoning",
    "Note: the affiliate exception is the key point here, isn't it?",
    "e1: Acme announced the sale.",
    "* * *",
    "Let me think step by step. Step 1: who owns it?",
]


@st.composite
def decorated(draw: st.DrawFn) -> tuple[Answer, str]:
    """An answer and its text with one kind of decoration or several at once."""
    answer = draw(answers())
    head, _, body = markup_text(answer).partition("\n\n")
    bullet = draw(st.sampled_from(["", "- ", "* ", "• ", "1. ", "12) ", "> ", "  - ", "### "]))
    bold = draw(st.sampled_from(["none", "head", "word", "code"]))
    field = draw(st.sampled_from(["bar", "square", "round", "below"]))
    money = draw(st.sampled_from(["1_245 usd", "\\\\$1,245", "$1,245", "1,245 USD", "$ 1245"]))
    curly = draw(st.booleans())
    lower = draw(st.booleans())
    out = []
    for line in body.splitlines():
        name, _, rest = line.partition(": ")
        said, *fields = _fields(rest)
        said = said.replace("1_245 usd", money)
        if curly:
            said = said.replace(
                '"the licence, as filed; is | good (rules: none)"', "“the licence, as filed; is | good (rules: none)”"
            )
        if lower and said == "NOT gov_agreement":
            said = "not Gov_agreement"
        match bold:
            case "head":
                name, colon = f"**{name}:**", ""
            case "word":
                name, colon = f"**{name}**", ":"
            case "code":
                name, colon = f"`{name}`", ":"
            case _:
                colon = ":"
        if bold == "code" and '"' not in said:
            said = f"`{said}`"
        match field:
            case "square":
                tail = "".join(f" [{one}]" for one in fields)
            case "round":
                tail = f" ({'; '.join(fields)})." if fields else "."
            case "below":
                tail = "".join(
                    f"\n   - **{one.partition(': ')[0].title()}:** {one.partition(': ')[2]}" for one in fields
                )
            case _:
                tail = "".join(f" | {one}" for one in fields)
        text = f"{bullet}{name}{colon} {said}{tail}"
        if draw(st.booleans()) and field != "below" and not set(text) & set('"“'):
            text = text.replace("rules: ", "rules: Rule ")
        out.append(text)
    fenced = draw(st.sampled_from(["", "```", "```text", "~~~"]))
    lines = [head, ""]
    lines += draw(st.lists(st.sampled_from(_PROSE), max_size=3))
    lines += [fenced, *out, fenced[:3]]
    if draw(st.booleans()) and answer.decision is not None:
        lines += ["", *draw(st.lists(st.sampled_from(_PROSE), max_size=3))]
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return answer, end.join("\n".join(lines).splitlines()) + end


def _fields(rest: str) -> list[str]:
    """The parts between bars; none of the texts above has ` | ` outside of strings."""
    from rulelang.verifier.markup.quoting import mask

    hidden = mask(rest)
    found, at = [], 0
    while (bar := hidden.find(" | ", at)) >= 0:
        found.append(rest[at:bar])
        at = bar + 3
    return [*found, rest[at:]]


@given(decorated())
@settings(max_examples=150)
def test_decorations_change_nothing(made: tuple[Answer, str]) -> None:
    answer, text = made
    marked = read_markup(Source("answer.txt", text))
    same(marked.answer, answer)


def test_tables_are_read() -> None:
    text = """| # | Claim | Rules | Evidence | From |
|---|:--|---|---|---|
| s1 | **to_affiliate** | consent.group | e1 | - |
| s2 | NOT MUST sign | Rule consent | none | s1 |
| Final | x |

**Final answer:** NOT MUST sign | from: s2
"""
    marked = read(text)
    first, second, *_ = marked.answer.claims or ()
    assert (first.id, first.says, first.rules, first.evidence, first.from_) == (
        "s1",
        "to_affiliate",
        ["consent.group"],
        ["e1"],
        [],
    )
    assert (second.id, second.says, second.rules, second.evidence, second.from_) == (
        "s2",
        "NOT MUST sign",
        ["consent"],
        [],
        ["s1"],
    )
    assert marked.answer.decision is not None
    assert marked.answer.decision.from_ == ["s2"]


# --------------------------------------------------------------------------------------------- what models write


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("fee = (3.14)", "fee = (3.14)"),
        ("fee = 3.14.", "fee = 3.14"),
        ("(fee = 3.14).", "(fee = 3.14)"),
        ("fee = $1,000.", "fee = 1000 usd"),
        ("fee = \\\\$460", "fee = 460 usd"),
        ("fee = \\$460.50;", "fee = 460.50 usd"),
        ("fee = -$5", "fee = -5 usd"),
        ("fee = 1,234,567.25 usd", "fee = 1234567.25 usd"),
        ("fee = 3'000 chf", "fee = 3000 chf"),
        ("fee = 30 €", "fee = 30 eur"),
        ("fee = 30usd", "fee = 30 usd"),
        ("rate = 5 %", "rate = 5%"),
        ("fee = −5 usd", "fee = -5 usd"),
        ("fee ≥ 30 usd", "fee >= 30 usd"),
        ("fee == 30 usd", "fee = 30 usd"),
        ("¬breach ∧ fee ≠ 3", "NOT breach  AND  fee != 3"),
        ("“it is so”", '"it is so"'),
        ("NOT “it is “so” now”", 'NOT "it is “so” now"'),
        ("`MUST sign`", "MUST sign"),
        ("**NOT** breach", "NOT breach"),
        ("to\\_affiliate", "to_affiliate"),
        ("not To_affiliate and must Sign", "NOT to_affiliate AND MUST sign"),
        ("UNKNOWN breach.", "UNKNOWN breach"),
        ("flown IN {1,200, 3}", "flown IN {1,200, 3}"),
        ("f(1,200)", "f(1,200)"),
        ("!breach", "NOT breach"),
        ("! breach.", "NOT breach"),
        ("~breach", "NOT breach"),
        ("!(a && b)", "NOT (a  AND  b)"),
        ("!“it is so”", 'NOT "it is so"'),
        ("breach!", "breach"),
        ("a && b || !c", "a  AND  b  OR   NOT c"),
        ("fee = 1,200.50 €", "fee = 1200.50 eur"),
        ("fee = 1\u00a0200 usd", "fee = 1200 usd"),
        ("fee = 1\u202f200 usd", "fee = 1200 usd"),
        ("fee = $1,234.50", "fee = 1234.50 usd"),
        ("fee = 1,000, NOT late", ["fee = 1000", "NOT late"]),
        ("fee = USD 1,200", "fee = 1200 usd"),
        ("fee = US$460", "fee = 460 usd"),
        ("fee = 460 USD", "fee = 460 usd"),
        ("\\neg breach \\land fee \\geq 30", "NOT breach  AND fee >=30"),
        ("$\\text{fee} = \\$460$", "fee = 460 usd"),
        ("late = true", "late = YES"),
        ("late == FALSE", "late = NO"),
        ("fee > 100 → true", "fee > 100"),
        ("fee > 100 -> False", "NOT (fee > 100)"),
        ("MUST_NOT sign", "MUST NOT sign"),
    ],
)
def test_formula(written: str, read_as: str | list[str]) -> None:
    assert formulas(written) == ([read_as] if isinstance(read_as, str) else read_as, [])


@pytest.mark.parametrize("written", ["fee = $460k", "fee = 1,2 00", "that is all", "price = 1.200,0.5 usd"])
def test_what_is_no_formula_is_not_bent_into_one(written: str) -> None:
    assert formulas(written) == ([written], [written])


def test_a_truth_value_that_the_program_names_stays() -> None:
    assert formulas("status = true", Spelling(truths=frozenset(("false",))))[0] == ["status = true"]


def test_two_bars_are_a_sign_and_one_a_border() -> None:
    marked = read("CLAIM s1: a || b | rules: r1 || evidence: e1\nCLAIM s2: a || from: s1\nDECISION: a")
    first, second = marked.answer.claims or []
    assert (first.says, first.rules, first.evidence) == ("a  OR  b", ["r1"], ["e1"])
    assert (second.says, second.from_) == ("a", ["s1"])
    assert not marked.findings


def test_a_broken_formula_goes_on_in_a_line_with_fields() -> None:
    first, second = read("CLAIM s1: a AND\n  b | rules: r1\nc | rules: r2\nDECISION: a").answer.claims or []
    assert (first.says, first.rules, second.says, second.rules) == ("a AND b", ["r1"], "c", ["r2"])


def test_full_width_punctuation() -> None:
    marked = read("CLAIM s1：NOT a ｜ rules：r1，r2 ｜ quote：“甲：乙”\nDECISION：a；NOT b")
    (claim,) = marked.answer.claims or []
    assert (claim.says, claim.rules, claim.quote) == ("NOT a", ["r1", "r2"], "甲：乙")
    assert marked.answer.decision is not None
    assert marked.answer.decision.says == ["a", "NOT b"]


def test_parts() -> None:
    assert formulas("MUST a, NOT MUST b(x, y), “c, d”")[0] == ["MUST a", "NOT MUST b(x, y)", '"c, d"']
    assert formulas("fee = 1,000, a")[0] == ["fee = 1000", "a"]
    assert formulas("to_affiliate; this follows from e1") == (
        ["to_affiliate", "this follows from e1"],
        ["this follows from e1"],
    )


def test_lines_that_cannot_be_read_are_kept_and_reported() -> None:
    text = "CLAIM s1: the fee, which is high, is due | rules: r1\nCLAIM s2:\n\nDECISION: it depends\n"
    assert claims(text)[0] == ("s1", "the fee, which is high, is due")
    assert decision(text) == "it depends"
    assert codes(text).count("RL551") == 3


@pytest.mark.parametrize(
    "number",
    ["1,00", "1,00 kg", "12,34 USD", "€1,00", "$1,00", "0,5", "0,500", "1,5 kg", "1,0000", "1,00,000", "1,000,00", "1,234,56 usd",
     "1.000,50 kg", "12.345,6 €", "1.000.000", "1 000 kg", "1,234 567", "1,000.5.2", "1'00", "1.5e3", "1k usd"],
)  # fmt: skip
def test_what_is_no_number_in_english_is_told_and_never_a_value(number: str) -> None:
    assert formulas(f"n = {number}") == ([f"n = {number}"], [f"n = {number}"])
    marked = read(f"CLAIM s1: n = {number}\nDECISION: p")
    assert [finding.code for finding in marked.findings] == ["RL551"]
    if number not in ("1.5e3", "1k usd"):
        assert "1,000.50" in (marked.findings[0].hint or "")


def test_the_last_decision_counts_and_that_is_a_finding() -> None:
    text = "DECISION: MUST a\nCLAIM s1: x\nwait …\n**Final decision:** NOT MUST a\n"
    assert decision(text) == "NOT MUST a"
    assert codes(text) == ["RL557", "RL552"]
    assert decision("DECISION: MUST a\nAnswer: yes, it has to, because …\n") == "MUST a"
    assert decision("DECISION: MUST a\nDECISION: perhaps it need not\n") == "perhaps it need not"
    assert decision("answer: MUST a\n... so\nANSWER: NOT MUST a.\n") == "NOT MUST a"


@pytest.mark.parametrize(
    "text",
    ["DECISION:\n- MUST a\n- NOT MUST b\n", "## Final decision\n\n1. `MUST a`\n2. `NOT MUST b`\n\nThat is all.\n",
     "**Decision**: MUST a; NOT MUST b\n", "The decision is: MUST a, NOT MUST b.\n"],
)  # fmt: skip
def test_decision_of_several_parts(text: str) -> None:
    assert statements(decision(text)) == ["MUST a", "NOT MUST b"]


def test_no_decision() -> None:
    marked = read("CLAIM s1: to_affiliate\nCLAIM s2: NOT riv")
    assert marked.answer.decision is None
    assert [claim.says for claim in marked.answer.claims or ()] == ["to_affiliate", "NOT riv"]
    assert [finding.code for finding in marked.findings] == ["RL553"]


@pytest.mark.parametrize("text", ["", "\n\n", "I'm sorry, I can't help with that.", "<think>CLAIM s1: a\nDECISION: b"])
def test_what_is_no_answer_is_not_understood(text: str) -> None:
    marked = read_markup(Source("a", text), CASE)
    assert marked.answer.claims is None
    assert marked.answer.decision is None
    assert "RL550" in [finding.code for finding in marked.findings]


def test_a_decision_alone_states_nothing() -> None:
    assert read("DECISION: MUST a").answer.claims == []


def test_thoughts_are_left_aside() -> None:
    text = "<think>CLAIM s1: a\nDECISION: b</think>\nCLAIM s1: c\nDECISION: d"
    assert claims(text) == [("s1", "c")]
    assert codes(text) == ["RL558"]


def of_case(*known: str, underlined: tuple[str, ...] = ()) -> Labels:
    """The labels of a case whose formulas are these."""
    return Labels(spelling=Spelling(underlined=frozenset(underlined), means=frozenset(known).__contains__))


def test_quotes_around_a_formula_are_the_models() -> None:
    text = "CLAIM s1: “NOT filed” | rules: r1\nCLAIM s2: “it was late”\nDECISION: «MUST\u00a0pay»."
    assert claims(text) == [("s1", "NOT filed"), ("s2", '"it was late"')]
    assert decision(text) == "MUST pay"
    # Straight quotes are those of a sentence, unless the case has no such sentence but the formula.
    assert formulas('"NOT filed"')[0] == ['"NOT filed"']
    assert formulas('"NOT filed"', of_case("NOT filed").spelling)[0] == ["NOT filed"]
    assert formulas("“late”", of_case('"late"', "late").spelling)[0] == ['"late"']


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009", "\u3000"])
def test_spaces_of_typesetters(space: str) -> None:
    text = "CLAIM s1: a AND b | rules: r1\nCLAIM s2: fee = 1_000 usd | from: s1\nDECISION: NOT c | from: s1 to s2"
    wide = text.replace(" ", space)
    assert read(wide).answer.model_copy(update={"text": text}) == read(text).answer
    assert not read(wide).findings
    assert claims("CLAIM s1: fee = 1\u202f000 usd | quote: “a\u00a0b”")[0][1] == "fee = 1000 usd"


def test_headings_above_fields_are_heads_of_claims() -> None:
    text = """### Claim s1

Coverage is plain.
- **Formula:** covered
- **Rules:** pay

**Claim 2**

- __Formula:__ late
- __From:__ s1

### Decision
payable
"""
    marked = read(text)
    assert [(claim.id, claim.says, claim.rules, claim.from_) for claim in marked.answer.claims or ()] == [
        ("s1", "covered", ["pay"], []),
        ("2", "late", [], ["s1"]),
    ]
    assert [(one.code, one.severity) for one in marked.findings] == [("RL557", Severity.HINT)], "the line of prose"
    assert claims("### s7\n`NOT filed`\n- Rules: r1\n#### Step 8\nFormula: a\n\nDECISION: b") == [
        ("s7", "NOT filed"),
        ("8", "a"),
    ]
    assert claims("- Formula: a\n- Rules: r1\n\nDECISION: b") == [("s1", "a")]


def test_a_heading_without_a_claim_and_fields_without_one_are_findings() -> None:
    marked = read("### Claim s1\nIt is plain that this holds.\n\nDECISION: a\n\n- Rules: r1\n")
    assert marked.answer.claims is None
    assert [finding.code for finding in marked.findings if finding.severity is not Severity.HINT] == ["RL557", "RL557"]
    assert not noticed("### Step 1\nWe look at it.\nRules:\n\nCLAIM s1: a\nDECISION: a")


@pytest.mark.parametrize(
    ("world", "given"), [("given", True), ("as given", True), ("“As given”.", True), ("supposed", False)]
)
def test_worlds(world: str, given: bool) -> None:
    marked = read(f"CLAIM s1: a | world: {world}\nDECISION: b")
    assert [claim.world == "given" for claim in marked.answer.claims or ()] == [given]
    assert not marked.findings


def test_a_world_that_there_is_not_is_a_finding() -> None:
    assert codes("CLAIM s1: a | world: actual\nDECISION: b") == ["RL557"]


def test_emphasis_by_underscores() -> None:
    text = "CLAIM s1: __n = 5__ | rules: _pay_, __pay.late__ | evidence: __e1-e2__ | from: _s2_\nCLAIM s2: _to_it_ AND b\nDECISION: _p_ | from: __s1__"
    marked = read(text)
    first, second = marked.answer.claims or []
    assert (first.says, first.rules, first.evidence, first.from_) == (
        "n = 5",
        ["pay", "pay.late"],
        ["e1", "e2"],
        ["s2"],
    )
    assert second.says == "to_it AND b"
    assert marked.answer.decision is not None
    assert (marked.answer.decision.says, marked.answer.decision.from_) == ("p", ["s1"])
    assert not marked.findings
    known = Labels({"_pay_": "_pay_"}, {}, Spelling(underlined=frozenset(("_p_",))))
    (claim,) = read("CLAIM s1: _p_ AND _q_ | rules: _pay_\nDECISION: a", known).answer.claims or []
    assert (claim.says, claim.rules) == ("_p_ AND q", ["_pay_"])


def test_an_answer_that_the_case_cannot_read_replaces_no_decision() -> None:
    text = "CLAIM s1: a\nDECISION: payable\n\nAnswer: yes\n"
    marked = read(text, of_case("payable", "a"))
    assert marked.answer.decision is not None
    assert marked.answer.decision.says == "payable"
    assert [(finding.code, finding.severity.name) for finding in marked.findings] == [("RL552", "HINT")]
    alone = read("CLAIM s1: a\nAnswer: yes\n", of_case("payable", "a")).answer.decision
    assert alone is not None
    assert alone.says == "yes"


def test_references() -> None:
    text = """Claim 1: a
Claim 2: b | from: 1
Claim 3: c | from: claims 1-2
claim 4: d | from: 1 to 3, and 9
Claim 4: e | from: claim 4
DECISION: f | from: 1–4
"""
    marked = read(text)
    links = {claim.id: claim.from_ for claim in marked.answer.claims or ()}
    assert links == {"1": [], "2": ["1"], "3": ["1", "2"], "4": ["1", "2", "3"], "s1": ["4"]}
    assert marked.answer.decision is not None
    assert marked.answer.decision.from_ == ["1", "2", "3", "s1"]
    assert [finding.code for finding in marked.findings] == ["RL555", "RL554"]


def test_circles_are_opened() -> None:
    marked = read("CLAIM s1: a | from: s2\nCLAIM s2: b | from: s1\nCLAIM s3: c | from: s3\nDECISION: a | from: s1-s3")
    assert {claim.id: claim.from_ for claim in marked.answer.claims or ()} == {"s1": ["s2"], "s2": [], "s3": []}
    assert [finding.code for finding in marked.findings] == ["RL556", "RL556"]


def test_words_are_matched_with_the_labels_of_the_case() -> None:
    labels = Labels({"r12": "r12", "consent.full": "consent.full"}, {"e001": "E001"}, Spelling({"$": "dollars"}))
    marked = read("s1: fee = $5 [Rule R12, Consent.Full, e001]\ns2: a [s1]\nDECISION: a", labels)
    first, second = marked.answer.claims or ()
    assert (first.says, first.rules, first.evidence) == ("fee = 5 dollars", ["r12", "consent.full"], ["E001"])
    assert second.from_ == ["s1"]


def test_lists_of_rules() -> None:
    marked = read(
        "s1: a | rules: Rules R1-R3, and `consent.full` (as amended in May); § x.1 | evidence: n/a\nDECISION: a"
    )
    (claim,) = marked.answer.claims or ()
    assert claim.rules == ["R1", "R2", "R3", "consent.full", "x.1"]
    assert claim.evidence == []
    assert [finding.code for finding in marked.findings] == ["RL557"]


def test_long_lines_are_broken() -> None:
    text = "CLAIM s1: a\n   AND b\n   | rules: r1,\nCLAIM s2:\n   NOT c\n   Rules: r2\nDECISION: MUST x AND\n  MUST y\n"
    assert claims(text) == [("s1", "a AND b"), ("s2", "NOT c")]
    assert decision(text) == "MUST x AND MUST y"


def test_a_text_says_which_case_it_answers() -> None:
    with pytest.raises(RuleLangError, match="RL559"):
        read_markup(Source("a", "DECISION: b"))


@given(st.text(alphabet=st.sampled_from('s1C: |[]()"“”;,.-*`_#\n\\$0DECISION=fromrules'), max_size=400))
def test_anything_at_all_is_read(text: str) -> None:
    """`read` holds the answer to the schema; twice is the same."""
    first, second = read(text), read(text)
    assert (first.answer, str(first.findings)) == (second.answer, str(second.findings))


@pytest.mark.parametrize(
    "unit",
    ["“", '"', "\\", '"\\', "„", "[", "(", "*", "1,", "s1-", " ", "- ", "1. ", "rules:", "| ", "a ", "NOT ", "“”“", "CLAIM s1: a\n",
     "CLAIM s1: a | from: s1-s9\n", "“““”", "DECISION: x\n", "_a ", "_a_ ", "a_ ", "\u00a0", "### Claim 1\n", "Answer: x y\n", "```\n", "| a | b |\n", "#", "9" * 20, "(from s1) ", ", from s1", "<- s1 ", " because ", "...", "&gt;", "s1, …, ", " CLAIM s1: "],
)  # fmt: skip
def test_time_is_linear(unit: str) -> None:
    """Counted in steps of the interpreter, not in seconds: four times the text, not much more than four times the work."""
    small, large = (_steps("CLAIM s1: " + unit * count) for count in (400, 1600))
    assert large < 7 * small + 20_000


def _steps(text: str) -> int:
    import sys

    count = 0

    def trace(frame: Any, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_markup(Source("a", text), CASE)
    finally:
        sys.settrace(before)
    return count


def test_the_verb(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from rulelang.cli import main

    (tmp_path / "loan.rules").write_text(
        'FACT rich "rich"\nFACT fee : NUMBER IN dollars "the fee"\nACTION grant "grant"\n'
        'RULE r1 IF rich AND fee < 5 dollars THEN MUST grant\nCASE anna EVIDENCE e1 "She is." GIVEN rich ASK DECIDE MUST grant\n',
        encoding="utf-8",
    )
    (tmp_path / "answer.txt").write_text(
        "- **s1**: Rich; fee = \\$3. [Rule R1, E1]\nDECISION: must grant", encoding="utf-8"
    )
    case = f"{tmp_path}/loan.rules#anna"
    assert main(["read", str(tmp_path / "answer.txt"), "--case", case, "--setting", "p2"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["case"], made["setting"]) == (case, "p2")
    assert made["claims"][0] | {"at": None} == {
        "id": "s1",
        "says": ["rich", "fee = 3 dollars"],
        "rules": ["r1"],
        "evidence": ["e1"],
        "at": None,
    }
    assert made["decision"]["says"] == "MUST grant"
    (tmp_path / "answer.txt").write_text("I would rather not say.", encoding="utf-8")
    assert main(["read", str(tmp_path / "answer.txt"), "--case", case]) == 1
    assert json.loads(capsys.readouterr().out)["claims"] is None
    assert main(["read", str(tmp_path / "answer.txt")]) == 2
    assert "RL559" in capsys.readouterr().err


def test_signs_that_are_written_for_words() -> None:
    """`&` for AND, a norm as a function or with a truth value, `+` between the claims of `from`."""
    text = "CLAIM s1: a & NOT b\nCLAIM s2: MAY go\nCLAIM s3: MUST(pay) = true | from: s1 + s2\nDECISION: MUST(pay)\n"
    answer = read_markup(Source("a.txt", text), About(case="x#c")).answer
    assert answer.claims is not None
    assert [one.says for one in answer.claims] == ["a  AND  NOT b", "MAY go", "MUST pay"]
    assert answer.claims[2].from_ == ["s1", "s2"]
    assert answer.decision is not None
    assert answer.decision.says == "MUST pay"
