"""What a condition or an expression reads of the contests, and whether only positively.

A read is positive under AND, OR, ANY, EVERY and an even number of NOTs (REJECTED is a positive test); under NOT, in
a comparison, an expression, an aggregate or an argument it is strict.  Definitions are transparent.
Docs: docs/semantics.md, part 1 (strata).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from rulelang.engine.rules.formulas import Node, parts, range_args
from rulelang.grammar import model as m

Known: TypeAlias = int | str
"""A member of a fixed sort."""

Scope: TypeAlias = Mapping[str, Known | None]
"""The variables in scope: a member of a fixed sort, or None where the entity is not looked at."""


_Use: TypeAlias = tuple[str, tuple[Known | None, ...], bool, str | None]
"""A definition at arguments, whether it stands positively, and what makes it strict."""


@dataclass(frozen=True, slots=True)
class Read:
    """One test of a contest: its predicate with the arguments that are known, and how it is read.

    `how` None: positively; else what makes it strict ("under NOT", "in a comparison", …).
    """

    name: str
    args: tuple[Known | None, ...]
    how: str | None


class Reader:
    """Reads formulas of one program, with the variables over `expanded` sorts instantiated.

    Arguments:
        program: gives definitions, parameters and sorts.
        expanded: the fixed sorts whose members are told apart; all other arguments are None in reads.
    """

    def __init__(self, program: m.Program, expanded: frozenset[str]) -> None:
        self._program = program
        self._expanded = expanded
        self._sorts: dict[str, tuple[str | None, ...]] = {}
        self._definitions: dict[_Use, tuple[Read, ...]] = {}
        """The reads of definitions at arguments; a definition that is being read is empty, so none recurs."""
        self._missing: dict[_Use, None] | None = None
        """While a definition is read: those in it whose reads have to be known first."""

    def members(self, sort: str) -> tuple[Known | None, ...]:
        """The members of a sort that is told apart, else one stand-in."""
        found = self._program.sorts.get(sort)
        if sort not in self._expanded or found is None or found.members is None:
            return (None,)
        return tuple(found.members)

    def formula(self, formula: m.Formula, scope: Scope, positive: bool, how: str | None) -> Iterator[Read]:
        """The reads of a formula.

        Arguments:
            formula: what is read.
            scope: the variables in scope.
            positive: whether it stands under an even number of NOTs.
            how: what makes all of it strict, if anything does.
        """
        match formula:
            case m.OutcomeHolds() | m.Rejected() | m.NormHolds() | m.Violated():
                yield from self._test(formula.name, formula.args, scope, how or (None if positive else "under NOT"))
            case m.Truth() | m.FactHolds() | m.Done():
                yield from self.arguments(parts(formula), scope)
            case m.Not(operand=operand):
                yield from self.formula(operand, scope, not positive, how)
            case m.And(parts=inside):
                if any(self.known(part, scope) is False for part in inside):
                    return
                for part in inside:
                    yield from self.formula(part, scope, positive, how)
            case m.Or(parts=inside):
                if any(self.known(part, scope) is True for part in inside):
                    return
                for part in inside:
                    yield from self.formula(part, scope, positive, how)
            case m.Quantified(binder=binder, body=body):
                yield from self.arguments(range_args(binder), scope)
                for member in self.members(binder.range.sort):
                    yield from self.formula(body, {**scope, binder.variable: member}, positive, how)
            case m.DefinitionHolds(name=name, args=args):
                yield from self.arguments(args, scope)
                yield from self._definition(name, args, scope, positive, how)
            case m.Compare() | m.IsNone() | m.Before():
                for side in parts(formula):
                    yield from self.value(side, scope, how or "in a comparison")
            case _:
                assert_never(formula)

    def value(self, node: Node, scope: Scope, how: str) -> Iterator[Read]:
        """The reads of an expression (or of a condition inside one), all of them strict."""
        if isinstance(node, m.Formula):
            yield from self.formula(node, scope, True, how)
            return
        match node:
            case m.OutcomeValue(name=name, args=args):
                yield from self._test(name, args, scope, how)
            case m.DefinitionValue(name=name, args=args):
                yield from self.arguments(args, scope)
                yield from self._definition(name, args, scope, True, how)
            case m.Count(binder=binder, where=where):
                yield from self.arguments(range_args(binder), scope)
                for member in self.members(binder.range.sort):
                    if where is not None:
                        yield from self.formula(where, {**scope, binder.variable: member}, True, "in an aggregate")
            case m.CountOf(conditions=conditions):
                for condition in conditions:
                    yield from self.formula(condition, scope, True, "in an aggregate")
            case m.Fold(body=body, binder=binder, where=where):
                yield from self.arguments(range_args(binder), scope)
                for member in self.members(binder.range.sort):
                    inner = {**scope, binder.variable: member}
                    if where is not None:
                        if self.known(where, inner) is False:
                            continue
                        yield from self.formula(where, inner, True, "in an aggregate")
                    yield from self.value(body, inner, "in an aggregate")
            case (
                m.Constant()
                | m.Variable()
                | m.FactValue()
                | m.TableValue()
                | m.Arithmetic()
                | m.Minus()
                | m.Shift()
                | m.Call()
                | m.Elapsed()
            ):
                for part in parts(node):
                    yield from self.value(part, scope, how)
            case _:
                assert_never(node)

    def arguments(self, args: tuple[Node, ...], scope: Scope) -> Iterator[Read]:
        """What the arguments themselves read."""
        for argument in args:
            if not isinstance(argument, m.Variable | m.Constant):
                yield from self.value(argument, scope, "in an argument")

    def instances(self, name: str, args: tuple[m.Value, ...], scope: Scope) -> Iterator[tuple[Known | None, ...]]:
        """The contests that a name with arguments may mean: one for each member where an argument isn't known."""
        if not args or not self._expanded:
            yield (None,) * len(args)
            return
        found: list[tuple[Known | None, ...]] = [()]
        for sort, argument in zip(self.sorts(name), args, strict=False):
            members = self.members(sort) if sort is not None else (None,)
            if members == (None,):
                choices: tuple[Known | None, ...] = (None,)
            else:
                value = self.evaluate(argument, scope)
                choices = members if value is None else (value,) if value in members else ()
            found = [(*instance, choice) for instance in found for choice in choices]
        yield from found

    def sorts(self, name: str) -> tuple[str | None, ...]:
        """The sorts of the parameters of an outcome or action (None: not a sort)."""
        found = self._sorts.get(name)
        if found is None:
            declared = self._program.outcomes.get(name) or self._program.actions.get(name)
            parameters = () if declared is None else declared.parameters
            found = tuple(p.type.name if isinstance(p.type, m.SortType) else None for p in parameters)
            self._sorts[name] = found
        return found

    def evaluate(self, value: m.Value, scope: Scope) -> Known | None:
        """The value of an argument that depends on members of fixed sorts alone, else None."""
        match value:
            case m.Constant(value=int() | str() as known):
                return known
            case m.Variable(name=name):
                return scope.get(name)
            case m.Minus(operand=operand):
                inner = self.evaluate(operand, scope)
                return -inner if isinstance(inner, int) else None
            case m.Arithmetic(op=op, left=left, right=right):
                a, b = self.evaluate(left, scope), self.evaluate(right, scope)
                if not isinstance(a, int) or not isinstance(b, int):
                    return None
                return {"+": a + b, "-": a - b, "*": a * b}.get(op)
            case _:
                return None

    def known(self, formula: m.Formula, scope: Scope) -> bool | None:
        """Whether a comparison of members is true or false in every case (None: neither can be said)."""
        if not self._expanded:
            return None
        match formula:
            case m.Truth(value=value):
                return value
            case m.Compare(op=op, left=left, right=right):
                a, b = self.evaluate(left, scope), self.evaluate(right, scope)
                if a is None or b is None:
                    return None
                if op in ("=", "!="):
                    return (a == b) is (op == "=")
                if isinstance(a, int) and isinstance(b, int):
                    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
                return None
            case m.And(parts=inside):
                truths = [self.known(part, scope) for part in inside]
                return False if False in truths else None if None in truths else True
            case m.Or(parts=inside):
                truths = [self.known(part, scope) for part in inside]
                return True if True in truths else None if None in truths else False
            case m.Not(operand=operand):
                truth = self.known(operand, scope)
                return None if truth is None else not truth
            case _:
                return None

    # ------------------------------------------------------------------------------------------------ parts

    def _test(self, name: str, args: tuple[m.Value, ...], scope: Scope, how: str | None) -> Iterator[Read]:
        yield from self.arguments(args, scope)
        for instance in self.instances(name, args, scope):
            yield Read(name, instance, how)

    def _definition(
        self, name: str, args: tuple[m.Value, ...], scope: Scope, positive: bool, how: str | None
    ) -> Iterator[Read]:
        definition = self._program.definitions.get(name)
        if definition is None:
            return
        use = (name, tuple(self.evaluate(argument, scope) for argument in args), positive, how)
        if use not in self._definitions:
            if self._missing is not None:
                self._missing[use] = None
                return
            self._read(use)
        yield from self._definitions[use]

    def _read(self, use: _Use) -> None:
        """Reads a definition, those that it rests on first: they may be as many as there are in the program, so
        what is missing is put on a stack, and the definition is read again when that is known."""
        stack, read = [use], set[_Use]()
        while stack:
            name, values, positive, how = current = stack[-1]
            if current in read:
                stack.pop()
                continue
            definition = self._program.definitions[name]
            inner = {p.name: value for p, value in zip(definition.parameters, values, strict=False)}
            self._definitions.setdefault(current, ())
            self._missing = {}
            found = tuple(dict.fromkeys(self._cases(definition, inner, positive, how)))
            missing, self._missing = self._missing, None
            if missing:
                stack.extend(reversed(missing))
                continue
            self._definitions[current] = found
            read.add(stack.pop())

    def _cases(self, definition: m.Definition, scope: Scope, positive: bool, how: str | None) -> Iterator[Read]:
        last = definition.cases[-1]
        for case in definition.cases:
            if case.condition is not None:
                # A condition also decides that later cases are not read, so only the last one is positive.
                reason = how if case is last else how or "in a condition of a definition"
                yield from self.formula(case.condition, scope, positive, reason)
            if isinstance(case.value, m.Formula):
                yield from self.formula(case.value, scope, positive, how)
            else:
                yield from self.value(case.value, scope, how or "in an expression")
