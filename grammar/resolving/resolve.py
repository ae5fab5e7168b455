"""Resolution: the syntax trees of a program's modules become one typed program, or diagnostics that say why not.

Names are global over the modules of a program, in three name spaces told apart by position (see `symbols`).  The
phases: names and types of declarations, tables, sentences, then the expressions of definitions, rules and cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Diagnostic, Label, has_errors
from rulelang.grammar.reading.recursion import room_for_recursion
from rulelang.grammar.resolving.cases import resolve_case
from rulelang.grammar.resolving.claims import resolve_claim
from rulelang.grammar.resolving.declarations import collect
from rulelang.grammar.resolving.definitions import (
    check_always,
    check_cycles,
    resolve_always,
    resolve_concept,
    resolve_definition,
    resolve_fact,
    resolve_outcome,
)
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.lineage import check_chain, check_nesting
from rulelang.grammar.resolving.propositions import Propositions, collect_sentences, module_name
from rulelang.grammar.resolving.rule_names import augmented, collect_rules, rule_ids
from rulelang.grammar.resolving.rules import reference, resolve_rule, root_binders
from rulelang.grammar.resolving.scope import SentenceReader
from rulelang.grammar.resolving.symbols import Symbols
from rulelang.grammar.resolving.tables import resolve_table
from rulelang.grammar.source import Span

__all__ = ["resolve", "resolve_claim"]

Criterion: TypeAlias = Literal["SPECIFIC", "LATER", "SUPERIOR", "STRICT"]


def resolve(modules: Sequence[tree.Module]) -> tuple[model.Program | None, tuple[Diagnostic, ...]]:
    """Resolve the modules of a program, the root first and each after those that use it.

    Gives the program (None if anything is wrong with it) and all diagnostics, several of one run.
    """
    with room_for_recursion():
        return _resolve(modules)


def _resolve(modules: Sequence[tree.Module]) -> tuple[model.Program | None, tuple[Diagnostic, ...]]:
    findings = Findings()
    symbols = Symbols()
    _check_modules(modules, findings)
    collect(modules, symbols, findings)
    collect_rules(modules, symbols, findings)
    concluded = collect_sentences(modules, symbols)
    reading = Propositions(symbols)
    readers = {module_name(m): reading.reader(module_name(m)) for m in modules}
    for module in modules:
        for declaration in module.declarations:
            if isinstance(declaration, tree.Table):
                name = module_name(module)
                resolve_table(declaration, name, symbols, findings, readers[name])
    facts, outcomes, definitions, concepts, always = _declarations(modules, symbols, findings, readers)
    rules = _rules(modules, symbols, findings, readers)
    priorities, prefer, prefer_span = _precedence(modules, symbols, findings)
    cases = _cases(modules, symbols, findings, reading)
    reading.report(concluded, findings)
    for proposition in symbols.sentences.values():
        if isinstance(proposition, model.Fact):
            facts[proposition.name] = proposition
        else:
            outcomes[proposition.name] = proposition
    diagnostics = findings.finished()
    if has_errors(diagnostics):
        return None, diagnostics
    actions = {s.name: s for s in symbols.said.values() if isinstance(s, model.Action)}
    actions.update({a.name: a for a in symbols.action_sentences.values()})
    program = model.Program(
        modules={
            module_name(m): model.ModuleInfo(
                module_name(m),
                m.gloss.value if m.gloss is not None else None,
                tuple(d.name.text for d in m.declarations if isinstance(d, tree.Use)),
                span=m.name.span if m.name is not None else m.span,
            )
            for m in modules
        },
        sorts=symbols.sorts,
        facts=facts,
        outcomes=outcomes,
        actions=actions,
        definitions=definitions,
        tables={s.name: s for s in symbols.said.values() if isinstance(s, model.Table)},
        concepts=concepts,
        always=always,
        rules=rules,
        priorities=priorities,
        prefer=prefer,
        cases=cases,
        prefer_span=prefer_span,
    )
    return program, diagnostics


def _check_modules(modules: Sequence[tree.Module], findings: Findings) -> None:
    seen: dict[str, Span] = {}
    for module in modules:
        span = module.name.span if module.name is not None else module.span
        name = module_name(module)
        if name in seen:
            findings.error(
                "RL202",
                f"the module `{name}` is there twice",
                span,
                "give one of them another name",
                (Label(seen[name], "first here"),),
            )
        seen.setdefault(name, span)


def _declarations(
    modules: Sequence[tree.Module], symbols: Symbols, findings: Findings, readers: dict[str, SentenceReader]
) -> tuple[
    dict[str, model.Fact],
    dict[str, model.Outcome],
    dict[str, model.Definition],
    tuple[model.ConceptInclusion, ...],
    tuple[model.Always, ...],
]:
    facts: dict[str, model.Fact] = {}
    outcomes: dict[str, model.Outcome] = {}
    definitions: dict[str, model.Definition] = {}
    concepts: list[model.ConceptInclusion] = []
    always: list[model.Always] = []
    reads: dict[str, set[str]] = {}
    includes: dict[str, set[str]] = {}
    for module in modules:
        name = module_name(module)
        sentence = readers[name]
        for declaration in module.declarations:
            match declaration:
                case tree.FactDeclaration():
                    fact = resolve_fact(declaration, name, symbols, findings, sentence)
                    if fact is not None:
                        facts[fact.name] = fact
                case tree.OutcomeDeclaration():
                    outcome = resolve_outcome(declaration, name, symbols, findings, sentence)
                    if outcome is not None:
                        outcomes[outcome.name] = outcome
                case tree.ConceptDeclaration():
                    inclusions, included = resolve_concept(declaration, name, symbols, findings, sentence)
                    concepts.extend(inclusions)
                    said = symbols.said.get(declaration.name.text)
                    if isinstance(said, model.Outcome) and said.span == declaration.name.span:
                        outcomes[said.name] = said
                        includes[said.name] = included
                case tree.Define():
                    result = resolve_definition(declaration, name, symbols, findings, sentence)
                    if result is not None:
                        definitions[result[0].name] = result[0]
                        reads[result[0].name] = result[1]
                case tree.Always():
                    always.append(resolve_always(declaration, name, symbols, findings, sentence))
                case _:
                    pass
    for definition in definitions.values():
        symbols.replace_said(definition)
    check_cycles(reads, symbols, findings, "the definition", "RL240")
    check_cycles(includes, symbols, findings, "the concept", "RL241")
    check_always(tuple(always), definitions, findings)
    return facts, outcomes, definitions, tuple(concepts), tuple(always)


def _rules(
    modules: Sequence[tree.Module], symbols: Symbols, findings: Findings, readers: dict[str, SentenceReader]
) -> dict[str, model.Rule]:
    trees: dict[str, tree.Rule] = {}
    homes: dict[str, str] = {}
    bases: set[str] = set()
    for module in modules:
        ids = rule_ids(module)
        for position, declaration in enumerate(module.declarations):
            if isinstance(declaration, tree.Rule):
                trees.setdefault(ids[position], declaration)
                homes.setdefault(ids[position], module_name(module))
                base = augmented(declaration)
                if base is not None:
                    bases.add(base.text)
    _check_augments(trees, symbols, findings)
    rules: dict[str, model.Rule] = {}
    for id_, rule in trees.items():
        module_ = homes[id_]
        rules[id_] = resolve_rule(
            rule, id_, module_, root_binders(id_, symbols, trees), symbols, findings, readers[module_], id_ in bases
        )
    for resolved in rules.values():
        check_chain(resolved, rules, symbols, findings)
    check_nesting(rules, symbols, findings)
    return rules


def _check_augments(trees: dict[str, tree.Rule], symbols: Symbols, findings: Findings) -> None:
    reported: set[str] = set()
    for id_ in trees:
        way = [link.id for link in symbols.chain(id_)]
        back = symbols.rules[way[-1]].augments
        if back is None or back not in way or back in reported:
            continue
        cycle = [*way[way.index(back) :], back]
        reported.update(cycle)
        findings.error(
            "RL232",
            f"the rule `{back}` augments itself: {' -> '.join(f'`{n}`' for n in cycle)}",
            symbols.rules[back].span,
            "one of them must be the base that augments nothing",
        )


def _precedence(
    modules: Sequence[tree.Module], symbols: Symbols, findings: Findings
) -> tuple[tuple[model.Priority, ...], tuple[Criterion, ...], Span | None]:
    priorities: list[model.Priority] = []
    prefer: tree.Prefer | None = None
    for module in modules:
        for declaration in module.declarations:
            match declaration:
                case tree.Priority(higher, lower):
                    priorities.append(
                        model.Priority(
                            reference(higher, symbols, findings, sections=False, clauses=True),
                            tuple(reference(n, symbols, findings, sections=False, clauses=True) for n in lower),
                            span=declaration.span,
                        )
                    )
                case tree.Prefer(criteria):
                    if prefer is None:
                        prefer = declaration
                    elif prefer.criteria != criteria:
                        findings.error(
                            "RL235",
                            f"PREFER {', '.join(criteria)} here, PREFER {', '.join(prefer.criteria)} elsewhere",
                            declaration.span,
                            "PREFER governs the whole program: state the same criteria in the same order, or leave "
                            "all but one out",
                            (Label(prefer.span, "the other one"),),
                        )
                case _:
                    pass
    if prefer is None:
        return tuple(priorities), (), None
    return tuple(priorities), prefer.criteria, prefer.span


def _cases(
    modules: Sequence[tree.Module],
    symbols: Symbols,
    findings: Findings,
    reading: Propositions,
) -> dict[str, model.Case]:
    cases: dict[str, model.Case] = {}
    names: dict[str, Span] = {}
    for module in modules:
        name = module_name(module)
        for declaration in module.declarations:
            if not isinstance(declaration, tree.Case):
                continue
            first = names.setdefault(declaration.name.text, declaration.name.span)
            if first is not declaration.name.span:
                findings.error(
                    "RL204",
                    f"the case `{declaration.name.text}` is declared twice",
                    declaration.name.span,
                    "give one of them another name",
                    (Label(first, "first declared here"),),
                )
                continue
            case = resolve_case(declaration, name, symbols, findings, reading.case_reader(findings))
            cases[case.name] = case
    return cases
