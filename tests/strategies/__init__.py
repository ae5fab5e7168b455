"""Hypothesis strategies: one for each node of the syntax tree, composed into whole modules.

The trees are those that can be parsed (`rulelang.grammar.printing.printer` inverts the parser on them); names and
types need not fit each other.  All spans are `NOWHERE`.
"""

from strategies.cases import case_lines, cases
from strategies.declarations import declarations, modules
from strategies.expressions import claims, expressions, outcomes
from strategies.rules import operators, rules
from strategies.tables import tables
from strategies.words import NOWHERE, names, texts

__all__ = [
    "NOWHERE",
    "case_lines",
    "cases",
    "claims",
    "declarations",
    "expressions",
    "modules",
    "names",
    "operators",
    "outcomes",
    "rules",
    "tables",
    "texts",
]
