"""Members of objects and columns of tables that say in whose name something is claimed: `"party": "tenant"`."""

from __future__ import annotations

import re
from typing import Any, Literal, TypeAlias

from rulelang.verifier.markup.patterns import pattern
from rulelang.verifier.markup.plain_heads import is_one_sided
from rulelang.verifier.markup.voices import is_other_voice, reports

Aside: TypeAlias = Literal["doubts", "supposes", ""]
"""What the name of a member makes of what stands in it: as a heading that doubts or supposes; or nothing."""

_SAID = (
    r"(?:claimed|asserted|argued|alleged|said|stated|made|raised|advanced|put forward|contended|maintained|submitted"
    r"|pleaded|averred|urged|invoked|proposed|believed|reported|told|offered|presented|voiced|held|disputed|denied"
    r"|contested|challenged|rejected|opposed|contradicted)"
)
_SPEAKS = pattern(
    rf"(?:(?:who|claim|statement|argument|person|party|is|was) )*(?:speakers?|spoken by|voice|proponents?|advocates?"
    rf"|asserters?|claimants?|asserting party|according to|attribut(?:ed to|ion)|position of|view of|words of"
    rf"|on behalf of|in the name of|said by whom|whose(?: \w+)?|who(?: \w+)?|viewpoint|perspective|{_SAID} by)"
)
"""Under these names stands who says it, whoever that is."""
_MAY_SPEAK = pattern(
    r"(?:part(?:y|ies)|sides?|persons?|roles?|actors?|by|from|authors?|origin|sources?|position|view|owner|team"
    r"|stakeholder|perspectives?|type|kind|label|category|tags?|status|nature)(?: (?:name|type))?"
)
"""Under these names stands who says it, if that is somebody who may."""
_STANCE = pattern(r"(?:(?:my|our|the) )?(?:stance|attitude|position|disposition|treatment|reaction|response)")
_AGAINST = pattern(
    r"(?:.*\b)?(?:reject\w*|den(?:y|ies|ied)|against|oppos\w+|disagree\w*|dissent\w*|refus\w*|refut\w*|rebut\w*"
    r"|disput\w*|contest\w*|dismiss\w*|negat\w*|neutral|undecided|unsure|no|not|false|con|contra|contrary|doubt\w*"
    r"|skeptical|sceptical|disbelie\w*|withdraw\w*|withdrawn|abandon\w*|discard\w*|set aside)\b.*"
)
_KIND = pattern(r"(?:\w+ )?(?:type|kind|label|category|tags?|nature)")
_OF_OTHERS = pattern(
    r"(?:(?:party|opposing|adverse|rejected|alternative|possible|hypothetical|counterfactual|false|wrong|disputed|mere)"
    r"[ -])*(?:allegations?|contentions?|counter-? ?(?:claims?|arguments?|factuals?|examples?|positions?)"
    r"|arguments?|submissions?|pleadings?|objections?|alternatives?|suppositions?|distractors?|rejected|hypothetical"
    r"|counterfactual|options?|candidates?|party position|opinions?)"
)
"""Kinds of what is said by somebody else, or by nobody."""
_OURS = pattern(
    r"(?:the |an? |my |our )*(?:me|i|we|us|myself|ours?|mine|own|self|assistants?|models?|ai|answerers?|answer|solvers?"
    r"|analysts?|reasoners?|verifiers?|evaluators?|arbitrators?|arbiters?|adjudicators?|referees?|assessors?"
    r"|reviewers?|examiners?|checkers?|planners?|agents?|systems?|judges?|courts?|experts?|writers?|authors?"
    r"|responders?|users?|interpreters?|legislators?|lawmakers?|none|null|nobody|no one|n/a|-|unknown|both|all|given)"
)
_THINGS = pattern(
    r"(?:waiver|transfer|offer|tender|disclaimer|order|matter|trigger|checklist|list|guarantee|covenant|warrant|register"
    r"|filter|header|footer|wrapper|container|parameter|identifier|indicator|descriptor|delimiter|character|layer"
    r"|counter|driver|marker|pointer|refer|consider|whether|remainder|reminder|tracker|handler|helper|builder|loader"
    r"|parser|other|committee|answer|letter|paper|newsletter|power|weather|water|winter|summer|shelter|dinner"
    r"|computer|printer|meter|timer|sensor|motor|monitor|elevator|error|factor|vector|error|score|core|more"
    r"|human|urban|member|number|surrender|encounter|disaster|barrier|carrier|semester|quarter|corner|border"
    r"|center|theater|chamber|charter|cover|over|under|buffer|cluster|folder|ledger|merger|voucher"
    r"|plan|scan|loan|span|medium|important|relevant|decisive|operative|some|others|items?|members?|people|children"
    r"|everyone|everybody|management|cities|city|companies|company|firms?|departments?|hotels?|stores?|hospitals?"
    r"|schools?|universit(?:y|ies)|clubs?|teams?|part(?:y|ies)|sides?|he|she|they)s?"
)
"""Words that end as those for persons do, or mean some also as things: `{"waiver": …}` is about a waiver."""
_PARTY = pattern(
    r"(?:the )?(?:(?:first|second|third|other|opposing|adverse|opposite) )?"
    r"(?:(?:counter-?)?part(?:y|ies)|side|opponent)(?: (?:[a-z\d]|one|two))?"
)
_SPOKEN = pattern(
    r"(?:(?:the|all|main|key|both|parties['’]?|party|competing|opposing) )*(?:arguments?|positions?|views?|viewpoints?"
    r"|contentions?|submissions?|perspectives?|allegations?|opinions?|assertions|pleadings|objections?|part(?:y|ies)"
    r"|sides|stances?|speakers?|theor(?:y|ies)|\w+ by (?:part(?:y|ies)|sides?|speakers?|persons?))"
)
"""Below these names each name is that of somebody who speaks: `{"arguments": {"Acme": […]}}`."""
_CONSIDERED = pattern(
    r"(?:\w+ )?(?:considered|options?|candidates?|possibilit(?:y|ies)|proposals?|distractors?|assum(?:ptions?|ed)"
    r"|presumptions?|presumed|assumption)(?: \w+)?|(?:open |key |legal )?(?:questions?|issues?)"
)
"""Of what is only looked at nobody says that it is so."""
_SUPPOSED = pattern(
    r"(?:\w+ )?(?:hypothe(?:s[ei]s|ticals?)|counterfactuals?|what[ -]ifs?|suppositions?|supposed|scenarios"
    r"|imagined)(?: \w+)?"
)
_PLACE = re.compile(r"[\w'’. -]{1,40}")


def aside(name: str, over: str = "") -> Aside:
    """What the name of a member makes of what it holds, in plain words; `over` is the name of what it stands in.

    >>> aside("tenant"), aside("waiver"), aside("Acme", "arguments"), aside("considered"), aside("hypotheticals")
    ('doubts', '', 'doubts', 'doubts', 'supposes')
    """
    if _SUPPOSED.fullmatch(name):
        return "supposes"
    return "doubts" if voice(name, over) or _CONSIDERED.fullmatch(name) or is_one_sided(name) else ""


def voice(name: str, over: str = "") -> str | None:
    """Who else says what stands under a name, as it is said beside a formula of a line; None: nobody else.

    >>> voice("tenant"), voice("court"), voice("buyer argument"), voice("Acme", "arguments"), voice("s1", "arguments")
    ('claimed by tenant', None, 'claimed by buyer argument', 'claimed by Acme', None)
    """
    if _OURS.fullmatch(name):
        return None
    if _is_party(name):
        return f"claimed by {name}"
    if is_other_voice(name):
        return f"claimed by {name}"
    if over and _SPOKEN.fullmatch(over) and re.search(r"\d", name) is None and reports(f"the {name} says"):
        return f"claimed by {name}"
    return None


def said_by(name: str, value: Any) -> str | None:
    """What a member or a cell says of the formula beside it, if that is that somebody else claims it, or nobody.

    >>> said_by("speaker", "Al"), said_by("asserted by", "the court"), said_by("source", "tenant"), said_by("by", "r1")
    ('claimed by Al', None, 'claimed by tenant', None)
    >>> said_by("stance", "reject"), said_by("stance", "accept"), said_by("type", "allegation"), said_by("step", "me")
    ('claimed by no one here', None, 'claimed as allegation', None)
    """
    name = name.strip(" ?:").lower()
    for one in (value if isinstance(value, list) else [value]):  # pyright: ignore[reportUnknownVariableType]
        if isinstance(one, str) and (found := _said_by(name, one.strip(" \t*_`.:"))) is not None:
            return found
    return None


def _said_by(name: str, who: str) -> str | None:
    if not who or _OURS.fullmatch(who):
        return None
    if _STANCE.fullmatch(name) and _AGAINST.fullmatch(who):
        return "claimed by no one here"
    if _KIND.fullmatch(name) and _OF_OTHERS.fullmatch(who):
        return f"claimed as {_shown(who)}"
    if _SPEAKS.fullmatch(name) and reports(f"{who} says"):
        return f"claimed by {_shown(who)}"
    if _MAY_SPEAK.fullmatch(name) and (_is_party(who) or is_other_voice(who)):
        return f"claimed by {_shown(who)}"
    return None


def _is_party(who: str) -> bool:
    """Whether a name is a word for somebody who may speak: `tenant`, `the second buyer`."""
    who = who.lower().removesuffix(" side")
    if _PARTY.fullmatch(who):
        return True
    words = who.split()
    return 0 < len(words) <= 3 and _THINGS.fullmatch(words[-1]) is None and reports(f"{who} claims")


def _shown(who: str) -> str:
    return who if _PLACE.fullmatch(who) else "somebody else"
