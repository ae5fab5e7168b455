"""What rules, limits and definitions give, as their authors wrote it: with its units, which a ground value has not."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.engine import core
from rulelang.engine.rules.formulas import Substitution, substitute_value
from rulelang.grammar import model
from rulelang.grammar.rule_text import formula_text
from rulelang.verifier.matter import Ready
from rulelang.verifier.parts import Limiting, Origin, Part, origin_of, origin_of_limit
from rulelang.verifier.words import expression, unit_of


@dataclass(frozen=True, slots=True)
class Heads:
    """The expressions of one case's rules, in words; what is known to be one value stands as that."""

    ready: Ready

    def given(self, contest: core.Contest, part: Part) -> str:
        """The value that a rule gives an outcome."""
        assert part.rule.value is not None
        origin = origin_of(self.ready.base, self.ready.selection, self._program, part.rule)
        heads: tuple[model.Head, ...] = ()
        if origin is not None and part.rule.number >= origin.unit.first:
            heads = origin.unit.heads[part.rule.number - origin.unit.first :][:1]
        return self._text(contest.key, part.rule.value, _values(heads), origin)

    def bound(self, one: Limiting) -> str:
        """The bound of a limit."""
        contest = self._program.contests[one.contest]
        origin = origin_of_limit(self.ready.base, self.ready.selection, contest, one.limit)
        heads = () if origin is None else origin.unit.heads
        limits = [head for head in heads if isinstance(head, model.Limit)]
        same = [head.value for head in limits if (head.name, head.op) == (contest.name, one.limit.op)]
        return self._text(one.contest, one.limit.bound, same, origin)

    def defined(self, key: str, number: int, body: core.Value) -> str:
        """The value that one case of a definition gives."""
        definition = self._program.definitions[key]
        wrote = self.ready.base.program.definitions[definition.name]
        unit = wrote.type.unit if isinstance(wrote.type, model.NumberType) else None
        if len(wrote.cases) != len(definition.cases) or isinstance(body, core.Constant):
            return expression(body, unit, self.ready.matter.declared)
        by: Substitution = {
            parameter.name: model.Constant(arg)
            for parameter, arg in zip(wrote.parameters, definition.args, strict=True)
        }
        said = wrote.cases[number].value
        if not isinstance(said, model.Value):
            return expression(body, unit, self.ready.matter.declared)
        return formula_text(self.ready.base.program, substitute_value(said, by))

    @property
    def _program(self) -> core.Core:
        return self.ready.matter.program

    def _text(self, key: str, ground: core.Value, wrote: list[model.Value], origin: Origin | None) -> str:
        if isinstance(ground, core.Constant) or origin is None or len(wrote) != 1:
            declared = self.ready.matter.declared
            return expression(ground, unit_of(core.OutcomeRead(key), declared), declared)
        return formula_text(self.ready.base.program, substitute_value(wrote[0], origin.by))


def _values(heads: tuple[model.Head, ...]) -> list[model.Value]:
    return [head.value for head in heads if isinstance(head, model.Assign)]
