"""Evaluating: from a core program and what is known of the facts to decisions."""
