"""Claims: what EXPECT, DECIDE, EVIDENCE and an answer's `says` state, resolved against a program and a case."""

from __future__ import annotations

from typing import TypeAlias

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Diagnostic, has_errors
from rulelang.grammar.model import Value
from rulelang.grammar.reading.recursion import room_for_recursion
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.expressions import either
from rulelang.grammar.resolving.findings import Findings, did_you_mean
from rulelang.grammar.resolving.scope import Mentions, Scope, SentenceReader
from rulelang.grammar.resolving.sentences import normal, sentence_name
from rulelang.grammar.resolving.symbols import Symbols, symbols_of
from rulelang.grammar.source import Span

Read: TypeAlias = model.Claim | Value | None
"""A claim, a value that is asked for, or nothing (reported)."""

VALUES = (
    model.Constant, model.Variable, model.FactValue, model.OutcomeValue, model.DefinitionValue, model.TableValue,
    model.Arithmetic, model.Minus, model.Shift, model.Call, model.Elapsed, model.Count, model.CountOf, model.Fold,
)  # fmt: skip


def resolve_claim(
    program: model.Program, case: model.Case | None, claim: tree.Claim, text: str
) -> tuple[model.Claim | model.Target | None, tuple[Diagnostic, ...]]:
    """One claim of an answer or a command line.

    Names and types are the program's; entities are those of the case (any, where there is no case).  A value
    expression gives a `Target`.  `text` is the claim as written.
    """
    findings = Findings()
    symbols = symbols_of(program)
    mentions = Mentions(anything=True)
    if case is not None:
        mentions = Mentions({sort: dict.fromkeys(entities) for sort, entities in case.entities.items()})
    scope = Scope(symbols, findings, "", known_sentences(symbols, findings), mentions=mentions)
    with room_for_recursion():
        read = read_claim(scope, claim)
    diagnostics = findings.finished()
    if read is None or has_errors(diagnostics):
        return None, diagnostics
    if isinstance(read, VALUES):
        return model.Target(read, text, span=claim.span), diagnostics
    return read, diagnostics


def known_sentences(symbols: Symbols, findings: Findings) -> SentenceReader:
    """Sentences of a finished program: an unknown one is an error."""

    def read(text: str, span: Span) -> model.Fact | model.Outcome:
        proposition = symbols.sentences.get(normal(text))
        if proposition is not None:
            return proposition
        near = did_you_mean(normal(text), [*symbols.sentences, *symbols.glosses])
        findings.error("RL413", "no rule speaks of this sentence", span, near or "check its wording")
        return model.Fact(sentence_name(text), (), kinds.BOOLEAN, text, sentence=True, span=span)

    return read


def read_claim(scope: Scope, claim: tree.Claim) -> Read:
    """A claim in its scope; a value expression comes back as a value."""
    match claim:
        case tree.Unknown(operand):
            asked = either(scope, operand)
            return None if asked is None else model.UnknownClaim(asked)
        case tree.Conflict(operand):
            asked = either(scope, operand)
            if asked is None:
                return None
            _warn_of_calm(scope, asked, claim.span)
            return model.ConflictClaim(asked)
        case tree.Triggered() | tree.SuspendsClaim() | tree.PrevailsClaim():
            return _rule_claim(scope, claim, True)
        case tree.Not():
            inner, positive = _under_nots(claim)
            match inner:
                case tree.Triggered() | tree.SuspendsClaim() | tree.PrevailsClaim():
                    return _rule_claim(scope, inner, positive)
                case tree.Unknown() | tree.Conflict():
                    word = "UNKNOWN" if isinstance(inner, tree.Unknown) else "CONFLICT"
                    scope.findings.error(
                        "RL119", f"`{word}` is out of place", inner.span, f"`{word}` begins a claim: nothing negates it"
                    )
                    return None
                case _:
                    return either(scope, claim)
        case _:
            return either(scope, claim)


def _warn_of_calm(scope: Scope, asked: model.Formula | model.Value, span: Span) -> None:
    """Only an outcome or an action is contested: nothing else is ever in conflict (docs/semantics.md, D7.1)."""
    test = asked.operand if isinstance(asked, model.Not) else asked
    match test:
        case model.OutcomeHolds() | model.Rejected() | model.NormHolds() | model.OutcomeValue():
            return
        case model.Compare(_, model.OutcomeValue(name), _) | model.Compare(_, _, model.OutcomeValue(name)):
            hint = f"for rules that give different values write `CONFLICT {name}`"
        case _:
            hint = "ask it of an outcome or a norm; what only depends on a conflict is `UNKNOWN`"
    scope.findings.warning("RL417", "this can never be in conflict", span, hint)


def _under_nots(claim: tree.Claim) -> tuple[tree.Claim, bool]:
    """What stands under the NOTs that begin a claim, and whether they cancel out."""
    positive = True
    while isinstance(claim, tree.Not):
        claim, positive = claim.operand, not positive
    return claim, positive


def _rule_claim(
    scope: Scope, claim: tree.Triggered | tree.SuspendsClaim | tree.PrevailsClaim, positive: bool
) -> model.Claim | None:
    match claim:
        case tree.Triggered(rule):
            name = cited(rule, scope.symbols, scope.findings)
            return None if name is None else model.TriggeredClaim(name, positive)
        case tree.SuspendsClaim(clause, rule):
            first, second = (cited(n, scope.symbols, scope.findings) for n in (clause, rule))
            return None if first is None or second is None else model.SuspendsClaim(first, second, positive)
        case tree.PrevailsClaim(winner, loser):
            first, second = (cited(n, scope.symbols, scope.findings) for n in (winner, loser))
            return None if first is None or second is None else model.PrevailsClaim(first, second, positive)


def cited(name: tree.Name, symbols: Symbols, findings: Findings) -> str | None:
    """A rule or clause that is cited; a META RULE can't be (semantics.md, item 15)."""
    text = name.text
    rule = symbols.rules.get(text)
    if rule is None:
        clause = symbols.clauses.get(text)
        if clause is not None:
            rule = symbols.rules[clause[0]]
    if rule is None:
        findings.unknown("RL231", "the rule", text, name.span, lambda: [*symbols.rules, *symbols.clauses])
        return None
    if rule.meta:
        variants = [id_ for id_ in symbols.rules if id_ != rule.id and not symbols.rules[id_].meta
                    and any(link.id == rule.id for link in symbols.chain(id_))]  # fmt: skip
        listed = ", ".join(f"`{v}`" for v in variants)
        hint = f"its variants are {listed}" if variants else "write a rule that augments it"
        findings.error("RL409", f"`{rule.id}` is a META RULE, which never applies by itself", name.span, hint)
        return None
    return text
