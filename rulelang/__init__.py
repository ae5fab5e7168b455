"""RuleLang: a declarative rule engine with symbolic verification."""
