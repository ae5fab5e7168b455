"""What `lint` reports: a diagnostic, and the smallest case that shows it; which codes there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulelang.engine.analysis.told import Told
from rulelang.grammar.diagnostic import Diagnostic, Label, Severity
from rulelang.grammar.source import Span


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: its page's title, and how severe it is unless a project says otherwise."""

    title: str
    severity: Severity


CODES: dict[str, Code] = {
    "RL500": Code("an ABSTRACT that widens nothing", Severity.WARNING),
    "RL501": Code("an ADDITIVE that narrows nothing", Severity.WARNING),
    "RL502": Code("an operator after which the rule never triggers", Severity.WARNING),
    "RL503": Code("an ABSTRACT after which something no longer triggers the rule", Severity.WARNING),
    "RL504": Code("an EXCEPTION that never meets its rule", Severity.WARNING),
    "RL505": Code("an EXCEPTION that is always in force", Severity.WARNING),
    "RL506": Code("a CONFLICT that never meets its rule", Severity.WARNING),
    "RL507": Code("an IRONCLAD part that never applies", Severity.WARNING),
    "RL508": Code("a generalised outcome that other rules still read", Severity.WARNING),
    "RL510": Code("a conflict that no priority resolves", Severity.WARNING),
    "RL511": Code("two ironclad parts that can clash", Severity.ERROR),
    "RL512": Code("a rule that never fires", Severity.WARNING),
    "RL513": Code("an exception that never matters", Severity.WARNING),
    "RL514": Code("a rival that never matters", Severity.WARNING),
    "RL515": Code("a rule that another one makes superfluous", Severity.WARNING),
    "RL516": Code("a case of which no rule speaks", Severity.WARNING),
    "RL517": Code("an outcome that nothing can establish", Severity.WARNING),
    "RL518": Code("a fact that is never used", Severity.HINT),
    "RL520": Code("a boundary that no rule covers", Severity.WARNING),
    "RL521": Code("a boundary that two rules cover", Severity.WARNING),
    "RL523": Code("a clause without a name", Severity.HINT),
    "RL524": Code("a priority between rules that never compete", Severity.WARNING),
    "RL525": Code("a suppression without a reason", Severity.WARNING),
    "RL526": Code("a suppression of nothing", Severity.HINT),
    "RL529": Code("something that was not analysed", Severity.HINT),
    "RL533": Code("a part of a condition that changes nothing", Severity.WARNING),
    "RL534": Code("a look-up that no row fits", Severity.WARNING),
    "RL535": Code("ALWAYS declarations that contradict each other", Severity.ERROR),
    "RL536": Code("a suppression of a code that there is not", Severity.WARNING),
}


Dropped: TypeAlias = Literal["rule", "clause", "fact", "priority", "comment", "part"]


@dataclass(frozen=True, slots=True)
class Drop:
    """What may be left out to answer a finding; whether that changes any decision is for `alike` to prove.

    `name` is the rule, clause or fact (of a part: the rule or clause in whose condition it is number `part`), `span`
    where that stands.  `local`: nothing but the condition, outcomes being free, was looked at to find it; `beside` is
    the rule or clause that stands for it.
    """

    kind: Dropped
    name: str
    span: Span
    local: bool = True
    part: int = 0
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding and, where there is one, a case that shows it and something that may be left out."""

    diagnostic: Diagnostic
    witness: Told | None = None
    drop: Drop | None = None


def some(names: Sequence[str]) -> str:
    """The first names, quoted unless they are, and how many more there are."""
    shown = ", ".join(name if "`" in name else f"`{name}`" for name in names[:5])
    return shown + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def finding(
    code: str,
    message: str,
    span: Span,
    label: str = "",
    secondary: tuple[Label, ...] = (),
    hint: str | None = None,
    witness: Told | None = None,
    severity: Severity | None = None,
    drop: Drop | None = None,
) -> Finding:
    """A finding of a code, as severe as the code is unless it is said."""
    chosen = CODES[code].severity if severity is None else severity
    return Finding(Diagnostic(code, message, Label(span, label), secondary, hint, chosen), witness, drop=drop)
