"""Cases: CASE blocks resolved against the program: what is given, asked and expected."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

from rulelang.grammar import model, tree
from rulelang.grammar.diagnostic import Label
from rulelang.grammar.model import Reference
from rulelang.grammar.resolving.claims import VALUES, cited, read_claim
from rulelang.grammar.resolving.definitions import tolerance
from rulelang.grammar.resolving.expressions import action_atom
from rulelang.grammar.resolving.findings import Findings, did_you_mean
from rulelang.grammar.resolving.given import GivenReader
from rulelang.grammar.resolving.kinds import Kind
from rulelang.grammar.resolving.rows import read_rows
from rulelang.grammar.resolving.scope import Mentions, Scope, SentenceReader
from rulelang.grammar.resolving.symbols import Symbols, type_of
from rulelang.grammar.source import Span


@dataclass(slots=True)
class _Lines:
    """The lines of a case that may stand once, or that gather."""

    using: list[Reference] = field(default_factory=list[Reference])
    as_of: datetime.date | None = None
    closed: bool = False
    track: str | None = None
    evidence: list[model.Passage] = field(default_factory=list[model.Passage])
    requires: list[model.Stated] = field(default_factory=list[model.Stated])
    asks: list[model.Ask] = field(default_factory=list[model.Ask])
    expect: list[model.Stated] = field(default_factory=list[model.Stated])


def resolve_case(
    case: tree.Case, module: str, symbols: Symbols, findings: Findings, sentence: SentenceReader
) -> model.Case:
    """A case as written.  What is given comes first, wherever it stands: it says which entities there are."""
    mentions = Mentions(listing=True)
    scope = Scope(symbols, findings, module, sentence, mentions=mentions)
    rows = [line for line in case.lines if isinstance(line, tree.GivenRows)]
    given = GivenReader(scope)
    for row in rows:
        _list_entities(scope, row)
    for line in case.lines:
        if isinstance(line, tree.Given):
            for claim in line.claims:
                given.read(claim)
        elif isinstance(line, tree.GivenRows):
            read_rows(given, line)
    supposed = GivenReader(scope)
    for line in case.lines:
        if isinstance(line, tree.Suppose):
            for claim in line.claims:
                supposed.read(claim)
    given.finish()
    supposed.finish()
    mentions.listing = False
    lines = _Lines()
    once: dict[type, Span] = {}
    for line in case.lines:
        if isinstance(line, tree.AsOf | tree.Track | tree.Closed):
            first = once.setdefault(type(line), line.span)
            if first is not line.span and first != line.span:
                findings.error(
                    "RL414", "this is said twice in the case", line.span, "leave one out", (Label(first, "first here"),)
                )
        _read_line(scope, line, lines)
    _check_evidence(lines.evidence, case, findings)
    _check_using(lines.using, symbols, findings)
    return model.Case(
        name=case.name.text,
        module=module,
        gloss=case.gloss.value if case.gloss is not None else None,
        using=tuple(lines.using),
        as_of=lines.as_of,
        closed=lines.closed,
        entities={sort: tuple(entities) for sort, entities in mentions.entities.items()},
        given=tuple(given.result),
        suppose=tuple(supposed.result),
        evidence=tuple(lines.evidence),
        track=lines.track,
        requires=tuple(lines.requires),
        asks=tuple(lines.asks),
        expect=tuple(lines.expect),
        span=case.span,
    )


def _list_entities(scope: Scope, line: tree.GivenRows) -> None:
    """Listed entities come before those that are only mentioned, in the order of their rows."""
    mentions = scope.mentions
    header = line.rows[0].cells if line.rows else ()
    if mentions is None or not header:
        return
    match header[0]:
        case tree.CellValues((tree.Term(name, ()),)):
            sort = scope.symbols.sorts.get(name)
            if sort is None or sort.members is not None:
                return
            listed = mentions.entities.setdefault(name, {})
            for row in line.rows[1:]:
                entity = row_entity(row)
                if entity is not None:
                    listed.setdefault(entity, None)
        case _:
            return


def row_entity(row: tree.Row) -> str | None:
    """The entity that a row is about, as its first cell names it."""
    if not row.cells:
        return None
    match row.cells[0]:
        case tree.CellValues((tree.Term(name, ()),)) | tree.CellValues((tree.Sentence(name),)):
            return name
        case tree.CellValues((tree.Number(number, None, False),)) if number.denominator == 1:
            return str(number.numerator)
        case _:
            return None


def _read_line(scope: Scope, line: tree.CaseLine, lines: _Lines) -> None:
    match line:
        case tree.Using(rules):
            for name in rules:
                if cited(name, scope.symbols, scope.findings) is not None:
                    if name.text not in scope.symbols.rules:
                        scope.findings.error("RL410", f"`{name.text}` is a clause, and USING takes rules", name.span)
                    lines.using.append(Reference(name.text, span=name.span))
        case tree.AsOf(date):
            lines.as_of = date
        case tree.Closed():
            lines.closed = True
        case tree.Track(name):
            _check_track(scope, name)
            lines.track = name.text
        case tree.Evidence(name, text, supports, joint):
            stated = _stated(scope, supports)
            lines.evidence.append(
                model.Passage(
                    name.text,
                    text.value if text is not None else None,
                    stated,
                    tuple(j.text for j in joint),
                    span=line.span,
                )
            )
        case tree.Requires(claims):
            lines.requires.extend(_stated(scope, claims))
        case tree.Ask():
            lines.asks.append(_ask(scope, line))
        case tree.Expect(claims):
            lines.expect.extend(_stated(scope, claims))
        case tree.Given() | tree.GivenRows() | tree.Suppose():
            pass


def _stated(scope: Scope, claims: tuple[tree.Claim, ...]) -> tuple[model.Stated, ...]:
    result: list[model.Stated] = []
    for claim in claims:
        read = read_claim(scope, claim)
        if read is None:
            continue
        if isinstance(read, VALUES):
            scope.findings.error(
                "RL218", "a value is no claim", claim.span, f"say what it is: `{_words(claim)} = …`"
            )
            continue
        result.append(model.Stated(read, _words(claim), span=claim.span))
    return tuple(result)


def _ask(scope: Scope, ask: tree.Ask) -> model.Ask:
    targets: list[model.Target] = []
    type_: Kind | None = None
    for claim in ask.targets:
        if ask.actions and isinstance(claim, tree.Term | tree.Sentence):
            targets.extend(_action_targets(scope, claim))
            continue
        read = read_claim(scope, claim)
        if read is None:
            continue
        if isinstance(
            read,
            model.UnknownClaim | model.ConflictClaim | model.TriggeredClaim | model.SuspendsClaim | model.PrevailsClaim,
        ):
            scope.findings.error(
                "RL415", "DECIDE asks for a condition or a value", claim.span, "state it under EXPECT"
            )
            continue
        if isinstance(claim, tree.Term):
            said = scope.symbols.said.get(claim.name)
            type_ = type_of(said) if said is not None else None
        targets.append(model.Target(read, _words(claim), span=claim.span))
    within = None
    if ask.within is not None:
        within = tolerance(scope, ask.within, type_ if type_ is not None else model.NumberType(unit="?"))
    return model.Ask(
        ask.question.value if ask.question is not None else None,
        _question_type(scope, ask.type) if ask.type is not None else None,
        tuple(targets),
        ask.actions,
        within,
        span=ask.span,
    )


def _question_type(scope: Scope, name: tree.Name) -> str | None:
    """The type of a question.  Each asks something of its own of an answer, which one that is misspelt would not."""
    if name.text in model.QUESTION_TYPES:
        return name.text
    otherwise = f"there are {', '.join(f'`{known}`' for known in model.QUESTION_TYPES)}"
    # Of so few words one that is half the same is the one that was meant.
    hint = did_you_mean(name.text.lower(), model.QUESTION_TYPES, cutoff=0.5) or otherwise
    scope.findings.error("RL418", f"there is no type of question `{name.text}`", name.span, hint)
    return None


def _check_track(scope: Scope, name: tree.Name) -> None:
    """A case may have a track of its own; one that reads like a known track would silently be another."""
    if name.text not in model.TRACKS and (hint := did_you_mean(name.text.lower(), model.TRACKS)):
        scope.findings.warning("RL419", f"`{name.text}` is a track of its own", name.span, hint)


def _action_targets(scope: Scope, claim: tree.Term | tree.Sentence) -> tuple[model.Target, ...]:
    """`DECIDE ACTIONS a` asks whether a must be done and whether it must not."""
    atom = action_atom(scope, claim)
    if atom is None:
        return ()
    words = _words(claim)
    return (
        model.Target(model.NormHolds("MUST", *atom), f"MUST {words}", span=claim.span),
        model.Target(model.NormHolds("MUST NOT", *atom), f"MUST NOT {words}", span=claim.span),
    )


def _words(claim: tree.Claim) -> str:
    return " ".join(claim.span.text.split())


def _check_evidence(evidence: list[model.Passage], case: tree.Case, findings: Findings) -> None:
    names: dict[str, Span | None] = {}
    for passage in evidence:
        if passage.id in names:
            first = names[passage.id]
            findings.error(
                "RL411",
                f"the passage `{passage.id}` is there twice",
                passage.span,
                "give one of them another name",
                () if first is None else (Label(first, "first here"),),
            )
        names.setdefault(passage.id, passage.span)
    for line in case.lines:
        if isinstance(line, tree.Evidence):
            for name in line.joint:
                if name.text not in names:
                    findings.unknown("RL411", "the passage", name.text, name.span, lambda: list(names))


def _check_using(using: list[Reference], symbols: Symbols, findings: Findings) -> None:
    """At most one member of a family (semantics.md, item 15)."""
    roots: dict[str, Reference] = {}
    for reference in using:
        *_, root = symbols.chain(reference.name) if reference.name in symbols.rules else (None,)
        if root is None:
            continue
        first = roots.setdefault(root.id, reference)
        if first is not reference and first.name != reference.name:
            findings.error(
                "RL410",
                f"`{first.name}` and `{reference.name}` are variants of `{root.id}`",
                reference.span,
                "a case uses at most one of them",
                (Label(first.span, "the other one"),),
            )
