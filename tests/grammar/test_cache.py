"""The cache of resolved programs, and the plain form in which they are kept."""

import os
import pickle
import struct
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import modules

from rulelang.grammar.files import cache
from rulelang.grammar.files.codec import Malformed, decode, encode
from rulelang.grammar.files.load import Loaded, load, load_text
from rulelang.grammar.model import And, Constant, Not, Truth
from rulelang.grammar.printing.printer import module_text
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.resolving.resolve import resolve
from rulelang.grammar.source import Source, Span

TEXT = """MODULE x
USE a
TABLE t(c) : NUMBER FILE "t.csv"
OUTCOME p "it is so"
RULE r SOURCE "one" IF f AND t(b) > 2.5 THEN p
  EXCEPTION IF f
CASE one GIVEN f EXPECT NOT p
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "x.rules").write_text(TEXT)
    (rules / "a.rules").write_text("MODULE a\nFACT f\nTYPE c OF b, d\n")
    (rules / "t.csv").write_text("c,t\nb,1\n")
    return tmp_path


def entries(folder: Path) -> list[Path]:
    return sorted((folder / "cache").glob("*")) if (folder / "cache").is_dir() else []


def again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Loaded | None:
    """A second load that must not parse anything; None where it would have to."""

    def refuse(source: Source) -> None:
        raise AssertionError("parsed again")

    with monkeypatch.context() as patched:
        patched.setattr("rulelang.grammar.files.loading.parse", refuse)
        try:
            return load(folder / "rules" / "x.rules")
        except AssertionError:
            return None


def test_a_second_load_is_the_same_and_parses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load(folder / "rules" / "x.rules")
    assert first.program is not None
    second = again(folder, monkeypatch)
    assert second is not None
    assert second.program == first.program
    assert [(d.code, d.message, d.severity) for d in second.diagnostics] == [
        (d.code, d.message, d.severity) for d in first.diagnostics
    ]
    assert [d.code for d in second.diagnostics] == ["RL254"]
    assert second.program is not None
    assert second.program.rules["r"].span.text == first.program.rules["r"].span.text
    assert [s.text for s in second.sources] == [s.text for s in first.sources]


@pytest.mark.parametrize("file", ["x.rules", "a.rules", "t.csv"])
def test_a_changed_text_is_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    load(folder / "rules" / "x.rules")
    path = folder / "rules" / file
    path.write_text(path.read_text() + "\n")
    assert again(folder, monkeypatch) is None
    assert load(folder / "rules" / "x.rules").program is not None


def test_a_missing_text_is_missed(folder: Path) -> None:
    load(folder / "rules" / "x.rules")
    (folder / "rules" / "a.rules").unlink()
    assert load(folder / "rules" / "x.rules").program is None


def test_the_flag_keeps_the_cache_out(folder: Path) -> None:
    assert load(folder / "rules" / "x.rules", cache=False).program is not None
    assert entries(folder) == []


def test_programs_with_errors_are_not_kept(folder: Path) -> None:
    (folder / "rules" / "x.rules").write_text("FACT f\nRULE IF g THEN h")
    assert load(folder / "rules" / "x.rules").program is None
    assert entries(folder) == []


def test_the_folder_is_the_users_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(folder / "rules" / "x.rules")
    assert (folder / "cache").stat().st_mode & 0o777 == 0o700
    os.chmod(folder / "cache", 0o777)
    assert again(folder, monkeypatch) is None


@pytest.mark.parametrize("place", [0, 5, 20, 300, -1])
def test_damage_is_ignored(folder: Path, monkeypatch: pytest.MonkeyPatch, place: int) -> None:
    load(folder / "rules" / "x.rules")
    [entry] = entries(folder)
    data = bytearray(entry.read_bytes())
    data[place] ^= 0xFF
    entry.write_bytes(bytes(data))
    assert again(folder, monkeypatch) is None
    assert load(folder / "rules" / "x.rules").program is not None
    for piece in (b"", bytes(data[: len(data) // 2])):
        entry.write_bytes(piece)
        assert load(folder / "rules" / "x.rules").program is not None


class _Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch bombed",)


def test_code_in_an_entry_is_never_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    load(folder / "rules" / "x.rules")
    [entry] = entries(folder)
    entry.write_bytes(pickle.dumps(_Bomb()))
    assert load(folder / "rules" / "x.rules").program is not None
    assert not (folder / "bombed").exists()


def test_several_writers_do_not_harm_each_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Loaded] = []
    writers = [threading.Thread(target=lambda: found.append(load(folder / "rules" / "x.rules"))) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert all(loaded.program is not None for loaded in found)
    assert len(entries(folder)) == 1
    assert again(folder, monkeypatch) is not None


def test_the_oldest_entries_go_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 3)
    for i in range(5):
        path = folder / "rules" / f"m{i}.rules"
        path.write_text(f"FACT f{i}")
        load(path)
        os.utime(max(entries(folder), key=lambda e: e.stat().st_mtime_ns), (i, i))
    assert len(entries(folder)) == 3


def test_the_default_place_is_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULELANG_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    (tmp_path / "m.rules").write_text("FACT f")
    load(tmp_path / "m.rules")
    assert len(list((tmp_path / "xdg" / "rulelang").iterdir())) == 1


def test_spans_and_sharing_survive() -> None:
    source = Source("a", "one two")
    shared = Not(Truth(True))
    value = (And((shared, shared)), Span(source, 0, 3), {"k": (1, (2,), ())}, frozenset((1, "a")), Constant(3, "usd"))
    found = decode(encode(value, [source]), [source])
    assert found == value
    assert isinstance(found, tuple)
    assert found[0].parts[0] is found[0].parts[1]
    assert found[1].text == "one"


def test_foreign_classes_have_no_plain_form() -> None:
    with pytest.raises(TypeError):
        encode((object(),), [])


FAILURES = (
    Malformed, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, MemoryError, struct.error,
)  # fmt: skip


@given(st.binary(max_size=200), st.integers(0, 400), st.integers(0, 255))
def test_malformed_bytes_never_do_more_than_fail(noise: bytes, at: int, change: int) -> None:
    source = Source("a", "FACT f")
    data = bytearray(encode((Constant(3, "usd"), Span(source, 0, 3), (1, 2)), [source]))
    data[at % len(data)] = change
    for candidate in (bytes(data), noise):
        try:
            decode(candidate, [source])
        except FAILURES:
            continue


@given(modules())
def test_what_resolves_is_kept_exactly(module: object) -> None:
    source = Source("m", module_text(module))  # type: ignore[arg-type]
    found = resolve([parse(source).module])
    assert decode(encode(found, [source]), [source]) == found


def test_the_empty_program_is_kept() -> None:
    loaded = load_text("")
    assert decode(encode(loaded.program, loaded.sources), loaded.sources) == loaded.program
