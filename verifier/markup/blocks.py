"""The lines of an answer put together: each claim and each decision with the lines that go on with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulelang.verifier.markup.apart import reads
from rulelang.verifier.markup.bearings import Bearing, bearing, rejects
from rulelang.verifier.markup.below import ADJOINS, FOLLOWS, Below
from rulelang.verifier.markup.block import Block
from rulelang.verifier.markup.comma_tables import bordered
from rulelang.verifier.markup.concluding import Asks, concluded
from rulelang.verifier.markup.field_lists import joined
from rulelang.verifier.markup.fields import Content, add, fields_of
from rulelang.verifier.markup.formulas import formulas
from rulelang.verifier.markup.hedges import hedges
from rulelang.verifier.markup.leads import Leads
from rulelang.verifier.markup.lines import Kind, Line, is_head, lines
from rulelang.verifier.markup.noted import asks_something, because, is_question, noted, question_and_reply, reply
from rulelang.verifier.markup.parting import ends, follows, is_claimed, is_heading, is_item, is_unread_part, led_to
from rulelang.verifier.markup.saying import Saying
from rulelang.verifier.markup.subjects import subjects
from rulelang.verifier.markup.tables import (
    Columns,
    Row,
    cells,
    claims_alone,
    columns_of,
    is_head_row,
    is_rule,
    row_parts,
)
from rulelang.verifier.markup.verdicts import is_open, verdict
from rulelang.verifier.markup.voices import disowns, is_other_voice
from rulelang.verifier.markup.withdrawn import (
    LONGEST,
    Instead,
    announces_correction,
    corrected,
    correction,
    leads_to_correction,
    said_instead,
    taken_back,
)


@dataclass(slots=True)
class Blocks:
    """What was found in a text: blocks in order, and the header lines that stand before the first of them."""

    saying: Saying
    supposing: bool = False
    """Whether the case supposes something, so that what would then be so is what is said."""
    asks: Asks | None = None
    """Whether the case asks something; None where no case is at hand."""
    found: list[Block] = field(default_factory=list[Block])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    lost: list[Line] = field(default_factory=list[Line])
    """Heads of claims below which nothing is said, fields that belong to no claim, rows of other tables."""
    prose: list[Line] = field(default_factory=list[Line])
    """Lines that are none of all this."""
    objects: list[Line] = field(default_factory=list[Line])
    """Objects of JSON with text that may hold claims."""
    items: list[tuple[int, Line, Block]] = field(default_factory=list[tuple[int, Line, Block]])
    """Items of lists that may be claims, each with the number of blocks before it, and as the claim that it then is."""
    unsaid: list[tuple[Line, list[Line]]] = field(default_factory=list[tuple[Line, list[Line]]])
    """Lines that ask, suppose or deny, with the items below them, of which nobody says that they are so."""
    restated: list[Line] = field(default_factory=list[Line])
    """Items that are no claims beside those with a head: a formula alone, or what one of these says as well."""
    _latest: dict[str, Block] = field(default_factory=dict[str, Block])
    """The last claim of each id, in small letters."""
    _title: Line | None = None
    """The head of a claim whose fields have not come yet."""
    _title_below: Line | None = None
    """The line above that head which bears on it."""
    _open: Block | None = None
    _item: Block | None = None
    """The item of a list above this line, to which the fields below it belong."""
    _empty: bool = False
    """Whether the open block has said nothing so far, so that what it says comes below."""
    _columns: Columns | None = None
    _reasoned: Line | None = None
    """A line for which the items below give the reasons."""
    _resting: Block | None = None
    """The claim or decision that it makes."""
    _waiting: tuple[tuple[Line, Bearing], Line, Block] | None = None
    """The item above that is no claim unless fields follow, with what bears on it."""
    _concluded: Line | None = None
    """The line below which a conclusion on the way to the decision was drawn last."""
    _gone: Block | None = None
    """The claim that the line above takes back."""
    _correcting: str = ""
    """The line above by which a claim here stands for the one of its id before."""
    _unplainly: str = ""
    """The question right above, if it is not plainly answered by what is so."""
    _unplain_next: str = ""
    _replying: bool = False
    """Whether this line answers one."""
    _question: bool = False
    """Whether the line above asks what this one may answer."""
    _last_part: Line | None = None
    """The last item of a list of what is decided."""
    _formula: tuple[int, int] | None = None
    """Below the head of the block of this number the place of the first formula."""
    _leads: Leads = field(default_factory=lambda: Leads(""))
    _below: Below = field(init=False)

    def read(self, text: str) -> None:
        found = self._stated(bordered(text, list(lines(text))))
        found = joined(found, self.saying.may_cite)
        self._leads = Leads(text, self.supposing, self.saying.spelling.words)
        self._below = Below(self.saying, self._leads, found)
        for at, line in enumerate(found):
            if line.kind != "table":
                self._columns = None
            if line.kind not in ("blank", "bullet", "field", "noted"):
                self._resting = None
            line = self._mended(self._in_case(line))
            if self._asks_first(line) or self._replaces(line) or self._takes_back(line) or self._takes_in(line):
                continue
            if line.kind not in ("field", "blank"):
                self._item = None
            match line.kind:
                case "title":
                    self._lose_title()
                    self._title, self._title_below = line, self._lead(line)
                    self._open = None
                case "told" if line.rest and not self.saying.decides(fields_of(line.rest).says):
                    self._remark(line)
                case "told" if self._title is not None:
                    self._begin(replace(line, kind="claim"), self._title.name, line.rest)
                case "claim":
                    self._claim(line, line.name, line.rest)
                case "decision" | "answer" | "told":
                    self._decision(line, line.name, line.rest)
                case "fielded":
                    self._fielded(line)
                case "said":
                    self._said(line)
                case "stated" | "step":
                    self._take_stated(line)
                case "lead":
                    self._leads.read(line)
                case "cut":
                    self.lost.append(line)
                case "struck":
                    self.lost.append(line)
                    if is_head(line.rest.strip("~ ")):
                        self._open, self._empty = None, False
                case "unmarked" if self.saying.states(line.rest) or self.saying.says(fields_of(line.rest).says):
                    self._unmarked(line)
                case "resulting" if self._title is not None and self.saying.says(fields_of(line.rest).says):
                    self._unmarked(line)
                case "unmarked":
                    self._remark(line)
                case "table":
                    self._row(found, at)
                case "field":
                    self._field(line)
                case "object":
                    self.objects.append(line)
                    self._open, self._empty = None, False
                case "header":
                    if not self.found or (len(self.found) == 1 and self._empty):
                        self.headers.setdefault(line.name, line.rest)
                case "fence" | "blank":
                    self._leads.read(line)
                    if not self._empty and self._open is not None and self._open.kind != "claim":
                        self._open = None
                case _:
                    self._go_on(line)
        self._lose_title()
        self._take_items()
        if self.asks is not None:
            steps = concluded(self.found, self.saying, self.asks)
            self.found = steps.blocks
            self.restated += steps.restated
        for block in self.found:
            if block.below is not None and not block.unsaid and not self._is_said(block, block.below):
                block.unsaid = block.below.rest.strip(" *_`:#")

    def _in_case(self, line: Line) -> Line:
        """A line under a word that counts with a case alone, as what it is; and one that answers the one before."""
        question, self._question = self._question, self._question and line.kind == "blank"
        self._replying = question
        answers = reply(line.rest) if question and line.kind == "other" else None
        if answers is not None and self.saying.says(fields_of(answers.rest).says):
            name = answers.number or line.name
            line = replace(line, kind="noted", rest=answers.rest, name=name, whole=line.rest)
        elif question and line.kind == "answer" and not self._is_asked(line):
            line = replace(line, kind="noted", whole=line.rest)
        if line.kind in ("other", "bullet") and self.asks is not None and line.rest.rstrip("*_` ").endswith(":"):
            return self._with_reasons(line)
        if line.kind == "resulting" and self.asks is not None and self._title is None and self.saying.cites(line.rest):
            self._end_decision()
            return replace(line, kind="bullet")
        if line.kind not in ("ruled", "concluded", "noted"):
            return line
        if self.asks is None or not self.saying.says(fields_of(line.rest).says):
            kind: Kind = "bullet" if is_item(self._leads.text[line.start : line.end]) else "other"
            return replace(line, kind=kind, rest=line.whole)
        if line.kind == "ruled":
            return replace(line, kind="answer", whole="")
        if line.kind == "concluded":
            return replace(line, kind="unmarked")
        if self._is_asked(line) and (question or question_and_reply(line.whole) is not None):
            return replace(line, kind="answer", led="")
        self._end_decision()
        return replace(line, kind="bullet")

    def _end_decision(self) -> None:
        """What follows is no part of the decision above it."""
        if not self._empty and self._open is not None and self._open.kind != "claim":
            self._open = None

    def _with_reasons(self, line: Line) -> Line:
        """A line that says something, and for which a list below it gives the reasons."""
        says = because(line.rest)
        if says is None or not reads(says, self.saying.spelling):
            return line
        said = replace(line, rest=says, name="")
        self._reasoned = line
        return replace(said, kind="told" if self._is_asked(said) else "unmarked")

    def _is_asked(self, line: Line) -> bool:
        says = self.saying.formulas(fields_of(line.rest).says)[0]
        return self.asks is None or any(map(self.asks, says))

    def _asks_first(self, line: Line) -> bool:
        """Whether a line asks plainly what the next answers: then it does not bear on that."""
        if line.kind != "blank":
            is_other = line.kind in ("other", "bullet") and asks_something(line.rest)
            self._unplainly, self._unplain_next = self._unplain_next, line.rest.strip(" *_`#") if is_other else ""
        if self.asks is None or line.kind not in ("other", "bullet") or not is_question(line.rest):
            return False
        self._question = True
        self._open, self._empty, self._item = None, False, None
        self._lose_title()
        self.prose.append(line)
        return True

    def _mended(self, line: Line) -> Line:
        """A claim that calls itself corrected, of which the earlier one is taken back (`CLAIM s1 (corrected): p`)."""
        written = self._leads.text[line.start : line.end]
        if line.kind in ("fielded", "other", "bullet") and (instead := correction(written)) is not None:
            line = replace(line, kind="claim", name=instead[0], rest=f"{instead[1]} [corrected]")
        if line.kind == "claim" and announces_correction(line.led):
            self._take_away(self._last(line.name), f"{line.led.rstrip(': ')} {line.name}")
        if line.kind == "claim" and self._correcting:
            self._take_away(self._last(line.name), f"{self._correcting} {line.name}")
        elif line.kind in ("other", "bullet", "title", "fielded", "table", "decision", "answer", "told"):
            self._correcting = line.rest.strip(" *_`#:") if leads_to_correction(line.rest) else ""
        said = corrected(line.rest) if line.kind == "claim" else None
        if said is None or self._last(line.name) is None:
            return line
        self._take_away(self._last(line.name), written.split(":")[0])
        return replace(line, rest=said)

    def _takes_back(self, line: Line) -> bool:
        """Whether a line takes back claims before it (`I retract claim s1.`), and says nothing else."""
        written = self._leads.text[line.start : line.end]
        under_word = noted(_without_lead(written))
        written = written if under_word is None else under_word.rest
        if line.kind == "claim":
            named = taken_back(f"claim {line.name} is {line.rest}") if line.name else None
            if named is not None and self.saying.says(line.rest):
                return False
        else:
            named = taken_back(written) if line.kind in ("other", "bullet", "unmarked") else None
        if named is None:
            return False
        above = self._item or (self.found[-1] if self.found else None)
        if above is not None and not ADJOINS.fullmatch(self._leads.text, above.end, line.start):
            above = None  # `Strike that.` belongs to the line above it
        gone = [self._last(name) or self._item for name in named] if named else [above]
        for block in gone:
            self._take_away(block, written)
        if any(block is not None for block in gone):
            self._open, self._empty = None, False
            self._gone = None if named else above
            return True
        return False

    def _replaces(self, line: Line) -> bool:
        """Whether a line takes back what stands above it, and says something in its place: `Scratch that: NOT p`."""
        gone, self._gone = self._gone, self._gone if line.kind == "blank" else None
        if line.kind not in ("other", "bullet", "told") or self._title is not None or (self._empty and self._open):
            return False
        written = self._leads.text[line.start : line.end]
        under_word = noted(_without_lead(written))
        instead = said_instead(_without_lead(written) if under_word is None else under_word.rest)
        if instead is None and gone is not None and self._is_formula(line.rest) and self._is_about(gone, line.rest):
            self._begin(replace(line, kind="claim"), gone.name, line.rest)
            return True
        if instead is None or not self._is_formula(instead.says):
            return False
        above = self._item or (self.found[-1] if self.found else None)
        adjoins = above is not None and ADJOINS.fullmatch(self._leads.text, above.end, line.start) is not None
        if above is None or not ((instead.surely and adjoins) or self._is_about(above, instead.says)):
            stand = (one for one in reversed(self._so_far()) if not one.taken_back)
            above = next((one for one in stand if self._is_about(one, instead.says)), None)
        if above is None:
            return False
        self._say_instead(line, above, instead)
        return True

    def _say_instead(self, line: Line, above: Block, instead: Instead) -> None:
        self._take_away(above, instead.words)
        if above.kind != "claim":
            self._begin(replace(line, kind=above.kind), above.name, instead.says)
            self.found[-1].supposed, self.found[-1].disowned = above.supposed, above.disowned
            self.found[-1].over, self.found[-1].replies = above.over, above.replies
            return
        if not any(above is one for one in self.found):
            self._item = Block("claim", above.name, line.start, line.end, [[instead.says]])
            self.items.append((len(self.found), replace(line, kind="bullet", rest=instead.says), self._item))
            return
        self._begin(replace(line, kind="claim"), above.name, instead.says)
        self.found[-1].below = above.below

    def _so_far(self) -> list[Block]:
        """The last claims and decisions so far, items of lists with them, by their places."""
        latest = (*self.found[-_MOST_BACK:], *(item for _, _, item in self.items[-_MOST_BACK:]))
        return sorted(latest, key=lambda one: one.start)

    def _is_formula(self, text: str) -> bool:
        """Whether a text is plainly one formula, of the case if one is at hand."""
        said = fields_of(text).says
        if self.saying.spelling.means is None and _PLAINLY.match(said) is None and said == text:
            return False
        return self.saying.says(said)

    def _is_about(self, block: Block, text: str) -> bool:
        """Whether a block says something of what a text is about, and nothing else."""
        was = self.saying.formulas(replace(block, unsaid="").content().says)[0]
        instead = self.saying.formulas(fields_of(text).says)[0]
        one = {about for said in was for about in subjects(said) or ()}
        return bool(one) and was != instead and one == {about for said in instead for about in subjects(said) or ()}

    def _last(self, name: str) -> Block | None:
        """The last claim so far that has an id."""
        return self._latest.get(name.lower()) if name else None

    def _take_away(self, block: Block | None, words: str) -> None:
        if block is not None:
            block.unsaid, block.taken_back = words.strip(" \t*_`->().:"), True

    def _takes_in(self, line: Line) -> bool:
        """Whether a line tells of the claim right above whether it holds, or why (`Reason: see r1`)."""
        block = self._above()
        told = None if block is None else self._below.told(block, line)
        if block is None or told is None:
            return False
        if told.beside:
            block.texts.append([f"| {told.beside}"])
        if told.reason:
            block.reasons.append(told.reason)
        if told.is_prose:
            self.prose.append(line)
        block.end = line.end
        return True

    def _claim(self, line: Line, name: str, rest: str) -> None:
        """A claim with a head, or in a row of a table; what stands above it counts."""
        denied, below = self._is_denied(line, rest), self._lead(line)
        self._leads.read(line)
        self._begin(line, name, rest)
        self.found[-1].denied, self.found[-1].below = denied, below
        if line.led and not is_claimed(line.led, self.saying.spelling.words):
            self.found[-1].unsaid = line.led.strip(" *_`:#")

    def _unmarked(self, line: Line) -> None:
        """A claim under a word alone (`Claim: p`): below a head it says what that has left open."""
        if self._title is not None:
            self._begin(replace(line, kind="claim"), self._title.name, line.rest)
        elif self._open is not None and self._open.kind == "claim" and self._empty and not line.name:
            self._open.texts.append([line.rest])
            self._open.end, self._empty = line.end, False
        else:
            self._claim(replace(line, kind="claim"), line.name, line.rest)

    def _lead(self, line: Line) -> Line | None:
        lead = self._leads.over(line)
        return None if lead is None else lead[0]

    def _decision(self, line: Line, name: str, rest: str) -> None:
        """A decision; what stands above it counts, but for a final one that is apart from that."""
        lead = self._leads.over(line)
        apart = self._leads.are_apart()
        if apart and _FINAL.match(self._leads.text, line.start, line.end) is not None:
            lead = None
        if lead is not None and line.kind == "decision" and lead[0] == self._concluded:
            lead = None  # what is supposed there has come to its conclusion
        on_the_way = line.kind != "decision" and not self._is_asked(line)
        self._concluded = lead[0] if on_the_way and lead is not None else self._concluded
        self._leads.read(replace(line, kind="claim") if on_the_way else line)
        self._lose_title()
        self._begin(line, name, rest)
        self.found[-1].supposed = lead is not None and lead[1] in ("supposes", "doubts")
        self.found[-1].replies = bool(line.whole) or self._replying
        self.found[-1].disowned = lead is not None and not apart and disowns(lead[0].rest)
        if self._unplainly and not self._is_asked(line):
            self.found[-1].over = self._unplainly
        elif lead is not None and lead[1] in ("denies", "against"):
            self.found[-1].over = lead[0].rest.strip(" *_`:#")
        if line.led:
            self._weigh_led(line, self.found[-1])

    def _weigh_led(self, line: Line, block: Block) -> None:
        """What stands before a decision in its line counts, and is told if it says more than a few words."""
        how = led_to(line.led, self.saying.spelling.words)
        block.supposed = block.supposed or how == "supposed"
        block.disowned = block.disowned or how == "disowned"
        if len(line.led.split()) > _MOST_LEADING and not line.led.rstrip("*_").endswith((".", ";", "!", "?")):
            start = max(self._leads.text.rfind(line.led, 0, line.start), 0)
            self.prose.append(Line("other", start, line.start, line.led))

    def _is_said(self, block: Block, lead: Line) -> bool:
        """Whether what stands above a claim lets it say what it says.

        Where something is supposed, or told by others, no claim does; where it is doubted, one that something is not
        known.  Below a question a claim with a head answers it, and below what denies it has been denied already.
        """
        content, says = block.content(), self._leads.bearing(lead)
        read, unread = self.saying.formulas(content.says)
        if not read or unread or says not in ("supposes", "doubts") or not self._leads.is_head(lead):
            return True
        if says == "supposes" or is_other_voice(lead.rest):
            return False
        beside = (*content.bare, *content.beside)
        return _MATTER.search(lead.rest) is not None or (
            all(map(is_open, read)) or any(verdict(word)[0] == "open" for word in beside)
        )

    def _stated(self, found: list[Line]) -> list[Line]:
        """The lines with what objects state under names of prose: as claims if one can be read, or else as prose."""
        prose: tuple[Kind, ...] = ("step",)
        if not any(self.saying.says(fields_of(line.rest).says) for line in found if line.kind in ("stated", "step")):
            prose = ("stated", "step")
        return [
            replace(line, kind="other")
            if line.kind in prose and not self.saying.says(fields_of(line.rest).says)
            else line
            for line in found
        ]

    def _take_stated(self, line: Line) -> None:
        """A claim in a list of JSON that may be one of what is not so, whatever its items say besides."""
        says = self._leads.over(line)
        if says is not None and says[1] in ("supposes", "doubts") and not fields_of(line.rest).beside:
            self._leave_unsaid(says[0], line)
            self._open, self._empty = None, False
            return
        self._begin(line, line.name, line.rest)
        self.found[-1].denied = says is not None and says[1] == "denies"

    def _said(self, line: Line) -> None:
        """What an object of JSON says: it stands below a head that has said nothing, or is a claim by itself."""
        block = self._open
        if block is None or not self._empty or line.name not in ("", block.name):
            self._begin(line, line.name, line.rest)
            return
        block.texts.append([line.rest])
        block.end = line.end
        self._empty = False

    def _take_items(self) -> None:
        """Items of lists that are formulas of the case are claims; beside claims with a head, those that say more.

        The others are told, and so is what a claim with a head says as well.
        """
        if self.saying.spelling.means is None or not self.items:
            return
        beside = [block for block in self.found if block.kind == "claim"]
        said = {one for block in beside for one in self.saying.formulas(block.content().says)[0]}
        numbers = {number for block in beside for number in re.findall(r"\d+$", block.name)}
        taken = 0
        for before, line, block in self.items:
            more = len(block.texts) > 1 or self.saying.does_more(line.rest)
            if beside and (not more or said.issuperset(self.saying.said_in(line.rest, block.denied))):
                self.restated.append(line)
                continue
            if block.name in numbers:  # `from: 2` means the claim `s2` where there is one
                block.name = ""
            self.found.insert(before + taken, block)
            taken += 1

    def _lose_title(self) -> None:
        """A head of a claim came to nothing; that of a step may be one of prose."""
        if self._title is not None and not _is_step(self._title):
            self.lost.append(self._title)
        self._title = None

    def _begin(self, line: Line, name: str, rest: str) -> None:
        content = Content()
        add(content, rest)
        kind: Kind = line.kind if line.kind in ("decision", "answer", "told") else "claim"
        titled = self._title is not None and name == self._title.name
        start = self._title.start if self._title is not None and titled else line.start
        self._title = None
        self._open = Block(kind, name.rstrip("_") or name, start, line.end, [[rest]])
        if titled and kind == "claim":
            self._open.below = self._title_below
            self._leads.read(replace(line, kind="claim"))
        self._empty = not content.says
        self.found.append(self._open)
        if self._reasoned is not None and self._reasoned.start == line.start:
            self._resting, self._open.reasoned = self._open, True
        self.saying.claims.add(self._open.name)
        if kind == "claim":
            self._latest[self._open.name.lower()] = self._open

    def _fielded(self, line: Line) -> None:
        """A line without a head: the rest of a formula that is not finished, or else a claim that has no id."""
        block = self._open
        if self._title is not None:
            self._begin(line, self._title.name, line.rest)
            return
        part = self._part(block, line) if block is not None and block.kind != "claim" and self._empty else None
        if block is not None and part is not None:
            self._add_part(block, line, part)
            return
        goes_on = block is not None and self._empty and not block.parts and not line.name
        if block is not None and goes_on and self.saying.says(fields_of(line.rest).says):
            block.texts.append([line.rest])  # below `### Decision`, or `CLAIM s1:`
            block.end = line.end
            self._empty = False
            return
        if block is None or self._empty or line.name or not _OPEN_FORMULA.search(block.texts[-1][-1][-12:]):
            denied = self._take(line)
            if denied is not None:
                self._begin(line, line.name, line.rest)
                self.found[-1].denied = denied
            return
        block.texts[-1].append(line.rest)
        block.end = line.end

    def _part(self, block: Block, line: Line) -> str | None:
        """What an item with fields is as a part of the decision above it; None: it is none."""
        if not is_item(self._leads.text[line.start : line.end]) or self._ends(block, line):
            return None
        if self.saying.says(fields_of(line.rest).says) or is_unread_part(self.saying, line.rest):
            return line.rest
        return self.saying.labelled(line.rest)

    def _row(self, found: Sequence[Line], at: int) -> None:
        line = found[at]
        row = cells(line.rest)
        head = columns_of(row, _rows_below(found, at), self.saying.says) if len(row) > 1 and is_head_row(row) else None
        if head is not None:
            self._columns = head
        elif (lone := claims_alone(row)) is not None and self._are_claims(lone, _rows_below(found, at)):
            self._columns = lone
        elif is_rule(row):
            pass
        elif self._columns is not None:
            says_so = None if self.saying.spelling.means is None else self.saying.says
            said = row_parts(self._columns, row, says_so)
            kind = "decision" if re.fullmatch(r"(?:final )?decision", said.name.lower()) else said.kind
            if kind == "answer" and any(one.kind in ("decision", "answer", "told") for one in found):
                kind = "claim"
            if said.kind != "claim" and not self.saying.says(fields_of(said.text).says):
                self.lost.append(line)
                return
            self._begin_row(replace(line, kind=kind) if kind != "claim" else line, said, kind != "claim")
        elif len(row) > 1 and _DECISION.fullmatch(row[0]) and self.saying.decides(fields_of(row[1]).says):
            self._decision(replace(line, kind="decision"), "", " | ".join(row[1:]))
        elif re.fullmatch(r"[*_`]*(?:claim[ \t]+)?[scw]\d{1,6}[*_`]*", row[0], re.IGNORECASE):
            self._claim(line, row[0].strip("*_` ").split()[-1], " | ".join(row[1:]))
        else:
            self.lost.append(line)

    def _begin_row(self, line: Line, said: Row, decides: bool) -> None:
        (self._decision if decides else self._claim)(line, "" if decides else said.name, said.text)
        self.found[-1].told = said.told

    def _are_claims(self, columns: Columns, rows: Sequence[Sequence[str]]) -> bool:
        """Whether something in a column that is called so is a claim: there are tables of prose, too."""
        at = columns.kinds.index("says")
        return any(self.saying.says(row[at]) for row in rows if len(row) > at and not is_rule(row))

    def _field(self, line: Line) -> None:
        said = fields_of(line.rest)
        if self._item is not None and not said.says:
            self._take_late(said)
            self._item.texts.append([line.rest])
            self._item.end = line.end
            return
        headed = self._title is not None and not _is_step(self._title) and said.holds()
        if self._open is None and (headed or said.says):
            self._begin(line, "" if self._title is None else self._title.name, "")
        if self._open is not None:
            self._open.texts.append([line.rest])
            self._open.end = line.end
            self._empty = self._empty and not said.says
        elif said.holds():
            self.lost.append(line)

    def _take_late(self, said: Content) -> None:
        """An item of which it was not plain that it is claimed is, if fields follow below."""
        if self._waiting is None or self._waiting[2] is not self._item or not said.holds():
            return
        (lead, bears), line, _ = self._waiting
        self._waiting = None
        if bears in ("unplain", "asks") and self.unsaid[-1][0] == lead and self._item is not None:
            self.unsaid[-1][1].pop()  # the line, which came last
            self.items.append((len(self.found), line, self._item))
            if not self.unsaid[-1][1]:
                self.unsaid.pop()

    def _above(self) -> Block | None:
        """The claim, decision or item of a list to which the lines below it belong."""
        return self._item or (None if self._empty else self._open)

    def _go_on(self, line: Line) -> None:
        if self._title is not None and (self.saying.states(line.rest) or self.saying.says(fields_of(line.rest).says)):
            self._begin(line, self._title.name, line.rest)
            return
        block = self._open
        if block is not None and block.kind != "claim" and (self._ends(block, line) or self._is_past(block, line)):
            self._open, self._empty, block = None, False, None
        if block is None:
            self._leave(line)
            return
        if not self._empty and (_GOING_ON.match(line.rest) or _UNFINISHED.search(block.texts[-1][-1][-12:])):
            block.texts[-1].append(line.rest)
        elif self._empty or (line.kind == "bullet" and block.kind != "claim"):
            readable = not formulas(line.rest, self.saying.spelling)[1] or self.saying.says(line.rest)
            part = line.rest if readable else self.saying.labelled(line.rest)
            in_list = part is None and line.kind == "bullet" and self._is_list(block)
            if in_list and is_unread_part(self.saying, line.rest):
                part = line.rest  # nobody knows what the decision comes to with it
            if part is not None:
                self._add_part(block, line, part)
                if part != line.rest:
                    self.prose.append(line)  # its label
                self._empty = self._empty and line.kind == "bullet"
            elif self._empty and not block.parts and self._precedes_formula(line):
                self.prose.append(line)
                return
            elif self._empty and not block.parts:
                block.texts.append([line.rest])
                self._empty = False
            else:
                self._open = None
                self._leave(line)
                return
        else:
            if line.kind != "bullet" or block.kind != "claim":  # a remark in a list of fields ends no claim
                self._open = None
            self._leave(line)
            return
        block.end = line.end

    def _ends(self, block: Block, line: Line) -> bool:
        """Whether a decision ends above a line: with a heading, a title, a word that says nothing, or another list."""
        text, has_said = self._leads.text, not self._empty or bool(block.parts)
        written = text[line.start : line.end]
        if block.parts and self._last_part is not None and line.kind in ("bullet", "fielded"):
            last = self._last_part
            set_in = self._leads.indent(line) > self._leads.indent(last)
            if not set_in and not follows(text[last.start : last.end], written):
                return True
        return line.kind != "fielded" and ends(self.saying, text[block.start : block.end], line, written, has_said)

    def _is_past(self, block: Block, line: Line) -> bool:
        """Whether a decision in one line ends above an item, which is a claim: nothing that the case asks."""
        if self._empty or block.parts or self.asks is None or line.kind != "bullet":
            return False
        if not self.saying.says(fields_of(line.rest).says):
            return False
        if block.replies or self._is_asked(line):
            return block.replies
        head = self.saying.formulas(block.content().says)[0]
        return block.kind != "decision" or (any(map(self.asks, head)) and self.saying.does_more(line.rest))

    def _is_list(self, block: Block) -> bool:
        """Whether what a decision says stands in a list below its head."""
        return block.kind != "claim" and not fields_of(" ".join(block.texts[0])).says

    def _add_part(self, block: Block, line: Line, part: str) -> None:
        block.parts.append(part)
        block.places.append(line)
        block.end = line.end
        self._last_part = line

    def _precedes_formula(self, line: Line) -> bool:
        """Whether this is prose below the head of a decision that stands below it, as a formula of the case."""
        if self.saying.spelling.means is None or line.kind != "other" or hedges(line.rest):
            return False
        if self._formula is None or self._formula[0] != len(self.found):
            self._formula = (len(self.found), self._next_formula(line))
        return line.start < self._formula[1]

    def _next_formula(self, line: Line) -> int:
        """Where the next line begins that is one; -1: another head or a list comes before."""
        for below in self._below.after(line):
            if below.kind not in ("other", "blank", "fielded"):
                break
            if below.kind != "blank" and self.saying.says(fields_of(below.rest).says):
                return below.start
        return -1

    def _remark(self, line: Line) -> None:
        """A sentence about a decision that is none: in a list of fields it ends no claim."""
        if self._title is not None or self._empty:
            self._go_on(line)
            return
        if self._open is not None and self._open.kind != "claim":
            self._open = None
        self._leave(line)

    def _leave(self, line: Line) -> None:
        """A line that goes on with nothing: prose, but for an item that says something of the case."""
        content = fields_of(line.rest)
        is_item = (line.kind == "bullet" and not self._is_topic(line)) or self._stands_alone(line)
        if not is_item or self.saying.spelling.means is None or not self.saying.says(content.says):
            self.prose.append(line)
            self._leads.read(line)
            return
        line = replace(line, kind="bullet")
        denied = self._take(line)
        self._item = Block("claim", line.name, line.start, line.end, [[line.rest]], denied=denied is True)
        lead = self._leads.over(line) if denied is None else None
        self._waiting = None if lead is None else (lead, line, self._item)
        if denied is not None and self._resting is not None:
            self._resting.rests_on.append(self._item)
        if denied is not None:
            self.items.append((len(self.found), line, self._item))

    def _stands_alone(self, line: Line) -> bool:
        """Whether a line without a bullet is a formula with what it cites, and does not go on with one before it."""
        if self.asks is None or line.kind != "other":
            return False
        below = next(self._below.after(line), None)
        if not self.saying.cites(line.rest, below is not None and below.kind == "field"):
            return False
        text = self._leads.text
        start = text.rfind("\n", 0, line.start) + 1
        if text[start : line.start].strip("> \t*_`"):
            return False
        above = text[max(start - LONGEST, 0) : start]
        ends = [one.end for one in (*self.found[-1:], *(item for _, _, item in self.items[-1:]))]
        if not above.strip() or (ends and FOLLOWS.fullmatch(text, max(ends), line.start) is not None):
            return True
        last = above.rstrip().rpartition("\n")[2].strip()
        is_blank = above.endswith(("\n\n", "\n\r\n"))
        if not is_blank and not is_heading(last) and not last.rstrip("*_`)\"”").endswith((".", ":", ";", "!", "…")):
            return False
        head, words = f"{last.rstrip('.:;!…*_` ')}:", self.saying.spelling.words
        return is_claimed(head, words) and bearing(head, words) in ("none", "affirms", "unplain")

    def _is_topic(self, line: Line) -> bool:
        """Whether a line is a heading that names what is discussed below it: `### Step 1: Consent`."""
        return self._leads.text[line.start] == "#" and not self.saying.does_more(line.rest)

    def _take(self, line: Line) -> bool | None:
        """Whether what stands above an item denies it; None: it leaves open whether it is so, and that is told."""
        match self._leads.over(line):
            case None:
                return False
            case (_, "denies") if self.saying.is_plain(line.rest):
                return True
            case (_, "asks") if self.saying.is_affirmed(line.rest):
                return False
            case (_, "against") if self.saying.is_denial(line.rest):
                return False
            case (_, "unplain") if self.saying.does_more(line.rest):
                return False  # what is cited for it says that it is claimed
            case lead, _:
                self._leave_unsaid(lead, line)
                return None

    def _leave_unsaid(self, lead: Line, line: Line) -> None:
        if not self.unsaid or self.unsaid[-1][0] != lead:
            self.unsaid.append((lead, []))
        self.unsaid[-1][1].append(line)

    def _is_denied(self, line: Line, text: str) -> bool:
        """Whether a claim with a head stands in a list of what is not so, and has no verdict of its own."""
        lead = self._leads.over(line)
        if lead is None or lead[1] != "denies":
            return False
        if self.saying.is_denial(text):
            return rejects(lead[0].rest)  # nobody knows what that comes to; below `Not met:` it says so again
        return not self.saying.has_verdict(fields_of(text))


def _rows_below(found: Sequence[Line], at: int) -> list[list[str]]:
    """The rows of a table below its head, up to the next head."""
    rows: list[list[str]] = []
    for line in map(found.__getitem__, range(at + 1, len(found))):
        row = cells(line.rest) if line.kind == "table" else []
        if line.kind != "table" or is_head_row(row):
            break
        rows.append(row)
    return rows


def _without_lead(written: str) -> str:
    """A line as it is written without the bullet or number before it."""
    found = _BULLET.match(written)
    return written if found is None else written[found.end() :]


def _is_step(title: Line) -> bool:
    """Whether a head may be one of prose, and is a claim's only where a formula follows."""
    return "step" in title.rest.lower()


_DECISION = re.compile(r"[*_` ]*(?:(?:final|our|my|the)[ \t]+)*(?:decision|ruling)[*_`: ]*", re.IGNORECASE)
"""The name of a row of a table that holds the decision."""
_FINAL = re.compile(r"[^\w\r\n]*+final\b", re.IGNORECASE)
_MOST_LEADING = 3
_MOST_BACK = 8
"""So far back it is looked what a line says anew."""
_BULLET = re.compile(r"[ \t>]*(?:(?:[-*+•]|\(?\d{1,6}[.)])[ \t]+)?")
_PLAINLY = re.compile(r"[*_`]*(?:NOT|MUST|MAY|NEED|UNKNOWN|CONFLICT)(?!\w)|[^ \t]*(?:\w_\w|[ \t]*[=<>≤≥])")
"""What no prose begins with."""
_MATTER = re.compile(r"(?<!\w)(?:issue|question|point|matter)(?!\w)", re.IGNORECASE)
"""What is discussed below a head, whose claims answer it: `Disputed issue 1: the waiver`."""
_GOING_ON = re.compile(r"(?:AND|OR)[ \t]|[|\[]")
_OPEN_FORMULA = re.compile(r"(?:(?<!\w)(?:AND|OR|NOT|MUST|MAY|NEED)|&&|\|\||[∧∨¬(=<>])$")
_UNFINISHED = re.compile(r"(?:(?<!\w)(?:AND|OR|NOT|MUST|MAY|NEED)|[|,(=<>+*/-])$")
