"""Meaning: what follows from a program in a case, and why.

The way of a case: `rules` (augmentation, variants, the order: nothing that a case changes) -> `grounding` (the core
program of a case's entities, see `core`) -> `evaluating` (decisions, see `decision`; `derive` goes the whole way) ->
`explaining` (chains and reasons).  `exact` computes; `solver` proves what the evaluator leaves open; `analysis` proves
what holds in every case; `records` reads cases from JSON.

Nothing is imported here: take what is needed from the module that it is the name of.
"""
