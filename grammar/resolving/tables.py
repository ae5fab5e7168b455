"""Tables: Markdown rows become the long form, one key for each parameter and one value for each column.

language.md, Tables: the header names the parameters in order, then the value columns; where the last parameter is
missing, its members or ranges stand in the header (a crossed table).
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.grammar import model, tree
from rulelang.grammar.model import Constant, Constant_, Key, NumberType, SortType, Type
from rulelang.grammar.resolving import kinds
from rulelang.grammar.resolving.comparison import fit
from rulelang.grammar.resolving.coverage import check_rows
from rulelang.grammar.resolving.declarations import read_type
from rulelang.grammar.resolving.expressions import value
from rulelang.grammar.resolving.findings import Findings, counted, did_you_mean
from rulelang.grammar.resolving.kinds import BROKEN, Kind, numeric, value_problem
from rulelang.grammar.resolving.scope import Mentions, Scope, SentenceReader
from rulelang.grammar.resolving.symbols import Symbols, table_columns
from rulelang.grammar.source import Span
from rulelang.grammar.values import NONE


def resolve_table(
    table: tree.Table, module: str, symbols: Symbols, findings: Findings, sentence: SentenceReader
) -> None:
    """Read the rows of a declared table, and name its columns."""
    declared = symbols.said.get(table.name.text)
    if not isinstance(declared, model.Table) or declared.span != table.name.span:
        return
    # Bare numbers take the unit of the declaration, and names stand for members, as in a case.
    scope = Scope(symbols, findings, module, sentence, mentions=Mentions(anything=True))
    stated = None if table.type is None else read_type(table.type, table.name.text, symbols, findings)
    columns: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    rows: tuple[model.TableRow, ...] = ()
    if len(table.rows) < 2:
        if table.file is None or table.rows:
            findings.error(
                "RL255",
                f"the table `{table.name.text}` has no rows",
                table.span,
                "write a header and a row for each key",
            )
    else:
        found_before = len(findings.found)
        read = _read(scope, table, declared.parameters, stated)
        if read is not None:
            columns, types, rows = read
        if len(findings.found) == found_before:
            check_rows(declared.parameters, rows, table.name, symbols, findings)
    if not columns:
        # One broken column: what looks it up has no second error.
        columns, types = (table.name.text,), (stated or kinds.BOOLEAN,)
    finished = model.Table(
        declared.name, declared.parameters, columns, types, declared.gloss, rows, span=declared.span
    )
    symbols.said[declared.name] = finished
    flexible = stated is None
    for name, column in table_columns(finished, flexible):
        if name != declared.name and name in symbols.said:
            findings.error(
                "RL201",
                f"the name `{name}` is declared twice",
                table.name.span,
                f"the column `{column.column}` of `{declared.name}` has this name too",
            )
        symbols.columns[name] = column


def _read(
    scope: Scope, table: tree.Table, parameters: tuple[model.Parameter, ...], stated: Type | None
) -> tuple[tuple[str, ...], tuple[Type, ...], tuple[model.TableRow, ...]] | None:
    header, body = table.rows[0], table.rows[1:]
    names = [_header_name(cell) for cell in header.cells]
    matched = 0
    while matched < len(parameters) and matched < len(names) and names[matched] == parameters[matched].name:
        matched += 1
    crossed = matched == len(parameters) - 1
    if matched < len(parameters) - 1 or len(names) <= matched:
        _wrong_header(scope, table, parameters, matched, header)
        return None
    rows: list[tree.Row] = []
    for row in body:
        if len(row.cells) != len(header.cells):
            scope.findings.error(
                "RL251",
                f"the row has {counted(len(row.cells), 'cell')}, the header {len(header.cells)}",
                row.span,
                "write one cell below each heading",
            )
            continue
        rows.append(row)
    if crossed:
        return _crossed(scope, table, parameters, stated, header, rows)
    columns = tuple(
        name if name is not None else f"column{i + 1}" for i, name in enumerate(names[matched:])
    )
    if any(name is None for name in names[matched:]):
        scope.findings.error(
            "RL250", "a value column needs a name", header.span, "head it by a name: `| … | fee |`"
        )
        return None
    if len(set(columns)) != len(columns):
        scope.findings.error("RL250", "two columns have one name", header.span, "give each column its own name")
        return None
    if len(columns) == 1:
        columns = (table.name.text,)
    types = tuple(
        stated if stated is not None else _column_type(scope, [r.cells[matched + i] for r in rows])
        for i in range(len(columns))
    )
    result: list[model.TableRow] = []
    for row in rows:
        good = _keys(scope, row.cells, parameters)
        values: list[Constant_ | None] = [
            _cell_value(scope, c, t) for c, t in zip(row.cells[matched:], types, strict=True)
        ]
        found = None if None in values else tuple(v for v in values if v is not None)
        if good is not None and found is not None:
            result.append(model.TableRow(good, found, span=row.span))
    return columns, types, tuple(result)


def _crossed(
    scope: Scope,
    table: tree.Table,
    parameters: tuple[model.Parameter, ...],
    stated: Type | None,
    header: tree.Row,
    rows: list[tree.Row],
) -> tuple[tuple[str, ...], tuple[Type, ...], tuple[model.TableRow, ...]] | None:
    before = len(parameters) - 1
    last = parameters[-1]
    first = header.cells[before]
    name = _header_name(first)
    sort = scope.symbols.sorts.get(last.type.name) if isinstance(last.type, SortType) else None
    if name is not None and (sort is None or sort.members is not None) and name != last.name:
        known = sort is not None and not isinstance(sort.members, range) and sort.members is not None
        if not known or (sort is not None and scope.symbols.member_of(sort, name) is None):
            _wrong_header(scope, table, parameters, before, header)
            return None
    heads = [_key(scope, cell, last.type) for cell in header.cells[before:]]
    type_ = stated if stated is not None else _column_type(scope, [c for r in rows for c in r.cells[before:]])
    result: list[model.TableRow] = []
    for row in rows:
        keys = _keys(scope, row.cells[:before], parameters)
        for cell, head in zip(row.cells[before:], heads, strict=True):
            found = _cell_value(scope, cell, type_)
            if keys is not None and head is not None and found is not None:
                result.append(model.TableRow((*keys, head), (found,), span=row.span))
    return (table.name.text,), (type_,), tuple(result)


def _keys(
    scope: Scope, cells: tuple[tree.Cell, ...], parameters: tuple[model.Parameter, ...]
) -> tuple[Key, ...] | None:
    keys: list[Key | None] = [_key(scope, c, p.type) for c, p in zip(cells, parameters, strict=False)]
    return None if None in keys else tuple(k for k in keys if k is not None)


def _wrong_header(
    scope: Scope, table: tree.Table, parameters: tuple[model.Parameter, ...], at: int, header: tree.Row
) -> None:
    wanted = parameters[at].name
    cell = header.cells[at] if at < len(header.cells) else None
    written = "nothing" if cell is None else f"`{cell.span.text.strip()}`"
    name = None if cell is None else _header_name(cell)
    hint = f"the header names the parameters in order: {', '.join(f'`{p.name}`' for p in parameters)}"
    if name is not None:
        hint = did_you_mean(name, [wanted]) or hint
    scope.findings.error(
        "RL250",
        f"the header of `{table.name.text}` has {written} where the parameter `{wanted}` is needed",
        cell.span if cell is not None else header.span,
        hint,
    )


def _header_name(cell: tree.Cell) -> str | None:
    match cell:
        case tree.CellValues((tree.Term(name, ()),)) | tree.CellValues((tree.Sentence(name),)):
            return name
        case _:
            return None


# -------------------------------------------------------------------------------------------------------- keys


def _key(scope: Scope, cell: tree.Cell, type_: Type) -> Key | None:
    match cell:
        case tree.CellAny():
            return model.KeyAny()
        case tree.CellOther():
            return model.KeyOther()
        case tree.CellValues(items):
            found: list[Constant_] = []
            for item in items:
                constant = cell_constant(scope, item, type_, "the key")
                if constant is None:
                    return None
                if constant.value is NONE:
                    scope.findings.error(
                        "RL252", "NONE is no key", item.span, "a look-up by something that has no value finds no row"
                    )
                    return None
                found.append(constant.value)
            return model.KeySet(frozenset(found))
        case tree.CellRange(low, low_open, high, high_open):
            number = numeric(type_, scope.symbols.sorts)
            if number is None and not _is_ordered(type_):
                mixed = isinstance(type_, model.DurationType)
                scope.findings.error(
                    "RL252",
                    f"{kinds.describe(type_, scope.symbols.sorts)} has no ranges",
                    cell.span,
                    "let the parameter be a DURATION IN MONTHS or IN DAYS"
                    if mixed
                    else "list the members, or write ANY or OTHER",
                )
                return None
            bound_type: Type = number if number is not None else type_
            bounds: list[Constant_ | None] = []
            for bound in (low, high):
                if bound is None:
                    bounds.append(None)
                    continue
                constant = cell_constant(scope, bound, bound_type, "the bound", bounded=False)
                if constant is None:
                    return None
                bounds.append(constant.value)
            a, b = bounds
            if a is not None and b is not None and (before(b, a) or (a == b and (low_open or high_open))):
                scope.findings.error(
                    "RL252", "the range holds nothing", cell.span, "write the lower bound first, then the upper"
                )
                return None
            return model.KeyRange(a, low_open, b, high_open)
        case tree.CellUnknown():
            scope.findings.error("RL252", "UNKNOWN is no key", cell.span, "a table is known; write ANY or OTHER")
            return None


def _is_ordered(type_: Type) -> bool:
    """Whether something that is no number has an order: dates, times and durations of one kind."""
    match type_:
        case model.DateType() | model.TimeType():
            return True
        case model.DurationType(unit):
            return unit is not None
        case _:
            return False


def before(a: Constant_, b: Constant_) -> bool:
    """Whether a stands before b, for two numbers, dates or durations."""
    return a < b  # type: ignore[operator]


def cell_constant(
    scope: Scope, item: tree.Expr, type_: Kind, what: str, bounded: bool = True
) -> Constant | None:
    """A known value as it stands in a cell, checked against a type; None where it is wrong (reported)."""
    found, kind = value(scope, item, type_)
    before_ = len(scope.findings.found)
    if kind is BROKEN:
        return None
    found = fit(scope, found, kind, type_, item.span, what)
    if len(scope.findings.found) > before_:
        return None
    if not isinstance(found, Constant):
        scope.findings.error("RL252", "a cell holds a known value", item.span, "write the value itself")
        return None
    if bounded and not isinstance(type_, kinds.Special):
        problem = value_problem(found.value, type_, scope.symbols.sorts)
        if problem is not None:
            scope.findings.error("RL252", f"`{item.span.text}` {problem}", item.span, None)
            return None
    return found


def _cell_value(scope: Scope, cell: tree.Cell, type_: Type) -> Constant_ | None:
    match cell:
        case tree.CellValues((item,)):
            if isinstance(item, tree.NoneLiteral):
                return NONE
            if isinstance(type_, model.BooleanType):
                if isinstance(item, tree.TruthLiteral):
                    return "YES" if item.value else "NO"
                scope.findings.error("RL252", "YES or NO is needed here", cell.span)
                return None
            if isinstance(item, tree.TruthLiteral):
                scope.findings.error(
                    "RL252", f"{kinds.describe(type_, scope.symbols.sorts)} is needed here, not a truth", cell.span
                )
                return None
            constant = cell_constant(scope, item, type_, "the value")
            return None if constant is None else constant.value
        case _:
            scope.findings.error(
                "RL252", f"`{cell.span.text.strip()}` is no value", cell.span, "a value column holds one value or NONE"
            )
            return None


# ----------------------------------------------------------------------------------------- types of columns


def _column_type(scope: Scope, cells: list[tree.Cell]) -> Type:
    """The type of a column of a table that states none, from what stands in it."""
    items = [
        c.values[0] for c in cells if isinstance(c, tree.CellValues) and not isinstance(c.values[0], tree.NoneLiteral)
    ]
    if not items:
        return kinds.PURE
    first = items[0]
    match first:
        case tree.TruthLiteral():
            return kinds.BOOLEAN
        case tree.DateLiteral():
            return kinds.DATE
        case tree.TimeLiteral():
            return kinds.TIME
        case tree.DurationLiteral() | tree.Minus(tree.DurationLiteral()):
            return _duration_type(items)
        case tree.Sentence():
            return kinds.TEXT
        case tree.Term():
            return _member_type(scope, items, first.span)
        case _:
            units = sorted({u for i in items if (u := _unit(i)) is not None})
            if len(units) > 1:
                scope.findings.error(
                    "RL212",
                    f"the column has numbers in `{units[0]}` and in `{units[1]}`",
                    first.span,
                    "one column has one unit",
                )
            integer = all(isinstance(i, tree.Number | tree.Minus) and _whole(i) for i in items)
            return NumberType(integer=integer, unit=units[0] if units else None)


def _duration_type(items: Sequence[tree.Expr]) -> Type:
    literals = [item.operand if isinstance(item, tree.Minus) else item for item in items]
    units = {item.unit in ("MONTHS", "YEARS") for item in literals if isinstance(item, tree.DurationLiteral)}
    if len(units) > 1:
        return kinds.MIXED
    return kinds.MONTHS if True in units else kinds.DAYS


def _unit(item: tree.Expr) -> str | None:
    match item:
        case tree.Number(_, unit):
            return unit
        case tree.Minus(operand):
            return _unit(operand)
        case _:
            return None


def _whole(item: tree.Expr) -> bool:
    match item:
        case tree.Number(number):
            return number.denominator == 1
        case tree.Minus(operand):
            return _whole(operand)
        case _:
            return False


def _member_type(scope: Scope, items: Sequence[tree.Expr], span: Span) -> Type:
    symbols = scope.symbols
    names = [i.name for i in items if isinstance(i, tree.Term)]
    of = symbols.member_sorts
    having = [s for s in of.get(names[0], ()) if all(s in of.get(n, ()) for n in names)]
    if len(having) == 1:
        return SortType(having[0])
    scope.findings.error(
        "RL252",
        "it is not clear of which TYPE the members in this column are",
        span,
        "state the type of the table: `TABLE t(…) : cabin`",
    )
    return kinds.TEXT


