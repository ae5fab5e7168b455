"""Files that cannot be read are diagnostics that say why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.grammar.reading import read
from rulelang.grammar.reading.read import decode, read_source


def refusal(path: Path) -> Diagnostic:
    with pytest.raises(RuleLangError) as raised:
        read_source(path)
    (diagnostic,) = raised.value.diagnostics
    return diagnostic


def place(diagnostic: Diagnostic) -> tuple[int, int]:
    assert diagnostic.primary is not None
    return diagnostic.primary.span.source.place(diagnostic.primary.span.start)


def test_text_is_kept_as_it_is_but_for_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"\xef\xbb\xbfFACT a\r\nFACT b\r")
    source = read_source(path, "a")
    assert (source.name, source.text) == ("a", "FACT a\r\nFACT b\r")
    assert read_source(path).name == str(path)


def test_an_empty_file_is_an_empty_text(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"")
    assert read_source(path).text == ""


def test_a_missing_file_names_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "fees.rules").touch()
    found = refusal(tmp_path / "fee.rules")
    assert found.code == "RL130"
    assert found.hint is not None
    assert "fees.rules" in found.hint
    assert refusal(tmp_path / "no" / "such.rules").code == "RL130"
    assert refusal(tmp_path / "fees.rules" / "below.rules").code == "RL130"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path).code == "RL131"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes in folders")
def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe").code == "RL131"


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.touch(mode=0o000)
    assert refusal(path).code == "RL132"


def test_a_permission_that_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *args: object) -> None:
        raise PermissionError

    path = tmp_path / "a.rules"
    path.touch()
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal(path).code == "RL132"


def test_paths_that_no_system_has() -> None:
    assert refusal(Path("a\0b")).code == "RL132"
    assert refusal(Path("x" * 5000)).code == "RL132"


def test_invalid_utf8_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes("FACT é\nFACT ".encode() + b"\xe9")
    found = refusal(path)
    assert (found.code, place(found)) == ("RL133", (2, 6))
    assert "line 2, column 6" in found.message


def test_other_encodings_are_named() -> None:
    with pytest.raises(RuleLangError) as raised:
        decode("FACT a".encode("utf-16"), "a")
    (found,) = raised.value.diagnostics
    assert found.hint is not None
    assert "UTF-16" in found.hint


def test_nul_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"FACT a\n\0")
    found = refusal(path)
    assert (found.code, place(found)) == ("RL134", (2, 1))
    path.write_bytes(b"\0" * 100_000)
    assert place(refusal(path)) == (1, 1)


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"#" * 1000)
    monkeypatch.setattr(read, "MOST_BYTES", 999)
    assert refusal(path).code == "RL135"
