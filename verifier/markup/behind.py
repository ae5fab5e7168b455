"""Words among what the fields of a claim cite, which rule on the claim: `evidence: e1 (this is not true)`."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulelang.verifier.markup.against import corrects, speaks_against
from rulelang.verifier.markup.opposing import is_quotation
from rulelang.verifier.markup.verdicts import verdict

_UNTRUE = re.compile(r"(?<!\w)(?:(?:un)?true|false|wrong|(?:in)?correct|right|so|the[ \t]+case)(?!\w)", re.IGNORECASE)
_NOT_THOSE = ("not", "no", "nor", "none", "without", "except", "but not", "and not", "or", "n a", "na")
"""What is left of `r1, not r2`, and of `none`."""
_NO_BEHIND = re.compile(r"\w[ \t]*[:=(?][ \t]*no[ \t.)]*$", re.IGNORECASE)
_IF_BEHIND = re.compile(
    r"(?:[—–,(]|[ \t]-)[ \t]*(?:(?:only[ \t]+)?(?:if|when)|unless|assuming|provided|supposedly|allegedly|perhaps"
    r"|maybe"
    r"|probably|possibly|or[ \t]+so)(?!\w)|(?<!\w)(?:supposedly|allegedly)\W*$|\(\?\)|^\?+$",
    re.IGNORECASE,
)
_BUT_IF = re.compile(
    r"\W*(?:but[ \t]+)?(?:(?:only[ \t]+)?if|only[ \t]+when|unless|provided[ \t]+that|supposedly|allegedly|perhaps|maybe"
    r"|probably|possibly|presumably|or[ \t]+so)(?!\w)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[()\[\]]")


def is_untrue(stray: str) -> bool:
    """Whether words behind a citation say that the claim is untrue, or correct it."""
    return corrects(stray) or (verdict(stray)[0] == "denied" and _UNTRUE.search(stray) is not None)


def is_conditional(stray: str) -> bool:
    """Whether words behind a citation make the claim depend on something, or doubt it: `but only if sold`."""
    return _BUT_IF.match(stray) is not None


def denies_by_citation(word: str) -> bool:
    """Whether words beside a claim deny it by what they cite: with evidence of its own it is then not plainly denied.

    >>> denies_by_citation("contradicted by: e4"), denies_by_citation("not met"), denies_by_citation("rejected")
    (True, False, False)
    """
    return verdict(word)[0] == "denied" and _BY_CITED.search(word) is not None  # a verdict is short


_BY_CITED = re.compile(r"[ \t]by[ \t]*[:=]?[ \t]*[*_`(\[]*\w*\d", re.IGNORECASE)


def rules_behind(stray: str, denied: bool, cited: Callable[[str], bool]) -> bool:
    """Whether words behind what a field cites rule on the claim; in a bracket there they may be said of a rule that
    is not met, where the claim is `denied`: `NOT p | rules: notice (not met)`.

    Args:
        cited: whether a word names a rule or a passage.

    >>> rules_behind("r1 not met", False, {"r1"}.__contains__), rules_behind("e1 shows it", False, {"e1"}.__contains__)
    (True, False)
    """
    if is_quotation(stray):
        return False  # `e4 ("no open balance")`: the words are those of the passage
    if denied and ("(" in stray or ")" in stray):
        return False
    if _NO_BEHIND.search(stray) is not None:
        return True
    words = [word for word in re.findall(r"[\w.'’]+|[✗✘❌✖]", stray) if not cited(word)]
    said = " ".join(words)
    if _IF_BEHIND.search(stray) is not None or is_conditional(stray):
        return True
    said = said.removesuffix(" by")  # `contradicted by e1`
    if said.lower() not in _NOT_THOSE and verdict(said)[0] in ("denied", "open", "against", "doubted"):
        return True
    return not denied and opposes_claim(stray)


def opposes_claim(stray: str) -> bool:
    """Whether words among citations say that what is cited there speaks against the claim.

    >>> opposes_claim("e1 rules this out"), opposes_claim("(denies it)"), opposes_claim("e1 shows it")
    (True, True, False)
    """
    plain = _BRACKETS.sub(" ", stray).strip()
    return speaks_against(plain) or speaks_against(f"which {plain}")


def without_idle(value: str, cited: Callable[[str], bool], strays: list[str]) -> str:
    """A list of rules without those of which a bracket says that they do not apply, where others are left.

    >>> known = {"r2", "r2.late"}.__contains__
    >>> without_idle("r2, r2.late (does not apply)", known, []), without_idle("r2 (not met)", known, [])
    ('r2', 'r2 (not met)')
    """
    idle = [
        found for found in _NOTED.finditer(value)
        if cited(found["name"])
        and (verdict(found["note"])[0] in ("denied", "against") or _NEGATED.match(found["note"]) is not None)
    ]  # fmt: skip
    left = value
    for found in reversed(idle):
        left = f"{left[: found.start()]} {left[found.end() :]}"
    if not idle or not any(cited(word.strip(".")) for word in re.findall(r"[\w.]+", left)):
        return value
    strays += [found[0].strip(" ,;") for found in idle]
    return left.strip(" ,;")


_NEGATED = re.compile(r"(?:(?:is|was|does|did)[ \t]+)?(?:not(?!\w)|n['’]t)", re.IGNORECASE)
_NOTED = re.compile(
    r"[,;]?[ \t]*(?:(?:and|the|exception|clause|rule)[ \t]+)*(?P<name>\w+(?:\.\w+)*)[ \t]*\((?P<note>[^()]*)\)"
)
