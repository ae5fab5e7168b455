"""Objects of JSON in a text, as the lines of the form that say the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rulelang.verifier.markup.deciding_names import decides, in_order, parts_by_keys, revises
from rulelang.verifier.markup.fields import fields_of
from rulelang.verifier.markup.json_keys import (
    ID,
    SAYS,
    field_of,
    formulas,
    id_in,
    keyed,
    named_in,
    names_id,
    says_key,
    step_key,
)
from rulelang.verifier.markup.json_nodes import Node, objects, string_lines
from rulelang.verifier.markup.json_norms import normed
from rulelang.verifier.markup.json_verdicts import rules_on, ruling
from rulelang.verifier.markup.quoting import quoted
from rulelang.verifier.markup.whose import aside, said_by, voice
from rulelang.verifier.markup.xml_nodes import elements
from rulelang.verifier.markup.yaml_nodes import blocks

Kind: TypeAlias = Literal[
    "claim", "stated", "step", "said", "decision", "answer", "header", "other", "text", "item", "object",
    "lead", "cut", "deep",
]  # fmt: skip
"""`stated` is a claim under a name that may be one of prose, `step` one in a member that may itself be prose
(`"text": …`); `said` one that stands by itself, or behind a head.
`text` and `item` are lines of what a string says, and of one in a list; `object` stands for an object with such.
`lead` is the name of what follows, which may say of it that it is not so (`"not_met": ["p"]`).
`cut` is what is not whole at the end, `deep` an object that holds others too deep."""


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the form: what it is, the id of a claim or the name of a header, and what stands behind its head.

    `start` and `end` are its own place, where it has one other than that of the whole object.
    """

    kind: Kind
    name: str
    rest: str
    start: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class JsonObject:
    """An object that says something, with its place."""

    start: int
    end: int
    says: tuple[Said, ...]


_VALUES = ("value", "result", "outcome", "content", "text", "holding", "ruling")
"""Under which names a decision stands, too, in an object that is one."""
_HEADS = frozenset(("case", "setting", "model", "sample"))
_HOLDS_TEXT = frozenset(("claim", "stated", "step", "text", "item"))
_DEEPEST = 12
"""So deep within others an object is looked for."""


def json_objects(text: str, start: int, end: int) -> list[JsonObject]:
    """The objects in a stretch of a text that hold claims, a decision, or what one of them says, perhaps in others.

    >>> json_objects('so {"decision": "NOT p", "from": ["s1"]}.', 0, 41)[0].says
    (Said(kind='decision', name='', rest='NOT p | from: s1', start=17, end=22),)
    >>> [one.rest for one in json_objects('{"decision": "p", "holds": false}', 0, 33)[0].says]
    ['p | holds: false']
    """
    outermost = map(normed, _outermost(text, start, end))
    found = ((node, tuple(_object(node)) if node.is_deep or _speaks(node) else ()) for node in outermost)
    return [JsonObject(node.start, node.end, (*said, *_cut_off(node))) for node, said in found if said]


def _outermost(text: str, start: int, end: int) -> Iterator[Node]:
    """The objects of JSON, elements of XML and blocks of YAML that stand in no other."""
    inside = elements(text, start, end) if "</" in text[start:end] else ()
    done = start
    for node in sorted([*objects(text, start, end), *inside, *blocks(text, start, end)], key=lambda node: node.start):
        if node.start >= done:
            yield node
            done = node.end


def _cut_off(node: Node) -> Iterator[Said]:
    """What is cut off of an object that ends in the middle."""
    if node.cut >= 0:
        yield Said("cut", "", node.text[node.cut : node.end], node.cut, node.end)


def _speaks(node: Node, depth: int = 0, listed: bool = False) -> bool:
    """Whether an object, which may be `listed`, holds claims or a decision, or a list or an object in it does."""
    named = node.members
    if "claims" in named and (named["claims"].is_list or named["claims"].is_object):
        return True
    if says_key(named, listed) is not None or any(map(decides, named)):
        return True
    if depth >= _DEEPEST:
        return False
    inside = (_speaks(one, depth + 1) or _rules_by_keys(key, one) for key, one in named.items())
    return any(inside) or any(_speaks(one, depth + 1, listed=True) for one in node.items)


def _rules_by_keys(key: str, node: Node) -> bool:
    """Whether keys of an object are formulas on which it rules, or of objects in a list: `"facts": [{"p": true}]`."""
    objects = node.items if node.is_list else (node,)
    silent = (it for it in objects if it.is_object and says_key(it.members, listed=True) is None)
    return any(keyed(one.key, one, key) for it in silent for one in it.members.values())


def _is_claim(node: Node, listed: bool = False) -> bool:
    """Whether an object says one thing, with a verdict perhaps, and is no answer."""
    key = says_key(node.members, listed)
    deciding = [one for one in node.members if decides(one) and one != key]
    return (
        "claims" not in node.members
        and key is not None
        and all(decides(one) != "decision" and rules_on(node.members[one].value) for one in deciding)
    )


def _object(node: Node) -> Iterator[Said]:
    """What an object says that stands by itself."""
    if node.is_deep:
        yield Said("deep", "", "", node.start, node.end)
        return
    yield from _claim(node, "said") if _is_claim(node) else _answer(node)


def _part(node: Node, key: str) -> Iterator[Said]:
    """What an object within another says, in whose name it may be: `{"party": "tenant", "claims": […]}`."""
    who = next((said for name, one in node.members.items() if (said := said_by(name, one.value)) is not None), None)
    if who is not None:
        yield Said("lead", "doubts", f"{who}:", node.start, node.end)
    yield from _answer(node, key) if who is None else _told_by(who, _answer(node, key))


def _answer(node: Node, over: str = "") -> Iterator[Said]:
    """What an object says as an answer: its claims, what else there is, and at last its decision."""
    named = {key: one for key, one in node.members.items() if key != "rulelang"}
    for key in sorted(_HEADS & set(named)):
        if isinstance(named[key].value, str | int):
            yield Said("header", key, str(named.pop(key).value))
    claims = named.get("claims")
    claims = None if claims is None or not (claims.is_list or claims.is_object) else named.pop("claims")
    if claims is not None:
        for one in claims.items:
            yield from _claim(one, "claim")
        for key, one in claims.members.items():
            several = one.is_list and any(_speaks(it, listed=True) for it in one.items)  # `{"not_met": [{…}]}`
            if several or aside(key):
                yield from _member(key, one)
            elif keyed(one.key, one, "claims"):
                yield from _keyed("claims", replace(claims, members={key: one}, items=()))
            else:
                yield from _claim(one, "claim", key)
    deciding = {key: named.pop(key) for key in in_order(key for key in named if decides(key))}
    revised = {key: named.pop(key) for key in list(named) if deciding and revises(key)}
    grounds: list[str] = []
    if len(deciding) == 1:
        fields = _taken(named)
        ruled = {key: text for key, one in named.items() if rules_on(one.value) and (text := ruling(key, one))}
        named = {key: one for key, one in named.items() if key not in ruled}
        grounds = [*fields, *ruled.values()]
    besides = [said for key, one in named.items() for said in _member(key, one, over)]
    if deciding:  # of what stands beside a decision nothing decides
        besides = [replace(said, kind="other") if said.kind in ("decision", "answer") else said for said in besides]
    if claims is None and any(said.kind in _HOLDS_TEXT for said in besides):
        yield Said("object", "", "")
    yield from besides
    for key, one in deciding.items():
        yield from _decision(decides(key) or "answer", key, one, grounds)
    for key, one in revised.items():
        yield from _decision("answer", key, one, []) if isinstance(one.value, str) else _member(key, one, over)


def _member(key: str, node: Node, over: str = "") -> Iterator[Said]:
    """What a member of an object says, in whose name it may be; `over` is the name of what that object stands in."""
    bears = aside(key, over)
    if key and (node.is_list or node.is_object or bears):
        yield Said("lead", bears, f"{key}:", node.start, node.end)
    said = _held(key, node)
    yield from said if (who := voice(key, over)) is None else _told_by(who, said)


def _told_by(who: str, said: Iterable[Said]) -> Iterator[Said]:
    """What is said in another's name: no claim of the answer, and no decision."""
    for one in said:
        match one.kind:
            case "decision" | "answer":
                yield replace(one, kind="other")
            case "stated" | "step" if fields_of(one.rest).beside:
                yield replace(one, rest=f"{one.rest} | {who}")
            case _:
                yield one


def _held(key: str, node: Node, listed: bool = False) -> Iterator[Said]:
    """What a member holds: a claim under its id, objects that speak, lines of text, or none of these."""
    if _rules_by_keys(key, node):
        yield from _keyed(key, node)
    elif ID.fullmatch(key) is not None and (node.is_object or isinstance(node.value, str)):
        yield from _claim(node, "claim", key)
    elif node.is_object and _speaks(node, listed=listed):
        is_claim = _is_claim(node, listed)
        yield from _claim(node, "stated", "" if rules_on(key) else key) if is_claim else _part(node, key)
    elif any(one.is_object and _speaks(one, listed=True) for one in node.items):
        for one in node.items:
            yield from _held("", one, listed=True)
    elif any(one.is_list or one.is_object or aside(name, key) for name, one in node.members.items()):
        for name, one in node.members.items():  # `{"arguments": {"tenant": ["p"]}}`
            yield from _member(name, one, key)
    else:
        kind: Kind = "text" if isinstance(node.value, str) and key else "item"
        lines = [Said(kind, "", *line) for line in string_lines(node)]
        yield from lines or (_other(key, node),)


def _keyed(key: str, node: Node) -> Iterator[Said]:
    """What is said by keys that are formulas: `{"p": true, "q": {"value": false, "evidence": ["e1"]}}`."""
    for one in node.items:
        yield from _keyed(key, one) if _rules_by_keys(key, one) else _held("", one, listed=True)
    for name, one in node.members.items():
        if not keyed(one.key, one, key):
            yield from _member(name, one, key)
        elif not one.is_object:
            truth = json.dumps(one.value).strip('"')
            yield Said("step", "", f"{one.key} | value: {truth}", one.start, one.end)
        else:
            fields = _taken(inner := dict(one.members))
            ruled = {it: text for it, member in inner.items() if (text := ruling(it, member))}
            others = {it: who for it, member in inner.items() if (who := said_by(it, member.value)) is not None}
            ruled |= others
            yield Said("step", "", " | ".join((one.key, *fields, *ruled.values())), one.start, one.end)
            for it, member in inner.items():
                if it not in ruled:
                    yield from _member(it, member) if _speaks(member) else (_other(it, member),)


def _decision(kind: Literal["decision", "answer"], key: str, node: Node, grounds: list[str]) -> Iterator[Said]:
    """The lines of a decision: a formula, formulas, or objects that say some."""
    value, (start, end) = node.value, node.inside
    if value is None or value in ("", [], {}):
        return
    if (said := formulas(value)) is not None:
        yield Said(kind, "", " | ".join((said, *grounds)), start, end)
    elif node.is_list and all(one.is_object or isinstance(one.value, str) for one in node.items):
        for one in node.items:  # parts of one decision: at one place
            parts = _decision(kind, key, one, grounds)
            yield from (replace(said, start=start, end=end) if said.kind == kind else said for said in parts)
    elif isinstance(value, dict):
        last_first = reversed(in_order(filter(decides, node.members)))
        names = [one for one in (*SAYS, *last_first, *_VALUES) if one in node.members]
        name = next((one for one in names if formulas(node.members[one].value) is not None), None)
        if "claims" in node.members or (name is None and _speaks(node)):
            yield from _answer(node)
            return
        if name is None and (by_keys := parts_by_keys(node)):
            for one in by_keys:
                shown = json.dumps(one.value, ensure_ascii=False).strip('"')
                part = f"{one.key} | value: {shown}" if rules_on(one.value) else f"{one.key} = {shown}"
                yield Said(kind, "", " | ".join((part, *grounds)), start, end)
            return
        inner = dict(node.members)
        said = None if name is None else formulas(inner.pop(name).value)
        on = None if said is None or not rules_on(said) else next((it for it in _DECIDED_ON if it in inner), None)
        if on is not None and name is not None:  # `{"question": "p", "answer": "no"}`
            said = f"{inner.pop(on).value} | value: {said}"
        fields = _taken(inner)
        ruled = {one: text for one, member in inner.items() if (text := ruling(one, member))}
        if "decision" in (decides(name or ""), kind):
            kind = "decision"
        rest = node.written if said is None else " | ".join((said, *grounds, *fields, *ruled.values()))
        yield Said(kind, "", rest, start, end)
        for inside, member in inner.items():
            if inside not in ruled:
                yield from _member(inside, member) if _speaks(member) else (_other(inside, member),)
    elif node.text[start:end].strip():
        yield Said(kind, "", " | ".join((node.text[start:end], *grounds)), start, end)


_DECIDED_ON = ("question", "issue", "query", "asked", "target", "point", "matter")


def _claim(node: Node, kind: Kind, name: str = "") -> Iterator[Said]:
    """What one claim says, with its fields and verdicts; `name` is its id, unless it says another."""
    if not node.is_object:
        match node.value:
            case [str() as first, *rest] if ID.fullmatch(first) is not None and len(rest) > 0:  # `["s1", "p"]`
                name, said = first, formulas(rest)
            case value:
                said = formulas(value)
        yield Said(kind, name, node.written if said is None else said, *node.inside)
        return
    named = dict(node.members)
    own = next((one for one, it in named.items() if id_in(one, it) is not None or _names_claim(one, named)), None)
    if own is not None:
        member = named.pop(own)
        name = id_in(own, member) or str(member.value)
    key = says_key(named, listed=True) or step_key(named)
    said = None if key is None else formulas(named.pop(key).value)
    others = {name: who for name, one in named.items() if (who := said_by(name, one.value)) is not None}
    fields = _taken({name: one for name, one in named.items() if name not in others})
    named = {name: one for name, one in named.items() if field_of(name, one) is None or name in others}
    if kind == "stated" and key not in SAYS and not fields:
        kind = "step"
    ruled = {key: text for key, one in named.items() if not _is_number(key, one) and (text := ruling(key, one))}
    ruled |= others
    if said is None:
        said, ruled = " ".join(node.written.split()), {}
        named = {key: one for key, one in named.items() if _speaks(one)}  # it tells the others
    yield Said(kind, name, " | ".join((said, *fields, *ruled.values())), node.start, node.end)
    for key, one in named.items():
        if key not in ruled:
            yield from _member(key, one) if _speaks(one) else (_other(key, one),)


def _is_number(key: str, node: Node) -> bool:
    """Whether a member is a number of some kind, and no verdict: `"no": "A.1 (first)"`."""
    return names_id(key) and not rules_on(node.value)


def _names_claim(key: str, named: Mapping[str, Node]) -> bool:
    """Whether what stands under a name for claims is an id, and what is claimed under another: `"claim": "s1"`."""
    value = named[key].value
    several = sum(one in named for one in SAYS) > 1
    return several and key in SAYS and isinstance(value, str) and ID.fullmatch(value.strip()) is not None


def _taken(named: dict[str, Node]) -> list[str]:
    """The fields among some members, as the form has them; they are taken out."""
    found = [(key, field) for key, node in named.items() if (field := field_of(key, node)) is not None]
    return [text for key, field in found for text in _field(field, named.pop(key))]


def _field(name: str, node: Node) -> Iterator[str]:
    match node.value:
        case None | []:
            pass
        case list():
            cited = [one for item in node.items for one in _cited(item)]
            yield f"{name}: {', '.join(cited)}"
        case str() as value if name == "quote":
            yield f"{name}: {quoted(value)}"
        case dict():
            yield f"{name}: {', '.join(_cited(node))}"
        case value:
            yield f"{name}: {value}"


def _cited(node: Node) -> Iterator[str]:
    """What an item of a field names: of an object the id in it."""
    if not node.is_object:
        yield str(node.value)
        return
    yield from (str(one.value) for one in named_in(node))


def _other(key: str, node: Node) -> Said:
    return Said("other", "member", f"{key}: {json.dumps(node.value, ensure_ascii=False)}")


def claims_in_lists(text: str) -> Iterator[tuple[int, int]]:
    """The places of objects that say one thing in a list which is not itself one of decisions, in order.

    >>> list(claims_in_lists('{"steps": [{"claim": "p", "result": "no"}], "decisions": [{"claim": "q"}]}'))
    [(11, 41)]
    """
    for node in objects(text, 0, len(text)):
        yield from _stated_in(node, False, 0)


def _stated_in(node: Node, in_list: bool, depth: int) -> Iterator[tuple[int, int]]:
    if in_list and node.is_object and says_key(node.members, listed=True) is not None:
        yield node.start, node.end
    elif depth < _DEEPEST:
        for key, one in node.members.items():
            yield from _stated_in(one, False, depth + 1) if not decides(key) or not one.items else ()
        if node.is_list:
            for one in node.items:
                yield from _stated_in(one, True, depth + 1)
