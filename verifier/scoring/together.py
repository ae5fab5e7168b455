"""What several claims state together of a quantified or aggregate condition that none of them states alone (N8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.engine import core
from rulelang.verifier.claims import DECISION
from rulelang.verifier.said import Held
from rulelang.verifier.scoring.content import Contents
from rulelang.verifier.scoring.lanes import Lanes
from rulelang.verifier.scoring.layout import Layout
from rulelang.verifier.scoring.parts import CONTENT, HERE, STATING, Content, Parts
from rulelang.verifier.scoring.states import Jointly
from rulelang.verifier.warrant import Verdict


class Together:
    """What claims about one case state together, each set of them looked at once."""

    def __init__(self, layout: Layout, lanes: Lanes, contents: Contents) -> None:
        self.layout, self.lanes, self.contents = layout, lanes, contents
        self.kept = 0
        """How many things it keeps."""
        self._found: dict[tuple[object, ...], tuple[frozenset[int], Verdict, bool] | None] = {}

    def forget(self) -> None:
        """Everything that was learned from answers."""
        self._found.clear()
        self.kept = 0

    def jointly(self, parts: list[Parts]) -> tuple[list[Parts], list[tuple[core.Formula, frozenset[int]]]]:
        """The claims, with what several of them state together of a condition that none states alone (N8); and of each
        such condition the places of these claims."""
        layout, lanes = self.layout, self.lanes
        here = 0
        for part in parts:
            here |= part[STATING][HERE] >> lanes.here_at
        _, _, _, _, _, *values = lanes.of_here(here)
        unstated = layout.together & ~(values[0] | values[1] | values[2])
        if not unstated:
            return parts, []
        numbers = [number for number, part in enumerate(parts) if part[STATING][CONTENT].held.world == "asked"]
        asked = [parts[number][STATING][CONTENT] for number in numbers]
        adding: dict[int, tuple[Jointly, ...]] = {}
        stating: list[tuple[core.Formula, frozenset[int]]] = []
        for leaf in layout.of_leaf:
            if not layout.bits(leaf) & unstated:
                continue
            # What a decision says besides states no target (N20), and stands behind the claims.
            of_claims = asked[:-1] if asked and asked[-1].held.id == DECISION and leaf in layout.targets else asked
            found = self._of(leaf, of_claims)
            if found is not None:
                places, value, true = found
                stating.append((leaf, frozenset(numbers[place] for place in places)))
                for place in places:
                    adding[numbers[place]] = (*adding.get(numbers[place], ()), (leaf, value, true))
        made = list(parts)
        for number, stated in adding.items():
            content = parts[number][STATING][CONTENT]
            if stated not in content.jointly:
                content.jointly[stated] = self.contents.of(content.held, stated, decision=False)
            made[number] = content.jointly[stated].parts
        return made, stating

    def _of(self, leaf: core.Formula, asked: Sequence[Content]) -> tuple[frozenset[int], Verdict, bool] | None:
        identity = (leaf, *(content.said for content in asked))
        if identity not in self._found:
            self.kept += 1
            self._found[identity] = _together_of(self.contents, leaf, asked)
        return self._found[identity]

    def not_jointly(
        self, jointly: Iterable[tuple[core.Formula, frozenset[int]]], parts: Sequence[Parts], within: set[int]
    ) -> int:
        """The conditions that claims state together, but not those alone that enter the decision."""
        found = 0
        for leaf, places in jointly:
            if not places <= within:
                some = [parts[place][STATING][CONTENT] for place in sorted(places & within)]
                if not some or self._of(leaf, some) is None:
                    found |= self.layout.bits(leaf)
        return found


def _together_of(
    contents: Contents, leaf: core.Formula, some: Sequence[Content]
) -> tuple[frozenset[int], Verdict, bool] | None:
    """What several claims state together of a quantified or aggregate condition, which none of them states alone.

    The places of the claims that do, the value, and whether all of them are entailed.
    """
    claims = {f"c{number}": number for number in range(len(some))}
    held = [Held(name, "", (), (), (), "asked", some[number].held.said) for name, number in claims.items()]
    reading = contents.inquiry(held).reading
    found = reading.stating(leaf)
    if not found:
        return None
    places = frozenset(claims[claim.id] for claim, _ in found)
    return places, found[0][1], bool(reading.stating(leaf, entailed=True))
