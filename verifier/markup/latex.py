"""What formulas and lists of identifiers have in common where they are written as LaTeX."""

from __future__ import annotations

import re

IN_TEXT = re.compile(
    r"\\(?:text(?:tt|bf|it|rm|sf|normal)?|math(?:rm|it|bf|tt|sf)|operatorname|boxed|mbox)\{([^{}]*)\}"
)
"""A command that sets its words in another face, or in a box: what it holds is all that it says."""
