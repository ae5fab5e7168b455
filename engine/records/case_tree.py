"""A JSON case as the syntax tree of a CASE block: what both mean is then settled in one place, by `resolve`.

JSON leaves open what the rules declare (is `"2024-02-29"` a date or a text?), so values are read by the type of the
fact that they are given for.  Every node's span is the value's place in the document.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import NoReturn, cast

from rulelang.engine.records.case_shape import AskShape, CaseShape
from rulelang.engine.records.json_write import json_line
from rulelang.engine.records.located import Place, located, placed
from rulelang.engine.records.shape import Document, shaped
from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import JsonValue, pointer
from rulelang.grammar.printing.printer import expression_text
from rulelang.grammar.reading.parse import parse_claim
from rulelang.grammar.resolving.kinds import describe
from rulelang.grammar.resolving.sentences import NAME
from rulelang.grammar.source import Source, Span

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?\Z")
_CALL = re.compile(r"([^\s\"()]+)\(.*\)\Z", re.DOTALL)
_MARKED = re.compile(r"(MUST|MAY|NEED NOT|DONE|VIOLATED|REJECTED)\s")
_QUOTIENT = re.compile(r"-?\d+/0*[1-9]\d*\Z")
_TRUTH = {"yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class CaseTree:
    """The tree, and for each source that was made of a string of the document the place of that string."""

    case: tree.Case
    strings: Mapping[Source, Place]


def case_tree(document: Document, program: model.Program) -> CaseTree:
    """The case that a JSON document holds, as a tree.

    Raises:
        RuleLangError: it has not the shape of a case (RL430, RL431), names what the rules do not have (RL432, RL435),
            gives a value that the fact cannot have (RL433), a row of the wrong length (RL434), an entity without id
            or listed twice (RL436), or is a case of another module (RL437); or a claim in it cannot be read.
    """
    shape = shaped(CaseShape, document, "RL430", "RL431")
    reading = _Reading(document, program, shape)
    return CaseTree(reading.case(), reading.strings)


@dataclass(slots=True)
class _Reading:
    """One case while it is read."""

    document: Document
    program: model.Program
    shape: CaseShape
    entities: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """Sort -> id -> pointer."""
    given: list[tree.Claim] = field(default_factory=list["tree.Claim"])
    strings: dict[Source, Place] = field(default_factory=dict["Source", "Place"])

    def case(self) -> tree.Case:
        shape = self.shape
        if shape.module is not None and shape.module not in self.program.modules:
            known = ", ".join(f"`{name}`" for name in self.program.modules if name) or "a module without a name"
            self.fail("RL437", f"the case is of module `{shape.module}`, the rules are {known}", "/module", None)
        span = self.document.span("")
        self.facts(shape.facts, "/facts")
        for sort in shape.entities:
            self.listed(sort)
        lines = [*self.options(), *self.rows(), *self.givens(), *self.suppositions(), *self.passages()]
        lines += [*self.demands(), *self.questions(), *self.expectations()]
        name = tree.Name(shape.case, span=self.document.span("/case"))
        gloss = None if shape.gloss is None else tree.Text(shape.gloss, span=self.document.span("/gloss"))
        return tree.Case(name, gloss, tuple(lines), span=span)

    # ------------------------------------------------------------------------------------------- small lines

    def options(self) -> Iterator[tree.CaseLine]:
        shape, span = self.shape, self.document.span
        if shape.using:
            yield tree.Using(self.names(shape.using, "/using"), span=span("/using"))
        if shape.as_of is not None:
            yield tree.AsOf(self.date(shape.as_of, "/as_of"), span=span("/as_of"))
        if shape.closed:
            yield tree.Closed(span=span("/closed"))
        if shape.track is not None:
            yield tree.Track(tree.Name(shape.track, span=span("/track")), span=span("/track"))

    def rows(self) -> Iterator[tree.CaseLine]:
        for sort, ids in self.entities.items():
            span = self.document.span(pointer("entities", sort))
            head = tree.Row((tree.CellValues((tree.Term(sort, span=span),), span=span),), span=span)
            rows = [head]
            for entity, place in ids.items():
                here = self.document.span(place)
                rows.append(tree.Row((tree.CellValues((tree.Sentence(entity, span=here),), span=here),), span=here))
            yield tree.GivenRows(tuple(rows), span=span)

    def givens(self) -> Iterator[tree.CaseLine]:
        span = self.document.span
        if self.given:
            yield tree.Given(tuple(self.given), span=span("/facts"))
        done = tuple(self.done(text, f"/done/{number}") for number, text in enumerate(self.shape.done))
        if done:
            yield tree.Given(done, span=span("/done"))
        unknown: list[tree.Claim] = []
        for number, text in enumerate(self.shape.unknown):
            here = f"/unknown/{number}"
            unknown.append(tree.Unknown(self.atom(text, here, span(here)), span=span(here)))
        if unknown:
            yield tree.Given(tuple(unknown), span=span("/unknown"))

    def suppositions(self) -> Iterator[tree.CaseLine]:
        suppose = self.shape.suppose
        if not suppose:
            return
        if isinstance(suppose, list):
            claims = list(self.claims(suppose, "/suppose"))
        else:
            kept, self.given = self.given, []
            self.facts(suppose, "/suppose")
            claims, self.given = self.given, kept
        yield tree.Suppose(tuple(claims), span=self.document.span("/suppose"))

    def passages(self) -> Iterator[tree.CaseLine]:
        for number, passage in enumerate(self.shape.evidence):
            here = f"/evidence/{number}"
            span = self.document.span(here)
            text = None if passage.text is None else tree.Text(passage.text, span=self.document.span(here + "/text"))
            supports = tuple(self.claims(passage.supports, here + "/supports"))
            name = tree.Name(passage.id, span=self.document.span(here + "/id"))
            yield tree.Evidence(name, text, supports, self.names(passage.with_, here + "/with"), span=span)
        # A record may hold an excerpt of its document: a passage that is only named is one without its text.
        named = {passage.id for passage in self.shape.evidence}
        for number, passage in enumerate(self.shape.evidence):
            for name in self.names(passage.with_, f"/evidence/{number}/with"):
                if name.text not in named:
                    named.add(name.text)
                    yield tree.Evidence(name, None, (), (), span=name.span)

    def demands(self) -> Iterator[tree.CaseLine]:
        if self.shape.requires:
            claims = tuple(self.claims(self.shape.requires, "/requires"))
            yield tree.Requires(claims, span=self.document.span("/requires"))

    def questions(self) -> Iterator[tree.CaseLine]:
        for number, ask in enumerate(self.shape.ask):
            yield self.question(ask, f"/ask/{number}")

    def question(self, ask: AskShape, here: str) -> tree.Ask:
        span = self.document.span
        text = None if ask.text is None else tree.Text(ask.text, span=span(here + "/text"))
        kind = None if ask.type is None else tree.Name(ask.type, span=span(here + "/type"))
        place = here + ("/actions" if ask.actions else "/decide")
        targets = tuple(self.claims(ask.actions or ask.decide, place))
        within = None if ask.within is None else cast("tree.Expr", self.expression(ask.within, here + "/within"))
        return tree.Ask(text, kind, targets, bool(ask.actions), within, span=span(here))

    def expectations(self) -> Iterator[tree.CaseLine]:
        expect, claims = self.shape.expect, list[tree.Claim]()
        if isinstance(expect, list):
            claims += self.claims(expect, "/expect")
        else:
            for text, value in expect.items():
                here = pointer("expect", text)
                claims.append(self.expected(self.expression(text, here, self.document.key_span(here)), value, here))
        for number, ask in enumerate(self.shape.ask):
            if ask.expect is not None:
                here = f"/ask/{number}/expect"
                if len(ask.decide) != 1:
                    hint = "state what is expected of several in the case's `expect`"
                    self.fail("RL430", "`expect` needs one thing that is asked", here, hint)
                claims.append(self.expected(self.expression(ask.decide[0], here), ask.expect, here))
        if claims:
            yield tree.Expect(tuple(claims), span=self.document.span("/expect"))

    def expected(self, asked: tree.Claim, value: JsonValue, here: str) -> tree.Claim:
        """That what is asked has this value, as a claim whose text can be shown."""
        return self.expression(expression_text(self.stated(asked, value, here)), here)

    # ------------------------------------------------------------------------------------------------- facts

    def facts(self, facts: Mapping[str, JsonValue], place: str) -> None:
        """Adds what a mapping from names or sentences to values says."""
        for name, value in facts.items():
            here = place + pointer(name)
            atom = self.atom(name, here, self.document.key_span(here))
            if isinstance(value, list):
                self.relation(name, value, here)
            else:
                self.given.append(self.stated(atom, value, here))

    def atom(self, text: str, here: str, span: Span) -> tree.Expr:
        """What a key speaks of: a name, a name with arguments, a norm, or else a sentence without quotes."""
        if NAME.match(text):
            if _said(self.program, text) is None:
                self.unknown_name(text, here, span)
            return tree.Term(text, span=span)
        call = _CALL.match(text)
        if (call and _said(self.program, call[1]) is not None) or _MARKED.match(text) or text.startswith('"'):
            return cast("tree.Expr", self.expression(text, here, span))
        return tree.Sentence(text, span=span)

    def unknown_name(self, name: str, here: str, span: Span) -> NoReturn:
        program = self.program
        known = [*program.facts, *program.outcomes, *program.actions]
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean `{near[0]}`?" if near else "declare it with FACT, or leave it out"
        message = f"the rules have no fact `{name}`"
        raise RuleLangError([Diagnostic("RL432", message, Label(span), hint=hint, pointer=here)])

    def relation(self, name: str, rows: Sequence[JsonValue], here: str) -> None:
        """Rows of a name with arguments: each the arguments, then the value if it has one."""
        said = _said(self.program, name)
        if said is None:
            self.unknown_name(name, here, self.document.key_span(here))
        if not said.parameters:
            self.fail("RL433", f"`{name}` takes one value, not a list", here, "give the value by itself")
        valued = isinstance(said, model.Fact | model.Outcome) and not isinstance(said.type, model.BooleanType)
        for number, row in enumerate(rows):
            place = f"{here}/{number}"
            values: Sequence[JsonValue] = row if isinstance(row, list) else [row]
            length, wanted = len(values), len(said.parameters)
            if length != wanted + 1 and (valued or length != wanted):
                shape = ", ".join([*(p.name for p in said.parameters), *(["value"] if valued else [])])
                message = f"a row of `{name}` has {wanted + valued} items, this one has {length}"
                self.fail("RL434", message, place, f"a row is [{shape}]")
            args = tuple(
                self.literal(parameter.type, value, f"{place}/{index}", parameter.name)
                for index, (parameter, value) in enumerate(zip(said.parameters, values, strict=False))
            )
            atom = tree.Term(name, args, span=self.document.span(place))
            value, where = (True, place) if length == wanted else (values[-1], f"{place}/{wanted}")
            self.given.append(self.stated(atom, value, where))

    def stated(self, atom: tree.Expr | tree.Claim, value: JsonValue, here: str) -> tree.Claim:
        """The claim that what a key speaks of has this value."""
        span = self.document.span(here)
        type_ = _type(self.program, atom)
        if not isinstance(type_, model.TextType | model.SortType) and value in ("UNKNOWN", "CONFLICT"):
            node = tree.Unknown if value == "UNKNOWN" else tree.Conflict
            return node(cast("tree.Expr", atom), span=span)
        truth = _TRUTH.get(value.casefold()) if isinstance(value, str) and _is_boolean(type_) else value
        if isinstance(truth, bool) and not isinstance(type_, model.NumberType):
            return atom if truth else tree.Not(cast("tree.Expr", atom), span=span)
        if isinstance(type_, model.BooleanType):
            hint = "leave it out, or list it under `unknown`" if value is None else "write true or false"
            self.fail("RL433", f"{json_line(value)} is not true or false", here, hint)
        right = self.literal(type_, value, here, "value")
        return tree.Compare("=", cast("tree.Expr", atom), right, span=span)

    # -------------------------------------------------------------------------------------------- entities

    def listed(self, sort: str) -> None:
        """Adds the entities of a sort, with their facts."""
        here = pointer("entities", sort)
        found = self.program.sorts.get(sort)
        if found is None or found.members is not None:
            near = get_close_matches(sort, [s.name for s in self.program.sorts.values() if s.members is None], n=1)
            message = f"the rules have no TYPE `{sort}`" if found is None else f"the entities of `{sort}` are fixed"
            hint = f"did you mean `{near[0]}`?" if near else "only a TYPE whose entities the case lists stands here"
            label = Label(self.document.key_span(here))
            raise RuleLangError([Diagnostic("RL435", message, label, hint=hint, pointer=here)])
        self.entities.setdefault(sort, {})
        for number, record in enumerate(self.shape.entities[sort]):
            self.record(sort, record, f"{here}/{number}", twice=False)

    def record(self, sort: str, record: JsonValue, here: str, twice: bool) -> str:
        """Adds an entity: an id, or a record with its facts; returns the id."""
        fields: Mapping[str, JsonValue] = record if isinstance(record, Mapping) else {"id": record}
        if "id" not in fields:
            self.fail("RL436", f"a record of `{sort}` has no id", here, 'give it an `"id"`')
        entity = fields["id"]
        place = here + "/id" if isinstance(record, Mapping) else here
        if isinstance(entity, bool) or not isinstance(entity, str | int):
            self.fail("RL436", f"{json_line(entity)} is no id", place, "an id is a string or a whole number")
        name = str(entity)
        ids = self.entities.setdefault(sort, {})
        if name in ids and not twice:
            self.fail("RL436", f"`{name}` is listed twice", place, "give each entity an id of its own")
        ids.setdefault(name, place)
        for fact, value in fields.items():
            if fact != "id":
                self.entity_fact(sort, name, fact, value, here + pointer(fact))
        return name

    def entity_fact(self, sort: str, entity: str, fact: str, value: JsonValue, here: str) -> None:
        """A fact of an entity; a list fills a relation, and records in it are entities themselves."""
        span = self.document.span(here)
        said = _said(self.program, fact)
        if said is None:
            self.unknown_name(fact, here, self.document.key_span(here))
        takes = [p.type for p in said.parameters]
        if not takes or takes[0] != model.SortType(sort):
            self.fail("RL433", f"`{fact}` is no fact of a `{sort}`", here, f"its first argument is no `{sort}`")
        subject = tree.Sentence(entity, span=span)
        if not isinstance(value, list):
            if len(takes) != 1:
                self.fail("RL434", f"`{fact}` needs {len(takes)} arguments", here, "give a list of what it relates to")
            self.given.append(self.stated(tree.Term(fact, (subject,), span=span), value, here))
            return
        if len(takes) != 2:
            self.fail("RL434", f"`{fact}` relates no two things", here, "a list fills a fact with two arguments")
        for number, item in enumerate(value):
            place = f"{here}/{number}"
            other = takes[1]
            if isinstance(other, model.SortType) and isinstance(item, Mapping):
                item = self.record(other.name, item, place, twice=True)
            argument = self.literal(other, item, place, said.parameters[1].name)
            self.given.append(tree.Term(fact, (subject, argument), span=self.document.span(place)))

    # ---------------------------------------------------------------------------------------------- literals

    def literal(self, type_: model.Type | None, value: JsonValue, here: str, name: str) -> tree.Expr:
        """A JSON value as an expression, read by the type that is wanted (None: whatever it looks like)."""
        span = self.document.span(here)
        if value is None:
            return tree.NoneLiteral(span=span)
        if isinstance(value, str):
            return self.text_literal(type_, value, here, span)
        if not isinstance(value, bool) and isinstance(value, int | Fraction):
            if isinstance(type_, model.SortType) and not self.counts(type_):
                return tree.Sentence(str(value), span=span)
            if type_ is None or isinstance(type_, model.NumberType | model.SortType):
                return _number(Fraction(value), span)
        wanted = "a value" if type_ is None else describe(type_, self.program.sorts)
        return self.fail("RL433", f"{json_line(value)} is no {name} here", here, f"wanted: {wanted}")

    def text_literal(self, type_: model.Type | None, value: str, here: str, span: Span) -> tree.Expr:
        match type_:
            case model.DateType() | None if _DATE.match(value):
                return tree.DateLiteral(self.date(value, here), span=span)
            case model.TimeType() | None if _TIME.match(value):
                return tree.TimeLiteral(self.time(value, here), span=span)
            case model.NumberType() | None if _QUOTIENT.match(value):
                return _number(Fraction(value), span)
            case model.NumberType() | model.DurationType() | model.DateType() | model.TimeType():
                return cast("tree.Expr", self.expression(value, here))
            case model.SortType() if self.counts(type_):
                return cast("tree.Expr", self.expression(value, here))
            case _:
                return tree.Sentence(value, span=span)

    def counts(self, type_: model.SortType) -> bool:
        """Whether the members of a sort are whole numbers."""
        sort = self.program.sorts.get(type_.name)
        return sort is not None and isinstance(sort.members, range)

    def date(self, text: str, here: str) -> datetime.date:
        try:
            return datetime.date.fromisoformat(text)
        except ValueError:
            self.fail("RL433", f"`{text}` is no date", here, "dates are written 2024-02-29")

    def time(self, text: str, here: str) -> datetime.datetime:
        try:
            return datetime.datetime.fromisoformat(text)
        except ValueError:
            self.fail("RL433", f"`{text}` is no time", here, "times are written 2024-05-15T15:00")

    # ------------------------------------------------------------------------------------------------ claims

    def names(self, texts: Sequence[str], place: str) -> tuple[tree.Name, ...]:
        return tuple(
            tree.Name(text, span=self.document.span(f"{place}/{number}")) for number, text in enumerate(texts)
        )

    def claims(self, texts: Sequence[str], place: str) -> Iterator[tree.Claim]:
        for number, text in enumerate(texts):
            yield self.expression(text, f"{place}/{number}")

    def done(self, text: str, here: str) -> tree.Claim:
        span = self.document.span(here)
        negated = text.startswith("NOT ")
        action = self.expression(text.removeprefix("NOT "), here)
        mark = tree.Mark("DONE", cast("tree.Term | tree.Sentence", action), span=span)
        return tree.Not(mark, span=span) if negated else mark

    def expression(self, text: str, here: str, span: Span | None = None) -> tree.Claim:
        """A claim or value written in the language; its places are those of the string in the document."""
        at = self.document.span(here) if span is None else span
        source = placed(text, at)
        self.strings[source] = (at, here)
        claim, found = parse_claim(source)
        if claim is None:
            raise RuleLangError(located(found, self.strings))
        return claim

    def fail(self, code: str, message: str, here: str, hint: str | None) -> NoReturn:
        label = Label(self.document.span(here))
        raise RuleLangError([Diagnostic(code, message, label, hint=hint, pointer=here)])


def _number(value: Fraction, span: Span) -> tree.Expr:
    number = tree.Number(abs(value), span=span)
    return number if value >= 0 else tree.Minus(number, span=span)


def _said(program: model.Program, name: str) -> model.Fact | model.Outcome | model.Action | None:
    return program.facts.get(name) or program.outcomes.get(name) or program.actions.get(name)


def _type(program: model.Program, atom: tree.Claim) -> model.Type | None:
    """The declared type of what a name speaks of; None where it is an expression of another kind."""
    match atom:
        case tree.Term(name):
            said = program.facts.get(name) or program.outcomes.get(name) or program.definitions.get(name)
            if said is not None:
                return said.type
            table = program.tables.get(name)
            return table.types[0] if table is not None and len(table.types) == 1 else None
        case tree.Call(function, args) if function in ("ROUND", "FLOOR", "CEIL", "ABS", "LEAST", "GREATEST"):
            return _type(program, args[0])
        case tree.Sentence():
            return model.BooleanType()
        case _:
            return None


def _is_boolean(type_: model.Type | None) -> bool:
    return type_ is None or isinstance(type_, model.BooleanType)
