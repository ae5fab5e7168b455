"""Text to program: the language of rule files, without its meaning.

The way of a file: `files` (opening, USE, the cache) -> `reading` (the syntax tree, see `tree`) -> `resolving` (names,
types and units: the program, see `model`).  Back: `printing` (trees to text, the formatter), `words` (formulas to text
and to the words of the glosses), `render` (diagnostics to text and JSON).

Nothing is imported here: take what is needed from the module that it is the name of
(`from rulelang.grammar.files.load import load`).
"""
