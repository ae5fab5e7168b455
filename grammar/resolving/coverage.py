"""Coverage: whether the rows of a table overlap, and which keys no row fits.

Each parameter's domain is cut where a row's key begins or ends; within a piece all values behave alike.  The pieces
of the parameters are crossed, but only as far as rows still differ.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.model import Constant_, DurationType, Key, NumberType, SortType
from rulelang.grammar.resolving.findings import Findings
from rulelang.grammar.resolving.kinds import number_words
from rulelang.grammar.resolving.overlaps import meeting
from rulelang.grammar.resolving.symbols import Symbols
from rulelang.grammar.values import Duration, exact
from rulelang.grammar.words import value_text

STEPS = 300_000
"""After so many pieces the search stops, and says so."""
MOST_PAIRS = 12
"""Pairs of rows of a long table that are looked at once more, of which three are told."""
MOST_GAPS = 3
"""Gaps of a table that are told."""

Ordered: TypeAlias = "int | Fraction | datetime.date | Duration"
OrderedType: TypeAlias = "NumberType | model.DateType | model.TimeType | DurationType"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a parameter's domain in which no key begins or ends."""

    sample: Constant_ | None
    """A value in it; None: any value that no key names."""
    words: str
    outside: bool
    """Below all bounds or above all bounds, or what no key names in a domain that is not finite."""


def check_rows(
    parameters: tuple[model.Parameter, ...],
    rows: tuple[model.TableRow, ...],
    name: tree.Name,
    symbols: Symbols,
    findings: Findings,
) -> None:
    """Report two rows that fit one key (an error), and keys that no row fits (a warning or, at the ends, a hint)."""
    if not parameters or not rows:
        return
    pieces = [_pieces(p, [r.keys[i] for r in rows], symbols) for i, p in enumerate(parameters)]
    search = _Search(parameters, rows, pieces)
    search.run(tuple(range(len(rows))), 0, ())
    compared = True
    if search.steps > STEPS and not search.overlaps:
        # Not all combinations of pieces were tried; two rows by two rows can be, mostly.
        pairs, compared = meeting(rows, MOST_PAIRS)
        for pair in pairs:
            two = _Search(parameters, rows, pieces)
            two.run(pair, 0, ())
            search.overlaps += two.overlaps[:1]
    for first, second, key in search.overlaps[:3]:
        findings.error(
            "RL253",
            f"two rows of `{name.text}` fit {key}",
            rows[second].span,
            "make the ranges meet without overlap; OTHER takes what no other row fits",
            (Label(rows[first].span, "the other row"),),
        )
    if search.steps > STEPS:
        others = any(isinstance(key, model.KeyOther) for row in rows for key in row.keys)
        if not compared or others or search.overlaps:
            said, hint = "the rows of `{}` are too many to compare all", "overlaps and gaps"
        else:
            said, hint = "`{}` has too many keys to look for those that no row fits; no two rows overlap", "gaps"
        hint = f"there may be {hint} that are not reported; split the table"
        findings.hint("RL256", said.format(name.text), name.span, hint)
        return
    if search.overlaps:
        return
    gaps = search.inner_gaps or search.outer_gaps
    if gaps:
        report = findings.warning if search.inner_gaps else findings.hint
        more = ", and there are more" if len(gaps) > MOST_GAPS else ""
        report(
            "RL254",
            f"no row of `{name.text}` fits {', nor '.join(gaps[:MOST_GAPS])}{more}",
            name.span,
            "a look-up finds NONE there; a row with OTHER takes what is left",
        )


class _Search:
    def __init__(
        self, parameters: tuple[model.Parameter, ...], rows: tuple[model.TableRow, ...], pieces: list[list[Piece]]
    ) -> None:
        self.parameters = parameters
        self.rows = rows
        self.pieces = pieces
        self.overlaps: list[tuple[int, int, str]] = []
        self.inner_gaps: list[str] = []
        self.outer_gaps: list[str] = []
        self.steps = 0
        self._seen_pairs: set[tuple[int, int]] = set()
        self._done: set[tuple[int, tuple[int, ...], bool]] = set()

    def run(self, fitting: tuple[int, ...], at: int, path: tuple[Piece, ...]) -> None:
        """Rows that fit the pieces chosen so far; an OTHER fits a piece as long as nothing else decides."""
        self.steps += 1
        if self.steps > STEPS:
            return
        outside = any(p.outside for p in path)
        if not fitting:
            self._gap(path, outside)
            return
        if at == len(self.parameters):
            self._settle(fitting, path)
            return
        # Which rows are left decides all that follows: the same rows need no second look.
        key = (at, fitting, outside)
        if at and key in self._done:
            return
        self._done.add(key)
        for piece in self.pieces[at]:
            left = tuple(i for i in fitting if _fits(self.rows[i].keys[at], piece))
            self.run(left, at + 1, (*path, piece))

    def _settle(self, fitting: tuple[int, ...], path: tuple[Piece, ...]) -> None:
        if len(fitting) < 2:
            return
        others = [sum(isinstance(k, model.KeyOther) for k in self.rows[i].keys) for i in fitting]
        fewest = min(others)
        rivals = [i for i, n in zip(fitting, others, strict=True) if n == fewest]
        if len(rivals) > 1 and (rivals[0], rivals[1]) not in self._seen_pairs:
            self._seen_pairs.add((rivals[0], rivals[1]))
            self.overlaps.append((rivals[0], rivals[1], self._words(path)))

    def _gap(self, path: tuple[Piece, ...], outside: bool) -> None:
        if any(p.sample is None for p in path):
            # There is always another text or entity; that a table does not name it is no oversight.
            return
        gaps = self.outer_gaps if outside else self.inner_gaps
        if len(gaps) <= MOST_GAPS:
            gaps.append(self._words(path))

    def _words(self, path: tuple[Piece, ...]) -> str:
        said = [f"`{p.name}` {piece.words}" for p, piece in zip(self.parameters, path, strict=False)]
        return " and ".join(said)


def _fits(key: Key, piece: Piece) -> bool:
    match key:
        case model.KeyAny() | model.KeyOther():
            return True
        case model.KeySet(values):
            return piece.sample is not None and piece.sample in values
        case model.KeyRange(low, low_open, high, high_open):
            at = piece.sample
            if at is None:
                return False
            if low is not None and (_less(at, low) or (low_open and at == low)):
                return False
            return high is None or not (_less(high, at) or (high_open and at == high))


def _less(a: Constant_, b: Constant_) -> bool:
    return a < b  # type: ignore[operator]


def _pieces(parameter: model.Parameter, keys: Sequence[Key], symbols: Symbols) -> list[Piece]:
    type_ = parameter.type
    if isinstance(type_, SortType):
        sort = symbols.sorts.get(type_.name)
        if sort is not None and isinstance(sort.members, range):
            if len(sort.members) > 400:
                return _ordered(NumberType(True, _f(sort.members.start), _f(sort.members.stop - 1)), keys)
            return [Piece(n, f"= {n}", False) for n in sort.members]
        if sort is not None and sort.members is not None:
            return [Piece(m, f"= {m}", False) for m in sort.members]
        return [*_named(keys), Piece(None, "", True)]
    if isinstance(type_, NumberType | model.DateType | model.TimeType):
        return _ordered(type_, keys)
    if isinstance(type_, DurationType) and type_.unit is not None:
        return _ordered(type_, keys)
    return [*_named(keys), Piece(None, "", True)]


def _named(keys: Sequence[Key]) -> list[Piece]:
    named: dict[Constant_, None] = {}
    for key in keys:
        if isinstance(key, model.KeySet):
            named.update(dict.fromkeys(sorted(key.values, key=str)))
    return [Piece(n, f"= {n}", False) for n in named]


def _f(value: int) -> Fraction:
    return Fraction(value)


def _ordered(type_: OrderedType, keys: Sequence[Key]) -> list[Piece]:
    """The points at which keys begin and end, and the stretches between them."""
    points: set[Ordered] = set()
    for key in keys:
        if isinstance(key, model.KeySet):
            points.update(key.values)  # type: ignore[arg-type]
        elif isinstance(key, model.KeyRange):
            points.update(b for b in (key.low, key.high) if b is not None)  # type: ignore[misc]
    low = exact(type_.low) if isinstance(type_, NumberType) and type_.low is not None else None
    high = exact(type_.high) if isinstance(type_, NumberType) and type_.high is not None else None
    inside = [
        p for p in points
        if (low is None or not _less(p, low)) and (high is None or not _less(high, p))
    ]  # fmt: skip
    points = {*inside, *(b for b in (low, high) if b is not None)}
    ordered = sorted(points)
    if not ordered:
        return [Piece(_any_of(type_), "of any value", True)]
    pieces: list[Piece] = []
    if low is None:
        first = ordered[0]
        below = _step(first, -1, type_)
        if below is not None:
            pieces.append(Piece(below, f"below {_say(first)}", True))
    for i, point in enumerate(ordered):
        pieces.append(Piece(point, f"= {_say(point)}", False))
        if i + 1 < len(ordered):
            between = _between(type_, point, ordered[i + 1])
            if between is not None:
                pieces.append(Piece(between, f"between {_say(point)} and {_say(ordered[i + 1])}", False))
    if high is None:
        above = _step(ordered[-1], 1, type_)
        if above is not None:
            pieces.append(Piece(above, f"over {_say(ordered[-1])}", True))
    return pieces


def _any_of(type_: OrderedType) -> Ordered:
    match type_:
        case NumberType():
            return 0
        case model.DateType():
            return datetime.date(2000, 1, 1)
        case model.TimeType():
            return datetime.datetime(2000, 1, 1)
        case DurationType():
            return Duration()


def _step(value: Ordered, by: int, type_: OrderedType) -> Ordered | None:
    if isinstance(value, datetime.date):
        try:
            return value + datetime.timedelta(days=by)
        except OverflowError:
            return None
    if isinstance(value, Duration):
        if isinstance(type_, DurationType) and type_.unit == "MONTHS":
            return Duration(months=value.months + by)
        return Duration(seconds=value.seconds + by)
    if isinstance(value, Fraction):
        # The next whole number outwards, so that a key of INTEGER stays one.
        return value.numerator // value.denominator + (1 if by > 0 else 0)
    return value + by


def _between(type_: OrderedType, a: Ordered, b: Ordered) -> Ordered | None:
    if isinstance(a, datetime.datetime) and isinstance(b, datetime.datetime):
        middle = a + (b - a) / 2
        return middle if a < middle < b else None
    if isinstance(a, datetime.date) or isinstance(b, datetime.date):
        following = _step(a, 1, type_)
        return following if following is not None and following != b else None
    if isinstance(a, Duration) or isinstance(b, Duration):
        following = _step(a, 1, type_)
        return following if following is not None and _less(following, b) else None
    if isinstance(type_, NumberType) and type_.integer:
        following = _step(a, 1, type_)
        return following if following is not None and _less(following, b) else None
    return exact(Fraction(a + b) / 2)


def _say(value: Ordered) -> str:
    match value:
        case datetime.date():
            return value.isoformat()
        case Duration():
            return value_text(value)
        case _:
            return number_words(value)
