"""Printing: from the syntax tree back to text, and the formatter that keeps every comment."""
