"""Small rule files whose decisions are known, one for each thing that an evaluator or an encoder can get wrong.

Each case says by EXPECT what follows by docs/semantics.md; the evaluator with early exit, the one for open cases, the
glance and the encoding are all asked.  They are tests by themselves, and what planted faults meet first.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from derived import base_of

from rulelang.engine import core as c
from rulelang.engine.core_parts import is_formula
from rulelang.engine.decision import Decision, Status
from rulelang.engine.derive import derive
from rulelang.engine.evaluating.certain import certain
from rulelang.engine.evaluating.decide import decide
from rulelang.engine.evaluating.entail import decide_open
from rulelang.engine.solver.answer import InternalError, Limits
from rulelang.engine.solver.exact import decide_exactly


@dataclass(frozen=True)
class Probe:
    """A module with a case `c`, and for each of its targets what is decided: a status, or a value."""

    name: str
    text: str
    expected: tuple[Any, ...]


def _probe(name: str, text: str, *expected: Any) -> Probe:
    return Probe(name, text, expected)


def _circle(size: int) -> str:
    """Outcomes each of which follows from the one before it, the first from the last."""
    names = [f"p{number}" for number in range(size)]
    rules = [f"RULE r{i} IF {names[i - 1]} {'OR t ' if not i else ''}THEN {name}" for i, name in enumerate(names)]
    declared = [f"OUTCOME {name}" for name in names]
    return "\n".join(["FACT t", *declared, *rules, f"CASE c GIVEN NOT t ASK DECIDE {names[0]}, {names[-1]}"])


H, F, C, U = "HOLDS", "FAILS", "CONFLICT", "UNDETERMINED"
PROBES = (
    _probe("a bound that is not included", """
        FACT n : NUMBER FROM 0 TO 9
        OUTCOME p
        OUTCOME q
        RULE p IF n < 3 THEN p
        RULE q IF NOT n < 3 AND n <= 3 THEN q
        CASE c GIVEN n = 3 ASK DECIDE p, q""", F, H),
    _probe("a bound of an unknown number", """
        FACT n : NUMBER FROM 0 TO 9
        OUTCOME p
        OUTCOME q
        RULE p IF n <= 9 AND n >= 0 THEN p
        RULE q IF n < 9 OR n > 9 THEN q
        CASE c ASK DECIDE p, q""", H, U),
    _probe("the boundary between two ranges", """
        FACT n : NUMBER FROM 0 TO 9
        OUTCOME p
        OUTCOME q
        RULE low IF n < 3 THEN p
        RULE high IF n > 3 THEN p
        RULE one IF n <= 3 THEN q
        RULE two IF n >= 3 THEN q
        CASE c ASK DECIDE p, q""", U, H),
    _probe("tests without a value", """
        FACT a
        OUTCOME v : INTEGER
        OUTCOME p
        OUTCOME q
        OUTCOME r
        RULE v IF a THEN v = 1
        RULE p IF v = 1 OR v != 1 THEN p
        RULE q IF v > 0 THEN q
        RULE r1 IF v > 0 THEN r
        RULE r2 IF NOT v > 0 THEN r
        CASE c GIVEN NOT a ASK DECIDE p, q, r""", U, U, H),
    _probe("an exception", """
        FACT a
        FACT e
        OUTCOME p
        RULE p IF a THEN p EXCEPTION e IF e
        CASE c GIVEN a, e ASK DECIDE p""", F),
    _probe("an exception, one fact being open", """
        FACT a
        FACT b
        FACT e
        OUTCOME p
        OUTCOME q
        RULE p IF a THEN p EXCEPTION e IF e
        RULE q IF p OR b THEN q
        CASE c GIVEN e ASK DECIDE p, q""", F, U),
    _probe("an exception to an exception", """
        FACT a
        FACT e
        FACT x
        FACT b
        OUTCOME p
        OUTCOME q
        RULE p IF a THEN p EXCEPTION e IF e EXCEPTION x TO e IF x
        RULE q IF p AND (b OR NOT b) THEN q
        CASE c GIVEN a, e, x ASK DECIDE p, q""", H, H),
    _probe("the first case of a definition that fits", """
        FACT a
        FACT b
        FACT d
        OUTCOME p
        DEFINE first AS a IF d AS b IF a AS NOT a OTHERWISE
        RULE p IF first THEN p
        CASE c GIVEN a, d, NOT b ASK DECIDE p""", H),
    _probe("the first case of a definition, one fact being open", """
        FACT a
        FACT b
        FACT d
        OUTCOME p
        DEFINE first AS a IF d AS b IF a AS b OTHERWISE
        RULE p IF first THEN p
        CASE c GIVEN a, d ASK DECIDE p""", H),
    _probe("a rule that outranks one of two rivals", """
        FACT t
        OUTCOME p
        RULE r IF t THEN p
        RULE s IF t THEN NOT p
        RULE u IF t THEN NOT p
        PRIORITY r OVER s
        CASE c GIVEN t ASK DECIDE p""", C),
    _probe("a rival that outranks", """
        FACT t
        FACT a
        OUTCOME p
        RULE r IF t THEN p
        RULE s IF t THEN NOT p
        PRIORITY s OVER r
        RULE other IF a AND t THEN p
        CASE c GIVEN t, NOT a ASK DECIDE p""", F),
    _probe("a team", """
        FACT t
        FACT a
        OUTCOME p
        RULE r IF t THEN p
        RULE s IF t THEN NOT p
        RULE u IF t THEN p
        RULE w IF t AND a THEN NOT p
        PRIORITY r OVER s
        PRIORITY u OVER w
        CASE c GIVEN t ASK DECIDE p""", H),
    _probe("a conflict goes either way", """
        FACT t
        OUTCOME p
        OUTCOME q
        OUTCOME both
        RULE r IF t THEN p
        RULE s IF t THEN NOT p
        RULE q IF p THEN q
        RULE floating1 IF p THEN both
        RULE floating2 IF REJECTED p THEN both
        CASE c GIVEN t ASK DECIDE p, q, both""", C, U, H),
    _probe("a rule that was struck strikes nobody", """
        FACT t
        ACTION a
        RULE u IF t THEN MUST a
        RULE k IF t THEN NEED NOT a
        RULE n IF t THEN MUST NOT a
        PRIORITY k OVER u
        PRIORITY u OVER n
        CASE c GIVEN t ASK DECIDE MUST NOT a, MUST a, NEED NOT a""", H, F, H),
    _probe("a rule that was struck strikes nobody, without an order between all", """
        FACT t
        FACT b
        ACTION a
        RULE u IF t THEN MUST a
        RULE k IF t THEN NEED NOT a
        RULE n IF t OR b THEN MUST NOT a
        PRIORITY k OVER u
        CASE c GIVEN t ASK DECIDE MUST NOT a, MUST a""", H, F),
    _probe("the weaker of two rules for an action", """
        FACT t
        FACT b
        ACTION a
        RULE u IF t THEN MUST a
        RULE n IF t THEN MUST NOT a
        RULE m IF b THEN MAY a
        PRIORITY n OVER u
        CASE c GIVEN t, NOT b ASK DECIDE MUST NOT a, MUST a""", H, F),
    _probe("a rule that ties strikes nobody surely", """
        FACT t
        FACT b
        ACTION a
        RULE u IF t THEN MUST a
        RULE n IF t THEN MUST NOT a
        RULE m IF t THEN MAY a
        PRIORITY n OVER u
        OUTCOME p
        RULE p IF MUST a OR b THEN p
        CASE c GIVEN t ASK DECIDE MUST a, MUST NOT a, p""", C, C, U),
    _probe("a rule that ties strikes nobody surely, in a circle", """
        FACT t
        ACTION a
        OUTCOME q
        RULE u IF t OR q THEN MUST a
        RULE n IF t OR q THEN MUST NOT a
        RULE m IF t OR q THEN MAY a
        PRIORITY n OVER u
        RULE q IF MAY a THEN q
        CASE c GIVEN t ASK DECIDE MUST a, MUST NOT a""", C, C),
    _probe("different values are no team", """
        FACT n : INTEGER FROM 0 TO 3
        FACT k : INTEGER FROM 0 TO 3
        OUTCOME v : INTEGER
        RULE r THEN v = n
        RULE s THEN v = k
        PRIORITY r OVER s
        CASE c GIVEN n = 1, k = 2 ASK DECIDE v, v = 2""", 1, F),
    _probe("equal values are a team", """
        FACT n : INTEGER FROM 0 TO 3
        FACT t
        OUTCOME v : INTEGER
        RULE r THEN v = n
        RULE s IF t THEN v = 2
        CASE c GIVEN n = 2, t ASK DECIDE v""", 2),
    _probe("a value that was struck is none", """
        FACT n : INTEGER FROM 1 TO 3
        OUTCOME v : INTEGER
        RULE r THEN v = n
        RULE s THEN v = 9
        PRIORITY r OVER s
        CASE c ASK DECIDE v = 9, v < 4""", F, H),
    _probe("a floor and a cap", """
        FACT n : INTEGER FROM 0 TO 3
        OUTCOME v : INTEGER
        OUTCOME w : INTEGER
        RULE v THEN v = n
        RULE floor THEN v >= 5
        RULE w THEN w = n + 6
        RULE cap THEN w <= 5
        CASE c ASK DECIDE v, w""", 5, 5),
    _probe("a value outside of its bounds is none", """
        FACT n : INTEGER FROM 0 TO 3
        OUTCOME v : INTEGER FROM 0 TO 5
        RULE v THEN v = n * 4
        CASE c GIVEN n = 3 ASK DECIDE v < 6, v = 12""", U, U),
    _probe("values that are not there are one", """
        FACT n : INTEGER FROM 0 TO 3
        OUTCOME v : NUMBER
        RULE r THEN v = 1 / n
        RULE s THEN v = 2 / n
        CASE c GIVEN n = 0 ASK DECIDE v = 1, v""", U, U),
    _probe("values that are not there are one, if it is so", """
        FACT n : INTEGER FROM 0 TO 3
        OUTCOME v : NUMBER
        RULE r THEN v = 1 / n
        RULE s THEN v = 2 / n
        CASE c ASK DECIDE v""", U),
    _probe("a rule for another value does not join the team", """
        FACT n : INTEGER FROM 0 TO 3
        FACT t
        OUTCOME v : NUMBER
        RULE r THEN v = 1
        RULE s IF t OR NOT t THEN v = n
        CASE c GIVEN n = 2 ASK DECIDE v, v = 1 OR v = 2""", C, H),
    _probe("a value out of two", """
        FACT n : INTEGER FROM 0 TO 3
        FACT t
        OUTCOME v : NUMBER
        RULE r THEN v = n
        RULE s IF t THEN v = n + 5
        RULE u IF t THEN v = 9
        PRIORITY s OVER r
        CASE c GIVEN n = 2, t ASK DECIDE v < 5, v""", F, C),
    _probe("a longer circle does not hold itself up", _circle(15), F, F),
    _probe("rivals in a circle", """
        FACT t
        OUTCOME p
        OUTCOME q
        RULE r1 IF t THEN p
        RULE r2 IF t THEN NOT p
        RULE r3 IF q THEN p
        PRIORITY r3 OVER r2
        RULE r4 IF p THEN q
        CASE c GIVEN t ASK DECIDE p, q""", C, U),
    _probe("a circle does not hold itself up", """
        FACT t
        OUTCOME p
        OUTCOME q
        RULE r1 IF q OR t THEN p
        RULE r2 IF p THEN q
        CASE c GIVEN NOT t ASK DECIDE p, q""", F, F),
    _probe("what is opposed in a circle is not sure", """
        FACT t
        FACT b
        OUTCOME p
        OUTCOME q
        RULE r1 IF q OR t THEN p
        RULE r2 IF p THEN q
        RULE r3 IF t OR b THEN NOT q
        CASE c GIVEN t ASK DECIDE q, p""", C, H),
    _probe("what rivals oppose is not sure", """
        FACT t
        FACT b
        FACT d
        OUTCOME p
        OUTCOME q
        RULE r1 IF t THEN p
        RULE r2 IF b THEN NOT p
        RULE q IF p OR d THEN q
        CASE c GIVEN t, NOT d ASK DECIDE p, q""", U, U),
    _probe("rounds of a circle", """
        FACT t
        OUTCOME p
        OUTCOME q
        OUTCOME r
        RULE p1 IF t THEN p
        RULE p2 IF q THEN NOT p
        RULE q1 IF r OR t THEN q
        RULE q2 IF t AND r THEN NOT q
        RULE r1 IF q THEN r
        RULE r2 IF t THEN NOT r
        PRIORITY q1 OVER q2
        PRIORITY r2 OVER r1
        PRIORITY p1 OVER p2
        CASE c GIVEN t ASK DECIDE p, q, r""", H, H, F),
    _probe("ALWAYS", """
        FACT a
        FACT b
        ALWAYS NOT a OR b
        OUTCOME p
        RULE p IF b THEN p
        CASE c GIVEN a ASK DECIDE p""", H),
    _probe("division by zero", """
        FACT n : INTEGER FROM 0 TO 3
        OUTCOME p
        OUTCOME q
        RULE p IF 1 / n = 1 / n THEN p
        RULE q IF 6 / n > 1 AND n > 0 THEN q
        CASE c GIVEN n = 0 ASK DECIDE p, q""", U, F),
    _probe("halves are rounded away from zero", """
        FACT x : NUMBER FROM -9 TO 9
        OUTCOME p
        OUTCOME v : INTEGER
        RULE p IF ROUND(x) = -3 THEN p
        RULE v THEN v = ROUND(0 - x)
        CASE c GIVEN x = -2.5 ASK DECIDE p, v""", H, 3),
    _probe("SUM leaves out what its WHERE excludes", """
        TYPE part OF a, b
        FACT size(part) : INTEGER FROM 0 TO 9
        FACT counted(part)
        OUTCOME v : INTEGER
        RULE v THEN v = SUM OF size(x) FOR EACH x IN part WHERE (counted(x))
        CASE c GIVEN size(a) = 3, size(b) = 4, counted(a), NOT counted(b) ASK DECIDE v""", 3),
    _probe("the last day of a month", """
        FACT d : DATE
        OUTCOME p
        OUTCOME q
        RULE p IF d != 2023-01-31 OR d + 1 MONTHS = 2023-02-28 THEN p
        RULE q IF d + 1 MONTHS = 2023-03-30 THEN q
        CASE c GIVEN d = 2023-01-31 ASK DECIDE p, q""", H, F),
    _probe("the last day of a month, whatever the day", """
        FACT d : DATE
        OUTCOME p
        RULE p IF NOT d = 2024-01-31 OR d + 1 MONTHS = 2024-02-29 THEN p
        CASE c ASK DECIDE p""", H),
    _probe("the day before a month ends", """
        FACT d : DATE
        OUTCOME p
        RULE p IF d + 1 MONTHS = 2023-03-29 THEN p
        CASE c GIVEN d = 2023-02-28 ASK DECIDE p""", F),
    _probe("a month keeps its day", """
        FACT d : DATE
        OUTCOME p
        RULE p IF d + 1 MONTHS = 2023-08-31 THEN p
        CASE c GIVEN d = 2023-07-31 ASK DECIDE p""", H),
    _probe("1900 was no leap year", """
        FACT d : DATE
        OUTCOME p
        RULE p IF NOT d = 1900-01-31 OR d + 1 MONTHS = 1900-02-28 THEN p
        CASE c ASK DECIDE p""", H),
    _probe("a month is complete on its day", """
        FACT a : DATE
        FACT b : DATE
        OUTCOME v : INTEGER
        OUTCOME w : INTEGER
        RULE v THEN v = MONTHS FROM a TO b
        RULE w THEN w = MONTHS FROM a TO (b - 1 DAYS)
        CASE c GIVEN a = 2023-01-15, b = 2023-03-15 ASK DECIDE v, w""", 2, 1),
    _probe("OTHER comes last", """
        FACT n : INTEGER FROM 0 TO 9
        TABLE t(n : INTEGER) : INTEGER
          | n        | t |
          | OTHER    | 1 |
          | UP TO 3  | 2 |
        OUTCOME v : INTEGER
        RULE v THEN v = t(n)
        CASE c GIVEN n = 2 ASK DECIDE v""", 2),
    _probe("all targets known at a glance", """
        FACT a
        FACT b
        FACT d
        OUTCOME p
        OUTCOME q
        RULE r IF a THEN p EXCEPTION e IF b
        RULE s IF a AND d THEN NOT p
        PRIORITY s OVER r
        RULE q IF p THEN q
        CASE c GIVEN a, d, NOT b ASK DECIDE p, q""", F, F),
    _probe("an exception at a glance", """
        FACT a
        FACT b
        FACT d
        OUTCOME p
        OUTCOME q
        RULE r IF a OR d THEN p EXCEPTION e IF b
        RULE q IF p THEN q
        CASE c GIVEN a, b ASK DECIDE p, q""", F, F),
    _probe("a weaker rule at a glance, two facts being open", """
        FACT a
        FACT b
        FACT d
        FACT f
        OUTCOME p
        OUTCOME q
        RULE r IF d OR f OR b THEN p
        RULE s IF a OR b THEN NOT p
        RULE u IF b THEN p
        PRIORITY s OVER r
        PRIORITY u OVER s
        PRIORITY u OVER r
        RULE q IF p OR f THEN q
        CASE c GIVEN a ASK DECIDE p, q""", U, U),
    _probe("a weaker rule at a glance", """
        FACT a
        FACT d
        FACT f
        OUTCOME p
        OUTCOME q
        RULE r IF d OR f THEN p
        RULE s IF a THEN NOT p
        PRIORITY s OVER r
        RULE q IF p THEN q
        CASE c GIVEN a ASK DECIDE p, q""", F, F),
)  # fmt: skip

LIMITS = Limits(steps=3_000_000)


def _exact(core: c.Core, known: Any, index: int) -> Decision:
    return decide_exactly(core, known, index, Decision(Status.UNDETERMINED), LIMITS)


DECIDERS: tuple[tuple[str, Callable[[c.Core, Any, int], Decision]], ...] = (
    ("the encoding", _exact),
    ("the evaluator", decide),
    ("the evaluator on open cases", decide_open),
)


def _unshared(core: c.Core) -> c.Core:
    """The same core in which no two rules share a part: equal tests are equal, not the same object."""
    rules = tuple(replace(rule, condition=pickle.loads(pickle.dumps(rule.condition))) for rule in core.rules)
    return replace(core, rules=rules)


def wrong(probe: Probe) -> Iterator[str]:
    """What decides otherwise than is known, and how."""
    base = base_of(probe.text)
    try:
        derivation = derive(base, base.program.cases["c"])
    except InternalError:
        yield "a witness that is not confirmed"
        return
    core, known = _unshared(derivation.core), derivation.situation.known
    for index, expected in enumerate(probe.expected):
        for name, decider in DECIDERS:
            try:
                decision = decider(core, known, index)
            except InternalError:
                yield "a witness that is not confirmed"
                continue
            got = decision.value if decision.status is Status.VALUE else decision.status.value
            if got != expected:
                yield f"{name}: {derivation.targets[index].text} is {got}, not {expected}"
        if expected in (H, F, C, U) and is_formula(core.targets[index]):
            glance = certain(core, known, index)
            given_up = glance is None and " DATE" in probe.text
            if not given_up and glance is not {H: True, F: False}.get(expected):
                yield f"what is certain at a glance: {derivation.targets[index].text} is {glance}, not {expected}"
