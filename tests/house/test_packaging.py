"""The four guards of the layout: what is listed, what is linked, what is imported, what is built."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = ("grammar", "engine", "verifier", "corpora")
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
FOLDERS = ("rulelang", *LAYERS, "docs")


def package_folders() -> dict[str, str]:
    """Each folder with an `__init__.py`, under the name that it is imported by (links are not followed)."""
    found = {}
    for top in FOLDERS:
        for folder, below, files in os.walk(ROOT / top):
            below[:] = [name for name in below if name != "__pycache__"]
            if "__init__.py" in files:
                path = Path(folder).relative_to(ROOT).as_posix()
                name = path.replace("/", ".").removeprefix("docs.")
                found[name if name.split(".")[0] == "rulelang" else f"rulelang.{name}"] = path
    return found


def test_listed_packages_are_the_folders_that_have_an_init() -> None:
    folders = package_folders()
    assert sorted(SETUPTOOLS["packages"]) == sorted(folders)
    assert SETUPTOOLS["package-dir"] == folders


@pytest.mark.parametrize("name", [*LAYERS, "codes"])
def test_link_leads_to_its_layer(name: str) -> None:
    link = ROOT / "rulelang" / name
    assert link.is_symlink()
    target = Path(os.readlink(link))
    assert not target.is_absolute()
    assert link.resolve() == (ROOT / SETUPTOOLS["package-dir"][f"rulelang.{name}"]).resolve()


def test_command_line_imports_no_bare_layer() -> None:
    program = (
        "import sys, importlib, rulelang.group, rulelang.verbs\n"
        "for verb in rulelang.verbs.VERBS: importlib.import_module('rulelang.commands.' + verb.replace('-', '_'))\n"
        f"print(sorted(set({[*LAYERS, 'cli', 'commands', 'codes']!r}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    # Built from a copy, so that neither build/ nor an egg-info appears under the feet of other tests.
    copy = folder / "checkout"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (copy / name).write_bytes((ROOT / name).read_bytes())
    for top in FOLDERS:
        subprocess.run(["cp", "-R", str(ROOT / top), str(copy / top)], check=True)
    built = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(copy)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_wheel_has_one_top_level_name(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"rulelang"}


def test_wheel_holds_every_module_and_all_data(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = set()
    data = {".lark", ".rules", ".json", ".jsonl", ".csv", ".md"}
    for name, folder in package_folders().items():
        inside = (ROOT / folder).rglob("*") if name == "rulelang.corpora" else (ROOT / folder).glob("*")
        for path in inside:
            if path.is_file() and (path.suffix == ".py" or path.suffix in data or path.name == "py.typed"):
                wanted.add(f"{name.replace('.', '/')}/{path.relative_to(ROOT / folder).as_posix()}")
    assert wanted - held == set()
    assert "rulelang/grammar/reading/rulelang.lark" in held


def test_installed_wheel_explains_a_code_and_checks_a_bundled_answer(wheel: Path, tmp_path: Path) -> None:
    installed, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            cwd=empty,
            env={**os.environ, "PYTHONPATH": str(installed)},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert str(installed) in run("-c", "import rulelang; print(rulelang.__file__)")
    code = sorted((ROOT / "docs" / "codes").glob("RL*.md"))[0].stem
    assert run("-m", "rulelang", "explain", code) == (ROOT / "docs" / "codes" / f"{code}.md").read_text("utf-8")
    assert "headphones: complete" in run("-m", "rulelang", "check", "corpora/refunds/complete.json")
