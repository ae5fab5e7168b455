"""Answers in the form that a model is asked to write, read forgivingly (docs/answer-format.md, docs/reading.md)."""
