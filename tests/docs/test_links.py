"""Links between documents lead to files, and to headings, that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path
    for folder in (ROOT, ROOT / "docs", ROOT / "corpora")
    for path in (folder.glob("*.md") if folder == ROOT else folder.rglob("*.md"))
)
_LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)")


def headings(path: Path) -> set[str]:
    """The anchors of a document's headings, as Git hosts make them."""
    found = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in found}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^(`{3,}).*?^\1", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in _LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), f"{link} leads nowhere"
        assert target == ROOT or ROOT in target.parents
        assert not anchor or anchor in headings(target), f"{link}: no such heading"
