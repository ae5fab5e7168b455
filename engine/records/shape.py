"""JSON documents against their pydantic models: one diagnostic for each fault, with its place."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any, Protocol, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import pointer
from rulelang.grammar.source import Span


class Document(Protocol):
    """JSON in which values can be pointed at: a text that was read, or a case that a map made of one."""

    @property
    def value(self) -> Any: ...

    def span(self, pointer: str) -> Span: ...

    def key_span(self, pointer: str) -> Span: ...


class Shape(BaseModel):
    """What all shapes have in common: no other fields, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Shaped = TypeVar("Shaped", bound=Shape)


def _single_is_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


SingleIsList = BeforeValidator(_single_is_list, json_schema_input_type=str | list[str])
"""A string where a list of strings may stand is a list of one."""

OneOrMore = Annotated[list[str], SingleIsList]


def list_or_object(value: Any) -> str:
    """The tag of a union of a list and an object."""
    return "<list>" if isinstance(value, list) else "<object>"

_WORDS = {
    "string_type": "a string",
    "string_too_short": "a string that is not empty",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "tuple_type": "a list",
}


def shaped(model: type[Shaped], document: Document, wrong: str, unknown: str) -> Shaped:
    """The document as a value of its model.

    Args:
        wrong: the code for a missing field or a value of the wrong kind.
        unknown: the code for a field that the model does not have.

    Raises:
        RuleLangError: it does not fit the model; every fault is reported, each at its place.
    """
    try:
        return model.model_validate(document.value)
    except ValidationError as error:
        faults: dict[str, Diagnostic] = {}
        for fault in error.errors(include_url=False):
            # A union's branch is named `<branch>` in the path and is no step of the document.
            path = [step for step in fault["loc"] if not (isinstance(step, str) and step.startswith("<"))]
            where = pointer(*path)
            if where not in faults:
                fields = _fields(model, fault["loc"][:-1])
                faults[where] = _fault(document, fault, path, fields, wrong, unknown)
        raise RuleLangError(faults.values()) from None


def _fault(
    document: Document,
    fault: Any,
    path: list[str | int],
    fields: dict[str, FieldInfo],
    wrong: str,
    unknown: str,
) -> Diagnostic:
    kind: str = fault["type"]
    name = str(path[-1]) if path else "document"
    where = pointer(*path)
    if kind == "missing":
        parent = pointer(*path[:-1])
        span = document.span(parent)
        opening = span._replace(end=min(span.end, span.start + 1))
        message = f"the field `{name}` is missing"
        return Diagnostic(wrong, message, Label(opening), hint=f'add `"{name}"`', pointer=parent)
    if kind == "extra_forbidden":
        close = get_close_matches(name, fields, n=1)
        label = Label(document.key_span(where))
        advice = f"did you mean `{close[0]}`?" if close else f"the fields here are {', '.join(fields)}"
        return Diagnostic(unknown, f"the field `{name}` is unknown", label, hint=advice, pointer=where)
    label = Label(document.span(where))
    if kind == "literal_error":
        message = f"`{name}` is not {fault['ctx']['expected'].replace(chr(39), '`')}"
    elif kind in _WORDS:
        message = f"`{name}` is not {_WORDS[kind]}"
    elif kind == "value_error":
        message = str(fault["ctx"]["error"])
    elif kind == "string_pattern_mismatch":
        message = f"`{fault['input']}` is no pointer"
    else:
        message = f"`{name}` does not fit here"
    meaning = (fields[name].description if name in fields else None) or ""
    hint = meaning[:1].lower() + meaning[1:].rstrip(".") or None
    return Diagnostic(wrong, message, label, hint=hint, pointer=where)


def _fields(model: type[BaseModel], path: tuple[str | int, ...]) -> dict[str, FieldInfo]:
    """The fields, by the names that documents use, of the model that a path leads to (none: no model's place)."""
    here: Any = model
    for step in path:
        if isinstance(here, type) and issubclass(here, BaseModel):
            field = _named(here).get(str(step))
            here = field.annotation if field is not None else None
        elif isinstance(step, str) and step.startswith("<"):
            here = _branch(here, step)
        else:
            arguments: tuple[Any, ...] = get_args(here)
            here = arguments[-1] if arguments else None
    return _named(here) if isinstance(here, type) and issubclass(here, BaseModel) else {}


def _named(model: type[BaseModel]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in model.model_fields.items()}


def _branch(here: Any, tag: str) -> Any:
    """The member of a union that carries this tag."""
    for argument in get_args(here):
        if any(getattr(item, "tag", None) == tag for item in getattr(argument, "__metadata__", ())):
            return get_args(argument)[0]
        found = _branch(argument, tag)
        if found is not None:
            return found
    return None


def schema(model: type[BaseModel], title: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a shape."""
    made = model.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": title}


