"""Of what a finding follows that does not stand by itself (verification, N22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulelang.engine import core
from rulelang.verifier.expand import names
from rulelang.verifier.finding import Check, Finding, roots
from rulelang.verifier.inquiry import Matter
from rulelang.verifier.outcome import changes_what_follows
from rulelang.verifier.scoring.bearing import Reads


def with_causes(findings: tuple[Finding, ...], matter: Matter) -> tuple[Finding, ...]:
    """Every finding that follows from another names it; what follows from nothing that a check asks for stands by
    itself."""
    if not any(one.root for one in findings):
        belong = roots((one.check, one.root) for one in findings)
        findings = tuple(replace(one, root=True, follows=None) if one.check in belong else one for one in findings)
    causes = sorted((one for one in findings if one.root), key=lambda one: (_ORDER[one.check], findings.index(one)))
    made: list[Finding] = []
    reads = Reads(matter)
    for finding in findings:
        if finding.root or finding.follows is not None:
            made.append(finding)
            continue
        cause = _cause(finding, causes, reads)
        made.append(replace(finding, follows=cause.name if cause else None))
    return tuple(made)


def _cause(finding: Finding, causes: Sequence[Finding], reads: Reads) -> Finding | None:
    """The one that is to be mended: on the same judgment or target, or on what leads to it, or the first.

    What does not enter or is decided wrongly follows from what is said, and never from a citation.
    """
    able = [one for one in causes if changes_what_follows(one.check, one.code)] or causes
    if finding.about is None:
        return next(iter(able), None)
    same = (one for one in able if one.about == finding.about)
    near = (one for one in able if _leads_to(one.about, finding.about, reads))
    return next(same, next(near, next(iter(able), None)))


def _leads_to(cause: core.Formula | None, about: core.Formula, reads: Reads) -> bool:
    """Whether what one finding is about is read on the way to what another is about."""
    return cause is not None and not names(cause).isdisjoint(reads.way(names(about)))


_ORDER = {
    Check.CONDITION: 0,
    Check.AGGREGATION: 1,
    Check.RULE_USE: 2,
    Check.EVIDENCE: 3,
    Check.OUTCOME: 4,
}
