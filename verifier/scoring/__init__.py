"""Answers by the hundred thousand: one flat row for each, made the same way however many there are."""
