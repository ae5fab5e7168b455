"""A dependency chain as JSON, DOT, Mermaid or indented text: pure functions, the same bytes every time."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.engine.explaining.chain import Chain, ChainNode, metrics
from rulelang.grammar.render import visible

_MARKS = {
    "established": "",
    "not established": "",
    "value": "",
    "true": "",
    "false": "",
    "stands": "",
    "decided": "",
}


def chain_document(chain: Chain, case: str | None = None) -> dict[str, object]:
    """The chain, of this case, as a JSON document: nodes in reading order, edges from what is needed to its user."""
    measured = metrics(chain)
    nodes = [{name: value for name, value in _fields(node) if value is not None} for node in chain.order()]
    return {
        "rulelang": "chain/1",
        **({} if case is None else {"case": case}),
        "decision": chain.decision,
        "nodes": nodes,
        "edges": [{"from": lower, "to": upper, "role": role} for lower, upper, role in _ordered_edges(chain)],
        "metrics": {
            "depth": measured.depth,
            "dependency_load": measured.load,
            "branching": measured.branching,
        },
    }


def _fields(node: ChainNode) -> tuple[tuple[str, str | None], ...]:
    return (
        ("id", node.id),
        ("kind", node.kind),
        ("standing", node.standing),
        ("text", node.text),
        ("rule", node.rule),
        ("clause", node.clause),
        ("value", node.value),
        ("because", ", ".join(node.because) or None),
    )


_SHAPES = {
    "fact": "box",
    "rule": "component",
    "exception": "hexagon",
    "limit": "invtrapezium",
    "conclusion": "ellipse",
    "definition": "note",
    "decision": "doubleoctagon",
}
_AGAINST = ("ruled out", "excepts", "beats", "rejects")
"""Roles that speak against what they lead to: drawn dashed."""


def chain_dot(chain: Chain) -> str:
    """The chain for Graphviz."""
    lines = ["digraph chain {", "  rankdir=BT;"]
    names = {node.id: f"n{number}" for number, node in enumerate(chain.order())}
    for node in chain.order():
        lines.append(f'  {names[node.id]} [shape={_SHAPES[node.kind]}, label="{_escaped(label(node))}"];')
    for lower, upper, role in _ordered_edges(chain):
        style = ", style=dashed" if role in _AGAINST else ""
        lines.append(f'  {names[lower]} -> {names[upper]} [label="{role}"{style}];')
    return "\n".join([*lines, "}", ""])


def chain_mermaid(chain: Chain) -> str:
    """The chain as a Mermaid flow chart."""
    brackets = {
        "fact": ("[", "]"),
        "rule": ("[[", "]]"),
        "exception": ("{{", "}}"),
        "limit": ("[/", "\\]"),
        "conclusion": ("([", "])"),
        "definition": (">", "]"),
        "decision": ("(((", ")))"),
    }
    lines = ["flowchart BT"]
    names = {node.id: f"n{number}" for number, node in enumerate(chain.order())}
    for node in chain.order():
        left, right = brackets[node.kind]
        lines.append(f'  {names[node.id]}{left}"{_entities(label(node))}"{right}')
    for lower, upper, role in _ordered_edges(chain):
        arrow = "-.->" if role in _AGAINST else "-->"
        lines.append(f"  {names[lower]} {arrow}|{role}| {names[upper]}")
    return "\n".join([*lines, ""])


def chain_text(chain: Chain) -> str:
    """The chain as indented text, from the decision down to the facts; what was shown before is referred to."""
    return "\n".join([*(line for _, line in chain_lines(chain)), ""])


def chain_lines(chain: Chain) -> Iterator[tuple[str, str]]:
    """The lines of that text, each with the identifier of its node."""
    shown: set[str] = set()
    waiting: list[tuple[str, str, int]] = [(chain.decision, "", 0)]
    while waiting:
        identifier, role, depth = waiting.pop()
        lower = [*chain.graph.predecessors(identifier)][::-1]
        again = identifier in shown and lower
        words = "" if role in ("", "reads", "gives") else f"{role}: "
        yield identifier, f"{'  ' * depth}{words}{label(chain.node(identifier))}{' (see above)' if again else ''}"
        if identifier not in shown:
            shown.add(identifier)
            waiting.extend((below, str(chain.graph.edges[below, identifier]["role"]), depth + 1) for below in lower)


def label(node: ChainNode) -> str:
    """One node in one line: `consent.full: MUST obtain_consent [excepted]`; no character moves or hides others."""
    return visible(_label(node))


def _label(node: ChainNode) -> str:
    match node.kind:
        case "decision":
            return f"{node.text}: {node.value}"
        case "rule" | "limit":
            value = f" = {node.value}" if node.kind == "limit" and node.value is not None else ""
            name = node.key if node.clause != "GIVEN" else "GIVEN"
            return f"{name}: {node.text}{value}{_mark(node)}"
        case "exception":
            return f"{node.clause}: {node.text}{_mark(node)}"
        case _:
            return f"{node.text}{_mark(node)}"


def _mark(node: ChainNode) -> str:
    mark = _MARKS.get(node.standing, node.standing)
    if node.standing in ("undefined", "no value") and node.value is not None:
        mark = node.value
    return f" [{mark}]" if mark else ""


def _ordered_edges(chain: Chain) -> list[tuple[str, str, str]]:
    place = {node.id: number for number, node in enumerate(chain.order())}
    edges = [(lower, upper, str(chain.graph.edges[lower, upper]["role"])) for lower, upper in chain.graph.edges]
    return sorted(edges, key=lambda edge: (place[edge[1]], place[edge[0]]))


_ENTITIES = str.maketrans({"#": "#35;", "&": "#amp;", '"': "#quot;", "<": "#lt;", ">": "#gt;"})


def _entities(text: str) -> str:
    """The text within the quotes of a Mermaid label."""
    return text.translate(_ENTITIES)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
