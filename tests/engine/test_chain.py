"""Dependency chains: what is in them, their order, their metrics, and that they read the same each time."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest
from derived import base_of, derivation_of

from rulelang.engine.derive import derive
from rulelang.engine.explaining.chain import Chain, Metrics, metrics
from rulelang.engine.explaining.chain_build import build_chain
from rulelang.engine.explaining.chain_render import chain_document, chain_dot, chain_mermaid, chain_text
from rulelang.engine.explaining.explain import explain, explanation_text
from rulelang.engine.rules.rulebase import prepare
from rulelang.grammar.files.load import load

EXAMPLES = Path(__file__).parents[2].parent / "shared" / "design" / "examples"

# The dependency shape of RuleWeaver's questions: a transfer of four steps, and beside it an ironclad part that bites.
EXPORT = """
MODULE weave
FACT dual "the item has a military use too"
FACT agreed "a government agreement covers the export"
FACT filed "the licence is filed"
FACT waiver "a waiver is signed"
FACT majeure "there is force majeure"
FACT ended "the contract has ended"
FACT audit "the records are under audit"
OUTCOME licence "a licence is required"
OUTCOME blocked "the shipment is blocked"
OUTCOME missed "the milestone is missed"
ACTION pay "pay the penalty"
ACTION destroy "destroy the records"
RULE lic "Dual use" IF dual THEN licence
  EXCEPTION agreement IF agreed
RULE block IF licence AND NOT filed THEN blocked
RULE miss IF blocked THEN missed
  CONFLICT waive IF waiver THEN NOT missed PREVAILS
RULE pen IF missed THEN MUST pay
  EXCEPTION majeure IF majeure
RULE purge IF ended THEN MAY destroy
  IRONCLAD hold IF audit THEN MUST NOT destroy
CASE c
  GIVEN dual, NOT agreed, NOT filed, NOT waiver, NOT majeure, ended, audit
  ASK DECIDE MUST pay, MAY destroy
CASE waived
  GIVEN dual, NOT agreed, NOT filed, waiver, NOT majeure, ended, audit
  ASK DECIDE MUST pay
CASE open
  GIVEN dual, NOT agreed, NOT filed, NOT majeure, ended, audit
  ASK DECIDE MUST pay
"""


def chains_of(text: str, case: str = "c") -> list[Chain]:
    _, derivation = derivation_of(text, case)
    return [build_chain(derivation, index) for index in range(len(derivation.targets))]


def standing(chain: Chain) -> dict[str, str]:
    return {node.id: node.standing for node in chain.order()}


def test_metrics_of_a_chain_of_four_beside_a_root_of_its_own() -> None:
    chains = chains_of(EXPORT)
    assert metrics(*chains) == Metrics(depth=4, load=3, branching=0)
    assert metrics(chains[1]) == Metrics(depth=1, load=0, branching=0)


def test_exceptions_and_rivals_that_had_to_be_ruled_out_are_in_it() -> None:
    first, second = chains_of(EXPORT)
    found = standing(first)
    assert found["exception:lic/lic.agreement"] == "not in force"
    assert found["rule:miss.waive"] == "not triggered"
    assert found["fact:waiver"] == "given"
    assert found["conclusion:MUST pay"] == "established"
    assert found["decision:MUST pay"] == "decided"
    assert first.cited() == ("block", "lic", "lic.agreement", "miss", "miss.waive", "pen", "pen.majeure")
    assert standing(second)["rule:purge"] == "beaten"
    assert standing(second)["rule:purge.hold"] == "stands"


def test_a_rival_that_takes_effect_is_in_it_with_what_it_beats() -> None:
    (chain,) = chains_of(EXPORT, "waived")
    found = standing(chain)
    assert found["rule:miss.waive"] == "stands"
    assert found["rule:miss"] == "beaten"
    assert chain.graph.edges["rule:miss.waive", "rule:miss"]["role"] == "beats"
    assert found["conclusion:NOT missed"] == "not established"


def test_what_is_open_leads_to_the_unknown_fact() -> None:
    (chain,) = chains_of(EXPORT, "open")
    found = standing(chain)
    assert found["fact:waiver"] == "unknown"
    assert found["conclusion:MUST pay"] == "open"
    assert nx.has_path(chain.graph, "fact:waiver", chain.decision)


def test_a_chain_is_acyclic_and_read_from_its_roots() -> None:
    for chain in chains_of(EXPORT):
        seen: set[str] = set()
        for node in chain.order():
            assert seen.issuperset(chain.graph.predecessors(node.id))
            seen.add(node.id)
        assert node.id == chain.decision


REACH = """
MODULE m
TYPE node
FACT edge(a : node, b : node)
OUTCOME reach(a : node, b : node)
RULE reach FOR EACH a IN node, b IN node
  IF edge(a, b) OR ANY m IN node HAS (edge(a, m) AND reach(m, b)) THEN reach(a, b)
CASE c
  CLOSED
  GIVEN edge(x, y), edge(y, z), edge(z, x)
  ASK DECIDE reach(x, x)
CASE not_reached
  CLOSED
  GIVEN edge(x, y), edge(y, x), edge(z, x)
  ASK DECIDE reach(x, z)
"""


def test_a_positive_cycle_gives_a_well_founded_chain() -> None:
    (chain,) = chains_of(REACH)
    assert nx.is_directed_acyclic_graph(chain.graph)
    steps = [node.key for node in chain.order() if node.kind == "conclusion"]
    assert steps == ["reach(z, x)", "reach(y, x)", "reach(x, x)"]
    assert metrics(chain) == Metrics(depth=3, load=2, branching=0)


def test_what_a_positive_cycle_does_not_reach_is_shown_without_going_in_a_circle() -> None:
    (chain,) = chains_of(REACH, "not_reached")
    assert nx.is_directed_acyclic_graph(chain.graph)
    assert standing(chain)["conclusion:NOT reach(x, z)"] == "not established"


def test_definitions_are_steps_with_their_values() -> None:
    text = """
    MODULE m
    FACT n : INTEGER
    DEFINE twice : INTEGER AS 2 * n
    OUTCOME fee : INTEGER
    RULE fee IF twice > 3 THEN fee = twice + 1
    RULE cap IF n > 1 THEN fee <= 5
    CASE c GIVEN n = 4 ASK DECIDE fee
    """
    (chain,) = chains_of(text)
    nodes = {node.id: node for node in chain.order()}
    assert nodes["definition:twice"].value == "8"
    assert nodes["value:fee"].value == "5"
    assert nodes["limit:cap"].value == "5"
    assert metrics(chain) == Metrics(depth=2, load=1, branching=0)


def test_renderings_are_the_same_each_time_and_complete() -> None:
    (one, _), (other, _) = chains_of(EXPORT), chains_of(EXPORT)
    for render in (chain_text, chain_dot, chain_mermaid):
        assert render(one) == render(other)
    document = chain_document(one)
    assert json.dumps(document) == json.dumps(chain_document(other))
    assert {node["id"] for node in document["nodes"]} == set(one.graph)  # type: ignore[attr-defined]
    assert chain_dot(one).count("->") == one.graph.number_of_edges() == chain_mermaid(one).count("|") // 2


def test_the_indented_text() -> None:
    assert chain_text(chains_of(EXPORT)[1]) == (
        "MAY destroy: FAILS\n"
        "  NOT MAY destroy\n"
        "    rejects: MUST NOT destroy\n"
        "      purge.hold: MUST NOT destroy\n"
        "        audit [given]\n"
        "      ruled out: purge: MAY destroy [beaten]\n"
        "        beats: purge.hold: MUST NOT destroy (see above)\n"
        "        ended [given]\n"
    )


def test_why_and_why_not_in_the_words_of_the_glosses() -> None:
    base, derivation = derivation_of(EXPORT)
    assert explanation_text(explain(base.program, derivation, 1)) == (
        "MAY destroy: fails: the opposite is established\n"
        "  not established: may destroy the records\n"
        "    the opposite is established: must not destroy the records\n"
        "      rule `purge.hold` applies and gives `MUST NOT destroy`\n"
        "        the records are under audit: yes (given)\n"
        "      rule `purge` applies, but is beaten (for `MAY destroy`)\n"
        "        rule `purge.hold` prevails (for `MUST NOT destroy`) (see above)\n"
        "        the contract has ended: yes (given)\n"
    )


def test_an_open_decision_names_what_it_waits_for() -> None:
    base, derivation = derivation_of(EXPORT, "open")
    text = explanation_text(explain(base.program, derivation))
    assert "MUST pay: undetermined\n  it depends on: a waiver is signed, which is not known\n" in text


def test_a_conflict_shows_both_sides() -> None:
    text = """
    MODULE m
    FACT t "it is so"
    OUTCOME p "one may pass"
    RULE a IF t THEN p
    RULE b IF t THEN NOT p
    CASE c GIVEN t ASK DECIDE p
    """
    base, derivation = derivation_of(text)
    assert explanation_text(explain(base.program, derivation)) == (
        "p: in conflict: rules for both sides apply, and nothing decides between them\n"
        "  in conflict: one may pass\n"
        "    rule `a` applies and gives `p`\n"
        "      it is so: yes (given)\n"
        "    rule `b` applies and gives `NOT p`\n"
        "      it is so: yes (given)\n"
    )


def test_a_condition_that_fails_is_shown_with_the_values() -> None:
    text = """
    MODULE m
    TYPE bag
    FACT weight(bag) : NUMBER IN lb "the weight of {bag}"
    OUTCOME heavy(bag) "{bag} is too heavy"
    RULE heavy "More than 50 lb" FOR EACH b IN bag IF weight(b) > 50 lb THEN heavy(b)
    CASE c
      GIVEN
      | bag | weight |
      | b1  |  45.5  |
      ASK DECIDE heavy(b1)
    """
    base, derivation = derivation_of(text)
    assert explanation_text(explain(base.program, derivation)) == (
        "heavy(b1): fails: the condition of no rule for it is met\n"
        "  not established: b1 is too heavy\n"
        "    rule `heavy[b=b1]` (More than 50 lb) does not apply: `weight(b1) > 50` is false\n"
        "      the weight of b1: 45.5 lb (given)\n"
    )


@pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the design's example files are not at hand")
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.rules")), ids=lambda path: path.stem)
def test_every_case_of_the_examples_has_chains_and_explanations(path: Path) -> None:
    program = load(path, cache=False).program
    assert program is not None
    base, _ = prepare(program)
    assert base is not None
    for case in program.cases.values():
        derivation = derive(base, case)
        for index in range(len(derivation.targets)):
            chain = build_chain(derivation, index)
            assert nx.is_directed_acyclic_graph(chain.graph)
            assert chain.order()[-1].id == chain.decision
            assert explain(program, derivation, index, chain)


def test_a_long_chain_is_built_without_recursion() -> None:
    length = 2_000
    rules = "\n".join(f"OUTCOME o{n}\nRULE r{n} IF o{n + 1} THEN o{n}" for n in range(length))
    base = base_of(f"MODULE m\nFACT o{length}\n{rules}\nCASE c GIVEN o{length} ASK DECIDE o0")
    chain = build_chain(derive(base, base.program.cases["c"]))
    assert metrics(chain).depth == length
    assert chain_text(chain).count("\n") == 2 * length + 2
