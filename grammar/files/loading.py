"""The long way of loading: parsing what is used, from module to module, and resolving all of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError, has_errors
from rulelang.grammar.files.cache import Need, digest, shown
from rulelang.grammar.files.csv_rows import csv_rows
from rulelang.grammar.files.places import SUFFIX, Refused, places_of
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.reading.read import read_source
from rulelang.grammar.resolving.findings import Findings, did_you_mean
from rulelang.grammar.resolving.resolve import resolve
from rulelang.grammar.source import Source, Span


def resolve_text(source: Source) -> tuple[model.Program | None, tuple[Diagnostic, ...]]:
    """The program of a single module, which can use no other module and no file."""
    parsed = parse(source)
    findings = Findings()
    for declaration in parsed.module.declarations:
        match declaration:
            case tree.Use(used):
                findings.error(
                    "RL177", f"a text by itself cannot use `{used.text}`", declaration.span, "load it from a file"
                )
            case tree.Table(file=tree.Text() as file):
                findings.error(
                    "RL177", "a text by itself cannot read a table file", file.span, "load it from a file"
                )
            case _:
                pass
    diagnostics = (*parsed.diagnostics, *findings.finished())
    if has_errors(diagnostics):
        return None, diagnostics
    program, found = resolve([parsed.module])
    return program, (*diagnostics, *found)


class Loading:
    """One load: the modules by name, in the order in which they are first used."""

    def __init__(self, root: Path, include: Sequence[Path]) -> None:
        self.root = root
        self.include = include
        self.root_name: str | None = None
        self.modules: dict[str, tree.Module] = {}
        self.sources: list[Source] = []
        self.needs: list[Need] = []
        self.diagnostics: list[Diagnostic] = []
        self.findings = Findings()
        self.places = places_of(root, None, include)

    def run(self, source: Source) -> tuple[model.Program | None, tuple[Diagnostic, ...], tuple[Source, ...]]:
        """The program of a root module (None if anything is wrong), the findings, and the sources, the root first."""
        module = self._parse(source)
        self.root_name = module.name.text if module.name is not None else None
        self.places = places_of(self.root, self.root_name, self.include)
        self._follow(module, self.root, [self.root_name or ""])
        self.diagnostics.extend(self.findings.finished())
        if has_errors(self.diagnostics):
            return None, tuple(self.diagnostics), tuple(self.sources)
        program, found = resolve(list(self.modules.values()))
        self.diagnostics.extend(found)
        return program, tuple(self.diagnostics), tuple(self.sources)

    def _parse(self, source: Source) -> tree.Module:
        self.sources.append(source)
        parsed = parse(source)
        self.diagnostics.extend(parsed.diagnostics)
        return parsed.module

    def _follow(self, module: tree.Module, path: Path, way: list[str]) -> None:
        """Read what a module uses; `way`: the names from the root to this module."""
        name = way[-1]
        # Its place in the order is before those that it uses; its tables are read first.
        self.modules[name] = self._with_tables(module, path, "" if len(way) == 1 else name)
        used: dict[str, Span] = {}
        for declaration in module.declarations:
            if isinstance(declaration, tree.Use):
                first = used.get(declaration.name.text)
                if first is not None:
                    self.findings.error(
                        "RL174",
                        f"the module `{declaration.name.text}` is used twice",
                        declaration.span,
                        "leave one of them out",
                        (Label(first, "first used here"),),
                    )
                    continue
                used[declaration.name.text] = declaration.span
                self._use(declaration, way)

    def _use(self, use: tree.Use, way: list[str]) -> None:
        name = use.name.text
        if name in way:
            if name == way[-1]:
                self.findings.error("RL171", f"the module `{name}` uses itself", use.span, "leave this line out")
                return
            cycle = " -> ".join(f"`{n}`" for n in (*way[way.index(name) :], name))
            self.findings.error(
                "RL171",
                f"the modules use each other: {cycle}",
                use.span,
                "move what they need of each other into a module of its own",
            )
            return
        if name in self.modules:
            return
        path = self.places.module(name)
        if path is None:
            self._missing(use)
            return
        if isinstance(path, Refused):
            self.findings.error("RL172", path.reason, use.name.span, path.hint)
            return
        try:
            source = read_source(path, shown(path))
        except RuleLangError as error:
            self.diagnostics.extend(
                replace(d, secondary=(*d.secondary, Label(use.name.span, "used here"))) for d in error.diagnostics
            )
            return
        self.needs.append(Need("module", name, "", digest(source.text)))
        module = self._parse(source)
        if module.name is None or module.name.text != name:
            said = "has no MODULE line" if module.name is None else f"calls itself `{module.name.text}`"
            span = use.name.span
            self.findings.error(
                "RL173",
                f"the file of `{name}` {said}",
                span,
                f"let it begin with `MODULE {name}`",
                () if module.name is None else (Label(module.name.span, "here"),),
            )
            return
        self._follow(module, path, [*way, name])

    def _missing(self, use: tree.Use) -> None:
        name = use.name.text
        parts = name.split(".")
        beside: list[str] = []
        for folder in self.places.folders:
            place = folder.joinpath(*parts[:-1])
            if os.path.isdir(place):
                stems = sorted(p.stem for p in place.glob(f"*{SUFFIX}"))
                beside.extend(".".join((*parts[:-1], stem)) for stem in stems)
        wanted = "/".join(parts) + SUFFIX
        self.findings.error(
            "RL170",
            f"the module `{name}` is not there",
            use.name.span,
            did_you_mean(name, beside)
            or f"it would be the file `{wanted}` below the root module's folder or an include root",
        )

    def _with_tables(self, module: tree.Module, path: Path, owner: str) -> tree.Module:
        if not any(isinstance(d, tree.Table) and d.file is not None for d in module.declarations):
            return module
        declarations = tuple(
            self._table(d, path, owner) if isinstance(d, tree.Table) and d.file is not None else d
            for d in module.declarations
        )
        return replace(module, declarations=declarations)

    def _table(self, table: tree.Table, module: Path, owner: str) -> tree.Table:
        file = table.file
        if file is None:
            return table
        path = self.places.table(module, file.value)
        if isinstance(path, Refused):
            self.findings.error("RL172", path.reason, file.span, path.hint)
            return table
        try:
            source = read_source(path, shown(path))
        except RuleLangError as error:
            found = error.diagnostics[0]
            hint = "it is looked for beside the module" if found.code == "RL130" else found.hint
            self.findings.error(
                "RL175", f"the table file `{file.value}` cannot be read: {found.message}", file.span, hint
            )
            return table
        self.sources.append(source)
        self.needs.append(Need("table", owner, file.value, digest(source.text)))
        rows = csv_rows(source, self.findings)
        if not rows and not has_errors(self.findings.found):
            self.findings.error(
                "RL176", f"the table file `{file.value}` is empty", file.span, "its first row is the header"
            )
        return replace(table, rows=rows)
