"""A seeded generator of large, realistic rule modules: policies of seven-line rules over declared facts.

`module(rules, seed)` is the text of one module.  Facts are boolean or numbers with units, outcomes are layered (the
conditions of a rule read facts and the outcomes of lower layers, so nothing is recursive), actions get duties and
prohibitions (records, which ironclad parts ask for, are never prohibited), and the rules have exceptions,
rivals and ironclad parts in the proportions of real policies.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

SUBJECTS = (
    "applicant", "carrier", "tenant", "agency", "supplier", "passenger", "borrower", "insurer", "employer",
    "licensee", "recipient", "contractor", "operator", "guardian", "trustee", "exporter",
)  # fmt: skip
VERBS = (
    "has filed", "has waived", "holds", "has disclosed", "has renewed", "contests", "has paid", "has assigned",
    "keeps", "has withdrawn", "has certified", "disputes",
)  # fmt: skip
OBJECTS = (
    "the notice", "the permit", "the claim", "the deposit", "the insurance", "the report", "the agreement",
    "the licence", "the guarantee", "the inspection", "the schedule", "the exemption",
)  # fmt: skip
UNITS = ("usd", "day", "lb", "point")
LAYERS = 4


@dataclass(frozen=True, slots=True)
class _Pool:
    facts: tuple[str, ...]
    numbers: tuple[tuple[str, str], ...]
    outcomes: tuple[tuple[str, ...], ...]
    actions: tuple[str, ...]
    records: tuple[str, ...]


def _sentence(number: int) -> str:
    subject = SUBJECTS[number % 16]
    verb = VERBS[number // 16 % 12]
    thing = OBJECTS[number // 192 % 12]
    return f"the {subject} {verb} {thing} of part {number}"


def _pool(rules: int) -> _Pool:
    return _Pool(
        facts=tuple(f"fact_{i}" for i in range(max(8, rules // 4))),
        numbers=tuple((f"amount_{i}", UNITS[i % len(UNITS)]) for i in range(max(4, rules // 16))),
        outcomes=tuple(tuple(f"finding_{layer}_{i}" for i in range(max(4, rules // 12))) for layer in range(LAYERS)),
        actions=tuple(f"act_{i}" for i in range(max(4, rules // 20))),
        records=tuple(f"record_{i}" for i in range(max(2, rules // 80))),
    )


def declarations(rules: int) -> str:
    """The facts, outcomes and actions over which a module of so many rules speaks."""
    pool = _pool(rules)
    lines = [f'FACT {name} "{_sentence(i)}"' for i, name in enumerate(pool.facts)]
    lines += [
        f'FACT {name} : NUMBER FROM 0 TO 1_000_000 IN {unit} "the amount of part {i} in {unit}"'
        for i, (name, unit) in enumerate(pool.numbers)
    ]
    for layer, names in enumerate(pool.outcomes):
        lines += [f'OUTCOME {name} "finding {i} of chapter {layer}"' for i, name in enumerate(names)]
    lines += [f'ACTION {name} "carry out measure {i}"' for i, name in enumerate(pool.actions)]
    lines += [f'ACTION {name} "keep record {i}"' for i, name in enumerate(pool.records)]
    return "\n".join(lines) + "\n"


def module(rules: int, seed: int = 0) -> str:
    """A module of `rules` rules of about seven lines each; equal arguments give equal text."""
    chance = random.Random(seed)
    pool = _pool(rules)
    written = [_rule(chance, pool, number) for number in range(rules)]
    return f'MODULE pool "A generated policy"\n\n{declarations(rules)}\n' + "\n".join(written)


def _literal(chance: random.Random, pool: _Pool, layer: int) -> str:
    draw = chance.random()
    if draw < 0.25:
        name, unit = chance.choice(pool.numbers)
        return f"{name} {chance.choice(('<', '<=', '>', '>='))} {_amount(chance)} {unit}"
    if draw < 0.45 and layer:
        return chance.choice(pool.outcomes[layer - 1])
    fact = chance.choice(pool.facts)
    return f"NOT {fact}" if chance.random() < 0.25 else fact


def _amount(chance: random.Random) -> str:
    if chance.random() < 0.5:
        return str(chance.randrange(1, 1000))
    return f"{chance.randrange(1, 900)}_{chance.randrange(1000):03}.{chance.choice((25, 50, 75))}"


def _condition(chance: random.Random, pool: _Pool, layer: int, parts: int) -> str:
    literals = [_literal(chance, pool, layer) for _ in range(parts)]
    if parts > 2 and chance.random() < 0.4:
        return f"({literals[0]} OR {literals[1]})\n   AND " + " AND ".join(literals[2:])
    if parts > 1 and chance.random() < 0.15:
        return " OR ".join(literals)
    return " AND ".join(literals)


def _rule(chance: random.Random, pool: _Pool, number: int) -> str:
    layer = number % LAYERS
    name = f"part_{number // 100}.rule_{number}"
    lines = [
        f'RULE {name} "Provision {number}: {_sentence(number)}"',
        f'  SOURCE "Schedule {number // 100}, paragraph {number % 100}"',
        f"  IF   {_condition(chance, pool, layer, chance.choice((3, 3, 4)))}",
    ]
    action = chance.choice(pool.actions)
    deontic = chance.random() < 0.4
    head = f"MUST {action}" if deontic else chance.choice(pool.outcomes[layer])
    extra = f" AND MUST {chance.choice(pool.actions)}" if chance.random() < 0.15 else ""
    lines.append(f"  THEN {head}{extra}")
    against = f"MUST NOT {action}" if deontic else f"NOT {head}"
    fact = chance.choice(pool.facts)
    lines.append(f'  EXCEPTION waiver "{_sentence(number + 7)}" IF {fact}')
    kind = chance.random()
    if kind < 0.45:
        condition = _condition(chance, pool, layer, 2)
        resolution = chance.choice(("", " PREVAILS", " YIELDS"))
        lines.append(f"  CONFLICT rival IF {condition}\n    THEN {against}{resolution}")
    elif kind < 0.6:
        condition = _condition(chance, pool, layer, 2)
        lines.append(f"  EXCEPTION second IF {condition}\n    THEN MAY {chance.choice(pool.actions)}")
    elif kind < 0.7:
        condition = _condition(chance, pool, 0, 2)
        lines.append(f"  IRONCLAD records IF {condition}\n    THEN MUST {chance.choice(pool.records)}")
    elif kind < 0.8:
        lines.append(f"  ADDITIVE AND {_literal(chance, pool, 0)}\n  ABSTRACT OR {_literal(chance, pool, 0)}")
    else:
        lines.append(f"  EXCEPTION third TO waiver IF {_condition(chance, pool, layer, 2)}\n  ABSTRACT OR {fact}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(module(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
