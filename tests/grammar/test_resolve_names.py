"""Names, sentences and name spaces."""

from resolving import codes, condition, program

from rulelang.grammar.files.load import load_text
from rulelang.grammar.model import Atom, DefinitionHolds, FactHolds, GivenFact, NormHolds, OutcomeHolds, Rejected
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.resolving.resolve import resolve
from rulelang.grammar.source import Source


def test_an_unknown_name_is_reported_once_with_a_count_and_a_near_name() -> None:
    loaded = load_text("FACT weight_limit\nOUTCOME p\nRULE a IF weight_limt THEN p\nRULE b IF NOT weight_limt THEN p")
    [found] = loaded.diagnostics
    assert found.code == "RL200"
    assert "(2 uses)" in found.message
    assert found.hint == "did you mean `weight_limit`?"


def test_a_rule_an_outcome_and_a_type_may_share_a_name() -> None:
    assert codes("TYPE cabin OF a, b\nFACT cabin : cabin\nOUTCOME total\nRULE total IF cabin = a THEN total") == []


def test_a_sentence_that_equals_a_gloss_is_the_declared_thing() -> None:
    text = 'FACT theft "goods were stolen"\nOUTCOME p\nRULE r IF "Goods  were stolen." THEN p'
    assert condition(text) == FactHolds("theft")


def test_a_sentence_with_arguments_in_its_gloss_is_no_gloss() -> None:
    text = 'TYPE t\nFACT theft(t) "goods were stolen"\nOUTCOME p\nRULE r IF "goods were stolen" THEN p'
    assert condition(text) == FactHolds('"goods were stolen"')


def test_sentences_differ_by_capitals_inside() -> None:
    found = program('OUTCOME p\nRULE r IF "the US pays" AND "the us pays" THEN p')
    assert list(found.facts) == ['"the US pays"', '"the us pays"']


def test_a_sentence_is_an_outcome_if_any_rule_concludes_it() -> None:
    text = 'OUTCOME p\nRULE r IF "it is wet" THEN p\nMETA RULE q IF p THEN "It is wet."'
    assert condition(text) == OutcomeHolds('"it is wet"')


def test_an_acronym_keeps_its_capitals() -> None:
    assert condition('OUTCOME p\nRULE r IF "US exports need a licence" THEN p') == FactHolds(
        '"US exports need a licence"'
    )


def test_sentence_read_in_one_module_and_concluded_in_another_is_a_warning() -> None:
    one = parse(Source("a", 'MODULE a\nOUTCOME p\nRULE r IF NOT "it is wet" THEN p')).module
    other = parse(Source("b", 'MODULE b\nFACT rain\nRULE s IF rain THEN "it is wet"')).module
    program_, found = resolve([one, other])
    assert program_ is not None
    assert [d.code for d in found] == ["RL249"]


def test_a_sentence_is_a_condition_beside_yes_and_no() -> None:
    assert condition('OUTCOME p\nRULE r IF "it is wet" = YES THEN p') == FactHolds('"it is wet"')
    given = program('OUTCOME p\nRULE r IF "it is wet" THEN p\nCASE c GIVEN "it is wet" = NO').cases["c"].given
    assert given == (GivenFact(Atom('"it is wet"'), False),)


def test_a_norm_about_a_sentence_makes_an_action() -> None:
    text = 'FACT f\nRULE r IF f THEN MUST "ask for consent"\nOUTCOME p\nRULE q IF MUST "ask for consent" THEN p'
    found = program(text)
    assert found.rules["q"].condition == NormHolds("MUST", '"ask for consent"')


def test_rejected_of_a_norm_is_the_contrary_norm() -> None:
    text = "ACTION a\nOUTCOME p\nRULE r IF REJECTED MUST a AND REJECTED p THEN p"
    found = condition(text)
    assert found == type(found)((NormHolds("NEED NOT", "a"), Rejected("p")))  # type: ignore[call-arg]


def test_concluding_a_fact_by_its_gloss_is_an_error() -> None:
    assert codes('FACT f "it rains"\nFACT g\nRULE IF g THEN "it rains"') == ["RL221"]


def test_unnamed_rules_are_numbered_in_their_module() -> None:
    text = "MODULE a.b\nFACT f\nOUTCOME p\nRULE IF f THEN p\nRULE named IF f THEN p\nRULE IF NOT f THEN NOT p"
    assert list(program(text).rules) == ["a.b.rule1", "named", "a.b.rule2"]


def test_boolean_definitions_are_conditions() -> None:
    text = "FACT w : NUMBER\nOUTCOME p\nDEFINE heavy AS w > 3\nRULE r IF heavy THEN p"
    assert condition(text) == DefinitionHolds("heavy")


def test_variables_of_a_sort_are_never_names_of_cases_entities_in_rules() -> None:
    assert codes("TYPE person\nFACT rich(person)\nOUTCOME p\nRULE r IF rich(alice) THEN p") == ["RL211"]
    assert codes('TYPE person\nFACT rich(person)\nOUTCOME p\nRULE r IF rich("alice") THEN p') == []


def test_result_does_not_depend_on_the_order_of_declarations() -> None:
    text = ["FACT f", "OUTCOME p", "RULE r IF f AND d THEN p", "DEFINE d AS NOT f"]
    assert program("\n".join(text)).rules == program("\n".join(reversed(text))).rules
