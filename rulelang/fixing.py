"""`lint --fix`: takes out of a rule file what is proved to change no decision."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulelang.bundled import found, read_file
from rulelang.engine.analysis.alike import unlike
from rulelang.engine.analysis.declared import rule_of
from rulelang.engine.analysis.finding import Drop, Finding
from rulelang.engine.analysis.scope import none_words
from rulelang.engine.analysis.stated import outcomes_stated
from rulelang.engine.derive import derive
from rulelang.engine.rules.rulebase import RuleBase, prepare
from rulelang.engine.rules.without_value import never_given_as_none
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError, Severity, has_errors
from rulelang.grammar.files.load import load, load_instead
from rulelang.grammar.model import Program
from rulelang.grammar.printing.cut import naming, part_of, without
from rulelang.grammar.printing.format import format_source
from rulelang.grammar.reading.parse import parse
from rulelang.grammar.reading.read import read_source
from rulelang.grammar.source import Source, Span
from rulelang.options import Loading

Linted = Callable[[RuleBase, Sequence[Diagnostic]], list[Finding]]
"""The findings about a rule base of which fixes are wanted, those made while it was read among them."""


@dataclass(frozen=True, slots=True)
class Left:
    """A finding that could not be fixed, and why."""

    finding: Finding
    why: str


@dataclass(slots=True)
class Fixed:
    """A file before and after, what was fixed and what was left."""

    name: str
    path: Path
    before: str
    after: str
    done: list[Finding] = field(default_factory=list[Finding])
    left: list[Left] = field(default_factory=list[Left])
    where: str = ""
    """Of which cases that is proved, if not of all."""
    used_by: str | None = None
    """Another file that was named and that uses this one, which therefore stays as it is."""

    @property
    def content(self) -> bytes:
        """What the file is to hold; a byte order mark stays."""
        mark = b"\xef\xbb\xbf" if self.path.read_bytes().startswith(b"\xef\xbb\xbf") else b""
        return mark + self.after.encode()


@dataclass(slots=True)
class _Version:
    text: str
    base: RuleBase
    findings: tuple[Diagnostic, ...]


def fix(name: str, how: Loading, linted: Linted, cited: Collection[str], others: Iterable[str] = ()) -> Fixed:
    """What a rule file becomes without what is of no use in it.

    Each round tries what is found together, then in halves; whatever is taken out together is proved together, and in
    the end the result against the first text, by which the program's own cases are then decided too.  The modules that
    the file uses stay as they are.

    Args:
        linted: the findings to fix.
        cited: the texts of files that cite rules and facts; what they name stays.
        others: further files that are being fixed.

    Raises:
        RuleLangError: the file cannot be used.
    """
    path = found(name)
    source = read_source(path, name)
    first = _opened(path, source.text, how)
    if isinstance(first, tuple):
        raise RuleLangError(first)
    canonical = format_source(source) == source.text
    result = Fixed(name, path, source.text, source.text)
    result.used_by = next((other for other in others if _uses(other, path, how)), None)
    if result.used_by is not None:
        return result
    here, dropped = first, list[Drop]()
    tries = _Tries(path, how, canonical, cited)
    while True:
        accepted, left = tries.round(here, _fixable(here, linted))
        if accepted is None:
            result.left = left
            break
        here, findings = accepted
        result.done += findings
        dropped += (one.drop for one in findings if one.drop is not None)
    why = unlike(first.base, here.base, dropped) or _case_unlike(first.base, here.base) if dropped else None
    if why is not None:
        result.left = [Left(one, f"together with the others {why}") for one in result.done]
        result.done = []
    else:
        result.after = here.text
        result.where = _where(first.base.program, dropped)
    return result


def _where(program: Program, drops: Sequence[Drop]) -> str:
    """What the proof that these change nothing supposes of cases."""
    if not any(drop.kind in ("rule", "clause", "part") for drop in drops):
        return ""
    stated = sorted(outcomes_stated(program))
    named = ", ".join(f"`{name}`" for name in stated)
    outcomes = f"cases state no outcome but {named}" if stated else "no case states an outcome"
    without = none_words(never_given_as_none(program))
    return f" {without} and {outcomes}" if without else f" where {outcomes}"


def _case_unlike(old: RuleBase, new: RuleBase) -> str | None:
    """The program's own cases decided by both: which of them comes out otherwise, whatever was proved."""
    for name in old.program.cases:
        if _decided(old, name) != _decided(new, name):
            return f"it would change what is decided in `CASE {name}`"
    return None


def _decided(base: RuleBase, case: str) -> tuple[object, ...]:
    """The decisions of a case, or what it is refused for."""
    try:
        decisions = derive(base, base.program.cases[case]).decisions
    except RuleLangError as error:
        return tuple((one.code, one.message) for one in error.diagnostics)
    return tuple((one.status, one.value) for one in decisions)


def _uses(other: str, path: Path, how: Loading) -> bool:
    return any(one.name != "-" and _same(one.name, path) for one in load(found(other), how.include).sources[1:])


def _same(name: str, path: Path) -> bool:
    try:
        return Path(name).samefile(path)
    except OSError:
        return False


def _fixable(version: _Version, linted: Linted) -> list[Finding]:
    """The findings with something to leave out that stands in the file itself."""
    return [
        one
        for one in linted(version.base, version.findings)
        if one.drop is not None and one.drop.span.source.text == version.text
    ]


def _opened(path: Path, text: str, how: Loading) -> _Version | tuple[Diagnostic, ...]:
    """The rules if the file had this text, or what would be wrong with it."""
    loaded = load_instead(path, text, how.include)
    if loaded.program is None or has_errors(loaded.diagnostics):
        return loaded.diagnostics
    base, told = prepare(loaded.program)
    if base is None or has_errors(told):
        return told
    return _Version(text, base, (*loaded.diagnostics, *told))


@dataclass(slots=True)
class _Tries:
    path: Path
    how: Loading
    canonical: bool
    cited: Collection[str]

    def round(
        self, here: _Version, findings: Sequence[Finding]
    ) -> tuple[tuple[_Version, list[Finding]] | None, list[Left]]:
        """The version without some of what was found, and which; or None, and why nothing can go."""
        left: list[Left] = []
        waiting = list(findings)
        while waiting:
            batch, waiting = _one_of_each_rule(here.base, waiting)
            kept: list[Finding] = []
            best: list[_Version] = []
            self._halves(here, batch, kept, best, left)
            if best:
                return (best[-1], kept), left
        return None, left

    def _halves(
        self, here: _Version, group: list[Finding], kept: list[Finding], best: list[_Version], left: list[Left]
    ) -> None:
        """Adds to `kept` what can go together with what is in it, and to `best` the version without all of that."""
        made = self._without(here, [*kept, *group])
        if isinstance(made, _Version):
            kept += group
            best.append(made)
        elif len(group) == 1:
            left.append(Left(group[0], made))
        else:
            middle = len(group) // 2
            self._halves(here, group[:middle], kept, best, left)
            self._halves(here, group[middle:], kept, best, left)

    def _without(self, here: _Version, findings: Sequence[Finding]) -> _Version | str:
        """The version without these things, if it is proved to decide everything alike; else why it is not."""
        drops = [one.drop for one in findings if one.drop is not None]
        for drop in drops:
            if drop.kind in ("rule", "clause", "fact") and self._is_cited(drop.name):
                return f"`{drop.name}` is cited in the files given by --cited-by"
        text = _edited(here.text, drops)
        if text is None:
            return "a comment stands between the parts, or it is written in another way than as a part after AND"
        if self.canonical:
            text = format_source(Source(str(self.path), text))
        made = _opened(self.path, text, self.how)
        if isinstance(made, tuple):
            return _named_elsewhere(made)
        return unlike(here.base, made.base, drops) or made

    def _is_cited(self, name: str) -> bool:
        pattern = re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w])")
        return any(pattern.search(text) for text in self.cited)


def _named_elsewhere(found: Iterable[Diagnostic]) -> str:
    first = next(one for one in found if one.severity is Severity.ERROR)
    if first.primary is None:
        return f"without it the file cannot be used: {first.message}"
    span = first.primary.span
    return f"it is still named: `{span.source.line(span.source.place(span.start)[0]).strip()}`"


def _one_of_each_rule(base: RuleBase, findings: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
    """The first finding about each rule, and the others: two about one rule may rest on each other."""
    taken: set[str] = set()
    batch: list[Finding] = []
    later: list[Finding] = []
    for one in findings:
        assert one.drop is not None
        rules = {rule_of(base.program, name) for name in (one.drop.name, one.drop.beside)} - {""}
        if rules.isdisjoint(taken):
            batch.append(one)
            taken |= rules
        else:
            later.append(one)
    return batch, later


def _edited(text: str, drops: Sequence[Drop]) -> str | None:
    """The text without these things and without the priorities that name them."""
    source = Source("<fixed>", text)
    module = parse(source).module
    spans: list[Span] = []
    for drop in drops:
        match drop.kind:
            case "part":
                part = part_of(module, drop.span, drop.part)
                if part is None:
                    return None
                spans.append(part)
            case "fact":
                # A fact is pointed at by its name.
                spans.append(next(said.span for said in module.declarations if _holds(said.span, drop.span)))
            case _:
                spans.append(Span(source, drop.span.start, drop.span.end))
    spans += naming(module, {drop.name for drop in drops if drop.kind in ("rule", "clause")})
    return without(source, spans)


def _holds(whole: Span, part: Span) -> bool:
    return whole.start <= part.start and part.end <= whole.end


def texts_of(paths: Sequence[str]) -> list[str]:
    """The texts of files that cite rules: answers, cases, other rule files."""
    return [read_file(path).decode("utf-8", errors="replace") for path in paths]


# ------------------------------------------------------------------------------------------------------- shown


def differences(fixed: Iterable[Fixed]) -> str:
    """What would change, as a unified diff."""
    lines: list[str] = []
    for one in fixed:
        before, after = (text.splitlines(keepends=True) for text in (one.before, one.after))
        for line in difflib.unified_diff(before, after, one.name, f"{one.name} (fixed)"):
            lines.append(line if line.endswith("\n") else line + "\n\\ no line end\n")
    return "".join(lines)


def fixes_text(fixed: Iterable[Fixed]) -> str:
    """What was fixed and what was left, a line for each."""
    lines: list[str] = []
    for one in fixed:
        if one.used_by is not None:
            lines.append(f"{one.name}: left as it is, since `{one.used_by}` uses it")
            continue
        count = f"{len(one.done)} {'fix' if len(one.done) == 1 else 'fixes'}, proved to change no decision{one.where}"
        lines.append(f"{one.name}: {count}" if one.done else f"{one.name}: nothing to fix")
        lines += (f"  {said.diagnostic.code}: {said.diagnostic.message}" for said in one.done)
        lines += (f"  left {said.finding.diagnostic.code}: {said.finding.diagnostic.message}; {said.why}"
                  for said in one.left)  # fmt: skip
    return "\n".join(lines) + "\n"


def fixes_data(fixed: Iterable[Fixed]) -> list[dict[str, object]]:
    """The same as data."""
    return [
        {
            "file": one.name,
            "used_by": one.used_by,
            "where": one.where.strip() or None,
            "fixed": [_data(said) for said in one.done],
            "left": [{**_data(said.finding), "why": said.why} for said in one.left],
        }
        for one in fixed
    ]


def _data(one: Finding) -> dict[str, object]:
    return {"code": one.diagnostic.code, "message": one.diagnostic.message}
