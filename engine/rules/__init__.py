"""Rules: augmentation, families of variants, the precedence order, dependencies; what no case changes."""
