"""The whole prompt of a case.

What would give the answer away is not in it: EXPECT, which passages support what, REQUIRES, the type of the question,
the case's name and its gloss.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine.rules.rulebase import RuleBase
from rulelang.grammar import model
from rulelang.grammar.rule_text import formula_text
from rulelang.verifier.prompting.names import definition_names, group_names, names_in
from rulelang.verifier.prompting.pool import Pool
from rulelang.verifier.prompting.vocabulary import definition_lines, name_lines, table_lines
from rulelang.verifier.prompting.wording import Style, given_words, rule_lines

VALUES = (
    model.Constant | model.Variable | model.FactValue | model.OutcomeValue | model.DefinitionValue | model.TableValue
    | model.Arithmetic | model.Minus | model.Shift | model.Call | model.Elapsed | model.Count | model.CountOf
    | model.Fold
)  # fmt: skip
"""What asks for a value and not whether something is so."""

FORM = """\
Write one line for each step of your reasoning, and one line for the decision:

CLAIM s1: FORMULA | rules: RULE, RULE | evidence: PASSAGE
CLAIM s2: FORMULA | rules: RULE | from: s1
DECISION: FORMULA; FORMULA | from: s2

- Number the claims s1, s2, … A claim is a formula over the names above: NAME, NOT NAME, NAME = VALUE, MUST ACTION, …,
  joined by AND and OR. Say UNKNOWN FORMULA for what cannot be settled.
- Judge every condition that matters, also the exceptions that do not apply.
- rules: the identifiers of the rules and clauses that you apply. evidence: the passages on which the claim rests.
  from: the claims from which it follows. Leave out a field that would be empty.
- The decision states one formula for each thing asked, separated by semicolons.
"""


def prompt_text(base: RuleBase, case: model.Case, pool: Pool, style: Style) -> str:
    """Scenario, question, rules, names and form, in this order.

    Raises:
        RuleLangError: the case's USING cannot be followed.
    """
    wanted = _wanted(base, case, pool)
    return (
        "\n\n".join(
            "\n".join((f"## {title}", *lines)).rstrip()
            for title, lines in (
                ("Scenario", tuple(_scenario(base.program, case, pool))),
                ("Question", tuple(_question(base.program, case))),
                ("Rules", tuple(_rules(base, pool, style))),
                ("Definitions", tuple(_definitions(base.program, wanted))),
                ("Names", tuple(_names(base, wanted, pool))),
                ("How to answer", (FORM,)),
            )
            if lines
        )
        + "\n"
    )


def _scenario(program: model.Program, case: model.Case, pool: Pool) -> Iterator[str]:
    if case.as_of is not None:
        yield f"The day is {case.as_of}."
    told = {fact for passage in case.evidence if passage.text for one in passage.supports for fact in _facts(one.claim)}
    for name, text in pool.passages:
        yield f"{name}: {text}"
    for sort, entities in case.entities.items():
        gloss = program.sorts[sort].gloss
        yield f"{sort}{f' ({gloss})' if gloss else ''}: {', '.join(entities) or 'none'}"
    untold = [one for one in case.given if not (isinstance(one, model.GivenFact) and _fact_key(one) in told)]
    for given in untold:
        yield f"- {given_words(program, given)}"
    if case.closed:
        yield "What is not said here is not so."


def _facts(claim: model.Claim) -> Iterator[object]:
    """What a passage tells: the facts that it supports, whichever way."""
    match claim:
        case model.FactHolds(name, args) | model.Not(model.FactHolds(name, args)):
            yield name, _constants(args)
        case model.Compare("=", model.FactValue(name, args), _):
            yield name, _constants(args)
        case model.And(parts):
            for part in parts:
                yield from _facts(part)
        case _:
            return


def _constants(args: tuple[model.Value, ...]) -> tuple[object, ...]:
    return tuple(arg.value if isinstance(arg, model.Constant) else arg for arg in args)


def _fact_key(given: model.GivenFact) -> object:
    return given.atom.name, given.atom.args


def _question(program: model.Program, case: model.Case) -> Iterator[str]:
    if case.suppose:
        yield "Suppose that, other than said above:"
        for given in case.suppose:
            yield f"- {given_words(program, given)}"
    for ask in case.asks:
        if ask.question:
            yield ask.question
        if ask.actions:
            actions = [formula_text(program, action) for action in _actions(ask)]
            yield f"Decide which of these actions MUST be done, which MUST NOT: {', '.join(actions)}"
            continue
        for target in ask.targets:
            is_value = isinstance(target.asked, VALUES)
            text = formula_text(program, target.asked)
            yield f"Decide the value of: {text}" if is_value else f"Decide whether it is so: {text}"


def _actions(ask: model.Ask) -> Iterator[model.Formula]:
    """The actions of DECIDE ACTIONS, each once, without their modes."""
    seen: set[object] = set()
    for target in ask.targets:
        match target.asked:
            case model.NormHolds(_, name, args) if (name, args) not in seen:
                seen.add((name, args))
                yield model.OutcomeHolds(name, args)
            case _:
                pass


def _rules(base: RuleBase, pool: Pool, style: Style) -> Iterator[str]:
    for shown in pool.rules:
        yield from rule_lines(shown.program, shown.group, style)
        yield ""
    ids = {shown.group.id for shown in pool.rules}
    for priority in base.program.priorities:
        lower = [one.name for one in priority.lower if one.prefix or one.name in ids]
        if lower and (priority.higher.prefix or priority.higher.name in ids):
            yield f"PRIORITY {priority.higher.name} OVER {', '.join(lower)}"
    if base.program.prefer:
        yield f"PREFER {', '.join(base.program.prefer)}"


def _wanted(base: RuleBase, case: model.Case, pool: Pool) -> dict[str, None]:
    """The names of the case's program that the prompt uses."""
    program = base.program
    wanted = dict.fromkeys(name for ask in case.asks for target in ask.targets for name in names_in(target.asked))
    for shown in pool.rules:
        if shown.program is program:
            wanted.update(group_names(shown.group))
    wanted.update((given.atom.name, None) for given in case.given if isinstance(given, model.GivenFact))
    todo = list(wanted)
    while todo:
        name = todo.pop()
        more = list(definition_names(program.definitions[name])) if name in program.definitions else []
        more += [one.member.name for one in program.concepts if one.concept == name]
        for one in more:
            if one not in wanted:
                wanted[one] = None
                todo.append(one)
    return wanted


def _definitions(program: model.Program, wanted: dict[str, None]) -> Iterator[str]:
    """What stands behind names: definitions, tables, concepts, and what always holds."""
    for definition in program.definitions.values():
        if definition.name in wanted:
            yield from definition_lines(program, definition)
    for table in program.tables.values():
        if table.name in wanted:
            yield from table_lines(table)
    for inclusion in program.concepts:
        if inclusion.concept in wanted:
            yield f"{inclusion.concept} INCLUDES {formula_text(program, inclusion.member)}"
    for always in program.always:
        if any(name in wanted for name in names_in(always.condition)):
            yield f"ALWAYS {formula_text(program, always.condition)}"


def _names(base: RuleBase, wanted: dict[str, None], pool: Pool) -> Iterator[str]:
    yield from name_lines(base.program, wanted)
    for shown in pool.rules:
        if shown.program is not base.program:
            yield from name_lines(shown.program, group_names(shown.group))
