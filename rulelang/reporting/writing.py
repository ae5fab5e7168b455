"""Reports into files, by suffix."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulelang.reporting.document import Document
from rulelang.writing import unwritable

SUFFIXES = (".html", ".md", ".csv", ".zip")


def checked_suffixes(paths: Sequence[Path]) -> None:
    """Refuse a file whose format can't be told, before anything is computed.

    Raises:
        click.UsageError: a suffix is none of those that are known.
    """
    for path in paths:
        if path.suffix.lower() not in SUFFIXES:
            raise click.UsageError(f"`--out {path}`: the suffix says the format: {', '.join(SUFFIXES)} (CSV tables)")


def write_document(document: Document, paths: Sequence[Path]) -> None:
    """Write a report to each file, in the format of its suffix.

    Raises:
        RuleLangError: a file cannot be written (RL491).
    """
    for path in paths:
        data = _bytes(document, path.suffix.lower())
        try:
            path.write_bytes(data)
        except OSError as error:
            raise unwritable(path, error) from None


def _bytes(document: Document, suffix: str) -> bytes:
    match suffix:
        case ".html":
            from rulelang.reporting.html import html_text

            return html_text(document).encode("utf-8")
        case ".md":
            from rulelang.reporting.markdown import markdown_text

            return markdown_text(document).encode("utf-8")
        case ".csv":
            from rulelang.reporting.csv_tables import long_text

            return long_text(document).encode("utf-8")
        case _:
            from rulelang.reporting.csv_tables import archive_bytes

            return archive_bytes(document)


def print_document(document: Document) -> None:
    """The report as Markdown on standard output."""
    import sys

    from rulelang.reporting.markdown import markdown_text

    sys.stdout.write(markdown_text(document))
