"""What a field for rules or passages cites, where it is prose: `pursuant to rule r13`, `r13, not r14`, `Exhibit 2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from rulelang.verifier.markup.lists import items, undenied, without_math
from rulelang.verifier.markup.quoting import replaced, strings

_NUMBERED = re.compile(r"(?P<prefix>[^\W\d]+)0*(?P<number>\d+)")
_LIKE_ID = re.compile(r"[^\W\d_]{1,3}\d{1,6}[a-z]?(?:[.\-–—]\w+)*|\w+(?:[._]\w+)+", re.IGNORECASE)


_FILLING = frozenset(
    ("the", "a", "in", "of", "to", "by", "per", "as", "under", "pursuant", "according", "with", "rule", "rules",
     "clause", "see", "on", "and", "its", "from", "applied", "applying", "applies", "passage", "exhibit")
)  # fmt: skip
"""Words that add nothing to the identifiers beside them."""

_PROSE = frozenset(
    ("above", "below", "all", "any", "both", "each", "every", "everything", "same", "ditto", "ibid", "idem", "supra",
     "infra", "previous", "preceding", "foregoing", "following", "other", "others", "various", "several", "multiple",
     "applicable", "relevant", "respective", "unspecified", "unknown", "none", "nothing", "n/a", "this", "that", "it",
     "text", "facts", "fact", "scenario", "question", "context", "prompt", "record", "assumption", "inference")
)  # fmt: skip
"""Words that stand alone in a field and are no identifiers, unless the case has such."""
_LANGUAGE = frozenset(
    ("MUST", "NOT", "MAY", "NEED", "AND", "OR", "UNKNOWN", "CONFLICT", "TRIGGERED", "DONE", "YES", "NO")
)
_SECTION = re.compile(r"(?<![\w.])(?P<rule>[\w.]*[\w])[ \t]*(?P<section>§+[ \t]*\d[\w.]*)")
"""`r1 §2`: a section of what is named is no rule by itself."""


def is_formula(text: str) -> bool:
    """Whether what stands where something is cited is a formula of the language: `MUST NOT pay`.

    >>> is_formula("MUST NOT pay"), is_formula("r1, e2"), is_formula("not r14")
    (True, False, False)
    """
    return not _LANGUAGE.isdisjoint(re.findall(r"\w+", text))


def listed(value: str, strays: list[str]) -> list[str]:
    """The items of a field: identifiers, and phrases in which some may stand; what is denied goes to `strays`.

    >>> listed("r13, not r14", []), listed("pursuant to rule r13; r2", []), listed("r1 and r2", [])
    (['r13'], ['pursuant to rule r13', 'r2'], ['r1', 'r2'])
    """
    value = without_quotations(without_math(value), strays)

    def section(found: re.Match[str]) -> str:
        if found["rule"].lower() in _FILLING:
            return found[0]
        strays.append(found["section"])
        return found["rule"]

    value = _SECTION.sub(section, value)
    found: list[str] = []
    for item in re.split(r"[;,]", value) if _is_prose(value := undenied(value, strays)) else [value]:
        words = items(item, strays)
        if len(words) > 1 and words[0].lower() in ("none", "n/a", "nothing"):  # `none (a fact)`
            strays.append(item.strip())
        elif len(words) > 1 and not all(map(_is_like_id, words)) and not re.search(r"[,;]", item):
            found.append(" ".join(item.split()))
        else:
            found += words
    return found


def without_quotations(value: str, strays: list[str]) -> str:
    """A list without the words of a passage that are quoted in it; these go to `strays`.

    >>> without_quotations('e4, "no open balance"', []), without_quotations('"e4", "r1, r2"', [])
    ('e4,  ', '"e4", "r1, r2"')
    """
    places: list[tuple[int, int]] = []
    for start, end in strings(value):
        words = items(value[start + 1 : end - 1], [])
        if len(words) > 1 and not all(map(_is_like_id, words)):
            strays.append(value[start:end])
            places.append((start, end))
    return replaced(value, places, lambda _: " ")


def _is_like_id(word: str) -> bool:
    return word.isdecimal() or _LIKE_ID.fullmatch(word) is not None


def _is_prose(value: str) -> bool:
    """Whether some item of a list is more than one word."""
    return any(len(items(item, [])) > 1 for item in re.split(r"[;,]", value))


def cites(group: str, known: Callable[[str], bool]) -> bool:
    """Whether a list in brackets that no field names is one of identifiers, known or invented, and no word or formula.

    >>> cites("s1, invented", {"s1"}.__contains__), cites("r99", {"s1"}.__contains__), cites("sic", {"s1"}.__contains__)
    (True, True, False)
    """
    words = items(group, [])
    return not is_formula(group) and (not words or any(known(word) or _is_like_id(word) for word in words))


def plainly_listed(group: str, known: Callable[[str], bool], strays: list[str]) -> list[str]:
    """The identifiers that a bracket lists; of a part with other words those that it names, and these go to `strays`.

    Numbers beside such words count something else, and quotations list nothing.

    >>> known = {"e3", "s1", "R2", "1"}.__contains__
    >>> plainly_listed("e3, s1", known, []), plainly_listed('e3: "on 2 May"', known, [])
    (['e3', 's1'], ['e3'])
    >>> plainly_listed("e3, p. 1; R2 applies", known, []), plainly_listed("r9", known, [])
    (['e3', 'R2'], ['r9'])
    """
    for start, end in reversed(list(strings(group))):
        strays.append(group[start:end])
        group = f"{group[:start]} {group[end:]}"
    for note in _SPACED_NOTE.findall(group):
        strays.append(note)
    found: list[str] = []
    for part in re.split(r"[;,]", _SPACED_NOTE.sub(" ", group)):
        words = items(part, strays)
        others = [word for word in words if not known(word) and not _is_like_id(word)]
        if len(words) > 1 and others:
            if not all(word.lower() in _FILLING for word in others):
                strays.append(part.strip())
            words = [word for word in words if known(word) and not word.isdecimal()]
        found += words
    return found


_SPACED_NOTE = re.compile(r"\([^()]*[ \t][^()]*\)")


def named(
    listed: Iterable[str], known: Mapping[str, str], is_known: Callable[[str], bool], strays: list[str]
) -> list[str]:
    """The identifiers among the items of a field; the words of a phrase that are none go to `strays`.

    Args:
        known: the identifiers of this kind, by their small letters; empty where no case is at hand.
    """
    found: list[str] = []
    for item in listed:
        words = items(item, []) if " " in item else _slashed(item, known, is_known)
        if (not known or not is_known(item)) and (item.lower() in _PROSE or is_formula(item)):
            strays.append(item)
            continue
        sure = [word for word in words if is_known(word) or _LIKE_ID.fullmatch(word)]
        if len(words) > 1 and known:
            kept = [word for word in words if word in sure or _clause(word, sure, known)]
        else:
            kept = sure if sure and len(words) > 1 else words
        if not _FILLING.issuperset(word.lower() for word in words if word not in kept):
            strays.append(item)
        found += kept
    return _with_clauses(found, known)


def _slashed(item: str, known: Mapping[str, str], is_known: Callable[[str], bool]) -> list[str]:
    """`r1/r2` as two, where they are identifiers, or look so, and the whole is none."""
    parts = item.split("/")
    if len(parts) == 1 or is_known(item) or not all(parts):
        return [item]
    return parts if any(map(is_known, parts)) or (not known and all(map(_is_like_id, parts))) else [item]


def _clause(word: str, rules: Sequence[str], known: Mapping[str, str]) -> bool:
    return any(f"{rule}.{word}".lower() in known for rule in rules)


def with_clauses(value: str, is_known: Callable[[str], bool]) -> str:
    """A list of rules with the clause for an exception that is named with its rule.

    >>> known = {"r4", "r4.late"}.__contains__
    >>> with_clauses("exception `late` of rule r4", known), with_clauses("r4 (exception late), r1", known)
    ('r4.late', 'r4.late, r1')
    """
    if "xception" not in value:
        return value

    def clause(found: re.Match[str]) -> str:
        name = f"{found['rule']}.{found['clause']}"
        return name if is_known(name) else found[0]

    for form in (_EXCEPTION_OF, _EXCEPTION_LAST, _RULES_LAST, _RULES_EXCEPTION, _EXCEPTION_IN):
        value = form.sub(clause, value)
    return value


_CLAUSE = r"exceptions?[ \t:]*[*_`\"'“]*(?P<clause>[^\W\d]\w*)[*_`\"'”]*"
_EXCEPTION_OF = re.compile(
    rf"(?:the[ \t]+)?{_CLAUSE}[ \t]+(?:of|to|in|under|from)[ \t]+(?:the[ \t]+)?(?:rules?[ \t]+)?"
    r"[*_`]*(?P<rule>\w+)[*_`]*",
    re.IGNORECASE,
)
_RULES_EXCEPTION = re.compile(
    rf"(?<![\w.])(?P<rule>\w+)[*_`]*(?:['’]s)?[ \t]*(?:,|\(|:|-|–|—)?[ \t]*(?:(?:the|with|and)[ \t]+)?{_CLAUSE}\)?",
    re.IGNORECASE,
)


_NAME = r"[*_`\"'“‘]{0,3}(?P<clause>[^\W\d]\w*)[*_`\"'”’]{0,3}"
_EXCEPTION_LAST = re.compile(
    rf"(?:the[ \t]+)?(?<![\w.]){_NAME}[ \t]+exception[ \t]+(?:of|to|in|under|from)[ \t]+(?:the[ \t]+)?(?:rules?[ \t]+)?"
    r"[*_`]*(?P<rule>\w+)[*_`]*",
    re.IGNORECASE,
)
"""`the late exception of r4`."""
_RULES_LAST = re.compile(rf"(?<![\w.])(?P<rule>\w+)[*_`]*(?:['’]s)?[ \t]+{_NAME}[ \t]+exception", re.IGNORECASE)
"""`r4's late exception`."""
_EXCEPTION_IN = re.compile(rf"{_CLAUSE}[ \t]*\((?:of[ \t]+)?(?:rule[ \t]+)?(?P<rule>\w+)\)", re.IGNORECASE)
"""`exception late (r4)`."""


def _with_clauses(words: Iterable[str], known: Mapping[str, str]) -> list[str]:
    """`R12, str` as the clause of that rule, if there is no other such name."""
    found: list[str] = []
    for word in words:
        if found and word.lower() not in known and f"{found[-1]}.{word}".lower() in known:
            found[-1] = f"{found[-1]}.{word}"
        else:
            found.append(word)
    return found


def by_number(word: str, known: Mapping[str, str]) -> str | None:
    """The passage of a number (`Exhibit 2`), if the passages of the case are numbered in one series.

    >>> by_number("2", {"e1": "e1", "e02": "E02"}), by_number("1", {"e1": "e1", "x1": "x1"})
    ('E02', None)
    """
    series = [found for name in known if (found := _NUMBERED.fullmatch(name)) is not None]
    if len({one["prefix"] for one in series}) != 1 or len(series) != len(known):
        return None
    return next((known[one[0]] for one in series if int(one["number"]) == int(word)), None)
