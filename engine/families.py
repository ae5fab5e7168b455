"""Families of variants, and which member of each a case uses.

The rules grown from one root by AUGMENTS are a family; a case uses at most one member: the one that USING names,
else the only leaf.  Rules whose family has one member are always in use, and so are families that USING does not
name: USING chooses variants, it never switches off a rule.  Docs: docs/semantics.md, item 15.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Selection:
    """The member in use of each family that has a choice, by the family's root; both tuples in the order of roots.

    A family that is in neither tuple has one member only, which is in use.  `open` names the leaves of families
    for which nothing was chosen: what reaches them is refused.
    """

    chosen: tuple[tuple[str, str], ...] = ()
    open: tuple[tuple[str, tuple[str, ...]], ...] = ()
