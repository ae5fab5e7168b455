"""What follows from what answers to one case say: from the same it follows once, however many answers say it."""

from __future__ import annotations

from rulelang.engine import core
from rulelang.verifier import outcome as outcomes
from rulelang.verifier.aggregation import is_at_fault_there
from rulelang.verifier.mending import false_steps, mended
from rulelang.verifier.premises import premises_for
from rulelang.verifier.question_level import is_false_step, is_led_astray, is_repeated
from rulelang.verifier.replay import follows
from rulelang.verifier.said import Held, Mood, Said, Standing
from rulelang.verifier.scoring.content import Contents
from rulelang.verifier.scoring.lanes import Lanes
from rulelang.verifier.scoring.layout import Laid, Layout
from rulelang.verifier.scoring.parts import Content, More
from rulelang.verifier.steps import compared_besides, is_carried_on, is_yielded, without_rules
from rulelang.verifier.warrant import Verdict


class Following:
    """What follows from sets of assertions, which are bits of `contents.saids`."""

    def __init__(self, layout: Layout, lanes: Lanes, contents: Contents) -> None:
        self.layout, self.lanes, self.contents = layout, lanes, contents
        self.matter = layout.ready.matter
        self.verdicts: list[tuple[Verdict, ...]] = []
        """What can follow, for each target; by its number, for that is sooner compared."""
        self.kept = 0
        """How many things it keeps."""
        self._numbers: dict[int, int] = {}
        self._concluded: dict[tuple[core.Formula, int], Verdict] = {}
        """By the target and by what is said that changes anything."""
        self._repaired: dict[tuple[int, int, Laid], Verdict] = {}
        """By what is said besides the judgments of a warrant."""
        self._stepped: dict[tuple[object, object, object, int, int, int], bool] = {}
        """By what is said in the step and carried on, its passages, the rules that bear on it and what others say."""
        self._lacking: dict[tuple[int | Held, tuple[str, ...]], tuple[Said, ...]] = {}
        """The conclusions joined for which no rule is cited, by what is said and by the rules cited."""

    def forget(self) -> None:
        """Everything that was learned from answers."""
        self.verdicts.clear()
        self._numbers.clear()
        self._concluded.clear()
        self._repaired.clear()
        self._stepped.clear()
        self._lacking.clear()
        self.kept = 0

    def number(self, said: int) -> int:
        """The number of what follows from what is said."""
        if not said & self.contents.ways.of_anything:
            said &= self.contents.bearing
        found = self._numbers.get(said)
        if found is None:
            self.kept += 1
            verdicts = tuple(self._concludes(said, target) for target in self.layout.targets)
            if verdicts not in self.verdicts:
                self.verdicts.append(verdicts)
            found = self._numbers[said] = self.verdicts.index(verdicts)
        return found

    def _concludes(self, said: int, target: core.Formula) -> Verdict:
        """What follows for a target from what is said."""
        contents, matter = self.contents, self.matter
        some, _ = contents.ways.shorten(contents.way([target], [target]), said, 0)
        found = self._concluded.get((target, some))
        if found is None:
            self.kept += 1
            given = premises_for(matter, contents.inquiry([]).reading, self._those(some), target)
            found = self._concluded[target, some] = follows(matter.program, matter.parts, given, target)
        return found

    def mended(self, said: int, target: int, laid: Laid) -> Verdict:
        """What would follow for a target if every judgment of a warrant were set right."""
        if not self.layout.together:
            said = self.contents.ways.besides(said, laid.warrant.slots)
        key = said, target, laid
        found = self._repaired.get(key)
        if found is None:
            self.kept += 1
            asked = self.layout.targets[target]
            reading = self.contents.inquiry([]).reading
            found = self._repaired[key] = mended(self.matter, reading, self._those(said), laid.warrant, asked)
        return found

    def takes_false_steps(self, said: int, target: int, final: Verdict, laid: Laid) -> bool:
        """Whether false conclusions alone give a wrong decision."""
        reading, asked = self.contents.inquiry([]).reading, self.layout.targets[target]
        return bool(false_steps(self.matter, reading, self._those(said), laid.warrant, asked, final))

    def is_at_fault_there(self, said: int, target: int, final: Verdict, laid: Laid) -> bool:
        """Whether other decisions on a target are stated only by what is at fault by itself."""
        reading, asked = self.contents.inquiry([]).reading, self.layout.targets[target]
        return is_at_fault_there(self.matter, reading, self._those(said), laid.warrant, asked, final)

    def carried(self, said: int, target: int, part: Said) -> bool:
        """Whether a false part of a decision is what some assertions give."""
        question = self.matter.questions[target]
        inquiry, some = self.contents.inquiry([]), self._those(said)
        if self.layout.policy == "answer" and is_repeated(inquiry, some, part):
            return True
        return outcomes.carried(inquiry, some, question, part)

    def missteps(self, said: int, laid: Laid) -> bool:
        """Whether among what entering claims say is a false step that no false premise gives (policy `answer`)."""
        inquiry, some = self.contents.inquiry([]), self._those(said)
        return any(
            one.mood is not Mood.RULE
            and is_false_step(inquiry, one)
            and not is_led_astray(inquiry, some, one, laid.warrant)
            for one in some
        )

    def _those(self, said: int) -> list[Said]:
        return [one for number, one in enumerate(self.contents.saids) if said >> number & 1 and one is not None]

    def step(self, content: Content | None, more: More, key: tuple[int, int]) -> bool:
        """Whether a conclusion's step is valid, with the rules cited on it and below it and what the others say."""
        assert content is not None
        assert more.steps is not None
        claim = content.held
        others, rules = self.contents.ways.shorten(more.way, key[1], key[0])
        inquiry = self.contents.inquiry([])
        carried = self._without_rules(content)
        if not is_carried_on(inquiry, carried, self._those(key[1])):
            more.steps[key] = False
            return False
        besides = tuple(one.statement for one in compared_besides(inquiry, claim))
        said_elsewhere = tuple(one.statement for one in carried)
        same = (content.said or claim, besides, said_elsewhere, self.lanes.passages(claim.evidence), rules, others)
        found = self._stepped.get(same)
        if found is None:
            self.kept += 1
            said = [one for one in self._those(others) if one.standing is not Standing.FOREIGN]
            applied = set(self.lanes.lifted_of(rules))
            found = self._stepped[same] = is_yielded(inquiry, claim, said, applied, carried)
        more.steps[key] = found
        return found

    def _without_rules(self, content: Content) -> tuple[Said, ...]:
        """The conclusions that a claim joins with others and cites no rule for."""
        claim = content.held
        key = content.said or claim, claim.rules
        found = self._lacking.get(key)
        if found is None:
            inquiry = self.contents.inquiry([])
            self.kept += 1
            found = self._lacking[key] = without_rules(inquiry, claim, inquiry.rules_on(claim))
        return found
