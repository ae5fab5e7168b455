"""One worker's desk: lines in, rows out; the cases that it has seen lie ready."""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from msgspec import UNSET

from rulelang import checked, ruleset
from rulelang.checked import Citations
from rulelang.grammar.collector import collector_eased
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError
from rulelang.grammar.json_text import JsonText, decode_json, json_text
from rulelang.grammar.render import render_text
from rulelang.grammar.source import Source, Span
from rulelang.options import Loading
from rulelang.roots import Roots
from rulelang.ruleset import Rules
from rulelang.scoring.pieces import Piece, Sizes
from rulelang.verifier.answer import read_answer
from rulelang.verifier.matter import Policy, Ready, make_ready
from rulelang.verifier.scoring.exact import facts_of
from rulelang.verifier.scoring.judge import Judge
from rulelang.verifier.scoring.labelled import answer_unlabelled
from rulelang.verifier.scoring.quick_answer import QuickAnswer, quickly, read_quickly
from rulelang.verifier.scoring.row import NO_CASE, CaseFacts, Place, Row, RowParts, Verdict
from rulelang.verifier.scoring.seen import Envelope, Seen, envelope_of
from rulelang.verifier.scoring.table import Table, Tables, json_line
from rulelang.verifier.settings import Settings, Shown, faults, ready_for

TOLD = 5
"""How many bad lines are told of in full."""

MOST_CASES, MOST_RULES = 4096, 256
"""How many cases and rule files lie ready at once; the one that was not asked for longest goes first."""

MOST_LEARNED = 200_000
"""How many things all judges together keep that they learned from answers (1 to 2 kB each); with more, those forget
whose case was not asked for longest, until half of it is left."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the rows depend on, besides the answers and the rules."""

    rules: str | None = None
    loading: Loading = field(default_factory=Loading)
    citations: Citations = "linked"
    policy: Policy | None = None
    settings: Settings | None = None
    sizes: Sizes = field(default_factory=Sizes)
    roots: Roots = field(default_factory=Roots)
    """Where rule files may lie that answers name."""
    json_lines: bool = False
    """Whether rows are wanted as JSON lines too."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that could not be used: its place, the code, and all that is to be said, as text."""

    file: str
    line: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of some lines of a piece, in their order.

    `rules` are the rule files that were read for these, each with a digest of everything that it uses.
    """

    rows: Table
    json_lines: tuple[bytes, ...]
    problems: tuple[Problem, ...]
    rules: tuple[tuple[str, str], ...]


_Key: TypeAlias = str | tuple[str, str]
"""A case, or a case in a setting whose labels answers cite."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A case that lies ready, in one setting: `shown` says what labels stand for."""

    judge: Judge
    facts: CaseFacts
    seen: Seen
    shown: Shown | None


@dataclass(slots=True)
class Desk:
    """Scores lines under some terms."""

    terms: Terms
    cases: OrderedDict[_Key, _Known | RuleLangError] = field(
        default_factory=OrderedDict[_Key, "_Known | RuleLangError"]
    )
    ready: OrderedDict[str, Ready] = field(default_factory=OrderedDict[str, Ready])
    """Cases of which there are settings, so that one that is shown in several is made ready once."""
    opened: OrderedDict[str, Rules | RuleLangError] = field(default_factory=OrderedDict[str, "Rules | RuleLangError"])
    tables: Tables = field(default_factory=Tables)
    told: int = 0
    read: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def score(self, piece: Piece, numbers: Sequence[int], lines: Sequence[bytes]) -> Sheet:
        """The rows of some lines of a piece, given with their numbers; a blank line has none."""
        rows: list[RowParts] = []
        problems: list[Problem] = []
        self.read = []
        self._forget()
        with collector_eased():
            if piece.too_long:
                rows.append(self._refused(piece, piece.first, _too_long(piece, self.terms.sizes), problems))
            seen = self._seen(piece, numbers, lines)
            for number, line in zip(numbers, lines, strict=True):
                made: RowParts | None = seen.get(number)
                if made is None and (line or piece.whole):
                    made = self._row(piece, number, line, problems)
                if made is not None:
                    rows.append(made)
            written = tuple(map(json_line, rows)) if self.terms.json_lines else ()
            return Sheet(self.tables.table(rows), written, tuple(problems), tuple(self.read))

    def allow(self, answers: str | os.PathLike[str]) -> None:
        """Lets answers name rule files in the folder of a file of answers, also cases that were refused so far."""
        roots = self.terms.roots.and_of([answers])
        if roots != self.terms.roots:
            self.terms = replace(self.terms, roots=roots)
            for key in [key for key, made in self.cases.items() if isinstance(made, RuleLangError)]:
                del self.cases[key]

    def _row(self, piece: Piece, number: int, line: bytes, problems: list[Problem]) -> Row | None:
        if len(line) > self.terms.sizes.line:
            return self._refused(piece, number, _too_long(piece, self.terms.sizes), problems)
        answer = read_quickly(line)
        if answer is None:
            if not line.strip() and not piece.whole:  # a file that should hold an answer and holds none is told
                return None
            try:
                answer = quickly(read_answer(json_text(_source(piece, number, line))))
            except RuleLangError as error:
                return self._refused(piece, number, error, problems)
            except Exception as error:
                return self._refused(piece, number, _broken(piece, number, line, error), problems)
        place = _place(piece, number, answer)
        key = self._key(answer)
        found = self.cases.get(key)
        if found is None:
            found = self._made(key, answer, piece, number, line)
            if isinstance(found, RuleLangError):
                return self._refused(piece, number, found, problems, place)
        else:
            self.cases.move_to_end(key)
            if isinstance(found, RuleLangError):  # told at the first answer to this case
                return _refusal(found, place, NO_CASE)
        facts = found.facts
        try:
            cited = answer if found.shown is None else answer_unlabelled(answer, found.shown)
            return Row(place, facts, found.judge.row(cited))
        except RuleLangError as error:
            return self._refused(piece, number, error, problems, place, facts)
        except Exception as error:  # a fault of our own, with one answer, is no reason to lose the others
            return self._refused(piece, number, _broken(piece, number, line, error), problems, place, facts)

    def _seen(self, piece: Piece, numbers: Sequence[int], lines: Sequence[bytes]) -> dict[int, RowParts]:
        """The rows, by line, of answers to cases that lie ready whose claims need not be read.

        They are made case by case: what a judge has learned is far more than fits where a processor has it at hand,
        and most of the time would go into fetching it anew for every answer.
        """
        by_case: dict[_Key, list[tuple[int, bytes, Envelope]]] = {}
        longest, plain = self.terms.sizes.line, self.terms.settings is None
        for number, line in zip(numbers, lines, strict=True):
            if len(line) <= longest and (answer := envelope_of(line)) is not None:
                key = answer.case if plain else self._key(answer)
                if key in by_case:
                    by_case[key].append((number, line, answer))
                else:
                    by_case[key] = [(number, line, answer)]
        made: dict[int, RowParts] = {}
        file = piece.file
        for key in [key for key in reversed(self.cases) if key in by_case]:  # what was used last is at hand still
            found = self.cases[key]
            if isinstance(found, RuleLangError):
                continue
            self.cases.move_to_end(key)
            facts, verdict_of = found.facts, found.seen.row
            for number, line, answer in by_case[key]:
                try:
                    verdict = verdict_of(answer, line)
                except Exception:  # told where the answer is read as any other
                    continue
                if verdict is not None:
                    setting, model, sample = answer.setting, answer.model, answer.sample
                    made[number] = (
                        # As `_place`, but without a call.
                        (
                            file,
                            number,
                            answer.case,
                            "p1" if setting is UNSET else setting,
                            None if model is UNSET else model,
                            None if sample is UNSET else sample,
                        ),
                        facts,
                        verdict,
                    )
        return made

    def _forget(self) -> None:
        known = [made for made in self.cases.values() if isinstance(made, _Known)]
        kept = sum(made.judge.kept for made in known)
        if kept > MOST_LEARNED:
            for made in known:  # that which was asked for last stands last
                if kept > MOST_LEARNED // 2:
                    kept -= made.judge.kept
                    made.seen.forget()

    def _refused(
        self,
        piece: Piece,
        number: int,
        error: RuleLangError,
        problems: list[Problem],
        place: Place | None = None,
        facts: CaseFacts = NO_CASE,
    ) -> Row:
        if self.told < TOLD:
            self.told += 1
            text = render_text(error.diagnostics)
            problems.append(Problem(piece.file, number, error.diagnostics[0].code, text))
        where = place if place is not None else Place(piece.file, number, None, None, None, None)
        return _refusal(error, where, facts)

    # ------------------------------------------------------------------------------------------------- cases

    def _key(self, answer: QuickAnswer | Envelope) -> _Key:
        settings = self.terms.settings
        if settings is None:
            return answer.case
        key = (answer.case, "p1" if answer.setting is UNSET else answer.setting)
        return key if key in settings.found else answer.case

    def check(self) -> None:
        """Makes sure that what holds for all answers can be used: the rule file of all cases, the settings.

        Raises:
            RuleLangError: it can't be, so that no answer could.
        """
        if self.terms.rules is not None:
            self._rules("", None)
        self.check_settings()

    def check_settings(self) -> None:
        """Makes sure that no setting makes of its case another one.

        A case that can't be used is left aside: its answers are told of that.

        Raises:
            RuleLangError: some do (RL592 to RL594); all of them are told.
        """
        settings = self.terms.settings
        if settings is None:
            return
        found: list[Diagnostic] = []
        for setting, _ in settings.found.values():
            try:
                ready = self._ready(setting.case, None)
            except Exception:  # also a fault of our own, which its answers are told of
                continue
            found += faults(settings, setting, ready)
        if found:
            raise RuleLangError(found)

    def _ready(self, case: str, document: JsonText | None) -> Ready:
        """The case, made ready; `document` is an answer that names it.

        Raises:
            RuleLangError: there is none, or it or its rules can't be used.
        """
        ready = self.ready.get(case)
        if ready is None:
            file, _, name = case.partition("#")
            rules = self._rules(file, document)
            ready = make_ready(rules.base, checked.case_asked(rules, name, document))
            if self.terms.settings is not None:
                self.ready[case] = ready
                if len(self.ready) > MOST_CASES:
                    self.ready.popitem(last=False)
        return ready

    def _made(self, key: _Key, answer: QuickAnswer, piece: Piece, number: int, line: bytes) -> _Known | RuleLangError:
        """The case of an answer, made ready; or what is wrong with it, told at this answer, its first."""
        made: _Known | RuleLangError
        try:
            ready = self._ready(answer.case, json_text(_source(piece, number, line)))
            facts, shown = facts_of(ready, self.terms.policy), None
            if self.terms.settings is not None and not isinstance(key, str):
                setting, _ = self.terms.settings.found[key]
                shown, ready = Shown(setting, ready), ready_for(ready, setting)
            judge = Judge(ready, self.terms.policy, self.terms.citations)
            made = _Known(judge, facts, Seen(judge, shown), shown)
        except RuleLangError as error:
            made = error
        except Exception as error:  # nor is one with a case a reason to lose the answers to others
            made = _broken(piece, number, line, error)
        self.cases[key] = _bare(made) if isinstance(made, RuleLangError) else made
        if len(self.cases) > MOST_CASES:
            self.cases.popitem(last=False)
        return made

    def _rules(self, file: str, document: JsonText | None) -> Rules:
        name = self.terms.rules
        if name is None:
            name = str(checked.rules_of(file, document, self.terms.roots))
        rules = self.opened.get(name)
        if rules is None:
            rules, digest = opened(name, self.terms.loading)
            self.read.append((name, digest))
            self.opened[name] = rules
            if len(self.opened) > MOST_RULES:
                self.opened.popitem(last=False)
        if isinstance(rules, RuleLangError):
            raise rules
        return rules


def _refusal(error: RuleLangError, place: Place, facts: CaseFacts) -> Row:
    first = error.diagnostics[0]
    return Row(place, facts, Verdict(error=first.code, error_words=first.message))


def _bare(error: RuleLangError) -> RuleLangError:
    """What is wrong, without the text of the line at which it was found first."""
    return RuleLangError([replace(one, primary=None, secondary=()) for one in error.diagnostics])


def opened(name: str, how: Loading) -> tuple[Rules | RuleLangError, str]:
    """The rules of a file, or what is wrong with them, and a digest of all that they are made of."""
    try:
        rules = ruleset.load(name, how.include, how.cache)
    except RuleLangError as error:
        return error, _digest([(str(error), "")])
    return rules, _digest([(Path(source.name).name, source.text) for source in rules.sources])


def settings_digest(settings: Settings | None) -> str:
    """A digest of a document of settings; empty where there is none."""
    return "" if settings is None else _digest([("", settings.document.source.text)])


def _digest(texts: Sequence[tuple[str, str]]) -> str:
    made = hashlib.blake2b(digest_size=16)
    for name, text in texts:
        made.update(f"{len(name)} {len(text)} {name}{text}".encode("utf-8", "surrogatepass"))
    return made.hexdigest()


def _place(piece: Piece, number: int, answer: QuickAnswer | Envelope) -> Place:
    return Place(
        piece.file,
        number,
        answer.case,
        "p1" if answer.setting is UNSET else answer.setting,
        None if answer.model is UNSET else answer.model,
        None if answer.sample is UNSET else answer.sample,
    )


def _source(piece: Piece, number: int, line: bytes) -> Source:
    """The text of a line, with the line's number in its file.

    Raises:
        RuleLangError: it is not UTF-8 (RL454).
    """
    source = decode_json(line, piece.file)
    return Source(source.name, source.text, number)


def _too_long(piece: Piece, sizes: Sizes) -> RuleLangError:
    what = "document" if piece.whole else "line"
    message = f"the {what} is longer than {sizes.line} bytes"
    return RuleLangError([Diagnostic("RL602", message, None, hint="leave `text` out: no check needs it")])


def _broken(piece: Piece, number: int, line: bytes, error: Exception) -> RuleLangError:
    words = f"internal error: {type(error).__name__}: {error}".splitlines()[0]
    label = Label(Span(_source(piece, number, line), 0, 1))
    return RuleLangError([Diagnostic("RL499", words, label, hint="`rulelang check` of this answer alone says more")])
