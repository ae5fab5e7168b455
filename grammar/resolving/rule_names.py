"""Rule names: the identifiers of rules and of their clauses, which answers cite (semantics.md, item 16)."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.grammar import tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.symbols import RuleSymbol, Symbols, operator_kind
from rulelang.grammar.source import Span


def collect_rules(modules: Sequence[tree.Module], symbols: Symbols, findings: Findings) -> None:
    """Name all rules and all clauses, and check that no two of them have one name."""
    for module in modules:
        _rules(module, symbols, findings)
    _suffixes(modules, symbols, findings)


def rule_ids(module: tree.Module) -> dict[int, str]:
    """The identifiers of the rules of a module, by their position among its declarations.

    Unnamed rules are numbered among themselves: `rule1`, prefixed by the module's name if it has one.
    """
    prefix = f"{module.name.text}." if module.name is not None else ""
    ids: dict[int, str] = {}
    unnamed = 0
    for position, declaration in enumerate(module.declarations):
        if isinstance(declaration, tree.Rule):
            if declaration.name is not None:
                ids[position] = declaration.name.text
            else:
                unnamed += 1
                ids[position] = f"{prefix}rule{unnamed}"
    return ids


def augmented(rule: tree.Rule) -> tree.Name | None:
    for attribute in rule.attributes:
        if isinstance(attribute, tree.Augments):
            return attribute.rule
    return None


def _rules(module: tree.Module, symbols: Symbols, findings: Findings) -> None:
    ids = rule_ids(module)
    for position, declaration in enumerate(module.declarations):
        if not isinstance(declaration, tree.Rule):
            continue
        id_ = ids[position]
        span = declaration.name.span if declaration.name is not None else declaration.span
        first = symbols.rules.get(id_)
        if first is not None:
            findings.error(
                "RL203",
                f"the rule `{id_}` is declared twice",
                span,
                "answers cite rules by these names; give one of them another name",
                (Label(first.span, "first declared here"),),
            )
            continue
        base = augmented(declaration)
        symbols.rules[id_] = RuleSymbol(id_, declaration.meta, base.text if base is not None else None, (), span)


def _suffixes(modules: Sequence[tree.Module], symbols: Symbols, findings: Findings) -> None:
    """Name the clauses: by label, else by kind and number along the whole chain of AUGMENTS."""
    trees: dict[str, tree.Rule] = {}
    for module in modules:
        ids = rule_ids(module)
        for position, declaration in enumerate(module.declarations):
            if isinstance(declaration, tree.Rule):
                trees.setdefault(ids[position], declaration)
    done: set[str] = set()
    for id_ in list(symbols.rules):
        pending = [link.id for link in symbols.chain(id_) if link.id not in done]
        for at in reversed(pending):
            done.add(at)
            _name_clauses(at, trees[at], symbols, findings)
    for id_, rule in symbols.rules.items():
        for link in symbols.chain(id_):
            for suffix, kind, span in link.suffixes:
                clause = f"{id_}.{suffix}"
                symbols.clauses.setdefault(clause, (id_, suffix, kind))
                other = symbols.rules.get(clause)
                if other is not None:
                    second, first = (span, other.span) if link is rule else (other.span, span)
                    findings.error(
                        "RL203",
                        f"`{clause}` is both a rule and a clause of `{id_}`",
                        second,
                        "answers cite both by this name; change one of them",
                        (Label(first, "the other one"),),
                    )


def _name_clauses(id_: str, rule: tree.Rule, symbols: Symbols, findings: Findings) -> None:
    symbol = symbols.rules[id_]
    if not rule.operators:
        return
    counts: dict[str, int] = {}
    taken: dict[str, Span] = {}
    for link in symbols.chain(id_):
        for suffix, kind, span in link.suffixes:
            taken[suffix] = span
            if suffix.startswith(kind) and suffix[len(kind) :].isdigit():
                counts[kind] = max(counts.get(kind, 0), int(suffix[len(kind) :]))
    suffixes: list[tuple[str, str, Span]] = []
    for operator in rule.operators:
        kind = operator_kind(operator)
        label: tree.Name | None = getattr(operator, "label", None)
        if label is None:
            counts[kind] = counts.get(kind, 0) + 1
            suffix, span = f"{kind}{counts[kind]}", operator.span
        else:
            suffix, span = label.text, label.span
        if suffix in taken:
            findings.error(
                "RL203",
                f"the clause `{id_}.{suffix}` is named twice",
                span,
                "answers cite clauses by these names; give one of them another name",
                (Label(taken[suffix], "first named here"),),
            )
        taken[suffix] = span
        suffixes.append((suffix, kind, span))
    symbols.rules[id_] = RuleSymbol(id_, symbol.meta, symbol.augments, tuple(suffixes), symbol.span)
