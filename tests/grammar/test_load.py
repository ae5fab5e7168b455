"""Loading: modules that use each other, tables in files, and where nothing may be read."""

import os
from pathlib import Path

import pytest

from rulelang.grammar.files.load import Loaded, load, load_text


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def codes(loaded: Loaded) -> list[str]:
    return [d.code for d in loaded.diagnostics]


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "cache"))


def test_modules_are_found_from_where_the_roots_own_name_leads_to_it(tmp_path: Path) -> None:
    write(tmp_path, {
        "acme/policy/main.rules": "MODULE acme.policy.main\nUSE acme.facts\nOUTCOME p\nRULE IF f THEN p",
        "acme/facts.rules": "MODULE acme.facts\nFACT f",
    })  # fmt: skip
    loaded = load(tmp_path / "acme" / "policy" / "main.rules")
    assert loaded.program is not None, loaded.diagnostics
    assert list(loaded.program.modules) == ["acme.policy.main", "acme.facts"]
    assert loaded.program.modules["acme.policy.main"].uses == ("acme.facts",)
    assert list(loaded.program.facts) == ["f"]


def test_modules_are_found_beside_a_root_whose_name_does_not_fit(tmp_path: Path) -> None:
    write(tmp_path, {"x.rules": "MODULE y\nUSE a.b\nOUTCOME p\nRULE IF f THEN p", "a/b.rules": "MODULE a.b\nFACT f"})
    assert load(tmp_path / "x.rules").program is not None


def test_include_roots_come_after_the_roots_folder(tmp_path: Path) -> None:
    write(tmp_path, {
        "x.rules": "USE a\nUSE b\nOUTCOME p\nRULE IF f AND g THEN p", "a.rules": "MODULE a\nFACT f",
        "lib/a.rules": "MODULE a\nFACT h", "lib/b.rules": "MODULE b\nFACT g",
    })  # fmt: skip
    assert codes(load(tmp_path / "x.rules")) == ["RL170"]
    assert load(tmp_path / "x.rules", [tmp_path / "lib"]).program is not None


def test_a_module_used_by_two_is_loaded_once(tmp_path: Path) -> None:
    write(tmp_path, {
        "x.rules": "USE a\nUSE b\nOUTCOME p\nRULE IF f THEN p", "a.rules": "MODULE a\nUSE c",
        "b.rules": "MODULE b\nUSE c", "c.rules": "MODULE c\nFACT f",
    })  # fmt: skip
    loaded = load(tmp_path / "x.rules")
    assert loaded.program is not None
    assert list(loaded.program.modules) == ["", "a", "c", "b"]
    assert len(loaded.sources) == 4


def test_a_cycle_is_shown(tmp_path: Path) -> None:
    write(tmp_path, {"a.rules": "MODULE a\nUSE b", "b.rules": "MODULE b\nUSE c", "c.rules": "MODULE c\nUSE b"})
    [found] = load(tmp_path / "a.rules").diagnostics
    assert (found.code, found.message) == ("RL171", "the modules use each other: `b` -> `c` -> `b`")


def test_what_can_be_wrong_with_use(tmp_path: Path) -> None:
    write(tmp_path, {
        "missing.rules": "USE tarifs", "tariffs.rules": "MODULE tariffs", "named.rules": "USE wrong",
        "wrong.rules": "MODULE right", "headless.rules": "USE bare", "bare.rules": "FACT f",
        "twice.rules": "USE tariffs USE tariffs",
    })  # fmt: skip
    [found] = load(tmp_path / "missing.rules").diagnostics
    assert (found.code, found.hint) == ("RL170", "did you mean `tariffs`?")
    assert codes(load(tmp_path / "named.rules")) == ["RL173"]
    assert codes(load(tmp_path / "headless.rules")) == ["RL173"]
    assert codes(load(tmp_path / "twice.rules")) == ["RL174"]
    (tmp_path / "folder.rules").mkdir()
    write(tmp_path, {"uses.rules": "USE folder"})
    assert load(tmp_path / "uses.rules").program is None
    assert load(tmp_path / "folder.rules").program is None
    assert load(tmp_path / "none.rules").program is None


def test_errors_of_a_used_module_are_reported_with_its_own_source(tmp_path: Path) -> None:
    write(tmp_path, {"x.rules": "USE a\nOUTCOME p\nRULE IF f THEN p", "a.rules": "MODULE a\nFACT f : NUMBER IN"})
    loaded = load(tmp_path / "x.rules")
    assert loaded.program is None
    assert {d.primary.span.source.name.split("/")[-1] for d in loaded.diagnostics if d.primary} == {"a.rules"}


TABLE = 'TYPE c OF a, b\nTABLE t(c) : NUMBER IN usd FILE "{}"\nOUTCOME p\nRULE IF t(a) > 3 usd THEN p'


def test_tables_in_files(tmp_path: Path) -> None:
    write(tmp_path, {"x.rules": TABLE.format("data/t.csv"), "data/t.csv": "c,t\na,30\nOTHER,40\n"})
    loaded = load(tmp_path / "x.rules")
    assert loaded.program is not None, loaded.diagnostics
    assert [r.values for r in loaded.program.tables["t"].rows] == [(30,), (40,)]
    assert loaded.program.tables["t"].rows[0].span.source.place(loaded.program.tables["t"].rows[0].span.start) == (2, 1)


@pytest.mark.parametrize("path", ["../t.csv", "/etc/passwd", "a/../../t.csv", "C:/t.csv", "a\\\\t.csv", ""])
def test_paths_that_lead_out_are_refused(tmp_path: Path, path: str) -> None:
    write(tmp_path, {"in/x.rules": TABLE.format(path), "t.csv": "c,t\nANY,3\n"})
    assert codes(load(tmp_path / "in" / "x.rules")) == ["RL172"]


def test_a_table_file_that_is_a_link_to_itself_is_not_there(tmp_path: Path) -> None:
    write(tmp_path, {"x.rules": TABLE.format("t.csv")})
    os.symlink("t.csv", tmp_path / "t.csv")
    assert codes(load(tmp_path / "x.rules")) == ["RL175"]


def test_links_that_lead_out_are_refused(tmp_path: Path) -> None:
    write(tmp_path, {"in/x.rules": TABLE.format("t.csv"), "t.csv": "c,t\nANY,3\n"})
    write(tmp_path, {"in/y.rules": "USE z", "z.rules": "MODULE z"})
    os.symlink(tmp_path / "t.csv", tmp_path / "in" / "t.csv")
    os.symlink(tmp_path / "z.rules", tmp_path / "in" / "z.rules")
    assert codes(load(tmp_path / "in" / "x.rules")) == ["RL172"]
    assert codes(load(tmp_path / "in" / "y.rules")) == ["RL172"]
    assert load(tmp_path / "in" / "y.rules", [tmp_path]).program is not None


def test_what_can_be_wrong_with_a_table_file(tmp_path: Path) -> None:
    write(tmp_path, {"x.rules": TABLE.format("t.csv")})
    assert codes(load(tmp_path / "x.rules")) == ["RL175"]
    for text, code in (("", "RL176"), ('c,t\n"a,3\n', "RL176"), ("c,t\na\n", "RL251"), ("d,t\na,3\n", "RL250")):
        write(tmp_path, {"t.csv": text})
        assert codes(load(tmp_path / "x.rules")) == [code], text
    (tmp_path / "t.csv").write_bytes(b"\xff\xfe\x00")
    assert codes(load(tmp_path / "x.rules")) == ["RL175"]


def test_a_text_by_itself_uses_nothing() -> None:
    assert codes(load_text("USE a\nFACT f")) == ["RL177"]
    assert codes(load_text(TABLE.format("t.csv"))) == ["RL177"]
    assert load_text("\ufeffFACT f").program is not None
    assert load_text("").program is not None


def test_deep_trees_are_resolved() -> None:
    text = "TYPE t\nFACT next(t) : t\nFACT f(t)\nOUTCOME p\nRULE r FOR EACH x IN t IF f({}) THEN p"
    deep = "next(" * 150 + "x" + ")" * 150
    assert load_text(text.format(deep)).program is not None
