"""Plants faults in the encoder and in the evaluator, one at a time, and looks which the agreement tests catch.

`python tests/solver/mutants.py` writes the table of docs/mutants.md; `--only WORDS` tries some.  Each fault is a change
of source text that is made while the module is imported, in a process of its own; nothing on disk is touched.
"""

from __future__ import annotations

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "mutants.md"
MOST_PROGRAMS = 60
"""Random programs that are run where no probe has caught a fault."""
MOST_SECONDS = 600


@dataclass(frozen=True)
class Mutant:
    """`before` stands once in the module and becomes `after`."""

    name: str
    module: str
    before: str
    after: str
    kind: int
    """The programs that are tried: plain, actions, everything, ordered, cycles, values."""

    @property
    def in_encoder(self) -> bool:
        return ".solver." in self.module


PLAIN, ACTIONS, EVERYTHING, ORDERED, CYCLES, VALUES = range(6)


def _encoder(name: str, module: str, before: str, after: str, kind: int = PLAIN) -> Mutant:
    return Mutant(name, f"rulelang.engine.solver.{module}", before, after, kind)


MUTANTS = (
    _encoder("`<=` for `<`", "terms", '"<": z3.Z3_mk_lt', '"<": z3.Z3_mk_le'),
    _encoder("an open test is false", "encoding", "if when is False:", "if True:"),
    _encoder("equal open tests differ", "encoding", "known = self.tests.get(test)", "known = None"),
    _encoder("a lost exception", "encoding", "if condition is False or not rule.exceptions:", "if True:"),
    _encoder(
        "a lost exception to an exception", "encoding",
        "self.formula(e.condition, view), terms.negation(self.in_force(e.exceptions, view))",
        "self.formula(e.condition, view), True",
    ),
    _encoder("the last fitting case of a definition", "encoding",
             "for condition, formula in reversed(definition.cases):", "for condition, formula in definition.cases:",
             EVERYTHING),
    _encoder("a dropped rival", "encode_contests",
             "if position in contest.outranks[j] and clash(j, position) is not False]",
             "if position in contest.outranks[j] and clash(j, position) is not False][1:]"),
    _encoder("a conflict that is settled one way", "encode_contests",
             'choice = terms.truth(f"choice {contest.key}")', "choice = True"),
    _encoder("struck by a rule that was itself struck", "encode_contests",
             "struck = [terms.negation(quick[j])", "struck = [terms.negation(rules[j].applies)", ACTIONS),
    _encoder("a weaker rule for an action strikes", "encode_contests",
             'before: Bool = i in contest.outranks[j] or terms.compare("<", places[j], places[i])',
             'before: Bool = terms.compare("<", places[i], places[j])', ACTIONS),
    _encoder("rules for different values are a team", "encode_contests",
             "different[pair] = terms.negation(equal(terms, given[pair[0]], given[pair[1]]))",
             "different[pair] = False", EVERYTHING),
    _encoder("a value is picked that was struck", "encode_contests",
             "terms.require(terms.implication(pick, unbeaten[i]))",
             "terms.require(terms.implication(pick, rules[i].applies))", EVERYTHING),
    _encoder("a floor is lost", "encode_contests",
             'result = chosen(terms, floored, arithmetic.extreme(terms, ">", result, floor), result)', "pass",
             EVERYTHING),
    _encoder("the bounds of an outcome are not checked", "symbolic",
             "(kind, terms.conjunction((guard, fits(payload))), payload)", "(kind, guard, payload)", EVERYTHING),
    _encoder("two undefined values differ", "symbolic",
             "terms.conjunction((left.undefined, right.undefined)),", "", EVERYTHING),
    _encoder("a cycle's rivals are asked once", "encode_blocks", "rounds = 1 + sum(", "rounds = 1 + 0 * sum(", CYCLES),
    _encoder("a cycle holds itself up", "encode_blocks",
             "lower = self.terms.compare(\"<\", self.levels[literal], self.below)", "lower = True", CYCLES),
    _encoder("in a cycle what rivals oppose is sure", "encode_blocks",
             "self._applies(place, view), *(terms.negation(unstruck[other]) for other in self.rivals[place])",
             "self._applies(place, view), *(terms.negation(unstruck[other]) for other in ())", CYCLES),
    _encoder("an action's rule strikes though it ties", "encode_blocks",
             "if contest.kind is ContestKind.ACTION:\n                free", "if False:\n                free", CYCLES),
    _encoder("bounds of an unknown number are lost", "symbolic",
             "    if type_.high is not None:", "    if False and type_.high is not None:", ORDERED),
    _encoder("ALWAYS is lost", "query",
             "for number, literal in enumerate(encoding.always)]", "for number, literal in ()]", EVERYTHING),
    _encoder("division by zero has a value", "encode_arithmetic",
             'found.append(("number", terms.conjunction((both[0], nonzero)), (quotient,)))',
             'found.append(("number", both[0], (quotient,)))', VALUES),
    _encoder("ROUND rounds half up", "encode_arithmetic",
             'return terms.chosen(terms.compare(">=", value, terms.number(0)), up, down)', "return up", VALUES),
    _encoder("SUM adds what its WHERE excludes", "encode_arithmetic",
             "counted.append(terms.chosen(guard, number[1][0], zero))", "counted.append(number[1][0])", VALUES),
    _encoder("months are not clamped", "encode_dates",
             'kept = terms.chosen(terms.compare("<=", parts.day, length), parts.day, length)', "kept = parts.day",
             VALUES),
    _encoder("every hundredth year is a leap year", "encode_dates",
             "terms.conjunction((fourth, terms.disjunction((not_last, leap_century))))", "fourth", VALUES),
    _encoder("a month is complete a day late", "encode_dates",
             'terms.compare(">", reached, there.day),', 'terms.compare(">=", reached, there.day),', VALUES),
    _encoder("a row with OTHER comes first", "encode_lookup",
             "for key in row.keys))", "for key in row.keys), reverse=True)", VALUES),
    Mutant("`<=` for `<`", "rulelang.engine.exact.arithmetic", '"<": operator.lt', '"<": operator.le', PLAIN),
    Mutant("months are not clamped", "rulelang.engine.exact.dates",
           "min(base.day, monthrange(year, month + 1)[1])", "min(base.day, 28)", VALUES),
    Mutant("ROUND rounds half up", "rulelang.engine.exact.arithmetic",
           "floor = away if quotient >= 0 else -away", "floor = away if quotient >= 0 else 1 - away", VALUES),
    Mutant("struck by a rule that was itself struck", "rulelang.engine.evaluating.settle",
           "where &= ~stands[j]", "where &= ~applied[j]", ACTIONS),
    Mutant("a dropped rival", "rulelang.engine.evaluating.settle",
           "    for i, rule in enumerate(row.rules):\n        where = applied[i]\n        for j in row.above[i]:\n"
           "            where &= ~applied[j]",
           "    for i, rule in enumerate(row.rules):\n        where = applied[i]\n        for j in row.above[i][1:]:\n"
           "            where &= ~applied[j]", PLAIN),
    Mutant("an action's rule strikes though it ties", "rulelang.engine.evaluating.settle",
           "if row.kind is not ContestKind.ACTION:", "if True:", ACTIONS),
    Mutant("what rivals oppose is sure", "rulelang.engine.evaluating.settle",
           "if incompatible(literal, other, row.kind):\n                where &= ~there",
           "if False:\n                where &= ~there", PLAIN),
    Mutant("a lost exception to an exception", "rulelang.engine.evaluating.lanes",
           "where &= ~forced(exception.exceptions, truths, full)", "pass", PLAIN),
    Mutant("a lost exception", "rulelang.engine.evaluating.lanes",
           "        lanes |= where\n    return lanes", "    return lanes", PLAIN),
    Mutant("a lost exception, by need", "rulelang.engine.evaluating.goal_settle",
           "            if exceptions and _forced(goals, exceptions, known, memo):", "            if False:", PLAIN),
    Mutant("a dropped rival, by need", "rulelang.engine.evaluating.goal_settle",
           "            if rest:\n", "            if False:\n", PLAIN),
    Mutant("a rival that nothing outranks is passed over, by need", "rulelang.engine.evaluating.goal_settle",
           "if applies(goals, rules[i], known, memo) and not any(", "if applies(goals, rules[i], known, memo) and any(",
           PLAIN),
    Mutant("a month is complete a day late", "rulelang.engine.exact.dates",
           "if reached is None or reached > end:", "if reached is None or reached >= end:", VALUES),
    Mutant("a floor is lost", "rulelang.engine.evaluating.valued",
           'return _nearest(_nearest(value, cap, ">"), floor, "<")', 'return _nearest(value, cap, ">")', EVERYTHING),
    Mutant("rules for different values are a team", "rulelang.engine.evaluating.valued",
           "where &= ~(applied[j] & ~given[j].get(value, 0))", "where &= ~0", EVERYTHING),
    Mutant("the boundary itself is not tried", "rulelang.engine.evaluating.domains",
           "if right is not None and _inside(right, along):\n            found.append(right)",
           "if right is None:\n            found.append(right)", ORDERED),
    Mutant("at a glance, a weaker rule wins", "rulelang.engine.evaluating.glance_left",
           "            rest &= ~where\n", "            pass\n", ORDERED),
    Mutant("at a glance, an exception is lost", "rulelang.engine.evaluating.glance_rows",
           "self.forces(exceptions) if exceptions else []", "[]", ORDERED),
)  # fmt: skip


class _Planting(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with the fault in it."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        found = importlib.machinery.PathFinder.find_spec(fullname, path)
        assert found is not None
        assert found.origin is not None
        return importlib.util.spec_from_file_location(fullname, found.origin, loader=self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        assert module.__file__ is not None
        source = changed(Path(module.__file__).read_text(encoding="utf-8"), self.mutant)
        exec(compile(source, module.__file__, "exec"), module.__dict__)


def changed(source: str, mutant: Mutant) -> str:
    """The source with the fault; the place must be there, once."""
    if source.count(mutant.before) != 1:
        raise ValueError(f"{mutant.name}: its place is in {mutant.module} {source.count(mutant.before)} times")
    return source.replace(mutant.before, mutant.after)


def caught(number: int, most: int, seek: str) -> str | None:
    """In this process: plant a fault and look what shows it: the probes, then random programs."""
    sys.meta_path.insert(0, _Planting(MUTANTS[number]))
    sys.path[:0] = [str(TESTS), str(TESTS / "solver"), str(TESTS / "engine")]
    import disagreement

    look = {"first": disagreement.first, "programs": disagreement.programs}[seek]
    return look(most, MUTANTS[number].kind)


def row(number: int) -> tuple[str, bool]:
    """The line of the table about a fault, and whether it is caught."""
    mutant = MUTANTS[number]
    found = _shown(number)
    where = "encoder" if mutant.in_encoder else "evaluator"
    module = mutant.module.removeprefix("rulelang.")
    return f"| {where} | {mutant.name} | `{module}` | {found} |", found.startswith(("probe", "program"))


def _shown(number: int, seek: str = "first") -> str:
    try:
        done = subprocess.run(
            [sys.executable, __file__, "--plant", str(number), "--seek", seek],
            capture_output=True, text=True, check=False, timeout=MOST_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"not caught in {MOST_SECONDS} s"
    return done.stdout.strip() if done.returncode == 0 else f"error {done.stderr.strip().splitlines()[-1:]}"


INTRODUCTION = """\
# Planted faults

`python tests/solver/mutants.py` plants each of these faults, one at a time, in a process of its own, and asks the tests
of agreement: first the probes (`tests/solver/probes.py`: small rule files of which it is known what follows, asked of
the encoding, the evaluator and the glance), then, where no probe shows anything, random programs of the kind that the
fault is about, until evaluator and encoding disagree or a witness is not confirmed. The table is what it printed;
without a fault nothing is shown. `--seek programs` leaves the probes out.

Two changes that look like faults are none, and are not in the table. *Rules for equal values strike each other*: if r
outranks s and both give d, then whatever outranks r outranks s too, so where s would have stood for d, a rule above it
that nothing strikes stands for d; no decision changes. *By need, an outranked rival counts*: the pass by need then
gives up where it need not, and the next pass decides.

| part | fault | module | caught |
| --- | --- | --- | --- |
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plant", type=int)
    parser.add_argument("--seek", choices=("first", "programs"), default="first")
    parser.add_argument("--only", default="")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    if args.plant is not None:
        print(caught(args.plant, MOST_PROGRAMS, args.seek) or "not caught")
        return
    chosen = [i for i, mutant in enumerate(MUTANTS) if args.only in mutant.name]
    rows = []
    with ThreadPoolExecutor(max_workers=args.processes) as pool:
        for line, good in pool.map(row, chosen):
            rows.append((line, good))
            print(line, flush=True)
    if not args.only:
        missed = sum(not good for _, good in rows)
        summary = f"\n{len(rows)} faults, {len(rows) - missed} caught.\n"
        PAGE.write_text(INTRODUCTION + "".join(f"{line}\n" for line, _ in rows) + summary, encoding="utf-8")


if __name__ == "__main__":
    main()
