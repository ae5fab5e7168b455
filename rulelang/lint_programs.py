"""Findings about several programs that share modules: each once, whatever the order of the files.

What is of no use in one program may be of use in another one of the same run: that something never happens or is never
read is told only if it is so in every program that has the module.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulelang.engine.analysis.finding import Finding
from rulelang.grammar.diagnostic import Diagnostic, Label
from rulelang.grammar.source import Source, Span

NEVER = frozenset({
    "RL500", "RL501", "RL502", "RL504", "RL505", "RL506", "RL507", "RL508", "RL512", "RL513", "RL514", "RL515", "RL517",
    "RL518", "RL524", "RL533",
})  # fmt: skip
"""Codes of findings that say of something that it never happens, or makes no difference."""


@dataclass(frozen=True, slots=True)
class Program:
    """A rule file of the run with what was found in it and in the modules that it uses, and their texts."""

    findings: tuple[Finding, ...]
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A finding and the numbers of the programs in which it was made."""

    finding: Finding
    programs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """What was found in all programs: each finding once, in the order of the texts, and the texts, each once.

    `having` are the numbers of the programs that have a text, by its name.
    """

    told: tuple[Told, ...]
    sources: tuple[Source, ...]
    having: Mapping[str, tuple[int, ...]]


def each_once(programs: Sequence[Program]) -> Merged:
    """The findings of all programs together.  A text goes by the name that it has as a root, if it is one: roots are
    the first of `sources`."""
    same_file: dict[str, str] = {}
    for source in (one for program in programs for one in program.sources):
        if source.name not in same_file:
            same_file[source.name] = os.path.realpath(source.name) if os.path.exists(source.name) else source.name
    texts: dict[str, Source] = {}
    roots = [program.sources[0] for program in programs]
    for source in (*roots, *(one for program in programs for one in program.sources)):
        texts.setdefault(same_file[source.name], source)
    known_as = {name: texts[file] for name, file in same_file.items()}
    having: dict[str, dict[int, None]] = {}
    found: dict[tuple[object, ...], list[tuple[int, Finding]]] = {}
    for number, program in enumerate(programs):
        for source in program.sources:
            having.setdefault(known_as[source.name].name, {})[number] = None
        for one in program.findings:
            placed = replace(one, diagnostic=_placed(one.diagnostic, known_as))
            found.setdefault(_key(placed), []).append((number, placed))
    told: list[Told] = []
    for same in found.values():
        made_in = {number for number, _ in same}
        said = same[0][1].diagnostic
        everywhere = said.primary is None or made_in == set(having[said.primary.span.source.name])
        if everywhere or said.code not in NEVER:
            # Of what is proved for different numbers of entities the narrower statement stands.
            told.append(Told(max((one for _, one in same), key=_shown), tuple(sorted(made_in))))
    return Merged(
        tuple(sorted(told, key=lambda one: in_text(one.finding))),
        tuple(texts.values()),
        {name: tuple(numbers) for name, numbers in having.items()},
    )


def in_text(one: Finding) -> tuple[str, int, str, str]:
    """Sorts findings by the names of files, and by their places in these."""
    said = one.diagnostic
    if said.primary is None:
        return "", 0, said.code, said.message
    return said.primary.span.source.name, said.primary.span.start, said.code, said.message


def _key(one: Finding) -> tuple[object, ...]:
    """What is the same for findings that say the same."""
    said = one.diagnostic
    at = None if said.primary is None else (said.primary.span.source.name, *said.primary.span[1:])
    if said.code in NEVER:
        return said.code, at, None if one.drop is None else one.drop.part
    return said.code, at, said.message


def _shown(one: Finding) -> tuple[int, str, str]:
    """Which of several that say the same is shown; the case does not depend on the order of the files."""
    return len(one.diagnostic.message), one.diagnostic.message, "" if one.witness is None else one.witness.text


def _placed(said: Diagnostic, known_as: Mapping[str, Source]) -> Diagnostic:
    """The diagnostic with each text under the name by which it goes in this run."""
    if said.primary is None:
        return said
    return replace(
        said,
        primary=_label(said.primary, known_as),
        secondary=tuple(_label(one, known_as) for one in said.secondary),
    )


def _label(label: Label, known_as: Mapping[str, Source]) -> Label:
    source = known_as.get(label.span.source.name, label.span.source)
    return label if source is label.span.source else replace(label, span=Span(source, label.span.start, label.span.end))
