"""The verifier: claims, warrants and checks; a model's answer against what follows from rules and case."""
