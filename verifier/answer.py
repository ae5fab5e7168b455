"""The answer file `answer/1`: what a model's answer claims, on what grounds, and what it decides.

The models below are the only description of the file: the JSON Schema (`answer_schema`) is made from them, and
`read_answer` reads with them.  What a document says about the world (rules, passages, formulas) is not looked at here:
it is the model's word and is judged later; a document that is none of the schema is refused with the place of the
fault (verification, N24 and section 3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import JsonText, pointer

SETTINGS = ("p1", "p2", "p3")
"""The presentations: bound evidence, with hard negatives, with the surrounding document."""

_MOST = 2**63
"""Numbers of samples fit into a column of 64 bits, so that whatever is checked can be scored."""

_Name = Annotated[str, Field(min_length=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=False)


class Claim(_Strict):
    """One claim of the answer and its grounds."""

    id: _Name = Field(description="Names the claim within this answer.")
    says: str | list[str] = Field(
        description="A formula of the language, or a list of formulas (their conjunction); also `UNKNOWN p`, "
        "`CONFLICT p`, `TRIGGERED r`, `x SUSPENDS r`, `r PREVAILS OVER k`."
    )
    from_: list[str] = Field(default=[], alias="from", description="The claims that this one rests on, by id.")
    rules: list[str] = Field(default=[], description="The rules and clauses cited, by canonical identifier.")
    evidence: list[str] = Field(default=[], description="The passages cited, by the ids that the setting shows.")
    quote: str | None = Field(default=None, description="A verbatim piece of one of the passages in `evidence`.")
    at: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]] | None = Field(
        default=None, strict=False, description="Where `text` says it: start and end (exclusive) in code points."
    )
    world: Literal["asked", "given"] = Field(
        default="asked", description="`given`: about a what-if case as it was before the supposition."
    )


class Decision(_Strict):
    """The final decision: a claim without an id."""

    says: str | list[str] = Field(description="One part for each thing that is asked, in any order.")
    from_: list[str] = Field(default=[], alias="from", description="The claims that the decision draws on, by id.")
    rules: list[str] = Field(default=[], description="The rules and clauses cited.")
    evidence: list[str] = Field(default=[], description="The passages cited.")
    quote: str | None = Field(default=None, description="A verbatim piece of one of the passages in `evidence`.")
    at: tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=0)]] | None = Field(
        default=None, strict=False, description="Where `text` says it: start and end (exclusive) in code points."
    )


class Answer(_Strict):
    """A model's answer to a case, taken apart into claims."""

    rulelang: Literal["answer/1"] = Field(description="The format of this document.")
    case: str = Field(description="The case: the path of its rule file, `#`, its name.", pattern=r"^[^#]+#[^#]+$")
    setting: str = Field(default="p1", description="The presentation whose labels the answer uses: p1, p2 or p3.")
    model: str | None = Field(default=None, description="The model that wrote the answer.")
    sample: Annotated[int, Field(ge=-_MOST, lt=_MOST)] | None = Field(
        default=None, description="Which of several answers to the same question it is: a whole number of 64 bits."
    )
    claims: list[Claim] | None = Field(
        description="null: extraction failed (not evaluable); an empty list: the answer states nothing."
    )
    decision: Decision | None = Field(default=None, description="The final decision; null: the answer decides nothing.")
    text: str | None = Field(default=None, description="The answer as the model wrote it.")

    @property
    def case_file(self) -> str:
        return self.case.partition("#")[0]

    @property
    def case_name(self) -> str:
        return self.case.partition("#")[2]


def answer_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the answer file."""
    schema = Answer.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "RuleLang answer", **schema}


def read_answer(document: JsonText) -> Answer:
    """The answer that a JSON document holds.

    Raises:
        RuleLangError: it is another document of RuleLang's (RL459), none of the schema (RL460, RL461), two claims
            have one id (RL462), a `from` names no claim (RL463) or goes round in a circle (RL464), or the setting is
            unknown (RL466).  All faults of one kind are reported together.
    """
    if (found := _other_document(document)) is not None:
        raise RuleLangError([found])
    try:
        answer = Answer.model_validate(document.value)
    except ValidationError as error:
        raise RuleLangError(_schema_faults(document, error)) from None
    faults = list(_setting_fault(document, answer)) + list(_id_faults(document, answer))
    if not faults:
        faults = list(_link_faults(document, answer))
    if faults:
        raise RuleLangError(faults)
    return answer


def statements(says: str | list[str]) -> list[str]:
    """What a claim says, as a list."""
    return [says] if isinstance(says, str) else says


# --------------------------------------------------------------------------------------------- other documents

_OTHERS = {
    "label": "labels say line by line what `rulelang mutate` did to the answers in the file beside them: give that",
    "extraction": "the log of `rulelang extract` lies beside the answers that it extracted: give their file",
    "settings": "settings are given with `--settings`",
    "case": "a record of facts is for `rulelang derive --cases`",
}
_OTHERWISE = "an answer is a document `answer/1`: `rulelang schema answer` prints its schema"


def _other_document(document: JsonText) -> Diagnostic | None:
    """That the document says of itself that it is something else: the faults of its fields would say nothing."""
    match document.value:
        case {"rulelang": str(tag)} if (kind := re.fullmatch(r"([a-z-]+)/[0-9]+", tag)) and kind[1] != "answer":
            return Diagnostic(
                "RL459",
                f"this is a document `{tag}`, no answer",
                Label(document.span("/rulelang")),
                hint=_OTHERS.get(kind[1], _OTHERWISE),
                pointer="/rulelang",
            )
        case _:
            return None


# --------------------------------------------------------------------------------------------- schema faults

_WORDS = {
    "string_type": "a string",
    "string_pattern_mismatch": "a path, `#` and a case's name",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "list_type": "a list",
    "tuple_type": "a list of two numbers",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "too_short": "a list of two numbers",
    "too_long": "a list of two numbers",
    "missing": "",
}
_WRONG = {"string_too_short": "empty", "greater_than_equal": "negative"}
_WRONG_SAMPLE = {"greater_than_equal": "too small for 64 bits", "less_than": "too large for 64 bits"}
_UNION_TAGS = {"str", "list[str]"}


def _schema_faults(document: JsonText, error: ValidationError) -> list[Diagnostic]:
    """One diagnostic for each fault; the branches of a union (`says`: string or list) are one fault."""
    made: dict[str, Diagnostic] = {}
    for fault in error.errors(include_url=False, include_context=True):
        path = [step for step in fault["loc"] if not (isinstance(step, str) and step in _UNION_TAGS)]
        where = pointer(*path)
        union = len(path) != len(fault["loc"])
        if where in made or ("str" in fault["loc"] and isinstance(fault["input"], list)):
            continue
        made[where] = _schema_fault(document, fault, path, where, union)
    return list(made.values())


def _schema_fault(document: JsonText, fault: Any, path: list[str | int], where: str, union: bool) -> Diagnostic:
    kind: str = fault["type"]
    if kind == "missing" and isinstance(path[-1], int):  # a list of two numbers that has fewer
        kind, path, where = "too_short", path[:-1], pointer(*path[:-1])
    name = str(path[-1]) if path else "document"
    if kind == "missing":
        parent = document.span(pointer(*path[:-1]))
        return Diagnostic(
            "RL460",
            f"the field `{name}` is missing",
            Label(parent._replace(end=min(parent.end, parent.start + 1))),
            hint=f'add `"{name}": …`: {_meaning(path)}',
            pointer=pointer(*path[:-1]),
        )
    if kind == "extra_forbidden":
        close = _close(name, _fields(path))
        hint = f"did you mean `{close}`?" if close else f"the fields here are {', '.join(_fields(path))}"
        return Diagnostic(
            "RL461", f"the field `{name}` is unknown", Label(document.key_span(where)), hint=hint, pointer=where
        )
    if kind == "literal_error":
        wanted = fault["ctx"]["expected"].replace("'", "`")
    else:
        wanted = _WORDS.get(kind, fault["msg"].lower())
    item = bool(path) and isinstance(path[-1], int)
    if union:
        wanted = "a string" if item else "a string or a list of strings"
    wrong = (_WRONG_SAMPLE if path == ["sample"] else _WRONG).get(kind)
    subject = "the document" if not path else f"`{path[-2]}[{name}]`" if item else f"`{name}`"
    return Diagnostic(
        "RL460",
        f"{subject} is {wrong or f'not {wanted}'}",
        Label(document.span(where)),
        hint=_meaning(path) or None,
        pointer=where,
    )


def _model_of(path: list[str | int]) -> type[BaseModel]:
    """The model whose field the last step of a path is."""
    match path:
        case ["claims", int(), _, *_]:
            return Claim
        case ["decision", _, *_]:
            return Decision
        case _:
            return Answer


def _close(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant."""
    return next(iter(get_close_matches(name, list(known), n=1)), None)


def _fields(path: list[str | int]) -> list[str]:
    return [field.alias or name for name, field in _model_of(path).model_fields.items()]


def _meaning(path: list[str | int]) -> str:
    """What a field is for, in the words of the schema, as a hint."""
    names = [step for step in path if isinstance(step, str)]
    if not names:
        return "an answer is an object with `rulelang`, `case`, `claims` and `decision`"
    if path[0] == "claims" and len(path) == 2:
        return "a claim is an object with `id` and `says` at least"
    for name, field in _model_of(path).model_fields.items():
        if (field.alias or name) == names[-1]:
            text = (field.description or "").rstrip(".")
            return text[:1].lower() + text[1:]
    return ""


# ---------------------------------------------------------------------------------------- faults in the links


def _setting_fault(document: JsonText, answer: Answer) -> Iterator[Diagnostic]:
    if answer.setting not in SETTINGS:
        yield Diagnostic(
            "RL466",
            f"the setting `{answer.setting}` is unknown",
            Label(document.span("/setting")),
            hint="the settings are p1 (bound evidence), p2 (with hard negatives) and p3 (with the whole document)",
            pointer="/setting",
        )


def _id_faults(document: JsonText, answer: Answer) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for index, claim in enumerate(answer.claims or ()):
        where = pointer("claims", index, "id")
        if claim.id in first:
            yield Diagnostic(
                "RL462",
                f"two claims have the id `{claim.id}`",
                Label(document.span(where)),
                (Label(document.span(pointer("claims", first[claim.id], "id")), "given here first"),),
                "give each claim an id of its own",
                pointer=where,
            )
        else:
            first[claim.id] = index


def _link_faults(document: JsonText, answer: Answer) -> Iterator[Diagnostic]:
    claims = answer.claims or []
    ids = {claim.id: index for index, claim in enumerate(claims)}
    links = [(pointer("claims", i), claim.from_) for i, claim in enumerate(claims)]
    if answer.decision is not None and answer.claims is not None:
        links.append((pointer("decision"), answer.decision.from_))
    dangling = False
    for where, sources in links:
        for index, source in enumerate(sources):
            if source not in ids:
                dangling = True
                close = _close(source, ids)
                yield Diagnostic(
                    "RL463",
                    f"`from` names the claim `{source}`, which there is not",
                    Label(document.span(f"{where}/from/{index}")),
                    hint=f"did you mean `{close}`?" if close else "name a claim of this answer by its id",
                    pointer=f"{where}/from/{index}",
                )
    if dangling:
        return
    cycle = circle({claim.id: claim.from_ for claim in claims})
    if cycle:
        where = pointer("claims", ids[cycle[0]], "from")
        yield Diagnostic(
            "RL464",
            f"the claims rest on themselves: {' from '.join(f'`{step}`' for step in [*cycle, cycle[0]])}",
            Label(document.span(where)),
            tuple(
                Label(document.span(pointer("claims", ids[step], "from")), "part of the circle") for step in cycle[1:]
            ),
            "take one of the links out",
            pointer=where,
        )


def circle(links: dict[str, list[str]]) -> list[str]:
    """A cycle of the `from` links, from its earliest claim on; empty if there is none."""
    done: set[str] = set()
    for start in links:
        path: list[str] = []
        on_path: dict[str, int] = {}
        todo: list[tuple[str, bool]] = [(start, False)]
        while todo:
            node, leaving = todo.pop()
            if leaving:
                done.add(node)
                path.pop()
                del on_path[node]
                continue
            if node in on_path:
                return path[on_path[node] :]
            if node in done:
                continue
            on_path[node] = len(path)
            path.append(node)
            todo.append((node, True))
            todo.extend((source, False) for source in reversed(links[node]))
    return []
