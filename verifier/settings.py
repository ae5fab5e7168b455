"""Settings: under which labels a prompt showed a case's passages and rules, and what it showed besides.

RGDT-Bench shows one case in several settings (bound evidence, with hard negatives, with the surrounding document), and
a passage has another identifier in each.  The file `settings/1` says for each case and setting which label stands for
which passage or rule; answers given in that setting are read by it.  A setting never changes facts, support or
decision: that is checked when it is used (verification, section 3 and N24).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import JsonText, pointer
from rulelang.verifier.finding import UNCITED, UNSUPPORTED, Finding
from rulelang.verifier.prompting.names import bearing, group_heads

if TYPE_CHECKING:
    from rulelang.verifier.answer import Answer, Claim, Decision
    from rulelang.verifier.check import Result
    from rulelang.verifier.matter import Ready
    from rulelang.verifier.scope import Scope

_Name = Annotated[str, Field(min_length=1)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Setting(_Record):
    """The labels of one case in one setting."""

    case: str = Field(description="The case: the path of its rule file, `#`, its name.", pattern=r"^[^#]+#[^#]+$")
    setting: _Name = Field(description="The setting, as answers name it: p1, p2 or p3.")
    passages: dict[_Name, str] = Field(description="For each label the passage of the case that it stands for.")
    distractors: dict[_Name, str] = Field(
        default={}, description="Passages that were shown besides: for each label its text. They support nothing."
    )
    rules: dict[_Name, str | None] | None = Field(
        default=None,
        description="For each label the rule or clause that it stands for, null for a rule that is none of the case's. "
        "Where it is left out rules are cited by their own identifiers.",
    )
    seed: int | None = Field(default=None, description="The seed by which the labels were dealt out.")


class Document(_Record):
    """Settings of any number of cases."""

    rulelang: Literal["settings/1"] = Field(description="The format of this document.")
    settings: list[Setting]


def settings_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the document."""
    schema = Document.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "RuleLang settings"}


@dataclass(frozen=True)
class Settings:
    """The settings of a document, each with its place there."""

    document: JsonText
    found: Mapping[tuple[str, str], tuple[Setting, str]]

    def of(self, answer: Answer) -> Setting | None:
        """The setting in which an answer was given; None where the document has none: the case's own identifiers."""
        found = self.found.get((answer.case, answer.setting))
        return None if found is None else found[0]

    def place(self, setting: Setting) -> str:
        return self.found[setting.case, setting.setting][1]


def read_settings(document: JsonText) -> Settings:
    """The settings that a document holds.

    Raises:
        RuleLangError: it is no document of the schema, or has two settings for one case (RL591).
    """
    try:
        read = Document.model_validate(document.value)
    except ValidationError as error:
        raise RuleLangError([_fault(document, dict(one)) for one in error.errors(include_url=False)]) from None
    found: dict[tuple[str, str], tuple[Setting, str]] = {}
    for number, one in enumerate(read.settings):
        where = pointer("settings", number)
        if (one.case, one.setting) in found:
            message = f"there are two settings `{one.setting}` of `{one.case}`"
            hint = "leave one of them out"
            raise RuleLangError([Diagnostic("RL591", message, Label(document.span(where)), hint=hint, pointer=where)])
        found[one.case, one.setting] = (one, where)
    return Settings(document, found)


def _fault(document: JsonText, fault: Mapping[str, Any]) -> Diagnostic:
    steps = [step for step in fault["loc"] if step != "[key]"]
    where = pointer(*steps)
    missing = fault["type"] == "missing"
    at = pointer(*steps[:-1]) if missing else where
    name = f"`{steps[-1]}`" if steps else "the document"
    words = f"the field {name} is missing" if missing else f"{name} is not as it should be: {fault['msg'].lower()}"
    hint = "`rulelang schema settings` says what a document of settings looks like"
    return Diagnostic("RL591", words, Label(document.span(at)), hint=hint, pointer=at)


# ------------------------------------------------------------------------------- what a setting must not change


def faults(settings: Settings, setting: Setting, ready: Ready) -> Iterator[Diagnostic]:
    """What makes of a case another one: labels of nothing, support left out, distractors that bear."""
    place = settings.place(setting)

    def fault(code: str, message: str, hint: str, *steps: str) -> Diagnostic:
        where = f"{place}{pointer(*steps)}"
        return Diagnostic(code, message, Label(settings.document.span(where)), hint=hint, pointer=where)

    passages = ready.matter.passages
    for label, name in setting.passages.items():
        if name not in passages:
            hint = f"its passages are {', '.join(passages)}" if passages else "the case has no passages"
            yield fault("RL592", f"`{label}` stands for `{name}`, no passage of the case", hint, "passages", label)
    needed = dict.fromkeys(name for sets in ready.matter.evidence.values() for one in sets for name in sorted(one))
    shown = set(setting.passages.values())
    for name in needed:
        if name not in shown and passages.get(name):
            message = f"the setting `{setting.setting}` leaves out `{name}`, on which a judgment may rest"
            yield fault("RL593", message, "give it a label: a setting never changes the support", "passages")
    texts = {_folded(text): name for name, text in passages.items() if name in needed}
    for label, text in setting.distractors.items():
        if label in setting.passages:
            yield fault(
                "RL594", f"`{label}` is a passage and a distractor", "choose another label", "distractors", label
            )
        if _folded(text) in texts:
            message = f"the distractor `{label}` says what `{texts[_folded(text)]}` says, which supports a judgment"
            hint = "make it a label of that passage, or leave it out"
            yield fault("RL594", message, hint, "distractors", label)
    if setting.rules is not None:
        yield from _rule_faults(setting, setting.rules, ready, fault)


def _rule_faults(setting: Setting, rules: Mapping[str, str | None], ready: Ready, fault: Any) -> Iterator[Diagnostic]:
    base, known = ready.base, ready.matter.cited.rules
    _, names = bearing(base, ready.case)
    for label, name in rules.items():
        if name is None or name in known:
            continue
        if name not in base.program.rules:
            yield fault("RL592", f"`{label}` stands for `{name}`, no rule of the case's program", "see `rulelang show`",
                        "rules", label)  # fmt: skip
        elif any(head.name in names for head in group_heads(base.group(name))):
            message = f"`{label}` shows `{name}`, which is not in use and would bear on the question"
            yield fault("RL594", message, "leave it out: a setting never changes the decision", "rules", label)
    shown = {name for name in rules.values() if name is not None}
    wanted = dict.fromkeys(known[clause] for warrant in ready.listed for clause in warrant.clauses() if clause in known)
    for rule in wanted:
        if rule not in shown:
            message = f"the setting `{setting.setting}` leaves out the rule `{rule}`, on which the decision rests"
            yield fault("RL593", message, "give it a label: a setting never changes the support", "rules")


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


# --------------------------------------------------------------------------------------------- answers by labels


def ready_for(ready: Ready, setting: Setting) -> Ready:
    """The case as the setting shows it: with its distractors, which may be cited and are of no use."""
    foreign = {label for label, name in (setting.rules or {}).items() if name is None}
    matter = ready.matter
    passages = {**matter.passages, **setting.distractors}
    return replace(ready, matter=replace(matter, passages=passages, known_rules=matter.known_rules | foreign))


@dataclass(frozen=True)
class Shown:
    """What a label says in a setting: the case's own identifier; one that was not shown stays unknown."""

    setting: Setting
    ready: Ready

    def passage(self, label: str) -> str:
        setting = self.setting
        if label in setting.passages or label in setting.distractors:
            return setting.passages.get(label, label)
        return f"{label} (not shown)" if label in self.ready.matter.passages else label

    def rule(self, label: str) -> str:
        rules, matter = self.setting.rules, self.ready.matter
        if rules is None:
            return label
        if label in rules:
            return rules[label] or label
        head, dot, rest = label.rpartition(".")
        whole = rules.get(head) if dot else None
        if whole is not None and matter.cited.rules.get(f"{whole}.{rest}") == whole:
            return f"{whole}.{rest}"
        return f"{label} (not shown)" if label in matter.known_rules else label


def translated(answer: Answer, setting: Setting, ready: Ready) -> Answer:
    """The answer with the case's own identifiers in place of labels."""
    shown = Shown(setting, ready)

    def of(claim: Claim | Decision) -> Any:
        rules, passages = list(map(shown.rule, claim.rules)), list(map(shown.passage, claim.evidence))
        return claim.model_copy(update={"rules": rules, "evidence": passages})

    claims = None if answer.claims is None else [of(claim) for claim in answer.claims]
    decision = None if answer.decision is None else of(answer.decision)
    return answer.model_copy(update={"claims": claims, "decision": decision})


def labelled(result: Result, setting: Setting) -> Result:
    """The result with the setting's labels wherever it says what to cite, and in the rule scope."""
    passages = {name: label for label, name in reversed(setting.passages.items())}
    rules = {name: label for label, name in reversed((setting.rules or {}).items()) if name is not None}

    def finding(one: Finding) -> Finding:
        if one.instead is None or one.code not in (UNCITED, UNSUPPORTED):
            return one
        names = rules if one.code == UNCITED else passages
        return replace(one, instead=re.sub(r"`([^`]+)`", lambda found: f"`{_label(found[1], names)}`", one.instead))

    scope = None if result.scope is None else _scope(result.scope, rules)
    return replace(result, findings=tuple(map(finding, result.findings)), scope=scope)


def _label(name: str, labels: Mapping[str, str]) -> str:
    if name in labels:
        return labels[name]
    head, dot, rest = name.rpartition(".")
    return f"{labels[head]}.{rest}" if dot and head in labels else name


def _scope(scope: Scope, labels: Mapping[str, str]) -> Scope:
    def some(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(_label(name, labels) for name in names)

    return replace(scope, cited=some(scope.cited), gold=some(scope.gold), right=some(scope.right))
