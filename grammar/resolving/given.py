"""What a case gives: facts, deeds, stipulations, and what it says is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.model import Atom, Constant, Constant_, Value
from rulelang.grammar.resolving.comparison import OPPOSITE, fit
from rulelang.grammar.resolving.expressions import action_atom, arguments, either, formula, value
from rulelang.grammar.resolving.kinds import BROKEN, value_problem
from rulelang.grammar.resolving.names import declared, find, sentence_said, unknown
from rulelang.grammar.resolving.scope import Scope
from rulelang.grammar.resolving.symbols import is_boolean
from rulelang.grammar.source import Span
from rulelang.grammar.words import value_text

Thing: TypeAlias = model.Fact | model.Outcome


class GivenReader:
    """Reads claims as what is given, and sees to it that nothing is given twice in two ways."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.result: list[model.Given] = []
        self._seen: dict[tuple[str, Atom], tuple[object, Span]] = {}
        self._later: list[Callable[[], None]] = []

    def read(self, claim: tree.Claim) -> None:
        """One claim after GIVEN or SUPPOSE."""
        span = claim.span
        match claim:
            case tree.Term() | tree.Sentence():
                self._truth(claim, True, span)
            case tree.Not(tree.Term() | tree.Sentence() as operand):
                self._truth(operand, False, span)
            case tree.Mark("DONE", tree.Term() | tree.Sentence() as action):
                self._done(action, True, span)
            case tree.Not(tree.Mark("DONE", tree.Term() | tree.Sentence() as action)):
                self._done(action, False, span)
            case tree.Mark("REJECTED", tree.Term() | tree.Sentence() as operand):
                self._truth(operand, False, span)
            case tree.Norm(mode, action):
                atom = action_atom(self.scope, action)
                if atom is not None:
                    self._norm(mode, atom, span)
            case tree.Not(tree.Norm(mode, _)):
                self._refuse(span, "a case states norms", f"write `{OPPOSITE[mode]} …`, the contrary norm")
            case tree.Compare("=", left, right):
                self._equal(left, right, span)
            case tree.Unknown(operand):
                self._unknown(operand, span)
            case tree.And():
                self._refuse(span, "what is given stands one by one", "write a comma instead of AND")
            case _:
                either_or_nothing(self.scope, claim)
                self._refuse(
                    span,
                    "a case gives facts, not conditions",
                    "write `p`, `NOT p`, `v = …`, `DONE a`, `UNKNOWN p` or a norm",
                )

    def finish(self) -> None:
        """What could only be read when all entities were there."""
        for read in self._later:
            read()
        self._later.clear()

    def later(self, read: Callable[[], None]) -> None:
        self._later.append(read)

    def put_truth(self, thing: Thing, atom: Atom, truth: bool, span: Span) -> None:
        """A boolean fact, or an outcome that the case stipulates."""
        if not self._note("said", atom, truth, span):
            return
        if isinstance(thing, model.Fact):
            self.result.append(model.GivenFact(atom, truth, span=span))
        else:
            self.result.append(model.Stipulation(atom, truth, span=span))

    def put_value(self, thing: Thing, atom: Atom, found: Constant_, span: Span) -> None:
        """The value of a fact, or of an outcome that the case stipulates."""
        if not self._note("said", atom, found, span):
            return
        if isinstance(thing, model.Fact):
            self.result.append(model.GivenFact(atom, found, span=span))
        else:
            self.result.append(model.Stipulation(atom, found, span=span))

    def put_unknown(self, thing: Thing, atom: Atom, span: Span) -> None:
        if not isinstance(thing, model.Fact):
            self.scope.findings.error(
                "RL412",
                f"{declared(thing)}, and only facts are given as UNKNOWN",
                span,
                "what rules conclude follows from the facts; state it under EXPECT UNKNOWN",
            )
            return
        if self._note("said", atom, _UNKNOWN, span):
            self.result.append(model.GivenUnknown(atom, span=span))

    def constant(self, expr: tree.Expr, type_: model.Type, name: str) -> Constant_ | None:
        """A known value of a type; None where it is wrong (reported)."""
        scope = self.scope
        at = len(scope.findings.found)
        found, kind = value(scope, expr, type_)
        if kind is BROKEN:
            return None
        found = fit(scope, found, kind, type_, expr.span, f"`{name}`")
        if len(scope.findings.found) > at:
            return None
        if not isinstance(found, Constant):
            scope.findings.error("RL404", "a case gives known values", expr.span, "write the value itself")
            return None
        problem = value_problem(found.value, type_, scope.symbols.sorts)
        if problem is not None:
            scope.findings.error(
                "RL402", f"`{' '.join(expr.span.text.split())}` {problem}", expr.span, f"`{name}` is declared so"
            )
            return None
        return found.value

    # -------------------------------------------------------------------------------------------------- parts

    def _truth(self, atom: tree.Term | tree.Sentence, truth: bool, span: Span) -> None:
        if isinstance(atom, tree.Term) and not self._giveable(atom):
            return
        thing = self._thing(atom)
        if thing is None:
            formula(self.scope, atom)
            return
        at = len(self.scope.findings.found)
        match formula(self.scope, atom):
            case model.FactHolds(name, args) | model.OutcomeHolds(name, args) if (
                len(self.scope.findings.found) == at
            ):
                ground = self._ground(name, args, atom.span)
                if ground is not None:
                    self.put_truth(thing, ground, truth, span)
            case _:
                pass

    def _giveable(self, term: tree.Term) -> bool:
        said = find(self.scope, term.name)
        if said is None:
            unknown(self.scope, term)
            return False
        if isinstance(said, model.Fact | model.Outcome | model.Action):
            return True
        self._refuse(
            term.span, f"{declared(said)} and cannot be given", "give the facts that it is computed from"
        )
        return False

    def _thing(self, atom: tree.Term | tree.Sentence) -> Thing | None:
        """The fact or outcome that is spoken of."""
        if isinstance(atom, tree.Term):
            said = self.scope.symbols.said.get(atom.name)
        else:
            said = sentence_said(self.scope, atom.value, atom.span, actions=False)
            if said is None:
                return self.scope.sentence(atom.value, atom.span)
        return said if isinstance(said, model.Fact | model.Outcome) else None

    def _equal(self, left: tree.Expr, right: tree.Expr, span: Span) -> None:
        scope = self.scope
        if isinstance(left, tree.Sentence):
            said = sentence_said(scope, left.value, left.span, actions=False)
            if said is not None:
                left = tree.Term(said.name, span=left.span)
        if isinstance(left, tree.Sentence) and isinstance(right, tree.TruthLiteral):
            self._truth(left, right.value, span)
            return
        if not isinstance(left, tree.Term):
            either_or_nothing(scope, left)
            self._refuse(span, "a case gives the value of a fact or an outcome", "write `v = …`")
            return
        if not self._giveable(left):
            return
        thing = find(scope, left.name)
        if not isinstance(thing, model.Fact | model.Outcome):
            self._refuse(span, f"`{left.name}` has no value", "write DONE or a norm before an action")
            return
        args = arguments(scope, thing, left)
        ground = None if args is None else self._ground(thing.name, args, left.span)
        if is_boolean(thing.type):
            if isinstance(right, tree.TruthLiteral):
                if ground is not None:
                    self.put_truth(thing, ground, right.value, span)
                return
            scope.findings.error(
                "RL402", f"`{left.name}` is a condition", right.span, f"write `{left.name}` or `NOT {left.name}`"
            )
            return
        found = self.constant(right, thing.type, left.name)
        if ground is not None and found is not None:
            self.put_value(thing, ground, found, span)

    def _done(self, action: tree.Term | tree.Sentence, done: bool, span: Span) -> None:
        atom = action_atom(self.scope, action)
        ground = None if atom is None else self._ground(*atom, action.span)
        if ground is not None and self._note("done", ground, done, span):
            self.result.append(model.GivenDone(ground, done, span=span))

    def _norm(self, mode: model.Mode, atom: tuple[str, tuple[Value, ...]], span: Span) -> None:
        ground = self._ground(*atom, span)
        if ground is not None:
            self.result.append(model.Stipulation(ground, mode, span=span))

    def _unknown(self, operand: tree.Expr, span: Span) -> None:
        scope = self.scope
        match operand:
            case tree.Mark("DONE", tree.Term() | tree.Sentence() as action):
                atom = action_atom(scope, action)
                ground = None if atom is None else self._ground(*atom, action.span)
                if ground is not None and self._note("done", ground, _UNKNOWN, span):
                    self.result.append(model.GivenUnknown(ground, done=True, span=span))
                return
            case tree.Term() | tree.Sentence():
                if isinstance(operand, tree.Term) and not self._giveable(operand):
                    return
            case _:
                either_or_nothing(scope, operand)
                self._refuse(span, "UNKNOWN is said of a fact", "write `UNKNOWN p`, or `UNKNOWN DONE a`")
                return
        match either(scope, operand):
            case (
                model.FactHolds(name, args) | model.OutcomeHolds(name, args) | model.FactValue(name, args)
                | model.OutcomeValue(name, args)
            ):  # fmt: skip
                ground = self._ground(name, args, operand.span)
                thing = self._thing(operand)
                if ground is not None and thing is not None:
                    self.put_unknown(thing, ground, span)
            case _:
                return

    def _ground(self, name: str, args: tuple[Value, ...], span: Span) -> Atom | None:
        known: list[Constant_] = []
        for arg in args:
            if not isinstance(arg, Constant):
                self.scope.findings.error(
                    "RL404", "a case speaks of entities by name", span, "write the entity, not a value to look up"
                )
                return None
            known.append(arg.value)
        return Atom(name, tuple(known))

    def _note(self, kind: str, atom: Atom, found: object, span: Span) -> bool:
        """Whether the atom is given for the first time; two ways of giving it are an error."""
        key = (kind, atom)
        seen = self._seen.get(key)
        if seen is None:
            self._seen[key] = (found, span)
            return True
        if seen[0] != found:
            self.scope.findings.error(
                "RL401",
                f"`{_written(atom)}` is given twice, in two ways",
                span,
                "a case says one thing of each fact",
                (Label(seen[1], "first given here"),),
            )
        return False

    def _refuse(self, span: Span, message: str, hint: str | None) -> None:
        self.scope.findings.error("RL403", message, span, hint)


def _written(atom: Atom) -> str:
    return f"{atom.name}({', '.join(map(value_text, atom.args))})" if atom.args else atom.name


_UNKNOWN = object()


def either_or_nothing(scope: Scope, claim: tree.Claim) -> None:
    """Read what can't be given all the same, so that names in it are not said to be wrong later."""
    if isinstance(
        claim, tree.Unknown | tree.Conflict | tree.Triggered | tree.SuspendsClaim | tree.PrevailsClaim
    ):
        return
    either(scope, claim)
