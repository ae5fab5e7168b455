"""Families of models, over which RGDT-Bench averages (its figure 4): which model belongs to which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Families:
    """The families of the models of some answers, in the order in which the models first name them."""

    names: tuple[str, ...]
    of_model: tuple[int, ...]
    """For each model the index of its family."""

    def members(self) -> tuple[tuple[int, ...], ...]:
        """For each family the indices of its models."""
        return tuple(
            tuple(model for model, family in enumerate(self.of_model) if family == one)
            for one in range(len(self.names))
        )


def families_of(models: Sequence[str], family: Mapping[str, str]) -> Families:
    """The families of some models (RGDT-Bench, figure 4).

    Args:
        models: the names of the models.
        family: for each of them the name of its family; it may name other models too.

    >>> families_of(["q-9b", "r1-8b", "q-27b"], {"q-9b": "Q", "q-27b": "Q", "r1-8b": "R1", "other": "O"})
    Families(names=('Q', 'R1'), of_model=(0, 1, 0))
    """
    names = tuple(dict.fromkeys(family[model] for model in models))
    return Families(names, tuple(names.index(family[model]) for model in models))
