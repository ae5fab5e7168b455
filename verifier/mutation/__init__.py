"""The fault injector: answers with known faults, and harmless variants, from a case's own warrants."""
