"""Grounding: from a rule base, a case's entities and its facts to the core program."""
