"""Answers in the form that a model is asked to write: line by line, read forgivingly (docs/answer-format.md)."""
