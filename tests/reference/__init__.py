"""A slow, plain reference of docs/semantics.md (part 1), random core programs, and an encoding for clingo.

Written from the definitions alone; nothing here calls the evaluator.
"""
