"""The plain form of a resolved program: columns of numbers and texts, from which no code can be run.

A pickle can run anything; this form can only make the value classes of the model and plain containers of them.  Equal
shapes stand together, so that a program of ten thousand rules is made by a few hundred calls into C.

The pool lists, in this order: None, True, False; leaves (texts, numbers, dates); spans; objects, class by class;
containers, those before others that hold them.  Everything refers to what it holds by its place in the pool.
"""

from __future__ import annotations

import datetime
import json
import struct
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from itertools import repeat
from operator import attrgetter
from typing import Any, cast

from rulelang.grammar import diagnostic, model, values
from rulelang.grammar.source import Source, Span

NODES: tuple[type, ...] = (
    model.BooleanType, model.NumberType, model.DateType, model.TimeType, model.DurationType, model.TextType,
    model.SortType, model.Sort, model.Truth, model.FactHolds, model.OutcomeHolds, model.Rejected, model.NormHolds,
    model.Done, model.Violated, model.DefinitionHolds, model.Not, model.And, model.Or, model.Compare, model.IsNone,
    model.Before, model.SortRange, model.RelationRange, model.Binder, model.Quantified, model.Constant,
    model.Variable, model.FactValue, model.OutcomeValue, model.DefinitionValue, model.TableValue, model.Arithmetic,
    model.Minus, model.Shift, model.Call, model.Elapsed, model.Count, model.CountOf, model.Fold, model.Parameter,
    model.Fact, model.Outcome, model.Action, model.DefinitionCase, model.Definition, model.KeySet, model.KeyRange,
    model.KeyAny, model.KeyOther, model.TableRow, model.Table, model.Conclude, model.ConcludeNorm, model.Assign,
    model.Limit, model.AbstractOr, model.AbstractTo, model.Additive, model.Negate, model.ExceptionClause,
    model.ConflictClause, model.IroncladClause, model.Reference, model.Rule, model.Priority, model.Always,
    model.ConceptInclusion, model.Atom, model.GivenFact, model.GivenDone, model.Stipulation, model.GivenUnknown,
    model.UnknownClaim, model.ConflictClaim, model.TriggeredClaim, model.SuspendsClaim, model.PrevailsClaim,
    model.Stated, model.Target, model.Passage, model.Ask, model.Case, model.ModuleInfo, model.Program,
    values.Duration, diagnostic.Label, diagnostic.Diagnostic,
)  # fmt: skip
"""The classes that a kept program may be made of; nothing else can be."""

NAMES = {cls.__name__: cls for cls in NODES}
FIELDS = {cls: tuple(f.name for f in fields(cls)) for cls in NODES}
WIDE = 64
"""Containers of more than so many things are written one by one, else column by column."""
CONSTANTS: tuple[object, ...] = (None, True, False)


class Malformed(Exception):
    """Bytes that are no kept program."""


def encode(value: object, sources: Sequence[Source]) -> bytes:
    """A value made of the model's classes, as bytes; spans refer to `sources` by position."""
    return _Encoder(sources).encode(value)


class _Encoder:
    """Gives everything a place in the pool, by identity: what is encoded is alive all the while."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = {id(source): i for i, source in enumerate(sources)}
        self.leaves: dict[tuple[type, object], int] = {}
        self.spans: dict[tuple[int, int, int], int] = {}
        self.objects: dict[type, list[object]] = {}
        self.containers: dict[tuple[int, str, int], list[tuple[object, Sequence[object]]]] = {}
        self.levels: dict[int, int] = {}
        """Identity of a container -> 1 where it holds no other, else one more than the highest in it."""
        self.equal: list[tuple[object, tuple[type, object] | tuple[int, int, int]]] = []
        """Leaves and spans as they were met, with what makes them equal to others."""

    def encode(self, value: object) -> bytes:
        self._collect(value)
        places: dict[int, int] = {id(constant): i for i, constant in enumerate(CONSTANTS)}
        at = len(CONSTANTS)
        first_span = at + len(self.leaves)
        for met, key in self.equal:
            # A span is known by three numbers, a leaf by its type and value.
            places[id(met)] = first_span + self.spans[key] if len(key) == 3 else at + self.leaves[key]
        at = first_span + len(self.spans)
        for objects in self.objects.values():
            places.update(zip(map(id, objects), range(at, at + len(objects)), strict=True))
            at += len(objects)
        ordered = sorted(self.containers)
        for group in ordered:
            for container, _ in self.containers[group]:
                places[id(container)] = at
                at += 1

        def column(held: Iterable[object]) -> array[int]:
            return array("I", map(places.__getitem__, map(id, held)))

        columns: list[array[int]] = [array("I", [span[i] for span in self.spans]) for i in range(3)]
        shapes: list[tuple[str, int]] = []
        for cls, objects in self.objects.items():
            shapes.append((cls.__name__, len(objects)))
            columns.extend(column(map(attrgetter(name), objects)) for name in FIELDS[cls])
        groups: list[tuple[str, int, int]] = []
        for group in ordered:
            members = self.containers[group]
            groups.append((group[1], group[2], len(members)))
            if group[2] > WIDE:
                columns.extend(column(held) for _, held in members)
            else:
                columns.extend(column(held[i] for _, held in members) for i in range(group[2]))
        header = {
            "order": sys.byteorder,
            "leaves": [_leaf(leaf) for _, leaf in self.leaves],
            "spans": len(self.spans),
            "objects": shapes,
            "containers": groups,
            "root": places[id(value)],
        }
        text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
        return b"".join((struct.pack("<I", len(text)), text, *(c.tobytes() for c in columns)))

    def _collect(self, root: object) -> None:
        """Put everything below the root into its group, containers after what they hold."""
        pending: list[object] = [root]
        seen: set[int] = set(map(id, CONSTANTS))
        waiting: list[tuple[object, Sequence[object]]] = []
        while pending:
            at = pending.pop()
            if at is _READY:
                self._place_container(*waiting.pop())
                continue
            if id(at) in seen:
                continue
            kind = type(at)
            getters = _GETTERS.get(kind)
            if getters is not None:
                seen.add(id(at))
                self.objects.setdefault(kind, []).append(at)
                pending.extend(getters(at))
            elif kind in _LEAVES:
                seen.add(id(at))
                self.leaves.setdefault((kind, at), len(self.leaves))
                self.equal.append((at, (kind, at)))
            elif isinstance(at, Span):
                seen.add(id(at))
                key = (self.sources[id(at.source)], at.start, at.end)
                self.spans.setdefault(key, len(self.spans))
                self.equal.append((at, key))
            else:
                seen.add(id(at))
                held = _held(at)
                waiting.append((at, held))
                pending.append(_READY)
                pending.extend(held)

    def _place_container(self, container: object, held: Sequence[object]) -> None:
        levels = self.levels
        level = 1 + max((levels.get(id(h), 0) for h in held), default=0)
        levels[id(container)] = level
        group = (level, type(container).__name__, len(held))
        self.containers.setdefault(group, []).append((container, held))


def _values(cls: type) -> Callable[[object], Iterable[object]]:
    """What gives the values of all fields of a class, always as a sequence."""
    names = FIELDS[cls]
    match names:
        case ():
            return lambda node: ()
        case (name,):
            return lambda node: (getattr(node, name),)
        case _:
            return attrgetter(*names)


_READY = object()
"""Stands in the row of what is to be looked at, below what a container holds."""
_GETTERS: Mapping[type, Callable[[object], Iterable[object]]] = {cls: _values(cls) for cls in NODES}
_LEAVES = frozenset((
    str, int, Fraction, datetime.date, datetime.datetime, values.NoneValue, diagnostic.Severity, range,
))  # fmt: skip


def _held(container: object) -> Sequence[object]:
    """What a container holds, in the order in which it is made again."""
    if isinstance(container, tuple):
        return cast("tuple[object, ...]", container)
    if isinstance(container, dict):
        items = cast("dict[object, object]", container).items()
        return [item for pair in items for item in pair]
    if isinstance(container, frozenset):
        leaves = cast("frozenset[object]", container)
        return sorted(leaves, key=lambda leaf: (type(leaf).__name__, str(leaf)))
    raise TypeError(f"a {type(container).__name__} has no plain form")


def _leaf(leaf: object) -> Any:
    match leaf:
        case values.NoneValue():
            return ["n"]
        case diagnostic.Severity():
            return ["s", leaf.value]
        case str() | int():
            return leaf
        case Fraction():
            return ["f", str(leaf.numerator), str(leaf.denominator)]
        case datetime.datetime():
            return ["t", leaf.isoformat()]
        case datetime.date():
            return ["d", leaf.isoformat()]
        case range():
            return ["r", leaf.start, leaf.stop]
        case _:
            raise TypeError(f"a {type(leaf).__name__} has no plain form")


def _unleaf(written: Any) -> object:
    if type(written) is str or type(written) is int:
        return written
    match written:
        case ["n"]:
            return values.NONE
        case ["s", str(severity)]:
            return diagnostic.Severity(severity)
        case ["f", str(numerator), str(denominator)]:
            return Fraction(int(numerator), int(denominator))
        case ["t", str(moment)]:
            return datetime.datetime.fromisoformat(moment)
        case ["d", str(day)]:
            return datetime.date.fromisoformat(day)
        case ["r", int(start), int(stop)]:
            return range(start, stop)
        case _:
            raise Malformed


def decode(data: bytes | memoryview, sources: Sequence[Source]) -> object:
    """The value that `encode` wrote, spans in the given sources.

    Raises:
        Malformed: the bytes are not such a form; also IndexError, ValueError and their like.
    """
    size = struct.unpack_from("<I", data)[0]
    header = json.loads(bytes(data[4 : 4 + size]).decode("utf-8", "surrogatepass"))
    if header["order"] != sys.byteorder:
        raise Malformed
    columns = _Columns(memoryview(data)[4 + size :])
    pool: list[Any] = [*CONSTANTS, *map(_unleaf, header["leaves"])]
    count = header["spans"]
    of, starts, ends = columns.take(count), columns.take(count), columns.take(count)
    places = zip(map(sources.__getitem__, of), starts, ends, strict=True)
    pool.extend(map(Span._make, places))
    made: list[tuple[type, list[object], list[Sequence[int]]]] = []
    for name, count in header["objects"]:
        cls = NAMES[name]
        objects: list[object] = list(map(object.__new__, repeat(cls, count)))
        made.append((cls, objects, [columns.take(count) for _ in FIELDS[cls]]))
        pool.extend(objects)
    get = pool.__getitem__
    for kind, width, count in header["containers"]:
        rows: Iterator[tuple[Any, ...]]
        if width > WIDE:
            rows = (tuple(map(get, columns.take(width))) for _ in range(count))
        elif width:
            held = [columns.take(count) for _ in range(width)]
            rows = zip(*(map(get, c) for c in held), strict=True)
        else:
            rows = repeat((), count)
        # What a container holds of other containers stands before it, so it is there already.
        pool.extend(_containers(kind, rows))
    for cls, objects, of_fields in made:
        for name, column in zip(FIELDS[cls], of_fields, strict=True):
            deque(map(object.__setattr__, objects, repeat(name), map(get, column)), maxlen=0)
    return pool[header["root"]]


def _containers(kind: str, rows: Iterator[tuple[Any, ...]]) -> list[Any]:
    match kind:
        case "tuple":
            return list(rows)
        case "frozenset":
            return [frozenset(row) for row in rows]
        case "dict":
            return [dict(zip(row[::2], row[1::2], strict=True)) for row in rows]
        case _:
            raise Malformed


class _Columns:
    """Hands out one column of numbers after the other."""

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> Sequence[int]:
        size = array("I").itemsize * count
        piece = self.data[self.at : self.at + size]
        if len(piece) != size:
            raise Malformed
        self.at += size
        column = array("I")
        column.frombytes(piece)
        return column


