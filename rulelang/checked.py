"""An answer held against its case: what `rulelang.check` gives, and what the verb of that name prints."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args
from weakref import WeakKeyDictionary

from rulelang import documents
from rulelang.bundled import found
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import JsonText
from rulelang.grammar.model import Case
from rulelang.roots import Roots
from rulelang.ruleset import Rules, check_rules

if TYPE_CHECKING:
    from rulelang.verifier.answer import Answer
    from rulelang.verifier.check import ClaimResult, Result, SlotResult
    from rulelang.verifier.finding import Finding
    from rulelang.verifier.matter import Policy, Ready
    from rulelang.verifier.settings import Settings

AnySettings: TypeAlias = "Settings | JsonText | documents.Json"
"""What the labels of each setting stand for: a file of settings, given as an answer is."""

AnyAnswer: TypeAlias = "Answer | JsonText | documents.Json"
"""An answer: one that was read, or an answer file as a mapping, as JSON text, or by its path."""

Citations: TypeAlias = Literal["linked", "own"]
"""Whose citations count for a judgment: those of the claims that draw on it too, or its own alone (N12)."""


@dataclass(frozen=True, slots=True, repr=False)
class Checked:
    """What a check found.  `str` gives the report that the verb prints.

    `result` is the verifier's own value with everything in it; `document` the answer's text, to which places refer.
    """

    result: Result
    document: JsonText | None = None

    @property
    def case(self) -> str:
        """The case, as the answer names it."""
        return self.result.case

    @property
    def correct(self) -> bool:
        """Whether the decision is right."""
        return self.result.correct

    @property
    def complete(self) -> bool:
        """Whether decision and reasons are right and nothing required is missing: all five checks hold."""
        return self.result.complete

    @property
    def evaluable(self) -> bool:
        """False: no claims were extracted from the answer, only its decision counts."""
        return self.result.evaluable

    @property
    def fails(self) -> tuple[str, ...]:
        """The checks that fail: of `rule use` (`rule_use` in a row of `score`), `condition`, `evidence`, `aggregation`,
        `outcome`."""
        return tuple(check.title for check in self.result.fails)

    @property
    def root(self) -> tuple[str, ...]:
        """The checks that would still fail if the faults of the checks before them were mended."""
        return tuple(check.title for check in self.result.root)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What fails a check: each with `code`, `check`, `kind`, `claim`, `words`, `instead` (what would be right)."""
        return self.result.findings

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What is worth telling and fails no check by itself."""
        return self.result.notes

    @property
    def claims(self) -> tuple[ClaimResult, ...]:
        """Each claim: how it stands (ENTAILED, CONTRADICTED, UNSUPPORTED …), why, whether its step is valid."""
        return self.result.claims

    @property
    def judgments(self) -> tuple[SlotResult, ...]:
        """The judgments that the nearest warrant requires, each with the claims that state it."""
        return self.result.slots

    @property
    def gold(self) -> Mapping[str, str]:
        """For each thing that is asked the right decision."""
        return dict(self.result.gold)

    @property
    def points(self) -> int | None:
        """Points of the rubric, of 100, all or nothing for each dimension; None where the answer is not evaluable."""
        return None if self.result.rubric is None else self.result.rubric.score

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values (`check/1`), as the verb prints them."""
        from rulelang.verifier.report import report_object

        return report_object(self.result, self.document)

    def __str__(self) -> str:
        from rulelang.verifier.report import text_report

        return text_report(self.result, self.document).rstrip("\n")

    def __repr__(self) -> str:
        from rulelang.verifier.report import headline

        return f"<Checked {headline(self.result)}>"


def check(
    rules: Rules,
    answer: AnyAnswer,
    *,
    citations: Citations = "linked",
    warrant: Policy | None = None,
    settings: AnySettings | None = None,
) -> Checked:
    """Hold an answer against the rules and its case.

    What doesn't depend on the answer (the right decision, the warrants) is worked out once for each case and kept as
    long as the rules are.

    Args:
        rules: the rules that hold the case, wherever the answer says that they are.
        answer: an answer file as a mapping, as JSON text (a `str` that begins with `{`) or by its path; or an `Answer`
            that was read.
        citations: whether citations of the claims that draw on a judgment count for it, or its own alone.
        warrant: which judgments are required; by default what fits the case's TRACK.
        settings: what the labels of each setting stand for (`settings/1`, as `rulelang prompt --labels` writes it),
            given as `answer` may be. Where it does not have an answer's case and setting, the case's own identifiers
            hold.

    Raises:
        RuleLangError: the answer is none (RL450 to RL466), the rules don't have its case (RL465), the case has no
            right answer (RL467, RL468), or the settings can't be used (RL591) or make another case of it (RL592 to
            RL594).
        ValueError: `citations` or `warrant` is none that there is.
        TypeError: an argument is nothing of the kind.

    >>> import rulelang
    >>> rules = rulelang.load("corpora/refunds/refunds.rules")
    >>> checked = check(rules, "corpora/refunds/incomplete.json")
    >>> checked.correct, checked.complete, checked.root
    (True, False, ('condition',))
    >>> [(one.code, one.words) for one in checked.findings if one.root]
    [('RL472', 'nothing is said of `faulty` (the goods are faulty)')]
    """
    check_rules(rules)
    known_options(citations, warrant)
    read, document = read_any(answer)
    labels = None if settings is None else any_settings(settings)
    return held_against(rules, read, document, citations, warrant, labels)


def known_options(citations: str, warrant: str | None) -> None:
    """Refuse a way to check that there is not: a misspelt one would check in another.

    Raises:
        ValueError: `citations` or `warrant` is none that there is.
    """
    from rulelang.verifier.matter import Policy

    for name, value, known in (
        ("citations", citations, get_args(Citations)),
        ("warrant", warrant, (None, *get_args(Policy))),
    ):
        if value not in known:
            raise ValueError(f"{name} is {value!r}; there are {', '.join(map(repr, known))}")


def any_settings(given: AnySettings) -> Settings:
    """Settings, read if they are not yet.

    Raises:
        RuleLangError: they can't be read, or are none (RL591).
    """
    from rulelang.verifier.settings import Settings, read_settings

    if isinstance(given, Settings):
        return given
    if isinstance(given, JsonText):
        return read_settings(given)
    if isinstance(given, str) and not documents.is_json(given):
        given = Path(given)
    return read_settings(documents.document(given, "<settings>"))


def read_labels(path: Path) -> Settings:
    """The settings that a file of the command line holds, `-` for standard input.

    Raises:
        RuleLangError: it can't be read, or holds none (RL591).
    """
    from rulelang.console import read_input
    from rulelang.grammar.json_text import decode_json, json_text
    from rulelang.opening import shown
    from rulelang.verifier.settings import read_settings

    return read_settings(json_text(decode_json(read_input(str(path)), shown(str(path)))))


def read_any(answer: AnyAnswer, name: str = "<answer>") -> tuple[Answer, JsonText | None]:
    """The answer, with its text if it comes with one."""
    from rulelang.verifier.answer import Answer, read_answer

    if isinstance(answer, Answer):
        return answer, None
    if isinstance(answer, JsonText):
        return read_answer(answer), answer
    if isinstance(answer, str) and not documents.is_json(answer):
        answer = Path(answer)
    document = documents.document(answer, name)
    return read_answer(document), document


def held_against(
    rules: Rules,
    answer: Answer,
    document: JsonText | None,
    citations: Citations = "linked",
    warrant: Policy | None = None,
    settings: Settings | None = None,
) -> Checked:
    """As `check`, of an answer that was read; `document` is its text, `settings` say what its labels stand for.

    Raises:
        RuleLangError: also if the answer's setting makes another case of it (RL592 to RL594).
    """
    from rulelang.verifier.check import check as hold

    ready = _ready(rules, answer, document)
    setting = None if settings is None else settings.of(answer)
    if settings is None or setting is None:
        return Checked(hold(ready, answer, citations, warrant), document)
    from rulelang.verifier import settings as s

    faults = list(s.faults(settings, setting, ready))
    if faults:
        raise RuleLangError(faults)
    result = hold(s.ready_for(ready, setting), s.translated(answer, setting, ready), citations, warrant)
    return Checked(s.labelled(result, setting), document)


def rules_of(case_file: str, document: JsonText | None, roots: Roots) -> Path:
    """The rule file that an answer's `case` names.

    Raises:
        RuleLangError: it lies elsewhere than in the `roots` (RL469), or there is no such file (RL465).
    """
    place = found(case_file)
    try:
        held = roots.hold(place)
    except ValueError:  # it lies nowhere, which is told below
        held = True
    if not held:
        hint = "if it is meant, allow its folder with --include, or name the file with --rules"
        label = None if document is None else Label(document.span("/case"))
        message = f"the rule file `{case_file}` lies neither in the current folder nor in that of the answers"
        raise RuleLangError([Diagnostic("RL469", message, label, hint=hint, pointer="/case")])
    if os.path.isfile(place):
        return place
    hint = "name it from the current folder, or say where it is with --rules"
    raise RuleLangError([_of_case(f"there is no rule file `{case_file}`", hint, document)])


_kept: WeakKeyDictionary[Rules, dict[str, Ready]] = WeakKeyDictionary()
"""The cases of rules that were made ready for answers."""


def _ready(rules: Rules, answer: Answer, document: JsonText | None) -> Ready:
    from rulelang.verifier.matter import make_ready

    known = _kept.setdefault(rules, {})
    name = answer.case_name
    if name not in known:
        known[name] = make_ready(rules.base, case_asked(rules, name, document))
    return known[name]


def case_asked(rules: Rules, name: str, document: JsonText | None) -> Case:
    """The case that an answer is about.

    Raises:
        RuleLangError: the rules have none of this name (RL465).
    """
    case = rules.program.cases.get(name)
    if case is None:
        close = difflib.get_close_matches(name, rules.program.cases, n=1)
        hint = f"did you mean `{close[0]}`?" if close else "`rulelang show` lists the cases of a file"
        raise RuleLangError([_of_case(f"`{rules.name}` has no case `{name}`", hint, document)])
    return case


def _of_case(message: str, hint: str, document: JsonText | None) -> Diagnostic:
    """What is wrong with the field `case` of an answer."""
    label = None if document is None else Label(document.span("/case"))
    return Diagnostic("RL465", message, label, hint=hint, pointer="/case")
