"""The packs that come with RuleLang are found by name, wherever one stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.bundled import PACKS, found
from rulelang.cli import main


def test_a_path_means_what_is_below_the_current_folder_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert found("corpora/refunds/refunds.rules") == PACKS / "refunds" / "refunds.rules"
    assert found("refunds/refunds.rules") == PACKS / "refunds" / "refunds.rules"
    mine = tmp_path / "corpora" / "refunds" / "refunds.rules"
    mine.parent.mkdir(parents=True)
    mine.touch()
    assert found("corpora/refunds/refunds.rules").absolute() == mine


@pytest.mark.parametrize("written", ["../corpora/refunds", "/corpora/refunds", "corpora/../engine", "", "x" * 5_000])
def test_nothing_else_is_found(written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert found(written) == Path(written)


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "corpora/refunds/complete.json"],
        ["derive", "corpora/refunds/refunds.rules#headphones"],
        ["test", "corpora/refunds"],
        ["show", "corpora/refunds/refunds.rules"],
        ["cases", "corpora/refunds/refunds.rules"],
        ["lint", "corpora/refunds/refunds.rules"],
        ["rubric", "corpora/refunds"],
    ],
)
def test_verbs_take_bundled_files(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 0, capsys.readouterr().err
