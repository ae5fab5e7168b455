"""Rows of a case: the entities of a sort, one a row, and what is given of each."""

from __future__ import annotations

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.model import Atom, Constant_, SortType
from rulelang.grammar.resolving.findings import counted
from rulelang.grammar.resolving.given import GivenReader, Thing
from rulelang.grammar.resolving.kinds import describe
from rulelang.grammar.resolving.names import declared, not_a_member
from rulelang.grammar.resolving.symbols import is_boolean
from rulelang.grammar.source import Span


def read_rows(given: GivenReader, line: tree.GivenRows) -> None:
    """`GIVEN | bag | length | …`: the first column names the sort, the others facts of its entities."""
    scope = given.scope
    findings = scope.findings
    header = line.rows[0]
    names: list[tuple[str | None, Span]] = []
    for cell in header.cells:
        match cell:
            case tree.CellValues((tree.Term(name, ()),)):
                names.append((name, cell.span))
            case _:
                names.append((None, cell.span))
    if not names:
        return
    sort_name, sort_span = names[0]
    if sort_name is None or sort_name not in scope.symbols.sorts:
        if sort_name is None:
            findings.error("RL406", "the first column names a TYPE", sort_span, "write the type of the entities")
        else:
            findings.unknown("RL205", "the type", sort_name, sort_span, lambda: list(scope.symbols.sorts))
        return
    columns = [_column(given, name, span, sort_name) for name, span in names[1:]]
    seen: dict[object, Span] = {}
    for row in line.rows[1:]:
        if len(row.cells) != len(header.cells):
            findings.error(
                "RL407",
                f"the row has {counted(len(row.cells), 'cell')}, the header {len(header.cells)}",
                row.span,
                "write one cell below each heading",
            )
            continue
        entity = _entity(given, row.cells[0], sort_name)
        if entity is None:
            continue
        if entity in seen:
            findings.error(
                "RL416",
                f"`{entity}` has two rows",
                row.cells[0].span,
                "write one row for each",
                (Label(seen[entity], "first row"),),
            )
        seen.setdefault(entity, row.cells[0].span)
        for cell, thing in zip(row.cells[1:], columns, strict=True):
            if thing is not None:
                _cell(given, cell, thing, entity)


def _column(given: GivenReader, name: str | None, span: Span, sort: str) -> Thing | None:
    scope = given.scope
    if name is None:
        scope.findings.error("RL406", "a column is headed by a fact", span, "write the name of a fact")
        return None
    said = scope.symbols.said.get(name)
    if said is None:
        def candidates() -> list[str]:
            return [
                n for n, s in scope.symbols.said.items()
                if isinstance(s, model.Fact | model.Outcome) and s.parameters and s.parameters[0].type == SortType(sort)
            ]  # fmt: skip

        scope.findings.unknown("RL406", "the column", name, span, candidates)
        return None
    if not isinstance(said, model.Fact | model.Outcome):
        scope.findings.error("RL406", f"{declared(said)} and cannot be given", span, "head the column by a fact")
        return None
    parameters = said.parameters
    first = parameters[0].type if parameters else None
    if first != SortType(sort) or len(parameters) > 2 or (len(parameters) == 2 and not is_boolean(said.type)):
        hint = (
            f"give it by itself: `GIVEN {name} = …`"
            if not parameters
            else f"columns are facts of one `{sort}`, or relations of a `{sort}` with another entity"
        )
        scope.findings.error("RL406", f"`{name}` is not a fact of a `{sort}` alone", span, hint)
        return None
    return said


def _entity(given: GivenReader, cell: tree.Cell, sort_name: str) -> Constant_ | None:
    scope = given.scope
    sort = scope.symbols.sorts[sort_name]
    text: str | None = None
    match cell:
        case tree.CellValues((tree.Term(name, ()),)) | tree.CellValues((tree.Sentence(name),)):
            text = name
        case tree.CellValues((tree.Number(number, None, False),)) if number.denominator == 1:
            if isinstance(sort.members, range):
                if number.numerator in sort.members:
                    return number.numerator
                not_a_member(scope, sort_name, str(number.numerator), cell.span)
                return None
            text = str(number.numerator)
        case _:
            pass
    if text is None:
        scope.findings.error("RL408", f"the first cell names a `{sort_name}`", cell.span, "write a name, or a string")
        return None
    if sort.members is None:
        assert scope.mentions is not None
        scope.mentions.admit(sort_name, text)
        return text
    member = scope.symbols.member_of(sort, text)
    if member is None:
        not_a_member(scope, sort_name, text, cell.span)
    return member


def _cell(given: GivenReader, cell: tree.Cell, thing: Thing, entity: Constant_) -> None:
    scope = given.scope
    span = cell.span
    if isinstance(cell, tree.CellUnknown):
        if len(thing.parameters) == 1:
            given.put_unknown(thing, Atom(thing.name, (entity,)), span)
        else:
            scope.findings.error(
                "RL408", "UNKNOWN fills no relation", span, f"write `GIVEN UNKNOWN {thing.name}(…)` for a pair"
            )
        return
    if not isinstance(cell, tree.CellValues):
        scope.findings.error("RL408", f"`{span.text.strip()}` is no known value", span, "write the value itself")
        return
    if len(thing.parameters) == 2:
        _relation(given, cell, thing, entity)
        return
    item = cell.values[0]
    if len(cell.values) > 1:
        scope.findings.error("RL408", f"`{thing.name}` takes one value", span, "only a relation takes a list")
        return
    atom = Atom(thing.name, (entity,))
    if is_boolean(thing.type):
        if isinstance(item, tree.TruthLiteral):
            given.put_truth(thing, atom, item.value, span)
        else:
            scope.findings.error("RL408", f"`{thing.name}` is YES, NO or UNKNOWN", span, None)
        return
    if isinstance(item, tree.TruthLiteral):
        wanted = describe(thing.type, scope.symbols.sorts)
        scope.findings.error("RL408", f"`{thing.name}` is {wanted}, not YES or NO", span, None)
        return
    found = given.constant(item, thing.type, thing.name)
    if found is not None:
        given.put_value(thing, atom, found, span)


def _relation(given: GivenReader, cell: tree.CellValues, thing: Thing, entity: Constant_) -> None:
    """A list in a cell: each of its entities stands in the relation; NO: none does."""
    scope = given.scope
    other = thing.parameters[1].type
    span = cell.span
    first = cell.values[0]
    if isinstance(first, tree.TruthLiteral) and len(cell.values) == 1:
        if first.value:
            scope.findings.error("RL408", "YES fills no relation", span, "list the entities, or write NO")
            return
        given.later(lambda: _none_of(given, thing, entity, span))
        return
    for item in cell.values:
        if isinstance(item, tree.Number) and isinstance(other, SortType) and item.unit is None:
            sort = scope.symbols.sorts.get(other.name)
            if sort is not None and sort.members is None and item.value.denominator == 1:
                item = tree.Sentence(str(item.value.numerator), span=item.span)
        found = given.constant(item, other, thing.name)
        if found is not None:
            given.put_truth(thing, Atom(thing.name, (entity, found)), True, item.span)


def _none_of(given: GivenReader, thing: Thing, entity: Constant_, span: Span) -> None:
    other = thing.parameters[1].type
    if not isinstance(other, SortType):
        return
    sort = given.scope.symbols.sorts[other.name]
    mentions = given.scope.mentions
    if sort.members is not None:
        those: list[Constant_] = list(sort.members)
    else:
        those = list(mentions.entities.get(other.name, ())) if mentions is not None else []
    for one in those:
        given.put_truth(thing, Atom(thing.name, (entity, one)), False, span)
