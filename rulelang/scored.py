"""Many answers scored one after the other: what `rulelang.score` gives.  The verb does the same in many processes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from rulelang import documents
from rulelang.arguments import folders
from rulelang.checked import AnySettings, Citations, any_settings, known_options
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.json_text import JsonText
from rulelang.ruleset import Rules, check_rules

if TYPE_CHECKING:
    from rulelang.scoring.desk import Desk
    from rulelang.scoring.pieces import Input
    from rulelang.verifier.answer import Answer
    from rulelang.verifier.matter import Policy
    from rulelang.verifier.scoring.row import Cell

Scored: TypeAlias = "Answer | JsonText | documents.Json"
"""An answer, or the path of a file of answers: JSON lines (`.jsonl`, `.gz` too), or one document (`.json`)."""

BATCH = 64
"""So many answers are taken from an iterator before their rows are given."""

_SOURCE = "<answers>"


def score(
    answers: Scored | Iterable[Scored],
    rules: Rules | None = None,
    *,
    citations: Citations = "linked",
    warrant: Policy | None = None,
    settings: AnySettings | None = None,
    include: Sequence[str | os.PathLike[str]] = (),
    cache: bool = True,
) -> Iterator[dict[str, Cell]]:
    """A row for each of many answers, in their order: the columns of `rulelang score`.

    A case is made ready once, whichever answers come; an answer costs some 0.1 ms.  Nothing is kept of the answers, so
    that there may be any number of them.

    Args:
        answers: files of answers (by path), answers (mappings, JSON texts, `Answer`s), or both.
        rules: the rules that hold the cases, wherever the answers say that they are; None: each answer's own.
        citations: as of `check`.
        warrant: as of `check`.
        settings: as of `check`; one that makes another case of its case is refused before anything is scored.
        include: further folders in which USE and FILE may look, and in which rule files may lie that answers name
            (without `rules`).  Else they lie below the current folder or that of the file of answers, or are bundled.
        cache: keep what was read for the next time (without `rules`).

    Yields:
        for an answer or a case that can't be used a row with `error` (a code) and `error_words`, `evaluable` False.

    Raises:
        RuleLangError: a file can't be read (RL491) or is named twice (RL621), settings can't be used (RL591 to
            RL594), or the extra `rulelang[score]` is not installed (RL609).  A file is looked at when its turn comes.
        ValueError: `citations` or `warrant` is none that there is.
        TypeError: an argument is nothing of the kind.

    >>> rows = list(score(["corpora/refunds/complete.json", "corpora/refunds/incomplete.json"]))
    >>> [(row["complete"], row["rubric"], row["fails"]) for row in rows]
    [(True, 100, []), (False, 88, ['condition', 'aggregation'])]
    """
    desk = _desk(rules, citations, warrant, settings, include, cache)
    from rulelang.scoring.once import Once
    from rulelang.scoring.pieces import Input

    files = Once()
    batch: list[tuple[int, bytes]] = []
    number = 0
    for one in _each(answers):
        if isinstance(one, str | os.PathLike):
            yield from _rows(desk, batch)
            batch = []
            file = Input(os.fspath(one))
            files.add(file)
            desk.allow(one)
            yield from _rows_of_file(desk, file)
            continue
        number += 1
        batch.append((number, one))
        if len(batch) == BATCH:
            yield from _rows(desk, batch)
            batch = []
    yield from _rows(desk, batch)


def _desk(
    rules: Rules | None,
    citations: Citations,
    warrant: Policy | None,
    settings: AnySettings | None,
    include: Sequence[str | os.PathLike[str]],
    cache: bool,
) -> Desk:
    if rules is not None:
        check_rules(rules)
    known_options(citations, warrant)
    for name in ("msgspec", "pyarrow"):
        try:
            import_module(name)
        except ImportError:
            hint = "`pip install 'rulelang[score]'` installs it"
            raise RuleLangError([Diagnostic("RL609", f"`score` needs the package {name}", None, hint=hint)]) from None
    from rulelang.options import Loading
    from rulelang.roots import Roots
    from rulelang.scoring.desk import Desk, Terms

    how = Loading(folders(include), cache)
    labels = None if settings is None else any_settings(settings)
    desk = Desk(Terms(None if rules is None else rules.name, how, citations, warrant, labels, roots=Roots(how.include)))
    if rules is not None:
        desk.opened[rules.name] = rules
    desk.check_settings()
    return desk


def _each(answers: Scored | Iterable[Scored]) -> Iterator[str | os.PathLike[str] | bytes]:
    """Paths, and answers as JSON."""
    from rulelang.verifier.answer import Answer

    alone = isinstance(answers, str | bytes | os.PathLike | Mapping | Answer | JsonText)
    for one in cast("Iterable[Scored]", (answers,) if alone else answers):
        match one:
            case Answer():
                yield one.model_dump_json(by_alias=True).encode()
            case JsonText():
                yield _bytes(one.source.text)
            case str() if documents.is_json(one):
                yield _bytes(one) if one.strip() else b"null"  # no line of a file, which may be blank
            case bytes():
                yield one if one.strip() else b"null"
            case str() | os.PathLike():
                yield one
            case _:
                yield _bytes(documents.document(one, _SOURCE).source.text)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _rows_of_file(desk: Desk, file: Input) -> Iterator[dict[str, Cell]]:
    from rulelang.scoring.pieces import pieces

    for block in pieces([file], desk.terms.sizes):
        rows: Any = desk.score(block.piece, block.numbers, block.lines).rows
        yield from rows.to_pylist()


def _rows(desk: Desk, batch: Sequence[tuple[int, bytes]]) -> Iterator[dict[str, Cell]]:
    from rulelang.scoring.pieces import Piece

    if batch:
        numbers, lines = zip(*batch, strict=True)
        rows: Any = desk.score(Piece(_SOURCE, numbers[0], 0, 0, None), numbers, lines).rows
        yield from rows.to_pylist()
