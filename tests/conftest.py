"""What all tests share: how long Hypothesis looks, and whether expected outputs are rewritten."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

_PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile("ci", derandomize=True, max_examples=100, deadline=None, suppress_health_check=_PATIENT)
settings.register_profile("long", max_examples=5_000, deadline=None, suppress_health_check=_PATIENT)
settings.load_profile(os.environ.get("RULELANG_HYPOTHESIS", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless",
        action="store_true",
        help="rewrite the expected output of the golden tests; read the difference before you commit it",
    )
