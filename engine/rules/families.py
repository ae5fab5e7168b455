"""Families of variants, and which member of each a case uses.

The rules grown from one root by AUGMENTS are a family; a case uses at most one member: the one that USING
names, else the only leaf.  Families that USING does not name keep their default, and a rule that belongs to no
choice is always in use: USING chooses variants, it never switches off a rule.  Docs: docs/semantics.md, item 15.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulelang.engine.rules.augment import chain
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.model import Program, Reference


@dataclass(frozen=True, slots=True)
class Family:
    """The rules grown from one root, in the order of the text.

    `leaves` are those that can be in use without being named: no META RULEs, and nothing but such augments them.
    `ancestors` gives for each member the rules that it grows from, the nearest first.
    """

    root: str
    members: tuple[str, ...]
    leaves: tuple[str, ...]
    selectable: tuple[str, ...]
    """All members but META RULEs: a replaced base too, which USING may still name."""
    ancestors: Mapping[str, tuple[str, ...]]

    @property
    def settled(self) -> bool:
        """Whether there is nothing to choose: one rule, in use."""
        return len(self.members) == 1 and len(self.leaves) == 1

    def rearranged(self, place: Mapping[str, int]) -> Family:
        """The same family with its rules in the order of these places."""
        members, leaves, selectable = (
            tuple(sorted(rules, key=place.__getitem__)) for rules in (self.members, self.leaves, self.selectable)
        )
        return Family(self.root, members, leaves, selectable, self.ancestors)


@dataclass(frozen=True, slots=True)
class Families:
    """All families of a program by their roots, and the root of each rule."""

    by_root: Mapping[str, Family]
    root_of: Mapping[str, str]

    def of(self, rule: str) -> Family:
        return self.by_root[self.root_of[rule]]


@dataclass(frozen=True, slots=True)
class Selection:
    """The member in use of each family that has a choice, by the family's root; both in the order of the text.

    A family that is in neither tuple has one member only, which is in use (or, for a META RULE without
    variants, none).  `open` names the leaves of families for which nothing was chosen: what reaches them is refused.
    """

    chosen: tuple[tuple[str, str], ...] = ()
    open: tuple[tuple[str, tuple[str, ...]], ...] = ()
    _hash: int = field(init=False, compare=False, repr=False)
    """Kept, since selections are keys that are looked up for every contest."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.chosen, self.open)))

    def __hash__(self) -> int:
        return self._hash


def families(program: Program) -> tuple[Families, tuple[Diagnostic, ...]]:
    """The program's families, and its AUGMENTS chains that come back to themselves (RL232)."""
    problems: list[Diagnostic] = []
    members: dict[str, list[str]] = {}
    ancestors: dict[str, tuple[str, ...]] = {}
    root_of: dict[str, str] = {}
    circles: set[frozenset[str]] = set()
    for rule in program.rules.values():
        line: tuple[str, ...] = (rule.id,)
        if rule.augments is not None:
            try:
                line = tuple(r.id for r in chain(program, rule.id))
            except RuleLangError as error:
                circle = _circle(program, rule.id)
                if circle not in circles:
                    circles.add(circle)
                    problems.extend(error.diagnostics)
        members.setdefault(line[0], []).append(rule.id)
        ancestors[rule.id] = tuple(reversed(line[:-1]))
        root_of[rule.id] = line[0]
    by_root: dict[str, Family] = {}
    for root in program.rules:
        if root not in members:
            continue
        line = tuple(members[root])
        selectable = tuple(rule for rule in line if not program.rules[rule].meta)
        replaced = {ancestor for rule in selectable for ancestor in ancestors[rule]}
        leaves = tuple(rule for rule in selectable if rule not in replaced)
        by_root[root] = Family(root, line, leaves, selectable, {rule: ancestors[rule] for rule in line})
    return Families(by_root, root_of), tuple(problems)


def _circle(program: Program, rule: str) -> frozenset[str]:
    """The rules of the circle to which a chain of AUGMENTS leads."""
    path: list[str] = []
    here: str | None = rule
    while here is not None and here not in path:
        path.append(here)
        here = program.rules[here].augments
    return frozenset() if here is None else frozenset(path[path.index(here) :])


def select(
    program: Program, known: Families, using: tuple[Reference, ...]
) -> tuple[Selection | None, tuple[Diagnostic, ...]]:
    """The selection that USING makes (empty: the only leaf of each family).

    A family with several leaves and no choice stays open; what reaches it is refused later (`refusal`).

    Returns:
        The selection, or None with the findings: USING names a META RULE (RL409), two members of one family
        (RL410), or no rule at all (RL231).
    """
    problems: list[Diagnostic] = []
    named: dict[str, Reference] = {}
    for reference in using:
        rule = program.rules.get(reference.name)
        if rule is None:
            problems.append(
                Diagnostic("RL231", f"there is no rule `{reference.name}`", Label(reference.span), hint=_USING_HINT)
            )
            continue
        family = known.of(rule.id)
        if rule.meta:
            problems.append(_meta(reference, family))
            continue
        earlier = named.setdefault(family.root, reference)
        if earlier.name != reference.name:
            problems.append(
                Diagnostic(
                    "RL410",
                    f"`{earlier.name}` and `{reference.name}` are variants of `{family.root}`, and a case uses one",
                    Label(reference.span, "the second"),
                    (Label(earlier.span, "the first"),),
                    hint="keep one of them",
                )
            )
    if problems:
        return None, tuple(problems)
    chosen: list[tuple[str, str]] = []
    left: list[tuple[str, tuple[str, ...]]] = []
    for family in known.by_root.values():
        if family.settled:
            continue
        if family.root in named:
            chosen.append((family.root, named[family.root].name))
        elif len(family.leaves) == 1:
            chosen.append((family.root, family.leaves[0]))
        elif family.leaves:
            left.append((family.root, family.leaves))
    return Selection(tuple(chosen), tuple(left)), ()


def refusal(program: Program, root: str, leaves: tuple[str, ...]) -> RuleLangError:
    """What is said where a target reaches a family of which no member was chosen (RL312)."""
    names = ", ".join(f"`{leaf}`" for leaf in leaves)
    places = tuple(Label(program.rules[leaf].span, "a variant") for leaf in leaves)
    return RuleLangError(
        (
            Diagnostic(
                "RL312",
                f"`{root}` has several variants and none is chosen: {names}",
                Label(program.rules[root].span),
                places,
                hint=f"choose one in the case: USING {leaves[0]}",
            ),
        )
    )


_USING_HINT = "USING takes the names of rules"


def _meta(reference: Reference, family: Family) -> Diagnostic:
    grown = tuple(rule for rule in family.selectable if reference.name in family.ancestors[rule])
    message = f"`{reference.name}` is a META RULE, which never applies by itself"
    if grown:
        hint = "use one of its variants: " + ", ".join(f"`{rule}`" for rule in grown)
    else:
        hint = "it has no variants yet: write a rule that AUGMENTS it"
    return Diagnostic("RL409", message, Label(reference.span), hint=hint)
