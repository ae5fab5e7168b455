"""The options that several verbs have, declared once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import click

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Loading:
    """How rule files are loaded: where USE and FILE may look besides the root module's folder, and the cache."""

    include: tuple[Path, ...] = ()
    cache: bool = True


def loading(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--include DIR` (may be repeated) and `--no-cache`."""
    function = click.option(
        "--no-cache", "no_cache", is_flag=True, help="Read the rule files anew; neither read nor write the cache."
    )(function)
    return click.option(
        "--include",
        multiple=True,
        metavar="DIR",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="A further folder in which USE and FILE may look, and answers' cases may lie; may be repeated.",
    )(function)


def output_format(*formats: str) -> Decorator:
    """`--output-format`, the first format being the default."""
    return click.option(
        "--output-format",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print the result.",
    )


def records(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--cases FILE` and `--map FILE`."""
    function = click.option(
        "--map", "map_file", metavar="MAP", help="The map by which the records in --cases become cases (JSON)."
    )(function)
    return click.option(
        "--cases",
        "cases_file",
        metavar="FILE",
        help="Cases as JSON or JSONL instead of those of the rule file; - is standard input.",
    )(function)


def scoped(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--scope N` and `--timeout SECONDS`: how much of all cases the solver looks at."""
    function = click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help="The most time for one question; without it a fixed number of steps, the same on every machine.",
    )(function)
    return click.option(
        "--scope",
        type=click.IntRange(min=0),
        default=2,
        show_default=True,
        metavar="N",
        help="How many made-up entities each sort has that a case would list.",
    )(function)
