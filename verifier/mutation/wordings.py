"""Harmless changes: other wordings, grounds and places of citations; all of them have to be accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from rulelang.engine import core
from rulelang.grammar.values import exact
from rulelang.verifier.expand import equation
from rulelang.verifier.linear import number
from rulelang.verifier.mutation.case import Bench
from rulelang.verifier.mutation.draft import (
    Draft,
    Line,
    Stated,
    added,
    dropped,
    gold_draft,
    renamed,
    replaced,
)
from rulelang.verifier.mutation.judgments import bound_of, pairs_of
from rulelang.verifier.mutation.kinds import Harmless
from rulelang.verifier.warrant import Slot, Verdict

# --------------------------------------------------------------------------------------------- order, other grounds


def _reordered(bench: Bench) -> Sequence[Draft]:
    lines = list(bench.gold.lines)
    bench.chance.shuffle(lines)
    return [replace(bench.gold, lines=tuple(reversed(bench.gold.lines))), replace(bench.gold, lines=tuple(lines))]


def _renamed(bench: Bench) -> Sequence[Draft]:
    return [renamed(bench.gold, {line.id: f"c{number}" for number, line in enumerate(bench.gold.lines, 11)})]


def _other_warrant(bench: Bench) -> Sequence[Draft]:
    others = [warrant for warrant in bench.ready.listed if warrant is not bench.warrant]
    return [gold_draft(bench.ready, bench.chance.choice(others))] if others else []


def _both_grounds(bench: Bench) -> Sequence[Draft]:
    """The judgments of another accepted warrant beside those of this one."""
    others = [warrant for warrant in bench.ready.listed if warrant is not bench.warrant]
    if not others:
        return []
    other = gold_draft(bench.ready, bench.chance.choice(others))
    made, names = bench.gold, dict[str, str]()
    for line in other.lines:
        assert line.about is not None
        known = made.line(line.about)
        sources = tuple(names[source] for source in line.sources)
        if known is None:
            names[line.id] = made.fresh()
            made = added(made, replace(line, id=names[line.id], sources=sources))
        else:
            names[line.id] = known.id
            both = replace(
                known,
                sources=tuple(dict.fromkeys((*known.sources, *sources))),
                rules=tuple(dict.fromkeys((*known.rules, *line.rules))),
            )
            made = replaced(made, both)
    return [made]


# ------------------------------------------------------------------------------------------- judgments, otherwise


def _pairs(bench: Bench) -> Iterator[tuple[Line, Line]]:
    for left, right in pairs_of(bench):
        one, other = bench.gold.line(left), bench.gold.line(right)
        if one is not None and other is not None and one.id < other.id:
            yield one, other


def _together(bench: Bench, says: tuple[Stated, ...], one: Line, other: Line) -> Draft:
    """One claim for two judgments, with the grounds of both."""
    rules = tuple(dict.fromkeys((*one.rules, *other.rules)))
    evidence = tuple(dict.fromkeys((*one.evidence, *other.evidence)))
    made = replaced(bench.gold, replace(one, says=says, rules=rules, evidence=evidence, about=None))
    for user in made.users(other.id):
        made = replaced(made, replace(user, sources=tuple(dict.fromkeys((*user.sources, one.id)))))
    return dropped(made, other.id)


def _joined(bench: Bench) -> Sequence[Draft]:
    return [_together(bench, (*one.says, *other.says), one, other) for one, other in _pairs(bench)]


def _conjoined(bench: Bench) -> Sequence[Draft]:
    made: list[Draft] = []
    for one, other in _pairs(bench):
        formulas = _formulas(one, other)
        if formulas is not None:
            text = " AND ".join(f"({line.says[0].text})" for line in (one, other))
            made.append(_together(bench, (Stated(text, core.And(formulas)),), one, other))
    return made


def _de_morgan(bench: Bench) -> Sequence[Draft]:
    made: list[Draft] = []
    for one, other in _pairs(bench):
        formulas = _formulas(one, other)
        if formulas is not None:
            text = "NOT (" + " OR ".join(f"NOT ({line.says[0].text})" for line in (one, other)) + ")"
            denied = core.Not(core.Or(tuple(core.Not(formula) for formula in formulas)))
            made.append(_together(bench, (Stated(text, denied),), one, other))
    return made


def _formulas(one: Line, other: Line) -> tuple[core.Formula, core.Formula] | None:
    left, right = one.says[0], other.says[0]
    if left.formula is None or right.formula is None or left.unsettled or right.unsettled:
        return None
    return left.formula, right.formula


def _denied_twice(bench: Bench) -> Sequence[Draft]:
    made: list[Draft] = []
    for line in bench.gold.lines:
        said = line.says[0]
        if said.formula is not None and not said.unsettled:
            twice = Stated(f"NOT (NOT ({said.text}))", core.Not(core.Not(said.formula)))
            made.append(replaced(bench.gold, replace(line, says=(twice,))))
    return made


def _value_for_comparison(bench: Bench) -> Sequence[Draft]:
    return list(_bounded(bench, "="))


def _stronger_bound(bench: Bench) -> Sequence[Draft]:
    return list(_bounded(bench, ""))


def _bounded(bench: Bench, sign: str) -> Iterator[Draft]:
    """The value itself, or a bound at the value, in place of a comparison with a threshold."""
    for slot in bench.facts():
        bound, line = bound_of(bench, slot.leaf), bench.gold.line(slot.leaf)
        if bound is None or line is None:
            continue
        quantity, op, _, value = bound
        if sign == "=" and not isinstance(quantity, core.FactRead):
            continue
        below = (slot.value is Verdict.TRUE) == (op in ("<", "<="))
        constant = core.Constant(exact(value))
        test = core.Test("=" if sign == "=" else "<=" if below else ">=", quantity, constant)
        yield replaced(bench.gold, replace(line, says=(bench.says(test),)))


def _excluded(bench: Bench) -> Sequence[Draft]:
    """What it is, in place of what it is not."""
    made: list[Draft] = []
    for slot in bench.facts():
        equal, line = equation(slot.leaf), bench.gold.line(slot.leaf)
        if equal is None or line is None or slot.value is not Verdict.FALSE:
            continue
        value = bench.proof.world.value(equal[0])
        if value is not None and bench.ready.matter.declared.domain_of(equal[0]):
            said = bench.says(core.Test("=", equal[0], core.Constant(value)))
            made.append(replaced(bench.gold, replace(line, says=(said,))))
    return made


def _within(bench: Bench) -> Sequence[Draft]:
    """A value off by less than its tolerance."""
    made: list[Draft] = []
    for line in bench.gold.lines:
        equal = None if line.about is None else equation(line.about)
        if equal is None or equal[0] not in bench.ready.tolerances:
            continue
        value, span = number(equal[1].value), number(bench.ready.tolerances[equal[0]].value)
        if value is not None and span is not None and isinstance(equal[1].value, int | Fraction):
            off = core.Test("=", equal[0], core.Constant(exact(value + span / 2)))
            made.append(replaced(bench.gold, replace(line, says=(bench.says(off),))))
    return made


# ------------------------------------------------------------------------------------------------------ citations


def _lifted(bench: Bench) -> Sequence[Draft]:
    """The rule for its clause, everywhere."""
    rules = bench.ready.matter.cited.rules
    lines = tuple(
        replace(line, rules=tuple(dict.fromkeys(rules.get(cite, cite) for cite in line.rules)))
        for line in bench.gold.lines
    )
    return [replace(bench.gold, lines=lines)] if lines != bench.gold.lines else []


def _clause_for_rule(bench: Bench) -> Sequence[Draft]:
    """On a conclusion a clause for its rule."""
    rules = bench.ready.matter.cited.rules
    made: list[Draft] = []
    for line in bench.gold.lines:
        if line.about not in bench.warrant.needs:
            continue
        for rule in line.rules:
            clauses = [name for name, of in rules.items() if of == rule and name != rule]
            if clauses and rule in bench.warrant.needs[line.about]:
                cites = tuple(clauses[0] if cite == rule else cite for cite in line.rules)
                made.append(replaced(bench.gold, replace(line, rules=cites)))
    return made


def _rules_at_use(bench: Bench) -> Sequence[Draft]:
    """The rule of a fact judgment is cited only where the judgment is used; what holds anything derived concludes."""
    made = bench.gold
    for slot in bench.warrant.slots.values():
        line = made.line(slot.leaf)
        if not bench.proof.statements.is_fact(slot.leaf) or line is None:
            continue
        for user in made.users(line.id):
            leading = _leading(bench, slot, user)
            made = replaced(made, replace(user, rules=tuple(dict.fromkeys((*user.rules, *leading)))))
        made = replaced(made, replace(line, rules=()))
    return [made] if made != bench.gold else []


def _leading(bench: Bench, slot: Slot, user: Line) -> list[str]:
    """The clause in which a judgment stands that leads to what draws on it."""
    rules = bench.ready.matter.cited.rules
    clauses = [*bench.warrant.needs.get(user.about, {})] if user.about is not None else []
    clauses += [unit.clause for unit in bench.warrant.interactions if unit.of == user.about]
    own = {rules.get(clause) for clause in clauses}
    return [clause for clause in slot.clauses if clause in rules and rules[clause] in own][:1]


def _passages_at_use(bench: Bench) -> Sequence[Draft]:
    """The passage of a fact judgment is cited only where the judgment is used."""
    made = bench.gold
    for line in bench.gold.lines:
        if not line.evidence:
            continue
        for user in made.users(line.id):
            made = replaced(made, replace(user, evidence=tuple(dict.fromkeys((*user.evidence, *line.evidence)))))
        made = replaced(made, replace(line, evidence=()))
    return [made] if made != bench.gold else []


def _other_passage(bench: Bench) -> Sequence[Draft]:
    """Another accepted set of passages."""
    made: list[Draft] = []
    for line in bench.gold.lines:
        if line.about is None or not line.evidence:
            continue
        for accepted in bench.ready.matter.evidence.get(line.about, ()):
            if accepted != frozenset(line.evidence):
                made.append(replaced(bench.gold, replace(line, evidence=tuple(sorted(accepted)))))
    return made


def _more_passages(bench: Bench) -> Sequence[Draft]:
    made: list[Draft] = []
    for line in bench.gold.lines:
        others = [name for name in bench.ready.matter.passages if name not in line.evidence]
        if line.evidence and others:
            made.append(replaced(bench.gold, replace(line, evidence=(*line.evidence, bench.chance.choice(others)))))
    return made


def _quoted(bench: Bench) -> Sequence[Draft]:
    """A quote from the passage."""
    made: list[Draft] = []
    for line in bench.gold.lines:
        texts = [text for name in line.evidence if (text := bench.ready.matter.passages.get(name))]
        if texts:
            made.append(replaced(bench.gold, replace(line, quote=" ".join(texts[0].split()[:4]))))
    return made


WORDINGS: tuple[Harmless, ...] = (
    Harmless("order", "another order of the claims", _reordered),
    Harmless("names", "other ids", _renamed),
    Harmless("other_warrant", "another accepted ground", _other_warrant),
    Harmless("both_grounds", "two accepted grounds", _both_grounds),
    Harmless("two_in_one", "two judgments in one claim", _joined),
    Harmless("conjunction", "two judgments as one conjunction", _conjoined),
    Harmless("de_morgan", "two judgments as a denied disjunction", _de_morgan),
    Harmless("denied_twice", "a judgment denied twice", _denied_twice),
    Harmless("value_for_comparison", "the value in place of the comparison", _value_for_comparison),
    Harmless("stronger_bound", "a true stronger bound", _stronger_bound),
    Harmless("exclusion", "what it is, in place of what it is not", _excluded),
    Harmless("within_tolerance", "a value within its tolerance", _within),
    Harmless("rule_for_clause", "the rule for its clauses", _lifted),
    Harmless("clause_for_rule", "a clause for its rule on a conclusion", _clause_for_rule),
    Harmless("rules_at_use", "rules cited only where the judgments are used", _rules_at_use),
    Harmless("passages_at_use", "passages cited only where the judgments are used", _passages_at_use),
    Harmless("alternative_passage", "another accepted passage", _other_passage),
    Harmless("more_passages", "more passages than needed", _more_passages),
    Harmless("quote", "a quote from the passage", _quoted),
)
