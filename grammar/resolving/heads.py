"""Heads: what stands after THEN, resolved; what may stand together there, and what no rule can conclude."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.model import Head
from rulelang.grammar.resolving.expressions import action_atom, arguments, fitting, value
from rulelang.grammar.resolving.names import declared, find, sentence_said, unknown
from rulelang.grammar.resolving.scope import Scope
from rulelang.grammar.resolving.sentences import normal
from rulelang.grammar.resolving.symbols import is_boolean
from rulelang.grammar.source import Span

INCOMPATIBLE: frozenset[frozenset[str]] = frozenset(
    (frozenset(("MUST", "NEED NOT")), frozenset(("MUST", "MUST NOT")), frozenset(("MUST NOT", "MAY")))
)
"""The norms that exclude each other (semantics.md, item 2)."""


def heads(scope: Scope, outcomes: Sequence[tree.Outcome]) -> tuple[Head, ...]:
    """What stands after THEN; outcomes of one THEN must be compatible."""
    result: list[Head] = []
    for outcome in outcomes:
        head = _head(scope, outcome)
        if head is None:
            continue
        for earlier, written in zip(result, outcomes, strict=False):
            if _clash(earlier, head):
                scope.findings.error(
                    "RL224",
                    "these outcomes exclude each other",
                    outcome.span,
                    "one THEN concludes what can hold together",
                    (Label(written.span, "the other one"),),
                )
        result.append(head)
    return tuple(result)


def _head(scope: Scope, outcome: tree.Outcome) -> Head | None:
    match outcome:
        case tree.Conclude(atom, positive):
            if isinstance(atom, tree.Sentence):
                said = sentence_said(scope, atom.value, atom.span, actions=False)
                if said is None:
                    proposition = scope.symbols.sentences.get(normal(atom.value))
                    return None if proposition is None else model.Conclude(proposition.name, (), positive)
                atom = tree.Term(said.name, span=atom.span)
            return _conclude(scope, atom, positive, outcome.span)
        case tree.ConcludeNorm(mode, action):
            found = action_atom(scope, action)
            return None if found is None else model.ConcludeNorm(mode, *found)
        case tree.Assign(target, written):
            return _assign(scope, target, written, outcome.span)
        case tree.Limit(target, op, written):
            outcome_ = _target(scope, target)
            if outcome_ is None:
                _value_alone(scope, written)
                return None
            args = arguments(scope, outcome_, target)
            bound = fitting(scope, written, outcome_.type, f"`{target.name}`")
            if is_boolean(outcome_.type):
                scope.findings.error(
                    "RL223", f"`{target.name}` is a condition and has no bounds", outcome.span, "conclude it or its NOT"
                )
                return None
            return None if args is None else model.Limit(outcome_.name, args, op, bound)


def _value_alone(scope: Scope, expr: tree.Expr) -> None:
    """Nothing is known of the target, so nothing is said of the value but what is wrong with it by itself."""
    value(scope, expr)


def _conclude(scope: Scope, atom: tree.Term, positive: bool, span: Span) -> Head | None:
    said = find(scope, atom.name)
    if said is None:
        unknown(scope, atom)
        return None
    if isinstance(said, model.Outcome):
        args = arguments(scope, said, atom)
        if not is_boolean(said.type):
            scope.findings.error(
                "RL223", f"`{atom.name}` has a value, and none is concluded", span, f"write `{atom.name} = …`"
            )
            return None
        return None if args is None else model.Conclude(said.name, args, positive)
    _not_concluded(scope, atom, span)
    return None


def _not_concluded(scope: Scope, atom: tree.Term, span: Span) -> None:
    said = find(scope, atom.name)
    if said is None:
        unknown(scope, atom)
        return
    if isinstance(said, model.Action):
        scope.findings.error(
            "RL220",
            f"`{atom.name}` is an action, and a rule concludes norms about it",
            span,
            f"write `MUST {atom.name}`, `MUST NOT {atom.name}`, `MAY {atom.name}` or `NEED NOT {atom.name}`",
        )
        return
    hint = (
        f"facts come from the case; declare `OUTCOME {atom.name}` for what rules conclude"
        if isinstance(said, model.Fact)
        else "only outcomes and norms are concluded"
    )
    label = () if not isinstance(said, model.Fact) else (Label(said.span, "declared as a fact here"),)
    scope.findings.error("RL221", f"{declared(said)}, and no rule can conclude it", span, hint, label)


def _target(scope: Scope, target: tree.Term) -> model.Outcome | None:
    said = find(scope, target.name)
    if isinstance(said, model.Outcome):
        return said
    _not_concluded(scope, target, target.span)
    return None


def _assign(scope: Scope, target: tree.Term, written: tree.Expr, span: Span) -> Head | None:
    outcome = _target(scope, target)
    if outcome is None:
        _value_alone(scope, written)
        return None
    args = arguments(scope, outcome, target)
    if is_boolean(outcome.type):
        if isinstance(written, tree.TruthLiteral):
            return None if args is None else model.Conclude(outcome.name, args, written.value)
        scope.findings.error(
            "RL223",
            f"`{target.name}` is a condition and has no value",
            span,
            f"conclude `{target.name}` or `NOT {target.name}`",
        )
        return None
    found = fitting(scope, written, outcome.type, f"`{target.name}`")
    return None if args is None else model.Assign(outcome.name, args, found)


def _clash(one: Head, other: Head) -> bool:
    match one, other:
        case model.Conclude(a, x, p), model.Conclude(b, y, q):
            return a == b and x == y and p is not q
        case model.ConcludeNorm(m, a, x), model.ConcludeNorm(n, b, y):
            return a == b and x == y and frozenset((m, n)) in INCOMPATIBLE
        case model.Assign(a, x, model.Constant(v)), model.Assign(b, y, model.Constant(w)):
            return a == b and x == y and v != w
        case _:
            return False
