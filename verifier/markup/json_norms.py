"""Objects of JSON that say a norm in several members: `{"action": "pay", "modality": "must"}`, `{"must": ["pay"]}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulelang.verifier.markup.json_keys import SAYS
from rulelang.verifier.markup.json_nodes import Node, plain
from rulelang.verifier.markup.norm_lists import NORMS

_ACTIONS = ("action", "act")
_MODALITIES = (
    "modality", "norm", "deontic", "deontic status", "deontic modality", "deontic operator", "normative status", "mode",
    "operator", "obligation", "requirement", "status", "type",
)  # fmt: skip
_NAME = re.compile(r"[^\W\d][\w.]*(?:\([^()]*\))?")
_WRITTEN = re.compile(r"(?:NOT )*(?:MUST|MAY|NEED)(?: NOT)? [^\W\d][\w.]*(?:\([^()]*\))?")


def normed(node: Node) -> Node:
    """The node with a member `formula` in each object that says a norm, in place of the members that say it.

    >>> from rulelang.verifier.markup.json_nodes import objects
    >>> said = '{"decision": {"action": "pay", "modality": "not required", "rule": "r"}}'
    >>> normed(next(objects(said, 0, len(said)))).members["decision"].value
    {'rule': 'r', 'formula': 'NOT MUST pay'}
    """
    if not node.members and not node.items:
        return node
    members = {name: normed(one) for name, one in node.members.items()}
    node = replace(node, members=members, items=tuple(map(normed, node.items)))
    if not node.is_object or any(key in members for key in (*SAYS, "claims")):
        return node
    found = _modal(members) or _under_norms(members) or _on_actions(members)
    if found is None:
        return node
    said, names, at = found
    formula = replace(at, value=said, members={}, items=(), key="formula")
    left = {name: one for name, one in members.items() if name not in names}
    value = {one.key: one.value for one in left.values()}
    return replace(node, members={**left, "formula": formula}, value={**value, "formula": said})


_Found = tuple[str, tuple[str, ...], Node]
"""What is said, the members that say it, and the first of these."""


def _modal(members: Mapping[str, Node]) -> _Found | None:
    action = next((key for key in _ACTIONS if key in members and isinstance(members[key].value, str)), None)
    if action is None:
        return None
    called = members[action].value.strip()
    if _WRITTEN.fullmatch(called) is not None:
        return called, (action,), members[action]
    modality = next((key for key in _MODALITIES if key in members and _norm(members[key].value) is not None), None)
    if modality is None or _NAME.fullmatch(called) is None:
        return None
    return f"{_norm(members[modality].value)} {called}", (action, modality), members[action]


def _norm(value: object) -> str | None:
    return NORMS.get(plain(value.strip(" \t.")).removeprefix("is ")) if isinstance(value, str) else None


def _under_norms(members: Mapping[str, Node]) -> _Found | None:
    """`{"must": ["pay"], "must_not": "leave"}`."""
    norms = [key for key in members if key in ("must", "must not", "may", "need not")]
    said = [f"{NORMS[key]} {name}" for key in norms for name in _names(members[key])]
    is_whole = all(members[key].value == [] or any(_names(members[key])) for key in norms)
    return ("; ".join(said), tuple(norms), members[norms[0]]) if said and is_whole else None


def _on_actions(members: Mapping[str, Node]) -> _Found | None:
    """`{"pay": "MUST", "leave": "forbidden"}`."""
    norms = {key: _norm(one.value) for key, one in members.items()}
    if not norms or None in norms.values() or not all(map(_NAME.fullmatch, (one.key for one in members.values()))):
        return None
    if any(key in (*_MODALITIES, *_ACTIONS) for key in members):
        return None
    said = [f"{norm} {members[key].key}" for key, norm in norms.items()]
    return "; ".join(said), tuple(members), next(iter(members.values()))


def _names(node: Node) -> Iterator[str]:
    """The names that a member holds; none if it holds anything else."""
    values = node.value if node.is_list else [node.value]
    if all(isinstance(one, str) and _NAME.fullmatch(one.strip()) for one in values):
        yield from (one.strip() for one in values)
