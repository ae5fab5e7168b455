"""The formatter: the canonical layout of a file, with every comment in its place.

A comment with a line of its own stays before the same thing, one at the end of a line stays at the end of a line
after the same word.  Numbers and strings stay as they are spelled.  Rules, definitions and cases that the author
wrote on one line stay on one line if they fit; empty lines between declarations stay, one at a time.  The text that
comes out has LF line ends, no byte order mark and a final line end; formatting it again changes nothing.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulelang.grammar import tree
from rulelang.grammar.collector import collector_paused
from rulelang.grammar.diagnostic import Diagnostic, Label, RuleLangError, Severity, has_errors
from rulelang.grammar.printing.layout import (
    Concat,
    Doc,
    Line,
    Placing,
    Remark,
    Row,
    Rows,
    display_width,
    end_of_words,
    word_texts,
    words_of,
)
from rulelang.grammar.printing.page import Written, render
from rulelang.grammar.printing.print_declarations import module_head
from rulelang.grammar.printing.print_expressions import Spelling, number_text, numeral_texts, string_text
from rulelang.grammar.printing.printer import GLOSS_OVER, declaration_doc
from rulelang.grammar.reading.parse import Comment, Parsed, parse
from rulelang.grammar.source import Source, Span

LONG = 88
"""Comments at the ends of longer lines are not lined up with those around them."""

_RULE_LINE = re.compile(r"\s*\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|\s*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_NUMBER = re.compile(r"[0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?%?")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)


def format_source(source: Source) -> str:
    """The text of a source in canonical layout.

    Raises RuleLangError with the reader's diagnostics if the source cannot be parsed, and with RL150 or RL151 if the
    result would say something else than the source or would not have the same comments (a fault of the formatter:
    nothing is ever written that was not compared).
    """
    with collector_paused():
        parsed = parse(source)
        errors = tuple(d for d in parsed.diagnostics if d.severity is Severity.ERROR)
        if errors:
            raise RuleLangError(errors)
        text = _text(render(_document(source, parsed)))
        _compare(source, parsed, parse(Source(source.name, text)))
    return text


def _compare(source: Source, before: Parsed, after: Parsed) -> None:
    """Refuse a result that does not say the same."""
    if has_errors(after.diagnostics) or before.module != after.module:
        raise RuleLangError([_refusal("RL150", "formatting would change what this file says", source, before, after)])
    if _comment_texts(before) != _comment_texts(after):
        lost = _comment_texts(before) - _comment_texts(after)
        named = f": `{min(lost)}` would be lost" if lost else ""
        message = f"formatting would change the comments of this file{named}"
        raise RuleLangError([_refusal("RL151", message, source, before, after)])


def _refusal(code: str, message: str, source: Source, before: Parsed, after: Parsed) -> Diagnostic:
    span = before.module.span
    for ours, theirs in zip(before.module.declarations, after.module.declarations, strict=False):
        if ours != theirs:
            span = ours.span
            break
    hint = "the file is left as it is; please report this file, it is a fault of the formatter"
    return Diagnostic(code, message, Label(span), hint=hint)


def _comment_texts(parsed: Parsed) -> Counter[str]:
    return Counter(comment.span.text.rstrip() for comment in parsed.comments)


# --------------------------------------------------------------------------------------------------- spelling


def _number_as_written(number: tree.Number) -> str:
    match = _NUMBER.match(number.span.text)
    if match is None:
        return number_text(number)
    return match.group()


def _string_as_written(string: tree.Text | tree.Sentence) -> str:
    match = _STRING.match(string.span.text)
    if match is None:
        return string_text(string)
    return match.group()


def _numerals_as_written(span: Span, numbers: Sequence[Fraction | int]) -> list[str]:
    written = [word.text for word in words_of(span.text) if _NUMBER.fullmatch(word.text)]
    if len(written) != len(numbers):
        return numeral_texts(span, numbers)
    return [f"-{text}" if number < 0 else text for text, number in zip(written, numbers, strict=True)]


AS_WRITTEN = Spelling(_number_as_written, _string_as_written, _numerals_as_written)


# --------------------------------------------------------------------------------------------------- document


@dataclass(frozen=True, slots=True)
class _Item:
    """The module's head or a declaration, and the comments up to the next item."""

    start: int
    end: int
    declaration: tree.Declaration | None
    comments: tuple[Comment, ...]


def _document(source: Source, parsed: Parsed) -> Doc:
    """The whole file as a document, comments included."""
    module = parsed.module
    items = _items(source, parsed)
    first_start = items[0].start if items else len(source.text)
    opening = [c for c in parsed.comments if c.span.start < first_start]
    parts: list[Doc] = []
    if opening or items:
        blank = bool(opening) and _blank_before(source, first_start)
        parts.append(Line(hard=True, blank=blank, remarks=_gap(source, opening, None)))
    run: list[Row | Doc] = []
    for number, item in enumerate(items):
        doc, rest = _placed(source, module, item)
        if isinstance(item.declaration, _VOCABULARY):
            run.append(doc)
        else:
            parts.append(doc)
        last = number + 1 == len(items)
        following = len(source.text) if last else items[number + 1].start
        column = 1 if last else source.place(following)[1]
        remarks = _gap(source, rest, column)
        blank = not last and _blank_before(source, following)
        line = Line(hard=True, blank=blank, remarks=remarks)
        goes_on = not last and isinstance(items[number + 1].declaration, _VOCABULARY)
        if run and goes_on and not blank and not any(remark.own for remark in remarks):
            run.append(line)
            continue
        if run:
            parts.append(Rows(tuple(run), over=GLOSS_OVER))
            run = []
        if not last or remarks:
            parts.append(line)
    return Concat(tuple(parts))


_VOCABULARY = tree.FactDeclaration | tree.OutcomeDeclaration | tree.ActionDeclaration


def _items(source: Source, parsed: Parsed) -> list[_Item]:
    """The head and the declarations in the order of the text."""
    starts: list[tuple[int, tree.Declaration | None]] = []
    module = parsed.module
    if module.name is not None:
        head = words_of(source.text, 0, module.name.span.start)[-1]
        starts.append((head.start, None))
    starts.extend((declaration.span.start, declaration) for declaration in module.declarations)
    items: list[_Item] = []
    comments = list(parsed.comments)
    position = 0
    while position < len(comments) and starts and comments[position].span.start < starts[0][0]:
        position += 1
    for number, (start, declaration) in enumerate(starts):
        end = starts[number + 1][0] if number + 1 < len(starts) else len(source.text)
        mine: list[Comment] = []
        while position < len(comments) and comments[position].span.start < end:
            mine.append(comments[position])
            position += 1
        last = end_of_words(source.text, start, end) if mine else start + len(source.text[start:end].rstrip())
        items.append(_Item(start, last, declaration, tuple(mine)))
    return items


def _placed(source: Source, module: tree.Module, item: _Item) -> tuple[Doc, list[Comment]]:
    """The document of an item with the comments inside it, and the comments after it."""
    inside = [comment for comment in item.comments if comment.span.start < item.end]
    rest = [comment for comment in item.comments if comment.span.start >= item.end]
    compact = not inside and _on_one_line(source.text[item.start : item.end])
    if item.declaration is None:
        doc = module_head(module, AS_WRITTEN) or Concat(())
    else:
        doc = declaration_doc(item.declaration, AS_WRITTEN, compact)
    if not inside:
        return doc, rest
    words = words_of(source.text, item.start, item.end)
    counts = _counts([word.text for word in words], word_texts(doc))
    remarks: list[Remark] = []
    before = 0
    for comment in inside:
        while before < len(words) and words[before].start < comment.span.start:
            before += 1
        below = _RULE_LINE.fullmatch(_before(source, comment)) is not None
        remarks.append(Remark(comment.span.text.rstrip(), _is_own(source, comment), counts[before], below=below))
    placing = Placing(remarks)
    doc = placing.place(doc)
    if placing.waiting:
        # No line end comes after their word inside the declaration: they go to its end.
        rest = inside[len(inside) - len(placing.waiting) :] + rest
    return doc, rest


def _counts(written: list[str], printed: list[str]) -> list[int]:
    """For each number of words of the source, the number of words of the document that they have become."""
    if len(written) == len(printed):
        return list(range(len(written) + 1))
    counts = [0] * (len(written) + 1)
    matcher = difflib.SequenceMatcher(None, written, printed, autojunk=False)
    for _, low, high, low_printed, high_printed in matcher.get_opcodes():
        for step, index in enumerate(range(low, high)):
            counts[index + 1] = min(low_printed + step + 1, high_printed)
    return counts


def _on_one_line(text: str) -> bool:
    return "\n" not in text and "\r" not in text


def _is_own(source: Source, comment: Comment) -> bool:
    """Whether a comment has a line to itself."""
    return not _before(source, comment).strip()


def _before(source: Source, comment: Comment) -> str:
    """What stands before a comment on its line."""
    line, _ = source.place(comment.span.start)
    return source.text[source.line_starts[line - 1] : comment.span.start]


def _blank_before(source: Source, position: int) -> bool:
    """Whether an empty line stands directly before a place."""
    start = position
    while start > 0 and source.text[start - 1].isspace():
        start -= 1
    return len(_LINE_END.findall(source.text, start, position)) >= 2


def _gap(source: Source, comments: Sequence[Comment], column: int | None) -> tuple[Remark, ...]:
    """The comments between two items: those that are indented further than what follows end the item before.

    `column` is where what follows begins, None where no item comes before.
    """
    remarks: list[Remark] = []
    tail = column is not None
    for comment in comments:
        text = comment.span.text.rstrip()
        if _is_own(source, comment):
            tail = tail and column is not None and source.place(comment.span.start)[1] > column
            blank = _blank_before(source, comment.span.start)
            remarks.append(Remark(text, own=True, blank=blank, indent=2 if tail else 0))
        else:
            # Only one comment can stand at the end of the line; a second one still belongs to the item before.
            remarks.append(Remark(text, own=bool(remarks), indent=2 if tail else 0))
    return tuple(remarks)


# ------------------------------------------------------------------------------------------------------ lines


def _text(lines: list[Written]) -> str:
    """The lines as a text, with the comments at the ends of lines that follow each other under each other."""
    while lines and not lines[-1].text and lines[-1].remark is None:
        lines.pop()
    out: list[str] = []
    index = 0
    while index < len(lines):
        end = index
        while end < len(lines) and lines[end].remark is not None:
            end += 1
        widths = [display_width(line.text) for line in lines[index:end]]
        column = max((width for width in widths if width <= LONG), default=0)
        for line, width in zip(lines[index:end], widths, strict=True):
            out.append(f"{line.text}{' ' * (max(column - width, 0) + 2)}{line.remark}")
        index = end
        if index < len(lines):
            out.append(lines[index].text)
            index += 1
    return "".join(line + "\n" for line in out)
