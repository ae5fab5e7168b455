"""Cases from JSON: files of cases, or of records with a map, read with the rules that they are for.

A JSON case and a CASE block mean the same thing: the document becomes a tree (`case_tree`) and is resolved as any
CASE is.  One bad record costs that record alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulelang.engine.records.case_tree import case_tree
from rulelang.engine.records.located import located
from rulelang.engine.records.map_shape import MapShape
from rulelang.engine.records.record_map import map_cases
from rulelang.engine.records.shape import Document
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, has_errors
from rulelang.grammar.json_text import JsonText, JsonValue, decode_json, json_text, pointer
from rulelang.grammar.model import Case, Program
from rulelang.grammar.resolving.cases import resolve_case
from rulelang.grammar.resolving.claims import known_sentences
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.symbols import symbols_of
from rulelang.grammar.source import Source, Span


@dataclass(frozen=True, slots=True)
class Record:
    """A case that was read, or why it could not be; `name` is the case's name as far as it is known."""

    name: str
    case: Case | None
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Part:
    """A value within a JSON document, taken as a document of its own."""

    whole: JsonText
    place: str
    value: Any

    def span(self, pointer: str) -> Span:
        return self.whole.span(self.place + pointer)

    def key_span(self, pointer: str) -> Span:
        return self.whole.key_span(self.place + pointer)


def read_case(program: Program, document: Document) -> Case:
    """The case that a JSON document holds, resolved with a program.

    Raises:
        RuleLangError: with every fault that was found and its place (RL430 to RL437, and the codes of CASE blocks).
    """
    symbols, findings = symbols_of(program), Findings()
    read = case_tree(document, program)
    module = document.value.get("module") or next(iter(program.modules), "")
    case = resolve_case(read.case, module, symbols, findings, known_sentences(symbols, findings))
    found = findings.finished()
    if has_errors(found):
        raise RuleLangError(located(found, read.strings))
    return case


def read_cases(program: Program, data: bytes, name: str, by: MapShape | None = None) -> Iterator[Record]:
    """The cases of a JSON or JSONL file, or of the records in it by a map.

    A file holds one document, an array of documents, or one document a line.

    Args:
        data: the file's bytes.
        name: the name under which messages speak of the file.
        by: the map, where the documents are records of another shape.

    Raises:
        RuleLangError: the file as a whole cannot be read (RL450, RL454).
    """
    for read in read_documents(data, name, by):
        if isinstance(read, Record):
            yield read
            continue
        shown = _case_name(read)
        try:
            yield Record(shown, read_case(program, read))
        except RuleLangError as error:
            yield Record(shown, None, error.diagnostics)


def read_documents(data: bytes, name: str, by: MapShape | None = None) -> Iterator[Document | Record]:
    """The documents of a file, mapped where there is a map; in place of one that cannot be read a Record says why.

    Raises:
        RuleLangError: as `read_cases`.
    """
    source = decode_json(data, name)
    for text in _texts(source):
        try:
            document = json_text(text)
        except RuleLangError as error:
            yield Record(_shown(text), None, error.diagnostics)
            continue
        for part in _parts(document):
            if by is None:
                yield part
                continue
            record = document if part.value is document.value else _excerpt(document, part)
            try:
                yield from map_cases(by, record)
            except RuleLangError as error:
                yield Record(_shown(record.source), None, error.diagnostics)


def _texts(source: Source) -> Iterator[Source]:
    """The lines of a JSONL file, each under its number; else the whole."""
    lines = [(number, line) for number, line in enumerate(source.text.split("\n"), 1) if line.strip()]
    if len(lines) < 2 or not _complete(source.name, lines[0][1]):
        yield source
        return
    for number, line in lines:
        yield Source(source.name, line, number)


def _complete(name: str, line: str) -> bool:
    """Whether a first line is a document by itself."""
    try:
        json_text(Source(name, line))
    except RuleLangError:
        return name.endswith(".jsonl")
    return True


def _parts(document: JsonText) -> Iterator[Part]:
    value = document.value
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield Part(document, pointer(number), item)
    else:
        yield Part(document, "", value)


def _excerpt(document: JsonText, part: Part) -> JsonText:
    """An item of an array as a document with its place in the file."""
    span = part.span("")
    line, column = span.source.place(span.start)
    return json_text(Source(span.source.name, " " * (column - 1) + span.text, line))


def _case_name(document: Document) -> str:
    value: JsonValue = document.value
    name = value.get("case") if isinstance(value, Mapping) else None
    return name if isinstance(name, str) else _shown(document.span("").source)


def _shown(source: Source) -> str:
    """What a document without a name goes by: the file, and the line in it."""
    return f"{source.name}:{source.first_line}"
