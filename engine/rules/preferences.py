"""What the text says about precedence, rule by rule: the steps from which the one order is built.

PRIORITY, NOTWITHSTANDING and SUBJECT TO speak of rules and of rivals by their names; PREVAILS and YIELDS order a
rival and the base of its own rule.  A rule's name means its base and the THEN parts of its exceptions.
The selected member of a family inherits what is said of its ancestors, unless it is ordered itself against the same
rule; what is said of members that are not in use is void.  Docs: docs/semantics.md, items 12 and 15.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rulelang.engine.rules.families import Families, Selection
from rulelang.engine.rules.group import Group
from rulelang.grammar.diagnostic import Diagnostic, Label
from rulelang.grammar.model import ConflictClause, ExceptionClause, IroncladClause, Program, Reference
from rulelang.grammar.source import Span


@dataclass(frozen=True, slots=True)
class Step:
    """One reason of the order: `higher` stands above `lower`.

    `source` is PRIORITY, NOTWITHSTANDING, SUBJECT TO, PREVAILS, YIELDS, LATER, SUPERIOR or STRICT; `note` says
    more where the words of the text are not those of the step ("said of `consent`", "2024-01-01 after 2020-01-01").
    """

    higher: str
    lower: str
    source: str
    note: str | None = None
    span: Span = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Name:
    """A rule (`suffix` None) or a rival of it, as a preference names it; `broad`: through a dotted prefix."""

    rule: str
    suffix: str | None = None
    broad: bool = False

    @property
    def text(self) -> str:
        return self.rule if self.suffix is None else f"{self.rule}.{self.suffix}"


@dataclass(frozen=True, slots=True)
class Statement:
    """One preference as the text states it, between two single names."""

    higher: Name
    lower: Name
    source: str
    span: Span = field(compare=False, repr=False, kw_only=True)


class Names:
    """Finds what a reference to rules means: a rule, a clause of one, or all rules below a dotted prefix."""

    def __init__(self, program: Program, group: Callable[[str], Group | None]) -> None:
        self._program = program
        self._group = group
        self._sorted = sorted(program.rules)
        self._position = {rule: number for number, rule in enumerate(program.rules)}

    def below(self, prefix: str) -> tuple[str, ...]:
        """The rule of that very name and all rules whose name starts with `prefix.`, in the order of the text."""
        found = [prefix] if prefix in self._program.rules else []
        start = bisect_left(self._sorted, prefix + ".")
        for rule in self._sorted[start:]:
            if not rule.startswith(prefix + "."):
                break
            found.append(rule)
        return tuple(sorted(found, key=self._position.__getitem__))

    def clause(self, name: str) -> tuple[str, object] | None:
        """The rule to which a clause belongs, and the clause's operator."""
        cut = name.rfind(".")
        while cut > 0:
            rule, suffix = name[:cut], name[cut + 1 :]
            group = self._group(rule) if rule in self._program.rules else None
            for clause in group.clauses if group is not None else ():
                if clause.operator.suffix == suffix:
                    return rule, clause.operator
            cut = name.rfind(".", 0, cut)
        return None

    def competitors(self, reference: Reference) -> tuple[tuple[Name, ...], Diagnostic | None]:
        """What a preference's reference means, or why it cannot be ordered (RL231, RL321, RL322)."""
        if not reference.prefix:
            if reference.name in self._program.rules:
                return (Name(reference.name),), None
            found = self.clause(reference.name)
            if found is not None:
                rule, operator = found
                if isinstance(operator, ConflictClause):
                    return (Name(rule, operator.suffix),), None
                return (), _not_ordered(reference, rule, operator)
        rules = self.below(reference.name)
        if rules:
            return tuple(Name(rule, None, broad=True) for rule in rules), None
        message = f"there is no rule or conflict `{reference.name}`"
        return (), Diagnostic("RL231", message, Label(reference.span), hint="name a rule, a conflict or a section")


def _not_ordered(reference: Reference, rule: str, operator: object) -> Diagnostic:
    if isinstance(operator, IroncladClause):
        return Diagnostic(
            "RL321",
            f"`{reference.name}` is ironclad: it stands above every rule, and nothing is above or below it by choice",
            Label(reference.span),
            hint="leave it out, or make it a RULE of its own",
        )
    if isinstance(operator, ExceptionClause):
        message = f"`{reference.name}` is an exception, and its THEN part has the place of its rule"
    else:
        message = f"`{reference.name}` changes the rule itself and has no place of its own"
    return Diagnostic("RL322", message, Label(reference.span), hint=f"name the rule: `{rule}`")


def stated(program: Program, names: Names) -> tuple[tuple[Statement, ...], tuple[Diagnostic, ...]]:
    """All preferences between names that the text states, whatever is selected, and what is wrong with them."""
    statements: list[Statement] = []
    problems: list[Diagnostic] = []

    def resolved(reference: Reference) -> tuple[Name, ...]:
        found, problem = names.competitors(reference)
        if problem is not None:
            problems.append(problem)
        return found

    def say(higher: Iterable[Name], lower: tuple[Name, ...], source: str, span: Span) -> None:
        for above in higher:
            for below in lower:
                if above.text != below.text or not (above.broad or below.broad):
                    statements.append(Statement(above, below, source, span=span))

    for priority in program.priorities:
        higher = resolved(priority.higher)
        for reference in priority.lower:
            say(higher, resolved(reference), "PRIORITY", priority.span)
    for rule in program.rules.values():
        itself = (Name(rule.id),)
        for reference in rule.notwithstanding:
            say(itself, resolved(reference), "NOTWITHSTANDING", reference.span)
        for reference in rule.subject_to:
            say(resolved(reference), itself, "SUBJECT TO", reference.span)
    return tuple(statements), tuple(problems)


def in_force(
    statements: tuple[Statement, ...],
    known: Families,
    in_use: Callable[[str], str | None],
    rivals: Iterable[Group],
) -> tuple[Step, ...]:
    """The steps that hold for one selection.

    Arguments:
        statements: what `stated` found.
        known: the program's families.
        in_use: the member in use of the family with this root, if any.
        rivals: the groups in use that have rivals.
    """
    pairs: dict[frozenset[str], list[tuple[Step, tuple[int, int]]]] = {}
    for statement in statements:
        higher = _standing(statement.higher, known, in_use)
        lower = _standing(statement.lower, known, in_use)
        if higher is None or lower is None:
            continue
        if higher[0] == lower[0] and statement.higher != statement.lower:
            continue
        step = Step(higher[0], lower[0], statement.source, _note(statement, higher[0], lower[0]), span=statement.span)
        distances = (higher[1], lower[1]) if higher[0] <= lower[0] else (lower[1], higher[1])
        pairs.setdefault(frozenset({higher[0], lower[0]}), []).append((step, distances))
    steps: list[Step] = []
    for said in pairs.values():
        steps.extend(step for step, far in said if not any(_nearer(near, far) for _, near in said))
    for group in rivals:
        for rival in group.rivals:
            if rival.resolution == "PREVAILS":
                steps.append(Step(rival.id, group.id, "PREVAILS", span=rival.span))
            elif rival.resolution == "YIELDS":
                steps.append(Step(group.id, rival.id, "YIELDS", span=rival.span))
    return tuple(steps)


def member_in_use(known: Families, selection: Selection) -> Callable[[str], str | None]:
    """Which member of the family with a given root is in use (None: no choice was made, or a META RULE alone)."""
    chosen = dict(selection.chosen)

    def member(root: str) -> str | None:
        family = known.by_root[root]
        return root if family.settled else chosen.get(root)

    return member


def _standing(name: Name, known: Families, in_use: Callable[[str], str | None]) -> tuple[str, int] | None:
    """The unit in use that a name speaks of, and how far above it in its chain the named rule stands."""
    root = known.root_of[name.rule]
    member = in_use(root)
    if member is None:
        return None
    if member == name.rule:
        distance = 0
    else:
        ancestors = known.by_root[root].ancestors[member]
        if name.rule not in ancestors:
            return None
        distance = ancestors.index(name.rule) + 1
    return (member if name.suffix is None else f"{member}.{name.suffix}"), distance


def _nearer(left: tuple[int, int], right: tuple[int, int]) -> bool:
    return left != right and left[0] <= right[0] and left[1] <= right[1]


def _note(statement: Statement, higher: str, lower: str) -> str | None:
    said = [name.text for name, unit in ((statement.higher, higher), (statement.lower, lower)) if name.text != unit]
    return "said of " + " and ".join(f"`{name}`" for name in said) if said else None
