"""Loading: from a file to a resolved program, with the modules that it uses and the tables in files.

Reading never runs code, and never leaves the folders of `places`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulelang.grammar import model
from rulelang.grammar.collector import collector_paused
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.files import cache as store
from rulelang.grammar.reading.read import read_source
from rulelang.grammar.source import Source


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading gives: the program (None if anything is wrong with it), the findings, and what was read."""

    program: model.Program | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]


def load(path: Path, include: Sequence[Path] = (), cache: bool = True) -> Loaded:
    """Load the program of a root module.

    `USE a.b.c` is the file `a/b/c.rules` below the root's folder (the one from which the root's own MODULE name leads
    to it, else the folder it lies in) or below an include root; `FILE "x.csv"` lies beside its module.  `cache`: use
    and feed the cache of resolved programs, so that a second load is fast.

    Nothing is raised for what a user can write or name: a missing file is a diagnostic (with no program), too.
    """
    with collector_paused():
        try:
            root = read_source(path)
        except RuleLangError as error:
            return Loaded(None, error.diagnostics, ())
        absolute = path.absolute()
        if cache:
            kept = store.fetch(root, absolute, include)
            if kept is not None:
                return Loaded(*kept)
        # Where there is a kept program, neither the parser nor the tree are needed; to import them takes time.
        from rulelang.grammar.files.loading import Loading

        loading = Loading(absolute, include)
        program, diagnostics, sources = loading.run(root)
        if cache and program is not None:
            store.keep(program, diagnostics, sources, loading.root_name, loading.needs)
        return Loaded(program, diagnostics, sources)


def load_instead(path: Path, text: str, include: Sequence[Path] = ()) -> Loaded:
    """Load the program of a root module as it would be with this text in the place of the file's own; no cache."""
    from rulelang.grammar.files.loading import Loading

    with collector_paused():
        return Loaded(*Loading(path.absolute(), include).run(Source(str(path), text)))


def load_text(text: str, name: str = "<text>") -> Loaded:
    """Load a single module from a text; it can use no other module and no file."""
    from rulelang.grammar.files.loading import resolve_text

    with collector_paused():
        source = Source(name, text.removeprefix("\ufeff"))
        program, diagnostics = resolve_text(source)
        return Loaded(program, diagnostics, (source,))
