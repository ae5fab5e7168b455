"""Text to program: the language of rule files, without its meaning.

The way of a file: `read` and `load` (files, USE, the cache) -> `parse` (syntax tree, see `tree`) -> `resolve` (names,
types and units: the program, see `model`).  Back: `printer` and `format` (trees to text), `words` (formulas to text
and to the words of the glosses), `render` (diagnostics to text and JSON).

Nothing is imported here: take what is needed from the module that it is the name of
(`from rulelang.grammar.load import load`).
"""
