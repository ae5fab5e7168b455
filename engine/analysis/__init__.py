"""Analyses of rule bases without a case: properties, differences, findings about rules.

A core program is grounded over made-up entities with all facts free in their domains (`scope`); the solver proves or
refutes what is asked, and each witness is told as a case that parses (`told`).  Modules: `property` (`rulelang prove`),
`difference` (`rulelang diff`), `lint` and what it finds, `specific` (PREFER SPECIFIC).

Docs: docs/analysis.md; docs/semantics.md, items 10, 14, 22, 23 and 26.
"""
