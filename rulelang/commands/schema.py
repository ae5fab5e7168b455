"""`rulelang schema DOCUMENT`: the JSON Schema of a document that RuleLang reads or writes."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from rulelang.console import DONE


@click.command("schema", short_help="print a JSON Schema")
@click.argument("document", type=click.Choice(["answer", "case", "map", "warrant", "settings", "certificate"]))
def command(document: str) -> int:
    """Print the JSON Schema (2020-12) of a DOCUMENT: answer, case, map, warrant, settings or certificate.

    Example: rulelang schema answer > answer.schema.json
    """
    sys.stdout.write(json.dumps(_schema(document), indent=2, ensure_ascii=False) + "\n")
    return DONE


def _schema(document: str) -> dict[str, Any]:
    # Each is imported only when it is asked for.
    if document == "answer":
        from rulelang.verifier.answer import answer_schema

        return answer_schema()
    if document == "warrant":
        from rulelang.verifier.reference.document import warrant_schema

        return warrant_schema()
    if document == "settings":
        from rulelang.verifier.settings import settings_schema

        return settings_schema()
    from rulelang.engine.records.shape import schema

    if document == "case":
        from rulelang.engine.records.case_shape import CaseShape

        return schema(CaseShape, "RuleLang case")
    if document == "certificate":
        from rulelang.engine.certificates.shape import CertificateShape

        return schema(CertificateShape, "RuleLang certificate")
    from rulelang.engine.records.map_shape import MapShape

    return schema(MapShape, "RuleLang map")
