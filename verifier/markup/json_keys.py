"""What the members of an object of JSON are for, by their keys in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from rulelang.verifier.markup.fields import is_field_name
from rulelang.verifier.markup.json_nodes import Node, plain

SAYS = ("formula", "says", "proposition", "claim", "judgment", "judgement", "statement", "condition")
"""Under which names something is claimed; where several are there, the first of these."""
_STEPWISE = (
    "conclusion", "inference", "deduction", "assertion", "fact", "finding", "result", "holding", "outcome", "content",
    "text",
)  # fmt: skip
"""Under which names a step says what it comes to: one that has a number or cites something."""
_RULED_ON = (
    "fact", "element", "requirement", "criterion", "name", "item", "point", "issue", "question", "query", "predicate",
    "atom", "variable", "test", "check", "exception", "prerequisite", "title", "what",
)  # fmt: skip
"""Under which names that stands of which another member says whether it is so."""
_RULES = re.compile(
    r"\W*(?:yes|no|true|false|y|n|unknown|undecided|unclear|open|holds|applies|passe[sd]|fail(?:s|ed)?"
    r"|(?:not[ \t]+|un)?(?:met|satisfied|fulfilled|established|proven|shown|applicable|triggered)"
    r"|does[ \t]+not[ \t]+(?:hold|apply))\W*",
    re.IGNORECASE,
)
"""What rules on a formula beside it, and is none."""
_IDS = frozenset(
    ("id", "step", "number", "no", "nr", "#", "index", "step number", "step no", "claim number", "claim no", "label")
)
_ID_OF = re.compile(r"(?:claim|step|statement|judge?ment|node|finding|conclusion|point|fact) id")
_CALLED = re.compile(
    r"(?:(?:claim|step|statement|judge?ment|finding|point|fact|no\.?)(?:[ \t]+#?|#)|#)?(?P<name>\w[\w.\-']{0,80})",
    re.IGNORECASE,
)
ID = re.compile(r"[scw]\d{1,6}[a-z]?", re.IGNORECASE)
_FIELDS: Mapping[str, str] = {
    "rule": "rules", "rules": "rules", "clause": "rules", "clauses": "rules", "provision": "rules",
    "provisions": "rules", "evidence": "evidence", "passage": "evidence", "passages": "evidence",
    "exhibit": "evidence", "exhibits": "evidence",
    "premise": "from", "premises": "from", "from": "from", "depends": "from", "dependency": "from",
    "dependencies": "from", "parents": "from", "prerequisites": "from", "prerequisite": "from", "antecedents": "from",
    "citation": "cites", "citations": "cites", "cited": "cites", "reference": "refs",
    "references": "refs", "source": "sources", "sources": "sources",
}  # fmt: skip
"""The field for which a word in a key stands; of several the first here."""
_NOT_CITED = frozenset(
    ("false", "wrong", "unmet", "unproven", "unsupported", "disputed", "alleged", "hypothetical", "discarded",
     "dismissed", "failed", "fails", "unsatisfied", "incorrect", "invalid", "distractor", "distractors", "counter",
     "considered", "rejected", "ignored", "excluded", "unused", "irrelevant", "inapplicable", "not", "no", "missing",
     "other", "contrary", "conflicting", "opposing", "defeated", "overridden", "against", "possible", "candidate")
)  # fmt: skip
"""Words in a key under which something is named on which nothing rests."""
_NAMING = ("id", "rule", "passage", "claim", "evidence", "name", "ref")
_NAMES = re.compile(r"[\w.§#/\-–—:]{1,80}")


def says_key(members: Mapping[str, Node], listed: bool) -> str | None:
    """Under which key an object says something; of one that is `listed` also what it comes to as a step.

    >>> from rulelang.verifier.markup.json_nodes import objects
    >>> step, = objects('{"step": 1, "conclusion": "p"}', 0, 30)
    >>> says_key(step.members, True), says_key(step.members, False)
    ('conclusion', None)
    """
    plainly = next((key for key in SAYS if key in members), None)
    if plainly is not None or not listed:
        return plainly
    if any(isinstance(one.value, bool) for one in members.values()):
        return step_key(members) or ruled_on(members)
    if any(key not in _RULED_ON and _is_ruling(key, one) for key, one in members.items()):
        ruled = ruled_on(members)
        if ruled is not None:
            return ruled
    if not any(id_in(key, one) is not None or field_of(key, one) is not None for key, one in members.items()):
        return None
    return step_key(members)


def step_key(members: Mapping[str, Node]) -> str | None:
    """Under which key a step says what it comes to, other than that it holds."""
    said = (key for key in _STEPWISE if key in members and formulas(members[key].value) is not None)
    return next((key for key in said if _RULES.fullmatch(str(members[key].value)) is None), None)


def ruled_on(members: Mapping[str, Node]) -> str | None:
    """Under which key that stands of which another member says whether it is so: `{"issue": "p", "finding": "yes"}`."""
    return next((key for key in _RULED_ON if _is_text(members.get(key))), None)


_UNDER = re.compile(
    r"(?:(?:is|the|final|our|my|legal) )*(?:value|answer|finding|result|status|verdict|decision|conclusion|holds"
    r"|holding|met|satisfied|fulfilled|true|truth(?: value)?|applies|established|outcome|ruling|determination"
    r"|assessment|evaluation|judge?ment|present|found|proven|shown|resolution|response)"
)


def _is_ruling(key: str, node: Node) -> bool:
    return _UNDER.fullmatch(key) is not None and isinstance(node.value, str) and _RULES.match(node.value) is not None


def keyed(key: str, node: Node, over: str) -> bool:
    """Whether the key of a member is a formula on which the member rules: `"facts": {"p": true}`.

    Args:
        over: the name of the object that it is a member of.
    """
    if _HOLDS_KEYED.fullmatch(over) is None or ID.fullmatch(key) is not None or _UNDER.fullmatch(plain(key)):
        return False
    if node.is_object:
        return says_key(node.members, listed=True) is None and any(
            isinstance(one.value, bool) or _is_ruling(name, one) for name, one in node.members.items()
            if _UNDER.fullmatch(name)
        )  # fmt: skip
    return isinstance(node.value, bool) or (isinstance(node.value, str) and _RULES.fullmatch(node.value) is not None)


_HOLDS_KEYED = re.compile(
    r"(?:(?:key|legal|factual|all|established|relevant|rule|intermediate|derived|sub) )*(?:facts?|conditions?|findings?"
    r"|elements?|requirements?|criteria|claims?|propositions?|statements?|checks?|analysis|evaluations?|assessments?"
    r"|truth values?|atoms|literals|predicates|variables|values|conclusions?|results?|exceptions?|premises|judge?ments"
    r"|formulas?|steps?|issues?|questions?|answers?|verdicts?|status|determinations?|factors?)"
)


def _is_text(node: Node | None) -> bool:
    return node is not None and isinstance(node.value, str)


def id_in(key: str, node: Node) -> str | None:
    """How a member says that its object is called; None: it says nothing of that, as the heading of a step in words.

    >>> from rulelang.verifier.markup.json_nodes import objects
    >>> one, = objects('{"step": "Step 2", "no": 3, "id": "s1", "label": "Is it late?"}', 0, 63)
    >>> [id_in(key, member) for key, member in one.members.items()]
    ['2', '3', 's1', None]
    """
    if not names_id(key):
        return None
    match node.value:
        case bool():
            return None
        case int() as number:
            return str(number)
        case str() as written if (found := _CALLED.fullmatch(written.strip())) is not None:
            return found["name"]
        case _:
            return None


def names_id(key: str) -> bool:
    """Whether what stands under a key is, in some objects, how these are called."""
    return key in _IDS or _ID_OF.fullmatch(key) is not None


def field_of(key: str, node: Node) -> str | None:
    """The field of the form that a member is, also under a name of its own where it names something and says nothing.

    >>> from rulelang.verifier.markup.json_nodes import objects
    >>> one, = objects('{"applied_rule_ids": ["r1"], "rule_text": "IF p THEN q", "depends_on": []}', 0, 75)
    >>> [field_of(key, member) for key, member in one.members.items()]
    ['rules', None, 'depends on']
    """
    if is_field_name(key):
        return None if _says(node) else key
    words = re.findall(r"\w+", key)
    field = next((_FIELDS[word] for word in _FIELDS if word in words), None)
    if field is None or len(words) < 2 or not _NOT_CITED.isdisjoint(words):
        return None
    return field if _are_names(node) else None


def _says(node: Node) -> bool:
    """Whether objects in what is called as a field say something themselves: `"rules": [{"conditions": [{…}]}]`."""
    return any(
        one.is_object and not named_in(one) if not node.is_list else _speaks(one)
        for one in (node.items if node.is_list else (node,))
    )


def _speaks(node: Node) -> bool:
    inside = [*node.members.values(), *node.items]
    return (node.is_object and says_key(node.members, listed=False) is not None) or any(
        _speaks(one) or (one.is_object and any(isinstance(it.value, bool) for it in one.members.values()))
        for one in inside
    )


def named_in(node: Node) -> tuple[Node, ...]:
    """What an object in a field names: the id in it."""
    return tuple(node.members[name] for name in _NAMING if name in node.members)


def _are_names(node: Node) -> bool:
    """Whether a value is a name, a list of such, or none."""
    parts = node.items if node.is_list else (node,)
    return all(
        one.value is None
        or (one.is_object and len(named_in(one)) > 0 and says_key(one.members, listed=True) is None)
        or (isinstance(one.value, int) and not isinstance(one.value, bool))
        or (isinstance(one.value, str) and all(map(_NAMES.fullmatch, re.split(r"[,;]\s*", one.value.strip()))))
        for one in parts
    )


def formulas(value: Any) -> str | None:
    """The formula in a value, or the formulas in a list; None: it is neither."""
    if isinstance(value, str):
        return value
    parts: Sequence[Any] = cast("Sequence[Any]", value) if isinstance(value, list) else ()
    return "; ".join(parts) if parts and all(isinstance(one, str) for one in parts) else None
