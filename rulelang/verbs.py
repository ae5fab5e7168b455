"""The verbs of the command line and the help that lists them: text only, so help imports nothing."""

from __future__ import annotations

VERBS = {
    "check": "hold a model's answers against what follows from the rules",
    "rubric": "print what a full answer to a case says, point by point",
    "warrant": "print the reference warrants that answers to a case are held against",
    "mutate": "write answers with known faults, and harmless variants, to a case",
    "prompt": "print what a model is asked about a case, with rules and the form",
    "read": "turn what a model wrote in the form for answers into an answer file",
    "extract": "take the claims out of answers in free text, by a language model",
    "score": "hold many answers against their cases: a row for each, in Parquet or JSONL",
    "report": "lay out what scored answers show: tables, intervals, plots",
    "judge-eval": "hold the scores that evaluators gave answers against the labels of the check",
    "test": "run the cases of rule files against their EXPECT lines",
    "derive": "decide cases, with the chain of reasons",
    "verify-certificate": "check a certificate of `derive --certify` against the rules",
    "ask-next": "say which unknown fact to establish next",
    "whatif": "say what would be if, and which changes of facts flip a decision",
    "lint": "find what is wrong with rules among each other, with a case that shows it",
    "prove": "prove a property of every case, or show a case against it",
    "diff": "show where two versions of a rule base decide differently",
    "show": "print what a rule file or a rule says",
    "fmt": "write rule files in the canonical layout",
    "cases": "turn records into cases, or print the cases of a rule file",
    "schema": "print the JSON Schema of an answer, a case, a map, a warrant, settings or a certificate",
    "explain": "print the page of a diagnostic code",
}
"""Each verb with the line that the help prints for it; its module is `rulelang.commands.<verb>`."""

HELP = (
    """\
Usage: rulelang VERB [OPTIONS] [ARGUMENTS]

  Does this answer follow from these rules, for the right reasons?

Verbs:
"""
    + "".join(f"  {verb:<{max(map(len, VERBS)) + 2}}{line}\n" for verb, line in VERBS.items())
    + """
Options:
  --version  print the version
  --help     print this; `rulelang VERB --help` explains a verb, with an example

Exit status: 0 done or complete, 1 findings, 2 unusable input or usage, 3 an error of RuleLang's own,
4 undecided within the limits.

Example: rulelang check answer.json
"""
)
