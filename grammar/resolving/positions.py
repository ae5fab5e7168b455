"""What an expression is by its looks: a condition, a value, or something that its neighbour decides."""

from __future__ import annotations

from rulelang.grammar import model, tree
from rulelang.grammar.resolving.names import find
from rulelang.grammar.resolving.scope import Scope
from rulelang.grammar.resolving.sentences import normal
from rulelang.grammar.resolving.symbols import Column, is_boolean


def is_condition(scope: Scope, expr: tree.Expr) -> bool:
    match expr:
        case (
            tree.TruthLiteral() | tree.And() | tree.Or() | tree.Not() | tree.Norm() | tree.Mark() | tree.Compare()
            | tree.Between() | tree.OneOf() | tree.Before() | tree.Quantified()
        ):  # fmt: skip
            return True
        case tree.Term(name):
            if name in scope.variables and not expr.args:
                return False
            said = find(scope, name)
            if said is None or isinstance(said, model.Action | model.Table):
                return False
            return is_boolean(said.kind if isinstance(said, Column) else said.type)
        case _:
            return False


def are_conditions(scope: Scope, left: tree.Expr, right: tree.Expr) -> bool:
    """Whether a comparison is one of conditions; a sentence is a condition beside YES, NO or another condition."""
    sides = (left, right)
    sure = [is_condition(scope, side) for side in sides]
    return any(sure) and all(s or isinstance(side, tree.Sentence) for s, side in zip(sure, sides, strict=True))


def is_value(scope: Scope, expr: tree.Expr) -> bool:
    match expr:
        case tree.Sentence(text):
            same = scope.symbols.glosses.get(normal(text), ())
            return any(not isinstance(s, model.Action | model.Table) and not is_boolean(s.type) for s in same)
        case tree.Term(name):
            said = find(scope, name)
            if said is None or isinstance(said, model.Action | model.Table):
                return False
            return not is_boolean(said.kind if isinstance(said, Column) else said.type)
        case _:
            return not is_condition(scope, expr)


def undecided(scope: Scope, expr: tree.Expr) -> bool:
    """Whether what a side of a comparison stands for depends on the type of the other side."""
    match expr:
        case tree.Sentence() | tree.NoneLiteral():
            return True
        case tree.Term(name, ()):
            if name in scope.variables:
                return False
            # A member may have the name of something that is said.
            return name in scope.symbols.member_sorts or find(scope, name) is None
        case _:
            return False
