"""The public interface: few names, each where it is said to be, and none of them imported before it is used."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import rulelang


def test_public_names_are_few_and_the_same_everywhere() -> None:
    assert len(rulelang.__all__) <= 10
    assert set(rulelang.__all__) - {"__version__"} == set(rulelang._HOME)
    assert dir(rulelang) == sorted(rulelang.__all__)


@pytest.mark.parametrize("name", sorted(rulelang._HOME))
def test_public_name_is_found(name: str) -> None:
    home = rulelang._HOME[name]
    assert getattr(rulelang, name) is getattr(import_module(home), name)


def test_no_other_name_is_found() -> None:
    with pytest.raises(AttributeError):
        _ = rulelang.nothing_of_the_kind  # type: ignore[attr-defined]


HEAVY = ("lark", "networkx", "pydantic", "z3", "rich", "click", "rulelang.grammar", "rulelang.engine")


def imported(program: str) -> set[str]:
    """Which of the heavy modules a program has imported in the end."""
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint([m for m in {HEAVY!r} if m in sys.modules])"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(eval(done.stdout.splitlines()[-1]))


def test_importing_the_package_imports_nothing_heavy() -> None:
    assert imported("import rulelang") == set()


def test_help_imports_nothing_heavy() -> None:
    assert imported("from rulelang.cli import main; main(['--help']); main(['--version'])") == set()


def test_help_of_a_verb_imports_no_engine() -> None:
    found = imported("from rulelang.cli import main; main(['derive', '--help'])")
    assert found <= {"click", "rulelang.grammar"}
